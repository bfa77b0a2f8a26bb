"""Every refusal, log line and effect can be said with the facts it is given; and what each line of the log is."""

import random
import re

import msgspec
import pytest
from msgspec.structs import replace

from referee.engine import Done, Echo, judge
from referee.games.alchemicus import GAME
from referee.games.alchemicus import refusals as module
from referee.games.alchemicus.effects import Effect
from referee.language import say, say_all
from referee.pages.table.lines import without_repeats
from tests.alchemicus.positions import (
    ADA,
    BRUNO,
    BUILD,
    GIFTS,
    SALE,
    SPIRIT,
    TRANSMUTATION,
    a,
    attacked,
    gold_rush,
    having,
    move,
    moving,
    offered,
    on,
    seated,
)
from tests.alchemicus.tables import buttons, variety
from tests.alchemicus.test_refusals import CASES
from tests.samples.alchemicus import VARIETIES, anything


def forms(message):
    return message if isinstance(message, tuple) else (message,)


def placeholders(message):
    return {name for form in forms(message) for name in re.findall(r"%\((\w+)\)", form)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_refusal_says_what_it_is_about(case):
    refusal = judge(move(case.kind, case.seat, **case.fields), case.state).refusal
    assert placeholders(refusal.message) == set(refusal.facts)
    assert isinstance(refusal.message, tuple) == ("num" in refusal.facts)


def test_no_singular_has_two_plurals():
    sentences = [value.message for value in vars(module).values() if hasattr(value, "message")]
    counted = {message for message in sentences if isinstance(message, tuple)}
    assert len({singular for singular, _ in counted}) == len(counted)


def test_effects_have_sentences_about_what_an_effect_knows():
    assert set(GAME.effects) == set(
        "passed_spirit stopped_by_golem noctis_card domo_bonus robbed spiritus_spent harvested transmuted sold "
        "discard_to_limit last_round game_over".split()
    )
    for code, sentence in GAME.effects.items():
        known = {"player", "num", "good", *sentence.facts, *(["victim"] if code == "robbed" else [])}
        assert placeholders(sentence.message) <= known
        assert isinstance(sentence.message, tuple) == ("num" in placeholders(sentence.message))


@pytest.mark.parametrize("name", VARIETIES)
def test_log_lines_and_effects_are_told_with_their_facts(name):
    chance = random.Random(name)
    state = variety(name)
    for _ in range(400):
        legal = [button for button in buttons(state) if judge(button, state).refusal is None]
        played = (
            chance.choice(legal)
            if legal and chance.random() < 0.7
            else msgspec.convert(anything(chance, state), GAME.moves)
        )
        told = played.told(state)
        assert placeholders(told.message) == set(told.facts)
        state, effects = played.apply(state)
        for effect in effects:
            wanted = placeholders(GAME.effects[effect.code].message)
            assert ("num" in wanted) <= (effect.cards is not None)
            assert ("good" in wanted) <= (effect.good is not None)


TOLD = having(
    having(gold_rush(), ADA, a("horten", "herbs"), a("alembic"), a("pergula")),
    BRUNO,
    a("alembic", "tincture", spiritus=1),
    a("metalle", "ore", golem=True),
)
SELL = {"good": "herbs", "from_": 100, "shop": 102}


@pytest.mark.parametrize(("kind", "fields", "line"), [
    ("draw", {"from_": "deck"}, "Ada: drew a card"),
    ("draw", {"from_": "bank"}, "Ada: swapped a card for one from the bank"),
    ("draw", {"from_": "noctis"}, "Ada: swapped a card for a Noctis card"),
    ("place", {"field": GIFTS}, "Ada: pawn placed (Gifts)"),
    ("move", {"steps": 2}, "Ada: moved a pawn that is not on the board"),
    ("spirit", {"to": "horten"}, "Ada: Spirit moved (Horten)"),
    ("spirit", {"to": "domo", "rob": BRUNO}, "Ada: Spirit moved (Domo), a card taken (from: Bruno)"),
    ("build", {"building": "domo"}, "Ada: built (Domo)"),
    ("build", {"building": "domo", "demolish": 100}, "Ada: built (Domo), demolished another (Horten)"),
    ("harvest", {}, "Ada: harvest"),
    ("harvest", {"building": 100}, "Ada: harvest (Horten)"),
    ("transport", {"good": "herbs", "from_": 100, "to": 101}, "Ada: transport (herbs, Horten → Alembic)"),
    ("transmute", {"building": 101}, "Ada: transmutation (Alembic)"),
    ("sell", {**SELL, "for_": "cards"}, "Ada: sold for cards: herbs (Pergula)"),
    ("sell", {**SELL, "for_": "fame"}, "Ada: sold for 0 Fame: herbs (Pergula)"),
    ("buy", {"into": 100}, "Ada: could not buy: nothing was on offer"),
    ("gift", {}, "Ada: gave a gift for 1 Fame"),
    ("gloria", {}, "Ada: Gloria played for 1 Fame"),
    ("golem", {"building": 100}, "Ada: Golem under a building (Horten)"),
    ("golem", {"field": SALE}, "Ada: Golem laid on the ring (Sale)"),
    (
        "homunculus", {"target": BRUNO, "building": 200, "undo": "good"},
        "Ada: Homunculus undoes a transmutation (Bruno, Alembic)",
    ),
    (
        "homunculus", {"target": BRUNO, "building": 200, "undo": "spiritus"},
        "Ada: Homunculus removes a Spiritus (Bruno, Alembic)",
    ),
    (
        "mutabilis", {"target": BRUNO, "from_": 201, "good": "ore", "to": 101},
        "Ada: Mutabilis, ore (from: Bruno, Metalle; onto: Alembic)",
    ),
    ("pactum", {}, "Ada: Pactum, 3 Noctis cards"),
    ("spiritus", {"target": BRUNO, "building": 200}, "Ada: Spiritus laid (Bruno, Alembic)"),
    ("infamia", {"target": BRUNO}, "Ada: Infamia (against: Bruno)"),
    ("fend_off", {"with_": "golem", "building": 201}, "Ada: Infamia fended off by a Golem (Metalle)"),
    ("fend_off", {"with_": "cards"}, "Ada: Infamia fended off with 5 cards"),
    ("fend_off", {"with_": "nothing"}, "Ada: Infamia not fended off"),
    ("clear_infamia", {"cards": 4}, "Ada: an Infamia put aside for 4 cards"),
    ("end_turn", {}, "Ada: turn ended, 6 cards left"),
    ("fame", {"by": -2}, "Ada: −2 Fame"),
    ("cards", {"by": 3}, "Ada: cards in hand +3"),
    ("price", {"building": "domo", "price": 1}, "Price read off the card: Domo, 1 card"),
    ("prices_total", {"total": 30}, "Ada: buildings worth 30 cards in all"),
])  # fmt: skip
def test_the_line_of_the_log_says_what_was_done(kind, fields, line):
    assert say(move(kind, **fields).told(TOLD), ("Ada", "Bruno")) == line


def test_who_was_robbed_is_named():
    robbed = Effect("robbed", ADA, cards=1, source=BRUNO)
    told = GAME.effects["robbed"].about(**robbed.facts())
    assert say(told, ("Ada", "Bruno")) == "Ada: took a card at random from the hand of Bruno"


def test_a_line_of_the_log_goes_by_the_table_as_it_was():
    walks = move("move", steps=2).told(moving(TOLD, pawn=SPIRIT))
    assert say(walks, ("Ada", "Bruno")) == "Ada: moved 2 fields (Transport)"
    far = move("move", steps=5, glorias=2, draw="deck").told(replace(moving(TOLD, pawn=SPIRIT), phase="draw"))
    assert say(far, ("Ada", "Bruno")) == "Ada: drew a card, moved 5 fields (Sale), played: 2 × Gloria"
    bought = move("buy", into=100).told(offered(TOLD, "herbs", BRUNO, 1))
    assert say(bought, ("Ada", "Bruno")) == "Ada: bought for 2 cards: herbs (Horten)"
    gone = move("fend_off", with_="golem", building=99).told(TOLD)
    assert say(gone, ("Ada", "Bruno")) == "Ada: Infamia fended off by a Golem (?)"


def test_the_card_for_passing_the_spirit_is_without_repeats():
    passed, noctis = Effect("passed_spirit", ADA, cards=1), Effect("noctis_card", ADA, cards=1)
    assert without_repeats(GAME, (passed, noctis)) == (noctis,)
    assert without_repeats(GAME, (passed,)) == (passed,)
    # Who passes it and stops on it a lap later is told of both.
    lap = Effect("passed_spirit", ADA, cards=2)
    assert without_repeats(GAME, (lap, noctis)) == (lap, noctis)


def said_to(state, kind, seat=ADA, **fields):
    """Return what a move says to others: the seat, and the sentence."""
    played = move(kind, seat, **fields)
    _, effects = played.apply(state)
    return [(one.seat, say(one.sentence, ("Ada", "Bruno"))) for one in played.messages(state, effects)]


ATTACKS = {"target": BRUNO, "building": 200}


@pytest.mark.parametrize(("kind", "fields", "message"), [
    (
        "spirit", {"to": "domo", "rob": BRUNO},
        "Ada robs you: hand over a card, drawn at random from your hand.",
    ),
    ("spiritus", ATTACKS, "Ada plays Spiritus against you: your next transmutation will fail (Alembic)."),
    (
        "homunculus", {**ATTACKS, "undo": "good"},
        "Ada plays Homunculus against you: put back the goods it was made of (Alembic).",
    ),
    (
        "homunculus", {**ATTACKS, "undo": "spiritus"},
        "Ada plays Homunculus: discard a Spiritus in front of you (Alembic).",
    ),
    (
        "mutabilis", {"target": BRUNO, "from_": 201, "good": "ore", "to": 101},
        "Ada plays Mutabilis against you and takes: ore (Metalle).",
    ),
])  # fmt: skip
def test_whom_something_is_done_to_is_told_who_did_it(kind, fields, message):
    assert said_to(TOLD, kind, **fields) == [(BRUNO, message)]


def test_what_takes_nothing_says_nothing():
    assert said_to(seated(TOLD, BRUNO, hand=0), "spirit", to="domo", rob=BRUNO) == []
    assert said_to(TOLD, "spirit", to="horten") == said_to(TOLD, "infamia", target=BRUNO) == []
    assert said_to(TOLD, "fend_off", with_="cards") == said_to(TOLD, "buy", into=100) == []


def test_the_answer_is_said_to_who_asked():
    state = attacked(TOLD, BRUNO, ADA)
    assert said_to(state, "fend_off", with_="cards") == [(BRUNO, "Ada fends off your Infamia with 5 cards.")]
    assert said_to(state, "fend_off", with_="nothing") == [(BRUNO, "Ada does not fend off your Infamia.")]
    state = attacked(TOLD, ADA, BRUNO)
    answer = said_to(state, "fend_off", BRUNO, with_="golem", building=201)
    assert answer == [(ADA, "Bruno fends off your Infamia with a Golem.")]
    bought = said_to(offered(TOLD, "herbs", BRUNO, 1), "buy", into=100)
    assert bought == [(BRUNO, "Ada buys what you sold; hand it over: herbs.")]


def test_a_transmutation_that_a_spiritus_stopped_is_told_as_such_and_once():
    foiled = move("transmute", BRUNO, building=200)
    assert say(foiled.told(TOLD), ("Ada", "Bruno")) == "Bruno: a Spiritus stops the transmutation (Alembic)"
    state = on(seated(TOLD, BRUNO), TRANSMUTATION, BRUNO)
    assert [effect.code for effect in foiled.apply(state)[1]] == ["spiritus_spent"]
    assert GAME.echoes["spiritus_spent"] == GAME.echoes["robbed"] == Echo("line")


def test_the_line_of_a_turn_names_its_victims():
    state = seated(moving(TOLD, pawn=TRANSMUTATION), ADA, hand=24)
    turn = []
    for kind, fields in (
        ("infamia", {"target": BRUNO}),
        ("spiritus", ATTACKS),
        ("pactum", {}),
        ("move", {"steps": 5, "glorias": 2}),
        ("spirit", {"to": "domo", "rob": BRUNO}),
    ):
        played = move(kind, **fields)
        after, effects = played.apply(state)
        turn.append(Done(played, played.told(state), effects))
        state = replace(after, pending=None)
    end = move("end_turn")
    line = say_all(end.summed_up(end.told(state), turn), ("Ada", "Bruno"))
    assert line == (
        "Ada → Spirit of Transmutation: Domo · against Bruno: Infamia, Spiritus · played: Pactum, 2 × Gloria "
        "· a card stolen from Bruno · discards 2 cards · 10 cards left"
    )


def test_the_line_of_a_turn_says_that_an_infamia_was_put_aside():
    """Whoever looks up then knows that gold may be sold again."""
    told = []
    for lies in (1, 2):
        state = seated(moving(gold_rush(), pawn=SALE), ADA, hand=20, infamia=lies)
        walked = move("move", steps=1)
        after, effects = walked.apply(state)
        turn = [Done(walked, walked.told(state), effects)]
        state = after
        for _ in range(lies):
            cleared = move("clear_infamia", cards=8)
            turn.append(Done(cleared, cleared.told(state), cleared.apply(state)[1]))
            state = cleared.apply(state)[0]
        assert state.seats[ADA].infamia == 0
        end = move("end_turn")
        told.append(say_all(end.summed_up(end.told(state), turn), ("Ada", "Bruno")))
    assert told == [
        "Ada → Gifts · 1 Infamia put aside · discards 2 cards · 10 cards left",
        "Ada → Gifts · 2 Infamias put aside · 4 cards left",
    ]


def test_the_line_of_a_turn_says_what_was_demolished_and_that_no_cards_are_left():
    state = seated(on(TOLD, BUILD), ADA, hand=20)
    walked = move("place", field=BUILD)
    turn = [Done(walked, walked.told(state), ())]
    for building in (100, 101):
        built = move("build", building="domo", demolish=building)
        turn.append(Done(built, built.told(state), ()))
    end = move("end_turn")
    line = say_all(end.summed_up(end.told(seated(state, ADA, hand=0)), turn), ("Ada", "Bruno"))
    assert line == "Ada → Build: 2 × Domo · demolished: Horten, Alembic · no cards left"
