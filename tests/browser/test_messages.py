"""What others did to a player stays on that player's phone until it was seen, and on nobody else's."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser import wire
from tests.browser.conftest import SMALL, TALL, Phone, both_faces, steady
from tests.browser.finger import caught_up, enter

pytestmark = pytest.mark.browser


def shown(page: Page) -> list[str]:
    return page.locator(".message:visible .said").all_inner_texts()


def test_what_was_done_to_me_is_said_to_me_until_i_have_seen_it(server: str, phone: Phone) -> None:
    host = wire.new_table(server, "Ada", "Bruno", "Zofia", game="homunculus", track="parts")
    for seat, part in ((0, "left_arm"), (0, "tail"), (1, "torso"), (2, "torso")):
        host.enter(kind="part", seat=seat, part=part, to={"kind": "red", "face_up": True})
    ada, bruno, zofia, room = (
        phone("en", SMALL),
        phone("it", TALL),
        phone("pl", SMALL, dark=True),
        phone("en", (1920, 1080)),
    )
    for seat, page in enumerate((ada, bruno, zofia)):
        wire.sit(page, host, seat)
    room.goto(f"{host.table}?tv=table")
    for page in (ada, bruno, zofia, room):
        wire.shows(page, host)
        assert shown(page) == [], "what is older than the page was seen"
    bruno.evaluate("() => { window.buzzed = 0; navigator.vibrate = () => { window.buzzed += 1; return true; }; }")

    script = wire.Script(host.table, host.token)
    script.enter(kind="use", seat=0, part="left_arm", target=1)
    message = bruno.locator(".message:visible")
    expect(message.locator(".said")).to_have_text("Ada ti ha preso un tassello dalla mano.")
    assert bruno.evaluate("window.buzzed") == 1
    for page in (ada, zofia, room):
        wire.shows(page, host)
        assert shown(page) == []

    # It is there still after a reload and when others go on; a tap puts it away, and does nothing else.
    script.enter(kind="use", seat=0, part="tail", target=2, hits="torso")
    wire.shows(bruno, host)
    bruno.reload()
    wire.shows(bruno, host)
    expect(message).to_have_count(1)
    before = host.look()["seq"]
    steady(bruno)
    message.tap()
    expect(message).to_have_count(0)
    bruno.reload()
    wire.shows(bruno, host)
    assert shown(bruno) == [] and host.look()["seq"] == before

    # Whoever plays on has had it before them.
    caught_up(zofia, bruno)
    expect(zofia.locator(".message:visible .said")).to_have_text("Ada trafia ogonem twoją płytkę. Zakryj ją: tułów.")
    script.enter(kind="end_turn", seat=0)
    wire.shows(bruno, host)
    enter(bruno, bruno.locator(".thumb [value*=end_turn]"))
    caught_up(zofia, bruno)
    expect(zofia.locator(".message:visible")).to_have_count(1)
    zofia.wait_for_timeout(1600)
    enter(zofia, zofia.locator(".thumb [value*=end_turn]"))
    expect(zofia.locator(".message:visible")).to_have_count(0)


@both_faces
@pytest.mark.parametrize("size", [SMALL, TALL], ids=["small", "tall"])
def test_a_long_one_leaves_ones_own_line_in_sight(server: str, phone: Phone, size: tuple[int, int]) -> None:
    host = wire.new_table(server, "Ada", "Bruno", track="full", expansion="noctis")
    host.enter(kind="building", seat=1, build="alembic")
    host.enter(kind="cards", seat=0, by=5)
    host.enter(kind="draw", seat=0, **{"from": "deck"})
    alembic = next(one["id"] for one in host.look()["players"][1]["buildings"] if one["kind"] == "alembic")
    bruno = phone("pl", size)
    wire.sit(bruno, host, 1)
    wire.shows(bruno, host)
    assert "seq" in host.enter(kind="spiritus", seat=0, target=1, building=alembic)
    message, own = bruno.locator(".message:visible"), bruno.locator(".mines")
    expect(message).to_contain_text("Ada zagrywa przeciw tobie kartę Spiritus")
    said, line = message.bounding_box(), own.bounding_box()
    assert said is not None and line is not None
    assert said["y"] + said["height"] <= line["y"] + 4, "its letters begin four pixels below its edge"
    assert message.locator(".said").evaluate("one => one.scrollHeight - one.clientHeight") <= 1
