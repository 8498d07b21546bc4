"""The general: an opponent that sets out the options of a good staff and lets its Battlegroups do what their orders ask.

It works on a world imagined from its chair: its own forces are as they are, the unknown enemy is anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

from grognard.kernel.scene import OddsView

from . import duties
from .battle import COLUMNS
from .bot_senior import best_march, best_release, best_senior_act, column
from .bot_services import best_air_act, best_landing, best_naval_act
from .combat import odds, reading
from .fractions import Detachment, may_detach
from .movement import allowance, chance, knows_of_battle
from .orders import Plan, may_order, staff_plan, suggested_aims
from .state import RED, Battle, Order
from .static import ELEMENTS
from .victory import points

if TYPE_CHECKING:
    from grognard.kernel import Chair

    from .context import Fyow


def evaluate(g: Fyow, side: str) -> float:
    """Objectives held and forces left, own less enemy's."""
    held = points(g, g.state.control)
    enemy = g.enemy(side)
    force = sum(g.half_value(n) for n in g.alive(side)) - sum(g.half_value(n) for n in g.alive(enemy))
    return held[side] - held[enemy] + force / 400


def battle_odds(g: Fyow, question: dict[str, Any]) -> list[OddsView]:
    """{"attackers": ["b1"], "defenders": ["g2"]}: the results of an attack where the defenders stand."""
    ids = [unit.id for unit in g.state.units]
    attackers = [ids.index(name) for name in question["attackers"]]
    defenders = [ids.index(name) for name in question["defenders"]]
    board = g.unit(defenders[0]).board
    read = reading(g, Battle(board, g.unit(attackers[0]).side, attackers, defenders))
    words = f"{read.attack} against {read.defend}, column {COLUMNS[read.column]}"
    return [OddsView(words, odds(read), "fyow.33.7.2.13")]


STRONG = 40  # Combat Value of a force that may look for a fight
GUARD = 3  # of one that can hold a board against patrols


class General:
    """Chooses for a chair."""

    def choose(self, chair: Chair) -> Any:
        return decide(lambda: chair.imagine().g, chair.decision, str(chair.side))


def decide(world: Callable[[], Fyow], decision: Any, side: str) -> Any:
    """What the general answers; `world` gives the position as his side may imagine it."""
    if decision.form == "checked" and decision.rule not in ("fyow.3.4.2", "fyow.2.5.4", "fyow.2.9.2"):
        return decision.suggestions()[0]
    g = world()
    if decision.rule == "fyow.2.5.4":
        return best_release(g, side, decision.suggestions())
    if decision.rule == "fyow.2.9.2":
        members = [g.unit(n).id for n in column(g, -1 - g.state.pack[0])]
        return decision.suggestions()[0] if not members or decision.refusals(members) else members
    if decision.rule == "fyow.3.4.2":
        named = company_for(g, g.state.pack[0])
        fits = named is not None and not decision.refusals(named)
        return named if fits else decision.suggestions()[0]
    if decision.rule == "fyow.10.1.1":
        from .condition import highest

        return suggested_aims(g, side, g.state.brigades[highest(g, side)].rating)[0]
    if decision.rule == "fyow.10.2.0.1":
        return day_plans(g, side)
    options = list(decision.options)
    if decision.rule == "fyow.4.6.2":
        return best_senior_act(g, -1 - g.state.pack[0], options)
    if decision.rule == "fyow.4.6.5":
        return best_air_act(g, g.state.pack[0] - 1000, options)
    if decision.rule == "fyow.4.6.6":
        return best_naval_act(g, g.state.pack[0] - 2000, options)
    if decision.rule == "fyow.4.6.3" and any(option[0] == "land" for option in options):
        return best_landing(g, g.state.pack[0], [option for option in options if option[0] == "land"])
    if decision.rule == "fyow.4.6.3":
        return best_act(g, g.state.pack[0], options)
    if decision.rule == "fyow.33.7.3.1":
        return hold_or_go(g, side, options)
    if decision.rule == "fyow.2.9.5":
        return best_march(g, options)
    if decision.rule == "fyow.33.8.6":
        return "stay"
    return options[0]


# ------------------------------------------------------------------ the day's plans


def day_plans(g: Fyow, side: str) -> list[Plan]:
    """Each Battlegroup gets its own goal; where every option of a set leads to it, the dice cannot spoil the plan."""
    taken: set[int] = set()
    plans: list[Plan] = []
    units = [
        n for n in g.alive(side) if g.unit(n).kind in ("battlegroup", "fraction") and g.static.boards[g.unit(n).board].land
    ]
    joint = joint_attack(g, side, units)
    guarded: set[int] = set()  # boards on which somebody is to stay
    for number in sorted(units, key=lambda n: (g.combat_value(n) < STRONG, -_reach(g, n), n)):
        last = len(plans)
        if g.combat_value(number) < STRONG and left_alone(g, number, guarded):
            plans += _options(g, number, _hold(g.unit(number).board))
        elif number in joint:
            taken.add(joint[number])
            plans += _options(g, number, [Order("engage", joint[number]), Order("move to contact", joint[number])])
        else:
            plans += unit_plan(g, number, taken)
        here = g.static.boards[g.unit(number).board].id
        if all(plan.objective == here for plan in plans[last:]):
            guarded.add(g.unit(number).board)
    return plans + duties.advised(g, side)


def _hold(board: int) -> list[Order]:
    return [Order("defend", board), Order("stand by", board)]


def left_alone(g: Fyow, number: int, guarded: set[int]) -> bool:
    """A small force on an objective of its side on which nobody else is to stay."""
    unit = g.unit(number)
    mine = unit.board in g.static.objectives and g.state.known_control[unit.side][unit.board] == unit.side
    return mine and unit.board not in guarded and unit.condition < RED and not unit.disarray and not knows_of_battle(g, number)


def _reach(g: Fyow, number: int) -> int:
    return allowance(g.unit(number))


def unit_plan(g: Fyow, number: int, taken: set[int]) -> list[Plan]:
    unit = g.unit(number)
    fit = unit.condition < RED and not unit.disarray and unit.mode != "rest"
    if not fit or knows_of_battle(g, number) or g.options["direct_command"]:
        return staff_plan(g, number)
    strike = best_attack(g, number, taken)
    goal = best_goal(g, number, taken)
    if lead(g, unit.side) > 0 and g.state.day >= g.static.days - 1 and sole_guard(g, number):
        strike = goal = None  # who leads on the last day keeps what he has
    if strike is not None and (goal is None or strike[1] > goal[1]):
        taken.add(strike[0])
        return _options(g, number, [Order("engage", strike[0]), Order("move to contact", strike[0])])
    if goal is not None:
        taken.add(goal[0])
        taken.update(goal[2])
        return _options(g, number, [Order("move to contact", goal[0], "observe"), Order("move", goal[0])])
    lost = lost_objective(g, number, taken) if lead(g, unit.side) <= 0 else None
    if lost is not None:
        taken.add(lost)
        if desperate(g, unit.side):
            return _options(g, number, [Order("engage", lost), Order("move to contact", lost)])
        return _options(g, number, [Order("move to contact", lost, "observe"), Order("move", lost)])
    taken.add(unit.board)
    return _options(g, number, _hold(unit.board))


def lead(g: Fyow, side: str) -> int:
    """Objective points more than the enemy, as the side believes."""
    held = points(g, g.state.known_control[side])
    return held[side] - held[g.enemy(side)]


def desperate(g: Fyow, side: str) -> bool:
    """The last day, and no lead."""
    return g.state.day >= g.static.days - 1 and lead(g, side) <= 0


def safe_road(g: Fyow, side: str, start: int, goal: int) -> list[int]:
    """The boards of a way over land, without the first: round known enemies, and round objectives that he may well guard."""
    static, held = g.static, g.state.known_control[side]
    best, came = {start: 0}, {start: start}
    heap = [(0, start)]
    while heap:
        cost, board = heappop(heap)
        if board == goal:
            break
        if cost > best[board]:
            continue
        for link in static.land_links(board):
            other = static.other_end(link, board)
            price = cost + static.link_cost[link]
            if other != goal:
                price += 25 * dangerous(g, side, other) + (2 * static.objectives.get(other, 0) if held[other] != side else 0)
            if price < best.get(other, 10**6):
                best[other], came[other] = price, board
                heappush(heap, (price, other))
    road = [goal]
    while came.get(road[-1], start) != start:
        road.append(came[road[-1]])
    return road[::-1]


def joint_attack(g: Fyow, side: str, units: list[int]) -> dict[int, int]:
    """Forces that together would probably drive a known enemy from an objective, where none could alone: force -> board."""
    best: tuple[float, list[int], int] = (0.0, [], -1)
    fit = [n for n in units if g.unit(n).condition < RED and not g.unit(n).disarray and g.unit(n).mode != "rest"]
    fit = [n for n in fit if not knows_of_battle(g, n) and g.combat_value(n) >= STRONG]
    for board, worth in g.static.objectives.items():
        foes = [n for n in g.known_enemies(side, board) if n in g.state.met[side]]
        near = [n for n in fit if board in g.static.far[g.unit(n).board] and g.unit(n).board != board]
        near = [n for n in near if len(safe_road(g, side, g.unit(n).board, board)) <= 2]
        if not foes or len(near) < 2 or max(chances(g, [n], foes, board) for n in near) >= 0.6:
            continue
        hope = chances(g, near, foes, board)
        if hope >= 0.5 and worth * hope > best[0]:
            best = (worth * hope, near, board)
    return dict.fromkeys(best[1], best[2])


def sole_guard(g: Fyow, number: int) -> bool:
    """It stands on an objective of its side, and nobody else does."""
    unit = g.unit(number)
    mine = unit.board in g.static.objectives and g.state.known_control[unit.side][unit.board] == unit.side
    return mine and not any(n != number and g.combat_value(n) >= GUARD for n in g.on_board(unit.board, unit.side))


def lost_objective(g: Fyow, number: int, taken: set[int]) -> int | None:
    """For a strong force without a free goal: the nearest objective that the enemy holds."""
    unit, side = g.unit(number), g.unit(number).side
    threatened = unit.board in g.static.objectives and dangerous(g, side, unit.board)
    if g.combat_value(number) < STRONG or (threatened and not (desperate(g, side) and not sole_guard(g, number))):
        return None
    held, far = g.state.known_control[side], g.static.far[unit.board]
    foreign = [b for b in g.static.objectives if held[b] != side and b in far and b not in taken and b != unit.board]
    return min(foreign, key=lambda b: (far[b] - g.static.objectives[b], b), default=None)


def _options(g: Fyow, number: int, orders: list[Order]) -> list[Plan]:
    """As a legal set: the preferred one sensible, the other cautious; else as the staff says."""
    legal = [order for order in orders if may_order(g, number, order.kind, order.objective) is None]
    if len(legal) < 2:
        return staff_plan(g, number)
    name, boards = g.unit(number).id, g.static.boards
    slots = ("sensible", "cautious")
    return [Plan(name, slot, o.kind, boards[o.objective].id, o.contact) for slot, o in zip(slots, legal, strict=True)]


def dangerous(g: Fyow, side: str, board: int) -> bool:
    """An enemy was seen there within the last two days."""
    when = g.state.sighted[side].get(str(board))
    return when is not None and g.now - when <= 12


def best_goal(g: Fyow, number: int, taken: set[int]) -> tuple[int, float, list[int]] | None:
    """The board whose road takes most objective points for the days left, through boards where nobody was seen."""
    unit, side = g.unit(number), g.unit(number).side
    held = g.state.known_control[side]
    worth = g.static.objectives
    days = max(1, g.static.days - g.state.day)
    moves = allowance(unit) * days
    stake = worth.get(unit.board, 0) if sole_guard(g, number) else 0
    best: tuple[int, float, list[int]] | None = None
    for board in worth:
        if board == unit.board or board not in g.static.far[unit.board] or board in taken:
            continue
        road = safe_road(g, side, unit.board, board)
        if any(dangerous(g, side, b) for b in road) or len(road) > moves:
            continue
        new = [b for b in road if worth.get(b) and held[b] != side and b not in taken]
        if not new:
            continue
        gain = sum(worth[b] for b in new) / (len(road) + 1) - 0.12 * stake
        if gain > 0 and (best is None or gain > best[1]):
            best = (board, gain, new)
    return best


def best_attack(g: Fyow, number: int, taken: set[int]) -> tuple[int, float] | None:
    """A known enemy on an objective within reach whom it would probably drive out."""
    unit, side = g.unit(number), g.unit(number).side
    reach = g.static.reach_over_land(unit.board)
    best: tuple[int, float] | None = None
    for board, points_there in g.static.objectives.items():
        foes = [n for n in g.known_enemies(side, board) if n in g.state.met[side]]
        if not foes or board in taken or board not in g.static.far[unit.board] or board == unit.board:
            continue
        steps = len(reach.path_to(board)) - 1
        if steps > allowance(unit):
            continue
        hope = chances(g, [number], foes, board)
        if hope >= 0.6 and (best is None or points_there * hope / (steps + 2) > best[1]):
            best = (board, points_there * hope / (steps + 2))
    return best


def chances(g: Fyow, attackers: list[int], defenders: list[int], board: int) -> float:
    """How likely the defenders are driven out, less how likely the attack is beaten off; who is unknown may be anything."""
    side = g.unit(attackers[0]).side
    if any(n not in g.state.met[side] for n in defenders):
        return 0.35 if g.combat_value(*attackers) >= STRONG and desperate(g, side) else 0.0
    table = dict(odds(reading(g, Battle(board, g.unit(attackers[0]).side, attackers, defenders))))
    return sum(p for r, p in table.items() if r.startswith("DR")) - 0.5 * sum(p for r, p in table.items() if r.startswith("AR"))


# ------------------------------------------------------------------ at the card


def free_objectives(g: Fyow, side: str) -> list[int]:
    """Objectives that it does not hold or that nobody of its own stands on, where no enemy is known."""
    held = g.state.known_control[side]
    found = [b for b in g.static.objectives if held[b] != side or not g.on_board(b, side)]
    return [b for b in found if not g.known_enemies(side, b) and not dangerous(g, side, b)]


def best_picket(g: Fyow, number: int, acts: list[Any]) -> Any:
    """A platoon on the next objective takes or keeps it."""
    unit, side = g.unit(number), g.unit(number).side
    if sum(n for e, n in unit.elements.items() if ELEMENTS[e].get("figure")) < 60:
        return None
    free = free_objectives(g, side)
    held = g.state.known_control[side]
    ways = [a for a in acts if a[2] == "platoon" and g.static.other_end(a[1], unit.board) in free]
    ways = [a for a in ways if not g.on_board(g.static.other_end(a[1], unit.board), side)]

    def worth(act: Any) -> tuple[int, int]:
        board = g.static.other_end(act[1], unit.board)
        return (g.static.objectives[board] + (5 if held[board] != side else 0), -act[1])

    return max(ways, key=worth) if ways else None


def company_for(g: Fyow, number: int) -> Detachment | None:
    """A company for an objective that nobody is on his way to."""
    unit, side = g.unit(number), g.unit(number).side
    men = max((e for e in unit.elements if ELEMENTS[e].get("figure")), key=lambda e: (unit.elements[e], e), default="")
    if not men or unit.elements[men] < 90 or unit.kind != "battlegroup" or g.known_enemies(side, unit.board):
        return None
    part = {men: 34, **({"lmg": min(2, unit.elements["lmg"])} if unit.elements.get("lmg") else {})}
    if unit.order.objective != unit.board and sole_guard(g, number):  # somebody stays behind
        named = Detachment(part, "defend", g.static.boards[unit.board].id, "engage")
        return None if any(may_detach(g, number, named)) else named
    bound = {g.unit(n).order.objective for n in g.alive(side)} | {g.unit(n).board for n in g.alive(side)}
    free = [b for b in free_objectives(g, side) if b not in bound and b in g.static.far[unit.board]]
    if not free:
        return None
    held = g.state.known_control[side]
    far = g.static.far[unit.board]
    goal = max(free, key=lambda b: ((g.static.objectives[b] + (5 if held[b] != side else 0)) / (2 + far[b]), -b))
    named = Detachment(part, "move to contact", g.static.boards[goal].id, "observe")
    return None if any(may_detach(g, number, named)) else named


def hold_or_go(g: Fyow, side: str, options: list[Any]) -> Any:
    """After NR: whoever is more likely to win goes on."""
    for battle in g.state.battles:
        if battle.no_result and battle.attackers and battle.defenders:
            hope = chances(g, battle.attackers, battle.defenders, battle.board)
            if side == battle.attacker:
                return options[0] if hope >= 0.1 else options[1]
            return options[0] if hope <= 0.6 else options[1]
    return options[0]


def keeps(g: Fyow, number: int) -> bool:
    """A small force alone on an objective does not leave it."""
    unit = g.unit(number)
    alone = g.on_board(unit.board, unit.side) == [number]
    return unit.kind == "fraction" and alone and unit.board in g.static.objectives and g.combat_value(number) < STRONG


def best_step(g: Fyow, number: int, moves: list[Any]) -> Any:
    """Along the safe road to its objective; if that way is not open, the surest that brings it nearer."""
    unit = g.unit(number)
    if unit.order.objective != unit.board and unit.order.objective in g.static.far[unit.board]:
        step = safe_road(g, unit.side, unit.board, unit.order.objective)[0]
        ways = [act for act in moves if g.static.other_end(act[1], unit.board) == step]
        if ways and chance(g, number, ways[0][1]) >= 2:
            return ways[0]
    goal = g.static.far[unit.order.objective]
    return max(moves, key=lambda a: (chance(g, number, a[1]) - goal[g.static.other_end(a[1], unit.board)], -a[1]))


def best_act(g: Fyow, number: int, options: list[Any]) -> Any:
    """Reorganise, fight if the odds are good, march by the surest way, else dig in."""
    kinds: dict[str, list[Any]] = {}
    for option in options:
        kinds.setdefault(option[0], []).append(option)
    unit = g.unit(number)
    strange = [n for n in g.known_enemies(unit.side, unit.board) if n not in g.state.met[unit.side]]
    if "gather" in kinds and strange:
        return kinds["gather"][0]
    if (out := best_picket(g, number, kinds.get("picket", []))) is not None:
        return out
    if "form" in kinds and company_for(g, number) is not None:
        return kinds["form"][0]
    for kind in ("reorganise", "fortify", "land"):
        if kind in kinds:
            return kinds[kind][0]
    for act in kinds.get("assault", []):
        if chances(g, [number], [act[1]], unit.board) >= 0.3:
            return act
    if "move" in kinds and not keeps(g, number):
        best = best_step(g, number, kinds["move"])
        if chance(g, number, best[1]) >= 1:
            return best
    if "deploy" in kinds and unit.order.kind == "defend" and unit.attitude == "present":
        return kinds["deploy"][0]
    return next(option for option in options if option[0] == "stay")
