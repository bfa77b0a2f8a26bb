"""Another game: one phone sets it, the others are told where they are and come along with one tap, in their seats."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SMALL, TALL, Phone, at_home, both_faces, steady
from tests.browser.script import Script, ask
from tests.browser.test_screens import CLIPPED, LEAST, PLAYS
from tests.browser.wire import new_table, sit

pytestmark = pytest.mark.browser


def played(url: str, *names: str) -> Script:
    """Play a game with Noctis to its end; the later one sits, the less Fame they have."""
    host = new_table(url, *names, expansion="noctis", edition="it", card_bank=True, target=1, strict_seats=True)
    for seat in range(len(names)):
        host.enter(kind="fame", seat=seat, by=3 - seat)
        host.enter(kind="place", seat=seat, field=2 + seat)
        host.enter(kind="end_turn", seat=seat)
    assert host.look()["over"]
    return host


def fits(page: Page) -> None:
    """Nothing is wider than the screen."""
    page.wait_for_load_state()
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide == 0, page.url


def test_two_phones_go_on_to_the_next_game(phone: Phone, server: str) -> None:
    host, ada, iga = played(server, "Ada", "B" * 40, "Iga"), phone("it", SMALL), phone("pl", TALL, dark=True)
    sit(ada, host, 0)
    sit(iga, host, 2)
    iga.evaluate("window.kept = 'no reload'")
    ada.locator("a[href$='/sheet']").click()
    ada.locator("a[href$='/next']").click()
    expect(ada.locator("[name='players[]']").nth(2)).to_have_value("B" * 40)
    expect(ada.get_by_text("Meno Fama l’ultima volta, quindi ora comincia: Iga.")).to_be_visible()
    fits(ada)
    expect(ada.locator("[name='players[]']").first).to_have_value("Iga")
    ada.get_by_role("button", name="Al tavolo").click()
    ada.wait_for_url("**/lobby")
    new = ada.url.removesuffix("/lobby").removeprefix(server)
    expect(ada.locator(".player.me .player-name")).to_have_text(["Ada"])

    expect(iga.locator("#next")).to_contain_text("Kolejna partia jest gotowa.")
    expect(iga.locator("#said")).to_contain_text(re.compile("Kolejna partia jest gotowa.$"))
    expect(iga.locator("#said")).to_have_attribute("role", "status")
    assert iga.evaluate("window.kept") == "no reload"
    fits(iga)
    come = iga.get_by_role("button", name="Dołącz")
    expect(come).to_be_in_viewport(ratio=1)
    steady(iga)
    come.click()
    iga.wait_for_url(f"**{new}")
    expect(iga.locator(".prompt")).to_contain_text("Twoja tura: Iga")
    seen = Script(server + new, next(each["value"] for each in iga.context.cookies() if each["path"] == new)).look()
    assert [player["name"] for player in seen["players"]] == ["Iga", "Ada", "B" * 40]
    same = ("expansion", "edition", "card_bank", "target", "strict_seats", "ring", "track")
    was = host.look()["options"]
    assert {key: seen["options"][key] for key in same} == {key: was[key] for key in same}
    assert was["prices"].items() <= seen["options"]["prices"].items(), "others may have told the server more"
    iga.locator(".board .pos-2").click()
    expect(iga.locator("#latest")).to_have_attribute("data-seq", "1")


TOLD = "#entered > span:not(.sr, .receipt), #entered .receipt > :not(.moved)"
"""Selects the words of the line of what was entered last; the symbols beside them are `.moved`."""
PARTS = ("head", "torso", "tail", "left_ear", "right_ear", "left_arm", "right_arm", "left_leg", "right_leg")
CUT = """(lines) => lines.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
    .map((one) => one.outerHTML)"""


@both_faces
@pytest.mark.parametrize("game", list(PLAYS))
@pytest.mark.parametrize("language", ["it", "pl"])
def test_the_next_game_is_told_in_a_sixth_of_the_smallest_phone(
    phone: Phone, server: str, language: str, game: str
) -> None:
    """The table stays in sight, and the line of what was entered last is whole, on two lines where it is long."""
    host, page = new_table(server, "Ada", "Bruno", game=game), phone(language, SMALL)
    for move in PLAYS[game](host)[:2]:
        assert "entry" in host.enter(**move), move
    ask(f"{host.table}/next", {"game": game, "players": ["Ada", "Bruno"]}, host.token)
    for seat in (None, 0):
        sit(page, host, seat)
        come = page.locator("#next .btn")
        expect(come).to_be_in_viewport(ratio=1)
        button, told, bar = (one.bounding_box() for one in (come, page.locator("#next"), page.locator(".bar")))
        assert button is not None and told is not None and bar is not None
        assert button["height"] >= LEAST
        assert told["height"] <= SMALL[1] / 6
        assert bar["height"] <= SMALL[1] * 0.4
        assert page.locator(f"#next > p, {TOLD}").evaluate_all(CLIPPED) == []
        assert page.locator(TOLD).evaluate_all(CUT) == []
        for symbol in page.locator("#entered .moved > :visible").all():
            expect(symbol).to_be_in_viewport(ratio=1)
            drawn = symbol.bounding_box()
            assert drawn is not None and bar["y"] <= drawn["y"]
            assert drawn["y"] + drawn["height"] <= bar["y"] + bar["height"]
        fits(page)


def test_a_phone_without_a_script_comes_along_and_puts_the_old_table_away(phone: Phone, server: str) -> None:
    host, iga = played(server, "Ada", "Iga"), phone("pl", SMALL)
    iga.route("**/*.js", lambda route: route.abort())
    sit(iga, host, 1)
    iga.locator("a[href$='/sheet']").click()
    iga.locator("a[href$='/next']").click()
    iga.get_by_role("button", name="Do stołu").click()
    iga.wait_for_url("**/lobby")
    new = iga.url.split("/")[-2]
    iga.goto(host.table)
    iga.get_by_role("button", name="Dołącz").click()
    iga.wait_for_url(f"**/t/{new}")
    iga.goto("/")
    expect(iga.get_by_role("region", name="Graj dalej").locator(".list a")).to_have_attribute("href", f"/t/{new}")
    away = iga.get_by_role("button", name=re.compile(f"Usuń z listy: Alchemicus {host.table[-6:]}"))
    expect(away).to_be_hidden()
    iga.get_by_role("heading", name="Rozegrane").click()
    fits(iga)
    away.click()
    expect(iga.get_by_role("heading", name="Rozegrane")).to_have_count(0)
    expect(iga.locator(".list a")).to_have_count(1)


def test_a_summary_hears_of_the_next_game_and_leads_into_it_with_everybodys_colour(phone: Phone, server: str) -> None:
    host, ada, iga = played(server, "Ada", "Bruno", "Iga"), phone("it", SMALL), phone("pl", TALL)
    sit(ada, host, 0)
    sit(iga, host, 2)
    for page in (ada, iga):
        page.locator("a[href$='/sheet']").tap()
        page.wait_for_url("**/sheet")
    expect(ada.locator("#next a")).to_be_in_viewport(ratio=1)
    red = iga.locator(".places .token, .token").filter(has_text="I").first.get_attribute("class")
    ada.locator("a[href$='/next']").tap()
    ada.get_by_role("button", name="Iga", exact=True).tap()
    ada.get_by_role("button", name="Al tavolo").tap()
    ada.wait_for_url("**/lobby")
    expect(ada.get_by_role("link", name="Al tavolo")).to_be_in_viewport(ratio=1)
    new = ada.url.removesuffix("/lobby").removeprefix(server)

    come = iga.get_by_role("button", name="Dołącz")
    expect(come).to_be_in_viewport(ratio=1)
    assert iga.locator("#next .token").get_attribute("class") == red
    come.tap()
    iga.wait_for_url(f"**{new}")
    expect(iga.locator("#chip-0 .token")).to_have_attribute("class", str(red))


def test_a_summary_is_shown_anew_when_what_is_still_missing_is_entered(phone: Phone, server: str) -> None:
    """And says that a picture could not be sent."""
    host, ada = new_table(server, "Ada", "Bruno", game="homunculus", track="parts"), phone("en", SMALL)
    for seat, parts in ((1, ("head", "torso")), (0, PARTS)):
        for part in parts:
            host.enter(kind="part", seat=seat, part=part, to={"kind": "red", "face_up": seat == 1 or part == "head"})
    assert host.look()["over"]
    sit(ada, host, 0)
    ada.locator("a[href$='/sheet']").tap()
    expect(ada.locator(".party .lead")).to_have_text("The winner has not been decided yet.")
    expect(ada.locator(".party .steps li")).to_have_text(["Points: 7 : 6"])
    host.enter(kind="favourite", seat=1, kind_of="red")
    host.enter(kind="favourite", seat=0, kind_of="blue")
    expect(ada.locator(".party .lead")).to_have_text("B Bruno")
    ada.route("**/card.svg", lambda route: route.abort())
    ada.get_by_role("button", name="Send the picture").tap()
    expect(ada.locator(".share-result [role=status]")).to_have_text(
        "The picture could not be sent. Try again, or copy the text."
    )


def test_the_rooms_screen_shows_no_card_of_a_first_game(phone: Phone, server: str) -> None:
    host = new_table(server, "Ada", "Bruno", game="homunculus", track="parts", first_game=True)
    ada, room = phone("en", SMALL), phone("it", (1920, 1080))
    sit(ada, host, 0)
    room.goto(at_home(f"{host.table}?tv=table"))
    expect(ada.locator("#first")).to_be_visible()
    expect(room.locator("#come")).to_be_visible()
    host.enter(kind="play", seat=0, part="head", kind_of="red")
    expect(room.locator("#chip-0 .points")).not_to_have_text("0")
    room.wait_for_timeout(600)
    assert room.locator("#first").count() == 0
