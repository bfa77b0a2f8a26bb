"""A server that is killed at random moments under load: what was acknowledged is there, and nothing twice."""

from __future__ import annotations

import http.client
import random
import threading
import time
from typing import Any

from tests.servers.server import Server

PHONES = 8
TABLES = 4


class Tapper:
    """A phone that taps +1 as fast as it is answered; what was not answered is sent again with the same key."""

    def __init__(self, server: Server, code: str, token: str, number: int):
        self.server, self.code, self.token, self.number = server, code, token, number
        self.acknowledged: dict[str, int] = {}
        self.tapped = 0
        self.pending: str | None = None

    def run(self, stop: threading.Event) -> None:
        """Tap until told to stop."""
        while not stop.is_set():
            if self.pending is None:
                self.tapped += 1
                self.pending = f"{self.number}-{self.tapped}"
            try:
                self.send()
            except (OSError, http.client.HTTPException):
                time.sleep(0.005)

    def send(self) -> None:
        """Send the tap that waits for its answer."""
        if self.pending is not None:
            status, answer = self.server.tap(self.code, self.token, self.pending)
            assert status == 200, answer
            self.acknowledged[self.pending] = answer["seq"]
            self.pending = None


def killed(rounds: int, seed: int, words: tuple[str, ...] = ()) -> tuple[int, int, list[str]]:
    """Kill the server, started with `words`, so many times; return acknowledged entries, recorded ones, and what is
    wrong (nothing)."""
    chance = random.Random(seed)
    with Server(words=words) as server:
        tables = [server.new_table() for _ in range(TABLES)]
        phones = [Tapper(server, *tables[number % TABLES], number) for number in range(PHONES)]
        for _ in range(rounds):
            stop = threading.Event()
            threads = [threading.Thread(target=phone.run, args=(stop,)) for phone in phones]
            for thread in threads:
                thread.start()
            time.sleep(chance.uniform(0.02, 0.5))
            server.kill()
            stop.set()
            for thread in threads:
                thread.join()
            server.start()
        for phone in phones:
            phone.send()
        logs = {code: server.json("GET", f"/t/{code}/log")["log"] for code, _ in tables}
        wrong = [text for code, log in logs.items() for text in differs(server, code, log, phones)]
    return sum(len(phone.acknowledged) for phone in phones), sum(map(len, logs.values())), wrong


def differs(server: Server, code: str, log: list[Any], phones: list[Tapper]) -> list[str]:
    """Return how a table differs from what its phones were told."""
    wrong = []
    recorded = [entry["seq"] for entry in log]
    acknowledged = sorted(seq for phone in phones if phone.code == code for seq in phone.acknowledged.values())
    if acknowledged != recorded:
        lost = sorted(set(acknowledged) - set(recorded))[:5]
        wrong.append(f"{code}: {len(acknowledged)} acknowledged, {len(recorded)} recorded, lost {lost}")
    fame = sum(player["fame"] for player in server.json("GET", f"/t/{code}")["players"])
    if fame != len(log):
        wrong.append(f"{code}: {fame} Fame from {len(log)} entries")
    return wrong
