"""Servers in processes of their own, for what measures them and what tests them: started, waited for, killed."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import IO, Any, Self

ROOT = Path(__file__).parent.parent
GUNICORN = ("-m", "gunicorn", "--config", "hosting/gunicorn.conf.py")
"""As many houses are served; `REFEREE_BIND` says where it listens."""
SECONDS = 20
"""How long a server may take to answer."""
_ports = itertools.count(100 * os.getpid())


def house(port: int, folder: Path | str) -> tuple[str, ...]:
    """Return how people start the app at home, on one data folder."""
    return ("app.py", "--host", "127.0.0.1", "--port", str(port), "--data", str(folder))


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


def start(
    words: tuple[str, ...], output: IO[Any] | int = subprocess.DEVNULL, code: Path = ROOT, **settings: str
) -> subprocess.Popen[bytes]:
    """Start Python with `words` in the folder `code`, with no limits unless the settings say so; do not wait for it."""
    return subprocess.Popen(
        [sys.executable, *words],
        cwd=code,
        env={**os.environ, "REFEREE_LIMITS": "off", **settings},
        stdout=output,
        stderr=None if output == subprocess.PIPE else output,
        start_new_session=True,
    )


def ready(process: subprocess.Popen[bytes], port: int) -> None:
    """Wait until the server answers. Raises RuntimeError if it ends before, or takes too long."""
    until = time.monotonic() + SECONDS
    while process.poll() is None and time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=1) as answer:
                answer.read()
            return
        except OSError:
            time.sleep(0.02)
    raise RuntimeError("the server does not start")


def kill(process: subprocess.Popen[bytes]) -> None:
    """End it as a power cut would, with every process of it: a worker whose streams are open would go on."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class Server:
    """A server on a port and a data folder that outlive it: as people start it at home, or with `words` of one's own.

    A context manager that kills it at the end.
    """

    def __init__(self, folder: Path | str, words: tuple[str, ...] = (), **settings: str):
        self.folder = Path(folder)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        """Without a slash at the end."""
        self.log = self.folder / "server.log"
        self.words = words or house(self.port, folder)
        self.settings = {"REFEREE_DATA": str(folder), "REFEREE_BIND": f"127.0.0.1:{self.port}", **settings}
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, code: Path = ROOT) -> None:
        """Start the folder's code, and wait until it answers. Raises RuntimeError with its log if it does not."""
        with self.log.open("ab") as log:
            self.process = start(self.words, log, code, **self.settings)
        try:
            ready(self.process, self.port)
        except RuntimeError as error:
            self.kill()
            raise RuntimeError(self.log.read_text()) from error

    def kill(self) -> None:
        """End it as a power cut would."""
        if self.process is not None:
            kill(self.process)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
