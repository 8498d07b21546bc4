"""Rule modules that leave a mark for every statement that runs: which test reaches which line, at hardly any cost.

The one idea: the marks are put into the syntax tree before a module is loaded, so that only the rules themselves are
slower, by about a quarter; a trace function of the interpreter is called for every call of every module, and made a test
take three times as long.
"""

from __future__ import annotations

import ast
import builtins
import marshal
import os
from collections.abc import Iterable
from pathlib import Path
from types import CodeType

from .changes import Source
from .import_hook import load_changed

Lines = dict[str, list[int]]  # file (within the project) -> lines
MARKS, STEP = "__footprints__", "__footprint__"  # names that the changed modules find among the builtins


class Footprints:
    """The statements of some modules, and which of them have run since it was last wiped."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self.places: list[tuple[str, int]] = []  # of each mark: file and line
        self.codes: dict[str, CodeType] = {}  # file -> its code with the marks
        for source in sources:
            tree = _Marking(str(source.path), self.places).visit(ast.parse(source.text))
            ast.fix_missing_locations(tree)
            self.codes[str(source.path)] = compile(tree, str(source.path), "exec", dont_inherit=True)
        self.marks = bytearray(len(self.places))

    def lay(self) -> None:
        """From now on the modules are loaded with their marks, in this process and in those that it forks."""
        vars(builtins)[MARKS] = self.marks
        vars(builtins)[STEP] = self.marks.__setitem__
        load_changed({os.path.realpath(file): marshal.dumps(code) for file, code in self.codes.items()})

    def wipe(self) -> None:
        self.marks[:] = bytes(len(self.marks))

    def seen(self) -> dict[str, set[int]]:
        """File -> the first lines of its statements that have run."""
        found: dict[str, set[int]] = {}
        for number, mark in enumerate(self.marks):
            if mark:
                file, line = self.places[number]
                found.setdefault(file, set()).add(line)
        return found

    def lines(self, root: Path) -> Lines:
        return {os.path.relpath(file, root): sorted(lines) for file, lines in self.seen().items()}


class _Marking(ast.NodeTransformer):
    """Before every statement `__footprints__[n] = 1`, and a call in every lambda, which runs later than its statement."""

    def __init__(self, file: str, places: list[tuple[str, int]]) -> None:
        self.file, self.places = file, places

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                block[:] = [one for old in block for one in ([old] if _stays_first(old) else [self.mark(old), old])]
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.generic_visit(node)
        step = ast.Call(ast.Name(STEP, ast.Load()), [ast.Constant(self.number(node.body)), ast.Constant(1)], [])
        node.body = ast.copy_location(ast.BoolOp(ast.Or(), [step, node.body]), node.body)
        return node

    def mark(self, before: ast.stmt) -> ast.stmt:
        place = ast.Subscript(ast.Name(MARKS, ast.Load()), ast.Constant(self.number(before)), ast.Store())
        return ast.copy_location(ast.Assign([place], ast.Constant(1)), before)

    def number(self, node: ast.stmt | ast.expr) -> int:
        self.places.append((self.file, node.lineno))
        return len(self.places) - 1


def _stays_first(one: ast.stmt) -> bool:
    """Docstrings, and what a module says of the future."""
    if isinstance(one, ast.ImportFrom):
        return one.module == "__future__"
    return isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
