"""A client that costs little: one keep-alive connection, requests written and answers read by hand (RFC 9112)."""

from __future__ import annotations

import json
import selectors
import socket
import time
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from tests.servers.server import GUNICORN, Server

SECONDS = 30
"""How long the server may take to answer: one that hangs is found out."""


def measured(application: str = "bench.served:application") -> Server:
    """Return the measured app under gunicorn, as hosting/gunicorn.conf.py serves it, with an empty page beside it."""
    return Server(words=(*GUNICORN, application), DATABASE_URL="")


class Client:
    """One keep-alive connection to 127.0.0.1."""

    def __init__(self, port: int):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rest = b""
        self.host = f"127.0.0.1:{port}"

    def request(self, method: str, path: str, body: bytes = b"", headers: Sequence[str] = ()) -> tuple[int, bytes]:
        """Send a request; return status and body (not decompressed)."""
        self.socket.sendall(self.written(method, path, body, headers))
        return self.answer()

    def written(self, method: str, path: str, body: bytes = b"", headers: Sequence[str] = ()) -> bytes:
        """Return a request as it goes over the wire."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {self.host}", *headers]
        if body or method == "POST":
            lines.append(f"Content-Length: {len(body)}")
        return "\r\n".join(lines).encode() + b"\r\n\r\n" + body

    def answer(self) -> tuple[int, bytes]:
        data = self.rest
        while b"\r\n\r\n" not in data:
            data += self._more()
        head, _, data = data.partition(b"\r\n\r\n")
        status = int(head[9:12])
        length = 0
        for line in head.split(b"\r\n")[1:]:
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        while len(data) < length:
            data += self._more()
        self.rest = data[length:]
        return status, data[:length]

    def close(self) -> None:
        self.socket.close()

    def _more(self) -> bytes:
        piece = self.socket.recv(65536)
        if not piece:
            raise ConnectionError("closed")
        return piece

    def json(self, method: str, path: str, value: Any = None, token: str = "") -> Any:
        headers = ["Accept: application/json", "Content-Type: application/json"]
        if token:
            headers.append(f"Authorization: Bearer {token}")
        status, body = self.request(method, path, json.dumps(value).encode() if value is not None else b"", headers)
        if status >= 400:
            raise RuntimeError(f"{status}: {body[:300]!r}")
        return json.loads(body)


class Phone:
    """A phone at a table: it holds the table's token and taps buttons as htmx does, by form, for a notice."""

    def __init__(self, client: Client, code: str, token: str, language: str = "en"):
        self.client = client
        self.code = code
        self.headers = [
            "Accept: text/html",
            "HX-Request: true",
            "HX-Request-Type: partial",
            "Accept-Encoding: gzip",
            "Content-Type: application/x-www-form-urlencoded",
            f"Cookie: seats={token}; lang={language}",
        ]
        self.key = 0

    def open(self) -> tuple[int, bytes]:
        """Open the table's page."""
        status, page = self.client.request(
            "GET", f"/t/{self.code}", headers=[self.headers[0], *self.headers[3:4], self.headers[5]]
        )
        return status, page

    def enter(self, move: str) -> tuple[int, bytes]:
        """Enter a move (JSON text) as its button does, judged against the table as it is."""
        return self.client.request(*self.asks(move))

    def asks(self, move: str) -> tuple[str, str, bytes, Sequence[str]]:
        """Return the request that enters a move: method, path, body, headers."""
        self.key += 1
        body = f"key={self.code}{id(self):x}{self.key}&move={quote(move)}"
        return "POST", f"/t/{self.code}/entries", body.encode(), self.headers


PLAYERS = ["Ada", "Bruno", "Celina", "Dario"]
FAME = '{"kind":"fame","seat":%d,"by":1}'
"""A move that is legal at any moment, for the seat that is put in."""


def new_table(client: Client, game: str = "alchemicus", options: Any = None) -> tuple[str, str]:
    """Make a table of `game` for PLAYERS; return its code and the host's token."""
    made = client.json("POST", "/tables", {"game": game, "players": PLAYERS, "options": options or {}})
    return made["code"], made["token"]


def must(status: int, answer: bytes) -> None:
    """Raise RuntimeError unless the answer was 200."""
    if status != 200:
        raise RuntimeError(f"{status}: {answer[:200]!r}")


class Empty:
    """Asks for the empty page with one durable commit."""

    def asks(self, _move: str) -> tuple[str, str, bytes, Sequence[str]]:
        """Return the request: method, path, body, headers."""
        return "POST", "/bench/commit", b"", []


class Script:
    """A program at a table: JSON in, JSON out."""

    def __init__(self, client: Client, code: str, token: str):
        self.client = client
        self.code = code
        self.headers = [
            "Accept: application/json",
            "Content-Type: application/json",
            f"Authorization: Bearer {token}",
        ]
        self.key = 0

    def enter(self, move: str) -> tuple[int, bytes]:
        """Enter a move (JSON text)."""
        return self.client.request(*self.asks(move))

    def asks(self, move: str) -> tuple[str, str, bytes, Sequence[str]]:
        """Return the request that enters a move: method, path, body, headers."""
        self.key += 1
        body = f'{{"key":"{id(self):x}{self.key}","move":{move}}}'
        return "POST", f"/t/{self.code}/entries", body.encode(), self.headers


Entry = tuple[Phone | Script | Empty, str]
"""Who enters a move, and the move (JSON text)."""


def storm(port: int, queues: Sequence[Sequence[Entry]]) -> tuple[list[float], float]:
    """Enter each queue's moves over a connection of its own, the next as soon as one is answered; return how long each
    took, and all together. One thread, so that what is measured is the server."""
    selector = selectors.DefaultSelector()
    times: list[float] = []
    begin = time.perf_counter()

    def tap(
        client: Client, waiting: Iterator[Entry]
    ) -> tuple[Client, Iterator[Entry], Phone | Script | Empty, float] | None:
        following = next(waiting, None)
        if following is None:
            return None
        who, move = following
        client.socket.sendall(client.written(*who.asks(move)))
        return client, waiting, who, time.perf_counter()

    for queue in queues:
        client = Client(port)
        selector.register(client.socket, selectors.EVENT_READ, tap(client, iter(queue)))
    while selector.get_map():
        for key, _mask in selector.select():
            client, waiting, _who, since = key.data
            status, body = client.answer()
            times.append(time.perf_counter() - since)
            if status != 200:
                raise RuntimeError(f"{status}: {body[:200]!r}")
            following = tap(client, waiting)
            if following is None:
                selector.unregister(client.socket)
                client.close()
            else:
                selector.modify(client.socket, selectors.EVENT_READ, following)
    return times, time.perf_counter() - begin


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value below which `share` of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def ms(seconds: float) -> str:
    """Return a time for reading, in milliseconds."""
    return f"{seconds * 1000:.3f} ms"
