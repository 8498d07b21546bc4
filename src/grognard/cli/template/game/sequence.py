"""The order of play, once: deployment, then turns of attacks, Red before Blue."""

from __future__ import annotations

from grognard.kernel import Procedure

from .combat.attack import attack
from .context import Newgame
from .deployment.placing import deploy
from .static import SIDES
from .victory import victory


def play(g: Newgame) -> Procedure:
    """Re-enterable: at every checkpoint the state alone says what is left to do."""
    s = g.state
    if s.phase == "deploy":
        yield from deploy(g)
        g.heading("Turn {turn}.", rule="newgame.2.1", turn=s.turn)
        s.phase = "attack"
    while s.turn <= g.static.turns:
        while s.mover < len(SIDES):
            g.checkpoint()
            yield from attack(g, list(SIDES)[s.mover])
            s.mover += 1
        s.turn, s.mover = s.turn + 1, 0
        if s.turn <= g.static.turns:
            g.heading("Turn {turn}.", rule="newgame.2.1", turn=s.turn)
    return victory(g)
