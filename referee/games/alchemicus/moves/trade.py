"""Moves that sell, buy and give: sale, advanced sale, gifts, Gloria."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from referee.engine import N_, NN_, Fact, Message, Player, Refusal, Sentence, Term
from referee.engine import Effect as AnyEffect
from referee.games.alchemicus import refusals
from referee.games.alchemicus.board import CARDS_FOR, FAME_FOR, GIFT_CARDS, GLORIA_CARDS, SHOPS, Good, Pay
from referee.games.alchemicus.effects import Effect
from referee.games.alchemicus.moves.base import AlchemicusMove, Effects, known, named
from referee.games.alchemicus.moves.turn import ended
from referee.games.alchemicus.state import Offer, State, fits, room_left, with_good, without_good


class Sell(AlchemicusMove, frozen=True, tag="sell"):
    """Sell a good that lies on building `source` through `shop`, for cards or for Fame (AL-SELL-PRICE).

    In Gold Rush the first gold sold wins (GR-WIN).
    """

    good: Good
    source: int = msgspec.field(name="from")
    shop: int
    pay: Pay = msgspec.field(name="for")

    stands_on: ClassVar[str | None] = "sale"

    def missing(self, state: State) -> str | None:
        if not known(state, self.source):
            return "from"
        return None if known(state, self.shop) else "shop"

    def _refusal(self, state: State) -> Refusal | None:
        source, shop = state.building(self.source), state.building(self.shop)
        assert source is not None and shop is not None
        for building in (source, shop):
            if not self.owns(state, building.id):
                return refusals.SELL_NOT_YOUR_BUILDING.about(building=Term(building.kind))
        if shop.kind not in SHOPS:
            return refusals.NOT_A_SHOP.about(building=Term(shop.kind))
        if self.good not in source.goods:
            return refusals.GOOD_NOT_THERE_TO_SELL.about(good=Term(self.good))
        if state.rules.gold_rush and (barred := self._gold_rush_refusal(state, shop.kind)) is not None:
            return barred
        if self.good not in CARDS_FOR[shop.kind]:
            return refusals.NOT_SOLD_THERE
        if self.pay == "fame" and self.good not in FAME_FOR[shop.kind]:
            return refusals.NO_FAME_FOR_THIS.about(good=Term(self.good))
        if not room_left(state, shop):
            return refusals.SHOP_FULL.about(building=Term(shop.kind))
        return None

    def _gold_rush_refusal(self, state: State, shop: str) -> Refusal | None:
        """Return what a Gold Rush forbids of this sale through a shop of kind `shop`."""
        if self.pay == "fame":
            return refusals.NO_FAME_HERE
        if self.good == "gold":
            if shop != "donarium":
                return refusals.ONLY_AT_DONARIUM
            if self.player(state).infamia:
                return refusals.INFAMIA_BARS_GOLD
        return None

    def _apply(self, state: State) -> tuple[State, Effects]:
        source, shop = state.building(self.source), state.building(self.shop)
        kind = "" if shop is None else shop.kind
        cards = CARDS_FOR.get(kind, {}).get(self.good, 0) if self.pay == "cards" else 0
        fame = FAME_FOR.get(kind, {}).get(self.good, 0) if self.pay == "fame" else 0
        after = state if source is None else state.housing(without_good(source, self.good))
        after = after.seating(self.seat, after.seats[self.seat].drawing(cards).earning(fame))
        if self.acting(state):
            after = replace(after, turn=replace(state.turn, sold=(*state.turn.sold, self.shop)))
        sold = Effect("sold", self.seat, cards or None, self.good, self.shop, self.source)
        if state.rules.gold_rush and self.good == "gold" and not state.over:
            return replace(ended(after), gold_seller=self.seat), (sold, Effect("game_over", self.seat))
        if state.rules.advanced_sale and cards and not state.over:
            after = replace(after, offer=Offer(self.good, self.seat, cards))
        return after, (sold,)

    def told(self, state: State) -> Sentence:
        shop = state.building(self.shop)
        facts: dict[str, Fact] = {"player": Player(self.seat), "good": Term(self.good)}
        facts["building"] = named(state, self.shop)
        if self.pay == "cards":
            return TOLD_SALE.about(**facts)
        return TOLD_SALE_FOR_FAME.about(
            num=FAME_FOR.get("" if shop is None else shop.kind, {}).get(self.good, 0), **facts
        )


TOLD_SALE = Sentence(N_("%(player)s: sold for cards: %(good)s (%(building)s)"))
TOLD_SALE_FOR_FAME = Sentence(
    NN_(
        "%(player)s: sold for %(num)d Fame: %(good)s (%(building)s)",
        "%(player)s: sold for %(num)d Fame: %(good)s (%(building)s)",
    )
)


class Buy(AlchemicusMove, frozen=True, tag="buy"):
    """Buy what another player just sold for cards, onto a building of one's own (AL-ADVSALE)."""

    into: int

    answers: ClassVar[bool] = True

    def missing(self, state: State) -> str | None:
        return None if known(state, self.into) else "into"

    def _refusal(self, state: State) -> Refusal | None:
        offer, into = state.offer, state.building(self.into)
        if not state.rules.advanced_sale:
            return refusals.ADVANCED_SALE_NOT_IN_PLAY
        if offer is None:
            return refusals.NOTHING_ON_OFFER
        if offer.seat == self.seat:
            return refusals.OWN_GOOD
        if into is None or not self.owns(state, self.into):
            return refusals.BUY_NOT_YOUR_BUILDING.about(building=named(state, self.into))
        if not fits(into, offer.good):
            return refusals.BUY_NO_ROOM.about(good=Term(offer.good))
        if not self.player(state).afford(offer.price):
            return refusals.BUY_CANNOT_PAY.about(num=offer.price)
        return None

    def _apply(self, state: State) -> tuple[State, Effects]:
        offer, into = state.offer, state.building(self.into)
        if offer is None or into is None:
            return state, ()
        after = state.seating(self.seat, self.player(state).paying(offer.price))
        return after.housing(with_good(into, offer.good)), ()

    def messages(self, state: State, effects: Sequence[AnyEffect]) -> tuple[Message, ...]:
        offer = state.offer
        if offer is None or state.building(self.into) is None:
            return ()
        return (Message(offer.seat, BOUGHT_FROM_YOU.about(player=Player(self.seat), good=Term(offer.good))),)

    def told(self, state: State) -> Sentence:
        if state.offer is None:
            return TOLD_BOUGHT_NOTHING.about(player=Player(self.seat))
        return TOLD_BOUGHT.about(
            player=Player(self.seat),
            good=Term(state.offer.good),
            building=named(state, self.into),
            num=state.offer.price,
        )


TOLD_BOUGHT = Sentence(
    NN_(
        "%(player)s: bought for %(num)d card: %(good)s (%(building)s)",
        "%(player)s: bought for %(num)d cards: %(good)s (%(building)s)",
    )
)
BOUGHT_FROM_YOU = Sentence(N_("%(player)s buys what you sold; hand it over: %(good)s."))
TOLD_BOUGHT_NOTHING = Sentence(N_("%(player)s: could not buy: nothing was on offer"))


class Gift(AlchemicusMove, frozen=True, tag="gift"):
    """Discard five cards for one Fame (AL-GIFT)."""

    with_fame: ClassVar[bool] = True
    stands_on: ClassVar[str | None] = "gifts"

    def _refusal(self, state: State) -> Refusal | None:
        if state.rules.gold_rush:
            return refusals.NO_FAME_HERE
        if state.turn.gift_given:
            return refusals.GIFT_ALREADY_GIVEN
        if not self.player(state).afford(GIFT_CARDS):
            return refusals.GIFT_CANNOT_PAY.about(num=GIFT_CARDS)
        return None

    def _apply(self, state: State) -> tuple[State, Effects]:
        after = state.seating(self.seat, self.player(state).paying(GIFT_CARDS).earning(1))
        if self.acting(state):
            after = replace(after, turn=replace(state.turn, gift_given=True))
        return after, ()

    def told(self, state: State) -> Sentence:
        return TOLD_GIFT.about(player=Player(self.seat))


TOLD_GIFT = Sentence(N_("%(player)s: gave a gift for 1 Fame"))


class Gloria(AlchemicusMove, frozen=True, tag="gloria"):
    """Discard Gloria and five other cards for one Fame, last thing in the turn (AL-GLORIA)."""

    with_fame: ClassVar[bool] = True

    def _out_of_phase(self, state: State) -> Refusal | None:
        return None if state.turn.gloria_played else super()._out_of_phase(state)

    def _refusal(self, state: State) -> Refusal | None:
        if state.rules.gold_rush:
            return refusals.NO_FAME_HERE
        if state.turn.gloria_played:
            return refusals.GLORIA_ALREADY_PLAYED
        if state.spirit_is_due(self.seat):
            return refusals.SPIRIT_MUST_MOVE
        if not self.player(state).afford(1 + GLORIA_CARDS):
            return refusals.GLORIA_CANNOT_PAY.about(num=1 + GLORIA_CARDS)
        return None

    def _apply(self, state: State) -> tuple[State, Effects]:
        after = state.seating(self.seat, self.player(state).paying(1 + GLORIA_CARDS).earning(1))
        if self.acting(state):
            phase = "end" if state.phase == "action" else state.phase
            after = replace(after, phase=phase, turn=replace(state.turn, gloria_played=True))
        return after, ()

    def told(self, state: State) -> Sentence:
        return TOLD_GLORIA.about(player=Player(self.seat))


TOLD_GLORIA = Sentence(N_("%(player)s: Gloria played for 1 Fame"))
