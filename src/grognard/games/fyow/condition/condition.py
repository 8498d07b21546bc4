"""Section 12 and the base rules of Strategic Condition: milestones, rallying, Strategic Morale."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grognard.kernel import Tally, cites
from grognard.kernel.tally import round_up

from ..context import CONDITIONS, Fyow
from ..state import AMBER, DESTROYED, GREEN, RED, WITHDRAWN, Brigade, General
from ..tables import KEYS, TABLES

TABLE = TABLES["strategic_condition"]
MORALE = TABLES["strategic_morale"]
COUNTED = ("battlegroup", "fraction", "fixed")  # Pickets, convoys and partisans shake nobody (ruling R155)
STATES = {GREEN: "green", AMBER: "amber", RED: "red", WITHDRAWN: "withdrawn", DESTROYED: "destroyed"}


@cites("fyow.base.sc.1")
def milestone(g: Fyow, number: int) -> int:
    """base.sc.1, ruling R8: 15% of the starting value if mostly Poor, 25% Regular, 33% Elite, rounded up."""
    percent = g.static.milestones[g.grade(number)]
    return round_up(Fraction(g.unit(number).start, 2) * percent / 100)


def count_loss(g: Fyow, number: int, points: int) -> None:
    """base.sc.2: points lost outside the losses table are summed; each full milestone is one step down."""
    unit = g.unit(number)
    if unit.condition == DESTROYED:
        return
    unit.lost += points
    step = milestone(g, number)
    while unit.lost >= step > 0 and unit.condition < WITHDRAWN:
        unit.lost -= step
        g.fall_to(number, unit.condition + 1, "fyow.base.sc.2")


def rally_score(g: Fyow, number: int) -> Tally:
    """base.sc.4: what is added to the rallying D6."""
    unit = g.unit(number)
    bonus = Tally("rally")
    hq = g.state.brigades[unit.brigade].hq
    if g.unit(hq).condition != DESTROYED and g.unit(hq).board == unit.board:
        bonus.add(TABLE["rally_bonus_with_senior_command"], "with the Senior Command", "fyow.base.sc.4")
    return bonus


def may_rally(g: Fyow, number: int) -> bool:
    unit = g.unit(number)
    steady = not unit.fought_yesterday and not unit.disarray and unit.mode == "active" and not g.engaged(number)
    return GREEN < unit.condition <= WITHDRAWN and steady


@cites("fyow.12.1.2", "fyow.33.9.1")
def rally(g: Fyow, number: int) -> None:
    """12.1.2, 33.9.1, base.sc.4: Elite 4+, Regular 5+, Poor 6; success is one step up."""
    if not may_rally(g, number):
        return
    unit, bonus = g.unit(number), rally_score(g, number)
    words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number, "tallies": [bonus]}
    die = g.d6("{unit} rallies", rule="fyow.base.sc.4", **words)
    if die + int(bonus) >= TABLE["rally_score"][g.grade(number)]:
        unit.condition -= 1
        state = CONDITIONS[unit.condition]
        g.tell("{unit} takes heart: {state}.", rule="fyow.12.1.2", to=unit.side, unit=number, state=state)


# ------------------------------------------------------------------ 12.2, 12.3: Strategic Morale


def highest(g: Fyow, side: str) -> int:
    """Ruling R158: the highest land commander of a side on the map; of equals the one with the most valuable force."""
    own = [n for n, brigade in enumerate(g.state.brigades) if brigade.side == side]
    own = [n for n in own if g.unit(g.state.brigades[n].hq).condition != DESTROYED] or own  # who is lost commands nobody (R50)
    return max(own, key=lambda n: sum(g.half_value(u) for u in g.alive(side) if g.unit(u).brigade == n))


@cites("fyow.6.2.1")
def general_of(g: Fyow, side: str) -> General | Brigade:
    """6.2.1, ruling R206: the General over the Brigades; without one on the map the highest commander stands for him (R158)."""
    named = [general for general in g.state.generals if general.side == side]
    return named[0] if named else g.state.brigades[highest(g, side)]


@cites("fyow.12.2.1")
def morale_dice(g: Fyow, side: str) -> Tally:
    """12.2.1, 12.3.2: dice by the condition of each Battlegroup and the rating of the General."""
    rating = KEYS[general_of(g, side).rating]
    dice = Tally("dice")
    for number, unit in enumerate(g.state.units):
        if unit.side == side and unit.kind in ("battlegroup", "fixed"):
            state = state_for_morale(g, number)
            count = MORALE[STATES[state]][rating]
            if count:
                dice.add(count, f"{unit.name} {CONDITIONS[state]}", "fyow.12.3.2")
    return dice


def state_for_morale(g: Fyow, number: int) -> int:
    """Ruling R155: a Battlegroup of which only Fractions are left counts in the condition of the largest."""
    unit = g.unit(number)
    left = [n for n in g.alive(unit.side) if number in (g.unit(n).parent, g.unit(n).chief)]
    if unit.condition != DESTROYED or not left:
        return unit.condition
    return g.unit(max(left, key=lambda n: (g.half_value(n), -n))).condition


@cites("fyow.12.2.2")
def morale_due(g: Fyow, side: str) -> bool:
    """12.2.2: only after at least one Battlegroup dropped in condition since the last weekly check."""
    return any(unit.fell for unit in g.state.units if unit.side == side and unit.kind in COUNTED)


def weekly_morale(g: Fyow, side: str) -> None:
    """12.3: a 1 on any die lowers Strategic Morale by 1; at 0 the force withdraws from the campaign."""
    due = morale_due(g, side)
    for unit in g.state.units:
        if unit.side == side:
            unit.fell = False
    dice = morale_dice(g, side)
    if not due or not int(dice):
        return
    nation = g.static.sides[side]
    grade = nation.get("morale") or next(k for k, names in TABLES["morale_class"].items() if nation["nation"] in names)
    die = MORALE["die"][grade].lower()
    roll = g.roll(f"{int(dice)}{die}", "Strategic Morale of the {side}", rule="fyow.12.3.3", by=side, side=side, tallies=[dice])
    if 1 in roll:
        g.state.morale[side] -= 1
        left = g.state.morale[side]
        g.tell("The {side} lose heart: Strategic Morale {left}.", rule="fyow.12.3.4", side=side, left=left)
    if g.state.morale[side] <= 0:
        winner = g.enemy(side)
        text = f"The {g.static.names[side]} withdraw from the campaign: their Strategic Morale is 0."
        raise g.over(winner, text, rule="fyow.12.3.5", scores={winner: 1.0, side: 0.0})
