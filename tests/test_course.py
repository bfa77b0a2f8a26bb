"""How a game went, turn by turn, and what decided it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from referee.course import TurningPoints, TurnScores, course, turning_points
from referee.games import GAMES
from referee.history import Entry, History, Undo

ALCHEMICUS = GAMES["alchemicus"]


def after(*moves: dict[str, Any] | Undo) -> History:
    """Return the history of a game of Alchemicus to twenty Fame at which this was entered."""
    history = History(ALCHEMICUS.start(ALCHEMICUS.settle(ALCHEMICUS.options(target=20), 2, "en"), 2))
    for seq, what in enumerate(moves, 1):
        move = what if isinstance(what, Undo) else msgspec.convert(what, ALCHEMICUS.moves)
        history = history.enter(Entry(seq, "2026-03-01T20:00:00.000Z", None, move))
    return history


PLACE, END = {"kind": "place", "seat": 0, "field": 3}, {"kind": "end_turn", "seat": 0}
NEXT, DONE = {"kind": "place", "seat": 1, "field": 2}, {"kind": "end_turn", "seat": 1}


def fame(seat: int, by: int) -> dict[str, Any]:
    return {"kind": "fame", "seat": seat, "by": by}


def test_a_course_begins_at_the_start_and_has_everybody_s_score_at_the_end_of_each_turn() -> None:
    history = after(PLACE, fame(0, 2), END, NEXT, fame(1, 5), fame(0, 1), DONE)
    assert course(ALCHEMICUS, history) == [TurnScores(None, (0, 0)), TurnScores(0, (2, 0)), TurnScores(1, (3, 5))]


def test_a_turn_that_is_still_played_is_the_last_and_what_was_taken_back_is_none() -> None:
    history = after(PLACE, fame(0, 2), END, NEXT, fame(1, 5), Undo((4, 5)), fame(1, 1))
    assert course(ALCHEMICUS, history) == [TurnScores(None, (0, 0)), TurnScores(0, (2, 0)), TurnScores(1, (2, 1))]
    assert course(ALCHEMICUS, after()) == [TurnScores(None, (0, 0))]


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        ([TurnScores(None, (0, 0))], TurningPoints(None, 0, None, 0, None, None)),
        # Ada leads, is caught up with and passed in Bruno's second turn: the lead changes once, and Bruno keeps it.
        (
            [
                TurnScores(None, (0, 0)),
                TurnScores(0, (3, 0)),
                TurnScores(1, (3, 3)),
                TurnScores(0, (4, 3)),
                TurnScores(1, (4, 9)),
                TurnScores(0, (8, 9)),
            ],
            TurningPoints(best=1, gain=6, best_turn=2, changes=1, leader=1, since=2),
        ),
        # What somebody gains in another's turn is no turn of their own.
        (
            [TurnScores(None, (0, 0)), TurnScores(0, (1, 7)), TurnScores(1, (1, 8))],
            TurningPoints(best=0, gain=1, best_turn=1, changes=0, leader=1, since=1),
        ),
        # A tie at the end leads nobody; the first of two equal turns is the biggest.
        (
            [TurnScores(None, (0, 0)), TurnScores(0, (4, 0)), TurnScores(1, (4, 4))],
            TurningPoints(best=0, gain=4, best_turn=1, changes=0, leader=None, since=None),
        ),
    ],
)
def test_turning_points(turns: list[TurnScores], expected: TurningPoints) -> None:
    assert turning_points(turns) == expected
