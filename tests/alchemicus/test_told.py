"""Every refusal, every log line and every effect can be said: its sentence names only facts it is given."""

import random
import re

import pytest

from referee.engine import judge
from referee.games.alchemicus import EFFECTS
from referee.games.alchemicus import refusals as module
from tests.alchemicus.positions import move
from tests.alchemicus.tables import VARIETIES, anything, buttons, variety
from tests.alchemicus.test_refusals import CASES


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
    assert set(EFFECTS) == set(
        "passed_spirit stopped_by_golem noctis_card domo_bonus robbed spiritus_spent harvested transmuted sold "
        "discard_to_limit last_round game_over".split()
    )
    for message in EFFECTS.values():
        assert placeholders(message) <= {"player", "num", "good"}
        assert isinstance(message, tuple) == ("num" in placeholders(message))


@pytest.mark.parametrize("name", VARIETIES)
def test_log_lines_and_effects_are_told_with_their_facts(name):
    chance = random.Random(name)
    state = variety(name)
    for _ in range(400):
        legal = [button for button in buttons(state) if judge(button, state).refusal is None]
        played = chance.choice(legal) if legal and chance.random() < 0.7 else anything(state, chance)
        told = played.told(state)
        assert placeholders(told.message) == set(told.facts)
        state, effects = played.apply(state)
        for effect in effects:
            wanted = placeholders(EFFECTS[effect.code])
            assert ("num" in wanted) <= (effect.cards is not None)
            assert ("good" in wanted) <= (effect.good is not None)
