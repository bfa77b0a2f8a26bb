"""A short journey at a table of each game, in Firefox and in WebKit: sit down, act, be refused, take back, lose the
server and have it again; it goes once, for all tables of an engine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.browser.wire import TIMES_CUT_OFF, new_table
from tests.engines.page import Page
from tests.servers.server import Server

pytestmark = pytest.mark.browser

CUT_OFF_MS = 5_000
"""Within this a phone says that it is cut off."""
Taps = tuple[str, ...]
"""What is tapped, one selector after the other."""


@dataclass(frozen=True)
class Journey:
    """What Ada taps on her phone, and what Bruno, who plays by script, enters meanwhile."""

    language: str
    act: Taps
    barred: Taps
    why: str
    rule: str
    put_away: Taps
    """What is tapped once the refusal was read."""
    bruno: dict[str, Any]
    asked: str
    """What she is asked before she takes that back."""
    cut_off: str
    act_again: Taps
    entered: tuple[str, ...]
    """The log at the end, without what Bruno did."""
    options: dict[str, Any] = field(default_factory=dict)


PUT_AWAY = "#notice [data-dismiss]"
DRAW = "#acts .actions button"
JOURNEYS = {
    "alchemicus": Journey(
        language="pl",
        act=(".board .pos-0",),
        barred=(""".thumb button[value*='"kind":"end_turn"']""",),
        why="Najpierw przesuń Ducha na inne pole: nigdy nie zostaje tam, gdzie stoi.",
        rule="AL-SPIRIT-MUST",
        put_away=(PUT_AWAY,),
        bruno={"kind": "fame", "seat": 1, "by": 1},
        asked="Bruno: Sława +1",
        cut_off="Utracono połączenie ze stołem.",
        act_again=(".board .spos-4",),
        entered=("place", "undo", "spirit"),
    ),
    "homunculus": Journey(
        language="it",
        act=(DRAW,),
        barred=(
            ".board [data-place=left_ear]",
            "#place label:has([name=kind_of][value=red])",
            "#place [data-counting=pay] [data-adds=phoenix_feather]",
            "#place #laying [data-needs-counts]",
        ),
        why="Non hai abbastanza ingredienti. Mancano: piuma di fenice.",
        rule="HO-PLAY",
        put_away=(PUT_AWAY, "#place [popovertarget=place]"),
        bruno={"kind": "tiles", "seat": 1, "by": 1},
        asked="Bruno: correzione, +1 tassello in mano.",
        cut_off="Collegamento al tavolo interrotto.",
        act_again=(DRAW,),
        entered=("draw", "undo", "draw"),
        options={"track": "full"},
    ),
    "fata_morgana": Journey(
        language="en",
        act=(
            ".thumb [popovertarget=brew-0]",
            "#brew-0 label:has([value*=red][value*=blue])",
            "#brew-0 .card-add.fata-white",
            "#brew-0 label:has([name=value][value='10'])",
            "#brew-0 .btn.primary",
        ),
        barred=(".potion[popovertarget=potion-1]", "#potion-1 .btn.primary"),
        why="You cannot copy your own potion: choose another player’s.",
        rule="FM-COPY-OWN",
        put_away=(PUT_AWAY, "#potion-1 [popovertarget=potion-1]"),
        bruno={"kind": "points", "seat": 1, "by": 1},
        asked="Bruno: points corrected, +1.",
        cut_off="No connection to the table. It will reconnect by itself.",
        act_again=(".thumb [popovertarget=pass-0]", "#pass-0 [value*=hidden]"),
        entered=("create", "undo", "pass"),
    ),
}


class AtTable:
    """A table and Ada's phone at it."""

    def __init__(self, game: str, url: str, page: Page):
        self.journey = JOURNEYS[game]
        self.host = new_table(url, "Ada", "Bruno", game=game, **self.journey.options)
        self.page = page
        self.url = url

    def shows(self, seq: int, after: Taps = ()) -> None:
        """Wait until the phone shows the entry `seq`, after these taps."""
        self.page.has(f"#latest[data-seq='{seq}']", after)

    def version_shown(self) -> str:
        """Return which drawing of the table the phone shows: each server has its own numbers for them."""
        return str(self.page.evaluate("document.getElementById('shown').dataset.version"))

    def enter(self, taps: Taps) -> None:
        """Tap, and wait until the phone shows one entry more."""
        seq = self.tap(taps)
        self.shows(seq + 1, taps)

    def tap(self, taps: Taps) -> int:
        """Tap, once the phone shows the table as it is; return how far that was."""
        seq = self.host.look()["seq"]
        self.shows(seq)
        for selector in taps:
            self.page.tap(selector)
        return int(seq)

    def sit_down(self) -> None:
        self.page.goto(f"{self.url}/language/{self.journey.language}?back={urlsplit(self.host.table).path}")
        self.page.tap("li.player form[action$=join]:has([name=seat][value='0']) button")
        self.page.shows(".thumb .prompt", "Ada")
        self.page.has(f"html[lang={self.journey.language}]")
        self.page.loaded()
        self.page.evaluate("void (window.kept = true)")

    def be_refused(self) -> None:
        """Meet a refusal: the sentence, its rule, and no entry."""
        seq = self.tap(self.journey.barred)
        self.page.shows("#notice .refusal #why", self.journey.why)
        self.page.has(f"#notice .refusal a[href$='#{self.journey.rule}']")
        assert self.tap(self.journey.put_away) == seq
        self.page.hides("#notice .refusal")

    def take_back(self) -> None:
        """Take back what Bruno enters, once it was asked about."""
        assert "entry" in self.host.enter(**self.journey.bruno)
        self.tap(("#undo",))
        self.page.shows("#undo-asks", self.journey.asked)
        self.enter(("#undo-asks [form=undoing]",))
        self.page.hides("#undo-asks")


def test_a_journey_at_a_table_of_each_game(server: Server, phone: Callable[[], Page]) -> None:
    tables = {game: AtTable(game, server.url, phone()) for game in JOURNEYS}
    for table in tables.values():
        table.sit_down()
        table.enter(table.journey.act)
        if "create" in table.journey.entered:  # in round 1 one creates; in round 2 one may copy
            table.host.enter(kind="create", seat=1, cauldron=["green", "white"], ingredients={"brown": 1}, value=9)
        table.be_refused()
        table.take_back()
        table.page.evaluate(f"void ({TIMES_CUT_OFF})()")
    shown = {game: table.version_shown() for game, table in tables.items()}
    server.kill()
    for table in tables.values():
        table.page.shows("#cut-off", table.journey.cut_off)
        assert int(table.page.evaluate("document.getElementById('cut-off').dataset.after")) <= CUT_OFF_MS
    server.start()
    for game, table in tables.items():
        table.page.hides("#cut-off")
        # It sends the whole table first: what came under the finger would rightly take no tap.
        table.page.has(f"#shown:not([data-version='{shown[game]}'])")
        table.enter(table.journey.act_again)
        assert table.page.evaluate("window.kept"), "the page came back by itself, and was not loaded anew"
        log = table.host.look()["log"]
        assert tuple(entry["move"]["kind"] for entry in log if entry["by"] == 0) == table.journey.entered
        assert [entry["move"]["kind"] for entry in log if entry["undone"]] == [table.journey.bruno["kind"]]
