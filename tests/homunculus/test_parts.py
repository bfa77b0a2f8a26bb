"""A table that tracks the parts alone: what is unknown, what is not refused, what a tie asks for."""

import msgspec
import pytest

from referee.engine import Need, judge
from referee.games.homunculus import GAME
from referee.games.homunculus.board import KINDS, PARTS, Favourite
from referee.games.homunculus.setup import Options, settle, start
from referee.games.homunculus.state import Pending
from tests.homunculus.positions import (
    BLUE_UP,
    FULL_BUT_TAIL,
    RED_DOWN,
    RED_UP,
    after,
    alchemist,
    effects,
    move,
    of_parts,
    position,
    refused,
)

EVERYTHING = dict.fromkeys(("left_ear", "right_arm", "left_leg", "torso", "tail"), RED_UP)


def shown(state):
    return msgspec.json.decode(msgspec.json.encode(GAME.view(state, frozenset())))


def test_full_tracking_is_the_default():
    assert settle(Options(), 2, "en").track == "full"


def test_hands_ingredients_reserve_and_actions_are_not_known():
    table = shown(start(settle(Options(track="parts"), 3, "en"), 3))
    assert (table["actions_left"], table["reserve"], table["discards"]) == (None, None, None)
    assert [(player["hand"], player["ingredients"]) for player in table["players"]] == [(None, None)] * 3
    assert (table["to_move"], table["phase"], table["over"]) == (0, "turn", False)


@pytest.mark.parametrize(("kind", "fields"), [
    ("draw", {}),
    ("draw", {"discard": True}),
    ("extract", {"gain": {"mercury": 1}}),
    ("tiles", {"by": 1}),
    ("ingredients", {"by": {"mercury": 1}}),
])  # fmt: skip
def test_what_moves_tiles_and_ingredients_is_not_tracked(kind, fields):
    state = of_parts(EVERYTHING, {})
    for seat in (0, 1):
        assert refused(state, kind, seat, **fields) == ("not_tracked", None)
    assert after(state, kind, **fields) == state, "overruled, nothing breaks and nothing becomes known"


@pytest.mark.parametrize("kind", ["draw", "extract"])
def test_the_end_and_an_answer_come_before_what_is_not_tracked(kind):
    fields = {"gain": {}} if kind == "extract" else {}
    over = of_parts(FULL_BUT_TAIL | {"tail": RED_UP}, {}, finisher=0)
    assert refused(over, kind, **fields) == ("game_over", "HO-END")
    waiting = of_parts({"left_ear": RED_DOWN}, {"head": BLUE_UP}, waiting=Pending(0, "left_ear", 1))
    assert refused(waiting, kind, **fields) == ("answer_pending", "HO-HEAD")


def test_corrections_of_counts_are_not_tracked_even_behind_the_end():
    over = of_parts(FULL_BUT_TAIL | {"tail": RED_UP}, {}, finisher=0)
    assert refused(over, "tiles", by=1) == ("not_tracked", None)
    assert refused(over, "part", part="tail", to=None) is None


@pytest.mark.parametrize(("state", "fields", "field"), [
    (of_parts(), {"kind": "play", "part": "head", "kind_of": "red", "pay": {}}, "pay"),
    (of_parts(), {"kind": "play", "part": "head", "kind_of": "red"}, None),
    (position(), {"kind": "play", "part": "head", "kind_of": "red"}, "pay"),
    (position(), {"kind": "play", "part": "head", "kind_of": "red", "pay": {}}, None),
    (of_parts(), {"kind": "use", "part": "torso", "take": {"mercury": 3}}, "take"),
    (of_parts(), {"kind": "use", "part": "torso"}, None),
    (position(), {"kind": "use", "part": "torso"}, "take"),
    (position(), {"kind": "use", "part": "torso", "take": {}}, None),
    (of_parts(), {"kind": "use", "part": "left_leg"}, None),
])  # fmt: skip
def test_payment_and_what_the_torso_gives_are_told_where_ingredients_are_tracked_and_only_there(state, fields, field):
    assert move(**fields).malformed(state) == field


@pytest.mark.parametrize("fields", [
    {"kind": "play", "part": "head", "kind_of": "red"},
    {"kind": "use", "part": "left_ear", "target": 1},
    {"kind": "use", "part": "right_arm", "target": 1},
    {"kind": "use", "part": "left_leg"},
    {"kind": "use", "part": "torso"},
    {"kind": "use", "part": "tail", "target": 0, "hits": "torso"},
])  # fmt: skip
def test_what_depends_on_hands_and_ingredients_is_not_refused_and_the_turn_goes_on(fields):
    state = of_parts(EVERYTHING, {})
    assert refused(state, **fields) is None
    then = after(state, **fields)
    assert (then.to_move, then.actions_left, then.players[0].hand, then.reserve) == (0, None, None, None)


@pytest.mark.parametrize(("fields", "why"), [
    ({"kind": "play", "part": "tail", "kind_of": "red"}, ("part_taken", "HO-SAME")),
    ({"kind": "use", "part": "head"}, ("head_is_a_reaction", "HO-HEAD")),
    ({"kind": "use", "part": "left_leg"}, ("no_such_part", "HO-USE")),
    ({"kind": "use", "part": "right_arm", "target": 1}, ("part_face_down", "HO-USE")),
    ({"kind": "use", "part": "left_ear", "target": 0}, ("self_target", "HO-EAR")),
    ({"kind": "use", "part": "tail", "target": 0, "hits": "tail"}, ("tail_hits_itself", "HO-TAIL")),
    ({"kind": "use", "part": "tail", "target": 1, "hits": "head"}, ("nothing_to_hit", "HO-TAIL")),
])  # fmt: skip
def test_what_lies_on_the_boards_is_judged_as_ever(fields, why):
    state = of_parts({"tail": RED_UP, "left_ear": RED_UP, "right_arm": RED_DOWN}, {})
    assert refused(state, **fields) == why


def test_any_number_of_actions_until_the_turn_is_ended():
    state = of_parts({}, {})
    for part in ("head", "torso", "left_ear", "right_ear"):
        state = after(state, "play", part=part, kind_of="red")
        assert (state.to_move, state.actions_left) == (0, None)
    assert refused(state, "end_turn", 1) == ("not_your_turn", "HO-ACTIONS")
    state = after(state, "end_turn")
    assert (state.to_move, state.actions_left) == (1, None)
    assert after(state, "end_turn", 1).to_move == 0


def test_a_turn_ended_over_an_answer_that_is_due_passes_with_the_answer():
    state = after(of_parts({"left_ear": RED_UP}, {"head": BLUE_UP}), "use", part="left_ear", target=1)
    ended = after(state, "end_turn")
    assert (ended.to_move, ended.phase) == (0, "answer")
    then = after(ended, "cancel", 1)
    assert (then.to_move, then.phase, then.actions_left) == (1, "turn", None)


def test_the_ninth_part_ends_the_game_and_a_tail_may_reopen_nothing():
    state = of_parts(FULL_BUT_TAIL, {})
    assert effects(state, "play", part="tail", kind_of="blue") == ["game_over"]
    table = shown(after(state, "play", part="tail", kind_of="blue"))
    assert (table["over"], table["to_move"], table["actions_left"]) == (True, None, None)
    assert table["result"]["ranking"][0] == {"seat": 0, "place": 1, "total": 25 - 9, "face_up": 9, "ingredients": None}
    assert (table["result"]["winners"], table["result"]["decided_by"]) == ([0], "points")


ALL_DOWN = dict.fromkeys(PARTS, RED_DOWN)
TIED = of_parts(
    ALL_DOWN | {"left_ear": RED_UP, "right_ear": BLUE_UP}, {"head": RED_UP, "torso": RED_UP}, {}, finisher=0
)


def needs(state):
    result = GAME.view(state, frozenset()).result
    return result.needs, result.winners, result.decided_by


def test_a_tie_on_points_and_parts_asks_those_tied_for_their_ingredients():
    assert needs(TIED) == ((Need(0, "ingredients_total"), Need(1, "ingredients_total")), (), None)
    assert shown(TIED)["result"]["needs"] == [
        {"seat": 0, "what": "ingredients_total"},
        {"seat": 1, "what": "ingredients_total"},
    ]
    assert refused(TIED, "ingredients_total", 2, total=1) == ("not_needed", "HO-TIE")
    one = after(TIED, "ingredients_total", 0, total=4)
    assert needs(one) == ((Need(1, "ingredients_total"),), (), None)
    assert [line["place"] for line in shown(one)["result"]["ranking"]] == [1, 1, 3]
    both = after(one, "ingredients_total", 1, total=5)
    assert needs(both) == ((), (1,), "ingredients")
    again = after(both, "ingredients_total", 1, total=4)
    assert refused(both, "ingredients_total", 1, total=4) is None, "told again while still so tied"
    assert needs(again) == ((), (0, 1), "draw")


@pytest.mark.parametrize("state", [
    of_parts(),
    of_parts(FULL_BUT_TAIL | {"tail": RED_UP}, {}, finisher=0),
    position(*TIED.players[:2], finisher=0),
])  # fmt: skip
def test_ingredients_that_decide_nothing_or_are_counted_are_not_needed(state):
    assert refused(state, "ingredients_total", 0, total=1) == ("not_needed", "HO-TIE")


@pytest.mark.parametrize("total", [-1, 1000, "4"])
def test_a_sum_of_ingredients_is_0_to_999(total):
    with pytest.raises(msgspec.ValidationError):
        move("ingredients_total", total=total)


def test_what_is_worth_a_button_is_laying_using_turning_up_and_ending():
    state = of_parts(EVERYTHING | {"head": RED_DOWN}, {"head": BLUE_UP})
    offered = GAME.offers(state, 0, True)
    assert {each.__struct_config__.tag for each in offered} == {"play", "use", "refresh", "end_turn"}
    assert all(each.malformed(state) is None for each in offered)
    assert {judge(each, state).refusal for each in offered if each.__struct_config__.tag == "use"} == {None}
    assert next(msgspec.to_builtins(each) for each in offered) == {
        "kind": "play",
        "seat": 0,
        "part": "head",
        "kind_of": KINDS[0],
    }


def test_a_favourite_needs_no_ingredient_where_those_are_not_tracked():
    told = after(of_parts(), "favourite", 1, kind_of="red")
    assert told.players[1].favourite == Favourite("red", None)
    assert move("favourite", 1, kind_of="red").malformed(position()) == "ingredient"
    assert move("favourite", 1, kind_of="red").malformed(of_parts()) is None


def test_a_favourite_needs_no_ingredient_once_the_game_is_over():
    over = msgspec.structs.replace(position(alchemist(board=dict.fromkeys(PARTS, RED_UP)), alchemist()), finisher=0)
    assert over.over
    assert move("favourite", 1, kind_of="red").malformed(over) is None
    assert after(over, "favourite", 1, kind_of="red").players[1].favourite == Favourite("red", None)
