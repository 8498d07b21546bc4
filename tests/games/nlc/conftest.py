"""Situations for the tests of nlc: a small field, counters set down by name, procedures driven answer by answer."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from grognard.boards.masks import mask_of
from grognard.games.nlc.context import Nlc
from grognard.games.nlc.scenario import DATA
from grognard.games.nlc.state import Stage
from grognard.kernel import Match, Refused

FR_II, FR_3CAV, AL_2NL, AL_5 = 0, 1, 2, 3


class Field:
    """A position of the learning scenario (or another) and short words for it."""

    def __init__(self, scenario: Any = "learning", options: dict[str, Any] | None = None, **situation: Any) -> None:
        situation.setdefault("clear", True)
        self.match = Match.start("nlc", scenario, seed=1, options=options or {}, situation=situation)
        self.g: Nlc = self.match.g
        self.asked: list[Any] = []

    def u(self, name: str) -> int:
        return self.g.static.unit_named[name]

    def l(self, name: str) -> int:
        return self.g.static.leader_named[name]

    def h(self, label: str) -> int:
        return self.g.static.ground.places[label][0] if label in self.g.static.ground.places else self.g.grid.hex(label)

    def stage(self, side: int = 0, formations: tuple[int, ...] = (FR_II, FR_3CAV), segment: str = "move", **fields: Any) -> Stage:
        g = self.g
        held = [mask_of(g.hexes_of(0)), mask_of(g.hexes_of(1))]
        everybody = mask_of(range(len(g.units)))
        made = Stage(side=side, formations=list(formations), segment=segment, step="move", held=held, commanded=everybody,
                     began=list(g.state.at))
        for key, value in fields.items():
            setattr(made, key, value)
        g.state.stage = made
        return made

    def drive(self, procedure: Any, *answers: Any, dice: tuple[int, ...] = ()) -> Any:
        """Run a procedure to its end with these answers and dice; what it asked is in `asked`."""
        self.asked = []
        left = list(answers)
        with self.match.forced(*dice):
            try:
                decision = next(procedure)
                while True:
                    self.asked.append(decision)
                    value = left.pop(0) if left else self._first(decision)
                    given, _ = decision.accept(value)
                    decision = procedure.send(given)
            except StopIteration as end:
                assert not left, f"answers that nobody asked for: {left}"
                return end.value

    @staticmethod
    def _first(decision: Any) -> Any:
        return decision.suggestions()[0] if decision.form == "draft" else decision.options[0]

    def told(self, rule: str) -> bool:
        return any(event.rule == rule for event in self.match.events)

    def at(self, name: str) -> str:
        hex = self.g.state.at[self.u(name)]
        return self.g.label(hex) if hex >= 0 else str(hex)


def rule_of(refusal: Any) -> str:
    return refusal.rule if refusal is not None else ""


@contextmanager
def refused(rule: str) -> Iterator[None]:
    with pytest.raises(Refused) as caught:
        yield
    assert rule in [refusal.rule for refusal in caught.value.refusals], caught.value


@pytest.fixture
def field():
    return Field


def quiet_turn(match: Match, until: str, limit: int = 400) -> None:
    """Choose the quietest legal thing until a rule asks."""
    for _ in range(limit):
        if match.result is not None:
            raise AssertionError(f"the match ended before {until} was asked: {match.result}")
        for seat, decision in list(match.decisions.items()):
            if decision.rule == until:
                return
            match.choose(quiet(decision), seat)
            break
    raise AssertionError(f"{until} was not asked")


def quiet(decision: Any) -> Any:
    if decision.form == "draft":
        return decision.suggestions()[0]
    for word in ("done", "pass", "stand", "keep", "stay", "hold", "return"):
        if word in decision.options:
            return word
    return decision.options[0]


LEADERS = {"reille": "0511", "ney": "0511", "perponcher": "0503", "picton": "0503", "wellington": "0503"}
FAR = {**LEADERS, "reille": "0513", "ney": "0513", "kellermann": "0513"}
ATTACK = {"fr-ii": {"kind": "attack", "target": "quatre-bras"}, "fr-3cav": {"kind": "attack", "target": "quatre-bras"}}


def learning(**changes):
    scenario = tomllib.loads((DATA / "scenarios" / "learning.toml").read_text())
    scenario.update(changes)
    return scenario


def dark(light="night", first_day=0):
    scenario = learning()
    for turn in scenario["turn"][first_day:]:
        turn["light"] = light
    return scenario


def led_field(units=None, orders=None, scenario="learning", **more) -> Field:
    more.setdefault("leaders", LEADERS)
    return Field(scenario, units=units or {}, orders=orders or {}, **more)


def camp(**more) -> Field:
    units = {"fr-9-jamin": "0514", "fr-9-gauthier": {"dead": 1}, "al-best": "0501"}
    units.update(more.pop("units", {}))
    return led_field(units, {"fr-ii": {"kind": "reserve"}}, leaders={**LEADERS, "reille": "0514"}, turn=3, phase="chits", **more)
