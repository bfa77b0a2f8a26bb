"""Seats of a table: joining, standing up, passes for new phones."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
from flask import Blueprint, Response, abort, request

from referee.audience import Sender, has_secrets, not_your_seat
from referee.engine import N_, Malformed, Player, Seat, Sentence
from referee.entry import Admitted
from referee.language import now, say, written
from referee.pages import error_json, go_to, json, problem, wants_json
from referee.pages.app_state import app_state, game_of
from referee.pages.identity import (
    address,
    digest,
    must_have,
    new_token,
    own_pass,
    own_token,
    phone_hash,
    recover_tokens,
    sender_at,
    store_cookies,
    table_or_404,
    table_to_write,
)
from referee.pages.reading import body, form_fields, number
from referee.pages.table.naming import SEAT_IS_HELD, name_in, rename_play, renamed, wrong_name
from referee.pages.table.sheets import lobby_page, pass_page
from referee.pages.table.table_json import table_json
from referee.store import Claim, Pass, Rename, Table, Token

bp = Blueprint("joining", __name__)

PASS_MINUTES = 10

NOT_SEATED = N_("This phone does not hold that seat.")
SEAT_TAKEN = N_("Another phone has this seat. Ask the host, or that phone, to let yours in.")
BAD_PASS = N_(
    "This QR code has been used or is too old: it worked once, for ten minutes. The host or the seat’s phone can show "
    "a new one."
)


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat to take, None to watch; `pass` is what `admit` gave, and with it `replace` turns the seat's older phones
    out. `name`: a new name for a seat that nobody holds."""

    seat: Seat | None
    admitted: str | None = msgspec.field(default=None, name="pass")
    replace: bool = False
    name: str | None = None

    def __post_init__(self) -> None:
        if self.name is not None and self.seat is None:
            raise Malformed("name")
        if self.replace and self.admitted is None:
            raise Malformed("replace")


class Admit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Let a new phone take a seat; `replace` turns the seat's older phones out."""

    seat: Seat
    replace: bool = False


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seat that is stood up from, or asked for."""

    seat: Seat


@bp.post("/t/<code>/join")
def join(code: str) -> Response:
    """Give a phone a seat, or let it watch; never changes the table. A browser that only watches stands up from all its
    seats, while a program's other tokens stay good."""
    table = table_or_404(code)
    sender = sender_at(table)
    asked = body(Join, join_fields)
    seat = asked.seat
    if seat is not None:
        must_have(table, seat)
    if seat is None and not wants_json():
        recover_tokens(sender)
        for held in sender.seats:
            stand_up(table, sender, held)
    given = None if asked.admitted is None else Pass(digest(asked.admitted), now(), asked.replace)
    try:
        named = None if asked.name is None or seat is None else renamed(table, seat, asked.name, seat)
        if named is not None and seat in app_state().store.seats.held(table.code):
            raise Malformed("name", Sentence(SEAT_IS_HELD))
        token = take_seat(table, sender, seat, given, named)
    except Malformed as wrong:
        return wrong_name(table, sender, seat, asked.name, wrong)
    if token is None:
        return seat_taken(table, sender, asked)
    if named is not None:
        rename_play(table_or_404(code))
    if wants_json():
        answer = json({"token": token, "seat": seat})
    else:
        answer = go_to(f"/t/{table.code}")
        store_cookies(answer, table.code, token)
    if given is not None or named is not None:  # a phone that was turned out shows the seat's secrets no longer
        app_state().live.wake(table.code)
    return answer


def take_seat(
    table: Table, sender: Sender, seat: int | None, given: Pass | None = None, named: Rename | None = None
) -> str | None:
    """Give the sender's phone a seat (None: let it watch), by the pass it was `given`, if any, and the seat a new name
    (`named`); return its token, or None if another phone holds that seat and its secrets. A phone that sits there
    already gets the same token again. Raises Malformed if the seat to be named is held by now."""
    token = own_token(table.code, "watch" if seat is None else f"seat {seat}")
    alone = seat is not None and has_secrets(game_of(table))
    own = None if seat is None or not alone else own_pass(table.code, seat)
    asked = None if own is None else digest(own)
    phone, store = phone_hash(), app_state().store
    claim = Claim(seat, digest(token), alone, given, sender.hashes, phone, named, asked)
    if not store.seat(table.code, claim):
        if named is not None:
            raise Malformed("name", Sentence(SEAT_IS_HELD))
        if alone:
            return None
        # Where nothing is secret a phone simply joins, whatever became of its pass.
        store.seat(table.code, Claim(seat, digest(token), phone=phone))
    return token


def join_fields() -> dict[str, object]:
    """Return the form of a seat to take as fields; "watch", or no seat, is None."""
    fields = form_fields()
    fields["seat"] = None if fields.get("seat") in (None, "watch") else fields["seat"]
    return name_in(fields)


def seat_taken(table: Table, sender: Sender, asked: Join) -> Response:
    """Answer 409; an address that fails with a pass too often gets 429."""
    if asked.admitted is not None:
        app_state().limits.hit("join", address())
    error = problem(409, "seat_taken", SEAT_TAKEN if asked.admitted is None else BAD_PASS)
    if wants_json():
        return json({"error": error_json(error), "table": table_json(table, sender.seats)}, 409)
    return lobby_page(table, sender, 409, wanted=asked.seat, notice=say(error.sentence))


@bp.post("/t/<code>/leave")
def leave(code: str) -> Response:
    """Let a phone stand up: its token of `seat` is revoked, and 401 `no_token` without one. What was entered stays.

    The seat is then free, unless another phone holds it too. What was told in secret belongs to the seat, not to the
    phone: the next phone that sits down there plays on with it, and sees it.
    """
    table = table_or_404(code)
    sender = sender_at(table)
    recover_tokens(sender)
    seat = None
    if sender.tokens:  # without any it is 401, whatever the body says
        seat = body(SeatRequest).seat
        must_have(table, seat)
    if seat is None or seat not in sender.seats:
        error = problem(401, "no_token", NOT_SEATED)
        if wants_json():
            raise error
        return lobby_page(table, sender, 401, notice=say(error.sentence))
    stand_up(table, sender, seat)
    if wants_json():
        return json({"seat": seat})
    answer = go_to(f"/t/{table.code}/lobby")
    store_cookies(answer, table.code)
    return answer


def stand_up(table: Table, sender: Sender, seat: int) -> None:
    """Revoke the sender's tokens of a seat, and show everyone."""
    for token in sender.tokens:
        if token.seat == seat:
            app_state().store.seats.leave(table.code, token)
    sender.look_again()
    if seat not in app_state().store.seats.held(table.code):
        app_state().live.vacate(table.code, seat)
    else:
        app_state().live.wake(table.code)


@bp.post("/t/<code>/admit")
def admit(code: str) -> Response:
    """Give a pass, good once and for ten minutes, with which a new phone may join a seat that is held."""
    table, sender = table_to_write(code)
    asked = body(Admit)
    must_have(table, asked.seat)
    by = sender.deciding_for(asked.seat)
    # Nobody may read a seat's secrets unnoticed: a pass from the host turns the seat's own phones out.
    replaces = asked.replace or (by.role == "host" and has_secrets(game_of(table)))
    given = new_pass(table, asked.seat, replaces, by)
    if wants_json():
        return json({"pass": given})
    return pass_page(table, asked.seat, given)


@bp.get("/t/<code>/pass")
def given_pass(code: str) -> Response:
    """Show a pass that was given, `?seat=` and `?pass=`, again: its page asks here whether the new phone has used it.
    404 for a seat that the table does not have."""
    table = table_or_404(code)
    seat, given = number(request.args.get("seat", "")), request.args.get("pass", "")
    if seat is None:
        abort(404)
    must_have(table, seat)
    stands = app_state().store.seats.stands(table.code, digest(given), now())
    ended = {
        "good": None,
        "expired": Sentence(BAD_PASS),
        "gone": Sentence(Admitted.MESSAGE, {"player": Player(seat)}),
    }
    return pass_page(table, seat, given, ended[stands])


def new_pass(table: Table, seat: int, replaces: bool, by: Token | None = None) -> str:
    """Return a new pass for one phone to that seat; `replaces` turns the seat's older phones out. Raises 403 if the
    token `by` was turned out itself meanwhile."""
    given = new_token()
    if not app_state().store.seats.admit(table.code, seat, digest(given), replaces, pass_expires(), by):
        raise not_your_seat(table, seat)
    return given


def pass_expires() -> str:
    """Return until when a pass is good that is given now, or asked for (RFC 3339, UTC)."""
    return written(datetime.now(UTC) + timedelta(minutes=PASS_MINUTES))
