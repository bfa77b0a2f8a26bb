"""A whole game of Homunculus on two phones in two languages; the sheets on a small screen; the desk."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import LARGE, SMALL, STEADY_MS, Phone
from tests.browser.finger import caught_up, enter, seq, sit

pytestmark = pytest.mark.browser


def place(page: Page, part: str) -> Locator:
    """Tap a place of the creature; return the sheet that opens."""
    page.locator(f".creature:visible [value={part}]").evaluate("radio => radio.click()")
    return page.locator(".sheet:visible")


def lay(page: Page, part: str, kind: str, **pay: int) -> None:
    sheet = place(page, part)
    sheet.locator(f"input[name=kind_of][value={kind}]").check(force=True)
    for ingredient, number in pay.items():
        sheet.locator(f'#play input[name="*.{ingredient}"][value="{number}"]').check(force=True)
    enter(page, sheet.locator(f"button[name=part][value={part}]:visible"))
    expect(page.locator(".sheet:visible")).to_have_count(0)


def extract(page: Page, **gain: int) -> None:
    page.locator(".thumb [popovertarget=extract-sheet]").click()
    sheet = page.locator("#extract-sheet")
    for ingredient, number in gain.items():
        sheet.locator(f'input[name="*.{ingredient}"][value="{number}"]').check(force=True)
    enter(page, sheet.locator("button.primary"))
    expect(sheet).to_be_hidden()


def new_table(page: Page, *names: str) -> str:
    """Set a table through its form; return its path."""
    page.goto("/new/homunculus")
    for row, name in enumerate(names):
        page.locator(f"[name='players.{row}']").fill(name)
    page.locator("[name='options.track'][value=full]").check(force=True)
    page.locator("details summary").first.click()
    page.locator("[name='options.favourites.0.kind']").select_option("red")
    page.locator("[name='options.favourites.0.ingredient']").select_option("mercury")
    page.locator("main button.primary").click()
    page.wait_for_url("**/lobby")
    return "/t/" + page.url.split("/")[-2]


def test_two_phones_two_languages_one_game(phone: Phone) -> None:
    ada, bruno = phone("it", SMALL, dark=True), phone("pl", LARGE)
    path = new_table(ada, "Ada", "Bruno")
    sit(ada, path, "Ada")
    sit(bruno, path, "Bruno")
    expect(ada.locator(".whose")).to_contain_text("restano 3 azioni")
    expect(bruno.locator(".whose")).to_contain_text("zostały 3 akcje")

    # Ada extracts: what is printed, and her favourite by itself; then lays a tile for one of it.
    extract(ada, mercury=1, sulphur=2)
    expect(ada.locator(".stock").first).to_have_text("mercurio: 2zolfo: 2")
    lay(ada, "head", "red", mercury=1)
    caught_up(bruno, ada)
    expect(bruno.locator(".log li").first).to_contain_text("Ada: płytka zagrana za 1 składnik: głowa, czerwony.")
    expect(bruno.locator(".whose")).to_contain_text("została 1 akcja")

    # What is barred says why, in the reader's language, and hides no rule.
    sheet = place(ada, "left_ear")
    sheet.locator("input[name=kind_of][value=red]").check(force=True)
    sheet.locator('#play input[name="*.phoenix_feather"][value="2"]').check(force=True)
    ada.wait_for_timeout(STEADY_MS)
    sheet.locator("button[name=part][value=left_ear]:visible").click()
    refusal = ada.locator("#notice .refusal")
    expect(refusal).to_contain_text("Questo ingrediente non basta: piuma di fenice. Servono: 2, presenti: 0.")
    expect(refusal.locator("a").first).to_have_attribute("href", re.compile("HO-PLAY$"))
    refusal.locator("[data-dismiss]").click()
    # The sheet is as it was left.
    expect(sheet.locator('#play input[name="*.phoenix_feather"][value="2"]')).to_be_checked()
    sheet.locator('#play input[name="*.phoenix_feather"][value="0"]').check(force=True)
    enter(ada, sheet.locator("button[name=part][value=left_ear]:visible"))
    caught_up(bruno, ada)
    expect(bruno.locator(".whose")).to_contain_text("Bruno")

    # Bruno's phone, when it is next opened, offers what Ada's head cost.
    bruno.reload()
    place(bruno, "head")
    price = bruno.get_by_role("group", name="Zagraj: głowa").get_by_role("button")
    expect(price).to_have_accessible_name("czerwony rtęć: 1")
    bruno.locator(".sheet:visible [type=reset]").click()
    lay(bruno, "head", "blue")
    enter(bruno, bruno.get_by_role("button", name="Zakończ turę"))
    caught_up(ada, bruno)

    # Ada's ear asks Bruno's head; he cancels on his own phone.
    enter(ada, place(ada, "left_ear").get_by_role("button", name="Bruno"))
    caught_up(bruno, ada)
    expect(bruno.locator(".whose")).to_contain_text("Odpowiada Bruno · Ada używa mocy (lewe ucho).")
    enter(bruno, bruno.get_by_role("button", name="Anuluj moc głową"))
    caught_up(ada, bruno)
    expect(ada.locator(".log li").first).to_contain_text("Bruno: potere annullato con la testa.")
    expect(ada.locator(".face-down:visible", has=ada.locator("[value=left_ear]"))).to_be_visible()
    enter(ada, ada.get_by_role("button", name="Rimetti visibili"))
    enter(ada, ada.get_by_role("button", name="Pesca"))

    # Undo leaves a trace; redo brings back.
    enter(ada, ada.locator("#undo"))
    expect(ada.locator(".whose")).to_contain_text("resta 1 azione")
    enter(ada, ada.locator("button[form=redoing]"))
    caught_up(bruno, ada)

    # Put right by hand: Ada holds six tiles, and all but one place are filled.
    bruno.locator("#righting").click()
    bruno.locator("nav.boards a", has_text="Ada").click()
    for part in ("tail", "right_ear", "left_arm", "right_arm", "left_leg", "right_leg"):
        correction = bruno.locator("#place")
        correction.locator("[name=part]").select_option(part)
        correction.locator("[name='to.kind']").select_option("red")
        name = correction.locator(f"[value={part}]").inner_text()
        correction.get_by_role("button", name="odkryta").click()
        expect(bruno.locator(".log li")).to_contain_text(f": {name}, czerwony")
    bruno.get_by_role("link", name="Wróć do stołu").click()
    caught_up(ada, bruno)
    enter(bruno, bruno.get_by_role("button", name="Zakończ turę"))
    caught_up(ada, bruno)

    # The ninth place ends it: 8 red parts of 11 points and a blue torso of 2, 8 for the favourite, 4 for the finish.
    bruno.locator(".log li").last.scroll_into_view_if_needed()
    lay(ada, "torso", "blue")
    caught_up(bruno, ada)
    expect(bruno.locator(".party > :first-child")).to_be_in_viewport()
    expect(ada.locator(".party")).to_contain_text("Kazaam!")
    expect(ada.locator(".party")).to_contain_text("Più punti di tutti: 24")
    expect(bruno.locator(".party .places li").first).to_contain_text("Ada")
    expect(bruno.locator(".party .places li").first).to_contain_text(
        "części 12, jeden rodzaj 0, ulubiony 8, ukończenie 4"
    )
    expect(ada.locator("[data-over]")).to_have_count(1)


def test_what_is_open_stays_open_while_others_enter_and_closes_with_an_action(phone: Phone) -> None:
    ada, bruno = phone("en", SMALL), phone("en", SMALL)
    path = new_table(ada, "Ada", "Bruno")
    sit(ada, path, "Ada")
    sit(bruno, path, "Bruno")
    sheet = place(ada, "left_arm")
    sheet.locator("input[name=kind_of][value=blue]").check(force=True)

    # Bruno puts the count of his tiles right, twice, and unfolds what they would come to.
    bruno.locator("#righting").click()
    expect(bruno.locator("nav.boards [aria-current]")).to_have_text("BBruno")
    for hand in ("4", "5"):
        bruno.get_by_role("button", name="Tiles in hand: one more").click()
        expect(bruno.locator(".stepper b").first).to_have_text(hand)
    bruno.get_by_role("link", name="Back to the table").click()
    caught_up(ada, bruno)
    expect(ada.locator("#row-1 .player-facts b").first).to_have_text("5")
    bruno.locator("#count-now summary").click()
    expect(sheet.locator("input[name=kind_of][value=blue]")).to_be_checked()

    # Ada lays the tile she had begun to choose; Bruno looks at her homunculus, and at his own once it is his turn.
    enter(ada, sheet.locator("button[name=part][value=left_arm]:visible"))
    expect(ada.locator(".sheet:visible")).to_have_count(0)
    caught_up(bruno, ada)
    expect(bruno.locator("#middle-0 .kind-blue").first).to_be_visible()
    expect(bruno.locator("#count-0:visible > :last-child")).to_have_text("2")
    enter(ada, ada.get_by_role("button", name="End the turn"))
    caught_up(bruno, ada)
    expect(bruno.locator("#middle-0 .kind-blue").first).not_to_be_visible()
    expect(bruno.locator("#see input[value='1']")).to_be_checked()

    # What rests says so, and is turned up from there; the tail hits all but itself.
    lay(bruno, "tail", "red")
    sheet = place(bruno, "tail")
    expect(sheet.locator("button[name=move]:visible")).to_have_count(1)
    enter(bruno, sheet.get_by_role("button", name="left arm"))
    expect(bruno.locator("#upper-1, #middle-1, #lower-1").locator(".face-down")).to_have_count(1)
    enter(bruno, place(bruno, "tail").get_by_role("button", name="Turn all face up"))
    caught_up(ada, bruno)
    expect(ada.locator("#middle-0 .face-down").first).to_be_visible()
    expect(ada.locator(".sheet:visible")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "it", "pl"])
def test_nothing_is_clipped_on_a_small_screen(phone: Phone, language: str) -> None:
    page = phone(language, SMALL)
    sit(page, new_table(page, "D'Ambrosio Żółć", "王 " + "W" * 38, "Iga", "Ola", "Ewa"), "Iga")
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL[0]
    small = """buttons => buttons.filter(({offsetWidth: wide, offsetHeight: high}) => wide && Math.min(wide, high) < 44)
        .map(button => button.outerHTML)"""
    assert page.locator("#table button").evaluate_all(small) == []
    inside = "element => element.scrollWidth <= element.clientWidth"
    assert place(page, "head").evaluate(inside)
    page.locator(".sheet:visible [type=reset]").click()
    page.locator("#table button[popovertarget=extract-sheet]").first.click()
    assert page.locator("#extract-sheet").evaluate(inside)
    page.locator("#extract-sheet [popovertarget]").click()
    page.locator("#righting").click()
    page.wait_for_url("**/corrections*")
    assert page.evaluate("document.documentElement.scrollWidth") == SMALL[0]
    assert page.locator("#main").evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")
    assert page.locator("#main button").evaluate_all(small) == []


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


def test_whose_counts_are_put_right_does_not_change_when_the_turn_passes(phone: Phone) -> None:
    ada, bruno = phone("en", SMALL), phone("en", SMALL)
    path = new_table(ada, "Ada", "Bruno")
    sit(ada, path, "Ada")
    sit(bruno, path, "Bruno")
    bruno.locator("#righting").click()
    bruno.locator("nav.boards a", has_text="Ada").click()
    expect(bruno.get_by_role("heading", name="Ada")).to_be_visible()
    enter(ada, ada.get_by_role("button", name="End the turn"))
    bruno.get_by_role("button", name="Tiles in hand: one more").click()
    expect(bruno.locator(".stepper b").first).to_have_text("4")
    expect(bruno.get_by_role("heading", name="Ada")).to_be_visible()
    expect(ada.locator("#row-0 .player-facts b").first).to_have_text("4")
    expect(ada.locator("#row-1 .player-facts b").first).to_have_text("3")


def test_return_on_a_place_enters_nothing_and_its_own_tail_is_no_prey(phone: Phone) -> None:
    ada = phone("en", SMALL)
    sit(ada, new_table(ada, "Ada", "Bruno"), "Ada")
    lay(ada, "tail", "red")
    sheet = place(ada, "tail")
    expect(sheet.locator(".prey button:visible, h3:visible")).to_have_count(0)
    before = seq(ada)
    ada.locator(".creature:visible [value=tail]").press("Enter")
    ada.wait_for_timeout(STEADY_MS)
    assert seq(ada) == before
    expect(ada.locator("#notice > *")).to_have_count(0)
    ada.keyboard.press("Escape")
    expect(ada.locator(".sheet:visible")).to_have_count(0)

    # Nor does Return in a sheet of several buttons: which of them was meant?
    sheet = place(ada, "left_leg")
    sheet.locator("#play [value=red]").press("Enter")
    ada.wait_for_timeout(STEADY_MS)
    assert seq(ada) == before
    sheet.locator("[type=reset]").click()
    expect(ada.locator(".sheet:visible")).to_have_count(0)

    # A place of another's homunculus, which is only looked at, opens nothing.
    ada.locator("#see label", has_text="Bruno").click()
    expect(ada.locator(".creature:visible")).to_have_attribute("aria-label", "Homunculus of Bruno")
    expect(ada.locator(".creature:visible input:visible")).to_have_count(0)
    ada.locator(".creature:visible .part").nth(1).click(force=True)
    expect(ada.locator(".sheet:visible")).to_have_count(0)


def test_what_was_chosen_for_a_place_is_not_meant_for_the_next(phone: Phone) -> None:
    ada = phone("en", SMALL)
    sit(ada, new_table(ada, "Ada", "Bruno"), "Ada")
    sheet = place(ada, "left_ear")
    sheet.locator("input[name=kind_of][value=red]").check(force=True)
    sheet.locator('#play input[name="*.mercury"][value="2"]').check(force=True)
    sheet.locator("[type=reset]").click()
    sheet = place(ada, "right_leg")
    expect(sheet.locator("input[name=kind_of]:checked")).to_have_count(0)
    expect(sheet.locator('#play input[name="*.mercury"]:checked')).to_have_value("0")
