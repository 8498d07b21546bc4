"""Chapter 12.1, 15.1, 15.2: who may attack what. Then the attacks of an action, one after another (9.2.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.kernel import DONE, Procedure, Refusal, cites
from grognard.kernel.scene import OptionView

from ..asks import Ask
from ..hooks import hook
from ..map.places import gate_line, may_cross_gate
from ..static import AP, CP, OTHER
from ..supply.tracing import in_supply
from .fight import Fight, seen, weighed
from .resolution import combat
from .strength import shifts, strength

if TYPE_CHECKING:
    from ..context import Pog

FIGHT = "fight"


def may_be_attacked(g: Pog, side: str, space: int) -> Refusal | None:
    """What can be attacked at all: enemy units that have not just retreated, or an intact enemy fort."""
    action, name = g.state.action, g.board.name[space]
    if g.neutral >> space & 1:
        return Refusal("pog.11.1.11", f"{name} is neutral.")
    if action.attacked >> space & 1:
        return Refusal("pog.12.1.6", f"{name} has been attacked in this action.")
    if too_hot(g, space):
        return Refusal("pog.15.2.5", f"{name} is desert: no attack in summer.")
    enemies = g.side_units(space, OTHER[side])
    fort = g.enemy_forts(side) >> space & 1
    if not enemies and not fort:
        return Refusal("pog.12.1.1", f"Neither enemy unit nor enemy fort is in {name}.")
    if enemies and not fort and all(action.retreated >> u & 1 for u in enemies):
        return Refusal("pog.12.1.2", f"The only defenders of {name} have retreated in this action.")
    return None


def may_ever_attack(g: Pog, unit: int, space: int) -> Refusal | None:
    """None, or a bar to attacking that space that no movement of this action could take away."""
    here = g.state.at[unit]
    refusal = may_be_attacked(g, g.units.side[unit], space)
    if refusal is None and here != space:
        refusal = g.hooks.may_attack_into(g, unit, space) or may_cross_gate(g, unit, here, space)
    return refusal or forbidden(g, unit, space)


@cites("pog.tec.3")
def too_hot(g: Pog, space: int) -> bool:
    """Desert in summer."""
    return g.board.desert >> space & 1 == 1 and g.season() == "summer"


def may_attack(g: Pog, unit: int, space: int) -> Refusal | None:
    """12.1: None, or why this unit may not attack that space."""
    action, name, where = g.state.action, g.units.name[unit], g.board.name[space]
    here = g.state.at[unit]
    if here < 0 or not action.attack >> here & 1:
        return Refusal("pog.12.1.1", f"{name} is not in a space activated for attack.")
    if action.fought >> unit & 1:
        return Refusal("pog.12.1.6", f"{name} has attacked in this action.")
    if action.barred >> unit & 1 or not in_supply(g, unit):
        return Refusal("pog.14.1.1.2", f"{name} is out of supply or not named.")
    if here == space:
        if not g.enemy_forts(g.units.side[unit]) >> space & 1:
            return Refusal("pog.12.1.4", f"{name} is in {where} itself.")
        return forbidden(g, unit, space)
    if not g.graph.rows()[here] >> space & 1:
        return Refusal("pog.2.1.a", f"No line joins {g.board.name[here]} and {where}.")
    if not g.units.rows[unit][here] >> space & 1:
        return Refusal("pog.12.1.9", f"No line open to {name} leads to {where}.")
    if not g.side_units(space, OTHER[g.units.side[unit]]) and not open_to_neighbours(g, space):
        return Refusal("pog.15.1.3", f"The besieged fort of {where} is attacked only by its besiegers.")
    refusal: Refusal | None = g.hooks.may_attack_into(g, unit, space)
    if refusal is not None:
        return refusal
    refusal = may_cross_gate(g, unit, here, space)
    return refusal if refusal is not None else forbidden(g, unit, space)


@cites("pog.15.1.2", "pog.9.2.9.b")
def open_to_neighbours(g: Pog, space: int) -> bool:
    """A fort is attacked from beside it while nobody besieges it, or when movement has just emptied the siege."""
    return not g.besieged >> space & 1


@hook
def may_attack_into(g: Pog, unit: int, space: int) -> Refusal | None:
    """11.3.1 and others: what is closed to a unit is closed to its attacks."""
    refusal: Refusal | None = g.hooks.may_enter(g, unit, space)
    return refusal


def forbidden(g: Pog, unit: int, space: int) -> Refusal | None:
    """Rules and events that keep a nation from attacking a space."""
    nation, where = g.units.nation[unit], g.board.name[space]
    there = g.side_units(space, OTHER[g.units.side[unit]])
    if nation == "ge" and g.board.russian_forts & g.forts & g.controlled(AP) & (1 << space) and not forts_open(g):
        return Refusal("pog.15.1.11", f"German units may not attack the Russian fort of {where} yet.")
    if "cp.55" in g.state.this_turn and g.units.truly[unit] == "br" and g.trench(space, CP) == 2:
        if any(g.units.nation[u] == "ge" for u in there):
            return Refusal("pog.card.cp.55", f"Lloyd George forbids British attacks on the German trenches of {where}.")
    if "cp.58" in g.state.this_turn and nation == "ru" and g.trench(space, CP) and there:
        if all(g.units.nation[u] == "ge" for u in there):
            return Refusal("pog.card.cp.58", f"Stavka will not attack the German trench of {where} this turn.")
    if g.played("cp.45"):
        if nation == "ru":
            return Refusal("pog.16.4.9.c", "Russian units do not attack after the treaty.")
        turks = "tu" in (nation, g.units.second[unit]) and g.board.near_east >> space & 1
        if g.units.side[unit] == CP and not turks and any(g.units.nation[u] == "ru" for u in there):
            return Refusal("pog.16.4.9.c", f"Russian units in {where} are not attacked after the treaty.")
    return None


def forts_open(g: Pog) -> bool:
    """15.1.11: after Oberost, or at CP war status 4, German units attack Russian forts."""
    return oberost(g) or g.state.ws[CP] >= g.static.charts["war_status"]["west_coast_and_forts_free"]


@cites("pog.card.cp.11")
def oberost(g: Pog) -> bool:
    """Oberost lets German units attack Russian forts."""
    return g.played("cp.11")


def keeps_siege(g: Pog, chosen: list[int], space: int) -> Refusal | None:
    """15.2.3: of besiegers only those beyond what the siege needs attack outward; who has attacked outward does not count."""
    outward = g.state.action.outward
    for here in {g.state.at[u] for u in chosen}:
        if here == space or not g.besieged >> here & 1:
            continue
        rest = [u for u in g.stack[here] if u not in chosen and not outward >> u & 1]
        if not rest or not g.suffices(rest, here):
            return Refusal("pog.15.2.3", f"The siege of {g.board.name[here]} needs those units.")
    return None


@hook
@cites("pog.12.1.11.2", "pog.9.2.4.b")
def family(g: Pog, unit: int) -> str:
    """ANA, AUS, CND and PT belong to Britain, SN to Turkey, MN to Serbia; a shared price makes no nation one."""
    nation = g.units.nation[unit]
    if nation == "mn":
        return "sb"
    return nation


def may_fight_together(g: Pog, chosen: list[int], target: int) -> Refusal | None:
    """12.1.11, 12.1.10: a multinational attack needs one space with every nation; London needs help from the continent."""
    at = g.state.at
    nations = families(g, chosen)
    if len(nations) > 1:
        spaces = {at[u] for u in chosen}
        if not stacked_together(spaces) and not any(_all_here(g, chosen, s, nations) for s in spaces):
            return Refusal("pog.12.1.11.1", "No one attacking space holds a participating unit of every nation.")
    if any(needs_company(g, at[u]) for u in chosen):
        if not any(g.board.nation[at[u]] in ("fr", "be") for u in chosen):
            return Refusal("pog.12.1.10.a", "Units in London attack only together with units from France or Belgium.")
    return keeps_siege(g, chosen, target)


@cites("pog.12.1.11.a")
def stacked_together(spaces: set[int]) -> bool:
    """Units of different nations attack together when they all stand in one space."""
    return len(spaces) == 1


@cites("pog.12.1.10.a", "pog.12.1.10.b")
def needs_company(g: Pog, space: int) -> bool:
    """London attacks only with units from the continent; Taranto attacks Valona by itself."""
    return g.board.ids[space] == "london"


def families(g: Pog, units: list[int]) -> set[str]:
    """The nations of an attack; a unit of two counts as the one that is there anyway."""
    family = g.hooks.family
    nations = {family(g, u) for u in units if not g.units.second[u]}
    for unit in units:
        if g.units.second[unit] and not nations & {family(g, unit), g.units.second_family[unit]}:
            nations.add(family(g, unit))
    return nations


def _all_here(g: Pog, chosen: list[int], space: int, nations: set[str]) -> bool:
    here = [u for u in chosen if g.state.at[u] == space]
    return nations <= {g.hooks.family(g, u) for u in here} | {g.units.second_family[u] for u in here}


def attackers_of(g: Pog, target: int) -> list[int]:
    """Units that may each attack that space now."""
    action = g.state.action
    rows = g.graph.rows()
    units = []
    for here in bits(action.attack & (rows[target] | 1 << target)):
        units += [u for u in g.side_units(here, action.side) if not action.fought >> u & 1 and may_attack(g, u, target) is None]
    return units


def completable(g: Pog, chosen: list[int], pool: list[int], target: int) -> bool:
    """Whether these attackers can be made a lawful attack by adding others of the pool."""
    if may_fight_together(g, chosen, target) is None:
        return True
    at = g.state.at
    free = [u for u in pool if u not in chosen]
    for unit in free:
        if may_fight_together(g, [*chosen, unit], target) is None:
            return True
    nations = families(g, chosen)
    family = g.hooks.family
    for space in {at[u] for u in free}:
        helpers: list[int] = []
        for unit in free:
            if at[unit] == space and family(g, unit) not in {family(g, h) for h in helpers}:
                helpers.append(unit)
        if nations <= {family(g, u) for u in [*helpers, *chosen] if at[u] == space}:
            wanted = [h for h in helpers if family(g, h) in nations]
            if may_fight_together(g, [*chosen, *wanted], target) is None:
                return True
    return False


def targets(g: Pog) -> list[int]:
    """Spaces that may be attacked now by somebody."""
    action = g.state.action
    near = action.attack
    for space in bits(action.attack):
        for unit in g.side_units(space, action.side):
            if not (action.fought | action.barred) >> unit & 1:
                near |= g.units.rows[unit][space]
    enemy = OTHER[action.side]
    near &= (g.occ[enemy] | g.enemy_forts(action.side)) & ~action.attacked
    found = []
    for space in bits(near):
        if may_be_attacked(g, action.side, space) is None:
            pool = attackers_of(g, space)
            if any(completable(g, [u], pool, space) for u in pool):
                found.append(space)
    return found


def attacks(g: Pog) -> Procedure:
    """9.2.9: after all movement the player attacks, one space after another, and may stop at any time."""
    action = g.state.action
    yield from g.hooks.before_attacks(g)
    while action.attack:
        g.checkpoint()
        spaces = targets(g)
        if not spaces:
            return
        choice = yield g.listed(
            action.side,
            "Attack which space?",
            [*(g.board.ids[s] for s in spaces), DONE],
            "pog.9.2.9.a",
            final=lambda v: v != DONE and at_once(g, [], g.S[v]),
            kind="attack",
            judge=lambda v: why_no_attack(g, g.S[v]),
            candidates=lambda: g.board.ids,
            **weighed(
                g,
                None,
                Ask.ATTACK,
                label=lambda v: "No more attacks" if v == DONE else g.board.name[g.S[v]],
                on=lambda v: ("", "" if v == DONE else v),
            ),
            waiting="attacking",
        )
        if choice == DONE:
            return
        yield from attack(g, g.S[choice])


@hook
def before_attacks(g: Pog) -> Procedure:
    """Nothing in the base game."""
    return
    yield


def why_no_attack(g: Pog, space: int) -> Refusal | None:
    refusal = may_be_attacked(g, g.state.action.side, space)
    if refusal is not None:
        return refusal
    pool = attackers_of(g, space)
    if any(completable(g, [u], pool, space) for u in pool):
        return None
    if pool:
        return may_fight_together(g, pool[:1], space)
    for here in bits(g.state.action.attack):
        for unit in g.side_units(here, g.state.action.side):
            refusal = may_attack(g, unit, space)
            if refusal is not None and g.units.rows[unit][here] >> space & 1:
                return refusal
    return refusal


def attack(g: Pog, target: int) -> Procedure:
    """12.2.2: the attacker names his units one by one, then fights."""
    action = g.state.action
    chosen: list[int] = []
    while True:
        pool = attackers_of(g, target)
        more = [u for u in g.distinct(u for u in pool if u not in chosen) if may_join(g, chosen, u, pool, target) is None]
        ready = bool(chosen) and may_fight_together(g, chosen, target) is None
        if ready and not more:
            break
        options: list[Any] = [g.units.id[u] for u in more]
        if ready:
            options.append(FIGHT)
        choice = yield g.listed(
            action.side,
            lambda: f"Attack on {g.board.name[target]}: add a unit",
            options,
            "pog.12.1.4" if chosen else "pog.12.2.2",
            name=Ask.ATTACKERS,
            final=lambda v: v == FIGHT or at_once(g, [*chosen, g.U[v]], target),
            kind="attack",
            judge=lambda v: _why_not(g, chosen, v, target),
            same=g.likeness,
            candidates=lambda: g.units.id,
            label=lambda v: _joins(g, v),
            on=lambda v: ("", "") if v == FIGHT else (v, g.board.ids[g.state.at[g.U[v]]]),
            show=lambda v: _joining(g, chosen, v, target),
            about={"place": g.board.ids[target], "every": "Everybody who can"},
            tallies=lambda: preview(g, chosen, target),
            odds=lambda: odds_of(g, chosen, target),
            fight=lambda: seen(g, action.side, chosen, target),
            waiting="attacking",
        )
        if choice == FIGHT:
            break
        chosen.append(g.U[choice])
    yield from combat(g, chosen, target)


def _joins(g: Pog, value: Any) -> str:
    return "Fight" if value == FIGHT else f"{g.units.name[g.U[value]]} from {g.board.name[g.state.at[g.U[value]]]}"


def _joining(g: Pog, chosen: list[int], value: Any, target: int) -> OptionView:
    """A unit that may join; if the fight begins with it, what would come of it."""
    if value == FIGHT:
        return OptionView(value, _joins(g, value))
    unit = g.U[value]
    view = OptionView(value, _joins(g, value), value, g.board.ids[g.state.at[unit]])
    if at_once(g, [*chosen, unit], target):
        view.tallies = [tally.view() for tally in preview(g, [*chosen, unit], target)]
        view.odds = odds_of(g, [*chosen, unit], target)
    return view


def at_once(g: Pog, chosen: list[int], target: int) -> bool:
    """Whether the fight begins with that choice, because nobody else can join."""
    pool = attackers_of(g, target)
    more = [u for u in pool if u not in chosen and may_join(g, chosen, u, pool, target) is None]
    return len(g.distinct(more)) == 1 if not chosen else not more


def may_join(g: Pog, chosen: list[int], unit: int, pool: list[int], target: int) -> Refusal | None:
    """None, or why this unit, which may attack, cannot join those who are named."""
    if gate_line(g, g.state.at[unit], target) and any(gate_line(g, g.state.at[u], target) for u in chosen):
        return Refusal("pog.11.3.2.a", "One Russian corps a turn attacks over the Caucasus gate.")
    if completable(g, [*chosen, unit], pool, target):
        return None
    return may_fight_together(g, [*chosen, unit], target)


def _why_not(g: Pog, chosen: list[int], value: Any, target: int) -> Refusal | None:
    if value == FIGHT:
        return may_fight_together(g, chosen, target) if chosen else Refusal("pog.12.2.2", "Nobody attacks yet.")
    unit = g.U[value]
    if unit in chosen:
        return Refusal("pog.12.1.6", f"{g.units.name[unit]} takes part already.")
    if g.units.side[unit] != g.state.action.side:
        return Refusal("pog.12.1.1", f"{g.units.name[unit]} is not yours.")
    return may_attack(g, unit, target) or may_join(g, chosen, unit, attackers_of(g, target), target)


def preview(g: Pog, chosen: list[int], target: int) -> list[Any]:
    """The numbers of the attack as it stands, from the functions that will decide it."""
    if not chosen:
        return []
    fight = Fight(g, g.state.action.side, chosen, target)
    return [t(g, fight, side) for side in (fight.side, fight.enemy) for t in (strength, shifts)]


def odds_of(g: Pog, chosen: list[int], target: int) -> list[Any]:
    return [*g.hooks.attack_odds(g, chosen, target), *g.hooks.support_odds(g, chosen, target)] if chosen else []


@hook
def support_odds(g: Pog, chosen: list[int], target: int) -> list[Any]:
    """Nothing but cards supports an attack in the base game."""
    return []
