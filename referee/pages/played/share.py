"""A result to send: as text to copy, and as a picture."""

from __future__ import annotations

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
"""By seat how a line is dashed, so that lines are told apart without colour."""
WIDTH, HEIGHT = 468, 120
"""Of the chart, in the picture's units."""
NAME_LETTERS = 30
"""So many letters of a name fit beside its score."""


class Line(msgspec.Struct, frozen=True):
    """One player's line of the chart."""

    points: str
    colour: str
    dashes: str


def text(play: Play, title: str, board: str, said: str) -> str:
    """Return the result as plain text: the game, the day, everybody's place and score, what decided it."""
    head = " · ".join(part for part in (title, board, day(play.ended), _length(play)) if part)
    rows = [
        f"{player.place}. {player.name}" + ("" if player.score is None else f" – {player.score}")
        for player in sorted(play.players, key=lambda player: player.place)
    ]
    return "\n".join([head, *rows, *([said] if said else []), *([play.note] if play.note else [])])


def card(play: Play, title: str, board: str, said: str, points: Sequence[Sequence[int]]) -> str:
    """Return the result as an SVG picture; `points` are everybody's scores turn by turn, for its chart."""
    rows = [
        msgspec.structs.replace(player, name=_short(player.name))
        for player in sorted(play.players, key=lambda player: player.place)
    ]
    lines = _lines(play, points)
    return render_template(
        "played/card.svg",
        title=" · ".join(part for part in (title, board) if part),
        under=" · ".join(part for part in (day(play.ended), _length(play)) if part),
        rows=rows,
        said=said,
        lines=lines,
        height=140 + 44 * len(rows) + (40 if said else 0) + (HEIGHT + 40 if lines else 0),
    )


def _length(play: Play) -> str:
    minutes = play.minutes
    return ngettext("%(num)s minute", "%(num)s minutes", minutes) % {"num": minutes} if minutes else ""


def _short(name: str) -> str:
    return name if len(name) <= NAME_LETTERS else name[: NAME_LETTERS - 1] + "…"


def _lines(play: Play, points: Sequence[Sequence[int]]) -> list[Line]:
    if len(points) < 2:
        return []
    top = max((max(row) for row in points if row), default=0) or 1
    colours: Any = play.options.get("colours") or list(INK)
    return [
        Line(
            " ".join(
                f"{WIDTH * turn / (len(points) - 1):.1f},{HEIGHT - HEIGHT * row[seat] / top:.1f}"
                for turn, row in enumerate(points)
            ),
            INK[colours[seat]],
            DASHES[seat],
        )
        for seat in range(len(play.players))
    ]
