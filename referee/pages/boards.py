"""The board check: whether the box at this house looks as assumed, asked once and remembered on this server."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from flask import Blueprint, Response, request

from referee.engine import Malformed
from referee.games.alchemicus.board import (
    ASSUMED_RING,
    ASSUMED_SPIRIT_RING,
    BOOKS_ALEMBIC_PRICE,
    BUILDINGS,
    FIELD_KINDS,
    FieldKind,
    OuterPlace,
)
from referee.games.alchemicus.setup import Prices, check_ring, check_spirit_ring
from referee.pages import go_to, page
from referee.pages.house import house
from referee.pages.reading import body, convert, local

bp = Blueprint("boards", __name__)

GAME = "alchemicus"
START = "/new/alchemicus"


class Rings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The board as it is rearranged: both rings, which field or place is picked up ("f3", "s0"), where it goes."""

    ring: tuple[FieldKind, ...] = ASSUMED_RING
    spirit_ring: tuple[OuterPlace, ...] = ASSUMED_SPIRIT_RING
    pick: Annotated[str, msgspec.Meta(pattern="^(f[0-7]|s[0-4])$")] | None = None
    tap: Annotated[str, msgspec.Meta(pattern="^(f[0-7]|s[0-4])$")] | None = None
    twice: FieldKind | None = None
    next: str = START


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed, to be remembered: the rings, or prices by kind of building."""

    ring: tuple[FieldKind, ...] | None = None
    spirit_ring: tuple[OuterPlace, ...] | None = None
    prices: Prices | None = None
    next: str = START


def exchanged(items: tuple[Any, ...], one: int, other: int) -> tuple[Any, ...]:
    """Return `items` with two of them in each other's place."""
    changed = list(items)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)


def twice(ring: tuple[FieldKind, ...]) -> FieldKind:
    """Return the kind of field that is printed twice (AL-RING)."""
    return next(kind for kind in FIELD_KINDS if ring.count(kind) > 1)


def rearranged(asked: Rings) -> Rings:
    """Return the board after this tap: the first picks up, the second on the same ring exchanges the two."""
    change = msgspec.structs.replace
    if asked.twice is not None and asked.twice != "spirit":
        fields = list(asked.ring)
        doubled = twice(asked.ring)
        fields[len(fields) - 1 - fields[::-1].index(doubled)] = asked.twice
        asked = change(asked, ring=tuple(fields), twice=None)
    if asked.tap is None:
        return asked
    if asked.pick is None or asked.pick[0] != asked.tap[0]:
        return change(asked, pick=asked.tap, tap=None)
    one, other = int(asked.pick[1]), int(asked.tap[1])
    if asked.tap[0] == "f":
        return change(asked, ring=exchanged(asked.ring, one, other), pick=None, tap=None)
    return change(asked, spirit_ring=exchanged(asked.spirit_ring, one, other), pick=None, tap=None)


def checked(rings: Rings) -> Rings:
    """Return the rings as they are; raise Malformed if the box cannot hold such a board (AL-RING, AL-INNER)."""
    check_ring(rings.ring)
    check_spirit_ring(rings.spirit_ring)
    return rings


@bp.get("/board/alchemicus")
def look() -> Response:
    """Show the board to compare with one's own, rearranged by what was tapped, and the prices as far as known."""
    known = house().store.remembered(GAME)
    asked: dict[str, Any] = {key: value for key, value in request.args.items() if value and key != "lang"}
    for key, assumed in (("ring", ASSUMED_RING), ("spirit_ring", ASSUMED_SPIRIT_RING)):
        asked[key] = asked[key].split(",") if key in asked else known.get(key, assumed)
    rings = rearranged(checked(convert(asked, Rings, "ring", strict=False)))
    return page(
        "alchemicus/check.html",
        ring=rings.ring,
        spirit_ring=rings.spirit_ring,
        pick=rings.pick,
        twice=twice(rings.ring),
        kinds=[kind for kind in FIELD_KINDS if kind != "spirit"],
        next=local(rings.next, START),
        buildings=BUILDINGS,
        prices={kind: known.get(f"price {kind}") for kind in BUILDINGS} | known_alembic(known),
    )


def known_alembic(known: dict[str, Any]) -> dict[str, int]:
    """Return the one price the books name, unless this house read another off its card (E-2)."""
    return {"alembic": known.get("price alembic", BOOKS_ALEMBIC_PRICE)}


@bp.post("/board/alchemicus")
def confirm() -> Response:
    """Remember the rings or the prices for every new table's form."""
    printed = body(Printed)
    store = house().store
    if (printed.ring is None) != (printed.spirit_ring is None):
        raise Malformed("spirit_ring" if printed.ring else "ring")
    if printed.ring is not None and printed.spirit_ring is not None:
        checked(Rings(printed.ring, printed.spirit_ring))
        store.remember(GAME, "ring", list(printed.ring))
        store.remember(GAME, "spirit_ring", list(printed.spirit_ring))
    if printed.prices is not None:
        for kind, price in msgspec.to_builtins(printed.prices).items():
            store.remember(GAME, f"price {kind}", price)
    return go_to(local(printed.next, START))
