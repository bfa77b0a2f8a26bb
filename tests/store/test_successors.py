"""A table knows which one the same people set after it, whatever release made the file that holds it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from sqlite_utils import Database

from bench.postgres import Cluster
from referee import sqlite, statements
from referee.games import GAMES
from referee.postgres import PostgresStore
from referee.sqlite import SQLiteStore
from referee.store import Store
from tests.store.positions import MADE, new, tap

CODE = "K7QF2M"
Opened = Callable[[], Store]


def test_a_table_knows_the_newest_that_came_after_it_and_goes_on_as_it_was(store: Store, opened: Opened) -> None:
    table = tap(store, new(store), "one")
    other = opened()
    before = other.latest(CODE)
    assert before is not None and before.successor is None
    for code, instead in (("AAAAAA", ""), ("BBBBBB", "AAAAAA")):
        new(store, code)
        assert store.set_successor(CODE, code, instead)
        assert not store.set_successor(CODE, "CCCCCC", instead), "another came first"
        now = store.latest(CODE)
        assert now is not None and now == msgspec.structs.replace(table, successor=code, history=now.history)
        assert (now.history.entries, now.stands) == (table.history.entries, (1, False, table.setup, code))
    for each in (other, opened()):
        if isinstance(each, SQLiteStore):
            each.forget_if_changed()
        seen = each.latest(CODE)
        assert seen is not None and (seen.successor, seen.seq) == ("BBBBBB", 1)
    after = tap(store, now, "two")
    assert (after.successor, after.seq) == ("BBBBBB", 2)
    successor = store.table("BBBBBB")
    assert successor is not None and successor.successor is None


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A file as the first release made it, with a table in it."""
    file = tmp_path / "older.sqlite"
    settled = GAMES["alchemicus"].settle(GAMES["alchemicus"].Options(), 2, "en")
    options = msgspec.json.encode(settled).decode()
    with sqlite.closing(sqlite.connect(file)) as db:
        sqlite.migrations.apply(Database(db), stop_before="successor")
        db.execute(statements.ADD_TABLE, (CODE, "alchemicus", '["Ada","Bruno"]', options, MADE))
    return file


def test_a_backup_of_an_older_release_comes_back(store: Store, older: Path) -> None:
    new(store, "AAAAAA")
    store.restore(older)
    store._forget()
    assert store.table("AAAAAA") is None
    new(store, "BBBBBB")
    store.set_successor(CODE, "BBBBBB")
    table = store.latest(CODE)
    assert table is not None and (table.players, table.successor) == (("Ada", "Bruno"), "BBBBBB")


def test_a_house_of_an_older_release_opens_and_moves(older: Path, cluster: Cluster) -> None:
    moved = PostgresStore(cluster.address(), GAMES, connections=2)
    assert moved.move_in(older) == 1
    house = SQLiteStore(older, GAMES)
    for each in (moved, house):
        table = each.table(CODE)
        assert table is not None and (table.players, table.successor) == (("Ada", "Bruno"), None)
        each.close()


def test_a_database_of_an_older_release_is_brought_up_to_date(cluster: Cluster) -> None:
    address = cluster.address()
    store = PostgresStore(address, GAMES, connections=2)
    table = tap(store, new(store), "one")
    with store._transaction() as run:
        run("ALTER TABLE tables DROP COLUMN successor")
        run("DELETE FROM referee_migrations WHERE name = 'successor'")
    store.close()
    again = PostgresStore(address, GAMES, connections=2)
    again.set_successor(CODE, "AAAAAA")
    now = again.table(CODE)
    assert now is not None and (now.successor, now.history.entries) == ("AAAAAA", table.history.entries)
    again.close()
