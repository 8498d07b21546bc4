"""World War II DBA as the kernel knows it."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from grognard.kernel import Bot, Game, Procedure, SetUp
from grognard.kernel.game import ReferencePage
from grognard.kernel.scene import BoardPicture, OddsView, Scene

from . import odds as exact
from . import scene as scenes
from .context import Dbms, Static
from .state import State
from .tables import DATA


class DbmsGame(Game):
    name = "dbms"
    title = "World War II DBA"
    blurb = "De Belli Mundi Secundus: thirteen elements a side on an open table, one hour a turn."
    state = State
    context = Dbms
    data = DATA
    checkpoint_every = 1  # a copy is cheaper than one activation lived through again
    resign_rule, draw_rule = "dbms.winning.1", "dbms.R83"

    def set_up(self, scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
        from .scenario import read

        return read(scenario, options)

    def play(self, g: Dbms) -> Procedure:
        from .turn import play

        return play(g)

    def scene(self, g: Dbms, side: str | None) -> Scene:
        return scenes.scene(g, side)

    def board(self, static: Static) -> BoardPicture:
        return scenes.board(static)

    def ground(self, g: Dbms) -> Hashable:
        return scenes.ground(g)

    def board_with(self, static: Static, ground: Any) -> BoardPicture:
        return scenes.board_with(static, ground)

    def name_of(self, static: Static, kind: str, value: Any) -> str:
        return static.sides.get(value, str(value)) if kind == "side" else str(value)

    def reference(self) -> list[ReferencePage]:
        from .lists import reference

        return [reference()]

    def redeal(self, then: Dbms, now: Dbms, side: str, rng: random.Random) -> None:
        from .redeal import redeal

        redeal(then, now, side, rng)

    def secrets(self, g: Dbms, side: str) -> dict[str, Any]:
        from .redeal import secrets

        return secrets(g, side)

    def evaluate(self, g: Dbms, side: str) -> float:
        from .evaluate import evaluate

        return evaluate(g, side)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        from .bot import BOTS

        return BOTS

    def odds(self, g: Dbms, question: dict[str, Any]) -> list[OddsView]:
        from .trial import exact as all_rolls

        return exact.odds(g, question) if "minefield" in question else all_rolls(g, question)

    def losses(self, g: Dbms) -> dict[str, dict[str, int]]:
        """Elements by kind."""
        from .state import BLUE, LOST, RED
        from .tables import NAMES

        found: dict[str, dict[str, int]] = {RED: {}, BLUE: {}}
        for element in g.state.elements:
            if element.status == LOST:
                name = NAMES[element.code]
                found[element.side][name] = found[element.side].get(name, 0) + 1
        return found

    def trial(self, g: Dbms, question: dict[str, Any]) -> list[str]:
        from .trial import trial

        return trial(g, question)


GAME = DbmsGame()
