"""The log of a server as JSON: a line for each request and each trouble, gunicorn's own among them."""

from __future__ import annotations

JSON_LINES: dict[str, object] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "format": "%(levelname)s %(name)s %(message)s",
            "timestamp": "time",
            "rename_fields": {"levelname": "level", "name": "logger"},
            "json_ensure_ascii": False,
        }
    },
    "handlers": {"out": {"class": "logging.StreamHandler", "stream": "ext://sys.stdout", "formatter": "json"}},
    "root": {"level": "INFO", "handlers": ["out"]},
    "loggers": {"gunicorn.error": {"level": "WARNING", "handlers": ["out"], "propagate": False}},
}
