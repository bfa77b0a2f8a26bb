"""The home page, the choice of language, and whether the server is well."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request

from referee.engine import N_
from referee.language import LANGUAGES
from referee.pages import go_to, json, page, problem
from referee.pages.house import house
from referee.pages.identity import CODE_LENGTH, YEAR, address, my_tables
from referee.pages.reading import local, with_query
from referee.store import Table

bp = Blueprint("home", __name__)


@bp.get("/")
def home() -> Response:
    """Show the games, the field for a code, and the tables this phone was at."""
    return page("home.html", tables=to_resume())


def to_resume() -> list[Table]:
    """Return the tables this phone was at that are still there, newest first."""
    return [table for code in my_tables() if (table := house().store.table(code)) is not None]


@bp.get("/join")
def by_code() -> Response:
    """Lead from a typed code to its table; blanks, dashes and small letters do not matter."""
    code = "".join(character for character in request.args.get("code", "").upper() if character.isalnum())
    if len(code) == CODE_LENGTH and house().store.table(code) is not None:
        return redirect(f"/t/{code}")  # type: ignore[return-value]
    house().limits.hit("guess", address())
    return page("home.html", 404, tables=to_resume(), wrong_code=code[:12] or "?")


@bp.get("/language/<wanted>")
def language(wanted: str) -> Response:
    """Keep the phone's language and go back to where it was; what was typed into a form there comes along."""
    if wanted not in LANGUAGES:
        raise problem(404, "not_found", N_("The referee does not speak that language."))
    back = local(request.args.get("back", "/"), "/")
    answer = go_to(with_query(back, request.args.items(multi=True), without=("back", "lang")))
    answer.set_cookie("lang", wanted, max_age=YEAR, samesite="Lax", secure=request.is_secure)
    return answer


@bp.get("/healthz")
def healthz() -> Response:
    """Say whether the database answers."""
    house().store.ping()
    return json({"ok": True})
