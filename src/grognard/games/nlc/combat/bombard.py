"""Chapter 8.1: bombardment. Targets are declared before any dice (R63); one fire for each target hex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from grognard.kernel import DONE, Procedure, Refusal, Tally, cites
from grognard.kernel.listed import Listed
from grognard.kernel.tally import Term

from ..asks import Ask
from ..context import Nlc
from ..ground import CHATEAU
from ..hidden.marches import is_phantom
from ..leaders.leaders import at_risk
from ..orders.may_fight import idle, may_fight
from ..state import Fire
from ..tables import CONSTANTS, HEX_LINES, ORDERS, percent
from ..terrain.sight import has_los, seen_openly
from ..values import Bombardment, mover, units_meant
from .fire import bombardment_hits, fire, may_take_hit, rounded, take_hits
from .retreat import disrupt


def reach(g: Nlc) -> int:
    """8.1.1; 25.6.3: three hexes at half strength."""
    kept: int = CONSTANTS["bombard_range"] + (1 if g.on("artillery_detail") else 0)
    return kept


def may_bombard(g: Nlc, unit: int, target: int) -> Refusal | None:
    """8.1.1, 10.0.2, R62: None, or the first rule against it."""
    name = g.name(unit)
    away = g.grid.distance(g.at(unit), target)
    if away > reach(g):
        return Refusal(
            "nlc.8.1.1", f"{g.place(target)} is {away} hexes away; artillery reaches {reach(g)}.", measured=away, limit=reach(g)
        )
    stack = g.enemies_at(target, g.side(unit))
    if len(stack) == 1 and g.ground.terrain[target] == CHATEAU:
        return Refusal("nlc.10.0.2", f"The garrison of {g.place(target)} cannot be bombarded.")
    if not ORDERS[g.order(unit).kind]["bombard"]:
        return Refusal("nlc.20.2.18", f"{name} is falling back and does not bombard.")
    if refusal := needs_attack_order(g, unit):
        return refusal
    if not has_los(g, g.at(unit), target):
        return Refusal("nlc.8.3.1", f"{name} has no line of sight to {g.place(target)}.")
    return None


@cites("nlc.2.1.5")
def needs_attack_order(g: Nlc, unit: int) -> Refusal | None:
    """2.1.5: to bombard is no attack: orders that forbid attacks do not forbid it, unless the option says so."""
    return may_fight(g, unit) if g.on("bombardment_needs_attack_order") else None


def targets_of(g: Nlc, unit: int) -> list[int]:
    side = g.side(unit)
    return [hex for hex in g.grid.within(g.at(unit), reach(g)) if g.enemies_at(hex, side)]


def bombard_tally(g: Nlc, guns: Sequence[int], target: int) -> Tally:
    """8.1.1, 25.6: what these guns bombard that hex with."""
    total = Tally("bombardment")
    kind = g.terrain(target)
    stack = [unit for unit in g.units_at(target) if not g.is_artillery(unit)]
    far: list[int] = []
    for unit in guns:
        if g.grid.distance(g.at(unit), target) == 3:
            far.append(unit)
            continue
        _reduced(g, total.add(g.strength(unit), gun_name(g, unit)), kind, len(stack))
    if far:
        distant = Tally("long range")
        for unit in far:
            term = distant.add(g.strength(unit), gun_name(g, unit))
            term.halve("long range", "nlc.25.6.3")
            _reduced(g, term, kind, len(stack))
        distant.rounded("nlc.25.6.3", "down")
        total.add(distant.total, f"long range: {', '.join(gun_name(g, unit) for unit in far)}", "nlc.25.6.3")
    return rounded(g, total)


def gun_name(g: Nlc, unit: int) -> str:
    """5.3.3: guns that fire from where the enemy cannot look are known to him by their place only."""
    hex = g.at(unit)
    return g.name(unit) if seen_openly(g, 1 - g.side(unit), hex) else f"guns in {g.place(hex)}"


def _reduced(g: Nlc, term: Term, kind: int, dense: int) -> None:
    if g.on("artillery_detail") and dense >= 2 and not g.on("six_to_hit"):
        term.times(Fraction(5, 4), "dense target", "nlc.25.6.1")
    if kind:
        term.times(percent(HEX_LINES[kind], "bombard"), ("", "town", "chateau", "woods")[kind], "nlc.8.1.1")


def declare_bombardments(g: Nlc, guns: Sequence[int]) -> Procedure:
    """Unit by unit: which battery, which hex."""
    stage = g.stage
    while True:
        g.checkpoint()
        laid = [unit for shot in stage.fires for unit in shot.units]
        options = [
            Bombardment(mover(g, [unit]), target) for unit in guns if unit not in laid and g.on_map(unit)
            for target in targets_of(g, unit) if may_bombard(g, unit, target) is None
        ]  # fmt: skip
        if not options:
            return
        choice = yield ask_bombardment(g, options, guns, laid)
        if choice == DONE:
            return
        unit, target = units_meant(g, choice.gun)[0], choice.target
        shot = next((shot for shot in stage.fires if shot.target == target), None)
        if shot is None:
            shot = Fire(target)
            stage.fires.append(shot)
        shot.units.append(unit)
        g.state.bombarded |= 1 << unit
        stage.fought |= 1 << unit


def resolve_bombardment(g: Nlc, shot: Fire) -> Procedure:
    """8.1.2 to 8.1.7: no answer; the first hit disrupts, further ones cost steps."""
    side = g.stage.side
    stack = g.enemies_at(shot.target, side)
    if not stack:
        return
    tally = bombard_tally(g, shot.units, shot.target)
    dense = g.on("artillery_detail") and sum(not g.is_artillery(u) for u in stack) >= 2
    result = fire(g, side, tally, "Bombardment of {place}", rule="nlc.8.1.1", place=shot.target, bonus=int(dense))
    if not result.hits:
        return
    stack = [unit for unit in stack if not is_phantom(g, unit)]
    if not stack:
        return  # R125: rolled openly, ignored for the real units
    hits = bombardment_hits(result.hits)
    unit = yield from _who_is_disrupted(g, 1 - side, stack)
    struck = stack if g.on("bombardment_disrupts_whole_hex") else [unit]
    for each in struck:
        disrupt(g, each, rule="nlc.8.1.4")
    hits -= 1
    lost: list[int] = []
    if hits:
        g.tell("Further hits cost steps: {hits}.", rule="nlc.8.1.5", hits=hits)
        lost = yield from take_hits(g, 1 - side, stack, hits, first=False)
    if lost or not g.on("leader_loss_only_on_step_losses"):
        at_risk(g, [shot.target], 1 - side)


def _who_is_disrupted(g: Nlc, side: int, stack: Sequence[int]) -> Procedure:
    """R64: one unit, chosen by its owner as for a first hit."""
    legal = [unit for unit in stack if may_take_hit(g, unit, stack, True) is None]
    if len(legal) == 1:
        return legal[0]
    unit = yield g.ask(
        g.seat(side), "Which unit is disrupted by the bombardment?", list(stack), rule="nlc.8.1.4",
        may=lambda u: may_take_hit(g, u, stack, True), label=g.name, on=lambda u: (g.units[u].id, g.label(g.at(u))),
        name=Ask.DISRUPTED, final=True,
    )  # fmt: skip
    return unit


def ask_bombardment(g: Nlc, options: list[Any], guns: Sequence[int], laid: Sequence[int]) -> Listed:
    """8.1.1: which battery, named by its hex and place in the stack like a mover, and which hex."""
    side = g.stage.side
    ready = [unit for unit in guns if unit not in laid]  # taken up again, the segment knows guns without those that are laid

    def judge(value: Any) -> Refusal | None:
        hex, place, target = value.gun.hex, value.gun.place, value.target
        if place is None or not 0 <= place < len(g.own_at(hex, side)):  # of others' units nothing is told
            return None
        unit = g.own_at(hex, side)[place]
        if not g.is_artillery(unit):
            return Refusal("nlc.8.1.1", f"{g.name(unit)} is no artillery.")
        if refusal := idle(g, unit, (*guns, *laid)):
            return refusal
        if unit in laid:
            return Refusal("nlc.8.1.1", f"{g.name(unit)} is laid on a target already.")
        if not g.enemies_at(target, side):
            return Refusal("nlc.8.1.1", f"There is no enemy in {g.place(target)}.")
        return may_bombard(g, unit, target)

    def candidates() -> Iterable[Any]:
        enemies = g.hexes_of(1 - side)
        for unit in g.army_units(side):
            away = {hex: g.grid.distance(g.at(unit), hex) for hex in enemies}
            yield from (Bombardment(mover(g, [unit]), hex) for hex in sorted(enemies, key=lambda hex: (away[hex], hex)))
        yield from (Bombardment(mover(g, [ready[0]]), hex) for hex in range(g.grid.size))

    return Listed(
        g.seat(side), "Which artillery bombards which hex?", [*options, DONE], "nlc.8.1.1", judge=judge, candidates=candidates,
        label=lambda v: "no more bombardment" if v == DONE else f"{g.name(units_meant(g, v.gun)[0])} at {g.place(v.target)}",
        on=lambda v: ("", "") if v == DONE else (g.units[units_meant(g, v.gun)[0]].id, g.label(v.target)),
        name=Ask.BOMBARD, kind="fire", final=len({value.gun for value in options}) == 1,  # the last that has a target
    )  # fmt: skip
