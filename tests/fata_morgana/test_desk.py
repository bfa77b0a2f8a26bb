"""The desk that counts up a game played with paper: colour by colour, or by eye."""

import msgspec
import pytest

from referee.engine import Malformed, Refusal
from referee.games.fata_morgana.desks import DESKS

TOLD = {"name": "Ada", "points": 31, "objective": {"three": "brown", "two": "blue", "one": "white"},
        "hand": {"brown": 3, "blue": 2, "white": 1}}  # fmt: skip
EYED = {"name": "Bruno", "points": 30, "objective_points": 4, "hand_size": 7}


def ask(*players: dict):
    desk = DESKS["score"]
    answer = desk.answer(msgspec.convert({"players": list(players)}, desk.question))
    return answer if isinstance(answer, Refusal) else msgspec.json.decode(msgspec.json.encode(answer))


@pytest.mark.parametrize(("points", "cards", "hand", "total"), [
    (0, 0, 0, 30), (0, 1, 0, 30), (2, 3, 1, 33), (4, 5, 2, 36), (6, 6, 3, 39), (0, 80, 40, 70),
])  # fmt: skip
def test_a_game_counted_by_eye(points, cards, hand, total):
    [score] = ask({**EYED, "objective_points": points, "hand_size": cards})["scores"]
    assert score == {
        "name": "Bruno", "points": 30, "objective": points, "hand": hand, "total": total, "complete": points == 6,
    }  # fmt: skip


def test_it_is_ranked_with_those_told_colour_by_colour():
    answer = ask(TOLD, {**EYED, "points": 33})
    assert [score["total"] for score in answer["scores"]] == [40, 40]
    assert (answer["winners"], answer["decided_by"]) == ([0, 1], "draw")


@pytest.mark.parametrize(("player", "field"), [
    ({**EYED, "hand": {}}, "objective_points"),
    ({**EYED, "objective": None}, "objective_points"),
    ({**TOLD, "objective_points": 6}, "objective_points"),
    ({**TOLD, "hand_size": 6}, "hand_size"),
    ({"name": "Bruno", "points": 30}, "objective"),
    ({"name": "Bruno", "points": 30, "objective": None}, "hand"),
    ({"name": "Bruno", "points": 30, "hand": {}}, "objective"),
    ({"name": "Bruno", "points": 30, "objective_points": 2}, "hand_size"),
    ({"name": "Bruno", "points": 30, "hand_size": 2}, "objective_points"),
    ({**EYED, "objective_points": 6, "hand_size": 5}, "objective_points"),
    ({**EYED, "objective_points": 4, "hand_size": 4}, "objective_points"),
    ({**EYED, "objective_points": 2, "hand_size": 2}, "objective_points"),
])  # fmt: skip
def test_what_is_left_is_told_in_one_way_and_as_it_can_be(player, field):
    with pytest.raises(Malformed) as malformed:
        ask(player)
    assert malformed.value.field == field


@pytest.mark.parametrize("change", [
    {"objective_points": 1}, {"objective_points": 8}, {"objective_points": None}, {"hand_size": -1}, {"hand_size": 81},
    {"hand_size": None},
])  # fmt: skip
def test_it_keeps_to_the_cards_there_are(change):
    with pytest.raises(msgspec.ValidationError):
        ask({**EYED, **change})
