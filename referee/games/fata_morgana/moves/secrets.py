"""Hands and objectives: told to the app alone, or laid open at the end."""

from __future__ import annotations

from typing import ClassVar

from referee.engine import N_, Player, Refusal, Sentence, Term
from referee.games.fata_morgana import refusals
from referee.games.fata_morgana.board import COLOURS, Colour, Counts, Ingredients, Objective, lacking
from referee.games.fata_morgana.course import Course, settled
from referee.games.fata_morgana.moves.turn import FataMorganaMove
from referee.games.fata_morgana.state import State, told_hand, told_objective, untold_hand


class TellHand(FataMorganaMove, frozen=True, kw_only=True, tag="hand"):
    """Tell the app one's hand, so that it can say what the hand can pay. Secret until the game is over."""

    hand: Ingredients

    private: ClassVar[bool] = True
    commutes: ClassVar[bool] = True

    def refusal(self, state: State, own: bool) -> Refusal | None:
        """Refuse `wrong_hand_size`, `more_than_dealt` (FM-SETUP); other hands are never looked at."""
        hand = self.hand.counts
        if (refused := wrong_size(state, self.seat, hand)) is not None:
            return refused
        most = state.players[self.seat].most
        colour = lacking(most, hand)
        if colour is None:
            return None
        place = COLOURS.index(colour)
        return refusals.MORE_THAN_DEALT.about(colour=Term(colour), most=most[place], named=hand[place])

    def apply(self, state: State) -> Course:
        return settled(told_hand(state, self.seat, self.hand.counts, public=False), self.seat)

    def grounds(self, state: State) -> tuple[int, Counts]:
        player = state.players[self.seat]
        return player.hand_size, player.most

    def misfit(self, state: State) -> State:
        """Forget the hand: it was told of other cards than the player holds now."""
        return untold_hand(state, self.seat)

    def told(self, state: State) -> Sentence:
        return HAND_TOLD.about(player=Player(self.seat))


class TellObjective(FataMorganaMove, frozen=True, kw_only=True, tag="objective"):
    """Tell the app one's objective (FM-OBJECTIVE). Secret until the game is over."""

    three: Colour
    two: Colour
    one: Colour

    private: ClassVar[bool] = True
    commutes: ClassVar[bool] = True

    @property
    def objective(self) -> Objective:
        return Objective(self.three, self.two, self.one)

    def refusal(self, state: State, own: bool) -> Refusal | None:
        """Refuse `colours_must_differ` (FM-OBJECTIVE)."""
        return colours_must_differ(self.objective)

    def apply(self, state: State) -> Course:
        return settled(told_objective(state, self.seat, self.objective, public=False), self.seat)

    def told(self, state: State) -> Sentence:
        return OBJECTIVE_TOLD.about(player=Player(self.seat))


class Reveal(FataMorganaMove, frozen=True, kw_only=True, tag="reveal"):
    """Lay open what a player kept on paper; it is everybody's to see at once.

    Tells what is still untold and leaves the rest as it is; where nothing is untold, it tells both anew. A hand
    that is None is not told by it; an objective that is None counts 0 points.
    """

    hand: Ingredients | None
    objective: Objective | None

    commutes: ClassVar[bool] = True

    def refusal(self, state: State, own: bool) -> Refusal | None:
        """Refuse `wrong_phase`, `already_told`, `wrong_hand_size` (FM-SETUP), `colours_must_differ` (FM-OBJECTIVE)."""
        if state.phase != "reveal":
            return refusals.NOT_REVEALING_YET
        hand, objective = untold(state, self.seat)
        again = not (hand or objective)
        if again and not own:
            return refusals.ALREADY_TOLD.about(player=Player(self.seat))
        if (hand or again) and self.hand is not None:
            refused = wrong_size(state, self.seat, self.hand.counts)
            if refused is not None:
                return refused
        if (objective or again) and self.objective is not None:
            return colours_must_differ(self.objective)
        return None

    def apply(self, state: State) -> Course:
        hand, objective = untold(state, self.seat)
        again = not (hand or objective)
        if (hand or again) and self.hand is not None:
            state = told_hand(state, self.seat, self.hand.counts, public=True)
        if objective or (again and self.objective is not None):
            state = told_objective(state, self.seat, self.objective, public=True)
        return settled(state, self.seat)

    def told(self, state: State) -> Sentence:
        return REVEALED.about(player=Player(self.seat))


def untold(state: State, seat: int) -> tuple[bool, bool]:
    """Return whether hand and objective of `seat` are still untold, as far as everybody may know.

    Before the end nobody may learn whether a told hand still fits: there it counts as told once it was.
    """
    player = state.players[seat]
    hand = player.hand is None if state.phase == "reveal" else not player.hand_told
    return hand, not player.objective_told


def wrong_size(state: State, seat: int, hand: Counts) -> Refusal | None:
    """Return why this cannot be the hand of `seat`: it has another size (FM-SETUP)."""
    size = state.players[seat].hand_size
    return None if sum(hand) == size else refusals.WRONG_HAND_SIZE.about(num=size, named=sum(hand))


def colours_must_differ(objective: Objective) -> Refusal | None:
    """Return why this cannot be an objective: it names a colour twice (FM-OBJECTIVE, E-56)."""
    if objective.colours_differ:
        return None
    twice = objective.three if objective.three in (objective.two, objective.one) else objective.two
    return refusals.COLOURS_MUST_DIFFER.about(colour=Term(twice))


HAND_TOLD = Sentence(N_("%(player)s: hand told to the referee, in secret."))
OBJECTIVE_TOLD = Sentence(N_("%(player)s: objective told to the referee, in secret."))
REVEALED = Sentence(N_("%(player)s: hand and objective laid open."))
