"""The moves worth a button, and what a hand can make."""

from __future__ import annotations

import msgspec

from referee.engine import Move
from referee.games.fata_morgana.board import COLOURS, RECIPES, Colour, Counts, Ingredients, Pair, by_colour, printed
from referee.games.fata_morgana.moves import Copy, Create, Declare, NextRound, Pass
from referee.games.fata_morgana.state import State


def offers(state: State, seat: int, own: bool) -> list[Move[State]]:
    """Return what is worth a button for `seat` now, legal or barred; `judge()` says which.

    For each unused cauldron one potion: the shortest the hand can pay (by size unless `own` or laid open), of the
    highest unused value; what else it may hold is for `makeable` and the form. Nothing once the play is over.
    """
    if state.phase == "reveal":
        return []
    if state.phase == "declare":
        on = [NextRound(seat=seat)]
        if seat not in state.answers:
            on.append(NextRound(seat=seat, alone=True))
        return [Declare(seat=seat), *on]
    moves: list[Move[State]] = []
    if state.values:
        value = max(state.values)
        for pair in state.cauldrons:
            recipe = _button(state, seat, pair, own)
            if recipe is not None:
                moves.append(Create(seat=seat, cauldron=pair, ingredients=Ingredients(*recipe), value=value))
    moves += [Copy(seat=seat, potion=potion.id) for potion in state.potions]
    moves += [Pass(seat=seat, take=colour) for colour in COLOURS]
    moves += [Pass(seat=seat, take="hidden"), Pass(seat=seat, take="nothing"), Declare(seat=seat)]
    return moves


def _button(state: State, seat: int, pair: Pair, own: bool) -> Counts | None:
    """Return the shortest potion for this cauldron that `seat` can pay, else one nobody made yet, else None."""
    if payable := state.recipes(seat, pair, own):
        return payable[0]
    return next((counts for counts in RECIPES[printed(pair)] if state.recipe_of(counts) is None), None)


_SHOWN = {counts: by_colour(counts) for recipes in RECIPES.values() for counts in recipes}


class Fillable(msgspec.Struct, frozen=True):
    """An unused cauldron, and every recipe nobody made yet that the hand can pay, shortest first."""

    cauldron: Pair
    recipes: tuple[dict[Colour, int], ...]


class Makeable(msgspec.Struct, frozen=True):
    """The potions a seat can make with what is in hand now; `copy`: the ids of others' potions the hand can pay. By
    size alone unless the hand is `known` to the asker."""

    known: bool
    create: tuple[Fillable, ...]
    copy: tuple[int, ...]


def makeable(state: State, seat: int, own: bool) -> Makeable:
    """Return what `seat` can make with what is in hand now."""
    return Makeable(
        state.known_hand(seat, own) is not None,
        tuple(
            Fillable(pair, tuple(_SHOWN[counts] for counts in state.recipes(seat, pair, own)))
            for pair in state.cauldrons
        ),
        tuple(
            potion.id
            for potion in state.potions
            if potion.seat != seat and state.can_pay(seat, potion.ingredients, own)
        ),
    )
