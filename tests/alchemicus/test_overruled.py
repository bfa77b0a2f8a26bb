"""Played anyway: counts stop at 0, what is missing is not there to take, what is gained is gained in full."""

import pytest
from msgspec.structs import replace

from referee.engine import judged
from referee.games.alchemicus.offers import offers
from referee.games.alchemicus.reach import spirit_places
from tests.alchemicus.positions import (
    ADA,
    BRUNO,
    BUILD,
    CELINA,
    GIFTS,
    HARVEST,
    SALE,
    SPIRIT,
    TRANSMUTATION,
    TRANSPORT,
    a,
    attacked,
    fames,
    full,
    gold_rush,
    goods,
    hands,
    having,
    moving,
    noctis,
    offered,
    on,
    over,
    overruled,
    played,
    refused,
    result,
    seated,
    table,
)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("draw", {"from_": "deck"}),
        ("place", {"field": 3}),
        ("move", {"steps": 2}),
        ("spirit", {"to": "domo"}),
        ("sell", {"good": "herbs", "from_": 3, "shop": 4, "for_": "cards"}),
        ("transmute", {"building": 3}),
        ("gift", {}),
        ("gloria", {}),
        ("end_turn", {}),
    ],
)
@pytest.mark.parametrize("phase", ["draw", "move", "action", "end"])
def test_out_of_turn_leaves_turn_and_phase_as_they_are(kind, fields, phase):
    before = replace(seated(full(3), BRUNO, pawn=1), phase=phase)
    after, _ = overruled(before, kind, BRUNO, **fields)
    assert (after.to_move, after.phase, after.turn, after.round) == (ADA, phase, before.turn, 1)
    assert [seat.turns for seat in after.seats] == [0, 0, 0]


def test_out_of_turn_the_pawn_stands_where_it_was_put():
    state, _ = overruled(table(), "place", BRUNO, field=3)
    assert [seat.pawn for seat in state.seats] == [None, 3]


def test_out_of_turn_a_pawn_that_is_not_there_moves_nothing():
    assert overruled(full(3), "move", BRUNO, steps=2) == (full(3), [])


def test_a_turn_that_is_ended_too_early_is_ended():
    state, _ = overruled(table(), "end_turn")
    assert (state.to_move, state.phase, state.seats[ADA].turns) == (BRUNO, "move", 1)


def test_drawing_late_does_not_send_the_turn_back():
    state, _ = overruled(on(full(), SALE), "draw", from_="deck")
    assert (state.phase, hands(state)) == ("action", [6, 5])


def test_moving_before_drawing_skips_the_draw():
    state, _ = overruled(full(), "place", field=4)
    assert state.phase == "action"


def test_gloria_before_moving_leaves_the_move_to_be_made():
    state, _ = overruled(moving(table()), "gloria")
    assert (state.phase, fames(state)) == ("move", [1, 0])
    state, _ = played(state, "place", field=4)
    assert refused(state, "gloria") == ("gloria_already_played", "AL-GLORIA")


def test_gloria_before_the_spirits_move_leaves_that_to_be_made():
    state, _ = overruled(on(table(), SPIRIT), "gloria")
    assert (state.phase, fames(state)) == ("end", [1, 0])
    assert refused(state, "end_turn") == ("spirit_must_move", "AL-SPIRIT-MUST")
    legal = {move.to for move, refusal in judged(offers(state, ADA, True), state) if refusal is None}
    assert legal == {*spirit_places(state)} - {state.spirit}
    state, _ = played(state, "spirit", to="fornax")
    assert (state.phase, state.spirit) == ("end", "fornax")
    assert refused(state, "spirit", to="labrium") == ("wrong_phase", "AL-TURN")
    assert refused(state, "gloria") == ("gloria_already_played", "AL-GLORIA")
    state, _ = played(state, "end_turn")
    assert state.to_move == 1


def test_fame_and_hands_stop_at_nothing():
    state, _ = overruled(moving(table(), pawn=1), "move", steps=5)
    assert (state.seats[ADA].pawn, fames(state)) == (6, [0, 0])
    state, _ = overruled(table(), "fame", by=-4)
    assert fames(state) == [0, 0]
    state, _ = overruled(full(), "cards", by=-9)
    assert hands(state) == [0, 5]
    state, _ = overruled(on(seated(full(), ADA, hand=2), GIFTS), "gift")
    assert (fames(state), hands(state)) == ([1, 0], [0, 5])


def test_a_pawn_that_is_not_there_does_not_move():
    state, effects = overruled(table(), "move", steps=3)
    assert (state.seats[ADA].pawn, state.phase, effects) == (None, "action", [])


def test_a_walk_of_any_length_goes_round():
    state, effects = overruled(moving(table(), pawn=1), "move", steps=992)
    assert (state.seats[ADA].pawn, effects[0]["cards"]) == (1, 124)


def test_two_pawns_on_the_spirit_field():
    state, _ = overruled(seated(table(), BRUNO, pawn=SPIRIT), "place", field=SPIRIT)
    assert [seat.pawn for seat in state.seats] == [SPIRIT, SPIRIT]


def test_the_spirit_jumps_without_the_hand():
    state, _ = overruled(on(full(), SPIRIT), "spirit", to="horten")
    assert (state.spirit, hands(state)) == ("horten", [5, 5])


def test_an_unknown_price_costs_nothing_but_the_card():
    state, _ = overruled(on(full(), BUILD), "build", building="donarium")
    assert (hands(state), state.seats[ADA].count("donarium")) == ([4, 5], 1)


def test_a_thirteenth_building():
    state, _ = overruled(on(having(full(), ADA, *[a("domo")] * 12), BUILD), "build", building="alembic")
    assert len(state.seats[ADA].buildings) == 13


def test_goods_pile_up():
    state, _ = overruled(on(having(full(), ADA, a("horten", "herbs")), HARVEST), "harvest", building=100)
    assert goods(state) == [("herbs", "herbs")]
    state, _ = overruled(on(having(state, ADA, a("horten", "herbs"), a("alembic", "herbs")), TRANSPORT), "transport",
                         good="herbs", from_=100, to=101)  # fmt: skip
    assert goods(state) == [(), ("herbs", "herbs")]
    state, _ = played(on(state, TRANSMUTATION), "transmute", building=101)
    assert goods(state) == [(), ("herbs", "tincture")]


def test_what_is_missing_is_not_there_to_take_and_what_is_gained_is_gained():
    state = having(full(), ADA, a("alembic"), a("labrium"), a("taberna"))
    transmuted, _ = overruled(on(state, TRANSMUTATION), "transmute", building=100)
    assert goods(transmuted) == [("tincture",), (), ()]
    carried, _ = overruled(on(state, TRANSPORT), "transport", good="tincture", from_=100, to=101)
    assert goods(carried) == [(), ("tincture",), ()]
    sold, _ = overruled(on(state, SALE), "sell", good="metal", from_=100, shop=102, for_="fame")
    assert (goods(sold), fames(sold)) == ([(), (), ()], [1, 0])


def test_a_sale_where_nobody_pays_brings_nothing():
    state = on(having(full(), ADA, a("horten", "herbs"), a("donarium"), a("domo")), SALE)
    for shop in (101, 102):
        sold, _ = overruled(state, "sell", good="herbs", from_=100, shop=shop, for_="cards")
        assert (goods(sold), hands(sold), sold.offer) == ([(), (), ()], [5, 5], None)


def test_robbing_an_empty_hand_takes_nothing():
    state = on(seated(having(full(), BRUNO, a("domo")), BRUNO, hand=0), SPIRIT)
    state, effects = overruled(state, "spirit", to="domo", rob=BRUNO)
    assert (state.spirit, hands(state), effects) == ("domo", [5, 0], [])


def test_who_is_not_at_the_table_loses_nothing():
    state, effects = overruled(on(full(), SPIRIT), "spirit", to="domo", rob=2)
    assert (state.spirit, hands(state), effects) == ("domo", [5, 5], [])
    state, _ = overruled(moving(noctis()), "infamia", target=2)
    assert (hands(state), state.pending) == ([0, 6], None)


def test_buying_beyond_ones_means_and_buying_nothing():
    state = offered(having(full(advanced_sale=True), BRUNO, a("horten", "herbs")), "herbs", ADA, 9)
    bought, _ = overruled(state, "buy", BRUNO, into=200)
    assert (hands(bought), goods(bought, BRUNO), bought.offer) == ([5, 0], [("herbs", "herbs")], None)
    state = full(advanced_sale=True)
    assert overruled(state, "buy", BRUNO, into=3) == (state, [])


def test_an_answer_of_somebody_else_answers_nothing():
    state = attacked(seated(noctis(3), BRUNO, fame=2), ADA, BRUNO)
    state, _ = overruled(state, "fend_off", CELINA, with_="nothing")
    assert (state.pending.target, fames(state)) == (BRUNO, [0, 2, 0])


def test_fending_off_with_a_golem_that_is_not_there():
    state = attacked(seated(noctis(), BRUNO, fame=2), ADA, BRUNO)
    state, _ = overruled(state, "fend_off", BRUNO, with_="golem", building=3)
    assert (state.pending, fames(state)) == (None, [0, 2])


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("draw", {"from_": "deck"}),
        ("harvest", {}),
        ("build", {"building": "alembic"}),
        ("pactum", {}),
        ("infamia", {"target": 1}),
        ("cards", {"by": 2}),
        ("clear_infamia", {"cards": 8}),
    ],
)
def test_what_is_not_tracked_changes_nothing(kind, fields):
    state = table(expansion="noctis")
    assert overruled(state, kind, **fields) == (state, [])


def test_after_the_end_the_game_stays_over():
    state = on(having(gold_rush(), ADA, a("labrium", "gold"), a("donarium")), SALE)
    state, _ = played(state, "sell", good="gold", from_=100, shop=101, for_="cards")
    for kind, fields in (("end_turn", {}), ("move", {"steps": 1}), ("infamia", {"target": 0}), ("gift", {})):
        state, effects = overruled(state, kind, BRUNO, **fields)
        assert (state.over, state.to_move, state.pending, state.gold_seller) == (True, None, None, ADA)
        assert "game_over" not in [effect["code"] for effect in effects]
    state = having(state, BRUNO, a("labrium", "gold"), a("donarium"))
    state, _ = overruled(state, "sell", BRUNO, good="gold", from_=200, shop=201, for_="cards")
    assert result(state)["winners"] == [ADA]


def test_what_is_sold_after_the_end_is_offered_to_nobody():
    state = over(having(full(advanced_sale=True), ADA, a("horten", "herbs"), a("pergula")))
    state, _ = overruled(state, "sell", good="herbs", from_=100, shop=101, for_="cards")
    assert (goods(state), hands(state), state.offer) == ([(), ()], [6, 5], None)


def test_gold_sold_out_of_turn_wins_all_the_same():
    state = having(gold_rush(), BRUNO, a("labrium", "gold"), a("donarium"))
    state, _ = overruled(state, "sell", BRUNO, good="gold", from_=200, shop=201, for_="cards")
    assert (state.over, state.to_move, result(state)["winners"]) == (True, None, [BRUNO])
