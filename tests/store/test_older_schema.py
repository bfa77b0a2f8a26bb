"""A database as each earlier release left it is brought up in PostgreSQL as it is in a file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from referee.games import GAMES
from referee.store import FILE, open_database
from referee.store.files import contents
from referee.store.rows import COLUMNS
from referee.store.schema import MIGRATIONS, statements
from tests.apps import app_with
from tests.servers.postgres import Cluster
from tests.web.conftest import Api

FAME = (20, 14, 17)
Rows = dict[str, tuple[list[str], list[tuple[Any, ...]]]]
"""Of each table its columns, and what stands in them."""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the file of a house of today: a game that is over and one that goes on, a seat taken at each."""
    folder = tmp_path_factory.mktemp("house")
    app = app_with({"DATA": str(folder), "TESTING": True, "LIMITS": {}})
    api = Api(app)
    for target in (20, 50):
        table = api.table("alchemicus", ("Ada", "Łukasz", "Celina"), target=target)
        assert api.send("POST", f"/t/{table.code}/join", {"seat": 1})[0] == 200
        for seat, by in enumerate(FAME):
            for move in ({"kind": "place", "field": seat + 2}, {"kind": "fame", "by": by}, {"kind": "end_turn"}):
                table.done({**move, "seat": seat})
    app.extensions["referee"].store.close()
    return folder / FILE


def as_it_was(house: Path, released: int, file: Path) -> Rows:
    """Make `file` as the release after so many migrations had it; return what it holds of the house."""
    held: Rows = {}
    with closing(sqlite3.connect(file)) as old, closing(sqlite3.connect(house)) as today:
        old.execute(
            "CREATE TABLE _sqlite_migrations (id INTEGER PRIMARY KEY, migration_set TEXT, name TEXT, applied_at TEXT)"
        )
        for migration in MIGRATIONS[:released]:
            for statement in statements(migration, postgres=False):
                old.execute(statement)
            old.execute(
                "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('referee', ?, '')",
                (migration.name,),
            )
        for table in COLUMNS:
            columns = [row[1] for row in old.execute(f"PRAGMA table_info({table})")]
            if columns:
                rows = today.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
                places = ", ".join("?" * len(columns))
                old.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({places})", rows)
                held[table] = (columns, rows)
        old.commit()
    return held


def move_in(address: str, released: int, held: Rows) -> None:
    """Make the same in an empty schema of PostgreSQL."""
    with psycopg.connect(address) as connection:
        connection.execute(
            "CREATE TABLE referee_migrations (name TEXT PRIMARY KEY, applied TIMESTAMPTZ NOT NULL DEFAULT now())"
        )
        for migration in MIGRATIONS[:released]:
            for statement in statements(migration, postgres=True):
                connection.execute(statement)  # type: ignore[call-overload]
            connection.execute("INSERT INTO referee_migrations (name) VALUES (%s)", (migration.name,))
        for table, (columns, rows) in held.items():
            into = sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(
                sql.Identifier(table),
                sql.SQL(", ").join(map(sql.Identifier, columns)),
                sql.SQL(", ").join([sql.Placeholder()] * len(columns)),
            )
            with connection.cursor() as cursor:
                cursor.executemany(into, rows)


def shown(tables: Iterator[tuple[str, Iterator[tuple[Any, ...]]]]) -> dict[str, list[tuple[Any, ...]]]:
    return {table: sorted(rows, key=repr) for table, rows in tables}


@pytest.mark.parametrize("released", range(1, len(MIGRATIONS) + 1))
def test_an_older_database_is_brought_up_as_an_older_file_is(
    cluster: Cluster, house: Path, tmp_path: Path, released: int
) -> None:
    file, copy = tmp_path / FILE, tmp_path / "copy.sqlite"
    held = as_it_was(house, released, file)
    address = cluster.address()
    move_in(address, released, held)
    store = open_database(address, GAMES, connections=2)
    try:
        store.database.backup(copy)
    finally:
        store.close()
    in_file, in_database = shown(contents(file)), shown(contents(copy))
    assert in_database == in_file
    assert [len(in_file[table]) for table in ("tables", "tokens")] == [2, 4]
