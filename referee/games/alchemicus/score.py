"""The end of the game: who won, by what, and what is still to be told; and Fame as tokens."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import ClassVar, Protocol

from referee.engine import Need, Ranked, Result, TieBreak, won_among
from referee.games.alchemicus.board import GOLD_RUSH_NEEDS, TOKENS
from referee.games.alchemicus.state import State


class Laid(Protocol):
    """A building as the state has it, or as a view shows it: its kind, and the goods on it."""

    @property
    def kind(self) -> str: ...

    @property
    def goods(self) -> Collection[str]: ...


class Standing(Ranked, frozen=True):
    """A line of the ranking: Fame, and the sum of the printed prices as far as it is known."""

    fame: int
    prices: int | None


class Ending(Result[Standing], frozen=True):
    """The end of a game (AL-WIN, AL-TIE); `decided_by` is fame, prices, draw, gold, or None while prices are asked."""

    COMPARED: ClassVar[Mapping[str, str]] = {"fame": "fame", "prices": "prices"}

    @property
    def steps(self) -> tuple[TieBreak, ...]:
        """The comparisons that were made; none where gold decided (GR-WIN)."""
        return () if self.decided_by == "gold" else super().steps


def tokens(fames: Sequence[int]) -> list[dict[str, int]]:
    """Return how many tokens of 10, 5 and 1 lie before each player: seat by seat as many of the dearest as the bank
    still has (AL-TOKENS). Fame itself is never limited by them."""
    bank = dict(TOKENS)
    split = []
    for fame in fames:
        shown = {}
        for value in bank:
            taken = min(fame // value, bank[value])
            bank[value] -= taken
            fame -= taken * value
            shown[str(value)] = taken
        split.append(shown)
    return split


def prices_added(state: State, seat: int) -> int | None:
    """Return what the buildings of `seat` cost in all, added up; None where not every building and price is known."""
    if not state.rules.full:
        return None
    kinds = (building.kind for building in state.seats[seat].buildings)
    prices = [0 if kind == "gloria" else state.prices.get(kind) for kind in kinds]
    return None if None in prices else sum(price for price in prices if price is not None)


def prices_known(state: State, seat: int) -> int | None:
    """Return what the buildings of `seat` cost in all: added up where every price is known, else as told, else None."""
    added = prices_added(state, seat)
    return state.seats[seat].prices_total if added is None else added


def asked_for_prices(state: State, seat: int) -> bool:
    """Whether what the buildings of `seat` cost decides a tie for the first place, and only they know it (AL-TIE)."""
    if not state.over or state.gold_seller is not None or prices_added(state, seat) is not None or seat in state.left:
        return False
    fames = [player.fame for other, player in enumerate(state.seats) if other not in state.left]
    fame = state.seats[seat].fame
    return fame == max(fames) and fames.count(fame) > 1


def ranking(fames: Sequence[int], prices: Sequence[int | None]) -> Ending:
    """Return the result of a game for Fame (AL-WIN, AL-TIE): ranking, winners, what decided, what is asked.

    `prices` are the sums of printed prices, as far as known; only those of players tied for first matter (E-45).
    While one of these is missing nobody has won yet.
    """
    seats = range(len(fames))
    most = max(fames)
    tied = [seat for seat in seats if fames[seat] == most]
    needs = [seat for seat in tied if prices[seat] is None] if len(tied) > 1 else []
    decided_by: str | None = "fame"
    winners = tied
    if needs:
        decided_by, winners = None, []
    elif len(tied) > 1:
        dearest = max(prices[seat] or 0 for seat in tied)
        winners = [seat for seat in tied if prices[seat] == dearest]
        decided_by = "prices" if len(winners) == 1 else "draw"

    def worth(seat: int) -> tuple[int, int]:
        """Return what places a seat: Fame, then, among those tied for first, prices."""
        return fames[seat], (prices[seat] or 0) if winners and fames[seat] == most else 0

    order = sorted(seats, key=worth, reverse=True)
    standings = (
        Standing(seat, 1 + sum(worth(other) > worth(seat) for other in seats), fames[seat], prices[seat])
        for seat in order
    )
    asked = tuple(Need(seat, "prices_total") for seat in needs)
    return Ending(tuple(standings), tuple(winners), decided_by, asked)


def towards_gold(buildings: Iterable[Laid], sold: bool) -> dict[str, bool]:
    """Return what it takes to win a Gold Rush, in its order, and whether it is there among `buildings`: each kind of
    building, then the gold. Whoever `sold` theirs had it (GR-WIN, GR-DONARIUM)."""
    laid = list(buildings)
    kinds = {building.kind for building in laid}
    gold = sold or any("gold" in building.goods for building in laid)
    return {**{kind: kind in kinds for kind in GOLD_RUSH_NEEDS}, "gold": gold}


def gold_ranking(state: State, winner: int) -> Ending:
    """Return the result of a Gold Rush that `winner` won (GR-WIN): all others share the second place."""
    order = sorted(range(len(state.seats)), key=lambda seat: seat != winner)
    standings = (
        Standing(seat, 1 if seat == winner else 2, state.seats[seat].fame, prices_known(state, seat)) for seat in order
    )
    return Ending(tuple(standings), (winner,), "gold")


def sold_gold(ended: Ending, seats: Sequence[int]) -> Ending:
    """Return a Gold Rush that ended so as one of these seats alone: nobody else has won instead of who sold gold."""
    winners = tuple(place for place, seat in enumerate(seats) if seat in ended.winners)
    return Ending((), winners, ended.decided_by)


def result(state: State) -> Ending | None:
    """Return the result, counted from the position as it is now, or None before the end."""
    if not state.over:
        return None
    if state.gold_seller is not None:
        ended = gold_ranking(state, state.gold_seller)
        return won_among(ended, state.left, lambda seats: sold_gold(ended, seats))

    def among(seats: Sequence[int]) -> Ending:
        return ranking([state.seats[seat].fame for seat in seats], [prices_known(state, seat) for seat in seats])

    return won_among(among(range(len(state.seats))), state.left, among)
