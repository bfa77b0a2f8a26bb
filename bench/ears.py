"""Phones that listen at many tables, and an evening's taps there: when each phone heard of what."""

from __future__ import annotations

import selectors
import threading
import time
import zlib

from bench.client import FAME, Client, Phone, must, new_table
from tests.servers.server import Server


class Listener:
    """A phone's open stream, read by the ears below."""

    def __init__(self, port: int, code: str, token: str, language: str):
        self.client = Client(port)
        head = [
            f"GET /t/{code}/stream HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Accept: text/event-stream",
            "Accept-Encoding: gzip",
            f"Cookie: seats={token}; lang={language}",
        ]
        self.client.socket.sendall(("\r\n".join(head) + "\r\n\r\n").encode())
        self.code = code
        self.unzip = zlib.decompressobj(31)
        self.begun = self.chunked = False
        self.buffer = b""


class Ears:
    """Reads all streams in one thread, and tells when each phone heard of which seq."""

    def __init__(self, listeners: list[Listener]):
        self.selector = selectors.DefaultSelector()
        self.heard: dict[tuple[str, int], list[float]] = {}
        self.dropped = 0
        self.events = 0
        self.bytes = 0
        self.stop = False
        for listener in listeners:
            listener.client.socket.setblocking(False)
            self.selector.register(listener.client.socket, selectors.EVENT_READ, listener)
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        while not self.stop:
            for key, _mask in self.selector.select(0.2):
                self.read(key.data)

    def read(self, listener: Listener) -> None:
        try:
            data = listener.client.socket.recv(262144)
        except BlockingIOError:
            return
        if not data:
            self.dropped += 1
            self.selector.unregister(listener.client.socket)
            return
        now = time.perf_counter()
        listener.buffer += data
        if not listener.begun:
            head, found, rest = listener.buffer.partition(b"\r\n\r\n")
            if not found:
                return
            listener.begun, listener.buffer = True, rest
            listener.chunked = b"transfer-encoding: chunked" in head.lower()
        self.bytes += len(data)
        text = b""
        if not listener.chunked:
            text, listener.buffer = listener.unzip.decompress(listener.buffer), b""
        while listener.chunked:
            size, found, rest = listener.buffer.partition(b"\r\n")
            if not found or len(rest) < int(size, 16) + 2:
                break
            text += listener.unzip.decompress(rest[: int(size, 16)])
            listener.buffer = rest[int(size, 16) + 2 :]
        for line in text.split(b"\n"):
            if line.startswith(b"id: "):
                seq = int(line[4:].split(b".")[0])
                self.events += 1
                self.heard.setdefault((listener.code, seq), []).append(now)


def seated(server: Server, tables: int) -> tuple[list[Phone], list[Listener]]:
    """Return a tapping phone for each table, and four listening ones, in three languages."""
    client = Client(server.port)
    phones, listeners = [], []
    for _ in range(tables):
        code, host = new_table(client)
        phones.append(Phone(client, code, host))
        for seat, language in enumerate(("en", "it", "pl", "pl")):
            token = client.json("POST", f"/t/{code}/join", {"seat": seat})["token"]
            listeners.append(Listener(server.port, code, token, language))
    return phones, listeners


def evening(phones: list[Phone], ears: Ears, rate: float, seconds: float) -> tuple[list[float], list[float]]:
    """Tap at `rate` for so long, spread over the tables; return the answers' times and the times until all knew."""
    answers: list[float] = []
    sent: dict[tuple[str, int], float] = {}
    seqs = {phone.code: 0 for phone in phones}
    begin = time.perf_counter()
    for number in range(int(rate * seconds)):
        due = begin + number / rate
        while (wait := due - time.perf_counter()) > 0:
            time.sleep(wait)
        phone = phones[number % len(phones)]
        before = time.perf_counter()
        status, answer = phone.enter(FAME % (number % 4))
        answers.append(time.perf_counter() - before)
        must(status, answer)
        seqs[phone.code] += 1
        sent[phone.code, seqs[phone.code]] = before
    time.sleep(1.0)
    known = [max(ears.heard[key]) - at for key, at in sent.items() if len(ears.heard.get(key, ())) >= 4]
    missed = len(sent) - len(known)
    if missed:
        print(f"         {missed} of {len(sent)} changes were not heard one by one by all four")
    return answers, known
