"""The game object: Paths of Glory with the variant's data, hooks and state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from grognard.boards.masks import mask_of
from grognard.games.pog.game import PogGame
from grognard.games.pog.hooks import Hooks
from grognard.games.pog.static import SIDES, UNBORN, Overlay, Static
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
    search = {"width": 5, "moments": 8, "horizon": 160, "hope": 0.6, "matters": 0.02}
    hooks: ClassVar[type[Hooks]] = DrakaHooks
    overlay: ClassVar[Overlay | None] = OVERLAY

    def set_up(self, scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
        made = super().set_up(scenario, options)
        static: Static = made.static
        state: DrakaState = made.state
        board = static.board
        apply_rules(static, state)
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
        made: Any = super().patch(static, state, rest)
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
        """As in the base game; with `support = true` the odds with bombing, biplanes and gas."""
        if question.get("support"):
            from .odds import support_odds

            return support_odds(g, [g.U[u] for u in question["attackers"]], g.S[question["space"]])
        return super().odds(g, question)


def apply_rules(static: Static, state: DrakaState) -> None:
    """The set-up is data; here every rule that it carries out is named, and left out where somebody breaks it on purpose."""
    board, units = static.board, static.units
    for rule, nation, kinds in SETUPS:
        if not in_force(rule):
            for unit in range(units.size):
                if units.nation[unit] == nation and (not kinds or units.kind[unit] in kinds):
                    state.at[unit] = UNBORN
    for rule, names in CONTROL:
        if not in_force(rule):
            state.cp_control ^= board.mask(*names) & static.theatre
    for rule, names in FORTS:
        if not in_force(rule):
            state.fallen |= board.mask(*names)
    for rule, service in (("draka.dr.3", "cf"), ("draka.dr.4", "j")):
        if not in_force(rule):
            mine = [u for u in range(units.size) if units.service[u] == service]  # type: ignore[attr-defined]
            state.reduced |= mask_of(mine)
    if "it" in state.at_war and not in_force("draka.cp.it.1"):
        state.at_war.remove("it")


# rule, nation, kinds of units (all if none are named)
SETUPS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("draka.cp.ah.1", "ah", ()),
    ("draka.cp.ge.1", "ge", ("ge.a1", "ge.a2", "ge.a3", "ge.a4", "ge.a5", "ge.a6", "ge.a7")),
    ("draka.cp.ge.2", "ge", ("ge.a8", "ge.c")),
    ("draka.cp.it.4", "it", ()),
    ("draka.ap.be.1", "be", ()),
    ("draka.ap.sb.1", "sb", ("sb.c.new",)),
    ("draka.ap.br.1", "br", ()),
    ("draka.ap.ru.1", "ru", ()),
    ("draka.ap.fr.1", "fr", ()),
    ("draka.dr.5", "dr", ()),
)
CONTROL = (
    ("draka.map.1", ("upper_egypt",)),
    ("draka.map.2", ("tripoli",)),
    ("draka.map.5", ("reggio",)),
    ("draka.map.6", ("vichy",)),
    ("draka.map.7", ("massif_central",)),
    ("draka.map.10", ("philippoli", "monastir")),
    ("draka.cp.ah.3", ("tirana", "valona")),
    ("draka.cp.pe.3", ("tabriz", "dilman", "hamadan", "kermanshah")),
)
FORTS = (
    ("draka.cp.it.5", ("rome",)),
    ("draka.cp.tu.10", ("constantinople", "ankara")),
    ("draka.cp.bu.3", ("sofia",)),
)


def territory_of(static: Static, state: DrakaState) -> int:
    """What the VP spaces of a patched position count for: a situation starts with its own VP."""

    class Bare:
        pass

    bare = Bare()
    bare.state, bare.static, bare.board = state, static, static.board  # type: ignore[attr-defined]
    return territory(bare)  # type: ignore[arg-type]
