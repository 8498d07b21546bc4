"""Units, vessels, aircraft and cards as pages for players: `python -m grognard.games.napalini.view.reference_pages docs`.

The pages are made from tables.toml and nothing else; a test says when they are older than it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from ..tables import FIREPOWER, TABLES

CATEGORIES = {"traditional": "Traditional arms"}
TIMING = {"normal": "in an own Op, after it was activated"}


def dash(row: dict[str, Any], name: str) -> str:
    value = row.get(name)
    return "-" if value is None or value == "" else f"{value:g}" if isinstance(value, int | float) else str(value)


def cost(row: dict[str, Any]) -> str:
    words = dash(row, "cost")
    return f"({words})" if row.get("cost_kind") == "bracketed" else words


def line(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    return [line(*head), line(*("---" for _ in head)), *(line(*row) for row in rows), ""]


def unit_row(row: dict[str, Any]) -> list[str]:
    reach = f"AA {row['aa_range']}" if "aa_range" in row and "range" not in row else dash(row, "range")
    dice = f"{dash(row, 'open')} / {dash(row, 'close')}"
    moves = f"{dash(row, 'move')} / {dash(row, 'transit')}"
    return [row["name"], cost(row), dash(row, "class"), moves, dice, reach, ", ".join(row.get("flags", [])), f"`{row['id']}`"]


HEAD = ["name", "points", "class", "move / transit", "dice open / close", "range", "flags", "id"]


def units_page() -> str:
    """Every unit type of the lists, by category, and the named vessels by nation."""
    words = [
        "# Napalini: units, vessels, aircraft",
        "",
        "Made from the tables by `python -m grognard.games.napalini.view.reference_pages docs`.",
        "Costs in brackets are not scored as points.",
        "Flags and classes are explained at the end. What generator and scenarios call a unit is its id.",
        "",
        "A die hits with its firepower number or more: "
        + "; ".join(f"{quality} {fresh}, worn {worn}, exhausted {tired}" for quality, (fresh, worn, tired) in FIREPOWER.items())
        + ".",
        "",
    ]
    kinds = list(dict.fromkeys(row.get("category", "") for row in TABLES["unit"]))
    for kind in kinds:
        words += [f"## {CATEGORIES.get(kind, kind.replace('-', ' ').capitalize())}", ""]
        words += table(HEAD, [unit_row(row) for row in TABLES["unit"] if row.get("category", "") == kind])
    words += ["## Named vessels", ""]
    for nation in dict.fromkeys(row["nation"] for row in TABLES["ship"]):
        words += [f"### {nation.capitalize() if nation.islower() else nation}", ""]
        words += table(HEAD, [unit_row(row) for row in TABLES["ship"] if row["nation"] == nation])
    words += ["## Aircraft", ""]
    planes = [[row["name"], cost(row), ", ".join(row.get("tags", [])), f"`{row['id']}`"] for row in TABLES["aircraft"]]
    words += table(["squadron", "points", "can", "id"], planes)
    words += ["## Key", ""]
    keys = [[row["code"], row["name"], f"`{row['rule']}`"] for row in TABLES["key"]]
    words += table(["code", "means", "rule"], keys)
    return "\n".join(words)


def cards_page() -> str:
    """All 47 cards: what they do, when, and the rule that says it in full."""
    words = [
        "# Napalini: the cards",
        "",
        "Made from the tables by `python -m grognard.games.napalini.view.reference_pages docs`.",
        "Cards marked * come at a moment of their own.",
        "A general has one character card; each side draws event cards from a deck of its own. At most two cards in a period.",
        "",
    ]
    for title, rows in (("Character cards", TABLES["character_card"]), ("Event cards", TABLES["event_card"])):
        words += [f"## {title} ({len(rows)})", ""]
        cells = [
            [
                f"{row['id']}{' *' if row.get('star') else ''}",
                row["title"] + (f" ({row['archetype']})" if row.get("archetype") else ""),
                TIMING.get(row["timing"], row["timing"].replace("-", " ")),
                row["effect"],
                f"`{row['rule']}`",
            ]
            for row in rows
        ]
        words += table(["card", "title", "when", "effect", "rule"], cells)
    return "\n".join(words)


PAGES = {"napalini-units.md": units_page, "napalini-cards.md": cards_page}


def main(folder: str = "docs") -> None:
    for name, page in PAGES.items():
        Path(folder, name).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:2])
