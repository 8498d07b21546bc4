"""The first step of a commander: what decides the campaign, what must be held, where the enemy is, what he can do about it.

Only from what the side knows; every judgement has a sentence.
"""

from __future__ import annotations

from msgspec import Struct

from ..context import Fyow
from ..tables import ELEMENTS
from .plans import dangerous

FLAK = 0.5  # of the value of a force: then it is anti-aircraft artillery


class Appreciation(Struct):
    """How things stand for a side."""

    keep: list[int]  # objectives that it holds, the most worth keeping first
    gain: list[int]  # those that it does not, the most worth going for first
    lead: int  # objective points more than the enemy, as it believes
    days: int  # left
    attacks: bool  # whether it must take something to win

    def words(self, g: Fyow) -> str:
        """Why it does what it does, in a sentence."""
        names = g.static.boards
        if not self.gain:
            return f"Everything that counts is ours; what matters is to keep {names[self.keep[0]].name}." if self.keep else ""
        first = names[self.gain[0]].name
        if self.attacks:
            return f"We are {abs(self.lead)} points behind with {self.days} days left: {first} must be taken."
        return f"We lead by {self.lead} points with {self.days} days left: hold what we have, and take {first} if it is weak."


def appreciate(g: Fyow, side: str) -> Appreciation:
    """From the objectives, who is believed to hold them, and where the forces stand."""
    held, worth = g.state.known_control[side], g.static.objectives
    own = [b for b in worth if held[b] == side]
    foreign = [b for b in worth if held[b] != side]
    lead = sum(worth[b] for b in own) - sum(worth[b] for b in foreign if held[b] == g.enemy(side))
    keep = sorted(own, key=lambda b: (-worth[b] - 3 * threat(g, side, b), b))
    gain = sorted(foreign, key=lambda b: (-prize(g, side, b), b))
    return Appreciation(keep, gain, lead, g.static.days - g.state.day, must_attack(g, side, lead))


def must_attack(g: Fyow, side: str, lead: int) -> bool:
    named = g.static.scenario.get("victory", {})
    if "points" in named:  # the scenario names who has to win
        return str(named["side"]) == side
    return lead <= 0


def threat(g: Fyow, side: str, board: int) -> int:
    """2: an enemy is known on it or next to it; 1: within three boards; 0: nobody is known about."""
    near = g.static.graph.distances(1 << board, -1, g.static.land)
    seen = [g.unit(n).board for n in g.state.seen[side]]
    seen += [int(b) for b in g.state.sighted[side] if dangerous(g, side, int(b))]
    steps = min((near.get(b, 99) for b in seen), default=99)
    return 2 if steps <= 1 else 1 if steps <= 3 else 0


def prize(g: Fyow, side: str, board: int) -> float:
    """What an objective is worth for the march that it costs the nearest force, and for who is known to guard it."""
    far = g.static.far[board]
    forces = [n for n in g.alive(side) if g.unit(n).kind == "battlegroup" and not stays_at_home(g, n)]
    steps = min((far[g.unit(n).board] for n in forces if g.unit(n).board in far), default=20)
    guard = g.combat_value(*g.known_enemies(side, board)) if g.known_enemies(side, board) else 0
    return float(g.static.objectives[board] / (8 + steps) - guard / 400)


def is_flak(g: Fyow, number: int) -> bool:
    """Most of its value is anti-aircraft guns."""
    elements = g.unit(number).elements
    guns = g.part_value({e: n for e, n in elements.items() if ELEMENTS[e].get("aa_barrels")})
    return guns > FLAK * max(1, g.half_value(number))


def stays_at_home(g: Fyow, number: int) -> bool:
    """Flak, and the headquarters of a Brigade with two other Battlegroups, hold ground that is ours; they assault nothing."""
    if is_flak(g, number):
        return True
    unit = g.unit(number)
    if g.state.brigades[unit.brigade].hq != number:
        return False
    others = [n for n in g.alive(unit.side) if n != number and g.unit(n).brigade == unit.brigade]
    return sum(g.unit(n).kind == "battlegroup" for n in others) >= 2
