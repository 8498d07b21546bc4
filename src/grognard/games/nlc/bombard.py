"""Chapter 8.1: bombardment. Targets are declared before any dice (R63); one fire for each target hex."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from grognard.kernel import DONE, Procedure, Refusal, Tally
from grognard.kernel.cite import in_force

from .asking import mover, units_meant
from .asking_fights import ask_bombardment
from .context import Nlc
from .fire import fire, may_take_hit, rounded, take_hits, whole
from .ground import CHATEAU
from .leaders import at_risk
from .retreat import disrupt
from .sight import has_los, seen_openly
from .state import Fire
from .tables import CONSTANTS, HEX_LINES, ORDERS, percent


def reach(g: Nlc) -> int:
    """8.1.1; 25.6.3: three hexes at half strength."""
    return CONSTANTS["bombard_range"] + (1 if g.on("artillery_detail") and in_force("nlc.25.6.3") else 0)


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
    if g.on("bombardment_needs_attack_order") or not in_force("nlc.2.1.5"):
        from .charge import may_fight

        if refusal := may_fight(g, unit):
            return refusal
    if not has_los(g, g.at(unit), target):
        return Refusal("nlc.8.3.1", f"{name} has no line of sight to {g.place(target)}.")
    return None


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


def _reduced(g: Nlc, term, kind: int, dense: int) -> None:
    if g.on("artillery_detail") and dense >= 2 and not g.on("six_to_hit"):
        term.times(Fraction(5, 4), "dense target", "nlc.25.6.1")
    if kind:
        term.times(percent(HEX_LINES[kind], "bombard"), ("", "town", "chateau", "woods")[kind], "nlc.8.1.1")


def declare(g: Nlc, guns: Sequence[int]) -> Procedure:
    """Unit by unit: which battery, which hex."""
    stage = g.stage
    while True:
        g.checkpoint()
        laid = [unit for shot in stage.fires for unit in shot.units]
        options = [
            (mover(g, [unit]), target) for unit in guns if unit not in laid and g.on_map(unit)
            for target in targets_of(g, unit) if may_bombard(g, unit, target) is None
        ]  # fmt: skip
        if not options:
            return
        choice = yield ask_bombardment(g, options, guns, laid)
        if choice == DONE:
            return
        unit, target = units_meant(g, choice[0])[0], choice[1]
        shot = next((shot for shot in stage.fires if shot.target == target), None)
        if shot is None:
            shot = Fire(target)
            stage.fires.append(shot)
        shot.units.append(unit)
        g.state.bombarded |= 1 << unit
        stage.fought |= 1 << unit


def resolve(g: Nlc, shot: Fire) -> Procedure:
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
    from .hidden import is_phantom

    stack = [unit for unit in stack if not is_phantom(g, unit)]
    if not stack:
        return  # R125: rolled openly, ignored for the real units
    hits = whole(result.hits, "nlc.8.1.6")
    if in_force("nlc.8.1.4"):
        unit = yield from _who_is_disrupted(g, 1 - side, stack)
        struck = stack if g.on("bombardment_disrupts_whole_hex") else [unit]
        for each in struck:
            disrupt(g, each, rule="nlc.8.1.4")
        hits -= 1
    lost: list[int] = []
    if hits and in_force("nlc.8.1.5"):
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
    )  # fmt: skip
    return unit
