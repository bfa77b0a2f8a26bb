"""Logs of before seats revealed their own secrets are replayed as they were played."""

from msgspec.structs import replace

from referee.games.fata_morgana import GAME
from referee.history import History
from tests.fata_morgana.positions import GREEDY, at_round, cards, entry, holding, laid_open, move

CARD = {"three": "red", "two": "blue", "one": "white"}


def older(history, *moves):
    for each in moves:
        history = history.enter(replace(entry(history, each), version=1))
    return history


def told(hand):
    """Between rounds 9 and 10, everything told in secret; seat 0 holds `hand`."""
    state = holding(at_round(9, "declare"), 0, hand=hand, objective=GREEDY)
    return History(holding(state, 1, hand=cards(red=3), objective=GREEDY))


def test_the_end_laid_open_what_was_told_by_itself():
    history = older(told(cards(brown=3, blue=2, white=1)), move("declare", 0))
    shown = GAME.view(history.state, frozenset())
    assert (shown.over, shown.result.winners) == (True, (0,))
    assert [player.hand is None for player in shown.players] == [False, False]
    assert [effect.code for effect in history.log[-1].effects] == ["play_over", "game_over"]


def test_a_declaration_was_untrue_by_what_was_told_in_secret_and_stayed_secret():
    history = older(told(cards(red=6)), move("declare", 0))
    assert (history.state.phase, history.state.round) == ("turn", 10)
    assert [player.hand for player in GAME.view(history.state, frozenset()).players] == [None, None]


def test_revealing_told_only_what_was_untold():
    start = holding(at_round(12, "reveal"), 0, hand=cards(blue=9))
    reveal = move("reveal", 0, hand={"red": 9}, objective=CARD)
    history = older(History(start), reveal)
    player = history.state.players[0]
    assert (player.hand, player.hand_open, player.objective.three, player.objective_open) == (
        cards(blue=9), False, "red", True)  # fmt: skip
    ended = older(history, move("reveal", 1, hand={"red": 10}, objective=None))
    assert ended.state.over
    assert GAME.view(ended.state, frozenset()).players[0].hand["blue"] == 9


def test_what_is_entered_now_at_such_a_table_opens_nothing():
    history = told(cards(brown=3, blue=2, white=1))
    history = history.enter(entry(history, move("declare", 0)))
    assert (history.state.over, len(history.state.needs())) == (False, 4)
    assert laid_open(history.state).over


def test_what_another_played_anyway_left_a_told_hand_known():
    history = told(cards(red=6))
    played = replace(entry(history, move("pass", 0, take="red"), 1, "FM-ROUND"), version=1)
    assert history.enter(played).state.players[0].hand == cards(red=7)
