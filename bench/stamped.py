"""The app as it is measured, which notes the moment of each step of a tap; `/bench/moments` tells and forgets them."""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Callable
from typing import Any

from bench.served import application
from referee.pages.table.stream import BEAT_PIECE
from referee.pages.table.together import Together
from referee.serve import recorder
from referee.serve.recorder import Recorder
from referee.serve.worker import WholeRequests
from referee.switchboard import Held, Switchboard

moments: list[tuple[str, float]] = []


def note(where: Any, name: str, begins: str = "", ends: str = "") -> None:
    """Note from now on, by these names, when the function `name` of `where` begins and ends."""
    whole: Callable[..., Any] = getattr(where, name)

    @functools.wraps(whole)
    def noted(*arguments: Any, **named: Any) -> Any:
        if begins:
            moments.append((begins, time.perf_counter()))
        try:
            return whole(*arguments, **named)
        finally:
            if ends:
                moments.append((ends, time.perf_counter()))

    setattr(where, name, noted)


note(WholeRequests, "answer", "came")
note(Recorder, "_judge", "begun")
note(recorder, "answered", ends="judged")
note(Together, "record", ends="durable")
note(WholeRequests, "send_answer", ends="answered")

send = Switchboard._send


def told(self: Switchboard, held: Held, data: bytes) -> None:
    """Send, and note the moment, unless it is a beat."""
    send(self, held, data)
    if data not in (b"", BEAT_PIECE):
        moments.append(("told", time.perf_counter()))


Switchboard._send = told  # type: ignore[method-assign]
plain = application.wsgi_app


def route(environ: Any, start_response: Any) -> Any:
    """Answer as the app does, or tell what was noted."""
    if environ["PATH_INFO"] != "/bench/moments":
        return plain(environ, start_response)
    noted = json.dumps(moments).encode()
    moments.clear()
    start_response("200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(noted)))])
    return [noted]


application.wsgi_app = route  # type: ignore[method-assign]
