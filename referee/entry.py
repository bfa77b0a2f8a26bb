"""The parts of a log: entries, each a move, an undo or redo, or an event at a seat. Pure."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from referee.engine import N_, Effect, Message, Move, Player, Seat, Sentence, State


class Hidden(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="hidden"):
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


class SeatEvent(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind"):
    """An event at a seat, about who sits there, that the log tells. It changes nothing of the game: no move is
    stale because of it, and nobody can undo it."""

    seat: Seat

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


class Undo(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="undo"):
    """Undo the entries with these sequence numbers; they stay in the log."""

    entries: tuple[int, ...]


class Redo(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", tag="redo"):
    """Redo the entries with these sequence numbers."""

    entries: tuple[int, ...]


Other = Undo | Redo | Admitted | Named
"""The entries beside moves."""


VERSION = 3
"""The version of what is recorded now: by it a move is applied, and an undo or redo was chosen, for ever. At version 1
the end of a game of Fata Morgana laid all secrets open; at version 2 anybody's redo laid open what a seat had. Up to
version 2 an id that an undo had freed was given again."""
COUNTED_UP = 3
"""The version since which ids count up, and are never given twice at a table."""


class Entry(msgspec.Struct, frozen=True, gc=False):
    """A line of the log, as a fact: `seq` from 1, `at` in UTC (RFC 3339), `by` a seat or None for the host.

    `overruled` is None, or the rule (or code) of the refusal the players overruled; `secretly` says that it follows
    from the seat's secrets alone, so that nobody else may know of it before the end. `version`: by which version the
    move was applied when it was entered, since a log is replayed as it was played. `auto`: it was entered by itself, in
    the transaction of the entry before it, for a seat that has left.
    """

    seq: int
    at: str
    by: int | None
    move: Move | Hidden | Other
    overruled: str | None = None
    secretly: bool = False
    version: int = VERSION
    auto: bool = False


class Logged(msgspec.Struct, frozen=True, gc=False):
    """An entry with what it did when it was entered: the effects of its move, how the log tells it (`told`, None for an
    undo, a redo and what is hidden), what a private move depended on (see Move), what it says to those whom
    it does something to (`messages`), and the id it gave (None: none).

    `own`: it laid open what its seat had told in secret. `veiled`: what its seat or another laid open stood when it was
    entered and was taken back, so that how it was judged then is not told.
    """

    entry: Entry
    effects: tuple[Effect, ...] = ()
    told: Sentence | None = None
    depends_on: object = None
    messages: tuple[Message, ...] = ()
    own: bool = False
    veiled: bool = False
    gave: int | None = None


def applied(entry: Entry, state: State) -> tuple[State, tuple[Effect, ...]]:
    """Return the state after an entry's move, and its effects; `imposed` if another seat entered it, overruled."""
    move = entry.move
    assert isinstance(move, Move | Hidden)
    if isinstance(move, Hidden):
        return move.apply(state)
    state, effects = move.apply(state) if entry.version == VERSION else move.apply_as_before(state, entry.version)
    if entry.version > 1 and entry.overruled is not None and entry.by != move.seat:
        state = move.imposed(state)
    return state, effects


def opens(entry: Entry) -> bool:
    """Whether an entry lays something open."""
    return isinstance(entry.move, Move) and bool(entry.move.opening_fields)


class Step:
    """A standing entry and the state after it; a persistent stack, so that every entry costs the same."""

    __slots__ = ("before", "entry", "state")

    def __init__(self, before: Step | None, entry: Entry, state: State):
        self.before = before
        self.entry = entry
        self.state = state
