"""The rulebook as data: every id has its text, in every language, with the same numbers; every link leads somewhere."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

from referee import games
from referee.engine import Refusal, Rule, put_in
from referee.language import LANGUAGES, READERS
from referee.rulebook import BOOKS, DESKS, RULINGS, book_of, rule_url, rulings_of
from referee.rulebook.text import html, plain

IDS = {
    "alchemicus": """
        AL-DECK AL-TOKENS AL-RING AL-INNER AL-PRICE AL-SETUP-SPIRIT AL-SETUP-START AL-SETUP-FIRST AL-TURN AL-FIELD
        AL-DRAW AL-MONEY AL-MOVE-FREE AL-MOVE-FAME AL-MOVE-FIRST AL-MOVE-OCCUPIED AL-MOVE-PASS AL-DOMO AL-BUILD
        AL-BUILD-LIMIT AL-BUILD-SAME AL-BUILD-GLORIA AL-SPIRIT-MUST AL-SPIRIT-STEP AL-SPIRIT-IN AL-SPIRIT-OUT
        AL-SPIRIT-JUMP AL-SPIRIT-STEAL AL-SPIRIT-BLOCK AL-HARVEST AL-TRANSPORT AL-TRANSPORT-ROOM AL-TRANSPORT-GOLD
        AL-TRANSMUTE AL-TRANSMUTE-NEEDS AL-SELL-CAPACITY AL-SELL-PRICE AL-SELL-ANYWHERE AL-GIFT AL-GLORIA
        AL-HAND-LIMIT AL-LAST-ROUND AL-WIN AL-TIE AL-BANK AL-ADVSALE
    """,
    "noctis": """
        NO-SETUP NO-TARGET NO-DRAW NO-PHASE NO-PASS NO-STOP NO-SALE NO-MONEY NO-COST NO-GOLEM NO-HOMUNCULUS
        NO-MUTABILIS NO-PACTUM NO-SPIRITUS NO-INFAMIA NO-GUARD
    """,
    "gold_rush": "GR-WIN GR-DONARIUM GR-NOFAME GR-GLORIA GR-GOLEM GR-INFAMIA GR-INFAMIA-OFF",
    "homunculus": """
        HO-PARTS HO-INGREDIENTS HO-FAVOURITE HO-SETUP HO-ACTIONS HO-DRAW HO-HAND HO-PLAY HO-SAME HO-USE HO-EXTRACT
        HO-REFRESH HO-EAR HO-ARM HO-LEG HO-TORSO HO-TAIL HO-HEAD HO-END HO-SCORE-PART HO-SCORE-UNIFORM
        HO-SCORE-FAVOURITE HO-SCORE-FINISH HO-TIE
    """,
    "fata_morgana": """
        FM-CARDS FM-SETUP FM-ROUND FM-FIRST FM-CREATE FM-CREATE-TWO FM-CREATE-OWN FM-CREATE-UNIQUE FM-SHORT FM-COPY
        FM-COPY-OWN FM-PASS FM-END-12 FM-END-9 FM-OBJECTIVE FM-HAND FM-WIN
    """,
}
RULING_IDS = [f"E-{number}" for number in (*range(1, 48), *range(50, 66))]
TRANSLATED = [language for language in LANGUAGES if language != "en"]
RULES = [rule for book in BOOKS.values() for rule in book.rules]


def said(rule: Rule, language: str) -> str:
    """Return text and example of `rule` in `language`."""
    catalog = READERS[language].catalog
    example = catalog.gettext(rule.example) if rule.example else ""
    return put_in(f"{catalog.pgettext(rule.id, rule.text)} {example}", rule.facts)


@pytest.mark.parametrize("book_id", IDS)
def test_a_book_holds_exactly_its_rules(book_id: str):
    assert sorted(rule.id for rule in BOOKS[book_id].rules) == sorted(IDS[book_id].split())


def test_the_rulings_are_numbered_in_order():
    ids = [ruling.id for ruling in RULINGS]
    assert ids[: len(RULING_IDS)] == RULING_IDS
    assert len(set(ids)) == len(ids)


def test_anchors_are_unique_on_each_page():
    for book in BOOKS.values():
        anchors = [section.id for section in book.sections] + [rule.id for rule in book.rules]
        assert len(anchors) == len(set(anchors)), book.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_rule_is_told_in_every_language_with_the_same_numbers(language: str):
    for rule in RULES:
        own, other = said(rule, "en"), said(rule, language)
        assert other != own, rule.id
        assert sorted(re.findall(r"\d+", other)) == sorted(re.findall(r"\d+", own)), rule.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_ruling_is_told_in_every_language(language: str):
    catalog = READERS[language].catalog
    for ruling in RULINGS:
        for text in (ruling.question, ruling.italian, ruling.polish, ruling.applied):
            if re.fullmatch(r"%\(\w+\)s\.", text):
                continue
            assert catalog.gettext(text) != text, ruling.id


def test_numbers_are_put_into_a_text_that_names_them():
    assert put_in("**%(limit)s cards**", {"limit": 10}) == "**10 cards**"
    assert put_in("100 % of it", {}) == "100 % of it"


def test_every_text_has_the_facts_it_names():
    for rule in RULES:
        for text in (rule.text, rule.example):
            assert set(re.findall(r"%\((\w+)\)", text)) <= set(rule.facts), rule.id
    for ruling in RULINGS:
        for text in (ruling.question, ruling.italian, ruling.polish, ruling.applied):
            assert set(re.findall(r"%\((\w+)\)", text)) <= set(ruling.facts), ruling.id


def test_every_link_of_a_rule_leads_to_a_rule():
    known = {rule.id for rule in RULES}
    for rule in RULES:
        assert rule.related, rule.id
        assert set(rule.related) <= known - {rule.id}, rule.id
        assert rule.desk is None or rule.desk in DESKS, rule.id
    for ruling in RULINGS:
        assert ruling.rules, ruling.id
        assert set(ruling.rules) <= known, ruling.id


def test_where_a_rule_is_read():
    assert rule_url("AL-MOVE-OCCUPIED") == "/rules/alchemicus#AL-MOVE-OCCUPIED"
    assert rule_url("GR-GOLEM") == "/rules/gold_rush#GR-GOLEM"
    assert rule_url("E-10") == "/rules/rulings#E-10"
    assert rule_url(None) is None
    assert rule_url("AL-NOTHING") is None
    assert book_of("NO-GOLEM") is BOOKS["noctis"]
    assert book_of("E-10") is None


def test_rulings_stand_beside_the_rules_they_touch():
    assert [ruling.id for ruling in rulings_of("AL-SPIRIT-BLOCK")] == ["E-5", "E-25"]
    assert [ruling.id for ruling in rulings_of("GR-GOLEM")] == ["E-16", "E-17", "E-23", "E-41", "E-63"]
    assert rulings_of("AL-GIFT") == ()


def test_the_rulings_a_table_can_choose():
    options = {ruling.id: ruling.option for ruling in RULINGS if ruling.option}
    assert options == {"E-1": "ring", "E-2": "prices", "E-10": "target", "E-55": "cauldrons"}


def test_every_refusal_names_a_rule_that_can_be_read():
    modules = [importlib.import_module(found.name) for found in pkgutil.walk_packages(games.__path__, "referee.games.")]
    refusals = [value for module in modules for value in vars(module).values() if isinstance(value, Refusal)]
    assert len(refusals) > 50
    for refusal in refusals:
        assert refusal.rule is None or rule_url(refusal.rule), refusal


def test_only_emphasis_is_markup():
    text = "**Ear** & <b>*one*</b> [x](y) `z`"
    assert plain(text) == "Ear & <b>one</b> [x](y) `z`"
    assert html(text) == "<strong>Ear</strong> &amp; &lt;b&gt;<em>one</em>&lt;/b&gt; [x](y) `z`"
