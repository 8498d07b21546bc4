"""Chapter 7.3.3 to 7.3.8: declaring the attacks of a segment, checked as a whole (R33).

A declaration is a draft of (unit, target) pairs. `offences` names everything that is wrong with it; `legal_declarations`
finds whole legal
ones. Where none exists, the rules of distribution and priority are waived (R33), and the log says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from grognard.kernel import Draft, Procedure, Refusal, cites
from grognard.kernel.words import counted

from ..asks import Ask
from ..context import AT_WILL, LIMIT, Nlc, river_closed
from ..ground import CHATEAU
from ..orders.command_range import command_formation
from ..orders.may_fight import may_fight
from ..state import Attack, Order
from ..tables import CONSTANTS
from .by_mail import may_join


class Pair(Struct, frozen=True):
    """One unit attacks one hex."""

    unit: str
    target: str


def may_attack(g: Nlc, unit: int, target: int) -> Refusal | None:
    """None, or the first rule against this unit attacking that hex at all."""
    name, side = g.name(unit), g.side(unit)
    if target not in g.grid.adjacent[g.at(unit)] or not g.enemies_at(target, side):
        return Refusal("nlc.7.3.1", f"{name} is not adjacent to an enemy in {g.place(target)}.")
    if river_closed(g.ground.side(g.at(unit), target)):
        return Refusal("nlc.7.3.2", f"A river lies between {name} and {g.place(target)}.")
    if g.state.bombarded >> unit & 1:
        return Refusal("nlc.8.2.1", f"{name} has bombarded this turn.")
    if g.state.charged >> unit & 1:
        return Refusal("nlc.7.7.11", f"{name} has charged this turn.")
    if not g.stage.commanded >> unit & 1:
        return Refusal("nlc.20.1.4", f"{name} is out of command range and may not attack.")
    return may_fight(g, unit)


def targets_of(g: Nlc, unit: int) -> list[int]:
    return [hex for hex in g.adjacent_enemies(g.at(unit), g.side(unit)) if may_attack(g, unit, hex) is None]


def obliged(g: Nlc, unit: int) -> bool:
    """7.3.3: under Attack or Probe and in the ZOC of an enemy; not a chateau garrison (10.0.3)."""
    if g.order(unit).kind not in AT_WILL or g.turn.night:
        return False
    return not need_not_attack(g, unit) and bool(binding_enemies(g, unit))


@cites("nlc.10.0.3")
def need_not_attack(g: Nlc, unit: int) -> bool:
    """10.0.3: the garrison of a chateau need not attack."""
    return g.garrison(unit)


@cites("nlc.10.0.4")
def binding_enemies(g: Nlc, unit: int) -> list[int]:
    """10.0.4: whose ZOC a unit is in; that of a chateau's garrison works as any other."""
    hex, side = g.at(unit), g.side(unit)
    return [other for other in g.adjacent_enemies(hex, side) if not river_closed(g.ground.side(hex, other))]


def class_of(g: Nlc, target: int) -> int:
    """7.3.8: chateau, infantry, cavalry, artillery only."""
    units = g.units_at(target)
    if g.ground.terrain[target] == CHATEAU and len(units) == 1:
        return 0
    if any(g.is_infantry(unit) for unit in units):
        return 1
    return 2 if any(g.is_cavalry(unit) for unit in units) else 3


def offences(g: Nlc, aims: dict[int, int], activated: Sequence[int], waived: bool = False) -> list[Refusal]:
    """Everything that is wrong with a declaration: unit -> target."""
    wrong = {unit: no for unit, target in aims.items() if (no := may_attack(g, unit, target)) is not None}
    found: list[Refusal | None] = list(wrong.values())
    stacks: dict[int, list[int]] = {}
    for unit in aims:
        stacks.setdefault(g.at(unit), []).append(unit)
    if g.on("play_by_mail"):
        found += _one_chit(g, aims)
    for hex, units in stacks.items():
        if len({aims[unit] for unit in units}) > 1:
            found.append(Refusal("nlc.7.3.6", f"The units in {g.place(hex)} must attack the same stack."))
        if len(units) > LIMIT:
            found.append(Refusal("nlc.5.3.2", f"{g.place(hex)} is overstacked: only two of its units fire.", limit=LIMIT))
    for unit in activated:
        if unit not in aims and obliged(g, unit) and could_join(g, unit, aims, waived):
            found.append(
                Refusal("nlc.7.3.3", f"{g.name(unit)} is in contact under {g.order(unit).kind.capitalize()} and must attack.")
            )
    if not waived:  # who stands at a hex out of reach may be unknown: its class is not looked at
        found += _distribution(g, {hex: units for hex, units in stacks.items() if not wrong.keys() & set(units)}, aims)
    found += _formation_duty(g, aims, activated, waived)
    return [refusal for refusal in found if refusal is not None]


def could_join(g: Nlc, unit: int, aims: dict[int, int], waived: bool) -> bool:
    """Whether a unit has a target; where rules are waived (R33), one that it can attack beside what is declared already."""
    targets = [] if crowded_out(g, unit, aims) else targets_of(g, unit)
    return any(open_to(g, unit, target, aims) for target in targets) if waived else bool(targets)


@cites("nlc.5.3.2")
def crowded_out(g: Nlc, unit: int, aims: dict[int, int]) -> bool:
    """R20: of an overstacked hex only two units fire; the others have done their duty."""
    return sum(g.at(other) == g.at(unit) for other in aims if other != unit) >= LIMIT


def open_to(g: Nlc, unit: int, target: int, aims: dict[int, int]) -> bool:
    """With its own stack (7.3.6), and with others there only if one chit governs them (25.12.2)."""
    if crowded_out(g, unit, aims) or any(g.at(other) == g.at(unit) and aim != target for other, aim in aims.items()):
        return False
    if not g.on("play_by_mail"):
        return True
    chit = command_formation(g, unit)
    return all(may_join(g, command_formation(g, other), chit) is None for other, aim in aims.items() if aim == target)


def _one_chit(g: Nlc, aims: dict[int, int]) -> list[Refusal | None]:
    """25.12.2."""
    found: list[Refusal | None] = []
    by_target: dict[int, int] = {}
    for unit, target in aims.items():
        formation = command_formation(g, unit)
        first = by_target.setdefault(target, formation)
        found.append(may_join(g, first, formation))
    return found


def _distribution(g: Nlc, stacks: dict[int, list[int]], aims: dict[int, int]) -> list[Refusal | None]:
    """7.3.7, 7.3.8, 10.0.7."""
    found: list[Refusal | None] = []
    target_of = {hex: aims[units[0]] for hex, units in stacks.items()}
    attacked = list(target_of.values())
    for hex, units in stacks.items():
        mine = target_of[hex]
        could = [t for t in dict.fromkeys(t for unit in units for t in targets_of(g, unit)) if t not in attacked]
        shared = attacked.count(mine) > 1
        bound = any(g.order(unit).kind in AT_WILL for unit in units)
        if bound and shared and could:
            found.append(
                Refusal(
                    "nlc.7.3.7", f"{g.place(hex)} shares its target, and {g.place(could[0])} next to it is attacked by nobody."
                )
            )
        chateaux = [t for t in could if class_of(g, t) == 0]
        if chateaux and class_of(g, mine) != 0:
            found.append(Refusal("nlc.10.0.7", f"{g.place(hex)} must attack the chateau in {g.place(chateaux[0])}."))
        elif not shared and any(g.is_infantry(unit) for unit in units):
            better = [t for t in could if class_of(g, t) < class_of(g, mine)]
            if better:
                found.append(
                    Refusal("nlc.7.3.8", f"{g.place(hex)} passes over {g.place(better[0])}, a target of a higher class.")
                )
    return found


def _formation_duty(g: Nlc, aims: dict[int, int], activated: Sequence[int], waived: bool) -> list[Refusal | None]:
    """20.2.5, 20.2.6, 20.2.9, 20.2.10: once within 2 hexes of an enemy, some of the formation must attack."""
    found: list[Refusal | None] = []
    if g.turn.night:
        return found
    for holder in dict.fromkeys(g.state.holder[unit] for unit in activated):
        if attack_duty_open(g, holder, [u for u in aims if g.state.holder[u] == holder]):
            able = [u for u in bound_by_duty(g, holder, activated) if could_join(g, u, aims, waived)]
            if able:
                order = g.state.orders[holder]
                found.append(
                    Refusal(
                        "nlc.20.2.5", f"Under {order.kind.capitalize()} at least one unit must attack; {g.name(able[0])} can."
                    )
                )
    return found


def bound_by_duty(g: Nlc, holder: int, units: Sequence[int]) -> list[int]:
    """Who of these can be told to attack for the formation: all under its order but the garrison of a chateau (10.0.3)."""
    return [unit for unit in units if g.state.holder[unit] == holder and not need_not_attack(g, unit)]


def attack_duty_open(g: Nlc, holder: int, attackers: Sequence[int]) -> bool:
    order = g.state.orders[holder]
    if order.kind not in AT_WILL or attackers or order.starts > g.state.turn:
        return False
    units = g.holder_units(holder)
    if not any(g.nearest_enemy(g.at(unit), g.side(unit)) <= 2 for unit in units):
        return False
    if charge_suffices(g, holder, units):
        return False
    if any(g.state.bombarded >> unit & 1 for unit in units):
        return not bombardment_suffices(order)
    return True


@cites("nlc.20.2.9")
def charge_suffices(g: Nlc, holder: int, units: Sequence[int]) -> bool:
    """20.2.9: for a cavalry formation a charge is its attack of the turn."""
    formation = g.static.formations[g.static.holders[holder].formation]
    return formation.cavalry and any(g.state.charged >> unit & 1 for unit in units)


@cites("nlc.20.2.6", "nlc.20.2.10")
def bombardment_suffices(order: Order) -> bool:
    """20.2.6, 20.2.10: bombardment is the attack of a Probe, and of an Attack for its first turns."""
    return order.kind == "probe" or order.bombards < CONSTANTS["attack_bombardment_turns"]


# ------------------------------------------------------------------ finding legal declarations


def legal_declarations(g: Nlc, activated: Sequence[int], limit: int = 3000) -> tuple[list[dict[int, int]], bool]:
    """Some whole legal declarations (all who can; only who must), and whether distribution had to be waived."""
    able = [unit for unit in activated if g.on_map(unit) and targets_of(g, unit)]
    must = [unit for unit in able if obliged(g, unit)]
    for waived in (False, True):
        found = []
        for units in ([], must, able) if not must else (must, able):
            aims = _first_legal(g, units, activated, waived, limit)
            if aims is None and not units and not must:
                continue
            if aims is not None and aims not in found:
                found.append(aims)
        if not found:
            for unit in able:
                aims = _first_legal(g, [unit, *[u for u in must if u != unit]], activated, waived, limit)
                if aims is not None:
                    found.append(aims)
                    break
        if found:
            return found, waived
    return [_as_many_as_can(g, [*must, *(unit for unit in able if unit not in must)])], True


def _as_many_as_can(g: Nlc, units: Sequence[int]) -> dict[int, int]:
    """One after another where he still can (R33)."""
    aims: dict[int, int] = {}
    for unit in units:
        target = next((target for target in targets_of(g, unit) if open_to(g, unit, target, aims)), None)
        if target is not None:
            aims[unit] = target
    return aims


def _first_legal(g: Nlc, units: Sequence[int], activated: Sequence[int], waived: bool, limit: int) -> dict[int, int] | None:
    stacks: dict[int, list[int]] = {}
    for unit in units:
        stacks.setdefault(g.at(unit), []).append(unit)
    for tried, aims in enumerate(_assignments(g, [stack[:LIMIT] for stack in stacks.values()])):
        if not offences(g, aims, activated, waived):
            return aims
        if tried > limit:
            return None
    return None


def _assignments(g: Nlc, stacks: list[list[int]]) -> Iterator[dict[int, int]]:
    """Every stack on one of its targets, the likeliest first: high classes, and hexes that nobody attacks yet."""
    choices = []
    for units in stacks:
        common = [t for t in targets_of(g, units[0]) if all(t in targets_of(g, other) for other in units[1:])]
        choices.append((units, sorted(common, key=lambda t: (class_of(g, t), t))))
    choices.sort(key=lambda choice: len(choice[1]))
    if any(not targets for _, targets in choices):
        choices = [choice for choice in choices if choice[1]]

    def place(index: int, aims: dict[int, int], used: tuple[int, ...]) -> Iterator[dict[int, int]]:
        if index == len(choices):
            yield dict(aims)
            return
        units, targets = choices[index]
        for target in sorted(targets, key=lambda t: t in used):
            if not open_to(g, units[0], target, aims):
                continue
            for unit in units:
                aims[unit] = target
            yield from place(index + 1, aims, (*used, target))
            for unit in units:
                del aims[unit]

    yield from place(0, {}, ())


# ------------------------------------------------------------------ the question


def declare_attacks(g: Nlc, activated: Sequence[int]) -> Procedure:
    """7.3.13: all attacks of the segment, declared together. Returns the attacks."""
    able = [unit for unit in activated if g.on_map(unit) and targets_of(g, unit)]
    if not able:
        return []
    legal, waived = legal_declarations(g, activated)
    if waived:
        g.tell("No declaration can meet all rules of distribution: they are waived.", rule="nlc.7.3.7", to=g.seat(g.stage.side))
    offers = [(unit, target) for unit in able for target in targets_of(g, unit)]

    def aims_of(items: Iterable[Pair]) -> dict[int, int]:
        named = g.static.unit_named
        return {
            named[item.unit]: g.grid.hex(item.target) for item in items if item.unit in named and item.target in g.grid.labels
        }

    def check(items: list[Pair]) -> list[Refusal]:
        found: list[Refusal] = []
        aims = aims_of(items)
        if len(aims) != len(items):
            found += [r for r in [Refusal("nlc.7.3.11", "Each unit attacks one hex, once.")] if r]
        strange = [unit for unit in aims if unit not in activated]
        if strange:
            found += [r for r in [Refusal("nlc.7.3.12", f"{g.name(strange[0])} is not activated by this chit.")] if r]
            aims = {unit: target for unit, target in aims.items() if unit in activated}
        return found + offences(g, aims, activated, waived)

    def item(unit: int, target: int) -> Pair:
        return Pair(g.units[unit].id, g.label(target))

    def offered(items: list[Pair]) -> list[Pair]:
        taken = aims_of(items)
        return [item(unit, target) for unit, target in offers if unit not in taken]

    draft = Declaration(
        g.seat(g.stage.side), "Declare the attacks", "nlc.7.3.13", item=Pair, offers=offered, check=check, secret=False,
        suggest=lambda: [[item(u, t) for u, t in aims.items()] for aims in legal],
        whole=lambda: [(in_words(g, aims), [item(u, t) for u, t in aims.items()]) for aims in legal if aims],
        label=lambda p: f"{g.name(g.static.unit_named[p.unit])} attacks {g.place(g.grid.hex(p.target))}" if isinstance(p, Pair) else str(p),  # noqa: E501
        on=lambda p: (p.unit, p.target),
        outlook=lambda items: [
            view for target, units in by_target(aims_of(items)).items() for view in g.later.attack_outlook(g, units, target)
        ],
        name=Ask.ATTACKS, kind="attack",
    )  # fmt: skip
    items = yield draft.of(g, activated)
    return [Attack(target, units) for target, units in by_target(aims_of(items)).items()]


def in_words(g: Nlc, aims: dict[int, int]) -> str:
    """A whole declaration in a line: how many attack each hex."""
    return "; ".join(f"{counted(len(units), 'unit')} against {g.place(target)}" for target, units in by_target(aims).items())


def by_target(aims: dict[int, int]) -> dict[int, list[int]]:
    """Who attacks each hex."""
    found: dict[int, list[int]] = {}
    for unit, target in aims.items():
        found.setdefault(target, []).append(unit)
    return found


class Declaration(Draft):
    """The draft of attacks, with an answer for a unit that attacks nobody or a hex that nobody can attack."""

    __slots__ = ("_activated", "_g")

    def of(self, g: Nlc, activated: Sequence[int]) -> Declaration:
        self._g, self._activated = g, list(activated)
        return self

    def explain(self, piece: str = "", place: str = "") -> Refusal | None:
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
