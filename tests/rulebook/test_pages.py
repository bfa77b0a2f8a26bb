"""The rules' pages: JSON to the letter, HTML with anchors, the way back to the table, search as one types."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.language import LANGUAGES
from referee.rulebook import BOOKS, RULINGS
from tests.apps import app_with

JSON = {"Accept": "application/json"}
HTML = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    data: Path = tmp_path_factory.mktemp("data")
    return app_with({"DATA": str(data)}).test_client()


@pytest.mark.parametrize("book_id", BOOKS)
def test_a_book_as_json(phone: FlaskClient, book_id: str):
    answer = phone.get(f"/rules/{book_id}?lang=en", headers=JSON).get_json()
    assert answer.keys() == {"title", "sections"}
    for section in answer["sections"]:
        assert section.keys() == {"id", "title", "rules"}
        for rule in section["rules"]:
            assert rule.keys() == {"id", "text", "rulings"}
            assert "**" not in rule["text"]
    assert [rule["id"] for section in answer["sections"] for rule in section["rules"]] == [
        rule.id for rule in BOOKS[book_id].rules
    ]


def test_a_rule_names_its_rulings(phone: FlaskClient):
    answer = phone.get("/rules/noctis?lang=en", headers=JSON).get_json()
    rules = {rule["id"]: rule for section in answer["sections"] for rule in section["rules"]}
    assert rules["NO-TARGET"]["rulings"] == ["E-10"]
    assert rules["NO-PACTUM"] == {"id": "NO-PACTUM", "text": "Pactum, cost 3. Take 3 Noctis cards.", "rulings": []}


def test_a_book_is_read_in_the_language_asked_for(phone: FlaskClient):
    for lang, title in {"en": "Gold Rush", "it": "Corsa all’oro", "pl": "Wyścig po złoto"}.items():
        assert phone.get(f"/rules/gold_rush?lang={lang}", headers=JSON).get_json()["title"] == title


def test_the_shelf_as_json(phone: FlaskClient):
    answer = phone.get("/rules?lang=en", headers=JSON).get_json()
    assert answer["title"] == "Rules"
    assert [section["id"] for section in answer["sections"]] == list(BOOKS)
    assert {"id": "noctis", "title": "Alchemicus Noctis", "url": "/rules/noctis"} in answer["books"]


def test_the_rulings_as_json(phone: FlaskClient):
    rulings = phone.get("/rules/rulings?lang=en", headers=JSON).get_json()["rulings"]
    assert [ruling["id"] for ruling in rulings] == [ruling.id for ruling in RULINGS]
    assert next(ruling for ruling in rulings if ruling["id"] == "E-10") == {
        "id": "E-10",
        "question": "How much Fame ends a game of Noctis?",
        "italian": "16.",
        "polish": "20.",
        "applied": "What your edition says. Your table may choose another number.",
        "option": "target",
        "rules": ["NO-TARGET"],
    }


def test_hits_as_json(phone: FlaskClient):
    hits = phone.get("/rules/search?q=calder&lang=it", headers=JSON).get_json()["hits"]
    assert hits[0].keys() == {"id", "game", "title", "snippet"}
    assert hits[0]["game"] == "fata_morgana"
    assert hits[0]["title"] == "Che cosa c’è nella scatola"
    assert phone.get("/rules/search?q=", headers=JSON).get_json() == {"hits": []}
    assert phone.get("/rules/search", headers=JSON).get_json() == {"hits": []}


@pytest.mark.parametrize("path", ["/rules/chess", "/rules/alchemicus/x"])
def test_an_unknown_book_is_not_there(phone: FlaskClient, path: str):
    answer = phone.get(path, headers=JSON)
    assert answer.status_code == 404
    assert answer.get_json()["error"]["code"] == "not_found"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("book_id", BOOKS)
def test_every_rule_has_its_anchor(phone: FlaskClient, book_id: str, language: str):
    page = phone.get(f"/rules/{book_id}?lang={language}", headers=HTML).text
    anchors = re.findall(r'\bid="([^"]+)"', page)
    assert len(anchors) == len(set(anchors))
    assert {rule.id for rule in BOOKS[book_id].rules} <= set(anchors)
    assert " style=" not in page


def test_the_board_is_drawn_as_assumed_until_it_was_copied(tmp_path: Path):
    app = app_with({"DATA": str(tmp_path)})
    page = app.test_client().get("/rules/alchemicus?lang=en", headers=HTML).text
    assert "In the order we assume." in page
    store = app.extensions["referee"].store
    store.remember(
        "alchemicus", "ring", ["harvest", "spirit", "build", "transport", "transmutation", "sale", "gifts", "sale"]
    )
    store.remember("alchemicus", "spirit_ring", ["labrium", "horten", "alembic", "metalle", "fornax"])
    page = app.test_client().get("/rules/alchemicus?lang=en", headers=HTML).text
    assert "In the order that was copied from your board." in page
    picture = page[page.index("<figure") : page.index("</figure>")]
    assert re.findall(r"<text x=[^>]*>([^<]+)<", picture) == [
        "Harvest",
        "Spirit",
        "Build",
        "Transport",
        "Transmutation",
        "Sale",
        "Gifts",
        "Sale",
    ]


def test_every_ruling_has_its_anchor(phone: FlaskClient):
    page = phone.get("/rules/rulings?lang=pl", headers=HTML).text
    assert [f'id="{ruling.id}"' in page for ruling in RULINGS] == [True] * len(RULINGS)


def test_the_desk_that_decides_a_rule_is_one_tap_away(phone: FlaskClient):
    assert 'href="/desk/alchemicus/pawn"' in phone.get("/rules/alchemicus", headers=HTML).text


def test_the_way_back_to_the_table_is_kept(phone: FlaskClient):
    page = phone.get("/rules/alchemicus?lang=en&from=/t/K7QF2M", headers=HTML).text
    assert re.search(r'href="/t/K7QF2M">(?:(?!</a>).)*Back to the table</span></a>', page)
    assert 'href="/t/K7QF2M/rulings"' in page
    assert 'href="/rules/noctis?lang=en&amp;from=/t/K7QF2M#NO-PASS"' in page
    assert 'href="/rules/noctis#NO-PASS"' in phone.get("/rules/alchemicus", headers=HTML).text


def test_a_desk_is_gone_back_to_as_well(phone: FlaskClient):
    page = phone.get("/rules/homunculus?lang=en&from=/desk/homunculus/score", headers=HTML).text
    assert re.search(r'href="/desk/homunculus/score">(?:(?!</a>).)*Back to the question</span></a>', page)
    assert "/rulings" not in page.replace("/rules/rulings", "")


@pytest.mark.parametrize("form", ["/new/alchemicus", "/new/fata_morgana", "/t/K7QF2M/next"])
def test_the_form_of_a_new_table_is_gone_back_to_as_well(phone: FlaskClient, form: str):
    page = phone.get(f"/rules/alchemicus?lang=en&from={form}", headers=HTML).text
    assert re.search(rf'href="{form}">(?:(?!</a>).)*Back to the new table</span></a>', page)
    assert f'href="/rules/rulings?lang=en&amp;from={form}"' in page
    assert "/next/rulings" not in page


@pytest.mark.parametrize("path", ["/rules", "/rules/alchemicus", "/rules/rulings", "/rules/names", "/rules/search"])
def test_the_search_stands_on_top_and_keeps_the_way_back(phone: FlaskClient, path: str):
    page = phone.get(f"{path}?from=/t/K7QF2M", headers=HTML).text
    form = page[page.index('<form class="rules-search"') : page.index("</form>")]
    assert '<input type="hidden" name="from" value="/t/K7QF2M">' in form
    assert page.count('id="hits"') == 1


@pytest.mark.parametrize(
    "path",
    [
        *("https://evil.example/", "//evil.example", "/t/", "/t/AB/../x", "/desk/../x", "javascript:alert(1)"),
        *("/desk/a/b?from=//evil.example", "/desk/a/b?from=/desk/a/b", "/t/AB?from=/t/AB"),
        *("/new/", "/new/a/b", "/new/a?from=/t/AB", "/t/AB/next/x", "/new/a/next"),
    ],
)
def test_the_way_back_is_a_table_or_nothing(phone: FlaskClient, path: str):
    page = phone.get("/rules/alchemicus", query_string={"from": path, "lang": "en"}, headers=HTML).text
    assert "Back to the" not in page
    assert f'href="{path}' not in page


def test_hits_are_marked_and_nothing_typed_is_markup(phone: FlaskClient):
    assert "<mark>złoto</mark>" in phone.get("/rules/search?q=zlot&lang=pl", headers=HTML).text
    page = phone.get("/rules/search", query_string={"q": "<script>x", "lang": "en"}, headers=HTML).text
    assert "<script>x" not in page
    assert "&lt;script&gt;x" in page


def test_a_page_that_is_there_gets_the_hits_alone(phone: FlaskClient):
    answer = phone.get(
        "/rules/search?q=gold&lang=en", headers={**HTML, "HX-Request": "true", "HX-Request-Type": "partial"}
    )
    assert "HX-Request-Type" in answer.headers["Vary"]
    assert "<html" not in answer.text
    assert answer.text.strip().startswith('<div id="hits"')


def test_nothing_found_says_so_and_suggests(phone: FlaskClient):
    page = phone.get("/rules/search?q=golldds", headers=HTML).text
    assert "The books say nothing about “golldds”." in page
    assert 'href="/rules/search?q=gold"' in page


def test_names_stand_in_every_language(phone: FlaskClient):
    names = phone.get("/rules/names", headers=JSON).get_json()["names"]
    fornax = next(name for name in names if name["key"] == "fornax")
    assert fornax.keys() == {"key", "latin", *LANGUAGES}
    assert fornax.items() >= {"latin": "Fornax", "en": "Foundry", "it": "Fonderia", "pl": "Huta"}.items()
    assert "Fonderia" in phone.get("/rules/names?lang=pl", headers=HTML).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_the_rules_as_one_file_need_nothing_else(phone: FlaskClient, language: str):
    answer = phone.get(f"/rules/keep?lang={language}", headers=HTML)
    assert answer.headers["Content-Disposition"] == f'attachment; filename="rules-{language}.html"'
    assert all(f'id="{rule.id}"' in answer.text for book in BOOKS.values() for rule in book.rules)
    assert not re.search(r'(?:src|href)="(?!#)|url\(|@import', answer.text)
    anchors = re.findall(r'\bid="([^"]+)"', answer.text)
    assert len(anchors) == len(set(anchors))
    shown = set(re.findall(r'<use [^>]*href="#([^"]+)"', answer.text))
    assert len(shown) > 30
    assert shown <= set(anchors)
    assert set(re.findall(r'href="#([^"]+)"', answer.text)) <= set(anchors)


def test_what_is_played_at_the_readers_table_is_found_first(phone: FlaskClient) -> None:
    def found(query: str) -> list[str]:
        page = phone.get(f"/rules/search?lang=en&q={query}", headers=HTML).text
        return re.findall(r'class="hit" href="/rules/(\w+)', page)

    made = phone.post("/tables", json={"game": "homunculus", "players": ["Ada", "Bruno"]}, headers=JSON).get_json()
    everywhere, here = found("tie"), found(f"tie&from=/t/{made['code']}")
    assert everywhere[0] != "homunculus" and set(here) <= set(everywhere)
    own = here.count("homunculus")
    assert own and here[:own] == ["homunculus"] * own
    assert found("tie&from=/t/AAAAAA") == everywhere


def test_to_come_to_the_rules_from_a_made_up_table_is_guessing(tmp_path: Path) -> None:
    app = app_with({"DATA": str(tmp_path), "LIMITS": {"guess": "5/minute", "create": "120/minute"}})
    phone = app.test_client()
    made = phone.post("/tables", json={"game": "homunculus", "players": ["Ada", "Bruno"]}, headers=JSON).get_json()

    def found(table: str) -> str:
        return phone.get(f"/rules/search?q=tie&lang=en&from=/t/{table}", headers=JSON).get_json()["hits"][0]["game"]

    everywhere = found("AAAAAA")
    assert found(made["code"]) == "homunculus" != everywhere
    for _ in range(4):
        found("AAAAAA")
    assert found(made["code"]) == everywhere, "beyond the limit a real table tells no more than a made-up one"
    app.extensions["referee"].store.close()
