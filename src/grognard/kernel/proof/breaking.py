"""Breaking a rule on purpose, to see whether its tests notice (`grognard ledger --break ID`).

The marked tests run in a pytest of their own: once as the rule is, and once for every way to break it (ways.py), with
the modules of the game changed as they are loaded. The one idea: a test that met the broken rule and stayed green
whatever was broken proves nothing, and a way that no test noticed is a hole; a test that came by nothing that was
changed says nothing either way.
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

from ..refusal import Misuse
from .changes import Change
from .coverage import games_of, marked_in
from .import_hook import write_changed
from .leaving import WITH_PARENT
from .ways import ways_in

Verdict = Literal["goes red", "stays green", "cannot be broken", "red already", "not marked"]
Outcomes = dict[str, dict[str, Any]]  # test -> what proving.py wrote of it


class WayReport(Struct, frozen=True):
    """What the tests did while the rule was broken in one way."""

    place: str  # file:line, or "" for tables and terms wherever they are
    how: str
    red: list[str] = []  # noticed it
    green: list[str] = []  # met it and passed all the same
    out_of_reach: list[str] = []  # passed, and never met it
    hung: list[str] = []  # did not end, which is red too
    not_run: list[str] = []  # came after the one that hung

    @property
    def noticed(self) -> bool:
        return bool(self.red or self.hung)

    @property
    def missed(self) -> bool:
        return bool(self.green) and not self.noticed


class BreakReport(Struct, frozen=True):
    """What the tests marked with a rule did while it was broken, in each of the ways."""

    rule: str
    ways: list[WayReport] = []
    firm: list[str] = []  # file:line that cites it and that nothing guards
    red_already: list[str] = []  # fail with the rule as it is, so say nothing
    fit: list[str] = []  # the marked tests that pass with the rule as it is

    @property
    def blind(self) -> list[str]:
        """Tests that met the broken rule and noticed it in no way."""
        saw = {test for way in self.ways for test in (*way.red, *way.hung)}
        return sorted({test for way in self.ways for test in way.green} - saw)

    @property
    def missed(self) -> list[WayReport]:
        return [way for way in self.ways if way.missed]

    @property
    def verdict(self) -> Verdict:
        if self.blind or self.missed:
            return "stays green"
        if any(way.noticed for way in self.ways):
            return "goes red"
        if self.fit:
            return "cannot be broken"
        return "red already" if self.red_already else "not marked"

    @property
    def good(self) -> bool:
        """Nothing speaks against its tests."""
        return self.verdict in ("goes red", "cannot be broken")


def break_rule(rule: str, root: Path, timeout: float = 600) -> BreakReport:
    """Run the tests of a project that are marked with a rule: with the rule, and without it in each of the ways."""
    root = root.resolve()
    places = marked_in(root / "tests").get(rule, [])
    files = sorted({place.rsplit(":", 1)[0] for place in places})
    if not files:
        return BreakReport(rule)
    before, ended = run_marked(rule, root, files, timeout)
    if not before or not ended:
        what = "could not be run" if ended else f"do not end within {timeout:g} seconds"
        raise Misuse(f"The tests of {rule} {what}, with the rule in force: pytest --rule {rule} {' '.join(files)}")
    ways = ways_in(games_of(root), rule)
    tried = [_try(rule, root, files, timeout, change, before) for change in ways.changes]
    if ways.by_words:
        after, ended = run_marked(rule, root, files, timeout, "--break-rule", rule)
        tried.append(judge("", "tables and terms", before, after, ended))
    return BreakReport(
        rule,
        [way for way in tried if way.noticed or way.green or way.place],
        [f"{path.relative_to(root)}:{line}" for path, line in ways.firm],
        [test for test, outcome in before.items() if not outcome["passed"]],
        [test for test, outcome in before.items() if outcome["passed"]],
    )


def _try(rule: str, root: Path, files: list[str], timeout: float, change: Change, before: Outcomes) -> WayReport:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "changed"
        write_changed(file, {change.source.path: change.code()})
        after, ended = run_marked(rule, root, files, timeout, "--changed", str(file))
    place = f"{change.source.path.relative_to(root)}:{change.line}"
    return judge(place, f"{change.kind}: {change.texts()[0]}", before, after, ended)


def judge(place: str, how: str, before: Outcomes, after: Outcomes, ended: bool = True) -> WayReport:
    """Compare two runs. `ended` is False when the second one hung: at the first test that it does not tell of."""
    fit = [test for test, outcome in before.items() if outcome["passed"]]
    done = [test for test in fit if test in after]
    undone = [test for test in fit if test not in after]
    passed = [test for test in done if after[test]["passed"]]
    return WayReport(
        place,
        how,
        red=[test for test in done if not after[test]["passed"]] + (undone if ended else []),
        green=[test for test in passed if after[test]["met"]],
        out_of_reach=[test for test in passed if not after[test]["met"]],
        hung=[] if ended else undone[:1],
        not_run=[] if ended else undone[1:],
    )


def run_marked(rule: str, root: Path, files: Iterable[str], timeout: float, *more: str) -> tuple[Outcomes, bool]:
    """Outcomes of the tests marked with the rule, and whether the run came to its end."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "proofs"
        command = [sys.executable, "-m", "pytest", "-o", "addopts=", "-p", "grognard.kernel.proof.proving"]
        command += ["-p", "no:cacheprovider", "-q", "--tb=no"]
        command += ["--rule", rule, "--proof-report", str(report), *more, *files]
        try:
            subprocess.run(command, cwd=root, capture_output=True, timeout=timeout, check=False, **WITH_PARENT)
            ended = True
        except subprocess.TimeoutExpired:
            ended = False
        lines = report.read_text(encoding="utf-8").splitlines() if report.exists() else []
    return {outcome["test"]: outcome for outcome in map(json.loads, lines)}, ended
