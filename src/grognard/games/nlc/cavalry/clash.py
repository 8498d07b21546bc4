"""Chapters 7.7.4, 7.7.5 and 7.10: the clash of a charge: modifiers, strengths, both fires."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec import Struct

from grognard.boards.masks import mask_of
from grognard.kernel import Procedure, Tally, cites

from ..army.demoralization import note_collapse
from ..army.morale import Situation, check
from ..combat.by_mail import count_win
from ..combat.fire import charge_hits, fire, rounded, take_hits, two_fire
from ..combat.strengths import caught_on_road
from ..context import LIMIT, Nlc
from ..ground import CLEAR, STREAM, TOWN
from ..leaders.leaders import at_risk
from ..leaders.night import frightened
from ..tables import HEX_LINES, LINES, MULTIPLIER, percent


class Rider(Struct):
    """A cavalry unit in a charge: where it came from at first, and the hex from which it enters the fight."""

    unit: int
    home: int
    via: int
    back: int = -1  # in a pursuit: the hex between the one that it won and its home


class Clash(Struct):
    """How a charge combat ended."""

    winner: str  # chargers, defenders, nobody
    lost: list[int]  # steps: chargers, defenders


# ------------------------------------------------------------------ modifiers and strengths


@cites("nlc.7.10.2")
def flank_charge(g: Nlc, rider: Rider, riders: Collection[Rider], place: int, defenders: Sequence[int]) -> bool:
    """7.10.2, 20.2.21, R140: the defender is tied down by others, and the charger comes from where none of them is near."""
    if safe_in_town(g, place):
        return False
    return caught_on_road(g, place, defenders, True) or from_the_flank(g, rider, riders, place)


def from_the_flank(g: Nlc, rider: Rider, riders: Collection[Rider], place: int) -> bool:
    """7.10.2 as it lies on the map, for all to see."""
    side = g.side(rider.unit)
    mounted = {other.unit for other in riders} | on_their_way(g)
    pins = [hex for hex in g.grid.adjacent[place] if any(u not in mounted for u in g.own_at(hex, side))]
    if not pins:
        return False
    return all(rider.via != hex and rider.via not in g.grid.adjacent[hex] for hex in pins)


@cites("nlc.7.7.10")
def on_their_way(g: Nlc) -> set[int]:
    """7.7.10, R55: all charges move before any is fought: until then nobody who charges holds down an enemy beside his old hex,
    nor where he won and has still to decide whether to pursue.
    """
    stage = g.state.stage
    if stage is None or stage.segment != "charge":
        return set()
    waiting = {unit for won in stage.pursuits for unit in won.units}
    return waiting if stage.step == "pursue" else waiting | {charge.unit for charge in stage.charges}


@cites("nlc.7.6.3")
def safe_in_town(g: Nlc, place: int) -> bool:
    """7.6.3, R140: defenders in a town cannot be flanked, by a charge neither unless the option says so."""
    return g.terrain(place) == TOWN and not g.on("flank_charges_into_towns")


def multiplier(g: Nlc, count: int) -> int:
    """7.10.1, R59."""
    if count == 3 and g.on("charge_multiplier_4"):
        return 4
    return MULTIPLIER[count]


def charge_tally(g: Nlc, riders: Sequence[Rider], place: int, modifiers: Sequence[int]) -> Tally:
    """7.7.4, 7.7.12, 7.10.1: what the chargers fire with; `modifiers`: how many apply to each."""
    total = Tally("charge")
    kind = g.terrain(place)
    for rider, count in zip(riders, modifiers):
        term = total.add(g.strength(rider.unit), g.name(rider.unit))
        if count and not g.on("six_to_hit"):
            term.times(multiplier(g, count), f"{count} charge modifiers", "nlc.7.10.1")
        if kind != CLEAR:
            term.times(percent(HEX_LINES[kind], "charge"), ("", "town", "chateau", "woods")[kind], "nlc.7.7.12")
        if rider.via != place and g.ground.side(rider.via, place) & STREAM:
            term.times(percent(LINES["stream"], "charge"), "stream", "nlc.7.7.12")
    return rounded(g, total)


def answer_tally(g: Nlc, defenders: Sequence[int], dumb: Collection[int], all_flank: bool) -> Tally:
    """7.7.4, 7.10.3, 7.8.2: what a charge is met with. `dumb` units have just retreated and do not fire."""
    total = Tally("answer")
    for unit in defenders:
        term = total.add(g.strength(unit), g.name(unit))
        if unit in dumb:
            term.times(0, "just retreated", "nlc.7.8.2")
        elif not g.is_cavalry(unit):
            if all_flank:
                term.times(0, "charged in flank", "nlc.7.10.3")
            term.halve("infantry and guns against a charge", "nlc.7.7.4")
    return rounded(g, total)


# ------------------------------------------------------------------ the fight


def clash(
    g: Nlc,
    riders: list[Rider],
    place: int,
    defenders: list[int],
    *,
    backhand: bool = False,
    dumb: Collection[int] = (),
    trapped: bool = False,
) -> Procedure:
    """7.7.4, 7.7.5: both fire once, losses at once; the side that lost more steps loses, on equal losses the charger."""
    side = g.side(riders[0].unit)
    g.state.was_attacked |= mask_of(defenders)  # 20.8.1: by a reaction or a pursuit too
    frightened(g, place, side)
    charge = g.verb(len(riders), "charges", "charge")
    g.tell("{units} " + charge + " {place}.", rule="nlc.7.7.3", units=[r.unit for r in riders], place=place, foes=defenders)
    flanks = [not trapped and flank_charge(g, rider, riders, place, defenders) for rider in riders]
    unready = not_ready(g, defenders)
    counts = [flank + unready + backhand for flank in flanks]
    _tell_modifiers(g, any(flanks), unready, backhand)
    attack = charge_tally(g, riders, place, counts)
    firing = defenders
    if len(answering := [unit for unit in defenders if unit not in dumb]) > LIMIT:
        firing = yield from two_fire(g, 1 - side, answering)
    answer = answer_tally(g, firing, dumb, all(flanks))
    first = fire(g, side, attack, "Charge at {place}", rule="nlc.7.7.4", place=place, bonus=max(counts))
    second = fire(g, 1 - side, answer, "Fire against the charge at {place}", rule="nlc.7.7.4", place=place)
    chargers = [rider.unit for rider in riders]
    hurt = yield from take_hits(g, 1 - side, defenders, charge_hits(first.hits))
    paid = yield from take_hits(g, side, chargers, charge_hits(second.hits))
    note_collapse(g)
    at_risk(g, [place for _ in hurt[:1]], 1 - side)
    gone = [not any(g.on_map(unit) for unit in units) for units in (chargers, defenders)]
    winner = who_wins(g, len(paid), len(hurt), gone)
    g.tell(
        "Steps lost: chargers {paid}, defenders {hurt}; {winner}.",
        rule="nlc.7.7.5",
        paid=len(paid),
        hurt=len(hurt),
        winner="nobody wins" if winner == "nobody" else f"the {winner} win",
    )
    count_win(g, side, winner == "defenders", gone[0], gone[1] or winner == "chargers")
    return Clash(winner, [len(paid), len(hurt)])


@cites("nlc.7.7.5")
def who_wins(g: Nlc, paid: int, hurt: int, gone: Sequence[bool]) -> str:
    """7.7.5, R51: the side that lost more steps loses, on equal losses the charger; of two that are gone nobody wins."""
    if all(gone):
        return "nobody"
    if any(gone) and g.on("survivor_wins_charge"):
        return "chargers" if gone[1] else "defenders"
    return "chargers" if hurt > paid else "defenders"


def not_ready(g: Nlc, defenders: Sequence[int]) -> bool:
    """7.10.4: any defender disrupted; else the infantry checks its morale once."""
    if any(g.disrupted(unit) for unit in defenders):
        return True
    infantry = [unit for unit in defenders if g.is_infantry(unit)]
    if not infantry:
        return False
    return not check(g, infantry, Situation(charged=True), "Is {unit} ready to receive the charge?", "nlc.7.10.4")


def _tell_modifiers(g: Nlc, flank: bool, unready: bool, backhand: bool) -> None:
    if flank:
        g.tell("A flank charge.", rule="nlc.7.10.2")
    if unready:
        g.tell("The defenders are not ready.", rule="nlc.7.10.4")
    if backhand:
        g.tell("A backhand blow.", rule="nlc.7.10.5")
