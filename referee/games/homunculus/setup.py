"""The options of a table, and the state before the first entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Self

import msgspec
from msgspec.structs import replace

from referee.engine import N_, Malformed, Sentence, TableOptions
from referee.games.homunculus.board import DEALT, KINDS, PARTS, TILES, Favourite, Ingredient, Track
from referee.games.homunculus.state import Alchemist, State

FAVOURITES = N_(
    "The referee assumes that no two boards name the same favourite homunculus or the same favourite ingredient."
)


HALF_A_FAVOURITE = N_("A favourite is a homunculus and an ingredient: choose both, or neither.")
MISTAKES: Mapping[str, str] = {"kind": HALF_A_FAVOURITE, "ingredient": HALF_A_FAVOURITE}


class Options(TableOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table's options: what is tracked, and what each board names, None where nobody has said."""

    track: Track = "full"
    favourites: tuple[Favourite | None, ...] | None = None

    def again(self, state: State) -> Options:
        """Return the options for the next game: its boards are dealt anew (HO-SETUP)."""
        return replace(self, favourites=None)

    def reordered(self, order: Sequence[int]) -> Self:
        known = self.favourites
        moved = None if known is None else tuple(known[seat] for seat in order)
        return replace(super().reordered(order), favourites=moved)


def settle(options: Options, players: int, language: str) -> Options:
    """Return the options with a favourite (or None) for each player.

    Malformed("favourites") for a list of another length, if two boards name the same kind or ingredient, or if one
    names no ingredient where those are tracked.
    """
    options = options.settled(players)
    if options.favourites is None:
        return replace(options, favourites=(None,) * players)
    known = [favourite for favourite in options.favourites if favourite is not None]
    kinds = [favourite.kind for favourite in known]
    ingredients = [favourite.ingredient for favourite in known if favourite.ingredient is not None]
    untold = options.track == "full" and len(ingredients) < len(known)
    twice = len({*kinds}) < len(kinds) or len({*ingredients}) < len(ingredients)
    if len(options.favourites) != players or untold or twice:
        raise Malformed("favourites", Sentence(FAVOURITES))
    return options


def start(options: Options, players: int) -> State:
    """Return the state of HO-SETUP: three tiles in every hand, no ingredients, the rest of the 70 in the reserve."""
    favourites = options.favourites or (None,) * players
    if options.track == "parts":
        unknown = tuple(Alchemist(favourite, hand=None, ingredients=None) for favourite in favourites)
        return State(unknown, reserve=None, discards=None, actions=None, full=False)
    return State(tuple(Alchemist(favourite) for favourite in favourites), TILES - DEALT * players)


def is_printed(what: str, value: object) -> bool:
    """Whether what is remembered can be printed: the price of a tile, by ingredient."""
    try:
        msgspec.convert(value, dict[Ingredient, Annotated[int, msgspec.Meta(ge=1)]])
    except msgspec.ValidationError:
        return False
    return bool(value) and what in {f"tile {part} {kind}" for part in PARTS for kind in KINDS}
