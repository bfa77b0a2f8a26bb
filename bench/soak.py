"""A long evening: `python -m bench.soak [ROUNDS [SEED]]` kills the server (-9) at random moments under load, 100
times; the seed of the moments is printed first.

Before that, as many phones as a house's server takes listen and never read: the others are answered meanwhile, and
the deaf ones are let go. Then a server is started twice as often as it will be killed, each time with a dozen phones
that wait for it: none of its processes may end, and every request is answered.

After each kill the server is started again on the same data, and every phone sends its last, unanswered tap once
more. In the end every acknowledged entry must be there, and none twice.
"""

from __future__ import annotations

import json
import sys
import time

from tests.servers.killed import killed
from tests.servers.server import Server
from tests.servers.started import started


def deaf(most: float = 90) -> tuple[float, float]:
    """Fill a house's server with phones that never read; return the seconds until another phone may listen, and those
    that the slowest tap took meanwhile. Raises RuntimeError if nobody is let go in `most` seconds."""
    with Server() as server:
        code, token = server.new_table()
        phones = [server.stream(f"/t/{code}/stream", token, receive=2048) for _ in range(150)]  # more than it takes
        slowest, begin = 0.0, time.monotonic()
        if listens(server, code):
            raise RuntimeError("the server is not full")
        while True:
            sent = time.monotonic()
            server.tap(code, token, f"{sent}")
            slowest = max(slowest, time.monotonic() - sent)
            if listens(server, code):
                return time.monotonic() - begin, slowest
            if time.monotonic() - begin > most:
                raise RuntimeError(f"{len(phones)} phones that do not read were not let go")
            time.sleep(3)


def listens(server: Server, code: str) -> bool:
    """Whether another phone may listen at the table now."""
    with server.stream(f"/t/{code}/live") as phone:
        return phone.recv(16).startswith(b"HTTP/1.1 200")


if __name__ == "__main__":
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    print(json.dumps({"seed": seed}), flush=True)
    let_go, slowest = deaf()
    print(json.dumps({"deaf_phones_let_go_after_seconds": round(let_go), "slowest_tap_ms": round(slowest * 1000)}))
    begin = time.perf_counter()
    answered, faults = started(2 * times)
    seconds = round(time.perf_counter() - begin)
    print(json.dumps({"started": 2 * times, "answered": answered, "wrong": faults, "seconds": seconds}), flush=True)
    begin = time.perf_counter()
    acknowledged, recorded, wrong = killed(times, seed)
    print(
        json.dumps(
            {
                "killed": times,
                "acknowledged": acknowledged,
                "recorded": recorded,
                "wrong": wrong,
                "seconds": round(time.perf_counter() - begin),
            }
        )
    )
    sys.exit(1 if wrong or faults else 0)
