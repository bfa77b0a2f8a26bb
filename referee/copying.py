"""A copy's log, read as if it were played again: what it could not have been is refused, what it says of the rules is
not believed. Pure."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from referee.engine import N_, Game, Malformed, Move, Sentence, State
from referee.enter import followers, marked
from referee.history import COUNTED_UP, Entry, Hidden, History, Redo, SeatEvent, Undo, replay

MOST_WORK = 10_000
"""The most work a log may be: as much as so many plain entries are, each applied once."""
UNDONE_EACH = 500
"""So many entries that are taken back make an undo or a redo as much work again as a plain entry is."""
GROUPS_EACH = 20
"""So many earlier undos that a redo passes over are as much work as a plain entry is."""

BAD_LOG = N_("Entry %(num)s of that log cannot be read.")


class TooMuch(Exception):  # noqa: N818 - an answer, not a fault
    """A log that is more work than MOST_WORK, or makes a table grow past its bounds."""


def unreadable(seq: int) -> Malformed:
    """Return the refusal of a log whose entry `seq` could not have been entered."""
    return Malformed("log", Sentence(BAD_LOG, {"num": seq}))


def checked(entries: Iterable[Entry], game: Game, history: History, players: int) -> History:
    """Return this empty `history` of a table with these entries, each marked with the rule it is against where it
    stands (see `enter`); a mark that only secrets left out of the copy could tell of stays as it is. After them comes
    what is due by itself for seats that have left.

    Raises Malformed for an entry that nobody could have entered, TooMuch for more work than MOST_WORK.
    """
    left_out: set[int] = set()  # the seats of which the copy lacks a secret
    work = 0
    for entry in entries:
        move = entry.move
        work += 1
        if isinstance(move, Undo | Redo):
            work += work_of(move, history)
        elif isinstance(move, Move):
            work += move.weight(history.state)
        if work > MOST_WORK:
            raise TooMuch
        if entry.auto and (entry.overruled or move != game.passed_over(history.state, players)):
            raise unreadable(entry.seq)
        if isinstance(move, Undo | Redo):
            if not could_be(move, entry, history, frozenset(left_out)):
                raise unreadable(entry.seq)
        elif isinstance(move, Hidden):
            left_out.add(move.seat)
        elif not isinstance(move, SeatEvent):
            entry = judged(entry, move, history.state, left_out)
            if move.secret_fields:
                left_out.add(move.seat)
        history = history.enter(entry)
    return replay(followers(game, history, players), history) if history.seq else history


def judged(entry: Entry, move: Move, state: State, left_out: set[int]) -> Entry:
    """Return an entry of a move, marked with what the rules say where it stands. Raises Malformed if the move could not
    have been entered, TooMuch if it would make the table grow past its bounds."""
    if move.malformed(state) or move.missing(state):
        raise unreadable(entry.seq)
    if move.over_limit(state) is not None:
        raise TooMuch
    if entry.auto:
        return entry
    own = entry.by == move.seat
    if own and move.seat in left_out and entry.overruled in move.marks_by_secrets(state):
        return entry
    overruled, secretly = marked(move, state, own)
    return msgspec.structs.replace(entry, overruled=overruled, secretly=secretly)


# --- undo and redo -----------------------------------------------------------------------------------------------


def work_of(move: Undo | Redo, history: History) -> int:
    """Return what an undo or redo costs beyond a plain entry: what is applied again, and what is looked through."""
    first = min(move.entries, default=history.seq + 1)
    step, again = history.last, len(move.entries) if isinstance(move, Redo) else 1 - len(move.entries)
    while step is not None and step.entry.seq > first and again <= MOST_WORK:
        again, step = again + 1, step.before
    passed = 0
    if isinstance(move, Redo):
        wanted = frozenset(move.entries)
        for group in reversed(history.redoable):
            if not wanted.isdisjoint(group):
                break
            passed += 1
        if history.openings:
            passed += len(history.redoable) + len(history.openings)
        older = (history.logged(seq) for seq in move.entries if 1 <= seq <= history.seq)
        if any(one.gave is not None and one.entry.version < COUNTED_UP for one in older):
            passed += history.seq
    return max(again, 0) + passed // GROUPS_EACH + len(history.undone) // UNDONE_EACH


def could_be(move: Undo | Redo, entry: Entry, history: History, left_out: frozenset[int]) -> bool:
    """Whether a holder of some set of seats, that of `entry` among them, or the host could have entered this undo or
    redo, by the rules of its version; whether or not the seats `left_out` had told something in secret by then."""
    seats = seats_of(move, entry, history)
    if seats is None:
        return False
    if isinstance(move, Undo):
        named, last = frozenset(move.entries), history.seq
        for one in history.standing(seats):
            if one.seq not in named:
                break
            last = one.seq
        return history.undoable(seats, last - 1) == move.entries
    for told in (frozenset(), left_out) if entry.version > 2 else (frozenset(),):
        holding = seats | openers(move, history, seats, told) if entry.version > 2 else seats
        if history.redoables(holding, entry.version, told) == move.entries:
            return True
    return False


def seats_of(move: Undo | Redo, entry: Entry, history: History) -> frozenset[int] | None:
    """Return the fewest seats that see all these entries, the sender's among them; None if they are no moves."""
    seats = set() if entry.by is None else {entry.by}
    for seq in move.entries:
        if not 1 <= seq <= history.seq:
            return None
        one = history.logged(seq).entry.move
        if not isinstance(one, Move | Hidden):
            return None
        if one.private:
            seats.add(one.seat)
    return frozenset(seats) if move.entries else None


def openers(redo: Redo, history: History, seats: frozenset[int], told: frozenset[int]) -> frozenset[int]:
    """Return the seats but `seats` that laid something open which was taken back before what `redo` puts back: nobody
    else can put back anything that was taken back after it."""
    wanted, found, openings = frozenset(redo.entries), set[int](), frozenset(history.openings)
    for group in history.redoable if openings else ():
        here = not wanted.isdisjoint(group)
        for seq in openings.intersection(group):
            if (not here or seq > min(wanted)) and history.others_secret(seq, seats, told):
                found.add(history.logged(seq).entry.move.seat)  # type: ignore[union-attr]
        if here:
            break
    return frozenset(found)
