"""Which rules a line of code belongs to: those that its statement cites, that it guards, or whose function it stands in."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from .changes import Source
from .coverage import is_id
from .ways import called, guard_of


class Citations:
    """All citations of a module, each with the lines that are the rule's own."""

    def __init__(self, source: Source, rulesets: Collection[str]) -> None:
        self.source = source
        self.at: list[tuple[int, str, str]] = []  # line, function, rule
        self.own: dict[int, set[str]] = {}  # line -> rules
        for node in ast.walk(source.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and is_id(node.value, rulesets):
                if not source.is_words(node):
                    self._note(node, node.value)

    def _note(self, node: ast.Constant, rule: str) -> None:
        marked = next(_marked(self.source, node), None)
        function = self.source.function(marked.body[0] if marked is not None else node)
        self.at.append((node.lineno, function, rule))
        for line in self._lines(node, marked):
            self.own.setdefault(line, set()).add(rule)

    def _lines(self, node: ast.Constant, marked: ast.FunctionDef | None) -> list[int]:
        if marked is not None:
            return list(range(marked.body[0].lineno, (marked.end_lineno or 0) + 1))
        lines = list(self.source.lines(node))
        guard = guard_of(self.source, node) if self.source.in_a_body(node) else None
        return lines + (list(self.source.lines(guard)) if guard is not None else [])

    def of(self, node: ast.AST) -> list[str]:
        """The rules whose lines these are."""
        return sorted(set().union(*(self.own.get(line, set()) for line in self.source.lines(node))))

    def nearest(self, node: ast.AST) -> str:
        """The rule cited nearest to it, in the same function if there is one; "" in a module that cites none."""
        line, function = getattr(node, "lineno", 0), self.source.function(node)
        if own := self.of(node):
            return own[0]
        return min(((where != function, abs(at - line), rule) for at, where, rule in self.at), default=(True, 0, ""))[2]


def _marked(source: Source, node: ast.AST) -> Iterator[ast.FunctionDef]:
    for one, slot in source.above(node):
        if slot.field == "decorator_list" and isinstance(slot.node, ast.FunctionDef) and called(one) == "cites":
            yield slot.node
