"""Chapter 19: leaders and headquarters: ratings, risk, loss, displacement, HQs taken and restored."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.kernel import Procedure
from grognard.kernel.cite import in_force

from .context import OFF, Nlc
from .tables import CONSTANTS

LOST = -4  # a leader who waits for his replacement


def rating(g: Nlc, leader: int) -> int:
    """R7: one number, with what lowers it: replaced (19.2.2), HQ lost (19.4.3), away from it, attachments (20.13.6),
    confusion.
    """
    data = g.leader(leader)
    value = data.rating
    if g.state.replaced[leader] and in_force("nlc.19.2.2"):
        value = min(value, CONSTANTS["replacement_rating"])
    if data.role == "overall":
        hq = g.state.hq_at[data.army]
        if g.state.hq_lost[data.army]:
            value -= 1 if in_force("nlc.19.4.3") else 0
        elif hq != g.state.leader_at[leader] and not g.state.replaced[leader]:
            value = min(value, data.rating_away)
    formation = g.state.leads[leader]
    if formation >= 0:
        joined = attached_divisions(g, formation)
        if joined > 1 and in_force("nlc.20.13.6"):
            value -= joined - 1
    if g.state.confused[leader] >= g.state.turn and in_force("nlc.25.13.1"):
        value -= 1
    return max(0, value)


def initiative_rating(g: Nlc, leader: int) -> int:
    data = g.leader(leader)
    return rating(g, leader) + data.rating_initiative - data.rating


def attached_divisions(g: Nlc, formation: int) -> int:
    """Divisions of other corps that are attached to this one (20.13.5)."""
    found = {
        (g.units[u].formation, g.units[u].division) for u in g.holder_units(formation) if g.units[u].formation != formation
    }
    return len(found)


# ------------------------------------------------------------------ risk and loss


def at_risk(g: Nlc, hexes: Iterable[int], side: int) -> None:
    """19.2.1: once for each event in which a unit stacked with a leader was hit."""
    from .markers import aides_at_risk

    for hex in dict.fromkeys(hexes):
        aides_at_risk(g, hex, side)
        for leader in g.leaders_at(hex, side):
            test_leader(g, leader)


def test_leader(g: Nlc, leader: int) -> None:
    """19.2.2: lost on 2 or 3; a replacement of rating 1 comes at the start of the next turn."""
    data = g.leader(leader)
    if not in_force("nlc.19.2.1"):
        return
    roll = g.roll("2d6", "Is {leader} hit?", rule="nlc.19.2.1", by=g.seat(data.side), leader=leader)
    if roll.total <= CONSTANTS["leader_loss_2d6_max"] and in_force("nlc.19.2.2"):
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
        hexes = list(dict.fromkeys(g.at(unit) for unit in units))
        hex = hexes[0]
        if len(hexes) > 1:
            hex = yield g.ask(
                g.seat(data.side), f"{data.name} is replaced. Where does his successor appear?", hexes, rule="nlc.19.2.2",
                label=g.place, on=lambda h: ("", g.label(h)),
            )  # fmt: skip
        move_leader(g, leader, hex)
        g.state.leader_due[leader] = 0
        g.state.replaced[leader] = in_force("nlc.19.2.3")
        words = "A successor of {leader} takes over"
        tell_of_leader(g, words + " at {place}.", leader, rule="nlc.19.2.3", dim=words + ".")


# ------------------------------------------------------------------ enemies in the hex


def entered(g: Nlc, hex: int, side: int) -> Procedure:
    """An enemy combat unit of `side` stands in the hex: leaders there are displaced, HQs are taken (19.1.5, 19.4.2)."""
    other = 1 - side
    if g.own_at(hex, other):
        return
    for leader in g.leaders_at(hex, other):
        yield from displace(g, leader)
    for army in g.static.armies:
        if army.side == other and g.state.hq_at[army.number] == hex and g.own_at(hex, side):
            take_hq(g, army.number)
    from .markers import enemy_in_hex

    enemy_in_hex(g, hex, side)


def displace(g: Nlc, leader: int) -> Procedure:
    """19.1.5, R76: to the nearest friendly combat unit in hexes; the owner chooses among equals."""
    data, start = g.leader(leader), g.state.leader_at[leader]
    hexes = g.hexes_of(data.side)
    if not hexes or not in_force("nlc.19.1.5"):
        g.state.leader_at[leader] = OFF
        g.state.leader_due[leader] = g.state.turn + 1
        g.changed()
        return
    near = min(g.grid.distance(start, hex) for hex in hexes)
    equal = [hex for hex in hexes if g.grid.distance(start, hex) == near]
    to = equal[0]
    if len(equal) > 1:
        to = yield g.ask(
            g.seat(data.side), f"{data.name} is driven off. Where does he go?", equal, rule="nlc.19.1.5",
            label=g.place, on=lambda h: (data.id, g.label(h)),
        )  # fmt: skip
    move_leader(g, leader, to)
    tell_of_leader(g, "{leader} is displaced to {place}.", leader, rule="nlc.19.1.5", dim="{leader} is displaced.")
    disturbed(g, leader)
    test_leader(g, leader)


def move_leader(g: Nlc, leader: int, to: int) -> None:
    from .sight import discover, unseen_hexes

    dark = unseen_hexes(g, g.leader(leader).side)
    g.state.leader_at[leader] = to
    g.changed()
    discover(g, g.leader(leader).side, dark)


def tell_of_leader(g: Nlc, text: str, leader: int, *, rule: str, dim: str = "") -> None:
    """A line about a leader and where he is: the enemy reads it if he sees the place, or a line without it (R139)."""
    from .sight import seen, seen_openly

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
    from .orders import fail

    formation = g.state.leads[leader]
    if formation >= 0 and g.formation_order(formation).kind == "reserve" and in_force("nlc.20.2.30"):
        g.tell("{formation} is disturbed in Reserve.", rule="nlc.20.2.30", formation=formation)
        fail(g, formation, rule="nlc.20.2.30")


def take_hq(g: Nlc, army: int) -> None:
    """19.4.2: destroyed, and the level of its army drops by 5."""
    g.state.hq_at[army] = LOST
    g.state.hq_lost[army] = g.state.turn
    g.tell("The headquarters of {army} is taken: its demoralization level drops by 5.", rule="nlc.19.4.2", army=army)
    if in_force("nlc.19.4.2"):
        g.state.levels[army] += CONSTANTS["hq_loss_level"]
    g.changed()


def restore_hqs(g: Nlc) -> Procedure:
    """19.4.4: in the Command Phase of the first night turn after its loss, with any friendly combat unit of its army."""
    if not g.turn.night:
        return
    for army in g.static.armies:
        if not g.state.hq_lost[army.number] or g.state.hq_lost[army.number] == g.state.turn:
            continue
        hexes = list(dict.fromkeys(g.at(u) for u in g.army_units(army.side) if g.units[u].army == army.number))
        if not hexes or not in_force("nlc.19.4.4"):
            continue
        hex = hexes[0]
        if len(hexes) > 1:
            hex = yield g.ask(
                g.seat(army.side), f"Where does the headquarters of {army.name} gather?", hexes, rule="nlc.19.4.4",
                label=g.place, on=lambda h: ("", g.label(h)),
            )  # fmt: skip
        g.state.hq_at[army.number], g.state.hq_lost[army.number] = hex, 0
        g.changed()
        g.tell("The headquarters of {army} gathers again at {place}.", rule="nlc.19.4.4", army=army.number, place=hex)
