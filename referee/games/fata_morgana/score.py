"""The end of the game: objectives, hands, ranking (FM-OBJECTIVE, FM-HAND, FM-WIN)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

import msgspec

from referee.engine import Ranked, Result
from referee.games.fata_morgana.board import (
    NONE,
    ONE,
    ByColour,
    Counts,
    Objective,
    by_colour,
    counts_of,
    lacking,
    minus,
    plus,
)

ROWS = (("three", "two", "one"), ("three", "two"), ("three",))
"""The colours of an objective that each row of the card shows, from the bottom (FM-OBJECTIVE)."""
POINTS_PER_ROW = 2
COMPLETE = POINTS_PER_ROW * len(ROWS)
COMPLETE_TAKES = sum(len(row) for row in ROWS)
"""The number of ingredients a complete objective takes."""
INGREDIENTS_PER_POINT = 2
"""The ingredients left in hand for a point (FM-HAND)."""


class Score(msgspec.Struct, frozen=True):
    """A player's points at the end: `points` scored in play, for the `objective` (0, 2, 4, 6), for the `hand`."""

    points: int
    objective: int
    hand: int

    @property
    def total(self) -> int:
        return self.points + self.objective + self.hand

    @property
    def complete(self) -> bool:
        return self.objective == COMPLETE


def _rows(objective: Objective) -> list[Counts]:
    """Return what a hand must hold for the lowest row, for the two lower ones, for all three."""
    held, rows = NONE, []
    for row in ROWS:
        for wish in row:
            held = plus(held, ONE[getattr(objective, wish)])
        rows.append(held)
    return rows


def wanted(objective: Objective) -> Counts:
    """Return what a complete objective takes: six ingredients (FM-OBJECTIVE)."""
    return _rows(objective)[-1]


def objective_points(objective: Objective | None, hand: Counts) -> int:
    """Return 2 points for each row of the card the hand holds, from the bottom: 0, 2, 4 or 6 (FM-OBJECTIVE)."""
    if objective is None:
        return 0
    return POINTS_PER_ROW * sum(lacking(hand, row) is None for row in _rows(objective))


class Goal(msgspec.Struct, frozen=True):
    """An objective beside a hand: what it is `worth` now, and how many of each colour are `lacking` to complete it."""

    worth: int
    lacking: ByColour

    @property
    def complete(self) -> bool:
        return self.worth == COMPLETE


def goal(objective: Objective, hand: ByColour) -> Goal:
    """Return what an objective is worth with this hand."""
    counts = counts_of(hand)
    return Goal(objective_points(objective, counts), by_colour(minus(wanted(objective), counts)))


def score(points: int, objective: Objective | None, hand: Counts) -> Score:
    """Return the final score; every 2 ingredients left in hand are worth 1 point (FM-HAND)."""
    return Score(points, objective_points(objective, hand), hand_points(sum(hand)))


def hand_points(cards: int) -> int:
    """Return what so many ingredients left in hand are worth (FM-HAND)."""
    return cards // INGREDIENTS_PER_POINT


def fewest_cards(points: int) -> int:
    """Return how many ingredients a hand holds at least to be worth so many points for its objective."""
    return sum(len(row) for row in ROWS[: points // POINTS_PER_ROW])


class Standing(Ranked, frozen=True):
    """A line of the ranking: what was scored in play, for the objective, for the hand, and in all."""

    points: int
    objective: int
    hand: int
    total: int


class Outcome(Result[Standing], frozen=True):
    """The end of a game of Fata Morgana; a tie is a shared win (E-22)."""

    COMPARED: ClassVar[Mapping[str, str]] = {"points": "total"}


def result(scores: Sequence[Score]) -> Outcome:
    """Return ranking (best first, places 1, 1, 3), winners and `decided_by` (FM-WIN)."""
    places = [1 + sum(other.total > each.total for other in scores) for each in scores]
    ranking = [
        Standing(seat, place, each.points, each.objective, each.hand, each.total)
        for seat, (each, place) in enumerate(zip(scores, places, strict=True))
    ]
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return Outcome(
        tuple(sorted(ranking, key=lambda line: (line.place, line.seat))),
        winners,
        "points" if len(winners) == 1 else "draw",
    )
