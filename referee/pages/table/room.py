"""The screen of the room: a tablet or television that only watches, goes along from game to game, is read from afar."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, request

from referee.audience import Viewer
from referee.pages import go_to, json, page, wants_json
from referee.pages.app_state import app_state
from referee.pages.identity import table_or_404
from referee.pages.table.sheets import base_urls, qr
from referee.store import Table

bp = Blueprint("room", __name__)

FOLLOWS_HOUSE = "house"
"""The value of `?tv` of a screen that shows the newest table of the house, whatever leads there."""


@bp.get("/tv")
def newest() -> Response:
    """Lead to the newest table of the house, or wait for one; JSON: its `code`, null if there is none. On a server that
    all the world can reach, no table is anybody's to see: the first page."""
    house = current_app.config["HOUSE"]
    code = app_state().store.newest() if house else None
    if wants_json():
        return json({"code": code})
    if code is not None:
        return go_to(f"/t/{code}?tv={FOLLOWS_HOUSE}")
    url = next(iter(base_urls()), "")
    return page("room_waits.html", url=url, qr=qr(url) if url else "") if house else go_to("/")


@bp.get("/t/<code>/tv")
def of_table(code: str) -> Response:
    """Lead to the table as the screen of the room shows it: an address that one can type."""
    return go_to(f"/t/{table_or_404(code).code}?tv=table")


def room_facts(table: Table, viewer: Viewer) -> dict[str, object]:
    """Return what a table's whole page knows of the screen of a room: `room`, what it follows ("" where somebody just
    watches, None where somebody plays), and before the first entry the `url` that brings phones there, with its QR code
    ("" where there is none)."""
    room = request.args.get("tv", "" if not viewer.writes else None)
    waits = room is not None and not table.seq
    url = next((f"{base}/t/{table.code}" for base in base_urls()), "") if waits else ""
    return {"room": room, "url": url, "qr": qr(url) if url else ""}
