"""The moves worth a button, their number some moves deep, and where pawn and Spirit may go."""

import pytest
from msgspec.structs import replace

from referee.engine import judge
from referee.games.alchemicus import GAME
from referee.games.alchemicus.reach import reach, spirit_reach
from referee.games.alchemicus.sale import counters
from tests.alchemicus.positions import (
    ADA,
    BRUNO,
    SALE,
    SPIRIT,
    a,
    attacked,
    full,
    gold_rush,
    having,
    moving,
    noctis,
    offered,
    on,
    over,
    seated,
    table,
)
from tests.alchemicus.tables import as_sent, buttons, variety


def shown(state, seat):
    return [as_sent(button) for button in GAME.offers(state, seat, True)]


def kinds(state, seat):
    return [button["kind"] for button in shown(state, seat)]


def test_whose_turn_it_is_not_is_asked_nothing():
    assert shown(full(), BRUNO) == []
    assert shown(over(full()), ADA) == []


def test_drawing():
    assert shown(noctis(card_bank=True), ADA)[:3] == [
        {"kind": "draw", "seat": ADA, "from": source} for source in ("deck", "bank", "noctis")
    ]
    assert [button["from"] for button in shown(full(), ADA) if button["kind"] == "draw"] == ["deck"]


def test_the_answers_to_infamia_and_nothing_else():
    state = attacked(having(noctis(), BRUNO, a("domo", golem=True), a("domo")), ADA, BRUNO)
    assert shown(state, ADA) == []
    assert shown(state, BRUNO) == [
        {"kind": "fend_off", "seat": BRUNO, "with": "golem", "building": 200},
        {"kind": "fend_off", "seat": BRUNO, "with": "cards", "building": None},
        {"kind": "fend_off", "seat": BRUNO, "with": "nothing", "building": None},
    ]


def tried(state, card):
    """Return the moves of a Noctis card that are shown, each with the code and the rule it is barred by."""
    moves = [button for button in buttons(state) if as_sent(button)["kind"] == card]
    refusals = [judge(button, state).refusal for button in moves]
    return [(refusal.code, refusal.rule) if refusal else None for refusal in refusals]


def test_a_noctis_card_that_fits_nothing_is_aimed_at_nothing():
    state = moving(seated(noctis(3), ADA, hand=9))
    state = having(having(state, BRUNO, a("horten", golem=True), a("domo")), ADA, a("horten"))
    assert [tried(state, card) for card in ("homunculus", "spiritus", "mutabilis")] == [[], [], []]
    no_room = having(having(state, BRUNO, a("domo"), a("metalle", "ore")), ADA, a("metalle", "ore"))
    assert tried(no_room, "mutabilis") == [("no_room", "NO-MUTABILIS")]
    aimed = having(state, BRUNO, a("fornax", "metal", spiritus=1), a("horten", "herbs"))
    assert [tried(aimed, card) for card in ("homunculus", "spiritus", "mutabilis")] == [[None, None], [None], [None]]


def test_mutabilis_takes_each_raw_good_to_each_building_where_it_may_lie():
    state = having(moving(noctis()), BRUNO, a("horten", "herbs"), a("alembic", "tincture"), a("fornax", "ore"))
    state = having(state, ADA, a("alembic", "herbs"), a("metalle"), a("horten"), a("labrium"))
    aimed = [button for button in shown(state, ADA) if button["kind"] == "mutabilis"]
    assert {button["target"] for button in aimed} == {BRUNO}
    assert [(button["from"], button["good"], button["to"]) for button in aimed] == [
        (200, "herbs", 100),
        (200, "herbs", 102),
        (202, "ore", 101),
    ]


def test_an_offer_can_be_bought_where_it_may_lie():
    state = offered(full(3, advanced_sale=True), "herbs", ADA, 1)
    state = having(state, BRUNO, a("alembic", "herbs"), a("horten"), a("domo"))
    assert shown(state, BRUNO) == [{"kind": "buy", "seat": BRUNO, "into": into} for into in (200, 201)]


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ("spirit", ["spirit", "gloria", "end_turn"]),
        ("build", ["build", "gloria", "end_turn"]),
        ("harvest", ["harvest", "gloria", "end_turn"]),
        ("transport", ["transport", "gloria", "end_turn"]),
        ("transmutation", ["transmute", "gloria", "end_turn"]),
        ("sale", ["sell", "gloria", "end_turn"]),
        ("gifts", ["gift", "gloria", "end_turn"]),
    ],
)
def test_each_field_has_its_action(field, expected):
    state = having(full(), ADA, a("horten", "herbs"), a("alembic"), a("pergula"))
    state = on(state, state.rules.ring.index(field))
    assert list(dict.fromkeys(kinds(state, ADA))) == expected


def walks(state):
    return [(button["steps"], button["glorias"], button["reward"]) for button in shown(state, ADA)]


def test_walks_worth_a_button():
    one_to_five = [(steps, 0, "deck") for steps in range(1, 6)]
    assert walks(moving(table(), pawn=6)) == one_to_five
    assert walks(moving(table(expansion="noctis"), pawn=6)) == [
        *one_to_five[:3], (3, 0, "noctis"), (4, 0, "deck"), (4, 0, "noctis"), (5, 0, "deck"), (5, 0, "noctis"),
    ]  # fmt: skip


@pytest.mark.parametrize(("hand", "most"), [(1, 0), (2, 1), (3, 1), (5, 2), (99, 49)])
def test_in_a_gold_rush_as_many_glorias_are_shown_as_the_hand_can_pay(hand, most):
    state = seated(moving(gold_rush(edition="pl"), pawn=SPIRIT), ADA, hand=hand)
    shown_ways = {(b["steps"], b["glorias"]) for b in shown(state, ADA) if b["kind"] == "move"}
    assert shown_ways == {(steps, glorias) for glorias in range(most + 1) for steps in range(1 + glorias, 4 + glorias)}


def test_no_more_is_shown_than_a_move_can_say():
    state = seated(moving(gold_rush(edition="pl"), pawn=SPIRIT), ADA, hand=10_000)
    ways = [button for button in shown(state, ADA) if button["kind"] == "move"]
    assert max(way["glorias"] for way in ways) == max(way["steps"] for way in ways) - 1 == 998
    assert len(ways) < 6_000


def test_a_good_is_carried_from_where_it_lies_to_where_it_may_go():
    state = having(full(), ADA, a("horten", "herbs"), a("horten"), a("alembic", "tincture"), a("alembic"), a("labrium"))
    carried = [button for button in shown(on(state, 2), ADA) if button["kind"] == "transport"]
    assert [(button["good"], button["from"], button["to"]) for button in carried] == [
        ("herbs", 100, 102),
        ("herbs", 100, 103),
        ("tincture", 102, 104),
    ]


def test_only_what_transmutes_has_a_button_to_transmute():
    state = on(having(full(), ADA, a("horten"), a("alembic"), a("labrium")), 3)
    assert [button["building"] for button in shown(state, ADA) if button["kind"] == "transmute"] == [101, 102]


def test_a_harvest_may_be_of_one_building_where_there_are_several():
    state = on(having(full(), ADA, a("horten"), a("alembic")), 1)
    assert [button["building"] for button in shown(state, ADA) if button["kind"] == "harvest"] == [None]
    state = having(state, ADA, a("horten"), a("alembic"), a("metalle", "ore"))
    assert [button["building"] for button in shown(state, ADA) if button["kind"] == "harvest"] == [None, 100, 102]


def test_a_gold_rush_shows_nothing_that_earns_fame():
    for field in range(8):
        assert {"gift", "gloria"}.isdisjoint(kinds(on(gold_rush(), field), ADA))


def test_a_spiritus_on_ones_own_building_may_be_taken_off():
    state = having(moving(noctis()), ADA, a("horten"), a("alembic", spiritus=1))
    aimed = [button for button in shown(state, ADA) if button["kind"] == "homunculus"]
    assert aimed == [{"kind": "homunculus", "seat": ADA, "target": ADA, "building": 101, "undo": "spiritus"}]


def test_with_fame_tracking_only_spirit_and_gifts_have_buttons_of_their_own():
    for field, kind in enumerate(table().rules.ring):
        own = {"spirit": ["spirit"], "gifts": ["gift"]}.get(kind, [])
        assert list(dict.fromkeys(kinds(on(table(), field), ADA))) == [*own, "gloria", "end_turn"]


# --- counted, some moves deep ----------------------------------------------------------------------------------------


def count(state, depth):
    """Return how many ways there are to play `depth` legal moves worth a button."""
    legal = [button for button in buttons(state) if judge(button, state).refusal is None]
    if depth == 1:
        return len(legal)
    return sum(count(button.apply(state)[0], depth - 1) for button in legal)


PERFT = {
    "fame-none-standard-pl-2": (8, 21, 77),
    "fame-noctis-standard-it-2": (8, 21, 77),
    "full-none-standard-pl-2": (10, 55, 285),
    "full-noctis-standard-it-2": (11, 75, 488),
    "full-noctis-gold_rush-it-2": (11, 91, 922),
}


@pytest.mark.parametrize(("name", "counts"), PERFT.items())
def test_ways_to_play(name, counts):
    assert tuple(count(variety(name), depth) for depth in range(1, len(counts) + 1)) == counts


# --- where pawn and Spirit may go ------------------------------------------------------------------------------------


def test_reach_of_a_pawn():
    ways = reach(seated(moving(table(), pawn=6), BRUNO, pawn=SPIRIT), ADA)
    assert [(way.steps, way.field, way.kind, way.fame, way.passes, way.rule) for way in ways] == [
        (1, 7, "build", 0, 0, "AL-MOVE-FREE"),
        (2, 0, "spirit", 0, 0, "AL-MOVE-FREE"),
        (3, 1, "harvest", 0, 1, "AL-MOVE-FREE"),
        (4, 2, "transport", 1, 1, "AL-MOVE-FAME"),
        (5, 3, "transmutation", 1, 1, "AL-MOVE-FAME"),
    ]
    assert [way.refusal and way.refusal.code for way in ways] == [
        None,
        "spirit_field_occupied",
        None,
        "fame_needed",
        "fame_needed",
    ]


def test_reach_out_of_turn_says_so():
    assert {way.refusal.code for way in reach(table(), BRUNO)} == {"not_your_turn"}


def test_nothing_is_in_reach_after_the_end_or_before_an_answer():
    assert {way.refusal.code for way in reach(over(table()), ADA)} == {"game_over"}
    assert {way.refusal.code for way in reach(attacked(noctis(), ADA, BRUNO), ADA)} == {"answer_pending"}


def test_reach_of_the_spirit():
    ways = spirit_reach(on(table(), SPIRIT))
    assert [(to, way.cost) for to, way in ways.items()] == [
        ("horten", "hand"),
        ("metalle", "hand"),
        ("fornax", "free"),
        ("alembic", "free"),
        ("domo", "free"),
    ]


def test_shops_as_they_stand_in_a_visit():
    state = on(having(full(), ADA, a("pergula"), a("taberna"), a("domo")), SALE, sold=(100, 101))
    assert [(shop.shop, shop.kind, shop.left) for shop in counters(state, ADA)] == [
        (100, "pergula", 0),
        (101, "taberna", 2),
    ]
    state = on(having(gold_rush(), ADA, a("taberna"), a("donarium")), SALE)
    raw_and_middling = {"herbs": 1, "ore": 1, "tincture": 3, "metal": 3}
    assert [(shop.cards, shop.fame) for shop in counters(state, ADA)] == [(raw_and_middling, {}), ({"gold": 6}, {})]
    state = on(having(full(), ADA, a("pergula"), a("donarium")), SALE)
    assert [(shop.cards, shop.fame) for shop in counters(state, ADA)] == [
        ({**raw_and_middling, "gold": 5}, {"gold": 1}),
        ({"gold": 6}, {"gold": 5}),
    ]


def test_a_legal_button_stays_what_judge_says_of_it():
    state = replace(seated(moving(gold_rush(), pawn=6), ADA, hand=8), golems=frozenset({7}))
    for button in GAME.offers(state, ADA, True):
        assert judge(button, state).missing is None
