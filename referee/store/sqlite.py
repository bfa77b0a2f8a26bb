"""A house's tables in one SQLite file.

An entry is on disk (`synchronous=FULL`) before `insert` returns. All writes go through one connection behind one lock:
threads that contend through SQLite's own waiting would make the slowest action fourteen times slower.
"""

from __future__ import annotations

import logging
import math
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from referee.store import database, files
from referee.store.batch import NotAtOnce, own_draft
from referee.store.database import Busy, News, Rows, Run, StorageError
from referee.store.rows import Value

WATCH_SECONDS = 1.0
"""The interval at which the file is looked at for what another process wrote."""
HANG_SECONDS = 2.0
"""The time a disk may take for one turn, beyond a wait for another process, before it is taken to hang."""
LOOK_SECONDS = 0.25
"""The interval at which a thread that waits for its turn looks whether the disk hangs."""

log = logging.getLogger(__name__)


class SQLite:
    """The tables of one house, in `file`. One process serves it; another may back it up or restore it meanwhile."""

    shared = False
    hearing = True
    hold = ""  # one writer at a time: nobody else could change it

    def __init__(self, file: Path):
        self.file = file
        self.place = str(file.resolve())
        self.heard: Callable[[News], None] = lambda news: None
        self._writing = Turns()
        self._reading = Turns()
        self._closed = threading.Event()
        self._waits = True
        with files.store_errors():
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            files.make_private(file)
            self._writer = files.connect_first(file)
            self._reader = files.connect(file)
            self._version = self._data_version()
            self._inode = self._inode_now()

    def rows(self, sql: str, *values: Value) -> Rows:
        must_not_be_a_draft()
        with self._reading, files.store_errors():
            self._must_be_there()
            return self._reader.execute(sql, values).fetchall()

    @contextmanager
    def turn(self, code: str, seq: int) -> Iterator[None]:
        with self._turn_to_write():
            self._look()
            yield

    def insert(self, sql: str, *values: Value) -> Rows:
        with files.store_errors():
            return self._writer.execute(sql, values).fetchall()

    # --- several statements as one -----------------------------------------------------------------------------------

    @contextmanager
    def transaction(self) -> Iterator[Run]:
        with self._turn_to_write(), self.together() as run:
            yield run

    @contextmanager
    def together(self) -> Iterator[Run]:
        def run(sql: str, *values: Value) -> Rows:
            return self._writer.execute(sql, values).fetchall()

        drop: tuple[str, ...]
        begin, keep, drop = "BEGIN IMMEDIATE", "COMMIT", ("ROLLBACK",)
        if self._writer.in_transaction:
            begin, keep, drop = "SAVEPOINT several", "RELEASE several", ("ROLLBACK TO several", "RELEASE several")
        with files.store_errors():
            self._writer.execute(begin)
            try:
                yield run
                self._writer.execute(keep)
            except BaseException:
                if self._writer.in_transaction:  # a full disk ends it by itself
                    for statement in drop:
                        self._writer.execute(statement)
                raise

    @contextmanager
    def _turn_to_write(self) -> Iterator[None]:
        """Hold the writing connection. After one wait in vain, no write waits until one succeeds again."""
        must_not_be_a_draft()
        with self._writing:
            self._must_be_there()
            try:
                yield
            except Busy:
                self._wait_for_others(0)
                raise
            if not self._waits:
                self._wait_for_others(files.BUSY_SECONDS)

    def _wait_for_others(self, seconds: float) -> None:
        self._waits = seconds > 0
        self._writer.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")

    def lock(self, run: Run, code: str) -> None:
        """Do nothing: BEGIN IMMEDIATE keeps all other writers out."""

    def alone(self, run: Run, what: str) -> None:
        """Do nothing, likewise."""

    # --- what another process does to the file -----------------------------------------------------------------------

    def _data_version(self) -> int:
        return int(self._writer.execute("PRAGMA data_version").fetchone()[0])

    def _inode_now(self) -> tuple[int, int]:
        found = self.file.stat()
        return found.st_dev, found.st_ino

    def _must_be_there(self) -> None:
        """Raise StorageError if the file was taken away or replaced: what is written to it would be lost."""
        with files.store_errors():
            if self._inode_now() != self._inode:
                raise StorageError(f"{self.place} is another file than the one that was opened")

    def _look(self) -> None:
        """Tell if another process wrote to the file (a restore). The writing connection is held."""
        with files.store_errors():
            version = self._data_version()
        if version != self._version:
            self._version = version
            self.heard(News("everything"))

    def look(self) -> None:
        """Tell if another process wrote to the file since it was last looked at."""
        if own_draft() is not None:  # whoever records it looks then
            return
        with self._writing:
            self._must_be_there()
            self._look()

    def glance(self) -> None:
        if own_draft() is None and self._writing.begin_at_once():  # whoever is writing looks for themselves
            try:
                with suppress(StorageError):
                    self._look()
            finally:
                self._writing.end()

    def watch(self) -> None:
        threading.Thread(target=self._watch, name="file", daemon=True).start()

    def _watch(self) -> None:
        trouble = ""
        while not self._closed.wait(WATCH_SECONDS):
            try:
                self.look()
                trouble = ""
            except Busy:
                continue  # each write looks for itself
            except StorageError as error:
                if str(error) != trouble:
                    log.error("the tables cannot be kept: %s", error)
                trouble = str(error)

    # --- the whole file --------------------------------------------------------------------------------------------

    def backup(self, target: Path, replace: bool = False) -> int:
        return files.save(self.file, target, replace)

    def restore(self, source: Path) -> int:
        with files.store_errors(), tempfile.TemporaryDirectory(dir=self.file.parent) as folder:
            whole, clean = Path(folder, "whole"), Path(folder, "clean")
            files.copy(source, whole)
            with closing(files.contents(whole)) as tables:  # row by row: no trigger comes along
                files.fill(clean, tables)
            return files.copy(clean, self.file)

    def close(self) -> None:
        self._closed.set()
        with self._writing, self._reading:
            self._reader.close()
            self._writer.close()


class Turns:
    """Lets threads use a connection one after the other (`with turns:`).

    Raises Busy if it is not a thread's turn in time, and StorageError as soon as one turn takes so long that the disk
    hangs: nobody waits for that.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._since = math.inf
        """The moment the present turn began."""

    def __enter__(self) -> None:
        until = time.monotonic() + database.TURN_SECONDS
        while not self._lock.acquire(timeout=max(0, min(LOOK_SECONDS, until - time.monotonic()))):
            now = time.monotonic()
            if now - self._since > files.BUSY_SECONDS + HANG_SECONDS:
                raise StorageError("the disk does not answer")
            if now >= until:
                raise Busy("too many wait for the file")
        self._since = time.monotonic()

    def __exit__(self, *_: object) -> None:
        self.end()

    def begin_at_once(self) -> bool:
        """Begin a turn, to be ended by `end`, if nobody has to be waited for; return whether it began."""
        if not self._lock.acquire(blocking=False):
            return False
        self._since = time.monotonic()
        return True

    def end(self) -> None:
        """End a turn."""
        self._since = math.inf
        self._lock.release()


def must_not_be_a_draft() -> None:
    """Raise NotAtOnce for a thread whose request only drafts what it enters."""
    if own_draft() is not None:
        raise NotAtOnce
