"""The game object: how a scenario is set up, what is hidden, and where the kernel finds everything else."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, ClassVar

from grognard.boards.masks import bits, mask_of
from grognard.kernel import Bot, Game, Procedure, SetUp, cites
from grognard.kernel.formats import Formats
from grognard.kernel.scene import BoardPicture, OddsView, Scene
from grognard.kernel.state import patched
from grognard.kernel.words import listing

from .asks import Ask
from .bot.commander import Commander
from .bot.evaluate import evaluate
from .bot.general import General
from .bot.staff import Staff
from .cards import optional_events, salonika  # noqa: F401  (they enter their events by being imported)
from .context import Pog
from .format import formats_of
from .hooks import Hooks
from .odds import outlook  # noqa: F401  (answers its hook)
from .odds.whole_fight import exact, trial
from .redeal import redeal, secrets
from .sequence import play
from .situations import laid_over_state
from .state import Action, State
from .static import AP, CP, DATA, ELIMINATED, GONE, RESERVE, SIDES, UNBORN, Overlay, Static, names_of
from .view.picture import picture
from .view.scene import scene


class PogGame(Game):
    """Paths of Glory."""

    name = "pog"
    title = "Paths of Glory"
    blurb = "The First World War by cards: operations, redeployment, replacements or the event, and never enough of them."
    state = State
    context = Pog
    data = DATA
    diary_chapters = ("pog.6.a",)  # a turn is a chapter, a round a section
    asks: ClassVar[type[StrEnum] | None] = Ask
    hooks: ClassVar[type[Hooks]] = Hooks  # a variant answers some questions otherwise ..
    overlay: ClassVar[Overlay | None] = None  # .. and lays its own data over the base
    search: ClassVar[Mapping[str, Any]] = {"guide": "commander"}  # a general rehearses himself

    def set_up(self, scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
        static = Static(options, dict(scenario), self.hooks(), self.overlay)
        return SetUp(static, first_state(static, self.state), SIDES)

    def formats(self) -> Formats:
        return formats_of(self.overlay)

    def sides_of(self, scenario: dict[str, Any]) -> dict[str, str]:
        return SIDES

    def play(self, g: Pog) -> Procedure:
        return play(g)

    def scene(self, g: Pog, side: str | None) -> Scene:
        return scene(g, side)

    def board(self, static: Static) -> BoardPicture:
        return picture(static)

    def back_of(self, g: Pog, piece: str) -> list[str]:
        unit = g.static.units.number.get(piece)
        return [] if unit is None else [str(factor) for factor in g.static.units.back[unit][:3]]

    def name_of(self, static: Static, kind: str, value: Any) -> str:
        if kind == "unit":
            return str(static.units.name[value])
        if kind == "units":
            return names_of(static.units.name[u] for u in value)
        if kind == "space":
            return str(static.board.name[value])
        if kind == "side":
            return SIDES.get(value, str(value))
        if kind == "card":
            return static.cards[value].title if value in static.cards else str(value)
        if kind == "cards":
            return listing(static.cards[c].title for c in value) or "no cards"
        return str(value)

    def spot(self, static: Static, facts: Mapping[str, Any]) -> tuple[str, str]:
        unit, space = facts.get("unit", -1), facts.get("space", -1)
        piece = static.units.id[unit] if isinstance(unit, int) and unit >= 0 else ""
        return piece, static.board.ids[space] if isinstance(space, int) and space >= 0 else ""

    # ---------------------------------------------------------- what is hidden

    def redeal(self, then: Pog, now: Pog, side: str, rng: random.Random) -> None:
        redeal(then, now, side, rng)

    def secrets(self, g: Pog, side: str) -> dict[str, Any]:
        return secrets(g, side)

    # ---------------------------------------------------------- bots, odds, situations

    def evaluate(self, g: Pog, side: str) -> float:
        return evaluate(g, side)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        return {"commander": Commander, "general": General, "staff": Staff}

    def odds(self, g: Pog, question: dict[str, Any]) -> list[OddsView]:
        return exact(g, question)

    def losses(self, g: Pog) -> dict[str, dict[str, int]]:
        """Armies and corps in the eliminated box or gone for good."""
        found = {side: {"armies": 0, "corps": 0} for side in (AP, CP)}
        for unit, at in enumerate(g.state.at):
            if at in (ELIMINATED, GONE):
                found[g.units.side[unit]]["armies" if g.units.army[unit] else "corps"] += 1
        return found

    def trial(self, g: Pog, question: dict[str, Any]) -> list[str]:
        return trial(g, question)

    def patch(self, static: Static, state: State, patch: dict[str, Any]) -> State:
        rest = laid_over_state(static, state, dict(patch))
        return patched(state, rest) if rest else state

    def check(self, g: Pog) -> None:
        s, units = g.state, g.units
        for space in range(g.board.size):
            stack = g.stack[space]
            assert len({units.side[u] for u in stack}) <= 1, f"both sides in {g.board.ids[space]}"
        assert all(p >= 0 or p in (-1, -2, -3, -4) for p in s.at)
        for side in (AP, CP):
            piles = [s.draw[side], s.hand[side], s.discard[side], s.removed[side], s.table[side]]
            assert sum(p.bit_count() for p in piles) == mask_of([n for p in piles for n in bits(p)]).bit_count(), "a card twice"


@cites("pog.2.1.c")
def control_at_start(static: Static) -> int:
    """Who controls a space at start is part of the map."""
    return static.board.cp_start


def first_state(static: Static, kind: type[State] = State) -> State:
    """4.1, 4.2: markers, units and trenches at start."""
    board, units, setup = static.board, static.units, static.setup
    state = kind(
        turn=setup["turn"],
        vp=setup["vp"],
        ws=dict(setup["war_status"]),
        level={AP: 0, CP: 0},
        at=[UNBORN] * units.size,
        cp_control=control_at_start(static),
        at_war=list(setup["at_war"]),
        action=Action(),
    )
    for pile in ("draw", "hand", "discard", "removed", "table", "shown"):
        setattr(state, pile, {AP: 0, CP: 0})
    state.actions = {AP: [], CP: []}
    theatre = static.theatre
    nations = {board.nation[s] for s in bits(theatre)}
    nations |= {n for n in state.at_war if n not in board.of}  # a variant's nation may hold no spaces of its own
    state.at_war = [n for n in state.at_war if n in nations]
    for side in (CP, AP):
        for line in setup[side]:
            at = line["at"]
            for _ in range(line.get("count", 1)):
                unit = next(u for u in units.pieces[line["unit"]] if state.at[u] == UNBORN)
                if at.startswith("reserve"):
                    if units.nation[unit] in nations:
                        state.at[unit] = RESERVE
                elif theatre >> board.number[at] & 1:
                    state.at[unit] = board.number[at]
                if line.get("reduced"):
                    state.reduced |= 1 << unit
    trenches = {CP: list(setup["trench_cp"]), AP: list(setup["trench_ap"])}
    if static.historical:
        changes = setup["historical"]
        trenches[CP] += changes["trench_cp_add"]
        trenches[AP] = [n for n in trenches[AP] if n not in changes["trench_ap_remove"]]
    for side, names in trenches.items():
        mask = board.mask(*names) & theatre
        state.trench_1 |= mask
        if side == CP:
            state.trench_cp |= mask
    return state
