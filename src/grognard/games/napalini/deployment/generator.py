"""Battles by points: a season, a table, two nations and their armies, from a seed that can be shared.

`generate("my seed", points=40)` is a scenario as data: `Match.start("napalini", generate(...))` plays it, `as_toml` writes it
down as a scenario file. The same seed and wishes give the same battle on any machine.
"""

from __future__ import annotations

import random
from typing import Any

from ..tables import CHARACTERS as ALL_CHARACTERS
from ..tables import SEASONS, UNITS

NATIONS = ("Freedonia", "Sylvania", "Tomainia", "Osterlich", "Bacteria", "Klopstokia", "Borduria", "Syldavia", "Ruritania")
CORE = ("infantry", "infantry", "infantry", "field_artillery")  # what every army has before it spends the rest
SPICE = (
    ("infantry", 8),
    ("militia", 2),
    ("cyclists", 2),
    ("cavalry", 3),
    ("light_artillery", 2),
    ("trench_mortars", 2),
    ("field_artillery", 4),
    ("heavy_artillery", 2),
    ("katyushas", 1),
    ("armoured_cars", 2),
    ("tankettes", 2),
    ("light_tanks", 3),
    ("heavy_tanks", 1),
    ("land_battleships", 1),
    ("aa_88", 1),
    ("truck_gun", 1),
    ("garrison", 2),
)
GROUND = ((".", 46), ("W", 10), ("H", 9), ("C", 4), ("F", 4), ("S", 4), ("M", 1))
CHARACTERS = ("O1C", "O2C", "O3C", "O4C", "O5C", "6C", "7C", "11C", "12C", "13C", "15C")
ORDINALS = ("First", "Second", "Third")
FLOTILLA, VESSELS = 10, 3  # points for the ships of a side, and how many its harbour holds
AIR = (("fighter", 3), ("observation", 2), ("attack", 3), ("bomber", 5), ("zeppelin", 5))


def pick(rng: random.Random, weighted: tuple[tuple[str, int], ...]) -> str:
    return rng.choices([name for name, _ in weighted], [weight for _, weight in weighted])[0]


def table(rng: random.Random, columns: int, depth: int) -> tuple[list[str], int]:
    """Rows of ground with a road from edge to edge through a town."""
    rows = [[pick(rng, GROUND) for _ in range(columns)] for _ in range(depth)]
    road = rng.randrange(1, columns - 1)
    for row in rows:
        row[road] = "."
    rows[depth // 2 - 1][road] = "B"
    return ["".join(row) for row in rows], road


def artery(rng: random.Random, columns: int, taken: list[int]) -> int:
    """A column for a river or a railway from edge to edge, beside those that are taken."""
    return rng.choice([column for column in range(columns - 1) if column not in taken])


def army(rng: random.Random, points: float, most: int = 15) -> list[str]:
    """Unit types for so many points, a third at most in guns, never more than 15 combat units."""
    units = list(CORE)
    left = points - sum(UNITS[kind].cost for kind in units)
    while left >= 1 and len(units) < most:
        affordable = tuple((kind, weight) for kind, weight in SPICE if UNITS[kind].cost <= left)  # militia cost 1
        kind = pick(rng, affordable)
        if UNITS[kind].artillery and sum(UNITS[k].artillery for k in units) * 3 > len(units):
            continue
        units.append(kind)
        left -= UNITS[kind].cost
    return units


Counts = dict[tuple[str, bool], int]  # square and front line or not -> how many stand there


def placed(
    rng: random.Random, units: list[str], rows: list[str], zone: list[int], counts: Counts, face: str, prepared: bool
) -> list[dict[str, Any]]:
    """Squares in the zone with room, no heavy unit in closed ground."""
    depth, columns = len(rows), len(rows[0])
    made = []
    for kind in units:
        heavy = "H" in UNITS[kind].flags
        squares = [
            f"{chr(65 + c)}{r}"
            for r in zone
            for c in range(columns)
            if counts.get((f"{chr(65 + c)}{r}", UNITS[kind].fl), 0) < 2 and not (heavy and rows[depth - r][c] in "FM")
        ]
        at = rng.choice(squares)
        counts[at, UNITS[kind].fl] = counts.get((at, UNITS[kind].fl), 0) + 1
        quality = rng.choices(("poor", "average", "good"), (1, 4, 1))[0]
        made.append(
            {"type": kind, "quality": quality, "at": at, "face": face, "prepared": prepared and not UNITS[kind].artillery}
        )
    return made


def generate(
    seed: str,
    points: int = 30,
    kind: str = "meeting",
    season: str = "",
    columns: int = 6,
    depth: int = 8,
    air: int = 0,
    cards: bool = True,
    armies: int = 1,
    river: bool = False,
    railway: bool = False,
    ships: bool = False,
    generals: bool = False,
) -> dict[str, Any]:
    """A whole scenario as data. In an assault the defender has three quarters; three armies need a broad table."""
    columns = max(columns, 8) if armies > 2 else columns
    river = river or ships
    more = f" {armies} {river} {railway}" if armies > 1 or river or railway else ""
    more += " ships" * ships + " generals" * generals  # what is not wished for leaves older seeds as they were
    rng = random.Random(f"napalini {seed} {points} {kind} {season} {columns} {depth} {air} {cards}{more}")
    season = season or rng.choice(sorted(SEASONS))
    nations = rng.sample(NATIONS, 2)
    rows, road = table(rng, columns, depth)
    letter = chr(65 + road)
    meeting = kind == "meeting"
    ids = ("a", "b") if meeting else ("so", "sd")
    characters = rng.sample(tuple(ALL_CHARACTERS) if generals else CHARACTERS, 2 * armies)
    stream = artery(rng, columns, [road]) if river else -1
    rails = artery(rng, columns, [road, stream]) if railway else -1
    lines = [chr(65 + column) for column in (stream, rails) if column >= 0]
    sides, formations = [], []
    taken: list[str] = []
    for k, name in enumerate(ids):
        south = k == 0
        zone = [1, 2] if south else [depth - 1, depth] if meeting else list(range(4, depth + 1))
        edge_row = 1 if south else depth
        sides.append(
            {
                "id": name,
                "nation": nations[k],
                "edge": "south" if south else "north",
                "setup_rows": [zone[0], zone[-1]],
                "sources": [f"{letter}{edge_row}", *(f"{line}{edge_row}" for line in lines)],
                "stockpiles": max(1, points // 15),
                "depot": f"{letter}{edge_row}",
            }
        )
        share = points if meeting or south else points * 3 // 4
        face, ready = "N" if south else "S", not meeting and not south
        bases = [f"{chr(65 + (road + 2 * number) % columns)}{edge_row}" for number in range(armies)]
        counts: Counts = {(base, False): 1 + (base == bases[0]) for base in bases}  # the HQs, and the depot with the first
        for number, base in enumerate(bases):
            afloat = harbour(rng, f"{chr(65 + stream)}{edge_row}", ships, taken) if river and not number else []
            steam = [{"type": "armoured_train", "at": f"{chr(65 + rails)}{edge_row}"}] if railway and not number else []
            spent = sum(int(UNITS[ship["type"]].cost) * ship["n"] for ship in afloat) + 5 * len(steam)
            most = 15 - sum(ship["n"] for ship in afloat) - len(steam)
            units = placed(rng, army(rng, share // armies - spent, most), rows, zone, counts, face, ready)
            hq = {"type": "hq", "mobile": True, "quality": "average", "at": base, "face": face}
            general = {
                "name": f"The general of {nations[k]}" if armies == 1 else f"General {number + 1} of {nations[k]}",
                "ability": rng.choice(("poor", "average", "good")),
                "character": characters[k + 2 * number],
            }
            formations.append(
                {
                    "id": f"{name}{number + 1}",
                    "side": name,
                    "name": f"Army of {nations[k]}" if armies == 1 else f"{ORDINALS[number]} Army of {nations[k]}",
                    "kind": "reserve" if number else "field",
                    "general": general,
                    "units": [hq, *units, *afloat, *steam],
                }
            )
    low, high = (depth // 2, depth // 2 + 1) if meeting else (4, min(7, depth))
    spread = [c for c in range(columns) if abs(c - road) >= 2]
    others = rng.choice([(a, b) for a in spread for b in spread if b - a >= 2])
    town = depth - (depth // 2 - 1)
    objectives = [f"{letter}{min(max(town, low), high)}", *(f"{chr(65 + c)}{rng.randint(low, high)}" for c in others)]
    data: dict[str, Any] = {
        "title": f"{nations[0]} against {nations[1]}",
        "blurb": f"A generated {kind} of {points} points in {season}; seed {seed!r}.",
        "scenario": {
            "id": "generated",
            "name": f"{nations[0]} against {nations[1]}",
            "kind": kind,
            "season": season,
            "days": 3,
            "extra_days": 0,
            "free_setup": True,
            "modules": {
                "cards": cards,
                "airpower": air > 0,
                "barrages": True,
                "engineering": True,
                "comms": True,
                "hidden": True,
            },
        },
        "map": {"rows": rows, "roads": [[f"{letter}{r}" for r in range(1, depth + 1)]], **waters(depth, stream, rails)},
        "objective": [{"square": sq, "name": sq} for sq in objectives],
        "side": sides,
        "formation": formations,
    }
    if air:
        data["air"] = [{"side": name, "squadrons": squadrons(rng, air)} for name in ids]
    return data


def harbour(rng: random.Random, at: str, ships: bool, taken: list[str]) -> list[dict[str, Any]]:
    """Two gunboats, or a flotilla out of Appendix A: the first fights, and no ship with a name is in two places."""
    if not ships:
        return [{"type": "gunboat", "at": at, "n": 2}]
    made: list[str] = []
    left = float(FLOTILLA)
    while len(made) < VESSELS:
        open_ = [kind.id for kind in UNITS.values() if kind.ship and kind.cost <= left and (made or kind.combat)]
        open_ = [kind for kind in open_ if kind not in taken]
        if not open_:
            break
        made.append(rng.choice(open_))
        left -= UNITS[made[-1]].cost
        if UNITS[made[-1]].christened:
            taken.append(made[-1])
    return [{"type": kind, "at": at, "n": made.count(kind)} for kind in sorted(set(made), key=made.index)]


def waters(depth: int, stream: int, rails: int) -> dict[str, Any]:
    """A river with a bridge in the middle, and a railway, both from edge to edge."""
    made: dict[str, Any] = {}
    every = range(1, depth + 1)
    if stream >= 0:
        west, east = chr(65 + stream), chr(66 + stream)
        made["rivers"] = [[f"{west}{r}" for r in every]]
        made["water_edges"] = [f"{west}{r}|{east}{r}" for r in every]
        ends = [f"{west}{r}|{east}{r}" for r in (2, depth // 2, depth - 1)]
        made["bridges"] = [{"name": f"Bridge {edge}", "edge": edge, "carries": ["road"]} for edge in ends]
    if rails >= 0:
        made["railways"] = [[f"{chr(65 + rails)}{r}" for r in every]]
    return made


def wished(scenario: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    """The scenario itself, or, where it says so, the battle by points that its options wish for (R122)."""
    if not scenario["scenario"].get("generated"):
        return scenario
    season = options["battle_season"]
    return generate(
        options["battle_seed"],
        options["battle_points"],
        options["battle_kind"],
        "" if season == "any" else season,
        options["battle_breadth"],
        air=options["battle_air"],
        armies=options["battle_armies"],
        river=options["battle_river"],
        railway=options["battle_railway"],
        ships=options["battle_ships"],
        generals=options["battle_generals"],
    )


def squadrons(rng: random.Random, points: int) -> list[dict[str, Any]]:
    made = []
    while affordable := [kind for kind, cost in AIR if cost <= points]:
        kind = rng.choice(affordable)
        made.append({"type": kind, "quality": rng.choice(("average", "average", "good"))})
        points -= dict(AIR)[kind]
    return made


def as_toml(data: dict[str, Any]) -> str:
    """The scenario as a file for `~/.grognard/scenarios/napalini/`."""
    lines = [f"title = {_value(data['title'])}", f"blurb = {_value(data['blurb'])}"]
    for key in ("scenario", "map"):
        lines += ["", f"[{key}]", *(f"{name} = {_value(value)}" for name, value in data[key].items())]
    for key in ("objective", "side", "formation", "air"):
        for entry in data.get(key, []):
            lines += ["", f"[[{key}]]", *(f"{name} = {_value(value)}" for name, value in entry.items())]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {_value(part)}" for name, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_value(part) for part in value) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)
