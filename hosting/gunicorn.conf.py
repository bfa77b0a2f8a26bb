"""How gunicorn serves the referee: `gunicorn --config hosting/gunicorn.conf.py`, from any folder.

One process: threads answer requests, one more thread holds all the streams of the phones that listen. A second process
would write no faster to a house's SQLite file; with PostgreSQL start further servers instead, behind the same proxy.
"""

import gc
import os
import socket
import struct
from pathlib import Path
from typing import Any

chdir = str(Path(__file__).resolve().parent.parent)
wsgi_app = "app:create_app()"
bind = os.environ.get("REFEREE_BIND", "127.0.0.1:8000")
workers = 1
worker_class = "gthread"
threads = int(os.environ.get("REFEREE_THREADS", "8"))
worker_connections = 4000
backlog = 2048

# Longer than a proxy keeps an idle connection, so that it is never the one to meet a closed door.
keepalive = 75
# Actions take milliseconds; streams never end by themselves, and phones open them anew.
graceful_timeout = 5
timeout = 60
loglevel = "warning"

SLOW_SECONDS = 5
"""How long a client may keep a thread waiting for the rest of its request."""


def post_worker_init(_worker: Any) -> None:
    """Leave what was made at start out of every later collection of garbage, and collect less often: it all stands
    still while it runs, and requests leave next to nothing behind."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def when_ready(server: Any) -> None:
    """Let every accepted connection give up reading in time: they inherit it from where they are accepted."""
    for listener in server.LISTENERS:
        listener.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", SLOW_SECONDS, 0))
