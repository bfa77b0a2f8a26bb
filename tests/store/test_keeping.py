"""What is deleted, by whom and after how long: the table with all that belongs to it, and nothing else."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from referee.games import GAMES
from referee.store import Claim, Pass, Stale, Store, keeping, open_database
from referee.store.rows import COLUMNS
from tests.apps import app_with
from tests.servers.postgres import Cluster
from tests.store.positions import MADE, new, tap

CODE = "K7QF2M"
DAY = timedelta(days=1)
LATER, MUCH_LATER = "2026-01-02T03:14:05.678Z", "2099-01-02T03:14:05.678Z"


def rows_of(store: Store, code: str) -> int:
    """Return how many rows belong to a table, in all tables of the database."""
    found = [table for table, columns in COLUMNS.items() if "code" in columns and table != "gone"]
    return sum(store.database.rows(f"SELECT count(*) FROM {table} WHERE code = ?", code)[0][0] for table in found)


def test_a_table_is_deleted_with_all_that_belongs_to_it(store: Store) -> None:
    table = tap(store, new(store), "one")
    for code in ("AAAAAA", "BBBBBB"):
        tap(store, new(store, code), "one")
    store.set_successor("AAAAAA", CODE)
    told: list[str | None] = []
    store.changed = told.append
    store.seat(CODE, Claim(0, "phone"))
    store.seats.admit(CODE, 1, "pass", True, MUCH_LATER)
    others = rows_of(store, "BBBBBB")
    assert store.seats.token(CODE, "phone") is not None
    assert store.table("BBBBBB") is not None
    assert store.delete(CODE)
    assert "AAAAAA" in told, "what leads on to it is drawn anew"
    assert store.memory.tables.get("BBBBBB") is not None, "the others need not be replayed"
    assert rows_of(store, CODE) == 0
    assert (store.table(CODE), store.latest(CODE), store.seats.token(CODE, "phone")) == (None, None, None)
    assert not store.seat(CODE, Claim(1, "late", shown=Pass("pass", MADE)))
    with pytest.raises(Stale):
        tap(store, table, "two")
    before = store.latest("AAAAAA")
    assert before is not None and (before.successor, before.seq) == (None, 1)
    assert rows_of(store, "BBBBBB") == others
    assert not store.delete(CODE)
    assert keeping.deleted_here(store, [CODE, "BBBBBB", "ZZZZZZ"]) == {CODE}, "that it was here is all that stays"
    assert new(store).seq == 0, "the code is free again"


def test_what_is_deleted_at_one_server_is_gone_at_the_others(cluster: Cluster) -> None:
    address = cluster.address()
    here, there = (open_database(address, GAMES, connections=2) for _ in range(2))
    told, changed = threading.Event(), threading.Event()
    there.watch(lambda code: (changed if code == CODE else told).set())
    assert told.wait(20)
    tap(here, new(here), "one")
    assert changed.wait(20) and there.table(CODE) is not None
    changed.clear()
    here.delete(CODE)
    assert changed.wait(20)
    assert there.table(CODE) is None and there.seats.token(CODE, "host") is None
    here.close()
    there.close()


def test_entries_and_a_deletion_at_once_leave_all_or_nothing(store: Store) -> None:
    table = new(store)
    ended: list[Exception] = []

    def taps() -> None:
        now = table
        try:
            for number in range(200):
                now = tap(store, now, f"k{number}")
        except Stale as stale:
            ended.append(stale)

    thread = threading.Thread(target=taps)
    thread.start()
    while not store.database.rows("SELECT seq FROM entries WHERE seq > 5 LIMIT 1"):
        pass
    assert store.delete(CODE)
    thread.join()
    assert len(ended) == 1 and rows_of(store, CODE) == 0


def test_tables_without_an_entry_for_so_long_go_and_others_stay(store: Store) -> None:
    gone: list[str] = []
    tap(store, new(store, "AAAAAA"), "long ago")
    new(store, "BBBBBB", created=keeping.ago(20))
    new(store, "CCCCCC", created=keeping.ago(40))
    for _ in range(2 * keeping.FOUND_TIMES):
        assert keeping.tidy(store, 0, gone.append) == 0
    for _ in range(keeping.FOUND_TIMES - 1):
        assert keeping.tidy(store, 30, gone.append) == 0 and gone == []
    assert keeping.tidy(store, 30, gone.append) == 2
    assert sorted(gone) == ["AAAAAA", "CCCCCC"]
    assert [code for (code,) in store.database.rows("SELECT code FROM tables")] == ["BBBBBB"]


def test_a_clock_that_jumps_ahead_deletes_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def days_ahead(days: float) -> None:
        clock = type("Clock", (datetime,), {"now": lambda zone: real(zone) + days * DAY})
        monkeypatch.setattr(keeping, "datetime", clock)

    real = datetime.now
    gone: list[str] = []
    new(store, created=keeping.ago(1))
    new(store, "AAAAAA", created=keeping.ago(40))
    for _ in range(3):  # a board without a battery, or a wrong BIOS, until it is put right
        days_ahead(800)
        for _ in range(keeping.FOUND_TIMES - 1):
            keeping.tidy(store, 30, gone.append)
        days_ahead(-800)
        keeping.tidy(store, 30, gone.append)
    assert gone == [] and store.table(CODE) is not None
    days_ahead(0)
    for _ in range(keeping.FOUND_TIMES):
        keeping.tidy(store, 30, gone.append)
    assert gone == ["AAAAAA"], "what is idle by the right clock still goes"


def test_passes_and_watchers_go_when_they_open_nothing_any_more(store: Store) -> None:
    new(store)
    new(store, "AAAAAA", created=keeping.ago(0.1))
    for code in (CODE, "AAAAAA"):
        store.seat(code, Claim(None, "tv"))
        store.seat(code, Claim(0, "phone"))
        store.seats.admit(code, 1, "old", True, LATER)
        store.seats.admit(code, 1, "good", True, MUCH_LATER)
    keeping.tidy(store, 0, lambda code: None)
    assert [store.seats.token(code, "tv") is not None for code in (CODE, "AAAAAA")] == [False, True]
    assert all(store.seats.token(code, who) for code in (CODE, "AAAAAA") for who in ("host", "phone"))
    assert {hash for (hash,) in store.database.rows("SELECT hash FROM passes")} == {"good"}


def test_a_server_tidies_up_by_itself_until_it_closes(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "FIRST_SECONDS", 0.01)
    monkeypatch.setattr(keeping, "EVERY_SECONDS", 0.01)
    monkeypatch.setattr(keeping, "FOUND_TIMES", 2)
    new(store)
    gone = threading.Event()
    thread = keeping.keep_tidy(store, 30, lambda code: gone.set())
    assert gone.wait(20)
    store.close()
    thread.join(5)
    assert not thread.is_alive()


@pytest.fixture
def invoke(tmp_path: Path) -> Callable[..., tuple[int, str]]:
    app = app_with({"DATA": str(tmp_path), "LIMITS": {}})
    new(app.extensions["referee"].store)

    def run(*words: str, typed: str = "") -> tuple[int, str]:
        done = app.test_cli_runner().invoke(args=[*words], input=typed)
        return done.exit_code, done.output

    yield run
    app.extensions["referee"].store.close()


def test_the_command_line_deletes_what_it_is_told_to_once_it_is_sure(invoke: Callable[..., tuple[int, str]]) -> None:
    code, said = invoke("delete", "k7qf2m", typed="n\n")
    assert code == 1 and "Ada, Bruno" in said
    code, said = invoke("delete", "k7qf2m", typed="y\n")
    assert code == 0 and "K7QF2M is deleted" in said
    code, said = invoke("delete", "k7qf2m", "--yes")
    assert code == 1 and said.startswith("Error: There is no table with the code k7qf2m")
