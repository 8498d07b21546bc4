"""Section 29.8 and 29.10: ships' guns against ships and shore, torpedoes, depth charges, AA guns, coastal batteries."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Procedure, Refusal, Tally, cites
from grognard.kernel.words import counted

from ..acts import Act, HoldFire, Shell
from ..brigades import groups
from ..condition.losses import bombard, under_fire
from ..context import Fyow
from ..records.services import NavalGroup, Vessel
from ..supply.routes import hit_stores
from ..tables import TABLES
from .landings import craft_lost
from .vessels import (
    MAIN,
    SPOT,
    STRENGTH,
    at_sea,
    fit,
    is_small,
    leave_sight,
    retire,
    shots_a_day,
    strength,
    submerged,
    vessels,
    weather_terms,
)

TO_HIT = TABLES["ship_to_hit"]
FIRE = TABLES["ship_fire"]
HE = TABLES["he_naval"]
ROWS = TABLES["calibre_row"]
COASTAL = ("heavy_howitzer", "super_heavy_gun", "coastal_heavy_gun")
GUNS, TORPEDO, DEPTH = "guns", "torpedo", "depth"
SMALL_COASTAL = ("field_gun", "infantry_gun", "medium_howitzer")
AS_A_TRAWLER = Vessel("trawler", -1)


# ------------------------------------------------------------------ damage


def hurt(g: Fyow, place: int, points: int, rule: str) -> None:
    """29.10.1.2: damage comes off strength; at 0 the vessel sinks. Lost ships are never replaced (29.1.2)."""
    vessel = g.state.fleet.vessels[place]
    if points <= 0 or vessel.sunk:
        return
    vessel.damage += points
    vessel.new_damage += points
    g.state.fleet.groups[vessel.group].attacked = g.now
    g.tell("{name} takes {points} damage.", rule=rule, name=vessel.name, points=points)
    if strength(vessel) <= 0:
        sink(g, place)


@cites("fyow.29.1.2")
def sink(g: Fyow, place: int) -> None:
    vessel = g.state.fleet.vessels[place]
    craft_lost(g, vessel.group, [place])
    vessel.sunk = True
    g.tell("{name} sinks.", rule="fyow.29.10.1.2", name=vessel.name)
    if not at_sea(g, vessel.group):
        leave_sight(g, vessel.group)
        g.state.fleet.groups[vessel.group].board = -1


@cites("fyow.29.10.1.2")
def guns_now(vessel: Vessel, calibre: str) -> int:
    """29.10.1.2: at half strength or less only half the guns fire, rounded up."""
    guns = vessel.guns.get(calibre, 0)
    half = 2 * strength(vessel) <= int(STRENGTH[vessel.kind])
    return -(-guns // 2) if half else guns


@cites("fyow.29.qrg.2")
def row_of(calibre: str) -> list[int]:
    """29.qrg.2: 75mm row C, 149mm row E, 150mm and more row F."""
    return list(HE[ROWS[calibre]])


# ------------------------------------------------------------------ 29.8: who may fire


def spent(g: Fyow, group: NavalGroup) -> list[str]:
    """What of the group has fired in this session: vessel and calibre, or torpedoes or depth charges of the whole."""
    return group.used if group.fired == g.now else []


def apart(g: Fyow, number: int, target: str) -> bool:
    """29.8.1, 29.8.2: whether ship and target are not both in the combat area: then only Destroyers fire."""
    group, place = g.state.fleet.groups[number], int(target[1:])
    there = target[0] == "u" or g.state.fleet.groups[g.state.fleet.vessels[place].group].area
    return not (group.area and there)


def open_fire(g: Fyow, group: NavalGroup, target: str, weapons: list[str]) -> None:
    """What has fired in this session, and at whom: those have it easier to see where it comes from (29.9.5)."""
    before, aimed = spent(g, group), group.aimed if group.fired == g.now else []
    key = target if target[0] == "u" else f"g{g.state.fleet.vessels[int(target[1:])].group}"
    group.used, group.fired, group.aimed = [*before, *weapons], g.now, sorted({*aimed, key})


def ready(
    g: Fyow, number: int, weapon: str = GUNS, calibres: tuple[str, ...] = MAIN, only: int = -1, target: str = ""
) -> list[tuple[int, str]]:
    """29.8.4, ruling R170: vessels with calibres that can still fire (at this target) in this session; each weapon once."""
    group = g.state.fleet.groups[number]
    used, able = spent(g, group), fit(g, number)
    if target and apart(g, number, target):
        able = [vessel for vessel in able if vessel.kind == "destroyer"]
    if weapon != GUNS:
        return [] if weapon in used else [(-1, weapon)]
    found = []
    for place, vessel in enumerate(g.state.fleet.vessels):
        if vessel.group == number and vessel in able and only in (-1, place):
            armed = [c for c in calibres if vessel.shots.get(c, 0) and guns_now(vessel, c) and f"{place}:{c}" not in used]
            found += [(place, calibre) for calibre in armed]
    return found


def may_fire(g: Fyow, number: int, target: str, weapon: str = GUNS) -> Refusal | None:
    """29.8.1, 29.8.2, 29.17.5: at spotted targets; Destroyers if they or the target are in the combat area, others both."""
    group = g.state.fleet.groups[number]
    key = target if target[0] == "u" else f"g{g.state.fleet.vessels[int(target[1:])].group}"
    if key not in group.spotted:
        return Refusal("fyow.29.17.5", "Only a spotted target can be fired on.")
    if not ready(g, number, weapon):
        return Refusal("fyow.29.17.3", f"{group.name} has fired in this session.")
    if target[0] == "u":
        return None if group.area else Refusal("fyow.29.8.1", f"{group.name} must be in the combat area to fire at the shore.")
    if not apart(g, number, target):
        return None
    if not group.area and not g.state.fleet.groups[int(key[1:])].area:
        return Refusal("fyow.29.8.2", "Neither ship nor target is in the combat area.")
    if not ready(g, number, weapon, target=target):
        return Refusal("fyow.29.8.1", f"{group.name} and its target must both be in the combat area.")
    return None


def may_drop(g: Fyow, number: int, target: str) -> Refusal | None:
    """29.8.2: depth charges need Destroyer and submarine in the combat area."""
    group = g.state.fleet.groups[number]
    other = g.state.fleet.groups[g.state.fleet.vessels[int(target[1:])].group]
    if not (group.area and other.area):
        return Refusal("fyow.29.8.2", "Depth charges want both in the combat area.")
    return may_fire(g, number, target, DEPTH)


# ------------------------------------------------------------------ 29.10.3: ship against ship


def to_hit(g: Fyow, firer: Vessel, target: Vessel) -> Tally | None:
    """29.10.3.1, 29.qrg.1: the D10 of table ship_to_hit, harder by night, never above 10; None if it cannot be done."""
    base = int(TO_HIT[target.kind].get(firer.kind, 0)) if target.kind in TO_HIT else 0
    if not base:
        return None
    return score_by_night(g, base, f"{firer.kind} at {target.kind}".replace("_", " "), "fyow.29.10.3.1")


def score_by_night(g: Fyow, base: int, what: str, rule: str) -> Tally:
    """29.qrg.1, ruling R102: whatever throws a D10 to hit at sea needs 1 more by moonlight and 2 in the dark, 10 at most."""
    score = Tally("score to hit")
    score.add(base, what, rule)
    if g.light != "day":
        score.add(FIRE[f"night_{g.light}"], f"{g.light} night", "fyow.29.qrg.1")
    return score.at_most(10, "fyow.29.qrg.1")


@cites("fyow.29.8.4")
def fire(g: Fyow, number: int, target: str, calibres: tuple[str, ...] = MAIN, only: int = -1) -> int:
    """29.8.4, ruling R170: any or all weapons, of all vessels of the group or of one, at one target. Returns hits."""
    group = g.state.fleet.groups[number]
    able, before = ready(g, number, GUNS, calibres, only, target), spent(g, group)
    open_fire(g, group, target, [f"{place}:{calibre}" for place, calibre in able])
    hits = 0
    for place in dict.fromkeys(place for place, _ in able):
        mine = [calibre for other, calibre in able if other == place]
        mixed = len(mine) > 1 or any(key.startswith(f"{place}:") for key in before)
        hits += broadside(g, place, target, mine, mixed)
    reveal_flash(g, number)
    return hits


def broadside(g: Fyow, place: int, target: str, calibres: list[str], mixed: bool) -> int:
    vessel = g.state.fleet.vessels[place]
    side = g.state.fleet.groups[vessel.group].side
    hits = 0
    for calibre in calibres:
        a_gun = 1 if calibre != "75mm" else 2
        shots = min(guns_now(vessel, calibre) * a_gun, vessel.shots[calibre])
        vessel.shots[calibre] -= shots
        for _ in range(shots):
            hits += shot(g, place, target, calibre, mixed, side)
            if target not in vessel.ranged:
                vessel.ranged.append(target)
    return hits


def shot(g: Fyow, place: int, target: str, calibre: str, mixed: bool, side: str) -> int:
    """29.8.5: +1 on the die for second and later shots at the same target, not with different calibres in a session."""
    vessel = g.state.fleet.vessels[place]
    bonus = Tally("die")
    if target in vessel.ranged and vessel.kind in ("destroyer", "gunboat") and not mixed:
        bonus.add(FIRE["ranging_bonus"], "ranged in", "fyow.29.8.5")
    words: dict[str, Any] = {"by": side, "name": vessel.name}
    if target[0] == "u":
        need = score_by_night(g, FIRE["shore_hit"], "ship at the shore", "fyow.29.10.4.1")
        die = g.roll("d10", "{name} fires at the shore", rule="fyow.29.10.4.1", tallies=[need, bonus], **words)[0]
        if die + int(bonus) < int(need):
            return 0
        points = row_of(calibre)[g.d6("Effect of a shell", rule="fyow.29.10.4.1", **words) - 1]
        shell_shore(g, int(target[1:]), points)
        return 1
    other = g.state.fleet.vessels[int(target[1:])]
    aimed = to_hit(g, vessel, other)
    if aimed is None or other.sunk:
        return 0
    need = aimed
    die = g.roll("d10", "{name} fires", rule="fyow.29.10.3.1", tallies=[need, bonus], **words)[0]
    if die + int(bonus) < int(need):
        return 0
    hurt(g, int(target[1:]), row_of(calibre)[g.d6("Effect of a shell", rule="fyow.29.10.3.1", **words) - 1], "fyow.29.10.3.1")
    return 1


def shell_shore(g: Fyow, unit: int, points: int) -> None:
    """29.8.3, 29.10.4.1, ruling R170: points of value off the target; no observer ashore is wanted, and it is no barrage."""
    if g.unit(unit).condition >= 4:
        return
    g.tell("{unit} loses {points} to naval guns.", rule="fyow.29.8.3", unit=unit, points=counted(points, "point"))
    g.state.fleet.acted[str(g.unit(unit).board)] = g.state.day
    hit_stores(g, unit, points)
    groups.struck(g, unit)
    under_fire(g, unit)
    bombard(g, unit, points)


def reveal_flash(g: Fyow, number: int) -> None:
    """Who fires is easier to see; the enemy learns that ships are there."""
    side = g.state.fleet.groups[number].side
    seen = g.state.fleet.seen.setdefault(g.enemy(side), [])
    if number not in seen and not submerged(g, number):
        seen.append(number)


# ------------------------------------------------------------------ torpedoes and depth charges


def torpedo(g: Fyow, number: int, target: str) -> None:
    """29.10.2.1, ruling R178: two shots a session, 8+ on a D10; D6 1-3 half of the original strength, 4+ sunk."""
    group = g.state.fleet.groups[number]
    open_fire(g, group, target, [TORPEDO])
    for vessel in fit(g, number):
        row = FIRE["submarine_torpedo" if vessel.kind == "submarine" else "mtb_torpedo"]
        for _ in range(min(row["shots"], vessel.torpedoes)):
            other = g.state.fleet.vessels[int(target[1:])]
            if other.sunk:
                return
            vessel.torpedoes -= 1
            need = score_by_night(g, row["hit"], "torpedo", "fyow.29.10.2.1")
            words: dict[str, Any] = {"by": group.side, "name": vessel.name, "tallies": [need]}
            if g.roll("d10", "A torpedo from {name}", rule="fyow.29.10.2.1", **words)[0] >= int(need):
                torpedo_hit(g, int(target[1:]), group.side)


def torpedo_hit(g: Fyow, place: int, side: str) -> None:
    vessel = g.state.fleet.vessels[place]
    die = g.d6("Effect of the torpedo", rule="fyow.29.10.2.1", by=side)
    whole = int(STRENGTH[vessel.kind])
    hurt(g, place, whole if die >= 4 else -(-whole // 2), "fyow.29.10.2.1")


def may_torpedo(g: Fyow, number: int, target: str) -> Refusal | None:
    """Ruling R178: MTB/E-boats against Destroyers, Gunboats, cargo and landing ships; both in the combat area."""
    group = g.state.fleet.groups[number]
    other = g.state.fleet.vessels[int(target[1:])]
    if not any(vessel.torpedoes for vessel in fit(g, number)):
        return Refusal("fyow.29.10.2.1", f"{group.name} has no torpedoes left.")
    boats = all(vessel.kind == "mtb" for vessel in fit(g, number))
    if boats and other.kind not in FIRE["mtb_torpedo"]["targets"]:
        return Refusal("fyow.29.10.2.1", f"Torpedoes are not for a {other.kind.replace('_', ' ')}.")
    if not (group.area and g.state.fleet.groups[other.group].area):
        return Refusal("fyow.29.8.1", "Boat and target must both be in the combat area.")
    return may_fire(g, number, target, TORPEDO)


def depth_charges(g: Fyow, number: int, target: str) -> None:
    """29.10.3.2, ruling R103: two in an attack, each hits on D10 5+; then D6, 5 is 1 damage, 6 is 2."""
    group = g.state.fleet.groups[number]
    open_fire(g, group, target, [DEPTH])
    for vessel in fit(g, number):
        if vessel.kind != "destroyer":
            continue
        for _ in range(min(FIRE["depth_charges_per_attack"], vessel.depth_charges)):
            vessel.depth_charges -= 1
            words: dict[str, Any] = {"by": group.side, "name": vessel.name}
            need = score_by_night(g, int(TO_HIT["submarine"]["destroyer"]), "depth charge", "fyow.29.10.3.2")
            thrown = g.roll("d10", "A depth charge from {name}", rule="fyow.29.10.3.2", tallies=[need], **words)[0]
            if thrown >= int(need):
                die = g.d6("Effect of the depth charge", rule="fyow.29.10.3.2", **words)
                hurt(g, int(target[1:]), int(FIRE["depth_charge_damage"].get(str(die), 0)), "fyow.29.10.3.2")


# ------------------------------------------------------------------ 29.10.1: coastal guns


def battery_guns(g: Fyow, number: int) -> int:
    """29.10.1.1: guns of 150mm and more (heavy howitzers of 149 to 155 mm count)."""
    elements = g.unit(number).elements
    return sum(elements.get(name, 0) for name in COASTAL)


def small_guns(g: Fyow, number: int) -> int:
    """Ruling R116: with the option the smaller guns of a battery fire at vessels too."""
    elements = g.unit(number).elements if g.options["small_coastal_guns"] else {}
    return sum(elements.get(name, 0) for name in SMALL_COASTAL)


def covers(g: Fyow, number: int) -> list[int]:
    """Ruling R168: the sea boards joined to its own board, or those that the scenario names."""
    unit = g.unit(number)
    named = g.static.unit_data(unit.id).get("covers")
    if named:
        return [g.static.number[name] for name in named]
    return [g.static.other_end(link, unit.board) for link in g.static.graph.links_at(unit.board, g.static.landing)]


def battery_card(g: Fyow, number: int) -> None:
    """29.9.4, rulings R168, R169: on its card a battery looks out with 1D6, 5+; its guns fire by `shell` or at the end."""
    unit = g.unit(number)
    guns = battery_guns(g, number) + small_guns(g, number)
    if unit.kind != "fixed" or unit.condition >= 4 or unit.mode == "rest" or not guns:
        return
    fleet = g.state.fleet
    seen = fleet.battery_seen.setdefault(str(number), [])
    enemy = g.enemy(unit.side)
    for other, group in enumerate(fleet.groups):
        if group.side != enemy or group.board not in covers(g, number) or not group.area or other in seen:
            continue
        need = Tally("spotting")
        need.add(SPOT["score"]["coastal_to_surface"], "coastal guns", "fyow.29.9.4")
        if is_small(g, other):
            need.add(SPOT["modifier"]["small_vessel"], "small vessel", "fyow.29.9.5")
        weather_terms(g, need, group.board)
        if group.fired >= g.now - 1 and f"u{number}" in group.aimed:
            need.add(SPOT["modifier"]["target_firing_at_observer"], "it fires at us", "fyow.29.9.5")
        die = g.roll("d6", "{unit} looks out to sea", rule="fyow.29.9.3", to=(), unit=number, tallies=[need])[0]
        if die >= int(need):
            seen.append(other)
            side = fleet.seen.setdefault(unit.side, [])
            if other not in side:
                side.append(other)
            g.tell("{unit} sights {name}.", rule="fyow.29.9.4", to=unit.side, unit=number, name=group.name)


def battery_targets(g: Fyow, number: int, *, small: bool = False) -> list[int]:
    """29.10.1.1: spotted vessels in the combat area; not MTB/E-boats or submarines, but small guns aim as trawlers do."""
    fleet = g.state.fleet
    near = [n for n in fleet.battery_seen.get(str(number), []) if fleet.groups[n].area]
    found = [n for n, v in enumerate(fleet.vessels) if v.group in near and not v.sunk and not v.dock]
    if small:
        return [n for n in found if to_hit(g, AS_A_TRAWLER, fleet.vessels[n]) is not None]
    return [n for n in found if fleet.vessels[n].kind not in ("mtb", "submarine")]


def guns_left(g: Fyow, number: int) -> int:
    """Heavy guns of the battery that have not fired in this session."""
    fired = g.state.fleet.battery_shots.get(str(number), [-1, 0])
    return battery_guns(g, number) - (fired[1] if fired[0] == g.now else 0)


def may_shell(g: Fyow, number: int, act: Shell | HoldFire) -> Refusal | None:
    """Ruling R168: each gun once a session, at a spotted vessel of the owner's choice."""
    unit = g.unit(number)
    if unit.mode == "rest":
        return Refusal("fyow.20.6.4", f"{unit.name} is at Rest and does not fire.")
    if isinstance(act, HoldFire):
        return None if guns_left(g, number) > 0 else Refusal("fyow.29.10.1.1", f"The guns of {unit.name} have fired.")
    if act.vessel not in battery_targets(g, number):
        return Refusal("fyow.29.10.1.1", f"{unit.name} has not spotted such a vessel in the combat area.")
    if act.guns > guns_left(g, number):
        words = f"{guns_left(g, number)} guns of {unit.name} have not fired in this session."
        return Refusal("fyow.29.10.1.1", words, limit=guns_left(g, number), measured=act.guns)
    return None


def shell_acts(g: Fyow, number: int) -> list[Act]:
    """All the guns, or one after the other, at each target; or none."""
    left = guns_left(g, number)
    targets = battery_targets(g, number) if left > 0 else []
    found: list[Act] = [Shell(n, guns) for n in targets for guns in sorted({1, left})]
    return [*found, HoldFire()] if found else []


def shell(g: Fyow, number: int, act: Shell | HoldFire) -> Procedure:
    guns = guns_left(g, number) if isinstance(act, HoldFire) else act.guns
    spend(g, number, guns)
    if isinstance(act, Shell):
        g.reveal()
        coastal_fire(g, number, act.vessel, guns)
    return
    yield


def spend(g: Fyow, number: int, guns: int) -> None:
    fired = g.state.fleet.battery_shots.get(str(number), [-1, 0])
    g.state.fleet.battery_shots[str(number)] = [g.now, guns + (fired[1] if fired[0] == g.now else 0)]


def battery_fires(g: Fyow, number: int) -> None:
    """At the end of its card guns that nobody directed fire at the largest vessel before them."""
    unit, vessels_now = g.unit(number), g.state.fleet.vessels
    if unit.kind != "fixed" or unit.condition >= 4 or unit.mode == "rest":
        return

    def largest(targets: list[int]) -> int:
        return max(targets, key=lambda n: (int(STRENGTH[vessels_now[n].kind]), -n))

    left = guns_left(g, number)
    if left > 0 and (targets := battery_targets(g, number)):
        spend(g, number, left)
        coastal_fire(g, number, largest(targets), left)
    small = small_guns(g, number)
    if small and g.state.fleet.battery_fired.get(str(number)) != g.now and (targets := battery_targets(g, number, small=True)):
        g.state.fleet.battery_fired[str(number)] = g.now
        small_fire(g, number, largest(targets), small_shots(g, number, small))


def small_shots(g: Fyow, number: int, guns: int) -> int:
    """Two shots a gun in a session, as the 75mm guns of a trawler, and no more than these have for a day."""
    day, fired = g.state.fleet.battery_spent.get(str(number), [-1, 0])
    fired = fired if day == g.state.day else 0
    shots = max(0, min(2 * guns, guns * shots_a_day(AS_A_TRAWLER, "75mm") - fired))
    g.state.fleet.battery_spent[str(number)] = [g.state.day, fired + shots]
    return shots


def coastal_fire(g: Fyow, number: int, target: int, guns: int) -> None:
    unit = g.unit(number)
    words: dict[str, Any] = {"by": unit.side, "unit": number}
    need = score_by_night(g, FIRE["coastal_gun_hit"], "coastal guns", "fyow.29.10.1.1")
    for _ in range(guns):
        if g.roll("d10", "{unit} fires at sea", rule="fyow.29.10.1.1", tallies=[need], **words)[0] >= int(need):
            points = row_of("150mm")[g.d6("Effect of a shell", rule="fyow.29.10.1.1", **words) - 1]
            hurt(g, target, points, "fyow.29.10.1.1")
    note_fire(g, target)


def small_fire(g: Fyow, number: int, target: int, shots: int) -> None:
    """Ruling R116: as the 75mm guns of a trawler."""
    unit, vessel = g.unit(number), g.state.fleet.vessels[target]
    need = to_hit(g, AS_A_TRAWLER, vessel)
    words: dict[str, Any] = {"by": unit.side, "unit": number}
    for _ in range(shots if need is not None else 0):
        die = g.roll("d10", "{unit} fires small guns at sea", rule="fyow.29.10.1.1", tallies=[need], **words)[0]
        if need is not None and die >= int(need) and not vessel.sunk:
            points = row_of("75mm")[g.d6("Effect of a shell", rule="fyow.29.10.1.1", **words) - 1]
            hurt(g, target, points, "fyow.29.10.1.1")
    note_fire(g, target)


def note_fire(g: Fyow, target: int) -> None:
    for coast in coasts_of(g, g.state.fleet.groups[g.state.fleet.vessels[target].group].board):
        g.state.fleet.acted[str(coast)] = g.state.day


def coasts_of(g: Fyow, sea: int) -> list[int]:
    if sea < 0:
        return []
    return [g.static.other_end(link, sea) for link in g.static.graph.links_at(sea, g.static.landing)]


__all__ = ["battery_card", "fire", "hurt", "retire", "torpedo", "vessels"]
