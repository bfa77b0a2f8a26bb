"""The app in a process of its own: started, asked, listened to, killed."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).resolve().parents[2]
GUNICORN = ("-m", "gunicorn", "--config", "hosting/gunicorn.conf.py")
"""How a host starts the app; other than the app itself is named behind it."""
SECONDS = 60
"""How long a server may take to start."""
_ports = itertools.count(100 * os.getpid())


def free_port() -> int:
    """Return a port that nobody uses, and nobody else is given: the app would take the next, and we ask somebody else.

    No connection that goes out begins at one as low, and two processes that ask here count through different ones, so
    it is still free when the server begins to listen, or comes back.
    """
    while True:
        port = 11_000 + next(_ports) % 20_000
        with contextlib.suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


def copy_of_app(folder: Path) -> Path:
    """Put the app as it stands now into the empty `folder`, and return that: a server started from there again is of
    the same version, whatever is changed here meanwhile. Pages load themselves anew from a server of another."""
    shutil.copy2(ROOT / "app.py", folder)
    for part in ("referee", "templates", "translations", "static"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


class Server:
    """The app on a port and a data folder that outlive its process; a context manager that kills it at the end.

    It is started as at home, or with the `words` that follow Python's name, from the folder `code`; without a `folder`
    it has one that goes with it. Limits are off unless the `settings` (environment variables) say otherwise. `log` and
    `output` are the files of its standard error and output.
    """

    def __init__(
        self, folder: Path | str | None = None, words: tuple[str, ...] = (), code: Path = ROOT, **settings: str
    ):
        self.code = code
        self._own = tempfile.TemporaryDirectory(prefix="referee-") if folder is None else None
        self.folder = Path(self._own.name if self._own else str(folder))
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        """Without a slash at the end."""
        self.log, self.output = (self.folder / f"server-{self.port}.{kind}" for kind in ("log", "output"))
        at_home = ("app.py", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.folder))
        self.words = words or at_home
        self.environment = {
            **os.environ,
            "REFEREE_DATA": str(self.folder),
            "REFEREE_BIND": f"127.0.0.1:{self.port}",
            "REFEREE_LIMITS": "off",
            **settings,
        }
        self.process: subprocess.Popen[bytes] | None = None
        self._open: list[Any] = []

    # --- its process ---------------------------------------------------------------------------------------------

    def launch(self, code: Path | None = None) -> Self:
        """Start the app, or that of another folder `code`, and do not wait for it."""
        with self.log.open("ab") as log, self.output.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, *self.words],
                cwd=code or self.code,
                env=self.environment,
                stdout=output,
                stderr=log,
                start_new_session=True,
            )
        return self

    def ready(self) -> Self:
        """Wait until it answers. Raises RuntimeError with its log if it ends before, or takes too long."""
        until = time.monotonic() + SECONDS
        while self.process is not None and self.process.poll() is None and time.monotonic() < until:
            with contextlib.suppress(OSError, http.client.HTTPException):
                if self.send("GET", "/healthz", timeout=1)[0] == 200:
                    return self
            time.sleep(0.02)
        self.kill()
        raise RuntimeError(self.log.read_text())

    def start(self, code: Path | None = None) -> Self:
        """Start the app, or that of another folder `code`, and wait until it answers. Raises RuntimeError if it does
        not."""
        return self.launch(code).ready()

    def kill(self) -> None:
        """End it as a power cut would, with every process of it: a worker whose streams are open would go on."""
        if self.process is not None:
            if self.process.poll() is None:
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def close(self) -> None:
        """End it, whatever listens to it, and a folder of its own."""
        self.kill()
        for end in self._open:
            end.close()
        if self._own is not None:
            self._own.cleanup()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.close()

    def command(self, *words: str) -> None:
        """Run one of the app's commands on the same data, in a process of its own."""
        command = [sys.executable, "-m", "flask", "--app", "app", *words]
        subprocess.run(command, cwd=ROOT, env=self.environment, check=True)

    def memory(self) -> int:
        """Return the resident bytes of gunicorn's one worker (proc(5), VmRSS)."""
        assert self.process is not None
        children = subprocess.run(["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=True)
        status = Path(f"/proc/{children.stdout.split()[0]}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) * 1024

    # --- what asks it --------------------------------------------------------------------------------------------

    def send(
        self, method: str, path: str, body: Any = None, token: str = "", timeout: float = 45, **headers: str
    ) -> tuple[int, Any]:
        """Send a request on a connection of its own; return the status and the answer: JSON, or else bytes."""
        given = {"Accept": "application/json", **{name.replace("_", "-"): text for name, text in headers.items()}}
        if token:
            given["Authorization"] = f"Bearer {token}"
        if body is not None:
            given["Content-Type"] = "application/json"
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)) as connection:
            connection.request(method, path, json.dumps(body) if body is not None else None, given)
            answer = connection.getresponse()
            text = answer.read()
        return answer.status, json.loads(text) if answer.getheader("Content-Type") == "application/json" else text

    def json(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        """Return the JSON answer to a request that is done. Raises AssertionError if it is not."""
        status, answer = self.send(method, path, body, token)
        assert status < 400, (status, answer)
        return answer

    def new_table(self, game: str = "alchemicus") -> tuple[str, str]:
        """Make a table of Ada and Bruno; return its code and the host's token."""
        made = self.json("POST", "/tables", {"game": game, "players": ["Ada", "Bruno"]})
        return made["code"], made["token"]

    def tap(self, code: str, token: str, key: str, **more: Any) -> tuple[int, Any]:
        """Enter one Fame for Ada; return status and answer."""
        move = {"kind": "fame", "seat": 0, "by": 1}
        return self.send("POST", f"/t/{code}/entries", {"key": key, "move": move, **more}, token)

    # --- what listens to it --------------------------------------------------------------------------------------

    def raw(self, data: bytes, receive: int | None = None) -> socket.socket:
        """Open a connection (with so small a buffer to receive in) and send `data`."""
        connection = socket.socket()
        self._open.append(connection)
        if receive is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        connection.settimeout(10)
        connection.connect(("127.0.0.1", self.port))
        connection.sendall(data)
        return connection

    def stream(self, path: str, token: str = "", since: str = "", receive: int | None = None) -> socket.socket:
        """Open a stream; its events are the caller's to read."""
        lines = [f"GET {path} HTTP/1.1", "Host: localhost"]
        lines += [f"Authorization: Bearer {token}"] if token else []
        lines += [f"Last-Event-ID: {since}"] if since else []
        return self.raw("\r\n".join([*lines, "", ""]).encode(), receive)

    def follow(self, code: str) -> Iterator[int]:
        """Listen to a table; return what yields the seq of every event from now on, until the server ends."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=45)
        connection.request("GET", f"/t/{code}/live")
        answer = connection.getresponse()
        self._open += [answer, connection]
        assert answer.status == 200
        return (json.loads(line[6:])["seq"] for line in iter(answer.readline, b"") if line.startswith(b"data: {"))


def read_until(connection: socket.socket, wanted: bytes, seconds: float = 45) -> bytes:
    """Read until `wanted` has come, and return all of it; raise TimeoutError, or ConnectionError if it ended."""
    until, data = time.monotonic() + seconds, b""
    while wanted not in data:
        connection.settimeout(max(0.01, until - time.monotonic()))
        piece = connection.recv(65536)
        if not piece:
            raise ConnectionError(data[-200:])
        data += piece
    return data
