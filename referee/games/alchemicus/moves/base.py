"""The parts that all moves of Alchemicus share: when they may be made at all, and what they leave alone."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from referee.engine import Move, Player, Refusal, Term
from referee.games.alchemicus import refusals
from referee.games.alchemicus.board import MOST_BUILDINGS
from referee.games.alchemicus.effects import Effect
from referee.games.alchemicus.state import Seat, State

Effects = tuple[Effect, ...]

BUILDINGS_EACH = 100
"""So many buildings of a table make every move as much work again as a plain one."""


class AlchemicusMove(Move[State], frozen=True):
    """A move of Alchemicus.

    A subclass says in `_refusal()` what its own rules forbid, and in `_apply()` what it does. For an overruled move out
    of turn (`acting()` is False), `_apply()` leaves `to_move`, `phase`, `turns` and `turn` alone.
    """

    with_fame: ClassVar[bool] = False
    """Tracked at tables that track Fame alone, too; every other move is refused there, and changes nothing."""
    anytime: ClassVar[bool] = False
    """Allowed at any time: after the end, while an answer is awaited, out of turn, in any phase."""
    answers: ClassVar[bool] = False
    """Made by players who are not to move, in any phase."""
    meets_attack: ClassVar[bool] = False
    """May be made while an Infamia waits for its answer."""
    keeps_offer: ClassVar[bool] = False
    """Leaves a good that was just sold on offer (AL-ADVSALE)."""
    phases: ClassVar[frozenset[str]] = frozenset({"action"})
    stands_on: ClassVar[str | None] = None
    """The kind of field the pawn has to stand on (AL-FIELD)."""

    def precondition(self, state: State) -> Refusal | None:
        if not self.anytime:
            if state.over:
                return refusals.GAME_OVER
            if state.pending is not None and not self.meets_attack:
                return refusals.ANSWER_PENDING.about(player=Player(state.pending.target))
        if not self.with_fame and not state.rules.full:
            return refusals.NOT_TRACKED
        return None

    def refusal(self, state: State, own: bool) -> Refusal | None:
        if not self.anytime and not self.answers:
            if self.seat != state.to_move and state.to_move is not None:
                return refusals.NOT_YOUR_TURN.about(player=Player(state.to_move))
            if not self._in_phase(state) and (reason := self._out_of_phase(state)) is not None:
                return reason
            if self.stands_on is not None and state.field_kind(self.seat) != self.stands_on:
                return refusals.NOT_ON_FIELD.about(field=Term(self.stands_on))
        return self._refusal(state)

    def _in_phase(self, state: State) -> bool:
        """Whether this is the phase of the turn for it."""
        return state.phase in self.phases

    def _out_of_phase(self, state: State) -> Refusal | None:
        """Return the refusal for a wrong phase, which tells the order of a turn; None to leave it to `_refusal`."""
        if state.rules.gold_rush:
            return refusals.WRONG_PHASE_GOLD_RUSH
        return refusals.WRONG_PHASE_NOCTIS if state.rules.noctis else refusals.WRONG_PHASE

    def _refusal(self, state: State) -> Refusal | None:
        """Return what the rules of this kind of move forbid, turn, phase and field being right."""
        raise NotImplementedError

    def apply(self, state: State) -> tuple[State, Effects]:
        if not self.with_fame and not state.rules.full:
            return state, ()
        after, effects = self._apply(state)
        if state.offer is not None and after.offer is state.offer and not self.keeps_offer:
            after = replace(after, offer=None)
        return after, effects

    def _apply(self, state: State) -> tuple[State, Effects]:
        """Return the state after this move, and its effects; total, like `apply`."""
        raise NotImplementedError

    def acting(self, state: State) -> bool:
        """Whether the turn belongs to this move's seat."""
        return state.to_move == self.seat

    def weight(self, state: State) -> int:
        return sum(len(seat.buildings) for seat in state.seats) // BUILDINGS_EACH

    def player(self, state: State) -> Seat:
        return state.seats[self.seat]

    def owns(self, state: State, building_id: int) -> bool:
        return state.owner(building_id) == self.seat


def too_many_buildings(state: State) -> Refusal | None:
    """Refuse one building more where as many stand as a table may hold, all players together."""
    return refusals.TOO_MANY if sum(len(seat.buildings) for seat in state.seats) >= MOST_BUILDINGS else None


def known(state: State, building_id: int | None) -> bool:
    """Whether `building_id` is None or the id of a building at this table."""
    return building_id is None or state.building(building_id) is not None


def named(state: State, building_id: int | None) -> Term | str:
    """Return the name of a building in a sentence."""
    building = None if building_id is None else state.building(building_id)
    return "?" if building is None else Term(building.kind)
