"""Firefox and WebKit, where the machine has them; a server, and a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.browser.conftest import TALL
from tests.engines import firefox, webkit
from tests.engines.page import Page
from tests.servers.server import Server, copy_of_app

ENGINES = {
    "firefox": (firefox.found, firefox.started, "Firefox is missing: firefox-esr"),
    "webkit": (webkit.found, webkit.started, "WebKit is missing: webkit2gtk-driver and xvfb"),
}


@pytest.fixture(scope="session")
def app_as_it_is(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with the app as the tests found it."""
    return copy_of_app(tmp_path_factory.mktemp("app"))


@pytest.fixture
def server(tmp_path: Path, app_as_it_is: Path) -> Iterator[Server]:
    """Give a server of this test's own, to be killed and started again."""
    with Server(tmp_path, code=app_as_it_is) as running:
        yield running


@pytest.fixture(scope="session", params=ENGINES)
def engine(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[firefox.Firefox | webkit.WebKit]:
    """Start the browser once for all its tests; skip them where it is not to be had."""
    found, start, missing = ENGINES[request.param]
    if found() is None:
        pytest.skip(missing)
    with start(tmp_path_factory.mktemp(request.param)) as started:
        yield started


@pytest.fixture
def phone(engine: firefox.Firefox | webkit.WebKit) -> Iterator[Callable[[], Page]]:
    """Make phones: `phone()` is an empty page of its own. What a page's script throws fails the test."""
    with ExitStack() as pages:
        yield lambda: pages.enter_context(engine.page(TALL))
