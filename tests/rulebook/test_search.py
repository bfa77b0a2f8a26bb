"""Search in the rules: what people type finds the right rule first, in every language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.language import LANGUAGES, Reader
from referee.rulebook import BOOKS, RULINGS, rule_url
from referee.rulebook.folding import fold, mistyped
from referee.rulebook.index import index, stemmer
from referee.rulebook.search import MOST_HITS, like, search
from tests.timed import least_seconds


@pytest.mark.parametrize(
    ("language", "query", "first"),
    [
        ("pl", "zlot", "AL-TRANSMUTE"),
        ("pl", "złotem", "AL-TRANSMUTE"),
        ("pl", "złoto", "AL-TRANSMUTE"),
        ("pl", "duch", "AL-SPIRIT-MUST"),
        ("pl", "Ducha", "AL-SPIRIT-MUST"),
        ("pl", "złodziej", "AL-SPIRIT-STEAL"),
        ("pl", "zlodziej", "AL-SPIRIT-STEAL"),
        ("pl", "reka", "HO-ARM"),
        ("pl", "kotl", "FM-CARDS"),
        ("pl", "mikstur", "FM-CREATE"),
        ("pl", "remis", "AL-TIE"),
        ("it", "pozion", "FM-CREATE"),
        ("it", "perche", "AL-MOVE-PASS"),
        ("it", "perché", "AL-MOVE-PASS"),
        ("it", "parita", "AL-TIE"),
        ("it", "parità", "AL-TIE"),
        ("it", "spirito", "AL-SPIRIT-MUST"),
        ("it", "mano", "HO-ARM"),
        ("it", "calder", "FM-CARDS"),
        ("it", "salto", "AL-SPIRIT-JUMP"),
        ("pl", "cel", "FM-OBJECTIVE"),
        ("it", "ultimo turno", "AL-LAST-ROUND"),
        ("it", "obiettivo", "FM-OBJECTIVE"),
        ("en", "gold", "AL-TRANSMUTE"),
        ("en", "harvest", "AL-HARVEST"),
        ("en", "objective", "FM-OBJECTIVE"),
        ("en", "spirit", "AL-SPIRIT-MUST"),
        ("en", "JUMP HAND", "AL-SPIRIT-JUMP"),
        ("en", "Labrium", "AL-TRANSPORT-GOLD"),
        ("en", "AL-TIE", "AL-TIE"),
        ("pl", "al-tie", "AL-TIE"),
        ("it", "e-10", "E-10"),
    ],
)
def test_the_right_rule_comes_first(language: str, query: str, first: str):
    assert search(query, language)[0].id == first


def test_a_zloty_in_another_case_finds_every_rule_about_gold():
    assert {"AL-TRANSMUTE", "GR-WIN", "GR-DONARIUM"} <= {hit.id for hit in search("złota", "pl")[:5]}


@pytest.mark.parametrize(
    ("language", "translated", "printed"),
    [("en", "foundry", "fornax"), ("it", "fonderia", "fornax"), ("pl", "huta", "fornax"), ("it", "giardino", "horten")],
)
def test_a_translated_name_finds_what_is_printed(language: str, translated: str, printed: str):
    found = [hit.id for hit in search(translated, language)]
    assert "AL-TRANSPORT-ROOM" in found or "AL-HARVEST" in found
    assert {hit.id for hit in search(printed, language)} == set(found)


def test_a_word_of_another_language_finds_the_rule_in_the_readers_own():
    hit = search("calder", "pl")[0]
    assert (hit.id, hit.game) == ("FM-CARDS", "fata_morgana")
    assert "kotł" in hit.snippet


def test_the_beginning_of_an_id_lists_its_rules():
    assert [hit.id for hit in search("AL-MOVE", "en")] == [
        "AL-MOVE-FREE",
        "AL-MOVE-FAME",
        "AL-MOVE-FIRST",
        "AL-MOVE-OCCUPIED",
        "AL-MOVE-PASS",
    ]


def test_what_was_looked_for_is_marked_where_it_stands():
    hit = search("zlot", "pl")[0]
    assert {hit.snippet[start:end] for start, end in hit.marks} == {"złoto"}
    hit = search("huta", "pl")[0]
    assert {hit.snippet[start:end] for start, end in hit.marks} <= {"Fornax", "Huta"}


def test_nothing_found_suggests_what_is_spelled_nearly_so():
    assert search("golldds", "en") == []
    assert like(index("en"), "golldds")[0] == "gold"
    assert like(index("pl"), "zlloto")[0] == "złoto"


@pytest.mark.parametrize(
    ("word", "other", "slips"),
    [
        ("golem", "golem", 0),
        ("gloem", "golem", 1),
        ("golm", "golem", 1),
        ("goleem", "golem", 1),
        ("gilem", "golem", 1),
        ("glme", "golem", 2),
        ("donrium", "domarium", 2),
    ],
)
def test_slips_are_counted(word: str, other: str, slips: int):
    assert mistyped(word, other, slips)
    assert not slips or not mistyped(word, other, slips - 1)


def test_a_mistyped_word_finds_what_was_meant():
    assert search("mutbilis", "it")[0].id == "NO-MUTABILIS"
    assert search("pactmu", "pl")[0].id == "NO-PACTUM"


@pytest.mark.parametrize(
    ("text", "folded"),
    [("Złoto", "zloto"), ("perché", "perche"), ("ŻÓŁĆ", "zolc"), ("Straße", "strase"), ("İŁæ", "ila"), ("", "")],
)
def test_letters_fold_one_for_one(text: str, folded: str):
    assert fold(text) == folded


@given(query=st.text(max_size=40), language=st.sampled_from(LANGUAGES))
def test_any_text_may_be_asked_for(query: str, language: str):
    hits = search(query, language)
    assert len(hits) <= MOST_HITS
    for hit in hits:
        assert rule_url(hit.id)
        assert hit.game in BOOKS
        at = 0
        for start, end in hit.marks:
            assert at <= start < end <= len(hit.snippet)
            at = end


def test_every_rule_and_ruling_can_be_found():
    for language in LANGUAGES:
        known = {document.id for document in index(language).documents}
        assert known == {rule.id for book in BOOKS.values() for rule in book.rules} | {r.id for r in RULINGS}
        assert [id for id in known if search(id, language)[0].id != id] == []


def test_an_answer_takes_less_than_a_blink():
    search("x", "en"), search("x", "it"), search("x", "pl")
    queries = ("zlot", "carte in mano", "a", "golem spirit hand")
    blink = 0.02 * len(queries)
    assert least_seconds(lambda: [search(query, "it") for query in queries], blink) < blink


@pytest.mark.parametrize(
    ("language", "forms"),
    [("it", "pozione pozioni"), ("pl", "kotła kotłem"), ("de", "kessel kesseln"), ("uk", "potion potions")],
)
def test_a_language_has_the_stems_that_are_known_of_it_or_else_those_of_english(language, forms):
    assert len(set(map(stemmer(Reader(language)), forms.split()))) == 1
