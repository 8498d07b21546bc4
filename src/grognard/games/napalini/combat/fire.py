"""Chapter 7, dice and scores: how many dice a unit throws and what is added to them.

`dice_tally` and `score_tally` are pure: prompt, odds, bot and resolution read the same numbers. Losses are in losses.py, the
order of shooting in cycle.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from grognard.kernel import Tally, cites

from ..cards.lasting import served_this_round
from ..context import Napalini
from ..table.terrain import base_close, close_for, hard_for, prepared
from ..tables import UnitType, firepower


class Aim(NamedTuple):
    """One shooter and what it shoots at."""

    unit: int
    square: int
    targets: tuple[int, ...]
    attacking: bool
    ranged: bool = False
    rear: bool = False  # attacks from the rear of a square that is not in all-round defence
    ambush: bool = False
    better: int = 0  # 26E: firepower improved
    extra: int = 0  # torpedoes


@cites("napalini.3.terrain.half")
def half(g: Napalini, targets: Sequence[int], what: Callable[[int], bool]) -> bool:
    """3.terrain.half: at least half of the real units of the target; of dummies alone, nothing."""
    real = [n for n in targets if not g.dummy(n)]
    if not real:
        return False
    count = sum(what(n) for n in real)
    return 2 * count >= len(real)


@cites("napalini.3.terrain.open-close")
def close_target(g: Napalini, square: int, targets: Sequence[int], defending: bool = True) -> bool:
    """3.terrain.open-close for ranged and air fire: close base terrain, or half of the targets sheltered."""
    if base_close(g, square):
        return True
    return defending and half(g, targets, lambda n: close_for(g, n, square, True))


@cites("napalini.7.tank-shock.denied")
def denies_shock(g: Napalini, n: int) -> bool:
    """7.tank-shock.denied."""
    kind = g.type(n)
    return kind.id in ("light_artillery", "field_artillery") or armoured(kind) or has_atk(g, n) or "fort" in kind.tags


@cites("napalini.2.flag.armoured", "napalini.A.armour")
def armoured(kind: UnitType) -> bool:
    """Units with A or TA, vessels too."""
    return kind.armoured


@cites("napalini.2.flag.thick-armour")
def thick_armoured(kind: UnitType) -> bool:
    return kind.thick


@cites("napalini.2.flag.anti-tank")
def has_atk(g: Napalini, n: int) -> bool:
    """2.flag.anti-tank; R12 has the switch for light artillery."""
    kind = g.type(n)
    if kind.id == "light_artillery" and g.option("light_artillery_not_atk"):
        return False
    return "ATK" in kind.flags


def tank_shock(g: Napalini, square: int, defenders: Sequence[int]) -> bool:
    """7.tank-shock: the square is open for the defenders and nothing in it denies it."""
    if close_target(g, square, defenders):
        return False
    return not any(denies_shock(g, n) for n in defenders)


def shocks(g: Napalini, n: int) -> bool:
    kind = g.type(n)
    if kind.vehicle:
        return True
    return g.option("trains_and_boats_have_tank_shock") and kind.kind != "land" and kind.armoured and kind.fl


def dice_tally(g: Napalini, aim: Aim) -> Tally:
    """7.dice: the Open or Close column, plus the extra dice."""
    n, kind = aim.unit, g.type(aim.unit)
    total = Tally(f"dice of {g.name(n)}")
    if aim.ranged:
        close = close_target(g, aim.square, aim.targets, aim.attacking)
        count = kind.close_ranged if close else kind.open
        rule = "napalini.2.bastion" if close and kind.close_ranged != kind.close else "napalini.7.dice"
    else:
        close = close_for(g, n, aim.square, not aim.attacking)
        count, rule = (kind.close if close else kind.open), "napalini.7.dice"
    total.add(count, "close" if close else "open", rule)
    if not count:
        return total
    if aim.rear:
        total.add(1, "from the rear", "napalini.7.rear-dice")
    if aim.attacking and not aim.ranged and shocks(g, n) and tank_shock(g, aim.square, aim.targets):
        total.add(1, "tank shock", "napalini.7.tank-shock")
    if aim.ambush:
        total.add(1, "ambush", "napalini.7.ambush-dice")
    if aim.extra:
        total.add(aim.extra, "torpedoes", "napalini.10.torpedoes")
    if not aim.ranged and not aim.ambush:
        _card_dice(g, aim, total)
    return total


def _card_dice(g: Napalini, aim: Aim, total: Tally) -> None:
    """O1C, 11E and 12E: one die more for the units that the card names."""
    r = g.state.round
    if r is None:
        return
    side, square = g.unit(aim.unit).side, str(aim.square)
    for card, where in r.named:
        if where != square:
            continue
        if card == "O1C" and side == r.side and g.fl(aim.unit) and served_this_round(g, aim.unit, card):
            total.add(1, "Blood & Guts", "napalini.card.O1C")
        if (
            card == "11E"
            and aim.attacking
            and g.type(aim.unit).infantry
            and any(hard_for(g, t, aim.square) for t in aim.targets)
        ):
            total.add(1, "Do you want to live forever?", "napalini.card.11E")
    surrounded = g.camp(side).period_cards.get("12E", -9) == aim.square
    if surrounded and not aim.attacking and g.type(aim.unit).infantry:
        total.add(1, "surrounded", "napalini.card.12E")


@cites("napalini.2.no-rerolls")
def score_tally(g: Napalini, aim: Aim) -> Tally:
    """The modifiers of every die of this shooter: hardness, armour, cavalry, cards (2.no-rerolls)."""
    n, targets, square = aim.unit, aim.targets, aim.square
    total = Tally(f"score of {g.name(n)}")
    against_defenders = aim.attacking  # attackers are never prepared nor sheltered
    hard = False
    if against_defenders and not aim.rear and half(g, targets, lambda t: prepared(g, t) and hard_for(g, t, square)):
        total.add(-1, "prepared and hard", "napalini.7.prepared-hard")
        hard = True
    armour = armour_rule(g, n, targets)
    if armour and not (hard and g.option("hard_and_armour_not_cumulative")):
        total.add(-1, "thick armour" if armour == "napalini.7.thick-armour" else "armour", armour)
    if half(g, targets, lambda t: "cavalry" in g.type(t).tags) and open_for_cavalry(g, square, targets, against_defenders):
        total.add(1, "cavalry in the open", "napalini.7.cavalry")
    if aim.ranged and g.state.weather == "B" and g.option("bad_weather_artillery_minus_one"):
        total.add(-1, "bad weather", "napalini.R53")
    r = g.state.round
    named = r is not None and aim.attacking and g.unit(n).side == r.side and ["30E", str(square)] in r.named
    if named and half(g, targets, lambda t: prepared(g, t)):
        total.add(1, "I'll see you on the beach", "napalini.card.30E")
    if aim.better:
        total.add(aim.better, "Iron Crosses", "napalini.card.26E")
    return total


def open_for_cavalry(g: Napalini, square: int, targets: Sequence[int], defending: bool) -> bool:
    cavalry = [t for t in targets if "cavalry" in g.type(t).tags]
    return bool(cavalry) and not any(close_for(g, t, square, defending) for t in cavalry)


@cites("napalini.7.armour.not-cumulative")
def armour_rule(g: Napalini, n: int, targets: Sequence[int]) -> str:
    """7.armour, 7.thick-armour, 7.armour.not-cumulative: the rule by which this shooter deducts 1, or nothing."""
    kind = g.type(n)
    large = kind.artillery and "LM" in kind.flags and g.option("ships_guns_pierce_thick_armour")
    exempt = "heavy-weapon" in kind.tags or large or has_atk(g, n)
    if not exempt and half(g, targets, lambda t: thick_armoured(g.type(t))):
        return "napalini.7.thick-armour"
    if "light-weapons" in kind.tags and half(g, targets, lambda t: armoured(g.type(t))):
        return "napalini.7.armour"
    return ""


def needed(g: Napalini, n: int) -> int:
    """2.firepower at the moment of throwing."""
    return firepower(g.unit(n).quality, g.unit(n).step, g.option("exhausted_firepower_drops_again"))


def hit_chances(g: Napalini, aim: Aim) -> list[float]:
    """For every die of a shooter the chance that it hits."""
    need, modifier = needed(g, aim.unit), int(score_tally(g, aim))
    chance = sum(hits(g, die, need, modifier) for die in range(1, 7)) / 6
    return [chance] * max(0, int(dice_tally(g, aim)))


@cites("napalini.2.modified-score")
def hits(g: Napalini, die: int, need: int, modifier: int) -> bool:
    """2.modified-score: only the modified score counts; R10 has the switch."""
    if g.option("natural_six_hits") and die == 6:
        return True
    return die + modifier >= need
