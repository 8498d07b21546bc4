"""Chapter 9.2: operations. Spaces are activated one by one for movement or attack; then units move; then they attack.

What a space costs is one function, `activation_cost`, which is a hook. Not here: moving (movement/march.py, 11.1),
trenches (movement/entrenchment.py, 11.2), attacks (combat/attacks.py, 12.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.kernel import DONE, Procedure, Refusal, cites
from grognard.kernel.words import counted

from ..asks import Activate, Ask
from ..combat.attacks import attacks, may_ever_attack, needs_company
from ..hooks import hook
from ..movement.entrenchment import dig_in
from ..movement.march import movement
from ..static import AP, OTHER, points_left
from ..supply.tracing import in_supply, over_beach

if TYPE_CHECKING:
    from ..context import Pog

MOVE, ATTACK = "move", "attack"


# ------------------------------------------------------------------ prices


@hook
def activation_cost(g: Pog, space: int, kind: str) -> int:
    """9.2.3: one point for each nationality in the space, with all that makes it cheaper or dearer."""
    stack = g.stack[space]
    side = g.units.side[stack[0]]
    if side == AP:
        return allied_price(g, space, stack, kind)
    price = one_each(g.hooks.price_nations(g, space, stack))
    if moltke_holds(g, space):
        return len(stack)
    return cheaper_stack(g, stack, price) if price > 1 else price


@cites("pog.9.2.3.a")
def one_each(nations: list[str]) -> int:
    """One point for each nationality in the space."""
    return len(nations)


@hook
@cites("pog.9.2.4.a")
def price_nations(g: Pog, space: int, stack: list[int]) -> list[str]:
    """The nationalities that count for the price: all that are there, also of units that will not or cannot act."""
    return list(dict.fromkeys(price_nation(g, space, unit) for unit in stack))


def price_nation(g: Pog, space: int, unit: int) -> str:
    """What a unit counts as when its space is paid for."""
    nation = counted_nation(g, unit)
    if nation == "be" and belgian_as_british(g, space):
        return "br"
    return "fr" if nation == "us" and american_as_french(g, space) else nation


@cites("pog.9.2.3.c", "pog.9.2.3.e")
def counted_nation(g: Pog, unit: int) -> str:
    """AUS, CND, PT and ANA are British, SN is Turkish, MN Serbian."""
    nation = g.units.nation[unit]
    return "sb" if nation == "mn" else nation


@cites("pog.9.2.3.b")
def belgian_as_british(g: Pog, space: int) -> bool:
    """In Antwerp, Ostend, Calais and Amiens Belgians count as British."""
    return g.board.ids[space] in g.static.charts["activation"]["belgian_as_british"]


@cites("pog.9.2.3.d")
def american_as_french(g: Pog, space: int) -> bool:
    """In France and Germany French and Americans count as one."""
    return g.board.nation[space] in g.static.charts["activation"]["french_us_as_one_in"]


def allied_price(g: Pog, space: int, stack: list[int], kind: str) -> int:
    """What these Allied units of a space cost together."""
    if g.state.beachhead >= 0 and any(over_beach(g, u) for u in stack):
        return beachhead_price(g, stack)
    price = 1 if g.hooks.everyone_into_battle(g, space) else one_each(g.hooks.price_nations(g, space, stack))
    return price + russian_reluctance(g, stack) if kind == ATTACK else price


@cites("pog.9.2.7.1.a")
def beachhead_price(g: Pog, stack: list[int]) -> int:
    """Over the beachhead the MEF Army costs 3 and each corps 1."""
    chart = g.static.charts["activation"]
    return sum(chart["beachhead_mef_army"] if g.units.army[u] else chart["beachhead_corps"] for u in stack)


@hook
@cites("pog.card.ap.51")
def everyone_into_battle(g: Pog, space: int) -> bool:
    """This turn any stack in the named nations costs 1."""
    return "ap.51" in g.state.this_turn and g.board.nation[space] in g.static.charts["activation"]["everyone_into_battle"]


@cites("pog.16.4.5.b")
def russian_reluctance(g: Pog, stack: list[int]) -> int:
    """After Fall of the Tsar an attack costs a point for each Russian unit, not one for all of them."""
    russians = sum(g.units.nation[u] == "ru" for u in stack)
    return russians - 1 if russians and g.played("cp.52") else 0


def moltke_holds(g: Pog, space: int) -> bool:
    """Card ap.09: in Belgium and France a CP space costs a point a unit, until Falkenhayn."""
    return moltke(g) and not falkenhayn(g) and g.board.nation[space] in ("be", "fr")


@cites("pog.card.ap.09")
def moltke(g: Pog) -> bool:
    """Moltke was played."""
    return g.played("ap.09")


@cites("pog.card.cp.13")
def falkenhayn(g: Pog) -> bool:
    """Falkenhayn ends the effect of Moltke."""
    return g.played("cp.13")


@cites("pog.9.2.3.f")
def cheaper_stack(g: Pog, stack: list[int], price: int) -> int:
    """Sud Army and 11th Army lower the price of certain mixed stacks."""
    return min(price, _eleventh_army(g, stack, price), _sud_army(g, stack, price))


@cites("pog.card.cp.29")
def _eleventh_army(g: Pog, stack: list[int], price: int) -> int:
    """The GE 11th Army with corps costs 1, with a second army 2."""
    if not g.played("cp.29") or g.U["ge.a11"] not in stack:
        return price
    return 1 if sum(g.units.army[u] for u in stack) == 1 else 2


@cites("pog.card.cp.10")
def _sud_army(g: Pog, stack: list[int], price: int) -> int:
    """Once an action, one AH unit with one or two GE corps costs 1; with one more, no second army, 2."""
    if not g.played("cp.10") or g.state.action.sud:
        return price
    german = [u for u in stack if g.units.nation[u] == "ge"]
    austrian = [u for u in stack if g.units.nation[u] == "ah"]
    if not german or not austrian or any(g.units.army[u] for u in german):
        return price
    if len(austrian) == 1 and len(german) + 1 == len(stack) and len(german) <= 2:
        return 1
    if sum(g.units.army[u] for u in stack) <= 1 and len(stack) == 3 and len(german) == 1:
        return 2
    return price


# ------------------------------------------------------------------ activation


@hook
def attack_limit(g: Pog, space: int) -> Refusal | None:
    """9.2.7: in one action the Allies activate only one Near East space for attack; beachhead and NE Army are left out."""
    action = g.state.action
    if action.side != AP or not g.board.near_east >> space & 1 or _outside_limit(g, space):
        return None
    counted = [s for s in bits(action.near_east) if not _outside_limit(g, s)]
    if counted:
        return Refusal("pog.9.2.7.a", f"{g.board.name[counted[0]]} is the one Near East space activated for attack.")
    return None


@cites("pog.9.2.7.b")
def _outside_limit(g: Pog, space: int) -> bool:
    """The beachhead and the space of the NE Army are left out."""
    return space == g.state.beachhead or g.U.get("br.ne", -1) in g.stack[space]


def may_activate(g: Pog, kind: str, space: int) -> Refusal | None:
    """9.2: None, or why this space cannot be activated for that."""
    action, name = g.state.action, g.board.name[space]
    side = action.side
    if not g.occ[side] >> space & 1:
        return Refusal("pog.9.2.6", f"No unit of yours is in {name}; a fort alone cannot be activated.")
    if g.neutral >> space & 1:
        return Refusal("pog.9.5.2.4.a", f"The units in {name} are neutral.")
    if (action.move | action.attack) >> space & 1:
        return Refusal("pog.9.2.5", f"{name} is already activated.")
    price = g.hooks.activation_cost(g, space, kind)
    if price > action.points:
        return Refusal("pog.9.2.1", f"{name} costs {price}; {points_left(action.points)}.", limit=action.points, measured=price)
    if not any(in_supply(g, u) for u in g.stack[space]):
        return Refusal("pog.14.3.1", f"No unit in {name} is in supply.")
    if not fit_to_act(g, space):
        return Refusal("pog.11.1.1", f"The units in {name} do something else in this action.")
    if kind == MOVE:
        return None
    if g.board.desert >> space & 1 and g.season() == "summer":
        return Refusal("pog.15.2.5", f"{name} is desert: no attack in summer.")
    refusal: Refusal | None = g.hooks.attack_limit(g, space) or why_no_target(g, side, space)
    return refusal or why_alone(g, side, space)


def why_no_target(g: Pog, side: str, space: int) -> Refusal | None:
    """12.1.1: None if somebody in the space could attack something in or beside it, else the last reason against it."""
    targets = (g.occ[OTHER[side]] | g.enemy_forts(side)) & ~g.neutral
    refusal = Refusal("pog.12.1.1", f"There is no enemy beside {g.board.name[space]} to attack.")
    for unit in g.stack[space]:
        if in_supply(g, unit):
            for target in bits(targets & (g.units.rows[unit][space] | 1 << space)):
                found = may_ever_attack(g, unit, target)
                if found is None:
                    return None
                refusal = found
    return refusal


def why_alone(g: Pog, side: str, space: int) -> Refusal | None:
    """12.1.10.a: None unless units in London would have nobody in France or Belgium who can attack with them."""
    if not needs_company(g, space):
        return None
    action = g.state.action
    left = action.points - g.hooks.activation_cost(g, space, ATTACK)
    continent = (g.board.of["fr"] | g.board.of["be"]) & g.occ[side] & ~action.move
    targets = g.occ[OTHER[side]] | g.enemy_forts(side)
    for target in bits(g.graph.rows()[space] & targets & ~g.neutral):
        if not _could_attack(g, space, target):
            continue
        for here in bits(g.graph.rows()[target] & continent):
            paid = action.attack >> here & 1 or g.hooks.activation_cost(g, here, ATTACK) <= left
            if paid and _could_attack(g, here, target):
                return None
    return Refusal("pog.12.1.10.a", "Units in London attack only together with units from France or Belgium.")


def _could_attack(g: Pog, space: int, target: int) -> bool:
    """Whether a supplied unit in the space has a line to the target and nothing forbids the attack."""
    near = [u for u in g.stack[space] if g.units.rows[u][space] >> target & 1 and in_supply(g, u)]
    return any(may_ever_attack(g, u, target) is None for u in near)


def activations(g: Pog) -> list[Any]:
    """All that may be activated now, in the order of the map."""
    action = g.state.action
    side, ids = action.side, g.board.ids
    options: list[Any] = []
    summer = g.season() == "summer"
    for space in bits(g.occ[side] & ~g.neutral & ~action.move & ~action.attack):
        move_price, attack_price, fit, near = _prices(g, side, space)
        if not fit:
            continue
        if move_price <= action.points:
            options.append(Activate(MOVE, ids[space]))
        if near and attack_price <= action.points:
            if summer and g.board.desert >> space & 1:
                continue
            if side == AP and (g.hooks.attack_limit(g, space) or why_alone(g, side, space)) is not None:
                continue
            options.append(Activate(ATTACK, ids[space]))
    options.extend(g.hooks.extra_activations(g))
    return options


@hook
def extra_activations(g: Pog) -> list[Any]:
    """Nothing else costs activation points in the base game."""
    return []


@hook
def may_activate_extra(g: Pog, value: Any) -> Refusal | None:
    """Never asked in the base game."""
    return None


@hook
def activate_extra(g: Pog, value: Any) -> Procedure:
    """Never asked in the base game."""
    return
    yield


@hook
def activation_candidates(g: Pog) -> list[Any]:
    """Whatever else a player could point at: nothing in the base game."""
    return []


@hook
def activation_piece(g: Pog, value: Any) -> str:
    """The piece that a further activation is about: none in the base game."""
    return ""


def candidates(g: Pog) -> list[Any]:
    """All that a player could point at."""
    return [*(Activate(k, i) for k in (MOVE, ATTACK) for i in g.board.ids), *g.hooks.activation_candidates(g)]


def why_not_activate(g: Pog, value: Any) -> Refusal | None:
    """9.2: None, or why this cannot be activated now."""
    if isinstance(value, Activate):
        return may_activate(g, value.kind, g.S[value.space])
    refusal: Refusal | None = g.hooks.may_activate_extra(g, value)
    return refusal


@hook
def activation_label(g: Pog, value: Any) -> str:
    """Never asked in the base game."""
    return str(value)


def _prices(g: Pog, side: str, space: int) -> tuple[int, int, bool, bool]:
    """Both prices of a space, whether somebody there is in supply, and whether there is something to attack."""
    action = g.state.action
    key = ("price", space, action.sud, action.moved | action.barred)
    found = g.nets.get(key)
    if found is None:
        cost = g.hooks.activation_cost
        fit = fit_to_act(g, space)
        move = cost(g, space, MOVE)
        attack = move if same_price(g, side) else cost(g, space, ATTACK)
        found = g.nets[key] = (move, attack, fit, why_no_target(g, side, space) is None)
    return found


def fit_to_act(g: Pog, space: int) -> bool:
    """Whether somebody there is in supply and is not busy with something else (a variant's invasion)."""
    busy = g.state.action.moved | g.state.action.barred
    return any(in_supply(g, u) and not busy >> u & 1 for u in g.stack[space])


@cites("pog.9.2.2")
def same_price(g: Pog, side: str) -> bool:
    """Movement and attack cost the same, except for Russians after Fall of the Tsar."""
    return side != AP or not g.played("cp.52")


@cites("pog.14.1.1.1")
def bar_unsupplied(g: Pog, space: int) -> None:
    """Who is out of supply when the space is activated can do nothing in this action."""
    for unit in g.stack[space]:
        if not in_supply(g, unit):
            g.state.action.barred |= 1 << unit


def activate(g: Pog, kind: str, space: int) -> None:
    """9.2: pay for a space and mark it; who is out of supply now can do nothing in this action (pog.14.1.1.1)."""
    action = g.state.action
    price = g.hooks.activation_cost(g, space, kind)
    if price < len(g.hooks.price_nations(g, space, g.stack[space])) and _sud_army(g, g.stack[space], 9) == price:
        if not (g.played("cp.29") and g.U["ge.a11"] in g.stack[space]):
            action.sud = True
    action.points -= price
    if kind == MOVE:
        action.move |= 1 << space
    else:
        action.attack |= 1 << space
        if action.side == AP and g.board.near_east >> space & 1:
            action.near_east |= 1 << space
    bar_unsupplied(g, space)
    g.tell(
        "The {side} activate {space} to {what}, at {number} OPS a space.",
        rule="pog.9.2.3.a",
        side=action.side,
        space=space,
        what=kind,
        number=price,
    )


def operations(g: Pog) -> Procedure:
    """9.2: activate, move, dig, attack. Re-enterable: the action says which comes next."""
    action = g.state.action
    while action.stage == "activate":
        g.checkpoint()
        options: list[Any] = activations(g) if action.points > 0 else []
        if not options:
            action.stage = "move"
            break
        options.append(DONE)
        choice = yield g.listed(
            action.side,
            lambda: f"Activate a space: {counted(action.points, 'point')} left",
            options,
            "pog.9.2.1",
            name=Ask.ACTIVATE,
            judge=lambda v: why_not_activate(g, v),
            candidates=lambda: candidates(g),
            final=lambda v: g.closing(v) and _spends_the_rest(g, v),
            kind=lambda v: v.kind if isinstance(v, Activate) else "",
            label=lambda v: _label(g, v),
            on=lambda v: _on(g, v),
            waiting="activating spaces",
        )
        if choice == DONE:
            action.stage = "move"
        elif isinstance(choice, Activate):
            activate(g, choice.kind, g.S[choice.space])
        else:
            yield from g.hooks.activate_extra(g, choice)
    if action.stage == "move":
        yield from movement(g)
        action.stage = "dig"
    if action.stage == "dig":
        dig_in(g)
        action.stage = "attack"
    yield from attacks(g)


def _spends_the_rest(g: Pog, value: Any) -> bool:
    """The first and last activation of an action: if nobody there can do anything, the action is over."""
    action = g.state.action
    if not isinstance(value, Activate) or action.move | action.attack:
        return False
    return bool(g.hooks.activation_cost(g, g.S[value.space], value.kind) >= action.points)


def _label(g: Pog, value: Any) -> str:
    if value == DONE:
        return "Enough: move and attack with these"
    if not isinstance(value, Activate):
        return str(g.hooks.activation_label(g, value))
    space = g.S[value.space]
    price = g.hooks.activation_cost(g, space, value.kind)
    return f"{g.board.name[space]}: {'movement' if value.kind == MOVE else 'attack'} ({price})"


def _on(g: Pog, value: Any) -> tuple[str, str]:
    if isinstance(value, Activate):
        return "", value.space
    return ("", "") if value == DONE else (g.hooks.activation_piece(g, value), "")


def begin_operations(g: Pog, side: str, points: int, card: str) -> None:
    """Start an operation with so many activation points (pog.9.2.1, pog.9.2.10)."""
    action = g.state.action
    action.side, action.kind, action.stage, action.points, action.card = side, "ops", "activate", points, card
