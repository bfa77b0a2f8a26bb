"""Fata Morgana on real phones: two languages and one game, one phone for two, no script at all, the desk."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.cauldron import brew, open_sheet, sit_by_tap, tap, tap_hand, tap_potion, token_of
from tests.browser.conftest import LARGE, SMALL, Phone
from tests.browser.script import Script, ask
from tests.browser.wire import new_table, sit

pytestmark = pytest.mark.browser


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


@pytest.mark.always
def test_two_phones_in_two_languages_play_to_the_end(phone: Phone) -> None:
    ada, bruno = phone("it", SMALL), phone("pl", LARGE, dark=True)
    ada.goto("/new/fata_morgana")
    ada.locator("[name='players[]']").nth(0).fill("Ada")
    ada.locator("[name='players[]']").nth(1).fill("Żółć")
    ada.locator("form[action='/tables'] .btn.primary").click()
    ada.wait_for_url("**/lobby")
    table = ada.url.removesuffix("/lobby")
    sit_by_tap(ada, table, 0)
    sit_by_tap(bruno, table, 1)
    script = Script(table, token_of(ada))

    # Ada tells her hand and objective by taps alone, where the table stands; Bruno keeps his on paper.
    for colour, amount in (("red", 2), ("blue", 2), ("green", 3), ("brown", 2)):
        for _ in range(amount):
            tap(ada, f"#tell .card-add.fata-{colour}")
    expect(ada.locator("#tell [data-confirm]")).to_contain_text("9 di 10")
    expect(ada.locator("#tell [data-confirm]")).to_be_disabled()
    tap(ada, "#tell .card-add.fata-white")
    expect(ada.locator("#tell .card-add").first).to_be_disabled()
    tap(ada, "#tell [data-confirm]")
    for row, colour in (("three", "green"), ("two", "blue"), ("one", "white")):
        ada.locator(f"#tell label:has([name={row}][value={colour}])").click()
    tap(ada, "#tell .btn.primary")
    expect(ada.locator("#tell form")).to_have_count(0)
    # What is known stands behind the thumb's hand: what the objective is worth now and lacks, the ways to tell anew.
    tap(ada, ".strip [popovertarget=hand-0]")
    expect(ada.locator("#hand-0 .secret").first.locator(".drop")).to_have_count(10)
    expect(ada.locator("#hand-0 .goal .held")).to_have_count(3)
    expect(ada.locator("#hand-0 .goal-now")).to_contain_text("Ora vale 6 punti. È completato.")
    expect(ada.locator("#hand-0 button[popovertarget^=tell]")).to_have_count(2)
    ada.keyboard.press("Escape")
    expect(ada.locator("#hand-0")).to_be_hidden()
    assert script.look()["players"][0]["objective"] == {"three": "green", "two": "blue", "one": "white"}
    expect(bruno.locator("#latest")).to_have_attribute("data-seq", "2")
    assert bruno.locator("#hand-0").count() == 0
    sheets = bruno.locator("[id^=hand-], [id^=drew-]").evaluate_all("(sheets) => sheets.map((sheet) => sheet.id)")
    assert sheets == ["hand-1"]

    # Round 1: both brew; each phone says it in its own language.
    tap_potion(ada, 0, ("red", "blue"), 7, green=2, brown=1)
    expect(bruno.locator(".shelf .potion")).to_have_count(1)
    expect(bruno.locator(".shelf")).to_contain_text("zielony: 2")
    expect(ada.locator(".shelf")).to_contain_text("verde: 2")
    expect(ada.locator(".chips li").first).to_contain_text("7")
    tap_potion(bruno, 1, ("green", "white"), 4, red=1)
    expect(ada.locator(".shelf .potion")).to_have_count(2)
    expect(ada.locator("p.sr[role=status]").first).to_contain_text("Turno completo 2 di 12. Tocca a te, Ada.")
    expect(bruno.locator("p.sr[role=status]").first).to_contain_text("Runda 2 z 12. Teraz gra: Ada.")

    # Round 2: a tap on a potion says what it costs and brings; what Ada may not copy says why, in Italian.
    expect(ada.locator(".potion.barred")).to_have_count(1)
    tap(ada, ".potion[popovertarget=potion-1]")
    tap(ada, "#potion-1 .btn.primary")
    expect(ada.locator(".refusal")).to_be_focused()
    expect(ada.locator(".refusal a").first).to_have_attribute("href", re.compile("FM-COPY-OWN$"))
    expect(ada.locator(".refusal #why")).to_have_text(
        "Non si copiano le proprie pozioni: scegline una di un altro giocatore."
    )
    tap(ada, "[data-dismiss]")
    ada.keyboard.press("Escape")
    expect(bruno.locator(".refusal")).to_have_count(0)
    tap(ada, ".potion.legal[popovertarget=potion-2]")
    expect(ada.locator("#potion-2 dd").first.locator(".drop")).to_have_class(re.compile("fata-red"))
    expect(ada.locator("#potion-2 dd").last.locator(".drop")).to_have_count(2)
    tap(ada, "#potion-2 .btn.primary")
    expect(bruno.locator(".chips li").first).to_contain_text("11")
    expect(ada.locator("#potion-2")).to_be_hidden()
    assert script.look()["stacks"] == {"red": 10, "blue": 9, "green": 8, "brown": 10, "white": 8}

    # Bruno draws two hidden ones; then both pass by script to the end of round 9.
    open_sheet(bruno, "pass-1")
    tap(bruno, "#pass-1 [value*=hidden]")
    expect(bruno.locator("#pass-1")).to_be_hidden()
    expect(ada.locator(".stage .stacks li").last).to_contain_text("8")
    script.pass_until("declare", 9)
    # Each phone answers for itself; Ada's says what her objective lacks, and does not look as if it were complete.
    expect(ada.locator("#declare .tiles .barred")).to_have_count(1)
    expect(bruno.locator("#declare .tiles .barred")).to_have_count(0)
    tap(bruno, ".thumb .btn.primary")
    expect(ada.locator("#declare .tag.good")).to_have_count(1)
    assert script.look()["answers"] == [1]
    tap(ada, ".thumb .btn.primary")
    expect(ada.locator("#declare h2")).to_have_count(0)
    expect(ada.locator(".track .now")).to_have_count(1)

    # Bruno declares what is not true: only he lays open, and the play goes on.
    script.pass_until("declare", 10)
    tap(bruno, "#declare .tiles .btn")
    expect(ada.locator(".thumb .btn.primary")).to_have_count(0)
    expect(ada.locator("#reveal")).to_contain_text("Żółć")
    tap(bruno, ".thumb [popovertarget=lay-1]")
    for row, colour in (("three", "white"), ("two", "blue"), ("one", "red")):
        bruno.locator(f"#lay-1 label:has([name='objective.{row}'][value={colour}])").click()
    tap_hand(bruno, "#lay-1", 12, 1, 0, 0, 0)
    ada.locator("#opened summary").tap()  # folded, since the game goes on
    expect(ada.locator("#opened .drop.fata-red").first).to_be_visible()
    expect(ada.locator("#reveal h2")).to_have_count(0)
    expect(ada.locator(".thumb")).to_contain_text("Tocca a te, Ada")

    # The cards on the table: Ada's are opened as they were told, with one tap.
    script.pass_until("reveal", 12)
    tap(ada, ".thumb .btn.primary")
    for page in (ada, bruno):
        expect(page.locator(".party[data-over]")).to_be_visible()
        expect(page.locator(".party h2")).to_have_text("Ada")
        expect(page.locator(".ranking > li")).to_have_count(2)
        assert fits(page)
    assert [page.locator("html").get_attribute("lang") for page in (ada, bruno)] == ["it", "pl"]
    assert script.look()["result"]["ranking"] == [
        {"seat": 0, "place": 1, "points": 11, "objective": 4, "hand": 5, "total": 20},
        {"seat": 1, "place": 2, "points": 4, "objective": 0, "hand": 6, "total": 10},
    ]


def test_one_phone_lays_open_what_everybody_kept_on_paper(server: str, phone: Phone) -> None:
    host, page = new_table(server, "Ada", "Bruno", "Celina", game="fata_morgana"), phone("pl", SMALL)
    brewed = ((["red", "blue"], {"brown": 1}), (["green", "white"], {"brown": 2}), (["red", "white"], {"green": 1}))
    for seat, (cauldron, ingredients) in enumerate(brewed):
        host.enter(kind="create", seat=seat, cauldron=cauldron, ingredients=ingredients, value=1 + seat)
    host.pass_until("reveal", 12)
    assert [player["hand_size"] for player in host.look()["players"]] == [11, 10, 11]
    sit(page, host, None)
    assert fits(page)
    for seat, red in ((2, 11), (0, 10)):
        tap(page, f"#reveal .btn[popovertarget=lay-{seat}]")
        tap_hand(page, f"#lay-{seat}", red, 11 - red, 0, 0, 0)
        expect(page.locator(f"#lay-{seat}")).to_have_count(0)
        expect(page.locator(f"#reveal li:nth-child({seat + 1}) .tag.good")).to_be_visible()
        expect(page.locator(".thumb-said")).to_have_text(f"Czekamy na karty: {'Ada, Bruno' if seat else 'Bruno'}")
    tap(page, "#reveal .btn[popovertarget=lay-1]")
    tap_hand(page, "#lay-1", 0, 9, 1, 0, 0)
    expect(page.locator(".party[data-over]")).to_be_visible()
    hands = [
        {colour: number for colour, number in player["hand"].items() if number} for player in host.look()["players"]
    ]
    assert hands == [{"red": 10, "blue": 1}, {"blue": 9, "green": 1}, {"red": 11}]


def test_only_what_was_not_told_is_asked_for_and_only_of_the_own_phone(server: str, phone: Phone) -> None:
    host, bruno, other = new_table(server, "Ada", "Bruno", game="fata_morgana"), phone("it", SMALL), phone("en", SMALL)
    sit(bruno, host, 1)
    sit(other, host, None)
    own = Script(host.table, token_of(bruno))
    own.enter(kind="hand", seat=1, hand={"red": 4, "blue": 3, "green": 2, "brown": 1})
    host.enter(kind="create", seat=0, cauldron=["red", "white"], ingredients={"green": 1}, value=6)
    host.enter(kind="create", seat=1, cauldron=["green", "white"], ingredients={"blue": 1}, value=3)
    host.pass_until("reveal", 12)
    expect(other.locator("#reveal .btn[popovertarget=lay-0]")).to_have_count(1)
    expect(other.locator("#reveal .btn[popovertarget=lay-1]")).to_have_count(0)
    expect(other.locator("#reveal")).to_contain_text("Only Bruno’s own phone can reveal this.")
    tap(bruno, ".thumb [popovertarget=lay-1]")
    expect(bruno.locator("#lay-1 .card-add")).to_have_count(0)
    for row, colour in (("three", "red"), ("two", "blue"), ("one", "green")):
        bruno.locator(f"#lay-1 label:has([name='objective.{row}'][value={colour}])").click()
    tap(bruno, "#lay-1 .btn.primary")
    expect(other.locator("#opened .goal")).to_be_visible()
    host.enter(kind="reveal", seat=0, hand={"red": 11}, objective=None)
    expect(bruno.locator(".party[data-over]")).to_be_visible()
    told = host.look()["players"][1]
    assert told["hand"] == {"red": 4, "blue": 2, "green": 3, "brown": 1, "white": 1}
    assert told["objective"] == {"three": "red", "two": "blue", "one": "green"}


def test_two_hidden_never_lose_a_told_hand_unasked(server: str, phone: Phone) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="fata_morgana"), phone("en", SMALL)
    sit(page, host, 0)
    ada = Script(host.table, token_of(page))
    ada.enter(kind="hand", seat=0, hand={"red": 4, "blue": 3, "green": 2, "brown": 1})
    ada.enter(kind="create", seat=0, cauldron=["red", "white"], ingredients={"green": 1}, value=6)
    host.enter(kind="create", seat=1, cauldron=["green", "white"], ingredients={"blue": 1}, value=3)
    open_sheet(page, "pass-0")
    expect(page.locator("#pass-0 [value*=hidden]")).to_have_count(0)
    tap(page, "#pass-0 .btn[popovertarget=drew-0]")
    expect(page.locator("#drew-0")).to_contain_text("the referee no longer knows your hand")
    tap(page, "#drew-0 .pairs .btn")
    expect(page.locator("#drew-0")).to_have_count(0)
    assert ada.look()["players"][0]["hand"] == {"red": 7, "blue": 3, "green": 1, "brown": 1, "white": 1}


def test_a_phone_that_holds_two_seats_shows_no_secret_until_it_is_asked_for(server: str, phone: Phone) -> None:
    made = json.loads(ask(f"{server}/tables", {"game": "fata_morgana", "players": ["Ada", "Bruno"]}))
    table, page = f"{server}{made['url']}", phone("en", SMALL)
    for seat in (0, 1):
        sit_by_tap(page, table, seat)
    Script(table, token_of(page).split(".")[0]).enter(
        kind="hand", seat=0, hand={"red": 4, "blue": 3, "green": 2, "brown": 1}
    )
    page.goto(table)
    expect(page.locator(".secret")).to_be_hidden()
    # To tell a hand, too, one hands the phone over first.
    expect(page.locator("#tell button")).to_have_attribute("popovertarget", "hands")
    open_sheet(page, "hands")
    expect(page.locator(".secret")).to_be_hidden()
    page.locator("#hands [popovertarget=hand-0]").click()
    expect(page.locator("#hand-0 .secret")).to_be_visible()
    # The cross leaves nobody else's button under the thumb that closed it.
    page.locator("#hand-0 [aria-label=Close]").click()
    expect(page.locator(":popover-open")).to_have_count(0)
    expect(page.locator(".secret")).to_be_hidden()
    # What Ada tapped and did not enter is not there for Bruno: neither her sheet nor what she chose in it.
    host = Script(table, made["token"])
    open_sheet(page, "brew-0")
    page.locator("#brew-0 label:has([name=value][value='7'])").click()
    host.enter(kind="create", seat=0, cauldron=["red", "white"], ingredients={"green": 1}, value=6)
    expect(page.locator(".chips .turn")).to_contain_text("Bruno")
    expect(page.locator(":popover-open")).to_have_count(0)
    open_sheet(page, "brew-1")
    expect(page.locator("#brew-1 [name=value]:checked")).to_have_count(0)
    brew(page, 1, ("red", "blue"), 9, white=2)
    open_sheet(page, "brew-0")
    expect(page.locator("#brew-0 [name=value]:checked")).to_have_count(0)
    # What the hand cannot pay looks no different on a phone that goes from hand to hand.
    expect(page.locator("#brew-0 .short, #brew-0 [data-held]")).to_have_count(0)


def test_the_sheets_of_a_turn_follow_the_table(server: str, phone: Phone) -> None:
    """What is used up is gone from them, what the hand lacks or a stack has not looks barred."""
    host, page = new_table(server, "Ada", "Bruno", game="fata_morgana"), phone("en", SMALL)
    sit(page, host, 0)
    ada = Script(host.table, token_of(page))
    ada.enter(kind="hand", seat=0, hand={"red": 4, "blue": 3, "green": 2, "brown": 1})
    open_sheet(page, "brew-0")
    expect(page.locator("#brew-0 [name='cauldron:json']")).to_have_count(10)
    for taps, short in ((1, 0), (2, 1)):
        page.locator("#brew-0 .card-add.fata-brown").click()
        expect(page.locator("#brew-0 .dose.short")).to_have_count(short)
        expect(page.locator("#brew-0 [name='ingredients.brown']")).to_have_value(str(taps))
    page.locator("#brew-0 .card-add.fata-brown").click()
    expect(page.locator("#brew-0 [name='ingredients.brown']")).to_have_value("0")
    page.locator("#brew-0 label:has([value*=red][value*=blue])").click()
    expect(page.locator("#brew-0 .dose.faded")).to_have_count(2)

    # Somebody else brews for Ada meanwhile: what she left open is gone.
    host.enter(kind="create", seat=0, cauldron=["red", "white"], ingredients={"green": 1}, value=6)
    expect(page.locator(".chips .turn")).to_contain_text("Bruno")
    expect(page.locator(":popover-open")).to_have_count(0)

    # She brews for Bruno and copies for him; potions stand in the order they were made.
    open_sheet(page, "for-1")
    open_sheet(page, "brew-1")
    expect(page.locator("#brew-1 [name='cauldron:json']")).to_have_count(9)
    expect(page.locator("#brew-1 [name=value][value='6']")).to_have_count(0)
    brew(page, 1, ("red", "blue"), 9, white=2)
    for sheet in ("brew-1", "for-1"):
        expect(page.locator(f"#{sheet}")).to_be_hidden()
    order = page.locator(".potion").evaluate_all("(all) => all.map((one) => one.getAttribute('popovertarget'))")
    assert order == ["potion-1", "potion-2"]
    host.enter(kind="pass", seat=0, take="nothing")
    open_sheet(page, "for-1")
    tap(page, "#for-1 [value*=copy][value*='1']")
    expect(page.locator("#for-1")).to_have_count(0)
    assert [player["points"] for player in host.look()["players"]] == [6, 15]

    # A stack that is empty looks so in the sheet for passing.
    while host.look()["stacks"]["red"]:
        host.enter(kind="pass", seat=host.look()["to_move"], take="red")
    if host.look()["to_move"]:
        host.enter(kind="pass", seat=1, take="nothing")
    open_sheet(page, "pass-0")
    expect(page.locator("#pass-0 .pile.barred")).to_have_count(1)


def test_a_hand_of_many_cards_of_one_colour_is_told(server: str, phone: Phone) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="fata_morgana"), phone("en", SMALL)
    host.enter(kind="create", seat=0, cauldron=["blue", "white"], ingredients={"green": 1}, value=1)
    host.enter(kind="create", seat=1, cauldron=["green", "white"], ingredients={"brown": 1}, value=2)
    for _round in range(2, 8):
        host.enter(kind="pass", seat=0, take="red")
        host.enter(kind="pass", seat=1, take="nothing")
    sit(page, host, 0)
    tap(page, ".strip [popovertarget=hand-0]")
    tap(page, "#hand-0 [popovertarget=tell-hand-0]")
    page.locator("#tell-hand-0 .card-add.fata-white").click()
    page.locator("#tell-hand-0 [data-less]").click()
    tap_hand(page, "#tell-hand-0", 12, 2, 1, 1, 1)
    expect(page.locator("#hand-0 .secret .drop.fata-red")).to_have_count(12)


def test_what_was_given_up_is_not_there_for_the_next(server: str, phone: Phone) -> None:
    """A phone enters for everybody: what is chosen stays while its turn lasts, and no longer."""
    host, page = new_table(server, "Ada", "Bruno", game="fata_morgana"), phone("en", SMALL)
    sit(page, host, None)
    open_sheet(page, "brew-0")
    red_green, seven = "label:has([value*=red][value*=green])", "label:has([name=value][value='7'])"
    for chosen in (red_green, ".card-add.fata-brown", seven):
        page.locator(f"#brew-0 {chosen}").click()
    page.keyboard.press("Escape")
    host.enter(kind="points", seat=1, by=1)
    expect(page.locator(".chips li").last).to_contain_text("1")
    open_sheet(page, "brew-0")
    expect(page.locator("#brew-0 [name=value]:checked")).to_have_value("7")
    host.enter(kind="create", seat=0, cauldron=["red", "white"], ingredients={"green": 1}, value=6)
    open_sheet(page, "brew-1")
    expect(page.locator("#brew-1 :checked")).to_have_count(0)
    expect(page.locator("#brew-1 [name='ingredients.brown']")).to_have_value("0")


def test_a_hand_is_told_and_a_potion_brewed_without_a_script(server: str, scriptless: Page) -> None:
    made = json.loads(ask(f"{server}/tables", {"game": "fata_morgana", "players": ["Ada", "Bruno"]}))
    sit_by_tap(scriptless, f"{server}{made['url']}", 0)
    for colour, amount in (("red", 1), ("blue", 2), ("green", 3), ("brown", 4)):
        scriptless.locator(f"#tell [name='hand.{colour}']").fill(str(amount))
    tap(scriptless, "#tell .btn.primary")
    expect(scriptless.locator("#tell [name=three]")).to_have_count(5)
    open_sheet(scriptless, "brew-0")
    scriptless.locator("#brew-0 label:has([value*=red][value*=white])").click()
    for colour, amount in (("brown", 2), ("blue", 1)):
        scriptless.locator(f"#brew-0 [name='ingredients.{colour}']").fill(str(amount))
    scriptless.locator("#brew-0 label:has([name=value][value='10'])").click()
    tap(scriptless, "#brew-0 .btn.primary")
    expect(scriptless.locator(".shelf .potion")).to_have_count(1)
    seen = Script(f"{server}{made['url']}", token_of(scriptless)).look()
    assert seen["players"][0]["hand"] == {"red": 2, "blue": 1, "green": 3, "brown": 2, "white": 1}
    assert seen["players"][0]["points"] == 10


def test_the_desk_counts_up_without_a_script(scriptless: Page) -> None:
    scriptless.goto("/desk/fata_morgana/score?by=pieces&players=1")
    scriptless.locator("[name='players.0.name']").fill("Ada")
    scriptless.locator("[name='players.0.points']").fill("31")
    for row, colour in (("three", "brown"), ("two", "blue"), ("one", "white")):
        scriptless.locator(f"label:has([name='players.0.objective.{row}'][value={colour}])").click()
    for colour, amount in (("brown", "3"), ("blue", "2"), ("white", "1")):
        scriptless.locator(f"[name='players.0.hand.{colour}']").select_option(amount)
    scriptless.locator("form .btn.primary").click()
    expect(scriptless.locator(".ranking .sum")).to_have_text("40")
    # Two rows of one colour are no objective.
    scriptless.locator("label:has([name='players.0.objective.one'][value=brown])").click()
    scriptless.locator("form .btn.primary").click()
    expect(scriptless.locator(".refusal a").first).to_have_attribute("href", re.compile("FM-OBJECTIVE$"))
    # An objective nobody told counts nothing.
    scriptless.goto("/desk/fata_morgana/score?by=pieces&players=1")
    scriptless.locator("[name='players.0.points']").fill("8")
    scriptless.locator("form .btn.primary").click()
    expect(scriptless.locator(".ranking .num.sum")).to_have_text("8")


def test_cauldrons_read_off_the_cards_are_remembered_for_the_next_table(scriptless: Page) -> None:
    scriptless.goto("/new/fata_morgana")
    for place, name in enumerate(("Ada", "Bruno")):
        scriptless.locator("[name='players[]']").nth(place).fill(name)
    scriptless.locator("details.fold summary").click()
    last = scriptless.locator("[name='options.cauldrons.9[]']")
    assert [last.nth(side).input_value() for side in (0, 1)] == ["brown", "white"]
    last.nth(0).select_option("white")
    scriptless.locator("form[action='/tables'] .btn.primary").click()
    scriptless.wait_for_url("**/tables")  # a cauldron of one colour makes no table
    scriptless.goto("/new/fata_morgana")
    for place, name in enumerate(("Ada", "Bruno")):
        scriptless.locator("[name='players[]']").nth(place).fill(name)
    scriptless.locator("details.fold summary").click()
    last.nth(0).select_option("white")
    last.nth(1).select_option("brown")
    scriptless.locator("form[action='/tables'] .btn.primary").click()
    scriptless.wait_for_url("**/lobby")
    table = scriptless.url.removesuffix("/lobby")
    scriptless.goto("/new/fata_morgana")
    assert [last.nth(side).input_value() for side in (0, 1)] == ["white", "brown"]
    assert json.loads(ask(table))["cauldrons"][-1] == ["white", "brown"]
