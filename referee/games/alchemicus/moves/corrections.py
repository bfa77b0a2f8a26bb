"""What anybody may set right at any time: Fame, cards, prices read off the cards."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from referee.engine import N_, NN_, Change, Player, Refusal, Sentence, Term, signed
from referee.games.alchemicus import refusals
from referee.games.alchemicus.board import HIGHEST_TOTAL, BuildingKind
from referee.games.alchemicus.moves.play import Effects, Play
from referee.games.alchemicus.score import result
from referee.games.alchemicus.setup import Price
from referee.games.alchemicus.state import State


class Fame(Play, frozen=True, tag="fame"):
    """Correct a player's Fame by ± n, also after the end: the result is counted again."""

    by: Change

    correction: ClassVar[bool] = True
    commutes: ClassVar[bool] = True
    with_fame: ClassVar[bool] = True
    anytime: ClassVar[bool] = True
    keeps_offer: ClassVar[bool] = True

    def _refusal(self, state: State) -> Refusal | None:
        if state.rules.gold_rush:
            return refusals.NO_FAME_HERE
        return refusals.BELOW_ZERO if self.player(state).fame + self.by < 0 else None

    def _apply(self, state: State) -> tuple[State, Effects]:
        return state.seating(self.seat, self.player(state).earning(self.by)), ()

    def told(self, state: State) -> Sentence:
        return TOLD_FAME.about(player=Player(self.seat), by=signed(self.by))


TOLD_FAME = Sentence(N_("%(player)s: %(by)s Fame"))


class Cards(Play, frozen=True, tag="cards"):
    """Correct the size of a player's hand by ± n."""

    by: Change

    correction: ClassVar[bool] = True
    commutes: ClassVar[bool] = True
    anytime: ClassVar[bool] = True
    keeps_offer: ClassVar[bool] = True

    def _refusal(self, state: State) -> Refusal | None:
        hand = self.player(state).hand
        return refusals.BELOW_ZERO if hand is not None and hand + self.by < 0 else None

    def _apply(self, state: State) -> tuple[State, Effects]:
        return state.seating(self.seat, self.player(state).paying(-self.by)), ()

    def told(self, state: State) -> Sentence:
        return TOLD_CARDS.about(player=Player(self.seat), by=signed(self.by))


TOLD_CARDS = Sentence(N_("%(player)s: cards in hand %(by)s"))


class Priced(Play, frozen=True, tag="price"):
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


class PricesTotal(Play, frozen=True, tag="prices_total"):
    """Tell what one's buildings cost in all, when a tie asks for it (AL-TIE)."""

    total: Annotated[int, Meta(ge=0, le=HIGHEST_TOTAL)]

    commutes: ClassVar[bool] = True
    with_fame: ClassVar[bool] = True
    anytime: ClassVar[bool] = True

    def _refusal(self, state: State) -> Refusal | None:
        counted = result(state)
        if counted is None or all(need.seat != self.seat for need in counted.needs):
            return refusals.NOT_NEEDED.about(player=Player(self.seat))
        return None

    def _apply(self, state: State) -> tuple[State, Effects]:
        return state.seating(self.seat, replace(self.player(state), prices_total=self.total)), ()

    def told(self, state: State) -> Sentence:
        return TOLD_TOTAL.about(player=Player(self.seat), num=self.total)


TOLD_TOTAL = Sentence(
    NN_("%(player)s: buildings worth %(num)d card in all", "%(player)s: buildings worth %(num)d cards in all")
)
