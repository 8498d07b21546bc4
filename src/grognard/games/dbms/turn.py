"""Chapter PIPs and Turn Sequence: the whole battle, turn by turn.

(1) both roll PIPs, (2) both roll initiative, (3) movement, alternating, (4) combat, alternating, (5) aircraft leave
"""

from __future__ import annotations

from grognard.kernel import PASS, Procedure, Refusal, Result, in_force

from . import victory
from .activations import Value, activate, activations, label_of, may_activate, piece_of
from .air import go_home
from .context import Dbms
from .fight import combat_step
from .hidden import look_around
from .pips import points
from .setup import SETTING_UP, set_up_step
from .state import BLUE, OTHER, RED, TABLE
from .water import notes_the_banks


def play(g: Dbms) -> Procedure:
    """dbms.pips.1: turn after turn until somebody has lost; every step can be entered afresh."""
    s = g.state
    while True:
        g.checkpoint()
        if s.phase in SETTING_UP:
            yield from set_up_step(g)
        elif s.phase == "start":
            begin_turn(g)
        elif s.phase == "initiative":
            yield from choose_order(g)
        elif s.phase == "move":
            yield from movement_step(g)
        elif s.phase == "fight":
            yield from combat_step(g)
        elif s.phase == "end":
            ended = end_turn(g)
            if ended is not None:
                return ended


def begin_turn(g: Dbms) -> None:
    s = g.state
    s.turn += 1
    g.heading("Turn {turn}", rule="dbms.pips.1", turn=s.turn)
    g.moment("turn")
    notes_the_banks(g)
    look_around(g)
    for side in (RED, BLUE):
        rolled = g.d6("PIPs of {side}: ", rule="dbms.pips.2", by=side, side=side)
        s.pips[side] = rolled if in_force("dbms.pips.2") else 0
    rolls = {RED: 0, BLUE: 0}
    while rolls[RED] == rolls[BLUE]:
        for side in (RED, BLUE):
            rolls[side] = g.d6("Initiative of {side}: ", rule="dbms.pips.3", by=side, side=side)
        if not in_force("dbms.pips.3"):
            break
    s.initiative = RED if rolls[RED] > rolls[BLUE] else BLUE
    s.phase = "initiative"


def choose_order(g: Dbms) -> Procedure:
    """dbms.pips.3: the higher roller decides whether to move first or second."""
    s = g.state
    mine, theirs = s.pips[s.initiative], s.pips[OTHER[s.initiative]]
    answer = yield g.ask(
        s.initiative,
        f"You have the initiative and {points(mine)}, the enemy {theirs}. Move first or second?",
        ["first", "second"],
        rule="dbms.pips.3",
    )
    s.mover = s.initiative if answer == "first" else OTHER[s.initiative]
    s.passed, s.skipped = [], 0
    g.tell("{side} moves first.", rule="dbms.pips.3", side=s.mover)
    s.phase = "move"


def movement_step(g: Dbms) -> Procedure:
    """dbms.pips.4, .5: one activation each in turn; who passes is out, who can do nothing is only skipped."""
    s = g.state
    while s.skipped < 2 and len(s.passed) < 2:
        g.checkpoint()
        side = s.mover
        verdicts = {} if side in s.passed else g.known("activations", lambda: judged(g, side))  # noqa: B023
        legal = [value for value, refusal in verdicts.items() if refusal is None]
        if side in s.passed and not in_force("dbms.play-sheet.3"):
            break
        if not legal and not (might_act(g, side) and side not in s.passed):
            s.skipped += 1
            s.mover = OTHER[side]
            continue
        choice = yield g.ask(
            side,
            f"{points(s.pips[side])} left. Activate what?",
            verdicts,
            may=verdicts.get,
            also=[PASS],
            rule="dbms.pips.4",
            label=lambda v: label_of(g, v),
            on=piece_of,
            waiting="moving",
        )
        if choice == PASS:
            g.tell("{side} passes.", rule="dbms.pips.5", side=side)
            if in_force("dbms.pips.5"):
                s.passed.append(side)
            s.skipped += 1
            s.mover = OTHER[side]
            continue
        s.skipped = 0
        ends = yield from activate(g, side, choice)
        if ends and in_force("dbms.pips.4"):
            s.mover = OTHER[side]
    s.phase = "fight" if in_force("dbms.pips.1") else "end"
    s.mover, s.passed, s.skipped = s.initiative, [], 0
    s.pips = {RED: 0, BLUE: 0}
    look_around(g)


def judged(g: Dbms, side: str) -> dict[Value, Refusal | None]:
    """Everything that a side could think of, each with what is against it."""
    return {value: may_activate(g, side, value) for value in activations(g, side)}


def might_act(g: Dbms, side: str) -> bool:
    """With hidden elements a side is asked whenever it might have something to do, so that the pause tells nothing."""
    if not g.options["hidden_elements"] or g.state.pips.get(side, 0) < 1:
        return False
    return any(e.side == side and e.hidden and e.status == TABLE and not e.moves for e in g.state.elements)


def end_turn(g: Dbms) -> Result | None:
    """Step 5: the aircraft leave; what belonged to this turn is forgotten."""
    s = g.state
    go_home(g)
    for element in s.elements:
        element.moves = element.attacked = 0
        element.acted = element.shifted = element.used = element.at_bank = False
        element.met = []
    s.fort.attacked = s.fort.used = False
    ended = victory.at_the_limit(g)
    s.phase = "start"
    return ended
