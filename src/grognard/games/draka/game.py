"""The game object: Paths of Glory with the variant's data, hooks and state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from grognard.games.pog.game import PogGame
from grognard.games.pog.hooks import Hooks
from grognard.games.pog.static import SIDES, Overlay, Static
from grognard.kernel import Bot, SetUp, in_force
from grognard.kernel.scene import BoardPicture, OddsView, Scene

from .context import Draka, territory
from .hooks import DrakaHooks
from .overlay import DATA, OVERLAY
from .state import READY, DrakaState


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
    hooks: ClassVar[type[Hooks]] = DrakaHooks
    overlay: ClassVar[Overlay | None] = OVERLAY

    def set_up(self, scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
        made = super().set_up(scenario, options)
        static: Static = made.static
        state: DrakaState = made.state
        board = static.board
        if in_force("draka.dr.6"):
            state.draka = board.draka & static.theatre  # type: ignore[attr-defined]
        state.fleet = static.setup.get("ah_fleet", "") if in_force("draka.cp.ah.2") else ""
        for side, level in static.setup.get("levels", {}).items():
            state.level[side] = level
            for step in range(1, level + 1):
                state.reached[f"{side} {step}"] = 0
        state.zaf = dict.fromkeys(static.setup.get("zaf", ()), READY)
        state.baf = dict.fromkeys(static.setup.get("baf", ()), READY)
        return SetUp(static, state, SIDES)

    def patch(self, static: Static, state: Any, patch: dict[str, Any]) -> Any:
        from .situations import laid_over_state

        rest = laid_over_state(static, state, dict(patch))
        made = super().patch(static, state, rest)
        made.territory = territory_of(static, made)
        return made

    def scene(self, g: Any, side: str | None) -> Scene:
        from .scene import scene

        return scene(g, side)

    def board(self, static: Static) -> BoardPicture:
        from .picture import picture

        return picture(static)

    def evaluate(self, g: Any, side: str) -> float:
        from .bot import evaluate

        return evaluate(g, side)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        from .bot import DrakaStaff

        return {"staff": DrakaStaff}

    def odds(self, g: Any, question: dict[str, Any]) -> list[OddsView]:
        from .odds import odds

        return odds(g, question)


def territory_of(static: Static, state: DrakaState) -> int:
    """What the VP spaces of a patched position count for: a situation starts with its own VP."""

    class Bare:
        pass

    bare = Bare()
    bare.state, bare.static, bare.board = state, static, static.board  # type: ignore[attr-defined]
    return territory(bare)  # type: ignore[arg-type]
