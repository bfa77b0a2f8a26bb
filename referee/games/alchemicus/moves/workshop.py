"""Moves with buildings and goods: build, harvest, transport, transmute."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from msgspec.structs import replace

from referee.engine import N_, NN_, Player, Refusal, Sentence, Term
from referee.games.alchemicus import refusals
from referee.games.alchemicus.board import BUILDING_LIMIT, ROUTES, TRANSMUTES, YIELDS, CardKind, Good
from referee.games.alchemicus.effects import Effect
from referee.games.alchemicus.moves.base import AlchemicusMove, Effects, known, named, too_many_buildings
from referee.games.alchemicus.setup import Price
from referee.games.alchemicus.state import Building, State, fits, with_good, without_good


class Build(AlchemicusMove, frozen=True, tag="build"):
    """Lay out a building and pay its price in other cards (AL-BUILD); at the limit, `demolish` one first.

    `price`: what its card says it costs, told first (AL-PRICE).
    """

    building: CardKind
    demolish: int | None = None
    price: Price | None = None

    stands_on: ClassVar[str | None] = "build"

    def missing(self, state: State) -> str | None:
        return None if known(state, self.demolish) else "demolish"

    def _refusal(self, state: State) -> Refusal | None:
        player = self.player(state)
        if self.building == "gloria":
            return refusals.NOT_A_BUILDING
        price = self._priced(state).prices.get(self.building)
        if price is None:
            return refusals.PRICE_UNKNOWN.about(building=Term(self.building))
        full = len(player.buildings) >= BUILDING_LIMIT
        if self.demolish is None:
            if full:
                return refusals.BUILDING_LIMIT
        else:
            if not full:
                return refusals.NOT_FULL_YET
            if not self.owns(state, self.demolish):
                return refusals.BUILD_NOT_YOUR_BUILDING.about(building=named(state, self.demolish))
        if not player.afford(1 + price):
            return refusals.BUILD_CANNOT_PAY.about(num=1 + price)
        return None

    def _apply(self, state: State) -> tuple[State, Effects]:
        state = self._priced(state)
        after = state if self.demolish is None else demolished(state, self.demolish)
        player = after.seats[self.seat].paying(1 + state.prices.get(self.building, 0))
        return after.seating(self.seat, player).building_out(self.seat, self.building), ()

    def _priced(self, state: State) -> State:
        """Return the position with the price told, if one was."""
        if self.price is None or self.building == "gloria":
            return state
        return replace(state, prices={**state.prices, self.building: self.price})

    def over_limit(self, state: State) -> Refusal | None:
        return too_many_buildings(state) if self.demolish is None else None

    def remembered(self) -> tuple[str, int] | None:
        return None if self.price is None or self.building == "gloria" else (f"price {self.building}", self.price)

    def told(self, state: State) -> Sentence:
        if self.demolish is None and self.price is not None:
            return TOLD_BUILD_PRICED.about(player=Player(self.seat), building=Term(self.building), num=self.price)
        if self.demolish is None:
            return TOLD_BUILD.about(player=Player(self.seat), building=Term(self.building))
        return TOLD_REBUILD.about(
            player=Player(self.seat), building=Term(self.building), demolished=named(state, self.demolish)
        )


TOLD_BUILD = Sentence(N_("%(player)s: built (%(building)s)"))
TOLD_BUILD_PRICED = Sentence(
    NN_(
        "%(player)s: built (%(building)s), price on the card: %(num)d",
        "%(player)s: built (%(building)s), price on the card: %(num)d",
    )
)
TOLD_REBUILD = Sentence(N_("%(player)s: built (%(building)s), demolished another (%(demolished)s)"))


def demolished(state: State, building_id: int) -> State:
    """Return the position without that building and what lies on it."""
    owner = state.owner(building_id)
    if owner is None:
        return state
    seat = state.seats[owner]
    return state.seating(owner, replace(seat, buildings=tuple(b for b in seat.buildings if b.id != building_id)))


class Harvest(AlchemicusMove, frozen=True, tag="harvest"):
    """Bring raw goods in: on `building`, or (None) on all that are empty and not blocked (AL-HARVEST)."""

    building: int | None = None

    stands_on: ClassVar[str | None] = "harvest"

    def missing(self, state: State) -> str | None:
        return None if known(state, self.building) else "building"

    def _refusal(self, state: State) -> Refusal | None:
        if self.building is None:
            return None if self.yielding(state) else refusals.NOTHING_TO_HARVEST
        building = state.building(self.building)
        if building is None or not self.owns(state, building.id):
            return refusals.HARVEST_NOT_YOUR_BUILDING.about(building=named(state, self.building))
        if building.kind not in YIELDS:
            return refusals.NOT_A_SOURCE.about(building=Term(building.kind))
        if building.goods:
            return refusals.NOT_EMPTY
        if state.blocks(building.kind):
            return refusals.BLOCKED_BY_SPIRIT.about(building=Term(building.kind))
        return None

    def yielding(self, state: State) -> list[Building]:
        """Return the buildings this harvest brings goods in on."""
        if self.building is not None:
            building = state.building(self.building)
            return [] if building is None or building.kind not in YIELDS else [building]
        return [
            building
            for building in self.player(state).buildings
            if building.kind in YIELDS and not building.goods and not state.blocks(building.kind)
        ]

    def _apply(self, state: State) -> tuple[State, Effects]:
        effects = []
        for building in self.yielding(state):
            good = YIELDS[building.kind]
            state = state.housing(with_good(building, good))
            effects.append(Effect("harvested", self.seat, good=good, building=building.id))
        return state, tuple(effects)

    def told(self, state: State) -> Sentence:
        if self.building is None:
            return TOLD_HARVEST.about(player=Player(self.seat))
        return TOLD_HARVEST_ONE.about(player=Player(self.seat), building=named(state, self.building))


TOLD_HARVEST = Sentence(N_("%(player)s: harvest"))
TOLD_HARVEST_ONE = Sentence(N_("%(player)s: harvest (%(building)s)"))


class Transport(AlchemicusMove, frozen=True, tag="transport"):
    """Carry a good from one of one's buildings to another (AL-TRANSPORT)."""

    good: Good
    source: int = msgspec.field(name="from")
    to: int

    stands_on: ClassVar[str | None] = "transport"

    def missing(self, state: State) -> str | None:
        if not known(state, self.source):
            return "from"
        return None if known(state, self.to) else "to"

    def _refusal(self, state: State) -> Refusal | None:
        source, to = state.building(self.source), state.building(self.to)
        assert source is not None
        assert to is not None
        for building in (source, to):
            if not self.owns(state, building.id):
                return refusals.TRANSPORT_NOT_YOUR_BUILDING.about(building=Term(building.kind))
        if ROUTES.get(self.good) != (source.kind, to.kind):
            return refusals.NO_SUCH_ROUTE.about(good=Term(self.good))
        if self.good not in source.goods:
            return refusals.GOOD_NOT_ON_THE_WAY.about(good=Term(self.good))
        if to.kind == "labrium" and "gold" in to.goods:
            return refusals.GOLD_IN_LABRIUM
        if not fits(to, self.good):
            return refusals.TRANSPORT_NO_ROOM.about(building=Term(to.kind))
        return None

    def _apply(self, state: State) -> tuple[State, Effects]:
        return carried(state, self.good, self.source, self.to), ()

    def told(self, state: State) -> Sentence:
        return TOLD_TRANSPORT.about(
            player=Player(self.seat),
            good=Term(self.good),
            source=named(state, self.source),
            building=named(state, self.to),
        )


TOLD_TRANSPORT = Sentence(N_("%(player)s: transport (%(good)s, %(source)s → %(building)s)"))


def carried(state: State, good: Good, source_id: int, to_id: int) -> State:
    """Return the position with one `good` less on one building and one more on the other."""
    if (source := state.building(source_id)) is not None:
        state = state.housing(without_good(source, good))
    if (to := state.building(to_id)) is not None:
        state = state.housing(with_good(to, good))
    return state


class Transmute(AlchemicusMove, frozen=True, tag="transmute"):
    """Let a building work (AL-TRANSMUTE); a Spiritus on it is spent instead (NO-SPIRITUS)."""

    building: int

    stands_on: ClassVar[str | None] = "transmutation"

    def missing(self, state: State) -> str | None:
        return None if known(state, self.building) else "building"

    def _refusal(self, state: State) -> Refusal | None:
        building = state.building(self.building)
        assert building is not None
        kind = Term(building.kind)
        if not self.owns(state, building.id):
            return refusals.TRANSMUTE_NOT_YOUR_BUILDING.about(building=kind)
        if building.kind not in TRANSMUTES:
            return refusals.DOES_NOT_TRANSMUTE.about(building=kind)
        if building.id in state.turn.worked:
            return refusals.ALREADY_WORKED
        if not all(good in building.goods for good in TRANSMUTES[building.kind][0]):
            return refusals.INGREDIENTS_MISSING.about(building=kind)
        if state.blocks(building.kind):
            return refusals.BLOCKED_BY_SPIRIT.about(building=kind)
        return None

    def _apply(self, state: State) -> tuple[State, Effects]:
        building = state.building(self.building)
        if building is None or building.kind not in TRANSMUTES:
            return state, ()
        if building.spiritus:
            worked = replace(building, spiritus=building.spiritus - 1)
            effect = Effect("spiritus_spent", self.seat, building=building.id)
        else:
            needs, product = TRANSMUTES[building.kind]
            worked = building
            for good in needs:
                worked = without_good(worked, good)
            worked = with_good(worked, product)
            effect = Effect("transmuted", self.seat, good=product, building=building.id)
        after = state.housing(worked)
        if self.acting(state):
            after = replace(after, turn=replace(state.turn, worked=state.turn.worked | {building.id}))
        return after, (effect,)

    def told(self, state: State) -> Sentence:
        building = state.building(self.building)
        told = TOLD_FOILED if building is not None and building.spiritus else TOLD_TRANSMUTE
        return told.about(player=Player(self.seat), building=named(state, self.building))


TOLD_TRANSMUTE = Sentence(N_("%(player)s: transmutation (%(building)s)"))
TOLD_FOILED = Sentence(N_("%(player)s: a Spiritus stops the transmutation (%(building)s)"))
