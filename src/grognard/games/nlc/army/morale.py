"""Morale (2.2, 2.3): one pure function for the morale of a unit, one for a group, and the check.

Every test of the game asks here: involuntary retreat (7.4.4), readiness for a charge (7.10.4), reaction (7.9.2),
recovery (25.1.4).
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from grognard.kernel import Tally, cites

from ..context import Nlc
from ..static import CAVALRY, INFANTRY

FRENCH = ("french",)


class Situation(Struct, frozen=True):
    """What the morale of a unit depends on besides the unit."""

    attacking: bool = False  # part of the attacking side of a normal combat (R3)
    under_guns: bool = False  # fired at by artillery in this normal combat (2.2.8)
    flanked: bool = False  # 7.6.2
    facing_guard: bool = False  # against Old or Middle Guard infantry, involuntary retreat (7.4.11)
    with_leader: bool = False  # reaction test (7.9.2)
    recovery: int | None = None  # modifiers of 25.1.4 in place of demoralization
    charged: bool = False  # receiving a charge (national rules)


DEFENDING = Situation()


def base_morale(g: Nlc, unit: int, attacking: bool) -> tuple[int, str]:
    """2.2.1 to 2.2.5: the first line that fits, and its rule."""
    data = g.units[unit]
    nation = "british" if data.nation == "kgl" and g.on("kgl_counts_as_british") else data.nation
    if nation in ("dutch", "nassau"):
        return 3, "nlc.2.2.2"
    if nation == "prussian" and data.arm == INFANTRY and data.steps[0] <= 3:
        return 3, "nlc.2.2.3"
    if "old-guard" in data.tags and data.arm == INFANTRY:
        return 5, "nlc.2.2.4"
    if nation == "british" and (data.arm == CAVALRY or (data.arm == INFANTRY and not attacking)):
        return 5, "nlc.2.2.5"
    return 4, "nlc.2.2.1"


def morale(g: Nlc, unit: int, now: Situation = DEFENDING) -> Tally:
    """2.2: the morale of one unit, with reasons. That its army is demoralized does not count (11.0.2)."""
    data = g.units[unit]
    value, rule = base_morale(g, unit, now.attacking)
    total = Tally(f"morale of {g.name(unit)}")
    total.add(value, "morale", rule)
    exempt = data.nation in ("british", "kgl")
    if g.damaged(unit) and not exempt:
        total.add(-1, "lost a step", "nlc.2.2.6")
    if now.recovery is None and g.demoralized(g.corps(unit)):
        total.add(-1, "demoralized formation", "nlc.2.2.7")
    if g.order(unit).kind == "reserve" and not now.attacking:
        total.add(-1, "in Reserve", "nlc.20.2.27")
    if g.state.recule and data.nation in FRENCH:
        total.add(-1, "la Garde recule", "nlc.7.4.12")
    if now.under_guns:
        total.add(-1, "under artillery fire", "nlc.2.2.8")
    if now.flanked:
        total.add(-2, "flanked", "nlc.2.2.9")
    if now.facing_guard:
        total.add(-1, "against the Guard", "nlc.7.4.11")
    if now.with_leader:
        total.add(1, "with a leader", "nlc.7.9.2")
    if now.recovery:
        total.add(now.recovery, "recovery", "nlc.25.1.4")
    if g.on("national_rules"):
        _national(g, unit, now, total)
    if g.on("morale_cap_5"):
        total.at_most(5, "nlc.2.2.10")
    return total.at_least(1, "nlc.2.2.10")


def _national(g: Nlc, unit: int, now: Situation, total: Tally) -> None:
    """The idea list at the end of the source, by the year of the battle (R134)."""
    data, year = g.units[unit], int(g.static.scenario.get("date", "1815")[:4])
    if data.nation == "austrian" and year >= 1809 and now.charged:
        total.add(1, "Austrians against cavalry", "nlc.notes.7")
    if data.nation == "russian" and year < 1809 and not now.attacking:
        total.add(1, "Russians on the defense", "nlc.notes.8")
    if data.nation == "prussian" and year > 1812 and not now.attacking and is_landwehr(g, unit):
        total.add(-1, "Landwehr on the defense", "nlc.notes.9")


def is_landwehr(g: Nlc, unit: int) -> bool:
    return g.units[unit].arm == INFANTRY and g.units[unit].steps[0] <= 3


def group_morale(g: Nlc, units: Sequence[int], now: Situation = DEFENDING) -> Tally:
    """2.3.1, R4: the highest infantry morale; without infantry the highest cavalry morale, then artillery."""
    return max((morale(g, unit, now) for unit in who_counts(g, units)), key=lambda tally: tally.total)


@cites("nlc.2.3.1")
def who_counts(g: Nlc, units: Sequence[int]) -> Sequence[int]:
    """2.3.1: the infantry of a group, else its cavalry, else its guns."""
    for arm in (INFANTRY, CAVALRY):
        if some := [unit for unit in units if g.units[unit].arm == arm]:
            return some
    return units


def passes(roll: int, value: Tally) -> bool:
    """2.3.2: equal or lower passes."""
    return roll <= int(value)


def check(g: Nlc, units: Sequence[int], now: Situation, why: str, rule: str) -> bool:
    """2.3.2: one die for a group."""
    value = group_morale(g, units, now)
    side = g.units[units[0]].side
    roll = g.roll("d6", why, rule=rule, by=g.seat(side), tallies=[value], unit=units[0], place=g.at(units[0]))
    ok = passes(roll[0], value)
    g.tell(
        "Morale {need}, rolled {roll}: {result}.",
        rule="nlc.2.3.2",
        need=int(value),
        roll=roll[0],
        result="passed" if ok else "failed",
    )
    return ok
