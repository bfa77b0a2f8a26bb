"""A good on offer in an advanced sale (AL-ADVSALE): who may buy it, in which order, and onto which building."""

from __future__ import annotations

import msgspec

from referee.engine import Move, judged
from referee.games.alchemicus.cards import distinct
from referee.games.alchemicus.moves.trade import Buy
from referee.games.alchemicus.offers import purchases
from referee.games.alchemicus.state import State


class Way(msgspec.Struct, frozen=True):
    """A way to buy: the move, and the kind of building that the good goes onto."""

    move: Move[State]
    kind: str


class Buyer(msgspec.Struct, frozen=True):
    """The player at `seat`, who may buy: the seats that are asked before them, and the ways to buy, of places alike
    one."""

    seat: int
    before: tuple[int, ...]
    ways: tuple[Way, ...]


class Offered(msgspec.Struct, frozen=True):
    """A good on offer: how many goods were sold in the turn, which tells one offer from the next, and those who may buy
    it, from the seller's left on."""

    number: int
    buyers: tuple[Buyer, ...]


def offered(state: State) -> Offered | None:
    """Return what is on offer, None where nothing is."""
    if state.offer is None:
        return None
    players = len(state.seats)
    buyers: list[Buyer] = []
    for step in range(1, players):
        seat = (state.offer.seat + step) % players
        legal = distinct(state, judged(purchases(state, seat), state))
        ways = tuple(Way(entry.move, kind_of_place(state, entry.move)) for entry in legal)
        if ways:
            buyers.append(Buyer(seat, tuple(buyer.seat for buyer in buyers), ways))
    return Offered(len(state.turn.sold), tuple(buyers))


def kind_of_place(state: State, move: Move[State]) -> str:
    """Return the kind of building that a purchase puts the good onto."""
    building = state.building(move.into) if isinstance(move, Buy) else None
    return "" if building is None else building.kind
