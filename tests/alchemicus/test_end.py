"""Who won: Fame, then prices of those tied for first; what is asked for it; corrections after the end; tokens."""

import pytest

from referee.games.alchemicus import score
from referee.games.alchemicus.score import tokens
from tests.alchemicus.positions import (
    ADA,
    BRUNO,
    CELINA,
    a,
    as_json,
    fames,
    full,
    having,
    over,
    played,
    refused,
    result,
    seated,
    table,
)


def ranking(fame, prices):
    return as_json(score.ranking(fame, prices))


@pytest.mark.parametrize(
    ("fame", "prices", "places", "winners", "decided_by", "needs"),
    [
        ((22, 20, 5), (None,) * 3, {0: 1, 1: 2, 2: 3}, [0], "fame", []),
        ((5, 20, 22), (None,) * 3, {2: 1, 1: 2, 0: 3}, [2], "fame", []),
        ((22, 7, 7), (None,) * 3, {0: 1, 1: 2, 2: 2}, [0], "fame", []),
        ((22, 7, 7), (1, 8, 9), {0: 1, 1: 2, 2: 2}, [0], "fame", []),
        ((21, 21, 7), (None,) * 3, {0: 1, 1: 1, 2: 3}, [], None, [0, 1]),
        ((21, 21, 7), (14, None, None), {0: 1, 1: 1, 2: 3}, [], None, [1]),
        ((21, 21, 7), (14, 19, None), {1: 1, 0: 2, 2: 3}, [1], "prices", []),
        ((21, 21, 7), (14, 14, None), {0: 1, 1: 1, 2: 3}, [0, 1], "draw", []),
        ((21, 21, 21), (14, 19, 14), {1: 1, 0: 2, 2: 2}, [1], "prices", []),
        ((21, 21, 21), (14, 19, 19), {1: 1, 2: 1, 0: 3}, [1, 2], "draw", []),
        ((0, 0, 0), (0, 0, 0), {0: 1, 1: 1, 2: 1}, [0, 1, 2], "draw", []),
    ],
)
def test_ranking(fame, prices, places, winners, decided_by, needs):
    counted = ranking(fame, prices)
    assert [(row["seat"], row["place"]) for row in counted["ranking"]] == list(places.items())
    assert [(row["fame"], row["prices"]) for row in counted["ranking"]] == [(fame[s], prices[s]) for s in places]
    assert (counted["winners"], counted["decided_by"]) == (winners, decided_by)
    assert counted["needs"] == [{"seat": seat, "what": "prices_total"} for seat in needs]


@pytest.mark.parametrize(
    ("fame", "prices", "steps"),
    [
        ((22, 20, 5), (None,) * 3, [("fame", ((0, 22), (1, 20), (2, 5)))]),
        ((21, 21, 7), (14, None, 3), [("fame", ((0, 21), (1, 21), (2, 7))), ("prices", ((0, 14), (1, None)))]),
        ((21, 7, 21), (14, 1, 19), [("fame", ((0, 21), (1, 7), (2, 21))), ("prices", ((0, 14), (2, 19)))]),
        ((21, 21, 7), (14, 14, None), [("fame", ((0, 21), (1, 21), (2, 7))), ("prices", ((0, 14), (1, 14)))]),
    ],
)
def test_the_comparisons_that_led_to_the_winner(fame, prices, steps):
    assert [(step.by, step.values) for step in score.ranking(fame, prices).steps] == steps


def test_a_game_for_one_is_won():
    assert ranking([3], [None])["winners"] == [0]


def tied():
    return over(seated(seated(table(3), ADA, fame=20), CELINA, fame=20))


def test_with_fame_tracking_the_tied_are_asked_for_their_prices():
    state = tied()
    assert refused(state, "prices_total", BRUNO, total=30) == ("not_needed", "AL-TIE")
    state, _ = played(state, "prices_total", ADA, total=30)
    assert result(state)["needs"] == [{"seat": CELINA, "what": "prices_total"}]
    state, _ = played(state, "prices_total", CELINA, total=31)
    assert (result(state)["winners"], result(state)["decided_by"]) == ([CELINA], "prices")
    assert refused(state, "prices_total", ADA, total=32) is None, "told again while it decides"


def test_a_correction_after_the_end_counts_again():
    state, _ = played(tied(), "fame", BRUNO, by=21)
    assert (fames(state), result(state)["winners"], result(state)["decided_by"]) == ([20, 21, 20], [BRUNO], "fame")
    state, _ = played(state, "fame", BRUNO, by=-2)
    assert result(state)["needs"] == [{"seat": ADA, "what": "prices_total"}, {"seat": CELINA, "what": "prices_total"}]


def test_with_full_tracking_known_prices_are_added_up():
    state = full(2, prices={"horten": 1, "domo": 2, "labrium": 6})
    state = having(having(state, ADA, a("horten"), a("labrium")), BRUNO, a("domo"), a("domo"))
    counted = result(over(state))
    assert [(row["seat"], row["prices"]) for row in counted["ranking"]] == [(ADA, 7), (BRUNO, 4)]
    assert (counted["winners"], counted["decided_by"]) == ([ADA], "prices")


def test_with_full_tracking_an_unknown_price_is_asked_for():
    state = over(having(full(2, prices={"domo": 2}), BRUNO, a("domo")))
    assert result(state)["needs"] == [{"seat": ADA, "what": "prices_total"}]
    told, _ = played(state, "prices_total", ADA, total=1)
    assert result(told)["winners"] == [BRUNO]
    for kind in ("horten", "pergula"):
        state, _ = played(state, "price", BRUNO, building=kind, price=3)
        told, _ = played(told, "price", BRUNO, building=kind, price=3)
    assert result(state)["winners"] == [ADA]
    assert result(told) == result(state), "what every card says outweighs a sum that somebody told"


def test_a_gloria_that_was_laid_out_is_worth_nothing():
    state = having(having(full(2, prices={"horten": 1}), ADA, a("horten"), a("gloria")), BRUNO, a("horten"))
    assert [(row["seat"], row["prices"]) for row in result(over(state))["ranking"]] == [(ADA, 1), (BRUNO, 1)]


@pytest.mark.parametrize(
    ("fame", "split"),
    [
        ([0, 17], [(0, 0, 0), (1, 1, 2)]),
        ([23, 4], [(2, 0, 3), (0, 0, 4)]),
        ([90, 12], [(8, 2, 0), (0, 2, 2)]),
        ([184], [(8, 16, 24)]),
        ([1000, 7], [(8, 16, 24), (0, 0, 0)]),
    ],
)
def test_tokens(fame, split):
    assert [(row["10"], row["5"], row["1"]) for row in tokens(fame)] == split
