"""A running server of its own, Debian's Chromium, and phones: each a context with a language and a screen."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from weakref import WeakSet

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect, sync_playwright

from tests.browser.chromium import chromium
from tests.browser.face import FACES, draw_in, drawn
from tests.browser.wire import Wire
from tests.servers.server import Server, copy_of_app

WITHIN_MS = 45_000
"""How long a page may take: on a busy machine everything is slow, and what never comes is found out all the same."""
STEADY_MS = 350
"""A button that changed under the finger ignores taps for 300 ms, by the page's own time."""
STEADY = """(quiet) => new Promise((steady) => {
    const note = () => { window.changedAt = performance.now(); };
    const change = () => { note(); requestAnimationFrame(() => setTimeout(note)); };
    if (window.changedAt === undefined) {
        const seen = { subtree: true, childList: true, characterData: true, attributes: true };
        new MutationObserver(change).observe(document, seen);
        for (const opens of ["beforetoggle", "toggle"]) document.addEventListener(opens, change, true);
        note();
    }
    // What the page has yet to hear of is heard within a frame.
    const look = () => requestAnimationFrame(() => setTimeout(() => {
        const left = window.changedAt + quiet - performance.now();
        if (left > 0) setTimeout(look, left); else steady();
    }));
    look();
})"""
"""Waits until nothing of a page has changed for so many milliseconds, by its own time."""
SCRIPTLESS: WeakSet[BrowserContext] = WeakSet()
"""Browsers that run no scripts."""
SLOW_WAY = float(os.environ.get("SLOW_WAY", "0"))
"""How many seconds each answer may take longer: `make soak` taps through everything on a way as bad as that."""
SMALL, TALL, LARGE, WIDE = (320, 568), (360, 740), (390, 844), (844, 390)
AT_HOME = "table.home.arpa"
"""A name of the house's own network (RFC 8375) at which this browser finds the server, as other phones would. To who
asks for 127.0.0.1, which is nobody else's, the server names no address for phones."""
Phone = Callable[..., Page]
"""Language, size and whether it is dark → a page."""


def eventually(page: Page, holds: Callable[[], bool]) -> None:
    """Wait until something holds that no locator can wait for. Playwright's own way, `wait_for_function`, has the page
    evaluate a text, which our pages forbid (CSP): it fails where what is waited for is not there at once."""
    deadline = time.monotonic() + WITHIN_MS / 1000
    while not holds():
        assert time.monotonic() < deadline
        page.wait_for_timeout(50)


def steady(page: Page) -> None:
    """Wait until the page takes a tap on anything that stands there: whatever has changed rests no more. Wait first for
    what is to have changed. Where no scripts run, nothing ever rests, and no clock of the page's would end the wait."""
    while page.context not in SCRIPTLESS:
        try:
            page.evaluate(STEADY, STEADY_MS)
            return
        except Error as error:
            if "context was destroyed" not in error.message and "navigation" not in error.message:
                raise
            page.wait_for_load_state()  # it was just leaving


def at_home(url: str) -> str:
    """Return the same address as other phones of the house reach it."""
    return url.replace("127.0.0.1", AT_HOME)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of a server that all tests share, its tables at first none."""
    with Server(tmp_path_factory.mktemp("data")) as running:
        way = Wire(running.url, SLOW_WAY) if SLOW_WAY else None
        yield way.url if way else running.url
        if way:
            way.close()


@pytest.fixture(scope="session")
def app_as_it_is(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with the app as the tests found it."""
    return copy_of_app(tmp_path_factory.mktemp("app"))


@pytest.fixture
def own_server(tmp_path: Path, app_as_it_is: Path) -> Iterator[Server]:
    """Give a server of this test's own, to be killed and started again."""
    with Server(tmp_path, code=app_as_it_is) as running:
        yield running


@pytest.fixture
def wire(server: str) -> Iterator[Wire]:
    """Give a way to the shared server that can be cut, and held up."""
    made = Wire(server)
    yield made
    made.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    expect.set_options(timeout=WITHIN_MS)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", f"--host-resolver-rules=MAP {AT_HOME} 127.0.0.1"]
        )
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def faces(server: str, browser: Browser) -> None:
    """Make sure, before anything is measured, that pages are drawn in the faces they are meant to be."""
    for face in FACES:
        context = browser.new_context(base_url=server)
        draw_in(context, face)
        page = context.new_page()
        page.goto("/offline")
        assert drawn(page, face), face
        context.close()


both_faces = pytest.mark.parametrize("face", list(FACES), indirect=True)
"""Marks a test of layout: it holds in the app's own faces, and in wide ones."""


@pytest.fixture
def face(request: pytest.FixtureRequest, faces: None) -> str:
    """Give the name of the face in which phones draw: the app's own, but where `both_faces` asks for the other."""
    return str(getattr(request, "param", "ours"))


@pytest.fixture
def scriptless(server: str, browser: Browser) -> Iterator[Page]:
    """Give an empty page of the shared server, on a small phone whose browser runs no scripts."""
    context = browser.new_context(
        base_url=server, java_script_enabled=False, viewport={"width": SMALL[0], "height": SMALL[1]}
    )
    SCRIPTLESS.add(context)
    context.set_default_timeout(WITHIN_MS)
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(server: str, browser: Browser, face: str) -> Iterator[Phone]:
    """Make phones: `phone("pl", SMALL, dark=True)` is an empty page of its own in Polish; pages are asked for by path,
    of the shared server or of the one `at` an address.

    What the script of a page throws fails the test.
    """
    made: list[BrowserContext] = []
    complaints: list[str] = []

    def make(language: str = "en", size: tuple[int, int] = LARGE, dark: bool = False, at: str = server) -> Page:
        context = browser.new_context(
            base_url=at,
            locale=language,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            has_touch=True,
            service_workers="block",
        )
        context.set_default_timeout(WITHIN_MS)
        draw_in(context, face)
        made.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield make
    for context in made:
        for page in context.pages:
            page.unroute_all(behavior="ignoreErrors")  # what is on its way when a test ends is nobody's any more
        context.close()
    assert complaints == []
