"""Chapters 7.3 to 7.6: normal combat, from both fires to the advance.

`attack_tally` and `defense_tally` are pure: prompt, odds, bot and resolution call them. `resolve` is one combat, a leaf:
it is fought to
its end between two checkpoints. Declaring attacks is in declare.py, retreats in retreat.py,
the advance in advance.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grognard.kernel import Procedure, Tally
from grognard.kernel.cite import in_force

from .advance import advance
from .context import Nlc, river_closed
from .fire import Shot, fire, halved, halved_up, rounded, take_hits
from .ground import CHATEAU, TOWN, WOODS
from .leaders import at_risk
from .morale import Situation, check, group_morale, morale
from .retreat import destroy_guns, disrupt, retreat, retreat_hexes
from .state import Attack
from .static import FOOT
from .tables import HEX_LINES, percent, side_lines

STAND, RETREAT = "stand", "retreat"
FALLING = ("fall_back", "general_retreat")


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
    alone = bool(defenders) and all(g.is_artillery(unit) for unit in defenders)
    woods = g.terrain(target) == WOODS
    cover = _cover(g, attackers) if g.on("terrain_protects_attackers") else Fraction(1)
    for unit in defenders:
        term = total.add(g.strength(unit), g.name(unit))
        if g.is_artillery(unit):
            if g.state.bombarded >> unit & 1 and not in_force("nlc.8.2.2"):
                term.times(0, "has bombarded", "nlc.8.1.1")
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


def flanked(g: Nlc, hex: int, side: int) -> bool:
    """7.6.2, 7.6.3, R46: no adjacent hex that could be entered is free of enemies and their ZOCs."""
    kind = g.terrain(hex)
    if kind in (TOWN, CHATEAU) and in_force("nlc.7.6.3"):
        return False
    if g.ground.terrain[hex] == CHATEAU and len(g.units_at(hex)) == 1 and in_force("nlc.10.0.2"):
        return False
    open_hexes = [to for to in g.grid.adjacent[hex] if not river_closed(g.ground.side(hex, to))]
    if not open_hexes:
        return len(g.adjacent_enemies(hex, side)) >= 2
    closed = all(g.enemies_at(to, side) or g.zoc_on(to, side) for to in open_hexes)
    return closed and in_force("nlc.7.6.2")


def caught_on_road(g: Nlc, hex: int, defenders: Sequence[int], with_cavalry: bool) -> bool:
    """20.2.21: units falling back on a road or trail, attacked by a force with cavalry, count as flanked."""
    if not with_cavalry or not any(g.order(unit).kind in FALLING for unit in defenders):
        return False
    return any(g.ground.road[6 * hex + way] for way in range(6)) and in_force("nlc.20.2.21")


def defenders_of(g: Nlc, target: int, side: int) -> tuple[list[int], list[int]]:
    """7.3.12, 7.3.13: who defends, and who only came in by retreat in this segment."""
    stack = g.enemies_at(target, side)
    stage = g.state.stage
    late = stage.retreated if stage is not None and stage.segment == "combat" else 0
    newcomers = [unit for unit in stack if late >> unit & 1 and in_force("nlc.7.3.13")]
    return [unit for unit in stack if unit not in newcomers], newcomers


# ------------------------------------------------------------------ one combat


class Fight:
    """A normal combat under way. Lives within one leaf."""

    def __init__(self, g: Nlc, side: int, target: int, attackers: list[int]) -> None:
        self.g, self.side, self.target = g, side, target
        self.attackers = attackers
        self.defenders, self.newcomers = defenders_of(g, target, side)
        self.from_hexes = list(dict.fromkeys(g.at(unit) for unit in attackers))
        cavalry = any(g.is_cavalry(unit) for unit in attackers)
        self.flanked = flanked(g, target, 1 - side) or caught_on_road(g, target, self.defenders, cavalry)
        self.silent = faces_elsewhere(g, target, attackers)
        self.firing = self.defenders[:]
        self.remote: list[int] = []
        self.guns = [False, False]  # attacker, defender fired with artillery
        self.hits = [0, 0]  # against attacker, against defender
        self.leaver: tuple[list[int], int] | None = None  # who retreats voluntarily once the losses are taken

    def units(self, attacking: bool) -> list[int]:
        units = self.attackers if attacking else self.defenders
        if not attacking and self.remote and not in_force("nlc.25.3.3"):
            units = [*units, *self.remote]  # else remote guns take no hits and do not retreat
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

    def order_of_choice(self) -> list[bool]:
        """7.4.2, R36: a side alone without artillery decides first, else the attacker. True: the attacker."""
        if self.guns[0] and not self.guns[1] and in_force("nlc.7.4.2"):
            return [False, True]
        return [True, False]


def is_guard(g: Nlc, unit: int) -> bool:
    """7.4.11: French Imperial Guard infantry other than Young Guard."""
    data = g.units[unit]
    return "imperial-guard" in data.tags and "young-guard" not in data.tags and g.is_infantry(unit)


def resolve(g: Nlc, attack: Attack) -> Procedure:
    """7.4.1: both fires, voluntary retreats, halving, losses, involuntary retreats, advance."""
    side = g.stage.side
    attackers = [u for u in attack.units if g.on_map(u) and attack.target in g.grid.adjacent[g.at(u)]]
    if not in_force("nlc.7.3.4"):
        attackers = [u for u in attackers if g.at(u) == g.at(attackers[0])]
    for unit in attackers:
        g.state.attacked |= 1 << unit
        g.stage.fought |= 1 << unit
    if not attackers:
        return
    from .discovery import vanish

    yield from vanish(g, attack.target, 1 - side)
    fight = Fight(g, side, attack.target, attackers)
    if not fight.defenders and not fight.newcomers:
        g.tell("The attack on {place} strikes empty ground.", rule="nlc.7.11.2", place=attack.target)
        if in_force("nlc.7.11.2"):
            yield from advance(g, fight, attackers)
        return
    for unit in fight.defenders:
        g.state.was_attacked |= 1 << unit
    attack_word = g.verb(len(attackers), "attacks", "attack")
    g.tell("{units} " + attack_word + " {place}.", rule="nlc.7.3.1", units=attackers, place=attack.target, foes=fight.defenders)
    if len(fight.from_hexes) > 1:
        g.tell("{count} stacks attack together.", rule="nlc.7.3.4", count=len(fight.from_hexes))
    from .demoralization import prussians_attack, prussians_on_the_flank

    prussians_attack(g, attackers, attack.target)
    if fight.flanked:
        g.tell("The defenders of {place} are flanked.", rule="nlc.7.6.2", place=attack.target)
        prussians_on_the_flank(g, attack.target, 1 - side)
    if fight.silent and any(g.is_artillery(unit) for unit in fight.defenders):
        g.tell("The guns in {place} face elsewhere.", rule="nlc.8.4.1", place=attack.target)
    went, beaten, _ = yield from fight_out(g, fight)
    yield from _after(g, fight, beaten if went is None else went)


def fight_out(g: Nlc, fight: Fight) -> Procedure:
    """7.4.1: both fires to the morale checks. Returns who went of his own will, who was beaten, and the steps lost."""
    if fight.defenders:
        yield from _both_fire(g, fight)
    went = yield from _voluntary(g, fight)
    lost = yield from _losses(g, fight)
    beaten = None
    if went is None:
        beaten = yield from _involuntary(g, fight, lost)
    return went, beaten, lost


def _both_fire(g: Nlc, fight: Fight) -> Procedure:
    """7.1.2, 7.3.1: both with the strengths they had before; with options support, remote guns, overruns."""
    if len(fight.defenders) > 2:
        fight.firing = yield from _two_fire(g, fight)
    if g.on("remote_support"):
        from .support import remote_guns

        fight.remote = yield from remote_guns(g, fight)
    attack = attack_tally(g, fight.attackers, fight.target)
    fire_at = _national_fire(g, fight.attackers)
    first = fire(g, fight.side, attack, "Fire on {place}", rule="nlc.7.3.1", place=fight.target, modifier=fire_at)
    if not in_force("nlc.7.1.2"):
        yield from take_hits(g, 1 - fight.side, fight.defenders, first.hits)
    defense = defense_tally(g, fight.firing, fight.target, fight.attackers, fight.silent)
    if fight.remote:
        from .bombard import gun_name

        for unit in fight.remote:
            term = defense.add(g.strength(unit), f"{gun_name(g, unit)} in support", "nlc.25.3.1")
            if shaken(g, unit):
                term.halve("disrupted", "nlc.7.6.1")
        defense._total = None
        rounded(g, defense)
    bonus = sum(g.on("artillery_detail") and g.is_artillery(unit) for unit in fight.firing)
    if not in_force("nlc.7.3.5"):
        defense = Tally("defense")
    second = fire(
        g, 1 - fight.side, defense, "Fire from {place}", rule="nlc.7.3.5", place=fight.target, bonus=min(1, bonus),
        modifier=_national_fire(g, ()),
    )  # fmt: skip
    counted = fight.firing if in_force("nlc.25.3.4") else [*fight.firing, *fight.remote]
    fight.guns = [
        first.strength > 0 and any(g.is_artillery(unit) for unit in fight.attackers),
        second.strength > 0 and not fight.silent and any(g.is_artillery(unit) for unit in counted),
    ]
    fight.hits = [second.hits, first.hits]
    if g.on("artillery_support"):
        from .support import support

        support(g, fight, first, second)
    if g.on("overruns"):
        _overrun(g, fight, first, second)


def _national_fire(g: Nlc, attackers: Sequence[int]) -> int:
    """notes.7, notes.8 (R134): -1 to the roll."""
    if not g.on("national_rules") or not attackers:
        return 0
    year = int(g.static.scenario.get("date", "1815")[:4])
    nations = {g.units[unit].nation for unit in attackers}
    if nations == {"austrian"} and year >= 1809 and in_force("nlc.notes.7"):
        return -1
    if nations == {"russian"} and year < 1809 and len(attackers) > 1 and in_force("nlc.notes.8"):
        return -1
    return 0


def _two_fire(g: Nlc, fight: Fight) -> Procedure:
    """R20: of an overstacked hex only two units fire, chosen by the owner."""
    chosen: list[int] = []
    while len(chosen) < 2:
        left = [unit for unit in fight.defenders if unit not in chosen]
        unit = yield g.ask(
            g.seat(1 - fight.side), "The hex is overstacked: which two units fire?", left, rule="nlc.5.3.2",
            label=g.name, on=lambda u: (g.units[u].id, g.label(g.at(u))),
        )  # fmt: skip
        chosen.append(unit)
    return chosen


def _overrun(g: Nlc, fight: Fight, first: Shot, second: Shot) -> None:
    """25.14.1: twice the hits needed to eliminate all halves the hits taken."""
    steps = [sum(g.steps_left(u) for u in units) for units in (fight.attackers, fight.defenders)]
    overrun = [second.hits >= 2 * steps[0], first.hits >= 2 * steps[1]]
    for taker, by in ((0, 1), (1, 0)):
        if overrun[by] and fight.hits[taker] and in_force("nlc.25.14.1"):
            fight.hits[taker] = halved_up(fight.hits[taker])
            g.tell("Overrun: the hits taken are halved.", rule="nlc.25.14.1")


# ------------------------------------------------------------------ voluntary retreat


def must_give_way(g: Nlc, fight: Fight, attacking: bool) -> bool:
    """7.3.10, 20.2.20, R34, R150: lone cavalry, and units falling back, retreat when their choice comes."""
    if attacking:
        return False
    units = [unit for unit in fight.units(False) if not g.garrison(unit)]
    alone = bool(units) and all(g.is_cavalry(unit) for unit in units) and in_force("nlc.7.3.10")
    bound = bool(units) and all(g.order(u).kind in FALLING or alone for u in units) and in_force("nlc.20.2.20")
    return alone or bound


def can_go_back(g: Nlc, fight: Fight, attacking: bool) -> bool:
    """7.4.15: every involved unit needs a legal hex; a chateau garrison does not take part."""
    units = [unit for unit in fight.units(attacking) if not garrison_stays(g, unit)]
    if not units:
        return False
    if attacking and _stubborn(g, units):
        return False
    side = fight.side if attacking else 1 - fight.side
    avoid = [fight.target] if attacking else fight.from_hexes
    return all(retreat_hexes(g, side, g.at(unit), avoid) for unit in units) or not in_force("nlc.7.4.15")


def _stubborn(g: Nlc, units: Sequence[int]) -> bool:
    """notes.7: before 1809 Austrians cannot retreat voluntarily from an attack."""
    if not g.on("national_rules") or int(g.static.scenario.get("date", "1815")[:4]) >= 1809:
        return False
    return all(g.units[unit].nation == "austrian" for unit in units) and in_force("nlc.notes.7")


def garrison_stays(g: Nlc, unit: int) -> bool:
    return g.garrison(unit) and in_force("nlc.10.0.5")


def _voluntary(g: Nlc, fight: Fight) -> Procedure:
    """7.4.1 to 7.4.3. Returns who retreated (True: the attacker), or None."""
    for attacking in fight.order_of_choice():
        side = fight.side if attacking else 1 - fight.side
        if not fight.units(attacking) or not can_go_back(g, fight, attacking):
            continue
        must = must_give_way(g, fight, attacking)
        hits = fight.hits[0 if attacking else 1]
        if not must and not hits and in_force("nlc.7.4.1"):
            continue
        if must:
            answer = RETREAT
            units = fight.units(False)
            rule = "nlc.20.2.20" if all(g.order(u).kind in FALLING for u in units) else "nlc.7.3.10"
            g.tell("{side} must give way.", rule=rule, side=g.seat(side))
        else:
            answer = yield _ask_retreat(g, fight, attacking)
        if answer == RETREAT:
            _go_back(g, fight, attacking)
            return attacking
    return None


def _ask_retreat(g: Nlc, fight: Fight, attacking: bool):
    side = fight.side if attacking else 1 - fight.side
    mine, theirs = fight.hits[0 if attacking else 1], fight.hits[1 if attacking else 0]
    words = {
        STAND: f"stand: take {mine}, cause {theirs}",
        RETREAT: f"retreat one hex: take {halved(mine)}, cause {halved(theirs)}",
    }
    value = group_morale(g, fight.units(attacking), fight.situation(attacking, unit_check=True))
    blows = f"{mine} {g.verb(mine, 'hit', 'hits')}"
    return g.ask(
        g.seat(side), f"{blows} against you at {g.place(fight.target)}, {theirs} against the enemy. Retreat to halve them?",
        [STAND, RETREAT], rule="nlc.7.4.1", label=lambda v: words[v], about={"place": g.label(fight.target)},
        tallies=lambda: [value],
    )  # fmt: skip


def _go_back(g: Nlc, fight: Fight, attacking: bool) -> None:
    """The side goes; hits against both are halved, and taken where the units now stand."""
    side = fight.side if attacking else 1 - fight.side
    units = [unit for unit in fight.units(attacking) if not garrison_stays(g, unit)]
    fight.hits = [halved(hits) for hits in fight.hits]
    g.tell("{side} retreats: hits are halved.", rule="nlc.7.4.3", side=g.seat(side))
    if g.on("advanced_disruption") and in_force("nlc.25.1.1"):
        roll = g.d6("Do the retreating units keep order?", rule="nlc.25.1.1", by=g.seat(side))
        for unit in units:
            if int(morale(g, unit, fight.situation(attacking))) < roll:
                disrupt(g, unit, rule="nlc.25.1.1")
    fight.leaver = (units, side)


# ------------------------------------------------------------------ losses and involuntary retreat


def _losses(g: Nlc, fight: Fight) -> Procedure:
    """7.1.2: at the same time; the owner allots. Then leaders are tested, and who chose to retreat goes."""
    if any(fight.hits):
        g.tell("Losses are taken at the same time.", rule="nlc.7.1.2")
    lost: list[list[int]] = [[], []]
    hexes: list[list[int]] = [[], []]
    for index, attacking in ((0, True), (1, False)):
        units = fight.units(attacking)
        before = {unit: g.at(unit) for unit in units}
        if fight.hits[index] and units:
            side = fight.side if attacking else 1 - fight.side
            lost[index] = yield from take_hits(g, side, units, fight.hits[index])
            hexes[index] = [before[unit] for unit in lost[index] if unit in before]
    at_risk(g, hexes[0], fight.side)
    at_risk(g, hexes[1], 1 - fight.side)
    if fight.leaver is not None:
        units, side = fight.leaver
        avoid = fight.from_hexes if side != fight.side else [fight.target]
        yield from retreat(g, side, units, avoid, rule="nlc.7.4.1", voluntary=True)
    return lost


def _involuntary(g: Nlc, fight: Fight, lost: list[list[int]]) -> Procedure:
    """7.4.4 to 7.4.6: a side that lost a step checks; if the first runs, the second does not check."""
    for attacking in fight.order_of_choice() if in_force("nlc.7.4.4") else ():
        units = [unit for unit in fight.units(attacking) if not garrison_stays(g, unit)]
        if not lost[0 if attacking else 1] or not units:
            continue
        side = fight.side if attacking else 1 - fight.side
        if not fight.units(not attacking) and not in_force("nlc.7.4.6"):
            continue
        if check(g, units, fight.situation(attacking, unit_check=True), "Does {unit} hold?", "nlc.7.4.4"):
            continue
        if attacking and any(recoils(g, unit) for unit in units):
            from .demoralization import garde_recule

            garde_recule(g)
        if attacking:
            units = [unit for unit in units if not (g.units[unit].arm == FOOT and in_force("nlc.7.4.10"))]
        else:
            destroy_guns(g, units, rule="nlc.7.4.10")
        avoid = [fight.target] if attacking else fight.from_hexes
        yield from retreat(g, side, units, avoid, rule="nlc.7.4.4", voluntary=False)
        if in_force("nlc.7.4.5"):
            return attacking
    return None


def recoils(g: Nlc, unit: int) -> bool:
    """7.4.12, R43."""
    young = g.on("young_guard_recule") and "young-guard" in g.units[unit].tags and g.is_infantry(unit)
    return is_guard(g, unit) or young


def _after(g: Nlc, fight: Fight, retreated: bool | None) -> Procedure:
    """7.3.13, 7.5, 8.5.2: newcomers go with the defenders; then the attacker may advance."""
    gone = not fight.units(False) or all(g.at(unit) != fight.target for unit in fight.units(False))
    if gone and fight.newcomers:
        yield from retreat(g, 1 - fight.side, fight.newcomers, fight.from_hexes, rule="nlc.7.3.13", voluntary=False)
    from .mail import count_win

    count_win(g, fight.side, retreated, not fight.units(True), not fight.units(False))
    if retreated is True:
        return
    attackers = [u for u in fight.units(True) if g.at(u) in fight.from_hexes and g.at(u) in g.grid.adjacent[fight.target]]
    left = g.enemies_at(fight.target, fight.side)
    guns = bool(left) and all(g.is_artillery(unit) for unit in left) and all(g.is_artillery(u) for u in fight.defenders)
    if attackers and (not left or (guns and in_force("nlc.8.5.2"))):
        yield from advance(g, fight, attackers)
