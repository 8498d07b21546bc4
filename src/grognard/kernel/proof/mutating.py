"""The plugin of pytest that tries mutants instead of running tests (mutation.py starts it; see there).

It collects the tests of a game, finds out which of them reaches which line (reach.py), and forks a child for every mutant:
from a process that has begun every scenario once, so that nobody loads a map again, or, where the mutant's line ran while
that was done, from one that has not.
"""

from __future__ import annotations

import contextlib
import gc
import os
import random
import resource
import signal
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

from ..game import game
from ..ledger import ledgers_in
from ..match import Match
from ..refusal import Misuse
from ..scenarios import scenario_files
from .changes import Change, Source
from .children import in_children, limit
from .cited import Citations
from .coverage import games_of, package_of, rulesets_of, tests_of
from .footprints import Footprints
from .import_hook import write_changed
from .leaving import leave_with_parent
from .live import CannotPut, Live
from .mutants import mutants_of, rule_modules
from .mutation import BARE, Mutation, Plan, Tried, cores, equivalents, stale
from .proving import marked_rules
from .reach import Reach, Reached, digests, read_reach, said, write_reach

TRACED = 10.0  # seconds of the processor after which a test is too slow to be of use
TRACING = 3600.0  # for whoever sees to the tracing; it mostly waits
GRACE, TIMES = 2.0, 4.0  # a test of a mutant may take so many seconds, and so many times what it took unchanged
OWN_START = 30.0  # seconds that a pytest of its own may need to begin
PLAYTHROUGHS = "test_playthroughs.py"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("rules").addoption("--mutate-plan", metavar="FILE", help="try mutants instead of running the tests")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    plan = msgspec.json.decode(Path(early_config.known_args_namespace.mutate_plan).read_bytes(), type=Plan)
    mutator = Mutator(early_config.rootpath, plan)
    early_config.pluginmanager.register(mutator, "grognard-mutator")
    mutator.footprints.lay()


class Task:
    """A mutant, and the tests that may notice it."""

    def __init__(self, change: Change, tried: Tried, tests: list[str], cold: bool) -> None:
        self.change, self.tried, self.tests, self.cold = change, tried, tests, cold


class Mutator:
    def __init__(self, root: Path, plan: Plan) -> None:
        self.root, self.plan = root, plan
        self.game = package_of(root, plan.game) or games_of(root) / plan.game
        self.files = rule_modules(self.game)
        self.sources = [Source(path) for path in self.files]
        self.footprints = Footprints(self.sources)
        self.loaded: dict[str, set[int]] = {}  # the lines that run while modules are loaded
        self.warmed: dict[str, set[int]] = {}  # and those that run when all scenarios are begun
        self.warming = 0.0  # seconds of the processor that this takes
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
        if session.testsfailed:
            raise session.Interrupted(f"{session.testsfailed} errors while the tests were collected")
        began = time.monotonic(), _processor()
        self.loaded = self.footprints.seen()
        self.items = {item.nodeid: item for item in session.items}
        self.settle()
        self.trace()
        found = self.mutate()
        found.seconds, found.processor = time.monotonic() - began[0], _processor() - began[1]
        Path(self.plan.result).write_bytes(msgspec.json.encode(found))
        return True

    def settle(self) -> None:
        """Before children are forked: know the functions there are, and let the memory lie still."""
        gc.unfreeze()
        gc.collect()
        self.live = Live([str(path) for path in self.files])
        gc.freeze()

    def warm_up(self) -> None:
        """Begin every scenario, so that maps and tables are there for all children. Notes what ran for it."""
        begun = time.process_time()
        self.footprints.wipe()
        with contextlib.suppress(Misuse):
            known = game(self.plan.game)
            shipped = [one.name for one in scenario_files(known.name, known.data) if one.shipped] if known.data else []
            for name in [*known.built_in, *shipped]:
                with contextlib.suppress(Exception):  # a scenario that cannot be begun is for the tests to find
                    Match.start(known, name, seed="mutants")
        self.warmed, self.warming = self.footprints.seen(), time.process_time() - begun
        self.settle()

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
        for _, answer in in_children([(store, reach)], self.trace_new, lambda _: TRACING, 1, quiet=False):
            if not answer or "warmed" not in answer:
                raise Misuse(f"The tests of {self.plan.game} could not be traced.")
            self.warmed = {file: set(lines) for file, lines in answer["warmed"].items()}
            self.warming = answer["warming"]
        reach = read_reach(store)
        self.reach = Reach(reach.files, {name: test for name, test in reach.tests.items() if self.is_fit(test)})

    def trace_new(self, job: tuple[Path, Reach]) -> dict[str, Any]:
        """In a process of its own, because the mutants of what it runs to warm up must find a cold one."""
        store, reach = job
        self.warm_up()
        new = [name for name in self.items if name not in reach.tests]
        if new:
            said(f"{self.plan.game}: which lines {len(new)} tests reach ...")
        for number, (name, answer) in enumerate(in_children(new, self.trace_one, lambda _: TRACED, self.at_once), 1):
            reach.tests[name] = msgspec.convert(answer, Reached) if answer and "passed" in answer else Reached(False, TRACED)
            if number % 100 == 0:
                said(f"  {number} of {len(new)}")
                write_reach(store, reach)
        write_reach(store, reach)
        return {"warmed": {file: sorted(lines) for file, lines in self.warmed.items()}, "warming": self.warming}

    def is_fit(self, test: Reached) -> bool:
        return test.passed and test.seconds <= self.plan.longest

    def trace_one(self, name: str) -> dict[str, Any]:
        begun = time.process_time()
        self.footprints.wipe()
        passed = run_test(self.items[name], None)
        return {"passed": passed, "seconds": time.process_time() - begun, "lines": self.footprints.lines(self.root)}

    # ---------------------------------------------------------- the mutants

    def mutate(self) -> Mutation:
        rulesets = rulesets_of([ledgers_in(games_of(self.root))[self.game.name]])
        known = equivalents(self.game)
        everything = [change for source in self.sources for change in mutants_of(source) if self.is_wanted(source.path)]
        if known and not self.plan.module:
            for line in stale(known, self.keys_of(everything, known)):
                said(f"  judged equivalent, and no longer there: {line}")
        chosen = self.chosen(everything)
        cited = {source: Citations(source, rulesets) for source in self.sources}
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
        path, lines = str(change.source.path), set(change.lines)
        alone = self.plan.alone or not change.source.in_a_body(change.at) or not lines.isdisjoint(self.loaded.get(path, ()))
        cold = alone or not lines.isdisjoint(self.warmed.get(path, ()))
        order = self.by_nearness(self.reach.of(file, change.lines), [*rules, near])
        if cold:  # what it made is remembered, so that tests may need it and not reach it
            seen = set(order)
            order += self.by_nearness([name for name in self.touching(file) if name not in seen], [*rules, near])
        tried = Tried(
            *(file, change.line, change.function, change.kind, before, after, "survived", rules, near),
            reached=len(order),
            diff=change.shown(),
            alone=alone,
        )
        return Task(change, tried, list(self.affordable(order)), cold)

    def by_nearness(self, names: Iterable[str], rules: Iterable[str]) -> list[str]:
        """Those marked with one of the rules first, and of these the quickest."""
        return sorted(names, key=lambda name: (self.is_far(name, rules), self.reach.tests[name].seconds))

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
        """The cold ones first: after that this process has begun the scenarios, and is cold no more."""
        said(f"{self.plan.game}: {len(tasks)} mutants ...")
        cold, warm = [task for task in tasks if task.cold], [task for task in tasks if not task.cold]
        done = self.tried(cold, 0, len(tasks))
        if warm:
            self.warm_up()
            self.tried(warm, done, len(tasks))

    def tried(self, tasks: list[Task], before: int, of: int) -> int:
        number = before
        for number, (task, answer) in enumerate(in_children(tasks, self.try_one, self.seconds, self.at_once), before + 1):
            tried = task.tried
            if answer is None or answer.get("late"):
                tried.outcome = "timed out"
            elif not answer.get("survived"):
                tried.outcome, tried.by = "killed", answer.get("by", "")
            tried.ran = (answer or {}).get("ran", 0)
            if number % 20 == 0:
                said(f"  {number} of {of}")
        return number

    def seconds(self, task: Task) -> float:
        """For the whole of it; each test within has a limit of its own."""
        whole = sum(self.reach.tests[name].seconds for name in task.tests)
        return OWN_START + self.warming + GRACE * min(10, len(task.tests)) + TIMES * whole

    def try_one(self, task: Task) -> dict[str, Any]:
        if task.tried.alone:
            return self.try_alone(task)
        try:
            file = str(task.change.source.path)
            self.live.put(file, self.footprints.codes[file], task.change.code())
        except CannotPut:
            return self.try_alone(task)
        for number, name in enumerate(task.tests):
            limit(GRACE + TIMES * self.reach.tests[name].seconds + (TIMES * self.warming if task.cold else 0.0))
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
            command += [*BARE, "--tb=no", "--changed", str(changed)]
            command += ["--proof-report", str(Path(folder) / "proofs"), *task.tests]
            seconds = int(self.seconds(task)) + 1

            def begin() -> None:
                leave_with_parent()
                resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

            done = subprocess.run(command, cwd=self.root, capture_output=True, text=True, check=False, preexec_fn=begin)
        if done.returncode == pytest.ExitCode.OK:
            return {"survived": True, "ran": len(task.tests)}
        if done.returncode in (-signal.SIGKILL, -signal.SIGXCPU):
            return {"late": True}
        return {"by": next((line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))), "")}


def run_test(item: pytest.Item, after: pytest.Item | None) -> bool:
    """Whether it passes, or is skipped as it was."""
    reports = runtestprotocol(item, log=False, nextitem=after)
    return not any(report.failed for report in reports)


def _processor() -> float:
    """Seconds of the processor of this process and of all that it has waited for."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system
