"""Rulings without a table: where the Spirit and a pawn may go, what a sale brings, who won."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from referee.engine import N_, Count, Desk, Malformed, Name, OfflineCount, Refusal
from referee.games.alchemicus import refusals
from referee.games.alchemicus.board import (
    ASSUMED_RING,
    ASSUMED_SPIRIT_RING,
    BUILDING_LIMIT,
    FIELDS,
    GOODS,
    HIGHEST_TOTAL,
    SEATS,
    FieldKind,
    Good,
    OuterPlace,
    SpiritPlace,
)
from referee.games.alchemicus.moves.spirit import MoveSpirit
from referee.games.alchemicus.reach import Reach, reach, spirit_reach
from referee.games.alchemicus.ring import SpiritWay
from referee.games.alchemicus.sale import MOST_OF_A_GOOD, Plan, best_plans
from referee.games.alchemicus.score import Ending, ranking
from referee.games.alchemicus.setup import Options, check_ring, check_spirit_ring, settle, start
from referee.games.alchemicus.state import Seat, State

GoodCount = Annotated[int, Meta(ge=0, le=MOST_OF_A_GOOD)]
ShopCount = Annotated[int, Meta(ge=0, le=BUILDING_LIMIT)]
Field = Annotated[int, Meta(ge=0, lt=FIELDS)]


class SpiritQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where may the Spirit go from `spirit`, moved by a player with `hand` cards? With `to`: may it go there?"""

    spirit: SpiritPlace
    hand: Count
    spirit_ring: tuple[OuterPlace, ...] = ASSUMED_SPIRIT_RING
    to: SpiritPlace | None = None


def spirit_desk(question: SpiritQuestion) -> dict[str, object] | Refusal:
    """Return the five other places with what each costs (AL-SPIRIT-STEP, -IN, -OUT, -JUMP), or the ruling on one."""
    check_spirit_ring(question.spirit_ring)
    options = settle(Options(spirit_ring=question.spirit_ring, track="full"), 1, "en")
    state = replace(
        start(options, 1),
        seats=(Seat(hand=question.hand, pawn=options.ring.index("spirit")),),
        phase="action",
        spirit=question.spirit,
    )
    ways = spirit_reach(state)
    if question.to is None:
        return {"moves": [spirit_answer(to, way, question.hand) for to, way in ways.items()]}
    if (refusal := MoveSpirit(seat=0, to=question.to, discard_hand=True).refusal(state, True)) is not None:
        return refusal
    return {"legal": True, **spirit_answer(question.to, ways[question.to], question.hand)}


def spirit_answer(to: SpiritPlace, way: SpiritWay, hand: int) -> dict[str, object]:
    """Return a way of the Spirit as JSON: `to`, `cost`, for a jump the `cards` it takes, `rule`."""
    cost = {"cost": way.cost, "cards": hand} if way.cost == "hand" else {"cost": way.cost}
    return {"to": to, **cost, "rule": way.rule}


class PawnQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where may a pawn go from field `start` (None: it is placed), the `others` standing where they stand?

    `golems` and `glorias` are of the Gold Rush.
    """

    start: Field | None = msgspec.field(name="from")
    others: Annotated[tuple[Field, ...], Meta(max_length=SEATS[1] - 1)]
    fame: Count
    ring: tuple[FieldKind, ...] = ASSUMED_RING
    variant: Literal["standard", "gold_rush"] = "standard"
    glorias: Annotated[int, Meta(ge=0, le=10)] = 0
    golems: tuple[Field, ...] = ()


def pawn_desk(question: PawnQuestion) -> dict[str, object] | Refusal:
    """Return `moves` and `barred`: the moves of 1 to 5, in Gold Rush those that 1 to 3 plus the Glorias allow, or
    when placing the fields 0 to 7. A Gloria or a Golem without a Gold Rush is refused (GR-GLORIA, GR-GOLEM)."""
    check_ring(question.ring)
    if len(set(question.golems)) != len(question.golems):
        raise Malformed("golems")
    gold_rush = question.variant == "gold_rush"
    if question.glorias and not gold_rush:
        return refusals.MOVE_GOLD_RUSH_ONLY
    if question.golems and not gold_rush:
        return refusals.GOLEM_GOLD_RUSH_ONLY
    state = pawn_position(question)
    ways = reach(state, 0, question.glorias)
    return {
        "moves": [pawn_answer(way) for way in ways if way.refusal is None],
        "barred": [
            {"steps": way.steps, "field": way.field, "code": way.refusal.code, "rule": way.refusal.rule}
            for way in ways
            if way.refusal is not None
        ],
    }


def pawn_position(question: PawnQuestion) -> State:
    """Return the position the question describes; the pawn asked about is that of seat 0."""
    gold_rush = question.variant == "gold_rush"
    expansion: Literal["none", "noctis"] = "noctis" if gold_rush else "none"
    options = settle(Options(expansion=expansion, variant=question.variant, ring=question.ring), 1, "en")
    return replace(
        start(options, 1),
        seats=(Seat(fame=question.fame, pawn=question.start), *(Seat(pawn=field) for field in question.others)),
        phase="move",
        golems=frozenset(question.golems),
    )


def pawn_answer(way: Reach) -> dict[str, object]:
    """Return a legal way of the pawn as JSON; `steps` is None when it is placed."""
    return {
        "steps": way.steps,
        "field": way.field,
        "kind": way.kind,
        "fame": way.fame,
        "passes_spirit": way.passes > 0,
        "stopped_by_golem": way.stopped,
        "rule": way.rule,
    }


class Goods(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """0 to 24 of each good; a missing one is 0."""

    herbs: GoodCount = 0
    ore: GoodCount = 0
    tincture: GoodCount = 0
    metal: GoodCount = 0
    gold: GoodCount = 0


class Shops(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """0 to 12 of each shop; a missing one is 0."""

    pergula: ShopCount = 0
    taberna: ShopCount = 0
    donarium: ShopCount = 0


class SaleQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How are these `goods` best sold through these `shops`?"""

    goods: Goods
    shops: Shops
    variant: Literal["standard", "gold_rush"] = "standard"


def sale_desk(question: SaleQuestion) -> dict[str, object] | Refusal:
    """Return the `best` plans: for each pair (Fame, cards) that none beats in both, one; most Fame first."""
    goods: dict[Good, int] = {good: getattr(question.goods, good) for good in GOODS}
    plans = best_plans(goods, msgspec.structs.asdict(question.shops), question.variant == "gold_rush")
    return {"best": [plan_answer(plan) for plan in plans]}


def plan_answer(plan: Plan) -> dict[str, object]:
    """Return a plan as JSON: what it brings in `fame` and `cards`, and the `plan` good by good."""
    sold = [{"good": line.good, "shop": line.shop, "for": line.pay} for line in plan.lines]
    return {"fame": plan.fame, "cards": plan.cards, "plan": sold}


class ResultPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player at the end: their Fame, and what their buildings cost in all (None: not counted)."""

    name: Name
    fame: Count
    prices: Annotated[int, Meta(ge=0, le=HIGHEST_TOTAL)] | None


class ResultQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who won? 1 to 4 players."""

    players: Annotated[tuple[ResultPlayer, ...], Meta(min_length=1, max_length=SEATS[1])]


def result_desk(question: ResultQuestion) -> Ending:
    """Return the result (AL-WIN, AL-TIE): ranking, winners, decided_by, needs."""
    players = question.players
    return ranking([player.fame for player in players], [player.prices for player in players])


OFFLINE_RESULT = OfflineCount(
    book={"criteria": list(Ending.COMPARED)},
    refusals=(),
    says={
        "prices": N_("Tied on Fame: the more expensive buildings decide."),
        "draw": N_("A shared victory!"),
        "needs": N_("A tie for first place! Add up the prices of each player’s buildings: %(list)s."),
    },
    total="fame",
)

DESKS = {
    "spirit": Desk(N_("Where may the Spirit go?"), SpiritQuestion, spirit_desk),
    "pawn": Desk(N_("Where may my pawn go?"), PawnQuestion, pawn_desk),
    "sale": Desk(N_("What will my goods sell for?"), SaleQuestion, sale_desk),
    "result": Desk(N_("Who has won?"), ResultQuestion, result_desk, OFFLINE_RESULT),
}
