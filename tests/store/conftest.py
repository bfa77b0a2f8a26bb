"""Every test of the store runs against SQLite and against PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.games import GAMES
from referee.store import Store, open_database, open_file
from tests.servers.postgres import Cluster


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    running = Cluster()
    yield running
    running.close()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Where the tables of this test are: a file, or the address of a database."""
    if request.param == "sqlite":
        return tmp_path / "referee.sqlite"
    return request.getfixturevalue("cluster").address()


@pytest.fixture
def opened(place: Any) -> Iterator[Callable[[], Store]]:
    """Open the same tables once more, as another process would."""
    stores: list[Store] = []

    def another() -> Store:
        store = open_file(place, GAMES) if isinstance(place, Path) else open_database(place, GAMES, connections=4)
        stores.append(store)
        return store

    yield another
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Callable[[], Store]) -> Store:
    return opened()
