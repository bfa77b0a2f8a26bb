"""The app as a package: built, installed into a bare environment, started by its command, and played."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from referee.serve.start import data_folder
from tests.servers.server import ROOT, Server

pytestmark = pytest.mark.slow


def wanted(file: str) -> list[str]:
    """Return what a file of requirements asks for."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith(("#", "-"))]


def test_the_package_asks_for_what_the_requirements_ask_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == wanted("requirements.in")
    assert project["optional-dependencies"]["home"] == wanted("requirements-home.in")
    assert project["optional-dependencies"]["hosting"] == wanted("requirements-hosting.in")


def test_a_checkout_keeps_its_data_in_its_own_folder() -> None:
    assert data_folder() == ROOT / "data"


def test_the_wheel_installs_into_a_bare_environment_and_plays(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size < 3_000_000
    place = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    python = place / "bin" / "python"
    # What it needs is taken from here; the package itself is not.
    (site,) = (place / "lib").glob("python*/site-packages")
    (libraries,) = (Path(sys.prefix) / "lib").glob("python*/site-packages")
    (site / "libraries.pth").write_text(f"{libraries}\n")
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, str(wheel)], check=True, capture_output=True)

    home = tmp_path / "home"
    home.mkdir()
    server = Server(tmp_path, HOME=str(home), XDG_DATA_HOME=str(home / "share"))
    del server.environment["REFEREE_DATA"]
    command = [str(place / "bin" / "referee-at-the-table"), "--host", "127.0.0.1", "--port", str(server.port)]
    with server.log.open("wb") as log, server.output.open("wb") as output:
        server.process = subprocess.Popen(
            command, cwd=home, env=server.environment, stdout=output, stderr=log, start_new_session=True
        )
    server.ready()
    for game in ("alchemicus", "homunculus", "fata_morgana"):
        code, token = server.new_table(game)
        assert server.send("GET", f"/t/{code}?watch", timeout=60, Accept="text/html")[0] == 200
        assert server.send("GET", f"/rules/{game}", timeout=60, Accept="text/html", Accept_Language="pl")[0] == 200
    code, token = server.new_table()
    assert server.tap(code, token, "k")[1]["table"]["players"][0]["fame"] == 1
    assert server.send("GET", "/worker.js", timeout=60)[0] == 200
    title = server.json("GET", "/rules/alchemicus?lang=it")["title"]
    assert title
    kept = home / "share" / "referee-at-the-table" / "referee.sqlite"
    assert kept.is_file() and f"All data is saved in {kept.parent}" in server.output.read_text()
    copied = subprocess.run(
        [command[0], "backup", str(home / "copy.sqlite")],
        cwd=home,
        env=server.environment,
        check=True,
        capture_output=True,
        text=True,
    )
    assert copied.stdout.startswith("Tables copied: 4, ") and os.path.exists(home / "copy.sqlite")
    server.close()

    (home / "cryptography.py").write_text("raise ImportError")
    without = subprocess.run(
        [*command, "--https"],
        cwd=home,
        env=server.environment | {"PYTHONPATH": str(home)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert without.returncode == 1 and "uvx --with cryptography" in without.stderr
