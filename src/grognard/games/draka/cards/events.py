"""The changed cards that are events or reinforcements. Combat cards stand in combat/forces.py, Central Asia in
movement/central_asia.py.

Cards: draka.card.ap.15, draka.card.ap.17, draka.card.ap.20, draka.card.ap.22, draka.card.ap.31, draka.card.ap.36,
draka.card.ap.38, draka.card.ap.40, draka.card.ap.41, draka.card.ap.44, draka.card.ap.50, draka.card.ap.51, draka.card.ap.53,
draka.card.ap.55, draka.card.cp.01, draka.card.cp.20, draka.card.cp.22, draka.card.cp.23, draka.card.cp.24,
draka.card.cp.27, draka.card.cp.32, draka.card.cp.34, draka.card.cp.36, draka.card.cp.53, draka.card.cp.54,
draka.card.cp.55.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.games.pog.cards import (
    events,
    salonika,  # noqa: F401  (enters its event)
)
from grognard.games.pog.cards.events import EVENTS, event, nothing, this_turn
from grognard.games.pog.manpower import reinforcements
from grognard.games.pog.manpower.replacements import _cost, may_replace, replace
from grognard.games.pog.map.places import room
from grognard.games.pog.static import AP, CP, GONE, RESERVE, UNBORN
from grognard.kernel import DONE, Procedure, Refusal, cites

from ..asking import plain_name, which_space, which_unit
from ..asks import Ask
from ..combat.invasion import land_on_beach
from ..manpower.replacements import DRAKA_HOMES, american_ports, draka_homes, free_spaces
from ..movement.central_asia import may_launch
from ..state import READY
from ..war.arrivals import appear, ukraine_rises
from ..war.driven_out import drive_out
from ..zone.zone import apart, crowded

if TYPE_CHECKING:
    from grognard.games.pog.static import Card

    from ..context import Draka

WAIT = ("wait", UNBORN)
ORIENT = ("naples", "marseilles", "salonika", "athens", "paris", "orleans")

EVENTS["cp_guns_of_august_four"] = EVENTS["cp_guns_of_august"]
EVENTS["ap_everyone_into_battle_wide"] = EVENTS["ap_everyone_into_battle"]


def _open_salonika() -> None:
    EVENTS["ap_salonika_draka"] = EVENTS["ap_salonika"]


_open_salonika()


@cites("draka.card.cp.01", "draka.err.4")
def august_armies(g: Draka) -> tuple[str, ...]:
    """The 1st to 4th German Armies."""
    return ("ge.a1", "ge.a2", "ge.a3", "ge.a4")


def entry_cards(g: Draka) -> tuple[str, ...]:
    """R28: card ap.17 is an ordinary Draka card."""
    return ("ap.16",)


# ------------------------------------------------------------------ reinforcements


def places_for(g: Draka, kind: str) -> list[tuple[str, int]]:
    """dr.7, map.4, ap.31.a, ap.50, ap.53, cp.20, cp.24: where reinforcements go."""
    unit = g.units.pieces[kind][0]
    army = g.units.army[unit]
    if kind == "dr.cmc":
        return [("here", s) for s in free_spaces(g, unit, ("basra", "cairo", "alexandria"))] or [WAIT]
    if g.units.nation[unit] == "dr" and army:
        found = [("here", s) for s in free_spaces(g, unit, draka_homes() if kind != "dr.cf2" else DRAKA_HOMES[:2])]
        return found + [("here", s) for s in beaches(g)] if kind == "dr.cf2" else found
    if kind == "fr.orient":
        return [("here", s) for s in orient_spaces(g, unit)]
    if kind == "it.a5":
        return [("here", s) for s in free_spaces(g, unit, ("rome",))] or [WAIT]
    if kind == "tu.sn":
        return [("here", g.S["libya"])] if g.at_war("tu") else []
    found = reinforcements.places_for(g, kind)
    closed = (crowded(g, [unit]) if army else 0) | apart(g, [unit]) | g.hooks.closed(g, unit)
    return [(how, s) for how, s in found if s < 0 or not closed >> s & 1]


@cites("draka.card.ap.53")
def orient_spaces(g: Draka, unit: int) -> list[int]:
    """The Army of the Orient lands in Naples, Marseilles, Salonika or Athens, or comes to Paris or Orleans."""
    return free_spaces(g, unit, ORIENT)


@cites("draka.17.3")
def beaches(g: Draka) -> list[int]:
    """ap.31.a, ap.31.b, R91, 17.13: the five beaches, once Turkey is at war, with a beachhead or an enemy coast; the fleet at
    Constantinople bars two, enemies any."""
    if not g.at_war("tu"):
        return []
    barred = g.charts["invasion"]["blocked_by_fleet_constantinople"] if g.state.fleet == "constantinople" else ()
    army = [g.U["dr.cf2"]]
    fit = g.static.theatre & ~g.occ[CP] & ~apart(g, army) & ~crowded(g, army)
    spaces = [g.S[f"mef{n}"] for n in range(1, 6) if f"mef{n}" not in barred]
    coast = g.controlled(CP)
    spaces = [s for s in spaces if g.beachheads >> s & 1 or g.graph.rows()[s] & coast]
    return [s for s in spaces if fit >> s & 1 and room(g, s, AP) > 0]


def make_room(g: Draka, unit: int, space: int) -> Procedure:
    """ap.31.b: a beachhead and war status 1 for a landing; cp.24: Draka units in Libya are driven out."""
    if g.units.kind[unit] == "dr.cf2" and g.board.beaches >> space & 1:
        g.raise_war_status(AP, 1, "draka.card.ap.31.b")
        land_on_beach(g, [], space)
    if g.units.kind[unit] == "tu.sn":
        yield from drive_out(g, space, AP, "draka.card.cp.24")
        if g.units.side[unit] == CP and g.occ[AP] >> space & 1:
            return
    return


def after_reinforcement(g: Draka, card: Card) -> Procedure:
    """ap.17: the Draka biplanes; ap.50, cp.20: a unit that waits (R103); cp.23: the fleet may move; ap.53: a French RP."""
    s = g.state
    if weak := understrength(g, card):
        g.tell("{units} arrived understrength.", rule="draka.card.plus", units=tuple(weak))
    if card.id == "ap.17":
        s.baf["dr"] = READY
        g.tell("The Draka biplane fleet is ready.", rule="draka.16.baf.3")
    for waiting in ("it.a5", "dr.cmc"):
        if waiting in card.units and s.at[g.U[waiting]] == UNBORN:
            s.due[waiting] = s.turn
    if card.id == "cp.23" and s.fleet == "trieste" and g.controls(CP, g.S["constantinople"]) and g.at_war("tu"):
        choice = yield g.ask(
            CP,
            "Move the A-H Fleet to Constantinople?",
            ["move", "stay"],
            rule="draka.card.cp.23",
            label=lambda v: "To Constantinople" if v == "move" else "It stays at Trieste",
            name=Ask.FLEET,
            decline="stay",
            waiting="the A-H Fleet",
        )
        if choice == "move":
            s.fleet = "constantinople"
            g.tell("The A-H Fleet goes to Constantinople.", rule="draka.17.19")
    if card.id == "ap.53":
        yield from french_point(g, card)


@cites("draka.dr.9")
def understrength(g: Draka, card: Card) -> list[int]:
    """II and III CF Army, Tantor and Rhino enter reduced."""
    entering = [k for k in card.units if g.units.kinds[k].get("enters") == "reduced"]
    return [u for k in entering for u in g.units.pieces[k] if g.state.at[u] >= 0 and not g.full(u)]


def french_point(g: Draka, card: Card) -> Procedure:
    """ap.53, R63: 1 FR RP, spent at once."""
    action, rp = g.state.action, g.state.rp
    kept = rp.get("fr", 0)
    points = 2
    while points > 0:
        rp["fr"] = points
        fit = [u for u in range(g.units.size) if g.units.rp[u] == "fr" and g.units.side[u] == AP and may_replace(g, u) is None]
        fit = [u for u in fit if _cost(g, u) <= points]
        rp["fr"] = kept
        if not fit:
            break
        prompt = f"Army of the Orient: {points / 2:g} French RP at once"
        words = (card.rule, "Army of the Orient", "No more", DONE)
        unit = yield from which_unit(g, Ask.FRENCH_POINT, AP, prompt, g.distinct(fit), *words, called=plain_name)
        if unit is None:
            break
        rp["fr"] = points
        yield from replace(g, AP, unit)
        points = rp["fr"]
        rp["fr"] = kept
    action.stage = "done"


@cites("draka.card.ap.44")
def after_joining(g: Draka, nation: str) -> Procedure:
    """ap.gr.1: the Pan-Hellenic Volunteer Corps may come to Athens."""
    unit, athens = g.U["gr.hvc"], g.S["athens"]
    if nation != "gr" or g.state.at[unit] != UNBORN:
        return
    if not g.controls(AP, athens) or room(g, athens, AP) <= 0 or g.occ[CP] >> athens & 1:
        return
    choice = yield g.ask(
        AP,
        "Put the Pan-Hellenic Volunteer Corps in Athens?",
        ["yes", "no"],
        rule="draka.ap.gr.1",
        name=Ask.VOLUNTEERS,
        decline="no",
        waiting="the volunteers",
    )
    if choice == "yes":
        g.flip(unit, False)
        g.put(unit, athens)
        g.tell("{unit} gather in {space}.", rule="draka.ap.gr.1", unit=unit, space=athens)


# ------------------------------------------------------------------ Allied events


def _never(g: Any, card: Card) -> Refusal | None:
    return Refusal("draka.card.ap.41", "The Arabs join the Turks: this card is no event.")


EVENTS["ap_ana_defects"] = (_never, nothing)
EVENTS["ap_central_asia"] = (lambda g, card: may_launch(g, card), nothing)  # type: ignore[arg-type]


def _raid(g: Any, card: Card) -> Refusal | None:
    if g.controls(CP, g.S["constantinople"]):
        return None
    return Refusal(card.rule, "The CP do not control Constantinople.")


@event("ap_dirigible_raid", test=_raid)
def dirigible_raid(g: Any, card: Card) -> None:
    """ap.36: Turkey loses 2 RP this turn; a CP trench there falls one level; a fleet based there is lost."""
    space = g.S["constantinople"]
    s, bit = g.state, 1 << space
    s.this_turn.append(card.id)
    if g.trench(space, CP) == 2:
        s.trench_2 &= ~bit
        s.trench_1 |= bit
    elif g.trench(space, CP) == 1:
        s.trench_1 &= ~bit
        s.trench_cp &= ~bit
    if s.fleet == "constantinople":
        s.fleet = ""
        g.tell("The A-H Fleet burns at its moorings.", rule=card.rule)
    g.tell("A thousand dirigibles over {space}.", rule=card.rule, space=space)


def _demand(g: Any, card: Card) -> Refusal | None:
    if not any(g.played(c) for c in ("ap.38", "ap.43", "ap.47")):
        return Refusal("draka.card.ap.40.a", "Only after an American reinforcement card.")
    if g.played("cp.36") and not g.played("ap.52"):
        return Refusal("draka.card.ap.40.a", "Not while U-Boats Unleashed is in force.")
    return None


@event("ap_unconditional_surrender", test=_demand)
def demand(g: Any, card: Card) -> Procedure:
    """ap.40.b: VP -1, no more peace, and the Republican Guard Army."""
    g.add_vp(-1, card.rule, card.title)
    unit = g.U["us.rg"]
    spaces = free_spaces(g, unit, american_ports(g))
    if g.state.at[unit] != UNBORN:
        return
    if not spaces:
        g.state.due["us.rg"] = g.state.turn  # it waits (R103)
        return
    prompt = "The Republican Guard Army arrives: where?"
    space = yield from which_space(g, Ask.REPUBLICAN_GUARD, AP, prompt, spaces, card.rule, "the Republican Guard", unit)
    appear(g, unit, space, card.rule)


@event("ap_over_there_usmc", test=EVENTS["ap_over_there"][0])
def over_there(g: Any, card: Card) -> None:
    """ap.55, ap.us.2: one US corps and the Marine Corps go to the Reserve Box."""
    nothing(g, card)
    for kind in card.units:
        unit = g.unborn(kind)
        if unit >= 0:
            g.flip(unit, False)
            g.put(unit, RESERVE)
            g.tell("{unit} arrives in the Reserve Box.", rule="draka.ap.us.2", unit=unit)


# ------------------------------------------------------------------ CP events


@event("cp_zeppelin_raids_choice")
def zeppelin_raids(g: Any, card: Card) -> Procedure:
    """cp.27: 4 BR RP or 3 FR RP, said when the card is played."""
    choice = yield g.ask(
        CP,
        "Zeppelin Raids: whom do they strike?",
        ["br", "fr"],
        rule=card.rule,
        label=lambda v: "Britain (4 RP)" if v == "br" else "France (3 RP)",
        name=Ask.ZEPPELIN_RAIDS,
        waiting="Zeppelin Raids",
    )
    g.state.zeppelins = choice
    this_turn(g, card)


POLICE = (("dr.cfc", 1), ("dr.jc", 2))  # whom cp.32 sends to the Police Zone


def enough_to_send(g: Draka) -> bool:
    """cp.32, R59: one CF and two J corps, on the map or in the Reserve Box."""
    return all(sum(g.state.at[u] >= RESERVE for u in g.units.pieces[kind]) >= count for kind, count in POLICE)


@event("cp_police_zone_revolt")
def police_zone_revolt(g: Any, card: Card) -> Procedure:
    """cp.32: the corps go for a die roll of turns, or VP +2."""
    if enough_to_send(g):
        choice = yield g.ask(
            AP,
            "Revolt in the Police Zone: send a CF corps and two J corps, or give VP +2?",
            ["send", "vp"],
            rule=card.rule,
            label=lambda v: "VP +2" if v == "vp" else "Send the corps",
            name=Ask.POLICE_ZONE,
            decline="vp",
            final=True,
            waiting="the Police Zone",
        )
        if choice == "send":
            corps = yield from _who_goes(g, card)
            turns = g.d6("The revolt lasts: ", rule=card.rule, by=AP)
            g.state.revolt.setdefault(str(g.state.turn + turns), []).extend(corps)
            g.tell("{units} come back in turn {number}.", rule=card.rule, units=tuple(corps), number=g.state.turn + turns)
            return
    g.add_vp(2, card.rule, card.title)


def _who_goes(g: Draka, card: Card) -> Procedure:
    """The Allied player chooses among equally strong corps."""
    gone: list[int] = []
    for kind, count in POLICE:
        for _ in range(count):
            corps = [u for u in g.units.pieces[kind] if g.state.at[u] >= RESERVE]
            full = [u for u in corps if g.full(u)]
            fit = g.distinct(full or corps)
            unit = fit[0]
            if len(fit) > 1:
                unit = yield from which_unit(
                    g,
                    Ask.POLICE_CORPS,
                    AP,
                    "Which corps goes to the Police Zone?",
                    fit,
                    card.rule,
                    "the Police Zone",
                    final=True,
                )
            g.put(unit, GONE)  # not among those still to come: they come back as they left
            gone.append(unit)
    return gone


@event("cp_u_boats_draka", test=EVENTS["cp_u_boats_unleashed"][0])
def u_boats(g: Any, card: Card) -> Procedure:
    """cp.36: also the CP can reduce one full-strength CF army on the map."""
    nothing(g, card)
    fit = [u for k in ("dr.cf1", "dr.cf2", "dr.cf3") for u in g.units.pieces[k] if g.state.at[u] >= 0 and g.full(u)]
    if not fit:
        return
    prompt = "U-Boats: which Citizen Force army is reduced?"
    unit = yield from which_unit(g, Ask.U_BOATS, CP, prompt, fit, card.rule, "U-Boats", "None of them")
    if unit is not None:
        g.flip(unit, True)
        g.tell("{unit} is reduced.", rule=card.rule, unit=unit)


@event("cp_bolshevik_revolution_ukraine", test=EVENTS["cp_bolshevik_revolution"][0])
def revolution(g: Any, card: Card) -> Procedure:
    """cp.53, err.8: the Ukraine Nationalists appear in Kiev; Russian units there are retreated out."""
    events.revolution(g, card)
    yield from ukraine_rises(g)


@event("cp_hl_take_command_corps")
def hl_take_command(g: Any, card: Card) -> None:
    """cp.54: also one new German corps in the Reserve Box."""
    events.hl_take_command(g, card)
    unit = g.U["ge.c.hl"]
    if g.state.at[unit] == UNBORN:
        g.put(unit, RESERVE)
        g.tell("{unit} arrives in the Reserve Box.", rule=card.rule, unit=unit)


@event("cp_lloyd_george_draka", test=EVENTS["cp_lloyd_george"][0])
def lloyd_george(g: Any, card: Card) -> None:
    """cp.55: also 1 J RP less in this turn and the next, and Draka and British are two nationalities until then."""
    this_turn(g, card)
    g.state.lloyd = g.state.turn + 1
