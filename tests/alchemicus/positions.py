"""Positions built by hand, and the few words the tests of Alchemicus say about them."""

import msgspec
from msgspec.structs import replace

from referee.engine import judge
from referee.games.alchemicus import GAME, score
from referee.games.alchemicus.state import Attack, Building, Offer, Turn

RING = ("spirit", "harvest", "transport", "transmutation", "build", "sale", "gifts", "build")
SPIRIT, HARVEST, TRANSPORT, TRANSMUTATION, BUILD, SALE, GIFTS, BUILD_TOO = range(8)

ADA, BRUNO, CELINA = range(3)


def table(players=2, language="pl", **options):
    """Return the first position of a table with these options."""
    settled = GAME.settle(msgspec.convert(options, GAME.options), players, language)
    return GAME.start(settled, players)


def full(players=2, **options):
    return table(players, track="full", **options)


def noctis(players=2, **options):
    return full(players, expansion="noctis", **options)


def gold_rush(players=2, **options):
    return noctis(players, variant="gold_rush", **options)


def seated(state, seat, **changes):
    """Return `state` with something else about one player."""
    return state.seating(seat, replace(state.seats[seat], **changes))


def having(state, seat, *buildings):
    """Return `state` with exactly these buildings before one player; ids count from 100 × (seat + 1)."""
    laid = tuple(replace(building, id=100 * (seat + 1) + place) for place, building in enumerate(buildings))
    return replace(seated(state, seat, buildings=laid), next_id=max(state.next_id, 100 * (seat + 2)))


def a(kind, *goods, golem=False, spiritus=0):
    return Building(0, kind, goods, golem, spiritus)


def on(state, field, seat=ADA, **turn):
    """Return `state` with `seat`'s pawn on `field`, in phase action, having done `turn`."""
    return replace(seated(state, seat, pawn=field), to_move=seat, phase="action", turn=Turn(**turn))


def moving(state, seat=ADA, pawn=None):
    """Return `state` with `seat` about to move its pawn, now on `pawn`."""
    return replace(seated(state, seat, pawn=pawn), to_move=seat, phase="move")


def offered(state, good, seat, cards):
    return replace(state, offer=Offer(good, seat, cards))


def attacked(state, seat, target):
    return replace(state, pending=Attack(seat, target))


def over(state):
    return replace(state, to_move=None, phase="end", over=True)


def move(kind, seat=ADA, **fields):
    """Return the move as it comes in; `from_`, `for_`, `with_` stand for the words Python keeps to itself."""
    fields = {key.rstrip("_"): value for key, value in fields.items()}
    return msgspec.convert({"kind": kind, "seat": seat, **fields}, GAME.moves)


def refused(state, kind, seat=ADA, **fields):
    """Return the refusal's code and rule, or ("missing", field), or None where the move is legal."""
    judgement = judge(move(kind, seat, **fields), state)
    if judgement.refusal is not None:
        return judgement.refusal.code, judgement.refusal.rule
    return None if judgement.missing is None else ("missing", judgement.missing)


def played(state, kind, seat=ADA, **fields):
    """Return the position after a legal move, and its effects as JSON shows them."""
    assert refused(state, kind, seat, **fields) is None
    return overruled(state, kind, seat, **fields)


def overruled(state, kind, seat=ADA, **fields):
    """Return the position after a move that nobody judges, and its effects as JSON shows them."""
    after, effects = move(kind, seat, **fields).apply(state)
    return after, [msgspec.to_builtins(effect) for effect in effects]


def after(state, *moves):
    """Return the position after these legal moves, each a kind, a seat and fields."""
    for kind, seat, fields in moves:
        state, _ = played(state, kind, seat, **fields)
    return state


def as_json(facts):
    """Return a struct as JSON shows it."""
    return None if facts is None else msgspec.json.decode(msgspec.json.encode(facts))


def result(state):
    """Return how the game ended, as JSON shows it."""
    return as_json(score.result(state))


def hands(state):
    return [seat.hand for seat in state.seats]


def fames(state):
    return [seat.fame for seat in state.seats]


def goods(state, seat=ADA):
    """Return what lies on the buildings of `seat`, building by building."""
    return [building.goods for building in state.seats[seat].buildings]
