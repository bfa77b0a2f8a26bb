"""The pages of what was played: everything on them can be read and tapped on the smallest phone."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from referee.names import seen
from tests.browser.conftest import SMALL, Phone, both_faces
from tests.browser.test_screens import LEAST, TOO_SMALL, fits

pytestmark = pytest.mark.browser

LONG, ARABIC = "Żółcisława Brzęczyszczykiewicz", "محمد"
CUT_OFF = """(elements) => elements.filter(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
    scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1)
    .map((element) => element.outerHTML.slice(0, 200))"""
STARTS = (
    "(element) => { const range = document.createRange(); range.selectNodeContents(element);"
    " return range.getBoundingClientRect().left - element.closest('li').getBoundingClientRect().left; }"
)


def count(page: Page, server: str, key: str) -> str:
    """Keep a count from this page's browser, which opens the first page for it; return the path of the play's page."""
    page.goto("/")
    players = [
        {"name": LONG, "points": 12, "objective": None, "hand": {}},
        {"name": ARABIC, "points": 9, "objective": None, "hand": {}},
        {"name": "O", "points": 3, "objective": None, "hand": {}},
    ]
    answer = page.request.post(
        f"{server}/played",
        headers={"Accept": "application/json"},
        data={
            "game": "fata_morgana",
            "desk": "score",
            "key": key,
            "question": {"players": players},
            "note": "ciao " * 30,
        },
    )
    assert answer.status == 201, answer.text()
    return f"/played/{answer.json()['play']['id']}"


@both_faces
@pytest.mark.parametrize("language", ["en", "it", "pl"])
def test_evenings_and_statistics_fit_the_smallest_phone(phone: Phone, server: str, language: str, face: str) -> None:
    page = phone(language, SMALL)
    play = count(page, server, f"fits {language} {face}")
    for path in ("/played", play, "/played/statistics", f"/played/person?name={LONG}"):
        page.goto(path)
        fits(page, path)
        page.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
        assert page.locator("main .num, main .table-scroll, main textarea").evaluate_all(CUT_OFF) == [], path
        assert page.locator("main a:visible").evaluate_all(TOO_SMALL, LEAST) == [], path
    expect(page.get_by_role("table")).to_contain_text("Fata Morgana")


def test_a_name_written_from_right_to_left_stands_where_the_others_do(phone: Phone, server: str) -> None:
    page = phone("it", SMALL)
    count(page, server, "right to left")
    page.goto("/played/statistics")
    names = page.locator(".bars bdi")
    expect(names.filter(has_text=ARABIC)).to_be_visible()
    assert {round(left) for left in names.evaluate_all(f"(all) => all.map({STARTS})")} == {0}


def test_the_search_by_person_offers_the_names_and_finds_them_in_every_script(phone: Phone, server: str) -> None:
    page = phone("pl", SMALL)
    count(page, server, "offered")
    page.goto("/played")
    field = page.get_by_label("Gracz")
    listed = field.evaluate("(input) => [...input.list.options].map((option) => option.value)")
    offered = {seen(name): name for name in listed}
    assert set(offered) >= {LONG, ARABIC, "O"}, "beside those of other evenings at this server"
    field.fill(offered[ARABIC])
    page.get_by_role("button", name="Pokaż").click()
    page.wait_for_url("**/played?person=*")
    found = page.locator(".evenings li")
    expect(found.first).to_contain_text(ARABIC)
    expect(found.filter(has_not_text=ARABIC)).to_have_count(0)


def test_a_spreadsheet_is_asked_for_in_this_phone_s_time_zone(phone: Phone, server: str) -> None:
    page = phone("it", SMALL)
    page.goto("/played")
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    link = page.get_by_role("link", name="Come foglio di calcolo")
    expect(link).to_have_attribute("href", re.compile(re.escape("/played.csv?zone=" + quote(zone, safe="")) + "$"))
