"""The Gold Rush: Glorias carry the pawn, Golems stop it, Infamia bars the gold, and the first gold sold wins."""

import pytest
from msgspec.structs import replace

from tests.alchemicus.positions import (
    ADA,
    BRUNO,
    CELINA,
    GIFTS,
    SALE,
    SPIRIT,
    a,
    after,
    gold_rush,
    hands,
    having,
    moving,
    on,
    over,
    overruled,
    played,
    refused,
    result,
    seated,
)


def rushing(pawn, golems=(), hand=20, edition="pl", players=2):
    return replace(
        seated(moving(gold_rush(players, edition=edition), pawn=pawn), ADA, hand=hand), golems=frozenset(golems)
    )


def test_no_last_round_and_no_fame():
    state = gold_rush()
    assert (state.rules.full, hands(state)) == (True, [6, 6])
    assert refused(moving(state, pawn=1), "move", steps=4) == ("too_far", "GR-GLORIA")


@pytest.mark.parametrize(("edition", "cost"), [("it", 1), ("pl", 2)])
def test_each_gloria_adds_a_field_and_costs_what_the_edition_says(edition, cost):
    state, _ = played(rushing(1, edition=edition), "move", steps=5, glorias=2)
    assert (state.seats[ADA].pawn, hands(state)) == (6, [20 - 2 * cost, 6])


@pytest.mark.parametrize(
    ("steps", "glorias", "legal"), [(3, 2, True), (2, 2, False), (5, 2, True), (6, 2, False), (1, 0, True)]
)
def test_how_far_glorias_reach(steps, glorias, legal):
    refusal = refused(rushing(1), "move", steps=steps, glorias=glorias)
    assert refusal == (None if legal else ("too_short" if steps < 3 else "too_far", "GR-GLORIA"))


@pytest.mark.parametrize(("start", "steps", "passed"), [(7, 9, 1), (7, 10, 2), (0, 8, 0), (0, 9, 1), (1, 8, 1)])
def test_going_round_the_ring(start, steps, passed):
    state, effects = played(rushing(start), "move", steps=steps, glorias=steps - 3)
    assert state.seats[ADA].pawn == (start + steps) % 8
    passing = [effect for effect in effects if effect["code"] == "passed_spirit"]
    assert passing == ([{"code": "passed_spirit", "seat": ADA, "cards": passed}] if passed else [])


@pytest.mark.parametrize(
    ("pawn", "golems", "steps", "field", "stopped"),
    [
        (1, {3}, 3, 3, True),
        (1, {4}, 3, 4, False),
        (1, {1}, 3, 4, False),
        (1, {2, 3}, 3, 2, True),
        (6, {0}, 3, 0, True),
        (6, {7}, 1, 7, False),
        (6, {5}, 3, 1, False),
    ],
)
def test_the_nearest_golem_on_the_way_stops_the_pawn(pawn, golems, steps, field, stopped):
    state, effects = played(rushing(pawn, golems), "move", steps=steps)
    assert state.seats[ADA].pawn == field
    assert ({"code": "stopped_by_golem", "seat": ADA} in effects) == stopped
    assert state.golems == (golems - {field} if stopped else golems)


def test_a_golem_on_spirit_stops_nobody_while_another_stands_there():
    state, effects = played(seated(rushing(7, {SPIRIT}), BRUNO, pawn=SPIRIT), "move", steps=2)
    assert (state.seats[ADA].pawn, state.golems) == (1, {SPIRIT})
    assert effects == [{"code": "passed_spirit", "seat": ADA, "cards": 1}]


def test_stopped_by_a_golem_before_an_occupied_spirit_field():
    state = seated(rushing(6, {7}), BRUNO, pawn=SPIRIT)
    assert refused(state, "move", steps=2) is None
    assert refused(replace(state, golems=frozenset()), "move", steps=2)[0] == "spirit_field_occupied"


def test_passing_spirit_and_then_stopped():
    _, effects = played(rushing(7, {1}), "move", steps=3)
    assert effects == [{"code": "passed_spirit", "seat": ADA, "cards": 1}, {"code": "stopped_by_golem", "seat": ADA}]


def test_stopped_on_spirit_itself():
    state, effects = played(rushing(6, {SPIRIT}), "move", steps=3)
    assert effects == [{"code": "stopped_by_golem", "seat": ADA}, {"code": "noctis_card", "seat": ADA, "cards": 1}]
    assert refused(state, "end_turn") == ("spirit_must_move", "AL-SPIRIT-MUST")


def test_a_golem_is_laid_on_the_ring_and_holds_no_pawn_that_is_placed():
    state, _ = played(rushing(None), "golem", field=4)
    assert (state.golems, hands(state)) == ({4}, [17, 6])
    state, effects = played(state, "place", field=4)
    assert (state.seats[ADA].pawn, state.golems, effects) == (4, {4}, [])


# --- Infamia is put aside --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("field", "cards", "hand"), [(GIFTS, 4, 16), (GIFTS, 8, 12), (SALE, 8, 12)])
def test_one_infamia_is_put_aside(field, cards, hand):
    state, _ = played(on(seated(gold_rush(), ADA, infamia=2, hand=20), field), "clear_infamia", cards=cards)
    assert (state.seats[ADA].infamia, hands(state), state.phase) == (1, [hand, 6], "action")


def test_a_pawn_that_is_not_on_the_board_has_stopped_nowhere():
    state, _ = overruled(moving(seated(gold_rush(), ADA, infamia=1, hand=9)), "move", steps=2)
    assert (state.phase, state.seats[ADA].pawn) == ("action", None)
    assert refused(state, "clear_infamia", cards=8) == ("not_stopped_yet", "GR-INFAMIA-OFF")


def test_two_infamias_are_put_aside_and_gold_is_sold_at_one_stop():
    state = having(seated(gold_rush(), ADA, infamia=2, hand=16), ADA, a("labrium", "gold"), a("donarium"))
    clear = ("clear_infamia", ADA, {"cards": 8})
    state = after(on(state, SALE), clear, clear, ("sell", ADA, SOLD))
    assert state.over


# --- the end ---------------------------------------------------------------------------------------------------------

SOLD = {"good": "gold", "from_": 100, "shop": 101, "for_": "cards"}


def test_the_first_gold_sold_wins_at_once():
    state = on(having(gold_rush(3), ADA, a("labrium", "gold"), a("donarium")), SALE)
    state, effects = played(state, "sell", **SOLD)
    assert effects == [
        {"code": "sold", "seat": ADA, "cards": 6, "good": "gold", "building": 101, "from": 100},
        {"code": "game_over", "seat": ADA},
    ]
    assert (state.over, state.to_move, state.offer) == (True, None, None)
    assert result(state) == {
        "ranking": [
            {"seat": ADA, "place": 1, "fame": 0, "prices": None},
            {"seat": BRUNO, "place": 2, "fame": 0, "prices": None},
            {"seat": CELINA, "place": 2, "fame": 0, "prices": None},
        ],
        "winners": [ADA],
        "decided_by": "gold",
        "needs": [],
    }


def test_gold_sold_after_the_end_changes_nothing():
    state = on(having(gold_rush(), ADA, a("labrium", "gold"), a("donarium")), SALE)
    state, _ = played(state, "sell", **SOLD)
    state = having(state, BRUNO, a("labrium", "gold"), a("donarium"))
    assert over(state) == state
    assert refused(state, "sell", BRUNO, **{**SOLD, "from_": 200, "shop": 201}) == ("game_over", "AL-LAST-ROUND")
