"""Section 16: who finds whom. One throw is read against each enemy force by its own attitude (ruling R162)."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Tally, cites

from ..context import Fyow
from ..state import Order, Unit
from ..supply.rationed import at_rest
from ..tables import AFVS, ELEMENTS, TABLES
from ..weather.weather import murky
from .concealment import wholly

TABLE = TABLES["detection"]


RECCE = ("scout_car", "light_armoured_car", "heavy_armoured_car")


@cites("fyow.18.0.1")
def trained_scouts(unit: Unit) -> int:
    """18.0.1: reconnaissance troops are Enhanced figures (troop quality): no more of them than are left."""
    return min(unit.recce, sum(n for e, n in unit.elements.items() if e.endswith("_enhanced") or e.startswith("special")))


def scouts(g: Fyow, number: int) -> bool:
    """18.0.1: whether it has reconnaissance troops that can lead."""
    unit = g.unit(number)
    return trained_scouts(unit) > 0 or any(e in RECCE for e in unit.elements)


def reconnaissance(g: Fyow, number: int) -> bool:
    """16.4.1: wholly a reconnaissance unit: its men are the enhanced ones marked so, its vehicles scout or armoured cars."""
    unit = g.unit(number)
    men = sum(n for e, n in unit.elements.items() if ELEMENTS[e].get("figure"))
    cars = [e for e in unit.elements if e in AFVS]
    return scouts(g, number) and men <= trained_scouts(unit) and all(e in RECCE for e in cars)


def in_the_dark(g: Fyow, dice: Tally, board: int = -1) -> Tally:
    """16.0.3, 16.0.4: fewer dice by night, in heavy rain and in fog; never fewer than none (ruling R43)."""
    if g.light == "moon" and not g.options["bright_moon"]:
        dice.add(-TABLE["deduct"]["night_moon"], "moonlit night", "fyow.16.0.3")
    if g.light == "dark":
        dice.add(-TABLE["deduct"]["night_dark"], "dark night", "fyow.16.0.3")
    if murky(g, board):
        dice.add(-TABLE["deduct"]["heavy_rain_or_fog"], "heavy rain or fog", "fyow.16.0.4")
    return dice


def arriving_dice(g: Fyow, number: int) -> Tally:
    """16.0.1: 4D6 for a force that arrives in a box."""
    dice = Tally("detection dice")
    front = g.unit(number).kind == "fraction" and reconnaissance(g, number)
    led = scouts(g, number) and g.unit(number).lead == "recce"
    if front or led:
        key, words = ("recce_fraction", "reconnaissance in front") if front else ("recce_led", "reconnaissance troops lead")
        dice.add(TABLE["arriving"][key], words, "fyow.16.0.1")
    else:
        dice.add(TABLE["arriving"]["normal"], "arriving", "fyow.16.0.1")
    return in_the_dark(g, dice, g.unit(number).board)


def score_against(g: Fyow, number: int) -> int:
    """16.0.5, 16.0.6: 5 finds a force that is Present, at Rest or in Disarray; a Deployed one needs a 6."""
    unit = g.unit(number)
    if wholly(g, number):
        return 7
    open_to_view = unit.attitude == "present" or at_rest(unit) or unit.disarray > 0
    if open_to_view:
        return int(TABLE["arriving"]["finds_present_or_rest"])
    return int(TABLE["arriving"]["finds_deployed"])


@cites("fyow.15.5.1")
def detect_on_arrival(g: Fyow, number: int) -> list[int]:
    """15.5.1: the throw in the box, or what friends on the board know already. Returns the enemies known now."""
    unit = g.unit(number)
    friends = [n for n in g.on_board(unit.board, unit.side) if n != number]
    if not friends:
        dice = arriving_dice(g, number)
        count = max(0, int(dice))
        words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number, "board": unit.board, "tallies": [dice]}
        faces = g.roll(f"{count}d6", "{unit} looks at {board}", rule="fyow.15.5.1", **words) if count else ()
        for enemy in g.on_board(unit.board, g.enemy(unit.side)):
            if any(face >= score_against(g, enemy) for face in faces):
                found(g, number, enemy, "fyow.16.0.6" if score_against(g, enemy) == 6 else "fyow.16.0.5")
    return g.known_enemies(unit.side, unit.board)


def found(g: Fyow, number: int, enemy: int, rule: str) -> None:
    unit = g.unit(number)
    if not g.knows(unit.side, enemy):
        g.spot(unit.side, enemy)
        unit.surprised = True
        g.tell("{unit} finds the enemy at {board}.", rule=rule, to=unit.side, unit=number, board=g.unit(enemy).board)


def flanked(g: Fyow, number: int, link: int) -> bool:
    """Ruling R31: front is the link it faces and its two neighbours; with three links or fewer there is no flank."""
    unit = g.unit(number)
    around = g.static.land_links(unit.board)
    facing = unit.facing if unit.attitude != "present" else unit.edge
    if len(around) <= 3 or facing not in around or link not in around:
        return False
    return link not in (facing, *g.static.graph.links_beside(unit.board, facing, g.static.land))


@cites("fyow.16.4.3")
def dark_for_the_occupier(g: Fyow, dice: Tally, board: int) -> None:
    """16.4.3: he loses the same dice by night, rain and fog as those who arrive."""
    in_the_dark(g, dice, board)


@cites("fyow.20.7.3.1")
def occupying_dice(g: Fyow, number: int, link: int) -> Tally:
    """16.4: 2D6 at Rest, 3D6 Present, 4D6 Deployed; one fewer to flank or rear; night and weather as for arrivals."""
    unit = g.unit(number)
    state = "rest" if at_rest(unit) else "present" if unit.attitude == "present" or unit.disarray else "deployed"
    dice = Tally("detection dice")
    recce = reconnaissance(g, number) and not at_rest(unit)
    dice.add(TABLE["occupying"]["all_recce" if recce else state], "reconnaissance unit" if recce else state, "fyow.16.4.1")
    enemies = g.on_board(unit.board, g.enemy(unit.side))
    if any(g.unit(n).dropped >= g.now - 1 >= 0 for n in enemies if g.unit(n).dropped >= 0):
        dice.add(TABLE["occupying"]["parachute_landing_bonus"], "they fell from the sky", "fyow.28.13.6")
    if flanked(g, number, link) and not recce:
        dice.add(TABLE["occupying"]["flank_or_rear"], "flank or rear", "fyow.16.4.2")
    dark_for_the_occupier(g, dice, unit.board)
    return dice


@cites("fyow.33.5.1", "fyow.33.7.1.4")
def look_about(g: Fyow, number: int) -> None:
    """16.3.1, 33.7.1.4: at its activation an occupier throws for each enemy that it has not found.

    Nobody sees these dice unless they find something: that they are thrown at all would tell that somebody is there.
    """
    unit = g.unit(number)
    if unit.outside and not g.known_enemies(unit.side, unit.board):
        detect_on_arrival(g, number)  # 17.1.3: who observes from the box looks on
    if unit.box >= 0:
        return
    for enemy in g.on_board(unit.board, g.enemy(unit.side)):
        battle = g.battle_of(enemy)
        if g.knows(unit.side, enemy) and battle and number in battle.defenders:
            battle.detected = True  # 33.7.2.3: he has had his activation, and has detected them already
        if g.knows(unit.side, enemy) or wholly(g, enemy):
            continue
        dice = max(0, int(occupying_dice(g, number, g.unit(enemy).edge)))
        faces = g.roll(f"{dice}d6", "{unit} looks about", rule="fyow.16.3.1", to=(), unit=number) if dice else ()
        if any(face >= TABLE["occupying"]["finds_units"] for face in faces):
            found(g, number, enemy, "fyow.16.4.5")
            caught(g, number)
            if battle:
                battle.detected = True


def caught(g: Fyow, number: int) -> None:
    """10.5.6: a force on the Move on whose board the enemy is found changes to Defend."""
    unit = g.unit(number)
    told = any(item.when == "found" and item.whom < 0 for item in unit.then)
    if unit.order.kind == "move" and unit.box < 0 and not told:
        unit.order = Order("defend", unit.board)
        g.tell("{unit} is caught on the move and turns to the defence.", rule="fyow.10.5.6", to=unit.side, unit=number)
