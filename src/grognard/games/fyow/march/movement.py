"""Sections 13 and 14: which links a force may try, the Movement Test, and arrival.

`may_move` judges from what the asking side knows; where the truth differs (an enemy in the box, an enemy already upon it)
the attempt is accepted and comes to nothing. `movement` is the one tally behind prompt, odds, bot and test.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from grognard.kernel import Refusal, Tally, cites
from grognard.kernel.tally import exact

from ..chance.cards import movement_d10
from ..context import Fyow
from ..engineering.roads import Break, breaks
from ..state import WITHDRAWN, Unit
from ..supply.convoys import may_leave
from ..supply.rationed import breakdown, militia, vehicles_of
from ..tables import MOVEMENT, TABLES
from ..weather.weather import blowing, gauge_effect, sky_at, snowed_in
from .classes import all_classes, worst

MODIFIERS = TABLES["movement_modifiers"]
MARCHING = {
    "move": "fyow.10.5.4", "move to contact": "fyow.10.5.7", "engage": "fyow.10.5.3", "support": "fyow.10.5.9",
    "reconnaissance": "fyow.10.5.8",
}  # fmt: skip
MOTORS = (
    "slow_tanks", "afvs", "fast_afvs", "wheeled_4", "wheeled_6", "sp_artillery", "tracked_carriers", "half_tracks",
    "awd_trucks", "other_trucks", "jeeps", "civilian_cars", "motorcycles",
)  # fmt: skip
SKIS = -4  # ruling R87
BY_SENSE = ("bicycle_troops", "wheeled_4", "wheeled_6", "other_trucks", "civilian_cars")


def allowance(unit: Unit) -> int:
    """14.3.2, 14.7.1: boards a day, by class."""
    return int(MOVEMENT[unit.moves_as]["max_boards"])


def v_barred(g: Fyow, unit: Unit) -> str:
    """14.4.1, ruling R34: the first of its classes that cannot use a V link; the table shows them in red."""
    red = red_classes(g)
    return next((row for row in sorted(all_classes(unit)) if row in red), "")


def red_classes(g: Fyow) -> list[str]:
    """14.4.1, ruling R34: the classes that no V link lets pass."""
    if g.options["v_links"] == "by_sense":
        return list(BY_SENSE)
    return [row for row in MOVEMENT if MOVEMENT[row].get("v_barred")]


def stopped_by(g: Fyow, unit: Unit, broken: Break) -> str:
    """Ruling R199: who of the force cannot pass; an empty string if everybody can."""
    barred = v_barred(g, unit)
    return "all" if broken.for_all else str(MOVEMENT[barred]["name"]) if barred else ""


def knows_of_battle(g: Fyow, number: int) -> bool:
    """Whether its side knows that this force is in a battle."""
    battle, side = g.battle_of(number), g.unit(number).side
    if battle is None:
        return False
    foes = battle.defenders if side == battle.attacker else battle.attackers
    return bool(battle.result) or battle.no_result > 0 or any(g.knows(side, foe) for foe in foes)


def may_move(g: Fyow, number: int, link: int, retreat: bool = False) -> Refusal | None:
    """The first rule against trying this link, in words that its side may read."""
    judges = (_is_able, _may_break_off, _has_moves, _link_suits, _orders_allow, _may_pursue, way_is_free, _room)
    for judge in judges:
        if judge is _orders_allow and retreat:
            continue
        if refusal := judge(g, number, link):
            return refusal
    return None


def _is_able(g: Fyow, number: int, link: int) -> Refusal | None:
    unit = g.unit(number)
    if unit.kind == "fixed":
        return Refusal("fyow.2.4.3", f"{unit.name} is a fixed work and never moves.")
    if unit.mode == "rest" and not militia(g, number):
        return Refusal("fyow.20.6.4", f"{unit.name} is at Rest today and may not try to move.")
    if not g.static.boards[unit.board].land or unit.train >= 0:
        return Refusal("fyow.13.5.2", f"{unit.name} is aboard and does not march.")
    if g.static.unit_data(unit.id).get("no_tows"):
        return Refusal("fyow.14.1.2", f"{unit.name} has no tows for its guns and does not move.")
    if unit.kind == "convoy" and (no := may_leave(g, number)):
        return no
    return ground_bears(g, unit)


def ground_bears(g: Fyow, unit: Unit) -> Refusal | None:
    """26.6.1, rulings R84 and R87: deep snow, and by option a sandstorm, stop everybody on land."""
    if blowing(g) and g.options["sandstorm_stops_movement"]:
        return Refusal("fyow.27.5.2.3", "Nobody moves on land in the sandstorm.")
    skis = g.options["ski_troops"] and (unit.moves_as == "special_forces" or "skis" in unit.elements)
    if snowed_in(g) and not skis:
        return Refusal("fyow.26.6.1", f"The snow lies too deep (gauge {g.state.weather.gauge}): nobody moves on land.")
    return None


def _has_moves(g: Fyow, number: int, link: int) -> Refusal | None:
    """14.1.1: one board in a session, however it came there; 14.7.1: the boards of the day."""
    unit = g.unit(number)
    if unit.arrived == g.now:
        return Refusal("fyow.14.1.1", f"{unit.name} has come to this board in this very session.")
    limit = allowance(unit)
    if unit.moves >= limit:
        return Refusal("fyow.14.7.1", f"{unit.name} has used its {limit} boards of the day.", limit=limit, measured=unit.moves)
    return None


def _link_suits(g: Fyow, number: int, link: int) -> Refusal | None:
    unit = g.unit(number)
    if refusal := link_suits(g, unit, link):
        return refusal
    joining = unit.moved and unit.box >= 0 and unit.arrived != g.now
    if joining:
        return Refusal("fyow.13.7.3", f"{unit.name} is joining its friends in this session.")
    if unit.stopped and (unit.moves_as in MOTORS or vehicles_of(g, number)):
        return Refusal("fyow.20.7.1.2", f"The vehicles of {unit.name} stand still until a supply throw of 10.")
    return None


def link_suits(g: Fyow, unit: Unit, link: int, board: int = -1) -> Refusal | None:
    """14.4.1, 31.2.1: V links and what is broken, for whoever would go there (from a board of its own, as a marker does)."""
    place = g.static.boards[g.static.other_end(link, unit.board if board < 0 else board)].name
    if g.static.link_v[link] and (barred := v_barred(g, unit)):
        return Refusal("fyow.14.4.1", f"The way to {place} is marked V: {MOVEMENT[barred]['name']} cannot use it.")
    for broken in breaks(g, link):
        if unit.side in broken.known and (barred := stopped_by(g, unit, broken)):
            who = "nobody passes" if broken.for_all else f"{barred} cannot pass"
            words = f"On the way to {place}, {broken.name} is broken: {who} until it is mended."
            return Refusal("fyow.31.2.1", words)
    return None


@cites("fyow.33.7.3.19")
def _may_break_off(g: Fyow, number: int, link: int) -> Refusal | None:
    """33.7.1.2, 33.7.1.5, 14.8.1: only a defender, only in the Contact session."""
    unit, battle = g.unit(number), g.battle_of(number)
    if battle is None or not knows_of_battle(g, number):
        return None
    if number in battle.attackers:
        return Refusal("fyow.14.8.1", f"{unit.name} has moved into contact and may not move on.")
    if battle.stage != "contact" or battle.since != g.now:
        return Refusal("fyow.33.7.1.5", f"The Contact session is over: {unit.name} cannot withdraw.")
    if unit.order.kind in ("defend", "support"):
        return Refusal("fyow.33.7.1.2", f"{unit.name} has orders to hold and may not move off before the enemy.")
    return None


def _orders_allow(g: Fyow, number: int, link: int) -> Refusal | None:
    unit, far = g.unit(number), g.static.far
    target = g.static.other_end(link, unit.board)
    order, place = unit.order, g.static.boards[target].name
    if unit.condition == WITHDRAWN or slips_away(unit):
        return None
    if order.kind not in MARCHING:
        if g.known_enemies(unit.side, unit.board) and unit.box < 0:
            words = f"The enemy is upon {unit.name}, and its orders ({order.kind}) do not allow withdrawal."
            return Refusal("fyow.14.8.2", words)
        return kept_by_orders(g, number, target)
    if watching(g, number):
        return _from_the_box(g, number, target)
    goal = far[order.objective]
    if goal.get(target, 10**6) >= goal.get(unit.board, 10**6):
        words = f"{place} is no way to {g.static.boards[order.objective].name}, where {unit.name} is ordered."
        return Refusal(MARCHING[order.kind], words)
    return kept_by_orders(g, number, target)


STAYS = {"defend": "fyow.10.5.2", "rest": "fyow.10.5.10", "stand by": "fyow.10.5.11", "conceal": "fyow.15.4.1"}


def kept_by_orders(g: Fyow, number: int, target: int) -> Refusal | None:
    """10.5: orders that keep a force where it is; 10.5.5: on the Move nobody enters where the enemy is known. Landing, too."""
    unit, order = g.unit(number), g.unit(number).order
    if unit.condition == WITHDRAWN:
        return None
    if order.kind not in MARCHING:
        rule = STAYS.get(order.kind, "fyow.10.5.1")
        return Refusal(rule, f"{unit.name} has orders to {order.kind}; it does not leave its board.")
    if order.kind in ("move", "support") and g.known_enemies(unit.side, target):
        place = g.static.boards[target].name
        return Refusal("fyow.10.5.5", f"The enemy is known to be at {place}; a force on the Move may not enter.")
    return None


@cites("fyow.33.8.6")
def slips_away(unit: Unit) -> bool:
    """33.8.6: driven into a box, it may try to move away by any link until the occupiers are activated, whatever its orders."""
    return unit.cornered and unit.box >= 0


def watching(g: Fyow, number: int) -> bool:
    """In the box of a board on which it knows an enemy, and in no battle."""
    unit = g.unit(number)
    return unit.box >= 0 and bool(g.known_enemies(unit.side, unit.board)) and g.battle_of(number) is None


def _from_the_box(g: Fyow, number: int, target: int) -> Refusal | None:
    """14.8.1, 16.1.1, ruling R160: it may go back by the way it came, if its orders do not bind it to attack."""
    unit = g.unit(number)
    if target != g.static.other_end(unit.edge, unit.board):
        return Refusal("fyow.14.8.1", f"{unit.name} faces the enemy in the box: it can only go back the way it came.")
    if unit.order.kind == "engage" or (unit.order.kind == "move to contact" and unit.order.contact == "engage"):
        return Refusal("fyow.14.8.1", f"{unit.name} has orders to attack and does not withdraw without a fight.")
    return None


def _may_pursue(g: Fyow, number: int, link: int) -> Refusal | None:
    """33.7.3.13: the victor may not follow the beaten into contact in the Outcome session."""
    unit = g.unit(number)
    target = g.static.other_end(link, unit.board)
    if unit.won == g.now and g.state.sighted[unit.side].get(str(target)) == g.now:
        place = g.static.boards[target].name
        return Refusal("fyow.33.7.3.13", f"The beaten enemy went to {place}; {unit.name} may follow in the next session.")
    return None


def way_is_free(g: Fyow, number: int, link: int) -> Refusal | None:
    """13.7.2, ruling R177: nobody tries a link whose box an enemy is known to hold."""
    unit = g.unit(number)
    target = g.static.other_end(link, unit.board)
    for enemy in barring(g, number, link, target):
        if g.knows(unit.side, enemy):
            return Refusal("fyow.13.7.2", f"The enemy holds the box on the way to {g.static.boards[target].name}.")
    return None


def barring(g: Fyow, number: int, link: int, target: int) -> list[int]:
    enemy = g.enemy(g.unit(number).side)
    return [n for n in g.on_board(target, enemy) + g.on_board(g.unit(number).board, enemy) if g.unit(n).box == link]


@cites("fyow.13.9.2", "fyow.15.9.1")
def capacity_of(g: Fyow) -> int:
    """15.9.1: two may share a board within the maximum value of one Battlegroup; 13.9.2: half boards hold as much."""
    return int(g.static.cap)


def _room(g: Fyow, number: int, link: int) -> Refusal | None:
    unit = g.unit(number)
    return room_for(g, unit.side, g.static.other_end(link, unit.board), g.value(number))


def room_for(g: Fyow, side: str, board: int, worth: Fraction) -> Refusal | None:
    """13.9.1: a side may have on one board the maximum value of one Battlegroup, half boards too; not counting fixed works."""
    there = sum((g.value(n) for n in g.on_board(board, side) if g.unit(n).kind != "fixed"), start=worth)
    most = capacity_of(g)
    if there > most:
        words = f"{g.static.boards[board].name} would hold {exact(there)} points; it takes {most}."
        return Refusal("fyow.13.9.1", words, limit=most, measured=exact(there))
    return None


@cites("fyow.14.10.1")
def without_points(g: Fyow, number: int) -> bool:
    """14.10.1: a Rationed force has no Movement Points; militia keeps moving (20.12.1)."""
    return g.unit(number).mode == "rationed" and not militia(g, number)


@cites("fyow.18.1.2")
def jammed(g: Fyow, friends: list[int]) -> bool:
    """18.1.2: behind a unit that is still on its way one goes on only by overtaking."""
    return any(g.moving(n) for n in friends)


def movement(g: Fyow, number: int, link: int, retreat: bool = False, companions: Sequence[int] = ()) -> Tally:
    """14.5, 14.11: Movement Points and everything that is added to the D10."""
    unit, row = g.unit(number), MOVEMENT[g.unit(number).moves_as]
    total = Tally("movement")
    points = total.add(row["mp"], f"Movement Points of {row['name']}", "fyow.14.3.2")
    if without_points(g, number):
        points.times(0, "Rationed", "fyow.20.7.1.1")
    sky, wind = sky_at(g, unit.board), g.state.weather.wind
    if sky in ("heavy_rain", "snow", "fog") and (less := worst(unit, sky)):
        total.add(less, sky.replace("_", " "), "fyow.14.11.1")
    if wind in ("high", "freezing") and (less := worst(unit, "high_winds")):
        total.add(less, f"{wind} winds", "fyow.14.11.1")
    if g.light != "day" and (less := worst(unit, f"night_{g.light}")):
        words = "moonlit night" if g.light == "moon" else "dark night"
        total.add(less, words, "fyow.14.11.2")
    if ground := gauge_effect(g, "move"):
        rule = {"winter": "fyow.26.6.1", "desert": "fyow.27.5.1.1"}.get(g.static.climate, "fyow.25.6.1")
        total.add(ground, "rain" if g.static.climate == "desert" else f"gauge {g.state.weather.gauge}", rule)
    if snowed_in(g):
        total.add(SKIS, "skis in deep snow", "fyow.26.6.1")
    elite = g.wholly_elite(number)
    if elite:
        total.add(MODIFIERS["elite"], "elite", "fyow.14.5.3")
    if bonus := retry_bonus(g, number, link):
        total.add(bonus, "tried before by daylight", "fyow.14.6.1")
    for board in (unit.board, g.static.other_end(link, unit.board)):
        friends = [n for n in g.on_board(board, unit.side) if n != number and unrelated(g, n, number)]
        friends = [n for n in friends if n not in companions]
        if jammed(g, friends):
            total.add(MODIFIERS["overtaking"], f"overtaking at {g.static.boards[board].name}", "fyow.14.9.1")
    if retreat:
        total.add(MODIFIERS["forced_retreat"], "must leave", "fyow.14.14.1")
    return total


def unrelated(g: Fyow, one: int, other: int) -> bool:
    """Ruling R37: no overtaking between parent, Fractions and Pickets."""
    a, b = g.unit(one), g.unit(other)
    return a.parent != other and b.parent != one and (a.parent < 0 or a.parent != b.parent)


def retry_bonus(g: Fyow, number: int, link: int) -> int:
    """14.6: +1 (+2 elite) for each failed daylight attempt on this link, at most +3 (+6); by day only."""
    unit = g.unit(number)
    if g.night or unit.retry_link != link:
        return 0
    elite = g.wholly_elite(number)
    bonus = unit.retries * MODIFIERS["retry"]["elite" if elite else "regular"]
    return min(int(bonus), most_bonus(elite=elite))


@cites("fyow.14.6.2")
def most_bonus(*, elite: bool) -> int:
    """14.6.2: at most +3, +6 if elite."""
    return int(MODIFIERS["retry"]["elite_max" if elite else "regular_max"])


def chance(g: Fyow, number: int, link: int, retreat: bool = False) -> int:
    """In tenths: how likely the test is to succeed."""
    need = g.static.link_cost[link] - int(movement(g, number, link, retreat))
    return max(0, min(10, 11 - need))


def attempt(g: Fyow, number: int, link: int, retreat: bool = False) -> bool:
    """14.5: the test. True: the force has left its board and stands in the box of the next one."""
    unit, static = g.unit(number), g.static
    target = static.other_end(link, unit.board)
    unit.moved = True
    unit.still, unit.calm = 0, -1  # 15.3.5: nor is this a session of staying
    total = movement(g, number, link, retreat)
    words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number, "board": target, "tallies": [total]}
    die = movement_d10(g, "{unit} sets out for {board}", rule="fyow.14.5.1", **words)
    if ambushed(g, number, link, target) or turned_back(g, number, link, target):
        return False
    if die + int(total) < static.link_cost[link]:
        failed(g, number, link, target, die + int(total))
        return False
    reached(g, number, link)
    return True


@cites("fyow.13.7.1", "fyow.15.2.1")
def into_the_box(unit: Unit, link: int) -> None:
    """13.7.1, 15.2.1: it stands in the box on the edge by which it came, and that box is its own."""
    unit.box = unit.edge = link
    unit.facing = -1


@cites("fyow.15.3.1")
def line_of_march(unit: Unit) -> None:
    """15.3.1: a force that has just come is Present, in Line of March."""
    unit.attitude = "present"


@cites("fyow.14.6.4")
def forget_attempts(unit: Unit) -> None:
    """14.6.4: after a successful move the bonus is 0 for the next link."""
    unit.retry_link, unit.retries = -1, 0


def reached(g: Fyow, number: int, link: int) -> None:
    """13.7.1, 15.2.1: it is in the box of the next board by which it came; 15.3.1: Present; concealment ends (ruling R41)."""
    unit = g.unit(number)
    target = g.static.other_end(link, unit.board)
    _leave(g, number)
    unit.board, unit.arrived = target, g.now
    into_the_box(unit, link)
    line_of_march(unit)
    unit.concealed, unit.cornered, unit.outside = {}, False, False
    unit.moves += 1
    forget_attempts(unit)
    g.tell("{unit} reaches {board}.", rule="fyow.14.5.2", to=unit.side, unit=number, board=target)
    if unit.mode == "rationed":
        breakdown(g, number)


@cites("fyow.14.6.3")
def earns_bonus(g: Fyow) -> bool:
    """14.6.3: after a failed attempt by night no earlier one counts any more."""
    return not g.night


def failed(g: Fyow, number: int, link: int, target: int, score: int) -> None:
    unit = g.unit(number)
    text = "{unit} does not get through to {board}: {score} of {cost}."
    cost = g.static.link_cost[link]
    g.tell(text, rule="fyow.14.5.2", to=unit.side, unit=number, board=target, score=score, cost=cost)
    if unit.retry_link != link:
        unit.retry_link, unit.retries = link, 0
    unit.retries = unit.retries + 1 if earns_bonus(g) else 0


def ambushed(g: Fyow, number: int, link: int, target: int) -> bool:
    """Ruling R177: an undetected enemy in the box is revealed by the attempt, which is lost; so with 33.7.1.5."""
    unit = g.unit(number)
    hidden = [n for n in barring(g, number, link, target) if not g.knows(unit.side, n)]
    if hidden:
        for enemy in hidden:
            g.spot(unit.side, enemy)
        text = "{unit} runs into the enemy on the road to {board}."
        g.tell(text, rule="fyow.13.7.2", to=unit.side, unit=number, board=target)
        return True
    if watching(g, number) and not slips_away(unit) and g.knows(g.enemy(unit.side), number) and g.now - unit.arrived < 2:
        text = "{unit} has been seen and cannot slip away yet."
        g.tell(text, rule="fyow.16.1.1", to=unit.side, unit=number)
        return True
    battle = g.battle_of(number)
    if battle and (battle.stage != "contact" or battle.since != g.now):
        for enemy in battle.attackers if number in battle.defenders else battle.defenders:
            g.spot(unit.side, enemy)
        g.tell("{unit} cannot get away: the enemy is upon it.", rule="fyow.33.7.1.5", to=unit.side, unit=number)
        return True
    return False


def turned_back(g: Fyow, number: int, link: int, target: int) -> bool:
    """Ruling R199: a bridge of whose end its side did not know stops the force at its brink, and is known from now on."""
    unit = g.unit(number)
    for broken in breaks(g, link):
        if unit.side not in broken.known and stopped_by(g, unit, broken):
            work = g.state.staff.works[broken.place]
            work.known = sorted([*work.known, unit.side])
            text = "{unit} cannot go on to {board}: {what} is down."
            g.tell(text, rule="fyow.31.2.1", to=unit.side, unit=number, board=target, what=broken.name)
            return True
    return False


def _leave(g: Fyow, number: int) -> None:
    """The force goes: it drops out of a battle that has not begun, and the enemy loses sight of it."""
    battle = g.battle_of(number)
    if battle:
        for column in (battle.attackers, battle.defenders, battle.beaten):
            if number in column:
                column.remove(number)
    g.lose_touch(number)
