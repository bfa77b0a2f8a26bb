"""The count, live and at the end; the tie-breaks and their steps; the desk."""

import msgspec
import pytest

from referee.engine import Malformed, Need, Refusal
from referee.games.homunculus.board import PARTS, Favourite, Tile
from referee.games.homunculus.desks import DESKS
from referee.games.homunculus.score import Tally, favourites_decide, last_place, outcome, score
from referee.games.homunculus.view import view
from tests.homunculus.positions import BLUE_UP, FULL, MERCURIAL, RED_DOWN, RED_UP, after, alchemist, position

SEVERUS = {
    "name": "Severus",
    "favourite": "red",
    "ingredients": 0,
    "finished": True,
    "parts": {
        "left_arm": {"kind": "red", "face_up": True},
        "right_arm": {"kind": "blue", "face_up": True},
        "left_leg": {"kind": "red", "face_up": True},
        "right_leg": {"kind": "green", "face_up": True},
        "left_ear": {"kind": "blue", "face_up": True},
        "right_ear": {"kind": "blue", "face_up": False},
        "head": {"kind": "black", "face_up": True},
        "torso": {"kind": "yellow", "face_up": True},
        "tail": {"kind": "blue", "face_up": False},
    },
}


def board(**tiles: Tile):
    return tuple(tiles.get(part) for part in PARTS)


def ask(*players: dict):
    desk = DESKS["score"]
    answer = desk.answer(msgspec.convert({"players": list(players)}, desk.question))
    return answer if isinstance(answer, Refusal) else msgspec.json.decode(msgspec.json.encode(answer))


def test_the_books_example_is_fifteen():
    answer = ask(SEVERUS)
    assert answer == {
        "scores": [
            {"name": "Severus", "parts": 9, "uniform": 0, "favourite": 2, "finish": 4, "total": 15, "face_up": 7}
        ],
        "ranking": [{"seat": 0, "place": 1, "total": 15, "face_up": 7, "ingredients": 0}],
        "winners": [0],
        "decided_by": "points",
    }


@pytest.mark.parametrize(("tiles", "favourite", "parts", "uniform", "liked"), [
    ({}, "red", 0, 0, 0),
    ({"left_ear": RED_UP}, None, 1, 1, 0),
    ({"torso": RED_UP}, "red", 2, 1, 1),
    ({"torso": RED_DOWN}, "red", 0, 0, 0),
    ({"torso": RED_UP, "left_leg": RED_UP}, "blue", 3, 2, 0),
    ({"torso": RED_UP, "left_leg": BLUE_UP}, "blue", 3, 0, 1),
    ({"torso": Tile("blue", False), "left_leg": RED_UP}, "blue", 1, 1, 0),
    (FULL, "red", 12, 9, 9),
])  # fmt: skip
def test_only_what_lies_face_up_counts(tiles, favourite, parts, uniform, liked):
    count = score(board(**tiles), favourite, False)
    assert (count.parts, count.uniform, count.favourite, count.finish) == (parts, uniform, liked, 0)


def test_the_finisher_gets_four_even_with_all_face_down():
    count = score(board(**dict.fromkeys(PARTS, RED_DOWN)), "red", True)
    assert (count.total, count.face_up) == (4, 0)


@pytest.mark.parametrize(("tallies", "places", "winners", "decided_by", "steps"), [
    ([(15, 7, 0), (12, 9, 9)], [1, 2], [0], "points", ["points"]),
    ([(15, 7, 0), (15, 8, 0), (3, 1, 0)], [2, 1, 3], [1], "face_up", ["points", "face_up"]),
    ([(15, 7, 4), (15, 7, 5)], [2, 1], [1], "ingredients", ["points", "face_up", "ingredients"]),
    ([(15, 7, 4), (9, 9, 9), (15, 7, 4)], [1, 3, 1], [0, 2], "draw", ["points", "face_up", "ingredients"]),
    ([(9, 1, 1), (8, 2, 2), (8, 2, 2), (8, 3, 0)], [1, 3, 3, 2], [0], "points", ["points"]),
    ([(4, 4, 4)], [1], [0], "points", ["points"]),
])  # fmt: skip
def test_ranking(tallies, places, winners, decided_by, steps):
    end = outcome([Tally(*tally) for tally in tallies])
    assert [standing.place for standing in sorted(end.ranking, key=lambda standing: standing.seat)] == places
    assert [standing.place for standing in end.ranking] == sorted(places)
    assert (list(end.winners), end.decided_by) == (winners, decided_by)
    assert [step.by for step in end.steps] == steps
    assert end.needs == ()


def test_each_step_of_a_tie_break_shows_what_those_still_tied_had():
    end = outcome([Tally(15, 7, 4), Tally(15, 7, 5), Tally(15, 6, 9), Tally(2, 9, 9)])
    assert [step.values for step in end.steps] == [
        ((0, 15), (1, 15), (2, 15), (3, 2)),
        ((0, 7), (1, 7), (2, 6)),
        ((0, 4), (1, 5)),
    ]


@pytest.mark.parametrize(("tallies", "places", "winners", "decided_by", "needs"), [
    ([(15, 7, None), (12, 9, None)], [1, 2], [0], "points", []),
    ([(15, 7, None), (15, 8, None)], [2, 1], [1], "face_up", []),
    ([(15, 7, None), (9, 1, None), (15, 7, None)], [1, 3, 1], [], None, [0, 2]),
    ([(15, 7, 4), (9, 1, None), (15, 7, None)], [1, 3, 1], [], None, [2]),
    ([(15, 7, 4), (9, 1, None), (15, 7, 5)], [2, 3, 1], [2], "ingredients", []),
    ([(15, 7, 4), (9, 1, None), (15, 7, 4)], [1, 3, 1], [0, 2], "draw", []),
    ([(9, 1, 4), (15, 7, None), (9, 1, None)], [2, 1, 2], [1], "points", []),
])  # fmt: skip
def test_ingredients_that_are_not_known_are_asked_of_those_tied_for_first(tallies, places, winners, decided_by, needs):
    end = outcome([Tally(*tally) for tally in tallies])
    assert [line.place for line in sorted(end.ranking, key=lambda line: line.seat)] == places
    assert (list(end.winners), end.decided_by) == (winners, decided_by)
    assert end.needs == tuple(Need(seat, "ingredients_total") for seat in needs)


def shown(state):
    """The table as JSON shows it."""
    return msgspec.json.decode(msgspec.json.encode(view(state, frozenset())))


def test_the_table_shows_the_score_if_it_ended_now_and_the_result_when_it_has():
    going = position(alchemist(board={"head": RED_UP}, favourite=MERCURIAL), alchemist())
    table = shown(going)
    assert table["players"][0]["score"] == {"parts": 2, "uniform": 1, "favourite": 1, "finish": 0, "total": 4}
    assert (table["result"], table["over"]) == (None, False)
    over = position(alchemist(board=FULL, sulphur=2), alchemist(), finisher=0)
    table = shown(over)
    assert table["players"][0]["score"]["finish"] == 4
    assert table["result"] == {
        "ranking": [
            {"seat": 0, "place": 1, "total": 25, "face_up": 9, "ingredients": 2},
            {"seat": 1, "place": 2, "total": 0, "face_up": 0, "ingredients": 0},
        ],
        "winners": [0],
        "decided_by": "points",
        "needs": [],
    }
    assert (table["to_move"], table["actions_left"], table["phase"], table["pending"]) == (None, 0, "turn", None)


def test_the_desk_refuses_a_finisher_without_nine_parts_and_two_finishers():
    torn = {**SEVERUS, "parts": {**SEVERUS["parts"], "head": None}}
    refusal = ask(SEVERUS, torn)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.rule) == ("not_finished", "HO-END")
    refusal = ask(SEVERUS, SEVERUS)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.rule) == ("two_finishers", "HO-END")
    assert ask({**torn, "finished": False})["scores"][0]["total"] == 9


@pytest.mark.parametrize("change", [
    {"ingredients": -1},
    {"ingredients": "4"},
    {"favourite": "pink"},
    {"parts": {"nose": {"kind": "red", "face_up": True}}},
    {"parts": {"head": {"kind": "red"}}},
    {"name": "   "},
    {"name": "x" * 41},
    {"hat": True},
])  # fmt: skip
def test_the_desk_takes_nothing_impossible(change):
    with pytest.raises(msgspec.ValidationError):
        ask({**SEVERUS, **change})


EYED = {"name": "Ada", "ingredients": 4, "finished": False}
COUNTED = {"small": 4, "large": 2, "favourites": 3, "uniform": False}


@pytest.mark.parametrize(("counted", "finished", "parts", "uniform", "favourite", "finish", "total"), [
    (COUNTED, False, 8, 0, 3, 0, 11),
    (COUNTED, True, 8, 0, 3, 4, 15),
    ({"small": 6, "large": 3, "favourites": 9, "uniform": True}, True, 12, 9, 9, 4, 34),
    ({"small": 2, "large": 1, "favourites": 0, "uniform": True}, False, 4, 3, 0, 0, 7),
    ({"small": 0, "large": 0, "favourites": 0, "uniform": True}, False, 0, 0, 0, 0, 0),
    ({"small": 0, "large": 0, "favourites": 0, "uniform": False}, False, 0, 0, 0, 0, 0),
    ({"small": 0, "large": 1, "favourites": 0, "uniform": True}, False, 2, 1, 0, 0, 3),
])  # fmt: skip
def test_a_board_counted_by_eye(counted, finished, parts, uniform, favourite, finish, total):
    [score] = ask({**EYED, "counted": counted, "finished": finished})["scores"]
    assert score == {
        "name": "Ada",
        "parts": parts,
        "uniform": uniform,
        "favourite": favourite,
        "finish": finish,
        "total": total,
        "face_up": counted["small"] + counted["large"],
    }


def test_a_board_counted_by_eye_is_ranked_with_those_told_part_by_part():
    answer = ask({**SEVERUS, "finished": False}, {**EYED, "counted": {**COUNTED, "small": 5, "favourites": 2}})
    assert [score["total"] for score in answer["scores"]] == [11, 11]
    assert (answer["winners"], answer["decided_by"]) == ([1], "ingredients")


@pytest.mark.parametrize(("player", "field"), [
    ({**EYED, "counted": COUNTED, "parts": {}}, "counted"),
    ({**EYED, "counted": COUNTED, "favourite": None}, "counted"),
    (EYED, "parts"),
    ({**EYED, "favourite": "red"}, "parts"),
    ({**EYED, "parts": {}}, "favourite"),
    ({**EYED, "counted": {**COUNTED, "favourites": 7}}, "favourites"),
    ({**EYED, "counted": {**COUNTED, "uniform": True}}, "uniform"),
    ({**EYED, "counted": {**COUNTED, "favourites": 6}}, "uniform"),
    ({**EYED, "counted": {"small": 0, "large": 1, "favourites": 0, "uniform": False}}, "uniform"),
    ({**EYED, "counted": {"small": 1, "large": 0, "favourites": 1, "uniform": False}}, "uniform"),
])  # fmt: skip
def test_a_board_is_told_in_one_way_and_as_it_can_be(player, field):
    with pytest.raises(Malformed) as malformed:
        ask(player)
    assert malformed.value.field == field


@pytest.mark.parametrize("change", [{"small": 7}, {"large": 4}, {"favourites": 10}, {"uniform": None}, {"big": 1}])
def test_a_board_counted_by_eye_keeps_to_the_box(change):
    with pytest.raises(msgspec.ValidationError):
        ask({**EYED, "counted": {**COUNTED, **change}})


@pytest.mark.parametrize("key", list(COUNTED))
def test_all_of_a_count_by_eye_is_needed(key):
    with pytest.raises(msgspec.ValidationError, match=key):
        ask({**EYED, "counted": {name: number for name, number in COUNTED.items() if name != key}})


@pytest.mark.parametrize("many", [0, 6])
def test_the_desk_takes_one_to_five(many):
    with pytest.raises(msgspec.ValidationError):
        ask(*[{**SEVERUS, "finished": False}] * many)


def test_favourites_are_settled():
    from referee.games.homunculus.setup import Options, settle

    red, blue = Favourite("red", "mercury"), Favourite("blue", "sulphur")
    settled = settle(Options(), 3, "en")
    assert (settled.favourites, settled.track, settled.strict_seats) == ((None, None, None), "full", False)
    assert settle(Options(favourites=(red, None, blue)), 3, "en").favourites == (red, None, blue)
    for wrong in [(red,), (red, red), (red, Favourite("red", "sulphur")), (red, Favourite("blue", "mercury"))]:
        with pytest.raises(Malformed) as malformed:
            settle(Options(favourites=wrong), 2, "en")
        assert malformed.value.field == "favourites"


@pytest.mark.parametrize(
    ("first", "second", "told", "decides"),
    [
        ({"head": RED_UP}, {"torso": RED_UP}, (), True),
        ({"head": RED_UP, "torso": RED_UP, "tail": RED_UP}, {"left_ear": BLUE_UP}, (), False),
        ({"head": RED_UP, "torso": RED_UP}, {"left_ear": BLUE_UP}, (1,), False),
        ({"head": RED_UP, "torso": RED_DOWN}, {"head": BLUE_UP}, (0, 1), False),
        ({"torso": RED_DOWN}, {"torso": RED_DOWN}, (), False),
    ],
    ids=["a tie that they break", "too far behind", "told already", "all told", "nothing face up"],
)
def test_who_has_won_waits_for_favourites_only_while_they_may_change_it(first, second, told, decides):
    players = [alchemist(board=tiles) for tiles in (first, second)]
    players = [
        msgspec.structs.replace(player, favourite=Favourite("yellow", "mercury") if seat in told else None)
        for seat, player in enumerate(players)
    ]
    assert favourites_decide(view(position(*players), frozenset()).players) is decides


def test_on_the_last_place_each_kind_says_what_it_would_make():
    state = position(alchemist(board=dict.fromkeys(PARTS[1:], RED_UP)), alchemist())
    would = last_place(state, 0)
    assert (would["red"], would["blue"]) == (12 + 9 + 4, 12 + 4), "parts, all of one kind, finished"
    assert last_place(state, 1) == last_place(after(state, "play", part=PARTS[0], kind_of="red", pay={}), 0) == {}
