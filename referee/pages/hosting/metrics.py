"""Measures of a running server for its host: Prometheus metrics at /metrics, and a line of JSON for each request.

Neither tells who plays what: a request is known by its route (`/t/<code>/entries`), never by its table.
"""

from __future__ import annotations

import logging
import logging.config
import time

from flask import Flask, Response, g, request

from referee.pages.app_state import AppState
from referee.serve.logs import JSON_LINES

METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
"""The methods counted by their names (RFC 9110, 9); anybody may invent more."""
SECONDS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
"""The buckets of the answers' times: from a tap nobody feels to one that somebody repeats."""

requests_log = logging.getLogger("referee.requests")


def watch(app: Flask, shared: AppState, counts: bool, logs: bool) -> None:
    """Note when each request came, before anything else is done with it; then count its answer, or log it."""

    @app.before_request
    def begin() -> None:
        g.begun = time.perf_counter()

    if counts:
        count(app, shared)
    if logs:
        log(app)


def log(app: Flask) -> None:
    """Let all of this process log to stdout as JSON, and log every answer: method, route, status, and the
    milliseconds until it began. Streams under gunicorn leave the request's way, and are no answers here."""
    logging.config.dictConfig(JSON_LINES)

    @app.after_request
    def tell(answer: Response) -> Response:
        facts = {"method": request.method, "route": route(), "status": answer.status_code}
        requests_log.info("answered", extra={**facts, "ms": round(waited() * 1000, 2)})
        return answer


def count(app: Flask, shared: AppState) -> None:
    """Count and time every answer but streams, and show it with what is open and known at /metrics."""
    from prometheus_client import (  # a house needs none of it
        CONTENT_TYPE_LATEST,
        CollectorRegistry,
        Counter,
        Gauge,
        Histogram,
        PlatformCollector,
        ProcessCollector,
        generate_latest,
    )

    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    answers = Counter(
        "referee_requests", "Answers, by route and status.", ["method", "route", "status"], registry=registry
    )
    seconds = Histogram(
        "referee_request_seconds",
        "Until an answer began, in seconds, by route.",
        ["method", "route"],
        buckets=SECONDS,
        registry=registry,
    )
    Gauge("referee_streams", "Open streams.", registry=registry).set_function(lambda: shared.live.count)
    Gauge("referee_tables_known", "Tables in memory.", registry=registry).set_function(lambda: shared.store.count)

    @app.after_request
    def note(answer: Response) -> Response:
        method = request.method if request.method in METHODS else "other"
        answers.labels(method, route(), answer.status_code).inc()
        seconds.labels(method, route()).observe(waited())
        return answer

    @app.get("/metrics")
    def metrics() -> Response:
        """Show the metrics in Prometheus' own format."""
        return Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def waited() -> float:
    """Return the seconds since this request came."""
    return time.perf_counter() - g.begun


def route() -> str:
    """Return the route that answered; unknown addresses are all one."""
    return request.url_rule.rule if request.url_rule is not None else "unknown"
