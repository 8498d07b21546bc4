"""Napoleon's Later Campaigns as the kernel sees it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from grognard.kernel import Game, Procedure, SetUp
from grognard.kernel.bot import Bot
from grognard.kernel.formats import Formats
from grognard.kernel.scene import BoardPicture, OddsView, Scene

from .asks import Ask
from .bot.evaluate import evaluate
from .bot.general import General
from .bot.orders import suggestions
from .bot.staff_officer import StaffOfficer
from .cavalry.reaction import react_to, react_to_riders
from .context import Later, Nlc
from .format import FORMATS
from .hidden.discovery import watch
from .mornings import begin
from .odds.every_roll import trial
from .odds.fights import attack_outlook, holds, odds, ride_odds
from .redeal import redeal, secrets
from .scenario import first_state, read_static
from .sequence import play
from .situations import patch as lay_over
from .state import State
from .static import Static
from .view.picture import board
from .view.scene import scene
from .view.words import name_of

Nlc.later = Later(react_to, react_to_riders, watch, suggestions, holds, attack_outlook, ride_odds)


def without_idle_fields(old: dict[str, Any]) -> dict[str, Any]:
    """Version 2 keeps no marks that no rule reads."""
    for name in ("fled", "exited_vp"):
        old.pop(name, None)
    for name in ("in_zoc", "leaders_began"):
        (old.get("stage") or {}).pop(name, None)
    return old


class NlcGame(Game):
    name = "nlc"
    title = "Napoleon's Later Campaigns"
    blurb = (
        "Waterloo, its campaign and Wachau on hex maps: chits, two-sided fire, cavalry charges, and orders that take time."
    )
    state = State
    asks = Ask
    context = Nlc
    data = Path(__file__).parent / "data"
    plan_search = {"moments": 2}
    diary_chapters = ("nlc.4.0.9",)  # a turn is a chapter, an action a section
    diary_veils = frozenset({"nlc.5.3.3"})  # what the enemy reads in place of a line: not for the umpire
    version = 2
    migrations: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {1: without_idle_fields}
    heavy = frozenset({"ligny", "wavre", "la-belle-alliance", "wachau-1813", "campaign-1815"})

    def set_up(self, scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
        static = read_static(scenario, options)
        return SetUp(static, begin(static, first_state(static, options), options), dict(zip(static.sides, static.side_names)))

    def formats(self) -> Formats:
        return FORMATS

    def sides_of(self, scenario: dict[str, Any]) -> dict[str, str]:
        return {side["id"]: side["name"] for side in scenario["side"]}

    def play(self, g: Nlc) -> Procedure:
        return play(g)

    def scene(self, g: Nlc, side: str | None) -> Scene:
        return scene(g, side)

    def board(self, static: Static) -> BoardPicture:
        return board(static)

    def back_of(self, g: Nlc, piece: str) -> list[str]:
        unit = next((unit for unit in g.units if unit.id == piece), None)
        return [str(unit.steps[1]), str(unit.move)] if unit is not None and len(unit.steps) > 1 else []

    def name_of(self, static: Static, kind: str, value: Any) -> str:
        return name_of(static, kind, value)

    def spot(self, static: Static, facts: Mapping[str, Any]) -> tuple[str, str]:
        unit, hex = facts.get("unit", -1), facts.get("place", -1)
        piece = static.units[unit].id if isinstance(unit, int) and unit >= 0 else ""
        return piece, static.grid.labels[hex] if isinstance(hex, int) and hex >= 0 else ""

    def redeal(self, then: Nlc, now: Nlc, side: str, rng: random.Random) -> None:
        redeal(then, now, side, rng)

    def secrets(self, g: Nlc, side: str) -> dict[str, Any]:
        return secrets(g, side)

    def evaluate(self, g: Nlc, side: str) -> float:
        return evaluate(g, side)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {"staff officer": StaffOfficer, "general": General}

    def odds(self, g: Nlc, question: dict[str, Any]) -> list[OddsView]:
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
        return trial(g, question)

    def patch(self, static: Static, state: State, patch: dict[str, Any]) -> State:
        return lay_over(static, state, patch)

    def check(self, g: Nlc) -> None:
        """No hex holds units of both sides; no unit stands where it cannot."""
        for hex, units in g.stacks.items():
            sides = {g.side(unit) for unit in units}
            assert len(sides) <= 1, f"both sides in {g.label(hex)}: {g.names(units)}"
        for unit, step in enumerate(g.state.step):
            assert step < len(g.units[unit].steps)


GAME = NlcGame()
