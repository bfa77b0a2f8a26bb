"""A server of the tests' own in a process of its own, and streams read by hand."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from bench import launch


class Served(launch.Server):
    """The app as it is served in a house, or under gunicorn; a context manager."""

    def __init__(self, kind: str, folder: Path):
        super().__init__(folder, launch.GUNICORN if kind == "gunicorn" else (), REFEREE_THREADS="32")
        self.open: list[socket.socket] = []

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        for connection in self.open:
            connection.close()

    def command(self, *words: str) -> None:
        """Run one of the app's commands on the same data, in a process of its own."""
        command, environ = ["-m", "flask", "--app", "app", *words], {**os.environ, "REFEREE_DATA": str(self.folder)}
        subprocess.run([sys.executable, *command], cwd=launch.ROOT, env=environ, check=True)

    def json(self, method: str, path: str, body: Any = None, token: str = "", timeout: float = 10) -> Any:
        headers = {"Accept": "application/json", "Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        asked = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers, method=method)
        with urllib.request.urlopen(asked, timeout=timeout) as answer:
            return json.load(answer)

    def raw(self, data: bytes, receive: int | None = None) -> socket.socket:
        """Open a connection (with so small a buffer to receive in) and send `data`."""
        connection = socket.socket()
        self.open.append(connection)
        if receive is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        connection.settimeout(10)
        connection.connect(("127.0.0.1", self.port))
        connection.sendall(data)
        return connection

    def stream(self, path: str, token: str = "", since: str = "", **given: Any) -> socket.socket:
        """Open a stream; its events are the caller's to read."""
        lines = [f"GET {path} HTTP/1.1", "Host: localhost"]
        lines += [f"Authorization: Bearer {token}"] if token else []
        lines += [f"Last-Event-ID: {since}"] if since else []
        return self.raw("\r\n".join([*lines, "", ""]).encode(), **given)


def read_until(connection: socket.socket, wanted: bytes, seconds: float = 10) -> bytes:
    """Read until `wanted` has come, and return all of it; raise TimeoutError, or ConnectionError if it ended."""
    until, data = time.monotonic() + seconds, b""
    while wanted not in data:
        connection.settimeout(max(0.01, until - time.monotonic()))
        piece = connection.recv(65536)
        if not piece:
            raise ConnectionError(data[-200:])
        data += piece
    return data
