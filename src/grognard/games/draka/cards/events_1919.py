"""Chapter 21: on turns 20 to 22 the sides roll for an event (draka.R20, draka.R21, draka.R109).

The text of nine events is lost. Without the switch events_1919 only the printed one, the Draka Nightmare, has an effect."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.pog.manpower.replacements import replace, spendable
from grognard.games.pog.map.places import room
from grognard.games.pog.static import AP, CP, ELIMINATED, RESERVE, UNBORN
from grognard.kernel import Procedure, cites

from ..asking import plain_name, which_space, which_unit
from ..asks import Ask
from ..war.arrivals import WAITING, appear, spaces_for
from ..war.driven_out import drive_out
from ..war.offensives import draka_offensives_end

if TYPE_CHECKING:
    from ..context import Draka

RULES = {
    "plan_1919": "draka.21.ap.a", "naval_ops": "draka.21.ap.b", "additional_us_forces": "draka.21.ap.c",
    "romanian_re_entry": "draka.21.ap.d", "crash_of_empires": "draka.21.ap.e", "panzer_korps": "draka.21.cp.a",
    "british_colonial_problems": "draka.21.cp.b", "fatherland_rallies": "draka.21.cp.c",
    "british_war_weariness": "draka.21.cp.d", "draka_nightmare": "draka.21.cp.e1",
}  # fmt: skip
NAMES = {
    "plan_1919": "Plan 1919", "naval_ops": "Naval Ops", "additional_us_forces": "Additional US forces",
    "romanian_re_entry": "Romanian re-entry", "crash_of_empires": "Crash of Empires", "panzer_korps": "Panzer Korps",
    "british_colonial_problems": "British colonial problems", "fatherland_rallies": "Fatherland rallies",
    "british_war_weariness": "British war-weariness", "draka_nightmare": "Draka Nightmare",
}  # fmt: skip


def turn_events(g: Draka) -> Procedure:
    """21.1: first the CP, then the Allies; an event whose condition fails does not happen and stays possible."""
    s, chart = g.state, g.charts["events_1919"]
    if s.turn < chart["first_turn"]:
        return
    for side in (CP, AP):
        if s.step == f"event {AP}" and side == CP:
            continue
        if any(has_text(g, n) for n in chart[side]):
            yield from _roll_event(g, side, chart[side])
        s.step = f"event {AP}" if side == CP else ""
        g.checkpoint()


def _roll_event(g: Draka, side: str, names: list[str]) -> Procedure:
    left = [n for n in names if n not in g.state.happened]
    while left:
        die = g.d6("1919 event of the {side}: ", rule="draka.21.1", by=side, side=side)
        if die <= len(names) and names[die - 1] in left:
            yield from happen(g, names[die - 1])
            return


@cites("draka.21.1")
def has_text(g: Draka, name: str) -> bool:
    """What an event does is printed for the Nightmare alone; the other nine are ours, with the switch (draka.R21)."""
    return name == "draka_nightmare" or bool(g.options["events_1919"])


def happen(g: Draka, name: str) -> Procedure:
    rule = RULES[name]
    if not has_text(g, name):
        g.state.happened.append(name)
        g.tell("{words}: what it did is lost, and nothing comes of it.", rule=rule, words=NAMES[name])
        return
    if not possible(g, name):
        g.tell("{words} does not happen.", rule=rule, words=NAMES[name])
        return
    g.state.happened.append(name)
    g.tell("{words}!", rule=rule, words=NAMES[name])
    yield from EFFECTS[name](g)


def possible(g: Draka, name: str) -> bool:
    """The conditions that the variant and the rulings set."""
    if name == "romanian_re_entry":
        bucharest = g.S["bucharest"]
        return g.at_war("ro") and not g.draka_holds(bucharest)
    if name == "british_colonial_problems":
        return g.played("ap.49") or g.played("ap.55")
    if name == "draka_nightmare":
        return g.state.turn > 20
    if name == "additional_us_forces":
        return g.at_war("us")
    return True


def _plan(g: Draka) -> Procedure:
    return
    yield


def _naval(g: Draka) -> Procedure:
    """21.ap.b: the naval air attack on the Jade: die 4 to 6, VP -1."""
    if g.d6("Naval air attack on the Jade: ", rule="draka.21.ap.b", by=AP) >= 4:
        g.add_vp(-1, "draka.21.ap.b", "Naval Ops")
    return
    yield


def _americans(g: Draka) -> Procedure:
    """21.ap.c: 2 US RP for use at once."""
    kept, g.state.rp = dict(g.state.rp), {"us": 4}
    while units := spendable(g, AP):
        prompt = f"Additional US forces: {g.state.rp['us'] / 2:g} RP at once"
        words = ("draka.21.ap.c", "American replacements", "No more")
        unit = yield from which_unit(g, Ask.AMERICANS, AP, prompt, units, *words, called=plain_name)
        if unit is None:
            break
        yield from replace(g, AP, unit)
    g.state.rp = kept


def _romania(g: Draka) -> Procedure:
    """21.ap.d: up to two eliminated RO corps return at full strength in Allied-controlled spaces of Romania."""
    for _ in range(2):
        corps = [u for u in g.units.pieces["ro.c"] if g.state.at[u] == ELIMINATED]
        spots = [s for s in range(g.board.size) if g.board.of["ro"] & g.controlled(AP) & ~g.occ[CP] & ~g.besieged & (1 << s)]
        spots = [s for s in spots if room(g, s, AP) > 0]
        if not corps or not spots:
            return
        prompt, none = "A Romanian corps returns: where?", "It does not"
        space = yield from which_space(g, Ask.ROMANIA, AP, prompt, spots, "draka.21.ap.d", "Romania", none=none)
        if space is None:
            return
        g.flip(corps[0], False)
        g.put(corps[0], space)
        g.tell("{unit} returns in {space}.", rule="draka.21.ap.d", unit=corps[0], space=space)


def _crash(g: Draka) -> Procedure:
    """21.ap.e: VP -1 for each that is true."""
    if g.board.capitals["ah"] & g.controlled(AP):
        g.add_vp(-1, "draka.21.ap.e", "An Austro-Hungarian capital is lost")
    if g.level <= 10:
        g.add_vp(-1, "draka.21.ap.e", "The Central Powers falter")
    if all(g.draka_holds(g.S[n]) for n in ("constantinople", "ankara")):
        g.add_vp(-1, "draka.21.ap.e", "The Draka hold both Turkish capitals")
    return
    yield


def _panzer(g: Draka) -> Procedure:
    """21.cp.a: a second Panzer Korps in Essen or Metz."""
    unit = g.U["ge.pz2"]
    spaces = spaces_for(g, unit, WAITING["ge.pz2"][0])
    if not spaces:
        g.state.due["ge.pz2"] = g.state.turn
        return
    prompt = "The second Panzer Korps arrives: where?"
    space = yield from which_space(g, Ask.PANZER_KORPS, CP, prompt, spaces, "draka.21.cp.a", "the Panzer Korps", unit)
    appear(g, unit, space, "draka.21.cp.a")


def _colonial(g: Draka) -> Procedure:
    """21.cp.b: Britain loses 2 RP this turn."""
    g.state.this_turn.append("colonial")
    return
    yield


def _fatherland(g: Draka) -> Procedure:
    """21.cp.c: 2 GE RP this turn."""
    g.state.this_turn.append("fatherland")
    return
    yield


def _weariness(g: Draka) -> Procedure:
    """21.cp.d: 1 to 3 nothing; 4 both Draka and Britain must attack this turn; 5 and 6 VP +1."""
    die = g.d6("British war-weariness: ", rule="draka.21.cp.d", by=CP)
    if die == 4:
        g.state.owed = {"dr": False, "br": False}
        if g.state.offensive.get(AP) in ("dr", "br"):
            g.state.owed.pop(g.state.offensive[AP])
    elif die >= 5:
        g.add_vp(1, "draka.21.cp.d", "British war-weariness")
    return
    yield


# ------------------------------------------------------------------ the Draka Nightmare


def nightmare(g: Draka) -> Procedure:
    """21.cp.e1 to e11: the serfs rise."""
    s = g.state
    s.nightmare = s.turn
    g.add_vp(2, "draka.21.cp.e1", "Draka Nightmare")
    g.raise_war_status(CP, 1, "draka.21.cp.e1")
    yield from _armies(g)
    yield from _corps(g)
    yield from _revolts(g)
    yield from _commune(g)
    yield from _anatolia(g)
    s.rp.pop("dr_cf", None)
    s.rp.pop("dr_j", None)
    g.tell("No Draka replacements for the rest of the war.", rule="draka.21.cp.e9")
    g.tell("Medina and Kharput supply the Turks.", rule="draka.21.cp.e8")
    draka_offensives_end(g)
    g.open_spaces()


def _armies(g: Draka) -> Procedure:
    """e2: the CP reduce up to two full-strength Janissary armies."""
    for _ in range(2):
        fit = [u for u, p in enumerate(g.state.at) if p >= 0 and g.units.service[u] == "j" and g.units.army[u] and g.full(u)]
        if not fit:
            return
        words = ("draka.21.cp.e2", "the Nightmare", "No other")
        unit = yield from which_unit(g, Ask.NIGHTMARE_ARMY, CP, "Which Janissary army is reduced?", fit, *words)
        if unit is None:
            return
        g.flip(unit, True)
        g.tell("{unit} is reduced.", rule="draka.21.cp.e2", unit=unit)


def _corps(g: Draka) -> Procedure:
    """e3: two J corps and one CF corps are removed for good."""
    for kind in ("dr.jc", "dr.jc", "dr.cfc"):
        fit = g.distinct(u for u in g.units.pieces[kind] if g.state.at[u] >= RESERVE)
        if not fit:
            continue
        unit = fit[0]
        if len(fit) > 1:
            words = ("draka.21.cp.e3", "the Nightmare")
            unit = yield from which_unit(g, Ask.NIGHTMARE_CORPS, CP, "Which corps is lost for good?", fit, *words)
        g.eliminate(unit, True, "draka.21.cp.e3")


def _appear(g: Draka, unit: int, space: int, rule: str) -> Procedure:
    """e7, R109: Draka units there are driven out; a space with Russians gets nothing."""
    if any(g.units.nation[u] == "ru" for u in g.side_units(space, AP)) or g.neutral >> space & 1:
        return
    yield from drive_out(g, space, AP, "draka.21.cp.e7")
    if g.occ[AP] >> space & 1 or room(g, space, CP) <= 0:
        return
    g.flip(unit, False)
    g.enter(unit, space)
    g.tell("{unit} appears in {space}.", rule=rule, unit=unit, space=space)


def _turk(g: Draka) -> int:
    """A Turkish corps of the eliminated box."""
    corps = [u for k in ("tu.c", "tu.c.new") for u in g.units.pieces[k] if g.state.at[u] == ELIMINATED]
    return corps[0] if corps else -1


def _revolts(g: Draka) -> Procedure:
    """e4: SN in Libya, ANA in Arabia, a Turkish corps in Medina."""
    yield from _appear(g, g.U["tu.sn"], g.S["libya"], "draka.21.cp.e4")
    yield from _appear(g, g.U["tu.ana"], g.S["arabia"], "draka.21.cp.e4")
    if _turk(g) >= 0:
        yield from _appear(g, _turk(g), g.S["medina"], "draka.21.cp.e4")


def _commune(g: Draka) -> Procedure:
    """e5: the Commune in Alexandria; it gives the place to nobody."""
    unit, space = g.U["cp.commune"], g.S["alexandria"]
    if g.state.at[unit] != UNBORN:
        return
    yield from drive_out(g, space, AP, "draka.21.cp.e7")
    g.flip(unit, False)
    g.enter(unit, space)
    g.tell("The Commune of Alexandria is proclaimed.", rule="draka.21.cp.e5")


def _anatolia(g: Draka) -> Procedure:
    """e6, R7: a Turkish corps each in Kharput and in Sivas or Kayseri."""
    if _turk(g) >= 0:
        yield from _appear(g, _turk(g), g.S["kharput"], "draka.21.cp.e6")
    if _turk(g) >= 0:
        spots = [g.S["sivas"], g.S["kayseri"]]
        words = ("draka.21.cp.e6", "the Nightmare")
        space = yield from which_space(g, Ask.NIGHTMARE_RISING, CP, "A Turkish corps rises: where?", spots, *words)
        yield from _appear(g, _turk(g), space, "draka.21.cp.e6")


EFFECTS = {
    "plan_1919": _plan, "naval_ops": _naval, "additional_us_forces": _americans, "romanian_re_entry": _romania,
    "crash_of_empires": _crash, "panzer_korps": _panzer, "british_colonial_problems": _colonial,
    "fatherland_rallies": _fatherland, "british_war_weariness": _weariness, "draka_nightmare": nightmare,
}  # fmt: skip
