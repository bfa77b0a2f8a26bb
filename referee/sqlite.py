"""A house's tables in one SQLite file, through sqlite-utils.

An entry is on disk (`synchronous=FULL`) before `append` returns. All writes go through one connection behind one lock:
threads that contend through SQLite's own waiting would make the slowest action fourteen times slower.
"""

from __future__ import annotations

import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlite_utils import Database, Migrations

from referee.engine import Game
from referee.seating import Run
from referee.statements import ADD_SECRETLY, ADD_SUCCESSOR, COLUMNS
from referee.store import Clash, Stale, StorageError, Store, Table

BUSY_SECONDS = 3.0
"""How long a write waits for another process before it is refused."""
FIRST_TRIES = 10
"""How often a starting process tries to bring the schema up to date, while others do the same."""
SAME_KEY = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)
"""SQLite's codes for a row whose key is there already; what else it bars (a seat at a table that a restore took away)
is no clash."""
WATCH_SECONDS = 1.0
"""How often the file is looked at for what another process wrote."""

migrations = Migrations("referee")

FIRST_SCHEMA = (
    """CREATE TABLE tables (
        code TEXT PRIMARY KEY, game TEXT NOT NULL, players TEXT NOT NULL, options TEXT NOT NULL,
        created TEXT NOT NULL, closed INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE tokens (
        code TEXT NOT NULL REFERENCES tables (code), hash TEXT NOT NULL, role TEXT NOT NULL, seat INTEGER,
        PRIMARY KEY (code, hash)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE passes (
        code TEXT NOT NULL REFERENCES tables (code), hash TEXT NOT NULL, seat INTEGER NOT NULL,
        replaces INTEGER NOT NULL, expires TEXT NOT NULL,
        PRIMARY KEY (code, hash)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE entries (
        code TEXT NOT NULL REFERENCES tables (code), seq INTEGER NOT NULL, at TEXT NOT NULL, seat INTEGER,
        move TEXT NOT NULL, overruled TEXT, token TEXT NOT NULL, key TEXT NOT NULL,
        PRIMARY KEY (code, seq), UNIQUE (code, token, key)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE remembered (
        game TEXT NOT NULL, what TEXT NOT NULL, value TEXT NOT NULL,
        PRIMARY KEY (game, what)
    ) STRICT, WITHOUT ROWID""",
)


@migrations()
def first(db: Database) -> None:
    """Create tables, tokens, passes, entries and what the server remembers."""
    for statement in FIRST_SCHEMA:  # one by one: executescript() would end the migration's transaction
        db.execute(statement)


@migrations()
def successor(db: Database) -> None:
    """Let a table know which one the same people set after it."""
    db.execute(ADD_SUCCESSOR)


@migrations()
def secretly(db: Database) -> None:
    """Let an entry say that it was overruled for a secret's sake."""
    db.execute(ADD_SECRETLY)


class SQLiteStore(Store):
    """All tables of one house, in `file`. One process serves it; another may back it up or restore it meanwhile."""

    def __init__(self, file: Path, games: Mapping[str, Game]):
        super().__init__(games)
        self.file = file
        self._writing = threading.Lock()
        self._reading = threading.Lock()
        self._closed = threading.Event()
        self._untold = False
        """Another process wrote to the file, be it noticed here or by a tap, and no phone was told yet."""
        with answering():
            file.parent.mkdir(parents=True, exist_ok=True)
            self._writer = connect_first(file)
            self._reader = connect(file)
            self._version = self._data_version()

    def _rows(self, sql: str, *values: Any) -> Sequence[tuple[Any, ...]]:
        with self._reading, answering():
            return self._reader.execute(sql, values).fetchall()

    def _add(self, sql: str, *values: Any) -> Sequence[tuple[Any, ...]]:
        with answering():
            return self._writer.execute(sql, values).fetchall()

    @contextmanager
    def _writer_alone(self) -> Iterator[None]:
        """Hold the writing connection. Raises StorageError if those before wait too long for another process."""
        if not self._writing.acquire(timeout=BUSY_SECONDS):
            raise StorageError("too many wait to write")
        try:
            yield
        finally:
            self._writing.release()

    @contextmanager
    def _turn(self, table: Table) -> Iterator[None]:
        with self._writer_alone():
            if self._forget_if_changed() or self._tables.get(table.code) is not table:
                raise Stale
            yield

    @contextmanager
    def _transaction(self) -> Iterator[Run]:
        def run(sql: str, *values: Any) -> Sequence[tuple[Any, ...]]:
            return self._writer.execute(sql, values).fetchall()

        with self._writer_alone(), answering():
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield run
                self._writer.execute("COMMIT")
            except BaseException:
                if self._writer.in_transaction:  # a full disk ends it by itself
                    self._writer.execute("ROLLBACK")
                raise

    def _alone(self, run: Run, code: str) -> None:
        """Nothing to do: BEGIN IMMEDIATE keeps all other writers out."""

    # --- what another process does to the file -----------------------------------------------------------------------

    def _data_version(self) -> int:
        return int(self._writer.execute("PRAGMA data_version").fetchone()[0])

    def _forget_if_changed(self) -> bool:
        with answering():
            version = self._data_version()
        if version == self._version:
            return False
        self._version = version
        self._forget()
        self._untold = True
        return True

    def forget_if_changed(self) -> bool:
        """Drop what is known in memory if another process wrote to the file (a restore); return whether it did."""
        with self._writer_alone():
            return self._forget_if_changed()

    def watch(self, changed: Callable[[str | None], None]) -> None:
        self.changed = changed
        threading.Thread(target=self._watch, name="file", daemon=True).start()

    def _watch(self) -> None:
        while not self._closed.wait(WATCH_SECONDS):
            try:
                self.forget_if_changed()
            except StorageError:
                continue  # whoever writes is told
            if self._untold:
                self._untold = False
                self.changed(None)

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
            yield table, db.execute(f"SELECT {', '.join(columns)} FROM {table}")  # noqa: S608 - names of our own


def fill(file: Path, rows: Mapping[str, Iterator[tuple[Any, ...]]]) -> None:
    """Make a new `file` that holds the given rows of each table of COLUMNS."""
    with answering(), closing(connect(file)) as db:
        migrations.apply(Database(db))
        db.execute("BEGIN IMMEDIATE")
        for table, columns in COLUMNS.items():
            marks = ", ".join("?" * len(columns))
            db.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows[table])  # noqa: S608
        db.execute("COMMIT")
