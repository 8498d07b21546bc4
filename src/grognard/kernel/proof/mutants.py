"""Mutants of a game's rules: every small change that a slip of the pen might make, listed over the syntax trees.

Comparisons and their boundaries, constants, `and` for `or`, dropped conditions, dropped terms, two calls in the other
order, `any` for `all`, `min` for `max`, early returns, `break` for `continue`. Words are left alone, and so are modules
that are no rules: bots, pictures, odds, benches, formats of files, dealing again what is hidden.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from .changes import Change, Slot, Source, replaced
from .ways import TERMS, called

NO_RULES = {  # a folder or a module of one of these names, or beginning with it and _ (bot_moves.py)
    *("bot", "bots", "view", "scene", "picture", "pictures", "layers", "words", "odds", "trial"),
    *("bench", "benches", "evaluate", "suggest", "situations", "situation", "format", "redeal"),
}
BOUNDARY: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
TWINS = {"any": "all", "all": "any", "min": "max", "max": "min"}
TYPES = ("annotation", "returns")
SAYING = {"tell", "note", "cite", "cites", "ledger", "isinstance"}  # nothing in these calls is reckoned
SHOWING = {"label", "labels", "on", "waiting", "prompt", "text", "words", "kind", "why", "rule"}  # arguments that only show


def is_rule_module(path: Path, game: Path) -> bool:
    parts = [*path.relative_to(game).parts[:-1], path.stem]
    return not any(part == name or part.startswith(f"{name}_") for part in parts for name in NO_RULES)


def rule_modules(game: Path) -> list[Path]:
    return [path for path in sorted(game.rglob("*.py")) if is_rule_module(path, game)]


def mutants_of(source: Source) -> list[Change]:
    """All of them, in the order of the tree: the same for the same text."""
    return [change for node in ast.walk(source.tree) if not _left_alone(source, node) for change in _at(source, node)]


def _left_alone(source: Source, node: ast.AST) -> bool:
    """Types, docstrings, texts, and what only says or names."""
    for one, slot in source.above(node):
        parent = slot.node
        if slot.field in TYPES or isinstance(one, ast.JoinedStr):
            return True
        if isinstance(parent, ast.Call) and called(parent) in SAYING:
            return True
        if isinstance(parent, ast.keyword) and parent.arg in SHOWING:
            return True
        if isinstance(parent, ast.ClassDef) and (slot.field != "body" or _is_enum(parent)):
            return True
        if slot.field == "decorator_list" or (isinstance(parent, ast.Expr) and isinstance(one, ast.Constant)):
            return True
        if isinstance(parent, ast.If) and ast.unparse(parent.test).endswith("TYPE_CHECKING"):
            return True
        if isinstance(parent, ast.Assert | ast.Raise) and called(one) not in ("Refused", "over"):
            return True
    return False


def _is_enum(parent: ast.ClassDef) -> bool:
    return any(ast.unparse(base).endswith(("Enum", "Flag")) for base in parent.bases)


def _at(source: Source, node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Compare):
        yield from _comparisons(source, node)
    elif isinstance(node, ast.Constant):
        yield from _constants(source, node)
    elif isinstance(node, ast.BoolOp):
        yield from _conditions(source, node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield Change(source, "not dropped", node, (source.up[node], node.operand))
    elif isinstance(node, ast.comprehension):
        for number, test in enumerate(node.ifs):
            rest = [one for index, one in enumerate(node.ifs) if index != number]
            yield Change(source, "condition dropped", test, (Slot(node, "ifs"), rest))
    elif isinstance(node, ast.Call):
        yield from _calls(source, node)
    elif isinstance(node, ast.Return | ast.Break | ast.Continue):
        yield from _leaving(source, node)
    yield from _order(source, node)


def _comparisons(source: Source, node: ast.Compare) -> Iterator[Change]:
    for number, operator in enumerate(node.ops):
        for kind, others in (("boundary", BOUNDARY), ("comparison", OPPOSITE)):
            if other := others.get(type(operator)):
                yield Change(source, kind, node, (Slot(node, "ops", number), other()))


def _constants(source: Source, node: ast.Constant) -> Iterator[Change]:
    value, slot = node.value, source.up[node]
    if isinstance(value, bool):
        yield Change(source, "constant", node, (slot, replaced(ast.Constant(not value), node)))
    elif isinstance(value, int | float):
        for step in (1, -1):
            yield Change(source, "constant", node, (slot, replaced(ast.Constant(value + step), node)))


def _conditions(source: Source, node: ast.BoolOp) -> Iterator[Change]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield Change(source, "and, or", node, (Slot(node, "op"), other))
    for number, clause in enumerate(node.values):
        if called(clause) in SAYING:
            continue
        rest = [one for index, one in enumerate(node.values) if index != number]
        left = rest[0] if len(rest) == 1 else replaced(ast.BoolOp(node.op, rest), node)
        yield Change(source, "condition dropped", clause, (source.up[node], left))


def _calls(source: Source, node: ast.Call) -> Iterator[Change]:
    name = called(node)
    if isinstance(node.func, ast.Name) and name in TWINS:
        yield Change(source, "any, all, min, max", node, (Slot(node.func, "id"), TWINS[name]))
    if isinstance(node.func, ast.Attribute) and name in TERMS and len(node.args) + len(node.keywords) >= 2:
        slot = source.up[node]
        if name != "add":
            yield Change(source, "term dropped", node, (slot, node.func.value))
        elif isinstance(slot.node, ast.Expr):
            yield Change(source, "term dropped", node, (source.up[slot.node], _nothing(slot.node)), texts=_gone(slot.node))


def _leaving(source: Source, node: ast.stmt) -> Iterator[Change]:
    slot = source.up[node]
    if isinstance(node, ast.Return):
        if isinstance(slot.node, ast.If) and not _ends_the_function(source, slot.node):
            head = f"if {ast.unparse(slot.node.test)}: "
            texts = (head + ast.unparse(node), head + "pass")
            yield Change(source, "return dropped", node, (slot, _nothing(node)), texts=texts)
    else:
        other = replaced(ast.Continue() if isinstance(node, ast.Break) else ast.Break(), node)
        head = f"if {ast.unparse(slot.node.test)}: " if isinstance(slot.node, ast.If) else ""  # which of several it is
        texts = (head + ast.unparse(node), head + ast.unparse(other))
        yield Change(source, "break, continue", node, (slot, other), texts=texts)


def _ends_the_function(source: Source, node: ast.AST) -> bool:
    """Nothing comes after it: leaving it early is leaving it."""
    for one, slot in source.above(node):
        block = getattr(slot.node, slot.field)
        if isinstance(one, ast.stmt) and isinstance(block, list) and block[-1] is not one:
            return False
        if isinstance(slot.node, ast.FunctionDef | ast.AsyncFunctionDef):
            break
        if isinstance(slot.node, ast.For | ast.While):
            return False
    last = node.body[-1] if isinstance(node, ast.If) else None
    return isinstance(last, ast.Return) and last.value is None


def _order(source: Source, node: ast.AST) -> Iterator[Change]:
    """Two neighbouring statements that only call something, in the other order."""
    for field in ("body", "orelse"):
        block = getattr(node, field, None)
        if not isinstance(block, list):
            continue
        for number, (one, two) in enumerate(pairwise(block)):
            if _does(one) and _does(two) and ast.dump(one) != ast.dump(two):
                first, second = ast.unparse(one), ast.unparse(two)
                slots = Slot(node, field, number), Slot(node, field, number + 1)
                texts = (f"{first}; {second}", f"{second}; {first}")
                yield Change(source, "order", one, (slots[0], two), (slots[1], one), texts=texts)


def _does(one: ast.AST) -> bool:
    value = one.value if isinstance(one, ast.Expr) else None
    value = value.value if isinstance(value, ast.YieldFrom) else value
    return isinstance(value, ast.Call) and called(value) not in SAYING


def _nothing(old: ast.AST) -> ast.AST:
    return replaced(ast.Pass(), old)


def _gone(old: ast.AST) -> tuple[str, str]:
    return ast.unparse(old), "pass"
