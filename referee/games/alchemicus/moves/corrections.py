"""Corrections that anybody may make at any time: Fame, cards, whose turn it is, prices read off the cards."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from referee.engine import N_, NN_, Change, Malformed, Player, Refusal, Sentence, Term, TurnPutRight, seats_from, signed
from referee.games.alchemicus import refusals
from referee.games.alchemicus.board import HIGHEST_TOTAL, BuildingKind
from referee.games.alchemicus.moves.base import AlchemicusMove, Effects
from referee.games.alchemicus.score import asked_for_prices
from referee.games.alchemicus.setup import Price
from referee.games.alchemicus.state import State, begun


class Correction(AlchemicusMove, frozen=True):
    """A correction that anybody may make at any time, whatever came between."""

    correction: ClassVar[bool] = True
    commutes: ClassVar[bool] = True
    anytime: ClassVar[bool] = True
    keeps_offer: ClassVar[bool] = True

    def _refusal(self, state: State) -> Refusal | None:
        return None


class Fame(Correction, frozen=True, tag="fame"):
    """Correct a player's Fame by ± n, also after the end: the result is counted again.

    `purpose`: with Fame tracking, that it is what a sale just brought; in JSON it is called "for".
    """

    by: Change
    purpose: Literal["sale"] | None = msgspec.field(default=None, name="for")

    with_fame: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.purpose is not None and self.by < 1:
            raise Malformed("by")

    def commuting(self) -> bool:
        return self.purpose is None

    def _refusal(self, state: State) -> Refusal | None:
        if state.rules.gold_rush:
            return refusals.NO_FAME_HERE
        if self.purpose == "sale" and not self._selling(state):
            return refusals.NOT_ON_FIELD.about(field=Term("sale"))
        return refusals.BELOW_ZERO if self.player(state).fame + self.by < 0 else None

    def _selling(self, state: State) -> bool:
        """Whether the seat is about to sell at a table that tracks Fame only."""
        stopped = self.acting(state) and state.phase in ("action", "end")
        return stopped and not state.rules.full and state.field_kind(self.seat) == "sale"

    def _apply(self, state: State) -> tuple[State, Effects]:
        return state.seating(self.seat, self.player(state).earning(self.by)), ()

    def told(self, state: State) -> Sentence:
        if self.purpose == "sale":
            return TOLD_FAME_OF_SALE.about(player=Player(self.seat), num=self.by)
        return TOLD_FAME.about(player=Player(self.seat), by=signed(self.by))


TOLD_FAME = Sentence(N_("%(player)s: %(by)s Fame"))
TOLD_FAME_OF_SALE = Sentence(NN_("%(player)s: sale, %(num)d Fame", "%(player)s: sale, %(num)d Fame"))


class Cards(Correction, frozen=True, tag="cards"):
    """Correct the size of a player's hand by ± n."""

    by: Change

    def _refusal(self, state: State) -> Refusal | None:
        hand = self.player(state).hand
        return refusals.BELOW_ZERO if hand is not None and hand + self.by < 0 else None

    def _apply(self, state: State) -> tuple[State, Effects]:
        return state.seating(self.seat, self.player(state).paying(-self.by)), ()

    def told(self, state: State) -> Sentence:
        return TOLD_CARDS.about(player=Player(self.seat), by=signed(self.by))


TOLD_CARDS = Sentence(N_("%(player)s: cards in hand %(by)s"))


class Priced(AlchemicusMove, frozen=True, tag="price"):
    """Tell a price that is printed on a card (AL-PRICE)."""

    building: BuildingKind
    price: Price

    commutes: ClassVar[bool] = True
    with_fame: ClassVar[bool] = True
    anytime: ClassVar[bool] = True
    keeps_offer: ClassVar[bool] = True

    def _refusal(self, state: State) -> Refusal | None:
        return None

    def _apply(self, state: State) -> tuple[State, Effects]:
        return replace(state, prices={**state.prices, self.building: self.price}), ()

    def remembered(self) -> tuple[str, int]:
        return f"price {self.building}", self.price

    def told(self, state: State) -> Sentence:
        return TOLD_PRICE.about(building=Term(self.building), num=self.price)


TOLD_PRICE = Sentence(
    NN_("Price read off the card: %(building)s, %(num)d card", "Price read off the card: %(building)s, %(num)d cards")
)


class PricesTotal(AlchemicusMove, frozen=True, tag="prices_total"):
    """Tell what one's buildings cost in all, or tell it again, when a tie asks for it (AL-TIE)."""

    total: Annotated[int, Meta(ge=0, le=HIGHEST_TOTAL)]

    commutes: ClassVar[bool] = True
    with_fame: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def _refusal(self, state: State) -> Refusal | None:
        asked = asked_for_prices(state, self.seat)
        return None if asked else refusals.NOT_NEEDED.about(player=Player(self.seat))

    def _apply(self, state: State) -> tuple[State, Effects]:
        return state.seating(self.seat, replace(self.player(state), prices_total=self.total)), ()

    def told(self, state: State) -> Sentence:
        return TOLD_TOTAL.about(player=Player(self.seat), num=self.total)


TOLD_TOTAL = Sentence(
    NN_("%(player)s: buildings worth %(num)d card in all", "%(player)s: buildings worth %(num)d cards in all")
)


class TurnIs(TurnPutRight[State], frozen=True, tag="turn"):
    """It is `seat`'s turn now; the seats passed over have had theirs, and neither last round nor end comes of it."""

    def refusal(self, state: State, own: bool) -> Refusal | None:
        return refusals.GAME_OVER if state.to_move is None else None

    def apply(self, state: State) -> tuple[State, Effects]:
        if state.to_move is None or self.seat == state.to_move:
            return state, ()
        after = state
        for passed in seats_from(state.to_move, self.seat, len(state.seats)):
            seat = after.seats[passed]
            after = after.seating(passed, replace(seat, turns=seat.turns + 1))
        return begun(after, self.seat), ()
