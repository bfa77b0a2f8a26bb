"""Tables of every game and variety, and the moves at each."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from referee.engine import COLOURS, Move, judge
from referee.enter import followers
from referee.games import GAMES
from referee.history import Entry, History, replay
from tests.samples import SAMPLES

TABLES = [(game, variety) for game, sample in SAMPLES.items() for variety in sample.VARIETIES]
"""Each game and each variety of its tables."""


def start(game: str, variety: str) -> Any:
    """Return the state before the first entry."""
    players, given = SAMPLES[game].VARIETIES[variety]
    rules = GAMES[game]
    options = rules.settle(msgspec.convert(given, rules.options), players, "en")
    return rules.begin(options, players)


def seats(state: Any, game: str) -> range:
    """Return all seats of a table."""
    return range(len(GAMES[game].view(state, frozenset()).players))


def legal(game: str, state: Any) -> list[Move]:
    """Return the offered moves of all seats that are legal."""
    rules = GAMES[game]
    offered = [move for seat in seats(state, game) for move in rules.offers(state, seat, True)]
    return [move for move in offered if judge(move, state).refusal is None]


def anything(game: str, state: Any, chance: random.Random) -> Move:
    """Return a well-formed move of any kind, legal or not, whose things all exist."""
    while True:
        move: Move = msgspec.convert(SAMPLES[game].anything(chance, state), GAMES[game].moves)
        judgement = judge(move, state)
        whole = move.malformed(state) is None and move.left_out(state) is None
        if judgement.missing is None and whole and move.over_limit(state) is None:
            return move


def of_players(game: str, chance: random.Random, players: int) -> Move:
    """Return a move that every game has: somebody plays no more, or again, or with another colour."""
    move: dict[str, Any] = {"kind": chance.choice(["left", "back", "colour"]), "seat": chance.randrange(players)}
    if move["kind"] == "colour":
        move["colour"] = chance.choice(COLOURS)
    made: Move = msgspec.convert(move, GAMES[game].moves)
    return made


def followed(history: History, game: str) -> History:
    """Return the history with what is entered by itself for seats that have left."""
    players = len(history.state.colours)
    history = replay(followers(GAMES[game], history, players), history)
    state = history.state
    assert len(state.left) == players or state.over or state.asked not in state.left, "who left is asked nothing"
    return history


def entered(history: History, move: Any, overruled: str | None = None, by: int | None = None) -> History:
    """Return the history with one more entry."""
    return history.enter(Entry(history.seq + 1, "2026-01-01T20:00:00Z", by, move, overruled))
