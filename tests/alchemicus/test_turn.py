"""A turn from draw to end: cards, walks, what a stop brings, the Spirit, the last round."""

import pytest
from msgspec.structs import replace

from tests.alchemicus.positions import (
    ADA,
    BRUNO,
    BUILD,
    CELINA,
    GIFTS,
    SALE,
    SPIRIT,
    TRANSMUTATION,
    a,
    after,
    fames,
    full,
    hands,
    having,
    moving,
    noctis,
    on,
    played,
    seated,
    table,
)


def test_first_position_with_fame_tracking():
    state = table(3)
    assert (state.to_move, state.phase, state.round, state.spirit) == (ADA, "move", 1, "labrium")
    assert [(seat.fame, seat.pawn, seat.hand, seat.buildings) for seat in state.seats] == [(0, None, None, ())] * 3


@pytest.mark.parametrize(("expansion", "hand"), [("none", 5), ("noctis", 6)])
def test_first_position_with_full_tracking(expansion, hand):
    state = full(2, expansion=expansion)
    assert (state.to_move, state.phase) == (ADA, "draw")
    assert hands(state) == [hand, hand]
    assert [[(b.id, b.kind) for b in seat.buildings] for seat in state.seats] == [
        [(1, "horten"), (2, "pergula")],
        [(3, "horten"), (4, "pergula")],
    ]


@pytest.mark.parametrize(("source", "hand"), [("deck", 7), ("bank", 6), ("noctis", 6)])
def test_draw(source, hand):
    state, effects = played(noctis(card_bank=True), "draw", from_=source)
    assert (hands(state), state.phase, effects) == ([hand, 6], "move", [])


def test_a_whole_turn_and_whose_is_next():
    state = after(
        full(3),
        ("draw", ADA, {"from_": "deck"}),
        ("place", ADA, {"field": GIFTS}),
        ("gift", ADA, {}),
        ("end_turn", ADA, {}),
    )
    assert (state.to_move, state.phase, state.round) == (BRUNO, "draw", 1)
    assert (fames(state), hands(state)) == ([1, 0, 0], [1, 5, 5])
    assert [seat.turns for seat in state.seats] == [1, 0, 0]


def test_a_round_is_over_when_the_last_has_played():
    state = table(2)
    for seat in (ADA, BRUNO):
        state = after(state, ("place", seat, {"field": BUILD}), ("end_turn", seat, {}))
    assert (state.to_move, state.round) == (ADA, 2)


@pytest.mark.parametrize(
    ("start", "steps", "field", "passed"),
    [(1, 3, 4, 0), (6, 1, 7, 0), (6, 2, 0, 0), (6, 3, 1, 1), (7, 2, 1, 1), (0, 3, 3, 0)],
)
def test_walk(start, steps, field, passed):
    state, effects = played(moving(full(), pawn=start), "move", steps=steps)
    assert state.seats[ADA].pawn == field
    assert (state.phase, hands(state)) == ("action", [5 + passed, 5])
    assert effects == [{"code": "passed_spirit", "seat": ADA, "cards": 1}] * passed


@pytest.mark.parametrize("steps", [4, 5])
def test_four_and_five_fields_cost_one_fame(steps):
    state, _ = played(seated(moving(table(), pawn=1), ADA, fame=3), "move", steps=steps)
    assert fames(state) == [2, 0]


def test_passing_an_occupied_spirit_field_earns_a_card_all_the_same():
    _, effects = played(seated(moving(table(), pawn=7), BRUNO, pawn=SPIRIT), "move", steps=2)
    assert effects == [{"code": "passed_spirit", "seat": ADA, "cards": 1}]


def test_placing_passes_nothing():
    _, effects = played(moving(full()), "place", field=BUILD)
    assert effects == []


@pytest.mark.parametrize("field", range(8))
@pytest.mark.parametrize("spirit", ["labrium", "domo"])
def test_domo_bonus_on_harvest_transport_transmutation_unless_the_spirit_is_in_the_centre(field, spirit):
    state = replace(moving(having(full(), ADA, a("domo"), a("domo"), a("horten"))), spirit=spirit)
    state, effects = played(state, "place", field=field)
    earns = field in (1, 2, 3) and spirit != "domo"
    assert effects == ([{"code": "domo_bonus", "seat": ADA, "cards": 2}] if earns else [])
    assert hands(state) == [7 if earns else 5, 5]


def test_domo_bonus_for_walking_there():
    state, effects = played(moving(having(full(), ADA, a("domo")), pawn=SPIRIT), "move", steps=3)
    assert (state.seats[ADA].pawn, effects) == (TRANSMUTATION, [{"code": "domo_bonus", "seat": ADA, "cards": 1}])


@pytest.mark.parametrize(("kind", "fields", "pawn"), [("place", {"field": SPIRIT}, None), ("move", {"steps": 2}, 6)])
def test_stopping_on_spirit_brings_a_noctis_card(kind, fields, pawn):
    state, effects = played(moving(noctis(), pawn=pawn), kind, **fields)
    assert (hands(state), effects) == ([7, 6], [{"code": "noctis_card", "seat": ADA, "cards": 1}])


def test_the_reward_for_passing_may_be_a_noctis_card():
    state, effects = played(moving(noctis(), pawn=7), "move", steps=2, reward="noctis")
    assert hands(state) == [7, 6]
    assert effects == [
        {"code": "passed_spirit", "seat": ADA, "cards": 1},
        {"code": "noctis_card", "seat": ADA, "cards": 1},
    ]


@pytest.mark.parametrize("to", ["fornax", "alembic", "domo"])
def test_spirit_moves_freely_to_neighbours_and_centre(to):
    state, effects = played(on(full(), SPIRIT), "spirit", to=to, discard_hand=True)
    assert (state.spirit, hands(state), effects) == (to, [5, 5], [])


@pytest.mark.parametrize("to", ["horten", "metalle"])
def test_spirit_jumps_for_the_whole_hand(to):
    state, _ = played(on(full(), SPIRIT), "spirit", to=to, discard_hand=True)
    assert (state.spirit, hands(state)) == (to, [0, 5])


def test_spirit_jumps_with_an_empty_hand():
    state, _ = played(on(seated(full(), ADA, hand=0), SPIRIT), "spirit", to="horten")
    assert state.spirit == "horten"


@pytest.mark.parametrize("to", ["horten", "metalle", "fornax", "labrium", "alembic"])
def test_spirit_leaves_the_centre_freely(to):
    state, effects = played(replace(on(full(), SPIRIT), spirit="domo"), "spirit", to=to)
    assert (state.spirit, hands(state), effects) == (to, [5, 5], [])


def test_spirit_in_the_centre_takes_a_card():
    state = on(having(full(3), CELINA, a("domo")), SPIRIT)
    state, effects = played(state, "spirit", to="domo", rob=CELINA)
    assert hands(state) == [6, 5, 4]
    assert effects == [{"code": "robbed", "seat": ADA, "cards": 1, "from": CELINA}]


def test_gloria_leads_to_the_end():
    state, _ = played(on(seated(full(), ADA, hand=6), SALE), "gloria")
    assert (state.phase, fames(state), hands(state)) == ("end", [1, 0], [0, 5])


def test_gloria_takes_itself_and_five_other_cards():
    state, effects = played(on(seated(full(), ADA, hand=9), SALE), "gloria")
    assert (fames(state), hands(state), effects) == ([1, 0], [3, 5], [])


@pytest.mark.parametrize(("hand", "laid"), [(10, 0), (11, 1), (14, 4)])
def test_hand_limit(hand, laid):
    state, effects = played(on(seated(full(), ADA, hand=hand), SALE), "end_turn")
    assert hands(state) == [10, 5]
    assert effects == ([{"code": "discard_to_limit", "seat": ADA, "cards": laid}] if laid else [])


# --- the last round --------------------------------------------------------------------------------------------------


def ending(state, *seats):
    """Return the position after these players have taken a turn on Build, and the last effects."""
    effects = []
    for seat in seats:
        state, _ = played(moving(state, seat, pawn=4), "move", seat, steps=3)
        state, effects = played(state, "end_turn", seat)
    return state, effects


def test_the_last_round_begins_with_whoever_ends_his_turn_with_enough():
    state, effects = ending(seated(table(3), BRUNO, fame=20), ADA)
    assert effects == [{"code": "last_round", "seat": BRUNO}, {"code": "game_over", "seat": ADA}]
    state, effects = ending(table(3), ADA)
    state, effects = ending(seated(state, BRUNO, fame=20), BRUNO)
    assert effects == [{"code": "last_round", "seat": BRUNO}]
    assert (state.to_move, state.over, state.last_turns) == (CELINA, False, 1)
    state, effects = ending(state, CELINA)
    assert (state.to_move, state.over, effects) == (None, True, [{"code": "game_over", "seat": CELINA}])


def test_the_last_to_play_ends_the_game_at_once():
    state, effects = ending(table(2), ADA)
    state, effects = ending(seated(state, BRUNO, fame=20), BRUNO)
    assert effects == [{"code": "last_round", "seat": BRUNO}, {"code": "game_over", "seat": BRUNO}]
    assert (state.over, state.round) == (True, 1)


def test_the_last_round_stands_though_its_starter_falls_back():
    state, _ = ending(seated(table(3), ADA, fame=20), ADA)
    state, _ = ending(seated(state, ADA, fame=3), BRUNO, CELINA)
    assert state.over


def test_of_two_who_have_enough_the_one_who_ends_his_turn_counts_before_the_first_in_turn_order():
    state, _ = ending(table(3), ADA)
    state, effects = ending(seated(seated(state, ADA, fame=25), BRUNO, fame=20), BRUNO)
    assert effects == [{"code": "last_round", "seat": BRUNO}]
    assert state.to_move == CELINA


def test_of_two_others_who_have_enough_the_first_in_turn_order_counts():
    state, _ = ending(table(4), ADA)
    state = seated(seated(state, ADA, fame=20), CELINA, fame=25)
    state, effects = ending(state, BRUNO)
    assert effects == [{"code": "last_round", "seat": ADA}]
    assert (state.to_move, state.last_turns) == (CELINA, 1)
