"""What a side sees: built up from nothing, with the fog of 5.3.3 and the secrecy of orders (R139)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from grognard.kernel import cites
from grognard.kernel.context import UMPIRE
from grognard.kernel.scene import Cell, Marker, Overlay, Panel, Piece, Scene, Style

from ..army.morale import morale
from ..army.victory import holder_of, points
from ..context import Nlc
from ..hidden.marches import real_hexes
from ..orders.holders import holder_name, place_of, words
from ..orders.ratings import rating
from ..state import Dispatch, Order
from ..static import DEAD, FOOT, HORSE, OFF
from ..terrain.sight import seen, seen_openly
from .layers import overlays
from .objectives import left, objectives

SYMBOLS = {"infantry": "infantry", "cavalry": "cavalry", FOOT: "artillery", HORSE: "horse-artillery"}
COLOURS = {"french": ("#2f4f8f", "#f6f1df"), "allied": ("#a03a2c", "#f6f1df")}
PRUSSIAN = ("#3c4a45", "#f2ead2")


def scene(g: Nlc, side: str | None) -> Scene:
    """None: a spectator, who sees what both sides may see; UMPIRE: everything."""
    eye = _Eye(g, side)
    turn = g.turn
    sky = "night" if turn.night else "rain" if turn.rain else "day"
    made = Scene(
        "", "", None, g.static.title, turn=f"Turn {g.state.turn} of {len(g.static.turns)}, {turn.clock}, {sky}", phase=_phase(g)
    )
    for number, name in enumerate(g.static.sides):
        prussian = all(unit.nation == "prussian" for unit in g.units if unit.side == number)
        fill, text = PRUSSIAN if prussian else COLOURS.get(name, ("#777777", "#ffffff"))
        made.sides[name] = Style(fill=fill, stroke="#2a2118", text=text)
        made.side_names[name] = g.static.side_names[number]
    made.pieces = eye.pieces()
    made.markers = _markers(g) + eye.order_markers()
    made.overlays = eye.overlays()
    made.panels = eye.panels()
    made.status = _status(g)
    made.score = {name: f"{float(points(g, number).total):g} VP" for number, name in enumerate(g.static.sides)}
    made.objectives, made.left = objectives(g), left(g)
    return made


def _phase(g: Nlc) -> str:
    names = {
        "start": "Start of the turn", "command": "Command Phase", "chits": "Chit Preparation", "initial": "Initial Action Stage",  # noqa: E501
        "selection": "Formation Selection", "reserve": "Reserve Action Stage", "end": "Turn End",
    }  # fmt: skip
    stage = g.state.stage
    if stage is None:
        return names[g.state.phase]
    acting = " and ".join(g.static.formations[f].name for f in stage.formations[:3]) or "commanders"
    segment = {
        "bombard": "bombardment", "charge": "cavalry charges", "move": "movement", "combat": "combat", "retreat": "retreat",
        "over": "",
    }[stage.segment]  # fmt: skip
    return f"{names[g.state.phase]}: {acting}, {segment}"


@cites("nlc.5.3.4")
def from_bottom(g: Nlc, units: Sequence[int]) -> list[int]:
    """5.3.4: guns lie on top of a stack."""
    return sorted(units, key=lambda unit: (g.is_artillery(unit), unit))


@cites("nlc.25.7.1.1")
def marked(g: Nlc) -> bool:
    """25.7.1.1: orders lie on the map as markers."""
    return g.on("marker_orders")


@cites("nlc.25.7.5.1")
def delay_marker(g: Nlc, holder: int, hex: int, result: str) -> Marker:
    """25.7.5.1: a marker shows that an order is put off, and by what roll."""
    return Marker(f"delay-{holder}", "delay", g.label(hex), side=g.seat(g.static.holders[holder].side), label=result)


class _Eye:
    """One reader."""

    def __init__(self, g: Nlc, side: str | None) -> None:
        self.g = g
        self.all = side == UMPIRE
        self.side = g.static.sides.index(side) if side in g.static.sides else -1

    def owns(self, side: int) -> bool:
        return self.all or side == self.side

    def sees(self, hex: int, side: int) -> bool:
        """5.3.3: own units, and enemy stacks in sight. A spectator sees only what follows from open facts."""
        if self.side < 0 and not self.all:
            return seen_openly(self.g, 1 - side, hex)
        return self.owns(side) or seen(self.g, 1 - side, hex)

    # ---------------------------------------------------------- pieces

    def pieces(self) -> list[Piece]:
        g, made = self.g, []
        for hex in sorted(g.stacks):
            units = g.stacks[hex]
            side = g.side(units[0])
            if self.sees(hex, side):
                ordered = from_bottom(g, units)
                made += [self.unit(unit, order) for order, unit in enumerate(ordered)]
            else:
                label = g.label(hex)
                made.append(Piece(f"stack-{label}", g.seat(side), at=label, hidden=True, name="occupied"))
        for data in g.static.leaders:
            hex = g.state.leader_at[data.number]
            if hex >= 0 and self.sees(hex, data.side):
                made.append(self.leader(data.number, hex))
        for army in g.static.armies:
            hex = g.state.hq_at[army.number]
            if hex >= 0 and self.sees(hex, army.side):
                made.append(
                    Piece(
                        f"hq-{army.id}",
                        g.seat(army.side),
                        at=g.label(hex),
                        symbol="headquarters",
                        name=f"HQ {army.name}",
                        order=9,
                    )
                )
        if self.all or self.side >= 0:
            made += self.coming()
        return made

    def unit(self, number: int, order: int) -> Piece:
        """The counter, remembered by all that it shows (`key`: what `_counter` reads): most choices change few of them."""
        g, state, data = self.g, self.g.state, self.g.units[number]
        mine, held = self.owns(data.side), g.order(number)
        done = (state.moved, state.bombarded, state.charged, state.attacked) if mine else ()
        key = (
            number, order, state.at[number], state.step[number], state.disrupted >> number & 1,
            tuple(mask >> number & 1 for mask in done),
            (held.kind, held.name) if mine else held.kind == "reserve", g.demoralized(data.formation), state.recule,
            g.options.get("kgl_counts_as_british"), g.options.get("national_rules"), g.options.get("morale_cap_5"),
        )  # fmt: skip
        known: dict[Any, Piece] = g.static.costs.setdefault("counters", {})
        if (found := known.get(key)) is not None:
            return found
        if len(known) > 20_000:
            known.clear()
        known[key] = made = self._counter(number, order)
        return made

    def _counter(self, number: int, order: int) -> Piece:
        g, data = self.g, self.g.units[number]
        states = []
        if g.state.step[number]:
            states.append("reduced")
        if g.disrupted(number):
            states.append("disrupted")
        if self.owns(data.side):
            for mask, word in (
                (g.state.moved, "moved"),
                (g.state.bombarded, "bombarded"),
                (g.state.charged, "charged"),
                (g.state.attacked, "attacked"),
            ):
                if mask >> number & 1:
                    states.append(word)
        facts = {
            "formation": g.static.formations[data.formation].name, "division": data.division, "nation": data.nation,
            "full name": data.name, "morale": str(int(morale(g, number))), "steps": "-".join(map(str, data.steps)),
        }  # fmt: skip
        if self.owns(data.side):
            facts["order"] = words(g.order(number))
        return Piece(
            data.id, g.seat(data.side), at=g.label(g.at(number)), symbol=SYMBOLS[data.arm], size="x", name=g.name(number),
            values=[str(g.strength(number)), str(data.move)], steps=g.steps_left(number), steps_full=len(data.steps), states=states,  # noqa: E501
            order=order, facts=facts, formation=g.static.formations[data.formation].name,
        )  # fmt: skip

    def leader(self, number: int, hex: int) -> Piece:
        g, data = self.g, self.g.leader(number)
        states = ["replaced"] if g.state.replaced[number] else []
        facts = {"role": {"corps": "formation leader", "wing": "wing commander", "overall": "overall commander"}[data.role]}
        if data.formation >= 0:
            facts["formation"] = g.static.formations[data.formation].name
        return Piece(
            data.id, g.seat(data.side), at=g.label(hex), symbol="leader", name=data.name, values=[str(rating(g, number)), str(data.move)],  # noqa: E501
            states=states, order=8, facts=facts,
        )  # fmt: skip

    def coming(self) -> list[Piece]:
        """Reinforcements: the schedule is open, the counters stand in a box."""
        g = self.g
        made = []
        for unit in g.units:
            if g.state.at[unit.number] == OFF and unit.arrives in g.static.groups and self.owns(unit.side):
                made.append(structs.replace(self.unit(unit.number, 0), at=""))
        return made

    def order_markers(self) -> list[Marker]:
        """25.7.1.1, 25.7.3.1, 25.7.5.1, 25.7.6.1: markers lie on the map; only their owner may look at them."""
        g = self.g
        made: list[Marker] = []
        if not marked(g):
            return made
        for holder in g.static.holders:
            order, hex = g.state.orders[holder.number], place_of(g, holder.number)
            mine = self.owns(holder.side)
            if hex < 0 or holder.kind not in ("formation", "division", "group") or not self.sees(hex, holder.side):
                continue
            if order.kind != "reserve" and g.holder_units(holder.number):
                label = words(order) if mine else ""
                made.append(Marker(f"order-{holder.number}", "order", g.label(hex), side=g.seat(holder.side), label=label))
            pending = g.state.pending[holder.number]
            if pending is not None and mine:
                made.append(delay_marker(g, holder.number, hex, pending.result))
        return made + self.flags() + self.aides()

    def aides(self) -> list[Marker]:
        """25.7.4.1, 25.7.6.1, R171: aides ride in the open; only their side reads what they carry, and to whom."""
        g, made = self.g, []
        riding = sorted((d.aide, d.to) for d in g.state.dispatches if d.aide >= 0)
        orders = {(d.aide, d.to): d.orders for d in g.state.dispatches}
        for number, (hex, to) in enumerate(riding):
            side = g.static.holders[to].side
            mine = self.owns(side)
            text = f"{holder_name(g, to)}: {_all(orders[hex, to])}" if mine else ""
            made.append(Marker(f"aide-{number}", "aide", g.label(hex), side=g.seat(side), label=text))
        return made

    def flags(self) -> list[Marker]:
        """25.7.2.1, 25.7.3.1: target flags, true ones and dummies; the enemy sees them all alike."""
        g, made = self.g, []
        for side in (0, 1):
            found = [(hex, "dummy") for hex in g.state.dummies[side]]
            for holder in g.static.holders:
                order = g.state.orders[holder.number]
                if holder.side == side and order.kind == "march" and order.target and g.holder_units(holder.number):
                    found.append((order.target[0], words(order)))
            for number, (hex, label) in enumerate(sorted(found)):
                text = label if self.owns(side) else ""
                made.append(Marker(f"flag-{side}-{number}", "target", g.label(hex), side=g.seat(side), label=text))
        return made

    # ---------------------------------------------------------- overlays and panels

    def overlays(self) -> list[Overlay]:
        return overlays(self.g, self.side) + self.marches()

    def marches(self) -> list[Overlay]:
        """25.5.1: one's own hidden marches: the plotted route, and how far it has come in truth."""
        g = self.g
        made: list[Overlay] = []
        for march in g.state.marches:
            side = g.static.holders[march.holder].side
            if self.owns(side):
                title = f"Hidden march of {holder_name(g, march.holder)}"
                behind, ways = real_hexes(g, march), [g.label(hex) for hex in march.path]
                made.append(Overlay(f"march-{march.holder}", title, ways, side=g.seat(side), rule="nlc.25.5.1.1"))
                so_far = f"{title}: so far, {march.banked / 2:g} MP"
                marched = [g.label(hex) for hex in behind]
                made.append(Overlay(f"marched-{march.holder}", so_far, marched, side=g.seat(side), rule="nlc.25.5.1.2"))
        return made

    def panels(self) -> list[Panel]:
        """One's own orders and reinforcements stand before what everybody may read."""
        own = [self.orders(), self.schedule()] if self.all or self.side >= 0 else []
        return [self.turn_track(), *own, self.cup(), self.armies(), self.dead()]

    def turn_track(self) -> Panel:
        g = self.g
        cells = [
            Cell(
                turn.clock + (" night" if turn.night else " rain" if turn.rain else ""),
                current=turn.number == g.state.turn,
                rule="nlc.4.0.9",
            )
            for turn in g.static.turns
        ]
        return Panel("turns", "Turn track", "track", cells=cells)

    def cup(self) -> Panel:
        """Chits and Reserve status are open (R139)."""
        g = self.g

        def name(chit: str) -> str:
            if chit.startswith("pair"):
                return "Coordinated Action: " + " and ".join(
                    g.static.formations[f].name for f in g.state.pair[int(chit.split()[1])]
                )
            return g.static.formations[int(chit)].name

        lines = [f"In the cup: {name(chit)}" for chit in g.state.cup]
        lines += [f"Drawn: {name(chit)}" for chit in g.state.drawn]
        for formation in g.static.formations:
            if g.formation_order(formation.number).kind == "reserve" and g.units_of(formation.number):
                lines.append(f"Reserve: {formation.name}")
        return Panel("cup", "The cup", "text", lines=lines)

    def armies(self) -> Panel:
        g = self.g
        rows = []
        for army in g.static.armies:
            state = "demoralized" if army.number in g.state.demoralized else ""
            rows.append([
                Cell(army.name, side=g.seat(army.side)), Cell(str(g.dead_points(army.number)), rule="nlc.11.0.1"),
                Cell(str(g.state.levels[army.number]), rule="nlc.11.0.3"), Cell(str(g.state.collapse[army.number]), rule="nlc.11.0.3"), Cell(state),  # noqa: E501
            ])  # fmt: skip
            for formation in g.static.formations:
                if formation.army == army.number and formation.limit:
                    lost = sum(g.units[u].steps[0] for u in formation.units if g.state.at[u] == DEAD)
                    broken = "demoralized" if g.demoralized(formation.number) else ""
                    rows.append([
                        Cell(f"  {formation.name}", side=g.seat(army.side)), Cell(str(lost), rule="nlc.22.0.1"),
                        Cell(str(formation.limit), rule="nlc.22.0.1"), Cell(""), Cell(broken),
                    ])  # fmt: skip
        return Panel(
            "armies",
            "Losses and demoralization",
            "sheet",
            columns=["army", "dead", "demoralized at", "broken at", ""],
            rows=rows,
        )

    def dead(self) -> Panel:
        g = self.g
        lines = [
            f"{unit.name} ({unit.steps[0]}), turn {g.state.dead_turn[unit.number]}"
            for unit in g.units
            if g.state.at[unit.number] == DEAD
        ]
        return Panel("dead", "Eliminated", "text", lines=lines)

    def orders(self) -> Panel:
        """The order sheet: only one's own (20.0.2)."""
        g = self.g
        rows = []
        for holder in g.static.holders:
            if not self.owns(holder.side) or not _has_post(g, holder.number):
                continue
            order, rest = g.state.orders[holder.number], g.state.sequences[holder.number]
            pending = g.state.pending[holder.number] or g.state.waiting[holder.number]
            waits = [f"received, {pending.result}: {_all(pending.orders)}"] if pending else []
            coming = [d for d in g.state.dispatches if d.to == holder.number]
            waits += [f"on the way, {_when(g, d)}: {_all(d.orders)}" for d in coming]
            rows.append([
                Cell(holder_name(g, holder.number)), Cell(_all([order, *rest]), rule="nlc.20.2.1"), Cell("; ".join(waits), rule="nlc.20.6.2" if waits else ""),  # noqa: E501
            ])  # fmt: skip
        return Panel("orders", "Orders", "sheet", columns=["who", "order", "not yet in force"], rows=rows)

    def schedule(self) -> Panel:
        g = self.g
        lines = []
        for group in g.static.groups.values():
            units = [unit for unit in g.units if unit.arrives == group.id and g.state.at[unit.number] == OFF]
            if units and self.owns(units[0].side):
                lines.append(
                    f"Turn {g.state.delays.get(group.id, group.turn)}, {g.place(group.entry)}: "
                    + ", ".join(g.name(u.number) for u in units)
                )
        return Panel("schedule", "Reinforcements", "text", lines=lines)


def _when(g: Nlc, dispatch: Dispatch) -> str:
    return f"by an aide in {g.place(dispatch.aide)}" if dispatch.aide >= 0 else f"arrives turn {dispatch.arrives}"


def _all(orders: list[Order]) -> str:
    """An order with its sequence."""
    return ", then ".join(map(words, orders))


def _has_post(g: Nlc, holder: int) -> bool:
    data = g.static.holders[holder]
    if data.kind == "formation":
        return bool(g.units_of(data.formation))
    if data.kind in ("division", "group"):
        return bool(g.holder_units(holder))
    return data.kind == "hq" or g.state.orders[holder].kind != "reserve"


def _markers(g: Nlc) -> list[Marker]:
    made = []
    for objective in g.static.objectives:
        owner = holder_of(g, objective.hex)
        side = g.static.sides[owner] if owner >= 0 else ""
        name = g.ground.names[objective.place]
        made.append(
            Marker(
                f"vp-{objective.place}",
                "objective",
                g.label(objective.hex),
                side=side,
                label=str(objective.vp),
                tip=f"{name}: {objective.vp} VP",
            )
        )
    return made


def _status(g: Nlc) -> list[str]:
    lines = [f"{len(g.state.cup)} {g.verb(len(g.state.cup), 'chit', 'chits')} in the cup"]
    if g.state.recule:
        lines.append("La Garde recule")
    return lines
