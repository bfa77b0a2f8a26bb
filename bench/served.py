"""The app as it is measured: itself, and beside it an empty page with one durable commit, in the same process."""

from __future__ import annotations

import os
import sqlite3
import threading
from pathlib import Path

from flask import Flask

from app import create_app


def served() -> Flask:
    """Return the app with `/bench/page` (an empty page) and `/bench/commit` (one and a durable commit) added."""
    app = create_app({"LIMITS": {}, "DATA": os.environ["REFEREE_DATA"]})
    connection = sqlite3.connect(
        Path(app.config["DATA"]) / "bench.sqlite", isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS entries (seq INTEGER PRIMARY KEY, move TEXT) STRICT")
    lock = threading.Lock()

    # A Flask app of its own: the empty page is Flask's, without what the referee does around every request.
    empty = Flask("bench")

    @empty.post("/bench/page")
    def page() -> str:
        return "ok"

    @empty.post("/bench/commit")
    def commit() -> str:
        with lock:
            connection.execute('INSERT INTO entries (move) VALUES (\'{"kind":"fame","seat":0,"by":1}\')')
        return "ok"

    referee = app.wsgi_app

    def route(environ, start_response):  # type: ignore[no-untyped-def]
        whom = empty.wsgi_app if environ["PATH_INFO"].startswith("/bench/") else referee
        return whom(environ, start_response)

    app.wsgi_app = route  # type: ignore[method-assign]
    return app


application = served()
