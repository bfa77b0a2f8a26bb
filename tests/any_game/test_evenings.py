"""Every game played to its end over HTTP, and everything looked at that an evening leaves behind."""

from __future__ import annotations

import csv
import random
from typing import Any

import msgspec
import pytest
from flask import Flask

from referee.engine import Move, judge
from referee.games import GAMES
from tests.any_game.positions import anything, legal
from tests.apps import app_with
from tests.samples import SAMPLES
from tests.web.conftest import Api, Table

EVENINGS = [(game, variety) for game, sample in SAMPLES.items() for variety in sample.EVENINGS]
NAMES = ("Ada", "Bruno", "Carla", "Dario", "Elena")
MOST_MOVES = 2000
LANGUAGES = ("en", "it", "pl")


class Evening:
    """A table of one variety: all its seats are taken, and moves are entered by whoever sits there."""

    def __init__(self, app: Flask, game: str, variety: str):
        self.app = app
        self.api = Api(app)
        self.game = game
        players, options = SAMPLES[game].VARIETIES[variety]
        soon, self.opening = SAMPLES[game].EVENINGS[variety]
        self.names = NAMES[:players]
        self.table: Table = self.api.table(game, self.names, **(options | soon))
        self.last = self.table.token  # whoever entered the last move
        self.tokens = [self.table.join(seat) for seat in range(players)]

    @property
    def state(self) -> Any:
        """The state of the table as the server has it."""
        return self.app.extensions["referee"].store.readable(self.table.code).state

    def enter(self, move: dict[str, Any]) -> None:
        """Enter a move that is legal."""
        self.last = self.tokens[move["seat"]]
        self.table.done(move, self.last)

    def play(self, chance: random.Random) -> None:
        """Play to the end: a move that ends the game wherever there is one, else one by chance."""
        for move in self.opening:
            self.enter(move)
        for _attempt in range(MOST_MOVES):
            if self.state.over:
                return
            if (move := self.next_move(chance)) is not None:
                self.enter(msgspec.to_builtins(move))
        raise AssertionError("the game does not end")

    def next_move(self, chance: random.Random) -> Move | None:
        """Return a legal move, None if the one that came to mind is not."""
        state = self.state
        moves = legal(self.game, state)
        ending = [move for move in moves if move.apply(state)[0].over]
        if ending or (moves and chance.random() < 0.7):
            return chance.choice(ending or moves)
        move = anything(self.game, state, chance)
        return move if judge(move, state).refusal is None else None

    def page(self, path: str, language: str = "en") -> str:
        """Return a page as the host's phone gets it."""
        headers = {"Accept": "text/html", "Authorization": f"Bearer {self.table.token}", "Accept-Language": language}
        answer = self.app.test_client().get(path, headers=headers, follow_redirects=True)
        assert answer.status_code == 200, path
        return answer.text


@pytest.mark.parametrize(("game", "variety"), EVENINGS, ids=["-".join(one) for one in EVENINGS])
def test_an_evening(tmp_path: Any, game: str, variety: str) -> None:
    app = app_with({"DATA": str(tmp_path), "TESTING": True, "LIMITS": {}, "HOUSE": True})
    evening = Evening(app, game, variety)
    evening.play(random.Random(f"{game} {variety}"))
    code, rules = evening.table.code, GAMES[game]
    shown = evening.table.show()
    check_result(evening, shown["result"])
    check_pages(evening, shown["seq"])
    check_kept(evening, shown["result"])
    assert evening.api.get(f"/t/{code}")["game"] == rules.name
    check_undone(evening, shown)
    check_copies(evening)
    check_next_game(evening)
    app.extensions["referee"].store.close()


def check_result(evening: Evening, result: dict[str, Any]) -> None:
    """Check that the result names everybody once and says by what it was decided, in words."""
    assert sorted(line["seat"] for line in result["ranking"]) == list(range(len(evening.names)))
    if result["winners"]:
        assert result["decided_by"] in GAMES[evening.game].decided
    else:
        assert result["needs"]


def check_pages(evening: Evening, seq: int) -> None:
    """Check that each page of the table names everybody, in each language, and looks as it did at any entry."""
    code = evening.table.code
    for language in LANGUAGES:
        for part in ("", "/sheet", "/log", "/lobby", "/tv", "/at/0", f"/at/{seq // 2}", f"/at/{seq}"):
            text = evening.page(f"/t/{code}{part}", language)
            assert [name for name in evening.names if name not in text] == [], part
            assert f'<html lang="{language}"' in text
        for path in ("/rulings", "/first"):
            evening.page(f"/t/{code}{path}", language)
        evening.page(f"/rules/now?from=/t/{code}", language)
    log = evening.page(f"/t/{code}/log.csv")
    assert len(list(csv.reader(log.splitlines()))) == seq + 1


def check_kept(evening: Evening, result: dict[str, Any]) -> None:
    """Check that the evening is kept as it ended, on each page of what was played."""
    (play,) = evening.api.get("/played")["plays"]
    assert play["game"] == evening.game
    assert play["decided_by"] == result["decided_by"]
    assert [player["name"] for player in play["players"]] == list(evening.names)
    assert [seat for seat, player in enumerate(play["players"]) if player["winner"]] == sorted(result["winners"])
    places = {line["seat"]: line["place"] for line in result["ranking"]}
    assert [player["place"] for player in play["players"]] == [places[seat] for seat in range(len(evening.names))]
    for language in LANGUAGES:
        own = str(play["id"])
        for path in ("", f"/{own}", f"/{own}/card.svg", "/statistics", f"/person?name={evening.names[0]}"):
            assert evening.names[0] in evening.page(f"/played{path}", language)
    title = GAMES[evening.game].title
    rows = list(csv.reader(evening.page("/played.csv").splitlines()))
    assert [row[4] for row in rows[1:]] == list(evening.names)
    assert {row[1] for row in rows[1:]} == {title}
    statistics = list(csv.reader(evening.page("/played/statistics.csv").splitlines()))
    assert {row[0] for row in statistics[1:]} == set(evening.names)


def check_undone(evening: Evening, shown: dict[str, Any]) -> None:
    """Check that taking the last entry back and putting it in again ends the game as before."""
    status, answer = evening.table.back("undo", shown["seq"], evening.last)
    assert status == 200, answer
    assert not evening.state.over
    assert evening.api.get("/played")["plays"] == []
    status, answer = evening.table.back("redo", answer["entry"]["seq"], evening.last)
    assert status == 200, answer
    assert evening.table.show()["result"] == shown["result"]
    assert len(evening.api.get("/played")["plays"]) == 1


def check_copies(evening: Evening) -> None:
    """Check that the exported table is the same when it is imported."""
    document = evening.api.get(f"/t/{evening.table.code}/export")
    status, made = evening.api.send("POST", "/tables/import", document)
    assert status == 201, made
    again = evening.api.get(f"/t/{made['code']}/export")
    assert again["result"] == document["result"]
    assert [entry["move"] for entry in again["log"]] == [entry["move"] for entry in document["log"]]


def check_next_game(evening: Evening) -> None:
    """Check the form of the next game, and that the game that is made follows this one."""
    code, token = evening.table.code, evening.table.token
    assert evening.names[0] in evening.page(f"/t/{code}/next")
    asked = {"game": evening.game, "players": list(evening.names), "options": {}}
    status, made = evening.api.send("POST", f"/t/{code}/next", asked, token)
    assert status == 201, made
    assert made["code"] in evening.page(f"/t/{code}")
    assert evening.names[0] in evening.page(f"/t/{made['code']}/tv")
