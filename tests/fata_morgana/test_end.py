"""Rounds, declarations, hands revealed, the end, and what is undone or corrected after it."""

import pytest
from msgspec.structs import replace

from referee.games.fata_morgana import GAME
from referee.history import History, Redo, Undo
from tests.fata_morgana.positions import (
    GREEDY,
    after,
    as_json,
    at_round,
    cards,
    effects,
    entry,
    holding,
    laid_open,
    move,
)

COMPLETE = cards(brown=3, blue=2, white=1)
PASS = {"take": "nothing"}
GREEDY_CARD = {"three": "brown", "two": "blue", "one": "white"}


def tuple_of(need):
    return need.seat, need.what


def between(number=9, hand=COMPLETE, players=2):
    """Between two rounds, everything told; seat 0 holds `hand`."""
    state = at_round(number, "declare", players)
    state = holding(state, 0, hand=hand, objective=GREEDY)
    for seat in range(1, players):
        state = holding(state, seat, hand=cards(red=3), objective=GREEDY)
    return state


@pytest.mark.parametrize("number", range(1, 9))
def test_the_first_eight_rounds_follow_one_another(number):
    state = replace(at_round(number), turn=1)
    assert effects(state, "pass", 1, **PASS) == [("round_over", 1)]
    played = after(state, move("pass", 1, **PASS))
    assert (played.round, played.phase, played.to_move) == (number + 1, "turn", 0)


@pytest.mark.parametrize("number", [9, 10, 11])
def test_after_rounds_nine_to_eleven_somebody_may_declare(number):
    state = replace(at_round(number), turn=1)
    assert effects(state, "pass", 1, **PASS) == [("round_over", 1), ("may_declare", 1)]
    played = after(state, move("pass", 1, **PASS))
    assert (played.round, played.phase, played.to_move) == (number, "declare", None)
    on = after(played, move("next_round", 1))
    assert (on.round, on.phase, on.to_move) == (number + 1, "turn", 0)
    assert effects(played, "next_round", 1) == ([("last_round", 1)] if number == 11 else [])


def test_after_round_twelve_the_play_is_over():
    state = replace(at_round(12), turn=1)
    assert effects(state, "pass", 1, **PASS) == [("round_over", 1), ("play_over", 1)]
    played = after(state, move("pass", 1, **PASS))
    assert (played.phase, played.to_move, played.over) == ("reveal", None, False)
    every = [(0, "hand"), (0, "objective"), (1, "hand"), (1, "objective")]
    assert [tuple_of(need) for need in GAME.view(played, frozenset()).needs] == every


def test_nothing_is_needed_before_the_play_is_over():
    assert GAME.view(at_round(9, "declare"), frozenset()).needs == ()


def test_an_end_opens_nothing_and_each_seat_lays_open_its_own():
    state = between(players=3)
    assert effects(state, "declare", 0) == [("play_over", 0)]
    declared = after(state, move("declare", 0))
    shown = GAME.view(declared, frozenset())
    assert (shown.over, shown.phase, shown.to_move, shown.result) == (False, "reveal", None, None)
    assert [(player.hand, player.objective) for player in shown.players] == [(None, None)] * 3
    every = [(seat, what) for seat in range(3) for what in ("hand", "objective")]
    assert [(need.seat, need.what) for need in shown.needs] == every
    assert GAME.view(declared, frozenset({1})).players[1].hand["red"] == 3
    assert [need.seat for need in laid_open(declared, 1).needs()] == [0, 0, 2, 2]
    assert effects(laid_open(declared, 1, 0), "reveal", 2) == [("game_over", 2)]


def test_a_true_declaration_ends_the_game_once_everybody_has_laid_open():
    shown = GAME.view(laid_open(after(between(players=3), move("declare", 0))), frozenset())
    assert (shown.over, shown.phase, shown.to_move, shown.needs) == (True, "reveal", None, ())
    assert [player.hand["red"] for player in shown.players] == [0, 3, 3]
    assert shown.players[1].objective == GREEDY
    assert as_json(shown.result) == {
        "ranking": [
            {"seat": 0, "place": 1, "points": 7, "objective": 6, "hand": 3, "total": 16},
            {"seat": 1, "place": 2, "points": 3, "objective": 0, "hand": 1, "total": 4},
            {"seat": 2, "place": 3, "points": 2, "objective": 0, "hand": 1, "total": 3},
        ],
        "winners": [0],
        "decided_by": "points",
        "needs": [],
    }


def test_an_untrue_declaration_is_judged_as_soon_as_it_lies_open():
    state = after(between(10, hand=cards(brown=3, blue=2)), move("declare", 0))
    assert effects(state, "reveal", 1) == []
    assert effects(state, "reveal", 0) == [("declaration_untrue", 0)]
    played = laid_open(state, 0)
    assert (played.round, played.phase, played.to_move, played.over) == (11, "turn", 0, False)
    assert (played.declared_by, played.needs()[0].seat) == (None, 1)
    shown = GAME.view(played, frozenset())
    assert [player.hand is None for player in shown.players] == [False, True]
    assert shown.needs == ()


def test_before_the_last_round_an_untrue_declaration_says_that_it_begins():
    state = after(between(11, hand=cards(red=6)), move("declare", 0))
    assert effects(state, "reveal", 0) == [("declaration_untrue", 0), ("last_round", 0)]


def test_a_declaration_of_who_told_nothing_is_judged_once_it_lies_open():
    state = after(at_round(9, "declare"), move("declare", 1))
    assert (state.phase, state.to_move, state.round) == ("reveal", None, 9)
    objective = {"three": "brown", "two": "blue", "one": "white"}
    true = after(state, move("reveal", 1, hand={"brown": 3, "blue": 2, "white": 5}, objective=objective))
    assert (true.over, true.phase) == (False, "reveal")
    shown = GAME.view(true, frozenset())
    assert shown.players[1].hand == {"red": 0, "blue": 2, "green": 0, "brown": 3, "white": 5}
    assert shown.players[1].objective == GREEDY
    assert [need.seat for need in shown.needs] == [0, 0]
    ended = after(true, move("reveal", 0, hand={"red": 9}, objective=None))
    assert ended.over
    assert GAME.view(ended, frozenset()).result.winners == (1,)
    half = after(state, move("reveal", 1, hand={"brown": 2, "blue": 2, "white": 6}, objective=None))
    assert (half.phase, half.round, half.to_move) == ("turn", 10, 0)


def test_a_hand_without_its_objective_is_not_judged_yet():
    state = holding(at_round(9, "declare"), 1, objective=None)
    state = after(state, move("declare", 1), move("reveal", 1, hand=None, objective={
        "three": "brown", "two": "blue", "one": "white"}))  # fmt: skip
    assert (state.phase, state.declared_by) == ("reveal", 1)


def test_a_declaration_by_what_lies_open_already_is_judged_at_once():
    state = laid_open(between(hand=cards(brown=3, blue=2, red=1)), 0)
    assert effects(state, "declare", 0) == [("play_over", 0), ("declaration_untrue", 0)]
    assert after(state, move("declare", 0)).round == 10
    true = laid_open(between(), 0)
    assert effects(true, "declare", 0) == [("play_over", 0)]
    assert [need.seat for need in after(true, move("declare", 0)).needs()] == [1, 1]


def test_what_was_laid_open_stays_open_until_something_secret_comes_to_it():
    state = after(
        at_round(9, "declare"),
        move("declare", 1),
        move("reveal", 0, hand={"blue": 9}, objective=None),
        move("reveal", 1, hand={"red": 10}, objective={"three": "brown", "two": "blue", "one": "white"}),
    )
    assert (state.phase, state.round) == ("turn", 10)

    def hands(table):
        return [player.hand and sum(player.hand.values()) for player in GAME.view(table, frozenset()).players]

    assert hands(state) == [9, 10]
    state = after(state, move("pass", 0, take="blue"))
    assert hands(state) == [10, 10]
    assert hands(after(state, move("pass", 1, take="hidden", drawn={"red": 2}))) == [10, None]
    assert hands(after(state, move("pass", 1, take="hidden"))) == [10, None]
    assert hands(after(state, move("hand", 1, hand={"red": 9, "blue": 1}))) == [10, None]
    assert GAME.view(state, frozenset()).players[1].objective == GREEDY
    told = after(state, move("objective", 1, three="red", two="blue", one="white"))
    assert GAME.view(told, frozenset()).players[1].objective is None


def test_what_lies_open_still_needs_no_laying_open_again():
    state = laid_open(after(between(10, hand=cards(brown=6)), move("declare", 0)), 0)
    again = after(state, move("pass", 0, take="red"), move("pass", 1, **PASS), move("declare", 1))
    assert [tuple_of(need) for need in again.needs()] == [(1, "hand"), (1, "objective")]
    drawn = after(state, move("pass", 0, take="hidden"), move("pass", 1, **PASS), move("declare", 1))
    assert [tuple_of(need) for need in drawn.needs()] == [(0, "hand"), (1, "hand"), (1, "objective")]


def test_who_laid_down_no_objective_may_tell_it_when_the_play_goes_on():
    state = after(
        at_round(9, "declare"),
        move("declare", 1),
        move("reveal", 0, hand={"blue": 9}, objective=None),
        move("reveal", 1, hand={"red": 10}, objective={"three": "brown", "two": "blue", "one": "white"}),
    )
    again = after(state, move("pass", 0, **PASS), move("pass", 1, **PASS), move("declare", 1))
    assert next(tuple_of(need) for need in again.needs()) == (0, "objective")


# --- laying open -------------------------------------------------------------------------------------------------


def test_reveal_opens_what_was_told_as_it_was_told_and_takes_the_rest():
    state = holding(at_round(12, "reveal"), 0, hand=cards(blue=9))
    told = after(state, move("reveal", 0, hand={"red": 9}, objective={"three": "red", "two": "blue", "one": "white"}))
    shown = GAME.view(told, frozenset()).players[0]
    assert (shown.hand["blue"], shown.hand["red"], shown.objective.three) == (9, 0, "red")
    state = holding(at_round(12, "reveal"), 0, objective=GREEDY)
    told = after(state, move("reveal", 0, hand={"red": 9}, objective={"three": "red", "two": "blue", "one": "white"}))
    shown = GAME.view(told, frozenset()).players[0]
    assert (shown.hand["red"], shown.objective) == (9, GREEDY)


def test_the_log_keeps_nothing_that_was_given_in_vain():
    given = {"hand": {"red": 9}, "objective": {"three": "red", "two": "blue", "one": "white"}}
    state = at_round(12, "reveal")
    assert move("reveal", 0, **given).recorded(state) == move("reveal", 0, **given)
    hand = holding(state, 0, hand=cards(blue=9))
    assert move("reveal", 0, **given).recorded(hand) == move("reveal", 0, objective=given["objective"])
    both = holding(hand, 0, objective=GREEDY)
    assert move("reveal", 0, **given).recorded(both) == move("reveal", 0)
    lost = holding(both, 0, hand=None)
    assert move("reveal", 0, **given).recorded(lost) == move("reveal", 0, hand=given["hand"])
    shown = after(state, move("reveal", 0, hand={"red": 9}, objective=None))
    shown = holding(shown, 0, objective_open=False, objective=None)
    assert move("reveal", 0, **given).recorded(shown) == move("reveal", 0, objective=given["objective"])
    anew = after(state, move("reveal", 0, **given))
    assert move("reveal", 0, **given).recorded(anew) == move("reveal", 0, **given), "told anew"
    assert move("reveal", 0, hand={"red": 9}, objective=None).recorded(anew) == move("reveal", 0, hand={"red": 9})


def test_a_hand_that_was_told_and_is_known_no_more_is_given():
    lost = holding(at_round(12, "reveal"), 0, hand=None, hand_told=True, objective=GREEDY)
    state = after(lost, move("reveal", 0, hand={"blue": 9}))
    assert (state.players[0].hand, state.players[0].hand_open) == (cards(blue=9), True)


def test_of_who_told_nothing_a_hand_left_out_is_still_needed():
    told = after(at_round(12, "reveal"), move("reveal", 0, hand=None, objective=None))
    assert [tuple_of(need) for need in told.needs()] == [(0, "hand"), (1, "hand"), (1, "objective")]


def test_who_told_nothing_may_lay_open_anew_from_the_own_phone():
    first = after(at_round(12, "reveal"), move("reveal", 0, hand={"blue": 9}, objective=None))
    told = after(first, move("reveal", 0, hand={"red": 9}, objective=None))
    shown = GAME.view(told, frozenset()).players[0]
    assert (shown.hand["red"], shown.objective) == (9, None)
    half = after(at_round(12, "reveal"), move("reveal", 0, hand={"blue": 9}, objective=GREEDY_CARD))
    assert after(half, move("reveal", 0, hand={"red": 9}, objective=None)).players[0].objective == GREEDY


def test_hands_told_in_secret_at_the_end_are_laid_open_too():
    state = at_round(12, "reveal")
    for seat, size in ((0, 9), (1, 10)):
        state = after(
            state,
            move("objective", seat, three="brown", two="blue", one="white"),
            move("hand", seat, hand={"brown": 4, "blue": 4, "white": size - 8}),
        )
    assert not state.over
    assert len(state.needs()) == 4
    state = laid_open(state)
    assert state.over
    assert GAME.view(state, frozenset()).result.decided_by == "points"


# --- after the end -----------------------------------------------------------------------------------------------


def ended(players=2):
    """A true declaration, and everybody revealed."""
    return laid_open(after(between(players=players), move("declare", 0)))


def test_the_chart_shows_points_and_once_it_is_over_what_counts():
    assert GAME.scores(between()) == (7, 3)
    assert GAME.scores(after(between(), move("declare", 0))) == (7, 3)
    assert GAME.scores(ended()) == (16, 4)


def test_corrections_after_the_end_count_it_again():
    assert ended().over
    richer = after(ended(), move("points", 1, by=30))
    assert richer.over
    assert GAME.view(richer, frozenset()).result.winners == (1,)
    tied = after(ended(), move("points", 1, by=12))
    assert GAME.view(tied, frozenset()).result.decided_by == "draw"
    assert GAME.view(tied, frozenset()).result.winners == (0, 1)


def test_a_hand_corrected_after_the_end_is_asked_for_again():
    state = after(ended(), move("hand_size", 1, by=1))
    shown = GAME.view(state, frozenset())
    assert (shown.over, shown.phase, shown.result) == (False, "reveal", None)
    assert [tuple_of(need) for need in shown.needs] == [(1, "hand")]
    assert shown.players[0].hand["brown"] == 3
    assert after(state, move("reveal", 1, hand={"red": 4})).over


def test_what_is_told_in_secret_after_the_end_closes_that_hand_alone():
    state = after(ended(), move("hand", 1, hand={"red": 2, "blue": 1}))
    shown = GAME.view(state, frozenset())
    assert (shown.over, shown.result, shown.players[1].hand) == (False, None, None)
    assert [tuple_of(need) for need in shown.needs] == [(1, "hand")]


def test_an_overruled_move_of_somebody_else_after_the_end_asks_for_the_hand_again():
    history = History(ended())
    history = history.enter(entry(history, move("pass", 1, take="red"), by=0, overruled="FM-END-12"))
    assert (history.state.over, [tuple_of(need) for need in history.state.needs()]) == (False, [(1, "hand")])


def test_undoing_the_end_hides_the_secrets_again():
    history = History(between())
    for each in (move("declare", 0), move("reveal", 0), move("reveal", 1)):
        history = history.enter(entry(history, each))
    assert history.state.over
    history = history.enter(entry(history, Undo((3,))))
    assert not history.state.over
    shown = GAME.view(history.state, frozenset()).players
    assert (shown[0].hand["brown"], shown[1].hand, shown[1].objective) == (3, None, None)
    history = history.enter(entry(history, Undo((2,))))
    assert GAME.view(history.state, frozenset()).players[0].hand is None
    assert GAME.view(history.state, frozenset({1})).players[1].hand["red"] == 3
    history = history.enter(entry(history, Redo((2,))))
    assert GAME.view(history.state, frozenset()).players[0].hand["brown"] == 3


# --- what is overruled -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("state", "round_after", "phase"), [
    (at_round(3), 4, "turn"), (replace(at_round(3), turn=1), 4, "turn"), (at_round(12), 12, "reveal"),
    (at_round(12, "reveal"), 12, "reveal"), (at_round(9, "reveal", declared_by=0), 10, "turn"),
])  # fmt: skip
def test_an_overruled_next_round_goes_on_while_there_is_one(state, round_after, phase):
    played = after(state, move("next_round", 1))
    assert (played.round, played.phase, played.declared_by) == (round_after, phase, None)


def test_an_overruled_next_round_after_the_end_is_played():
    state = after(ended(), move("next_round", 1))
    assert (state.round, state.phase, state.to_move, state.over) == (10, "turn", 0, False)
    assert GAME.view(state, frozenset()).result is None


def test_an_overruled_declaration_that_is_untrue_goes_back_to_the_turn_it_broke_off():
    state = replace(at_round(12), turn=1)
    state = holding(holding(state, 0, hand=cards(red=3), objective=GREEDY), 1, hand=cards(), objective=GREEDY)
    declared = after(state, move("declare", 0))
    assert (declared.phase, declared.to_move) == ("reveal", None)
    played = laid_open(declared, 0)
    assert (played.round, played.phase, played.to_move, played.over) == (12, "turn", 1, False)


def test_an_overruled_declaration_when_the_play_is_over_changes_nothing():
    state = at_round(12, "reveal")
    assert after(state, move("declare", 0)) == state
