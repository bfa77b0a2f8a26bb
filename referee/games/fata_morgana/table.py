"""The table as JSON shows it; secrets only to those who may see them, to everybody once the game is over."""

from __future__ import annotations

from typing import Any, Literal

from referee.engine import Move, judge
from referee.games.fata_morgana.board import COLOURS, NONE, Colour, Objective, by_colour
from referee.games.fata_morgana.course import laid_open_untrue
from referee.games.fata_morgana.moves import Copy, Pass, makeable
from referee.games.fata_morgana.score import result, score
from referee.games.fata_morgana.state import Options, State

TAKES: tuple[Colour | Literal["hidden", "nothing"], ...] = (*COLOURS, "hidden", "nothing")


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
    """Return what the table's page needs beside the view: what bars `seat` from each of its `copies` (by potion) and
    `passes` (by what it takes), None where nothing does; what can be made with its hand, as far as that is `known`; who
    `declared`, and whether what he laid open is an `untrue` declaration."""
    declared = {"declared": state.declared_by, "untrue": laid_open_untrue(state)}
    if seat is None or state.phase != "turn":
        return {"copies": {}, "passes": {}, "known": None, **declared}

    def barred(move: Move) -> str | None:
        refusal = judge(move, state, own).refusal
        return None if refusal is None else refusal.code

    return {
        "copies": {potion.id: barred(Copy(seat=seat, potion=potion.id)) for potion in state.potions},
        "passes": {take: barred(Pass(seat=seat, take=take)) for take in TAKES},
        "known": _known(state, seat, own),
        **declared,
    }


def _known(state: State, seat: int, own: bool) -> dict[str, Any] | None:
    """Return a known hand, which unused cauldrons it `fills` with something, and how many `copies` it can pay."""
    hand = state.known_hand(seat, own)
    if hand is None:
        return None
    can = makeable(state, seat, own)
    return {
        "hand": by_colour(hand),
        "fills": [list(each["cauldron"]) for each in can["create"] if each["recipes"]],
        "copies": len(can["copy"]),
    }


def tells_seats_apart(_options: Options) -> bool:
    """Whether a seat is shown something of its own: its hand and its objective."""
    return True


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
