"""A tiny game, to test the log of a table by itself: a heap of stones, and what each seat noted of it in secret."""

from __future__ import annotations

from collections import Counter

import msgspec

from referee.engine import Effect, Move, Sentence, TableState
from referee.history import Entry, Hidden, History, Redo, Undo

ADA, BRUNO = frozenset({0}), frozenset({1})
NOBODY: frozenset[int] = frozenset()
applied: Counter[str] = Counter()


class Heap(TableState, frozen=True, gc=True, weakref=True):
    """Stones on the table, what each seat noted of them (None: the note no longer fits), and marked stones by id."""

    stones: int = 0
    notes: tuple[int | None, ...] = (None, None)
    marked: tuple[tuple[int, str], ...] = ()
    over: bool = False


class Laid(Effect, frozen=True):
    """Stones came to the table."""

    stones: int


class Add(Move, frozen=True, tag="add"):
    """Lays stones; tells it as an effect."""

    by: int = 1

    def apply(self, state: Heap) -> tuple[Heap, tuple[Effect, ...]]:
        applied["add"] += 1
        return msgspec.structs.replace(state, stones=state.stones + self.by), (Laid("laid", self.seat, self.by),)

    def told(self, state: Heap) -> Sentence:
        return Sentence("%(num)s before", {"num": state.stones})


class Double(Move, frozen=True, tag="double"):
    """Doubles the stones: what it does depends on what came before."""

    def apply(self, state: Heap) -> tuple[Heap, tuple[Effect, ...]]:
        return msgspec.structs.replace(state, stones=state.stones * 2), ()

    def told(self, state: Heap) -> Sentence:
        return Sentence("doubled")


class Correct(Add, frozen=True, tag="correct"):
    """Sets the number of stones right."""

    correction = True
    commutes = True


class Note(Move, frozen=True, tag="note"):
    """Notes in secret how many stones there are; rests on there being so many."""

    private = True
    commutes = True

    def _noted(self, state: Heap, what: int | None) -> Heap:
        notes = (*state.notes[: self.seat], what, *state.notes[self.seat + 1 :])
        return msgspec.structs.replace(state, notes=notes)

    def apply(self, state: Heap) -> tuple[Heap, tuple[Effect, ...]]:
        return self._noted(state, state.stones), ()

    def depends_on(self, state: Heap) -> int:
        return state.stones

    def apply_if_changed(self, state: Heap) -> Heap:
        return self._noted(state, None)

    def told(self, state: Heap) -> Sentence:
        return Sentence("noted")


class Show(Move, frozen=True, tag="show"):
    """Shows what was noted in secret, and lays as many stones; ends the game where that is 7."""

    noted: int | None = None
    opening_fields = frozenset({"noted"})

    def needs_own_token(self, state: Heap) -> bool:
        return state.notes[self.seat] is not None

    def apply(self, state: Heap) -> tuple[Heap, tuple[Effect, ...]]:
        applied["show"] += 1
        shown = state.notes[self.seat] or 0
        state = msgspec.structs.replace(state, stones=state.stones + shown, over=state.over or shown == 7)
        return state, (Laid("laid", self.seat, shown),)

    def told(self, state: Heap) -> Sentence:
        return Sentence("shown")


def then(history: History, *moves: Move | Hidden | Undo | Redo) -> History:
    for move in moves:
        history = history.enter(Entry(history.seq + 1, "2030-01-01T20:00:00Z", 0, move))
    return history


def undo(history: History, seats: frozenset[int] = ADA, to: int | None = None) -> History:
    return then(history, Undo(history.undoable(seats, to)))


def redo(history: History, seats: frozenset[int] = ADA) -> History:
    return then(history, Redo(history.redoables(seats)))


def add(by: int = 1) -> Add:
    return Add(seat=0, by=by)
