"""What is put right: what lies on the table, whose turn it is; Fame told as a sale, a price told with its building."""

import msgspec
import pytest
from msgspec.structs import replace

from referee.engine import Malformed, judge
from referee.games.alchemicus import GAME
from referee.games.alchemicus.board import GOODS
from referee.history import Entry, History, Undo
from referee.language import say
from tests.alchemicus.positions import (
    ADA,
    BRUNO,
    BUILD,
    CELINA,
    GIFTS,
    HARVEST,
    SALE,
    SPIRIT,
    a,
    attacked,
    fames,
    full,
    gold_rush,
    goods,
    hands,
    having,
    move,
    moving,
    noctis,
    offered,
    on,
    over,
    overruled,
    played,
    refused,
    result,
    seated,
    table,
)

TABLES = {"fame": table(3), "full": full(3), "noctis": noctis(3), "gold rush": gold_rush(3)}
EVERYWHERE = {
    "pawn": {"field": 4},
    "spirit_stands": {"to": "horten"},
    "turn": {},
}
FULL_ONLY = {
    "building": {"build": "domo"},
    "goods": {"building": 1, "goods": ["herbs"]},
}
IN_GOLD_RUSH = {"golem_stands": {"field": 3, "stands": True}, "infamia_lies": {"lies": 1}}


def told(state, kind, seat=ADA, **fields):
    return say(move(kind, seat, **fields).told(state), ("Ada", "Bruno", "Celina"))


# --- when they are taken ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("kind", ["pawn", "spirit_stands"])
def test_pawn_and_spirit_are_put_right_at_every_table(name, kind):
    for state in (TABLES[name], over(TABLES[name]), attacked(TABLES[name], ADA, BRUNO)):
        assert refused(state, kind, BRUNO, **EVERYWHERE[kind]) is None


@pytest.mark.parametrize("kind", FULL_ONLY)
def test_buildings_are_put_right_where_they_are_tracked(kind):
    for state in (full(), over(full()), attacked(noctis(), ADA, BRUNO), gold_rush()):
        assert refused(state, kind, ADA, **FULL_ONLY[kind]) is None
    assert refused(table(), "building", ADA, build="domo") == ("not_tracked", None)
    assert refused(table(), "goods", ADA, building=1) == ("not_tracked", None)
    assert judge(move("goods", ADA, building=1), table()).missing == "building", "it cannot be overruled"


@pytest.mark.parametrize("kind", IN_GOLD_RUSH)
def test_golems_on_fields_and_infamia_are_put_right_in_a_gold_rush(kind):
    for state in (gold_rush(), over(gold_rush()), attacked(gold_rush(), ADA, BRUNO)):
        assert refused(state, kind, BRUNO, **IN_GOLD_RUSH[kind]) is None
    for state in (table(), full(), noctis()):
        assert refused(state, kind, BRUNO, **IN_GOLD_RUSH[kind]) == ("gold_rush_only", None)
        assert overruled(state, kind, BRUNO, **IN_GOLD_RUSH[kind])[0] == state


@pytest.mark.parametrize("kind", ["building", "goods", "pawn", "spirit_stands", "golem_stands", "infamia_lies"])
def test_they_commute_keep_what_can_be_redone_and_an_offer(kind):
    fields = (EVERYWHERE | FULL_ONLY | IN_GOLD_RUSH)[kind]
    state = offered(on(gold_rush(advanced_sale=True), SALE), "herbs", ADA, 1)
    entered = move(kind, BRUNO if kind != "goods" else ADA, **fields)
    assert entered.commuting() and entered.correction
    after, effects = entered.apply(state)
    assert (after.offer, effects) == (state.offer, ())
    assert (after.to_move, after.phase, after.turn) == (state.to_move, state.phase, state.turn)


@pytest.mark.parametrize(("kind", "fields"), [
    ("building", {}), ("building", {"build": "domo", "remove": 1}), ("building", {"build": "gloria"}),
    ("goods", {}), ("goods", {"building": 1, "goods": ["stone"]}), ("goods", {"building": 1, "goods": None}),
    ("goods", {"building": 1, "golem": 1}), ("goods", {"building": 1, "spiritus": -1}),
    ("pawn", {}), ("pawn", {"field": 8}), ("pawn", {"field": -1}),
    ("spirit_stands", {}), ("spirit_stands", {"to": "pergula"}),
    ("golem_stands", {"field": 3}), ("golem_stands", {"stands": True}), ("golem_stands", {"field": 8, "stands": True}),
    ("infamia_lies", {"lies": 10}), ("infamia_lies", {"lies": -1}),
    ("fame", {"by": 0, "for": "sale"}), ("fame", {"by": -1, "for": "sale"}), ("fame", {"by": 1, "for": "gift"}),
    ("build", {"building": "domo", "price": 21}), ("build", {"building": "domo", "price": -1}),
    ("place", {"field": 1, "draw": "hand"}), ("move", {"steps": 1, "draw": "none"}),
])  # fmt: skip
def test_what_says_nothing_is_malformed(kind, fields):
    with pytest.raises((msgspec.ValidationError, Malformed)):
        move(kind, ADA, **fields)


# --- buildings and what lies on them ---------------------------------------------------------------------------------


def test_a_building_more_costs_nothing_and_has_an_id_of_its_own():
    state, effects = played(full(), "building", BRUNO, build="labrium")
    assert (hands(state), effects, state.next_id) == ([5, 5], [], 6)
    assert [(one.id, one.kind) for one in state.seats[BRUNO].buildings] == [
        (3, "horten"),
        (4, "pergula"),
        (5, "labrium"),
    ]
    many = having(full(), ADA, *[a("horten")] * 12)
    assert refused(many, "building", ADA, build="horten") is None, "twelve is a rule, and this is a correction"


def test_a_building_fewer_goes_with_what_lies_on_it():
    state = having(full(), ADA, a("horten", "herbs", golem=True), a("alembic"))
    after, _ = played(state, "building", ADA, remove=100)
    assert [(one.id, one.kind) for one in after.seats[ADA].buildings] == [(101, "alembic")]


@pytest.mark.parametrize(
    ("kind", "field", "name"), [("building", "remove", "remove"), ("goods", "building", "building")]
)
def test_what_is_not_the_seats_is_missing(kind, field, name):
    assert refused(full(), kind, ADA, **{field: 3}) == ("missing", name), "Bruno's"
    assert refused(full(), kind, ADA, **{field: 99}) == ("missing", name)


def test_what_lies_on_a_building_is_as_said_and_what_is_left_out_stays():
    state = having(full(), ADA, a("labrium"))
    state, _ = played(state, "goods", ADA, building=100, goods=["metal", "tincture"], golem=True, spiritus=2)
    assert state.building(100) == replace(a("labrium", "metal", "tincture", golem=True, spiritus=2), id=100)
    after, _ = played(state, "goods", ADA, building=100, golem=False)
    assert after.building(100) == replace(a("labrium", "metal", "tincture", spiritus=2), id=100)
    after, _ = played(after, "goods", ADA, building=100, goods=[])
    assert after.building(100) == replace(a("labrium", spiritus=2), id=100)
    after, _ = played(after, "goods", ADA, building=100)
    assert after.building(100) == replace(a("labrium", spiritus=2), id=100)


def test_goods_may_be_said_to_lie_where_no_book_lets_them():
    state, _ = played(full(), "goods", ADA, building=2, goods=["gold", "gold", "herbs"], spiritus=5)
    assert goods(state) == [(), ("gold", "gold", "herbs")]


def test_at_two_hundred_buildings_nobody_adds_one_even_anyway():
    state = having(having(full(), ADA, *[a("horten")] * 100), BRUNO, *[a("horten")] * 99)
    state = replace(state, next_id=1000)
    state = on(seated(state, ADA, hand=9), BUILD)
    assert refused(state, "building", BRUNO, build="domo") is None
    full_table, _ = played(state, "building", BRUNO, build="domo")
    assert refused(full_table, "building", ADA, build="domo") == ("too_many", None)
    build = move("build", ADA, building="alembic")
    assert judge(build, full_table).refusal.code == "building_limit"
    assert build.over_limit(full_table).code == "too_many"
    assert move("build", ADA, building="alembic", demolish=100).over_limit(full_table) is None
    assert move("building", ADA, remove=100).over_limit(full_table) is None


# --- the board -------------------------------------------------------------------------------------------------------


def test_where_a_pawn_stands_brings_nothing_about():
    state = on(having(noctis(), ADA, a("domo")), GIFTS, gift_given=True)
    for field in (SPIRIT, HARVEST):
        after, effects = played(state, "pawn", ADA, field=field)
        assert (after.seats[ADA].pawn, hands(after), effects) == (field, hands(state), [])
        assert (after.phase, after.turn) == (state.phase, state.turn)
    off, _ = played(state, "pawn", ADA, field=None)
    assert off.seats[ADA].pawn is None
    two, _ = played(seated(state, BRUNO, pawn=SPIRIT), "pawn", ADA, field=SPIRIT)
    assert [seat.pawn for seat in two.seats] == [SPIRIT, SPIRIT]


def test_where_the_spirit_stands_is_no_move_of_it():
    state = on(full(), SPIRIT)
    for place in ("horten", "domo", "labrium"):
        after, effects = played(state, "spirit_stands", BRUNO, to=place)
        assert (after.spirit, hands(after), effects) == (place, hands(state), [])
        assert refused(after, "end_turn", ADA) == ("spirit_must_move", "AL-SPIRIT-MUST")


def test_golems_and_infamia_of_a_gold_rush():
    state, _ = played(gold_rush(), "golem_stands", BRUNO, field=3, stands=True)
    state, _ = played(state, "golem_stands", BRUNO, field=3, stands=True)
    assert (state.golems, hands(state)) == (frozenset({3}), [6, 6])
    state, _ = played(state, "golem_stands", ADA, field=3, stands=False)
    state, _ = played(state, "golem_stands", ADA, field=5, stands=False)
    assert state.golems == frozenset()
    state, _ = played(state, "infamia_lies", BRUNO, lies=9)
    assert [seat.infamia for seat in state.seats] == [0, 9]
    struck = move("fend_off", BRUNO, with_="nothing").apply(attacked(state, ADA, BRUNO))[0]
    assert struck.seats[BRUNO].infamia == 9, "an Infamia takes none away"


# --- whose turn it is ------------------------------------------------------------------------------------------------


def turns(state):
    return [seat.turns for seat in state.seats]


@pytest.mark.parametrize("name", TABLES)
def test_each_seat_passed_over_has_had_its_turn(name):
    state = TABLES[name]
    first = "move" if name == "fame" else "draw"
    assert refused(state, "turn", CELINA) is None
    after, effects = played(on(state, GIFTS, gift_given=True), "turn", CELINA)
    assert (after.to_move, after.phase, after.round, turns(after), effects) == (CELINA, first, 1, [1, 1, 0], [])
    assert after.turn == state.turn
    back, _ = played(after, "turn", BRUNO)
    assert (back.to_move, back.phase, back.round, turns(back)) == (BRUNO, first, 2, [2, 1, 1])


def test_a_turn_put_right_ends_nothing_and_begins_nothing():
    state = on(seated(seated(full(3, target=3), ADA, fame=9, hand=15), BRUNO, fame=9), SPIRIT)
    after, effects = played(state, "turn", CELINA)
    assert (after.last_turns, after.over, hands(after), effects) == (None, False, [15, 5, 5], [])
    last = replace(state, last_turns=1)
    after, _ = played(last, "turn", CELINA)
    assert (after.last_turns, after.over, after.to_move) == (1, False, CELINA)
    after, effects = overruled(replace(after, phase="action"), "end_turn", CELINA)
    assert after.over and effects[-1]["code"] == "game_over"


def test_to_the_seat_that_is_to_move_it_changes_nothing():
    state = offered(on(full(advanced_sale=True), SALE, sold=(1,)), "herbs", ADA, 1)
    assert played(state, "turn", ADA)[0] == state
    assert played(state, "turn", BRUNO)[0].offer is None


def test_an_answer_that_is_due_stays_due():
    state = attacked(moving(noctis(3)), ADA, BRUNO)
    after, _ = played(state, "turn", CELINA)
    assert (after.pending, after.to_move) == (state.pending, CELINA)
    assert refused(after, "draw", CELINA, from_="deck") == ("answer_pending", "NO-INFAMIA")
    answered, _ = played(after, "fend_off", BRUNO, with_="nothing")
    assert refused(answered, "draw", CELINA, from_="deck") is None


def test_after_the_end_nobody_is_to_move():
    assert refused(over(full()), "turn", BRUNO) == ("game_over", "AL-LAST-ROUND")
    assert overruled(over(full()), "turn", BRUNO)[0] == over(full())


def test_it_is_a_correction_that_does_not_commute_and_is_undone_like_any():
    turn = move("turn", BRUNO)
    assert turn.correction and not turn.commuting()
    history = History(full())
    for number, entered in enumerate((turn, Undo((1,))), 1):
        history = history.enter(Entry(number, "2026-01-01T00:00:00.000Z", 0, entered))
    assert history.state == full()
    assert history.stale(0, move("draw", ADA, from_="deck"))
    assert told(full(3), "turn", BRUNO) == "Turn corrected: Bruno"


# --- Fame told as a sale, a price told with its building -------------------------------------------------------------


def test_fame_of_a_sale():
    state = on(table(), SALE)
    for phase in ("action", "end"):
        after, effects = played(replace(state, phase=phase), "fame", ADA, by=3, for_="sale")
        assert (fames(after), effects) == ([3, 0], [])
    assert told(state, "fame", by=3, for_="sale") == "Ada: sale, 3 Fame"
    assert told(state, "fame", by=3) == "Ada: +3 Fame"
    assert not move("fame", by=3, for_="sale").commuting()
    assert move("fame", by=3).commuting() and move("fame", by=3, for_=None).commuting()


@pytest.mark.parametrize("state", [
    on(table(), GIFTS), on(table(), SALE, seat=BRUNO), moving(table(), pawn=SALE), table(), over(on(table(), SALE)),
    on(full(), SALE), on(noctis(), SALE),
])  # fmt: skip
def test_fame_of_a_sale_is_told_where_one_sells(state):
    assert refused(state, "fame", ADA, by=1, for_="sale") == ("not_on_field", "AL-FIELD")
    assert refused(state, "fame", ADA, by=1) is None
    assert fames(overruled(state, "fame", ADA, by=1, for_="sale")[0]) == [1, 0]


def test_a_gold_rush_knows_no_fame_of_sales():
    assert refused(on(gold_rush(), SALE), "fame", ADA, by=1, for_="sale") == ("no_fame_here", "GR-NOFAME")


def test_a_price_is_told_with_its_building():
    state = on(seated(full(), ADA, hand=4), BUILD)
    assert refused(state, "build", building="domo") == ("price_unknown", "AL-PRICE")
    after, _ = played(state, "build", building="domo", price=2)
    assert (hands(after), after.prices["domo"]) == ([1, 5], 2)
    assert refused(state, "build", building="domo", price=4) == ("cannot_pay", "AL-BUILD")
    dear, _ = overruled(state, "build", building="domo", price=4)
    assert (hands(dear), dear.prices["domo"]) == ([0, 5], 4)
    again, _ = played(after, "build", building="domo", price=0)
    assert (hands(again), again.prices["domo"]) == ([0, 5], 0)
    assert move("build", building="domo", price=2).remembered() == ("price domo", 2)
    assert move("build", building="domo").remembered() is None
    assert told(state, "build", building="domo", price=1) == "Ada: built (Domo), price on the card: 1"


def test_a_price_of_gloria_is_nobodys():
    state = on(full(), BUILD)
    assert refused(state, "build", building="gloria", price=2) == ("not_a_building", "AL-BUILD-GLORIA")
    after, _ = overruled(state, "build", building="gloria", price=2)
    assert after.prices == state.prices
    assert move("build", building="gloria", price=2).remembered() is None
    settled = GAME.settle(GAME.options(), 2, "pl")
    assert settled.again(after).prices == settled.prices


# --- prices told again -----------------------------------------------------------------------------------------------


def test_the_sum_of_prices_is_told_again_while_it_decides():
    state = over(seated(seated(table(3), ADA, fame=20), BRUNO, fame=20))
    for seat, total in ((ADA, 12), (BRUNO, 10), (ADA, 9)):
        state, _ = played(state, "prices_total", seat, total=total)
    assert (result(state)["winners"], result(state)["decided_by"]) == ([BRUNO], "prices")
    assert refused(state, "prices_total", CELINA, total=1) == ("not_needed", "AL-TIE")
    alone, _ = played(state, "fame", ADA, by=1)
    for seat in (ADA, BRUNO):
        assert refused(alone, "prices_total", seat, total=1) == ("not_needed", "AL-TIE")


def test_a_sum_the_app_adds_up_itself_is_not_told_again():
    state = over(full(2, prices={"horten": 1, "pergula": 1}))
    assert refused(state, "prices_total", ADA, total=1) == ("not_needed", "AL-TIE")
    unknown = over(full(2, prices={"horten": 1}))
    assert refused(unknown, "prices_total", ADA, total=1) is None
    without_repeats, _ = played(unknown, "prices_total", ADA, total=1)
    assert refused(without_repeats, "prices_total", ADA, total=2) is None
    assert refused(full(), "prices_total", ADA, total=1) == ("not_needed", "AL-TIE"), "nothing is over yet"


# --- what they are told as -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "fields", "line"), [
    ("building", {"build": "domo"}, "Ada: correction: one building added (Domo)"),
    ("building", {"remove": 1}, "Ada: correction: one building removed (Horten)"),
    ("building", {"remove": 99}, "Ada: correction: one building removed (?)"),
    ("goods", {"building": 2}, "Ada: correction: what is on a building (Pergula)"),
    ("goods", {"building": 99}, "Ada: correction: what is on a building (?)"),
    ("pawn", {"field": GIFTS}, "Ada: correction: pawn moved to Gifts"),
    ("pawn", {"field": None}, "Ada: correction: pawn taken off the board"),
    ("spirit_stands", {"to": "domo"}, "Ada: correction: Spirit moved to Domo"),
    ("golem_stands", {"field": SALE, "stands": True}, "Ada: correction: Golem added (Sale)"),
    ("golem_stands", {"field": SALE, "stands": False}, "Ada: correction: Golem removed (Sale)"),
    ("infamia_lies", {"lies": 2}, "Ada: correction: 2 Infamias in front of them"),
])  # fmt: skip
def test_the_line_of_the_log(kind, fields, line):
    assert told(gold_rush(), kind, **fields) == line


# --- what was played anyway never makes the moves grow with its square ----------------------------------------------


@pytest.mark.parametrize("pile", [("herbs",), (), GOODS * 3])
@pytest.mark.parametrize("phase", ["move", "action"])
def test_moves_grow_with_what_lies_there_and_no_faster(pile, phase):
    def counted(number):
        mine = [a(kind, *pile) for kind in ("horten", "alembic", "fornax", "taberna") for _ in range(number // 4)]
        state = having(having(noctis(), ADA, *mine), BRUNO, *[a("horten", "herbs", spiritus=1)] * number)
        positions = [replace(moving(state, pawn=1), phase="move")] if phase == "move" else []
        positions = positions or [on(state, field) for field in range(8)]
        return max(len(GAME.offers(position, ADA, True)) for position in positions)

    assert counted(96) <= 2.2 * counted(48) + 10


def test_a_sale_of_all_that_can_be_piled_up_is_planned_in_a_moment():
    state = on(having(full(), ADA, *[a("taberna", *GOODS * 19)] * 200), SALE)
    plans = GAME.screen(state, ADA, True).tracked.plans
    assert len(msgspec.json.encode(plans)) < 1_000_000
