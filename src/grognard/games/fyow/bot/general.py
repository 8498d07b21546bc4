"""The general: an opponent that sets out the options of a good staff and lets its Battlegroups do what their orders ask.

It works on a world imagined from its chair: its own forces are as they are, the unknown enemy is anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import acts
from ..acts import STAY, of_kind
from ..asks import Ask
from ..battle.barrage import Guns
from ..battle.combat_table import odds, reading
from ..battle.paper import Pursuit
from ..battle.report import Verdict
from ..battle.retreat import InTheBox
from ..condition.victory import points
from ..contact.information import NUMBERS
from ..forces.fractions import Detachment, may_detach
from ..march.movement import chance, knows_of_battle, watching
from ..orders.binding import able, aim_of, preferred, serves
from ..orders.order_kinds import may_order
from ..orders.orders import staff_plan
from ..orders.week import suggested_weeks
from ..partisans.missions import Ambush
from ..planning import duties
from ..planning.plans import Plan
from ..state import DESTROYED, RED, Battle, Order
from ..tables import ELEMENTS
from .plans import STRONG, Outlook, dangerous, last_seen, safe_road
from .senior import best_march, best_release, best_senior_act, column
from .services import best_air_act, best_landing, best_naval_act

if TYPE_CHECKING:
    from grognard.kernel import Chair

    from ..context import Fyow


def evaluate(g: Fyow, side: str) -> float:
    """Objectives held and forces left, own less enemy's."""
    held = points(g, g.state.control)
    enemy = g.enemy(side)
    force = sum(g.half_value(n) for n in g.alive(side)) - sum(g.half_value(n) for n in g.alive(enemy))
    return held[side] - held[enemy] + force / 400


GUARD = 3  # of one that can hold a board against patrols


class General:
    """Chooses for a chair."""

    plans = (Ask.DAY,)

    def choose(self, chair: Chair) -> Any:
        return self.decided(lambda: chair.imagine().g, chair.decision, str(chair.side))

    def decided(self, world: World, decision: Any, side: str) -> Any:
        return decide(world, decision, side)

    def outlook(self, g: Fyow, side: str) -> Outlook:
        return outlook_of(g, side)

    def rank(self, chair: Chair) -> list[Any]:
        """His choice; of the day's plans also what he thought of besides, the best first."""
        if chair.decision.name != Ask.DAY:
            return [self.choose(chair)]
        g, side = chair.imagine().g, str(chair.side)
        outlook = self.outlook(g, side)
        best = outlook.best()
        return [written(g, side, sent) for sent in (best, *outlook.others(best))]


World = Callable[[], "Fyow"]  # the position as his side may imagine it


def decide(world: World, decision: Any, side: str) -> Any:
    """What the general answers."""
    return ANSWERS[decision.name](world, decision, side)


def first_offer(world: World, decision: Any, side: str) -> Any:
    """What the rules or the staff put first serves: everything committed, losses as they come, the contact on paper."""
    return decision.suggestions()[0] if decision.form == "checked" else decision.options[0]


def what_to_observe(world: World, decision: Any, side: str) -> list[str]:
    """How strong they are comes first; numbers need the types."""
    wishes: list[str] = decision.suggestions()[0]
    return [w for w in wishes if w.startswith("types")] + [w for w in wishes if w.startswith(NUMBERS)] or wishes


def the_column(world: World, decision: Any, side: str) -> Any:
    g = world()
    members = [g.unit(n).id for n in column(g, -1 - g.state.pack[0])]
    return decision.suggestions()[0] if not members or decision.refusals(members) else members


def the_detachment(world: World, decision: Any, side: str) -> Any:
    g = world()
    named = company_for(g, g.state.pack[0])
    fits = named is not None and not decision.refusals(named)
    return named if fits else decision.suggestions()[0]


def the_week(world: World, decision: Any, side: str) -> Any:
    return suggested_weeks(world(), side)[0]


def the_card(world: World, decision: Any, side: str) -> Any:
    g, options = world(), list(decision.options)
    landings = of_kind(options, acts.Land)
    return best_landing(g, g.state.pack[0], landings) if landings else best_act(g, g.state.pack[0], options)


def after_no_result(world: World, decision: Any, side: str) -> Any:
    return hold_or_go(world(), side, list(decision.options))


def the_air_card(world: World, decision: Any, side: str) -> Any:
    g = world()
    return best_air_act(g, g.state.pack[0] - 1000, list(decision.options))


def the_naval_card(world: World, decision: Any, side: str) -> Any:
    g = world()
    return best_naval_act(g, g.state.pack[0] - 2000, list(decision.options))


def the_senior_card(world: World, decision: Any, side: str) -> Any:
    g = world()
    return best_senior_act(g, -1 - g.state.pack[0], list(decision.options))


ANSWERS: dict[Ask, Callable[[World, Any, str], Any]] = {
    Ask.AGENT: first_offer,
    Ask.WEEK: the_week,
    Ask.DAY: lambda world, decision, side: day_plans(world(), side),
    Ask.ACT: the_card,
    Ask.SENIOR_ACT: the_senior_card,
    Ask.MARCH_OF_GROUP: lambda world, decision, side: best_march(world(), list(decision.options)),
    Ask.GROUP: the_column,
    Ask.RESERVES: lambda world, decision, side: best_release(world(), side, decision.suggestions()),
    Ask.ORDERS_OF_MERGED: first_offer,
    Ask.DETACHMENT: the_detachment,
    Ask.ORDERS_OF_FRACTION: first_offer,
    Ask.OBSERVE: what_to_observe,
    Ask.FROM_THE_BOX: first_offer,
    Ask.WAVE: first_offer,
    Ask.WHOM_TO_ATTACK: first_offer,
    Ask.AIR_ACT: the_air_card,
    Ask.AIR_TARGET: first_offer,
    Ask.NAVAL_ACT: the_naval_card,
    Ask.AMBUSH: lambda world, decision, side: Ambush.WATCH,
    Ask.SETTLE: first_offer,
    Ask.BARRAGE: lambda world, decision, side: Guns.FIRE,
    Ask.COUNTER_BATTERY: lambda world, decision, side: Guns.FIRE,
    Ask.COMMIT: first_offer,
    Ask.LOSSES: first_offer,
    Ask.ATTACK_AGAIN: after_no_result,
    Ask.HOLD_ON: after_no_result,
    Ask.SECOND_ATTACK: lambda world, decision, side: Pursuit.ATTACK,
    Ask.RETREAT: first_offer,
    Ask.IN_THE_BOX: lambda world, decision, side: InTheBox.STAY,
    Ask.REPORT: first_offer,
    Ask.AGREE: lambda world, decision, side: Verdict.AGREE,
}


# ------------------------------------------------------------------ the day's plans


def day_plans(g: Fyow, side: str) -> list[Plan]:
    """Each force is sent where it helps most."""
    return written(g, side, outlook_of(g, side).best())


def outlook_of(g: Fyow, side: str) -> Outlook:
    return Outlook(g, side, [n for n in on_land(g, side) if at_hand(g, n)])


def on_land(g: Fyow, side: str) -> list[int]:
    kinds, boards = ("battlegroup", "fraction"), g.static.boards
    return [n for n in g.alive(side) if g.unit(n).kind in kinds and boards[g.unit(n).board].land]


def written(g: Fyow, side: str, sent: dict[int, int]) -> list[Plan]:
    """The sets of options that bring forces there; where every option of a set leads there, the dice cannot spoil the plan."""
    plans: list[Plan] = []
    for number in on_land(g, side):
        if g.unit(g.state.brigades[g.unit(number).brigade].hq).condition == DESTROYED:
            continue  # nobody gives it orders today (ruling R50)
        if number in sent:
            plans += march(g, number, sent[number])
        elif fit(g, number) and knows_of_battle(g, number):
            plans += _options(g, number, _hold(g.unit(number).board))
        else:
            plans += staff_plan(g, number)
    return obedient(g, side, plans) + duties.advised(g, side)


def obedient(g: Fyow, side: str, plans: list[Plan]) -> list[Plan]:
    """10.1.2: where too few of a Brigade serve the aim that the dice chose, the nearest others are given it by the staff."""
    for number, brigade in enumerate(g.state.brigades):
        if brigade.side != side or f"brigade {number}" not in g.state.aim:
            continue
        aim = aim_of(g, side, number)
        far = g.static.far[aim[1]]
        forces = sorted(able(g, number, aim[1]), key=lambda n: (far[g.unit(n).board], n))
        astray = [n for n in forces if not serves(g, n, aim, preferred(g, n, plans))]
        for force in astray[: max(0, -(-len(forces) // 2) - (len(forces) - len(astray)))]:
            plans = [plan for plan in plans if plan.unit != g.unit(force).id] + staff_plan(g, force)
    return plans


def fit(g: Fyow, number: int) -> bool:
    unit = g.unit(number)
    return unit.condition < RED and not unit.disarray and unit.mode != "rest" and not g.options["direct_command"]


def at_hand(g: Fyow, number: int) -> bool:
    """Fit, and in no battle."""
    return fit(g, number) and not knows_of_battle(g, number)


def march(g: Fyow, number: int, goal: int) -> list[Plan]:
    if goal == g.unit(number).board:
        return _options(g, number, _hold(goal))
    other = Order("move", goal) if watching(g, number) else Order("engage", goal)  # from the box it must first go back
    return _options(g, number, [Order("move to contact", goal, "observe"), other])


def _hold(board: int) -> list[Order]:
    """Who stays drives off whatever comes up: even a platoon in the box wears a battalion down."""
    return [Order("engage", board), Order("defend", board)]


def lead(g: Fyow, side: str) -> int:
    """Objective points more than the enemy, as the side believes."""
    held = points(g, g.state.known_control[side])
    return held[side] - held[g.enemy(side)]


def desperate(g: Fyow, side: str) -> bool:
    """The last day, and no lead."""
    return g.state.day >= g.static.days - 1 and lead(g, side) <= 0


def sole_guard(g: Fyow, number: int) -> bool:
    """It stands on an objective of its side, and nobody else does."""
    unit = g.unit(number)
    mine = unit.board in g.static.objectives and g.state.known_control[unit.side][unit.board] == unit.side
    return mine and not any(n != number and g.combat_value(n) >= GUARD for n in g.on_board(unit.board, unit.side))


def _options(g: Fyow, number: int, orders: list[Order]) -> list[Plan]:
    """As a legal set: the preferred one sensible, the other cautious; else as the staff says."""
    legal = [order for order in orders if may_order(g, number, order.kind, order.objective) is None]
    if len(legal) < 2:
        return staff_plan(g, number)
    name, boards = g.unit(number).id, g.static.boards
    slots = ("sensible", "cautious")
    return [Plan(name, slot, o.kind, boards[o.objective].id, o.contact) for slot, o in zip(slots, legal, strict=True)]


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


def best_picket(g: Fyow, number: int, offered: list[acts.SendPicket]) -> acts.SendPicket | None:
    """A platoon on the next objective takes or keeps it."""
    unit, side = g.unit(number), g.unit(number).side
    if sum(n for e, n in unit.elements.items() if ELEMENTS[e].get("figure")) < 60:
        return None
    free = [b for b in g.static.objectives if not g.known_enemies(side, b)]  # seen yesterday, he may be gone today
    held = g.state.known_control[side]
    ways = [a for a in offered if a.what == "platoon" and g.static.other_end(a.link, unit.board) in free]
    ways = [a for a in ways if not g.on_board(g.static.other_end(a.link, unit.board), side)]

    def worth(act: acts.SendPicket) -> tuple[int, int]:
        board = g.static.other_end(act.link, unit.board)
        return (g.static.objectives[board] + (5 if held[board] != side else 0), -act.link)

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
        return next_door(g, number, part)
    held = g.state.known_control[side]
    far = g.static.far[unit.board]
    goal = max(free, key=lambda b: ((g.static.objectives[b] + (5 if held[b] != side else 0)) / (2 + far[b]), -b))
    named = Detachment(part, "move to contact", g.static.boards[goal].id, "observe")
    return None if any(may_detach(g, number, named)) else named


def next_door(g: Fyow, number: int, part: dict[str, int]) -> Detachment | None:
    """A company against an objective next door that a platoon may hold; on the last day, without a lead, whoever holds it.

    Who comes after it finds a defender who was attacked today already (33.7.2.10).
    """
    unit, side = g.unit(number), g.unit(number).side
    last = desperate(g, side)
    if g.state.session > 4 or (g.state.session > 3 and last):
        return None
    near = {g.static.other_end(link, unit.board) for link in g.static.land_links(unit.board)}
    held, met = g.state.known_control[side], g.state.met[side]
    targets = [b for b in near if b in g.static.objectives and held[b] != side]
    targets = [b for b in targets if last or g.combat_value(*[n for n in last_seen(g, side, b) if n in met]) < STRONG]
    if not last:
        bound = {g.unit(n).order.objective for n in g.alive(side) if n != number}
        targets = [b for b in targets if b not in bound]
    if not targets:
        return None
    goal = max(targets, key=lambda b: (g.static.objectives[b], -b))
    named = Detachment(part, "engage", g.static.boards[goal].id)
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


def best_step(g: Fyow, number: int, moves: list[acts.Move]) -> acts.Move:
    """Along the safe road to its objective; if that way is not open, the surest that brings it nearer."""
    unit = g.unit(number)
    if unit.order.objective != unit.board and unit.order.objective in g.static.far[unit.board]:
        step = safe_road(g, unit.side, unit.board, unit.order.objective)[0]
        ways = [act for act in moves if g.static.other_end(act.link, unit.board) == step]
        if ways and chance(g, number, ways[0].link) >= 2:
            return ways[0]
    goal = g.static.far[unit.order.objective]
    return max(moves, key=lambda a: (chance(g, number, a.link) - goal[g.static.other_end(a.link, unit.board)], -a.link))


def leaves_it_to_others(g: Fyow, number: int) -> bool:
    """It holds the board with a strong friend who is to stay, and is bound for another."""
    unit = g.unit(number)
    stay = [n for n in g.holders(unit.board, unit.side) if n != number and g.unit(n).order.objective == unit.board]
    return unit.box < 0 and unit.order.objective != unit.board and g.combat_value(*stay) >= STRONG // 2


def best_act(g: Fyow, number: int, options: list[Any]) -> Any:
    """Reorganise, fight if the odds are good, march by the surest way, else dig in."""
    unit = g.unit(number)
    strange = [n for n in g.known_enemies(unit.side, unit.board) if n not in g.state.met[unit.side]]
    if acts.Gather() in options and strange:
        return acts.Gather()
    if (out := best_picket(g, number, of_kind(options, acts.SendPicket))) is not None:
        return out
    if acts.Form() in options and company_for(g, number) is not None:
        return acts.Form()
    for kind in (acts.Reorganise, acts.Fortify, acts.Land):
        if found := of_kind(options, kind):
            return found[0]
    for act in of_kind(options, acts.Assault):
        if chances(g, [number], [act.foe], unit.board) >= 0.3 and not leaves_it_to_others(g, number):
            return act
    if (moves := of_kind(options, acts.Move)) and not keeps(g, number):
        best = best_step(g, number, moves)
        if chance(g, number, best.link) >= 1:
            return best
    if (digging := of_kind(options, acts.Deploy)) and unit.order.objective == unit.board and unit.attitude == "present":
        return digging[0]
    return STAY
