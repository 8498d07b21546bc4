"""A campaign: several battles between the same two forces (dbms.R116). Who has won a battle attacks in the next.

Lost elements may come back between the battles; the rest of the force fights on without them.
"""

from __future__ import annotations

from grognard.kernel import Result
from grognard.kernel.words import counted

from ..context import Dbms
from ..state import BLUE, LOST, OFF, OTHER, RED, WAITING, Element, Fort
from ..tables import AIR
from .terrain_generation import generated_table

STRAGGLERS = {True: 3, False: 5}  # has it won the battle: what brings a lost element back on a d6
LEAST = 7  # a force of fewer elements gives up


def strength(g: Dbms, side: str) -> int:
    return sum(e.side == side and e.status != LOST for e in g.state.elements)


def next_battle(g: Dbms, ended: Result) -> Result | None:
    """The battle is over: its stragglers come back, and the next begins; or the campaign is decided."""
    s = g.state
    g.tell("{outcome}", rule=ended.rule, outcome=ended.text)
    for side in (RED, BLUE):
        come_back(g, side, won=ended.winner == side)
    if (decided := too_weak(g)) is not None:
        return decided
    s.campaign.battle += 1
    s.attacker = ended.winner or OTHER[s.attacker]
    for element in s.elements:
        make_ready(element)
    s.losses = {RED: 0, BLUE: 0}
    s.turn, s.swaps, s.skipped = 0, 0, 0
    s.fort, s.edges, s.numbered, s.deployed = Fort(), {}, [], []
    s.works, s.swapped, s.pips, s.passed = {}, [], {}, []
    s.initiative = s.mover = ""
    s.terrain = []
    if g.options["table_seed"]:
        word = f"{g.options['table_seed']} {s.campaign.battle}"
        s.terrain = list(generated_table(word, s.theatre, g.static.size, g.options))
    s.phase = "terrain"
    told = {"battle": s.campaign.battle, "red": s.campaign.wins.get(RED, 0), "blue": s.campaign.wins.get(BLUE, 0)}
    g.heading("Battle {battle} of the campaign, {red} to {blue}", rule="dbms.R116", **told)
    g.tell("{side} attacks.", rule="dbms.R116", side=s.attacker)
    return None


def come_back(g: Dbms, side: str, *, won: bool) -> None:
    """One d6 for each lost element: 3 and more for the victor of the day, else 5 and more; a general is always replaced."""
    for n, element in enumerate(g.state.elements):
        if element.side != side or element.status != LOST:
            continue
        if element.code == "GE" or g.d6("{element} rallies on {needed}: ", rule="dbms.R116", by=side, element=n,
                                        needed=STRAGGLERS[won]) >= STRAGGLERS[won]:  # fmt: skip
            element.status = WAITING
            g.tell("{element} is back with its force.", rule="dbms.R116", element=n)


def make_ready(element: Element) -> None:
    """As it was before the first battle, if it is still there."""
    if element.status == LOST:
        return
    element.status = OFF if element.code in AIR else WAITING
    element.at, element.river, element.ready, element.form = None, "", 1, 0
    element.hidden = element.entrenched = element.ambushed = False
    element.moves = element.attacked = 0
    element.acted = element.shifted = element.used = element.at_bank = False
    element.met = []


def too_weak(g: Dbms) -> Result | None:
    """Who cannot bring seven elements into the field gives up the campaign; if neither can, the one with more wins."""
    left = {side: strength(g, side) for side in (RED, BLUE)}
    if min(left.values()) >= LEAST or left[RED] == left[BLUE]:
        return None
    loser = RED if left[RED] < left[BLUE] else BLUE
    words = f"{g.static.sides[loser]} has {counted(left[loser], 'element')} left and gives up the campaign."
    return Result(OTHER[loser], words, "dbms.R116", {RED: float(left[RED]), BLUE: float(left[BLUE])})
