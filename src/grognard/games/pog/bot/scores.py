"""What the staff officer (staff.py) thinks of attacks, moves and cards:

numbers in victory points, from open facts and its own hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.masks import bits

from ..combat.fight import Fight
from ..combat.flank_attack import flank_modifier
from ..movement.stack import March
from ..odds.attack import loss_pairs, surviving
from ..static import AP, CP, ELIMINATED, OTHER, RESERVE
from ..supply.tracing import in_supply

if TYPE_CHECKING:
    from ..context import Pog
    from ..static import Card

DECAY = 0.72


def space_worth(g: Pog, space: int) -> float:
    """What holding a space is worth."""
    record = g.board.records[space]
    worth = 0.08 + g.prize(space)
    if record["capital"]:
        worth += 1.0
    if record["supply"] != "none" or g.static.extra_sources >> space & 1:
        worth += 2.0
    return float(worth + 0.15 * (record["fort"] > 0))


def longing(g: Pog, side: str, done: int = 0) -> dict[int, float]:
    """How near each space is to what the enemy holds: the pull of the map on a side's units (`done` draws nobody)."""
    enemy = OTHER[side]
    field: dict[int, float] = {}
    wave = {s: space_worth(g, s) for s in bits(g.controlled(enemy) & g.goals & ~done)}
    for _ in range(9):
        fresh: dict[int, float] = {}
        for space, pull in wave.items():
            if pull > field.get(space, 0.0):
                field[space] = pull
                for near in bits(g.board.solid[space] & ~g.neutral):
                    if pull * DECAY > field.get(near, 0.0):
                        fresh[near] = max(fresh.get(near, 0.0), pull * DECAY)
        wave = fresh
    return field


def attack_worth(g: Pog, side: str, attackers: list[int], target: int) -> tuple[float, bool]:
    """Expected worth of an attack without cards, and whether to try the flank."""
    fight = Fight(g, side, attackers, target)
    plain = fight_worth(g, fight)
    if g.hooks.flank_allowed(g, fight) is not None:
        return plain, False
    drm = max(int(flank_modifier(g, fight, s)) for s in fight.spaces)
    chance = sum(d + drm >= 4 for d in range(1, 7)) / 6
    fight.first = side
    good = fight_worth(g, fight)
    fight.first = fight.enemy
    bad = fight_worth(g, fight)
    flanked = chance * good + (1 - chance) * bad
    return (flanked, True) if flanked > plain else (plain, False)


def fight_worth(g: Pog, fight: Fight) -> float:
    total = 0.0
    target = space_worth(g, fight.target)
    steps = sum(1 + g.full(u) + (2 if g.units.army[u] else 0) for u in fight.defenders)
    full_after: dict[int, bool] = {}
    for (hit, back), chance in loss_pairs(g, fight).items():
        if back not in full_after:
            full_after[back] = surviving(g, fight.attackers, back).full
        gain = 0.26 * min(hit, _capacity(g, fight.defenders) + 1) - 0.25 * back
        if fight.fort_alone:
            if hit >= g.board.fort[fight.target]:
                gain += 0.8 * target
        elif hit > back and full_after[back]:
            stays = fight.trench_level or g.board.terrain[fight.target] != "clear"
            gain += (0.35 if stays and steps > 1 else 0.75) * target + 0.1
        total += float(chance) * gain
    return total


def _capacity(g: Pog, units: list[int]) -> int:
    return sum(g.lf(u) * (1 + g.full(u)) for u in units)


def best_attack(g: Pog, side: str, space: int) -> tuple[float, int]:
    """The best that the units of one space could attack by themselves. Remembered while the position stands."""
    action = g.state.action
    key = ("attack", side, space, g.state.reduced, action.retreated, action.attacked)
    found: tuple[float, int] | None = g.nets.get(key)
    if found is None:
        found = g.nets[key] = _best_attack(g, side, space)
    return found


def _best_attack(g: Pog, side: str, space: int) -> tuple[float, int]:
    units = [u for u in g.side_units(space, side) if in_supply(g, u)]
    if not units:
        return 0.0, -1
    enemy = OTHER[side]
    near = g.units.rows[units[0]][space] & (g.occ[enemy] | (g.enemy_forts(side) & ~g.besieged)) & ~g.neutral
    best, where = 0.0, -1
    if g.besieged >> space & 1 and g.enemy_forts(side) >> space & 1:
        return 0.0, -1
    for target in bits(near):
        same = [u for u in units if not g.hooks.closed(g, u) >> target & 1]
        if not same:
            continue
        worth, _ = attack_worth(g, side, same, target)
        if worth > best:
            best, where = worth, target
    return best, where


def exposure(g: Pog, side: str, occupied: int) -> float:
    """What the enemy could walk into within three steps if a side's units stood in these spaces."""
    key = ("exposed", side, occupied)
    found = g.nets.get(key)
    if found is None:
        enemy = OTHER[side]
        barred = g.neutral | occupied | (g.forts & g.controlled(side) & ~g.besieged)
        reach = wave = g.occ[enemy] & ~g.neutral
        for _ in range(3):
            wave = g.graph.next_to(wave, g.board.classes["solid"]) & ~barred & ~reach
            reach |= wave
        open_to_them = bits(reach & g.controlled(side))
        found = g.nets[key] = sum(space_worth(g, s) for s in open_to_them)
    return float(found)


def shift_worth(g: Pog, side: str, units: list[int], origin: int, end: int) -> float:
    """How much safer the side is after units went from one space to another."""
    occupied = g.occ[side]
    after = occupied | 1 << end
    if all(u in units for u in g.stack[origin]):
        after &= ~(1 << origin)
    return exposure(g, side, occupied) - exposure(g, side, after)


class Leaving:
    """What a stack leaves behind, the same wherever it goes."""

    def __init__(self, g: Pog, march: March, pull: dict[int, float]) -> None:
        side, origin, count = march.side, march.space, len(march.units)
        self.march, self.pull, self.enemy = march, pull, OTHER[side]
        self.open = g.controlled(self.enemy) & ~g.forts
        self.forts = g.enemy_forts(side)
        self.drawn = pull.get(origin, 0.0)
        self.guarded = _guard(g, side, origin, count, leaving=True)
        self.exposed = exposure(g, side, g.occ[side])
        self.behind = g.occ[side] & ~(1 << origin) if all(u in march.units for u in g.stack[origin]) else g.occ[side]
        self.strength = sum(g.cf(u) for u in march.units)
        self.army = any(g.units.army[u] for u in march.units)

    def worth(self, g: Pog, end: int, path: list[int]) -> float:
        """What it is worth for the stack to end its move there."""
        march = self.march
        side, units = march.side, march.units
        if not in_supply(g, units[0], end):
            return -9.0
        worth = 0.0
        for space in path[1:]:
            if self.open >> space & 1:
                worth += space_worth(g, space)
        if self.forts >> end & 1:
            worth += 0.6 * space_worth(g, end)
        worth += 0.5 * (self.pull.get(end, 0.0) - self.drawn)
        worth += _guard(g, side, end, len(units)) - self.guarded
        worth += 0.4 * (self.exposed - exposure(g, side, self.behind | 1 << end))
        danger = _threat(g, self.enemy, end)
        if danger:
            own = self.strength + sum(g.cf(u) for u in g.side_units(end, side) if u not in units)
            if danger > 2 * own:
                worth -= 0.25
            if not self.army and end != path[0] and danger > 3 and own <= 2:
                worth -= 0.2
        return worth


def _threat(g: Pog, enemy: str, space: int) -> int:
    total, near = 0, g.board.solid[space] & g.occ[enemy]
    for place in bits(near) if near else ():
        total += sum(g.cf(u) for u in g.stack[place])
    return total


def _guard(g: Pog, side: str, space: int, count: int, leaving: bool = False) -> float:
    """How much a space of ours wants units: it is worth something and the enemy stands beside it."""
    enemy = OTHER[side]
    if not g.controls(side, space) or not g.board.solid[space] & g.occ[enemy]:
        return 0.0
    others = len(g.side_units(space, side)) - (count if leaving else 0)
    if others >= 3:
        return 0.0
    return (0.75 if others <= 0 else 0.15) * (0.3 + space_worth(g, space))


def ends(g: Pog, march: March) -> dict[int, list[int]]:
    """Every space where the stack could end, with a way there."""
    found: dict[int, list[int]] = {}
    wave = {march.space: [march.space]}
    seen = 1 << march.space
    for _ in range(march.left):
        fresh: dict[int, list[int]] = {}
        for space, path in wave.items():
            if march.unbesieged >> space & 1 and space != march.origin:
                continue
            for near in bits(march.rows[space] & march.enterable & ~seen):
                seen |= 1 << near
                fresh[near] = [*path, near]
        for space, path in fresh.items():
            if march.may_stop(g, space):
                found[space] = path
        wave = fresh
    return found


def best_move(g: Pog, units: list[int], pull: dict[int, float]) -> tuple[float, list[int]]:
    """Where a stack had best go, and what that is worth. Remembered while the position stands."""
    action = g.state.action
    key = ("march", tuple(units), g.state.reduced, action.attack, action.relief, action.moved | action.barred)
    found: tuple[float, list[int]] | None = g.nets.get(key)
    if found is None:
        found = g.nets[key] = _best_move(g, units, pull)
    return found


def _best_move(g: Pog, units: list[int], pull: dict[int, float]) -> tuple[float, list[int]]:
    march = March(g, units)
    best: tuple[float, list[int]] = (0.0, [])
    leaving: Leaving | None = None
    for end, path in ends(g, march).items():
        leaving = leaving or Leaving(g, march, pull)
        worth = leaving.worth(g, end, path)
        if worth > best[0]:
            best = (worth, path)
    return best


def damage(g: Pog, side: str) -> dict[str, int]:
    """Steps that replacements could restore, by pool."""
    wanted: dict[str, int] = {}
    for unit, place in enumerate(g.state.at):
        if g.units.side[unit] != side or place < ELIMINATED or g.units.rp[unit] == "none":
            continue
        steps = 2 if place == ELIMINATED else 0 if g.full(unit) else 1
        wanted[g.units.rp[unit]] = wanted.get(g.units.rp[unit], 0) + steps * (2 if g.units.army[unit] else 1)
    return wanted


EVENT_WORTH = {
    "cp.01": 6.0, "cp.09": 3.5, "cp.13": 3.0, "cp.06": 2.5, "cp.11": 2.0, "cp.08": 1.5, "cp.05": 1.2, "ap.02":
    4.5, "ap.13": 3.5, "ap.12": 2.5, "ap.09": 2.2, "ap.26": 3.5, "cp.33": 3.2, "cp.25": 2.6, "cp.27": 1.6,
    "cp.28": 2.2, "cp.52": 4.5, "cp.54": 3.0, "cp.32": 1.8, "ap.33": 2.2, "ap.54": 4.0, "ap.55": 3.5, "ap.40":
    2.0, "ap.52": 2.2, "cp.53": 2.5, "cp.45": 3.0, "cp.36": 2.6, "cp.10": 1.2, "cp.29": 0.9, "ap.46": 3.0,
    "ap.23": 2.0, "cp.17": 2.0, "cp.65": 2.0, "ap.56": 1.5,
}  # fmt: skip


def event_worth(g: Pog, card: Card) -> float:
    """What playing the event now is worth, beside other uses of the card."""
    worth = EVENT_WORTH.get(card.id, 0.4) + 0.5 * card.ws
    if card.kind == "reinforcement":
        worth = 1.5 + sum(1.6 if g.units.kinds[k]["size"] == "army" else 0.7 for k in card.units) + 0.4 * card.ws
    elif card.kind == "neutral":
        worth = 4.0
    return worth


def replacement_worth(g: Pog, side: str, card: Card) -> float:
    wanted = damage(g, side)
    use = 0.0
    for pool, amount in card.rp.items():
        have = g.state.rp.get(pool, 0)
        use += min(2 * amount, max(0, wanted.get(pool, 0) - have)) / 2
    return 0.62 * use + (0.1 * g.state.round if use else 0.0)


def reserve_worth(g: Pog, side: str, space: int) -> float:
    """What a corps more in a space is worth."""
    return _guard(g, side, space, 1)


__all__ = ["AP", "CP", "RESERVE", "attack_worth", "best_attack", "best_move", "event_worth", "longing", "replacement_worth"]
