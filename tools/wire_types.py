"""Writes src/grognard/web/types.js: the types of scenes and messages as JSDoc typedefs, for editors and `tsc --checkJs`.

    python tools/wire_types.py          writes the file
    python tools/wire_types.py --check  says whether it is up to date
"""

from __future__ import annotations

import inspect
import sys
import types
import typing
from pathlib import Path

import msgspec
from msgspec import UNSET, Struct

from grognard.bots.routes import Route
from grognard.kernel import ledger, scenarios, scene
from grognard.kernel.game import BookEntry, ReferencePage
from grognard.server import wire, wire_club, wire_lessons, wire_odds

FILE = Path(__file__).parents[1] / "src/grognard/web/types.js"
HEAD = """/**
 * The types of scenes and messages. Made from grognard.kernel.scene and grognard.server.wire by tools/wire_types.py:
 * do not edit. A field in brackets is left out where it has its default.
 * @module
 */

export {};
"""
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", bytes: "string"}


def structs() -> list[type[Struct]]:
    """All types of the wire, in the order of their files."""
    found: dict[str, type[Struct]] = {}
    for module in (scene, wire, wire_club, wire_lessons, wire_odds):
        for name, kind in vars(module).items():
            if inspect.isclass(kind) and issubclass(kind, Struct) and kind.__module__ == module.__name__:
                found.setdefault(name, kind)
    for kind in (Route, ledger.Rule, ledger.Ruling, ReferencePage, BookEntry, scenarios.Option):
        found.setdefault(kind.__name__, kind)
    return [kind for kind in found.values() if kind not in (wire.Said, wire.Answer)]


def words(hint: object) -> str:
    """A Python type as JSDoc."""
    if hint in PLAIN:
        return PLAIN[typing.cast(type, hint)]
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return words(args[0])
    if origin is typing.Literal:
        return " | ".join(f'"{value}"' for value in args)
    if origin in (typing.Union, types.UnionType):
        return " | ".join(dict.fromkeys(words(arg) for arg in args))
    if origin is list or (origin is tuple and args[1:] == (Ellipsis,)):
        inner = words(args[0])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(words(arg) for arg in args)}]"
    if origin is dict:
        return f"Object<{words(args[0])}, {words(args[1])}>"
    if inspect.isclass(hint) and issubclass(hint, Struct):
        return hint.__name__
    return "any"


def typedef(kind: type[Struct]) -> str:
    lines = ["/**"]
    if kind.__doc__ and "\n" not in kind.__doc__.strip():
        lines.append(f" * {kind.__doc__.strip()}")
    lines.append(f" * @typedef {{Object}} {kind.__name__}")
    config = kind.__struct_config__
    if config.tag is not None:
        lines.append(f' * @property {{"{config.tag}"}} {config.tag_field}')
    for field in msgspec.structs.fields(kind):
        optional = not field.required
        shown = field.type
        if shown is UNSET:
            continue
        name = f"[{field.encode_name}]" if optional else field.encode_name
        lines.append(f" * @property {{{words(shown)}}} {name}")
    return "\n".join([*lines, " */"])


def union(name: str, hint: object) -> str:
    return f"/** @typedef {{{' | '.join(words(arg) for arg in typing.get_args(hint))}}} {name} */"


def text() -> str:
    parts = [HEAD, *(typedef(kind) for kind in structs())]
    parts += [union("ClientSays", wire.ClientSays), union("ServerSays", wire.ServerSays)]
    return "\n\n".join(part.strip() for part in parts) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if FILE.exists() and FILE.read_text("utf-8") == text() else f"{FILE} is not up to date: run {sys.argv[0]}")
    FILE.write_text(text(), "utf-8")
