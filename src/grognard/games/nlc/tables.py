"""The printed tables (data/tables.toml), cell for cell."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

from grognard.kernel.tables import column, table, toml_file

from .ground import BRIDGE, CREST, RIVER, STREAM, TERRAIN

DATA = Path(__file__).parent / "data"
TABLES: dict[str, Any] = toml_file(DATA, "tables.toml")
CONSTANTS: dict[str, Any] = TABLES["constants"]
ROLLS = [str(n) for n in range(2, 13)]
FIRE = table(TABLES["fire"], rule="nlc.7.1.1", cells="rows", columns=ROLLS)
FIRE_2002 = table(TABLES["fire_2002"], rule="nlc.7.1.1", cells="rows", columns=ROLLS)
HALVED = column(TABLES["retreat_halving"], rule="nlc.7.4.3", rows=range(19), cells="after")
COMPLIANCE = table(TABLES["compliance"], rule="nlc.20.7.2", cells="result", columns=ROLLS)
COLUMN_7 = table(TABLES["compliance"], rule="nlc.20.7.2", cells="result_literal", columns=ROLLS)
DEMORALIZED_READS = column(TABLES["compliance"], rule="nlc.22.0.4", cells="demoralized")
INITIATIVE = table(TABLES["initiative"], rule="nlc.20.11.3", cells="result", columns=ROLLS)
HIDDEN = table(TABLES["hidden_movement"], rule="nlc.25.5.2.2", cells="row", columns=[str(n) for n in range(1, 7)])
SHIFTS = {entry["key"]: entry for entry in TABLES["compliance_shifts"]}
CONFIDENCE = {entry["key"]: entry for entry in TABLES["confidence"]}
ORDERS = {entry["name"]: entry for entry in TABLES["order"]}
WING_ORDERS: dict[str, list[str]] = TABLES["wing_orders"]
LINES = {entry["name"]: entry for entry in TABLES["terrain"]}
MULTIPLIER: list[int] = TABLES["charge"]["multiplier"]
HEX_LINES = [LINES[name] for name in TERRAIN]


def chances_of_2d6(result: Callable[[int], str]) -> dict[str, Fraction]:
    """How likely each result of a table is."""
    found: dict[str, Fraction] = {}
    for roll in range(2, 13):
        found[result(roll)] = found.get(result(roll), Fraction(0)) + Fraction(6 - abs(7 - roll), 36)
    return found


def percent_words(chance: Fraction | int) -> str:
    """As people read it beside a choice: "67%"."""
    return f"{round(100 * chance)}%"


def percent(entry: dict[str, Any], use: str) -> Fraction:
    """A line of the terrain table as a factor."""
    return Fraction(100 + entry[use]["percent"], 100)


def side_lines(bits: int, *, stream_at_bridge: bool = False) -> list[dict[str, Any]]:
    """The lines of the terrain table for a hexside (R49: a bridged stream is a bridge)."""
    lines = []
    if bits & BRIDGE:
        lines.append(LINES["stream" if stream_at_bridge and bits & STREAM else "bridge"])
    elif bits & RIVER:
        lines.append(LINES["river"])
    elif bits & STREAM:
        lines.append(LINES["stream"])
    if bits & CREST:
        lines.append(LINES["crest"])
    return lines
