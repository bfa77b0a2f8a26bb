"""Somebody who sends anything, and looks closely at every answer."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

from flask import Flask
from werkzeug.datastructures import MultiDict

from tests.web.conftest import Table
from tests.web.garbage import Garbage

JSON = {"Accept": "application/json", "Content-Type": "application/json"}
ANSWERS = {200, 201, 302, 303, 400, 401, 403, 404, 405, 409, 413, 415, 422}
FULL = {"track": "full", "expansion": "noctis", "advanced_sale": True}


class Page(HTMLParser):
    """Notes every piece of markup that none of our templates writes."""

    def __init__(self, text: str):
        super().__init__()
        self.foreign: list[Any] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        handlers = [name for name in given if name.startswith("on")]
        linked = [value for value in given.values() if value and value.lower().lstrip().startswith("javascript:")]
        inline = tag == "script" and "src" not in given and given.get("type") != "application/json"
        if handlers or linked or inline or "style" in given or tag == "xss":
            self.foreign.append((tag, attrs))


class Attacker:
    """Sends requests and checks every answer: its status, its shape, its markup."""

    def __init__(self, app: Flask):
        self.client = app.test_client(use_cookies=False)
        self.statuses: set[int] = set()

    def send(self, method: str, path: str, **given: Any) -> Any:
        answer = self.client.open(path, method=method, **given)  # the app is being tested: what is unforeseen is raised
        text = answer.get_data(as_text=True)
        assert answer.status_code in ANSWERS, (answer.status_code, method, path, given)
        self.statuses.add(answer.status_code)
        if answer.mimetype == "text/html":
            assert Page(text).foreign == [], (method, path, given)
        if answer.status_code >= 400 and answer.mimetype == "application/json":
            told = json.loads(text)
            problem = told.get("error") or told["refusal"]
            assert problem["code"] and problem["message"], (path, given)
            assert answer.status_code != 400 or isinstance(problem["field"], str)
        return answer

    def post(self, chance: Garbage, path: str, value: Any, token: str = "") -> Any:
        """Send `value` as JSON, or as one of the two kinds of form, by a script or a phone."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if not isinstance(value, dict) or chance.chance.random() < 0.6:
            accept = chance.chance.choice(("application/json", "text/html"))
            headers |= {"Accept": accept, "Content-Type": "application/json"}
            return self.send("POST", path, data=json.dumps(value), headers=headers)
        if isinstance(value.get("move"), dict):
            value = {**value, **value["move"]}
            del value["move"]
        headers |= {"Accept": "text/html", "HX-Request-Type": chance.chance.choice(("partial", "full"))}
        fields = chance.form(value)
        if chance.chance.random() < 0.7:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            return self.send("POST", path, data=urlencode(fields), headers=headers)
        headers["Content-Type"] = "multipart/form-data"
        return self.send("POST", path, data=MultiDict(fields), headers=headers)


def state(table: Table) -> Any:
    """Return all that an entry could change."""
    found = table.api.app.extensions["referee"].store.table(table.code)
    assert found is not None
    return found.seq, found.closed, found.state
