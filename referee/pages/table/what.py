"""An explanation of a thing on a table: asked for by a tap on it, and shown in a sheet, or as a page where there is no
script.

A game that explains its things has a template what.html, which writes nothing for a thing that is not there.
"""

from __future__ import annotations

from flask import Response, render_template
from markupsafe import Markup

from referee.audience import Viewer
from referee.pages import SENTENCES, html, page, problem, wants_fragment
from referee.pages.app_state import app_state
from referee.pages.assets import TEMPLATES, set_current_game
from referee.pages.table.context import page_facts
from referee.pages.table.kept import Viewpoint
from referee.store import Table


def what(table: Table, viewer: Viewer, of: str) -> Response:
    """Answer with what `of` (a name that the game gave it) is at this table: as a fragment for the sheet, or as a page.

    Raises Problem(404) for a thing that is not there, and at a game that explains none."""
    template = f"{table.game}/what.html"
    if not (TEMPLATES / template).is_file():
        raise problem(404, *SENTENCES[404])
    set_current_game(table.game, table.colours)
    shared = app_state()
    facts = page_facts(shared, table, Viewpoint.of(shared.games[table.game], table, viewer))
    kind, _dash, which = of.partition("-")
    context = {name: getattr(facts, name) for name in facts.__struct_fields__}
    says_so = min(viewer.seats, default=0)
    may = [seat for seat in range(len(table.players)) if viewer.enters(table, seat)]
    text = render_template(template, **context, kind=kind, which=which, says_so=says_so, correctable=may).strip()
    if not text:
        raise problem(404, *SENTENCES[404])
    if wants_fragment():
        return html(text)
    return page("table/what.html", table=table, said=Markup(text))  # noqa: S704 - a template wrote it
