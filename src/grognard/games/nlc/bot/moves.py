"""Where the bot moves: who next, and to which hex.

A place is worth what a unit can do from there: attack together with those who can come too, hold what counts, take what
nobody holds, keep out of what is too strong. Who gains most by a move goes first; the segment ends when nobody gains.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import DONE

from ..army.victory import holder_of
from ..context import AT_WILL, Nlc
from ..ground import CHATEAU
from ..march.duties import FALLING, target_distance
from ..march.ends import free_ends
from ..march.movement import may_move
from ..march.where_to import VIA
from ..orders.command_range import reached_from
from ..orders.may_fight import may_fight
from ..values import Arrival, Commander, Enter, Headquarters, LeaveMap, Mover, ShowMarch, units_meant
from .danger import BEATEN, CHARGED, bare_guns, cavalry_of, charge_danger, fire_danger, reaction_danger
from .fights import caution, keeping, might, no_way_back, rough_attack, winning
from .intents import intent_of

STAY = 0.15  # a move must gain more than this
NOWHERE = -99.0  # what a unit gains that cannot move


class Picture:
    """What the side that acts can do now, worked out once for a decision."""

    def __init__(self, g: Nlc, side: int, movers: list[int]) -> None:
        self.g, self.side = g, side
        self.intent = intent_of(g, side)
        self.care = caution(g, side) if winning(g, side) else 0.6 * self.intent.care  # who must attack cannot fear everything
        self.reach = {unit: free_ends(g, [unit]) for unit in movers}
        self.force: dict[int, float] = {}
        self.prize: dict[int, float] = {}
        enemy = g.hexes_of(1 - side)
        acting = [unit for unit in g.army_units(side) if self._acts(unit)]
        self.held = [o for o in g.static.objectives if holder_of(g, o.hex) == side]
        self.wanted = [o for o in g.static.objectives if holder_of(g, o.hex) != side]
        alone = [g.own_at(o.hex, side) for o in self.held if g.nearest_enemy(o.hex, side) <= 6]
        posted = {units[0] for units in alone if len(units) == 1 and g.is_infantry(units[0])}  # they stay there
        for target in enemy:
            near = g.grid.adjacent[target]
            fits: list[tuple[float, int]] = []
            for unit in acting:
                ways = () if unit in posted else self.reach.get(unit, ())
                places = [hex for hex in near if hex == g.at(unit) or hex in ways]
                if places and may_fight(g, unit) is None:
                    fits.append((max(might(g, unit, hex, target) for hex in places), unit))
            fits.sort(reverse=True)
            fits = fits[:8]
            if fits:
                self.force[target] = sum(value for value, _ in fits)
                friends = [unit for _, unit in fits]
                self.prize[target] = rough_attack(g, side, 0.8 * self.force[target], friends, target)
        self.around = {hex: sum(g.strength(unit) for unit in g.units_at(hex)) for hex in enemy}
        cavalry = cavalry_of(g, 1 - side)
        self.riders = [(hex, unit) for hex, unit in cavalry if not g.state.charged >> unit & 1]
        self.cavalry = [(hex, unit, BEATEN if self.prize.get(hex, 0.0) > 0 else CHARGED) for hex, unit in cavalry]

    def _acts(self, unit: int) -> bool:
        stage = self.g.state.stage
        return stage is not None and self.g.static.holders[self.g.state.holder[unit]].formation in stage.formations

    # ---------------------------------------------------------- what a place is worth

    def worth(self, unit: int, hex: int, path: Any = ()) -> float:
        g, side = self.g, self.side
        order = g.order(unit)
        near = g.nearest_enemy(hex, side)
        score = self._gains(unit, hex, path) + self._pull(unit, order, hex)
        if order.kind in FALLING:
            return score + 0.8 * near
        friends = [other for other in g.own_at(hex, side) if other != unit]
        if near == 1:
            score += self._contact(unit, hex, friends)
        elif near == 2:
            if g.is_cavalry(unit) or g.is_artillery(unit):
                score += 0.5
        if g.ground.terrain[hex] == CHATEAU and near <= 4:
            score += self._garrison(unit, friends)
        if g.is_artillery(unit) and near <= 6:
            score -= bare_guns(g, side, friends, hex)
        if near <= 3:
            score += 0.4 if g.ground.terrain[hex] and not g.is_cavalry(unit) else 0.0
            stack = [unit, *friends]
            score -= self.care * (fire_danger(g, side, self.around, stack, hex) + 0.3 * no_way_back(g, side, stack, hex))
            score -= self.care * (charge_danger(g, self.cavalry, stack, hex) - charge_danger(g, self.cavalry, friends, hex))
            score += 0.12 * sum(bool(g.own_at(to, side)) for to in g.grid.adjacent[hex])
        return score

    def _garrison(self, unit: int, friends: list[int]) -> float:
        """10.0.10: one infantry unit makes a fortress of a chateau, two units an open farm."""
        if friends:
            return -3.0
        return 1.0 if self.g.is_infantry(unit) else -0.5

    def _gains(self, unit: int, hex: int, path: Any) -> float:
        """Objectives taken on the way, held by staying."""
        g, side, score = self.g, self.side, 0.0
        for objective in self.wanted:
            if objective.hex == hex or objective.hex in path:
                swing = 2.0 if holder_of(g, objective.hex) == 1 - side else 1.0
                score += self.intent.weight(objective.hex) * swing * objective.vp * (0.9 if objective.hex == hex else 0.7)
        for objective in self.held:
            near = g.nearest_enemy(objective.hex, side)
            if near > 6:
                continue
            risk = keeping(g, side, objective.hex) * (1.0 if near <= 2 else 0.5 if near <= 4 else 0.25)
            away = g.grid.distance(hex, objective.hex)
            if away == 0:
                others = [other for other in g.own_at(hex, side) if other != unit and g.is_infantry(other)]
                score += risk * (0.8 if not others else 0.15) * (1.0 if g.is_infantry(unit) or others else 0.5)
            elif away == 1:
                score += 0.12 * risk
        return score

    def _pull(self, unit: int, order: Any, hex: int) -> float:
        g, side = self.g, self.side
        if order.kind in (*AT_WILL, "march") and order.target:
            away = target_distance(g, order, hex)
            return -0.7 * away if order.kind == "march" or away > 2 else -0.35 * away - 0.7
        score = 0.0
        if order.kind in ("defend", "delay") and order.target:
            score -= 0.35 * max(0, target_distance(g, order, hex) - 1)
        for objective in self.held if order.kind in ("defend", "delay", "reserve") else ():
            if g.nearest_enemy(objective.hex, side) <= 5:
                score += 0.25 * objective.vp / (2 + g.grid.distance(objective.hex, hex))
        return score

    def _contact(self, unit: int, hex: int, friends: list[int]) -> float:
        """Next to the enemy: the best attack from here, and what stands against us here."""
        g, side = self.g, self.side
        targets = g.adjacent_enemies(hex, side)
        best = -0.6
        for target in targets:
            if target not in self.prize:
                continue
            mine = might(g, unit, hex, target)
            share = mine / max(0.5, self.force[target])
            prize = self.prize[target]
            best = max(best, 0.3 + prize * min(1.0, 1.6 * share) if prize > 0 else prize * 0.7)
        if g.is_artillery(unit) and not any(not g.is_artillery(other) for other in friends):
            best -= 2.5
        if g.is_cavalry(unit) and not friends:
            best -= 0.6
        return best - 0.3 * (len(targets) - 1)

    def ridden_down(self, unit: int, route: Any) -> float:
        if not route.path or not self.riders:
            return 0.0
        return self.care * reaction_danger(self.g, self.riders, unit, route)

    # ---------------------------------------------------------- the best move

    def gain(self, unit: int, to: int, route: Any) -> float:
        kept: float = self.worth(unit, to, route.path) - 0.01 * route.cost - self.ridden_down(unit, route)
        return kept

    def best(self, unit: int) -> tuple[float, int]:
        """What the best move of a unit gains, and where it ends."""
        here = self.worth(unit, self.g.at(unit))
        found, goal = NOWHERE, -1
        for to, route in self.reach[unit].items():
            gain = self.gain(unit, to, route) - here
            if gain > found:
                found, goal = gain, to
        return found, goal


def choose_mover(g: Nlc, side: int, options: list[Any]) -> list[Any]:
    """Newcomers, then leaders who lead an advance, then units by what they gain; other leaders last. The best first."""
    enter = [value for value in options if isinstance(value, Enter)]
    if enter:
        return sorted(enter, key=lambda value: len(value.places), reverse=True)
    singles = [value for value in options if isinstance(value, Mover) and value.place is not None]
    movers = [units_meant(g, value)[0] for value in singles]
    leaders = [value for value in options if isinstance(value, Commander | Arrival | Headquarters | ShowMarch)]
    for value in leaders:
        if leads_on(g, value):
            return [value]
    picture = Picture(g, side, movers)
    over = winning(g, side) and g.state.turn == len(g.static.turns)
    least = 0.8 if over else STAY  # who wins if it ends now lets it be
    gains = [picture.best(unit)[0] for unit in movers]
    by_gain = sorted(range(len(singles)), key=lambda n: -gains[n])
    wanted = [singles[n] for n in by_gain if gains[n] > least]
    rest = [singles[n] for n in by_gain if NOWHERE < gains[n] <= least]
    quiet = [*leaders, *([DONE] if DONE in options else [])]
    return [*wanted, *quiet, *rest] or options[:1]


def leads_on(g: Nlc, value: Any) -> bool:
    """A leader of an advance rides first: his men may not end their move out of his range (20.1.3)."""
    if not isinstance(value, Commander):
        return isinstance(value, Arrival)
    formation = g.state.leads[g.static.leader_named[value.id]]
    return formation >= 0 and g.formation_order(formation).kind in (*AT_WILL, "march", *FALLING)


def choose_goal(g: Nlc, side: int, decision: Any) -> list[Any]:
    """Where the unit or stack goes that is asked about, the best first."""
    named = decision.about.get("piece", "")
    unit = g.static.unit_named.get(named, -1)
    goals = [value for value in decision.options if isinstance(value, int)]
    if unit < 0:
        return sorted(decision.options, key=lambda value: -ride_value(g, side, named, value))
    if LeaveMap() in decision.options:
        return [LeaveMap()]
    if decision.about.get("way") or g.at(unit) < 0:  # by way of somewhere, or onto the map
        picture = Picture(g, side, [])
        return sorted(decision.options, key=lambda value: -picture.worth(unit, value))
    movers = [unit] if may_move(g, unit) is None else []
    picture = Picture(g, side, [u for u in g.army_units(side) if u in movers or _can_come(g, u)])
    reach = picture.reach.get(unit, {})

    def loses(to: int) -> float:
        return -(picture.gain(unit, to, reach[to]) if to in reach else picture.worth(unit, to))

    goals = [to for to in goals if to in reach] or goals  # a full hex only if there is no other
    return sorted(goals, key=loses) or [next(value for value in decision.options if value != VIA)]


def _can_come(g: Nlc, unit: int) -> bool:
    stage = g.state.stage
    if stage is None or g.static.holders[g.state.holder[unit]].formation not in stage.formations:
        return False
    return may_move(g, unit) is None


def ride_value(g: Nlc, side: int, name: str, value: Any) -> float:
    """A leader wants his men in range, is behind them rather than before them, and near the target of his order."""
    leader = g.static.leader_named.get(name, -1)
    if leader < 0:
        return 0.0 if value == "stay" else 0.5 * g.nearest_enemy(value, side)
    here = g.state.leader_at[leader]
    hex = here if value == "stay" else value
    data = g.leader(leader)
    formation = g.state.leads[leader]
    formations = (formation,) if formation >= 0 else data.commands or (data.formation,)
    units = [unit for each in formations if each >= 0 for unit in g.units_of(each)]
    score = 0.0
    for unit in units:
        covered = reached_from(g, unit) >> hex & 1
        score += 1.0 if covered else -0.1 * g.grid.distance(hex, g.at(unit))
    if formation >= 0:
        order = g.formation_order(formation)
        if order.target and order.kind in (*AT_WILL, "march", "defend", "delay"):
            score -= 0.25 * target_distance(g, order, hex)
    near = g.nearest_enemy(hex, side)
    if g.own_at(hex, side):
        score += 0.2 if near > 1 else -0.4
    elif near <= 3:
        score -= 1.0
    return score - 0.01 * g.grid.distance(hex, here)
