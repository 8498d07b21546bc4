"""Section 28.1 to 28.7 and 28.12: aircraft, their mornings, sorties, flight time and moves; the condition of Air Command.

Aircraft are single machines in air Battlegroups (`AirGroup`). A group acts on its card (session/air_cards.py); here is what
holds before and after it. Combat: combat.py; attacks on the ground and reconnaissance: ground_attack.py; drops: airborne.py.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Refusal, cites

from ..chance.cards import rallies_again
from ..command.commanders import draw_traits, rate
from ..context import CONDITIONS, Fyow
from ..records.services import AirCommand, AirGroup, Plane
from ..state import AMBER, RED, WITHDRAWN
from ..tables import TABLES
from ..weather.flying import flying_die, may_fly
from ..weather.weather import blowing

AIR = TABLES["air"]
TIMES = TABLES["flight_time"]
MODELS: dict[str, dict[str, Any]] = {entry["name"]: dict(entry) for entry in TABLES["aircraft"]}
FIGHTERS = ("fighter", "fighter_bomber", "ground_attack", "dive_bomber", "recce", "observation")
KINDS = {  # 28.1.2: which roles make a Battlegroup of like kind
    "patrol": ("fighter", "fighter_bomber"),
    "ground attack": ("fighter_bomber", "ground_attack", "dive_bomber", "fighter"),
    "bombing": ("bomber", "fighter", "fighter_bomber", "dive_bomber"),
    "torpedo": ("torpedo_bomber", "fighter"),
    "transport": ("transport", "fighter", "fighter_bomber", "glider"),
    "recce": ("recce", "observation"),
}  # fmt: skip


@cites("fyow.base.air.1")
def model(g: Fyow, plane: Plane) -> dict[str, Any]:
    """base.air.1: strength, speed, guns and bombs; a scenario may add models of its own."""
    own = g.static.scenario.get("aircraft", [])
    return MODELS.get(plane.model) or next(dict(entry) for entry in own if entry["name"] == plane.model)


@cites("fyow.28.6.3")
def is_agile(g: Fyow, plane: Plane) -> bool:
    """28.6.3: extra tanks give Endurance and take away Agile."""
    return bool(model(g, plane)["agile"]) and not plane.endurance


def speed(g: Fyow, plane: Plane) -> str:
    """slow, other, fast or fast_agile; 28.6.3: Endurance takes away Agile."""
    data = model(g, plane)
    return "fast_agile" if data["speed"] == "fast" and is_agile(g, plane) else str(data["speed"])


def strength(g: Fyow, plane: Plane) -> int:
    return int(model(g, plane)["strength"]) - plane.damage


def planes(g: Fyow, group: int) -> list[Plane]:
    return [plane for plane in g.state.air.planes if plane.group == group and not plane.lost]


def command_of(g: Fyow, side: str) -> AirCommand:
    return next(command for command in g.state.air.commands if command.side == side)


@cites("fyow.28.8.4")
def present(g: Fyow, number: int) -> list[Plane]:
    """28.8.4: the machines that are out with their group and have flight time left."""
    flown = g.state.air.groups[number].flown
    here = [plane for plane in planes(g, number) if plane.aloft]
    return [plane for plane in here if flight_time(g, plane) > flown]


@cites("fyow.28.1.1")
def squadrons(g: Fyow, machines: list[Plane]) -> list[list[Plane]]:
    """28.1.1: normally three machines of one model."""
    size = AIR["squadron"]
    found: list[list[Plane]] = []
    for name in dict.fromkeys(plane.model for plane in machines):
        like = [plane for plane in machines if plane.model == name]
        found += [like[start : start + size] for start in range(0, len(like), size)]
    return found


def over(g: Fyow, board: int, side: str) -> list[int]:
    """Air groups of a side over a board, not in its box."""
    groups = g.state.air.groups
    return [n for n, group in enumerate(groups) if group.side == side and group.board == board and not group.in_box]


# ------------------------------------------------------------------ the morning (4.4.7 to 4.4.9)


def morning(g: Fyow) -> None:
    for command in g.state.air.commands:
        if command.condition >= WITHDRAWN:
            continue
        base_today(g, command)
        flying_die(g, command)
        back = prepare_all(g, command)
        milestone_throw(g, command)
        air_rally(g, command, back)


def session(g: Fyow) -> None:
    """Ruling R88: with the option permission to fly is thrown for each session; the first die was thrown in the morning."""
    if g.options["fly_throw_each_session"] and g.state.session > 1:
        for command in g.state.air.commands:
            if command.condition < WITHDRAWN:
                flying_die(g, command)
    for number, group in enumerate(g.state.air.groups):
        if group.board >= 0:
            called_down(g, number)


@cites("fyow.27.7.1", "fyow.25.8.1")
def called_down(g: Fyow, number: int) -> None:
    """25.8.1, 27.7.1: who is in the air when a session begins in which he may not fly goes home: night, or a sandstorm."""
    group = g.state.air.groups[number]
    if refusal := may_fly(g, command_of(g, group.side), group):
        rule, why = ("fyow.27.7.1", "nobody flies in a sandstorm.") if blowing(g) else (refusal.rule, lowered(refusal.why))
        g.tell("{name} is called home: {why}", rule=rule, to=group.side, name=group.name, why=why)
        go_home(g, number)


def lowered(words: str) -> str:
    return words[:1].lower() + words[1:]


def base_today(g: Fyow, command: AirCommand) -> None:
    """28.6.2: the scenario says where the base is; holding a named airfield for three days makes it Local for fighters."""
    field = g.static.scenario["air"][command.side].get("local_field")
    if not field:
        return
    holds = g.state.control[g.static.number[field]] == command.side
    command.held = command.held + 1 if holds else 0
    wanted = "local" if command.held > 3 else str(g.static.scenario["air"][command.side].get("base", "distant"))
    if wanted != command.base:
        command.base = wanted
        g.tell("{name} now flies from a {base} base.", rule="fyow.28.6.2", to=command.side, name=command.commander, base=wanted)


@cites("fyow.28.2.2")
def stays_ready(plane: Plane) -> bool:
    """28.2.2: an operational aircraft that was not used needs no new throw."""
    return plane.ready and not plane.used


def prepare_all(g: Fyow, command: AirCommand) -> int:
    """28.2.1: each aircraft throws, but not an operational one that was not used (28.2.2). Returns how many came back."""
    back = 0
    for number, group in enumerate(g.state.air.groups):
        if group.side != command.side:
            continue
        group.sorties = 0
        for plane in planes(g, number):
            if stays_ready(plane):
                continue
            was_out = plane.damage > 0 or (not plane.ready and g.state.day > 0)
            prepare(g, plane, command.side, first=True)
            back += was_out and plane.ready
        count = sum(plane.ready for plane in planes(g, number))
        text = "{name}: {n} of {m} aircraft operational."
        g.tell(text, rule="fyow.4.4.8", to=command.side, name=group.name, n=count, m=len(planes(g, number)))
    return back


def needed(plane: Plane) -> int:
    """28.2.1: 3, or 4 with Endurance."""
    return int(AIR["preparation"] + (AIR["endurance_extra"] if plane.endurance else 0))


@cites("fyow.28.3.2")
def score_to_fly(plane: Plane) -> int:
    """28.3.2: its damage is added to what an undamaged one needs."""
    return needed(plane) + plane.damage


@cites("fyow.28.3.3")
def repair_in_part(plane: Plane, die: int) -> None:
    """28.3.3: each point above what an undamaged one needs repairs one damage."""
    plane.damage = max(0, plane.damage - max(0, die - needed(plane)))


@cites("fyow.20.13.1")
def preparation_throw(g: Fyow, plane: Plane, side: str, rule: str) -> int:
    """20.13.1: this throw is the supply of aircraft."""
    return g.d6("{model} is made ready", rule=rule, by=side, to=[side], model=plane.model)


def prepare(g: Fyow, plane: Plane, side: str, *, first: bool) -> None:
    """28.2.1, 28.3: 3+ (4+ with Endurance) plus its damage; then it is repaired, or each point above repairs one."""
    mends = "fyow.28.3.2" if plane.damage else "fyow.28.2.1"
    die = preparation_throw(g, plane, side, mends if first else "fyow.28.3.4")
    plane.used = False
    if not first and plane.damage:
        plane.ready = False
        return
    plane.ready = die >= score_to_fly(plane)
    if plane.ready:
        plane.damage = 0 if first else plane.damage
    elif first:
        repair_in_part(plane, die)


def planes_of(g: Fyow, side: str) -> list[Plane]:
    return [p for n, group in enumerate(g.state.air.groups) if group.side == side for p in planes(g, n)]


def milestone_dice(g: Fyow, command: AirCommand, own: list[Plane]) -> int:
    """28.12.2: a D6 for each damage since the last throw, two for each aircraft lost, one for each inactive one."""
    damages = sum(min(p.new_damage, p.damage) for p in own)
    idle = sum(1 for p in own if not p.ready and not p.damage)
    gone = command.lost
    if g.options["air_milestone_cumulative"]:  # ruling R96
        groups = [n for n, group in enumerate(g.state.air.groups) if group.side == command.side]
        damages, gone = sum(p.damage for p in own), sum(p.lost for p in g.state.air.planes if p.group in groups)
    return damages + 2 * gone + idle


@cites("fyow.28.12.5")
def count_anew(command: AirCommand, own: list[Plane]) -> None:
    """28.12.5: a damage or a loss counts in one milestone throw only."""
    for plane in own:
        plane.new_damage = 0
    command.lost = 0


@cites("fyow.28.12.4")
def renew_milestone(command: AirCommand) -> None:
    command.milestone = command.original


@cites("fyow.4.4.9")
def milestone_throw(g: Fyow, command: AirCommand) -> None:
    """4.4.9, 28.12.2: after the Preparation Throws; 1, 2 and 3 come off the milestone."""
    own = planes_of(g, command.side)
    dice = milestone_dice(g, command, own)
    count_anew(command, own)
    if not dice or g.state.day == 0:
        return
    words: dict[str, Any] = {"by": command.side, "to": [command.side], "name": command.commander}
    faces = g.roll(f"{dice}d6", "Air milestone of {name}", rule="fyow.28.12.2", **words)
    command.milestone -= sum(face for face in faces if face <= 3)
    if command.milestone <= 0:
        command.condition = min(WITHDRAWN, command.condition + 1)
        renew_milestone(command)
        text = "Air Command ({name}) is now {state}."
        state = CONDITIONS[command.condition]
        g.tell(text, rule="fyow.28.12.3", to=command.side, name=command.commander, state=state)


@cites("fyow.28.12.7")
def air_rally(g: Fyow, command: AirCommand, back: int) -> None:
    """28.12.6, 28.12.7: for each aircraft that came back a D6; 1, 2 and 3 are added, never beyond the original number."""
    back += int(rallies_again(g, "air"))
    if not back or g.state.day == 0:
        return
    words: dict[str, Any] = {"by": command.side, "to": [command.side], "name": command.commander}
    faces = g.roll(f"{back}d6", "Aircraft back in service: {name}", rule="fyow.28.12.6", **words)
    command.milestone += sum(face for face in faces if face <= 3)
    command.milestone = min(command.milestone, command.original)


# ------------------------------------------------------------------ sorties


@cites("fyow.28.6.1")
def flight_time(g: Fyow, plane: Plane) -> int:
    """28.6.1: sessions over boards, by type and base; Endurance gives one more to fighters and their like (28.6.3)."""
    role = model(g, plane)["role"]
    base = command_of(g, g.state.air.groups[plane.group].side).base
    if role in FIGHTERS:
        row = "same_with_endurance" if plane.endurance else "fighter_ground_attack_dive_recce"
    else:
        row = "torpedo_bomber" if role == "torpedo_bomber" else "bomber_transport"
        base = str(g.static.scenario["air"][g.state.air.groups[plane.group].side].get("base", "distant"))
    return int(TIMES[row][base])


def may_take_off(g: Fyow, number: int) -> Refusal | None:
    """What keeps a group on the ground in this session."""
    group = g.state.air.groups[number]
    command = command_of(g, group.side)
    if command.condition >= WITHDRAWN:
        return Refusal("fyow.28.12.3", "Air Command has withdrawn from the campaign.")
    if command.condition == RED and group.duty not in ("patrol", "transport") and g.options["air_condition_effects"]:
        return Refusal("fyow.28.4.3", "Air Command is Red: only patrol and transport missions.")
    if refusal := may_fly(g, command, group):
        return refusal
    if not any(plane.ready for plane in planes(g, number)):
        return Refusal("fyow.28.2.1", f"No aircraft of {group.name} is operational.")
    if group.sorties and all(plane.used for plane in planes(g, number) if plane.ready):
        return Refusal("fyow.28.3.4", f"{group.name} has flown today; a second sortie wants new Preparation Throws.")
    return None


def may_prepare_again(g: Fyow, number: int) -> Refusal | None:
    """28.3.4: for a second sortie all its aircraft throw again; Amber forbids it (ruling R97)."""
    group = g.state.air.groups[number]
    if not group.sorties:
        return Refusal("fyow.28.3.4", f"{group.name} has not flown today.")
    if command_of(g, group.side).condition >= AMBER and g.options["air_condition_effects"]:
        return Refusal("fyow.28.4.3", "Air Command is not Green: no second sorties.")
    return None


def prepare_again(g: Fyow, number: int) -> None:
    for plane in planes(g, number):
        prepare(g, plane, g.state.air.groups[number].side, first=False)


@cites("fyow.28.0.1", "fyow.6.7.3")
def take_off(g: Fyow, number: int, board: int) -> None:
    """28.5.1: over any board; route and speed do not matter, nor who stands on the way (6.7.3)."""
    group = g.state.air.groups[number]
    group.board, group.in_box, group.flown = board, False, 0
    group.sorties += 1
    group.spotted = []
    for plane in planes(g, number):
        plane.aloft = plane.ready and not plane.used
        plane.empty = plane.empty and not plane.aloft
        plane.used = plane.used or plane.aloft
    g.tell("{name} is over {board}.", rule="fyow.28.5.1", to=group.side, name=group.name, board=board)


def may_shift(g: Fyow, number: int, board: int) -> Refusal | None:
    """28.7.1: with flight time left to another board: Slow up to 4 boards, Fast 8, others 6."""
    group = g.state.air.groups[number]
    machines = present(g, number)
    reach = min((int(AIR["boards"][speed(g, p).replace("_agile", "")]) for p in machines), default=0)
    far = g.static.hops(group.board).get(board, NEVER_THERE)
    name = g.static.boards[board].name
    if far > reach:
        return Refusal("fyow.28.7.1", f"{name} is {far} boards away; {group.name} reaches {reach}.", limit=reach, measured=far)
    if not any(flight_time(g, plane) > group.flown + 1 for plane in machines):
        return Refusal("fyow.28.7.1", f"{group.name} has not the flight time left to go there.")
    return None


NEVER_THERE = 99


def shift(g: Fyow, number: int, board: int) -> None:
    """28.7.2, 28.7.3: 2+ on a D10; it takes the session; they arrive in the box and may act from the next session."""
    group = g.state.air.groups[number]
    words: dict[str, Any] = {"by": group.side, "to": [group.side], "name": group.name, "board": board}
    die = g.roll("d10", "{name} goes to {board}", rule="fyow.28.7.2", **words)
    if die[0] < AIR["move_score_d10"]:
        return
    lose_sight(g, number)
    group.board, group.in_box = board, True
    group.shifted = g.now
    group.spotted = []


def lose_sight(g: Fyow, number: int) -> None:
    for side, seen in g.state.air.seen.items():
        g.state.air.seen[side] = [n for n in seen if n != number]
    for group in g.state.air.groups:
        group.spotted = [n for n in group.spotted if n != number]
    for ships in g.state.fleet.groups:
        ships.spotted = [target for target in ships.spotted if target != f"a{number}"]


def go_home(g: Fyow, number: int) -> None:
    group = g.state.air.groups[number]
    lose_sight(g, number)
    group.board, group.in_box, group.flown, group.spotted = -1, False, 0, []
    for plane in planes(g, number):
        plane.aloft = False


@cites("fyow.28.8.10")
def patrol_ends(g: Fyow, group: AirGroup) -> bool:
    """28.8.10: a patrol guards one board for one session."""
    return group.duty == "patrol" and group.shifted != g.now


def end_of_session(g: Fyow) -> None:
    """Ruling R165: each session over a board uses flight time; when it is used up they go home. 28.8.10: a patrol lasts one."""
    for number, group in enumerate(g.state.air.groups):
        if group.board < 0:
            continue
        group.flown += 1
        if patrol_ends(g, group):
            g.tell("{name} ends its patrol.", rule="fyow.28.8.10", to=group.side, name=group.name)
            go_home(g, number)
        elif not present(g, number):
            go_home(g, number)
        elif group.in_box:
            group.in_box = False


@cites("fyow.28.12.1")
def first_milestone(g: Fyow, side: str) -> int:
    """28.12.1: the number of its aircraft."""
    return len(planes_of(g, side))


def set_up(g: Fyow) -> None:
    """28.12.1, ruling R157: Air Command starts Green and is rated like a Senior Commander."""
    for command in g.state.air.commands:
        if not command.rating:
            rate(g, command, senior=True, elite=False)
        if g.options["traits"]:
            draw_traits(g, command, elite=False)
        command.original = first_milestone(g, command.side)
        command.milestone = command.original
        text = "{name} has {n} aircraft: so high is the milestone."
        g.tell(text, rule="fyow.28.12.1", to=command.side, name=command.commander, n=command.original)


@cites("fyow.6.7.2")
def a_mission(duty: str) -> bool:
    """6.7.2: bombard a board, cover, carry, support, reconnoitre: what aircraft are there for."""
    return duty in KINDS


@cites("fyow.28.1.2")
def wrong_kind(duty: str, roles: list[str]) -> str | None:
    """28.1.2: a Battlegroup is of like kind; returns the role that does not belong."""
    return next((role for role in roles if role not in KINDS[duty]), None)


__all__ = ["AirGroup", "morning", "present", "squadrons", "take_off"]
