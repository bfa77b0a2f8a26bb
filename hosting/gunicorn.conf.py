"""How gunicorn serves the referee: `gunicorn --config hosting/gunicorn.conf.py`, from any folder.

One process: threads answer requests, as many for writes as for pages; one more thread holds all the streams of the
phones that listen. A second process would write no faster to a house's SQLite file; with PostgreSQL start further
servers instead, behind the same proxy.
"""

import contextlib
import gc
import os
import resource
import sys
import tempfile
from pathlib import Path
from typing import Any

chdir = str(Path(__file__).resolve().parent.parent)
sys.path.insert(0, chdir)
wsgi_app = "app:create_app()"
bind = os.environ.get("REFEREE_BIND", "127.0.0.1:8000")
workers = 1
worker_class = "referee.serve.worker.WholeRequests"
threads = int(os.environ.get("REFEREE_THREADS", "8"))
worker_connections = 4000
backlog = 2048

# Longer than a proxy keeps an idle connection, so that it is never the one to meet a closed door.
keepalive = 75
# Actions take milliseconds; streams never end by themselves, and phones open them anew.
graceful_timeout = 5
timeout = 60
loglevel = "warning"
# Nobody steers it over a socket, and two servers of one user would share it.
control_socket_disable = True
# An answer goes through the worker, which keeps what a slow client does not take.
sendfile = False

try:  # where a worker says that it is alive
    tempfile.gettempdir()
except FileNotFoundError:  # a container that may write its data only
    worker_tmp_dir = os.environ.get("REFEREE_DATA") or None

if os.environ.get("REFEREE_LOGS") == "json":
    from referee.serve.logs import JSON_LINES

    logconfig_dict = JSON_LINES

with contextlib.suppress(ValueError, OSError):  # a connection is an open file
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def on_starting(server: Any) -> None:
    """Keep out of the logs what anybody may send who speaks no HTTP: their address, and a token that they sent wrongly.
    Open the tables once before any worker does: what is wrong is said in a sentence, and the schema is there."""
    server.log.error_log.addFilter(lambda line: not str(line.msg).startswith("Invalid request"))
    from app import StorageError, open_store, settings

    given = settings()
    try:
        open_store(given["DATABASE"], Path(given["DATA"]).expanduser()).close()
    except StorageError as error:
        raise RuntimeError(str(error)) from None  # gunicorn says it and ends


def post_worker_init(_worker: Any) -> None:
    """Leave what was made at start out of every later collection of garbage, and collect in pieces that are soon done,
    seldom what is older: all stands still meanwhile, and requests leave next to nothing behind. Let threads take turns
    five times as often as Python does by itself, so that whoever has an answer to send does not wait for whoever draws
    a page."""
    sys.setswitchinterval(0.001)
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000, 100, 20)
