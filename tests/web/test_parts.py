"""The parts of a table's page: a phone is sent what it does not show yet, and nothing it shows is out of date."""

from __future__ import annotations

import gc
import json
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from types import FunctionType
from typing import Any

import msgspec
import pytest
from flask import Flask
from jinja2 import DictLoader, Environment
from markupsafe import Markup

from referee.audience import Viewer
from referee.engine import COLOURS
from referee.games import GAMES
from referee.language import reading
from referee.pages import templating
from referee.pages.assets import mark_of, set_current_colours
from referee.pages.table import parts
from referee.pages.table.drawings import drawing
from referee.pages.table.parts import Drawn
from referee.pages.table.table_json import log_json
from referee.pages.templating import memoised
from referee.store import Table as Kept
from tests.apps import unmarked
from tests.fata_morgana.test_secrets import public, secret_move
from tests.web.conftest import Api, Table
from tests.web.phone import VERSION, Phone, found, read_by

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in GAMES),
    ("alchemicus", {"track": "full", "expansion": "noctis", "prices": {"horten": 1, "labrium": 2, "domo": 5}}),
    ("alchemicus", {"track": "full", "expansion": "noctis", "variant": "gold_rush"}),
]


def test_a_tap_is_answered_with_its_notice_alone_and_changes_certain_parts(api: Api) -> None:
    table = api.table(players=("Ada", "Bruno", "Celina"))
    phone = Phone(table, table.token)
    assert phone.look() == {}, "nothing is sent twice"
    status, said = phone.tap('{"kind":"fame","seat":1,"by":1}')
    assert (status, said) == (200, '<div id="notice" hx-swap-oob="innerHTML" data-seq="1"></div>')
    came = phone.look()
    assert came.keys() == {"latest", "said", "entered", "undo", "taken", "chip-1", "mine-1", "worth-1", "messages"}
    assert 'data-seq="1"' in came["latest"]
    assert phone.tap('{"kind":"place","seat":0,"field":2}')[0] == 200
    assert phone.look().keys() == {
        "latest",
        "said",
        "entered",
        "undo",
        "taken",
        "turnback",
        "mine-0",
        "stands-0",
        "where",
        "outer",
        "thumb",
    }
    status, said = phone.tap('{"kind":"place","seat":0,"field":2}')
    assert status == 422 and found(said) == {}
    assert said.startswith('<div id="notice" hx-swap-oob="innerHTML" data-seq="2"><div class="refusal"')
    assert "Play it anyway" in said
    assert phone.look() == {}, "a refusal changes nothing"
    assert phone.tap('{"kind":"fame","seat":0,"by":1}')[0] == 200
    assert "undo" not in phone.look(), "the same player goes on: it is asked about on the same phones"


def test_a_phone_that_shows_an_older_version_or_none_that_is_known_is_sent_what_it_lacks(api: Api) -> None:
    table = api.table()
    phone = Phone(table, table.token)
    first, whole = phone.version, dict(phone.shows)
    table.done({"kind": "fame", "seat": 0, "by": 1})
    table.done({"kind": "fame", "seat": 1, "by": 1})
    table.back("undo", 2)
    came = phone.look()
    told = {"latest", "said", "entered", "undo", "redo", "taken", "messages"}
    assert came.keys() == {*told, "chip-0", "mine-0", "worth-0"}, "the other Fame is undone"
    now = {**whole, **came}
    for version in ("", "0.1", "words", "99.99", first + "9"):
        phone.version, phone.shows = version, {}
        _status, text = phone.ask("GET", f"/t/{table.code}?since={version}")
        assert {name: read_by(html, set(), True) for name, html in found(text).items()} == now and VERSION.findall(
            text
        )[0][1] == ""


def test_a_stale_tap_is_answered_with_a_notice_that_names_the_newest_entry(api: Api) -> None:
    table = api.table()
    phone = Phone(table, table.token)
    table.done({"kind": "place", "seat": 0, "field": 2}, table.join(0))
    status, said = phone.tap('{"kind":"place","seat":0,"field":3}', seq="0")
    assert (status, found(said)) == (409, {}) and 'data-seq="1"' in said and "moved on" in said


def test_a_form_without_a_script_is_entered_as_often_as_it_is_sent(api: Api) -> None:
    table = api.table()
    phone = Phone(table, table.token)
    for _ in range(2):
        assert phone.tap('{"kind":"fame","seat":0,"by":1}', seq="")[0] == 200
        assert phone.tap('{"kind":"fame","seat":1,"by":1}', seq="0")[0] == 200, "the same form twice is one entry"
    assert [player["fame"] for player in table.show()["players"]] == [2, 1]


@pytest.mark.parametrize(("game", "options"), VARIANTS)
@pytest.mark.parametrize("seed", range(2))
def test_no_phone_ever_shows_a_part_that_is_out_of_date(
    api: Api, game: str, options: dict[str, Any], seed: int
) -> None:
    """Every few moves all that was kept is forgotten, and the page anew is what the phone shows."""
    chance = random.Random(seed)
    players = ("Ada", "Bruno", "Celina")[: GAMES[game].seats[1]]
    table = api.table(game, players, **options)
    seats = [table.join(seat) for seat in range(len(players))]
    phones = [Phone(table, seats[0]), Phone(table, ".".join(seats[1:])), Phone(table, table.token)]
    house = api.app.extensions["referee"]
    for number in range(60):
        state = house.store.latest(table.code).state
        seat = state.to_move if state.to_move is not None else chance.randrange(len(players))
        offered = GAMES[game].offers(state, seat, True)
        if chance.random() < 0.15 or not offered:
            way = chance.choice(("undo", "redo"))
            table.back(way, house.store.latest(table.code).seq)
        else:
            overrule = {"overrule": "true"} if chance.random() < 0.3 else {}
            sender = phones[0] if seat == 0 else phones[1]
            sender.tap(chance.choice(offered), **overrule)
        if number % 6 == 5:
            for phone in phones:
                phone.look()
            house.drawings.clear()
            parts._parts.clear()
            templating._pieces.clear()
            for phone in phones:
                shown, phone.shows = dict(phone.shows), {}
                assert phone.look() == shown, "the same facts make the same part"
    assert len(phones[0].shows) > 8


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_every_part_is_one_element_that_says_its_name(api: Api, game: str, options: dict[str, Any]) -> None:
    table = api.table(game, **options)
    with api.app.test_request_context(headers={"Cookie": f"seats={table.token}"}):
        house = api.app.extensions["referee"]
        made = drawing(house, house.store.latest(table.code), Viewer(frozenset({0}), True, True)).parts
    page = api.client().get(f"/t/{table.code}", headers={"Accept": "text/html", "Cookie": f"seats={table.token}"}).text
    for name, part in made.items():
        assert re.fullmatch(rf'<(\w+) id="{name}"[^>]*>.*</\1>', part.html, re.DOTALL), part.html[:200]
        assert re.match(rf'<\w+ id="{name}" hx-swap-oob="outerMorph"', part.update)
        assert page.count(f' id="{name}"') == 1, f"{name} has its place on the page"


class Facts(msgspec.Struct, frozen=True):
    """What a drawing is made of, in small."""

    t: Any
    each: Any


def test_a_part_changes_with_what_its_template_mentions_and_with_nothing_else() -> None:
    env = Environment(
        loader=DictLoader(
            {
                "game/parts/sum.html": '<p id="sum">{{ t.a + t.inner.b }}{% include "game/more.html" %}</p>',
                "game/more.html": "{% set d = t.d %}{% for one in each.e %}{{ one.count(d) }}{% endfor %}",
                "game/parts/each/of.html": '<b id="of-{{ player.seat }}">{{ player.fame }}{{ turn }}</b>',
                "other/parts/x.html": "never",
            }
        ),
    )

    def made(before: Drawn | None = None, /, **changed: Any) -> Drawn:
        t = {"a": 1, "inner": {"b": 2, "c": 3}, "d": 4, "to_move": 0, "f": 5}
        players = [{"seat": seat, "fame": 0, "hand": 0} for seat in (0, 1)]
        context = {"t": {**t, "players": players}, "each": {"e": [[1, 4]], "g": 0}}
        for path, value in changed.items():
            inner: Any = context
            *outer, last = path.split("__")
            for key in outer:
                inner = inner[int(key)] if key.isdigit() else inner[key]
            inner[last] = value
        return parts.draw(env, "game", Facts(**context), before)

    drawn = made()
    first = drawn.parts
    assert set(first) == {"sum", "of-0", "of-1"}
    assert first["sum"].html == '<p id="sum">31</p>'
    assert first["sum"].update == '<p id="sum" hx-swap-oob="outerMorph">31</p>'
    for before in (None, drawn):
        untouched = made(before, t__f=6, t__inner__c=7, each__g=1, t__players__0__hand=3).parts
        assert {name for name in first if untouched[name] is not first[name]} == set()
    for change, names in (
        ({"t__a": 9}, {"sum"}),
        ({"t__inner__b": 9}, {"sum"}),
        ({"t__d": 9}, {"sum"}),
        ({"each__e": []}, {"sum"}),
        ({"t__players__1__fame": 9}, {"of-1"}),
        ({"t__to_move": 1}, {"of-0", "of-1"}),
    ):
        for before in (None, drawn):
            now = made(before, **change).parts
            assert {name for name in first if now[name] is not first[name]} == names, change
            assert {name for name in first if now[name].html != first[name].html} == names, change


def test_a_piece_that_is_kept_is_not_taken_for_another_that_looks_alike() -> None:
    env = Environment(autoescape=True)
    module: Any = env.from_string("{% macro piece(fact, more=1) %}{{ fact }} {{ more }}{% endmacro %}").module
    piece = memoised(module.piece)
    told = [piece("&amp;"), piece(Markup("&amp;")), piece(1), piece(True), piece(["&amp;"]), piece("&amp;", more=2)]
    assert told == ["&amp;amp; 1", "&amp; 1", "1 1", "True 1", "[&#39;&amp;amp;&#39;] 1", "&amp;amp; 2"]
    named = [piece(0, more="&amp;"), piece(0, more=Markup("&amp;")), piece(0, more=1), piece(0, more=True)]
    assert named == ["0 &amp;amp;", "0 &amp;", "0 1", "0 True"]


def test_a_part_shows_the_colours_with_which_it_was_drawn_whenever_it_is_read() -> None:
    env = Environment(loader=DictLoader({"game/parts/mark.html": '<p id="mark">{{ mark_of(t.a) }}</p>'}))
    env.globals["mark_of"] = mark_of
    facts = Facts({"a": 0, "to_move": None, "players": []}, None)
    drawn = []
    for colours in (("red",), ("brown",)):
        set_current_colours(colours)
        drawn.append(parts.draw(env, "game", facts, drawn[-1] if drawn else None))
    red, brown = (each.parts["mark"].html for each in drawn)
    assert (red, brown) == (f'<p id="mark">{COLOURS.index("red")}</p>', f'<p id="mark">{COLOURS.index("brown")}</p>')
    assert mark_of(0) == COLOURS.index("brown"), "what is shown now stays as it was"


def test_one_drawing_is_said_in_each_language_that_somebody_reads(api: Api) -> None:
    house = api.app.extensions["referee"]
    table = api.table(players=("Ada", "Bruno"))
    viewer = Viewer(frozenset({0}), True)

    def look() -> Any:
        return drawing(house, house.store.latest(table.code), viewer)

    with api.app.test_request_context():
        reading("it")
        before = look()
        shown = before.update(None)
        table.done({"kind": "place", "seat": 0, "field": 2})
        reading("it")
        now = look()
        italian = now.update(before)
        reading("pl")
        assert look() is now, "nobody draws it again"
        drawn = [part for name, part in now.parts.items() if part is not before.parts[name]]
        assert 3 < len(drawn) < len(now.parts) / 2
        assert all(set(part._html) == {"it"} for part in drawn), "nobody read Polish yet"
        polish = now.update(before)
    assert "Tocca a te, Ada" in unmarked(shown) and "Ada:" in unmarked(italian)
    assert italian != polish and found(italian).keys() == found(polish).keys()


def test_a_page_in_another_language_is_sent_everything(api: Api) -> None:
    """Whoever chose another language in a second window has the first one turned over to it, not mixed."""
    table = api.table()
    phone = Phone(table, table.token)
    headers = {"Accept": "text/html", "HX-Request": "true", "HX-Request-Type": "partial"}
    cookie = f"seats={table.token}; lang="
    for language, parts_sent in (("en", 0), ("it", len(phone.shows))):
        sent = api.client().get(
            f"/t/{table.code}?since={phone.version}", headers={**headers, "Cookie": cookie + language}
        )
        assert len(found(sent.text)) == parts_sent, language
    assert "Tocca a te" in sent.text


def test_what_is_kept_of_a_page_keeps_no_older_table(api: Api) -> None:
    """A table holds all its log: parts that last changed long ago would keep as many of them."""
    table = api.table()
    phone = Phone(table, table.token)
    for number in range(20):
        table.done({"kind": "fame", "seat": number % 2, "by": 1})
        phone.look()
    gc.collect()
    kept = [each for each in gc.get_objects() if type(each) is Kept and each.code == table.code]
    assert {each.seq for each in kept} == {20}


def test_one_drawing_serves_every_seat(api: Api) -> None:
    house = api.app.extensions["referee"]

    def pages(game: str, viewers: list[Viewer], **options: Any) -> list[Any]:
        table = house.store.latest(api.table(game, ("Ada", "Bruno", "Celina"), **options).code)
        with api.app.test_request_context():
            return [drawing(house, table, viewer) for viewer in viewers]

    seats = [Viewer(frozenset({seat}), True) for seat in range(3)]
    host, watcher = Viewer(frozenset(), True, True), Viewer()
    for game, options in (("alchemicus", {}), ("alchemicus", {"track": "full"}), ("homunculus", {})):
        ada, bruno, celina, laptop, tablet = pages(game, [*seats, host, watcher], **options)
        assert ada is bruno is celina is laptop
        assert tablet is not ada, "nothing can be entered there"
        ada, bruno, celina, laptop, tablet = pages(game, [*seats, host, watcher], **options, strict_seats=True)
        assert ada is not bruno and laptop is not ada
    ada, bruno, celina = pages("fata_morgana", seats)
    assert ada.parts["hand"] is not bruno.parts["hand"] is not celina.parts["hand"]
    shared = {name for name in ada.parts if ada.parts[name] is bruno.parts[name] is celina.parts[name]}
    assert shared >= {"said", "latest", "rounds", "stacks", "undo", "chip-0", "result"}


@pytest.mark.parametrize("seed", [5, 6, 10, 22])
def test_phones_are_shown_the_same_whatever_is_kept_secret_from_them(api: Api, seed: int) -> None:
    """Two tables that differ in one seat's secrets only, and share all that is kept: nobody else tells them apart."""
    chance = random.Random(seed)
    house = api.app.extensions["referee"]
    tables = [api.table("fata_morgana", ("Ada", "Bruno", "Celina")) for _ in range(2)]
    joined = [[table.join(seat) for seat in range(3)] for table in tables]
    others = frozenset({1}), frozenset({1, 2}), frozenset[int]()

    def pages(table: Table, seats: frozenset[int], writes: bool) -> dict[str, str]:
        with api.app.test_request_context():
            latest = house.store.latest(table.code)
            reading("en")
            made = drawing(house, latest, Viewer(seats, writes)).parts
        log = json.dumps([{**line, "at": None} for line in msgspec.to_builtins(log_json(latest, seats))])
        return {"log": log} | {name: part.html.replace(table.code, "CODE") for name, part in made.items()}

    told = set()
    for number in range(40):
        state = house.store.latest(tables[0].code).state
        if state.phase == "reveal":
            break
        moves = [msgspec.to_builtins(move) for move in secret_move(chance, state)]
        if number % 3:
            moves = [msgspec.to_builtins(public(chance, state, 3))] * 2
        if moves[0]["kind"] in ("declare", "reveal"):
            continue
        told.add(moves[0]["kind"] if moves[0] != moves[1] else None)
        statuses = [
            table.enter(move, tokens[move["seat"]], overrule=True)[0]
            for table, tokens, move in zip(tables, joined, moves, strict=True)
        ]
        assert statuses[0] == statuses[1], moves
        own = [pages(table, frozenset({0}), True) for table in tables]  # first, so that it is what may be kept
        for seats in others:
            for writes in (True, False):
                first, second = (pages(table, seats, writes) for table in tables)
                assert first == second, (seats, moves)
    assert told >= {"hand", "objective", "pass"}
    assert own[0]["hand"] != own[1]["hand"]


def test_templates_are_read_for_one_of_a_hundred_phones_that_come_at_once(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = api.table()
    reading: list[str] = []
    mentioned = parts.mentioned

    def slowly(env: Any, template: str) -> Any:
        reading.append(template)
        time.sleep(0.001)
        return mentioned(env, template)

    monkeypatch.setattr(parts, "mentioned", slowly)
    parts._plans.cache_clear()
    with ThreadPoolExecutor(30) as phones:
        shown = list(phones.map(lambda _number: Phone(table, table.token).shows, range(30)))
    assert all(one == shown[0] for one in shown)
    assert reading.count("alchemicus/parts/thumb.html") == 1


def test_no_function_of_the_templates_asks_for_their_context(app: Flask) -> None:
    functions = {name: known for name, known in app.jinja_env.globals.items() if isinstance(known, FunctionType)}
    assert "ngettext" in functions
    assert [name for name, function in functions.items() if hasattr(function, "jinja_pass_arg")] == []
