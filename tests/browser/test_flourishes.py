"""What is new and worth a look moves: 600 ms at most, not where no motion is wanted, and any tap ends it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.cauldron import COLOURS
from tests.browser.conftest import SMALL, TALL, Phone
from tests.browser.script import Script, ask
from tests.browser.wire import new_table, shows, sit
from tests.browser.workshop import GIFTS, HARVEST, SALE

pytestmark = pytest.mark.browser

WATCH = """
new MutationObserver((changes) => changes.forEach(({ target, oldValue }) => {
    if (!target.classList?.contains("flourish") || oldValue?.includes("flourish")) return;
    const lengths = target.getAnimations({ subtree: true }).map((one) => one.effect.getComputedTiming().endTime);
    const { flourish, more } = target.dataset;
    const which = (flourish || target.textContent).trim() + (more ? ` +${more}` : "");
    (window.flourishes ??= []).push([which, Math.max(...lengths)]);
})).observe(document, { subtree: true, attributes: true, attributeFilter: ["class"], attributeOldValue: true });
"""


def watched(page: Page, host: Script, seat: int) -> Page:
    """Seat a phone that notes its flourishes."""
    page.add_init_script(WATCH)
    sit(page, host, seat)
    shows(page, host)
    return page


def flourishes(page: Page, host: Script, longest: float = 600) -> list[str]:
    """Return the flourishes since this was asked last, none of which is longer than it may be."""
    shows(page, host)
    noted = page.evaluate("(() => { const all = window.flourishes ?? []; window.flourishes = []; return all; })()")
    assert all(length <= longest for _, length in noted), noted
    return [which for which, _ in noted]


def test_tiles_and_the_end_of_homunculus(phone: Phone, server: str) -> None:
    host = new_table(server, "Ada", "Bruno", game="homunculus", track="parts")
    for part in ("left_ear", "head", "right_ear", "left_arm", "right_arm", "left_leg", "tail"):
        host.enter(kind="part", seat=0, part=part, to={"kind": "red", "face_up": True})
    ada, bruno, still = watched(phone("it", TALL), host, 0), watched(phone("pl", SMALL), host, 1), phone("en", TALL)
    still.emulate_media(reduced_motion="reduce")
    watched(still, host, 0)
    assert flourishes(ada, host) == [], "what was there before is none"
    bruno.locator("[data-shows='0']").tap()

    host.enter(kind="play", seat=0, part="torso", kind_of="blue")
    both = (ada, "torso: tassello visibile"), (bruno, "tułów: płytka odkryta")
    for page, laid in both:
        assert [which.startswith(laid) for which in flourishes(page, host)] == [True]
    host.enter(kind="use", seat=0, part="torso")
    both = (ada, "torso: tassello coperto"), (bruno, "tułów: płytka zakryta")
    for page, turned in both:
        assert [which.startswith(turned) for which in flourishes(page, host)] == [True]
    host.enter(kind="play", seat=0, part="right_leg", kind_of="red")
    assert "over" in flourishes(ada, host)
    assert flourishes(still, host) == []
    expect(still.locator(".flourish")).to_have_count(0)
    ended = """(() => {
        const one = document.querySelector(".party");
        one.classList.add("flourish");
        document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
        return one.classList.contains("flourish");
    })()"""
    assert ada.evaluate(ended) is False, "any tap ends it"

    # What else moves in it neither cuts it short nor keeps it for ever.
    appeared = """(() => {
        const one = document.querySelector(".party");
        one.classList.add("flourish");
        one.dispatchEvent(new AnimationEvent("animationend", { bubbles: true, animationName: "appear" }));
        return one.classList.contains("flourish");
    })()"""
    assert bruno.evaluate(appeared) is True
    bruno.evaluate("document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))")
    bruno.evaluate("""(() => {
        const style = new CSSStyleSheet();
        style.replaceSync(".party > .lead { animation: turned 1s linear infinite; }");
        document.adoptedStyleSheets.push(style);
    })()""")
    ask(f"{host.table}/undo", {"key": "u", "seq": host.look()["seq"]}, host.token)
    host.enter(kind="play", seat=0, part="right_leg", kind_of="red")
    assert "over" in flourishes(bruno, host, longest=float("inf"))
    expect(bruno.locator(".flourish")).to_have_count(0)


def test_potions_and_declarations_of_fata_morgana(phone: Phone, server: str) -> None:
    host = new_table(server, "Ada", "Bruno", game="fata_morgana")
    bruno = watched(phone("pl", TALL), host, 1)
    for seat, (pair, recipe) in enumerate(((["red", "white"], {"green": 1}), (["green", "white"], {"blue": 1}))):
        host.enter(kind="create", seat=seat, cauldron=pair, ingredients=recipe, value=seat + 1)
        assert flourishes(bruno, host) == [str(seat + 1)]
    host.pass_until("declare", 9)
    goal = {"three": "red", "two": "blue", "one": "green"}
    for seat, untrue in ((0, True), (1, False)):
        host.enter(kind="declare", seat=seat)
        size = host.look()["players"][seat]["hand_size"]
        hand = dict.fromkeys(COLOURS, 0) | ({"white": size} if untrue else {"red": 3, "blue": 2, "green": size - 5})
        assert "seq" in host.enter(kind="reveal", seat=seat, hand=hand, objective=goal)
        if untrue:
            assert flourishes(bruno, host) == [f"untrue {host.look()['seq']}"]
            host.pass_until("declare", 10)
            shows(bruno, host)
            flourishes(bruno, host)
    expect(bruno.locator(".party")).to_be_visible()
    assert flourishes(bruno, host) == ["over"]


def test_gold_that_is_made_in_alchemicus_and_the_win(phone: Phone, server: str) -> None:
    """Gold shines once on both phones, not again when the stage comes back; a tap ends it."""
    host = new_table(server, "Ada", "Bruno", track="full", expansion="noctis", variant="gold_rush", edition="it")
    built = {
        kind: host.enter(kind="building", seat=0, build=kind)["table"]["players"][0]["buildings"][-1]["id"]
        for kind in ("labrium", "donarium")
    }
    ada, bruno, still = watched(phone("it", TALL), host, 0), watched(phone("pl", SMALL), host, 1), phone("en", TALL)
    still.emulate_media(reduced_motion="reduce")
    watched(still, host, 0)
    host.enter(kind="goods", seat=0, building=built["labrium"], goods=["gold"])
    for page in (ada, bruno):
        assert flourishes(page, host) == ["gold 1"]
        page.touchscreen.tap(2, SMALL[1] // 2)
        expect(page.locator(".flourish")).to_have_count(0)
    host.enter(kind="goods", seat=0, building=built["labrium"], goods=[])
    host.enter(kind="place", seat=0, field=SALE, draw="deck")
    for page in (ada, bruno, still):
        assert flourishes(page, host) == []
    host.enter(kind="goods", seat=0, building=built["labrium"], goods=["gold"])
    for page in (ada, bruno):
        assert flourishes(page, host) == ["gold 1"], "made anew"
    ada.locator("#where button").click()
    ada.locator("#where button").click()
    assert flourishes(ada, host) == [], "the stage that comes back shows nothing new"
    sale = {"from": built["labrium"], "shop": built["donarium"], "for": "cards"}
    sold = host.enter(kind="sell", seat=0, good="gold", **sale)
    assert "seq" in sold, sold
    for page in (ada, bruno):
        assert "over" in flourishes(page, host)
    assert flourishes(still, host) == []


def test_a_pawn_glides_to_where_it_moved(phone: Phone, server: str) -> None:
    """On the board of whoever looks on, also when it is taken back; there is one of it all the while."""
    host = new_table(server, "Ada", "Bruno", "Celina")
    for seat, number in enumerate((HARVEST, SALE, GIFTS)):
        host.enter(kind="place", seat=seat, field=number)
        host.enter(kind="end_turn", seat=seat)
    bruno, still = watched(phone("it", SMALL), host, 1), phone("en", TALL)
    still.emulate_media(reduced_motion="reduce")
    watched(still, host, 2)
    assert "seq" in host.enter(kind="move", seat=0, steps=3)
    assert flourishes(bruno, host) == ["A"]
    bruno.touchscreen.tap(2, SMALL[1] // 2)
    expect(bruno.locator(".glide")).to_have_count(0)
    expect(bruno.locator(".board .pawns .token")).to_have_count(3)
    expect(bruno.locator(".board .arrives")).to_have_count(0)
    assert flourishes(still, host) == []
    json_undone = ask(f"{host.table}/undo", {"key": "back", "seq": host.look()["seq"]}, host.token)
    assert b"seq" in json_undone, json_undone
    assert flourishes(bruno, host) == ["A"]
    expect(bruno.locator(".glide")).to_have_count(0)
    expect(still.locator(".glide")).to_have_count(0)


def test_a_coin_drops_where_fame_is_won(phone: Phone, server: str) -> None:
    """On every phone that sees the player, with how much was won; not where Fame is lost, and a tap ends it."""
    host = new_table(server, "Ada", "Bruno", "Celina")
    bruno, still = watched(phone("pl", SMALL), host, 1), phone("en", TALL)
    still.emulate_media(reduced_motion="reduce")
    watched(still, host, 2)
    coin = "#chip-0 .fame-won"
    for by, dropped in ((3, ["fame +3"]), (-1, []), (5, ["fame +5"])):
        assert "seq" in host.enter(kind="fame", seat=0, by=by)
        assert flourishes(bruno, host) == dropped
        expect(bruno.locator("#chip-0 .score")).to_have_text(str({3: 3, -1: 2, 5: 7}[by]))
    bruno.touchscreen.tap(2, SMALL[1] // 2)
    expect(bruno.locator(coin)).to_be_hidden()
    assert flourishes(still, host) == []
    expect(still.locator(coin)).to_be_hidden()
