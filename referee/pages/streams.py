"""Streams: how every phone at a table follows it within a second (server-sent events, WHATWG HTML 9.2)."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Response, request

from referee.language import current, reading
from referee.live import Live
from referee.pages import SENTENCES, problem
from referee.pages.house import house
from referee.pages.identity import Sender, find
from referee.pages.showing import Viewer, fragment, version

bp = Blueprint("streams", __name__)

BEAT_SECONDS = 2.0
"""How often a phone's stream says that it is alive; it shows "cut off" after two missed beats."""
COMMENT_SECONDS = 10.0
"""How often a quiet stream of events sends a comment line."""


def since() -> str:
    """Return what the client has: from Last-Event-ID, else from ?since, else nothing."""
    return request.headers.get("Last-Event-ID") or request.args.get("since", "")


def stream(events: Iterator[str]) -> Response:
    """Answer with a stream of events, compressed as a whole where the client can: each then costs about a tenth."""

    def compressed() -> Iterator[bytes]:
        squeeze = zlib.compressobj(6, zlib.DEFLATED, 31, 6)
        for event in events:
            yield squeeze.compress(event.encode()) + squeeze.flush(zlib.Z_SYNC_FLUSH)

    gzip = "gzip" in request.headers.get("Accept-Encoding", "")
    body: Any = compressed() if gzip else (event.encode() for event in events)
    answer = Response(body, content_type="text/event-stream; charset=utf-8", direct_passthrough=True)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"
    answer.headers["Vary"] = "Accept-Encoding"
    if gzip:
        answer.headers["Content-Encoding"] = "gzip"
    return answer


def opened(live: Live) -> None:
    if live.full():
        raise problem(503, "busy", SENTENCES[429][1])


@bp.get("/t/<code>/live")
def live(code: str) -> Response:
    """Send an event `table` with the seq after every change, at once if `since` is behind."""
    table = find(code)
    streams: Live = house().live
    opened(streams)
    tables, text = house().store, since()
    seen = int(text[:9]) if text.isascii() and text.isdigit() else table.seq

    def events() -> Iterator[str]:
        last: Any = None
        with streams.watch(table.code) as watch:
            yield ": here\n\n"
            while True:
                now = tables.table(table.code)
                if now is not None and (now.seq, now.closed) != last and (now.seq > seen or last is not None):
                    yield f'id: {now.seq}\nevent: table\ndata: {{"seq":{now.seq}}}\n\n'
                last = (now.seq, now.closed) if now is not None else last
                if not watch.wait(COMMENT_SECONDS):
                    yield ": still here\n\n"

    return stream(events())


@bp.get("/t/<code>/stream")
def phone(code: str) -> Response:
    """Send a phone the fragment of its own seat, in its own language, after every change, and a beat meanwhile."""
    table = find(code)
    sender = Sender(table)
    the = house()
    opened(the.live)
    seen, language = since(), current()

    def shown() -> tuple[str, str]:
        reading(language)
        now = the.store.table(table.code) or table
        text = fragment(the, now, Viewer.of(sender))
        return version(now, text), text

    def events() -> Iterator[str]:
        last = seen
        with the.live.watch(table.code, sender.seats) as watch:
            yield "event: beat\ndata: 1\n\n"
            while True:
                now, text = shown()
                if now != last:
                    last = now
                    yield f"id: {now}\n" + "".join(f"data: {line}\n" for line in text.splitlines()) + "\n"
                if not watch.wait(BEAT_SECONDS):
                    yield "event: beat\ndata: 1\n\n"

    return stream(events())
