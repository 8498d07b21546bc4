"""Positions as plain data: copying, comparing and writing a state.

A state is a tree of `msgspec.Struct`s, lists, dicts and plain values. `copy_state` compiles, once for each Struct, a copier
that copies what can change and shares what cannot: that is what makes a checkpoint cheap.
"""

from __future__ import annotations

import hashlib
import types
import typing
from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from .refusal import BadData

S = TypeVar("S")
T = TypeVar("T")

_ENCODER = msgspec.json.Encoder()
_COPIERS: dict[type, Callable[[Any], Any]] = {}
_ATOMS = (int, str, bool, float, bytes, type(None))


def copy_state(state: S) -> S:
    """A copy that shares nothing that can change."""
    return _copier(type(state))(state)  # type: ignore[no-any-return]


def write(state: Any) -> bytes:
    """The state as JSON, its dicts in their own order: order is behaviour."""
    return _ENCODER.encode(state)


def digest(state: Any) -> str:
    """Equal states, and only those, have equal digests, on any machine."""
    return hashlib.blake2b(_ENCODER.encode(state), digest_size=16).hexdigest()


def lasting_digest(state: Any) -> str:
    """A digest for files: it stays the same when a later release adds fields with defaults."""
    return hashlib.blake2b(_ENCODER.encode(_without_defaults(state)), digest_size=16).hexdigest()


def _without_defaults(value: Any) -> Any:
    if isinstance(value, Struct):
        kind = type(value)
        lean = {}
        for name, default in _defaults(kind):
            part = getattr(value, name)
            if part != default or type(part) is not type(default):
                lean[name] = _without_defaults(part)
        if (config := kind.__struct_config__).tag is not None:
            lean[config.tag_field or "type"] = config.tag
        return lean
    if isinstance(value, list | tuple):
        return [item if isinstance(item, _ATOMS) else _without_defaults(item) for item in value]
    if isinstance(value, dict):
        return {key: _without_defaults(item) for key, item in value.items()}
    return value


_DEFAULTS: dict[type, list[tuple[str, Any]]] = {}


def _defaults(kind: type[Struct]) -> list[tuple[str, Any]]:
    if kind not in _DEFAULTS:
        _DEFAULTS[kind] = [
            (one.name, one.default_factory() if one.default_factory is not msgspec.NODEFAULT else one.default)
            for one in msgspec.structs.fields(kind)
        ]
    return _DEFAULTS[kind]


def read(data: Any, kind: type[T], where: str) -> T:
    """Plain data as a Struct; an error names the place and what was expected there."""
    try:
        return msgspec.convert(data, kind, str_keys=True)
    except msgspec.ValidationError as error:
        raise BadData(f"{where}: {error}") from None


def plain(value: Any) -> Any:
    """A value as it stands in a log: lists as tuples, Structs as dicts, typed choices in their notation (values.py)."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, _ATOMS):
        return value
    if isinstance(value, list | tuple):
        items = tuple(plain(item) for item in value)
        same = value.__class__ is tuple and all(item is one for item, one in zip(items, value))
        return value if same else items
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if (notation := getattr(value, "notation", None)) is not None:
        return notation()
    return plain(msgspec.to_builtins(value))


def merge(base: Any, patch: Any, where: str = "patch") -> Any:
    """Plain data with a patch laid over it: tables merge, `units.12.hex` reaches into lists, all else replaces.

    Keys are strings, as in TOML and JSON, whatever the state's own dicts have.
    """
    if isinstance(base, dict) and isinstance(patch, dict):
        merged = dict(base)
        for given, value in patch.items():
            key = str(given)
            merged[key] = merge(merged[key], value, f"{where}.{key}") if key in merged else value
        return merged
    if isinstance(base, list) and isinstance(patch, dict):
        merged_list = list(base)
        for key, value in patch.items():
            index = _index(key, merged_list)
            if index is None:
                raise BadData(f"{where}.{key}: expected a number below {len(merged_list)}")
            merged_list[index] = merge(merged_list[index], value, f"{where}.{key}")
        return merged_list
    return patch


def _index(key: Any, items: list[Any]) -> int | None:
    """The place in a list that a key of a patch names."""
    text = str(key)
    return int(text) if text.isascii() and text.isdigit() and int(text) < len(items) else None


def patched(state: S, patch: dict[str, Any], where: str = "patch") -> S:
    """A new state: the old one with a patch. Unknown fields are refused by name."""
    base = msgspec.to_builtins(state, str_keys=True)
    _refuse_unknown(state, patch, where)
    return read(merge(base, patch, where), type(state), where)


def _refuse_unknown(part: Any, patch: Any, where: str) -> None:
    if isinstance(part, Struct) and isinstance(patch, dict):
        fields = part.__struct_fields__
        for key, value in patch.items():
            if key not in fields:
                raise BadData(f"{where}.{key}: no such field; expected one of {', '.join(fields)}")
            _refuse_unknown(getattr(part, key), value, f"{where}.{key}")
    elif isinstance(part, list) and isinstance(patch, dict):
        for key, value in patch.items():
            if (index := _index(key, part)) is not None:
                _refuse_unknown(part[index], value, f"{where}.{key}")
    elif isinstance(part, dict) and isinstance(patch, dict):
        known = {str(key): item for key, item in part.items()}
        for key, value in patch.items():
            if str(key) in known:
                _refuse_unknown(known[str(key)], value, f"{where}.{key}")


# ------------------------------------------------------------------ copiers


def _copier(kind: type) -> Callable[[Any], Any]:
    found = _COPIERS.get(kind)
    if found is None:
        found = _COPIERS[kind] = _struct_copier(kind) if issubclass(kind, Struct) else _plain_copier(kind)
    return found


def _plain_copier(kind: type) -> Callable[[Any], Any]:
    if kind is list:
        return lambda value: [_copy_any(item) for item in value]
    if kind is dict:
        return lambda value: {key: _copy_any(item) for key, item in value.items()}
    if kind is tuple:
        return lambda value: tuple(_copy_any(item) for item in value)
    if kind in _ATOMS or issubclass(kind, _ATOMS):
        return lambda value: value
    raise TypeError(f"a state cannot hold a {kind.__name__}: only Structs, lists, dicts, tuples and plain values")


def _copy_any(value: Any) -> Any:
    return _copier(type(value))(value)


def _struct_copier(kind: type) -> Callable[[Any], Any]:
    """Shallow copy in C, then the fields that can change."""
    names: dict[str, Any] = {"_any": _copy_any, "_copiers": _COPIERS, "_copier": _copier}
    lines = []
    for name, hint in typing.get_type_hints(kind).items():
        if name not in kind.__struct_fields__:  # type: ignore[attr-defined]
            continue
        expression = _copy_expression(hint, f"new.{name}", names)
        if expression is not None:
            lines.append(f"    new.{name} = {expression}")
    if not lines:
        return (lambda value: value) if kind.__struct_config__.frozen else (lambda value: value.__copy__())  # type: ignore[attr-defined]
    if kind.__struct_config__.frozen:  # type: ignore[attr-defined]
        raise TypeError(f"{kind.__name__} is frozen and holds what can change: use tuples in it")
    source = "def copy(old):\n    new = old.__copy__()\n" + "\n".join(lines) + "\n    return new\n"
    exec(source, names)
    return names["copy"]  # type: ignore[no-any-return]


def _never_changes(kind: type) -> bool:
    """A frozen Struct of plain values, from which nothing else is derived: copies share it."""
    if not kind.__struct_config__.frozen or kind.__subclasses__():  # type: ignore[attr-defined]
        return False
    hints = [hint for name, hint in typing.get_type_hints(kind).items() if name in kind.__struct_fields__]  # type: ignore[attr-defined]
    return all(hint in _ATOMS for hint in hints)


def _copy_expression(hint: Any, value: str, names: dict[str, Any], depth: int = 0) -> str | None:
    """Source that copies `value` of this type; None where it can be shared."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return _copy_expression(args[0], value, names, depth)
    if hint in _ATOMS or hint is None or origin is typing.Literal:
        return None
    item = f"v{depth}"
    if origin is list:
        inner = _copy_expression(args[0], item, names, depth + 1)
        return f"{value}[:]" if inner is None else f"[{inner} for {item} in {value}]"
    if origin is dict:
        inner = _copy_expression(args[1], item, names, depth + 1)
        return f"{value}.copy()" if inner is None else f"{{k{depth}: {inner} for k{depth}, {item} in {value}.items()}}"
    if origin is tuple:
        parts = [arg for arg in args if arg is not Ellipsis]
        return None if all(_copy_expression(arg, item, names, depth + 1) is None for arg in parts) else f"_any({value})"
    if origin in (typing.Union, types.UnionType):
        return None if all(_copy_expression(arg, item, names, depth + 1) is None for arg in args) else f"_any({value})"
    if isinstance(hint, type) and issubclass(hint, Struct) and _never_changes(hint):
        return None
    if isinstance(hint, type) and issubclass(hint, Struct):
        # By the value's own type, looked up when it is copied: states may hold themselves (a move inside a move).
        # The lookup stands in line: a call more for each unit would cost a third of the copy.
        return f"(_copiers.get({value}.__class__) or _copier({value}.__class__))({value})"
    if isinstance(hint, type) and issubclass(hint, _ATOMS):
        return None
    return f"_any({value})"
