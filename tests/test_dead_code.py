"""No dead code: whatever the program defines is used by the program, not only by its tests."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SRC = Path(__file__).parents[1] / "src" / "grognard"
PROMISED = {
    "boards/draw_styles.py:LINE_PATTERNS": "the lists of docs/scene.md are made of it (tools/scene_lists.py)",
    "boards/marks.py:TAGS": "the lists of docs/scene.md are made of it (tools/scene_lists.py)",
    "boards/patterns.py:PATTERN_NAMES": "the lists of docs/scene.md are made of it (tools/scene_lists.py)",
    "boards/pictures.py:hex_corners": "authors of games draw their maps with it (docs/scene.md)",
    "boards/pictures.py:shared_side": "authors of games draw their maps with it (docs/scene.md)",
    "boards/pictures.py:road": "authors of games draw their maps with it (docs/scene.md)",
    "boards/pictures.py:squares": "authors of games draw their maps with it (docs/scene.md)",
    "games/dbms/tournament.py:pairings": "for who holds a tournament of lists (docs/dbms.md)",
    "games/dbms/tournament.py:standings": "for who holds a tournament of lists (docs/dbms.md)",
    "games/napalini/deployment/generator.py:as_toml": "for programs (docs/napalini.md)",
    "kernel/battery/battery.py:options_to_try": "authors run their battery over it (docs/battery.md)",
    "kernel/battery/battery.py:run_battery": "authors run it over their games (docs/battery.md)",
    "kernel/battery/playthrough.py:playthrough": "authors record a match with it (docs/battery.md)",
    "kernel/battery/playthrough.py:replayed": "authors replay what was recorded (docs/battery.md)",
    "kernel/verifying.py:reproduce": "for who gets the file of a broken rule",
    "kernel/proof/answers.py:idle": "written into changed rules by name (kernel/proof/ways.py)",
    "kernel/proof/answers.py:idle_procedure": "written into changed rules by name (kernel/proof/ways.py)",
    "kernel/proof/answers.py:other": "written into changed rules by name (kernel/proof/ways.py)",
    "lab/zoo.py:env": "for learners (docs/research.md)",
    "server/wire.py:ServerSays": "the client's types are made of it (tools/wire_types.py)",
}
HANDED = {
    "BENCHES": "found in every module `bench`",
    "GAME": "found in every package of a game",
    "pytest_": "called by pytest",
    "T": "a type variable of a class",
}  # by name, wherever it stands
OUTSIDE = ("template", "migrations", "vendor")  # copied by new-game; called by Alembic
OURS = {
    *("property", "cached_property", "staticmethod", "classmethod", "contextmanager", "cites", "cache", "lru_cache"),
    *("dataclass", "total_ordering", "overload", "wraps"),
}  # decorators that hand the function to nobody
Function = ast.FunctionDef | ast.AsyncFunctionDef
Named = Function | ast.ClassDef


class Program:
    """All modules below a folder, and which module uses what of which other."""

    def __init__(self, src: Path) -> None:
        self.src = src
        paths = [path for path in sorted(src.rglob("*.py")) if not set(OUTSIDE) & set(path.relative_to(src).parts)]
        self.trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
        self.modules = {self.dotted(path): path for path in paths}
        self.used: set[tuple[str, str]] = set()
        self.handed_on: dict[tuple[str, str], list[tuple[str, str]]] = {}  # a package imports it for others
        for path, tree in self.trees.items():
            self.look(path, tree)

    def dotted(self, path: Path) -> str:
        parts = path.relative_to(self.src.parent).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def base_of(self, path: Path, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        parts = self.dotted(path).split(".")
        up = parts[: len(parts) - node.level + (path.name == "__init__.py")]
        return ".".join([*up, *([node.module] if node.module else [])])

    def look(self, path: Path, tree: ast.Module) -> None:
        modules: dict[str, str] = {}  # what a name stands for here
        loaded = names_read(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                base = self.base_of(path, node)
                for alias in node.names:
                    here = alias.asname or alias.name
                    if f"{base}.{alias.name}" in self.modules:
                        modules[here] = f"{base}.{alias.name}"
                    elif loaded[here]:
                        self.used.add((base, alias.name))
                    else:
                        self.handed_on.setdefault((base, alias.name), []).append((self.dotted(path), here))
            elif isinstance(node, ast.Import):
                modules.update((alias.asname or alias.name, alias.name) for alias in node.names)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.count(":") == 1:
                self.used.add(tuple(node.value.split(":")))  # "module:function", looked up when it is wanted
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and (module := ast.unparse(node.value)) in modules:
                self.used.add((modules[module], node.attr))

    def is_used(self, module: str, name: str) -> bool:
        return (module, name) in self.used or any(self.is_used(*other) for other in self.handed_on.get((module, name), []))

    def unused_in_modules(self) -> Iterator[tuple[Path, int, str]]:
        """Functions, classes and constants that neither their own module nor another one reads."""
        for path, tree in self.trees.items():
            read = names_read(tree)
            for name, node in defined(tree):
                own = names_read(node)[name]
                if not by_others(name) and read[name] <= own and not self.is_used(self.dotted(path), name):
                    yield path, node.lineno, name

    def unused_methods(self) -> Iterator[tuple[Path, int, str]]:
        """Methods whose name nobody says; those of classes that extend somebody else's are called by him."""
        said: Counter[str] = sum((names_said(tree) for tree in self.trees.values()), Counter())
        ours = {node.name for tree in self.trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        ours |= {"Struct", "Generic"}
        for path, tree in self.trees.items():
            for owner in ast.walk(tree):
                if not isinstance(owner, ast.ClassDef) or any(plain_name(base) not in ours for base in owner.bases):
                    continue
                for node in owner.body:
                    if isinstance(node, Function) and not by_others(node.name) and not handed_over(node):
                        if said[node.name] <= names_said(node)[node.name]:
                            yield path, node.lineno, node.name


def plain_name(node: ast.expr) -> str:
    return ast.unparse(node).split("[")[0].split("(")[0].split(".")[-1]


def handed_over(node: Named) -> bool:
    """To the command line, the web server, pytest, the cards of a game."""
    return any(plain_name(mark) not in OURS for mark in node.decorator_list)


def by_others(name: str) -> bool:
    return name.startswith(("__", "pytest_")) or name in HANDED


def defined(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    for node in tree.body:
        if isinstance(node, Named) and not handed_over(node):
            yield node.name, node
        elif isinstance(node, ast.Assign):
            yield from ((target.id, node) for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, node


def names_read(tree: ast.AST) -> Counter[str]:
    return Counter(node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))


def names_said(tree: ast.AST) -> Counter[str]:
    """What is asked of some object, by name in a string too (`getattr`)."""
    found: Counter[str] = Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            found[node.attr] += 1
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found[node.value] += 1
    return found


@cache
def unused(src: Path) -> list[str]:
    program = Program(src)
    found = {*program.unused_in_modules(), *program.unused_methods()}
    return [f"{path.relative_to(src)}:{name}" for path, _, name in sorted(found)]


def test_the_program_uses_what_it_defines():
    assert [name for name in unused(SRC) if name not in PROMISED] == []


def test_what_is_promised_is_still_there_and_still_unused():
    assert sorted(PROMISED.keys() - set(unused(SRC))) == []


def test_what_is_promised_by_a_page_is_named_there():
    """A promise to authors is one only where they can read it."""
    pages = {entry: page for entry, why in PROMISED.items() for page in re.findall(r"docs/[\w-]+\.md", why) if "tools/" not in why}
    root = SRC.parents[1]
    missing = [f"{page}: {entry}" for entry, page in pages.items() if entry.rpartition(":")[2] not in (root / page).read_text("utf-8")]
    assert missing == []


def test_dead_code_is_found(tmp_path):
    src = tmp_path / "toy"
    (src / "room").mkdir(parents=True)
    (src / "one.py").write_text(
        "class Hex:\n    def cube(self):\n        return self.axial()\n    def axial(self):\n        return 1\n"
        "class Visitor(somebody.Else):\n    def visit(self): ...\n"
        "def again(n):\n    return again(n - 1)\n"
        "@app.command('x')\ndef command(): ...\n"
        "Hex(), Visitor()\n"
        "LIMIT = 3\nFRIENDS = LIMIT\n"
        "def lead(): ...\ndef behind(): ...\ndef asked(): ...\n"
    )
    (src / "room" / "__init__.py").write_text("from ..one import behind, lead\n")  # handed on, but only one is taken
    (src / "two.py").write_text(
        "from . import room\nfrom .room import behind\nword, way = 'lead', 'toy.one:asked'\nbehind(), word.lead, word, way\n"
    )
    assert unused(src) == ["one.py:cube", "one.py:again", "one.py:FRIENDS", "one.py:lead"]
