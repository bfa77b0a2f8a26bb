"""Moves as requests write them, and those that are offered."""

import msgspec
import pytest

from referee.engine import Malformed, judge
from referee.games.homunculus import GAME
from referee.games.homunculus.board import PARTS
from referee.games.homunculus.state import Pending
from tests.homunculus.positions import entered, move


@pytest.mark.parametrize("wrong", [
    {"kind": "fly"},
    {"kind": "draw", "extra": 1},
    {"kind": "draw", "discard": 1},
    {"kind": "play", "part": "nose", "kind_of": "red", "pay": {}},
    {"kind": "play", "part": "head", "kind_of": "pink", "pay": {}},
    {"kind": "play", "part": "head", "kind_of": "red", "pay": {"mercury": -1}},
    {"kind": "play", "part": "head", "kind_of": "red", "pay": {"gold": 1}},
    {"kind": "use", "part": "left_ear", "target": -1},
    {"kind": "part", "part": "head"},
    {"kind": "tiles", "by": 1.5},
])  # fmt: skip
def test_malformed(wrong):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"seat": 0, **wrong}, GAME.moves)


@pytest.mark.parametrize(("fields", "field"), [
    ({"part": "left_ear"}, "target"),
    ({"part": "right_arm", "target": None}, "target"),
    ({"part": "tail", "hits": "head"}, "target"),
    ({"part": "tail", "target": 1}, "hits"),
])  # fmt: skip
def test_a_power_without_what_belongs_to_it_is_malformed(fields, field):
    with pytest.raises(Malformed) as malformed:
        move("use", **fields)
    assert malformed.value.field == field


def test_which_moves_commute_and_which_are_corrections():
    by_kind = {each.__struct_config__.tag: each for each in GAME.moves.__args__}
    assert {kind for kind, each in by_kind.items() if each.commutes} == {
        "tiles", "ingredients", "part", "favourite", "ingredients_total",
    }  # fmt: skip
    assert {kind for kind, each in by_kind.items() if each.correction} == {
        "tiles", "ingredients", "part", "turn", "left", "back", "colour",
    }  # fmt: skip
    assert not any(each.private or each.secret_fields for each in by_kind.values())


def begin(players: int):
    return GAME.start(GAME.settle(GAME.options(), players, "en"), players)


def test_every_option_is_a_move_the_log_can_keep():
    state = entered(
        begin(3),
        *(move("part", 0, part=part, to={"kind": "red", "face_up": True}) for part in PARTS if part != "head"),
        move("part", 1, part="head", to={"kind": "blue", "face_up": True}),
        move("tiles", 0, by=3),
    ).state
    moves = GAME.offers(state, 0, True)
    assert {each.__struct_config__.tag for each in moves} == {"draw", "play", "use", "extract", "refresh", "end_turn"}
    assert len(set(map(repr, moves))) == len(moves)
    barred = {judge(each, state).refusal.code for each in moves if judge(each, state).refusal is not None}
    assert barred == {"hand_full", "part_taken"}
    for each in moves:
        assert msgspec.convert(msgspec.to_builtins(each), GAME.moves) == each


def test_the_one_who_is_asked_sees_both_answers():
    state = entered(
        begin(2),
        move("part", 0, part="left_ear", to={"kind": "red", "face_up": True}),
        move("part", 1, part="head", to={"kind": "blue", "face_up": True}),
        move("use", 0, part="left_ear", target=1),
    ).state
    legal = [each for each in GAME.offers(state, 1, True) if judge(each, state).refusal is None]
    assert [each.__struct_config__.tag for each in legal] == ["cancel", "allow"]
    assert all(judge(each, state).refusal is not None for each in GAME.offers(state, 0, True))
    shown = GAME.screen(state, 0, True)
    assert [(each.__struct_config__.tag, each.seat, why) for each, why in shown.answers] == [
        ("cancel", 1, None),
        ("allow", 1, None),
    ]
    assert GAME.view(state, frozenset()).pending == Pending(0, "left_ear", 1)
