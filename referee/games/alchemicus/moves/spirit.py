"""The Spirit of Transmutation is moved, and may bring a card from another hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec.structs import replace

from referee.engine import N_, Message, Player, Refusal, Sentence, Term
from referee.engine import Effect as AnyEffect
from referee.engine import Seat as SeatNumber
from referee.games.alchemicus import refusals
from referee.games.alchemicus.board import CENTRE, SpiritPlace
from referee.games.alchemicus.effects import Effect
from referee.games.alchemicus.moves.base import AlchemicusMove, Effects
from referee.games.alchemicus.ring import spirit_way
from referee.games.alchemicus.state import State


class MoveSpirit(AlchemicusMove, frozen=True, tag="spirit"):
    """Move the Spirit `to` another place (AL-SPIRIT-MUST), `discard_hand` first for a jump (AL-SPIRIT-JUMP).

    `rob`: from whom a random card is taken when it goes into the centre (AL-SPIRIT-STEAL).
    """

    to: SpiritPlace
    discard_hand: bool = False
    rob: SeatNumber | None = None

    with_fame: ClassVar[bool] = True
    stands_on: ClassVar[str | None] = "spirit"

    def missing(self, state: State) -> str | None:
        return "rob" if self.rob is not None and self.rob >= len(state.seats) else None

    def _out_of_phase(self, state: State) -> Refusal | None:
        # After an overruled Gloria nothing else may be done, but the Spirit must still move.
        owed = state.phase == "end" and state.spirit_is_due(self.seat)
        return None if owed else super()._out_of_phase(state)

    def _refusal(self, state: State) -> Refusal | None:
        if state.turn.spirit_moved:
            return refusals.SPIRIT_ALREADY_MOVED
        if self.to == state.spirit:
            return refusals.SPIRIT_MUST_MOVE
        if (robbery := self._robbery_refusal(state)) is not None:
            return robbery
        if not self.discard_hand and self.jumps(state) and self.player(state).hand != 0:
            return refusals.HAND_MUST_BE_DISCARDED
        return None

    def _robbery_refusal(self, state: State) -> Refusal | None:
        """Return the refusal of the robbery in this move, or None (AL-SPIRIT-STEAL)."""
        if self.rob is None:
            return None
        if self.to != CENTRE:
            return refusals.ROB_ONLY_INTO_CENTRE
        if self.rob == self.seat:
            return refusals.ROB_SELF
        victim = state.seats[self.rob]
        if state.rules.full and not victim.count("domo"):
            return refusals.ROB_NEEDS_DOMO.about(player=Player(self.rob))
        if not victim.afford(1):
            return refusals.ROB_EMPTY_HAND.about(player=Player(self.rob))
        return None

    def jumps(self, state: State) -> bool:
        return self.to != state.spirit and spirit_way(state.rules.spirit_ring, state.spirit, self.to).cost == "hand"

    def _apply(self, state: State) -> tuple[State, Effects]:
        effects: Effects = ()
        after = replace(state, spirit=self.to)
        player = self.player(state)
        if self.discard_hand and player.hand is not None and self.jumps(state):
            after = after.seating(self.seat, replace(player, hand=0))
        # An overruled robbery of an empty hand takes nothing.
        if self.rob is not None and self.rob < len(state.seats) and state.seats[self.rob].afford(1):
            after = after.seating(self.rob, after.seats[self.rob].paying(1))
            after = after.seating(self.seat, after.seats[self.seat].drawing(1))
            effects = (Effect("robbed", self.seat, cards=1, source=self.rob),)
        if self.acting(state):
            after = replace(after, turn=replace(state.turn, spirit_moved=True))
        return after, effects

    def messages(self, state: State, effects: Sequence[AnyEffect]) -> tuple[Message, ...]:
        robbed = self.rob is not None and any(effect.code == "robbed" for effect in effects)
        if self.rob is None or not robbed:
            return ()
        return (Message(self.rob, ROBBED_OF_YOU.about(player=Player(self.seat))),)

    def told(self, state: State) -> Sentence:
        if self.rob is not None:
            return TOLD_SPIRIT_ROBBING.about(player=Player(self.seat), building=Term(self.to), victim=Player(self.rob))
        return TOLD_SPIRIT.about(player=Player(self.seat), building=Term(self.to))


TOLD_SPIRIT = Sentence(N_("%(player)s: Spirit moved (%(building)s)"))
TOLD_SPIRIT_ROBBING = Sentence(N_("%(player)s: Spirit moved (%(building)s), a card taken (from: %(victim)s)"))
ROBBED_OF_YOU = Sentence(N_("%(player)s robs you: hand over a card, drawn at random from your hand."))
