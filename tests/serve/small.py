"""A worker in small, which runs in a test: what its recorder sends, a disk that fails, a phone that listens."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from gunicorn.config import Config

from referee.serve.quick import Quick, answered
from referee.serve.recorder import Recorder

HOST = {"Accept": "application/json", "Content-Type": "application/json"}
SECONDS = 20


class Worker:
    """A worker in small: it notes what is sent and what is given to threads, which answer if `threads` says so, and has
    a loop that is run for as long as a test needs it."""

    def __init__(self, app: Flask, threads: bool = False):
        self.app, self.threads = app, threads
        self.sent: list[tuple[str, bytes]] = []
        self.in_threads: list[str] = []
        self.done: list[str] = []
        self.deferred: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self.recorder = Recorder(app, app.extensions["together"], Config(), app.logger)
        self.recorder.send = lambda connection, answer: self.sent.append((connection.code, answer))
        self.recorder.in_thread = self.in_thread
        self.recorder.sent = lambda connection: self.done.append(connection.code)
        self.recorder.defer = lambda call, *facts: self.deferred.put(partial(call, *facts))

    def comes(self, table: tuple[str, str], key: str = "k", seat: int = 0, by: int = 1) -> bool:
        """Let somebody enter Fame; return whether that is answered together with others."""
        code, token = table
        body = b'{"key":"%s","move":{"kind":"fame","seat":%d,"by":%d}}' % (key.encode(), seat, by)
        head = (
            f"POST /t/{code}/entries HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n"
            f"Content-Type: application/json\r\nAuthorization: Bearer {token}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        request = SimpleNamespace(data=head.encode() + body)
        connection = SimpleNamespace(code=code, request=request, client=("127.0.0.1", 1), server=("127.0.0.1", 8000))
        taken = self.recorder.take(connection)
        if not taken:
            self.in_thread(connection)
        return taken

    def in_thread(self, connection: Any) -> None:
        self.in_threads.append(connection.code)
        if self.threads:
            threading.Thread(target=self.answer, args=(connection,)).start()

    def answer(self, connection: Any) -> None:
        read = Quick(lambda _address: False).environ(connection.request.data, connection.client, connection.server)
        assert read is not None
        self.sent.append((connection.code, answered(self.app, read[1])))

    def loop(self, done: Callable[[], bool]) -> None:
        """Run the loop until something is so."""
        until = time.monotonic() + SECONDS
        while not done():
            assert time.monotonic() < until
            self.recorder.answer()
            try:
                self.deferred.get(timeout=self.recorder.patience(0.01))()
            except Empty:
                continue

    def settle(self, many: int) -> None:
        """Run the loop until so many were answered or given to threads, and nothing is at work."""
        self.loop(lambda: len(self.done) + len(self.in_threads) >= many and not self.recorder._at_work)

    def statuses(self) -> dict[str, int]:
        """Return the status of each answer by the table's code."""
        return {code: int(answer.split(b" ")[1]) for code, answer in self.sent}


class Writer:
    """Stands for the connection that writes: `commit` is called before each COMMIT."""

    def __init__(self, writer: Any, commit: Callable[[], object]):
        self._writer, self._commit = writer, commit

    def execute(self, sql: str, *values: Any) -> Any:
        if sql == "COMMIT":
            self._commit()
        return self._writer.execute(sql, *values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._writer, name)


def at_commit(app: Flask, monkeypatch: pytest.MonkeyPatch, call: Callable[[], object]) -> None:
    database = app.extensions["referee"].store.database
    monkeypatch.setattr(database, "_writer", Writer(database._writer, call))


def new_table(app: Flask) -> tuple[str, str]:
    made = app.test_client().post("/tables", json={"game": "alchemicus", "players": ["Ada", "Bruno"]}, headers=HOST)
    app.test_client().get(f"/t/{made.json['code']}", headers={**HOST, "Authorization": f"Bearer {made.json['token']}"})
    return made.json["code"], made.json["token"]


def seq(app: Flask, table: tuple[str, str]) -> int:
    found = app.extensions["referee"].store.table(table[0])
    return int(found.seq)


def post(app: Flask, table: tuple[str, str], what: str, body: object = None) -> Any:
    headers = {**HOST, "Authorization": f"Bearer {table[1]}"}
    return app.test_client().post(f"/t/{table[0]}/{what}", json=body or {}, headers=headers)


def takes_long(worker: Worker) -> None:
    """Let what is at work have taken as long as it may, and the loop come round."""
    worker.recorder._due = 0.0
    worker.recorder.answer()


class Phone:
    """A phone that follows a table over a socket; `came` is all that it was sent."""

    def __init__(self, app: Flask, table: tuple[str, str]):
        near, self._far = socket.socketpair()
        head = {"gunicorn.socket": near, "HTTP_AUTHORIZATION": f"Bearer {table[1]}"}
        with pytest.raises(OSError, match="handed over"):
            app.test_client().get(f"/t/{table[0]}/stream", environ_overrides=head)
        near.close()
        self._live = app.extensions["referee"].live
        self._far.settimeout(SECONDS)
        self.came = b""
        self.hears(b'id="shown"')

    def __enter__(self) -> Phone:
        return self

    def __exit__(self, *_exception: object) -> None:
        self._far.close()
        until = time.monotonic() + SECONDS
        while self._live.count:
            assert time.monotonic() < until
            time.sleep(0.01)

    def hears(self, wanted: bytes) -> None:
        """Read until something has come."""
        while wanted not in self.came:
            self.came += self._far.recv(65536)

    def heard(self, what: bytes) -> bool:
        """Whether something has come by now."""
        with suppress(BlockingIOError):
            self.came += self._far.recv(1 << 20, socket.MSG_DONTWAIT)
        return what in self.came
