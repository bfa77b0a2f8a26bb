"""What tests ask is what `create_app` makes: the apps of this process share routes, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import create_app
from referee.store import FILE
from tests.apps import app_with

MADE = {"players": ["Ada", "Bruno"], "game": "alchemicus"}


def test_an_app_for_tests_is_the_app(tmp_path: Path) -> None:
    made, whole = (
        make({"DATA": tmp_path / name, "HOSTS": ("a.example",)})
        for name, make in (("made", app_with), ("whole", create_app))
    )
    for one in (made, whole):
        one.extensions["referee"].store.close()
    assert sorted(map(str, made.url_map.iter_rules())) == sorted(map(str, whole.url_map.iter_rules()))
    assert made.config | {"DATA": ""} == whole.config | {"DATA": ""}
    assert made.extensions.keys() == whole.extensions.keys()
    assert (tmp_path / "made" / FILE).stat().st_mode == (tmp_path / "whole" / FILE).stat().st_mode


@pytest.mark.parametrize("folder", ["", "new"])
def test_each_has_tables_and_settings_of_its_own(tmp_path: Path, folder: str) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    one = app_with({"DATA": tmp_path / "one" / folder, "LIMITS": {}})
    other = app_with({"DATA": tmp_path / "other" / folder, "LIMITS": {}, "HOSTS": ("a.example",)})
    code = one.test_client().post("/tables", json=MADE, headers={"Accept": "application/json"}).get_json()["code"]
    assert one.test_client().get(f"/t/{code}/log.csv").status_code == 200
    assert other.test_client().get(f"/t/{code}/log.csv").status_code == 404
    assert other.test_client().get("/", headers={"Host": "a.example"}).status_code == 200
    assert one.test_client().get("/", headers={"Host": "a.example"}).status_code == 403
    for app in (one, other):
        app.extensions["referee"].store.close()
