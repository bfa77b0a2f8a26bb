"""Entries that are recorded as one: all of them or none, once, and nobody is told before they are on disk."""

from __future__ import annotations

import resource
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from referee.games import GAMES
from referee.store import StorageError, Store, Table, open_file
from referee.store.batch import Draft, NotAtOnce
from tests.store.positions import new, tap

CODES = ("AAAAAA", "BBBBBB", "CCCCCC")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "referee.sqlite"


@pytest.fixture
def house(file: Path) -> Iterator[Store]:
    store = open_file(file, GAMES)
    yield store
    store.close()


def on_disk(file: Path, code: str) -> int:
    """Return how many entries another process finds of a table."""
    with closing(sqlite3.connect(file)) as other:
        return int(other.execute("SELECT count(*) FROM entries WHERE code = ?", (code,)).fetchone()[0])


def tapped(house: Store, tables: list[Table], told: list[str]) -> list[Draft]:
    drafts = []
    for table in tables:
        with Draft() as draft:
            after = tap(house, table, "first")
            assert after.seq == table.seq + 1 and draft.table is after
            house.then(lambda code=table.code: told.append(f"{code} is played"), last=True)
            house.then(lambda code=table.code: told.append(f"{code} is woken"))
        drafts.append(draft)
    return drafts


def test_nothing_is_known_or_told_before_all_is_on_disk(house: Store, file: Path) -> None:
    tables, told = [new(house, code) for code in CODES], list[str]()
    drafts = tapped(house, tables, told)
    assert [on_disk(file, code) for code in CODES] == [0, 0, 0]
    assert told == [] and [house.table(code) for code in CODES] == tables
    assert house.record(drafts) == []
    assert [on_disk(file, code) for code in CODES] == [1, 1, 1]
    assert [house.table(code) for code in CODES] == [draft.table for draft in drafts]
    assert told == [f"{code} is woken" for code in CODES]
    for draft in drafts:
        draft.finish()
    assert told[3:] == [f"{code} is played" for code in CODES]
    assert drafts[0].table is not None and tap(house, drafts[0].table, "second").seq == 2


@contextmanager
def no_room(file: Path) -> Iterator[None]:
    """Let the file's log of what was written grow no more, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (Path(f"{file}-wal").stat().st_size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_commit_that_fails_leaves_nothing_of_any_entry(house: Store, file: Path) -> None:
    tables, told = [new(house, code) for code in CODES], list[str]()
    drafts = tapped(house, tables, told)
    with no_room(file), pytest.raises(StorageError):
        house.record(drafts)
    assert told == [] and [house.table(code) for code in CODES] == tables
    assert [on_disk(file, code) for code in CODES] == [0, 0, 0]
    for table in tables:
        assert tap(house, table, "first").seq == 1, "each can be recorded by itself"


def test_a_disk_that_is_full_half_way_leaves_nothing_of_what_came_before(house: Store, file: Path) -> None:
    """SQLite takes back all of a transaction then; whatever is inserted next would be another."""
    tables, told = [new(house, code) for code in CODES], list[str]()
    drafts = tapped(house, tables, told)
    insert = drafts[1].insert

    def full() -> bool:
        house.database._writer.execute("ROLLBACK")  # type: ignore[attr-defined]
        return insert()

    drafts[1].insert = full
    with pytest.raises(StorageError):
        house.record(drafts)
    assert told == [] and [house.table(code) for code in CODES] == tables


def closed(house: Store, table: Table) -> None:
    house.set_closed(table.code, True)


def entered(house: Store, table: Table) -> None:
    assert tap(house, table, "other").seq == 1


def forgotten(house: Store, table: Table) -> None:
    house.memory.tables.drop(table.code)


@pytest.mark.parametrize("before", [closed, entered, forgotten])
def test_where_others_came_first_nothing_of_that_one_is_recorded(
    house: Store, file: Path, before: Callable[[Store, Table], None]
) -> None:
    tables, told = [new(house, code) for code in CODES], list[str]()
    drafts = tapped(house, tables, told)
    before(house, tables[1])
    there = on_disk(file, CODES[1])
    assert house.record(drafts) == [drafts[1]]
    assert [on_disk(file, code) for code in CODES] == [1, there, 1]
    assert told == ["AAAAAA is woken", "CCCCCC is woken"]
    assert not drafts[1].durable


def test_a_draft_reads_and_writes_nothing(house: Store) -> None:
    table = new(house, CODES[0])
    with Draft() as draft:
        with pytest.raises(NotAtOnce):
            house.table("ZZZZZZ")
        with pytest.raises(NotAtOnce):
            house.set_closed(table.code, True)
        house.database.look()  # as each request does before it enters anything
        house.then(lambda: draft.then(lambda: None))
    assert draft.table is None
    assert house.table("ZZZZZZ") is None
    house.set_closed(table.code, True)


def test_what_follows_of_itself_is_recorded_with_its_entry_or_not_at_all(house: Store, file: Path) -> None:
    tables, drafts = [new(house, code) for code in CODES[:2]], []
    for table in tables:
        with Draft() as draft:
            drafts.append(draft)

            def insert(code: str = table.code) -> bool:
                with house.database.together() as run:
                    run("UPDATE tables SET closed = 1 WHERE code = ?", code)
                    return code == CODES[0] or bool(1 / 0)

            draft.enter(table, insert)
    with pytest.raises(ZeroDivisionError):
        house.record(drafts)
    assert house.record(drafts[:1]) == []
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("SELECT code FROM tables WHERE closed").fetchall() == [(CODES[0],)]


def test_another_thread_is_not_in_the_draft(house: Store) -> None:
    table, read = new(house, CODES[0]), []
    with Draft():
        reading = threading.Thread(target=lambda: read.append(house.table("ZZZZZZ")))
        reading.start()
        reading.join()
        tap(house, table, "first")
        writing = threading.Thread(target=lambda: read.append(house.set_closed(table.code, True)))
        writing.start()
        writing.join()
    assert read == [None, None]
    now = house.table(table.code)
    assert now is not None and (now.seq, now.closed) == (0, True)


def test_what_fails_after_the_commit_keeps_nobody_from_being_woken(
    house: Store, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[str] = []
    table = new(house)
    with Draft() as draft:
        tap(house, table, "first")
        house.then(lambda: 1 / 0)
        house.then(lambda: told.append("woken"))
    house.record([draft])
    assert told == ["woken"] and "ZeroDivisionError" in caplog.text
