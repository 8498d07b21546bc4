"""The pytest plugin that finds out which rules are proven (`-p grognard.kernel.proof.proving`).

A rule is proven by a test that is marked with it (`@pytest.mark.rule("nlc.7.4.1")` on the test, its class, its module
or one `pytest.param`) and that passed while the engine cited the rule; code in the tests' own folder is not the engine.
A rule that can cite nothing stands in its game's uncitable.toml with the reason, and is proven by a marked test that
passes. The outcome is build/ledger.json: `{"nlc.7.4.1": ["tests/...::test_...", ...], ...}`. Earlier proofs stay in it
until their tests run again or are gone.

The one idea: what a test was marked with and what it cited travels on its reports, which pytest-xdist carries from the
workers to the controller anyway. Only the names of all marked tests, known where tests are collected, are sent by hand.

    pytest --rule ID          only the tests that are marked with this rule
    pytest --changed FILE     with modules of a game changed (import_hook.py), and
    pytest --break-rule ID    with tables and terms of this rule changed: its tests should go red (breaking.py judges that)
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from .. import cite
from ..ledger import ledgers_in
from ..refusal import BadData
from . import answers, import_hook
from .coverage import REPORT, Proofs, games_of, read_report, write_report

KERNEL = str(Path(__file__).parents[1]) + os.sep
ENTRANCES = (KERNEL + "match.py", KERNEL + "tables.py")
SHOWN = 20  # lines of a list in the summary, unless -v

_name = pytest.StashKey[str]()
_ear = pytest.StashKey["Ear"]()
_met = pytest.StashKey[int]()

cite.watch = cite.heard  # here, not in pytest_configure: a folder's conftest may load its game before that


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("rules")
    group.addoption("--rule", action="append", default=[], metavar="ID", help="only tests marked with this rule")
    group.addoption("--break-rule", action="append", default=[], metavar="ID", help="change this rule's tables and terms")
    group.addoption("--changed", metavar="FILE", help="load other code for some modules")
    group.addoption("--proof-report", metavar="FILE", help="a line of JSON for each marked test; no build/ledger.json")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Before the first conftest.py, which may load a game."""
    given = early_config.known_args_namespace
    if given.changed:
        import_hook.load_changed(import_hook.read_changed(Path(given.changed)))
    if given.break_rule:
        answers.change_words(frozenset(given.break_rule))


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules of a ledger that this test proves")
    config.pluginmanager.register(Prover(config), "grognard-prover")


class Ear:
    """Hears which of a test's rules the engine cites while the test runs."""

    def __init__(self, item: pytest.Item, rules: Iterable[str]) -> None:
        self.waiting = set(rules)
        self.heard: set[str] = set()
        root, path = item.config.rootpath, item.path
        within = path.relative_to(root).parts if path.is_relative_to(root) else ()
        self.tests = str(root / within[0]) + os.sep if len(within) > 1 else str(path)  # tests/, or the file alone

    def __call__(self, rule: str) -> None:
        if rule in self.waiting and self.by_engine(sys._getframe(1)):
            self.waiting.discard(rule)
            self.heard.add(rule)

    def by_engine(self, frame: FrameType | None) -> bool:
        """Not if a test (or a game within the tests) itself told the kernel to cite. A match and a table are engine."""
        while frame is not None and frame.f_code.co_filename.startswith(KERNEL):
            if frame.f_code.co_filename in ENTRANCES:
                return True
            if rule := frame.f_locals.get("function") if frame.f_code.co_name == cite.HEARING else None:
                return not rule.__code__.co_filename.startswith(self.tests)  # a game's own rule, whoever calls it
            frame = frame.f_back
        return frame is None or not frame.f_code.co_filename.startswith(self.tests)


class Prover:
    """Listens to one run of pytest, in the controller and in every worker."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.tests: dict[str, dict[str, Any]] = {}  # marked test -> its proof, as the reports told it
        self.failed: set[str] = set()
        self.known: set[str] = set()  # every marked test that was collected, deselected ones included
        self.stopped = False  # before the end, so that what was not collected may still be there
        self.summary: list[tuple[str, list[str]]] = []
        self.broken = bool(config.getoption("changed") or config.getoption("break_rule"))

    # ---------------------------------------------------------- where tests are collected and run

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        wanted = set(config.getoption("rule"))
        others = []
        for item in items:
            item.stash[_name] = item.nodeid
            marked = marked_rules(item)
            if marked:
                self.known.add(item.nodeid)
            if wanted and not wanted.intersection(marked):
                others.append(item)
        if others:
            config.hook.pytest_deselected(items=others)
            items[:] = [item for item in items if item not in set(others)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, object, object]:
        marked = marked_rules(item)
        if not marked:
            return (yield)
        ear = item.stash[_ear] = Ear(item, marked)
        item.stash[_met] = answers.meetings[0]
        with cite.recording(ear):
            return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Generator[None, Any, Any]:
        report = yield
        if marked := marked_rules(item):
            ear = item.stash.get(_ear, None)
            cited = ear.heard if ear else set()
            report.proof = {
                "test": item.stash.get(_name, item.nodeid),
                "cited": {rule: rule in cited for rule in marked},
                "met": answers.meetings[0] > item.stash.get(_met, answers.meetings[0]),
            }
        return report

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, exitstatus: int) -> None:
        self.stopped = exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput["grognard_known"] = sorted(self.known)
        elif not self.config.option.collectonly:
            self.conclude()

    # ---------------------------------------------------------- where the reports come together

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.known.update((getattr(node, "workeroutput", None) or {}).get("grognard_known", ()))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if hasattr(self.config, "workeroutput"):
            return
        proof = getattr(report, "proof", None)  # a subtest has none, nor has a test whose worker crashed
        test = proof["test"] if proof else report.nodeid
        if report.outcome != "passed" or hasattr(report, "wasxfail"):
            self.failed.add(test)
        if proof is None:
            return
        if report.when == "call" or test not in self.tests:
            self.tests[test] = proof
        if report.when == "teardown" and (file := self.config.getoption("proof_report")):
            with open(file, "a", encoding="utf-8") as lines:
                lines.write(json.dumps({**self.tests[test], "passed": test not in self.failed}) + "\n")

    def conclude(self) -> None:
        """Judge, write build/ledger.json, and keep what the terminal will say."""
        passed = {test: proof["cited"] for test, proof in self.tests.items() if test not in self.failed}
        marked = sorted({rule for proof in self.tests.values() for rule in proof["cited"]})
        if self.broken:
            return
        known, uncitable = self.read_ledgers() if marked else (set(), {})
        proven = proofs(passed, uncitable)
        missed = sorted({rule for cited in passed.values() for rule in cited} - proven.keys())
        self.say("proven without a citation", [f"{r}: {uncitable[r]}" for r in proven if r in uncitable])
        self.say("marked but never cited by the engine", [f"{r} ({_one_test(r, passed)})" for r in missed])
        self.say("marked but in no ledger", [rule for rule in marked if rule not in known])
        if not self.config.getoption("proof_report"):
            self.write(proven)

    def write(self, proven: Proofs) -> None:
        path = self.config.rootpath / REPORT
        before = read_report(path)
        if self.known or before:
            write_report(path, merged(before, proven, self.may_stay))

    def may_stay(self, test: str) -> bool:
        """Whether an earlier proof still counts: not judged anew, and as far as this run can tell still there."""
        if test in self.tests or test in self.failed:
            return False
        if test in self.known:
            return True  # collected but not run: deselected, or the run was stopped
        return not self.looked_into(test.split("::")[0]) and (self.config.rootpath / test.split("::")[0]).exists()

    def looked_into(self, file: str) -> bool:
        """This run collected all tests of that file (so one that it did not find is no more)."""
        narrowed = any(self.config.getoption(name, default=None) for name in ("lf", "ignore", "ignore_glob"))
        if self.stopped or narrowed:
            return False
        path = self.config.rootpath / file
        here = self.config.invocation_params.dir
        places = [Path(os.path.abspath(here / place)) for place in self.config.args if "::" not in place]
        return any(place == path or place in path.parents for place in places)

    def read_ledgers(self) -> tuple[set[str], dict[str, str]]:
        """All rule ids that a program can enforce, and those that cannot be cited, with the reason."""
        own = self.config.rootpath / "src" / "grognard" / "games"
        try:
            found = ledgers_in(own if own.is_dir() else None)
            if not own.is_dir():
                found |= ledgers_in(games_of(self.config.rootpath))  # a project with a game of its own
            ledgers = found.values()
        except BadData as error:
            self.say("a ledger is wrong", [str(error)])
            return set(), {}
        known = {rule.id for ledger in ledgers for rule in ledger.enforceable()}
        return known, {rule: reason for ledger in ledgers for rule, reason in ledger.uncitable.items()}

    def say(self, title: str, lines: Iterable[str]) -> None:
        if lines := list(lines):
            self.summary.append((title, lines))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for title, lines in self.summary:
            terminalreporter.write_sep("-", f"{title}: {len(lines)}")
            shown = lines if self.config.option.verbose > 0 else lines[:SHOWN]
            for line in shown:
                terminalreporter.write_line(f"  {line}")
            if len(lines) > len(shown):
                terminalreporter.write_line(f"  and {len(lines) - len(shown)} more (-v shows them)")


def marked_rules(item: pytest.Item) -> list[str]:
    """The ids of all its `rule` marks: its own, its parameters', its class's and its module's."""
    return sorted({str(rule) for mark in item.iter_markers("rule") for rule in mark.args})


def proofs(passed: dict[str, dict[str, bool]], uncitable: dict[str, str]) -> Proofs:
    """Rule -> tests that prove it."""
    proven: Proofs = {}
    for test, cited in passed.items():
        for rule, was_cited in cited.items():
            if was_cited or rule in uncitable:
                proven.setdefault(rule, []).append(test)
    return proven


def merged(before: Proofs, now: Proofs, may_stay: Callable[[str], bool]) -> Proofs:
    """What this run proved, and what earlier ones did where it may stay."""
    rules = sorted({*before, *now})
    tests = {rule: sorted({*now.get(rule, []), *filter(may_stay, before.get(rule, []))}) for rule in rules}
    return {rule: names for rule, names in tests.items() if names}


def _one_test(rule: str, passed: dict[str, dict[str, bool]]) -> str:
    tests: Iterator[str] = (test for test, cited in passed.items() if rule in cited)
    return next(tests)
