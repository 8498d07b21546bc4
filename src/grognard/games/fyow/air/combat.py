"""Sections 28.10 and 28.11: anti-aircraft fire and combat in the air.

Hits are shared as evenly as possible over the target squadron. At exactly 0 strength an aircraft is driven off and goes
home; beyond that it is shot down (ruling R91).
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import cites

from ..contact.detection import occupying_dice
from ..context import Fyow
from ..records.services import Plane
from ..tables import ELEMENTS, TABLES
from ..weather.weather import sky_at
from .airborne import carrier_lost
from .aircraft import AIR, command_of, go_home, lose_sight, model, over, planes, present, speed, squadrons, strength

AA = TABLES["aa_fire"]
TO_HIT = TABLES["air_to_air"]


def light_row(g: Fyow, board: int) -> str:
    """normal, light_rain_or_moon or heavy_rain_or_dark."""
    sky = sky_at(g, board)
    if g.light == "dark" or sky in ("heavy_rain", "fog", "snow"):
        return "heavy_rain_or_dark"
    return "light_rain_or_moon" if g.light == "moon" or sky == "light_rain" else "normal"


# ------------------------------------------------------------------ damage


@cites("fyow.28.3.1")
def log_damage(plane: Plane, points: int) -> None:
    """28.3.1: the log shows how many damages it brings back."""
    plane.damage += points
    plane.new_damage += points


def damage(g: Fyow, plane: Plane, points: int) -> None:
    """28.3.1, 28.11.6, ruling R91: at exactly 0 driven off, beyond it shot down."""
    if points <= 0 or plane.lost:
        return
    log_damage(plane, points)
    group = g.state.air.groups[plane.group]
    left = strength(g, plane)
    if left < 0:
        plane.lost, plane.aloft, plane.ready = True, False, False
        command_of(g, group.side).lost += 1
        g.tell("A {model} is shot down.", rule="fyow.28.11.6", model=plane.model)
        if model(g, plane)["role"] in ("transport", "glider"):
            carrier_lost(g, plane)
    elif left == 0:
        plane.aloft = plane.ready = False
        g.tell("A {model} is driven off.", rule="fyow.28.11.6", model=plane.model)
    if not any(one.aloft for one in planes(g, plane.group)):
        if all(one.lost for one in g.state.air.planes if one.group == plane.group):
            group.reports, group.films = [], []
        go_home(g, plane.group)


@cites("fyow.28.11.5")
def share(g: Fyow, squadron: list[Plane], hits: int) -> None:
    """28.11.5: as evenly as possible; already damaged aircraft take the odd ones."""
    taken = [0] * len(squadron)
    order = sorted(range(len(squadron)), key=lambda n: -squadron[n].damage)
    for hit in range(hits):
        place = min(order, key=lambda n: (taken[n], order.index(n)))
        taken[place] += 1
        _ = hit
    for plane, points in zip(squadron, taken, strict=True):
        damage(g, plane, points)


# ------------------------------------------------------------------ 28.10: AA fire


def barrels(g: Fyow, number: int) -> list[tuple[str, int]]:
    """Its AA guns: element and barrels."""
    elements = g.unit(number).elements
    return [(e, int(ELEMENTS[e]["aa_barrels"]) * n) for e, n in elements.items() if ELEMENTS[e].get("aa_barrels")]


@cites("fyow.28.10.1")
def may_fire_aa(g: Fyow, number: int, group: int) -> bool:
    """28.10.1, ruling R164: once a session, at a squadron that was seen, not at Rest, no friendly aircraft over the board."""
    unit, target = g.unit(number), g.state.air.groups[group]
    if not barrels(g, number) or number in g.state.air.fired or unit.mode == "rest" or unit.box >= 0:
        return False
    if target.board != unit.board or target.in_box or target.side == unit.side:
        return False
    if over(g, unit.board, unit.side):
        return False
    return group in g.state.air.seen.get(unit.side, []) and bool(present(g, group))


def fire_aa(g: Fyow, number: int, group: int) -> None:
    """28.10.3, 28.10.4: 2D6 a barrel, 3D6 at 40mm and over; a double is a hit, a treble two; then the damage dice."""
    g.state.air.fired.append(number)
    unit, total = g.unit(number), 0
    unit.concealed = {}  # ruling R41: who fires is hidden no more
    squadron = squadrons(g, present(g, group))[0]
    pace = speed(g, squadron[0]).replace("_agile", "")
    words: dict[str, Any] = {"by": unit.side, "unit": number}
    for element, count in barrels(g, number):
        row = AA["from_40mm" if ELEMENTS[element].get("aa_40mm") else "under_40mm"]
        for _ in range(count):
            hits = doubles(g.roll(f"{row['dice']}d6", "AA fire of {unit}", rule="fyow.28.10.3", **words))
            dice = hits * row["damage_dice"]
            if dice:
                faces = g.roll(f"{dice}d6", "Damage by AA fire of {unit}", rule="fyow.28.10.4", **words)
                total += sum(1 for face in faces if face >= AA["damage_score"][pace])
    share(g, squadron, total)


def doubles(dice: tuple[int, ...]) -> int:
    """A double is one hit, a treble two."""
    return max(0, max(dice.count(face) for face in dice) - 1)


@cites("fyow.28.10.2")
def aa_card(g: Fyow, number: int) -> None:
    """28.10.2: on the card of a force with AA guns, without using its act."""
    unit = g.unit(number)
    if not barrels(g, number):
        return
    for group in over(g, unit.board, g.enemy(unit.side)):
        if may_fire_aa(g, number, group):
            fire_aa(g, number, group)


def aa_against(g: Fyow, group: int, *, low: bool) -> None:
    """Ruling R164: those whose card came already fire when aircraft come; before a low attack all do."""
    target = g.state.air.groups[group]
    for number in g.on_board(target.board, g.enemy(target.side)):
        came = number not in g.state.pack[1:]
        if (low or came) and may_fire_aa(g, number, group):
            fire_aa(g, number, group)


def seen_from_below(g: Fyow, group: int, *, sure: bool = False) -> None:
    """16.4.6: forces on the board find aircraft by any 2+; those that have just attacked are seen without a throw."""
    target = g.state.air.groups[group]
    enemy = g.enemy(target.side)
    seen = g.state.air.seen.setdefault(enemy, [])
    if group in seen:
        return
    for number in g.on_board(target.board, enemy):
        dice = max(0, int(occupying_dice(g, number, g.unit(number).facing)))
        faces = g.roll(f"{dice}d6", "{unit} looks up", rule="fyow.16.4.6", to=(), unit=number) if dice and not sure else ()
        found = sure or any(face >= TABLES["detection"]["occupying"]["finds_aircraft"] for face in faces)
        if found:
            seen.append(group)
            text = "Aircraft over {board}: {name}."
            g.tell(text, rule="fyow.16.4.6", to=enemy, board=target.board, name=target.name)
            return


# ------------------------------------------------------------------ 28.11: air combat


def spot_in_the_air(g: Fyow, number: int) -> list[int]:
    """28.11.2: each aircraft of a squadron throws; one success spots. Nobody sees the dice unless they find something."""
    group = g.state.air.groups[number]
    need = AIR["air_spot"][light_row(g, group.board)]
    for enemy in over(g, group.board, g.enemy(group.side)):
        if enemy in group.spotted or group.in_box:
            continue
        machines = present(g, number)
        faces = g.roll(f"{len(machines)}d6", "{name} searches the sky", rule="fyow.28.11.2", to=(), name=group.name)
        if any(face >= need for face in faces):
            group.spotted.append(enemy)
            seen = g.state.air.seen.setdefault(group.side, [])
            if enemy not in seen:
                seen.append(enemy)
            text = "{name} sights {other} over {board}."
            other = g.state.air.groups[enemy].name
            g.tell(text, rule="fyow.28.11.2", to=group.side, name=group.name, other=other, board=group.board)
    return [n for n in group.spotted if n in over(g, group.board, g.enemy(group.side))]


def scores(g: Fyow, firer: Plane, target: Plane) -> list[int] | None:
    """28.11.3: the D6 needed, one after the other; a damaged firer needs 1 more; above 6 there is no hit."""
    need = list(TO_HIT[speed(g, target)][speed(g, firer)])
    if firer.damage:
        need = [score + 1 for score in need]
    return None if any(score > 6 for score in need) else need


def dogfight(g: Fyow, number: int, enemy: int, which: int = 0) -> int:
    """28.11.3, 28.11.4: a D6 for each machine gun; each hit throws for effect, 4+ (MMG) or 3+ (HMG). Returns the damage."""
    group = g.state.air.groups[number]
    group.acted = g.now
    squadron = squadrons(g, present(g, enemy))[which]
    g.tell("{name} attacks {other}.", rule="fyow.28.11.1", name=group.name, other=g.state.air.groups[enemy].name)
    seen = g.state.air.seen.setdefault(g.enemy(group.side), [])
    if number not in seen:
        seen.append(number)
    total = 0
    for plane in present(g, number):
        need = scores(g, plane, squadron[0])
        if need is None:
            continue
        for gun in ("mmg", "hmg"):
            hits = hits_of(g, group.side, int(model(g, plane)[gun]), need, plane.model)
            if hits:
                faces = g.roll(f"{hits}d6", "Damage by {model}", rule="fyow.28.11.4", by=group.side, model=plane.model)
                total += sum(1 for face in faces if face >= AIR["damage_score"][gun])
    share(g, squadron, total)
    return total


def hits_of(g: Fyow, side: str, guns: int, need: list[int], name: str) -> int:
    """One throw for each gun; where the table has two scores the second throw is made by those that met the first."""
    left = guns
    for score in need:
        if not left:
            return 0
        faces = g.roll(f"{left}d6", "{model} fires", rule="fyow.28.11.3", by=side, model=name)
        left = sum(1 for face in faces if face >= score)
    return left


__all__ = ["aa_against", "aa_card", "damage", "dogfight", "lose_sight", "share", "spot_in_the_air"]
