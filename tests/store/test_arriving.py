"""A table that comes in with a long log: others write meanwhile, and nobody ever sees half of it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from referee.history import Entry
from referee.store import StorageError, Store, arriving, keeping
from referee.store.rows import COLUMNS
from tests.store.positions import MADE, fame, new, tap

CODE = "K7QF2M"
OTHER = "AAAAAA"
LOG = [Entry(seq, MADE, None, fame(1 if seq % 2 else -1)) for seq in range(1, 48)]
Opened = Callable[[], Store]


@pytest.fixture(autouse=True)
def in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arriving, "PIECE", 10)


def entries_of(store: Store, code: str) -> int:
    return int(store.database.rows("SELECT count(*) FROM entries WHERE code = ?", code)[0][0])


def test_others_write_between_two_pieces_and_see_nothing_before_it_is_whole(
    store: Store, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new(store, OTHER, created="2026-01-01T03:04:05.678Z")
    elsewhere = opened()
    written: list[int] = []

    def meanwhile(_seconds: float) -> None:
        nonlocal table
        written.append(entries_of(store, CODE))
        table = tap(store, table, f"tap {len(written)}")
        for each in (store, elsewhere):
            assert each.table(CODE) is None and each.latest(CODE) is None
            assert (each.codes(), each.newest()) == ([OTHER], OTHER)

    monkeypatch.setattr(arriving.time, "sleep", meanwhile)
    made = new(store, log=LOG)
    assert written == [0, 10, 20, 30, 40]
    assert (table.seq, made.seq, made.arriving) == (5, 47, False)
    whole = opened().table(CODE)
    assert whole is not None and whole == msgspec.structs.replace(made, history=whole.history)
    assert (whole.history.log, whole.state) == (made.history.log, made.state)
    assert elsewhere.codes() == [OTHER, CODE]
    assert tap(store, made, "on").seq == 48


def test_what_a_killed_server_left_is_nobodys_and_is_deleted(
    store: Store, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def kill(_seconds: float) -> None:
        if entries_of(store, CODE) == 20:
            raise Killed

    monkeypatch.setattr(arriving.time, "sleep", kill)
    with monkeypatch.context() as dead:  # who is killed tidies nothing up
        dead.setattr(arriving, "drop", lambda database, code: None)
        with pytest.raises(Killed):
            new(store, log=LOG, created=keeping.ago(1))
    after = opened()
    assert entries_of(after, CODE) == 20
    assert after.table(CODE) is None and after.codes() == []
    keeping.tidy(after, 0, lambda code: None)
    assert {
        table: after.database.rows(f"SELECT * FROM {table} WHERE code = ?", CODE) for table in ("tables", "entries")
    } == {
        "tables": [],
        "entries": [],
    }
    assert new(after).seq == 0


def test_what_comes_in_now_is_left_alone(store: Store, opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    tidying = opened()
    monkeypatch.setattr(arriving.time, "sleep", lambda _seconds: keeping.tidy(tidying, 0, lambda code: None))
    assert new(store, log=LOG, created=keeping.ago(0)).seq == 47


def test_a_disk_that_fails_on_the_way_leaves_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_seconds: float) -> None:
        if entries_of(store, CODE) == 30:
            raise StorageError("no space left on device")

    monkeypatch.setattr(arriving.time, "sleep", fail)
    with pytest.raises(StorageError, match="no space"):
        new(store, log=LOG)
    assert all(CODE not in row for table in COLUMNS for row in store.database.rows(f"SELECT * FROM {table}"))
    assert store.table(CODE) is None


def test_of_two_that_come_in_under_one_code_the_second_is_told_so(
    store: Store, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = opened()
    asked: list[bool] = []

    def meanwhile(_seconds: float) -> None:
        if not asked:
            asked.append(True)
            with pytest.raises(AssertionError):  # `new` got no table
                new(elsewhere)

    monkeypatch.setattr(arriving.time, "sleep", meanwhile)
    assert new(store, log=LOG).seq == 47
    assert asked == [True]
