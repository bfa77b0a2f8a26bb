"""The store of tables. `open_file` for a house, `open_database` for many servers that share one PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from referee.engine import Game
from referee.store.database import Busy, NotEmpty, Stale, StorageError, Unreadable
from referee.store.rows import KeptAsk, Stamped, Table, Token
from referee.store.seats import Answer, Claim, Pass, Rename
from referee.store.sqlite import SQLite
from referee.store.tables import Store

FILE = "referee.sqlite"
"""The name of a house's file, in its data folder."""


def open_file(file: Path, games: Mapping[str, Game]) -> Store:
    """Open the tables of one house, in `file`. One process serves it; another may back it up or restore it."""
    return Store(SQLite(file), games)


def open_database(address: str, games: Mapping[str, Game], connections: int = 16, seconds: float = 30) -> Store:
    """Open the tables of many servers, at `address` (`postgresql://user:password@host/name`).

    `connections`: how many statements one server has under way at once. Waits `seconds` for a database that is down.
    """
    try:
        from referee.store.postgres import Postgres  # a house needs no driver for it
    except ImportError as error:
        raise StorageError("its driver is not installed (requirements-hosting.txt)") from error
    return Store(Postgres(address, connections, seconds), games)
