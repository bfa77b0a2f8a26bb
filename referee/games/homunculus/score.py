"""The count of a homunculus, live and at the end, and the ranking with its tie-breaks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

import msgspec

from referee.games.homunculus.board import FINISH_BONUS, POINTS, Kind
from referee.games.homunculus.state import Board, State

Criterion = Literal["points", "face_up", "ingredients"]
CRITERIA: tuple[Criterion, ...] = get_args(Criterion)
"""What is compared, in this order (HO-TIE)."""


class Score(msgspec.Struct, frozen=True):
    """What one board is worth: HO-SCORE-PART, -UNIFORM, -FAVOURITE, -FINISH; and how many parts are face up."""

    parts: int
    uniform: int
    favourite: int
    finish: int
    face_up: int

    @property
    def total(self) -> int:
        return self.parts + self.uniform + self.favourite + self.finish


def score(board: Board, favourite: Kind | None, finished: bool) -> Score:
    """Return what `board` is worth to a player whose favourite homunculus is `favourite` (None: not known)."""
    parts = 0
    kinds: list[Kind] = []
    for tile, points in zip(board, POINTS, strict=True):
        if tile is not None and tile.face_up:
            parts += points
            kinds.append(tile.kind)
    face_up = len(kinds)
    return Score(
        parts,
        uniform=face_up if len(set(kinds)) == 1 else 0,
        favourite=0 if favourite is None else kinds.count(favourite),
        finish=FINISH_BONUS if finished else 0,
        face_up=face_up,
    )


def scores(state: State) -> tuple[Score, ...]:
    """Return each player's score if the game ended now, in seat order."""
    return tuple(
        score(player.board, None if player.favourite is None else player.favourite.kind, seat == state.finisher)
        for seat, player in enumerate(state.players)
    )


class Tally(msgspec.Struct, frozen=True, order=True):
    """What a player is ranked by: points, then face-up parts, then ingredients."""

    points: int
    face_up: int
    ingredients: int


class Standing(msgspec.Struct, frozen=True):
    """A line of the ranking; `place` counts 1, 1, 3."""

    seat: int
    place: int
    tally: Tally


class TieBreak(msgspec.Struct, frozen=True):
    """A step on the way to the winner: what was compared, and what each player still tied for first had of it."""

    by: Criterion
    values: tuple[tuple[int, int], ...]
    """(seat, value), in seat order."""


class Outcome(msgspec.Struct, frozen=True):
    """The end: the ranking, best first, who won, what decided it, and the steps that led there."""

    ranking: tuple[Standing, ...]
    winners: tuple[int, ...]
    decided_by: Literal[Criterion, "draw"]
    steps: tuple[TieBreak, ...]

    def shown(self) -> dict[str, Any]:
        """Return the ranking, winners and what decided as JSON shows them."""
        return {
            "ranking": [
                {
                    "seat": standing.seat,
                    "place": standing.place,
                    "total": standing.tally.points,
                    "face_up": standing.tally.face_up,
                    "ingredients": standing.tally.ingredients,
                }
                for standing in self.ranking
            ],
            "winners": list(self.winners),
            "decided_by": self.decided_by,
        }


def outcome(tallies: Sequence[Tally]) -> Outcome:
    """Return the ranking of these players, by seat (at least one). Equal in all three is a draw (HO-TIE)."""
    seats = sorted(range(len(tallies)), key=lambda seat: tallies[seat], reverse=True)
    ranking: list[Standing] = []
    for index, seat in enumerate(seats):
        tied = index > 0 and tallies[seats[index - 1]] == tallies[seat]
        ranking.append(Standing(seat, ranking[-1].place if tied else index + 1, tallies[seat]))
    first = list(range(len(tallies)))
    steps: list[TieBreak] = []
    for criterion in CRITERIA:
        values = {seat: int(getattr(tallies[seat], criterion)) for seat in first}
        steps.append(TieBreak(criterion, tuple(values.items())))
        best = max(values.values())
        first = [seat for seat in first if values[seat] == best]
        if len(first) == 1:
            return Outcome(tuple(ranking), tuple(first), criterion, tuple(steps))
    return Outcome(tuple(ranking), tuple(first), "draw", tuple(steps))


def result(state: State) -> Outcome | None:
    """Return how the game ended, or None while it goes on."""
    if not state.over:
        return None
    return outcome(
        [
            Tally(count.total, count.face_up, sum(player.ingredients))
            for player, count in zip(state.players, scores(state), strict=True)
        ]
    )
