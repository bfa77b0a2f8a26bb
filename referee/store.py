"""Where tables are kept: the only SQL. SQLite, in one file of one folder, through sqlite-utils.

An entry is on disk (`synchronous=FULL`) before `append` returns. All writes go through one connection behind one
lock; the state of a table is the last one known in this process, else replayed from its log.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import msgspec
from sqlite_utils import Database, Migrations

from referee.engine import Game
from referee.history import Entry, Hidden, History, Redo, Undo, replay

KEPT_TABLES = 4000
"""How many tables stay replayed in memory."""
BUSY_SECONDS = 3.0
"""How long a write waits for another process before it is refused."""

migrations = Migrations("referee")


FIRST_SCHEMA = (
    """CREATE TABLE tables (
        code TEXT PRIMARY KEY, game TEXT NOT NULL, players TEXT NOT NULL, options TEXT NOT NULL,
        created TEXT NOT NULL, closed INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX tables_by_game ON tables (game, created)",
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


class Stale(Exception):  # noqa: N818 - the contract's word (409)
    """The table moved on since it was loaded; load it again."""


class StorageError(Exception):
    """The disk is full or the database does not answer; nothing was recorded."""


class Token(msgspec.Struct, frozen=True):
    """Who somebody is at one table: the host, a seat, or a watcher. `hash` is what is kept of the token."""

    hash: str
    role: Literal["host", "seat", "watcher"]
    seat: int | None = None


class Table(msgspec.Struct, frozen=True):
    """A table as it stands: how it was set up, and all that was entered. `keys` maps (token hash, key) to seq."""

    code: str
    game: str
    players: tuple[str, ...]
    options: Any
    created: str
    closed: bool
    history: History
    keys: dict[tuple[str, str], int]

    @property
    def seq(self) -> int:
        return self.history.seq

    @property
    def state(self) -> Any:
        return self.history.state


class Stamped(msgspec.Struct, frozen=True):
    """An entry with what makes it unique: the sender's token (its hash) and the key he gave it."""

    entry: Entry
    token: str
    key: str


class Store:
    """All tables of one house. Thread-safe. Raises StorageError when the database does not answer."""

    def __init__(self, file: Path, games: Mapping[str, Game]):
        self.file = file
        self.games = games
        self._moves = {name: msgspec.json.Decoder(game.MOVES | Hidden | Undo | Redo) for name, game in games.items()}
        self._lock = threading.Lock()
        self._reading = threading.Lock()
        self._tables: dict[str, Table] = {}
        self._tokens: dict[tuple[str, str], Token] = {}
        self._revocations = 0
        self._remembered: dict[str, dict[str, Any]] = {}
        with self._answering():
            file.parent.mkdir(parents=True, exist_ok=True)
            self._writer = self._connect()
            migrations.apply(Database(self._writer))
            self._reader = self._connect()
            self._version = self._data_version()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.file, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    @contextmanager
    def _answering(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.OperationalError, sqlite3.DatabaseError, OSError) as error:
            if isinstance(error, sqlite3.IntegrityError):
                raise
            raise StorageError(str(error)) from error

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Hold the one writer for several statements; all or nothing."""
        with self._lock, self._answering():
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield self._writer
            except BaseException:
                self._writer.execute("ROLLBACK")
                raise
            self._writer.execute("COMMIT")

    def _rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._reading, self._answering():
            return self._reader.execute(sql, values).fetchall()

    def _data_version(self) -> int:
        return int(self._writer.execute("PRAGMA data_version").fetchone()[0])

    def close(self) -> None:
        """Let go of the file."""
        with self._lock, self._reading:
            self._reader.close()
            self._writer.close()

    def ping(self) -> None:
        """Return if the database answers, else raise StorageError."""
        self._rows("SELECT 1 FROM tables LIMIT 1")

    def forget_if_changed(self) -> bool:
        """Drop what is known in memory if another process wrote to the file (a restore); return whether it did."""
        with self._lock, self._answering():
            return self._forget_if_changed()

    def _forget_if_changed(self) -> bool:
        version = self._data_version()
        if version == self._version:
            return False
        self._version = version
        self._tables.clear()
        self._tokens.clear()
        self._remembered.clear()
        return True

    # --- tables --------------------------------------------------------------------------------------------------

    def create(
        self,
        code: str,
        game: str,
        players: Sequence[str],
        options: Any,
        created: str,
        host: str,
        log: Sequence[Entry] = (),
    ) -> Table | None:
        """Make a table with the host's token (its hash), and a log if it is imported; None if the code is taken."""
        try:
            with self._transaction() as db:
                db.execute(
                    "INSERT INTO tables (code, game, players, options, created) VALUES (?, ?, ?, ?, ?)",
                    (code, game, _json(list(players)), _json(options), created),
                )
                db.execute("INSERT INTO tokens (code, hash, role) VALUES (?, ?, 'host')", (code, host))
                db.executemany(INSERT_ENTRY, [self._row(code, Stamped(entry, "", str(entry.seq))) for entry in log])
        except sqlite3.IntegrityError:
            return None
        return self.table(code)

    def table(self, code: str) -> Table | None:
        """Return the table with this code (upper case) as it stands, or None."""
        known = self._tables.get(code)
        return known if known is not None else self._load(code)

    def _load(self, code: str) -> Table | None:
        rows = self._rows("SELECT game, players, options, created, closed FROM tables WHERE code = ?", code)
        if not rows:
            return None
        game, players, options, created, closed = rows[0]
        rules = self.games[game]
        names = tuple(msgspec.json.decode(players, type=list[str]))
        settled: Any = msgspec.json.decode(options, type=rules.Options)
        entries, keys = [], {}
        for seq, at, seat, move, overruled, token, key in self._rows(
            "SELECT seq, at, seat, move, overruled, token, key FROM entries WHERE code = ? ORDER BY seq", code
        ):
            entries.append(Entry(seq, at, seat, self._moves[game].decode(move), overruled))
            keys[token, key] = seq
        history = replay(rules.start(settled, len(names)), entries)
        table = Table(code, game, names, settled, created, bool(closed), history, keys)
        with self._lock:
            known = self._tables.get(code)
            if known is not None and known.seq >= table.seq:
                return known
            self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        self._tables.pop(table.code, None)
        self._tables[table.code] = table
        if len(self._tables) > KEPT_TABLES:
            del self._tables[next(iter(self._tables))]

    @staticmethod
    def _row(code: str, stamped: Stamped) -> tuple[Any, ...]:
        entry = stamped.entry
        return code, entry.seq, entry.at, entry.by, _json(entry.move), entry.overruled, stamped.token, stamped.key

    def append(self, table: Table, history: History, stamped: Stamped) -> Table:
        """Record one entry durably and return the table after it; `history` is `table.history` with it entered.

        Raises Stale if the table is no longer the one that was loaded; nothing is recorded then.
        """
        row = self._row(table.code, stamped)
        with self._lock, self._answering():
            if self._forget_if_changed() or self._tables.get(table.code) is not table:
                raise Stale
            try:
                self._writer.execute(INSERT_ENTRY, row)
            except sqlite3.IntegrityError as clash:
                self._tables.pop(table.code, None)
                raise Stale from clash
            table.keys[stamped.token, stamped.key] = history.seq
            after = Table(
                table.code, table.game, table.players, table.options, table.created, table.closed, history, table.keys
            )
            self._keep(after)
        return after

    def set_closed(self, code: str, closed: bool) -> None:
        """Close or reopen a table."""
        with self._transaction() as db:
            db.execute("UPDATE tables SET closed = ? WHERE code = ?", (int(closed), code))
            self._tables.pop(code, None)

    def recent(self, game: str, limit: int = 20) -> list[Table]:
        """Return the newest tables of a game, newest first."""
        rows = self._rows("SELECT code FROM tables WHERE game = ? ORDER BY created DESC LIMIT ?", game, limit)
        return [table for (code,) in rows if (table := self.table(code)) is not None]

    # --- tokens --------------------------------------------------------------------------------------------------

    def token(self, code: str, hash: str) -> Token | None:
        """Return whose token it is at this table, or None."""
        known = self._tokens.get((code, hash))
        if known is not None:
            return known
        revocations = self._revocations
        rows = self._rows("SELECT role, seat FROM tokens WHERE code = ? AND hash = ?", code, hash)
        if not rows:
            return None
        token = Token(hash, rows[0][0], rows[0][1])
        with self._lock:
            if len(self._tokens) > 10 * KEPT_TABLES:
                self._tokens.clear()
            if revocations == self._revocations:
                self._tokens[code, hash] = token
        return token

    def held(self, code: str) -> frozenset[int]:
        """Return the seats that some phone holds."""
        rows = self._rows("SELECT DISTINCT seat FROM tokens WHERE code = ? AND role = 'seat'", code)
        return frozenset(seat for (seat,) in rows)

    def seat(
        self, code: str, seat: int | None, hash: str, alone: bool = False, pass_hash: str | None = None, now: str = ""
    ) -> bool:
        """Give a new token (its hash) the seat, or make it a watcher's for None; return whether it got it.

        `alone`: only if no other phone holds the seat, unless `pass_hash` is a pass for it, unused and unexpired at
        `now` (RFC 3339, UTC), which is then used up; a replacing pass revokes the seat's older tokens.
        """
        with self._transaction() as db:
            if seat is None:
                db.execute("INSERT INTO tokens (code, hash, role) VALUES (?, ?, 'watcher')", (code, hash))
                return True
            admitted = None
            if pass_hash is not None:
                admitted = db.execute(
                    "DELETE FROM passes WHERE code = ? AND hash = ? AND seat = ? AND expires > ? RETURNING replaces",
                    (code, pass_hash, seat, now),
                ).fetchone()
                if admitted is None:
                    return False
            if alone and admitted is None:
                taken = db.execute("SELECT 1 FROM tokens WHERE code = ? AND seat = ?", (code, seat)).fetchone()
                if taken is not None:
                    return False
            if admitted is not None and admitted[0]:
                db.execute("DELETE FROM tokens WHERE code = ? AND seat = ?", (code, seat))
                self._tokens.clear()
                self._revocations += 1
            db.execute("INSERT INTO tokens (code, hash, role, seat) VALUES (?, ?, 'seat', ?)", (code, hash, seat))
            return True

    def admit(self, code: str, seat: int, hash: str, replaces: bool, expires: str) -> None:
        """Record a pass (its hash) for one new phone at a seat, good once until `expires` (RFC 3339, UTC)."""
        with self._transaction() as db:
            db.execute(
                "INSERT INTO passes (code, hash, seat, replaces, expires) VALUES (?, ?, ?, ?, ?)",
                (code, hash, seat, int(replaces), expires),
            )

    # --- what the server remembers -------------------------------------------------------------------------------

    def remember(self, game: str, what: str, value: Any) -> None:
        """Remember a value (anything JSON) for the next tables of a game on this server."""
        with self._transaction() as db:
            db.execute(
                "INSERT INTO remembered (game, what, value) VALUES (?, ?, ?) "
                "ON CONFLICT (game, what) DO UPDATE SET value = excluded.value",
                (game, what, _json(value)),
            )
            self._remembered.pop(game, None)

    def remembered(self, game: str) -> dict[str, Any]:
        """Return all that is remembered for a game."""
        known = self._remembered.get(game)
        if known is not None:
            return known
        rows = self._rows("SELECT what, value FROM remembered WHERE game = ?", game)
        known = {what: msgspec.json.decode(value) for what, value in rows}
        self._remembered[game] = known
        return known

    # --- backup --------------------------------------------------------------------------------------------------

    def backup(self, target: Path) -> None:
        """Write a consistent copy of everything to `target` while the server runs."""
        copy(self.file, target)


def copy(source: Path, target: Path) -> None:
    """Copy a database with SQLite's online backup, whoever else has either file open. Raises StorageError."""
    try:
        with sqlite3.connect(source, timeout=BUSY_SECONDS) as from_db, sqlite3.connect(target, timeout=30) as to_db:
            from_db.execute("SELECT 1 FROM tables LIMIT 1")
            from_db.backup(to_db)
        from_db.close()
        to_db.close()
    except sqlite3.Error as error:
        raise StorageError(str(error)) from error


INSERT_ENTRY = "INSERT INTO entries (code, seq, at, seat, move, overruled, token, key) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_encoder = msgspec.json.Encoder()


def _json(value: Any) -> str:
    return _encoder.encode(value).decode()
