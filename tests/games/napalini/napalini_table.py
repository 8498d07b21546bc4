"""A small table for tests of single rules: flat ground unless told, two armies, nothing on it but what a test puts there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from grognard.games.napalini.context import Napalini
from grognard.games.napalini.hq.choices import ASHORE, Act, Group, Hook, HqAction, Journey, Outpost, What
from grognard.games.napalini.state import Round, Squadron, Unit
from grognard.games.napalini.static import FACINGS
from grognard.games.napalini.tables import UNITS
from grognard.kernel import Match, Refused
from grognard.kernel.dice import ForcedDice

FLAT = ["......"] * 8


def scenario(rows: list[str] | None = None, kind: str = "assault", **more: Any) -> dict[str, Any]:
    """Two armies with their HQs far back: SO in the south, SD in the north."""
    ground = {"rows": rows or FLAT, **more.pop("ground", {})}
    head = {"id": "test", "name": "Test", "kind": kind, "season": "summer", "first_weather": "G", "days": 2, "extra_days": 0}
    head |= more.pop("head", {})
    one, two = ("so", "sd") if kind == "assault" else ("a", "b")
    depth = len(ground["rows"])
    sides = [
        {"id": one, "nation": "Tomainia", "edge": "south", "setup_rows": [1, 2], "sources": ["C1"], "stockpiles": 3},
        {"id": two, "nation": "Osterlich", "edge": "north", "setup_rows": [4, depth], "sources": [f"C{depth}"], "stockpiles": 3},
    ]
    general = {"name": "Gen. One", "ability": "average", "character": "O4C"}
    formations = [
        {"id": "one", "side": one, "name": "First Army", "general": general, "engineers": 3,
         "units": [{"type": "hq", "mobile": True, "at": "A1", "face": "N"}]},
        {"id": "two", "side": two, "name": "Second Army", "general": dict(general, character="12C"), "engineers": 3,
         "units": [{"type": "hq", "mobile": True, "at": f"F{depth}", "face": "S"}]},
    ]  # fmt: skip
    data = {"title": "Test", "blurb": "Test", "scenario": head, "map": ground, "side": sides, "formation": formations,
            "objective": [{"square": "B5"}, {"square": "D5"}, {"square": "F5"}]}  # fmt: skip
    data.update(more)
    return data


class Table:
    """A match with the table in it, and short ways to put units down and to run one procedure."""

    def __init__(self, rows: list[str] | None = None, kind: str = "assault", options: dict[str, Any] | None = None, **more: Any) -> None:
        self.match = Match.start("napalini", scenario(rows, kind, **more), seed="test", options=options)
        self.g: Napalini = self.match.g
        self.s = self.g.state
        self.s.stage, self.s.setup = "rounds", "done"
        self.one, self.two = self.g.sides
        self.s.first = self.one

    def sq(self, label: str) -> int:
        return self.g.grid.square(label)

    def put(self, side: str, kind: str, at: str, face: str = "", **fields: Any) -> int:
        """A unit on the table, revealed unless told."""
        facing = FACINGS[face or ("N" if side == self.one else "S")]
        formation = fields.pop("formation", 0 if side == self.one else 1)
        unit = Unit(side, UNITS[kind].kind, self.sq(at), facing=facing, type=kind, formation=formation, revealed=True)
        unit.quality = UNITS[kind].quality or "average"
        unit.archie = UNITS[kind].archie
        for name, value in fields.items():
            setattr(unit, name, value)
        self.s.units.append(unit)
        return len(self.s.units) - 1

    def fly(self, side: str, kind: str, **fields: Any) -> int:
        self.s.air.append(Squadron(side, kind))
        for name, value in fields.items():
            setattr(self.s.air[-1], name, value)
        return len(self.s.air) - 1

    def round(self, side: str, activated: list[int] | None = None, **fields: Any) -> Round:
        """A round under way, its Op successful."""
        made = Round(side, formation=0 if side == self.one else 1, aoo=0, step="move", success=True, activated=activated or [])
        for name, value in fields.items():
            setattr(made, name, value)
        self.s.round = made
        return made

    def attack(self, n: int, square: str, came: str) -> None:
        """A unit that has just entered an enemy square."""
        r = self.g.round
        unit = self.g.unit(n)
        unit.at, unit.came = self.sq(square), self.sq(came)
        r.entrants[str(n)] = self.sq(square)
        r.moved.append(n)
        if n not in r.activated:
            r.activated.append(n)
        if self.sq(square) not in r.queue:
            r.queue.append(self.sq(square))

    def run(self, procedure: Any, *answers: Any, dice: tuple[int, ...] = (), draws: tuple[Any, ...] = ()) -> Any:
        """Run one procedure, answering its questions in order; `...` takes the first option. All answers must be used."""
        left = list(answers)
        self.asked: list[Any] = []
        match = self.match
        match.luck.forced, match.luck.forced_draws = ForcedDice(dice), [list(d) for d in draws]
        try:
            try:
                question = next(procedure)
                while True:
                    self.asked.append(question)
                    if not left:
                        raise AssertionError(f"nobody answers: {question.prompt} {question.options}")
                    answer = left.pop(0)
                    value = question.options[0] if answer is ... else question.accept(answer)[0]
                    question = procedure.send(value)
            except StopIteration as stop:
                assert not left, f"answers that nobody asked for: {left}"
                assert not match.luck.forced.left(), f"dice that nobody rolled: {match.luck.forced.left()}"
                return stop.value
        finally:
            match.luck.forced, match.luck.forced_draws = None, []

    def call(self, function: Any, *args: Any, dice: tuple[int, ...] = (), draws: tuple[Any, ...] = ()) -> Any:
        """Call a plain function with these dice."""
        match = self.match
        match.luck.forced, match.luck.forced_draws = ForcedDice(dice), [list(d) for d in draws]
        try:
            value = function(*args)
            assert not match.luck.forced.left(), f"dice that nobody rolled: {match.luck.forced.left()}"
            return value
        finally:
            match.luck.forced, match.luck.forced_draws = None, []

    def told(self, words: str) -> bool:
        return any(words in event.text or words in str(event.facts) for event in self.match.events)


def action(kind: str, payer: int, what: Any) -> HqAction:
    """An HQ action from the way in which it is written."""
    meant: What = what
    if kind == "move-hq":
        formation, to = what
        meant = Journey(formation) if to == ASHORE else Journey(formation, ship=-1 - to) if to < 0 else Journey(formation, to)
    elif kind == "independent-square":
        meant = Outpost(*what)
    elif kind == "seek":
        meant = Hook(what) if what < 100 else Group(what - 100)
    elif kind == "prompt":
        meant = None
    return HqAction(Act(kind), payer, meant)


@contextmanager
def refused(rule: str, says: str = "") -> Iterator[None]:
    with pytest.raises(Refused) as caught:
        yield
    assert caught.value.rule == rule, caught.value
    assert says in caught.value.why


THIRD = {"id": "three", "side": "so", "name": "Third Army", "engineers": 0, "kind": "reserve",
         "general": {"name": "Gen. Three", "ability": "average", "character": "6C"},
         "units": [{"type": "hq", "mobile": True, "at": "B1", "face": "N"}]}  # fmt: skip


def three_armies(**more) -> Table:
    return table(formation=[*scenario()["formation"], THIRD], **more)


MODULES = {"cards": True, "airpower": True, "barrages": True, "engineering": True, "comms": True, "hidden": True}


def table(rows=None, **more):
    return Table(rows, head={"modules": MODULES}, **more)
