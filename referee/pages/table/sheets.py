"""The quieter pages of a table: lobby with QR code, log, spreadsheet, corrections, a pass for a new phone."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import segno
from flask import Blueprint, Response, abort, current_app, request
from markupsafe import Markup

from referee.audience import Sender, Viewer, has_secrets, not_your_seat, open_seats
from referee.engine import N_, Sentence
from referee.language import gettext, now, say_on
from referee.pages import page
from referee.pages.app_state import app_state, game_of
from referee.pages.assets import TEMPLATES
from referee.pages.identity import (
    digest,
    must_have,
    own_pass,
    recover_tokens,
    remember_table,
    sender_at,
    store_cookies,
    table_or_404,
)
from referee.pages.reading import number
from referee.pages.spreadsheet import local_time, spreadsheet, typed
from referee.pages.table.context import SHOWN_ENTRIES, BySeat, people_at, view_of
from referee.pages.table.lines import by_turn, lines, lines_of, oldest_first
from referee.serve.addresses import local
from referee.store import Answer, Table

bp = Blueprint("sheets", __name__)

MOST_SHOWN = 2000
"""Entries of a log on one page: more than an evening has, and drawn in a moment."""
COLUMNS = (N_("No."), N_("When"), N_("Who"), N_("What"), N_("Taken back"), N_("Rule"))


def base_urls() -> list[str]:
    """Return where other phones reach this server, the best first, without a slash at the end; none if only this
    computer itself does. The one chosen by `?at` comes first, then the one this request came to."""
    asked = request.host_url.rstrip("/")
    tell = app_state().addresses
    if tell is None:
        return [asked]
    known = [*tell()]
    host = urlsplit(asked).hostname or ""
    if not (local(host) or app_state().public):
        known = [asked, *(one for one in known if one != asked)]
    chosen = request.args.get("at", "")
    return sorted(known, key=lambda one: one != chosen)


def base_url() -> str:
    """Return where other phones reach this server; at this computer's own address if they do not."""
    return next(iter(base_urls()), request.host_url.rstrip("/"))


def qr(url: str) -> Markup:
    """Return `url` as a QR code, an SVG to stand in a page."""
    svg = segno.make(url, micro=False).svg_inline(border=2, svgclass="qr-code", lineclass=None, omitsize=True)
    return Markup(svg)  # noqa: S704 - segno writes paths, none of the text


@bp.get("/t/<code>/lobby")
def lobby(code: str) -> Response:
    """Show how to get here with another phone, and the seats to take."""
    table = table_or_404(code)
    sender = sender_at(table)
    lost = recover_tokens(sender)
    answer = lobby_page(table, sender)
    if lost:
        store_cookies(answer, table.code, *lost)
    else:
        remember_table(answer, table.code)
    return answer


def lobby_page(table: Table, sender: Sender, status: int = 200, **more: Any) -> Response:
    """Answer with the lobby of a table; `more` is said beside it (a seat that was wanted, a notice)."""
    url, *others = [f"{base}/t/{table.code}" for base in base_urls()] or [""]
    return page(
        "lobby.html",
        status,
        table=table,
        url=url,
        others=others,
        qr=qr(url) if url else "",
        room=(f"{url.rpartition('/t/')[0]}/tv" if current_app.config["HOUSE"] else f"{url}/tv") if url else "",
        at_home=app_state().addresses is not None and not app_state().public,
        viewer=Viewer.of(sender),
        held=app_state().store.seats.held(table.code),
        away=app_state().live.away(table.code),
        secrets=has_secrets(game_of(table)),
        waits=asked_for(table),
        told_secrets=told_secrets(table, sender.seats),
        t=view_of(game_of(table), table, sender.seats),
        here=f"/t/{table.code}/lobby",
        **more,
    )


def told_secrets(table: Table, seats: frozenset[int]) -> bool:
    """Whether somebody at `seats` told the referee something that nobody else is shown."""
    game = game_of(table)
    own, public = (game.view(table.state, open_seats(table, shown)).players for shown in (seats, frozenset[int]()))
    return any(own[seat] != public[seat] for seat in seats)


def asked_for(table: Table) -> tuple[Answer, str | None] | None:
    """Return how it stands with the seat that this phone asks for, and the pass to it once it was let in; None if it
    asks for none."""
    own = (own_pass(table.code, seat) for seat in range(len(table.players)))
    passes = {digest(text): text for text in own if text is not None}
    answer = app_state().store.seats.answer(table.code, passes, now())
    return None if answer is None else (answer, passes[answer.hash] if answer.given else None)


def pass_page(table: Table, seat: int, given: str, ended: Sentence | None = None) -> Response:
    """Show the pass for a new phone at a seat, as a QR code that brings it there; of one that is good no longer, what
    became of it (`ended`)."""
    url = "" if ended else pass_url(base_url(), table, seat, given)
    return page("pass.html", table=table, seat=seat, given=given, url=url, qr=qr(url) if url else "", ended=ended)


def pass_url(base: str, table: Table, seat: int, given: str) -> str:
    """Return where a new phone shows the pass it was `given` for a seat, at the server reached at `base`."""
    return f"{base}/t/{table.code}/lobby?seat={seat}&pass={given}"


@bp.get("/t/<code>/corrections")
def corrections(code: str) -> Response:
    """Show the corrections for one player, at a table whose game has such a page: for `?seat`, else for the sender. 401
    or 403 for a sender who may enter nothing there, 404 for a seat that the table does not have."""
    table = table_or_404(code)
    name = f"{table.game}/corrections.html"
    if not (TEMPLATES / name).is_file():
        abort(404)
    sender = sender_at(table)
    sender.must_write()
    viewer = Viewer.of(sender)
    asked = number(request.args.get("seat", ""))
    seat = min(sender.seats, default=0) if asked is None else asked
    must_have(table, seat)
    if not viewer.enters(table, seat):
        raise not_your_seat(table, seat)
    newest = lines(game_of(table), table, open_seats(table, sender.seats), SHOWN_ENTRIES, 1)
    return page(
        name,
        table=table,
        seat=seat,
        may=[viewer.enters(table, each) for each in range(len(table.players))],
        newest=newest[0] if newest else None,
        **view_facts(table, sender.seats),
    )


def view_facts(table: Table, seats: frozenset[int]) -> dict[str, Any]:
    """Return what templates that a table's parts share read of its view: see TablePage."""
    view = view_of(game_of(table), table, seats)
    return {
        "t": view,
        "people": people_at(table),
        "each": BySeat(view.players),
        "final": BySeat(view.players) if table.state.over else None,
    }


# --- the log -----------------------------------------------------------------------------------------------------


def log_page(table: Table, viewer: Viewer) -> Response:
    """Show the log, newest first, MOST_SHOWN entries at a time, those up to the entry `?until`; `?choose` offers the
    way back to each entry, `?to` lists what it takes back, `?before` the same for the newest entry of a kind."""
    shown = open_seats(table, viewer.seats)
    asked = number(request.args.get("until", ""))
    until = table.seq if asked is None else min(asked, table.seq)
    log = lines(game_of(table), table, shown, MOST_SHOWN, until=until)
    to = number(request.args.get("to", ""))
    if kind := request.args.get("before"):
        to = next((one.to for one in log if one.kind == kind and not one.undone), None)
    taken: tuple[int, ...] = ()
    if to is not None and viewer.writes:
        taken = table.history.undoable(viewer.seats, to)
    return page(
        "log.html",
        table=table,
        viewer=viewer,
        players=table.players,
        lines=log,
        folded=by_turn(log) if any(one.turn is not None for one in log) else [],
        taken=len(taken),
        back=lines_of(
            game_of(table),
            table,
            (table.history.logged(seq).entry for seq in sorted(taken, reverse=True)[:MOST_SHOWN]),
            shown,
        ),
        older=until - MOST_SHOWN if until > MOST_SHOWN else None,
        to=to,
        choosing="choose" in request.args,
    )


@bp.get("/t/<code>/log.csv")
def log_csv(code: str) -> Response:
    """Return the log as a spreadsheet."""
    table = table_or_404(code)
    shown = open_seats(table, Viewer.of(sender_at(table)).seats)
    names: dict[int | None, str] = {seat: typed(name) for seat, name in enumerate(table.players)}
    names[None] = gettext("host")
    told = oldest_first(game_of(table), table, shown)  # line by line: thousands of them kept cost more than they tell
    rows = (
        (
            one.entry.seq,
            local_time(one.entry.at),
            names[one.entry.by],
            " ".join(say_on(one.sayings, one.players)),
            "×" if one.undone else "",
            one.entry.overruled or "",
        )
        for one in told
    )
    return spreadsheet(f"{table.game}-{table.code}", COLUMNS, rows)
