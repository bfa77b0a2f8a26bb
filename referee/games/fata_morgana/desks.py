"""The desk that counts up Fata Morgana without a table."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

from referee.engine import N_, Count, Desk, Malformed, Name, OfflineCount, Refusal, Sentence
from referee.games.fata_morgana.board import COLOURS, OF_EACH_COLOUR, SEATS, Ingredients, Objective
from referee.games.fata_morgana.moves.secrets import colours_must_differ
from referee.games.fata_morgana.refusals import COLOURS_MUST_DIFFER
from referee.games.fata_morgana.score import (
    INGREDIENTS_PER_POINT,
    POINTS_PER_ROW,
    ROWS,
    Score,
    Standing,
    fewest_cards,
    hand_points,
    result,
    score,
)

Cards = Annotated[int, msgspec.Meta(ge=0, le=OF_EACH_COLOUR)]


CardsInAll = Annotated[int, msgspec.Meta(ge=0, le=OF_EACH_COLOUR * len(COLOURS))]
ObjectivePoints = Literal[0, 2, 4, 6]
OBJECTIVE_POINTS: tuple[int, ...] = get_args(ObjectivePoints)
FEW_CARDS = 23
"""The most cards left in hand that have a button on the form; more are told colour by colour."""
ONE_BY_ONE, BY_EYE = ("objective", "hand"), ("objective_points", "hand_size")
"""The ways to enter the end of a game: the colours one by one, or what was counted by eye."""


class Hand(Ingredients, frozen=True, forbid_unknown_fields=True):
    """The ingredients left in hand: 0 to 16 of each colour; a missing colour is 0."""

    red: Cards = 0
    blue: Cards = 0
    green: Cards = 0
    brown: Cards = 0
    white: Cards = 0


TOO_FEW_CARDS = N_("That many objective points need more cards than are left in hand.")


class Finalist(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player to count up: a name of 1 to 40 characters, the points scored in play, and what is left: either
    `objective` (None: not to be counted) and `hand`, or, counted by eye, `objective_points` and `hand_size`.

    Raises Malformed for what is told in both ways or in neither, and for more points than so many cards can give.
    """

    name: Name
    points: Count
    objective: Objective | UnsetType | None = UNSET
    hand: Hand | UnsetType = UNSET
    objective_points: ObjectivePoints | UnsetType = UNSET
    hand_size: CardsInAll | UnsetType = UNSET

    def __post_init__(self) -> None:
        given = {key: getattr(self, key) is not UNSET for key in (*ONE_BY_ONE, *BY_EYE)}
        by_eye = any(given[key] for key in BY_EYE)
        if by_eye and any(given[key] for key in ONE_BY_ONE):
            raise Malformed(next(key for key in BY_EYE if given[key]))
        for key in BY_EYE if by_eye else ONE_BY_ONE:
            if not given[key]:
                raise Malformed(key)
        points, cards = self.objective_points, self.hand_size
        if isinstance(points, int) and isinstance(cards, int) and cards < fewest_cards(points):
            raise Malformed("objective_points", Sentence(TOO_FEW_CARDS))

    @property
    def score(self) -> Score:
        """The hand and points of the player at the end."""
        if isinstance(self.hand, Hand):
            return score(self.points, self.objective or None, self.hand.counts)
        assert isinstance(self.hand_size, int)
        assert isinstance(self.objective_points, int)
        return Score(self.points, self.objective_points, hand_points(self.hand_size))


class ScoreQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One to four players to count up and rank."""

    players: Annotated[tuple[Finalist, ...], msgspec.Meta(min_length=1, max_length=SEATS[1])]


class Counted(msgspec.Struct, frozen=True):
    """A player counted up: points in play, for the objective, for the hand, in all; whether the objective is
    `complete`."""

    name: str
    points: int
    objective: int
    hand: int
    total: int
    complete: bool


class CountedUp(msgspec.Struct, frozen=True):
    """The desk's answer: what each player has, by seat, and the ranking, best first."""

    scores: tuple[Counted, ...]
    ranking: tuple[Standing, ...]
    winners: tuple[int, ...]
    decided_by: str | None


def count_up(question: ScoreQuestion) -> CountedUp | Refusal:
    """Return scores, ranking, winners and what decided (FM-WIN); refuse an objective that names a colour twice."""
    for player in question.players:
        if player.objective and (refused := colours_must_differ(player.objective)) is not None:
            return refused
    scores = [player.score for player in question.players]
    outcome = result(scores)
    return CountedUp(
        tuple(
            Counted(player.name.strip(), each.points, each.objective, each.hand, each.total, each.complete)
            for player, each in zip(question.players, scores, strict=True)
        ),
        outcome.ranking,
        outcome.winners,
        outcome.decided_by,
    )


OFFLINE = OfflineCount(
    book={"rows": ROWS, "row": POINTS_PER_ROW, "ingredients_per_point": INGREDIENTS_PER_POINT},
    refusals=(COLOURS_MUST_DIFFER,),
    says={
        "line": N_("potions %(points)s, objective %(objective)s, hand %(hand)s"),
        "draw": N_("Tied on points: a shared victory"),
        "objective_points": TOO_FEW_CARDS,
    },
    terms=COLOURS,
    ways=("pieces",),
)

DESKS = {"score": Desk(N_("Count the points"), ScoreQuestion, count_up, OFFLINE)}
