"""A server for one house: waitress in one process, on all of the computer's addresses."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import socket
import sys
import time
from collections.abc import Mapping
from wsgiref.types import WSGIApplication

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher

from referee.serve.whole import HANDSHAKE

THREADS = 128
LISTENING = 104
"""The number of threads that may each hold a phone's stream; the others answer."""
CONNECTIONS = 500
"""Open connections; where there are more, those without a whole request are closed first."""
AT_ONCE = 50
"""Connections that are accepted in one round of the loop."""
UNFINISHED_SECONDS = 30
"""The time a client may take to send a request."""
BACKLOG = 1024
Address = tuple[str, int] | tuple[str, int, int, int]
"""The address of a client, in IPv4 or IPv6: host, port, and in IPv6 flow and scope."""
Peers = Mapping[int, tuple[str, int]]
FORWARDED = {"x-forwarded-for", "x-forwarded-proto", "x-forwarded-host"}


def listen(host: str, port: int, others: int = 100) -> socket.socket:
    """Return a socket that listens on `host` ("" or "::" for all addresses) at `port`, or at one of the `others` after
    it if somebody else does. Raises OSError."""
    v6 = socket.AF_INET6
    for candidate in range(port, min(port + others, 65536)):
        with contextlib.suppress(OSError):  # a system with IPv6 switched off
            if host in ("", "::") and socket.has_dualstack_ipv6():
                return socket.create_server(("::", candidate), family=v6, dualstack_ipv6=True, backlog=BACKLOG)
        try:
            host = "" if host == "::" else host
            family = v6 if ":" in host else socket.AF_INET
            return socket.create_server((host, candidate), family=family, backlog=BACKLOG)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
    raise OSError(errno.EADDRINUSE, f"no free port from {port} on")


class Channel(HTTPChannel):  # type: ignore[misc]
    """A client's connection, with the moment at which its request began to arrive."""

    began = 0.0

    def received(self, data: bytes) -> bool:
        """Read what the client has sent."""
        if self.request is None:
            if data.startswith(HANDSHAKE):
                self.will_close = True  # nobody speaks TLS here: a browser that asks by https learns it at once
                return False
            self.began = time.time()
        return bool(super().received(data))

    def since(self) -> tuple[bool, float]:
        """Return a key by which idle connections are closed: those amid a request first, then the oldest first."""
        return self.request is None, self.last_activity if self.request is None else self.began

    @property
    def idle(self) -> bool:
        """Whether no thread works for it: it has sent no whole request, or is not taking its answer."""
        return not self.requests


class Server(TcpWSGIServer):  # type: ignore[misc]
    """waitress, where slow clients give way to others."""

    channel_class = Channel
    waiting = False
    peers: Peers = {}
    """The clients whose requests https.py passes on, by the port from which it does."""

    def handle_accept(self) -> None:
        """Accept the connections that wait; where there are too many, the idlest ones are closed."""
        self.waiting = True
        for _ in range(AT_ONCE):
            super().handle_accept()
            if not self.waiting:
                break
        more = len(self.active_channels) - CONNECTIONS
        if more > 0:
            idle = [channel for channel in self.active_channels.values() if channel.idle]
            for channel in sorted(idle, key=Channel.since)[:more]:
                channel.handle_close()

    def accept(self) -> tuple[socket.socket, Address] | None:
        """Accept one connection, if one waits."""
        accepted: tuple[socket.socket, Address] | None = super().accept()
        self.waiting = accepted is not None
        return accepted

    def maintenance(self, now: float) -> None:
        """Close connections on which nothing happens, or a request does not come to its end."""
        super().maintenance(now)
        for channel in self.active_channels.values():
            if channel.request is not None and channel.began < now - UNFINISHED_SECONDS:
                channel.will_close = True

    def fix_addr(self, address: Address) -> tuple[str, int]:
        """Return the client's address and port; an IPv4 address as such, even on a socket of IPv6."""
        host, port = address[:2]
        return self.peers.get(port, (host.removeprefix("::ffff:"), port))


class Servers:
    """Servers of one app that share its threads: on several sockets, for http and for https."""

    def __init__(self, app: WSGIApplication, largest_body: int, options: list[tuple[int, int, int]], proxies: str = ""):
        """`options` are set on each connection, as by setsockopt().

        `proxies`: whose X-Forwarded headers are believed, an address or "*"; "" for nobody's.
        """
        self._app = app
        self._dispatcher = ThreadedTaskDispatcher()
        self._dispatcher.set_thread_count(THREADS)
        self._map: dict[int, wasyncore.dispatcher] = {}
        self._options = options
        self._settings: dict[str, object] = {
            "max_request_body_size": largest_body,
            "threads": THREADS,
            "channel_request_lookahead": 1,
            "ident": None,
            "clear_untrusted_proxy_headers": True,
            "channel_timeout": 60,
            "cleanup_interval": 5,
            "log_socket_errors": False,  # a phone that went out of reach is no news
            "connection_limit": 10**6,  # Server sees to it
        }
        if proxies:
            self._settings |= {"trusted_proxy": proxies, "trusted_proxy_count": 1, "trusted_proxy_headers": FORWARDED}

    def serve(self, accepting: socket.socket, scheme: str = "http", peers: Peers | None = None) -> None:
        """Answer requests that come at a listening socket, once `run` was called."""
        settings = Adjustments(**self._settings, url_scheme=scheme)
        settings.socket_options = [*settings.socket_options, *self._options]
        accepting.setblocking(False)
        server = Server(
            self._app, map=self._map, _sock=accepting, dispatcher=self._dispatcher, adj=settings, bind_socket=False
        )
        if peers is not None:
            server.peers = peers

    def run(self) -> None:
        """Serve until the process is told to end."""
        more_files()
        try:
            wasyncore.loop(timeout=1, map=self._map, use_poll=hasattr(select, "poll"))
        except (SystemExit, KeyboardInterrupt):
            self._dispatcher.shutdown()


def more_files() -> None:
    """Let this process open as many files as it may: a connection is one."""
    if os.name == "posix":
        import resource

        with contextlib.suppress(ValueError, OSError):
            _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            most = 65536 if hard == resource.RLIM_INFINITY else min(hard, 65536)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def speak_utf_8() -> None:
    """Write UTF-8 to the terminal, whatever the system's own encoding is."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
