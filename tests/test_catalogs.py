"""The catalogs' check finds what is wrong with them; a language that nobody speaks reaches every page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po
from flask.testing import FlaskClient

from app import create_app
from referee import language
from referee.games import GAMES
from referee.glossary import NAMES
from referee.rulebook import BOOKS, DESKS
from translations import catalogs

# --- the check ---------------------------------------------------------------------------------------------------

HEAD = """msgid ""
msgstr ""
"Language: it\\n"
"Plural-Forms: nplurals=3; plural=(n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2);\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""
DREW = 'msgid "%(player)s: drew a card"\nmsgstr "%(player)s: una carta presa"\n\n'
CARDS = """msgid "%(num)s card"
msgid_plural "%(num)s cards"
msgstr[0] "%(num)s carta"
msgstr[1] "%(num)s di carte"
msgstr[2] "%(num)s carte"

"""
NAME = 'msgctxt "name"\nmsgid "Fame"\nmsgstr "Fama"\n\n'
WHOLE = HEAD + DREW + CARDS + NAME


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A translations folder of its own, in which the only catalogs are app and rules."""
    monkeypatch.setattr(catalogs, "FOLDER", tmp_path / "translations")
    monkeypatch.setattr(catalogs, "DOMAINS", {"rules": (), "app": ()})
    return tmp_path / "translations"


def template() -> Catalog:
    """Return what the sources of these tests say: a sentence, a count, and a name."""
    sources = Catalog()
    sources.add("%(player)s: drew a card")
    sources.add(("%(num)s card", "%(num)s cards"))
    sources.add("Fame", context="name")
    return sources


def write(text: str, domain: str = "app") -> None:
    file = catalogs.po_file("it", domain)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def found(text: str) -> list[str]:
    """Return the problems of an Italian catalog that reads `text`, without the file's name."""
    write(text)
    lines = list(catalogs.problems("it", {"app": template()}))
    start = "translations/it/LC_MESSAGES/app.po: "
    assert all(line.startswith(start) for line in lines), lines
    return [line.removeprefix(start) for line in lines]


def test_a_whole_catalog_has_no_problem(folder: Path) -> None:
    assert found(WHOLE) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            WHOLE.replace("una carta presa", "").replace('"%(player)s: "', '""'),
            "untranslated: '%(player)s: drew a card'",
        ),
        (WHOLE.replace('"Fama"', '" "'), "untranslated: 'Fame'"),
        (WHOLE.replace('"%(num)s di carte"', '""'), "untranslated: '%(num)s card'"),
        (HEAD + "#, fuzzy\n" + DREW + CARDS + NAME, "fuzzy: '%(player)s: drew a card'"),
        (HEAD + DREW + CARDS, "not in the catalog (run update): 'Fame'"),
        (HEAD + DREW + CARDS + NAME.replace('"name"', '"verb"'), "not in the catalog (run update): 'Fame'"),
        (WHOLE + 'msgid "Long gone"\nmsgstr "Sparito"\n', "obsolete: 'Long gone'"),
        (WHOLE + '#~ msgid "Long gone"\n#~ msgstr "Sparito"\n', "obsolete: 'Long gone'"),
        (
            WHOLE.replace("%(player)s: una", "Una"),
            "placeholders ['%(player)s'] became []: '%(player)s: drew a card'",
        ),
        (
            WHOLE.replace("%(player)s: una", "%(giocatore)s: una"),
            "placeholders ['%(player)s'] became ['%(giocatore)s']: '%(player)s: drew a card'",
        ),
        (
            WHOLE.replace("%(num)s di carte", "mille carte"),
            "placeholders ['%(num)s'] became []: '%(num)s card'",
        ),
        (WHOLE.replace('msgstr[2] "%(num)s carte"\n', ""), "untranslated: '%(num)s card'"),
        (
            WHOLE.replace('msgstr[1] "%(num)s di carte"\nmsgstr[2]', "msgstr[1]").replace(
                "nplurals=3; plural=(n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2)", "nplurals=2; plural=(n != 1)"
            ),
            "2 plural forms instead of 3: '%(num)s card'",
        ),
    ],
)
def test_the_check_finds(folder: Path, text: str, problem: str) -> None:
    assert text != WHOLE
    assert problem in found(text)


def test_the_check_finds_what_two_catalogs_say_differently(folder: Path) -> None:
    write(WHOLE)
    write(HEAD + DREW + NAME, "rules")
    assert list(catalogs.disagreements("it")) == []
    write(HEAD + DREW + NAME.replace("Fama", "Gloria"), "rules")
    assert list(catalogs.disagreements("it")) == [
        "translations/it/LC_MESSAGES/app.po: said otherwise in rules.po: 'Fame'"
    ]


def test_check_answers_with_its_exit_code(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(catalogs, "extracted", lambda: {"app": template()})
    write(WHOLE)
    assert catalogs.check([]) == 0
    assert capsys.readouterr().out == "catalogs complete: it\n"
    write(HEAD + DREW + CARDS)
    assert catalogs.check(["it", "app"]) == 1
    assert "'Fame'" in capsys.readouterr().out


def test_update_keeps_what_is_translated_and_drops_what_is_gone(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogs, "extracted", lambda: {"app": template()})
    write(HEAD + DREW + 'msgid "Long gone"\nmsgstr "Sparito"\n')
    catalogs.update(["it"])
    known = catalogs.load("it", "app")
    assert known.get("%(player)s: drew a card").string == "%(player)s: una carta presa"
    assert {message.id for message in known if message.id} == {message.id for message in template() if message.id}
    assert {line.split(": ", 2)[1] for line in catalogs.problems("it", {"app": template()})} == {"untranslated"}


def test_a_message_that_moves_to_another_catalog_brings_its_translation(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = {"rules": Catalog(), "app": template()}
    monkeypatch.setattr(catalogs, "extracted", lambda: sources)
    write(WHOLE, "rules")
    catalogs.update(["it", "pl"])
    assert list(catalogs.problems("it", sources)) == []
    assert {line.split(": ", 2)[1] for line in catalogs.problems("pl", sources)} == {"untranslated"}


# --- a language that nobody speaks -------------------------------------------------------------------------------

SPOKEN = "de"
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
OWN_NAMES = {"English", "Italiano", "Polski", "Deutsch", "EN", "IT", "PL", "DE"}
TITLES = {"Noctis", *(game.TITLE for game in GAMES.values())}
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
            said = (
                reader.catalog.pgettext(message.context, catalogs.ids(message)[0])
                if message.context
                else reader.catalog.gettext(catalogs.ids(message)[0])
            )
            assert said.startswith("⟦"), (domain, message.id)


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
