"""SQLite files as a whole: made, brought up to date, copied, and read where they may not be written."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlite_utils import Database, Migrations

from referee.store import schema
from referee.store.database import Busy, Clash, StorageError, Unreadable
from referee.store.rows import COLUMNS, Row, insert

BUSY_SECONDS = 2.0
"""The time a statement waits for another process before it is refused."""
FIRST_TRIES, FIRST_PAUSE = 30, 0.5
"""The times a starting process tries to bring the schema up to date while others do the same, and how many seconds it
waits in between at most: a dozen in all, for on a slow disk each migration takes long."""
OVERTAKEN = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT)
"""SQLite's codes for a migration that fails because another process runs it, or has just run it."""
SAME_KEY = (sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY, sqlite3.SQLITE_CONSTRAINT_UNIQUE)
"""SQLite's codes for a row whose key is there already; what else it bars (a seat at a table that a restore took away)
is no clash."""


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


def kind(error: sqlite3.Error) -> int:
    """Return the primary code of an error: SQLITE_BUSY of SQLITE_BUSY_SNAPSHOT; 0 if it has none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


@contextmanager
def store_errors() -> Iterator[None]:
    """Turn SQLite's errors into those of the store."""
    try:
        yield
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", None) in SAME_KEY:
            raise Clash(str(error)) from error
        if kind(error) == sqlite3.SQLITE_BUSY:
            raise Busy(str(error)) from error
        damaged = kind(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
        raise (Unreadable if damaged else StorageError)(str(error)) from error
    except OSError as error:
        raise StorageError(f"{error.filename}: {(error.strerror or str(error)).lower()}") from error


def make_private(file: Path) -> None:
    """Create the file if it is missing, readable by its owner alone; root gives it to the folder's owner."""
    try:
        made = os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    except FileExistsError:
        with suppress(OSError):
            file.chmod(0o600)
        return
    with open(made, "rb"):
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            folder = file.parent.stat()
            os.chown(made, folder.st_uid, folder.st_gid)


def connect(file: Path) -> sqlite3.Connection:
    """Return a connection whose every statement is durable by itself, unless a transaction is begun."""
    connection = sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def connect_first(file: Path) -> sqlite3.Connection:
    """Return a connection after bringing the schema up to date; processes that start at once try again in turn."""
    tries = 0
    while True:
        connection = sqlite3.connect(file, isolation_level=None)
        with closing(connection):
            try:
                must_be_ours(connection, file)
                connection.execute("PRAGMA journal_mode = WAL")
                migrations.apply(Database(connection))
                return connect(file)
            except (sqlite3.OperationalError, sqlite3.IntegrityError) as error:
                tries += 1
                if kind(error) not in OVERTAKEN or tries == FIRST_TRIES:
                    raise
        time.sleep(min(0.05 * tries, FIRST_PAUSE))


def must_be_ours(connection: sqlite3.Connection, file: Path) -> None:
    """Raise StorageError if the file holds another program's tables."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables and not ({"tables", "entries"} <= tables or "_sqlite_migrations" in tables):
        raise StorageError(f"{file} is another program's file")


def spool_into(folder: Path) -> None:
    """Put by what arrives and is too large for memory in `folder`, where the system has no temporary folder of its own:
    in a container that may write its data only."""
    try:
        tempfile.gettempdir()
    except FileNotFoundError:
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            tempfile.tempdir = str(folder)


@contextmanager
def readable(file: Path) -> Iterator[Path]:
    """Yield the file, or a copy of it if its folder is not writable: SQLite writes beside a file it reads."""
    if os.access(file, os.W_OK) and os.access(file.parent, os.W_OK):
        yield file
        return
    with tempfile.TemporaryDirectory() as folder:
        for name in (file.name, f"{file.name}-wal"):
            if file.with_name(name).exists():
                shutil.copyfile(file.with_name(name), Path(folder, name))
        yield Path(folder, file.name)


def copy(source: Path, target: Path) -> int:
    """Copy a database with SQLite's online backup, whoever else has either file open; return how many tables it holds.

    Raises StorageError, also if the source is damaged: what cannot be read must not take the place of what can.
    """
    with store_errors(), readable(source) as file, closing(sqlite3.connect(file, timeout=BUSY_SECONDS)) as from_db:
        must_be_ours(from_db, source)
        (count,) = from_db.execute("SELECT count(*) FROM tables").fetchone()
        (found,) = from_db.execute("PRAGMA quick_check(1)").fetchone()
        if found != "ok":
            raise StorageError(f"{source} is damaged: {found.splitlines()[-1]}")
        make_private(target)
        with closing(sqlite3.connect(target, timeout=30)) as to_db:
            from_db.backup(to_db)
        return int(count)


def save(source: Path, target: Path, replace: bool) -> int:
    """Copy a database into the new file `target`, whole or not at all; return how many tables it holds.

    With `replace` it takes the place of an earlier copy. Raises StorageError for any other file that is there.
    """
    with store_errors():
        if target.exists():
            if target.samefile(source):
                raise StorageError("that is the very file the tables are in")
            if not replace:
                raise StorageError(f"{target} exists; use --replace to overwrite it")
            with closing(sqlite3.connect(target)) as earlier:
                must_be_ours(earlier, target)
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            whole = Path(folder, target.name)
            count = copy(source, whole)
            with closing(sqlite3.connect(whole)) as db:  # one file that can be read where nothing can be written
                db.execute("PRAGMA journal_mode = DELETE")
            whole.replace(target)
    return count


def look_into(file: Path, sql: str) -> Row:
    """Return the row that a statement finds in a file, which is only read. Raises StorageError."""
    address = f"{file.resolve().as_uri()}?mode=ro"
    with store_errors(), closing(sqlite3.connect(address, uri=True, timeout=BUSY_SECONDS)) as db:
        found: Row = db.execute(sql).fetchone()
        return found


def contents(file: Path) -> Generator[tuple[str, Iterator[Row]]]:
    """Yield the rows of each table of COLUMNS, in that order, while nobody else may have `file` open.

    Raises StorageError if somebody has: what a running server still writes would be left behind.
    """
    with store_errors(), closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=rw", uri=True, timeout=1)) as db:
        db.isolation_level = None
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        must_be_ours(db, file)
        migrations.apply(Database(db))
        db.execute("BEGIN EXCLUSIVE")
        for table, columns in COLUMNS.items():
            yield table, db.execute(f"SELECT {', '.join(columns)} FROM {table}")


def fill(file: Path, tables: Iterable[tuple[str, Iterator[Row]]]) -> None:
    """Make a new `file` that holds the rows of each table of COLUMNS, given in that order."""
    with store_errors(), closing(connect(file)) as db:
        migrations.apply(Database(db))
        db.execute("BEGIN IMMEDIATE")
        for table, rows in tables:
            db.executemany(insert(table), rows)
        db.execute("COMMIT")
