"""The log for people: its page, its spreadsheet, and the ways back that it offers."""

from __future__ import annotations

import csv
import re
from io import StringIO
from zoneinfo import ZoneInfo

import pytest

from referee import enter
from referee.engine import Player, Sentence
from referee.games import GAMES
from referee.language import clock, reading, say_on
from referee.language import day as day_and_time
from referee.pages.table import lines, sheets
from tests.web.conftest import Api

FAME = {"kind": "fame", "seat": 0, "by": 1}


def test_the_log_tells_who_when_and_what_and_the_sheet_when_to_the_minute(api: Api) -> None:
    table = api.table(players=("Ada", "Bruno"))
    entry = table.done({"kind": "place", "seat": 0, "field": 1})["entry"]
    for code, time, day in (
        ("en", "9:05\u202fPM", "Nov 28, 2026, 9:05\u202fPM"),
        ("it", "21:05", "28 nov 2026, 21:05"),
        ("pl", "21:05", "28 lis 2026, 21:05"),
    ):
        reading(code)
        assert clock("2026-11-28T21:05:59Z", ZoneInfo("UTC")) == time
        assert day_and_time("2026-11-28T21:05:59Z", ZoneInfo("UTC")) == day
    page = api.client().get(f"/t/{table.code}/log?lang=it").get_data(as_text=True)
    reading("it")
    assert f'<time datetime="{entry["at"]}">{clock(entry["at"])}</time>' in page


def test_what_came_of_an_entry_stands_apart_from_it_in_the_log(api: Api) -> None:
    table = api.table(target=1)
    for seat in (0, 1):
        table.done({"kind": "place", "seat": seat, "field": 6})
        table.done({"kind": "gift", "seat": seat})
        table.done({"kind": "end_turn", "seat": seat})
    page = api.client().get(f"/t/{table.code}/log?lang=en").text
    assert re.search(r"Ada → Gifts · \+1 Fame\. <em>The last round begins[^<]*\.</em>", page)
    assert "Bruno → Gifts · +1 Fame. <em>The game is over.</em>" in page


def test_what_begins_with_a_capital_follows_a_full_stop(api: Api) -> None:
    table = api.table(target=1, players=("Zaczyna", "La partita"))
    for seat in (0, 1):
        table.done({"kind": "place", "seat": seat, "field": 6})
        table.done({"kind": "gift", "seat": seat})
        table.done({"kind": "end_turn", "seat": seat})
    table.back("undo", 6)
    corrected = table.done({"kind": "turn", "seat": 0})["entry"]["seq"]
    table.back("undo", corrected)
    for language, begins, over, back in (
        ("en", "The last round begins: ", "The game is over.", "The host took back an entry. Turn corrected: "),
        (
            "it",
            "Comincia l’ultimo turno. ",
            "La partita è finita.",
            "Chi ospita annulla una voce. Correzione, è il turno di ",
        ),
        ("pl", "Zaczyna się ostatnia kolejka: ", "Gra skończona.", "Gospodarz cofa wpis. Poprawiono, czyja kolej: "),
    ):
        text = api.client().get(f"/t/{table.code}/log.csv?lang={language}").get_data().decode("utf-8-sig")
        said = [row[3] for row in csv.reader(StringIO(text), delimiter="," if language == "en" else ";")][1:]
        page = api.client().get(f"/t/{table.code}/log?lang={language}").text
        assert re.search(rf"[^.–]\. {begins}.*\.$", said[2]), said[2]
        assert said[5].endswith(f". {over}"), said[5]
        assert said[-1].replace("\u2068", "").startswith(back), said[-1]
        assert not re.search(r"– <em>(La|Zaczyna|Gra|The|Comincia)\b", page)
    reading("en")
    robbed = (
        (Sentence("%(player)s → Sale", {"player": Player(0)}),),
        (Sentence("%(player)s: no", {"player": Player(1)}),),
    )
    assert " ".join(say_on(robbed, ("Ada", "La"))).replace("\u2068", "").replace("\u2069", "") == "Ada → Sale – La: no"


def test_a_turn_is_told_in_one_line_and_unfolds(api: Api) -> None:
    table = api.table(track="full", expansion="noctis", edition="pl", prices={"domo": 1, "fornax": 1})
    bruno = table.join(1)
    table.done({"kind": "cards", "seat": 0, "by": 6})
    table.done({"kind": "draw", "seat": 0, "from": "deck"})
    table.done({"kind": "golem", "seat": 0, "building": 1})
    table.done({"kind": "place", "seat": 0, "field": 4}, bruno)
    for building in ("domo", "domo", "fornax"):
        table.done({"kind": "build", "seat": 0, "building": building})
    table.done({"kind": "end_turn", "seat": 0})
    table.done({"kind": "place", "seat": 1, "field": 1, "draw": "deck"})
    table.done({"kind": "harvest", "seat": 1})
    log = api.client().get(f"/t/{table.code}/log?lang=en").text
    assert '<span class="what">Ada → Build: 2 × Domo, Fornax · played: Golem · 4 cards left</span></summary>' in log
    assert log.count("<details>") == 1
    # Who acted stands first, who entered it behind.
    assert re.search(r'seat-0"(?:(?!</li>)[^§])*Ada: [^<]* \(Build\)\s*<small class="by">entered by Bruno</small>', log)
    table.done({"kind": "end_turn", "seat": 1})
    log = api.client().get(f"/t/{table.code}/log?lang=it").text
    assert "Bruno → Raccolta: erbe · restano 7 carte" in log


def test_what_a_fame_table_sold_counts_in_the_line_of_the_turn(api: Api) -> None:
    table = api.table()
    table.done({"kind": "place", "seat": 0, "field": 5})
    table.done({"kind": "fame", "seat": 0, "by": 3, "for": "sale"})
    table.done({"kind": "fame", "seat": 1, "by": 1})
    table.done({"kind": "end_turn", "seat": 0})
    assert "Ada → Sale · +3 Fame" in api.client().get(f"/t/{table.code}/log?lang=en").text


def test_the_whole_turn_is_taken_back_in_one_step(api: Api) -> None:
    table = api.table()
    for seat in (0, 1):
        table.done({"kind": "place", "seat": seat, "field": 6})
        table.done({"kind": "gift", "seat": seat})
        table.done({"kind": "end_turn", "seat": seat})
    headers = {"Cookie": f"seats={table.token}", "Accept-Language": "en"}
    page = api.client().get(f"/t/{table.code}", headers=headers).text
    back = re.search(r'<div id="turnback"[^>]*>(.*?)</div>', page, re.DOTALL)
    assert back is not None
    assert 'name="to" value="3"' in back[1]  # all three entries of Bruno's, none of Ada's
    assert "Take back the whole turn: Bruno" in back[1]
    assert table.back("undo", 6, to=3)[0] == 200
    assert api.get(f"/t/{table.code}")["to_move"] == 1
    # What is left of the newest turn is one entry of it after another, Ada's.
    page = api.client().get(f"/t/{table.code}", headers=headers).text
    assert "Take back the whole turn: Ada" in page


def test_what_is_asked_before_an_undo_is_the_end_of_the_turn_and_not_the_whole(api: Api) -> None:
    table = api.table(track="full")
    table.done({"kind": "place", "seat": 0, "field": 1, "draw": "deck"})
    table.done({"kind": "harvest", "seat": 0})
    table.done({"kind": "end_turn", "seat": 0})
    page = api.client().get(f"/t/{table.code}?lang=en", headers={"Cookie": f"seats={table.join(1)}"}).text
    assert "Ada → Harvest: herbs · 6 cards left" in page, "the last line"
    asked = re.search(r'<h2 id="undo-of">.*?</h2>\s*<p>(.*?)</p>', page, re.DOTALL)
    assert asked is not None and asked[1] == "Ada: turn ended, 6 cards left"


def test_the_spreadsheet_has_heads_and_tells_also_what_was_taken_back(api: Api) -> None:
    table = api.table("fata_morgana")
    table.done({"kind": "hand", "seat": 0, "hand": {"red": 4, "blue": 6}}, table.join(0))
    table.done({"kind": "points", "seat": 1, "by": 2})
    assert table.back("undo", 2)[0] == 200
    text = api.client().get(f"/t/{table.code}/log.csv?lang=pl").get_data().decode("utf-8-sig")
    rows = list(csv.reader(StringIO(text), delimiter=";"))
    assert rows[0] == ["Nr", "Kiedy", "Kto", "Co", "Cofnięte", "Zasada"]
    assert [(row[0], row[2], row[4]) for row in rows[1:]] == [
        ("1", "Ada", ""),
        ("2", "gospodarz", "×"),
        ("3", "gospodarz", ""),
    ]
    assert rows[1][3] == "Ada: tajna notatka."
    assert rows[3][3] == "Gospodarz cofa wpis. Bruno: poprawka punktów, +2."


def test_a_correction_that_was_overruled_is_a_line_of_its_own(api: Api) -> None:
    table = api.table()
    for by in (-5, 1, 1):
        table.done({**FAME, "by": by}, overrule=by < 0)
    assert table.show()["players"][0]["fame"] == 2
    text = api.client().get(f"/t/{table.code}/log.csv?lang=en").get_data().decode("utf-8-sig")
    rows = list(csv.reader(StringIO(text)))
    assert [(row[0], row[3], row[5]) for row in rows[1:]] == [
        ("1", "Ada: −5 Fame", "below_zero"),
        ("3", "Ada: +2 Fame", ""),
    ]


@pytest.mark.parametrize("sign", ["=", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫", "﹪"])
def test_no_cell_of_the_spreadsheet_is_a_formula(api: Api, sign: str) -> None:
    played = {
        "seq": 1,
        "at": "2026-01-01T20:00:00Z",
        "by": 0,
        "move": {"kind": "fame", "seat": 0, "by": -1},
        "overruled": "-2",
    }
    whole = {"game": "alchemicus", "players": [f"{sign}1+1", "Bruno"], "options": {}, "log": [played]}
    code = api.send("POST", "/tables/import", whole)[1]["code"]
    text = api.client().get(f"/t/{code}/log.csv?lang=it&zone=Europe/Rome").get_data().decode("utf-8-sig")
    number, at, by, what, _back, rule = list(csv.reader(StringIO(text), delimiter=";"))[1]
    assert (number, at, by, rule) == ("1", "2026-01-01 21:00:00", f"'{sign}1+1", "below_zero")
    assert what.startswith(f"'{sign}1+1: ")


def test_the_log_leads_back_to_an_earlier_entry(api: Api) -> None:
    table = api.table()
    table.done({"kind": "place", "seat": 0, "field": 3})
    table.done({"kind": "end_turn", "seat": 0})
    table.done({"kind": "place", "seat": 1, "field": 4})

    def page(path: str) -> str:
        return api.client().get(f"/t/{table.code}/log{path}", headers={"Cookie": f"seats={table.token}"}).text

    assert f"/t/{table.code}/log?choose" in page("")
    assert f"/t/{table.code}/log?to=1" in page("?choose")
    asked = page("?to=1")
    assert "2 entries will be taken back." in asked
    assert '<input type="hidden" name="to" value="1">' in asked
    assert page("?before=end_turn").partition("<main")[2] == asked.partition("<main")[2]
    answer = api.client().post(
        f"/t/{table.code}/undo", data={"seq": "3", "to": "1"}, headers={"Cookie": f"seats={table.token}"}
    )
    assert answer.status_code == 303
    assert [entry["undone"] for entry in table.show()["log"]] == [False, True, True, False]
    assert "Go back here?" not in page("?before=end_turn")


def test_after_an_untrue_declaration_the_play_goes_on_and_nobody_is_asked_for_a_hand(api: Api) -> None:
    table = api.table("fata_morgana")
    table.done({"kind": "declare", "seat": 1}, overrule=True)
    phone, held = api.client(), {"Cookie": f"seats={table.token}"}
    assert "Reveal: Bruno" in phone.get(f"/t/{table.code}", headers=held).text
    objective = {"three": "red", "two": "blue", "one": "green"}
    answer = table.done({"kind": "reveal", "seat": 1, "hand": {"white": 10}, "objective": objective})
    assert answer["effects"] == [{"code": "declaration_untrue", "seat": 1}]
    assert (answer["table"]["phase"], answer["table"]["to_move"], answer["table"]["needs"]) == ("turn", 0, [])
    page = phone.get(f"/t/{table.code}", headers=held).text
    assert "Brew" in page
    assert "Reveal:" not in page


def test_what_reads_as_one_line_is_counted_entry_by_entry_and_watchers_take_nothing_back(api: Api) -> None:
    table = api.table()
    for _ in range(3):
        table.done(FAME)

    def page(token: str) -> str:
        return api.client().get(f"/t/{table.code}/log?to=1", headers={"Cookie": f"seats={token}"}).text

    asked = page(table.token)
    assert "2 entries will be taken back." in asked
    assert "Ada: +2 Fame" in asked.partition("2 entries")[2].partition("</form>")[0]
    assert "Go back here?" not in page(table.join(None))


def test_what_one_phone_puts_right_within_two_seconds_reads_as_one_line(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = api.table()
    seated = table.join(0)
    for at, token in (("00.000", seated), ("02.000", seated), ("04.001", seated), ("04.001", table.token)):
        monkeypatch.setattr(enter, "now", lambda at=at: f"2026-11-28T21:05:{at}Z")
        table.done(FAME, token)
    text = api.client().get(f"/t/{table.code}/log.csv?lang=en").get_data().decode("utf-8-sig")
    rows = list(csv.reader(StringIO(text)))
    assert [(row[0], row[2], row[3]) for row in rows[1:]] == [
        ("2", "Ada", "Ada: +2 Fame"),
        ("3", "Ada", "Ada: +1 Fame"),
        ("4", "host", "Ada: +1 Fame"),
    ]


def test_the_chart_tells_what_everybody_had_at_the_end_of_each_turn(api: Api) -> None:
    table = api.table()
    for move in ({**FAME, "by": 3}, {"kind": "place", "seat": 0, "field": 6}, {"kind": "end_turn", "seat": 0}):
        table.done(move)
    table.done({"kind": "fame", "seat": 1, "by": 6})
    page = api.client().get(f"/t/{table.code}/sheet").text
    lines = re.findall(r'<polyline class="chart-line seat-(\d)" points="([^"]+)"/>', page)
    assert lines == [("0", "0.0,160.0 160.0,80.0 320.0,80.0 "), ("1", "0.0,160.0 160.0,160.0 320.0,0.0 ")]


def test_the_chart_and_its_key_have_the_colours_of_the_players(api: Api) -> None:
    table = api.table(colours=["red", "violet"])
    table.done(FAME)
    page = api.client().get(f"/t/{table.code}/sheet").text
    assert re.findall(r'<polyline class="chart-line seat-(\d)"', page) == ["2", "5"]
    key = re.findall(r'<path class="chart-line seat-(\d)"[^>]*></svg><span class="token seat-(\d)">', page)
    assert key == [("2", "2"), ("5", "5")]


def test_a_long_log_is_shown_a_part_at_a_time(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a page costs is set by what it shows, however long the log of a game is that somebody brought in."""
    monkeypatch.setattr(sheets, "MOST_SHOWN", 4)
    table = api.table()
    for seat in (0, 1) * 5:
        table.done({**FAME, "seat": seat})

    def page(path: str) -> str:
        headers = {"Authorization": f"Bearer {table.token}", "Accept-Language": "en"}
        return api.client().get(f"/t/{table.code}/log{path}", headers=headers).get_data(as_text=True)

    def shown(text: str) -> list[int]:
        return [int(seq) for seq in re.findall(rf'href="/t/{table.code}/at/(\d+)"', text)]

    assert shown(page("")) == [10, 9, 8, 7]
    (older,) = re.findall(r'href="(/t/\w+/log\?until=\d+)">Earlier entries<', page(""))
    assert older == f"/t/{table.code}/log?until=6"
    assert [shown(page(f"?until={until}")) for until in (6, 2, 99)] == [[6, 5, 4, 3], [2, 1], [10, 9, 8, 7]]
    assert "Earlier entries" not in page("?until=2")
    assert "until=6&amp;choose" in page("?choose")
    back = page("?to=0")
    assert "10 entries will be taken back." in back
    assert shown(back.partition("<form")[0]) == [10, 9, 8, 7]
    assert [entry["seq"] for entry in api.get(f"/t/{table.code}/log")["log"]] == [*range(1, 11)]


def test_the_spreadsheet_makes_its_lines_one_by_one_and_tells_what_the_page_tells(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = api.table()
    for by in (2, 1, -9, 3, 1, 1):
        table.done({**FAME, "by": by}, overrule=by < 0)
    assert table.back("undo", 6)[0] == 200
    assert table.back("undo", 7)[0] == 200
    assert table.back("redo", 8)[0] == 200
    store = api.app.extensions["referee"].store
    told = (GAMES["alchemicus"], store.latest(table.code), frozenset({0}))
    made = list(lines.oldest_first(*told))
    assert made == lines.lines(*told)[::-1]
    assert [(line.first, line.entry.seq, line.undone) for line in made] == [
        (1, 2, False),
        (3, 3, False),
        (4, 5, False),
        (6, 6, True),
        *((seq, seq, False) for seq in (7, 8, 9)),
    ]
    asked: list[int] = []
    make = lines._line
    monkeypatch.setattr(lines, "_line", lambda *given: asked.append(given[2][0].seq) or make(*given))
    one_by_one = lines.oldest_first(*told)
    next(one_by_one)
    assert asked == [2]
