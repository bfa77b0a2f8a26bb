"""The home page, a new table's form, the choice of language, and whether the server is well."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, redirect, request

from referee.engine import N_
from referee.language import LANGUAGES
from referee.pages import go_to, json, page, problem
from referee.pages.house import house
from referee.pages.identity import CODE_LENGTH, YEAR, address, my_tables
from referee.pages.reading import local
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


@bp.get("/new/<game>")
def new(game: str) -> Response:
    """Show the form of a new table, filled with what the server knows of the box, and this phone of the players."""
    rules = house().games.get(game)
    if rules is None:
        raise problem(404, "not_found", N_("There is no such game here."))
    fewest, most = rules.SEATS
    previous = next((table for table in to_resume() if table.game == game and table.state.over), None)
    return page(
        f"{game}/new.html",
        game=game,
        fewest=fewest,
        most=most,
        assumed=rules.Options(),
        remembered=house().store.remembered(game),
        previous=last_game(previous, rules) if previous else None,
    )


def last_game(table: Table, rules: Any) -> dict[str, Any]:
    """Return who played last and with what score, and who had the least (AL-SETUP-FIRST suggests him)."""
    scores = rules.scores(table.state)
    return {"players": table.players, "scores": scores, "least": table.players[scores.index(min(scores))]}


@bp.get("/language/<wanted>")
def language(wanted: str) -> Response:
    """Keep the phone's language and go back to where it was."""
    if wanted not in LANGUAGES:
        raise problem(404, "not_found", N_("The referee does not speak that language."))
    answer = go_to(local(request.args.get("back", "/"), "/"))
    answer.set_cookie("lang", wanted, max_age=YEAR, samesite="Lax", secure=request.is_secure)
    return answer


@bp.get("/healthz")
def healthz() -> Response:
    """Say whether the database answers."""
    house().store.ping()
    return json({"ok": True})
