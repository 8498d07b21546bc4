"""Chapter 7: mandated offensives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import in_force

from .hooks import hook
from .nations import capitals_all_lost
from .static import AP, CP
from .supply import net_of, reached

if TYPE_CHECKING:
    from .context import Pog
    from .fight import Fight

WEST = ("fr", "be", "ge")
NAMES = {"fr": "France", "br": "Britain", "it": "Italy", "ru": "Russia", "ah": "Austria-Hungary",
         "ah_it": "Austria-Hungary against Italy", "tu": "Turkey", "ge": "Germany",
         "dr": "the Draka", "none": "nobody"}  # fmt: skip


def roll_offensives(g: Pog) -> None:
    """6.a, 7.1.1: each side rolls once a turn; the result stays in force until met or until the turn ends."""
    for side, rule in ((CP, "pog.mot.2"), (AP, "pog.mot.1")):
        die = g.d6("Mandated offensive of the {side}: ", rule="pog.7.1.1", by=side, side=side)
        nation = g.hooks.offensive_table(g, side, die)
        g.state.offensive[side] = nation
        g.state.offensive_met[side] = False
        if nation == "fr" and g.played("cp.47") and in_force("pog.7.1.8.a"):
            g.state.mutiny = True
            g.tell("The French offensive is a mutiny: no attack is asked for.", rule="pog.7.1.8.a")
        else:
            g.tell("The {side} must attack with: {nation}.", rule=rule, side=side, nation=NAMES[nation])


@hook
def offensive_table(g: Pog, side: str, die: int) -> str:
    """7.1.2, pog.mot: the nation named by the die; a nation without capitals passes it to the right."""
    chart = g.static.charts["mandated"]
    if side == CP and g.played("cp.37") and in_force("pog.7.1.9") and in_force("pog.card.cp.37"):
        die = min(6, die + int(chart["hoffmann_drm"]))
    nation: str = chart[side][die - 1]
    if g.static.historical and side == AP and nation == "br" and g.state.turn == 1 and in_force("pog.5.7.4.e"):
        nation = "fr"
    order: list[str] = chart[f"order_{side}"]
    place = order.index(nation)
    while order[place] != "none":
        nation = _read(g, order[place])
        if nation == "none":
            return "none"
        if not capitals_all_lost(g, nation.split("_")[0]) or not in_force("pog.7.1.2.b"):
            return nation
        place += 1
    return "none"


def _read(g: Pog, nation: str) -> str:
    """7.1.2.a, 7.1.6.b, 7.1.10, 7.1.11: what a box of the table means now."""
    if nation == "ah_it" and (not g.at_war("it") or g.controls(CP, g.S["rome"])) and in_force("pog.7.1.6.b"):
        return "ah"
    if nation == "ge" and g.played("cp.54") and in_force("pog.7.1.10"):
        return "none"
    if nation == "ru" and g.played("cp.53") and in_force("pog.7.1.11"):
        return "none"
    if not g.at_war(nation.split("_")[0]) and in_force("pog.7.1.2.a"):
        return "none"
    return nation


@hook
def on_attack(g: Pog, fight: Fight) -> None:
    """Nothing more in the base game."""


@hook
def west(g: Pog) -> tuple[str, ...]:
    """7.1.4, 7.1.8.b: where French and British offensives are met, and a mutiny counts."""
    return WEST


def note_attack(g: Pog, fight: Fight) -> None:
    """7.1.3: an attack may meet the offensive in force; in a mutiny a French one may cost a point instead."""
    s = g.state
    g.hooks.on_attack(g, fight)
    side = fight.side
    if side == AP and s.mutiny:
        if _mutinous(g, fight):
            s.mutiny = False
            s.vp_shift += g.static.charts["vp"]["french_mutiny_attack"]
            g.tell("French troops attack in a mutiny: VP +1 in the War Status Phase.", rule="pog.7.1.8.b")
        return
    if s.offensive.get(side, "none") == "none" or s.offensive_met[side]:
        return
    if g.hooks.meets_offensive(g, side, fight):
        s.offensive_met[side] = True
        g.tell("The mandated offensive of the {side} is met.", rule="pog.7.1.3.a", side=side)


def _mutinous(g: Pog, fight: Fight) -> bool:
    """7.1.8.b: a French unit that is not stacked with an American attacks in France, Belgium or Germany."""
    if g.board.nation[fight.target] not in g.hooks.west(g):
        return False
    for unit in fight.attackers:
        here = fight.origin[unit]
        if g.units.nation[unit] == "fr" and not any(g.units.nation[u] == "us" for u in g.stack[here]):
            return in_force("pog.7.1.8.b")
    return False


@hook
def meets_offensive(g: Pog, side: str, fight: Fight) -> bool:
    """7.1.3 to 7.1.7: whether this attack is the one that was asked for. A fort alone is no unit."""
    defenders = fight.defenders + fight.spent
    if not defenders and in_force("pog.7.1.3.a"):
        return False
    nation = g.state.offensive[side]
    place = g.board.nation[fight.target]
    truly = g.units.truly
    mine = [u for u in fight.attackers if nation.split("_")[0] in (truly[u], g.units.second[u])]
    if not mine:
        return False
    if nation in ("fr", "br"):
        german = any(truly[u] == "ge" for u in defenders)
        return (place in WEST and german) or not in_force("pog.7.1.4")
    if nation == "ge":
        western = any(g.units.nation[u] in ("us", "br", "be", "fr") for u in defenders)
        return (place in WEST and western) or not in_force("pog.7.1.5.a")
    if nation == "ah_it":
        return _against_italy(g, fight, defenders) or not in_force("pog.7.1.6.a")
    if nation == "tu":
        return in_force("pog.7.1.5.b")
    return in_force("pog.7.1.7" if nation == "ah" else "pog.7.1.3.a")


def _against_italy(g: Pog, fight: Fight, defenders: list[int]) -> bool:
    """7.1.6.a: Italian units, a space in Italy, or Allied units that trace supply through Italy."""
    if any(g.units.nation[u] == "it" for u in defenders) or g.board.nation[fight.target] == "it":
        return True
    return any(_through_italy(g, u) for u in defenders)


def _through_italy(g: Pog, unit: int) -> bool:
    """Whether a unit would be out of supply without the spaces of Italy."""
    net = net_of(g, unit)
    italy = g.board.of["it"]
    allowed = g.hooks.supply_blocks(g, AP) & ~italy
    if not reached(g, net) & italy:
        return False
    jumps = (g.hooks.ports(g, AP, net == "beach") & ~italy,) if net not in ("east", "sb") else ()
    lines = g.board.line_mask(*g.static.net_lines[net])
    mask = g.graph.flood(g.hooks.supply_sources(g, net) & allowed, allowed, lines, jumps=jumps)
    space = g.state.at[unit]
    return not (mask >> space & 1 or g.graph.rows(lines)[space] & mask)


def settle_offensives(g: Pog) -> None:
    """7.1.3.b: a missed offensive costs a point in segment E.1, even if the nation had no legal attack."""
    s = g.state
    chart = g.static.charts["vp"]
    for side in (CP, AP):
        missed = s.offensive.get(side, "none") != "none" and not s.offensive_met.get(side, False)
        if missed and side == AP and s.offensive[AP] == "fr" and g.played("cp.47") and in_force("pog.7.1.8.a"):
            continue
        if missed:
            amount = chart["cp_missed_offensive"] if side == CP else chart["ap_missed_offensive"]
            g.add_vp(amount, "pog.7.1.3.b", "The {side} missed their offensive", side=side)
