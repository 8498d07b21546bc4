"""The staff officer: an opponent that plays the whole war by plans of its own.

It never sees the true position: it works on a world imagined from its chair, in which all that is open is as it is,
and its own hand is its own. Each question has a method, by its name; where it has no opinion it answers by chance.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

from grognard.kernel import DONE, PASS

from ..actions.operations import ATTACK, MOVE
from ..asks import STOP, Arrival, Ask, Entrench, MoveUnit, Step
from ..combat.attacks import FIGHT, attackers_of, completable
from ..combat.fight import Fight
from ..movement.redeployment import BOX
from ..odds.attack import _strength_lost
from ..static import AP, ELIMINATED, OTHER, RESERVE
from ..supply.tracing import in_supply
from .scores import (
    attack_worth,
    best_attack,
    best_move,
    event_worth,
    longing,
    replacement_worth,
    reserve_worth,
    shift_worth,
    space_worth,
)

if TYPE_CHECKING:
    from grognard.kernel import Chair

    from ..context import Pog


Method = Callable[..., Any]


class Staff:
    """Chooses for a chair. Keeps only the plan of the move that it is carrying out."""

    def __init__(self) -> None:
        self.path: list[int] = []
        self.asked_on_the_way = True  # until it has planned a move itself: somebody else's, of whom it is asked for advice
        self.target = -1
        self.weighed: list[tuple[float, Any]] = []  # what it thought of options when it was last asked

    def rank(self, chair: Chair) -> list[Any]:
        """Its choice, then what else it has weighed, the best first."""
        first = self.choose(chair)
        others = sorted(self.weighed, key=lambda one: -one[0])
        return [first, *(value for _, value in others if value != first)]

    def choose(self, chair: Chair) -> Any:
        self.weighed = []
        decision = chair.decision
        options = decision.options  # type: ignore[attr-defined]
        if len(options) == 1:
            return options[0]
        return self.decide(chair.imagine().g, chair.side, decision, chair.rng)

    def decide(self, g: Pog, side: str | None, decision: Any, rng: Random) -> Any:
        """Its answer in a world that it may look into."""
        self.weighed = []
        options = decision.options
        answer = self.methods()[decision.name](self, g, side, options, decision)
        return answer if answer is not None and answer in options else options[rng.randrange(len(options))]

    def methods(self) -> dict[str, Method]:
        """Its answer to each question, by the question's name."""
        return METHODS

    def by_chance(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        """No opinion."""
        return None

    # ---------------------------------------------------------- the action

    def action(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        """The action of a round: the card use that is worth most; cards are worth less for what they could still do."""
        scored = [(self._use(g, side, value), n) for n, value in enumerate(options)]
        self.weighed += [(worth, options[n]) for worth, n in scored]
        return options[max(scored)[1]]

    def _use(self, g: Pog, side: str, value: Any) -> float:
        use, card_id = value.use, value.card
        if use == "peace":
            return -5.0
        if use == "auto":
            return 0.2 + 0.25 * self._chances(g, side, 1)
        card = g.static.cards[card_id]
        if use == "event":
            return event_worth(g, card) + (0.5 * self._chances(g, side, card.ops) if card.ops_with == "always" else 0.0)
        keep = 0.35 * event_worth(g, card) if not card.cc else 0.1
        if use == "ops":
            return 0.8 + 0.2 * card.ops + 0.5 * self._chances(g, side, card.ops) - keep
        if use == "rp":
            return replacement_worth(g, side, card) - keep
        idle = sum(1 for u, p in enumerate(g.state.at) if p == RESERVE and g.units.side[u] == side)
        wanted = sum(1 for s in self._front(g, side) if len(g.side_units(s, side)) == 0)
        return 0.22 * min(card.sr, idle - 2, 2 * wanted + 1) + 0.15 * wanted - keep

    def _front(self, g: Pog, side: str) -> list[int]:
        enemy = OTHER[side]
        mine = g.controlled(side) & g.static.vp_spaces
        return [s for s in range(g.board.size) if mine >> s & 1 and g.board.solid[s] & g.occ[enemy]]

    def _chances(self, g: Pog, side: str, points: int) -> float:
        """What so many activation points could win: the best attacks and the best moves."""
        key = ("chances", side)
        found = g.nets.get(key)
        if found is None:
            worths = []
            for space in range(g.board.size):
                if g.occ[side] >> space & 1 and not g.neutral >> space & 1:
                    worth, _ = best_attack(g, side, space)
                    movers = [u for u in g.stack[space] if in_supply(g, u) and g.factors(u)[2]]
                    move = self._best_march(g, side, movers)[0] if movers else 0.0
                    worths.append(max(worth, 0.8 * move) / max(1, g.hooks.activation_cost(g, space, MOVE)))
            found = g.nets[key] = sorted(worths, reverse=True)
        return float(sum(w for w in found[:points] if w > 0))

    # ---------------------------------------------------------- operations

    def pull(self, g: Pog, side: str, units: list[int]) -> dict[int, float]:
        """Where the map draws these units."""
        found: dict[int, float] | None = g.nets.get(("pull", side))
        if found is None:
            found = g.nets["pull", side] = longing(g, side)
        return found

    def activate(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        best: tuple[float, Any] = (0.12, DONE)
        for value in options:
            if value == DONE:
                continue
            kind, space = value.kind, g.S[value.space]
            if kind == ATTACK:
                worth, target = best_attack(g, side, space)
                worth += self._joint(g, side, space, target)
                if self._owes(g, side):
                    worth = self._for_offensive(g, side, space, target, worth)
            else:
                units = [u for u in g.stack[space] if in_supply(g, u) and g.factors(u)[2]]
                if not units:
                    continue
                worth = max(self._best_march(g, side, group)[0] for group in (units, *([u] for u in g.distinct(units))))
                if (g.played("ap.12") or g.played("cp.06")) and any(g.units.army[u] for u in units):
                    if g.trench(space, side) < 2 and g.board.solid[space] & g.occ[OTHER[side]]:
                        worth = max(worth, 0.35)
            worth = (worth + self._favour(g, side, kind, space)) / max(1, g.hooks.activation_cost(g, space, kind))
            self.weighed.append((worth, value))
            if worth > best[0]:
                best = (worth, value)
        return best[1]

    def _favour(self, g: Pog, side: str, kind: str, space: int) -> float:
        """What else speaks for activating a space."""
        return 0.0

    def _owes(self, g: Pog, side: str) -> bool:
        return g.state.offensive.get(side, "none") != "none" and not g.state.offensive_met.get(side)

    def _for_offensive(self, g: Pog, side: str, space: int, target: int, worth: float) -> float:
        """What an attack out of a space is worth while an offensive is owed."""
        wanted = g.state.offensive[side].split("_")[0]
        return worth + 0.5 if target >= 0 and any(g.units.truly[u] == wanted for u in g.stack[space]) else worth

    def _best_march(self, g: Pog, side: str, units: list[int]) -> tuple[float, list[int]]:
        return best_move(g, units, self.pull(g, side, units))

    def _joint(self, g: Pog, side: str, space: int, target: int) -> float:
        """A second space beside the same enemy makes the first attack better."""
        if target < 0 or not g.state.action.attack & g.graph.rows()[target]:
            return 0.0
        return 0.25

    def movers(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        best: tuple[float, Any, list[int]] = (0.05, DONE, [])
        for value in options:
            if value == DONE:
                continue
            if isinstance(value, Entrench):
                worth, path = 0.3, list[int]()
            elif isinstance(value, MoveUnit):
                worth, path = self._best_march(g, side, [g.U[value.unit]])
            else:
                space = g.S[value.space]
                units = [
                    u for u in g.stack[space] if not (g.state.action.moved | g.state.action.barred) >> u & 1 and g.factors(u)[2]
                ]
                worth, path = self._best_march(g, side, units) if units else (0.0, [])
                worth *= 1.2
            self.weighed.append((worth, value))
            if worth > best[0]:
                best = (worth, value, path)
        self.path, self.asked_on_the_way = best[2], False
        if best[1] == DONE and DONE not in options:
            return options[0]
        return best[1]

    def step(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        here = g.S.get(decision.about.get("place", ""), -1)
        if self.asked_on_the_way:
            self.path = self._best_march(g, side, [g.U[decision.about["piece"]]])[1]
        if here in self.path:
            place = self.path.index(here)
            if place + 1 < len(self.path):
                onward = Step(g.board.ids[self.path[place + 1]])
                if onward in options:
                    return onward
        return STOP if STOP in options else options[0]

    # ---------------------------------------------------------- combat

    def attack(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        best: tuple[float, Any] = (0.0, DONE)
        owed = self._owes(g, side)
        for value in options:
            if value == DONE:
                continue
            target = g.S[value]
            pool = attackers_of(g, target)
            force: list[int] = []
            for unit in pool:
                if completable(g, [*force, unit], pool, target):
                    force.append(unit)
            if not force:
                continue
            worth, _ = attack_worth(g, side, force, target)
            if owed and self._meets(g, side, force, target):
                worth += 0.9
            self.weighed.append((worth, value))
            if worth > best[0]:
                best = (worth, value)
        return best[1]

    def _meets(self, g: Pog, side: str, force: list[int], target: int) -> bool:
        return bool(g.hooks.meets_offensive(g, side, Fight(g, side, force, target)))

    def join(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        rest = [v for v in options if v != FIGHT]
        return max(rest, key=lambda v: g.cf(g.U[v])) if rest else FIGHT

    def flank(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        odds = list(decision.tallies()) if decision.tallies else []
        pins = [v for v in options if v != PASS]
        bonus = [int(t) for t in odds]
        best = max(range(len(pins)), key=lambda n: bonus[n]) if len(bonus) == len(pins) else 0
        return pins[best] if bonus and bonus[best] >= 1 else PASS

    def combat_card(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        cards = [v for v in options if v != PASS and v not in ("ap.06", "cp.56")]
        space = g.S.get(decision.about.get("place", ""), -1)
        big = space >= 0 and (sum(g.cf(u) for u in g.stack[space]) >= 4 or g.static.vp_spaces >> space & 1)
        return cards[0] if cards and big else PASS

    def loss(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        return min(options, key=lambda v: _strength_lost(g, g.U[v], []))

    def stand(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        space = g.S.get(decision.about.get("place", ""), -1)
        steps = sum(1 + g.full(u) for u in g.stack[space]) if space >= 0 else 0
        givers = [v for v in options if v != PASS]
        hold = g.static.vp_spaces >> space & 1 or g.forts >> space & 1 or g.trench(space, side) > 0
        if givers and hold and steps >= 2:
            return min(givers, key=lambda v: _strength_lost(g, g.U[v], []))
        return PASS

    def advance(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        target = g.S.get(decision.about.get("place", ""), -1)
        units = [v for v in options if v != DONE]
        there = len(g.side_units(target, side))
        for value in sorted(units, key=lambda v: -g.cf(g.U[v])):
            unit = g.U[value]
            here = g.state.at[unit]
            alone = len(g.stack[here]) == 1
            exposed = g.board.solid[here] & g.occ[OTHER[side]] and g.static.vp_spaces >> here & 1
            if not in_supply(g, unit, target):
                continue
            gain = space_worth(g, target) if g.controls(OTHER[side], target) and there == 0 else 0.1 if there == 0 else 0.0
            if gain + 0.4 * shift_worth(g, side, [unit], here, target) <= 0 and not (there and not alone):
                continue
            if not (alone and exposed) or there == 0:
                if there < 2 or not exposed:
                    return value
        return DONE if DONE in options else options[0]

    def second(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        spaces = [v for v in options if v != DONE and space_worth(g, g.S[v]) > 0.9]
        return spaces[0] if spaces else DONE

    # ---------------------------------------------------------- redeployment, replacements, the rest

    def redeploy(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        empty = [s for s in self._front(g, side) if len(g.side_units(s, side)) < 2]
        boxed = [v for v in options if v != DONE and g.state.at[g.U[v]] == RESERVE]
        for value in boxed:
            if empty and self._spare(g, g.U[value]):
                return value
        return DONE

    def _spare(self, g: Pog, unit: int) -> bool:
        """Two corps of a nation stay in the Reserve Box, to take the place of armies."""
        nation = g.units.nation[unit]
        return sum(1 for u, p in enumerate(g.state.at) if p == RESERVE and g.units.nation[u] == nation) > 2

    def destination(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        spaces = [v for v in options if v != BOX]
        if not spaces:
            return options[0]
        return max(spaces, key=lambda v: reserve_worth(g, side, g.S[v]) + 0.01 * len(v))

    def replace(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        def worth(value: Any) -> float:
            unit = g.U[value]
            place = g.state.at[unit]
            front = place >= 0 and g.board.solid[place] & g.occ[OTHER[side]]
            return (2.0 if g.units.army[unit] else 1.0) + (1.0 if front else 0.0) + (0.3 if place == ELIMINATED else 0.0)

        return max((v for v in options if v != DONE), key=worth)

    def peace(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        vp, late = g.state.vp, g.state.turn >= g.static.last_turn - 4
        bands, _ = g.hooks.victory_band(g)
        losing = vp >= bands["cp"] if side == AP else vp <= bands["ap"]
        return "accept" if late and losing else "refuse"

    def guns(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        return "take"

    def africa(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        return options[0] if side == AP else None

    def keep(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        return DONE

    def place(self, g: Pog, side: str, options: list[Any], decision: Any) -> Any:
        pull = longing(g, side)

        def worth(value: Any) -> float:
            name = value.space if isinstance(value, Arrival) else value
            return pull.get(g.S.get(name, -1), 0.0)

        return max(options, key=worth)


METHODS: dict[str, Method] = {
    Ask.GUNS_OF_AUGUST: Staff.guns,
    Ask.ACTION: Staff.action,
    Ask.ACTIVATE: Staff.activate,
    Ask.MOVE: Staff.movers,
    Ask.MARCH: Staff.step,
    Ask.ATTACK: Staff.attack,
    Ask.ATTACKERS: Staff.join,
    Ask.FLANK: Staff.flank,
    Ask.COMBAT_CARD: Staff.combat_card,
    Ask.LOSS: Staff.loss,
    Ask.STAND: Staff.stand,
    Ask.ADVANCE: Staff.advance,
    Ask.ADVANCE_ON: Staff.second,
    Ask.REDEPLOY: Staff.redeploy,
    Ask.DESTINATION: Staff.destination,
    Ask.REPLACE: Staff.replace,
    Ask.PEACE: Staff.peace,
    Ask.WAR_IN_AFRICA: Staff.africa,
    Ask.DISCARD: Staff.keep,
    Ask.REINFORCEMENT: Staff.place,
    Ask.NEUTRAL_CORPS: Staff.place,
    Ask.TRENCH: Staff.place,
    # no opinion
    Ask.GREAT_RETREAT: Staff.by_chance,
    Ask.BRUSILOV: Staff.by_chance,
    Ask.KERENSKY: Staff.by_chance,
    Ask.WITHDRAWAL: Staff.by_chance,
    Ask.RETREAT_ORDER: Staff.by_chance,
    Ask.RETREAT: Staff.by_chance,
    Ask.LANDWEHR: Staff.by_chance,
    Ask.SALONIKA: Staff.by_chance,
    Ask.PARIS_TAXIS: Staff.by_chance,
    Ask.CAVALRY: Staff.by_chance,
    Ask.DESERTIONS: Staff.by_chance,
    Ask.REBUILD: Staff.by_chance,
}
