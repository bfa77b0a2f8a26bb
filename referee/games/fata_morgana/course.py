"""The run of the game: turns, rounds, the end of the play, and what is judged when all is revealed."""

from __future__ import annotations

from msgspec.structs import replace

from referee.engine import Effect
from referee.games.fata_morgana.board import FIRST_DECLARING_ROUND, NONE, ROUNDS
from referee.games.fata_morgana.score import score
from referee.games.fata_morgana.state import Seat, State, opened

Course = tuple[State, tuple[Effect, ...]]
"""The table, and the effects on the way there."""


def after_turn(state: State, seat: int, effects: tuple[Effect, ...] = ()) -> Course:
    """Return the table after `seat` did one of the three things a turn is; out of turn nothing passes on."""
    if state.to_move != seat:
        return settled(state, seat, effects)
    state = replace(state, turn=state.turn + 1)
    if state.turn < len(state.players):
        return state, effects
    effects = (*effects, Effect("round_over", seat))
    if state.round >= ROUNDS:
        return end_of_play(state, seat, effects)
    if state.round >= FIRST_DECLARING_ROUND:
        return replace(state, phase="declare"), (*effects, Effect("may_declare", seat))
    return next_round(state, seat, effects)


def next_round(state: State, seat: int, effects: tuple[Effect, ...] = ()) -> Course:
    """Return the table at the beginning of the next round; after the twelfth the play is over (FM-END-12)."""
    if state.round >= ROUNDS:
        return end_of_play(state, seat, effects)
    state = _played_on(replace(state, round=state.round + 1, turn=0))
    if state.round == ROUNDS:
        effects = (*effects, Effect("last_round", seat))
    return state, effects


def end_of_play(state: State, seat: int, effects: tuple[Effect, ...] = (), declared_by: int | None = None) -> Course:
    """Return the table when nobody plays on: hands and objectives are laid open (FM-END-9, FM-END-12)."""
    if state.phase == "reveal":
        return settled(state, seat, effects)
    state = replace(state, phase="reveal", declared_by=declared_by, answers=())
    return settled(state, seat, (*effects, Effect("play_over", seat)))


def settled(state: State, seat: int, effects: tuple[Effect, ...] = ()) -> Course:
    """Return the table after anything was told or changed: once the play is over, judged by what lies open.

    A declaration is judged as soon as whoever declared has laid open hand and objective. Untrue, it is taken back and
    the play goes on where it stood, after a full round with the next (E-59). The game is over when everybody has laid
    open both; what becomes unknown after that is asked for again.
    """
    if state.phase != "reveal":
        return state, effects
    declared_by = state.declared_by
    if declared_by is not None and state.players[declared_by].all_open and not complete(state, declared_by):
        return _untrue(state, declared_by, effects)
    if state.needs():
        return (replace(state, over=False) if state.over else state), effects
    if state.over:
        return state, effects
    return replace(state, over=True), (*effects, Effect("game_over", seat))


def settled_as_before(state: State, effects: tuple[Effect, ...], seat: int) -> Course:
    """Return the table after a move of version 1: the game was over, or a declaration untrue, as soon as every hand and
    objective was told, in secret or not, and then everything lay open."""
    if state.phase != "reveal" or state.over or not all(_told(player) for player in state.players):
        return state, effects
    declared_by = state.declared_by
    if declared_by is not None and not complete(state, declared_by):
        return _untrue(state, declared_by, effects)
    for each in range(len(state.players)):
        state = opened(state, each)
    return settled(state, seat, effects)


def _told(player: Seat) -> bool:
    return player.hand is not None and (player.objective_told or player.objective_open)


def complete(state: State, seat: int) -> bool:
    """Return whether the hand of `seat`, as far as it is known, holds all that the objective wants."""
    player = state.players[seat]
    return score(player.points, player.objective, player.hand or NONE).complete


def _untrue(state: State, declared_by: int, effects: tuple[Effect, ...]) -> Course:
    effects = (*effects, Effect("declaration_untrue", declared_by))
    if state.turn < len(state.players):
        return _played_on(state), effects
    return next_round(replace(state, declared_by=None), declared_by, effects)


def _played_on(state: State) -> State:
    """Return the table with turns being taken again; a player who laid down no objective may still tell it later."""
    players = tuple(
        replace(player, objective_open=False) if player.objective is None else player for player in state.players
    )
    return replace(state, players=players, phase="turn", declared_by=None, answers=(), over=False)
