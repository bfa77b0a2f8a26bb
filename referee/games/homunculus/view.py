"""The view of a table of Homunculus. Nothing in it is secret: the app knows how many tiles a hand holds, not which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from referee.engine import Judged, Move, PlayerView, judge, judged
from referee.games.homunculus.board import Favourite, Ingredients, Kind, PartKey, Parts
from referee.games.homunculus.moves import Draw, EndTurn, Extract, Refresh, Use
from referee.games.homunculus.offers import answers
from referee.games.homunculus.score import Ending, Score, last_place, result
from referee.games.homunculus.score import scores as counts
from referee.games.homunculus.state import Alchemist, Pending, State

ARMS: tuple[PartKey, ...] = ("left_arm", "right_arm")
LEGS: tuple[PartKey, ...] = ("left_leg", "right_leg")


class ScoreView(msgspec.Struct, frozen=True):
    """The worth of a board if the game ended now, step by step."""

    parts: int
    uniform: int
    favourite: int
    finish: int
    total: int


class AlchemistView(PlayerView, frozen=True, kw_only=True):
    """A player as everybody sees them; `hand` (tiles) and `ingredients` are None where only the parts are tracked."""

    favourite: Favourite | None
    parts: Parts
    hand: int | None
    ingredients: Ingredients | None
    score: ScoreView


class TableView(msgspec.Struct, frozen=True):
    """The game's part of a table; where only the parts are tracked, the last three are None."""

    players: tuple[AlchemistView, ...]
    to_move: int | None
    phase: Literal["turn", "answer"]
    pending: Pending | None
    over: bool
    result: Ending | None
    actions_left: int | None
    reserve: int | None
    discards: int | None


def view(state: State, seats: frozenset[int]) -> TableView:
    """Return the game's part of the table; the same to every seat."""
    return TableView(
        players=tuple(
            _player(seat, player, count)
            for seat, (player, count) in enumerate(zip(state.players, counts(state), strict=True))
        ),
        to_move=state.to_move,
        phase=state.phase,
        pending=state.pending,
        over=state.over,
        result=result(state),
        actions_left=state.actions_left,
        reserve=state.reserve,
        discards=state.discards,
    )


def _player(seat: int, player: Alchemist, count: Score) -> AlchemistView:
    return AlchemistView(
        seat=seat,
        favourite=player.favourite,
        parts=Parts(*player.board),
        hand=player.hand,
        ingredients=None if player.ingredients is None else Ingredients(*player.ingredients),
        score=ScoreView(count.parts, count.uniform, count.favourite, count.finish, count.total),
    )


class Screen(msgspec.Struct, frozen=True):
    """The facts the table screen needs beside the view: the moves of a turn, each with why it is barred.

    All of `draw`, `extract`, `refresh` and `end_turn` are None while nobody acts; `draw` and `extract` also where the
    parts alone are tracked, `refresh` also while nothing would turn. `armless` are the seats against whom an arm that
    lies face up cannot be used, `legless` says that no leg can. `answers` to the power that waits are those of its
    target, whoever looks. `last_place`: where one place is left, what the player would have in all with a tile of each
    kind there.
    """

    draw: Judged | None = None
    extract: Judged | None = None
    refresh: Judged | None = None
    end_turn: Judged | None = None
    armless: tuple[int, ...] = ()
    legless: bool = False
    answers: tuple[Judged, ...] = ()
    last_place: Mapping[Kind, int] = {}


def screen(state: State, seat: int | None, own: bool) -> Screen:
    """Return what the table screen shows to the seat whose buttons it has (None: nobody's)."""
    if state.pending is not None:
        return Screen(answers=tuple(judged(answers(state.pending.target), state)))
    if state.over or seat is None:
        return Screen()
    player = state.players[seat]
    rests = player.all_up() == player  # turning up is legal then, but a wasted action

    def each(move: Move) -> Judged:
        return Judged(move, judge(move, state).refusal)

    def barred(part: PartKey, target: int | None = None) -> bool:
        return player.face_up(part) and each(Use(seat=seat, part=part, target=target)).refusal is not None

    others = [target for target in range(len(state.players)) if target != seat]
    return Screen(
        draw=each(Draw(seat=seat, discard=player.hand_full)) if state.full else None,
        extract=each(Extract(seat=seat, gain=Ingredients())) if state.full else None,
        refresh=None if rests else each(Refresh(seat=seat)),
        end_turn=each(EndTurn(seat=seat)),
        armless=tuple(target for target in others if any(barred(arm, target) for arm in ARMS)),
        legless=any(barred(leg) for leg in LEGS),
        last_place=last_place(state, seat),
    )


def scores(state: State) -> tuple[int, ...]:
    """Return each seat's score if the game ended now, for the chart of the evening."""
    return tuple(count.total for count in counts(state))
