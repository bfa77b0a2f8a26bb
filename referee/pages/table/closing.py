"""Closing a table, and opening it again; whether an evening that ended early is counted as it stands."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response

from referee import plays
from referee.pages import go_to, json, wants_json
from referee.pages.app_state import app_state
from referee.pages.identity import sender_at, table_or_404
from referee.pages.reading import Empty, body
from referee.pages.table.table_json import table_json

bp = Blueprint("closing", __name__)


class Closing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The request to close a table; `count`: before the end of its game, as an evening that is counted as it stands."""

    count: bool = False


@bp.post("/t/<code>/close")
def close(code: str) -> Response:
    """Close the table: nothing more is entered until the host opens it again. Or say whether a closed one counts."""
    return closed(code, Closing)


@bp.post("/t/<code>/reopen")
def reopen(code: str) -> Response:
    """Open a closed table again; it is not counted as it stood any more."""
    return closed(code, Empty)


def closed(code: str, how: type[Closing | Empty]) -> Response:
    """Close or reopen a table for its host, and show everyone."""
    table = table_or_404(code)
    sender = sender_at(table)
    sender.must_be_host()
    asked = body(how)
    counts = isinstance(asked, Closing) and asked.count and not table.state.over
    app_state().store.set_closed(table.code, isinstance(asked, Closing), counts)
    app_state().live.wake(table.code)
    fresh = table_or_404(code)
    if not fresh.state.over:
        plays.follow(app_state().store, fresh)
    if wants_json():
        shown = table_json(fresh, sender.seats)
        return json({**shown, "table": shown})
    return go_to(f"/t/{table.code}")
