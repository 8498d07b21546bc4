"""No dead code: whatever the program defines is used by the program, not only by its tests."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SRC = Path(__file__).parents[1] / "src" / "grognard"
PROMISED = {
    "boards/pictures.py:hex_corners": "authors of games draw their maps with it (docs/scene.md)",
    "boards/pictures.py:shared_side": "authors of games draw their maps with it (docs/scene.md)",
    "games/napalini/deployment/generator.py:as_toml": "for programs (docs/napalini.md)",
    "kernel/verifying.py:reproduce": "for who gets the file of a broken rule",
}
ELSEWHERE = ("template", "migrations", "vendor")  # copied by new-game; called by Alembic
OURS = {
    *("property", "cached_property", "staticmethod", "classmethod", "contextmanager", "cites", "cache", "lru_cache"),
    *("dataclass", "total_ordering", "overload", "wraps"),
}  # decorators that hand the function to nobody
Named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def definitions(tree: ast.Module, ours: set[str]) -> Iterator[Named]:
    """Functions and classes of a module and methods of its classes; a method may be there for somebody else's base class."""
    for node in tree.body:
        if isinstance(node, Named):
            yield node
        if isinstance(node, ast.ClassDef) and all(ast.unparse(base).split("[")[0].split(".")[-1] in ours for base in node.bases):
            yield from (one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))


def handed_over(node: Named) -> bool:
    """To the command line, the web server, pytest."""
    return any(ast.unparse(mark).split("(")[0].split(".")[-1] not in OURS for mark in node.decorator_list)


def uses(tree: ast.AST) -> Counter[str]:
    found: Counter[str] = Counter()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found[node.id] += 1
        elif isinstance(node, ast.Attribute):
            found[node.attr] += 1
        elif isinstance(node, ast.ImportFrom):
            found.update(alias.name for alias in node.names if alias.asname)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found[node.value.rpartition(":")[2]] += 1  # by name: getattr, "module:function"
    return found


def unused(src: Path) -> list[str]:
    paths = [path for path in sorted(src.rglob("*.py")) if not set(ELSEWHERE) & set(path.relative_to(src).parts)]
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    used: Counter[str] = sum((uses(tree) for tree in trees.values()), Counter())
    ours = {node.name for tree in trees.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)} | {"Struct", "Generic"}
    return [
        f"{path.relative_to(src)}:{node.name}"
        for path, tree in trees.items()
        for node in definitions(tree, ours)
        if not node.name.startswith(("__", "pytest_")) and not handed_over(node) and used[node.name] <= uses(node)[node.name]
    ]


def test_the_program_uses_what_it_defines():
    assert [name for name in unused(SRC) if name not in PROMISED] == []


def test_dead_code_is_found(tmp_path):
    (tmp_path / "one.py").write_text(
        "class Hex:\n    def cube(self):\n        return self.axial()\n    def axial(self):\n        return 1\n"
        "class Visitor(somebody.Else):\n    def visit(self): ...\n"
        "def again(n):\n    return again(n - 1)\n"
        "@app.command('x')\ndef command(): ...\n"
        "Hex(), Visitor()\n"
    )
    assert unused(tmp_path) == ["one.py:cube", "one.py:again"]
