"""Minefields (dbms.terrain-effects.15, .16) and engineers against them (dbms.engineers.3 to .5)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.boards.table_moves import Motion, Place, first_overlap
from grognard.boards.table_shapes import overlap
from grognard.kernel import Tally, cites

from .. import winning as victory
from ..context import Dbms
from ..ground import Area
from ..hidden import reveal
from ..state import OTHER, TerrainPiece
from ..tables import (
    BEAT,
    DESTROYED_IF,
    DOUBLED,
    FACTOR,
    FACTOR_RULES,
    FOOT,
    MINE_ENGINEER_BONUS,
    MINE_FACTOR,
    MOVE,
    NAMES,
    SEVERITY,
)


@cites("dbms.terrain-effects.15")
def first_minefield(g: Dbms, path: Sequence[Motion], fought: Sequence[TerrainPiece]) -> tuple[Place, Area] | None:
    """Where a path first touches a minefield that has not yet fought this element in this move."""
    mines = [area for area in g.ground.mines if area.piece not in fought]
    for number, motion in enumerate(path):
        found = [((number, t), area) for area in mines if (t := first_overlap(motion, area.shape)) is not None]
        if found:
            return min(found, key=lambda one: one[0])
    return None


def clears_mines(g: Dbms, n: int) -> bool:
    """dbms.engineers.3, element-chart.12: engineers, on foot or loaded."""
    return g.code(n) == "IE"


def mine_totals(g: Dbms, n: int) -> tuple[Tally, Tally]:
    """dbms.terrain-effects.16: the element with its factor against soft targets, the minefield with +3."""
    own = Tally(f"{g.name(n)} against the minefield")
    own.add(FACTOR["soft", g.code(n)], f"{NAMES[g.code(n)]} against soft targets", FACTOR_RULES[g.code(n)])
    if MOVE[g.form(n)] not in FOOT:
        own.add(-1, "a vehicle in bad going", "dbms.vehicles-bad-terrain.1")
    if clears_mines(g, n):
        own.add(MINE_ENGINEER_BONUS, "engineers", "dbms.engineers.3")
    mines = Tally("the minefield")
    mines.add(MINE_FACTOR, "minefield", "dbms.terrain-effects.16")
    return own, mines


def mine_result(g: Dbms, n: int, own: int, mines: int) -> str:
    """none, retreat, rout or destroyed: the element's own row with the minefield among 'all others', in bad going."""
    if mines <= own:
        return "none"
    code = g.code(n)
    result = str(BEAT["MF", code])
    if "in_bad_going" in DESTROYED_IF[code]:
        result = "destroyed"
    if mines >= 2 * own:
        twice = str(DOUBLED["MF", code])
        if not g.options["doubled_never_milder"] or SEVERITY[twice] > SEVERITY[result]:
            result = twice
    return result


def fight_minefield(g: Dbms, n: int, area: Area) -> str:
    """The combat itself. Returns none (it may go on), retreat, rout or destroyed; the loss is already counted."""
    reveal(g, [n], "dbms.hidden-elements.4")
    side = g.side(n)
    own, mines = mine_totals(g, n)
    mine_roll = g.d6("{element} meets a minefield: its die ", rule="dbms.terrain-effects.16", by=side, tallies=[own], element=n)
    theirs = g.d6("The minefield's die ", rule="dbms.terrain-effects.16", by=OTHER[side], tallies=[mines])
    mine, against = int(own) + mine_roll, int(mines) + theirs
    if clears_mines(g, n):
        if mine >= 2 * against:
            g.state.terrain.remove(area.piece)
            g.tell(
                "{element} clears the minefield, {own} to {mines}.", rule="dbms.engineers.4", element=n, own=mine, mines=against
            )
        else:
            words = "{element} works its way through the minefield, {own} to {mines}."
            g.tell(words, rule="dbms.element-chart.12", element=n, own=mine, mines=against)
        return "none"
    result = mine_result(g, n, mine, against)
    if result == "none":
        g.tell(
            "{element} passes the minefield, {own} to {mines}.",
            rule="dbms.terrain-effects.16",
            element=n,
            own=mine,
            mines=against,
        )
    elif result in ("destroyed", "captured"):
        words = "{element} is destroyed in the minefield, {own} to {mines}."
        g.tell(words, rule="dbms.terrain-effects.16", element=n, own=mine, mines=against)
        victory.lose(g, n)
        return "destroyed"
    else:
        words = "{element} is beaten by the minefield, {own} to {mines}: {result}."
        g.tell(words, rule="dbms.terrain-effects.16", element=n, own=mine, mines=against, result=result)
    return result


def stands_in_mines(g: Dbms, n: int) -> list[Area]:
    return [area for area in g.ground.mines if overlap(g.rect(n), area.shape)]
