"""Chapter 11, ground attack, paratroops and air supply (11.strike.*, 11.para.*, 3.spot.combat-planes)."""

from __future__ import annotations

from typing import Any

from grognard.kernel import PASS, Refusal, Tally
from grognard.kernel.cite import in_force
from grognard.kernel.game import Procedure
from grognard.kernel.listed import Listed

from . import air, flak
from .context import Napalini
from .fire import close_target, half
from .ground import prepared, room_rule
from .guns import in_front_of, map_target
from .losses import add_hits, allot, give_loss, key, losses_due, note_losses, random_losses
from .retreat import face, facing_of_friends
from .shooting import damage
from .sight import square_spotted
from .tables import AIRCRAFT, EXHAUSTED, WORN, losses_for


def allowed(g: Napalini, side: str, square: int) -> bool:
    """3.spot.targetable, 3.spot.combat-planes: spotted, map fire, softening up, or a march column."""
    enemies = g.units_at(square, g.other(side))
    if not enemies:
        return False
    if square_spotted(g, square, side) or not in_force("napalini.3.spot.targetable"):
        return True
    columns = in_force("napalini.6.transit.column") and in_force("napalini.3.spot.combat-planes")
    if columns and any(g.unit(n).column for n in enemies):
        return True
    return map_target(g, square, side) or bool(in_front_of(g, square, side))


def available(g: Napalini, side: str, named: list[int]) -> list[int]:
    """11.strike.task: Zeppelins, held or unengaged fighters, attack planes, bombers; one fighter stays (11.super.stay)."""
    found = []
    for k, plane in enumerate(g.state.air):
        if plane.side != side or plane.out or plane.step >= EXHAUSTED or k in named:
            continue
        if (plane.type in ("attack", "bomber", "fighter", "zeppelin") and air.ready(g, k)) or (
            plane.type == "zeppelin" and plane.mission == "observe" and not plane.bombed
        ):
            found.append(k)
        elif plane.type == "fighter" and plane.mission == "superiority" and not plane.fought:
            left = [p for p in air.patrols(g, side) if p not in named and p != k]
            if left and in_force("napalini.11.super.stay"):
                found.append(k)
    return found


def own_planes(g: Napalini, side: str) -> list[int]:
    return [k for k, plane in enumerate(g.state.air) if plane.side == side]


def why_no_squadron(g: Napalini, side: str, k: int, named: list[int]) -> Refusal | None:
    """11.strike.task: why a squadron attacks nothing on the ground now."""
    plane = g.state.air[k]
    name = air.plane_words(g, k).capitalize()
    if plane.side != side:
        return Refusal("napalini.11.strike.task", "That is the enemy's.")
    if plane.out:
        return Refusal("napalini.11.air.destroyed", f"{name}: it is lost.")
    if plane.step >= EXHAUSTED:
        return Refusal("napalini.11.strike.sequence", f"{name}: exhausted squadrons do not attack.")
    if k in named:
        return Refusal("napalini.11.strike.task", f"{name}: it has its target.")
    if plane.type not in ("attack", "bomber", "fighter", "zeppelin"):
        return Refusal("napalini.11.strike.task", f"{name}: it does not attack ground targets.")
    if plane.mission == "superiority":
        if plane.fought:
            return Refusal("napalini.11.super.stay", f"{name}: it had to fight for air superiority and stays there.")
        return Refusal("napalini.11.super.stay", f"{name}: one squadron stays on air superiority.")
    if plane.mission == "observe":
        return Refusal("napalini.11.home.zeppelins", f"{name}: it has bombed since it left its base.")
    return Refusal("napalini.11.air.ways", f"{name}: it has flown its mission of this period, or is not ready.")


def why_no_task(g: Napalini, side: str, task: tuple[int, str, int], tasks: list[tuple[int, str, int]]) -> Refusal | None:
    """The first rule against a squadron's task at a square; None if it may be named."""
    k, kind, square = task
    named = [other[0] for other in tasks]
    if kind == "bomb":
        if k not in available(g, side, named):
            return why_no_squadron(g, side, k, named)
        if not g.enemies_in(square, side):
            return Refusal("napalini.11.strike.task", f"There is no enemy in {g.label(square)}.")
        if not allowed(g, side, square):
            why = f"Nobody spots an enemy in {g.label(square)}; it holds no march column and is not open to speculative fire."
            return Refusal("napalini.3.spot.targetable", why)
        return None
    if k not in transports(g, side, named):
        return Refusal("napalini.11.para.drop", "Only a Skytrain that is ready carries paratroops or supply.")
    if kind == "supply":
        if any(g.unit(n).at == square for n in g.on_table(side)):
            return None
        return Refusal("napalini.11.para.supply", f"Nobody of yours is in {g.label(square)}.")
    if len(waiting_paras(g, side)) <= sum(other[1] == "drop" for other in tasks):
        return Refusal("napalini.11.para.drop", "No paratroops wait for a flight.")
    if square not in landing_squares(g, side):
        why = f"Paratroops do not jump over {g.label(square)}: enemies, houses, wood or mountains."
        return Refusal("napalini.11.para.drop", why)
    return None


def transports(g: Napalini, side: str, named: list[int]) -> list[int]:
    if not g.option("air_landing"):
        return []
    return [
        k for k, p in enumerate(g.state.air) if p.side == side and p.type == "skytrain" and air.ready(g, k) and k not in named
    ]


def waiting_paras(g: Napalini, side: str) -> list[int]:
    groups = {n for group in g.state.reinforcements for n in group.units}
    return [
        n
        for n, u in enumerate(g.state.units)
        if u.side == side and u.type == "paratroops" and u.where == "later" and n not in groups
    ]


def landing_squares(g: Napalini, side: str) -> list[int]:
    shut = ("bua", "rubble", "forest", "mountains")
    return [sq for sq in range(g.grid.size) if not g.enemies_in(sq, side) and g.terrain(sq) not in shut]


def ground_attack(g: Napalini) -> Procedure:
    """After movement and spotting, one HQ action tasks any number of squadrons; all targets are named first."""
    from .actions import pay
    from .hq_orders import may_act, payers

    r, side = g.round, g.round.side
    if not air.flying(g) or may_act(g, "air-strike") is not None or not in_force("napalini.11.strike.task"):
        return
    paying = [f for f in g.formations(side) if f in payers(g, side, f)]
    targets = [sq for sq in sorted(g.enemy_squares(side)) if allowed(g, side, sq)]
    if not paying or not (targets or transports(g, side, [])):
        return
    tasks: list[tuple[int, str, int]] = []
    while True:
        named = [task[0] for task in tasks]
        options: list[Any] = [(k, "bomb", sq) for k in available(g, side, named) for sq in targets]
        for k in transports(g, side, named):
            if len(waiting_paras(g, side)) > sum(task[1] == "drop" for task in tasks):
                options += [(k, "drop", sq) for sq in landing_squares(g, side)]
            options += [(k, "supply", sq) for sq in sorted({g.unit(n).at for n in g.on_table(side)})]
        if not options:
            break
        choice = yield Listed(
            side,
            "Air strike (one HQ action for all): task a squadron?",
            [*options, PASS],
            "napalini.11.strike.task",
            judge=lambda v: None if v == PASS else why_no_task(g, side, v, tasks),
            candidates=lambda: [(k, "bomb", sq) for k in own_planes(g, side) for sq in range(g.grid.size)],
            label=lambda v: "no more" if v == PASS else f"{air.plane_words(g, v[0])}: {v[1]} {g.label(v[2])}",
            on=lambda v: ("", "") if v == PASS else (f"a{v[0]}", g.label(v[2])),
        )
        if choice == PASS:
            break
        high = yield from air.ask_high(g, choice[0])
        g.state.air[choice[0]].high = high
        tasks.append(choice)
    if not tasks:
        return
    if in_force("napalini.4.action.air-strike"):
        pay(g, paying[0], "air-strike")
    r.aa_spent = []  # 11.aa.state: an exhausted AA unit has one target among those of this action
    while tasks:
        task = tasks[0]
        if len(tasks) > 1 and in_force("napalini.11.intercept.order"):
            task = yield g.ask(
                side,
                "Which mission is flown next?",
                list(tasks),
                rule="napalini.11.intercept.order",
                label=lambda v: f"{air.plane_words(g, v[0])} to {g.label(v[2])}",
            )
        tasks.remove(task)
        yield from mission(g, *task)
    fall(g)
    r.strikes = True


def mission(g: Napalini, k: int, kind: str, square: int) -> Procedure:
    """11.strike.sequence: overcast, interception, AA fire, then the attack."""
    plane = g.state.air[k]
    if plane.out or plane.step >= EXHAUSTED:
        return
    if not plane.mission and not air.take_off(g, k, "strike"):
        return
    plane.mission, plane.flew, plane.at = "strike", True, square
    reached = yield from air.intercepted(g, plane.side, k)
    if not reached:
        return
    if not in_force("napalini.11.strike.sequence"):
        return
    result = yield from flak.fire_at(g, plane.side, square, plane.type, plane.high, attacking=kind == "bomb")
    for _ in range(losses_for(result.hits)):
        air.hurt(g, k)
    if plane.out or not plane.mission:
        return
    if result.hits and in_force("napalini.11.aa.result"):
        air.abort(g, k, -1)
        return
    distractions = len(result.distracted) + result.other
    plane.rough = plane.rough or bool(distractions)
    if kind == "bomb":
        yield from drop(g, k, square, distractions)
    elif kind == "drop":
        yield from parachute(g, plane.side, square)
    else:
        if in_force("napalini.11.para.supply"):
            g.camp(plane.side).supplied.append(square)
            g.camp(plane.side).fed.append(square)
        g.tell("{place} is supplied from the air.", rule="napalini.11.para.supply", place=square)
    if in_force("napalini.11.home.attackers"):
        air.go_home(g, k)


def attack_dice(g: Napalini, k: int) -> Tally:
    """11.strike.dice, 11.strike.worn, 11.strike.high-level."""
    plane = g.state.air[k]
    total = Tally("ground-attack dice")
    if not in_force("napalini.11.air.table"):
        return total
    total.add(AIRCRAFT[plane.type].get("ground_attack", 0), AIRCRAFT[plane.type]["name"], "napalini.11.strike.dice")
    if plane.step == WORN:
        total.add(-1, "worn", "napalini.11.strike.worn")
    if plane.high:
        total.add(-2, "high level", "napalini.11.strike.high-level")
    return total


def attack_score(g: Napalini, k: int, square: int, distractions: int) -> tuple[int, Tally]:
    """The number to hit and what is added to the dice."""
    plane = g.state.air[k]
    targets = g.real_at(square, g.other(plane.side))
    hard = close_target(g, square, targets) or half(g, targets, lambda n: prepared(g, n))
    total = Tally("score from the air")
    heavy = "heavy-weapon" in AIRCRAFT[plane.type]["tags"]
    if not heavy and half(g, targets, lambda n: g.type(n).thick):
        total.add(-1, "thick armour", "napalini.7.thick-armour")
    elif plane.type == "fighter" and half(g, targets, lambda n: g.type(n).armoured):
        total.add(-1, "armour", "napalini.7.armour")
    if distractions:
        total.add(-distractions, "distracted", "napalini.11.aa.distracted-attacker")
    r = g.state.round
    if r is not None and "13E" in r.cards and r.side == plane.side and g.terrain(square) == "bua":
        total.add(1, "Did you do that?", "napalini.card.13E")
    return (5 if hard and in_force("napalini.11.strike.dice") else 3), total


def drop(g: Napalini, k: int, square: int, distractions: int) -> Procedure:
    """The dice, the hits, collateral damage; 11.strike.hits says who takes the losses."""
    plane = g.state.air[k]
    plane.bombed = True
    enemy = g.other(plane.side)
    count = int(attack_dice(g, k))
    if count <= 0:
        g.tell("There are no dice left: no attack.", rule="napalini.11.strike.high-level")
        return
    need, score = attack_score(g, k, square, distractions)
    hidden = any(not g.unit(n).revealed for n in g.units_at(square, enemy))
    tallies = [] if hidden else [score]
    dice = g.roll(
        f"{count}d6", "Air attack on {place}", rule="napalini.11.strike.dice", by=plane.side, tallies=tallies, place=square
    )
    good = [die for die in dice if die + int(score) >= need]
    g.tell("{hits} from the air in {place}.", rule="napalini.11.strike.hits", hits=len(good), place=square)
    sixes = sum(die >= 6 or die + int(score) >= 6 for die in good)
    if sixes and AIRCRAFT[plane.type].get("large_munitions"):
        damage(g, square, sixes)
    attacked = square in g.round.queue and square not in g.round.fought
    add_hits(g, square, enemy, len(good), air=True)
    due, before = losses_due(g, square, enemy), g.round.losses.get(key(square, enemy))
    note_losses(g, square, enemy, due)
    if attacked and in_force("napalini.11.strike.hits"):
        yield from allot(g, enemy, g.real_at(square, enemy), due, square, bool(before))
    else:
        g.round.bombs.append([square, due])


def fall(g: Napalini) -> None:
    """7.losses.random of bombs, when the last mission is flown: the draws are hidden, so no question may follow."""
    r = g.round
    while r.bombs:
        square, due = r.bombs.pop(0)
        random_losses(g, square, g.other(r.side), due)


def parachute(g: Napalini, side: str, square: int) -> Procedure:
    """11.para.drop: 3+ lands; 2 one square off, by one of the eight directions at random (R118); 1 the same with one loss."""
    waiting = waiting_paras(g, side)
    if not waiting or not in_force("napalini.11.para.drop"):
        return
    n = waiting[0]
    if len(waiting) > 1:
        n = yield g.ask(
            side,
            f"Which paratroops jump over {g.label(square)}?",
            waiting,
            rule="napalini.11.para.drop",
            label=lambda n: f"{g.name(n)} of {g.static.formations[g.unit(n).formation].name}",
            on=lambda n: (f"u{n}", g.label(square)),
        )
    die = g.d6("Paratroop drop", rule="napalini.11.para.drop", by=side)
    to = square
    if die <= 2:
        to = g.grid.neighbours[square][g.draw(range(8), 1, to=None)[0]]
    unit = g.unit(n)
    if to < 0 or g.enemies_in(to, side) or room_rule(g, n, to):
        g.tell("The paratroops are lost.", rule="napalini.11.para.drop")
        g.take_out(n, "out")
        return
    unit.where, unit.at, unit.moved, unit.off_wire, unit.known = "table", to, True, True, True
    g.tell("Paratroops land in {place}.", rule="napalini.11.para.drop", place=to)
    if die == 1:
        give_loss(g, n, fire=False)
    facing = facing_of_friends(g, n)
    if facing is not None:
        unit.facing = facing
    else:
        yield from face(g, side, to)
