"""Where a unit may be: chapters 10, 11.1.9 to 11.1.17, 11.3, 15.1.12, 16.4.9, and the same for every way of getting
there.

Movement, attack, advance, retreat and redeployment all ask `closed` (a mask, for speed) and `may_enter` (the reason,
for people); they say the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.masks import bits
from grognard.kernel import Refusal, cites

from ..hooks import hook
from ..static import AP, CP

if TYPE_CHECKING:
    from ..context import Pog

BEF = ("br.bef", "br.befc")
BEF_NATIONS = ("br", "fr", "be", "ge")
TREATY_NATIONS = ("ru", "ge", "tu", "ah", "ro")
COAST = ("amiens", "calais", "ostend")


@hook
@cites("pog.10.1.1")
def stacking_limit(g: Pog, space: int) -> int:
    """Three units."""
    return 3


def room(g: Pog, space: int, side: str) -> int:
    """How many more units of a side a space takes."""
    return g.hooks.stacking_limit(g, space) - len(g.side_units(space, side))


@hook
def closed(g: Pog, unit: int) -> int:
    """The spaces where a unit may not be now, whatever else happens there."""
    mask = closed_to_all_comers(g, unit)
    return mask | closed_italy(g, unit) if g.static.historical and g.units.army[unit] else mask


@cites("pog.12.5.5.a")
def closed_to_all_comers(g: Pog, unit: int) -> int:
    """What is closed to a retreat as well; Italy in the historical scenario (5.7.4.f) is not."""
    board, kind = g.board, g.units.kind[unit]
    mask = g.neutral
    mask |= board.beaches & ~g.beachheads
    if g.units.army[unit] and (not g.units.ne_army[unit] or g.state.home >> unit & 1):
        mask |= g.hooks.closed_to_armies(g, unit)
        if kind == "fr.orient":
            mask |= board.mask("salonika")
    if kind in BEF:
        mask |= _outside(g, BEF_NATIONS)
    if kind == "ru.cav":
        mask |= board.near_east
    if g.units.nation[unit] == "ru":
        if g.state.turn == 1:
            mask |= board.german_forts & g.forts
        if g.played("cp.45"):
            mask |= _outside(g, TREATY_NATIONS)
    if g.played("cp.45"):
        mask |= treaty_strangers(g, unit)
    return mask


@hook
@cites("pog.2.1.b")
def closed_to_armies(g: Pog, unit: int) -> int:
    """11.3.1: the spaces of the Near East map, Constantinople and Bursa among them."""
    return int(g.board.near_east)


def closed_italy(g: Pog, unit: int) -> int:
    """5.7.4.f: until the Allies have Total War cards, only Austrian and Italian armies go into Italy."""
    if g.units.nation[unit] not in ("ah", "it") and g.state.level[AP] < 2:
        return g.board.of["it"]
    return 0


@hook
def closed_to_group(g: Pog, units: list[int]) -> int:
    """Spaces that these may not enter together, though each of them may: none in the base game."""
    return 0


@hook
def no_stop(g: Pog, units: list[int]) -> int:
    """Spaces in which units may not end a move or redeployment (pog.11.1.9, pog.5.7.4.f)."""
    mask = 0
    if g.units.side[units[0]] == CP and not coast_open(g):
        mask |= g.board.mask(*COAST)
    if g.static.historical and g.state.level[AP] < 2:
        if any(g.units.nation[u] == "ge" and g.units.army[u] for u in units):
            mask |= g.board.mask("trent", "villach", "trieste")
    return mask


@hook
def why_no_stop(g: Pog, units: list[int], space: int) -> Refusal:
    """11.1.9: the reason why units may not end there."""
    if g.board.ids[space] not in COAST:
        return Refusal("pog.5.7.4.f", f"No German army stops in {g.board.name[space]} until the Allies are at Total War.")
    return Refusal("pog.11.1.9", f"No CP unit may end its move in {g.board.name[space]} yet.")


def coast_open(g: Pog) -> bool:
    """11.1.9: after Race to the Sea, or at CP war status 4."""
    limit = g.static.charts["war_status"]["west_coast_and_forts_free"]
    return race_to_the_sea(g) or g.state.ws[CP] >= limit


@cites("pog.card.cp.08")
def race_to_the_sea(g: Pog) -> bool:
    """Race to the Sea opens the coast."""
    return g.played("cp.08")


def _outside(g: Pog, nations: tuple[str, ...]) -> int:
    inside = 0
    for nation in nations:
        inside |= g.board.of[nation]
    return g.board.all & ~inside


def treaty_strangers(g: Pog, unit: int) -> int:
    """16.4.9.b: after the treaty Russian units keep apart from other Allied units, and they from Russians."""
    if g.units.side[unit] != AP:
        return 0
    russian = g.units.nation[unit] == "ru"
    mask = 0
    for space in bits(g.occ[AP]):
        if any((g.units.nation[u] == "ru") != russian for u in g.stack[space]):
            mask |= 1 << space
    return mask


@hook
def may_enter(g: Pog, unit: int, space: int) -> Refusal | None:
    """None, or the first rule that keeps this unit out of that space for good or for now."""
    bit = 1 << space
    if not g.hooks.closed(g, unit) & bit:
        return None
    board, kind, name = g.board, g.units.kind[unit], g.units.name[unit]
    where = board.name[space]
    if g.board.all & ~g.static.theatre & bit:
        return Refusal("draka.R112", f"{where} is outside this scenario.")
    if g.neutral & bit:
        if board.nation[space] == "pe":
            return Refusal("pog.11.1.13", f"Persia is closed until Turkey joins the war ({where}).")
        if board.nation[space] == "gr" and g.played("ap.30"):
            return Refusal("pog.9.5.2.4.a", f"{where} holds neutral Greek units.")
        return Refusal("pog.11.1.11", f"{where} lies in a neutral nation.")
    if board.beaches & bit:
        return Refusal("pog.11.1.10", f"{where} has no beachhead marker.")
    if g.units.army[unit] and g.hooks.closed_to_armies(g, unit) & bit:
        if g.state.home >> unit & 1:
            return Refusal("pog.9.5.3.4", f"{name} entered as an ordinary reinforcement and may not operate there.")
        return Refusal("pog.11.3.1", f"{name} is an army; {where} is on the Near East map.")
    if kind == "fr.orient" and g.state.home >> unit & 1:
        return Refusal("pog.9.5.3.4", f"{name} entered as an ordinary reinforcement and may not be in {where}.")
    if kind in BEF:
        return Refusal("pog.11.1.17", f"{name} stays in Britain, France, Belgium and Germany.")
    if kind == "ru.cav":
        return Refusal("pog.card.ap.57", f"{name} may not operate in the Near East.")
    if g.units.nation[unit] == "ru" and g.state.turn == 1 and board.german_forts & g.forts & bit:
        return Refusal("pog.15.1.12", f"{where} has a German fort: closed to Russian units on turn 1.")
    if g.played("cp.45"):
        if treaty_strangers(g, unit) & bit:
            return Refusal("pog.16.4.9.b", f"{where} holds units of the other kind: Russians keep apart after the treaty.")
        return Refusal("pog.16.4.9.a", f"{where} is closed to Russian units since the treaty.")
    return Refusal("pog.5.7.4.f", f"{where} is closed to {name} until the Allies are at Total War.")


def gate_line(g: Pog, a: int, b: int) -> bool:
    """11.3.2: whether a step goes over one of the two lines between Caucasus and the Near East."""
    caucasus = g.S["caucasus"]
    return (a == caucasus and g.board.gate >> b & 1 == 1) or (b == caucasus and g.board.gate >> a & 1 == 1)


def may_cross_gate(g: Pog, unit: int, a: int, b: int) -> Refusal | None:
    """11.3.2: one Russian corps a turn, no army, nobody after Fall of the Tsar."""
    if not gate_line(g, a, b):
        return None
    if g.units.army[unit]:
        return Refusal("pog.11.3.2.a", f"{g.units.name[unit]} is an army and never crosses the Caucasus gate.")
    if g.played("cp.52"):
        return Refusal("pog.11.3.2.b", "After Fall of the Tsar no Russian unit crosses the Caucasus gate.")
    if g.state.gate_used:
        return Refusal("pog.11.3.2.a", "A Russian corps has crossed the Caucasus gate this turn.")
    return None
