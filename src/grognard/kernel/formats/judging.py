"""Everything that is wrong with the data of a scenario, at once: asked by every match that begins (prepared.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ..datafile import did_you_mean
from ..scenarios import load_options, misfit
from .findings import BadFile, Findings
from .format import Format, Head
from .places import Path
from .shape import compare

if TYPE_CHECKING:
    from ..game import Game


def check_scenario(game: Game, data: Mapping[str, Any], findings: Findings | None = None) -> Findings:
    """Shape, options and references of a scenario. A game without formats of its own is asked for the head only."""
    found = Findings(dict(data), getattr(data, "file", "")) if findings is None else findings
    formats = game.formats()
    if formats is None:
        head = {key: data[key] for key in Head.__struct_fields__ if key in data}
        adopt(found, compared(Findings(head), Head))
    else:
        judged(found, formats.scenario)
    judge_options(game, found, ("options",))
    return found


def refuse_mistakes(found: Findings) -> None:
    if found:
        raise BadFile(found.mistakes())


def judged(found: Findings, format: Format) -> None:
    """A judge may take the shape for granted: where something is wrong, whatever breaks a judge has been told already."""
    compare(found, format.shape)
    misshapen = len(found.found())
    for judge in format.judges:
        try:
            judge(found)
        except Exception:
            if not found:
                raise
    found.judged_better(misshapen)


def compared(found: Findings, shape: type[Struct]) -> Findings:
    compare(found, shape)
    return found


def adopt(found: Findings, part: Findings, at: Path = ()) -> None:
    for path, words in part.found():
        found.wrong((*at, *path), words)


def judge_options(game: Game, found: Findings, path: Path) -> None:
    declared = {option.name: option for option in load_options(game.data)} if game.data else {}
    if not declared:
        return
    for place, name, value in found.pairs(path):
        if name not in declared:
            near = did_you_mean(name, declared) or f" `grognard games {game.name}` lists them."
            found.wrong(place, f"there is no such option.{near}")
        elif wrong := misfit(declared[name], value):
            found.expected(place, wrong)
