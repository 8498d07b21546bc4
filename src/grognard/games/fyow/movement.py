"""Sections 13 and 14: which links a force may try, the Movement Test, and arrival.

`may_move` judges from what the asking side knows; where the truth differs (an enemy in the box, an enemy already upon it)
the attempt is accepted and comes to nothing. `movement` is the one tally behind prompt, odds, bot and test.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel import Refusal, Tally, in_force
from grognard.kernel.tally import exact

from .context import Fyow
from .convoys import may_leave
from .state import WITHDRAWN, Unit
from .static import MOVEMENT, TABLES
from .supply import militia, vehicles_of
from .weather import blowing, gauge_effect, sky_at, snowed_in

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


def v_barred(g: Fyow, unit: Unit) -> bool:
    """14.4.1, ruling R34."""
    if g.options["v_links"] == "by_sense":
        return unit.moves_as in BY_SENSE
    return bool(MOVEMENT[unit.moves_as]["v_barred"])


def knows_of_battle(g: Fyow, number: int) -> bool:
    """Whether its side knows that this force is in a battle."""
    battle, side = g.battle_of(number), g.unit(number).side
    if battle is None:
        return False
    foes = battle.defenders if side == battle.attacker else battle.attackers
    return bool(battle.result) or battle.no_result > 0 or any(g.knows(side, foe) for foe in foes)


def may_move(g: Fyow, number: int, link: int, retreat: bool = False) -> Refusal | None:
    """The first rule against trying this link, in words that its side may read."""
    judges = (_is_able, _may_break_off, _has_moves, _link_suits, _orders_allow, _may_pursue, _way_is_free, _room)
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
    if blowing(g) and g.options["sandstorm_stops_movement"]:
        return Refusal("fyow.27.5.2.3", "Nobody moves on land in the sandstorm.")
    skis = g.options["ski_troops"] and (unit.moves_as == "special_forces" or "skis" in unit.elements)
    if snowed_in(g) and not skis:
        return Refusal("fyow.26.6.1", f"The snow lies too deep (gauge {g.state.weather.gauge}): nobody moves on land.")
    return None


def _has_moves(g: Fyow, number: int, link: int) -> Refusal | None:
    """14.1.1: one board in a session, however it came there; 14.7.1: the boards of the day."""
    unit = g.unit(number)
    if unit.arrived == g.now and (no := Refusal("fyow.14.1.1", f"{unit.name} has come to this board in this very session.")):
        return no
    limit = allowance(unit)
    if unit.moves >= limit:
        return Refusal("fyow.14.7.1", f"{unit.name} has used its {limit} boards of the day.", limit=limit, measured=unit.moves)
    return None


def _link_suits(g: Fyow, number: int, link: int) -> Refusal | None:
    unit, place = g.unit(number), g.static.boards[g.static.other_end(link, g.unit(number).board)].name
    if g.static.link_v[link] and v_barred(g, unit):
        return Refusal("fyow.14.4.1", f"The way to {place} is marked V: {MOVEMENT[unit.moves_as]['name']} cannot use it.")
    joining = unit.moved and unit.box >= 0 and unit.arrived != g.now
    if joining and (no := Refusal("fyow.13.7.3", f"{unit.name} is joining its friends in this session.")):
        return no
    if unit.stopped and unit.moves_as in MOTORS:
        return Refusal("fyow.20.7.1.2", f"The vehicles of {unit.name} stand still until a supply throw of 10.")
    return None


def _may_break_off(g: Fyow, number: int, link: int) -> Refusal | None:
    """33.7.1.2, 33.7.1.5, 14.8.1: only a defender, only in the Contact session."""
    unit, battle = g.unit(number), g.battle_of(number)
    if battle is None or not knows_of_battle(g, number):
        return None
    older = [b for b in g.state.battles if b is not battle and number in b.attackers + b.defenders]
    if older and not in_force("fyow.33.7.3.19"):
        return Refusal("fyow.33.7.1.5", f"{unit.name} has fought here and cannot withdraw.")
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
    if unit.condition == WITHDRAWN:
        return None
    if order.kind not in MARCHING:
        if g.known_enemies(unit.side, unit.board) and unit.box < 0:
            words = f"The enemy is upon {unit.name}, and its orders ({order.kind}) do not allow withdrawal."
            if no := Refusal("fyow.14.8.2", words):
                return no
        stays = {"defend": "fyow.10.5.2", "rest": "fyow.10.5.10", "stand by": "fyow.10.5.11", "conceal": "fyow.15.4.1"}
        rule = stays.get(order.kind, "fyow.10.5.1")
        return Refusal(rule, f"{unit.name} has orders to {order.kind}; it does not leave its board.")
    if watching(g, number):
        return _from_the_box(g, number, target)
    goal = far[order.objective]
    if goal.get(target, 10**6) >= goal.get(unit.board, 10**6):
        words = f"{place} is no way to {g.static.boards[order.objective].name}, where {unit.name} is ordered."
        return Refusal(MARCHING[order.kind], words)
    if order.kind in ("move", "support") and g.known_enemies(unit.side, target):
        return Refusal("fyow.10.5.5", f"The enemy is known to be at {place}; a force on the Move may not enter.")
    return None


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


def _way_is_free(g: Fyow, number: int, link: int) -> Refusal | None:
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


def _room(g: Fyow, number: int, link: int) -> Refusal | None:
    """13.9.1: a side may have on one board the maximum value of one Battlegroup, half boards too; not counting fixed works."""
    unit = g.unit(number)
    target = g.static.other_end(link, unit.board)
    there = sum((g.value(n) for n in g.on_board(target, unit.side) if g.unit(n).kind != "fixed"), start=g.value(number))
    most = g.static.cap if in_force("fyow.15.9.1") else 0
    if g.static.boards[target].half and not in_force("fyow.13.9.2"):
        most //= 2
    if there > most:
        words = f"{g.static.boards[target].name} would hold {exact(there)} points; it takes {most}."
        return Refusal("fyow.13.9.1", words, limit=most, measured=exact(there))
    return None


def movement(g: Fyow, number: int, link: int, retreat: bool = False, companions: Sequence[int] = ()) -> Tally:
    """14.5, 14.11: Movement Points and everything that is added to the D10."""
    unit, row = g.unit(number), MOVEMENT[g.unit(number).moves_as]
    total = Tally("movement")
    points = total.add(row["mp"], f"Movement Points of {row['name']}", "fyow.14.3.2")
    if unit.mode == "rationed" and in_force("fyow.14.10.1") and not militia(g, number):
        points.times(0, "Rationed", "fyow.20.7.1.1")
    sky, wind = sky_at(g, unit.board), g.state.weather.wind
    if sky in ("heavy_rain", "snow", "fog") and row[sky]:
        total.add(row[sky], sky.replace("_", " "), "fyow.14.11.1")
    if wind in ("high", "freezing") and row["high_winds"]:
        total.add(row["high_winds"], f"{wind} winds", "fyow.14.11.1")
    if g.light != "day" and row[f"night_{g.light}"]:
        words = "moonlit night" if g.light == "moon" else "dark night"
        total.add(row[f"night_{g.light}"], words, "fyow.14.11.2")
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
        if any(g.moving(n) for n in friends) and in_force("fyow.18.1.2"):
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
    most = MODIFIERS["retry"]["elite_max" if elite else "regular_max"]
    return int(min(bonus, most)) if in_force("fyow.14.6.2") else int(bonus)


def chance(g: Fyow, number: int, link: int, retreat: bool = False) -> int:
    """In tenths: how likely the test is to succeed."""
    need = g.static.link_cost[link] - int(movement(g, number, link, retreat))
    return max(0, min(10, 11 - need))


def attempt(g: Fyow, number: int, link: int, retreat: bool = False) -> bool:
    """14.5: the test. True: the force has left its board and stands in the box of the next one."""
    unit, static = g.unit(number), g.static
    target = static.other_end(link, unit.board)
    unit.moved = True
    unit.still = unit.calm = 0
    total = movement(g, number, link, retreat)
    words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number, "board": target, "tallies": [total]}
    die = g.roll("d10", "{unit} sets out for {board}", rule="fyow.14.5.1", **words)[0] if in_force("fyow.14.5.1") else 10
    if ambushed(g, number, link, target):
        return False
    if die + int(total) < static.link_cost[link] and in_force("fyow.14.5.2"):
        failed(g, number, link, target, die + int(total))
        return False
    reached(g, number, link)
    return True


def reached(g: Fyow, number: int, link: int) -> None:
    """13.7.1, 15.2.1: it is in the box of the next board by which it came; 15.3.1: Present; concealment ends (ruling R41)."""
    unit = g.unit(number)
    target = g.static.other_end(link, unit.board)
    _leave(g, number)
    way = link if in_force("fyow.15.2.1") else next(n for n in g.static.land_links(target) if n != link)
    unit.board, unit.box, unit.edge = target, way if in_force("fyow.13.7.1") else -1, way
    unit.attitude = "present" if in_force("fyow.15.3.1") else unit.attitude
    unit.facing, unit.arrived = -1, g.now
    unit.concealed = {}
    unit.moves += 1
    if in_force("fyow.14.6.4"):
        unit.retry_link, unit.retries = -1, 0
    g.tell("{unit} reaches {board}.", rule="fyow.14.5.2", to=unit.side, unit=number, board=target)
    if unit.mode == "rationed":
        _breakdown(g, number)


def failed(g: Fyow, number: int, link: int, target: int, score: int) -> None:
    unit = g.unit(number)
    text = "{unit} does not get through to {board}: {score} of {cost}."
    cost = g.static.link_cost[link]
    g.tell(text, rule="fyow.14.5.2", to=unit.side, unit=number, board=target, score=score, cost=cost)
    if unit.retry_link != link:
        unit.retry_link, unit.retries = link, 0
    if not g.night or not in_force("fyow.14.6.3"):
        unit.retries += 1


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
    if watching(g, number) and g.knows(g.enemy(unit.side), number) and g.now - unit.arrived < 2 and in_force("fyow.16.1.1"):
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


def _leave(g: Fyow, number: int) -> None:
    """The force goes: it drops out of a battle that has not begun, and the enemy loses sight of it."""
    battle = g.battle_of(number)
    if battle:
        for column in (battle.attackers, battle.defenders, battle.beaten):
            if number in column:
                column.remove(number)
    g.lose_touch(number)


def _breakdown(g: Fyow, number: int) -> None:
    """20.7.1.2: after a move while Rationed 2D6 of 5 or less disable all vehicles."""
    unit = g.unit(number)
    if militia(g, number) or not vehicles_of(g, number):
        return
    words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number}
    if g.roll("2d6", "Do the vehicles of {unit} keep going?", rule="fyow.20.7.1.2", **words).total <= 5:
        unit.stopped = True
        g.tell("The vehicles of {unit} are out of fuel.", rule="fyow.20.7.1.2", to=unit.side, unit=number)
