"""The app on a home screen, and what its worker puts by."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.language import LANGUAGES
from referee.pages.gate import SECURITY
from referee.rulebook import BOOKS


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    return app.test_client()


def told(script: str, name: str) -> Any:
    """Return what the server wrote before the worker as `name`."""
    found = re.search(rf"^const {name} = (.*);$", script, re.MULTILINE)
    assert found, name
    return json.loads(found[1])


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "The referee at the table"), ("it", "L’arbitro al tavolo"), ("pl", "Sędzia przy stole")],
)
def test_the_app_is_installed_in_the_language_of_its_reader(phone: FlaskClient, language: str, name: str):
    answer = phone.get(f"/manifest.webmanifest?lang={language}")
    assert answer.mimetype == "application/manifest+json"
    manifest = json.loads(answer.data)
    assert (manifest["name"], manifest["lang"]) == (name, language)
    assert (manifest["id"], manifest["start_url"], manifest["scope"]) == ("/", "/", "/")
    assert {(icon["sizes"], icon["purpose"]) for icon in manifest["icons"]} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in manifest["icons"]:
        sent = phone.get(icon["src"], buffered=True)
        assert (sent.status_code, sent.mimetype) == (200, icon["type"])
    assert f'href="/manifest.webmanifest?lang={language}"' in phone.get(f"/?lang={language}").text


def test_the_worker_is_asked_for_anew_each_time(phone: FlaskClient):
    answer = phone.get("/worker.js")
    assert answer.mimetype == "text/javascript"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert {"Cookie", "Accept-Language"} <= {name.strip() for name in answer.headers["Vary"].split(",")}
    assert {header: answer.headers[header] for header in SECURITY} == SECURITY


def test_what_the_worker_puts_by_is_there_and_is_no_table(phone: FlaskClient):
    script = phone.get("/worker.js").text
    pages = told(script, "PAGES")
    assert {told(script, "OFFLINE"), told(script, "SEARCH"), *(f"/rules/{book}" for book in BOOKS)} <= set(pages)
    assert {
        "/desk/homunculus/score?players=5",
        "/desk/fata_morgana/score?players=4",
        "/desk/alchemicus/result?players=4",
    } <= set(pages)
    assert len(told(script, "FONTS")) == 3
    assert [path for path in pages if path.startswith("/t/") or path == "/"] == []
    for path in [*pages, told(script, "DOCUMENTS"), *told(script, "FONTS")]:
        assert phone.get(path, buffered=True).status_code == 200, path


def test_a_worker_differs_by_language_light_and_what_was_copied_from_a_board(app: Flask):
    def cache(cookie: str = "") -> str:
        headers = {"Cookie": cookie} if cookie else {}
        return str(told(app.test_client(use_cookies=False).get("/worker.js", headers=headers).text, "CACHE"))

    looks = ("theme=dark", "letters=130")
    caches = [cache(), *(cache(f"lang={language}") for language in LANGUAGES[1:]), *map(cache, looks)]
    assert cache('theme="><script>') == caches[0] == cache()
    app.extensions["referee"].store.remember(
        "alchemicus", "spirit_ring", ["labrium", "horten", "alembic", "metalle", "fornax"]
    )
    caches.append(cache())
    assert len(set(caches)) == len(caches)


def test_a_page_says_of_which_version_it_is(phone: FlaskClient):
    version = told(phone.get("/worker.js").text, "VERSION")
    assert f'data-version="{version}"' in phone.get("/rules").text
    assert phone.get("/version").text == version
    assert told(phone.get("/worker.js").text, "CACHE").startswith(f"referee-{version}-")


def test_the_documents_are_all_rules_and_rulings_in_the_readers_language(phone: FlaskClient):
    answer = phone.get("/rules/documents?lang=pl").get_json()
    found = {one["id"]: one for one in answer["documents"]}
    assert {rule.id for book in BOOKS.values() for rule in book.rules} <= found.keys()
    assert found["GR-WIN"]["shelf"] == "Wyścig po złoto"
    assert found["GR-WIN"]["url"] == "/rules/gold_rush#GR-WIN"
    assert answer["letters"]["ł"] == "l"


def test_a_desk_brings_what_its_count_needs(phone: FlaskClient):
    page = phone.get("/desk/homunculus/score?lang=en").text
    data = json.loads(page.split('id="offline">')[1].split("</script>")[0])
    assert data["book"]["points"]["head"] == 2
    assert data["book"]["finish"] == 4
    assert data["refusals"]["two_finishers"]["url"] == "/rules/homunculus?from=/desk/homunculus/score#HO-END"
    page = phone.get("/desk/alchemicus/sale?lang=en").text
    assert "game" not in json.loads(page.split('id="offline">')[1].split("</script>")[0])
