"""How much of each ledger a project's tree marks, cites and proves, as data (`grognard ledger` shows it).

- marked: a test carries `@pytest.mark.rule("nlc.7.4.1")` and is not skipped or expected to fail;
- cited: the id stands in code as a string, not in a docstring or comment;
- tested: build/ledger.json says that a marked test passed while the rule was cited, which the tests write (proving.py,
  which needs pytest; this does not);
- sampled: of the tested, those of whose citing lines mutants were tried (`grognard ledger --mutate`); alive: one of these
  mutants survived;
- proven: tested, and no mutant that was tried is alive.

The one idea: files are read and nothing is run or imported, so that the figures are there at once and for broken code
too. Rules of scope note are left out: no program can enforce them.
"""

from __future__ import annotations

import ast
import json
import os
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from ..datafile import toml_file
from ..ledger import RULE_ID, Ledger, ledgers_in
from ..refusal import BadData, Misuse

REPORT = Path("build/ledger.json")  # in the project's root; written by the tests
Proofs = dict[str, list[str]]  # rule -> tests that prove it

Count = Literal["marked", "cited", "tested", "proven"]
Places = dict[str, list[str]]  # id -> where it stands, as "file:line"

ENTRY_POINTS = '"grognard.games"'
LEDGER_FILES = ("rules.toml", "rulings.toml", "uncitable.toml")
CITING_KEYS = ("rule", "rules", "cite")
NO_ID = re.compile(r".*\.(toml|json|md|py|svg|css|js|html|txt)")


class Coverage(Struct, frozen=True):
    """What is known of one ruleset's rules. All lists are in the ledger's order."""

    ruleset: str
    title: str
    rules: list[str]
    marked: list[str]
    cited: list[str]
    tested: list[str]
    proven: list[str]
    uncitable: dict[str, str]  # rule -> why it can cite nothing
    sampled: list[str] = []  # tested, and mutants of its lines were tried
    alive: list[str] = []  # of these: one survived

    def percent(self, count: Count) -> float:
        return 100 * len(getattr(self, count)) / len(self.rules) if self.rules else 0.0

    def missing(self, count: Count) -> list[str]:
        have = set(getattr(self, count))
        return [rule for rule in self.rules if rule not in have]


def project_root(start: Path | None = None) -> Path:
    """The project that a folder lies in: the nearest one upwards that is Grognard's own or brings games to it."""
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        project = folder / "pyproject.toml"
        if project.is_file() and ((folder / "src" / "grognard").is_dir() or ENTRY_POINTS in project.read_text("utf-8")):
            return folder
    words = f"expected pyproject.toml here or above, with src/grognard beside it or entry points {ENTRY_POINTS}"
    raise Misuse(f"{here} lies in no copy of the project and in no project of a game: {words}")


def coverage(root: Path) -> dict[str, Coverage]:
    """Ruleset -> its figures, for every ledger of the project."""
    ledgers = ledgers_in(games_of(root))
    mutants = read_figures(root / REPORT)
    found: dict[Count, Collection[str]] = {
        "marked": marked_in(root / "tests"),
        "cited": _cited(root, ledgers),
        "tested": read_report(root / REPORT),
    }
    figures: dict[str, Coverage] = {}
    for ledger in ledgers.values():
        for ruleset in rulesets_of([ledger]):
            rules = [rule.id for rule in ledger.enforceable() if rule.id.split(".")[0] == ruleset]
            lists = {count: [rule for rule in rules if rule in ids] for count, ids in found.items()}
            uncitable = {rule: why for rule, why in ledger.uncitable.items() if rule in rules}
            sampled = [rule for rule in lists["tested"] if rule in mutants]
            alive = [rule for rule in sampled if mutants[rule]["alive"]]
            lists["proven"] = [rule for rule in lists["tested"] if rule not in alive]
            more = {"sampled": sampled, "alive": alive}
            figures[ruleset] = Coverage(ruleset, ledger.title, rules, **lists, uncitable=uncitable, **more)
    return figures


def games_of(root: Path) -> Path:
    """The folder in which the packages of games stand: Grognard's own, or a project's with a game of its own."""
    own = root / "src" / "grognard" / "games"
    return own if own.is_dir() else root / "src" if (root / "src").is_dir() else root


def package_of(root: Path, game: str) -> Path | None:
    """The package of a game by its name: of a project of its own the folder is called otherwise (grognard_hills)."""
    for folder, ledger in ledgers_in(games_of(root)).items():
        if game in (folder, ledger.ruleset):
            return games_of(root) / folder
    return None


def tests_of(root: Path, game: str) -> Path:
    """Where a game's tests are: tests/games/GAME, or all tests of a project of its own."""
    own = (root / "src" / "grognard" / "games").is_dir()
    return root / "tests" / "games" / game if own else root / "tests"


def _cited(root: Path, ledgers: dict[str, Ledger]) -> dict[str, list[str]]:
    """Of Grognard all its code; of a project with a game of its own, that game's."""
    rulesets = rulesets_of(ledgers.values())
    if (root / "src" / "grognard").is_dir():
        return ids_cited_in(root / "src", rulesets)
    found: dict[str, list[str]] = {}
    for package in ledgers:
        for rule, places in ids_cited_in(games_of(root) / package, rulesets).items():
            found.setdefault(rule, []).extend(places)
    return found


def rulesets_of(ledgers: Iterable[Ledger]) -> list[str]:
    """The first words of all their rule ids."""
    return sorted({rule.id.split(".")[0] for ledger in ledgers for rule in ledger})


# ------------------------------------------------------------------ ids that do not exist


def unknown_marks(root: Path) -> Places:
    """Ids that tests are marked with and that no ledger has, or only as a note. A game without a ledger is let be."""
    ledgers = ledgers_in(games_of(root)).values()
    known, rulesets = {rule.id for ledger in ledgers for rule in ledger.enforceable()}, rulesets_of(ledgers)
    marked = marked_in(root / "tests")
    return {rule: marked[rule] for rule in marked if rule not in known and rule.split(".")[0] in rulesets}


def unknown_citations(root: Path) -> Places:
    """Ids that a game's code or data cites and that its ledger (with its base) does not have."""
    unknown: Places = {}
    ledgers = ledgers_in(games_of(root))
    for game, ledger in ledgers.items():
        folder = games_of(root) / game
        for cited in (ids_cited_in(folder, rulesets_of(ledgers.values())), ids_in_data(folder)):
            for rule, places in cited.items():
                if rule not in ledger:
                    unknown.setdefault(rule, []).extend(places)
    return unknown


BENCH = "bench.py"  # its figures have names that look like ids


def ids_cited_in(folder: Path, rulesets: Collection[str]) -> Places:
    """Every id in a folder's code: whatever is passed as `rule=`, and every string that looks like an id."""
    cited: Places = {}
    for path in sorted(folder.rglob("*.py")):
        if path.name == BENCH:
            continue
        for rule, line in _ids_in_code(_parsed(path), rulesets):
            cited.setdefault(rule, []).append(f"{path}:{line}")
    return cited


def ids_in_data(folder: Path) -> Places:
    """Every id that a folder's data names as `rule`, `rules` or `cite`: the code may cite it from there."""
    named: Places = {}
    for path in sorted(folder.rglob("*.toml")):
        if path.name not in LEDGER_FILES:
            for rule, key in _ids_in_data(toml_file(path.parent, path.name)):
                named.setdefault(rule, []).append(f"{path}: {key}")
    return named


def _ids_in_code(tree: ast.Module, rulesets: Collection[str]) -> Iterator[tuple[str, int]]:
    nodes = list(ast.walk(tree))
    apart = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}  # docstrings
    apart.update(id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values)
    as_rule = {id(word.value) for word in nodes if isinstance(word, ast.keyword) and word.arg == "rule"}
    for node in nodes:
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in apart:
            continue
        if (id(node) in as_rule and node.value) or is_id(node.value, rulesets):
            yield node.value, node.lineno


def is_id(text: str, rulesets: Collection[str]) -> bool:
    return bool(RULE_ID.fullmatch(text)) and text.split(".")[0] in rulesets and not NO_ID.fullmatch(text)


def _ids_in_data(data: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(data, dict):
        for name, value in data.items():
            if name in CITING_KEYS:
                texts = value if isinstance(value, list) else [value]
                yield from ((text, f"{key}.{name}") for text in texts if isinstance(text, str))
            yield from _ids_in_data(value, f"{key}.{name}" if key else name)
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from _ids_in_data(value, f"{key}[{number}]")


# ------------------------------------------------------------------ marks


def marked_in(tests: Path) -> Places:
    """Every id that a living test is marked with: on itself, its class, its module or one of its parameters."""
    marked: Places = {}
    for path in sorted(tests.rglob("*.py")):
        tree = _parsed(path)
        short = _short_names(tree)
        for node in ast.walk(tree):
            for rule in _rules_of_marks(_marks(node), short):
                marked.setdefault(rule, []).append(f"{path}:{getattr(node, 'lineno', 0)}")
    return marked


def _marks(node: ast.AST) -> list[ast.expr]:
    """The marks that stand at this place of a module."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return node.decorator_list
    if isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "pytestmark" for target in node.targets):
        return _listed(node.value)
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("pytest.param"):
        return [mark for word in node.keywords if word.arg == "marks" for mark in _listed(word.value)]
    return []


def _short_names(tree: ast.Module) -> set[str]:
    """Other names that a module gives to the mark: `rule = pytest.mark.rule`."""
    given = [node for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.value) == "pytest.mark.rule"]
    return {target.id for node in given for target in node.targets if isinstance(target, ast.Name)}


def _rules_of_marks(marks: list[ast.expr], short: Collection[str] = ()) -> set[str]:
    rules: set[str] = set()
    for mark in marks:
        name = ast.unparse(mark.func if isinstance(mark, ast.Call) else mark)
        if name.endswith(("mark.skip", "mark.xfail")):
            return set()
        if (name.endswith("mark.rule") or name in short) and isinstance(mark, ast.Call):
            rules |= {arg.value for arg in mark.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)}
    return rules


def _listed(value: ast.expr) -> list[ast.expr]:
    return value.elts if isinstance(value, ast.List | ast.Tuple) else [value]


def _parsed(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise BadData(f"{path}:{error.lineno}: expected Python, but: {error.msg}") from None


# ------------------------------------------------------------------ build/ledger.json


def read_report(path: Path) -> Proofs:
    """Rule -> tests that prove it, as build/ledger.json has it; empty if there is none or it is no such file."""
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    rows = report.items() if isinstance(report, dict) else ()
    return {rule: tests for rule, tests in rows if isinstance(tests, list)}


def write_report(path: Path, proven: Proofs) -> None:
    """At once or not at all. What is known of mutants stays."""
    _write(path, proven, read_figures(path))


MUTANTS = "mutants"  # the one key of the report that is no rule
Figures = dict[str, dict[str, int]]  # rule -> mutants of the lines that cite it: how many sampled, how many alive


def read_figures(path: Path) -> Figures:
    """What `grognard ledger --mutate` found of each rule; empty if it never ran."""
    try:
        report = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    found = report.get(MUTANTS) if isinstance(report, dict) else None
    return found if isinstance(found, dict) else {}


def write_figures(path: Path, figures: Figures) -> None:
    _write(path, read_report(path), figures)


def _write(path: Path, proven: Proofs, figures: Figures) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    report = {**proven, **({MUTANTS: dict(sorted(figures.items()))} if figures else {})}
    draft.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    os.replace(draft, path)
