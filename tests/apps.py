"""Apps for tests: as `create_app` makes them, but routes, templates and an empty file are made once in a process."""

from __future__ import annotations

import re
import tempfile
from copy import copy
from functools import cache
from pathlib import Path
from types import MethodType
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from app import create_app, open_tables, settings
from referee.pages.table.stream import hand_over
from referee.store import FILE

BUILT_IN = ("PROXIES", "METRICS", "LOGS")
"""Settings by which an app is built, not only run: one that has any is made from the ground up."""


def unmarked(html: str) -> str:
    """Return HTML as it reads without the elements around people's names (names.untranslated)."""
    return re.sub(r'<bdi translate="no">([^<]*)</bdi>', r"\1", html)


class Page(TestResponse):
    """An answer whose text is `unmarked`; its bytes are as they came."""

    def get_data(self, as_text: bool = False) -> Any:
        """Return the text or the bytes."""
        return unmarked(super().get_data(as_text=True)) if as_text else super().get_data()


class Reader(FlaskClient):
    """A client that gets each answer as a Page."""

    def __init__(self, *arguments: Any, **named: Any):
        super().__init__(*arguments, **named)
        self.response_wrapper = type("Page", (Page, self.response_wrapper), {})


@cache
def pattern() -> tuple[Flask, bytes]:
    """Return an app that nobody asks anything, and what its file holds: the schema, and no table."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"DATA": folder, "DATABASE": ""})
        app.extensions["referee"].store.close()
        return app, Path(folder, FILE).read_bytes()


def app_with(config: dict[str, Any]) -> Flask:
    """Return an app as `create_app(config)` does, with a configuration, tables and drawings of its own."""
    given = settings() | config
    if any(given[name] for name in BUILT_IN):
        made = create_app(config)
        made.test_client_class = Reader
        return made
    app, empty = pattern()
    made = copy(app)
    made.test_client_class = Reader
    made.config = copy(app.config)
    made.config.update(given)
    made.config["DATA"] = folder = Path(given["DATA"]).expanduser()
    made.extensions = dict(app.extensions)
    made.wsgi_app = hand_over(MethodType(Flask.wsgi_app, made))  # type: ignore[method-assign]
    if not given["DATABASE"] and folder.is_dir() and not (folder / FILE).exists():
        (folder / FILE).write_bytes(empty)
    open_tables(made)
    return made
