"""Clients that send their requests a byte at a time, or do not read their answers: nobody else waits for them."""

from __future__ import annotations

import contextlib
import random
import resource
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.servers.server import GUNICORN, Server, read_until

pytestmark = pytest.mark.slow

SLOW = 1000
SECONDS = 8
"""How long they go on: longer than a server waits for the rest of a request that has begun, were it by the byte."""
HEAD = b"GET /rules HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY = (
    b"POST /tables HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nContent-Type: application/json\r\n"
    b"Content-Length: 60000\r\n\r\n"
)
CHUNKS = BODY.replace(b"Content-Length: 60000", b"Transfer-Encoding: chunked") + b"2000\r\n"
UPLOAD = BODY.replace(b"/tables", b"/tables/import").replace(b"60000", b"4000000")
ENDLESS = BODY.replace(b"60000", b"4000000000")
MANY = 10_000
OPEN = 3000
"""So many of them the client keeps open; the server waits for the last thousand."""
DRIPS = {"head": HEAD, "body": BODY, "chunks": CHUNKS, "upload": UPLOAD, "endless": ENDLESS, "nothing": b""}


@pytest.fixture(params=[(), GUNICORN], ids=["house", "gunicorn"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    with Server(tmp_path, request.param, REFEREE_THREADS="8") as running:
        yield running
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def open_slowly(server: Server, begin: bytes, many: int = SLOW, receive: int | None = None) -> Callable[[], None]:
    """Open `many` connections that begin with `begin` and go on by a byte now and then; return what ends them."""
    ended = threading.Event()
    clients: list[socket.socket] = []

    def one() -> None:
        with contextlib.suppress(OSError):
            client = socket.socket()
            clients.append(client)
            client.settimeout(0.2)
            if receive is not None:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
            client.connect(("127.0.0.1", server.port))
            client.sendall(begin)

    def drip() -> None:
        while not ended.is_set():
            for client in clients:
                with contextlib.suppress(OSError):
                    if begin and receive is None:
                        client.send(b"x", socket.MSG_DONTWAIT)
            while len(clients) < many and not ended.is_set():
                one()
            ended.wait(1)

    dripping = threading.Thread(target=drip)
    dripping.start()

    def end() -> None:
        ended.set()
        dripping.join()
        for client in clients:
            client.close()

    return end


def taps_meanwhile(server: Server) -> int:
    """Set a table and tap for SECONDS, each tap being answered before its request is given up; return how many."""
    tapped = 0
    table = server.json("POST", "/tables", {"game": "alchemicus", "players": ["Ada", "Bruno"]})
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        move = {"key": f"k{tapped}", "move": {"kind": "fame", "seat": 0, "by": 1}}
        entered = server.json("POST", f"/t/{table['code']}/entries", move, table["token"])
        tapped += 1
        assert entered["seq"] == tapped
        assert server.json("GET", "/healthz")["ok"]
        time.sleep(0.2)
    return tapped


@pytest.mark.parametrize("how", DRIPS)
def test_a_thousand_dripping_requests_keep_nobody_out(served: Server, how: str) -> None:
    end = open_slowly(served, DRIPS[how])
    try:
        assert taps_meanwhile(served)
    finally:
        end()


def test_clients_that_do_not_read_keep_nobody_out(served: Server) -> None:
    asked = b"GET /rules/documents HTTP/1.1\r\nHost: localhost\r\n\r\n"
    end = open_slowly(served, asked, many=100, receive=2048)
    try:
        assert taps_meanwhile(served)
    finally:
        end()


def test_ten_thousand_half_requests_end_no_worker(served: Server) -> None:
    """Those that are to give way next go on as new ones come; so does any other now and then."""
    table = served.json("POST", "/tables", {"game": "alchemicus", "players": ["Ada", "Bruno"]})
    listening = served.stream(f"/t/{table['code']}/live")
    chance, half, opened, taps = random.Random(26), list[socket.socket](), 0, 0
    began = served.log.read_text()
    try:
        while opened < MANY:
            for one in half[:-OPEN]:
                one.close()
            half = half[-OPEN:]
            for _ in range(20):
                half.append(socket.create_connection(("127.0.0.1", served.port), timeout=10))
                half[-1].sendall(HEAD)
            for one in [*half[-SLOW - 40 : -SLOW + 40], *chance.sample(half, 10)]:
                with contextlib.suppress(OSError):  # it gave way
                    one.send(b"x", socket.MSG_DONTWAIT)
            opened += 20
            if opened % 1000 == 0:
                taps += 1
                move = {"key": f"k{taps}", "move": {"kind": "fame", "seat": 0, "by": 1}}
                assert served.json("POST", f"/t/{table['code']}/entries", move, table["token"])["seq"] == taps
        assert served.json("GET", "/healthz")["ok"]
        read_until(listening, f'"seq":{taps}}}'.encode())  # the first stream is still there
    finally:
        for one in half:
            one.close()
    assert (taps, served.log.read_text()) == (10, began)


def test_who_asks_by_https_where_http_is_spoken_is_told_so_at_once(served: Server) -> None:
    """Browsers that try https first go on to http at once."""
    client = socket.create_connection(("127.0.0.1", served.port), timeout=5)
    with client, pytest.raises((ssl.SSLError, ConnectionError)):
        ssl.create_default_context().wrap_socket(client, server_hostname="localhost")
    assert served.json("GET", "/healthz")["ok"]
    assert served.log.read_text() == ""


def test_who_goes_on_with_tls_on_a_connection_that_spoke_http_is_closed_at_once(served: Server) -> None:
    client = served.raw(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
    read_until(client, b'{"ok":true}')
    client.sendall(b"\x16\x03\x01\x02\x00\x01")
    client.settimeout(5)
    with contextlib.suppress(ConnectionError):
        assert client.recv(100) == b""
