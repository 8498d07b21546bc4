"""Chapter 8, flags, points, momentum, the end (8.flag.*, 8.vp.*, 8.momentum*, 8.length, 8.winner); 1.meeting.scoring."""

from __future__ import annotations

from grognard.kernel import cites
from grognard.kernel.context import Result

from ..context import Napalini
from ..state import Army


def points(g: Napalini, side: str) -> int:
    return sum(g.camp(side).vp.values())


def note_prize(g: Napalini, square: int) -> None:
    """13C: a BUA square, not in rubble, last held by the enemy, taken and held alone, that was no enemy-flagged objective."""
    if g.static.terrain[square] != "bua":
        return
    for side in g.sides:
        if g.real_at(square, side) and not g.real_at(square, g.other(side)):
            if g.state.last_held.get(str(square)) == g.other(side):
                flagged = square in g.state.objectives and g.state.flags[g.state.objectives.index(square)] == g.other(side)
                if not flagged and square not in g.camp(side).prizes and g.terrain(square) == "bua":
                    g.camp(side).prizes.append(square)
            g.state.last_held[str(square)] = side


def note_prizes(g: Napalini) -> None:
    """After every round: who stands alone in the built-up areas."""
    for square, kind in enumerate(g.static.terrain):
        if kind == "bua":
            note_prize(g, square)


def set_flags(g: Napalini) -> None:
    """8.flag.change: an FL unit there and no enemy unit; a flag stays until the other side flags the square."""
    for number, square in enumerate(g.state.objectives):
        for side in g.sides:
            front = [n for n in g.real_at(square, side) if g.fl(n)]
            if front and not g.real_at(square, g.other(side)):
                if g.state.flags[number] != side:
                    g.state.flags[number] = side
                    g.state.flag_nights[number] = 0
                    name = g.static.objective_names.get(square, g.label(square))
                    g.tell("{side} flags {name} ({place}).", rule="napalini.8.flag.change", side=side, name=name, place=square)
        g.state.flag_nights[number] += 1


@cites("napalini.8.vp.objective")
def flagged(g: Napalini, side: str) -> int:
    """1 VP for each objective flagged."""
    return g.state.flags.count(side)


def score_night(g: Napalini) -> None:
    """8.vp.objective: 1 VP for each objective flagged, for both sides."""
    for side in g.order:
        count = flagged(g, side)
        g.camp(side).vp["objectives"] += count
        if count:
            rule = "napalini.1.meeting.scoring" if g.static.meeting else "napalini.8.vp.objective"
            g.tell("{side} scores {points} for objectives.", rule=rule, side=side, points=count)


def set_momentum(g: Napalini) -> None:
    """8.momentum: the side with the majority of flagged objectives; one-off victory points do not matter."""
    one, two = g.sides
    counts = {side: g.state.flags.count(side) for side in g.sides}
    holder = one if counts[one] > counts[two] else two if counts[two] > counts[one] else ""
    g.state.momentum = holder
    for side in g.sides:
        camp = g.camp(side)
        camp.no_momentum = 0 if g.state.momentum == side else camp.no_momentum + 1
    if holder:
        g.tell("{side} has momentum.", rule="napalini.8.momentum", side=holder)
    else:
        g.tell("Nobody has momentum.", rule="napalini.8.momentum")


def moving_objectives(g: Napalini) -> list[int]:
    """R21, with its switch: objectives that the SO has flagged on two successive nights."""
    if not g.option("moving_objectives") or g.static.meeting:
        return []
    return [n for n, flag in enumerate(g.state.flags) if flag == g.order[0] and g.state.flag_nights[n] >= 2]


def collapse(g: Napalini) -> Result | None:
    """8.winner: a side without FL units on the table or due to arrive loses at once."""
    for side in g.order:
        alive = any(
            u.side == side and u.where in ("table", "aboard", "hook", "later", "reserve") and g.fl(n) and not g.dummy(n)
            for n, u in enumerate(g.state.units)
        )
        if not alive:
            return final(g, g.other(side), f"{g.static.sides[side].nation} has no front-line unit left.")
    return None


def final(g: Napalini, winner: str | None, words: str) -> Result:
    scores = {side: float(points(g, side)) for side in g.sides}
    return Result(winner, words, "napalini.8.winner", scores)


def battle_over(g: Napalini) -> Result | None:
    """8.length and 8.winner, after the night's scoring."""
    s = g.state
    last = g.static.days + (g.static.extra_days if s.extra else 0)
    if s.day < last:
        return None
    one, two = g.order
    lead = points(g, one) - points(g, two)
    if not s.extra and g.static.extra_days and abs(lead) < 3:
        s.extra = True
        g.tell("No side leads by 3 VPs: the battle goes to extra time.", rule="napalini.8.length")
        for army in s.armies:
            give_back_character(army)
        return None
    prize_points(g)
    lead = points(g, one) - points(g, two)
    score = f"{max(points(g, one), points(g, two))} to {min(points(g, one), points(g, two))} VPs"  # the winner's first
    if lead == 0:
        if g.static.meeting:
            return final(g, None, f"A draw: {score}.")
        return final(g, two, f"{g.static.sides[two].nation} holds out: {score}.")
    winner = one if lead > 0 else two
    return final(g, winner, f"{g.static.sides[winner].nation} wins: {score}.")


@cites("napalini.11.character.once")
def give_back_character(army: Army) -> None:
    """In extra time used character cards may be played once more."""
    army.character_left = 2 if army.character == "12C" else 1


def prize_points(g: Napalini) -> None:
    """13C: 1 VP for each different BUA square taken."""
    for side in g.sides:
        camp = g.camp(side)
        if camp.prize_taker and camp.prizes:
            camp.vp["cards"] += len(camp.prizes)
            g.tell("{side} scores {points} for prizes.", rule="napalini.card.13C", side=side, points=len(camp.prizes))
            camp.prizes = []
