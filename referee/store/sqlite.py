"""A house's tables in one SQLite file, through sqlite-utils.

An entry is on disk (`synchronous=FULL`) before `insert` returns. All writes go through one connection behind one lock:
threads that contend through SQLite's own waiting would make the slowest action fourteen times slower.
"""

from __future__ import annotations

import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlite_utils import Database, Migrations

from referee.store import schema
from referee.store.database import Clash, News, Rows, Run, StorageError
from referee.store.rows import COLUMNS, insert

BUSY_SECONDS = 2.0
"""How long a statement waits for its turn, and then for another process, before it is refused."""
FIRST_TRIES = 10
"""How often a starting process tries to bring the schema up to date, while others do the same."""
SAME_KEY = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)
"""SQLite's codes for a row whose key is there already; what else it bars (a seat at a table that a restore took away)
is no clash."""
WATCH_SECONDS = 1.0
"""How often the file is looked at for what another process wrote."""


def _migrations() -> Migrations:
    """Return the schema's migrations as sqlite-utils runs them."""
    made = Migrations("referee")
    for migration in schema.MIGRATIONS:

        def run(db: Database, migration: schema.Migration = migration) -> None:
            for statement in schema.statements(migration, postgres=False):
                db.execute(statement)  # one by one: executescript() would end the migration's transaction

        made(name=migration.name)(run)
    return made


migrations = _migrations()


class SQLite:
    """The tables of one house, in `file`. One process serves it; another may back it up or restore it meanwhile."""

    shared = False
    hearing = True
    hold = ""  # one writer at a time: nobody else could change it

    def __init__(self, file: Path):
        self.file = file
        self.place = str(file.resolve())
        self.heard: Callable[[News], None] = lambda news: None
        self._writing = threading.Lock()
        self._reading = threading.Lock()
        self._closed = threading.Event()
        with answering():
            file.parent.mkdir(parents=True, exist_ok=True)
            self._writer = connect_first(file)
            self._reader = connect(file)
            self._version = self._data_version()

    def rows(self, sql: str, *values: Any) -> Rows:
        with in_turn(self._reading), answering():
            return self._reader.execute(sql, values).fetchall()

    @contextmanager
    def turn(self, code: str, seq: int) -> Iterator[None]:
        with in_turn(self._writing):
            self._look()
            yield

    def insert(self, sql: str, *values: Any) -> Rows:
        with answering():
            return self._writer.execute(sql, values).fetchall()

    @contextmanager
    def transaction(self) -> Iterator[Run]:
        def run(sql: str, *values: Any) -> Rows:
            return self._writer.execute(sql, values).fetchall()

        with in_turn(self._writing), answering():
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield run
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:  # a full disk ends it by itself
                    self._writer.execute("ROLLBACK")
                raise

    def alone(self, run: Run, code: str) -> None:
        """Do nothing: BEGIN IMMEDIATE keeps all other writers out."""

    # --- what another process does to the file -----------------------------------------------------------------------

    def _data_version(self) -> int:
        return int(self._writer.execute("PRAGMA data_version").fetchone()[0])

    def _look(self) -> None:
        """Tell if another process wrote to the file (a restore). The writing connection is held."""
        with answering():
            version = self._data_version()
        if version != self._version:
            self._version = version
            self.heard(News("everything"))

    def look(self) -> None:
        """Tell if another process wrote to the file since it was last looked at."""
        with in_turn(self._writing):
            self._look()

    def watch(self) -> None:
        threading.Thread(target=self._watch, name="file", daemon=True).start()

    def _watch(self) -> None:
        while not self._closed.wait(WATCH_SECONDS):
            with suppress(StorageError):  # whoever writes is told
                self.look()

    # --- the whole file --------------------------------------------------------------------------------------------

    def backup(self, target: Path) -> int:
        return copy(self.file, target)

    def restore(self, source: Path) -> int:
        with tempfile.TemporaryDirectory(dir=self.file.parent) as folder:
            whole = Path(folder, self.file.name)
            copy(source, whole)
            with answering():  # an older release may have made it
                connect_first(whole).close()
            return copy(whole, self.file)

    def close(self) -> None:
        self._closed.set()
        with self._writing, self._reading:
            self._reader.close()
            self._writer.close()


@contextmanager
def in_turn(lock: threading.Lock) -> Iterator[None]:
    """Hold a connection's lock. Raises StorageError if those before wait too long for another process."""
    if not lock.acquire(timeout=BUSY_SECONDS):
        raise StorageError("too many wait for the file")
    try:
        yield
    finally:
        lock.release()


def connect(file: Path) -> sqlite3.Connection:
    """Return a connection whose every statement is durable by itself, unless a transaction is begun."""
    connection = sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def connect_first(file: Path) -> sqlite3.Connection:
    """Return a connection after bringing the schema up to date; processes that start at once try again in turn."""
    tries = 0
    while True:
        connection = sqlite3.connect(file, isolation_level=None)
        with closing(connection):
            try:
                connection.execute("PRAGMA journal_mode = WAL")
                migrations.apply(Database(connection))
                return connect(file)
            except sqlite3.OperationalError as error:
                tries += 1
                code = error.sqlite_errorcode & 0xFF  # its kind: SQLITE_BUSY of SQLITE_BUSY_SNAPSHOT
                if code not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_ERROR) or tries == FIRST_TRIES:
                    raise
        time.sleep(0.05 * tries)


@contextmanager
def answering() -> Iterator[None]:
    """Turn SQLite's errors into those of the store."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        if getattr(error, "sqlite_errorcode", None) in SAME_KEY:
            raise Clash(str(error)) from error
        raise StorageError(str(error)) from error


def copy(source: Path, target: Path) -> int:
    """Copy a database with SQLite's online backup, whoever else has either file open; return how many tables it holds.

    Raises StorageError, also if the source is damaged: what cannot be read must not take the place of what can.
    """
    if target.exists() and target.samefile(source):
        raise StorageError("that is the very file the tables are in")
    with answering(), closing(sqlite3.connect(source, timeout=BUSY_SECONDS)) as from_db:
        (count,) = from_db.execute("SELECT count(*) FROM tables").fetchone()
        (found,) = from_db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise StorageError(f"{source} is damaged: {found.splitlines()[-1]}")
        with closing(sqlite3.connect(target, timeout=30)) as to_db:
            from_db.backup(to_db)
        return int(count)


def contents(file: Path) -> Generator[tuple[str, Iterator[tuple[Any, ...]]]]:
    """Yield the rows of each table of COLUMNS, in that order, while nobody else may have `file` open.

    Raises StorageError if somebody has: what a running server still writes would be left behind.
    """
    with answering(), closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True, timeout=1)) as db:
        db.isolation_level = None
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        migrations.apply(Database(db))
        db.execute("BEGIN EXCLUSIVE")
        for table, columns in COLUMNS.items():
            yield table, db.execute(f"SELECT {', '.join(columns)} FROM {table}")


def fill(file: Path, rows: Mapping[str, Iterator[tuple[Any, ...]]]) -> None:
    """Make a new `file` that holds the given rows of each table of COLUMNS."""
    with answering(), closing(connect(file)) as db:
        migrations.apply(Database(db))
        db.execute("BEGIN IMMEDIATE")
        for table in COLUMNS:
            db.executemany(insert(table), rows[table])
        db.execute("COMMIT")
