"""The sequence of play, and the game as the kernel sees it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from grognard.kernel import Game, Procedure, Result, SetUp
from grognard.kernel.scene import BoardPicture, Scene

from . import scene
from .battle import attack
from .deployment import deploy
from .state import OTHER, SIDES, Newgame, State, Static


class NewgameGame(Game):
    name = "newgame"
    title = "Newgame"
    blurb = "Three hills, two sides, hidden strengths."
    state = State
    context = Newgame
    data = Path(__file__).parent / "data"

    def set_up(self, scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
        static = Static(tuple(scenario["hills"]), scenario["companies"], scenario["most"], scenario["turns"])
        return SetUp(static, State(), SIDES)

    def play(self, g: Newgame) -> Procedure:
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

    # ---------------------------------------------------------- what people see

    def scene(self, g: Newgame, side: str | None) -> Scene:
        return scene.scene(g, side)

    def board(self, static: Static) -> BoardPicture:
        return scene.board(static)

    def name_of(self, static: Static, kind: str, value: Any) -> str:
        if kind == "hill":
            return str(static.hills[value])
        return SIDES[value] if kind == "side" else str(value)

    # ---------------------------------------------------------- what is hidden

    def redeal(self, then: Newgame, now: Newgame, side: str, rng: random.Random) -> None:
        """The enemy's companies on hills where nobody has fought until now may stand on any of these."""
        if then.state.phase == "deploy":
            return
        theirs = then.state.companies[OTHER[side]]
        hidden = now.hidden_hills()
        left = sum(theirs[hill] for hill in hidden)
        for hill in hidden:
            theirs[hill] = 0
        for _ in range(left):
            theirs[rng.choice([hill for hill in hidden if theirs[hill] < then.static.most])] += 1

    def secrets(self, g: Newgame, side: str) -> dict[str, Any]:
        hidden = g.hidden_hills()
        if g.state.phase == "deploy" or len(hidden) < 2:  # the last hill can be worked out from the others
            return {}
        return {"companies": [g.on(OTHER[side], hill) for hill in hidden]}

    # ---------------------------------------------------------- bots

    def evaluate(self, g: Newgame, side: str) -> float:
        if g.state.phase == "deploy":
            return 0.0
        held = [g.holder(hill) for hill in range(len(g.static.hills))]
        more = sum(g.state.companies[side]) - sum(g.state.companies[OTHER[side]])
        return held.count(side) - held.count(OTHER[side]) + more / 10


def victory(g: Newgame) -> Result:
    """3.1: whoever has more companies on a hill holds it; more hills win."""
    held = [g.holder(hill) for hill in range(len(g.static.hills))]
    scores = {side: float(held.count(side)) for side in SIDES}
    if scores["red"] == scores["blue"]:
        return Result(None, "Both hold as many hills: a draw.", "newgame.3.1", scores)
    winner = max(SIDES, key=lambda side: scores[side])
    return Result(winner, f"{SIDES[winner]} holds more hills.", "newgame.3.1", scores)
