"""The ways to break a rule: every statement that cites its id, changed so that the rule has no effect there.

| what cites the id                     | what is changed                                                             |
| ------------------------------------- | --------------------------------------------------------------------------- |
| a `Refusal`                           | it is not returned, raised, appended or listed                               |
| a term, a factor or a rounding        | it is left out (a term of which more is wanted counts nothing)                |
| a function marked `@cites`            | its answer is another one; a verb or a procedure does nothing                |
| `tell`, `roll`, `ask` and all others  | the condition that guards it is negated                                     |
| a table, or an id that data gives     | lookups give a neighbouring cell, terms nothing (answers.change_words)       |

A citation that nothing guards cannot be broken, and `Ways.firm` says where it stands.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from .changes import Change, Slot, Source, replaced

TERMS = {"add", "times", "halve", "reduced", "rounded", "at_least", "at_most"}  # of a Tally and its terms
TABLES = {"table", "column"}
LEAVES = (ast.Return, ast.Continue, ast.Break, ast.Raise)
HERE = "grognard.kernel.proof.answers"
PREFIX = "_proof_"


class Ways:
    """All ways to break one rule in a project's games."""

    def __init__(self, rule: str) -> None:
        self.rule = rule
        self.changes: list[Change] = []
        self.firm: list[tuple[Path, int]] = []  # cites it, and nothing there can be changed
        self.by_words = False  # a table or data gives the id: the kernel's own words may be changed


def ways_in(games: Path, rule: str) -> Ways:
    """Every module of every game is looked into: a variant cites its base's rules."""
    found = Ways(rule)
    for path in sorted(games.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if rule in text:
            _look_into(Source(path, text), found)
    found.by_words = found.by_words or any(rule in path.read_text(encoding="utf-8") for path in _data(games))
    return found


def _data(games: Path) -> Iterator[Path]:
    return (path for path in sorted(games.rglob("*.toml")) if path.name not in ("rules.toml", "rulings.toml"))


def _look_into(source: Source, found: Ways) -> None:
    guards: set[ast.AST] = set()  # one `if` may guard several citations
    for node in _citations(source, found.rule):
        if _call_above(source, node, TABLES) is not None or (not source.in_a_body(node) and _marked(source, node) is None):
            found.by_words = True
            continue
        change = _change(source, node)
        if change is None:
            found.firm.append((source.path, getattr(node, "lineno", 0)))
        elif change.at not in guards:
            guards.add(change.at)
            found.changes.append(change)


def _citations(source: Source, rule: str) -> Iterator[ast.AST]:
    """Every place that names the id, itself or by a constant of the module."""
    names = {
        target.id
        for one in source.tree.body
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Constant) and one.value.value == rule
        for target in one.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(source.tree):
        named = isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load)
        if named or (isinstance(node, ast.Constant) and node.value == rule and not source.is_words(node)):
            yield node


def _change(source: Source, node: ast.AST) -> Change | None:
    marked = _marked(source, node)
    if marked is not None:
        return _with_help(source, "another answer", marked, *_marking(marked))
    if (call := _call_above(source, node, {"Refusal"})) is not None:
        return _with_help(source, "no refusal", call, _no_refusal(source, call))
    if (call := _term_above(source, node)) is not None:
        return _with_help(source, "no term", call, _no_term(source, call))
    guard = guard_of(source, node)
    if guard is None:
        return None
    return _with_help(source, "condition negated", guard, (source.up[guard], _met(ast.UnaryOp(ast.Not(), guard), guard)))


# ------------------------------------------------------------------ what cites


def called(call: ast.AST) -> str:
    """The last word of what is called: `Refusal` of `kernel.Refusal(...)`."""
    if not isinstance(call, ast.Call):
        return ""
    name = call.func
    return name.attr if isinstance(name, ast.Attribute) else name.id if isinstance(name, ast.Name) else ""


def _call_above(source: Source, node: ast.AST, names: set[str]) -> ast.Call | None:
    """The call that the id is handed to, if it is one of these; not beyond the statement."""
    for one, _ in source.above(node):
        if isinstance(one, ast.stmt):
            return None
        if isinstance(one, ast.Call) and called(one) in names:
            return one
    return None


def _term_above(source: Source, node: ast.AST) -> ast.Call | None:
    call = next((one for one, _ in source.above(node) if isinstance(one, ast.Call)), None)
    if call is None or called(call) not in TERMS or not isinstance(call.func, ast.Attribute):
        return None
    one_word = called(call) == "add" and len(call.args) + len(call.keywords) < 2  # of a set
    return None if one_word else call


def _marked(source: Source, node: ast.AST) -> ast.FunctionDef | None:
    """The function whose mark `@cites(...)` this id stands in."""
    for one, slot in source.above(node):
        if slot.field == "decorator_list" and isinstance(slot.node, ast.FunctionDef) and called(one) == "cites":
            return slot.node
    return None


def guard_of(source: Source, node: ast.AST) -> ast.expr | None:
    """The condition on which this node is come to: of an `if` around it, of one that leaves before it, of a comprehension."""
    for one, slot in source.above(node):
        parent = slot.node
        if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda | ast.Module):
            return _leaving(parent, slot)
        if isinstance(parent, ast.If | ast.IfExp):
            return _leaving(parent, slot) or parent.test
        if isinstance(parent, ast.BoolOp) and slot.number:
            return parent.values[slot.number - 1]
        if isinstance(parent, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) and slot.field != "generators":
            if conditions := [test for part in parent.generators for test in part.ifs]:
                return conditions[-1]
        if isinstance(one, ast.stmt) and (left := _leaving(parent, slot)) is not None:
            return left
    return None


def _leaving(parent: ast.AST, slot: Slot) -> ast.expr | None:
    """The condition of the nearest `if` before a statement of a block that leaves the block."""
    block = getattr(parent, slot.field)
    for before in reversed(block[: slot.number] if isinstance(block, list) else []):
        if isinstance(before, ast.If) and not before.orelse and isinstance(before.body[-1], LEAVES):
            return before.test
    return None


# ------------------------------------------------------------------ what is put there instead


def _help(word: str) -> ast.Name:
    return ast.Name(PREFIX + word, ast.Load())


def _met(value: ast.expr, old: ast.AST) -> ast.AST:
    return replaced(ast.Call(_help("met"), [value], []), old)


def _dropped(old: ast.AST) -> ast.AST:
    """A statement that only notes that it was come to."""
    return replaced(ast.Expr(ast.Call(_help("met"), [], [])), old)


def _left_out(old: ast.AST) -> ast.AST:
    """Nothing, in a list or among arguments."""
    return replaced(ast.Starred(ast.Call(_help("met"), [ast.Tuple([], ast.Load())], []), ast.Load()), old)


def _with_help(source: Source, kind: str, at: ast.AST, *puts: tuple[Slot, ast.AST | list[ast.AST]]) -> Change:
    """The change, in a module that knows the words it needs. The line of the import moves nothing: it shares the first."""
    body = source.tree.body
    after = next((n for n, one in enumerate(body) if not _first_lines(one)), len(body))
    words = [ast.alias(word, PREFIX + word) for word in ("met", "other", "idle", "idle_procedure")]
    line = ast.ImportFrom(HERE, words, 0, lineno=1, col_offset=0)
    top: tuple[Slot, list[ast.AST]] = (Slot(source.tree, "body"), [*body[:after], line, *body[after:]])
    texts = (f"@cites function {at.name}", kind) if isinstance(at, ast.FunctionDef) else None
    return Change(source, kind, at, *puts, top, texts=texts)


def _first_lines(one: ast.stmt) -> bool:
    docstring = isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant)
    return docstring or (isinstance(one, ast.ImportFrom) and one.module == "__future__")


def _marking(function: ast.FunctionDef) -> list[tuple[Slot, list[ast.AST]]]:
    within = list(_own_nodes(function))
    if any(isinstance(one, ast.Yield | ast.YieldFrom) for one in within):
        word = "idle_procedure"
    elif any(isinstance(one, ast.Return) and one.value is not None for one in within):
        word = "other"
    else:
        word = "idle"
    return [(Slot(function, "decorator_list"), [*function.decorator_list, _help(word)])]


def _own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Its nodes without those of functions within it."""
    for node in ast.iter_child_nodes(function):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _own_nodes(node)


def _no_refusal(source: Source, call: ast.Call) -> tuple[Slot, ast.AST | list[ast.AST]]:
    slot = source.up[call]
    parent = slot.node
    above = source.up.get(parent)
    if isinstance(parent, ast.List | ast.Tuple | ast.Set):
        return slot, _left_out(call)
    if isinstance(parent, ast.Call) and above is not None:
        if isinstance(above.node, ast.Raise) and len(parent.args) == 1:
            return source.up[above.node], _dropped(above.node)
        if isinstance(above.node, ast.Expr):
            return source.up[above.node], _dropped(above.node)
        if called(parent) == "Refused":
            return slot, _left_out(call)
    if isinstance(parent, ast.Yield) and above is not None and isinstance(above.node, ast.Expr):
        return source.up[above.node], _dropped(above.node)
    return slot, _met(ast.Constant(None), call)


def _no_term(source: Source, call: ast.Call) -> tuple[Slot, ast.AST | list[ast.AST]]:
    slot = source.up[call]
    receiver = call.func.value if isinstance(call.func, ast.Attribute) else call
    if called(call) != "add":
        return slot, _met(receiver, call)
    if isinstance(slot.node, ast.Expr):
        return source.up[slot.node], _dropped(slot.node)
    nothing = _met(ast.Constant(0), call)
    if call.args:
        return Slot(call, "args", 0), nothing
    amount = next((word for word in call.keywords if word.arg == "amount"), call.keywords[0])
    return Slot(amount, "value"), nothing
