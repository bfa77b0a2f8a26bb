"""Two servers at one PostgreSQL database: `python -m bench.servers`. How soon a tap at one is heard at the other."""

from __future__ import annotations

import json
import socket
import statistics
import tempfile
import threading
import time

from bench.client import Client, ms, quantile
from bench.hosted import Hosted
from bench.postgres import Cluster

TAPS = 300
PAUSE = 0.005


def heard(server: Hosted, code: str) -> dict[int, float]:
    """Return a map that fills with the moment at which each seq was heard at a server, without a tap before it."""
    times: dict[int, float] = {}
    connection = socket.create_connection(("127.0.0.1", server.port))
    connection.sendall(f"GET /t/{code}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())

    def listen() -> None:
        with connection, connection.makefile("rb") as lines:
            for line in lines:
                if line.startswith(b"data: {"):
                    times[json.loads(line[6:])["seq"]] = time.perf_counter()

    threading.Thread(target=listen, daemon=True).start()
    time.sleep(0.3)
    return times


def tap(here: Hosted, there: Hosted) -> tuple[list[float], list[float]]:
    """Tap at one server; return how long each answer took, and each way to who listens at the other."""
    status, made = here.send("POST", "/tables", {"game": "alchemicus", "players": ["Ada", "Bruno"]})
    if status != 201:
        raise RuntimeError(f"{status}: {made!r}")
    times = heard(there, made["code"])
    client = Client(here.port)
    headers = ["Accept: application/json", "Content-Type: application/json", f"Authorization: Bearer {made['token']}"]
    took, sent = [], {}
    for number in range(TAPS):
        body = json.dumps({"key": f"k{number}", "move": {"kind": "fame", "seat": 0, "by": 1}}).encode()
        sent[number + 1] = time.perf_counter()
        status, answer = client.request("POST", f"/t/{made['code']}/entries", body, headers)
        took.append(time.perf_counter() - sent[number + 1])
        if status != 200:
            raise RuntimeError(f"{status}: {answer[:200]!r}")
        time.sleep(PAUSE)
    time.sleep(0.5)
    # Taps that follow closely may be told as one.
    return took, [times[seq] - moment for seq, moment in sent.items() if seq in times]


def main() -> None:
    """Measure taps on SQLite, on PostgreSQL, and from one server on PostgreSQL to the other."""
    cluster = Cluster(settings=())
    servers: list[Hosted] = []
    try:
        with tempfile.TemporaryDirectory(prefix="referee-bench-") as folder:
            address = cluster.address()
            servers += [Hosted(DATABASE_URL=address, REFEREE_LIMITS="off") for _ in range(2)]
            servers.append(Hosted(DATABASE_URL="", REFEREE_DATA=folder, REFEREE_LIMITS="off"))
            one, other, file = (server.ready() for server in servers)
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
            for server in servers:
                server.close()
    finally:
        for server in servers:
            server.close()
        cluster.close()


if __name__ == "__main__":
    main()
