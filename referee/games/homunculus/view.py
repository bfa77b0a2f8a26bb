"""What a table of Homunculus shows. Nothing in it is secret: the app knows how many tiles a hand holds, not which."""

from __future__ import annotations

from typing import Any

from referee.engine import Judged, judged, kind_of
from referee.games.homunculus.board import INGREDIENTS, PARTS, POWER, Power
from referee.games.homunculus.moves import Refresh, Use
from referee.games.homunculus.offers import answers, offers
from referee.games.homunculus.score import Score, result
from referee.games.homunculus.score import scores as counts
from referee.games.homunculus.setup import Options
from referee.games.homunculus.state import Alchemist, State


def view(state: State, seats: frozenset[int]) -> dict[str, Any]:
    """Return the game's part of the table as JSON shows it; the same to every seat."""
    pending, ended = state.pending, result(state)
    return {
        "players": [
            _player(seat, player, count)
            for seat, (player, count) in enumerate(zip(state.players, counts(state), strict=True))
        ],
        "to_move": state.to_move,
        "phase": state.phase,
        "pending": None
        if pending is None
        else {"seat": pending.seat, "part": pending.part, "target": pending.target, "hits": pending.hits},
        "over": state.over,
        "result": None if ended is None else {**ended.shown(), "needs": []},
        "actions_left": state.actions_left,
        "reserve": state.reserve,
        "discards": state.discards,
    }


def screen(state: State, seat: int | None, own: bool) -> dict[str, Any]:
    """Return what the table screen needs beside the view, each move with why it is barred.

    `moves` of `seat` by kind, empty while nobody acts, and without `refresh` while nothing would turn; `barred`: by
    power, against whom it cannot be used (None: at all) by those of its ears, arms and legs that lie face up. `answers`
    to the power that waits are those of its target, whoever looks.
    """
    asked = state.pending
    barred: dict[Power, list[int | None]] = {"ear": [], "arm": [], "leg": []}
    if asked is not None or state.over or seat is None:
        waiting = [] if asked is None else judged(answers(asked.target), state)
        return {"moves": {}, "barred": barred, "answers": waiting}
    moves: dict[str, list[Judged]] = {}
    for one in judged(offers(state, seat, own), state):
        move, refusal = one
        if isinstance(move, Refresh) and move.apply(state)[0].players == state.players:
            continue  # legal, but an action for nothing: no button for that
        if not isinstance(move, Use):
            moves.setdefault(kind_of(move), []).append(one)
        elif refusal is not None and POWER[move.part] in barred and state.players[seat].face_up(move.part):
            barred[POWER[move.part]].append(move.target)
    return {"moves": moves, "barred": barred, "answers": []}


def tells_seats_apart(_options: Options) -> bool:
    """Whether a seat is shown something of its own: what lies on the boards is everybody's to see."""
    return False


def scores(state: State) -> tuple[int, ...]:
    """Return each seat's score if the game ended now, for the chart of the evening."""
    return tuple(count.total for count in counts(state))


def _player(seat: int, player: Alchemist, count: Score) -> dict[str, Any]:
    favourite = player.favourite
    return {
        "seat": seat,
        "favourite": None if favourite is None else {"kind": favourite.kind, "ingredient": favourite.ingredient},
        "parts": {
            part: None if tile is None else {"kind": tile.kind, "face_up": tile.face_up}
            for part, tile in zip(PARTS, player.board, strict=True)
        },
        "hand": player.hand,
        "ingredients": dict(zip(INGREDIENTS, player.ingredients, strict=True)),
        "score": {
            "parts": count.parts,
            "uniform": count.uniform,
            "favourite": count.favourite,
            "finish": count.finish,
            "total": count.total,
        },
    }
