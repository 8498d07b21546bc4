"""Every registered game and scenario runs the battery by itself.

How deep is counted, not timed (depths.toml), so that it does the same everywhere: about 5 s of a process for each scenario, a
third of that where a game calls it `heavy`; a scenario that is not in the file gets as much time. Every value of every option is
tried once, on the first scenario. `make soak` goes thirty times deeper.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import tomllib
from functools import cache
from pathlib import Path

import pytest

from grognard.kernel import Game, game, game_names
from grognard.kernel.battery import Budget, Report, options_to_try, play_at_random, run_battery
from grognard.kernel.game import _REGISTERED
from grognard.kernel.scenarios import scenario_files

SECONDS = float(os.environ.get("GROGNARD_BATTERY_SECONDS", "5"))
DEPTHS = tomllib.loads(Path(__file__).with_name("depths.toml").read_text())
PARTIAL = 40  # choices that are enough to see that an option works


@cache
def scenarios(name: str) -> list[str]:
    """The scenarios that come with a game, the learning one first."""
    known = game(name)
    shipped = [s.name for s in scenario_files(name, known.data) if s.shipped] if known.data else []
    found = [*known.built_in, *shipped]
    return sorted(found, key=lambda scenario: scenario != "learning")


def installed() -> list[str]:
    """All games of this installation; a game that cannot be imported is a failure of its own, below."""
    found = []
    for name in NAMES:
        try:
            if isinstance(game(name), Game) and scenarios(name):
                found.append(name)
        except Exception:
            continue
    return found


NAMES = [name for name in game_names() if name not in _REGISTERED or type(game(name)).__module__.startswith("grognard.games.")]
ALL = [(name, scenario) for name in installed() for scenario in scenarios(name)]
OPTIONS = [(name, options) for name in installed() for options in options_to_try(game(name))]


def named(value: object) -> str:
    return "-".join(f"{k}={v}" for k, v in value.items()) if isinstance(value, dict) else str(value)


def deep(name: str, scenario: str) -> tuple[Budget, list[str]]:
    """How deep the battery looks in `make test`, and at which matches."""
    seeds = ["battery-1", "battery-2", "battery-3"]
    depth = DEPTHS.get(f"{name}/{scenario}")
    if depth is None:
        return Budget(seconds=SECONDS / 3 if scenario in game(name).heavy else SECONDS), seeds
    budget = Budget(
        seconds=0, samples=depth["looks"], choices=depth["choices"] or None,
        restarted=depth["restarts"], elsewhere=depth["elsewhere"], processes=2 if scenario == "learning" else 1,
    )  # fmt: skip
    return budget, seeds[: depth["matches"]]


@pytest.mark.parametrize("name", NAMES)
def test_the_game_can_be_loaded_and_has_a_scenario_to_learn_it(name):
    if not _begun(name):
        pytest.skip(f"{name} has no rules yet")
    assert game(name).name == name
    assert "learning" in scenarios(name)


def _begun(name: str) -> bool:
    """Whether there is a game already, and not only the folder for it."""
    module = f"grognard.games.{name}"
    return importlib.util.find_spec(module) is None or hasattr(importlib.import_module(module), "GAME")


@pytest.mark.parametrize(("name", "scenario"), ALL, ids=named)
def test_the_battery(name, scenario):
    budget, seeds = deep(name, scenario)
    _judge(run_battery(name, scenario, seeds=seeds, budget=budget))


@pytest.mark.soak
@pytest.mark.parametrize(("name", "scenario"), ALL, ids=named)
def test_the_battery_in_depth(name, scenario):
    budget = Budget(seconds=SECONDS * 30, samples=150, worlds=4, restarts=20, follow=6)
    report = run_battery(name, scenario, seeds=[f"soak {n}" for n in range(8)], budget=budget)
    _judge(report)
    assert "no random match was played to its end" not in report.notes, str(report)


@pytest.mark.parametrize(("name", "options"), OPTIONS, ids=named)
def test_every_option_can_be_played(name, options):
    known, scenario = game(name), scenarios(name)[0]
    report = Report(name, scenario, options)
    recording = play_at_random(known, scenario, options, "option", report, longest=20_000, choices=PARTIAL)
    assert recording.steps, str(report)
    _judge(report)


def _judge(report: Report) -> None:
    print(report)
    if not report.ok:
        pytest.fail(str(report), pytrace=False)
