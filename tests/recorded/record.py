"""Makes the stories and writes down what came of them: random games, the cases in `cases.txt`, desks, the rules."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from typing import Any

from flask import Flask

from referee.games.homunculus.board import PARTS
from tests.recorded.kept import HERE
from tests.recorded.stories import Player, Step, app_for
from tests.samples import sample
from tests.samples.alchemicus import PRICES
from tests.samples.fata_morgana import objective, whole_hand

NAMES = ("Ada", "Bruno", "Żaneta", "Dino", "Eva")
LANGUAGES = ("en", "it", "pl")
MOVES = 60
"""What is entered in a random game, or tried."""

FULL: dict[str, Any] = {"track": "full", "prices": PRICES}
NOCTIS: dict[str, Any] = {**FULL, "expansion": "noctis"}
RUSH: dict[str, Any] = {**NOCTIS, "variant": "gold_rush"}
FAVOURITES = [{"kind": "red", "ingredient": "mercury"}, None, {"kind": "blue", "ingredient": "sulphur"}]
GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "alchemicus-fame": ("alchemicus", 2, {"edition": "it", "target": 12}),
    "alchemicus-fame-noctis": ("alchemicus", 3, {"edition": "pl", "expansion": "noctis", "target": 9}),
    "alchemicus-full": ("alchemicus", 2, {**FULL, "edition": "pl"}),
    "alchemicus-full-bank-sale": ("alchemicus", 3, {**FULL, "card_bank": True, "advanced_sale": True, "target": 10}),
    "alchemicus-noctis": ("alchemicus", 4, {**NOCTIS, "edition": "it", "card_bank": True, "target": 10}),
    "alchemicus-noctis-sale": ("alchemicus", 2, {**NOCTIS, "edition": "pl", "advanced_sale": True, "target": 9}),
    "alchemicus-gold-rush": ("alchemicus", 2, {**RUSH, "edition": "it"}),
    "alchemicus-gold-rush-all": ("alchemicus", 3, {**RUSH, "card_bank": True, "advanced_sale": True}),
    "alchemicus-strict-ring": (
        "alchemicus",
        2,
        {
            **FULL,
            "strict_seats": True,
            "ring": ["build", "spirit", "harvest", "transport", "transmutation", "gifts", "sale", "harvest"],
            "spirit_ring": ["alembic", "horten", "metalle", "fornax", "labrium"],
        },
    ),
    "homunculus-2": ("homunculus", 2, {}),
    "homunculus-3-favourites": ("homunculus", 3, {"favourites": FAVOURITES}),
    "homunculus-5-strict": ("homunculus", 5, {"strict_seats": True}),
    "fata_morgana-untold-2": ("fata_morgana", 2, {}),
    "fata_morgana-told-2": ("fata_morgana", 2, {}),
    "fata_morgana-told-4": ("fata_morgana", 4, {}),
    "fata_morgana-some-told-3-strict": ("fata_morgana", 3, {"strict_seats": True}),
}
WHOLE = {"alchemicus-fame", "alchemicus-full-bank-sale", "alchemicus-gold-rush", "homunculus-2", "fata_morgana-told-2"}
"""The stories that end with the table for every viewer in every language; in the others they take turns."""
TABLE_PAGES = ("table", "log", "sheet", "lobby", "corrections", "rulings", "log.csv")


class Recorder:
    """Plays one story while it is being made; `kept` holds its steps with what came of them."""

    def __init__(self, name: str, app: Flask) -> None:
        self.name = name
        self.chance = random.Random(name)
        self.kept: list[tuple[Step, int, Any]] = []
        self.keys = 0
        self.app = app
        self.player = Player(app)

    def ask(
        self, who: str, method: str, path: str, body: Any = None, page: str | None = None, keep: bool = True
    ) -> tuple[int, Any]:
        """Send a request and keep it with its answer."""
        if body is not None and path.split("?")[0].endswith(("/entries", "/undo", "/redo")):
            self.keys += 1
            body = {"key": f"k{self.keys}", **body}
        step: Step = {"who": who, "method": method, "path": path, "body": body, "page": page}
        status, answer = self.player.send(step)
        if keep:
            self.kept.append((step, status, answer))
        return status, answer

    def get(self, path: str, who: str = "host") -> Any:
        """Return what a request answers that is not kept."""
        return self.ask(who, "GET", path, keep=False)[1]


class RandomGame(Recorder):
    """A seeded random game: legal and illegal moves, overruled ones, corrections, undo and redo, by anybody."""

    def __init__(self, name: str, app: Flask) -> None:
        super().__init__(name, app)
        self.game, self.players, options = GAMES[name]
        self.seats = [f"seat {seat}" for seat in range(self.players)]
        self.viewers = ["none", "watcher", "host", *self.seats]
        self.turns = 0
        names = list(NAMES[: self.players])
        self.ask("none", "POST", "/tables", {"game": self.game, "players": names, "options": options})
        for seat in range(self.players):
            self.ask("none", "POST", "/t/$code/join", {"seat": seat})
        self.ask("none", "POST", "/t/$code/join", {"seat": None})

    @property
    def state(self) -> Any:
        """The game's state as it is now."""
        return self.app.extensions["referee"].store.latest(self.player.named["$code"]).state

    def play(self) -> None:
        """Play the game and look at it now and then."""
        self.tell_secrets()
        for number in range(1, MOVES + 1):
            self.act()
            if number % 20 == 0:
                self.look_json()
                self.try_anything()
            if number == MOVES // 2:
                self.look_pages(("table", "log", "lobby"))
        self.finish()
        self.look_json()
        self.look_pages(TABLE_PAGES, whole=self.name in WHOLE)

    def enter(self, who: str, move: dict[str, Any], **more: Any) -> int:
        """Enter a move, in one language after another."""
        self.turns += 1
        path = f"/t/$code/entries?lang={LANGUAGES[self.turns % 3]}"
        return self.ask(who, "POST", path, {"move": move, **more})[0]

    def act(self) -> None:
        """Do one thing that somebody may do at a table."""
        chance, luck = self.chance, self.chance.random()
        table = self.get("/t/$code")
        by = chance.choice(["host", *self.seats, *self.seats])
        asked = {"seat": table["to_move"]} if table["to_move"] is not None and chance.random() < 0.7 else {}
        anything = {**sample(self.game).anything(chance, self.state), **asked}
        if luck < 0.08:
            self.ask(by, "POST", "/t/$code/undo", {"seq": table["seq"], **self.how_far(table["seq"])})
        elif luck < 0.13:
            self.ask(by, "POST", "/t/$code/redo", {"seq": table["seq"]})
        elif luck < 0.25:
            self.enter(by, anything, overrule=chance.random() < 0.4)
        elif luck < 0.28:
            self.enter(chance.choice(["none", "watcher"]), anything)
        elif luck < 0.31:
            self.enter(by, anything, seq=max(0, table["seq"] - 1))
        else:
            self.offered(table, legal=luck < 0.9)

    def try_anything(self) -> None:
        """Try moves of whoever is to move, most of which are against the rules."""
        for _ in range(12):
            seat = self.get("/t/$code")["to_move"]
            asked = {} if seat is None else {"seat": seat}
            who = "host" if seat is None or self.chance.random() < 0.5 else f"seat {seat}"
            self.enter(who, {**sample(self.game).anything(self.chance, self.state), **asked})

    def how_far(self, seq: int) -> dict[str, int]:
        """Return how far an undo goes back, where it is more than the newest."""
        return {"to": max(0, seq - self.chance.randint(1, 5))} if self.chance.random() < 0.3 else {}

    def offered(self, table: dict[str, Any], legal: bool = True) -> None:
        """Enter something that is worth a button, legal or barred, for whoever is asked."""
        chance = self.chance
        pending = table["pending"] or {}
        seat = pending.get("target", table["to_move"])
        if seat is None:
            return self.unasked(table)
        by = chance.choice([f"seat {seat}", f"seat {seat}", "host"])
        offered = self.get(f"/t/$code/moves?seat={seat}", by)["moves"]
        moves = [each["move"] for each in offered if legal == (each["refusal"] is None)]
        if not moves:
            return None
        kinds = sorted({move["kind"] for move in moves} - {"end_turn"}) or ["end_turn"]
        kind = chance.choice(kinds) if chance.random() < 0.85 else chance.choice(moves)["kind"]
        self.enter(by, chance.choice([move for move in moves if move["kind"] == kind]))
        return None

    def unasked(self, table: dict[str, Any]) -> None:
        """Do what is to be done while nobody is to move."""
        seat = self.chance.randrange(self.players)
        if table["phase"] == "declare":
            kind = "declare" if self.chance.random() < 0.15 else "next_round"
            self.enter(self.seats[seat], {"kind": kind, "seat": seat})
        elif table["phase"] == "reveal" and table["needs"]:
            self.lay_open(table)
        elif table["over"] and table["result"]["needs"]:
            need = table["result"]["needs"][0]
            total = self.chance.randint(5, 20)
            self.enter("host", {"kind": "prices_total", "seat": need["seat"], "total": total})
        else:
            self.ask("host", "POST", "/t/$code/undo", {"seq": table["seq"], "to": max(0, table["seq"] - 6)})

    def lay_open(self, table: dict[str, Any]) -> None:
        """Reveal what one seat still keeps (Fata Morgana)."""
        seat = table["needs"][0]["seat"]
        hand = whole_hand(self.chance, table["players"][seat]["hand_size"])
        move = {"kind": "reveal", "seat": seat, "hand": hand, "objective": objective(self.chance)}
        if self.enter("host", move) != 200:
            self.enter(f"seat {seat}", move, overrule=True)

    def tell_secrets(self) -> None:
        """Let those who tell their secrets do it (Fata Morgana)."""
        if "told" not in self.name or "untold" in self.name:
            return
        for seat in range(1 if "some" in self.name else self.players):
            hand = {"red": 2, "blue": 2, "green": 2, "brown": 2, "white": 2}
            self.enter(f"seat {seat}", {"kind": "hand", "seat": seat, "hand": hand})
            self.enter(f"seat {seat}", {"kind": "objective", "seat": seat, **objective(self.chance)})

    def finish(self) -> None:
        """Bring the game to its end, as far as that can be done."""
        for number in range(60):
            table = self.get("/t/$code")
            if "gold-rush" in self.name or (table["over"] and not table["result"].get("needs")):
                break
            if self.game == "alchemicus" and not table["last_round"] and not table["over"]:
                self.enter("host", {"kind": "fame", "seat": 0, "by": 30})
            if self.game == "homunculus" and not table["over"]:
                part, tile = PARTS[number % len(PARTS)], {"kind": "red", "face_up": number % 2 == 0}
                self.enter("host", {"kind": "part", "seat": 0, "part": part, "to": tile})
            self.offered(table)

    def look_json(self) -> None:
        """Look at the table as each viewer may."""
        self.turns += 1
        for place, who in enumerate(self.viewers):
            language = LANGUAGES[(place + self.turns) % 3]
            self.ask(who, "GET", f"/t/$code?lang={language}")
            self.ask(who, "GET", f"/t/$code/log?lang={language}")
            seat = (place + self.turns) % self.players
            self.ask(who, "GET", f"/t/$code/moves?seat={seat}&lang={language}")
            if who.startswith("seat"):
                self.ask(who, "GET", f"/t/$code/moves?seat={who[5:]}&lang={language}")
        self.ask("none", "GET", "/t/$code/export")
        self.ask("seat 0", "GET", "/t/$code/export")

    def look_pages(self, pages: Sequence[str], whole: bool = False) -> None:
        """Look at pages of the table, each viewer in another language; at the table itself in all, if `whole`."""
        self.turns += 1
        for number, page in enumerate(pages):
            path = "/t/$code" if page == "table" else f"/t/$code/{page}"
            everywhere = whole and page == "table"
            for place, who in enumerate(self.viewers):
                for language in LANGUAGES if everywhere else [LANGUAGES[(place + number + self.turns) % 3]]:
                    query = f"?lang={language}" + ("&watch=1" if who in ("none", "watcher") else "")
                    self.ask(who, "GET", path + query, page=f"{page}-{self.game}")


# --- cases, desks, rules -----------------------------------------------------------------------------------------


def cases() -> dict[str, list[tuple[str, str, str, Any]]]:
    """Return the cases by title: who, method, path and body of each request."""
    found: dict[str, list[tuple[str, str, str, Any]]] = {}
    steps: list[tuple[str, str, str, Any]] = []
    for line in (HERE / "cases.txt").read_text().splitlines():
        if line.startswith("# "):
            steps = found.setdefault(line[2:], [])
        elif line and not line.startswith("##"):
            who, _, asked = line.partition("> ")
            method, path, *body = asked.split(" ", 2)
            steps.append((who.strip() or "host", method, path, json.loads(body[0]) if body else None))
    return found


class Cases(Recorder):
    """All the cases, one after another."""

    def play(self) -> None:
        for steps in cases().values():
            for who, method, path, body in steps:
                self.ask(who, method, path, body if body is not None or method == "GET" else {})


class Desks(Recorder):
    """Questions to each desk at random, possible and impossible."""

    def play(self) -> None:
        for number in range(40):
            for desk, body in self.questions().items():
                self.ask("none", "POST", f"/desk/{desk}?lang={LANGUAGES[number % 3]}", body)

    def questions(self) -> dict[str, Any]:
        chance = self.chance
        players = range(chance.randint(1, 5))
        places = ["horten", "metalle", "alembic", "fornax", "labrium", "domo"]
        goods = {good: chance.randint(0, 3) for good in ("herbs", "tincture", "metal", "gold") if chance.random() < 0.6}
        kinds = ["yellow", "green", "red", "purple", "black", "blue", "other"]
        parts = ["head", "torso", "tail", "left_ear", "right_ear", "left_arm", "right_arm", "left_leg", "right_leg"]
        colours = ["red", "blue", "green", "brown", "white"]
        spirit: dict[str, Any] = {"spirit": chance.choice(places), "hand": chance.randint(0, 4)}
        if chance.random() < 0.5:
            spirit["to"] = chance.choice(places)
        return {
            "alchemicus/spirit": spirit,
            "alchemicus/pawn": {
                "from": chance.choice([None, *range(8)]),
                "others": chance.sample(range(8), chance.randint(0, 3)),
                "fame": chance.randint(0, 4),
                "variant": chance.choice(["standard", "gold_rush"]),
                "glorias": chance.randint(0, 2),
                "golems": chance.sample(range(8), chance.randint(0, 2)),
            },
            "alchemicus/sale": {
                "goods": goods,
                "shops": {shop: chance.randint(0, 2) for shop in ("pergula", "taberna", "donarium")},
                "variant": chance.choice(["standard", "gold_rush"]),
            },
            "alchemicus/result": {
                "players": [
                    {"name": NAMES[seat], "fame": chance.randint(18, 20), "prices": chance.choice([None, 7, 9])}
                    for seat in players
                ]
            },
            "homunculus/score": {
                "players": [
                    {
                        "name": NAMES[seat],
                        "favourite": chance.choice([None, "red"]),
                        "parts": {
                            part: {
                                "kind": chance.choice(kinds[: chance.choice([1, 7])]),
                                "face_up": chance.random() < 0.7,
                            }
                            for part in chance.sample(parts, chance.choice([9, 9, 5]))
                        },
                        "ingredients": chance.randint(0, 6),
                        "finished": seat == chance.randint(0, 4),
                    }
                    for seat in players
                ]
            },
            "fata_morgana/score": {
                "players": [
                    {
                        "name": NAMES[seat],
                        "points": chance.randint(10, 40),
                        "objective": chance.choice(
                            [None, dict(zip(("three", "two", "one"), chance.choices(colours, k=3), strict=True))]
                        ),
                        "hand": {colour: chance.randint(0, 4) for colour in colours},
                    }
                    for seat in range(chance.randint(1, 4))
                ]
            },
        }


class House(Recorder):
    """The rules, the search, and all pages that are no table's, in three languages."""

    def play(self) -> None:
        books = ("alchemicus", "noctis", "gold_rush", "homunculus", "fata_morgana")
        pages = ["/", "/rules", "/rules/rulings", "/rules/names", "/rules/search?q=fame", "/desks", "/offline",
                 "/rules/documents", "/board/alchemicus", "/t/AAAAAA"]  # fmt: skip
        pages += [f"/rules/{book}" for book in books]
        pages += [f"/new/{game}" for game in ("alchemicus", "homunculus", "fata_morgana")]
        pages += ["/desk/alchemicus/spirit", "/desk/alchemicus/pawn", "/desk/alchemicus/sale",
                  "/desk/alchemicus/result", "/desk/homunculus/score", "/desk/fata_morgana/score"]  # fmt: skip
        for language in LANGUAGES:
            for path in [*(f"/rules/{book}" for book in books), "/rules/rulings", "/healthz", "/t/AAAAAA", "/nothing"]:
                self.ask("none", "GET", f"{path}?lang={language}")
            for query in ("zlot", "calder", "spirit", "tie", "pareggio", "remis", "golem", "eliksir", "draw cards"):
                self.ask("none", "GET", f"/rules/search?q={query}&lang={language}")
            for path in pages:
                kind = path.partition("?")[0].strip("/").replace("/", "-") or "home"
                self.ask("none", "GET", f"{path}{'&' if '?' in path else '?'}lang={language}", page=kind)


class Next(Recorder):
    """The form of the next game of the same people, after one of each game."""

    def play(self) -> None:
        for game in ("alchemicus", "homunculus", "fata_morgana"):
            self.ask("none", "POST", "/tables", {"game": game, "players": list(NAMES[:2]), "options": {}})
            if game == "alchemicus":
                self.ask("host", "POST", "/t/$code/entries", {"move": {"kind": "fame", "seat": 0, "by": 21}})
                told = {"kind": "price", "seat": 0, "building": "taberna", "price": 4}
                self.ask("host", "POST", "/t/$code/entries", {"move": told})
            for language in LANGUAGES:
                self.ask("host", "GET", f"/t/$code/next?lang={language}", page=f"next-{game}")
                self.ask("none", "GET", f"/new/{game}?lang={language}", page=f"new-{game}")


OTHERS: dict[str, type[Cases | Desks | House | Next]] = {"cases": Cases, "desks": Desks, "house": House, "next": Next}
ALL = (*GAMES, *OTHERS)


def recorded(name: str) -> list[tuple[Step, int, Any]]:
    """Make the story of that name; return its steps, each with status and answer."""
    with app_for(name) as app:
        made = OTHERS[name](name, app) if name in OTHERS else RandomGame(name, app)
        made.play()
        return made.kept
