"""What the command line says when it cannot do what it is asked, and what the environment sets."""

from __future__ import annotations

from pathlib import Path

import pytest

from app import create_app, main


@pytest.mark.parametrize("port", ["-1", "0", "65536", "http", "٣", ""])
def test_no_port_is_said(port: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["app.py", f"--port={port}"])
    with pytest.raises(SystemExit) as said:
        main()
    assert said.value.code == 2 and f"{port} is not a port (1 to 65535)" in capsys.readouterr().err


def test_the_sites_names_may_be_written_as_people_write_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_HOSTS", "Referee.example.org, www.example.org")
    app = create_app({"DATA": str(tmp_path)})
    assert app.config["HOSTS"] == ("referee.example.org", "www.example.org")
    for host, status in (("referee.example.org", 200), ("www.example.org", 200), ("example.org", 403)):
        assert app.test_client().get("/healthz", headers={"Host": host}).status_code == status
    app.extensions["referee"].store.close()
