"""The desk that counts up homunculi without a table."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from referee.engine import N_, Count, Desk, Name, Refusal, Unaided
from referee.games.homunculus.board import FINISH_BONUS, PARTS, POINTS, SEATS, Kind, Tile
from referee.games.homunculus.refusals import NOT_FINISHED, TWO_FINISHERS
from referee.games.homunculus.score import CRITERIA, Tally, outcome, score
from referee.games.homunculus.state import Board


class Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The nine places of a board; a missing one is empty."""

    head: Tile | None = None
    torso: Tile | None = None
    tail: Tile | None = None
    left_ear: Tile | None = None
    right_ear: Tile | None = None
    left_arm: Tile | None = None
    right_arm: Tile | None = None
    left_leg: Tile | None = None
    right_leg: Tile | None = None

    @property
    def board(self) -> Board:
        return tuple(getattr(self, part) for part in PARTS)


class Finalist(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player to count up: a name of 1 to 40 characters, the favourite homunculus (None: not known), the board, the
    ingredients in all, and whether it was this player who filled the ninth place."""

    name: Name
    favourite: Kind | None
    parts: Parts
    ingredients: Count
    finished: bool


class ScoreQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One to five players to count up and rank."""

    players: Annotated[tuple[Finalist, ...], msgspec.Meta(min_length=1, max_length=SEATS[1])]


def count_up(question: ScoreQuestion) -> dict[str, Any] | Refusal:
    """Return scores, ranking, winners and what decided; refuse a finisher without nine parts, or two (HO-END)."""
    finishers = [player for player in question.players if player.finished]
    for player in finishers:
        if None in player.parts.board:
            return NOT_FINISHED.about(player=player.name.strip())
    if len(finishers) > 1:
        return TWO_FINISHERS
    counts = [score(player.parts.board, player.favourite, player.finished) for player in question.players]
    tallies = [
        Tally(count.total, count.face_up, player.ingredients)
        for player, count in zip(question.players, counts, strict=True)
    ]
    return {
        "scores": [
            {
                "name": player.name.strip(),
                "parts": count.parts,
                "uniform": count.uniform,
                "favourite": count.favourite,
                "finish": count.finish,
                "total": count.total,
                "face_up": count.face_up,
            }
            for player, count in zip(question.players, counts, strict=True)
        ],
        **outcome(tallies).shown(),
    }


UNAIDED = Unaided(
    book={"points": dict(zip(PARTS, POINTS, strict=True)), "finish": FINISH_BONUS, "criteria": CRITERIA},
    refusals=(NOT_FINISHED, TWO_FINISHERS),
    says={
        "line": N_("parts %(parts)s, one kind %(uniform)s, favourite %(favourite)s, finished %(finish)s"),
        "face_up": N_("Tied on points: more parts face up decide."),
        "ingredients": N_("Tied on points and parts face up: more ingredients decide."),
        "draw": N_("Equal in everything: a shared win"),
    },
)

DESKS = {"score": Desk(N_("Count the creatures"), ScoreQuestion, count_up, UNAIDED)}
