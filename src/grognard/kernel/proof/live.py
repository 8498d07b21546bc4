"""Putting changed code into functions that are loaded already.

The one idea: all functions of the module get the code of the changed tree, matched by name and line. A change at the
module's own level, or one that alters what a function closes over, cannot be put in so, and needs a process of its own.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Collection
from types import CodeType, FunctionType

Key = tuple[str, int]  # qualified name, first line


class CannotPut(Exception):
    """Only a process that loads the module changed will do."""


class Live:
    """The functions of some files, as they are when this is made."""

    def __init__(self, files: Collection[str]) -> None:
        wanted = {os.path.realpath(file) for file in files}
        self.functions: dict[str, list[FunctionType]] = {}
        known: dict[str, str] = {}
        for one in gc.get_objects():
            if type(one) is FunctionType:
                name = one.__code__.co_filename
                file = known.get(name) or known.setdefault(name, os.path.realpath(name))
                if file in wanted:
                    self.functions.setdefault(file, []).append(one)

    def put(self, file: str, old: CodeType, new: CodeType) -> None:
        """Give every function of the file the new module's code. `old` is the module as it is loaded."""
        olds, news = _codes(old), _codes(new)
        for function in self.functions.get(os.path.realpath(file), []):
            key = function.__code__.co_qualname, function.__code__.co_firstlineno
            was, now = olds.get(key, []), news.get(key, [])
            if not now:
                continue  # it stood in what was dropped
            if len(was) != len(now):
                raise CannotPut
            try:
                number = was.index(function.__code__) if len(was) > 1 else 0
                function.__code__ = now[number]
            except ValueError:
                raise CannotPut from None


def _codes(code: CodeType) -> dict[Key, list[CodeType]]:
    """All functions' code within a module's, in the order in which it stands there."""
    found: dict[Key, list[CodeType]] = {}
    for part in code.co_consts:
        if isinstance(part, CodeType):
            found.setdefault((part.co_qualname, part.co_firstlineno), []).append(part)
            for key, codes in _codes(part).items():
                found.setdefault(key, []).extend(codes)
    return found
