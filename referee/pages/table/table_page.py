"""Shows a table: as JSON, as a whole page, or as the difference to what a phone shows already."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response, render_template, request
from markupsafe import Markup

from referee.audience import Viewer
from referee.pages import html, json, wants_fragment, wants_json
from referee.pages.app_state import app_state
from referee.pages.table.drawings import drawing, since
from referee.pages.table.room import room_facts
from referee.pages.table.table_json import table_json
from referee.rulebook.in_force import searched_first
from referee.store import Table


def table_page(table: Table, viewer: Viewer, status: int = 200, **notice: Any) -> Response:
    """Answer with the table: JSON, or for a phone what differs from the version it says it shows (`?since`), or the
    whole page; `notice` is said on the page (see templates/table/notice.html)."""
    if wants_json():
        return json(table_json(table, viewer.seats), status)
    if wants_fragment():
        now, before = since(app_state(), table, viewer, request.args.get("since", ""))
        return html(now.update(before) + phone_mark(viewer), status)
    now = drawing(app_state(), table, viewer)
    whole = render_template(
        "table/page.html",
        drawing=now,
        parts=now.parts,
        table=table,
        viewer=viewer,
        phone=phone_attributes(viewer),
        remembered=app_state().store.remembered(table.game),
        **room_facts(table, viewer),
        near=searched_first(table.game, msgspec.to_builtins(table.options)),
        **notice,
    )
    return html(whole, status)


def phone_attributes(viewer: Viewer) -> Markup:
    """Return the attributes of a page's #table that say whose phone shows it, which static/css/mine.css goes by: its
    seats, and whether it is the host's."""
    seats = " ".join(map(str, sorted(viewer.seats)))
    host = " data-host" if viewer.host else ""
    return Markup(f'data-seats="{seats}"{host}')  # noqa: S704 - numbers


def phone_mark(viewer: Viewer) -> str:
    """Return the element by which a page that is open learns those attributes (static/table/shown.js)."""
    return f'<i id="phone" hidden hx-swap-oob="outerMorph" {phone_attributes(viewer)}></i>'
