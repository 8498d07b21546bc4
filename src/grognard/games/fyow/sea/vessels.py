"""Section 29: fleets, their mornings, condition, spotting and dock.

Vessels sail in naval Battlegroups (`NavalGroup`), which hold a card and move together; each vessel has its own strength,
guns and condition. Moves: sailing.py; fire: gunnery.py; the card: session/naval_cards.py; troops afloat: landings.py.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Tally, cites

from ..air.aircraft import over, present
from ..chance.cards import rallies_again
from ..command.commanders import draw_traits, rate
from ..contact.decoys import real_here
from ..context import Fyow
from ..records.services import NavalGroup, Vessel
from ..tables import TABLES
from ..weather.weather import sky_at

GUNS = TABLES["ship_guns"]
STRENGTH = TABLES["ship_strength"]
SPOT = TABLES["ship_spotting"]
SMALL = ("trawler", "mtb", "fishing_boat")
MAIN = ("75mm", "149mm", "150mm")
FULL = 6
BACK_TO_SEA = 3  # ruling R104


def vessels(g: Fyow, group: int) -> list[Vessel]:
    return [vessel for vessel in g.state.fleet.vessels if vessel.group == group and not vessel.sunk]


def at_sea(g: Fyow, group: int) -> list[Vessel]:
    return [vessel for vessel in vessels(g, group) if not vessel.dock]


def fit(g: Fyow, group: int) -> list[Vessel]:
    """29.4.1: those that passed their Preparation Throw; a vessel that failed does not move, spot or fire its guns."""
    return [vessel for vessel in at_sea(g, group) if vessel.fit]


@cites("fyow.29.7.1")
def strength(vessel: Vessel) -> int:
    """29.7.1: what is left of its strength."""
    return int(STRENGTH[vessel.kind]) - vessel.damage


def throw(g: Fyow, spec: str, why: str, side: str, rule: str) -> int:
    """Dice as the tables print them: 2D3, Davg+2, D3."""
    dice, _, more = spec.lower().partition("+")
    return int(g.roll(dice, why, rule=rule, by=side, to=[side]).total) + int(more or 0)


def set_up(g: Fyow) -> None:
    """29.2.1: at the outset the guns of each vessel are thrown; 29.2.2: fishing boats are unarmed; 6.7.1: Naval Commands."""
    for vessel in g.state.fleet.vessels:
        fit_out(g, vessel)
    for side in g.static.sides:
        g.state.fleet.seen.setdefault(side, [])
    name_commands(g)


@cites("fyow.6.7.1")
def name_commands(g: Fyow) -> None:
    """6.7.1: one Naval Command over the vessels of a side; its commander is rated like a Senior Commander."""
    for command in g.state.fleet.commands:
        if not command.rating:
            rate(g, command, senior=True, elite=False)
        if g.options["traits"]:
            draw_traits(g, command, elite=False)


@cites("fyow.29.2.2")
def unarmed(vessel: Vessel) -> bool:
    """29.2.2: fishing boats have no guns."""
    return vessel.kind == "fishing_boat"


@cites("fyow.29.1.1", "fyow.29.11.1")
def fit_out(g: Fyow, vessel: Vessel) -> None:
    """29.1.1, 29.11.1: each vessel of the scenario starts at condition 6, with guns by the dice of its kind (29.2.1)."""
    vessel.condition = FULL
    row = GUNS.get(vessel.kind, {})
    side = g.state.fleet.groups[vessel.group].side
    if vessel.guns or unarmed(vessel):
        vessel.capacity = vessel.capacity or int(row.get("capacity", 0))
        return
    for key in ("guns_75mm", "guns_149mm", "guns_150mm", "aa_20mm"):
        if key in row:
            name = "aa" if key == "aa_20mm" else key.removeprefix("guns_")
            vessel.guns[name] = throw(g, row[key], f"Guns of {vessel.name}, {name}", side, "fyow.29.2.1")
    vessel.torpedoes = int(row.get("torpedoes", 0))
    vessel.depth_charges = int(row.get("depth_charges", 0))


TYPICAL = {
    "destroyer": {"149mm": 4, "150mm": 4, "aa": 5}, "gunboat": {"75mm": 5, "aa": 3}, "trawler": {"75mm": 3, "aa": 3},
    "mtb": {"75mm": 2},
}  # fmt: skip


def typical(vessel: Vessel) -> None:
    """What the dice give on the average, for situations that start in the middle."""
    row = GUNS.get(vessel.kind, {})
    vessel.guns = dict(TYPICAL.get(vessel.kind, {}))
    vessel.shots = {gun: count * shots_a_day(vessel, gun) for gun, count in vessel.guns.items()}
    vessel.torpedoes, vessel.depth_charges = int(row.get("torpedoes", 0)), int(row.get("depth_charges", 0))


def shots_a_day(vessel: Vessel, gun: str) -> int:
    return int(GUNS[vessel.kind]["shots_aa" if gun == "aa" else f"shots_{gun}"])


@cites("fyow.29.4.2")
def unpowered(vessel: Vessel) -> bool:
    """29.4.2: canoes, dinghies and rafts need no throw."""
    return vessel.kind == "canoe_dinghy_raft"


def morning(g: Fyow) -> None:
    """4.4.10, 29.4.1: each powered vessel throws a D6, 2+ lets it operate today; shots are full again."""
    for group in g.state.fleet.groups:
        group.boards, group.steps = 0, 0
    for vessel in g.state.fleet.vessels:
        if vessel.sunk:
            continue
        side = g.state.fleet.groups[vessel.group].side
        vessel.shots = {gun: count * shots_a_day(vessel, gun) for gun, count in vessel.guns.items()}
        vessel.ranged = []
        if unpowered(vessel):
            vessel.fit = True
            continue
        die = g.d6("{name} raises steam", rule="fyow.29.4.1", by=side, to=[side], name=vessel.name)
        vessel.fit = die >= 2
    for vessel in g.state.fleet.vessels:
        if vessel.dock and not vessel.sunk:
            refill(vessel)


def refill(vessel: Vessel) -> None:
    """In dock torpedoes and depth charges are made up."""
    row = GUNS.get(vessel.kind, {})
    vessel.torpedoes = max(vessel.torpedoes, int(row.get("torpedoes", 0)))
    vessel.depth_charges = max(vessel.depth_charges, int(row.get("depth_charges", 0)))


# ------------------------------------------------------------------ 29.11, 29.12, 29.15: condition, rally, dock


def condition_throw(g: Fyow, number: int) -> None:
    """4.6.6, 29.11.2: at its activation a D6 for each point of damage since the last; each 1 lowers the condition."""
    group = g.state.fleet.groups[number]
    for vessel in vessels(g, number):
        words: dict[str, Any] = {"by": group.side, "to": [group.side], "name": vessel.name}
        if vessel.new_damage:
            faces = g.roll(f"{vessel.new_damage}d6", "The crew of {name}", rule="fyow.29.11.2", **words)
            vessel.condition = max(0, vessel.condition - faces.count(1))
        vessel.new_damage = 0
        rally(g, vessel, group.side)
        if vessel.condition == 0 and not vessel.dock:
            vessel.dock = True
            g.tell("{name} has had enough and makes for harbour.", rule="fyow.29.11.3", to=group.side, name=vessel.name)
    retire(g, number)


def retire(g: Fyow, number: int) -> None:
    """A group whose vessels are all in dock is in dock itself."""
    group = g.state.fleet.groups[number]
    if group.board >= 0 and not at_sea(g, number):
        leave_sight(g, number)
        group.board, group.area, group.box = -1, False, -1


def rally(g: Fyow, vessel: Vessel, side: str) -> None:
    """29.12.1: a Destroyer, Gunboat or submarine, or any vessel in dock, throws 4D6 after that; each 6 raises it by 1."""
    steady = vessel.kind in ("destroyer", "gunboat", "submarine") or vessel.dock
    if vessel.condition >= FULL or not steady:
        return
    more = 2 if rallies_again(g, "naval") else 1
    for _ in range(more):
        faces = g.roll("4d6", "{name} rallies", rule="fyow.29.12.1", by=side, to=[side], name=vessel.name)
        vessel.condition = min(FULL, vessel.condition + faces.count(6))


def in_repair(g: Fyow, side: str) -> list[Vessel]:
    """Damaged vessels of a side in dock."""
    groups = g.state.fleet.groups
    return [v for v in g.state.fleet.vessels if v.dock and not v.sunk and v.damage and groups[v.group].side == side]


def commands_with_cards(g: Fyow) -> list[int]:
    """def.12, 29.15.1: a Naval Command holds a card while its dockyard has work that it has not done today."""
    idle = [c for c in g.state.fleet.commands if g.state.fleet.repaired.get(c.side, -1) < g.state.day and in_repair(g, c.side)]
    return [n for n, command in enumerate(g.state.fleet.commands) if command in idle]


def dockyard(g: Fyow, side: str) -> None:
    """29.15.1, ruling R105: when Naval Command is activated, one vessel a day, 2D6, each 3+ repairs 1 damage."""
    hurt = in_repair(g, side)
    if not hurt or g.state.fleet.repaired.get(side, -1) >= g.state.day:
        return
    g.state.fleet.repaired[side] = g.state.day
    vessel = max(hurt, key=lambda v: v.damage)
    faces = g.roll("2d6", "The dockyard works on {name}", rule="fyow.29.15.1", by=side, to=[side], name=vessel.name)
    mended = sum(1 for face in faces if face >= 3)
    vessel.damage = max(0, vessel.damage - mended)


@cites("fyow.29.15.2")
def seaworthy(g: Fyow, number: int) -> list[Vessel]:
    """29.15.2: vessels in dock may sail unrepaired, but not below condition 3 (ruling R104)."""
    return [v for v in vessels(g, number) if v.dock and v.condition >= BACK_TO_SEA]


# ------------------------------------------------------------------ 29.9: spotting


@cites("fyow.29.2.3")
def is_small(g: Fyow, group: int) -> bool:
    """29.2.3: trawlers, MTB/E-boats and fishing boats are small vessels for spotting."""
    return all(vessel.kind in SMALL for vessel in at_sea(g, group))


def submerged(g: Fyow, group: int) -> bool:
    boats = at_sea(g, group)
    return bool(boats) and all(vessel.kind == "submarine" for vessel in boats)


def spotting_dice(g: Fyow, group: int, target: str = "") -> int:
    """29.9.3: Destroyer 3D6, gunboat 2D6, others 1D6; 29.9.1: if not both are in the combat area Destroyers look alone."""
    dice, eyes = SPOT["dice"], fit(g, group)
    if target[:1] == "g":
        other = g.state.fleet.groups[int(target[1:])]
        if submerged(g, int(target[1:])) or not (g.state.fleet.groups[group].area and other.area):
            eyes = [vessel for vessel in eyes if vessel.kind == "destroyer"]
    return sum(int(dice.get(vessel.kind, dice["other"])) for vessel in eyes)


def weather_terms(g: Fyow, score: Tally, board: int) -> Tally:
    """29.9.5: light rain 1, moonlit night 1, dark night, heavy rain, high winds 2; fog and snow as heavy rain (R169)."""
    table = SPOT["modifier"]
    sky = sky_at(g, board)
    if table.get(sky):
        score.add(table[sky], sky.replace("_", " "), "fyow.29.9.5")
    if g.light != "day":
        score.add(table[f"night_{g.light}"], f"{g.light} night", "fyow.29.9.5")
    if g.state.weather.wind in ("high", "freezing"):
        score.add(table["high_winds"], "high winds", "fyow.29.9.5")
    return score


def spotting_score(g: Fyow, observer: int, target: str) -> Tally:
    """29.9.4: what a die must show against this target (`g` naval group, `u` force ashore, `a` air group)."""
    table, group = SPOT["score"], g.state.fleet.groups[observer]
    score, place = Tally("spotting"), int(target[1:])
    if target[0] == "g" and (submerged(g, place) or submerged(g, observer)):
        key = "destroyer_to_submarine" if submerged(g, place) else "submarine_to_surface"
        score.add(table[key], key.replace("_", " "), "fyow.29.9.4")
        return score
    key = {"g": "surface_to_surface", "u": "surface_to_shore", "a": "surface_to_aircraft"}[target[0]]
    if target[0] == "a":
        key = "surface_to_single_aircraft" if len(present(g, place)) == 1 else key
    score.add(table[key], key.replace("_", " "), "fyow.29.9.4")
    if target[0] == "g" and is_small(g, place):
        score.add(SPOT["modifier"]["small_vessel"], "small vessel", "fyow.29.9.5")
    weather_terms(g, score, group.board)
    other = g.state.fleet.groups[place] if target[0] == "g" else None
    if other is not None and other.fired >= g.now - 1 and f"g{observer}" in other.aimed:
        score.add(SPOT["modifier"]["target_firing_at_observer"], "it fires at us", "fyow.29.9.5")
    if any(vessel.radar for vessel in fit(g, observer)):
        score.add(SPOT["modifier"]["radar"], "radar", "fyow.29.9.5")
    return score.at_least(2, "fyow.29.9.5")


@cites("fyow.29.9.2")
def looked_already(group: NavalGroup, target: str) -> bool:
    """29.9.2: each target only once a session by the same observer."""
    return target in group.looked


@cites("fyow.29.9.1")
def may_spot(g: Fyow, observer: int, target: str) -> bool:
    """29.9.1, 29.9.2: Destroyers if they or the target are in the combat area, others only if both are."""
    group, place = g.state.fleet.groups[observer], int(target[1:])
    if looked_already(group, target):
        return False
    if target[0] in "ua":
        return group.area
    other = g.state.fleet.groups[place]
    destroyer = any(vessel.kind == "destroyer" for vessel in fit(g, observer))
    if submerged(g, place) and not destroyer:
        return False
    return (group.area or other.area) if destroyer else (group.area and other.area)


@cites("fyow.29.3.1")
def shore_targets(g: Fyow, board: int, side: str) -> list[int]:
    """Ruling R168: forces on coastal boards joined to this sea board."""
    coasts = [g.static.other_end(link, board) for link in g.static.graph.links_at(board, g.static.landing)]
    return [n for coast in coasts for n in g.on_board(coast, g.enemy(side)) if g.static.boards[coast].land]


def spot(g: Fyow, observer: int) -> list[str]:
    """29.9: all dice at each target; one success is enough. Nobody sees dice that find nothing."""
    group = g.state.fleet.groups[observer]
    enemy = g.enemy(group.side)
    around = [f"g{n}" for n, other in enumerate(g.state.fleet.groups) if other.side == enemy and other.board == group.board]
    around += [f"u{n}" for n in shore_targets(g, group.board, group.side)]
    around += [f"a{n}" for n in over(g, group.board, enemy)]
    found = []
    for target in around:
        if target in group.spotted or not may_spot(g, observer, target):
            continue
        group.looked.append(target)
        need = spotting_score(g, observer, target)
        dice = spotting_dice(g, observer, target)
        if not dice:
            continue
        faces = g.roll(f"{dice}d6", "{name} looks out", rule="fyow.29.9.3", to=(), name=group.name, tallies=[need])
        if any(face >= int(need) for face in faces) and is_there(g, target):
            found.append(target)
            sighted(g, group, target)
    return found


@cites("fyow.19.3.1")
def is_there(g: Fyow, target: str) -> bool:
    """19.3.1, ruling R210: a marker that ships make out on the shore shows whether it is the force."""
    return target[0] != "u" or real_here(g, int(target[1:]))


def sighted(g: Fyow, group: NavalGroup, target: str) -> None:
    group.spotted.append(target)
    place = int(target[1:])
    if target[0] == "g":
        seen = g.state.fleet.seen.setdefault(group.side, [])
        if place not in seen:
            seen.append(place)
        name = g.state.fleet.groups[place].name
        g.tell("{name} sights {other}.", rule="fyow.29.9.4", to=group.side, name=group.name, other=name)
    elif target[0] == "u":
        g.spot(group.side, place)
        text = "{name} makes out an enemy ashore at {board}."
        g.tell(text, rule="fyow.29.9.4", to=group.side, name=group.name, board=g.unit(place).board)
    else:
        seen = g.state.air.seen.setdefault(group.side, [])
        if place not in seen:
            seen.append(place)


def leave_sight(g: Fyow, number: int) -> None:
    """29.17.5: whoever leaves the combat area must be spotted anew, and must spot anew."""
    fleet = g.state.fleet
    fleet.groups[number].spotted = []
    for side, seen in fleet.seen.items():
        fleet.seen[side] = [n for n in seen if n != number]
    for group in fleet.groups:
        group.spotted = [target for target in group.spotted if target != f"g{number}"]
    for seen in fleet.battery_seen.values():
        seen[:] = [n for n in seen if n != number]
