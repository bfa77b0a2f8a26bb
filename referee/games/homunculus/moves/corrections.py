"""Corrections by hand, by anyone at any time: tiles in hand, ingredients, a place; and the favourites."""

from __future__ import annotations

from msgspec.structs import replace

from referee.engine import (
    N_,
    NN_,
    Change,
    Count,
    Effect,
    Fact,
    Move,
    Player,
    Refusal,
    Sentence,
    Term,
    TurnPutRight,
    signed,
)
from referee.games.homunculus.board import (
    INGREDIENTS,
    NOTHING,
    Favourite,
    Ingredient,
    IngredientChanges,
    Kind,
    PartKey,
    Tile,
)
from referee.games.homunculus.refusals import BELOW_ZERO, GAME_OVER, NOT_NEEDED, NOT_TRACKED
from referee.games.homunculus.score import asked_for_ingredients
from referee.games.homunculus.state import State


class Correction(Move[State], frozen=True, kw_only=True):
    """A count put right: never out of turn nor after the end, and it means the same whatever came between."""

    correction = True
    commutes = True

    def refusal(self, state: State, own: bool) -> Refusal | None:
        return None


class CountBy(Correction, frozen=True, kw_only=True):
    """A count of tiles or ingredients put right: not tracked where the parts alone are."""

    def precondition(self, state: State) -> Refusal | None:
        return None if state.full else NOT_TRACKED


class Tiles(CountBy, tag="tiles", frozen=True, kw_only=True):
    """`by` tiles more (or fewer) in hand; the reserve and the discards stay as they are."""

    by: Change

    def refusal(self, state: State, own: bool) -> Refusal | None:
        return BELOW_ZERO if (state.players[self.seat].hand or 0) + self.by < 0 else None

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        return state.having(self.seat, state.players[self.seat].holding(self.by)), ()

    def told(self, state: State) -> Sentence:
        line = NN_(
            "%(player)s: correction: %(change)s tile in hand.", "%(player)s: correction: %(change)s tiles in hand."
        )
        return Sentence(line, {"player": Player(self.seat), "change": signed(self.by), "num": abs(self.by)})


class IngredientsBy(CountBy, tag="ingredients", frozen=True, kw_only=True):
    """`by` of each ingredient more (or fewer)."""

    by: IngredientChanges

    def refusal(self, state: State, own: bool) -> Refusal | None:
        there = state.players[self.seat].ingredients or NOTHING
        below = any(have + more < 0 for have, more in zip(there, self.by.each, strict=True))
        return BELOW_ZERO if below else None

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        return state.having(self.seat, state.players[self.seat].gained(self.by.each)), ()

    def told(self, state: State) -> Sentence:
        facts: dict[str, Fact] = {"player": Player(self.seat)}
        changed = [(name, by) for name, by in zip(INGREDIENTS, self.by.each, strict=True) if by != 0]
        if len(changed) != 1:
            return Sentence(N_("%(player)s: ingredients corrected."), facts)
        [(ingredient, by)] = changed
        line = N_("%(player)s: ingredients corrected: %(ingredient)s %(change)s.")
        return Sentence(line, {**facts, "change": signed(by), "ingredient": Term(ingredient)})


class PartTo(Correction, tag="part", frozen=True, kw_only=True):
    """A correction of the tile at the place of `part`: `to` a tile, or None for nothing; reserve and discards stay as
    they are.

    One that fills the ninth place ends the game, one that empties it reopens it (HO-END).
    """

    part: PartKey
    to: Tile | None

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        return state.having(self.seat, state.players[self.seat].laid(self.part, self.to)).ended_or_not()

    def told(self, state: State) -> Sentence:
        facts: dict[str, Fact] = {"player": Player(self.seat), "part": Term(self.part)}
        if self.to is None:
            return Sentence(N_("%(player)s: place corrected: %(part)s, empty."), facts)
        facts["kind"] = Term(self.to.kind)
        if self.to.face_up:
            return Sentence(N_("%(player)s: place corrected: %(part)s (%(kind)s), face up."), facts)
        return Sentence(N_("%(player)s: place corrected: %(part)s (%(kind)s), face down."), facts)


class FavouriteIs(Move[State], tag="favourite", frozen=True, kw_only=True):
    """A correction of what the board of `seat` names (HO-FAVOURITE), by anyone at any time; the ingredient may be left
    out where the parts alone are tracked, and once the game is over: nothing is extracted any more."""

    commutes = True

    kind_of: Kind
    ingredient: Ingredient | None = None

    def malformed(self, state: State) -> str | None:
        return "ingredient" if self.ingredient is None and state.full and not state.over else None

    def refusal(self, state: State, own: bool) -> Refusal | None:
        return None

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        favourite = Favourite(self.kind_of, self.ingredient)
        return state.having(self.seat, replace(state.players[self.seat], favourite=favourite)), ()

    def told(self, state: State) -> Sentence:
        facts: dict[str, Fact] = {"player": Player(self.seat), "kind": Term(self.kind_of)}
        if self.ingredient is None:
            return Sentence(N_("%(player)s: favourite homunculus entered: %(kind)s."), facts)
        line = N_("%(player)s: favourites entered: %(kind)s, %(ingredient)s.")
        return Sentence(line, {**facts, "ingredient": Term(self.ingredient)})


class IngredientsTotal(Move[State], tag="ingredients_total", frozen=True, kw_only=True):
    """Tell how many ingredients `seat` has left in all, while a tie asks for it (HO-TIE)."""

    commutes = True

    total: Count

    def refusal(self, state: State, own: bool) -> Refusal | None:
        return None if self.seat in asked_for_ingredients(state) else NOT_NEEDED.about(player=Player(self.seat))

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        return state.having(self.seat, replace(state.players[self.seat], ingredients_total=self.total)), ()

    def told(self, state: State) -> Sentence:
        line = NN_("%(player)s: %(num)s ingredient left.", "%(player)s: %(num)s ingredients left.")
        return Sentence(line, {"player": Player(self.seat), "num": self.total})


class TurnIs(TurnPutRight[State], frozen=True, kw_only=True, tag="turn"):
    """It is the turn of `seat` now, with all its actions; an answer that is due stays due (HO-ACTIONS)."""

    def precondition(self, state: State) -> Refusal | None:
        return GAME_OVER if state.over else None

    def refusal(self, state: State, own: bool) -> Refusal | None:
        return None

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        return state if state.over or state.turn == self.seat else state.turn_of(self.seat), ()
