"""Desks: one question settled, or one game scored, without a table. Stateless; no token."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, g

from referee.engine import N_, Desk, Malformed, Refusal, Sentence
from referee.language import gettext, printed, say
from referee.names import seen
from referee.pages import MALFORMED, json, page, problem, refusal_json, wants_json
from referee.pages.app_state import app_state
from referee.pages.identity import new_token
from referee.pages.reading import convert, decode, form_fields, is_json, json_body, numbered
from referee.pages.rules.pages import link, table_behind
from referee.rulebook import rule_url

bp = Blueprint("desks", __name__)


def desk_of(game: str, name: str) -> Desk:
    """Return a desk of a game; raise 404 if there is none."""
    rules = app_state().games.get(game)
    desk = rules.desks.get(name) if rules is not None else None
    if desk is None:
        raise problem(404, "not_found", N_("There is no such question here."))
    return desk


@bp.get("/desks")
def desks() -> Response:
    """List the desks of all games."""
    return page("desks.html", desks={game: rules.desks for game, rules in app_state().games.items()})


@bp.get("/desk/<game>/<name>")
def ask(game: str, name: str) -> Response:
    """Show a desk's form."""
    desk_of(game, name)
    return desk_page(game, name, 200, asked={}, answer=None, refusal=None)


@bp.post("/desk/<game>/<name>")
def settle(game: str, name: str) -> Response:
    """Answer a desk's question: 200 with the answer, 422 with a refusal, 400 for what cannot be."""
    desk = desk_of(game, name)
    if is_json():
        question = decode(json_body(), desk.question)
        return answered(game, name, desk, question, {})
    asked: object = {}
    try:
        asked = with_names(numbered(form_fields()))
        question = convert(asked, desk.question, "body", strict=False)
        return answered(game, name, desk, question, asked)
    except Malformed as error:
        notice = say(error.sentence or Sentence(MALFORMED, {"field": error.field}))
        return desk_page(game, name, 400, asked=asked, answer=None, refusal=None, notice=notice)


PLAYER = N_("Player %(num)s")


def with_names(asked: object) -> object:
    """Return a form's question with a name for each player: where none was typed, the one its field suggests."""
    if not isinstance(asked, dict) or not isinstance(players := asked.get("players"), list):
        return asked
    return {**asked, "players": [with_name(player, number) for number, player in enumerate(players, 1)]}


def with_name(player: object, number: int) -> object:
    """Return a form's player with a name without invisible characters, else the one its field suggests."""
    if not isinstance(player, dict) or not isinstance(name := player.get("name", ""), str):
        return player
    return {**player, "name": seen(name) or say(Sentence(PLAYER, {"num": number}))}


def answered(game: str, name: str, desk: Desk, question: object, asked: object) -> Response:
    """Answer with what the desk says: 200, or 422 with its refusal; `asked` fills the form anew."""
    answer = desk.answer(question)
    names = tuple(getattr(player, "name", "") for player in getattr(question, "players", ()))
    if isinstance(answer, Refusal):
        refusal = refusal_json(answer, names)
        if wants_json():
            return json({"refusal": refusal}, 422)
        return desk_page(game, name, 422, asked=asked, answer=None, refusal=refusal, question=question)
    if wants_json():
        return json(answer)
    return desk_page(game, name, 200, asked=asked, answer=answer, refusal=None, question=question)


def desk_page(game: str, name: str, status: int, **context: Any) -> Response:
    """Answer with the desk's page; it leads back to the table it was opened from, and so do the rules it names."""
    known = app_state().store.remembered(game)
    g.origin = back = table_behind()
    here = f"/desk/{game}/{name}" + (f"?from={back}" if back else "")
    context |= {
        "count_key": new_token(),
        "offline": offline(game, name, here),
        "back": back,
        "here": here,
        "link": link,
    }
    answer = page(f"{game}/desk_{name}.html", status, game=game, desk=name, remembered=known, **context)
    # A reader who goes back from a rule to an answer sees it again, and is not asked to send the form anew.
    answer.headers["Cache-Control"] = "private, no-cache"
    return answer


UNREACHABLE = N_("The server cannot be reached, and this question needs it. What you entered is still here.")
COUNTED_HERE = N_("Counted on this phone: the server cannot be reached.")


def offline(game: str, name: str, here: str) -> dict[str, object]:
    """Return what the page (found at `here`) needs to answer by itself while the server is out of reach; no `game` if
    it cannot."""
    words = {
        "unreachable": gettext(UNREACHABLE),
        "here": gettext(COUNTED_HERE),
        "malformed": gettext(MALFORMED),
        "rule": gettext(N_("Read the rule")),
        "keep": gettext(N_("Save this evening")),
        "kept": gettext(N_("Waiting on this phone until the server is back.")),
    }
    desk = desk_of(game, name).offline
    if desk is None:
        return {"words": words}
    return {
        "words": words,
        "game": game,
        "desk": name,
        "book": desk.book,
        "total": desk.total,
        "refusals": {
            refusal.code: {"message": gettext(str(refusal.message)), "url": rule_url(refusal.rule, here)}
            for refusal in desk.refusals
        },
        "says": {what: gettext(message) for what, message in desk.says.items()},
        "names": {term: printed(term) for term in desk.terms},
    }
