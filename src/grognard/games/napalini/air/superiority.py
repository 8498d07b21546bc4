"""Chapter 11, squadrons and air superiority (11.air.*, 11.super.*, 11.high-level)."""

from __future__ import annotations

from grognard.kernel import PASS, cites
from grognard.kernel.game import Procedure
from grognard.kernel.words import a, capital

from ..asks import Ask
from ..context import Napalini
from ..state import NOWHERE
from ..tables import AIRCRAFT, EXHAUSTED, FIREPOWER, WORN, losses_for


@cites("napalini.4.weather.bad")
def flying(g: Napalini) -> bool:
    return g.module("airpower") and g.state.weather != "B"


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


def take_off(g: Napalini, k: int, mission: str) -> bool:
    """The squadron leaves base; in overcast it throws to arrive (4.weather.overcast)."""
    plane = g.state.air[k]
    plane.flew, plane.mission = True, mission
    if g.state.weather == "O":
        if g.d6("Overcast", rule="napalini.4.weather.overcast", by=plane.side) <= 2:
            g.tell("A squadron of {side} does not find its way.", rule="napalini.4.weather.overcast", side=plane.side)
            go_home(g, k)
            return False
    return True


@cites("napalini.11.air.ways")
def go_home(g: Napalini, k: int) -> None:
    """11.home.attackers: back to base; it flies no more this period."""
    plane = g.state.air[k]
    plane.mission, plane.at, plane.high, plane.bombed = "", NOWHERE, False, False
    plane.ready = False
    if plane.carrier >= 0 and g.unit(plane.carrier).where != "table":
        plane.out = True
        g.tell("The Aurora's plane is lost.", rule="napalini.A.aurora")


def hurt(g: Napalini, k: int) -> None:
    """11.air.destroyed: one step; exhausted goes home at once; a loss on an exhausted squadron destroys it."""
    plane = g.state.air[k]
    name = AIRCRAFT[plane.type]["name"]
    if plane.step >= EXHAUSTED:
        plane.out = True
        g.score_points(g.other(plane.side), float(AIRCRAFT[plane.type]["cost"]))
        g.tell(
            "{plane} squadron of {side} is destroyed.",
            rule="napalini.11.air.destroyed",
            plane=capital(a(name.lower())),
            side=plane.side,
        )
        go_home(g, k)
        return
    plane.step += 1
    g.tell(
        "{plane} squadron of {side} is {how}.",
        rule="napalini.11.air.destroyed",
        plane=capital(a(name.lower())),
        side=plane.side,
        how="worn" if plane.step == WORN else "exhausted",
    )
    if plane.step >= EXHAUSTED:
        go_home(g, k)


def commit_fighters(g: Napalini, side: str) -> Procedure:
    """First the attacker, then the defender: any ready fighters."""
    while True:
        able = [k for k, p in enumerate(g.state.air) if p.side == side and p.type == "fighter" and ready(g, k)]
        if not able:
            return
        k = yield g.ask(
            side,
            "Commit a fighter squadron to air superiority?",
            able,
            also=[PASS],
            rule="napalini.11.super.commit",
            label=lambda k: "no more" if k == PASS else plane_words(g, k),
            on=lambda k: ("" if k == PASS else f"a{k}", ""),
            name=Ask.FIGHTERS,
            final=lambda _: g.state.weather == "O",
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
            count = AIRCRAFT["fighter"]["air_attack"]
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
                name=Ask.SQUADRON_LOSS,
                final=True,
            )
        taken[k] = taken.get(k, 0) + 1
        hurt(g, k)


@cites("napalini.11.super.count")
def count2(g: Napalini, side: str) -> int:
    """11.super.count, in halves: a fresh squadron 1, a worn one 1/2."""
    return sum(2 if g.state.air[k].step == 0 else 1 for k in patrols(g, side))


@cites("napalini.11.super.states")
def air_state(g: Napalini, side: str) -> str:
    """11.super.states."""
    mine, theirs = count2(g, side), count2(g, g.other(side))
    if not theirs:
        return "supremacy"
    if not mine or theirs - mine > 1:
        return "inferiority"
    return "superiority" if mine - theirs > 1 else "parity"


def ask_high(g: Napalini, k: int, takes_off: bool = False) -> Procedure:
    """11.high-level: Zeppelins and bombers, in good weather. `takes_off`: nothing more is asked before they fly."""
    plane = g.state.air[k]
    if "high-level" not in AIRCRAFT[plane.type]["tags"] or g.state.weather != "G":
        return False
    level = yield g.ask(
        plane.side,
        f"At which level does the {plane_words(g, k)} fly?",
        ["low level", "high level"],
        rule="napalini.11.high-level",
        name=Ask.LEVEL,
        final=takes_off,
    )
    return level == "high level"
