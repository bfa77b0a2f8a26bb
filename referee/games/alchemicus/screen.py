"""The screen of a table beside its view: the board as one taps it, and the moves worth a button, judged."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from referee.engine import Judged, Move, Refusal, judge, judged, kind_of
from referee.games.alchemicus import refusals
from referee.games.alchemicus.board import (
    ASSUMED_RING,
    ASSUMED_SPIRIT_RING,
    BUILDINGS,
    FIELDS,
    FREE_STEPS,
    YIELDS,
    Source,
)
from referee.games.alchemicus.cards import distinct, noctis_cards
from referee.games.alchemicus.moves.corrections import Fame
from referee.games.alchemicus.moves.spirit import MoveSpirit
from referee.games.alchemicus.moves.trade import Sell
from referee.games.alchemicus.moves.turn import Place, Walking, first_there
from referee.games.alchemicus.offers import fending, offers
from referee.games.alchemicus.reach import spirit_places
from referee.games.alchemicus.ring import move_fame, walk
from referee.games.alchemicus.sale import Counter, Plan, counters, plans_left
from referee.games.alchemicus.score import towards_gold
from referee.games.alchemicus.selling import Offered, offered
from referee.games.alchemicus.state import State


class FieldTap(msgspec.Struct, frozen=True):
    """The moves of a tap on an outer field: the pawn placed there (`steps` 0) or walking there, the turn's card drawn
    first; whether that is barred (the tap then says why), what it costs in Fame or Glorias, whether it passes the
    Spirit field, and whether a Golem stops it on the way."""

    move: Move[State]
    barred: bool
    steps: int = 0
    fame: int = 0
    glorias: int = 0
    passes: bool = False
    stopped: bool = False
    rewarded: Move[State] | None = None
    """The same move with a Noctis card as its reward, if the move is legal and passes the Spirit field with Noctis."""


class PlaceTap(msgspec.Struct, frozen=True):
    """The move of a tap on a place of the Spirit ring: the way there, whether it is barred, whether it costs the whole
    hand, and for the centre the players who may be robbed."""

    move: MoveSpirit
    barred: bool
    hand: bool
    robbing: tuple[Judged, ...] = ()


class OuterField(msgspec.Struct, frozen=True):
    """A field of the outer ring: its kind, its number, what a tap on it enters (None: nothing), the seats whose pawns
    stand there, and why the tap is barred, if it is."""

    kind: str
    number: int
    tap: FieldTap | None
    standing: tuple[int, ...]
    why: Refusal | None


class InnerPlace(msgspec.Struct, frozen=True):
    """A place of the Spirit ring: its kind, its number (the centre's is the last), what a tap on it enters."""

    kind: str
    number: int
    tap: PlaceTap | None


class Tracked(msgspec.Struct, frozen=True):
    """The additions of full tracking for `seat` and its moves `acts`, by kind.

    `on`: what a tap on one of its buildings enters, by the building's id. `noctis`: what each Noctis card can be played
    on, or where nothing is legal, what it is barred from. `counters` and `plans` are of a sale. `unpriced`: the kinds
    of building whose price nobody told. `fame` is everybody's, by seat, for an Infamia.
    """

    seat: int | None
    acts: dict[str, list[Judged]]
    on: dict[int, BuildingTap]
    noctis: dict[str, list[Judged]]
    counters: list[Counter]
    plans: list[Plan]
    spirit: str
    prices: dict[str, int | None]
    unpriced: list[str]
    fame: tuple[int, ...]


class Screen(msgspec.Struct, frozen=True):
    """The facts that the table's page draws, with the buttons of one seat.

    `stage`: what the player to move needs in front of them, "ring", "build", "workshop", "sale" or "rest" (buildings).
    `spirit_moves`: whether the Spirit may now be moved; `asking`: the taps of its places that ask something first.
    `acts`: the other moves by kind; `thumb`: those beside the prompt. `answers` to an Infamia and `assumed` (the rings
    are the assumed ones, nobody copied them from a board) are the same for every seat. `sells`: whether a sale at a
    Fame table may be told. `wins`: the move that wins the game, if one does; `gold_barred`: an Infamia bars it
    (GR-INFAMIA). `left`: the kinds of move that could still be made for nothing, which the page asks about before the
    turn ends. `begins_last_round`: whether the last round begins with the end of this turn. `turns_left` in the last
    round, None before it. `offered`: what others may buy. `tracked` is None with Fame tracking.
    """

    outer: tuple[OuterField, ...]
    inner: tuple[InnerPlace, ...]
    stage: str
    spirit_moves: bool
    asking: list[PlaceTap]
    acts: dict[str, list[Judged]]
    thumb: list[ThumbAct]
    answers: list[Judged]
    assumed: bool
    sells: bool
    wins: Move[State] | None
    gold_barred: bool
    left: tuple[str, ...]
    begins_last_round: bool
    turns_left: int | None
    offered: Offered | None
    tracked: Tracked | None


class ThumbAct(msgspec.Struct, frozen=True):
    """A move that is a button beside the prompt: its kind, the move, whether it is barred."""

    kind: str
    move: Move[State]
    barred: bool


AT_THE_THUMB = ("draw", "harvest", "gift", "gloria", "clear_infamia", "end_turn")
"""The kinds of move that are buttons beside the prompt, in their order; none of them on one building."""


def scores(state: State) -> tuple[int, ...]:
    """Return everybody's Fame; in a Gold Rush, which knows none, how much they have of what it takes to win."""
    if state.rules.gold_rush:
        return tuple(
            sum(towards_gold(seat.buildings, number == state.gold_seller).values())
            for number, seat in enumerate(state.seats)
        )
    return tuple(seat.fame for seat in state.seats)


def broken_off(state: State) -> tuple[int | None, ...]:
    """Return everybody's Fame where a game is counted before its end; a Gold Rush knows no score."""
    return (None,) * len(state.seats) if state.rules.gold_rush else scores(state)


def screen(state: State, seat: int | None, own: bool) -> Screen:
    """Return what the table's page draws, with the buttons of `seat` (None: of nobody)."""
    moves = [] if seat is None else judged(offers(state, seat, own), state)
    acts: dict[str, list[Judged]] = {}
    for entry in moves:
        if not isinstance(entry.move, Place | Walking | MoveSpirit):
            acts.setdefault(kind_of(entry.move), []).append(entry)
    fields, places = field_taps(state, seat), place_taps(state, moves)
    outer = zip(state.rules.ring, range(FIELDS), fields, standing(state), strict=True)
    return Screen(
        outer=tuple(OuterField(kind, number, tap, pawns, why) for kind, number, (tap, why), pawns in outer),
        inner=tuple(InnerPlace(place, number, places[number]) for number, place in enumerate(spirit_places(state))),
        stage=stage(state),
        spirit_moves=any(places),
        asking=[tap for tap in places if tap and not tap.barred and (tap.hand or tap.robbing)],
        acts=acts,
        thumb=[
            ThumbAct(kind, entry.move, entry.refusal is not None)
            for kind in AT_THE_THUMB
            for entry in acts.get(kind, ())
            if getattr(entry.move, "building", None) is None
        ],
        answers=[] if state.pending is None else judged(fending(state, state.pending.target), state),
        assumed=state.rules.ring == ASSUMED_RING and state.rules.spirit_ring == ASSUMED_SPIRIT_RING,
        sells=seat is not None and judge(Fame(seat=seat, by=1, purpose="sale"), state).refusal is None,
        wins=winning(state, acts),
        gold_barred=any(
            entry.refusal is not None and entry.refusal.code == GOLD_BARRED for entry in acts.get("sell", ())
        ),
        left=tuple(kind for kind in FOR_NOTHING if any(entry.refusal is None for entry in acts.get(kind, ()))),
        begins_last_round=begins_last_round(state),
        turns_left=turns_left(state),
        offered=offered(state),
        tracked=tracked(state, seat, acts) if state.rules.full else None,
    )


def winning(state: State, acts: dict[str, list[Judged]]) -> Move[State] | None:
    """Return the legal sale of gold that wins a Gold Rush, None where there is none (GR-WIN)."""
    sales = acts.get("sell", ()) if state.rules.gold_rush else ()
    gold = (entry.move for entry in sales if entry.refusal is None and isinstance(entry.move, Sell))
    return next((move for move in gold if move.good == "gold"), None)


def begins_last_round(state: State) -> bool:
    """Whether the last round begins when the turn under way ends (AL-LAST-ROUND)."""
    return state.last_turns is None and state.to_move is not None and first_there(state, state.to_move) is not None


def turns_left(state: State) -> int | None:
    """Return how many turns are still played in the last round, the one under way among them; None before it."""
    if state.last_turns is None:
        return None
    return sum(max(0, state.last_turns - seat.turns) for seat in state.seats)


GOLD_BARRED = refusals.INFAMIA_BARS_GOLD.code


FOR_NOTHING = ("harvest", "transport", "transmute", "sell")
"""The kinds of move that cost nothing; if one was forgotten, the page asks before the turn ends."""

ACTION_STAGES = {
    "build": "build",
    "sale": "sale",
    **dict.fromkeys(("harvest", "transport", "transmutation"), "workshop"),
}


def stage(state: State) -> str:
    """Return what the player to move needs in front of them: the ring to move on, what a field's action is about, or
    what they have built. With Fame tracking it is always the ring."""
    seat = state.to_move
    if not state.rules.full or seat is None or state.pending is not None or state.phase in ("draw", "move"):
        return "ring"
    if state.spirit_is_due(seat):
        return "ring"
    kind = state.field_kind(seat)
    return "rest" if state.phase == "end" or kind is None else ACTION_STAGES.get(kind, "rest")


def tracked(state: State, seat: int | None, acts: dict[str, list[Judged]]) -> Tracked:
    """Return what full tracking adds for `seat` and its moves `acts`."""
    selling = seat is not None and "sell" in acts
    if selling:
        acts = {**acts, "sell": sorted(acts["sell"], key=lambda sale: worked_on(state, sale))}
    return Tracked(
        seat=seat,
        acts=acts,
        on=building_taps(state, acts),
        noctis=noctis_cards(state, seat, acts),
        counters=counters(state, seat) if selling and seat is not None else [],
        plans=plans_left(state, seat) if selling and seat is not None else [],
        spirit=state.spirit,
        prices={kind: state.prices.get(kind) for kind in BUILDINGS},
        unpriced=[kind for kind in BUILDINGS if kind not in state.prices],
        fame=tuple(seat.fame for seat in state.seats),
    )


def worked_on(state: State, sale: Judged) -> int:
    """Return the rank of a sale among those of the same good: what lies where it was harvested is sold before what was
    carried on to be transmuted, for that makes room for the next harvest."""
    building = state.building(sale.move.source) if isinstance(sale.move, Sell) else None
    return 0 if building is None else BUILDINGS.index(building.kind)


def standing(state: State) -> list[tuple[int, ...]]:
    """Return the seats whose pawns stand on each outer field."""
    on: list[tuple[int, ...]] = [()] * FIELDS
    for number, seat in enumerate(state.seats):
        if seat.pawn is not None:
            on[seat.pawn] = (*on[seat.pawn], number)
    return on


def field_taps(state: State, seat: int | None) -> list[tuple[FieldTap | None, Refusal | None]]:
    """Return what a tap on each outer field enters for `seat`, and why that is barred, if it is: also where it is too
    far, so that the tap says why."""
    taps: list[tuple[FieldTap | None, Refusal | None]] = [(None, None)] * FIELDS
    if seat is None or state.to_move != seat or state.phase not in ("draw", "move") or state.pending is not None:
        return taps
    draw: Source | None = "deck" if state.phase == "draw" else None
    pawn = state.seats[seat].pawn
    if pawn is None:
        for field in range(FIELDS):
            placing = Place(seat=seat, field=field, draw=draw)
            refusal = judge(placing, state).refusal
            taps[field] = FieldTap(placing, refusal is not None), refusal
        return taps
    for steps in range(1, FIELDS):
        glorias = max(0, steps - FREE_STEPS) if state.rules.gold_rush else 0
        move = Walking(seat=seat, steps=steps, glorias=glorias, draw=draw)
        way = walk(state, seat, steps)
        if way is not None:
            refusal = judge(move, state).refusal
            barred = refusal is not None
            fame = move_fame(state, steps)
            passes = way.passes > 0
            rewarded = replace(move, reward="noctis") if passes and state.rules.noctis and not barred else None
            tap = FieldTap(move, barred, steps, fame, glorias, passes, way.stopped, rewarded)
            taps[(pawn + steps) % FIELDS] = tap, refusal
    return taps


def place_taps(state: State, moves: list[Judged]) -> list[PlaceTap | None]:
    """Return what a tap on each place of the Spirit ring enters, the centre last, of the judged `moves`."""
    spirit = [entry for entry in moves if isinstance(entry.move, MoveSpirit)]
    if not spirit or state.turn.spirit_moved:
        return [None] * len(spirit_places(state))
    taps: list[PlaceTap | None] = []
    for place in spirit_places(state):
        plain: Judged | None = None
        robbing = []
        for entry in spirit:
            assert isinstance(entry.move, MoveSpirit)
            if entry.move.to == place:
                if entry.move.rob is None:
                    plain = entry
                elif entry.refusal is None:
                    robbing.append(entry)
        if plain is None:
            taps.append(None)
            continue
        assert isinstance(plain.move, MoveSpirit)
        taps.append(PlaceTap(plain.move, plain.refusal is not None, plain.move.discard_hand, tuple(robbing)))
    return taps


# --- buildings -------------------------------------------------------------------------------------------------------


class BuildingTap(msgspec.Struct, frozen=True):
    """The moves of a tap on a building: one move, or what there is to choose from (`choices`, then `move` is the first
    of them); `refusal` says why nothing can be done with it."""

    move: Move[State]
    refusal: Refusal | None
    choices: tuple[Judged, ...] = ()


BEGINS_AT = {"harvest": "building", "transmute": "building", "transport": "source", "sell": "source"}
"""Kind of move -> its field that names the building one taps for it."""


def building_taps(state: State, acts: dict[str, list[Judged]]) -> dict[int, BuildingTap]:
    """Return what a tap on each building enters, by its id; a barred move only where no legal one is."""
    found: dict[int, list[Judged]] = {}
    for kind, field in BEGINS_AT.items():
        for entry in acts.get(kind, ()):
            building = getattr(entry.move, field)
            if building is None:  # a harvest of all: a tap on the only building that yields means that
                building = only_source(state, entry.move.seat)
            if building is not None:
                found.setdefault(building, []).append(entry)
    taps = {}
    for building, entries in found.items():
        legal = distinct(state, entries)
        first = legal[0] if legal else next((one for one in entries if not wrong_shop(one)), entries[0])
        choices = tuple(legal) if len(legal) > 1 or (legal and isinstance(first.move, Sell)) else ()
        taps[building] = BuildingTap(first.move, first.refusal, choices)
    return taps


class Shortage(msgspec.Struct, frozen=True):
    """A move of `seat` that its hand cannot pay for: the cards the referee counts, and how many more it takes."""

    seat: int
    counted: int
    lacking: int


def remedy(state: State, move: Move[State], refusal: Refusal) -> Shortage | None:
    """Return what is short where a move was refused for want of cards, None where it was for another reason."""
    hand, cost = state.seats[move.seat].hand, refusal.facts.get("num")
    if refusal.code != refusals.BUILD_CANNOT_PAY.code or hand is None or not isinstance(cost, int):
        return None
    return Shortage(move.seat, hand, cost - hand)


def only_source(state: State, seat: int) -> int | None:
    """Return the id of the one building of `seat` that may yield goods, None if there is none or more than one."""
    sources = [building.id for building in state.seats[seat].buildings if building.kind in YIELDS]
    return sources[0] if len(sources) == 1 else None


def wrong_shop(entry: Judged) -> bool:
    """Whether a sale is refused for its shop alone; a tap says so only if no other shop has another reason."""
    return entry.refusal is not None and entry.refusal.code in WRONG_SHOP


WRONG_SHOP = frozenset(
    refusal.code for refusal in (refusals.ONLY_AT_DONARIUM, refusals.NOT_SOLD_THERE, refusals.NO_FAME_FOR_THIS)
)
