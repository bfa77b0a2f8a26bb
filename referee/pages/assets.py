"""Stylesheets, scripts and symbols as they go over the wire: joined, and compressed once.

What a game brings of its own stands beside its templates, and the tables of others are sent nothing of it.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache
from pathlib import Path

import brotli
import rcssmin
import rjsmin
from flask import Blueprint, Response, abort, request

from referee import ROOT
from referee.engine import COLOURS
from referee.games import GAMES
from referee.pages import takes

STATIC = ROOT / "static"
TEMPLATES = ROOT / "templates"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
THEMES = ("dark", "light")
USUAL = "100"
SIZES = (USUAL, "115", "130")
"""The sizes of a phone's letters, in per cent of what its system says: what the app's own switch offers."""


def _of_games(name: str) -> tuple[str, ...]:
    """Return the files of this name that games bring, in the games' order."""
    return tuple(f"{game}/{name}" for game in GAMES if (TEMPLATES / game / name).is_file())


SHARED = ("css/frame.css", "css/taps.css", "css/shown.css", "css/players.css", "css/stage.css", "css/mine.css")
TABLE_JOBS = (
    "shown",
    "older",
    "popover",
    "stream",
    "taps",
    "notice",
    "sheets",
    "focus",
    "awake",
    "names",
    "stage",
    "felt",
    "flourishes",
    "messages",
    "what",
    "rules",
    "first",
    "log",
)
"""The scripts of a table's page, a file each, in the order they are sent."""
STYLES = (*SHARED, *_of_games("style.css"), "css/wide.css")
SETS = {
    "app.css": ("css/letters.css", *STYLES),
    "file.css": (*STYLES, "css/rules.css"),
    "sprite.svg": ("sprite.svg", *_of_games("symbols.svg")),
    "table.js": (
        *(f"table/{job}.js" for job in TABLE_JOBS),
        *_of_games("table.js"),
    ),
    "desks.js": ("desks.js", *_of_games("count.js"), *_of_games("desk.js")),
}
"""Files that go by one name, in their order: of static/, and what each game brings below templates/. What is one file
(file.css) is read in the system's faces."""
FONTS = tuple(f"fonts/{path.name}" for path in sorted((STATIC / "fonts").glob("*.woff2")))
WHOLE = "all"
"""In an address: nothing is left out, since the page is of no game, or of several."""
FOR_EVER = "public, max-age=31536000, immutable"

Look = tuple[str, tuple[str, ...]]
"""The things pieces of pages depend on beside the language: the game that is being shown, and its players' colours."""

mimetypes.add_type("font/woff2", ".woff2")  # Python knows it from 3.13 on, and some systems do not
bp = Blueprint("assets", __name__)
_game: ContextVar[str] = ContextVar("game", default=WHOLE)
_colours: ContextVar[tuple[str, ...]] = ContextVar("colours", default=())

ASSET = re.compile(r"\basset\(([^)]+)\)")
FONT = re.compile(r"url\(/static/(fonts/[\w-]+\.woff2)\)")
MEDIA = re.compile(r"@media[^{]+")
LENGTH = re.compile(r"([\d.]+)(r?em)\b")
SEAM = re.compile(r"</svg>\s*<svg[^>]*>")
SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.DOTALL)
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def set_current_game(game: str = WHOLE, colours: object = ()) -> None:
    """Set the game whose table is shown from here on, in this request or stream (WHOLE if it is no table), and its
    players' colours by seat."""
    _game.set(game)
    set_current_colours(colours)


def set_current_colours(colours: object) -> None:
    """Set the players' colours, by seat, of the table that a page is about: its option, UNSET at tables older than
    that option."""
    _colours.set(colours if isinstance(colours, tuple) else ())


def mark_of(seat: int) -> int:
    """Return the number of the colour, and of the shape that goes with it, of the player at `seat`: by the colours of
    the table that is being shown, else by the seat."""
    colours = _colours.get()
    return COLOURS.index(colours[seat]) if seat < len(colours) else seat


def current_look() -> Look:
    """Return the look of what is shown now."""
    return _game.get(), _colours.get()


def theme() -> str | None:
    """Return the theme this phone has chosen, or None to leave it to its system."""
    wanted = request.cookies.get("theme")
    return wanted if wanted in THEMES else None


def letters() -> str:
    """Return how large this phone wants letters: one of SIZES."""
    wanted = request.cookies.get("letters", USUAL)
    return wanted if wanted in SIZES else USUAL


def asset(*names: str) -> str:
    """Return the URL of files of static/, joined into one if there are several, to be cached for ever."""
    return _url(names, _game.get(), letters() if names[0].endswith(".css") else USUAL)


@cache
def _url(names: tuple[str, ...], game: str, size: str = USUAL) -> str:
    if Path(names[0]).suffix in TYPES:
        larger = "" if size == USUAL else f"?letters={size}"
        return f"/look/{_digest(names, game, size)}/{game}/{'+'.join(names)}{larger}"
    digest = hashlib.sha256((STATIC / names[0]).read_bytes()).hexdigest()[:8]
    return f"/static/{names[0]}?v={digest}"


@cache
def _digest(names: tuple[str, ...], game: str, size: str = USUAL) -> str:
    return hashlib.sha256(text(names, game, size).encode()).hexdigest()[:8]


def text(names: tuple[str, ...], game: str, size: str = USUAL) -> str:
    """Return what is sent for these files, one after the other, at a table of `game`, to a phone with letters of that
    `size`."""
    named = [file for name in names for file in SETS.get(name, (name,))]
    files = [file for file in named if game in (WHOLE, _owner(file)) or _owner(file) is None]
    if names[0].endswith(".js"):
        return ";\n".join(_minified(file) for file in files)
    wanted = "\n".join(map(_source, files))
    if names[0].endswith(".css"):
        style = FONT.sub(lambda font: f"url({_url((font[1],), game)})", str(rcssmin.cssmin(wanted)))
        return style if size == USUAL else MEDIA.sub(lambda media: _measured(media[0], int(size)), style)
    return one_sprite(wanted)


def one_sprite(sprites: str) -> str:
    """Return sprites joined into one, without their comments; of symbols that several games bring, each once."""
    joined = SEAM.sub("", re.sub(r"\s+", " ", COMMENT.sub("", sprites)).strip().replace("> <", "><"))
    seen: set[str] = set()

    def first(symbol: re.Match[str]) -> str:
        again = symbol[1] in seen
        seen.add(symbol[1])
        return "" if again else symbol[0]

    return SYMBOL.sub(first, joined)


def _measured(media: str, size: int) -> str:
    """Return a media query that asks how many letters fit where they are larger: its em is the system's, whatever the
    page says."""
    return LENGTH.sub(lambda length: f"{float(length[1]) * size / 100:g}{length[2]}", media)


def _owner(file: str) -> str | None:
    """Return the game that brings `file`, or None if it is of static/."""
    folder = file.partition("/")[0]
    return folder if folder in GAMES else None


def _source(file: str) -> str:
    return ((TEMPLATES if _owner(file) else STATIC) / file).read_text(encoding="utf-8")


def _minified(script: str) -> str:
    """Return a script without its comments and indents; vendored ones have none. rjsmin cannot read a template literal
    within another."""
    return _source(script) if script.startswith("vendor/") else rjsmin.jsmin(_source(script))


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "br": brotli.compress,
    "gzip": gzip.compress,
}
"""The ways files are compressed, the smallest first."""


@cache
def _packed(names: tuple[str, ...], game: str, size: str, coding: str | None) -> bytes:
    body = text(names, game, size).encode()
    return PACKED[coding](body) if coding else body


@bp.get("/look/<digest>/<game>/<path:joined>")
def send(digest: str, game: str, joined: str) -> Response:
    """Send joined files. An address from before an update gets the files of now, not to be cached for ever."""
    names = tuple(joined.split("+"))
    size = request.args.get("letters", USUAL)
    if names not in _asked_for() or game not in (WHOLE, *GAMES) or size not in SIZES:
        abort(404)
    coding = next(filter(takes, PACKED), None)
    answer = Response(_packed(names, game, size, coding), content_type=f"{TYPES[Path(joined).suffix]}; charset=utf-8")
    if coding:
        answer.headers["Content-Encoding"] = coding
    answer.headers["Vary"] = "Accept-Encoding"
    answer.headers["Cache-Control"] = FOR_EVER if digest == _digest(names, game, size) else "no-cache"
    return answer


@cache
def _asked_for() -> frozenset[tuple[str, ...]]:
    """Return the files that some template asks for together; others are not sent, as each costs time to pack."""
    calls = (call for file in TEMPLATES.rglob("*.html") for call in ASSET.findall(file.read_text(encoding="utf-8")))
    joined = (tuple(re.findall(r"[\w./-]+", names)) for names in calls)
    return frozenset(names for names in joined if Path(names[0]).suffix in TYPES)
