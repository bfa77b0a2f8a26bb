"""Every reason the rules have against a move, by its code and its rule, from a position built by hand."""

from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from tests.alchemicus.positions import (
    ADA,
    BRUNO,
    BUILD,
    GIFTS,
    HARVEST,
    SALE,
    SPIRIT,
    TRANSMUTATION,
    TRANSPORT,
    a,
    attacked,
    full,
    gold_rush,
    having,
    moving,
    noctis,
    offered,
    on,
    refused,
    seated,
    table,
)


@dataclass
class Case:
    kind: str
    code: str
    rule: str | None
    state: object
    fields: dict = field(default_factory=dict)
    seat: int = ADA

    @property
    def name(self):
        return f"{self.kind}-{self.code}-{self.rule}"


FULL, FAME, NOCTIS, GOLD = full(prices={"domo": 2}), table(), noctis(), gold_rush()
BANKED = full(card_bank=True)
POOR_NOCTIS = seated(moving(NOCTIS), ADA, hand=1)
POOR_GOLD = seated(moving(GOLD), ADA, hand=2)
TWELVE = having(FULL, ADA, *[a("domo")] * 12)
WORKSHOP = having(
    FULL, ADA, a("horten", "herbs"), a("metalle"), a("alembic", "tincture"), a("labrium", "gold"), a("fornax", "metal")
)
BESIEGED = having(
    NOCTIS,
    BRUNO,
    a("alembic", "tincture", golem=True),
    a("horten", "herbs"),
    a("alembic"),
    a("horten", "herbs", golem=True),
)
SHOPS = having(
    FULL,
    ADA,
    a("horten", "herbs"),
    a("pergula"),
    a("taberna"),
    a("donarium"),
    a("alembic", "tincture"),
    a("labrium", "gold"),
)
GOLDEN_SHOPS = having(GOLD, ADA, a("labrium", "gold"), a("taberna"), a("donarium"))
OFFERED = having(
    offered(full(advanced_sale=True), "herbs", ADA, 1), BRUNO, a("horten"), a("horten", "herbs"), a("domo")
)
SELL = {"from_": 100, "shop": 101, "good": "herbs", "for_": "cards"}
BUILDS = {"building": "alembic"}

CASES = [
    Case("draw", "bank_not_in_play", "AL-BANK", FULL, {"from_": "bank"}),
    Case("draw", "hand_empty", "AL-BANK", seated(BANKED, ADA, hand=0), {"from_": "bank"}),
    Case("draw", "noctis_not_in_play", "NO-DRAW", FULL, {"from_": "noctis"}),
    Case("draw", "hand_empty", "NO-DRAW", seated(NOCTIS, ADA, hand=0), {"from_": "noctis"}),
    Case("place", "pawn_already_on_board", "AL-MOVE-FIRST", moving(FAME, pawn=3), {"field": 4}),
    Case("place", "spirit_field_occupied", "AL-MOVE-OCCUPIED", seated(FAME, BRUNO, pawn=SPIRIT), {"field": SPIRIT}),
    Case("move", "pawn_not_on_board", "AL-MOVE-FIRST", FAME, {"steps": 1}),
    Case("move", "gold_rush_only", "GR-GLORIA", moving(NOCTIS, pawn=1), {"steps": 2, "glorias": 1}),
    Case("move", "noctis_not_in_play", "NO-PASS", moving(FULL, pawn=7), {"steps": 2, "reward": "noctis"}),
    Case("move", "too_short", "GR-GLORIA", moving(GOLD, pawn=1), {"steps": 2, "glorias": 2}),
    Case("move", "too_far", "AL-MOVE-FREE", seated(moving(FAME, pawn=1), ADA, fame=9), {"steps": 6}),
    Case("move", "too_far", "GR-GLORIA", moving(GOLD, pawn=1), {"steps": 5, "glorias": 1}),
    Case("move", "fame_needed", "AL-MOVE-FAME", moving(FAME, pawn=1), {"steps": 4}),
    Case("move", "cannot_pay", "GR-GLORIA", seated(moving(GOLD, pawn=1), ADA, hand=3), {"steps": 3, "glorias": 2}),
    Case(
        "move", "spirit_field_occupied", "AL-MOVE-OCCUPIED",
        seated(moving(FAME, pawn=6), BRUNO, pawn=SPIRIT), {"steps": 2},
    ),
    Case("spirit", "not_on_field", "AL-FIELD", on(FAME, BUILD), {"to": "domo"}),
    Case("spirit", "spirit_already_moved", "AL-SPIRIT-MUST", on(FAME, SPIRIT, spirit_moved=True), {"to": "domo"}),
    Case("spirit", "spirit_must_move", "AL-SPIRIT-MUST", on(FAME, SPIRIT), {"to": "labrium"}),
    Case("spirit", "rob_only_into_centre", "AL-SPIRIT-STEAL", on(FAME, SPIRIT), {"to": "fornax", "rob": BRUNO}),
    Case("spirit", "rob_self", "AL-SPIRIT-STEAL", on(FAME, SPIRIT), {"to": "domo", "rob": ADA}),
    Case("spirit", "rob_needs_domo", "AL-SPIRIT-STEAL", on(FULL, SPIRIT), {"to": "domo", "rob": BRUNO}),
    Case(
        "spirit", "rob_empty_hand", "AL-SPIRIT-STEAL",
        on(seated(having(FULL, BRUNO, a("domo")), BRUNO, hand=0), SPIRIT), {"to": "domo", "rob": BRUNO},
    ),
    Case("spirit", "hand_must_be_discarded", "AL-SPIRIT-JUMP", on(FULL, SPIRIT), {"to": "horten"}),
    Case("build", "not_on_field", "AL-FIELD", on(FULL, SALE), BUILDS),
    Case("build", "not_a_building", "AL-BUILD-GLORIA", on(FULL, BUILD), {"building": "gloria"}),
    Case("build", "price_unknown", "AL-PRICE", on(FULL, BUILD), {"building": "fornax"}),
    Case("build", "building_limit", "AL-BUILD-LIMIT", on(TWELVE, BUILD), BUILDS),
    Case("build", "not_full_yet", "AL-BUILD-LIMIT", on(FULL, BUILD), {**BUILDS, "demolish": 1}),
    Case("build", "not_your_building", "AL-BUILD-LIMIT", on(TWELVE, BUILD), {**BUILDS, "demolish": 3}),
    Case("build", "cannot_pay", "AL-BUILD", on(seated(FULL, ADA, hand=3), BUILD), BUILDS),
    Case("harvest", "not_on_field", "AL-FIELD", on(FULL, BUILD)),
    Case("harvest", "not_your_building", "AL-HARVEST", on(FULL, HARVEST), {"building": 3}),
    Case("harvest", "not_a_source", "AL-HARVEST", on(FULL, HARVEST), {"building": 2}),
    Case("harvest", "not_empty", "AL-HARVEST", on(WORKSHOP, HARVEST), {"building": 100}),
    Case(
        "harvest", "blocked_by_spirit", "AL-SPIRIT-BLOCK",
        replace(on(WORKSHOP, HARVEST), spirit="metalle"), {"building": 101},
    ),
    Case("harvest", "nothing_to_harvest", "AL-HARVEST", replace(on(WORKSHOP, HARVEST), spirit="metalle")),
    Case("transport", "not_on_field", "AL-FIELD", on(WORKSHOP, SALE), {"good": "herbs", "from_": 100, "to": 102}),
    Case(
        "transport", "not_your_building", "AL-TRANSPORT",
        on(WORKSHOP, TRANSPORT), {"good": "herbs", "from_": 3, "to": 102},
    ),
    Case(
        "transport", "no_such_route", "AL-TRANSPORT",
        on(WORKSHOP, TRANSPORT), {"good": "herbs", "from_": 100, "to": 104},
    ),
    Case(
        "transport", "good_not_there", "AL-TRANSPORT",
        on(WORKSHOP, TRANSPORT), {"good": "ore", "from_": 101, "to": 104},
    ),
    Case(
        "transport", "gold_in_labrium", "AL-TRANSPORT-GOLD",
        on(WORKSHOP, TRANSPORT), {"good": "tincture", "from_": 102, "to": 103},
    ),
    Case(
        "transport", "no_room", "AL-TRANSPORT-ROOM",
        on(WORKSHOP, TRANSPORT), {"good": "herbs", "from_": 100, "to": 102},
    ),
    Case("transmute", "not_on_field", "AL-FIELD", on(WORKSHOP, SALE), {"building": 102}),
    Case("transmute", "not_your_building", "AL-TRANSMUTE", on(WORKSHOP, TRANSMUTATION), {"building": 3}),
    Case("transmute", "does_not_transmute", "AL-TRANSMUTE", on(WORKSHOP, TRANSMUTATION), {"building": 100}),
    Case(
        "transmute", "already_worked", "AL-TRANSMUTE",
        on(WORKSHOP, TRANSMUTATION, worked=frozenset({102})), {"building": 102},
    ),
    Case("transmute", "ingredients_missing", "AL-TRANSMUTE-NEEDS", on(WORKSHOP, TRANSMUTATION), {"building": 102}),
    Case(
        "transmute", "blocked_by_spirit", "AL-SPIRIT-BLOCK",
        on(having(FULL, ADA, a("labrium", "tincture", "metal")), TRANSMUTATION), {"building": 100},
    ),
    Case("sell", "not_on_field", "AL-FIELD", on(SHOPS, BUILD), SELL),
    Case("sell", "not_your_building", "AL-SELL-CAPACITY", on(SHOPS, SALE), {**SELL, "shop": 4}),
    Case("sell", "not_a_shop", "AL-SELL-CAPACITY", on(SHOPS, SALE), {**SELL, "shop": 104}),
    Case("sell", "good_not_there", "AL-SELL-ANYWHERE", on(SHOPS, SALE), {**SELL, "good": "ore"}),
    Case(
        "sell", "no_fame_here", "GR-NOFAME",
        on(GOLDEN_SHOPS, SALE), {"good": "gold", "from_": 100, "shop": 102, "for_": "fame"},
    ),
    Case(
        "sell", "only_at_donarium", "GR-DONARIUM",
        on(GOLDEN_SHOPS, SALE), {"good": "gold", "from_": 100, "shop": 101, "for_": "cards"},
    ),
    Case(
        "sell", "infamia_bars_gold", "GR-INFAMIA",
        on(seated(GOLDEN_SHOPS, ADA, infamia=1), SALE), {"good": "gold", "from_": 100, "shop": 102, "for_": "cards"},
    ),
    Case("sell", "not_sold_there", "AL-SELL-PRICE", on(SHOPS, SALE), {**SELL, "shop": 103}),
    Case(
        "sell", "no_fame_for_this", "AL-SELL-PRICE",
        on(SHOPS, SALE), {**SELL, "good": "tincture", "from_": 104, "for_": "fame"},
    ),
    Case("sell", "shop_full", "AL-SELL-CAPACITY", on(SHOPS, SALE, sold=(101,)), SELL),
    Case("buy", "advanced_sale_not_in_play", "AL-ADVSALE", FULL, {"into": 3}, BRUNO),
    Case("buy", "nothing_on_offer", "AL-ADVSALE", full(advanced_sale=True), {"into": 3}, BRUNO),
    Case("buy", "own_good", "AL-ADVSALE", OFFERED, {"into": 1}, ADA),
    Case("buy", "not_your_building", "AL-ADVSALE", OFFERED, {"into": 1}, BRUNO),
    Case("buy", "no_room", "AL-ADVSALE", OFFERED, {"into": 201}, BRUNO),
    Case("buy", "cannot_pay", "AL-ADVSALE", seated(OFFERED, BRUNO, hand=1), {"into": 200}, BRUNO),
    Case("gift", "not_on_field", "AL-FIELD", on(FAME, SALE)),
    Case("gift", "no_fame_here", "GR-NOFAME", on(GOLD, GIFTS)),
    Case("gift", "gift_already_given", "AL-GIFT", on(FAME, GIFTS, gift_given=True)),
    Case("gift", "cannot_pay", "AL-GIFT", on(seated(FULL, ADA, hand=4), GIFTS)),
    Case("gloria", "no_fame_here", "GR-NOFAME", on(GOLD, SALE)),
    Case("gloria", "gloria_already_played", "AL-GLORIA", replace(on(FAME, SALE, gloria_played=True), phase="end")),
    Case("gloria", "spirit_must_move", "AL-SPIRIT-MUST", on(FAME, SPIRIT)),
    Case("gloria", "cannot_pay", "AL-GLORIA", on(seated(FULL, ADA, hand=5), SALE)),
    Case("golem", "noctis_not_in_play", "NO-GOLEM", moving(FULL), {"building": 1}),
    Case("golem", "not_your_building", "NO-GOLEM", moving(NOCTIS), {"building": 3}),
    Case("golem", "already_guarded", "NO-GOLEM", moving(having(NOCTIS, ADA, a("domo", golem=True))), {"building": 100}),
    Case("golem", "gold_rush_only", "GR-GOLEM", moving(NOCTIS), {"field": 3}),
    Case("golem", "field_has_golem", "GR-GOLEM", replace(moving(GOLD), golems=frozenset({3})), {"field": 3}),
    Case("golem", "cannot_pay", "NO-GOLEM", POOR_GOLD, {"field": 3}),
    Case(
        "homunculus", "noctis_not_in_play", "NO-HOMUNCULUS",
        moving(FULL), {"target": BRUNO, "building": 3, "undo": "good"},
    ),
    Case(
        "homunculus", "guarded_by_golem", "NO-GUARD",
        moving(BESIEGED), {"target": BRUNO, "building": 200, "undo": "good"},
    ),
    Case(
        "homunculus", "own_good", "NO-HOMUNCULUS",
        moving(having(NOCTIS, ADA, a("alembic", "tincture", golem=True))),
        {"target": ADA, "building": 100, "undo": "good"},
    ),
    Case(
        "homunculus", "nothing_to_undo_there", "NO-HOMUNCULUS",
        moving(BESIEGED), {"target": BRUNO, "building": 202, "undo": "good"},
    ),
    Case(
        "homunculus", "cannot_pay", "NO-HOMUNCULUS",
        having(POOR_NOCTIS, BRUNO, a("fornax", "metal")), {"target": BRUNO, "building": 200, "undo": "good"},
    ),
    Case(
        "mutabilis", "noctis_not_in_play", "NO-MUTABILIS",
        moving(FULL), {"target": BRUNO, "from_": 3, "good": "herbs", "to": 1},
    ),
    Case(
        "mutabilis", "not_a_raw_good", "NO-MUTABILIS",
        moving(BESIEGED), {"target": BRUNO, "from_": 200, "good": "tincture", "to": 1},
    ),
    Case(
        "mutabilis", "own_good", "NO-MUTABILIS",
        moving(BESIEGED), {"target": ADA, "from_": 1, "good": "herbs", "to": 1},
    ),
    Case(
        "mutabilis", "not_your_building", "NO-MUTABILIS",
        moving(BESIEGED), {"target": BRUNO, "from_": 201, "good": "herbs", "to": 202},
    ),
    Case(
        "mutabilis", "guarded_by_golem", "NO-GUARD",
        moving(BESIEGED), {"target": BRUNO, "from_": 203, "good": "herbs", "to": 1},
    ),
    Case(
        "mutabilis", "good_not_there", "NO-MUTABILIS",
        moving(BESIEGED), {"target": BRUNO, "from_": 202, "good": "herbs", "to": 1},
    ),
    Case(
        "mutabilis", "no_room", "NO-MUTABILIS",
        moving(BESIEGED), {"target": BRUNO, "from_": 201, "good": "herbs", "to": 2},
    ),
    Case(
        "mutabilis", "cannot_pay", "NO-MUTABILIS",
        seated(moving(BESIEGED), ADA, hand=1), {"target": BRUNO, "from_": 201, "good": "herbs", "to": 1},
    ),
    Case("pactum", "noctis_not_in_play", "NO-PACTUM", moving(FULL)),
    Case("pactum", "cannot_pay", "NO-PACTUM", seated(moving(NOCTIS), ADA, hand=3)),
    Case("spiritus", "noctis_not_in_play", "NO-SPIRITUS", moving(FULL), {"target": BRUNO, "building": 3}),
    Case("spiritus", "own_building", "NO-SPIRITUS", moving(NOCTIS), {"target": ADA, "building": 1}),
    Case("spiritus", "does_not_transmute", "NO-SPIRITUS", moving(BESIEGED), {"target": BRUNO, "building": 203}),
    Case("spiritus", "guarded_by_golem", "NO-GUARD", moving(BESIEGED), {"target": BRUNO, "building": 200}),
    Case(
        "spiritus", "cannot_pay", "NO-SPIRITUS",
        seated(moving(BESIEGED), ADA, hand=2), {"target": BRUNO, "building": 202},
    ),
    Case("infamia", "noctis_not_in_play", "NO-INFAMIA", moving(FULL), {"target": BRUNO}),
    Case("infamia", "self_target", "NO-INFAMIA", moving(NOCTIS), {"target": ADA}),
    Case("infamia", "cannot_pay", "NO-INFAMIA", seated(moving(NOCTIS), ADA, hand=5), {"target": BRUNO}),
    Case("fend_off", "nothing_to_fend_off", "NO-INFAMIA", NOCTIS, {"with_": "nothing"}, BRUNO),
    Case("fend_off", "nothing_to_fend_off", "NO-INFAMIA", attacked(NOCTIS, ADA, BRUNO), {"with_": "cards"}, ADA),
    Case(
        "fend_off", "not_your_building", "NO-INFAMIA",
        attacked(NOCTIS, ADA, BRUNO), {"with_": "golem", "building": 1}, BRUNO,
    ),
    Case(
        "fend_off", "no_golem_there", "NO-INFAMIA",
        attacked(NOCTIS, ADA, BRUNO), {"with_": "golem", "building": 3}, BRUNO,
    ),
    Case(
        "fend_off", "cannot_pay", "NO-INFAMIA",
        attacked(seated(NOCTIS, BRUNO, hand=4), ADA, BRUNO), {"with_": "cards"}, BRUNO,
    ),
    Case("clear_infamia", "gold_rush_only", "GR-INFAMIA-OFF", on(NOCTIS, GIFTS), {"cards": 4}),
    Case("clear_infamia", "no_infamia", "GR-INFAMIA-OFF", on(GOLD, GIFTS), {"cards": 4}),
    Case(
        "clear_infamia", "not_stopped_yet", "GR-INFAMIA-OFF",
        seated(moving(GOLD, pawn=GIFTS), ADA, infamia=1), {"cards": 4},
    ),
    Case("clear_infamia", "not_on_field", "GR-INFAMIA-OFF", on(seated(GOLD, ADA, infamia=1), SALE), {"cards": 4}),
    Case("clear_infamia", "cannot_pay", "GR-INFAMIA-OFF", on(seated(GOLD, ADA, infamia=1, hand=7), SALE), {"cards": 8}),
    Case("end_turn", "pawn_must_move", "AL-MOVE-FREE", FULL),
    Case("end_turn", "pawn_must_move", "AL-MOVE-FREE", FAME),
    Case("end_turn", "spirit_must_move", "AL-SPIRIT-MUST", on(FAME, SPIRIT)),
    Case("fame", "no_fame_here", "GR-NOFAME", GOLD, {"by": 1}, BRUNO),
    Case("fame", "below_zero", None, seated(FAME, BRUNO, fame=2), {"by": -3}, BRUNO),
    Case("cards", "below_zero", None, FULL, {"by": -6}, BRUNO),
    Case("prices_total", "not_needed", "AL-TIE", FAME, {"total": 10}, BRUNO),
]  # fmt: skip

EVERY_CODE = {
    "draw": "bank_not_in_play hand_empty noctis_not_in_play",
    "place": "pawn_already_on_board spirit_field_occupied",
    "move": "pawn_not_on_board gold_rush_only noctis_not_in_play too_short too_far fame_needed cannot_pay "
    "spirit_field_occupied",
    "spirit": "not_on_field spirit_already_moved spirit_must_move rob_only_into_centre rob_self rob_needs_domo "
    "rob_empty_hand hand_must_be_discarded",
    "build": "not_on_field not_a_building price_unknown building_limit not_full_yet not_your_building cannot_pay",
    "harvest": "not_on_field not_your_building not_a_source not_empty blocked_by_spirit nothing_to_harvest",
    "transport": "not_on_field not_your_building no_such_route good_not_there gold_in_labrium no_room",
    "transmute": "not_on_field not_your_building does_not_transmute already_worked ingredients_missing "
    "blocked_by_spirit",
    "sell": "not_on_field not_your_building not_a_shop good_not_there no_fame_here only_at_donarium "
    "infamia_bars_gold not_sold_there no_fame_for_this shop_full",
    "buy": "advanced_sale_not_in_play nothing_on_offer own_good not_your_building no_room cannot_pay",
    "gift": "not_on_field no_fame_here gift_already_given cannot_pay",
    "gloria": "no_fame_here gloria_already_played spirit_must_move cannot_pay",
    "golem": "noctis_not_in_play not_your_building already_guarded gold_rush_only field_has_golem cannot_pay",
    "homunculus": "noctis_not_in_play guarded_by_golem own_good nothing_to_undo_there cannot_pay",
    "mutabilis": "noctis_not_in_play not_a_raw_good own_good not_your_building guarded_by_golem good_not_there "
    "no_room cannot_pay",
    "pactum": "noctis_not_in_play cannot_pay",
    "spiritus": "noctis_not_in_play own_building does_not_transmute guarded_by_golem cannot_pay",
    "infamia": "noctis_not_in_play self_target cannot_pay",
    "fend_off": "nothing_to_fend_off not_your_building no_golem_there cannot_pay",
    "clear_infamia": "gold_rush_only no_infamia not_stopped_yet not_on_field cannot_pay",
    "end_turn": "pawn_must_move spirit_must_move",
    "fame": "no_fame_here below_zero",
    "cards": "below_zero",
    "price": "",
    "prices_total": "not_needed",
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_rule_against_it_is_named(case):
    assert refused(case.state, case.kind, case.seat, **case.fields) == (case.code, case.rule)


def test_every_code_of_every_kind_is_tested():
    tested = {kind: set() for kind in EVERY_CODE}
    for case in CASES:
        tested[case.kind].add(case.code)
    assert tested == {kind: set(codes.split()) for kind, codes in EVERY_CODE.items()}
