"""Looking at a table, and at its log."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request

from referee.audience import Viewer
from referee.pages import json, wants_fragment, wants_json
from referee.pages.identity import remember_table, sender_at, table_or_404
from referee.pages.table.sheets import log_page
from referee.pages.table.table_json import log_json
from referee.pages.table.table_page import table_page
from referee.pages.table.what import what

bp = Blueprint("tables", __name__)


@bp.get("/t/<code>")
def table(code: str) -> Response:
    """Show the table as this phone may see it, or what a thing on it is (`?what`); opening it changes nothing."""
    table = table_or_404(code)
    sender = sender_at(table)
    watches = "watch" in request.args or "tv" in request.args
    if not (sender.tokens or watches or wants_json() or wants_fragment()):
        return redirect(f"/t/{table.code}/lobby")  # type: ignore[return-value]
    if "what" in request.args and not wants_json():
        return what(table, Viewer.of(sender), request.args["what"])
    answer = table_page(table, Viewer.of(sender))
    if not wants_json():
        remember_table(answer, table.code)
    return answer


@bp.get("/t/<code>/log")
def log(code: str) -> Response:
    """Show the whole log: oldest first as JSON, newest first to people."""
    table = table_or_404(code)
    sender = sender_at(table)
    if wants_json():
        return json({"log": log_json(table, sender.seats)})
    return log_page(table, Viewer.of(sender))
