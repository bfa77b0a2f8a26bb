"""Entries made at the same time: answered one after the other, recorded as one.

A thread for each tap takes longer to wake than the tap takes, and a sync for each is most of what it costs. So one
thread answers the taps that came in one round of the worker's loop, at most one a table, and makes them durable with
one sync; only then is anything sent. Meanwhile the switchboard draws what the phones will be shown.

The loop itself waits for nothing, and nobody waits for somebody else's tap: where one takes longer than AT_ONCE to be
judged, those behind it are answered by threads of their own, as all other requests are, and those before it recorded
by another. Whatever has to read or write something else than an entry is answered so, too, and what records nothing: a
refusal, or a tap that came before.
"""

from __future__ import annotations

import ipaddress
import itertools
import math
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from queue import SimpleQueue
from typing import Any, NamedTuple, Protocol
from wsgiref.types import WSGIApplication, WSGIEnvironment

from referee.serve.quick import Quick, answered
from referee.store.batch import Draft, NotAtOnce

AT_ONCE = 0.02
"""Seconds that one tap may take until it is judged and answered, before others are answered elsewhere."""
ON_DISK = 1.0
"""Seconds that the disk may take, before others wait for it in threads of their own."""
MOST = 8
"""Taps that are recorded as one: the first of them waits until all were judged."""
FEW = 2
"""Taps of which the tables are drawn ahead. Where there are more there is other work, and whoever draws a table later
draws it once for all that was entered there meanwhile."""


class Together(Protocol):
    """The app's part in entries that are answered together (pages.table.together)."""

    def takes(self, code: str) -> bool: ...
    def record(self, drafts: list[Draft], draws: bool) -> list[Draft]: ...


class Asked(NamedTuple):
    """A request to enter something, and the connection that it came on."""

    connection: Any
    environ: WSGIEnvironment


class Judged(NamedTuple):
    """An answer that is sent once its draft was recorded."""

    connection: Any
    answer: bytes
    draft: Draft


class Recorder:
    """Answers entries beside the worker's loop, which calls `take`, `answer` and `patience`."""

    def __init__(self, application: WSGIApplication, together: Together, cfg: Any, log: Any):
        networks = cfg.forwarded_allow_networks()

        def trusts(address: str) -> bool:
            if "*" in cfg.forwarded_allow_ips:
                return True
            return any(ipaddress.ip_address(address) in network for network in networks)

        self._quick = Quick(trusts)
        self._application, self._together, self._log = application, together, log
        self._waiting: dict[str, Asked] = {}
        """Those that wait for the next round, by table."""
        self._round: deque[Asked] = deque()
        """Those of this round that are not judged yet: the loop may take them away."""
        self._judged: list[Judged] = []
        self._lock = threading.Lock()
        """Held while `_judged` is taken or added to."""
        self._at_work = self._late = False
        self._due = math.inf
        """The moment from which nobody waits for what is at work."""
        self._rounds: SimpleQueue[None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self.in_thread: Callable[[Any], object] = lambda connection: None
        """Lets a thread answer what came on a connection."""
        self.send: Callable[[Any, bytes], object] = lambda connection, answer: None
        """Sends an answer as far as the client takes it, from any thread."""
        self.sent: Callable[[Any], object] = lambda connection: None
        """Goes on with a connection whose request was answered, in the loop."""
        self.defer: Callable[..., object] = lambda call, *arguments: None
        """Makes a call in the loop, soon."""

    # --- in the loop -------------------------------------------------------------------------------------------------

    def take(self, connection: Any) -> bool:
        """Whether what came on this connection is an entry that is answered here."""
        if self._late:
            return False
        asked = self._quick.environ(bytes(connection.request.data), connection.client, connection.server)
        if asked is None:
            return False
        code, environ = asked
        if code.upper() in self._waiting or not self._together.takes(code):
            return False
        self._waiting[code.upper()] = Asked(connection, environ)
        return True

    def answer(self) -> None:
        """Let what waits be answered, elsewhere if what is at work takes long."""
        if not self._at_work:
            self._begin()
        elif not self._late and time.monotonic() >= self._due:
            self._late = True
            behind = [*popped(self._round), *self._waiting.values()]
            self._waiting.clear()
            self._in_threads(behind)
            threading.Thread(target=self._record, args=(self._take_judged(),), name="recorder").start()

    def patience(self, seconds: float) -> float:
        """Return how long the loop may wait until it calls `answer`, at most so many seconds."""
        if not self._at_work or self._late:
            return seconds
        return min(seconds, max(0.0, self._due - time.monotonic()))

    def _begin(self) -> None:
        if not self._waiting:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="recorder", daemon=True)
            self._thread.start()
        self._round.extend(self._waiting.pop(code) for code in list(itertools.islice(self._waiting, MOST)))
        self._at_work, self._due = True, time.monotonic() + AT_ONCE
        self._rounds.put(None)

    def _ended(self) -> None:
        self._at_work = self._late = False

    def _in_threads(self, asked: Iterable[Asked | Judged]) -> None:
        for each in asked:
            self.in_thread(each.connection)

    def _all_sent(self, judged: Iterable[Judged]) -> None:
        for each in judged:
            self.sent(each.connection)

    # --- in the recorder's thread ------------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            self._rounds.get()
            try:
                self._judge()
            except Exception:  # whatever it was, everybody is answered, those of this round by threads
                self._log.exception("recorder")
                self.defer(self._in_threads, [*popped(self._round), *self._take_judged()])
            self.defer(self._ended)

    def _judge(self) -> None:
        """Answer those of this round one after the other, then record all."""
        for asked in popped(self._round):
            self._due = time.monotonic() + AT_ONCE
            draft = Draft()
            try:
                with draft:
                    text = answered(self._application, asked.environ)
            except (NotAtOnce, Exception):  # what goes wrong a thread says, if it does so again
                self.defer(self._in_threads, [asked])
                continue
            if draft.table is None:  # nobody looks whether another process wrote to the file; a thread does so first
                self.defer(self._in_threads, [asked])
                continue
            with self._lock:
                self._judged.append(Judged(asked.connection, text, draft))
        self._due = time.monotonic() + ON_DISK
        self._record(self._take_judged())

    def _take_judged(self) -> list[Judged]:
        with self._lock:
            judged, self._judged = self._judged, []
        return judged

    def _record(self, judged: list[Judged]) -> None:
        """Make what was judged durable, and send the answers."""
        if not judged:
            return
        drafts = [each.draft for each in judged]
        try:
            stale = self._together.record(drafts, draws=len(drafts) <= FEW)
        except Exception as error:  # each is answered by itself, and told that nothing was recorded
            self._log.error("nothing of %s entries was recorded: %s", len(judged), error)
            stale = drafts
        recorded = [each for each in judged if each.draft not in stale]
        for each in recorded:
            self.send(*each[:2])
        self.defer(self._all_sent, recorded)
        if stale:
            self.defer(self._in_threads, [each for each in judged if each.draft in stale])
        for each in recorded:
            each.draft.finish()


def popped(asked: deque[Asked]) -> Iterable[Asked]:
    """Yield what waits, the first at each time, as long as something waits; others may take some of it."""
    while True:
        try:
            yield asked.popleft()
        except IndexError:
            return


def is_plain(cfg: Any) -> bool:
    """Whether gunicorn's settings ask for nothing that answering here would leave out."""
    return not (
        cfg.is_ssl
        or cfg.accesslog
        or cfg.statsd_host
        or cfg.max_requests
        or not cfg.keepalive
        or cfg.proxy_protocol not in (False, "off")
        or os.environ.get("SCRIPT_NAME")
    )
