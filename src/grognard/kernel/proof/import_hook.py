"""Loading a module changed: an import hook that hands out other code for some files (`pytest --changed FILE`)."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import marshal
import os
import pickle
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import CodeType, ModuleType

Codes = Mapping[str, bytes]  # file -> its code, marshalled


def write_changed(file: Path, codes: Mapping[Path, CodeType]) -> None:
    file.write_bytes(pickle.dumps({os.path.realpath(path): marshal.dumps(code) for path, code in codes.items()}))


def read_changed(file: Path) -> Codes:
    codes = pickle.loads(file.read_bytes())
    assert isinstance(codes, dict)
    return codes


class ChangedLoader(importlib.machinery.SourceFileLoader):
    """Takes the code that it was given, and leaves the file's own bytecode alone."""

    def __init__(self, name: str, path: str, code: bytes) -> None:
        super().__init__(name, path)
        self.changed = code

    def get_code(self, fullname: str) -> CodeType:
        code = marshal.loads(self.changed)
        assert isinstance(code, CodeType)
        return code


class ChangedFinder(importlib.abc.MetaPathFinder):
    def __init__(self, codes: Codes) -> None:
        self.codes = codes

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or (code := self.codes.get(os.path.realpath(spec.origin))) is None:
            return None
        spec.loader = ChangedLoader(fullname, spec.origin, code)
        return spec


def load_changed(codes: Codes) -> None:
    """For this process, and for modules that are not loaded yet."""
    sys.meta_path.insert(0, ChangedFinder(codes))
