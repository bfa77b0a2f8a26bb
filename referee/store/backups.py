"""Backups that a house makes by itself: one for each day on which something was recorded, the last seven."""

from __future__ import annotations

import logging
import re
import threading
from datetime import date
from pathlib import Path
from typing import NamedTuple

from referee.store import files
from referee.store.database import StorageError
from referee.store.rows import Row
from referee.store.tables import Store

FOLDER = "backups"
"""The folder of backups in the data folder, beside those that somebody made there by a command."""
KEPT = 7
FIRST_SECONDS, EVERY_SECONDS = 30.0, 1800.0
"""The delay before a server that has started looks whether one is due, and the interval."""
NAMED = re.compile(r"day-(\d{4}-\d\d-\d\d)\.sqlite")
STATE = (
    "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM entries), (SELECT max(at) FROM entries),"
    " (SELECT count(*) FROM plays), (SELECT max(created) FROM tables)"
)
"""The counts that differ once something was played."""

log = logging.getLogger(__name__)


class Backup(NamedTuple):
    """A backup of a day: its file, the day (2026-11-29), how many tables it holds, and how many bytes."""

    file: Path
    day: str
    tables: int
    size: int


def of_days(folder: Path) -> list[Path]:
    """Return the files of the backups in a folder that were made by themselves, the latest day first."""
    found = [file for file in folder.glob("day-*.sqlite") if NAMED.fullmatch(file.name)]
    return sorted(found, key=lambda file: file.name, reverse=True)


def listed(folder: Path) -> list[Backup]:
    """Return the backups in a folder that were made by themselves and can be read, the latest day first."""
    return [
        Backup(file, NAMED.fullmatch(file.name)[1], int(found[0]), file.stat().st_size)  # type: ignore[index]
        for file in of_days(folder)
        if (found := state_of(file)) is not None
    ]


def state_of(file: Path) -> Row | None:
    """Return what a backup holds, in numbers; None if it cannot be read."""
    try:
        return files.look_into(file, STATE)
    except StorageError:
        return None


def back_up(store: Store, folder: Path) -> Path | None:
    """Make the backup of today if something was recorded since the last one, in place of an earlier one of today, and
    delete those of the days before the last KEPT; return its file, None if none was due. Raises StorageError."""
    (state,) = store.database.rows(STATE)
    today = f"{date.today():%Y-%m-%d}"
    earlier = [file for file in of_days(folder) if file.name <= f"day-{today}.sqlite"]
    if not state[0] or (earlier and state_of(earlier[0]) == tuple(state)):
        return None
    file = folder / f"day-{today}.sqlite"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if file.exists() and state_of(file) is None:  # it was damaged
            file.unlink()
        store.database.backup(file, True)
        for old in [each for each in of_days(folder) if each.name <= file.name][KEPT:]:
            old.unlink(missing_ok=True)
    except OSError as error:
        raise StorageError(f"{error.filename}: {(error.strerror or str(error)).lower()}") from error
    return file


def keep_backups(store: Store, folder: Path) -> threading.Thread:
    """From now on until the store is closed make backups when they are due; return the thread that does."""

    def run() -> None:
        pause, trouble = FIRST_SECONDS, ""
        while not store.closing.wait(pause):
            pause = EVERY_SECONDS
            try:
                back_up(store, folder)
                trouble = ""
            except StorageError as error:
                if str(error) != trouble:
                    log.error("no backup was made: %s", error)
                trouble = str(error)

    thread = threading.Thread(target=run, name="backups", daemon=True)
    thread.start()
    return thread
