"""From one game to the next of the same people: its table is set from the old one, and their phones come along."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, request
from werkzeug.datastructures import MultiDict

from referee.audience import Sender
from referee.engine import Seat
from referee.pages import go_to, json, wants_json
from referee.pages.app_state import app_state
from referee.pages.home.forms import names_in, new_page
from referee.pages.identity import (
    HOST,
    digest,
    must_have,
    own_token,
    recover_tokens,
    sender_at,
    set_phone_cookie,
    store_cookies,
    table_or_404,
    table_to_write,
)
from referee.pages.reading import body, form_lists, is_json
from referee.pages.table.context import known_there
from referee.pages.table.joining import Join, seat_taken, take_seat
from referee.pages.table.making import answer_made, make_from_request
from referee.store import Table, Token

bp = Blueprint("following", __name__)


class Come(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seats that a phone takes at the next table; none to watch."""

    seats: list[Seat] = []


@bp.get("/t/<code>/next")
def form(code: str) -> Response:
    """Show the form of the table that follows this one, filled in as this one was set, with the game that was asked for
    (`?to`); 401 or 403 to whoever may not enter anything here."""
    table = table_or_404(code)
    sender_at(table).must_write()
    game = request.args.get("to", request.args.get("game", ""))
    answer = new_page(game if game in app_state().games else table.game, request.args, after=table)
    set_phone_cookie(answer)
    return answer


@bp.post("/t/<code>/next")
def follow(code: str) -> Response:
    """Make the table that follows this one, as `POST /tables` does, and tell every phone here; 401 or 403 as above.

    `?instead` names the table that followed when the form was shown ("" for none). If another was made since, the phone
    is led back here, where it is asked to come along to that one; if this phone made it, because the form was sent
    twice, it gets the same answer again.
    """
    table, sender = table_to_write(code)
    instead = request.args.get("instead", table.successor or "")
    if instead != (table.successor or ""):
        return overtaken(table, sender, asked_players())
    asked = make_from_request(table)
    if isinstance(asked, Response):
        return asked
    new, token = asked
    # Its maker sits down before other phones are told of it. A program takes its seats by itself.
    seated = [] if wants_json() else sit_there(table, new, sender)
    if not app_state().store.set_successor(table.code, new.code, instead):
        app_state().store.delete(new.code)  # nobody is led there, and the screen of the room would show it
        app_state().forget(new.code)
        return overtaken(table_or_404(code), sender, new.players)
    app_state().live.wake(table.code)
    return answer_made(new, token, *seated)


def sit_there(table: Table, new: Table, sender: Sender) -> list[str]:
    """Give the sender's phone its seats at the `new` table; return their tokens."""
    seats = [person.seat for person in known_there(table, new, sender.seats)]
    return [token for seat in seats if (token := take_seat(new, sender_at(new), seat)) is not None]


def overtaken(table: Table, sender: Sender, players: tuple[str, ...]) -> Response:
    """Lead back to a table that another table follows by now; or on to that one, if this phone made it, with these same
    players."""
    new = table_or_404(table.successor) if table.successor else None
    token = own_token(new.code, HOST) if new is not None else ""
    if new is None or new.players != players or app_state().store.seats.token(new.code, digest(token)) is None:
        return go_to(f"/t/{table.code}")
    return answer_made(new, token, *sit_there(table, new, sender))


def asked_players() -> tuple[str, ...]:
    """Return the players that the form of a new table names; none for a program, or where there is no such game."""
    typed: MultiDict[str, str] = MultiDict({} if is_json() else dict(form_lists()))
    game = app_state().games.get(typed.get("game", ""))
    return tuple(filter(None, map(str.strip, names_in(typed, game.seats[1])))) if game else ()


@bp.post("/t/<code>/come")
def come(code: str) -> Response:
    """Seat a phone that comes from the table before, as `join` does for one seat. 409 if one of the seats is taken: a
    browser keeps the seats before that one, a program gets all or none."""
    table = table_or_404(code)
    sender = sender_at(table)
    asked = list(dict.fromkeys(body(Come).seats))
    for each in asked:
        must_have(table, each)
    tokens = recover_tokens(sender)
    answer = go_to(f"/t/{table.code}")
    wanted: list[int | None] = [*asked]
    for seat in wanted or [None]:
        if (token := take_seat(table, sender, seat)) is None:
            answer = seat_taken(table, sender, Join(seat))
            break
        sender.hold(digest(token))
        tokens.append(token)
    if wants_json():
        if answer.status_code == 303:
            return json({"seats": asked, "tokens": tokens})
        for number, text in zip(asked, tokens, strict=False):
            app_state().store.seats.leave(table.code, Token(digest(text), "seat", number))
        return answer
    if tokens:
        store_cookies(answer, table.code, *tokens)
    return answer
