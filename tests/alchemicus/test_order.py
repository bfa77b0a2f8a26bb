"""Which reason comes first: the end, an awaited answer, tracking, missing things, turn, phase, then the row's own."""

from itertools import product

import pytest
from msgspec.structs import replace

from referee.engine import judge
from referee.games.alchemicus import GAME
from tests.alchemicus.positions import (
    ADA,
    BRUNO,
    BUILD,
    GIFTS,
    SALE,
    SPIRIT,
    a,
    attacked,
    full,
    gold_rush,
    having,
    move,
    moving,
    noctis,
    offered,
    on,
    over,
    refused,
    seated,
    table,
)

ALL = {
    "draw": {"from_": "deck"},
    "place": {"field": 3},
    "move": {"steps": 2},
    "spirit": {"to": "domo"},
    "build": {"building": "alembic"},
    "harvest": {},
    "transport": {"good": "herbs", "from_": 1, "to": 2},
    "transmute": {"building": 1},
    "sell": {"good": "herbs", "from_": 1, "shop": 2, "for_": "cards"},
    "buy": {"into": 1},
    "gift": {},
    "gloria": {},
    "golem": {"building": 1},
    "homunculus": {"target": 1, "building": 3, "undo": "good"},
    "mutabilis": {"target": 1, "from_": 3, "good": "herbs", "to": 1},
    "pactum": {},
    "spiritus": {"target": 1, "building": 3},
    "infamia": {"target": 1},
    "fend_off": {"with_": "nothing"},
    "clear_infamia": {"cards": 4},
    "end_turn": {},
}
ANYTIME = {"fame": {"by": 1}, "cards": {"by": 1}, "price": {"building": "domo", "price": 4}}
PUT_RIGHT = ("building", "goods", "pawn", "spirit_stands", "golem_stands", "infamia_lies")
FAME_KINDS = {"place", "move", "spirit", "gift", "gloria", "end_turn"}
OUT_OF_TURN = {"buy", "fend_off"}
PHASES = {
    "draw": {"draw"},
    "move": {"place", "move", "golem", "homunculus", "mutabilis", "pactum", "spiritus", "infamia"},
    "action": {"spirit", "build", "harvest", "transport", "transmute", "sell", "gift", "gloria"},
}


@pytest.mark.parametrize(("kind", "fields"), ALL.items())
def test_after_the_end_nothing_is_played(kind, fields):
    assert refused(over(noctis()), kind, ADA, **fields) == ("game_over", "AL-LAST-ROUND")


@pytest.mark.parametrize(("kind", "fields"), ALL.items())
def test_everything_waits_for_the_answer_to_infamia(kind, fields):
    state = attacked(moving(noctis()), ADA, BRUNO)
    by_ada, by_bruno = (refused(state, kind, seat, **fields) for seat in (ADA, BRUNO))
    if kind == "fend_off":
        assert (by_ada, by_bruno) == (("nothing_to_fend_off", "NO-INFAMIA"), None)
    else:
        assert by_ada == by_bruno == ("answer_pending", "NO-INFAMIA")


@pytest.mark.parametrize(("kind", "fields"), ANYTIME.items())
def test_corrections_and_prices_are_taken_at_any_time(kind, fields):
    for state in (over(noctis()), attacked(noctis(), ADA, BRUNO), noctis()):
        assert [refused(state, kind, seat, **fields) for seat in (ADA, BRUNO)] == [None, None]


def test_which_moves_commute_and_which_are_corrections():
    by_kind = {each.__struct_config__.tag: each for each in GAME.moves.__args__}
    assert {kind for kind, each in by_kind.items() if each.commutes} == {
        "fame", "cards", "price", "prices_total", *PUT_RIGHT
    }  # fmt: skip
    assert {kind for kind, each in by_kind.items() if each.correction} == {
        "fame", "cards", "turn", "left", "back", "colour", *PUT_RIGHT
    }  # fmt: skip
    keeping = {kind for kind, each in by_kind.items() if getattr(each, "keeps_offer", False)}
    assert keeping == {"fame", "cards", "price", *PUT_RIGHT}
    assert not any(each.private or each.secret_fields for each in by_kind.values())


@pytest.mark.parametrize("kind", sorted((set(ALL) | set(ANYTIME)) - FAME_KINDS - {"fame", "price"}))
def test_with_fame_tracking_the_rest_is_not_tracked(kind):
    for state, seat in product((table(), table(expansion="noctis")), (ADA, BRUNO)):
        assert refused(state, kind, seat, **(ALL | ANYTIME)[kind]) == ("not_tracked", None)


def test_what_is_over_is_over_before_it_is_untracked():
    assert refused(over(table()), "draw", ADA, from_="deck") == ("game_over", "AL-LAST-ROUND")
    assert refused(over(table()), "cards", ADA, by=1) == ("not_tracked", None)


@pytest.mark.parametrize("kind", sorted(set(ALL) - OUT_OF_TURN))
def test_out_of_turn(kind):
    assert refused(noctis(), kind, BRUNO, **ALL[kind]) == ("not_your_turn", "AL-TURN")


@pytest.mark.parametrize("kind", sorted(set().union(*PHASES.values())))
def test_out_of_phase(kind):
    reasons = {
        phase: refused(replace(noctis(), phase=phase), kind, ADA, **ALL[kind])
        for phase in ("draw", "move", "action", "end")
    }
    wrong = {phase for phase, reason in reasons.items() if reason == ("wrong_phase", "AL-TURN")}
    assert wrong == {phase for phase in reasons if kind not in PHASES.get(phase, set())}


@pytest.mark.parametrize(
    ("state", "order"),
    [
        (full(), "draw, move, action, Gloria, end"),
        (table(expansion="noctis"), "draw, Noctis cards, move, action, Gloria, end"),
        (noctis(), "draw, Noctis cards, move, action, Gloria, end"),
        (gold_rush(), "draw, Noctis cards, move with Glorias, action, end"),
    ],
)
@pytest.mark.parametrize("kind", ["move", "gloria"])
def test_out_of_phase_the_order_of_a_turn_is_that_of_the_table(state, order, kind):
    refusal = judge(move(kind, ADA, **ALL[kind]), replace(state, phase="draw")).refusal
    assert (refusal.code, refusal.rule) == ("wrong_phase", "AL-TURN")
    assert refusal.message == f"Not now: a turn goes {order}."


@pytest.mark.parametrize(
    ("kind", "fields", "missing"),
    [
        ("spirit", {"to": "domo", "rob": 2}, "rob"),
        ("build", {"building": "alembic", "demolish": 99}, "demolish"),
        ("harvest", {"building": 99}, "building"),
        ("transport", {"good": "herbs", "from_": 99, "to": 1}, "from"),
        ("transport", {"good": "herbs", "from_": 1, "to": 99}, "to"),
        ("transmute", {"building": 99}, "building"),
        ("sell", {"good": "herbs", "from_": 99, "shop": 2, "for_": "cards"}, "from"),
        ("sell", {"good": "herbs", "from_": 1, "shop": 99, "for_": "cards"}, "shop"),
        ("buy", {"into": 99}, "into"),
        ("golem", {"building": 99}, "building"),
        ("homunculus", {"target": 2, "building": 3, "undo": "good"}, "target"),
        ("homunculus", {"target": 1, "building": 99, "undo": "good"}, "building"),
        ("homunculus", {"target": 1, "building": 1, "undo": "good"}, "building"),
        ("mutabilis", {"target": 2, "from_": 3, "good": "herbs", "to": 1}, "target"),
        ("mutabilis", {"target": 1, "from_": 1, "good": "herbs", "to": 1}, "from"),
        ("mutabilis", {"target": 1, "from_": 3, "good": "herbs", "to": 99}, "to"),
        ("spiritus", {"target": 2, "building": 3}, "target"),
        ("spiritus", {"target": 1, "building": 1}, "building"),
        ("infamia", {"target": 2}, "target"),
        ("fend_off", {"with_": "golem", "building": 99}, "building"),
    ],
)
def test_what_is_not_at_the_table_is_missing_before_anybody_asks_whose_turn_it_is(kind, fields, missing):
    assert [refused(full(), kind, seat, **fields) for seat in (ADA, BRUNO)] == [("missing", missing)] * 2


def test_an_early_reason_comes_before_a_missing_thing():
    assert refused(over(full()), "harvest", ADA, building=99) == ("game_over", "AL-LAST-ROUND")
    assert refused(table(), "harvest", ADA, building=99) == ("not_tracked", None)


@pytest.mark.parametrize(
    ("state", "kind", "fields", "code"),
    [
        (moving(noctis(), pawn=None), "move", {"steps": 9, "glorias": 1}, "pawn_not_on_board"),
        (moving(full(), pawn=6), "move", {"steps": 9, "glorias": 1, "reward": "noctis"}, "gold_rush_only"),
        (moving(full(), pawn=6), "move", {"steps": 9, "reward": "noctis"}, "noctis_not_in_play"),
        (seated(moving(full(), pawn=4), BRUNO, pawn=SPIRIT), "move", {"steps": 4}, "fame_needed"),
        (on(full(), SPIRIT, spirit_moved=True), "spirit", {"to": "labrium"}, "spirit_already_moved"),
        (on(full(), SPIRIT), "spirit", {"to": "labrium", "rob": 0}, "spirit_must_move"),
        (on(full(), SPIRIT), "spirit", {"to": "horten", "rob": 0}, "rob_only_into_centre"),
        (on(full(), BUILD), "build", {"building": "fornax", "demolish": 3}, "price_unknown"),
        (on(full(), BUILD), "build", {"building": "alembic", "demolish": 3}, "not_full_yet"),
        (replace(on(full(), 1), spirit="horten"), "harvest", {}, "nothing_to_harvest"),
        (
            replace(on(having(full(), ADA, a("horten", "herbs")), 1), spirit="horten"),
            "harvest",
            {"building": 100},
            "not_empty",
        ),
        (
            on(having(full(), ADA, a("metalle"), a("labrium", "gold")), 2),
            "transport",
            {"good": "metal", "from_": 100, "to": 101},
            "no_such_route",
        ),
        (
            on(having(full(), ADA, a("fornax"), a("labrium", "gold")), 2),
            "transport",
            {"good": "metal", "from_": 100, "to": 101},
            "good_not_there",
        ),
        (
            replace(on(having(full(), ADA, a("labrium")), 3, worked=frozenset({100})), spirit="labrium"),
            "transmute",
            {"building": 100},
            "already_worked",
        ),
        (
            on(having(full(), ADA, a("labrium", "metal")), 3),
            "transmute",
            {"building": 100},
            "ingredients_missing",
        ),
        (
            on(having(seated(gold_rush(), ADA, infamia=1), ADA, a("labrium", "gold"), a("taberna")), SALE),
            "sell",
            {"good": "gold", "from_": 100, "shop": 101, "for_": "cards"},
            "only_at_donarium",
        ),
        (
            on(having(gold_rush(), ADA, a("labrium", "gold"), a("taberna")), SALE),
            "sell",
            {"good": "gold", "from_": 100, "shop": 101, "for_": "fame"},
            "no_fame_here",
        ),
        (
            on(having(full(), ADA, a("horten"), a("domo")), SALE),
            "sell",
            {"good": "herbs", "from_": 100, "shop": 101, "for_": "fame"},
            "not_a_shop",
        ),
        (offered(full(advanced_sale=False), "herbs", ADA, 1), "buy", {"into": 3}, "advanced_sale_not_in_play"),
        (on(full(), SALE), "gift", {}, "not_on_field"),
        (on(gold_rush(), SALE), "gift", {}, "not_on_field"),
        (on(seated(full(), ADA, hand=0), SPIRIT, gloria_played=True), "gloria", {}, "gloria_already_played"),
        (on(seated(full(), ADA, hand=0), SPIRIT), "gloria", {}, "spirit_must_move"),
        (seated(moving(full()), ADA, hand=0), "pactum", {}, "noctis_not_in_play"),
        (seated(moving(gold_rush()), ADA, hand=0), "golem", {"building": 3}, "not_your_building"),
        (moving(gold_rush(), pawn=GIFTS), "clear_infamia", {"cards": 4}, "no_infamia"),
    ],
)  # fmt: skip
def test_of_two_reasons_the_one_a_player_would_ask_first(state, kind, fields, code):
    assert refused(state, kind, ADA, **fields)[0] == code


def test_a_second_gloria_is_that_in_any_phase():
    for phase in ("draw", "move", "action", "end"):
        state = replace(on(full(), SALE, gloria_played=True), phase=phase)
        assert refused(state, "gloria", ADA) == ("gloria_already_played", "AL-GLORIA")


def test_with_fame_tracking_nothing_is_refused_for_what_nobody_told():
    state = on(table(3), SPIRIT)
    assert refused(state, "spirit", ADA, to="domo", rob=BRUNO) is None
    assert refused(state, "spirit", ADA, to="horten") == ("hand_must_be_discarded", "AL-SPIRIT-JUMP")
    assert refused(state, "spirit", ADA, to="horten", discard_hand=True) is None
    assert refused(on(table(), GIFTS), "gift", ADA) is None
    assert refused(on(table(), SALE), "gloria", ADA) is None
