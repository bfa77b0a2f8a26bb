"""gunicorn's worker of ours: connections that go in the midst of a batch of events, and what else no client may end."""

from __future__ import annotations

import errno
import selectors
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from gunicorn.app.base import BaseApplication
from gunicorn.glogging import Logger

from referee.serve import worker as serving
from referee.serve.worker import Connection, WholeRequests

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "


class Nothing(BaseApplication):  # type: ignore[misc]
    """An application that is never asked."""

    def load_config(self) -> None:
        """Leave everything as gunicorn has it."""

    def load(self) -> Any:
        """Return nothing to ask."""


class Clients:
    """A worker that is not run, and clients that are connected to it; what it asks its threads to do is kept."""

    def __init__(self) -> None:
        cfg = Nothing().cfg
        cfg.set("worker_connections", 4000)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.setblocking(False)
        self.worker = WholeRequests(0, 0, [self.listener], Nothing(), 60, cfg, Logger(cfg))
        self.worker.poller = selectors.DefaultSelector()
        self.asked: list[Connection] = []
        self.worker.enqueue_req = self.asked.append
        self.open: list[socket.socket] = []

    def connect(self) -> tuple[socket.socket, Connection]:
        """Connect a client; return its socket and what the worker has of it."""
        client = socket.create_connection(self.listener.getsockname())
        self.open.append(client)
        self.worker.accept(self.listener)
        return client, list(self.worker.unfinished)[-1]

    def takes_no_more(self) -> Connection:
        """Return a connection with an answer of which the client has not taken all."""
        _client, connection = self.connect()
        self.worker.finished(connection)
        connection.unsent = bytearray(b"x" * 100)
        done: Future[bool] = Future()
        done.set_result(True)
        self.worker.finish_request(connection, done)
        return connection

    def batch(self, *order: socket.socket) -> None:
        """Tell the worker, as its loop does, of all that has happened at these sockets, in this order."""
        ready = {key.fileobj: key for key, _ in self.worker.poller.select(1)}
        for key in [ready[one] for one in order]:
            key.data(key.fileobj)

    def close(self) -> None:
        """Close everything."""
        for each in (*self.open, self.listener, *(one.sock for one in self.worker.unfinished)):
            each.close()
        self.worker.poller.close()
        self.worker.tmp.close()


@pytest.fixture
def clients() -> Iterator[Clients]:
    made = Clients()
    yield made
    made.close()


def waits(clients: Clients) -> Connection:
    """Return a connection that sends the next piece of a half request."""
    client, connection = clients.connect()
    client.sendall(HALF)
    return connection


@pytest.mark.parametrize("how", [waits, Clients.takes_no_more], ids=["half request", "answer not taken"])
def test_one_that_gave_way_in_the_same_batch_is_passed_over(
    clients: Clients, monkeypatch: pytest.MonkeyPatch, how: Callable[[Clients], Connection]
) -> None:
    monkeypatch.setattr(serving, "UNFINISHED_BYTES", 200)
    oldest = how(clients)
    sent, newer = clients.connect()
    sent.sendall(HALF * 10)
    clients.batch(newer.sock, oldest.sock)  # the first is over what is kept, so that the oldest gives way
    assert oldest.sock.fileno() == -1
    assert not clients.worker.unfinished  # it alone was too much, too
    assert (clients.worker.held, clients.worker.nr_conns, clients.asked) == (0, 0, [])


@pytest.mark.parametrize("how", [waits, Clients.takes_no_more], ids=["half request", "answer not taken"])
def test_one_that_gave_way_to_a_new_connection_is_passed_over(
    clients: Clients, monkeypatch: pytest.MonkeyPatch, how: Callable[[Clients], Connection]
) -> None:
    monkeypatch.setattr(serving, "UNFINISHED", 1)
    oldest = how(clients)
    accepting = clients.worker
    accepting.poller.register(clients.listener, selectors.EVENT_READ, accepting.accept)
    clients.open.append(socket.create_connection(clients.listener.getsockname()))
    clients.batch(clients.listener, oldest.sock)
    (left,) = accepting.unfinished
    assert left is not oldest
    assert (accepting.held, accepting.nr_conns) == (0, 1)


def test_a_connection_can_be_let_go_twice(clients: Clients) -> None:
    kept = waits(clients)
    gone = waits(clients)
    for _ in range(2):
        clients.worker.drop(gone)
        clients.worker.finished(gone)
    assert list(clients.worker.unfinished) == [kept]
    assert clients.worker.nr_conns == 1


def test_an_answer_whose_connection_was_closed_meanwhile_ends_nothing(clients: Clients) -> None:
    _client, connection = clients.connect()
    clients.worker.finished(connection)
    connection.unsent = bytearray(b"x" * 100)
    connection.sock.close()  # as gunicorn does where the app fails in the midst of an answer
    done: Future[bool] = Future()
    done.set_result(False)
    clients.worker.finish_request(connection, done)
    assert (dict(clients.worker.unfinished), clients.worker.nr_conns, clients.worker.held) == ({}, 0, 0)


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENOBUFS, errno.EPROTO, errno.ENETDOWN, errno.EPERM])
def test_what_goes_wrong_before_a_connection_is_accepted_ends_nothing(clients: Clients, number: int) -> None:
    class Failing:
        """A listening socket with an error of the network waiting (accept(2), "Error handling")."""

        def accept(self) -> None:
            """Fail."""
            raise OSError(number, "so it went")

    kept = waits(clients)
    clients.worker.accept(Failing())  # type: ignore[arg-type]
    gave_way = number in (errno.EMFILE, errno.ENOBUFS)
    assert list(clients.worker.unfinished) == ([] if gave_way else [kept])
