"""The plays of one server: what is kept of games that are over, and of counts made at a desk.

A count has no table; it belongs to the phone that kept it.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Collection, Iterable, Sequence
from datetime import date, datetime
from typing import Any

import msgspec

from referee.language import moment, written
from referee.names import folded
from referee.store.database import Clash, Database, Rows, Run, StorageError
from referee.store.rows import (
    PLAY_PLAYERS,
    PLAYS,
    KeptPlay,
    KeptPlayer,
    Play,
    PlayPlayer,
    PlayRow,
    Row,
    Value,
    insert,
    to_json,
)

TRIES = 20
"""The times a number for a new play is looked for while other servers take the same."""

VERSION = "SELECT count(*), coalesce(max(id), 0), coalesce(sum(version), 0) FROM plays"
VERSIONS = "SELECT id, version FROM plays ORDER BY ended DESC, id DESC"
MOST_READ_ANEW = 100
"""The most changed plays that are read by themselves; where more changed, all are read."""
OF_TABLE = "SELECT id, dated FROM plays WHERE code = ?"
OF_ORIGIN = "SELECT id FROM plays WHERE origin = ? LIMIT 1"
OF_KEY = "SELECT id FROM plays WHERE phone = ? AND key = ?"
NEXT = "SELECT coalesce(max(id), 0) + 1 FROM plays"
TAKEN_OUT = "SELECT seat FROM taken_out WHERE code = ?"
DROP_PLAYERS = "DELETE FROM play_players WHERE play = ?"
DROP = "DELETE FROM plays WHERE id = ?"
CHANGE = (
    "UPDATE plays SET options = ?, started = ?, ended = ?, minutes = ?, decided_by = ?, unfinished = ?, "
    "version = version + 1 WHERE id = ?"
)
DATE = "UPDATE plays SET dated = ?, started = ?, ended = ?, version = version + 1 WHERE id = ?"
NAME = "UPDATE play_players SET name = ?, person = ? WHERE play = ? AND seat = ?"
JOINED = "SELECT name, person FROM joined_names"
JOIN = "INSERT INTO joined_names (name, person) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET person = excluded.person"
HIGHEST = 2**31 - 1
"""The highest number a play may have (PostgreSQL's INTEGER)."""
FORGOTTEN = "…"
"""The name of a person who was taken out of all plays."""


def person_of(name: str) -> str:
    """Return what all spellings of one person's name have in common, as it is kept with a play."""
    return FORGOTTEN if name == FORGOTTEN else folded(name)


def on_day(play: Play, day: str) -> Play:
    """Return a play as if it had ended on that day (2026-11-28) of the server's zone, at the same time of day."""
    started, ended = (moment(at) for at in (play.started, play.ended))
    here = ended.astimezone()
    then = datetime.combine(date.fromisoformat(day), here.time()).astimezone()
    return msgspec.structs.replace(play, started=written(then - (ended - started)), ended=written(then))


class Sight(msgspec.Struct, frozen=True):
    """The plays that a browser may see on a server of many houses: those of its `phone` (a hash, "" for none), and
    those of the tables that its `tokens` (their hashes) open; with `writes` only where it does not merely watch."""

    phone: str
    tokens: tuple[str, ...] = ()
    writes: bool = False


class AllPlays(msgspec.Struct, frozen=True):
    """All plays of a server as they were read last, newest first, and what tells that they changed since."""

    version: Row
    versions: dict[int, int]
    plays: list[Play]


class Plays:
    """All plays of one server. Thread-safe. Raises StorageError when the database does not answer."""

    def __init__(self, database: Database):
        self._database = database
        self._lock = threading.Lock()
        self._known: AllPlays | None = None

    # --- of tables -------------------------------------------------------------------------------------------------

    def keep(self, play: Play, origin: str = "", own: bool = True) -> None:
        """Keep the play of a table, in place of what was kept of that table before; its note stays, and whoever was
        taken out of it stays out. If it is not the table's `own`, but came with a copy, only where no play of that
        `origin` is kept."""
        for _ in range(TRIES):
            try:
                with self._database.transaction() as run:
                    self._database.alone(run, origin)  # two that keep one evening at once do so one after the other
                    play = self._without_taken_out(run, play)
                    found = run(OF_TABLE, play.code)
                    if not found:
                        if own or not run(OF_ORIGIN, origin):
                            self._add(run, play, "", None, origin)
                        return
                    ((known, dated),) = found
                    play = on_day(play, dated) if dated else play
                    options = to_json(play.options)
                    unfinished = int(play.unfinished)
                    run(CHANGE, options, play.started, play.ended, play.minutes, play.decided_by, unfinished, known)
                    run(DROP_PLAYERS, known)
                    self._add_players(run, known, play.players)
                    return
            except Clash:
                continue
        raise StorageError("no number was free for a play")

    def _without_taken_out(self, run: Run, play: Play) -> Play:
        """Return the play of a table without the names of those who were taken out of it."""
        taken_out = {seat for (seat,) in run(TAKEN_OUT, play.code)}
        players = (
            msgspec.structs.replace(player, name=FORGOTTEN) if seat in taken_out else player
            for seat, player in enumerate(play.players)
        )
        return msgspec.structs.replace(play, players=tuple(players))

    def _add(self, run: Run, play: Play, phone: str, key: str | None, origin: str = "") -> int:
        ((number,),) = run(NEXT)
        fields = {name: getattr(play, name) for name in PlayRow.__struct_fields__}
        # A number may be that of a play that went: where its changes are counted from tells them apart.
        version = secrets.randbelow(2**30)
        row = KeptPlay(**fields | {"id": number}, phone=phone, key=key, version=version, origin=origin)
        run(insert("plays"), *PLAYS.write(row))
        self._add_players(run, number, play.players)
        return int(number)

    def _add_players(self, run: Run, play: int, players: Iterable[PlayPlayer]) -> None:
        for seat, player in enumerate(players):
            row = KeptPlayer(play, seat, player.name, person_of(player.name), player.place, player.score, player.winner)
            run(insert("play_players"), *PLAY_PLAYERS.write(row))

    def drop(self, code: str) -> None:
        """Take the play of a table away, if there is one."""
        if not self._database.rows(OF_TABLE, code):
            return
        with self._database.transaction() as run:
            for number, _dated in run(OF_TABLE, code):
                run(DROP_PLAYERS, number)
                run(DROP, number)

    # --- counts, and what is mended --------------------------------------------------------------------------------

    def keep_count(self, play: Play, key: str, phone: str) -> tuple[Play, bool]:
        """Keep a count of the phone with this hash ("" at home); return it, and whether it is new.

        What the phone kept under this key before is the same count.
        """
        for _ in range(TRIES):
            try:
                with self._database.transaction() as run:
                    if known := run(OF_KEY, phone, key):
                        ((number,),) = known
                    else:
                        number = self._add(run, play, phone, key)
            except Clash:
                continue
            (kept,) = self._read("WHERE p.id = ?", number)
            return kept, not known
        raise StorageError("no number was free for a play")

    def discard(self, play: int) -> None:
        """Throw a play away."""
        with self._database.transaction() as run:
            run(DROP_PLAYERS, play)
            run(DROP, play)

    def note(self, play: int, text: str | None) -> None:
        """Set the note of a play, None for none."""
        with self._database.transaction() as run:
            run("UPDATE plays SET note = ?, version = version + 1 WHERE id = ?", text, play)

    def date(self, play: Play, day: str) -> Play:
        """Let a play be of the `day` (2026-11-28) that somebody says; return it as it is now."""
        moved = on_day(play, day)
        with self._database.transaction() as run:
            run(DATE, day, moved.started, moved.ended, play.id)
        return moved

    def rename(self, play: int, seat: int, name: str) -> None:
        """Mend the name of one player of a play."""
        with self._database.transaction() as run:
            run(NAME, name, folded(name), play, seat)
            run("UPDATE plays SET version = version + 1 WHERE id = ?", play)

    def joined(self) -> dict[str, str]:
        """Return which folded names belong to another person: name -> that person's name."""
        return dict(self._database.rows(JOINED))

    def join(self, name: str, person: str) -> None:
        """Count the folded `name` as `person` from now on, or by itself again where both fold alike."""
        with self._database.transaction() as run:
            if folded(person) == name:
                run("DELETE FROM joined_names WHERE name = ?", name)
            else:
                run(JOIN, name, person)
            run("UPDATE plays SET version = version + 1 WHERE id = (SELECT max(id) FROM plays)")

    def fold_anew(self) -> None:
        """Write anew what the spellings of each name have in common: an older release may have seen it otherwise."""
        persons = self._database.rows("SELECT DISTINCT name, person FROM play_players")
        joined = self._database.rows(JOINED)
        with self._database.transaction() as run:
            for name, person in persons:
                if (now := person_of(name)) != person:
                    run("UPDATE play_players SET person = ? WHERE name = ? AND person = ?", now, name, person)
            for name, person in joined:
                if folded(name) != name:
                    run("DELETE FROM joined_names WHERE name = ?", name)
                    run(JOIN, folded(name), person)

    def forget(self, names: Collection[str]) -> None:
        """Take the people with these folded names out of all plays, for good; results stay."""
        marks = ", ".join("?" * len(names))
        with self._database.transaction() as run:
            run(
                "INSERT INTO taken_out (code, seat) "
                "SELECT p.code, q.seat FROM plays p JOIN play_players q ON q.play = p.id "
                f"WHERE p.code IS NOT NULL AND q.person IN ({marks}) ON CONFLICT DO NOTHING",
                *names,
            )
            run(
                "UPDATE plays SET version = version + 1 "
                f"WHERE id IN (SELECT play FROM play_players WHERE person IN ({marks}))",
                *names,
            )
            run(
                f"UPDATE play_players SET name = ?, person = ? WHERE person IN ({marks})",
                FORGOTTEN,
                FORGOTTEN,
                *names,
            )
            run(f"DELETE FROM joined_names WHERE name IN ({marks})", *names)

    # --- reading ---------------------------------------------------------------------------------------------------

    def find(self, play: int, sight: Sight | None) -> Play | None:
        """Return the play with this id as far as `sight` (None: everything) shows it."""
        if play > HIGHEST:
            return None
        seen, values = _seen(sight)
        found = self._read(f"WHERE p.id = ?{seen}", play, *values)
        return found[0] if found else None

    def of_table(self, code: str, sight: Sight | None) -> Play | None:
        """Return the play of the table with this code as far as `sight` shows it."""
        seen, values = _seen(sight)
        found = self._read(f"WHERE p.code = ?{seen}", code, *values)
        return found[0] if found else None

    def page(
        self, sight: Sight | None, before: int | None, most: int, names: Sequence[str] = (), game: str = ""
    ) -> list[Play]:
        """Return at most `most` plays, newest first: those before the play `before`, with one of the folded `names`
        among the players, of `game`."""
        seen, values = _seen(sight)
        where = ["1 = 1" + seen]
        if before is not None:
            where.append("(p.ended, p.id) < (SELECT ended, id FROM plays WHERE id = ?)")
            values.append(before)
        if names:
            marks = ", ".join("?" * len(names))
            where.append(f"p.id IN (SELECT play FROM play_players WHERE person IN ({marks}))")
            values.extend(names)
        if game:
            where.append("p.game = ?")
            values.append(game)
        number = f"SELECT p.id FROM plays p WHERE {' AND '.join(where)} ORDER BY p.ended DESC, p.id DESC LIMIT ?"
        return self._read(f"WHERE p.id IN ({number})", *values, most)

    def names(self, sight: Sight | None, most: int) -> list[str]:
        """Return the names of at most `most` people, those who played most first."""
        seen, values = _seen(sight)
        of_those_seen = "" if sight is None else " JOIN plays p ON q.play = p.id"
        rows = self._database.rows(
            f"SELECT max(q.name) FROM play_players q{of_those_seen} "
            f"WHERE q.person <> ?{seen} GROUP BY q.person ORDER BY count(*) DESC, q.person LIMIT ?",
            FORGOTTEN,
            *values,
            most,
        )
        return [name for (name,) in rows]

    def everything(self, sight: Sight | None) -> list[Play]:
        """Return all plays that `sight` shows, newest first; all of a server are read once for each change."""
        if sight is not None:
            seen, values = _seen(sight)
            return self._read(f"WHERE 1 = 1{seen}", *values)
        version = tuple(self._database.rows(VERSION)[0])
        with self._lock:
            known = self._known
        if known is None or known.version != version:
            known = self._read_on(version, known)
            with self._lock:
                self._known = known
        return known.plays

    def _read_on(self, version: Row, before: AllPlays | None) -> AllPlays:
        """Return all plays at `version`: those that changed since `before` are read, if there are not many."""
        versions: dict[int, int] = dict(self._database.rows(VERSIONS))
        kept = {} if before is None else {play.id: play for play in before.plays}
        old = {} if before is None else before.versions
        changed = [number for number, told in versions.items() if old.get(number) != told]
        if len(changed) > MOST_READ_ANEW:
            return AllPlays(version, versions, self._read(""))
        marks = ", ".join("?" * len(changed))
        read = self._read(f"WHERE p.id IN ({marks})", *changed) if changed else []
        kept |= {play.id: play for play in read}
        return AllPlays(version, versions, [kept[number] for number in versions if number in kept])

    def _read(self, where: str, *values: Value) -> list[Play]:
        """Return the plays that an SQL condition names, newest first."""
        columns = ", ".join([*(f"p.{name}" for name in PLAYS.names), *(f"q.{name}" for name in PLAY_PLAYERS.names)])
        rows = self._database.rows(
            f"SELECT {columns} FROM plays p JOIN play_players q ON q.play = p.id {where} "
            "ORDER BY p.ended DESC, p.id DESC, q.seat",
            *values,
        )
        return list(_plays(rows))


def _plays(rows: Rows) -> Iterable[Play]:
    """Yield the plays that joined rows hold, the players of each one after the other."""
    of_play = len(PLAYS.names)
    number: int | None = None
    fields: dict[str, Any] = {}
    players: list[PlayPlayer] = []
    for row in rows:
        if row[0] != number:
            if number is not None:
                yield Play(**fields, players=tuple(players))
            known = PLAYS.read(row[:of_play])
            number, players = row[0], []
            fields = {name: known[name] for name in PlayRow.__struct_fields__}
        player = PLAY_PLAYERS.read(row[of_play:])
        players.append(PlayPlayer(player["name"], player["place"], player["score"], player["winner"]))
    if number is not None:
        yield Play(**fields, players=tuple(players))


def _seen(sight: Sight | None) -> tuple[str, list[Value]]:
    """Return the condition, and its values, that leaves only what `sight` shows."""
    if sight is None:
        return "", []
    hashes = ", ".join("?" * len(sight.tokens)) or "NULL"
    opened = f"SELECT code FROM tokens WHERE ((phone = ? AND phone <> '') OR hash IN ({hashes}))"
    if sight.writes:
        opened += " AND role <> 'watcher'"
    mine = f" AND ((p.phone = ? AND p.phone <> '') OR p.code IN ({opened}))"
    return mine, [sight.phone, sight.phone, *sight.tokens]
