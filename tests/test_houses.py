"""The shape of the games' code: no import circles, no switches for tests, small rules marked one by one."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[1] / "src" / "grognard" / "games"
NAMES = sorted(path.name for path in GAMES.iterdir() if (path / "__init__.py").exists())


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def modules_of(game: Path) -> dict[str, Path]:
    """Dotted name within the game (or another layer) -> file. A package goes by its own name."""
    found = {}
    for path in sorted(game.rglob("*.py")):
        parts = path.relative_to(game.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_of(name: str, path: Path, known: dict[str, Path]) -> set[str]:
    """The game's own modules that this one imports, wherever the line stands; those for types only are left out."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    found: set[str] = set()
    for node in runtime_nodes(tree_of(path)):
        if isinstance(node, ast.Import):
            found.update(alias.name.removeprefix("grognard.games.").removeprefix("grognard.") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            up = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*up, *([node.module] if node.module else [])]).removeprefix("grognard.games.").removeprefix("grognard.")
            below = {f"{base}.{alias.name}" for alias in node.names}
            found.update(below & known.keys())
            if not below <= known.keys():
                found.add(base)
    return (found & known.keys()) - {name}


def runtime_nodes(tree: ast.AST):
    """All nodes but those under `if TYPE_CHECKING:`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            continue
        yield node
        yield from runtime_nodes(node)


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """The strongly connected parts of more than one module (Tarjan)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        number[name] = low[name] = len(number)
        stack.append(name)
        for other in sorted(graph[name]):
            if other not in number:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], number[other])
        if low[name] == number[name]:
            part = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(part) > 1:
                found.append(sorted(part))

    for name in sorted(graph):
        if name not in number:
            visit(name)
    return found


def graph_of(game: Path) -> dict[str, set[str]]:
    known = modules_of(game)
    return {name: imports_of(name, path, known) for name, path in known.items()}


@pytest.mark.parametrize("game", NAMES)
def test_no_modules_of_a_game_import_each_other_in_a_circle(game):
    assert circles(graph_of(GAMES / game)) == []


@pytest.mark.parametrize("layer", ["kernel", "boards", "bots", "lab", "server", "cli"])
def test_no_modules_of_a_layer_import_each_other_in_a_circle(layer):
    assert circles(graph_of(GAMES.parent / layer)) == []


def test_circles_are_found_in_functions_and_packages_too(tmp_path):
    game = tmp_path / "toy"
    files = {
        "__init__.py": "from .game import Toy\n",
        "game.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .bot import staff\nfrom .march import steps\n",
        "march/__init__.py": "",
        "march/steps.py": "def step():\n    from ..combat import fire\n",
        "combat/__init__.py": "",
        "combat/fire.py": "from ..march.steps import step\nfrom . import melee\n",
        "combat/melee.py": "import os\n",
        "bot/__init__.py": "",
        "bot/staff.py": "from toy.game import Toy\n",
    }
    for name, text in files.items():
        (game / name).parent.mkdir(parents=True, exist_ok=True)
        (game / name).write_text(text)
    graph = graph_of(game)
    assert graph["toy.combat.fire"] == {"toy.march.steps", "toy.combat.melee"} and graph["toy.bot.staff"] == {"toy.game"}
    assert circles(graph) == [["toy.combat.fire", "toy.march.steps"]]


@pytest.mark.parametrize("game", NAMES)
def test_rules_carry_no_switch_for_tests(game):
    words = ("in_force", "cite.broken")
    found = [
        f"{path.relative_to(GAMES)}:{number}"
        for path in sorted((GAMES / game).rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if any(word in line for word in words)
    ]
    assert found == []


def test_a_marked_function_is_at_most_three_rules():
    """Who cites more is no small function with a name of its own."""
    wide = []
    for path in sorted(GAMES.rglob("*.py")):
        for node in ast.walk(tree_of(path)):
            marks = node.decorator_list if isinstance(node, ast.FunctionDef) else []
            for mark in marks:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func).endswith("cites") and len(mark.args) > 3:
                    wide.append(f"{path.relative_to(GAMES)}:{mark.lineno}: {len(mark.args)}")
    assert wide == []


LAZY = {"cli"}  # a command imports what it needs when it is called: the others must answer at once


def test_an_import_in_a_function_says_why_it_is_there():
    src, silent = GAMES.parent, []
    for path in sorted(src.rglob("*.py")):
        if path.relative_to(src).parts[0] in LAZY:
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        for function in ast.walk(tree_of(path)):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for node in ast.walk(function):
                    if isinstance(node, ast.Import | ast.ImportFrom) and "#" not in lines[node.lineno - 1] + lines[node.lineno - 2]:
                        silent.append(f"{path.relative_to(src)}:{node.lineno}: {lines[node.lineno - 1].strip()}")
    assert sorted(set(silent)) == []


@pytest.mark.parametrize("name", ["Table", "Entry", "Row", "Seen"])
def test_a_wide_word_names_one_class(name):
    """These once meant four things each."""
    found = [
        str(path.relative_to(GAMES.parent))
        for path in sorted(GAMES.parent.rglob("*.py"))
        for node in tree_of(path).body
        if isinstance(node, ast.ClassDef) and node.name == name
    ]
    assert len(found) <= 1, found
