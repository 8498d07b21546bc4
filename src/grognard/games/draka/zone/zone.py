"""Chapters 3, 4, 20, 22 and errata 3, 6, 7: where units may be, with whom, and how many.

`bans` lists every ban of the variant on a unit as (rule, spaces, words): the masks make the options, the words the refusal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.boards.masks import bits
from grognard.games.pog.combat.advance import may_advance
from grognard.games.pog.combat.attacks import family as base
from grognard.games.pog.map import places
from grognard.games.pog.static import AP, CP, RESERVE
from grognard.kernel import Refusal, cites

from ..overlay import IRREGULARS

if TYPE_CHECKING:
    from grognard.games.pog.combat.fight import Fight

    from ..context import Draka

Ban = tuple[str, int, str]
BASES = ("cairo", "alexandria", "upper_egypt")
AREAS = {  # units bound to nations: rule, nations, further spaces
    "br.rad": ("draka.err.3.b", ("fr", "ge", "be"), ("london",)),
    "ru.bisc": ("draka.err.7.b", ("ru", "ge", "ah", "ro"), ()),
    "ge.ukr": ("draka.err.8", ("ru",), ()),
}


def _nations(g: Draka, nations: tuple[str, ...]) -> int:
    mask = 0
    for nation in nations:
        mask |= g.board.of.get(nation, 0)
    return mask


def beside_draka(g: Draka) -> int:
    """err.6.a: spaces beside a Near East space under Draka control; Bursa and Constantinople are always open."""
    held = g.state.draka & g.controlled(AP) & g.board.near_east
    mask = g.graph.next_to(held)
    return mask & ~the_straits(g)


@cites("draka.err.6.c")
def the_straits(g: Draka) -> int:
    """Bursa and Constantinople are always open to Russians."""
    return g.board.mask("bursa", "constantinople")


@cites("draka.4.4")
def outside_zone(g: Draka) -> int:
    """All but the Janissary Zone: the Balkans, parts of Austria-Hungary, Odessa and the Near East."""
    return g.board.all & ~g.board.zone


@cites("draka.dr.2")
def janissary(g: Draka, unit: int) -> bool:
    """Draka units are Citizens or Janissaries."""
    return g.units.service[unit] == "j"


@cites("draka.4.3")
def closed_to_other_allies(g: Draka) -> int:
    """Of the Allies only Draka and Russians go to the Near East."""
    return g.board.asia


def bans(g: Draka, unit: int, moving: bool = True) -> Iterator[Ban]:
    """Every ban of the variant on a unit; those on moves and attacks but not on retreats come with `moving`."""
    board, units = g.board, g.units
    kind, nation, side = units.kind[unit], units.nation[unit], units.side[unit]
    every = board.all
    if nation != "dr" and not g.at_war("tu"):
        closed = board.draka & _nations(g, ("tu", "pe", "ar"))
        yield "draka.dr.6", closed, "is open only to the Draka until Turkey joins the war."
    if side == CP:
        yield "draka.map.3", board.mask("upper_egypt", "tripoli"), "is closed to CP units."
    if nation == "dr":
        yield from _draka(g, unit)
    elif side == AP:
        yield from _allies(g, unit, moving)
    elif nation == "bu":
        yield from _bulgarians(g, unit)
    if kind in AREAS:
        rule, nations, more = AREAS[kind]
        yield rule, every & ~_nations(g, nations) & ~board.mask(*more), f"is no place for {units.name[unit]}."
    if kind == "al.bb":
        yield "draka.24.2", every & ~board.balkans & ~the_straits(g), "lies outside the Balkans and main-map Turkey."
    if kind in IRREGULARS:
        rule = "draka.12.4" if kind == "tu.ana" else "draka.24.6"
        yield rule, every & ~board.near_east, "is not on the Near East map."
    if kind == "cp.commune":
        yield "draka.21.cp.e5", every & ~board.mask("alexandria"), "is not Alexandria."


def _draka(g: Draka, unit: int) -> Iterator[Ban]:
    """4.5, 4.7, 8.2, err.6.d: the Zone, and Russian soil."""
    board, kind = g.board, g.units.kind[unit]
    if janissary(g, unit):
        yield "draka.4.5", outside_zone(g), "lies outside the Janissary Zone."
    if kind == "dr.sd":
        yield "draka.4.7", outside_zone(g), "lies outside the Zone, and the SD corps stays in it."
    if kind == "dr.kempf":
        yield "draka.8.2", board.all & ~board.near_east, "is not on the Near East map."
    russian = board.of["ru"] & board.asia & g.controlled(AP)
    yield "draka.err.6.d", russian & ~g.state.draka, "is Russian soil in the Near East: closed to the Draka."


def _allies(g: Draka, unit: int, moving: bool) -> Iterator[Ban]:
    """4.3, ap.gr.5, err.6.a: of the other Allies only Russians go to the Near East, and they keep off Draka control."""
    asia, nation = g.board.asia, g.units.nation[unit]
    if nation == "ru":
        yield "draka.err.6.a", g.state.draka & g.controlled(AP) & asia, "is under Draka control: closed to Russians."
        here = g.state.at[unit]
        if moving and here >= 0 and asia >> here & 1 and not beside_draka(g) >> here & 1:
            yield "draka.err.6.a", beside_draka(g), "lies beside Draka control: no Russian goes there."
    elif g.units.kind[unit] == "gr.hvc":
        yield "draka.ap.gr.5", asia, "is on the Near East map, where no Greek unit goes."
    else:
        words = "is on the Near East map: only Draka and Russians."
        yield "draka.ap.br.2" if nation == "br" else "draka.ap.ne.1", closed_to_other_allies(g), words


def _bulgarians(g: Draka, unit: int) -> Iterator[Ban]:
    """4.2: two corps at most, never the army, and only in Turkey."""
    asia = g.board.asia
    if g.units.army[unit]:
        yield "draka.4.2", asia, "is on the Near East map: closed to the Bulgarian army."
        return
    yield "draka.4.2", asia & ~g.board.of["tu"], "is not in Turkey: Bulgarian corps stay there."
    others = sum(g.units.nation[u] == "bu" and p >= 0 and asia >> p & 1 for u, p in enumerate(g.state.at) if u != unit)
    if others >= 2:
        yield "draka.4.2", asia, "is on the Near East map, where two Bulgarian corps are already."


def closed_to_armies(g: Draka, unit: int) -> int:
    """err.6.c: Russians, armies too, may always enter and attack Bursa and Constantinople; pog.11.3.1 holds for the others."""
    mask: int = places.closed_to_armies(g, unit)
    return mask & ~the_straits(g) if g.units.nation[unit] == "ru" and not g.state.home >> unit & 1 else mask


def closed(g: Draka, unit: int) -> int:
    mask: int = places.closed(g, unit)
    for _, spaces, _ in bans(g, unit):
        mask |= spaces
    return mask


def may_enter(g: Draka, unit: int, space: int) -> Refusal | None:
    for rule, spaces, words in bans(g, unit):
        if spaces >> space & 1 and not g.neutral >> space & 1:
            return Refusal(rule, f"{g.board.name[space]} {words}")
    return places.may_enter(g, unit, space)


def may_attack_into(g: Draka, unit: int, space: int) -> Refusal | None:
    """map.3: the CP attack into Upper Egypt and Tripoli, but never enter. err.6.a: no Russian attacks beside Draka control."""
    if g.units.side[unit] == CP and g.board.mask("upper_egypt", "tripoli") >> space & 1:
        return None
    if g.units.kind[unit] == "cp.commune":
        return None
    here = g.state.at[unit]
    if g.units.nation[unit] == "ru" and here >= 0 and g.board.asia >> here & 1:
        if beside_draka(g) >> space & 1:  # also for those who stand beside Draka control already
            return Refusal("draka.err.6.a", f"{g.board.name[space]} lies beside Draka control: no Russian attacks there.")
    return may_enter(g, unit, space)


def closed_to_retreat(g: Draka, unit: int) -> int:
    """R74, R41: Russians may retreat beside Draka control, Citizens out of the Zone beyond their number."""
    mask: int = places.closed(g, unit)
    for _, spaces, _ in bans(g, unit, moving=False):
        mask |= spaces
    return mask


def closed_at_the_end(g: Draka, unit: int) -> int:
    """R65: a retreat may pass a space that holds its army, and not end there."""
    return crowded(g, [unit])


# ------------------------------------------------------------------ 20: stacking in the Near East


def army_limit(g: Draka, space: int, side: str) -> int:
    """20.1, 20.2: one army; two of the Draka in Cairo, Alexandria and Upper Egypt."""
    if not g.board.asia >> space & 1:
        return 3
    if side == AP and draka_base(g, space):
        return 2
    return int(g.charts["stacking"]["near_east_armies"])


@cites("draka.20.2")
def draka_base(g: Draka, space: int) -> bool:
    """Two Draka armies each may stand in Cairo, Alexandria and Upper Egypt."""
    return g.board.ids[space] in BASES


def crowded(g: Draka, group: list[int]) -> int:
    """Near East spaces in which the armies of this group would be too many."""
    armies = sum(g.units.army[u] for u in group)
    if not armies:
        return 0
    side = g.units.side[group[0]]
    asia = g.board.asia
    mask = 0
    if armies > 1:
        for space in bits(asia):
            if armies > army_limit(g, space, side):
                mask |= 1 << space
    for space in bits(asia & g.occ[side]):
        there = sum(g.units.army[u] and u not in group for u in g.stack[space])
        if there and there + armies > army_limit(g, space, side):
            mask |= 1 << space
    return mask


# ------------------------------------------------------------------ 4.6, 22.3: with whom, and how many


def outside(g: Draka, group: list[int]) -> bool:
    """4.6: whether this group would be too many Citizens outside the Zone."""
    citizens = [u for u in group if g.units.service[u] == "cf"]
    if not citizens:
        return False
    zone = g.board.zone
    there = [
        u
        for u, p in enumerate(g.state.at)
        if p >= 0 and g.units.service[u] == "cf" and u not in group and not zone >> p & 1 and p != g.board.at_sea
    ]
    armies = sum(g.units.army[u] for u in citizens + there)
    corps = len(citizens) + len(there) - armies
    return bool(armies > 1 or corps > (3 if armies else 4))


@cites("draka.4.9")
def apart(g: Draka, group: list[int]) -> int:
    """22.3: spaces of Americans for the Draka, of the Draka for Americans."""
    mine = {banner for u in group for banner in ("us", "dr") if g.of_banner(u, banner)}
    mask = 0
    for banner, theirs in (("us", "dr"), ("dr", "us")):
        if banner in mine:
            for space in bits(g.occ[AP]):
                if any(g.of_banner(u, theirs) and u not in group for u in g.stack[space]):
                    mask |= 1 << space
    return mask


@cites("draka.4.2")
def third_bulgarian(g: Draka, group: list[int]) -> int:
    """The Near East, for a group with which more than two Bulgarian corps would be there."""
    bulgarian, asia = g.units.nation, g.board.asia
    going = sum(bulgarian[u] == "bu" for u in group)
    there = sum(bulgarian[u] == "bu" and p >= 0 and asia >> p & 1 for u, p in enumerate(g.state.at) if u not in group)
    return asia if going and going + there > 2 else 0


def no_stop(g: Draka, units: list[int]) -> int:
    mask: int = places.no_stop(g, units) | crowded(g, units)
    if g.units.side[units[0]] == AP:
        mask |= apart(g, units)
        if outside(g, units):
            mask |= g.board.all & ~g.board.zone
        mask |= kept_off(g, units)
    return mask


@cites("draka.err.6.b")
def kept_off(g: Draka, units: list[int]) -> int:
    """No move of a Russian unit in the Near East, and none out of the Reserve Box (R74), ends beside Draka control."""
    russians = [g.state.at[u] for u in units if g.units.nation[u] == "ru"]
    if any(place >= 0 and g.board.asia >> place & 1 for place in russians):
        return beside_draka(g)
    return beside_draka(g) & g.board.asia if RESERVE in russians else 0


def why_no_stop(g: Draka, units: list[int], space: int) -> Refusal:
    where, bit = g.board.name[space], 1 << space
    if crowded(g, units) & bit:
        return Refusal("draka.20.1", f"{where} would hold too many armies; one of a side is the limit in the Near East.")
    if third_bulgarian(g, units) & bit:
        return Refusal("draka.4.2", f"{where} is on the Near East map: two Bulgarian corps at most are there.")
    if g.units.side[units[0]] == AP:
        if apart(g, units) & bit:
            return Refusal("draka.22.3", f"Draka and American units do not stack by choice ({where}).")
        if outside(g, units) and not g.board.zone & bit:
            return Refusal("draka.4.6", "One CF army and three CF corps, or four CF corps, may be outside the Zone.")
        if any(g.units.nation[u] == "ru" for u in units) and beside_draka(g) & bit:
            return Refusal("draka.err.6.b", f"{where} lies beside Draka control: no Russian move ends there.")
    return places.why_no_stop(g, units, space)


def no_advance(g: Draka, fight: Fight, unit: int, space: int) -> Refusal | None:
    """14.3, 20.1, 22.3, 4.6: what else keeps a unit from advancing."""
    bit, name = 1 << space, g.units.name[unit]
    if crowded(g, [unit]) & bit:
        return Refusal("draka.20.1", f"{g.board.name[space]} would hold too many armies.")
    if apart(g, [unit]) & bit:
        return Refusal("draka.22.3", f"Draka and American units do not stack by choice ({g.board.name[space]}).")
    if outside(g, [unit]) and not g.board.zone & bit:
        return Refusal("draka.4.6", "One CF army and three CF corps, or four CF corps, may be outside the Zone.")
    if space == fight.target and not g.is_draka(unit) and _keeps_draka_out(g, unit, space) and _duty(g, fight):
        return Refusal("draka.14.3", f"A Draka unit must enter {g.board.name[space]}, and could not do so after {name}.")
    return None


def _keeps_draka_out(g: Draka, unit: int, space: int) -> bool:
    """Whether no Draka unit could follow this one: it takes the last place, or is American (22.3)."""
    return places.room(g, space, AP) <= 1 or g.of_banner(unit, "us")


@cites("draka.14.3")
def _duty(g: Draka, fight: Fight) -> bool:
    """No Draka unit has entered yet, and one that attacked may."""
    if not g.in_zone(fight.target) or any(g.is_draka(u) for u in fight.entered):
        return False
    waiting = [u for u in fight.attackers if g.is_draka(u) and g.state.at[u] == fight.origin.get(u, -1) and g.state.at[u] >= 0]
    return any(may_advance(g, fight, u, fight.target) is None for u in waiting)


def may_end_advance(g: Draka, fight: Fight) -> bool:
    """14.3: who advances takes the Draka along."""
    return not fight.entered or not _duty(g, fight)


def dear(g: Draka, units: list[int]) -> int:
    """9.1: the Citizen Mobile Corps pays 2 points for mountain and swamp. 1.2: Sinai costs 1 for everybody."""
    return rough_ground(g) if any(g.units.kind[u] == "dr.cmc" for u in units) else 0


@cites("draka.9.1")
def rough_ground(g: Draka) -> int:
    """Mountain and swamp."""
    terrain = g.board.terrain
    return sum(1 << s for s in range(g.board.size) if terrain[s] in ("mountain", "swamp"))


def family(g: Draka, unit: int) -> str:
    """3.1: for multinational attacks the Draka are British; R75: the Commune is Turkish."""
    if g.is_draka(unit):
        return empire()
    return "tu" if g.units.nation[unit] == "cm" else base(g, unit)


@cites("draka.3.1")
def empire() -> str:
    """In a multinational attack the Draka are British."""
    return "br"
