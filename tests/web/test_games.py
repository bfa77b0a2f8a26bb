"""Every game brings what the pages look for: each answers, and what it draws and asks for is there."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from referee.games import GAMES
from referee.pages import assets
from tests.web.conftest import Api


@pytest.mark.parametrize("game", GAMES)
def test_a_game_brings_what_its_pages_look_for(app: Flask, api: Api, game: str) -> None:
    table, phone = api.table(game), app.test_client()
    headers = {"Accept": "text/html", "Authorization": f"Bearer {table.token}"}
    pages = ["/", f"/new/{game}", "/desks", *(f"/desk/{game}/{desk}" for desk in GAMES[game].DESKS)]
    pages += [f"/t/{table.code}{part}" for part in ("", "/lobby", "/log", "/sheet", "/rulings")]
    pages += [f"/rules/{game}", *(f"/rules/{book.id}" for book in GAMES[game].BOOKS)]
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
    alone = {game for game, rules in GAMES.items() if any(desk.unaided for desk in rules.DESKS.values())}
    assert set(re.findall(r"counting\.by\.(\w+) ?=", assets.text(("desks.js",), assets.WHOLE))) == alone


def test_what_each_noctis_card_does_is_one_tap_away(app: Flask, api: Api) -> None:
    table, phone = api.table("alchemicus", expansion="noctis", track="full"), app.test_client()
    page = phone.get(f"/t/{table.code}", headers={"Accept": "text/html", "Authorization": f"Bearer {table.token}"}).text
    link = re.search(r'<a href="([^"#]+)#([\w-]+)">What each card does</a>', page)
    assert link is not None
    rules = phone.get(link[1]).text
    cards = re.findall(rf'id="({link[2]}|NO-(?:HOMUNCULUS|MUTABILIS|PACTUM|SPIRITUS|INFAMIA))"', rules)
    assert [f"/t/{table.code}" in rules, *cards] == [
        True,
        *(f"NO-{card}" for card in ("GOLEM", "HOMUNCULUS", "MUTABILIS", "PACTUM", "SPIRITUS", "INFAMIA")),
    ]
