"""A phone that sets the table that follows another, and phones that come along."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import MultiDict

from referee.pages.identity import digest
from tests.web.test_forms import Form

READY = "The next game is ready."
THREE = ("Ada & co", "Żółć", "王")


def phone_at(app: Flask, code: str, *tokens: str) -> FlaskClient:
    """Return a browser in English that holds these tokens of a table."""
    phone = app.test_client()
    phone.set_cookie("lang", "en")
    phone.set_cookie("seats", ".".join(tokens), path=f"/t/{code}")
    return phone


def fields(form: Form) -> MultiDict[str, str]:
    return MultiDict((name, value) for name, value in form.fields if name)


def action(page: str) -> str:
    found = re.search(r'<form id="new"[^>]* action="([^"]+)"', page)
    assert found is not None
    return found[1]


def follow(phone: FlaskClient, code: str) -> str:
    """Set the next table through its form as it is offered; return its code."""
    page = phone.get(f"/t/{code}/next").text
    made = phone.post(action(page), data=fields(Form(page[page.index('<form id="new"') :])))
    assert made.status_code == 303, made.text
    return made.headers["Location"].split("/")[2]


def who(phone: FlaskClient, code: str) -> list[str]:
    """Return which of the table's tokens this browser holds, in words: "host", "watcher", or a seat."""
    cookie = phone.get_cookie("seats", path=f"/t/{code}")
    store = phone.application.extensions["referee"].store
    found = [store.seats.token(code, digest(text)) for text in cookie.value.split(".")] if cookie else []
    return sorted(token.role if token.seat is None else str(token.seat) for token in found)


def come(phone: FlaskClient, code: str) -> Any:
    """Tap what an old table's page offers."""
    page = phone.get(f"/t/{code}?watch").text
    form = re.search(r'<form method="post" action="(/t/\w+/come)">(.*?)</form>', page, re.DOTALL)
    assert form is not None and READY in page
    seats = re.findall(r'name="seats\[\]" value="(\d)"', form[2])
    return phone.post(form[1], data={"seats[]": seats})
