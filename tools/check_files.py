"""For pre-commit: every file that is named is checked, each by its game."""

from __future__ import annotations

import sys
from pathlib import Path

from grognard.kernel import game
from grognard.kernel.formats.reading import check_file


def main(names: list[str]) -> int:
    found = [mistake for name in names for mistake in check_file(game(Path(name).parts[3]), Path(name))]
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
