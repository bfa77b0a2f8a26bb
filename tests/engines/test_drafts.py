"""What was typed for a new table outlives a look at a rule, Back and another language, in Firefox and in WebKit: each
keeps a page that was left, or what its fields held, in its own way."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.engines.page import Page, wait
from tests.servers.server import Server

pytestmark = pytest.mark.browser

NAMES = ["Żaneta", "Bruno"]
TYPED = "[...document.querySelectorAll('[name=\"players[]\"]')].slice(0, 2).map(({ value }) => value)"
RULE = "main a[href*='#AL-SETUP-FIRST']"


def test_names_typed_for_a_new_table_outlive_a_rule_back_and_a_language(
    server: Server, phone: Callable[[], Page]
) -> None:
    page = phone()
    page.goto(f"{server.url}/new/alchemicus")
    page.loaded()
    for row, name in enumerate(NAMES, 1):
        page.tap(f".name-row:nth-of-type({row}) [name='players[]']")
        page.type(name)
    page.tap("label.tile:has([name='options.first_game'])")

    def are_kept() -> None:
        page.has("#new")
        wait("the names are there", lambda: page.evaluate(TYPED), lambda seen: seen == NAMES)
        page.has("[name='options.first_game']:checked")

    def read_the_rule() -> None:
        # What sets the table stands over the foot of the page.
        page.evaluate(f"void document.querySelector({json.dumps(RULE)}).scrollIntoView({{ block: 'center' }})")
        page.tap(RULE)
        page.shows("a.back-to-table")

    are_kept()
    read_the_rule()
    page.loaded()
    page.tap("a.back-to-table")
    are_kept()
    read_the_rule()
    page.back()
    are_kept()
    page.loaded()
    page.tap(".langs [lang=pl]")
    page.has("html[lang=pl]")
    are_kept()
