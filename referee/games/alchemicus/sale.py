"""The sale planner: how to sell what one has so that no other way is better in Fame and in cards alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from referee.games.alchemicus.board import BUILDING_LIMIT, CARDS_FOR, FAME_FOR, GOODS, RAW, SHOPS, Good, Pay
from referee.games.alchemicus.state import State, room_left


class Sold(msgspec.Struct, frozen=True):
    """A good that a plan sells through a shop of this kind, for cards or for Fame."""

    good: Good
    shop: str
    pay: Pay


class Plan(msgspec.Struct, frozen=True):
    """A way to sell, and what it brings in all."""

    fame: int
    cards: int
    lines: tuple[Sold, ...]


class Split(msgspec.Struct, frozen=True):
    """The number of goods that earn Fame, by shop; the room that is left sells for cards, the dearest good first."""

    gold_at_donarium: int
    gold_at_taberna: int
    middling_at_taberna: int
    gold_at_pergula: int


MOST_OF_A_GOOD = 2 * BUILDING_LIMIT
"""The most of one good that is planned for: two for each building."""

MIDDLING: tuple[Good, ...] = ("tincture", "metal")
RAW_CARDS, MIDDLING_CARDS, GOLD_CARDS = (CARDS_FOR["taberna"][good] for good in ("herbs", "tincture", "gold"))
"""The cards Pergula and Taberna pay, both the same; tincture and metal are worth the same, and so are raw goods."""
TABERNA_GOLD_FAME, TABERNA_MIDDLING_FAME = FAME_FOR["taberna"]["gold"], FAME_FOR["taberna"]["tincture"]
PERGULA_GOLD_FAME = FAME_FOR["pergula"]["gold"]


def best_plans(goods: Mapping[Good, int], shops: Mapping[str, int], gold_rush: bool = False) -> list[Plan]:
    """Return the best ways to sell `goods` at one visit to `shops`, counted by kind (AL-SELL-CAPACITY)."""
    return plans_through(goods, {kind: shops[kind] * most for kind, most in SHOPS.items()}, gold_rush)


def plans_left(state: State, seat: int) -> list[Plan]:
    """Return the best ways to sell what `seat` still has, through the room its shops have left at this visit.

    Of far more than the book lets a player have, only so much is planned for. Gold that an Infamia bars is not sold
    (GR-INFAMIA).
    """
    goods: dict[Good, int] = dict.fromkeys(GOODS, 0)
    room = dict.fromkeys(SHOPS, 0)
    for building in state.seats[seat].buildings:
        for good in building.goods:
            goods[good] += 1
        if building.kind in SHOPS:
            room[building.kind] += room_left(state, building)
    if state.rules.gold_rush and state.seats[seat].infamia:
        goods["gold"] = 0
    goods = {good: min(count, MOST_OF_A_GOOD) for good, count in goods.items()}
    room = {kind: min(count, BUILDING_LIMIT * SHOPS[kind]) for kind, count in room.items()}
    return plans_through(goods, room, state.rules.gold_rush)


def plans_through(goods: Mapping[Good, int], room: Mapping[str, int], gold_rush: bool) -> list[Plan]:
    """Return one plan for each pair (Fame, cards) that no other plan beats in both, most Fame first.

    `goods` counts what one has, `room` the goods that the shops of each kind still sell. Where the goods lie does not
    matter (AL-SELL-ANYWHERE). In Gold Rush the sale pays cards only (GR-NOFAME), and gold is sold only through a
    Donarium (GR-DONARIUM).

    A Donarium beats the other shops in both currencies and sells nothing but gold, so it is filled first.
    """
    at_donarium = min(goods["gold"], room["donarium"])
    gold = 0 if gold_rush else goods["gold"] - at_donarium
    elsewhere = splits(goods, room, gold, gold_rush)
    found: dict[int, tuple[int, Split]] = {}
    for earning in range(1 if gold_rush else at_donarium + 1):
        fame = earning * FAME_FOR["donarium"]["gold"]
        cards = (at_donarium - earning) * CARDS_FOR["donarium"]["gold"]
        for more_fame, (more_cards, way) in elsewhere.items():
            total = fame + more_fame
            if total not in found or found[total][0] < cards + more_cards:
                found[total] = cards + more_cards, Split(earning, *way)
    plans: list[Plan] = []
    for fame in sorted(found, reverse=True):
        cards, split = found[fame]
        if not plans or cards > plans[-1].cards:
            plans.append(Plan(fame, cards, tuple(lines(split, goods, room, at_donarium, gold))))
    return plans


def splits(
    goods: Mapping[Good, int], room: Mapping[str, int], gold: int, gold_rush: bool
) -> dict[int, tuple[int, tuple[int, int, int]]]:
    """Return, for each Fame that Tabernas and Pergulas can pay, the most cards beside it, and what earns the Fame:
    gold at Tabernas, middling goods at Tabernas, gold at Pergulas. `gold` is what no Donarium sells."""
    raw, middling = goods["herbs"] + goods["ore"], goods["tincture"] + goods["metal"]
    tabernas, pergulas = room["taberna"], room["pergula"]
    best: dict[int, tuple[int, tuple[int, int, int]]] = {}
    for gold_taberna in range(min(gold, tabernas) + 1):
        for gold_pergula in range(min(gold - gold_taberna, pergulas) + 1):
            earning = 0 if gold_rush else min(middling, tabernas - gold_taberna)
            for middling_taberna in range(earning + 1):
                fame = (
                    gold_taberna * TABERNA_GOLD_FAME
                    + middling_taberna * TABERNA_MIDDLING_FAME
                    + gold_pergula * PERGULA_GOLD_FAME
                )
                left = tabernas + pergulas - gold_taberna - middling_taberna - gold_pergula
                gold_cards = min(left, gold - gold_taberna - gold_pergula)
                middling_cards = min(left - gold_cards, middling - middling_taberna)
                raw_cards = min(left - gold_cards - middling_cards, raw)
                cards = gold_cards * GOLD_CARDS + middling_cards * MIDDLING_CARDS + raw_cards * RAW_CARDS
                if fame not in best or best[fame][0] < cards:
                    best[fame] = cards, (gold_taberna, middling_taberna, gold_pergula)
    return best


def lines(
    split: Split, goods: Mapping[Good, int], room: Mapping[str, int], at_donarium: int, gold: int
) -> Iterator[Sold]:
    """Yield the sales of a plan, what earns Fame first; `gold` is what no Donarium sells."""
    for number in range(at_donarium):
        yield Sold("gold", "donarium", "fame" if number < split.gold_at_donarium else "cards")
    for _ in range(split.gold_at_taberna):
        yield Sold("gold", "taberna", "fame")
    for _ in range(split.gold_at_pergula):
        yield Sold("gold", "pergula", "fame")
    middling = [good for good in MIDDLING for _ in range(goods[good])]
    for good in middling[: split.middling_at_taberna]:
        yield Sold(good, "taberna", "fame")
    left: list[Good] = ["gold" for _ in range(gold - split.gold_at_taberna - split.gold_at_pergula)]
    left += middling[split.middling_at_taberna :]
    left += [good for good in RAW for _ in range(goods[good])]
    tabernas = room["taberna"] - split.gold_at_taberna - split.middling_at_taberna
    pergulas = room["pergula"] - split.gold_at_pergula
    rooms = ["taberna"] * tabernas + ["pergula"] * pergulas
    for good, shop in zip(left, rooms, strict=False):
        yield Sold(good, shop, "cards")


class Counter(msgspec.Struct, frozen=True):
    """A shop during a sale: how many goods it still sells at this visit, and what it pays for which."""

    shop: int
    kind: str
    left: int
    cards: dict[Good, int]
    fame: dict[Good, int]


def counters(state: State, seat: int) -> list[Counter]:
    """Return the shops of `seat` as they stand in this visit (AL-SELL-CAPACITY, AL-SELL-PRICE); in Gold Rush
    without Fame, and with gold only at a Donarium."""
    gold_rush = state.rules.gold_rush
    return [
        Counter(
            building.id,
            building.kind,
            room_left(state, building),
            {
                good: cards
                for good, cards in CARDS_FOR[building.kind].items()
                if good != "gold" or building.kind == "donarium" or not gold_rush
            },
            {} if gold_rush else FAME_FOR[building.kind],
        )
        for building in state.seats[seat].buildings
        if building.kind in SHOPS
    ]
