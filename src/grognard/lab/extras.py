"""Libraries that the base does not install: imported when they are needed, with one clear line where they are missing."""

from __future__ import annotations

import importlib
from typing import Any

from grognard.kernel import Misuse


def need(module: str, extra: str = "lab") -> Any:
    """The module, or a Misuse that says how to get it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.split(".")[0] != module.split(".")[0]:
            raise
        name = module.split(".")[0]
        raise Misuse(f"This needs {name}, which the base does not install: pip install 'grognard[{extra}]'.") from None
