"""How many taps the usual actions take, and how far one has to scroll for them: played by touch, as one who only sees.

What is tapped beyond the screen, or beyond what a part of it shows, is scrolled to first, and those pixels count; what
is out of sight of a stage meanwhile is told beside them. Cards, coins and digits are a tap each. Desks are pages, and
scroll.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Locator, Page, TimeoutError, expect, sync_playwright

from tests.browser import wire
from tests.browser.chromium import chromium
from tests.browser.finger import seq
from tests.browser.script import Script, ask
from tests.servers.server import Server

SIZES = ((360, 740), (320, 568))
LANGUAGES = ("en", "it", "pl")
WAIT_MS = 15_000
STEADY_MS = 350
"""A button that has just changed takes no tap."""
SCROLLED = """(element) => {
    const far = [];
    for (let one = element.parentElement; one; one = one.parentElement) far.push(one.scrollTop);
    return far;
}"""
HIDDEN = """() => {
    const stage = document.querySelector(".stage");
    return stage ? stage.scrollHeight - stage.clientHeight : 0;
}"""
SHOW = "(element) => element.scrollIntoView({ block: 'nearest' })"


class Finger:
    """Taps on a phone's page; counts its taps, and the pixels it scrolls to reach what it taps."""

    def __init__(self, page: Page):
        self.page = page
        self.taps = 0
        self.pixels = 0
        self.hidden = 0

    def tap(self, what: str, number: int = 0) -> None:
        """Tap the visible element `number` that the selector `what` finds."""
        found = self.page.locator(what).locator("visible=true").nth(number)
        found.wait_for()
        self.page.wait_for_timeout(STEADY_MS)
        before = found.evaluate(SCROLLED)
        found.evaluate(SHOW)
        after = found.evaluate(SCROLLED)
        self.pixels += round(sum(abs(now - was) for now, was in zip(after, before, strict=True)))
        self.hidden = max(self.hidden, self.page.evaluate(HIDDEN))
        self.taps += 1
        self.touch(found)

    def touch(self, found: Locator) -> None:
        box = found.bounding_box()
        assert box is not None
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def enter(self, what: str, number: int = 0) -> None:
        """Tap, and wait until the phone shows what was entered."""
        before = seq(self.page)
        self.tap(what, number)
        expect(self.page.locator("#latest")).not_to_have_attribute("data-seq", str(before))

    def write(self, what: str, digits: str) -> None:
        """Tap a field and type, a tap for each digit."""
        self.tap(what)
        self.taps += len(digits)
        self.page.keyboard.type(digits)


class Journey(NamedTuple):
    """An action: what it is called, the most taps it may take (None: no limit is set), how the table is set before it,
    how it is played by touch."""

    title: str
    most: int | None
    set_up: Callable[[str], tuple[Script, int] | str]
    play: Callable[[Finger], None]


def alchemicus(*before: dict[str, Any], **options: Any) -> Callable[[str], tuple[Script, int]]:
    """Return what sets a table of Alchemicus of three, and enters `before` there."""

    def set_up(url: str) -> tuple[Script, int]:
        host = wire.new_table(url, "Ada", "Bruno", "Celina", **options)
        for move in before:
            answer = host.enter(**move)
            assert "entry" in answer, (move, answer)
        return host, 0

    return set_up


def game(name: str, *before: dict[str, Any], **options: Any) -> Callable[[str], tuple[Script, int]]:
    """Return what sets a table of another game, for two, and enters `before` there."""

    def set_up(url: str) -> tuple[Script, int]:
        host = wire.new_table(url, "Ada", "Bruno", game=name, **options)
        for number, move in enumerate(before):
            body = {"key": str(number), "move": move, "overrule": True}
            assert b'"entry"' in ask(f"{host.table}/entries", body, host.token), move
        return host, 0

    return set_up


def field(number: int) -> str:
    return f".board .pos-{number}"


END = ".bar [data-asks-once], .bar [value*=end_turn]"
FULL = {"track": "full"}
NOCTIS = {"track": "full", "expansion": "noctis", "edition": "pl"}
BUILDINGS = ("metalle", "fornax", "alembic", "taberna", "domo", "labrium", "donarium", "alembic", "fornax", "taberna")
TWELVE = tuple({"kind": "building", "seat": 0, "build": kind} for kind in BUILDINGS)
FIRST = 7
"""The id of the first building that is laid out at a table of three."""


def lies(building: int, *goods: str) -> dict[str, Any]:
    return {"kind": "goods", "seat": 0, "building": building, "goods": list(goods)}


def stop(number: int) -> dict[str, Any]:
    return {"kind": "place", "seat": 0, "field": number, "draw": "deck"}


HARVEST, TRANSPORT, TRANSMUTATION, BUILD, SALE, GIFTS = range(1, 7)
LADEN = (lies(1, "herbs"), lies(FIRST, "ore"))


def turn_at(number: int) -> Callable[[Finger], None]:
    """Return a turn that only moves."""

    def play(finger: Finger) -> None:
        finger.enter(field(number))
        finger.enter(END)

    return play


def entering(*taps: str) -> Callable[[Finger], None]:
    """Return what taps each of these, the last of which enters something."""

    def play(finger: Finger) -> None:
        for what in taps[:-1]:
            finger.tap(what)
        finger.enter(taps[-1])

    return play


def harvest_all(finger: Finger) -> None:
    finger.enter(field(HARVEST))
    finger.enter(".bar [value*=harvest]")
    finger.enter(END)


def fata_hand(finger: Finger) -> None:
    for colour, amount in (("red", 3), ("blue", 3), ("green", 2), ("brown", 1), ("white", 1)):
        for _ in range(amount):
            finger.tap(f"#tell .card-add.fata-{colour}")
    finger.enter("#tell [data-confirm]")


def homunculus_lay(finger: Finger) -> None:
    finger.tap(".board [data-place=torso]")
    finger.enter("#laying [value=purple]")
    finger.enter("#thumb .btn.primary")


def homunculus_pay(finger: Finger) -> None:
    for _ in range(2):
        finger.tap("#laying [data-counting=pay] [data-adds=mercury]")
    finger.tap("#laying [data-counting=pay] [data-adds=sulphur]")
    finger.enter("#laying [data-needs-counts]")


def count_homunculi(finger: Finger) -> None:
    finger.tap("nav.seg a[href*='players=3']")
    for seat, counts in enumerate(((4, 2, 3), (6, 0, 0), (1, 3, 2))):
        for key, number in zip(("small", "large", "favourites"), counts, strict=True):
            finger.tap(f"label:has(> [name='players.{seat}.counted.{key}'][value='{number}'])")
    finger.tap("label:has(> [name='players.0.finished'])")
    finger.tap("form .btn.primary")
    expect(finger.page.locator(".party")).to_be_visible()


def count_potions(finger: Finger) -> None:
    finger.tap("nav.seg a[href*='players=3']")
    for seat, (points, objective, cards) in enumerate((("31", 4, 7), ("28", 0, 12), ("9", 6, 6))):
        finger.write(f"[name='players.{seat}.points']", points)
        finger.tap(f"label:has(> [name='players.{seat}.objective_points'][value='{objective}'])")
        finger.tap(f"label:has(> [name='players.{seat}.hand_size'][value='{cards}'])")
    finger.tap("form .btn.primary")
    expect(finger.page.locator(".ranking")).to_be_visible()


HOMUNCULUS_HELD = ({"kind": "ingredients", "seat": 0, "by": {"mercury": 2, "sulphur": 1}},)
CREATED = tuple(
    {"kind": "create", "seat": seat, "cauldron": pair, "ingredients": {"green": 1}, "value": seat + 1}
    for seat, pair in enumerate((["red", "blue"], ["brown", "white"]))
)

JOURNEYS = (
    Journey("Alchemicus Fame: a turn that only moves", 2, alchemicus(), turn_at(GIFTS)),
    Journey("Alchemicus Fame: +3 told on Sale", 2, alchemicus({"kind": "place", "seat": 0, "field": SALE}),
            entering(".sale-fame >> nth=1")),
    Journey("Alchemicus full: a turn that only moves", 3, alchemicus(**FULL), turn_at(GIFTS)),
    Journey("Alchemicus full: harvest all, to the end of the turn", 3, alchemicus(**FULL),
            harvest_all),
    Journey("Alchemicus full: build, price known", 1,
            alchemicus(stop(BUILD), {"kind": "cards", "seat": 0, "by": 4}, prices={"donarium": 2}, **FULL),
            entering("#action [value*=donarium]")),
    Journey("Alchemicus full: build, price told first", 2,
            alchemicus(stop(BUILD), {"kind": "cards", "seat": 0, "by": 4}, **FULL),
            entering("#action [popovertarget=build-donarium]", "#build-donarium [name=price][value='2']")),
    Journey("Alchemicus full, 12 buildings: build in the place of one", 2,
            alchemicus(*TWELVE, stop(BUILD), {"kind": "cards", "seat": 0, "by": 4}, prices={"horten": 1}, **FULL),
            entering("#action [popovertarget=demolish-horten]", "#demolish-horten button >> nth=0")),
    Journey("Alchemicus full, 12 buildings: harvest one", 1, alchemicus(*TWELVE, stop(HARVEST), **FULL),
            entering("#workshops .legal")),
    Journey("Alchemicus full, 12 buildings: carry a good", 1,
            alchemicus(*TWELVE, *LADEN, stop(TRANSPORT), **FULL),
            entering("#workshops .legal")),
    Journey("Alchemicus full, 12 buildings: transmute", 1,
            alchemicus(*TWELVE, lies(FIRST + 1, "ore"), stop(TRANSMUTATION), **FULL), entering("#workshops .legal")),
    Journey("Alchemicus full, 12 buildings: sell as planned", 1, alchemicus(*TWELVE, *LADEN, stop(SALE), **FULL),
            entering(".plan-steps button")),
    Journey("Alchemicus full: a hand put right by one", None, alchemicus(stop(GIFTS), **FULL),
            entering(".chips button", "#cards-0 button[value='1']")),
    Journey("Noctis: a card on a building, drawn first", None,
            alchemicus({"kind": "cards", "seat": 0, "by": 3}, **NOCTIS),
            entering(".bar [popovertarget=cards]", "#cards [popovertarget=play-golem]", "#play-golem [name=move]")),
    Journey("Noctis: an Infamia answered", 1,
            alchemicus({"kind": "cards", "seat": 1, "by": 3}, {"kind": "fame", "seat": 0, "by": 2},
                       {"kind": "turn", "seat": 1}, {"kind": "draw", "seat": 1, "from": "deck"},
                       {"kind": "infamia", "seat": 1, "target": 0}, **NOCTIS), entering(".bar [value*=fend_off]")),
    Journey("any table: undo", 1, alchemicus({"kind": "fame", "seat": 0, "by": 1}), entering("#undo")),
    Journey("Homunculus parts: a part laid, and the turn ended", 3,
            game("homunculus", track="parts"), homunculus_lay),
    Journey("Homunculus full: three ingredients paid", 4, game("homunculus", *HOMUNCULUS_HELD, track="full"),
            homunculus_pay),
    Journey("Fata Morgana: a turn that passes", 2, game("fata_morgana", *CREATED),
            entering(".bar [popovertarget^=pass]", "#pass-0 [value*='\"red\"']")),
    Journey("Fata Morgana: a hand of ten told", 11, game("fata_morgana"), fata_hand),
    Journey("desk: three homunculi counted", 20, lambda _url: "/desk/homunculus/score", count_homunculi),
    Journey("desk: three hands of Fata Morgana counted", 20, lambda _url: "/desk/fata_morgana/score", count_potions),
)  # fmt: skip


def measured(browser: Browser, url: str, journey: Journey, language: str, size: tuple[int, int]) -> Finger:
    """Return the finger that played an action on a phone of its own."""
    context = browser.new_context(
        base_url=url,
        locale=language,
        viewport={"width": size[0], "height": size[1]},
        has_touch=True,
        service_workers="block",
    )
    page = context.new_page()
    page.set_default_timeout(WAIT_MS)
    ready = journey.set_up(url)
    if isinstance(ready, str):
        page.goto(ready)
    else:
        wire.sit(page, *ready)
    if journey.play is homunculus_pay:  # the paying alone: the place and the colour are chosen already
        page.wait_for_timeout(STEADY_MS)
        page.locator(".board:visible [data-place=head]").tap()
        page.locator("#place").wait_for()
        page.locator("#place label:has([name=kind_of][value=red])").tap()
        page.wait_for_timeout(STEADY_MS)
        clears = page.locator("#laying [data-clears]")
        if clears.is_visible():  # what such a part costs was remembered, and is told again here
            clears.tap()
    finger = Finger(page)
    try:
        journey.play(finger)
    finally:
        context.close()
    return finger


def told(fingers: list[Finger]) -> str:
    """Return how far these fingers scrolled at most, and how much of the stage was out of sight meanwhile."""
    hidden = max(finger.hidden for finger in fingers)
    return f"{max(finger.pixels for finger in fingers)} px" + (f" ({hidden} hidden)" if hidden else "")


def taps(only: str = "") -> None:
    """Print the taps and the scrolled pixels of each action whose name holds `only`, the most of three languages."""
    with Server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        print("taps" + " " * 56 + "most   taps   " + "   ".join("scrolled {}×{}".format(*size) for size in SIZES))
        for journey in JOURNEYS:
            if only not in journey.title:
                continue
            try:
                fingers = {
                    size: [measured(browser, server.url, journey, language, size) for language in LANGUAGES]
                    for size in SIZES
                }
            except (TimeoutError, AssertionError) as error:
                print(f"{journey.title:<60} could not be played: {str(error).splitlines()[0]}", flush=True)
                continue
            counted = max(finger.taps for each in fingers.values() for finger in each)
            far = "".join(f"{told(fingers[size]):>19}" for size in SIZES)
            over = " !" if journey.most is not None and counted > journey.most else ""
            print(f"{journey.title:<60}{journey.most or '':>4}{counted:>7}{far}{over}", flush=True)
        browser.close()
