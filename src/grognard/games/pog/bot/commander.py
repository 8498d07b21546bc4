"""The commander: the staff officer with a sense for supply, reserves and the gathered attack.

It judges before a march whether one enemy move could cut the army off, brings the corps of the Reserve Box to the front by
strategic redeployment, attacks one target from several spaces, and retreats to where there is supply and company.
"""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.kernel import DONE, PASS, Course

from ..actions.operations import ATTACK, MOVE
from ..asks import Activate, Ask, Entrench
from ..combat.attacks import may_ever_attack, may_fight_together
from ..movement.redeployment import BOX
from ..movement.stack import March
from ..static import OTHER, RESERVE
from ..supply.tracing import in_supply
from .appreciation import (
    best_relief,
    call_of_the_front,
    laid_open,
    near_enemy,
    peril,
    post_worth,
    raids,
    relieved,
    risk,
    severed,
    surplus,
    threat,
    trench_worth,
    wanted,
)
from .courses import USUAL, Intent, intents
from .plan import WarPlan, fronts_of, make_plan
from .scores import Leaving, attack_worth, ends, event_worth, longing, shift_worth, space_worth
from .staff import METHODS as STAFF_METHODS
from .staff import Method, Staff

if TYPE_CHECKING:
    from grognard.kernel import Chair

    from ..context import Pog

Score = tuple[float, Any]
DEARER = {"ap.40": 1.5, "ap.52": 2.0, "ap.54": 1.5, "ap.55": 1.0, "cp.52": 2.0, "cp.53": 1.0}  # beyond event_worth
LOST_BATTLE = -0.6  # an attack worth less is not made even to relieve those who are cut off


class Going(Leaving):
    """What a march is worth, with an eye on supply and on company."""

    def __init__(self, g: Pog, march: March, pull: dict[int, float]) -> None:
        super().__init__(g, march, pull)
        self.at_stake = risk(g, march.units, march.space)
        empties = self.behind != g.occ[march.side]
        self.hole = 1 << march.space if empties else 0
        here = 1 << march.space
        others = [u for u in g.side_units(march.space, march.side) if u not in march.units]
        keep = self.forts & g.besieged & here and not g.suffices(others, march.space)
        self.siege = 1.2 * space_worth(g, march.space) if keep else 0.0  # what a siege is worth that they would lift
        self.contact = bool(g.board.solid[march.space] & g.occ[self.enemy])
        self.laid_open = laid_open(g, march.side, g.occ[march.side])
        stay = float(sum(g.cf(u) for u in g.stack[march.space] if u not in march.units))
        self.weakened = peril(g, march.side, march.space, stay) - peril(g, march.side, march.space, stay + self.strength)
        self.keystone = severed(g, self.enemy, march.space) if empties and near_enemy(g, march.side) >> march.space & 1 else 0.0

    def worth(self, g: Pog, end: int, path: list[int]) -> float:
        worth = super().worth(g, end, path)
        if worth <= -9.0:
            return worth
        march = self.march
        friends = [u for u in g.side_units(end, march.side) if u not in march.units]
        if friends and g.board.solid[end] & g.occ[self.enemy]:
            worth += 0.04 * min(6, self.strength)
        worth -= 0.6 * self.keystone  # what the enemy would cut off behind them
        worth -= self._quits(g, end, path) + self.siege
        if self.forts & g.besieged & 1 << end:
            worth -= 0.6 * space_worth(g, end)  # a fort needs no second siege
        worth -= 0.4 * (laid_open(g, march.side, self.behind | 1 << end) - self.laid_open)
        worth += 0.5 * (self._held(g, end, friends) - self.weakened)
        if raids(g, march.side) & ~g.occ[march.side] & g.controlled(march.side) & 1 << end:
            worth += 0.6 * severed(g, self.enemy, end)  # a gap that is closed
        worth += max((severed(g, march.side, s) for s in path[1:] if self.open >> s & 1), default=0.0)
        worth += max((relieved(g, march.side, s) for s in path[1:] if self.open >> s & 1), default=0.0)
        saved = self.at_stake - risk(g, march.units, end, self.hole)
        return worth + (saved if saved < 0 else 0.3 * saved)  # nobody runs from a front only because it might be cut off

    def _held(self, g: Pog, end: int, friends: list[int]) -> float:
        """How much safer a space of ours is with them in it."""
        there = float(sum(g.cf(u) for u in friends))
        return peril(g, self.march.side, end, there) - peril(g, self.march.side, end, there + self.strength)

    def _quits(self, g: Pog, end: int, path: list[int]) -> float:
        """What it costs to turn away from an enemy in contact: only who goes for something of his leaves the line."""
        gained = any(self.open >> s & 1 for s in path[1:]) or self.forts & ~g.besieged & 1 << end
        if not self.contact or gained:
            return 0.0
        stays = bool(g.board.solid[end] & g.occ[self.enemy])
        return (0.15 if stays else 0.4) + (0.4 if self.hole else 0.0)


class Commander(Staff):
    """Chooses for a chair."""

    def __init__(self, intent: Intent = USUAL) -> None:
        super().__init__()
        self.intent = intent
        self.plan: WarPlan | None = None
        self.fronts: list[str] = []
        self.thought = (0, 0)  # the turn and round for which it thought of its courses last

    def courses(self, chair: Chair) -> list[Course]:
        """At an action, once a round: the same commander under other intents."""
        if chair.decision.name != Ask.ACTION or chair.side is None:
            return []
        g: Pog = chair.imagine().g
        now = (g.state.turn, g.state.round)
        if now == self.thought:
            return []
        self.thought = now
        kind = type(self)
        return [Course(intent.words, partial(kind, intent)) for intent in intents(g, chair.side, self.all_fronts(g))]

    def all_fronts(self, g: Pog) -> list[str]:
        if not self.fronts:
            self.fronts = fronts_of(g.static)
        return self.fronts

    def planned(self, g: Pog, side: str) -> WarPlan:
        """The plan of this turn; the old one is kept until events upset it."""
        self.all_fronts(g)
        if self.plan is None or self.plan.turn != g.state.turn:
            self.plan = make_plan(g, side, self.plan, self.fronts)
        return self.plan

    def reason(self, chair: Chair, value: Any) -> str:
        """The plan behind its choices, for who asks what his staff would do."""
        if chair.side is None or chair.decision.name not in (Ask.ACTION, Ask.ACTIVATE, Ask.ATTACK):
            return ""
        return self.planned(chair.imagine().g, chair.side).words()

    def methods(self) -> dict[str, Method]:
        return METHODS

    # ---------------------------------------------------------- the action

    def _use(self, g: Pog, side: str, value: Any) -> float:
        favour = self.intent.uses.get(value.use, 0.0)
        if value.use == "sr":
            card = g.static.cards[value.card]
            keep = 0.35 * event_worth(g, card) if not card.cc else 0.1
            return favour + self._redeployment(g, side, card.sr) - keep - 0.35 * DEARER.get(value.card, 0.0)
        worth = favour + super()._use(g, side, value)
        if value.use == "event":
            return worth + DEARER.get(value.card, 0.0)
        relief = best_relief(g, side) if value.use in ("ops", "auto") else 0.0
        return worth + relief - 0.35 * DEARER.get(value.card, 0.0)

    def _redeployment(self, g: Pog, side: str, points: int) -> float:
        """What so many SR points are worth: corps brought from the Reserve Box to where they are needed."""
        return sum(worth for worth, _, _ in wanted(g, side, points))

    # ---------------------------------------------------------- operations

    def pull(self, g: Pog, side: str, units: list[int]) -> dict[int, float]:
        """Where the map draws these units; what is besieged falls without more of them."""
        key = ("drawn", side, self.intent.words)
        found: dict[int, float] | None = g.nets.get(key)
        if found is None:
            found = longing(g, side, g.besieged & g.enemy_forts(side))
            if not self.intent.usual:
                fronts = self.all_fronts(g)
                found = {space: pull * self.intent.draws(fronts[space]) for space, pull in found.items()}
            g.nets[key] = found
        return found

    def _best_march(self, g: Pog, side: str, units: list[int]) -> tuple[float, list[int]]:
        action = g.state.action
        at = (g.state.reduced, action.attack, action.relief, action.moved | action.barred)
        key = ("going", tuple(units), *at, self.intent.words)
        found: tuple[float, list[int]] | None = g.nets.get(key)
        if found is None:
            found = g.nets[key] = self._march(g, side, units)
        return found

    def _march(self, g: Pog, side: str, units: list[int]) -> tuple[float, list[int]]:
        march = March(g, units)
        best: tuple[float, list[int]] = (0.0, [])
        going: Going | None = None
        for end, path in ends(g, march).items():
            going = going or Going(g, march, self.pull(g, side, units))
            worth = going.worth(g, end, path)
            if worth > best[0]:
                best = (worth, path)
        return best

    def activate(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        worths: dict[Any, float] = {}
        for value in options:
            if isinstance(value, Activate) and value.kind == MOVE:
                space = g.S[value.space]
                worth = self._move_worth(g, side, space) + self._favour(g, side, MOVE, space)
                worths[value] = worth / max(1, g.hooks.activation_cost(g, space, MOVE))
        for worth, value in self._gathered(g, side, options):
            worths[value] = max(worth, worths.get(value, worth))
        self.weighed += [(worth, value) for value, worth in worths.items()]
        best = max(worths, key=lambda v: worths[v], default=DONE)
        return best if worths.get(best, 0.0) > 0.12 else DONE

    def _move_worth(self, g: Pog, side: str, space: int) -> float:
        units = [u for u in g.stack[space] if in_supply(g, u) and g.factors(u)[2]]
        if not units:
            return 0.0
        worth = max(self._best_march(g, side, group)[0] for group in (units, *([u] for u in g.distinct(units))))
        if (g.played("ap.12") or g.played("cp.06")) and any(g.units.army[u] for u in units):
            worth = max(worth, *(trench_worth(g, side, u) for u in units if g.units.army[u]))
        return worth

    def movers(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        """As the staff does; who could dig where the enemy stands digs if that is worth more than his march."""
        march = super().movers(g, side, options, decision)
        digs = {v: trench_worth(g, side, g.U[v.unit]) for v in options if isinstance(v, Entrench)}
        best = max(digs, key=lambda v: digs[v], default=None)
        if best is None:
            return march
        worth = max((w for w, v in self.weighed if v == march), default=0.05)
        if isinstance(march, Entrench) or digs[best] > worth:
            self.path = []
            return best if digs[best] > 0.12 else self._without_digging(g, side, options, decision)
        return march

    def _without_digging(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        return super().movers(g, side, [v for v in options if not isinstance(v, Entrench)], decision)

    def _gathered(self, g: Pog, side: str, options: list[Any]) -> list[Score]:
        """Attacks from one to three spaces on one target, each by what it adds for its price: the first space to activate."""
        mine = {g.S[v.space]: v for v in options if isinstance(v, Activate) and v.kind == ATTACK}
        found: list[Score] = []
        for target in self._targets(g, side, mine):
            near = g.graph.rows()[target]
            ready = self._force(g, bits(g.state.action.attack & (near | 1 << target)), target)
            before = max(0.0, self._attack(g, side, ready, target))
            stacks = [(s, self._force(g, [s], target)) for s in mine if (near | 1 << target) >> s & 1]
            stacks = sorted((one for one in stacks if one[1]), key=lambda one: -sum(g.cf(u) for u in one[1]))[:4]
            for size in (1, 2, 3):
                for group in combinations(stacks, size):
                    scored = self._joined(g, side, target, ready, before, group)
                    if scored is not None:
                        found.append((scored, mine[group[0][0]]))
        return found

    def _joined(self, g: Pog, side: str, target: int, ready: list[int], before: float, group: Any) -> float | None:
        price = sum(max(1, g.hooks.activation_cost(g, s, ATTACK)) for s, _ in group)
        force = ready + [u for _, units in group for u in units]
        if price > g.state.action.points or may_fight_together(g, force, target) is not None:
            return None
        worth = self._attack(g, side, force, target) - before
        if self._owes(g, side) and self._meets(g, side, force, target):
            worth += 0.5 + 0.1 * g.state.round
        worth += sum(self._favour(g, side, ATTACK, s) for s, _ in group)
        return worth / price

    def _targets(self, g: Pog, side: str, mine: dict[int, Any]) -> list[int]:
        enemy = OTHER[side]
        there = (g.occ[enemy] | (g.enemy_forts(side) & ~g.besieged)) & ~g.neutral
        near = 0
        for space in mine:
            near |= g.graph.rows()[space]
        return list(bits(near & there))

    def _force(self, g: Pog, spaces: Any, target: int) -> list[int]:
        """The units of these spaces that could attack the target."""
        found = []
        for space in spaces:
            for unit in g.side_units(space, g.state.action.side):
                if g.units.rows[unit][space] >> target & 1 and in_supply(g, unit) and may_ever_attack(g, unit, target) is None:
                    found.append(unit)
        return found

    def _attack(self, g: Pog, side: str, force: list[int], target: int) -> float:
        """The worth of an attack, remembered while the position stands."""
        if not force:
            return 0.0
        key = ("gathered", tuple(force), target, g.state.reduced)
        found: float | None = g.nets.get(key)
        if found is None:
            found = attack_worth(g, side, force, target)[0]
            if found > 0:
                found += 0.4 * severed(g, side, target)
            if found > LOST_BATTLE:
                found += 0.5 * relieved(g, side, target)
            g.nets[key] = found
        if found > LOST_BATTLE and not self.intent.usual:
            found += self.intent.daring(self.fronts[target])
        return found * self.planned(g, side).weight(self.fronts[target]) if found > 0 else found

    # ---------------------------------------------------------- combat

    def attack(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        """As the staff does, and to relieve those who are cut off."""
        best = super().attack(g, side, options, decision)
        if best != DONE:
            return best
        if not self.intent.usual:
            fronts = self.all_fronts(g)
            dared = {v: worth + self.intent.daring(fronts[g.S[v]]) for worth, v in self.weighed if worth > LOST_BATTLE}
            if dared and max(dared.values()) > 0:
                return max(dared, key=lambda v: dared[v])
        worths = {v: worth + 0.5 * relieved(g, side, g.S[v]) for worth, v in self.weighed if worth > LOST_BATTLE}
        return max((v for v in worths if worths[v] > 0), key=lambda v: worths[v], default=DONE)

    def retreat(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        """To where there is supply and company, away from the enemy."""
        unit = g.U.get(decision.about.get("piece", ""), -1)

        def worth(value: Any) -> float:
            space = g.S[value]
            score = 0.4 * space_worth(g, space) - 0.05 * threat(g, side, space) + 0.1 * len(g.side_units(space, side))
            score += 0.3 * (g.trench(space, side) > 0)
            if unit >= 0:
                score += (0.5 if in_supply(g, unit, space) else 0.0) - risk(g, [unit], space)
            return score

        return max(options, key=worth)

    def yes(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        return options[0]

    def great_retreat(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        """Open ground that is not worth a battle is left to the enemy."""
        space = g.S.get(decision.about.get("place", ""), -1)
        dear = space >= 0 and (g.static.vp_spaces | g.forts) >> space & 1
        return "stand" if dear or space < 0 or g.trench(space, side) else "retreat"

    def arrive(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        """An army arrives from where it has the shortest march to where it is needed, over all lines that are open to it."""
        unit = g.U.get(decision.option(options[0]).piece, -1)
        if unit < 0:
            return self.place(g, side, options, decision)
        calls = {v: call_of_the_front(g, side, unit, g.S[getattr(v, "space", v)]) for v in options}
        best = max(calls, key=lambda v: calls[v])
        return best if calls[best] > 0 else self.place(g, side, options, decision)

    def dearest(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        """The strongest of the units."""
        return max((v for v in options if v not in (DONE, PASS)), key=lambda v: (g.cf(g.U[v]), g.units.army[g.U[v]]))

    def advance(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        """As the staff does, but nobody goes where the next move could cut him off."""
        target = g.S.get(decision.about.get("place", ""), -1)
        scored = [(self._advance_worth(g, side, g.U[v], target), v) for v in options if v != DONE]
        self.weighed += scored
        best = max(scored, key=lambda one: one[0])
        return best[1] if best[0] > 0.0 or DONE not in options else DONE

    def _advance_worth(self, g: Pog, side: str, unit: int, target: int) -> float:
        """What is gained by one unit more in the space that was won, less what it leaves open."""
        here, enemy = g.state.at[unit], OTHER[side]
        if not in_supply(g, unit, target):
            return -1.0
        there = len(g.side_units(target, side))
        prize = self._entered(g, side, target) if g.controls(enemy, target) else 0.1
        worth = prize if there == 0 else 0.25 if g.board.solid[target] & g.occ[enemy] else 0.05
        left = [u for u in g.stack[here] if u != unit]
        exposed = g.board.solid[here] & g.occ[enemy]
        if exposed:
            worth -= (0.75 if not left else 0.2 if len(left) == 1 else 0.0) * (0.3 + space_worth(g, here))
        worth += 0.4 * shift_worth(g, side, [unit], here, target)
        if there == 0 and g.controls(enemy, target):
            worth += relieved(g, side, target)
        return worth + min(0.0, risk(g, [unit], here) - risk(g, [unit], target, 0 if left else 1 << here)) + 0.02 * g.cf(unit)

    def second(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        """On into a second space only for a prize, and not where the next enemy move could cut him off."""
        unit = g.U.get(decision.option(options[0]).piece, -1)
        here = g.state.at[unit] if unit >= 0 else -1
        if here < 0:
            return DONE
        hole = 0 if len(g.stack[here]) > 1 else 1 << here
        spaces = {v: g.S[v] for v in options if v != DONE}
        gains = {v: self._entered(g, side, s) + relieved(g, side, s) for v, s in spaces.items()}
        scored = [(gains[v] - self._peril(g, unit, s, hole), v) for v, s in spaces.items()]
        self.weighed += scored
        best = max(scored, key=lambda one: one[0])
        return best[1] if best[0] > 0.9 else DONE

    def _entered(self, g: Pog, side: str, space: int) -> float:
        """What it is worth to enter a space: a fort is not won with it, and before its siege roll comes attrition."""
        return space_worth(g, space) * (0.6 if g.enemy_forts(side) >> space & 1 else 1.0)

    def _peril(self, g: Pog, unit: int, space: int, hole: int) -> float:
        """What a unit would risk in a space, in worth of a prize."""
        return 1.5 * risk(g, [unit], space, hole) + (0.0 if in_supply(g, unit, space) else 2.0)

    # ---------------------------------------------------------- redeployment

    def redeploy(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        """Corps of the Reserve Box to the front, the one that is needed most first."""
        best: Score = (0.05, DONE)
        spare = {g.alike(u) for u in surplus(g, side)}
        plan = {g.alike(unit): worth for worth, unit, _ in reversed(wanted(g, side, g.state.action.points))}
        for value in options:
            if value == DONE or g.alike(g.U[value]) not in spare:
                continue
            worth = plan.get(g.alike(g.U[value]), 0.0)
            self.weighed.append((worth, value))
            best = max(best, (worth, value), key=lambda one: one[0])
        return best[1]

    def destination(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        unit = g.U.get(decision.about.get("piece", ""), -1)
        spaces = [v for v in options if v != BOX]
        if not spaces or unit < 0:
            return options[0]
        return max(spaces, key=lambda v: post_worth(g, side, unit, g.S[v]))


METHODS: dict[str, Method] = STAFF_METHODS | {
    Ask.ACTIVATE: Commander.activate,
    Ask.MOVE: Commander.movers,
    Ask.ATTACK: Commander.attack,
    Ask.RETREAT: Commander.retreat,
    Ask.RETREAT_ORDER: Commander.dearest,
    Ask.ADVANCE: Commander.advance,
    Ask.ADVANCE_ON: Commander.second,
    Ask.REDEPLOY: Commander.redeploy,
    Ask.DESTINATION: Commander.destination,
    Ask.BRUSILOV: Commander.yes,
    Ask.KERENSKY: Commander.yes,
    Ask.GREAT_RETREAT: Commander.great_retreat,
    Ask.WITHDRAWAL: Commander.dearest,
    Ask.LANDWEHR: Commander.dearest,
    Ask.SALONIKA: Commander.dearest,
    Ask.PARIS_TAXIS: Commander.dearest,
    Ask.DESERTIONS: Commander.dearest,
    Ask.CAVALRY: Staff.place,
    Ask.REBUILD: Commander.arrive,
    Ask.REINFORCEMENT: Commander.arrive,
}

__all__ = ["RESERVE", "Commander"]
