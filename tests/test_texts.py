"""The rules' texts are read from files: what they become, and what is said of a file that is wrong."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from referee.engine import Book, Card, Rule, Ruling, Section, read_book, read_cards, read_rulings
from translations.catalogs import rules_texts

NUMBERS = {"HAND_LIMIT": 10, "COSTS": {"golem": 2}, "SPIRIT": "labrium"}
BOOK = '''
id = "small"
title = "Small"
brief = "A small book."

[[sections]]
id = "end"
title = "The end"
brief = "All of it."

[[sections.rules]]
id = "SM-LIMIT"
text = """
Hold **%(limit)s** cards; a Golem
costs %(cost)s.
"""
example = "A hand."
related = ["SM-END"]
facts = { limit = "HAND_LIMIT", cost = "COSTS.golem" }
'''
RULINGS = """
[otherwise]
italian = "Says nothing."
polish = "There is none."

[[rulings]]
id = "E-1"
question = "Who?"
polish = "All."
applied = "Nobody."
rules = ["SM-LIMIT"]

[[rulings]]
id = "E-2"
question = "How many?"
applied = "%(limit)s."
rules = []
facts = { limit = "HAND_LIMIT" }
"""
CARDS = """
[[always]]
rule = "SM-LIMIT"
text = "Hold %(limit)s."
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "small.toml"


def test_a_book_holds_its_rules_with_the_numbers_they_name(file: Path) -> None:
    file.write_text(BOOK, encoding="utf-8")
    said = "Hold **%(limit)s** cards; a Golem costs %(cost)s."
    rule = Rule("SM-LIMIT", said, "A hand.", ("SM-END",), facts={"limit": 10, "cost": 2})
    assert read_book(file, NUMBERS) == Book(
        "small", "Small", "A small book.", (Section("end", "The end", "All of it.", (rule,)),)
    )


def test_a_ruling_that_does_not_tell_what_a_book_says_says_what_the_file_does(file: Path) -> None:
    file.write_text(RULINGS, encoding="utf-8")
    assert read_rulings(file, NUMBERS) == (
        Ruling("E-1", "Who?", "Says nothing.", "All.", "Nobody.", ("SM-LIMIT",)),
        Ruling("E-2", "How many?", "Says nothing.", "There is none.", "%(limit)s.", (), facts={"limit": 10}),
    )


def test_cards_are_kept_by_their_lists(file: Path) -> None:
    file.write_text(CARDS, encoding="utf-8")
    assert read_cards(file) == {"always": (Card("SM-LIMIT", "Hold %(limit)s."),)}
    assert Card("SM-LIMIT", "").context == "SM-LIMIT card"


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ('"HAND_LIMIT"', '"HAND_LIMTI"', "there is no number called HAND_LIMTI"),
        ('"COSTS.golem"', '"COSTS.gloem"', "there is no number called COSTS.gloem"),
        ('"COSTS.golem"', '"COSTS"', "there is no number called COSTS"),
        ('"HAND_LIMIT"', '"SPIRIT"', "there is no number called SPIRIT"),
        ('"HAND_LIMIT"', '"HAND_LIMIT.golem"', "there is no number called HAND_LIMIT.golem"),
        ("related", "realted", "Object contains unknown field `realted` - at `$.sections[0].rules[0]`"),
        ('title = "The end"\n', "", "Object missing required field `title` - at `$.sections[0]`"),
        ('id = "small"', "id = ", "at line 2, column 6"),
    ],
)
def test_a_file_that_is_wrong_is_named_with_what_is_wrong(file: Path, right: str, wrong: str, said: str) -> None:
    assert right in BOOK
    file.write_text(BOOK.replace(right, wrong), encoding="utf-8")
    with pytest.raises(ValueError, match=str(file)) as raised:
        read_book(file, NUMBERS)
    assert str(raised.value).startswith(f"{file}: ")
    assert said in str(raised.value)


def test_the_catalogs_hold_each_text_as_it_is_read_with_its_rule_as_context() -> None:
    assert list(rules_texts(tomllib.loads(BOOK))) == [
        ("Small", None),
        ("A small book.", None),
        ("The end", None),
        ("All of it.", None),
        ("Hold **%(limit)s** cards; a Golem costs %(cost)s.", "SM-LIMIT"),
        ("A hand.", None),
    ]
    assert list(rules_texts(tomllib.loads(CARDS))) == [("Hold %(limit)s.", "SM-LIMIT card")]
    assert [text for text, _ in rules_texts(tomllib.loads(RULINGS))] == [
        *("Says nothing.", "There is none."),
        *("Who?", "All.", "Nobody."),
        *("How many?", "%(limit)s."),
    ]
