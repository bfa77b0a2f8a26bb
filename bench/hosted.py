"""A server as a host starts it, by hosting/gunicorn.conf.py, and a phone's way to talk to it."""

from __future__ import annotations

import http.client
import json
import subprocess
from collections.abc import Iterator
from typing import Any

from bench import launch


class Hosted:
    """One server, its log, and what asks it and listens to it."""

    def __init__(self, **settings: str):
        self.port = launch.free_port()
        self.open: list[Any] = []
        self.logged = b""
        given = {"REFEREE_BIND": f"127.0.0.1:{self.port}", "REFEREE_LIMITS": "on", "REFEREE_THREADS": "80", **settings}
        self.process = launch.start(launch.GUNICORN, subprocess.PIPE, **given)

    def ready(self) -> Hosted:
        launch.ready(self.process, self.port)
        return self

    def send(self, method: str, path: str, body: Any = None, token: str = "", **headers: str) -> tuple[int, Any]:
        given = {"Accept": "application/json", **{name.replace("_", "-"): text for name, text in headers.items()}}
        if token:
            given["Authorization"] = f"Bearer {token}"
        if body is not None:
            given["Content-Type"] = "application/json"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, given)
            answer = connection.getresponse()
            text = answer.read()
        finally:
            connection.close()
        return answer.status, json.loads(text) if answer.getheader("Content-Type") == "application/json" else text

    def get(self, path: str, token: str = "", **headers: str) -> tuple[int, Any]:
        return self.send("GET", path, None, token, **headers)

    def stream(self, code: str) -> Iterator[int]:
        """Follow a table: yield the seq of every event, from now on, until the server ends."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request("GET", f"/t/{code}/live")
        answer = connection.getresponse()
        self.open += [answer, connection]
        assert answer.status == 200
        return (json.loads(line[6:])["seq"] for line in iter(answer.readline, b"") if line.startswith(b"data: "))

    def tap(self, code: str, token: str, key: str, seq: int) -> tuple[int, Any]:
        move = {"kind": "fame", "seat": 0, "by": 1}
        return self.send("POST", f"/t/{code}/entries", {"key": key, "seq": seq, "move": move}, token)

    def kill(self) -> None:
        """Kill it and its workers, as when a machine fails."""
        launch.kill(self.process)
        if self.process.stdout is not None and not self.process.stdout.closed:
            self.logged = self.process.communicate()[0]

    def close(self) -> None:
        self.kill()
        for end in self.open:
            end.close()
