"""The end of a table: its host deletes it, and every phone that looks at it is told."""

from __future__ import annotations

from flask import Blueprint, Response

from referee.pages import go_to, json, wants_json
from referee.pages.app_state import app_state
from referee.pages.identity import COOKIE, my_tables, remember_tables, sender_at, table_or_404
from referee.pages.reading import Empty, body, with_query

bp = Blueprint("deleting", __name__)


@bp.post("/t/<code>/delete")
def delete(code: str) -> Response:
    """Delete a table for good, for its host alone: names, log, secrets, and what is kept of it among finished games."""
    table = table_or_404(code)
    sender_at(table).must_be_host()
    body(Empty)
    app_state().store.delete(table.code)
    app_state().forget(table.code)
    if wants_json():
        return json({"code": table.code})
    answer = go_to(with_query("/", [("deleted", table.code)]))
    answer.delete_cookie(COOKIE, path=f"/t/{table.code}")
    remember_tables(answer, [known for known in my_tables() if known != table.code])
    return answer
