"""Alchemicus, the base game."""

from __future__ import annotations

from referee.engine import N_, Book, Section, rule
from referee.games.alchemicus.board import (
    BOOKS_ALEMBIC_PRICE,
    FAME_STEPS,
    FIELD_KINDS,
    FREE_STEPS,
    GLORIA_CARDS,
    HAND_LIMIT,
    STANDARD_TARGET,
    STARTING_HAND,
    TOKENS,
)
from referee.games.alchemicus.board import FIELDS as RING_FIELDS
from referee.games.alchemicus.rules.fields import FIELDS, SPIRIT_DESK

PAWN = "/desk/alchemicus/pawn"
RESULT = "/desk/alchemicus/result"

COMPONENTS = Section(
    "components",
    N_("What is in the box"),
    N_("A board with two rings, 4 pawns for the players, one for the Spirit, cards and Fame tokens."),
    (
        rule(
            "AL-DECK",
            "The deck holds **140 cards**. 18 each of Horten (Garden), Metalle (Mine) and Pergula (Stall); 14 each of "
            "Fornax (Foundry), Alembic, Taberna (Shop) and Domo (Workshop); 10 each of Labrium (Laboratory), Donarium "
            "(Treasury) and Gloria (Fame card).",
            related=("AL-MONEY", "AL-PRICE"),
        ),
        rule(
            "AL-TOKENS",
            "There are %(tokens)s Fame tokens: %(ones)s are worth 1, %(fives)s are worth 5, %(tens)s are worth 10, "
            "which makes %(total)s in all. Fame is public, so everyone can see how the others are doing.",
            related=("AL-LAST-ROUND",),
            facts={
                "tokens": sum(many for _worth, many in TOKENS),
                "tens": TOKENS[0][1],
                "fives": TOKENS[1][1],
                "ones": TOKENS[2][1],
                "total": sum(worth * many for worth, many in TOKENS),
            },
        ),
        rule(
            "AL-RING",
            "The outer Alchemical Ring has **%(fields)s fields**; you move clockwise. There are %(kinds)s kinds: "
            "Build, Spirit of Transmutation, Harvest, Transport, Transmutation, Sale and Gifts. One kind appears "
            "twice.",
            related=("AL-MOVE-FREE", "AL-INNER"),
            desk=PAWN,
            facts={"fields": RING_FIELDS, "kinds": len(FIELD_KINDS)},
        ),
        rule(
            "AL-INNER",
            "The inner Spirit ring belongs to the Spirit alone. **Five outer places** form a circle: Horten, Metalle, "
            "Alembic, Fornax and Labrium. The centre is the place of Domo.",
            related=("AL-SPIRIT-STEP", "AL-SPIRIT-BLOCK"),
            desk=SPIRIT_DESK,
        ),
        rule(
            "AL-PRICE",
            "The **price** of a building is printed in the top right corner of its card. You pay it when you build, "
            "and it counts once more if the game ends in a tie. The books themselves name only one price: an Alembic "
            "costs %(price)s.",
            related=("AL-BUILD", "AL-TIE"),
            facts={"price": BOOKS_ALEMBIC_PRICE},
        ),
    ),
    picture="alchemicus/pictures/rings.html",
)

SETUP = Section(
    "setup",
    N_("Setup"),
    N_("Everyone begins small, and equal."),
    (
        rule(
            "AL-SETUP-SPIRIT",
            "Put the Spirit pawn on Labrium in the inner ring. Until somebody moves it, nobody makes gold.",
            related=("AL-SPIRIT-BLOCK",),
        ),
        rule(
            "AL-SETUP-START",
            "Each player chooses a pawn and lays out one Horten and one Pergula, already built. Then the "
            "other cards are shuffled and everyone takes **%(cards)s**; the rest is the deck. Nobody has "
            "Fame yet, and the pawns wait beside the board, with the Fame tokens.",
            related=("AL-MOVE-FIRST", "AL-TOKENS"),
            facts={"cards": STARTING_HAND},
        ),
        rule(
            "AL-SETUP-FIRST",
            "The oldest player begins, or whoever had the least Fame in your last game, or someone you pick at "
            "random. Play goes clockwise: the next turn is always the left neighbour's.",
            related=("AL-TURN",),
        ),
    ),
)

TURN = Section(
    "turn",
    N_("A turn"),
    N_("Five steps, always in this order."),
    (
        rule(
            "AL-TURN",
            "**1** draw a card, **2** move your pawn, **3** do the action of its field if you like, **4** play at "
            "most one Gloria if you like, **5** end your turn.",
            related=("AL-DRAW", "AL-MOVE-FREE", "AL-FIELD", "AL-GLORIA", "AL-HAND-LIMIT", "NO-PHASE", "GR-GLORIA"),
        ),
        rule(
            "AL-FIELD",
            "Your action is that of the field your pawn is on, and no other. You may skip it, with one exception: on "
            "the Spirit field you **must** move the Spirit.",
            related=("AL-SPIRIT-MUST", "AL-DOMO"),
        ),
    ),
    picture="alchemicus/pictures/turn.html",
)

DRAW = Section(
    "draw",
    N_("1 · Draw"),
    N_("One card, and every card is money."),
    (
        rule(
            "AL-DRAW",
            "**Draw** one card from the deck. If the deck is used up, now or at any other moment, shuffle the "
            "discards: they are the new deck.",
            related=("AL-BANK", "NO-DRAW"),
        ),
        rule(
            "AL-MONEY",
            "Whatever it shows, a card in your hand is also one unit of money. To pay a price of 3, discard any 3 "
            "cards.",
            related=("AL-BUILD", "AL-GIFT", "NO-MONEY"),
        ),
    ),
)

MOVE = Section(
    "move",
    N_("2 · Move your pawn"),
    N_("Clockwise, on the outer ring. You must move."),
    (
        rule(
            "AL-MOVE-FREE",
            "Move your pawn **1, %(middle)s or %(farthest)s fields** clockwise. Staying where you are is not allowed.",
            related=("AL-MOVE-FAME", "AL-MOVE-OCCUPIED"),
            desk=PAWN,
            facts={"farthest": FREE_STEPS, "middle": FREE_STEPS - 1},
        ),
        rule(
            "AL-MOVE-FAME",
            "Going **%(first)s or %(last)s fields** costs 1 Fame, the same for either. If you have no Fame, you "
            "cannot.",
            related=("AL-MOVE-FREE", "GR-NOFAME"),
            desk=PAWN,
            facts={"first": FREE_STEPS + 1, "last": FAME_STEPS},
        ),
        rule(
            "AL-MOVE-FIRST",
            "On your first turn you do not move: set your pawn on any field you choose. Then you may do that "
            "field's action.",
            related=("AL-MOVE-OCCUPIED", "AL-SETUP-START"),
            desk=PAWN,
        ),
        rule(
            "AL-MOVE-OCCUPIED",
            "The Spirit field has room for **one** player's pawn. While someone stands there, nobody else may end a "
            "move there or be placed there. All other fields hold any number of pawns.",
            related=("AL-MOVE-PASS", "AL-MOVE-FIRST"),
            desk=PAWN,
        ),
        rule(
            "AL-MOVE-PASS",
            "If your pawn passes over the Spirit field and does not stop there, take one card from the deck, even if "
            "another pawn stands there: the Spirit thanks you for leaving it in peace. Placing a pawn does not count "
            "as passing.",
            related=("NO-PASS", "AL-SPIRIT-MUST"),
            desk=PAWN,
        ),
        rule(
            "AL-DOMO",
            "When your pawn stops on Harvest, Transport or Transmutation, take **one card for each Domo** you have "
            "built, even if you then skip the action. While the Spirit is in the centre, your Domos bring nothing.",
            related=("AL-SPIRIT-BLOCK", "AL-HARVEST", "AL-TRANSPORT", "AL-TRANSMUTE"),
        ),
    ),
)

GLORIA = Section(
    "gloria",
    N_("4 · Gloria"),
    N_("The Fame card, wherever you stand."),
    (
        rule(
            "AL-GLORIA",
            "At the end of your own turn, whatever field you stand on, you may discard Gloria and %(cards)s other "
            "cards: take **1 Fame** at once. You can play only one Gloria per turn.",
            related=("AL-BUILD-GLORIA", "AL-GIFT", "GR-GLORIA"),
            facts={"cards": GLORIA_CARDS},
        ),
    ),
)

END = Section(
    "end",
    N_("5 · End of turn, end of the game"),
    N_("At twenty Fame the last round begins."),
    (
        rule(
            "AL-HAND-LIMIT",
            "If you hold more than **%(limit)s cards** now, discard down to %(limit)s. At any other moment you may "
            "hold as many as you like.",
            related=("AL-TURN", "NO-MONEY"),
            facts={"limit": HAND_LIMIT},
        ),
        rule(
            "AL-LAST-ROUND",
            "If a player has **%(target)s Fame** or more at the end of a turn, the **last round** begins: the players "
            "who have had fewer turns than that player each take one more turn. The last round is played even if that "
            "player’s Fame drops again.",
            related=("AL-WIN", "NO-TARGET"),
            desk=RESULT,
            facts={"target": STANDARD_TARGET},
        ),
        rule(
            "AL-WIN",
            "After the last round the player with the **most Fame** wins, not the one who got to %(target)s first.",
            related=("AL-TIE", "AL-LAST-ROUND", "GR-WIN"),
            desk=RESULT,
            facts={"target": STANDARD_TARGET},
        ),
        rule(
            "AL-TIE",
            "**Tied** on Fame? Each of the tied players adds up the printed prices of their buildings; the higher sum "
            "wins. If that is equal too, it is a draw. A tie below first place is shared.",
            related=("AL-PRICE", "AL-WIN"),
            desk=RESULT,
        ),
    ),
)

ADVANCED = Section(
    "advanced",
    N_("Advanced rules"),
    N_("Take one, take both, or leave them: agree before you start."),
    (
        rule(
            "AL-BANK",
            "**Card bank** (recommended). During setup lay five cards from the deck face up on the table. Instead of "
            "drawing you may take one of them and discard another card from your hand; once per turn. Fill the gap "
            "from the deck. When the deck runs out, shuffle the bank in with the discards and lay out five new cards. "
            "Without another card to discard you cannot use the bank.",
            related=("AL-DRAW",),
        ),
        rule(
            "AL-ADVSALE",
            "**Advanced sale.** When you sell a good for cards, not for Fame, the other players may buy it; ask them "
            "in order, starting on your left. The buyer needs a free place where that good may lie and discards as "
            "many cards as you get, **plus one**. The good goes to the buyer's building instead of the discards; you "
            "are paid as usual. The offer stands until you go on. Herbs may lie on Horten or Alembic, ore on Metalle "
            "or Fornax, tincture on Alembic or Labrium, metal on Fornax or Labrium, gold on an empty Labrium.",
            example=N_(
                "You sell tincture at a Taberna for 3 cards. Your left neighbour discards 4 and puts the tincture on "
                "the free place of their Labrium."
            ),
            related=("AL-SELL-PRICE", "AL-TRANSPORT-ROOM"),
        ),
    ),
)

BOOK = Book(
    "alchemicus",
    N_("Alchemicus"),
    N_("Two to four herbalists with a garden and a stall, and the same dream: fame, and perhaps gold."),
    (COMPONENTS, SETUP, TURN, DRAW, MOVE, *FIELDS, GLORIA, END, ADVANCED),
)
