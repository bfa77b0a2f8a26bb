"""What every screen keeps to: it fits, what is tapped is large and stays where it is; names and counts are right."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LARGE, SMALL, TALL, WIDE, Phone, both_faces, eventually, steady
from tests.browser.script import Script
from tests.browser.wire import new_table, shows, sit

pytestmark = pytest.mark.browser

SIDEWAYS, TABLET = (568, 320), (768, 1024)
LEAST = 43.5
"""Pixels of the least target: 44, less what rounding takes."""
NAMES = ("D'Ambrosio", "Żółć", "王", "🜍👩‍🔬 <b>&amp;", "W" * 40)


def alchemicus(host: Script) -> list[dict[str, object]]:
    return [
        {"kind": "place", "seat": 0, "field": 0},
        {"kind": "spirit", "seat": 0, "to": "fornax"},
        {"kind": "end_turn", "seat": 0},
        {"kind": "place", "seat": 1, "field": 6},
        {"kind": "fame", "seat": 1, "by": 19},
        {"kind": "gift", "seat": 1},
        {"kind": "end_turn", "seat": 1},
    ]


def homunculus(host: Script) -> list[dict[str, object]]:
    head, ear = ({"kind": kind, "face_up": True} for kind in ("red", "blue"))
    return [
        {"kind": "part", "seat": 1, "part": "head", "to": head},
        {"kind": "part", "seat": 0, "part": "left_ear", "to": ear},
        {"kind": "use", "seat": 0, "part": "left_ear", "target": 1},
        {"kind": "cancel", "seat": 1},
        {"kind": "end_turn", "seat": 0},
    ]


def fata_morgana(host: Script) -> list[dict[str, object]]:
    return [
        {"kind": "create", "seat": 0, "cauldron": ["red", "white"], "ingredients": {"green": 1}, "value": 6},
        {"kind": "create", "seat": 1, "cauldron": ["green", "white"], "ingredients": {"blue": 1}, "value": 3},
        {"kind": "pass", "seat": 0, "take": "nothing"},
    ]


PLAYS = {"alchemicus": alchemicus, "homunculus": homunculus, "fata_morgana": fata_morgana}


# --- undo ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(PLAYS))
def test_undo_stays_where_it_is_and_as_large(phone: Phone, server: str, game: str) -> None:
    seen: dict[tuple[float, ...], list[str]] = {}
    for language in ("en", "it", "pl"):
        host, page = new_table(server, "Ada", "W" * 40, game=game), phone(language, SMALL)
        sit(page, host, 0)
        for number, move in enumerate([None, *PLAYS[game](host)]):
            if move is not None:
                assert "entry" in host.enter(**move), move
            shows(page, host)
            box = page.locator("#undo").bounding_box()
            assert box is not None
            at = tuple(round(box[side]) for side in ("x", "y", "width", "height"))
            seen.setdefault(at, []).append(f"{language} {number}")
        page.evaluate("scrollTo(0, 120)")
        box = page.locator("#undo").bounding_box()
        assert box is not None and round(box["y"]) in {at[1] for at in seen}
    assert len(seen) == 1, seen
    (at,) = seen
    assert min(at[2:]) >= LEAST


def test_undo_stays_at_the_edge_of_a_screen_higher_than_what_there_is(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", TABLET)
    sit(page, host, 0)
    seen = set()
    for move in [None, *alchemicus(host)]:
        if move is not None:
            host.enter(**move)
        shows(page, host)
        box = page.locator("#undo").bounding_box()
        assert box is not None
        seen.add((round(box["x"]), round(box["y"])))
    assert len(seen) == 1, seen


# --- what fits -------------------------------------------------------------------------------------------------------

TOO_SMALL = """(elements, least) => elements.filter((element) => {
    const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
    return width && height && Math.min(width, height) < least;
}).map((element) => element.outerHTML.slice(0, 200))"""
CLIPPED = """(elements) => elements.filter((element) => element.scrollWidth > element.clientWidth + 1
    || element.getBoundingClientRect().right > innerWidth + 0.5 || element.getBoundingClientRect().left < -0.5)
    .map((element) => element.outerHTML.slice(0, 200))"""

LARGE_TEXT = ((SMALL, 24), (LARGE, 32))
"""Screens, and how many pixels their owners want letters to be that are 16 by themselves (WCAG 1.4.4)."""
AMISS = """(size) => {
    document.documentElement.style.fontSize = size && size + 'px';
    const sticksOut = (element) => element.scrollWidth > element.clientWidth + 1
        || element.getBoundingClientRect().right > innerWidth + 0.5;
    const broken = (element) => [...element.querySelectorAll('span:not([class])')].some((said) => {
        const words = said.childNodes.length === 1 && said.firstChild.data?.matchAll(/[\\p{L}\\p{N}]+/gu) || [];
        return [...words].some(({ 0: word, index }) => {
            const range = document.createRange();
            range.setStart(said.firstChild, index);
            range.setEnd(said.firstChild, index + word.length);
            return word.length < 12 && new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
        });
    });
    const seen = [...document.querySelectorAll('button:not(.field, .place, .part, .sr), .part-name, .btn, .player')]
        .filter((element) => element.checkVisibility());
    const amiss = seen.filter((element) => sticksOut(element) || broken(element));
    const thumb = document.querySelector('.thumb');
    if (thumb?.offsetHeight > innerHeight * 0.8) amiss.push(thumb);
    return [document.documentElement.scrollWidth, amiss.map((element) => element.outerHTML.slice(0, 200))];
}"""


def fits(page: Page, where: str) -> None:
    """Nothing sticks out, no button's text is cut off, all that is tapped is large enough; letters may be larger."""
    expect(page.locator(".flourish:visible")).to_have_count(0)  # a tile that is being laid is larger for a moment
    for (width, height), size in LARGE_TEXT:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(AMISS, size) == [width, []], (where, width, size)
    page.evaluate(AMISS, "")
    tapped = page.locator("button:visible:not(.sr), .btn:visible, .icon-btn:visible, .input:visible, summary:visible")
    for width, height in (SMALL, TALL, LARGE, SIDEWAYS, WIDE):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") == width, (where, width)
        assert tapped.evaluate_all(TOO_SMALL, LEAST) == [], (where, width)
        buttons = page.locator("button:visible:not(.field, .place, .part, .sr), .part-name:visible, .btn:visible")
        assert buttons.evaluate_all(CLIPPED) == [], (where, width)


@both_faces
@pytest.mark.parametrize("language", ["en", "it", "pl"])
def test_every_screen_fits_every_phone_upright_and_sideways(phone: Phone, server: str, language: str) -> None:
    page = phone(language)
    for game, play in PLAYS.items():
        host = new_table(server, *NAMES[: {"homunculus": 5}.get(game, 4)], game=game)
        sit(page, host, 0)
        fits(page, game)
        for move in play(host)[:2]:
            assert "entry" in host.enter(**move), move
        shows(page, host)
        fits(page, game)
        for path in ("/lobby", "/log", "/sheet", "/rulings"):
            page.goto(host.table + path)
            fits(page, game + path)
        page.goto(f"/new/{game}")
        fits(page, f"/new/{game}")
    for path in (
        "/",
        "/t/QQQQQQ",
        "/rules",
        "/rules/alchemicus",
        "/rules/search?q=gold",
        "/desks",
        "/desk/fata_morgana/score",
    ):
        page.goto(path)
        fits(page, path)


COVERED = """(elements) => elements.filter((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const middle = [left + width / 2, top + height / 2];
    return [[0, 0], [-12, -12], [12, -12], [-12, 12], [12, 12]].some(([right, down]) => {
        const seen = document.elementFromPoint(middle[0] + right, middle[1] + down);
        return seen && !element.contains(seen) && seen.matches('a *, button *, a, button');
    });
}).map((element) => element.outerHTML.slice(0, 200))"""


@pytest.mark.parametrize("game", list(PLAYS))
def test_nothing_that_is_tapped_lies_under_something_else(phone: Phone, server: str, game: str) -> None:
    """24 pixels around the middle of each target are its own (WCAG 2.5.8), with a seat and without one."""
    host = new_table(server, "Ada", "Bruno", "Celina", "Dario", game=game)
    for seat in (None, 0):
        page = phone("it", SMALL)
        sit(page, host, seat)
        for width, height in (SMALL, TALL, LARGE, WIDE):
            page.set_viewport_size({"width": width, "height": height})
            steady(page)
            tapped = page.locator("#table :is(a, button):visible:not(.sr)")
            assert tapped.evaluate_all(COVERED) == [], (seat, width)


@pytest.mark.parametrize("language", ["it", "pl"])
def test_a_form_that_was_refused_says_so_where_one_looks(phone: Phone, server: str, language: str) -> None:
    """Return in a name sets the table; of two equal names both the sentence and the second are in sight."""
    for game in PLAYS:
        page = phone(language, SMALL)
        page.goto(f"/new/{game}")
        names = page.locator("input[name^=players]")
        last = names.last
        for name in (names.nth(0), last):
            name.fill("Żółć")
        names.nth(1).fill("Ada")
        last.press("Enter")
        said = page.locator("main [role=alert]")
        for seen in (said, last):
            expect(seen).to_be_in_viewport(ratio=1)
        expect(last).to_be_focused()
        above, below = said.bounding_box(), last.bounding_box()
        assert above is not None and below is not None and above["y"] + above["height"] <= below["y"]
        fits(page, f"/new/{game}, refused")
        page.goto("/rules")
        page.go_back()
        expect(last).to_have_value("Żółć")
        page.locator(".langs button[lang=en]").click()
        expect(page.locator("html")).to_have_attribute("lang", "en")
        expect(last).to_have_value("Żółć")
        last.fill("Iga")
        last.press("Enter")
        page.wait_for_url("**/lobby")


def test_fingers_thumbs_and_home_bars(phone: Phone, server: str) -> None:
    """A double tap does not zoom, pulling down does not reload, the keyboard resizes, the home bar covers nothing."""
    page = phone("en", SMALL)
    sit(page, new_table(server, "Ada", "Bruno"), 0)
    style = "(element, name) => getComputedStyle(element).getPropertyValue(name)"
    for button in page.locator("button").all():
        assert button.evaluate(style, "touch-action") == "manipulation"
    assert page.locator("html").evaluate(style, "overscroll-behavior-y") == "none"
    viewport = page.locator("meta[name=viewport]").get_attribute("content") or ""
    assert "interactive-widget=resizes-content" in viewport and "viewport-fit=cover" in viewport
    css = page.request.get(page.locator("link[rel=stylesheet]").first.get_attribute("href") or "").text()
    thumb = re.findall(r"\.thumb\s*\{[^}]*\}", css)
    assert any("safe-area-inset-bottom" in rule for rule in thumb)


def test_what_has_the_focus_is_not_behind_the_thumbs_buttons(phone: Phone, server: str) -> None:
    """Whatever the keyboard's own size leaves of the screen, the field one types into is seen whole."""
    host, page = new_table(server, "Ada", "Bruno", target=1), phone("pl", SMALL)
    for seat in (0, 1):
        host.enter(kind="fame", seat=seat, by=1)
        host.enter(kind="place", seat=seat, field=2 + seat)
        host.enter(kind="end_turn", seat=seat)
    sit(page, host, 0)
    page.set_viewport_size({"width": 320, "height": 300})
    for field in page.locator("input[name=total]").all():
        field.focus()
        seen = """(field) => {
            const { top, bottom } = field.getBoundingClientRect();
            const thumb = document.querySelector(".thumb");
            return top >= 0 && bottom <= (thumb.contains(field) ? innerHeight : thumb.getBoundingClientRect().top);
        }"""
        eventually(page, lambda field=field, seen=seen: field.evaluate(seen))  # type: ignore[misc]


# --- who and how many ------------------------------------------------------------------------------------------------


def test_any_name_is_shown_as_it_is_and_fits(phone: Phone, server: str) -> None:
    page = phone("pl", SMALL)
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    names = (*NAMES[:3], "<img src=x onerror=alert(1)>", NAMES[4])
    host = new_table(server, *names, game="homunculus")
    for seat in range(len(names)):
        assert "entry" in host.enter(kind="tiles", seat=seat, by=1)
    page.goto(host.table + "/lobby")
    expect(page.locator(".player .player-name")).to_have_text(list(names))
    fits(page, "lobby")
    sit(page, host, 3)
    expect(page.locator("#table .chips .player-name")).to_have_text(list(names))
    for name in names:
        expect(page.locator("#table").get_by_text(name).first).to_be_attached()
    fits(page, "table")
    page.goto(host.table + "/log")
    for name in names:
        expect(page.locator(".log .what", has_text=name)).to_have_count(1)
    fits(page, "log")
    assert page.locator("main img").count() == 0


@pytest.mark.parametrize("language", ["en", "it", "pl"])
def test_names_of_any_kind_fit_the_lobby_where_they_are_changed(phone: Phone, server: str, language: str) -> None:
    names = ("W" * 40, "محمد علي بن عبد الله", "Konstantynopolitańczykowianeczka", "דנה")
    host, page = new_table(server, *names, game="fata_morgana"), phone(language, SMALL)
    for seat in (0, None):
        sit(page, host, seat)
        page.goto(host.table + "/lobby")
        expect(page.locator(".player .player-name")).to_have_text([*names])
        fits(page, f"lobby of {seat}")
        for summary in page.locator(".naming > summary").all():
            summary.click()
        assert page.locator(".naming .input:visible").count() == 4
        fits(page, f"lobby of {seat}, names")
        page.set_viewport_size({"width": 320, "height": 568})
    page.locator(".naming .input").nth(1).fill("Bruno")
    page.locator(".naming .input").nth(1).press("Enter")
    expect(page.locator(".player .player-name").nth(1)).to_have_text("Bruno")
    page.locator(".naming > summary").nth(2).click()
    page.locator(".naming .input").nth(2).fill("bruno")
    page.locator(".naming button").nth(2).click()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator(".naming .input").nth(2)).to_be_focused()
    expect(page.locator(".naming .input").nth(2)).to_have_value("bruno")
    fits(page, "lobby, refused")


def test_a_name_is_said_on_paper_as_on_the_screen(phone: Phone, server: str) -> None:
    host = new_table(server, "=1+1", "Żółć")
    host.enter(kind="fame", seat=0, by=1)
    page = phone("pl")
    body = page.request.get(host.table + "/log.csv").body()
    assert body.startswith(b"\xef\xbb\xbf"), "a spreadsheet then knows its accents"
    assert not re.search(r'(^|[,;\n"])=1\+1', body.decode())


@pytest.mark.parametrize("dark", [False, True])
def test_a_player_is_a_colour_a_symbol_and_an_initial(phone: Phone, server: str, dark: bool) -> None:
    page = phone("en", SMALL, dark)
    host = new_table(server, "Ada", "Agata", "anna", "Żółć", "王", game="homunculus")
    sit(page, host, 0)
    players = """tokens => tokens.map((token) => [
        token.querySelector('use').getAttribute('href').split('#')[1], getComputedStyle(token).backgroundColor,
        getComputedStyle(token).color, token.querySelector('b').textContent])"""
    for path in ("", "/lobby"):
        page.goto(host.table + path)
        tokens = page.locator(".players .token, .chips .token")
        found = {symbol: (symbol, *rest) for symbol, *rest in tokens.evaluate_all(players)}
        assert sorted(found) == [f"seat-{seat}" for seat in range(5)], path
        assert [found[f"seat-{seat}"][3] for seat in range(5)] == ["A", "A", "A", "Ż", "王"]
        assert len({(back, front) for _, back, front, _ in found.values()}) == 5, "five colours"


@pytest.mark.parametrize(
    ("language", "counts"),
    [
        ("pl", ["0 punktów", "1 punkt", "2 punkty", "5 punktów", "12 punktów", "21 punktów", "22 punkty"]),
        ("it", ["0 punti", "1 punto", "2 punti", "5 punti", "12 punti", "21 punti", "22 punti"]),
    ],
)
def test_points_are_counted_as_one_counts(phone: Phone, server: str, language: str, counts: list[str]) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="fata_morgana"), phone(language)
    sit(page, host, 0)
    score = page.locator("#chip-0 .sr").first
    for by, said in zip((0, 1, 1, 3, 7, 9, 1), counts, strict=True):
        if by:
            host.enter(kind="points", seat=0, by=by)
        shows(page, host)
        expect(page.locator("#table")).to_contain_text(said)
        expect(score).to_contain_text(said)
