"""What the commander weighs: the combat step to come and the one of the next turn, for both sides (exchange.py, raids.py).

This turn's attacks of both sides are reckoned as the bases stand; what more either could do by moving up counts for less, and
for more while it can still move this turn. Who fires first counts more than who fires second. To this comes what the ground is
worth to each element: nearer to where the plan wants it, cover, command, the base.
"""

from __future__ import annotations

from grognard.boards.plane import INCH
from grognard.boards.table_shapes import gap, overlap

from ..context import Dbms
from ..state import BASE, OTHER, TABLE
from ..terrain.minefields import clears_mines
from .evaluate import command, ground
from .exchange import Field, exchange
from .plan import Plan, drawn
from .raids import Raids

SOON = 0.5  # the weight of what somebody can do who has PIPs for it
LATER = 0.3  # .. in the next turn
FIRST, SECOND = 1.2, 0.8  # what an attack is worth to who fires first, and to who is fired at before
SHY, BRAVE = 1.15, 0.8  # and what he fears
UNHARMED = 0.33  # engineers may go where others lose as much by the mines, and clear the way
TRENCH, PAUSE = 0.06, 0.02  # what a trench is worth to who stays, and to who goes on, besides the fights that it decides


class Outlook:
    """The eyes of one side on one position and on what it might become."""

    def __init__(self, g: Dbms, side: str, plan: Plan) -> None:
        self.g, self.side, self.plan = g, side, plan
        self.field = Field(g)
        self.kept: dict[tuple[object, ...], float] = {}
        self.ours = SOON if can_still_move(g, side) else LATER
        self.theirs = SOON if can_still_move(g, OTHER[side]) else LATER
        self.bold, self.shy = tempo(g, side)
        self.raids = Raids(g, side)

    def promise(self) -> float:
        """The fights: ours less theirs."""
        field = self.field
        states = field.states()
        whole = tuple(states.values())
        if whole not in self.kept:
            rows, foe = field.rows(states), OTHER[self.side]
            mine, theirs = exchange(field, self.side, rows), exchange(field, foe, rows)
            mine_soon, theirs_soon = exchange(field, self.side, rows, soon=True), exchange(field, foe, rows, soon=True)
            value = self.bold * mine - self.shy * theirs
            value += self.ours * max(0.0, mine_soon - mine) - self.theirs * max(0.0, theirs_soon - theirs)
            self.kept[whole] = value - self.raids.worst()
        return self.kept[whole]

    def place(self, n: int, eager: float) -> float:
        """What the ground is worth to one element, whoever fights: nearer to where it is to go, cover, command, the base."""
        g = self.g
        if g.element(n).status != TABLE:
            return 0.0
        base = g.rect(n)
        trench = TRENCH if self.plan.target is None else PAUSE
        value = drawn(g, n, base, eager, self.plan) + ground(g, n, base, trench=trench) + command(g, n, base) + holding(g, n)
        if clears_mines(g, n) and any(overlap(base, mines.shape) for mines in g.ground.mines):
            value += UNHARMED
        return value

    def worth(self, g: Dbms, n: int, eager: float) -> float:
        """An element where it stands, as panzer's ideas ask for it: the difference of two is what a move of it alone brings."""
        return self.promise() + self.place(n, eager)


def can_still_move(g: Dbms, side: str) -> bool:
    """It has PIPs left and has not passed; between movements everybody will move again."""
    return g.state.phase != "move" or (side not in g.state.passed and g.state.pips.get(side, 0) > 0)


def tempo(g: Dbms, side: str) -> tuple[float, float]:
    """How much attack and danger count this turn: the initiative fires first."""
    if g.state.phase != "move":
        return 1.0, 1.0
    return (FIRST, BRAVE) if g.state.initiative == side else (SECOND, SHY)


def holding(g: Dbms, n: int) -> float:
    """The base: somebody mans it from the first to the last turn; the enemy goes for it when nobody does."""
    fort = g.state.fort
    if not g.base_stands():
        return 0.0
    if fort.owner == g.side(n):
        return 0.35 if fort.garrison == n and g.code(n) != "GE" else 0.0
    if fort.garrison == BASE and g.code(n) in ("TA", "IN", "TH", "IE", "IH", "AR", "AT"):
        return -0.008 * gap(g.rect(n), g.shape(BASE)) / INCH
    return 0.0
