"""Chapters 2, 15 and card ap.40: seven actions, die actions, hands of eight, peace and victory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.pog.actions.operations import begin_operations
from grognard.games.pog.asks import Play
from grognard.games.pog.cards.decks import card_leaves as base
from grognard.games.pog.map import nations
from grognard.games.pog.static import AP, CP
from grognard.games.pog.war import victory
from grognard.kernel import Procedure, Refusal, cites
from grognard.kernel.words import counted

from ..asks import DIE_OPS, DIE_SR
from ..war.arrivals import place_ana

if TYPE_CHECKING:
    from grognard.games.pog.static import Card

    from ..context import Draka

DICE = {"die ops": "OPS", "die sr": "SR"}


@cites("draka.2.2")
def actions_per_turn(g: Draka) -> int:
    """Seven rounds."""
    return int(g.charts["actions"]["per_turn"])


@cites("draka.2.1")
def hand_size(g: Draka, side: str) -> int:
    """Eight cards at Limited or Total War."""
    chart = g.charts["actions"]
    at_war = g.state.level[side] > 0
    return int(chart["hand_limited_or_total"] if at_war else chart["hand_mobilization"])


def two_dice(g: Draka) -> bool:
    return bool(g.state.turn >= g.charts["actions"]["two_dice_first_turn"])


def may_extra(g: Draka, side: str, value: Play) -> Refusal | None:
    """2.3 to 2.5: None, or why no die action can be taken now."""
    if value.use not in DICE:
        return Refusal("pog.8.1.3", "There is no such action.")
    if not two_dice(g) and side in g.state.die_used:
        return Refusal("draka.2.3", "A die action was taken this turn.")
    if value == DIE_SR and g.state.actions[side][-1:] == ["sr"]:
        return Refusal("draka.2.5", "Your last action was a redeployment.")
    return None


def extra_candidates(g: Draka) -> list[Play]:
    return [DIE_OPS, DIE_SR]


@cites("draka.2.3", "draka.2.4")
def extra_actions(g: Draka, side: str) -> list[Play]:
    """Die actions, for operations or redeployment."""
    return [play for play in extra_candidates(g) if may_extra(g, side, play) is None]


def begin_extra(g: Draka, side: str, value: Play) -> None:
    """2.3, 2.4: OPS or SR is named, then the dice say how many points."""
    s, use = g.state, value.use
    if two_dice(g):
        roll = g.roll("2d6", "Two dice for {words}: ", rule="draka.2.4", by=side, words=DICE[use])
        points = roll.total // 2
    else:
        points = g.d6("One die for {words}: ", rule="draka.2.3", by=side, words=DICE[use])
    s.die_used.append(side)
    rule = "draka.2.4" if two_dice(g) else "draka.2.3"
    g.tell("The {side} have {points} of {words} without a card.", rule=rule, side=side, points=counted(points, "point"),
           words=DICE[use])  # fmt: skip
    if value == DIE_OPS:
        begin_operations(g, side, points, "")
        s.action.recorded = "die"
    else:
        s.action.kind, s.action.points = "sr", points
        s.action.recorded = "sr"


def extra_label(g: Draka, value: Play) -> str:
    how = "two dice, half of them" if two_dice(g) else "one die"
    return f"{DICE[value.use]} without a card: {how}"


def interlude(g: Draka, side: str) -> Procedure:
    """Card ap.41: whatever it is used for, the ANA joins the Turks at once."""
    g.fighting, g.fresh = False, 0
    if g.state.action.card == "ap.41" and not g.state.ana_due and not g.note().get("ana"):
        g.note()["ana"] = True
        g.state.ana_due = True
    if g.state.ana_due and g.at_war("tu"):
        yield from place_ana(g)
        g.checkpoint()


def card_leaves(g: Draka, card: Card, as_event: bool) -> bool:
    """Card ap.41 is removed after any use."""
    if card.id == "ap.41":
        return True
    return base(g, card, as_event)


def may_offer(g: Draka, side: str) -> Refusal | None:
    """Card ap.40.b: after the demand neither side offers peace."""
    if g.played("ap.40"):
        return Refusal("draka.card.ap.40.b", "Unconditional surrender is demanded: no peace offers.")
    return None


# ------------------------------------------------------------------ 15: victory


def victory_band(g: Draka) -> tuple[dict[str, int], str]:
    """15.1 to 15.4: the bands by treaty and demand; short scenarios keep their own."""
    bands = g.charts["victory"]
    if g.options["introductory"] or g.options["limited_war_scenario"] or "victory" in g.static.scenario:
        found: tuple[dict[str, int], str] = victory.victory_band(g)
        return found
    treaty, demand = g.played("cp.45"), g.played("ap.40")
    if treaty and demand:
        return bands["both"], "draka.15.4"
    if treaty:
        return bands["treaty"], "draka.15.3"
    if demand:
        return bands["surrender"], "draka.15.2"
    return bands["neither"], "draka.15.1"


def armistice_allowed(g: Draka) -> bool:
    """Card ap.40.c: after the demand no armistice before turn 22."""
    return not war_to_the_end(g) and victory.armistice_allowed(g)


@cites("draka.card.ap.40.c")
def war_to_the_end(g: Draka) -> bool:
    """Unconditional surrender is demanded: no armistice before turn 22."""
    return g.played("ap.40") and g.state.turn < 22


def capital_lost(g: Draka, nation: str) -> bool:
    """R37: the Draka have no capital."""
    if nation == "tu":
        return both_capitals_lost(g)
    if nation == "it":
        return rome_lost(g)
    return nation not in ("dr", "cm") and nations.capital_lost(g, nation)


@cites("draka.cp.tu.2")
def both_capitals_lost(g: Draka) -> bool:
    """Turkey has two capitals, and one of them is enough."""
    return not g.board.capitals["tu"] & g.static.theatre & g.controlled(CP) & ~g.besieged


@cites("draka.cp.it.2")
def rome_lost(g: Draka) -> bool:
    """Rome is the only capital of Italy."""
    return bool(g.board.mask("rome") & (g.controlled(AP) | g.besieged))
