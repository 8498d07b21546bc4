"""The optional cards (56 to 65) that are events. Their combat cards stand in combat/cards.py.

Cards: pog.card.ap.56, pog.card.ap.57, pog.card.ap.60, pog.card.ap.62, pog.card.ap.65, pog.card.cp.58, pog.card.cp.59,
pog.card.cp.61, pog.card.cp.63, pog.card.cp.65.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.boards.masks import bits
from grognard.kernel import DONE, Procedure, Refusal

from ..asks import Ask
from ..map.places import room
from ..static import AP, CP, ELIMINATED, GONE, RESERVE, UNBORN
from ..supply.tracing import in_supply
from ..war.peace import peace_roll
from .events import EVENTS, after, ask_space, ask_unit, event, nothing, this_turn

if TYPE_CHECKING:
    from ..context import Pog
    from ..static import Card


def _influenza(g: Pog, card: Card) -> Refusal | None:
    return None if g.combined >= 30 else Refusal(card.rule, f"Combined war status {g.combined}; 30 is needed.")


def _max(g: Pog, card: Card) -> Refusal | None:
    return None if g.state.turn <= 16 else Refusal(card.rule, "Not after turn 16.")


def _poles(g: Pog, card: Card) -> Refusal | None:
    return None if g.controls(CP, g.S["warsaw"]) else Refusal(card.rule, "The CP do not control Warsaw.")


EVENTS["ap_influenza"] = (_influenza, this_turn)
EVENTS["cp_prince_max"] = (_max, nothing)
EVENTS["cp_stavka_timidity"] = (after("cp.28", words="Only after Tsar Takes Command."), this_turn)
EVENTS["cp_haig"] = (lambda g, card: None, this_turn)


def _taxis(g: Pog) -> list[int]:
    paris = g.S["paris"]
    spaces = [paris, *bits(g.graph.rows()[paris])]
    return [u for s in spaces for u in g.side_units(s, AP) if g.units.nation[u] == "fr" and g.units.army[u] and not g.full(u)]


def _may_taxis(g: Pog, card: Card) -> Refusal | None:
    return None if _taxis(g) else Refusal(card.rule, "No reduced French army is in or beside Paris.")


@event("ap_paris_taxis", test=_may_taxis)
def paris_taxis(g: Pog, card: Card) -> Procedure:
    """One reduced French army in or beside Paris is flipped to full strength."""
    choice = yield ask_unit(g, Ask.PARIS_TAXIS, AP, card, "which army?", _taxis(g))
    g.flip(g.U[choice], False)
    g.tell("{unit} is brought to full strength.", rule=card.rule, unit=g.U[choice])


def _cavalry_spaces(g: Pog) -> list[int]:
    russia = g.board.of["ru"] & g.occ[AP] & ~g.board.near_east
    return [
        s
        for s in bits(russia)
        if room(g, s, AP) > 0 and any(g.units.army[u] and g.units.nation[u] == "ru" and in_supply(g, u) for u in g.stack[s])
    ]


def _may_cavalry(g: Pog, card: Card) -> Refusal | None:
    fit = [s for s in _cavalry_spaces(g) if room(g, s, AP) >= 2]
    return None if fit else Refusal(card.rule, "No supplied Russian army has room for two corps beside it.")


@event("ap_russian_cavalry", test=_may_cavalry)
def russian_cavalry(g: Pog, card: Card) -> Procedure:
    """Two cavalry corps in one space of Russia with a supplied Russian army."""
    spaces = [s for s in _cavalry_spaces(g) if room(g, s, AP) >= 2]
    choice = yield ask_space(g, Ask.CAVALRY, AP, card, "where?", spaces)
    for unit in g.units.pieces["ru.cav"]:
        g.enter(unit, g.S[choice])
        g.tell("{unit} arrives in {space}.", rule=card.rule, unit=unit, space=g.S[choice])


@event("ap_czech_legion")
def czech_legion(g: Pog, card: Card) -> None:
    """One AH corps in the eliminated box is out for good; the Czech Legion goes to the Reserve Box."""
    lost = g.of_kind("ah.c", ELIMINATED)
    if lost:
        g.put(lost[0], GONE)
        g.tell("{unit} goes over to the Czech Legion.", rule=card.rule, unit=lost[0])
    unit = g.units.pieces["ru.cz"][0]
    if g.state.at[unit] == UNBORN:
        into_reserve(g, unit)
        g.tell("{unit} arrives in the Reserve Box.", rule=card.rule, unit=unit)


def into_reserve(g: Pog, unit: int) -> None:
    """A new corps at full strength."""
    g.put(unit, RESERVE)
    g.flip(unit, False)


@event("ap_the_sixtus_affair")
def sixtus(g: Pog, card: Card) -> None:
    """A roll on the Allied 0-19 line of the peace table; it is no offer."""
    peace_roll(g, AP, 0, card.rule, card.title)


@event("cp_polish_restoration", test=_poles)
def polish_restoration(g: Pog, card: Card) -> None:
    """VP -1; three Polish corps, treated as German, go to the Reserve Box."""
    g.add_vp(g.static.charts["vp"]["polish_restoration"], card.rule, card.title)
    for unit in g.units.pieces["ge.pol"]:
        into_reserve(g, unit)
    g.tell("Three Polish corps arrive in the Reserve Box.", rule=card.rule)


@event("cp_russian_desertions", test=after("cp.52", words="Only after Fall of the Tsar."))
def desertions(g: Pog, card: Card) -> Procedure:
    """The CP player reduces up to four full-strength Russian units."""
    action = g.state.action
    if action.stage == "effect":
        action.stage, action.points = "deserting", 4
    while action.points > 0:
        g.checkpoint()
        fit = [u for u, p in enumerate(g.state.at) if p >= RESERVE and g.units.nation[u] == "ru" and g.full(u)]
        if not fit:
            return
        choice = yield ask_unit(g, Ask.DESERTIONS, CP, card, f"reduce which unit? {action.points} more", fit, may_stop=True)
        if choice == DONE:
            return
        g.flip(g.U[choice], True)
        action.points -= 1
        g.tell("{unit} is reduced.", rule=card.rule, unit=g.U[choice])
