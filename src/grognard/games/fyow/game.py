"""The game object: how a campaign is set up, what is hidden, and where the kernel finds everything else."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

from grognard.kernel import Bot, Game, Procedure, SetUp
from grognard.kernel.formats import Formats
from grognard.kernel.scene import BoardPicture, OddsView, Scene
from grognard.kernel.state import patched
from grognard.kernel.words import listing

from . import redeal
from .asks import Ask
from .bot import general
from .bot.commander import Commander
from .condition.losses import lost_elements
from .context import Fyow
from .format import FORMATS
from .mustering import first_state
from .odds import paper_battle
from .sequence import play
from .situations import laid_over
from .state import DESTROYED, State
from .static import Static
from .tables import DATA
from .view import scene
from .view.picture import picture


class FyowGame(Game):
    """Fight Your Own Wars."""

    name = "fyow"
    title = "Fight Your Own Wars"
    blurb = "A campaign of the Second World War on a map of nodes, in which the commanders decide by dice and character."
    place_word = "board"
    state = State
    context = Fyow
    data = DATA
    plan_search = {"moments": 2}
    diary_chapters = ("fyow.1.1.3",)  # a day is a chapter of the diary, a session a section
    diary_paperwork = frozenset(
        f"fyow.{rule}"
        for rule in ("7.0.1", "8.4.1", "4.3.2", "4.3.3", "4.4.5", "4.4.8", "16.4.6", "20.4.1.2", "20.5.1", "20.6.1", "21.3.1")
    )  # characters, cards, readiness and supply: they follow the story of the day in small print
    heavy = frozenset({"take-three", "frontier", "raate-road", "tempe", "crusader", "velikiye-luki"})
    asks = Ask

    def set_up(self, scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
        static = Static(scenario, options)
        return SetUp(static, first_state(static), static.names)

    def formats(self) -> Formats:
        return FORMATS

    def sides_of(self, scenario: dict[str, Any]) -> dict[str, str]:
        return {side: data["name"] for side, data in scenario["sides"].items()}

    def play(self, g: Fyow) -> Procedure:
        return play(g)

    def scene(self, g: Fyow, side: str | None) -> Scene:
        return scene.scene(g, side)

    def board(self, static: Static) -> BoardPicture:
        return picture(static)

    def name_of(self, static: Static, kind: str, value: Any) -> str:
        if kind == "unit":
            return str(static.scenario["unit"][value]["name"]) if isinstance(value, int) else str(value)
        if kind in ("units", "attackers", "defenders"):
            return listing(self.name_of(static, "unit", n) for n in value)
        if kind == "board":
            return str(static.boards[value].name)
        if kind == "side":
            return str(static.names.get(value, value))
        return str(value)

    def spot(self, static: Static, facts: Mapping[str, Any]) -> tuple[str, str]:
        unit, board = facts.get("unit"), facts.get("board")
        return f"u{unit}" if isinstance(unit, int) else "", static.boards[board].id if isinstance(board, int) else ""

    # ---------------------------------------------------------- what is hidden

    def redeal(self, then: Fyow, now: Fyow, side: str, rng: random.Random) -> None:
        redeal.deal_again(then, now, side, rng)

    def secrets(self, g: Fyow, side: str) -> dict[str, Any]:
        return redeal.secrets(g, side)

    # ---------------------------------------------------------- bots, odds, situations

    def evaluate(self, g: Fyow, side: str) -> float:
        return general.evaluate(g, side)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {"commander": Commander, "general": general.General}

    def odds(self, g: Fyow, question: dict[str, Any]) -> list[OddsView]:
        return paper_battle.exact(g, question)

    def losses(self, g: Fyow) -> dict[str, dict[str, int]]:
        return lost_elements(g)

    def trial(self, g: Fyow, question: dict[str, Any]) -> list[str]:
        return paper_battle.trial(g, question)

    def patch(self, static: Static, state: State, patch: dict[str, Any]) -> State:
        rest = laid_over(static, state, dict(patch))
        return patched(state, rest) if rest else state

    def check(self, g: Fyow) -> None:
        for number, unit in enumerate(g.state.units):
            assert unit.condition == DESTROYED or 0 <= unit.board < g.static.size
            assert all(n > 0 for n in unit.elements.values()), f"{unit.id}: {unit.elements}"
            assert g.half_value(number) >= 0
            assert 0 <= unit.ammunition <= 4 and unit.stockpile >= -1
        for battle in g.state.battles:
            assert battle.attackers or battle.defenders or battle.beaten, "a battle without anybody"
