"""The actions of a turn: draw, play, extract, refresh; and ending it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.engine import N_, Counts, Done, Effect, Fact, Move, Player, Refusal, Sentence, Term
from referee.games.homunculus.board import INGREDIENTS, NOTHING, By, Ingredients, Kind, PartKey, Tile, one_of
from referee.games.homunculus.effects import Reshuffled
from referee.games.homunculus.refusals import (
    ANSWER_PENDING,
    CANNOT_PAY,
    GAME_OVER,
    HAND_FULL,
    NO_TILE_TO_EXTRACT,
    NO_TILE_TO_PLAY,
    NOT_TRACKED,
    NOT_YOUR_TURN,
    PART_TAKEN,
    RESERVE_EMPTY,
)
from referee.games.homunculus.state import State
from referee.games.homunculus.turns import summed_up


class InTurn(Move[State], frozen=True, kw_only=True):
    """A move for the player to move only: refused once the game is over, while an answer is due, and out of turn."""

    of_hands: ClassVar[bool] = False
    """Moves tiles or ingredients and nothing else: not tracked where the parts alone are."""

    def precondition(self, state: State) -> Refusal | None:
        if state.over:
            return GAME_OVER
        if state.pending is not None:
            return ANSWER_PENDING.about(player=Player(state.pending.target))
        return NOT_TRACKED if self.of_hands and not state.full else None

    def refusal(self, state: State, own: bool) -> Refusal | None:
        if state.to_move is not None and state.to_move != self.seat:
            return NOT_YOUR_TURN.about(player=Player(state.to_move))
        return None


class Action(InTurn, frozen=True, kw_only=True):
    """One of the up to three actions of a turn (HO-ACTIONS); the third ends the turn."""

    def counted(self, before: State, after: State) -> State:
        """Return `after`, what the action made of `before`, with the action counted, but not after the end."""
        return after if before.over else after.action_spent(self.seat)

    def line(self, state: State, message: str, facts: dict[str, Fact]) -> Sentence:
        """Return a line of the log that knows whether this action, taken at `state`, is the last of its turn."""
        return Sentence(message, {**facts, "last": int(state.actions == 1 and state.turn == self.seat)})

    def ended_turn(self, told: Sentence) -> bool:
        return bool(told.facts.get("last"))

    def summed_up(self, told: Sentence, turn: Sequence[Done]) -> tuple[Sentence, ...]:
        return summed_up(self.seat, [*turn, Done(self, told, ())])


class Draw(Action, tag="draw", frozen=True, kw_only=True):
    """Take a random tile from the reserve (HO-DRAW). With 6 in hand, `discard` lays one down first (HO-HAND)."""

    of_hands = True

    discard: bool = False

    def swaps(self, state: State) -> bool:
        """Whether a tile is laid down first; below the limit `discard` says nothing."""
        return self.discard and state.players[self.seat].hand_full

    def refusal(self, state: State, own: bool) -> Refusal | None:
        if (refusal := super().refusal(state, own)) is not None:
            return refusal
        if state.players[self.seat].hand_full and not self.discard:
            return HAND_FULL
        if not state.reserve and not state.discards and not self.swaps(state):
            return RESERVE_EMPTY
        return None

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        player, after = state.players[self.seat], state
        effects: tuple[Effect, ...] = ()
        if self.swaps(state):
            player, after = player.holding(-1), after.discarded()
        if not after.reserve and after.discards:
            effects = (Reshuffled("reshuffled", self.seat, after.discards),)
            after = replace(after, reserve=after.discards, discards=0)
        if after.reserve:
            player, after = player.holding(1), replace(after, reserve=after.reserve - 1)
        return self.counted(state, after.having(self.seat, player)), effects

    def told(self, state: State) -> Sentence:
        line = N_("%(player)s: discarded a tile, drew a tile.") if self.swaps(state) else N_("%(player)s: drew a tile.")
        return self.line(state, line, {"player": Player(self.seat)})


class Play(Action, tag="play", frozen=True, kw_only=True):
    """Lay a tile from the hand face up on its place and `pay` the ingredients printed on it (HO-PLAY, HO-SAME).

    What is paid is told where ingredients are tracked, and only there.
    """

    part: PartKey
    kind_of: Kind
    pay: Ingredients | UnsetType = UNSET

    def malformed(self, state: State) -> str | None:
        return "pay" if (self.pay is UNSET) == state.full else None

    @property
    def _paid(self) -> By:
        return NOTHING if isinstance(self.pay, UnsetType) else self.pay.each

    def refusal(self, state: State, own: bool) -> Refusal | None:
        if (refusal := super().refusal(state, own)) is not None:
            return refusal
        player = state.players[self.seat]
        if player.hand == 0:
            return NO_TILE_TO_PLAY
        if player.tile(self.part) is not None:
            return PART_TAKEN.about(part=Term(self.part))
        if player.ingredients is None:
            return None
        a, b, c, d, e, f = (
            max(needed - there, 0) for needed, there in zip(self._paid, player.ingredients, strict=True)
        )
        missing: By = (a, b, c, d, e, f)
        return CANNOT_PAY.about(missing=counted(missing)) if any(missing) else None

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        player = state.players[self.seat]
        after = state if player.tile(self.part) is None else state.discarded()
        a, b, c, d, e, f = self._paid
        player = player.holding(-1).gained((-a, -b, -c, -d, -e, -f)).laid(self.part, Tile(self.kind_of, True))
        after, effects = after.having(self.seat, player).ended_or_not()
        return self.counted(state, after), effects

    def remembered(self) -> tuple[str, dict[str, int]] | None:
        """The price printed on such a tile: {ingredient: 1 or more}; None where nothing was paid."""
        amounts = zip(INGREDIENTS, self._paid, strict=True)
        price: dict[str, int] = {ingredient: number for ingredient, number in amounts if number}
        return (f"tile {self.part} {self.kind_of}", price) if price else None

    def told(self, state: State) -> Sentence:
        facts: dict[str, Fact] = {"player": Player(self.seat), "part": Term(self.part), "kind": Term(self.kind_of)}
        if self.pay is UNSET:
            return self.line(state, PLAYED, facts)
        if not any(self._paid):
            return self.line(state, PLAYED_FREE, facts)
        return self.line(state, PLAYED_PAYING, {**facts, "paid": counted(self._paid)})


PLAYED = N_("%(player)s: played a tile: %(part)s (%(kind)s).")
"""The words of a tile where the parts alone are tracked; below, where ingredients are, without and with a price."""
PLAYED_FREE = N_("%(player)s: played a tile without paying: %(part)s (%(kind)s).")
PLAYED_PAYING = N_("%(player)s: played a tile: %(part)s (%(kind)s). Paid: %(paid)s.")


class Extract(Action, tag="extract", frozen=True, kw_only=True):
    """Discard a tile from the hand and `gain` what is printed on it, plus one favourite ingredient (HO-EXTRACT)."""

    of_hands = True

    gain: Ingredients

    def refusal(self, state: State, own: bool) -> Refusal | None:
        if (refusal := super().refusal(state, own)) is not None:
            return refusal
        return NO_TILE_TO_EXTRACT if state.players[self.seat].hand == 0 else None

    def _gained(self, state: State) -> By:
        """Return what is gained in all: what is printed, and the favourite ingredient where it is known."""
        favourite = state.players[self.seat].favourite
        extra = NOTHING if favourite is None or favourite.ingredient is None else one_of(favourite.ingredient)
        a, b, c, d, e, f = (printed + more for printed, more in zip(self.gain.each, extra, strict=True))
        return a, b, c, d, e, f

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        player = state.players[self.seat]
        after = state.discarded() if player.hand else state
        player = player.holding(-1).gained(self._gained(state))
        return self.counted(state, after.having(self.seat, player)), ()

    def told(self, state: State) -> Sentence:
        facts: dict[str, Fact] = {"player": Player(self.seat)}
        gained = self._gained(state)
        if not any(gained):
            return self.line(state, N_("%(player)s: discarded a tile, took no ingredients."), facts)
        return self.line(state, GAINED, {**facts, "gained": counted(gained)})


GAINED = N_("%(player)s: discarded a tile, took: %(gained)s.")


class Refresh(Action, tag="refresh", frozen=True, kw_only=True):
    """Turn all one's face-down parts face up again (HO-REFRESH)."""

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        return self.counted(state, state.having(self.seat, state.players[self.seat].all_up())), ()

    def told(self, state: State) -> Sentence:
        return self.line(state, N_("%(player)s: turned all parts face up again."), {"player": Player(self.seat)})


class EndTurn(InTurn, tag="end_turn", frozen=True, kw_only=True):
    """End one's turn before the third action (HO-ACTIONS)."""

    ends_turn: ClassVar[bool] = True

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        if state.to_move != self.seat:
            return state, ()
        return replace(state, actions=0).turn_passed_if_done(), ()

    def told(self, state: State) -> Sentence:
        return Sentence(N_("%(player)s: ended the turn."), {"player": Player(self.seat)})

    def summed_up(self, told: Sentence, turn: Sequence[Done]) -> tuple[Sentence, ...]:
        return summed_up(self.seat, turn)


def passing(state: State) -> EndTurn | None:
    """Return the end of the turn of a seat that has left, None while it is nobody's or an answer is awaited."""
    seat = state.to_move
    return None if seat is None or seat not in state.left or state.pending is not None else EndTurn(seat=seat)


def counted(by: By) -> Counts:
    """Return the ingredients of `by` that there are, for a sentence."""
    return Counts(tuple((name, number) for name, number in zip(INGREDIENTS, by, strict=True) if number))
