"""Once what a seat laid open is taken back, nothing that others can see or do depends on what it was."""

from __future__ import annotations

import random
from typing import Any

import pytest

from referee.engine import Move, judge
from referee.games.fata_morgana import GAME
from referee.games.fata_morgana.board import COLOURS, PAIRS
from referee.history import History, Redo, Undo
from tests.fata_morgana.positions import as_json, begin, entry, move
from tests.fata_morgana.test_secrets import SECRET, a_hand, an_objective, any_move, some

OWN = frozenset({SECRET})
Twins = tuple[History, History]


def draws(chance: random.Random, history: History) -> Move:
    """The seat with the secrets draws two cards from the hidden pile, and says which."""
    cards = chance.choices(COLOURS, k=2)
    return move("pass", SECRET, take="hidden", drawn={colour: cards.count(colour) for colour in COLOURS})


def shows(chance: random.Random, history: History) -> Move:
    """The seat with the secrets lays open a hand, now and then of a wrong size, and an objective."""
    hand = a_hand(chance, history.state, SECRET)
    hand["red"] += chance.random() < 0.4
    return move("reveal", SECRET, hand=hand, objective=an_objective(chance))


def tells_hand(chance: random.Random, history: History) -> Move:
    """The seat with the secrets tells its hand in secret."""
    return move("hand", SECRET, hand=a_hand(chance, history.state, SECRET))


def tells_objective(chance: random.Random, history: History) -> Move:
    """The seat with the secrets tells its objective in secret."""
    return move("objective", SECRET, **an_objective(chance))


def entered(chance: random.Random, twins: Twins, players: int, tells: bool) -> list[tuple[Any, int | None]]:
    """What is entered next at either table, and by whom; empty where there is nothing to undo or to redo."""
    state = twins[0].state
    others = frozenset(range(1, players))
    way = chance.random()
    if way < 0.25:
        return [(shows(chance, history), SECRET) for history in twins]
    if way < 0.4:
        secretly = chance.choice((tells_hand, tells_objective, draws)) if tells else draws
        return [(secretly(chance, history), SECRET) for history in twins]
    if way < 0.62:
        to = None if chance.random() < 0.4 else chance.randrange(twins[0].seq + 1)
        seats = chance.choice((others, others, others | OWN))
        taken = [history.undoable(seats, to) for history in twins]
        assert taken[0] == taken[1]
        return [(Undo(taken[0]), None)] * 2 if taken[0] else []
    if way < 0.7:
        seats = chance.choice((others, others | OWN))
        back = [history.redoables(seats) for history in twins]
        return [(Redo(back[0]), None)] * 2 if back[0] and back[0] == back[1] else []
    if way < 0.78:
        pair = list(chance.choice(state.cauldrons or PAIRS))
        made = move("create", SECRET, cauldron=pair, ingredients=some(chance), value=chance.randint(1, 10))
        return [(made, SECRET)] * 2
    if way < 0.83:
        return [(move("left", SECRET), None)] * 2
    chosen = any_move(chance, state, players)
    while chosen.seat == SECRET and chosen.opening_fields:
        chosen = any_move(chance, state, players)
    return [(chosen, chance.choice((None, chosen.seat)))] * 2


def after(history: History, what: Any, by: int | None) -> History:
    """The table after an entry, played anyway where the rules are against it."""
    refusal = None if isinstance(what, Undo | Redo) else judge(what, history.state, by == what.seat).refusal
    return history.enter(entry(history, what, by, None if refusal is None else refusal.code))


def lies_open(history: History) -> bool:
    """Whether anything stands that the seat with the secrets laid open."""
    return any(history.logged(seq).entry.move.seat == SECRET for seq in set(history.openings) - history.undone)


def to_others(history: History, players: int) -> dict[str, object]:
    """All that the other phones can see, and take back or put back."""
    others = frozenset(range(1, players))
    public = history.public
    return {
        "view": as_json(GAME.view(history.state, others)),
        "then": as_json(GAME.view(public.state, others)),
        "screens": [GAME.screen(history.state, seat, seat in others) for seat in range(players)],
        "log": [(logged.told, logged.effects, logged.messages, logged.veiled) for logged in public.log],
        "undo": [history.undoable(frozenset({seat})) for seat in others],
        "redo": [history.redoables(seats) for seats in (frozenset[int](), others, *(frozenset({1}),))],
    }


@pytest.mark.parametrize("seed", range(4))
def test_what_others_see_and_put_back_says_nothing_of_what_was_taken_back(seed: int) -> None:
    compared = differed = barred = 0
    for number in range(200):
        chance = random.Random(1000 * seed + number)
        players = chance.randint(2, 3)
        twins: Twins = (History(begin(players)), History(begin(players)))
        tells = chance.random() < 0.5
        opened = False
        for _ in range(chance.randint(6, 40)):
            moves = entered(chance, twins, players, tells)
            if not moves:
                continue
            twins = (after(twins[0], *moves[0]), after(twins[1], *moves[1]))
            opened |= lies_open(twins[0])
            if lies_open(twins[0]):
                continue
            one, other = (to_others(history, players) for history in twins)
            assert one == other, [logged.entry.move for logged in twins[0].log]
            compared += 1
            differed += opened
            barred += twins[0].redoables(frozenset({1})) != twins[0].redoables(frozenset({0, 1}))
    assert compared > 500
    assert differed > 100
    assert barred > 50


def test_whoever_said_what_it_drew_after_a_reveal_puts_the_next_one_back_alone() -> None:
    """The hand laid open first fits at one table alone, so that only there is it known after the draw."""
    for hand in ({"red": 5, "blue": 5}, {"red": 5, "blue": 4}):
        history = after(History(begin()), move("left", SECRET), None)
        history = after(history, move("reveal", SECRET, hand=hand, objective=None), SECRET)
        history = after(history, move("pass", SECRET, take="hidden", drawn={"red": 2}), SECRET)
        history = after(history, move("reveal", SECRET, hand={"red": 7, "blue": 5}, objective=None), SECRET)
        history = after(history, Undo((2, 3, 4)), None)
        assert history.redoables(frozenset({1})) == ()
        assert history.redoables(OWN) == (2, 3, 4)
