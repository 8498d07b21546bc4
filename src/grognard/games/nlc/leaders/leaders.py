"""Chapter 19: leaders and headquarters: ratings, risk, loss, displacement, HQs taken and restored."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel import Procedure

from ..army.demoralization import note_collapse
from ..asks import Ask
from ..context import Nlc
from ..orders.markers import aides_at_risk, enemy_in_hex
from ..orders.orders import fail
from ..static import OFF
from ..tables import CONSTANTS
from ..terrain.sight import discover, seen, seen_openly, unseen_hexes
from .night import frightened

LOST = -4  # a leader who waits for his replacement


# ------------------------------------------------------------------ risk and loss


def at_risk(g: Nlc, hexes: Iterable[int], side: int) -> None:
    """19.2.1: once for each event in which a unit stacked with a leader was hit."""
    for hex in dict.fromkeys(hexes):
        aides_at_risk(g, hex, side)
        for leader in g.present_at(hex, side):
            test_leader(g, leader)


def test_leader(g: Nlc, leader: int) -> None:
    """19.2.2: lost on 2 or 3; a replacement of rating 1 comes at the start of the next turn."""
    data = g.leader(leader)
    roll = g.roll("2d6", "Is {leader} hit?", rule="nlc.19.2.1", by=g.seat(data.side), leader=leader)
    if roll.total <= CONSTANTS["leader_loss_2d6_max"]:
        g.state.leader_at[leader] = LOST
        g.state.leader_due[leader] = g.state.turn + 1
        g.changed()
        g.tell("{leader} falls.", rule="nlc.19.2.2", leader=leader)


def replacements(g: Nlc) -> Procedure:
    """R75: at the start of the turn, on any unit of the formation (army) that the owner likes."""
    for data in g.static.leaders:
        leader = data.number
        if not g.state.leader_due[leader] or g.state.leader_due[leader] > g.state.turn:
            continue
        if data.formation >= 0:
            units = g.units_of(data.formation)
        else:
            units = [u for u in g.army_units(data.side) if g.units[u].army == data.army]
        if not units:
            continue
        lost = g.state.leader_at[leader] == LOST  # not: driven off a map that was empty of friends (R76)
        words = f"{data.name} is replaced. Where does his successor appear?" if lost else f"{data.name} comes back. Where?"
        hexes = list(dict.fromkeys(g.at(unit) for unit in units))
        hex = hexes[0]
        if len(hexes) > 1:
            hex = yield g.ask(
                g.seat(data.side), words, hexes, rule="nlc.19.2.2",
                label=g.place, on=lambda h: ("", g.label(h)),
                name=Ask.SUCCESSOR,
            )  # fmt: skip
        move_leader(g, leader, hex)
        g.state.leader_due[leader] = 0
        if not lost:
            tell_of_leader(g, "{leader} is back at {place}.", leader, rule="nlc.19.1.5")
            continue
        g.state.replaced[leader] = True
        words = "A successor of {leader} takes over"
        tell_of_leader(g, words + " at {place}.", leader, rule="nlc.19.2.3", dim=words + ".")


# ------------------------------------------------------------------ enemies in the hex


def entered(g: Nlc, hex: int, side: int, *, passing: bool = False) -> Procedure:
    """An enemy combat unit of `side` stands in the hex or (`passing`) rode through it: commanders near by get going (23.0.6),
    leaders there are displaced, HQs are taken (19.1.5, 19.4.2).
    """
    frightened(g, hex, side)
    other = 1 - side
    if g.own_at(hex, other):
        return
    for leader in g.present_at(hex, other):
        yield from displace(g, leader)
    for army in g.static.armies:
        if army.side == other and g.state.hq_at[army.number] == hex and (passing or g.own_at(hex, side)):
            take_hq(g, army.number)
    enemy_in_hex(g, hex, side)


def displace(g: Nlc, leader: int) -> Procedure:
    """19.1.5, 19.2.1: to the nearest friends; he may be hit, and a formation in Reserve is disturbed."""
    yield from _driven_off(g, leader, rule="nlc.19.1.5")
    if g.state.leader_at[leader] >= 0:
        disturbed(g, leader)
        test_leader(g, leader)


def back_from_reorganizing(g: Nlc) -> Procedure:
    """21.0.3, R114: who was busy is there again when the turn ends. If the enemy has his hex, he comes back with the nearest
    friends: he was not there to be displaced.
    """
    for data in g.static.leaders:
        hex = g.state.leader_at[data.number]
        if hex >= 0 and not g.present(data.number) and g.enemies_at(hex, data.side):
            yield from _driven_off(g, data.number, rule="nlc.21.0.3")


def _driven_off(g: Nlc, leader: int, *, rule: str) -> Procedure:
    """R76: to the nearest friendly combat unit in hexes; the owner chooses among equals."""
    data, start = g.leader(leader), g.state.leader_at[leader]
    hexes = g.hexes_of(data.side)
    if not hexes:
        g.state.leader_at[leader] = OFF
        g.state.leader_due[leader] = g.state.turn + 1
        g.changed()
        return
    near = min(g.grid.distance(start, hex) for hex in hexes)
    equal = [hex for hex in hexes if g.grid.distance(start, hex) == near]
    to = equal[0]
    if len(equal) > 1:
        to = yield g.ask(
            g.seat(data.side), f"{data.name} is driven off. Where does he go?", equal, rule=rule,
            label=g.place, on=lambda h: (data.id, g.label(h)),
            name=Ask.DRIVEN_OFF, final=True,
        )  # fmt: skip
    move_leader(g, leader, to)
    tell_of_leader(g, "{leader} is displaced to {place}.", leader, rule=rule, dim="{leader} is displaced.")


def move_leader(g: Nlc, leader: int, to: int) -> None:
    dark = unseen_hexes(g, g.leader(leader).side)
    g.state.leader_at[leader] = to
    g.changed()
    discover(g, g.leader(leader).side, dark)


def tell_of_leader(g: Nlc, text: str, leader: int, *, rule: str, dim: str = "") -> None:
    """A line about a leader and where he is: the enemy reads it if he sees the place, or a line without it (R139)."""
    side, hex = g.leader(leader).side, g.state.leader_at[leader]
    if seen_openly(g, 1 - side, hex):
        g.tell(text, rule=rule, leader=leader, place=hex)
        return
    g.tell(text, rule=rule, to=g.seat(side), leader=leader, place=hex)
    if seen(g, 1 - side, hex):
        g.tell(text, rule=rule, to=g.seat(1 - side), leader=leader, place=hex)
    elif dim:
        g.tell(dim, rule=rule, to=g.seat(1 - side), leader=leader)


def disturbed(g: Nlc, leader: int) -> None:
    """20.2.30: the leader of a Reserve formation is displaced, or retreats: that is an order failure."""
    formation = g.state.leads[leader]
    if formation >= 0 and g.formation_order(formation).kind == "reserve":
        g.tell("{formation} is disturbed in Reserve.", rule="nlc.20.2.30", formation=formation)
        fail(g, formation, rule="nlc.20.2.30")


def take_hq(g: Nlc, army: int) -> None:
    """19.4.2: destroyed, and the level of its army drops by 5."""
    g.state.hq_at[army] = LOST
    g.state.hq_lost[army] = g.state.turn
    g.tell("The headquarters of the {army} is taken: its demoralization level drops by 5.", rule="nlc.19.4.2", army=army)
    g.state.levels[army] += CONSTANTS["hq_loss_level"]
    note_collapse(g)
    g.changed()


def restore_hqs(g: Nlc) -> Procedure:
    """19.4.4: in the Command Phase of the first night turn after its loss, with any friendly combat unit."""
    if not g.turn.night:
        return
    for army in g.static.armies:
        if not g.state.hq_lost[army.number] or g.state.hq_lost[army.number] == g.state.turn:
            continue
        hexes = list(dict.fromkeys(g.at(unit) for unit in g.army_units(army.side)))
        if not hexes:
            continue
        hex = hexes[0]
        if len(hexes) > 1:
            hex = yield g.ask(
                g.seat(army.side), f"Where does the headquarters of the {army.name} gather?", hexes, rule="nlc.19.4.4",
                label=g.place, on=lambda h: ("", g.label(h)),
                name=Ask.HQ_GATHERS,
            )  # fmt: skip
        g.state.hq_at[army.number], g.state.hq_lost[army.number] = hex, 0
        g.changed()
        g.tell("The headquarters of the {army} gathers again at {place}.", rule="nlc.19.4.4", army=army.number, place=hex)
