"""https before a server at home: one asyncio thread speaks TLS, and passes it on over a loopback socket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
import threading
from collections.abc import Callable
from pathlib import Path

PIECE = 64 * 1024
HANDSHAKE_SECONDS = 10
LOOK_SECONDS = 60
"""How often it checks whether the certificate must be renewed."""


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
        threading.Thread(target=lambda: asyncio.run(self._run()), name="https", daemon=True).start()

    async def _run(self) -> None:
        server = await asyncio.start_server(
            self._meet, sock=self._accepting, ssl=self._context, ssl_handshake_timeout=HANDSHAKE_SECONDS
        )
        # Clients that hang up are not logged.
        asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)
        async with server:
            while True:
                await asyncio.sleep(LOOK_SECONDS)
                try:
                    if await asyncio.to_thread(self._renew):
                        self._context.load_cert_chain(self._certificate)
                except (OSError, ValueError):
                    logging.getLogger(__name__).exception("the certificate could not be made anew")

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
        """Connect to the server, the client being noted in `peers` first."""
        host, port = writer.get_extra_info("peername")[:2]
        near = socket.socket()
        near.bind(("127.0.0.1", 0))
        near.setblocking(False)
        self.peers[near.getsockname()[1]] = (host.removeprefix("::ffff:"), port)
        await asyncio.get_running_loop().sock_connect(near, self._behind)
        return await asyncio.open_connection(sock=near)

    @staticmethod
    async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on all that is read until it ends, then close."""
        with contextlib.suppress(OSError, ssl.SSLError):
            while piece := await reader.read(PIECE):
                writer.write(piece)
                await writer.drain()
        with contextlib.suppress(OSError, RuntimeError):
            writer.close()
