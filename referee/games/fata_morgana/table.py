"""The table as JSON shows it; secrets only to those who may see them, to everybody once the game is over."""

from __future__ import annotations

from typing import Any

from referee.engine import judged
from referee.games.fata_morgana.board import NONE, Objective, by_colour
from referee.games.fata_morgana.moves import makeable, options
from referee.games.fata_morgana.score import result, score
from referee.games.fata_morgana.state import State


def view(state: State, seats: frozenset[int]) -> dict[str, Any]:
    """Return the table as a holder of `seats` may see it; `hand` and `objective` of others are None until the end.

    What was laid open is everybody's to see, as long as nothing secret came to it since.
    """
    return {
        "players": [_player(state, seat, seat in seats) for seat in range(len(state.players))],
        "to_move": state.to_move,
        "phase": state.phase,
        "pending": None,
        "over": state.over,
        "result": _result(state) if state.over else None,
        "round": state.round,
        "stacks": by_colour(state.stacks),
        "hidden": state.hidden,
        "cauldrons": [list(pair) for pair in state.cauldrons],
        "values": list(state.values),
        "potions": [
            {
                "id": potion.id,
                "seat": potion.seat,
                "cauldron": list(potion.cauldron),
                "ingredients": by_colour(potion.ingredients),
                "value": potion.value,
            }
            for potion in state.potions
        ],
        "needs": [{"seat": need.seat, "what": need.what} for need in state.needs()] if state.phase == "reveal" else [],
    }


def screen(state: State, seat: int | None, own: bool) -> dict[str, Any]:
    """Return what the table screen needs beside the view: of `seat`, if any, the `moves` with why each is barred, and
    what is `makeable` (by size alone unless `own` or laid open)."""
    if seat is None:
        return {"moves": [], "makeable": None}
    return {
        "moves": judged(options(state, seat, own), state, own),
        "makeable": makeable(state, seat, own) if state.phase == "turn" else None,
    }


def scores(state: State) -> tuple[int, ...]:
    """Return each seat's points as everybody knows them now; objectives and hands count once the game is over."""
    if not state.over:
        return tuple(player.points for player in state.players)
    return tuple(score(player.points, player.objective, player.hand or NONE).total for player in state.players)


def _player(state: State, seat: int, own: bool) -> dict[str, Any]:
    player = state.players[seat]
    hand = state.known_hand(seat, own)
    return {
        "seat": seat,
        "points": player.points,
        "hand_size": player.hand_size,
        "hand": None if hand is None else by_colour(hand),
        "objective": _objective(state.known_objective(seat, own)),
    }


def _objective(objective: Objective | None) -> dict[str, str] | None:
    if objective is None:
        return None
    return {"three": objective.three, "two": objective.two, "one": objective.one}


def _result(state: State) -> dict[str, Any]:
    scores = [score(player.points, player.objective, player.hand or NONE) for player in state.players]
    return {**result(scores), "needs": []}
