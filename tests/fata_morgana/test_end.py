"""Rounds, declarations, hands laid open, the end, and what is undone or corrected after it."""

import pytest
from msgspec.structs import replace

from referee.games import fata_morgana
from referee.history import History, Undo
from tests.fata_morgana.positions import GREEDY, after, at_round, begin, cards, effects, entry, holding, move

COMPLETE = cards(brown=3, blue=2, white=1)
PASS = {"take": "nothing"}


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
    assert fata_morgana.view(played, frozenset())["needs"] == [
        {"seat": 0, "what": "hand"},
        {"seat": 0, "what": "objective"},
        {"seat": 1, "what": "hand"},
        {"seat": 1, "what": "objective"},
    ]


def test_nothing_is_needed_before_the_play_is_over():
    assert fata_morgana.view(at_round(9, "declare"), frozenset())["needs"] == []


def test_a_true_declaration_ends_the_game_and_opens_everything():
    state = between(players=3)
    assert effects(state, "declare", 0) == [("play_over", 0), ("game_over", 0)]
    shown = fata_morgana.view(after(state, move("declare", 0)), frozenset())
    assert (shown["over"], shown["phase"], shown["to_move"], shown["needs"]) == (True, "reveal", None, [])
    assert [player["hand"]["red"] for player in shown["players"]] == [0, 3, 3]
    assert shown["players"][1]["objective"] == {"three": "brown", "two": "blue", "one": "white"}
    assert shown["result"] == {
        "ranking": [
            {"seat": 0, "place": 1, "points": 7, "objective": 6, "hand": 3, "total": 16},
            {"seat": 1, "place": 2, "points": 3, "objective": 0, "hand": 1, "total": 4},
            {"seat": 2, "place": 3, "points": 2, "objective": 0, "hand": 1, "total": 3},
        ],
        "winners": [0],
        "decided_by": "points",
        "needs": [],
    }


def test_an_untrue_declaration_is_taken_back_and_the_next_round_is_played():
    state = between(10, hand=cards(brown=3, blue=2))
    assert effects(state, "declare", 0) == [("play_over", 0), ("declaration_untrue", 0)]
    played = after(state, move("declare", 0))
    assert (played.round, played.phase, played.to_move, played.over) == (11, "turn", 0, False)
    assert played.declared_by is None
    assert [player["hand"] for player in fata_morgana.view(played, frozenset())["players"]] == [None, None]


def test_a_declaration_is_judged_when_all_is_revealed():
    state = after(at_round(9, "declare"), move("declare", 1))
    assert (state.phase, state.to_move, state.round) == ("reveal", None, 9)
    objective = {"three": "brown", "two": "blue", "one": "white"}
    true = after(state, move("reveal", 1, hand={"brown": 3, "blue": 2, "white": 5}, objective=objective))
    assert not true.over
    shown = fata_morgana.view(true, frozenset())
    assert shown["players"][1]["hand"] == {"red": 0, "blue": 2, "green": 0, "brown": 3, "white": 5}
    assert shown["players"][1]["objective"] == objective
    assert [need["seat"] for need in shown["needs"]] == [0, 0]
    ended = after(true, move("reveal", 0, hand={"red": 9}, objective=None))
    assert ended.over
    assert fata_morgana.view(ended, frozenset())["result"]["winners"] == [1]
    false = after(state, move("reveal", 1, hand={"brown": 2, "blue": 2, "white": 6}, objective=objective))
    assert false.phase == "reveal"
    back = after(false, move("reveal", 0, hand={"red": 9}, objective=None))
    assert (back.phase, back.round, back.to_move, back.over) == ("turn", 10, 0, False)


def test_who_declared_shows_first_and_the_others_see_that_it_is_untrue():
    def declared(state):
        screen = fata_morgana.screen(state, None, False)
        return screen["declared"], screen["untrue"]

    assert declared(at_round(9, "declare")) == (None, False)
    state = after(at_round(9, "declare"), move("declare", 1))
    assert declared(state) == (1, False)
    objective = {"three": "brown", "two": "blue", "one": "white"}
    assert declared(after(state, move("reveal", 1, hand={"red": 10}, objective=objective))) == (1, True)
    assert declared(after(state, move("reveal", 1, hand={"red": 10}, objective=None))) == (1, True)
    assert declared(after(state, move("reveal", 1, hand=None, objective=objective))) == (1, False)
    true = {"brown": 4, "blue": 4, "white": 2}
    assert declared(after(state, move("reveal", 1, hand=true, objective=objective))) == (1, False)
    secret = after(state, move("objective", 1, **objective), move("hand", 1, hand={"red": 10}))
    assert declared(secret) == (1, False)


def test_what_was_laid_open_stays_open_until_something_secret_comes_to_it():
    state = after(
        at_round(9, "declare"),
        move("declare", 1),
        move("reveal", 1, hand={"red": 10}, objective={"three": "brown", "two": "blue", "one": "white"}),
        move("reveal", 0, hand={"blue": 9}, objective=None),
    )

    def hands(table):
        return [
            player["hand"] and sum(player["hand"].values())
            for player in fata_morgana.view(table, frozenset())["players"]
        ]

    assert hands(state) == [9, 10]
    state = after(state, move("pass", 0, take="blue"))
    assert hands(state) == [10, 10]
    assert hands(after(state, move("pass", 1, take="hidden", drawn={"red": 2}))) == [10, None]
    assert hands(after(state, move("pass", 1, take="hidden"))) == [10, None]
    assert hands(after(state, move("hand", 1, hand={"red": 9, "blue": 1}))) == [10, None]


def test_who_laid_down_no_objective_may_tell_it_when_the_play_goes_on():
    state = after(
        at_round(9, "declare"),
        move("declare", 1),
        move("reveal", 1, hand={"red": 10}, objective={"three": "brown", "two": "blue", "one": "white"}),
        move("reveal", 0, hand={"blue": 9}, objective=None),
    )
    again = after(state, move("pass", 0, **PASS), move("pass", 1, **PASS), move("declare", 1))
    assert [tuple(need) for need in again.needs()] == [(0, "objective")]


def test_reveal_tells_what_is_still_untold():
    state = holding(at_round(12, "reveal"), 0, hand=cards(blue=9))
    told = after(state, move("reveal", 0, hand={"red": 9}, objective={"three": "red", "two": "blue", "one": "white"}))
    player = told.players[0]
    assert (player.hand, player.hand_open) == (cards(blue=9), False)
    assert (player.objective.three, player.objective_open) == ("red", True)
    shown = fata_morgana.view(told, frozenset())["players"][0]
    assert (shown["hand"], shown["objective"]["three"]) == (None, "red")


def test_reveal_leaves_an_objective_that_was_told_as_it_is():
    state = holding(at_round(12, "reveal"), 0, objective=GREEDY)
    told = after(state, move("reveal", 0, hand={"red": 9}, objective={"three": "red", "two": "blue", "one": "white"}))
    player = told.players[0]
    assert (player.hand, player.hand_open) == (cards(red=9), True)
    assert (player.objective, player.objective_open) == (GREEDY, False)


def test_a_hand_left_out_is_still_needed():
    told = after(at_round(12, "reveal"), move("reveal", 0, hand=None, objective=None))
    assert [tuple(need) for need in told.needs()] == [(0, "hand"), (1, "hand"), (1, "objective")]


def test_its_own_phone_may_lay_open_anew_what_it_told():
    state = holding(at_round(12, "reveal"), 0, hand=cards(blue=9), objective=GREEDY)
    told = after(state, move("reveal", 0, hand={"red": 9}, objective=None))
    shown = fata_morgana.view(told, frozenset())["players"][0]
    assert (shown["hand"]["red"], shown["objective"]) == (9, None)
    assert told.players[0].objective == GREEDY


def test_hands_told_in_secret_at_the_end_count_too():
    state = at_round(12, "reveal")
    for seat, size in ((0, 9), (1, 10)):
        state = after(
            state,
            move("objective", seat, three="brown", two="blue", one="white"),
            move("hand", seat, hand={"brown": 4, "blue": 4, "white": size - 8}),
        )
    assert state.over
    assert fata_morgana.view(state, frozenset())["result"]["decided_by"] == "points"


def test_the_chart_shows_points_and_once_it_is_over_what_counts():
    assert fata_morgana.scores(between()) == (7, 3)
    assert fata_morgana.scores(after(between(), move("declare", 0))) == (16, 4)


def test_corrections_after_the_end_count_it_again():
    state = after(between(), move("declare", 0))
    assert state.over
    richer = after(state, move("points", 1, by=30))
    assert richer.over
    assert fata_morgana.view(richer, frozenset())["result"]["winners"] == [1]
    tied = after(state, move("points", 1, by=12))
    assert fata_morgana.view(tied, frozenset())["result"]["decided_by"] == "draw"
    assert fata_morgana.view(tied, frozenset())["result"]["winners"] == [0, 1]


def test_a_hand_corrected_after_the_end_is_asked_for_again():
    state = after(between(), move("declare", 0), move("hand_size", 1, by=1))
    shown = fata_morgana.view(state, frozenset())
    assert (shown["over"], shown["phase"], shown["result"]) == (False, "reveal", None)
    assert shown["needs"] == [{"seat": 1, "what": "hand"}]
    assert shown["players"][0]["hand"] is None
    assert after(state, move("reveal", 1, hand={"red": 4}, objective=None)).over


def test_undoing_the_end_hides_the_secrets_again():
    history = History(begin())
    told = move("hand", 0, hand={"red": 5, "blue": 5})
    wanted = move("objective", 0, three="brown", two="blue", one="white")
    history = history.enter(entry(history, told))
    history = history.enter(entry(history, wanted))
    history = history.enter(entry(history, move("hand", 1, hand={"red": 5, "white": 5})))
    history = history.enter(entry(history, move("objective", 1, three="red", two="blue", one="white")))
    history = history.enter(entry(history, move("declare", 0)))  # overruled: too early, and untrue
    assert (history.state.phase, history.state.round, history.state.to_move) == ("turn", 1, 0)
    for _ in range(12):
        for seat in (0, 1):
            history = history.enter(entry(history, move("pass", seat, **PASS)))
        history = history.enter(entry(history, move("next_round", 0))) if history.state.phase == "declare" else history
    assert history.state.over
    assert fata_morgana.view(history.state, frozenset())["players"][0]["hand"]["red"] == 5
    taken = history.undoable(frozenset())
    history = history.enter(entry(history, Undo(taken)))
    assert not history.state.over
    shown = fata_morgana.view(history.state, frozenset({1}))["players"]
    assert (shown[0]["hand"], shown[0]["objective"]) == (None, None)
    assert shown[1]["hand"]["white"] == 5


@pytest.mark.parametrize(("state", "round_after", "phase"), [
    (at_round(3), 4, "turn"), (replace(at_round(3), turn=1), 4, "turn"), (at_round(12), 12, "reveal"),
    (at_round(12, "reveal"), 12, "reveal"), (at_round(9, "reveal", declared_by=0), 10, "turn"),
])  # fmt: skip
def test_an_overruled_next_round_goes_on_while_there_is_one(state, round_after, phase):
    played = after(state, move("next_round", 1))
    assert (played.round, played.phase, played.declared_by) == (round_after, phase, None)


def test_an_overruled_next_round_after_the_end_is_played():
    state = after(between(), move("declare", 0), move("next_round", 1))
    assert (state.round, state.phase, state.to_move, state.over) == (10, "turn", 0, False)
    assert fata_morgana.view(state, frozenset())["result"] is None


def test_an_overruled_declaration_that_is_untrue_goes_back_to_the_turn_it_broke_off():
    state = replace(at_round(12), turn=1)
    state = holding(holding(state, 0, hand=cards(red=3), objective=GREEDY), 1, hand=cards(), objective=GREEDY)
    played = after(state, move("declare", 0))
    assert (played.round, played.phase, played.to_move, played.over) == (12, "turn", 1, False)


def test_an_overruled_declaration_when_the_play_is_over_changes_nothing():
    state = at_round(12, "reveal")
    assert after(state, move("declare", 0)) == state
