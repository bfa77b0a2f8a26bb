"""Alchemicus, the base game."""

from __future__ import annotations

from referee.engine import N_
from referee.rulebook.book import Book, Section, rule

PAWN = "/desk/alchemicus/pawn"
SPIRIT = "/desk/alchemicus/spirit"
SALE = "/desk/alchemicus/sale"
RESULT = "/desk/alchemicus/result"

BOOK = Book(
    "alchemicus",
    N_("Alchemicus"),
    N_("Two to four herbalists with a garden and a stall, and the same dream: fame, and perhaps gold."),
    (
        Section(
            "components",
            N_("What is in the box"),
            N_("A board with two rings, pawns, cards and Fame."),
            (
                rule(
                    "AL-DECK",
                    "The deck holds **140 cards**. 18 each of Horten (Garden), Metalle (Mine) and Pergula (Stall); "
                    "14 each of Fornax (Foundry), Alembic, Taberna (Shop) and Domo (Workshop); 10 each of Labrium "
                    "(Laboratory), Donarium (Treasury) and Gloria (Fame card).",
                    related=("AL-MONEY", "AL-PRICE"),
                ),
                rule(
                    "AL-TOKENS",
                    "48 tokens count Fame: 24 are worth 1, 16 are worth 5, 8 are worth 10, which makes 184 in all. "
                    "Fame lies open, so everyone can see how the others stand.",
                    related=("AL-LAST-ROUND",),
                ),
                rule(
                    "AL-RING",
                    "The outer Alchemical Ring has **8 fields**, walked clockwise, of 7 kinds: Build, Spirit of "
                    "Transmutation, Harvest, Transport, Transmutation, Sale and Gifts. One kind is therefore there "
                    "twice.",
                    related=("AL-MOVE-FREE", "AL-INNER"),
                    desk=PAWN,
                ),
                rule(
                    "AL-INNER",
                    "The inner Spirit ring belongs to the Spirit alone. **Five outer places** form a circle: Horten, "
                    "Metalle, Alembic, Fornax and Labrium. The centre is the place of Domo.",
                    related=("AL-SPIRIT-STEP", "AL-SPIRIT-BLOCK"),
                    desk=SPIRIT,
                ),
                rule(
                    "AL-PRICE",
                    "What a building costs is printed in the top right corner of its card. The price is paid when it "
                    "is built and counts once more if the game ends in a tie. The books themselves name only one: "
                    "an Alembic costs 3.",
                    related=("AL-BUILD", "AL-TIE"),
                ),
            ),
            picture="rings",
        ),
        Section(
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
                    "Each player lays out one Horten and one Pergula, already built. Then the deck is shuffled and "
                    "everyone takes **5 cards**. Nobody has Fame yet, and the pawns wait beside the board.",
                    related=("AL-MOVE-FIRST", "AL-TOKENS"),
                ),
                rule(
                    "AL-SETUP-FIRST",
                    "The oldest player begins, or whoever had the least Fame in your last game, or someone you pick "
                    "at random. Play goes clockwise: the next turn is always the left neighbour's.",
                    related=("AL-TURN",),
                ),
            ),
        ),
        Section(
            "turn",
            N_("A turn"),
            N_("Five steps, always in this order."),
            (
                rule(
                    "AL-TURN",
                    "**1** draw a card, **2** move your pawn, **3** do the action of its field if you like, "
                    "**4** play at most one Gloria if you like, **5** end your turn.",
                    related=("AL-DRAW", "AL-MOVE-FREE", "AL-FIELD", "AL-GLORIA", "AL-HAND-LIMIT"),
                ),
                rule(
                    "AL-FIELD",
                    "Your action is the one of the field your pawn stands on, no other. You may leave it out, with "
                    "one exception: on the Spirit field the Spirit **must** be moved.",
                    related=("AL-SPIRIT-MUST", "AL-DOMO"),
                ),
            ),
            picture="turn",
        ),
        Section(
            "draw",
            N_("1 · Draw"),
            N_("One card, and every card is money."),
            (
                rule(
                    "AL-DRAW",
                    "Take one card from the deck. If the deck is used up, now or at any other moment, shuffle the "
                    "discards: they are the new deck.",
                    related=("AL-BANK", "NO-DRAW"),
                ),
                rule(
                    "AL-MONEY",
                    "Whatever it shows, a card in your hand is also one unit of money. To pay a price of 3, discard "
                    "any 3 cards.",
                    related=("AL-BUILD", "AL-GIFT", "NO-MONEY"),
                ),
            ),
        ),
        Section(
            "move",
            N_("2 · Move your pawn"),
            N_("Clockwise, on the outer ring. You must move."),
            (
                rule(
                    "AL-MOVE-FREE",
                    "Move your pawn **1, 2 or 3 fields** clockwise. Staying where you are is not allowed.",
                    related=("AL-MOVE-FAME", "AL-MOVE-OCCUPIED"),
                    desk=PAWN,
                ),
                rule(
                    "AL-MOVE-FAME",
                    "Going **4 or 5 fields** costs 1 Fame, the same for either. If you have no Fame, you cannot.",
                    related=("AL-MOVE-FREE", "GR-NOFAME"),
                    desk=PAWN,
                ),
                rule(
                    "AL-MOVE-FIRST",
                    "On your first turn you do not move: set your pawn on any field you choose.",
                    related=("AL-MOVE-OCCUPIED", "AL-SETUP-START"),
                    desk=PAWN,
                ),
                rule(
                    "AL-MOVE-OCCUPIED",
                    "The Spirit field has room for **one** player's pawn. While someone stands there, nobody else may "
                    "end a move there or be placed there. All other fields hold any number of pawns.",
                    related=("AL-MOVE-PASS", "AL-MOVE-FIRST"),
                    desk=PAWN,
                ),
                rule(
                    "AL-MOVE-PASS",
                    "If your pawn passes over the Spirit field and does not stop there, take one card from the deck: "
                    "the Spirit thanks you for leaving it in peace. Placing a pawn passes nothing.",
                    related=("NO-PASS", "AL-SPIRIT-MUST"),
                    desk=PAWN,
                ),
                rule(
                    "AL-DOMO",
                    "When your pawn comes to stand on Harvest, Transport or Transmutation, take **one card for each "
                    "Domo** you have built, even if you then leave the action out. While the Spirit is in the "
                    "centre, your Domos bring nothing.",
                    related=("AL-SPIRIT-BLOCK", "AL-HARVEST", "AL-TRANSPORT", "AL-TRANSMUTE"),
                ),
            ),
        ),
        Section(
            "build",
            N_("3 · Build"),
            N_("Lay a card out, pay with others."),
            (
                rule(
                    "AL-BUILD",
                    "Lay a building from your hand in front of you and discard as many **other** cards as its price. "
                    "In one action you may build as many as you can pay for.",
                    example=N_("An Alembic costs 3: lay it out and discard 3 more cards. Your hand is 4 cards smaller."),
                    related=("AL-PRICE", "AL-MONEY", "AL-BUILD-LIMIT"),
                ),
                rule(
                    "AL-BUILD-LIMIT",
                    "You may have at most **12 buildings**. To build another, first demolish one: discard its card "
                    "and whatever lies on it. With fewer than 12 nothing is demolished.",
                    related=("AL-BUILD",),
                ),
                rule(
                    "AL-BUILD-SAME",
                    "Build as many of one kind as you like; all 12 may be alike.",
                    related=("AL-BUILD-LIMIT",),
                ),
                rule(
                    "AL-BUILD-GLORIA",
                    "Gloria is no building. It is never laid out; you play it at the end of a turn.",
                    related=("AL-GLORIA",),
                ),
            ),
        ),
        Section(
            "spirit",
            N_("3 · Spirit of Transmutation"),
            N_("Jealous of its secrets, it always keeps one kind of building from working."),
            (
                rule(
                    "AL-SPIRIT-MUST",
                    "If your pawn stops on the Spirit field, you must move the Spirit. It cannot stay where it is.",
                    related=("AL-SPIRIT-STEP", "AL-SPIRIT-IN", "AL-SPIRIT-OUT", "AL-SPIRIT-JUMP"),
                    desk=SPIRIT,
                ),
                rule(
                    "AL-SPIRIT-STEP",
                    "Free: one place to the left or to the right along the five outer places.",
                    related=("AL-SPIRIT-JUMP", "AL-INNER"),
                    desk=SPIRIT,
                ),
                rule(
                    "AL-SPIRIT-IN",
                    "Free: from any outer place into the centre, Domo.",
                    related=("AL-SPIRIT-STEAL", "AL-SPIRIT-OUT"),
                    desk=SPIRIT,
                ),
                rule(
                    "AL-SPIRIT-OUT",
                    "Free: from the centre to any of the five outer places.",
                    related=("AL-SPIRIT-IN",),
                    desk=SPIRIT,
                ),
                rule(
                    "AL-SPIRIT-JUMP",
                    "Any other place costs you **your whole hand**: discard it, then move the Spirit. That is the way "
                    "to the two outer places that are not next to it. An empty hand counts as discarded.",
                    related=("AL-SPIRIT-STEP",),
                    desk=SPIRIT,
                ),
                rule(
                    "AL-SPIRIT-STEAL",
                    "If you move the Spirit **into** the centre, you may take one card at random from another player "
                    "who has built at least one Domo. Moving it out of the centre takes no card.",
                    related=("AL-SPIRIT-IN", "AL-DOMO"),
                    desk=SPIRIT,
                ),
                rule(
                    "AL-SPIRIT-BLOCK",
                    "The kind of building the Spirit stands on does not work, for anybody. Horten and Metalle bring "
                    "nothing in at Harvest; Alembic, Fornax and Labrium transmute nothing; in the centre, Domos bring "
                    "no cards. Everything else goes on: you may build that kind, carry goods to and from it, and sell "
                    "what lies on it.",
                    related=("AL-HARVEST", "AL-TRANSMUTE-NEEDS", "AL-DOMO"),
                    desk=SPIRIT,
                ),
            ),
            picture="spirit",
        ),
        Section(
            "harvest",
            N_("3 · Harvest"),
            N_("All gardens and mines at once."),
            (
                rule(
                    "AL-HARVEST",
                    "Each of your Horten gets herbs and each of your Metalle gets ore, all at once: a face-down card "
                    "from the deck. The building must be **empty and not blocked** by the Spirit. You may leave "
                    "some of them empty if you wish.",
                    related=("AL-SPIRIT-BLOCK", "AL-DOMO", "AL-TRANSPORT"),
                ),
            ),
        ),
        Section(
            "transport",
            N_("3 · Transport"),
            N_("Carry goods to where they can become something better."),
            (
                rule(
                    "AL-TRANSPORT",
                    "There are four routes: herbs from Horten to Alembic, ore from Metalle to Fornax, tincture from "
                    "Alembic to Labrium, metal from Fornax to Labrium. Carry as much as you like, in any order, so "
                    "that one move can make room for the next.",
                    example=N_(
                        "There is ore on your Metalle, metal on your Fornax, and your Labrium is empty. Carry the metal "
                        "to the Labrium first; then the Fornax has room for the ore."
                    ),
                    related=("AL-TRANSPORT-ROOM", "AL-TRANSPORT-GOLD", "AL-DOMO"),
                ),
                rule(
                    "AL-TRANSPORT-ROOM",
                    "There must be room where you carry it. Alembic and Fornax hold one good each; Labrium has one "
                    "place for tincture and one for metal.",
                    related=("AL-TRANSPORT",),
                ),
                rule(
                    "AL-TRANSPORT-GOLD",
                    "While gold lies on a Labrium, nothing may be brought there.",
                    related=("AL-TRANSPORT", "AL-TRANSMUTE"),
                ),
            ),
            picture="production",
        ),
        Section(
            "transmutation",
            N_("3 · Transmutation"),
            N_("Herbs become tincture, ore becomes metal, both become gold."),
            (
                rule(
                    "AL-TRANSMUTE",
                    "An Alembic turns herbs into tincture, a Fornax turns ore into metal, a Labrium turns tincture "
                    "and metal together into **gold**, which is one good. You choose which of your buildings work; "
                    "each works at most once per action. When gold is made, one of the two cards stays as gold and "
                    "the other is discarded.",
                    related=("AL-TRANSMUTE-NEEDS", "AL-DOMO", "NO-SPIRITUS"),
                ),
                rule(
                    "AL-TRANSMUTE-NEEDS",
                    "A building works only if everything it needs lies on it and the Spirit does not block it. "
                    "Without both tincture and metal, a Labrium makes no gold.",
                    related=("AL-SPIRIT-BLOCK", "AL-TRANSMUTE"),
                ),
            ),
        ),
        Section(
            "sale",
            N_("3 · Sale"),
            N_("Goods for cards, or for Fame."),
            (
                rule(
                    "AL-SELL-CAPACITY",
                    "On each visit a Pergula sells **1** good of any kind, a Taberna up to **3**, and a Donarium "
                    "**1** gold.",
                    related=("AL-SELL-PRICE", "AL-SELL-ANYWHERE"),
                    desk=SALE,
                ),
                rule(
                    "AL-SELL-PRICE",
                    "Herbs and ore bring 1 card, at a Pergula or a Taberna. Tincture and metal bring 3 cards at a "
                    "Pergula; at a Taberna 3 cards or 1 Fame. Gold brings 5 cards or 1 Fame at a Pergula, 5 cards "
                    "or 3 Fame at a Taberna, 6 cards or 5 Fame at a Donarium.",
                    example=N_(
                        "You have a Pergula and a Taberna; herbs on Horten and on Alembic, ore on Metalle, metal on "
                        "Fornax. At the Taberna sell the metal for 1 Fame, the ore and the Alembic's herbs for a card "
                        "each; at the Pergula the Horten's herbs for a card. That is 1 Fame and 3 cards, and nothing "
                        "is left."
                    ),
                    related=("AL-SELL-CAPACITY", "GR-NOFAME", "NO-SALE"),
                    desk=SALE,
                ),
                rule(
                    "AL-SELL-ANYWHERE",
                    "It does not matter on which of your buildings a good lies; its price is the same. What is sold "
                    "is discarded. Shops hold no goods themselves.",
                    related=("AL-SELL-CAPACITY", "AL-ADVSALE"),
                    desk=SALE,
                ),
            ),
            picture="prices",
        ),
        Section(
            "gifts",
            N_("3 · Gifts"),
            N_("The powerful like presents."),
            (
                rule(
                    "AL-GIFT",
                    "Discard any 5 cards and take **1 Fame**. Once per visit.",
                    related=("AL-GLORIA", "GR-NOFAME"),
                ),
            ),
        ),
        Section(
            "gloria",
            N_("4 · Gloria"),
            N_("The Fame card, wherever you stand."),
            (
                rule(
                    "AL-GLORIA",
                    "At the end of your own turn, whatever field you stand on, you may discard Gloria and 5 other "
                    "cards: take **1 Fame** at once. One Gloria a turn.",
                    related=("AL-BUILD-GLORIA", "AL-GIFT", "GR-GLORIA"),
                ),
            ),
        ),
        Section(
            "end",
            N_("5 · End of turn, end of the game"),
            N_("Twenty Fame begin the last round."),
            (
                rule(
                    "AL-HAND-LIMIT",
                    "If you hold more than **10 cards** now, discard down to 10. At any other moment you may hold as "
                    "many as you like.",
                    related=("AL-TURN", "NO-MONEY"),
                ),
                rule(
                    "AL-LAST-ROUND",
                    "If a player has **20 Fame** or more at the end of a turn, the last round begins: only those "
                    "who have had fewer turns than the player who got there first still play one turn each. Once "
                    "begun, it stands, even if somebody falls back.",
                    related=("AL-WIN", "NO-TARGET"),
                    desk=RESULT,
                ),
                rule(
                    "AL-WIN",
                    "After the last round the player with the **most Fame** wins, not the one who got to 20 first.",
                    related=("AL-TIE", "AL-LAST-ROUND", "GR-WIN"),
                    desk=RESULT,
                ),
                rule(
                    "AL-TIE",
                    "Tied on Fame? Each of the tied players adds up the printed prices of his buildings; the higher "
                    "sum wins. If that is equal too, it is a draw. A tie below first place is shared.",
                    related=("AL-PRICE", "AL-WIN"),
                    desk=RESULT,
                ),
            ),
        ),
        Section(
            "advanced",
            N_("Advanced rules"),
            N_("Take one, take both, or leave them: agree before you start."),
            (
                rule(
                    "AL-BANK",
                    "**Card bank** (recommended). Five cards lie face up. Instead of drawing you may take one of them "
                    "and discard another card from your hand; one a turn. Fill the gap from the deck. When the deck "
                    "runs out, shuffle the bank in with the discards and lay out five new cards. Without another card "
                    "to discard you cannot use the bank.",
                    related=("AL-DRAW",),
                ),
                rule(
                    "AL-ADVSALE",
                    "**Advanced sale.** When you sell a good for cards, not for Fame, the others may buy it, asked in "
                    "order from your left. The buyer needs a free place where that good may lie and discards as "
                    "many cards as you get, **plus one**. The good goes to his building instead of the discards; you are "
                    "paid as usual. The offer stands until you go on. Herbs may lie on Horten or Alembic, ore on "
                    "Metalle or Fornax, tincture on Alembic or Labrium, metal on Fornax or Labrium, gold on an "
                    "empty Labrium.",
                    example=N_(
                        "You sell tincture at a Taberna for 3 cards. Your left neighbour discards 4 and puts the "
                        "tincture on the free place of his Labrium."
                    ),
                    related=("AL-SELL-PRICE", "AL-TRANSPORT-ROOM"),
                ),
            ),
        ),
    ),
)
