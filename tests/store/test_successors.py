"""A table knows which one the same people set after it, whatever release made the file that holds it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from sqlite_utils import Database

from referee.games import GAMES
from referee.store import Store, files, open_database, open_file, sqlite
from tests.servers.postgres import Cluster
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
        assert now.history.entries == table.history.entries
    for each in (other, opened()):
        if isinstance(each.database, sqlite.SQLite):
            each.database.look()
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
    settled = GAMES["alchemicus"].settle(GAMES["alchemicus"].options(), 2, "en")
    options = msgspec.json.encode(settled).decode()
    with closing(files.connect(file)) as db:
        files.migrations.apply(Database(db), stop_before="successor")
        row = CODE, "alchemicus", '["Ada","Bruno"]', options, MADE
        db.execute("INSERT INTO tables (code, game, players, options, created) VALUES (?, ?, ?, ?, ?)", row)
    return file


def test_a_backup_of_an_older_release_comes_back(store: Store, older: Path) -> None:
    new(store, "AAAAAA")
    store.database.restore(older)
    store.memory.clear()
    assert store.table("AAAAAA") is None
    new(store, "BBBBBB")
    store.set_successor(CODE, "BBBBBB")
    table = store.latest(CODE)
    assert table is not None and (table.players, table.successor) == (("Ada", "Bruno"), "BBBBBB")


def test_a_house_of_an_older_release_opens_and_moves(older: Path, cluster: Cluster) -> None:
    moved = open_database(cluster.address(), GAMES, connections=2)
    assert moved.database.move_in(older) == 1
    house = open_file(older, GAMES)
    for each in (moved, house):
        table = each.table(CODE)
        assert table is not None and (table.players, table.successor) == (("Ada", "Bruno"), None)
        each.close()


def test_a_database_of_an_older_release_is_brought_up_to_date(cluster: Cluster) -> None:
    address = cluster.address()
    store = open_database(address, GAMES, connections=2)
    table = tap(store, new(store), "one")
    with store.database.transaction() as run:
        run("ALTER TABLE tables DROP COLUMN successor")
        run("DELETE FROM referee_migrations WHERE name = 'successor'")
    store.close()
    again = open_database(address, GAMES, connections=2)
    again.set_successor(CODE, "AAAAAA")
    now = again.table(CODE)
    assert now is not None and (now.successor, now.history.entries) == ("AAAAAA", table.history.entries)
    again.close()
