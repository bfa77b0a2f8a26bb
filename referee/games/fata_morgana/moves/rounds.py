"""Between two rounds: declare a complete objective, or go on."""

from __future__ import annotations

from msgspec.structs import replace

from referee.engine import N_, Move, Player, Refusal, Sentence, Term, judge
from referee.games.fata_morgana import refusals
from referee.games.fata_morgana.board import FIRST_DECLARING_ROUND, ROUNDS, lacking
from referee.games.fata_morgana.course import Course, end_of_play, next_round
from referee.games.fata_morgana.moves.turn import FataMorganaMove, Pass
from referee.games.fata_morgana.score import COMPLETE_TAKES, wanted
from referee.games.fata_morgana.state import State


def passing(state: State) -> Move[State] | None:
    """Return what a seat that has left is passed over by: in its turn it takes nothing, between two rounds it goes on;
    None where nothing is asked of such a seat."""
    if state.phase == "turn":
        return Pass(seat=state.turn, take="nothing") if state.turn in state.left else None
    if state.phase != "declare":
        return None
    silent = min(state.left - set(state.answers), default=None)
    return None if silent is None else NextRound(seat=silent, alone=True)


def _between_rounds(state: State) -> Refusal | None:
    if state.phase == "turn":
        return refusals.ROUND_NOT_OVER
    return refusals.HANDS_FIRST if state.phase == "reveal" else None


class Declare(FataMorganaMove, frozen=True, kw_only=True, tag="declare"):
    """Say that one's objective is complete: the play ends (FM-END-9). Never out of turn."""

    def needs_own_token(self, state: State) -> bool:
        return state.players[self.seat].told_in_secret

    def refusal(self, state: State, own: bool) -> Refusal | None:
        """Refuse `too_early` (FM-END-9), `wrong_phase`, `objective_not_complete`.

        While hands are laid open it is too early, too, if the round that was broken off for it is not over.
        The last one by the number of cards, and by what was told to who may see it; else it is judged once the hand
        lies open (E-59).
        """
        broken_off = state.phase == "reveal" and state.turn < len(state.players)
        first = state.round == FIRST_DECLARING_ROUND and (state.phase == "turn" or broken_off)
        if state.round < FIRST_DECLARING_ROUND or first:
            return refusals.TOO_EARLY.about(first=FIRST_DECLARING_ROUND, round=state.round)
        if broken_off:
            return refusals.BROKEN_OFF_TOO_EARLY
        if (refused := _between_rounds(state)) is not None:
            return refused
        size = state.players[self.seat].hand_size
        if size < COMPLETE_TAKES:
            return refusals.TOO_FEW_TO_BE_COMPLETE.about(num=size, wanted=COMPLETE_TAKES)
        hand = state.known_hand(self.seat, own)
        objective = state.known_objective(self.seat, own)
        if hand is None or objective is None:
            return None
        colour = lacking(hand, wanted(objective))
        return None if colour is None else refusals.OBJECTIVE_NOT_COMPLETE.about(colour=Term(colour))

    def marks_by_secrets(self, state: State) -> frozenset[str | None]:
        player = state.players[self.seat]
        unknown = (player.hand is None or player.objective is None) and judge(self, state).refusal is None
        return frozenset({None, refusals.OBJECTIVE_NOT_COMPLETE.rule}) if unknown else frozenset()

    def apply(self, state: State) -> Course:
        return end_of_play(state, self.seat, declared_by=self.seat)

    def told(self, state: State) -> Sentence:
        return DECLARED.about(player=Player(self.seat))


class NextRound(FataMorganaMove, frozen=True, kw_only=True, tag="next_round"):
    """Nobody declares: the next round begins. By anyone; `alone` answers for this seat only, and the round begins when
    every seat has answered."""

    alone: bool = False

    def commutes_with(self, other: Move[State]) -> bool:
        return self.alone and isinstance(other, NextRound) and other.alone

    def outdated(self, seen: State, now: State) -> bool:
        return (seen.round, seen.phase) != (now.round, now.phase)

    def refusal(self, state: State, own: bool) -> Refusal | None:
        """Refuse `wrong_phase`."""
        return _between_rounds(state)

    def apply(self, state: State) -> Course:
        if not self.alone:
            return next_round(state, self.seat)
        if state.phase != "declare":
            return state, ()
        answers = self._answers(state)
        if len(answers) == len(state.players):
            return next_round(state, self.seat)
        return replace(state, answers=answers), ()

    def _answers(self, state: State) -> tuple[int, ...]:
        return tuple(sorted({*state.answers, self.seat}))

    def told(self, state: State) -> Sentence:
        if self.alone and (state.phase != "declare" or len(self._answers(state)) < len(state.players)):
            return GOES_ON.about(player=Player(self.seat))
        if state.round >= ROUNDS:
            return NO_ROUND_LEFT
        return ROUND_BEGINS.about(round=state.round + 1)


GOES_ON = Sentence(N_("%(player)s: goes on without declaring."))
DECLARED = Sentence(N_("%(player)s: objective declared complete."))
ROUND_BEGINS = Sentence(N_("Nobody declared an objective: round %(round)s begins."))
NO_ROUND_LEFT = Sentence(N_("That was the last round: play is over."))
