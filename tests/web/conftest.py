"""A running app without a network, and a way to talk to it as a script does."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.apps import app_with


class Api:
    """A script at the interface: JSON, one token at a time, a fresh key for each entry that names none."""

    def __init__(self, app: Flask):
        self.app = app
        self.keys = itertools.count(1)

    def client(self) -> FlaskClient:
        return self.app.test_client(use_cookies=False)

    def send(
        self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str
    ) -> tuple[int, Any]:
        """Send a request; return status and JSON."""
        given = {"Accept": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
        if token:
            given["Authorization"] = f"Bearer {token}"
        answer = self.client().open(path, method=method, json=body, headers=given)
        return answer.status_code, answer.get_json()

    def get(self, path: str, token: str | None = None, **headers: str) -> Any:
        status, answer = self.send("GET", path, None, token, **headers)
        assert status == 200, answer
        return answer

    def table(self, game: str = "alchemicus", players: tuple[str, ...] = ("Ada", "Bruno"), **options: Any) -> Table:
        status, answer = self.send("POST", "/tables", {"game": game, "players": list(players), "options": options})
        assert status == 201, answer
        return Table(self, answer["code"], answer["token"])


class Table:
    """A table made through the interface; `token` is the host's."""

    def __init__(self, api: Api, code: str, token: str):
        self.api = api
        self.code = code
        self.token = token

    def enter(self, move: dict[str, Any], token: str | None = None, **more: Any) -> tuple[int, Any]:
        body = {"key": f"k{next(self.api.keys)}", "move": move, **more}
        return self.api.send("POST", f"/t/{self.code}/entries", body, token or self.token)

    def done(self, move: dict[str, Any], token: str | None = None, **more: Any) -> Any:
        status, answer = self.enter(move, token, **more)
        assert status == 200, answer
        return answer

    def back(self, way: str, seq: int, token: str | None = None, **more: Any) -> tuple[int, Any]:
        body = {"key": f"k{next(self.api.keys)}", "seq": seq, **more}
        return self.api.send("POST", f"/t/{self.code}/{way}", body, token or self.token)

    def join(self, seat: int | None, **more: Any) -> str:
        status, answer = self.api.send("POST", f"/t/{self.code}/join", {"seat": seat, **more})
        assert status == 200, answer
        return answer["token"]

    def show(self, token: str | None = None) -> Any:
        return self.api.get(f"/t/{self.code}", token)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = app_with({"DATA": str(tmp_path), "TESTING": True, "LIMITS": {}})
    yield made
    made.extensions["referee"].store.close()


@pytest.fixture
def api(app: Flask) -> Api:
    return Api(app)
