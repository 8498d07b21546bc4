"""Chapters 7.3 to 7.5: one normal combat, from both fires to the advance, fought to its end between two checkpoints.

Strengths are in strengths.py, declaring attacks in declare.py, retreats in retreat.py, the advance in advance.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grognard.kernel import Choice, Procedure, cites

from ..army.demoralization import garde_recule, note_collapse, prussians_attack, prussians_on_the_flank
from ..army.morale import check, group_morale, morale
from ..asks import Ask
from ..context import Nlc
from ..hidden.discovery import vanish
from ..leaders.leaders import at_risk
from ..orders.may_fight import FALLING
from ..state import Attack
from ..static import FOOT
from ..tables import percent_words
from .advance import advance
from .bombard import gun_name
from .by_mail import count_win
from .fire import Shot, fire, guard_used, halved, halved_up, hits_to_destroy, rounded, take_hits, two_fire
from .retreat import destroy_guns, disrupt, retreat, retreat_hexes
from .strengths import Fight, attack_tally, defense_tally, is_guard, shaken, still_attacking
from .support import remote_guns, support

STAND, RETREAT = "stand", "retreat"


def resolve_combat(g: Nlc, attack: Attack) -> Procedure:
    """7.4.1: both fires, voluntary retreats, halving, losses, involuntary retreats, advance."""
    side = g.stage.side
    attackers = still_attacking(g, attack)
    if called_away := [unit for unit in attack.units if g.on_map(unit) and g.state.charged >> unit & 1]:
        words = "{units} " + g.verb(len(called_away), "has", "have") + " charged meanwhile: no attack on {place}."
        g.tell(words, rule="nlc.7.7.11", units=called_away, place=attack.target)
    for unit in attackers:
        g.state.attacked |= 1 << unit
        g.stage.fought |= 1 << unit
    if not attackers:
        return
    guard_used(g, attackers)
    yield from vanish(g, attack.target, 1 - side)
    fight = Fight(g, side, attack.target, attackers)
    if not fight.defenders and not fight.newcomers:
        g.tell("The attack on {place} strikes empty ground.", rule="nlc.7.11.2", place=attack.target)
        yield from advance(g, fight, attackers)
        return
    for unit in fight.defenders:
        g.state.was_attacked |= 1 << unit
    attack_word = g.verb(len(attackers), "attacks", "attack")
    g.tell("{units} " + attack_word + " {place}.", rule="nlc.7.3.1", units=attackers, place=attack.target, foes=fight.defenders)
    if len(fight.from_hexes) > 1:
        g.tell("{count} stacks attack together.", rule="nlc.7.3.4", count=len(fight.from_hexes))
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
        fight.firing = yield from two_fire(g, 1 - fight.side, fight.defenders)
    if g.on("remote_support"):
        fight.remote = yield from remote_guns(g, fight)
    attack = attack_tally(g, fight.attackers, fight.target)
    fire_at = _national_fire(g, fight.attackers)
    first = fire(g, fight.side, attack, "Fire on {place}", rule="nlc.7.3.1", place=fight.target, modifier=fire_at)
    defense = defense_tally(g, fight.firing, fight.target, fight.attackers, fight.silent)
    if fight.remote:
        for unit in fight.remote:
            term = defense.add(g.strength(unit), f"{gun_name(g, unit)} in support", "nlc.25.3.1")
            if shaken(g, unit):
                term.halve("disrupted", "nlc.7.6.1")
        defense._total = None
        rounded(g, defense)
    bonus = sum(g.on("artillery_detail") and g.is_artillery(unit) for unit in fight.firing)
    second = fire(
        g, 1 - fight.side, defense, "Fire from {place}", rule="nlc.7.3.5", place=fight.target, bonus=min(1, bonus),
        modifier=_national_fire(g, ()),
    )  # fmt: skip
    fight.guns = [
        first.strength > 0 and any(g.is_artillery(unit) for unit in fight.attackers),
        second.strength > 0 and not fight.silent and any(g.is_artillery(unit) for unit in fight.firing),
    ]
    fight.hits = [second.hits, first.hits]
    if g.on("artillery_support"):
        support(g, fight, first, second)
    if g.on("overruns"):
        _overrun(g, fight, first, second)


def _national_fire(g: Nlc, attackers: Sequence[int]) -> int:
    """notes.7, notes.8 (R134): -1 to the roll."""
    if not g.on("national_rules") or not attackers:
        return 0
    year = int(g.static.scenario.get("date", "1815")[:4])
    nations = {g.units[unit].nation for unit in attackers}
    if nations == {"austrian"} and year >= 1809:
        return -1
    if nations == {"russian"} and year < 1809 and len(attackers) > 1:
        return -1
    return 0


def _overrun(g: Nlc, fight: Fight, first: Shot, second: Shot) -> None:
    """25.14.1: twice the hits needed to eliminate all halves the hits taken."""
    lives = [sum(hits_to_destroy(g, unit) for unit in units) for units in (fight.attackers, fight.defenders)]
    overrun = [second.hits >= 2 * lives[0], first.hits >= 2 * lives[1]]
    for taker, by in ((0, 1), (1, 0)):
        if overrun[by] and fight.hits[taker]:
            fight.hits[taker] = halved_up(fight.hits[taker])
            g.tell("Overrun: the hits taken are halved.", rule="nlc.25.14.1")


# ------------------------------------------------------------------ voluntary retreat


def must_give_way(g: Nlc, fight: Fight, attacking: bool) -> bool:
    """7.3.10, 20.2.20, R34, R150: lone cavalry, and units falling back, retreat when their choice comes."""
    if attacking:
        return False
    units = [unit for unit in fight.units(False) if not g.garrison(unit)]
    alone = bool(units) and all(g.is_cavalry(unit) for unit in units)
    bound = bool(units) and all(g.order(u).kind in FALLING or alone for u in units)
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
    return all_can_leave(g, side, units, avoid)


@cites("nlc.7.4.15")
def all_can_leave(g: Nlc, side: int, units: Sequence[int], avoid: Sequence[int]) -> bool:
    """7.4.15: nobody goes of his own will unless all have a hex to go to."""
    return all(retreat_hexes(g, side, g.at(unit), avoid) for unit in units)


def _stubborn(g: Nlc, units: Sequence[int]) -> bool:
    """notes.7: before 1809 Austrians cannot retreat voluntarily from an attack."""
    if not g.on("national_rules") or int(g.static.scenario.get("date", "1815")[:4]) >= 1809:
        return False
    return all(g.units[unit].nation == "austrian" for unit in units)


@cites("nlc.10.0.5")
def garrison_stays(g: Nlc, unit: int) -> bool:
    """10.0.5: the garrison of a chateau does not retreat."""
    return g.garrison(unit)


def _voluntary(g: Nlc, fight: Fight) -> Procedure:
    """7.4.1 to 7.4.3. Returns who retreated (True: the attacker), or None."""
    for attacking in fight.order_of_choice():
        side = fight.side if attacking else 1 - fight.side
        if not fight.units(attacking) or not can_go_back(g, fight, attacking):
            continue
        must = must_give_way(g, fight, attacking)
        hits = fight.hits[0 if attacking else 1]
        if not must and not hits:
            continue
        if must:
            answer = RETREAT
            units = fight.units(False)
            rule = "nlc.20.2.20" if all(g.order(u).kind in FALLING for u in units) else "nlc.7.3.10"
            g.tell("The {side} must give way.", rule=rule, side=g.seat(side))
        else:
            answer = yield _ask_retreat(g, fight, attacking)
        if answer == RETREAT:
            _go_back(g, fight, attacking)
            return attacking
    return None


def _ask_retreat(g: Nlc, fight: Fight, attacking: bool) -> Choice:
    side = fight.side if attacking else 1 - fight.side
    mine, theirs = fight.hits[0 if attacking else 1], fight.hits[1 if attacking else 0]
    words = {
        STAND: f"stand: take {mine}, cause {theirs}; {_hold_words(g, fight, attacking, mine)}",
        RETREAT: f"retreat one hex: take {halved(mine)}, cause {halved(theirs)}",
    }
    value = group_morale(g, fight.units(attacking), fight.situation(attacking, unit_check=True))
    blows = f"{mine} {g.verb(mine, 'hit', 'hits')}"
    return g.ask(
        g.seat(side), f"{blows} against you at {g.place(fight.target)}, {theirs} against the enemy. Retreat to halve them?",
        [STAND, RETREAT], rule="nlc.7.4.1", label=lambda v: words[v], about={"place": g.label(fight.target)},
        tallies=lambda: [value], fight=fight.seen,
        name=Ask.STAND_OR_RETREAT, decline=STAND, final=True,
    )  # fmt: skip


def _hold_words(g: Nlc, fight: Fight, attacking: bool, hits: int) -> str:
    """7.4.4: what the hits leave, and how likely that holds. Of the enemy nothing is reckoned: his orders are secret."""
    value = g.later.holds(g, fight, attacking, hits)
    return "nobody is left" if value == 0 else f"you hold {percent_words(Fraction(min(6, value), 6))}"


def _go_back(g: Nlc, fight: Fight, attacking: bool) -> None:
    """The side goes; hits against both are halved, and taken where the units now stand."""
    side = fight.side if attacking else 1 - fight.side
    units = [unit for unit in fight.units(attacking) if not garrison_stays(g, unit)]
    fight.hits = [halved(hits) for hits in fight.hits]
    g.tell("The {side} retreat: hits are halved.", rule="nlc.7.4.3", side=g.seat(side))
    if g.on("advanced_disruption"):
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
        before = list(g.state.at)
        if fight.hits[index] and units:
            side = fight.side if attacking else 1 - fight.side
            lost[index] = yield from take_hits(g, side, units, fight.hits[index])
            hexes[index] = [before[unit] for unit in lost[index]]  # also of a neighbour who bled for a chateau (10.0.8)
    note_collapse(g)
    at_risk(g, hexes[0], fight.side)
    at_risk(g, hexes[1], 1 - fight.side)
    if fight.leaver is not None:
        units, side = fight.leaver
        avoid = fight.from_hexes if side != fight.side else [fight.target]
        yield from retreat(g, side, units, avoid, rule="nlc.7.4.1", voluntary=True)
    return lost


def _involuntary(g: Nlc, fight: Fight, lost: list[list[int]]) -> Procedure:
    """7.4.4 to 7.4.6: a side that lost a step checks; if the first runs, the second does not check."""
    for attacking in fight.order_of_choice():
        units = [unit for unit in fight.units(attacking) if not garrison_stays(g, unit)]
        if not must_stand_test(lost[0 if attacking else 1]) or not units:
            continue
        side = fight.side if attacking else 1 - fight.side
        if check(g, units, fight.situation(attacking, unit_check=True), "Does {unit} hold?", "nlc.7.4.4"):
            continue
        avoid = [fight.target] if attacking else fight.from_hexes
        running = who_runs(g, side, units, attacking, avoid)
        if attacking:
            if any(recoils(g, unit) for unit in running):
                garde_recule(g)
            units = [unit for unit in units if g.units[unit].arm != FOOT]
        else:
            destroy_guns(g, units, rule="nlc.7.4.10")
        yield from retreat(g, side, units, avoid, rule="nlc.7.4.4", voluntary=False)
        if running:
            return attacking
    return None


@cites("nlc.7.4.6")
def must_stand_test(lost: Sequence[int]) -> bool:
    """7.4.6: who lost a step checks, even if nobody is left of the other side."""
    return bool(lost)


@cites("nlc.7.4.5")
def who_runs(g: Nlc, side: int, units: Sequence[int], attacking: bool, avoid: Sequence[int]) -> list[int]:
    """7.4.5: once a side has retreated, the other does not check. Attacking guns that ignore it (7.4.10) and whoever has no way
    out (7.4.9) stay: they excuse nobody. Guns that the retreat destroys have retreated.
    """
    foot = [unit for unit in units if g.units[unit].arm == FOOT]
    able = [unit for unit in units if unit not in foot and retreat_hexes(g, side, g.at(unit), avoid)]
    return able if attacking else [*able, *foot]


def recoils(g: Nlc, unit: int) -> bool:
    """7.4.12, R43: any Guard infantry; by option not the Young Guard."""
    if g.on("young_guard_recule"):
        return "imperial-guard" in g.units[unit].tags and g.is_infantry(unit)
    return is_guard(g, unit)


def _after(g: Nlc, fight: Fight, retreated: bool | None) -> Procedure:
    """7.3.13, 7.5, 8.5.2: newcomers go with the defenders; then the attacker may advance."""
    gone = not fight.units(False) or all(g.at(unit) != fight.target for unit in fight.units(False))
    if gone and fight.newcomers:
        yield from retreat(g, 1 - fight.side, fight.newcomers, fight.from_hexes, rule="nlc.7.3.13", voluntary=False)
    count_win(g, fight.side, retreated, not fight.units(True), not fight.units(False))
    if retreated is True:
        return
    attackers = [u for u in fight.units(True) if g.at(u) in fight.from_hexes and g.at(u) in g.grid.adjacent[fight.target]]
    left = g.enemies_at(fight.target, fight.side)
    guns = bool(left) and all(g.is_artillery(unit) for unit in left) and all(g.is_artillery(u) for u in fight.defenders)
    if attackers and (not left or guns):
        yield from advance(g, fight, attackers)
