"""Numbers that no table has: refused or shown, and no table that cannot be read any more."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.attacker import FULL, Attacker
from tests.web.conftest import Api
from tests.web.test_hostile import LOOKS

MOST = 999


@pytest.mark.parametrize(("game", "move", "field"), [
    ("alchemicus", {"kind": "fame", "by": 1000}, "by"), ("alchemicus", {"kind": "cards", "by": -1000}, "by"),
    ("alchemicus", {"kind": "fame", "by": int("9" * 4300)}, "by"),
    ("alchemicus", {"kind": "move", "steps": 1000}, "steps"),
    ("alchemicus", {"kind": "move", "steps": 1, "glorias": int("9" * 4300)}, "glorias"),
    ("homunculus", {"kind": "tiles", "by": 1000}, "by"),
    ("homunculus", {"kind": "ingredients", "by": {"mercury": -1000}}, "mercury"),
    ("homunculus", {"kind": "extract", "gain": {"mercury": 1000}}, "mercury"),
    ("fata_morgana", {"kind": "points", "by": 1000}, "by"), ("fata_morgana", {"kind": "hand_size", "by": 1000}, "by"),
])  # fmt: skip
def test_numbers_beyond_any_table_are_malformed(api: Api, game: str, move: dict[str, Any], field: str) -> None:
    """Python writes no number of more than 4,300 digits: two such would make a table that nobody can read."""
    table = api.table(game, ("Ada", "Bruno"), **({"track": "full"} if game == "alchemicus" else {}))
    for _ in range(2):
        status, answer = table.enter({"seat": 0, **move}, overrule=True)
        assert (status, answer["error"]["field"]) == (400, field)
    assert table.show()["seq"] == 0


@pytest.mark.parametrize(
    ("game", "options", "moves"),
    [
        ("alchemicus", {}, [{"kind": "fame", "by": MOST}, {"kind": "cards", "by": MOST}]),
        ("alchemicus", FULL, [{"kind": "fame", "by": MOST}, {"kind": "cards", "by": MOST}]),
        ("homunculus", {}, [{"kind": "tiles", "by": MOST}, {"kind": "ingredients", "by": {"mercury": MOST}}]),
        (
            "fata_morgana",
            {},
            [
                {"kind": "create", "cauldron": ["red", "white"], "ingredients": {"green": MOST}, "value": 6},
                {"kind": "points", "by": MOST},
                {"kind": "hand_size", "by": MOST},
            ],
        ),
    ],
)
def test_the_largest_numbers_are_shown(
    api: Api, game: str, options: dict[str, Any], moves: list[dict[str, Any]]
) -> None:
    attacker = Attacker(api.app)
    table = api.table(game, ("Ada", "Bruno"), **options)
    for _ in range(3):
        for move in moves:
            assert table.enter({"seat": 0, **move}, overrule=True)[0] == 200
    for look in LOOKS:
        for accept in ("text/html", "application/json"):
            headers = {"Accept": accept, "Authorization": f"Bearer {table.token}"}
            answer = attacker.send("GET", f"/t/{table.code}{look}", headers=headers)
            assert answer.status_code == 200
            assert len(answer.data) < 100_000, "nothing is drawn once for each"
    first = table.show()["players"][0]
    assert first[{"alchemicus": "fame", "homunculus": "hand", "fata_morgana": "points"}[game]] >= 3 * MOST
