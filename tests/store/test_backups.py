"""Backups that a house makes by itself: when, how many, and what restoring one brings back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from click.testing import Result

from referee.games import GAMES
from referee.store import FILE, StorageError, Store, backups, open_file
from tests.apps import app_with
from tests.store.positions import new, tap

FIRST = date(2026, 11, 1)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Store]:
    store = open_file(tmp_path / FILE, GAMES)
    yield store
    store.close()


def on(monkeypatch: pytest.MonkeyPatch, day: int) -> None:
    """Set the day: `day` days after the first."""
    monkeypatch.setattr(backups, "date", type("Day", (date,), {"today": lambda: FIRST + timedelta(days=day)}))


def days(folder: Path) -> list[str]:
    return [each.day for each in backups.listed(folder)]


def test_one_a_day_when_something_was_played_and_seven_are_kept(
    house: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / backups.FOLDER
    on(monkeypatch, 0)
    assert backups.back_up(house, folder) is None and not folder.exists()  # nothing was ever played
    table = new(house)
    for day in range(10):
        on(monkeypatch, day)
        table = tap(house, table, f"one {day}")
        assert backups.back_up(house, folder) == folder / f"day-2026-11-{day + 1:02}.sqlite"
        assert backups.back_up(house, folder) is None
        table = tap(house, table, f"two {day}")
        assert backups.back_up(house, folder) is not None  # in place of the one of this evening
    assert days(folder) == [f"2026-11-{day:02}" for day in range(10, 3, -1)]
    on(monkeypatch, 30)  # nobody plays for weeks: the last evenings stay
    assert backups.back_up(house, folder) is None
    assert len(days(folder)) == 7
    copy = backups.listed(folder)[0]
    assert copy.tables == 1 and copy.size == copy.file.stat().st_size and copy.file.stat().st_mode & 0o777 == 0o600
    table = tap(house, table, "three")
    house.database.restore(copy.file)
    house.database.look()  # type: ignore[attr-defined]
    back = house.table(table.code)
    assert back is not None and back.seq == 20


def test_what_somebody_put_there_stays_and_a_clock_that_was_ahead_costs_no_evening(
    house: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / backups.FOLDER
    folder.mkdir()
    others = [folder / "2026-11-02-101112.sqlite", folder / "day-of-the-dead.sqlite", folder / "notes.txt"]
    for other in others:
        other.write_text("mine")
    table = new(house)
    for day in (*range(7), 9000, 7, 8):
        on(monkeypatch, day)
        table = tap(house, table, f"{day}")
        assert backups.back_up(house, folder) is not None
    assert days(folder)[1:] == [f"2026-11-{day:02}" for day in range(9, 2, -1)]  # seven, and the one of the far day
    assert all(other.read_text() == "mine" for other in others)


def test_a_damaged_backup_is_made_anew_and_a_full_disk_is_told(
    house: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / backups.FOLDER
    table = tap(house, new(house), "one")
    file = backups.back_up(house, folder)
    assert file is not None
    file.write_bytes(b"\x89PNG" * 1000)
    assert backups.listed(folder) == []
    assert backups.back_up(house, folder) == file and len(backups.listed(folder)) == 1
    tap(house, table, "two")
    before = file.read_bytes()
    monkeypatch.setattr(
        house.database, "backup", lambda *_: (_ for _ in ()).throw(StorageError("database or disk is full"))
    )
    with pytest.raises(StorageError, match="full"):
        backups.back_up(house, folder)
    assert file.read_bytes() == before


def test_restore_lists_them(tmp_path: Path) -> None:
    app = app_with({"DATA": str(tmp_path), "HOUSE": True})
    store = app.extensions["referee"].store

    def restore(*words: str) -> Result:
        return app.test_cli_runner().invoke(args=["restore", *words])

    assert restore().output == "Error: The server has made no backup yet.\n"
    table = tap(store, new(store), "one")
    file = backups.back_up(store, tmp_path / backups.FOLDER)
    tap(store, table, "two")
    listed = restore()
    assert listed.exit_code == 1
    assert listed.output == f"{date.today():%Y-%m-%d}: 1 tables, {file}\nError: Name the backup: restore FILE.\n"
    assert restore(str(file)).exit_code == 0
    store.database.look()
    back = store.table(table.code)
    assert back is not None and back.seq == 1
    store.close()


def test_a_house_makes_them_by_itself_and_no_other_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backups, "FIRST_SECONDS", 0.01)
    monkeypatch.setattr(backups, "EVERY_SECONDS", 0.01)
    for house in (True, False):
        folder = tmp_path / str(house)
        folder.mkdir()
        app = app_with({"DATA": str(folder), "HOUSE": house})
        store = app.extensions["referee"].store
        tap(store, new(store), "one")
        if house:
            while not days(folder / backups.FOLDER):
                pass
        store.close()
        assert (folder / backups.FOLDER).exists() is house
