"""The gate: what every request passes on its way in, and every answer on its way out."""

from __future__ import annotations

import ipaddress
import urllib.parse
from functools import lru_cache

from flask import Flask, Response, current_app, request
from flask_compress import Compress
from werkzeug.exceptions import HTTPException

from referee import language
from referee.audience import Denied
from referee.engine import N_, Malformed, Sentence
from referee.pages import (
    SENTENCES,
    UNREADABLE,
    Problem,
    answer_problem,
    assets,
    denied,
    malformed,
    problem,
    takes,
    wants_json,
)
from referee.pages.app_state import app_state
from referee.pages.identity import address, phone_name
from referee.pages.reading import LARGEST_FILE, is_json
from referee.store import Busy, StorageError, Unreadable

LARGE_FILES = ("/tables/import", "/played/bring", "/played/take")
"""The addresses that take files: as large as a game's."""
LARGEST_BODY = 64 * 1024
LOOKS = ("/static/", "/look/")
"""The folders of style and scripts, which the page that tells the right address needs."""
LONGEST_SHOWN = 60
"""Characters of a host's name that are repeated to who asked for it."""
SMALL = 500
"""Bytes of an answer that are not worth compressing."""
ROW_BYTES = 200
"""About how many bytes the smallest request leaves in the database."""
SECURITY = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), screen-wake-lock=(self)",
}
HOME_SUFFIXES = (
    # Set aside for homes (RFC 6761, 6762, 8375, and ICANN for .internal), or no top-level domain at all:
    *(".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".localhost"),
    # What routers call the network at home, below no top-level domain:
    *(".speedport.ip", ".funbox", ".livebox", ".bbox"),
    # Below a name that its provider alone gives, at home only:
    *(".fritz.box", ".homenet.telecomitalia.it", ".attlocal.net", ".ts.net"),
)
"""The endings of names that nobody on the internet can let point here. Not .easy.box: anybody may register that."""
OWN_HEADER = "Referee"
"""The header by which the app's own scripts tell this server's answers from anybody else's (static/phone.js)."""
EVERY = {**SECURITY, OWN_HEADER: "1"}
MAKE_TABLES = ("making.create", "following.follow", "copies.import_table")
compress = Compress()
NEED_COOKIES = ("making.create", "following.follow", "joining.join")
NO_COOKIES = N_(
    "This browser blocks cookies, so it would forget your seat. Allow cookies for this address in its settings, then "
    "come back."
)
UNKNOWN_HOST = N_("This server is not called %(host)s. Type this address instead: %(address)s")
BUSY = N_("The server is too busy just now. Nothing was recorded: wait a moment and try again.")
BAD_ORIGIN = N_("That came from another site; the referee listens to its own pages only.")


def guard(app: Flask) -> None:
    """Let every request and every answer of `app` pass the gate."""
    compress.init_app(app)
    app.before_request(check_request)
    app.after_request(seal)
    answer_errors(app)


def check_request() -> None:
    """Choose the language, then refuse what is too large, too often, or from elsewhere."""
    assets.set_current_game()
    asked = (request.args.get("lang") if request.query_string else None) or pages_language()
    language.reading(language.choose(asked, request.cookies.get("lang"), accepted))
    if request.method not in ("GET", "HEAD", "OPTIONS"):
        if request.path in LARGE_FILES:
            request.max_content_length = LARGEST_FILE
        length = request.content_length or 0
        if length > (request.max_content_length or LARGEST_BODY):
            raise problem(413, *SENTENCES[413])
        if length:
            is_json()
        limits = app_state().limits
        limits.hit("flood", address())
        limits.hit("bytes", address(), cost=length + ROW_BYTES)
        if request.endpoint in MAKE_TABLES:
            limits.check("create", address())
            limits.check("tables", address())
        if not same_origin():
            raise problem(403, "bad_origin", BAD_ORIGIN)
        if request.endpoint in NEED_COOKIES and keeps_no_cookies():
            raise problem(403, "no_cookies", NO_COOKIES)
    if not request.path.startswith(LOOKS) and not known_host(request.host, current_app.config["HOSTS"]):
        raise unknown_host()


def pages_language() -> str | None:
    """Return the language that the address of a page asks for (`?lang=`), to which this request's answer is added."""
    if "HX-Request" not in request.headers:
        return None
    page = request.headers.get("HX-Current-URL") or request.headers.get("Referer", "")
    try:
        return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(page).query)).get("lang") if "?" in page else None
    except ValueError:  # no address
        return None


def accepted() -> list[str]:
    """Return the languages this request accepts, the most preferred first."""
    return [tag for tag, quality in request.accept_languages if quality > 0]


def same_origin() -> bool:
    """Whether a write comes from a page of this server, or from a script that is no browser's.

    Sec-Fetch-Site where the browser sends it (https and localhost only), else Origin against Host.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    if origin is None:
        return True
    try:
        return urllib.parse.urlsplit(origin).netloc.lower() == request.host.lower()
    except ValueError:  # brackets that hold no address
        return False


def keeps_no_cookies() -> bool:
    """Whether a browser posts a form without the cookie that its page came with."""
    by_browser = not wants_json() and ("Origin" in request.headers or "Sec-Fetch-Site" in request.headers)
    return by_browser and not request.cookies.getlist(phone_name())


def unknown_host() -> Problem:
    """Return the 403 that says where this server is reached: by a name or an address that it knows."""
    tell, hosts = app_state().addresses, current_app.config["HOSTS"]
    port = request.server[1] if request.server else ""
    known = [*tell()] if tell else [f"{request.scheme}://{name}" for name in hosts]
    here = next(iter(known), f"http://127.0.0.1:{port}")
    asked = request.host.partition(":")[0][:LONGEST_SHOWN]
    shown = asked if asked.isascii() and asked.isprintable() else "?"
    return Problem(403, "bad_origin", Sentence(UNKNOWN_HOST, {"host": shown, "address": here}), address=here)


@lru_cache(maxsize=1000)
def known_host(host: str, hosts: tuple[str, ...]) -> bool:
    """Whether `host` may be this server: an address, a name of a house's own network, or one of `hosts`.

    A page elsewhere that lets its own name point here (DNS rebinding) is none of these.
    """
    try:
        name = (urllib.parse.urlsplit(f"//{host}").hostname or "").removesuffix(".")
        name.encode("ascii").decode("idna")
    except ValueError:  # brackets that hold no address, or labels that no name has
        return False
    if "." not in name or name.endswith(HOME_SUFFIXES) or name in hosts:
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def seal(answer: Response) -> Response:
    """Add the headers every answer carries, and compress it; static/ asked for by a digest is kept for ever."""
    if "Content-Security-Policy" not in answer.headers:
        answer.headers.extend(EVERY)
    if answer.status_code == 401:
        answer.headers["WWW-Authenticate"] = "Bearer"  # RFC 9110, 15.5.2; no browser asks its reader for that
    if request.path.startswith("/static/") and answer.status_code in (200, 304):
        hashed = "v" in request.args
        answer.headers["Cache-Control"] = assets.FOR_EVER if hashed else "no-cache"
    # Flask-Compress sets Vary, too: it is asked unless Vary is right and nothing is to be compressed.
    small = answer.is_sequence and (answer.calculate_content_length() or 0) < SMALL
    packed = small or "Content-Encoding" in answer.headers or not any(map(takes, assets.PACKED))
    if not packed or "Accept-Encoding" not in answer.headers.get("Vary", ""):
        answer = compress.after_request(answer)
    return answer


def answer_errors(app: Flask) -> None:
    """Answer every error with a sentence in the reader's language: 503 for the disk, the database or too many writes at
    once, 500 for a fault of ours."""

    @app.errorhandler(Problem)
    def known(error: Problem) -> Response:
        return answer_problem(error)

    @app.errorhandler(Malformed)
    def wrong(error: Malformed) -> Response:
        return answer_problem(malformed(error))

    @app.errorhandler(Denied)
    def no_right(error: Denied) -> Response:
        return answer_problem(denied(error))

    @app.errorhandler(Unreadable)
    def unreadable(error: Unreadable) -> Response:
        app.logger.error("unreadable: %s", error)
        code = (request.view_args or {}).get("code", "")
        return answer_problem(problem(503, "storage", UNREADABLE, table=code.upper()))

    @app.errorhandler(Busy)
    def busy(error: Busy) -> Response:
        app.logger.warning("busy: %s", error)
        return answer_problem(problem(503, "busy", BUSY))

    @app.errorhandler(StorageError)
    def storage(error: StorageError) -> Response:
        app.logger.error("storage: %s", error)
        return answer_problem(problem(503, *SENTENCES[503]))

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        status = error.code or 400
        if 300 <= status < 400:
            return error.get_response()  # type: ignore[return-value]
        answer = answer_problem(problem(status, *SENTENCES.get(status, SENTENCES[400])))
        if status == 405 and (allowed := getattr(error, "valid_methods", None)):
            answer.headers["Allow"] = ", ".join(sorted(allowed))
        return answer

    @app.errorhandler(Exception)
    def unforeseen(error: Exception) -> Response:
        app.logger.exception("unforeseen: %s", error)
        if app.testing:
            raise error
        return answer_problem(problem(500, *SENTENCES[500]))
