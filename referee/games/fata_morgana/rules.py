"""The book of Fata Morgana; where it errs or is silent, and what is applied."""

from __future__ import annotations

from referee.engine import N_, Book, Ruling, Section, rule
from referee.games.fata_morgana.board import (
    COLOURS,
    DEALT_OF_EACH_COLOUR,
    FIRST_DECLARING_ROUND,
    HAND,
    HIDDEN,
    HIDDEN_DRAW,
    MOST_ALIKE,
    MOST_INGREDIENTS,
    OF_EACH_COLOUR,
    PAIRS,
    ROUNDS,
    VALUES,
)
from referee.games.fata_morgana.score import INGREDIENTS_PER_POINT, POINTS_PER_ROW

SCORE = "/desk/fata_morgana/score"

COMPONENTS = Section(
    "components",
    N_("What is in the box"),
    N_("Cauldrons, ingredients, values, and a secret."),
    (
        rule(
            "FM-CARDS",
            "**%(cauldrons)s cauldrons**, each showing two different ingredients, one for each pair of the five "
            "colours. **%(ingredients)s ingredients**: %(each)s each of red, blue, green, brown and white. "
            "**%(values)s values**, 1 to %(highest)s. **5 objectives**. **4 colour markers**, one for each player's "
            "row of potions.",
            related=("FM-SETUP", "FM-OBJECTIVE"),
            facts={
                "cauldrons": len(PAIRS),
                "ingredients": OF_EACH_COLOUR * len(COLOURS),
                "each": OF_EACH_COLOUR,
                "values": len(VALUES),
                "highest": VALUES[-1],
            },
        ),
    ),
    picture="fata_morgana/pictures/cauldron.html",
)

SETUP = Section(
    "setup",
    N_("Setup"),
    N_("Two to four apprentices of the fairy's school."),
    (
        rule(
            "FM-SETUP",
            "Everyone takes a colour marker; lay the %(cauldrons)s cauldrons and the %(values)s values face up on the "
            "table. From each colour take **%(two)s** cards with 2 players, **%(three)s** with 3, **%(four)s** with "
            "4. Shuffle them together and deal **%(hand)s** to each player, in secret. The last %(hidden)s lie face "
            "down: the hidden pile. What you did not take stays as five face-up stacks of %(rest_two)s, "
            "%(rest_three)s or %(rest_four)s cards. Everyone gets one secret objective; the others go back unseen. "
            "Choose the first player at random; play goes clockwise.",
            related=("FM-CARDS", "FM-PASS"),
            facts={
                "cauldrons": len(PAIRS),
                "values": len(VALUES),
                "two": DEALT_OF_EACH_COLOUR[2],
                "three": DEALT_OF_EACH_COLOUR[3],
                "four": DEALT_OF_EACH_COLOUR[4],
                "hand": HAND,
                "hidden": HIDDEN,
                "rest_two": OF_EACH_COLOUR - DEALT_OF_EACH_COLOUR[2],
                "rest_three": OF_EACH_COLOUR - DEALT_OF_EACH_COLOUR[3],
                "rest_four": OF_EACH_COLOUR - DEALT_OF_EACH_COLOUR[4],
            },
        ),
        rule(
            "FM-ROUND",
            "A round is one turn for every player. Count the rounds: the ninth and the twelfth matter.",
            related=("FM-END-9", "FM-END-12", "FM-FIRST"),
        ),
    ),
)

TURN = Section(
    "turn",
    N_("A turn: create, copy or pass"),
    N_("Do exactly one of the three."),
    (
        rule(
            "FM-FIRST",
            "In the first round everyone must create a potion. If you cannot, you pass.",
            related=("FM-CREATE", "FM-PASS"),
        ),
        rule(
            "FM-CREATE",
            "**Create a potion**: choose an unused cauldron, **1 to %(most)s ingredients** from your hand "
            "and an unused value. Score that value at once, then take the cauldron's two ingredients from "
            "their stacks. The potion stays on the table, in the row beside your colour marker, with its "
            "ingredients for all to see.",
            example=N_(
                "Cauldron red and blue, with two green and one brown, value 7: you score 7 points and take one red "
                "and one blue."
            ),
            related=("FM-CREATE-TWO", "FM-CREATE-OWN", "FM-CREATE-UNIQUE", "FM-SHORT"),
            facts={"most": MOST_INGREDIENTS},
        ),
        rule(
            "FM-CREATE-TWO",
            "At most **%(most)s** ingredients of one colour in a potion. So %(more)s green are not allowed.",
            related=("FM-CREATE",),
            facts={"most": MOST_ALIKE, "more": MOST_ALIKE + 1},
        ),
        rule(
            "FM-CREATE-OWN",
            "Neither of the two colours shown in the cauldron may go into it. A red and blue cauldron takes no red "
            "and no blue.",
            related=("FM-CREATE",),
        ),
        rule(
            "FM-CREATE-UNIQUE",
            "No two potions on the table may have exactly the same ingredients, whoever made them. If one potion is "
            "two green and one brown, no other may be; two green alone, or two green and two brown, are fine.",
            related=("FM-CREATE", "FM-COPY"),
        ),
        rule(
            "FM-SHORT",
            "If a stack is empty, you take nothing from it: that ingredient is lost, both when you create and when "
            "you copy.",
            related=("FM-CREATE", "FM-COPY"),
        ),
        rule(
            "FM-COPY",
            "**Copy**: name a potion that another player created. Put exactly its ingredients from your hand back on "
            "their stacks, score its value and take the two ingredients of its cauldron. The same potion may be "
            "copied again and again.",
            example=N_(
                "Somebody copies the potion of two green and one brown: those three go back on their stacks, for 7 "
                "points, one red and one blue."
            ),
            related=("FM-COPY-OWN", "FM-SHORT", "FM-FIRST"),
        ),
        rule(
            "FM-COPY-OWN",
            "You can never copy your own potions.",
            related=("FM-COPY",),
        ),
        rule(
            "FM-PASS",
            "**Pass**: take 1 ingredient from a face-up stack of your choice, or %(hidden)s from the hidden pile "
            "while there are any, or nothing.",
            related=("FM-SETUP", "FM-FIRST"),
            facts={"hidden": HIDDEN_DRAW},
        ),
    ),
)

END = Section(
    "end",
    N_("End and scoring"),
    N_("Between the ninth round and the twelfth."),
    (
        rule(
            "FM-END-12",
            "After round **%(rounds)s** the game ends.",
            related=("FM-END-9", "FM-ROUND"),
            facts={"rounds": ROUNDS},
        ),
        rule(
            "FM-END-9",
            "At the end of round **%(first)s, %(second)s or %(third)s** a player whose objective is complete may say "
            "so and show it: then the game ends. Nobody has to say it, and before the end of round %(first)s nobody "
            "may.",
            example=N_(
                "Complete after round 8: too early. Complete after round 9, but you keep quiet: round 10 is played."
            ),
            related=("FM-OBJECTIVE", "FM-END-12"),
            facts={
                "first": FIRST_DECLARING_ROUND,
                "second": FIRST_DECLARING_ROUND + 1,
                "third": FIRST_DECLARING_ROUND + 2,
            },
        ),
        rule(
            "FM-OBJECTIVE",
            "An **objective** asks for one colour **three** times, another **twice**, a third **once**. Its bottom "
            "row shows the three colours, once each; the middle row repeats two of them, the top row one of these "
            "two. If your hand matches the bottom row, that is **%(low)s** points; the two lower rows, "
            "**%(middle)s**; all six, **%(all)s**, and the objective is *complete*. Only the highest step you reach "
            "counts, at the end of the game.",
            example=N_(
                "Three brown, two blue and one white are wanted. One brown, one blue, one white in hand: 2 points. "
                "Two brown, two blue, one white: 4. Three brown, two blue, one white: 6."
            ),
            related=("FM-HAND", "FM-END-9"),
            desk=SCORE,
            facts={"low": POINTS_PER_ROW, "middle": 2 * POINTS_PER_ROW, "all": 3 * POINTS_PER_ROW},
        ),
        rule(
            "FM-HAND",
            "Add **1** point for every **%(ingredients)s** ingredients left in your hand at the end, those "
            "of the objective included. An odd one is worth nothing.",
            example=N_(
                "You hold just the six ingredients that complete the objective: 6 points for the objective and 3 for "
                "the hand."
            ),
            related=("FM-OBJECTIVE",),
            desk=SCORE,
            facts={"ingredients": INGREDIENTS_PER_POINT},
        ),
        rule(
            "FM-WIN",
            "Add up what you scored in play, for the objective and for your hand. The most points win. If "
            "players are tied, they share the win.",
            related=("FM-OBJECTIVE", "FM-HAND"),
            desk=SCORE,
        ),
    ),
)

BOOK = Book(
    "fata_morgana",
    N_("Fata Morgana"),
    N_("In the fairy's school a potion is worth what you dare to write on it."),
    (COMPONENTS, SETUP, TURN, END),
)

SILENT = N_("Says nothing about it.")
NO_BOOK = N_("There is no Polish book.")

RULINGS = (
    Ruling(
        "E-22",
        N_("Who wins a tie?"),
        SILENT,
        NO_BOOK,
        N_("All of the tied players: the book names no tie-breaker."),
        ("FM-WIN",),
    ),
    Ruling(
        "E-55",
        N_("Which pairs do the ten cauldrons show?"),
        N_("Shows one: red and blue."),
        NO_BOOK,
        N_("Every pair of the five colours once: there are exactly ten. It is assumed until you say otherwise."),
        ("FM-CARDS",),
        option="cauldrons",
    ),
    Ruling(
        "E-56",
        N_("Do all five objectives follow the pattern three, two, one?"),
        N_("Shows one that does."),
        NO_BOOK,
        N_("Yes, we assume so."),
        ("FM-OBJECTIVE",),
    ),
    Ruling(
        "E-57",
        N_("What if a stack is empty when you copy?"),
        N_("For creating, it says that the ingredient is lost."),
        NO_BOOK,
        N_("The same: it is lost."),
        ("FM-SHORT",),
    ),
    Ruling(
        "E-58",
        N_("What if somebody cannot create anything in the first round?"),
        SILENT,
        NO_BOOK,
        N_("Then that player passes. Nobody can be made to do what cannot be done."),
        ("FM-FIRST",),
    ),
    Ruling(
        "E-59",
        N_("What if somebody declares an objective that is not complete?"),
        SILENT,
        NO_BOOK,
        N_("The declaration is taken back, and the next round is played."),
        ("FM-END-9",),
    ),
    Ruling(
        "E-62",
        N_("Who may declare an objective for a player?"),
        N_("Says that “a player” declares."),
        NO_BOOK,
        N_("Only that player. For a player without a phone who entered nothing in secret, anybody at the table."),
        ("FM-END-9",),
    ),
)
