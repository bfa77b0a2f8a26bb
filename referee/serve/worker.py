"""A gunicorn worker whose threads never wait for a client, neither for its request nor until it takes the answer.

gunicorn's own (gthread) gives a thread to each connection that has begun to speak: as many clients that send a byte now
and then as there are threads keep everybody else out. Here one loop collects requests until they are whole, and sends
what is left of answers; where there are too many, the oldest unfinished connection gives way.
"""

from __future__ import annotations

import contextlib
import errno
import selectors
import socket
import time
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from gunicorn.workers.gthread import TConn, ThreadWorker

from referee.serve.recorder import Recorder, is_plain
from referee.serve.whole import Request

UNFINISHED = 1000
"""Connections whose request is not whole, or that have not taken all of their answer."""
UNFINISHED_BYTES = 64 * 1024 * 1024
UNFINISHED_SECONDS = 30
"""The time a client may take for one request, and for one answer."""
NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
"""The errors that accept() fails with where too many connections are open."""
LINGERING_SECONDS = 2
"""The time a client may take to close a connection after its last answer."""
PIECE = 64 * 1024


class Outgoing:
    """Stands for a socket while an answer is written to it: what the client does not take at once is kept."""

    def __init__(self, accepted: socket.socket):
        self.accepted = accepted
        self.unsent = bytearray()

    def sendall(self, data: bytes) -> None:
        """Send what can be sent without waiting, and keep the rest."""
        if not self.unsent:
            data = data[send(self.accepted, data) :]
        self.unsent += data

    def send(self, data: bytes) -> int:
        """Send or keep all of it."""
        self.sendall(data)
        return len(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.accepted, name)


def send(accepted: socket.socket, data: bytes | bytearray) -> int:
    """Send as much of `data` as can be sent without waiting; return how much that was. Raises OSError."""
    try:
        return accepted.send(data, socket.MSG_DONTWAIT)
    except BlockingIOError:
        return 0


class Connection(TConn):  # type: ignore[misc]
    """A client's connection: what has come of its request, and what is left of its answer."""

    def __init__(self, worker: WholeRequests, *arguments: object):
        super().__init__(*arguments)
        self.worker = worker
        self.request = Request()
        self.unsent = bytearray()
        self.due = 0.0
        self.gone = False
        """Whether the client took no answer."""

    @property
    def held(self) -> int:
        """Bytes that are kept for it."""
        return len(self.request.data) + len(self.unsent)

    def close(self, graceful: bool = False) -> None:
        """Close it; gracefully, let the client close first, so that it reads its answer (RFC 9112, 9.6)."""
        if graceful:
            self.worker.linger(self.sock)
        else:
            super().close()


class WholeRequests(ThreadWorker):  # type: ignore[misc]
    """gunicorn's threaded worker, with the waiting done in its loop."""

    def __init__(self, *arguments: object, **named: object):
        super().__init__(*arguments, **named)
        self.max_keepalived = max(1, self.worker_connections - self.cfg.threads - UNFINISHED - 100)
        self.asking = ThreadPoolExecutor(self.cfg.threads)
        """Threads for requests that change nothing: they never wait behind writes that wait for their turn."""
        self.unfinished: dict[Connection, None] = {}
        self.held = 0
        self.lingering: deque[tuple[float, socket.socket]] = deque()
        self.recorder: Recorder | None = None

    def load_wsgi(self) -> None:
        """Load the app, and give it the client's own socket: a stream is handed over with it."""
        super().load_wsgi()
        application: WSGIApplication = self.app.wsgi()

        def served(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
            environ["gunicorn.socket"] = environ["gunicorn.socket"].accepted
            return application(environ, start_response)

        self.wsgi = served
        together = getattr(application, "extensions", {}).get("together")
        if together is not None and is_plain(self.cfg):
            self.recorder = Recorder(application, together, self.cfg, self.log)
            self.recorder.in_thread, self.recorder.sent = self.answer_in_thread, self.sent
            self.recorder.send, self.recorder.defer = self.send_answer, self.method_queue.defer

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        """Wait for what comes, and let what was entered be answered."""
        super().wait_for_and_dispatch_events(timeout if self.recorder is None else self.recorder.patience(timeout))
        if self.recorder is not None:
            self.recorder.answer()

    # --- requests

    def accept(self, listener: socket.socket) -> None:
        """Accept a connection, and wait for its request."""
        try:
            accepted, address = listener.accept()
        except OSError as error:  # the connection's own (accept(2), "Error handling"), or there is no room for it
            if error.errno in NO_ROOM:
                self.give_way()
            return
        self.nr_conns += 1
        self.read_on(Connection(self, self.cfg, accepted, address, listener.getsockname()))

    def on_client_socket_readable(self, connection: Connection, client: socket.socket) -> None:
        """Read the next request of a connection that was kept open."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(connection)
        try:
            came = client.recv(PIECE)
        except BlockingIOError:
            self.keep(connection)
            return
        except OSError:
            came = b""
        if came:
            self.read_on(connection, came)
        else:
            self.nr_conns -= 1
            connection.close()

    def read_on(self, connection: Connection, came: bytes = b"") -> None:
        """Wait until a request, of which `came` is there already, is whole; then give it to a thread."""
        connection.request = Request(came)
        if connection.request.is_tls:
            self.nr_conns -= 1
            connection.close()
        elif connection.request.whole:
            self.answer(connection)
        else:
            if connection.request.asks_first:
                self.send_on(connection)
            self.wait_for(connection, selectors.EVENT_READ, self.read)

    def read(self, connection: Connection, _client: socket.socket) -> None:
        """Read what the client has sent."""
        if connection not in self.unfinished:  # it gave way after these events were told
            return
        try:
            piece = connection.sock.recv(PIECE)
            if not piece:
                raise ConnectionError
            request = connection.request
            asked = request.asks_first
            request.add(piece)
            self.held += len(piece)
            if request.asks_first and not asked and not request.whole:
                self.send_on(connection)
        except BlockingIOError:
            return
        except OSError:
            self.drop(connection)
            return
        if request.is_tls:
            self.drop(connection)  # nobody speaks TLS here: a browser that asks by https learns it at once
        elif request.whole:
            self.finished(connection)
            self.answer(connection)
        else:
            self.make_room()

    @staticmethod
    def send_on(connection: Connection) -> None:
        """Tell a client that asks first to go on."""
        with contextlib.suppress(OSError):  # reading tells that it is gone
            send(connection.sock, b"HTTP/1.1 100 Continue\r\n\r\n")

    def answer(self, connection: Connection) -> None:
        """Let the request that is there be answered, with others if it is an entry, else by a thread."""
        at_once = self.recorder is not None and self.alive and len(self.keepalived_conns) < self.max_keepalived
        if not (at_once and self.recorder is not None and self.recorder.take(connection)):
            self.answer_in_thread(connection)

    def answer_in_thread(self, connection: Connection) -> None:
        """Let a thread answer the request that is there."""
        connection.data_ready = True
        connection.init()
        connection.parser.unreader.unread(bytes(connection.request.data))
        self.enqueue_req(connection)

    def enqueue_req(self, connection: Connection) -> None:
        """Give the request to the threads for writes, or to those for all else."""
        threads = self.asking if connection.request.asks else self.tpool
        answered = threads.submit(self.handle, connection)
        answered.add_done_callback(lambda done: self.method_queue.defer(self.finish_request, connection, done))

    def _keepalive_after(self, connection: Connection, keepalive: bool) -> bool:
        # A body that is too large is never read; its connection cannot be used again.
        return not connection.request.too_large and super()._keepalive_after(connection, keepalive)

    # --- answers

    def handle_request(self, request: object, connection: Connection) -> bool:
        """Answer, in a thread; what the client does not take at once is left for the loop to send."""
        accepted = connection.sock
        connection.sock = out = Outgoing(accepted)
        try:
            return bool(super().handle_request(request, connection))
        finally:
            connection.sock = accepted
            connection.unsent = out.unsent

    def finish_request(self, connection: Connection, future: Future[bool]) -> None:
        """Send what is left of the answer; then wait for the next request, or close."""
        connection.request = Request()
        if not connection.unsent or future.cancelled() or future.exception() is not None:
            self.go_on(connection, future)
        else:
            self.wait_for(connection, selectors.EVENT_WRITE, partial(self.write, future))

    def write(self, future: Future[bool], connection: Connection, _client: socket.socket) -> None:
        """Send the next piece of an answer."""
        if connection not in self.unfinished:  # it gave way after these events were told
            return
        try:
            sent = send(connection.sock, connection.unsent[:PIECE])
        except OSError:
            self.drop(connection)
            return
        del connection.unsent[:sent]
        self.held -= sent
        if not connection.unsent:
            self.finished(connection)
            self.go_on(connection, future)

    def send_answer(self, connection: Connection, answer: bytes) -> None:
        """Send an answer to an entry, as far as the client takes it."""
        try:
            connection.unsent = bytearray(answer[send(connection.sock, answer) :])
        except OSError:
            connection.gone = True

    def sent(self, connection: Connection) -> None:
        """Send what is left of an answer to an entry; then wait for the next request."""
        connection.request = Request()
        if connection.gone:
            self.nr_conns -= 1
            connection.close()
        elif connection.unsent:
            done: Future[bool] = Future()
            done.set_result(True)
            self.wait_for(connection, selectors.EVENT_WRITE, partial(self.write, done))
        else:
            self.keep(connection)

    def keep(self, connection: Connection) -> None:
        """Keep a connection open for its next request."""
        connection.set_timeout()
        self.keepalived_conns.append(connection)
        if not self.alive:
            self._cap_keepalive(time.monotonic() + LINGERING_SECONDS)
        then = partial(self.on_client_socket_readable, connection)
        self.poller.register(connection.sock, selectors.EVENT_READ, then)

    def go_on(self, connection: Connection, future: Future[bool]) -> None:
        """Wait for the next request of a connection, the beginning of which may be there already; or close it."""
        if connection.parser is None:  # no thread has answered here yet
            self.keep(connection)
            return
        stays = not future.cancelled() and future.exception() is None and bool(future.result())
        if stays and (came := connection.parser.unreader.take_buffered()):
            self.read_on(connection, came)
        else:
            super().finish_request(connection, future)

    # --- connections in between

    def wait_for(self, connection: Connection, event: int, then: Callable[[Connection, socket.socket], None]) -> None:
        """Call `then` whenever the client has sent something, or takes something; let go of it if it is closed."""
        if len(self.unfinished) >= UNFINISHED:
            self.give_way()
        self.held += connection.held
        self.make_room()
        connection.due = time.monotonic() + UNFINISHED_SECONDS
        self.unfinished[connection] = None
        try:
            connection.sock.setblocking(False)
            self.poller.register(connection.sock, event, partial(then, connection))
        except (OSError, ValueError):
            self.drop(connection)

    def finished(self, connection: Connection) -> None:
        """Wait no longer for a client, if it is waited for."""
        if connection not in self.unfinished:
            return
        del self.unfinished[connection]
        self.held -= connection.held
        with contextlib.suppress(KeyError, ValueError):  # it is closed
            self.poller.unregister(connection.sock)

    def drop(self, connection: Connection) -> None:
        """Close a connection, if it is waited for."""
        if connection in self.unfinished:
            self.finished(connection)
            self.nr_conns -= 1
            connection.close()

    def give_way(self) -> None:
        """Close the connection that is waited for the longest."""
        if self.unfinished:
            self.drop(next(iter(self.unfinished)))

    def make_room(self) -> None:
        """Let the oldest connections go until no more bytes are held than may be."""
        while self.held > UNFINISHED_BYTES and self.unfinished:
            self.give_way()

    def linger(self, accepted: socket.socket) -> None:
        """Let the client close a connection after its last answer."""
        try:
            accepted.setblocking(False)
            accepted.shutdown(socket.SHUT_WR)
            self.poller.register(accepted, selectors.EVENT_READ, self.read_out)
        except OSError:
            accepted.close()
            return
        self.lingering.append((time.monotonic() + LINGERING_SECONDS, accepted))

    def read_out(self, accepted: socket.socket) -> None:
        """Read and ignore what the client still sends, until it has closed."""
        with contextlib.suppress(OSError):
            if accepted.recv(PIECE):
                return
        self.close_lingering(accepted)

    def close_lingering(self, accepted: socket.socket) -> None:
        """Close a lingering connection."""
        with contextlib.suppress(KeyError, ValueError):
            self.poller.unregister(accepted)
        accepted.close()

    def murder_pending(self) -> None:
        """Close what took too long; called in every round of the loop."""
        now = time.monotonic()
        for connection in list(self.unfinished):
            if connection.due <= now or not (self.alive or connection.unsent):
                self.drop(connection)
            elif self.alive:
                break  # those after it have more time
        while self.lingering and (self.lingering[0][0] <= now or len(self.lingering) > UNFINISHED):
            self.close_lingering(self.lingering.popleft()[1])
        super().murder_pending()
