"""What aircraft that wait off the table could do: whom they would find with few friends about him, above all the general.

Nothing is placed and tried here: a raid comes from behind, friends in range support its victim, and that is told from distances
alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from grognard.boards.plane import INCH, Point

from ..combat.factors import garrison_bonus, gives_cover, is_self_propelled
from ..context import Dbms
from ..state import OFF, OTHER
from ..tables import AIR, BEAT, DESTROYED_IF, DOUBLED, FACTOR, RANGE, SUPPORT_RANGE, WIDTH
from ..terrain.going import all_underfoot, in_bad_going
from .exchange import LOSS, odds, stake

MOST = 5  # guards and helpers that are counted
COMES = 0.5  # a raid that is possible is flown half of the time
IF_BEATEN, IF_DOUBLED = 0.2, 0.4  # what it costs the raider, on the average of who shoots at him


def raiders(g: Dbms, side: str) -> list[str]:
    """The kinds of aircraft that a side can place in this turn or the next."""
    soon = g.state.turn + 1
    return sorted(
        {e.code for e in g.state.elements if e.side == side and e.code in AIR and e.status == OFF and e.ready <= soon}
    )


class Raids:
    """The worst raid on a side, position by position."""

    def __init__(self, g: Dbms, side: str) -> None:
        self.g, self.side = g, side
        self.planes = raiders(g, OTHER[side])
        self.grounds: dict[tuple[object, ...], tuple[int, bool]] = {}

    def worst(self) -> float:
        """What the best raid would cost this side."""
        if not self.planes:
            return 0.0
        g = self.g
        own = g.ground_elements(self.side)
        guards = [(g.rect(m).middle, reach(g, m)) for m in own if not g.loaded(m)]
        helpers = [(g.rect(m).middle, reach(g, m)) for m in g.ground_elements(OTHER[self.side]) if not g.loaded(m)]
        return COMES * max((self.on(n, code, guards, helpers) for n in own for code in self.planes), default=0.0)

    def on(self, n: int, code: str, guards: Sequence[tuple[Point, int]], helpers: Sequence[tuple[Point, int]]) -> float:
        g = self.g
        element, here = g.element(n), g.rect(n).middle
        cover, bad = self.ground_of(n)
        garrison = g.is_garrison(n)
        flank = 0 if garrison else 2 if is_self_propelled(g, n) else 1
        mine = FACTOR[g.target(n), code] - cover - element.entrenched - within(here, guards) + (not g.loaded(n))
        theirs = FACTOR["air", element.code] - flank + garrison * garrison_bonus() - within(here, helpers)
        doubles, beats, beaten, doubled = odds(mine, theirs)
        conditions = DESTROYED_IF[element.code]
        beat, twice = LOSS[str(BEAT[code, element.code])], LOSS[str(DOUBLED[code, element.code])]
        touched = "enemy_moved_into_contact" in conditions and not g.options["no_contact_in_the_air"]
        if touched or ("in_bad_going" in conditions and bad):
            beat = 1.0
        return stake(g, n) * (doubles * twice + beats * beat) - IF_BEATEN * beaten - IF_DOUBLED * doubled

    def ground_of(self, n: int) -> tuple[int, bool]:
        """Cover, and whether it is bad going, where the element stands."""
        element = self.g.element(n)
        key = (n, element.at, element.form)
        if key not in self.grounds:
            covered = any(gives_cover(area) for area in all_underfoot(self.g, n))
            self.grounds[key] = (2 if covered else 0, in_bad_going(self.g, n))
        return self.grounds[key]


def reach(g: Dbms, n: int) -> int:
    return max(RANGE[g.code(n)], SUPPORT_RANGE[g.code(n)]) + WIDTH - INCH // 2


def within(here: Point, others: Sequence[tuple[Point, int]]) -> int:
    """How many of these reach there, oneself among them."""
    x, y = here
    return min(MOST, sum(isqrt((x - u) ** 2 + (y - v) ** 2) <= far for (u, v), far in others))
