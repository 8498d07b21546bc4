"""The set-up of the variant in the diary: which forces stand where, by the rule that puts them there (cp, ap, dr.5)."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from grognard.games.pog.static import RESERVE
from grognard.kernel.words import listing

if TYPE_CHECKING:
    from ..context import Draka


def muster(g: Draka, setup: dict[str, Any]) -> None:
    """One line for each nation, or part of it, that the set-up names."""
    for line in setup.get("muster", ()):
        forces = _forces(g, line["nation"], line.get("spaces", ())) if "nation" in line else ""
        g.tell(line["title"] + (f": {forces}." if forces else "."), rule=line["rule"])


def _forces(g: Draka, nation: str, names: list[str]) -> str:
    """Units by place, those of the Reserve Box last."""
    own = [u for u, p in enumerate(g.state.at) if p >= RESERVE and g.units.nation[u] == nation]
    places = [RESERVE if n == "reserve" else g.S[n] for n in names]
    places = places or sorted({g.state.at[u] for u in own}, key=lambda p: (p == RESERVE, p))
    return "; ".join(_place(g, p, [u for u in own if g.state.at[u] == p]) for p in places)


def _place(g: Draka, place: int, units: list[int]) -> str:
    """What stands in one place: "GE 5th Army and GE corps in Metz (trench)"."""
    called = [g.units.name[u] + ("" if g.full(u) else " (reduced)") for u in units]
    words = listing([_several(name, len(list(same))) for name, same in groupby(called)])
    if place == RESERVE:
        return f"{words} in the Reserve Box"
    level, where = g.trench(place), g.board.name[place]
    if not words:
        return f"trench {level} in {where}"
    return f"{words} in {where}" + (f" (trench {level})" if level else "")


def _several(name: str, count: int) -> str:
    return name if count == 1 else f"{count} {name}"
