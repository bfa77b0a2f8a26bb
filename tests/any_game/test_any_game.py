"""What holds in every game: random play, legal and overruled, at tables of every variety.

A new game is asked all of this once `tests/samples/` has a module named after it.
"""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from referee.engine import Sentence, judge
from referee.games import GAMES
from referee.history import History, Redo, Undo, replay
from tests.any_game.positions import TABLES, anything, entered, followed, legal, of_players, seats, start
from tests.samples import SAMPLES

LEGAL_MOVES = 250
OVERRULED_MOVES = 250

every_table = pytest.mark.parametrize(("game", "variety"), TABLES, ids=["-".join(table) for table in TABLES])


def check_shown(game: str, state: Any) -> None:
    """Check that a table is shown to everybody, and that what is offered can be entered and judged."""
    rules = GAMES[game]
    everybody = seats(state, game)
    for seat in (None, *everybody):
        for own in (True, False):
            shown = rules.view(state, frozenset() if seat is None or not own else frozenset({seat}))
            assert shown.over == state.over
            assert (shown.result is not None) == state.over
            json = msgspec.json.decode(msgspec.json.encode(shown))
            assert [player["seat"] for player in json["players"]] == list(everybody)
            msgspec.json.encode(rules.screen(state, seat, own))
    for seat in everybody:
        for own in (True, False):
            offered = rules.offers(state, seat, own)
            sent = [msgspec.json.encode(move) for move in offered]
            assert len(set(sent)) == len(sent), "no two buttons do the same"
            for move, text in zip(offered, sent, strict=True):
                assert msgspec.json.decode(text, type=rules.moves) == move
                assert judge(move, state, own).missing is None


def check_entry(game: str, before: History, after: History) -> None:
    """Check that the newest entry is told, and that undo and redo take it back and put it back."""
    move = after.entries[-1].move
    rules = GAMES[game]
    assert isinstance(after.log[-1].told, Sentence)
    assert msgspec.json.decode(msgspec.json.encode(move), type=rules.moves) == move
    for effect in after.log[-1].effects:
        assert effect.code in rules.effects
        assert effect.seat in seats(after.state, game)
    undone = entered(after, Undo((after.seq,)))
    assert undone.state == before.state
    assert entered(undone, Redo((after.seq,))).state == after.state


@every_table
def test_legal_play(game: str, variety: str) -> None:
    """Whoever is asked has a legal move; nothing raises; replay comes to the same state."""
    chance = random.Random(f"{game} {variety}")
    history = History(start(game, variety))
    for number in range(LEGAL_MOVES):
        state = history.state
        moves = legal(game, state)
        if state.over or (not moves and state.asked is None):
            assert replay(history.entries, History(history.start)).state == state
            history = History(history.start)
            continue
        assert moves, "whoever is asked can do something"
        by_kind = {type(move): [each for each in moves if type(each) is type(move)] for move in moves}
        after = entered(history, chance.choice(chance.choice(list(by_kind.values()))))
        SAMPLES[game].check(after.state)
        SAMPLES[game].check_legal(after.state)
        check_entry(game, history, after)
        if number % 5 == 0:
            check_shown(game, after.state)
        history = after
    assert replay(history.entries, History(history.start)).state == history.state


@every_table
def test_players_leave_and_come_back(game: str, variety: str) -> None:
    """Whoever has left is asked nothing, wins nothing and stays in the count; undo and redo leave nobody waited for
    who has left; replay comes to the same state."""
    chance = random.Random(f"{game} {variety} left")
    history = History(start(game, variety))
    everybody = seats(history.state, game)
    for _ in range(LEGAL_MOVES):
        state, before = history.state, history
        moves = [] if len(state.left) == len(everybody) else legal(game, state)
        move: Any = chance.choice(moves) if moves else None
        if move is None or chance.random() < 0.15:
            move = of_players(game, chance, len(everybody))
        if chance.random() < 0.1 and (taken := history.undoable(frozenset(everybody))):
            history = followed(entered(history, Undo(taken)), game)
            back = history.redoables(frozenset(everybody))
            history = followed(entered(history, Redo(back)), game)
            assert history.state == before.state
            continue
        history = followed(entered(history, move), game)
        assert sorted(history.state.colours) == sorted(set(history.state.colours))
        check_shown(game, history.state)
        if history.state.over:
            result = GAMES[game].view(history.state, frozenset(everybody)).result
            assert result is not None
            assert not set(result.winners) & history.state.left
            assert {need.seat for need in result.needs}.isdisjoint(history.state.left)
            assert sorted(line.seat for line in result.ranking) == list(everybody)
            history = History(history.start)
    assert replay(history.entries, History(history.start)).state == history.state


@every_table
def test_overruled_play(game: str, variety: str) -> None:
    """Whatever is played anyway: nothing raises, and undo and replay agree."""
    chance = random.Random(f"{game} {variety}")
    history = History(start(game, variety))
    earlier: list[History] = []
    for number in range(OVERRULED_MOVES):
        state = history.state
        seats_here = len(seats(state, game))
        move = of_players(game, chance, seats_here) if chance.random() < 0.05 else anything(game, state, chance)
        refusal = judge(move, state, chance.random() < 0.5).refusal
        by = chance.choice([None, move.seat])
        after = entered(history, move, refusal and (refusal.rule or refusal.code), by)
        SAMPLES[game].check(after.state)
        if number % 3 == 0:
            check_entry(game, history, after)
        if refusal is not None and refusal.code == "not_your_turn" and not after.state.over:
            assert (after.state.to_move, after.state.phase) == (state.to_move, state.phase)
        if number % 10 == 0:
            check_shown(game, after.state)
        history = after
        earlier.append(history)
        if chance.random() < 0.03:
            history = entered(history, Undo(history.undoable(frozenset(seats(state, game)), history.seq - 3)))
        elif chance.random() < 0.03 and (back := history.redoables(frozenset(seats(state, game)))):
            history = entered(history, Redo(back))
        elif history.state.over and chance.random() < 0.2:
            assert replay(history.entries, History(history.start)).state == history.state
            history = History(history.start)
            earlier.clear()
    for before in earlier[::10]:
        assert history.at(before.seq).state == before.state
    assert replay(history.entries, History(history.start)).state == history.state
