"""Where tables are kept. `open_file` for a house, `open_database` for many servers that share one PostgreSQL."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from referee.engine import Game
from referee.store.database import NotEmpty, Stale, StorageError
from referee.store.rows import Stamped, Table, Token
from referee.store.seats import Pass
from referee.store.sqlite import SQLite
from referee.store.tables import Store

__all__ = [
    "NotEmpty", "Pass", "Stale", "Stamped", "StorageError", "Store", "Table", "Token", "open_database", "open_file"
]  # fmt: skip


def open_file(file: Path, games: Mapping[str, Game]) -> Store:
    """Open the tables of one house, in `file`. One process serves it; another may back it up or restore it."""
    return Store(SQLite(file), games)


def open_database(address: str, games: Mapping[str, Game], connections: int | None = None) -> Store:
    """Open the tables of many servers, at `address` (`postgresql://user:password@host/name`)."""
    from referee.store.postgres import CONNECTIONS, Postgres  # a house needs no driver for it

    return Store(Postgres(address, connections or CONNECTIONS), games)
