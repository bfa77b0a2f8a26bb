"""Every refusal of Fata Morgana, with its rule, and the order in which they are looked for."""

import msgspec
import pytest
from msgspec.structs import replace

from referee.engine import Malformed, Term, judge
from referee.games.fata_morgana import GAME
from tests.fata_morgana.positions import (
    GREEDY,
    after,
    at_round,
    begin,
    cards,
    create,
    holding,
    laid_open,
    move,
    refused,
    second_round,
)

LEGAL = {"cauldron": ["red", "blue"], "ingredients": {"green": 2, "brown": 1}, "value": 7}


def over():
    state = holding(holding(at_round(12), 0, hand=cards(red=4), objective=GREEDY), 1, hand=cards(), objective=GREEDY)
    return laid_open(after(state, move("pass", 0, take="nothing"), move("pass", 1, take="nothing")))


@pytest.mark.parametrize("asked", [
    ("hand", {"hand": {"red": 4}}), ("objective", {"three": "red", "two": "blue", "one": "white"}), ("create", LEGAL),
    ("copy", {"potion": 2}), ("pass", {"take": "nothing"}), ("declare", {}), ("next_round", {}),
    ("reveal", {"hand": {"red": 4}, "objective": None}), ("next_round", {"alone": True}),
])  # fmt: skip
def test_game_over(asked):
    assert over().over
    assert refused(over(), asked[0], **asked[1]) == ("game_over", "FM-END-12")


@pytest.mark.parametrize("kind", ["points", "hand_size"])
def test_corrections_are_taken_after_the_end(kind):
    assert refused(over(), kind, by=1) is None


@pytest.mark.parametrize(("kind", "fields"), [("create", LEGAL), ("copy", {"potion": 1}), ("pass", {"take": "red"})])
def test_turn_and_phase(kind, fields):
    assert refused(second_round(), kind, 1, **fields) == ("not_your_turn", "FM-ROUND")
    assert refused(at_round(9, "declare"), kind, 1, **fields) == ("wrong_phase", "FM-ROUND")
    assert refused(at_round(12, "reveal"), kind, 1, **fields) == ("wrong_phase", "FM-ROUND")


@pytest.mark.parametrize(("kind", "fields"), [
    ("hand", {"hand": {"red": 3, "blue": 3, "green": 4}}),
    ("objective", {"three": "red", "two": "blue", "one": "white"}),
    ("points", {"by": 1}),
    ("hand_size", {"by": -1}),
])  # fmt: skip
@pytest.mark.parametrize("phase", ["turn", "declare", "reveal"])
def test_never_out_of_turn(kind, fields, phase):
    state = at_round(9, phase)
    assert refused(state, kind, 1, **fields) is None


def test_wrong_hand_size():
    assert refused(begin(), "hand", hand={"red": 5, "blue": 4}) == ("wrong_hand_size", "FM-SETUP")
    assert refused(begin(), "hand", hand={"red": 7}) == ("wrong_hand_size", "FM-SETUP")
    assert refused(begin(), "hand", hand={"red": 5, "blue": 5}) is None


@pytest.mark.parametrize(("players", "dealt"), [(2, 6), (3, 8)])
def test_more_than_dealt(players, dealt):
    state = begin(players)
    most, rest = {"red": dealt, "white": 10 - dealt}, {"red": dealt + 1, "white": 9 - dealt}
    assert refused(state, "hand", hand=most) is None
    assert refused(state, "hand", hand=rest) == ("more_than_dealt", "FM-SETUP")


def test_with_four_players_a_hand_may_be_of_one_colour():
    assert refused(begin(4), "hand", hand={"red": 10}) is None


def test_what_could_have_come_since_counts():
    state = after(begin(), create(0, ("red", "blue"), 7, green=2, brown=1))  # one red and one blue came, three left
    assert refused(state, "hand", hand={"red": 7, "white": 2}) is None
    assert refused(state, "hand", hand={"red": 8, "white": 1}) == ("more_than_dealt", "FM-SETUP")
    assert refused(state, "hand", hand={"green": 4, "white": 5}) is None
    assert refused(state, "hand", hand={"green": 5, "white": 4}) == ("more_than_dealt", "FM-SETUP")


def test_the_hidden_pile_is_a_part_of_what_was_dealt():
    state = after(second_round(), move("pass", 0, take="hidden"))
    assert refused(state, "hand", hand={"white": 6, "red": 5}) is None
    assert refused(state, "hand", hand={"white": 7, "red": 4}) == ("more_than_dealt", "FM-SETUP")


def test_a_corrected_size_may_be_of_any_colour():
    state = after(begin(), move("hand_size", 0, by=2))
    assert refused(state, "hand", hand={"white": 8, "red": 4}) is None
    assert refused(state, "hand", hand={"white": 9, "red": 3}) == ("more_than_dealt", "FM-SETUP")


def test_a_hand_is_never_judged_by_other_hands():
    state = after(begin(), move("hand", 1, hand={"red": 6, "blue": 4}))
    assert refused(state, "hand", 0, hand={"red": 6, "blue": 4}) is None


@pytest.mark.parametrize("colours", [("red", "red", "blue"), ("red", "blue", "red"), ("blue", "red", "red")])
def test_colours_must_differ(colours):
    fields = dict(zip(("three", "two", "one"), colours, strict=True))
    assert judge(move("objective", **fields), begin()).refusal.facts == {"colour": Term("red")}
    assert refused(begin(), "objective", **fields) == ("colours_must_differ", "FM-OBJECTIVE")
    state = at_round(12, "reveal")
    told = {"hand": None, "objective": fields}
    assert refused(state, "reveal", **told) == ("colours_must_differ", "FM-OBJECTIVE")


@pytest.mark.parametrize(("change", "code", "rule"), [
    ({}, None, None),
    ({"cauldron": ["blue", "red"]}, None, None),
    ({"cauldron": ["red", "white"]}, "cauldron_used", "FM-CREATE"),
    ({"cauldron": ["white", "red"]}, "cauldron_used", "FM-CREATE"),
    ({"cauldron": ["red", "red"]}, "cauldron_used", "FM-CREATE"),
    ({"ingredients": {}}, "one_to_four", "FM-CREATE"),
    ({"ingredients": {"green": 2, "brown": 2, "white": 1}}, "one_to_four", "FM-CREATE"),
    ({"ingredients": {"green": 5}}, "one_to_four", "FM-CREATE"),
    ({"ingredients": {"green": 3}}, "more_than_two_alike", "FM-CREATE-TWO"),
    ({"ingredients": {"red": 3}}, "more_than_two_alike", "FM-CREATE-TWO"),
    ({"ingredients": {"green": 2, "red": 1}}, "shown_in_cauldron", "FM-CREATE-OWN"),
    ({"ingredients": {"green": 2, "blue": 1}}, "shown_in_cauldron", "FM-CREATE-OWN"),
    ({"ingredients": {"green": 2}}, "recipe_exists", "FM-CREATE-UNIQUE"),
    ({"ingredients": {"green": 2}, "value": 3}, "recipe_exists", "FM-CREATE-UNIQUE"),
    ({"value": 3}, "value_used", "FM-CREATE"),
])  # fmt: skip
def test_create(change, code, rule):
    state = replace(after(begin(), create(0, ("red", "white"), 3, green=2)), turn=0)
    assert refused(state, "create", **{**LEGAL, **change}) == (None if code is None else (code, rule))


def test_not_in_hand_by_the_told_hand():
    told = holding(begin(), 0, hand=cards(green=1, brown=5, white=4))
    assert refused(told, "create", **LEGAL) == ("not_in_hand", "FM-CREATE")
    enough = holding(begin(), 0, hand=cards(green=2, brown=4, white=4))
    assert refused(enough, "create", **LEGAL) is None


def test_not_in_hand_by_size():
    assert refused(holding(begin(), 0, hand_size=2), "create", **LEGAL) == ("not_in_hand", "FM-CREATE")
    assert refused(holding(begin(), 0, hand_size=3), "create", **LEGAL) is None
    told = holding(begin(), 0, hand=cards(green=1, brown=5, white=4))
    assert refused(told, "create", own=False, **LEGAL) is None
    short = holding(begin(), 0, hand=cards(white=2))
    assert refused(short, "create", own=False, **LEGAL) == ("not_in_hand", "FM-CREATE")


def test_copy():
    state = second_round()
    assert refused(begin(), "pass", take="red") == ("must_create_first", "FM-FIRST")
    first = replace(state, round=1, turn=1)
    assert refused(first, "copy", 1, potion=1) == ("must_create_first", "FM-FIRST")
    assert refused(state, "copy", potion=1) == ("own_potion", "FM-COPY-OWN")
    assert refused(state, "copy", potion=2) is None
    assert refused(holding(state, 0, hand=cards(green=1, red=8)), "copy", potion=2) == ("not_in_hand", "FM-COPY")
    assert refused(holding(state, 0, hand=cards(green=2, red=7)), "copy", potion=2) is None
    assert refused(holding(state, 0, hand_size=1), "copy", potion=2) == ("not_in_hand", "FM-COPY")
    assert refused(holding(state, 0, hand=cards(green=1, red=8)), "copy", own=False, potion=2) is None


@pytest.mark.parametrize("number", [0, -1, 3, 99])
def test_a_potion_that_is_not_there_is_missing(number):
    judgement = judge(move("copy", 0, potion=number), second_round())
    assert (judgement.refusal, judgement.missing) == (None, "potion")


def test_who_can_create_nothing_passes_in_the_first_round():
    reds = holding(begin(4), 2, hand=cards(red=10))
    state = after(reds, create(0, ("blue", "green"), 1, red=1), create(1, ("blue", "brown"), 2, red=2))
    assert refused(state, "pass", 2, take="nothing") is None
    assert refused(state, "pass", 2, own=False, take="nothing") == ("must_create_first", "FM-FIRST")
    assert refused(state, "copy", 2, potion=1) == ("must_create_first", "FM-FIRST")
    one_left = after(reds, create(0, ("blue", "green"), 1, red=1), create(1, ("blue", "brown"), 2, white=2))
    assert refused(one_left, "pass", 2, take="nothing") == ("must_create_first", "FM-FIRST")


def test_an_empty_hand_can_create_nothing():
    assert refused(holding(begin(), 0, hand_size=0), "pass", own=False, take="red") is None


def test_pass():
    state = second_round()
    for take in ("red", "hidden", "nothing"):
        assert refused(state, "pass", take=take) is None
    assert refused(replace(state, stacks=cards(blue=1)), "pass", take="red") == ("stack_empty", "FM-PASS")
    assert refused(replace(state, stacks=cards(blue=1)), "pass", take="blue") is None
    assert refused(replace(state, hidden=0), "pass", take="hidden") == ("hidden_pile_empty", "FM-PASS")


@pytest.mark.parametrize(("state", "expected"), [
    (at_round(8), ("too_early", "FM-END-9")),
    (at_round(9), ("too_early", "FM-END-9")),
    (at_round(9, "declare"), None),
    (at_round(10), ("wrong_phase", "FM-ROUND")),
    (at_round(11, "declare"), None),
    (at_round(12), ("wrong_phase", "FM-ROUND")),
    (at_round(12, "reveal"), ("wrong_phase", "FM-ROUND")),
])  # fmt: skip
def test_when_a_declaration_is_heard(state, expected):
    assert refused(state, "declare", 1) == expected


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("number", [9, 10, 12])
def test_a_round_that_was_broken_off_is_too_early_to_declare_in(number, turn):
    broken_off = replace(at_round(number, "reveal"), turn=turn)
    assert refused(broken_off, "declare", 1) == ("too_early", "FM-END-9")


def test_objective_not_complete():
    state = holding(at_round(9, "declare"), 1, objective=GREEDY, hand=cards(brown=3, blue=2, red=1))
    assert refused(state, "declare", 1) == ("objective_not_complete", "FM-OBJECTIVE")
    assert refused(state, "declare", 1, own=False) is None
    full = holding(state, 1, hand=cards(brown=3, blue=2, white=1))
    assert refused(full, "declare", 1) is None
    assert refused(holding(state, 1, objective=None, objective_told=False), "declare", 1) is None
    assert refused(holding(state, 1, hand=None), "declare", 1) is None


@pytest.mark.parametrize("own", [True, False])
def test_with_fewer_cards_than_it_takes_no_objective_is_complete(own):
    state = holding(at_round(9, "declare"), 1, hand_size=5)
    assert refused(state, "declare", 1, own=own) == ("objective_not_complete", "FM-OBJECTIVE")
    assert refused(holding(state, 1, hand_size=6), "declare", 1, own=own) is None
    assert refused(holding(at_round(8), 1, hand_size=5), "declare", 1, own=own) == ("too_early", "FM-END-9")


@pytest.mark.parametrize("told", [{"hand": {"red": 10}}, {"three": "red", "two": "blue", "one": "white"}])
def test_who_told_something_in_secret_declares_and_lays_open_with_the_own_token_only(told):
    state = at_round(9, "declare")
    for kind in ("declare", "reveal"):
        assert not move(kind, 1).needs_own_token(state)
        assert move(kind, 1).needs_own_token(after(state, move("hand" if "hand" in told else "objective", 1, **told)))
    open_to_all = after(state, move("reveal", 1, hand={"red": 10}, objective=None))
    assert not move("reveal", 1).needs_own_token(open_to_all)
    unknown = after(after(state, move("hand", 1, hand={"red": 10})), move("hand_size", 1, by=-1))
    assert move("declare", 1).needs_own_token(unknown)


@pytest.mark.parametrize(("state", "expected"), [
    (at_round(3), ("wrong_phase", "FM-ROUND")),
    (at_round(9, "declare"), None),
    (at_round(10, "declare"), None),
    (at_round(10, "reveal"), ("wrong_phase", "FM-ROUND")),
])  # fmt: skip
@pytest.mark.parametrize("seat", [0, 1])
def test_next_round(state, seat, expected):
    assert refused(state, "next_round", seat, own=False) == expected


def test_reveal():
    told = {"hand": {"red": 9}, "objective": None}
    state = at_round(12, "reveal")
    assert refused(at_round(9, "declare"), "reveal", **told) == ("wrong_phase", "FM-ROUND")
    assert refused(at_round(9), "reveal", 1, **told) == ("wrong_phase", "FM-ROUND")
    assert refused(state, "reveal", own=False, **told) is None
    assert refused(state, "reveal", own=False, **{**told, "hand": {"red": 8}}) == ("wrong_hand_size", "FM-SETUP")
    all_open = after(state, move("reveal", **told))
    assert refused(all_open, "reveal", own=False, **told) == ("already_told", "FM-SETUP")
    assert refused(all_open, "reveal", own=True, **told) is None
    assert refused(all_open, "reveal", own=True, **{**told, "hand": {"red": 1}}) == ("wrong_hand_size", "FM-SETUP")


def test_what_is_opened_as_it_was_told_is_not_judged():
    twice = {"three": "red", "two": "red", "one": "blue"}
    state = holding(at_round(12, "reveal"), 0, hand=cards(blue=9))
    assert refused(state, "reveal", hand={}, objective=None) is None
    assert refused(state, "reveal", hand={}, objective=twice) == ("colours_must_differ", "FM-OBJECTIVE")
    state = holding(at_round(12, "reveal"), 0, objective=GREEDY)
    assert refused(state, "reveal", hand={"red": 9}, objective=twice) is None
    assert refused(state, "reveal", hand={"red": 8}, objective=None) == ("wrong_hand_size", "FM-SETUP")


CARD = {"three": "red", "two": "blue", "one": "white"}


@pytest.mark.parametrize("phase", ["turn", "reveal"])
@pytest.mark.parametrize(("told", "given", "field"), [
    ({}, {}, "hand"),
    ({}, {"hand": {"red": 9}}, "objective"),
    ({}, {"objective": CARD}, "hand"),
    ({}, {"hand": None, "objective": None}, None),
    ({}, {"hand": {"red": 9}, "objective": None}, None),
    ({"hand": cards(red=9)}, {}, "objective"),
    ({"hand": cards(red=9)}, {"objective": None}, None),
    ({"objective": GREEDY}, {}, "hand"),
    ({"objective": GREEDY}, {"hand": None}, "hand"),
    ({"objective": GREEDY}, {"hand": {"red": 9}}, None),
    ({"hand": cards(red=9), "objective": GREEDY}, {}, None),
    ({"hand": cards(red=9), "objective": GREEDY}, {"hand": None, "objective": None}, None),
    ({"hand_told": True, "objective": GREEDY}, {"objective": CARD}, "hand"),
])  # fmt: skip
def test_what_has_to_be_given_to_lay_open(phase, told, given, field):
    state = holding(at_round(12, phase), 0, **told)
    assert move("reveal", 0, **given).left_out(state) == field


def test_what_lies_open_may_be_left_out():
    state = after(at_round(12, "reveal"), move("reveal", 0, hand={"red": 9}, objective=None))
    assert move("reveal", 0).left_out(state) is None


def test_whether_a_pass_was_overruled_is_a_secret_where_the_told_hand_decides_it():
    none = move("pass", 0, take="nothing")
    assert none.mark_is_secret(holding(begin(), 0, hand=cards(red=10)))
    assert none.mark_is_secret(holding(begin(), 0, hand_told=True))
    assert not none.mark_is_secret(begin())
    assert not none.mark_is_secret(holding(second_round(), 0, hand=cards(red=10)))
    assert not move("pass", 1, take="nothing").mark_is_secret(holding(begin(), 1, hand=cards(red=10)))


@pytest.mark.parametrize(("kind", "there"), [("points", 7), ("hand_size", 9)])
def test_below_zero(kind, there):
    assert refused(second_round(), kind, by=-there) is None
    assert refused(second_round(), kind, by=-there - 1) == ("below_zero", None)


@pytest.mark.parametrize("wrong", [
    {"kind": "brew"},
    {"kind": "create", **LEGAL, "value": 0},
    {"kind": "create", **LEGAL, "value": 11},
    {"kind": "create", **LEGAL, "cauldron": ["red"]},
    {"kind": "create", **LEGAL, "cauldron": ["red", "pink"]},
    {"kind": "create", **LEGAL, "ingredients": {"green": -1}},
    {"kind": "create", **LEGAL, "ingredients": {"pink": 1}},
    {"kind": "create", **LEGAL, "ingredients": {"green": True}},
    {"kind": "copy"},
    {"kind": "copy", "potion": "1"},
    {"kind": "pass"},
    {"kind": "pass", "take": "gold"},
    {"kind": "hand"},
    {"kind": "objective", "three": "red", "two": "blue"},
    {"kind": "reveal", "hand": 3},
    {"kind": "reveal", "objective": {"three": "red"}},
    {"kind": "next_round", "alone": 1},
    {"kind": "declare", "extra": 1},
    {"kind": "points"},
    {"kind": "points", "by": 0.5},
    {"kind": "declare", "seat": -1},
])  # fmt: skip
def test_malformed(wrong):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"seat": 0, **wrong}, GAME.moves)


@pytest.mark.parametrize("fields", [
    {"take": "hidden", "drawn": {"red": 1}},
    {"take": "hidden", "drawn": {"red": 2, "blue": 1}},
    {"take": "hidden", "drawn": {}},
    {"take": "red", "drawn": {"red": 2}},
])  # fmt: skip
def test_drawn_is_two_from_the_hidden_pile(fields):
    with pytest.raises(Malformed) as malformed:
        move("pass", **fields)
    assert malformed.value.field == "drawn"


def test_which_kinds_are_secret_commute_or_correct():
    by_kind = {each.__struct_config__.tag: each for each in GAME.moves.__args__}
    assert {kind for kind, each in by_kind.items() if each.private} == {"hand", "objective"}
    commuting = {"hand", "objective", "reveal", "points", "hand_size"}
    assert {kind for kind, each in by_kind.items() if each.commutes} == commuting
    assert {kind for kind, each in by_kind.items() if each.correction} == {
        "points", "hand_size", "turn", "left", "back", "colour"
    }  # fmt: skip
    assert {kind: each.secret_fields for kind, each in by_kind.items() if each.secret_fields} == {"pass": {"drawn"}}


def test_cauldrons_are_ten_pairs_of_two_colours():
    ten = [["red", "blue"]] * 9 + [["white", "brown"]]
    assert begin(cauldrons=ten).cauldrons[-1] == ("white", "brown")
    for wrong in (ten[:9], [*ten, ["red", "blue"]], [["red", "red"], *ten[1:]]):
        with pytest.raises(Malformed) as malformed:
            begin(cauldrons=wrong)
        assert malformed.value.field == "cauldrons"
