"""Every game brings what the pages look for: each answers, and what it draws and asks for is there."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from referee.games import GAMES
from referee.games.alchemicus.board import NOCTIS_COSTS
from referee.pages import assets
from tests.web.conftest import Api


@pytest.mark.parametrize("game", GAMES)
def test_a_game_brings_what_its_pages_look_for(app: Flask, api: Api, game: str) -> None:
    table, phone = api.table(game), app.test_client()
    headers = {"Accept": "text/html", "Authorization": f"Bearer {table.token}"}
    pages = ["/", f"/new/{game}", "/desks", *(f"/desk/{game}/{desk}" for desk in GAMES[game].desks)]
    pages += [f"/t/{table.code}{part}" for part in ("", "/lobby", "/log", "/sheet", "/rulings")]
    pages += [f"/rules/{game}", *(f"/rules/{book.id}" for book in GAMES[game].books)]
    drawn = set()
    for path in pages:
        answer = phone.get(path, headers=headers)
        assert answer.status_code == 200, path
        for file in set(re.findall(r'(?:href|src)="(/(?:look|static)/[^"#]+)', answer.text)):
            assert phone.get(file, buffered=True).status_code == 200, file
        for shown, symbol in set(re.findall(r'"/look/\w+/(\w+)/sprite\.svg#([\w-]+)"', answer.text)):
            assert f'<symbol id="{symbol}"' in assets.text(("sprite.svg",), shown), (path, symbol)
            drawn.add(shown)
        assert not re.search(r"<a [^>]*></a>", answer.text), path
    assert drawn == {game, assets.WHOLE}


def test_every_desk_that_needs_no_server_is_counted_by_its_game() -> None:
    alone = {game for game, rules in GAMES.items() if any(desk.offline for desk in rules.desks.values())}
    assert set(re.findall(r"counting\.by\.(\w+) ?=", assets.text(("desks.js",), assets.WHOLE))) == alone


def test_what_each_noctis_card_does_is_one_tap_away(app: Flask, api: Api) -> None:
    """The sheet of the cards says of each what it does and costs."""
    table, phone = api.table("alchemicus", expansion="noctis", track="full"), app.test_client()
    page = phone.get(f"/t/{table.code}", headers={"Accept": "text/html", "Authorization": f"Bearer {table.token}"}).text
    sheet = page.partition('id="cards"')[2].partition("</ul>")[0]
    said = re.findall(
        r'<b class="latin" translate="no">(\w+)</b> <small class="does">([^<]+)</small> '
        r'<span class="cost"><span class="sr">([^<]+)',
        sheet,
    )
    assert [(card, cost) for card, _does, cost in said] == [
        (card.capitalize(), f"costs {cost} card{'s' if cost > 1 else ''}") for card, cost in NOCTIS_COSTS.items()
    ]
    assert said[0][1] == "guards one of your buildings from other players’ cards"
    assert all(does.strip() for _card, does, _cost in said)
