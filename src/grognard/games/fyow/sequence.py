"""Section 4: the order of play, from the month down to the card. Everything here is re-enterable by `state.phase`."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Procedure, Result, cites

from .battle.report import table_session
from .brigades.groups import group_of, tidy_groups
from .chance.cards import rallies_again
from .command import careers
from .command.commanders import Leader, draw_traits, quality_of, rate
from .condition.condition import rally, weekly_morale
from .condition.victory import destroyed, victory
from .contact import decoys
from .context import HOURS, SESSIONS, Fyow
from .forces.fractions import renew
from .forces.merging import change_over
from .forces.pickets import check_links
from .march.classes import lost_its_class
from .march.movement import allowance, forget_attempts
from .orders.orders import day_draft, take_orders
from .orders.triggers import turn_cards
from .orders.week import take_aim, week_draft
from .session import umpire
from .session.activation import activate
from .session.arrangements import arrange_for_staff
from .state import DESTROYED, GREEN, Unit
from .supply.rationed import at_rest
from .supply.supply import class_routes, daily_supply
from .tables import MOVEMENT, TABLES
from .weather.weather import evening, first_weather, morning, session_weather, set_marker


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
        morale = g.state.morale[side] = TABLES["strategic_morale"]["start"]
        g.tell("The {side} take the field with Strategic Morale {n}.", rule="fyow.12.3.1", side=side, n=morale)
    for general in g.state.generals:
        get_to_know(g, general, senior=True, elite=False)
    for brigade in g.state.brigades:
        get_to_know(g, brigade, senior=True, elite=False)
    for number, unit in enumerate(g.state.units):
        elite = g.wholly_elite(number)
        read = quality_of(g, unit.side) if g.grade(number) == "regular" else ""
        get_to_know(g, unit, senior=False, elite=elite, as_elite=read == "elite", poor=read == "poor" and not elite)
        careers.rate_second(g, number)
        start_green(unit)
        if unit.stockpile < 0:
            first_stockpile(g, number)
    umpire.begin(g)


@cites("fyow.7.0.3")
def rated_outright(leader: Leader) -> bool:
    """7.0.3: a scenario or the player may set ratings outright."""
    return leader.rating > 0


@cites("fyow.prep.4")
def get_to_know(
    g: Fyow, leader: Leader, *, senior: bool, elite: bool, as_elite: bool = False, poor: bool = False
) -> None:
    """prep.4: each commander gets a competency rating and, if traits are used, two trait throws."""
    if not rated_outright(leader):
        rate(g, leader, senior=senior, elite=elite or as_elite, poor=poor)
    if g.options["traits"]:
        draw_traits(g, leader, elite=elite)


@cites("fyow.prep.5")
def start_green(unit: Unit) -> None:
    unit.condition = GREEN


@cites("fyow.20.0.2")
def first_stockpile(g: Fyow, number: int) -> None:
    """20.0.2: at the start each Battlegroup throws 3D6 for its Stockpile."""
    unit = g.unit(number)
    words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number}
    dice = TABLES["supply"]["start_stockpile_dice"]
    unit.stockpile = g.roll(f"{dice}d6", "First Stockpile of {unit}", rule="fyow.prep.7", **words).total


def name_the_month(g: Fyow) -> None:
    """prep.10: if the scenario names no month, a D12 does (1 is January)."""
    if g.static.month_open:
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
    due = [d for d in s.stores.deliveries if d.origin == "replenishment" and not g.new_month]
    umpire.dawn(g)
    yield from umpire.agents_join(g)
    late = [d for d in due if not any(d is left for left in s.stores.deliveries)]  # 12.4.1: what has come today
    careers.dawn(g)
    turn_cards(g)
    for side in g.static.sides:
        if any(d.side == side for d in late):
            careers.repair(g, side, [d.unit for d in late if d.side == side and d.unit >= 0])
    if s.day == 0:
        first_weather(g)
    elif g.new_month:
        set_marker(g, "fyow.4.2.4")
    if g.new_week and s.day > 0:
        morale_of_the_week(g)
    if g.new_week:
        umpire.week(g)
        deal_order_cards(g, "Weekly Order Cards: {names}.", "fyow.4.3.2")
    s.phase = "week" if g.new_week else "weather"


@cites("fyow.4.3.1")
def morale_of_the_week(g: Fyow) -> None:
    for side in g.static.sides:
        weekly_morale(g, side)


def deal_order_cards(g: Fyow, text: str, rule: str) -> None:
    """def.11, ruling R14: at random among all commands; a later one sees that an earlier one has planned, not what."""
    commands = [brigade.commander for brigade in g.state.brigades]
    if rule == "fyow.4.3.2":  # 10.1.1: Generals, and Air and Naval Commands; a Brigade only where it is the highest command
        under = [general.side for general in g.state.generals]
        commands = [general.commander for general in g.state.generals]
        commands += [brigade.commander for brigade in g.state.brigades if brigade.side not in under]
        commands += [command.commander for command in g.state.air.commands]
        commands += [command.commander for command in g.state.fleet.commands]
    order = g.shuffle(commands, to=None)
    g.tell(text, rule=rule, names=", then ".join(order))


def week(g: Fyow) -> Procedure:
    """4.3.2, 4.3.3, 10.1.1: all highest commands set out options; then all dice are thrown."""
    answers = yield g.together(*(week_draft(g, side) for side in g.static.sides))
    g.tell("All options for the week are set out; the dice fall.", rule="fyow.4.3.3")
    for side in g.static.sides:
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
    answers = yield g.together(*(day_draft(g, side) for side in g.static.sides))
    for side in g.static.sides:
        take_orders(g, side, answers[side])
    g.state.phase = "supply"


@cites("fyow.4.4.4", "fyow.prep.6")
def note_routes(g: Fyow) -> None:
    """4.4.4, prep.6: the supply route of each Brigade is classed, on the first day and whenever it has changed."""
    class_routes(g)


@cites("fyow.3.8.2")
def with_parent(unit: Unit) -> bool:
    """3.8.2: a Picket next to its parent is part of it: no throws, no card."""
    return unit.kind == "picket" and not unit.cut


@cites("fyow.4.4.6")
def supply_throws(g: Fyow, numbers: list[int]) -> None:
    """4.4.6: each BC throws supply for his force."""
    for number in numbers:
        daily_supply(g, number)


def supply(g: Fyow) -> Procedure:
    """4.4.4, 4.4.6: routes, supply throws, then those who may rally."""
    note_routes(g)
    regular = [n for n in g.in_the_field() if g.unit(n).kind != "partisans"]  # they need no supply (34.5.1)
    supply_throws(g, [n for n in regular if not with_parent(g.unit(n))])
    for number in regular:
        for _ in range(2 if rallies_again(g, "land") else 1):
            rally(g, number)
    umpire.after_supply(g)
    g.state.phase, g.state.session = "session", 0
    return
    yield


@cites("fyow.1.0.1")
def day_is_over(session: int) -> bool:
    """1.0.1: a campaign day has six sessions."""
    return session == SESSIONS


@cites("fyow.4.5.1", "fyow.prep.12")
def deal_cards(g: Fyow) -> list[int]:
    """4.5.1, prep.12: every holder is dealt one card."""
    return g.shuffle(holders_of_cards(g))


def session(g: Fyow) -> Procedure:
    """4.5.1: the next session: light, then every holder of a card is dealt one."""
    s = g.state
    if day_is_over(s.session):
        s.phase = "night"
        return
    s.session += 1
    change_over(g)
    for number in g.alive():
        g.unit(number).faced = g.engaged(number)
    session_weather(g)
    umpire.session(g)
    hour = HOURS[s.session - 1]
    light = {"day": "daylight", "moon": "a moonlit night", "dark": "dark night"}[g.light]
    g.heading("{hour}:00, session {n}, {light}", rule="fyow.1.2.5", hour=f"{hour:02}", n=s.session, light=light)
    check_links(g)
    tidy_groups(g)
    s.pack = deal_cards(g)
    s.phase, s.step = "cards", ""
    return
    yield


@cites("fyow.def.12")
def holders_of_cards(g: Fyow) -> list[int]:
    """def.12: every Battlegroup, Fraction and Senior Command; Pickets hold none."""
    units = [n for n in g.alive() if not with_parent(g.unit(n))]
    units = [n for n in units if not g.unit(n).waits and g.unit(n).train < 0]
    units = [n for n in units if group_of(g, n) is None]
    seniors = [-1 - n for n, brigade in enumerate(g.state.brigades) if g.unit(brigade.hq).condition != DESTROYED]
    return units + seniors + umpire.holders(g)


@cites("fyow.4.5.2")
def next_card(g: Fyow) -> int:
    """4.5.2: in the order of the cards, lowest first."""
    return g.state.pack[0]


def cards(g: Fyow) -> Procedure:
    """4.5.2: units and commands act in the order of their cards."""
    s = g.state
    while s.pack:
        g.checkpoint()
        yield from activate(g, next_card(g))
        s.pack.pop(0)
        s.step = ""
        g.reveal()  # the next card
        g.checkpoint()
    yield from table_session(g)
    end_of_session(g)
    umpire.session_ends(g)
    s.phase = "session"


@cites("fyow.14.2.1", "fyow.15.8.1")
def lose_a_board(unit: Unit) -> None:
    """14.2.1, 15.8.1, ruling R138: a session that began and ended in engagement takes one board off the allowance."""
    unit.moves = min(allowance(unit), unit.moves + 1)


def end_of_session(g: Fyow) -> None:
    """14.2.1: engagement takes a board of the allowance; 10.5.2: who holds his ground for a session digs in."""
    for number in g.in_the_field():
        unit = g.unit(number)
        if lost_its_class(unit):
            before = unit.moves_as
            renew(g, number)
            if unit.moves_as != before:
                row = str(MOVEMENT[unit.moves_as]["name"]).lower()
                g.tell("{unit} marches as {row} from now on.", rule="fyow.33.10.3", to=unit.side, unit=number, row=row)
        engaged = g.engaged(number)
        if engaged and unit.faced:
            had = unit.moves
            lose_a_board(unit)
            if unit.moves > had and g.known_enemies(unit.side, unit.board):
                text = "{unit} faces the enemy at {board}: a board less to move today."
                g.tell(text, rule="fyow.14.2.1", to=unit.side, unit=number, board=unit.board)
        if engaged:
            unit.fought = True
            forget_attempts(unit)  # ruling R49
        unit.still = 0 if unit.moved or unit.arrived == g.now else unit.still + 1
        unit.moved = False
        # what it does not know does not stop it (nothing hidden leaks); battle/combat_table.py judges who dug in too late
        unchallenged = not g.known_enemies(unit.side, unit.board) and unit.attacked != g.now
        unit.calm = unit.calm + 1 if unit.attitude == "deployed" and unchallenged and not at_rest(unit) else 0
        dug_in = unit.order.kind in ("defend", "support") and unit.order.objective == unit.board and unit.still >= 1
        dug_in = dug_in and unit.train < 0 and not g.cramped(number)  # who sits on a train is not in the trenches
        ready = unit.attitude == "present" and unit.box < 0 and not unit.disarray and not at_rest(unit)
        if dug_in and ready and unchallenged:
            unit.attitude, unit.facing, unit.dug = "deployed", unit.edge, g.now
            g.tell("{unit} has dug in at {board}.", rule="fyow.10.5.2", to=unit.side, unit=number, board=unit.board)


@cites("fyow.4.7.1")
def adjust_gauge(g: Fyow) -> None:
    """4.7.1: at the end of the day, beside the losses that were recorded."""
    evening(g)


def night(g: Fyow) -> Procedure:
    """4.7: the gauge; what counts as today begins anew."""
    adjust_gauge(g)
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


arrange_for_staff()

PHASES = {
    "dawn": dawn, "week": week, "weather": weather, "plan": plan, "supply": supply, "session": session, "cards": cards,
    "night": night,
}  # fmt: skip

__all__ = ["Result", "play"]
