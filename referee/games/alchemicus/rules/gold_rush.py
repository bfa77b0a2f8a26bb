"""Gold Rush, the variant of Alchemicus played with the Noctis cards, and the rulings on it."""

from __future__ import annotations

from referee.engine import N_, Book, Ruling, Section, rule
from referee.games.alchemicus.board import (
    CLEARING_ANYWHERE,
    CLEARING_AT_GIFTS,
    FAME_STEPS,
    FENDING_CARDS,
    FREE_STEPS,
    GOLD_RUSH_GLORIA_CARDS,
    INFAMIA_LIMIT,
    NOCTIS_COSTS,
)
from referee.games.alchemicus.rules.rulings import SILENT

PAWN = "/desk/alchemicus/pawn"

GOAL = Section(
    "goal",
    N_("One piece of gold"),
    N_("Played with the Noctis cards, and without Fame."),
    (
        rule(
            "GR-WIN",
            "Whoever is first to make gold **and sell it** wins, at that very moment.",
            related=("GR-DONARIUM", "GR-INFAMIA", "AL-TRANSMUTE"),
        ),
        rule(
            "GR-DONARIUM",
            "Gold is sold only through a Donarium. You need one of your own.",
            related=("GR-WIN", "AL-SELL-CAPACITY"),
            desk="/desk/alchemicus/sale",
        ),
        rule(
            "GR-NOFAME",
            "There is no Fame, so nothing costs or pays Fame: no move of %(first)s or %(last)s fields for Fame, "
            "nothing to be had at Gifts, and a sale pays cards only.",
            related=("AL-MOVE-FAME", "AL-GIFT", "AL-SELL-PRICE"),
            desk=PAWN,
            facts={"first": FREE_STEPS + 1, "last": FAME_STEPS},
        ),
    ),
)

CARDS = Section(
    "cards",
    N_("Three cards that change"),
    N_("Gloria speeds you up, Golems bar the road, Infamia stays."),
    (
        rule(
            "GR-GLORIA",
            "Gloria is played together with your move, and each one adds **exactly one field**: you go 1, %(middle)s "
            "or %(farthest)s fields plus the number of Glorias. Play as many as you like. Each costs **%(italian)s** "
            "other cards in the Italian book, **%(polish)s** in the Polish one. If you pass the Spirit field twice, "
            "you take two cards.",
            example=N_("Two Glorias: your pawn moves 3, 4 or 5 fields."),
            related=("AL-MOVE-FREE", "AL-MOVE-PASS", "AL-GLORIA"),
            desk=PAWN,
            facts={
                "farthest": FREE_STEPS,
                "middle": FREE_STEPS - 1,
                "italian": GOLD_RUSH_GLORIA_CARDS["it"],
                "polish": GOLD_RUSH_GLORIA_CARDS["pl"],
            },
        ),
        rule(
            "GR-GOLEM",
            "Instead of putting a Golem under a building, you may also lay it, for its cost of %(cost)s, on a field "
            "of the outer ring, one per field. The first pawn, even your own, that would pass **over** that field "
            "stops on it instead; the Golem is removed, and the player may do that field's action. Ending exactly on "
            "the field leaves the Golem there. It does not hold a pawn that starts from its field or is placed. Of "
            "several Golems the nearest one counts. A Golem on the Spirit field stops nobody while another pawn "
            "stands there.",
            related=("NO-GOLEM", "AL-MOVE-OCCUPIED"),
            desk=PAWN,
            facts={"cost": NOCTIS_COSTS["golem"]},
        ),
        rule(
            "GR-INFAMIA",
            "While an Infamia lies in front of you, you **cannot sell gold**. If you do not fend off an Infamia (with "
            "%(cards)s cards, or with a Golem that guards a building), lay it face up in front of you at once. At "
            "most **%(limit)s** lie there; a third has no effect. A Golem on the ring does not fend it off.",
            related=("GR-INFAMIA-OFF", "NO-INFAMIA"),
            facts={"cards": FENDING_CARDS, "limit": INFAMIA_LIMIT},
        ),
        rule(
            "GR-INFAMIA-OFF",
            "When your pawn stops on Gifts, discard **%(gifts)s cards** to put one Infamia aside; on any other field "
            "it takes **%(anywhere)s cards**. You may put both aside in one stop, each for its price, and sell gold "
            "afterwards.",
            related=("GR-INFAMIA", "GR-GOLEM"),
            facts={"gifts": CLEARING_AT_GIFTS, "anywhere": CLEARING_ANYWHERE},
        ),
    ),
)

BOOK = Book(
    "gold_rush",
    N_("Gold Rush"),
    N_("Forget fame. The first piece of gold sold wins."),
    (GOAL, CARDS),
)

RULINGS = (
    Ruling(
        "E-14",
        N_("How is gold sold in Gold Rush?"),
        N_("Only by a player who owns a Donarium."),
        N_("Only through a Donarium."),
        N_("Only through a Donarium."),
        ("GR-DONARIUM",),
    ),
    Ruling(
        "E-15",
        N_("What does Gloria cost in Gold Rush?"),
        N_("Nothing."),
        N_("1 card."),
        N_("What your edition says."),
        ("GR-GLORIA",),
        also=("edition",),
    ),
    Ruling(
        "E-16",
        N_("Which move does a Golem on the ring stop, and may the player then act?"),
        N_("One that would end on the next field. Says nothing about the action."),
        N_("One that would end on the field behind it. The player may do the action."),
        N_("Any move that would pass it: a Golem you can jump over would be no use. The player may act."),
        ("GR-GOLEM",),
    ),
    Ruling(
        "E-17",
        N_("What does a Golem on the Spirit field do while a pawn stands there?"),
        SILENT,
        SILENT,
        N_("It stops nobody until the field is free, since only one pawn may stand there."),
        ("GR-GOLEM",),
    ),
    Ruling(
        "E-18",
        N_("What about a third Infamia?"),
        N_("At most 2 at a time."),
        N_("At most 2 at a time."),
        N_("It has no effect, and the card is discarded."),
        ("GR-INFAMIA",),
    ),
    Ruling(
        "E-23",
        N_("Can your own Golem stop you?"),
        N_("It stops “the first player”."),
        N_("It stops “the first of the players”."),
        N_("Yes. It stops everyone, even its owner."),
        ("GR-GOLEM",),
    ),
    Ruling(
        "E-40",
        N_("What do you get for a full lap that passes the Spirit field twice?"),
        SILENT,
        SILENT,
        N_("One card for each crossing."),
        ("GR-GLORIA",),
    ),
    Ruling(
        "E-41",
        N_("Does a Golem hold a pawn that starts on its field, is placed, or is bound for the occupied Spirit field?"),
        SILENT,
        SILENT,
        N_(
            "If it starts there: no. If it is placed: no. If it is bound for the occupied Spirit field beyond: the "
            "move is legal, because the pawn stops at the Golem."
        ),
        ("GR-GOLEM",),
    ),
    Ruling(
        "E-42",
        N_("May two Infamias be put aside in one stop, and gold be sold after that?"),
        SILENT,
        SILENT,
        N_("Yes, you pay for each; then you may sell gold too."),
        ("GR-INFAMIA-OFF",),
    ),
    Ruling(
        "E-43",
        N_("Does a Golem on the ring fend off Infamia?"),
        N_("A Golem from a building."),
        N_("A Golem from a building."),
        N_("No, only one that guards a building."),
        ("GR-INFAMIA-OFF",),
    ),
    Ruling(
        "E-47",
        N_("In Gold Rush, does the first to sell gold win at once, or after the round?"),
        N_("The first to sell gold wins."),
        N_("The first to sell gold wins."),
        N_("At once. There is no last round."),
        ("GR-WIN",),
    ),
    Ruling(
        "E-63",
        N_("Does a Golem on the field a pawn starts from stop it after a full lap?"),
        SILENT,
        SILENT,
        N_("No. The field a pawn starts from does not count, not even when the pawn comes round to it again."),
        (
            "GR-GOLEM",
            "GR-GLORIA",
        ),
    ),
)
