"""The moves that are worth a button now, legal or barred; `engine.judge` says which."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from referee.engine import MOST, Move
from referee.games.alchemicus.board import (
    BUILDING_LIMIT,
    BUILDINGS,
    CARDS_FOR,
    CENTRE,
    CLEARING_ANYWHERE,
    CLEARING_AT_GIFTS,
    FAME_FOR,
    FIELDS,
    GOODS,
    LIES_ON,
    RAW,
    ROUTES,
    SHOPS,
    TRANSMUTES,
    YIELDS,
)
from referee.games.alchemicus.moves.base import AlchemicusMove
from referee.games.alchemicus.moves.infamia import ClearInfamia, FendOff, Infamia
from referee.games.alchemicus.moves.noctis import Golem, Homunculus, Mutabilis, Pactum, Spiritus, can_be_undone
from referee.games.alchemicus.moves.spirit import MoveSpirit
from referee.games.alchemicus.moves.trade import Buy, Gift, Gloria, Sell
from referee.games.alchemicus.moves.turn import Draw, EndTurn, PawnMove, Place, Walking
from referee.games.alchemicus.moves.workshop import Build, Harvest, Transmute, Transport
from referee.games.alchemicus.reach import spirit_places
from referee.games.alchemicus.ring import gloria_cost, longest_move, spirit_way, walk
from referee.games.alchemicus.state import Building, State


def offers(state: State, seat: int, own: bool) -> list[Move[State]]:
    """Return the moves of `seat` that are worth a button now, legal or barred; none for a seat that is not asked."""
    if state.over:
        return []
    if state.pending is not None:
        return list(fending(state, seat)) if state.pending.target == seat else []
    state.homes  # noqa: B018 - every offer asks for buildings, and so does whoever judges it
    if state.to_move != seat:
        return list(purchases(state, seat))
    return list(PHASES[state.phase](state, seat))


def fending(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield the answers to an Infamia."""
    for building in state.seats[seat].buildings:
        if building.golem:
            yield FendOff(seat=seat, by_means="golem", building=building.id)
    yield FendOff(seat=seat, by_means="cards")
    yield FendOff(seat=seat, by_means="nothing")


def purchases(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield the ways to buy what is on offer."""
    if state.offer is None or state.offer.seat == seat:
        return
    for building in state.seats[seat].buildings:
        if building.kind in LIES_ON[state.offer.good]:
            yield Buy(seat=seat, into=building.id)


NAMED_OF_A_KIND = 3
"""The number of each kind that is offered as a place for a good where there are more buildings than the book allows."""


def worth_naming(buildings: tuple[Building, ...]) -> tuple[Building, ...]:
    """Return the buildings that a good may go to or be sold through: all of as many as the book allows, of more only
    the emptiest few of each kind, so that the number of moves does not grow with their square."""
    if len(buildings) <= BUILDING_LIMIT:
        return buildings
    chosen: dict[str, list[Building]] = {}
    for building in sorted(buildings, key=lambda building: len(building.goods)):
        of_kind = chosen.setdefault(building.kind, [])
        if len(of_kind) < NAMED_OF_A_KIND:
            of_kind.append(building)
    named = {building.id for of_kind in chosen.values() for building in of_kind}
    return tuple(building for building in buildings if building.id in named)


# --- before the pawn moves, and its move -----------------------------------------------------------------------------


def beginning(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield the draws, then each move of the pawn that draws from the deck first (AL-DRAW)."""
    yield from draws(state, seat)
    drawn = state.seating(seat, state.seats[seat].drawing(1))
    moves = (move for move in walks(drawn, seat) if isinstance(move, PawnMove))
    yield from (replace(move, draw="deck") for move in sorted(moves, key=by_distance))


def by_distance(move: PawnMove) -> tuple[int, int]:
    """Return what orders the moves of a pawn: steps and Glorias; places stay as they are."""
    return (move.steps, move.glorias) if isinstance(move, Walking) else (0, 0)


def draws(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield the decks a card may come from (AL-DRAW, AL-BANK, NO-DRAW)."""
    yield Draw(seat=seat, source="deck")
    if state.rules.bank:
        yield Draw(seat=seat, source="bank")
    if state.rules.noctis:
        yield Draw(seat=seat, source="noctis")


def before_moving(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield the ways of the pawn, and with Noctis the cards that are played before it moves (NO-PHASE)."""
    yield from walks(state, seat)
    if state.rules.noctis and state.rules.full:
        yield from aims(state, seat)


def walks(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield the ways to place or move the pawn, in Gold Rush with as many Glorias as the hand can pay."""
    player = state.seats[seat]
    if player.pawn is None:
        for field in range(FIELDS):
            yield Place(seat=seat, field=field)
        return
    most = 0
    if state.rules.gold_rush and player.hand is not None:
        most = min(MOST, player.hand // gloria_cost(state, 1))
    for glorias in range(most + 1):
        for steps in range(1 + glorias, min(MOST, longest_move(state, glorias)) + 1):
            yield Walking(seat=seat, steps=steps, glorias=glorias)
            way = walk(state, seat, steps)
            if state.rules.noctis and way is not None and way.passes:
                yield Walking(seat=seat, steps=steps, glorias=glorias, reward="noctis")


def aims(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield what each Noctis card could be played on, guarded or not; nothing for a card that fits nowhere."""
    for building in state.seats[seat].buildings:
        yield Golem(seat=seat, building=building.id)
        if building.spiritus:
            yield Homunculus(seat=seat, target=seat, building=building.id, undo="spiritus")
    if state.rules.gold_rush:
        for field in range(FIELDS):
            yield Golem(seat=seat, field=field)
    yield Pactum(seat=seat)
    for target in range(len(state.seats)):
        if target != seat:
            yield Infamia(seat=seat, target=target)
            yield from attacks(state, seat, target)


def attacks(state: State, seat: int, target: int) -> Iterator[AlchemicusMove]:
    """Yield what can be played on the buildings of `target`."""
    places = worth_naming(state.seats[seat].buildings)
    for building in state.seats[target].buildings:
        if can_be_undone(building):
            yield Homunculus(seat=seat, target=target, building=building.id, undo="good")
        if building.spiritus:
            yield Homunculus(seat=seat, target=target, building=building.id, undo="spiritus")
        if building.kind in TRANSMUTES:
            yield Spiritus(seat=seat, target=target, building=building.id)
        for good in GOODS:
            if good in RAW and good in building.goods:
                for to in places:
                    if to.kind in LIES_ON[good]:
                        yield Mutabilis(seat=seat, target=target, source=building.id, good=good, to=to.id)


# --- on the field ----------------------------------------------------------------------------------------------------


def acts(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield what may be done on the field the pawn stands on, then what may be done on any, then the turn's end."""
    kind = state.field_kind(seat)
    if kind in FIELD_ACTIONS and (state.rules.full or kind in ("spirit", "gifts")):
        yield from FIELD_ACTIONS[kind](state, seat)
    if not state.rules.gold_rush:
        yield Gloria(seat=seat)
    yield from end(state, seat)


def after_gloria(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield the moves after Gloria; the Spirit's only if Gloria was played before it, overruled."""
    if state.spirit_is_due(seat):
        yield from spirit_moves(state, seat)
    yield from end(state, seat)


def end(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield what ends the turn, and the way to put an Infamia aside (GR-INFAMIA-OFF)."""
    if state.seats[seat].infamia:
        if state.field_kind(seat) == "gifts":
            yield ClearInfamia(seat=seat, cards=CLEARING_AT_GIFTS)
        else:
            yield ClearInfamia(seat=seat, cards=CLEARING_ANYWHERE)
    yield EndTurn(seat=seat)


def spirit_moves(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield the Spirit's ways to the five other places; into the centre with each player to rob (AL-SPIRIT-STEAL)."""
    for to in spirit_places(state):
        if to == state.spirit:
            continue
        jump = spirit_way(state.rules.spirit_ring, state.spirit, to).cost == "hand"
        yield MoveSpirit(seat=seat, to=to, discard_hand=jump)
        if to == CENTRE:
            for other, player in enumerate(state.seats):
                if other != seat and (player.count("domo") or not state.rules.full):
                    yield MoveSpirit(seat=seat, to=to, rob=other)


def builds(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield each kind of building; at the limit in place of each of one's own."""
    buildings = state.seats[seat].buildings
    for kind in BUILDINGS:
        if len(buildings) < BUILDING_LIMIT:
            yield Build(seat=seat, building=kind)
        else:
            for old in buildings:
                yield Build(seat=seat, building=kind, demolish=old.id)


def harvests(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield the harvest of everything, and of each building that may yield (AL-HARVEST)."""
    yield Harvest(seat=seat)
    sources = [building for building in state.seats[seat].buildings if building.kind in YIELDS]
    if len(sources) > 1:
        for building in sources:
            yield Harvest(seat=seat, building=building.id)


def transports(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield each good that lies where it may be carried from, to each building it may be carried to."""
    buildings = state.seats[seat].buildings
    places = worth_naming(buildings)
    for good, (start, goal) in ROUTES.items():
        for source in buildings:
            if source.kind == start and good in source.goods:
                for to in places:
                    if to.kind == goal:
                        yield Transport(seat=seat, good=good, source=source.id, to=to.id)


def transmutations(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield the work of each building that transmutes (AL-TRANSMUTE)."""
    for building in state.seats[seat].buildings:
        if building.kind in TRANSMUTES:
            yield Transmute(seat=seat, building=building.id)


def sales(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield each good that lies somewhere, through each shop; for Fame where the shop pays any."""
    buildings = state.seats[seat].buildings
    shops = [building for building in worth_naming(buildings) if building.kind in SHOPS]
    for source in buildings:
        for good in GOODS:
            if good not in source.goods:
                continue
            for shop in shops:
                if good not in CARDS_FOR[shop.kind]:
                    continue
                yield Sell(seat=seat, good=good, source=source.id, shop=shop.id, pay="cards")
                if good in FAME_FOR[shop.kind] and not state.rules.gold_rush:
                    yield Sell(seat=seat, good=good, source=source.id, shop=shop.id, pay="fame")


def gifts(state: State, seat: int) -> Iterator[AlchemicusMove]:
    """Yield the gift that is worth Fame (AL-GIFT); none in a Gold Rush, which knows none."""
    if not state.rules.gold_rush:
        yield Gift(seat=seat)


FIELD_ACTIONS: dict[str, Callable[[State, int], Iterator[AlchemicusMove]]] = {
    "build": builds,
    "spirit": spirit_moves,
    "harvest": harvests,
    "transport": transports,
    "transmutation": transmutations,
    "sale": sales,
    "gifts": gifts,
}
PHASES: dict[str, Callable[[State, int], Iterator[AlchemicusMove]]] = {
    "draw": beginning,
    "move": before_moving,
    "action": acts,
    "end": after_gloria,
}
