"""A phone that followed a game part by part shows what a phone shows that comes now."""

from __future__ import annotations

import contextlib
import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Page, Request, Route, expect

from referee.games import GAMES
from tests.browser.conftest import SMALL, STEADY_MS, TALL, Phone, eventually
from tests.browser.script import Script, ask
from tests.browser.test_sync import correction
from tests.browser.wire import new_table, shows, sit

pytestmark = pytest.mark.browser

UPDATE = re.compile(r'<[^>]* id="([\w-]+)" hx-swap-oob="outerMorph"')
SHOWN = """(NAMES) => Object.fromEntries(Array.from(NAMES.map((name) => document.getElementById(name)), (part) => {
    const checked = Array.from(part.querySelectorAll("input:checked"), (input) => input.id + input.value);
    const copy = part.cloneNode(true);
    for (const element of [copy, ...copy.querySelectorAll("*")]) {
        const classes = Array.from(element.classList).sort().join(" ");
        element.removeAttribute("class");
        element.removeAttribute("data-htmx-powered");
        if (classes) element.setAttribute("class", classes);
        const attributes = Array.from(element.attributes, ({ name, value }) => [name, value]).sort();
        for (const [name] of attributes) element.removeAttribute(name);
        for (const [name, value] of attributes) element.setAttribute(name, value);
    }
    return [part.id, [copy.outerHTML.replace(/\\s+/g, " "), checked]];
}))"""
"""Every part of the page by name: its HTML, and what is checked in it."""


def play(host: Script, chance: random.Random, moves: int) -> None:
    """Enter random moves that are worth a button, and take some back."""
    for _ in range(moves):
        seen = host.look()
        if chance.random() < 0.2:
            way = chance.choice(("undo", "undo", "redo"))
            ask(f"{host.table}/{way}", {"key": f"r{chance.random()}", "seq": seen["seq"]}, host.token)
            continue
        seat = seen["to_move"] if seen["to_move"] is not None else chance.randrange(3)
        offered = json.loads(ask(f"{host.table}/moves?seat={seat}", token=host.token))["moves"]
        if not offered:  # a short game is over
            return
        legal = [one["move"] for one in offered if one["refusal"] is None]
        move = chance.choice(legal or [one["move"] for one in offered])
        ask(f"{host.table}/entries", {"key": f"m{chance.random()}", "move": move, "overrule": not legal}, host.token)


def show_the_same(one: Page, other: Page, host: Script) -> None:
    """Wait until both show the table as it is, and every part alike: one may still ask for what its stream left out."""
    shows(one, host)
    shows(other, host)
    partial = {"HX-Request": "true", "HX-Request-Type": "partial"}
    token = one.context.cookies()[0]["value"]
    names = UPDATE.findall(ask(host.table, token=token, accept="text/html", **partial).decode())
    assert len(names) > 8
    with contextlib.suppress(AssertionError):
        eventually(one, lambda: one.evaluate(SHOWN, names) == other.evaluate(SHOWN, names))
    assert one.evaluate(SHOWN, names) == other.evaluate(SHOWN, names)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *((game, {}) for game in GAMES),
        ("alchemicus", {"track": "full", "expansion": "noctis"}),
    ],
)
def test_who_followed_shows_what_who_comes_now_is_shown(
    server: str, phone: Phone, game: str, options: dict[str, Any]
) -> None:
    chance = random.Random(game + str(options))
    host = new_table(server, "Ada", "Bruno", "Celina", game=game, **options)
    following, coming = phone("it", TALL), phone("it", TALL)
    sit(following, host, 0)
    for _ in range(4):
        play(host, chance, 12)
        shows(following, host)
        sit(coming, host, None)
        coming.context.clear_cookies()
        coming.context.add_cookies(following.context.cookies())
        coming.reload()
        show_the_same(following, coming, host)


def test_what_a_stream_never_spoke_of_does_not_stay(server: str, phone: Phone) -> None:
    host = new_table(server, "Ada", "Bruno")
    page = phone("en", TALL)
    said = ["event: beat\ndata: 1\n\n"]
    page.route("**/stream?*", lambda route: route.fulfill(content_type="text/event-stream", body=said[0]))
    sit(page, host, 0)
    before = page.locator("#shown").get_attribute("data-version")
    page.locator("#chip-0 button").click()
    page.locator("#fame-0 button[value='1']").click()
    expect(page.locator("#chip-0 .fame")).to_contain_text("1")
    ask(f"{host.table}/undo", {"key": "u", "seq": 1}, host.token)

    # What comes of both entries at once: nothing for Ada's row.
    token = page.context.cookies()[0]["value"]
    partial = {"HX-Request": "true", "HX-Request-Type": "partial"}
    changed = ask(f"{host.table}?since={before}", token=token, accept="text/html", **partial).decode()
    assert 'id="latest"' in changed and f'data-from="{before}"' in changed
    assert 'id="chip-0"' not in changed
    said[0] = "id: 2.1\n" + "".join(f"data: {line}\n" for line in changed.splitlines()) + "\n"
    expect(page.locator("#chip-0 .fame")).to_contain_text("0")


SILENT = """window.EventSource = class extends EventTarget {
    constructor() {
        super();
        this.beats = setInterval(() => this.dispatchEvent(new Event("beat")), 500);
    }
    close() {
        clearInterval(this.beats);
    }
};"""
"""A stream that is open, gives its signs of life, and brings nothing."""


def test_a_phone_whose_stream_is_open_and_silent_asks_for_what_it_entered(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone()
    page.add_init_script(SILENT)
    sit(page, host, 0)
    page.wait_for_timeout(2 * STEADY_MS)
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if "since=" in request.url else None)
    for points in (1, 2):
        plus = correction(page)
        asked.clear()
        plus.click()
        expect(page.locator(".player .fame").first).to_contain_text(str(points))
        shows(page, host)
        assert len(asked) == 1, "once, for all that differs"
        page.locator("#set-0 [popovertarget]").click()
    page.locator("#undo").click()
    expect(page.locator(".player .fame").first).to_contain_text(
        "0"
    )  # quick corrections are one line, taken back as one
    expect(page.locator("#cut-off")).to_be_hidden()


def test_an_answer_that_the_stream_overtook_turns_nothing_back(phone: Phone, server: str) -> None:
    """A server that was started again knows no version that a phone shows: it answers with the whole table."""
    host, page = new_table(server, "Ada", "Bruno"), phone("en", SMALL)
    sit(page, host, 0)
    host.enter(kind="fame", seat=0, by=1)
    shows(page, host)
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route, request: Request) -> None:
        held.append((route, route.fetch(url=re.sub(r"since=[^&]*", "since=1.1.0", request.url))))

    page.route(re.compile(r"/t/\w+\?since="), hold, times=1)
    page.evaluate("page.expectSeq(page.seqShown() + 1)")
    eventually(page, lambda: bool(held))
    assert 'data-from=""' in held[0][1].text()
    host.enter(kind="fame", seat=0, by=1)
    shows(page, host)
    with page.expect_event("requestfinished", lambda request: "?since=" in request.url):
        held[0][0].fulfill(response=held[0][1])
    assert page.evaluate("page.showUpdate('').then(page.seqShown)") == 2, "what was drawn before is not shown any more"
    expect(page.locator("#chip-0 .score")).to_have_text("2")
