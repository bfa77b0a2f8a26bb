"""A PostgreSQL server of its own for tests and measures: a temporary folder, a unix socket, no network."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import psycopg

NOBODY = "postgres"
"""Who runs the server where root would, whom PostgreSQL refuses."""


def programs() -> Path:
    """Return the folder of the newest PostgreSQL's programs; a plain error if there is none."""
    found = sorted(
        (path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")),
        key=lambda path: int(path.parent.name.split(".")[0]),
    )
    if found:
        return found[-1]
    if initdb := shutil.which("initdb"):
        return Path(initdb).resolve().parent
    raise RuntimeError("This needs PostgreSQL's own programs. On Debian or Ubuntu: sudo apt install postgresql")


QUICK = ("-c", "fsync=off", "-c", "full_page_writes=off")
"""No power fails in tests, only processes: what was written survives them without a sync."""


class Cluster:
    """A running server; `address()` makes an empty place in it for a store's tables."""

    def __init__(self, settings: tuple[str, ...] = QUICK) -> None:
        self.settings = settings
        self.programs = programs()
        self.folder = Path(tempfile.mkdtemp(prefix="referee-pg-", dir="/tmp"))
        self.user = {"user": NOBODY, "group": NOBODY, "extra_groups": ()} if os.geteuid() == 0 else {}
        if self.user:
            shutil.chown(self.folder, NOBODY, NOBODY)
        self.data = self.folder / "data"
        self.made = 0
        self.run("initdb", "-D", str(self.data), "-U", "referee", "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
        self.start()

    def run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self.programs / program, *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            **self.user,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        log = self.folder / "log"
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                [
                    self.programs / "postgres",
                    "-D",
                    self.data,
                    "-k",
                    self.folder,
                    "-c",
                    "listen_addresses=",
                    *self.settings,
                ],
                cwd=self.folder,
                stdout=out,
                stderr=out,
                **self.user,
            )
        for _ in range(200):
            try:
                psycopg.connect(self.named("postgres"), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                assert self.process.poll() is None, log.read_text()
                time.sleep(0.05)
        raise RuntimeError(log.read_text())

    def stop(self) -> None:
        """Stop at once, as if the power had failed."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(20)

    def named(self, name: str) -> str:
        return f"postgresql://referee@/{name}?host={self.folder}"

    def address(self) -> str:
        """Make a new, empty schema, which is made sooner than a database, and return its address."""
        self.made += 1
        name = f"house{self.made}"
        with psycopg.connect(self.named("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")  # type: ignore[arg-type]
        return f"{self.named('postgres')}&options=-csearch_path%3D{name}"

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)
