"""What a sensible Senior Command does on its card: reserves to those who fight, spent Battlegroups together, marches in column.

Only from what its side knows. Judgements of single forces are in general.py.
"""

from __future__ import annotations

from ..acts import DONE, HALT, Act, EndGroup, FormGroup, March, Merge, React, Release, of_kind
from ..brigades.groups import candidates, of_brigade
from ..context import Fyow
from ..forces.merging import Release as Reserves
from ..forces.merging import pool_of
from ..state import AMBER, RED

TRIFLE = 60  # half points of reserves below which nobody takes a decision about them
SPENT = 40  # a Combat Value below which a Battlegroup is no force of its own
FAR = 3  # boards from which a march in column is worth its orders


def best_senior_act(g: Fyow, brigade: int, options: list[Act]) -> Act:
    """Reserves first, then mergers, then the column; a group ends when the enemy or the goal is near."""
    side = g.state.brigades[brigade].side
    if Release() in options and needy(g, side) and g.part_value(pool_of(g, side)) >= TRIFLE:
        return Release()
    for merger in of_kind(options, Merge):
        if worth_merging(g, merger.one, merger.other):
            return merger
    if covers := of_kind(options, React):
        return covers[0]
    group = of_brigade(g, brigade)
    if group is None and FormGroup() in options and column(g, brigade):
        return FormGroup()
    if group is not None and EndGroup() in options and not still_far(g, group.members):
        return EndGroup()
    return DONE


# ------------------------------------------------------------------ reserves


def needy(g: Fyow, side: str) -> list[int]:
    """Battlegroups ashore that could use reserves: those in a fight, those sent to one, then the weakest."""
    own = [n for n in g.alive(side) if g.unit(n).kind == "battlegroup" and g.static.boards[g.unit(n).board].land]
    own = [n for n in own if g.unit(n).condition <= RED and not g.unit(n).waits]

    def wants(number: int) -> tuple[int, int, int]:
        unit = g.unit(number)
        fights = 0 if unit.fought or unit.fought_yesterday else 1 if unit.order.kind in ("engage", "move to contact") else 2
        return (fights, g.half_value(number), number)

    return sorted(own, key=wants)


def best_release(g: Fyow, side: str, offered: list[Reserves]) -> Reserves:
    """Everything to the first of the needy that may have it."""
    for number in needy(g, side):
        for named in offered:
            if named.unit == g.unit(number).id:
                return named
    return offered[0]


# ------------------------------------------------------------------ mergers


def worth_merging(g: Fyow, one: int, other: int) -> bool:
    """A spent Battlegroup goes into a sound one on its board; two sound ones hold more ground apart."""
    a, b = g.unit(one), g.unit(other)
    hqs = {brigade.hq for brigade in g.state.brigades}
    if other in hqs or a.condition > b.condition or a.disarray or b.disarray:
        return False
    spent = g.combat_value(other) < SPENT and 2 * g.half_value(other) < b.start
    return spent and b.condition >= AMBER and g.half_value(one) >= g.half_value(other)


# ------------------------------------------------------------------ marches in column


def column(g: Fyow, brigade: int) -> list[int]:
    """Battlegroups of the Brigade that stand together and have the same distant goal, the strongest first."""
    by_road: dict[tuple[int, int], list[int]] = {}
    for number in candidates(g, brigade):
        unit = g.unit(number)
        if unit.kind == "battlegroup" and unit.order.kind in ("move", "move to contact", "engage", "support"):
            by_road.setdefault((unit.board, unit.order.objective), []).append(number)
    found = [members for members in by_road.values() if len(members) > 1 and still_far(g, members)]
    best = max(found, key=len, default=[])
    return sorted(best, key=lambda n: (-g.half_value(n), n))


def still_far(g: Fyow, members: list[int]) -> bool:
    """The goal is some marches away, and nobody was seen on the next two boards of the road."""
    unit = g.unit(members[0])
    if unit.order.objective not in g.static.far[unit.board]:
        return False
    road = g.static.reach_over_land(unit.board).path_to(unit.order.objective)[1:]
    clear = not any(g.known_enemies(unit.side, board) or str(board) in g.state.sighted[unit.side] for board in road[:2])
    return len(road) >= FAR and clear


def best_march(g: Fyow, options: list[Act]) -> Act:
    """Along the road to the goal of its head, else a halt."""
    group = of_brigade(g, -1 - g.state.pack[0])
    marches = of_kind(options, March)
    if group is None or not marches:
        return HALT
    put = g.state.staff.put
    head = next(n for n in group.members if f"halt {n}" == put[-1]) if put and put[-1].startswith("halt") else group.members[0]
    unit = g.unit(head)
    goal = g.static.far[unit.order.objective]
    best = min(marches, key=lambda act: (goal.get(g.static.other_end(act.link, unit.board), 99), act.link))
    return best if goal.get(g.static.other_end(best.link, unit.board), 99) < goal.get(unit.board, 99) else HALT
