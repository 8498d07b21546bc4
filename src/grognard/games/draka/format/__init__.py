"""The words of the variant in a situation; all else is Paths of Glory's (grognard.games.pog.format)."""

from __future__ import annotations

from typing import Annotated

from grognard.games.pog.format import Words
from grognard.kernel.formats import says


class DrakaWords(Words, forbid_unknown_fields=True):
    """What is laid over the scenario."""

    draka: Annotated[list[str], says("Spaces that are Allied and under Draka control.")] = []
    zaf: Annotated[list[str] | dict[str, int], says("Zeppelin fleets that are ready, by nation.")] = []
    baf: Annotated[list[str] | dict[str, int], says("Bomber fleets that are ready, by nation.")] = []
    beaches: Annotated[list[str], says("Spaces with a beachhead.")] = []
    reached: Annotated[dict[str, int], says('The turn in which a level was reached: `"cp 1" = 3`.')] = {}


__all__ = ["DrakaWords"]
