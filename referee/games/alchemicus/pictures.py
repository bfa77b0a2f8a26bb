"""The facts of the rulebook's pictures, taken from the board's constants, so that no picture differs from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import Any

from referee.games.alchemicus.board import (
    ASSUMED_RING,
    ASSUMED_SPIRIT_RING,
    CARDS_FOR,
    CENTRE,
    FAME_FOR,
    GOODS,
    SHOPS,
    SPIRIT_STARTS_ON,
    SpiritPlace,
)
from referee.games.alchemicus.ring import spirit_way


def round_about(count: int, radius: float, centre: float = 200) -> list[tuple[int, int]]:
    """Return `count` points of a circle, clockwise from the top, in the drawing's units."""
    turns = (2 * pi * number / count for number in range(count))
    return [(round(centre + radius * sin(turn)), round(centre - radius * cos(turn))) for turn in turns]


def rings(fields: Sequence[str], places: Sequence[str], copied: bool) -> dict[str, Any]:
    """Return both rings, each place with where it is drawn; `copied`: from a board, not assumed."""
    return {
        "copied": copied,
        "fields": [(kind, x, y) for kind, (x, y) in zip(fields, round_about(len(fields), 150), strict=True)],
        "places": [(kind, x, y) for kind, (x, y) in zip(places, round_about(len(places), 66), strict=True)],
        "centre": CENTRE,
        "spirit": SPIRIT_STARTS_ON,
    }


def spirit_moves(places: Sequence[SpiritPlace]) -> dict[str, Any]:
    """Return the Spirit's ring with what each move costs from where it starts: "free" or "hand", "here" for none."""
    start = SPIRIT_STARTS_ON
    costs = ["here" if place == start else spirit_way(places, start, place).cost for place in places]
    at = round_about(len(places), 120, 160)
    drawn = [(place, x, y, cost) for place, (x, y), cost in zip(places, at, costs, strict=True)]
    return {"places": drawn, "centre": CENTRE, "start": drawn[places.index(start)]}


def price_list() -> dict[str, Any]:
    """Return what each shop pays for each good: cards and Fame, 0 where it does not."""
    rows = [
        (good, [(CARDS_FOR[shop].get(good, 0), FAME_FOR.get(shop, {}).get(good, 0)) for shop in SHOPS])
        for good in GOODS
    ]
    return {"shops": list(SHOPS.items()), "rows": rows}


def pictures(remembered: Mapping[str, Any]) -> dict[str, Any]:
    """Return everything that the pictures of the rulebook are drawn from.

    `remembered` is what this house copied from its board: its rings, if it did (E-1).
    """
    fields, places = remembered.get("ring", ASSUMED_RING), remembered.get("spirit_ring", ASSUMED_SPIRIT_RING)
    return {
        "rings": rings(fields, places, "ring" in remembered),
        "spirit_moves": spirit_moves(places),
        "prices": price_list(),
    }
