"""The state: the boards, hands and ingredients, whose turn it is, and the answer that is waited for."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from referee.engine import Effect, TableState
from referee.games.homunculus.board import (
    ACTIONS,
    DEALT,
    HAND_LIMIT,
    NOTHING,
    PARTS,
    PLACE,
    Board,
    By,
    Favourite,
    PartKey,
    Tile,
)


class Alchemist(msgspec.Struct, frozen=True, gc=False):
    """The things of one player: the favourite, nine places, the number of tiles in hand, six counts of ingredients.

    Where only the parts are tracked, hand and ingredients are None; `ingredients_total` is then what a tie asked for.
    """

    favourite: Favourite | None = None
    board: Board = (None,) * len(PARTS)
    hand: int | None = DEALT
    ingredients: By | None = NOTHING
    ingredients_total: int | None = None

    def tile(self, part: PartKey) -> Tile | None:
        return self.board[PLACE[part]]

    def face_up(self, part: PartKey) -> bool:
        tile = self.tile(part)
        return tile is not None and tile.face_up

    @property
    def head_is_up(self) -> bool:
        return self.face_up("head")

    @property
    def finished(self) -> bool:
        return None not in self.board

    @property
    def ingredients_left(self) -> int | None:
        """The ingredients in all: added up where they are tracked, else as told, else None."""
        return self.ingredients_total if self.ingredients is None else sum(self.ingredients)

    @property
    def hand_full(self) -> bool:
        """Whether the hand is known to hold as many tiles as it may (HO-HAND)."""
        return self.hand is not None and self.hand >= HAND_LIMIT

    def laid(self, part: PartKey, tile: Tile | None) -> Alchemist:
        """Return this player with `tile` at the place of `part`, whatever lay there."""
        place = PLACE[part]
        return replace(self, board=(*self.board[:place], tile, *self.board[place + 1 :]))

    def turned_down(self, part: PartKey) -> Alchemist:
        """Return this player with that part face down; an empty place stays empty."""
        tile = self.tile(part)
        return self if tile is None or not tile.face_up else self.laid(part, Tile(tile.kind, False))

    def all_up(self) -> Alchemist:
        """Return this player with every part face up (HO-REFRESH)."""
        return replace(self, board=tuple(tile and Tile(tile.kind, True) for tile in self.board))

    def gained(self, by: By) -> Alchemist:
        """Return this player with `by` added to the ingredients; no count falls below 0, what is unknown stays so."""
        if self.ingredients is None:
            return self
        a, b, c, d, e, f = (max(0, have + more) for have, more in zip(self.ingredients, by, strict=True))
        return replace(self, ingredients=(a, b, c, d, e, f))

    def holding(self, by: int) -> Alchemist:
        """Return this player with `by` tiles more in hand; never fewer than 0, an unknown hand stays so."""
        return self if self.hand is None else replace(self, hand=max(0, self.hand + by))


class Pending(msgspec.Struct, frozen=True):
    """A power that waits for an answer: `seat` used `part` against `target`; a tail `hits` one of its parts."""

    seat: int
    part: PartKey
    target: int
    hits: PartKey | None = None


class State(TableState, frozen=True):
    """A game as it stands.

    `turn`, `actions` and `waiting` go on after the end, so that a correction that reopens the game finds them;
    `to_move`, `actions_left` and `pending` are what the table shows. `finisher` is the seat whose nine places are
    filled, which is what ends the game (HO-END). Where only the parts are tracked (`full` is False), reserve and
    discards are None, and so are `actions`, but for 0 while a turn that was ended waits for an answer.
    """

    players: tuple[Alchemist, ...]
    reserve: int | None
    discards: int | None = 0
    turn: int = 0
    actions: int | None = ACTIONS
    waiting: Pending | None = None
    finisher: int | None = None
    full: bool = True

    @property
    def over(self) -> bool:
        return self.finisher is not None

    @property
    def to_move(self) -> int | None:
        return self.turn if self.finisher is None else None

    @property
    def actions_left(self) -> int | None:
        """The actions the turn still has, 0 after the end; None where they are not tracked."""
        if not self.full:
            return None
        return self.actions if self.finisher is None else 0

    @property
    def pending(self) -> Pending | None:
        return self.waiting if self.finisher is None else None

    @property
    def asked(self) -> int | None:
        """The seat the table waits for: the one that may cancel, else the one to move."""
        return self.to_move if self.pending is None else self.pending.target

    @property
    def phase(self) -> Literal["turn", "answer"]:
        return "turn" if self.pending is None else "answer"

    def having(self, seat: int, player: Alchemist) -> State:
        """Return this state with `player` at `seat`."""
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))

    def discarded(self) -> State:
        """Return this state with a tile more among the discards; unknown ones stay so."""
        return self if self.discards is None else replace(self, discards=self.discards + 1)

    def action_spent(self, seat: int) -> State:
        """Return this state with one action of `seat` counted (HO-ACTIONS); out of turn nothing is counted."""
        if seat != self.turn or self.actions is None:
            return self
        return replace(self, actions=max(0, self.actions - 1)).turn_passed_if_done()

    def turn_passed_if_done(self) -> State:
        """Return this state with the left neighbour to play if no action and no answer is left to wait for."""
        if self.actions is None or self.actions > 0 or self.waiting is not None:
            return self
        return self.turn_of((self.turn + 1) % len(self.players))

    def turn_of(self, seat: int) -> State:
        """Return this state with the turn of `seat` beginning, all its actions left."""
        return replace(self, turn=seat, actions=ACTIONS if self.full else None)

    def ended_or_not(self) -> tuple[State, tuple[Effect, ...]]:
        """Return this state with its end settled by the boards: a ninth place filled ends the game, one emptied
        reopens it (HO-END). The first to have finished stays the finisher while their board is full.
        """
        if self.finisher is not None and self.players[self.finisher].finished:
            return self, ()
        full = next((seat for seat, player in enumerate(self.players) if player.finished), None)
        if full == self.finisher:
            return self, ()
        return replace(self, finisher=full), () if full is None else (Effect("game_over", full),)
