"""Where things lie: the data folder of this user, the files of the client in the package, modules with more games."""

from __future__ import annotations

import importlib
import os
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

PLUGINS = "GROGNARD_PLUGINS"  # modules, separated by commas, that register more games


def data_folder() -> Path:
    """$GROGNARD_DATA, else where this system keeps a user's data."""
    if named := os.environ.get("GROGNARD_DATA"):
        return Path(named).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "Grognard"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Grognard"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "grognard"


def web_files() -> Traversable:
    """The browser client: a folder of static files inside the package, from a clone or from a wheel."""
    return files("grognard") / "web"


def plugins() -> list[str]:
    """Modules named in the environment (developers, tests)."""
    return [name.strip() for name in os.environ.get(PLUGINS, "").split(",") if name.strip()]


def import_plugins(names: list[str]) -> None:
    """They make their games known."""
    for name in names:
        importlib.import_module(name)
