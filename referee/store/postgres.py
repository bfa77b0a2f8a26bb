"""The tables of many servers in one PostgreSQL database.

Every server knows tables as of the last entry it heard of. The key (code, seq) decides between entries that come at
once; triggers tell all servers what changed (LISTEN and NOTIFY), and each fetches only what it does not know. A request
asks for what came since (`shared`), so that a phone may talk to another server every time.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from psycopg import sql

from referee.store import files, schema
from referee.store.connections import ANSWER_SECONDS, Broken, Connection, Connections, connect
from referee.store.database import Busy, Clash, Gone, News, NotEmpty, Rows, Run, StorageError
from referee.store.rows import COLUMNS, Row, Value

ROUND_SECONDS = 0.5
"""The time the listening thread waits for notifications before it checks whether it should stop, and whether the
database still answers."""
PROBE_SECONDS = 1.5
"""The time that thread waits for the answer before the database is taken to hang."""
MIGRATION_LOCK = 0x7265666572  # any number: servers that start at once take turns by it

log = logging.getLogger(__name__)


class Postgres:
    """The database at `address` (`postgresql://user:password@host/name`), which any number of servers share."""

    place = "the database at DATABASE_URL"
    shared = True
    hold = " FOR SHARE"

    def __init__(self, address: str, connections: int, seconds: float):
        self.address = address
        self.heard: Callable[[News], None] = lambda news: None
        self._mine: set[tuple[str, int]] = set()
        """Own entries, (code, seq), whose notification has not come back yet: it is passed over when it comes."""
        self._stopping = threading.Event()
        self._listener: threading.Thread | None = None
        self._heard = time.monotonic()
        self._connections = Connections(address, connections)
        try:
            with store_errors():
                self._connections.first(seconds, migrate)
        except StorageError as error:
            if isinstance(error.__cause__, psycopg.ProgrammingError):  # it may repeat a password
                raise StorageError("its address is not like postgresql://user:password@host/name") from None
            raise

    # --- statements --------------------------------------------------------------------------------------------------

    def rows(self, sql: str, *values: Value) -> Rows:
        """Return the rows of one statement, executed durably. If its connection broke, execute it on a new one.

        That may be the second time, if the first was recorded and only its answer lost: an entry then clashes with
        itself, and its key tells that it is there.
        """
        return self._rows(self._connections.one, sql, *values)

    def _rows(self, lend: Callable[[], AbstractContextManager[Connection]], sql: str, *values: Value) -> Rows:
        if any(isinstance(value, str) and "\0" in value for value in values):
            return []  # no text here holds a NUL, so nothing is found by it
        with store_errors():
            try:
                with lend() as connection:
                    return fetch(connection, sql, *values)
            except Broken:
                with lend() as connection:
                    return fetch(connection, sql, *values)

    def insert(self, sql: str, *values: Value) -> Rows:
        return self._rows(self._connections.to_write, sql, *values)

    @contextmanager
    def turn(self, code: str, seq: int) -> Iterator[None]:
        """Hold nothing: others write to the same table from elsewhere, and the key decides."""
        mine = code, seq
        if self._listener is not None:
            self._mine.add(mine)
        try:
            yield
        except BaseException:
            self._mine.discard(mine)
            raise

    @contextmanager
    def transaction(self) -> Iterator[Run]:
        with store_errors(), self._connections.to_write(tried=True) as connection, connection.transaction():
            yield functools.partial(fetch, connection)

    def together(self) -> AbstractContextManager[Run]:
        return self.transaction()

    def lock(self, run: Run, code: str) -> None:
        run("SELECT 1 FROM tables WHERE code = ? FOR UPDATE", code)

    def alone(self, run: Run, what: str) -> None:
        run("SELECT pg_advisory_xact_lock(hashtextextended(?, 0))", what)

    # --- what other servers change -----------------------------------------------------------------------------------

    @property
    def hearing(self) -> bool:
        return self._listener is None or time.monotonic() - self._heard <= 4 * ROUND_SECONDS

    def watch(self) -> None:
        self._listener = threading.Thread(target=self._listen, name="postgres", daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        hearing = True
        while not self._stopping.is_set():
            until = time.monotonic() + PROBE_SECONDS
            try:
                with connect(self.address, until) as connection:
                    connection.execute("LISTEN referee")
                    hearing = True
                    self._connections.hanging = False
                    self._connections.drop()  # the loss of this connection broke the others too
                    self._mine.clear()
                    self.heard(News("everything"))  # whatever changed before was not notified
                    self._hear_all(connection)
            except (psycopg.Error, StorageError) as error:
                if hearing:
                    log.warning("not hearing of other servers: %s", error)
                hearing = False
                self._connections.hanging = time.monotonic() >= until
                self._stopping.wait(ROUND_SECONDS)

    def _hear_all(self, connection: Connection) -> None:
        while not self._stopping.is_set():
            connection.until = None
            for notice in connection.notifies(timeout=ROUND_SECONDS):
                self._hear(*notice.payload.split(" "))
            connection.until = time.monotonic() + PROBE_SECONDS
            connection.execute("SELECT 1")
            self._heard = time.monotonic()

    def _hear(self, what: Any, of: str = "", seq: str = "0") -> None:
        """Pass on what a trigger tells, but for this server's own entries, which are known already."""
        if what == "entry" and (of, int(seq)) in self._mine:
            self._mine.discard((of, int(seq)))
        else:
            self.heard(News(what, of, int(seq)))

    # --- the whole database ------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Do nothing: each request asks for what came since."""

    def glance(self) -> None:
        """Do nothing, likewise."""

    def backup(self, target: Path, replace: bool = False) -> int:
        with tempfile.TemporaryDirectory() as folder, store_errors(), self._connections.one(tried=True) as connection:
            whole = Path(folder, "referee.sqlite")
            with connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                connection.without_haste()
                files.fill(whole, ((table, everything(connection, table)) for table in COLUMNS))
            return files.save(whole, target, replace)

    def restore(self, source: Path) -> int:
        with tempfile.TemporaryDirectory() as folder:
            whole = Path(folder, "referee.sqlite")
            files.copy(source, whole)
            return self._take_over(whole, replacing=True)

    def move_in(self, source: Path) -> int:
        """Take over everything from the SQLite file `source`; return how many tables that are.

        Raises NotEmpty if there are tables here already, StorageError if a server still has the file open.
        """
        with files.store_errors(), files.readable(source) as file:
            return self._take_over(file, replacing=False)

    def _take_over(self, source: Path, replacing: bool) -> int:
        try:
            count = self._copy_in(source, replacing)
        except Clash as error:
            raise StorageError(str(error)) from error
        self.heard(News("everything"))
        return count

    def _copy_in(self, source: Path, replacing: bool) -> int:
        with store_errors(), self._connections.one(tried=True) as connection, connection.transaction():
            connection.execute("SET LOCAL referee.quiet = 'on'")
            connection.without_haste()
            for table in COLUMNS:
                connection.execute(sql.SQL("LOCK {} IN ACCESS EXCLUSIVE MODE").format(sql.Identifier(table)))
            if not replacing and fetch(connection, "SELECT 1 FROM tables LIMIT 1"):
                raise NotEmpty
            connection.execute(sql.SQL("TRUNCATE {}").format(sql.SQL(", ").join(map(sql.Identifier, COLUMNS))))
            with contextlib.closing(files.contents(source)) as tables:
                for table, rows in tables:
                    columns = sql.SQL(", ").join(map(sql.Identifier, COLUMNS[table]))
                    into = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), columns)
                    with connection.cursor() as cursor, cursor.copy(into) as copy:
                        for row in rows:
                            copy.write_row(row)
            # Until it has counted them itself, which takes it a minute, it plans as if the tables were empty.
            connection.execute(sql.SQL("ANALYZE {}").format(sql.SQL(", ").join(map(sql.Identifier, COLUMNS))))
            connection.execute("SELECT pg_notify('referee', 'everything')")
            return int(fetch(connection, "SELECT count(*) FROM tables")[0][0])

    def close(self) -> None:
        self._stopping.set()
        if self._listener is not None:
            self._listener.join(ANSWER_SECONDS)
        self._connections.drop()


# --- statements ----------------------------------------------------------------------------------------------------


@functools.cache
def marked(text: str) -> LiteralString:
    """Return a statement of the store as psycopg wants it."""
    return text.replace("?", "%s")


def fetch(connection: Connection, text: str, *values: Value) -> Rows:
    """Execute a statement whose values are marked by "?"; return its rows, none if it gives none."""
    cursor = connection.execute(marked(text), values or None)
    return cursor.fetchall() if cursor.description is not None else []


def everything(connection: Connection, table: str) -> Iterator[Row]:
    """Yield all rows of a table of COLUMNS, a part at a time."""
    with connection.cursor(name=table) as cursor:
        columns = sql.SQL(", ").join(map(sql.Identifier, COLUMNS[table]))
        yield from cursor.execute(sql.SQL("SELECT {} FROM {}").format(columns, sql.Identifier(table)))


@contextmanager
def store_errors() -> Iterator[None]:
    """Turn PostgreSQL's errors into those of the store."""
    try:
        yield
    except psycopg.errors.UniqueViolation as error:
        raise Clash(str(error)) from error
    except psycopg.errors.LockNotAvailable as error:
        raise Busy("another server holds what is to be written") from error
    except psycopg.errors.ForeignKeyViolation as error:
        raise Gone("the table was deleted meanwhile") from error
    except psycopg.Error as error:
        # What PostgreSQL tells in detail names the row, and with it the table's code, which is for no log.
        raise StorageError(error.diag.message_primary or " ".join(str(error).split()).rstrip(".?")) from error


def migrate(connection: Connection) -> None:
    """Bring the schema up to date, once, however many servers start together."""
    with connection.transaction():
        connection.without_haste()
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
        connection.execute(
            "CREATE TABLE IF NOT EXISTS referee_migrations "
            "(name TEXT PRIMARY KEY, applied TIMESTAMPTZ NOT NULL DEFAULT now())"
        )
        applied = {name for (name,) in connection.execute("SELECT name FROM referee_migrations")}
        for migration in schema.MIGRATIONS:
            if migration.name not in applied:
                for statement in schema.statements(migration, postgres=True):
                    connection.execute(statement)
                connection.execute("INSERT INTO referee_migrations (name) VALUES (%s)", (migration.name,))
