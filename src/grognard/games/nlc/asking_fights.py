"""The questions before a fight: who bombards, who charges, who attacks whom; and why not, for every unit and every hex."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from grognard.kernel import DONE, Draft, Refusal
from grognard.kernel.listed import Listed

from .context import Nlc


def idle(g: Nlc, unit: int, activated: Sequence[int]) -> Refusal | None:
    """4.0.6: only what the chit governs acts."""
    if unit in activated:
        return None
    return Refusal("nlc.4.0.6", f"{g.name(unit)} is not governed by the chit that acts now.")


def ask_charger(g: Nlc, ready: list[int], cavalry: Sequence[int]) -> Listed:
    """7.7.1: which cavalry charges."""
    from .charge import may_charge, targets_of

    side = g.stage.side

    def judge(unit: Any) -> Refusal | None:
        if unit == DONE or unit in ready or unit not in g.army_units(side):  # of others' units nothing is told
            return None
        if not g.is_cavalry(unit):
            return Refusal("nlc.7.7.1", f"{g.name(unit)} is no cavalry.")
        if refusal := idle(g, unit, cavalry):
            return refusal
        if any(charge.unit == unit for charge in g.stage.charges):
            return Refusal("nlc.7.7.11", f"{g.name(unit)} is to charge already.")
        for target in targets_of(g, unit):
            if refusal := may_charge(g, unit, target):
                return refusal
        return Refusal("nlc.7.7.1", f"No enemy is within two hexes of {g.name(unit)}.", limit=2)

    return Listed(
        g.seat(side), "Which cavalry charges?", [*ready, DONE], "nlc.7.7.1", judge=judge, candidates=lambda: g.army_units(side),
        label=lambda v: "no more charges" if v == DONE else g.name(v),
        on=lambda v: ("", "") if v == DONE else (g.units[v].id, g.label(g.at(v))),
    )  # fmt: skip


def ask_charge(g: Nlc, unit: int, ways: list[tuple[int, ...]]) -> Listed:
    """7.7.2: which hex, which way."""
    from .charge import may_charge

    side, piece = g.stage.side, g.units[unit].id

    def judge(way: Any) -> Refusal | None:
        if not g.enemies_at(way[-1], side):
            return Refusal("nlc.7.7.1", f"There is no enemy in {g.place(way[-1])}.")
        return may_charge(g, unit, way[-1])

    return Listed(
        g.seat(side), f"{g.name(unit)} charges. Which hex, which way?", ways, "nlc.7.7.2", judge=judge,
        candidates=lambda: ((hex,) for hex in range(g.grid.size)),
        label=lambda p: g.place(p[-1]) + (f" by {g.place(p[0])}" if len(p) > 1 else ""),
        on=lambda p: (piece, g.label(p[-1])), about={"piece": piece},
    )  # fmt: skip


def ask_bombardment(g: Nlc, options: list[Any], guns: Sequence[int], laid: Sequence[int]) -> Listed:
    """8.1.1: which battery, named by its hex and place in the stack like a mover, and which hex."""
    from .asking import mover, units_meant
    from .bombard import may_bombard

    side = g.stage.side
    ready = [unit for unit in guns if unit not in laid]  # taken up again, the segment knows guns without those that are laid

    def judge(value: Any) -> Refusal | None:
        (hex, place), target = value
        if not 0 <= place < len(g.own_at(hex, side)):  # of others' units nothing is told
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
            yield from ((mover(g, [unit]), hex) for hex in sorted(enemies, key=lambda hex: (away[hex], hex)))
        yield from ((mover(g, [ready[0]]), hex) for hex in range(g.grid.size))

    return Listed(
        g.seat(side), "Which artillery bombards which hex?", [*options, DONE], "nlc.8.1.1", judge=judge, candidates=candidates,
        label=lambda v: "no more bombardment" if v == DONE else f"{g.name(units_meant(g, v[0])[0])} at {g.place(v[1])}",
        on=lambda v: ("", "") if v == DONE else (g.units[units_meant(g, v[0])[0]].id, g.label(v[1])),
    )  # fmt: skip


class Declaration(Draft):
    """The draft of attacks, with an answer for a unit that attacks nobody or a hex that nobody can attack."""

    __slots__ = ("_activated", "_g")

    def of(self, g: Nlc, activated: Sequence[int]) -> Declaration:
        self._g, self._activated = g, list(activated)
        return self

    def explain(self, piece: str = "", place: str = "") -> Refusal | None:
        from .declare import may_attack, targets_of

        g = self._g
        unit = g.static.unit_named.get(piece, -1)
        hex = g.grid.hex(place) if place in g.grid.labels else -1
        able = [u for u in self._activated if g.on_map(u) and targets_of(g, u)]
        if unit >= 0:
            if g.side(unit) != g.stage.side or not g.on_map(unit):
                return None
            if unit not in self._activated:
                return Refusal("nlc.7.3.12", f"{g.name(unit)} is not activated by this chit.")
            if hex >= 0:
                return may_attack(g, unit, hex)
            if unit in able:
                return None
            near = g.adjacent_enemies(g.at(unit), g.side(unit))
            return may_attack(g, unit, near[0] if near else g.at(unit))
        if hex < 0 or any(hex in targets_of(g, u) for u in able):
            return None
        if not g.enemies_at(hex, g.stage.side):
            return Refusal("nlc.7.3.1", f"There is no enemy in {g.place(hex)}.")
        found = [may_attack(g, u, hex) for u in self._activated if g.on_map(u) and hex in g.grid.adjacent[g.at(u)]]
        return found[0] if found else Refusal("nlc.7.3.1", f"No activated unit is adjacent to {g.place(hex)}.")
