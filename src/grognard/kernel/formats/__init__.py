"""The formats of files that a designer writes: their shapes, the check, the schema, the page.

A game says in its `format/` what its files hold; this package compares a file with it and names every mistake with line
and column.
"""

from .canvas import Canvas, Easel, Gesture
from .editing import Edit, edited
from .findings import BadFile, Findings, Mistake
from .format import Format, Formats, Head
from .judging import check_scenario, refuse_mistakes
from .kinds import fitting, kind_of
from .places import Path
from .shape import compare, says
from .situation import Situation

__all__ = [
    "BadFile",
    "Canvas",
    "Easel",
    "Edit",
    "Findings",
    "Format",
    "Formats",
    "Gesture",
    "Head",
    "Mistake",
    "Path",
    "Situation",
    "check_scenario",
    "compare",
    "edited",
    "fitting",
    "kind_of",
    "refuse_mistakes",
    "says",
]  # fmt: skip
