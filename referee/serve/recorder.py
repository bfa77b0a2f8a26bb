"""Entries made at the same time: answered one after the other, recorded as one.

A thread for each tap takes longer to wake than the tap takes, and a sync for each is most of what it costs. So the
worker's loop answers the taps that came in one round itself, at most one a table, and another thread makes them durable
with one sync; only then is anything sent. Meanwhile the loop draws what the phones will be shown. It waits for nothing:
whatever could keep it (a table that is to be read from disk, a long log, somebody else who is writing) is answered in a
thread, as all other requests are.
"""

from __future__ import annotations

import ipaddress
import itertools
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol
from wsgiref.types import WSGIApplication, WSGIEnvironment

from referee.serve.quick import Quick, answered
from referee.store.batch import Batch, NotAtOnce

MOST = 8
"""Taps that are recorded as one: the first of them waits until all were judged."""
FEW = 2
"""Taps of which the tables are drawn ahead. Where there are more, the loop has other things to do, and whoever draws a
table later draws it once for all that was entered there meanwhile."""


class Together(Protocol):
    """The app's part in entries that are answered together (pages.table.together)."""

    def takes(self, code: str) -> bool: ...
    def batch(self) -> Batch | None: ...
    def draw(self, batch: Batch, durable: Callable[[], bool]) -> None: ...


class Recorder:
    """Answers entries in the worker's loop."""

    def __init__(self, application: WSGIApplication, together: Together, cfg: Any, log: Any):
        networks = cfg.forwarded_allow_networks()

        def trusts(address: str) -> bool:
            if "*" in cfg.forwarded_allow_ips:
                return True
            return any(ipaddress.ip_address(address) in network for network in networks)

        self._quick = Quick(trusts)
        self._application, self._together, self._log = application, together, log
        self._waiting: dict[str, tuple[Any, WSGIEnvironment]] = {}
        self._recording = False
        self._disk = ThreadPoolExecutor(1, "recorder")
        self.in_thread: Callable[[Any], object] = lambda connection: None
        """Lets a thread answer what came on a connection."""
        self.send: Callable[[Any, bytes], object] = lambda connection, answer: None
        """Sends an answer as far as the client takes it, from any thread."""
        self.sent: Callable[[Any], object] = lambda connection: None
        """Goes on with a connection whose request was answered, in the loop."""
        self.defer: Callable[..., object] = lambda call, *arguments: None
        """Makes a call in the loop, soon."""

    def take(self, connection: Any) -> bool:
        """Whether what came on this connection is an entry that is answered here."""
        asked = self._quick.environ(bytes(connection.request.data), connection.client, connection.server)
        if asked is None:
            return False
        code, environ = asked
        if code.upper() in self._waiting or not self._together.takes(code):
            return False
        self._waiting[code.upper()] = connection, environ
        return True

    def answer(self) -> None:
        """Answer what waits, unless the disk is at work on what came before."""
        if self._recording or not self._waiting:
            return
        taken = [self._waiting.pop(code) for code in list(itertools.islice(self._waiting, MOST))]
        batch = self._together.batch()
        if batch is None:
            self._in_threads(taken)
            return
        done: list[tuple[Any, bytes]] = []
        while taken:
            connection, environ = taken.pop(0)
            before = batch.inserted
            try:
                with batch:
                    done.append((connection, answered(self._application, environ)))
            except NotAtOnce:
                self.in_thread(connection)
                if batch.inserted != before:  # half of it is in the batch
                    batch.give_up()
                    self._in_threads([*done, *taken])
                    return
            except BaseException:
                batch.give_up()
                raise
        if batch.inserted:
            self._recording = True
            durable = self._disk.submit(self._record, batch, done)
            if len(done) <= FEW:
                self._together.draw(batch, durable.done)
        else:
            batch.give_up()
            for connection, text in done:
                self.send(connection, text)
                self.sent(connection)

    def _record(self, batch: Batch, done: list[tuple[Any, bytes]]) -> None:
        """Make a batch durable, in the recorder's thread, then send its answers."""
        try:
            batch.commit()
        except Exception as error:  # each is answered by itself, and told that nothing was recorded
            self._log.error("nothing of %s entries was recorded: %s", len(done), error)
            self.defer(self._recorded, done, self.in_thread)
            return
        for connection, text in done:
            self.send(connection, text)
        self.defer(self._recorded, done, self.sent)
        batch.finish()

    def _recorded(self, done: list[tuple[Any, bytes]], go_on: Callable[[Any], object]) -> None:
        self._recording = False
        for connection, _text in done:
            go_on(connection)

    def _in_threads(self, taken: list[tuple[Any, Any]]) -> None:
        for connection, _asked in taken:
            self.in_thread(connection)


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
