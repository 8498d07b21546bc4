"""Chapters 2, 15 and card ap.40: seven actions, die actions, hands of eight, peace and victory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grognard.games.pog import victory
from grognard.games.pog.operations import begin_operations
from grognard.games.pog.static import AP, CP
from grognard.kernel import Procedure, Refusal, in_force

if TYPE_CHECKING:
    from grognard.games.pog.static import Card

    from .context import Draka

DICE = {"die ops": "OPS", "die sr": "SR"}


def actions_per_turn(g: Draka) -> int:
    """2.2: seven rounds."""
    return int(g.charts["actions"]["per_turn"]) if in_force("draka.2.2") else 6


def hand_size(g: Draka, side: str) -> int:
    """2.1: eight cards at Limited or Total War."""
    chart = g.charts["actions"]
    at_war = g.state.level[side] > 0 and in_force("draka.2.1")
    return int(chart["hand_limited_or_total"] if at_war else chart["hand_mobilization"])


def two_dice(g: Draka) -> bool:
    return g.state.turn >= g.charts["actions"]["two_dice_first_turn"]


def may_extra(g: Draka, side: str, value: Any) -> Refusal | None:
    """2.3 to 2.5: None, or why no die action can be taken now."""
    use = value[0]
    if use not in DICE:
        return Refusal("pog.8.1.3", "There is no such action.")
    if not two_dice(g) and side in g.state.die_used:
        return Refusal("draka.2.3", "A die action was taken this turn.")
    if use == "die sr" and g.state.actions[side][-1:] == ["sr"] and in_force("draka.2.5"):
        return Refusal("draka.2.5", "Your last action was a redeployment.")
    return None


def extra_actions(g: Draka, side: str) -> list[Any]:
    rule = "draka.2.4" if two_dice(g) else "draka.2.3"
    return [(use, "") for use in DICE if in_force(rule) and may_extra(g, side, (use, "")) is None]


def begin_extra(g: Draka, side: str, value: Any) -> None:
    """2.3, 2.4: OPS or SR is named, then the dice say how many points."""
    use = value[0]
    s = g.state
    if two_dice(g):
        roll = g.roll("2d6", "Two dice for {words}: ", rule="draka.2.4", by=side, words=DICE[use])
        points = roll.total // 2
    else:
        points = g.d6("One die for {words}: ", rule="draka.2.3", by=side, words=DICE[use])
    s.die_used.append(side)
    g.tell("The {side} have {number} points of {words} without a card.", rule="draka.2.4" if two_dice(g) else "draka.2.3",
           side=side, number=points, words=DICE[use])  # fmt: skip
    if use == "die ops":
        begin_operations(g, side, points, "")
        s.action.recorded = "die"
    else:
        s.action.kind, s.action.points = "sr", points
        s.action.recorded = "sr" if in_force("draka.2.5") else "die"


def extra_label(g: Draka, value: Any) -> str:
    how = "two dice, half of them" if two_dice(g) else "one die"
    return f"{DICE[value[0]]} without a card: {how}"


def interlude(g: Draka, side: str) -> Procedure:
    """Card ap.41: whatever it is used for, the ANA joins the Turks at once."""
    from .cards import place_ana

    g.fighting, g.fresh = False, 0
    if g.state.action.card == "ap.41" and not g.state.ana_due and not g.note().get("ana"):
        g.note()["ana"] = True
        g.state.ana_due = True
    if g.state.ana_due and g.at_war("tu"):
        yield from place_ana(g)
        g.checkpoint()


def card_leaves(g: Draka, card: Card, as_event: bool) -> bool:
    """Card ap.41 is removed after any use."""
    from grognard.games.pog.cards import card_leaves as base

    if card.id == "ap.41" and in_force("draka.card.ap.41"):
        return True
    return base(g, card, as_event)


def may_offer(g: Draka, side: str) -> Refusal | None:
    """Card ap.40.b: after the demand neither side offers peace."""
    if not in_force("draka.intro.3"):
        return Refusal("pog.5.7.2.a", "Peace terms do not exist.")
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
        return (bands["both"], "draka.15.4") if in_force("draka.15.4") else (bands["neither"], "draka.15.1")
    if treaty:
        return (bands["treaty"], "draka.15.3") if in_force("draka.15.3") else (bands["neither"], "draka.15.1")
    if demand:
        return (bands["surrender"], "draka.15.2") if in_force("draka.15.2") else (bands["neither"], "draka.15.1")
    return (bands["neither"], "draka.15.1") if in_force("draka.15.1") else (bands["both"], "draka.15.4")


def armistice_allowed(g: Draka) -> bool:
    """Card ap.40.c: after the demand no armistice before turn 22."""
    if g.played("ap.40") and g.state.turn < 22 and in_force("draka.card.ap.40.c"):
        return False
    return victory.armistice_allowed(g)


def capital_lost(g: Draka, nation: str) -> bool:
    """cp.tu.2: Turkey has two capitals, and one is enough; R37: the Draka have none."""
    if nation == "tu" and in_force("draka.cp.tu.2"):
        capitals = g.board.capitals["tu"] & g.static.theatre
        return not capitals & g.controlled(CP) & ~g.besieged
    if nation == "it" and in_force("draka.cp.it.2"):
        return bool(g.board.mask("rome") & (g.controlled(AP) | g.besieged))
    if nation == "it":
        return bool(g.board.mask("rome", "milan") & (g.controlled(AP) | g.besieged))
    if nation in ("dr", "cm"):
        return False
    from grognard.games.pog.nations import capital_lost as base

    return base(g, nation)
