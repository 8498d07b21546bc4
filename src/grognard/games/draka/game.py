"""The game object: Paths of Glory with the variant's data, hooks and state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, cast

from grognard.games.pog.format import formats_of
from grognard.games.pog.game import PogGame
from grognard.games.pog.hooks import Hooks
from grognard.games.pog.static import SIDES, Overlay, Static
from grognard.kernel import Bot, SetUp, cites
from grognard.kernel.formats import Formats
from grognard.kernel.scene import BoardPicture, OddsView, Scene

from .asks import Asks
from .bot.commander import DrakaCommander
from .bot.general import DrakaGeneral
from .bot.staff import DrakaStaff, evaluate
from .context import Draka, territory
from .format import DrakaWords
from .hooks import DrakaHooks
from .odds.support import support_odds
from .overlay import DATA, OVERLAY, DrakaBoard
from .situations import laid_over_state
from .state import READY, DrakaState
from .view.picture import picture
from .view.scene import scene


class DrakaGame(PogGame):
    """The Draka Variant."""

    name = "draka"
    title = "Paths of Glory: The Draka Variant"
    blurb = (
        "The Great War in S. M. Stirling's history: Italy with the Central Powers, the Dominion of the Draka with the Entente."
    )
    state = DrakaState
    context = Draka
    data = DATA
    asks = Asks
    search = {"width": 5, "moments": 8, "horizon": 160, "hope": 0.6, "matters": 0.02, "guide": "commander"}
    hooks: ClassVar[type[Hooks]] = DrakaHooks
    overlay: ClassVar[Overlay | None] = OVERLAY

    def set_up(self, scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
        made = super().set_up(scenario, options)
        static: Static = made.static
        state: DrakaState = made.state
        state.draka = cast(DrakaBoard, static.board).draka & static.theatre
        state.fleet = fleet_base(static)
        for side, level in static.setup.get("levels", {}).items():
            state.level[side] = level
            for step in range(1, level + 1):
                state.reached[f"{side} {step}"] = 0
        state.zaf = dict.fromkeys(static.setup.get("zaf", ()), READY)
        state.baf = dict.fromkeys(static.setup.get("baf", ()), READY)
        return SetUp(static, state, SIDES)

    def formats(self) -> Formats:
        return formats_of(self.overlay, DrakaWords)

    def patch(self, static: Static, state: Any, patch: dict[str, Any]) -> Any:
        rest = laid_over_state(static, state, dict(patch))
        made: Any = super().patch(static, state, rest)
        made.territory = territory(static, made)
        return made

    def scene(self, g: Any, side: str | None) -> Scene:
        return scene(g, side)

    def board(self, static: Static) -> BoardPicture:
        return picture(static)

    def evaluate(self, g: Any, side: str) -> float:
        return evaluate(g, side)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {"commander": DrakaCommander, "general": DrakaGeneral, "staff": DrakaStaff}

    def odds(self, g: Any, question: dict[str, Any]) -> list[OddsView]:
        """As in the base game; with `support = true` the odds with bombing, biplanes and gas."""
        if question.get("support"):
            return support_odds(g, [g.U[u] for u in question["attackers"]], g.S[question["space"]])
        return super().odds(g, question)


@cites("draka.cp.ah.2")
def fleet_base(static: Static) -> str:
    """The A-H Fleet starts in Trieste."""
    return str(static.setup.get("ah_fleet", ""))
