"""A WSGI application whose writes wait until something is read: what they wait for never comes if they keep it out."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

SECONDS = 30
read = threading.Event()


def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Answer a write with 200 once there was a GET, with 503 if there was none for long; anything else at once."""
    if environ["PATH_INFO"] == "/healthz":
        done = True
    elif environ["REQUEST_METHOD"] == "POST":
        done = read.wait(SECONDS)
    else:
        done = True
        read.set()
    start_response("200 OK" if done else "503 Service Unavailable", [("Content-Length", "0")])
    return []
