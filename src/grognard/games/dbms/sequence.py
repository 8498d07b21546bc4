"""Chapter PIPs and Turn Sequence: the whole battle, turn by turn.

(1) both roll PIPs, (2) both roll initiative, (3) movement, alternating, (4) combat, alternating, (5) aircraft leave
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel import PASS, Procedure, Refusal, Result, cites
from grognard.kernel.words import capital, counted

from . import winning as victory
from .asks import Activation, Ask, Deed, Turn
from .combat.fight import combat_step
from .context import Dbms
from .hidden import look_around
from .movement.activations import ASKS_MORE, activate, activations, kind_of, label_of, may_activate, piece_of, price_of
from .movement.air import go_home
from .movement.crossing_water import notes_the_banks
from .setting_up.campaign import next_battle
from .setting_up.steps import SETTING_UP, arrivals, set_up_step
from .state import BLUE, OTHER, RED, TABLE


def play(g: Dbms) -> Procedure:
    """dbms.pips.1: turn after turn until somebody has lost; every step can be entered afresh."""
    while True:
        g.checkpoint()
        try:
            ended = yield from step(g)
        except victory.BattleOver as over:
            g.on_the_way = ()
            ended = next_battle(g, over.result)
        if ended is not None:
            return ended


def step(g: Dbms) -> Procedure:
    """What the phase asks for; a result if it ends the match."""
    s = g.state
    if s.phase in SETTING_UP:
        yield from set_up_step(g)
    elif s.phase == "start":
        yield from arrivals(g)
        begin_turn(g)
    elif s.phase == "initiative":
        yield from choose_order(g)
    elif s.phase == "move":
        yield from movement_step(g)
    elif s.phase == "fight":
        yield from combat_step(g)
    elif s.phase == "end":
        return end_turn(g)
    return None


def begin_turn(g: Dbms) -> None:
    s = g.state
    s.turn += 1
    g.heading("Turn {turn}", rule="dbms.pips.1", turn=s.turn)
    g.moment("turn")
    notes_the_banks(g)
    look_around(g)
    for side in (RED, BLUE):
        rolled = g.d6("PIPs of {side}: ", rule="dbms.pips.2", by=side, side=side)
        s.pips[side] = rolled
    rolls = {RED: 0, BLUE: 0}
    while rolls[RED] == rolls[BLUE]:
        for side in (RED, BLUE):
            rolls[side] = g.d6("Initiative of {side}: ", rule="dbms.pips.3", by=side, side=side)
    s.initiative = RED if rolls[RED] > rolls[BLUE] else BLUE
    s.phase = "initiative"


def choose_order(g: Dbms) -> Procedure:
    """dbms.pips.3: the higher roller decides whether to move first or second."""
    s = g.state
    mine, theirs = s.pips[s.initiative], s.pips[OTHER[s.initiative]]
    answer = yield g.ask(
        s.initiative,
        f"You have the initiative and {counted(mine, 'PIP')}, the enemy {theirs}. Move first or second?",
        list(Turn),
        name=Ask.INITIATIVE,
        final=lambda _: not (can_act(g, RED) or can_act(g, BLUE)),  # then the next turn's dice follow
        rule="dbms.pips.3",
        label=lambda answer: f"Move {answer}",
    )
    s.mover = s.initiative if answer == Turn.FIRST else OTHER[s.initiative]
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
        if not legal and not (might_act(g, side) and side not in s.passed):
            leave_to_the_other(g, side)
            continue
        choice = yield g.ask(
            side,
            f"{capital(counted(s.pips[side], 'PIP'))} left. Activate what?",
            verdicts,
            may=verdicts.get,
            also=[PASS],
            name=Ask.ACTIVATE,
            final=lambda v, side=side, legal=legal: v != PASS and may_be_the_last(g, side, v, legal),
            kind=kind_of,
            rule="dbms.pips.4",
            label=lambda v: label_of(g, v),
            on=piece_of,
            waiting="moving",
        )
        if choice == PASS:
            g.tell("{side} passes.", rule="dbms.pips.5", side=side)
            s.passed.append(side)
            leave_to_the_other(g, side)
            continue
        s.skipped = 0
        ends = yield from activate(g, side, choice)
        if ends:
            s.mover = OTHER[side]
    begin_combat(g)
    look_around(g)


@cites("dbms.pips.1")
def begin_combat(g: Dbms) -> None:
    """After movement comes combat, for which PIPs are worth nothing."""
    s = g.state
    s.phase, s.mover, s.passed, s.skipped = "fight", s.initiative, [], 0
    s.pips = {RED: 0, BLUE: 0}


@cites("dbms.play-sheet.3")
def leave_to_the_other(g: Dbms, side: str) -> None:
    """Who has nothing left to move lets the other make all the rest of his activations."""
    g.state.skipped += 1
    g.state.mover = OTHER[side]


def judged(g: Dbms, side: str) -> dict[Activation, Refusal | None]:
    """Everything that a side could think of, each with what is against it."""
    return {value: may_activate(g, side, value) for value in activations(g, side)}


def can_act(g: Dbms, side: str) -> bool:
    return g.known(f"can act {side}", lambda: any(may_activate(g, side, value) is None for value in activations(g, side)))


def may_be_the_last(g: Dbms, side: str, value: Activation, legal: Sequence[Activation]) -> bool:
    """It is done at once, and nobody may have anything left to move: then the dice of combat or of the next turn may fall."""
    if value.deed in ASKS_MORE:
        return False
    other, left = OTHER[side], g.state.pips.get(side, 0) - price_of(g, value)
    rest = [one for one in legal if one.deed != Deed.REVEAL and not set(one.members) & set(value.members)]
    return (left < 1 or not rest) and (other in g.state.passed or not can_act(g, other))


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
    if ended is None:
        return None
    ended, last = victory.of_the_campaign(g, ended)
    return ended if last else next_battle(g, ended)
