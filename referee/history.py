"""The log of a table: entries, undo and redo that leave a trace, and the state it all comes to. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

import msgspec

from referee.engine import Move, State
from referee.entry import (
    COUNTED_UP,
    VERSION,
    Admitted,
    Entry,
    Hidden,
    Logged,
    Named,
    Other,
    Redo,
    SeatEvent,
    Step,
    Undo,
    applied,
    opens,
)
from referee.ids import numbered, told_apart

__all__ = [
    "COUNTED_UP",
    "VERSION",
    "Admitted",
    "Entry",
    "Hidden",
    "History",
    "Logged",
    "Named",
    "Other",
    "Redo",
    "SeatEvent",
    "Step",
    "Undo",
    "replay",
]


class History(msgspec.Struct, frozen=True, dict=True):
    """All that was ever entered at a table, and where it stands now. Never changed; `enter` returns the next one.

    `log` holds the entry `seq` at seq - 1. `undone` are the seqs of entries taken back; `redoable` holds what the last
    undos took, newest last. The entries `silent` change nothing and count as undone; where it is `endless`, neither do
    those that would end the game. `next_id` is above every id that an entry ever gave. `ids`: what entries from before
    ids counted up give since one of them was put back (by seq); until then they give what the state says. `openings`
    are the entries that laid something open, whether they stand or not, oldest first.
    """

    start: State
    log: tuple[Logged, ...] = ()
    last: Step | None = None
    undone: frozenset[int] = frozenset()
    redoable: tuple[tuple[int, ...], ...] = ()
    silent: frozenset[int] = frozenset()
    endless: bool = False
    next_id: int = 0
    ids: Mapping[int, int] = {}
    openings: tuple[int, ...] = ()

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
        entered = self._enter(entry)
        public = self.__dict__.get("public")
        if public is not None and public is not self and not isinstance(entry.move, Undo | Redo):
            entered.__dict__["public"] = public._enter(entry)
        return entered

    def _enter(self, entry: Entry, known: Logged | None = None, veiled: bool = False) -> History:
        """Return the history with `entry`; `known`: with what it did at first; `veiled`: as in Logged."""
        move = entry.move
        if isinstance(move, Undo):
            taken = frozenset(move.entries) - self.undone
            last = self._last_without(taken) if taken else self.last
            return self._next(Logged(entry), last, self.undone | taken, (*self.redoable, move.entries))
        if isinstance(move, Redo):
            back = frozenset(move.entries) - self.silent
            kept = self if entry.version < COUNTED_UP else self._keeping_ids(back)
            last = kept._last_with(back) if back else self.last
            return kept._next(Logged(entry), last, self.undone - back, _without_seqs(self.redoable, move.entries))
        if isinstance(move, SeatEvent):
            return self._next(Logged(entry, told=move.sentence), self.last, self.undone, self.redoable)
        before = self.state
        redoable = self.redoable if move.correction or move.private else ()
        if isinstance(move, Hidden):
            return self._next(Logged(entry), Step(self.last, entry, before), self.undone, redoable)
        grounds = move.depends_on(before) if known is None else known.depends_on
        own = bool(move.opening_fields) and move.needs_own_token(before)
        logged = Logged(entry, (), move.told(before), grounds, own=own, veiled=veiled)
        if entry.seq in self.silent:
            return self._next(logged, self.last, self.undone | {entry.seq}, redoable)
        state, effects = applied(entry, before)
        if state.next_id != before.next_id:
            if (free := numbered(before, self._id_for(entry, before, known))) is not before:
                before = free
                state, effects = applied(entry, before)
            logged = msgspec.structs.replace(logged, gave=before.next_id)
        if known is not None and move.private and move.depends_on(before) != grounds:
            state = move.apply_if_changed(before)
        if self.endless and state.over:
            state, effects = before, ()
        logged = msgspec.structs.replace(logged, effects=effects, messages=move.messages(before, effects))
        return self._next(logged, Step(self.last, entry, state), self.undone, redoable)

    def _next(
        self, logged: Logged, last: Step | None, undone: frozenset[int], redoable: tuple[tuple[int, ...], ...]
    ) -> History:
        log = self.log + (logged,)  # noqa: RUF005 - it copies the log once
        next_id = self.next_id if last is None or logged.gave is None else max(self.next_id, logged.gave + 1)
        openings = (*self.openings, logged.entry.seq) if opens(logged.entry) else self.openings
        return History(self.start, log, last, undone, redoable, self.silent, self.endless, next_id, self.ids, openings)

    def _id_for(self, entry: Entry, before: State, known: Logged | None) -> int:
        """Return the id that an entry gives as it is entered: one that none gave before, since ids count up."""
        if known is not None and known.gave is not None:
            return known.gave
        return before.next_id if entry.version < COUNTED_UP else max(before.next_id, self.next_id)

    def _keeping_ids(self, back: frozenset[int]) -> History:
        """Return the history for which everything that stands keeps its id while the entries `back` are put back."""
        older = {seq for seq in back if self.logged(seq).entry.version < COUNTED_UP}
        returning = {seq: self.ids.get(seq, gave) for seq in older if (gave := self.logged(seq).gave) is not None}
        if not returning:
            return self
        standing = {
            step.entry.seq: step.state.next_id - 1
            for step in self.steps()
            if step.entry.version < COUNTED_UP and self.logged(step.entry.seq).gave is not None
        }
        ids, next_id = told_apart(standing, returning, self.next_id)
        return msgspec.structs.replace(self, ids={**self.ids, **ids}, next_id=next_id)

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
        logged = self.logged(entry.seq)
        given = self.ids.get(entry.seq, logged.gave if entry.version >= COUNTED_UP else None)
        if isinstance(move, Move) and move.private and move.depends_on(state) != logged.depends_on:
            after = move.apply_if_changed(state)
        else:
            after = applied(entry, state if given is None else numbered(state, given))[0]
        return state if self.endless and after.over else after

    @cached_property
    def public(self) -> History:
        """The history as anybody may be told it while the game is not over: what was laid open and was taken back
        changed nothing."""
        hidden = self.undone.intersection(self.openings)
        return self if hidden <= self.silent else self._without(hidden | self.silent, False)

    @cached_property
    def unended(self) -> History:
        """The public history, in which what would have ended the game changed nothing either."""
        return self.public._without(self.public.silent, True)

    def _without(self, silent: frozenset[int], endless: bool) -> History:
        """Return the history in which the entries `silent` changed nothing, in one pass over its log."""
        first = 1 if endless else min(silent)
        history = msgspec.structs.replace(self.at(first - 1), silent=silent, endless=endless)
        standing: set[int] = set()  # of those that are silent
        for known in self.log[first - 1 :]:
            move = known.entry.move
            history = history._enter(known.entry, known, known.veiled or bool(standing))
            if isinstance(move, Undo):
                standing -= set(move.entries)
            elif isinstance(move, Redo):
                standing |= silent & set(move.entries)
            standing |= silent & {known.entry.seq}
        return history

    def at(self, seq: int) -> History:
        """Return the history as it was after the entry `seq`, 0 for the start.

        What stood then and still stands is not applied again, so that this is quick unless much was taken back since.
        """
        log = self.log[:seq]
        undone: set[int] = {silent for silent in self.silent if silent <= seq}
        redoable: tuple[tuple[int, ...], ...] = ()
        for logged in log:
            move = logged.entry.move
            if isinstance(move, Undo):
                undone |= set(move.entries)
                redoable = (*redoable, move.entries)
            elif isinstance(move, Redo):
                undone -= set(move.entries) - self.silent
                redoable = _without_seqs(redoable, move.entries)
            elif not (isinstance(move, SeatEvent) or move.correction or move.private):
                redoable = ()
        standing = [
            logged.entry
            for logged in log
            if isinstance(logged.entry.move, Move | Hidden) and logged.entry.seq not in undone
        ]
        last = self._steps_of(standing)
        return msgspec.structs.replace(
            self,
            log=log,
            last=last,
            undone=frozenset(undone),
            redoable=redoable,
            openings=tuple(opening for opening in self.openings if opening <= seq),
        )

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
        """Return the seqs an undo by a holder of `seats` takes back: the newest, or all after `to`; ascending. What was
        entered by itself is taken back with what it came of."""
        taken: set[int] = set()
        causes: set[int] = set()
        for entry in self.standing(seats):
            done = bool(taken) if to is None else entry.seq <= to
            if done and entry.seq not in causes and 0 not in causes:
                if not causes:
                    break
                continue
            causes -= {0, entry.seq}
            taken.add(entry.seq)
            if entry.auto:
                causes |= self._causes_of(entry.seq) - taken
        return tuple(sorted(taken))

    def _causes_of(self, seq: int) -> frozenset[int]:
        """Return the entries that stand of which the entry `seq` came by itself; 0 for whatever stands before it."""
        cause = next(logged.entry for logged in reversed(self.log[: seq - 1]) if not logged.entry.auto)
        if isinstance(cause.move, Undo):
            return frozenset({0})
        came = cause.move.entries if isinstance(cause.move, Redo) else (cause.seq,)
        return frozenset(came) - self.undone

    def redoables(
        self, seats: frozenset[int], version: int = VERSION, told: frozenset[int] = frozenset()
    ) -> tuple[int, ...]:
        """Return the seqs a redo by a holder of `seats` puts back: of what the last undo took, all they may see.

        What a seat laid open of its secrets, and was taken back, that seat alone puts back: a redo by others skips it,
        and what was taken back after it; up to `version` 2 it skipped nothing. `told`: seats that told something in
        secret of which this history knows nothing.
        """
        groups = list(self.redoable)
        laid_open = self.undone.intersection(self.openings) if version > 2 else frozenset[int]()
        if secret := {seq for seq in laid_open if self.others_secret(seq, seats, told)}:
            for place, group in enumerate(groups):
                if barred := secret.intersection(group):
                    groups[place:] = [tuple(seq for seq in group if seq > max(barred))]
                    break
        for group in reversed(groups):
            seen = tuple(seq for seq in group if self._visible(seq, seats))
            if seen:
                return seen
        return ()

    def others_secret(self, seq: int, seats: frozenset[int], told: frozenset[int]) -> bool:
        """Whether the entry, one of `openings`, lays open secrets of a seat that is none of `seats`."""
        logged, move = self.logged(seq), self.logged(seq).entry.move
        assert isinstance(move, Move)
        return move.seat not in seats and (logged.own or move.seat in told or move.needs_own_token(self.state))

    def _visible(self, seq: int, seats: frozenset[int]) -> bool:
        move = self.logged(seq).entry.move
        return isinstance(move, Move | Hidden) and (not move.private or move.seat in seats)

    def quiet_since(self, seq: int) -> bool:
        """Whether nothing was entered after `seq` but what came of that entry by itself, and seat events."""
        return all(isinstance(logged.entry.move, SeatEvent) for logged in self.log[self.seen_with(seq) :])

    def seen_with(self, seq: int) -> int:
        """Return the last entry that whoever saw the entry `seq` saw with it: what came of it by itself."""
        while seq < self.seq and self.log[seq].entry.auto:
            seq += 1
        return seq

    def stale(self, seen: int, move: Move) -> bool:
        """Whether something was entered after `seen` that may change what `move` means: all but commuting kinds."""
        seen = self.seen_with(seen)
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
    gone, left = set(back), list(groups)
    place = len(left)
    while gone and place:
        place -= 1
        if not gone.isdisjoint(left[place]):
            kept = tuple(seq for seq in left[place] if seq not in gone)
            gone.difference_update(left[place])
            left[place : place + 1] = [kept] if kept else []
    return tuple(left)


def _commute(move: Move, other: Move | Hidden) -> bool:
    return isinstance(other, Move) and move.commutes_with(other)


def replay(entries: Iterable[Entry], history: History) -> History:
    """Return `history` with `entries` after what it holds, their seqs ascending without a gap."""
    for entry in entries:
        history = history.enter(entry)
    return history
