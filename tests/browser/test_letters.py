"""The letters of the app: its own faces, and how large they are."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import eventually
from tests.browser.face import drawn

pytestmark = pytest.mark.browser


def test_pages_are_drawn_in_our_own_faces_once_they_have_come(server: str, browser: Browser) -> None:
    context = browser.new_context(base_url=server)
    page = context.new_page()
    page.goto("/")

    def again() -> bool:
        page.goto("/desks")
        return drawn(page, "ours")

    eventually(page, again)
    context.close()
