"""How gunicorn serves the referee: `gunicorn --config hosting/gunicorn.conf.py`, from any folder.

One process with many threads: each phone that listens holds one, and costs some 40 KiB. A second process would bring a
house's SQLite file no faster writes; on PostgreSQL start further servers instead, each behind the same proxy.
"""

import os
from pathlib import Path

chdir = str(Path(__file__).resolve().parent.parent)
wsgi_app = "app:create_app()"
bind = os.environ.get("REFEREE_BIND", "127.0.0.1:8000")
workers = 1
worker_class = "gthread"
threads = int(os.environ.get("REFEREE_THREADS", "1000"))
worker_connections = threads + 1000
backlog = 2048

# What is not a stream must always find a free thread.
os.environ.setdefault("REFEREE_STREAMS", str(max(threads - 64, threads // 2)))

# Longer than a proxy keeps an idle connection, so that it is never the one to meet a closed door.
keepalive = 75
# Actions take milliseconds; streams never end by themselves, and phones open them anew.
graceful_timeout = 5
timeout = 60

loglevel = "warning"
