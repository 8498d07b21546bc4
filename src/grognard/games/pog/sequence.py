"""Chapter 6: the sequence of play. Every phase goes by the state, so that play can start afresh anywhere between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.kernel import Procedure, cites

from .actions.action_round import take_action
from .cards.decks import deal, discard_phase, draw_phase
from .forts.sieges import siege_phase
from .hooks import hook
from .manpower.replacements import replacement_phase
from .static import AP, CP
from .supply.attrition import attrition
from .war.offensives import roll_offensives
from .war.status import war_status_phase
from .war.victory import judge

if TYPE_CHECKING:
    from .context import Pog


def play(g: Pog) -> Procedure:
    """4.3 and 6: the deal, then turn after turn until somebody wins or time is up."""
    s = g.state
    if s.phase == "setup":
        words = "VP {number}, war status {status}, no replacements: the markers are set."
        g.tell(words, rule="pog.4.1.1", number=s.vp, status=g.combined)
        g.tell("The armies stand as in {words}.", rule="pog.4.2.1", words=g.static.turn_names[s.turn])
        g.hooks.muster(g, g.static.setup)
        yield from deal(g)
        s.phase = "offensives"
        g.checkpoint()
    while True:
        yield from turn(g)
        if s.turn >= g.static.last_turn:
            g.tell("The last turn is over.", rule="pog.5.5.1")
            return judge(g, "The war is over.", by_time=True)
        next_turn(g)
        g.checkpoint()


def turn(g: Pog) -> Procedure:
    """6: offensives, actions, attrition, sieges, war status, replacements, cards."""
    s = g.state
    if s.phase == "offensives":
        g.moment("turn")
        g.heading("Turn {number}: {words}", rule="pog.6.a", number=s.turn, words=g.static.turn_names[s.turn])
        roll_offensives(g)
        s.phase = "events"
    if s.phase == "events":
        yield from g.hooks.turn_events(g)
        s.phase, s.round, s.active = "actions", 1, CP
        g.checkpoint()
    if s.phase == "actions":
        yield from action_phase(g)
        s.phase = "attrition"
        g.checkpoint()
    if s.phase == "attrition":
        if s.step != "before attrition":
            g.heading("Attrition and sieges", rule="pog.6.c")
        yield from g.hooks.before_attrition(g)
        attrition(g)
        s.phase = "sieges"
    if s.phase == "sieges":
        siege_phase(g)
        s.phase = "status"
    if s.phase == "status":
        yield from war_status_phase(g)
        s.phase, s.step = "replacements", ""
        g.checkpoint()
    if s.phase == "replacements":
        if s.step == "":
            g.heading("Replacements", rule="pog.6.f")
        yield from replacement_phase(g)
        s.phase, s.step = "cards", f"discard {AP}"
        g.checkpoint()
    if s.phase == "cards":
        yield from card_phase(g)


@hook
def turn_events(g: Pog) -> Procedure:
    """Nothing in the base game."""
    return
    yield


@hook
def before_attrition(g: Pog) -> Procedure:
    """Nothing in the base game."""
    return
    yield


@hook
def new_turn(g: Pog) -> None:
    """Nothing more in the base game."""


@cites("pog.8.1.2")
def next_to_act(side: str) -> str:
    """In every round the Central Powers act before the Allies."""
    return AP if side == CP else CP


def action_phase(g: Pog) -> Procedure:
    """6.b, 8.1: rounds, in each of which the CP act before the Allies."""
    s = g.state
    while s.round <= g.hooks.actions_per_turn(g):
        if not s.action.kind:
            g.moment("action")
            g.changed()
            if s.active == CP and s.step != f"round {s.round}":
                g.heading("Round {number}", rule="pog.6.b", number=s.round)
                s.step = f"round {s.round}"
        yield from take_action(g, s.active)
        s.active = next_to_act(s.active)
        if s.active == CP:
            s.round += 1
            s.used = 0
        g.checkpoint()


def card_phase(g: Pog) -> Procedure:
    """6.g: the Allies discard and draw, then the Central Powers."""
    s = g.state
    for side, after in ((AP, f"discard {CP}"), (CP, "drawn")):
        if s.step in (f"discard {side}", f"choose {side}"):
            yield from discard_phase(g, side)
        if s.step == f"draw {side}":
            draw_phase(g, side)
            s.step = after
            g.checkpoint()


def next_turn(g: Pog) -> None:
    """6.h: the turn marker advances, and what lasted for a turn is over."""
    s = g.state
    s.turn += 1
    g.tell("The turn is over.", rule="pog.6.h")
    s.round, s.active, s.phase, s.step = 1, CP, "offensives", ""
    s.actions = {AP: [], CP: []}
    s.reinforced, s.this_turn = [], []
    s.entered = s.gate_used = s.mutiny = s.fleet_pending = False
    s.ne_sr, s.offensive, s.offensive_met = {}, {}, {}
    s.used = 0
    g.hooks.new_turn(g)
    s.rp = {}
