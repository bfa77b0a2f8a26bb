"""The letters of the app: its own faces, and how large they are."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import SMALL, TALL, Phone, both_faces, eventually
from tests.browser.face import drawn
from tests.browser.test_screens import PLAYS
from tests.browser.wire import new_table, shows, sit

pytestmark = pytest.mark.browser


def test_pages_are_drawn_in_our_own_faces_once_they_have_come(server: str, browser: Browser) -> None:
    context = browser.new_context(base_url=server)
    page = context.new_page()
    page.goto("/")

    def again() -> bool:
        page.goto("/desks")
        return drawn(page, "ours")

    eventually(page, again)
    context.close()


@pytest.mark.parametrize("dark", [False, True])
def test_the_light_that_is_on_is_shown_also_where_none_was_chosen(phone: Phone, dark: bool) -> None:
    page = phone("en", SMALL, dark=dark)
    page.goto("/")
    for theme, on in (("light", not dark), ("dark", dark)):
        expect(page.locator(f"#light [value={theme}]")).to_have_attribute("aria-pressed", str(on).lower())
    page.locator("#light [value=light]").tap()
    page.wait_for_url("**/#light")
    expect(page.locator("#light [aria-pressed=true]")).to_have_attribute("value", "light")


SCROLLS = """() => {
    const [page, stage] = [document.documentElement, document.querySelector(".stage")];
    return [page.scrollHeight - innerHeight, page.scrollWidth - innerWidth, stage.scrollHeight - stage.clientHeight];
}"""


@pytest.mark.parametrize(("size", "letters"), [(TALL, "130"), (SMALL, "115")])
@pytest.mark.parametrize("game", list(PLAYS))
def test_the_stage_holds_with_larger_letters(
    server: str, phone: Phone, game: str, size: tuple[int, int], letters: str
) -> None:
    """The app's own switch has the effect of larger letters of the system: nothing scrolls in a turn."""
    host, page = new_table(server, "Ada", "Bruno", "Celina", game=game), phone("pl", size)
    page.context.add_cookies([{"name": "letters", "value": letters, "url": server}])
    sit(page, host, 0)
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == 16 * int(letters) / 100
    assert page.evaluate(SCROLLS) == [0, 0, 0]
    for move in PLAYS[game](host)[:2]:
        assert "entry" in host.enter(**move), move
        shows(page, host)
        assert page.evaluate(SCROLLS) == [0, 0, 0], move


TOO_LARGE = [(TALL, 150), (SMALL, 200), ((320, 256), 100), ((320, 180), 100)]
"""Screens on which letters are too large for a stage, each with the system's letters in per cent: phones with letters
half as large again, and twice; and a desktop's page at four times its size (WCAG 2.2, 1.4.10), on two screens."""
OPTIONS = {"alchemicus": {"track": "full", "prices": {"horten": 1, "fornax": 2, "labrium": 3, "donarium": 3}}}
"""What is set at a table beside its players: of Alchemicus all nine buildings, some of them with prices."""
MOVES: dict[str, tuple[dict[str, object], ...]] = {
    "alchemicus": (
        {"kind": "draw", "seat": 0, "from": "deck"},
        {"kind": "place", "seat": 0, "field": 4},  # where one builds
    ),
    "homunculus": ({"kind": "part", "seat": 0, "part": "left_ear", "to": {"kind": "blue", "face_up": True}},),
    "fata_morgana": (
        {"kind": "create", "seat": 0, "cauldron": ["red", "white"], "ingredients": {"green": 1}, "value": 6},
    ),
}
"""So that each kind of stage is seen: the ring, a line of what stands where with the buildings, and what was done."""
READ = """() => {
    const found = [];
    const there = (one) => Boolean(one?.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        && !one.closest(".sr, .skip, svg, option, script, [popover]");
    const hidden = (one) => one !== null
        && (getComputedStyle(one).clipPath.startsWith("inset(50") || hidden(one.parentElement));
    const find = (selector) => [...document.querySelectorAll(selector)].filter((one) => there(one) && !hidden(one));
    const says = (one) => `${one.className} “${one.textContent.trim().replace(/\\s+/g, " ")}”`;
    const top = (one) => one.getBoundingClientRect().top;

    const sideways = document.documentElement.scrollWidth - innerWidth;
    if (sideways > 0) found.push(`the page is ${sideways} px too wide`);
    if (getComputedStyle(document.body).overflowY === "hidden") found.push("what has no room cannot be scrolled to");
    for (const bar of find(".thumb")) {
        const { position } = getComputedStyle(bar);
        if (position !== "static") found.push(`the bar is ${position}`);
    }
    if (find(".board").length && find(".where").length) found.push("the board is there, and its short form, too");
    const [acts] = find(".panel-acts"), [board] = find(".board");
    const moving = document.querySelector("[data-stage=ring]");
    if (!moving && acts && board && top(acts) > top(board)) found.push("what one can do comes after the board");
    for (const one of find("button, a")) {
        const { width, height } = one.getBoundingClientRect();
        if (width < 24 || height < 24) found.push(`${Math.round(width)} × ${Math.round(height)} px: ${says(one)}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const one = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || !there(one) || hidden(one)) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        let [left, right, above, below, shortens] = [0, innerWidth, -Infinity, Infinity, false];
        for (let up = one; up !== document.body; up = up.parentElement) {
            const style = getComputedStyle(up), box = up.getBoundingClientRect();
            if (style.display === "inline") continue; // it hides nothing
            const holds = up.matches("button, .building") && !up.closest(".board"); // there a name reaches over
            if (style.overflowX === "hidden" || holds) {
                [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
                shortens ||= style.textOverflow === "ellipsis" && !one.closest(".player-name");
            }
            if (style.overflowY === "hidden") [above, below] = [Math.max(above, box.top), Math.min(below, box.bottom)];
        }
        for (const line of range.getClientRects()) {
            const cut = line.left < left - 1 || line.right > right + 1;
            const leaves = line.height * 0.22; // what a line has above and below its letters
            // A word without room may be left out as a whole, but no name, and nothing of what was done last.
            if (line.top >= below - leaves && !one.closest(".player-name, .told")) continue;
            if (cut && !shortens || line.top < above - leaves || line.bottom > below + leaves) {
                found.push(`cut off: ${says(one)}`);
                break;
            }
        }
    }
    return found;
}"""


@both_faces
@pytest.mark.parametrize("game", list(PLAYS))
def test_letters_too_large_for_a_stage_make_it_a_page(server: str, phone: Phone, game: str, face: str) -> None:
    """It scrolls, but only down; what one can do comes first, and everything is read whole."""
    host = new_table(server, "Ada", "Bruno", "Celina", game=game, **OPTIONS.get(game, {}))
    page = phone("it" if face == "wide" else "pl")
    page.emulate_media(reduced_motion="reduce")  # else a tile that turns would be measured while it does
    sit(page, host, 0)
    letters = page.context.new_cdp_session(page)
    wrong = {}
    for move in (None, *MOVES[game]):
        if move is not None:
            assert "entry" in host.enter(**move), move
        shows(page, host)
        for size, percent in TOO_LARGE:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            letters.send("Page.setFontSizes", {"fontSizes": {"standard": 16 * percent // 100}})
            if found := page.evaluate(READ):
                wrong[move["kind"] if move else "start", size, percent] = found
    assert wrong == {}
