"""The view of a table of Fata Morgana: secrets only to those who may see them, until they are laid open."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from referee.engine import Move, Need, PlayerView, judge, won_among
from referee.games.fata_morgana.board import COLOURS, NONE, ByColour, Colour, Objective, Pair, by_colour
from referee.games.fata_morgana.moves import Copy, Pass
from referee.games.fata_morgana.offers import makeable
from referee.games.fata_morgana.refusals import MUST_CREATE_FIRST, NOT_IN_HAND_TO_COPY
from referee.games.fata_morgana.score import Outcome, Score, result, score
from referee.games.fata_morgana.state import Seat, State

Take = Colour | Literal["hidden", "nothing"]
TAKES: tuple[Take, ...] = (*COLOURS, "hidden", "nothing")


class ApprenticeView(PlayerView, frozen=True, kw_only=True):
    """A player: `hand` and `objective` are None unless they are the reader's own or lie open."""

    points: int
    hand_size: int
    hand: ByColour | None
    objective: Objective | None


class PotionView(msgspec.Struct, frozen=True):
    """A potion on the table, made by `seat`; ids count from 1, and none is given twice."""

    id: int
    seat: int
    cauldron: Pair
    ingredients: ByColour
    value: int


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """The game's part of a table. `cauldrons` and `values` are the unused ones; `needs`: what has still to be laid
    open once the play is over; `answers`: the seats that said between two rounds that they go on."""

    players: tuple[ApprenticeView, ...]
    to_move: int | None
    phase: Literal["turn", "declare", "reveal"]
    pending: None = None
    over: bool
    result: Outcome | None
    round: int
    stacks: ByColour
    hidden: int
    cauldrons: tuple[Pair, ...]
    values: tuple[int, ...]
    potions: tuple[PotionView, ...]
    needs: tuple[Need, ...]
    answers: tuple[int, ...]


class KnownHand(msgspec.Struct, frozen=True):
    """The uses of a known hand: the unused cauldrons it `fills` with something, how many potions it
    `copies`."""

    hand: ByColour
    fills: tuple[Pair, ...]
    copies: int


class Barred(msgspec.Struct, frozen=True):
    """The code of what bars each copy (by potion) and each pass (by what is taken), None where nothing does."""

    copies: dict[int, str | None] = {}
    passes: dict[Take, str | None] = {}


class FaceUp(msgspec.Struct, frozen=True):
    """What everybody sees of a seat's hand and objective before the end, None where the cards are not face up."""

    seat: int
    hand: ByColour | None
    objective: Objective | None


class Screen(msgspec.Struct, frozen=True):
    """The facts the table's page needs beside the view, for the seat whose buttons it shows.

    `values` are the unused ones. `copies` and `passes` as in Barred; `openly`: the same without what depends on the
    hand, for a phone that goes from hand to hand. `known`: what can be made with the hand, None where it is not known.
    `declared`: the seat that declared, while the hands are laid open. `opened`: seats that revealed hand or objective;
    `face_up`: what is seen of them still, after what came to them in secret. `own_only`: seats that told something in
    secret, which only their own phone lays open.
    """

    values: tuple[int, ...]
    copies: dict[int, str | None] = {}
    passes: dict[Take, str | None] = {}
    openly: Barred = Barred()
    known: KnownHand | None = None
    declared: int | None = None
    opened: tuple[int, ...] = ()
    face_up: tuple[FaceUp, ...] = ()
    own_only: tuple[int, ...] = ()


def view(state: State, seats: frozenset[int]) -> TableView:
    """Return the table as a holder of `seats` may see it; `hand` and `objective` of others are None until laid open.

    What was laid open is everybody's to see, as long as nothing secret came to it since.
    """
    return TableView(
        players=tuple(_player(state, seat, seat in seats) for seat in range(len(state.players))),
        to_move=state.to_move,
        phase=state.phase,
        over=state.over,
        result=_result(state) if state.over else None,
        round=state.round,
        stacks=by_colour(state.stacks),
        hidden=state.hidden,
        cauldrons=state.cauldrons,
        values=state.values,
        potions=tuple(
            PotionView(potion.id, potion.seat, potion.cauldron, by_colour(potion.ingredients), potion.value)
            for potion in state.potions
        ),
        needs=state.needs() if state.phase == "reveal" else (),
        answers=state.answers,
    )


def screen(state: State, seat: int | None, own: bool) -> Screen:
    """Return what the table's page shows for `seat` beside the view; nothing can be done while `seat` is None."""
    seats = tuple(enumerate(state.players))
    shown = Screen(
        state.values,
        declared=state.declared_by,
        opened=tuple(each for each, player in seats if player.hand_open or player.objective_open),
        face_up=tuple(filter(None, (_face_up(each, player) for each, player in seats))),
        own_only=tuple(each for each, player in seats if player.told_in_secret),
    )
    if seat is None or state.phase != "turn":
        return shown

    def barred(move: Move[State]) -> str | None:
        refusal = judge(move, state, own).refusal
        return None if refusal is None else refusal.code

    copies = {potion.id: barred(Copy(seat=seat, potion=potion.id)) for potion in state.potions}
    passes = {take: barred(Pass(seat=seat, take=take)) for take in TAKES}
    return replace(
        shown,
        copies=copies,
        passes=passes,
        openly=Barred(
            {potion: None if code == NOT_IN_HAND_TO_COPY.code else code for potion, code in copies.items()},
            {take: None if code == MUST_CREATE_FIRST.code else code for take, code in passes.items()},
        ),
        known=_known(state, seat, own),
    )


def scores(state: State) -> tuple[int, ...]:
    """Return each seat's points as everybody knows them now; objectives and hands count once the game is over."""
    if not state.over:
        return tuple(player.points for player in state.players)
    return tuple(each.total for each in _final(state, state.left))


def broken_off(state: State) -> tuple[int, ...]:
    """Return each seat's score where a game is counted before its end: once the play is over what lies open counts."""
    if state.phase != "reveal":
        return scores(state)
    return tuple(each.total for each in _final(state, frozenset(range(len(state.players)))))


def _player(state: State, seat: int, own: bool) -> ApprenticeView:
    player = state.players[seat]
    hand = state.known_hand(seat, own)
    return ApprenticeView(
        seat=seat,
        points=player.points,
        hand_size=player.hand_size,
        hand=None if hand is None else by_colour(hand),
        objective=state.known_objective(seat, own),
    )


def _face_up(seat: int, player: Seat) -> FaceUp | None:
    hand = by_colour(player.hand) if player.hand_open and player.hand is not None else None
    objective = player.objective if player.objective_open else None
    return FaceUp(seat, hand, objective) if hand or objective else None


def _known(state: State, seat: int, own: bool) -> KnownHand | None:
    hand = state.known_hand(seat, own)
    if hand is None:
        return None
    can = makeable(state, seat, own)
    return KnownHand(by_colour(hand), tuple(each.cauldron for each in can.create if each.recipes), len(can.copy))


def _result(state: State) -> Outcome:
    counted = _final(state, state.left)
    return won_among(result(counted), state.left, lambda seats: result([counted[seat] for seat in seats]))


def _final(state: State, only_open: frozenset[int]) -> list[Score]:
    """Return the final scores; of the seats `only_open` only what lies open counts."""
    return [
        score(player.points, player.objective, player.hand or NONE)
        if seat not in only_open
        else score(
            player.points,
            player.objective if player.objective_open else None,
            (player.hand if player.hand_open else None) or NONE,
        )
        for seat, player in enumerate(state.players)
    ]
