"""Names of seats, changed after the table was set."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response

from referee import plays
from referee.audience import Sender
from referee.engine import LONGEST_NAME, N_, Malformed, Seat, Sentence
from referee.language import now, say
from referee.names import composed, fit, folded, seen
from referee.pages import go_to, json, malformed, wants_json
from referee.pages.app_state import app_state
from referee.pages.home.forms import BAD_NAMES, SAME_NAMES
from referee.pages.identity import must_have, table_or_404, table_to_write
from referee.pages.reading import body, form_fields
from referee.pages.table.sheets import lobby_page
from referee.pages.table.table_json import table_json
from referee.store import Rename, Table

bp = Blueprint("naming", __name__)

SEAT_IS_HELD = N_("Somebody has that seat: only its own phone or the host can change its name.")


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for a seat."""

    seat: Seat
    name: str


def renamed(table: Table, seat: int, name: str, by: int | None) -> Rename:
    """Return the change that gives `seat` a new name; raises Malformed("name") if it is none, or another seat's."""
    written = composed(name)
    if not fit(written):
        raise Malformed("name", Sentence(BAD_NAMES, {"num": LONGEST_NAME}))

    def of(players: tuple[str, ...]) -> tuple[str, ...]:
        if any(folded(written) == folded(other) for number, other in enumerate(players) if number != seat):
            raise Malformed("name", Sentence(SAME_NAMES))
        return (*players[:seat], written, *players[seat + 1 :])

    of(table.players)
    return Rename(seat, now(), by, of)


@bp.post("/t/<code>/name")
def rename(code: str) -> Response:
    """Give a seat another name: its own phone may, and the host, at a closed table too. The log tells it."""
    table, sender = table_to_write(code)
    asked = body(NewName, lambda: {"name": ""} | name_in(form_fields()))
    if wants_json():
        renamed(table, asked.seat, asked.name, None)  # what is no name is told before whose seat it is
    must_have(table, asked.seat)
    by = sender.deciding_for(asked.seat)
    try:
        app_state().store.rename(table.code, renamed(table, asked.seat, asked.name, by.seat))
    except Malformed as wrong:
        return wrong_name(table, sender, asked.seat, asked.name, wrong)
    fresh = table_or_404(code)
    rename_play(fresh)
    app_state().live.wake(table.code)
    if wants_json():
        return json({"table": table_json(fresh, sender.seats)})
    return go_to(f"/t/{table.code}/lobby")


def rename_play(table: Table) -> None:
    """Write the names of a table into its play, too, if its game is over."""
    if table.state.over:
        plays.follow(app_state().store, table)


def wrong_name(table: Table, sender: Sender, seat: int | None, name: str | None, wrong: Malformed) -> Response:
    """Answer 400 to a name that a seat cannot have: people see the lobby again, with what they typed and what is wrong
    with it."""
    if wants_json():
        raise wrong
    return lobby_page(table, sender, 400, notice=say(malformed(wrong).sentence), typed_name=(seat, name))


def name_in(fields: dict[str, object]) -> dict[str, object]:
    """Return the fields of a form without what is unseen in its name, and without a blank one."""
    name = seen(str(fields.get("name", "")))
    rest = {key: value for key, value in fields.items() if key != "name"}
    return rest | ({"name": name} if name else {})
