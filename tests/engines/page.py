"""What a test does with a page in any browser: look, wait, tap."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.conftest import STEADY_MS, WITHIN_MS

POLL = 0.05
"""How many seconds pass between two looks."""

VISIBLE = """(() => {
    const shown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length;
    return Array.from(document.querySelectorAll(%s)).filter(shown);
})()"""

IN_REACH = """((button) => {
    if (!window.changed) {
        const note = () => { window.changed = performance.now(); };
        const change = () => { note(); requestAnimationFrame(() => setTimeout(note)); };
        new MutationObserver(change).observe(document, { subtree: true, childList: true, attributes: true });
        note();
    }
    if (!button || button.disabled || performance.now() - window.changed < STEADY_MS) return null;
    button.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, width, height } = button.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const hit = document.elementFromPoint(x, y);
    return button.contains(hit) || hit?.closest("label")?.contains(button) ? [x, y] : null;
})""".replace("STEADY_MS", str(STEADY_MS))
"""Where a button is tapped; null while something else lies there, or the page has just changed, by its own clock."""


class EngineError(Exception):
    """A browser did not do as it was told: mostly, the page was just about to be another."""


def wait(what: str, look: Callable[[], Any], right: Callable[[Any], Any] = bool) -> Any:
    """Look until what is seen is right, and return it. Raises AssertionError, naming `what`, if it never is."""
    until = time.monotonic() + WITHIN_MS / 1000
    while True:
        try:
            seen = look()
        except EngineError as error:
            seen, fits = error, False
        else:
            fits = right(seen)
        if fits:
            return seen
        assert time.monotonic() < until, f"{what}: {seen}"
        time.sleep(POLL)


@contextmanager
def process(
    words: list[str], output: Path, environment: dict[str, str], passes: tuple[int, ...] = ()
) -> Iterator[None]:
    """Run a program that writes into a file; at the end, end it with all it started."""
    with output.open("wb") as file:
        running = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=file,
            stderr=file,
            env=environment,
            pass_fds=passes,
            start_new_session=True,
        )
    try:
        yield
    finally:
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()


def keys(text: str) -> dict[str, Any]:
    """Return a keyboard's actions that type a text, as WebDriver and BiDi want them."""
    pressed = [{"type": way, "value": key} for key in text for way in ("keyDown", "keyUp")]
    return {"type": "key", "id": "keyboard", "actions": pressed}


class Page(ABC):
    """A page in a browser, with cookies of its own."""

    @abstractmethod
    def goto(self, url: str) -> None:
        """Open an address, and wait until it is loaded."""

    @abstractmethod
    def text(self, expression: str) -> str:
        """Return what a JavaScript expression gives, which is a text."""

    @abstractmethod
    def touch(self, x: float, y: float) -> None:
        """Tap a point of the screen."""

    @abstractmethod
    def type(self, text: str) -> None:
        """Type a text into what has the focus, key by key."""

    def evaluate(self, expression: str) -> Any:
        """Return what a JavaScript expression gives, which JSON can tell (undefined as None)."""
        return json.loads(self.text(f"JSON.stringify(({expression}) ?? null)"))

    def back(self) -> None:
        """Go back, as by the browser's own button, once the page is loaded."""
        self.loaded()
        self.text("String(history.back())")

    def visible(self, selector: str) -> list[str]:
        """Return the texts of the elements that are shown."""
        found = VISIBLE % json.dumps(selector)
        return self.evaluate(f"{found}.map((one) => one.textContent.replace(/\\s+/g, ' ').trim())")

    def has(self, selector: str, after: Sequence[str] = ()) -> None:
        """Wait until there is such an element, shown or not, after these taps."""
        there = f"document.querySelector({json.dumps(selector)}) !== null"
        wait(f"{selector} is there after {after}", lambda: self.evaluate(there))

    def loaded(self) -> None:
        """Wait until the page and its scripts are there: a server that has just started packs them first."""
        wait("the page is loaded", lambda: self.evaluate("document.readyState"), lambda seen: seen == "complete")

    def shows(self, selector: str, text: str = "") -> None:
        """Wait until an element with this text in it is shown."""
        said = f"{selector} shows “{text}”"
        wait(said, lambda: self.visible(selector), lambda seen: any(text in each for each in seen))

    def hides(self, selector: str) -> None:
        """Wait until no such element is shown."""
        wait(f"{selector} is hidden", lambda: self.visible(selector), lambda seen: not seen)

    def tap(self, selector: str) -> None:
        """Tap the first such element that is shown, once it lies still and in reach, and takes a tap."""
        where = f"{IN_REACH}({VISIBLE % json.dumps(selector)}[0])"
        last = None

        def still(now: Any) -> bool:
            nonlocal last
            before, last = last, now
            return now is not None and now == before

        self.touch(*wait(f"{selector} can be tapped", lambda: self.evaluate(where), still))
