"""The desk that counts up Fata Morgana without a table."""

from __future__ import annotations

from typing import Annotated

import msgspec

from referee.engine import N_, Count, Desk, Name, Refusal, Unaided
from referee.games.fata_morgana.board import COLOURS, OF_EACH_COLOUR, SEATS, Ingredients, Objective
from referee.games.fata_morgana.moves.secrets import colours_must_differ
from referee.games.fata_morgana.refusals import COLOURS_MUST_DIFFER
from referee.games.fata_morgana.score import INGREDIENTS_PER_POINT, POINTS_PER_ROW, ROWS, Standing, result, score

Cards = Annotated[int, msgspec.Meta(ge=0, le=OF_EACH_COLOUR)]


class Hand(Ingredients, frozen=True, forbid_unknown_fields=True):
    """What is left in hand: 0 to 16 of each colour; a missing colour is 0."""

    red: Cards = 0
    blue: Cards = 0
    green: Cards = 0
    brown: Cards = 0
    white: Cards = 0


class Finalist(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player to count up: a name of 1 to 40 characters, the points scored in play, the objective (None: not
    to be counted), and the hand that is left."""

    name: Name
    points: Count
    objective: Objective | None
    hand: Hand


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
        if player.objective is not None and (refused := colours_must_differ(player.objective)) is not None:
            return refused
    scores = [score(player.points, player.objective, player.hand.counts) for player in question.players]
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


UNAIDED = Unaided(
    book={"rows": ROWS, "row": POINTS_PER_ROW, "ingredients_per_point": INGREDIENTS_PER_POINT},
    refusals=(COLOURS_MUST_DIFFER,),
    says={
        "line": N_("potions %(points)s, objective %(objective)s, hand %(hand)s"),
        "draw": N_("Equal points: a shared win"),
    },
    terms=COLOURS,
)

DESKS = {"score": Desk(N_("Count the points"), ScoreQuestion, count_up, UNAIDED)}
