"""A tap's timeline: where the time goes from the tap until the last of four phones knows, step by step."""

from __future__ import annotations

import json
import statistics
import time

from bench.client import FAME, Client, Phone, measured, must, quantile
from bench.ears import Ears, seated

TABLES = 100
TAPS = 1000
RATE = 50
"""Taps a second: each is answered and told before the next comes."""
STEPS = {
    "came": "its bytes are read",
    "begun": "the recorder's thread takes it",
    "judged": "it is judged, its answer made",
    "durable": "it is on disk",
    "answered": "its answer is sent",
    "told 1": "the first phone is told",
    "told 2": "the second",
    "told 3": "the third",
    "told 4": "the last",
    "heard": "the last phone has read it",
}


def timeline() -> None:
    """The steps of a tap, one tap at a time, 50 a second over 100 tables with four phones in three languages."""
    with measured("bench.stamped:application") as server:
        phones, listeners = seated(server, TABLES)
        ears = Ears(listeners)
        time.sleep(2)
        noted = Client(server.port)
        taps = [tap(phones[number % TABLES], ears, noted, number) for number in range(TAPS)]
        ears.stop = True
    whole = [one for one in taps if one is not None and all(step in one for step in STEPS)]
    print(f"timeline {len(whole)} taps of {TAPS}, µs: the step (median, p99), since the tap (median, p99)")
    before = "sent"
    for step, words in STEPS.items():
        took = [1e6 * (one[step] - one[before]) for one in whole]
        since = [1e6 * (one[step] - one["sent"]) for one in whole]
        each, whole_way = (f"{statistics.median(us):6.0f} {quantile(us, 0.99):6.0f}" for us in (took, since))
        print(f"         {words:32} {each}   {whole_way}")
        before = step


def tap(phone: Phone, ears: Ears, noted: Client, number: int) -> dict[str, float] | None:
    """Tap, and return the moment of each step by its name; None if a phone did not hear of it by itself."""
    begin = time.perf_counter()
    must(*phone.enter(FAME % (number % 4)))
    while (wait := begin + 1 / RATE - time.perf_counter()) > 0:
        time.sleep(wait)
    _status, told = noted.request("GET", "/bench/moments")
    heard = ears.heard.get((phone.code, number // TABLES + 1), ())
    if len(heard) < 4:
        return None
    found = {"sent": begin, "heard": max(heard)}
    for step, moment in json.loads(told):
        if step == "told":
            step = f"told {sum(name.startswith('told') for name in found) + 1}"
        found.setdefault(step, moment)  # what comes after is the request for the moments
    return found
