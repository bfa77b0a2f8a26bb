"""The sheet worth keeping: how a game ended and went, a note of the evening, what can be sent of it."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from referee.audience import Viewer
from referee.course import course, turning_points
from referee.language import moment
from referee.pages import page, wants_fragment
from referee.pages.app_state import app_state, game_of
from referee.pages.identity import sender_at, table_or_404
from referee.pages.played import share
from referee.pages.played.pages import LONGEST_NOTE, bg_stats_link, decision, played_as, sight
from referee.pages.table.context import next_table
from referee.pages.table.sheets import view_facts
from referee.store import Table

bp = Blueprint("summary", __name__)


@bp.get("/t/<code>/sheet")
def sheet(code: str) -> Response:
    """Show the sheet worth keeping: places, each step of a tie-break, the course of the evening and its turning points,
    how long it took; once the game is over a word for who won, a note, what can be sent. A fragment is the way to the
    next game alone."""
    table = table_or_404(code)
    viewer = Viewer.of(sender_at(table))
    onward: dict[str, Any] = {
        "table": table,
        "viewer": viewer,
        "writes": viewer.writes,
        "next": next_table(app_state(), table, viewer.seats),
    }
    if wants_fragment():
        return page("sheet_next.html", **onward)
    entries = table.history.entries
    seconds = 0.0
    if entries:
        seconds = max(0.0, (moment(entries[-1].at) - moment(entries[0].at)).total_seconds())
    kept = kept_play(table)
    turns = course(game_of(table), table.history)
    return page(
        "sheet.html",
        **onward,
        **view_facts(table, viewer.seats),
        players=table.players,
        minutes=kept["play"].minutes if kept["play"] else round(seconds / 60),
        points=[turn.scores for turn in turns],
        turning=turning_points(turns),
        top=max((max(turn.scores) for turn in turns), default=0) or 1,
        **kept,
    )


def kept_play(table: Table) -> dict[str, Any]:
    """Return what the sheet says of the play that is kept of a table, as far as this request may see it; of none
    where the game is not over."""
    play = app_state().store.plays.of_table(table.code, sight()) if table.state.over else None
    if play is None:
        return {"play": None}
    title, how, said = game_of(play).title, played_as(play), decision(play)
    return {
        "play": play,
        "text": share.text(play, title, how, said),
        "picture": f"/played/{play.id}/card.svg",
        "bg_stats": bg_stats_link(play),
        "longest_note": LONGEST_NOTE,
    }
