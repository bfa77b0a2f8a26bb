"""A server that is started again and again while phones wait for it: their first requests come all at once."""

from __future__ import annotations

import http.client
import itertools
import tempfile
import threading
import time
from typing import Any

from tests.servers.server import GUNICORN, SECONDS, Server

PHONES = 12
GAMES = ("alchemicus", "homunculus", "fata_morgana")
TAPS: dict[str, dict[str, Any]] = {
    "alchemicus": {"kind": "fame", "seat": 0, "by": 1},
    "homunculus": {"kind": "tiles", "seat": 0, "by": 1},
    "fata_morgana": {"kind": "points", "seat": 0, "by": 1},
}
PAGES = ("", "/lobby", "/log", "/log.csv", "/export", "/moves?seat=0", "/sheet", "/rulings")
OTHERS = (
    "/",
    "/rules/search?q=gold",
    "/rules/search?q=karta&lang=pl",
    "/rules/alchemicus?lang=it",
    "/played",
)
DESK = {"goods": {"herbs": 2, "metal": 1}, "shops": {"pergula": 1, "taberna": 1}}
Request = tuple[str, str, Any, str]
"""Method, address, body, token."""


class Phone(threading.Thread):
    """A phone that asks until the server is there, then sends its requests one after the other."""

    def __init__(self, server: Server, requests: list[Request]):
        super().__init__(daemon=True)
        self.server, self.requests = server, requests
        self.answered = 0
        self.wrong: list[str] = []

    def run(self) -> None:
        until = time.monotonic() + SECONDS
        for method, path, body, token in self.requests:
            while True:
                try:
                    status, _ = self.server.send(method, path, body, token, timeout=SECONDS)
                except ConnectionRefusedError as error:
                    if not self.answered and time.monotonic() < until:
                        time.sleep(0.003)
                        continue
                    self.wrong.append(f"{method} {path}: {error}")
                except (OSError, http.client.HTTPException) as error:
                    self.wrong.append(f"{method} {path}: {error!r}")
                else:
                    self.answered += 1
                    if status != 200:
                        self.wrong.append(f"{method} {path}: {status}")
                break


def started(times: int) -> tuple[int, list[str]]:
    """Start a server `times` times, at home and under gunicorn by turns, always on the same tables; return how many
    requests were answered, and what went wrong (nothing)."""
    answered, wrong, keys = 0, [], itertools.count()
    with tempfile.TemporaryDirectory(prefix="referee-") as folder:
        with Server(folder) as server:
            tables = {game: server.new_table(game) for game in GAMES}
        for number in range(times):
            server = Server(folder, GUNICORN if number % 2 else (), DATABASE_URL="")
            requests = [asked for game in GAMES for asked in at_table(game, *tables[game])]
            requests += [("GET", path, None, "") for path in OTHERS] + [("POST", "/desk/alchemicus/sale", DESK, "")]
            phones = []
            for phone in range(PHONES):
                turned = requests[phone * 3 :] + requests[: phone * 3]  # each begins with something else
                phones.append(Phone(server, [keyed(each, next(keys)) for each in turned]))
                phones[-1].start()
            server.launch()
            for phone in phones:
                phone.join()
            wrong += [f"start {number + 1}: {text}" for phone in phones for text in phone.wrong]
            wrong += [f"start {number + 1}: {text}" for text in ended(server)]
            answered += sum(phone.answered for phone in phones)
            server.close()
    return answered, wrong


def at_table(game: str, code: str, token: str) -> list[Request]:
    """Return what is asked at a table, one tap among it."""
    tap = ("POST", f"/t/{code}/entries", {"move": TAPS[game]}, token)
    return [tap, *(("GET", f"/t/{code}{page}", None, token) for page in PAGES)]


def keyed(asked: Request, number: int) -> Request:
    """Return the request; a tap with a key of its own."""
    method, path, body, token = asked
    return (method, path, {"key": f"k{number}", **body}, token) if path.endswith("/entries") else asked


def ended(server: Server) -> list[str]:
    """Return what the server's log tells of processes that ended, and of faults."""
    signs = ("Traceback", "SIGSEGV", "SIGABRT", "Worker", "unforeseen", "Fatal Python error")
    lines = server.log.read_text().splitlines()
    found = [line for line in lines if any(sign in line for sign in signs)]
    assert server.process is not None
    return found + ([f"ended: {server.process.returncode}"] if server.process.poll() is not None else [])
