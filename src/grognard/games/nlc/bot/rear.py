"""What the general does for his rear: a headquarters in danger marches away (19.5), and an army that is a few counters from
collapse (13.0.3) breaks off while the battle is not lost on points (20.2.23).
"""

from __future__ import annotations

from ..army.demoralization import french_army
from ..army.victory import verdict
from ..command.issue import may_general_retreat, may_order
from ..command.written import Written
from ..context import Nlc
from ..orders.targets import candidates, target_hexes

NEAR = 3  # hexes to the enemy at which a headquarters packs up
SAFE = 6  # where it may unpack
HQ_POINTS = 6.0  # 19.4: five points of the level, a point of rating
LAST = 2  # turns before the end in which an army is taken out of the fight
EDGE = 4  # strength points from collapse


def move_headquarters(g: Nlc, sender: int) -> list[tuple[float, Written]]:
    """19.4.2: to the nearest place out of the enemy's reach, if he is at hand and nobody stands before it."""
    data = g.leader(sender)
    army = g.static.armies[data.army]
    at, order = g.state.hq_at[army.number], g.state.orders[g.static.hq_holder[army.number]]
    if data.role != "overall" or at < 0 or order.kind != "reserve" or g.nearest_enemy(at, data.side) > NEAR:
        return []
    danger = HQ_POINTS / g.nearest_enemy(at, data.side)
    name, found = f"hq-{army.id}", []
    for place in candidates(g):
        hexes = target_hexes(g, place)
        away = min(g.nearest_enemy(hex, data.side) for hex in hexes)
        if away >= SAFE:
            found.append((min(g.grid.distance(at, hex) for hex in hexes), place))
    for _, place in sorted(found):
        item = Written(data.id, name, "march", place)
        if may_order(g, sender, item) is None:
            return [(danger, item)]
    return []


def break_off(g: Nlc, sender: int, name: str) -> list[Written]:
    """13.0.3, 20.2.23: the last turns of a battle that is not lost yet, with an army on the edge of collapse."""
    data = g.leader(sender)
    army = g.static.armies[data.army]
    left = len(g.static.turns) - g.state.turn
    if not g.on("nlb_battle") or data.role != "overall" or army.commander != sender or left > LAST:
        return []
    level = g.state.levels[army.number] if army.number == french_army(g) else g.state.collapse[army.number]
    if level - g.dead_points(army.number) > EDGE or verdict(g).winner not in (None, g.static.sides[data.side]):
        return []
    if may_general_retreat(g, army.number) is not None:
        return []
    away = {place: min(g.nearest_enemy(hex, data.side) for hex in target_hexes(g, place)) for place in candidates(g)}
    far = sorted(away, key=lambda place: (-away[place], place))
    sheets = (Written(data.id, name, "general_retreat", place) for place in far)
    return [item for item in sheets if may_order(g, sender, item) is None][:1]
