"""The search without a server ranks as the server does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from referee.language import LANGUAGES
from referee.rulebook.search import search
from tests.apps import app_with
from tests.rulebook.questions import questions

pytestmark = pytest.mark.browser

SCRIPT = Path("static/search.js").read_text(encoding="utf-8")
FIND = """([told, asked]) => {
    const { find } = rulesSearch(told);
    return asked.map(([query, book]) => find(query, book).map(({ document }) => document.id));
}"""
MORE = ["AL-MOVE", "e-10", "", "of the", "labrim", "ŻÓŁĆ", "🜚", "a b c 4", "fata morgana"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_script_finds_the_same_in_the_same_order(browser: Browser, tmp_path: Path, language: str) -> None:
    told: dict[str, Any] = (
        app_with({"DATA": str(tmp_path)}).test_client().get(f"/rules/documents?lang={language}").get_json()
    )
    asked = [(one.question, None if one.at == "-" else one.at) for one in questions() if one.language == language]
    asked += [(query, None) for query in MORE]
    page = browser.new_page()
    page.add_script_tag(content=f"{SCRIPT}; globalThis.rulesSearch = rulesSearch")
    found = page.evaluate(FIND, [told, asked])
    page.close()
    expected = []
    for query, book in asked:
        hits = search(query, language, book) if query else []
        expected.append([hit.id for hit in hits])
    assert found == expected


def test_the_tables_own_books_steer_it_as_they_do_the_servers(browser: Browser, tmp_path: Path) -> None:
    told = app_with({"DATA": str(tmp_path)}).test_client().get("/rules/documents?lang=en").get_json()
    page = browser.new_page()
    page.add_script_tag(content=f"{SCRIPT}; globalThis.rulesSearch = rulesSearch")
    found = page.evaluate(
        "(told) => ['homunculus', 'fata_morgana'].map((book) => rulesSearch(told).find('setup', null, [book])"
        ".map(({ document }) => document.book))",
        told,
    )
    page.close()
    for book, books in zip(("homunculus", "fata_morgana"), found, strict=True):
        assert books[0] == book and len(set(books)) > 1
        assert books == sorted(books, key=lambda one: one != book)
