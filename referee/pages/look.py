"""Stylesheets, scripts and symbols as they go over the wire: joined, without what other games need, packed once.

A file of static/ may mark a part as wanted by some games only, and the table of another game is sent without it:
`/* only homunculus */ … /* end */` in CSS, `<!-- only homunculus -->` … `<!-- end -->` in SVG. `only all` is for pages
that are no table.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path

import brotli
import deflate
from flask import Blueprint, Response, abort, request

from referee.pages import takes

ROOT = Path(__file__).parent.parent.parent
STATIC = ROOT / "static"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
THEMES = ("dark", "light")
STYLES = tuple(
    f"css/{name}.css"
    for name in ("frame", "taps", "shown", "players", "alchemicus", "homunculus", "fata_morgana", "wide")
)
SETS = {"app.css": STYLES}
"""Files that go by one name, in their order."""
WHOLE = "all"
"""In an address: nothing is left out, since the page is of no game, or of several."""
MOST = 8
"""Files joined into one."""
FOR_EVER = "public, max-age=31536000, immutable"

bp = Blueprint("look", __name__)
_game: ContextVar[str] = ContextVar("game", default=WHOLE)

ONLY = re.compile(r"(?:/\*|<!--) only ([\w ]+?) (?:\*/|-->)(.*?)(?:/\*|<!--) end (?:\*/|-->)", re.DOTALL)
SCRIPT_COMMENT = re.compile(r"^[ \t]*(?://.*|/\*.*\*/)?\n", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->", re.DOTALL)


def dress(game: str = WHOLE) -> None:
    """Say whose table is being shown from here on (in this request or stream), or that it is no table."""
    _game.set(game)


def theme() -> str | None:
    """Return by which light this phone wants to read, or None to leave it to its system."""
    wanted = request.cookies.get("theme")
    return wanted if wanted in THEMES else None


def look() -> str:
    """Return whose table is being shown, or `WHOLE`."""
    return _game.get()


def asset(*names: str) -> str:
    """Return the URL of files of static/, joined into one if there are several, to be cached for ever."""
    return _url(names, _game.get())


@cache
def _url(names: tuple[str, ...], game: str) -> str:
    if Path(names[0]).suffix in TYPES:
        return f"/look/{_digest(names, game)}/{game}/{'+'.join(names)}"
    digest = hashlib.sha256((STATIC / names[0]).read_bytes()).hexdigest()[:10]
    return f"/static/{names[0]}?v={digest}"


@lru_cache(maxsize=256)
def _digest(names: tuple[str, ...], game: str) -> str:
    return hashlib.sha256(text(names, game).encode()).hexdigest()[:10]


def text(names: tuple[str, ...], game: str) -> str:
    """Return what is sent for these files, one after the other, at a table of `game`."""
    files = [file for name in names for file in SETS.get(name, (name,))]
    parts = [(STATIC / file).read_text(encoding="utf-8") for file in files]
    if names[0].endswith(".js"):
        return ";\n".join(re.sub(r"^[ \t]+", "", SCRIPT_COMMENT.sub("", part), flags=re.MULTILINE) for part in parts)
    return "\n".join(_lean(part, game) for part in parts)


def _lean(part: str, game: str) -> str:
    part = ONLY.sub(lambda only: only[2] if game == WHOLE or game in only[1].split() else "", part)
    part = re.sub(r"\s+", " ", COMMENT.sub("", part)).strip()
    return re.sub(r" ?([{};,]) ", r"\1", part).replace(": ", ":") if "{" in part else part.replace("> <", "><")


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "br": brotli.compress,
    "gzip": lambda body: bytes(deflate.gzip_compress(body, 12)),
}
"""How files are compressed, the smallest first."""


@lru_cache(maxsize=256)  # whoever asks for other files than our pages do shall not fill the memory
def _packed(names: tuple[str, ...], game: str, coding: str | None) -> bytes:
    body = text(names, game).encode()
    return PACKED[coding](body) if coding else body


@bp.get("/look/<digest>/<game>/<path:joined>")
def send(digest: str, game: str, joined: str) -> Response:
    """Send joined files. An address from before an update gets what there is now, but not for ever."""
    names = tuple(joined.split("+"))
    kinds = {Path(name).suffix for name in names}
    if (
        len(kinds) != 1
        or len(names) > MOST
        or not kinds <= set(TYPES)
        or not set(names) <= _names()
        or game not in _games()
    ):
        abort(404)
    coding = next(filter(takes, PACKED), None)
    answer = Response(_packed(names, game, coding), content_type=f"{TYPES[kinds.pop()]}; charset=utf-8")
    if coding:
        answer.headers["Content-Encoding"] = coding
    answer.headers["Vary"] = "Accept-Encoding"
    answer.headers["Cache-Control"] = FOR_EVER if digest == _digest(names, game) else "no-cache"
    return answer


@cache
def _names() -> frozenset[str]:
    return frozenset(SETS) | {file.relative_to(STATIC).as_posix() for file in STATIC.rglob("*") if file.is_file()}


@cache
def _games() -> frozenset[str]:
    marked = (ONLY.findall((STATIC / name).read_text(encoding="utf-8")) for name in (*STYLES, "sprite.svg"))
    return frozenset({WHOLE, *(game for parts in marked for only, _part in parts for game in only.split())})
