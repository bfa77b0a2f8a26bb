"""What is entered at the same time: answered in the worker's loop, sent once all of it is on disk."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from gunicorn.config import Config

from referee.pages.table import together
from referee.pages.table.stream import PhoneStream
from referee.serve.recorder import MOST, Recorder, is_plain
from referee.store import StorageError
from tests.apps import app_with
from tests.servers.server import GUNICORN, Server

HOST = {"Accept": "application/json", "Content-Type": "application/json"}


class Worker:
    """A worker in small: it notes what is sent and what is given to a thread, and makes deferred calls when told."""

    def __init__(self, app: Flask):
        self.sent: list[tuple[str, bytes]] = []
        self.in_threads: list[str] = []
        self.done: list[str] = []
        self.deferred: list[Callable[[], object]] = []
        self.recorder = Recorder(app, app.extensions["together"], Config(), app.logger)
        self.recorder.send = lambda connection, answer: self.sent.append((connection.code, answer))
        self.recorder.in_thread = lambda connection: self.in_threads.append(connection.code)
        self.recorder.sent = lambda connection: self.done.append(connection.code)
        self.recorder.defer = lambda call, *facts: self.deferred.append(lambda: call(*facts))

    def take(self, table: tuple[str, str], key: str = "k", seat: int = 0) -> bool:
        code, token = table
        body = b'{"key":"%s","move":{"kind":"fame","seat":%d,"by":1}}' % (key.encode(), seat)
        head = (
            f"POST /t/{code}/entries HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n"
            f"Content-Type: application/json\r\nAuthorization: Bearer {token}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        request = SimpleNamespace(data=head.encode() + body)
        return self.recorder.take(
            SimpleNamespace(code=code, request=request, client=("127.0.0.1", 1), server=("127.0.0.1", 8000))
        )

    def settle(self) -> None:
        """Wait until the recorder's thread has told the loop how it went, and let the loop go on."""
        until = time.monotonic() + 10
        while not self.deferred:
            assert time.monotonic() < until
            time.sleep(0.001)
        while self.deferred:
            self.deferred.pop(0)()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = app_with({"DATA": str(tmp_path), "LIMITS": {}})
    yield made
    made.extensions["referee"].store.close()


@pytest.fixture
def worker(app: Flask) -> Worker:
    return Worker(app)


def new_table(app: Flask) -> tuple[str, str]:
    made = app.test_client().post("/tables", json={"game": "alchemicus", "players": ["Ada", "Bruno"]}, headers=HOST)
    app.test_client().get(f"/t/{made.json['code']}", headers={**HOST, "Authorization": f"Bearer {made.json['token']}"})
    return made.json["code"], made.json["token"]


def seq(app: Flask, table: tuple[str, str]) -> int:
    found = app.extensions["referee"].store.table(table[0])
    return int(found.seq)


def watched(app: Flask, table: tuple[str, str]) -> Any:
    """Return a stream that shows the table as it stands."""
    shared = app.extensions["referee"]
    with app.test_request_context(headers={"Authorization": f"Bearer {table[1]}"}):
        from referee.pages.identity import sender_at

        found = shared.store.table(table[0])
        feed = PhoneStream(shared, found, sender_at(found), packed=False)
    watch = shared.live.watch(table[0], frozenset())
    watch.prepare = feed.prepare
    watch.__enter__()
    assert feed.news()
    return feed, watch


def test_nothing_is_sent_and_nobody_is_woken_before_all_is_on_disk(
    app: Flask, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [new_table(app) for _ in range(3)]
    feed, watch = watched(app, tables[0])
    database = app.extensions["referee"].store.database
    durable, commit = threading.Event(), type(database).commit
    monkeypatch.setattr(type(database), "commit", lambda self: durable.wait(10) and commit(self))
    assert all(worker.take(table) for table in tables)
    worker.recorder.answer()
    assert worker.sent == worker.in_threads == [] and [seq(app, table) for table in tables] == [0, 0, 0]
    assert feed.news() == b"" and not watch.wait(0), "it is drawn, and shown to nobody"
    durable.set()
    worker.settle()
    assert [code for code, _ in worker.sent] == worker.done == [code for code, _ in tables]
    assert all(answer.startswith(b"HTTP/1.1 200 OK\r\n") for _code, answer in worker.sent)
    assert [seq(app, table) for table in tables] == [1, 1, 1]
    assert watch.wait(10) and b'data-seq="1"' in feed.news()


def test_where_the_disk_fails_each_is_answered_by_itself(
    app: Flask, worker: Worker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tables = [new_table(app) for _ in range(3)]
    feed, watch = watched(app, tables[0])

    def commit(_self: object) -> None:
        raise StorageError("the disk is full")

    with monkeypatch.context() as fault:
        fault.setattr(type(app.extensions["referee"].store.database), "commit", commit)
        assert all(worker.take(table) for table in tables)
        worker.recorder.answer()
        worker.settle()
    assert worker.sent == worker.done == []
    assert worker.in_threads == [code for code, _ in tables] and "the disk is full" in caplog.text
    assert [seq(app, table) for table in tables] == [0, 0, 0]
    assert feed.news() == b"" and not watch.wait(0), "what was drawn ahead is shown to nobody"
    for code, token in tables:
        body = {"key": "k", "move": {"kind": "fame", "seat": 1, "by": 1}}
        answer = app.test_client().post(
            f"/t/{code}/entries", json=body, headers={**HOST, "Authorization": f"Bearer {token}"}
        )
        assert (answer.status_code, answer.json["seq"]) == (200, 1)
    shown = feed.news()
    assert b"Bruno" in shown and b'data-seq="1"' in shown, "the entry that was recorded, not the one that was drawn"
    assert worker.take(tables[0], "second")
    worker.recorder.answer()
    worker.settle()
    assert seq(app, tables[0]) == 2


def test_what_could_keep_the_loop_waiting_goes_to_a_thread(
    app: Flask, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = new_table(app), new_table(app)
    shared = app.extensions["referee"]
    assert worker.take(table)
    assert not worker.take(table, "again"), "the next at the same table"
    monkeypatch.setattr(together, "LONGEST_LOG", 0)
    assert not worker.take(other), "a log that is long"
    monkeypatch.undo()
    shared.store.memory.tables.drop(other[0])
    assert not worker.take(other), "a table that is to be read"
    assert not worker.take(("ZZZZZZ", "nobody"))
    with shared.store.database.turn(table[0], 1):
        worker.recorder.answer()
    assert worker.in_threads == [table[0]], "somebody else was writing"
    shared.store.memory.tokens.drop()
    seq(app, table)
    assert worker.take(table)
    worker.recorder.answer()
    assert worker.in_threads == [table[0]] * 2, "whose token it is stands on disk"
    assert worker.sent == [] and seq(app, table) == 0


def test_a_refusal_needs_no_disk(app: Flask, worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table(app)
    monkeypatch.setattr(type(app.extensions["referee"].store.database), "commit", None)
    assert worker.take(table, seat=7)
    worker.recorder.answer()
    ((code, answer),) = worker.sent
    assert code == table[0] and answer.startswith(b"HTTP/1.1 404 ") and worker.done == [code]


def test_of_many_some_wait_for_the_next_round(app: Flask, worker: Worker) -> None:
    tables = [new_table(app) for _ in range(MOST + 2)]
    assert all(worker.take(table) for table in tables)
    for many in (MOST, MOST + 2):
        worker.recorder.answer()
        worker.recorder.answer()  # the disk is at work, or nothing is left
        worker.settle()
        assert len(worker.sent) == many
    assert {seq(app, table) for table in tables} == {1}


def test_settings_that_ask_for_more_leave_all_to_gunicorn() -> None:
    cfg = Config()
    assert is_plain(cfg)
    for name, value in (("accesslog", "-"), ("max_requests", 10), ("keepalive", 0), ("certfile", __file__)):
        other = Config()
        other.set(name, value)
        assert not is_plain(other), name


def test_many_that_tap_at_once_are_all_answered_and_all_recorded(tmp_path: Path) -> None:
    with Server(tmp_path, GUNICORN) as server:
        tables = [server.new_table() for _ in range(6)]
        wrong: list[object] = []

        def tap(number: int) -> None:
            code, token = tables[number % 6]
            for tapped in range(25):
                status, answer = server.tap(code, token, f"{number}-{tapped}")
                if status != 200:
                    wrong.append((status, answer))

        phones = [threading.Thread(target=tap, args=(number,)) for number in range(12)]
        for phone in phones:
            phone.start()
        for phone in phones:
            phone.join()
        assert wrong == []
        for code, token in tables:
            log = server.json("GET", f"/t/{code}/log", token=token)["log"]
            assert [entry["seq"] for entry in log] == list(range(1, 51))
