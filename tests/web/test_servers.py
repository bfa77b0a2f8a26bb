"""Phones that do not read, requests that never end, servers that are killed, copies made meanwhile."""

from __future__ import annotations

import contextlib
import json
import select
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from referee import switchboard
from referee.live import Live
from tests.servers.server import GUNICORN, Server, read_until

pytestmark = pytest.mark.slow


class Flood:
    """A feed with a lot of news."""

    code, every, seats, over = "FLOODS", 0.2, frozenset[int](), False

    def head(self) -> bytes:
        return b"HEAD"

    def news(self) -> bytes:
        return b"." * 50_000

    def beat(self) -> bytes:
        return b"beat"


class Broken(Flood):
    """A feed that cannot tell what is new."""

    def news(self) -> bytes:
        raise RuntimeError("broken")


class Beatless(Flood):
    """A feed that cannot say that it is alive."""

    def beat(self) -> bytes:
        raise RuntimeError("broken")


def test_a_phone_that_does_not_read_is_let_go_and_the_others_are_served() -> None:
    live = Live()
    board = switchboard.Switchboard()
    deaf, good, broken, beatless = pairs = [socket.socketpair() for _ in range(4)]
    for (_, accepted), feed in ((deaf, Flood()), (good, Flood()), (broken, Broken()), (beatless, Beatless())):
        board.take(accepted, feed, live.watch(feed.code).__enter__())
    good[0].settimeout(10)
    deadline, heard = time.monotonic() + 20, 0
    while (live.count > 1 or heard < 10**6) and time.monotonic() < deadline:
        live.wake("FLOODS")
        heard += len(good[0].recv(10**6))
    assert live.count == 1 and heard >= 10**6  # the one that reads
    for pair in pairs:
        for end in pair:
            end.close()


def test_writes_that_wait_for_their_turn_keep_no_page_out(tmp_path: Path) -> None:
    words = (*GUNICORN, "tests.servers.stalled:application")
    with Server(tmp_path, words, REFEREE_THREADS="4", DATABASE_URL="") as server, ThreadPoolExecutor(13) as pool:
        writes = [pool.submit(server.send, "POST", "/t", {}, timeout=60) for _ in range(12)]
        time.sleep(0.5)  # by then they hold all threads that are theirs
        assert pool.submit(server.send, "GET", "/t", timeout=60).result()[0] == 200
        assert [write.result()[0] for write in writes] == [200] * 12


@pytest.fixture(params=[(), GUNICORN], ids=["house", "gunicorn"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, request.param, REFEREE_THREADS="32") as running:
        yield running
    assert "unforeseen" not in running.log.read_text()


def tap(server: Server, code: str, token: str, key: str) -> int:
    status, answer = server.tap(code, token, key)
    assert status == 200
    return int(answer["seq"])


HALVES = (
    b"",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ",
    b"POST /tables HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
)
CROOKED = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64) + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\x00b\r\nConnection: close\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 400_000 + b"\r\n\r\n",
    *(
        b"POST /tables HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nContent-Type: application/json\r\n"
        b"Connection: close\r\n" + rest
        for rest in (
            b"Content-Length: -1\r\n\r\n{}",
            b"Content-Length: x\r\n\r\n{}",
            b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
            b"Content-Length: 99999999999999999999\r\n\r\n{}",
            b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
            b"Transfer-Encoding: chunked\r\n\r\n30000\r\n" + b"a" * 0x30000 + b"\r\n0\r\n\r\n",
        )
    ),
)


def test_half_and_crooked_requests_harm_nobody_else(served: Server) -> None:
    code, token = served.new_table()
    for data in CROOKED:
        with contextlib.suppress(ConnectionError), served.raw(b"") as connection:  # it may hang up before all is said
            connection.sendall(data)
            head = connection.recv(64)
            assert not head or head.split()[1].startswith(b"4"), (data[:200], head)
    for number in range(1, 4):
        hung = [served.raw(half) for half in HALVES for _ in range(5)]
        assert tap(served, code, token, f"k{number}") == number
        answered_meanwhile = not select.select(hung, [], [], 0)[0]
        for connection in hung:
            connection.close()
        if answered_meanwhile:  # on a machine that stands still they may be let go before the tap is sent
            break
    assert answered_meanwhile


def test_a_phone_that_went_out_of_reach_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(switchboard, "DEAF_SECONDS", 1)
    live = Live()
    board = switchboard.Switchboard()
    with socket.create_server(("127.0.0.1", 0)) as door, socket.socket() as phone:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        phone.connect(door.getsockname())
        accepted, _ = door.accept()
        accepted.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        board.take(accepted, Flood(), live.watch(Flood.code).__enter__())
        accepted.close()
        assert live.count == 1
        deadline = time.monotonic() + 15
        while live.count and time.monotonic() < deadline:
            time.sleep(0.1)
        assert live.count == 0


def test_a_hundred_phones_come_back_to_a_server_that_was_killed(tmp_path: Path) -> None:
    with Server(tmp_path, GUNICORN, REFEREE_THREADS="32") as server:
        code, token = server.new_table()
        ways = [("/live", ""), ("/stream", token), ("/stream", "")]
        streams = [server.stream(f"/t/{code}{ways[n % 3][0]}", ways[n % 3][1]) for n in range(120)]
        for stream in streams:
            read_until(stream, b"200 OK")  # only who listens is told of what comes
        tap(server, code, token, "before")
        for stream in streams:
            read_until(stream, b"id: 1")
        server.kill()
        for stream in streams:
            with pytest.raises(ConnectionError):
                read_until(stream, b"never")
            stream.close()
        server.start()
        streams = [server.stream(f"/t/{code}{ways[n % 3][0]}", ways[n % 3][1], since="1") for n in range(120)]
        assert tap(server, code, token, "after") == 2
        assert tap(server, code, token, "before") == 1
        for stream in streams:
            read_until(stream, b"id: 2")
            stream.close()
        assert server.json("GET", f"/t/{code}")["players"][0]["fame"] == 2
        assert "Traceback" not in server.log.read_text()


def test_a_backup_under_load_is_whole_and_a_restore_reaches_everybody(served: Server, tmp_path: Path) -> None:
    code, token = served.new_table()
    for number in range(5):
        tap(served, code, token, f"a{number}")
    stop, told = threading.Event(), [5]

    def write() -> None:
        while not stop.is_set():
            told.append(tap(served, code, token, f"b{told[-1]}"))

    writing = threading.Thread(target=write)
    writing.start()
    copy = tmp_path / "copy.sqlite"
    served.command("backup", str(copy))
    stop.set()
    writing.join()
    with contextlib.closing(sqlite3.connect(copy)) as db:
        kept = [seq for (seq,) in db.execute("SELECT seq FROM entries ORDER BY seq")]
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert kept == list(range(1, len(kept) + 1)) and 5 <= len(kept) <= told[-1]
    whole = served.json("GET", f"/t/{code}/log")["log"]
    assert len(whole) == told[-1]

    streams = [served.stream(f"/t/{code}/live"), served.stream(f"/t/{code}/stream")]
    while tap(served, code, token, f"c{told[-1]}") <= len(kept):
        told[-1] += 1
    time.sleep(0.3)
    served.command("restore", str(copy))
    for stream in streams:
        read_until(stream, b"id: %d" % len(kept))
        stream.close()
    assert served.json("GET", f"/t/{code}/log")["log"] == whole[: len(kept)]
    assert tap(served, code, token, "after") == len(kept) + 1

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    other = Server(elsewhere)
    other.command("restore", str(copy))
    with other:
        assert other.json("GET", f"/t/{code}/log", token=token)["log"] == whole[: len(kept)]


def test_a_phone_that_was_turned_out_sees_no_secret_any_more(served: Server) -> None:
    code, host = served.new_table("fata_morgana")
    place = f"/t/{code}"
    old = served.json("POST", f"{place}/join", {"seat": 0})["token"]
    hand = {"kind": "hand", "seat": 0, "hand": {"red": 3, "blue": 3, "green": 2, "white": 2}}
    served.json("POST", f"{place}/entries", {"key": "h", "move": hand}, old)
    mine, watching = served.stream(f"{place}/stream", old), served.stream(f"{place}/stream")
    before = [
        (read_until(stream, b"id: 1.") + read_until(stream, b"event: beat")).partition(b"id: 1.")[2]
        for stream in (mine, watching)
    ]
    given = served.json("POST", f"{place}/admit", {"seat": 0, "replace": True}, host)["pass"]
    new = served.json("POST", f"{place}/join", {"seat": 0, "pass": given})["token"]
    assert served.json("GET", place, token=new)["players"][0]["hand"]["red"] == 3
    assert served.json("GET", place, token=old)["players"][0]["hand"] is None
    after = read_until(mine, b"id: ")  # at once, nobody entered anything
    served.json("POST", f"{place}/entries", {"key": "p", "move": {"kind": "points", "seat": 1, "by": 5}}, host)
    after += read_until(mine, b"id: 3.")  # the second is the log's line about the new phone
    seen = read_until(watching, b"id: 3.")

    def told(stream: Any, data: bytes) -> bytes:
        """Return the fragment that the event with seq 3 carries."""
        data += read_until(stream, b"event: beat")
        return data.partition(b"id: 3.")[2].partition(b"\n")[2].partition(b"\n\n")[0]

    assert told(mine, after) == told(watching, seen) != b""
    assert before[0] != before[1]  # the hand was there to see
    for stream in (mine, watching):
        stream.close()
    cookie = b"GET %s?watch HTTP/1.1\r\nHost: localhost\r\nCookie: seats=%s\r\nConnection: close\r\n\r\n"
    pages = []
    for seats in (old, "unknown"):
        with served.raw(cookie % (place.encode(), seats.encode())) as connection:
            data = b""
            while piece := connection.recv(65536):
                data += piece
        pages.append(data.partition(b"\r\n\r\n")[2])
    assert pages[0] == pages[1] and b"<html" in pages[0]
    assert json.dumps(served.json("GET", f"{place}/log", token=old)).count('"red"') == 0
