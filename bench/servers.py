"""Two servers at one PostgreSQL database: `python -m bench.servers`. How soon a tap at one is heard at the other."""

from __future__ import annotations

import statistics
import threading
import time

from bench.client import Client, Script, ms, must, quantile
from tests.servers.postgres import Cluster
from tests.servers.server import GUNICORN, Server

TAPS = 300
PAUSE = 0.005


def heard(server: Server, code: str) -> dict[int, float]:
    """Return a map that fills with the moment at which each seq was heard at a server, without a tap before it."""
    times: dict[int, float] = {}
    events = server.follow(code)

    def listen() -> None:
        for seq in events:
            times[seq] = time.perf_counter()

    threading.Thread(target=listen, daemon=True).start()
    time.sleep(0.3)
    return times


def tap(here: Server, there: Server) -> tuple[list[float], list[float]]:
    """Tap at one server; return how long each answer took, and each way to who listens at the other."""
    code, token = here.new_table()
    times = heard(there, code)
    script = Script(Client(here.port), code, token)
    took, sent = [], {}
    for number in range(TAPS):
        sent[number + 1] = time.perf_counter()
        must(*script.enter('{"kind":"fame","seat":0,"by":1}'))
        took.append(time.perf_counter() - sent[number + 1])
        time.sleep(PAUSE)
    time.sleep(0.5)
    # Taps that follow closely may be told as one.
    return took, [times[seq] - moment for seq, moment in sent.items() if seq in times]


def main() -> None:
    """Measure taps on SQLite, on PostgreSQL, and from one server on PostgreSQL to the other."""
    cluster = Cluster(settings=())
    try:
        address = cluster.address()
        with (
            Server(words=GUNICORN, DATABASE_URL="") as file,
            Server(words=GUNICORN, DATABASE_URL=address) as one,
            Server(words=GUNICORN, DATABASE_URL=address) as other,
        ):
            for name, here, there in (
                ("SQLite, same server", file, file),
                ("PostgreSQL, same server", one, one),
                ("PostgreSQL, the other server", one, other),
            ):
                took, ways = tap(here, there)
                middle, way = statistics.median(took), statistics.median(ways)
                print(
                    f"servers  {name}: answer {ms(middle)}; heard {ms(way)}, p99 {ms(quantile(ways, 0.99))},"
                    f" ratio {way / middle:.2f}"
                )
    finally:
        cluster.close()


if __name__ == "__main__":
    main()
