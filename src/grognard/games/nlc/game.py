"""Napoleon's Later Campaigns as the kernel sees it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from grognard.kernel import Game, Procedure, SetUp
from grognard.kernel.bot import Bot
from grognard.kernel.scene import BoardPicture, OddsView, Scene

from .context import Nlc
from .scenario import first_state, read_static
from .sequence import play
from .state import State
from .static import Static


class NlcGame(Game):
    name = "nlc"
    title = "Napoleon's Later Campaigns"
    blurb = (
        "The battles of June 1815 on a hex map: chits, two-sided fire, cavalry charges, and orders that take time to arrive."
    )
    state = State
    context = Nlc
    data = Path(__file__).parent / "data"
    heavy = frozenset({"ligny", "wavre", "la-belle-alliance"})

    def set_up(self, scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
        static = read_static(scenario, options)
        return SetUp(static, first_state(static, options), dict(zip(static.sides, static.side_names)))

    def sides_of(self, scenario: dict[str, Any]) -> dict[str, str]:
        return {side["id"]: side["name"] for side in scenario["side"]}

    def play(self, g: Nlc) -> Procedure:
        return play(g)

    def scene(self, g: Nlc, side: str | None) -> Scene:
        from .scene import scene

        return scene(g, side)

    def board(self, static: Static) -> BoardPicture:
        from .picture import board

        return board(static)

    def name_of(self, static: Static, kind: str, value: Any) -> str:
        from .names import name_of

        return name_of(static, kind, value)

    def redeal(self, then: Nlc, now: Nlc, side: str, rng: random.Random) -> None:
        from .secrets import redeal

        redeal(then, now, side, rng)

    def secrets(self, g: Nlc, side: str) -> dict[str, Any]:
        from .secrets import secrets

        return secrets(g, side)

    def evaluate(self, g: Nlc, side: str) -> float:
        from .evaluate import evaluate

        return evaluate(g, side)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        from .bot import StaffOfficer

        return {"staff officer": StaffOfficer}

    def odds(self, g: Nlc, question: dict[str, Any]) -> list[OddsView]:
        from .odds import odds

        return odds(g, question)

    def losses(self, g: Nlc) -> dict[str, dict[str, int]]:
        """Strength points by arm."""
        found: dict[str, dict[str, int]] = {side: {} for side in g.static.sides}
        for unit, data in enumerate(g.units):
            lost = data.steps[0] - (0 if g.state.dead_turn[unit] else data.steps[g.state.step[unit]])
            arms = found[g.static.sides[data.side]]
            arms[data.arm] = arms.get(data.arm, 0) + lost
        return found

    def trial(self, g: Nlc, question: dict[str, Any]) -> list[str]:
        from .trial import trial

        return trial(g, question)

    def patch(self, static: Static, state: State, patch: dict[str, Any]) -> State:
        from .situation import patch as lay_over

        return lay_over(static, state, patch)

    def check(self, g: Nlc) -> None:
        """No hex holds units of both sides; no unit stands where it cannot."""
        for hex, units in g.stacks.items():
            sides = {g.side(unit) for unit in units}
            assert len(sides) <= 1, f"both sides in {g.label(hex)}: {g.names(units)}"
        for unit, step in enumerate(g.state.step):
            assert step < len(g.units[unit].steps)


GAME = NlcGame()
