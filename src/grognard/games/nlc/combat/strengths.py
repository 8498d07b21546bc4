"""Chapters 7.3 to 7.6: what stacks attack and answer with, flanks, and a normal combat under way.

`attack_tally` and `defense_tally` are pure: prompt, odds, bot and resolution call them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grognard.kernel import Tally, cites
from grognard.kernel.scene import FightSide, FightView

from ..army.morale import Situation
from ..context import Nlc, river_closed
from ..ground import CHATEAU, TOWN, WOODS
from ..orders.may_fight import FALLING
from ..state import Attack
from ..tables import HEX_LINES, percent, side_lines
from .fire import rounded

# ------------------------------------------------------------------ strengths


def terrain_factors(g: Nlc, start: int, target: int) -> list[tuple[str, Fraction, str]]:
    """7.6.4, R47, R49, R50: the Attack column for the hex and the hexside."""
    found: list[tuple[str, Fraction, str]] = []
    kind = g.terrain(target)
    if kind:
        rule = "nlc.10.0.6" if kind == CHATEAU else "nlc.7.6.4"
        found.append((("", "town", "chateau", "woods")[kind], percent(HEX_LINES[kind], "attack"), rule))
    for entry in side_lines(g.ground.side(start, target), stream_at_bridge=g.on("bridged_stream_uses_stream")):
        if entry["name"] == "crest" and g.on("crest_uphill_only") and g.ground.elevation[target] <= g.ground.elevation[start]:
            continue
        found.append((entry["name"], percent(entry, "attack"), "nlc.7.6.4"))
    if g.on("terrain_worst_only") and found:
        return [min(found, key=lambda entry: entry[1])]
    return [entry for entry in found if entry[1] != 1]


def shaken(g: Nlc, unit: int) -> bool:
    """7.6.1: disrupted when the Formation Combat Segment began."""
    stage = g.state.stage
    if stage is not None and stage.segment == "combat":
        return bool(stage.shaken >> unit & 1)
    return g.disrupted(unit)


def attack_tally(g: Nlc, attackers: Sequence[int], target: int) -> Tally:
    """7.1.6, 7.3.9, 7.6.1, 7.6.4: what these units attack that hex with, and why."""
    total = Tally("attack")
    for unit in attackers:
        term = total.add(g.strength(unit), g.name(unit))
        if g.is_cavalry(unit):
            term.halve("cavalry", "nlc.7.3.9")
        if shaken(g, unit):
            term.halve("disrupted", "nlc.7.6.1")
        for words, factor, rule in terrain_factors(g, g.at(unit), target):
            term.times(factor, words, rule)
    return rounded(g, total)


def defense_tally(g: Nlc, defenders: Sequence[int], target: int, attackers: Sequence[int], silent: bool) -> Tally:
    """7.3.5, 7.3.9, 7.6.1, 7.6.5, 8.4.1, 8.5.1: what a stack answers with."""
    total = Tally("defense")
    stack = defenders_of(g, target, 1 - g.side(defenders[0]))[0] if defenders else []  # of a crowd only two fire (R20)
    alone = bool(defenders) and all(g.is_artillery(unit) for unit in [*defenders, *stack])
    woods = g.terrain(target) == WOODS
    cover = _cover(g, attackers) if g.on("terrain_protects_attackers") else Fraction(1)
    for unit in answering(defenders):
        term = total.add(g.strength(unit), g.name(unit))
        if g.is_artillery(unit):
            if silent:
                term.times(0, "facing elsewhere", "nlc.8.4.1")
                continue
            if alone:
                term.halve("artillery alone", "nlc.8.5.1")
            if g.on("artillery_detail") and not g.on("six_to_hit"):
                term.times(Fraction(5, 4), "guns on the defense", "nlc.25.6.2")
        if g.is_cavalry(unit):
            term.halve("cavalry", "nlc.7.3.9")
        if shaken(g, unit):
            term.halve("disrupted", "nlc.7.6.1")
        if woods:
            term.halve("firing out of woods", "nlc.7.6.5")
        if cover != 1:
            term.times(cover, "attackers in cover", "nlc.7.6.4")
    return rounded(g, total)


@cites("nlc.8.2.2")
def answering(defenders: Sequence[int]) -> Sequence[int]:
    """8.2.2: all who are attacked fire back, guns that have bombarded too."""
    return defenders


def _cover(g: Nlc, attackers: Sequence[int]) -> Fraction:
    """R48, by option: the least cover that the attackers stand in."""
    return max((percent(HEX_LINES[g.terrain(g.at(unit))], "attack") for unit in attackers), default=Fraction(1))


def faces_elsewhere(g: Nlc, target: int, attackers: Sequence[int]) -> bool:
    """8.4.1, R67: artillery that had an enemy adjacent at the start of the stage, and all attackers came into fresh hexes."""
    stage = g.state.stage
    if stage is None or not stage.held:
        return False
    enemy = stage.held[g.side(attackers[0])]
    if not any(enemy >> hex & 1 for hex in g.grid.adjacent[target]):
        return False
    return all(not enemy >> g.at(unit) & 1 for unit in attackers)


@cites("nlc.7.6.2")
def flanked(g: Nlc, hex: int, side: int) -> bool:
    """7.6.2, 7.6.3, R46: no adjacent hex that could be entered is free of enemies and their ZOCs."""
    if has_no_flank(g, hex) or in_chateau(g, hex):
        return False
    open_hexes = [to for to in g.grid.adjacent[hex] if not river_closed(g.ground.side(hex, to))]
    if not open_hexes:
        return len(g.adjacent_enemies(hex, side)) >= 2
    return all(g.enemies_at(to, side) or g.zoc_on(to, side) for to in open_hexes)


@cites("nlc.7.6.3")
def has_no_flank(g: Nlc, hex: int) -> bool:
    """7.6.3: defenders in towns and chateaux cannot be flanked."""
    return g.terrain(hex) in (TOWN, CHATEAU)


@cites("nlc.10.0.2")
def in_chateau(g: Nlc, hex: int) -> bool:
    """10.0.2: neither can the single unit in a chateau."""
    return g.ground.terrain[hex] == CHATEAU and len(g.units_at(hex)) == 1


@cites("nlc.20.2.21")
def caught_on_road(g: Nlc, hex: int, defenders: Sequence[int], with_cavalry: bool) -> bool:
    """20.2.21: units falling back on a road or trail, attacked by a force with cavalry, count as flanked."""
    if not with_cavalry or not any(g.order(unit).kind in FALLING for unit in defenders):
        return False
    return any(g.ground.road[6 * hex + way] for way in range(6))


def defenders_of(g: Nlc, target: int, side: int) -> tuple[list[int], list[int]]:
    """7.3.12, 7.3.13: who defends, and who only came in by retreat in this segment."""
    stack = g.enemies_at(target, side)
    stage = g.state.stage
    late = stage.retreated if stage is not None and stage.segment == "combat" else 0
    newcomers = [unit for unit in stack if late >> unit & 1]
    return [unit for unit in stack if unit not in newcomers], newcomers


@cites("nlc.7.7.11")
def still_attacking(g: Nlc, attack: Attack) -> list[int]:
    """7.7.11: who charged in reaction since the attacks were declared (7.9.1: at troops that retreat) attacks no more."""
    near = [unit for unit in attack.units if g.on_map(unit) and attack.target in g.grid.adjacent[g.at(unit)]]
    return [unit for unit in near if not g.state.charged >> unit & 1]


# ------------------------------------------------------------------ one combat


class Fight:
    """A normal combat under way. Lives within one leaf."""

    def __init__(self, g: Nlc, side: int, target: int, attackers: list[int]) -> None:
        self.g, self.side, self.target = g, side, target
        self.attackers = attackers
        self.defenders, self.newcomers = defenders_of(g, target, side)
        self.from_hexes = list(dict.fromkeys(g.at(unit) for unit in attackers))
        cavalry = any(g.is_cavalry(unit) for unit in attackers)
        safe = has_no_flank(g, target) or in_chateau(g, target)
        self.flanked = not safe and (flanked(g, target, 1 - side) or caught_on_road(g, target, self.defenders, cavalry))
        self.silent = faces_elsewhere(g, target, attackers)
        self.firing = self.defenders[:]
        self.remote: list[int] = []
        self.guns = [False, False]  # attacker, defender fired with artillery
        self.hits = [0, 0]  # against attacker, against defender
        self.leaver: tuple[list[int], int] | None = None  # who retreats voluntarily once the losses are taken

    def seen(self) -> FightView:
        """Who fights whom: what the map shows while anything about it is asked."""
        g, both = self.g, []
        for attacking, title in ((True, "Attackers"), (False, "Defenders")):
            side = self.side if attacking else 1 - self.side
            both.append(FightSide(g.seat(side), title, [g.units[unit].id for unit in self.units(attacking)]))
        return FightView(f"Combat at {g.place(self.target)}", "nlc.7.1.1", g.label(self.target), both)

    def units(self, attacking: bool) -> list[int]:
        units = self.attackers if attacking else self.defenders
        return [unit for unit in units if self.g.on_map(unit)]

    def situation(self, attacking: bool, unit_check: bool = False) -> Situation:
        other = self.defenders if attacking else self.attackers
        guard = any(is_guard(self.g, unit) for unit in other)
        return Situation(
            attacking=attacking,
            under_guns=self.guns[1 if attacking else 0],
            flanked=not attacking and self.flanked,
            facing_guard=unit_check and guard,
        )

    @cites("nlc.7.4.2")
    def order_of_choice(self) -> list[bool]:
        """7.4.2, R36: a side alone without artillery decides first, else the attacker. True: the attacker. Guns that face
        elsewhere are there all the same; remote ones (25.3.4) are not.
        """
        attacker, defender = (any(map(self.g.is_artillery, units)) for units in (self.attackers, self.defenders))
        return [False, True] if attacker and not defender else [True, False]


def is_guard(g: Nlc, unit: int) -> bool:
    """7.4.11: French Imperial Guard infantry other than Young Guard."""
    data = g.units[unit]
    return "imperial-guard" in data.tags and "young-guard" not in data.tags and g.is_infantry(unit)
