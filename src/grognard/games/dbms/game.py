"""World War II DBA as the kernel knows it."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from grognard.boards.plane import INCH
from grognard.kernel import Bot, Game, Procedure, SetUp
from grognard.kernel.formats import Formats
from grognard.kernel.game import ReferencePage
from grognard.kernel.scene import BoardPicture, OddsView, Scene

from .asks import Ask
from .bot.commander import BOTS
from .bot.evaluate import evaluate
from .context import Dbms
from .format import FORMATS
from .odds.fights import exact as all_rolls
from .odds.fights import trial
from .odds.minefield import mine_odds, number
from .positions import check_position
from .redeal import redeal, secrets
from .scenario import read
from .sequence import play
from .setting_up.army_lists import reference
from .state import BLUE, LOST, RED, State
from .static import Static
from .tables import DATA, NAMES
from .view import scene as scenes


class DbmsGame(Game):
    name = "dbms"
    title = "World War II DBA"
    blurb = "De Belli Mundi Secundus: thirteen elements a side on an open table, one hour a turn."
    state = State
    context = Dbms
    asks = Ask
    data = DATA
    measure = ("in", float(INCH))
    checkpoint_every = 1  # a copy is cheaper than one activation lived through again
    plan_search = {"plays": 16, "moments": 2, "enemy": "commander:width=3"}
    resign_rule, draw_rule = "dbms.winning.1", "dbms.R83"

    off_paper = frozenset({"army_list"})  # docs/dbms-lists.md has them as people read them

    def set_up(self, scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
        return read(scenario, options)

    def formats(self) -> Formats:
        return FORMATS

    def play(self, g: Dbms) -> Procedure:
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
        return [reference()]

    def redeal(self, then: Dbms, now: Dbms, side: str, rng: random.Random) -> None:
        redeal(then, now, side, rng)

    def secrets(self, g: Dbms, side: str) -> dict[str, Any]:
        return secrets(g, side)

    def evaluate(self, g: Dbms, side: str) -> float:
        return evaluate(g, side)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return BOTS

    def odds(self, g: Dbms, question: dict[str, Any]) -> list[OddsView]:
        """{attacker = 3, target = 17, support = [4], defence = [18]} or {minefield = 3}; elements by number or 'e3'."""
        if "minefield" in question:
            return [mine_odds(g, number(question["minefield"]))]
        return all_rolls(g, question)

    def losses(self, g: Dbms) -> dict[str, dict[str, int]]:
        """Elements by kind."""
        found: dict[str, dict[str, int]] = {RED: {}, BLUE: {}}
        for element in g.state.elements:
            if element.status == LOST:
                name = NAMES[element.code]
                found[element.side][name] = found[element.side].get(name, 0) + 1
        return found

    def check(self, g: Dbms) -> None:
        check_position(g)

    def trial(self, g: Dbms, question: dict[str, Any]) -> list[str]:
        return trial(g, question)


GAME = DbmsGame()
