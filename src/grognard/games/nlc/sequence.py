"""Chapter 4: the turn, phase by phase. Re-enterable: `phase`, `done` and `stage` of the state say what is left."""

from __future__ import annotations

from grognard.boards.masks import mask_of
from grognard.kernel import Procedure, Result, cites

from .army.victory import verdict
from .context import Nlc
from .hidden.marches import is_phantom
from .march.reinforcements import bring_on_hqs
from .orders.holders import place_of
from .orders.markers import ride
from .orders.roads import name_road
from .turn.action import act, begin_stage
from .turn.chits import coordinated_action, fill_cup, formations_of, initial_action
from .turn.command_phase import command_phase
from .turn.player_turns import player_turns, without_chits
from .turn.turn_end import turn_end


def play(g: Nlc) -> Procedure:
    """4.0.1: five parts a turn, until the turn track ends."""
    while g.state.turn <= len(g.static.turns):
        yield from one_turn(g)
    return verdict_at_end(g)


def verdict_at_end(g: Nlc) -> Result:
    g.state.turn = len(g.static.turns)
    return verdict(g)


def one_turn(g: Nlc) -> Procedure:
    state = g.state
    while True:
        g.checkpoint()
        if state.phase == "start":
            _start(g)
            state.phase = "command"
        elif state.phase == "command":
            yield from command_phase(g)
            _next(g, "chits")
        elif state.phase == "chits":
            if "heading" not in state.done:
                g.heading("Chit Preparation", rule="nlc.4.0.3")
                state.done.append("heading")
            yield from _chit_preparation(g)
            _next(g, "initial")
        elif state.phase == "initial":
            if state.stage is None and state.initial and "initial" not in state.done:
                state.done.append("initial")
                begin_stage(g, "initial", _side_of(g, state.initial), formations_of(g, state.initial))
            if state.stage is not None:
                yield from act(g)
            _next(g, "selection")
        elif state.phase == "selection":
            yield from _selection(g)
            _next(g, "reserve")
        elif state.phase == "reserve":
            yield from _reserve(g)
            _next(g, "end")
        else:
            yield from turn_end(g)
            state.turn += 1
            state.phase = "start"
            g.checkpoint()
            return


def _next(g: Nlc, phase: str) -> None:
    g.state.phase = phase
    g.state.done = []


def _start(g: Nlc) -> None:
    """What is new every turn."""
    state = g.state
    turn = g.turn
    g.moment("turn")
    sky = "night" if turn.night else "rain" if turn.rain else "day"
    g.heading("Turn {turn}, {clock}, {sky}", rule="nlc.4.0.9", turn=state.turn, clock=turn.clock, sky=sky)
    state.moved = state.bombarded = state.charged = state.attacked = 0
    state.was_attacked_last, state.was_attacked = state.was_attacked, 0
    state.leaders_moved = state.gave_orders = state.absent = state.tried = 0
    g.changed()  # and it may be darker than before
    state.acted, state.initial, state.pair, state.cup, state.drawn = [], "", [[], []], [], []
    state.done = []
    state.wins_last, state.wins = state.wins, [0, 0]
    if state.turn == g.static.first_turn:
        for holder, order in enumerate(state.orders):
            name_road(g, place_of(g, holder), order)
    state.free_at_dawn = mask_of(unit for unit in range(len(g.units)) if begins_free(g, unit))


@cites("nlc.7.11.1")
def begins_free(g: Nlc, unit: int) -> bool:
    """7.11.1: not in an enemy ZOC when the turn begins: nor is who is still to come, or marches hidden (25.5.1.2): only its
    counter is still there.
    """
    return is_phantom(g, unit) or not g.in_zoc(unit)


def _chit_preparation(g: Nlc) -> Procedure:
    """4.0.3: Coordinated Action of each side, Initial Action, then the cup."""
    state = g.state
    if without_chits(g):
        if "pairs" not in state.done:
            for side in (0, 1):
                if not g.turn.night:
                    yield from coordinated_action(g, side)
            state.done.append("pairs")
        return
    for side in (0, 1):
        if f"pair {side}" not in state.done:
            yield from coordinated_action(g, side)
            state.done.append(f"pair {side}")
            g.checkpoint()
    if "initial" not in state.done:
        yield from initial_action(g)
        state.done.append("initial")
        g.checkpoint()
    if "cup" not in state.done:
        fill_cup(g)
        state.done.append("cup")


def _selection(g: Nlc) -> Procedure:
    """4.0.6: draw, activate, act, until the cup is empty."""
    state = g.state
    if without_chits(g):
        yield from player_turns(g)
        return
    while state.cup or state.stage is not None:
        g.checkpoint()
        if state.stage is None:
            chit = g.draw(state.cup, 1, to=None)[0]
            state.cup.remove(chit)
            state.drawn.append(chit)
            begin_stage(g, "chit", _side_of(g, chit), formations_of(g, chit))
        yield from act(g)


def _side_of(g: Nlc, chit: str) -> int:
    if chit.startswith("pair"):
        return int(chit.split()[1])
    return g.static.formations[int(chit)].side


def _reserve(g: Nlc) -> Procedure:
    """4.0.7, R148: all Reserve formations of the first side as one action, then of the other; HQs and free leaders move
    here.
    """
    state = g.state
    for side in (0, 1):
        name = f"reserve {side}"
        if g.on("marker_orders") and f"aides {side}" not in state.done:
            yield from ride(g, side)
            state.done.append(f"aides {side}")
        if name not in state.done:
            state.done.append(name)
            if side == 0:
                bring_on_hqs(g)
            mine = [f for f in state.reserve if g.static.formations[f].side == side and f not in state.acted]
            begin_stage(g, "reserve", side, mine)
        if state.stage is not None and state.stage.side == side:
            yield from act(g)
