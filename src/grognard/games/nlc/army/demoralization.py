"""Chapters 11 and 22, and the events that move the levels (7.4.12 to 7.4.14, tables.1 to tables.6)."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import cites

from ..context import Nlc
from ..static import Army
from .supply import supplied_hexes


def army_of_nation(g: Nlc, words: Sequence[str]) -> int:
    """An army whose units are of these nations mostly; -1: none."""
    for army in g.static.armies:
        nations = [unit.nation for unit in g.units if unit.army == army.number]
        if nations and sum(nation in words for nation in nations) * 2 > len(nations):
            return army.number
    return -1


def french_army(g: Nlc) -> int:
    return army_of_nation(g, ("french",))


def prussian_army(g: Nlc) -> int:
    return army_of_nation(g, ("prussian",))


def allied_army(g: Nlc) -> int:
    return army_of_nation(g, ("british", "kgl", "hanoverian", "brunswick", "nassau", "dutch"))


def is_demoralized(g: Nlc, army: int) -> bool:
    """R73: an army once demoralized stays so."""
    return army in g.state.demoralized


def disintegrated(g: Nlc, army: int) -> bool:
    return g.dead_points(army) >= g.state.collapse[army]


def by_phase(g: Nlc) -> list[Army]:
    """11.0.1: the armies of the side that does not act come first."""
    active = g.state.stage.side if g.state.stage is not None else 0
    return sorted(g.static.armies, key=lambda army: army.side == active)


def judge_armies(g: Nlc) -> None:
    """11.0.1: an army whose dead reach its level is demoralized; the side that is not active first."""
    for army in by_phase(g):
        if army.number not in g.state.demoralized and level_reached(g, army.number):
            note_demoralized(g, army.number)
            g.tell("The {army} is demoralized.", rule="nlc.11.0.1", army=army.number)
            _ally_breaks(g, army.number)


def note_collapse(g: Nlc) -> None:
    """11.0.1, 13.0.3: which army of an NLB battle breaks first, in the instant in which it does: whatever else comes of the
    same fight comes later. The battle ends when that fight is over (`judge_collapse`).
    """
    if not g.on("nlb_battle") or g.state.broken >= 0:
        return
    french = french_army(g)
    for army in by_phase(g):
        shaken = is_demoralized(g, army.number) or level_reached(g, army.number)
        if shaken if army.number == french else disintegrated(g, army.number):
            g.state.broken = army.number
            return


@cites("nlc.11.0.3")
def level_reached(g: Nlc, army: int) -> bool:
    """11.0.3: its dead have reached the level that the scenario gives the army."""
    return g.dead_points(army) >= g.state.levels[army]


@cites("nlc.11.0.2")
def note_demoralized(g: Nlc, army: int) -> None:
    """11.0.2: it counts for victory (and for 21.0.5, 25.1.4); combat, morale and movement stay as they are."""
    g.state.demoralized.append(army)


def _ally_breaks(g: Nlc, army: int) -> None:
    """tables.2, NLB campaign: French levels +10 once the Anglo-Allied or the Prussian army is demoralized."""
    french = french_army(g)
    if g.on("nlb_campaign") and french >= 0 and army in (allied_army(g), prussian_army(g)):
        change_levels(g, french, 10, "an ally broke", "nlc.tables.2", both=True)


def change_levels(g: Nlc, army: int, by: int, event: str, rule: str, *, both: bool) -> None:
    """R133: once each."""
    if event in g.state.level_events:
        return
    g.state.level_events.append(event)
    g.state.levels[army] += by
    if both:
        g.state.collapse[army] += by
    g.memo = {}
    g.tell("The demoralization level of the {army} changes by {by}.", rule=rule, army=army, by=by)
    note_collapse(g)


def garde_recule(g: Nlc) -> None:
    """7.4.12, 7.4.13, tables.1: the Guard is thrown back."""
    if g.state.recule:
        return
    g.state.recule = True
    g.memo = {}
    g.tell("La Garde recule! French morale drops by 1.", rule="nlc.7.4.12")
    french = french_army(g)
    if french < 0:
        return
    others = [army for army in (allied_army(g), prussian_army(g)) if army >= 0]
    broken = any(is_demoralized(g, army) or level_reached(g, army) or disintegrated(g, army) for army in others)
    if broken:
        return
    if g.on("nlb_battle"):
        change_levels(g, french, -10, "la garde recule", "nlc.7.4.13", both=False)
    elif g.on("nlb_campaign"):
        change_levels(g, french, -10, "la garde recule", "nlc.tables.1", both=True)


def prussians_on_the_flank(g: Nlc, hex: int, side: int) -> None:
    """7.4.14, tables.3, R44: a flanked French stack next to an Anglo-Allied unit, a Prussian helping to close the ring."""
    french, prussian, allied = french_army(g), prussian_army(g), allied_army(g)
    if french < 0 or prussian < 0 or allied < 0 or g.static.armies[french].side != side:
        return
    around = [unit for other in g.grid.adjacent[hex] for unit in g.enemies_at(other, side)]
    ring = [unit for other in g.grid.within(hex, 2) for unit in g.enemies_at(other, side)]
    if not any(g.units[unit].army == allied for unit in around) or not any(g.units[unit].army == prussian for unit in ring):
        return
    if g.on("nlb_battle"):
        change_levels(g, french, -5, "prussians on the flank", "nlc.7.4.14", both=False)
    elif g.on("nlb_campaign"):
        change_levels(g, french, -5, "prussians on the flank", "nlc.tables.3", both=True)


def prussians_attack(g: Nlc, attackers: Sequence[int], target: int) -> None:
    """tables.4, R133: a Prussian attacks a French unit within 10 hexes of an Anglo-Allied unit."""
    if not g.on("nlb_campaign"):
        return
    prussian, allied = prussian_army(g), allied_army(g)
    if prussian < 0 or allied < 0 or not any(g.units[unit].army == prussian for unit in attackers):
        return
    near = any(g.units[u].army == allied and g.grid.distance(g.at(u), target) <= 10 for u in g.army_units(g.side(attackers[0])))
    if near and any(g.units[unit].nation == "french" for unit in g.units_at(target)):
        change_levels(g, allied, 10, "the prussians attack", "nlc.tables.4", both=True)


def campaign_turn_end(g: Nlc) -> None:
    """tables.5, tables.6: Wavre in French hands; communications cut (undone when they open again)."""
    if not g.on("nlb_campaign"):
        return
    prussian, french = prussian_army(g), french_army(g)
    wavre = g.ground.places.get("wavre", [])
    if prussian >= 0 and french >= 0 and wavre and all(g.controls(g.static.armies[french].side, hex) for hex in wavre):
        change_levels(g, prussian, -20, "wavre falls", "nlc.tables.5", both=True)
    for army in g.static.armies:
        hq, event = g.state.hq_at[army.number], f"cut {army.number}"
        exempt = army.number == prussian and g.turn.date.endswith("-18")
        if hq < 0 and not exempt:
            continue
        open_road = exempt or hq in supplied_hexes(g, army.number)
        if not open_road:
            change_levels(g, army.number, -20, event, "nlc.tables.6", both=True)
        elif event in g.state.level_events:
            g.state.level_events.remove(event)
            g.state.levels[army.number] += 20
            g.state.collapse[army.number] += 20
            g.tell("The communications of the {army} are open again.", rule="nlc.tables.6", army=army.number)
