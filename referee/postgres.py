"""The tables of many servers in one PostgreSQL database.

Every server knows tables as of the last entry it heard of. The key (code, seq) decides between entries that come at
once; triggers tell all servers what changed (LISTEN and NOTIFY), and each fetches only what it does not know. A request
asks for what came since (`latest`), so that a phone may talk to another server every time.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, LiteralString

import psycopg
from psycopg import sql

from referee import sqlite
from referee.connections import ANSWER_SECONDS, SILENT, Broken, Connections, without_haste
from referee.engine import Game
from referee.seating import Run, Token
from referee.statements import ADD_FIRST_ENTRY, ADD_SECRETLY, ADD_SUCCESSOR, COLUMNS
from referee.store import Clash, StorageError, Store, Table

CONNECTIONS = 16
"""How many statements one server has under way at once."""
START_SECONDS = 30
"""How long a starting server waits for its database."""
HEAR_SECONDS = 0.5
"""How often the listening thread looks whether it should stop, and whether it is still heard."""
MIGRATION_LOCK = 0x7265666572  # any number: servers that start at once take turns by it

TELL = """
CREATE FUNCTION referee_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('referee.quiet', true) = 'on' THEN
        RETURN NULL;
    END IF;
    CASE TG_TABLE_NAME
        WHEN 'entries' THEN PERFORM pg_notify('referee', 'entry ' || NEW.code || ' ' || NEW.seq);
        WHEN 'tables' THEN PERFORM pg_notify('referee', 'table ' || NEW.code);
        WHEN 'tokens' THEN PERFORM pg_notify('referee', 'tokens ' || OLD.code);
        WHEN 'remembered' THEN PERFORM pg_notify('referee', 'remembered ' || NEW.game);
    END CASE;
    RETURN NULL;
END $$
"""
FIRST_SCHEMA = (
    """CREATE TABLE tables (
        code TEXT COLLATE "C" PRIMARY KEY, game TEXT COLLATE "C" NOT NULL, players TEXT NOT NULL, options TEXT NOT NULL,
        created TEXT COLLATE "C" NOT NULL, closed INTEGER NOT NULL DEFAULT 0
    )""",
    """CREATE TABLE tokens (
        code TEXT COLLATE "C" NOT NULL REFERENCES tables (code), hash TEXT COLLATE "C" NOT NULL, role TEXT NOT NULL,
        seat INTEGER,
        PRIMARY KEY (code, hash)
    )""",
    """CREATE TABLE passes (
        code TEXT COLLATE "C" NOT NULL REFERENCES tables (code), hash TEXT COLLATE "C" NOT NULL, seat INTEGER NOT NULL,
        replaces INTEGER NOT NULL, expires TEXT COLLATE "C" NOT NULL,
        PRIMARY KEY (code, hash)
    )""",
    """CREATE TABLE entries (
        code TEXT COLLATE "C" NOT NULL REFERENCES tables (code), seq INTEGER NOT NULL, at TEXT NOT NULL, seat INTEGER,
        move TEXT NOT NULL, overruled TEXT, token TEXT COLLATE "C" NOT NULL, key TEXT COLLATE "C" NOT NULL,
        PRIMARY KEY (code, seq), UNIQUE (code, token, key)
    )""",
    """CREATE TABLE remembered (
        game TEXT COLLATE "C" NOT NULL, what TEXT COLLATE "C" NOT NULL, value TEXT NOT NULL,
        PRIMARY KEY (game, what)
    )""",
    TELL,
    "CREATE TRIGGER tell AFTER INSERT ON entries FOR EACH ROW EXECUTE FUNCTION referee_tell()",
    "CREATE TRIGGER tell AFTER UPDATE ON tables FOR EACH ROW EXECUTE FUNCTION referee_tell()",
    "CREATE TRIGGER tell AFTER DELETE ON tokens FOR EACH ROW EXECUTE FUNCTION referee_tell()",
    "CREATE TRIGGER tell AFTER INSERT OR UPDATE ON remembered FOR EACH ROW EXECUTE FUNCTION referee_tell()",
)
MIGRATIONS = (("first", FIRST_SCHEMA), ("successor", (ADD_SUCCESSOR,)), ("secretly", (ADD_SECRETLY,)))
"""What made the schema what it is, oldest first; one that was released is never changed."""

log = logging.getLogger(__name__)


class NotEmpty(Exception):  # noqa: N818 - a fact, and the reader's to mend
    """The database holds tables already."""


class PostgresStore(Store):
    """All tables of one house, in the database at `address` (`postgresql://user:password@host/name`)."""

    _first = ADD_FIRST_ENTRY.format(hold=" FOR SHARE")  # who sets the table up anew waits, or is waited for

    def __init__(self, address: str, games: Mapping[str, Game], connections: int = CONNECTIONS):
        super().__init__(games)
        self.address = address
        self._mine: set[tuple[str, int]] = set()
        """What this server recorded and was not told yet: (code, seq)."""
        self._stopping = threading.Event()
        self._listener: threading.Thread | None = None
        self._heard = time.monotonic()
        self._connections = Connections(address, connections)
        with answering():
            self._connections.first(START_SECONDS, migrate)

    # --- statements --------------------------------------------------------------------------------------------------

    def _rows(self, sql: str, *values: Any) -> Sequence[tuple[Any, ...]]:
        return self._ask(sql, values)

    def _add(self, sql: str, *values: Any) -> Sequence[tuple[Any, ...]]:
        return self._ask(sql, values)

    def _ask(self, text: str, values: tuple[Any, ...]) -> Sequence[tuple[Any, ...]]:
        """Execute one statement durably. If its connection broke, execute it on a new one.

        That may be the second time, if the first was recorded and only its answer lost: an entry then clashes with
        itself, and its key tells that it is there.
        """
        if any(isinstance(value, str) and "\0" in value for value in values):
            return []  # no text here holds a NUL, so nothing is found by it
        with answering():
            try:
                with self._connections.one() as connection:
                    return fetch(connection, text, *values)
            except Broken:
                with self._connections.one() as connection:
                    return fetch(connection, text, *values)

    @contextmanager
    def _turn(self, table: Table) -> Iterator[None]:
        """Hold nothing: others write to the same table from elsewhere, and the key decides."""
        mine = table.code, table.seq + 1
        if self._listener is not None:
            self._mine.add(mine)
        try:
            yield
        except BaseException:
            self._mine.discard(mine)
            raise

    @contextmanager
    def _transaction(self) -> Iterator[Run]:
        with answering(), self._connections.one(tried=True) as connection, connection.transaction():
            yield functools.partial(fetch, connection)

    def _alone(self, run: Run, code: str) -> None:
        run("SELECT 1 FROM tables WHERE code = ? FOR NO KEY UPDATE", code)

    def latest(self, code: str) -> Table | None:
        known = self._tables.get(code)
        return self._load(code) if known is None else self._read_on(known)

    def token(self, code: str, hash: str) -> Token | None:
        # Who does not hear the others has not heard of a phone that was turned out either.
        known = self._tokens.get((code, hash))
        if known is None or self._listener is None or time.monotonic() - self._heard <= 4 * HEAR_SECONDS:
            return super().token(code, hash)
        self._drop(self._tokens, (code, hash))
        try:
            return super().token(code, hash)
        except StorageError:  # nobody was told anything since: phones keep what they show
            self._tokens[code, hash] = known
            return known

    # --- what other servers change -----------------------------------------------------------------------------------

    def watch(self, changed: Callable[[str | None], None]) -> None:
        self.changed = changed
        self._listener = threading.Thread(target=self._listen, name="postgres", daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        hearing = True
        while not self._stopping.is_set():
            try:
                with psycopg.connect(self.address, autocommit=True, **SILENT) as ear:  # type: ignore[arg-type]
                    ear.execute("LISTEN referee")
                    hearing = True
                    self._connections.drop()  # where this one was lost, others were
                    self._mine.clear()
                    self._forget()  # nobody told what came before
                    self.changed(None)
                    self._hear_all(ear)
            except (psycopg.Error, StorageError) as error:
                if hearing:
                    log.warning("not hearing of other servers: %s", error)
                hearing = False
                self._stopping.wait(HEAR_SECONDS)

    def _hear_all(self, ear: psycopg.Connection[Any]) -> None:
        while not self._stopping.is_set():
            for notice in ear.notifies(timeout=HEAR_SECONDS):
                self._hear(*notice.payload.split(" "))
            ear.execute("SELECT 1")
            self._heard = time.monotonic()

    def _hear(self, what: str, of: str = "", seq: str = "0") -> None:
        """Take in what a trigger tells; an entry of this server's own is known already."""
        if what == "everything":
            self._forget()
            self.changed(None)
        elif what == "remembered":
            self._drop(self._remembered, of)
        elif what == "tokens":
            self._drop(self._tokens)
            self.changed(of)
        elif what == "entry" and (of, int(seq)) in self._mine:
            self._mine.discard((of, int(seq)))
        elif what == "table":  # closed, opened or set up anew: it is read again when it is asked for
            self._drop(self._tables, of)
            self.changed(of)
        elif (known := self._tables.get(of)) is None:
            self.changed(of)
        elif known.seq < int(seq):
            self._read_on(known)  # tells who watches, if it is news

    # --- the whole database ------------------------------------------------------------------------------------------

    def backup(self, target: Path) -> int:
        with tempfile.TemporaryDirectory() as folder, answering(), self._connections.one(tried=True) as connection:
            whole = Path(folder, "referee.sqlite")
            with connection.transaction():
                connection.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
                without_haste(connection)
                sqlite.fill(whole, {table: everything(connection, table) for table in COLUMNS})
            return sqlite.copy(whole, target)

    def restore(self, source: Path) -> int:
        with tempfile.TemporaryDirectory() as folder:
            whole = Path(folder, "referee.sqlite")
            sqlite.copy(source, whole)
            return self._take_over(whole, replacing=True)

    def move_in(self, source: Path) -> int:
        """Take over everything from the SQLite file `source`; return how many tables that are.

        Raises NotEmpty if there are tables here already, StorageError if a server still has the file open.
        """
        return self._take_over(source, replacing=False)

    def _take_over(self, source: Path, replacing: bool) -> int:
        try:
            count = self._copy_in(source, replacing)
        except Clash as error:
            raise StorageError(str(error)) from error
        self._forget()
        return count

    def _copy_in(self, source: Path, replacing: bool) -> int:
        with answering(), self._connections.one(tried=True) as connection, connection.transaction():
            connection.execute("SET LOCAL referee.quiet = 'on'")
            without_haste(connection)
            for table in COLUMNS:
                connection.execute(sql.SQL("LOCK {} IN ACCESS EXCLUSIVE MODE").format(sql.Identifier(table)))
            if not replacing and fetch(connection, "SELECT 1 FROM tables LIMIT 1"):
                raise NotEmpty
            connection.execute(sql.SQL("TRUNCATE {}").format(sql.SQL(", ").join(map(sql.Identifier, COLUMNS))))
            with contextlib.closing(sqlite.contents(source)) as tables:
                for table, rows in tables:
                    columns = sql.SQL(", ").join(map(sql.Identifier, COLUMNS[table]))
                    into = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(table), columns)
                    with connection.cursor() as cursor, cursor.copy(into) as copy:
                        for row in rows:
                            copy.write_row(row)
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


def fetch(connection: psycopg.Connection[Any], text: str, *values: Any) -> Sequence[tuple[Any, ...]]:
    """Execute a statement whose values are marked by "?"; return its rows, none if it gives none."""
    cursor = connection.execute(marked(text), values or None)
    return cursor.fetchall() if cursor.description is not None else []


def everything(connection: psycopg.Connection[Any], table: str) -> Iterator[tuple[Any, ...]]:
    """Yield all rows of a table of COLUMNS, a part at a time."""
    with connection.cursor(name=table) as cursor:
        columns = sql.SQL(", ").join(map(sql.Identifier, COLUMNS[table]))
        yield from cursor.execute(sql.SQL("SELECT {} FROM {}").format(columns, sql.Identifier(table)))


@contextmanager
def answering() -> Iterator[None]:
    """Turn PostgreSQL's errors into those of the store."""
    try:
        yield
    except psycopg.errors.UniqueViolation as error:
        raise Clash(str(error)) from error
    except psycopg.Error as error:
        # What PostgreSQL tells in detail names the row, and with it the table's code, which is for no log.
        raise StorageError(error.diag.message_primary or str(error)) from error


def migrate(connection: psycopg.Connection[Any]) -> None:
    """Bring the schema up to date, once, however many servers start together."""
    with connection.transaction():
        without_haste(connection)
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
        connection.execute(
            "CREATE TABLE IF NOT EXISTS referee_migrations "
            "(name TEXT PRIMARY KEY, applied TIMESTAMPTZ NOT NULL DEFAULT now())"
        )
        applied = {name for (name,) in connection.execute("SELECT name FROM referee_migrations")}
        for name, statements in MIGRATIONS:
            if name not in applied:
                for statement in statements:
                    connection.execute(statement)
                connection.execute("INSERT INTO referee_migrations (name) VALUES (%s)", (name,))
