"""Deciding about what is entered at a table: moves, undo and redo. No Flask, no HTML.

`enter`, `undo` and `redo` return an outcome; whoever calls answers it. An entry is on disk before Recorded is returned.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

import msgspec

from referee import plays
from referee.audience import Sender, must_enter
from referee.engine import N_, Game, Judgement, Malformed, Move, Refusal, Sentence, State, judge
from referee.history import Entry, History, Redo, SeatEvent, Undo, replay
from referee.language import now
from referee.store import Stale, Stamped, Store, Table, Token

NOTHING_TO_UNDO = Refusal("nothing_to_undo", None, N_("There is nothing to take back."))
NOTHING_TO_REDO = Refusal("nothing_to_redo", None, N_("There is nothing to put back."))
NOT_YET = N_("This table has only %(num)s entries so far.")
MOST_FOLLOWERS = 40
"""The most entries that come of one by themselves; turns of seats that have left, until somebody plays."""
TRIES = 40
"""The number of times an entry is judged again when others keep being recorded first."""


class Recorded(msgspec.Struct, frozen=True):
    """The entry `seq` is on disk. `table` is the table as it stands now; `again` if the key was known already;
    `was_over`: whether the game was over before the entry."""

    table: Table
    seq: int
    again: bool = False
    was_over: bool = False


class Refused(msgspec.Struct, frozen=True):
    """Nothing was recorded: the rules are against it. `move` may be played anyway; None if that makes no sense."""

    table: Table
    refusal: Refusal
    move: Move | None = None


class MovedOn(msgspec.Struct, frozen=True):
    """Nothing was recorded: entries came that the sender had not seen; `own` if all were entered with their token."""

    table: Table
    own: bool = False


class Missing(msgspec.Struct, frozen=True):
    """Nothing was recorded: what the move's `field` names is not at this table."""

    field: str


class Closed(msgspec.Struct, frozen=True):
    """Nothing was recorded: the table is closed."""

    table: Table


Outcome = Recorded | Refused | MovedOn | Missing | Closed
Decision = Entry | Refused | MovedOn | Missing | Closed


class Asked(msgspec.Struct, frozen=True):
    """A move to enter. `key` is the sender's name for this request; `seq` the last entry they saw, None to be judged
    against the table as it is; `overrule` to record the move although the rules are against it."""

    key: str
    move: Move
    seq: int | None = None
    overrule: bool = False


def enter(store: Store, table: Table, sender: Sender, asked: Asked) -> Outcome:
    """Enter a move. Raises Malformed if `seq` is ahead of the table or the move says too much or too little, Denied
    if the sender may not enter it."""
    move = asked.move
    if (field := move.malformed(table.state)) is not None:
        raise Malformed(field)
    _not_ahead(table, asked.seq)
    token = sender.acting(move.seat)

    def decide(table: Table) -> Decision:
        if move.seat >= len(table.players):
            return Missing("seat")
        must_enter(table, sender, token, move)
        if (field := move.left_out(table.state)) is not None:
            raise Malformed(field)
        if asked.seq is not None and table.history.stale(asked.seq, move):
            return MovedOn(table, _alone_since(table, token, asked.seq))
        if table.closed:
            return Closed(table)
        verdict = judge(move, table.state, move.seat == token.seat)
        if verdict.refusal is not None and not asked.overrule:
            return Refused(table, verdict.refusal, None if verdict.refusal == move.over_limit(table.state) else move)
        if verdict.missing is not None:
            return Missing(verdict.missing)
        if (bound := move.over_limit(table.state)) is not None:
            return Refused(table, bound)
        overruled, secretly = marked(move, table.state, move.seat == token.seat)
        return Entry(table.seq + 1, now(), token.seat, move.recorded(table.state), overruled, secretly)

    return _record(store, table, token, asked.key, decide)


def undo(store: Store, table: Table, sender: Sender, key: str, seq: int, to: int | None = None) -> Outcome:
    """Take back the newest standing entry that is public or the sender's own, or all such entries after `to`. Raises
    Malformed, Denied."""
    return _take_back(
        store, table, sender, key, seq, lambda table: Undo(table.history.undoable(sender.seats, to)), NOTHING_TO_UNDO
    )


def redo(store: Store, table: Table, sender: Sender, key: str, seq: int) -> Outcome:
    """Put back what the last undo took. Raises Malformed, Denied."""
    return _take_back(
        store, table, sender, key, seq, lambda table: Redo(table.history.redoables(sender.seats)), NOTHING_TO_REDO
    )


def follow(store: Store, outcome: Outcome, learns: bool) -> None:
    """Do what follows a new entry, once its table was woken and its answer is made: keep the play of a game that is
    over and, if the server `learns` from it, what people read off their copy of the game. A fault is logged."""
    if not isinstance(outcome, Recorded) or outcome.again:
        return
    table = outcome.table
    if table.state.over or outcome.was_over:
        plays.follow(store, table)
    if learns:
        try:
            learn(store, table, table.history.logged(outcome.seq).entry)
        except Exception:
            logging.getLogger(__name__).exception("what an entry tells of the game's printing is not remembered")


def learn(store: Store, table: Table, entry: Entry) -> None:
    """Remember what people read off their copy of the game, for the next table. Raises StorageError."""
    if not isinstance(entry.move, Move) or entry.overruled:
        return
    fact = entry.move.remembered()
    if fact is not None and store.remembered(table.game).get(fact[0]) != fact[1]:
        store.remember(table.game, *fact)


def _take_back(
    store: Store,
    table: Table,
    sender: Sender,
    key: str,
    seq: int,
    choose: Callable[[Table], Undo | Redo],
    empty: Refusal,
) -> Outcome:
    """Record an undo or redo of a sender who has seen all entries; of two at once, the second gets MovedOn."""
    _not_ahead(table, seq)
    token = _taking_back(table, sender, key, choose(table).entries)

    def decide(table: Table) -> Decision:
        if not table.history.quiet_since(seq):
            return MovedOn(table, _alone_since(table, token, seq))
        if table.closed:
            return Closed(table)
        move = choose(table)
        return Entry(table.seq + 1, now(), token.seat, move) if move.entries else Refused(table, empty)

    return _record(store, table, token, key, decide)


def _record(store: Store, table: Table, token: Token, key: str, decide: Callable[[Table], Decision]) -> Outcome:
    """Append the entry that `decide` makes of the table as it stands; decide again whenever others came first.

    A key that this token used before gives the entry that it made then. What is entered by itself for seats that have
    left is recorded with it, all or nothing.
    """
    for _ in range(TRIES):
        known = table.keys.get((token.hash, key))
        if known is not None:
            return Recorded(table, known, again=True)
        entry = decide(table)
        if not isinstance(entry, Entry):
            return entry
        history = table.history.enter(entry)
        more = list(followers(store.games[table.game], history, len(table.players)))
        with suppress(Stale):
            after = store.append(table, replay(more, history), Stamped(entry, token.hash, key), more)
            return Recorded(after, entry.seq, was_over=table.state.over)
        latest = store.latest(table.code)  # others came first, or this very request came twice
        if latest is None:
            return Missing("table")
        table = latest
    return MovedOn(table)


def followers(game: Game, history: History, players: int) -> Iterator[Entry]:
    """Yield what is entered by itself after the newest entry, by the same sender: the turns of seats that have left."""
    newest = history.log[-1].entry
    for _ in range(MOST_FOLLOWERS):
        passed = game.passed_over(history.state, players)
        if passed is None:
            break
        follower = Entry(history.seq + 1, newest.at, newest.by, passed, auto=True)
        history = history.enter(follower)
        yield follower


def _not_ahead(table: Table, seq: int | None) -> None:
    """Raise Malformed if the sender claims to have seen more than there is."""
    if seq is not None and seq > table.seq:
        raise Malformed("seq", Sentence(NOT_YET, {"num": table.seq}))


def _alone_since(table: Table, token: Token, seq: int) -> bool:
    """Whether all that was entered after `seq` was entered with this token."""
    own = {entered for (holder, _key), entered in table.keys.items() if entered > seq and holder == token.hash}
    return all(
        entry.seq in own or entry.auto or isinstance(entry.move, SeatEvent) for entry in table.history.entries[seq:]
    )


def marked(move: Move, state: State, own: bool) -> tuple[str | None, bool]:
    """Return what marks an entry of `move` by its `own` seat, or by another (see `mark`), and whether that is secret: a
    mark that depends on what only the seat's own phone knows would tell the others what it holds."""
    overruled = mark(judge(move, state, own))
    if overruled is None:
        return None, False
    return overruled, mark(judge(move, state, False)) != overruled or (own and move.mark_is_secret(state))


def mark(verdict: Judgement) -> str | None:
    """Return what marks an overruled entry: the refusal's rule, or its code if it has none; None if it is legal."""
    return None if verdict.refusal is None else verdict.refusal.rule or verdict.refusal.code


def _taking_back(table: Table, sender: Sender, key: str, entries: Iterable[int]) -> Token:
    """Return the token that takes back `entries` or puts them back: if they are all of one seat, the one that acts for
    it; for a request that is sent again, the one it was sent with."""
    for token in sender.tokens:
        if (token.hash, key) in table.keys:
            return token
    moves = (table.history.logged(seq).entry.move for seq in entries)
    seats = {move.seat for move in moves if not isinstance(move, Undo | Redo)}
    return sender.acting(seats.pop() if len(seats) == 1 else None)
