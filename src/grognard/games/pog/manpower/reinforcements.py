"""Chapter 9.5.3: reinforcements. Corps go to the Reserve Box, armies to a capital or source of their nation.

Cards: pog.card.ap.01, pog.card.ap.03, pog.card.ap.08, pog.card.ap.10, pog.card.ap.11, pog.card.ap.14, pog.card.ap.15,
pog.card.ap.20, pog.card.ap.22, pog.card.ap.24, pog.card.ap.25, pog.card.ap.29, pog.card.ap.31, pog.card.ap.32,
pog.card.ap.34, pog.card.ap.38, pog.card.ap.41, pog.card.ap.42, pog.card.ap.43, pog.card.ap.47, pog.card.ap.50,
pog.card.ap.53, pog.card.ap.64, pog.card.cp.07, pog.card.cp.12, pog.card.cp.14, pog.card.cp.20, pog.card.cp.21,
pog.card.cp.22, pog.card.cp.23, pog.card.cp.24, pog.card.cp.38, pog.card.cp.39, pog.card.cp.41, pog.card.cp.42,
pog.card.cp.46, pog.card.cp.48.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.kernel import Procedure, Refusal, cites
from grognard.kernel.words import counted

from ..asks import Arrival, Ask
from ..hooks import hook
from ..map.nations import side_of_nation
from ..map.places import room
from ..static import AP, CP, OTHER, RESERVE, UNBORN
from ..supply.tracing import in_supply

if TYPE_CHECKING:
    from ..context import Pog
    from ..static import Card

HOME_ARMIES = ("br.mef", "br.ne", "fr.orient", "ru.cau")  # may be brought home instead (pog.9.5.3.4)


def home_spaces(g: Pog, kind: str) -> list[int]:
    """9.5.3.3: capitals and friendly sources of the nation: friendly, in supply, with room, without a besieged fort."""
    nation = g.units.kinds[kind]["nation"]
    board = g.board
    side = side_of_nation(g, nation)
    if nation == "us":
        homes = board.ports[AP] & board.of["fr"]
    else:
        sources = (board.supply["cp"] | board.supply["east"] | board.supply["west"]) & board.of[nation]
        homes = board.capitals.get(nation, 0) | sources
    fit = [s for s in bits(homes & g.controlled(side) & ~g.besieged) if _takes(g, kind, s)]
    return orleans_instead(g, kind) if nation == "fr" and not fit else fit


@cites("pog.9.5.3.3.c")
def orleans_instead(g: Pog, kind: str) -> list[int]:
    """If Paris is full, and neither besieged nor lost, Orleans takes French armies."""
    paris, orleans = g.S["paris"], g.S["orleans"]
    friendly = g.controls(AP, paris) and not g.besieged >> paris & 1
    if friendly and room(g, paris, AP) <= 0 and g.controls(AP, orleans) and _takes(g, kind, orleans):
        return [orleans]
    return []


def _takes(g: Pog, kind: str, space: int) -> bool:
    """In supply, not fully stacked, and open to the unit (11.3.1, 16.4.9.b)."""
    unit = g.units.pieces[kind][0]
    side = side_of_nation(g, g.units.kinds[kind]["nation"])
    if room(g, space, side) <= 0 or g.occ[OTHER[side]] >> space & 1:
        return False
    if g.hooks.closed(g, unit) >> space & 1:
        return False
    return in_supply(g, unit, space)


@cites("pog.9.5.2.4.c")
def salonika_first(g: Pog) -> bool:
    """After Salonika the MEF no longer invades."""
    return g.played("ap.30")


@cites("pog.card.ap.55")
def over_there(g: Pog) -> bool:
    """Over There brings American reinforcements."""
    return g.played("ap.55")


def special_spaces(g: Pog, kind: str) -> list[int]:
    """Where the Near East armies and the two irregular corps appear by their own cards."""
    if kind == "ru.cau":
        russian = g.board.of["ru"] & g.board.near_east & g.controlled(AP)
        return [s for s in bits(russian) if _takes(g, kind, s)]
    if kind == "br.mef":
        return bits(g.board.beaches & ~g.occ[CP]) if g.at_war("tu") and not salonika_first(g) else []
    if kind == "br.ne":
        space = g.S["alexandria"]
        return [space] if g.played("ap.49") and g.controls(AP, space) and _takes(g, kind, space) else []
    if kind == "fr.orient":
        space = g.S["salonika"]
        return [space] if g.controls(AP, space) and room(g, space, AP) > 0 and not g.occ[CP] >> space & 1 else []
    if kind == "br.ana":
        space = g.S["arabia"]
        return [space] if g.at_war("tu") and not g.occ[CP] >> space & 1 and room(g, space, AP) > 0 else []
    if kind == "tu.sn":
        space = g.S["libya"]
        return [space] if g.at_war("tu") and not g.occ[AP] >> space & 1 and room(g, space, CP) > 0 else []
    return []


@hook
def places_for(g: Pog, kind: str) -> list[tuple[str, int]]:
    """Where a reinforcing unit may go: ("here", space), or ("home", space) for a Near East army brought home."""
    if kind in ("br.ana", "tu.sn"):
        return [("here", s) for s in special_spaces(g, kind)]
    if kind in HOME_ARMIES:
        home = [("home", s) for s in home_spaces(g, kind) if not g.board.near_east >> s & 1]
        return [("here", s) for s in special_spaces(g, kind)] + home
    if g.units.kinds[kind]["size"] == "corps":
        return [("here", RESERVE)]
    return [("here", s) for s in home_spaces(g, kind)]


def may_reinforce(g: Pog, card: Card) -> Refusal | None:
    """9.5.3.1: None, or why this reinforcement card cannot be an event now."""
    if g.state.turn == 1:
        return Refusal("pog.9.5.3.1.b", "No reinforcement card is an event in August 1914.")
    if card.reinforces in g.state.reinforced:
        return Refusal("pog.9.5.3.1.a", "A reinforcement card of that nation was played this turn.")
    if card.reinforces == "us":
        if not over_there(g):
            return Refusal("pog.16.3.4", "American reinforcements need Over There.")
        if g.played("cp.36") and not g.played("ap.52"):
            return Refusal("pog.card.cp.36", "U-Boats Unleashed keeps the Americans away.")
    if card.reinforces == "it" and not g.at_war("it"):
        return Refusal(card.rule, "Italy is neutral.")
    if card.reinforces == "tu" and not g.at_war("tu"):
        return Refusal(card.rule, "Turkey is neutral.")
    wanted: dict[str, list[int]] = {}
    for kind in card.units:
        places = g.hooks.places_for(g, kind)
        if not places:
            rule = card.rule if kind in (*HOME_ARMIES, "br.ana", "tu.sn") else "pog.9.5.3.1.c"
            return Refusal(rule, f"{g.units.kinds[kind]['name']} ({card.reinforces.upper()}) cannot be placed legally.")
        if all(space >= 0 for _, space in places):
            wanted[kind] = [space for _, space in places]
    if not room_for_all(g, card.side, wanted):
        return Refusal("pog.9.5.3.1.c", f"There is no room for {counted(len(wanted), 'army', 'armies')}.")
    return None


@cites("pog.9.5.3.1.c")
def room_for_all(g: Pog, side: str, wanted: dict[str, list[int]]) -> bool:
    """Whether some choice of spaces takes all of the units, by number and by kind."""
    for chosen in product(*wanted.values()):
        groups: dict[int, list[int]] = {}
        for kind, space in zip(wanted, chosen):
            groups.setdefault(space, []).append(g.units.pieces[kind][0])
        if all(len(u) <= room(g, s, side) and not g.hooks.no_stop(g, u) >> s & 1 for s, u in groups.items()):
            return True
    return False


def reinforce(g: Pog, card: Card) -> Procedure:
    """9.5.3: place the units of the card; where there is a choice the owner makes it."""
    action, s = g.state.action, g.state
    if action.stage != "placing":
        s.reinforced.append(card.reinforces)
        action.left = list(card.units)
        action.stage = "placing"
    while action.left:
        g.checkpoint()
        kind = action.left[0]
        unit = g.unborn(kind)
        places = g.hooks.places_for(g, kind)
        if unit < 0 or not places:
            action.left = action.left[1:]
            continue
        how, space = places[0]
        if len(places) > 1:
            options: list[Any] = [Arrival(how, g.board.ids[space]) for how, space in places]
            choice = yield g.listed(
                action.side,
                f"Place {g.units.name[unit]}",
                options,
                "pog.9.5.3.3.a",
                name=Ask.REINFORCEMENT,
                judge=partial(_why_not_there, g, unit, places),
                candidates=lambda: [Arrival(how, i) for how in ("here", "home") for i in g.board.ids],
                label=lambda v: g.board.name[g.S[v.space]] + (" (as an ordinary reinforcement)" if v.how == "home" else ""),
                on=lambda v, unit=unit: (g.units.id[unit], v.space),
                waiting="placing reinforcements",
            )
            how, space = choice.how, g.S[choice.space]
        if space >= 0:
            yield from g.hooks.make_room(g, unit, space)
        if space != UNBORN:  # else it waits, in a variant
            arrive(g, unit, how, space)
        action.left = action.left[1:]
    yield from g.hooks.after_reinforcement(g, card)


def _why_not_there(g: Pog, unit: int, places: list[tuple[str, int]], value: Arrival) -> Refusal | None:
    space = g.S[value.space]
    if (value.how, space) in places:
        return None
    return Refusal("pog.9.5.3.3.a", f"{g.units.name[unit]} does not arrive in {g.board.name[space]}.")


@hook
def make_room(g: Pog, unit: int, space: int) -> Procedure:
    """9.5.3: reinforcements never drive anybody out in the base game."""
    return
    yield


@hook
def after_reinforcement(g: Pog, card: Card) -> Procedure:
    """Nothing more in the base game."""
    return
    yield


def arrive(g: Pog, unit: int, how: str, space: int) -> None:
    """A reinforcement arrives at full strength."""
    kind = g.units.kind[unit]
    g.flip(unit, g.units.kinds[kind].get("enters") == "reduced")
    if space == RESERVE:
        g.put(unit, RESERVE)
        g.tell("{unit} arrives in the Reserve Box.", rule="pog.9.5.3.2", unit=unit)
        return
    if how == "home":
        g.state.home |= 1 << unit
    if kind == "br.mef" and how == "here":
        g.state.beachhead = space
        g.open_spaces()
        g.tell("The beachhead is set up at {space}.", rule="pog.9.5.3.5.a", space=space)
    g.enter(unit, space)
    rule = "pog.9.5.3.4" if how == "home" else "pog.9.5.3.3.b" if kind.startswith("us.") else "pog.9.5.3.3.a"
    g.tell("{unit} arrives in {space}.", rule=rule, unit=unit, space=space)
