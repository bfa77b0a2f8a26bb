"""Alchemicus on phones: a short game to its end in two languages, a killed server, every screen small and dark, axe."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from tests.browser import wire
from tests.browser.conftest import LARGE, SMALL, TALL, WIDE, Phone, Server, eventually
from tests.browser.finger import caught_up, enter, seq, sit, tap
from tests.browser.script import ask
from tests.browser.workshop import BUILD, GIFTS, HARVEST, SALE, SPIRIT, TRANSPORT, correct, field, new_table, thumb

pytestmark = pytest.mark.browser


def fame(page: Page, seat: int) -> Locator:
    return page.locator(f"#table .player:has([popovertarget=set-{seat}]) .fame")


@pytest.mark.always
def test_a_game_of_fame_on_two_phones(phone: Phone, own_server: Server) -> None:
    ada, bruno = phone("it", SMALL, dark=True, at=own_server.url), phone("pl", LARGE, at=own_server.url)
    path = new_table(ada, "Ada", "Bruno", target="3")
    sit(ada, path, "Ada")
    sit(bruno, path, "Bruno")
    expect(ada.locator(".prompt")).to_contain_text("Tocca a te, Ada")
    expect(bruno.locator(".prompt")).to_contain_text("Tura: Ada")

    # Ada places her pawn on Spirit, which must move; nobody but she sees the refusal.
    enter(ada, field(ada, SPIRIT))
    tap(ada, thumb(ada, "end_turn"))
    refusal = ada.locator("#notice .refusal")
    expect(refusal).to_contain_text("Lo Spirito deve andare in un altro posto; non resta mai dov’è.")
    expect(refusal.locator("a").first).to_have_attribute("href", re.compile("#AL-SPIRIT-MUST$"))
    said, bar = refusal.bounding_box(), ada.locator(".thumb").bounding_box()
    assert said and bar and said["y"] + said["height"] <= bar["y"], "it covers no button, nor whose turn it is"
    refusal.locator("[data-dismiss]").click()
    expect(bruno.locator("#notice .refusal")).to_have_count(0)

    # Horten is two places away from Labrium: asked about the hand first, then it jumps.
    expect(ada.locator("#to-horten")).to_be_hidden()
    tap(ada, ada.locator(".spos-0"))
    enter(ada, ada.locator("#to-horten button.primary"))
    caught_up(bruno, ada)
    expect(bruno.locator(".place.here .latin")).to_have_text("Horten")
    enter(ada, thumb(ada, "end_turn"))
    caught_up(bruno, ada)
    expect(bruno.locator(".prompt")).to_contain_text("Twoja tura: Bruno")

    # The Spirit field is occupied; a gift on Gifts brings Bruno his first Fame.
    tap(bruno, field(bruno, SPIRIT))
    expect(bruno.locator("#notice .refusal")).to_contain_text("Pole Ducha jest zajęte; stoi tam: Ada.")
    bruno.locator("#notice [data-dismiss]").click()
    enter(bruno, field(bruno, GIFTS))
    enter(bruno, thumb(bruno, "gift"))
    enter(bruno, thumb(bruno, "end_turn"))
    expect(fame(bruno, 1)).to_contain_text("1")

    # Ada has no Fame for four fields; the table lets her, and everybody sees that it was played anyway.
    caught_up(ada, bruno)
    tap(ada, field(ada, 4))
    expect(refusal).to_contain_text("Più di 3 campi costano 1 punto Fama")
    enter(ada, refusal.locator("button.danger"))
    caught_up(bruno, ada)
    expect(bruno.locator(".log li").first).to_contain_text("zagrane mimo to")
    expect(ada.locator("#news .notice:visible")).to_contain_text("correggi")
    expect(bruno.locator("#news .notice")).to_be_hidden()  # it is Ada's to correct

    # Taken back it stays in the log, struck through.
    enter(ada, ada.locator("#undo"))
    caught_up(bruno, ada)
    expect(bruno.locator(".log .undone")).to_have_count(1)
    expect(field(ada, SPIRIT).locator(".seat-0")).to_have_count(1)

    # A reload and a killed server change nothing; both phones carry on by themselves.
    ada.reload()
    own_server.kill()
    for page in (ada, bruno):
        expect(page.locator("#cut-off")).to_be_visible(timeout=20_000)
        expect(page.locator("#undo")).to_have_css("opacity", "0.5")
    own_server.start()
    for page in (ada, bruno):
        expect(page.locator("#cut-off")).to_be_hidden(timeout=20_000)
    enter(ada, field(ada, HARVEST))
    enter(ada, thumb(ada, "end_turn"))
    caught_up(bruno, ada)

    # Bruno passes Spirit: the whole table is told. A correction, then Gloria: that is enough for the last round.
    enter(bruno, field(bruno, HARVEST))
    caught_up(ada, bruno)
    expect(ada.locator(".news")).to_have_text("Bruno: passaggio sopra il campo dello Spirito, 1 carta")
    correct(bruno, 1, "fame", "1")
    enter(bruno, thumb(bruno, "gloria"))
    enter(bruno, thumb(bruno, "end_turn"))
    caught_up(ada, bruno)

    # Both have had two turns: the game is over, and Bruno has won.
    expect(ada.locator(".party h2")).to_have_text("Vince: Bruno")
    expect(bruno.locator(".party h2")).to_have_text("Wygrywa: Bruno")
    assert (bruno.locator(".party h2").bounding_box() or {"height": 0})["height"] > 20, "read, not only heard"
    expect(bruno.locator(".news")).to_have_count(0)
    expect(ada.locator("[data-over]")).to_have_count(1)

    # Ada's forgotten tokens make it a tie, which is asked about and broken by what the buildings cost.
    for _ in range(3):
        correct(ada, 0, "fame", "1")
    expect(ada.locator(".party h2")).to_have_text("Parità per il primo posto!")
    for total in ("19", "14"):
        ada.locator("input[name=total]").first.fill(total)
        enter(ada, ada.locator("form:has(input[name=total]) button").first)
    caught_up(bruno, ada)
    expect(bruno.locator(".party h2")).to_have_text("Wygrywa: Ada")
    expect(bruno.locator(".party")).to_contain_text("Ada 19, Bruno 14")
    expect(bruno.locator(".party .place-no")).to_have_text(["1.", "2."])


def test_a_workshop_from_herbs_to_the_sale(phone: Phone) -> None:
    page = phone("en", TALL)
    path = new_table(page, "Ada", "Bruno", query="?play=noctis", full=True)
    sit(page, path, "Ada")
    enter(page, field(page, BUILD))  # the card is drawn with the move

    # A price nobody told is asked once, as one builds: the building costs it and its own card.
    tap(page, page.get_by_role("button", name="Taberna: enter its price"))
    enter(page, page.locator("#build-taberna button[value='2']"))
    expect(page.get_by_role("button", name="Taberna: enter its price")).to_have_count(0)
    expect(page.locator("#mine-0")).to_contain_text("3/12")
    expect(page.locator("#table .player.turn .in-hand b")).to_have_text("4")
    enter(page, thumb(page, "end_turn"))

    # Bruno has no phone; this one enters for him. Harvest is one tap.
    enter(page, thumb(page, "draw").first)
    enter(page, field(page, HARVEST))
    enter(page, thumb(page, "harvest"))
    expect(page.locator(".news")).to_have_text("Bruno: harvested (herbs)")
    enter(page, thumb(page, "end_turn"))

    # Before the pawn moves: Mutabilis takes Bruno's herbs.
    enter(page, thumb(page, "draw").first)
    tap(page, page.locator(".thumb [popovertarget=cards]"))
    tap(page, page.locator("#cards [popovertarget=play-mutabilis]"))
    enter(page, page.locator("#play-mutabilis").get_by_role("button", name="herbs to my Horten"))
    correct(page, 0, "fame", "1")
    tap(page, field(page, HARVEST))  # past the Spirit field: which card is asked first
    enter(page, page.locator("#pass-1 button.primary"))
    enter(page, thumb(page, "end_turn"))

    # More than ten cards: the table is told in large letters what Bruno lays down.
    enter(page, thumb(page, "draw").first)
    enter(page, field(page, TRANSPORT))
    correct(page, 1, "cards", "3")
    correct(page, 1, "cards", "3")
    enter(page, thumb(page, "end_turn"))
    loud = page.locator(".news.loud")
    expect(loud).to_contain_text("Bruno: discard 4 cards")
    expect(page.locator("#entered")).to_contain_text("· discards 4 cards · 10 cards left")
    before = seq(page)
    tap(page, loud)
    expect(loud).to_be_hidden()
    assert seq(page) == before, "a tap on it goes nowhere else"

    # On Sale a plan is followed step by step; one sells the herbs where it lies.
    enter(page, thumb(page, "draw").first)
    correct(page, 0, "fame", "1")
    enter(page, field(page, 5))
    expect(page.locator(".plan-sum")).to_have_text("1 card")
    tap(page, page.locator("[data-by-one]"))
    tap(page, page.get_by_role("button", name="Horten, on it: herbs"))
    enter(page, page.locator("[popover]:popover-open").get_by_role("button", name="1 card").first)
    expect(page.locator("#entered")).to_have_text("Ada: sold for cards: herbs (Pergula)")


def test_the_smallest_phone_shows_noctis_cards_and_names_of_places(server: str, phone: Phone) -> None:
    """The cards open above the board; what tells that a jump costs the hand covers no name."""
    host, page = wire.new_table(server, "Ada", "Bruno", track="full", expansion="noctis"), phone("pl", SMALL)
    wire.sit(page, host, None)
    for seat in (0, 1):
        host.enter(kind="draw", seat=seat, **{"from": "deck"})
        host.enter(kind="place", seat=seat, field=6)
        host.enter(kind="end_turn", seat=seat)
    wire.shows(page, host)
    enter(page, thumb(page, "draw").first)
    tap(page, page.locator(".thumb [popovertarget=cards]"))
    card = page.locator(".cards button").first.bounding_box()
    assert card and 0 < card["y"] < SMALL[1] - 48
    page.keyboard.press("Escape")
    enter(page, field(page, SPIRIT))
    costly = page.locator(".place.costly")
    expect(costly).to_have_count(2)
    for place in costly.all():
        name, note = place.locator(".latin").bounding_box(), place.locator(".tap-note").bounding_box()
        assert name and note and note["y"] + note["height"] <= name["y"]


def test_a_noctis_card_that_fits_nothing_says_why_when_it_is_tapped(server: str, phone: Phone) -> None:
    host, page = wire.new_table(server, "Ada", "Bruno", track="full", expansion="noctis"), phone("it", SMALL)
    wire.sit(page, host, 0)
    enter(page, thumb(page, "draw").first)
    expect(page.locator(".cards button")).to_have_count(6)
    expect(page.locator(".cards .barred")).to_have_count(3)
    tap(page, page.locator(".thumb [popovertarget=cards]"))
    wanted = {
        "homunculus": "Serve tintura su un Alembic altrui, metallo su un Fornax, oro su un Labrium, oppure",
        "mutabilis": "Servono erbe o minerale grezzo altrui, su un edificio senza Golem, e un tuo posto libero.",
        "spiritus": "Serve l’Alembic, il Fornax o il Labrium di un altro, senza Golem.",
    }
    for card, words in wanted.items():
        tap(page, page.locator(f".cards .barred[popovertarget=wants-{card}]"))
        sheet = page.locator(f"#wants-{card}")
        expect(sheet).to_contain_text(words)
        expect(sheet.get_by_role("link", name="La regola")).to_have_attribute(
            "href", re.compile(f"#NO-{card.upper()}$")
        )
        tap(page, sheet.locator("[popovertarget]"))
        expect(sheet.locator("[name=move]")).to_have_count(0)
    assert host.look()["seq"] == 1


@pytest.mark.parametrize("language", ["en", "it", "pl"])
def test_a_shops_name_has_its_own_width_beside_what_it_pays(server: str, phone: Phone, language: str) -> None:
    host, page = wire.new_table(server, "Ada", "Bruno", track="full"), phone(language, SMALL)
    for move in (
        {"kind": "build", "building": "taberna"},
        {"kind": "build", "building": "alembic"},
        {"kind": "harvest"},
        {"kind": "transport", "good": "herbs", "from": 1, "to": 6},
        {"kind": "transmute", "building": 6},
    ):
        ask(f"{host.table}/entries", {"key": str(move), "move": {"seat": 0, **move}, "overrule": True}, host.token)
    for move in ({"kind": "draw", "from": "deck"}, {"kind": "place", "field": SALE}):
        assert "entry" in host.enter(seat=0, **move)
    wire.sit(page, host, 0)
    tap(page, page.locator("[data-by-one]"))
    tap(page, page.locator(".tableau button[popovertarget^=from-]"))
    row = page.locator("[popover]:popover-open .list li", has_text="Taberna")
    expect(row.locator("button")).to_have_count(2)
    name, whole = row.locator(".latin").bounding_box(), row.bounding_box()
    assert name and whole
    assert name["height"] < 30, "on one line"
    assert whole["height"] < 120
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL[0]


def test_every_price_that_is_taken_can_be_told(phone: Phone, own_server: Server) -> None:
    """By one tap at the table, whole on the smallest screen; from a list where the board is checked."""
    page = phone("it", SMALL, at=own_server.url)
    host = wire.new_table(own_server.url, "Ada", "Bruno", track="full")
    wire.sit(page, host, None)
    tap(page, page.locator("#chip-0 button"))
    page.locator("#set-0 summary").click()
    tap(page, page.locator("#set-0 [popovertarget=price-donarium]"))
    sheet = page.locator("#price-donarium")
    assert sheet.evaluate("(sheet) => sheet.scrollHeight <= sheet.clientHeight")
    sheet.locator("summary").click()  # what hardly any card costs is one tap further
    enter(page, sheet.locator("button[value='20']"))
    assert host.look()["log"][-1]["move"] == {"kind": "price", "seat": 0, "building": "donarium", "price": 20}

    def asks_with_the_price() -> bool:
        page.goto("/board/alchemicus")
        return page.locator("[name='prices.donarium']").input_value() == "20"

    eventually(page, asks_with_the_price)  # it is remembered once the phones have been told
    page.locator("summary").last.click()
    page.locator("[name='prices.horten']").select_option("19")
    page.locator(".pos-1").click()
    expect(page.locator("[name='prices.horten']")).to_have_value("19")
    page.locator("button[formmethod=post]").click()
    expect(page.locator("main .notice[role=status]")).to_be_visible()
    page.goto("/board/alchemicus")
    expect(page.locator("[name='prices.horten']")).to_have_value("19")


def test_the_board_is_checked_once_and_remembered(phone: Phone, own_server: Server) -> None:
    page = phone("pl", SMALL, at=own_server.url)
    page.goto("/new/alchemicus")
    page.locator("[name='players[]']").first.fill("Żółć")
    page.locator("button.link").click()
    page.locator(".pos-1").click()
    page.locator(".pos-5").click()
    page.locator(".spos-0").click()
    page.locator(".spos-1").click()
    page.locator("button[formmethod=post]").click()
    page.wait_for_url("**/new/alchemicus?*saved=board")
    expect(page.locator("[name='players[]']").first).to_have_value("Żółć")
    path = new_table(page, "Żółć", "王")
    sit(page, path, "王")
    expect(field(page, 1).locator(".field-name")).to_have_text(re.compile("Sprze.?daż"))
    expect(page.locator(".spos-0 .latin")).to_have_text("Metalle")
    expect(page.locator("#assumed")).to_be_hidden()


def test_a_table_that_has_not_begun_takes_the_board_over_on_every_phone(phone: Phone, own_server: Server) -> None:
    host = wire.new_table(own_server.url, "Ada", "Bruno")
    ada, bruno = phone("it", SMALL, at=own_server.url), phone("pl", at=own_server.url)
    wire.sit(ada, host, 0)
    wire.sit(bruno, host, 1)
    expect(bruno.locator("#assumed")).to_be_visible()
    ada.locator(".strip [popovertarget=menu]").click()
    ada.locator("#menu a[href$='/board']").click()
    ada.locator(".pos-1").click()
    ada.locator(".pos-5").click()
    ada.locator("button[formmethod=post]").click()
    expect(ada.locator("#notice .notice")).to_be_visible()
    for page, sale in ((ada, "Vendita"), (bruno, "Sprze.?daż")):
        expect(field(page, 1).locator(".field-name")).to_have_text(re.compile(sale))
        expect(page.locator("#assumed")).to_be_hidden()
    ada.locator("#notice [data-dismiss]").click()
    expect(ada.locator("#notice .notice")).to_have_count(0)
    enter(ada, field(ada, 1))
    assert host.look()["log"][-1]["move"] == {"kind": "place", "seat": 0, "field": 1, "draw": None}


def test_a_short_game_without_a_script(scriptless: Page) -> None:
    path = new_table(scriptless, "Ada", "Bruno", target="3")
    sit(scriptless, path, "Ada")
    field(scriptless, SPIRIT).click()
    thumb(scriptless, "end_turn").click()
    expect(scriptless.locator("#notice .refusal a").first).to_have_attribute("href", re.compile("#AL-SPIRIT-MUST$"))
    # "All right" leads back to the table, where the tap is made that was meant.
    scriptless.locator("#notice [data-dismiss]").click()
    expect(scriptless.locator("#notice .refusal")).to_have_count(0)
    scriptless.locator(".spos-2").click()
    thumb(scriptless, "end_turn").click()
    field(scriptless, GIFTS).click()
    thumb(scriptless, "gift").click()
    scriptless.locator(".player [popovertarget=set-1]").click()
    scriptless.locator("#fame-1 button[value='5']").click()
    thumb(scriptless, "end_turn").click()
    expect(scriptless.locator(".party h2")).to_have_text("The winner: Bruno")
    scriptless.locator("#undo").click()
    expect(scriptless.locator(".party")).to_have_count(0)


def test_desks_answer_by_a_tap_on_the_board(phone: Phone) -> None:
    page = phone("en", SMALL)
    page.goto("/desk/alchemicus/spirit")
    page.locator(".spos-3").click()
    expect(page.locator(".tag.bad")).to_have_text(["whole hand: 5 cards"] * 2)
    expect(page.locator(".tag.good")).to_have_count(3)
    page.goto("/desk/alchemicus/pawn")
    page.locator(".pos-5").click()
    expect(page.locator(".field.legal")).to_have_count(3)
    expect(page.locator(".field.barred")).to_have_count(2)
    page.goto("/desk/alchemicus/sale")
    for name, number in (("goods.metal", "1"), ("goods.herbs", "2"), ("shops.taberna", "1")):
        page.locator(f"[name='{name}']").select_option(number)
    page.locator("main button.primary").click()
    expect(page.locator(".plan-sum").first).to_contain_text("1 Fame")


@pytest.mark.parametrize(
    ("language", "size", "dark"),
    [("pl", SMALL, False), ("it", TALL, True), ("en", LARGE, False), ("pl", WIDE, True)],
)
def test_screens_fit_and_axe_finds_nothing(phone: Phone, language: str, size: tuple[int, int], dark: bool) -> None:
    page = phone(language, size, dark)
    page.emulate_media(reduced_motion="reduce")
    path = new_table(page, "D'Ambrosio " + "W" * 29, "Żółć", "王 🜍", "Iga", query="?play=noctis", full=True)
    sit(page, path, "Żółć")
    assert_fits(page, size)
    enter(page, thumb(page, "draw").first)
    assert_fits(page, size)
    enter(page, field(page, SPIRIT))
    assert_fits(page, size)
    tap(page, page.locator(".spos-0"))
    expect(page.locator("#to-horten")).to_be_visible()
    assert_fits(page, size)
    enter(page, page.locator("#to-horten button.primary"))
    enter(page, thumb(page, "end_turn"))
    enter(page, thumb(page, "draw").first)
    enter(page, field(page, BUILD))
    assert_fits(page, size)
    tap(page, page.locator(".player [popovertarget=set-1]"))
    assert_fits(page, size)
    for address in ("/new/alchemicus", "/board/alchemicus", "/desk/alchemicus/pawn", "/desk/alchemicus/result"):
        page.goto(address)
        assert_fits(page, size)


def assert_fits(page: Page, size: tuple[int, int]) -> None:
    """Nothing sticks out sideways, all that one taps is large enough, and axe (slow: on two screens) finds nothing."""
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    small = """buttons => buttons.filter((button) => {
        const {width, height} = button.getBoundingClientRect();
        return width && Math.min(width, height) < 43.5 && !button.matches('.place, .field');
    }).map((button) => button.outerHTML)"""
    assert page.locator("main button:visible").evaluate_all(small) == []
    if size in (LARGE, WIDE):
        return
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
