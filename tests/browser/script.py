"""Somebody at the table who plays by script: plain JSON requests, and a token."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable
from typing import Any


def ask(url: str, body: Any = None, token: str = "", accept: str = "application/json", **headers: str) -> bytes:
    """Send a request as a script (with another `accept`, as a browser); return what comes back, also a refusal."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Accept": accept, "Content-Type": "application/json", "Cookie": f"seats={token}"} | headers
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as answer:
            return bytes(answer.read())
    except urllib.error.HTTPError as error:
        return bytes(error.read())


class Script:
    """Somebody who plays by JSON: the table's address and their token."""

    def __init__(self, table: str, token: str, entered: Callable[[int], None] = lambda seq: None):
        self.table = table
        self.token = token
        self.entered = entered

    def enter(self, **move: Any) -> dict[str, Any]:
        body = {"key": uuid.uuid4().hex, "move": move}
        answer: dict[str, Any] = json.loads(ask(f"{self.table}/entries", body, self.token))
        if "entry" in answer:
            self.entered(answer["seq"])
        return answer

    def look(self) -> dict[str, Any]:
        return json.loads(ask(self.table, token=self.token))  # type: ignore[no-any-return]

    def pass_until(self, phase: str, round: int) -> None:
        """Let everybody take nothing until this phase of this round, declaring nothing on the way."""
        while (seen := self.look())["phase"] != phase or seen["round"] != round:
            if seen["phase"] == "declare":
                entered = self.enter(kind="next_round", seat=0)
            else:
                entered = self.enter(kind="pass", seat=seen["to_move"], take="nothing")
            assert "seq" in entered, entered
