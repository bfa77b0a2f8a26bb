"""The rulings in force at one table: what is applied there where the books disagree, and what the table chose."""

from __future__ import annotations

import msgspec
from flask import Blueprint, Response, g

from referee.pages import json, wants_json
from referee.pages.house import house
from referee.pages.identity import find
from referee.pages.rules import ruling_json, ruling_page, show
from referee.rulebook.in_force import chosen, in_force

bp = Blueprint("in_force", __name__)


@bp.get("/t/<code>/rulings")
def rulings(code: str) -> Response:
    """The rulings in force at this table. JSON has each as /rules/rulings does, and `chosen`: option -> value."""
    table = find(code)
    options = msgspec.to_builtins(table.options)
    # What was read off the cards since the table was set counts as chosen too.
    options |= {"prices": table.state.prices} if "prices" in options else {}
    found = in_force(table.game, options)
    if wants_json():
        told = [{**ruling_json(ruling), "chosen": chosen(ruling, options)} for ruling in found]
        return json({"code": table.code, "game": table.game, "rulings": told})
    g.origin = f"/t/{table.code}"
    shown = [{**ruling_page(ruling), "here": chosen(ruling, options)} for ruling in found]
    return show(
        "in_force.html",
        code=table.code,
        game=table.game,
        title=house().games[table.game].TITLE,
        decided=[ruling for ruling in shown if ruling["here"]],
        others=[ruling for ruling in shown if not ruling["here"]],
    )
