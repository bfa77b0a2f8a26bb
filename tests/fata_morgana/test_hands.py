"""What the app knows of a hand: told, followed through every card, silently unknown again."""

from itertools import product

import pytest
from msgspec.structs import replace

from referee.engine import judge, judged
from referee.games.fata_morgana import GAME
from referee.games.fata_morgana.board import COLOURS
from referee.games.fata_morgana.offers import makeable
from referee.games.fata_morgana.score import goal as goal_of
from referee.history import History, Redo, Undo
from tests.fata_morgana.positions import (
    GREEDY,
    after,
    at_round,
    begin,
    cards,
    create,
    effects,
    entry,
    holding,
    move,
    second_round,
)

TEN = {"red": 1, "blue": 1, "green": 3, "brown": 3, "white": 2}


def told(state, seat=0, hand=TEN):
    return after(state, move("hand", seat, hand=hand))


def hand_of(state, seat=0):
    """The hand as its own phone sees it; nobody else ever sees it here."""
    assert GAME.view(state, frozenset()).players[seat].hand is None
    return GAME.view(state, frozenset({seat})).players[seat].hand


def test_only_its_own_phone_sees_a_told_hand_and_objective():
    state = told(after(begin(3), move("objective", 0, three="brown", two="blue", one="white")))
    for seats in (frozenset(), frozenset({1}), frozenset({1, 2})):
        shown = GAME.view(state, seats).players[0]
        assert (shown.hand, shown.objective) == (None, None)
    shown = GAME.view(state, frozenset({0, 2})).players
    assert (shown[0].hand, shown[0].objective) == (TEN, GREEDY)
    assert [player.hand for player in shown[1:]] == [None, None]


def test_a_told_hand_follows_creating_copying_and_taking():
    state = after(told(begin()), create(0, ("red", "blue"), 7, green=2, brown=1))
    assert hand_of(state) == {"red": 2, "blue": 2, "green": 1, "brown": 2, "white": 2}
    state = after(state, create(1, ("red", "white"), 3, brown=1), move("copy", 0, potion=2))
    assert hand_of(state) == {"red": 3, "blue": 2, "green": 1, "brown": 1, "white": 3}
    state = after(state, move("pass", 1, take="nothing"), move("pass", 0, take="green"))
    assert hand_of(state) == {"red": 3, "blue": 2, "green": 2, "brown": 1, "white": 3}
    state = after(state, move("pass", 1, take="nothing"), move("pass", 0, take="hidden", drawn={"white": 2}))
    assert hand_of(state) == {"red": 3, "blue": 2, "green": 2, "brown": 1, "white": 5}
    assert (state.players[0].hand_size, state.hidden) == (13, 8)


def test_a_draw_from_the_hidden_pile_that_is_not_told_makes_the_hand_unknown():
    state = after(told(second_round(), hand={"red": 9}), move("pass", 0, take="hidden"))
    assert (hand_of(state), state.players[0].hand_size) == (None, 11)


def test_drawn_tells_nothing_about_a_hand_that_is_unknown():
    state = after(second_round(), move("pass", 0, take="hidden", drawn={"white": 2}))
    assert (hand_of(state), state.players[0].hand_size) == (None, 11)


def test_a_hand_that_could_not_pay_becomes_unknown_and_nothing_else_differs():
    spent = create(0, ("red", "blue"), 7, green=2, brown=1)
    short = after(told(begin(), hand={"red": 4, "white": 6}), spent)
    assert hand_of(short) is None
    assert GAME.view(short, frozenset()) == GAME.view(after(told(begin()), spent), frozenset())


def test_a_corrected_size_makes_the_hand_unknown():
    state = after(told(begin()), move("hand_size", 0, by=-1))
    assert (hand_of(state), state.players[0].hand_size) == (None, 9)
    assert hand_of(after(told(begin()), move("hand_size", 0, by=0))) == TEN
    assert hand_of(after(told(begin()), move("points", 0, by=5))) == TEN


def test_a_hand_told_again_replaces_the_first():
    assert hand_of(told(told(begin()), hand={"red": 5, "blue": 5})) == {**dict.fromkeys(TEN, 0), "red": 5, "blue": 5}


def test_an_overruled_hand_of_another_size_is_unknown_and_the_size_stays():
    state = told(told(begin()), hand={"red": 3})
    assert (hand_of(state), state.players[0].hand_size) == (None, 10)


def test_an_overruled_hand_of_the_right_size_is_taken_at_its_word():
    assert hand_of(told(begin(), hand={"red": 10}))["red"] == 10


def test_undoing_what_lay_between_makes_a_told_hand_unknown():
    history = History(begin())
    history = history.enter(entry(history, create(0, ("red", "blue"), 7, green=2, brown=1)))
    history = history.enter(entry(history, move("hand", 0, hand={"red": 5, "blue": 4})))
    assert hand_of(history.state)["red"] == 5
    assert history.undoable(frozenset({1})) == (1,)
    history = history.enter(entry(history, Undo((1,))))
    assert (hand_of(history.state), history.state.players[0].hand_size) == (None, 10)


def test_an_empty_stack_gives_nothing():
    state = replace(second_round(), stacks=cards(green=1))
    lost = [("ingredient_lost", 0), ("ingredient_lost", 0)]
    made = {"cauldron": ["blue", "white"], "ingredients": {"green": 1}, "value": 9}
    assert effects(state, "create", **made) == lost
    after_it = after(state, move("create", 0, **made))
    assert (after_it.stacks, after_it.players[0].hand_size) == (cards(green=1), 8)
    assert effects(replace(state, turn=1), "copy", 1, potion=1)[:2] == [("ingredient_lost", 1), ("ingredient_lost", 1)]
    one = replace(state, stacks=cards(red=1))
    assert effects(replace(one, turn=1), "copy", 1, potion=1)[:1] == [("ingredient_lost", 1)]


def test_what_is_copied_goes_back_before_anything_is_taken():
    reds = create(1, ("red", "green"), 2, red=1)  # overruled: a red potion that yields red
    state = replace(after(begin(), create(0, ("red", "blue"), 7, green=2), reds), stacks=cards())
    copied = after(state, move("copy", 0, potion=2))
    assert copied.stacks == cards()
    assert copied.players[0].hand_size == state.players[0].hand_size


@pytest.mark.parametrize("overruled", [
    create(0, ("red", "blue"), 7, green=3, white=3, brown=3, red=3),
    create(0, ("red", "red"), 7),
    move("copy", 0, potion=1),
    move("pass", 0, take="hidden"),
    move("hand_size", 0, by=-99),
    move("points", 0, by=-99),
])  # fmt: skip
def test_counts_stop_at_zero(overruled):
    state = replace(holding(second_round(), 0, hand_size=1, points=3), hidden=0)
    played = after(state, overruled)
    player = played.players[0]
    assert player.hand_size >= 0
    assert player.points >= 0
    assert played.hidden == 0


def test_an_overruled_potion_pays_what_is_there_and_gains_in_full():
    state = holding(second_round(), 0, hand_size=2)
    played = after(state, create(0, ("red", "white"), 7, green=3))
    assert played.players[0].hand_size == 2
    assert played.players[0].points == state.players[0].points + 7
    assert played.potions[-1].cauldron == ("red", "white")
    assert (played.cauldrons, played.values) == (state.cauldrons, state.values)


def test_what_is_missing_is_not_there_to_take():
    state = replace(second_round(), stacks=cards(), hidden=0)
    for take in ("red", "hidden"):
        played = after(state, move("pass", 0, take=take))
        assert played == replace(state, turn=1)
    drawn = after(told(state, hand={"red": 9}), move("pass", 0, take="hidden", drawn={"red": 2}))
    assert hand_of(drawn)["red"] == 9


def test_out_of_turn_leaves_the_turn_as_it_is():
    state = second_round()
    for overruled in (create(1, ("blue", "white"), 9, green=1), move("copy", 1, potion=1), move("pass", 1, take="red")):
        played = after(state, overruled)
        assert (played.to_move, played.phase, played.round) == (0, "turn", 2)
    between = at_round(9, "declare")
    played = after(between, move("pass", 0, take="red"))
    assert (played.to_move, played.phase, played.round) == (None, "declare", 9)


def test_what_a_hand_can_make_is_shown_to_its_own_phone():
    state = told(second_round(), hand={"green": 2, "red": 7})
    can = makeable(state, 0, True)
    assert can.copy == (2,)
    by_pair = {each.cauldron: each.recipes for each in can.create}
    none = dict.fromkeys(TEN, 0)
    assert by_pair["green", "white"] == ({**none, "red": 1}, {**none, "red": 2})
    assert {**none, "green": 2} not in by_pair["blue", "white"]
    mine = GAME.screen(state, 0, True)
    assert mine.known.hand == {**none, "green": 2, "red": 7}
    assert ("green", "white") in mine.known.fills and ("red", "green") not in mine.known.fills
    assert mine.known.copies == 1
    theirs = GAME.screen(state, 0, False)
    assert replace(theirs, own_only=()) == GAME.screen(second_round(), 0, False)
    assert theirs.known is None


def test_what_may_go_into_a_cauldron_is_what_the_rules_allow_the_shortest_first():
    state = begin()
    for pair in state.cauldrons:
        allowed = {
            counts
            for counts in product(range(4), repeat=len(COLOURS))
            if judge(create(0, pair, 1, **dict(zip(COLOURS, counts, strict=True))), state).refusal is None
        }
        recipes = state.recipes(0, pair, False)
        assert (set(recipes), len(recipes)) == (allowed, len(allowed))
        assert [sum(counts) for counts in recipes] == sorted(map(sum, allowed))


def test_what_is_barred_says_why():
    state = told(second_round(), hand={"red": 9})
    mine = GAME.screen(state, 0, True)
    assert mine.copies == {1: "own_potion", 2: "not_in_hand"}
    assert mine.openly.copies == {1: "own_potion", 2: None}
    assert mine.passes["red"] is None
    made = [each for each in GAME.offers(state, 0, True) if hasattr(each, "cauldron")]
    legal = [each for each, refusal in judged(made, state) if refusal is None]
    assert {"red"}.isdisjoint(colour for each in legal for colour in each.cauldron)
    assert judge(move("declare", 0), state).refusal.code == "too_early"
    assert GAME.screen(state, 0, False).copies == {1: "own_potion", 2: None}
    assert len([each for each in GAME.offers(state, 0, False) if hasattr(each, "cauldron")]) == 8
    bare = replace(state, stacks=(0, *state.stacks[1:]), hidden=0)
    barred = {take: code for take, code in GAME.screen(bare, 0, True).passes.items() if code}
    assert barred == {"red": "stack_empty", "hidden": "hidden_pile_empty"}


def test_what_is_worth_a_button_in_a_turn():
    state = told(second_round(), hand={"red": 9})
    creates, others = [], []
    for each in GAME.offers(state, 0, True):
        (creates if hasattr(each, "cauldron") else others).append(each)
    assert [each.cauldron for each in creates] == list(state.cauldrons)
    assert {each.value for each in creates} == {10}
    red = {each.cauldron for each in creates if each.ingredients.counts == cards(red=1)}
    assert red == {pair for pair in state.cauldrons if "red" not in pair}
    passes = [move("pass", 0, take=take) for take in (*TEN, "hidden", "nothing")]
    assert others == [move("copy", 0, potion=1), move("copy", 0, potion=2), *passes, move("declare", 0)]


def test_between_rounds_one_declares_or_goes_on():
    go_on = [move("next_round", 1), move("next_round", 1, alone=True)]
    assert GAME.offers(at_round(9, "declare"), 1, False) == [move("declare", 1), *go_on]
    answered = at_round(9, "declare", answers=(1,))
    assert GAME.offers(answered, 1, False) == [move("declare", 1), move("next_round", 1)]
    assert GAME.offers(at_round(12, "reveal"), 0, False) == []
    for state, seat, own in ((at_round(9), None, False), (at_round(9, "declare"), 0, True)):
        screen = GAME.screen(state, seat, own)
        assert (screen.copies, screen.passes, screen.known, screen.declared) == ({}, {}, None, None)
    assert GAME.screen(after(at_round(9, "declare"), move("declare", 1)), 0, True).declared == 1


@pytest.mark.parametrize(("hand", "worth", "lacking"), [
    ({"red": 9}, 0, {"brown": 3, "blue": 2, "white": 1}),
    ({"brown": 1, "blue": 1, "white": 1, "red": 6}, 2, {"brown": 2, "blue": 1}),
    ({"brown": 2, "blue": 2, "white": 1, "red": 4}, 4, {"brown": 1}),
    ({"brown": 4, "blue": 4, "white": 1}, 6, {}),
])  # fmt: skip
def test_an_objective_says_what_it_is_worth_now_and_what_lacks(hand, worth, lacking):
    goal = goal_of(GREEDY, {**dict.fromkeys(TEN, 0), **hand})
    assert (goal.worth, {colour: left for colour, left in goal.lacking.items() if left}) == (worth, lacking)
    assert goal.complete == (not lacking)


def test_which_hands_lie_open_and_which_only_their_own_phone_opens():
    state = told(at_round(12, "reveal"), 1, {"red": 10})
    assert (GAME.screen(state, None, False).opened, GAME.screen(state, None, False).own_only) == (
        (), (1,))  # fmt: skip
    state = after(state, move("reveal", 0, hand={"red": 9}, objective=None))
    assert GAME.screen(state, None, False).opened == (0,)


def test_what_came_to_a_revealed_hand_in_secret_leaves_the_objective_face_up():
    goal = {"three": "red", "two": "blue", "one": "green"}
    state = after(at_round(9, "declare"), move("declare", 0), move("reveal", 0, hand={"white": 9}, objective=goal))
    for own in (False, True):
        (up,) = GAME.screen(state, None, own).face_up
        assert (up.seat, up.hand["white"], up.objective.three) == (0, 9, "red")
    state = after(state, move("pass", 0, take="hidden"))
    (up,) = GAME.screen(state, None, True).face_up
    assert (up.seat, up.hand, up.objective.three) == (0, None, "red")
    state = after(state, move("hand", 0, hand={"white": 11}))
    assert GAME.screen(state, 0, True).face_up == (up,), "on its own phone too"


# --- what another plays for a seat -------------------------------------------------------------------------------


@pytest.mark.parametrize("overruled", [
    create(0, ("red", "blue"), 7, red=1), move("copy", 0, potion=1), move("pass", 0, take="nothing"),
])  # fmt: skip
@pytest.mark.parametrize("by", [None, 1])
def test_what_another_plays_anyway_makes_a_told_hand_unknown_whether_it_could_pay_or_not(overruled, by):
    for hand in ({"red": 3, "green": 3, "brown": 3}, {"white": 6, "blue": 3}):
        history = History(told(second_round(), hand=hand))
        history = history.enter(entry(history, overruled, by, "FM-CREATE-OWN"))
        assert history.state.players[0].hand is None
        assert history.state.players[0].told_in_secret
        undone = history.enter(entry(history, Undo((1,))))
        assert sum(undone.state.players[0].hand) == 9
        assert undone.enter(entry(undone, Redo((1,)))).state.players[0].hand is None


def test_what_the_seat_itself_plays_anyway_or_another_by_the_rules_leaves_a_told_hand_known():
    history = History(told(second_round(), hand={"red": 6, "green": 3}))
    assert history.enter(entry(history, move("pass", 0, take="red"), 0, "FM-ROUND")).state.players[0].hand is not None
    assert history.enter(entry(history, move("pass", 0, take="red"), 1)).state.players[0].hand is not None


def test_a_hand_that_lies_open_and_was_never_told_in_secret_stays_known():
    state = after(at_round(12, "reveal"), move("reveal", 0, hand={"red": 9}, objective=None))
    history = History(state)
    history = history.enter(entry(history, move("pass", 0, take="blue"), 1, "FM-ROUND"))
    assert history.state.players[0].hand == cards(red=9, blue=1)


def test_who_draws_in_secret_to_a_hand_that_lies_open_has_told_it_in_secret():
    state = after(at_round(9), move("reveal", 0, hand={"red": 9}, objective=None))
    assert not state.players[0].told_in_secret
    assert after(state, move("pass", 0, take="hidden", drawn={"red": 2})).players[0].told_in_secret
    assert not after(state, move("pass", 0, take="hidden")).players[0].told_in_secret
