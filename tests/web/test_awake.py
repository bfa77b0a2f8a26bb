"""What is said to a phone whose screen goes dark by itself: only where it does, and with what helps there."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.web.conftest import Api

HINT = "This phone’s screen goes dark by itself while you play."
HOME = "http://192.168.1.20:8000"


@pytest.mark.parametrize(
    ("address", "dark"),
    [
        (HOME, True),
        ("http://referee.local:8000", True),
        ("http://[fd12::5]:8000", True),
        ("https://192.168.1.20:8443", False),
        ("http://localhost:8000", False),
        ("http://127.0.0.1:8000", False),
        ("http://[::1]:8000", False),
    ],
)
def test_the_lobby_says_so_only_where_a_browser_keeps_no_screen_on(api: Api, address: str, dark: bool) -> None:
    table = api.table("homunculus")
    page = api.client().get(f"/t/{table.code}/lobby", base_url=address).text
    assert (HINT in page) == dark
    assert (f'href="/awake?back=/t/{table.code}"' in page) == dark


def test_a_house_without_https_is_told_how_it_gets_it(app: Flask) -> None:
    page = app.test_client().get("/awake?back=/t/ABCDEF", base_url=HOME).text
    assert "Whoever runs the referee’s computer can start it with https: make run HTTPS=1." in page
    assert "Switch to https" not in page and "/referee.crt" not in page
    assert '<a class="btn small primary back-to-table" href="/t/ABCDEF">' in page
    assert app.test_client().get("/referee.crt").status_code == 404


def test_nobody_is_led_to_another_site(app: Flask) -> None:
    app.config["HTTPS_PORT"] = 8443
    page = app.test_client().get("/awake?back=//evil.example/", base_url=HOME).text
    assert 'href="https://192.168.1.20:8443/">Switch to https</a>' in page
    assert "back-to-table" not in page and 'href="//' not in page


@pytest.mark.parametrize("host", ["192.168.1.20", "referee.local", "[fd12::5]"])
def test_one_tap_changes_over_to_https_at_the_address_the_phone_knows(app: Flask, host: str) -> None:
    app.config["HTTPS_PORT"] = 8443
    page = app.test_client().get("/awake?back=/t/ABCDEF", base_url=f"http://{host}:8000").text
    assert f'href="https://{host}:8443/t/ABCDEF">Switch to https</a>' in page
    secure = app.test_client().get("/awake?back=/t/ABCDEF", base_url=f"https://{host}:8443").text
    assert "Here the screen stays on by itself as long as a game is shown." in secure
    assert "Switch to https" not in secure
