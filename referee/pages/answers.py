"""Answers to what was entered at a table: one function for every outcome, as JSON, for a phone, or for a page."""

from __future__ import annotations

import msgspec
from flask import Response, request

from referee.audience import Sender, Viewer, open_seats
from referee.engine import N_, Move, Refusal
from referee.enter import Closed, Missing, MovedOn, Outcome, Recorded, Refused
from referee.pages import error_json, go_to, json, problem, refusal_json, wants_fragment, wants_json
from referee.pages.identity import NO_SUCH_SEAT, NO_SUCH_TABLE
from referee.pages.showing import TABLE_CLOSED, entry_json, show, table_json
from referee.store import Table

MOVED_ON = N_("The table moved on in the meantime. Here is how it stands; tap again if you still want to.")
ALREADY_IN = N_("Your tap before this has only just arrived. Here is how it stands; tap again if you still want to.")
NOT_THERE = N_("What “%(field)s” names is not at this table.")


def answer(outcome: Outcome, sender: Sender) -> Response:
    """Answer an outcome: 200, 422 refused or closed, 409 moved on. Raises Problem(404) for what is missing."""
    match outcome:
        case Recorded(table=table, seq=seq):
            return recorded(table, seq, sender)
        case Refused(table=table, refusal=refusal, move=move):
            return refused(table, sender, refusal, move)
        case Closed(table=table):
            return refused(table, sender, TABLE_CLOSED, None)
        case MovedOn(table=table, own=own):
            return moved_on(table, sender, own)
        case Missing(field="seat"):
            raise problem(404, "not_found", NO_SUCH_SEAT)
        case Missing(field="table"):
            raise problem(404, "not_found", NO_SUCH_TABLE, table=sender.table.code)
        case Missing(field=field):
            raise problem(404, "not_found", NOT_THERE, field=field)


def recorded(table: Table, seq: int, sender: Sender) -> Response:
    """Answer 200 with the entry `seq`, what came of it, and the table as it is now."""
    if not wants_json():
        return show(table, Viewer.of(sender)) if wants_fragment() else go_to(next_page(table, seq))
    seats, history = sender.seats, table.history
    return json(
        {
            "seq": seq,
            "entry": entry_json(table, history.entries[seq - 1], open_seats(table, seats)),
            "effects": msgspec.to_builtins(history.effects[seq - 1]),
            "table": table_json(table, seats),
        }
    )


def next_page(table: Table, seq: int) -> str:
    """Return where a form without htmx leads once it has recorded `seq`: to the table, or back to the corrections."""
    move = table.history.entries[seq - 1].move
    if "corrections" in request.args and isinstance(move, Move):
        return f"/t/{table.code}/corrections?seat={move.seat}"
    return f"/t/{table.code}"


def refused(table: Table, sender: Sender, refusal: Refusal, move: Move | None) -> Response:
    """Answer 422 with the refusal and the table as it stands; people may play `move` anyway."""
    shown = refusal_json(refusal, table.players)
    if wants_json():
        return json({"refusal": shown, "table": table_json(table, sender.seats)}, 422)
    overrule = None if move is None else msgspec.json.encode(move).decode()
    return show(table, Viewer.of(sender), 422, refusal=shown, overrule=overrule)


def moved_on(table: Table, sender: Sender, own: bool) -> Response:
    """Answer 409 with the fresh table; `own`: all that came in between was the sender's."""
    error = problem(409, "stale", ALREADY_IN if own else MOVED_ON)
    if wants_json():
        return json({"error": error_json(error), "table": table_json(table, sender.seats)}, 409)
    return show(table, Viewer.of(sender), 409, notice=error.sentence)
