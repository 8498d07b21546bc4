"""Chapter 7: mandated offensives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import cites

from ..hooks import hook
from ..map.nations import capitals_all_lost
from ..static import AP, CP
from ..supply.tracing import in_supply, net_of, reached

if TYPE_CHECKING:
    from ..combat.fight import Fight
    from ..context import Pog

WEST = ("fr", "be", "ge")
NAMES = {"fr": "France", "br": "Britain", "it": "Italy", "ru": "Russia", "ah": "Austria-Hungary",
         "ah_it": "Austria-Hungary against Italy", "tu": "Turkey", "ge": "Germany",
         "dr": "the Draka", "none": "nobody"}  # fmt: skip


@cites("pog.4.3.3")
def roll_offensives(g: Pog) -> None:
    """6.a, 7.1.1: each side rolls once a turn; the result stays in force until met or until the turn ends."""
    for side in (CP, AP):
        die = g.d6("Mandated offensive of the {side}: ", rule="pog.7.1.1", by=side, side=side)
        nation = g.hooks.offensive_table(g, side, die)
        g.state.offensive[side] = nation
        g.state.offensive_met[side] = False
        if nation == "fr" and french_mutiny(g):
            g.state.mutiny = True
            g.tell("The French offensive is a mutiny: no attack is asked for.", rule="pog.7.1.8.a")
        else:
            rule = g.hooks.offensive_rule(g, side, die)
            words = "Nobody must attack for the {side}." if nation == "none" else "The {side} must attack with: {nation}."
            g.tell(words, rule=rule, side=side, nation=NAMES[nation])


@hook
def offensive_rule(g: Pog, side: str, die: int) -> str:
    """The rule that names the nation for a die."""
    return "pog.mot.2" if side == CP else "pog.mot.1"


@hook
def offensive_table(g: Pog, side: str, die: int) -> str:
    """7.1.2, pog.mot: the nation named by the die; a nation without capitals passes it to the right."""
    chart = g.static.charts["mandated"]
    nation: str = chart[side][(hoffmann(g, die) if side == CP else die) - 1]
    if side == AP and nation == "br" and british_wait(g):
        nation = "fr"
    order: list[str] = chart[f"order_{side}"]
    place = order.index(nation)
    while order[place] != "none":
        nation = _read(g, order[place])
        if nation == "none":
            return "none"
        if not passes_on(g, nation):
            return nation
        place += 1
    return "none"


def _read(g: Pog, nation: str) -> str:
    """What a box of the table means now."""
    if nation == "ah_it" and no_italian_front(g):
        return "ah"
    if nation == "ge" and hl_command(g):
        return "none"
    if nation == "ru" and revolution(g):
        return "none"
    return "none" if keeps_out(g, nation) else nation


@cites("pog.7.1.9", "pog.card.cp.37")
def hoffmann(g: Pog, die: int) -> int:
    """After Hoffmann later CP rolls are one higher, up to 6."""
    return min(6, die + int(g.static.charts["mandated"]["hoffmann_drm"])) if g.played("cp.37") else die


@cites("pog.5.7.4.e")
def british_wait(g: Pog) -> bool:
    """In the historical scenario a British offensive of turn 1 is a French one."""
    return g.static.historical and g.state.turn == 1


@cites("pog.7.1.2.b")
def passes_on(g: Pog, nation: str) -> bool:
    """A nation whose capitals are all lost hands the result one box to the right."""
    return capitals_all_lost(g, nation.split("_")[0])


@cites("pog.7.1.6.b")
def no_italian_front(g: Pog) -> bool:
    """With Italy neutral or Rome taken, Austria-Hungary against Italy is simply Austria-Hungary."""
    return not g.at_war("it") or g.controls(CP, g.S["rome"])


@cites("pog.7.1.8.a")
def french_mutiny(g: Pog) -> bool:
    """After French Mutiny no French attack is asked for."""
    return g.played("cp.47")


@cites("pog.7.1.8.a")
def mutiny_breaks_out(g: Pog) -> None:
    """French Mutiny takes effect at once if a French offensive is in force and not yet met."""
    s = g.state
    if s.offensive.get(AP) == "fr" and not s.offensive_met.get(AP):
        s.mutiny = True


@cites("pog.7.1.10")
def hl_command(g: Pog) -> bool:
    """After H-L Take Command German results are none."""
    return g.played("cp.54")


@cites("pog.7.1.11")
def revolution(g: Pog) -> bool:
    """After Bolshevik Revolution Russian results are none."""
    return g.played("cp.53")


@cites("pog.7.1.2.a")
def keeps_out(g: Pog, nation: str) -> bool:
    """The result of a neutral nation has no effect."""
    return not g.at_war(nation.split("_")[0])


@cites("pog.7.1.10")
def german_offensive_ends(g: Pog) -> None:
    """H-L Take Command ends the German offensive that is in force."""
    end_offensive(g, CP, "ge")


@cites("pog.7.1.11")
def russian_offensive_ends(g: Pog) -> None:
    """Bolshevik Revolution ends the Russian offensive that is in force."""
    end_offensive(g, AP, "ru")


def end_offensive(g: Pog, side: str, nation: str) -> None:
    if g.state.offensive.get(side) == nation and not g.state.offensive_met.get(side):
        g.state.offensive[side] = "none"


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
        g.tell("The mandated offensive of the {side} is met.", rule=g.hooks.rule_of_meeting(g, side), side=side)


@hook
def rule_of_meeting(g: Pog, side: str) -> str:
    """The rule by which the offensive in force is met."""
    return "pog.7.1.3.a"


def _mutinous(g: Pog, fight: Fight) -> bool:
    """7.1.8.b: a French unit that is not stacked with an American attacks in France, Belgium or Germany."""
    if g.board.nation[fight.target] not in g.hooks.west(g):
        return False
    for unit in fight.attackers:
        here = fight.origin[unit]
        if g.units.nation[unit] == "fr" and not any(g.units.nation[u] == "us" for u in g.stack[here]):
            return True
    return False


@hook
def meets_offensive(g: Pog, side: str, fight: Fight) -> bool:
    """7.1.3 to 7.1.7: whether this attack is the one that was asked for."""
    if against_a_fort(fight):
        return False
    defenders = fight.defenders + fight.spent
    nation = g.state.offensive[side]
    truly = g.units.truly
    if not any(nation.split("_")[0] in (truly[u], g.units.second[u]) for u in fight.attackers):
        return False
    meets = MEETS.get(nation)
    return meets is None or meets(g, fight, defenders)


@cites("pog.12.1.2")
def against_a_fort(fight: Fight) -> bool:
    """A fort alone is no unit, also with units that have just retreated: they count as a fort without units."""
    return not fight.defenders


@cites("pog.7.1.4")
def against_germans(g: Pog, fight: Fight, defenders: list[int]) -> bool:
    """France and Britain must attack a German unit in France, Belgium or Germany."""
    return g.board.nation[fight.target] in WEST and any(g.units.truly[u] == "ge" for u in defenders)


@cites("pog.7.1.5.a")
def against_the_west(g: Pog, fight: Fight, defenders: list[int]) -> bool:
    """Germany must attack an American, British, Belgian or French unit in France, Belgium or Germany."""
    western = any(g.units.nation[u] in ("us", "br", "be", "fr") for u in defenders)
    return g.board.nation[fight.target] in WEST and western


@cites("pog.7.1.5.b")
def against_anybody_by_turks(g: Pog, fight: Fight, defenders: list[int]) -> bool:
    """Any attack of a Turkish unit on an Allied unit will do."""
    return bool(defenders)


@cites("pog.7.1.7")
def against_anybody_by_austrians(g: Pog, fight: Fight, defenders: list[int]) -> bool:
    """Any attack of an Austro-Hungarian unit on an enemy unit will do."""
    return bool(defenders)


@cites("pog.7.1.6.a")
def against_italy(g: Pog, fight: Fight, defenders: list[int]) -> bool:
    """Italian units, a space in Italy, or Allied units that trace supply through Italy."""
    if any(g.units.nation[u] == "it" for u in defenders) or g.board.nation[fight.target] == "it":
        return True
    return any(_through_italy(g, u) for u in defenders)


MEETS = {
    "fr": against_germans,
    "br": against_germans,
    "ge": against_the_west,
    "ah_it": against_italy,
    "ah": against_anybody_by_austrians,
    "tu": against_anybody_by_turks,
}


def _through_italy(g: Pog, unit: int) -> bool:
    """Whether a unit in supply would be out of it without the spaces of Italy."""
    if not in_supply(g, unit):
        return False
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
        if missed and side == AP and s.offensive[AP] == "fr" and french_mutiny(g):
            continue
        if missed:
            amount = chart["cp_missed_offensive"] if side == CP else chart["ap_missed_offensive"]
            g.add_vp(amount, "pog.7.1.3.b", "The {side} missed their offensive", side=side)
