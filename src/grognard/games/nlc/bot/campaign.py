"""The general's plan: a main effort in three phases, orders that are kept and sent in time, corps that are taken out to rally.

Where he must attack, the corps of the line go first, at the cluster of places that is worth most for the way to it and the
enemies there, and at what lies on the way before what is behind; the second line and the cavalry follow when two fifths of the
day are gone (a quarter, where it has few turns) or the line is worn, the Guard when the enemy wavers or time runs short: each
so early that it can still get there and fight. Reserves leave their place before that only for a place that is truly in danger.
Who is ahead sends out only whom nothing needs where he is, and nobody farther than two turns.

He weighs places as the staff officer does (orders.py), but an order that was given stands until it is done, hopeless or upset
by events; nothing is ordered that would come too late; and a corps with many men in the dead pile goes to Reserve where the
enemy cannot see its leader, for there it gets them back (21): each counter that returns is worth what its death was.
"""

from __future__ import annotations

import msgspec

from grognard.kernel.words import listing

from ..command.issue import may_order, offences, recipients, senders
from ..command.reorganize import returning
from ..command.transmission import turns_to
from ..command.written import Step, Written, holder_named
from ..context import AT_WILL, Nlc
from ..leaders.wings import acting
from ..orders.holders import place_of, recipient_place
from ..orders.ratings import rating
from ..orders.targets import target_hexes
from ..state import Order
from ..static import DEAD, OFF
from ..terrain.sight import extended_los
from .orders import BETTER, Plan
from .rear import break_off, move_headquarters

STANDS, BRIEF = 3, 2  # turns for which an order is left alone; in a battle of a few turns
FEW_TURNS = 8
HOURS = {False: (0.4, 0.6), True: (0.25, 0.45)}  # parts of the day after which the second line goes in, and the Guard
TOGETHER = 3  # hexes between places that one effort aims at
ELSEWHERE = 3.0  # hexes farther for a village that another corps attacks already
MARCH = 3  # hexes that a corps covers in a turn
FIGHTS = 4  # turns of fighting that a reserve needs to be worth its march
FIRST = 100.0  # a wing that stands idle comes before any corps
NEAR = 4  # hexes to a place of a wing after which it is worth half
TIED = ("reserve", "fall_back", "general_retreat")  # orders under which a wing commander can send nobody forward
REST = 0.7  # of the points of the men who would come back


def unseen(g: Nlc, side: int, hex: int) -> bool:
    """21.0.2: no enemy has Extended LOS to the hex."""
    return not any(extended_los(g, other, hex) for other in g.hexes_of(1 - side))


def fallen(g: Nlc, formation: int) -> int:
    """Strength in the dead pile that could come back."""
    units = g.static.formations[formation].units
    return sum(g.units[unit].steps[0] for unit in units if g.state.at[unit] == DEAD and not g.state.gone >> unit & 1)


class CampaignPlan(Plan):
    """What a general wants, looked at once for a sheet."""

    def __init__(self, g: Nlc, side: int) -> None:
        super().__init__(g, side)
        self.price = float(g.static.victory["vp_per_enemy_sp_destroyed"])
        self.aims: set[int] = set()  # of the corps that is being thought of
        self.brief = len(g.static.turns) <= FEW_TURNS
        self.phase = self._phase()
        self.main = self._main_effort()

    # ---------------------------------------------------------- phases and the main effort

    def line_of(self, formation: int) -> int:
        """1 the corps of the line, 2 the second line and the cavalry, 3 the Guard."""
        data = self.g.static.formations[formation]
        foot = [unit for unit in data.units if self.g.is_infantry(unit)]
        if foot and all("imperial-guard" in self.g.units[unit].tags for unit in foot):
            return 3
        return 2 if data.order.type == "reserve" or data.cavalry else 1

    def _phase(self) -> int:
        g = self.g
        part = g.state.turn / len(g.static.turns)
        if self.intent.at_once:
            return 3
        foes = [army for army in g.static.armies if army.side != self.side]
        wavers = any(2 * g.dead_points(army.number) >= g.state.levels[army.number] for army in foes)
        line = [f for f in g.static.formations if f.side == self.side and self.line_of(f.number) == 1]
        full = sum(g.units[unit].steps[0] for f in line for unit in f.units if g.state.at[unit] != OFF)
        worn = sum(self._strength(f.number) for f in line) < 0.7 * full
        second, third = HOURS[self.brief]
        if wavers or part > third or not full:
            return 3
        return 2 if worn or part > second else 1

    def _main_effort(self) -> set[int]:
        """The places of the enemy that belong together and are worth most for the way to them and the enemies there."""
        g = self.g
        wanted = [o for o in g.static.objectives if self.owner[o.hex] != self.side]
        mine = [(place_of(g, f.number), self._strength(f.number)) for f in g.static.formations if f.side == self.side]
        mine = [(at, strength) for at, strength in mine if at >= 0 and strength]
        army = sum(strength for _, strength in mine)
        best: tuple[float, set[int]] = (0.0, set())
        for centre in wanted:
            cluster = [o for o in wanted if g.grid.distance(o.hex, centre.hex) <= TOGETHER]
            way = sum(strength * g.grid.distance(at, centre.hex) for at, strength in mine) / max(1.0, army)
            foes = self._strength_near(1 - self.side, centre.hex, 4)
            value = sum(o.vp for o in cluster) / (4 + way) / (1 + foes / max(1.0, 0.5 * army))
            best = max(best, (value, {o.hex for o in cluster}), key=lambda pair: pair[0])
        return best[1]

    def told(self) -> str:
        """The plan in words, for whoever asks his staff."""
        g = self.g
        if self.ahead:
            mine = [o for o in g.static.objectives if self.owner[o.hex] == self.side]
            near = [o.place for o in mine if self.defense(o.hex, o.hex, o.vp) > BETTER]
            held = f" In danger: {listing(g.ground.names[place] for place in near)}." if near else ""
            return "As it stands we win: hold what we have, keep the reserves, and take only what nobody guards." + held
        goals = [g.ground.names[o.place] for o in g.static.objectives if o.hex in self.main]
        phases = {
            1: "The corps of the line attack first; the second line, the cavalry and the Guard wait.",
            2: "The second line and the cavalry follow; the Guard still waits.",
            3: "Now everything goes in, the Guard too.",
        }
        return f"Main effort: {listing(goals)}. {phases[self.phase]}" if goals else "There is nothing left to take."

    def time_for_reserves(self, formation: int) -> bool:
        """Whether the hour of its line has come, or it would be too late soon: to be told, to get there and to fight."""
        at = place_of(self.g, formation)
        wanted = [hex for hex, owner in self.owner.items() if owner == 1 - self.side] if at >= 0 else []
        way = min((self.g.grid.distance(at, hex) for hex in wanted), default=0)
        return self.phase >= self.line_of(formation) or self.left <= FIGHTS + 1 + max(0, way - 2) // MARCH

    def attack(self, at: int, mine: float, hex: int, vp: int) -> float:
        others = max(0.0, self.sent[hex] - (mine if hex in self.aims else 0.0))
        enough = min(1.0, 0.35 * others / (1.0 + self.foes[hex]))  # a second corps where one would do is wasted
        return super().attack(at, mine, hex, vp) * (1.25 if hex in self.main else 0.8) * (1.0 - enough)

    def defense(self, at: int, hex: int, vp: int) -> float:
        """Only what is in danger: an enemy at hand who is strong against those who are there."""
        near = self.g.nearest_enemy(hex, self.side)
        ratio = self.foes[hex] / max(1.0, self._strength_near(self.side, hex, 2))
        danger = max(0.05, min(1.0, ratio - 0.5)) * (1.0 if near <= 2 else 0.5)
        return super().defense(at, hex, vp) * danger

    # ---------------------------------------------------------- what stands

    def stands(self, holder: int, order: Order, mine: float) -> bool:
        """An order is left alone while it is young and makes sense."""
        g = self.g
        patience = BRIEF if self.brief else STANDS
        if g.state.turn - order.since >= patience or not order.target:
            return False
        if order.kind in AT_WILL:
            return not self.shaky and any(not g.controls(self.side, hex) for hex in order.target)
        if order.kind == "march":
            return place_of(g, holder) not in order.target
        if order.kind in ("defend", "delay"):
            return order.given and any(g.nearest_enemy(hex, self.side) <= 6 for hex in order.target)
        return False

    def in_time(self, sender: int, holder: int, item: Written) -> bool:
        """Whether it can still be carried out after it has arrived."""
        g = self.g
        at = recipient_place(g, holder)
        turns = turns_to(g, sender, at)
        if turns is None:
            return False
        hexes = target_hexes(g, item.target)
        away = min((g.grid.distance(at, hex) for hex in hexes), default=0)
        return turns + max(0, away - 2) // MARCH <= self.left

    # ---------------------------------------------------------- rest

    def rallies(self, formation: int) -> bool:
        """In Reserve, out of sight, with men to bring back: it had better be left alone."""
        g = self.g
        leader = g.leader_of(formation)
        order = g.formation_order(formation)
        if order.kind != "reserve" or not self.left or not fallen(g, formation):
            return False
        at = place_of(g, formation)
        return bool(leader >= 0 or returning(g, formation)) and at >= 0 and unseen(g, self.side, at)

    def rest(self, sender: int, name: str, formation: int) -> list[tuple[float, Written]]:
        """20.2.29: to Reserve, if it is out of contact where nobody sees its leader and much of it lies in the dead pile."""
        g = self.g
        units, at = g.units_of(formation), place_of(g, formation)
        if self.left < 2 or at < 0 or not units or g.formation_order(formation).kind == "reserve":
            return []
        if min(g.nearest_enemy(g.at(unit), self.side) for unit in units) <= 2 or not unseen(g, self.side, at):
            return []
        gain = REST * self.price * min(fallen(g, formation), 5 * min(4, 2 * (self.left - 1)))
        return [(gain, Written(g.leader(sender).id, name, "reserve"))] if gain > BETTER else []

    # ---------------------------------------------------------- the sheet

    def wishes(self, sender: int, name: str) -> list[tuple[float, Written]]:
        g = self.g
        holder = holder_named(g, name)
        data = g.static.holders[holder]
        if data.kind == "commander" and place_of(g, holder) >= 0:
            return self.wing_wishes(sender, name)
        if data.kind == "hq":
            return move_headquarters(g, sender)
        if data.kind != "formation" or place_of(g, holder) < 0:
            return []
        mine = self._strength(data.formation)
        if self.stands(holder, g.state.orders[holder], mine) or self.rallies(data.formation):
            return []
        self.aims = set(g.state.orders[holder].target)
        waits = not self.time_for_reserves(data.formation)
        least = 2.0 * BETTER if waits else 0.0
        found = [*self._fitting(super().wishes(sender, name), waits), *self.rest(sender, name, data.formation)]
        found = [(gain, item) for gain, item in found if gain > least]
        timely = [(gain, item) for gain, item in found if self.in_time(sender, holder, item)]
        return sorted(timely, key=lambda wish: (-wish[0], wish[1].target, wish[1].kind))

    def best_wish(self, sender: int, name: str) -> tuple[float, Written] | None:
        """The order that he may be given and that gains most."""
        wishes = self.wishes(sender, name)
        return next(((gain, item) for gain, item in wishes if may_order(self.g, sender, item) is None), None)

    def count_in(self, item: Written) -> None:
        """Who is sent out on this sheet counts for those who are written to after him: two corps take two farms."""
        g = self.g
        if item.to not in g.static.formation_named or not item.target:
            return
        formation = g.static.formation_named[item.to]
        old = g.state.orders[formation].target if g.state.orders[formation].kind in (*AT_WILL, "march", "defend") else []
        for hex in self.sent:
            self.sent[hex] += self._strength(formation) * ((hex in target_hexes(g, item.target)) - (hex in old))

    def wing_wishes(self, sender: int, name: str) -> list[tuple[float, Written]]:
        """20.15.2: a wing commander can order only what fits his own order: so he gets one that fits, before anybody else
        if he could send nobody forward till now.
        """
        g = self.g
        leader = g.static.leader_named[name]
        holder = g.static.commander_holder[leader]
        order, at = g.state.orders[holder], g.state.leader_at[leader]
        busy = any(dispatch.to == holder for dispatch in g.state.dispatches)
        if busy or not acting(g, leader) or g.state.pending[holder] or g.state.waiting[holder]:
            return []
        mine = sum(self._strength(formation) for formation in g.leader(leader).commands)
        if not mine or self.stands(holder, order, mine):
            return []
        now = self.worth(order.kind, order.target, at, mine)
        found: list[tuple[float, Written]] = []
        for objective in g.static.objectives:
            ours = self.owner[objective.hex] == self.side
            if ours:
                gain = self.defense(at, objective.hex, objective.vp)
                found.append((gain, Written(g.leader(sender).id, name, "defend", objective.place)))
            elif not self.ahead:
                way = g.grid.distance(at, objective.hex)
                gain = self.attack(at, mine, objective.hex, objective.vp) * NEAR / (NEAR + way)  # place after place
                found.append((gain, Written(g.leader(sender).id, name, "attack", objective.place)))
                march = Written(g.leader(sender).id, name, "march", objective.place, then=(Step("attack", objective.place),))
                found.append((0.95 * gain, march))  # where it is too far to be attacked at once (20.2.2)
        least = now + (0.0 if order.kind in TIED else BETTER)
        timely = [(gain - now, item) for gain, item in found if gain > least and self.in_time(sender, holder, item)]
        best = sorted(timely, key=lambda wish: (-wish[0], wish[1].target, wish[1].kind))
        return [(gain + (FIRST if order.kind in TIED else 0.0), item) for gain, item in best]

    def _fitting(self, wishes: list[tuple[float, Written]], waits: bool) -> list[tuple[float, Written]]:
        """Who is ahead attacks only what nobody guards, with what he can spare; a corps whose hour has not come attacks
        nothing; cavalry probes (20.2: its order of choice).
        """
        g = self.g
        found = []
        for gain, item in wishes:
            bold = item.kind in AT_WILL or any(step.kind in AT_WILL for step in item.then)
            if bold and (waits or (self.ahead and not self._easy_prey(item))):
                continue
            if bold and g.static.formations[g.static.formation_named[item.to]].cavalry and item.kind == "attack":
                continue
            if not self._has_it(first := self._what_comes_first(item)):
                found.append((gain, first))
        return found

    def _has_it(self, item: Written) -> bool:
        """It is under this order already, or under a bolder one: to write it again only invites a bad die."""
        order = self.g.state.orders[self.g.static.formation_named[item.to]]
        same = item.kind == order.kind or (item.kind, order.kind) == ("probe", "attack")
        return same and any(hex in order.target for hex in target_hexes(self.g, item.target))

    def _what_comes_first(self, item: Written) -> Written:
        """Nobody attacks past a village of the enemy: the nearest on the way (20.5.1 leads on from there), of two rather the
        one that nobody else attacks.
        """
        g = self.g
        if item.kind not in AT_WILL or item.then:
            return item
        at, goal = place_of(g, g.static.formation_named[item.to]), target_hexes(g, item.target)[0]
        far, mine = g.grid.distance(at, goal), self._strength(g.static.formation_named[item.to])
        others = {hex: sent - (mine if hex in self.aims else 0.0) for hex, sent in self.sent.items()}
        on_the_way = [
            (g.grid.distance(at, o.hex) + ELSEWHERE * (others[o.hex] > 0), o.place) for o in g.static.objectives
            if self.owner[o.hex] == 1 - self.side and g.grid.distance(at, o.hex) + g.grid.distance(o.hex, goal) <= far + 1
        ]  # fmt: skip
        return msgspec.structs.replace(item, target=min(on_the_way)[1]) if on_the_way else item

    def _easy_prey(self, item: Written) -> bool:
        """A place at hand with hardly a man in it, for a part of the army that is not its core and has nothing to guard."""
        g = self.g
        formation = g.static.formation_named[item.to]
        mine, at = self._strength(formation), place_of(g, formation)
        posts = [o.hex for o in g.static.objectives if self.owner[o.hex] == self.side and g.grid.distance(at, o.hex) <= NEAR]
        if any(g.nearest_enemy(hex, self.side) <= NEAR for hex in posts):
            return False
        if all(g.grid.distance(at, hex) > 2 * MARCH for hex in target_hexes(g, item.target)):
            return False
        army = sum(g.strength(unit) for unit in g.army_units(self.side))
        hexes = target_hexes(g, item.target)
        guards = max((self.foes.get(hex, 0.0) for hex in hexes), default=0.0)
        return guards <= 0.3 * mine and 3 * mine <= army


def _same_post(item: Written, other: Written) -> bool:
    """One corps a turn goes to a place that is to be held."""
    bold = item.kind in AT_WILL or any(step.kind in AT_WILL for step in item.then)
    return bool(item.target) and item.target == other.target and not bold


def campaign_sheet(g: Nlc, side: int) -> list[Written]:
    """The orders that matter most, as many as each commander can give."""
    made: list[Written] = []
    plan = CampaignPlan(g, side)
    for sender in senders(g, side):
        under_him = recipients(g, sender)
        if under_him and (flight := break_off(g, sender, under_him[0])):
            return flight
        wanted = [wish for name in under_him if (wish := plan.best_wish(sender, name))]
        wanted.sort(key=lambda pair: (-pair[0], pair[1].to))
        for _, first in wanted:
            if sum(other.sender == first.sender for other in made) >= max(1, rating(g, sender)):
                break
            again = plan.best_wish(sender, first.to)  # now that others are sent out
            item = again[1] if again else first
            if again is None or any(item.to == other.to or _same_post(item, other) for other in made):
                continue
            alone = item.kind == "reserve" or item.to not in g.static.formation_named
            longer = item if alone else plan.onwards(sender, item)
            if not offences(g, side, [*made, longer]):
                made.append(longer)
                plan.count_in(item)
    return made
