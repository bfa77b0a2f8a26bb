"""Files of tables: where they may lie, who may read them, what they never overwrite, what never comes with them."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import pytest

from referee.games import GAMES
from referee.store import Claim, StorageError, Store, files, open_file, sqlite
from tests.store.positions import new, tap

CODE = "K7QF2M"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Store]:
    store = open_file(tmp_path / "data" / "referee.sqlite", GAMES)
    yield store
    store.close()


@contextmanager
def read_only(monkeypatch: pytest.MonkeyPatch, *folders: Path) -> Iterator[None]:
    """Let nothing be written in `folders`, for root too, whom a folder's mode does not keep out."""
    may, connect = os.access, sqlite3.connect

    def access(path: Any, mode: int, **more: Any) -> bool:
        return not (mode & os.W_OK and Path(path) in barred) and may(path, mode, **more)

    def strictly(file: Any, *asked: Any, **more: Any) -> Any:
        assert Path(str(file)) not in barred, "SQLite would have to write beside it"
        return connect(file, *asked, **more)

    barred = {*folders, *(path for folder in folders for path in folder.iterdir())}
    monkeypatch.setattr(os, "access", access)
    monkeypatch.setattr(sqlite3, "connect", strictly)
    yield
    monkeypatch.undo()


def test_a_backup_comes_back_from_where_nothing_may_be_written(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tap(store, new(store), "one")
    stick = tmp_path / "stick"
    stick.mkdir()
    store.database.backup(stick / "copy.sqlite")
    tap(store, table, "two")
    with read_only(monkeypatch, stick):
        assert store.database.restore(stick / "copy.sqlite") == 1
    if isinstance(store.database, sqlite.SQLite):
        store.database.look()
    now = store.latest(CODE)
    assert now is not None and now.history.entries == table.history.entries
    assert [path.name for path in stick.iterdir()] == ["copy.sqlite"]


def test_a_backup_is_one_file_that_needs_no_log_beside_it(store: Store, tmp_path: Path) -> None:
    new(store)
    store.database.backup(tmp_path / "copy.sqlite")
    with closing(sqlite3.connect(f"file:{tmp_path / 'copy.sqlite'}?mode=ro&immutable=1", uri=True)) as copy:
        assert copy.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        assert copy.execute("SELECT code FROM tables").fetchall() == [(CODE,)]


def test_an_earlier_backup_whose_log_lies_beside_it_comes_back_from_there_too(
    house: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tap(house, new(house), "in the log")
    stick = tmp_path / "stick"
    shutil.copytree(house.database.file.parent, stick)
    assert (stick / "referee.sqlite-wal").stat().st_size > 0
    other = open_file(tmp_path / "other" / "referee.sqlite", GAMES)
    with read_only(monkeypatch, stick):
        assert other.database.restore(stick / "referee.sqlite") == 1
    found = other.table(CODE)
    assert found is not None and found.history.entries == table.history.entries
    other.close()


def test_a_backup_takes_no_files_place_but_an_earlier_ones_if_it_is_asked_to(store: Store, tmp_path: Path) -> None:
    new(store)
    copy, photos, text = (tmp_path / name for name in ("copy.sqlite", "photos.db", "notes.txt"))
    with closing(sqlite3.connect(photos)) as db:
        db.execute("CREATE TABLE photos (name TEXT)")
    text.write_text("once upon a time " * 100)
    store.database.backup(copy)
    new(store, "AAAAAA")
    for there in (copy, photos, text):
        before = there.read_bytes()
        with pytest.raises(StorageError, match="exists"):
            store.database.backup(there)
        assert there.read_bytes() == before
    for foreign in (photos, text):
        before = foreign.read_bytes()
        with pytest.raises(StorageError):
            store.database.backup(foreign, replace=True)
        assert foreign.read_bytes() == before
    assert store.database.backup(copy, replace=True) == 2
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file() and "referee" not in path.name) == [
        "copy.sqlite",
        "notes.txt",
        "photos.db",
    ]


def test_what_a_foreign_file_holds_beside_its_rows_does_not_come_along(store: Store, tmp_path: Path) -> None:
    new(store)
    file = tmp_path / "foreign.sqlite"
    store.database.backup(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("CREATE TRIGGER mine AFTER INSERT ON tokens BEGIN DELETE FROM entries; END")
        db.execute("CREATE VIEW seen AS SELECT * FROM tokens")
        db.execute("CREATE TABLE more (what TEXT)")
    store.database.restore(file)
    if isinstance(store.database, sqlite.SQLite):
        names = {name for (name,) in store.database.rows("SELECT name FROM sqlite_master")}
        assert not names & {"mine", "seen", "more"}
        store.database.look()
    table = store.latest(CODE)
    assert table is not None
    tap(store, table, "one")
    store.seat(CODE, Claim(0, "phone"))
    assert store.database.rows("SELECT seq FROM entries") == [(1,)]


def test_another_programs_file_is_neither_opened_nor_restored(house: Store, tmp_path: Path) -> None:
    new(house)
    foreign = tmp_path / "elsewhere" / "referee.sqlite"
    foreign.parent.mkdir()
    with closing(sqlite3.connect(foreign)) as db:
        db.execute("CREATE TABLE photos (name TEXT)")
    with pytest.raises(StorageError, match="another program's file"):
        open_file(foreign, GAMES)
    with pytest.raises(StorageError, match="another program's file"):
        house.database.restore(foreign)
    with closing(sqlite3.connect(foreign)) as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("photos",)]
    assert house.table(CODE) is not None


def test_files_are_their_owners_alone(house: Store, tmp_path: Path) -> None:
    tap(house, new(house), "one")
    house.database.backup(tmp_path / "copy.sqlite")
    made = [*house.database.file.parent.iterdir(), tmp_path / "copy.sqlite"]
    assert len(made) == 4
    assert {stat.S_IMODE(path.stat().st_mode) for path in made} == {0o600}
    assert stat.S_IMODE(house.database.file.parent.stat().st_mode) == 0o700


def test_a_file_that_others_could_read_no_longer_is(tmp_path: Path) -> None:
    file = tmp_path / "referee.sqlite"
    open_file(file, GAMES).close()
    file.chmod(0o644)
    open_file(file, GAMES).close()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.skipif(os.geteuid() != 0, reason="only root makes files for others")
def test_a_file_that_root_makes_belongs_to_the_folders_owner(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    os.chown(tmp_path / "data", 12345, 12345)
    store = open_file(tmp_path / "data" / "referee.sqlite", GAMES)
    new(store)
    assert {path.stat().st_uid for path in (tmp_path / "data").iterdir()} == {12345}
    store.close()


@pytest.mark.parametrize("how", ["removed", "moved away", "replaced"])
def test_a_data_folder_that_is_taken_away_is_noticed_before_anything_is_acknowledged(
    house: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    monkeypatch.setattr(sqlite, "WATCH_SECONDS", 0.05)
    house.watch(SimpleQueue().put)
    table = new(house)
    folder, away = house.database.file.parent, tmp_path / "away"
    folder.rename(away)
    if how == "removed":
        shutil.rmtree(away)
    elif how == "replaced":
        shutil.copytree(away, folder)
    attempts: list[Callable[[], object]] = [
        lambda: tap(house, table, "k"),
        lambda: house.set_closed(CODE, True),
        lambda: house.seat(CODE, Claim(0, "phone")),
        house.ping,
    ]
    for attempt in attempts:
        with pytest.raises(StorageError, match=r"referee\.sqlite"):
            attempt()
    time.sleep(0.3)
    assert caplog.text.count("the tables cannot be kept") == 1
    if how == "moved away":
        away.rename(folder)
        house.ping()
        assert tap(house, table, "k").seq == 1


def test_a_folder_that_cannot_be_made_or_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("once upon a time")
    with pytest.raises(StorageError, match=r"notes\.txt.*: not a directory|notes\.txt.*: file exists"):
        open_file(tmp_path / "notes.txt" / "referee.sqlite", GAMES)


def test_copying_leaves_nothing_behind_when_the_source_is_damaged(house: Store, tmp_path: Path) -> None:
    table = new(house)
    for key in range(200):
        table = tap(house, table, str(key))
    copy = tmp_path / "copy.sqlite"
    house.database.backup(copy)
    pages = copy.read_bytes()
    copy.write_bytes(pages[:-4096] + bytes(4096))
    with pytest.raises(StorageError, match="is damaged"):
        files.save(copy, tmp_path / "worthless.sqlite", replace=False)
    assert {path.name for path in tmp_path.iterdir()} == {"data", "copy.sqlite"}


def test_a_migration_that_another_process_ran_in_the_meantime_is_not_run_again(
    house: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(tmp_path / "data" / "referee.sqlite")) as db:
        done = db.execute("SELECT name FROM _sqlite_migrations ORDER BY id").fetchall()
        for migration in files.migrations._migrations:
            # What this process found to be left is done by another before it begins.
            left = [[migration]]
            monkeypatch.setattr(files.migrations, "pending", lambda _db, left=left: left.pop() if left else [])
            files.connect_first(tmp_path / "data" / "referee.sqlite").close()
            assert not left and db.execute("SELECT name FROM _sqlite_migrations ORDER BY id").fetchall() == done
