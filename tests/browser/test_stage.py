"""The stage of Alchemicus: what each phone shows of a turn, and that nothing scrolls while it is played."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import wire
from tests.browser.conftest import SMALL, TALL, Phone, both_faces
from tests.browser.finger import enter, tap
from tests.browser.script import ask
from tests.browser.workshop import GIFTS, HARVEST, SALE, SPIRIT, TRANSPORT, field

pytestmark = pytest.mark.browser


def test_ones_own_buildings_stand_beside_the_ring_and_are_tapped_where_they_work(server: str, phone: Phone) -> None:
    host = wire.new_table(server, "Ada", "Bruno", track="full")
    ada, bruno = phone("en", SMALL), phone("it", SMALL)
    wire.sit(ada, host, 0)
    wire.sit(bruno, host, 1)
    expect(ada.locator("#home-0 .mini li")).to_have_count(2)
    expect(ada.locator("#home-0 .mini")).to_be_visible()
    expect(ada.locator("#home-1 .mini")).to_be_hidden()
    expect(bruno.locator("#home-1 .mini")).to_be_visible()
    for move in ({"kind": "build", "building": "alembic"}, {"kind": "harvest"}):
        ask(f"{host.table}/entries", {"key": str(move), "move": {"seat": 0, **move}, "overrule": True}, host.token)
    assert "entry" in host.enter(kind="place", seat=0, field=TRANSPORT, draw="deck")
    # Her phone shows what she carries from and to, and the board as a line; his goes on showing the board.
    expect(ada.locator("#workshops .legal")).to_be_visible()
    expect(ada.locator(".board")).to_be_hidden()
    expect(bruno.locator(".board")).to_be_visible()
    expect(bruno.locator("#workshops .legal")).to_be_hidden()
    ada.locator("#where button").click()
    expect(ada.locator(".board")).to_be_visible()
    ada.locator("#where button").click()
    expect(ada.locator("#workshops .legal")).to_be_visible()


@both_faces
def test_nothing_scrolls_during_a_turn(server: str, phone: Phone) -> None:
    """With twelve buildings, on the smallest phone, in Polish: whatever the turn is about stands on the screen."""
    host, page = wire.new_table(server, "Ada", "Bruno", "Celina", track="full"), phone("pl", SMALL)
    for kind in (
        "metalle",
        "fornax",
        "alembic",
        "taberna",
        "domo",
        "labrium",
        "donarium",
        "alembic",
        "fornax",
        "taberna",
    ):
        host.enter(kind="building", seat=0, build=kind)
    wire.sit(page, host, 0)
    unseen = """() => [document.documentElement.scrollHeight - innerHeight,
        document.querySelector('.stage').scrollHeight - document.querySelector('.stage').clientHeight]"""
    for at in (HARVEST, TRANSPORT, 3, 5, GIFTS, SPIRIT):
        wire.shows(page, host)
        assert page.evaluate(unseen) == [0, 0], at
        host.enter(kind="pawn", seat=0, field=at) if at != HARVEST else host.enter(
            kind="place", seat=0, field=at, draw="deck"
        )
    wire.shows(page, host)
    assert page.evaluate(unseen) == [0, 0]


def test_a_turn_that_could_go_on_is_asked_about_once(server: str, phone: Phone) -> None:
    host, page = wire.new_table(server, "Ada", "Bruno", track="full"), phone("it", TALL)
    wire.sit(page, host, 0)
    enter(page, field(page, HARVEST))
    ends = page.locator(".thumb [data-asks-once]")
    tap(page, ends)
    expect(page.locator("#end-asks")).to_contain_text("raccogliere merci")
    tap(page, page.locator("#end-asks .primary"))
    expect(page.locator("#end-asks")).to_be_hidden()
    enter(page, ends)
    assert host.look()["to_move"] == 1


def test_what_a_sale_brings_is_one_tap_at_a_fame_table(server: str, phone: Phone) -> None:
    host, page = wire.new_table(server, "Ada", "Bruno"), phone("pl", SMALL)
    wire.sit(page, host, 0)
    enter(page, field(page, SALE))
    enter(page, page.locator(".sale-fame").nth(1))
    assert host.look()["log"][-1]["move"] == {"kind": "fame", "seat": 0, "by": 3, "for": "sale"}
    expect(page.locator("#entered")).to_have_text("Ada: sprzedaż, 3 punkty Sławy")


def hold(page: Page, thing: Locator) -> None:
    """Leave a finger on `thing` for most of a second."""
    box = thing.bounding_box()
    assert box is not None
    finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    page.wait_for_timeout(800)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_what_is_tapped_tells_what_it_is_and_is_put_right_there(server: str, phone: Phone) -> None:
    host = wire.new_table(server, "Ada", "Bruno", track="full", expansion="noctis", edition="pl")
    ada, bruno = phone("en", SMALL), phone("it", TALL)
    wire.sit(ada, host, 0)
    wire.sit(bruno, host, 1)
    # Out of turn a tap on a field says what it is, whose turn it is, and how to play for her.
    sheet = bruno.locator("#what")
    field(bruno, HARVEST).tap()
    expect(sheet).to_contain_text("Ogni Horten vuoto riceve erbe")
    expect(sheet).to_contain_text("Turno di Ada")
    sheet.locator("summary").last.tap()
    tap(bruno, sheet.get_by_role("button", name="Bruno"))
    expect(bruno.locator(f".board .pos-{HARVEST} .token")).to_have_count(1)
    assert host.look()["players"][1]["pawn"] == HARVEST
    expect(sheet).to_be_hidden()
    # In turn a long press says it, and enters nothing.
    hold(ada, field(ada, SALE))
    expect(ada.locator("#what")).to_contain_text("Sell goods with your selling buildings, for cards or for Fame.")
    assert host.look()["players"][0]["pawn"] is None
    tap(ada, ada.locator("#what [value*=place]"))
    expect(ada.locator("#what")).to_be_hidden()
    expect(ada.locator("#action")).to_have_text("Nothing to sell here.")
    assert host.look()["players"][0]["pawn"] == SALE


def test_what_somebody_else_did_is_taken_back_only_once_it_was_named(server: str, phone: Phone) -> None:
    host = wire.new_table(server, "Ada", "Bruno")
    ada, bruno = phone("en", SMALL), phone("pl", TALL)
    wire.sit(ada, host, 0)
    wire.sit(bruno, host, 1)
    enter(ada, field(ada, GIFTS))
    wire.shows(bruno, host)
    tap(bruno, bruno.locator("#undo"))
    asks = bruno.locator("#undo-asks")
    expect(asks).to_contain_text("Ada: pionek postawiony (Dary)")
    assert host.look()["players"][0]["pawn"] == GIFTS
    enter(bruno, asks.locator("[form=undoing]"))
    expect(asks).to_be_hidden()
    assert host.look()["players"][0]["pawn"] is None
    # One's own takes one tap.
    wire.shows(ada, host)
    enter(ada, field(ada, GIFTS))
    enter(ada, ada.locator("#undo"))
    assert host.look()["players"][0]["pawn"] is None


def test_a_card_played_before_the_turns_card_was_drawn_draws_it_first(server: str, phone: Phone) -> None:
    host = wire.new_table(server, "Ada", "Bruno", track="full", expansion="noctis", variant="gold_rush", edition="pl")
    page = phone("it", SMALL)
    wire.sit(page, host, 0)
    tap(page, page.locator(".thumb [popovertarget=cards]"))
    tap(page, page.locator("#cards [popovertarget=play-golem]"))
    # A Golem for the ring is laid on the board itself.
    tap(page, page.locator("#play-golem [data-lays]"))
    expect(page.locator("#play-golem")).to_be_hidden()
    tap(page, field(page, SALE))
    expect(page.locator("#latest")).to_have_attribute("data-seq", "2")
    seen = host.look()
    assert [entry["move"]["kind"] for entry in seen["log"]] == ["draw", "golem"]
    assert (seen["golems"], seen["players"][0]["hand"], seen["phase"]) == ([SALE], 4, "move")
    expect(page.locator(f".board .pos-{SALE} .pawns use[href$=golem]")).to_have_count(1)


def test_the_move_that_wins_says_so(server: str, phone: Phone) -> None:
    host = wire.new_table(server, "Ada", "Bruno", track="full", expansion="noctis", variant="gold_rush", edition="it")
    page = phone("pl", SMALL)
    wire.sit(page, host, 0)
    for kind in ("donarium", "labrium"):
        built = host.enter(kind="building", seat=0, build=kind)["table"]["players"][0]["buildings"][-1]
    host.enter(kind="goods", seat=0, building=built["id"], goods=["gold"])
    wire.shows(page, host)
    expect(page.locator("#chip-0")).to_contain_text("3/5")
    enter(page, field(page, SALE))
    expect(page.locator(".plan-steps")).to_contain_text("wygrywa")
    enter(page, page.get_by_role("button", name="Sprzedaj złoto i wygraj"))
    assert host.look()["result"]["winners"] == [0]


def test_who_has_no_phone_is_played_for_on_any(server: str, phone: Phone) -> None:
    """What their field's action needs stands on every phone, with a word on why."""
    host, bruno = wire.new_table(server, "Ada", "Bruno", track="full", prices={"alembic": 2}), phone("it", SMALL)
    wire.sit(bruno, host, 1)
    expect(bruno.locator(".prompt")).to_contain_text("senza telefono")
    expect(bruno.locator(".prompt .what-now.if-theirs")).to_be_visible()
    enter(bruno, field(bruno, 4))
    expect(bruno.locator(".board")).to_be_hidden()
    enter(bruno, bruno.locator("#action [value*=alembic]"))
    assert [one["kind"] for one in host.look()["players"][0]["buildings"]] == ["horten", "pergula", "alembic"]


@both_faces
@pytest.mark.parametrize("language", ["en", "it", "pl"])
def test_the_bar_is_whole_and_as_high_whatever_stands_in_it(server: str, phone: Phone, language: str) -> None:
    """On the smallest phone: no word is broken, no button cut off, and the ring stays where it is."""
    host, page = wire.new_table(server, "Ada", "Bruno"), phone(language, SMALL)
    wire.sit(page, host, 0)
    board = page.locator(".board").bounding_box()
    enter(page, field(page, SALE))
    assert page.locator(".board").bounding_box() == board
    buttons = page.locator(".bar .actions > .btn")
    expect(buttons).to_have_count(5)
    for button in buttons.all():
        box = button.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= SMALL[0]
        assert (box["width"] >= 44, box["height"]) == (True, 48)
        assert button.evaluate("(button) => button.scrollWidth <= button.clientWidth")
    enter(page, page.locator(".sale-fame").first)
    assert page.locator(".board").bounding_box() == board


@pytest.mark.parametrize("size", [SMALL, TALL])
@pytest.mark.parametrize("track", ["fame", "full"])
def test_the_ring_keeps_its_place_and_size_from_turn_to_turn(
    server: str, phone: Phone, size: tuple[int, int], track: str
) -> None:
    """Whoever moves, and whatever stands in the bar and below the ring."""
    host, page = wire.new_table(server, "Ada", "Bruno", track=track), phone("it", size)
    wire.sit(page, host, 0)
    wire.shows(page, host)

    def place() -> list[float]:
        box = page.locator(".board").bounding_box()
        assert box is not None
        return [box["x"], box["y"], box["width"], box["height"]]

    before = pytest.approx(place(), abs=1)  # a pixel nobody sees
    for seat, number in ((0, HARVEST), (1, GIFTS), (0, TRANSPORT), (1, HARVEST), (0, SALE)):
        if track == "full":
            host.enter(kind="building", seat=0, build="alembic")
        wire.shows(page, host)
        assert place() == before, (seat, number)
        first = host.look()["players"][seat]["pawn"] is None
        draws = {"draw": "deck"} if track == "full" else {}
        at = {"field": number} if first else {"steps": (number - host.look()["players"][seat]["pawn"]) % 8}
        entered = host.enter(kind="place" if first else "move", seat=seat, **at, **draws)
        assert "seq" in entered, entered
        assert "seq" in host.enter(kind="end_turn", seat=seat)
        wire.shows(page, host)
        assert place() == before, (seat, number)


NO_FIELD_IS_COVERED = """() => {
    for (const shown of document.getAnimations()) {
        if (shown.animationName === "told-over") { shown.pause(); shown.currentTime = 1000; }
    }
    const board = Array.from(document.querySelectorAll(".board :is(.field, .place)"));
    return board.filter((one) => {
        const { left, top, width, height } = (one.querySelector("span, .icon") ?? one).getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2)?.closest(".field, .place") !== one;
    }).map((one) => one.className);
}"""


def test_what_is_said_lies_over_no_field(server: str, phone: Phone) -> None:
    """Neither what came about, for four seconds, nor what is to be discarded, until it was seen."""
    host = wire.new_table(server, "Ada", "Bruno", track="full", expansion="noctis")
    bruno, ada = phone("pl", SMALL), phone("it", SMALL)
    wire.sit(ada, host, 0)
    host.enter(kind="place", seat=0, field=HARVEST, draw="deck")
    wire.sit(bruno, host, 1)
    host.enter(kind="harvest", seat=0)
    for page in (ada, bruno):
        wire.shows(page, host)
    expect(bruno.locator(".news:visible")).to_contain_text("Ada: pozyskanie (zioła)")
    assert bruno.evaluate(NO_FIELD_IS_COVERED) == []
    host.enter(kind="cards", seat=0, by=8)
    host.enter(kind="end_turn", seat=0)
    wire.shows(ada, host)
    expect(ada.locator(".news.loud:visible")).to_contain_text("Ada: scarta")
    assert ada.evaluate(NO_FIELD_IS_COVERED) == []
    # A tap on it puts it away, and goes nowhere else.
    before = host.look()["seq"]
    tap(ada, ada.locator(".news.loud"))
    expect(ada.locator(".news:visible")).to_have_count(0)
    assert host.look()["seq"] == before
    expect(ada.locator(".sheet:popover-open")).to_have_count(0)


BELOW_A_PLACE = """() => Array.from(document.querySelectorAll(".field :is(.field-name, .tap-note)")).filter((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return Array.from(words.getClientRects()).some(({ left, right, top, bottom }) =>
        [[left + 1, top + 3], [right - 1, top + 3], [left + 1, bottom - 3], [right - 1, bottom - 3]].some(([x, y]) =>
            document.elementFromPoint(x, y)?.closest(".place")));
}).map((one) => one.textContent)"""


@pytest.mark.parametrize("language", ["en", "it", "pl"])
def test_a_field_with_a_pawn_and_a_cost_is_read_whole(server: str, phone: Phone, language: str) -> None:
    """In Gold Rush a pawn stands on each field that takes Glorias: the inner ring covers neither its name nor what it
    costs."""
    host, page = (
        wire.new_table(server, "Ada", "Bruno", "Celina", "Dora", track="full", expansion="noctis", variant="gold_rush"),
        phone(language, SMALL),
    )
    wire.sit(page, host, 0)
    host.enter(kind="cards", seat=0, by=9)
    for start in (0, 4):
        host.enter(kind="pawn", seat=0, field=start)
        for others in ((1, 2, 3), (5, 6, 7)):
            for seat, at in enumerate(others, 1):
                host.enter(kind="pawn", seat=seat, field=at)
            wire.shows(page, host)
            expect(page.locator(".field.legal .tap-note").first).to_be_visible()
            assert page.evaluate(BELOW_A_PLACE) == [], (start, others)
