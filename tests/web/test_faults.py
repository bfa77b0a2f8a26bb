"""Killed, full, locked, set back, deaf, hung: nothing acknowledged is lost, none twice, and errors are sentences."""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee import enter
from referee.store import files, memory
from tests.servers.killed import killed
from tests.servers.server import GUNICORN
from tests.web.conftest import Api, Table

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


@pytest.mark.slow
@pytest.mark.parametrize("words", [(), GUNICORN], ids=["house", "gunicorn"])
def test_killed_under_load_nothing_acknowledged_is_lost_and_nothing_is_twice(words: tuple[str, ...]) -> None:
    acknowledged, recorded, wrong = killed(6, 11, words)
    assert wrong == []
    assert acknowledged == recorded > 50


# --- the disk ----------------------------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_a_freed_one_goes_on(api: Api) -> None:
    table = api.table()
    writer = api.app.extensions["referee"].store.database._writer
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
        assert answer["error"]["message"].startswith("The server cannot save anything right now.")
        assert table.show() == before
    new = {"game": "alchemicus", "players": ["x" * 40, "y" * 40]}
    made = [api.send("POST", "/tables", new)[0] for _ in range(40)]
    assert made[-1] == 503
    assert set(made) <= {201, 503}
    assert api.get("/healthz") == {"ok": True}
    writer.execute("PRAGMA max_page_count = 1000000")
    assert table.done(ADA)["seq"] == before["seq"] + 1
    assert table.enter({**ADA, "by": 2})[0] == 200


def test_a_locked_database_refuses_everybody_in_bounded_time(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "BUSY_SECONDS", 0.4)
    table, database = api.table(), api.app.extensions["referee"].store.database
    database._writer.execute("PRAGMA busy_timeout = 400")
    waited: list[float] = []
    wait = database._wait_for_others
    monkeypatch.setattr(database, "_wait_for_others", lambda seconds: (waited.append(seconds), wait(seconds)))
    script = (
        f"import sqlite3, sys; db = sqlite3.connect({str(database.file)!r}, isolation_level=None); "
        "db.execute('BEGIN IMMEDIATE'); print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None and other.stdin is not None and other.stdout.readline() == "held\n"
        answers = at_once([lambda: table.enter(ADA)] * 64)
        assert set(waited) == {0}, "after one wait in vain nobody waits"
        assert {(status, answer["error"]["code"]) for status, answer in answers} == {(503, "busy")}
        assert {answer["error"]["message"] for _, answer in answers} == {
            "The server is too busy just now. Nothing was recorded: wait a moment and try again."
        }
        assert table.show()["seq"] == 0 and api.get("/healthz") == {"ok": True}
        other.stdin.close()
        other.wait()
    assert table.done(ADA)["seq"] == 1
    assert waited[-1] == 0.4, "from then on they wait again"


def test_a_clock_set_back_harms_nothing(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    table = api.table()
    clock = datetime(2026, 10, 25, 2, 30, tzinfo=UTC)

    def now() -> str:
        return clock.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    monkeypatch.setattr(enter, "now", now)
    for _ in range(5):
        table.done(ADA)
        clock -= timedelta(hours=1)
    log = api.get(f"/t/{table.code}/log")["log"]
    assert [entry["seq"] for entry in log] == [1, 2, 3, 4, 5]
    assert [entry["at"] for entry in log] == sorted((entry["at"] for entry in log), reverse=True)
    client = api.client()
    rows = client.get(f"/t/{table.code}/log.csv", headers={"Authorization": f"Bearer {table.token}"})
    numbers = [line.split(",")[0] for line in rows.get_data(as_text=True).lstrip("\ufeff").splitlines()[1:]]
    assert numbers == ["1", "2", "3", "4", "5"]  # an hour apart, they are five lines
    sheet = client.get(f"/t/{table.code}/sheet", headers={"Authorization": f"Bearer {table.token}"})
    assert sheet.status_code == 200
    assert not re.search(r"[-−]\d+ min", sheet.get_data(as_text=True))
    assert table.back("undo", 5)[0] == 200


def test_after_a_backup_is_put_back_the_log_tells_what_came_then(api: Api, tmp_path: Path) -> None:
    table, database = api.table(), api.app.extensions["referee"].store.database
    database.backup(tmp_path / "copy")

    def log() -> str:
        return api.client().get(f"/t/{table.code}/log", headers={"Authorization": f"Bearer {table.token}"}).text

    table.done(ADA)
    assert "Ada: +1 Fame" in log()
    database.restore(tmp_path / "copy")
    database.look()
    table.done({"kind": "fame", "seat": 1, "by": 4})
    assert "Bruno: +4 Fame" in log()
    assert "Ada: +1 Fame" not in log()


def test_long_logs_do_not_fill_the_memory(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "KNOWN_ENTRIES", 12)
    tables = [api.table() for _ in range(5)]
    for _ in range(6):
        for table in tables:
            table.done(ADA)
    known = api.app.extensions["referee"].store.memory.tables
    assert sum(table.seq for table in known._tables.values()) == known._entries <= 12
    assert [fame(table) for table in tables] == [6] * 5


def test_entries_are_counted_right_while_tables_are_forgotten_at_once(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "KNOWN_ENTRIES", 12)
    here = api.app.extensions["referee"].store.memory

    def busy(table: Table) -> None:
        for _ in range(6):
            table.done(ADA)
            here.tokens.drop()
            here.tables.drop(table.code)
            fame(table)

    tables = [api.table() for _ in range(5)]
    at_once([lambda table=table: busy(table) for table in tables])
    assert here.tables._entries == sum(table.seq for table in here.tables._tables.values())
    here.clear()
    assert here.tables._entries == 0


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


# --- our own faults ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "What was recorded is safe"),
        ("it", "Quello che era registrato resta"),
        ("pl", "To, co zapisano, zostaje"),
    ],
)
def test_a_fault_nobody_foresaw_is_a_logged_500_that_says_what_stands(
    api: Api, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, language: str, said: str
) -> None:
    def broken(*_arguments: Any) -> None:
        raise TypeError("a fault of ours")

    table = api.table()
    monkeypatch.setattr(api.app, "testing", False)
    with monkeypatch.context() as patch:
        patch.setattr(enter, "judge", broken)
        status, answer = api.send(
            "POST", f"/t/{table.code}/entries?lang={language}", {"key": "k", "move": ADA}, table.token
        )
    assert (status, answer["error"]["code"]) == (500, "internal")
    assert said in answer["error"]["message"]
    assert "TypeError: a fault of ours" in caplog.text
    assert (table.show()["seq"], fame(table)) == (0, 0)
