"""Positions built by hand, and moves written the way a request writes them."""

from typing import Any

import msgspec
from msgspec.structs import replace

from referee.engine import Move, Refusal, judge
from referee.games.homunculus import GAME
from referee.games.homunculus.board import PARTS, Favourite, Ingredients, Tile
from referee.games.homunculus.state import Alchemist, State
from referee.history import Entry, History, replay

RED_UP, RED_DOWN = Tile("red", True), Tile("red", False)
BLUE_UP, BLUE_DOWN = Tile("blue", True), Tile("blue", False)
MERCURIAL = Favourite("red", "mercury")


def alchemist(hand: int = 3, favourite: Favourite | None = None, board: dict[str, Tile] | None = None, **owns: int):
    """A player with these tiles on the board and these ingredients."""
    board = board or {}
    tiles = tuple(board.get(part) for part in PARTS)
    return Alchemist(favourite, tiles, hand, Ingredients(**owns).each)


def position(*players: Alchemist, **changes: Any) -> State:
    """A game of these players (two plain ones if none are given), seat 0 to move with three actions."""
    return State(players or (alchemist(), alchemist()), **{"reserve": 30, **changes})


def of_parts(*boards: dict[str, Tile], **changes: Any) -> State:
    """A game of which the parts alone are tracked, with these boards (two empty ones if none are given)."""
    players = [alchemist(board=board) for board in boards or ({}, {})]
    unknown = tuple(replace(player, hand=None, ingredients=None) for player in players)
    hidden: dict[str, Any] = {"reserve": None, "discards": None, "actions": None, "full": False}
    return State(unknown, **hidden, **changes)


def move(kind: str, seat: int = 0, **fields: Any) -> Move:
    return msgspec.convert({"kind": kind, "seat": seat, **fields}, GAME.moves)


def refused(state: State, kind: str, seat: int = 0, **fields: Any) -> tuple[str, str | None] | None:
    """What the rules have against a move: (code, rule), or None."""
    refusal: Refusal | None = judge(move(kind, seat, **fields), state).refusal
    return None if refusal is None else (refusal.code, refusal.rule)


def after(state: State, kind: str, seat: int = 0, **fields: Any) -> State:
    return move(kind, seat, **fields).apply(state)[0]


def effects(state: State, kind: str, seat: int = 0, **fields: Any) -> list[str]:
    return [effect.code for effect in move(kind, seat, **fields).apply(state)[1]]


def entered(start: State, *moves: Move):
    """The history of these moves over `start`."""
    return replay([Entry(seq, "2026-01-01T20:00:00Z", None, each) for seq, each in enumerate(moves, 1)], History(start))


FULL_BUT_TAIL = {part: RED_UP for part in PARTS if part != "tail"}
FULL = dict.fromkeys(PARTS, RED_UP)
