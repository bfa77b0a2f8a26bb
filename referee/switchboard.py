"""Many open streams, held by one thread: sockets taken over from the server that accepted them.

A thread for each listening phone costs tens of kilobytes and a place in the server's pool; here a phone costs a few.
Where the server hands over no socket (see `referee.pages.table.stream`), a stream is a generator in its own thread.
"""

from __future__ import annotations

import contextlib
import logging
import os
import selectors
import socket
import threading
import time
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from typing import Protocol

from referee.live import Watch

SLICES = 20
"""The groups in which streams are served, one after the other within a second, never thousands at once."""
MOST_UNSENT = 256 * 1024
"""Bytes a phone may leave unread before it is let go; it comes back by itself."""
DEAF_SECONDS = 30
"""The time a phone may leave unacknowledged what it was sent, because it is out of reach or does not read."""


def timeout_options() -> list[tuple[int, int, int]]:
    """Return the socket options that end a connection after DEAF_SECONDS (RFC 5482); none where a system has none."""
    if not hasattr(socket, "TCP_USER_TIMEOUT"):
        return []
    return [(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF_SECONDS * 1000)]


class Feed(Protocol):
    """The source of what one stream sends."""

    code: str
    every: float
    """Seconds between two beats."""
    over: bool
    """Whether nothing more comes after what `news` returned last."""

    @property
    def seats(self) -> frozenset[int]:
        """The seats its phone holds."""

    def head(self) -> bytes:
        """Return what comes first: the head of the answer."""

    def news(self) -> bytes:
        """Return what the phone does not know yet; nothing if it knows all."""

    def beat(self) -> bytes:
        """Return the sign of life."""


class Held:
    """One socket with its feed, and what could not be sent yet."""

    __slots__ = ("due", "feed", "socket", "unsent", "waiting", "watch")

    def __init__(self, socket: socket.socket, feed: Feed, watch: Watch, due: float):
        self.socket = socket
        self.feed = feed
        self.watch = watch
        self.unsent = b""
        self.due = due
        self.waiting = 0


class Switchboard:
    """The thread that serves all held sockets of this process; started by the first `take`."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._inbox: SimpleQueue[Held] = SimpleQueue()
        self._calls: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._slices: list[set[Held]] = [set() for _ in range(SLICES)]
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._wake_read, self._wake_write = -1, -1
        self._woken = False
        """Whether the thread was woken, and has not come round yet."""

    def take(self, accepted: socket.socket, feed: Feed, watch: Watch) -> None:
        """Serve `feed` over a copy of the socket `accepted`, in the place of `watch`, which was entered; its server may
        close its own at once."""
        with self._starting:
            if self._thread is None:
                self._wake_read, self._wake_write = os.pipe()
                os.set_blocking(self._wake_read, False)
                os.set_blocking(self._wake_write, False)
                self._selector.register(self._wake_read, selectors.EVENT_READ, None)
                self._thread = threading.Thread(target=self._run, name="switchboard", daemon=True)
                self._thread.start()
        # The server will shut its connection down, which would end the copy too: put a closed socket in its place.
        end, other = socket.socketpair()
        other.close()
        own = accepted.dup()
        own.setblocking(False)
        for option in timeout_options():
            with contextlib.suppress(OSError):  # a unix socket has no far end to lose
                own.setsockopt(*option)
        os.dup2(end.fileno(), accepted.fileno(), inheritable=False)
        end.close()
        held = Held(own, feed, watch, time.monotonic() + feed.every)
        held.unsent = feed.head()

        def woken() -> None:
            self._inbox.put(held)
            self._wake()

        watch.call(woken)
        woken()

    def soon(self, call: Callable[[], object]) -> None:
        """Make a call in the thread of the streams, if there is one, after what it has to tell now."""
        if self._thread is not None:
            self._calls.put(call)
            self._wake()

    def _wake(self) -> None:
        if not self._woken:
            self._woken = True
            with contextlib.suppress(BlockingIOError):  # a full pipe wakes the thread already
                os.write(self._wake_write, b"!")

    def _run(self) -> None:
        while True:
            try:
                self._serve()
            except Exception:  # whatever one phone brought about, the others are served on
                logging.getLogger(__name__).exception("switchboard")
                time.sleep(1.0 / SLICES)

    def _serve(self) -> None:
        step, turn = 0.0, 0
        while True:
            pause = max(0.0, step - time.monotonic()) if self._calls.empty() else 0.0
            for key, mask in self._selector.select(pause):
                if key.data is None:
                    with contextlib.suppress(BlockingIOError):
                        os.read(self._wake_read, 65536)
                        self._woken = False
                elif mask & selectors.EVENT_READ and not self._still_there(key.data):
                    self._drop(key.data)
                elif mask & selectors.EVENT_WRITE:
                    self._send(key.data, b"")
            self._serve_woken()
            if not self._calls.empty():
                self._calls.get_nowait()()
            now = time.monotonic()
            if now >= step:
                # Every slice comes round once a second; a feed beats when its own time has come.
                step, turn = now + 1.0 / SLICES, (turn + 1) % SLICES
                for held in list(self._slices[turn]):
                    if now >= held.due:
                        held.due = now + held.feed.every
                        self._send_from(held, held.feed.beat)

    def _serve_woken(self) -> None:
        woken: dict[Held, None] = {}
        with contextlib.suppress(Empty):
            while True:
                woken[self._inbox.get_nowait()] = None
        for held in woken:
            if held.socket.fileno() < 0:
                continue
            if held.watch.gave_way:
                self._drop(held)
                continue
            own = self._slices[held.socket.fileno() % SLICES]
            if held not in own:
                own.add(held)
                self._selector.register(held.socket, selectors.EVENT_READ, held)
            self._send_from(held, partial(self._news, held))

    @staticmethod
    def _news(held: Held) -> bytes:
        news = held.feed.news()
        held.watch.hold(held.feed.seats)
        return news

    def _send_from(self, held: Held, said: Callable[[], bytes]) -> None:
        """Send what the feed says. If that fails the phone is dropped, and connects again by itself."""
        try:
            data = said()
        except Exception:
            logging.getLogger(__name__).exception("a feed")  # without the table's code, which is for no log
            self._drop(held)
            return
        if data or held.unsent or held.feed.over:
            self._send(held, data)

    @staticmethod
    def _still_there(held: Held) -> bool:
        """Whether the phone is still there; anything it sends after its request is ignored."""
        try:
            return bool(held.socket.recv(4096))
        except BlockingIOError:
            return True
        except OSError:
            return False

    def _send(self, held: Held, data: bytes) -> None:
        data = held.unsent + data
        try:
            sent = held.socket.send(data) if data else 0
        except BlockingIOError:
            sent = 0
        except OSError:
            self._drop(held)
            return
        held.unsent = data[sent:]
        if len(held.unsent) > MOST_UNSENT or (held.feed.over and not held.unsent):
            self._drop(held)
            return
        waiting = selectors.EVENT_WRITE if held.unsent else 0
        if waiting != held.waiting:
            held.waiting = waiting
            self._selector.modify(held.socket, selectors.EVENT_READ | waiting, held)

    def _drop(self, held: Held) -> None:
        if held.socket.fileno() < 0:
            return
        self._slices[held.socket.fileno() % SLICES].discard(held)
        with contextlib.suppress(KeyError, ValueError):
            self._selector.unregister(held.socket)
        held.socket.close()
        held.watch.leave()
