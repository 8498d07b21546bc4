"""The plugin of pytest that tries mutants instead of running tests (mutation.py starts it; see there).

It collects the tests of a game, finds out which of them reaches which line (reach.py), and forks a child for every mutant.
"""

from __future__ import annotations

import gc
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from _pytest.runner import runtestprotocol

from ..ledger import ledgers_in
from .changes import Change, Source
from .children import in_children, limit
from .cited import Citations
from .coverage import games_of, package_of, rulesets_of, tests_of
from .leaving import WITH_PARENT
from .live import CannotPut, Live
from .loading import write_changed
from .mutants import mutants_of, rule_modules
from .mutation import Mutation, Plan, Tried, cores, equivalents, stale
from .proving import marked_rules
from .reach import Reach, Reached, Trace, digests, read_reach, said, write_reach

TRACED = 60.0  # seconds of the processor for one traced test
GRACE, TIMES = 2.0, 4.0  # a test of a mutant may take so many seconds, and so many times what it took traced
OWN_START = 20.0  # seconds that a pytest of its own needs to begin
PLAYTHROUGHS = "test_playthroughs.py"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("rules").addoption("--mutate-plan", metavar="FILE", help="try mutants instead of running the tests")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    plan = msgspec.json.decode(Path(early_config.known_args_namespace.mutate_plan).read_bytes(), type=Plan)
    mutator = Mutator(early_config.rootpath, plan)
    early_config.pluginmanager.register(mutator, "grognard-mutator")
    mutator.loading.__enter__()


class Task:
    """A mutant, and the tests that may notice it."""

    def __init__(self, change: Change, tried: Tried, tests: list[str], alone: bool) -> None:
        self.change, self.tried, self.tests, self.alone = change, tried, tests, alone


class Mutator:
    def __init__(self, root: Path, plan: Plan) -> None:
        self.root, self.plan = root, plan
        self.game = package_of(root, plan.game) or games_of(root) / plan.game
        self.files = rule_modules(self.game)
        self.loading = Trace([str(path) for path in self.files])  # what runs before the first test
        self.at_once = plan.at_once or cores()
        self.items: dict[str, pytest.Item] = {}
        self.reach = Reach()
        self.live = Live([])

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self.is_ours(item)]

    def is_ours(self, item: pytest.Item) -> bool:
        if any(item.get_closest_marker(mark) for mark in ("soak", "browser")):
            return False
        return item.path.name != PLAYTHROUGHS or f"[{self.plan.game}-" in item.name

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.loading.__exit__()
        if session.testsfailed:
            raise session.Interrupted(f"{session.testsfailed} errors while the tests were collected")
        began = time.monotonic()
        self.items = {item.nodeid: item for item in session.items}
        self.live = Live([str(path) for path in self.files])
        gc.collect()
        gc.freeze()
        self.trace()
        found = self.mutate()
        found.seconds = time.monotonic() - began
        Path(self.plan.result).write_bytes(msgspec.json.encode(found))
        return True

    # ---------------------------------------------------------- who reaches what

    def trace(self) -> None:
        """Fill `reach`, from build/ where nothing has changed."""
        store = self.root / "build" / "reach" / f"{self.plan.game}.json"
        folder = tests_of(self.root, self.plan.game)
        data = sorted(path for path in self.game.rglob("*") if path.suffix in (".toml", ".json", ".csv"))
        helpers = [path for path in sorted(folder.rglob("*.py")) if not path.name.startswith("test_")]
        tests = sorted({item.path for item in self.items.values()})
        always = set(digests(self.root, [*data, *helpers]))
        reach = read_reach(store)
        reach.forget(digests(self.root, [*self.files, *data, *helpers, *tests]), lambda test: {*always, test.split("::")[0]})
        reach.tests = {name: test for name, test in reach.tests.items() if name in self.items}
        new = [name for name in self.items if name not in reach.tests]
        if new:
            said(f"{self.plan.game}: which lines {len(new)} tests reach ...")
        for number, (name, answer) in enumerate(in_children(new, self.trace_one, lambda _: TRACED, self.at_once), 1):
            reach.tests[name] = msgspec.convert(answer, Reached) if answer and "passed" in answer else Reached(False, TRACED)
            if number % 50 == 0:
                said(f"  {number} of {len(new)}")
                write_reach(store, reach)
        write_reach(store, reach)
        self.reach = Reach(reach.files, {name: test for name, test in reach.tests.items() if self.is_fit(test)})

    def is_fit(self, test: Reached) -> bool:
        return test.passed and test.seconds <= self.plan.longest

    def trace_one(self, name: str) -> dict[str, Any]:
        begun = time.process_time()
        with Trace([str(path) for path in self.files]) as trace:
            passed = run_test(self.items[name], None)
        return {"passed": passed, "seconds": time.process_time() - begun, "lines": trace.lines(self.root)}

    # ---------------------------------------------------------- the mutants

    def mutate(self) -> Mutation:
        sources = [Source(path) for path in self.files]
        rulesets = rulesets_of([ledgers_in(games_of(self.root))[self.game.name]])
        known = equivalents(self.game)
        everything = [change for source in sources for change in mutants_of(source) if self.is_wanted(source.path)]
        if known and not self.plan.module:
            for line in stale(known, self.keys_of(everything, known)):
                said(f"  judged equivalent, and no longer there: {line}")
        chosen = self.chosen(everything)
        cited = {source: Citations(source, rulesets) for source in sources}
        tasks = [self.task(change, cited[change.source]) for change in chosen]
        for task in tasks:
            if reason := known.get(task.tried.key):
                task.tried.outcome, task.tried.by = "equivalent", reason
        self.try_all([task for task in tasks if task.tried.outcome != "equivalent" and task.tests])
        left_out = [name for name in self.items if name not in self.reach.tests]
        return Mutation(self.plan.game, self.plan.seed, len(everything), [task.tried for task in tasks], left_out=left_out)

    def is_wanted(self, path: Path) -> bool:
        return self.plan.module in path.relative_to(self.game).as_posix()

    def keys_of(self, changes: Iterable[Change], known: Iterable[tuple[str, str, str]]) -> set[tuple[str, str, str]]:
        """The keys of those changes that stand in a function which `known` names."""
        functions = {function for function, _, _ in known}
        return {(change.function, *change.texts()) for change in changes if change.function in functions}

    def chosen(self, everything: list[Change]) -> list[Change]:
        if self.plan.again:
            again = set(self.plan.again)
            functions = {function for function, _, _ in again}
            within = [change for change in everything if change.function in functions]
            return [change for change in within if (change.function, *change.texts()) in again]
        number = min(self.plan.sample, len(everything))
        places = sorted(random.Random(self.plan.seed).sample(range(len(everything)), number))
        return [everything[place] for place in places]

    def task(self, change: Change, cited: Citations) -> Task:
        file = os.path.relpath(change.source.path, self.root)
        before, after = change.texts()
        rules, near = cited.of(change.at), cited.nearest(change.at)
        tests = self.reach.of(file, change.lines)
        order = sorted(tests, key=lambda name: (self.is_far(name, [*rules, near]), self.reach.tests[name].seconds))
        loaded = self.loading.seen.get(str(change.source.path), set())
        alone = self.plan.alone or not change.source.in_a_body(change.at) or bool(loaded.intersection(change.lines))
        if alone and not tests:  # it runs while modules are loaded: all tests that touch the module at all
            order = sorted(self.touching(file), key=lambda name: self.reach.tests[name].seconds)
        tried = Tried(
            *(file, change.line, change.function, change.kind, before, after, "survived", rules, near),
            reached=len(order),
            diff=change.shown(),
            alone=alone,
        )
        return Task(change, tried, list(self.affordable(order)), alone)

    def is_far(self, name: str, rules: Iterable[str]) -> bool:
        return not set(rules).intersection(marked_rules(self.items[name]))

    def touching(self, file: str) -> list[str]:
        return [name for name, test in self.reach.tests.items() if file in test.lines] or list(self.reach.tests)

    def affordable(self, names: Iterable[str]) -> Iterator[str]:
        """As many as the budget has room for, at least one."""
        spent = 0.0
        for name in names:
            if spent and spent + self.reach.tests[name].seconds > self.plan.budget:
                return
            spent += self.reach.tests[name].seconds
            yield name

    # ---------------------------------------------------------- trying them

    def try_all(self, tasks: list[Task]) -> None:
        said(f"{self.plan.game}: {len(tasks)} mutants ...")
        for number, (task, answer) in enumerate(in_children(tasks, self.try_one, self.seconds, self.at_once), 1):
            tried = task.tried
            if answer is None:
                tried.outcome = "timed out"
            elif not answer.get("survived"):
                tried.outcome, tried.by = "killed", answer.get("by", "")
            tried.ran = (answer or {}).get("ran", 0)
            if number % 20 == 0:
                said(f"  {number} of {len(tasks)}")

    def seconds(self, task: Task) -> float:
        return OWN_START + sum(GRACE + TIMES * self.reach.tests[name].seconds for name in task.tests)

    def try_one(self, task: Task) -> dict[str, Any]:
        if task.alone:
            return self.try_alone(task)
        try:
            source = task.change.source
            old = compile(source.tree, str(source.path), "exec", dont_inherit=True)
            self.live.put(str(source.path), old, task.change.code())
        except CannotPut:
            return self.try_alone(task)
        for number, name in enumerate(task.tests):
            limit(GRACE + TIMES * self.reach.tests[name].seconds)
            after = self.items[task.tests[number + 1]] if number + 1 < len(task.tests) else None
            if not run_test(self.items[name], after):
                return {"by": name, "ran": number + 1}
        return {"survived": True, "ran": len(task.tests)}

    def try_alone(self, task: Task) -> dict[str, Any]:
        """A pytest of its own, which loads the module changed."""
        with tempfile.TemporaryDirectory() as folder:
            changed = Path(folder) / "changed"
            write_changed(changed, {task.change.source.path: task.change.code()})
            command = [sys.executable, "-m", "pytest", "-o", "addopts=", "-p", "grognard.kernel.proof.proving", "-x", "-q"]
            command += ["-p", "no:cacheprovider", "--tb=no", "--changed", str(changed)]
            command += ["--proof-report", str(Path(folder) / "proofs"), *task.tests]
            done = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=False, **WITH_PARENT)
        if done.returncode == pytest.ExitCode.OK:
            return {"survived": True, "ran": len(task.tests)}
        return {"by": next((line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))), "")}


def run_test(item: pytest.Item, after: pytest.Item | None) -> bool:
    """Whether it passes, or is skipped as it was."""
    reports = runtestprotocol(item, log=False, nextitem=after)
    return not any(report.failed for report in reports)
