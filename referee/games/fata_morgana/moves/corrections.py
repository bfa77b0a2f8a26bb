"""Corrections of points, hand sizes and the turn, by anyone at any time, after the end too."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from referee.engine import N_, Back, Change, Left, Player, Refusal, Sentence, TurnPutRight, signed
from referee.games.fata_morgana import refusals
from referee.games.fata_morgana.board import ROUNDS, plus
from referee.games.fata_morgana.course import Course, settled
from referee.games.fata_morgana.moves.turn import FataMorganaMove
from referee.games.fata_morgana.state import State, with_player


class Correction(FataMorganaMove, frozen=True, kw_only=True):
    """Changes a number by `by`; none falls below 0."""

    by: Change

    correction: ClassVar[bool] = True
    commutes: ClassVar[bool] = True


class CorrectPoints(Correction, frozen=True, kw_only=True, tag="points"):
    """Correct the points scored in play."""

    def refusal(self, state: State, own: bool) -> Refusal | None:
        """Refuse `below_zero`."""
        return refusals.BELOW_ZERO if state.players[self.seat].points + self.by < 0 else None

    def apply(self, state: State) -> Course:
        player = state.players[self.seat]
        player = replace(player, points=max(player.points + self.by, 0))
        return settled(with_player(state, self.seat, player), self.seat)

    def told(self, state: State) -> Sentence:
        return POINTS_CORRECTED.about(player=Player(self.seat), by=signed(self.by))


class CorrectHandSize(Correction, frozen=True, kw_only=True, tag="hand_size"):
    """Correct the number of ingredients in hand; which ones they are is then unknown."""

    def refusal(self, state: State, own: bool) -> Refusal | None:
        """Refuse `below_zero`."""
        return refusals.BELOW_ZERO if state.players[self.seat].hand_size + self.by < 0 else None

    def apply(self, state: State) -> Course:
        player = state.players[self.seat]
        size = max(player.hand_size + self.by, 0)
        if size == player.hand_size:
            return state, ()
        more = max(self.by, 0)
        most = plus(player.most, (more, more, more, more, more))
        player = replace(player, hand_size=size, most=most, hand=None, hand_open=False)
        return settled(with_player(state, self.seat, player), self.seat)

    def told(self, state: State) -> Sentence:
        return HAND_SIZE_CORRECTED.about(player=Player(self.seat), by=signed(self.by))


class PlaysNoMore(Left[State], frozen=True, kw_only=True, tag="left"):
    """`seat` plays no more: once the play is over nothing has to be laid open for it."""

    def apply(self, state: State) -> Course:
        return settled(super().apply(state)[0], self.seat)


class PlaysAgain(Back[State], frozen=True, kw_only=True, tag="back"):
    """`seat` plays again: once the play is over hand and objective are asked of it."""

    def apply(self, state: State) -> Course:
        return settled(super().apply(state)[0], self.seat)


class CorrectTurn(TurnPutRight[State], frozen=True, kw_only=True, tag="turn"):
    """Put right whose turn it is; a seat further back has its turn in the next round. Nobody is asked whether to
    declare on the way."""

    def refusal(self, state: State, own: bool) -> Refusal | None:
        """Refuse `game_over` (FM-END-12), `wrong_phase` (FM-ROUND): nobody is to move, or no round is left."""
        if state.over:
            return refusals.GAME_OVER
        if state.phase != "turn":
            return refusals.DECLARING_FIRST if state.phase == "declare" else refusals.HANDS_FIRST
        if self.seat < state.turn and state.round >= ROUNDS:
            return refusals.NO_ROUND_LEFT.about(round=ROUNDS)
        return None

    def apply(self, state: State) -> Course:
        if state.phase != "turn" or self.seat == state.turn:
            return state, ()
        if self.seat > state.turn:
            return replace(state, turn=self.seat), ()
        if state.round >= ROUNDS:
            return state, ()
        return replace(state, round=state.round + 1, turn=self.seat), ()


POINTS_CORRECTED = Sentence(N_("%(player)s: points corrected, %(by)s."))
HAND_SIZE_CORRECTED = Sentence(N_("%(player)s: ingredients in hand corrected, %(by)s."))
