"""Tables of Alchemicus of every variety, and moves at random."""

from __future__ import annotations

import random
from typing import Any

from referee.games.alchemicus.board import BUILDINGS, GOODS

PRICES = {"horten": 1, "metalle": 1, "pergula": 1, "fornax": 2, "taberna": 2, "domo": 2, "labrium": 3, "donarium": 3}
SPIRIT_PLACES = ("horten", "metalle", "alembic", "fornax", "labrium", "domo")
MOST_IDS = 12
"""Ids of buildings that are tried: more than there are at most tables."""

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


def anything(chance: random.Random, players: int) -> dict[str, Any]:
    """Return a well-formed move of any kind; a building it names need not be there."""

    def building() -> int:
        return chance.randint(1, MOST_IDS)

    target, good, number = chance.randrange(players), chance.choice(GOODS), chance.randint(1, 12)
    moves: dict[str, dict[str, Any]] = {
        "draw": {"from": chance.choice(["deck", "bank", "noctis"])},
        "place": {"field": chance.randrange(8)},
        "move": {"steps": number, "glorias": chance.randint(0, 3), "reward": chance.choice(["deck", "noctis"])},
        "spirit": {
            "to": chance.choice(SPIRIT_PLACES),
            "discard_hand": chance.random() < 0.5,
            "rob": chance.choice([None, target]),
        },
        "build": {
            "building": chance.choice([*BUILDINGS, "gloria"]),
            "demolish": chance.choice([None, None, building()]),
        },
        "harvest": {"building": chance.choice([None, building()])},
        "transport": {"good": good, "from": building(), "to": building()},
        "transmute": {"building": building()},
        "sell": {"good": good, "from": building(), "shop": building(), "for": chance.choice(["cards", "fame"])},
        "buy": {"into": building()},
        "gift": {},
        "gloria": {},
        "golem": chance.choice([{"building": building()}, {"field": chance.randrange(8)}]),
        "homunculus": {"target": target, "building": building(), "undo": chance.choice(["good", "spiritus"])},
        "mutabilis": {"target": target, "from": building(), "good": good, "to": building()},
        "pactum": {},
        "spiritus": {"target": target, "building": building()},
        "infamia": {"target": target},
        "fend_off": chance.choice([{"with": "cards"}, {"with": "nothing"}, {"with": "golem", "building": building()}]),
        "clear_infamia": {"cards": chance.choice([4, 8])},
        "end_turn": {},
        "fame": {"by": chance.randint(-3, 3)},
        "cards": {"by": chance.randint(-5, 5)},
        "price": {"building": chance.choice(BUILDINGS), "price": number},
        "prices_total": {"total": number},
    }
    kind = chance.choice(sorted(moves))
    return {"kind": kind, "seat": chance.randrange(players), **moves[kind]}
