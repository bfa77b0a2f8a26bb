"""The names of the things of Fata Morgana: key -> what is printed on the card, the English name."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import named

NAMES: Mapping[str, tuple[str | None, str]] = {
    # ingredients
    "red": (None, named("name", "red")),
    "blue": (None, named("name", "blue")),
    "green": (None, named("name", "green")),
    "brown": (None, named("name", "brown")),
    "white": (None, named("name", "white")),
    # what else lies on the table
    "cauldron": (None, named("name", "cauldron")),
    "potion": (None, named("name", "potion")),
    "objective": (None, named("name", "objective")),
}
