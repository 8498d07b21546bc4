"""Chapter 9.2: operations. Spaces are activated one by one for movement or attack; then units move; then they attack.

What a space costs is one function, `activation_cost`, which is a hook. Not here: moving (movement.py, 11.1), trenches
(entrench.py, 11.2), attacks (attacks.py, 12.1).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.boards.masks import bits
from grognard.kernel import DONE, Listed, Procedure, Refusal, in_force

from .hooks import hook
from .static import AP, CP, OTHER
from .supply import in_supply, over_beach

if TYPE_CHECKING:
    from .context import Pog

MOVE, ATTACK = "move", "attack"


# ------------------------------------------------------------------ prices


@hook
def activation_cost(g: Pog, space: int, kind: str) -> int:
    """9.2.3: one point for each nationality in the space, with all that makes it cheaper or dearer."""
    stack = g.stack[space]
    side = g.units.side[stack[0]]
    if side == AP:
        return _allied_price(g, space, stack, kind)
    nations = g.hooks.price_nations(g, space, stack)
    price = len(nations) if in_force("pog.9.2.3.a") else 1
    if _moltke_holds(g, space):
        return len(stack) if in_force("pog.card.ap.09") else price
    if price > 1 and in_force("pog.9.2.3.f"):
        price = min(price, _eleventh_army(g, stack, price), _sud_army(g, stack, price))
    return price


@hook
def price_nations(g: Pog, space: int, stack: list[int]) -> list[str]:
    """The nationalities that count for the price (pog.9.2.3.b to e)."""
    board, kinds = g.board, g.units.kind
    nations: list[str] = []
    if len(stack) > 1 and not in_force("pog.9.2.4.a"):
        stack = [u for u in stack if in_supply(g, u)]
    for unit in stack:
        nation = g.units.nation[unit]
        if kinds[unit] in ("br.aus", "br.cnd", "br.pt", "br.ana") and not in_force("pog.9.2.3.c"):
            nation = kinds[unit]
        elif nation == "be" and board.ids[space] in g.static.charts["activation"]["belgian_as_british"]:
            nation = "br" if in_force("pog.9.2.3.b") else nation
        elif nation == "us" and board.nation[space] in g.static.charts["activation"]["french_us_as_one_in"]:
            nation = "fr" if in_force("pog.9.2.3.d") else nation
        elif nation == "mn" or kinds[unit] == "tu.sn":
            nation = ("sb" if nation == "mn" else "tu") if in_force("pog.9.2.3.e") else kinds[unit]
        if nation not in nations:
            nations.append(nation)
    return nations


def _allied_price(g: Pog, space: int, stack: list[int], kind: str) -> int:
    beach = [u for u in stack if over_beach(g, u)] if g.state.beachhead >= 0 else []
    if beach and in_force("pog.9.2.7.1.a"):
        chart = g.static.charts["activation"]
        return sum(chart["beachhead_mef_army"] if g.units.army[u] else chart["beachhead_corps"] for u in stack)
    nations = g.hooks.price_nations(g, space, stack)
    where = g.static.charts["activation"]["everyone_into_battle"]
    if len(nations) > 1 and "ap.51" in g.state.this_turn and g.board.nation[space] in where:
        nations = nations[:1] if in_force("pog.card.ap.51") else nations
    price = len(nations) if in_force("pog.9.2.3.a") else 1
    if kind == ATTACK and g.played("cp.52") and in_force("pog.16.4.5.b"):
        russians = sum(g.units.nation[u] == "ru" for u in stack)
        if russians:
            price += russians - 1
    return price


def _moltke_holds(g: Pog, space: int) -> bool:
    ended = g.played("cp.13") and in_force("pog.card.cp.13")
    return g.played("ap.09") and not ended and g.board.nation[space] in ("be", "fr")


def _eleventh_army(g: Pog, stack: list[int], price: int) -> int:
    """Card cp.29: the GE 11th Army with corps costs 1, with a second army 2."""
    if not g.played("cp.29") or g.U["ge.a11"] not in stack or not in_force("pog.card.cp.29"):
        return price
    return 1 if sum(g.units.army[u] for u in stack) == 1 else 2


def _sud_army(g: Pog, stack: list[int], price: int) -> int:
    """Card cp.10: once an action, one AH unit with one or two GE corps costs 1; with one more, no second army, 2."""
    if not g.played("cp.10") or g.state.action.sud or not in_force("pog.card.cp.10"):
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


def _outside_limit(g: Pog, space: int) -> bool:
    exempt = space == g.state.beachhead or g.U.get("br.ne", -1) in g.stack[space]
    return exempt and in_force("pog.9.2.7.b")


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
        return Refusal(
            "pog.9.2.1", f"{name} costs {price}; {action.points} points are left.", limit=action.points, measured=price
        )
    if not any(in_supply(g, u) for u in g.stack[space]):
        return Refusal("pog.14.3.1", f"No unit in {name} is in supply.")
    if kind == MOVE:
        return None
    if g.board.desert >> space & 1 and g.season() == "summer":
        return Refusal("pog.15.2.5", f"{name} is desert: no attack in summer.")
    refusal: Refusal | None = g.hooks.attack_limit(g, space)
    if refusal is not None:
        return refusal
    if not _could_attack(g, side, space):
        return Refusal("pog.12.1.1", f"There is no enemy beside {name} to attack.")
    return None


def _could_attack(g: Pog, side: str, space: int) -> bool:
    """Whether an enemy unit or fort lies beside the space, or a besieged fort in it."""
    enemy = OTHER[side]
    targets = (g.occ[enemy] | g.enemy_forts(side)) & ~g.neutral
    if targets >> space & 1:
        return True
    rows = g.units.rows
    return any(rows[u][space] & targets for u in g.stack[space])


def activations(g: Pog) -> list[tuple[str, str]]:
    """All that may be activated now, in the order of the map."""
    action = g.state.action
    side, ids = action.side, g.board.ids
    options: list[tuple[str, str]] = []
    summer = g.season() == "summer"
    for space in bits(g.occ[side] & ~g.neutral & ~action.move & ~action.attack):
        move_price, attack_price, fit, near = _prices(g, side, space)
        if not fit:
            continue
        if move_price <= action.points or not in_force("pog.9.2.1"):
            options.append((MOVE, ids[space]))
        if near and (attack_price <= action.points or not in_force("pog.9.2.1")):
            if summer and g.board.desert >> space & 1 and in_force("pog.15.2.5"):
                continue
            if side == AP and g.hooks.attack_limit(g, space) is not None:
                continue
            options.append((ATTACK, ids[space]))
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
def activation_label(g: Pog, value: Any) -> str:
    """Never asked in the base game."""
    return str(value)


def _prices(g: Pog, side: str, space: int) -> tuple[int, int, bool, bool]:
    """Both prices of a space, whether somebody there is in supply, and whether there is something to attack."""
    key = ("price", space, g.state.action.sud)
    found = g.nets.get(key)
    if found is None:
        cost = g.hooks.activation_cost
        fit = any(in_supply(g, u) for u in g.stack[space]) or not in_force("pog.14.3.1")
        move = cost(g, space, MOVE)
        attack = cost(g, space, ATTACK) if side == AP and g.played("cp.52") else move
        if not in_force("pog.9.2.2"):
            attack += 1
        found = g.nets[key] = (move, attack, fit, _could_attack(g, side, space))
    return found


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
    if in_force("pog.14.1.1.1"):
        for unit in g.stack[space]:
            if not in_supply(g, unit):
                action.barred |= 1 << unit
    g.tell(
        "{side}: {space} is activated to {what} for {number}.",
        rule="pog.9.2.3.a",
        side=action.side,
        space=space,
        what=kind,
        number=price,
    )


def operations(g: Pog) -> Procedure:
    """9.2: activate, move, dig, attack. Re-enterable: the action says which comes next."""
    from .attacks import attacks
    from .entrench import dig_in
    from .movement import movement

    action = g.state.action
    while action.stage == "activate":
        g.checkpoint()
        options: list[Any] = activations(g) if action.points > 0 else []
        if not options:
            action.stage = "move"
            break
        options.append(DONE)
        choice = yield Listed(
            action.side,
            lambda: f"Activate a space: {action.points} {'point' if action.points == 1 else 'points'} left",
            options,
            "pog.9.2.1",
            judge=lambda v: may_activate(g, v[0], g.S[v[1]]) if v[1] in g.S else g.hooks.may_activate_extra(g, v),
            candidates=lambda: [(k, i) for k in (MOVE, ATTACK) for i in g.board.ids],
            label=lambda v: _label(g, v),
            on=lambda v: _on(g, v),
            waiting="activating spaces",
        )
        if choice == DONE:
            action.stage = "move"
        elif choice[1] in g.S:
            activate(g, choice[0], g.S[choice[1]])
        else:
            yield from g.hooks.activate_extra(g, choice)
    if action.stage == "move":
        yield from movement(g)
        action.stage = "dig"
    if action.stage == "dig":
        dig_in(g)
        action.stage = "attack"
    yield from attacks(g)


def _label(g: Pog, value: Any) -> str:
    if value == DONE:
        return "Enough: move and attack with these"
    if value[1] not in g.S:
        return str(g.hooks.activation_label(g, value))
    space = g.S[value[1]]
    price = g.hooks.activation_cost(g, space, value[0])
    return f"{g.board.name[space]}: {'movement' if value[0] == MOVE else 'attack'} ({price})"


def _on(g: Pog, value: Any) -> tuple[str, str]:
    if value == DONE or value[1] in g.S:
        return "", "" if value == DONE else value[1]
    return value[1], ""


def begin_operations(g: Pog, side: str, points: int, card: str) -> None:
    """Start an operation with so many activation points (pog.9.2.1, pog.9.2.10)."""
    action = g.state.action
    action.side, action.kind, action.stage, action.points, action.card = side, "ops", "activate", points, card


__all__ = ["ATTACK", "CP", "MOVE", "activation_cost", "activations", "begin_operations", "may_activate", "operations"]
