"""A result to send: as text to copy, and as a picture."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

import msgspec
from flask import render_template

from referee.language import day, ngettext
from referee.store.rows import Play

INK = {
    "blue": "#8cc0ff",
    "brown": "#cf9a66",
    "red": "#ff7a66",
    "green": "#8fcf5a",
    "yellow": "#ffe066",
    "violet": "#c6a0f5",
}
"""The colours of players as they are drawn on the picture's dark ground."""
DASHES = ("", "7 3", "2 3", "10 3 2 3", "1 5")
"""The dashes of each seat's line, so that lines are told apart without colour."""
WIDTH, HEIGHT = 468, 120
"""The size of the chart, in the picture's units."""
NAME_WIDTH, TITLE_WIDTH = 17.0, 14.0
"""The width of a name beside its score, and of the title, in their own letters' size."""
NOT_IN_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that no XML document can hold (XML 1.0, 2.2)."""


class Curve(msgspec.Struct, frozen=True):
    """The curve of one player in the chart: where it goes, its colour, its dashes."""

    points: str
    colour: str
    dashes: str


def text(play: Play, title: str, how: str, said: str) -> str:
    """Return the result as plain text: the game, the day, everybody's place and score, what decided it."""
    head = " · ".join(part for part in (title, how, day(play.ended), _length(play)) if part)
    rows = [
        f"{player.place}. {player.name}" + ("" if player.score is None else f" – {player.score}")
        for player in sorted(play.players, key=lambda player: player.place)
    ]
    return "\n".join([head, *rows, *([said] if said else []), *([play.note] if play.note else [])])


def card(play: Play, title: str, how: str, said: str, points: Sequence[Sequence[int]]) -> str:
    """Return the result as an SVG picture; `points` are everybody's scores turn by turn, for its chart."""
    rows = [
        msgspec.structs.replace(player, name=fitting(player.name, NAME_WIDTH))
        for player in sorted(play.players, key=lambda player: player.place)
    ]
    lines = _curves(play, points)
    return render_template(
        "played/card.svg",
        title=fitting(" · ".join(part for part in (title, how) if part), TITLE_WIDTH),
        under=" · ".join(part for part in (day(play.ended), _length(play)) if part),
        rows=rows,
        said=said,
        lines=lines,
        height=140 + 44 * len(rows) + (40 if said else 0) + (HEIGHT + 40 if lines else 0),
    )


def _length(play: Play) -> str:
    minutes = play.minutes
    return ngettext("%(num)s minute", "%(num)s minutes", minutes) % {"num": minutes} if minutes else ""


def fitting(text: str, width: float) -> str:
    """Return as much of a text as fits into `width` (in letters' size, by a guess at how wide each is), in XML."""
    text = NOT_IN_XML.sub("", text)
    wide = 0.0
    for place, letter in enumerate(text):
        wide += _width(letter)
        if wide > width:
            return text[:place].rstrip("\u200d ") + "…"
    return text


def _width(letter: str) -> float:
    letter = unicodedata.normalize("NFD", letter)[0]
    if unicodedata.combining(letter) or letter == "\u200d":
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF" or letter in "MWmw@%":
        return 1.0
    return 0.75 if letter.isupper() else 0.56


def _curves(play: Play, points: Sequence[Sequence[int]]) -> list[Curve]:
    if len(points) < 2:
        return []
    top = max((max(row) for row in points if row), default=0) or 1
    colours: Any = play.options.get("colours") or list(INK)
    return [
        Curve(
            " ".join(
                f"{WIDTH * turn / (len(points) - 1):.1f},{HEIGHT - HEIGHT * row[seat] / top:.1f}"
                for turn, row in enumerate(points)
            ),
            INK[colours[seat]],
            DASHES[seat],
        )
        for seat in range(len(play.players))
    ]
