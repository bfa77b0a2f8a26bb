"""Streams: how every phone at a table follows it within a second (server-sent events, WHATWG HTML 9.2)."""

from __future__ import annotations

import errno
import socket
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Blueprint, Response, request

from referee.audience import Sender, Viewer
from referee.engine import Malformed
from referee.language import current, reading
from referee.live import Watch
from referee.pages import SENTENCES, problem, takes
from referee.pages.app_state import AppState, app_state
from referee.pages.identity import address, sender_at, table_or_404
from referee.pages.reading import number
from referee.pages.table.drawings import drawing, drawing_ahead, shown_by
from referee.pages.table.kept import Drawing
from referee.pages.table.table_page import phone_mark
from referee.store import Table

bp = Blueprint("streams", __name__)

BEAT_SECONDS = 2.0
"""The interval at which a phone's stream says that it is alive; it shows "cut off" after two missed beats."""
COMMENT_SECONDS = 10.0
"""The interval at which a quiet stream of events sends a comment line."""

HEADERS = {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-store",
    "Vary": "Accept-Encoding",
    "X-Accel-Buffering": "no",
}
WINDOW = 13
"""The compressor's window, 2 ** 13 bytes: about one update. A larger one would take up the processor's caches."""
REACH = 1 << WINDOW
GZIP_HEAD = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


class GzipStream:
    """A gzip stream (RFC 1952) that keeps no compressor: each piece refers back to the last large one sent.

    A compressor costs 160 KiB a phone. In Deflate (RFC 1951, 2) a block may refer to bytes that were sent before it: a
    fresh compressor that is given those bytes as its dictionary goes on where the last one ended.
    """

    def __init__(self) -> None:
        self._last = b""
        self._beats = 0

    def piece(self, text: bytes) -> bytes:
        """Return `text` compressed, to be sent next."""
        piece = self.press(text)
        self._last, self._beats = text[-REACH:], 0
        return piece

    def press(self, text: bytes) -> bytes:
        """Return `text` compressed as it would be if it were sent next."""
        return pressed(text, self._last, min(self._beats, REACH // len(BEAT) + 1))

    def beat(self) -> bytes:
        """Return the beat compressed, the same each time."""
        self._beats += 1
        return BEAT_PIECE


@lru_cache(maxsize=100)
def pressed(text: bytes, last: bytes, beats: int) -> bytes:
    """Return `text` compressed for a phone that was sent `last` and so many beats after it: once for all that were."""
    before = (last + BEAT * beats)[-REACH:]
    compressor = zlib.compressobj(3, zlib.DEFLATED, -WINDOW, 6, zlib.Z_DEFAULT_STRATEGY, before)
    return compressor.compress(text) + compressor.flush(zlib.Z_SYNC_FLUSH)


BEAT = b"event: beat\ndata: 1\n\n"
_compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
BEAT_PIECE = _compressor.compress(BEAT) + _compressor.flush(zlib.Z_FULL_FLUSH)


class Stream:
    """The parts that both kinds of stream share: plain or compressed, and an answer's head."""

    every = BEAT_SECONDS

    def __init__(self, code: str, packed: bool):
        self.code = code
        self.over = False
        self.gzip = GzipStream() if packed else None

    @property
    def seats(self) -> frozenset[int]:
        """The seats its phone holds."""
        return frozenset()

    def headers(self) -> dict[str, str]:
        """Return the headers of the answer."""
        return {**HEADERS, "Content-Encoding": "gzip"} if self.gzip else HEADERS

    def opening(self) -> bytes:
        """Return the first bytes of the body."""
        return GZIP_HEAD if self.gzip else b""

    def head(self) -> bytes:
        """Return the head of the answer as it goes over the socket, and the first bytes of its body."""
        sealed = {**self.headers(), "X-Content-Type-Options": "nosniff", "Referee": "1"}  # no gate comes after this
        headers = [f"{name}: {value}" for name, value in sealed.items()]
        return "\r\n".join(["HTTP/1.1 200 OK", "Connection: close", *headers, "", ""]).encode() + self.opening()

    def news(self) -> bytes:
        """Return what the client does not know yet; nothing if it knows all."""
        raise NotImplementedError

    def deleted(self) -> bytes:
        """Return the last event: the table is there no longer."""
        self.over = True
        return self.pack(f'event: deleted\ndata: {{"code":"{self.code}"}}\n\n')

    def pack(self, text: str) -> bytes:
        """Return `text` as it is sent, compressed if the client reads that."""
        return self.gzip.piece(text.encode()) if self.gzip else text.encode()

    def beat(self) -> bytes:
        """Return the sign of life."""
        return self.gzip.beat() if self.gzip else BEAT

    def prepare(self, table: Table) -> None:
        """Draw the table as it will stand once its newest entry is recorded; nothing is sent yet."""


class PhoneStream(Stream):
    """A phone's stream: after every change the parts of the table that it does not show yet, in its own language; beats
    between."""

    def __init__(self, shared: AppState, table: Table, sender: Sender, packed: bool):
        super().__init__(table.code, packed)
        self._shared, self._sender = shared, sender
        self._language = current()
        self._shown: Drawing | None = shown_by(shared, table, Viewer.of(sender), version_seen())
        self._viewer: Viewer | None = None

    @property
    def seats(self) -> frozenset[int]:
        return self._sender.seats

    def news(self) -> bytes:
        reading(self._language)
        table = self._shared.store.table(self.code)
        if table is None:
            return self.deleted()
        self._sender.look_again()
        viewer = Viewer.of(self._sender)
        now = drawing(self._shared, table, viewer)
        if now is self._shown and viewer == self._viewer:
            return b""
        text = now.update(self._shown)
        if viewer != self._viewer:
            text += phone_mark(viewer)
        self._shown, self._viewer = now, viewer
        return self.pack(event(now.version, text))

    def prepare(self, table: Table) -> None:
        reading(self._language)
        now = drawing_ahead(self._shared, table, Viewer.of(self._sender))
        if self.gzip is not None:
            self.gzip.press(event(now.version, now.update(self._shown)).encode())


@lru_cache(maxsize=100)
def event(version: str, html: str) -> str:
    """Return an update of a page as one event of a stream; CR, LF and both end a line there (WHATWG HTML 9.2.5). It is
    made once for all phones that are sent the same."""
    lines = html.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\ndata: ")
    return f"id: {version}\ndata: {lines}\n\n"


class EventStream(Stream):
    """A program's stream: an event `table` with the seq after every change, and at once if the program is behind."""

    every = COMMENT_SECONDS

    def __init__(self, shared: AppState, table: Table, packed: bool):
        super().__init__(table.code, packed)
        self._shared = shared
        seen = number(version_seen())
        self._known = (table.seq if seen is None else min(seen, table.seq), *table.version_key[1:])

    def news(self) -> bytes:
        table = self._shared.store.table(self.code)
        if table is None:
            return self.deleted()
        if table.version_key == self._known:
            return b""
        self._known = table.version_key
        return self.pack(f'id: {table.seq}\nevent: table\ndata: {{"seq":{table.seq}}}\n\n')

    def beat(self) -> bytes:
        return self.pack(": still here\n\n")


def version_seen() -> str:
    """Return the version that the client shows: from Last-Event-ID, else from ?since, else ""."""
    return request.headers.get("Last-Event-ID") or request.args.get("since", "")


# --- who serves it -----------------------------------------------------------------------------------------------


class HandedOver(BaseException):
    """The switchboard has the socket; there is nothing more to answer here."""


def hand_over(application: WSGIApplication) -> WSGIApplication:
    """Return the WSGI application with handed-over sockets let go of quietly.

    gunicorn takes a reset connection for a client that left: it closes its own copy of the socket and says nothing.
    """

    def served(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        try:
            return application(environ, start_response)
        except HandedOver as handed:
            raise OSError(errno.ECONNRESET, "handed over") from handed

    return served


def serve(feed: Stream, sender: Sender) -> Response:
    """Hand the stream's socket to the switchboard where the server gives it (gunicorn), else answer in this thread."""
    shared = app_state()
    if request.method == "HEAD":
        return Response(headers=feed.headers())
    watch = shared.live.place(feed.code, feed.seats, (address(), bool(sender.tokens)))
    if watch is None:
        raise problem(429, *SENTENCES[429])
    watch.prepare = feed.prepare
    accepted = request.environ.get("gunicorn.socket")
    if type(accepted) is socket.socket:  # not one that speaks TLS itself
        try:
            shared.switchboard.take(accepted, feed, watch)
        except OSError:  # no more files may be opened
            watch.leave()
            raise
        raise HandedOver
    answer = Response(generated(feed, watch), headers=feed.headers(), direct_passthrough=True)
    answer.call_on_close(watch.leave)  # even where its client went before the first byte
    return answer


def generated(feed: Stream, watch: Watch) -> Iterator[bytes]:
    """Yield the body of a stream, in the thread that serves it."""
    try:
        yield feed.opening() + feed.beat()
        while not watch.gave_way:
            news = feed.news()
            watch.hold(feed.seats)
            if news:
                yield news
            if feed.over:
                return
            if not watch.wait(feed.every):
                yield feed.beat()
    finally:
        watch.leave()


@bp.get("/t/<code>/live")
def live(code: str) -> Response:
    """Tell a program when the table changes."""
    table = table_or_404(code)
    if number(request.args.get("since", "0")) is None:
        raise Malformed("since")
    return serve(EventStream(app_state(), table, takes("gzip")), sender_at(table))


@bp.get("/t/<code>/stream")
def phone(code: str) -> Response:
    """Show a phone the table whenever it changes."""
    table = table_or_404(code)
    sender = sender_at(table)
    return serve(PhoneStream(app_state(), table, sender, takes("gzip")), sender)
