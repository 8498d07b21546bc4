"""Sensible sheets of orders, for suggestions and for the bot.

Who would not win if it ended now sends formations at what the enemy holds, as many as the place needs; who would, keeps
what he has and sends the idle where it is threatened. A formation whose order still fits is left alone: orders are few.
"""

from __future__ import annotations

import msgspec

from ..army.demoralization import french_army
from ..army.victory import holder_of
from ..command.issue import may_order, offences, recipients, senders
from ..command.written import Step, Written, holder_named
from ..context import AT_WILL, Nlc
from ..leaders.wings import subordinates
from ..orders.holders import place_of
from ..orders.ratings import rating
from ..static import OFF
from .fights import winning
from .intents import intent_of

BETTER = 1.0  # a new order must be worth so much more than the old one


def suggestions(g: Nlc, side: int) -> list[list[Written]]:
    """The empty sheet first, then one with an order for each formation that should do something else."""
    sheet = sheet_of(g, side)
    return [[], sheet] if sheet else [[]]


def sheet_of(g: Nlc, side: int) -> list[Written]:
    """The orders that matter most, as many as each commander can give."""
    made: list[Written] = []
    plan = Plan(g, side)
    for sender in senders(g, side):
        wanted: list[tuple[float, Written]] = []
        for name in recipients(g, sender):
            for gain, item in plan.wishes(sender, name):
                if may_order(g, sender, item) is None:
                    wanted.append((gain, item))
                    break
        wanted.sort(key=lambda pair: (-pair[0], pair[1].to))
        for _, item in wanted[: max(1, rating(g, sender))]:
            if any(item.to == other.to for other in made):
                continue
            if not offences(g, side, [*made, item]):
                made.append(plan.onwards(sender, item))
        for item in plan.detachments(sender):
            if not any(item.to == other.to for other in made) and not offences(g, side, [*made, item]):
                made.append(item)
                break
    return made


class Plan:
    """What a side wants, looked at once for a sheet."""

    def __init__(self, g: Nlc, side: int) -> None:
        self.g, self.side = g, side
        self.left = len(g.static.turns) - g.state.turn
        self.intent = intent_of(g, side)
        self.ahead = winning(g, side) if self.intent.waits is None else self.intent.waits
        self.shaky = any(
            g.on("nlb_battle") and army.side == side and army.number == french_army(g)
            and 10 * g.dead_points(army.number) >= 6 * g.state.levels[army.number]
            for army in g.static.armies
        )  # 13.0.3: a few counters more, and all is lost
        self.owner = {objective.hex: holder_of(g, objective.hex) for objective in g.static.objectives}
        self.foes = {o.hex: self._strength_near(1 - side, o.hex, 3) for o in g.static.objectives}
        self.sent: dict[int, float] = {o.hex: 0.0 for o in g.static.objectives}
        for formation in g.static.formations:
            if formation.side != side:
                continue
            order = g.state.orders[formation.number]
            for hex in self.sent:
                if order.kind in (*AT_WILL, "march", "defend") and hex in order.target:
                    self.sent[hex] += self._strength(formation.number)

    def _strength_near(self, side: int, hex: int, reach: int) -> float:
        g = self.g
        return float(sum(g.strength(u) for u in g.army_units(side) if g.grid.distance(g.at(u), hex) <= reach))

    def _strength(self, formation: int) -> float:
        return float(sum(self.g.strength(unit) for unit in self.g.units_of(formation)))

    def _between(self, at: int, hex: int) -> float:
        """Enemies on the way, who are not at the place itself."""
        g, far = self.g, self.g.grid.distance(at, hex) + 1
        total = 0.0
        for enemy in g.hexes_of(1 - self.side):
            away = g.grid.distance(enemy, hex)
            if away > 3 and g.grid.distance(at, enemy) + away <= far:
                total += sum(g.strength(unit) for unit in g.units_at(enemy))
        return total

    def spared(self, formation: int) -> bool:
        """The Guard Light Cavalry costs Ney points as soon as it attacks (special)."""
        g = self.g
        return g.special("guard-light-cavalry") and g.static.formations[formation].id == "fr-glight" and self.left > 1

    def time_for_reserves(self, formation: int) -> bool:
        """A reserve waits behind those who fight, until half the day is gone, they are worn, or the enemy wavers."""
        g, side = self.g, self.side
        fighting = [f.number for f in g.static.formations if f.side == side and g.formation_order(f.number).kind in AT_WILL]
        if sum(map(self._strength, fighting)) < self._strength(formation) or 2 * self.left <= len(g.static.turns):
            return True
        full = sum(g.units[unit].steps[0] for f in fighting for unit in g.static.formations[f].units if g.state.at[unit] != OFF)
        wavers = any(
            2 * g.dead_points(army.number) >= g.state.levels[army.number] for army in g.static.armies if army.side != side
        )
        return wavers or sum(map(self._strength, fighting)) < 0.8 * full

    # ---------------------------------------------------------- what an order is worth

    def attack(self, at: int, mine: float, hex: int, vp: int) -> float:
        """Points that an attack there may bring: what is there, the odds, and the time."""
        g = self.g
        swing = self.intent.weight(hex) * vp * (2.0 if self.owner[hex] == 1 - self.side else 1.0)
        turns = max(1, (g.grid.distance(at, hex) + 2) // 3)
        if turns > self.left + 1:
            return 0.0
        force = mine + 0.5 * self.sent[hex]
        foes = self.foes[hex] + self._between(at, hex)
        chance = min(0.9, 0.35 * force / (1.0 + foes)) if foes else 0.95
        return swing * chance / (1 + 0.12 * turns) * (0.2 if self.shaky else 1.0)

    def defense(self, at: int, hex: int, vp: int) -> float:
        """Points that would be lost there without help."""
        g = self.g
        near = g.nearest_enemy(hex, self.side)
        if near > 8:
            return 0.0
        away = g.grid.distance(at, hex)
        need = self.foes[hex] / (1.0 + self._strength_near(self.side, hex, 2))
        risk = min(0.9, 0.25 + 0.35 * need) * (1.0 if near <= 4 else 0.5)
        return 2.0 * vp * risk / (1.5 + 0.35 * away)

    def worth(self, kind: str, target: list[int], at: int, mine: float) -> float:
        """The order as it stands."""
        best = 0.0
        for objective in self.g.static.objectives:
            if objective.hex not in target:
                continue
            hex, vp = objective.hex, objective.vp
            ours = self.owner[hex] == self.side
            if kind in AT_WILL:
                best = max(best, 0.0 if ours else self.attack(at, mine, hex, vp))
            elif kind == "march":
                best = max(best, 0.8 * (self.defense(at, hex, vp) if ours else self.attack(at, mine, hex, vp)))
            elif kind in ("defend", "delay"):
                best = max(best, self.defense(at, hex, vp) if ours else 0.3 * self.attack(at, mine, hex, vp))
        return best

    # ---------------------------------------------------------- sequences and divisions

    def onwards(self, sender: int, item: Written) -> Written:
        """20.5.1: what to do when the target is taken: on to the next place that is not ours, as long as there is time."""
        g = self.g
        if item.kind not in (*AT_WILL, "march") or self.ahead:
            return item
        kind = item.then[-1].kind if item.then else item.kind
        last = item.then[-1].target if item.then else item.target
        at, seen = g.ground.places[last][0], {item.target, *(step.target for step in item.then)}
        left = self.left - g.grid.distance(place_of(g, g.static.formation_named[item.to]), at) // 3
        least = max((o.vp for o in g.static.objectives if o.place in seen), default=0)  # on to something bigger, or stay
        goals = [o for o in g.static.objectives if o.place not in seen and self.owner[o.hex] != self.side and o.vp >= least]
        for goal in sorted(goals, key=lambda o: (-o.vp / (2 + g.grid.distance(at, o.hex)), o.place)):
            longer = msgspec.structs.replace(item, then=(*item.then, Step(kind if kind in AT_WILL else "attack", goal.place)))
            if 3 * left >= g.grid.distance(at, goal.hex) and may_order(g, sender, longer) is None:
                return longer
        return item

    def detachments(self, sender: int) -> list[Written]:
        """20.13.1: a division of a corps for a place near it to which nobody else goes; not the last of its corps."""
        g, found = self.g, []
        for formation in subordinates(g, sender):
            order = g.formation_order(formation)
            if order.kind in ("reserve", "fall_back", "general_retreat") or g.demoralized(formation):
                continue
            divisions: dict[str, list[int]] = {}
            for unit in g.units_of(formation):
                if g.is_infantry(unit) and g.state.holder[unit] == formation:
                    divisions.setdefault(g.units[unit].division, []).append(unit)
            if len(divisions) < 3:
                continue
            for name, units in divisions.items():
                mine, at = sum(g.strength(unit) for unit in units), g.at(units[0])
                to = f"division:{g.static.formations[formation].id}:{name}"
                busy = any(dispatch.to == holder_named(g, to) for dispatch in g.state.dispatches)
                for o in () if busy or g.nearest_enemy(at, self.side) <= 2 else g.static.objectives:
                    if o.hex in order.target or self.sent[o.hex] or g.grid.distance(at, o.hex) > 7 or self.foes[o.hex] > mine:
                        continue
                    kind = "defend" if self.owner[o.hex] == self.side else "attack"
                    gain = self.defense(at, o.hex, o.vp) if kind == "defend" else 0.6 * self.attack(at, mine, o.hex, o.vp)
                    item = Written(g.leader(sender).id, to, kind, o.place)
                    if gain > 2 * BETTER and may_order(g, sender, item) is None:
                        found.append((gain, item))
        return [item for _, item in sorted(found, key=lambda pair: (-pair[0], pair[1].to, pair[1].target))]

    def wishes(self, sender: int, name: str) -> list[tuple[float, Written]]:
        """Orders for one recipient that are better than what it has, the best first."""
        g, side = self.g, self.side
        holder = holder_named(g, name)
        data = g.static.holders[holder]
        at = place_of(g, holder)
        if data.kind != "formation" or at < 0 or g.state.pending[holder] is not None:
            return []
        if any(dispatch.to == holder for dispatch in g.state.dispatches):
            return []
        order, mine = g.state.orders[holder], self._strength(data.formation)
        if order.kind == "general_retreat" or not mine or g.demoralized(data.formation):
            return []
        now = self.worth(order.kind, order.target, at, mine)
        if order.kind == "march" and g.state.sequences[holder]:
            rest = g.state.sequences[holder][0]
            now = max(now, self.worth(rest.kind, rest.target, at, mine))
        sender_id, found = g.leader(sender).id, []
        for objective in g.static.objectives:
            hex, place = objective.hex, objective.place
            away = g.grid.distance(at, hex)
            near = min(g.nearest_enemy(at, side), g.nearest_enemy(hex, side) + 2)
            if self.owner[hex] == side:
                gain = self.defense(at, hex, objective.vp) * (1.0 if self.ahead or self.shaky else 0.6)
                if self.shaky and order.kind in AT_WILL:
                    gain += 4 * BETTER / (1 + away)
                if away <= 4:
                    found.append((gain, Written(sender_id, name, "defend", place)))
                else:
                    found.append((gain * 0.9, Written(sender_id, name, "march", place)))  # and Defend when it is there
                continue
            if self.spared(data.formation) or (order.kind == "reserve" and not self.time_for_reserves(data.formation)):
                continue
            gain = self.attack(at, mine, hex, objective.vp) * (0.5 if self.ahead else 1.0)
            for kind, part in (("attack", 1.0), ("probe", 0.7)):  # who is under Probe himself may not order more (20.15.7)
                if near > 6 and away > 5:
                    found.append((gain * part, Written(sender_id, name, "march", place, then=(Step(kind, place),))))
                found.append((gain * part * 0.98, Written(sender_id, name, kind, place)))
        better = [(gain - now, item) for gain, item in found if gain > now + BETTER]
        return sorted(better, key=lambda wish: (-wish[0], wish[1].target, wish[1].kind))
