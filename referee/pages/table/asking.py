"""A new phone for a lost one: it asks for its seat, the host's phone shows that, one tap lets it in."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Blueprint, Response

from referee.audience import Sender, Viewer, has_secrets, not_your_seat
from referee.enter import now
from referee.pages import go_to, json, wants_fragment, wants_json
from referee.pages.app_state import app_state, game_of
from referee.pages.identity import digest, find, find_to_write, must_have, own_pass, set_phone_cookie
from referee.pages.reading import body, form_fields
from referee.pages.table.show import show
from referee.pages.table.tables import pass_expires
from referee.store import KeptAsk, Table

bp = Blueprint("asking", __name__)


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that is asked for, or let in to."""

    seat: Annotated[int, msgspec.Meta(ge=0)]


@bp.post("/t/<code>/ask")
def ask(code: str) -> Response:
    """Ask for a seat that another phone holds; the lobby then waits. A browser only: a program shows a pass."""
    table = find(code)
    seat = body(SeatRequest, form_fields).seat
    must_have(table, seat)
    own = own_pass(table.code, seat)
    secret = has_secrets(game_of(table))
    if own is not None and secret and seat in app_state().store.held(table.code):
        app_state().limits.hit("ask", table.code)
        app_state().store.seats.ask(table.code, KeptAsk(seat, digest(own), pass_expires()))
        app_state().live.wake(table.code)
    lobby = go_to(f"/t/{table.code}/lobby")
    set_phone_cookie(lobby)
    return lobby


@bp.post("/t/<code>/let_in")
def let_in(code: str) -> Response:
    """Let the phone that asks for a seat in; where the host does, older phones of the seat are turned out."""
    table, sender, seat = lets_in(code)
    by = sender.acting(seat)
    if not app_state().store.seats.let_in(table.code, seat, by.role == "host", now(), pass_expires(), by):
        raise not_your_seat(table, seat)
    return answer(table, sender)


@bp.post("/t/<code>/turn_away")
def turn_away(code: str) -> Response:
    """Refuse the phone that asks for a seat; the host and that seat's own phone may."""
    table, sender, seat = lets_in(code)
    app_state().store.seats.turn_away(table.code, seat)
    return answer(table, sender)


def lets_in(code: str) -> tuple[Table, Sender, int]:
    """Return the table, the sender, and the seat that is asked for. Raises Denied unless the sender is the host or has
    that seat."""
    table, sender = find_to_write(code)
    seat = body(SeatRequest, form_fields).seat
    must_have(table, seat)
    sender.deciding_for(seat)
    return table, sender, seat


def answer(table: Table, sender: Sender) -> Response:
    """Wake the table's streams, and answer with the table's page, where the question is gone."""
    app_state().live.wake(table.code)
    if wants_json():
        return json({"waiting": app_state().asking(table.code)})
    return show(table, Viewer.of(sender)) if wants_fragment() else go_to(f"/t/{table.code}")
