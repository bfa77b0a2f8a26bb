"""Two processes on one house's file: neither shows what the other has taken away."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from referee.games import GAMES
from referee.store import Claim, Pass, Store, open_file
from tests.store.positions import MADE, new


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "referee.sqlite"


@pytest.fixture
def house(file: Path) -> Iterator[Store]:
    with closing(open_file(file, GAMES)) as store:
        yield store


def test_what_another_process_deleted_or_turned_out_is_gone_at_the_next_request(house: Store, file: Path) -> None:
    """Neither waits to be told: each request looks whether anybody wrote."""
    table = new(house)
    assert house.seat(table.code, Claim(1, "older", alone=True))
    with closing(open_file(file, GAMES)) as other:
        assert other.latest(table.code) is not None
        assert house.seats.token(table.code, "older") is not None
        assert other.seats.admit(table.code, 1, "pass", True, "2026-01-02T03:14:05.678Z")
        assert other.seat(table.code, Claim(1, "newer", alone=True, shown=Pass("pass", MADE)))
        assert house.latest(table.code) is not None
        assert house.seats.token(table.code, "older") is None
        assert other.delete(table.code)
        assert house.latest(table.code) is None
        assert house.seats.token(table.code, "newer") is None


def test_a_request_does_not_wait_for_whoever_writes_to_see_that(house: Store, file: Path) -> None:
    table = new(house)
    with house.database.transaction(), ThreadPoolExecutor(1) as thread:
        assert thread.submit(house.latest, table.code).result(timeout=20) is not None
