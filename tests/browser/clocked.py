"""Taps by the page's own clock, for what it does within a moment of a change."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.conftest import eventually

IN_TIME_MS = 250
"""A button that changed under the finger ignores taps for 300 ms; a tap within these came while it did."""
ATTEMPTS = 10


class LateError(Exception):
    """The tap came so late that it is rightly entered: nothing was shown by it."""


def played_until_in_time(test: Callable[..., None]) -> Callable[..., None]:
    """Play a test again, at a table of its own, as long as the machine stood still when the tap was due."""

    @functools.wraps(test)
    def again(**fixtures: object) -> None:
        for _ in range(ATTEMPTS - 1):
            with contextlib.suppress(LateError):
                return test(**fixtures)
        return test(**fixtures)

    return again


def teach(page: Page) -> None:
    """Give the page `tapIn(selector, milliseconds)`, to be called when something changes."""
    page.evaluate(
        """() => {
            window.tapIn = (selector, milliseconds) => {
                const changed = performance.now();
                setTimeout(() => {
                    document.querySelector(selector).click();
                    window.tappedAfter = performance.now() - changed;
                }, milliseconds);
            };
        }"""
    )


def in_time(page: Page) -> None:
    """Wait for that tap. Raises LateError if it came too late to show anything."""
    eventually(page, lambda: bool(page.evaluate("window.tappedAfter !== undefined")))
    if page.evaluate("window.tappedAfter") > IN_TIME_MS:
        raise LateError
