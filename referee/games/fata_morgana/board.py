"""The printed game: the five colours, the cauldrons' pairs, the values, and how many cards are dealt (FM-CARDS)."""

from __future__ import annotations

from itertools import combinations, product
from typing import Literal, get_args

import msgspec

from referee.engine import Count

Colour = Literal["red", "blue", "green", "brown", "white"]
COLOURS: tuple[Colour, ...] = get_args(Colour)

Pair = tuple[Colour, Colour]
"""The two ingredients a cauldron shows and yields."""
PAIRS: tuple[Pair, ...] = tuple(combinations(COLOURS, 2))
"""Every pair once (E-55)."""

Counts = tuple[int, int, int, int, int]
"""The number of each colour, in the order of COLOURS."""
ByColour = dict[Colour, int]
"""The same as JSON shows it: every colour, zeros included."""
NONE: Counts = (0, 0, 0, 0, 0)

VALUES = tuple(range(1, 11))
OF_EACH_COLOUR = 16
DEALT_OF_EACH_COLOUR = {2: 6, 3: 8, 4: 10}
"""Shuffled together and dealt, by the number of players; the rest are the open stacks (FM-SETUP)."""
HAND = 10
HIDDEN = 10
HIDDEN_DRAW = 2

SEATS = (2, 4)
ROUNDS = 12
FIRST_DECLARING_ROUND = 9

MOST_INGREDIENTS = 4
MOST_ALIKE = 2
MOST_POTIONS = 200
"""The most potions a table holds, overruled ones included; a real one has ten cauldrons."""


class Ingredients(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ingredients as a request names them: 0 or more of each colour; a missing colour is 0."""

    red: Count = 0
    blue: Count = 0
    green: Count = 0
    brown: Count = 0
    white: Count = 0

    @property
    def counts(self) -> Counts:
        return (self.red, self.blue, self.green, self.brown, self.white)


class Objective(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A secret objective: the colour wanted three times, the one wanted twice, the one wanted once (E-56)."""

    three: Colour
    two: Colour
    one: Colour

    @property
    def colours_differ(self) -> bool:
        return len({self.three, self.two, self.one}) == 3


def by_colour(counts: Counts) -> ByColour:
    """Return `counts` as JSON shows them."""
    return dict(zip(COLOURS, counts, strict=True))


def counts_of(shown: ByColour) -> Counts:
    """Return the counts that JSON shows."""
    red, blue, green, brown, white = (shown[colour] for colour in COLOURS)
    return red, blue, green, brown, white


def plus(counts: Counts, more: Counts) -> Counts:
    """Return both counts together, colour by colour."""
    a, b, c, d, e = counts
    v, w, x, y, z = more
    return (a + v, b + w, c + x, d + y, e + z)


def minus(counts: Counts, less: Counts) -> Counts:
    """Return what is left of `counts` without `less`; no colour falls below 0."""
    a, b, c, d, e = counts
    v, w, x, y, z = less
    return (max(a - v, 0), max(b - w, 0), max(c - x, 0), max(d - y, 0), max(e - z, 0))


def _one(colour: Colour) -> Counts:
    a, b, c, d, e = (int(each == colour) for each in COLOURS)
    return (a, b, c, d, e)


ONE: dict[Colour, Counts] = {colour: _one(colour) for colour in COLOURS}
"""A single ingredient of each colour."""


def lacking(counts: Counts, wanted: Counts) -> Colour | None:
    """Return the first colour of which `counts` holds fewer than `wanted`, or None."""
    for colour, has, wants in zip(COLOURS, counts, wanted, strict=True):
        if has < wants:
            return colour
    return None


def printed(pair: Pair) -> Pair:
    """Return the same two colours in the order of COLOURS."""
    first, second = sorted(pair, key=COLOURS.index)
    return first, second


def shown(pair: Pair, counts: Counts) -> Colour | None:
    """Return a colour of `counts` that the cauldron shows, or None (FM-CREATE-OWN)."""
    for colour, amount in zip(COLOURS, counts, strict=True):
        if amount and colour in pair:
            return colour
    return None


def _recipes() -> tuple[Counts, ...]:
    every: list[Counts] = [(a, b, c, d, e) for a, b, c, d, e in product(range(MOST_ALIKE + 1), repeat=len(COLOURS))]
    return tuple(sorted((counts for counts in every if 1 <= sum(counts) <= MOST_INGREDIENTS), key=sum))


RECIPES: dict[Pair, tuple[Counts, ...]] = {
    pair: tuple(counts for counts in _recipes() if shown(pair, counts) is None) for pair in PAIRS
}
"""The recipes of each cauldron, shortest first (FM-CREATE, FM-CREATE-TWO, FM-CREATE-OWN)."""
