"""Chapters 5.1, 5.3, 5.5, 16.zaf.1, 24: what comes when a side reaches Limited or Total War (R103: or later, if need be).

`DUE` lists every such unit: when it comes, where it may be placed, and by which rule.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.games.pog.map.places import room
from grognard.games.pog.static import AP, CP, RESERVE, UNBORN
from grognard.games.pog.war.status import on_commitment as turkey_joins
from grognard.kernel import Procedure, cites

from ..air import fleets
from ..asking import which_space
from ..asks import Ask
from ..zone.zone import apart, crowded
from .driven_out import drive_out

if TYPE_CHECKING:
    from ..context import Draka

Where = Callable[["Draka"], int]


def _named(*names: str) -> Where:
    return lambda g: g.board.mask(*names)


def _austrian(g: Any) -> int:
    return int(g.board.of["ah"] & (g.board.capitals["ah"] | g.forts))


def _american(g: Any) -> int:
    """Allied ports of France, and London, where no Draka are."""
    return int(g.board.ports[AP] & g.board.of["fr"] | g.board.mask("london")) & ~apart(g, [g.U["us.rg"]])


# unit -> level of its side that brings it, turns later, spaces, rule
DUE: dict[str, tuple[str, int, Where, str]] = {
    "ah.gg": ("cp 1", 0, _austrian, "draka.5.3"),
    "ge.pz": ("cp 1", 3, _named("essen", "metz"), "draka.5.5"),
    "al.bb": ("cp 2", 0, _named("tirana"), "draka.24.1"),
    "it.bgd": ("cp 2", 0, _named("rome"), "draka.24.4"),
    "dr.tull": ("ap 2", 0, _named("cairo", "basra", "alexandria"), "draka.24.3"),
}
WAITING: dict[str, tuple[Where, str]] = {  # units of cards that found no place (R103)
    "it.a5": (_named("rome"), "draka.card.cp.20"),
    "ge.pz2": (_named("essen", "metz"), "draka.21.cp.a"),
    "us.rg": (_american, "draka.card.ap.40.b"),
    "dr.cmc": (_named("basra", "cairo", "alexandria"), "draka.card.ap.50"),
}
KURDS = ("kirkuk", "dilman", "diyarbakir")


def on_commitment(g: Draka, side: str, level: int) -> Procedure:
    """16.1.3.1, 5.1, 24: note the turn; Turkey and Persia join, the Asia Korps may come at once."""
    s = g.state
    s.reached[f"{side} {level}"] = s.turn
    if level == 1:
        s.due[f"zaf {side}"] = s.turn
    for kind, (when, later, _, _) in DUE.items():
        if when == f"{side} {level}" and g.U.get(kind, -1) >= 0:
            s.due[kind] = s.turn + later
    if side == CP and level == 2:
        s.due["kurds"] = s.turn
        yield from _place(g, "al.bb")  # the instant Total War is reached; if Tirana cannot take them they wait (R103)
    if side == AP and level == 2 and g.unborn("dr.jc") >= 0:
        s.due["dr.jc"] = s.turn
    if brings_turkey(side, level):
        yield from turkey_joins(g, side, level)
        if g.at_war("tu"):
            g.tell("Persia enters the war as Turkey's ally.", rule="draka.cp.pe.1")
            yield from asia_korps(g)
            if s.ana_due:
                yield from place_ana(g)  # R57: the Arabs waited for Turkey


@cites("draka.cp.tu.1")
def brings_turkey(side: str, level: int) -> bool:
    """Turkey joins when the Central Powers reach Limited War."""
    return side == CP and level == 1


def asia_korps(g: Draka) -> Procedure:
    """5.1: at once, in any CP-controlled VP or fort space of Turkey with room; the CP may decline."""
    unit = g.U["ge.asia"]
    spots = g.board.of["tu"] & g.controlled(CP) & (g.static.vp_spaces | g.forts) & ~g.besieged & ~g.occ[AP]
    spaces = [s for s in bits(spots) if room(g, s, CP) > 0]
    if not spaces or g.state.at[unit] != UNBORN:
        return
    prompt, none = "The Asia Korps may be placed in Turkey", "Do not place it"
    space = yield from which_space(g, Ask.ASIA_KORPS, CP, prompt, spaces, "draka.5.1", "the Asia Korps", unit, none)
    if space is not None:
        appear(g, unit, space, "draka.5.1")


@cites("draka.ap.ana.1")
def place_ana(g: Draka) -> Procedure:
    """ap.41, R57: the CP place the ANA in Medina or Arabia, where no Allied unit is if possible."""
    unit = g.U["tu.ana"]
    spots = [g.S[n] for n in ("medina", "arabia") if g.static.theatre >> g.S[n] & 1]
    free = [s for s in spots if not g.occ[AP] >> s & 1 and room(g, s, CP) > 0]
    spots = free or [s for s in spots if g.occ[AP] >> s & 1]
    if g.state.at[unit] != UNBORN or not spots:
        g.state.ana_due = False
        return
    prompt = "The Arab Northern Army joins the Turks: where?"
    space = yield from which_space(g, Ask.ANA, CP, prompt, spots, "draka.card.ap.41", "the Arab revolt", unit)
    yield from drive_out(g, space, AP, "draka.card.ap.41")
    g.flip(unit, False)
    g.enter(unit, space)
    g.state.ana_due = False
    g.tell("{unit} rises in {space}.", rule="draka.card.ap.41", unit=unit, space=space)


def appear(g: Draka, unit: int, space: int, rule: str) -> None:
    """A unit arrives at full strength."""
    g.flip(unit, False)
    g.put(unit, space)
    g.tell("{unit} arrives in {space}.", rule=rule, unit=unit, space=space)


def spaces_for(g: Draka, unit: int, where: Where) -> list[int]:
    """R103: controlled by its side, not besieged, not full."""
    side = g.units.side[unit]
    fit = where(g) & g.controlled(side) & ~g.besieged & ~g.occ[CP if side == AP else AP] & ~crowded(g, [unit])
    return [s for s in bits(fit) if room(g, s, side) > 0]


def arrivals(g: Draka) -> Procedure:
    """R95 step 1: units and fleets that arrive in this Replacement Phase are placed."""
    s = g.state
    for name in sorted(s.due):
        if s.due[name] > s.turn:
            continue
        if name.startswith("zaf "):
            fleets.arrive(g, name.split()[1])
            del s.due[name]
        elif name == "kurds":
            yield from kurds(g)
            g.checkpoint()
        elif name == "ge.ukr":
            yield from ukraine_rises(g)
            g.checkpoint()
        elif name == "dr.jc":
            corps = g.unborn("dr.jc")
            if corps >= 0:
                g.put(corps, RESERVE)
                g.tell("{unit} arrives in the Reserve Box.", rule="draka.24.3", unit=corps)
            del s.due[name]
        else:
            yield from _place(g, name)
            g.checkpoint()
    for turn in [t for t in s.revolt if int(t) <= s.turn]:
        for unit in s.revolt.pop(turn):
            g.put(unit, RESERVE)
            g.tell("{unit} is back from the Police Zone.", rule="draka.card.cp.32", unit=unit)


def _place(g: Draka, name: str) -> Procedure:
    s = g.state
    unit = g.U[name]
    where, rule = (DUE[name][2], DUE[name][3]) if name in DUE else WAITING[name]
    spaces = spaces_for(g, unit, where)
    if not spaces:
        return  # it waits (R103)
    space = spaces[0]
    if len(spaces) > 1:
        prompt = f"{g.units.name[unit]} arrives: where?"
        space = yield from which_space(g, Ask.ARRIVAL, g.units.side[unit], prompt, spaces, rule, "placing a unit", unit)
    appear(g, unit, space, rule)
    del s.due[name]


def kurds(g: Draka) -> Procedure:
    """24.5: one Kurdish corps each in Kirkuk, Dilman and Diyarbakir; Allied units there are retreated out."""
    for unit, name in zip(g.units.pieces["tu.kurd"], KURDS):
        space = g.S[name]
        if g.state.at[unit] != UNBORN or g.neutral >> space & 1:
            continue
        yield from drive_out(g, space, AP, "draka.24.5")
        if room(g, space, CP) <= 0:
            continue
        g.flip(unit, False)
        g.enter(unit, space)
        g.tell("{unit} appears in {space}.", rule="draka.24.5", unit=unit, space=space)
    if all(g.state.at[u] != UNBORN for u in g.units.pieces["tu.kurd"]):
        g.state.due.pop("kurds", None)  # else those who found no room come later (R103)


def ukraine_rises(g: Draka) -> Procedure:
    """err.8: the Ukraine Nationalists appear in Kiev, Russians there are driven out; who finds no place waits (R103)."""
    unit, kiev = g.U["ge.ukr"], g.S["kiev"]
    others = any(g.units.nation[u] != "ru" for u in g.side_units(kiev, AP))
    if g.state.at[unit] != UNBORN or g.neutral >> kiev & 1:
        return
    if others or room(g, kiev, CP) <= 0:
        g.state.due["ge.ukr"] = g.state.turn
        return
    yield from drive_out(g, kiev, AP, "draka.err.8")
    g.flip(unit, False)
    g.enter(unit, kiev)
    g.state.due.pop("ge.ukr", None)
    g.tell("{unit} rise in {space}.", rule="draka.err.8", unit=unit, space=kiev)
