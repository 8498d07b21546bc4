"""Chapter 17: replacements. RP are kept in half points: a step of an army costs one point, of a corps one half."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from grognard.kernel import DONE, Procedure, Refusal, cites

from ..asks import Ask
from ..hooks import hook
from ..map.places import room
from ..static import AP, CP, ELIMINATED, RESERVE
from ..supply.tracing import home_supply, in_supply
from .reinforcements import home_spaces

if TYPE_CHECKING:
    from ..context import Pog


@hook
def before_replacements(g: Pog) -> None:
    """pog.rpt.1, draka.R95: first RP are added, then lost by cards, never below 0."""
    rp = g.state.rp
    if rathenau(g) and not independent_air_force(g):
        rp["ge"] = rp.get("ge", 0) + 2
        g.tell("Walter Rathenau: 1 German RP.", rule="pog.rpt.1")
    if g.static.historical:
        western_bonus(g)
    if zeppelin_raids(g):
        rp["br"] = max(0, rp.get("br", 0) - 8)
        g.tell("Zeppelin Raids: Britain loses 4 RP.", rule="pog.rpt.1")
    if u_boats(g) and not convoy(g):
        rp["br"] = max(0, rp.get("br", 0) - 2)
        g.tell("U-Boats: Britain loses 1 RP.", rule="pog.rpt.1")


@cites("pog.card.cp.33")
def rathenau(g: Pog) -> bool:
    """Walter Rathenau gives Germany an RP a turn."""
    return g.played("cp.33")


@cites("pog.card.ap.37")
def independent_air_force(g: Pog) -> bool:
    """Independent Air Force ends Rathenau's RP."""
    return g.played("ap.37")


@cites("pog.card.cp.27")
def zeppelin_raids(g: Pog) -> bool:
    """Zeppelin Raids of this turn."""
    return "cp.27" in g.state.this_turn


@cites("pog.card.cp.36")
def u_boats(g: Pog) -> bool:
    """U-Boats Unleashed."""
    return g.played("cp.36")


@cites("pog.card.ap.52")
def convoy(g: Pog) -> bool:
    """Convoy ends what U-Boats Unleashed does."""
    return g.played("ap.52")


def western_bonus(g: Pog) -> None:
    """5.7.3: 1 German RP for Sedan and two more spaces of France or Belgium, after the turn of CP Total War."""
    if g.state.level[CP] < 2 or g.state.joining.get(CP):
        return
    held = g.controlled(CP) & (g.board.of["fr"] | g.board.of["be"])
    if held >> g.S["sedan"] & 1 and held.bit_count() >= 3:
        g.state.rp["ge"] = g.state.rp.get("ge", 0) + 2
        g.tell("Sedan and two more western spaces: 1 German RP.", rule="pog.5.7.3")


@hook
@cites("pog.16.4.7")
def rp_cap(g: Pog, pool: str) -> int:
    """After the revolution no more than 1 Russian RP is spent each turn. In half points."""
    if pool == "ru" and g.played("cp.53"):
        return 2
    return 999


@cites("pog.17.1.3.b")
def needs_no_capital(nation: str) -> bool:
    """Belgium and Serbia rebuild without their capitals."""
    return nation in ("be", "sb")


@hook
@cites("pog.17.1.3.a")
def no_points(g: Pog, nation: str) -> bool:
    """No RP are spent for a nation whose capital the enemy controls or besieges."""
    return not needs_no_capital(nation) and g.hooks.capital_lost(g, nation)


def may_replace(g: Pog, unit: int) -> Refusal | None:
    """17.1: None, or why this unit takes no replacements now."""
    units, name = g.units, g.units.name[unit]
    pool, nation, place = units.rp[unit], units.nation[unit], g.state.at[unit]
    if pool == "none":
        return Refusal("pog.17.1.7", f"{name} is irreplaceable.")
    if place < ELIMINATED:
        return Refusal("pog.12.4.7", f"{name} is out of the game.")
    cost = _cost(g, unit)
    if cost > g.state.rp.get(pool, 0):
        return Refusal("pog.17.1.1", f"{name} needs {cost / 2:g} RP, and {g.state.rp.get(pool, 0) / 2:g} RP are left.")
    if place != ELIMINATED and g.full(unit):
        return Refusal("pog.17.1.4", f"{name} is at full strength.")
    if g.hooks.no_points(g, nation):
        return Refusal("pog.17.1.3.a", f"The capital of {name} is lost or besieged.")
    if place >= 0:
        if g.neutral >> place & 1:
            return Refusal("pog.9.4.1.b", f"{name} is neutral.")
        if not in_supply(g, unit):
            return Refusal("pog.17.1.4.a", f"{name} is out of supply.")
        if nation in g.static.homes and not home_supply(g, unit):
            return Refusal("pog.17.1.4.1", f"{name} can trace only to a foreign source.")
    if units.kind[unit] == "ge.pol" and g.controls(AP, g.S["warsaw"]):
        return Refusal("pog.card.cp.59", "Polish corps take no replacements while Warsaw is Allied.")
    if place == ELIMINATED and g.hooks.rebuild_spaces(g, unit) == []:
        if units.kind[unit] == "br.ana":
            return Refusal("pog.17.1.6", "Arabia cannot take the ANA corps.")
        return Refusal("pog.17.1.5.a", f"No space can take {name}.")
    refusal: Refusal | None = g.hooks.may_replace_more(g, unit)
    return refusal


@hook
def may_replace_more(g: Pog, unit: int) -> Refusal | None:
    """No further bar in the base game."""
    return None


@hook
def rebuild_spaces(g: Pog, unit: int) -> list[int] | None:
    """17.1.5, 17.1.6: where a rebuilt unit is placed; None: in the Reserve Box."""
    if g.units.kind[unit] == "br.ana":
        return [g.S["arabia"]] if _arabia(g) else []
    return army_spaces(g, unit) if g.units.army[unit] else None


@hook
def bombing(g: Pog) -> Procedure:
    """Nothing in the base game."""
    return
    yield


@hook
def on_replacement(g: Pog, unit: int) -> None:
    """Nothing more in the base game."""


@hook
def begin_spending(g: Pog, side: str) -> Procedure:
    """Nothing in the base game."""
    return
    yield


@hook
def extra_spending(g: Pog, side: str) -> list[Any]:
    """RP are spent on units only in the base game."""
    return []


@hook
def spend_extra(g: Pog, side: str, value: Any) -> Procedure:
    """Never asked in the base game."""
    return
    yield


@hook
def spending_label(g: Pog, value: Any) -> str:
    """Never asked in the base game."""
    return str(value)


def _arabia(g: Pog) -> bool:
    space = g.S["arabia"]
    return not g.occ[CP] >> space & 1 and room(g, space, AP) > 0


def _cost(g: Pog, unit: int) -> int:
    return 2 if g.units.army[unit] else 1


def army_spaces(g: Pog, unit: int) -> list[int]:
    """17.1.5: where a rebuilt army is placed."""
    kind = g.units.kind[unit]
    if kind.startswith("sb."):
        return serbian_spaces(g)
    return belgian_spaces(g, unit) if kind.startswith("be.") else home_spaces(g, kind)


@cites("pog.17.1.5.b")
def serbian_spaces(g: Pog) -> list[int]:
    """Salonika once it is open, or Belgrade while Nis is not lost."""
    names = []
    if (g.played("ap.30") or g.at_war("gr")) and g.controls(AP, g.S["salonika"]):
        names.append("salonika")
    if g.controls(AP, g.S["belgrade"]) and not g.controls(CP, g.S["nis"]):
        names.append("belgrade")
    return [g.S[n] for n in names if room(g, g.S[n], AP) > 0 and not (g.besieged | g.occ[CP]) >> g.S[n] & 1]


@cites("pog.17.1.5.c")
def belgian_spaces(g: Pog, unit: int) -> list[int]:
    """Brussels, Antwerp or Ostend; Calais if none of them is Allied and in supply."""
    homes = [g.S[n] for n in ("brussels", "antwerp", "ostend")]
    fit = [s for s in homes if _good(g, unit, s)]
    if not fit and not any(g.controls(AP, s) and in_supply(g, unit, s) for s in homes) and _good(g, unit, g.S["calais"]):
        fit = [g.S["calais"]]
    return fit


def _good(g: Pog, unit: int, space: int) -> bool:
    friendly = g.controls(AP, space) and not g.besieged >> space & 1 and not g.occ[CP] >> space & 1
    return friendly and room(g, space, AP) > 0 and in_supply(g, unit, space)


def replacement_phase(g: Pog) -> Procedure:
    """6.f: first the Allies spend, then the Central Powers; what is not spent is lost (pog.17.1.2)."""
    s = g.state
    if s.step == "":
        g.hooks.before_replacements(g)
        s.step = "bombing"
    if s.step.startswith("bombing"):
        yield from g.hooks.bombing(g)
        for pool in list(s.rp):
            s.rp[pool] = min(s.rp[pool], g.hooks.rp_cap(g, pool))
        s.step = f"spend {AP}"
    for side in (AP, CP):
        if s.step == f"spend {side}":
            yield from g.hooks.begin_spending(g, side)
            yield from spend(g, side)
            s.step = f"spend {CP}" if side == AP else "spent"
    if any(s.rp.values()):
        g.tell("RP that were not spent are lost.", rule="pog.17.1.2")
        s.rp = {}
    s.step = ""


def spendable(g: Pog, side: str, flips_only: bool = False) -> list[int]:
    """Units that RP could be spent on, one of each kind."""
    rp = g.state.rp
    pools = [p for p in g.static.pools[side] if rp.get(p, 0) > 0]
    if not pools:
        return []
    at, units = g.state.at, g.units
    found = []
    for unit in g.distinct(
        u for u in range(units.size) if units.rp[u] in pools and at[u] >= ELIMINATED and units.side[u] == side
    ):
        if at[unit] != ELIMINATED and g.full(unit):
            continue
        if flips_only and at[unit] == ELIMINATED:
            continue
        if may_replace(g, unit) is None:
            found.append(unit)
    return found


def spend(g: Pog, side: str) -> Procedure:
    """17.1.4: a step at a time: flip, or return to the Reserve Box, or rebuild an army where reinforcements arrive."""
    while True:
        g.checkpoint()
        units = spendable(g, side)
        extra = g.hooks.extra_spending(g, side)
        if not units and not extra:
            return
        choice = yield g.listed(
            side,
            lambda: f"Spend replacements: {_pools(g, side)}",
            [*(g.units.id[u] for u in units), *extra, DONE],
            "pog.17.1.1",
            name=Ask.REPLACE,
            final=partial(_ends_spending, g, units, extra),
            judge=lambda v: why_not_replace(g, side, g.U[v]) if isinstance(v, str) else None,
            same=g.likeness,
            candidates=lambda: g.units.id,
            label=lambda v: "No more" if v == DONE else _label(g, v),
            on=lambda v: _on(g, v),
            waiting="replacements",
        )
        if choice == DONE:
            return
        if isinstance(choice, str):
            yield from replace(g, side, g.U[choice])
        else:
            yield from g.hooks.spend_extra(g, side, choice)


def _ends_spending(g: Pog, units: list[int], extra: list[Any], value: Any) -> bool:
    """After this there may be nothing else to spend points on, and the turn may end."""
    if value == DONE:
        return False
    if extra or not isinstance(value, str):
        return len(units) + len(extra) <= 2
    unit, rp = g.U[value], g.state.rp
    pool, cost = g.units.rp[unit], _cost(g, unit)
    return not any(u != unit and _cost(g, u) <= rp[g.units.rp[u]] - (cost if g.units.rp[u] == pool else 0) for u in units)


def why_not_replace(g: Pog, side: str, unit: int) -> Refusal | None:
    if g.units.side[unit] != side:
        return Refusal("pog.17.1.1", f"{g.units.name[unit]} is not yours.")
    return may_replace(g, unit)


def replace(g: Pog, side: str, unit: int) -> Procedure:
    """One step comes back."""
    place = g.state.at[unit]
    pool = g.units.rp[unit]
    g.state.rp[pool] -= _cost(g, unit)
    rule = "pog.17.1.1.1" if pool == "a" else "pog.17.1.4"
    g.hooks.on_replacement(g, unit)
    if place != ELIMINATED:
        g.flip(unit, False)
        g.tell("{unit} is brought to full strength.", rule=rule, unit=unit)
        return
    g.flip(unit, bool(g.units.back[unit]))
    spaces = g.hooks.rebuild_spaces(g, unit)
    if spaces is None:
        g.put(unit, RESERVE)
        g.tell("{unit} returns to the Reserve Box.", rule=rule, unit=unit)
        return
    space = spaces[0]
    if len(spaces) > 1:
        choice = yield g.which_space(
            side,
            lambda: f"{g.units.name[unit]} is rebuilt: where?",
            spaces,
            "pog.17.1.5.a",
            f"{g.units.name[unit]} cannot be rebuilt in {{}}.",
            unit,
            name=Ask.REBUILD,
            waiting="replacements",
        )
        space = g.S[choice]
    g.put(unit, space) if g.units.army[unit] else g.enter(unit, space)
    nation = g.units.nation[unit]
    where = {"sb": "pog.17.1.5.b", "be": "pog.17.1.5.c"}.get(nation, "pog.17.1.5.a")
    where = "pog.17.1.6" if g.units.kind[unit] == "br.ana" else where
    g.tell("{unit} is rebuilt in {space}.", rule=where, unit=unit, space=space)


def _pools(g: Pog, side: str) -> str:
    return ", ".join(f"{p.upper()} {g.state.rp[p] / 2:g}" for p in g.static.pools[side] if g.state.rp.get(p))


def _label(g: Pog, value: Any) -> str:
    if not isinstance(value, str):
        return str(g.hooks.spending_label(g, value))
    unit = g.U[value]
    place = g.state.at[unit]
    if place == ELIMINATED:
        return f"Rebuild {g.units.name[unit]} (reduced)"
    where = "Reserve Box" if place == RESERVE else g.board.name[place]
    return f"Flip {g.units.name[unit]} in {where}"


def _on(g: Pog, value: Any) -> tuple[str, str]:
    if value == DONE or not isinstance(value, str):
        return "", ""
    place = g.state.at[g.U[value]]
    return value, g.board.ids[place] if place >= 0 else ""
