"""Whose language a page is in, and sentences, counts, names and times as its reader writes them."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from referee.engine import Fact, Player, Refusal, Sentence, Term
from referee.games import GAMES
from referee.glossary import NAMES
from referee.language import (
    LANGUAGES,
    READERS,
    Reader,
    choose,
    clock,
    current,
    day,
    gettext,
    latin,
    name,
    ngettext,
    npgettext,
    pgettext,
    printed,
    reading,
    say,
)

PLAYERS = ("Ada", "王")
WARSAW, ROME = ZoneInfo("Europe/Warsaw"), ZoneInfo("Europe/Rome")
OCCUPIED = Sentence("The Spirit field is occupied: %(player)s is standing there.", {"player": Player(1)})
MOVED = ("%(player)s: moved %(num)d field (%(field)s)", "%(player)s: moved %(num)d fields (%(field)s)")
POINTS = ("%(num)s point", "%(num)s points")


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    yield
    reading("en")


# --- which language --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "remembered", "accepted", "chosen"),
    [
        ("it", "pl", ["en"], "it"),
        (None, "pl", ["it"], "pl"),
        (None, None, ["it"], "it"),
        (None, None, ["pl-PL", "en"], "pl"),
        (None, None, ["pl_PL"], "pl"),
        (None, None, ["PL"], "pl"),
        (None, None, ["it-CH", "pl"], "it"),
        (None, None, ["en-GB", "pl"], "en"),
        (None, None, ["eo", "fr-CA", "it"], "it"),
        (None, None, ["eo", "zh-Hant-TW"], "en"),
        (None, None, ["*"], "en"),
        (None, None, [], "en"),
        ("eo", "pl", ["it"], "pl"),
        ("", "", ["it"], "it"),
        ("PL", None, ["it"], "it"),
        ("../it", "pl\n", ["it"], "it"),
        (None, None, ["", "-", "x-klingon", "i" * 500, "pl"], "pl"),
    ],
)
def test_asked_for_then_remembered_then_accepted_then_english(
    asked: str | None, remembered: str | None, accepted: list[str], chosen: str
) -> None:
    assert choose(asked, remembered, lambda: accepted) == chosen


def test_what_is_accepted_is_looked_at_only_where_nothing_was_asked_for() -> None:
    def never() -> list[str]:
        raise AssertionError

    assert choose("pl", None, never) == choose("xx", "pl", never) == "pl"


def test_each_thread_reads_its_own_language() -> None:
    heard: dict[str, str] = {}
    together = threading.Barrier(len(LANGUAGES))

    def read(language: str) -> None:
        reading(language)
        together.wait(timeout=20)
        heard[language] = say(OCCUPIED, PLAYERS)

    threads = [threading.Thread(target=read, args=(language,)) for language in LANGUAGES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert set(heard) == set(LANGUAGES)
    assert {language: heard[language] for language in ("en", "it", "pl")} == {
        "en": "The Spirit field is occupied: 王 is standing there.",
        "it": "Il campo dello Spirito è occupato: c’è già 王.",
        "pl": "Pole Ducha jest zajęte; stoi tam: 王.",
    }
    assert current() == "en", "what others read changes nothing here"


# --- sentences -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Ada: moved 5 fields (Harvest)"),
        ("it", "Ada: avanti di 5 campi (Raccolta)"),
        ("pl", "Ada: ruch o\u00a05 pól (Pozyskanie)"),
    ],
)
def test_players_terms_and_counts_in_one_sentence(language: str, said: str) -> None:
    reading(language)
    assert say(Sentence(MOVED, {"player": Player(0), "num": 5, "field": Term("harvest")}), PLAYERS) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "0 points, 1 point, 2 points, 5 points, 12 points, 21 points, 22 points, 100 points"),
        ("it", "0 punti, 1 punto, 2 punti, 5 punti, 12 punti, 21 punti, 22 punti, 100 punti"),
        ("pl", "0 punktów, 1 punkt, 2 punkty, 5 punktów, 12 punktów, 21 punktów, 22 punkty, 100 punktów"),
    ],
)
def test_counts(language: str, said: str) -> None:
    reading(language)
    counts = (0, 1, 2, 5, 12, 21, 22, 100)
    assert ", ".join(say(Sentence(POINTS, {"num": num})) for num in counts) == said
    assert ", ".join(ngettext(*POINTS, num) % {"num": num} for num in counts) == said


@pytest.mark.parametrize("given", ["D'Ambrosio", "Żółć", "王", "🜍👩‍🔬", "100% %(player)s %s", "<b>&amp;</b>", "W" * 40])
def test_names_are_said_as_they_are(given: str) -> None:
    reading("pl")
    assert say(OCCUPIED, ("Ada", given)) == f"Pole Ducha jest zajęte; stoi tam: {given}."


def test_a_seat_without_a_name_and_a_term_without_one_are_said_as_they_are() -> None:
    assert say(OCCUPIED) == "The Spirit field is occupied: 1 is standing there."
    assert say(Sentence("%(field)s!", {"field": Term("nowhere")})) == "nowhere!"
    below = {"player": Player(-1)}
    assert say(Sentence(OCCUPIED.message, below), PLAYERS) == "The Spirit field is occupied: -1 is standing there."


def test_a_refusal_is_said_like_any_sentence() -> None:
    refusal = Refusal("spirit_field_occupied", "AL-MOVE-OCCUPIED", OCCUPIED.message)
    for language in LANGUAGES:
        reading(language)
        about = refusal.about(player=Player(1))
        assert say(about, PLAYERS) == say(about.sentence, PLAYERS) == say(OCCUPIED, PLAYERS)


@pytest.mark.parametrize("facts", [{}, {"num": "many"}])
def test_a_count_without_a_number_is_said_all_the_same(facts: dict[str, Fact]) -> None:
    assert say(Sentence(("one", "several"), facts)) == "several"


def test_what_no_catalog_has_is_said_in_english() -> None:
    reading("pl")
    assert gettext("Nobody ever wrote this.") == "Nobody ever wrote this."
    assert ngettext("%(num)s gryphon", "%(num)s gryphons", 2) == "%(num)s gryphons"
    assert pgettext("heraldry", "Gryphon") == "Gryphon"
    assert npgettext("heraldry", "one gryphon", "gryphons", 1) == "one gryphon"
    assert gettext("") == "", "the catalog's head is no text"


def test_what_one_catalog_lacks_another_says(tmp_path: Path) -> None:
    folder = tmp_path / "it" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "app.po").write_text('msgid "Rulings"\nmsgstr ""\n', encoding="utf-8")
    (folder / "rules.po").write_text('msgid "Rulings"\nmsgstr "Decisioni"\n', encoding="utf-8")
    assert Reader("it", tmp_path).catalog.gettext("Rulings") == "Decisioni"


@pytest.mark.parametrize(("language", "own"), [("en", "Foundry"), ("it", "Fonderia"), ("pl", "Huta")])
def test_a_thing_has_its_latin_and_its_own_name(language: str, own: str) -> None:
    reading(language)
    assert (latin("fornax"), name("fornax"), printed("fornax")) == ("Fornax", own, "Fornax")
    assert latin("fame") is None
    assert printed("fame") == name("fame") == {"en": "Fame", "it": "Fama", "pl": "Sława"}[language]


# --- times -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "time", "moment"),
    [
        ("en", "1:30\u202fPM", "Oct 27, 2030, 1:30\u202fPM"),
        ("it", "13:30", "27 ott 2030, 13:30"),
        ("pl", "13:30", "27 paź 2030, 13:30"),
    ],
)
def test_times_as_the_reader_writes_them(language: str, time: str, moment: str) -> None:
    reading(language)
    at = "2030-10-27T12:30:45.250Z"
    assert (clock(at, WARSAW), day(at, WARSAW)) == (time, moment)


def test_an_evening_past_midnight_and_the_hour_that_comes_twice() -> None:
    reading("it")
    assert day("2029-12-31T23:30:00Z", ROME) == "1 gen 2030, 00:30"
    twice = [clock(f"2030-10-27T0{hour}:30:00Z", ROME) for hour in (0, 1, 2)]
    assert twice == ["02:30", "02:30", "03:30"]


def test_no_polish_word_of_one_letter_ends_a_line() -> None:
    reading("pl")
    loose = re.compile(r"(?<![^\s(„])[aiouwz] ", re.IGNORECASE)
    catalog = READERS["pl"].catalog._catalog  # type: ignore[attr-defined]
    texts = [text for text in catalog.values() if text]
    assert len(texts) > 1000
    assert [text for text in texts if loose.search(text)] == []
    reading("it")
    assert gettext("The game is over.") == "La partita è finita."


def test_what_two_games_name_is_called_the_same_in_both() -> None:
    for game in GAMES.values():
        assert {key: NAMES[key] for key in game.names} == game.names
