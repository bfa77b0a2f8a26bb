"""What lies on the table, who is to move, and how it is shown."""

from __future__ import annotations

from typing import Literal

import msgspec

from referee.engine import PlayerView, Ranked, Result, TableOptions, TableState

TOKENS = 21
MOST_TAKEN = 3


class Options(TableOptions, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Nothing but what every table chooses."""


class State(TableState, frozen=True):
    """The tokens that are left on the pile, what each seat has taken, whose turn it is, who took last."""

    pile: int = TOKENS
    taken: tuple[int, int] = (0, 0)
    turn: int = 0
    last: int | None = None
    phase: Literal["turn"] = "turn"

    @property
    def over(self) -> bool:
        return self.pile == 0 or len(self.left) == 1

    @property
    def to_move(self) -> int | None:
        return None if self.over else self.turn

    @property
    def asked(self) -> int | None:
        return self.to_move

    @property
    def winner(self) -> int | None:
        """Who has won (TW-WIN): whoever stayed where the other left; None where nobody has, or both have left."""
        if len(self.left) == 1:
            return 1 - min(self.left)
        return self.last if self.over and not self.left else None


class Player(PlayerView, frozen=True, kw_only=True):
    """A player, with the tokens taken so far."""

    tokens: int


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """The game's part of a table."""

    players: tuple[Player, ...]
    to_move: int | None
    phase: Literal["turn"]
    pending: None = None
    over: bool
    result: Result[Ranked] | None
    pile: int


def settle(options: Options, players: int, language: str) -> Options:
    """Return the options as every table settles them."""
    return options.settled(players)


def start(options: Options, players: int) -> State:
    """Return the table before the first move."""
    return State()


def view(state: State, seats: frozenset[int]) -> Table:
    """Return the table as everybody sees it."""
    return Table(
        players=tuple(Player(seat=seat, tokens=taken) for seat, taken in enumerate(state.taken)),
        to_move=state.to_move,
        phase=state.phase,
        over=state.over,
        result=result(state),
        pile=state.pile,
    )


def result(state: State) -> Result[Ranked] | None:
    """Return how it ended, None before."""
    if not state.over:
        return None
    first = state.last or 0 if state.winner is None else state.winner
    ranking = (Ranked(first, 1), Ranked(1 - first, 2))
    if state.winner is None:
        return Result(ranking, (), None)
    return Result(ranking, (state.winner,), "left" if state.left else "last_token")
