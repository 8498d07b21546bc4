"""A module's syntax tree, and one small change in it.

The one idea: a change is a list of places in the tree, each with what is put there instead. It is put in, compiled and
taken out again, so that thousands of them may be listed over one tree, and only the few that are tried cost anything.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

SHOWN = 160  # signs of a line before and after
AROUND = 40  # signs left and right of what differs, where the line is longer


class Slot(NamedTuple):
    """Where a node hangs: a field of its parent, and the number if that is a list."""

    node: ast.AST
    field: str
    number: int | None = None

    def get(self) -> Any:
        held = getattr(self.node, self.field)
        return held if self.number is None else held[self.number]

    def put(self, new: Any) -> None:
        if self.number is None:
            setattr(self.node, self.field, new)
        else:
            getattr(self.node, self.field)[self.number] = new


class Source:
    """A module as a tree, with the way up from every node."""

    def __init__(self, path: Path, text: str | None = None) -> None:
        self.path = path
        self.text = path.read_text(encoding="utf-8") if text is None else text
        self.tree = ast.parse(self.text)
        self.up: dict[ast.AST, Slot] = {}
        for node in ast.walk(self.tree):
            for field, value in ast.iter_fields(node):
                for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
                    if isinstance(child, ast.AST):
                        self.up[child] = Slot(node, field, index)

    def above(self, node: ast.AST) -> Iterator[tuple[ast.AST, Slot]]:
        """The node and where it hangs, its parent and where that hangs, and so on to the module."""
        while (slot := self.up.get(node)) is not None:
            yield node, slot
            node = slot.node

    def statement(self, node: ast.AST) -> ast.stmt:
        found = next((one for one, _ in self.above(node) if isinstance(one, ast.stmt)), None)
        if found is None:
            raise LookupError(f"{ast.dump(node)} stands in no statement")
        return found

    def function(self, node: ast.AST) -> str:
        """The name of the function that the node stands in, with its classes; "" outside of all."""
        names = [
            slot.node.name
            for _, slot in self.above(node)
            if isinstance(slot.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and slot.field == "body"
        ]
        return ".".join(reversed(names))

    def in_a_body(self, node: ast.AST) -> bool:
        """It runs when a function is called, not when the module is loaded."""
        return any(
            isinstance(slot.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and slot.field == "body"
            for _, slot in self.above(node)
        )

    def lines(self, node: ast.AST) -> range:
        """The lines of its statement, without those of the block that the statement heads."""
        whole = self.statement(node)
        block = getattr(whole, "body", None) or getattr(whole, "cases", None)
        if not block:
            return range(whole.lineno, (whole.end_lineno or whole.lineno) + 1)
        here = [node.lineno] if isinstance(node, ast.expr) else []  # the guard of a case stands below the head
        heads = [one for one in ast.iter_child_nodes(whole) if isinstance(one, ast.expr)]
        return range(whole.lineno, max([whole.lineno, *here, *(one.end_lineno or 0 for one in heads)]) + 1)

    def is_words(self, node: ast.AST) -> bool:
        """Part of a docstring or of a text with braces."""
        return any(isinstance(slot.node, ast.Expr | ast.JoinedStr | ast.FormattedValue) for _, slot in [(node, self.up[node])])


class Change:
    """What is put into a tree instead of what is there. `kind` says it in a word or two."""

    def __init__(
        self, source: Source, kind: str, at: ast.AST, *puts: tuple[Slot, Any], texts: tuple[str, str] | None = None
    ) -> None:
        self.source, self.kind, self.at, self.puts = source, kind, at, puts
        self._texts = texts

    @property
    def line(self) -> int:
        return int(getattr(self.at, "lineno", 0))

    @property
    def function(self) -> str:
        return self.source.function(self.at)

    @property
    def lines(self) -> range:
        return self.source.lines(self.at)

    @contextmanager
    def made(self) -> Iterator[None]:
        old = [slot.get() for slot, _ in self.puts]
        try:
            for slot, new in self.puts:
                slot.put(new)
            yield
        finally:
            for (slot, _), was in zip(reversed(self.puts), reversed(old)):
                slot.put(was)

    def code(self) -> CodeType:
        """The module, changed."""
        with self.made():
            ast.fix_missing_locations(self.source.tree)
            return compile(self.source.tree, str(self.source.path), "exec", dont_inherit=True)

    def texts(self) -> tuple[str, str]:
        """The line before and after, as the interpreter would print it."""
        if self._texts is None:
            whole = self.source.statement(self.at)
            before = ast.unparse(whole).splitlines()
            with self.made():
                ast.fix_missing_locations(whole)
                after = ast.unparse(whole).splitlines()
            pairs = [(old.strip(), new.strip()) for old, new in zip(before, after) if old != new]
            self._texts = pairs[0] if pairs else (before[0], after[0])
        return self._texts

    def shown(self) -> str:
        """A diff in one line, cut to what differs."""
        before, after = self.texts()
        if max(len(before), len(after)) > SHOWN:
            start = next((n for n, (a, b) in enumerate(zip(before, after)) if a != b), 0)
            start = max(0, start - AROUND)
            before, after = (f"...{text[start : start + 3 * AROUND]}..." for text in (before, after))
        return f"{before}  ->  {after}"


def replaced(new: ast.AST, old: ast.AST) -> ast.AST:
    """The new node, standing where the old one stood."""
    return ast.copy_location(new, old)
