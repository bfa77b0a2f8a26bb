"""Pictures for docs/evening.md, of the app's own screens: `python -m tests.browser.pictures` takes them anew, or those
that it names (`9-room`)."""

from __future__ import annotations

import json
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from tests.browser.chromium import chromium
from tests.browser.finger import tap
from tests.browser.script import Script, ask
from tests.browser.wire import new_table, sit
from tests.browser.workshop import GIFTS, HARVEST, SALE
from tests.servers.server import ROOT, Server

HERE = ROOT / "docs" / "evening"
LANGUAGES = ("en", "it", "pl")
SIZE: ViewportSize = {"width": 360, "height": 740}
TELEVISION: ViewportSize = {"width": 1920, "height": 1080}
QUALITY = 72
"""Of the JPEG: beyond that only its size grows."""
STILL_MS = 700
"""Until nothing moves on the screen any more."""
NAMES = ("Ada", "Bruno", "Celina")
HOUSE = "referee.local"


def home(page: Page, url: str) -> None:
    """The first page, as it is opened."""
    page.goto(url)


def lobby(page: Page, url: str) -> None:
    """The code that the others scan, at the name that a house's server has."""
    host = new_table(url, *NAMES)
    there = urlsplit(host.table)
    page.context.add_cookies([{"name": "seats", "value": host.token, "domain": HOUSE, "path": there.path}])
    page.goto(f"http://{HOUSE}:{there.port}{there.path}/lobby")


def legal(host: Script) -> list[dict[str, Any]]:
    """Return the moves that the seat to move may make now."""
    seat = host.look()["to_move"]
    offered = json.loads(ask(f"{host.table}/moves?seat={seat}", token=host.token))["moves"]
    return [offer["move"] for offer in offered if offer["refusal"] is None]


def played(host: Script, kind: str, turns: int) -> None:
    """Let everybody in turn enter one legal move of this kind."""
    chance = random.Random(2)
    for _ in range(turns):
        host.enter(**chance.choice([move for move in legal(host) if move["kind"] == kind]))
        for move in legal(host):
            if move["kind"] == "end_turn":
                host.enter(**move)


def begun(page: Page, url: str) -> None:
    """Sit at a table of Alchemicus at which everybody has moved once, so that it is this phone's turn."""
    host = new_table(url, *NAMES)
    for seat, number in enumerate((HARVEST, SALE, GIFTS)):
        host.enter(kind="place", seat=seat, field=number)
        host.enter(kind="end_turn", seat=seat)
    sit(page, host, 0)


def turn(page: Page, url: str) -> None:
    """A turn: legal fields glow."""
    begun(page, url)


def refusal(page: Page, url: str) -> None:
    """A refusal, with its rule."""
    begun(page, url)
    tap(page, page.locator(".board .barred").first)
    expect(page.locator("#notice .rule, #notice details, #notice a").first).to_be_visible()


def creature(page: Page, url: str) -> None:
    """A homunculus that grows."""
    host = new_table(url, *NAMES, game="homunculus", track="parts")
    played(host, "play", 12)
    sit(page, host, 0)


def shelf(page: Page, url: str) -> None:
    """Potions that one may copy."""
    host = new_table(url, *NAMES, game="fata_morgana")
    played(host, "create", 5)
    sit(page, host, 0)


def sheet(page: Page, url: str, fame: Sequence[int] = (20, 14, 17)) -> None:
    """The end of the evening."""
    host = new_table(url, *NAMES)
    for seat, number in enumerate((HARVEST, SALE, GIFTS)):
        host.enter(kind="place", seat=seat, field=number)
        host.enter(kind="fame", seat=seat, by=fame[seat])
        host.enter(kind="end_turn", seat=seat)
    assert host.look()["over"]
    page.goto(f"{host.table}/sheet")


def evenings(page: Page, url: str) -> None:
    """What was played here."""
    for fame in ((20, 14, 17), (11, 20, 18), (20, 19, 9), (16, 12, 21)):
        sheet(page, url, fame)
    page.goto(f"{url}/played")


def room(page: Page, url: str) -> None:
    """The screen of the room in the middle of a game, with buildings and goods."""
    host = new_table(url, *NAMES, track="full")
    for seat, number in enumerate((HARVEST, SALE, GIFTS)):
        for kind in ("metalle", "alembic", "fornax", "labrium", "taberna")[: 3 + seat]:
            host.enter(kind="building", seat=seat, build=kind)
        host.enter(kind="draw", seat=seat, **{"from": "deck"})
        host.enter(kind="place", seat=seat, field=number)
        host.enter(kind="fame", seat=seat, by=(3, 7, 5)[seat])
        if number == HARVEST:
            played(host, "harvest", 1)
        else:
            host.enter(kind="end_turn", seat=seat)
    page.set_viewport_size(TELEVISION)
    page.goto(f"{host.table}?tv=table")


SCREENS: dict[str, Callable[[Page, str], object]] = {
    "1-home": home,
    "2-lobby": lobby,
    "3-turn": turn,
    "4-refusal": refusal,
    "5-homunculus": creature,
    "6-fata-morgana": shelf,
    "7-sheet": sheet,
    "8-evenings": evenings,
    "9-room": room,
}


def taken(folder: Path, names: Collection[str]) -> None:
    """Take pictures of the screens with these names into a folder for each language; those of a television at half its
    size."""
    with sync_playwright() as playwright:
        words = ["--no-sandbox", f"--host-resolver-rules=MAP {HOUSE} 127.0.0.1"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=words)
        for language in LANGUAGES:
            (folder / language).mkdir(parents=True)
            for name in names:
                with Server() as server:
                    scale = 0.5 if name == "9-room" else 1
                    page = browser.new_page(
                        locale=language, viewport=SIZE, has_touch=True, color_scheme="dark", device_scale_factor=scale
                    )
                    SCREENS[name](page, server.url)
                    page.wait_for_timeout(STILL_MS)
                    page.screenshot(path=folder / language / f"{name}.jpg", type="jpeg", quality=QUALITY)
                    page.close()
        browser.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as new:
        taken(Path(new) / "evening", sys.argv[1:] or list(SCREENS))
        if not sys.argv[1:]:
            shutil.rmtree(HERE, ignore_errors=True)
        shutil.copytree(Path(new) / "evening", HERE, dirs_exist_ok=True)
