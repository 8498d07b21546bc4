"""Chapter 11, the air war: superiority, observation, interception (11.super.*, 11.observe*, 11.intercept.*).

Ground attack is in strike.py, anti-aircraft fire in flak.py, coming home in sorties.py."""

from __future__ import annotations

from typing import Any

from grognard.kernel import PASS, Refusal
from grognard.kernel.cite import in_force
from grognard.kernel.game import Procedure

from . import flak
from .context import Napalini
from .sight import EYES, spotting
from .state import NOWHERE
from .tables import AIRCRAFT, EXHAUSTED, FIREPOWER, QUALITIES, TABLES, WORN, losses_for


def flying(g: Napalini) -> bool:
    return g.module("airpower") and not (g.state.weather == "B" and in_force("napalini.4.weather.bad"))


def ready(g: Napalini, k: int) -> bool:
    plane = g.state.air[k]
    return not plane.out and plane.ready and plane.step < EXHAUSTED and not plane.mission


def patrols(g: Napalini, side: str) -> list[int]:
    """Fighters on air superiority."""
    return [
        k
        for k, p in enumerate(g.state.air)
        if p.side == side and p.mission == "superiority" and not p.out and p.step < EXHAUSTED
    ]


def airpower_phase(g: Napalini) -> Procedure:
    """11.super.commit, 11.super.dogfight, 11.observe.commit, then spotting; re-enterable by the steps done."""
    s = g.state
    balloons_only = g.module("airpower") and s.weather == "B" and g.option("balloons_fly_in_bad_weather")
    if not flying(g) and not balloons_only:
        return
    for side in g.order:
        if flying(g) and f"commit/{side}" not in s.steps_done:
            yield from commit_fighters(g, side)
            s.steps_done.append(f"commit/{side}")
            g.checkpoint()
    if flying(g) and "dogfight" not in s.steps_done:
        yield from dogfight(g)
        s.steps_done.append("dogfight")
        g.checkpoint()
    for side in g.order:
        if f"observe/{side}" not in s.steps_done:
            s.aa_spent = []
            yield from place_observers(g, side, balloons_only)
            s.steps_done.append(f"observe/{side}")
            g.checkpoint()
    if "seen" not in s.steps_done:
        yield from spotting(g)
        s.steps_done.append("seen")
        g.checkpoint()
    s.steps_done = []


def take_off(g: Napalini, k: int, mission: str) -> bool:
    """The squadron leaves base; in overcast it throws to arrive (4.weather.overcast)."""
    plane = g.state.air[k]
    plane.flew, plane.mission = True, mission
    if g.state.weather == "O" and in_force("napalini.4.weather.overcast"):
        if g.d6("Overcast", rule="napalini.4.weather.overcast", by=plane.side) <= 2:
            g.tell("A squadron of {side} does not find its way.", rule="napalini.4.weather.overcast", side=plane.side)
            go_home(g, k)
            return False
    return True


def go_home(g: Napalini, k: int) -> None:
    """11.home.attackers: back to base; it flies no more this period."""
    plane = g.state.air[k]
    plane.mission, plane.at, plane.high, plane.bombed = "", NOWHERE, False, False
    plane.ready = not in_force("napalini.11.air.ways")
    if plane.carrier >= 0 and g.unit(plane.carrier).where != "table" and in_force("napalini.A.aurora"):
        plane.out = True
        g.tell("The Aurora's plane is lost.", rule="napalini.A.aurora")


def hurt(g: Napalini, k: int) -> None:
    """11.air.destroyed: one step; exhausted goes home at once; a loss on an exhausted squadron destroys it."""
    plane = g.state.air[k]
    name = AIRCRAFT[plane.type]["name"]
    if plane.step >= EXHAUSTED and in_force("napalini.11.air.destroyed"):
        plane.out = True
        from .victory import eliminated

        eliminated(g, g.other(plane.side), float(AIRCRAFT[plane.type]["cost"]))
        g.tell("A {plane} squadron of {side} is destroyed.", rule="napalini.11.air.destroyed", plane=name, side=plane.side)
        go_home(g, k)
        return
    plane.step += 1
    g.tell(
        "A {plane} squadron of {side} is {how}.",
        rule="napalini.11.air.destroyed",
        plane=name,
        side=plane.side,
        how="worn" if plane.step == WORN else "exhausted",
    )
    if plane.step >= EXHAUSTED:
        go_home(g, k)


# ------------------------------------------------------------------ superiority


def commit_fighters(g: Napalini, side: str) -> Procedure:
    """First the attacker, then the defender: any ready fighters."""
    while True:
        able = [k for k, p in enumerate(g.state.air) if p.side == side and p.type == "fighter" and ready(g, k)]
        if not able or not in_force("napalini.11.super.commit"):
            return
        k = yield g.ask(
            side,
            "Commit a fighter squadron to air superiority?",
            able,
            also=[PASS],
            rule="napalini.11.super.commit",
            label=lambda k: "no more" if k == PASS else plane_words(g, k),
            on=lambda k: ("" if k == PASS else f"a{k}", ""),
        )
        if k == PASS:
            return
        take_off(g, k, "superiority")


def plane_words(g: Napalini, k: int) -> str:
    plane = g.state.air[k]
    state = ("fresh", "worn", "exhausted")[min(plane.step, 2)]
    return f"{plane.quality} {AIRCRAFT[plane.type]['name'].lower()} squadron ({state})"


def air_roll(g: Napalini, side: str, count: int, quality: str, step: int, why: str, rule: str) -> int:
    """Dice in the air hit on the firepower of the thrower."""
    if count <= 0:
        return 0
    need = FIREPOWER[quality][min(step, EXHAUSTED)]
    dice = g.roll(f"{count}d6", why, rule=rule, by=side)
    return sum(die >= need for die in dice)


def dogfight(g: Napalini) -> Procedure:
    """11.super.dogfight: every squadron throws its air-attack dice, all at once; one such fight."""
    one, two = g.order
    fighters = {side: patrols(g, side) for side in g.order}
    if not fighters[one] or not fighters[two]:
        return
    hits = {}
    for side in g.order:
        hits[side] = 0
        for k in fighters[side]:
            plane = g.state.air[k]
            plane.fought = True
            count = AIRCRAFT["fighter"]["air_attack"] if in_force("napalini.11.super.dogfight") else 0
            hits[side] += air_roll(g, side, count, plane.quality, plane.step, "Dogfight", "napalini.11.super.dogfight")
    for side in g.order:
        yield from air_losses(g, side, losses_for(hits[g.other(side)]), fighters[side], "napalini.11.super.dogfight")


def air_losses(g: Napalini, side: str, count: int, planes: list[int], rule: str) -> Procedure:
    """The owner spreads them evenly."""
    taken: dict[int, int] = {}
    for _ in range(count):
        alive = [k for k in planes if not g.state.air[k].out]
        if not alive:
            return
        least = min(taken.get(k, 0) for k in alive)
        open_ = [k for k in alive if taken.get(k, 0) == least]
        k = open_[0]
        if len(open_) > 1:
            k = yield g.ask(
                side,
                "Which squadron takes the loss?",
                open_,
                rule=rule,
                label=lambda k: plane_words(g, k),
                on=lambda k: (f"a{k}", ""),
            )
        taken[k] = taken.get(k, 0) + 1
        hurt(g, k)


def count2(g: Napalini, side: str) -> int:
    """11.super.count, in halves: a fresh squadron 1, a worn one 1/2."""
    if not in_force("napalini.11.super.count"):
        return 2 * len(patrols(g, side))
    return sum(2 if g.state.air[k].step == 0 else 1 for k in patrols(g, side))


def air_state(g: Napalini, side: str) -> str:
    """11.super.states."""
    mine, theirs = count2(g, side), count2(g, g.other(side))
    if not theirs:
        return "supremacy"
    if not mine or theirs - mine > 1:
        return "inferiority"
    return "superiority" if mine - theirs > 1 and in_force("napalini.11.super.states") else "parity"


# ------------------------------------------------------------------ interception


def intercepted(g: Napalini, side: str, k: int = -1, balloon: int = -1) -> Procedure:
    """11.intercept.*: True if the mission of `side` reaches its square."""
    enemy = g.other(side)
    if not patrols(g, enemy):
        return in_force("napalini.11.super.none" if not patrols(g, side) else "napalini.11.super.supremacy")
    if not in_force("napalini.11.intercept.choice"):
        return True
    what = "a balloon" if balloon >= 0 else f"a {AIRCRAFT[g.state.air[k].type]['name'].lower()} squadron"
    choice = yield g.ask(
        enemy,
        f"The enemy sends {what}: intercept?",
        ["intercept", PASS],
        rule="napalini.11.intercept.choice",
        label=lambda v: "let it pass" if v == PASS else "intercept",
    )
    if choice == PASS:
        return True
    row = "balloon" if balloon >= 0 else "other"
    rule = f"napalini.11.intercept.{row}"
    die = g.d6("Interception", rule=rule, by=enemy)
    outcome = TABLES["interception"][row][air_state(g, side)][die - 1] if in_force(rule) else "S"
    reached = yield from apply_interception(g, side, outcome.split(), k, balloon)
    return reached


def team(g: Napalini, side: str) -> tuple[str, int]:
    """11.intercept.fighters: the lowest quality among them, worn if any of them is."""
    planes = [g.state.air[k] for k in patrols(g, side)]
    if not planes:
        return "average", 0
    return min((p.quality for p in planes), key=QUALITIES.index), max(p.step for p in planes)


def apply_interception(g: Napalini, side: str, outcome: list[str], k: int, balloon: int) -> Procedure:
    enemy = g.other(side)
    rule, own = "napalini.11.intercept.fighters", "napalini.11.intercept.self-defence"
    for word in outcome:
        count = int(word[1]) if word[1:] in ("1", "2") and in_force(rule) else 0
        if word in ("F1", "F2") and patrols(g, side):
            hits = air_roll(g, side, count, *team(g, side), "Fighters against the interceptors", rule)
            yield from air_losses(g, enemy, losses_for(hits), patrols(g, enemy), "napalini.11.intercept.losses")
        elif word in ("E1", "E2"):
            hits = air_roll(g, enemy, count, *team(g, enemy), "The interceptors", rule)
            yield from mission_losses(g, side, losses_for(hits), k, balloon)
        elif word == "SD":
            plane = g.state.air[k]
            count = AIRCRAFT[plane.type].get("self_defence", 0) if in_force(own) else 0
            hits = air_roll(g, side, count, plane.quality, plane.step, "Self-defence", own)
            yield from air_losses(g, enemy, losses_for(hits), patrols(g, enemy), "napalini.11.intercept.losses")
    aborted = "A" in outcome and in_force("napalini.11.intercept.success")
    if aborted:
        g.tell("The mission of {side} aborts.", rule="napalini.11.intercept.success", side=side)
        abort(g, k, balloon)
    gone = balloon < 0 and (g.state.air[k].out or not g.state.air[k].mission)
    return not aborted and not gone


def abort(g: Napalini, k: int, balloon: int) -> None:
    if balloon >= 0:
        g.unit(balloon).raised, g.unit(balloon).grounded = False, True
    else:
        g.state.air[k].rough = True
        go_home(g, k)


def mission_losses(g: Napalini, side: str, count: int, k: int, balloon: int) -> Procedure:
    """11.intercept.losses: by the owner, to the mission or to his fighters on air superiority."""
    from .losses import give_loss

    for _ in range(count):
        options: list[Any] = ([("balloon", balloon)] if balloon >= 0 else [("plane", k)]) + [
            ("plane", p) for p in patrols(g, side)
        ]
        options = [o for o in options if o[0] == "balloon" or not g.state.air[o[1]].out]
        if not in_force("napalini.11.intercept.losses"):
            options = options[:1]
        if not options:
            return
        choice = options[0]
        if len(options) > 1:
            choice = yield g.ask(
                side,
                "Which takes the loss?",
                options,
                rule="napalini.11.intercept.losses",
                label=lambda v: "the balloon" if v[0] == "balloon" else plane_words(g, v[1]),
            )
        if choice[0] == "balloon":
            give_loss(g, balloon, fire=False)
        else:
            hurt(g, choice[1])


# ------------------------------------------------------------------ observers


def place_observers(g: Napalini, side: str, balloons_only: bool) -> Procedure:
    """11.observe.commit, 11.observe: balloons in their own squares, planes and Zeppelins on any."""
    done: list[int] = []
    while True:
        balloons = [
            n
            for n in g.on_table(side)
            if g.unit(n).type == "balloon"
            and not g.unit(n).raised
            and not g.unit(n).grounded
            and g.unit(n).step < EXHAUSTED
            and not g.contested(g.unit(n).at)
            and n not in done
        ]
        planes = (
            [] if balloons_only else [k for k, p in enumerate(g.state.air) if p.side == side and p.type in EYES and ready(g, k)]
        )
        options: list[Any] = [("raise", n) for n in balloons] + [("send", k) for k in planes]
        if not options or not in_force("napalini.11.observe.commit"):
            return
        choice = yield g.ask(
            side,
            "Air observation: which observer?",
            options,
            also=[PASS],
            rule="napalini.11.observe.commit",
            label=lambda v: (
                "no more"
                if v == PASS
                else (f"raise the balloon in {g.label(g.unit(v[1]).at)}" if v[0] == "raise" else plane_words(g, v[1]))
            ),
        )
        if choice == PASS:
            return
        if choice[0] == "raise":
            done.append(choice[1])
            yield from raise_balloon(g, choice[1])
        else:
            yield from send_observer(g, choice[1])


def raise_balloon(g: Napalini, n: int) -> Procedure:
    """11.observe.balloon: it spots from its square and cannot move."""
    unit = g.unit(n)
    unit.raised = in_force("napalini.11.observe.balloon")
    g.reveal_unit(n)
    g.tell("{side} raises a balloon in {place}.", rule="napalini.11.observe.balloon", side=unit.side, place=unit.at)
    reached = yield from intercepted(g, unit.side, balloon=n)
    if not reached or unit.where != "table":
        return
    result = yield from flak.fire_at(g, unit.side, unit.at, "balloon", False)
    for _ in range(losses_for(result.hits)):
        from .losses import give_loss

        give_loss(g, n, fire=False)
    if result.hits or unit.step >= EXHAUSTED or result.distracted:
        abort(g, -1, n)


def send_observer(g: Napalini, k: int) -> Procedure:
    plane = g.state.air[k]
    plane.high = yield from ask_high(g, k)
    square = yield g.ask(
        plane.side,
        f"The {plane_words(g, k)} observes from which square?",
        list(range(g.grid.size)),
        rule="napalini.11.observe.commit",
        label=g.label,
        on=lambda sq: ("", g.label(sq)),
    )
    if take_off(g, k, "observe"):
        yield from watch(g, k, square)


def ask_high(g: Napalini, k: int) -> Procedure:
    """11.high-level: Zeppelins and bombers, in good weather."""
    plane = g.state.air[k]
    if "high-level" not in AIRCRAFT[plane.type]["tags"] or g.state.weather != "G" or not in_force("napalini.11.high-level"):
        return False
    level = yield g.ask(
        plane.side,
        f"At which level does the {plane_words(g, k)} fly?",
        ["low level", "high level"],
        rule="napalini.11.high-level",
    )
    return level == "high level"


def watch(g: Napalini, k: int, square: int) -> Procedure:
    """Interception, then AA in range; what is left spots from its square."""
    plane = g.state.air[k]
    plane.at = square if in_force("napalini.11.observe") else NOWHERE
    reached = yield from intercepted(g, plane.side, k)
    if not reached:
        return
    result = yield from flak.fire_at(g, plane.side, square, plane.type, plane.high)
    for _ in range(losses_for(result.hits)):
        hurt(g, k)
    if plane.out or not plane.mission:
        return
    if result.hits and in_force("napalini.11.aa.result"):
        abort(g, k, -1)
    elif result.distracted:
        driven_off(g, k, result.distracted)


def driven_off(g: Napalini, k: int, by: list[int]) -> None:
    """11.aa.distracted-observer: back along its column until out of range of all that distracted it."""
    plane = g.state.air[k]
    plane.rough = True
    if not in_force("napalini.11.aa.distracted-observer"):
        return
    step = -g.grid.columns if g.static.sides[plane.side].edge == "south" else g.grid.columns
    at = plane.at
    while 0 <= at < g.grid.size and any(g.distance(g.place(n), at) <= flak.aa_range(g, n) for n in by):
        at += step
    if 0 <= at < g.grid.size:
        plane.at = at
        g.tell("The observer is driven off to {place}.", rule="napalini.11.aa.distracted-observer", place=at)
    else:
        go_home(g, k)


def observer_moves(g: Napalini) -> list[Any]:
    """11.home.observers, 11.home.zeppelins: at the beginning of a friendly round, once each."""
    r = g.round
    if not flying(g):
        return []
    return [
        ("observer", k, sq)
        for k, p in enumerate(g.state.air)
        if p.side == r.side and p.mission == "observe" and not p.out and f"observer/{k}" not in r.kinds
        for sq in range(g.grid.size)
        if sq != p.at
    ]


def why_no_observer_move(g: Napalini, k: int, square: int) -> Refusal | None:
    """11.home.observers: why a squadron does not go to watch another square; None if it may."""
    r, plane = g.round, g.state.air[k]
    if plane.side != r.side or plane.out or plane.mission != "observe":
        return Refusal("napalini.11.home.observers", "Only an observer of yours over the table moves to another square.")
    if not flying(g):
        return Refusal("napalini.4.weather.bad", "Nothing flies in bad weather.")
    if f"observer/{k}" in r.kinds:
        return Refusal("napalini.11.home.observers", "That observer has moved at the beginning of this round.")
    if square == plane.at:
        return Refusal("napalini.11.home.observers", f"It is over {g.label(square)} already.")
    return None


def observer_words(g: Napalini, value: Any) -> str:
    return f"{plane_words(g, value[1])} to {g.label(value[2])}"


def move_observer(g: Napalini, k: int, square: int) -> Procedure:
    """It takes interception and AA fire anew; a Zeppelin may bomb there if it has not bombed."""
    from . import strike

    r, plane = g.round, g.state.air[k]
    r.kinds.append(f"observer/{k}")
    g.tell("An observer of {side} moves to {place}.", rule="napalini.11.home.observers", side=plane.side, place=square)
    if g.option("overcast_throw_when_observers_move") and not take_off(g, k, "observe"):
        return
    if in_force("napalini.11.home.observers"):
        yield from watch(g, k, square)
    yield from spotting(g)
    here = plane.type == "zeppelin" and plane.mission == "observe" and not plane.bombed
    if here and strike.allowed(g, plane.side, plane.at) and in_force("napalini.11.home.zeppelins"):
        bomb = yield g.ask(
            plane.side,
            f"The Zeppelin is over {g.label(plane.at)}: bomb?",
            ["bomb", PASS],
            rule="napalini.11.home.zeppelins",
            label=lambda v: "observe only" if v == PASS else "bomb",
        )
        if bomb == "bomb":
            distractions = flak.local_defences(g, g.other(plane.side), plane.at, plane.type, plane.high)
            plane.rough = plane.rough or bool(distractions)
            yield from strike.drop(g, k, plane.at, distractions)
            strike.fall(g)
