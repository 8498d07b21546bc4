"""Napalini: 1930s Danubia on the square grid. What the kernel asks, each answer one line into a room."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grognard.kernel import Game, SetUp
from grognard.kernel.formats import Formats
from grognard.kernel.game import Procedure
from grognard.kernel.scene import BoardPicture, OddsView, Scene

from . import redeal, sequence
from .asks import Ask
from .bot import staff
from .context import Napalini
from .deployment import generator, scenario
from .format import FORMATS
from .odds import combat
from .odds.attack import attack_odds
from .state import State
from .static import Static
from .table.stacking import overfull
from .view import picture, scene

COUNTED = {
    "hits": ("hit", "hits"),
    "losses": ("loss", "losses"),
    "markers": ("marker", "markers"),
    "damage": ("damage marker", "damage markers"),
    "actions": ("HQ action", "HQ actions"),
    "cards": ("event card", "event cards"),
    "points": ("VP", "VPs"),
}


class NapaliniGame(Game):
    name, title = "napalini", "Napalini"
    blurb = (
        "Fictional Danubia in the middle of the 1930s: armies of battalions, hidden markers, trains, gunboats and Zeppelins."
    )
    asks = Ask
    context = Napalini
    state = State
    data = Path(__file__).parent / "data"
    diary_chapters = ("napalini.4.day", "napalini.8.sequence")  # half a day and a night; an Op is a section
    checkpoint_every = 1  # hidden markers: worlds are imagined from a fresh checkpoint
    search = {"width": 6, "moments": 4, "horizon": 150, "hope": 0.5, "matters": 0.01}
    plan_search = {"moments": 4}
    heavy = frozenset({"firefly", "novi", "winter-line", "blue-danube", "streslau", "iron-gates", "generated"})

    def set_up(self, scenario_: dict[str, Any], options: dict[str, Any]) -> SetUp:
        static, state = scenario.read(generator.wished(scenario_, options), options)
        return SetUp(static, state, {name: side.nation for name, side in static.sides.items()})

    def formats(self) -> Formats:
        return FORMATS

    def play(self, g: Napalini) -> Procedure:
        result = yield from sequence.play(g)
        return result

    def scene(self, g: Napalini, side: str | None) -> Scene:
        return scene.build(g, side)

    def board(self, static: Static) -> BoardPicture:
        return picture.draw_table(static)

    def name_of(self, static: Static, kind: str, value: Any) -> str:
        if kind == "place" and isinstance(value, int):
            return static.label(value)
        if kind == "side" and value in static.sides:
            return static.sides[value].nation
        if kind in COUNTED and isinstance(value, int):
            return f"{value} {COUNTED[kind][value != 1]}"
        return str(value)

    def spot(self, static: Static, facts: Mapping[str, Any]) -> tuple[str, str]:
        square = facts.get("place", "")  # units are called by their kind: whoever is meant has no id
        return "", static.label(square) if isinstance(square, int) and square >= 0 else ""

    def redeal(self, then: Napalini, now: Napalini, side: str, rng: random.Random) -> None:
        redeal.deal(then, now, side, rng)

    def secrets(self, g: Napalini, side: str) -> dict[str, Any]:
        return redeal.secrets(g, side)

    def evaluate(self, g: Napalini, side: str) -> float:
        return staff.evaluate(g, side)

    def bots(self) -> dict[str, Any]:
        return {"staff": staff.Staff, "adjutant": staff.Adjutant}

    def odds(self, g: Napalini, question: dict[str, Any]) -> list[OddsView]:
        return combat.exact(g, question)

    def losses(self, g: Napalini) -> dict[str, dict[str, int]]:
        """Units destroyed or captured, by type."""
        found: dict[str, dict[str, int]] = {side: {} for side in g.sides}
        for n, unit in enumerate(g.state.units):
            if unit.where in ("out", "captured") and not g.dummy(n):
                name = g.type(n).name
                found[unit.side][name] = found[unit.side].get(name, 0) + 1
        return found

    def trial(self, g: Napalini, question: dict[str, Any]) -> list[str]:
        return combat.trial(g, question)

    def check(self, g: Napalini) -> None:
        for side in g.sides:
            for square in sorted({u.at for u in g.state.units if u.side == side and u.where == "table" and u.at >= 0}):
                assert not overfull(g, square, side), f"{side} is overfull in {g.label(square)}"
        for n, unit in enumerate(g.state.units):
            assert not (unit.where == "table" and unit.step > 2), f"dead unit {n} on the table"
            assert unit.where != "table" or unit.at >= 0 or g.state.stage == "objectives", f"unit {n} is nowhere"


Napalini.attack_odds = attack_odds
