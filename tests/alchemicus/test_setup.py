"""A table's options: defaults, what the edition changes, what cannot be; and how a position is shown."""

import msgspec
import pytest

from referee.engine import Malformed
from referee.games.alchemicus import GAME
from referee.games.alchemicus.board import NOCTIS_COSTS
from tests.alchemicus.positions import ADA, BRUNO, a, attacked, gold_rush, having, move, noctis, offered, seated, table

RING = ["spirit", "harvest", "transport", "transmutation", "build", "sale", "gifts", "build"]
SPIRIT_RING = ["horten", "metalle", "fornax", "labrium", "alembic"]


def settled(language="en", **options):
    return msgspec.to_builtins(GAME.settle(msgspec.convert(options, GAME.options), 2, language))


def test_defaults():
    assert settled() == {
        "expansion": "none",
        "variant": "standard",
        "edition": "pl",
        "card_bank": False,
        "advanced_sale": False,
        "target": 20,
        "ring": tuple(RING),
        "spirit_ring": tuple(SPIRIT_RING),
        "prices": {"alembic": 3},
        "track": "fame",
        "strict_seats": False,
        "colours": ("blue", "brown"),
        "house_rule": None,
        "first_game": False,
    }


def test_settled_options_are_options_and_settle_to_themselves():
    options = settled(language="it", expansion="noctis", prices={"domo": 4})
    assert settled(language="pl", **msgspec.json.decode(msgspec.json.encode(options))) == options


@pytest.mark.parametrize(("language", "edition"), [("it", "it"), ("pl", "pl"), ("en", "pl")])
def test_the_edition_follows_the_language(language, edition):
    assert settled(language)["edition"] == edition


@pytest.mark.parametrize(
    ("options", "target"),
    [
        ({"edition": "it"}, 20),
        ({"edition": "pl"}, 20),
        ({"edition": "it", "expansion": "noctis"}, 16),
        ({"edition": "pl", "expansion": "noctis"}, 20),
        ({"edition": "it", "expansion": "noctis", "target": 7}, 7),
    ],
)
def test_the_fame_that_begins_the_last_round(options, target):
    assert settled(**options)["target"] == target


def test_prices_told_otherwise():
    assert settled(prices={"alembic": 4, "domo": 0})["prices"] == {"alembic": 4, "domo": 0}


def test_a_gold_rush_is_tracked_in_full():
    assert settled(expansion="noctis", variant="gold_rush")["track"] == "full"


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"variant": "gold_rush"}, "variant"),
        ({"variant": "gold_rush", "track": "full"}, "variant"),
        ({"variant": "gold_rush", "expansion": "noctis", "track": "fame"}, "variant"),
        ({"ring": RING[:7]}, "ring"),
        ({"ring": [*RING, "build"]}, "ring"),
        ({"ring": ["spirit", *RING[:7]]}, "ring"),
        ({"ring": ["spirit", "harvest", "transport", "build", "build", "sale", "gifts", "build"]}, "ring"),
        ({"spirit_ring": SPIRIT_RING[:4]}, "spirit_ring"),
        ({"spirit_ring": [*SPIRIT_RING[:4], "horten"]}, "spirit_ring"),
    ],
)
def test_options_that_cannot_be(options, field):
    with pytest.raises(Malformed) as raised:
        settled(**options)
    assert raised.value.field == field


@pytest.mark.parametrize(
    "options",
    [
        {"edition": None},
        {"edition": "de"},
        {"target": 0},
        {"target": 100},
        {"track": "none"},
        {"prices": {"alembic": 21}},
        {"prices": {"alembic": -1}},
        {"prices": {"gloria": 1}},
        {"card_bank": 1},
        {"cards": True},
        {"ring": [*RING[:7], "centre"]},
        {"spirit_ring": [*SPIRIT_RING[:4], "domo"]},
    ],
)
def test_options_that_say_nothing(options):
    with pytest.raises(msgspec.ValidationError):
        settled(**options)


@pytest.mark.parametrize("number", ["seat", "target", "rob"])
def test_a_seat_is_no_negative_number(number):
    kind = {"seat": "end_turn", "target": "infamia", "rob": "spirit"}[number]
    fields = {"kind": kind, "seat": 0, number: -1} | ({"to": "domo"} if kind == "spirit" else {})
    with pytest.raises(msgspec.ValidationError) as raised:
        msgspec.convert(fields, GAME.moves)
    assert str(raised.value).endswith(f"`$.{number}`")


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({"kind": "golem"}, "building"),
        ({"kind": "golem", "building": 1, "field": 1}, "field"),
        ({"kind": "fend_off", "with": "golem"}, "building"),
        ({"kind": "fend_off", "with": "cards", "building": 1}, "building"),
    ],
)
def test_a_golem_needs_one_place(fields, named):
    with pytest.raises(Malformed) as raised:
        msgspec.convert({"seat": 0, **fields}, GAME.moves)
    assert raised.value.field == named


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "move", "steps": 0},
        {"kind": "move", "steps": 1, "glorias": -1},
        {"kind": "move", "steps": 1, "reward": "bank"},
        {"kind": "place", "field": 8},
        {"kind": "place", "field": -1},
        {"kind": "spirit", "to": "pergula"},
        {"kind": "build", "building": "golem"},
        {"kind": "price", "building": "gloria", "price": 1},
        {"kind": "price", "building": "domo", "price": 21},
        {"kind": "prices_total", "total": 241},
        {"kind": "clear_infamia", "cards": 5},
        {"kind": "end_turn", "steps": 1},
        {"kind": "pass"},
    ],
)
def test_moves_that_say_nothing(fields):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"seat": 0, **fields}, GAME.moves)


def test_the_least_and_the_most_that_can_be_told():
    for target in (1, 99):
        assert settled(target=target)["target"] == target
    assert settled(prices={"alembic": 20, "domo": 0})["prices"] == {"alembic": 20, "domo": 0}
    for price in (0, 20):
        assert move("price", building="domo", price=price).price == price
    for total in (0, 240):
        assert move("prices_total", total=total).total == total
    assert [move("place", field=field).field for field in range(8)] == list(range(8))


def test_what_the_noctis_cards_cost():
    assert NOCTIS_COSTS == {"golem": 2, "homunculus": 2, "mutabilis": 1, "pactum": 3, "spiritus": 2, "infamia": 5}


# --- how a position is shown -----------------------------------------------------------------------------------------


def shown(state):
    """Return the game's part of the table as JSON has it."""
    return msgspec.json.decode(msgspec.json.encode(GAME.view(state, frozenset())))


def test_a_position_with_fame_tracking():
    assert shown(seated(table(), BRUNO, fame=17, pawn=3)) == {
        "players": [
            {
                "seat": 0, "name": "", "fame": 0, "tokens": {"10": 0, "5": 0, "1": 0}, "pawn": None, "turns": 0,
                "hand": None, "buildings": [], "infamia": 0,
            },
            {
                "seat": 1, "name": "", "fame": 17, "tokens": {"10": 1, "5": 1, "1": 2}, "pawn": 3, "turns": 0,
                "hand": None, "buildings": [], "infamia": 0,
            },
        ],
        "to_move": 0,
        "phase": "move",
        "pending": None,
        "over": False,
        "result": None,
        "spirit": "labrium",
        "ring": list(RING),
        "spirit_ring": list(SPIRIT_RING),
        "golems": [],
        "prices": {
            "horten": None, "metalle": None, "pergula": None, "fornax": None, "alembic": 3, "taberna": None,
            "domo": None, "labrium": None, "donarium": None,
        },
        "round": 1,
        "last_round": False,
        "offer": None,
    }  # fmt: skip


def test_buildings_offers_and_attacks_are_shown():
    state = having(noctis(), ADA, a("labrium", "metal", "tincture", golem=True, spiritus=2))
    position = shown(offered(attacked(state, ADA, BRUNO), "metal", ADA, 3))
    assert position["players"][ADA]["buildings"] == [
        {"id": 100, "kind": "labrium", "goods": ["tincture", "metal"], "golem": True, "spiritus": 2}
    ]
    assert position["offer"] == {"good": "metal", "seat": 0, "cards": 3, "price": 4}
    assert position["pending"] == {"kind": "infamia", "seat": 0, "target": 1}


def test_golems_on_the_ring_are_shown():
    state = msgspec.structs.replace(gold_rush(), golems=frozenset({6, 2}))
    assert shown(state)["golems"] == [2, 6]
