"""Says in one line what is missing before `make` can set anything up."""

import importlib.util
import sys

if sys.version_info < (3, 11):  # noqa: UP036 -- this file is run by whatever Python there is
    sys.exit(f"Grognard needs Python 3.11 or newer; this is {sys.version.split()[0]}. Try: make PYTHON=python3.11 test")
for module in ("venv", "ensurepip"):
    if importlib.util.find_spec(module) is None:
        sys.exit(f"Python's '{module}' module is missing. On Debian: apt-get install python3-venv")
