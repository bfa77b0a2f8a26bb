"""https before a server at home: one asyncio thread speaks TLS, and passes it on over a loopback socket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import socket
import ssl
import threading
from collections.abc import Callable
from pathlib import Path

from referee.serve.whole import HANDSHAKE

PIECE = 64 * 1024
HANDSHAKE_SECONDS = 10
LONGEST_HEAD = 8192
REQUEST = re.compile(rb"[A-Z]{1,20} (/[\x21-\x7e]*) HTTP/")
"""An http request's first line, with what it asks for."""
HOST = re.compile(rb"\r\nhost:[ \t]*([a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?[ \t]*\r\n", re.IGNORECASE)
"""The server's name in its head, without a port."""
LOOK_SECONDS = 60
"""The interval at which it checks whether the certificate must be renewed."""


async def look_ahead(client: socket.socket) -> bytes:
    """Return the first byte that a client sends, and leave it there to be read; nothing if it sends none."""
    loop = asyncio.get_running_loop()
    while True:
        try:
            return client.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            came = asyncio.Event()
            loop.add_reader(client, came.set)
            try:
                await came.wait()
            finally:
                loop.remove_reader(client)


class Front:
    """Listens for https, and passes what it reads on to the server at a loopback address."""

    def __init__(self, accepting: socket.socket, behind: tuple[str, int], certificate: Path, renew: Callable[[], bool]):
        """`accepting`: a listening socket. `certificate`: a file with key and certificates. `renew`: renews it
        if it must be; returns whether it did."""
        self.peers: dict[int, tuple[str, int]] = {}
        """The clients by the port from which their requests are passed on."""
        self._accepting, self._behind, self._certificate, self._renew = accepting, behind, certificate, renew
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.minimum_version = ssl.TLSVersion.TLSv1_2
        self._context.load_cert_chain(certificate)

    def start(self) -> None:
        """Begin, in a thread that ends with the process."""

        def run() -> None:
            with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:  # Windows' own cannot look ahead
                runner.run(self._run())

        threading.Thread(target=run, name="https", daemon=True).start()

    async def _run(self) -> None:
        # Clients that hang up are not logged.
        asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)
        renewing = asyncio.ensure_future(self._look_after_certificate())
        self._accepting.setblocking(False)
        served = set[asyncio.Task[None]]()
        while not renewing.done():
            try:
                client, _ = await asyncio.get_running_loop().sock_accept(self._accepting)
            except OSError:  # the client's, or too many are open
                await asyncio.sleep(0.1)
                continue
            served.add(task := asyncio.ensure_future(self._greet(client)))
            task.add_done_callback(served.discard)

    async def _look_after_certificate(self) -> None:
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                if await asyncio.to_thread(self._renew):
                    self._context.load_cert_chain(self._certificate)
            except (OSError, ValueError):
                logging.getLogger(__name__).exception("the certificate could not be made anew")

    async def _greet(self, client: socket.socket) -> None:
        """Speak TLS with a client that begins to; tell one that speaks http where to go."""
        loop = asyncio.get_running_loop()
        try:
            client.setblocking(False)
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                first = await look_ahead(client)
                if first and first != HANDSHAKE:
                    await self._lead_to_https(client)
            if first != HANDSHAKE:
                client.close()
                return
            reader = asyncio.StreamReader(limit=PIECE, loop=loop)
            protocol = asyncio.StreamReaderProtocol(reader, self._meet, loop=loop)
            await loop.connect_accepted_socket(
                lambda: protocol, client, ssl=self._context, ssl_handshake_timeout=HANDSHAKE_SECONDS
            )
        except (OSError, TimeoutError):  # ssl.SSLError among them
            client.close()

    async def _lead_to_https(self, client: socket.socket) -> None:
        """Answer the request of a client that speaks http with its address by https (RFC 9110, 15.4.8)."""
        loop = asyncio.get_running_loop()
        head = b""
        while b"\r\n\r\n" not in head and len(head) < LONGEST_HEAD:
            piece = await loop.sock_recv(client, LONGEST_HEAD)
            if not piece:
                return
            head += piece
        asked = REQUEST.match(head)
        named = HOST.search(head)
        port = self._accepting.getsockname()[1]
        name = named[1].decode("latin-1") if named else "localhost"
        there = f"https://{name}:{port}{asked[1].decode('latin-1') if asked else '/'}"
        lines = ["HTTP/1.1 307 Temporary Redirect", f"Location: {there}", "Connection: close", "Content-Length: 0"]
        await loop.sock_sendall(client, "\r\n".join([*lines, "", ""]).encode("latin-1"))

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, ssl.SSLError, asyncio.CancelledError):
            far_reader, far_writer = await self._connect(writer)
            ways = (self._pass_on(reader, far_writer), self._pass_on(far_reader, writer))
            try:
                await asyncio.wait([asyncio.ensure_future(way) for way in ways])
            finally:
                self.peers.pop(far_writer.get_extra_info("sockname")[1], None)
                far_writer.close()
        writer.close()

    async def _connect(self, writer: asyncio.StreamWriter) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Connect to the server, the client being noted in `peers` first. Raises OSError, and notes nothing then."""
        host, port = writer.get_extra_info("peername")[:2]
        near = socket.socket()
        near.bind(("127.0.0.1", 0))
        near.setblocking(False)
        own = near.getsockname()[1]
        self.peers[own] = (host.removeprefix("::ffff:"), port)
        try:
            await asyncio.get_running_loop().sock_connect(near, self._behind)
            return await asyncio.open_connection(sock=near)
        except BaseException:
            del self.peers[own]
            near.close()
            raise

    @staticmethod
    async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on all that is read until it ends, then close."""
        with contextlib.suppress(OSError, ssl.SSLError):
            while piece := await reader.read(PIECE):
                writer.write(piece)
                await writer.drain()
        with contextlib.suppress(OSError, RuntimeError):
            writer.close()
