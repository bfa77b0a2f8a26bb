"""Moves as requests write them; and random play, legal and overruled: nothing raised, replay and undo agree."""

import random

import msgspec
import pytest

from referee.engine import Malformed, Sentence, judge
from referee.games import homunculus
from referee.games.homunculus.board import INGREDIENTS, KINDS, PARTS
from referee.games.homunculus.state import Pending
from referee.history import Entry, History, Undo, replay
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
        msgspec.convert({"seat": 0, **wrong}, homunculus.MOVES)


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
    by_kind = {each.__struct_config__.tag: each for each in homunculus.MOVES.__args__}
    assert {kind for kind, each in by_kind.items() if each.commutes} == {
        "tiles", "ingredients", "part", "favourite", "ingredients_total",
    }  # fmt: skip
    assert {kind for kind, each in by_kind.items() if each.correction} == {"tiles", "ingredients", "part", "turn"}
    assert not any(each.private or each.secret_fields for each in by_kind.values())


def some(chance: random.Random, most: int = 2) -> dict[str, int]:
    return {ingredient: chance.randrange(most + 1) for ingredient in INGREDIENTS if chance.random() < 0.3}


def anything(chance: random.Random, players: int) -> dict:
    """A well-formed move of any kind, legal or not."""
    part = chance.choice(PARTS)
    kind = chance.choice(["draw", "play", "use", "cancel", "allow", "extract", "refresh", "end_turn", "favourite",
                          "tiles", "ingredients", "part", "play", "use", "use"])  # fmt: skip
    fields = {
        "draw": {"discard": chance.random() < 0.5},
        "play": {"part": part, "kind_of": chance.choice(KINDS), "pay": some(chance)},
        "use": {"part": part, "target": chance.randrange(players), "hits": chance.choice(PARTS), "take": some(chance)},
        "extract": {"gain": some(chance)},
        "favourite": {"kind_of": chance.choice(KINDS), "ingredient": chance.choice(INGREDIENTS)},
        "tiles": {"by": chance.randint(-3, 3)},
        "ingredients": {"by": {ingredient: -by for ingredient, by in some(chance).items()}},
        "part": {
            "part": part,
            "to": chance.choice([None, {"kind": chance.choice(KINDS), "face_up": chance.random() < 0.5}]),
        },
    }
    return {"kind": kind, "seat": chance.randrange(players), **fields.get(kind, {})}


def begin(players: int):
    return homunculus.start(homunculus.settle(homunculus.Options(), players, "en"), players)


def check(history: History) -> None:
    """Every count is possible, the table is shown, replay agrees, and undoing the newest entry restores."""
    state, seq = history.state, history.seq
    assert min(state.reserve, state.discards, *(player.hand for player in state.players)) >= 0
    assert all(count >= 0 for player in state.players for count in player.ingredients)
    assert state.over == any(player.finished for player in state.players)
    assert state.over or state.actions > 0 or state.waiting is not None
    msgspec.json.encode(homunculus.view(state, frozenset()))
    assert replay(history.entries, History(history.start)).state == state
    undone = history.enter(Entry(seq + 1, "2026-01-01T20:00:00Z", None, Undo((seq,))))
    before = history.last.before
    assert undone.state == (history.start if before is None else before.state)


@pytest.mark.parametrize("seed", range(5))
def test_random_legal_play(seed):
    chance = random.Random(seed)
    played = 0
    while played < 2000:
        players = chance.randint(2, 5)
        history = History(begin(players))
        for _ in range(400):
            state = history.state
            seat = state.pending.target if state.pending else state.to_move
            if seat is None:
                assert homunculus.offers(state, 0, True) == []
                break
            legal = [each for each in homunculus.offers(state, seat, True) if judge(each, state).refusal is None]
            assert legal
            chosen = chance.choice(legal)
            assert isinstance(chosen.told(state), Sentence)
            history = history.enter(Entry(history.seq + 1, "2026-01-01T20:00:00Z", seat, chosen))
            played += 1
            tiles = history.state.reserve + history.state.discards
            tiles += sum(player.hand + 9 - player.board.count(None) for player in history.state.players)
            assert tiles == 70
            assert all(player.hand <= 6 for player in history.state.players)
        check(history)


@pytest.mark.parametrize("seed", range(5))
def test_random_overruled_play(seed):
    chance = random.Random(seed)
    for _ in range(10):
        players = chance.randint(2, 5)
        history = History(begin(players))
        for number in range(200):
            state = history.state
            chosen = msgspec.convert(anything(chance, players), homunculus.MOVES)
            judgement = judge(chosen, state)
            assert isinstance(chosen.told(state), Sentence)
            history = history.enter(Entry(history.seq + 1, "2026-01-01T20:00:00Z", None, chosen))
            if judgement.refusal is not None and judgement.refusal.code == "not_your_turn":
                stays = (state.to_move, state.phase, state.actions_left)
                if not history.state.over:
                    assert (history.state.to_move, history.state.phase, history.state.actions_left) == stays
            assert msgspec.json.decode(msgspec.json.encode(chosen), type=homunculus.MOVES) == chosen
            if number % 50 == 49:
                check(history)


def test_every_option_is_a_move_the_log_can_keep():
    state = entered(
        begin(3),
        *(move("part", 0, part=part, to={"kind": "red", "face_up": True}) for part in PARTS if part != "head"),
        move("part", 1, part="head", to={"kind": "blue", "face_up": True}),
        move("tiles", 0, by=3),
    ).state
    moves = homunculus.offers(state, 0, True)
    assert {each.__struct_config__.tag for each in moves} == {"draw", "play", "use", "extract", "refresh", "end_turn"}
    assert len(set(map(repr, moves))) == len(moves)
    barred = {judge(each, state).refusal.code for each in moves if judge(each, state).refusal is not None}
    assert barred == {"hand_full", "part_taken"}
    for each in moves:
        assert msgspec.convert(msgspec.to_builtins(each), homunculus.MOVES) == each


def test_the_one_who_is_asked_sees_both_answers():
    state = entered(
        begin(2),
        move("part", 0, part="left_ear", to={"kind": "red", "face_up": True}),
        move("part", 1, part="head", to={"kind": "blue", "face_up": True}),
        move("use", 0, part="left_ear", target=1),
    ).state
    legal = [each for each in homunculus.offers(state, 1, True) if judge(each, state).refusal is None]
    assert [each.__struct_config__.tag for each in legal] == ["cancel", "allow"]
    assert all(judge(each, state).refusal is not None for each in homunculus.offers(state, 0, True))
    shown = homunculus.screen(state, 0, True)
    assert [(each.__struct_config__.tag, each.seat, why) for each, why in shown.answers] == [
        ("cancel", 1, None),
        ("allow", 1, None),
    ]
    assert homunculus.view(state, frozenset()).pending == Pending(0, "left_ear", 1)
