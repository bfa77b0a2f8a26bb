"""Random legal play at tables of every variety: goods neither come nor go but by the rules, and nobody is stuck."""

import random
from collections import Counter

import msgspec
import pytest

from referee.engine import judge
from referee.games.alchemicus import GAME
from referee.games.alchemicus.board import HAND_LIMIT
from tests.alchemicus.tables import as_sent, buttons, variety
from tests.samples.alchemicus import VARIETIES

MOVES_A_VARIETY = 1_000


NEVER_OFFERED = {"not_your_turn", "wrong_phase", "not_tracked", "answer_pending", "not_on_field"}
"""Refusals of what nobody needs a button for."""


def goods_of(state):
    return Counter(good for seat in state.seats for building in seat.buildings for good in building.goods)


def changed_goods(move, before):
    """Return how a legal move changes the goods of the whole table."""
    sent = as_sent(move)
    match sent["kind"]:
        case "sell":
            return {sent["good"]: -1}
        case "buy":
            return {before.offer.good: 1}
        case "homunculus" if sent["undo"] == "good":
            made = before.building(sent["building"]).kind
            return {
                "alembic": {"tincture": -1, "herbs": 1},
                "fornax": {"metal": -1, "ore": 1},
                "labrium": {"gold": -1, "tincture": 1, "metal": 1},
            }[made]
        case "build" if sent["demolish"]:
            return dict.fromkeys(before.building(sent["demolish"]).goods, -1)
    return {}


def made_of(effect):
    match effect.code, effect.good:
        case "harvested", good:
            return {good: 1}
        case "transmuted", "tincture":
            return {"tincture": 1, "herbs": -1}
        case "transmuted", "metal":
            return {"metal": 1, "ore": -1}
        case "transmuted", "gold":
            return {"gold": 1, "tincture": -1, "metal": -1}
    return {}


def check_goods(move, before, after, effects):
    expected = Counter(goods_of(before))
    for change in (changed_goods(move, before), *map(made_of, effects)):
        expected.update(change)
    assert +expected == goods_of(after)
    assert all(count >= 0 for count in expected.values())


@pytest.mark.parametrize("name", VARIETIES)
def test_legal_play(name):
    chance = random.Random(name)
    state = start = variety(name)
    for _ in range(MOVES_A_VARIETY):
        judged = [(button, judge(button, state).refusal) for button in buttons(state)]
        assert not NEVER_OFFERED & {refusal.code for _, refusal in judged if refusal is not None}
        legal = [button for button, refusal in judged if refusal is None]
        assert bool(legal) != state.over
        if state.over:
            state = start
            continue
        seat = chance.randrange(len(state.seats))
        by = chance.choice([-1, 1, 2])
        extra = [msgspec.convert({"kind": kind, "seat": seat, "by": by}, GAME.moves) for kind in ("fame", "cards")]
        busy = [button for button in legal if as_sent(button)["kind"] != "end_turn"] or legal
        chosen = chance.choice([*legal, *extra] if chance.random() < 0.2 else busy)
        if judge(chosen, state).refusal is not None:
            continue
        before = state
        state, effects = chosen.apply(before)
        check_goods(chosen, before, state, effects)
        if as_sent(chosen)["kind"] == "end_turn":
            hand = state.seats[chosen.seat].hand
            assert hand is None or hand <= HAND_LIMIT
