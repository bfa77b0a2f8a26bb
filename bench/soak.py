"""A long evening: `python -m bench.soak [ROUNDS [SEED]]` kills the server (-9) at random moments under load, 100
times; the seed of the moments is printed first.

Before that, as many phones as a house's server takes listen and never read: the others are answered meanwhile, and
the deaf ones are let go.

After each kill the server is started again on the same data, and every phone sends its last, unanswered tap once
more. In the end every acknowledged entry must be there, and none twice.
"""

from __future__ import annotations

import json
import random
import socket
import sys
import tempfile
import threading
import time
from typing import Any

from bench.client import Client
from bench.launch import Server

PHONES = 8


class Tapper:
    """A phone that taps +1 as fast as it is answered; what was not answered is sent again with the same key."""

    def __init__(self, port: int, code: str, token: str, number: int):
        self.port, self.code, self.token, self.number = port, code, token, number
        self.acknowledged: dict[str, int] = {}
        self.tapped = 0
        self.pending: str | None = None

    def run(self, stop: threading.Event) -> None:
        client: Client | None = None
        while not stop.is_set():
            if self.pending is None:
                self.tapped += 1
                self.pending = f"{self.number}-{self.tapped}"
            try:
                client = client or Client(self.port)
                answer = self.send(client, self.pending)
            except (OSError, RuntimeError):
                if client is not None:
                    client.close()
                client = None
                time.sleep(0.005)
                continue
            self.acknowledged[self.pending] = answer["seq"]
            self.pending = None
        if client is not None:
            client.close()

    def send(self, client: Client, key: str) -> Any:
        move = {"kind": "fame", "seat": self.number % 2, "by": 1}
        return client.json("POST", f"/t/{self.code}/entries", {"key": key, "move": move}, self.token)


def killed(rounds: int, seed: int) -> tuple[int, int, list[str]]:
    """Kill the server `rounds` times; return acknowledged entries, recorded entries, and what is wrong (nothing)."""
    chance = random.Random(seed)
    wrong: list[str] = []
    with tempfile.TemporaryDirectory(prefix="referee-soak-") as folder, Server(folder) as house:
        port = house.port
        client = Client(port)
        tables = []
        for _ in range(4):
            made = client.json("POST", "/tables", {"game": "alchemicus", "players": ["Ada", "Bruno"], "options": {}})
            tables.append((made["code"], made["token"]))
        phones = [Tapper(port, *tables[number % 4], number) for number in range(PHONES)]
        for _ in range(rounds):
            stop = threading.Event()
            threads = [threading.Thread(target=phone.run, args=(stop,)) for phone in phones]
            for thread in threads:
                thread.start()
            time.sleep(chance.uniform(0.02, 0.5))
            house.kill()
            stop.set()
            for thread in threads:
                thread.join()
            house.start()
        client.close()
        client = Client(port)
        for phone in phones:
            if phone.pending is not None:
                phone.acknowledged[phone.pending] = phone.send(client, phone.pending)["seq"]
        recorded = 0
        for code, token in tables:
            log = client.json("GET", f"/t/{code}/log", token=token)["log"]
            recorded += len(log)
            mine = [phone for phone in phones if phone.code == code]
            seqs = sorted(seq for phone in mine for seq in phone.acknowledged.values())
            if seqs != [entry["seq"] for entry in log]:
                lost = set(seqs) - {entry["seq"] for entry in log}
                wrong.append(f"{code}: {len(seqs)} acknowledged, {len(log)} recorded, lost {sorted(lost)[:5]}")
            fame = sum(player["fame"] for player in client.json("GET", f"/t/{code}", token=token)["players"])
            if fame != len(log):
                wrong.append(f"{code}: {fame} Fame from {len(log)} entries")
        acknowledged = sum(len(phone.acknowledged) for phone in phones)
        client.close()
    return acknowledged, recorded, wrong


def deaf(most: float = 90) -> tuple[float, float]:
    """Fill a house's server with phones that never read; return the seconds until another phone may listen, and those
    that the slowest tap took meanwhile. Raises RuntimeError if nobody is let go in `most` seconds."""
    with tempfile.TemporaryDirectory(prefix="referee-soak-") as folder, Server(folder) as house:
        port = house.port
        client, phones = Client(port), []
        made = client.json("POST", "/tables", {"game": "alchemicus", "players": ["Ada", "Bruno"], "options": {}})
        code, token = made["code"], made["token"]
        asked = f"GET /t/{code}/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        try:
            for _ in range(150):  # more than it takes; the last are told so
                phone = socket.socket()
                phone.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                phone.connect(("127.0.0.1", port))
                phone.sendall(asked)
                phones.append(phone)
            slowest, begin = 0.0, time.monotonic()
            if listens(port, code):
                raise RuntimeError("the server is not full")
            while True:
                sent = time.monotonic()
                entry = {"key": f"{sent}", "move": {"kind": "fame", "seat": 0, "by": 1}}
                client.json("POST", f"/t/{code}/entries", entry, token)
                slowest = max(slowest, time.monotonic() - sent)
                if listens(port, code):
                    return time.monotonic() - begin, slowest
                if time.monotonic() - begin > most:
                    raise RuntimeError(f"{len(phones)} phones that do not read were not let go")
                time.sleep(3)
        finally:
            for phone in phones:
                phone.close()
            client.close()


def listens(port: int, code: str) -> bool:
    """Whether another phone may listen at the table now."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as phone:
        phone.sendall(f"GET /t/{code}/live HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        return phone.recv(16).startswith(b"HTTP/1.1 200")


if __name__ == "__main__":
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    print(json.dumps({"seed": seed}), flush=True)
    let_go, slowest = deaf()
    print(json.dumps({"deaf_phones_let_go_after_seconds": round(let_go), "slowest_tap_ms": round(slowest * 1000)}))
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
    sys.exit(1 if wrong else 0)
