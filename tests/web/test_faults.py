"""Killed, full, locked, set back, deaf, hung: nothing acknowledged is lost, none twice, and errors are sentences."""

from __future__ import annotations

import contextlib
import json
import re
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bench.soak import killed
from referee import sqlite, store, switchboard
from referee.pages import entries
from tests.web.conftest import Api, Table
from tests.web.served import Served, read_until

ADA = {"kind": "fame", "seat": 0, "by": 1}


def at_once(calls: list[Callable[[], Any]]) -> list[Any]:
    """Make all calls at the same moment, each in a thread of its own, and return what they return."""
    gate = threading.Barrier(len(calls))

    def through(call: Callable[[], Any]) -> Any:
        gate.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(through, calls))


def fame(table: Table) -> int:
    return sum(player["fame"] for player in table.show()["players"])


def test_killed_under_load_nothing_acknowledged_is_lost_and_nothing_is_twice() -> None:
    acknowledged, recorded, wrong = killed(6, seed=11)
    assert wrong == []
    assert acknowledged == recorded > 50


# --- the disk ----------------------------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_a_freed_one_goes_on(api: Api) -> None:
    table = api.table()
    writer = api.app.extensions["referee"].store._writer
    writer.execute("PRAGMA max_page_count = 1")  # SQLite takes what the file has now
    with contextlib.suppress(AssertionError):
        for _ in range(500):
            table.done(ADA)
    before = table.show()
    for what, body in (
        ("entries", {"key": "full", "move": ADA}),
        ("undo", {"key": "full", "seq": before["seq"]}),
    ):
        for _ in range(40):  # smaller rows may still find room
            status, answer = api.send("POST", f"/t/{table.code}/{what}", body, table.token)
            if status == 503:
                break
            before = table.show()
            body["key"] += "1"
            if what == "undo":
                body["seq"] = before["seq"]
        assert (status, answer["error"]["code"]) == (503, "storage")
        assert answer["error"]["message"].startswith("The server cannot write it down")
        assert table.show() == before
    assert api.send("POST", "/tables", {"game": "alchemicus", "players": ["x" * 40, "y" * 40]})[0] in (201, 503)
    assert api.get("/healthz") == {"ok": True}
    writer.execute("PRAGMA max_page_count = 1000000")
    assert table.done(ADA)["seq"] == before["seq"] + 1
    assert table.enter({**ADA, "by": 2})[0] == 200


def test_a_locked_database_refuses_everybody_in_bounded_time(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "BUSY_SECONDS", 0.4)
    table, database = api.table(), api.app.extensions["referee"].store
    database._writer.execute("PRAGMA busy_timeout = 400")
    script = (
        f"import sqlite3, sys; db = sqlite3.connect({str(database.file)!r}, isolation_level=None); "
        "db.execute('BEGIN IMMEDIATE'); print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None and other.stdin is not None and other.stdout.readline() == "held\n"
        begin = time.monotonic()
        answers = at_once([lambda: table.enter(ADA)] * 16)
        assert time.monotonic() - begin < 3
        assert {(status, answer["error"]["code"]) for status, answer in answers} == {(503, "storage")}
        assert table.show()["seq"] == 0
        other.stdin.close()
        other.wait()
    assert table.done(ADA)["seq"] == 1


def test_a_clock_set_back_harms_nothing(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    table = api.table()
    clock = datetime(2026, 10, 25, 2, 30, tzinfo=UTC)

    def now() -> str:
        return clock.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    monkeypatch.setattr(entries, "now", now)
    for _ in range(5):
        table.done(ADA)
        clock -= timedelta(hours=1)
    log = api.get(f"/t/{table.code}/log")["log"]
    assert [entry["seq"] for entry in log] == [1, 2, 3, 4, 5]
    assert [entry["at"] for entry in log] == sorted((entry["at"] for entry in log), reverse=True)
    client = api.client()
    rows = client.get(f"/t/{table.code}/log.csv", headers={"Authorization": f"Bearer {table.token}"})
    numbers = [line.split(";")[0] for line in rows.get_data(as_text=True).lstrip("\ufeff").splitlines()]
    assert numbers == ["1", "2", "3", "4", "5"]  # an hour apart, they are five lines
    sheet = client.get(f"/t/{table.code}/sheet", headers={"Authorization": f"Bearer {table.token}"})
    assert sheet.status_code == 200
    assert not re.search(r"[-−]\d+ min", sheet.get_data(as_text=True))
    assert table.back("undo", 5)[0] == 200


def test_long_logs_do_not_fill_the_memory(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "KEPT_ENTRIES", 12)
    tables = [api.table() for _ in range(5)]
    for _ in range(6):
        for table in tables:
            table.done(ADA)
    known = api.app.extensions["referee"].store._tables
    assert sum(table.seq for table in known.values()) <= 12
    assert [fame(table) for table in tables] == [6] * 5


# --- everybody at once -------------------------------------------------------------------------------------------


def test_the_same_key_eight_times_at_once_is_one_entry_for_all(api: Api) -> None:
    table = api.table()
    body = {"key": "one", "seq": 0, "move": ADA}
    answers = at_once([lambda: api.send("POST", f"/t/{table.code}/entries", body, table.token)] * 8)
    assert [(status, answer["seq"]) for status, answer in answers] == [(200, 1)] * 8
    assert table.show()["seq"] == fame(table) == 1


def test_of_two_undos_at_once_one_undoes(api: Api) -> None:
    table = api.table()
    for seq in range(0, 24, 4):
        table.done(ADA)
        table.done({**ADA, "seat": 1})
        undone = at_once([lambda seq=seq: table.back("undo", seq + 2)] * 4)  # type: ignore[misc]
        assert sorted(status for status, _ in undone) == [200, 409, 409, 409]
        assert all(answer["table"]["seq"] == seq + 3 for _, answer in undone)
        back = at_once([lambda way=way, seq=seq: table.back(way, seq + 3) for way in ("undo", "redo")])  # type: ignore[misc]
        assert sorted(status for status, _ in back) == [200, 409]


def test_a_turn_that_eight_phones_end_at_once_ends_once(api: Api) -> None:
    table = api.table("homunculus", ("Ada", "Bruno", "Cyd"))
    end = {"kind": "end_turn", "seat": 0}
    answers = at_once([lambda: table.enter(end, seq=0)] * 8)
    assert sorted(status for status, _ in answers) == [200] + [409] * 7
    assert (table.show()["seq"], table.show()["to_move"]) == (1, 1)


def test_thirty_two_phones_write_at_once(api: Api) -> None:
    table = api.table()

    def tap(number: int) -> list[int]:
        return [table.done({**ADA, "seat": number % 2})["seq"] for _ in range(8)]

    seqs = at_once([lambda number=number: tap(number) for number in range(32)])  # type: ignore[misc]
    assert sorted(seq for own in seqs for seq in own) == list(range(1, 257))
    assert fame(table) == 256


# --- streams that misbehave, and servers that go -------------------------------------------------------------------


class Flood:
    """A feed with a lot of news."""

    code, every, seats = "FLOODS", 0.2, frozenset[int]()

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


def test_a_phone_that_does_not_read_is_let_go_and_the_others_are_served(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    from referee.live import Live

    live = Live()
    board = switchboard.Switchboard(live)
    deaf, good, broken = (socket.socketpair() for _ in range(3))
    for (_, accepted), feed in ((deaf, Flood()), (good, Flood()), (broken, Broken())):
        board.take(accepted, feed)
    good[0].settimeout(5)
    heard = 0
    for _ in range(40):
        live.wake("FLOODS")
        heard += len(good[0].recv(50_000))
    assert heard > 500_000
    deadline = time.monotonic() + 5
    while live.count != 1 and time.monotonic() < deadline:
        good[0].recv(10**6)
        live.wake("FLOODS")
    assert live.count == 1  # the one that reads; what broke was let go alone
    monkeypatch.setattr(Flood, "beat", lambda self: 1 / 0)  # and not even this ends the thread
    time.sleep(0.5)
    monkeypatch.undo()
    live.wake("FLOODS")
    good[0].settimeout(5)
    assert good[0].recv(10**6)
    for pair in (deaf, good, broken):
        for end in pair:
            end.close()


@pytest.fixture(params=["house", "gunicorn"])
def served(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Served]:
    with Served(request.param, tmp_path) as running:
        yield running
    assert "unforeseen" not in running.log.read_text()


def made(server: Served, game: str = "alchemicus") -> tuple[str, str]:
    table = server.json("POST", "/tables", {"game": game, "players": ["Ada", "Bruno"]})
    return table["code"], table["token"]


def tap(server: Served, code: str, token: str, key: str) -> int:
    return int(server.json("POST", f"/t/{code}/entries", {"key": key, "move": ADA}, token)["seq"])


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


def test_half_and_crooked_requests_harm_nobody_else(served: Served) -> None:
    code, token = made(served)
    hung = [served.raw(half) for half in HALVES for _ in range(5)]
    for data in CROOKED:
        with contextlib.suppress(OSError), served.raw(b"") as connection:  # it may hang up before all is said
            connection.sendall(data)
            head = connection.recv(64)
            assert not head or head.split()[1].startswith(b"4"), (data[:200], head)
    begin = time.monotonic()
    assert tap(served, code, token, "k") == 1
    assert time.monotonic() - begin < 2
    for connection in hung:
        connection.close()


def test_a_phone_that_went_out_of_reach_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    from referee.live import Live

    monkeypatch.setattr(switchboard, "DEAF_SECONDS", 1)
    live = Live()
    board = switchboard.Switchboard(live)
    with socket.create_server(("127.0.0.1", 0)) as door, socket.socket() as phone:
        phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        phone.connect(door.getsockname())
        accepted, _ = door.accept()
        accepted.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        board.take(accepted, Flood())
        accepted.close()
        assert live.count == 1
        deadline = time.monotonic() + 15
        while live.count and time.monotonic() < deadline:
            time.sleep(0.1)
        assert live.count == 0


def test_a_hundred_phones_come_back_to_a_server_that_was_killed(tmp_path: Path) -> None:
    with Served("gunicorn", tmp_path) as server:
        code, token = made(server)
        ways = [("/live", ""), ("/stream", token), ("/stream", "")]
        streams = [server.stream(f"/t/{code}{ways[n % 3][0]}", ways[n % 3][1]) for n in range(120)]
        tap(server, code, token, "before")
        for stream in streams:
            read_until(stream, b"id: 1")
        server.kill()
        for stream in streams:
            with pytest.raises((ConnectionError, OSError)):
                read_until(stream, b"never")
            stream.close()
        server.start()
        streams = [server.stream(f"/t/{code}{ways[n % 3][0]}", ways[n % 3][1], since="1") for n in range(120)]
        assert tap(server, code, token, "after") == 2
        assert tap(server, code, token, "before") == 1
        for stream in streams:
            read_until(stream, b"id: 2", 5)
            stream.close()
        assert server.json("GET", f"/t/{code}")["players"][0]["fame"] == 2
        assert "Traceback" not in server.log.read_text()


def test_a_backup_under_load_is_whole_and_a_restore_reaches_everybody(served: Served, tmp_path: Path) -> None:
    code, token = made(served)
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
    other = Served("house", elsewhere)
    other.command("restore", str(copy))
    with other:
        assert other.json("GET", f"/t/{code}/log", token=token)["log"] == whole[: len(kept)]


def test_a_phone_that_was_turned_out_sees_no_secret_any_more(served: Served) -> None:
    code, host = made(served, "fata_morgana")
    place = f"/t/{code}"
    old = served.json("POST", f"{place}/join", {"seat": 0})["token"]
    hand = {"kind": "hand", "seat": 0, "hand": {"red": 3, "blue": 3, "green": 2, "white": 2}}
    served.json("POST", f"{place}/entries", {"key": "h", "move": hand}, old)
    mine, watching = served.stream(f"{place}/stream", old), served.stream(f"{place}/stream")
    before = [
        (read_until(stream, b"id: 1.", 5) + read_until(stream, b"event: beat", 6)).partition(b"id: 1.")[2]
        for stream in (mine, watching)
    ]
    given = served.json("POST", f"{place}/admit", {"seat": 0, "replace": True}, host)["pass"]
    new = served.json("POST", f"{place}/join", {"seat": 0, "pass": given})["token"]
    assert served.json("GET", place, token=new)["players"][0]["hand"]["red"] == 3
    assert served.json("GET", place, token=old)["players"][0]["hand"] is None
    after = read_until(mine, b"id: ", 5)  # at once, nobody entered anything
    served.json("POST", f"{place}/entries", {"key": "p", "move": {"kind": "points", "seat": 1, "by": 5}}, host)
    after += read_until(mine, b"id: 2", 5)
    seen = read_until(watching, b"id: 2", 5)

    def told(stream: Any, data: bytes) -> bytes:
        """Return the fragment that the event with seq 2 carries."""
        data += read_until(stream, b"event: beat", 6)
        return data.partition(b"id: 2.")[2].partition(b"\n")[2].partition(b"\n\n")[0]

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
