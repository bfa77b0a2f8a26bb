"""Buildings and goods: built, harvested, carried, transmuted, sold, bought; the books' worked examples."""

import pytest
from msgspec.structs import replace

from tests.alchemicus.positions import (
    ADA,
    BRUNO,
    BUILD,
    GIFTS,
    HARVEST,
    SALE,
    TRANSMUTATION,
    TRANSPORT,
    a,
    after,
    fames,
    full,
    goods,
    hands,
    having,
    offered,
    on,
    overruled,
    played,
    refused,
    seated,
)


def test_book_building_an_alembic_takes_four_cards():
    state, _ = played(on(full(), BUILD), "build", building="alembic")
    assert hands(state) == [1, 5]
    assert [(b.id, b.kind) for b in state.seats[ADA].buildings] == [(1, "horten"), (2, "pergula"), (5, "alembic")]


def test_any_number_of_buildings_in_one_action():
    state = on(seated(full(prices={"domo": 1}), ADA, hand=6), BUILD)
    state = after(state, ("build", ADA, {"building": "domo"}), ("build", ADA, {"building": "alembic"}))
    assert (hands(state), state.seats[ADA].count("domo"), state.seats[ADA].count("alembic")) == ([0, 5], 1, 1)


def test_the_thirteenth_building_takes_the_place_of_another_and_of_what_lies_on_it():
    state = on(having(full(), ADA, a("horten", "herbs", golem=True), *[a("domo")] * 11), BUILD)
    state, _ = played(state, "build", building="alembic", demolish=100)
    assert [b.kind for b in state.seats[ADA].buildings] == ["domo"] * 11 + ["alembic"]
    assert goods(state) == [()] * 12


def test_a_price_once_told_is_known():
    state, _ = played(on(full(), BUILD), "price", BRUNO, building="fornax", price=4)
    state, _ = played(state, "build", building="fornax")
    assert hands(state) == [0, 5]


def test_harvest_fills_all_that_are_empty_and_free_of_the_spirit():
    state = having(full(), ADA, a("horten"), a("horten", "herbs"), a("metalle"), a("alembic"))
    state, effects = played(on(state, HARVEST), "harvest")
    assert goods(state) == [("herbs",), ("herbs",), ("ore",), ()]
    assert effects == [
        {"code": "harvested", "seat": ADA, "good": "herbs", "building": 100},
        {"code": "harvested", "seat": ADA, "good": "ore", "building": 102},
    ]


def test_harvest_with_the_spirit_on_horten():
    state = replace(on(having(full(), ADA, a("horten"), a("metalle")), HARVEST), spirit="horten")
    state, _ = played(state, "harvest")
    assert goods(state) == [(), ("ore",)]


def test_harvest_of_one_building_leaves_the_others_empty():
    state, _ = played(on(having(full(), ADA, a("horten"), a("horten")), HARVEST), "harvest", building=101)
    assert goods(state) == [(), ("herbs",)]


def test_book_transport_of_metal_makes_room_for_ore():
    state = on(having(full(), ADA, a("metalle", "ore"), a("fornax", "metal"), a("labrium")), TRANSPORT)
    assert refused(state, "transport", good="ore", from_=100, to=101) == ("no_room", "AL-TRANSPORT-ROOM")
    state = after(
        state,
        ("transport", ADA, {"good": "metal", "from_": 101, "to": 102}),
        ("transport", ADA, {"good": "ore", "from_": 100, "to": 101}),
    )
    assert goods(state) == [(), ("ore",), ("metal",)]


def test_labrium_has_one_place_for_tincture_and_one_for_metal():
    state = on(
        having(full(), ADA, a("alembic", "tincture"), a("labrium", "metal"), a("labrium", "tincture")), TRANSPORT
    )
    assert refused(state, "transport", good="tincture", from_=100, to=102) == ("no_room", "AL-TRANSPORT-ROOM")
    state, _ = played(state, "transport", good="tincture", from_=100, to=101)
    assert goods(state)[1] == ("metal", "tincture")


def test_the_spirit_blocks_work_and_nothing_else():
    state = replace(on(having(full(), ADA, a("horten", "herbs"), a("alembic")), TRANSPORT), spirit="alembic")
    state, _ = played(state, "transport", good="herbs", from_=100, to=101)
    assert goods(state) == [(), ("herbs",)]


@pytest.mark.parametrize(
    ("kind", "needs", "product"),
    [("alembic", ("herbs",), "tincture"), ("fornax", ("ore",), "metal"), ("labrium", ("tincture", "metal"), "gold")],
)
def test_transmutation(kind, needs, product):
    state = replace(on(having(full(), ADA, a(kind, *needs)), TRANSMUTATION), spirit="domo")
    state, effects = played(state, "transmute", building=100)
    assert goods(state) == [(product,)]
    assert effects == [{"code": "transmuted", "seat": ADA, "good": product, "building": 100}]
    assert refused(state, "transmute", building=100) == ("already_worked", "AL-TRANSMUTE")


def test_a_spiritus_is_spent_instead_and_counts_as_work():
    state = on(having(full(), ADA, a("alembic", "herbs", spiritus=2)), TRANSMUTATION)
    state, effects = played(state, "transmute", building=100)
    assert (goods(state), state.seats[ADA].buildings[0].spiritus) == ([("herbs",)], 1)
    assert effects == [{"code": "spiritus_spent", "seat": ADA, "building": 100}]
    assert refused(state, "transmute", building=100) == ("already_worked", "AL-TRANSMUTE")


# --- trade -----------------------------------------------------------------------------------------------------------

PRICES = {
    ("herbs", "pergula"): (1, None), ("ore", "pergula"): (1, None), ("tincture", "pergula"): (3, None),
    ("metal", "pergula"): (3, None), ("gold", "pergula"): (5, 1),
    ("herbs", "taberna"): (1, None), ("ore", "taberna"): (1, None), ("tincture", "taberna"): (3, 1),
    ("metal", "taberna"): (3, 1), ("gold", "taberna"): (5, 3),
    ("gold", "donarium"): (6, 5),
}  # fmt: skip


@pytest.mark.parametrize(("good", "shop"), PRICES)
def test_what_a_shop_pays(good, shop):
    cards, fame = PRICES[good, shop]
    state = on(having(full(), ADA, a("labrium", good), a(shop)), SALE)
    sale = {"good": good, "from_": 100, "shop": 101}
    sold, effects = played(state, "sell", **sale, for_="cards")
    assert (hands(sold), goods(sold)) == ([5 + cards, 5], [(), ()])
    assert effects == [{"code": "sold", "seat": ADA, "cards": cards, "good": good, "building": 101, "from": 100}]
    if fame is None:
        assert refused(state, "sell", **sale, for_="fame") == ("no_fame_for_this", "AL-SELL-PRICE")
    else:
        sold, effects = played(state, "sell", **sale, for_="fame")
        assert (fames(sold), hands(sold)) == ([fame, 0], [5, 5])
        assert effects == [{"code": "sold", "seat": ADA, "good": good, "building": 101, "from": 100}]


def test_book_sale_with_one_pergula_and_one_taberna():
    state = having(
        full(),
        ADA,
        a("pergula"),
        a("taberna"),
        a("horten", "herbs"),
        a("alembic", "herbs"),
        a("metalle", "ore"),
        a("fornax", "metal"),
    )
    state = after(
        on(state, SALE),
        ("sell", ADA, {"good": "metal", "from_": 105, "shop": 101, "for_": "fame"}),
        ("sell", ADA, {"good": "ore", "from_": 104, "shop": 101, "for_": "cards"}),
        ("sell", ADA, {"good": "herbs", "from_": 103, "shop": 101, "for_": "cards"}),
        ("sell", ADA, {"good": "herbs", "from_": 102, "shop": 100, "for_": "cards"}),
    )
    assert (fames(state), hands(state), goods(state)) == ([1, 0], [8, 5], [()] * 6)


@pytest.mark.parametrize(("shop", "most"), [("pergula", 1), ("taberna", 3), ("donarium", 1)])
def test_a_shop_sells_so_many_goods_at_one_visit_and_no_more(shop, most):
    state = on(having(full(), ADA, a(shop), *[a("labrium", "gold")] * (most + 1)), SALE)
    for source in range(101, 101 + most):
        state, _ = played(state, "sell", good="gold", from_=source, shop=100, for_="cards")
    last = {"good": "gold", "from_": 101 + most, "shop": 100, "for_": "cards"}
    assert refused(state, "sell", **last) == ("shop_full", "AL-SELL-CAPACITY")


def test_a_new_visit_opens_the_shops_again():
    state = on(having(full(), ADA, a("pergula"), a("horten", "herbs"), a("horten", "herbs")), SALE, sold=(100,))
    sale = {"good": "herbs", "from_": 101, "shop": 100, "for_": "cards"}
    assert refused(state, "sell", **sale) == ("shop_full", "AL-SELL-CAPACITY")
    state = after(state, ("end_turn", ADA, {}))
    assert refused(on(state, SALE), "sell", **sale) is None


def test_book_advanced_sale_of_a_tincture():
    state = having(full(advanced_sale=True), ADA, a("alembic", "tincture"), a("taberna"))
    state = having(state, BRUNO, a("labrium", "metal"))
    state, _ = played(on(state, SALE), "sell", good="tincture", from_=100, shop=101, for_="cards")
    assert (state.offer.good, state.offer.seat, state.offer.cards, state.offer.price) == ("tincture", ADA, 3, 4)
    state, _ = played(state, "buy", BRUNO, into=200)
    assert (hands(state), goods(state, BRUNO), state.offer) == ([8, 1], [("metal", "tincture")], None)


@pytest.mark.parametrize(("good", "lies", "room"), [
    ("tincture", (), True),
    ("tincture", ("metal",), True),
    ("tincture", ("tincture",), False),
    ("tincture", ("gold",), False),
    ("metal", ("tincture",), True),
    ("metal", ("gold",), False),
    ("gold", (), True),
    ("gold", ("metal",), False),
])  # fmt: skip
def test_where_on_a_labrium_there_is_room_for_what_is_bought(good, lies, room):
    state = having(offered(full(advanced_sale=True), good, ADA, 1), BRUNO, a("labrium", *lies))
    assert refused(state, "buy", BRUNO, into=200) == (None if room else ("no_room", "AL-ADVSALE"))


@pytest.mark.parametrize(
    ("kind", "fields", "stands"),
    [
        ("fame", {"by": 1}, True),
        ("cards", {"by": 1}, True),
        ("price", {"building": "domo", "price": 3}, True),
        ("end_turn", {}, False),
        ("gloria", {}, False),
    ],
)
def test_how_long_an_offer_stands(kind, fields, stands):
    state = on(having(full(advanced_sale=True), ADA, a("alembic", "tincture"), a("taberna")), SALE)
    state, _ = played(state, "sell", good="tincture", from_=100, shop=101, for_="cards")
    state, _ = played(state, kind, **fields)
    assert (state.offer is not None) == stands


def test_nothing_is_offered_when_sold_for_fame_or_without_the_advanced_rule():
    for advanced, pay in ((True, "fame"), (False, "cards")):
        state = on(having(full(advanced_sale=advanced), ADA, a("alembic", "tincture"), a("taberna")), SALE)
        state, _ = played(state, "sell", good="tincture", from_=100, shop=101, for_=pay)
        assert state.offer is None


def test_a_gift_is_given_once_a_visit():
    state, _ = played(on(seated(full(), ADA, hand=11), GIFTS), "gift")
    assert (fames(state), hands(state)) == ([1, 0], [6, 5])
    assert refused(state, "gift") == ("gift_already_given", "AL-GIFT")


def test_an_overruled_second_move_is_a_new_visit():
    state, _ = overruled(on(full(), 1, gift_given=True), "move", steps=5)
    assert refused(state, "gift") is None


def test_from_herbs_and_ore_to_gold():
    state = having(full(), ADA, a("horten"), a("metalle"), a("alembic"), a("fornax"), a("labrium"))
    state = replace(state, spirit="domo")
    first = ("transport", ADA, {"good": "herbs", "from_": 100, "to": 102})
    second = ("transport", ADA, {"good": "ore", "from_": 101, "to": 103})
    state = after(on(state, HARVEST), ("harvest", ADA, {}))
    state = after(on(state, TRANSPORT), first, second)
    state = after(
        on(state, TRANSMUTATION), ("transmute", ADA, {"building": 102}), ("transmute", ADA, {"building": 103})
    )
    first = ("transport", ADA, {"good": "tincture", "from_": 102, "to": 104})
    second = ("transport", ADA, {"good": "metal", "from_": 103, "to": 104})
    state = after(on(state, TRANSPORT), first, second)
    state = after(on(state, TRANSMUTATION), ("transmute", ADA, {"building": 104}))
    assert goods(state) == [(), (), (), (), ("gold",)]
