"""The desk that counts up homunculi without a table."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from referee.engine import N_, Count, Desk, Malformed, Name, OfflineCount, Refusal, Sentence
from referee.games.homunculus.board import (
    FINISH_BONUS,
    LARGE_PARTS,
    LARGE_POINTS,
    PARTS,
    POINTS,
    SEATS,
    SMALL_PARTS,
    SMALL_POINTS,
    Kind,
    Parts,
)
from referee.games.homunculus.refusals import NOT_FINISHED, TWO_FINISHERS
from referee.games.homunculus.score import SAID, UNDECIDED, Ending, Score, Standing, Tally, outcome, score

TOO_MANY_FAVOURITES = N_("There cannot be more parts of the favourite homunculus than face-up parts.")
ALL_OR_NONE = N_("If all face-up parts are of one homunculus, either all of them or none are of the favourite.")
ONE_KIND = N_("A single part is always all of one kind, and so are parts that are all of the favourite homunculus.")


class Counted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board counted by eye: parts face up worth 1 (`small`) and worth 2 (`large`), how many are of the favourite
    homunculus, and whether all are of one.

    Raises Malformed for more favourites than parts, for parts all of one kind of which only some are favourites, and
    for parts said to be of several kinds that cannot be: a single one, or all of the favourite.
    """

    small: Annotated[int, msgspec.Meta(ge=0, le=SMALL_PARTS)]
    large: Annotated[int, msgspec.Meta(ge=0, le=LARGE_PARTS)]
    favourites: Annotated[int, msgspec.Meta(ge=0, le=len(PARTS))]
    uniform: bool

    def __post_init__(self) -> None:
        if self.favourites > self.face_up:
            raise Malformed("favourites", Sentence(TOO_MANY_FAVOURITES))
        if self.uniform and self.favourites not in (0, self.face_up):
            raise Malformed("uniform", Sentence(ALL_OR_NONE))
        if not self.uniform and (self.face_up == 1 or self.face_up == self.favourites > 0):
            raise Malformed("uniform", Sentence(ONE_KIND))

    @property
    def face_up(self) -> int:
        return self.small + self.large

    def score(self, finished: bool) -> Score:
        """Return what the board is worth."""
        return Score(
            self.small * SMALL_POINTS + self.large * LARGE_POINTS,
            uniform=self.face_up if self.uniform else 0,
            favourite=self.favourites,
            finish=FINISH_BONUS if finished else 0,
            face_up=self.face_up,
        )


class Finalist(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player to count up: a name of 1 to 40 characters, the ingredients in all, whether it was this player who filled
    the last place, and the board: either `favourite` (None: not known) and `parts`, or `counted`.

    Raises Malformed for a board that is told in both ways or in neither.
    """

    name: Name
    ingredients: Count
    finished: bool
    favourite: Kind | UnsetType | None = UNSET
    parts: Parts | UnsetType = UNSET
    counted: Counted | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.counted is not UNSET:
            if self.parts is not UNSET or self.favourite is not UNSET:
                raise Malformed("counted")
        elif self.parts is UNSET:
            raise Malformed("parts")
        elif self.favourite is UNSET:
            raise Malformed("favourite")

    @property
    def unfinished(self) -> bool:
        """Whether places are known to be empty that somebody who finished must have filled."""
        return isinstance(self.parts, Parts) and None in self.parts.board

    @property
    def score(self) -> Score:
        """The worth of the board."""
        if isinstance(self.counted, Counted):
            return self.counted.score(self.finished)
        assert isinstance(self.parts, Parts)
        return score(self.parts.board, self.favourite or None, self.finished)


class ScoreQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One to five players to count up and rank."""

    players: Annotated[tuple[Finalist, ...], msgspec.Meta(min_length=1, max_length=SEATS[1])]


class ScoreLine(msgspec.Struct, frozen=True):
    """The worth of one player's board, step by step."""

    name: str
    parts: int
    uniform: int
    favourite: int
    finish: int
    total: int
    face_up: int


class ScoreAnswer(msgspec.Struct, frozen=True):
    """The scores by seat, the ranking, who won and what decided."""

    scores: tuple[ScoreLine, ...]
    ranking: tuple[Standing, ...]
    winners: tuple[int, ...]
    decided_by: str | None

    @property
    def said(self) -> tuple[Sentence, ...]:
        """Sentences for how the winner was found."""
        return Ending(self.ranking, self.winners, self.decided_by).said


def count_up(question: ScoreQuestion) -> ScoreAnswer | Refusal:
    """Return the count; refuse a finisher with an empty place, or two finishers (HO-END)."""
    finishers = [player for player in question.players if player.finished]
    for player in finishers:
        if player.unfinished:
            return NOT_FINISHED.about(player=player.name.strip())
    if len(finishers) > 1:
        return TWO_FINISHERS
    counts = [player.score for player in question.players]
    ended = outcome(
        [
            Tally(count.total, count.face_up, player.ingredients)
            for player, count in zip(question.players, counts, strict=True)
        ]
    )
    lines = tuple(
        ScoreLine(
            player.name.strip(), count.parts, count.uniform, count.favourite, count.finish, count.total, count.face_up
        )
        for player, count in zip(question.players, counts, strict=True)
    )
    return ScoreAnswer(lines, ended.ranking, ended.winners, ended.decided_by)


OFFLINE = OfflineCount(
    book={
        "points": dict(zip(PARTS, POINTS, strict=True)),
        "small": SMALL_POINTS,
        "large": LARGE_POINTS,
        "finish": FINISH_BONUS,
        "compared": Ending.COMPARED,
    },
    refusals=(NOT_FINISHED, TWO_FINISHERS),
    says={
        "line": N_("parts %(parts)s, one kind %(uniform)s, favourite %(favourite)s, finished %(finish)s"),
        **SAID,
        "draw": UNDECIDED["draw"],
        "favourites": TOO_MANY_FAVOURITES,
        "uniform": ALL_OR_NONE,
        "one_kind": ONE_KIND,
    },
    ways=("pieces",),
)

DESKS = {"score": Desk(N_("Score a game of Homunculus"), ScoreQuestion, count_up, OFFLINE)}
