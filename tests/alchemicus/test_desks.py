"""Rulings without a table: Spirit, pawn, sale, result."""

import itertools

import msgspec
import pytest

from referee.engine import Malformed, Refusal
from referee.games.alchemicus.board import CARDS_FOR, FAME_FOR, GOODS, SHOPS
from referee.games.alchemicus.desks import DESKS
from referee.games.alchemicus.sale import best_plans
from tests.alchemicus.positions import as_json
from tests.timed import least_seconds

RING = ["spirit", "harvest", "transport", "transmutation", "build", "sale", "gifts", "build"]


def ask(desk, **question):
    """Return the desk's answer to a question as it comes in, or the refusal's code and rule."""
    asked = msgspec.convert({key.rstrip("_"): value for key, value in question.items()}, DESKS[desk].question)
    answer = DESKS[desk].answer(asked)
    return (answer.code, answer.rule) if isinstance(answer, Refusal) else as_json(answer)


# --- the Spirit ------------------------------------------------------------------------------------------------------


def test_spirit_on_labrium():
    assert ask("spirit", spirit="labrium", hand=3) == {
        "moves": [
            {"to": "horten", "cost": "hand", "cards": 3, "rule": "AL-SPIRIT-JUMP"},
            {"to": "metalle", "cost": "hand", "cards": 3, "rule": "AL-SPIRIT-JUMP"},
            {"to": "fornax", "cost": "free", "rule": "AL-SPIRIT-STEP"},
            {"to": "alembic", "cost": "free", "rule": "AL-SPIRIT-STEP"},
            {"to": "domo", "cost": "free", "rule": "AL-SPIRIT-IN"},
        ]
    }


def test_spirit_in_the_centre_of_another_ring():
    ring = ["alembic", "labrium", "horten", "fornax", "metalle"]
    answer = ask("spirit", spirit="domo", hand=0, spirit_ring=ring)
    assert answer == {"moves": [{"to": to, "cost": "free", "rule": "AL-SPIRIT-OUT"} for to in ring]}


def test_from_any_place_of_any_ring_two_are_free_and_two_are_jumps():
    for places in itertools.permutations(["horten", "metalle", "fornax", "labrium", "alembic"]):
        moves = ask("spirit", spirit="fornax", hand=0, spirit_ring=list(places))["moves"]
        free = {move["to"] for move in moves if move["rule"] == "AL-SPIRIT-STEP"}
        at = places.index("fornax")
        assert free == {places[at - 1], places[(at + 1) % 5]}, places
        assert [move["cards"] for move in moves if move["cost"] == "hand"] == [0, 0], places


def test_spirit_to_one_place():
    assert ask("spirit", spirit="fornax", hand=2, to="fornax") == ("spirit_must_move", "AL-SPIRIT-MUST")
    assert ask("spirit", spirit="fornax", hand=2, to="alembic") == {
        "legal": True, "to": "alembic", "cost": "hand", "cards": 2, "rule": "AL-SPIRIT-JUMP",
    }  # fmt: skip
    assert ask("spirit", spirit="fornax", hand=2, to="domo") == {
        "legal": True, "to": "domo", "cost": "free", "rule": "AL-SPIRIT-IN",
    }  # fmt: skip


# --- the pawn --------------------------------------------------------------------------------------------------------


def test_pawn_with_fame():
    answer = ask("pawn", from_=6, others=[], fame=1, ring=RING)
    assert answer["barred"] == []
    assert list(answer["moves"][0]) == "steps field kind fame passes_spirit stopped_by_golem rule".split()
    assert [tuple(move.values()) for move in answer["moves"]] == [
        (1, 7, "build", 0, False, False, "AL-MOVE-FREE"),
        (2, 0, "spirit", 0, False, False, "AL-MOVE-FREE"),
        (3, 1, "harvest", 0, True, False, "AL-MOVE-FREE"),
        (4, 2, "transport", 1, True, False, "AL-MOVE-FAME"),
        (5, 3, "transmutation", 1, True, False, "AL-MOVE-FAME"),
    ]


def test_pawn_barred():
    answer = ask("pawn", from_=6, others=[0], fame=0)
    assert [move["steps"] for move in answer["moves"]] == [1, 3]
    assert answer["barred"] == [
        {"steps": 2, "field": 0, "code": "spirit_field_occupied", "rule": "AL-MOVE-OCCUPIED"},
        {"steps": 4, "field": 2, "code": "fame_needed", "rule": "AL-MOVE-FAME"},
        {"steps": 5, "field": 3, "code": "fame_needed", "rule": "AL-MOVE-FAME"},
    ]


def test_pawn_placed():
    answer = ask("pawn", from_=None, others=[0, 4], fame=0)
    assert [(move["steps"], move["field"], move["kind"]) for move in answer["moves"]] == [
        (None, field, RING[field]) for field in range(1, 8)
    ]
    assert {move["rule"] for move in answer["moves"]} == {"AL-MOVE-FIRST"}
    assert answer["barred"] == [
        {"steps": None, "field": 0, "code": "spirit_field_occupied", "rule": "AL-MOVE-OCCUPIED"}
    ]


def test_pawn_in_a_gold_rush():
    answer = ask("pawn", from_=6, others=[], fame=0, variant="gold_rush", glorias=2, golems=[1])
    assert answer["barred"] == []
    assert [tuple(move.values()) for move in answer["moves"]] == [
        (3, 1, "harvest", 0, True, False, "GR-GLORIA"),
        (4, 1, "harvest", 0, True, True, "GR-GLORIA"),
        (5, 1, "harvest", 0, True, True, "GR-GLORIA"),
    ]


@pytest.mark.parametrize(
    ("question", "refusal"),
    [({"glorias": 1}, ("gold_rush_only", "GR-GLORIA")), ({"golems": [3]}, ("gold_rush_only", "GR-GOLEM"))],
)
def test_gold_rush_questions_without_a_gold_rush(question, refusal):
    assert ask("pawn", from_=1, others=[], fame=0, **question) == refusal


@pytest.mark.parametrize(
    ("desk", "question", "field"),
    [
        ("spirit", {"spirit": "fornax", "hand": 0, "spirit_ring": ["fornax"] * 5}, "spirit_ring"),
        ("pawn", {"from_": 1, "others": [], "fame": 0, "ring": ["build"] * 8}, "ring"),
        ("pawn", {"from_": 1, "others": [], "fame": 0, "ring": [*RING[:7], "spirit"]}, "ring"),
        ("pawn", {"from_": 1, "others": [], "fame": 0, "ring": ["build"] * 8, "glorias": 1}, "ring"),
        ("pawn", {"from_": 1, "others": [], "fame": 0, "variant": "gold_rush", "golems": [1, 1]}, "golems"),
    ],
)
def test_what_cannot_be(desk, question, field):
    with pytest.raises(Malformed) as raised:
        ask(desk, **question)
    assert raised.value.field == field


@pytest.mark.parametrize(
    ("desk", "question", "path"),
    [
        ("spirit", {"spirit": "pergula", "hand": 2}, "$.spirit"),
        ("spirit", {"spirit": "fornax", "hand": -1}, "$.hand"),
        ("pawn", {"from_": 8, "others": [], "fame": 0}, "$.from"),
        ("pawn", {"from_": 1, "others": [8], "fame": 0}, "$.others[...]"),
        ("pawn", {"from_": 1, "others": [1, 2, 3, 4], "fame": 0}, "$.others"),
        ("pawn", {"from_": 1, "others": [], "fame": -1}, "$.fame"),
        ("sale", {"goods": {"herbs": 25}, "shops": {}}, "$.goods.herbs"),
        ("sale", {"goods": {}, "shops": {"pergula": 13}}, "$.shops.pergula"),
        ("result", {"players": []}, "$.players"),
        ("result", {"players": [{"name": "", "fame": 1, "prices": None}]}, "$.players[0].name"),
        ("result", {"players": [{"name": "   ", "fame": 1, "prices": None}]}, "$.players[0].name"),
        ("result", {"players": [{"name": "x" * 41, "fame": 1, "prices": None}]}, "$.players[0].name"),
        ("result", {"players": [{"name": "Ada", "fame": -1}]}, "$.players[0].fame"),
        ("result", {"players": [{"name": "Ada", "fame": 1, "prices": 241}]}, "$.players[0].prices"),
    ],
)
def test_out_of_range(desk, question, path):
    with pytest.raises(msgspec.ValidationError) as raised:
        ask(desk, **question)
    assert str(raised.value).partition(" - at ")[2].strip("`").replace("[0]", "[...]") == path.replace("[0]", "[...]")


@pytest.mark.parametrize(
    ("desk", "question", "lacking"),
    [
        ("spirit", {"hand": 2}, "spirit"),
        ("spirit", {"spirit": "fornax"}, "hand"),
        ("pawn", {"others": [], "fame": 0}, "from"),
        ("pawn", {"from_": None, "fame": 0}, "others"),
        ("pawn", {"from_": None, "others": []}, "fame"),
        ("sale", {"goods": {}}, "shops"),
        ("result", {"players": [{"name": "Ada", "fame": 1}]}, "prices"),
    ],
)
def test_what_has_no_default_is_not_guessed(desk, question, lacking):
    with pytest.raises(msgspec.ValidationError, match=f"missing required field `{lacking}`"):
        ask(desk, **question)


# --- the sale --------------------------------------------------------------------------------------------------------


def pairs(goods, shops, variant="standard"):
    return [(plan["fame"], plan["cards"]) for plan in ask("sale", goods=goods, shops=shops, variant=variant)["best"]]


def test_the_books_sale_is_one_of_the_best():
    assert pairs({"herbs": 2, "ore": 1, "metal": 1}, {"pergula": 1, "taberna": 1}) == [(1, 3), (0, 6)]


@pytest.mark.parametrize(
    ("goods", "shops", "best"),
    [
        ({}, {}, [(0, 0)]),
        ({"herbs": 3}, {"donarium": 2}, [(0, 0)]),
        ({"gold": 2}, {"donarium": 1, "pergula": 1}, [(6, 0), (5, 5), (1, 6), (0, 11)]),
        ({"tincture": 2}, {"pergula": 2}, [(0, 6)]),
    ],
)
def test_best_sales(goods, shops, best):
    assert pairs(goods, shops) == best


def test_as_much_as_a_table_could_hold_is_planned():
    assert pairs(dict.fromkeys(GOODS, 24), dict.fromkeys(SHOPS, 12))[0] == (12 * 5 + 12 * 3 + 24, 12 * 3)


def test_in_a_gold_rush_a_sale_pays_cards_and_gold_needs_a_donarium():
    assert pairs({"gold": 2, "metal": 1}, {"taberna": 2}, "gold_rush") == [(0, 3)]
    assert pairs({"gold": 2, "metal": 1}, {"taberna": 2, "donarium": 1}, "gold_rush") == [(0, 9)]


def every_sale(goods, shops):
    """Return all pairs (Fame, cards) of all ways to sell, tried out one good and one room after the other."""
    rooms = [shop for shop, count in shops.items() for _ in range(count * SHOPS[shop])]
    reached = {(tuple(goods[good] for good in GOODS), 0, 0)}
    for shop in rooms:
        before = frozenset(reached)
        for left, fame, cards in before:
            for place, good in enumerate(GOODS):
                if left[place] and good in CARDS_FOR[shop]:
                    rest = (*left[:place], left[place] - 1, *left[place + 1 :])
                    reached.add((rest, fame, cards + CARDS_FOR[shop][good]))
                    if good in FAME_FOR[shop]:
                        reached.add((rest, fame + FAME_FOR[shop][good], cards))
    return {(fame, cards) for _, fame, cards in reached}


@pytest.mark.parametrize("shops", [*itertools.product((0, 1, 2), (0, 1), (0, 1, 2))])
@pytest.mark.parametrize("counts", [(1, 0, 2, 0, 3), (0, 1, 1, 1, 1), (2, 1, 1, 2, 0), (0, 0, 0, 0, 4)])
def test_no_way_to_sell_beats_the_best(counts, shops):
    goods = dict(zip(GOODS, counts, strict=True))
    built = dict(zip(SHOPS, shops, strict=True))
    ways = every_sale(goods, built)
    best = [way for way in ways if not any(o != way and o[0] >= way[0] and o[1] >= way[1] for o in ways)]
    plans = best_plans(goods, built)
    assert [(plan.fame, plan.cards) for plan in plans] == sorted(best, reverse=True)
    for plan in plans:
        assert worth(plan, goods, built) == (plan.fame, plan.cards)


def worth(plan, goods, shops):
    """Return what a plan brings, having seen that it sells what is there through shops that have room."""
    for good in GOODS:
        assert sum(line.good == good for line in plan.lines) <= goods[good]
    for shop in SHOPS:
        assert sum(line.shop == shop for line in plan.lines) <= shops[shop] * SHOPS[shop]
    fame = sum(FAME_FOR[line.shop][line.good] for line in plan.lines if line.pay == "fame")
    cards = sum(CARDS_FOR[line.shop][line.good] for line in plan.lines if line.pay == "cards")
    return fame, cards


def test_the_largest_sale_is_planned_in_a_blink():
    goods, shops = dict.fromkeys(GOODS, 24), {"pergula": 12, "taberna": 12, "donarium": 0}
    assert least_seconds(lambda: best_plans(goods, shops), 0.5) < 0.5
    plans = best_plans(goods, shops)
    assert (plans[0].fame, plans[-1].fame) == (24 * 3 + 12, 0)


# --- the result ------------------------------------------------------------------------------------------------------


def test_result():
    players = [
        {"name": "Ada", "fame": 21, "prices": 14},
        {"name": "Bruno", "fame": 21, "prices": 19},
        {"name": "Celina", "fame": 20, "prices": 40},
    ]
    assert ask("result", players=players) == {
        "ranking": [
            {"seat": 1, "place": 1, "fame": 21, "prices": 19},
            {"seat": 0, "place": 2, "fame": 21, "prices": 14},
            {"seat": 2, "place": 3, "fame": 20, "prices": 40},
        ],
        "winners": [1],
        "decided_by": "prices",
        "needs": [],
    }


def test_result_that_waits_for_prices():
    answer = ask(
        "result", players=[{"name": "Ada", "fame": 21, "prices": None}, {"name": "王", "fame": 21, "prices": 3}]
    )
    assert (answer["winners"], answer["decided_by"]) == ([], None)
    assert answer["needs"] == [{"seat": 0, "what": "prices_total"}]
