"""The game as the kernel sees it: each answer one line into a room."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from grognard.kernel import Game, Procedure, SetUp
from grognard.kernel.scene import BoardPicture, Scene

from .asks import Ask
from .bot.evaluate import evaluate
from .context import Newgame
from .redeal import redeal, secrets
from .sequence import play
from .state import State
from .static import SIDES, Static
from .view.scene import board, scene


class NewgameGame(Game):
    name = "newgame"
    title = "Newgame"
    blurb = "Three hills, two sides, hidden strengths."
    state = State
    context = Newgame
    asks = Ask
    data = Path(__file__).parent / "data"

    def set_up(self, scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
        static = Static(tuple(scenario["hills"]), scenario["companies"], scenario["most"], scenario["turns"])
        return SetUp(static, State(), SIDES)

    def play(self, g: Newgame) -> Procedure:
        return play(g)

    def scene(self, g: Newgame, side: str | None) -> Scene:
        return scene(g, side)

    def board(self, static: Static) -> BoardPicture:
        return board(static)

    def name_of(self, static: Static, kind: str, value: Any) -> str:
        if kind == "hill":
            return str(static.hills[value])
        return SIDES[value] if kind == "side" else str(value)

    def redeal(self, then: Newgame, now: Newgame, side: str, rng: random.Random) -> None:
        redeal(then, now, side, rng)

    def secrets(self, g: Newgame, side: str) -> dict[str, Any]:
        return secrets(g, side)

    def evaluate(self, g: Newgame, side: str) -> float:
        return evaluate(g, side)

    def check(self, g: Newgame) -> None:
        """What is true of every position."""
        for side in SIDES:
            assert all(count >= 0 for count in g.state.companies.get(side, [])), f"{side} has fewer than no companies"
