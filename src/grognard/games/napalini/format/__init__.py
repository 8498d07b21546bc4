"""What the file of a scenario holds (docs/formats/napalini.md is made from this)."""

from grognard.kernel.formats import Format, Formats

from .battle import Battle
from .easel import BattleEasel
from .judge import JUDGES
from .situation import Question, Words, references

FORMATS = Formats(
    scenario=Format(
        "scenario",
        "A battle",
        Battle,
        JUDGES,
        "Squares are named by column and row, A1 in the south-west: rows of the map are written with the northern one first and"
        " count from the south. North is up. An edge is two squares that touch, as C3|C4. Sides are named by `id` without"
        " regard to capitals; the first attacks (SO), unless it is a meeting engagement.",
    ),
    words=Words,
    references=references,
    question=Question,
    easel=BattleEasel(),
)

__all__ = ["FORMATS"]
