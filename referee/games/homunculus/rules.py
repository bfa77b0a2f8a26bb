"""The book of Homunculus, also published as Kazaam; where it errs or is silent, and what is applied."""

from __future__ import annotations

from referee.engine import N_, Book, Ruling, Section, rule
from referee.games.homunculus.board import (
    ACTIONS,
    DEALT,
    FINISH_BONUS,
    HAND_LIMIT,
    KINDS,
    LARGE_POINTS,
    PARTS,
    SMALL_POINTS,
    TILES,
    TOKENS,
    TORSO_GIVES,
)

SCORE = "/desk/homunculus/score"

COMPONENTS = Section(
    "components",
    N_("What is in the box"),
    N_("Nine places, seven creatures, six ingredients."),
    (
        rule(
            "HO-PARTS",
            "A homunculus has **%(parts)s parts** with a place for each: head, torso, tail, two ears, two arms and "
            "two legs, left and right. **%(tiles)s tiles** belong to %(kinds)s homunculi, told apart by the colour "
            "of the border or by what they are made of. No tile is unique: the same part of the same kind may lie on "
            "two boards.",
            related=("HO-SAME", "HO-FAVOURITE"),
            facts={"parts": len(PARTS), "tiles": TILES, "kinds": len(KINDS)},
        ),
        rule(
            "HO-INGREDIENTS",
            "There are six ingredients: mercury, sulphur, mandrake, unicorn horn, dragon's blood and phoenix "
            "feather, on **%(tokens)s tokens**. A token that shows two ingredients counts as two.",
            related=("HO-EXTRACT", "HO-PLAY"),
            facts={"tokens": TOKENS},
        ),
        rule(
            "HO-FAVOURITE",
            "There are 6 alchemist boards. Each names one **favourite ingredient** and one **favourite homunculus**.",
            related=("HO-EXTRACT", "HO-SCORE-FAVOURITE"),
        ),
    ),
    picture="homunculus/pictures/creature.html",
)

SETUP = Section(
    "setup",
    N_("Setup"),
    N_("Two to five players, one board each."),
    (
        rule(
            "HO-SETUP",
            "Shuffle all tiles face down: they are the **reserve**. The ingredients lie beside it: they are the "
            "**supply**. Each player takes a board at random (put the rest back in the box) and **%(tiles)s tiles**, "
            "hidden from the other players. Nobody has ingredients yet. Whoever last turned lead into gold begins; if "
            "nobody ever did, pick a player at random. The left neighbour is next.",
            related=("HO-FAVOURITE", "HO-ACTIONS"),
            facts={"tiles": DEALT},
        ),
    ),
)

TURN = Section(
    "turn",
    N_("A turn: up to three actions"),
    N_("Draw, play, use, extract, turn face up: in any order, as often as you like."),
    (
        rule(
            "HO-ACTIONS",
            "Take **up to %(actions)s actions**, in any order, and you may repeat them. You may stop earlier. Then "
            "your left neighbour plays.",
            related=("HO-DRAW", "HO-PLAY", "HO-USE", "HO-EXTRACT", "HO-REFRESH"),
            facts={"actions": ACTIONS},
        ),
        rule(
            "HO-DRAW",
            "**Draw**: take one random tile from the reserve. If the reserve is empty, shuffle the discards: they are "
            "the new reserve. If both are empty, there is nothing to draw.",
            related=("HO-HAND",),
        ),
        rule(
            "HO-HAND",
            "You can never hold more than **%(limit)s tiles**. If you have %(limit)s and want to draw, first discard "
            "one.",
            related=("HO-DRAW", "HO-ARM", "HO-LEG"),
            facts={"limit": HAND_LIMIT},
        ),
        rule(
            "HO-PLAY",
            "**Play**: lay a tile from your hand face up on its place and pay the ingredients printed on it. They go "
            "back to the supply.",
            related=("HO-SAME", "HO-INGREDIENTS", "HO-END"),
        ),
        rule(
            "HO-SAME",
            "Each place holds **one tile**: no second head, no second left ear. You can mix kinds as you like.",
            related=("HO-PLAY", "HO-SCORE-UNIFORM", "HO-TAIL"),
        ),
        rule(
            "HO-USE",
            "**Use**: turn one of your face-up parts face down and use its power, even in the turn you played it. It "
            "stays face down until you turn your parts face up again.",
            related=("HO-REFRESH", "HO-EAR", "HO-ARM", "HO-LEG", "HO-TORSO", "HO-TAIL", "HO-HEAD"),
        ),
        rule(
            "HO-EXTRACT",
            "**Extract**: discard a tile from your hand and take the ingredients printed on it, the same that playing "
            "it would cost, **plus one** of your favourite ingredient. If anyone asks, show them what is printed on "
            "it; then it lies face down.",
            example=N_(
                "A right arm shows unicorn horn, phoenix feather and sulphur, and your favourite is mercury: take one "
                "of each of the four."
            ),
            related=("HO-FAVOURITE", "HO-INGREDIENTS"),
        ),
        rule(
            "HO-REFRESH",
            "**Turn face up**: use one action to turn **all** your face-down parts face up again.",
            related=("HO-USE", "HO-SCORE-PART"),
        ),
    ),
)

POWERS = Section(
    "powers",
    N_("The powers"),
    N_("Each one turns its own tile face down."),
    (
        rule(
            "HO-EAR",
            "**Ear**, the curious one: look at one opponent's hand.",
            related=("HO-HEAD", "HO-USE"),
        ),
        rule(
            "HO-ARM",
            "**Arm**, with its grabbing hand: take one random tile from another player's hand. Not while you hold "
            "%(limit)s tiles.",
            related=("HO-HEAD", "HO-HAND"),
            facts={"limit": HAND_LIMIT},
        ),
        rule(
            "HO-LEG",
            "**Leg**, swift as a whip: take any tile from the discards. Only you may look through them. Not while "
            "you hold %(limit)s tiles.",
            related=("HO-HAND", "HO-USE"),
            facts={"limit": HAND_LIMIT},
        ),
        rule(
            "HO-TORSO",
            "**Torso**, the one that digests: take any %(ingredients)s ingredients, alike or not.",
            related=("HO-INGREDIENTS", "HO-USE"),
            facts={"ingredients": TORSO_GIVES},
        ),
        rule(
            "HO-TAIL",
            "**Tail**, the one that digs: hit one tile on any board, your own included. If it is face up, turn it "
            "face down; if it is face down, it is discarded. This is the only way a played tile leaves a board. A "
            "tail can never hit itself.",
            related=("HO-HEAD", "HO-SAME"),
        ),
        rule(
            "HO-HEAD",
            "**Head**, the one that foresees: using it does not cost an action. When another player uses an ear, an "
            "arm or a tail against you, you may turn your face-up head face down before anything hidden is seen. Then "
            "the power has no effect, but the attacker's tile stays face down and the action is spent. A head cannot "
            "answer another head, and a face-down head answers nothing.",
            related=("HO-EAR", "HO-ARM", "HO-TAIL"),
        ),
    ),
)

END = Section(
    "end",
    N_("End and scoring"),
    N_("Kazaam! The ninth part brings it to life."),
    (
        rule(
            "HO-END",
            "The game ends at once when all **nine places** of one board hold a tile, face up or face down: "
            "say **Kazaam!**",
            related=("HO-SCORE-FINISH", "HO-PLAY"),
            desk=SCORE,
        ),
        rule(
            "HO-SCORE-PART",
            "Only face-up parts count: **%(small)s** point for each ear, arm and leg, **%(large)s** each for head, "
            "torso and tail.",
            example=N_(
                "Face up: two arms, two legs, one ear, head and torso, of mixed kinds; one arm and one leg are of "
                "your favourite kind. The other ear and the tail are face down, and you finished. 2 + 2 + 1 + 2 + 2 = "
                "9, plus 2 for the favourites, plus 4 for finishing: 15 points."
            ),
            related=("HO-SCORE-UNIFORM", "HO-SCORE-FAVOURITE", "HO-SCORE-FINISH"),
            desk=SCORE,
            facts={"small": SMALL_POINTS, "large": LARGE_POINTS},
        ),
        rule(
            "HO-SCORE-UNIFORM",
            "If **all** your face-up parts are of the same homunculus, favourite or not, score 1 extra point for each.",
            related=("HO-SCORE-PART", "HO-PARTS"),
            desk=SCORE,
        ),
        rule(
            "HO-SCORE-FAVOURITE",
            "1 extra point for each face-up part of your favourite homunculus.",
            related=("HO-FAVOURITE", "HO-SCORE-PART"),
            desk=SCORE,
        ),
        rule(
            "HO-SCORE-FINISH",
            "The player who finished the creature scores **%(points)s** extra points, even with parts face down.",
            related=("HO-END",),
            desk=SCORE,
            facts={"points": FINISH_BONUS},
        ),
        rule(
            "HO-TIE",
            "The most points win. If tied, more face-up parts decide; then more ingredients; then it is a draw.",
            related=("HO-SCORE-PART",),
            desk=SCORE,
        ),
    ),
)

BOOK = Book(
    "homunculus",
    N_("Homunculus"),
    N_("Piece by piece you put a small, clever creature together. Be the first to say Kazaam."),
    (COMPONENTS, SETUP, TURN, POWERS, END),
)

SILENT = N_("Says nothing about it.")
NO_BOOK = N_("There is no Polish book.")

RULINGS = (
    Ruling(
        "E-19",
        N_("May you use a leg while you hold %(limit)s tiles?"),
        N_("“Never more than %(limit)s in hand”, but it is repeated for the arm only."),
        NO_BOOK,
        N_("No. Never means never."),
        ("HO-LEG", "HO-HAND"),
        facts={"limit": HAND_LIMIT},
    ),
    Ruling(
        "E-20",
        N_("Does a single face-up part earn the bonus for one kind?"),
        SILENT,
        NO_BOOK,
        N_("Yes, 1 point: taken literally, all face-up parts are of one kind."),
        ("HO-SCORE-UNIFORM",),
    ),
    Ruling(
        "E-21",
        N_("Which part looks at a hand: the ear, or the leg?"),
        N_("The ear; but the example of the head lets a leg do it, which is a slip of the pen."),
        NO_BOOK,
        N_("The ear."),
        ("HO-HEAD", "HO-EAR"),
    ),
    Ruling(
        "E-50",
        N_("What if the reserve and the discards are both empty?"),
        SILENT,
        NO_BOOK,
        N_("Then nothing can be drawn."),
        ("HO-DRAW",),
    ),
    Ruling(
        "E-51",
        N_("What if the supply runs out of an ingredient?"),
        SILENT,
        NO_BOOK,
        N_("Note it on paper and go on: the tokens only help you count."),
        ("HO-PLAY", "HO-INGREDIENTS"),
    ),
    Ruling(
        "E-52",
        N_("Which powers does the head answer?"),
        N_("Powers used “against you”."),
        NO_BOOK,
        N_(
            "Ear, arm and tail, which are used against a player; not a head, leg or torso. The attacker gets nothing "
            "back."
        ),
        ("HO-HEAD",),
    ),
    Ruling(
        "E-53",
        N_("Does the game end when the ninth part is laid, or when Kazaam is said?"),
        N_("Says both."),
        NO_BOOK,
        N_("When the ninth place is filled. Do say it, though."),
        ("HO-END",),
    ),
    Ruling(
        "E-54",
        N_("What are the seven homunculi called?"),
        N_("Told apart by colour of border or by material; wood, fire and stone are named."),
        NO_BOOK,
        N_("Yellow, green, red, purple, black, blue and other: assumed from the borders."),
        ("HO-PARTS",),
    ),
    Ruling(
        "E-60",
        N_("With %(limit)s tiles in hand, may you discard one to use an arm or a leg?"),
        N_("Says so only about drawing."),
        NO_BOOK,
        N_("No, only to draw."),
        ("HO-ARM", "HO-LEG", "HO-HAND"),
        facts={"limit": HAND_LIMIT},
    ),
    Ruling(
        "E-61",
        N_("May the others see a tile that is discarded for its ingredients?"),
        N_("Says nothing about that; only a player who uses a leg looks through the discards."),
        NO_BOOK,
        N_("Show anyone who asks which ingredients are printed on it. Then it lies face down."),
        (
            "HO-EXTRACT",
            "HO-LEG",
        ),
    ),
)
