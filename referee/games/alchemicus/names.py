"""The names of the things of Alchemicus and Noctis: key -> what is printed on the card, the English name."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import named

NAMES: Mapping[str, tuple[str | None, str]] = {
    # buildings and Gloria
    "horten": ("Horten", named("name", "Garden")),
    "metalle": ("Metalle", named("name", "Mine")),
    "pergula": ("Pergula", named("name", "Stall")),
    "fornax": ("Fornax", named("name", "Foundry")),
    "alembic": ("Alembic", named("name", "Alembic")),
    "taberna": ("Taberna", named("name", "Shop")),
    "domo": ("Domo", named("name", "Workshop")),
    "labrium": ("Labrium", named("name", "Laboratory")),
    "donarium": ("Donarium", named("name", "Treasury")),
    "gloria": ("Gloria", named("name", "Fame card")),
    # fields
    "build": (None, named("name", "Build")),
    "spirit": (None, named("name", "Spirit of Transmutation")),
    "harvest": (None, named("name", "Harvest")),
    "transport": (None, named("name", "Transport")),
    "transmutation": (None, named("name", "Transmutation")),
    "sale": (None, named("name", "Sale")),
    "gifts": (None, named("name", "Gifts")),
    # goods
    "fame": (None, named("name", "Fame")),
    "herbs": (None, named("name", "herbs")),
    "ore": (None, named("name", "ore")),
    "tincture": (None, named("name", "tincture")),
    "metal": (None, named("name", "metal")),
    "gold": (None, named("name", "gold")),
    # Noctis cards
    "golem": ("Golem", named("name", "Golem")),
    "homunculus": ("Homunculus", named("name", "Homunculus")),
    "mutabilis": ("Mutabilis", named("name", "Mutabilis")),
    "pactum": ("Pactum", named("name", "Pactum")),
    "spiritus": ("Spiritus", named("name", "Spiritus")),
    "infamia": ("Infamia", named("name", "Infamia")),
}
