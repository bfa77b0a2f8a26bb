"""What every game shares: the bounds of what is asked, the options of every table, seats passed over."""

from __future__ import annotations

import msgspec
import pytest

from referee.engine import COLOURS, Change, Count, Malformed, TableOptions, seats_from
from referee.games import GAMES


@pytest.mark.parametrize(("number", "type", "taken"), [
    (0, Count, True), (999, Count, True), (1000, Count, False), (-1, Count, False),
    (999, Change, True), (-999, Change, True), (1000, Change, False), (-1000, Change, False),
])  # fmt: skip
def test_numbers_of_a_request_have_three_digits(number: int, type: type, taken: bool) -> None:
    if taken:
        assert msgspec.convert(number, type) == number
    else:
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(number, type)


@pytest.mark.parametrize(
    ("first", "up_to", "players", "passed"),
    [(0, 2, 3, (0, 1)), (2, 1, 3, (2, 0)), (1, 1, 3, ()), (3, 0, 4, (3,)), (0, 1, 2, (0,))],
)
def test_seats_passed_over_clockwise(first: int, up_to: int, players: int, passed: tuple[int, ...]) -> None:
    assert seats_from(first, up_to, players) == passed


def options(**told: object) -> TableOptions:
    return msgspec.convert(told, TableOptions)


def test_what_nobody_chose_is_filled_in() -> None:
    settled = options().settled(3)
    assert settled == TableOptions(colours=COLOURS[:3], house_rule=None, first_game=False, strict_seats=False)
    assert options(house_rule="  \t ").settled(2).house_rule is None


def test_a_house_rule_is_trimmed_and_composed() -> None:
    assert options(house_rule=" Zoe\u0308 begins ").settled(2).house_rule == "Zo\u00eb begins"
    assert options(house_rule="x" * 200 + "  ").settled(2).house_rule == "x" * 200
    assert options(house_rule="e\u0308" * 200).settled(2).house_rule == "\u00eb" * 200


@pytest.mark.parametrize(("told", "field"), [
    ({"colours": []}, "colours"), ({"colours": ["red"]}, "colours"), ({"colours": ["red", "red"]}, "colours"),
    ({"colours": ["red", "blue", "green"]}, "colours"),
    ({"house_rule": "x" * 201}, "house_rule"), ({"house_rule": "a\u0000b"}, "house_rule"),
])  # fmt: skip
def test_what_cannot_be_chosen_is_malformed(told: dict[str, object], field: str) -> None:
    with pytest.raises(Malformed) as refused:
        options(**told).settled(2)
    assert refused.value.field == field


def test_a_colour_nobody_has_is_no_option() -> None:
    with pytest.raises(msgspec.ValidationError):
        options(colours=["red", "pink"])


@pytest.mark.parametrize("name", GAMES)
def test_every_game_settles_them(name: str) -> None:
    game = GAMES[name]
    told = msgspec.convert({"colours": ["violet", "red"], "house_rule": " x ", "first_game": True}, game.options)
    settled = game.settle(told, 2, "en")
    assert (settled.colours, settled.house_rule, settled.first_game) == (("violet", "red"), "x", True)
    with pytest.raises(Malformed):
        game.settle(told, 3, "en")
