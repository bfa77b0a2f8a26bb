"""The moves worth a button."""

from __future__ import annotations

from msgspec import UNSET

from referee.engine import Move
from referee.games.homunculus.board import INGREDIENTS, KINDS, PARTS, POWER, TORSO_GIVES, Ingredients, PartKey, one_of
from referee.games.homunculus.moves import Allow, Cancel, Draw, EndTurn, Extract, Play, Refresh, Use
from referee.games.homunculus.state import State


def offers(state: State, seat: int, own: bool) -> list[Move]:
    """Return the moves of `seat` worth a button now, legal or barred; none when the game is over.

    What only the player can read off a tile stands as a beginning: `play` names each place with the favourite kind
    and nothing to pay, `extract` gains nothing yet, the torso gives three of the favourite ingredient (where the parts
    alone are tracked, neither is said). A face-down part appears once, whatever its power could be used on.
    """
    if state.over:
        return []
    moves: list[Move] = []
    if state.pending is not None and state.pending.target == seat:
        moves += answers(seat)
    player = state.players[seat]
    if state.full:
        moves.append(Draw(seat=seat))
        if player.hand_full:
            moves.append(Draw(seat=seat, discard=True))
    kind = KINDS[0] if player.favourite is None else player.favourite.kind
    nothing = Ingredients() if state.full else UNSET
    moves += [Play(seat=seat, part=part, kind_of=kind, pay=nothing) for part in PARTS]
    if state.full:
        moves.append(Extract(seat=seat, gain=Ingredients()))
    for part, tile in zip(PARTS, player.board, strict=True):
        if tile is not None and part != "head":
            uses = _uses(state, seat, part)
            moves += uses if tile.face_up else uses[:1]
    moves += [Refresh(seat=seat), EndTurn(seat=seat)]
    return moves


def answers(seat: int) -> list[Move]:
    """Return both answers `seat` can give to a power used against it."""
    return [Cancel(seat=seat), Allow(seat=seat)]


def _uses(state: State, seat: int, part: PartKey) -> list[Use]:
    power = POWER[part]
    if power == "leg":
        return [Use(seat=seat, part=part)]
    if power == "torso":
        if not state.full:
            return [Use(seat=seat, part=part)]
        favourite = state.players[seat].favourite
        most = INGREDIENTS[0] if favourite is None or favourite.ingredient is None else favourite.ingredient
        return [Use(seat=seat, part=part, take=Ingredients(*one_of(most, TORSO_GIVES)))]
    if power == "tail":
        return [
            Use(seat=seat, part=part, target=target, hits=hits)
            for target, player in enumerate(state.players)
            for hits, tile in zip(PARTS, player.board, strict=True)
            if tile is not None and (target != seat or hits != part)
        ] or [Use(seat=seat, part=part, target=seat, hits=part)]
    return [Use(seat=seat, part=part, target=target) for target in range(len(state.players)) if target != seat]
