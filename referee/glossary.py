"""Names in three languages: the key used in code and JSON, what is printed on the card, and the English name.

Translations stand in the catalogs with the context "name". Latin stays Latin everywhere.
"""

from __future__ import annotations


def named(context: str, english: str) -> str:
    """Mark a name for the catalogs; `context` is "name"."""
    return english


NAMES: dict[str, tuple[str | None, str]] = {
    # Alchemicus: buildings and Gloria
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
    # Alchemicus: fields
    "build": (None, named("name", "Build")),
    "spirit": (None, named("name", "Spirit of Transmutation")),
    "harvest": (None, named("name", "Harvest")),
    "transport": (None, named("name", "Transport")),
    "transmutation": (None, named("name", "Transmutation")),
    "sale": (None, named("name", "Sale")),
    "gifts": (None, named("name", "Gifts")),
    # Alchemicus: goods
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
    # Homunculus: parts, kinds, ingredients
    "head": (None, named("name", "head")),
    "torso": (None, named("name", "torso")),
    "tail": (None, named("name", "tail")),
    "ear": (None, named("name", "ear")),
    "arm": (None, named("name", "arm")),
    "leg": (None, named("name", "leg")),
    "left_ear": (None, named("name", "left ear")),
    "right_ear": (None, named("name", "right ear")),
    "left_arm": (None, named("name", "left arm")),
    "right_arm": (None, named("name", "right arm")),
    "left_leg": (None, named("name", "left leg")),
    "right_leg": (None, named("name", "right leg")),
    "yellow": (None, named("name", "yellow")),
    "green": (None, named("name", "green")),
    "red": (None, named("name", "red")),
    "purple": (None, named("name", "purple")),
    "black": (None, named("name", "black")),
    "blue": (None, named("name", "blue")),
    "other": (None, named("name", "other")),
    "mercury": (None, named("name", "mercury")),
    "sulphur": (None, named("name", "sulphur")),
    "mandrake": (None, named("name", "mandrake")),
    "unicorn_horn": (None, named("name", "unicorn horn")),
    "dragon_blood": (None, named("name", "dragon's blood")),
    "phoenix_feather": (None, named("name", "phoenix feather")),
    # Fata Morgana: ingredients (red, blue and green stand above)
    "brown": (None, named("name", "brown")),
    "white": (None, named("name", "white")),
    "cauldron": (None, named("name", "cauldron")),
    "potion": (None, named("name", "potion")),
    "objective": (None, named("name", "objective")),
}
