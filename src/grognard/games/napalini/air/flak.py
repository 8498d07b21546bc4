"""Chapter 11, anti-aircraft fire: AA units, attached Archies, intrinsic AA, barrage balloons (11.aa.*, 11.barrage-balloons)."""

from __future__ import annotations

from typing import NamedTuple

from grognard.kernel import PASS, Tally, cites
from grognard.kernel.game import Procedure

from ..asks import Ask
from ..combat.ambush import ambushed_before, behind_visible_works
from ..combat.fire import half
from ..context import Napalini
from ..table.sight import align_firer
from ..tables import EXHAUSTED

LOW_FLYERS = ("fighter", "attack")


class Flak(NamedTuple):
    hits: int
    distracted: list[int]  # the AA units that scored a 5
    other: int = 0  # distractions by intrinsic AA and balloons


def aa_range(g: Napalini, n: int) -> int:
    """2.flag.aa-range; attached Archies have range 1 (2.archie.attached, A.archie)."""
    kind = g.type(n)
    if kind.aa_range >= 0:
        return kind.aa_range
    return 1 if archie_aboard(g, n) else -1


@cites("napalini.2.archie.attached")
def archie_aboard(g: Napalini, n: int) -> bool:
    return g.unit(n).archie


def shooters(g: Napalini, side: str, square: int, high: bool) -> list[int]:
    """AA units of a side that reach a square; light AA cannot fire at high level."""
    found = []
    for n in g.on_table(side):
        reach = aa_range(g, n)
        if reach < 0 or g.dummy(n) or g.distance(g.unit(n).at, square) > reach:
            continue
        if high and g.unit(n).type == "light_aa":
            continue
        if g.unit(n).step >= EXHAUSTED and n in spent(g):
            continue
        found.append(n)
    return found


def spent(g: Napalini) -> list[int]:
    """11.aa.state: exhausted AA units that have fired at their one aircraft, in this round or Airpower Phase."""
    return g.round.aa_spent if g.state.round is not None else g.state.aa_spent


def aa_tally(g: Napalini, n: int, square: int, aircraft: str, high: bool) -> Tally:
    """11.aa.state, 11.aa.high-level, 11.barrage-balloons."""
    total = Tally("AA fire")
    if g.unit(n).step:
        total.add(-1, "worn or exhausted", "napalini.11.aa.state")
    if high:
        total.add(-1, "high level", "napalini.11.aa.high-level")
    helped = aircraft == "observation" or (aircraft in ("zeppelin", "bomber") and not high)
    if barrage_balloons(g, square) and helped:
        total.add(1, "barrage balloons", "napalini.11.barrage-balloons")
    return total


def fire_at(g: Napalini, side: str, square: int, aircraft: str, high: bool, attacking: bool = False) -> Procedure:
    """All AA units in range throw a die each at a mission of `side`; hidden ones only if their owner likes."""
    enemy = g.other(side)
    able = shooters(g, enemy, square, high)
    firing = [n for n in able if g.unit(n).revealed]
    near = [n for n in g.on_table(enemy) if not g.unit(n).revealed and g.distance(g.unit(n).at, square) <= 1]
    new: list[int] = []
    while near:
        hidden = [n for n in near if n in able and n not in new]
        n = yield g.ask(
            enemy,
            f"Enemy aircraft over {g.label(square)}: reveal a hidden AA unit to fire?",
            hidden,
            also=[PASS],
            rule="napalini.11.aa.hidden",
            label=lambda n: "no" if n == PASS else g.name(n),
            waiting="anti-aircraft fire",
            on=lambda n: ("" if n == PASS else f"u{n}", ""),
            name=Ask.FLAK_REVEAL,
            final=True,
        )
        if n == PASS:
            break
        g.reveal_unit(n)
        yield from align_firer(g, n)
        new.append(n)
    ambusher = next((n for n in new if may_ambush_aircraft(g, n, square)), None)
    if ambusher is not None and g.state.round is not None:
        g.round.ambushed.append(square)
    hits, distracted = 0, list[int]()
    for n in sorted([*firing, *new]):
        if g.unit(n).step >= EXHAUSTED:
            shoot = yield g.ask(
                enemy,
                f"{g.title(n)} is exhausted and fires at one aircraft only: this one?",
                ["fire", PASS],
                rule="napalini.11.aa.state",
                name=Ask.FLAK_EXHAUSTED,
                final=True,
            )
            if shoot == PASS:
                continue
            spent(g).append(n)
        total = aa_tally(g, n, square, aircraft, high)
        count = 2 if n == ambusher else 1
        for die in g.roll(
            f"{count}d6", "{unit} fires at aircraft", rule="napalini.11.aa.fire", by=enemy, tallies=[total], unit=g.name(n)
        ):
            score = die + int(total)
            if score >= 6:
                hits += 1
            elif score == 5:
                distracted.append(n)
    if hits:
        g.tell("{hits} by AA fire.", rule="napalini.11.aa.result", hits=hits)
    return Flak(hits, distracted, local_defences(g, enemy, square, aircraft, high) if attacking else 0)


@cites("napalini.7.ambush-dice")
def may_ambush_aircraft(g: Napalini, n: int, square: int) -> bool:
    """A hidden AA unit of the square itself fires from ambush, with a die more; not from visible works."""
    if g.state.round is not None and ambushed_before(g, square):
        return False
    return g.option("aa_ambush_die") and g.unit(n).at == square and not behind_visible_works(g, square)


@cites("napalini.3.obstacle.balloons")
def barrage_balloons(g: Napalini, square: int) -> bool:
    return square in g.static.balloons


@cites("napalini.11.aa.cumulative")
def local_defences(g: Napalini, enemy: str, square: int, aircraft: str, high: bool) -> int:
    """11.aa.intrinsic and 11.barrage-balloons: a 6 distracts."""
    count = 0
    low = aircraft in LOW_FLYERS or (aircraft in ("zeppelin", "bomber") and not high)
    targets = g.real_at(square, enemy)
    if low and half(g, targets, lambda n: "intrinsic-aa" in g.type(n).tags):
        count += g.d6("Intrinsic AA", rule="napalini.11.aa.intrinsic", by=enemy) == 6
    if barrage_balloons(g, square) and aircraft in LOW_FLYERS:
        count += g.d6("Barrage balloons", rule="napalini.11.barrage-balloons", by=enemy) == 6
    return count
