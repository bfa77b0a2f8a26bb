"""The count of a homunculus, live and at the end, and the ranking with its tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol

import msgspec

from referee.engine import N_, Need, Ranked, Result, Sentence, won_among
from referee.games.homunculus.board import FINISH_BONUS, KINDS, PARTS, POINTS, Board, Favourite, Kind, Parts, Tile
from referee.games.homunculus.state import State


class Score(msgspec.Struct, frozen=True):
    """The worth of one board: HO-SCORE-PART, -UNIFORM, -FAVOURITE, -FINISH; and how many parts are face up."""

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


class Counted(Protocol):
    """The total of a score."""

    @property
    def total(self) -> int:
        """All points."""


class Tally(msgspec.Struct, frozen=True):
    """The numbers that a player is ranked by: points, then face-up parts, then ingredients (None: not known)."""

    points: int
    face_up: int
    ingredients: int | None


class Standing(Ranked, frozen=True):
    """A line of the ranking; `ingredients` as far as they are known."""

    total: int
    face_up: int
    ingredients: int | None


class Ending(Result[Standing], frozen=True):
    """The end of a count (HO-TIE); `decided_by` is points, face_up, ingredients, draw, or None while some are
    needed."""

    COMPARED: ClassVar[Mapping[str, str]] = {"points": "total", "face_up": "face_up", "ingredients": "ingredients"}

    @property
    def said(self) -> tuple[Sentence, ...]:
        """Sentences for how the winner was found: each step, and how it ended if no step decided."""
        said = [
            Sentence(SAID[step.by], {"numbers": " : ".join(str(number) for number in sorted(numbers, reverse=True))})
            for step in self.steps
            if (numbers := [number for _seat, number in step.values if number is not None])
        ]
        if self.decided_by in UNDECIDED:
            said.append(Sentence(UNDECIDED[self.decided_by]))
        return tuple(said)


SAID: Mapping[str, str] = {
    "points": N_("Points: %(numbers)s"),
    "face_up": N_("Tied on points, so more face-up parts: %(numbers)s"),
    "ingredients": N_("Tied on those too, so more ingredients: %(numbers)s"),
}
"""The sentence for each comparison."""
UNDECIDED: Mapping[str | None, str] = {
    "draw": N_("Tied on everything: a shared victory"),
    None: N_("Tied so far: the ingredients left decide."),
}
"""The words where no comparison found a winner, or none yet."""


def outcome(tallies: Sequence[Tally]) -> Ending:
    """Return how these players, by seat (at least one), are ranked. Equal in all three is a draw (HO-TIE).

    Ingredients are compared among players whose are all known; they are needed of those tied for first.
    """

    def worth(tally: Tally) -> tuple[int, int, int]:
        alike = [other for other in tallies if (other.points, other.face_up) == (tally.points, tally.face_up)]
        known = all(other.ingredients is not None for other in alike)
        return tally.points, tally.face_up, (tally.ingredients or 0) if known else 0

    worths = [worth(tally) for tally in tallies]
    ranking = tuple(
        Standing(
            seat, 1 + sum(other > worths[seat] for other in worths), tally.points, tally.face_up, tally.ingredients
        )
        for seat, tally in sorted(enumerate(tallies), key=lambda each: worths[each[0]], reverse=True)
    )
    first = [standing for standing in ranking if standing.place == 1]
    if len(first) > 1:
        needs = tuple(Need(each.seat, "ingredients_total") for each in first if each.ingredients is None)
        return (
            Ending(ranking, (), None, needs) if needs else Ending(ranking, tuple(each.seat for each in first), "draw")
        )
    decided_by = Ending(ranking, (), None).steps[-1].by
    return Ending(ranking, (first[0].seat,), decided_by)


def asked_for_ingredients(state: State) -> frozenset[int]:
    """Return the seats that may tell their ingredients: tied for first where the app does not count them."""
    ended = result(state)
    if ended is None or state.full:
        return frozenset()
    playing = [line for line in ended.ranking if line.seat not in state.left]
    tied = [line.seat for line in playing if (line.total, line.face_up) == (playing[0].total, playing[0].face_up)]
    return frozenset(tied) if len(tied) > 1 else frozenset()


class Shown(Protocol):
    """A player as the table shows them (see view.AlchemistView)."""

    @property
    def favourite(self) -> Favourite | None:
        """The favourite on the board, None where nobody told."""

    @property
    def parts(self) -> Parts:
        """The tiles on the places."""

    @property
    def score(self) -> Counted:
        """The worth of the board."""


def favourites_decide(players: Sequence[Shown]) -> bool:
    """Whether a favourite homunculus that nobody told may yet change who wins, or who ties."""
    low = [player.score.total for player in players]
    high = [
        total + (0 if player.favourite else most_with_favourite(player.parts))
        for player, total in zip(players, low, strict=True)
    ]
    first = low.index(max(low))
    return high != low and any(most >= low[first] for seat, most in enumerate(high) if seat != first)


def most_with_favourite(parts: Parts) -> int:
    """Return the most that a favourite homunculus would add."""
    laid = (getattr(parts, part) for part in PARTS)
    kinds = [tile.kind for tile in laid if tile is not None and tile.face_up]
    return max(map(kinds.count, kinds), default=0)


def last_place(state: State, seat: int) -> dict[Kind, int]:
    """Return what `seat` would score in all with a tile of each kind on the last empty place, which ends the game
    (HO-END); nothing while more places are empty, or none is."""
    player = state.players[seat]
    if player.board.count(None) != 1:
        return {}
    place = player.board.index(None)
    favourite = None if player.favourite is None else player.favourite.kind
    before, after = player.board[:place], player.board[place + 1 :]
    return {kind: score((*before, Tile(kind, True), *after), favourite, True).total for kind in KINDS}


def result(state: State) -> Ending | None:
    """Return how the game ended, or None while it goes on."""
    if not state.over:
        return None
    tallies = [
        Tally(count.total, count.face_up, player.ingredients_left)
        for player, count in zip(state.players, scores(state), strict=True)
    ]
    return won_among(outcome(tallies), state.left, lambda seats: outcome([tallies[seat] for seat in seats]))
