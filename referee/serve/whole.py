"""Whether all of an HTTP/1.1 request has come (RFC 9112): no thread is given a part of one to wait for the rest."""

from __future__ import annotations

import re

LONGEST_HEAD = 64 * 1024
"""Bytes of a request's head; the server refuses a longer one."""
LONGEST = 4 * 1024 * 1024 + LONGEST_HEAD
"""Bytes of the largest request that is read, an imported log."""
SAFE = (b"GET ", b"HEAD ")
HANDSHAKE = b"\x16"
"""The byte with which TLS begins (RFC 8446, 5.1), and no request."""
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,18})[ \t]*\r\n")
CHUNK = re.compile(rb"([0-9a-f]{1,8})[ \t]*(?:;[^\r\n]*)?\r\n", re.IGNORECASE)
ASKS_FIRST = re.compile(rb"\r\nexpect:[ \t]*100-continue[ \t]*\r\n")


class Request:
    """The bytes that have come of one request, and of those after it."""

    def __init__(self, data: bytes = b""):
        self.data = bytearray()
        self.asks_first = False
        """Whether the client waits to be told that it may send the body."""
        self.too_large = False
        """Whether it says that more follows than is ever read; the server refuses it without reading on."""
        self._body = 0
        self._chunked = False
        self._next_chunk = 0
        self.whole = False
        self.add(data)

    def add(self, piece: bytes) -> None:
        """Take the next piece; `whole` tells whether that was all, or all that is needed to refuse it."""
        before = max(0, len(self.data) - 3)
        self.data += piece
        if not self._body:
            end = self.data.find(b"\r\n\r\n", before)
            if end >= 0:
                self._read_head(end + 4)
            elif len(self.data) > LONGEST_HEAD:
                self.whole = True
        if self._chunked:
            self._read_chunks()
        elif self._body:
            self.whole = self.whole or len(self.data) >= self._body
        if len(self.data) > LONGEST:
            self.whole = self.too_large = True

    @property
    def asks(self) -> bool:
        """Whether it changes nothing (RFC 9110, 9.2.1)."""
        return self.data.startswith(SAFE)

    @property
    def is_tls(self) -> bool:
        """Whether the client speaks TLS: it asks for https."""
        return self.data.startswith(HANDSHAKE)

    def _read_head(self, end: int) -> None:
        """Find where the body ends that begins at `end`; a malformed head is left for the server to refuse."""
        head = bytes(self.data[: end - 2]).lower()
        lengths = LENGTH.findall(head)
        self._body = end + (int(lengths[0]) if len(lengths) == 1 else 0)
        self._chunked = b"\r\ntransfer-encoding:" in head
        self._next_chunk = end
        self.asks_first = bool(ASKS_FIRST.search(head))
        if self._body > LONGEST:
            self.whole = self.too_large = True

    def _read_chunks(self) -> None:
        while not self.whole and self._next_chunk < len(self.data):
            size = CHUNK.match(self.data, self._next_chunk)
            if size is None:
                # Not even the longest line that tells a size, or something else.
                self.whole = len(self.data) - self._next_chunk > 1000 or b"\n" in self.data[self._next_chunk :]
                return
            length = int(size[1], 16)
            if length:
                self._next_chunk = size.end() + length + 2
            else:  # the last chunk; trailer fields may follow it
                ended = self.data.find(b"\r\n\r\n", size.end() - 2)
                self.whole = ended >= 0
                return
