"""Options of every table, whatever the game."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Self, get_args

import msgspec
from msgspec import UNSET, UnsetType

from referee.engine.moves import Malformed
from referee.engine.sentences import N_, Sentence

Colour = Literal["blue", "brown", "red", "green", "yellow", "violet"]
"""A colour of a player: of the pawn, the board or the cards they play with."""
COLOURS: tuple[Colour, ...] = get_args(Colour)

LONGEST_HOUSE_RULE = 200
"""Characters of a house rule."""
LONG_HOUSE_RULE = N_("A house rule can be up to %(num)s characters, on one line.")


class TableOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options that every game's Options share.

    `strict_seats`: each phone enters for its own seat only, the host's for all. `colours`: one for each player, none
    twice. `house_rule`: what the table agreed on beside the rules, in its own words. `first_game`: whether it is the
    first game of somebody here.
    """

    strict_seats: bool = False
    colours: tuple[Colour, ...] | UnsetType = UNSET
    house_rule: str | None = None
    first_game: bool = False

    def printed(self) -> Mapping[str, object]:
        """Return what these options tell of the cards in the box, as JSON, by the name it is remembered by."""
        return {}

    def in_force(self, state: Any) -> Self:
        """Return the options as they count at `state`, where some are told while one plays."""
        return self

    def again(self, state: Any) -> Self:
        """Return the options for the next game of the same people, after one that came to `state`."""
        return self

    def reordered(self, order: Sequence[int]) -> Self:
        """Return these options, settled, where each player sits at the place that `order` names them for: what belongs
        to a player goes with them. A game with more that does has its own method."""
        if isinstance(self.colours, UnsetType):
            return self
        return msgspec.structs.replace(self, colours=tuple(self.colours[seat] for seat in order))

    def settled(self, players: int) -> Self:
        """Return the options with these filled in for so many players; a blank house rule is none.

        Raises Malformed: colours that are not one for each player or name one twice; a house rule that is longer than
        200 characters or holds control characters.
        """
        colours = COLOURS[:players] if self.colours is UNSET else self.colours
        if len(colours) != players or len(set(colours)) != players:
            raise Malformed("colours")
        rule = unicodedata.normalize("NFC", self.house_rule or "").strip()
        if len(rule) > LONGEST_HOUSE_RULE or any(unicodedata.category(letter) == "Cc" for letter in rule):
            raise Malformed("house_rule", Sentence(LONG_HOUSE_RULE, {"num": LONGEST_HOUSE_RULE}))
        return msgspec.structs.replace(self, colours=colours, house_rule=rule or None)
