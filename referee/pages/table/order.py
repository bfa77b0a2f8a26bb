"""The seats in another order, before the first entry: the host puts it right in the lobby."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Blueprint, Response

from referee.engine import N_, Malformed, Refusal, Seat
from referee.pages import go_to, json, refusal_json, wants_json
from referee.pages.app_state import app_state
from referee.pages.identity import sender_at, table_or_404
from referee.pages.reading import body, is_json
from referee.pages.table.table_json import TABLE_CLOSED, table_json
from referee.store.order import reorder

bp = Blueprint("order", __name__)

ALREADY_BEGUN = Refusal(
    "already_begun", None, N_("The game has begun, so the order of the seats can no longer change.")
)


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The new order of the seats: for each place the seat that its player has until then."""

    order: tuple[Seat, ...]


class MovedUp(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request of a form: the player of this seat and the one before change places."""

    up: Annotated[int, msgspec.Meta(ge=1)]


@bp.post("/t/<code>/order")
def set_order(code: str) -> Response:
    """Change the order of the seats, for the host; names, colours and tokens go with the person."""
    table = table_or_404(code)
    sender = sender_at(table)
    sender.must_be_host()
    order = body(Order).order if is_json() else one_up(body(MovedUp).up, len(table.players))
    if sorted(order) != list(range(len(table.players))):
        raise Malformed("order")
    done = not (table.begun or table.closed) and reorder(
        app_state().store, table, order, table.options.reordered(order)
    )
    fresh = table_or_404(code)
    if done:
        app_state().drawings.forget(table.code)
        app_state().live.wake(table.code)
    if not wants_json():
        return go_to(f"/t/{table.code}/lobby")
    shown = table_json(fresh, sender.seats)
    if done:
        return json({"table": shown})
    refusal = TABLE_CLOSED if fresh.closed else ALREADY_BEGUN
    return json({"refusal": refusal_json(refusal, fresh.players), "table": shown}, 422)


def one_up(seat: int, players: int) -> tuple[int, ...]:
    """Return the order in which the player of `seat` and the one before have changed places. Raises Malformed."""
    if seat >= players:
        raise Malformed("up")
    return (*range(seat - 1), seat, seat - 1, *range(seat + 1, players))
