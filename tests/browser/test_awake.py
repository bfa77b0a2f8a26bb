"""The screen stays on while a game runs, and goes dark again once there is nothing to follow."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import TALL, Phone, eventually
from tests.browser.script import ask
from tests.browser.wire import new_table, sit

pytestmark = pytest.mark.browser

LOCKS = """
window.locks = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => {
    const lock = { released: false, release: async () => { lock.released = true; } };
    locks.push(lock);
    return lock;
} } });
"""
"""A browser that may keep the screen on, and what it was asked for."""


def held(page: Page, number: int) -> None:
    """Wait until so many locks are held."""
    eventually(page, lambda: page.evaluate("window.locks.filter((lock) => !lock.released).length") == number)


def test_a_closed_table_lets_the_screen_go_dark(server: str, phone: Phone) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", TALL)
    page.add_init_script(LOCKS)
    sit(page, host, 0)
    held(page, 1)
    for way, locks in (("close", 0), ("reopen", 1)):
        ask(f"{host.table}/{way}", {}, host.token)
        held(page, locks)
