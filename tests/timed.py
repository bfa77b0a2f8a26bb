"""How much of the processor a piece of work takes."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

ATTEMPTS = 3


def least_seconds(work: Callable[[], object], wanted: float) -> float:
    """Do the work until it takes less than `wanted` seconds of this thread's time, three times at most.

    Returns the least it took: on a busy machine a thread's time is dearer, too.
    """
    took: list[float] = []
    while len(took) < ATTEMPTS and not (took and took[-1] < wanted):
        begin = thread_time()
        work()
        took.append(thread_time() - begin)
    return min(took)
