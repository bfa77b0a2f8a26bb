"""Entries that are recorded as one: all of them or none, once, and nobody is told before they are on disk."""

from __future__ import annotations

import resource
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from referee.games import GAMES
from referee.store import StorageError, Store, Table, open_file
from referee.store.batch import Batch, NotAtOnce
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


def begun(house: Store) -> Batch:
    batch = house.database.batch()
    assert batch is not None
    return batch


def on_disk(file: Path, code: str) -> int:
    """Return how many entries another process finds of a table."""
    with closing(sqlite3.connect(file)) as other:
        return int(other.execute("SELECT count(*) FROM entries WHERE code = ?", (code,)).fetchone()[0])


def tapped(house: Store, batch: Batch, tables: list[Table], told: list[str]) -> None:
    for table in tables:
        with batch:
            after = tap(house, table, "first")
            assert after.seq == table.seq + 1
            house.then(lambda code=table.code: told.append(f"{code} is played"), last=True)
            house.then(lambda code=table.code: told.append(f"{code} is woken"))


def test_nothing_is_known_or_told_before_all_is_on_disk(house: Store, file: Path) -> None:
    tables, told = [new(house, code) for code in CODES], list[str]()
    batch = begun(house)
    tapped(house, batch, tables, told)
    assert [table.seq for table in batch.recorded] == [1, 1, 1]
    assert [on_disk(file, code) for code in CODES] == [0, 0, 0]
    assert told == [] and [house.table(code) for code in CODES] == tables
    committing = threading.Thread(target=batch.commit)
    committing.start()
    committing.join()
    assert [on_disk(file, code) for code in CODES] == [1, 1, 1]
    assert [house.table(code) for code in CODES] == batch.recorded
    assert told == [f"{code} is woken" for code in CODES]
    batch.finish()
    assert told[3:] == [f"{code} is played" for code in CODES]
    assert tap(house, batch.recorded[0], "second").seq == 2


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
    batch = begun(house)
    tapped(house, batch, tables, told)
    with no_room(file), pytest.raises(StorageError):
        batch.commit()
    assert told == [] and [house.table(code) for code in CODES] == tables
    assert [on_disk(file, code) for code in CODES] == [0, 0, 0]
    for table in tables:
        assert tap(house, table, "first").seq == 1, "each can be recorded by itself"


def test_a_disk_that_is_full_half_way_loses_nothing_that_is_told(house: Store, file: Path) -> None:
    """SQLite takes back all of a transaction then, and what comes next would begin another."""
    tables, told = [new(house, code) for code in CODES], list[str]()
    batch = begun(house)
    tapped(house, batch, tables[:1], told)
    house.database._writer.execute("ROLLBACK")  # type: ignore[attr-defined]
    with batch, pytest.raises(NotAtOnce):
        tap(house, tables[1], "first")
    with pytest.raises(StorageError):
        batch.commit()
    assert told == [] and on_disk(file, CODES[0]) == on_disk(file, CODES[1]) == 0
    assert tap(house, tables[0], "first").seq == 1


def test_a_batch_waits_for_nothing(house: Store, file: Path) -> None:
    table = new(house, CODES[0])
    with house.database.turn(table.code, 1):
        assert house.database.batch() is None, "somebody is writing"
    batch = begun(house)
    assert house.database.batch() is None, "it is"
    with batch:
        with pytest.raises(NotAtOnce):
            house.table("ZZZZZZ")
        with pytest.raises(NotAtOnce):
            house.set_closed(table.code, True)
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(NotAtOnce):
                tap(house, table, "first")
            other.execute("ROLLBACK")
    batch.give_up()
    assert tap(house, table, "first").seq == 1
    assert house.table("ZZZZZZ") is None


def test_several_statements_of_one_are_all_or_nothing_within_it(house: Store, file: Path) -> None:
    tables = [new(house, code) for code in CODES[:2]]
    batch = begun(house)
    for table in tables:
        with batch, house.database.turn(table.code, 1), suppress(ZeroDivisionError), house.database.together() as run:
            run("UPDATE tables SET closed = 1 WHERE code = ?", table.code)
            assert table is tables[0] or 1 / 0
    batch.commit()
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("SELECT code FROM tables WHERE closed").fetchall() == [(CODES[0],)]


def test_another_thread_is_not_in_the_batch(house: Store) -> None:
    table = new(house, CODES[0])
    batch, read = begun(house), []
    with batch:
        reading = threading.Thread(target=lambda: read.append(house.table("ZZZZZZ")))
        reading.start()
        reading.join()
    assert read == [None]
    with batch:
        tap(house, table, "first")
    waiting = threading.Thread(target=lambda: read.append(house.set_closed(table.code, True)))
    waiting.start()
    batch.commit()
    waiting.join()
    now = house.table(table.code)
    assert now is not None and (now.seq, now.closed) == (1, True)


def test_what_fails_after_the_commit_keeps_nobody_from_being_woken(
    house: Store, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[str] = []
    table = new(house)
    batch = begun(house)
    with batch:
        tap(house, table, "first")
        house.then(lambda: 1 / 0)
        house.then(lambda: told.append("woken"))
    batch.commit()
    assert told == ["woken"] and "ZeroDivisionError" in caplog.text


def test_a_batch_does_not_wait_for_itself_to_hear_what_others_wrote(house: Store) -> None:
    table, batch = new(house), begun(house)
    with batch:
        house.database.look()  # as each request does before it enters anything
        assert tap(house, table, "first").seq == 1
    batch.give_up()
