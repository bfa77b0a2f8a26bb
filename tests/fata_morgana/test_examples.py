"""The four examples of the book, the deal, and the count at the end."""

import msgspec
import pytest
from msgspec.structs import replace

from referee.engine import Refusal
from referee.games.fata_morgana import GAME
from referee.games.fata_morgana.board import Objective
from referee.games.fata_morgana.score import objective_points, result, score
from tests.fata_morgana.positions import (
    GREEDY,
    after,
    as_json,
    at_round,
    begin,
    cards,
    create,
    holding,
    move,
    refused,
    second_round,
)


@pytest.mark.parametrize(("players", "left"), [(2, 10), (3, 8), (4, 6)])
def test_the_deal(players, left):
    shown = as_json(GAME.view(begin(players), frozenset(range(players))))
    assert shown["stacks"] == dict.fromkeys(("red", "blue", "green", "brown", "white"), left)
    assert shown["players"] == [
        {"seat": seat, "name": "", "points": 0, "hand_size": 10, "hand": None, "objective": None}
        for seat in range(players)
    ]
    assert (shown["hidden"], shown["round"], shown["to_move"], shown["phase"]) == (10, 1, 0, "turn")
    assert len(shown["cauldrons"]) == len({frozenset(pair) for pair in shown["cauldrons"]}) == 10
    assert shown["values"] == list(range(1, 11))
    assert (shown["potions"], shown["needs"], shown["result"], shown["over"]) == ([], [], None, False)


def test_first_example_a_potion_is_made_and_what_it_bars():
    made = after(begin(), create(0, ("red", "blue"), 7, green=2, brown=1))
    shown = as_json(GAME.view(made, frozenset()))
    assert shown["players"][0]["points"] == 7
    assert shown["players"][0]["hand_size"] == 9
    assert shown["stacks"] == {"red": 9, "blue": 9, "green": 10, "brown": 10, "white": 10}
    assert ["red", "blue"] not in shown["cauldrons"]
    assert 7 not in shown["values"]
    assert shown["potions"] == [
        {
            "id": 1,
            "seat": 0,
            "cauldron": ["red", "blue"],
            "ingredients": {"red": 0, "blue": 0, "green": 2, "brown": 1, "white": 0},
            "value": 7,
        }
    ]
    assert shown["to_move"] == 1
    again = {"cauldron": ["red", "white"], "value": 3}
    assert refused(made, "create", 1, ingredients={"green": 2, "brown": 1}, **again) == (
        "recipe_exists",
        "FM-CREATE-UNIQUE",
    )
    assert refused(made, "create", 1, ingredients={"green": 2}, **again) is None
    assert refused(made, "create", 1, ingredients={"green": 2, "brown": 2}, **again) is None


def test_second_example_a_potion_is_copied():
    state = replace(second_round(), turn=1)
    copied = after(state, move("copy", 1, potion=1))
    assert copied.players[1].points == state.players[1].points + 7
    assert copied.players[1].hand_size == state.players[1].hand_size - 3 + 2
    assert copied.stacks == (state.stacks[0] - 1, state.stacks[1] - 1, state.stacks[2] + 2, state.stacks[3] + 1, 9)
    assert copied.potions == state.potions
    assert (copied.round, copied.to_move) == (3, 0)


@pytest.mark.parametrize(("hand", "points"), [
    (cards(brown=1, blue=1), 0),
    (cards(brown=6, blue=6), 0),
    (cards(brown=1, blue=1, white=1), 2),
    (cards(brown=3, blue=1, white=1), 2),
    (cards(brown=2, blue=2, white=1), 4),
    (cards(brown=2, blue=9, white=9), 4),
    (cards(brown=3, blue=2, white=1), 6),
    (cards(brown=9, blue=9, white=9), 6),
])  # fmt: skip
def test_third_example_the_rows_of_an_objective(hand, points):
    assert objective_points(GREEDY, hand) == points
    counted = score(10, GREEDY, hand)
    assert (counted.points, counted.hand, counted.total) == (10, sum(hand) // 2, 10 + points + sum(hand) // 2)
    assert counted.complete == (points == 6)


def test_no_objective_is_no_points():
    assert score(3, None, cards(red=5)).total == 5


def test_an_overruled_objective_of_one_colour_is_counted_too():
    reds = Objective("red", "red", "red")
    assert [objective_points(reds, cards(red=number)) for number in (2, 3, 4, 5, 6)] == [0, 2, 2, 4, 6]


def test_fourth_example_complete_but_too_early_and_then_kept_quiet():
    complete = cards(brown=3, blue=2, white=1)
    eighth = holding(at_round(8), 1, hand=complete, objective=GREEDY)
    assert refused(eighth, "declare", 1) == ("too_early", "FM-END-9")
    eighth = after(eighth, move("pass", 0, take="nothing"), move("pass", 1, take="nothing"))
    assert (eighth.phase, eighth.round, eighth.to_move) == ("turn", 9, 0)
    assert refused(eighth, "declare", 1) == ("too_early", "FM-END-9")
    ninth = after(eighth, move("pass", 0, take="nothing"), move("pass", 1, take="nothing"))
    assert (ninth.phase, ninth.round, ninth.to_move) == ("declare", 9, None)
    assert refused(ninth, "declare", 1) is None
    quiet = after(ninth, move("next_round", 0))
    assert (quiet.phase, quiet.round, quiet.to_move) == ("turn", 10, 0)


def test_ranking():
    totals = [score(points, None, cards()) for points in (20, 31, 20, 5)]
    assert as_json(result(totals)) == {
        "ranking": [
            {"seat": 1, "place": 1, "points": 31, "objective": 0, "hand": 0, "total": 31},
            {"seat": 0, "place": 2, "points": 20, "objective": 0, "hand": 0, "total": 20},
            {"seat": 2, "place": 2, "points": 20, "objective": 0, "hand": 0, "total": 20},
            {"seat": 3, "place": 4, "points": 5, "objective": 0, "hand": 0, "total": 5},
        ],
        "winners": [1],
        "decided_by": "points",
        "needs": [],
    }


def test_a_tie_is_a_shared_win():
    drawn = result([score(20, None, cards()), score(18, None, cards(red=5)), score(19, None, cards())])
    assert [(row.seat, row.place) for row in drawn.ranking] == [(0, 1), (1, 1), (2, 3)]
    assert (drawn.winners, drawn.decided_by) == ((0, 1), "draw")
    assert [step.by for step in drawn.steps] == ["points"]


def asked(**player):
    desk = GAME.desks["score"]
    given = {"name": "Ada", "points": 31, "objective": None, "hand": {}, **player}
    return desk.answer(msgspec.convert({"players": [given]}, desk.question))


def test_desk():
    objective = {"three": "brown", "two": "blue", "one": "white"}
    counted = asked(name=" Ada ", objective=objective, hand={"brown": 3, "blue": 2, "white": 1})
    assert as_json(counted) == {
        "scores": [{"name": "Ada", "points": 31, "objective": 6, "hand": 3, "total": 40, "complete": True}],
        "ranking": [{"seat": 0, "place": 1, "points": 31, "objective": 6, "hand": 3, "total": 40}],
        "winners": [0],
        "decided_by": "points",
    }


@pytest.mark.parametrize("colour", ["red", "blue", "green", "brown", "white"])
def test_at_the_desk_a_colour_that_is_left_out_is_none(colour):
    assert [asked(hand=hand).scores[0].hand for hand in ({}, {colour: 1}, {colour: 16})] == [0, 0, 8]


def test_desk_refuses_an_objective_of_two_colours():
    refusal = asked(objective={"three": "brown", "two": "blue", "one": "blue"})
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.rule) == ("colours_must_differ", "FM-OBJECTIVE")


@pytest.mark.parametrize("wrong", [
    {"points": -1}, {"points": 2**63}, {"hand": {"red": 17}}, {"hand": {"red": -1}}, {"hand": {"pink": 1}},
    {"objective": {"three": "red"}}, {"objective": {"three": "red", "two": "pink", "one": "blue"}}, {"extra": 1},
    {"name": ""}, {"name": "   "}, {"name": "x" * 41},
])  # fmt: skip
def test_desk_malformed(wrong):
    with pytest.raises(msgspec.ValidationError):
        asked(**wrong)
