"""The staff officer of the variant: pog's, with ideas about what is new.

Every question of the variant has a method of its own here; where pog's methods know only units and spaces, what they do not
know is kept from them. Numbers are victory points, as in pog's bot_scores.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.games.pog import asks as base_asks
from grognard.games.pog.actions.operations import ATTACK
from grognard.games.pog.asks import Activate
from grognard.games.pog.bot.evaluate import evaluate as base
from grognard.games.pog.bot.scores import attack_worth, best_attack, damage, longing
from grognard.games.pog.bot.staff import METHODS as BASE_METHODS
from grognard.games.pog.bot.staff import Method, Staff
from grognard.games.pog.odds.attack import _strength_lost
from grognard.games.pog.static import AP, CP, OTHER
from grognard.games.pog.supply.tracing import in_supply
from grognard.kernel import DONE, PASS

from ..air.fleets import AIR, FIGHTERS, POWERS
from ..asks import DIE_OPS, DIE_SR, INVADE, LEAVE, ActivateUnit, Ask, BuyFleet, LastReserves
from ..combat.invasion import RULES
from . import plans as plans

if TYPE_CHECKING:
    from ..context import Draka


def evaluate(g: Draka, side: str) -> float:
    """As in the base game, with half points and fleets."""
    own = 0.5 * g.state.half + 0.15 * (_fleets(g, CP) - _fleets(g, AP))
    return base(g, side) + (own if side == CP else -own)


def _fleets(g: Draka, side: str) -> int:
    return sum(1 for n in POWERS[side] if g.state.zaf.get(n)) + sum(1 for n in FIGHTERS[side] if g.state.baf.get(n))


def _lost_fleet(value: Any) -> bool:
    return isinstance(value, BuyFleet) and value.sort == "zaf"


class DrakaStaff(Staff):
    """Chooses for a chair."""

    def __init__(self) -> None:
        super().__init__()
        self.sailing: list[str] = []

    def methods(self) -> dict[str, Method]:
        return METHODS

    # ---------------------------------------------------------- actions

    def _use(self, g: Any, side: str, value: Any) -> float:
        """A die action costs no card: it is worth what three points are."""
        owed = 0.15 * g.state.round if self._owes(g, side) and value.use in ("ops", "die ops") else 0.0
        if value == DIE_OPS:
            return 0.9 + 0.5 * self._chances(g, side, 3) + owed
        if value == DIE_SR:
            return -1.0
        worth = super()._use(g, side, value) + owed
        use, card_id = value.use, value.card
        if use == "event":
            worth += EVENTS.get(card_id, 0.0)
            if card_id == "ap.49":
                hopes = plans.asia_hopes(g)
                worth += 1.2 + hopes if hopes else -2.0
        elif use == "rp":
            worth += self._further_points(g, side, card_id)
        if card_id == "ap.41":
            worth -= 0.6  # every use of it arms the Arabs
        return worth

    def _further_points(self, g: Any, side: str, card_id: str) -> float:
        """The points of Draka and Italians that come with a card, as far as they are wanted."""
        card = g.static.cards[card_id]
        wanted = damage(g, side)
        box = g.hooks.rp_numbers(g, side, card.rp)
        further = {pool: n for pool, n in box.items() if pool not in card.rp}
        hungry = {pool: max(0, wanted.get(pool, 0) - g.state.rp.get(pool, 0)) for pool in further}
        return float(0.31 * sum(min(2 * n, hungry[pool]) for pool, n in further.items()))

    def activate(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        """Spaces as in the base game; an invasion where a prize lies open."""
        if INVADE in options and plans.landing(g)[0] > 0.7:
            return INVADE
        best = super().activate(g, side, [v for v in options if v == DONE or isinstance(v, Activate)], decision)
        if best != DONE:
            return best
        single = [v for v in options if isinstance(v, ActivateUnit)]  # at poor harbours unit by unit
        scored = [(self._single(g, side, v), n) for n, v in enumerate(single)]
        return single[max(scored)[1]] if scored and max(scored)[0] > 0.15 else DONE

    def _single(self, g: Any, side: str, value: Any) -> float:
        unit = g.U[value.unit]
        if value.kind == ATTACK:
            return best_attack(g, side, g.state.at[unit])[0] if g.full(unit) else 0.0
        return self._best_march(g, side, [unit])[0] / (2 if g.units.army[unit] else 1)

    def _favour(self, g: Any, side: str, kind: str, space: int) -> float:
        """The Draka lose what replaces itself with every card for RP (dr.rp.1): let them fight."""
        if side != AP or g.state.nightmare or not g.at_war("tu") or not any(g.is_draka(u) for u in g.stack[space]):
            return 0.0
        return 0.3 if kind == ATTACK else 0.15

    def _for_offensive(self, g: Any, side: str, space: int, target: int, worth: float) -> float:
        """An offensive that is missed costs a point: the later in the turn, the dearer an attack that meets it."""
        units = [u for u in g.side_units(space, side) if in_supply(g, u)]
        for near in bits(g.units.rows[units[0]][space] & g.occ[OTHER[side]] & ~g.neutral) if units else ():
            if self._meets(g, side, units, near) and g.hooks.may_attack_into(g, units[0], near) is None:
                worth = max(worth, attack_worth(g, side, units, near)[0] + 0.5 + 0.1 * g.state.round)
        return worth

    def pull(self, g: Any, side: str, units: list[int]) -> dict[int, float]:
        """Those who are wanted in Central Asia go to Hamadan."""
        return plans.road_to_asia(g) if plans.bound_for_asia(g, units) else super().pull(g, side, units)

    def _best_march(self, g: Any, side: str, units: list[int]) -> tuple[float, list[int]]:
        """From Hamadan, or through it, they leave the map."""
        hamadan = g.S["hamadan"]
        if side == AP and plans.bound_for_asia(g, units):
            path = plans.way_out(g, units, hamadan)
            if path:
                return 3.0, path
        return super()._best_march(g, side, units)

    def step(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        if LEAVE in options and self.path and self.path[-1] == g.S["hamadan"]:
            return LEAVE
        return super().step(g, side, options, decision)

    def sail(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        """The corps of the best landing, which is remembered until the shore is named."""
        if DONE not in options:
            sort = next(sort for sort, rule in RULES.items() if rule == decision.rule)
            _, self.target, corps = plans.landing(g, sort)
            self.sailing = [g.units.kind[u] for u in corps]
        while self.sailing:
            kind = self.sailing.pop(0)
            for value in options:
                if value != DONE and g.units.kind[g.U[value]] == kind:
                    return value
        return DONE

    def shore(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        wanted = g.board.ids[self.target] if self.target >= 0 else ""
        return wanted if wanted in options else max(options, key=lambda v: plans.landing_worth(g, [], g.S[v]))

    # ---------------------------------------------------------- the air

    def missions(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        """Bomb where points can be expected to be lost; fly what is named in that order."""
        return max(options, key=lambda v: 0.2 if v == DONE else plans.bombing_worth(g, v.fleet, v.target))

    def carpet(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        space = g.S.get(decision.about.get("place", ""), -1)
        big = space >= 0 and (sum(g.cf(u) for u in g.stack[space]) >= 2 or g.static.vp_spaces >> space & 1)
        fleets = [v for v in options if v != PASS]
        return max(fleets, key=lambda v: AIR["zaf"][v][1]) if big and fleets else PASS

    def fighters(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        return max((v for v in options if v != PASS), key=lambda v: AIR["baf"][v]["value"])

    def gas(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        return options[0]

    # ---------------------------------------------------------- both services

    def loss(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        """As in the base game; of Draka the Janissaries first, and nobody whose army would be gone for good."""

        def cost(value: Any) -> tuple[float, int]:
            unit = g.U[value]
            strength, step = _strength_lost(g, unit, [])
            service = g.units.service[unit]
            last = service and g.units.army[unit] and not g.full(unit) and g.hooks.replacement_corps(g, unit) < 0
            return strength + (0.5 if service == "cf" else 0.0) + (2.0 if last else 0.0), step

        return min(options, key=cost)

    def _spare(self, g: Any, unit: int) -> bool:
        return plans.spare(g, unit)

    # ---------------------------------------------------------- replacements and the rest

    def replace(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        """Last reserves and lost fleets first; detachments and biplanes when no army waits."""
        extra = [v for v in options if not isinstance(v, str)]
        urgent = [v for v in extra if isinstance(v, LastReserves)] or [v for v in extra if _lost_fleet(v)]
        if urgent:
            return urgent[0]
        units = [v for v in options if isinstance(v, str)]
        armies = [v for v in units if v != DONE and g.units.army[g.U[v]]]
        if not armies:
            rest = [v for v in extra if not isinstance(v, LastReserves) and not _lost_fleet(v)]
            if rest:
                return rest[0]
        return super().replace(g, side, units, decision) if len(units) > 1 else DONE

    def raids(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        rp = g.state.rp
        return "br" if min(8, rp.get("br", 0)) >= min(6, rp.get("fr", 0)) else "fr"

    def first(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        return options[0]

    def strongest(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        return max(options, key=lambda v: (g.units.army[g.U[v]], g.cf(g.U[v])))

    def station(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        """Where the enemy is near."""
        pull = longing(g, OTHER[side])
        return max((v for v in options if v != PASS), key=lambda v: pull.get(g.S.get(v, -1), 0.0))

    def weakest(self, g: Any, side: str, options: list[Any], decision: Any) -> Any:
        """Of the enemy's units the strongest."""
        return max((v for v in options if v != PASS), key=lambda v: g.cf(g.U[v]))


# what the variant's events are worth beside the base game's measure of them
EVENTS = {"ap.40": 1.5, "ap.36": 0.8, "cp.32": 0.8, "cp.36": 0.6, "ap.17": 1.0, "cp.55": 0.4}

METHODS: dict[str, Method] = BASE_METHODS | {
    base_asks.Ask.ACTIVATE: DrakaStaff.activate,
    base_asks.Ask.REPLACE: DrakaStaff.replace,
    base_asks.Ask.LOSS: DrakaStaff.loss,
    base_asks.Ask.MARCH: DrakaStaff.step,
    base_asks.Ask.WAR_IN_AFRICA: DrakaStaff.first,
    Ask.INVASION_CORPS: DrakaStaff.sail,
    Ask.LANDING: DrakaStaff.shore,
    Ask.MISSION: DrakaStaff.missions,
    Ask.MISSION_ORDER: DrakaStaff.missions,
    Ask.CARPET: DrakaStaff.carpet,
    Ask.SUPERIORITY: DrakaStaff.fighters,
    Ask.INTERCEPT: DrakaStaff.fighters,
    Ask.GAS: DrakaStaff.gas,
    Ask.PLAN_1919: DrakaStaff.first,
    Ask.ASIA_KORPS: DrakaStaff.station,
    Ask.ARRIVAL: DrakaStaff.station,
    Ask.ZEPPELIN_RAIDS: DrakaStaff.raids,
    Ask.POLICE_ZONE: DrakaStaff.first,
    Ask.POLICE_CORPS: DrakaStaff.first,
    Ask.U_BOATS: DrakaStaff.weakest,
    Ask.REPUBLICAN_GUARD: DrakaStaff.station,
    Ask.ANA: DrakaStaff.station,
    Ask.VOLUNTEERS: DrakaStaff.first,
    Ask.NIGHTMARE_ARMY: DrakaStaff.weakest,
    Ask.NIGHTMARE_CORPS: DrakaStaff.weakest,
    Ask.ROMANIA: DrakaStaff.station,
    Ask.AIR_SUPPLY: DrakaStaff.first,
    Ask.AIR_SUPPLIED: DrakaStaff.strongest,
    # no opinion
    Ask.DRIVEN_OUT: DrakaStaff.by_chance,
    Ask.FLEET: DrakaStaff.by_chance,
    Ask.FRENCH_POINT: DrakaStaff.by_chance,
    Ask.AMERICANS: DrakaStaff.by_chance,
    Ask.PANZER_KORPS: DrakaStaff.by_chance,
    Ask.NIGHTMARE_RISING: DrakaStaff.by_chance,
}
