"""Without the server: rules read and searched, games scored, no old table; and how a new version arrives."""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from referee.engine import Desk, Malformed, Refusal, Sentence
from referee.games import GAMES
from referee.rulebook import BOOKS
from tests.browser.conftest import LARGE, WITHIN_MS, Server, eventually

pytestmark = pytest.mark.browser


Phone = Callable[..., Page]


@pytest.fixture
def phone(own_server: Server, browser: Browser) -> Iterator[Phone]:
    """Make a phone in a language, at a page, with everything put by that its worker puts by."""
    made: list[BrowserContext] = []

    def make(language: str = "en", path: str = "/") -> Page:
        context = browser.new_context(
            base_url=own_server.url, locale=language, viewport={"width": LARGE[0], "height": LARGE[1]}
        )
        context.set_default_timeout(WITHIN_MS)
        made.append(context)
        page = context.new_page()
        page.goto(path)
        put_by(page)
        return page

    yield make
    for context in made:
        context.close()


def put_by(page: Page) -> None:
    """Wait until a worker is at work for the page, and no other is on its way."""
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    wait_for(page, "navigator.serviceWorker.getRegistration().then((one) => one.active?.state === 'activated')")
    wait_for(page, "Boolean(navigator.serviceWorker.controller)")


def wait_for(page: Page, truth: str) -> None:
    eventually(page, lambda: bool(page.evaluate(truth)))


def let_go(page: Page, truth: str) -> None:
    """Wait until a new worker has taken over, so that `truth` holds.

    Chromium may let a new worker wait until the old one has been idle for half a minute and is ended. One that a test
    looks at is never ended, so that is done here.
    """
    developer = page.context.new_cdp_session(page)
    developer.send("ServiceWorker.enable")

    def holds() -> bool:
        if page.evaluate("navigator.serviceWorker.getRegistration().then((one) => Boolean(one.waiting))"):
            developer.send("ServiceWorker.stopAllWorkers")
        return bool(page.evaluate(truth))

    eventually(page, holds)


def sit_down(page: Page) -> str:
    """Set a table of Homunculus and take a seat there; return its path."""
    body = {"game": "homunculus", "players": ["Ada", "Bruno"]}
    answer = page.request.post("/tables", data=body, headers={"Accept": "application/json"})
    table = str(answer.json()["url"])
    page.goto(table)
    page.get_by_role("button", name="Sit here: Ada").click()
    expect(page.locator("#table")).to_be_visible()
    page.wait_for_load_state()  # a server that has just started packs its scripts first
    return table


def test_rules_are_read_and_searched_without_the_server(own_server: Server, phone: Phone):
    page = phone("pl")
    own_server.kill()
    for book in BOOKS:
        page.goto(f"/rules/{book}?from=/t/K7QF2M")
        expect(page.locator("html")).to_have_attribute("lang", "pl")
        expect(page.locator("article.rule")).to_have_count(len(BOOKS[book].rules))
    page.goto("/rules/alchemicus#AL-MOVE-FAME")
    expect(page.locator("#AL-MOVE-FAME")).to_be_in_viewport()
    expect(page.locator(".picture use").first).to_be_visible()

    page.goto("/rules/search?q=zlot")
    expect(page.locator("#q")).to_have_value("zlot")
    expect(page.locator("#hits mark").first).to_have_text(re.compile("^złot", re.IGNORECASE))
    page.locator("#q").fill("wężżyk")
    expect(page.locator("#hits .empty")).to_contain_text("wężżyk")
    page.locator("#q").fill("<wężżyk>")
    expect(page.locator("#hits .empty")).to_contain_text("<wężżyk>")
    page.locator("#q").fill("al-move-fame")
    page.locator("#hits a", has_text="AL-MOVE-FAME").click()
    expect(page.locator("#AL-MOVE-FAME")).to_be_in_viewport()


def test_a_table_is_never_an_old_one(own_server: Server, phone: Phone):
    page = phone()
    table = sit_down(page)
    own_server.kill()
    page.goto(table)
    expect(page.locator("h1")).to_have_text("The server cannot be reached.")
    expect(page.locator("#table")).to_have_count(0)
    own_server.start()
    expect(page.locator("#table")).to_be_visible()


def fill_creature(page: Page, player: int, tiles: dict[str, tuple[str, bool]]) -> None:
    for part, (kind, face_up) in tiles.items():
        choice = json.dumps({"kind": kind, "face_up": face_up}, separators=(",", ":"))
        page.locator(f'select[name="players.{player}.parts.{part}:json"]').select_option(choice)


def test_a_homunculus_is_counted_without_the_server(own_server: Server, phone: Phone):
    page = phone()
    page.goto("/desk/homunculus/score?by=pieces&players=1")
    own_server.kill()
    fill_creature(page, 0, {"head": ("red", True), "tail": ("red", True), "left_leg": ("blue", False)})
    page.locator("[name='players.0.favourite:json'][value='\"red\"']").check(force=True)
    page.locator("form button.primary").click()
    counted = page.locator("#counted")
    expect(counted).to_contain_text("Counted on this phone: the server cannot be reached.")
    expect(counted.locator("li .num")).to_have_text("8")
    expect(counted).to_contain_text("parts 4, one kind 2, favourite 2, finished 0")
    counted.get_by_role("button", name="Save this evening").click()
    expect(counted).to_contain_text("Waiting on this phone until the server is back.")

    # Also on a page that comes from what was put by; and what the rules refuse is refused, with its rule.
    page.goto("/desk/homunculus/score?by=pieces&players=3")
    expect(page.locator("form section.panel")).to_have_count(3)
    page.locator('input[type=checkbox][name="players.1.finished"]').check(force=True)
    page.locator("form button.primary").click()
    refusal = page.locator("#counted .refusal")
    expect(refusal).to_contain_text("some are still empty (Player 2)")
    refusal.get_by_role("link").click()
    expect(page.locator("#HO-END")).to_be_in_viewport()

    # What was to be kept is kept once the server is back, and once only.
    own_server.start()
    eventually(page, lambda: page.request.get("/healthz").ok)
    for _twice in range(2):
        page.goto("/played")
        eventually(page, lambda: page.evaluate("localStorage.getItem('counts')") == "[]")
    plays = page.request.get("/played", headers={"Accept": "application/json"}).json()["plays"]
    assert [(play["game"], play["counted"], play["players"][0]["score"]) for play in plays] == [("homunculus", True, 8)]


def test_the_server_counts_as_long_as_it_answers(phone: Phone):
    page = phone()
    page.goto("/desk/homunculus/score?by=pieces&players=1")
    fill_creature(page, 0, {"head": ("red", True)})
    page.locator("form button.primary").click()
    expect(page.locator(".party")).to_be_visible()
    expect(page.locator("#counted")).to_have_count(0)


def test_a_question_that_needs_the_server_says_so(own_server: Server, phone: Phone):
    page = phone()
    page.goto("/desk/alchemicus/sale")
    own_server.kill()
    page.locator("form button.primary").click()
    expect(page.locator("#counted")).to_contain_text("this question needs it")


# --- both counts are the same ------------------------------------------------------------------------------------

COLOURS = ("red", "blue", "green", "brown", "white")
KINDS = ("yellow", "green", "red", "purple", "black", "blue", "other")
PARTS = ("head", "torso", "tail", "left_ear", "right_ear", "left_arm", "right_arm", "left_leg", "right_leg")


def creature(chance: random.Random, seat: int) -> dict[str, Any]:
    kinds = chance.sample(KINDS, chance.choice((1, 2, 7)))
    full = chance.random() < 0.5
    parts = {
        part: {"kind": chance.choice(kinds), "face_up": chance.random() < 0.7}
        for part in PARTS
        if full or chance.random() < 0.6
    }
    return {
        "name": f"P{seat}",
        "favourite": chance.choice((None, *kinds)),
        "parts": parts,
        "ingredients": chance.randint(0, 3),
        "finished": chance.random() < (0.4 if full else 0.05),
    }


def eyed(chance: random.Random, seat: int) -> dict[str, Any]:
    small, large = chance.randint(0, 6), chance.randint(0, 3)
    uniform = chance.random() < 0.2
    favourites = chance.choice((0, small + large)) if uniform else chance.randint(0, small + large)
    if small + large == 1 or 0 < favourites == small + large:  # then they are of one kind, which a few forget to tell
        uniform = uniform or chance.random() < 0.9
    counted = {"small": small, "large": large, "favourites": favourites, "uniform": uniform}
    ingredients = chance.randint(0, 3)
    return {"name": f"P{seat}", "ingredients": ingredients, "finished": chance.random() < 0.2, "counted": counted}


def hands(chance: random.Random, seat: int) -> dict[str, Any]:
    points = chance.choice((0, 2, 4, 6))
    return {
        "name": f"P{seat}",
        "points": chance.randint(0, 6),
        "objective_points": points,
        "hand_size": chance.randint(6, 12),
    }


def potions(chance: random.Random, seat: int) -> dict[str, Any]:
    wishes = dict(zip(("three", "two", "one"), chance.sample(COLOURS, 3), strict=True))
    if chance.random() < 0.05:
        wishes["one"] = wishes[chance.choice(("three", "two"))]
    return {
        "name": f"P{seat}",
        "points": chance.randint(0, 6),
        "objective": chance.choice((None, wishes, wishes, wishes)),
        "hand": {colour: chance.randint(0, 4) for colour in COLOURS if chance.random() < 0.9},
    }


def fame(chance: random.Random, seat: int) -> dict[str, Any]:
    return {"name": f"P{seat}", "fame": chance.randint(20, 22), "prices": chance.choice((None, 7, 8, 9, 9, 9))}


def settled(desk: Desk, players: list[dict[str, Any]]) -> object:
    """Return what the desk answers; of what cannot be, the sentence that says so."""
    try:
        return desk.answer(msgspec.convert({"players": players}, desk.question))
    except Malformed as error:
        return error.sentence


@pytest.mark.parametrize(
    ("game", "name", "player", "most"),
    [
        ("homunculus", "score", creature, 5),
        ("homunculus", "score", eyed, 5),
        ("fata_morgana", "score", hands, 4),
        ("fata_morgana", "score", potions, 4),
        ("alchemicus", "result", fame, 4),
    ],
)
def test_the_phone_counts_as_the_server_does(
    phone: Phone, game: str, name: str, player: Callable[[random.Random, int], dict[str, Any]], most: int
):
    page = phone(path=f"/desk/{game}/{name}")
    desk = GAMES[game].desks[name]
    chance = random.Random(7)
    asked = [[player(chance, seat) for seat in range(chance.randint(1, most))] for _ in range(400)]
    told = page.evaluate(
        """([game, asked]) => {
            const { book } = JSON.parse(document.getElementById("offline").textContent);
            return asked.map((players) => counting.by[game](players, book));
        }""",
        [game, asked],
    )
    refused = impossible = 0
    for players, answer in zip(asked, told, strict=True):
        right = settled(desk, players)
        if isinstance(right, Sentence):
            impossible += 1
            assert desk.offline.says[answer["malformed"]] == right.message, players
        elif isinstance(right, Refusal):
            refused += 1
            assert answer["refusal"]["code"] == right.code
        else:
            assert answer == msgspec.json.decode(msgspec.json.encode(right)), players
    assert refused + impossible < 200
    assert (impossible > 0) == (player is eyed)


# --- a new version -----------------------------------------------------------------------------------------------


@pytest.fixture
def newer(tmp_path: Path, app_as_it_is: Path) -> Path:
    """Return a folder with the app as its next version: one sentence and one script are others."""
    folder = shutil.copytree(app_as_it_is, tmp_path / "newer", ignore=shutil.ignore_patterns("__pycache__"))
    page = folder / "templates" / "offline.html"
    page.write_text(page.read_text().replace("The server cannot be reached.", "The newer server cannot be reached."))
    style = folder / "static" / "css" / "frame.css"
    style.write_text(style.read_text() + "\n.newer { color: red; }\n")
    return folder


def test_a_new_version_arrives_whole(own_server: Server, phone: Phone, newer: Path):
    page = phone(path="/rules")
    old = page.locator("html").get_attribute("data-version")
    table = sit_down(page)
    kept = page.evaluate("caches.keys()")
    assert len(kept) == 1
    own_server.kill()
    own_server.start(newer)
    # The table that stood open finds out by itself, and is a page of the new version then.
    expect(page.locator("html")).not_to_have_attribute("data-version", old or "")
    # Its worker, which may be noticed later than its page, has put the new pages by before it lets the old ones go.
    href = page.locator("link[rel=stylesheet]").first.get_attribute("href")
    let_go(page, f"caches.keys().then((all) => all.length === 1 && all[0] !== '{kept[0]}')")
    assert ".newer" in page.evaluate("(href) => fetch(href).then((answer) => answer.text())", href)
    own_server.kill()
    page.goto(table)
    expect(page.locator("h1")).to_have_text("The newer server cannot be reached.")


@pytest.mark.parametrize("secure", ["true", "false"])
def test_a_new_version_is_noticed_without_a_worker(own_server: Server, browser: Browser, newer: Path, secure: str):
    # Plain http in a house is no secure context: what looks for a newer version comes only when it can matter.
    context = browser.new_context(base_url=own_server.url, service_workers="block")
    context.add_init_script(f"Object.defineProperty(window, 'isSecureContext', {{ value: {secure} }})")
    context.set_default_timeout(WITHIN_MS)
    page = context.new_page()
    page.goto("/")
    table = sit_down(page)
    old = page.locator("html").get_attribute("data-version") or ""
    assert page.evaluate("isSecureContext") == (secure == "true")
    own_server.kill()
    expect(page.locator("#cut-off")).to_be_visible(timeout=WITHIN_MS)
    own_server.start(newer)
    expect(page.locator("html")).not_to_have_attribute("data-version", old, timeout=WITHIN_MS)
    assert page.url.endswith(table)
    context.close()


def test_nobody_loses_what_he_types_to_a_new_version(own_server: Server, phone: Phone, newer: Path):
    page = phone(path="/desk/alchemicus/result")
    old = page.locator("html").get_attribute("data-version")
    page.locator('input[name="players.0.fame"]').fill("17")
    own_server.kill()
    own_server.start(newer)
    other = page.context.new_page()
    other.goto("/")
    wait_for(other, f"caches.keys().then((all) => all.length === 1 && !all[0].includes('{old}'))")
    page.wait_for_timeout(500)
    assert page.locator("html").get_attribute("data-version") == old
    expect(page.locator('input[name="players.0.fame"]')).to_have_value("17")


def test_what_is_put_by_follows_the_language(own_server: Server, phone: Phone):
    page = phone("en")
    page.goto("/language/it?back=/rules")
    wait_for(page, "caches.keys().then((all) => all.length === 1 && all[0].endsWith('-it-100'))")
    own_server.kill()
    page.goto("/rules/alchemicus")
    expect(page.locator("html")).to_have_attribute("lang", "it")
