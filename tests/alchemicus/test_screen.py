"""What the table's screen offers: taps on the board and on buildings, a sale's plans, who may buy."""

from msgspec.structs import replace

from referee.games.alchemicus import GAME
from referee.games.alchemicus.sale import counters, plans_left
from tests.alchemicus.positions import (
    ADA,
    BRUNO,
    CELINA,
    GIFTS,
    HARVEST,
    SALE,
    SPIRIT,
    TRANSPORT,
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
    played,
    seated,
    table,
)
from tests.alchemicus.tables import as_sent


def screen(state, seat=ADA):
    return GAME.screen(state, seat, True)


def fields(state, seat=ADA):
    """Return the taps of the eight outer fields."""
    return [field.tap for field in screen(state, seat).outer]


def places(state, seat=ADA):
    """Return the taps of the six places of the Spirit ring."""
    return [place.tap for place in screen(state, seat).inner]


def steps(state, seat=ADA):
    """Return the steps, with a minus where they are barred, that a tap on each field enters."""
    return [tap and (-tap.steps if tap.barred else tap.steps) for tap in fields(state, seat)]


def test_a_pawn_off_the_board_may_be_placed_on_every_field_but_an_occupied_spirit():
    state = moving(seated(table(), BRUNO, pawn=SPIRIT))
    taps = fields(state)
    assert [as_sent(tap.move)["field"] for tap in taps] == list(range(8))
    assert [tap.barred for tap in taps] == [True] + [False] * 7


def test_every_other_field_is_a_walk_and_says_what_it_costs():
    poor = moving(table(), pawn=GIFTS)
    assert steps(poor) == [2, 3, -4, -5, -6, -7, None, 1]
    rich = seated(poor, ADA, fame=1)
    assert steps(rich) == [2, 3, 4, 5, -6, -7, None, 1]
    assert [tap and tap.fame for tap in fields(rich)] == [0, 0, 1, 1, 1, 1, None, 0]
    assert [tap and tap.passes for tap in fields(rich)] == [False, True, True, True, True, True, None, False]


def test_a_way_that_may_be_gone_past_the_spirit_asks_for_which_card():
    def asked(state):
        return [tap and tap.rewarded and as_sent(tap.rewarded)["reward"] for tap in fields(state)]

    before_spirit = moving(table(expansion="noctis"), pawn=4)
    assert asked(before_spirit) == [None] * 8, "only five fields would pass, and there is no Fame for them"
    assert asked(seated(before_spirit, ADA, fame=1)) == [None, "noctis", *[None] * 6]
    assert asked(seated(moving(table(), pawn=4), ADA, fame=1)) == [None] * 8


def test_a_field_is_tapped_before_a_card_is_drawn_and_draws_it():
    taps = fields(full())
    assert [(as_sent(tap.move)["field"], as_sent(tap.move)["draw"]) for tap in taps] == [(n, "deck") for n in range(8)]
    assert steps(seated(full(), ADA, pawn=GIFTS)) == [2, 3, -4, -5, -6, -7, None, 1]
    assert as_sent(fields(moving(table()))[0].move)["draw"] is None


def test_what_the_player_to_move_needs_before_him():
    state = full()
    assert screen(state).stage == "ring"
    stages = [screen(on(state, field)).stage for field in range(8)]
    assert stages == ["ring", "workshop", "workshop", "workshop", "build", "sale", "rest", "build"]
    assert screen(on(state, SPIRIT, spirit_moved=True)).stage == "rest"
    assert screen(replace(on(state, SALE), phase="end")).stage == "rest"
    assert [screen(on(table(), field)).stage for field in range(8)] == ["ring"] * 8
    assert screen(attacked(on(noctis(), SALE), ADA, BRUNO)).stage == "ring"


def test_what_costs_nothing_is_asked_about_before_a_turn_ends():
    assert screen(on(full(), HARVEST)).left == ("harvest",)
    empty = on(having(full(), ADA, a("pergula")), HARVEST)
    assert screen(empty).left == ()
    assert screen(on(having(full(), ADA, a("horten", "herbs"), a("pergula")), SALE)).left == ("sell",)
    assert screen(on(full(), GIFTS)).left == ()


def test_the_last_round_says_how_many_turns_are_left():
    state = table(3)
    assert screen(state).turns_left is None
    last = replace(seated(state, ADA, turns=1), last_turns=1, to_move=BRUNO)
    assert screen(last, BRUNO).turns_left == 2


def test_who_ends_a_turn_with_enough_fame_on_the_table_is_told_that_the_last_round_begins():
    state, target = table(3), table(3).rules.target
    assert not screen(seated(state, ADA, fame=target - 1)).begins_last_round
    there = seated(state, ADA, fame=target)
    assert screen(there).begins_last_round
    assert screen(replace(there, to_move=BRUNO), BRUNO).begins_last_round
    assert not screen(replace(there, last_turns=1)).begins_last_round
    assert not screen(replace(there, to_move=None)).begins_last_round


def test_a_sale_is_told_where_only_fame_is_kept():
    assert screen(on(table(), SALE)).sells
    for state in (on(table(), GIFTS), on(full(), SALE), moving(table(), pawn=SALE)):
        assert not screen(state).sells


def test_the_board_is_assumed_until_either_ring_is_the_players_own():
    assumed = table()
    assert screen(assumed).assumed
    ring, inner = assumed.rules.ring, assumed.rules.spirit_ring
    assert not screen(table(ring=[*ring[1:], ring[0]])).assumed
    assert not screen(table(spirit_ring=[*inner[1:], inner[0]])).assumed


def test_with_fame_tracking_there_is_no_workshop():
    assert screen(table()).tracked is None


def test_in_a_gold_rush_a_walk_takes_the_fewest_glorias_and_golems_stop_it():
    state = replace(seated(moving(gold_rush(), pawn=HARVEST), ADA, hand=3), golems=frozenset({TRANSPORT}))
    taps = fields(state)
    assert [tap and tap.glorias for tap in taps] == [4, None, 0, 0, 0, 1, 2, 3]
    assert [tap and tap.stopped for tap in taps] == [True, None, False, True, True, True, True, True]
    assert taps[SPIRIT].barred


def test_the_spirit_jumps_for_the_hand_and_robs_who_has_a_domo():
    state = on(having(having(full(3), BRUNO, a("domo")), CELINA, a("horten")), SPIRIT)
    taps = places(state)
    assert [tap and tap.hand for tap in taps] == [True, True, False, None, False, False]
    assert [entry.move.rob for entry in taps[5].robbing] == [BRUNO]
    assert places(seated(state, BRUNO, hand=0))[5].robbing == ()
    moved, _ = played(state, "spirit", to="fornax")
    assert places(moved) == [None] * 6


def test_who_only_looks_or_waits_has_nothing_to_tap():
    state = moving(table(), pawn=GIFTS)
    for seat in (None, BRUNO):
        shown = screen(state, seat)
        assert (fields(state, seat), places(state, seat), shown.acts) == ([None] * 8, [None] * 6, {})


def test_a_building_enters_its_one_move_or_asks_which():
    state = on(having(full(), ADA, a("horten", "herbs"), a("alembic"), a("alembic"), a("pergula")), TRANSPORT)
    # Two empty Alembics come to the same: one tap carries the herbs.
    tap = screen(state).tracked.on[100]
    assert (as_sent(tap.move)["to"], tap.choices) == (101, ())
    different = having(state, ADA, a("horten", "herbs"), a("alembic"), a("alembic", golem=True))
    assert [entry.move.to for entry in screen(different).tracked.on[100].choices] == [101, 102]
    barred = having(state, ADA, a("horten", "herbs"), a("alembic", "herbs"))
    assert screen(barred).tracked.on[100].refusal.code == "no_room"


def test_the_one_building_that_yields_is_tapped_for_the_harvest_of_all():
    state = on(having(full(), ADA, a("horten"), a("pergula")), HARVEST)
    tap = screen(state).tracked.on[100]
    assert (as_sent(tap.move), tap.refusal, tap.choices) == (
        {"kind": "harvest", "building": None, "seat": ADA},
        None,
        (),
    )
    assert list(screen(state).tracked.on) == [100]
    two = on(having(full(), ADA, a("horten"), a("metalle")), HARVEST)
    assert [tap.move.building for tap in screen(two).tracked.on.values()] == [100, 101]
    assert screen(on(having(full(), ADA, a("pergula")), HARVEST)).tracked.on == {}


def test_of_two_shops_that_come_to_the_same_the_first_is_asked():
    state = on(having(full(), ADA, a("horten", "herbs"), a("pergula"), a("pergula"), a("taberna")), SALE)
    assert [entry.move.shop for entry in screen(state).tracked.on[100].choices] == [101, 103]


def test_plans_go_by_the_room_that_is_left():
    state = on(having(full(), ADA, a("fornax", "metal"), a("fornax", "metal"), a("taberna")), SALE)
    assert [(plan.fame, plan.cards) for plan in plans_left(state, ADA)] == [(2, 0), (1, 3), (0, 6)]
    assert screen(state).tracked.plans == plans_left(state, ADA)
    assert screen(state).tracked.counters == counters(state, ADA)
    state, _ = played(state, "sell", good="metal", from_=100, shop=102, for_="fame")
    assert [(plan.fame, plan.cards) for plan in plans_left(state, ADA)] == [(1, 0), (0, 3)]
    rich = on(
        having(gold_rush(), ADA, a("alembic", "tincture"), a("labrium", "gold"), a("pergula"), a("donarium")), SALE
    )
    assert [plan.cards for plan in plans_left(rich, ADA)] == [9]
    barred = seated(rich, ADA, infamia=1)
    assert [plan.cards for plan in plans_left(barred, ADA)] == [3], "gold that an Infamia bars brings nothing"
    sold_out = replace(state, turn=replace(state.turn, sold=(102, 102, 102)))
    assert [(plan.fame, plan.cards, plan.lines) for plan in plans_left(sold_out, ADA)] == [(0, 0, ())]


def test_a_sale_begins_with_what_was_not_carried_yet():
    """The ore in the Fornax is to become metal, and an empty Metalle gets ore at the next harvest."""
    state = on(
        having(
            full(),
            ADA,
            a("fornax", "ore"),
            a("metalle", "ore"),
            a("alembic", "herbs"),
            a("horten", "herbs"),
            a("taberna"),
        ),
        SALE,
    )
    sold = [(entry.move.good, entry.move.source) for entry in screen(state).tracked.acts["sell"]]
    assert sold == [("herbs", 103), ("ore", 101), ("ore", 100), ("herbs", 102)]


def test_buyers_come_in_order_from_the_sellers_left():
    state = on(full(3, advanced_sale=True), SALE, seat=BRUNO)
    for seat in (ADA, BRUNO, CELINA):
        state = seated(having(state, seat, a("horten")), seat, hand=5)
    state = offered(state, "herbs", BRUNO, 1)
    state = having(state, ADA, a("horten"), a("horten"), a("alembic"))
    on_offer = screen(state, BRUNO).offered
    assert [(buyer.seat, buyer.before) for buyer in on_offer.buyers] == [(CELINA, ()), (ADA, (CELINA,))]
    ways = [(as_sent(way.move)["into"], way.kind) for way in on_offer.buyers[1].ways]
    assert ways == [(100, "horten"), (102, "alembic")]
    assert [buyer.seat for buyer in screen(seated(state, CELINA, hand=1), BRUNO).offered.buyers] == [ADA]
    assert screen(full(3, advanced_sale=True)).offered is None


def test_the_answers_to_an_infamia_are_shown_to_whoever_looks():
    state = attacked(moving(having(noctis(), BRUNO, a("horten", golem=True))), ADA, BRUNO)
    answers = screen(state, None).answers
    assert [as_sent(entry.move)["with"] for entry in answers] == ["golem", "cards", "nothing"]
    assert fields(state) == [None] * 8


def test_what_lies_at_the_thumb_comes_in_the_order_of_a_turn():
    def thumb(state):
        return [(act.kind, act.barred) for act in screen(state).thumb]

    assert thumb(full(card_bank=True)) == [("draw", False), ("draw", False)]
    assert thumb(on(full(), HARVEST)) == [("harvest", False), ("gloria", True), ("end_turn", False)]
    assert thumb(on(seated(full(), ADA, hand=6), GIFTS)) == [("gift", False), ("gloria", False), ("end_turn", False)]
    infamous = seated(gold_rush(), ADA, infamia=1)
    assert thumb(on(infamous, SALE)) == [("clear_infamia", True), ("end_turn", False)]


def test_a_noctis_card_offers_what_it_can_be_played_on_or_what_bars_it_there_or_nothing():
    state = moving(having(seated(noctis(), ADA, hand=9), BRUNO, a("fornax", golem=True), a("alembic"), a("alembic")))
    cards = screen(state).tracked.noctis
    assert list(cards) == ["golem", "homunculus", "mutabilis", "pactum", "spiritus", "infamia"]
    assert [entry.move.building for entry in cards["spiritus"]] == [201], "two Alembics come to the same"
    assert (cards["homunculus"], cards["mutabilis"]) == ([], [])
    poor = screen(seated(state, ADA, hand=1)).tracked.noctis["spiritus"]
    assert [(entry.move.building, entry.refusal.code) for entry in poor] == [
        (200, "guarded_by_golem"),
        (201, "cannot_pay"),
    ]
    assert screen(on(state, SALE)).tracked.noctis == {}


def test_scores_are_fame_and_in_a_gold_rush_what_they_have_of_what_it_takes_to_win():
    assert GAME.scores(seated(table(3), BRUNO, fame=7)) == (0, 7, 0)
    assert GAME.scores(having(gold_rush(), BRUNO, a("horten"))) == (0, 0)
    rushing = having(gold_rush(), BRUNO, a("alembic"), a("alembic"), a("fornax"), a("labrium", "gold"))
    assert GAME.scores(rushing) == (0, 4)
    sold = having(rushing, BRUNO, a("alembic"), a("fornax"), a("labrium"), a("donarium"))
    assert GAME.scores(replace(sold, over=True, gold_seller=BRUNO)) == (0, 5), "whoever won has sold the gold they made"
    assert screen(over(table())).acts == {}


def test_a_barred_good_is_refused_for_what_bars_it_and_not_for_a_shop_nobody_meant():
    state = on(having(gold_rush(), ADA, a("pergula"), a("labrium", "gold"), a("donarium"), a("taberna")), SALE)
    assert screen(state).tracked.on[101].refusal is None
    infamous = seated(state, ADA, infamia=1)
    assert screen(infamous).tracked.on[101].refusal.code == "infamia_bars_gold"
    for good in ("herbs", "tincture"):
        state = on(having(full(), ADA, a("alembic", good), a("donarium"), a("pergula")), SALE, sold=(102,))
        assert screen(state).tracked.on[100].refusal.code == "shop_full"
    without = on(having(gold_rush(), ADA, a("pergula"), a("labrium", "gold")), SALE)
    assert screen(without).tracked.on[101].refusal.code == "only_at_donarium"


def test_a_field_that_is_barred_says_why():
    state = seated(moving(table(), pawn=SPIRIT), ADA, fame=0)
    why = {field.number: field.why.code for field in screen(state).outer if field.why is not None}
    assert set(why) == {field.number for field in screen(state).outer if field.tap is not None and field.tap.barred}
    assert set(why.values()) == {"fame_needed", "too_far"}


def test_gold_that_an_infamia_bars_is_said():
    state = on(having(gold_rush(), ADA, a("labrium", "gold"), a("donarium")), SALE)
    assert screen(state).wins is not None and not screen(state).gold_barred
    state = seated(state, ADA, infamia=1)
    assert screen(state).wins is None and screen(state).gold_barred
