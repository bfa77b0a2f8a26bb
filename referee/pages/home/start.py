"""The home page, the choice of language, and whether the server is well."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

import msgspec
from flask import Blueprint, Response, after_this_request, redirect, request

from referee.engine import N_, Sentence
from referee.language import LANGUAGES
from referee.pages import UNREADABLE, go_to, json, page, problem
from referee.pages.app_state import app_state
from referee.pages.identity import YEAR, address, is_code, my_tables, remember_tables
from referee.pages.reading import body, local, with_query
from referee.store import Table, Unreadable
from referee.store.keeping import deleted_here

bp = Blueprint("home", __name__)


class PutAway(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The code of a table to take off this phone's list."""

    table: str


@bp.get("/")
def home() -> Response:
    """Show the games, the field for a code, the tables this phone was at, and a notice of one that was just put away or
    deleted."""
    away, deleted = (request.args.get(what, "") for what in ("away", "deleted"))
    return home_page(away=away if is_code(away) else None, deleted=deleted if is_code(deleted) else None)


def home_page(status: int = 200, **more: Any) -> Response:
    """Answer with the home page; its tables are those to go on playing at, and those where the game is over."""
    mine, unreadable = known_tables()
    playing, played = ([table for table in mine if table.state.over == over] for over in (False, True))
    unread = [Sentence(UNREADABLE, {"table": code}) for code in unreadable]
    return page("home.html", status, playing=playing, played=played, unreadable=unread, **more)


def known_tables() -> tuple[list[Table], list[str]]:
    """Return the tables this phone was at that are still there, newest first, and the codes of those that cannot be
    read; it forgets those that were deleted here. Others may be tables of another server at this address: they stay.
    A code of no table counts as a guess, once: 429 beyond the limit."""
    codes, known, unreadable, missing = my_tables(), [], [], []
    if codes:
        app_state().limits.check("guess", address())
    for code in codes:
        try:
            table = app_state().store.table(code)
        except Unreadable:
            unreadable.append(code)
            continue
        if table is None:
            missing.append(code)
            app_state().limits.hit_anew("guess", address(), code)
        else:
            known.append(table)
    if missing and (gone := deleted_here(app_state().store, missing)):

        @after_this_request
        def forget(answer: Response) -> Response:
            remember_tables(answer, [code for code in codes if code not in gone])
            return answer

    return known, unreadable


@bp.post("/put-away")
def put_away() -> Response:
    """Take a table off this phone's list; the table itself stays as it is."""
    away = body(PutAway).table
    answer = go_to(with_query("/", [("away", away)]))
    remember_tables(answer, [code for code in my_tables() if code != away])
    return answer


@bp.get("/join")
def by_code() -> Response:
    """Lead from a typed code to its table; blanks, dashes and small letters do not matter, and a whole address or wide
    letters will do."""
    app_state().limits.check("guess", address())
    typed = unicodedata.normalize("NFKC", request.args.get("code", ""))
    typed = typed.rpartition("/t/")[2].partition("/")[0].partition("?")[0]
    code = "".join(character for character in typed.upper() if character.isalnum())
    if is_code(code) and app_state().store.table(code) is not None:
        return redirect(f"/t/{code}")  # type: ignore[return-value]
    app_state().limits.hit("guess", address())
    return home_page(404, wrong_code=code[:12] or "?")


@bp.get("/language/<wanted>")
def language(wanted: str) -> Response:
    """Keep the phone's language and go back to where it was; what was typed into a form there comes along."""
    if wanted not in LANGUAGES:
        raise problem(404, "not_found", N_("The referee does not speak that language."))
    back = local(request.args.get("back", "/"), "/")
    answer = go_to(with_query(back, request.args.items(multi=True), without=("back", "lang")))
    answer.set_cookie("lang", wanted, max_age=YEAR, samesite="Lax", secure=request.is_secure)
    return answer


TablePath = Annotated[str, msgspec.Meta(pattern=r"^/t/[A-Za-z0-9]{1,40}\Z")]


class Light(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The theme this phone chose, and the table it goes `back` to; without one, to the home page."""

    theme: Literal["light", "dark"]
    back: TablePath | None = None


class Letters(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The size this phone's letters are to have (assets.SIZES), and the table it goes `back` to, as in Light."""

    letters: Literal["100", "115", "130"]
    back: TablePath | None = None


@bp.post("/theme")
def theme() -> Response:
    """Keep this phone's theme in a cookie of the server: Safari forgets one that a script wrote in a week."""
    wanted = body(Light)
    return kept("theme", wanted.theme, wanted.back)


@bp.post("/letters")
def letters() -> Response:
    """Keep how large this phone's letters are, likewise."""
    wanted = body(Letters)
    return kept("letters", wanted.letters, wanted.back)


def kept(name: str, value: str, back: str | None) -> Response:
    """Answer with a cookie for a year, and go back to the table or to the home page's own switches."""
    answer = go_to(back or "/#light")
    answer.set_cookie(name, value, max_age=YEAR, samesite="Lax", secure=request.is_secure)
    return answer


@bp.get("/healthz")
def healthz() -> Response:
    """Say whether the database answers."""
    app_state().store.ping()
    return json({"ok": True})
