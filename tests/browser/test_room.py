"""The room screen, from the lobby through two games, and what can be read of it from afar."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from referee.games import GAMES
from tests.browser.conftest import Phone, at_home, eventually
from tests.browser.script import Script, ask
from tests.browser.test_screens import CLIPPED, PLAYS
from tests.browser.wire import new_table, shows, sit
from tests.servers.server import Server

pytestmark = pytest.mark.browser

TELEVISION, TABLET = (1920, 1080), (820, 1180)
PEOPLE = ("Ada", "Bruno", "Celina", "Konstantynopolitańczykowianeczka")
LEAST_LETTERS = 28
"""Pixels of the letters in which a television says whose turn it is, who plays and what they have."""


def fits(page: Page, width: int) -> None:
    """The screen shows all there is: nothing lies beyond its edges, once what comes with a motion has come."""
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate("document.body.scrollHeight - innerHeight") <= 0
    stage = page.locator(".stage")
    eventually(page, lambda: stage.evaluate("({ scrollHeight, clientHeight }) => scrollHeight - clientHeight") <= 1)


@pytest.mark.parametrize("size", [TELEVISION, TABLET], ids=["television", "tablet"])
@pytest.mark.parametrize("game", list(PLAYS))
def test_all_is_in_sight_and_large(phone: Phone, server: str, game: str, size: tuple[int, int]) -> None:
    host, page = new_table(server, *PEOPLE, game=game), phone("it", size)
    page.goto(at_home(f"{host.table}?tv=table"))
    expect(page.locator("#come .qr-code")).to_be_visible()
    for move in PLAYS[game](host)[: 2 if game == "fata_morgana" else None]:  # its third is for two players
        assert "entry" in host.enter(**move), move
    shows(page, host)
    expect(page.locator("#come")).to_be_hidden()
    fits(page, size[0])
    assert page.locator(".part-name:visible, .prompt:visible").evaluate_all(CLIPPED) == []
    said = page.locator(".bar .prompt:visible > span:last-child")
    assert said.evaluate("({ scrollHeight, clientHeight }) => scrollHeight - clientHeight") <= 0, "no letter is cut"
    if game == "homunculus":
        for board in page.locator(".board").all():
            expect(board).to_be_in_viewport(ratio=0.99)
    if size == TELEVISION:
        letters = "(one) => parseFloat(getComputedStyle(one).fontSize)"
        for one in page.locator(".bar .prompt b:not(.token b), .chips .player-name, .chips .score").all():
            if one.is_visible():
                assert one.evaluate(letters) >= LEAST_LETTERS, one.inner_text()


@pytest.mark.parametrize("game", list(PLAYS))
def test_the_widest_name_leaves_all_on_the_screen(phone: Phone, server: str, game: str) -> None:
    host, page = new_table(server, "W" * 40, "Bruno", game=game), phone("en", (960, 540))
    page.goto(at_home(f"{host.table}?tv=table"))
    expect(page.locator("#come .qr-code")).to_be_visible()
    host.enter(kind={"alchemicus": "fame", "homunculus": "tiles"}.get(game, "points"), seat=0, by=1)
    shows(page, host)
    bar = page.locator(".bar").bounding_box()
    assert bar is not None
    for part in page.locator(".bar .prompt, .bar .prompt > span, .bar .told").all():
        box = part.bounding_box()
        assert box is None or box["x"] + box["width"] <= bar["x"] + bar["width"] + 1, part.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") == 960


@pytest.mark.parametrize("size", [TELEVISION, (1280, 720), (1024, 768)], ids=["full-hd", "hd", "four-to-three"])
def test_the_board_stays_and_all_that_is_built_stands_beside_it(
    phone: Phone, server: str, size: tuple[int, int]
) -> None:
    host, page = new_table(server, *PEOPLE, track="full"), phone("it", size)
    built = ("fornax", "taberna", "domo", "labrium", "donarium", "alembic", "metalle", "pergula", "horten", "fornax")
    for kind in built:
        host.enter(kind="building", seat=0, build=kind)
    host.enter(kind="place", seat=0, field=4, draw="deck")
    page.goto(f"{host.table}?tv=table")
    for field in ("Costruire", "Raccolta"):
        if field == "Raccolta":
            host.enter(kind="end_turn", seat=0)
            host.enter(kind="place", seat=1, field=1, draw="deck")
        shows(page, host)
        expect(page.locator(".prompt")).to_contain_text(field)
        fits(page, size[0])
        ring = page.locator(".board").bounding_box()
        assert ring is not None and ring["width"] >= min(size[0] / 2.2, size[1] / 1.3)
        for seat in range(4):
            home = page.locator(f"#home-{seat}")
            expect(home.locator(".mini > li")).to_have_count(12 if seat == 0 else 2)
            assert home.evaluate("({ scrollHeight, clientHeight }) => scrollHeight - clientHeight") <= 1
            assert home.locator("a > .sr").evaluate_all(CLIPPED) == []
            box, chip = home.bounding_box(), page.locator(f"#chip-{seat}").bounding_box()
            assert box is not None and (box["x"] + box["width"] <= ring["x"] or box["x"] >= ring["x"] + ring["width"])
            assert chip is not None and abs(chip["x"] - box["x"]) <= 1 and box["y"] >= chip["y"] + chip["height"]
    expect(page.locator(".entered")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [TELEVISION, (1280, 720), (1024, 768)], ids=["full-hd", "hd", "four-to-three"])
@pytest.mark.parametrize("players", [3, 4])
def test_few_buildings_stand_large_and_their_size_changes_seldom(
    phone: Phone, server: str, players: int, size: tuple[int, int]
) -> None:
    """Two cards use all the room beside the ring, their names read from afar; ten more resize them three times."""
    host, page = new_table(server, *PEOPLE[:players], track="full"), phone("it", size)
    host.enter(kind="place", seat=0, field=1, draw="deck")
    page.goto(f"{host.table}?tv=table")
    shows(page, host)
    for seat in range(players):
        home, cards = page.locator(f"#home-{seat}"), page.locator(f"#home-{seat} .mini > li")
        expect(cards).to_have_count(2)
        measured = home.bounding_box(), *(one.bounding_box() for one in cards.all())
        whole, *each = (box["width"] * box["height"] for box in measured if box)
        assert sum(each) >= 0.85 * whole, "nothing stands empty"
        assert (
            cards.first.locator("a > .sr").evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)")
            >= size[1] / 36
        )
    sizes = set()
    for kind in (
        "fornax",
        "taberna",
        "domo",
        "labrium",
        "donarium",
        "alembic",
        "metalle",
        "pergula",
        "horten",
        "fornax",
    ):
        host.enter(kind="building", seat=0, build=kind)
        shows(page, host)
        box = page.locator("#home-0 .mini > li").first.bounding_box()
        assert box is not None
        sizes.add((round(box["width"]), round(box["height"])))
    assert len(sizes) == 3, "after the two that everybody begins with: up to four, six and twelve"
    assert page.locator("#home-0 a > .sr").evaluate_all(CLIPPED) == []


@pytest.mark.parametrize("size", [TELEVISION, (1280, 720), (1024, 768)], ids=["full-hd", "hd", "four-to-three"])
@pytest.mark.parametrize("game", list(PLAYS))
def test_until_the_first_entry_it_shows_how_to_come_and_who_sits(
    phone: Phone, server: str, game: str, size: tuple[int, int]
) -> None:
    host, page = new_table(server, *PEOPLE[:2], "W" * 40, PEOPLE[3], game=game), phone("it", size)
    page.goto(at_home(f"{host.table}?tv=table"))
    expect(page.locator("#come .qr-code")).to_be_in_viewport(ratio=1)
    expect(page.locator("#come .address")).to_be_in_viewport(ratio=1)
    expect(page.locator("#come .playing")).to_have_text(GAMES[game].title)
    code = page.locator("#come .qr").bounding_box()
    assert code is not None and code["width"] >= 0.4 * size[0]
    expect(page.locator(".chips > .player")).to_have_count(4)
    expect(page.locator(".chips > .here")).to_have_count(0)
    sit(phone("en"), host, 1)
    expect(page.locator(".chips > .here .player-name")).to_have_text([PEOPLE[1]])
    for one in page.locator(".chips > .player").all():
        expect(one).to_be_in_viewport(ratio=1)
    fits(page, size[0])


@pytest.mark.parametrize("size", [TELEVISION, (1024, 768)], ids=["full-hd", "four-to-three"])
def test_before_there_is_a_table_it_shows_in_large_letters_where_to_go(
    phone: Phone, own_server: Server, size: tuple[int, int]
) -> None:
    page = phone("it", size)
    page.goto(at_home(f"{own_server.url}/tv"))
    for one in page.locator(".come .qr, .come h1, .come .address, .come p:last-child").all():
        expect(one).to_be_in_viewport(ratio=1)
    lines = "(one) => one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)"
    assert round(page.locator(".come .address").evaluate(lines)) == 1, "an address is typed from one line"
    assert round(page.locator(".come p:last-child").evaluate(lines)) <= 2
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def end_of_alchemicus(host: Script) -> None:
    for seat in range(4):
        host.enter(kind="fame", seat=seat, by=30 + seat)
        host.enter(kind="place", seat=seat, field=2 + seat)
        host.enter(kind="end_turn", seat=seat)


def end_of_homunculus(host: Script) -> None:
    parts = ("left_ear", "head", "right_ear", "left_arm", "torso", "right_arm", "left_leg", "tail")
    for part in parts:
        host.enter(kind="part", seat=0, part=part, to={"kind": "red", "face_up": True})
    host.enter(kind="play", seat=0, part="right_leg", kind_of="red")


def end_of_fata_morgana(host: Script) -> None:
    made: tuple[tuple[list[str], dict[str, int]], ...] = (
        (["red", "white"], {"green": 2, "brown": 1}),
        (["green", "white"], {"blue": 1}),
        (["blue", "white"], {"brown": 2, "red": 2}),
        (["blue", "green"], {"white": 1}),
    )
    for seat, (cauldron, recipe) in enumerate(made):
        host.enter(kind="create", seat=seat, cauldron=cauldron, ingredients=recipe, value=seat + 1)
    host.pass_until("declare", 9)
    host.enter(kind="declare", seat=1)
    hand = host.look()["players"][1]["hand_size"]
    goal = {"three": "red", "two": "blue", "one": "green"}
    host.enter(kind="reveal", seat=1, hand={"red": 3, "blue": 2, "green": 1, "white": hand - 6}, objective=goal)
    for seat in (0, 2, 3):
        held = host.look()["players"][seat]["hand_size"]
        host.enter(kind="reveal", seat=seat, hand={"red": 3, "blue": 2, "green": held - 5}, objective=goal)


ENDS = {"alchemicus": end_of_alchemicus, "homunculus": end_of_homunculus, "fata_morgana": end_of_fata_morgana}


@pytest.mark.parametrize("size", [TELEVISION, (1280, 720), (1024, 768)], ids=["full-hd", "hd", "four-to-three"])
@pytest.mark.parametrize("game", list(ENDS))
def test_the_end_is_seen_whole(phone: Phone, server: str, game: str, size: tuple[int, int]) -> None:
    options = {"track": "parts"} if game == "homunculus" else {}
    host = new_table(server, "Ada", "W" * 40, *PEOPLE[2:], game=game, **options)
    page = phone("it", size)
    ENDS[game](host)
    assert host.look()["over"]
    page.goto(f"{host.table}?tv=table")
    shows(page, host)
    expect(page.locator(".party h2")).to_be_in_viewport(ratio=0.99)
    for one in page.locator(".ranking > li, .places > li, .party .players > li, .board .creature").all():
        expect(one).to_be_in_viewport(ratio=0.99)
        assert one.evaluate("({ scrollHeight, clientHeight }) => scrollHeight - clientHeight") <= 1
    fits(page, size[0])


def test_a_tie_says_what_is_still_to_be_entered_and_where(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", target=2, track="full"), phone("en", TELEVISION)
    for seat in (0, 1):
        host.enter(kind="fame", seat=seat, by=3)
        host.enter(kind="place", seat=seat, field=5, draw="deck")
        host.enter(kind="end_turn", seat=seat)
    page.goto(f"{host.table}?tv=table")
    shows(page, host)
    party = page.locator(".party")
    expect(party).to_contain_text("The winner is not decided yet. Enter what decides it on a phone at the table:")
    expect(party).to_contain_text("Bruno: the printed prices of all buildings added up")
    fits(page, TELEVISION[0])


def test_it_stays_with_a_running_game_of_which_the_next_is_set(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", game="homunculus", track="parts"), phone("en", TELEVISION)
    page.goto(at_home(f"{host.table}?tv=table"))
    host.enter(kind="play", seat=0, part="head", kind_of="red")
    answer = json.loads(ask(f"{host.table}/next", {"game": "homunculus", "players": ["Ada", "Bruno"]}, host.token))
    expect(page.locator("#next form, #next a")).not_to_have_count(0)
    host.enter(kind="play", seat=0, part="tail", kind_of="red")
    shows(page, host)
    assert page.url == at_home(f"{host.table}?tv=table")
    ask(f"{host.table}/close", {}, host.token)
    page.wait_for_url(f"**{answer['url']}?tv=table")


def test_it_goes_along_to_the_next_game(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno", target=1), phone("en", TELEVISION)
    page.goto(at_home(f"{host.table}?tv=table"))
    for seat in (0, 1):
        host.enter(kind="fame", seat=seat, by=1 + seat)
        host.enter(kind="place", seat=seat, field=2 + seat)
        host.enter(kind="end_turn", seat=seat)
    shows(page, host)
    expect(page.locator(".stage")).to_contain_text("Bruno")
    answer = json.loads(ask(f"{host.table}/next", {"game": "homunculus", "players": ["Ada", "Bruno"]}, host.token))
    page.wait_for_url(f"**{answer['url']}?tv=table")
    expect(page.locator("#come .qr-code")).to_be_visible()
    expect(page.locator(".board")).to_have_count(2)


@pytest.mark.parametrize("size", [TELEVISION, (1280, 720), (1024, 768)], ids=["full-hd", "hd", "four-to-three"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_where_only_fame_counts_it_stands_beside_the_ring(
    phone: Phone, server: str, players: int, size: tuple[int, int]
) -> None:
    host, page = new_table(server, *PEOPLE[-players:]), phone("it", size)
    host.enter(kind="fame", seat=0, by=12)
    page.goto(f"{host.table}?tv=table")
    shows(page, host)
    fits(page, size[0])
    ring = page.locator(".board").bounding_box()
    assert ring is not None and ring["width"] >= min(size[0] / 2.2, size[1] / 1.3)
    for seat in range(players):
        chip = page.locator(f"#chip-{seat}")
        expect(chip).to_be_in_viewport(ratio=0.99)
        box = chip.bounding_box()
        assert box is not None and (box["x"] + box["width"] <= ring["x"] or box["x"] >= ring["x"] + ring["width"])


def test_five_homunculi_stand_in_two_rows_where_the_screen_is_high(phone: Phone, server: str) -> None:
    host, page = new_table(server, *PEOPLE, "Gioele", game="homunculus", track="parts"), phone("it", (1024, 768))
    host.enter(kind="play", seat=0, part="head", kind_of="red")
    page.goto(f"{host.table}?tv=table")
    shows(page, host)
    fits(page, 1024)
    for one in page.locator(".creature").all():
        expect(one).to_be_in_viewport(ratio=0.99)
        box = one.bounding_box()
        assert box is not None and box["width"] >= 210
