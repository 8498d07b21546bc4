"""Chapter 11, ground attack, paratroops and air supply (11.strike.*, 11.para.*, 3.spot.combat-planes)."""

from __future__ import annotations

from functools import partial

from grognard.kernel import PASS, Refusal, Tally, cites
from grognard.kernel.game import Procedure
from grognard.kernel.listed import Listed

from ..asks import Ask
from ..combat.artillery import in_front_of, map_target
from ..combat.fight import fights_on
from ..combat.fire import close_target, half, open_for_cavalry
from ..combat.losses import add_hits, allot, give_loss, given_out, losses_due, note_losses, random_losses
from ..combat.retreat import face
from ..combat.rubble import damage, sixes
from ..context import Napalini
from ..hq.choices import Act
from ..hq.spending import may_act, pay, payers
from ..state import Squadron
from ..table.sight import square_spotted
from ..table.stacking import room_rule
from ..table.terrain import hard_for, prepared
from ..table.zones import fall_in
from ..tables import AIRCRAFT, EXHAUSTED, WORN, losses_for
from . import flak, interception, superiority
from .choices import Mission, Sortie


@cites("napalini.3.spot.targetable")
def allowed(g: Napalini, side: str, square: int) -> bool:
    """3.spot.targetable, 3.spot.combat-planes: spotted, map fire, softening up, or a march column."""
    enemies = g.units_at(square, g.other(side))
    if not enemies:
        return False
    if square_spotted(g, square, side) or column_in(g, enemies):
        return True
    return map_target(g, square, side) or bool(in_front_of(g, square, side))


@cites("napalini.6.transit.column")
def column_in(g: Napalini, enemies: list[int]) -> bool:
    """Aircraft may attack a march column unspotted."""
    return any(g.unit(n).column for n in enemies)


def available(g: Napalini, side: str, named: list[int]) -> list[int]:
    """11.strike.task: Zeppelins, held or unengaged fighters (11.super.stay), attack planes, bombers."""
    found = []
    for k, plane in enumerate(g.state.air):
        if plane.side != side or plane.out or plane.step >= EXHAUSTED or k in named:
            continue
        at_base = plane.type in ("attack", "bomber", "fighter", "zeppelin") and superiority.ready(g, k)
        loitering = plane.type == "zeppelin" and plane.mission == "observe" and not plane.bombed
        if at_base or loitering or unopposed(plane):
            found.append(k)
    return found


@cites("napalini.11.super.stay")
def unopposed(plane: Squadron) -> bool:
    """A fighter on air superiority that did not have to fight may strafe; with the last of them control of the air ends."""
    return plane.type == "fighter" and plane.mission == "superiority" and not plane.fought


def last_squadron(options: list[Sortie], value: Sortie | str) -> bool:
    """Nobody is left to be tasked after this one, so the missions are flown."""
    return isinstance(value, Sortie) and all(option.plane == value.plane for option in options)


def own_planes(g: Napalini, side: str) -> list[int]:
    return [k for k, plane in enumerate(g.state.air) if plane.side == side]


def why_no_squadron(g: Napalini, side: str, k: int, named: list[int]) -> Refusal | None:
    """11.strike.task: why a squadron attacks nothing on the ground now."""
    plane = g.state.air[k]
    name = superiority.plane_words(g, k).capitalize()
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
        return Refusal("napalini.11.super.stay", f"{name}: it had to fight for air superiority and stays there.")
    if plane.mission == "observe":
        return Refusal("napalini.11.home.zeppelins", f"{name}: it has bombed since it left its base.")
    return Refusal("napalini.11.air.ways", f"{name}: it has flown its mission of this period, or is not ready.")


def why_no_task(g: Napalini, side: str, task: Sortie, tasks: list[Sortie]) -> Refusal | None:
    """The first rule against a squadron's task at a square; None if it may be named."""
    k, square = task.plane, task.square
    named = [other.plane for other in tasks]
    if task.mission is Mission.BOMB:
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
    if task.mission is Mission.SUPPLY:
        if any(g.unit(n).at == square for n in g.on_table(side)):
            return None
        return Refusal("napalini.11.para.supply", f"Nobody of yours is in {g.label(square)}.")
    if len(waiting_paras(g, side)) <= sum(other.mission is Mission.DROP for other in tasks):
        return Refusal("napalini.11.para.drop", "No paratroops wait for a flight.")
    if square not in landing_squares(g, side):
        why = f"Paratroops do not jump over {g.label(square)}: enemies, houses, wood or mountains."
        return Refusal("napalini.11.para.drop", why)
    return None


def transports(g: Napalini, side: str, named: list[int]) -> list[int]:
    if not g.option("air_landing"):
        return []
    return [
        k
        for k, p in enumerate(g.state.air)
        if p.side == side and p.type == "skytrain" and superiority.ready(g, k) and k not in named
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


def sortie_words(g: Napalini, task: Sortie) -> str:
    return f"{superiority.plane_words(g, task.plane)}: {task.mission} {g.label(task.square)}"


def ground_attack(g: Napalini) -> Procedure:
    """After movement and spotting, one HQ action tasks any number of squadrons; all targets are named first."""
    r, side = g.round, g.round.side
    if not (r.success or r.activated) or not superiority.flying(g) or may_act(g, Act.STRIKE) is not None:
        return
    paying = payers(g, side, r.formation)
    targets = [sq for sq in sorted(g.enemy_squares(side)) if allowed(g, side, sq)]
    if not paying or not (targets or transports(g, side, [])):
        return
    tasks: list[Sortie] = []
    while True:
        named = [task.plane for task in tasks]
        options = [Sortie(k, Mission.BOMB, sq) for k in available(g, side, named) for sq in targets]
        for k in transports(g, side, named):
            if len(waiting_paras(g, side)) > sum(task.mission is Mission.DROP for task in tasks):
                options += [Sortie(k, Mission.DROP, sq) for sq in landing_squares(g, side)]
            options += [Sortie(k, Mission.SUPPLY, sq) for sq in sorted({g.unit(n).at for n in g.on_table(side)})]
        if not options:
            break
        choice = yield Listed(
            side,
            "Air strike (one HQ action for all): task a squadron?",
            [*options, PASS],
            "napalini.11.strike.task",
            judge=lambda v: None if v == PASS else why_no_task(g, side, v, tasks),
            candidates=lambda: [Sortie(k, Mission.BOMB, sq) for k in own_planes(g, side) for sq in range(g.grid.size)],
            label=lambda v: "no more" if v == PASS else sortie_words(g, v),
            on=lambda v: ("", "") if v == PASS else (f"a{v.plane}", g.label(v.square)),
            name=Ask.AIR_STRIKE,
            final=partial(last_squadron, options),
            kind="fire",
        )
        if choice == PASS:
            break
        high = yield from superiority.ask_high(g, choice.plane, last_squadron(options, choice))
        g.state.air[choice.plane].high = high
        tasks.append(choice)
    if not tasks:
        return
    payer = yield from g.which_formation(
        side,
        "Which HQ pays for the air strike?",
        paying,
        rule="napalini.4.action.air-strike",
        label=lambda f: f"{g.static.formations[f].name} (HQ actions left: {g.army(f).actions})",
        name=Ask.PAYER,
        final=True,
    )
    pay_for_strike(g, payer)
    r.aa_spent = []  # 11.aa.state: an exhausted AA unit has one target among those of this action
    while tasks:
        task = tasks[0]
        if len(tasks) > 1:
            task = yield g.ask(
                side,
                "Which mission is flown next?",
                list(tasks),
                rule="napalini.11.intercept.order",
                label=lambda v: f"{superiority.plane_words(g, v.plane)} to {g.label(v.square)}",
                name=Ask.NEXT_MISSION,
                final=True,
            )
        tasks.remove(task)
        yield from mission(g, task)
    fall(g)
    r.strikes = True


@cites("napalini.4.action.air-strike")
def pay_for_strike(g: Napalini, payer: int) -> None:
    """One HQ action for all squadrons."""
    pay(g, payer, Act.STRIKE)


@cites("napalini.11.strike.sequence")
def mission(g: Napalini, task: Sortie) -> Procedure:
    """11.strike.sequence: overcast, interception, AA fire, then the attack."""
    k, square = task.plane, task.square
    plane = g.state.air[k]
    if plane.out or plane.step >= EXHAUSTED:
        return
    if not superiority.take_off(g, k, "strike"):
        return
    plane.mission, plane.flew, plane.at = "strike", True, square
    reached = yield from interception.intercepted(g, plane.side, k)
    if not reached:
        return
    result = yield from flak.fire_at(g, plane.side, square, plane.type, plane.high, attacking=task.mission is Mission.BOMB)
    for _ in range(losses_for(result.hits)):
        superiority.hurt(g, k)
    if plane.out or not plane.mission:
        return
    if result.hits:
        interception.abort(g, k, -1)
        return
    distractions = len(result.distracted) + result.other
    plane.rough = plane.rough or bool(distractions)
    if task.mission is Mission.BOMB:
        yield from drop(g, k, square, distractions)
    elif task.mission is Mission.DROP:
        yield from parachute(g, plane.side, square)
    else:
        g.camp(plane.side).supplied.append(square)
        g.camp(plane.side).fed.append(square)
        g.tell("{place} is supplied from the air.", rule="napalini.11.para.supply", place=square)
    mission_done(g, k)


@cites("napalini.11.home.attackers")
def mission_done(g: Napalini, k: int) -> None:
    """Attackers and transports return to base when the mission is done."""
    superiority.go_home(g, k)


@cites("napalini.11.air.table")
def attack_dice(g: Napalini, k: int) -> Tally:
    """11.strike.dice, 11.strike.worn, 11.strike.high-level."""
    plane = g.state.air[k]
    total = Tally("ground-attack dice")
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
    if half(g, targets, lambda n: "cavalry" in g.type(n).tags) and open_for_cavalry(g, square, targets, True):
        total.add(1, "cavalry in the open", "napalini.7.cavalry")
    if g.option("hard_targets_protect_from_the_air") and half(g, targets, lambda n: prepared(g, n) and hard_for(g, n, square)):
        total.add(-1, "prepared and hard", "napalini.7.prepared-hard")
    if distractions:
        total.add(-distractions, "distracted", "napalini.11.aa.distracted-attacker")
    r = g.state.round
    if r is not None and "13E" in r.cards and r.side == plane.side and g.terrain(square) == "bua":
        total.add(1, "Did you do that?", "napalini.card.13E")
    return (5 if hard else 3), total


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
    heavy = sixes(good, int(score))
    if heavy and AIRCRAFT[plane.type].get("large_munitions"):
        damage(g, square, len(heavy))
    attacked = (square in g.round.queue and square not in g.round.fought) or square in fights_on(g) or locked(g, square)
    add_hits(g, square, enemy, len(good), air=True)
    due, before = losses_due(g, square, enemy), given_out(g, square, enemy)
    note_losses(g, square, enemy, due, at_random=not attacked)
    if attacked:
        yield from allot(g, enemy, g.real_at(square, enemy), due, square, before)
    else:
        g.round.bombs.append([square, due])


def locked(g: Napalini, square: int) -> bool:
    """Before anybody is activated: both sides fight in the square (a Zeppelin bombs at the beginning of a round)."""
    return g.round.step in ("name", "actions") and g.contested(square)


def fall(g: Napalini) -> None:
    """7.losses.random of bombs, when the last mission is flown: the draws are hidden, so no question may follow."""
    r = g.round
    while r.bombs:
        square, due = r.bombs.pop(0)
        random_losses(g, square, g.other(r.side), due)


def parachute(g: Napalini, side: str, square: int) -> Procedure:
    """11.para.drop: 3+ lands; 2 one square off, by one of the eight directions at random (R118); 1 the same with one loss."""
    waiting = waiting_paras(g, side)
    if not waiting:
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
            name=Ask.PARATROOPS,
            final=True,
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
    if not fall_in(g, n):
        yield from face(g, side, to)
