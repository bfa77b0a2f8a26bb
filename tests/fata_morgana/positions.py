"""Positions built by hand, and moves written the way a request writes them."""

from typing import Any

import msgspec
from msgspec.structs import replace

from referee.engine import Move, judge
from referee.games.fata_morgana import GAME
from referee.games.fata_morgana.board import COLOURS, Counts, Objective
from referee.games.fata_morgana.state import State
from referee.history import Entry, History

GREEDY = Objective("brown", "blue", "white")
"""The objective of the book's figure: brown three times, blue twice, white once."""


def begin(players: int = 2, **options: Any) -> State:
    """The table after the deal."""
    settled = GAME.settle(msgspec.convert(options, GAME.options), players, "en")
    return GAME.start(settled, players)


def cards(**colours: int) -> Counts:
    """So many of each colour."""
    return tuple(colours.get(colour, 0) for colour in COLOURS)


def holding(state: State, seat: int, **changes: Any) -> State:
    """The table where the player at `seat` differs; a `hand` brings its size with it, and was told in secret."""
    if changes.get("hand") is not None:
        changes = {"hand_size": sum(changes["hand"]), "hand_told": True, **changes}
    if changes.get("objective") is not None:
        changes = {"objective_told": True, **changes}
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players))


def move(kind: str, seat: int = 0, **fields: Any) -> Move:
    return msgspec.convert({"kind": kind, "seat": seat, **fields}, GAME.moves)


def refused(
    state: State, kind: str, seat: int = 0, *, own: bool = True, **fields: Any
) -> tuple[str, str | None] | None:
    """What the rules have against a move: (code, rule), or None."""
    judgement = judge(move(kind, seat, **fields), state, own)
    assert judgement.missing is None
    return None if judgement.refusal is None else (judgement.refusal.code, judgement.refusal.rule)


def as_json(value: Any) -> Any:
    """What a client reads of `value`."""
    return msgspec.json.decode(msgspec.json.encode(value))


def laid_open(state: State, *seats: int) -> State:
    """The table once these seats, all unless named, revealed what they told."""
    for seat in seats or range(len(state.players)):
        state = move("reveal", seat).apply(state)[0]
    return state


def after(state: State, *moves: Move) -> State:
    """The table after these moves, legal or not."""
    for each in moves:
        state = each.apply(state)[0]
    return state


def effects(state: State, kind: str, seat: int = 0, **fields: Any) -> list[tuple[str, int]]:
    return [(effect.code, effect.seat) for effect in move(kind, seat, **fields).apply(state)[1]]


def entry(history: History, what: Any, by: int | None = None, overruled: str | None = None) -> Entry:
    return Entry(history.seq + 1, "2026-01-01T20:00:00Z", by, what, overruled)


def create(seat: int, pair: tuple[str, str], value: int, **ingredients: int) -> Move:
    return move("create", seat, cauldron=list(pair), ingredients=ingredients, value=value)


def second_round(players: int = 2) -> State:
    """Seat 0 made the book's potion (red and blue; two green, one brown; worth 7), the others simpler ones."""
    others = (
        (("red", "white"), 3, {"green": 2}),
        (("red", "green"), 2, {"white": 2}),
        (("red", "brown"), 1, {"blue": 2}),
    )
    return after(
        begin(players),
        create(0, ("red", "blue"), 7, green=2, brown=1),
        *(create(seat, pair, value, **made) for seat, (pair, value, made) in enumerate(others[: players - 1], 1)),
    )


def at_round(number: int, phase: str = "turn", players: int = 2, **changes: Any) -> State:
    """The table at the beginning of this round, or between it and the next one."""
    turn = 0 if phase == "turn" else players
    return replace(second_round(players), round=number, phase=phase, turn=turn, **changes)
