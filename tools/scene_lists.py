"""Writes the lists of docs/scene.md from the code: symbols of counters, kinds of ground and lines, marks and patterns.

python tools/scene_lists.py            writes them
python tools/scene_lists.py --check    says whether they are up to date (a test runs it)
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path

from grognard.boards import counters, draw_styles, marks
from grognard.boards.draw import PATTERN_NAMES

PAGE = Path(__file__).parents[1] / "docs" / "scene.md"
BEGIN, END = "<!-- made by tools/scene_lists.py: do not edit below -->", "<!-- end -->"


def names(words: Iterable[str]) -> str:
    return textwrap.fill(", ".join(f"`{word}`" for word in words) + ".", 120, break_on_hyphens=False, break_long_words=False)


def lists() -> str:
    parts = ["## Symbols of counters (`Piece.symbol`)"]
    for title, group in counters.GROUPS.items():
        parts.append(f"### {title}\n\n" + "\n".join(f"- `{name}`: {words}" for name, (words, _) in group.items()))
    others = ", ".join(f"`{word}` = `{name}`" for word, name in sorted(counters.ALIASES.items()))
    parts.append("Other words for them: " + textwrap.fill(others, 120, break_on_hyphens=False) + ".")
    parts.append("## Kinds of ground (`Region.kind`, closed `Feature.kind`)\n\n" + names(draw_styles.AREAS))
    parts.append("## Kinds of lines (open `Feature.kind`, `Link.kind`)\n\n" + names(draw_styles.LINES))
    parts.append("## Marks (`Feature.kind` at a point)\n\n" + names(draw_styles.MARKS))
    parts.append("## Tags of a place (`Region.tags`)\n\n" + names(marks.TAGS))
    parts.append("## Patterns (`Style.pattern`)\n\nOf areas: " + names(PATTERN_NAMES))
    parts.append("Of lines: " + names(draw_styles.LINE_PATTERNS))
    other_kinds = ", ".join(f"`{word}` = `{kind}`" for word, kind in sorted(draw_styles.ALIASES.items()) if word)
    parts.append("## Other words for kinds\n\n" + textwrap.fill(other_kinds, 120, break_on_hyphens=False) + ".")
    return "\n\n".join(parts)


def page() -> str:
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n\n{lists()}\n\n{END}{after}"


if __name__ == "__main__":
    if "--check" not in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != page():
        sys.exit("docs/scene.md is not up to date: run `python tools/scene_lists.py`.")
