"""Section 4: the order of play, from the month down to the card. Everything here is re-enterable by `state.phase`."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Procedure, Result, in_force

from . import careers, decoys, umpire
from .activation import activate
from .command import draw_traits, quality_of, rate
from .condition import rally, weekly_morale
from .context import HOURS, SESSIONS, Fyow
from .groups import group_of, tidy_groups
from .movement import allowance
from .orders import day_draft, take_aim, take_orders, week_draft
from .pickets import check_links
from .report import table_session
from .state import AMBER, DESTROYED, GREEN
from .static import TABLES
from .supply import class_routes, daily_supply
from .triggers import turn_cards
from .victory import destroyed, victory
from .weather import evening, first_weather, morning, session_weather, set_marker


def play(g: Fyow) -> Procedure:
    """The campaign, from wherever it stands."""
    s = g.state
    if not s.open_control:  # a save from before spectators had a list of their own
        s.open_control = [""] * g.static.size
    if s.phase == "setup":
        set_up_forces(g)
        s.phase = "dawn"
        g.checkpoint()
    while s.phase != "over":
        yield from PHASES[s.phase](g)
        g.checkpoint()
    return victory(g)


def set_up_forces(g: Fyow) -> None:
    """prep.4, prep.5, prep.7, 12.3.1: ratings, traits, Stockpiles; everybody starts Green, Strategic Morale is 3."""
    name_the_month(g)
    for side in g.static.sides:
        morale = g.state.morale[side] = TABLES["strategic_morale"]["start"] if in_force("fyow.12.3.1") else 1
        g.tell("The {side} take the field with Strategic Morale {n}.", rule="fyow.12.3.1", side=side, n=morale)
    for brigade in g.state.brigades:
        if (not brigade.rating or not in_force("fyow.7.0.3")) and in_force("fyow.prep.4"):
            rate(g, brigade, senior=True, elite=False)
        if g.options["traits"]:
            draw_traits(g, brigade, elite=False)
    for number, unit in enumerate(g.state.units):
        elite = g.wholly_elite(number)
        if (not unit.rating or not in_force("fyow.7.0.3")) and in_force("fyow.prep.4"):
            read = quality_of(g, unit.side) if g.grade(number) == "regular" else ""
            rate(g, unit, senior=False, elite=elite or read == "elite", poor=read == "poor" and not elite)
        unit.condition = GREEN if in_force("fyow.prep.5") else AMBER
        if g.options["traits"]:
            draw_traits(g, unit, elite=elite)
        if unit.stockpile < 0:
            words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number}
            dice = TABLES["supply"]["start_stockpile_dice"] if in_force("fyow.20.0.2") else 1
            thrown = g.roll(f"{dice}d6", "First Stockpile of {unit}", rule="fyow.prep.7", **words).total
            unit.stockpile = thrown if in_force("fyow.prep.7") else 0
    umpire.begin(g)


def name_the_month(g: Fyow) -> None:
    """prep.10: if the scenario names no month, a D12 does (1 is January)."""
    if g.static.month_open and in_force("fyow.prep.10"):
        g.state.first_month = g.roll("d12", "The month in which the campaign begins", rule="fyow.prep.10")[0]


def dawn(g: Fyow) -> Procedure:
    """4.2, 4.3.1: the date; on the first of a month the weather marker; on the first of a week Strategic Morale."""
    s = g.state
    for side in g.static.sides:
        if not g.alive(side):
            raise destroyed(g, side)
    if s.day >= g.static.days:
        s.phase = "over"
        return
    g.moment("day")
    date = f"{g.date.day} {g.date:%B %Y}"
    g.heading("{date}", rule="fyow.1.1.3", date=date)
    stores, today = s.stores.deliveries, s.day
    late = [d for d in stores if d.origin == "replenishment" and d.unit >= 0 and d.day <= today and not g.new_month]
    umpire.dawn(g)
    careers.dawn(g)
    turn_cards(g)
    for side in g.static.sides:
        if any(d.side == side for d in late):
            careers.repair(g, side, [d.unit for d in late if d.side == side])
    if s.day == 0:
        first_weather(g)
    elif g.new_month:
        set_marker(g, "fyow.4.2.4")
    if g.new_week and s.day > 0 and in_force("fyow.4.3.1"):
        for side in g.static.sides:
            weekly_morale(g, side)
    if g.new_week:
        umpire.week(g)
        deal_order_cards(g, "Weekly Order Cards: {names}.", "fyow.4.3.2")
    s.phase = "week" if g.new_week else "weather"
    return
    yield


def deal_order_cards(g: Fyow, text: str, rule: str) -> None:
    """def.11, ruling R14: at random among all commands; a later one sees that an earlier one has planned, not what."""
    if in_force(rule):
        commands = [brigade.commander for brigade in g.state.brigades]
        if rule == "fyow.4.3.2":  # 10.1.1: Air and Naval Commands plan the week too
            commands += [command.commander for command in g.state.air.commands]
            commands += [command.commander for command in g.state.fleet.commands]
        order = g.shuffle(commands, to=None)
        g.tell(text, rule=rule, names=", then ".join(order))


def week(g: Fyow) -> Procedure:
    """4.3.2, 4.3.3, 10.1.1: all highest commands set out options; then all dice are thrown."""
    if in_force("fyow.10.1.1"):
        answers = yield g.together(*(week_draft(g, side) for side in g.static.sides))
        g.tell("All options for the week are set out; the dice fall.", rule="fyow.4.3.3")
        for side in g.static.sides if in_force("fyow.4.3.3") else ():
            take_aim(g, side, answers[side])
    g.state.phase = "weather"


def weather(g: Fyow) -> Procedure:
    """4.4.2: weather, wind and moonlight of the day (thrown already on the first day)."""
    if g.state.day > 0:
        morning(g)
    deal_order_cards(g, "Daily Order Cards: {names}.", "fyow.4.4.5")
    g.state.phase = "plan"
    return
    yield


def plan(g: Fyow) -> Procedure:
    """4.4.5, 10.2.0.1: Senior Commands plan the day, sealed; then the dice turn options into orders."""
    if in_force("fyow.10.2.0.1"):
        answers = yield g.together(*(day_draft(g, side) for side in g.static.sides))
        for side in g.static.sides:
            take_orders(g, side, answers[side])
    g.state.phase = "supply"


def supply(g: Fyow) -> Procedure:
    """4.4.4, 4.4.6: routes, supply throws, then those who may rally."""
    if in_force("fyow.4.4.4") and in_force("fyow.prep.6"):
        class_routes(g)
    regular = [n for n in g.alive() if g.unit(n).kind != "partisans"]  # they need no supply (34.5.1)
    for number in regular:
        if g.unit(number).kind != "picket" or g.unit(number).cut or not in_force("fyow.3.8.2"):
            if in_force("fyow.4.4.6"):
                daily_supply(g, number)
    for number in regular:
        rally(g, number)
    umpire.after_supply(g)
    g.state.phase, g.state.session = "session", 0
    return
    yield


def session(g: Fyow) -> Procedure:
    """4.5.1: the next session: light, then every holder of a card is dealt one."""
    s = g.state
    if s.session == SESSIONS and in_force("fyow.1.0.1"):
        s.phase = "night"
        return
    s.session += 1
    session_weather(g)
    umpire.session(g)
    hour = HOURS[s.session - 1] if in_force("fyow.1.2.5") else s.session
    light = {"day": "daylight", "moon": "a moonlit night", "dark": "dark night"}[g.light]
    g.heading("{hour}:00, session {n}, {light}", rule="fyow.1.2.5", hour=f"{hour:02}", n=s.session, light=light)
    check_links(g)
    tidy_groups(g)
    s.pack = g.shuffle(holders_of_cards(g)) if in_force("fyow.4.5.1") and in_force("fyow.prep.12") else []
    s.phase, s.step = "cards", ""
    return
    yield


def holders_of_cards(g: Fyow) -> list[int]:
    """def.12: every Battlegroup, Fraction and Senior Command; Pickets hold none."""
    units = [n for n in g.alive() if g.unit(n).kind != "picket" or g.unit(n).cut or not in_force("fyow.3.8.2")]
    units = [n for n in units if not g.unit(n).waits and g.unit(n).train < 0]
    units = [n for n in units if group_of(g, n) is None or not in_force("fyow.2.9.5")]
    seniors = [-1 - n for n, brigade in enumerate(g.state.brigades) if g.unit(brigade.hq).condition != DESTROYED]
    return units + seniors + umpire.holders(g) if in_force("fyow.def.12") else units


def cards(g: Fyow) -> Procedure:
    """4.5.2: units and commands act in the order of their cards."""
    s = g.state
    while s.pack:
        g.checkpoint()
        yield from activate(g, s.pack[0])
        s.pack.pop(0)
        if not in_force("fyow.4.5.2"):
            s.pack.reverse()
        s.step = ""
        g.reveal()  # the next card
        g.checkpoint()
    yield from table_session(g)
    end_of_session(g)
    umpire.session_ends(g)
    s.phase = "session"


def end_of_session(g: Fyow) -> None:
    """14.2.1: engagement takes a board of the allowance; 10.5.2: who holds his ground for a session digs in."""
    for number in g.alive():
        unit = g.unit(number)
        engaged = g.engaged(number)
        if engaged and in_force("fyow.14.2.1") and in_force("fyow.15.8.1"):
            unit.moves = min(allowance(unit), unit.moves + 1)
        if engaged:
            unit.fought = True
        unit.still = 0 if unit.moved or unit.arrived == g.now else unit.still + 1
        unit.moved = False
        # what it does not know does not stop it (nothing hidden leaks); who dug in too late is judged at combat (combat.py)
        unchallenged = not g.known_enemies(unit.side, unit.board) and unit.attacked != g.now
        unit.calm = unit.calm + 1 if unit.attitude == "deployed" and unchallenged and unit.mode != "rest" else 0
        dug_in = unit.order.kind in ("defend", "support") and unit.order.objective == unit.board and unit.still >= 1
        ready = unit.attitude == "present" and unit.box < 0 and not unit.disarray and unit.mode != "rest"
        if dug_in and ready and unchallenged and in_force("fyow.10.5.2"):
            unit.attitude, unit.facing, unit.dug = "deployed", unit.edge, g.now
            g.tell("{unit} has dug in at {board}.", rule="fyow.10.5.2", to=unit.side, unit=number, board=unit.board)


def night(g: Fyow) -> Procedure:
    """4.7: the gauge; what counts as today begins anew."""
    if in_force("fyow.4.7.1"):
        evening(g)
    umpire.night(g)
    decoys.new_day(g)
    for unit in g.state.units:
        unit.moves = 0
        unit.fought_yesterday, unit.fought = unit.fought, False
        unit.attacked_today, unit.attacker_today = 0, False
    g.state.day += 1
    g.state.session = 0
    g.state.phase = "dawn"
    return
    yield


PHASES = {
    "dawn": dawn, "week": week, "weather": weather, "plan": plan, "supply": supply, "session": session, "cards": cards,
    "night": night,
}  # fmt: skip

__all__ = ["Result", "play"]
