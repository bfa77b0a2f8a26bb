"""The only move, and when it is worth a button."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec.structs import replace

from referee.engine import N_, NN_, Effect, Judged, Move, Player, Refusal, Sentence, judged
from referee.games.twenty_one.state import MOST_TAKEN, TOKENS, State

GAME_OVER = Refusal("game_over", "TW-WIN", N_("The last token is taken; the game is over."))
NOT_YOUR_TURN = Refusal("not_your_turn", "TW-TAKE", N_("Not yet: it is the turn of %(player)s."))
TOO_MANY = Refusal("too_many_tokens", "TW-TAKE", N_("You may take %(most)s tokens at most."))
NOT_SO_MANY = Refusal(
    "not_so_many_left", "TW-TAKE", NN_("Only %(num)s token is left.", "Only %(num)s tokens are left.")
)
TOLD = Sentence(NN_("%(player)s took %(num)s token.", "%(player)s took %(num)s tokens."))


class Take(Move[State], frozen=True, tag="take_tokens", kw_only=True):
    """Take so many tokens (TW-TAKE)."""

    count: Annotated[int, msgspec.Meta(ge=1, le=TOKENS)]

    def precondition(self, state: State) -> Refusal | None:
        return GAME_OVER if state.over else None

    def missing(self, state: State) -> str | None:
        return "seat" if self.seat >= len(state.taken) else None

    def refusal(self, state: State, own: bool) -> Refusal | None:
        if state.to_move != self.seat:
            return NOT_YOUR_TURN.about(player=Player(1 - self.seat))
        if self.count > MOST_TAKEN:
            return TOO_MANY.about(most=MOST_TAKEN)
        return NOT_SO_MANY.about(num=state.pile) if self.count > state.pile else None

    def apply(self, state: State) -> tuple[State, tuple[Effect, ...]]:
        count = min(self.count, state.pile)
        if count == 0:
            return state, ()
        taken = (state.taken[0] + count, state.taken[1]) if self.seat == 0 else (state.taken[0], state.taken[1] + count)
        turn = 1 - self.seat if state.turn == self.seat else state.turn
        return replace(state, pile=state.pile - count, taken=taken, turn=turn, last=self.seat), ()

    def told(self, state: State) -> Sentence:
        return TOLD.about(player=Player(self.seat), num=self.count)


class Screen(msgspec.Struct, frozen=True):
    """What can be taken now, legal or barred."""

    takes: tuple[Judged, ...] = ()


def offers(state: State, seat: int, own: bool) -> tuple[Take, ...]:
    """Return one, two or three tokens for the seat to move."""
    return tuple(Take(seat=seat, count=count + 1) for count in range(MOST_TAKEN)) if state.to_move == seat else ()


def screen(state: State, seat: int | None, own: bool) -> Screen:
    """Return what the buttons take."""
    return Screen(() if seat is None else tuple(judged(offers(state, seat, own), state)))
