"""Where the books of Homunculus and Fata Morgana err or are silent, and what is applied."""

from __future__ import annotations

from referee.engine import N_
from referee.rulebook.book import Ruling
from referee.rulebook.rulings import SILENT

NO_BOOK = N_("There is no Polish book.")

HOMUNCULUS = (
    Ruling(
        "E-19",
        N_("May you use a leg while you hold 6 tiles?"),
        N_("“Never more than 6 in hand”, but it is repeated for the arm only."),
        NO_BOOK,
        N_("No. Never means never."),
        ("HO-LEG", "HO-HAND"),
    ),
    Ruling(
        "E-20",
        N_("Does a single face-up part earn the bonus for one kind?"),
        SILENT,
        NO_BOOK,
        N_("Yes, 1 point: by the letter, all face-up parts are of one kind."),
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
        N_("What if reserve and discards are both empty?"),
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
        N_("With 6 tiles in hand, may you discard one to use an arm or a leg?"),
        N_("Says so of drawing only."),
        NO_BOOK,
        N_("No, only to draw."),
        ("HO-ARM", "HO-LEG", "HO-HAND"),
    ),
)

FATA_MORGANA = (
    Ruling(
        "E-22",
        N_("Who wins a tie?"),
        SILENT,
        NO_BOOK,
        N_("All of the tied players: the book names nothing that could part them."),
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
        N_("Yes: assumed."),
        ("FM-OBJECTIVE",),
    ),
    Ruling(
        "E-57",
        N_("What if a stack is empty when you copy?"),
        N_("Says of creating that the ingredient is lost."),
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
)
