"""Moves that every game has, about the players themselves: who plays no more, who is back, whose colour is which.

They are among the moves of each game by themselves (Game.moves). A game derives its own from one of them where more
follows from it: where something is asked of whoever leaves, say.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from referee.engine.moves import Effect, Move, StateT
from referee.engine.options import Colour
from referee.engine.sentences import N_, Player, Refusal, Sentence


class OfPlayers(Move[StateT], frozen=True, kw_only=True):
    """A correction by anyone at any time, never refused."""

    correction: ClassVar[bool] = True

    def refusal(self, state: StateT, own: bool) -> Refusal | None:
        return None


class Left(OfPlayers[StateT], frozen=True, kw_only=True, tag="left"):
    """`seat` plays no more: nothing is asked of it, it wins nothing, its turns are passed over; it stays in the
    count."""

    def apply(self, state: StateT) -> tuple[StateT, tuple[Effect, ...]]:
        table: Any = state
        return msgspec.structs.replace(table, left=table.left | {self.seat}), ()

    def told(self, state: StateT) -> Sentence:
        return LEFT.about(player=Player(self.seat))


class Back(OfPlayers[StateT], frozen=True, kw_only=True, tag="back"):
    """`seat` plays again."""

    def apply(self, state: StateT) -> tuple[StateT, tuple[Effect, ...]]:
        table: Any = state
        return msgspec.structs.replace(table, left=table.left - {self.seat}), ()

    def told(self, state: StateT) -> Sentence:
        return BACK.about(player=Player(self.seat))


class ColourIs(OfPlayers[StateT], frozen=True, kw_only=True, tag="colour"):
    """`seat` plays with this colour; whoever had it gets the one that `seat` had."""

    colour: Colour

    def apply(self, state: StateT) -> tuple[StateT, tuple[Effect, ...]]:
        table: Any = state
        if self.seat >= len(table.colours):
            return state, ()
        had = table.colours[self.seat]
        swapped = {self.colour: had, had: self.colour}
        return msgspec.structs.replace(table, colours=tuple(swapped.get(each, each) for each in table.colours)), ()

    def told(self, state: StateT) -> Sentence:
        return COLOURED[self.colour].about(player=Player(self.seat))


LEFT = Sentence(N_("%(player)s has left the game."))
BACK = Sentence(N_("%(player)s is back in the game."))
COLOURED: dict[Colour, Sentence] = {
    "blue": Sentence(N_("%(player)s is now blue.")),
    "brown": Sentence(N_("%(player)s is now brown.")),
    "red": Sentence(N_("%(player)s is now red.")),
    "green": Sentence(N_("%(player)s is now green.")),
    "yellow": Sentence(N_("%(player)s is now yellow.")),
    "violet": Sentence(N_("%(player)s is now violet.")),
}

EVERY_GAME: tuple[type[Move], ...] = (Left, Back, ColourIs)
"""The moves of every game."""
