"""Section 33.7.2: the numbers of a paper battle. Pure: no dice, no change.

`reading` is the one function behind prompt, odds, bot and resolution: differential, column, shifts and die.
"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.kernel import Tally, cites
from grognard.kernel.tally import Number

from ..context import Fyow
from ..state import Battle, Unit
from ..supply.rationed import at_rest
from ..tables import CRT, CRT_ABOVE, ELEMENTS, SHIFT, TABLES, absorbs, half_points

COLUMNS = ("<1", ">1.3", ">1.6", ">1.9", ">2.2", ">2.5", ">2.8", ">3.1", ">3.7", ">4.3", ">5")

FACTOR = TABLES["battle_factor"]
DIE = TABLES["battle_die"]
LAST = 10


class Reading:
    """How the table is to be read: its column, what is added to the D10, and what of that came from beyond the table."""

    __slots__ = ("attack", "column", "defend", "die", "extra", "shifts")

    def __init__(self, attack: int, defend: int, column: int, shifts: Tally, die: Tally, extra: int) -> None:
        self.attack, self.defend = attack, defend
        self.column, self.shifts, self.die, self.extra = column, shifts, die, extra

    def result(self, thrown: int) -> str:
        """33.7.2.13, ruling R120: the D10 with its modifiers, held at 1 and 10."""
        return str(CRT[min(10, max(1, thrown + int(self.die))), self.column])


@cites("fyow.33.7.2.6")
def first_column(attack: int, defend: int, from_one: bool = False) -> int:
    """33.7.2.6, ruling R118: the highest column whose number the differential exceeds, compared exactly."""
    defend = max(1, defend)
    column = max([0, *(n for n, above in enumerate(CRT_ABOVE) if n and 10 * attack > above * defend)])
    return 1 if from_one and column == 0 and attack >= defend else column


def shifts(g: Fyow, battle: Battle) -> Tally:
    """33.7.2.9, 33.7.2.10: right is positive. Rulings R124 to R126 and R174 say which of them add up."""
    total = Tally("columns to the right")
    terrain = g.static.boards[battle.board].terrain
    units = [g.unit(n) for n in battle.defenders]
    if SHIFT[terrain] and ground_counts(g, units):
        total.add(SHIFT[terrain], f"{terrain} ground", "fyow.33.7.2.9")
    dug = min(int(g.options["field_works_shift"]), SHIFT[terrain] + 3)
    if units and all(stands_fortified(u) for u in units) and dug > 0:
        total.add(-dug, "Fortified Defence", "fyow.15.3.5")
    attitude_of_the_defender(battle, units, total)
    if g.options["rationed_attackers_shift"] and any(g.unit(n).mode == "rationed" for n in attacking(battle)):
        total.add(-FACTOR["defender_rationed"], "attacker Rationed", "fyow.33.7.2.10")
    surprise_and_repetition(g, battle, units, total)
    if any(u.attacker_today for u in units):
        total.add(FACTOR["defender_attacked_today"], "defender attacked today himself", "fyow.33.7.2.10")
    if shift := shift_of_a_drop(g, battle):
        total.add(shift, "German parachutists without their weapons", "fyow.28.13.7")
    return total


@cites("fyow.28.13.7")
def shift_of_a_drop(g: Fyow, battle: Battle) -> int:
    """28.13.7: one column to the right, attack or defend; with the option to the left if they attack (ruling R99)."""
    if any(_german_drop(g, n) for n in battle.defenders):
        return 1
    if any(_german_drop(g, n) for n in battle.attackers):
        return -1 if g.options["parachutists_attack_worse"] else 1
    return 0


def stands_fortified(unit: Unit) -> bool:
    """Ruling R172: at Rest it defends as resting, whatever it has built; nor does it man its works in Disarray."""
    return unit.attitude == "fortified" and not at_rest(unit) and not unit.disarray


@cites("fyow.33.3.1")
def ground_counts(g: Fyow, units: list[Unit]) -> bool:
    """33.3.1: the type of the board gives a shift; with the option only to a deployed defender."""
    return deployed(units) or not g.options["terrain_needs_deployment"]


@cites("fyow.33.4.1")
def attitude_of_the_defender(battle: Battle, units: list[Unit], total: Tally) -> None:
    """33.4.1: how the defender stands, and whether he is supplied."""
    if any(at_rest(u) or u.disarray for u in units):
        total.add(FACTOR["defender_rest_or_disarray"], "defender at Rest or in Disarray", "fyow.33.7.2.10")
    elif any((u.attitude == "present" or _too_late(u, battle)) and u.kind != "fixed" for u in units):
        total.add(FACTOR["defender_not_deployed"], "defender not deployed", "fyow.33.7.2.10")
    if any(holds_fire(u) for u in units):
        total.add(FACTOR["defender_rationed"], "defender Rationed", "fyow.33.7.2.10")


def holds_fire(unit: Unit) -> bool:
    """Rationed, or out of ammunition; ruling R57: militia at Rest defends as if Rationed."""
    return unit.mode == "rationed" or unit.ammunition == 0 or (unit.militia and unit.mode == "rest")


def surprise_and_repetition(g: Fyow, battle: Battle, units: list[Unit], total: Tally) -> None:
    """Ruling R174: who was not detected counts in a first attack only; a second one has shifts of its own."""
    if battle.no_result:
        total.add(FACTOR["defender_already_engaged"], "defender already engaged", "fyow.33.7.2.10")
    elif not battle.second:
        if battle.attackers_unseen:
            total.add(FACTOR["attackers_undetected"], "attackers undetected", "fyow.33.7.2.10")
        if battle.defenders_unseen:
            total.add(FACTOR["defenders_undetected"], "defenders undetected", "fyow.33.7.2.10")
    if battle.second:
        if any(u.attacked_today for u in units):  # after midnight it is the first of the new day (ruling R175)
            total.add(FACTOR["second_attack_today"], "second attack today", "fyow.33.7.2.10")
        total.add(FACTOR["attacker_second_attack_in_outcome"], "attacker's second attack", "fyow.33.7.3.11")
    elif not battle.no_result:
        repeated_attacks(g, units, total)


@cites("fyow.33.4.2")
def repeated_attacks(g: Fyow, units: list[Unit], total: Tally) -> None:
    """33.4.2: who is attacked twice in quick succession is worse off."""
    if any(u.attacked == g.now for u in units):
        total.add(FACTOR["second_attack_this_session"], "second attack this session", "fyow.33.7.2.10")
    elif any(u.attacked_today for u in units):
        total.add(FACTOR["second_attack_today"], "second attack today", "fyow.33.7.2.10")


def deployed(units: list[Unit]) -> bool:
    """Ruling R125: whether all defenders stand as the terrain chart assumes."""
    ready = [u.kind == "fixed" or (u.attitude != "present" and not at_rest(u) and not u.disarray) for u in units]
    return bool(ready) and all(ready)


def _german_drop(g: Fyow, number: int) -> bool:
    """Ruling R99: in the session of landing and the Combat session that follows."""
    unit = g.unit(number)
    return unit.dropped >= max(0, g.now - 1) and g.static.sides[unit.side]["nation"] == "Germany"


def _too_late(unit: Unit, battle: Battle) -> bool:
    """10.5.2: it is dug in only if it had its whole session on the board before the enemy came."""
    return unit.attitude == "deployed" and unit.dug >= battle.opened > 0


def largest(g: Fyow, numbers: list[int]) -> int:
    """Ruling R131: the BC of the largest force counts."""
    return max(numbers, key=lambda n: (g.half_value(n), -n))


def attacking(battle: Battle) -> list[int]:
    """33.7.2.4: the Battlegroups of which something attacks."""
    if not battle.committed:
        return list(battle.attackers)
    return [n for n in battle.attackers if str(n) in battle.committed]


def attacking_value(g: Fyow, battle: Battle) -> int:
    """33.7.2.4, 33.2.6: Combat Value of what is committed; points are added first."""
    if not battle.committed:
        return g.combat_value(*battle.attackers)
    total = 0
    for number in attacking(battle):
        part, whole = battle.committed[str(number)], g.unit(number).elements
        if all(part.get(e, 0) == n for e, n in whole.items()):
            total += g.fighting_half_points(number)
        else:
            gone = g.absent(number)
            here = {e: min(n, whole.get(e, 0) - gone.get(e, 0)) for e, n in part.items() if ELEMENTS[e].get("cv", True)}
            total += sum(half_points(e) * max(0, n) for e, n in here.items())
            total -= sum(absorbs(e) * max(0, n) for e, n in worn(g.unit(number), here).items())
    return total // 20


def worn(unit: Unit, part: Mapping[str, int]) -> dict[str, int]:
    """33.10.2: of the AFVs in a part the damaged ones that must be among them, since the whole ones do not suffice."""
    return {e: n - (unit.elements.get(e, 0) - unit.damaged.get(e, 0)) for e, n in part.items() if unit.damaged.get(e)}


@cites("fyow.33.7.2.5")
def differential(g: Fyow, attack: int, defend: int) -> int:
    """33.7.2.5: the attacker's Combat Value divided by the defender's, as a column (33.7.2.6)."""
    return first_column(attack, defend, g.options["second_column_from_one"])


@cites("fyow.33.7.2.7")
def shift_of(moved: Tally, *, over: bool) -> int:
    """33.7.2.7: all shifts add up; beyond 5 to 1 only those to the right count (33.7.2.11)."""
    shift: Number = sum(t.amount for t in moved.terms if t.amount > 0) if over else moved.total
    return int(shift)


def reading(g: Fyow, battle: Battle, attack: int | None = None) -> Reading:
    """33.7.2.5 to 33.7.2.12, from the forces as they stand."""
    attack = attacking_value(g, battle) if attack is None else attack
    defend = max(1, g.combat_value(*battle.defenders))
    column = differential(g, attack, defend)
    moved = shifts(g, battle)
    die = Tally("added to the D10")
    over = attack > 5 * defend
    place = column + shift_of(moved, over=over)
    extra = 0
    if place > LAST:
        extra += int(die.add(place - LAST, "shifts beyond the table", "fyow.33.7.2.8").amount)
    elif place < 0 and g.options["left_shifts_count"]:
        die.add(place, "shifts lost on the left", "fyow.33.7.2.8")
    if over:
        extra += int(die.add(-(-(attack - 5 * defend) // (5 * defend)), "differential above 5", "fyow.33.7.2.11").amount)
    _commanders(g, battle, die)
    return Reading(attack, defend, min(LAST, max(0, place)), moved, die, extra)


def _commanders(g: Fyow, battle: Battle, die: Tally) -> None:
    """33.7.2.12: the defender's earlier card, and both commanders."""
    if battle.acted and not battle.no_result and not battle.second:
        die.add(DIE["defender_activated_before"], "defender was activated before", "fyow.33.7.2.12")
    for who, numbers in (("attacker", attacking(battle)), ("defender", battle.defenders)):
        leader = g.unit(largest(g, numbers))
        if leader.rating != 6:
            key = f"{who}_{'above' if leader.rating > 6 else 'below'}_average"
            die.add(DIE[key], f"{leader.commander}, {'above' if leader.rating > 6 else 'below'} average", "fyow.33.7.2.12")


def odds(read: Reading) -> list[tuple[str, float]]:
    """The ten faces, gathered by result, the worst for the attacker first."""
    found: dict[str, int] = {}
    for face in range(1, 11):
        result = str(CRT.peek(min(10, max(1, face + int(read.die))), read.column))
        found[result] = found.get(result, 0) + 1
    order = ["AR3", "AR2", "AR", "NR", "DR", "DR2", "DR3", "DR4", "DR5"]
    return [(result, found[result] / 10) for result in order if result in found]
