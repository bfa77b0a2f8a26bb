"""The Noctis cards: what they cost and do, and how Infamia is answered."""

import pytest
from msgspec.structs import replace

from referee.games.alchemicus.board import LIES_ON
from tests.alchemicus.positions import (
    ADA,
    BRUNO,
    CELINA,
    a,
    after,
    attacked,
    fames,
    full,
    gold_rush,
    goods,
    hands,
    having,
    moving,
    noctis,
    on,
    played,
    refused,
    seated,
)

SIX = moving(noctis())


def test_a_golem_guards_and_leaves_a_spiritus_lying():
    state, _ = played(having(SIX, ADA, a("alembic", spiritus=1)), "golem", building=100)
    building = state.seats[ADA].buildings[0]
    assert (hands(state), building.golem, building.spiritus, state.phase) == ([3, 6], True, 1, "move")


@pytest.mark.parametrize(
    ("kind", "product", "back"),
    [("alembic", "tincture", ("herbs",)), ("fornax", "metal", ("ore",)), ("labrium", "gold", ("tincture", "metal"))],
)
def test_homunculus_undoes_a_transmutation(kind, product, back):
    state, _ = played(having(SIX, BRUNO, a(kind, product)), "homunculus", target=BRUNO, building=200, undo="good")
    assert (hands(state), goods(state, BRUNO)) == ([3, 6], [back])


@pytest.mark.parametrize("good", ["metal", "tincture"])
def test_homunculus_does_not_undo_what_already_lies_on_a_labrium(good):
    state = having(SIX, BRUNO, a("labrium", good))
    assert refused(state, "homunculus", target=BRUNO, building=200, undo="good") == (
        "nothing_to_undo_there",
        "NO-HOMUNCULUS",
    )


@pytest.mark.parametrize(
    ("target", "golem", "legal"), [(0, True, True), (0, False, True), (1, False, True), (1, True, False)]
)
def test_whose_spiritus_homunculus_removes(target, golem, legal):
    state = having(SIX, target, a("alembic", golem=golem, spiritus=2))
    fields = {"target": target, "building": 100 * (target + 1), "undo": "spiritus"}
    if legal:
        state, _ = played(state, "homunculus", **fields)
        assert state.seats[target].buildings[0].spiritus == 1
    else:
        assert refused(state, "homunculus", **fields) == ("guarded_by_golem", "NO-GUARD")


@pytest.mark.parametrize(
    ("good", "source", "to"),
    [(good, source, to) for good in ("herbs", "ore") for source in LIES_ON[good] for to in LIES_ON[good]],
)  # fmt: skip
def test_mutabilis_takes_raw_goods_from_wherever_they_lie(good, source, to):
    state = having(having(SIX, BRUNO, a(source, good)), ADA, a(to))
    state, _ = played(state, "mutabilis", target=BRUNO, from_=200, good=good, to=100)
    assert (hands(state), goods(state), goods(state, BRUNO)) == ([4, 6], [(good,)], [()])


def test_pactum_takes_four_cards_and_brings_three():
    state, _ = played(SIX, "pactum")
    assert hands(state) == [5, 6]


def test_several_spiritus_may_lie_on_one_building():
    state = having(seated(SIX, ADA, hand=6), BRUNO, a("fornax"))
    fields = {"target": BRUNO, "building": 200}
    state = after(state, ("spiritus", ADA, fields), ("spiritus", ADA, fields))
    assert (hands(state), state.seats[BRUNO].buildings[0].spiritus) == ([0, 6], 2)


# --- Infamia ---------------------------------------------------------------------------------------------------------

FAMOUS = seated(SIX, BRUNO, fame=3)


def test_infamia_waits_for_its_answer():
    state, effects = played(FAMOUS, "infamia", target=BRUNO)
    assert (hands(state), state.to_move, state.phase, effects) == ([0, 6], ADA, "move", [])
    assert (state.pending.seat, state.pending.target) == (ADA, BRUNO)


@pytest.mark.parametrize(
    ("answer", "fame", "hand", "golem"),
    [
        ({"with_": "nothing"}, 2, 6, True),
        ({"with_": "cards"}, 3, 1, True),
        ({"with_": "golem", "building": 200}, 3, 6, False),
    ],
)
def test_the_answers_to_infamia(answer, fame, hand, golem):
    state = attacked(having(FAMOUS, BRUNO, a("domo", golem=True)), ADA, BRUNO)
    state, _ = played(state, "fend_off", BRUNO, **answer)
    assert (fames(state), hands(state), state.pending) == ([0, fame], [6, hand], None)
    assert state.seats[BRUNO].buildings[0].golem == golem
    assert (state.to_move, state.phase) == (ADA, "move")


def test_who_has_nothing_to_lose_is_asked_nothing():
    state, _ = played(SIX, "infamia", target=BRUNO)
    assert (hands(state), state.pending) == ([0, 6], None)
    state, _ = played(seated(moving(gold_rush()), BRUNO, infamia=2), "infamia", target=BRUNO)
    assert (hands(state), state.pending, state.seats[BRUNO].infamia) == ([0, 6], None, 2)


def test_in_gold_rush_infamia_lies_before_the_player():
    state, _ = played(moving(gold_rush(3)), "infamia", target=CELINA)
    state, _ = played(state, "fend_off", CELINA, with_="nothing")
    assert (state.seats[CELINA].infamia, fames(state)) == (1, [0, 0, 0])


@pytest.mark.parametrize("expansion", ["none", "noctis"])
def test_no_noctis_card_is_played_after_the_pawn_has_moved(expansion):
    state = on(full(expansion=expansion), 4)
    assert refused(state, "pactum") == ("wrong_phase", "AL-TURN")
    assert refused(replace(state, phase="draw"), "pactum") == ("wrong_phase", "AL-TURN")
