"""Infamia: played on a player, answered by them, in Gold Rush put aside again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from referee.engine import N_, NN_, Effect, Left, Malformed, Message, Player, Refusal, Sentence
from referee.engine import Seat as SeatNumber
from referee.games.alchemicus import refusals
from referee.games.alchemicus.board import CLEARING_AT_GIFTS, FENDING_CARDS, INFAMIA_LIMIT
from referee.games.alchemicus.moves.base import AlchemicusMove, Effects, known, named
from referee.games.alchemicus.moves.noctis import NoctisCard
from referee.games.alchemicus.state import Attack, State


class Infamia(NoctisCard, frozen=True, tag="infamia"):
    """Threaten another player's good name; they may `fend_off`, unless they have nothing to lose (NO-INFAMIA)."""

    target: SeatNumber

    card: ClassVar[str] = "infamia"
    not_in_play: ClassVar[Refusal] = refusals.INFAMIA_NOCTIS_NOT_IN_PLAY
    cannot_pay: ClassVar[Refusal] = refusals.INFAMIA_CANNOT_PAY

    def missing(self, state: State) -> str | None:
        return "target" if self.target >= len(state.seats) else None

    def _card_refusal(self, state: State) -> Refusal | None:
        return refusals.SELF_TARGET if self.target == self.seat else None

    def _card_apply(self, state: State) -> State:
        if state.over or self.target >= len(state.seats) or not can_lose(state, self.target):
            return state
        if self.target in state.left:  # nobody is asked
            return infamous(state, self.target)
        return replace(state, pending=Attack(self.seat, self.target))

    def told(self, state: State) -> Sentence:
        return TOLD_INFAMIA.about(player=Player(self.seat), target=Player(self.target))


TOLD_INFAMIA = Sentence(N_("%(player)s: Infamia (against: %(target)s)"))


def can_lose(state: State, seat: int) -> bool:
    """Whether Infamia can take anything from `seat`: a Fame, or in Gold Rush a free place for it (E-12, E-18, E-44)."""
    player = state.seats[seat]
    return player.infamia < INFAMIA_LIMIT if state.rules.gold_rush else player.fame > 0


class PlaysNoMore(Left[State], frozen=True, tag="left"):
    """`seat` plays no more; an Infamia that waits for its answer takes effect."""

    def apply(self, state: State) -> tuple[State, Effects]:
        state, _ = super().apply(state)
        if state.pending is None or state.pending.target != self.seat:
            return state, ()
        return infamous(replace(state, pending=None), self.seat), ()


class FendOff(AlchemicusMove, frozen=True, tag="fend_off"):
    """Answer an Infamia: discard the Golem that guards `building`, or five cards, or take it (NO-INFAMIA)."""

    by_means: Literal["golem", "cards", "nothing"] = msgspec.field(name="with")
    building: int | None = None

    answers: ClassVar[bool] = True
    meets_attack: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if (self.by_means == "golem") != (self.building is not None):
            raise Malformed("building")

    def missing(self, state: State) -> str | None:
        return None if known(state, self.building) else "building"

    def _refusal(self, state: State) -> Refusal | None:
        if state.pending is None or state.pending.target != self.seat:
            return refusals.NOTHING_TO_FEND_OFF.about(player=Player(self.seat))
        if self.building is not None:
            building = state.building(self.building)
            if building is None or not self.owns(state, building.id):
                return refusals.FEND_OFF_NOT_YOUR_BUILDING.about(building=named(state, self.building))
            return None if building.golem else refusals.NO_GOLEM_THERE
        if self.by_means == "cards" and not self.player(state).afford(FENDING_CARDS):
            return refusals.FEND_OFF_CANNOT_PAY.about(num=FENDING_CARDS)
        return None

    def _apply(self, state: State) -> tuple[State, Effects]:
        building = None if self.building is None else state.building(self.building)
        after = state
        if building is not None:
            after = state.housing(replace(building, golem=False))
        elif self.by_means == "cards":
            after = state.seating(self.seat, self.player(state).paying(FENDING_CARDS))
        if state.pending is None or state.pending.target != self.seat:
            return after, ()
        after = replace(after, pending=None)
        return (infamous(after, self.seat) if self.by_means == "nothing" else after), ()

    def messages(self, state: State, effects: Sequence[Effect]) -> tuple[Message, ...]:
        if state.pending is None or state.pending.target != self.seat:
            return ()
        return (Message(state.pending.seat, ANSWERED_TO_YOU[self.by_means].about(player=Player(self.seat))),)

    def told(self, state: State) -> Sentence:
        told = TOLD_FENDING[self.by_means].about(player=Player(self.seat))
        return told if self.building is None else told.about(building=named(state, self.building))


TOLD_FENDING = {
    "golem": Sentence(N_("%(player)s: Infamia fended off by a Golem (%(building)s)")),
    "cards": Sentence(
        NN_(
            "%(player)s: Infamia fended off with %(num)d card",
            "%(player)s: Infamia fended off with %(num)d cards",
        ),
        {"num": FENDING_CARDS},
    ),
    "nothing": Sentence(N_("%(player)s: Infamia not fended off")),
}

ANSWERED_TO_YOU = {
    "golem": Sentence(N_("%(player)s fends off your Infamia with a Golem.")),
    "cards": Sentence(
        NN_(
            "%(player)s fends off your Infamia with %(num)d card.",
            "%(player)s fends off your Infamia with %(num)d cards.",
        ),
        {"num": FENDING_CARDS},
    ),
    "nothing": Sentence(N_("%(player)s does not fend off your Infamia.")),
}


def infamous(state: State, seat: int) -> State:
    """Return the position after an Infamia took effect on `seat`: a Fame less, in Gold Rush the card stays."""
    player = state.seats[seat]
    if state.rules.gold_rush:
        return state.seating(seat, replace(player, infamia=max(player.infamia, min(INFAMIA_LIMIT, player.infamia + 1))))
    return state.seating(seat, player.earning(-1))


class ClearInfamia(AlchemicusMove, frozen=True, tag="clear_infamia"):
    """Put one Infamia aside: for four cards at Gifts, for eight on any field (GR-INFAMIA-OFF)."""

    cards: Literal[4, 8]

    def _out_of_phase(self, state: State) -> Refusal | None:
        return None

    def _refusal(self, state: State) -> Refusal | None:
        player = self.player(state)
        if not state.rules.gold_rush:
            return refusals.CLEAR_GOLD_RUSH_ONLY
        if not player.infamia:
            return refusals.NO_INFAMIA.about(player=Player(self.seat))
        if player.pawn is None or state.phase in ("draw", "move"):
            return refusals.NOT_STOPPED_YET
        if self.cards == CLEARING_AT_GIFTS and state.field_kind(self.seat) != "gifts":
            return refusals.FOUR_ONLY_AT_GIFTS
        return None if player.afford(self.cards) else refusals.CLEAR_CANNOT_PAY.about(num=self.cards)

    def _apply(self, state: State) -> tuple[State, Effects]:
        player = self.player(state).paying(self.cards)
        return state.seating(self.seat, replace(player, infamia=max(0, player.infamia - 1))), ()

    def told(self, state: State) -> Sentence:
        return TOLD_CLEARED.about(player=Player(self.seat), num=self.cards)


TOLD_CLEARED = Sentence(
    NN_(
        "%(player)s: an Infamia put aside for %(num)d card",
        "%(player)s: an Infamia put aside for %(num)d cards",
    )
)
