"""A whole game of Homunculus on two phones in two languages; the sheets on a small screen; the desk."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import wire
from tests.browser.conftest import LARGE, SMALL, TALL, Phone, both_faces, steady
from tests.browser.finger import caught_up, enter, sit, tap

pytestmark = pytest.mark.browser


def place(page: Page, part: str) -> Locator:
    """Tap a place of the homunculus that is shown; return the sheet that opens."""
    steady(page)
    page.locator(f".board:visible [data-place={part}]").click()
    sheet = page.locator("#place")
    expect(sheet).to_be_visible()
    return sheet


def add(counting: Locator, **ingredients: int) -> None:
    """Tap each ingredient as often as it says."""
    for ingredient, number in ingredients.items():
        for _ in range(number):
            counting.locator(f"[data-adds={ingredient}]").click()


def lay(page: Page, part: str, kind: str, **pay: int) -> None:
    sheet = place(page, part)
    sheet.locator(f"label:has([name=kind_of][value={kind}])").click()
    if pay:
        add(sheet.locator("[data-counting=pay]"), **pay)
    enter(page, sheet.locator("#laying [data-needs-counts]" if pay else "#laying [data-needs-none]"))
    expect(sheet).to_be_hidden()


def extract(page: Page, **gain: int) -> None:
    steady(page)
    page.locator("#acts [popovertarget=extract]").click()
    sheet = page.locator("#extract")
    add(sheet.locator("[data-counting=gain]"), **gain)
    enter(page, sheet.locator("#extracting [data-needs-counts]"))
    expect(sheet).to_be_hidden()


def new_table(page: Page, *names: str, track: str = "full") -> str:
    """Set a table through its form; return its path."""
    page.goto("/new/homunculus")
    for row, name in enumerate(names):
        page.locator(f"[name='players.{row}']").fill(name)
    page.locator(f"[name='options.track'][value={track}]").check(force=True)
    page.locator("details summary").first.click()
    page.locator("[name='options.favourites.0.kind']").select_option("red")
    page.locator("[name='options.favourites.0.ingredient']").select_option("mercury")
    page.locator("main button.primary").click()
    page.wait_for_url("**/lobby")
    return "/t/" + page.url.split("/")[-2]


@pytest.mark.always
def test_two_phones_two_languages_one_game(phone: Phone) -> None:
    ada, bruno = phone("it", SMALL, dark=True), phone("pl", LARGE)
    path = new_table(ada, "Ada", "Bruno")
    sit(ada, path, "Ada")
    sit(bruno, path, "Bruno")
    expect(ada.locator(".whose .dots .sr")).to_have_text("restano 3 azioni")
    expect(bruno.locator(".whose .dots .sr")).to_have_text("zostały 3 akcje")

    # Ada extracts: what is printed, and her favourite by itself; then lays a tile for one of it.
    extract(ada, mercury=1, sulphur=2)
    expect(ada.locator("#mine-0 .stock")).to_have_text("mercurio: 2zolfo: 2")
    lay(ada, "head", "red", mercury=1)
    caught_up(bruno, ada)
    expect(bruno.locator("#entered")).to_contain_text(
        "Ada: zagrana płytka: głowa (homunkulus czerwony). Zapłacone składniki: rtęć."
    )
    expect(bruno.locator(".whose .dots .sr")).to_have_text("została 1 akcja")

    # What is barred says why, in the reader's language; then the sheet is as it was left.
    sheet = place(ada, "left_ear")
    sheet.locator("label:has([name=kind_of][value=red])").click()
    add(sheet.locator("[data-counting=pay]"), phoenix_feather=2)
    sheet.locator("#laying [data-needs-counts]").click()
    refusal = ada.locator("#notice .refusal")
    expect(refusal).to_contain_text("Non hai abbastanza ingredienti. Mancano: 2 × piuma di fenice.")
    expect(refusal.locator("a").first).to_have_attribute("href", re.compile("HO-PLAY$"))
    refusal.locator("[data-dismiss]").click()
    expect(sheet.locator("[name='pay.phoenix_feather']")).to_have_value("2")
    sheet.locator("#laying [data-clears]").click()
    enter(ada, sheet.locator("#laying [data-needs-none]"))
    caught_up(bruno, ada)

    # Bruno's phone, when it is next opened, knows what such a head costs.
    bruno.reload()
    sheet = place(bruno, "head")
    sheet.locator("label:has([name=kind_of][value=red])").click()
    expect(sheet.locator("[name='pay.mercury']")).to_have_value("1")
    sheet.locator("#laying [data-clears]").click()
    sheet.locator("label:has([name=kind_of][value=blue])").click()
    enter(bruno, sheet.locator("#laying [data-needs-none]"))
    enter(bruno, bruno.get_by_role("button", name="Zakończ turę"))
    caught_up(ada, bruno)

    # Ada's ear asks Bruno's head; on his phone it is said to him, and he cancels there.
    enter(ada, place(ada, "left_ear").get_by_role("button", name="Bruno"))
    caught_up(bruno, ada)
    expect(bruno.locator("#thumb .question")).to_contain_text("Ada chce podejrzeć twoje płytki.")
    expect(ada.locator("#thumb .question")).to_contain_text("Risponde Bruno")
    enter(bruno, bruno.get_by_role("button", name="Anuluj moc głową"))
    caught_up(ada, bruno)
    expect(ada.locator("#entered")).to_contain_text("Bruno: potere annullato con la testa.")
    expect(ada.locator(".board:visible [data-place=left_ear].face-down")).to_be_visible()
    enter(ada, ada.get_by_role("button", name="Rimetti visibili"))
    enter(ada, ada.get_by_role("button", name="Pesca"))

    # Undo leaves a trace; redo brings back.
    caught_up(bruno, ada)
    enter(bruno, bruno.get_by_role("button", name="Zakończ turę"))
    caught_up(ada, bruno)
    tap(ada, ada.locator("#undo"))  # what was done by another is asked about first
    enter(ada, ada.locator("#undo-asks [form=undoing]"))
    expect(ada.locator(".whose")).to_contain_text("Turno di Bruno")
    enter(ada, ada.locator("button[form=redoing]"))
    caught_up(bruno, ada)

    # Put right at the place itself, one after the other; the last place ends it.
    for part in ("tail", "right_ear", "left_arm", "right_arm", "left_leg", "right_leg"):
        sheet = place(ada, part)
        sheet.locator("summary").click()
        enter(ada, sheet.get_by_role("button", name="homunculus rosso, tassello visibile"))
        expect(sheet).to_be_hidden()
    lay(ada, "torso", "blue")
    caught_up(bruno, ada)
    expect(bruno.locator(".party h2")).to_be_in_viewport()
    expect(ada.locator(".party")).to_contain_text("Kazaam!")
    expect(ada.locator(".party .steps")).to_contain_text("Punti: 24 : ")
    expect(bruno.locator(".party .places li").first).to_contain_text(
        "części 12, jeden rodzaj 0, ulubiony 8, ukończenie 4"
    )


SCROLLS = """() => [document.documentElement, document.querySelector(".stage"), document.querySelector(":popover-open")]
    .filter(Boolean).map(one => one.scrollHeight - one.clientHeight).filter(over => over > 1)"""


@both_faces
@pytest.mark.parametrize(("language", "size"), [("en", SMALL), ("it", SMALL), ("pl", TALL)])
def test_a_turn_that_lays_one_part_is_three_taps_and_scrolls_nothing(
    phone: Phone, language: str, size: tuple[int, int]
) -> None:
    page = phone(language, size)
    sit(page, new_table(page, "Ada", "Bruno", "Iga", track="parts"), "Ada")
    assert page.evaluate(SCROLLS) == []
    page.locator(".board:visible [data-place=torso]").tap()
    expect(page.locator("#place")).to_be_visible()
    page.locator("#laying [value=purple]").tap()
    expect(page.locator("#place")).to_be_hidden()
    expect(page.locator(".board:visible [data-place=torso].kind-purple")).to_be_visible()
    assert page.evaluate(SCROLLS) == []
    steady(page)
    page.locator("#thumb .btn.primary").tap()
    expect(page.locator("#acting")).to_have_attribute("data-turn", "1")
    expect(page.locator(".board:visible")).to_have_attribute("data-board", "1")  # who has no phone plays on the host's
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]


def test_a_tail_is_aimed_on_the_homunculi_and_what_it_hits_is_marked(phone: Phone) -> None:
    ada, bruno = phone("en", SMALL), phone("en", TALL)
    path = new_table(ada, "Ada", "Bruno", track="parts")
    sit(ada, path, "Ada")
    sit(bruno, path, "Bruno")
    for part in ("tail", "head"):
        enter(ada, place(ada, part).locator("#laying [value=red]"))
    enter(ada, ada.get_by_role("button", name="End turn"))
    caught_up(bruno, ada)
    for part in ("head", "left_leg"):
        enter(bruno, place(bruno, part).locator("#laying [value=blue]"))
    enter(bruno, bruno.get_by_role("button", name="End turn"))
    caught_up(ada, bruno)
    place(ada, "tail").locator("[data-aims]").click()
    expect(ada.locator(".aiming")).to_be_visible()
    expect(ada.locator(".board:visible")).to_have_attribute("data-board", "1")  # whom it can hit is shown at once
    ada.locator("[data-shows='0']").click()
    expect(ada.locator(".board:visible")).to_have_attribute("data-board", "0")
    ada.locator("[data-shows='1']").click()
    steady(ada)
    enter(ada, ada.locator(".board:visible [data-place=left_leg]"))
    caught_up(bruno, ada)
    expect(bruno.locator(".board:visible .aimed")).to_have_attribute("data-place", "left_leg")
    expect(bruno.locator("#thumb .question")).to_contain_text(
        "Ada wants to turn your tile face down with the tail: left leg."
    )
    enter(bruno, bruno.get_by_role("button", name="Allow it"))
    expect(bruno.locator(".board:visible [data-place=left_leg].face-down")).to_be_visible()
    expect(ada.locator(".aiming")).to_be_hidden()


def test_who_has_no_phone_is_played_for_on_any_phone_and_shown_on_the_host_s(phone: Phone) -> None:
    ada, bruno = phone("en", SMALL), phone("en", TALL)
    path = new_table(ada, "Ada", "Bruno", "Celina", track="parts")
    sit(ada, path, "Ada")
    sit(bruno, path, "Bruno")
    expect(ada.locator("#acts .counts")).to_be_visible()  # where to tap first
    expect(bruno.locator("#acts .counts")).to_be_hidden()
    expect(place(bruno, "head").locator("#place-waits")).to_have_text("Turn: Ada")
    bruno.locator("#place [popovertarget=place]").click()
    enter(ada, ada.get_by_role("button", name="End turn"))
    caught_up(bruno, ada)
    enter(bruno, bruno.get_by_role("button", name="End turn"))
    caught_up(ada, bruno)
    expect(ada.locator(".board:visible")).to_have_attribute("data-board", "2")
    expect(bruno.locator(".board:visible")).to_have_attribute("data-board", "1")
    enter(ada, place(ada, "torso").locator("#laying [value=blue]"))
    caught_up(bruno, ada)
    bruno.locator("[data-shows='2']").click()
    enter(bruno, place(bruno, "head").locator("#laying [value=blue]"))
    enter(bruno, bruno.get_by_role("button", name="End turn"))
    expect(bruno.locator(".board:visible")).to_have_attribute("data-board", "1")


def test_my_homunculus_stays_mine_and_another_is_looked_at_until_the_turn_passes(phone: Phone) -> None:
    ada, bruno = phone("en", SMALL), phone("en", SMALL)
    path = new_table(ada, "Ada", "Bruno", track="parts")
    sit(ada, path, "Ada")
    sit(bruno, path, "Bruno")
    expect(bruno.locator(".board:visible")).to_have_attribute("data-board", "1")
    expect(bruno.locator("#chip-0")).to_have_class(re.compile("turn"))
    bruno.locator("[data-shows='0']").click()
    expect(bruno.locator(".board:visible")).to_have_attribute("data-board", "0")
    # A place of another's homunculus tells what it is, and offers nothing to lay.
    sheet = place(bruno, "head")
    expect(sheet.locator("#place-title")).to_have_text("head, empty")
    expect(sheet.locator("#laying")).to_be_hidden()
    bruno.keyboard.press("Escape")
    enter(ada, ada.get_by_role("button", name="End turn"))
    caught_up(bruno, ada)
    expect(bruno.locator(".board:visible")).to_have_attribute("data-board", "1")
    expect(ada.locator(".board:visible")).to_have_attribute("data-board", "0")


def test_the_favourite_is_asked_once_before_it_matters(phone: Phone) -> None:
    page = phone("en", SMALL)
    page.goto("/new/homunculus")
    for row, name in enumerate(("Ada", "Bruno")):
        page.locator(f"[name='players.{row}']").fill(name)
    page.locator("[name='options.track'][value=full]").check(force=True)
    page.locator("main button.primary").click()
    page.wait_for_url("**/lobby")
    sit(page, "/t/" + page.url.split("/")[-2], "Ada")
    steady(page)
    page.locator("#acts [popovertarget=extract]").click()
    sheet = page.locator("#extract")
    sheet.locator("#favouring label:has([value=red])").click()
    enter(page, sheet.locator("#favouring [value=sulphur]"))
    # Once it is told, the sheet goes on to what is taken.
    expect(sheet.locator("#favouring")).to_be_hidden()
    expect(sheet.locator(".has-favourite")).to_be_visible()
    add(sheet.locator("[data-counting=gain]"), mercury=1)
    enter(page, sheet.locator("#extracting [data-needs-counts]"))
    expect(sheet).to_be_hidden()
    expect(page.locator("#mine-0 .stock")).to_have_text("mercury: 1sulphur: 1")


@both_faces
@pytest.mark.parametrize("language", ["en", "it", "pl"])
def test_nothing_is_clipped_on_a_small_screen(phone: Phone, language: str) -> None:
    page = phone(language, SMALL)
    sit(page, new_table(page, "D'Ambrosio Żółć", "王 " + "W" * 38, "Iga", "Ola", "Ewa"), "Iga")
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL[0]
    assert page.evaluate(SCROLLS) == []
    inside = "element => element.scrollWidth <= element.clientWidth"
    page.locator(".owner:visible").click()
    assert page.locator("#set-2").evaluate(inside)
    page.keyboard.press("Escape")
    assert place(page, "head").evaluate(inside)


def test_a_part_is_laid_and_a_power_used_without_a_script(scriptless: Page) -> None:
    scriptless.goto("/new/homunculus")
    for row, name in enumerate(("Ada", "Bruno")):
        scriptless.locator(f"[name='players.{row}']").fill(name)
    scriptless.locator("main button.primary").click()
    scriptless.wait_for_url("**/lobby")
    scriptless.goto(scriptless.url.removesuffix("/lobby"))
    scriptless.locator("#by-hand-play [name=part]").select_option("left_leg")
    scriptless.locator("#by-hand-play label:has([value=red])").click()
    scriptless.locator("#by-hand-play button").click()
    expect(scriptless.locator("[data-board='0'] [data-place=left_leg].kind-red")).to_be_visible()
    scriptless.locator("#by-hand-use [name=part]").select_option("left_leg")
    scriptless.locator("#by-hand-use button").click()
    expect(scriptless.locator("[data-board='0'] [data-place=left_leg].face-down")).to_be_visible()
    scriptless.get_by_role("button", name="End turn").click()
    expect(scriptless.locator(".whose")).to_contain_text("Turn: Bruno")


def test_the_desk_counts_the_books_example(phone: Phone) -> None:
    page = phone("it", SMALL)
    page.goto("/desk/homunculus/score?lang=it")
    many = page.locator("nav.seg a")
    assert many.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")
    expect(many.first).to_have_accessible_name("1 giocatore")
    page.goto("/desk/homunculus/score?by=pieces&players=1&lang=en")
    up = {
        "head": "blue", "torso": "blue", "left_ear": "green", "left_arm": "red", "right_arm": "blue",
        "left_leg": "red", "right_leg": "green",
    }  # fmt: skip
    for part, kind in up.items():
        page.locator(f"[name='players.0.parts.{part}:json']").select_option(f'{{"kind":"{kind}","face_up":true}}')
    for part in ("right_ear", "tail"):
        page.locator(f"[name='players.0.parts.{part}:json']").select_option('{"kind":"yellow","face_up":false}')
    page.locator("[name='players.0.favourite:json'][value='\"red\"']").check(force=True)
    page.locator("input[type=checkbox]").check(force=True)
    page.locator("main button.primary").click()
    expect(page.locator(".party")).to_contain_text("parti 9, stesso homunculus 0, preferito 2, completato 4")
    expect(page.locator(".party .player-facts")).to_have_text("15")
    expect(page.locator("[name='players.0.parts.head:json']")).to_have_value('{"kind":"blue","face_up":true}')


def test_a_phone_for_two_seats_tells_in_one_line_of_the_one_to_move(phone: Phone) -> None:
    page = phone("it", SMALL)
    path = new_table(page, "Ada", "Bruno", track="parts")
    sit(page, path, "Ada")
    sit(page, path, "Bruno")
    told = page.locator(".mine:visible")
    expect(told).to_have_count(1)
    expect(told).to_have_attribute("data-for", page.locator(".chips .turn").get_attribute("data-for") or "")
    enter(page, page.locator(".thumb [value*=end_turn]"))
    expect(page.locator(".chips .turn")).to_have_attribute("data-for", "1")
    expect(told).to_have_count(1)
    expect(told).to_have_attribute("data-for", "1")


@pytest.mark.parametrize("track", ["parts", "full"])
@pytest.mark.parametrize("size", [SMALL, TALL], ids=["small", "tall"])
def test_the_homunculus_keeps_its_place_and_size(phone: Phone, server: str, size: tuple[int, int], track: str) -> None:
    """Whoever plays, whatever is asked or aimed at: what a finger aims at does not move."""
    host = wire.new_table(server, "Ada", "Bruno", game="homunculus", track=track)
    ada, bruno = phone("pl", size), phone("it", size)
    wire.sit(ada, host, 0)
    wire.sit(bruno, host, 1)
    places: list[set[str]] = [set(), set()]

    def look() -> None:
        for page, seen in zip((ada, bruno), places, strict=True):
            wire.shows(page, host)
            box = page.locator(".board:visible .creature").bounding_box()
            assert box is not None
            seen.add(str({name: round(length) for name, length in box.items()}))

    look()
    for seat, part in ((0, "tail"), (1, "head")):
        host.enter(kind="part", seat=seat, part=part, to={"kind": "red", "face_up": True})
    look()
    place(ada, "tail").locator("[data-aims]").click()
    expect(ada.locator(".aiming")).to_be_in_viewport(ratio=1)
    look()
    ada.locator("[data-aims-no-more]").click()
    host.enter(kind="use", seat=0, part="tail", target=1, hits="head")
    look()
    expect(bruno.locator("#thumb .question")).to_be_in_viewport(ratio=1)
    host.enter(kind="cancel", seat=1)
    look()
    host.enter(kind="end_turn", seat=0)
    look()
    assert [len(seen) for seen in places] == [1, 1], places
