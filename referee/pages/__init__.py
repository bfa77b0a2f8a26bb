"""The parts that every page shares: JSON or HTML, whole or fragment, and how a problem is answered."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
from flask import Response, g, render_template, request
from flask_htmx import HTMX
from werkzeug.http import parse_accept_header

from referee.audience import NO_TOKEN, Denied
from referee.engine import N_, Fact, Malformed, Refusal, Sentence
from referee.language import say
from referee.names import untranslated
from referee.rulebook import rule_url

VARY = "Accept, Accept-Encoding, Accept-Language, Authorization, Cookie, HX-Request, HX-Request-Type"
htmx = HTMX()


class Problem(Exception):  # noqa: N818 - HTTP's word (RFC 9457)
    """A request that gets no good answer: status, the code of the answer, and what to say about it."""

    def __init__(self, status: int, code: str, sentence: Sentence, **more: object):
        super().__init__(code)
        self.status = status
        self.code = code
        self.sentence = sentence
        self.more = more


def problem(status: int, code: str, message: str, **facts: Fact) -> Problem:
    """Return a Problem that says `message` (an English msgid)."""
    return Problem(status, code, Sentence(message, facts))


UNREADABLE = N_(
    "Table %(table)s cannot be read on this server: it may come from a newer release, or its file may be damaged."
    " Nothing of it was changed."
)
SENTENCES: dict[int, tuple[str, str]] = {
    400: ("malformed", N_("That request makes no sense to the referee.")),
    401: ("no_token", NO_TOKEN),
    403: ("forbidden", N_("This phone cannot do that.")),
    404: ("not_found", N_("There is nothing here.")),
    405: ("method_not_allowed", N_("That cannot be done here.")),
    408: ("timeout", N_("That took too long; please try again.")),
    413: ("too_large", N_("That is more than the referee can read at once.")),
    414: ("too_large", N_("That is more than the referee can read at once.")),
    415: ("wrong_type", N_("The referee reads JSON and forms only.")),
    429: ("too_many", N_("Too many at once. Wait a moment and try again.")),
    500: (
        "internal",
        N_("Something went wrong in the referee. What was recorded is safe: look at the log, then try again."),
    ),
    503: (
        "storage",
        N_("The server cannot save anything right now. Check whether your entry is in the log, then try again."),
    ),
}
"""HTTP status -> code and sentence of an answer for which nothing more exact is known."""

MALFORMED = N_("The referee does not understand “%(field)s”.")


def wants_json() -> bool:
    """Whether the answer is to be JSON: the request accepts it (RFC 9110, section 12.5.1), even after other kinds."""
    return _names_json(request.headers.get("Accept", ""))


@lru_cache(maxsize=100)
def _names_json(accepted: str) -> bool:
    named = parse_accept_header(accepted)
    return any(kind.partition(";")[0].lower() == "application/json" and quality > 0 for kind, quality in named)


def wants_fragment() -> bool:
    """Whether htmx asks for a fragment to swap into a page; Back and boosted links ask for whole pages."""
    return bool(htmx) and request.headers.get("HX-Request-Type") == "partial"


def takes(coding: str) -> bool:
    """Whether the client accepts the `coding` "gzip" or "br", which browsers accept on https only."""
    return _takes(request.headers.get("Accept-Encoding", ""), coding)


@lru_cache(maxsize=100)
def _takes(accepted: str, coding: str) -> bool:
    return parse_accept_header(accepted).quality(coding) > 0


_encoder = msgspec.json.Encoder()


def json(value: object, status: int = 200) -> Response:
    """Answer with `value` as JSON."""
    answer = Response(_encoder.encode(value), status, content_type="application/json")
    answer.headers["Vary"] = VARY
    answer.headers["Cache-Control"] = "no-store"
    return answer


def page(template: str, status: int = 200, **context: Any) -> Response:
    """Answer with a template as HTML."""
    return html(render_template(template, **context), status)


def html(text: str | bytes, status: int = 200) -> Response:
    """Answer with `text` as HTML, in which browsers translate no names of people; never cached, since it depends on
    who reads it."""
    text = untranslated(text) if isinstance(text, str) else text
    answer = Response(text, status, content_type="text/html; charset=utf-8")
    answer.headers["Vary"] = VARY
    answer.headers["Cache-Control"] = "no-store"
    return answer


def go_to(path: str) -> Response:
    """Send the browser on to `path` of this server after what it posted was done (303)."""
    return Response(status=303, headers={"Location": path})


def refusal_json(refusal: Refusal, players: Sequence[str] = ()) -> dict[str, object]:
    """Return a refusal as JSON shows it."""
    return {
        "code": refusal.code,
        "rule": refusal.rule,
        "message": say(refusal, players),
        "url": rule_url(refusal.rule),
    }


def error_json(error: Problem) -> dict[str, object]:
    """Return what went wrong as JSON shows it, with the offending `field` where there is one."""
    return {"code": error.code, "message": say(error.sentence, g.get("players", ())), **error.more}


def malformed(error: Malformed) -> Problem:
    """Return the 400 that names the offending field."""
    sentence = error.sentence or Sentence(MALFORMED, {"field": error.field})
    return Problem(400, "malformed", sentence, field=error.field)


def denied(error: Denied) -> Problem:
    """Return the 401 or 403 for what a sender has no right to."""
    return Problem(401 if error.code == "no_token" else 403, error.code, error.sentence)


def answer_problem(error: Problem) -> Response:
    """Answer a Problem as JSON, as a notice that htmx swaps in, or as a page."""
    shown = error_json(error)
    message = shown["message"]
    if wants_json():
        answer = json({"error": shown}, error.status)
    elif wants_fragment():
        answer = page("notice.html", error.status, message=message)
        answer.headers["HX-Retarget"] = "#notice"
        answer.headers["HX-Reswap"] = "outerHTML"
    else:
        tried = error.sentence.facts.get("table") if error.status == 404 else None  # there is no table with that code
        facts = {"message": message, "number": error.status, "wrong_code": tried, "address": shown.get("address")}
        answer = page("problem.html", error.status, **facts)
    if error.status == 429:
        answer.headers["Retry-After"] = "10"
    return answer
