"""Alchemicus Noctis, the expansion."""

from __future__ import annotations

from referee.engine import N_, Book, Section, rule
from referee.games.alchemicus.board import (
    FENDING_CARDS,
    HAND_LIMIT,
    NOCTIS_COSTS,
    NOCTIS_TARGET,
    PACTUM_CARDS,
    STARTING_HAND,
)

SETUP = Section(
    "setup",
    N_("Setup and target"),
    N_("Everything in the base game holds, except where this book says otherwise."),
    (
        rule(
            "NO-SETUP",
            "Set up as usual. Then everyone gets **one Golem** into their hand, which makes %(cards)s cards to start "
            "with, and the Noctis deck is shuffled and put beside the base deck.",
            related=("AL-SETUP-START",),
            facts={"cards": STARTING_HAND + 1},
        ),
        rule(
            "NO-TARGET",
            "The last round begins at **%(italian)s Fame** in the Italian book and at **%(polish)s Fame** in the "
            "Polish one. Your table follows the edition it chose, or a number of its own.",
            related=("AL-LAST-ROUND", "AL-WIN"),
            desk="/desk/alchemicus/result",
            facts={"italian": NOCTIS_TARGET["it"], "polish": NOCTIS_TARGET["pl"]},
        ),
    ),
)

TURN = Section(
    "turn",
    N_("What changes in a turn"),
    N_("One more phase, and one more deck."),
    (
        rule(
            "NO-DRAW",
            "Draw one base card as always, **or** discard one card from your hand and take one Noctis card. With an "
            "empty hand only the base deck is open to you.",
            related=("AL-DRAW", "AL-BANK"),
        ),
        rule(
            "NO-PHASE",
            "Between drawing and moving there is a new phase: play **as many Noctis cards** as you like and can pay.",
            related=("NO-COST", "AL-TURN"),
        ),
        rule(
            "NO-PASS",
            "When you pass over the Spirit field, choose: a base card or a Noctis card. Either way it is one card.",
            related=("AL-MOVE-PASS",),
            desk="/desk/alchemicus/pawn",
        ),
        rule(
            "NO-STOP",
            "When you stop on the Spirit field, take **one Noctis card** before you move the Spirit. Placing your "
            "pawn there counts as stopping.",
            related=("AL-SPIRIT-MUST", "AL-MOVE-FIRST"),
        ),
        rule(
            "NO-SALE",
            "Cards that a sale pays come from the base deck, never from the Noctis deck.",
            related=("AL-SELL-PRICE",),
        ),
        rule(
            "NO-MONEY",
            "A Noctis card in your hand is money like any other card, whatever you pay with cards. It counts towards "
            "the limit of %(limit)s, and it can be stolen. Spent Noctis cards go to a discard pile of their own, "
            "which becomes the new Noctis deck.",
            related=("AL-MONEY", "AL-HAND-LIMIT", "AL-SPIRIT-STEAL"),
            facts={"limit": HAND_LIMIT},
        ),
    ),
)

CARDS = Section(
    "cards",
    N_("The six Noctis cards"),
    N_("Played before the pawn moves, paid with other cards."),
    (
        rule(
            "NO-COST",
            "To play a Noctis card, discard its cost in **other** cards; the card itself leaves your hand too. "
            "Mutabilis costs %(mutabilis)s; Golem, Homunculus and Spiritus cost %(golem)s; Pactum costs %(pactum)s; "
            "Infamia costs %(infamia)s.",
            related=("NO-PHASE", "NO-MONEY"),
            facts=NOCTIS_COSTS,
        ),
        rule(
            "NO-GOLEM",
            "**Golem**, cost %(cost)s. Put it under one of your own buildings: from now on the other players cannot "
            "play cards on that building. A Spiritus already lying there stays. At most one Golem per building.",
            related=("NO-GUARD", "NO-INFAMIA", "GR-GOLEM"),
            facts={"cost": NOCTIS_COSTS["golem"]},
        ),
        rule(
            "NO-HOMUNCULUS",
            "**Homunculus**, cost %(cost)s. Undo the transmutation of an opponent's good: tincture on an Alembic "
            "becomes herbs again, metal on a Fornax becomes ore, gold on a Labrium becomes tincture and metal, with "
            "the second card from the deck. Metal or tincture already on a Labrium cannot be undone. **Or** discard "
            "one Spiritus from a building.",
            related=("NO-GUARD", "NO-SPIRITUS", "AL-TRANSMUTE"),
            facts={"cost": NOCTIS_COSTS["homunculus"]},
        ),
        rule(
            "NO-MUTABILIS",
            "**Mutabilis**, cost %(cost)s. Take **one** raw good (herbs or ore) from an opponent, wherever "
            "it lies, and put it on a free place of your own: herbs on Horten or Alembic, ore on Metalle or "
            "Fornax.",
            related=("NO-GUARD", "AL-TRANSPORT-ROOM"),
            facts={"cost": NOCTIS_COSTS["mutabilis"]},
        ),
        rule(
            "NO-PACTUM",
            "**Pactum**, cost %(cost)s. Take %(cards)s Noctis cards.",
            related=("NO-COST",),
            facts={"cost": NOCTIS_COSTS["pactum"], "cards": PACTUM_CARDS},
        ),
        rule(
            "NO-SPIRITUS",
            "**Spiritus**, cost %(cost)s. Lay it on an opponent's Alembic, Fornax or Labrium. The next time "
            "that building would really transmute, with everything it needs there and no Spirit on it, the "
            "Spiritus is discarded instead and the goods stay as they are. Until then only a Homunculus can "
            "remove it. Several may lie on one building; each costs one transmutation.",
            related=("NO-GUARD", "NO-HOMUNCULUS", "AL-TRANSMUTE-NEEDS"),
            facts={"cost": NOCTIS_COSTS["spiritus"]},
        ),
        rule(
            "NO-INFAMIA",
            "**Infamia**, cost %(cost)s. Another player loses 1 Fame, unless they at once discard one of their "
            "Golems that guards a building, or any %(cards)s cards. Nobody falls below 0.",
            related=("NO-GOLEM", "GR-INFAMIA"),
            facts={"cost": NOCTIS_COSTS["infamia"], "cards": FENDING_CARDS},
        ),
        rule(
            "NO-GUARD",
            "A building with a Golem is safe from the others' Spiritus, Homunculus and Mutabilis. Infamia is played "
            "on the player, not on a building, so a Golem does not stop it; you can only give up a Golem to fend it "
            "off.",
            related=("NO-GOLEM", "NO-INFAMIA"),
        ),
    ),
)

BOOK = Book(
    "noctis",
    N_("Alchemicus Noctis"),
    N_("Night falls on the workshops: a second deck, and rivals who no longer just watch."),
    (SETUP, TURN, CARDS),
)
