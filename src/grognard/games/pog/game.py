"""The game object: how a scenario is set up, what is hidden, and where the kernel finds everything else."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from grognard.boards.masks import bits, mask_of
from grognard.kernel import Bot, Game, Procedure, SetUp, in_force
from grognard.kernel.scene import BoardPicture, OddsView, Scene
from grognard.kernel.state import patched

from . import optional_events, salonika
from .context import Pog
from .hooks import Hooks
from .sequence import play
from .state import Action, State
from .static import AP, CP, DATA, OTHER, RESERVE, SIDES, UNBORN, Overlay, Static

_LOADED = (optional_events, salonika)  # they enter their events by being imported


class PogGame(Game):
    """Paths of Glory."""

    name = "pog"
    title = "Paths of Glory"
    blurb = "The First World War by cards: operations, redeployment, replacements or the event, and never enough of them."
    state = State
    context = Pog
    data = DATA
    hooks: ClassVar[type[Hooks]] = Hooks  # a variant answers some questions otherwise ..
    overlay: ClassVar[Overlay | None] = None  # .. and lays its own data over the base

    def set_up(self, scenario: dict[str, Any], options: dict[str, Any]) -> SetUp:
        static = Static(options, dict(scenario), self.hooks(), self.overlay)
        return SetUp(static, first_state(static, self.state), SIDES)

    def sides_of(self, scenario: dict[str, Any]) -> dict[str, str]:
        return SIDES

    def play(self, g: Pog) -> Procedure:
        return play(g)

    def scene(self, g: Pog, side: str | None) -> Scene:
        from .scene import scene

        return scene(g, side)

    def board(self, static: Static) -> BoardPicture:
        from .picture import picture

        return picture(static)

    def name_of(self, static: Static, kind: str, value: Any) -> str:
        if kind == "unit":
            return static.units.name[value]
        if kind == "units":
            return ", ".join(static.units.name[u] for u in value)
        if kind == "space":
            return static.board.name[value]
        if kind == "side":
            return SIDES.get(value, str(value))
        if kind == "card":
            return static.cards[value].title if value in static.cards else str(value)
        if kind == "cards":
            return ", ".join(static.cards[c].title for c in value)
        return str(value)

    # ---------------------------------------------------------- what is hidden

    def redeal(self, then: Pog, now: Pog, side: str, rng: random.Random) -> None:
        """The enemy's hand and draw pile are dealt again: what has been shown or has left his hand since stays."""
        enemy = OTHER[side]
        s, n = then.state, now.state
        unseen_now = n.hand[enemy] | n.draw[enemy]
        unseen_then = s.hand[enemy] | s.draw[enemy]
        known = s.hand[enemy] & (s.shown[enemy] | n.shown[enemy] | ~unseen_now)
        in_draw = s.draw[enemy] & ~unseen_now  # cannot happen between checkpoints; kept for safety
        pool = bits(unseen_then & ~known & ~in_draw)
        rng.shuffle(pool)
        size = s.hand[enemy].bit_count() - known.bit_count()
        s.hand[enemy] = known | mask_of(pool[:size])
        s.draw[enemy] = in_draw | mask_of(pool[size:])

    def secrets(self, g: Pog, side: str) -> dict[str, Any]:
        enemy = OTHER[side]
        s = g.state
        hidden = s.hand[enemy] & ~s.shown[enemy]
        return {"hand": hidden, "draw": s.draw[enemy]} if hidden and s.draw[enemy] else {}

    # ---------------------------------------------------------- bots, odds, situations

    def evaluate(self, g: Pog, side: str) -> float:
        from .evaluate import evaluate

        return evaluate(g, side)

    def bots(self) -> Mapping[str, Callable[[], Bot]]:
        from .bot import Staff

        return {"staff": Staff}

    def odds(self, g: Pog, question: dict[str, Any]) -> list[OddsView]:
        from .trial import exact

        return exact(g, question)

    def losses(self, g: Pog) -> dict[str, dict[str, int]]:
        """Armies and corps in the eliminated box or gone for good."""
        from .static import ELIMINATED, GONE

        found = {side: {"armies": 0, "corps": 0} for side in (AP, CP)}
        for unit, at in enumerate(g.state.at):
            if at in (ELIMINATED, GONE):
                found[g.units.side[unit]]["armies" if g.units.army[unit] else "corps"] += 1
        return found

    def trial(self, g: Pog, question: dict[str, Any]) -> list[str]:
        from .trial import trial

        return trial(g, question)

    def patch(self, static: Static, state: State, patch: dict[str, Any]) -> State:
        from .situations import laid_over_state

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


def first_state(static: Static, kind: type[State] = State) -> State:
    """4.1, 4.2: markers, units and trenches at start."""
    board, units, setup = static.board, static.units, static.setup
    state = kind(
        turn=setup["turn"],
        vp=setup["vp"],
        ws=dict(setup["war_status"]),
        level={AP: 0, CP: 0},
        at=[UNBORN] * units.size,
        cp_control=board.cp_start if in_force("pog.2.1.c") else 0,
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
