"""Hands and objectives: told to the app alone, and laid open at the end."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.engine import N_, Player, Refusal, Sentence, Term
from referee.games.fata_morgana import refusals
from referee.games.fata_morgana.board import COLOURS, Colour, Counts, Ingredients, Objective, lacking
from referee.games.fata_morgana.course import Course, settled, settled_as_before
from referee.games.fata_morgana.moves.turn import FataMorganaMove
from referee.games.fata_morgana.state import Seat, State, opened, told_hand, told_objective, untold_hand


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

    def depends_on(self, state: State) -> tuple[int, Counts]:
        player = state.players[self.seat]
        return player.hand_size, player.most

    def apply_if_changed(self, state: State) -> State:
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
    """Lay hand and objective open for all to see, once the play is over, or where the seat plays no more.

    What was told in secret and is still known is opened as it was told, whatever is given here; it may be left out.
    The rest has to be given: a hand that is None is not told by it, an objective that is None counts 0 points. What
    lies open already stays as it is; where both do, the seat itself tells them anew.
    """

    hand: Ingredients | UnsetType | None = UNSET
    objective: Objective | UnsetType | None = UNSET

    commutes: ClassVar[bool] = True
    opening_fields: ClassVar[frozenset[str]] = frozenset({"hand", "objective"})

    def needs_own_token(self, state: State) -> bool:
        return state.players[self.seat].told_in_secret

    def left_out(self, state: State) -> str | None:
        player = state.players[self.seat]
        if player.hand is None and (self.hand is UNSET or (self.hand is None and player.told_in_secret)):
            return "hand"
        known = player.objective_told or player.objective_open
        return "objective" if self.objective is UNSET and not known else None

    def recorded(self, state: State) -> Reveal:
        """Leave out what is given although it is known: what was told in secret, and what lies open already."""
        player = state.players[self.seat]
        hand, objective = self._tells(state)
        known = player.objective_told or player.objective_open
        return replace(
            self,
            hand=UNSET if hand is None and player.hand is not None else self.hand,
            objective=UNSET if objective is UNSET and known else self.objective,
        )

    def whole(self, state: State) -> Reveal:
        """Name the fields that were laid open as they were told in secret."""
        player = state.players[self.seat]
        return replace(
            self,
            hand=Ingredients(*player.hand) if player.hand is not None and player.hand_told else self.hand,
            objective=player.objective if player.objective_told else self.objective,
        )

    def refusal(self, state: State, own: bool) -> Refusal | None:
        """Refuse `wrong_phase`, `already_told`, `wrong_hand_size` (FM-SETUP), `colours_must_differ` (FM-OBJECTIVE)."""
        if state.phase != "reveal" and self.seat not in state.left:
            return refusals.NOT_REVEALING_YET
        if state.players[self.seat].all_open and not own:
            return refusals.ALREADY_TOLD.about(player=Player(self.seat))
        hand, objective = self._tells(state)
        if hand is not None and (refused := wrong_size(state, self.seat, hand.counts)) is not None:
            return refused
        return None if objective is None or objective is UNSET else colours_must_differ(objective)

    def apply(self, state: State) -> Course:
        hand, objective = self._tells(state)
        state = opened(state, self.seat)
        if hand is not None:
            state = told_hand(state, self.seat, hand.counts, public=True)
        if objective is not UNSET:
            state = told_objective(state, self.seat, objective, public=True)
        return settled(state, self.seat)

    def apply_as_before(self, state: State, version: int) -> Course:
        """Tell what was untold, for all to see; at version 1, secrets stayed secret until everything was told."""
        if version > 1:
            return self.apply(state)
        player = state.players[self.seat]
        hand = player.hand is None if state.phase == "reveal" else not player.hand_told
        objective = not (player.objective_told or player.objective_open)
        anew = not (hand or objective)
        if (hand or anew) and isinstance(self.hand, Ingredients):
            state = told_hand(state, self.seat, self.hand.counts, public=True)
        if (objective or (anew and self.objective is not None)) and self.objective is not UNSET:
            state = told_objective(state, self.seat, self.objective, public=True)
        return settled_as_before(replace(state, over=state.over and not state.needs()), (), self.seat)

    def _tells(self, state: State) -> tuple[Ingredients | None, Objective | UnsetType | None]:
        """Return the hand (None: none) and the objective (UNSET: none) that this tells, beside what it opens."""
        player = state.players[self.seat]
        anew = player.all_open
        hand = None if _hand_in_secret(player) or (player.hand_open and not anew) else self.hand
        objective = UNSET if player.objective_told or (player.objective_open and not anew) else self.objective
        if anew and objective is None:
            objective = UNSET
        return None if hand is UNSET else hand, objective

    def told(self, state: State) -> Sentence:
        return REVEALED.about(player=Player(self.seat))


def _hand_in_secret(player: Seat) -> bool:
    """Whether the hand was told in secret and is still known."""
    return player.hand_told and player.hand is not None


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


HAND_TOLD = Sentence(N_("%(player)s: hand entered in secret."))
OBJECTIVE_TOLD = Sentence(N_("%(player)s: objective entered in secret."))
REVEALED = Sentence(N_("%(player)s: hand and objective revealed."))
