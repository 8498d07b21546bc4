"""What the file of a battle holds (docs/formats/dbms.md is made from this)."""

from grognard.kernel.formats import Format, Formats

from .battle import Battle
from .easel import BattleEasel
from .judge import JUDGES, spot
from .situation import Question, Words, references

FORMATS = Formats(
    scenario=Format(
        "scenario",
        "A battle",
        Battle,
        JUDGES,
        "Lengths are millimetres from the north-west corner of the table: x to the right (east), y down (south). North is up."
        " Facings are degrees, clockwise from north. The usual table is 609.6 mm square, the large one 914.4 mm."
        " Army lists stand in the rulebook; `grognard rules dbms` and docs/dbms-lists.md show them.",
    ),
    words=Words,
    references=references,
    question=Question,
    easel=BattleEasel(),
    spot=spot,
)

__all__ = ["FORMATS"]
