"""Chapters 4.1 and 4.2: the Chit Preparation Phase: Coordinated Action, Initial Action, and the cup (4.0.3, 4.0.4)."""

from __future__ import annotations

from grognard.kernel import PASS, Procedure

from ..asks import Ask
from ..context import Nlc
from ..leaders.wings import rollers, subordinates
from ..march.reinforcements import due
from ..orders.ratings import rating
from ..static import OFF
from ..tables import CONSTANTS
from ..values import ActsFirst


def in_play(g: Nlc, formation: int) -> bool:
    """R71: units on the map, or due to arrive this turn."""
    for unit in g.static.formations[formation].units:
        if g.state.at[unit] >= 0:
            return True
        name = g.units[unit].arrives
        if g.state.at[unit] == OFF and name in g.static.groups and due(g, g.static.groups[name]):
            return True
    return False


def acts_by_chit(g: Nlc, formation: int) -> bool:
    """Not under Reserve; or in Reserve, but with a detached division or newcomers (R12, R155)."""
    if g.formation_order(formation).kind != "reserve":
        return True
    for unit, held in enumerate(g.state.holder):
        holder = g.static.holders[held]
        if holder.formation == formation and holder.kind != "formation":
            group = g.static.groups.get(g.units[unit].arrives)
            if g.on_map(unit) or (g.state.at[unit] == OFF and group is not None and due(g, group)):
                return True
    return False


def coordinated_action(g: Nlc, side: int) -> Procedure:
    """4.1.1, 4.1.2: one die, at least 2 below the rating; then the pair is named, openly (R9)."""
    able = rollers(g, side)
    if not able:
        return
    leader = yield from _who_rolls(g, side, able, "the Coordinated Action", "nlc.4.1.4")
    roll = g.d6("Coordinated Action, {leader}", rule="nlc.4.1.1", by=g.seat(side), leader=leader)
    need = rating(g, leader) - CONSTANTS["coordinated_margin"]
    if roll > need:
        words = "{leader} needs {need}" + (" or less" if need > 1 else "") + ": no Coordinated Action."
        words = words if need > 0 else "{leader} cannot bring about a Coordinated Action."
        g.tell(words, rule="nlc.4.1.1", to=g.seat(side), leader=leader, need=need)
        return
    eligible = [f for f in subordinates(g, leader) if in_play(g, f) and g.formation_order(f).kind != "reserve"]
    if len(eligible) < 2:
        g.tell("There are no two formations for a Coordinated Action.", rule="nlc.4.1.2", to=g.seat(side))
        return
    pair: list[int] = []
    for ordinal in ("first", "second"):
        left = [f for f in eligible if f not in pair]
        choice = yield g.ask(
            g.seat(side), f"Coordinated Action: the {ordinal} formation?", [*left, PASS] if not pair else left, rule="nlc.4.1.2",  # noqa: E501
            label=lambda f: "none" if f == PASS else g.static.formations[f].name,
            name=Ask.PAIR, kind="order", final=True,
        )  # fmt: skip
        if choice == PASS:
            return
        pair.append(choice)
    g.state.pair[side] = pair
    g.tell("{formations} are to act together.", rule="nlc.4.1.2", formations=pair)


def _who_rolls(g: Nlc, side: int, able: list[int], what: str, rule: str) -> Procedure:
    if len(able) == 1:
        return able[0]
    leader = yield g.ask(
        g.seat(side), f"Who rolls for {what}?", able, rule=rule, label=lambda n: f"{g.leader(n).name} ({rating(g, n)})",
        on=lambda n: (g.leader(n).id, ""),
        name=Ask.WHO_ROLLS, final=True,
    )  # fmt: skip
    return leader


def initial_action(g: Nlc) -> Procedure:
    """4.2.1, 4.2.2: one die and a rating each; a lead of 3 wins the first action of the turn."""
    if g.special("first-turn-initiative") and g.state.turn == 1:
        formation = g.static.formation_named["fr-iii"]
        g.state.initial = str(formation)
        g.tell("The French have the Initial Action; III Corps opens the battle.", rule="nlc.4.2.2")
        return
    totals, who = [0, 0], [-1, -1]
    for side in (0, 1):
        able = rollers(g, side)
        if able:
            who[side] = yield from _who_rolls(g, side, able, "the Initial Action", "nlc.4.2.1")
        die = g.d6("Initial Action, {side}", rule="nlc.4.2.1", by=g.seat(side), side=g.seat(side))
        totals[side] = die + (rating(g, who[side]) if who[side] >= 0 else 0)
    lead = totals[0] - totals[1]
    side = 0 if lead > 0 else 1
    won = abs(lead) >= CONSTANTS["initial_action_margin"]
    words = "the {side} win it." if won else "nobody leads by {margin}."
    facts = {"a": totals[0], "b": totals[1], "side": g.seat(side), "margin": CONSTANTS["initial_action_margin"]}
    g.tell("Initial Action: {side2} {a}, {side3} {b}; " + words, rule="nlc.4.2.1", side2=g.seat(0), side3=g.seat(1), **facts)
    if not won:
        return
    limited = who[side] >= 0 and (g.leader(who[side]).role == "wing" or g.on("initial_action_subordinates_only"))
    pool = subordinates(g, who[side]) if limited else [f.number for f in g.static.formations if f.side == side]
    options = [ActsFirst(f) for f in pool if in_play(g, f) and f not in g.state.pair[side]]
    if g.state.pair[side]:
        options.append(ActsFirst())
    if not options:
        return
    choice = yield g.ask(
        g.seat(side), "You have won the Initial Action. Who acts first?", [*options, PASS], rule="nlc.4.2.2",
        label=lambda v: "decline" if v == PASS else _first_name(g, v),
        name=Ask.INITIAL_ACTION, kind="order",
    )  # fmt: skip
    if choice != PASS:
        g.state.initial = f"pair {side}" if choice.formation is None else str(choice.formation)


def _first_name(g: Nlc, value: ActsFirst) -> str:
    return "the Coordinated Action" if value.formation is None else g.static.formations[value.formation].name


def fill_cup(g: Nlc) -> None:
    """4.0.4: all chits but those of Reserve, the Initial Action and a pair; R145: where a formation stands now decides."""
    cup: list[str] = []
    g.state.reserve = [f.number for f in g.static.formations if g.formation_order(f.number).kind == "reserve"]
    taken = [number for pair in g.state.pair for number in pair]
    for formation in g.static.formations:
        number = formation.number
        if not in_play(g, number) or number in taken or str(number) == g.state.initial:
            continue
        if acts_by_chit(g, number):
            cup.append(str(number))
    for side in (0, 1):
        if g.state.pair[side] and g.state.initial != f"pair {side}":
            cup.append(f"pair {side}")
    g.state.cup = cup
    g.tell("{count} " + g.verb(len(cup), "chit is", "chits are") + " in the cup.", rule="nlc.4.0.4", count=len(cup))


def formations_of(g: Nlc, chit: str) -> list[int]:
    """4.1.3: a pair acts as one."""
    if chit.startswith("pair"):
        return list(g.state.pair[int(chit.split()[1])])
    return [int(chit)]
