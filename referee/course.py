"""The course of a game: everybody's score turn by turn, and the turning points. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from referee.engine import Game
from referee.history import History


class TurnScores(msgspec.Struct, frozen=True):
    """The turn of a seat, None for how the game began: everybody's score at its end, by seat."""

    seat: int | None
    scores: tuple[int, ...]


class TurningPoints(msgspec.Struct, frozen=True):
    """The turning points of a game. Turns count from 1, each player's for themselves, as one counts rounds.

    `best` is the seat with the turn that brought most, `gain` what it brought and `best_turn` which it was, None where
    no turn brought anything. `changes` is how often somebody took the lead from somebody else, `leader` who leads alone
    at the end, None for nobody, and `since` the turn since which without a break.
    """

    best: int | None
    gain: int
    best_turn: int | None
    changes: int
    leader: int | None
    since: int | None


def course(game: Game, history: History) -> list[TurnScores]:
    """Return the turns of a game, the start first; one that is still played is the last. None where the game has no
    score that grows."""
    if not game.scores(history.start):
        return []
    turns = [TurnScores(None, game.scores(history.start))]
    mover, open_turn, state = history.start.to_move, False, history.start
    for step in history.steps():
        state = step.state
        open_turn = state.to_move == mover
        if not open_turn:
            _close(turns, mover, game.scores(state))
            mover = state.to_move
    if open_turn:
        _close(turns, mover, game.scores(state))
    return turns


def _close(turns: list[TurnScores], seat: int | None, scores: tuple[int, ...]) -> None:
    """Add the turn of `seat`; what happened while it was nobody's turn belongs to the turn before."""
    if seat is None:
        turns[-1] = TurnScores(turns[-1].seat, scores)
    else:
        turns.append(TurnScores(seat, scores))


def turning_points(turns: Sequence[TurnScores]) -> TurningPoints:
    """Return the turning points of a game that went through these turns, the start first."""
    played = Counter[int | None]()
    numbers = []
    for turn in turns:
        played[turn.seat] += turn.seat is not None
        numbers.append(played[turn.seat])
    best, gain, best_turn = None, 0, None
    for number, (before, turn) in zip(numbers[1:], pairwise(turns), strict=True):
        if turn.seat is not None and turn.scores[turn.seat] - before.scores[turn.seat] > gain:
            best, best_turn = turn.seat, number
            gain = turn.scores[turn.seat] - before.scores[turn.seat]
    changes, ahead, leader, since = 0, None, None, None
    for number, turn in zip(numbers, turns, strict=True):
        now = _leader(turn.scores)
        if now != leader:
            leader, since = now, number
        if now is not None and now != ahead:
            changes += ahead is not None
            ahead = now
    return TurningPoints(best, gain, best_turn, changes, leader, since if leader is not None else None)


def _leader(scores: Sequence[int]) -> int | None:
    """Return the seat that is ahead of all others, None if there is none."""
    top = max(scores, default=0)
    return scores.index(top) if scores.count(top) == 1 else None
