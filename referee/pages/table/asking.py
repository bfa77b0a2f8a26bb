"""A new phone for a lost one: it asks for its seat, and the host lets the phone in that shows the number they see."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Blueprint, Response

from referee.audience import Sender, Viewer, has_secrets, not_your_seat
from referee.engine import N_, Seat
from referee.language import now
from referee.pages import SENTENCES, error_json, go_to, json, problem, wants_fragment, wants_json
from referee.pages.app_state import app_state, game_of
from referee.pages.identity import address, digest, must_have, own_pass, set_phone_cookie, table_or_404, table_to_write
from referee.pages.reading import body, form_fields
from referee.pages.table.answers import notice
from referee.pages.table.joining import SeatRequest, pass_expires
from referee.pages.table.table_page import table_page
from referee.store import Table

bp = Blueprint("asking", __name__)

WAITS_NO_LONGER = N_("The phone with the number %(num)d is no longer waiting.")


class Letting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The phone that is let in, or turned away: the seat it asks for, the number it shows. `key` is what the page's
    script adds to every tap (static/send.js); a number waits only once, so that a tap sent twice does nothing more."""

    seat: Seat
    number: Annotated[int, msgspec.Meta(ge=0, le=99)]
    key: str | None = None


@bp.post("/t/<code>/ask")
def ask(code: str) -> Response:
    """Ask for a seat that another phone holds; the lobby then waits. A browser only: a program shows a pass."""
    table = table_or_404(code)
    seat = body(SeatRequest, form_fields).seat
    must_have(table, seat)
    own = own_pass(table.code, seat)
    secret = has_secrets(game_of(table))
    if own is not None and secret and seat in app_state().store.seats.held(table.code):
        app_state().limits.hit("ask", f"{address()} {table.code}")
        elsewhere = (own_pass(table.code, other) for other in range(len(table.players)) if other != seat)
        others = [digest(text) for text in elsewhere if text is not None]
        if not app_state().store.seats.ask(table.code, seat, digest(own), now(), pass_expires(), others):
            raise problem(429, *SENTENCES[429])
        app_state().live.wake(table.code)
    lobby = go_to(f"/t/{table.code}/lobby")
    set_phone_cookie(lobby)
    return lobby


@bp.post("/t/<code>/let_in")
def let_in(code: str) -> Response:
    """Let the phone in that shows this number; where the host does, older phones of the seat are turned out. 409 if no
    such phone waits."""
    table, sender, asked = lets_in(code)
    by = sender.acting(asked.seat)
    replaces = by.role == "host"
    done = app_state().store.seats.let_in(table.code, asked.seat, asked.number, replaces, now(), pass_expires(), by)
    if done is False:
        raise not_your_seat(table, asked.seat)
    return waits_no_longer(table, sender, asked.number) if done is None else answer(table, sender)


@bp.post("/t/<code>/turn_away")
def turn_away(code: str) -> Response:
    """Refuse the phone that shows this number; the host and the seat's own phone may."""
    table, sender, asked = lets_in(code)
    app_state().store.seats.turn_away(table.code, asked.seat, asked.number)
    return answer(table, sender)


def lets_in(code: str) -> tuple[Table, Sender, Letting]:
    """Return the table, the sender, and which phone is answered. Raises Denied unless the sender is the host or has the
    seat that it asks for."""
    table, sender = table_to_write(code)
    asked = body(Letting, form_fields)
    must_have(table, asked.seat)
    sender.deciding_for(asked.seat)
    return table, sender, asked


def waits_no_longer(table: Table, sender: Sender, number: int) -> Response:
    """Answer 409: nobody was let in."""
    error = problem(409, "stale", WAITS_NO_LONGER, num=number)
    if wants_json():
        return json({"error": error_json(error)}, 409)
    if wants_fragment():
        return notice(table, 409, notice=error.sentence)
    return table_page(table, Viewer.of(sender), 409, notice=error.sentence)


def answer(table: Table, sender: Sender) -> Response:
    """Wake the table's streams, and answer with the table's page, where the question is gone."""
    app_state().live.wake(table.code)
    if wants_json():
        return json({"waiting": [{"seat": one.seat, "number": one.number} for one in app_state().asking(table.code)]})
    return table_page(table, Viewer.of(sender)) if wants_fragment() else go_to(f"/t/{table.code}")
