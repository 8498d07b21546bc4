"""What the files of a battle and of a theatre hold (docs/formats/nlc.md is made from this)."""

from grognard.kernel.formats import Format, Formats

from .battle import Battle
from .easel import BattleEasel
from .judge import JUDGES
from .situation import Question, Words, references
from .theatre import Theatre, judge_theatre

FORMATS = Formats(
    scenario=Format(
        "scenario",
        "A battle",
        Battle,
        JUDGES,
        "The map is cut out of a theatre: `[window]` says which part, in the theatre's kilometres, `[grid]` how many hexes lie"
        " over it. North is up: x grows to the east, y to the north. Units stand at a place of the theatre, with `dx` and `dy`"
        " kilometres east and north of it. A theatre of your own may lie beside the battle as a file; `theatre` names it.",
    ),
    map=Format(
        "map",
        "A theatre",
        Theatre,
        (judge_theatre,),
        "The ground in kilometres, x to the east and y to the north, from which every battle cuts its hex map: woods, towns and"
        " chateaux fill hexes; streams, rivers and crests run along hexsides; roads go from hex to hex.",
    ),
    words=Words,
    references=references,
    question=Question,
    easel=BattleEasel(),
)

__all__ = ["FORMATS"]
