"""Answers to what was entered at a table: one function for every outcome, as JSON, for a phone, or as a page."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from flask import Response, render_template, request

from referee.audience import Sender, Viewer, open_seats
from referee.engine import N_, Move
from referee.enter import Closed, Missing, MovedOn, Outcome, Recorded, Refused
from referee.names import enclosed_all
from referee.pages import error_json, go_to, html, json, problem, refusal_json, wants_fragment, wants_json
from referee.pages.app_state import game_of
from referee.pages.assets import set_current_game
from referee.pages.identity import NO_SUCH_SEAT, NO_SUCH_TABLE
from referee.pages.table.table_json import TABLE_CLOSED, entry_json, table_json
from referee.pages.table.table_page import table_page
from referee.store import Table

MOVED_ON = N_("The table moved on in the meantime. Here is how it stands; tap again if you still want to.")
ALREADY_IN = N_("Your tap before this has only just arrived. Here is how it stands; tap again if you still want to.")
NOT_THERE = N_("There is no such thing at this table: “%(field)s”.")


def answer(outcome: Outcome, sender: Sender) -> Response:
    """Answer an outcome: 200 or (a form without a script) 303, 422 refused or closed, 409 moved on. JSON comes with the
    table, a page is the table; a phone is answered with a notice alone, since its stream brings the table. Raises
    Problem(404) for what is missing."""
    if isinstance(outcome, Missing):
        raise missing(outcome, sender)
    if wants_json():
        return as_json(outcome, sender)
    if isinstance(outcome, Recorded):
        return notice(outcome.table) if wants_fragment() else go_to(next_page(outcome.table, outcome.seq))
    status, said = said_of(outcome)
    if wants_fragment():
        return notice(outcome.table, status, **said)
    return table_page(outcome.table, Viewer.of(sender), status, **said)


def as_json(outcome: Recorded | Refused | Closed | MovedOn, sender: Sender) -> Response:
    """Answer an outcome as JSON: what came of the request, and the table as it is now."""
    table, seats = outcome.table, sender.seats
    if isinstance(outcome, Recorded):
        logged = table.history.logged(outcome.seq)
        entry = entry_json(table, logged.entry, open_seats(table, seats))
        effects = msgspec.to_builtins(logged.effects)
        return json({"seq": outcome.seq, "entry": entry, "effects": effects, "table": shown_if_it_can(table, seats)})
    shown = table_json(table, seats)
    if isinstance(outcome, MovedOn):
        return json({"error": error_json(problem(409, "stale", moved_on(outcome))), "table": shown}, 409)
    refusal = outcome.refusal if isinstance(outcome, Refused) else TABLE_CLOSED
    return json({"refusal": refusal_json(refusal, table.players), "table": shown}, 422)


def shown_if_it_can(table: Table, seats: frozenset[int]) -> dict[str, object] | None:
    """Return the table after an entry that is on disk; None, and logged, where it cannot be shown: the sender must not
    take that for a refusal."""
    try:
        return table_json(table, seats)
    except Exception:
        logging.getLogger(__name__).exception("a table of %s cannot be shown after an entry", table.game)
        return None


def said_of(outcome: Refused | Closed | MovedOn) -> tuple[int, dict[str, object]]:
    """Return the status, and what the notice says (templates/table/notice.html), where nothing was recorded."""
    players = enclosed_all(outcome.table.players)
    match outcome:
        case MovedOn():
            return 409, {"notice": problem(409, "stale", moved_on(outcome)).sentence}
        case Closed():
            return 422, {"refusal": refusal_json(TABLE_CLOSED, players)}
    said: dict[str, object] = {"refusal": refusal_json(outcome.refusal, players)}
    if (move := outcome.move) is not None:
        said["overrule"] = msgspec.json.encode(move).decode()
        said["remedy"] = game_of(outcome.table).remedy(outcome.table.state, move, outcome.refusal)
    return 422, said


def notice(table: Table, status: int = 200, **said: Any) -> Response:
    """Answer a phone's tap with a notice, empty where the tap was recorded. It names the newest entry, which the stream
    has to bring."""
    set_current_game(table.game, table.colours)
    text = render_template("table/notice.html", table=table, **said) if said else ""
    return html(f'<div id="notice" hx-swap-oob="innerHTML" data-seq="{table.seq}">{text}</div>', status)


def moved_on(outcome: MovedOn) -> str:
    """Return the sentence (a msgid) for a stale request."""
    return ALREADY_IN if outcome.own else MOVED_ON


def missing(outcome: Missing, sender: Sender) -> Exception:
    """Return the 404 for what is missing."""
    match outcome.field:
        case "seat":
            return problem(404, "not_found", NO_SUCH_SEAT)
        case "table":
            return problem(404, "not_found", NO_SUCH_TABLE, table=sender.table.code)
    return problem(404, "not_found", NOT_THERE, field=outcome.field)


def next_page(table: Table, seq: int) -> str:
    """Return where a form without htmx leads once it has recorded `seq`: to the table, or back to the corrections."""
    move = table.history.logged(seq).entry.move
    if "corrections" in request.args and isinstance(move, Move):
        return f"/t/{table.code}/corrections?seat={move.seat}"
    return f"/t/{table.code}"
