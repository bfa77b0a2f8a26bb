"""A language that nobody speaks reaches every page: no sentence is left that went through no catalog."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po
from flask.testing import FlaskClient

from app import create_app
from referee import language
from referee.games import GAMES
from referee.glossary import NAMES
from referee.rulebook import BOOKS, DESKS
from translations import catalogs

SPOKEN = "fi"
JSON = {"Accept": "application/json"}
ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "äƀçđëƒğħïĵķłɱñöƥʠŕšťüṽŵẋÿžÄɃÇĐËƑĞĦÏĴĶŁⱮÑÖƤɊŔŠŤÜṼŴẊŸŽ",
)
LEFT_ALONE = re.compile(r"(%\(\w+\)[sd]|%%|\{\w+\}|<[^>]*>|\]\([^)]*\))")
"""What is no text within a message: placeholders, and where a link leads."""


def accented(text: str) -> str:
    parts = LEFT_ALONE.split(text)
    return "⟦" + "".join(part if place % 2 else part.translate(ACCENTED) for place, part in enumerate(parts)) + "⟧"


@pytest.fixture(scope="module")
def translations(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A translations folder with one language, in which every message of the sources is itself, accented."""
    folder = tmp_path_factory.mktemp("translations")
    for domain, sources in catalogs.extracted().items():
        catalog = Catalog(locale=SPOKEN)
        for message in sources:
            if message.id:
                texts = tuple(accented(text) for text in catalogs.ids(message))
                catalog.add(message.id, texts if len(texts) > 1 else texts[0], context=message.context)
        file = folder / SPOKEN / "LC_MESSAGES" / f"{domain}.po"
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as target:
            write_po(target, catalog)
    return folder


@pytest.fixture
def phone(translations: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    """A phone that reads the accented language, offered beside English as the line LANGUAGES would."""
    known = language.readers(translations, ("en", SPOKEN))
    monkeypatch.setitem(language.READERS, SPOKEN, known[SPOKEN])
    app = create_app({"DATA": str(tmp_path), "LIMITS": {}})
    app.testing = True
    client = app.test_client()
    client.set_cookie("lang", SPOKEN)
    yield client
    language.reading("en")


class Text(HTMLParser):
    """What a reader, or a reader's screen reader, is told on a page."""

    def __init__(self, html: str):
        super().__init__()
        self.pieces: list[str] = []
        self.silent: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        facts = dict(attributes)
        if tag in ("script", "style"):
            self.silent.append(tag)
        told = {"aria-label", "title", "placeholder", "alt"}
        if tag == "meta" and facts.get("name") == "description":
            told = {"content"}
        self.pieces += [text for name, text in attributes if name in told and text]

    def handle_endtag(self, tag: str) -> None:
        if self.silent and self.silent[-1] == tag:
            self.silent.pop()

    def handle_data(self, data: str) -> None:
        if not self.silent and data.strip():
            self.pieces.append(data.strip())


PRINTED = {latin for latin, _english in NAMES.values() if latin}
"""What stands on the cards in Latin, and stays Latin."""
OWN_NAMES = {"Suomi", "FI"} | {
    name for code, reader in language.READERS.items() for name in (code.upper(), reader.own_name)
}
TITLES = {"Noctis", *(game.title for game in GAMES.values())}
PLAYERS = {"Ada", "Bruno"}
CODED = re.compile(r"[A-Z]{2}-[A-Z0-9-]+|E-\d+|https?://\S+|localhost\S*|\b[A-Z0-9]{6}\b|[A-Z]\b")
"""What nobody translates: ids of rules and rulings, addresses, codes, initials on tokens."""
WORD = re.compile(r"[A-Za-z]{2,}")


def english(html: str) -> list[str]:
    """Return every text of a page in which a word is left that went through no catalog."""
    left = []
    for piece in Text(html).pieces:
        rest = CODED.sub("", piece)
        for known in sorted(PRINTED | OWN_NAMES | TITLES | PLAYERS, key=len, reverse=True):
            rest = re.sub(rf"\b{known}\b", "", rest)
        if WORD.search(rest):
            left.append(piece)
    return left


def test_what_is_left_in_english_is_found() -> None:
    page = '<title>⟦Ĥ⟧</title><p>⟦ŢĤë⟧ Fornax · Ada</p><button aria-label="Take back">⟦X⟧</button><b>Your turn</b>'
    assert english(page) == ["Take back", "Your turn"]


def test_every_message_of_the_sources_reaches_the_new_language(translations: Path) -> None:
    reader = language.Reader(SPOKEN, translations)
    for domain, sources in catalogs.extracted().items():
        for message in sources:
            if not message.id:
                continue
            assert all(text.startswith("⟦") for text in said(reader, message)), (domain, message.id)


def said(reader: language.Reader, message: Message) -> list[str]:
    """Return what is read of a message: of a count, its forms for one and for two.

    Asked for without a number, as nothing in the app asks, a count is found by 3.11.7, and not by 3.11.2.
    """
    texts, context, catalog = catalogs.ids(message), message.context, reader.catalog
    if len(texts) == 1:
        return [catalog.pgettext(context, *texts) if context else catalog.gettext(*texts)]
    return [
        catalog.npgettext(context, *texts, number) if context else catalog.ngettext(*texts, number) for number in (1, 2)
    ]


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/desks",
        "/offline",
        "/rules/keep",
        "/board/alchemicus",
        *(f"/new/{game}" for game in GAMES),
        "/rules",
        "/rules/rulings",
        "/rules/search?q=fornax",
        *(f"/rules/{book}" for book in BOOKS),
        *DESKS,
    ],
)
def test_a_page_is_wholly_in_the_new_language(phone: FlaskClient, path: str) -> None:
    answer = phone.get(path)
    assert answer.status_code == 200
    assert f'<html lang="{SPOKEN}"' in answer.text
    assert "⟦" in answer.text
    assert english(answer.text) == []


def test_the_names_stand_in_the_new_language_beside_the_others(phone: FlaskClient) -> None:
    told = Text(phone.get("/rules/names").text).pieces
    assert [english for _latin, english in NAMES.values() if accented(english) not in told] == []


@pytest.mark.parametrize("path", ["/join?code=QQQQQQ", "/nowhere", "/t/QQQQQQ", "/new/chess", "/desk/alchemicus/tea"])
def test_a_problem_is_told_in_the_new_language(phone: FlaskClient, path: str) -> None:
    answer = phone.get(path)
    assert answer.status_code == 404
    assert "⟦" in answer.text
    assert english(answer.text) == []


FULL = {"options.expansion": "noctis", "options.track": "full"}
SALE = {"options.card_bank": "true", "options.advanced_sale": "true"}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        *((game, {}) for game in GAMES),
        ("alchemicus", FULL | SALE),
        ("alchemicus", FULL | {"options.variant": "gold_rush"}),
    ],
)
def test_a_table_is_wholly_in_the_new_language(phone: FlaskClient, game: str, options: dict[str, str]) -> None:
    made = phone.post("/tables", data={"game": game, "players.0": "Ada", "players.1": "Bruno"} | options)
    lobby = made.headers["Location"]
    table = lobby.removesuffix("/lobby")
    assert english(phone.get(lobby).text) == []
    for step in range(60):
        shown = phone.get(table, headers=JSON).get_json()
        if shown["over"]:
            break
        seat = step % 2 if shown["to_move"] is None else shown["to_move"]
        moves = phone.get(f"{table}/moves?seat={seat}", headers=JSON).get_json()["moves"]
        if not moves:
            break
        move, refusal = moves[step % len(moves)].values()
        if refusal is not None:
            tap = {"move": msgspec.json.encode(move).decode(), "seq": shown["seq"]}
            said = phone.post(
                f"{table}/entries", data=tap, headers={"HX-Request": "true", "HX-Request-Type": "partial"}
            )
            assert said.status_code == 422
            assert refusal["message"].startswith("⟦")
            assert english(said.text) == []
        entry = {"move": move, "seq": shown["seq"], "key": str(step), "overrule": True}
        told = phone.post(f"{table}/entries", json=entry, headers=JSON)
        assert told.status_code == 200, told.text
        assert english(phone.get(table).text) == []
    assert shown["over"] or step > 10
    phone.post(f"{table}/undo", json={"seq": shown["seq"] + 1, "key": "undo"}, headers=JSON)
    for page in ("/rulings", "/log", "/log?choose", "/log?to=1", "/sheet"):
        assert english(phone.get(table + page).text) == []
