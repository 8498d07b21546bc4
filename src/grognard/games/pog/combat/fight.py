"""A combat as it is fought: who, where, with which cards, what was rolled. Plain numbers, gone when the combat is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from grognard.kernel.scene import FightSide, FightView, OptionView

from ..static import OTHER

if TYPE_CHECKING:
    from ..context import Pog


class Fight:
    """One combat (pog.12.2). Procedures fill it in from top to bottom."""

    def __init__(self, g: Pog, side: str, attackers: list[int], target: int) -> None:
        at = g.state.at
        self.side = side
        self.enemy = OTHER[side]
        self.target = target
        self.attackers = list(attackers)
        self.named = tuple(attackers)  # as the attack was made: die modifiers ask for them, whoever is lost before he fires
        self.origin = {u: at[u] for u in attackers}  # where each attacks from
        self.inside = any(at[u] == target for u in attackers)  # besiegers against the fort in their own space
        there = g.side_units(target, self.enemy)
        retreated = g.state.action.retreated
        self.spent = [u for u in there if retreated >> u & 1]  # retreated in this action (pog.12.5.6)
        self.defenders = [u for u in there if not retreated >> u & 1]
        self.fort = bool(g.forts >> target & 1 and g.controls(self.enemy, target))
        self.fort_alone = self.fort and not self.defenders
        self.supplied = True  # whether the defenders may use combat cards (pog.14.3.4)
        self.trench = g.trench(target, self.enemy) if self.defenders and not self.inside else 0
        self.trench_cancelled = False  # all effects
        self.shifts_cancelled = False  # Royal Tank Corps: only the column shifts
        self.cards: dict[str, list[str]] = {side: [], self.enemy: []}
        self.bonus: dict[str, list[tuple[int, str, str]]] = {side: [], self.enemy: []}  # die modifiers: amount, words, rule
        self.army_table: dict[str, bool] = {side: False, self.enemy: False}  # by card (Kemal, Maude)
        self.first: str | None = None  # who fires first; None: both at once
        self.flank_tried = False
        self.brusilov = False
        self.called_off = False  # Alberich
        self.face_up: list[str] = []  # cards in use that lay open before this combat
        self.loss = {side: 0, self.enemy: 0}  # the loss number that a side *inflicts*
        self.taken: dict[str, list[tuple[int, int, bool]]] = {side: [], self.enemy: []}  # steps: unit, LF, was an army
        self.came: dict[int, int] = {}  # replacement corps -> the army that it replaced
        self.unreplaced: list[int] = []  # defending armies for which no corps was in reserve
        self.retreat_cancelled = ""  # the rule that cancels it
        self.withdrawal = ""  # the card
        self.stood = False  # the retreat was ignored for a step
        self.vacated: list[int] = []  # first-stage spaces of a two-space retreat
        self.advanced_into_target = False
        self.entered: list[int] = []  # who advanced into the target
        self.from_sea = False  # a variant's invasion: no line leads from the attackers to the target
        self.more: dict[str, Any] = {}  # what a variant notes about the combat
        self.bombs = 0  # what the attacker's fire inflicts beyond the table, in a variant

    def force(self, side: str) -> list[int]:
        return self.attackers if side == self.side else self.defenders

    @property
    def spaces(self) -> list[int]:
        """The attacking spaces, in the order of the map."""
        return sorted({self.origin[u] for u in self.attackers if u in self.origin} or set(self.origin.values()))

    @property
    def trench_level(self) -> int:
        return 0 if self.trench_cancelled else self.trench


def weighed(
    g: Pog, fight: Any, of: str, label: Callable[[Any], str], on: Callable[[Any], tuple[str, str]], side: str = ""
) -> dict[str, Any]:
    """The words of a question each of whose answers shows what it does to the odds of the combat, as who is asked sees them."""
    known = isinstance(fight, Fight)  # before units are named there is none
    defends = known and side == fight.enemy

    def show(value: Any) -> OptionView:
        odds = g.hooks.outlook(g, fight, of, value)
        if defends:
            odds = [replace(view, good=[-sign for sign in view.good]) for view in odds]
        return OptionView(value, label(value), *on(value), odds=odds)

    sight = {"fight": lambda: seen(g, fight.side, fight.attackers, fight.target)} if known else {}
    return {"name": of, "label": label, "on": on, "show": show, **sight}


def seen(g: Pog, side: str, attackers: list[int], target: int) -> FightView:
    """Who fights whom for which space: what the map shows while anything about it is asked."""
    ids, enemy = g.units.id, OTHER[side]
    return FightView(
        title=f"Combat for {g.board.name[target]}",
        rule="pog.12.2.1",
        place=g.board.ids[target],
        sides=[
            FightSide(side, "Attackers", [ids[u] for u in attackers]),
            FightSide(enemy, "Defenders", [ids[u] for u in g.side_units(target, enemy)]),
        ],
    )
