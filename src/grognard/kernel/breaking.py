"""Breaking a rule on purpose, to see whether its tests notice (`grognard ledger --break ID`).

The marked tests run twice in a pytest of their own: as they are, and with the rule's effect disabled or its table
cells changed. The one idea: a test that stays green although the kernel was asked for the broken rule's effect proves
nothing; one in which nobody asked (the rule is only cited by an event or a decision) says nothing either way.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from .coverage import marked_in
from .refusal import Misuse

Verdict = Literal["goes red", "stays green", "cannot be broken", "red already", "not marked"]
Outcomes = dict[str, dict[str, Any]]  # test -> what proving.py wrote of it


class BreakReport(Struct, frozen=True):
    """What the tests marked with a rule did while it was broken."""

    rule: str
    red: list[str] = []  # noticed it, as they must
    green: list[str] = []  # met the broken rule and passed all the same: they prove nothing
    out_of_reach: list[str] = []  # passed, and never met anything that the kernel can break
    red_already: list[str] = []  # fail with the rule in force, so say nothing
    hung: list[str] = []  # did not end while it was broken, which is red too
    not_run: list[str] = []  # came after the one that hung

    @property
    def verdict(self) -> Verdict:
        if self.green:
            return "stays green"
        if self.red or self.hung:
            return "goes red"
        if self.out_of_reach:
            return "cannot be broken"
        return "red already" if self.red_already else "not marked"

    @property
    def good(self) -> bool:
        """Nothing speaks against its tests."""
        return self.verdict in ("goes red", "cannot be broken")


def break_rule(rule: str, root: Path, timeout: float = 600) -> BreakReport:
    """Run the tests of a project that are marked with a rule, with the rule in force and without."""
    root = root.resolve()
    places = marked_in(root / "tests").get(rule, [])
    files = sorted({place.rsplit(":", 1)[0] for place in places})
    if not files:
        return BreakReport(rule)
    before, ended = run_marked(rule, root, files, timeout)
    if not before or not ended:
        what = "could not be run" if ended else f"do not end within {timeout:g} seconds"
        raise Misuse(f"The tests of {rule} {what}, with the rule in force: pytest --rule {rule} {' '.join(files)}")
    after, ended = run_marked(rule, root, files, timeout, "--break-rule", rule)
    return judge(rule, before, after, ended)


def judge(rule: str, before: Outcomes, after: Outcomes, ended: bool = True) -> BreakReport:
    """Compare the two runs. `ended` is False when the second one hung: at the first test that it does not tell of."""
    fit = [test for test, outcome in before.items() if outcome["passed"]]
    done = [test for test in fit if test in after]
    undone = [test for test in fit if test not in after]
    passed = [test for test in done if after[test]["passed"]]
    return BreakReport(
        rule,
        red=[test for test in done if not after[test]["passed"]] + (undone if ended else []),
        green=[test for test in passed if rule in after[test]["met"]],
        out_of_reach=[test for test in passed if rule not in after[test]["met"]],
        red_already=[test for test in before if test not in fit],
        hung=[] if ended else undone[:1],
        not_run=[] if ended else undone[1:],
    )


def run_marked(rule: str, root: Path, files: Iterable[str], timeout: float, *more: str) -> tuple[Outcomes, bool]:
    """Outcomes of the tests marked with the rule, and whether the run came to its end."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "proofs"
        command = [sys.executable, "-m", "pytest", "-o", "addopts=", "-p", "grognard.kernel.proving"]
        command += ["-p", "no:cacheprovider", "-q", "--tb=no"]
        command += ["--rule", rule, "--proof-report", str(report), *more, *files]
        try:
            subprocess.run(command, cwd=root, capture_output=True, timeout=timeout, check=False)
            ended = True
        except subprocess.TimeoutExpired:
            ended = False
        lines = report.read_text(encoding="utf-8").splitlines() if report.exists() else []
    return {outcome["test"]: outcome for outcome in map(json.loads, lines)}, ended
