"""Tables of Alchemicus of every variety, moves at random, and what holds at each of its tables."""

from __future__ import annotations

import random
from typing import Any

from referee.games.alchemicus.board import BUILDING_LIMIT, BUILDINGS, GOODS, LIES_ON, TOKENS
from referee.games.alchemicus.state import State
from referee.games.alchemicus.view import view

PRICES = {"horten": 1, "metalle": 1, "pergula": 1, "fornax": 2, "taberna": 2, "domo": 2, "labrium": 3, "donarium": 3}
DRAWS = (None, None, "deck", "bank", "noctis")

VARIETIES: dict[str, tuple[int, dict[str, Any]]] = {
    f"{track}-{expansion}-{variant}-{edition}-{players}": (
        players,
        {
            "track": track,
            "expansion": expansion,
            "variant": variant,
            "edition": edition,
            "card_bank": True,
            "advanced_sale": True,
            "prices": PRICES,
        },
    )
    for track in ("fame", "full")
    for expansion in ("none", "noctis")
    for variant in ("standard", "gold_rush")
    for edition in ("it", "pl")
    for players in (2, 4)
    if variant == "standard" or (expansion == "noctis" and track == "full")
}


GOLD: list[dict[str, Any]] = [
    {"kind": "building", "seat": 0, "build": "labrium"},
    {"kind": "building", "seat": 0, "build": "donarium"},
    {"kind": "goods", "seat": 0, "building": 1, "goods": ["gold"]},
]
"""What a Gold Rush is nearly won with."""
EVENINGS: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "fame-none-standard-it-4": ({"target": 3}, []),
    "full-noctis-standard-pl-2": ({"target": 3}, []),
    "full-noctis-gold_rush-it-2": ({}, GOLD),
}


def anything(chance: random.Random, state: State) -> dict[str, Any]:
    """Return a well-formed move of any kind by any seat, legal or not, whose things all exist."""
    seats = range(len(state.seats))
    seat, target = chance.choice(seats), chance.choice(seats)
    ids = [building.id for player in state.seats for building in player.buildings]
    targets = [building.id for building in state.seats[target].buildings]
    good, number, kind = chance.choice(GOODS), chance.randint(1, 12), chance.choice(BUILDINGS)
    moves: dict[str, dict[str, Any]] = {
        "draw": {"from": chance.choice(["deck", "bank", "noctis"])},
        "place": {"field": chance.randrange(8), "draw": chance.choice(DRAWS)},
        "move": {
            "steps": number,
            "glorias": chance.randint(0, 3),
            "reward": chance.choice(["deck", "noctis"]),
            "draw": chance.choice(DRAWS),
        },
        "spirit": {
            "to": chance.choice(["horten", "metalle", "alembic", "fornax", "labrium", "domo"]),
            "discard_hand": chance.random() < 0.5,
            "rob": chance.choice([None, target]),
        },
        "harvest": {"building": None},
        "gift": {},
        "gloria": {},
        "pactum": {},
        "infamia": {"target": target},
        "golem": {"field": chance.randrange(8)},
        "fend_off": {"with": chance.choice(["cards", "nothing"])},
        "clear_infamia": {"cards": chance.choice([4, 8])},
        "end_turn": {},
        "fame": {"by": chance.randint(-3, 3)},
        "turn": {},
        "building": {"build": kind},
        "pawn": {"field": chance.choice([None, *range(8)])},
        "spirit_stands": {"to": chance.choice(["horten", "domo", "fornax"])},
        "golem_stands": {"field": chance.randrange(8), "stands": chance.random() < 0.5},
        "infamia_lies": {"lies": chance.randint(0, 9)},
        "cards": {"by": chance.randint(-5, 5)},
        "price": {"building": kind, "price": number},
        "prices_total": {"total": number},
        "build": {"building": chance.choice([*BUILDINGS, "gloria"])},
    }
    if ids:
        one, two = chance.choice(ids), chance.choice(ids)
        moves |= {
            "harvest": {"building": chance.choice([None, one])},
            "golem": chance.choice([{"building": one}, {"field": chance.randrange(8)}]),
            "transport": {"good": good, "from": one, "to": two},
            "transmute": {"building": one},
            "sell": {"good": good, "from": one, "shop": two, "for": chance.choice(["cards", "fame"])},
            "buy": {"into": one},
            "build": {
                "building": kind,
                "demolish": chance.choice([None, one]),
                "price": chance.choice([None, None, chance.randint(0, 20)]),
            },
            "fend_off": chance.choice([{"with": "cards"}, {"with": "nothing"}, {"with": "golem", "building": one}]),
        }
        mine = [building.id for building in state.seats[seat].buildings]
        if mine:
            lying = {"goods": chance.choices(GOODS, k=chance.randint(0, 3)), "golem": chance.random() < 0.5}
            moves |= {
                "building": chance.choice([{"build": kind}, {"remove": chance.choice(mine)}]),
                "goods": {"building": chance.choice(mine), **chance.choice([{}, lying, {"spiritus": number}])},
            }
        if targets:
            theirs = chance.choice(targets)
            moves |= {
                "homunculus": {"target": target, "building": theirs, "undo": chance.choice(["good", "spiritus"])},
                "mutabilis": {"target": target, "from": theirs, "good": good, "to": one},
                "spiritus": {"target": target, "building": theirs},
            }
    kind = chance.choice(sorted(moves))
    return {"kind": kind, "seat": seat, **moves[kind]}


def check(state: State) -> None:
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
    shown = view(state, frozenset())
    for value, bank in TOKENS:
        assert sum(player.tokens[str(value)] for player in shown.players) <= bank
    assert (shown.result is None) == (not state.over)


def check_legal(state: State) -> None:
    """Check what holds where nothing was overruled."""
    spirit_field = state.rules.ring.index("spirit")
    assert sum(seat.pawn == spirit_field for seat in state.seats) <= 1
    for seat in state.seats:
        assert len(seat.buildings) <= BUILDING_LIMIT
        for building in seat.buildings:
            assert len(building.goods) <= (2 if building.kind == "labrium" else 1)
            assert all(building.kind in LIES_ON[good] for good in building.goods)
            assert "gold" not in building.goods or len(building.goods) == 1
