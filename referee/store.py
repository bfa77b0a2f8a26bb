"""Where tables are kept: what is known in this process, and what is asked of every database alike.

`referee.sqlite` keeps a house's tables in one file, `referee.postgres` those of many servers in one database. An entry
is durable before `append` returns. The state of a table is the last one known in this process, else replayed from its
log; the key (code, seq) decides between entries that come at once, wherever they come from.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import msgspec

from referee import statements
from referee.engine import Game
from referee.history import Entry, Hidden, History, Redo, Undo, replay
from referee.seating import Seating

KEPT_TABLES = 4000
"""How many tables stay replayed in memory."""
KEPT_ENTRIES = 1_000_000
"""How many entries those tables may have together: a kilobyte or two each, so that long logs do not fill the memory."""


class Stale(Exception):  # noqa: N818 - the interface's word for it (409)
    """The table moved on since it was loaded; load it again."""


class StorageError(Exception):
    """The disk is full or the database does not answer; as a rule nothing was recorded."""


class Clash(Exception):  # noqa: N818 - no error: what decides between two who come at once
    """There is a row with that key already."""


class Table(msgspec.Struct, frozen=True):
    """A table as it stands: how it was set up, and all that was entered.

    `keys` maps (token hash, key) to seq. It is shared by all states of a table, so it may know of later entries.
    `setup` is how the options are stored: before the first entry they may still be changed. `successor` is the code of
    the table that the same people set after this one, if they did.
    """

    code: str
    game: str
    players: tuple[str, ...]
    options: Any
    created: str
    closed: bool
    history: History
    keys: dict[tuple[str, str], int]
    setup: str
    successor: str | None = None

    @property
    def seq(self) -> int:
        """The number of its newest entry, 0 before the first."""
        return self.history.seq

    @property
    def stands(self) -> tuple[int, bool, str, str | None]:
        """What differs between any two states of a table."""
        return self.seq, self.closed, self.setup, self.successor

    @property
    def state(self) -> Any:
        """The state it stands at, a state of its game's."""
        return self.history.state


class Stamped(msgspec.Struct, frozen=True):
    """An entry with what makes it unique: the sender's token (its hash) and the key he gave it."""

    entry: Entry
    token: str
    key: str


class Store(Seating):
    """All tables of one house. Thread-safe. Raises StorageError when the database does not answer."""

    _first = statements.ADD_FIRST_ENTRY.format(hold="")  # what adds the first entry of a table

    def __init__(self, games: Mapping[str, Game]):
        super().__init__()
        self.games = games
        self.changed: Callable[[str | None], None] = lambda code: None
        self._moves = {name: msgspec.json.Decoder(game.MOVES | Hidden | Undo | Redo) for name, game in games.items()}
        self._tables: dict[str, Table] = {}
        self._remembered: dict[str, dict[str, Any]] = {}
        self._entries = 0

    # --- what each database does its own way -----------------------------------------------------------------------

    @abstractmethod
    def _add(self, sql: str, *values: Any) -> Sequence[tuple[Any, ...]]:
        """Execute one statement durably, within `_turn`, and return its rows. Raises Clash."""

    @abstractmethod
    def _turn(self, table: Table) -> AbstractContextManager[None]:
        """Hold what must be held while an entry of `table` is recorded. Raises Stale if it moved on already."""

    @abstractmethod
    def watch(self, changed: Callable[[str | None], None]) -> None:
        """From now on call `changed(code)` when another process changed a table, `changed(None)` for all of them."""

    @abstractmethod
    def backup(self, target: Path) -> int:
        """Copy everything as of one moment to the SQLite file `target`, while servers run; return how many tables."""

    @abstractmethod
    def restore(self, source: Path) -> int:
        """Put what the SQLite file `source` holds in place of everything, while servers run; return how many tables."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the database."""

    def ping(self) -> None:
        """Return if the database answers, else raise StorageError."""
        self._rows("SELECT 1 FROM tables LIMIT 1")

    # --- what is known in this process -----------------------------------------------------------------------------

    @property
    def count(self) -> int:
        """How many tables are known in this process."""
        return len(self._tables)

    def _drop(self, known: dict[Any, Any], key: Any = None) -> None:
        with self._knowing:
            self._forgotten += 1
            if key is None:
                known.clear()
                self._entries = 0 if known is self._tables else self._entries
            elif isinstance(dropped := known.pop(key, None), Table):
                self._entries -= dropped.seq

    def _forget(self) -> None:
        """Forget everything."""
        for known in (self._tables, self._tokens, self._remembered):
            self._drop(known)

    def _keep(self, table: Table, forgotten: int) -> Table:
        """Know `table`, read when `forgotten` was as given, unless more is known; return what is known after that."""
        with self._knowing:
            known = self._tables.get(table.code)
            if known is not None and (known.seq > table.seq or known.stands == table.stands):
                return known
            if forgotten == self._forgotten or (known is not None and known.keys is table.keys):
                before = self._tables.pop(table.code, None)
                self._tables[table.code] = table
                self._entries += table.seq - (0 if before is None else before.seq)
                while len(self._tables) > KEPT_TABLES or (self._entries > KEPT_ENTRIES and len(self._tables) > 1):
                    self._entries -= self._tables.pop(next(iter(self._tables))).seq
        return table

    # --- tables ----------------------------------------------------------------------------------------------------

    def create(
        self, code: str, game: str, players: Sequence[str], options: Any, at: str, host: str, log: Sequence[Entry] = ()
    ) -> Table | None:
        """Make a table with the host's token (its hash), and a log if it is imported; None if the code is taken."""
        try:
            with self._transaction() as run:
                run(statements.ADD_TABLE, code, game, _json(list(players)), _json(options), at)
                run(statements.SIT, code, host, "host", None)
                for entry in log:
                    run(statements.ADD_ENTRY, *_row(code, Stamped(entry, "", str(entry.seq))))
        except Clash:
            return None
        return self.table(code)

    def table(self, code: str) -> Table | None:
        """Return the table with this code (upper case) as this process knows it, or None."""
        return self._tables.get(code) or self._load(code)

    def latest(self, code: str) -> Table | None:
        """Return the table with all that was acknowledged anywhere before this call, or None.

        Where other servers write to the same database that asks the database; `table` is enough where `watch` tells.
        """
        return self.table(code)

    def _load(self, code: str) -> Table | None:
        rows = self._rows(statements.TABLE, code)
        if not rows:
            return None
        game, players, created = rows[0]
        names = tuple(msgspec.json.decode(players, type=list[str]))
        return self._read_on(Table(code, game, names, None, created, False, History(None), {}, ""))

    def _set_up(self, table: Table, setup: str) -> Table:
        """Return `table`, at which nothing was entered, with options as they are stored."""
        rules: Any = self.games[table.game]
        settled = msgspec.json.decode(setup, type=rules.Options)
        start = History(rules.start(settled, len(table.players)))
        return msgspec.structs.replace(table, options=settled, history=start, setup=setup)

    def _read_on(self, table: Table) -> Table | None:
        """Return `table` with what was recorded since; None if it is no longer there."""
        forgotten = self._forgotten
        rows = self._rows(statements.NEWER_ENTRIES if table.seq else statements.ALL_ENTRIES, table.seq, table.code)
        if not rows:
            self._drop(self._tables, table.code)
            return None
        known, setup = self._tables.get(table.code), rows[0][0]
        if setup not in (None, table.setup):
            table = self._set_up(table, setup)
        entries, keys, decode = [], {}, self._moves[table.game].decode
        try:
            for *_of_table, seq, at, seat, move, overruled, secretly, token, key in rows:
                if seq is not None:
                    entries.append(Entry(seq, at, seat, decode(move), overruled, bool(secretly)))
                    keys[token, msgspec.json.decode(key, type=str)] = seq
        except msgspec.ValidationError as error:
            raise StorageError(f"an entry that only a newer release understands: {error}") from error
        history = replay(entries, table.history)
        now = msgspec.structs.replace(table, history=history, closed=bool(rows[0][1]), successor=rows[0][2])
        if now.stands == table.stands and table is known:
            return table
        table.keys.update(keys)
        kept = self._keep(now, forgotten)
        if known is not None and kept is not known:
            self.changed(table.code)
        return kept

    def append(self, table: Table, history: History, stamped: Stamped) -> Table:
        """Record one entry durably and return the table after it; `history` is `table.history` with it entered.

        Raises Stale if the table is no longer the one that was loaded; nothing is recorded then.
        """
        forgotten = self._forgotten
        with self._turn(table):
            try:
                sql, setup = (statements.ADD_ENTRY, ()) if table.seq else (self._first, (table.setup,))
                added = bool(self._add(sql, *_row(table.code, stamped), *setup))
            except Clash:
                added = False
            if not added:
                self._read_on(table)
                raise Stale
            table.keys[stamped.token, stamped.key] = history.seq
            after = msgspec.structs.replace(table, history=history)
            self._keep(after, forgotten)
        return after

    def set_closed(self, code: str, closed: bool) -> None:
        """Close or reopen a table."""
        self._change(code, statements.SET_CLOSED, int(closed), code)

    def set_successor(self, code: str, successor: str, instead: str = "") -> bool:
        """Remember which table follows, `instead` of the one known so far ("" for none); return whether it was that."""
        return self._change(code, statements.SET_SUCCESSOR, successor, code, instead)

    def set_options(self, code: str, options: Any) -> bool:
        """Set a table up anew if it is open and nothing was entered there yet; return whether it was."""
        return self._change(code, statements.SET_OPTIONS, _json(options), code)

    def _change(self, code: str, sql: str, *values: Any) -> bool:
        with self._transaction() as run:
            self._alone(run, code)
            changed = bool(run(sql, *values))
        if changed:
            self._drop(self._tables, code)
        return changed

    # --- what the server remembers ---------------------------------------------------------------------------------

    def remember(self, game: str, what: str, value: Any) -> None:
        """Remember a value (anything JSON) for the next tables of a game on this server."""
        with self._transaction() as run:
            run(statements.REMEMBER, game, what, _json(value))
        self._drop(self._remembered, game)

    def remembered(self, game: str) -> dict[str, Any]:
        """Return all that is remembered for a game."""
        if (known := self._remembered.get(game)) is not None:
            return known
        forgotten = self._forgotten
        rows = self._rows("SELECT what, value FROM remembered WHERE game = ?", game)
        known = {what: msgspec.json.decode(value) for what, value in rows}
        with self._knowing:
            if forgotten == self._forgotten:
                self._remembered[game] = known
        return known


_encoder = msgspec.json.Encoder()


def _json(value: Any) -> str:
    return _encoder.encode(value).decode()


def _row(code: str, stamped: Stamped) -> tuple[Any, ...]:
    """Return the values of statements.ADD_ENTRY; the key as JSON, since PostgreSQL's text holds no NUL."""
    fact, key = stamped.entry, _json(stamped.key)
    return fact.seq, fact.at, fact.by, _json(fact.move), fact.overruled, int(fact.secretly), stamped.token, key, code
