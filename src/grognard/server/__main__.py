"""`python -m grognard.server`: the same server without the rest of the command line."""

import argparse
import sys
from pathlib import Path

from grognard.kernel import Misuse

from .app import serve

if __name__ == "__main__":
    words = argparse.ArgumentParser(prog="python -m grognard.server")
    words.add_argument("--port", type=int, default=None)
    words.add_argument("--data", type=Path, default=None)
    words.add_argument("--no-browser", action="store_true")
    words.add_argument("--quiet", action="store_true")
    given = words.parse_args()
    try:
        serve(given.port, given.data, not given.no_browser, quiet=given.quiet)
    except Misuse as error:
        sys.exit(str(error))
