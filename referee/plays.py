"""Finished games as plays: what is kept of each table, and statistics over many."""

from __future__ import annotations

import hashlib
import logging
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import pairwise
from typing import Protocol

import msgspec

from referee.engine import Game, Ranked
from referee.history import Entry, History
from referee.language import moment
from referee.names import composed, folded
from referee.rulebook.folding import fold
from referee.store import StorageError, Store, Table
from referee.store.plays import FORGOTTEN
from referee.store.rows import Play, PlayPlayer

BREAK_SECONDS = 30 * 60
"""A pause longer than this is no playing time."""


# --- from a table ------------------------------------------------------------------------------------------------


def follow(store: Store, table: Table) -> None:
    """Keep the play of a table as it stands, or take it away where the game is not over.

    What it tells is on disk already: a fault is logged, never raised, and `rebuild` keeps the play later.
    """
    try:
        play = play_of(store, table)
        if play is None:
            store.plays.drop(table.code)
        else:
            store.plays.keep(play, origin_of(table), own=ended_here(table))
    except StorageError as error:
        logging.getLogger(__name__).warning("a play is not kept yet: %s", error)
    except Exception:
        logging.getLogger(__name__).exception("a play of %s cannot be kept", table.game)


def play_of(store: Store, table: Table) -> Play | None:
    """Return the play of a table whose game is over, or which was closed and is counted as it stands; else None.

    The game ended with the entry since which it has been over; what is put right later changes the result, not the
    length of the evening.
    """
    history = table.history
    unfinished = table.closed and table.counts and not history.state.over
    if not history.state.over and not unfinished:
        return None
    game = store.games[table.game]
    result = game.view(history.state, frozenset(range(len(table.players)))).result
    times = [entry.at for entry in history.entries]
    end = _end(history)
    ended = max(times, default=table.created) if end is None else end.at
    return Play(
        code=table.code,
        game=table.game,
        options=msgspec.to_builtins(table.options) | {"colours": list(table.colours)},
        started=min(times, default=table.created),
        ended=ended,
        minutes=_minutes([moment(at) for at in times if at <= ended]),
        players=standing(game, table) if result is None else players_of(result, table.players),
        decided_by=None if result is None else result.decided_by,
        unfinished=unfinished,
    )


def standing(game: Game, table: Table) -> tuple[PlayPlayer, ...]:
    """Return how each player stands at a table whose game is not over, in seat order; nobody has won."""
    scores = (game.broken_off or game.scores)(table.state)
    places = [1 + sum((other or 0) > (score or 0) for other in scores) for score in scores]
    return tuple(
        PlayPlayer(name, place, score, False) for name, place, score in zip(table.players, places, scores, strict=True)
    )


def origin_of(table: Table) -> str:
    """Return what the evening of a table has in common with all copies of it: where and when its game began; for a copy
    that does not say, its setup and its log, up to the end of the game once that is over: what is put right later, and
    a copy of the copy, are the same evening."""
    if table.origin or not table.copied:
        return f"{table.origin or table.code} {table.began or table.created}"
    end = _end(table.history)
    entries = table.history.entries[: table.copied if end is None else end.seq]
    log = [(entry.at, entry.by, entry.move) for entry in entries]
    return hashlib.sha256(msgspec.json.encode((table.game, table.players, table.options, log))).hexdigest()


def ended_here(table: Table) -> bool:
    """Whether the game ended, or was broken off, by an entry of this table, none that came with a copy."""
    end = _end(table.history)
    return not table.copied or end is None or end.seq > table.copied


class Ended(Protocol):
    """The end of a game: a table's result, or what a desk that counts answers."""

    @property
    def ranking(self) -> Sequence[Ranked]:
        """Lines with `seat` and `place`, the best first."""

    @property
    def winners(self) -> Sequence[int]:
        """The seats that won."""

    @property
    def decided_by(self) -> str | None:
        """The comparison that decided it, None while that is still open."""


def players_of(ended: Ended, names: Sequence[str]) -> tuple[PlayPlayer, ...]:
    """Return how each player did, in seat order. The score is what was compared first; None where nothing was."""
    compared = getattr(ended, "COMPARED", None)
    scored = compared is None or ended.decided_by in (None, "draw", *compared)
    field = "total" if compared is None else next(iter(compared.values()), "")
    lines = {line.seat: line for line in ended.ranking}
    return tuple(
        PlayPlayer(
            name, lines[seat].place, getattr(lines[seat], field, None) if scored else None, seat in ended.winners
        )
        for seat, name in enumerate(names)
    )


def _end(history: History) -> Entry | None:
    """Return the entry that ended the game and was not followed by one that reopened it."""
    end, step = None, history.last
    while step is not None and step.state.over:
        end, step = step.entry, step.before
    return end


def _minutes(times: Sequence[datetime]) -> int:
    """Return the minutes from the first to the last of these moments, without breaks."""
    gaps = [(later - earlier).total_seconds() for earlier, later in pairwise(times)]
    return round(sum(gap for gap in gaps if 0 < gap <= BREAK_SECONDS) / 60)


def rebuild(store: Store) -> int:
    """Write the plays of all tables anew from their logs, and return how many tables were looked at; counts stay. Where
    a game began comes before its copies, which count only where it is not."""
    store.plays.fold_anew()
    codes, copies = store.codes(), []
    for code in codes:
        with suppress(StorageError):  # a table that cannot be read is no reason to stop
            if (table := store.readable(code)) is not None:
                if ended_here(table):
                    follow(store, table)
                else:
                    copies.append(code)
    for code in copies:
        with suppress(StorageError):
            if (table := store.readable(code)) is not None:
                follow(store, table)
    return len(codes)


# --- statistics --------------------------------------------------------------------------------------------------


class Against(msgspec.Struct, frozen=True):
    """The record of somebody against one other person: plays together, and how often each came before the other."""

    name: str
    plays: int
    better: int
    worse: int


class Record(msgspec.Struct, frozen=True):
    """Counts of how often and how well a game was played: by one person, or by everybody.

    `best` and `mean` are of the scores there are (None where there are none); `mean` is rounded to one decimal.
    """

    game: str
    plays: int
    wins: int
    best: int | None
    mean: float | None


class Person(msgspec.Struct, frozen=True):
    """One person's statistics. `streak` is the longest run of wins, `running` the one that lasts until now."""

    name: str
    plays: int
    wins: int
    streak: int
    running: int
    games: tuple[Record, ...]
    against: tuple[Against, ...]


class GameStatistics(msgspec.Struct, frozen=True):
    """The totals of all plays of one game.

    `record` is the highest score and `holders` are those who reached it; `mean_by_players` maps the number of players
    to the mean score; `decided_by` counts how games were won, the commonest first; `minutes` is the mean length of
    those measured.
    """

    game: str
    plays: int
    record: int | None
    holders: tuple[str, ...]
    mean: float | None
    mean_by_players: dict[int, float]
    decided_by: dict[str, int]
    minutes: int | None


class Statistics(msgspec.Struct, frozen=True):
    """Everybody's statistics, those who played most first, and every game's."""

    people: tuple[Person, ...]
    games: tuple[GameStatistics, ...]


class People:
    """The spellings that mean the same person: those that fold alike, and names that somebody joined."""

    def __init__(self, joined: Mapping[str, str] | None = None):
        """Take `joined`: a folded name -> the name of the person it belongs to."""
        self._joined = dict(joined or {})
        self._keys: dict[str, str] = {}

    def spellings(self, name: str) -> list[str]:
        """Return the folded names that are the person called `name`."""
        key = self.key(name)
        return [key, *(own for own in self._joined if self.key(own) == key and own != key)]

    def key(self, name: str) -> str:
        """Return what identifies the person called `name`."""
        known = self._keys.get(name)
        if known is None:
            own = folded(name)
            known = self._keys[name] = folded(self._joined.get(own, own))
        return known


def in_order(name: str) -> tuple[str, str]:
    """Return what names are sorted by: their base letters first, so that ł stands beside l and É beside E."""
    return fold(composed(name)), folded(name)


class Names(msgspec.Struct, frozen=True):
    """The person that each name means in many plays: `keys` maps it to what identifies the person, `newest` that to the
    person's newest spelling. Whoever was taken out of a play is nobody."""

    keys: dict[str, str]
    newest: dict[str, str]

    @classmethod
    def of(cls, plays: Iterable[Play], people: People) -> Names:
        """Look at each name once; `plays` come newest first."""
        keys: dict[str, str] = {}
        newest: dict[str, str] = {}
        for play in plays:
            for player in play.players:
                if (name := player.name) not in keys and name != FORGOTTEN:
                    key = keys[name] = people.key(name)
                    newest.setdefault(key, name)
        return cls(keys, newest)


class Tally(msgspec.Struct, frozen=True):
    """The number of times one person played, and won."""

    name: str
    plays: int
    wins: int


def tallies(plays: Iterable[Play], people: People) -> list[Tally]:
    """Return how often each person played and won, those who played most first; `plays` come newest first."""
    by_name: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for play in plays:
        for player in play.players:
            count = by_name[player.name]
            count[0] += 1
            count[1] += player.winner
    by_name.pop(FORGOTTEN, None)
    counts: dict[str, Tally] = {}
    for name, (played, won) in by_name.items():
        before = counts.setdefault(people.key(name), Tally(name, 0, 0))
        counts[people.key(name)] = Tally(before.name, before.plays + played, before.wins + won)
    return sorted(counts.values(), key=lambda one: (-one.plays, in_order(one.name)))


def each_game(plays: Iterable[Play]) -> tuple[GameStatistics, ...]:
    """Return every game's statistics; `plays` come oldest first."""
    by_game: defaultdict[str, list[Play]] = defaultdict(list)
    for play in plays:
        by_game[play.game].append(play)
    return tuple(_game(game, rows) for game, rows in sorted(by_game.items()))


def one_person(plays: Sequence[Play], people: People, name: str) -> Person | None:
    """Return the statistics of the person called `name`, None of one who never played; `plays` come newest first."""
    names = Names.of(plays, people)
    wanted = people.key(name)
    own = {spelling for spelling, key in names.keys.items() if key == wanted}
    rows = [(play, player) for play in reversed(plays) for player in play.players if player.name in own]
    return _person(wanted, rows, names) if rows else None


def statistics(plays: Iterable[Play], people: People) -> Statistics:
    """Return the statistics of `plays`, in whatever order they come."""
    ordered = sorted(plays, key=lambda play: (play.ended, play.id))
    names = Names.of(reversed(ordered), people)
    by_person: defaultdict[str, list[tuple[Play, PlayPlayer]]] = defaultdict(list)
    for play in ordered:
        for player in play.players:
            key = names.keys.get(player.name)
            if key is not None:
                by_person[key].append((play, player))
    persons = [_person(key, rows, names) for key, rows in by_person.items()]
    persons.sort(key=lambda person: (-person.plays, in_order(person.name)))
    return Statistics(tuple(persons), each_game(ordered))


def _person(key: str, rows: Sequence[tuple[Play, PlayPlayer]], names: Names) -> Person:
    longest = running = 0
    by_game: defaultdict[str, list[PlayPlayer]] = defaultdict(list)
    met: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for play, own in rows:
        if not play.unfinished:
            running = running + 1 if own.winner else 0
            longest = max(longest, running)
        by_game[play.game].append(uncompared(own) if play.unfinished else own)
        for other in play.players:
            theirs = names.keys.get(other.name, key)
            if theirs != key:
                counts = met[theirs]
                counts[0] += 1
                counts[1] += own.place < other.place and not play.unfinished
                counts[2] += own.place > other.place and not play.unfinished
    against = [Against(names.newest[other], *counts) for other, counts in met.items()]
    against.sort(key=lambda one: (-one.plays, in_order(one.name)))
    wins = sum(own.winner for _play, own in rows)
    games = tuple(_record(game, own) for game, own in sorted(by_game.items()))
    return Person(names.newest[key], len(rows), wins, longest, running, games, tuple(against))


def uncompared(player: PlayPlayer) -> PlayPlayer:
    """Return how a player of an unfinished game enters into statistics: as somebody who played, without a score."""
    return msgspec.structs.replace(player, score=None)


def _record(game: str, rows: Sequence[PlayPlayer]) -> Record:
    scores = [row.score for row in rows if row.score is not None]
    return Record(game, len(rows), sum(row.winner for row in rows), max(scores, default=None), _mean(scores))


def _game(game: str, plays: Sequence[Play]) -> GameStatistics:
    scores: defaultdict[int, list[int]] = defaultdict(list)
    holders: dict[str, None] = {}
    record: int | None = None
    for play in plays:
        for player in play.players:
            if player.score is None or play.unfinished:
                continue
            scores[len(play.players)].append(player.score)
            if record is None or player.score > record:
                record, holders = player.score, {}
            if player.score == record:
                holders[player.name] = None
    measured = [play.minutes for play in plays if play.minutes and not play.unfinished]
    return GameStatistics(
        game,
        len(plays),
        record,
        tuple(holders),
        _mean([score for each in scores.values() for score in each]),
        {players: mean for players, each in sorted(scores.items()) if (mean := _mean(each)) is not None},
        dict(Counter(play.decided_by for play in plays if play.decided_by).most_common()),
        round(sum(measured) / len(measured)) if measured else None,
    )


def _mean(scores: Sequence[int]) -> float | None:
    return round(sum(scores) / len(scores), 1) if scores else None
