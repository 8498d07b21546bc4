"""Sections 14.13, 24 and 29.16: troops afloat, landings on beaches and coasts, swamping, unloading through a hub.

A unit aboard has `aboard` set to the number of its flotilla and stands on the flotilla's sea board. It lands on its own card,
once for all of it, from a flotilla that did not change board in that session (rulings R159, R181).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct, structs

from grognard.kernel import Procedure, Refusal, Tally, cites
from grognard.kernel.tally import round_up
from grognard.kernel.words import counted, verb

from ..acts import Act, Land, LandWave
from ..asks import Ask
from ..chance.cards import movement_d10
from ..condition.losses import remove_points
from ..contact.contact import arrive
from ..context import Fyow
from ..forces.fractions import absorb, elements_words, split
from ..march.movement import earns_bonus, kept_by_orders, retry_bonus, room_for
from ..records.services import Task
from ..state import DESTROYED, Unit
from ..supply.loads import fits, handle, hub_of, load_of, on_foot, spaces, takes_vehicles
from ..supply.rationed import at_rest
from ..tables import ELEMENTS, MOVEMENT, TABLES, number_of
from ..weather.labour import need
from ..weather.weather import sky_at
from .sailing import aboard
from .vessels import at_sea

LANDING = TABLES["landing"]
SWAMP = TABLES["swamping"]


# ------------------------------------------------------------------ craft and their loads


def capacity(g: Fyow, group: int) -> int:
    return sum(vessel.capacity for vessel in at_sea(g, group))


def used(g: Fyow, group: int) -> Fraction:
    return sum((spaces(g.unit(n).elements) for n in aboard(g, group)), start=Fraction(0))


def may_embark(g: Fyow, group: int, number: int) -> Refusal | None:
    """22.0.1: what the craft can take of troops who wait in transports on the open sea."""
    flotilla, unit = g.state.fleet.groups[group], g.unit(number)
    if not flotilla.craft or unit.side != flotilla.side or unit.board != flotilla.board or unit.aboard >= 0 or unit.waits:
        return Refusal("fyow.31.6.1", f"{unit.name} is not where {flotilla.name} can take it aboard.")
    return may_be_loaded(g, group, number)


def may_be_loaded(g: Fyow, group: int, number: int) -> Refusal | None:
    flotilla, unit = g.state.fleet.groups[group], g.unit(number)
    if flotilla.moved == g.now and (flotilla.steps or flotilla.loads != g.now):
        return Refusal("fyow.31.6.1", f"{flotilla.name} has moved in this session; it loads instead of moving.")
    if rowed(g, group) and not enhanced(unit.elements):
        return Refusal("fyow.29.4.2", f"Only Enhanced infantry can use the boats of {flotilla.name}.")
    return fits(spaces(unit.elements), int(capacity(g, group) - used(g, group)), flotilla.name)


def rowed(g: Fyow, group: int) -> bool:
    return any(vessel.kind == "canoe_dinghy_raft" for vessel in at_sea(g, group))


def enhanced(elements: Mapping[str, int]) -> bool:
    """29.4: whether all its men have enhanced capability."""
    men = [e for e in elements if ELEMENTS[e].get("figure")]
    return bool(men) and all(e.endswith("_enhanced") or e.startswith("special") for e in men)


def embark(g: Fyow, group: int, number: int) -> None:
    """31.6.1: on the card of the craft, without dice, instead of moving."""
    flotilla, unit = g.state.fleet.groups[group], g.unit(number)
    unit.aboard = group
    flotilla.moved, flotilla.steps = g.now, 0
    g.tell("{unit} goes aboard {name}.", rule="fyow.31.6.1", to=unit.side, unit=number, name=flotilla.name)


def on_the_quay(g: Fyow, group: int) -> list[int]:
    """31.6.1, 24.0.1: own forces on the coasts before which the craft lie."""
    flotilla = g.state.fleet.groups[group]
    coasts = [g.static.other_end(n, flotilla.board) for n in g.static.graph.links_at(flotilla.board, g.static.landing)]
    found = [n for coast in coasts for n in g.holders(coast, flotilla.side)]
    return [n for n in found if g.unit(n).kind in ("battlegroup", "fraction")]


def may_load(g: Fyow, group: int, number: int) -> Refusal | None:
    """24.0.1, 24.1.1, 20.6.4: loaded at a quay or on a beach, away from hubs without vehicles, by who is at hand to work."""
    unit = g.unit(number)
    coast = g.static.boards[unit.board]
    if not hub_of(g, unit.board) or (not takes_vehicles(hub_of(g, unit.board)) and not on_foot(unit.elements)):
        return Refusal("fyow.24.1.1", f"At {coast.name} there are no means to load {unit.name}.")
    if at_rest(unit) or unit.disarray:
        return Refusal("fyow.20.6.4", f"{unit.name} is at Rest or in Disarray and is not loaded.")
    if refusal := g.scattered(number):
        return refusal
    if unit.moved or unit.arrived == g.now or g.known_enemies(unit.side, unit.board):
        return Refusal("fyow.31.6.1", f"{unit.name} is on the march, or the enemy is upon it.")
    return may_be_loaded(g, group, number)


def load(g: Fyow, group: int, number: int) -> None:
    """24.0.2, 31.6.1: the dice of the hub, session by session, until all its load spaces are aboard."""
    flotilla, unit = g.state.fleet.groups[group], g.unit(number)
    unit.moved = True
    flotilla.moved, flotilla.steps, flotilla.loads = g.now, 0, g.now
    if g.battle_of(number) is not None:  # an enemy of whom it did not know is upon it
        g.tell("{unit} cannot be loaded: the enemy is upon it.", rule="fyow.31.6.1", to=unit.side, unit=number)
    elif handled(g, number, unit.board, "load"):
        g.lose_touch(number)
        unit.aboard, unit.board, unit.box, unit.attitude = group, flotilla.board, -1, "present"
        unit.concealed, unit.calm, unit.dug = {}, 0, -1  # ruling R41: nobody lies in hiding on a quay
        g.tell("{unit} goes aboard {name}.", rule="fyow.31.6.1", to=unit.side, unit=number, name=flotilla.name)


def craft_lost(g: Fyow, group: int, sunk: list[int], *, drowned: bool = False) -> None:
    """Ruling R181: with craft the same share of the load is lost as they had of the capacity in use."""
    whole = capacity(g, group)
    gone = sum(g.state.fleet.vessels[place].capacity for place in sunk)
    if not whole or not gone:
        return
    for number in aboard(g, group):
        share = int(g.value(number) * gone / whole)
        text = "{unit} loses {points} at sea."
        g.tell(text, rule="fyow.29.16.2", to=g.unit(number).side, unit=number, points=counted(share, "point"))
        remove_points(g, number, share, drowned=drowned)


# ------------------------------------------------------------------ 14.13: the landing test


def landing_row(g: Fyow, board: int, side: str) -> tuple[str, int]:
    """14.13.1, 14.13.2, ruling R159: beach 4 on its row; other coast, and a harbour not held by friends, 5 on the other."""
    beach = g.static.boards[board].coast == "beach"
    if beach:
        return "beach_landing", int(LANDING["beach_score"])
    return "shore_landing", int(LANDING["shore_score"])


@cites("fyow.14.9.2")
def landing_test(g: Fyow, number: int, link: int) -> Tally:
    """Movement Points and modifiers of the landing row, +1 if wholly elite, bonus for repeated attempts; no gauge."""
    unit = g.unit(number)
    coast = g.static.other_end(link, unit.board)
    name, _ = landing_row(g, coast, unit.side)
    row, total, w = MOVEMENT[name], Tally("landing"), g.state.weather
    rule = "fyow.14.13.1" if name == "beach_landing" else "fyow.14.13.2"
    total.add(row["mp"], row["name"], rule)
    sky = sky_at(g, coast)
    if sky in ("heavy_rain", "snow", "fog"):
        total.add(row[sky], sky.replace("_", " "), rule)
    if w.wind in ("high", "freezing"):
        total.add(row["high_winds"], f"{w.wind} winds", rule)
    if g.light != "day":
        total.add(row[f"night_{g.light}"], f"{g.light} night", rule)
    if g.wholly_elite(number):
        total.add(TABLES["movement_modifiers"]["elite"], "elite", "fyow.14.5.3")
    if bonus := retry_bonus(g, number, link):
        total.add(bonus, "tried before by daylight", "fyow.14.6.1")
    return total


@cites("fyow.13.8.2")
def landing_links(g: Fyow, number: int) -> list[int]:
    """13.8.2: the lines from a Tidal board to its coasts."""
    unit = g.unit(number)
    if unit.aboard < 0:
        return []
    return list(g.static.graph.links_at(unit.board, g.static.landing))


def may_land(g: Fyow, number: int, act: Land | LandWave, part: dict[str, int] | None = None) -> Refusal | None:
    """14.13, 13.8.1: who may try which coast; of a wave only what is in it counts."""
    unit, link = g.unit(number), act.link
    elements = unit.elements if part is None else part
    if unit.aboard < 0:
        return Refusal("fyow.14.13.1", f"{unit.name} is not afloat.")
    flotilla = g.state.fleet.groups[unit.aboard]
    coast = g.static.other_end(link, unit.board)
    board = g.static.boards[coast]
    if flotilla.moved == g.now and flotilla.steps:
        return Refusal("fyow.14.13.1", f"{flotilla.name} has changed board in this session; the landing comes in the next.")
    if board.coast == "other" and not on_foot(elements):
        return Refusal("fyow.14.13.2", f"{board.name} takes only small boats with men and what they carry.")
    if unit.moved:
        return Refusal("fyow.24.0.3", f"{unit.name} has gone aboard or tried to land in this session.")
    if at_rest(unit):
        return Refusal("fyow.20.6.4", f"{unit.name} is at Rest.")
    held = [n for n in g.known_enemies(unit.side, coast) if g.unit(n).box == link]
    if held:
        return Refusal("fyow.13.7.2", f"The enemy holds the shore of {board.name}.")
    worth = g.value(number) if part is None else Fraction(g.part_value(part), 2)
    return kept_by_orders(g, number, coast) or room_for(g, unit.side, coast, worth)


def friendly(g: Fyow, board: int, side: str) -> bool:
    return bool(g.holders(board, side)) and not g.on_board(board, g.enemy(side))


def land(g: Fyow, number: int, link: int) -> Procedure:
    """Ruling R159: a test (none in a friendly harbour); success puts it into the seaward box, where it arrives as usual."""
    unit = g.unit(number)
    coast = g.static.other_end(link, unit.board)
    if g.static.boards[coast].coast == "other":
        run_in(g, unit.aboard)
        if unit.condition == DESTROYED or unit.aboard < 0 or not at_sea(g, unit.aboard):
            return
    peaceful = friendly(g, coast, unit.side)
    harbour = g.static.boards[coast].coast == "harbour"
    if not (peaceful and harbour) and not passes(g, number, link, coast):
        return
    if peaceful and not unloaded(g, number, coast):
        return
    flotilla = g.state.fleet.groups[unit.aboard]
    flotilla.wind = g.now
    flotilla.area = True
    unit.aboard, unit.board, unit.box, unit.edge = -1, coast, link, link
    unit.attitude, unit.facing, unit.arrived = "present", -1, g.now
    unit.retry_link, unit.retries = -1, 0
    g.state.stores.landed.setdefault(unit.side, g.state.day)
    g.tell("{unit} lands at {board}.", rule="fyow.14.13.1", to=unit.side, unit=number, board=coast)
    yield from arrive(g, number)
    join_the_first(g, number)


def passes(g: Fyow, number: int, link: int, coast: int) -> bool:
    unit = g.unit(number)
    total = landing_test(g, number, link)
    _, score = landing_row(g, coast, unit.side)
    rule = "fyow.14.13.1" if g.static.boards[coast].coast == "beach" else "fyow.14.13.2"
    words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number, "board": coast, "tallies": [total]}
    die = movement_d10(g, "{unit} makes for the shore of {board}", rule=rule, **words)
    unit.moved = True
    if die + int(total) >= score:
        return True
    if unit.retry_link != link:
        unit.retry_link, unit.retries = link, 0
    unit.retries = unit.retries + 1 if earns_bonus(g) else 0  # 14.6.3, as on land
    g.tell("{unit} does not get ashore at {board}.", rule=rule, to=unit.side, unit=number, board=coast)
    return False


def unloaded(g: Fyow, number: int, coast: int) -> bool:
    """24.0.2, 24.0.3: where friends hold the board the hub's dice limit what comes ashore; it acts in the next session."""
    unit = g.unit(number)
    if not takes_vehicles(hub_of(g, coast)) and not on_foot(unit.elements):
        return False
    if not handled(g, number, coast, "unload"):
        return False
    rest_of_session(unit)
    return True


def handled(g: Fyow, number: int, coast: int, job: str) -> bool:
    """24.0.2: what the hub has handled in this session goes to the load spaces of this force. True when it is all of them."""
    unit = g.unit(number)
    task = next((t for t in g.state.stores.tasks if (t.job, t.unit, t.place) == (job, number, coast)), None)
    if task is None:
        task = Task(job, unit.side, coast, number, need(g, number, round_up(spaces(unit.elements))), since=g.now)
        g.state.stores.tasks.append(task)
    left = g.state.stores.handled.get(str(coast))
    if left is None:
        left = handle(g, coast, unit.side)
    part = min(left, task.need - task.done)
    task.done += part
    g.state.stores.handled[str(coast)] = left - part
    if task.done < task.need:
        return False
    g.state.stores.tasks.remove(task)
    return True


@cites("fyow.24.0.3")
def rest_of_session(unit: Unit) -> None:
    """24.0.3: what is unloaded in a session may move or act in the next."""
    unit.moved = True


# ------------------------------------------------------------------ 18.2: the landing plan


class Wave(Struct, frozen=True):
    """The make-up of the next wave; the rest of the force stays aboard for a later session."""

    elements: dict[str, int]


def may_be_wave(g: Fyow, number: int, act: LandWave, wave: Wave) -> Refusal | None:
    """18.2.1: part of the force, with men in it, that may land there, and something left for the next wave."""
    unit = g.unit(number)
    part = {e: n for e, n in wave.elements.items() if n}
    for element, count in part.items():
        if count < 0 or count > unit.elements.get(element, 0):
            return Refusal("fyow.18.2.1", f"{unit.name} has {number_of(unit.elements.get(element, 0), element)}, not {count}.")
    if not any(ELEMENTS[e].get("figure") for e in part):
        return Refusal("fyow.18.2.1", "There are no men in this wave.")
    rest = {e: n - part.get(e, 0) for e, n in unit.elements.items()}
    if not any(n and ELEMENTS[e]["points"] for e, n in rest.items()):
        return Refusal("fyow.18.2.1", "Nothing would be left for a further wave: land the whole force.")
    return may_land(g, number, act, part)


def waves(g: Fyow, number: int, act: LandWave) -> list[Wave]:
    """What a staff would plan: half of everything, or the men before the vehicles and guns."""
    own = g.unit(number).elements
    plans = [Wave({e: -(-n // 2) for e, n in own.items()}), Wave({e: n for e, n in own.items() if on_foot({e: n})})]
    return [plan for plan in plans if may_be_wave(g, number, act, plan) is None]


def may_land_wave(g: Fyow, number: int, act: LandWave) -> Refusal | None:
    if waves(g, number, act):
        return None
    return may_land(g, number, act) or Refusal("fyow.18.2.1", f"{g.unit(number).name} cannot be divided into waves.")


def land_wave(g: Fyow, number: int, link: int) -> Procedure:
    """18.2.1: the wave makes the landing test; the others follow from the next session on, one wave in each."""
    unit, act = g.unit(number), LandWave(link)
    offered = waves(g, number, act)
    prompt = f"{unit.name}: what is in the first wave for {g.static.boards[g.static.other_end(link, unit.board)].name}?"
    words: dict[str, Any] = {"label": lambda wave: elements_words(wave.elements), "on": lambda wave: (f"u{number}", "")}
    wave: Wave = yield g.ask_checked(
        unit.side, prompt, name=Ask.WAVE, rule="fyow.18.2.1", shape=Wave,
        check=lambda named: may_be_wave(g, number, act, named), suggest=lambda: offered, secret=True, **words,
    )  # fmt: skip
    rest = {e: n - wave.elements.get(e, 0) for e, n in unit.elements.items() if n > wave.elements.get(e, 0)}
    flotilla = unit.aboard
    later = split(g, number, rest, "fraction", structs.replace(unit.order)) if rest else -1
    if later >= 0:
        behind = g.unit(later)
        behind.name, behind.aboard, behind.fresh, behind.wave = f"The next wave of {unit.name}", flotilla, False, True
    yield from land(g, number, link)
    if later >= 0 and unit.aboard >= 0:
        absorb(g, number, later, "fyow.18.2.1")  # nobody got ashore: the plan is open again
    elif later >= 0:
        g.tell("{unit} waits for its run in.", rule="fyow.18.2.1", to=unit.side, unit=later)


def join_the_first(g: Fyow, number: int) -> None:
    """A later wave that comes ashore where its Battlegroup stands, out of battle, is part of it again."""
    unit = g.unit(number)
    first = unit.parent
    if not unit.wave or unit.aboard >= 0 or g.unit(first).condition == DESTROYED:
        return
    unit.wave = False
    together = (g.unit(first).board, g.unit(first).box) == (unit.board, unit.box)
    if together and g.battle_of(number) is None and g.battle_of(first) is None:
        absorb(g, first, number, "fyow.18.2.1")


# ------------------------------------------------------------------ 29.16: swamping


def swamping(g: Fyow) -> None:
    """29.16.1: in wind each low craft off shore throws a D6 a session: light winds sink on 1-2, high winds on 1-5."""
    wind = g.state.weather.wind
    if wind == "none":
        return
    for number, group in enumerate(g.state.fleet.groups):
        if group.craft and group.board >= 0 and group.wind != g.now and not sheltered(g, group.board):
            in_the_swell(g, number)


def run_in(g: Fyow, number: int) -> None:
    """29.16.3, ruling R108: rubber boats and swimmers at a cove throw in the session of the landing too, before it."""
    group = g.state.fleet.groups[number]
    if g.state.weather.wind != "none" and group.wind != g.now:
        group.wind = g.now
        in_the_swell(g, number)


def in_the_swell(g: Fyow, number: int) -> None:
    """29.16.1, 29.16.2: a D6 for each craft; the men of those that sink come back by replenishment, nothing else does."""
    group = g.state.fleet.groups[number]
    faces = SWAMP["light" if g.state.weather.wind == "light" else "high"]
    sunk = []
    for place, vessel in enumerate(g.state.fleet.vessels):
        if vessel.group == number and vessel in at_sea(g, number):
            die = g.d6("{name} in the swell", rule="fyow.29.16.1", by=group.side, to=[group.side], name=vessel.name)
            if swamped(g, number, vessel.kind, die, faces):
                sunk.append(place)
    if not sunk:
        return
    craft_lost(g, number, sunk, drowned=True)
    for place in sunk:
        g.state.fleet.vessels[place].sunk = True
    text = "Of {name}, {craft} {are} swamped."
    words = {"craft": counted(len(sunk), "craft", "craft"), "are": verb(len(sunk), "is", "are"), "name": group.name}
    g.tell(text, rule="fyow.29.16.1", to=group.side, **words)
    if not at_sea(g, number):
        group.board = -1


@cites("fyow.29.16.3")
def swamped(g: Fyow, group: int, kind: str, die: int, faces: list[int]) -> bool:
    """29.16.3: rubber boats and swimmers count as such craft; Enhanced troops add 2 to the throw."""
    if kind == "canoe_dinghy_raft":
        men = [e for n in aboard(g, group) for e in g.unit(n).elements if e.split("_")[0] in GRADES]
        if men and all(e.endswith(("enhanced", "special")) for e in men):
            die += SWAMP["enhanced_rubber_boat_bonus"]
    return die in faces


GRADES = ("poor", "regular", "elite")


def sheltered(g: Fyow, board: int) -> bool:
    """Ruling R185: on the open sea the craft still hang in the davits of their transports."""
    return not g.static.graph.links_at(board, g.static.landing)


def reembark(g: Fyow, number: int) -> bool:
    """Ruling R110: beaten on the beach it goes back aboard craft with room on the Tidal board; what does not fit surrenders."""
    unit = g.unit(number)
    for link in g.static.graph.links_at(unit.board, g.static.landing):
        sea = g.static.other_end(link, unit.board)
        for group, flotilla in enumerate(g.state.fleet.groups):
            if flotilla.craft and flotilla.side == unit.side and flotilla.board == sea:
                room = int(capacity(g, group) - used(g, group))
                kept = what_fits(unit.elements, room)
                if not kept:
                    continue
                unit.elements = kept
                unit.damaged = {e: min(n, kept[e]) for e, n in unit.damaged.items() if e in kept}
                unit.aboard, unit.board, unit.box, unit.attitude = group, sea, -1, "present"
                g.lose_touch(number)
                g.tell("{unit} is taken off the beach.", rule="fyow.33.8.4", unit=number)
                return True
    return False


def what_fits(elements: dict[str, int], room: int) -> dict[str, int]:
    """Men first, then what takes least room."""
    kept: dict[str, int] = {}
    left = Fraction(room)
    for element in sorted(elements, key=lambda e: (not ELEMENTS[e].get("figure"), load_of(e), e)):
        each = load_of(element)
        count = elements[element] if not each else min(elements[element], int(left // each))
        if count > 0:
            kept[element] = count
            left -= each * count
    return kept if any(ELEMENTS[e]["points"] for e in kept) else {}


# ------------------------------------------------------------------ acts of a unit afloat


def landing_acts(g: Fyow, number: int) -> list[Act]:
    links = landing_links(g, number)
    return [*(Land(link) for link in links), *(LandWave(link) for link in links)]


def wave_ashore(g: Fyow, number: int, act: LandWave) -> Procedure:
    yield from land_wave(g, number, act.link)


def come_ashore(g: Fyow, number: int, act: Land) -> Procedure:
    yield from land(g, number, act.link)


def landing_words(g: Fyow, number: int, act: Land | LandWave) -> str:
    unit = g.unit(number)
    coast = g.static.other_end(act.link, unit.board)
    _, score = landing_row(g, coast, unit.side)
    tenths = max(0, min(10, 11 - (score - int(landing_test(g, number, act.link)))))
    what = "Land" if isinstance(act, Land) else "Land a first wave"
    return f"{what} at {g.static.boards[coast].name} ({tenths} in 10)"
