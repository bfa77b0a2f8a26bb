"""The names of the things of Homunculus: key -> what is printed on the card, the English name."""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine import named

NAMES: Mapping[str, tuple[str | None, str]] = {
    # parts, kinds, ingredients
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
}
