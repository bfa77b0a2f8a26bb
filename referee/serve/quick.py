"""Requests that are read and answered without detours: what is entered at a table.

gunicorn reads a request from a socket, piece by piece, as it may be anything; that takes longer than Flask takes to
answer. Here the whole request is there already, and it is read if it has the one form that browsers and programs
give it. Any other is left to gunicorn: so nothing is read here that gunicorn would refuse or read otherwise.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable
from email.utils import formatdate
from functools import lru_cache
from io import BytesIO
from typing import Any
from wsgiref.types import WSGIApplication, WSGIEnvironment

LONGEST_HEAD = 8000
"""Bytes; gunicorn has limits of its own above that."""
LONGEST_BODY = 64 * 1024
HEAD = re.compile(
    rb"POST (/t/([A-Za-z0-9]{1,16})/entries) HTTP/1\.1\r\n"
    rb"((?:[A-Za-z][A-Za-z0-9-]{0,60}:[\x20-\x7e]*\r\n)+)\r\n"
)
"""A request's line and headers (RFC 9112): nothing folded, no tabulator, no byte above ASCII."""
FOR_GUNICORN = frozenset(
    f"HTTP_{name}"
    for name in (
        "CONNECTION TRANSFER_ENCODING EXPECT UPGRADE TE TRAILER HTTP2_SETTINGS CONTENT_ENCODING "
        "X_FORWARDED_PROTOCOL X_FORWARDED_SSL SCRIPT_NAME PATH_INFO PROXY"
    ).split()
)
"""Headers that change how a request is read or answered. `Connection: keep-alive` says what is so anyway."""
HARMLESS = ("HTTP_CONNECTION", "keep-alive")
SCHEME = "HTTP_X_FORWARDED_PROTO"


class Quick:
    """Reads requests as gunicorn would. `trusts` says of an address whether it is a proxy's, which is believed when it
    says by which scheme it was asked."""

    def __init__(self, trusts: Callable[[str], bool]):
        self._trusts = lru_cache(maxsize=1000)(trusts)

    def environ(self, request: bytes, client: Any, server: Any) -> tuple[str, WSGIEnvironment] | None:
        """Return the code of the table and what a WSGI application is told of a whole request (PEP 3333); None if it is
        for gunicorn to read. `client` and `server` are the addresses of the socket's two ends."""
        match = HEAD.match(request, 0, LONGEST_HEAD)
        if match is None or not isinstance(client, tuple) or not isinstance(server, tuple):
            return None
        body = request[match.end() :]
        path = match[1].decode()
        environ: WSGIEnvironment = {
            "REQUEST_METHOD": "POST",
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "RAW_URI": path,
            "QUERY_STRING": "",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "SERVER_NAME": server[0],
            "SERVER_PORT": str(server[1]),
            "REMOTE_ADDR": client[0],
            "REMOTE_PORT": str(client[1]),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            "wsgi.input_terminated": True,
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
        }
        for line in match[3].decode("ascii").split("\r\n")[:-1]:
            name, _colon, value = line.partition(":")
            name, value = key(name), value.strip()
            if name in environ or (name in FOR_GUNICORN and (name, value.lower()) != HARMLESS):
                return None
            environ[name] = value
        if environ.get("CONTENT_LENGTH") != str(len(body)) or len(body) > LONGEST_BODY or not environ.get("HTTP_HOST"):
            return None
        if environ.get(SCHEME) == "https" and self._trusts(client[0]):
            environ["wsgi.url_scheme"] = "https"
        return match[2].decode(), environ


@lru_cache(maxsize=200)
def key(name: str) -> str:
    """Return the name of a header in WSGI's environment."""
    name = name.upper().replace("-", "_")
    return name if name in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{name}"


def answered(application: WSGIApplication, environ: WSGIEnvironment) -> bytes:
    """Return the application's whole answer as it is sent over a connection that is kept open."""
    told: list[Any] = []

    def start(status: str, headers: list[tuple[str, str]], _error: object = None) -> Any:
        told[:] = status, headers

    said = application(environ, start)
    try:
        body = b"".join(said)
    finally:
        if hasattr(said, "close"):
            said.close()
    status, headers = told
    lines = [f"HTTP/1.1 {status}", "Server: gunicorn", f"Date: {date(int(time.time()))}", "Connection: keep-alive"]
    lines += [f"{name}: {value}" for name, value in headers]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


@lru_cache(maxsize=1)
def date(second: int) -> str:
    """Return a moment, in seconds since 1970, as a header tells it (RFC 9110, 5.6.7)."""
    return formatdate(second, usegmt=True)
