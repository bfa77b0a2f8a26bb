"""What is entered at the same time: judged beside the worker's loop, sent once all of it is on disk."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from gunicorn.config import Config

from referee import enter as entering
from referee.serve import recorder as recording
from referee.serve.quick import answered
from referee.serve.recorder import MOST, is_plain
from referee.store import StorageError
from tests.apps import app_with
from tests.serve.small import SECONDS, Phone, Worker, at_commit, new_table, post, seq, takes_long
from tests.servers.server import GUNICORN, ROOT, Server


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    made = app_with({"DATA": str(tmp_path), "LIMITS": {}})
    yield made
    made.extensions["referee"].store.close()


@pytest.fixture
def worker(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Worker:
    monkeypatch.setattr(recording, "AT_ONCE", SECONDS)  # however busy this machine is
    monkeypatch.setattr(recording, "ON_DISK", SECONDS)
    return Worker(app)


def test_nothing_is_sent_and_nobody_is_woken_before_all_is_on_disk(
    app: Flask, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [new_table(app) for _ in range(2)]
    with Phone(app, tables[0]) as phone:
        committing, durable = threading.Event(), threading.Event()
        at_commit(app, monkeypatch, lambda: committing.set() or durable.wait(SECONDS))
        assert all(worker.comes(table) for table in tables)
        worker.loop(committing.is_set)
        worker.loop(lambda: bool(app.extensions["referee"].drawings.of(tables[0][0]).ahead))
        assert worker.sent == worker.in_threads == [] and [seq(app, table) for table in tables] == [0, 0]
        assert not phone.heard(b'data-seq="1"'), "it is drawn, and shown to nobody"
        durable.set()
        worker.settle(2)
        assert [code for code, _ in worker.sent] == worker.done == [code for code, _ in tables]
        assert all(answer.startswith(b"HTTP/1.1 200 OK\r\n") for _code, answer in worker.sent)
        assert [seq(app, table) for table in tables] == [1, 1]
        phone.hears(b'data-seq="1"')


def test_one_that_takes_long_to_judge_keeps_nobody_waiting(
    app: Flask, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the table: it waits here until all others were answered, those before it and those after it."""
    before, slow, behind, waiting, later = (new_table(app) for _ in range(5))
    begun, others_answered, in_time = threading.Event(), threading.Event(), []
    judge = entering.judge

    def judged(move: Any, *facts: Any) -> Any:
        if move.by == 5:
            begun.set()
            in_time.append(others_answered.wait(SECONDS))
        return judge(move, *facts)

    monkeypatch.setattr(entering, "judge", judged)
    worker.threads = True
    assert worker.comes(before) and worker.comes(slow, by=5) and worker.comes(behind)
    worker.loop(begun.is_set)
    assert worker.comes(waiting)
    takes_long(worker)
    assert not worker.comes(later)
    others = [before, behind, waiting, later]
    worker.loop(lambda: worker.statuses() == {code: 200 for code, _ in others})
    others_answered.set()
    worker.loop(lambda: slow[0] in worker.statuses() and not worker.recorder._at_work)
    assert in_time and all(in_time)
    assert worker.in_threads == [code for code, _ in (behind, waiting, later)]
    assert [seq(app, table) for table in (*others, slow)] == [1] * 5
    assert worker.comes(later, "next"), "the next is answered with others again"


def test_nobody_waits_behind_a_disk_that_hangs(app: Flask, worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = first, waiting, later = [new_table(app) for _ in range(3)]
    committing, go_on = threading.Event(), threading.Event()
    at_commit(app, monkeypatch, lambda: committing.set() or go_on.wait(SECONDS))
    worker.threads = True
    worker.comes(first)
    worker.loop(committing.is_set)
    assert worker.comes(waiting)
    takes_long(worker)
    assert not worker.comes(later)
    assert worker.in_threads == [waiting[0], later[0]], "they are told by themselves how it is"
    go_on.set()
    worker.loop(lambda: worker.statuses() == {code: 200 for code, _ in tables})


def test_the_loop_looks_in_time_whether_something_takes_long(app: Flask) -> None:
    worker = Worker(app)
    assert worker.recorder.patience(1.0) == 1.0
    worker.recorder._at_work, worker.recorder._due = True, time.monotonic() + recording.AT_ONCE
    assert worker.recorder.patience(1.0) <= recording.AT_ONCE <= 0.02


def test_where_the_disk_fails_each_is_answered_by_its_own_truth(
    app: Flask, worker: Worker, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tables = recorded, closed, moved_on = [new_table(app) for _ in range(3)]
    with Phone(app, recorded) as phone:

        def commit() -> None:
            raise OSError(28, "the disk is full", "file")

        with monkeypatch.context() as fault:
            at_commit(app, fault, commit)
            assert all(worker.comes(table) for table in tables)
            worker.settle(3)
        assert worker.sent == worker.done == []
        assert worker.in_threads == [code for code, _ in tables] and "the disk is full" in caplog.text
        assert [seq(app, table) for table in tables] == [0, 0, 0]
        assert not phone.heard(b'data-seq="1"'), "what was drawn ahead is shown to nobody"
        bruno = {"key": "other", "move": {"kind": "fame", "seat": 1, "by": 1}}
        assert post(app, closed, "close").status_code == 200
        assert post(app, moved_on, "entries", bruno).json["seq"] == 1
        ada = {"key": "k", "move": {"kind": "fame", "seat": 0, "by": 1}}
        answers = [post(app, table, "entries", ada) for table in tables]
        assert [answer.status_code for answer in answers] == [200, 422, 200]
        assert [answers[0].json["seq"], answers[2].json["seq"]] == [1, 2]
        assert answers[1].json["refusal"]["code"] == "table_closed"
        phone.hears(b'data-seq="1"')
        assert worker.comes(recorded, "second")
        worker.settle(4)
        assert seq(app, recorded) == 2


def test_where_others_came_first_that_one_alone_is_judged_again(
    app: Flask, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = new_table(app), new_table(app)
    together = app.extensions["together"]
    record = together.record

    def later(drafts: Any, draws: bool) -> Any:
        bruno = {"key": "other", "move": {"kind": "fame", "seat": 1, "by": 1}}
        assert post(app, first, "entries", bruno).json["seq"] == 1
        return record(drafts, draws)

    monkeypatch.setattr(together, "record", later)
    assert worker.comes(first) and worker.comes(second)
    worker.settle(2)
    assert worker.in_threads == [first[0]] and worker.statuses() == {second[0]: 200}
    assert (seq(app, first), seq(app, second)) == (1, 1)


def test_what_would_read_the_disk_goes_to_a_thread(app: Flask, worker: Worker) -> None:
    table, other = new_table(app), new_table(app)
    shared = app.extensions["referee"]
    assert worker.comes(table)
    assert not worker.comes(table, "again"), "the next at the same table"
    worker.settle(2)
    assert worker.statuses() == {table[0]: 200}
    shared.store.memory.tables.drop(other[0])
    assert not worker.comes(other), "a table that is to be read"
    assert not worker.comes(("ZZZZZZ", "nobody"))
    shared.store.memory.tokens.drop()
    assert worker.comes(table, "token")
    worker.settle(5)
    assert worker.in_threads == [table[0], other[0], "ZZZZZZ", table[0]], "whose token it is stands on disk"


@pytest.mark.parametrize("key", ["k", "next"])
def test_what_another_process_wrote_is_heard_before_anything_is_answered(app: Flask, worker: Worker, key: str) -> None:
    """What was acknowledged is gone, as after a backup was put back: the same tap is not acknowledged again, nor is one
    that would follow it."""
    table = new_table(app)
    database = app.extensions["referee"].store.database
    assert worker.comes(table)
    worker.settle(1)
    with database._writing:
        database._version -= 1  # as after another process's commit
        database._writer.execute("DELETE FROM entries")
    assert worker.comes(table, key)
    worker.settle(2)
    assert worker.in_threads == [table[0]], "nothing is known of the table any more"


def test_where_the_file_is_not_to_be_had_each_is_answered_by_a_thread(
    app: Flask, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [new_table(app) for _ in range(2)]

    def record(drafts: Any, draws: bool) -> Any:
        raise StorageError("the file was taken away")

    with monkeypatch.context() as fault:
        fault.setattr(app.extensions["together"], "record", record)
        assert all(worker.comes(table) for table in tables)
        worker.settle(2)
    assert worker.sent == [] and worker.in_threads == [code for code, _ in tables]
    assert worker.comes(tables[0], "next")
    worker.settle(3)
    assert worker.statuses() == {tables[0][0]: 200}, "and nothing is answered a second time"


def test_whatever_fails_for_one_the_others_of_its_round_are_answered(
    app: Flask, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, broken, behind = tables = [new_table(app) for _ in range(3)]

    def fails(application: Any, environ: Any) -> bytes:
        if broken[0] in environ["PATH_INFO"]:
            raise RuntimeError("no answer")
        return answered(application, environ)

    with monkeypatch.context() as fault:
        fault.setattr(recording, "answered", fails)
        assert all(worker.comes(table) for table in tables)
        worker.settle(3)
    assert worker.in_threads == [broken[0]]
    assert worker.statuses() == {before[0]: 200, behind[0]: 200}
    assert [seq(app, table) for table in tables] == [1, 0, 1]


def test_what_records_nothing_is_answered_by_a_thread(
    app: Flask, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread hears first of what another process wrote, on which a refusal may depend."""
    table = new_table(app)
    at_commit(app, monkeypatch, lambda: 1 / 0)
    assert worker.comes(table, seat=7)
    worker.settle(1)
    assert worker.in_threads == [table[0]] and worker.sent == worker.done == []


def test_of_many_some_wait_for_the_next_round(app: Flask, worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [new_table(app) for _ in range(MOST + 2)]
    commits: list[int] = []
    at_commit(app, monkeypatch, lambda: commits.append(len(worker.sent)))
    assert all(worker.comes(table) for table in tables)
    worker.settle(MOST + 2)
    assert commits == [0, MOST] and len(worker.sent) == MOST + 2
    assert {seq(app, table) for table in tables} == {1}


def test_killed_between_the_commit_and_the_answer_the_same_tap_again_is_one_entry(tmp_path: Path) -> None:
    words = [sys.executable, "-c", "from tests.serve.test_recorder import die; die()"]
    environment = {**os.environ, "REFEREE_DATA": str(tmp_path)}
    ended = subprocess.run(words, check=False, cwd=ROOT, env=environment, timeout=3 * SECONDS)
    assert ended.returncode == -signal.SIGKILL
    app = app_with({"DATA": str(tmp_path), "LIMITS": {}})
    code, token = (tmp_path / "table").read_text().split()
    again = post(app, (code, token), "entries", {"key": "k", "move": {"kind": "fame", "seat": 0, "by": 1}})
    assert (again.status_code, again.json["seq"], again.json["table"]["players"][0]["fame"]) == (200, 1, 1)
    app.extensions["referee"].store.close()


def die() -> None:
    """Enter something, in a process of its own that is killed once it is recorded, before it is answered."""
    folder = Path(os.environ["REFEREE_DATA"])
    app = app_with({"DATA": str(folder), "LIMITS": {}})
    table, worker = new_table(app), Worker(app)
    (folder / "table").write_text(" ".join(table))
    worker.recorder.send = lambda _connection, _answer: os.kill(os.getpid(), signal.SIGKILL)
    assert worker.comes(table)
    worker.settle(1)


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
