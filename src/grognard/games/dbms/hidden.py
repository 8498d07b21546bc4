"""Chapter Hidden Elements (optional): blanks until they attack, are attacked, or come too near."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grognard.boards.table_moves import Motion, Place, first_touch
from grognard.boards.table_shapes import Shape, near
from grognard.kernel import in_force

from .context import Dbms
from .state import BASE, OTHER
from .tables import NAMES, SLACK, inches

BY_RECON = inches("spot_by_recon_in")
BY_ANY = inches("spot_by_any_in")


def in_use(g: Dbms) -> bool:
    return bool(g.options["hidden_elements"])


def reveal(g: Dbms, numbers: Iterable[int], rule: str) -> bool:
    """dbms.hidden-elements.8: the true base takes the place of the blank, front edges coinciding. True: something was."""
    shown = False
    for n in numbers:
        if n == BASE or not g.element(n).hidden or not in_force(rule):
            continue
        g.tell("{element} is revealed: {arm}.", rule=rule, element=n, arm=NAMES[g.code(n)])
        g.element(n).hidden = not in_force("dbms.hidden-elements.8")
        g.reveal()
        shown = True
    return shown


def spotting(g: Dbms, n: int, enemy: int) -> int:
    """Within how much of each other one of these two is revealed; 0 if neither is hidden."""
    mine = n != BASE and g.element(n).hidden
    theirs = enemy != BASE and g.element(enemy).hidden
    if not mine and not theirs:
        return 0
    seen_by_recon = (mine and not theirs and g.code(enemy) == "RE") or (theirs and not mine and g.code(n) == "RE")
    if seen_by_recon and in_force("dbms.hidden-elements.5") and in_force("dbms.element-chart.19"):
        return BY_RECON
    return BY_ANY


def watchers(g: Dbms, n: int) -> list[int]:
    """The enemies of an element that see or are seen: ground, air, and the base."""
    side = OTHER[g.side(n)]
    found = [*g.ground_elements(side), *g.air_elements(side)]
    if g.base_stands() and g.state.fort.owner == side and g.state.fort.garrison == BASE:
        found.append(BASE)
    return found


def rule_for(g: Dbms, n: int, enemy: int) -> str:
    return "dbms.hidden-elements.5" if spotting(g, n, enemy) == BY_RECON else "dbms.hidden-elements.6"


def first_reveal(g: Dbms, n: int, path: Sequence[Motion]) -> tuple[Place, list[int], str] | None:
    """dbms.hidden-elements.5, .6: where on its way something is revealed, and what."""
    if not in_use(g):
        return None
    pairs = [(enemy, limit) for enemy in watchers(g, n) if (limit := spotting(g, n, enemy))]
    for number, motion in enumerate(path):
        found: list[tuple[int, int]] = []
        for enemy, limit in pairs:
            shape = g.shape(enemy)
            t = 0 if number == 0 and near(g.rect(n), shape, limit + SLACK) else first_touch(motion, _comes_near(shape, limit))
            if t is not None:
                found.append((t, enemy))
        if found:
            first = min(found)[0]
            here = [enemy for t, enemy in found if t == first]
            return (number, first), [n, *here], rule_for(g, n, here[0])
    return None


def _comes_near(shape: Shape, limit: int) -> Callable[[Shape], bool]:
    return lambda piece: near(piece, shape, limit + SLACK)


def look_around(g: Dbms) -> None:
    """Whatever is near enough to an enemy now is revealed."""
    if not in_use(g):
        return
    again = True
    while again:
        again = False
        for n, element in enumerate(g.state.elements):
            if not element.hidden or not g.on_table(n) or element.at is None:
                continue
            for enemy in watchers(g, n):
                limit = spotting(g, n, enemy)
                if limit and near(g.shape(n), g.shape(enemy), limit + SLACK):
                    rule = rule_for(g, n, enemy)
                    if in_force(rule):
                        reveal(g, [n, enemy], rule)
                        again = True
                    break
