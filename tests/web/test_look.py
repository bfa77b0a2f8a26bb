"""What a page needs to look right arrives packed, whole for its game, and is never cached under a wrong address."""

import gzip
import re
from pathlib import Path
from xml.etree import ElementTree

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient
from fontTools.ttLib import TTFont

from referee.games import GAMES
from referee.pages import assets
from tests.faces import LETTERS, OURS, WIDE, sums

TEMPLATES = Path(__file__).parents[2] / "templates"


@pytest.fixture
def packed() -> FlaskClient:
    app = Flask(__name__)
    app.register_blueprint(assets.bp)
    return app.test_client()


def ids(game: str) -> set[str]:
    return set(re.findall(r'<symbol id="([^"]+)"', assets.text(("sprite.svg",), game)))


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("deflate", None),
        ("", None),
    ],
)
def test_files_are_joined_packed_and_kept_for_ever(packed: FlaskClient, accepted: str, coding: str | None) -> None:
    assets.set_current_game("homunculus")
    url = assets.asset("phone.js", "form.js")
    assets.set_current_game()
    answer = packed.get(url, headers={"Accept-Encoding": accepted})
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, assets.FOR_EVER)
    assert answer.headers.get("Content-Encoding") == coding
    unpacked = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[coding](answer.data)
    assert unpacked.decode() == assets.text(("phone.js", "form.js"), "homunculus")


def test_an_address_from_before_an_update_is_not_kept(packed: FlaskClient) -> None:
    answer = packed.get("/look/0000000000/all/app.css")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize(
    "path",
    ["all/none.css", "all/app.css+phone.js", "all/../app.py", "all/vendor/LICENSE", "whist/app.css",
     "all/app.css+app.css", "all/form.js+phone.js", "all/icons/apple-180.png"],
)  # fmt: skip
def test_nothing_else_is_sent(packed: FlaskClient, path: str) -> None:
    assert packed.get(f"/look/0000000000/{path}").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_sent_what_its_templates_draw(game: str) -> None:
    # Desks and other pages of their own are sent the whole.
    drawn = [file for file in TEMPLATES.glob(f"{game}/**/*.html") if "extends" not in file.read_text(encoding="utf-8")]
    shared = [TEMPLATES / "base.html", TEMPLATES / "acts.html", *TEMPLATES.glob("table/**/*.html")]
    wanted = {
        name
        for file in (*drawn, *shared)
        for name in re.findall(r'icon\("([\w-]+)"[,)]', file.read_text(encoding="utf-8"))
    }
    assert wanted <= ids(game)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_is_not_sent_what_only_others_draw(game: str) -> None:
    assert ids(game) < ids(assets.WHOLE)
    assert len(assets.text(("app.css",), game)) < len(assets.text(("app.css",), assets.WHOLE))


@pytest.mark.parametrize("game", [*GAMES, assets.WHOLE])
def test_the_sprite_is_one_picture(game: str) -> None:
    sprite = ElementTree.fromstring(assets.text(("sprite.svg",), game))
    assert {symbol.get("id") for symbol in sprite} == ids(game)
    assert len(sprite) == len(ids(game))


SCRIPTS = sorted([*assets.STATIC.glob("*.js"), *assets.STATIC.glob("table/*.js"), *TEMPLATES.glob("*/*.js")])


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_script_may_lose_its_comments_and_indents(script: Path, monkeypatch: pytest.MonkeyPatch):
    """What is sent lacks comments and what stands before a line, and says all that is said in it."""
    written = script.read_text(encoding="utf-8")
    monkeypatch.setattr(assets, "STATIC", script.parent)
    monkeypatch.setattr(assets, "SETS", {})
    sent = assets.text((script.name,), assets.WHOLE)
    assert not re.search(r"^\s|^//", sent, re.MULTILINE)
    texts = re.findall(r'"[^"\n]*"|`[^`]*`', re.sub(r"(^|\s)//.*|/\*.*?\*/", "", written, flags=re.MULTILINE))
    assert [text for text in texts if text not in sent] == []


def test_what_is_kept_for_ever_is_kept_on_when_it_is_asked_about_again(app: Flask) -> None:
    url = assets.asset("icons/icon-192.png")
    first = app.test_client().get(url, buffered=True)
    again = app.test_client().get(url, headers={"If-None-Match": first.headers["ETag"]}, buffered=True)
    assert [(one.status_code, one.headers["Cache-Control"]) for one in (first, again)] == [
        (200, assets.FOR_EVER),
        (304, assets.FOR_EVER),
    ]


def test_the_faces_are_what_was_cut_small_and_kept_for_ever(app: Flask) -> None:
    assert (OURS / "SHA256SUMS").read_text(encoding="utf-8") == sums(OURS)
    assert (WIDE / "SHA256SUMS").read_text(encoding="utf-8") == sums(WIDE)
    assert sum(path.stat().st_size for path in OURS.glob("*.woff2")) <= 110_000
    client = app.test_client()
    page = client.get("/")
    preloaded = re.findall(r'<link rel="preload" href="([^"]+)" as="font" type="font/woff2" crossorigin>', page.text)
    assert len(preloaded) == 2
    for url in preloaded:
        file = client.get(url, buffered=True)
        assert (file.status_code, file.content_type) == (200, "font/woff2")
        assert file.headers["Cache-Control"] == assets.FOR_EVER
        assert len(file.data) <= 45_000
    assert "font-src 'self'" in page.headers["Content-Security-Policy"]
    style = assets.text(("app.css",), assets.WHOLE)
    drawn = re.findall(r"@font-face\{[^}]*font-display:optional;src:url\(([^)]+)\)", style)
    assert set(preloaded) < set(drawn) == {assets.asset(font) for font in assets.FONTS}


def test_the_rules_as_one_file_are_read_in_the_systems_faces(app: Flask) -> None:
    kept = app.test_client().get("/rules/keep").text
    assert "--serif:Alegreya" in kept, "on a computer that has it"
    assert "@font-face" not in kept and ".woff2" not in kept


def test_every_letter_of_our_languages_is_cut_in() -> None:
    """What is said in the three languages is drawn in one face; so are names of the neighbours."""
    for path in sorted(OURS.glob("*.woff2")):
        font = TTFont(path)
        lacking = {sign for sign in LETTERS if ord(sign) not in font.getBestCmap()}
        assert lacking == set(), path.name
        features = {record.FeatureTag for record in font["GSUB"].table.FeatureList.FeatureRecord}
        assert "tnum" in features, path.name


def test_each_motion_is_named_once() -> None:
    """What is named twice was pasted into the middle of another rule."""
    styles = {path: path.read_text() for path in (*assets.STATIC.rglob("*.css"), *TEMPLATES.rglob("*.css"))}
    named = [(name, path) for path, style in styles.items() for name in re.findall(r"@keyframes ([\w-]+)", style)]
    names = [name for name, _ in named]
    assert [(name, path) for name, path in named if names.count(name) > 1] == []


def luminance(colour: tuple[float, ...]) -> float:
    """Return the relative luminance of a colour (WCAG 2)."""
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def mixed(digits: str, over: tuple[float, ...] = (0, 0, 0)) -> tuple[float, ...]:
    """Return the colour that these digits of a style give, with those of its opacity over another."""
    values = [int(digits[at : at + 2], 16) / 255 for at in range(0, len(digits), 2)]
    opacity = values[3] if len(values) > 3 else 1
    return tuple(opacity * one + (1 - opacity) * below for one, below in zip(values[:3], over, strict=True))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_is_written_is_read_where_the_ground_is_darkest_too(theme: str) -> None:
    style = (assets.STATIC / "css" / "frame.css").read_text(encoding="utf-8")
    facts = dict(re.findall(r"--([\w-]+): ([^;]+);", style.partition(f"color-scheme: {theme};")[2].partition("}")[0]))
    ground = mixed(facts["ground"][1:])
    for at_the_edge in re.findall(r"#([0-9a-f]{8})\b", facts["paper"]):
        ground = mixed(at_the_edge, ground)
    for name in ("ink", "muted", "brass-ink", "good", "bad"):
        lighter, darker = sorted((luminance(mixed(facts[name][1:])), luminance(ground)), reverse=True)
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5, name
