"""The log of a table: entries, undo and redo that leave a trace, and the state it all comes to. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

import msgspec

from referee.engine import N_, Effect, Message, Move, Player, Sentence, State


class Hidden(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="hidden"):
    """A private entry of a table that was exported before its end: only its kind (`of`) and seat are known.
    Does nothing."""

    of: str
    seat: int

    correction: ClassVar[bool] = True
    private: ClassVar[bool] = True

    def commuting(self) -> bool:
        return True

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        return state, ()


class SeatEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """An event at a seat, about who sits there, that the log tells. It changes nothing of the game: no move is
    stale because of it, and nobody can undo it."""

    seat: Annotated[int, msgspec.Meta(ge=0)]

    MESSAGE: ClassVar[str]
    correction: ClassVar[bool] = True
    private: ClassVar[bool] = False
    secret_fields: ClassVar[frozenset[str]] = frozenset()
    opening_fields: ClassVar[frozenset[str]] = frozenset()

    @property
    def sentence(self) -> Sentence:
        """The line of the log; the names in it are those of now."""
        return Sentence(self.MESSAGE, {"player": Player(self.seat), "num": self.seat + 1})


class Admitted(SeatEvent, frozen=True, tag="admitted"):
    """A new phone took a seat with secrets."""

    MESSAGE: ClassVar[str] = N_("%(player)s: a new phone took this seat.")


class Named(SeatEvent, frozen=True, tag="named"):
    """A seat has a new name."""

    MESSAGE: ClassVar[str] = N_("%(player)s is the new name at seat %(num)s.")


class Undo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="undo"):
    """Undo the entries with these sequence numbers; they stay in the log."""

    entries: tuple[int, ...]


class Redo(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="redo"):
    """Redo the entries with these sequence numbers."""

    entries: tuple[int, ...]


Other = Undo | Redo | Admitted | Named
"""What is recorded beside moves."""


VERSION = 3
"""The version of what is recorded now: by it a move is applied, and an undo or redo was chosen, for ever. At version 1
the end of a game of Fata Morgana laid all secrets open; at version 2 anybody's redo laid open what a seat had."""


class Entry(msgspec.Struct, frozen=True):
    """A line of the log, as a fact: `seq` from 1, `at` in UTC (RFC 3339), `by` a seat or None for the host.

    `overruled` is None, or the rule (or code) of the refusal the players overruled; `secretly` says that it follows
    from the seat's secrets alone, so that nobody else may know of it before the end. `version`: by which version the
    move was applied when it was entered, since a log is replayed as it was played.
    """

    seq: int
    at: str
    by: int | None
    move: Move | Hidden | Other
    overruled: str | None = None
    secretly: bool = False
    version: int = VERSION


class Logged(msgspec.Struct, frozen=True):
    """An entry with what it did when it was entered: the effects of its move, how the log tells it (`told`, None for an
    undo, a redo and what is hidden), what a private move depended on (`grounds`, see Move), and what it says to those
    whom it does something to (`messages`)."""

    entry: Entry
    effects: tuple[Effect, ...] = ()
    told: Sentence | None = None
    grounds: object = None
    messages: tuple[Message, ...] = ()


class Step:
    """A standing entry and the state after it; a persistent stack, so that every entry costs the same."""

    __slots__ = ("before", "entry", "state")

    def __init__(self, before: Step | None, entry: Entry, state: State):
        self.before = before
        self.entry = entry
        self.state = state


class History(msgspec.Struct, frozen=True):
    """All that was ever entered at a table, and where it stands now. Never changed; `enter` returns the next one.

    `log` holds the entry `seq` at seq - 1. `undone` are the seqs of entries taken back; `redoable` holds what the last
    undos took, newest last.
    """

    start: State
    log: tuple[Logged, ...] = ()
    last: Step | None = None
    undone: frozenset[int] = frozenset()
    redoable: tuple[tuple[int, ...], ...] = ()

    @property
    def seq(self) -> int:
        """The number of the newest entry, 0 before the first."""
        return len(self.log)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, oldest first."""
        return tuple(logged.entry for logged in self.log)

    def logged(self, seq: int) -> Logged:
        """Return the entry `seq` with what it did."""
        return self.log[seq - 1]

    @property
    def state(self) -> State:
        """The state all standing entries come to."""
        return self.start if self.last is None else self.last.state

    def enter(self, entry: Entry) -> History:
        """Return the history with `entry` recorded. Never refuses: what was recorded happened."""
        move = entry.move
        if isinstance(move, Undo):
            taken = frozenset(move.entries)
            last = self._last_without(taken)
            return self._next(Logged(entry), last, self.undone | taken, (*self.redoable, move.entries))
        if isinstance(move, Redo):
            back = frozenset(move.entries)
            left = _without_seqs(self.redoable, move.entries)
            return self._next(Logged(entry), self._last_with(back), self.undone - back, left)
        if isinstance(move, SeatEvent):
            return self._next(Logged(entry, told=move.sentence), self.last, self.undone, self.redoable)
        before = self.state
        state, effects = _applied(entry, before)
        redoable = self.redoable if move.correction or move.private else ()
        logged = Logged(entry, effects)
        if isinstance(move, Move):
            messages = move.messages(before, effects)
            logged = Logged(entry, effects, move.told(before), move.grounds(before), messages)
        return self._next(logged, Step(self.last, entry, state), self.undone, redoable)

    def _next(
        self, logged: Logged, last: Step | None, undone: frozenset[int], redoable: tuple[tuple[int, ...], ...]
    ) -> History:
        return History(self.start, self.log + (logged,), last, undone, redoable)  # noqa: RUF005 - it copies the log once

    def _last_without(self, taken: frozenset[int]) -> Step | None:
        kept: list[Entry] = []
        step, left = self.last, len(taken)
        while step is not None and left:
            if step.entry.seq in taken:
                left -= 1
            else:
                kept.append(step.entry)
            step = step.before
        return self._applied_onto(step, reversed(kept))

    def _last_with(self, back: frozenset[int]) -> Step | None:
        first = min(back)
        kept = [self.logged(seq).entry for seq in back]
        step = self.last
        while step is not None and step.entry.seq > first:
            kept.append(step.entry)
            step = step.before
        return self._applied_onto(step, sorted(kept, key=lambda entry: entry.seq))

    def _applied_onto(self, step: Step | None, entries: Iterable[Entry]) -> Step | None:
        for entry in entries:
            state = self.start if step is None else step.state
            step = Step(step, entry, self._state_again(entry, state))
        return step

    def _state_again(self, entry: Entry, state: State) -> State:
        """Return the state after an entry that is applied anew, perhaps to another state than when it was entered."""
        move = entry.move
        assert isinstance(move, Move | Hidden)
        if isinstance(move, Move) and move.private and move.grounds(state) != self.logged(entry.seq).grounds:
            return move.misfit(state)
        return _applied(entry, state)[0]

    def at(self, seq: int, without: frozenset[int] = frozenset()) -> History:
        """Return the history as it was after the entry `seq`, 0 for the start; the entries `without` count as undone.

        What stood then and still stands is not applied again, so that this is quick unless much was taken back since.
        """
        log = self.log[:seq]
        undone: set[int] = set(without)
        redoable: tuple[tuple[int, ...], ...] = ()
        for logged in log:
            move = logged.entry.move
            if isinstance(move, Undo):
                undone |= set(move.entries)
                redoable = (*redoable, move.entries)
            elif isinstance(move, Redo):
                undone -= set(move.entries) - without
                redoable = _without_seqs(redoable, move.entries)
            elif not (isinstance(move, SeatEvent) or move.correction or move.private):
                redoable = ()
        standing = [
            logged.entry
            for logged in log
            if isinstance(logged.entry.move, Move | Hidden) and logged.entry.seq not in undone
        ]
        return History(self.start, log, self._steps_of(standing), frozenset(undone), redoable)

    def _steps_of(self, entries: list[Entry]) -> Step | None:
        """Return these entries as steps, which begin with as many of those that stand now as they have in common."""
        shared: Step | None = None
        number = 0
        for step, entry in zip(self.steps(), entries, strict=False):
            if step.entry is not entry:
                break
            shared, number = step, number + 1
        return self._applied_onto(shared, entries[number:])

    def steps(self) -> list[Step]:
        """Return the standing entries and the state after each, oldest first."""
        steps: list[Step] = []
        step = self.last
        while step is not None:
            steps.append(step)
            step = step.before
        steps.reverse()
        return steps

    def standing(self, seats: frozenset[int]) -> Iterable[Entry]:
        """Yield the entries that stand and that a sender holding `seats` may take back, newest first."""
        step = self.last
        while step is not None:
            move = step.entry.move
            assert isinstance(move, Move | Hidden)
            if not move.private or move.seat in seats:
                yield step.entry
            step = step.before

    def undoable(self, seats: frozenset[int], to: int | None = None) -> tuple[int, ...]:
        """Return the seqs an undo by a holder of `seats` takes back: the newest, or all after `to`; ascending."""
        taken: list[int] = []
        for entry in self.standing(seats):
            if to is not None and entry.seq <= to:
                break
            taken.append(entry.seq)
            if to is None:
                break
        return tuple(reversed(taken))

    def redoables(self, seats: frozenset[int]) -> tuple[int, ...]:
        """Return the seqs a redo by a holder of `seats` puts back: what the last undo took that is his to see."""
        for group in reversed(self.redoable):
            seen = tuple(seq for seq in group if self._visible(seq, seats))
            if seen:
                return seen
        return ()

    def _visible(self, seq: int, seats: frozenset[int]) -> bool:
        move = self.logged(seq).entry.move
        return isinstance(move, Move | Hidden) and (not move.private or move.seat in seats)

    def quiet_since(self, seq: int) -> bool:
        """Whether nothing but seat events was entered after `seq`."""
        return all(isinstance(logged.entry.move, SeatEvent) for logged in self.log[seq:])

    def stale(self, seen: int, move: Move) -> bool:
        """Whether something was entered after `seen` that may change what `move` means: all but commuting kinds."""
        if seen >= self.seq or move.commuting():
            return False
        for logged in self.log[seen:]:
            other = logged.entry.move
            if isinstance(other, SeatEvent):
                continue
            if isinstance(other, Undo | Redo) or not (other.commuting() or _commute(move, other)):
                return True
        return move.outdated(self._state_at(seen), self.state)

    def _state_at(self, seq: int) -> State:
        """Return the state after the entry `seq`, if nothing was undone or put back since."""
        step = self.last
        while step is not None and step.entry.seq > seq:
            step = step.before
        return self.start if step is None else step.state


def _without_seqs(groups: Iterable[tuple[int, ...]], back: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """Return the groups of seqs without those put `back`, and without groups that are empty then."""
    gone = frozenset(back)
    return tuple(kept for group in groups if (kept := tuple(seq for seq in group if seq not in gone)))


def _commute(move: Move, other: Move | Hidden) -> bool:
    return isinstance(other, Move) and move.commutes_with(other)


def _applied(entry: Entry, state: State) -> tuple[State, tuple[Effect, ...]]:
    """Return the state after an entry's move, and its effects; `imposed` if another seat entered it, overruled."""
    move = entry.move
    assert isinstance(move, Move | Hidden)
    if isinstance(move, Hidden):
        return move.apply(state)
    state, effects = move.apply(state) if entry.version == VERSION else move.apply_as_before(state, entry.version)
    if entry.version > 1 and entry.overruled is not None and entry.by != move.seat:
        state = move.imposed(state)
    return state, effects


def replay(entries: Iterable[Entry], history: History) -> History:
    """Return `history` with `entries` after what it holds, their seqs ascending without a gap."""
    for entry in entries:
        history = history.enter(entry)
    return history
