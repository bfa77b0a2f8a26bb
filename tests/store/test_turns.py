"""Writes take turns: one waits behind others of its server, but for no disk that hangs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.games import GAMES
from referee.store import Busy, StorageError, Store, database, files, open_file, sqlite
from tests.store.positions import new, tap

CODE = "K7QF2M"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Store]:
    store = open_file(tmp_path / "referee.sqlite", GAMES)
    yield store
    store.close()


def refusal(write: Callable[[], object]) -> StorageError:
    with pytest.raises(StorageError) as refused:
        write()
    return refused.value


def test_a_write_waits_its_turn_longer_than_for_another_process(house: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "BUSY_SECONDS", 0.05)
    table = new(house)
    seqs: list[int] = []
    with house.database._writing:
        waiting = threading.Thread(target=lambda: seqs.append(tap(house, table, "k").seq))
        waiting.start()
        time.sleep(0.4)
        assert seqs == [] and waiting.is_alive()
        house.ping()  # pages go on
    waiting.join()
    assert seqs == [1]


def test_one_whose_turn_does_not_come_in_time_is_busy_and_records_nothing(
    house: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new(house)
    monkeypatch.setattr(database, "TURN_SECONDS", 0.1)
    with house.database._writing:
        error = refusal(lambda: tap(house, table, "k"))
    assert isinstance(error, Busy) and str(error) == "too many wait for the file"
    assert house.table(CODE) is table
    assert tap(house, table, "k").keys == {("host", "k"): 1}


def test_nobody_waits_for_a_disk_that_hangs(house: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new(house)
    monkeypatch.setattr(files, "BUSY_SECONDS", 0.05)
    monkeypatch.setattr(sqlite, "HANG_SECONDS", 0.05)
    monkeypatch.setattr(database, "TURN_SECONDS", 60.0)
    with house.database._writing:
        error = refusal(lambda: tap(house, table, "k"))
    assert not isinstance(error, Busy) and str(error) == "the disk does not answer"
    assert tap(house, table, "k").seq == 1


def test_many_turns_one_after_the_other_are_no_hanging_disk(house: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "BUSY_SECONDS", 0.5)
    monkeypatch.setattr(sqlite, "HANG_SECONDS", 0.5)
    table = new(house)
    writing, ended, seqs = house.database._writing, threading.Event(), []

    def others() -> None:
        for _ in range(30):
            with writing:
                time.sleep(0.05)
        ended.set()

    busy = threading.Thread(target=others)
    busy.start()
    seqs.append(tap(house, table, "k").seq)
    busy.join()
    assert seqs == [1] and ended.is_set()
