#!/usr/bin/env python3
"""How deep the battery of `make test` looks, for each scenario: measured here once, counted everywhere.

    .venv/bin/python tools/battery_depths.py [GAME[/SCENARIO] ...]      on a quiet machine

A battery that is cut by the clock looks deeper on a faster machine, and may find there what it did not find here. So the time
is spent once, and what was reached is written to tests/conformance/depths.toml: matches, choices of each (0: to the end),
restarts, decisions looked at, choices in other processes.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "tests/conformance/depths.toml"
HEAD = "# How deep the battery of `make test` looks; made by tools/battery_depths.py.\n"
sys.path.insert(0, str(ROOT / "tests/conformance"))


def measured(name: str, scenario: str, seconds: float) -> dict[str, int]:
    """What this much time of one process is enough for."""
    from grognard.kernel.battery import Budget, run_battery

    report = run_battery(name, scenario, budget=Budget(seconds=seconds))
    print(report, flush=True)
    reached = report.reached
    cut = [one.choices for one in reached if not one.over]
    return {
        "matches": len(reached),
        "choices": min(cut) if cut else 0,
        "restarts": sum(one.restarts for one in reached) // len(reached),
        "looks": max(1, sum(one.looks for one in reached) // len(reached)),
        "elsewhere": max(one.elsewhere for one in reached),
    }


def main(wanted: list[str]) -> None:
    from test_battery import ALL, SECONDS

    from grognard.kernel import game

    depths = tomllib.loads(FILE.read_text()) if FILE.exists() else {}
    for name, scenario in ALL:
        key = f"{name}/{scenario}"
        if wanted and not {name, key} & set(wanted):
            continue
        depths[key] = measured(name, scenario, SECONDS / 3 if scenario in game(name).heavy else SECONDS)
        lines = [f'"{key}" = {{ {", ".join(f"{k} = {v}" for k, v in depths[key].items())} }}\n' for key in sorted(depths)]
        FILE.write_text(HEAD + "".join(lines))


if __name__ == "__main__":
    main(sys.argv[1:])
