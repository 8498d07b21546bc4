"""Sections 28.8 and 28.9: bombs, machine guns and rockets on the ground, and reconnaissance from the air.

Bombs fall on whatever is on the board, found or not; strafing and rockets want a spotted target. Points of damage go
through `losses.bombard` like shell fire; damage to an HQ burns its stores (20.14.1).
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Refusal, Tally, cites
from grognard.kernel.words import counted

from ..brigades import groups
from ..chance.cards import effect
from ..condition.condition import count_loss
from ..condition.losses import bombard, under_fire
from ..contact.concealment import wholly
from ..contact.decoys import called_out
from ..contact.detection import in_the_dark, score_against
from ..contact.information import less_by_weather, look_over, report
from ..context import SESSIONS, Fyow
from ..orders.requests import WAITS
from ..rail.trains import hit_train
from ..records.services import AirGroup, Plane
from ..state import DESTROYED
from ..supply.routes import hit_stores
from ..tables import AFVS, ELEMENTS, TABLES, absorbs, half_points
from .aircraft import AIR, model, present
from .combat import doubles, light_row

HE = TABLES["he_air"]
BOMB = TABLES["bomb"]
VEHICLES = TABLES["vehicle_kind"]


# ------------------------------------------------------------------ 28.8.1 to 28.8.3: bombs


def bomb_targets(g: Fyow, number: int) -> list[str]:
    """Ruling R95: each enemy force that is not wholly concealed, and each bridge, building and station."""
    group = g.state.air.groups[number]
    found = [f"u{n}" for n in g.on_board(group.board, g.enemy(group.side)) if not wholly(g, n)]
    standing = [(n, work) for n, work in enumerate(g.state.staff.works) if work.points and not work.destroyed]
    found += [f"w{n}" for n, work in standing if work.board == group.board]
    found += [f"t{n}" for n, train in enumerate(g.state.rail.trains) if train.board == group.board and train.side != group.side]
    return found


def armed(g: Fyow, number: int) -> list[Plane]:
    """Ruling R200: aircraft over the board that still have the bombs of this sortie."""
    return [plane for plane in present(g, number) if not plane.empty and model(g, plane).get("load_type") in BOMB]


def bombs_of(g: Fyow, number: int) -> list[str]:
    """The kinds of bombs that the group carries, one entry a bomb."""
    found = []
    for plane in armed(g, number):
        found += [str(model(g, plane)["load_type"])] * int(model(g, plane).get("load_count", 0))
    return found


def bomb(g: Fyow, number: int) -> int:
    """28.8.1, 28.8.2: each target gets a number by a D6; for each bomb 3D6, a double hits a target of that number."""
    group = g.state.air.groups[number]
    group.acted = g.now
    called_out(g, group.board, group.side)  # bombs fall on forces, not on markers (ruling R210)
    targets = bomb_targets(g, number)
    words: dict[str, Any] = {"to": (), "name": group.name, "board": group.board}
    numbers = [g.d6("A number for a target of {name}", rule="fyow.28.8.1", **words) for _ in targets]
    g.tell("{name} bombs {board}.", rule="fyow.28.8.1", to=group.side, name=group.name, board=group.board)
    hits = 0
    for plane in armed(g, number):
        plane.empty = True
        suicide = bool(model(g, plane).get("kamikaze"))
        for _ in range(1 if suicide else int(model(g, plane).get("load_count", 0))):
            dice = g.roll(f"{AIR['bomb_dice']}d6", "A bomb on {board}", rule="fyow.28.8.2", **words)
            face = next((face for face in dice if dice.count(face) > 1), 0)
            struck = [target for target, own in zip(targets, numbers, strict=True) if own == face]
            if struck:
                hits += 1
                target = struck[0] if len(struck) == 1 else g.draw(struck)[0]
                kind = str(model(g, plane)["load_type"])
                hit_target(g, group.side, target, kamikaze(g, kind) if suicide else bomb_damage(g, kind))
        if suicide:
            plane.lost, plane.aloft, plane.ready = True, False, False
    return hits


def bomb_damage(g: Fyow, kind: str, extra: int = 0) -> int:
    """28.8.3: small 1D6 on row D, medium 1D6 on F, heavy 3D6 on F, torpedo 2D6 on F, each die read by itself."""
    row = BOMB[kind]
    dice = g.roll(f"{row['dice']}d6", "Effect of a {kind_of_bomb} bomb", rule="fyow.28.8.3", to=(), kind_of_bomb=kind)
    chart = TABLES["he_naval"] if g.options["one_he_chart"] else HE  # ruling R94
    return sum(chart[row["row"]][min(6, face + extra) - 1] for face in dice)


def hit_target(g: Fyow, side: str, target: str, points: int) -> None:
    """Points of value for units, structure points for works (ruling R95), damage for trains (30.4.1)."""
    place = int(target[1:])
    if target[0] == "u" and g.unit(place).condition == DESTROYED:
        return  # an earlier bomb of this raid has done it
    if target[0] == "u":
        readers = [g.unit(place).side] + ([side] if g.knows(side, place) else [])
        lost = counted(points, "point")
        g.tell("{unit} loses {points} to bombs.", rule="fyow.28.8.3", to=readers, unit=place, points=lost)
        hit_stores(g, place, points)
        groups.struck(g, place)
        under_fire(g, place)
        bombard(g, place, points)
    elif target[0] == "w":
        work = g.state.staff.works[place]
        work.damage = min(work.points, work.damage + points)
        text = "{name} is hit: {points} of damage."
        readers = sorted({*work.known, g.enemy(side)})
        g.tell(text, rule="fyow.28.8.3", to=readers, name=work.name, points=counted(points, "point"))
    else:
        hit_train(g, place, points)


# ------------------------------------------------------------------ 28.9: machine guns, rockets, kamikaze


def called_in(g: Fyow, number: int) -> bool:
    """28.9.1, ruling R202: a force on that board with an Air Observation Officer and a radio has the enemy in sight."""
    group = g.state.air.groups[number]
    there = [g.unit(n) for n in g.on_board(group.board, group.side)] if g.known_enemies(group.side, group.board) else []
    officers = [unit for unit in there if g.static.unit_data(unit.id).get("air_observer")]
    return any(unit.elements.get(radio) for unit in officers for radio in ("radio_set", "radio_exchange_vehicle"))


def spot_ground(g: Fyow, number: int, *, called_in: bool = False) -> list[Plane]:
    """28.9.1: one D6 for each aircraft; those that spot may attack. 2+ if an air observation officer called them in."""
    group = g.state.air.groups[number]
    called_out(g, group.board, group.side)
    need = AIR["ground_spot"]["called_in" if called_in else light_row(g, group.board)]
    machines = present(g, number)
    words: dict[str, Any] = {"by": group.side, "to": [group.side], "name": group.name}
    faces = g.roll(f"{len(machines)}d6", "{name} looks for targets", rule="fyow.28.9.1", **words)
    return [plane for plane, face in zip(machines, faces, strict=True) if face >= need]


def targets_in(g: Fyow, number: int) -> list[str]:
    """base.strafe.1: figures, soft vehicles or armour, whatever the unit has."""
    elements = g.unit(number).elements
    found = ["figures"] if any(ELEMENTS[e].get("figure") for e in elements) else []
    if any(e in VEHICLES["soft"] for e in elements):
        found.append("soft")
    return found + (["armour"] if any(e in AFVS for e in elements) else [])


def strafe(g: Fyow, number: int, machines: list[Plane], target: int, what: str) -> None:
    """28.9.2, 28.9.3: machine guns 3+, rockets and AT guns 5+; each hit throws for effect, whatever the cover."""
    group = g.state.air.groups[number]
    group.acted = g.now
    words: dict[str, Any] = {"by": group.side, "name": group.name}
    guns = {gun: sum(int(model(g, plane)[gun]) for plane in machines) for gun in ("mmg", "hmg")}
    carriers = [p for p in machines if model(g, p).get("load_type") == "rocket" and not p.empty]
    rockets = sum(int(model(g, p).get("load_count", 0)) for p in carriers)
    g.tell("{name} attacks {unit}.", rule="fyow.28.9.2", name=group.name, unit=target)
    groups.struck(g, target)
    under_fire(g, target)
    whole = g.half_value(target)
    for gun, count in guns.items():
        if count:
            faces = g.roll(f"{count}d6", "{name} fires its guns", rule="fyow.28.9.2", **words)
            hits = [face for face in faces if face >= AIR["mg_hit"]]
            gun_hits(g, group.side, target, what, gun, hits)
    if rockets and what != "figures":
        for plane in carriers:
            plane.empty = True
        faces = g.roll(f"{rockets}d6", "{name} fires rockets", rule="fyow.28.9.3", **words)
        for _ in range(sum(1 for face in faces if face >= AIR["rocket_hit"])):
            rocket_hit(g, group.side, target, what)
    hit_stores(g, target, (whole - g.half_value(target)) // 2)


def gun_hits(g: Fyow, side: str, target: int, what: str, gun: str, hits: list[int]) -> None:
    """base.strafe.1: figures MMG 4+, HMG 3+; soft vehicles 5+; armour only by HMGs, by base.strafe.2."""
    for face in hits:
        if what == "armour":
            if gun == "hmg":
                armour_hit(g, side, target, face == 6, open_only=face < 6)
            continue
        need = (4 if gun == "mmg" else 3) if what == "figures" else 5
        die = g.d6("Effect on {unit}", rule="fyow.base.strafe.1", by=side, unit=target)
        if die >= need:
            kill_one(g, target, what)


def rocket_hit(g: Fyow, side: str, target: int, what: str) -> None:
    """28.9.3, base.strafe.2: a soft or open-topped vehicle is destroyed by any hit, a closed one throws."""
    if what == "soft":
        kill_one(g, target, "soft")
        return
    armour_hit(g, side, target, True, open_only=False)


def armour_hit(g: Fyow, side: str, target: int, throws: bool, *, open_only: bool) -> None:
    """base.strafe.2: open-topped vehicles are destroyed by any hit; closed ones 5+ destroyed, 3-4 damaged."""
    elements = g.unit(target).elements
    exposed = sorted(e for e in elements if e in VEHICLES["open_top"])
    if exposed:
        kill_element(g, target, exposed[0])
        return
    closed = sorted((e for e in elements if e in VEHICLES["closed"]), key=lambda e: (-half_points(e), e))
    if open_only or not throws or not closed:
        return
    die = g.d6("Effect on a tank of {unit}", rule="fyow.base.strafe.2", by=side, unit=target)
    unit, element = g.unit(target), closed[0]
    if die >= 5:
        kill_element(g, target, element)
    elif die >= 3 and unit.damaged.get(element, 0) < unit.elements[element]:
        unit.damaged[element] = unit.damaged.get(element, 0) + 1
        count_loss(g, target, absorbs(element) // 2)


def kill_one(g: Fyow, target: int, what: str) -> None:
    elements = g.unit(target).elements
    if what == "figures":
        like = [e for e in elements if ELEMENTS[e].get("figure")]
        best = max(like, key=lambda e: (elements[e], e), default="")
    else:
        best = max((e for e in elements if e in VEHICLES["soft"]), key=lambda e: (elements[e], e), default="")
    if best:
        kill_element(g, target, best)


def kill_element(g: Fyow, target: int, element: str) -> None:
    """One element is gone; its value counts towards the milestone, of a damaged AFV what was left of it (33.10.2)."""
    unit = g.unit(target)
    g.record_loss(target, element, 1)
    unit.elements[element] -= 1
    hurt = unit.damaged.get(element, 0)
    unit.damaged[element] = min(hurt, unit.elements[element])
    worth = half_points(element) - absorbs(element) * (hurt - unit.damaged[element])
    unit.elements = {e: n for e, n in unit.elements.items() if n}
    unit.damaged = {e: n for e, n in unit.damaged.items() if n}
    unit.fought = True
    if not unit.elements or (worth and g.half_value(target) <= 0):  # trucks alone are worth nothing, and go on
        g.destroy(target, "Nothing is left of {unit}.", "fyow.28.9.2")
        return
    unit.owed += worth % 2
    count_loss(g, target, worth // 2)


@cites("fyow.28.9.4")
def kamikaze(g: Fyow, kind: str) -> int:
    """28.9.4: on a hit straight to the HE table, with 1 added to the effect. Its aircraft is lost in any case (29.16.4)."""
    return bomb_damage(g, kind, extra=1)


# ------------------------------------------------------------------ 28.8.5, 28.8.6: reconnaissance


def reconnoitre(g: Fyow, number: int) -> list[int]:
    """28.8.5, 16.0.2: a Detection Throw from the air, 6D6 for reconnaissance aircraft, else 4D6; kept for the report."""
    group = g.state.air.groups[number]
    recce = any(model(g, plane)["role"] == "recce" for plane in present(g, number))
    dice = Tally("detection dice")
    dice.add(TABLES["detection"]["arriving"]["recce_aircraft" if recce else "aircraft"], "from the air", "fyow.16.0.2")
    count = max(0, int(in_the_dark(g, dice, group.board)))
    words: dict[str, Any] = {"by": group.side, "to": [group.side], "name": group.name, "board": group.board, "tallies": [dice]}
    faces = g.roll(f"{count}d6", "{name} searches {board}", rule="fyow.28.8.5", **words) if count else ()
    enemies = [n for n in g.on_board(group.board, g.enemy(group.side)) if not wholly(g, n)]
    found = [n for n in enemies if any(face >= score_against(g, n) for face in faces)]
    group.reports.append([group.board, len(found), g.now])
    if found:
        photograph(g, group, found)
    return found


def photograph(g: Fyow, group: AirGroup, found: list[int]) -> None:
    """28.8.5, 17.1.1: a D6 of facts about the forces that it has found; they lie on the film until it is read."""
    less = less_by_weather(g, group.board)
    words: dict[str, Any] = {"by": group.side, "to": [group.side], "name": group.name, "tallies": [less]}
    die = g.roll("d6", "{name} photographs the enemy", rule="fyow.28.8.5", **words)[0]
    group.films = [*group.films, *look_over(g, group.side, group.board, found, die, less, group.films)]


def reports(g: Fyow) -> None:
    """28.8.6: findings reach Air Command and the Senior Command at the start of the next day; a chance card spoils the film."""
    for group in g.state.air.groups:
        if group.reports and effect(g, "misc", "film_spoilt"):
            group.reports, group.films = [], []
        elif group.reports and not g.options["signals_delay"]:
            read(g, group)


def read(g: Fyow, group: AirGroup) -> None:
    for board, found, when in group.reports:
        text = "{name} brings photographs of {board}: {forces}."
        shown = [one for one in group.films if (one.board, one.when) == (board, when)]
        forces = "; ".join([counted(found, "enemy force"), *report(g, group.side, shown)])
        g.tell(text, rule="fyow.28.8.6", to=group.side, name=group.name, board=board, forces=forces)
        if found:
            g.state.sighted[group.side][str(board)] = max(when, g.state.sighted[group.side].get(str(board), 0))
    group.reports, group.films = [], []


def photographs(g: Fyow) -> None:
    """9.2.2 (option signals_delay): yesterday's films are read by 3+ in the first session, 2+ in the second, then at once."""
    if not g.options["signals_delay"]:
        return
    score = WAITS[min(g.state.session - 1, len(WAITS) - 1)]
    for group in g.state.air.groups:
        if not any((when - 1) // SESSIONS < g.state.day for _, _, when in group.reports):
            continue
        if score > 1:
            words: dict[str, Any] = {"by": group.side, "to": [group.side], "name": group.name}
            if g.d6("Are the photographs of {name} read?", rule="fyow.9.2.2", **words) < score:
                continue
        read(g, group)


def may_attack_ground(g: Fyow, number: int) -> Refusal | None:
    """28.8.7: who attacks the ground, and once a session (ruling R165)."""
    group = g.state.air.groups[number]
    if group.acted == g.now:
        return Refusal("fyow.28.11.1", f"{group.name} has acted in this session.")
    if group.in_box:
        return Refusal("fyow.28.7.3", f"{group.name} has just come and may act from the next session.")
    armed = any(model(g, p)["mmg"] or model(g, p)["hmg"] or model(g, p).get("load_type") for p in present(g, number))
    if not armed:
        return Refusal("fyow.28.8.7", f"{group.name} carries nothing to attack with.")
    return None


__all__ = ["bomb", "doubles", "reconnoitre", "reports", "spot_ground", "strafe"]
