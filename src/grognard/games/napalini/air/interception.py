"""Chapter 11, interception of missions (11.intercept.*)."""

from __future__ import annotations

from grognard.kernel import PASS, cites
from grognard.kernel.game import Procedure
from grognard.kernel.scene import OddsView
from grognard.kernel.words import a

from ..asks import Ask
from ..combat.losses import give_loss
from ..context import Napalini
from ..table.prospects import passing
from ..tables import AIRCRAFT, QUALITIES, TABLES, losses_for
from .choices import BalloonHit, PlaneHit
from .superiority import air_losses, air_roll, air_state, go_home, hurt, patrols, plane_words


@cites("napalini.11.super.none")
def empty_sky(g: Napalini) -> bool:
    """Nobody has fighters up: missions are not intercepted."""
    return not any(patrols(g, side) for side in g.sides)


@cites("napalini.11.super.supremacy")
def supreme(g: Napalini, side: str) -> bool:
    """The enemy has no fighters up: the missions of this side reach their squares."""
    return not patrols(g, g.other(side))


def intercepted(g: Napalini, side: str, k: int = -1, balloon: int = -1) -> Procedure:
    """11.intercept.*: True if the mission of `side` reaches its square."""
    enemy = g.other(side)
    if empty_sky(g) or supreme(g, side):
        return True
    row = "balloon" if balloon >= 0 else "other"
    what = "a balloon" if balloon >= 0 else f"{a(AIRCRAFT[g.state.air[k].type]['name'].lower())} squadron"
    choice = yield g.ask(
        enemy,
        f"The enemy sends {what}: intercept?",
        ["intercept", PASS],
        rule="napalini.11.intercept.choice",
        label=lambda v: "let it pass" if v == PASS else "intercept",
        name=Ask.INTERCEPT,
        final=True,
        odds=lambda: [turned_back(g, side, row)],
    )
    if choice == PASS:
        return True
    rule = f"napalini.11.intercept.{row}"
    die = g.d6("Interception", rule=rule, by=enemy)
    outcome = TABLES["interception"][row][air_state(g, side)][die - 1]
    reached = yield from apply_interception(g, side, outcome.split(), k, balloon)
    return reached


def turned_back(g: Napalini, side: str, row: str) -> OddsView:
    """What an interception does, by Table 6 alone: losses of the interceptors and of the mission come on top."""
    cells = [cell.split() for cell in TABLES["interception"][row][air_state(g, side)]]
    ours, theirs = (sum(not words.isdisjoint(cell) for cell in cells) for words in ({"E1", "E2"}, {"F1", "F2", "SD"}))
    words = f"Your fighters shoot in {ours} cases of 6, theirs or the aircraft themselves in {theirs}."
    aborts = sum("A" in cell for cell in cells) / 6
    return passing("Interception", aborts, f"napalini.11.intercept.{row}", "it is turned back", "it goes on", words)


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
        count = int(word[1]) if word[1:] in ("1", "2") else 0
        if word in ("F1", "F2") and patrols(g, side):
            hits = air_roll(g, side, count, *team(g, side), "Fighters against the interceptors", rule)
            yield from air_losses(g, enemy, losses_for(hits), patrols(g, enemy), "napalini.11.intercept.losses")
        elif word in ("E1", "E2"):
            hits = air_roll(g, enemy, count, *team(g, enemy), "The interceptors", rule)
            yield from mission_losses(g, side, losses_for(hits), k, balloon)
        elif word == "SD":
            plane = g.state.air[k]
            count = AIRCRAFT[plane.type].get("self_defence", 0)
            hits = air_roll(g, side, count, plane.quality, plane.step, "Self-defence", own)
            yield from air_losses(g, enemy, losses_for(hits), patrols(g, enemy), "napalini.11.intercept.losses")
    aborted = "A" in outcome
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
    for _ in range(count):
        planes = [*([] if balloon >= 0 else [k]), *patrols(g, side)]
        options: list[BalloonHit | PlaneHit] = [PlaneHit(p) for p in planes if not g.state.air[p].out]
        if balloon >= 0:
            options.insert(0, BalloonHit(balloon))
        if not options:
            return
        choice = options[0]
        if len(options) > 1:
            choice = yield g.ask(
                side,
                "Which takes the loss?",
                options,
                rule="napalini.11.intercept.losses",
                label=lambda v: "the balloon" if isinstance(v, BalloonHit) else plane_words(g, v.plane),
                name=Ask.MISSION_LOSS,
                final=True,
            )
        if isinstance(choice, BalloonHit):
            give_loss(g, balloon, fire=False)
        else:
            hurt(g, choice.plane)
