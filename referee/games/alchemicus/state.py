"""The state of a game of Alchemicus, and the small questions asked of it. Everything is frozen."""

from __future__ import annotations

from functools import cached_property

import msgspec
from msgspec.structs import replace

from referee.engine import TableState
from referee.games.alchemicus.board import (
    CENTRE,
    LIES_ON,
    SHOPS,
    SPIRIT_STARTS_ON,
    STARTING_BUILDINGS,
    STARTING_HAND,
    Good,
    OuterPlace,
    SpiritPlace,
)


class Building(msgspec.Struct, frozen=True, gc=False):
    """A building that is laid out: `id` is unique at the table; `goods` may hold a good twice after an overruling."""

    id: int
    kind: str
    goods: tuple[Good, ...] = ()
    golem: bool = False
    spiritus: int = 0


class Seat(msgspec.Struct, frozen=True, gc=False):
    """One player: `pawn` is an outer field 0-7 or None, `turns` those taken, `hand` a number of cards.

    With Fame tracking `hand` is None and `buildings` is empty: nobody told. `prices_total` is the sum of the printed
    prices of their buildings, as they told it to break a tie (AL-TIE).
    """

    fame: int = 0
    pawn: int | None = None
    turns: int = 0
    hand: int | None = None
    buildings: tuple[Building, ...] = ()
    infamia: int = 0
    prices_total: int | None = None

    def count(self, kind: str) -> int:
        """Return how many buildings of `kind` this player has laid out."""
        return sum(building.kind == kind for building in self.buildings)

    def afford(self, cards: int) -> bool:
        """Whether the hand holds `cards` cards; a hand nobody told always does."""
        return self.hand is None or self.hand >= cards

    def drawing(self, cards: int) -> Seat:
        """Return this player with `cards` more in hand."""
        return self if self.hand is None else replace(self, hand=self.hand + cards)

    def paying(self, cards: int) -> Seat:
        """Return this player with `cards` fewer in hand; a hand stops at 0."""
        return self if self.hand is None else replace(self, hand=max(0, self.hand - cards))

    def earning(self, fame: int) -> Seat:
        """Return this player with `fame` more, or less if negative; it stops at 0."""
        return replace(self, fame=max(0, self.fame + fame))


class Turn(msgspec.Struct, frozen=True, gc=False):
    """Everything the player whose turn it is has done; all but `gloria_played` is forgotten when their pawn stops
    anew."""

    spirit_moved: bool = False
    gift_given: bool = False
    gloria_played: bool = False
    worked: frozenset[int] = frozenset()
    sold: tuple[int, ...] = ()
    """The ids of the shops that sold, once for each good."""


class Offer(msgspec.Struct, frozen=True):
    """A good just sold by `seat` for `cards` cards; another player may have it for `cards` + 1 (AL-ADVSALE)."""

    good: Good
    seat: int
    cards: int

    @property
    def price(self) -> int:
        return self.cards + 1


class Attack(msgspec.Struct, frozen=True):
    """An Infamia that `seat` played on `target`, not answered yet (NO-INFAMIA)."""

    seat: int
    target: int


class Rules(msgspec.Struct, frozen=True):
    """The table's options, as the moves ask for them."""

    full: bool
    noctis: bool
    gold_rush: bool
    bank: bool
    advanced_sale: bool
    target: int
    gloria_cards: int
    """The cost of Gloria beside itself in Gold Rush (E-15)."""
    ring: tuple[str, ...]
    spirit_ring: tuple[OuterPlace, ...]

    @property
    def spirit_field(self) -> int:
        return self.ring.index("spirit")


class State(TableState, frozen=True, gc=True, dict=True):
    """A position. `to_move` is None when the game is over; `phase` is draw, move, action or end."""

    rules: Rules
    seats: tuple[Seat, ...]
    to_move: int | None
    phase: str
    prices: dict[str, int]
    """Printed prices by kind of building, as far as known (AL-PRICE). Never changed, only replaced."""
    round: int = 1
    spirit: SpiritPlace = SPIRIT_STARTS_ON
    golems: frozenset[int] = frozenset()
    """The outer fields that a Golem lies on (GR-GOLEM)."""
    turn: Turn = Turn()
    last_turns: int | None = None
    """In the last round: how many turns everybody plays, that is, had taken who first got there (AL-LAST-ROUND)."""
    offer: Offer | None = None
    pending: Attack | None = None
    over: bool = False
    gold_seller: int | None = None
    """The winner of a Gold Rush (GR-WIN)."""

    @property
    def asked(self) -> int | None:
        """The seat the table waits for: the target of an Infamia, else the one to move."""
        return self.to_move if self.pending is None else self.pending.target

    @cached_property
    def homes(self) -> dict[int, tuple[int, Building]]:
        """The buildings of the table by id, each with the seat that has laid it out; for many questions to one state,
        since it is kept with it."""
        return {
            building.id: (number, building) for number, seat in enumerate(self.seats) for building in seat.buildings
        }

    def building(self, building_id: int) -> Building | None:
        """Return the building with this id, whoever owns it, or None."""
        home = self._home(building_id)
        return None if home is None else home[1]

    def owner(self, building_id: int) -> int | None:
        """Return the seat that has laid out the building with this id, or None."""
        home = self._home(building_id)
        return None if home is None else home[0]

    def _home(self, building_id: int) -> tuple[int, Building] | None:
        if "homes" in self.__dict__:
            return self.homes.get(building_id)
        for number, seat in enumerate(self.seats):
            for building in seat.buildings:
                if building.id == building_id:
                    return number, building
        return None

    def field_kind(self, seat: int) -> str | None:
        """Return the kind of field that the pawn of `seat` stands on, or None if it is off the board."""
        pawn = self.seats[seat].pawn
        return None if pawn is None else self.rules.ring[pawn]

    def pawn_in_the_way(self, seat: int, field: int) -> int | None:
        """Return who keeps `seat` from standing on `field`: another pawn on the Spirit field (AL-MOVE-OCCUPIED)."""
        if self.rules.ring[field] != "spirit":
            return None
        for number, other in enumerate(self.seats):
            if number != seat and other.pawn == field:
                return number
        return None

    def spirit_is_due(self, seat: int) -> bool:
        """Whether `seat`, whose turn it is, stopped on the Spirit field and has yet to move it (AL-SPIRIT-MUST)."""
        return self.field_kind(seat) == "spirit" and not self.turn.spirit_moved

    def building_out(self, number: int, kind: str) -> State:
        """Return this position with one building more before the player at seat `number`, in the order of ids."""
        seat = self.seats[number]
        buildings = sorted((*seat.buildings, Building(self.next_id, kind)), key=lambda building: building.id)
        return replace(self.seating(number, replace(seat, buildings=tuple(buildings))), next_id=self.next_id + 1)

    def blocks(self, kind: str) -> bool:
        """Whether the Spirit keeps buildings of `kind` from working (AL-SPIRIT-BLOCK)."""
        return self.spirit == kind

    def seating(self, number: int, seat: Seat) -> State:
        """Return this position with `seat` in place of the player at seat `number`."""
        seats = self.seats
        return replace(self, seats=(*seats[:number], seat, *seats[number + 1 :]))

    def housing(self, building: Building) -> State:
        """Return this position with `building` in place of the one with its id, whoever owns it."""
        number = self.owner(building.id)
        if number is None:
            return self
        seat = self.seats[number]
        buildings = tuple(building if old.id == building.id else old for old in seat.buildings)
        return self.seating(number, replace(seat, buildings=buildings))


def fits(building: Building, good: Good) -> bool:
    """Whether `building` has a free place where `good` may lie (AL-TRANSPORT-ROOM, AL-TRANSPORT-GOLD, E-9)."""
    if building.kind not in LIES_ON[good]:
        return False
    if building.kind != "labrium" or good == "gold":
        return not building.goods
    return good not in building.goods and "gold" not in building.goods


def with_good(building: Building, good: Good) -> Building:
    """Return `building` with `good` on it as well; goods may pile up."""
    return replace(building, goods=(*building.goods, good))


def without_good(building: Building, good: Good) -> Building:
    """Return `building` with one `good` less, or as it is if there is none."""
    if good not in building.goods:
        return building
    goods = list(building.goods)
    goods.remove(good)
    return replace(building, goods=tuple(goods))


def room_left(state: State, shop: Building) -> int:
    """Return how many goods `shop` still sells at this visit (AL-SELL-CAPACITY); 0 for what is no shop."""
    return max(0, SHOPS.get(shop.kind, 0) - state.turn.sold.count(shop.id))


def domo_bonus(state: State, seat: int) -> int:
    """Return the cards that a stop on Harvest, Transport or Transmutation earns `seat` (AL-DOMO)."""
    return 0 if state.blocks(CENTRE) else state.seats[seat].count("domo")


def begun(state: State, seat: int) -> State:
    """Return the position with the turn of `seat` just begun, after that of the seat to move until now."""
    new_round = state.to_move is not None and seat <= state.to_move
    return replace(
        state,
        to_move=seat,
        phase="draw" if state.rules.full else "move",
        round=state.round + new_round,
        turn=Turn(),
        offer=None,
    )


def first_state(rules: Rules, prices: dict[str, int], players: int) -> State:
    """Return the position before the first entry, of `players` players (AL-SETUP-START, NO-SETUP)."""
    if not rules.full:
        return State(rules, (Seat(),) * players, 0, "move", prices)
    built = len(STARTING_BUILDINGS)
    seats = tuple(
        Seat(
            hand=STARTING_HAND + rules.noctis,
            buildings=tuple(Building(seat * built + place, kind) for place, kind in enumerate(STARTING_BUILDINGS, 1)),
        )
        for seat in range(players)
    )
    return State(rules, seats, 0, "draw", prices, next_id=players * built + 1)
