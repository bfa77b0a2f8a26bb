"""What each move does, legal and overruled, as whole states."""

import pytest
from msgspec.structs import replace

from referee.games.homunculus.state import Pending
from tests.homunculus.positions import (
    BLUE_DOWN,
    BLUE_UP,
    FULL,
    FULL_BUT_TAIL,
    MERCURIAL,
    RED_DOWN,
    RED_UP,
    after,
    alchemist,
    effects,
    position,
)


def test_setup_deals_three_to_each_of_two_to_five():
    from referee.games.homunculus.board import SEATS
    from referee.games.homunculus.setup import Options, settle, start

    assert SEATS == (2, 5)
    state = start(settle(Options(), 5, "en"), 5)
    assert [player.hand for player in state.players] == [3] * 5
    assert (state.reserve, state.discards, state.to_move, state.actions_left, state.phase) == (55, 0, 0, 3, "turn")


def test_draw():
    assert after(position(), "draw") == position(alchemist(4), alchemist(), reserve=29, actions=2)


def test_draw_with_discard_below_the_limit_discards_nothing():
    assert after(position(), "draw", discard=True) == position(alchemist(4), alchemist(), reserve=29, actions=2)


def test_draw_at_the_limit_discards_first():
    state = position(alchemist(6), alchemist())
    assert after(state, "draw", discard=True) == replace(state, reserve=29, discards=1, actions=2)


def test_draw_from_an_empty_reserve_shuffles_the_discards():
    state = position(reserve=0, discards=4)
    assert after(state, "draw") == position(alchemist(4), alchemist(), reserve=3, actions=2)
    assert effects(state, "draw") == ["reshuffled"]
    assert effects(position(), "draw") == []
    assert effects(position(reserve=0), "draw") == []


def test_the_tile_discarded_to_make_room_is_shuffled_in():
    state = position(alchemist(6), alchemist(), reserve=0)
    assert after(state, "draw", discard=True) == replace(state, actions=2)


def test_play_pays_and_lays_face_up():
    state = position(alchemist(mercury=2, sulphur=1), alchemist())
    assert after(state, "play", part="tail", kind_of="blue", pay={"mercury": 2}) == position(
        alchemist(2, board={"tail": BLUE_UP}, sulphur=1), alchemist(), actions=2
    )


def test_every_ingredient_is_paid_with_its_own_kind():
    kinds = ("mercury", "sulphur", "mandrake", "unicorn_horn", "dragon_blood", "phoenix_feather")
    price = {kind: number for number, kind in enumerate(kinds, 1)}
    state = position(alchemist(**dict.fromkeys(kinds, 7)), alchemist())
    paid = after(state, "play", part="head", kind_of="red", pay=price)
    assert paid.players[0].ingredients == (6, 5, 4, 3, 2, 1)


def test_extract_adds_the_favourite():
    state = position(alchemist(favourite=MERCURIAL), alchemist())
    assert after(state, "extract", gain={"sulphur": 1, "unicorn_horn": 1}) == position(
        alchemist(2, MERCURIAL, mercury=1, sulphur=1, unicorn_horn=1), alchemist(), discards=1, actions=2
    )


def test_refresh_turns_all_up():
    state = position(alchemist(board={"head": RED_DOWN, "tail": BLUE_DOWN, "torso": RED_UP}), alchemist())
    assert after(state, "refresh") == position(
        alchemist(board={"head": RED_UP, "tail": BLUE_UP, "torso": RED_UP}), alchemist(), actions=2
    )


def test_the_third_action_passes_the_turn_to_the_left_and_round():
    state = position(alchemist(), alchemist(), alchemist(), turn=2, actions=1)
    assert after(state, "refresh", 2) == replace(state, turn=0, actions=3)
    assert after(replace(state, turn=0), "end_turn", 0) == replace(state, turn=1, actions=3)


@pytest.mark.parametrize(("part", "mine", "theirs"), [("left_ear", 3, 3), ("left_arm", 4, 2)])
def test_ear_looks_and_arm_takes(part, mine, theirs):
    state = position(alchemist(board={part: RED_UP}), alchemist())
    assert after(state, "use", part=part, target=1) == position(
        alchemist(mine, board={part: RED_DOWN}), alchemist(theirs), actions=2
    )


def test_leg_and_torso():
    leg = position(alchemist(board={"right_leg": RED_UP}), alchemist(), discards=2)
    assert after(leg, "use", part="right_leg") == position(
        alchemist(4, board={"right_leg": RED_DOWN}), alchemist(), discards=1, actions=2
    )
    torso = position(alchemist(board={"torso": RED_UP}), alchemist())
    assert after(torso, "use", part="torso", take={"mandrake": 2, "sulphur": 1}) == position(
        alchemist(board={"torso": RED_DOWN}, mandrake=2, sulphur=1), alchemist(), actions=2
    )


@pytest.mark.parametrize(("before", "hit", "discards"), [(BLUE_UP, {"torso": BLUE_DOWN}, 0), (BLUE_DOWN, {}, 1)])
def test_tail_turns_down_then_discards(before, hit, discards):
    state = position(alchemist(board={"tail": RED_UP}), alchemist(board={"torso": before}))
    assert after(state, "use", part="tail", target=1, hits="torso") == position(
        alchemist(board={"tail": RED_DOWN}), alchemist(board=hit), discards=discards, actions=2
    )


@pytest.mark.parametrize("head", [BLUE_UP, BLUE_DOWN])
def test_only_a_tail_hits_whatever_else_is_named(head):
    state = position(alchemist(board={"left_ear": RED_UP}), alchemist(board={"head": head}))
    used = after(state, "use", part="left_ear", target=1, hits="head")
    if used.pending is not None:
        assert used.pending == Pending(0, "left_ear", 1)
        used = after(used, "allow", 1)
    assert used == position(alchemist(board={"left_ear": RED_DOWN}), alchemist(board={"head": head}), actions=2)


def test_a_tail_on_ones_own_board_asks_nobody():
    state = position(alchemist(board={"tail": RED_UP, "head": RED_UP}), alchemist())
    assert after(state, "use", part="tail", target=0, hits="head") == position(
        alchemist(board={"tail": RED_DOWN, "head": RED_DOWN}), alchemist(), actions=2
    )


# --- the head ----------------------------------------------------------------------------------------------------

ARMED = position(alchemist(board={"left_arm": RED_UP}), alchemist(board={"head": BLUE_UP}), actions=1)
GRABS = {"part": "left_arm", "target": 1}
WAITS = position(
    alchemist(board={"left_arm": RED_DOWN}),
    alchemist(board={"head": BLUE_UP}),
    actions=0,
    waiting=Pending(0, "left_arm", 1),
)


def test_a_power_waits_for_a_head_that_is_up():
    waits = after(ARMED, "use", **GRABS)
    assert waits == WAITS
    assert (waits.phase, waits.to_move, waits.actions_left) == ("answer", 0, 0)


def test_cancel_turns_the_head_and_the_turn_passes():
    assert after(WAITS, "cancel", 1) == position(
        alchemist(board={"left_arm": RED_DOWN}), alchemist(board={"head": BLUE_DOWN}), turn=1
    )


def test_allow_lets_it_happen_and_the_turn_passes():
    assert after(WAITS, "allow", 1) == position(
        alchemist(4, board={"left_arm": RED_DOWN}), alchemist(2, board={"head": BLUE_UP}), turn=1
    )


def test_after_the_answer_the_attacker_has_what_actions_are_left():
    waits = after(replace(ARMED, actions=3), "use", **GRABS)
    answered = after(waits, "allow", 1)
    assert (answered.to_move, answered.actions_left, answered.phase) == (0, 2, "turn")


def test_an_allowed_tail_may_hit_the_head_itself():
    state = position(alchemist(board={"tail": RED_UP}), alchemist(board={"head": BLUE_UP}))
    waits = after(state, "use", part="tail", target=1, hits="head")
    assert waits.pending == Pending(0, "tail", 1, "head")
    assert after(waits, "allow", 1) == position(
        alchemist(board={"tail": RED_DOWN}), alchemist(board={"head": BLUE_DOWN}), actions=2
    )


@pytest.mark.parametrize("fields", [{"part": "left_leg"}, {"part": "torso", "take": {"sulphur": 3}}])
def test_leg_and_torso_are_against_nobody(fields):
    state = position(
        alchemist(board={"left_leg": RED_UP, "torso": RED_UP}), alchemist(board={"head": BLUE_UP}), discards=1
    )
    assert after(state, "use", target=1, **fields).phase == "turn"


def test_a_head_that_is_down_is_not_asked():
    state = position(alchemist(board={"left_arm": RED_UP}), alchemist(board={"head": BLUE_DOWN}))
    assert after(state, "use", **GRABS).pending is None


# --- the end -----------------------------------------------------------------------------------------------------


def test_the_ninth_place_ends_the_game_even_with_parts_face_down():
    board = {**FULL_BUT_TAIL, "torso": RED_DOWN}
    state = position(alchemist(board=board), alchemist())
    ended = after(state, "play", part="tail", kind_of="red", pay={})
    assert (ended.over, ended.finisher, ended.to_move, ended.actions_left) == (True, 0, None, 0)
    assert effects(state, "play", part="tail", kind_of="red", pay={}) == ["game_over"]


def test_a_correction_ends_the_game_and_reopens_it_where_it_stood():
    state = position(alchemist(), alchemist(board=FULL_BUT_TAIL), actions=2)
    ended = after(state, "part", 1, part="tail", to={"kind": "blue", "face_up": False})
    assert (ended.finisher, ended.to_move, ended.reserve, ended.discards) == (1, None, 30, 0)
    assert after(ended, "part", 1, part="tail", to=None) == state


def test_a_last_action_that_ended_the_game_reopens_with_the_next_player():
    state = position(alchemist(board=FULL_BUT_TAIL), alchemist(), actions=1)
    ended = after(state, "play", part="tail", kind_of="red", pay={})
    reopened = after(ended, "part", 0, part="tail", to=None)
    assert (reopened.to_move, reopened.actions_left, reopened.over) == (1, 3, False)


def test_the_first_to_finish_stays_the_finisher():
    ended = position(alchemist(board=FULL_BUT_TAIL), alchemist(board=FULL), finisher=1)
    both = after(ended, "part", 0, part="tail", to={"kind": "red", "face_up": True})
    assert both.finisher == 1
    assert after(both, "part", 1, part="head", to=None).finisher == 0


# --- corrections -------------------------------------------------------------------------------------------------


def test_corrections_touch_only_what_they_name():
    state = position(alchemist(mercury=1), alchemist(), actions=2)
    assert after(state, "tiles", 1, by=5) == replace(state, players=(state.players[0], alchemist(8)))
    assert after(state, "ingredients", 0, by={"mercury": -1, "sulphur": 2}) == replace(
        state, players=(alchemist(sulphur=2), alchemist())
    )
    assert after(state, "part", 0, part="head", to={"kind": "red", "face_up": True}) == replace(
        state, players=(alchemist(board={"head": RED_UP}, mercury=1), alchemist())
    )
    assert after(state, "favourite", 1, kind_of="red", ingredient="mercury") == replace(
        state, players=(state.players[0], alchemist(favourite=MERCURIAL))
    )


# --- overruled ---------------------------------------------------------------------------------------------------


def test_overruled_a_seventh_tile_is_held():
    state = position(alchemist(6), alchemist())
    assert after(state, "draw") == position(alchemist(7), alchemist(), reserve=29, actions=2)
    arm = position(alchemist(6, board={"left_arm": RED_UP}), alchemist())
    assert after(arm, "use", **GRABS).players[0].hand == 7


def test_overruled_nothing_comes_from_where_nothing_is():
    assert after(position(reserve=0), "draw") == position(reserve=0, actions=2)
    robbed = position(alchemist(board={"left_arm": RED_UP}), alchemist(0))
    assert after(robbed, "use", **GRABS) == position(alchemist(board={"left_arm": RED_DOWN}), alchemist(0), actions=2)
    leg = position(alchemist(board={"left_leg": RED_UP}), alchemist())
    assert after(leg, "use", part="left_leg") == position(
        alchemist(board={"left_leg": RED_DOWN}), alchemist(), actions=2
    )
    tail = position(alchemist(board={"tail": RED_UP}), alchemist())
    assert after(tail, "use", part="tail", target=1, hits="head") == position(
        alchemist(board={"tail": RED_DOWN}), alchemist(), actions=2
    )


def test_overruled_gains_are_gained_in_full():
    state = position(alchemist(0, MERCURIAL), alchemist())
    assert after(state, "extract", gain={"sulphur": 2}) == position(
        alchemist(0, MERCURIAL, mercury=1, sulphur=2), alchemist(), actions=2
    )
    assert after(position(), "use", part="torso", take={"sulphur": 5}) == position(
        alchemist(sulphur=5), alchemist(), actions=2
    )


def test_overruled_counts_stop_at_nothing():
    state = position(alchemist(0, mercury=1), alchemist())
    assert after(state, "play", part="head", kind_of="red", pay={"mercury": 3, "sulphur": 1}) == position(
        alchemist(0, board={"head": RED_UP}), alchemist(), actions=2
    )
    assert after(state, "tiles", 1, by=-9).players[1].hand == 0


def test_overruled_a_tile_on_a_taken_place_sends_the_old_one_to_the_discards():
    state = position(alchemist(board={"head": RED_DOWN}), alchemist())
    assert after(state, "play", part="head", kind_of="blue", pay={}) == position(
        alchemist(2, board={"head": BLUE_UP}), alchemist(), discards=1, actions=2
    )


def test_overruled_out_of_turn_leaves_the_turn_as_it_is():
    state = position(alchemist(), alchemist(board={"left_arm": RED_UP}), actions=2)
    assert after(state, "draw", 1) == position(
        alchemist(), alchemist(4, board={"left_arm": RED_UP}), reserve=29, actions=2
    )
    assert after(state, "end_turn", 1) == state
    headed = replace(state, players=(alchemist(board={"head": RED_UP}), state.players[1]))
    assert after(headed, "use", 1, part="left_arm", target=0) == position(
        alchemist(2, board={"head": RED_UP}), alchemist(4, board={"left_arm": RED_DOWN}), actions=2
    )


def test_overruled_during_an_answer_the_answer_is_still_due():
    drawn = after(WAITS, "draw", 0)
    assert (drawn.pending, drawn.players[0].hand, drawn.to_move, drawn.actions_left) == (WAITS.pending, 4, 0, 0)
    assert after(WAITS, "end_turn", 0) == WAITS


def test_overruled_a_second_power_lets_the_first_one_happen():
    state = replace(WAITS, actions=2).having(0, alchemist(board={"left_arm": RED_DOWN, "left_ear": RED_UP}))
    second = after(state, "use", part="left_ear", target=1)
    assert second.pending == Pending(0, "left_ear", 1)
    assert [player.hand for player in second.players] == [4, 2]


def test_overruled_after_the_end_the_game_stays_over():
    ended = position(alchemist(board=FULL), alchemist(), finisher=0, actions=2)
    assert after(ended, "draw", 0) == position(alchemist(4, board=FULL), alchemist(), finisher=0, actions=2, reserve=29)
    assert after(ended, "end_turn", 0) == ended


def test_overruled_another_seats_answer_counts():
    assert after(WAITS, "allow", 0) == after(WAITS, "allow", 1)
    assert after(position(), "allow", 0) == position()
    headed = position(alchemist(board={"head": RED_UP}), alchemist())
    assert after(headed, "cancel", 0) == position(alchemist(board={"head": RED_DOWN}), alchemist())
