"""Moves and what the referee says of them: refused or legal, and what they bring about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, NamedTuple, get_args

import msgspec

from referee.engine.sentences import N_, Fact, Player, Refusal, Sentence

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    StateT = TypeVar("StateT", default=Any)
else:
    from typing import TypeVar

    StateT = TypeVar("StateT")
"""A game's state; `Move` alone means a move of any game."""

Seat = Annotated[int, msgspec.Meta(ge=0)]
"""A seat as a request names it, from 0; whether the table has it is asked later."""


class Effect(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Something a move brought about beside what the move itself says: its `code`, and the `seat` it concerns.

    A game that tells more of it has a subclass; in JSON the fields that are None are left out.
    """

    code: str
    seat: int

    def facts(self) -> dict[str, Fact]:
        """Return the facts that the game's sentence for `code` may name."""
        return {"player": Player(self.seat)}


class Message(msgspec.Struct, frozen=True, gc=False):
    """A message of a move to the player of `seat` alone, because it does something to them: a sentence that speaks to
    them ("%(player)s took a tile from your hand.") and names nothing that is another seat's secret."""

    seat: int
    sentence: Sentence


class Done(NamedTuple):
    """One thing that was done in a turn: the move, its line in the log, its effects."""

    move: Move
    told: Sentence
    effects: tuple[Effect, ...]


class Malformed(Exception):  # noqa: N818 - HTTP's word for it (400)
    """A request that says nothing the rules could judge: `field` is the offending key, `sentence` says why."""

    def __init__(self, field: str, sentence: Sentence | None = None):
        super().__init__(field)
        self.field = field
        self.sentence = sentence


class Move(
    msgspec.Struct, Generic[StateT], frozen=True, gc=False, forbid_unknown_fields=True, tag_field="kind", kw_only=True
):
    """One thing a player does. A subclass for each kind, tagged with its name in JSON (`kind`).

    `seat` counts from 0. A game's own base class may answer `precondition` for all its kinds.
    """

    seat: Seat

    correction: ClassVar[bool] = False
    """Allowed out of turn and after the end; what can be redone can be redone after it, too."""
    commutes: ClassVar[bool] = False
    """Means the same whatever was entered since its sender last saw the table."""
    ends_turn: ClassVar[bool] = False
    """Ends its seat's turn: what came of that turn is shown until another move is entered."""
    private: ClassVar[bool] = False
    """A secret of its seat: entered only with that seat's own token, shown to nobody else before the end."""
    secret_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields of a public move that are its seat's secret; a move that sets one needs that seat's own token."""
    opening_fields: ClassVar[frozenset[str]] = frozenset()
    """Fields of a public move that lay its seat's secrets open: while it is undone, they are hidden again."""

    def needs_own_token(self, state: StateT) -> bool:
        """Whether this move needs its seat's own token at `state`, even if nothing in it is private or secret. It must
        not depend on what a seat laid open, which is hidden again once that is taken back."""
        return False

    def left_out(self, state: StateT) -> str | None:
        """Return the optional field that has to be given at `state` and is not (400), or None."""
        return None

    def recorded(self, state: StateT) -> Move[StateT]:
        """Return the move as the log keeps it: without fields that have no effect at `state`."""
        return self

    def precondition(self, state: StateT) -> Refusal | None:
        """Return the refusal that comes before all others, or None: the game is over, an answer is pending, the move is
        not tracked."""
        return None

    def commuting(self) -> bool:
        """Whether this very move commutes: a kind may depend on its fields."""
        return self.commutes

    def over_limit(self, state: StateT) -> Refusal | None:
        """Return the refusal of a move that would make the table grow without bound, or None; nobody overrules it."""
        return None

    def missing(self, state: StateT) -> str | None:
        """Return the field that names something that does not exist at this table (404), or None."""
        return None

    def malformed(self, state: StateT) -> str | None:
        """Return the field that a table with such options has no use for, or that it needs and lacks (400), or None."""
        return None

    def refusal(self, state: StateT, own: bool) -> Refusal | None:
        """Return why the rules forbid this move, or None. Called after `precondition` and `missing` found nothing.

        `own`: whether the sender may see the secrets of `seat`; where not, only what is public is judged.
        """
        raise NotImplementedError

    def apply(self, state: StateT) -> tuple[StateT, tuple[Effect, ...]]:
        """Return the state after this move, and its effects. Pure and total: it never raises, whatever the state."""
        raise NotImplementedError

    def apply_as_before(self, state: StateT, version: int) -> tuple[StateT, tuple[Effect, ...]]:
        """Return what `apply` returned at an older `version` (see history.VERSION), for entries recorded then."""
        return self.apply(state)

    def imposed(self, state: StateT) -> StateT:
        """Return the state after this move if another seat entered it against the rules; `apply` returned `state`."""
        return state

    def weight(self, state: StateT) -> int:
        """Return how much more work this move is than a plain one, which is 0: as much as so many plain moves."""
        return 0

    def whole(self, state: StateT) -> Move[StateT]:
        """Return the move as one must read it who does not know the secrets it laid open at `state`, before it."""
        return self

    def marks_by_secrets(self, state: StateT) -> frozenset[str | None]:
        """Return what might mark this move, entered by its own seat, if secrets were known that are not at `state`: the
        rules of refusals (or their codes), and None for none. Empty where secrets decide nothing."""
        return frozenset()

    def mark_is_secret(self, state: StateT) -> bool:
        """Whether the mark "overruled" on this move, entered by its own seat, would give away that seat's secrets."""
        return False

    def commutes_with(self, other: Move[StateT]) -> bool:
        """Whether this move means the same after `other`, though neither commutes with every move."""
        return False

    def outdated(self, seen: StateT, now: StateT) -> bool:
        """Whether this move means something else at the state `now` than at `seen`, which its sender saw, though every
        entry in between commutes with it."""
        return False

    def depends_on(self, state: StateT) -> object:
        """Return what a private move depends on at `state`: if an undo changes that later, `apply_if_changed` takes the
        place of `apply`."""
        return None

    def apply_if_changed(self, state: StateT) -> StateT:
        """Return the state after a private move if what it depends on has changed since. Pure and total."""
        return self.apply(state)[0]

    def turn_of(self, told: Sentence) -> int:
        """Return the seat in whose turn this move belongs, whose line in the log is `told`: its own, but of an answer
        that of whoever is answered."""
        return self.seat

    def ended_turn(self, told: Sentence) -> bool:
        """Whether this move, whose line in the log is `told`, ended the turn it belongs to, so that `summed_up` tells
        that."""
        return type(self).summed_up is not Move.summed_up

    def summed_up(self, told: Sentence, turn: Sequence[Done]) -> tuple[Sentence, ...]:
        """Return the sentences that tell the whole turn that this move ended, from what was done in it (`turn`, oldest
        first) and the line of this move itself (`told`); none where that line says all."""
        return ()

    def messages(self, state: StateT, effects: Sequence[Effect]) -> tuple[Message, ...]:
        """Return what is said to those whom this move does something to, each on their own phone until they have seen
        it; `state` is the one before the move, `effects` what came of it. Nothing is said to who has to answer: their
        own phone asks them. Total, like `told`."""
        return ()

    def remembered(self) -> tuple[str, object] | None:
        """Return a printed fact that this move reveals and the server remembers, as (name, value), or None."""
        return None

    def told(self, state: StateT) -> Sentence:
        """Return the line of the log that tells this move; `state` is the one *before* it. Total, like `apply`."""
        raise NotImplementedError


def kind_of(move: msgspec.Struct | type[msgspec.Struct]) -> str:
    """Return the name of a move's kind in JSON ("fame"), also of an undo or a redo."""
    return str(move.__struct_config__.tag)


def classes_of(moves: UnionType | type[Move]) -> tuple[type[Move], ...]:
    """Return the classes of a game's `MOVES`: of a union, or of a single kind."""
    return get_args(moves) if isinstance(moves, UnionType) else (moves,)


def seats_from(first: int, up_to: int, players: int) -> tuple[int, ...]:
    """Return the seats from `first` clockwise up to `up_to`, which is not among them; none if they are the same."""
    return tuple((first + step) % players for step in range((up_to - first) % players))


class TurnPutRight(Move[StateT], frozen=True, tag="turn"):
    """It is `seat`'s turn now: each seat from the one to move up to it counts as having ended a turn.

    Nothing else changes; and nothing at all if `seat` is to move already.
    """

    correction: ClassVar[bool] = True

    def told(self, state: StateT) -> Sentence:
        return TOLD_TURN.about(player=Player(self.seat))


TOLD_TURN = Sentence(N_("Turn corrected: %(player)s"))


class Judgement(msgspec.Struct, frozen=True):
    """The referee's judgement of a move: why it is refused, or which field names something that is not there."""

    refusal: Refusal | None = None
    missing: str | None = None


def judge(move: Move[StateT], state: StateT, own: bool = True) -> Judgement:
    """Judge `move` at `state`, in this order: early refusals, missing things, the rules, the bounds of a table.

    `missing` is looked up even behind an early refusal, since a thing that is not there cannot be overruled.
    """
    early = move.precondition(state)
    missing = move.missing(state)
    if early is not None or missing is not None:
        return Judgement(early, missing)
    return Judgement(move.refusal(state, own) or move.over_limit(state))


class Judged(NamedTuple):
    """A move, and why it is refused; None where it is legal."""

    move: Move
    refusal: Refusal | None


def judged(moves: Iterable[Move[StateT]], state: StateT, own: bool = True) -> list[Judged]:
    """Return each move as it is judged at `state`."""
    return [Judged(move, judge(move, state, own).refusal) for move in moves]
