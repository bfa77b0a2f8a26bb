"""Random legal and random overruled play at tables of every variety: nothing raised, nothing lost, nobody stuck."""

import random
from collections import Counter

import msgspec
import pytest

from referee.engine import judge
from referee.games import alchemicus
from referee.games.alchemicus.board import BUILDING_LIMIT, HAND_LIMIT, LIES_ON, TOKENS
from referee.history import Entry, History, Undo, replay
from tests.alchemicus.tables import VARIETIES, anything, as_sent, buttons, variety

MOVES_A_VARIETY = 1_000


def entered(history, move):
    return history.enter(Entry(history.seq + 1, "2026-01-01T00:00:00Z", None, move))


def goods_of(state):
    return Counter(good for seat in state.seats for building in seat.buildings for good in building.goods)


def check(state):
    """Check what holds in every position, however it was reached."""
    assert (state.to_move is None) == state.over
    assert state.phase in ("draw", "move", "action", "end")
    ids = [building.id for seat in state.seats for building in seat.buildings]
    assert len(ids) == len(set(ids))
    assert state.golems <= set(range(8))
    for seat in state.seats:
        assert seat.fame >= 0
        assert 0 <= seat.infamia <= 9
        assert (seat.hand is None) == (not state.rules.full)
        assert seat.hand is None or seat.hand >= 0
        assert seat.pawn is None or 0 <= seat.pawn < 8
        assert all(building.spiritus >= 0 for building in seat.buildings)
    shown = alchemicus.view(state, frozenset())
    for value, bank in TOKENS:
        assert sum(player.tokens[str(value)] for player in shown.players) <= bank
    assert (shown.result is None) == (not state.over)
    msgspec.json.encode(shown)


def check_legal(state):
    """Check what holds where nothing was overruled."""
    spirit_field = state.rules.ring.index("spirit")
    assert sum(seat.pawn == spirit_field for seat in state.seats) <= 1
    for seat in state.seats:
        assert len(seat.buildings) <= BUILDING_LIMIT
        for building in seat.buildings:
            assert len(building.goods) <= (2 if building.kind == "labrium" else 1)
            assert all(building.kind in LIES_ON[good] for good in building.goods)
            assert "gold" not in building.goods or len(building.goods) == 1


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
    history = History(variety(name))
    start = history.start
    games = []
    for _ in range(MOVES_A_VARIETY):
        state = history.state
        legal = [button for button in buttons(state) if judge(button, state).refusal is None]
        assert bool(legal) != state.over
        if state.over:
            games.append(history)
            history = History(start)
            continue
        seat = chance.randrange(len(state.seats))
        by = chance.choice([-1, 1, 2])
        extra = [
            msgspec.convert({"kind": kind, "seat": seat, "by": by}, alchemicus.MOVES) for kind in ("fame", "cards")
        ]
        busy = [button for button in legal if as_sent(button)["kind"] != "end_turn"] or legal
        chosen = chance.choice([*legal, *extra] if chance.random() < 0.2 else busy)
        if judge(chosen, state).refusal is not None:
            continue
        history = entered(history, chosen)
        check(history.state)
        check_legal(history.state)
        check_goods(chosen, state, history.state, history.effects[-1])
        if as_sent(chosen)["kind"] == "end_turn":
            hand = history.state.seats[chosen.seat].hand
            assert hand is None or hand <= HAND_LIMIT
    for played in [*games, history]:
        assert replay(played.entries, History(start)).state == played.state


@pytest.mark.parametrize("name", VARIETIES)
def test_overruled_play(name):
    chance = random.Random(name)
    history = History(variety(name))
    for _ in range(MOVES_A_VARIETY):
        before = history
        chosen = anything(history.state, chance)
        assert msgspec.convert(as_sent(chosen), alchemicus.MOVES) == chosen
        assert judge(chosen, history.state).missing is None
        chosen.told(history.state)
        history = entered(history, chosen)
        check(history.state)
        for button in buttons(history.state):
            judge(button, history.state)
        if chance.random() < 0.02:
            taken = entered(history, Undo((history.seq,)))
            assert taken.state == before.state
        if history.state.over and chance.random() < 0.2:
            assert replay(history.entries, History(history.start)).state == history.state
            history = History(history.start)
    assert replay(history.entries, History(history.start)).state == history.state


@pytest.mark.parametrize("name", VARIETIES)
def test_buttons_are_well_formed_and_different(name):
    chance = random.Random(name)
    state = variety(name)
    for _ in range(300):
        shown = buttons(state)
        assert len({msgspec.json.encode(button) for button in shown}) == len(shown)
        for button in shown:
            assert msgspec.convert(as_sent(button), alchemicus.MOVES) == button
            assert judge(button, state).missing is None
            assert judge(button, state).refusal is None or judge(button, state).refusal.code not in (
                "not_your_turn",
                "wrong_phase",
                "not_tracked",
                "answer_pending",
                "not_on_field",
            )
        if not shown:
            break
        legal = [button for button in shown if judge(button, state).refusal is None]
        state, _ = chance.choice(legal).apply(state)
