"""How the diary calls units, places and people."""

from __future__ import annotations

from typing import Any

from grognard.kernel.words import listing

from ..static import Static


def name_of(static: Static, kind: str, value: Any) -> str:
    if kind in ("unit", "other"):
        return str(static.units[value].name.split(" (")[0])
    if kind in ("units", "foes"):
        return listing(static.units[unit].name.split(" (")[0] for unit in value)
    if kind == "place":
        if value < 0:
            return "off the map"
        name, label = static.ground.hex_name(value), static.grid.labels[value]
        return label if name == label else f"{name} ({label})"
    if kind == "leader":
        return str(static.leaders[value].name)
    if kind == "formation":
        return str(static.formations[value].name)
    if kind == "formations":
        return " and ".join(static.formations[number].name for number in value)
    if kind == "army":
        return str(static.armies[value].name.split(" (")[0])
    if kind == "side":
        return static.side_names[static.sides.index(value)] if value in static.sides else str(value)
    if kind == "holder":
        data = static.holders[value]
        if data.kind == "formation":
            return str(static.formations[data.formation].name)
        if data.kind == "hq":
            return f"Headquarters of the {static.armies[data.army].name.split(' (')[0]}"
        if data.kind == "commander":
            return str(static.leaders[data.leader].name)
        if data.kind == "division":
            return f"Division {data.division}"
        return f"Newcomers of {static.formations[data.formation].name}"
    return str(value)
