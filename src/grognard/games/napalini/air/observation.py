"""Chapter 11, the Airpower Phase and the observers (11.observe*, 11.home.observers)."""

from __future__ import annotations

from grognard.kernel import PASS, Refusal, cites
from grognard.kernel.game import Procedure

from ..asks import Ask
from ..combat.losses import give_loss
from ..context import Napalini
from ..table.sight import EYES, spotting
from ..tables import EXHAUSTED, losses_for
from . import flak, strike
from .choices import Balloon, NewStation, Observer
from .interception import abort, intercepted
from .superiority import ask_high, commit_fighters, dogfight, flying, go_home, hurt, plane_words, ready, take_off


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
        options: list[Balloon | Observer] = [*map(Balloon, balloons), *map(Observer, planes)]
        if not options:
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
                else (
                    f"raise the balloon in {g.label(g.unit(v.unit).at)}" if isinstance(v, Balloon) else plane_words(g, v.plane)
                )
            ),
            name=Ask.OBSERVERS,
            final=lambda v: isinstance(v, Balloon),
        )
        if choice == PASS:
            return
        if isinstance(choice, Balloon):
            done.append(choice.unit)
            yield from raise_balloon(g, choice.unit)
        else:
            yield from send_observer(g, choice.plane)


def raise_balloon(g: Napalini, n: int) -> Procedure:
    """11.observe.balloon: it spots from its square and cannot move."""
    unit = g.unit(n)
    unit.raised = True
    g.reveal_unit(n)
    g.tell("{side} raises a balloon in {place}.", rule="napalini.11.observe.balloon", side=unit.side, place=unit.at)
    reached = yield from intercepted(g, unit.side, balloon=n)
    if not reached or unit.where != "table":
        return
    result = yield from flak.fire_at(g, unit.side, unit.at, "balloon", False)
    for _ in range(losses_for(result.hits)):
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
        name=Ask.OBSERVE_FROM,
        final=True,
    )
    if take_off(g, k, "observe"):
        yield from watch(g, k, square)


@cites("napalini.11.observe")
def watch(g: Napalini, k: int, square: int) -> Procedure:
    """Interception, then AA in range; what is left spots from its square."""
    plane = g.state.air[k]
    plane.at = square
    reached = yield from intercepted(g, plane.side, k)
    if not reached:
        return
    result = yield from flak.fire_at(g, plane.side, square, plane.type, plane.high)
    for _ in range(losses_for(result.hits)):
        hurt(g, k)
    if plane.out or not plane.mission:
        return
    if result.hits:
        abort(g, k, -1)
    elif result.distracted:
        driven_off(g, k, result.distracted)


def driven_off(g: Napalini, k: int, by: list[int]) -> None:
    """11.aa.distracted-observer: back along its column until out of range of all that distracted it."""
    plane = g.state.air[k]
    plane.rough = True
    step = -g.grid.columns if g.static.sides[plane.side].edge == "south" else g.grid.columns
    at = plane.at
    while 0 <= at < g.grid.size and any(g.distance(g.place(n), at) <= flak.aa_range(g, n) for n in by):
        at += step
    if 0 <= at < g.grid.size:
        plane.at = at
        g.tell("The observer is driven off to {place}.", rule="napalini.11.aa.distracted-observer", place=at)
    else:
        go_home(g, k)


def observer_moves(g: Napalini) -> list[NewStation]:
    """11.home.observers, 11.home.zeppelins: at the beginning of a friendly round, once each."""
    r = g.round
    if not flying(g):
        return []
    return [
        NewStation(k, sq)
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


def observer_words(g: Napalini, move: NewStation) -> str:
    return f"{plane_words(g, move.plane)} to {g.label(move.square)}"


def move_observer(g: Napalini, k: int, square: int) -> Procedure:
    """It takes interception and AA fire anew; a Zeppelin may bomb there if it has not bombed."""
    r, plane = g.round, g.state.air[k]
    r.kinds.append(f"observer/{k}")
    g.tell("An observer of {side} moves to {place}.", rule="napalini.11.home.observers", side=plane.side, place=square)
    if g.option("overcast_throw_when_observers_move") and not take_off(g, k, "observe"):
        return
    yield from watch(g, k, square)
    yield from spotting(g)
    here = plane.type == "zeppelin" and plane.mission == "observe" and not plane.bombed
    if here and strike.allowed(g, plane.side, plane.at):
        bomb = yield g.ask(
            plane.side,
            f"The Zeppelin is over {g.label(plane.at)}: bomb?",
            ["bomb", PASS],
            rule="napalini.11.home.zeppelins",
            label=lambda v: "observe only" if v == PASS else "bomb",
            name=Ask.ZEPPELIN_BOMBS,
            final=True,
            kind="fire",
        )
        if bomb == "bomb":
            distractions = flak.local_defences(g, g.other(plane.side), plane.at, plane.type, plane.high)
            plane.rough = plane.rough or bool(distractions)
            yield from strike.drop(g, k, plane.at, distractions)
            strike.fall(g)
