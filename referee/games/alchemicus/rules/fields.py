"""Alchemicus: the seven kinds of field and their actions."""

from __future__ import annotations

from referee.engine import N_, Section, rule
from referee.games.alchemicus.board import BOOKS_ALEMBIC_PRICE, BUILDING_LIMIT, CARDS_FOR, FAME_FOR, GIFT_CARDS, SHOPS

SPIRIT_DESK = "/desk/alchemicus/spirit"
SALE_DESK = "/desk/alchemicus/sale"

SALE_FACTS = {
    "raw": CARDS_FOR["pergula"]["herbs"],
    "worked": CARDS_FOR["pergula"]["tincture"],
    "worked_taberna": CARDS_FOR["taberna"]["tincture"],
    "worked_fame": FAME_FOR["taberna"]["tincture"],
    "gold_pergula": CARDS_FOR["pergula"]["gold"],
    "fame_pergula": FAME_FOR["pergula"]["gold"],
    "gold_taberna": CARDS_FOR["taberna"]["gold"],
    "fame_taberna": FAME_FOR["taberna"]["gold"],
    "gold_donarium": CARDS_FOR["donarium"]["gold"],
    "fame_donarium": FAME_FOR["donarium"]["gold"],
}

BUILD = Section(
    "build",
    N_("3 · Build"),
    N_("Lay a card out, pay with others."),
    (
        rule(
            "AL-BUILD",
            "Lay a building from your hand in front of you and discard as many **other** cards as its price. In one "
            "action you may build as many as you can pay for.",
            example=N_(
                "An Alembic costs %(price)s: lay it out and discard %(price)s more cards. Your hand is %(fewer)s cards "
                "smaller."
            ),
            related=("AL-PRICE", "AL-MONEY", "AL-BUILD-LIMIT"),
            facts={"price": BOOKS_ALEMBIC_PRICE, "fewer": BOOKS_ALEMBIC_PRICE + 1},
        ),
        rule(
            "AL-BUILD-LIMIT",
            "You may have at most **%(limit)s buildings**. To build another, first demolish one: discard its card and "
            "whatever lies on it. With fewer than %(limit)s you demolish nothing.",
            related=("AL-BUILD",),
            facts={"limit": BUILDING_LIMIT},
        ),
        rule(
            "AL-BUILD-SAME",
            "Build as many of one kind as you like; all %(limit)s may be alike.",
            related=("AL-BUILD-LIMIT",),
            facts={"limit": BUILDING_LIMIT},
        ),
        rule(
            "AL-BUILD-GLORIA",
            "Gloria is not a building. You never lay it out; you play it at the end of your turn (in Gold Rush, "
            "together with your move).",
            related=("AL-GLORIA", "GR-GLORIA"),
        ),
    ),
)

SPIRIT = Section(
    "spirit",
    N_("3 · Spirit of Transmutation"),
    N_("It guards its secrets: one kind of building is always kept from working."),
    (
        rule(
            "AL-SPIRIT-MUST",
            "If your pawn stops on the Spirit field, you must move the Spirit. It cannot stay where it is.",
            related=("AL-SPIRIT-STEP", "AL-SPIRIT-IN", "AL-SPIRIT-OUT", "AL-SPIRIT-JUMP"),
            desk=SPIRIT_DESK,
        ),
        rule(
            "AL-SPIRIT-STEP",
            "Free: one place to the left or to the right along the five outer places.",
            related=("AL-SPIRIT-JUMP", "AL-INNER"),
            desk=SPIRIT_DESK,
        ),
        rule(
            "AL-SPIRIT-IN",
            "Free: from any outer place into the centre, Domo.",
            related=("AL-SPIRIT-STEAL", "AL-SPIRIT-OUT"),
            desk=SPIRIT_DESK,
        ),
        rule(
            "AL-SPIRIT-OUT",
            "Free: from the centre to any of the five outer places.",
            related=("AL-SPIRIT-IN",),
            desk=SPIRIT_DESK,
        ),
        rule(
            "AL-SPIRIT-JUMP",
            "**Jump**: any other place costs you **your whole hand**: discard it, then move the Spirit. That is the "
            "way to the two outer places that are not next to it. An empty hand counts as discarded.",
            related=("AL-SPIRIT-STEP",),
            desk=SPIRIT_DESK,
        ),
        rule(
            "AL-SPIRIT-STEAL",
            "If you move the Spirit **into** the centre, you may take one card at random from another player who has "
            "built at least one Domo. You take no card when you move it out of the centre.",
            related=("AL-SPIRIT-IN", "AL-DOMO"),
            desk=SPIRIT_DESK,
        ),
        rule(
            "AL-SPIRIT-BLOCK",
            "The kind of building the Spirit stands on does not work, for anybody. Horten and Metalle bring nothing "
            "in at Harvest; Alembic, Fornax and Labrium transmute nothing; in the centre, Domos bring no cards. "
            "Everything else goes on: you may build that kind, carry goods to and from it, and sell what lies on it.",
            related=("AL-HARVEST", "AL-TRANSMUTE-NEEDS", "AL-DOMO"),
            desk=SPIRIT_DESK,
        ),
    ),
    picture="alchemicus/pictures/spirit.html",
)

HARVEST = Section(
    "harvest",
    N_("3 · Harvest"),
    N_("All gardens and mines at once."),
    (
        rule(
            "AL-HARVEST",
            "Each of your Horten gets herbs and each of your Metalle gets ore, all at once: a face-down card "
            "from the deck, laid upright as the building's picture shows. The building must be **empty and "
            "not blocked** by the Spirit. You may leave some of them empty if you wish.",
            related=("AL-SPIRIT-BLOCK", "AL-DOMO", "AL-TRANSPORT"),
        ),
    ),
)

TRANSPORT = Section(
    "transport",
    N_("3 · Transport"),
    N_("Carry goods to where they can become something better."),
    (
        rule(
            "AL-TRANSPORT",
            "There are four routes: herbs from Horten to Alembic, ore from Metalle to Fornax, tincture from Alembic "
            "to Labrium, metal from Fornax to Labrium. Carry as much as you like, in any order, so that one move can "
            "make room for the next. Lay the card as the picture on its new building shows. On an Alembic herbs lie "
            "one way and tincture the other, so that you can tell them apart; so do ore and metal on a Fornax.",
            example=N_(
                "There is ore on your Metalle, metal on your Fornax, and your Labrium is empty. Carry the metal to "
                "the Labrium first; then the Fornax has room for the ore."
            ),
            related=("AL-TRANSPORT-ROOM", "AL-TRANSPORT-GOLD", "AL-DOMO"),
        ),
        rule(
            "AL-TRANSPORT-ROOM",
            "There must be room where you carry it. Alembic and Fornax hold one good each; Labrium has one place for "
            "tincture and one for metal.",
            related=("AL-TRANSPORT",),
        ),
        rule(
            "AL-TRANSPORT-GOLD",
            "While gold lies on a Labrium, nothing may be brought there.",
            related=("AL-TRANSPORT", "AL-TRANSMUTE"),
        ),
    ),
    picture="alchemicus/pictures/production.html",
)

TRANSMUTATION = Section(
    "transmutation",
    N_("3 · Transmutation"),
    N_("Herbs become tincture, ore becomes metal, both become gold."),
    (
        rule(
            "AL-TRANSMUTE",
            "An Alembic turns herbs into tincture, a Fornax turns ore into metal, a Labrium turns tincture "
            "and metal together into **gold**, which is one good. Turn the card so that it lies as in the "
            "picture of the new good. You choose which of your buildings work; each works at most once per action. "
            "When gold is made, one of the two cards stays as gold and the other is discarded.",
            related=("AL-TRANSMUTE-NEEDS", "AL-DOMO", "NO-SPIRITUS"),
        ),
        rule(
            "AL-TRANSMUTE-NEEDS",
            "A building works only if everything it needs lies on it and the Spirit does not block it. Without both "
            "tincture and metal, a Labrium makes no gold.",
            related=("AL-SPIRIT-BLOCK", "AL-TRANSMUTE"),
        ),
    ),
)

SALE = Section(
    "sale",
    N_("3 · Sale"),
    N_("Goods for cards, or for Fame."),
    (
        rule(
            "AL-SELL-CAPACITY",
            "On each visit every Pergula you have sells **%(pergula)s** good of any kind, every Taberna up to "
            "**%(taberna)s**, every Donarium **%(donarium)s** gold.",
            related=("AL-SELL-PRICE", "AL-SELL-ANYWHERE"),
            desk=SALE_DESK,
            facts=SHOPS,
        ),
        rule(
            "AL-SELL-PRICE",
            "Herbs and ore sell for %(raw)s card, at a Pergula or a Taberna. Tincture and metal sell for %(worked)s "
            "cards at a Pergula; at a Taberna %(worked_taberna)s cards or %(worked_fame)s Fame. Gold sells for "
            "%(gold_pergula)s cards or %(fame_pergula)s Fame at a Pergula, %(gold_taberna)s cards or %(fame_taberna)s "
            "Fame at a Taberna, %(gold_donarium)s cards or %(fame_donarium)s Fame at a Donarium. Where there are two "
            "prices, the seller chooses.",
            example=N_(
                "You have a Pergula and a Taberna; herbs on Horten and on Alembic, ore on Metalle, metal on Fornax. "
                "At the Taberna sell the metal for 1 Fame, the ore and the Alembic's herbs for a card each; at the "
                "Pergula the Horten's herbs for a card. That is 1 Fame and 3 cards, and nothing is left."
            ),
            related=("AL-SELL-CAPACITY", "GR-NOFAME", "NO-SALE"),
            desk=SALE_DESK,
            facts=SALE_FACTS,
        ),
        rule(
            "AL-SELL-ANYWHERE",
            "It does not matter on which of your buildings a good lies; its price is the same. What is sold is "
            "discarded. Pergula, Taberna and Donarium hold no goods themselves.",
            related=("AL-SELL-CAPACITY", "AL-ADVSALE"),
            desk=SALE_DESK,
        ),
    ),
    picture="alchemicus/pictures/prices.html",
)

GIFTS = Section(
    "gifts",
    N_("3 · Gifts"),
    N_("The powerful like presents."),
    (
        rule(
            "AL-GIFT",
            "Discard any %(cards)s cards and take **1 Fame**. Once per visit.",
            related=("AL-GLORIA", "GR-NOFAME"),
            facts={"cards": GIFT_CARDS},
        ),
    ),
)

FIELDS = (BUILD, SPIRIT, HARVEST, TRANSPORT, TRANSMUTATION, SALE, GIFTS)
