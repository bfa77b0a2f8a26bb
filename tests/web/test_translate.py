"""A browser that translates pages leaves players' names and Latin words as they are."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from tests.web.conftest import Api

KEPT = {"player-name", "latin"}


class Kept(HTMLParser):
    """Finds the elements that hold a name or a Latin word, and those of them that would be translated."""

    def __init__(self) -> None:
        super().__init__()
        self.found = 0
        self.translated: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if not KEPT & set((given.get("class") or "").split()):
            return
        self.found += 1
        if given.get("translate") != "no":
            self.translated.append(self.get_starttag_text() or tag)


@pytest.mark.parametrize(
    ("game", "options"), [("alchemicus", {"track": "full"}), ("homunculus", {}), ("fata_morgana", {})]
)
@pytest.mark.parametrize("where", ["", "/lobby", "/log", "/rulings"])
def test_names_and_latin_words_are_not_translated(api: Api, game: str, options: dict[str, str], where: str) -> None:
    table = api.table(game=game, **options)
    headers = {"Accept": "text/html", "Cookie": f"seats={table.token}"}
    page = Kept()
    page.feed(api.client().get(f"/t/{table.code}{where}", headers=headers).text)
    assert page.translated == []
    assert page.found or where in ("/log", "/rulings")
