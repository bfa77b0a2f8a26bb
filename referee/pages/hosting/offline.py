"""The app on a phone's home screen, and what it can do while the server is out of reach.

The service worker needs https or localhost. On plain http in a house there is none, and the rules are kept as a file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache

import msgspec
from flask import Blueprint, Response

from referee import INSTALLED, ROOT
from referee.engine import N_, Desk
from referee.language import current, gettext
from referee.pages import VARY, json, page
from referee.pages.app_state import app_state
from referee.pages.assets import FONTS, STATIC, WHOLE, asset, letters, text, theme
from referee.pages.rules.download import searchable
from referee.pages.rules.pages import LONGEST_QUERY
from referee.rulebook import BOOKS

bp = Blueprint("offline", __name__)

MADE_OF = (".",) if INSTALLED else ("app.py", "referee", "templates", "translations", "static")
PATIENCE_MS = 4000
"""The time a page that was put by waits for the server; any other waits four times as long."""

NAME = N_("The referee at the table")
SHORT_NAME = N_("Referee")
ABOUT = N_("Keeps score of alchemy games, judges moves and shows the rules, on every phone at the table.")


@cache
def version() -> str:
    """Return a digest of everything the app is made of: another one for every change of a page, script or text."""
    whole = hashlib.sha256()
    for place in MADE_OF:
        path = ROOT / place
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                whole.update(f"{file.relative_to(ROOT)}\0".encode())
                whole.update(file.read_bytes())
    return whole.hexdigest()[:12]


def most_players(question: type) -> int:
    """Return how many players a desk counts at most: the length of `players` in its question."""
    fields = {field.name: field.type for field in msgspec.structs.fields(question)}
    kind = msgspec.inspect.type_info(fields["players"])
    assert isinstance(kind, msgspec.inspect.VarTupleType)
    assert kind.max_length is not None
    return kind.max_length


def pages() -> list[str]:
    """Return the addresses of all pages that are put by: rules, the search, and the desks that need no server."""
    found = ["/offline", "/rules", *(f"/rules/{book}" for book in BOOKS)]
    found += ["/rules/rulings", "/rules/names", "/rules/search", "/desks"]
    for path, desk in offline_desks():
        ways = ["", *(f"by={way}&" for way in desk.offline.ways)] if desk.offline else [""]
        many = range(1, most_players(desk.question) + 1)
        found += [path, *(f"{path}?{way}players={number}" for way in ways for number in many)]
    return found


def offline_desks() -> Iterator[tuple[str, Desk]]:
    """Yield the desks that need no server, each with its address."""
    for game, rules in app_state().games.items():
        for name, desk in rules.desks.items():
            if desk.offline is not None:
                yield f"/desk/{game}/{name}", desk


@bp.get("/worker.js")
def worker() -> Response:
    """Send the service worker for the reader's language, light and letters; it changes with all that it puts by."""
    known = {game: app_state().store.remembered(game) for game in app_state().games}
    remembered = hashlib.sha256(msgspec.json.encode(known, order="deterministic")).hexdigest()[:8]
    looks = "-".join(filter(None, (current(), theme(), letters())))
    facts = {
        "VERSION": version(),
        "CACHE": f"referee-{version()}-{remembered}-{looks}",
        "PAGES": pages(),
        "FONTS": [asset(font) for font in FONTS],
        "OFFLINE": "/offline",
        "SEARCH": "/rules/search",
        "DOCUMENTS": "/rules/documents",
        "PATIENCE_MS": PATIENCE_MS,
    }
    constants = "".join(f"const {name} = {msgspec.json.encode(value).decode()};\n" for name, value in facts.items())
    script = constants + text(("search.js", "worker.js"), WHOLE)
    answer = Response(script, content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    answer.headers["Vary"] = VARY
    return answer


@bp.get("/version")
def what_version() -> Response:
    """Say of which version the server's pages are now, as each says of itself (`data-version`)."""
    answer = Response(version(), content_type="text/plain; charset=utf-8")
    answer.headers["Cache-Control"] = "no-store"
    return answer


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """Say how the app looks on a home screen, in the reader's language."""
    icons = [
        {"src": asset("icons/icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"},
        {"src": asset("icons/icon-192.png"), "sizes": "192x192", "type": "image/png", "purpose": "any"},
        {"src": asset("icons/icon-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "any"},
        {"src": asset("icons/maskable-512.png"), "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
    ]
    doors = [("/rules", N_("Rules")), ("/desks", N_("Ask, or score a game"))]
    answer = json(
        {
            "id": "/",
            "name": gettext(NAME),
            "short_name": gettext(SHORT_NAME),
            "description": gettext(ABOUT),
            "lang": current(),
            "dir": "ltr",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#150d18",
            "theme_color": "#150d18",
            "categories": ["games", "utilities"],
            "icons": icons,
            "shortcuts": [{"name": gettext(name), "url": url} for url, name in doors],
        }
    )
    answer.content_type = "application/manifest+json"
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@bp.get("/apple-touch-icon.png")
def touch_icon() -> Response:
    """Send the symbol that iOS looks for here, without a link on each page, when the app goes onto a home screen."""
    answer = Response((STATIC / "icons/apple-180.png").read_bytes(), content_type="image/png")
    answer.headers["Cache-Control"] = "public, max-age=86400"
    return answer


@bp.get("/offline")
def offline() -> Response:
    """The page that stands in for any other while the server is out of reach."""
    books = [(f"/rules/{book.id}", gettext(book.title)) for book in BOOKS.values()]
    return page("offline.html", desks=[*offline_desks()], books=books)


@bp.get("/rules/documents")
def documents() -> Response:
    """Return all rules and rulings as the search without a server needs them, in the reader's language."""
    return json({**searchable(), "longest": LONGEST_QUERY})
