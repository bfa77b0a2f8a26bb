"""A running server of its own, Debian's Chromium, and phones: each a context with a language and a screen."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).parent.parent.parent
SMALL, TALL, LARGE = (320, 568), (360, 740), (390, 844)
Phone = Callable[..., Page]
"""Language, size and whether it is dark → a page."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start the house's own server with an empty data folder; give its address, without a slash at the end."""
    url, folder = f"http://127.0.0.1:{(port := free_port())}", tmp_path_factory.mktemp("data")
    command = [sys.executable, "app.py", "--host", "127.0.0.1", "--port", str(port), "--data", str(folder)]
    environment = {**os.environ, "REFEREE_LIMITS": "off"}
    with (folder / "server.log").open("w") as log:
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
    try:
        for _ in range(150):
            try:
                urllib.request.urlopen(f"{url}/healthz").close()
                break
            except OSError:
                time.sleep(0.1)
        else:
            pytest.fail((folder / "server.log").read_text())
        yield url
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield launched
        launched.close()


@pytest.fixture
def phone(server: str, browser: Browser) -> Iterator[Phone]:
    """Make phones: `phone("pl", SMALL, dark=True)` is an empty page of its own in Polish; pages are asked for by path.

    What the script of a page throws fails the test.
    """
    made: list[BrowserContext] = []
    complaints: list[str] = []

    def make(language: str = "en", size: tuple[int, int] = LARGE, dark: bool = False) -> Page:
        context = browser.new_context(
            base_url=server,
            locale=language,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            has_touch=True,
            service_workers="block",
        )
        context.set_default_timeout(10_000)
        made.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield make
    for context in made:
        context.close()
    assert complaints == []
