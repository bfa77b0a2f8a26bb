"""The board check: whether the box at this house looks as assumed, asked once and remembered on this server.

It is reached from the form of a new table, or from a table, which then takes the board over if nothing was entered yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from secrets import token_hex
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from flask import Blueprint, Response, request

from referee import enter as entering
from referee.audience import Viewer
from referee.engine import N_, Malformed
from referee.enter import Asked
from referee.games.alchemicus.board import (
    ASSUMED_RING,
    ASSUMED_SPIRIT_RING,
    BOOKS_ALEMBIC_PRICE,
    BUILDINGS,
    FIELD_KINDS,
    FIELDS,
    FieldKind,
    OuterPlace,
)
from referee.games.alchemicus.moves.corrections import Priced
from referee.games.alchemicus.setup import Options, Prices, check_ring, check_spirit_ring
from referee.games.alchemicus.state import State
from referee.language import gettext
from referee.pages import SENTENCES, go_to, page, problem
from referee.pages.app_state import app_state
from referee.pages.identity import sender_at, table_or_404
from referee.pages.reading import body, convert, form_fields, local, with_query
from referee.store import Table

bp = Blueprint("boards", __name__)

Place = TypeVar("Place", FieldKind, OuterPlace)
"""A field of the outer ring, or a place of the Spirit ring."""

GAME = "alchemicus"
START = "/new/alchemicus"
SAVED = {
    "board": N_("Saved. Every new table here starts with it."),
    "table": N_("Saved, for this table too."),
    "later": N_("Saved for the next tables. This table keeps its board, because moves were already made on it."),
}
"""The words on the page that a phone is led to after it saved a board, by the word that stands in its address."""


class Rings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The board as it is rearranged: both rings, which field or place is picked up ("f3", "s0"), where it goes; `told`
    are the fields from the Spirit field on, where they are told clockwise instead, `tell` is the next of them, and
    `step` begins that, takes the last one back or gives it up; and the prices typed so far."""

    ring: tuple[FieldKind, ...] = ASSUMED_RING
    spirit_ring: tuple[OuterPlace, ...] = ASSUMED_SPIRIT_RING
    pick: Annotated[str, msgspec.Meta(pattern="^(f[0-7]|s[0-4])$")] | None = None
    tap: Annotated[str, msgspec.Meta(pattern="^(f[0-7]|s[0-4])$")] | None = None
    twice: FieldKind | None = None
    told: tuple[FieldKind, ...] | None = None
    tell: FieldKind | None = None
    step: Literal["begin", "back", "stop"] | None = None
    prices: Prices = Prices()
    next: str = START


class Printed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The printed facts to be remembered: the rings, prices by kind of building, or both."""

    ring: tuple[FieldKind, ...] | None = None
    spirit_ring: tuple[OuterPlace, ...] | None = None
    prices: Prices | None = None
    next: str = START


def exchanged(items: tuple[Place, ...], one: int, other: int) -> tuple[Place, ...]:
    """Return `items` with two of them in each other's place."""
    changed = list(items)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)


def twice(ring: tuple[FieldKind, ...]) -> FieldKind:
    """Return the kind of field that is printed twice (AL-RING)."""
    return next(kind for kind in FIELD_KINDS if ring.count(kind) > 1)


def untold(told: tuple[FieldKind, ...]) -> list[FieldKind]:
    """Return the kinds of field that may come next: each stands on the ring once, one of them twice (AL-RING)."""
    most = 1 if len(set(told)) < len(told) else 2
    return [kind for kind in FIELD_KINDS if kind != "spirit" and told.count(kind) < most]


def told_ring(ring: tuple[FieldKind, ...], told: tuple[FieldKind, ...]) -> tuple[FieldKind | None, ...]:
    """Return the ring as far as it is told, clockwise from the Spirit field's place on `ring`; None: not told yet."""
    start = ring.index("spirit")
    fields: list[FieldKind | None] = [*told, *[None] * (FIELDS - len(told))]
    return tuple(fields[(number - start) % FIELDS] for number in range(FIELDS))


def telling(asked: Rings, told: tuple[FieldKind, ...]) -> Rings:
    """Return the board after one more field is told; once only one can be left, the ring is as it was told. Raises
    Malformed if the fields told so far are on no ring (AL-RING)."""
    fields: tuple[FieldKind, ...] = ("spirit",)
    for kind in (*told[1:], asked.tell) if asked.tell else told[1:]:
        if kind not in untold(fields):
            raise Malformed("told")
        fields = (*fields, kind)
    while len(left := untold(fields)) == 1:
        fields = (*fields, left[0])
    change = msgspec.structs.replace
    if left:
        return change(asked, told=fields, tell=None)
    ring = tuple(kind for kind in told_ring(asked.ring, fields) if kind is not None)
    return change(asked, ring=ring, told=None, tell=None)


def rearranged(asked: Rings) -> Rings:
    """Return the board after this tap: the first picks up, the second on the same ring exchanges the two."""
    change = msgspec.structs.replace
    match asked.step:
        case "begin":
            asked = change(asked, told=("spirit",), pick=None)
        case "back":
            asked = change(asked, told=(asked.told or ())[:-1] or ("spirit",))
        case "stop":
            asked = change(asked, told=None)
    asked = change(asked, step=None)
    if asked.told is not None:
        return telling(asked, asked.told)
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


# --- comparing ---------------------------------------------------------------------------------------------------


@bp.get("/board/alchemicus")
def look() -> Response:
    """Show the board to compare with one's own, rearranged by what was tapped, and the prices as far as known."""
    return check_page(None)


@bp.get("/t/<code>/board")
def look_from(code: str) -> Response:
    """Show it for a table; a phone that may enter nothing there is led to the board of later tables."""
    table = table_or_404(code)
    board_of(table)
    if not Viewer.of(sender_at(table)).writes:
        return go_to(f"/board/alchemicus?next=/t/{table.code}")
    return check_page(table)


def board_of(table: Table) -> Options:
    """Return the options of a table, its board among them; raise 404 if it is a table of another game."""
    if not isinstance(table.options, Options):
        raise problem(404, *SENTENCES[404])
    return table.options


def check_page(table: Table | None) -> Response:
    """Answer with the board check; what the address tells was tapped and typed there before."""
    known = app_state().store.remembered(GAME)
    given = with_rings(form_fields(request.args.lists()))
    asked = {key: value for key, value in given.items() if key in Rings.__struct_fields__}
    begun = board_of(table) if table else Options()
    rings = {"ring": known.get("ring", begun.ring), "spirit_ring": known.get("spirit_ring", begun.spirit_ring)}
    board = rearranged(checked(convert({**rings, **asked}, Rings, "ring", strict=False)))
    # What was typed into the form that leads here is there again on the way back.
    own = (*Rings.__struct_fields__, "lang")
    brought = [(name, text) for name, text in request.args.items(multi=True) if name.partition(".")[0] not in own]
    prices, typed = known_prices(begun, known), msgspec.to_builtins(board.prices)
    return page(
        "alchemicus/check.html",
        table=table,
        ring=board.ring,
        spirit_ring=board.spirit_ring,
        pick=board.pick,
        twice=twice(board.ring),
        told=board.told,
        telling=None if board.told is None else told_ring(board.ring, board.told),
        untold=[] if board.told is None else untold(board.told),
        kinds=[kind for kind in FIELD_KINDS if kind != "spirit"],
        next=f"/t/{table.code}" if table else with_query(local(board.next, START), brought),
        buildings=BUILDINGS,
        prices=prices | typed,
        known=prices,
        pricing=any(prices[kind] != price for kind, price in typed.items()),
    )


def known_prices(begun: Options, known: Mapping[str, Any]) -> dict[str, int | None]:
    """Return the price of each kind of building as this server remembers it, else as the table began, else None; the
    books name one, unless this house read another off its card (E-2)."""
    typed = {"alembic": BOOKS_ALEMBIC_PRICE, **msgspec.to_builtins(begun.prices)}
    return {kind: known.get(f"price {kind}", typed.get(kind)) for kind in BUILDINGS}


# --- saving ------------------------------------------------------------------------------------------------------


@bp.post("/board/alchemicus")
def confirm() -> Response:
    """Remember the rings and the prices for every new table's form."""
    printed = body(Printed, printed_fields)
    remember(printed)
    return go_to(with_query(local(printed.next, START), [("saved", "board")]))


@bp.post("/t/<code>/board")
def confirm_from(code: str) -> Response:
    """Remember them, and set this table up with them as long as nothing was entered there; everyone is shown."""
    table = table_or_404(code)
    sender_at(table).must_write()
    begun = board_of(table)
    printed = body(Printed, printed_fields)
    remember(printed)
    anew = with_board(begun, printed)
    changed = app_state().store.set_options(table.code, anew)
    if not changed:
        enter_prices(table, printed.prices or Prices())
    app_state().live.wake(table.code)
    same = (anew.ring, anew.spirit_ring) == (begun.ring, begun.spirit_ring)
    has_prices = same and begun.track == "full" and not table.closed
    saved = "table" if changed or (has_prices and anew != begun) else "later"
    saved = "board" if anew == begun and not changed else saved
    return go_to(f"/t/{table.code}?saved={saved}")


def enter_prices(table: Table, prices: Prices) -> None:
    """Enter what a table with full tracking that has begun does not know yet of these prices: they are facts, and what
    was played does not rest on them as it does on the board."""
    sender, state = sender_at(table), table.state
    if board_of(table).track != "full" or table.closed or not isinstance(state, State):
        return
    for kind, price in msgspec.to_builtins(prices).items():
        if state.prices.get(kind) != price:
            seat = min(sender.seats, default=0)
            move = Priced(seat=seat, building=kind, price=price)
            entering.enter(app_state().store, table, sender, Asked(token_hex(8), move))


def printed_fields() -> dict[str, object]:
    """Return the form of the board check as fields; which field is picked up does not matter any more."""
    fields = with_rings(form_fields())
    for key in ("pick", "told", "step"):
        fields.pop(key, None)
    return fields


def with_rings(fields: Mapping[str, object]) -> dict[str, object]:
    """Return the form's fields with its rings, which it writes with commas, as lists."""
    named = ("ring", "spirit_ring", "told")
    rings = {key: text.split(",") for key in named if isinstance(text := fields.get(key), str)}
    return {**fields, **rings}


def remember(printed: Printed) -> None:
    """Keep what is printed for the next tables; raise Malformed if no box can hold it."""
    store = app_state().store
    if (printed.ring is None) != (printed.spirit_ring is None):
        raise Malformed("spirit_ring" if printed.ring else "ring")
    if printed.ring is not None and printed.spirit_ring is not None:
        checked(Rings(printed.ring, printed.spirit_ring))
        store.remember(GAME, "ring", list(printed.ring))
        store.remember(GAME, "spirit_ring", list(printed.spirit_ring))
    if printed.prices is not None:
        for kind, price in msgspec.to_builtins(printed.prices).items():
            store.remember(GAME, f"price {kind}", price)


def with_board(options: Options, printed: Printed) -> Options:
    """Return a table's options with the rings and prices that are printed in place of theirs."""
    prices = msgspec.to_builtins(options.prices) | msgspec.to_builtins(printed.prices or Prices())
    return msgspec.structs.replace(
        options,
        ring=printed.ring or options.ring,
        spirit_ring=printed.spirit_ring or options.spirit_ring,
        prices=msgspec.convert(prices, Prices),
    )


def saved() -> str | None:
    """Return the sentence about a board that was just saved, if the page's address names one."""
    message = SAVED.get(request.args.get("saved", ""))
    return gettext(message) if message else None
