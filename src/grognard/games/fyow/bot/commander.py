"""The commander: an appreciation, a plan for the week that he then is bound by, orders that serve it, and services that help.

He thinks in the four steps of the house: appreciation.py (what decides), the week's aims and the day's distribution (plans.py)
here, orders as the general writes them (general.py), and the fights by the odds. Headquarters and flak hold ground; nobody is
sent against what he knows to be stronger (prudence.py); reconnaissance flies where nobody has looked.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import structs

from grognard.kernel import Course

from .. import acts
from ..acts import DONE, STAY, Act, of_kind
from ..asks import Ask
from ..battle.combat_table import FACTOR, odds, reading
from ..battle.paper import Pursuit
from ..contact.contact import defenders_of
from ..march.movement import knows_of_battle
from ..orders.binding import AIR, NAVAL, able, serves
from ..orders.week import commands, land_commands, sets_of
from ..partisans.battles import half_points
from ..partisans.missions import Ambush
from ..planning.plans import SLOTS, Aim, Plan
from ..state import DESTROYED, Battle, Order
from . import general
from .appreciation import Appreciation, appreciate, stays_at_home, threat
from .flights import escorts_for, gets_away, sober
from .general import ANSWERS, World, at_hand, best_act, on_land, written
from .plans import USUAL, Intent, Outlook, dangerous, last_seen
from .prudence import unwise
from .railways import rail_duties
from .services import best_air_act, best_landing, best_naval_act

if TYPE_CHECKING:
    from grognard.kernel import Chair

    from ..context import Fyow

CELLS = 3000  # cards of partisan cells begin here

ATTACK = Intent("Attack wherever something can be taken", taking=1.5, failure=0.3)
SPARE = Intent("Risk nothing", taking=0.7, failure=3.0)


class Commander(general.General):
    """Chooses for a chair as the general does, by his own appreciation."""

    def __init__(self, intent: Intent = USUAL) -> None:
        self.intent = intent

    def courses(self, chair: Chair) -> list[Course]:
        """Before a week and before a day: the same commander under other intents."""
        if chair.side is None or chair.decision.name not in (Ask.WEEK, Ask.DAY):
            return []
        return [Course(one.words, partial(type(self), one)) for one in intents(chair.imagine().g, chair.side)]

    def decided(self, world: World, decision: Any, side: str) -> Any:
        return decide(world, decision, side, self.intent)

    def outlook(self, g: Fyow, side: str) -> Outlook:
        return outlook_of(g, side, self.intent)

    def reason(self, chair: Chair, value: Any) -> str:
        """The appreciation behind what he plans; at a card the orders behind what is done."""
        g, side = chair.imagine().g, str(chair.side)
        if chair.decision.name in (Ask.WEEK, Ask.DAY):
            return appreciate(g, side).words(g)
        if chair.decision.name == Ask.ACT and isinstance(value, Act):
            return card_words(g, g.state.pack[0], value)
        return ""


def decide(world: World, decision: Any, side: str, intent: Intent = USUAL) -> Any:
    """What the commander answers; where he has no view of his own, as the general does."""
    if (planned := PLANNED.get(decision.name)) is not None:
        return planned(world, decision, side, intent)
    answer = OWN.get(decision.name) or ANSWERS[decision.name]
    return answer(world, decision, side)


def intents(g: Fyow, side: str) -> list[Intent]:
    """The plan as it stands; attacking, sparing; each of the objectives most worth going for, and the dearest of his own."""
    view, names = appreciate(g, side), g.static.boards
    take = [Intent(f"Take {names[board].name}", board) for board in view.gain[:2]]
    keep = [Intent(f"Hold {names[board].name}", board) for board in view.keep[:1]]
    return [USUAL, *take, ATTACK, *keep, SPARE]


def card_words(g: Fyow, number: int, act: Act) -> str:
    unit = g.unit(number)
    place = g.static.boards[unit.order.objective].name
    if isinstance(act, acts.Move):
        return f"Its orders are to {unit.order.kind}, {place}, and this is the safest way there."
    if isinstance(act, acts.Stay):
        return f"It is where its orders want it ({unit.order.kind}, {place}), or no way on is worth the risk."
    return WHY.get(type(act), "")


WHY: dict[type[Act], str] = {
    acts.Assault: "The odds of the Combat Results Table are with us.", acts.Work: "What is broken here stops our own columns.",
    acts.Gather: "Before we fight we should know whom.", acts.Form: "A company can hold or take a place that nobody watches.",
    acts.SendPicket: "A platoon is enough to hold a board that nobody contests.",
    acts.Deploy: "Who holds a place digs in on it.",
}  # fmt: skip


# ------------------------------------------------------------------ the week


def the_week(world: World, decision: Any, side: str, intent: Intent = USUAL) -> list[Aim]:
    """For each Brigade the board to which most of it would go anyway; then what it would do instead, safer and bolder."""
    g = world()
    view, sent = appreciate(g, side), outlook_of(g, side, intent).best()
    known, found = commands(g, side), []
    for whom in land_commands(g, side):
        found += options_of(g, side, whom, view, sent, known[whom].rating)
    return found + services_of(g, side, view)


def main_effort(g: Fyow, side: str, whom: str, sent: dict[int, int]) -> int:
    """Where most of the Brigade's Combat Value is to go; -1 if none of it can go anywhere."""
    ids = [str(record["id"]) for record in g.static.scenario["brigade"]]
    weight: dict[int, int] = {}
    for number, board in sent.items():
        if g.unit(number).brigade == ids.index(whom) and board in g.static.objectives:
            weight[board] = weight.get(board, 0) + max(1, g.combat_value(number))
    return max(weight, key=lambda b: (weight[b], -b), default=-1)


def options_of(g: Fyow, side: str, whom: str, view: Appreciation, sent: dict[int, int], rating: int) -> list[Aim]:
    """Sensible: the main effort; besides it what his plan serves as well, safer and bolder: the dice seldom upset it."""
    held, goal = g.state.known_control[side], main_effort(g, side, whom, sent)
    if goal < 0:
        likely = [*view.gain, *view.keep] if view.attacks else [*view.keep, *view.gain]
        goal = [*likely, g.static.home[side]][0]
    first = ("attack" if held[goal] != side else "hold", goal)
    others = [one for one in [*(("hold", b) for b in view.keep), *(("attack", b) for b in view.gain)] if one != first]
    ids = [str(record["id"]) for record in g.static.scenario["brigade"]]
    order = [*view.gain, *view.keep]
    others.sort(key=lambda one: (-served(g, ids.index(whom), one, sent), order.index(one[1])))
    pair = sorted(others[:2], key=lambda one: one[0] == "attack")  # whoever holds is the more cautious
    three = [(SLOTS[0], pair[0] if len(pair) > 1 else None), (SLOTS[1], first), (SLOTS[2], pair[-1] if pair else None)]
    aims = [Aim(slot, one[0], g.static.boards[one[1]].id, whom) for slot, one in three if one is not None]
    return sets_of(g, aims, rating)[0]


def served(g: Fyow, brigade: int, aim: tuple[str, int], sent: dict[int, int]) -> float:
    """Which part of the Brigade would serve this aim anyway, by where it is sent."""
    forces = [n for n in able(g, brigade, aim[1]) if n in sent]
    orders = {n: Order("engage" if sent[n] != g.unit(n).board else "defend", sent[n]) for n in forces}
    return sum(serves(g, n, aim, orders[n]) for n in forces) / len(forces) if forces else 0.0


def services_of(g: Fyow, side: str, view: Appreciation) -> list[Aim]:
    """Air Command strikes where the army is to go, or covers what it keeps; Naval Command guards the waters before it."""
    known, boards, found = commands(g, side), g.static.boards, []
    wanted = [*(view.gain if view.attacks else view.keep), *(view.keep if view.attacks else view.gain)]
    if AIR in known and len(wanted) > 1:
        kinds = ("cover", "strike", "search") if view.attacks else ("search", "cover", "strike")
        places = (view.keep or wanted)[0], wanted[0], wanted[1]
        aims = [Aim(slot, kind, boards[b].id, AIR) for slot, kind, b in zip(SLOTS, kinds, places, strict=True)]
        found += sets_of(g, aims, known[AIR].rating)[0]
    seas = list(dict.fromkeys(boards[b].sea for b in wanted if boards[b].sea in g.static.number))[:3]
    if NAVAL in known and len(seas) > 1:
        slots = SLOTS if len(seas) == 3 else SLOTS[1:]
        aims = [Aim(slot, "guard", sea, NAVAL) for slot, sea in zip(slots, [*seas[1:2], seas[0], *seas[2:]], strict=False)]
        found += sets_of(g, aims, known[NAVAL].rating)[0]
    return found


# ------------------------------------------------------------------ the day


def outlook_of(g: Fyow, side: str, intent: Intent = USUAL) -> Outlook:
    """As the general's, but headquarters and flak have no part in attacks."""
    return Careful(g, side, [n for n in on_land(g, side) if at_hand(g, n)], intent)


class Careful(Outlook):
    """An outlook in which those who stay at home go to ground that is ours and quiet, or nowhere."""

    def arrives(self, number: int, board: int) -> float:
        g = self.g
        if stays_at_home(g, number) and board != g.unit(number).board:
            ours = g.state.known_control[self.side][board] == self.side
            if not ours or dangerous(g, self.side, board):
                return 0.0
        if self.deserts(number, board):
            return 0.0
        return super().arrives(number, board)

    def deserts(self, number: int, board: int) -> bool:
        """Whether it would leave an objective before the enemy for one of ours that nobody threatens."""
        here, held = self.here[number], self.g.state.known_control[self.side]
        if board == here or here not in self.g.static.objectives or held[here] != self.side or held[board] != self.side:
            return False
        return threat(self.g, self.side, here) == 2 and threat(self.g, self.side, board) == 0


def the_day(world: World, decision: Any, side: str, intent: Intent = USUAL) -> list[Plan]:
    g = world()
    sent = outlook_of(g, side, intent).best()
    plans = [quiet(g, side, plan) for plan in written(g, side, sent) if not waiting(g, plan.unit)]
    plans += [*rail_duties(g, side, sent), *escorts_for(g, side)]
    return sorted(plans, key=lambda plan: plan.kind == "stand by")  # of two options the first is preferred: rather dig in


def waiting(g: Fyow, name: str) -> bool:
    """Not in the campaign yet: nobody gives it orders."""
    return any(unit.id == name and unit.waits for unit in g.state.units)


def quiet(g: Fyow, side: str, plan: Plan) -> Plan:
    """Who is to stay where no enemy is about, and an HQ or flak anywhere, stands by instead of looking for a fight there."""
    number = next((n for n in g.alive(side) if g.unit(n).id == plan.unit), -1)
    here = number >= 0 and plan.kind == "engage" and plan.objective == g.static.boards[g.unit(number).board].id
    if not here or knows_of_battle(g, number):
        return plan
    calm = stays_at_home(g, number) or not threat(g, side, g.unit(number).board)
    return structs.replace(plan, kind="stand by") if calm else plan


# ------------------------------------------------------------------ at the cards


def the_card(world: World, decision: Any, side: str) -> Any:
    g, options = world(), list(decision.options)
    number = g.state.pack[0]
    landings = of_kind(options, acts.Land)
    if landings:
        return best_landing(g, number, landings)
    if waves := of_kind(options, acts.LandWave):
        return best_landing(g, number, waves)  # where the whole force cannot land, its men can
    if (scouting := acts.Lead("recce")) in options:
        return scouting  # 16.0.1: two dice more for whoever comes upon the enemy
    act = best_act(g, number, [option for option in options if not unwise(g, number, option)])
    if isinstance(act, acts.Stay):
        return next((option for option in options if isinstance(option, acts.Work | acts.Repair | acts.Conceal)), act)
    return act


def the_air_card(world: World, decision: Any, side: str) -> Any:
    g, options = world(), list(decision.options)
    number = g.state.pack[0] - 1000
    group = g.state.air.groups[number]
    if group.duty == "recce" and group.board < 0:
        flights = {act.board: act for act in of_kind(options, acts.Fly)}
        for board in unseen(g, side):
            if board in flights:
                return flights[board]
        return STAY
    if gets_away(g, number, options):
        return acts.FlyHome()
    act = best_air_act(g, number, sober(g, number, options))
    return act if act in options else STAY


def unseen(g: Fyow, side: str) -> list[int]:
    """Boards worth a look: what the enemy holds, the longest unseen first; if he holds nothing, the sea before our coasts."""
    held, seen = g.state.known_control[side], g.state.sighted[side]
    enemy = [b for b in range(g.static.size) if held[b] == g.enemy(side) and g.static.boards[b].land]
    enemy.sort(key=lambda b: (int(seen.get(str(b), 0)), -g.static.objectives.get(b, 0), b))
    known = {g.state.fleet.groups[n].board for n in g.state.fleet.seen.get(side, [])}
    sea = [n for n, board in enumerate(g.static.boards) if not board.land and n not in known]
    turn = g.now % max(1, len(sea))
    return enemy or sea[turn:] + sea[:turn]


def the_naval_card(world: World, decision: Any, side: str) -> Any:
    g, options = world(), list(decision.options)
    act = best_naval_act(g, g.state.pack[0] - 2000, options)
    return act if act in options else DONE


def the_ambush(world: World, decision: Any, side: str) -> Any:
    """34.11.1: a cell falls upon platoons that it is sure to beat; else it watches and lives."""
    g = world()
    number = g.state.pack[0] - CELLS
    cells = g.state.partisans.cells
    if not 0 <= number < len(cells):
        return Ambush.WATCH
    there = last_seen(g, side, cells[number].observing)
    weak = there and all(n in g.state.met[side] for n in there)
    return Ambush.ATTACK if weak and 4 * sum(g.half_value(n) for n in there) <= half_points(cells[number]) else Ambush.WATCH


# ------------------------------------------------------------------ in a fight


def the_target(world: World, decision: Any, side: str) -> Any:
    """15.9.3: of several forces on a board the one against which the table is kindest, with those who would join it."""
    g = world()
    number = g.state.pack[0]
    place = g.unit(number).board

    def hope(target: int) -> tuple[float, int]:
        fight = Battle(place, side, [number], defenders_of(g, place, target), opened=g.now)
        return expected(g, fight) if target in g.state.met[side] else 0.0, -target

    return max(decision.options, key=hope)


def strike_again(world: World, decision: Any, side: str) -> Any:
    """33.7.3.11: a beaten enemy is struck again where that is more likely to break him than us."""
    g = world()
    for battle in g.state.battles:
        if battle.attacker == side and g.state.pack[0] in battle.attackers and battle.beaten:
            left = [n for n in battle.defenders if g.unit(n).condition != DESTROYED]
            again = structs.replace(battle, second=True, committed={}, defenders=left)
            ruin = FACTOR["defender_rest_or_disarray"] / 10 if battle.disarray else 0.0  # he is in Disarray by then
            return Pursuit.ATTACK if not left or expected(g, again) + ruin >= 0 else Pursuit.HOLD_GROUND
    return Pursuit.ATTACK


def expected(g: Fyow, fight: Battle) -> float:
    """How likely the defenders are driven out, less how likely the attack is beaten off."""
    table = dict(odds(reading(g, fight)))
    return sum(p if result.startswith("DR") else -p if result.startswith("AR") else 0.0 for result, p in table.items())


PLANNED: dict[Ask, Callable[[World, Any, str, Intent], Any]] = {Ask.WEEK: the_week, Ask.DAY: the_day}

OWN: dict[Ask, Callable[[World, Any, str], Any]] = {
    Ask.ACT: the_card,
    Ask.AMBUSH: the_ambush,
    Ask.AIR_ACT: the_air_card,
    Ask.NAVAL_ACT: the_naval_card,
    Ask.WHOM_TO_ATTACK: the_target,
    Ask.SECOND_ATTACK: strike_again,
}
