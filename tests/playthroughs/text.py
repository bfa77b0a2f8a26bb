"""A random game as text, and how many ways there are to go on from the start."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from referee.engine import Move, Sentence, judge
from referee.games import GAMES
from tests.any_game.positions import TABLES, anything, legal, seats, start
from tests.recorded.compare import differences

HERE = Path(__file__).parent
MOVES = 30
"""Moves of a playthrough; every fifth is one that the rules may forbid."""
MOST_COUNTED = 4000
"""Positions at one depth, up to which legal moves are counted deeper."""
PLAYED = [table for table in TABLES if not table[1].endswith(("-it-4", "-pl-2"))]
"""The tables that are written down: of Alchemicus one of each edition and number of players is enough."""


def file_of(game: str, variety: str) -> Path:
    """Return the file of a playthrough."""
    return HERE / f"{game}-{variety}.txt"


def fields(value: Any) -> str:
    """Return a move or an effect as a line: its kind, then its fields."""
    told = msgspec.to_builtins(value)
    name = told.pop("kind", None) or told.pop("code")
    return " ".join([str(name), *(f"{key}={short(each)}" for key, each in told.items())])


def short(value: Any) -> str:
    """Return a value as JSON on as little room as can be read."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def said(sentence: Sentence) -> str:
    """Return a sentence with its facts, untranslated."""
    message = sentence.message if isinstance(sentence.message, str) else sentence.message[0]
    facts = {key: msgspec.to_builtins(fact) for key, fact in sentence.facts.items()}
    return f"{message} {short(facts)}" if facts else message


def playthrough(game: str, variety: str) -> str:
    """Return a game of so many moves as text, the same each time."""
    chance = random.Random(f"{game} {variety}")
    state = start(game, variety)
    shown: Any = {}
    lines = [f"{game}, {variety}"]
    for number in range(1, MOVES + 1):
        now = json.loads(msgspec.json.encode(GAMES[game].view(state, frozenset())))
        lines += ["", f"--- {number}"]
        lines += [
            f"{each.at}: {short(json.loads(each.now))}" for each in differences(shown, now) if each.now != "nothing"
        ]
        shown = now
        lines += offered(game, state)
        moves = legal(game, state)
        move = anything(game, state, chance) if number % 5 == 0 or not moves else chance.choice(moves)
        lines += played(move, state)
        state = move.apply(state)[0]
    return "\n".join(lines) + "\n"


def offered(game: str, state: Any) -> Iterator[str]:
    """Yield what is offered to whoever is asked: by kind how many are legal, and each reason that bars others."""
    for seat in seats(state, game):
        legal_kinds: dict[str, int] = {}
        barred: dict[str, int] = {}
        for move in GAMES[game].offers(state, seat, True):
            kind = str(msgspec.to_builtins(move)["kind"])
            refusal = judge(move, state).refusal
            if refusal is None:
                legal_kinds[kind] = legal_kinds.get(kind, 0) + 1
            elif refusal.code != "not_your_turn":
                why = f"{kind}: {refusal.code} {refusal.rule}"
                barred[why] = barred.get(why, 0) + 1
        if legal_kinds:
            counted = ", ".join(f"{kind} {number}" for kind, number in legal_kinds.items())
            yield f"  seat {seat} may: {counted}"
        yield from (f"  seat {seat} may not: {why} ({number})" for why, number in barred.items())


def played(move: Move, state: Any) -> Iterator[str]:
    """Yield a move, what the referee says of it, how the log tells it, and its effects."""
    refusal = judge(move, state).refusal
    yield f"> {fields(move)}"
    if refusal is not None:
        yield f"  refused: {refusal.code} {refusal.rule}: {said(refusal.sentence)}"
    yield f"  told: {said(move.told(state))}"
    for effect in move.apply(state)[1]:
        yield f"  effect: {fields(effect)}"


def counts(game: str, variety: str) -> list[int]:
    """Return how many sequences of one, two, three… legal moves there are from the start, up to four or to many."""
    positions = [start(game, variety)]
    found = []
    while len(found) < 4:
        moves = [(state, legal(game, state)) for state in positions]
        found.append(sum(len(each) for _, each in moves))
        if found[-1] > MOST_COUNTED:
            break
        positions = [move.apply(state)[0] for state, each in moves for move in each]
    return found


def counted() -> str:
    """Return how many ways there are to go on at tables of every variety."""
    rows = [f"{game} {variety}: {' '.join(map(str, counts(game, variety)))}" for game, variety in TABLES]
    return "Sequences of one, two, three… legal moves from the start.\n\n" + "\n".join(rows) + "\n"
