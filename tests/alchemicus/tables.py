"""Tables of every variety, and moves at random: what is worth a button, and anything at all."""

import msgspec

from referee.games import alchemicus
from referee.games.alchemicus.board import BUILDINGS, GOODS
from tests.alchemicus.positions import move, table

PRICES = {"horten": 1, "metalle": 1, "pergula": 1, "fornax": 2, "taberna": 2, "domo": 2, "labrium": 3, "donarium": 3}

VARIETIES = {
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


DRAWS = (None, None, "deck", "bank", "noctis")


def variety(name):
    players, options = VARIETIES[name]
    return table(players, **options)


def anything(state, chance):
    """Return a well-formed move of any kind by any seat, legal or not, whose things all exist."""
    seats = range(len(state.seats))
    seat, target = chance.choice(seats), chance.choice(seats)
    ids = [building.id for player in state.seats for building in player.buildings]
    targets = [building.id for building in state.seats[target].buildings]
    good, number, kind = chance.choice(GOODS), chance.randint(1, 12), chance.choice(BUILDINGS)
    moves = {
        "draw": {"from_": chance.choice(["deck", "bank", "noctis"])},
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
        "fend_off": {"with_": chance.choice(["cards", "nothing"])},
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
            "transport": {"good": good, "from_": one, "to": two},
            "transmute": {"building": one},
            "sell": {"good": good, "from_": one, "shop": two, "for_": chance.choice(["cards", "fame"])},
            "buy": {"into": one},
            "build": {
                "building": kind,
                "demolish": chance.choice([None, one]),
                "price": chance.choice([None, None, chance.randint(0, 20)]),
            },
            "fend_off": chance.choice([{"with_": "cards"}, {"with_": "nothing"}, {"with_": "golem", "building": one}]),
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
                "mutabilis": {"target": target, "from_": theirs, "good": good, "to": one},
                "spiritus": {"target": target, "building": theirs},
            }
    kind = chance.choice(sorted(moves))
    return move(kind, seat, **moves[kind])


def buttons(state):
    """Return every move that is worth a button for anybody now."""
    return [button for seat in range(len(state.seats)) for button in alchemicus.offers(state, seat, True)]


def as_sent(entered):
    """Return the move as a client sends it."""
    return msgspec.to_builtins(entered)
