"""The printed game: the nine places, the seven homunculi, the six ingredients, and the numbers of the book."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from referee.engine import MOST, Change, Count

PartKey = Literal["head", "torso", "tail", "left_ear", "right_ear", "left_arm", "right_arm", "left_leg", "right_leg"]
Kind = Literal["yellow", "green", "red", "purple", "black", "blue", "other"]
Ingredient = Literal["mercury", "sulphur", "mandrake", "unicorn_horn", "dragon_blood", "phoenix_feather"]
Power = Literal["head", "torso", "tail", "ear", "arm", "leg"]
Track = Literal["parts", "full"]
"""The extent of tracking: the parts on the boards alone, or hands, ingredients, reserve and discards too."""

PARTS: tuple[PartKey, ...] = get_args(PartKey)
"""The nine places of a board (HO-PARTS), in the order boards are kept."""
KINDS: tuple[Kind, ...] = get_args(Kind)
"""The seven homunculi by the colour of the tile's border (E-54)."""
INGREDIENTS: tuple[Ingredient, ...] = get_args(Ingredient)
"""The six ingredients (HO-INGREDIENTS), in the order counts are kept."""

PLACE: dict[PartKey, int] = {part: place for place, part in enumerate(PARTS)}
POWER: dict[PartKey, Power] = {
    "head": "head",
    "torso": "torso",
    "tail": "tail",
    "left_ear": "ear",
    "right_ear": "ear",
    "left_arm": "arm",
    "right_arm": "arm",
    "left_leg": "leg",
    "right_leg": "leg",
}
"""The power each part has; both of a pair have the same."""
AGAINST_A_PLAYER: frozenset[Power] = frozenset(("ear", "arm", "tail"))
"""The powers that are used against somebody, which a head may answer (HO-HEAD, E-52)."""
LARGE: frozenset[PartKey] = frozenset(("head", "torso", "tail"))
SMALL_POINTS = 1
LARGE_POINTS = 2
POINTS: tuple[int, ...] = tuple(LARGE_POINTS if part in LARGE else SMALL_POINTS for part in PARTS)
"""The worth of a face-up part (HO-SCORE-PART), by place."""
LARGE_PARTS = len(LARGE)
SMALL_PARTS = len(PARTS) - LARGE_PARTS

TILES = 70
TOKENS = 96
"""Those that show ingredients (HO-INGREDIENTS)."""
DEALT = 3
HAND_LIMIT = 6
ACTIONS = 3
TORSO_GIVES = 3
FINISH_BONUS = 4
SEATS = (2, 5)
HIGHEST_TOTAL = MOST
"""The largest sum of ingredients that may be told when a tie asks for it."""

By = tuple[int, int, int, int, int, int]
"""One whole number for each ingredient, in the order of INGREDIENTS."""
NOTHING: By = (0, 0, 0, 0, 0, 0)


def one_of(ingredient: str, many: int = 1) -> By:
    """Return the counts that are `many` for `ingredient` and 0 for the others."""
    a, b, c, d, e, f = (many if ingredient == each else 0 for each in INGREDIENTS)
    return a, b, c, d, e, f


class IngredientChanges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The change of each ingredient by a correction; a missing key is 0."""

    mercury: Change = 0
    sulphur: Change = 0
    mandrake: Change = 0
    unicorn_horn: Change = 0
    dragon_blood: Change = 0
    phoenix_feather: Change = 0

    @property
    def each(self) -> By:
        """The six numbers, in the order of INGREDIENTS."""
        return (
            self.mercury,
            self.sulphur,
            self.mandrake,
            self.unicorn_horn,
            self.dragon_blood,
            self.phoenix_feather,
        )

    def items(self) -> tuple[tuple[Ingredient, int], ...]:
        """Return each ingredient with its number."""
        return tuple(zip(INGREDIENTS, self.each, strict=True))


class Ingredients(IngredientChanges, frozen=True, forbid_unknown_fields=True):
    """Ingredients as a request counts them; a missing key is 0."""

    mercury: Count = 0
    sulphur: Count = 0
    mandrake: Count = 0
    unicorn_horn: Count = 0
    dragon_blood: Count = 0
    phoenix_feather: Count = 0


class Favourite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choice of an alchemist's board: its favourite homunculus and ingredient (HO-FAVOURITE); the ingredient is
    None where nobody told it, since the parts alone are tracked."""

    kind: Kind
    ingredient: Ingredient | None


class Tile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile that lies on a board: of which homunculus it is, and whether it is face up."""

    kind: Kind
    face_up: bool


Board = tuple[Tile | None, ...]
"""The nine places of a board, in the order of PARTS."""


class Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The nine places of a board by name; a missing one is empty."""

    head: Tile | None = None
    torso: Tile | None = None
    tail: Tile | None = None
    left_ear: Tile | None = None
    right_ear: Tile | None = None
    left_arm: Tile | None = None
    right_arm: Tile | None = None
    left_leg: Tile | None = None
    right_leg: Tile | None = None

    @property
    def board(self) -> Board:
        """The nine places in the order of PARTS."""
        return tuple(getattr(self, part) for part in PARTS)

    def items(self) -> tuple[tuple[PartKey, Tile | None], ...]:
        """Return each place with what lies there."""
        return tuple(zip(PARTS, self.board, strict=True))
