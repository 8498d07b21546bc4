"""The commander's war plan: fronts with a purpose, one of them the main effort, kept until events upset it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.boards.masks import bits
from grognard.kernel.words import listing

from ..static import OTHER

if TYPE_CHECKING:
    from ..context import Pog
    from ..static import Static

FRONTS = {
    "the West": ("fr", "be", "br"),
    "Italy": ("it",),
    "the Balkans": ("sb", "mn", "al", "gr", "bu", "ro"),
    "the East": ("ru",),
    "the Near East": ("tu", "eg", "ar", "pe", "kw", "li"),
}
PRESS, HOLD, KNOCK_OUT = "press", "hold", "knock out"


class Front(NamedTuple):
    """How a front stands: combat factors of both sides, what could be won, and what is wanted there."""

    name: str
    own: int
    enemy: int
    prizes: tuple[str, ...]
    purpose: str

    @property
    def ratio(self) -> float:
        return self.own / max(1, self.enemy)

    def words(self) -> str:
        """A sentence of the plan."""
        goals = f"; within reach: {listing(self.prizes)}" if self.prizes and self.purpose != HOLD else ""
        return f"{self.name}: {self.purpose} ({self.own} factors against {self.enemy}{goals})"


class WarPlan(NamedTuple):
    """What is wanted on each front; `turn` is when it was made."""

    turn: int
    fronts: dict[str, Front]

    @property
    def main(self) -> str:
        """The main effort, or "" if all fronts hold."""
        pressed = [f for f in self.fronts.values() if f.purpose != HOLD]
        return max(pressed, key=lambda f: (f.purpose == KNOCK_OUT, f.ratio * len(f.prizes))).name if pressed else ""

    def weight(self, front: str) -> float:
        """How much more an attack or a corps counts on a front."""
        return 1.2 if front == self.main else 1.0

    def words(self) -> str:
        """The plan in its own words."""
        return "; ".join(f.words() for f in self.fronts.values() if f.own or f.enemy).join(("War plan: ", "."))


def fronts_of(static: Static) -> list[str]:
    """Front by space: by nation, Germany and Austria-Hungary by the nearest of the others."""
    board = static.board
    found = [next((name for name, nations in FRONTS.items() if board.nation[s] in nations), "") for s in range(board.size)]
    wave = [s for s in range(board.size) if found[s]]
    while wave:
        fresh = []
        for space in wave:
            for near in bits(board.solid[space]):
                if not found[near]:
                    found[near] = found[space]
                    fresh.append(near)
        wave = fresh
    return found


def appreciate(g: Pog, side: str, front: str, of: list[str]) -> Front:
    """A front as it stands now, with the purpose that follows from it."""
    enemy = OTHER[side]
    factors = {side: 0, enemy: 0}
    for space in bits((g.occ[side] | g.occ[enemy]) & ~g.neutral):
        if of[space] == front:
            for unit in g.stack[space]:
                factors[g.units.side[unit]] += g.cf(unit)
    near = g.graph.next_to(g.occ[side], g.board.classes["solid"])
    near |= g.graph.next_to(near, g.board.classes["solid"])
    goals = [s for s in bits(g.controlled(enemy) & g.goals & near & ~g.neutral) if of[s] == front]
    capital = any(g.board.records[s]["capital"] for s in goals)
    ratio = factors[side] / max(1, factors[enemy])
    purpose = HOLD if not goals or ratio < 0.9 else KNOCK_OUT if capital and ratio >= 1.5 else PRESS
    return Front(front, factors[side], factors[enemy], tuple(g.board.name[s] for s in goals), purpose)


def make_plan(g: Pog, side: str, old: WarPlan | None, of: list[str]) -> WarPlan:
    """A plan for this turn: the old one as long as its main effort still has something to win and the strength for it."""
    if old is not None and old.turn == g.state.turn:
        return old
    fronts = {name: appreciate(g, side, name, of) for name in FRONTS}
    if old is not None and old.main:
        kept = fronts[old.main]
        if kept.prizes and kept.ratio >= 0.75:  # not upset: the effort goes on
            others = {n: f._replace(purpose=HOLD) if f.purpose == PRESS and n != old.main else f for n, f in fronts.items()}
            fronts = others | {old.main: kept._replace(purpose=PRESS if kept.purpose == HOLD else kept.purpose)}
    return WarPlan(g.state.turn, fronts)
