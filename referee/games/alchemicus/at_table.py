"""The rules as one table of Alchemicus plays them: those that matter at this moment, and all of it in six lines."""

from __future__ import annotations

from referee.engine import N_, Sentence
from referee.games.alchemicus.setup import Options
from referee.games.alchemicus.state import State

FIELD_RULES: dict[str, tuple[str, ...]] = {
    "build": ("AL-BUILD", "AL-BUILD-LIMIT", "AL-BUILD-SAME", "AL-PRICE"),
    "spirit": (
        "AL-SPIRIT-MUST",
        "NO-STOP",
        "AL-SPIRIT-STEP",
        "AL-SPIRIT-IN",
        "AL-SPIRIT-OUT",
        "AL-SPIRIT-JUMP",
        "AL-SPIRIT-STEAL",
        "AL-SPIRIT-BLOCK",
    ),
    "harvest": ("AL-HARVEST", "AL-DOMO", "AL-SPIRIT-BLOCK"),
    "transport": ("AL-TRANSPORT", "AL-TRANSPORT-ROOM", "AL-TRANSPORT-GOLD", "AL-DOMO"),
    "transmutation": ("AL-TRANSMUTE", "AL-TRANSMUTE-NEEDS", "AL-DOMO", "AL-SPIRIT-BLOCK", "NO-SPIRITUS"),
    "sale": (
        "GR-DONARIUM",
        "GR-INFAMIA",
        "GR-NOFAME",
        "AL-SELL-PRICE",
        "AL-SELL-CAPACITY",
        "AL-SELL-ANYWHERE",
        "AL-ADVSALE",
        "NO-SALE",
    ),
    "gifts": ("AL-GIFT", "GR-INFAMIA-OFF", "GR-NOFAME"),
}
"""The rules of each kind of field, the most asked for first."""
FIRST_MOVE = ("AL-MOVE-FIRST", "AL-MOVE-OCCUPIED", "NO-STOP", "NO-PHASE", "AL-DOMO")
MOVE = (
    "AL-MOVE-FREE",
    "AL-MOVE-FAME",
    "GR-GLORIA",
    "GR-GOLEM",
    "AL-MOVE-OCCUPIED",
    "AL-MOVE-PASS",
    "NO-PASS",
    "NO-PHASE",
    "NO-COST",
    "AL-DOMO",
)
DRAW = ("AL-DRAW", "NO-DRAW", "AL-BANK", "AL-MONEY")
END = ("AL-GLORIA", "AL-HAND-LIMIT", "AL-LAST-ROUND", "NO-TARGET")
ANSWER = ("NO-INFAMIA", "GR-INFAMIA", "NO-GUARD")
OVER = ("AL-WIN", "AL-TIE", "GR-WIN")


def rules_now(state: State) -> tuple[str, ...]:
    """Return the ids of the rules that matter now, the most asked for first; some may be of books not played."""
    if state.over or state.to_move is None:
        return OVER
    if state.pending is not None:
        return ANSWER
    if state.phase == "draw":
        return DRAW
    if state.phase == "move":
        return FIRST_MOVE if state.seats[state.to_move].pawn is None else MOVE
    if state.phase == "end":
        return END
    field = state.field_kind(state.to_move)
    return (*FIELD_RULES.get(field or "", ()), "AL-FIELD", *END)


BASE = N_("The base game of Alchemicus.")
NOCTIS = {
    "it": N_("With the Noctis expansion, by the Italian book."),
    "pl": N_("With the Noctis expansion, by the Polish book."),
}
RUSH = {
    "it": N_("Gold Rush, with the Noctis cards, by the Italian book."),
    "pl": N_("Gold Rush, with the Noctis cards, by the Polish book."),
}
TRACKED = {
    "fame": N_(
        "The referee keeps track of Fame, pawns and the Spirit; you keep track of cards and buildings yourselves."
    ),
    "full": N_("The referee keeps track of Fame, pawns, hand sizes, buildings and goods, and judges every action."),
}
ADVANCED = {
    (False, False): N_("You play without the card bank and without the advanced sale."),
    (True, False): N_("You play with the card bank, without the advanced sale."),
    (False, True): N_("You play with the advanced sale, without the card bank."),
    (True, True): N_("You play with the card bank and the advanced sale."),
}
MOST_FAME = N_("Whoever has the most Fame after the last round wins.")
LAST_ROUND = N_(
    "At %(target)s Fame the last round begins: only players who have had fewer turns than the one who got there take "
    "one more."
)
TIED = N_(
    "If tied on Fame, the player with the more expensive buildings wins; if they cost the same, victory is shared."
)
FIRST_GOLD = N_("The first player to make gold and sell it wins.")
AT_ONCE = N_("The game ends the moment you sell that gold: there is no last round.")
NO_FAME = N_("There is no Fame; you can sell gold only through a Donarium.")


def may_begin(state: State) -> tuple[int, ...]:
    """Return the seats with the least Fame, of which one may begin the next game; none where all have the same
    (AL-SETUP-FIRST)."""
    fames = [player.fame for player in state.seats]
    return tuple(seat for seat, fame in enumerate(fames) if min(fames) == fame < max(fames))


def in_short(options: Options) -> tuple[tuple[Sentence, str], ...]:
    """Return six lines on a table with these settled options, each with the id of the rule to read: what it chose, what
    it takes to win, when it ends."""
    edition = str(options.edition)
    rush = options.variant == "gold_rush"
    if rush:
        what, rule = RUSH[edition], "GR-GLORIA"
    elif options.expansion == "noctis":
        what, rule = NOCTIS[edition], "NO-SETUP"
    else:
        what, rule = BASE, "AL-TURN"
    chose = (
        (Sentence(what), rule),
        (Sentence(TRACKED[str(options.track)]), "AL-FIELD"),
        (
            Sentence(ADVANCED[options.card_bank, options.advanced_sale]),
            "AL-ADVSALE" if options.advanced_sale else "AL-BANK",
        ),
    )
    if rush:
        return (*chose, (Sentence(FIRST_GOLD), "GR-WIN"), (Sentence(AT_ONCE), "E-47"), (Sentence(NO_FAME), "GR-NOFAME"))
    return (
        *chose,
        (Sentence(MOST_FAME), "AL-WIN"),
        (Sentence(LAST_ROUND, {"target": str(options.target)}), "AL-LAST-ROUND"),
        (Sentence(TIED), "AL-TIE"),
    )
