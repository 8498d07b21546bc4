"""Section 29.10.6: aircraft against vessels. Each aircraft throws one D10 in an attack (ruling R179)."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Refusal, Tally

from ..air.aircraft import model, present
from ..context import Fyow
from ..records.services import Plane
from ..tables import TABLES
from .flak import ships_aa
from .gunnery import hurt, score_by_night, torpedo_hit
from .vessels import SPOT, at_sea, is_small, submerged, weather_terms

TABLE = TABLES["aircraft_against_ship"]
HE = TABLES["he_naval"]
BOMBERS = ("fighter_bomber", "ground_attack")


def targets(g: Fyow, number: int) -> list[int]:
    """Enemy naval groups on the sea board under it that its side has seen."""
    group = g.state.air.groups[number]
    if group.board < 0 or g.static.boards[group.board].land:
        return []
    fleet = g.state.fleet
    known = fleet.seen.get(group.side, [])
    return [n for n, other in enumerate(fleet.groups) if other.side != group.side and other.board == group.board and n in known]


def spot_vessels(g: Fyow, number: int) -> list[int]:
    """29.9.1, 29.9.3, 29.9.4: 1D6 for each machine over the sea board, 2+ and what the weather adds."""
    group, fleet = g.state.air.groups[number], g.state.fleet
    machines = len(present(g, number))
    if group.board < 0 or group.in_box or not machines or g.static.boards[group.board].land:
        return []
    found = []
    for other, vessels in enumerate(fleet.groups):
        here = vessels.side != group.side and vessels.board == group.board and bool(at_sea(g, other))
        if not here or submerged(g, other) or other in fleet.seen.get(group.side, []):
            continue
        need = Tally("spotting")
        need.add(SPOT["score"]["aircraft_to_surface"], "aircraft", "fyow.29.9.4")
        if is_small(g, other):
            need.add(SPOT["modifier"]["small_vessel"], "small vessel", "fyow.29.9.5")
        weather_terms(g, need, group.board)
        faces = g.roll(f"{machines}d6", "{name} searches the sea", rule="fyow.29.9.3", to=(), name=group.name, tallies=[need])
        if any(face >= int(need) for face in faces):
            fleet.seen.setdefault(group.side, []).append(other)
            found.append(other)
            g.tell("{name} sights {other}.", rule="fyow.29.9.4", to=group.side, name=group.name, other=vessels.name)
    return found


def weapon(g: Fyow, plane: Plane, under_water: bool) -> str:
    """29.10.6: which row of the table an aircraft uses; nothing if it cannot hurt ships (29.10.6.1, 29.10.6.7)."""
    data = model(g, plane)
    role, load = data["role"], "" if plane.empty else data.get("load_type", "")
    if under_water:
        return "anti_submarine" if role == "bomber" and load in ("small", "medium") else ""
    if role in ("torpedo_bomber", "dive_bomber"):
        return "" if plane.empty else str(role)
    if role in BOMBERS and load in ("small", "medium", "rocket"):
        return "fighter_bomber"
    if data["hmg"] and role in ("fighter", *BOMBERS):
        return "hmg"
    return ""


def may_attack(g: Fyow, number: int, target: int) -> Refusal | None:
    """29.10.6.1: small arms and MMGs cannot hurt ships, fighters need HMGs; 29.10.6.7: heavy bombs cannot be used."""
    group = g.state.air.groups[number]
    under = submerged(g, target)
    if any(weapon(g, plane, under) for plane in present(g, number)):
        return None
    heavy = any(model(g, plane).get("load_type") == "heavy" for plane in present(g, number))
    if heavy:
        return Refusal("fyow.29.10.6.7", "Heavy bombs cannot be used against ships.")
    return Refusal("fyow.29.10.6.1", f"{group.name} has nothing that can hurt {g.state.fleet.groups[target].name}.")


def attack(g: Fyow, number: int, target: int) -> int:
    """AA first; then each aircraft one D10. Returns the hits."""
    group = g.state.air.groups[number]
    group.acted = g.now
    ships_aa(g, target, number)
    if not present(g, number):
        return 0
    hits, under = 0, submerged(g, target)
    g.tell("{name} attacks {other}.", rule="fyow.29.10.6.1", name=group.name, other=g.state.fleet.groups[target].name)
    for plane in present(g, number):
        kind = weapon(g, plane, under)
        afloat = [n for n, v in enumerate(g.state.fleet.vessels) if v in at_sea(g, target) and v.group == target]
        if kind == "torpedo_bomber":
            afloat = [n for n in afloat if g.state.fleet.vessels[n].kind == "destroyer"]
        if kind and afloat:
            plane.empty = plane.empty or kind != "hmg"
            hits += strike(g, plane, kind, afloat[0], group.side)
    return hits


RULES = {
    "fighter_bomber": "fyow.29.10.6.2", "dive_bomber": "fyow.29.10.6.3", "torpedo_bomber": "fyow.29.10.6.4",
    "hmg": "fyow.29.10.6.5", "anti_submarine": "fyow.29.10.6.6",
}  # fmt: skip


def strike(g: Fyow, plane: Plane, kind: str, place: int, side: str) -> int:
    """29.10.6.2 to 29.10.6.6, 29.16.4."""
    rule, row = RULES[kind], TABLE[kind]
    words: dict[str, Any] = {"by": side, "model": plane.model}
    suicide = bool(model(g, plane).get("kamikaze"))
    need = score_by_night(g, row["hit"], kind.replace("_", " "), rule)
    die = g.roll("d10", "{model} attacks", rule="fyow.29.16.4" if suicide else rule, tallies=[need], **words)[0]
    if suicide:
        plane.lost, plane.aloft = True, False
    if die < int(need):
        return 0
    if kind == "torpedo_bomber":
        torpedo_hit(g, place, side)
        return 1
    effect = g.d6("Effect of {model}", rule=rule, **words)
    if kind == "hmg":
        hurt(g, place, 1 if effect >= row["damage"] else 0, rule)
        return 1
    load = str(model(g, plane).get("load_type", "small"))
    letter = row.get("row") or row[f"row_{load}"]
    hurt(g, place, int(HE[letter][min(6, effect + int(suicide)) - 1]), rule)
    return 1
