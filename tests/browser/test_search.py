"""The search without a server ranks as the server does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from referee.language import LANGUAGES
from referee.rulebook.in_force import played_ids, searched_first
from referee.rulebook.search import search
from tests.apps import app_with
from tests.rulebook.questions import TABLES, options_at, questions

pytestmark = pytest.mark.browser

SCRIPT = Path("static/search.js").read_text(encoding="utf-8")
FIND = """([told, asked]) => {
    const { find } = rulesSearch(told);
    return asked.map(([query, book]) => find(query, book).map(({ document }) => document.id));
}"""
FIND_AT = """([told, asked]) => {
    const { find } = rulesSearch(told);
    return asked.map(([query, near]) => find(query, null, near.split(" ")).map(({ document }) => document.id));
}"""
MORE = ["AL-MOVE", "e-10", "", "of the", "labrim", "ŻÓŁĆ", "🜚", "a b c 4", "fata morgana", "kazaam", "xyzzy noctis"]


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_a_table_too_with_its_own_books_and_options_first(browser: Browser, tmp_path: Path, language: str) -> None:
    told: dict[str, Any] = (
        app_with({"DATA": str(tmp_path)}).test_client().get(f"/rules/documents?lang={language}").get_json()
    )
    asking = [one.question for one in questions("held_out") if one.language == language]
    tables = [(game, options_at(game, options)) for game, options in (*TABLES.values(), ("alchemicus", {}))]
    asked = [(query, game, options) for game, options in tables for query in asking]
    page = browser.new_page()
    page.add_script_tag(content=f"{SCRIPT}; globalThis.rulesSearch = rulesSearch")
    found = page.evaluate(FIND_AT, [told, [(query, searched_first(game, options)) for query, game, options in asked]])
    page.close()
    for (query, game, options), ids in zip(asked, found, strict=True):
        hits = search(query, language, None, frozenset(played_ids(game, options)))
        assert ids == [hit.id for hit in hits], (query, game, options)
