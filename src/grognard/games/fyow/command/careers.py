"""Section 7.1 (option change_of_command), ruling R50, and 12.4: new commanders, experience, promotion, lost HQs, morale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel import cites
from grognard.kernel.words import listing

from ..condition.condition import MORALE, general_of
from ..context import CONDITIONS, Fyow
from ..records.staff import Officer
from ..state import DESTROYED, GREEN, WITHDRAWN, Brigade, Unit
from ..tables import TABLES, number_of
from .commanders import Leader, draw_traits, rate

NAMES = {"sc": "Senior Commander", "bc": "BC", "2ic": "2iC"}


@cites("fyow.1.2.6")
def season_begins(g: Fyow) -> bool:
    """1.2.6: seasons begin on the 1st of December, March, June and September."""
    return g.new_month and g.month in (12, 3, 6, 9)


@cites("fyow.4.1.1")
def new_senior_commander(g: Fyow, side: str) -> None:
    create(g, side, "sc", "fyow.7.1.1")


@cites("fyow.4.2.1")
def new_officers(g: Fyow, side: str) -> None:
    create(g, side, "bc", "fyow.7.1.2")
    create(g, side, "2ic", "fyow.7.1.2")


def dawn(g: Fyow) -> None:
    """4.1.1, 4.2.1 at the start of a season and a month; R50 on any day."""
    replace_lost_commands(g)
    take_booty(g)
    if not g.options["change_of_command"] or not g.new_month or g.state.day == 0:
        return
    season = season_begins(g)
    for side in g.static.sides:
        if season:
            new_senior_commander(g, side)
        new_officers(g, side)
        experience(g, side)
        promotions(g, side)
        post(g, side, season)


def create(g: Fyow, side: str, kind: str, rule: str) -> None:
    """7.1.1, 7.1.2: rated on the day, and put in reserve until he is posted."""
    count = sum(o.side == side for o in g.state.staff.officers) + 1
    who = Officer(side, f"the new {NAMES[kind]} {count} of the {g.static.names[side]}", kind, 6)
    leader = _Leader(who)
    rate(g, leader, senior=kind == "sc", elite=False)
    if g.options["traits"]:
        draw_traits(g, leader, elite=False)
    g.state.staff.officers.append(who)
    g.tell("{name} joins the army reserve.", rule=rule, to=side, name=who.name)


class _Leader:
    """An officer in the reserve as `rate` and `draw_traits` know commanders."""

    def __init__(self, officer: Officer) -> None:
        object.__setattr__(self, "officer", officer)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.officer, "name" if name == "commander" else name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self.officer, name, value)


@cites("fyow.prep.4")
def rate_second(g: Fyow, number: int) -> None:
    """prep.4, 7.0.1: the 2iC of a Battlegroup is rated at the outset like its BC, for the Fractions that he will lead."""
    unit = g.unit(number)
    if not unit.second or unit.second_rating:
        return
    who = Officer(unit.side, unit.second, "2ic", 0)
    rate(g, _Leader(who), senior=False, elite=False)
    if g.options["traits"]:
        draw_traits(g, _Leader(who), elite=False)
    take_second(unit, who)


def take_second(unit: Unit, who: Officer | None) -> None:
    """7.1.6: another 2iC, or nobody until one is created."""
    who = who or Officer(unit.side, "", "2ic", 0)
    unit.second, unit.second_rating = who.name, who.rating
    unit.second_temper, unit.second_resolve = who.temper, who.resolve


def experience(g: Fyow, side: str) -> None:
    """7.1.4, 7.1.5, ruling R52: after three battles 2D6; a double raises the commander, another the Regular unit."""
    need = int(g.options["experience_battles"])
    for number in g.alive(side):
        unit = g.unit(number)
        if unit.battles < need:
            continue
        words: dict[str, Any] = {"by": side, "to": [side], "unit": number}
        dice = g.roll("2d6", "Experience of the commander of {unit}", rule="fyow.7.1.4", **words)
        better = dice[0] == dice[1] and unit.rating < 7
        if better:
            unit.rating += 1
            g.tell("{name} has learned his trade: rating {n}.", rule="fyow.7.1.4", to=side, name=unit.commander, n=unit.rating)
        dice = g.roll("2d6", "Experience of {unit}", rule="fyow.7.1.5", **words)
        veteran = dice[0] == dice[1] and g.grade(number) == "regular"
        if veteran:
            raise_grade(g, number)
        if better or veteran:
            unit.battles = 0


def raise_grade(g: Fyow, number: int) -> None:
    """7.1.5: a Regular unit becomes Elite (Veteran)."""
    unit = g.unit(number)
    for old, new in (("regular", "elite"), ("regular_enhanced", "elite_enhanced")):
        if old in unit.elements:
            unit.elements[new] = unit.elements.get(new, 0) + unit.elements.pop(old)
    g.tell("{unit} are veterans now.", rule="fyow.7.1.5", to=unit.side, unit=number)


def promotions(g: Fyow, side: str) -> None:
    """7.1.6: a 2iC who has led Fractions throws 2D6; a double makes him a BC in reserve, and another 2iC takes his place."""
    need = int(g.options["experience_battles"])
    for number in g.alive(side):
        unit = g.unit(number)
        led = [u for u in g.state.units if u.kind == "fraction" and u.commander == unit.second and u.battles >= need]
        if not unit.second or not led:
            continue
        words: dict[str, Any] = {"by": side, "to": [side], "name": unit.second}
        dice = g.roll("2d6", "Promotion of {name}", rule="fyow.7.1.6", **words)
        if dice[0] == dice[1]:
            traits = (unit.second_temper, unit.second_resolve)
            g.state.staff.officers.append(Officer(side, unit.second, "bc", unit.second_rating or 6, *traits))
            g.tell("{name} is promoted to BC.", rule="fyow.7.1.6", to=side, name=unit.second)
            spare = next((o for o in g.state.staff.officers if o.side == side and o.post == "2ic"), None)
            take_second(unit, spare)
            if spare:
                g.state.staff.officers.remove(spare)


def post(g: Fyow, side: str, season: bool) -> None:
    """7.1.3: from the reserve, on the first of a month (BCs, 2iCs) or season (Senior Commanders), for whoever is worse."""
    for number in g.alive(side):
        unit = g.unit(number)
        best = _best(g, side, "bc")
        if unit.kind == "battlegroup" and best and best.rating > unit.rating:
            _take_over(g, unit, best)
    for brigade in [b for b in g.state.brigades if b.side == side and season]:
        best = _best(g, side, "sc")
        if best and best.rating > brigade.rating:
            _take_over(g, brigade, best)


def _best(g: Fyow, side: str, kind: str) -> Officer | None:
    fit = [o for o in g.state.staff.officers if o.side == side and o.post == kind]
    return max(fit, key=lambda o: o.rating, default=None)


def _take_over(g: Fyow, place: Unit | Brigade, officer: Officer) -> None:
    g.state.staff.officers.remove(officer)
    old = place.commander
    place.commander, place.rating = officer.name, officer.rating
    place.temper, place.resolve = officer.temper, officer.resolve
    g.tell("{name} takes over from {old}.", rule="fyow.7.1.3", to=officer.side, name=officer.name, old=old)


def take_booty(g: Fyow) -> None:
    """Ruling R152: what surrendered forces left can be used from the next day: it is in the reserve pool."""
    for side, things in g.state.staff.booty.items():
        if not things:
            continue
        pool, captured = g.state.staff.pools.setdefault(side, {}), g.state.staff.captured.setdefault(side, {})
        for element, count in things.items():
            pool[element] = pool.get(element, 0) + count
            captured[element] = captured.get(element, 0) + count
        what = listing(number_of(count, element) for element, count in things.items())
        g.tell("Captured and now in the reserve: {what}.", rule="fyow.2.5.1", to=side, what=what)
        g.state.staff.booty[side] = {}


def replace_lost_commands(g: Fyow) -> None:
    """Ruling R50: for a day a Brigade whose HQ was destroyed has no Senior Command; then one with its strongest Battlegroup."""
    for number, brigade in enumerate(g.state.brigades):
        if g.unit(brigade.hq).condition != DESTROYED:
            continue
        if brigade.lost < 0:
            brigade.lost = g.state.day
            text = "{name} has lost its HQ and is without a Senior Command today."
            g.tell(text, rule="fyow.6.3.1", to=brigade.side, name=brigade.name)
            continue
        own = [n for n in g.alive(brigade.side) if g.unit(n).brigade == number and g.unit(n).kind == "battlegroup"]
        if not own:
            continue
        brigade.hq, brigade.lost = max(own, key=lambda n: (g.half_value(n), -n)), -1
        spare = _best(g, brigade.side, "sc")
        if spare and g.options["commander_losses"]:
            _take_over(g, brigade, spare)
        elif g.options["commander_losses"]:
            brigade.commander = f"the new commander of {brigade.name}"
            brigade.temper = brigade.resolve = "balanced"
            rate(g, brigade, senior=True, elite=False)
        words: dict[str, Any] = {"name": brigade.commander, "unit": brigade.hq}
        g.tell("{name} sets up his HQ with {unit}.", rule="fyow.6.3.1", to=brigade.side, **words)


# ------------------------------------------------------------------ 12.4: repair of Strategic Morale


@cites("fyow.12.4.1")
def may_repair(leader: Leader) -> bool:
    """12.4.1: the highest land commander throws if he is rated Average or better."""
    return leader.rating >= 6


def repair(g: Fyow, side: str, units: Sequence[int] = ()) -> None:
    """12.4: on a day on which a delayed third arrives; once a day, below 3, by a commander rated Average or better.

    Ruling R10: with the option it mends the condition of the worst of the Battlegroups whose losses are made good today.
    """
    hurt = [n for n in units if GREEN < g.unit(n).condition <= WITHDRAWN] if g.options["repair_raises_condition"] else []
    leader = general_of(g, side)
    nation = g.static.sides[side]
    grade = nation.get("morale") or next(k for k, names in TABLES["morale_class"].items() if nation["nation"] in names)
    die = MORALE["repair_die"].get(grade, "")
    steady = not hurt if g.options["repair_raises_condition"] else g.state.morale[side] >= MORALE["maximum"]
    if not may_repair(leader) or steady:
        return
    if not die:
        return
    words: dict[str, Any] = {"by": side, "side": side}
    score = g.roll((die or "D6").lower(), "Strategic Condition Repair of the {side}", rule="fyow.12.4.2", **words)[0]
    if leader.rating == 7 and score <= 2:
        score = g.roll((die or "D6").lower(), "The {side} throw again", rule="fyow.12.4.4", **words)[0]
    if score < MORALE["repair_score"]:
        return
    if hurt:
        worst = max(hurt, key=lambda n: (g.unit(n).condition, -n))
        g.unit(worst).condition -= 1
        words = {"unit": worst, "state": CONDITIONS[g.unit(worst).condition]}
        g.tell("{unit} is made good again: {state}.", rule="fyow.12.4.3", to=side, **words)
    else:
        g.state.morale[side] += 1
        g.tell("The {side} take heart: Strategic Morale {n}.", rule="fyow.12.4.3", side=side, n=g.state.morale[side])
