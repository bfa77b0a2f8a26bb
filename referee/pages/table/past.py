"""A table as it was: how it stood after each entry of its log, step by step, and another table that goes on from there.

It is shown as one who only watches saw it, whoever looks: no seat's secrets, and nothing can be entered.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise

import msgspec
from flask import Blueprint, Response, redirect, request

from referee.audience import Viewer, as_it_was
from referee.enter import NOT_YET
from referee.pages import json, page, problem, wants_json
from referee.pages.app_state import app_state, game_of
from referee.pages.assets import set_current_game
from referee.pages.identity import table_or_404
from referee.pages.reading import Empty, body, decode, number
from referee.pages.table.context import page_facts
from referee.pages.table.copies import Export, copied, exported, in_turn
from referee.pages.table.kept import Viewpoint
from referee.pages.table.parts import draw
from referee.pages.table.table_json import table_json
from referee.pages.table.what import what
from referee.store import Table

bp = Blueprint("past", __name__)

WATCHER = Viewer()


class Steps(msgspec.Struct, frozen=True):
    """The entries that the buttons beside an entry lead to: one entry, one turn or all the way back, and forward; None
    where there is nothing further."""

    first: int | None
    turn_before: int | None
    before: int | None
    after: int | None
    turn_after: int | None
    last: int | None


def steps_from(table: Table, seq: int) -> Steps:
    """Return the entries that the buttons beside the entry `seq` lead to."""
    newest = table.seq
    ends = turn_ends(table)
    before, after = bisect_left(ends, seq), bisect_right(ends, seq)
    back, on = seq > 0, seq < newest
    return Steps(
        first=0 if back else None,
        turn_before=(ends[before - 1] if before else 0) if back else None,
        before=seq - 1 if back else None,
        after=seq + 1 if on else None,
        turn_after=(ends[after] if after < len(ends) else newest) if on else None,
        last=newest if on else None,
    )


def turn_ends(table: Table) -> list[int]:
    """Return the entries, ascending, with which it became somebody else's turn, of those that stand."""
    movers = [(0, table.history.start.to_move)]
    movers += [(step.entry.seq, step.state.to_move) for step in table.history.steps()]
    return [seq for (_seq, before), (seq, mover) in pairwise(movers) if mover != before]


def past_of(code: str, seq: int) -> tuple[Table, Table]:
    """Return a table as it stands and as it stood after the entry `seq`; raise 404 where its log has no such entry."""
    table = table_or_404(code)
    if seq > table.seq:
        raise problem(404, "not_found", NOT_YET, num=table.seq)
    return table, as_it_was(game_of(table), table, seq)


@bp.get("/t/<code>/at")
def choose(code: str) -> Response:
    """Lead to the table as it stood after the entry `?seq`, by default the newest."""
    table = table_or_404(code)
    seq = number(request.args.get("seq", ""))
    shown = table.seq if seq is None else min(seq, table.seq)
    return redirect(f"/t/{table.code}/at/{shown}")  # type: ignore[return-value]


@bp.get("/t/<code>/at/<int:seq>")
def at(code: str, seq: int) -> Response:
    """Show the table as it stood after the entry `seq` (0: before the first), or what a thing on it was (`?what`)."""
    table, then = past_of(code, seq)
    if wants_json():
        return unlisted(json(table_json(then, frozenset())))
    if "what" in request.args:
        return unlisted(what(then, WATCHER, request.args["what"]))
    shared = app_state()
    set_current_game(table.game, table.colours)
    viewpoint = Viewpoint.of(shared.games[table.game], then, WATCHER)
    drawn = draw(shared.templates, table.game, page_facts(shared, then, viewpoint))
    return unlisted(
        page(
            "table/past.html",
            table=then,
            parts=drawn.parts,
            viewer=WATCHER,
            seq=seq,
            newest=table.seq,
            at=table.history.logged(seq).entry.at if seq else table.created,
            steps=steps_from(table, seq),
        )
    )


def unlisted(answer: Response) -> Response:
    """Return the answer, marked as not to be listed by search engines."""
    answer.headers["X-Robots-Tag"] = "noindex, nofollow"
    return answer


@bp.post("/t/<code>/at/<int:seq>")
def go_on(code: str, seq: int) -> Response:
    """Make a table that goes on from the entry `seq`, as importing an export from then would: 201 with its code and the
    host's token. The game of now stays as it is."""
    body(Empty)
    _table, then = past_of(code, seq)
    document = decode(msgspec.json.encode(exported(then) | {"closed": False}), Export)
    return in_turn(lambda: copied(document))
