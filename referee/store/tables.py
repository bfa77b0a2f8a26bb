"""All tables of one server: what is entered, how they are set up, and what the server remembers.

An entry is durable before `append` returns. The state of a table is the last one known in this process, else replayed
from its log; the key (code, seq) decides between entries that come at once, wherever they come from.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from referee.engine import Game, TableOptions, kind_of
from referee.history import Admitted, Entry, Hidden, History, Named, Other, replay
from referee.store import arriving
from referee.store.batch import Draft, own_draft
from referee.store.database import Clash, Database, Gone, News, Rows, Run, Stale, StorageError, Unreadable
from referee.store.memory import Memory
from referee.store.plays import Plays
from referee.store.rows import (
    ADD_ENTRY,
    COLUMNS,
    NO_COPY,
    READ_ON,
    TABLES,
    Copied,
    Stamped,
    Table,
    TableRow,
    Token,
    Value,
    entry_row,
    insert,
    read_entry,
    to_json,
)
from referee.store.seats import Claim, Rename, Seats

ADD_ANY = insert("entries")
CODES = "SELECT code FROM tables WHERE arriving = 0 ORDER BY created, code"
NEWEST = "SELECT code FROM tables WHERE arriving = 0 ORDER BY created DESC, code LIMIT 1"
NEXT_SEQ = "SELECT coalesce(max(seq), 0) + 1 FROM entries WHERE code = ?"
SET_OPTIONS = (
    "UPDATE tables SET options = ? WHERE code = ? AND closed = 0 "
    "AND NOT EXISTS (SELECT 1 FROM entries WHERE entries.code = tables.code AND move NOT LIKE ? AND move NOT LIKE ?) "
    "RETURNING code"
)
SEAT_EVENTS = tuple(f'{{"kind":"{kind_of(event)}",%' for event in (Admitted, Named))
"""The beginning of a seat event's JSON."""
SET_PLAYERS = "UPDATE tables SET players = ? WHERE code = ?"
SET_CLOSED = "UPDATE tables SET closed = ?, counts = ? WHERE code = ? RETURNING code"
SET_SUCCESSOR = "UPDATE tables SET successor = ? WHERE code = ? AND coalesce(successor, '') = ? RETURNING code"
UNLINK = "UPDATE tables SET successor = NULL WHERE successor = ? RETURNING code"
REMEMBER = insert("remembered", " ON CONFLICT (game, what) DO UPDATE SET value = excluded.value")
REMEMBERED = "SELECT what, value FROM remembered WHERE game = ?"

log = logging.getLogger(__name__)


class Store:
    """All tables of one server. Thread-safe. Raises StorageError when the database does not answer."""

    def __init__(self, database: Database, games: Mapping[str, Game]):
        self.database = database
        self.games = games
        self.memory = Memory()
        self.changed: Callable[[str | None], None] = lambda code: None
        self._logged: set[str] = set()  # codes of unreadable tables that were logged
        self._decoders = {
            name: msgspec.json.Decoder(game.moves | Hidden | Other).decode for name, game in games.items()
        }
        self._options: dict[str, Callable[[str], TableOptions]] = {
            name: msgspec.json.Decoder(game.options).decode for name, game in games.items()
        }
        self.plays = Plays(database)
        self.seats = Seats(database, self.memory)
        self.closing = threading.Event()
        database.heard = self._hear

    @property
    def count(self) -> int:
        """The number of tables known in this process."""
        return len(self.memory.tables)

    def close(self) -> None:
        """Let go of the database."""
        self.closing.set()
        self.database.close()

    def ping(self) -> None:
        """Return if the database answers, else raise StorageError."""
        self.database.rows("SELECT 1 FROM tables LIMIT 1")

    # --- what other processes change -------------------------------------------------------------------------------

    def watch(self, changed: Callable[[str | None], None]) -> None:
        """From now on call `changed(code)` when another process changed a table, `changed(None)` for all of them."""
        self.changed = changed
        self.database.watch()

    def _hear(self, news: News) -> None:
        """Take in what another process changed. Raises StorageError."""
        known = self.memory.tables.get(news.of)
        if news.what == "everything":
            self.memory.clear()
            self.changed(None)
        elif news.what == "remembered":
            self.memory.remembered.drop(news.of)
        elif news.what == "entry" and known is not None:
            if known.seq < news.seq:
                with suppress(Unreadable):  # a request for that table is answered with it
                    self._read_on(known)  # calls `changed` if anything is new
        else:
            if news.what == "tokens":
                self.memory.tokens.drop()
            elif news.what == "asks":
                self.memory.asks.drop(news.of)
            elif news.what == "table":  # closed, opened or set up anew: it is read again when it is asked for
                self.memory.tables.drop(news.of)
            self.changed(news.of)

    # --- tables ----------------------------------------------------------------------------------------------------

    def create(
        self,
        code: str,
        game: str,
        players: Sequence[str],
        options: TableOptions,
        at: str,
        host: str,
        copy: Copied = NO_COPY,
        phone: str | None = None,
    ) -> Table | None:
        """Make a table with the host's token (its hash), and what it holds if it is a copy; None if the code is taken.
        `phone`: the hash that tells the host's browser from others."""
        setup = to_json(options)
        options = self._options[game](setup).settled(len(players))
        history = copy.history or History(self.games[game].begin(options, len(players)))
        row = TableRow(code, game, tuple(players), setup, at, copy.closed, None, False, *copy.origin, history.seq)
        stamped = [Stamped(entry, "", str(entry.seq)) for entry in history.entries]
        rows = [entry_row(code, each) for each in stamped]  # while others may still write
        try:
            arriving.add(self.database, row, Token(host, "host", None, phone), rows)
        except Clash:
            return None
        keys = {(each.token, each.key): each.entry.seq for each in stamped}
        table = Table(**msgspec.structs.asdict(row), options=options, history=history, keys=keys)
        return self.memory.tables.keep(table, None, self.memory.tables.epoch)  # nobody else knows its code yet

    def table(self, code: str) -> Table | None:
        """Return the table with this code (upper case) as this process knows it, or None."""
        return self.memory.tables.get(code) or self._load(code, None)

    def readable(self, code: str) -> Table | None:
        """Return the table as this process knows it, or None, also if it cannot be read."""
        try:
            return self.table(code)
        except Unreadable:
            return None

    def latest(self, code: str) -> Table | None:
        """Return the table with all that was acknowledged anywhere before this call, or None.

        Where other servers write to the same database that asks the database; elsewhere it sees at once whether another
        process wrote at all, and reads again what that may have changed, or deleted.
        """
        if not self.database.shared:
            self.database.glance()
            return self.table(code)
        return self._load(code, self.memory.tables.get(code))

    def codes(self) -> list[str]:
        """Return the codes of all tables, the oldest first."""
        return [code for (code,) in self.database.rows(CODES)]

    def newest(self) -> str | None:
        """Return the code of the table that was made last, None if there is none."""
        rows = self.database.rows(NEWEST)
        return rows[0][0] if rows else None

    def _read_on(self, table: Table) -> Table | None:
        """Return `table` with what was recorded since; None if it is no longer there."""
        return self._load(table.code, table)

    def _load(self, code: str, before: Table | None) -> Table | None:
        """Return the table with what was recorded after `before`, None if there is none."""
        epoch, known = self.memory.tables.epoch, self.memory.tables.get(code)
        rows = self.database.rows(READ_ON, before.seq if before else 0, code)
        if not rows:
            self.memory.tables.drop(code)
            return None
        if before is not None and before.setup != rows[0][COLUMNS["tables"].index("options")]:
            return self._load(code, None)  # set up anew: it has no entries but seat events, which are read again
        try:
            now = self._replayed(rows, before)
        except Exception as error:  # whatever a newer release or a damaged disk left there
            if code not in self._logged:
                self._logged.add(code)
                log.exception("a table of %s made %s cannot be read", *rows[0][1:5:3])
            raise Unreadable(f"a table that only a newer release understands: {error}") from error
        if before is not None and before is known and now.version_key == before.version_key:
            return before
        kept = self.memory.tables.keep(now, before, epoch)
        if known is not None and kept is not known:
            self.changed(code)
        return kept

    def _replayed(self, rows: Rows, before: Table | None) -> Table:
        """Return the table in the rows of READ_ON, with their entries after those of `before`."""
        of_table = len(COLUMNS["tables"])
        row = TableRow(**TABLES.read(rows[0][:of_table]))
        decode = self._decoders[row.game]
        entries = [read_entry(each[of_table + 1 :], decode) for each in rows if each[of_table] is not None]
        if before is not None:
            options, history, keys = before.options, before.history, before.keys
        else:
            # A table of an older release lacks the options that every table has since: fill them in.
            options, keys = self._options[row.game](row.setup).settled(len(row.players)), {}
            history = History(self.games[row.game].begin(options, len(row.players)))
        history = replay((stamped.entry for stamped in entries), history)
        keys = {**keys, **{(stamped.token, stamped.key): stamped.entry.seq for stamped in entries}}
        return Table(**msgspec.structs.asdict(row), options=options, history=history, keys=keys)

    def append(self, table: Table, history: History, stamped: Stamped, followers: Sequence[Entry] = ()) -> Table:
        """Record one entry durably, with those that came of it by themselves, and return the table with this `history`.
        Raises Stale if the table is no longer the one that was loaded; nothing is recorded then."""
        epoch = self.memory.tables.epoch
        keys = {**table.keys, (stamped.token, stamped.key): stamped.entry.seq}
        after = msgspec.structs.replace(table, history=history, keys=keys)

        def insert() -> bool:
            return self.memory.tables.get(table.code) is table and self._added(table, stamped, followers)

        if (draft := own_draft()) is not None:
            draft.enter(after, insert)
            draft.then(partial(self.memory.tables.keep, after, table, epoch))
            return after
        with self.database.turn(table.code, history.seq):
            if not insert():
                self._read_on(table)
                raise Stale
            self.memory.tables.keep(after, table, epoch)
        return after

    def then(self, call: Callable[[], object], last: bool = False) -> None:
        """Call it once what this thread has entered is durable: now, or, in order, when its draft was recorded, or
        (`last`) once that was answered."""
        draft = own_draft()
        draft.then(call, last) if draft is not None and draft.table is not None else call()

    def record(self, drafts: Sequence[Draft]) -> list[Draft]:
        """Record drafts as one, with one sync, and do what waits for that; return those for which others came first:
        nothing of them is recorded. Raises StorageError if nothing of any is recorded. For one writer, and one draft a
        table."""
        with self.database.turn("", 0):
            with self.database.together():
                stale = [draft for draft in drafts if not draft.insert()]
            for draft in drafts:
                if draft not in stale:
                    draft.recorded()
        return stale

    def _added(self, table: Table, stamped: Stamped, followers: Sequence[Entry]) -> bool:
        """Record entries, all or none; return False if others came first, or the table was closed or set up anew."""
        add = f"{ADD_ENTRY}{self.database.hold} RETURNING seq"  # `hold`: the options they were judged with stay
        every = (stamped, *(Stamped(each, "", str(each.seq)) for each in followers))
        rows = [(*entry_row(table.code, each), table.code, table.setup) for each in every]
        with suppress(Clash, Gone):
            if not followers:
                return bool(self.database.insert(add, *rows[0]))
            with self.database.together() as run:
                if all(run(add, *row) for row in rows):
                    return True
                raise Clash
        return False

    # --- who sits there --------------------------------------------------------------------------------------------

    def seat(self, code: str, claim: Claim) -> bool:
        """Give a phone the seat that it claims, with the name that the claim brings; return whether it got it. Where a
        seat has secrets (`claim.alone`), the log tells that a pass let a new phone in."""

        def after(run: Run, admitted: bool) -> None:
            if admitted and claim.alone and claim.shown and claim.seat is not None:
                self._add_event(run, code, Admitted(claim.seat), claim.shown.now, claim.seat)
            if claim.rename is not None:
                self._rename(run, code, claim.rename)

        got = self.seats.seat(code, claim, after)
        if got and (claim.shown or claim.rename):
            self._read_known(code)
        return got

    def rename(self, code: str, rename: Rename) -> None:
        """Give a seat another name, at a closed table too, which the log tells; nothing if it is the same name."""
        with self.database.transaction() as run:
            self.database.lock(run, code)
            self._rename(run, code, rename)
        self._read_known(code)

    def _rename(self, run: Run, code: str, rename: Rename) -> None:
        for row in run(f"SELECT {', '.join(TABLES.names)} FROM tables WHERE code = ?", code):
            before = TableRow(**TABLES.read(row)).players
            players = rename.of(before)
            if players != before:
                run(SET_PLAYERS, to_json(players), code)
                self._add_event(run, code, Named(rename.seat), rename.at, rename.by)

    def _add_event(self, run: Run, code: str, event: Admitted | Named, at: str, by: int | None) -> None:
        """Record a seat event, at a closed table too, in a transaction that has the table alone."""
        seq = run(NEXT_SEQ, code)[0][0]
        run(ADD_ANY, *entry_row(code, Stamped(Entry(seq, at, by, event), "", str(seq))))

    def _read_known(self, code: str) -> None:
        """Read what a transaction of this process recorded, if the table is known."""
        try:
            if (known := self.memory.tables.get(code)) is not None:
                self._read_on(known)
        except StorageError:  # it is recorded all the same
            self.memory.tables.drop(code)

    # --- how it is set up --------------------------------------------------------------------------------------------

    def set_closed(self, code: str, closed: bool, counts: bool = False) -> None:
        """Close or reopen a table; `counts`: it is counted as it stands."""
        self._change(code, SET_CLOSED, int(closed), int(counts), code)

    def set_successor(self, code: str, successor: str, instead: str = "") -> bool:
        """Remember which table follows, `instead` of the one known so far ("" for none); return whether it was that."""
        return self._change(code, SET_SUCCESSOR, successor, code, instead)

    def set_options(self, code: str, options: TableOptions) -> bool:
        """Set a table up anew if it is open and nothing was entered there yet; return whether it was."""
        return self._change(code, SET_OPTIONS, to_json(options), code, *SEAT_EVENTS)

    def _change(self, code: str, sql: str, *values: Value) -> bool:
        with self.database.transaction() as run:
            self.database.lock(run, code)
            changed = bool(run(sql, *values))
        if changed:
            self.memory.tables.drop(code)
        return changed

    # --- what goes -------------------------------------------------------------------------------------------------

    def delete(self, code: str) -> bool:
        """Delete a table with all that belongs to it; return whether there was one. Does not wake its streams."""
        with self.database.transaction() as run:
            self.database.lock(run, code)
            run("DELETE FROM play_players WHERE play IN (SELECT id FROM plays WHERE code = ?)", code)
            for table in ("plays", "taken_out", "asks", "passes", "tokens", "entries"):
                run(f"DELETE FROM {table} WHERE code = ?", code)
            run("INSERT INTO gone SELECT code FROM tables WHERE code = ? ON CONFLICT DO NOTHING", code)
            deleted = bool(run("DELETE FROM tables WHERE code = ? RETURNING code", code))
            before = run(UNLINK, code) if deleted else ()
        self.memory.tables.drop(code)
        self.memory.tokens.drop()
        self.memory.asks.drop(code)
        for (each,) in before:  # no longer linked to the deleted table
            self.memory.tables.drop(each)
            self.changed(each)
        return deleted

    # --- what the server remembers ---------------------------------------------------------------------------------

    def remember(self, game: str, what: str, value: object) -> None:
        """Remember a value (anything JSON) for the next tables of a game on this server."""
        with self.database.transaction() as run:
            run(REMEMBER, game, what, to_json(value))
        self.memory.remembered.drop(game)

    def remembered(self, game: str) -> dict[str, Any]:
        """Return all that is remembered for a game."""
        if (known := self.memory.remembered.get(game)) is not None:
            return known
        epoch = self.memory.remembered.epoch
        known = {}
        for what, value in self.database.rows(REMEMBERED, game):
            with suppress(msgspec.DecodeError):
                if self.games[game].is_printed(what, found := msgspec.json.decode(value)):
                    known[what] = found
                    continue
            log.error("what is remembered of %s as %s cannot be read", game, what)
        self.memory.remembered.keep(game, known, epoch)
        return known
