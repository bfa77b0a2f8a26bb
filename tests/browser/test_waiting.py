"""What a phone says while the server is busy, by a clock of the test's own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SMALL, STEADY_MS, Phone, eventually
from tests.browser.test_sync import correction, posts
from tests.browser.wire import new_table, sit

pytestmark = [pytest.mark.browser, pytest.mark.always]


def test_a_tap_that_waits_says_so_and_is_sent_again_only_after_ten_seconds(phone: Phone, server: str) -> None:
    host, page = new_table(server, "Ada", "Bruno"), phone("en", SMALL)
    page.clock.install(time=0)
    sit(page, host, 0)
    plus = correction(page)
    sent = posts(page)
    page.route("**/entries", lambda tap: None, times=1)  # it gets no answer
    page.clock.pause_at(3_600)  # seconds; from here on its time is ours
    expect(page.locator("#cut-off")).to_be_hidden()
    page.clock.run_for(STEADY_MS)
    plus.click()
    eventually(page, lambda: len(sent) == 1)
    page.clock.run_for(3_000)
    expect(page.locator("#waiting")).to_be_hidden()
    page.clock.run_for(1_900)
    host.enter(kind="fame", seat=1, by=1)  # a sign of life: the phone is not cut off
    expect(page.locator("#cut-off")).to_be_hidden()
    expect(page.locator("#waiting")).to_have_text("No answer yet. Still waiting …")
    expect(page.locator("#waiting")).to_be_visible()
    page.clock.run_for(5_200)
    assert len(sent) == 1
    page.clock.run_for(4_000)
    expect(page.locator(".player .fame").first).to_contain_text("1")
    expect(page.locator("#waiting")).to_be_hidden()
    assert [entry["move"]["seat"] for entry in host.look()["log"]] == [1, 0]
    assert len(sent) == 2
