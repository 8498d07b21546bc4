"""Sections 23 and 31: work and tasks, repairs, maintenance.

Each job has a number; the dice of those who work are added up session by session until it is reached. How one throw is read
by night and in bad weather, and how much a Rationed force needs: weather/labour.py.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grognard.kernel import Refusal, Tally, cites
from grognard.kernel.tally import round_up
from grognard.kernel.words import a, listing

from ..acts import Act, Work
from ..context import Fyow
from ..records.services import Task
from ..state import Unit
from ..tables import AFVS, ELEMENTS, TABLES, element_name, half_points, in_a_sentence, number_of
from ..weather.labour import need, weather_on_work, worked_score
from ..weather.weather import sky_at

TOTALS = TABLES["work_total"]
JOBS = {
    "bridge": "a pontoon bridge", "rail": "the railway line", "mines": "the minefield", "structure": "the damage",
    "works": "what the partisans wrecked", "rebuild": "what is destroyed",
}  # fmt: skip
PARTY = 10


# ------------------------------------------------------------------ 31.0, 31.1: dice and score


def engineers(g: Fyow, number: int) -> int:
    unit = g.unit(number)
    return min(unit.engineers, unit.elements.get("regular_enhanced", 0) + unit.elements.get("elite_enhanced", 0))


def infantry(g: Fyow, number: int) -> int:
    return sum(n for e, n in g.unit(number).elements.items() if ELEMENTS[e].get("figure")) - engineers(g, number)


@cites("fyow.31.1.1")
def bounds_of_a_session() -> int:
    """31.1.1: on the map the dice of a bound are multiplied by four."""
    return 4


def parties(g: Fyow, number: int, job: str) -> list[tuple[int, int, bool]]:
    """Ruling R171: dice, faces and whether the score is halved, of each party at work. A session is four bounds (31.1.1)."""
    slow = job == "rail" and g.options["slow_rail_repair"]  # ruling R69
    bounds = 1 if slow else bounds_of_a_session()
    sappers, men = engineers(g, number), infantry(g, number)
    if job == "mines":
        pairs = [(bounds, 10, False)] * (sappers // 2) if sappers >= 2 else [(bounds, 6, False)] * (men // 4)
        tank = g.unit(number).elements.get("avre", 0)
        return pairs + [(2 * bounds, 10, False)] * tank
    who, faces = (sappers, 10) if sappers >= PARTY // 2 else (men, 6)
    tens = who // PARTY
    if job == "bridge":
        return [(bounds, 10, sappers < PARTY)] if sappers >= PARTY // 2 else []
    if tens:
        return [(bounds, faces, False)] * tens
    return [(bounds, faces, True)] if who >= PARTY // 2 else []


# ------------------------------------------------------------------ jobs on the map


@cites("fyow.20.12.1")
def idle(unit: Unit) -> bool:
    """20.6.4: who is at Rest does no work; 20.12.1: Home Guard and Militia go on."""
    return unit.mode == "rest" and not unit.militia


def jobs_at(g: Fyow, number: int) -> list[tuple[str, int]]:
    """What there is to be done where this force stands: kind of job and place (link or board)."""
    unit, found = g.unit(number), []
    for link in g.static.graph.links_at(unit.board, -1):
        if str(link) in g.state.rail.cuts:
            found.append(("rail", link))
    if str(unit.board) in g.state.stores.works:
        found.append(("works", unit.board))
    for place, work in enumerate(g.state.staff.works):
        if work.board != unit.board or unit.side not in work.known:
            continue
        if work.kind == "mines" and not work.cleared:
            found.append(("mines", place))
        elif work.destroyed:
            found += [("bridge", place)] if work.kind == "bridge" and "bridging_set" in unit.elements else []
            found.append(("rebuild", place))
        elif work.damage and not work.destroyed:
            found.append(("structure", place))
    return found


def total_of(g: Fyow, job: str, place: int) -> int:
    """31.2.1: damage is stated as a work total (table work_total, ruling R74)."""
    if job == "works":
        return g.state.stores.works[str(place)]
    if job == "structure":
        return int(TOTALS["bridge_or_building_point"]) * g.state.staff.works[place].damage
    names = {"rail": "rail_cut", "bridge": "pontoon_bridge", "mines": "minefield", "rebuild": "destroyed_target"}
    return int(TOTALS[names[job]])


def may_work(g: Fyow, number: int, act: Work) -> Refusal | None:
    """Who may put his hand to it today."""
    unit = g.unit(number)
    job, place = act.job, act.place
    if idle(unit):
        return Refusal("fyow.20.6.4", f"{unit.name} is at Rest and does no work.")
    if unit.disarray:
        return Refusal("fyow.15.3.6", f"{unit.name} is in Disarray and does no work.")
    if unit.box >= 0 or g.known_enemies(unit.side, unit.board):
        return Refusal("fyow.31.0.1", f"{unit.name} cannot work under the eyes of the enemy.")
    if job == "bridge" and unit.arrived == g.now:
        return Refusal("fyow.31.1.5", f"{unit.name} has just come; the bridge is begun in the session after.")
    if not parties(g, number, job):
        return Refusal("fyow.31.0.1", f"{unit.name} has too few men for {JOBS[job]}.")
    if (job, place) not in jobs_at(g, number):
        return Refusal("fyow.31.0.1", "There is nothing of that kind to be done here.")
    return None


def work(g: Fyow, number: int, job: str, place: int) -> None:
    """31.0.1: the dice of this session are added to the running total."""
    unit = g.unit(number)
    task = task_of(g, unit.side, job, place, number)
    task.need = need(g, number, total_of(g, job, place))
    spread_out(g, number)
    rule = {"bridge": "fyow.31.1.5", "rail": "fyow.30.5.3", "mines": "fyow.31.0.3"}.get(job, "fyow.31.2.1")
    words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number, "job": JOBS[job]}
    words["tallies"] = [weather_on_work(g, unit.board)]
    for dice, faces, halved in parties(g, number, job):
        thrown = g.roll(f"{dice}d{faces}", "{unit} works on {job}", rule=rule, **words)
        task.done += worked_score(g, list(thrown), unit.board, halved=halved)
    text = "{unit} works on {job}: {done} of {n}."
    told = "fyow.31.0.2" if g.night else "fyow.31.1.3" if unit.mode == "rationed" and not unit.militia else "fyow.31.0.1"
    g.tell(text, rule=told, to=unit.side, unit=number, job=JOBS[job], done=task.done, n=task.need)
    if task.done >= task.need:
        finish(g, number, task)


def spread_out(g: Fyow, number: int) -> None:
    """15.3.3, ruling R189: engineers at work on a board are Deployed, and so is the force whose engineers do the work."""
    unit = g.unit(number)
    if engineers(g, number) >= PARTY // 2 and unit.attitude == "present" and not unit.disarray and not g.cramped(number):
        unit.attitude, unit.facing, unit.dug, unit.calm = "deployed", unit.edge, g.now, -1
        g.tell("{unit} is Deployed at its work.", rule="fyow.15.3.3", to=unit.side, unit=number)


def task_of(g: Fyow, side: str, job: str, place: int, number: int) -> Task:
    for task in g.state.stores.tasks:
        if (task.job, task.side, task.place) == (job, side, place):
            return task
    task = Task(job, side, place, number, 0, since=g.now)
    g.state.stores.tasks.append(task)
    return task


def finish(g: Fyow, number: int, task: Task) -> None:
    """31.1.4: done; it serves those activated later in this session, bridge and railway from the next (31.1.5, 30.5.3)."""
    unit, s = g.unit(number), g.state
    later = task.job in ("bridge", "rail")
    s.stores.tasks.remove(task)
    if task.job == "rail":
        del s.rail.cuts[str(task.place)]
        s.rail.mended[str(task.place)] = g.now + 1
    elif task.job == "bridge":
        s.staff.works[task.place].damage = 0
        s.stores.bridges[str(task.place)] = g.now + 1
        use_up_bridge(unit)
    elif task.job == "works":
        del s.stores.works[str(task.place)]
        s.stores.roads.pop(str(task.place), None)
    elif task.job == "mines":
        s.staff.works[task.place].cleared = True
    else:
        s.staff.works[task.place].damage = 0
    text = "{unit} has finished {job}; it serves from the next session." if later else "{unit} has finished {job}."
    g.tell(text, rule="fyow.31.1.5" if later else "fyow.31.1.4", to=unit.side, unit=number, job=JOBS[task.job])


@cites("fyow.21.0.2")
def use_up_bridge(unit: Unit) -> None:
    """21.0.2, ruling R205: the set lies over the river now; it is used, and no loss."""
    unit.elements = {e: n - (e == "bridging_set") for e, n in unit.elements.items() if n > (e == "bridging_set")}


# ------------------------------------------------------------------ 23: repairs of vehicles


@cites("fyow.23.0.1")
def field_parks(g: Fyow, number: int) -> list[int]:
    """23.0.1, 23.1.1: friendly Field Park units on the board of the vehicle; they have the mode of their HQ (20.11.1)."""
    unit = g.unit(number)
    here = [n for n in g.on_board(unit.board, unit.side) if g.unit(n).elements.get("field_park")]
    return [n for n in here if not has_repaired(g, n) and at_work(g, n)]


@cites("fyow.4.6.4")
def has_repaired(g: Fyow, park: int) -> bool:
    """4.6.4: one throw for a session."""
    return g.unit(park).repaired == g.now


@cites("fyow.20.11.1")
def at_work(g: Fyow, park: int) -> bool:
    """20.11.1: a Field Park shares the supply mode of its HQ, and does not work at Rest."""
    return not idle(g.unit(park))


def repair_score(g: Fyow, thrown: int, board: int = -1) -> Tally:
    """23.1.3: 1 off at night, in heavy rain or snow, and from gauge 7; all add up."""
    score = Tally("repair")
    score.add(thrown, "thrown", "fyow.23.1.1")
    if g.night:
        score.add(-1, "night", "fyow.23.1.3")
    sky = sky_at(g, board)
    if sky in ("heavy_rain", "snow"):
        score.add(-1, sky.replace("_", " "), "fyow.23.1.3")
    if g.state.weather.gauge >= 7:
        score.add(-1, "gauge", "fyow.23.1.3")
    return score.at_least(0, "fyow.23.1.3")


def repair_total(element: str) -> int:
    """23.1.1: half the vehicle's value, rounded up."""
    return round_up(Fraction(half_points(element), 4))


def may_repair(g: Fyow, number: int, act: Act) -> Refusal | None:
    unit = g.unit(number)
    if not unit.damaged:
        return Refusal("fyow.23.1.1", f"{unit.name} has no damaged vehicle.")
    if idle(unit):
        return Refusal("fyow.20.11.2", f"{unit.name} is at Rest: nothing is repaired.")
    if unit.box >= 0 or g.known_enemies(unit.side, unit.board):
        return Refusal("fyow.23.1.1", f"{unit.name} cannot repair vehicles before the enemy.")
    return None


@cites("fyow.23.1.4")
def one_after_the_other(g: Fyow, number: int, left: int, worker: int) -> None:
    """23.1.4: a Field Park repairs one vehicle at a time; a surplus goes to the next in the same session."""
    unit = g.unit(number)
    while left > 0 and unit.damaged:
        begun = [task for element in unit.damaged for task in repairs(g, number, element)]
        first = max(begun, key=lambda task: task.done, default=None)
        element = first.what if first else min(unit.damaged)
        left = put_in(g, number, element, left, worker, first)


@cites("fyow.23.1.5")
def crews_of(unit: Unit) -> list[str]:
    """23.1.5: each crew may throw each session for its own vehicle."""
    return [element for element, count in unit.damaged.items() for _ in range(count)]


def repair(g: Fyow, number: int) -> None:
    """4.6.4, 23.1: a Field Park throws 2D10 and works on one vehicle after the other; without one each crew throws 2D6."""
    unit = g.unit(number)
    words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number}
    parks = field_parks(g, number)
    if parks:
        g.unit(parks[0]).repaired = g.now
        thrown = g.roll("2d10", "The Field Park repairs for {unit}", rule="fyow.23.1.1", **words).total
        one_after_the_other(g, number, int(repair_score(g, thrown, unit.board)), parks[0])
        return
    begun = {element: repairs(g, number, element) for element in unit.damaged}
    for element in crews_of(unit):
        own = begun[element].pop(0) if begun[element] else None
        thrown = g.roll("2d6", "A crew of {unit} repairs its vehicle", rule="fyow.23.1.2", **words).total
        put_in(g, number, element, int(repair_score(g, thrown, unit.board)), number, own)


def repairs(g: Fyow, number: int, element: str) -> list[Task]:
    """The repairs of such vehicles of this force that have been begun, one for each vehicle."""
    side, tasks = g.unit(number).side, g.state.stores.tasks
    mine = [task for task in tasks if (task.job, task.side, task.place, task.what) == ("repair", side, number, element)]
    return mine[: g.unit(number).damaged.get(element, 0)]


def put_in(g: Fyow, number: int, element: str, score: int, worker: int, task: Task | None = None) -> int:
    """Adds to the running total; returns the surplus when the vehicle is ready. 31.1.3: a Rationed worker needs half more."""
    unit = g.unit(number)
    if task is None:
        task = Task("repair", unit.side, number, number, 0, since=g.now, what=element)
        g.state.stores.tasks.append(task)
    task.need = need(g, worker, repair_total(element))
    task.done += score
    if task.done < task.need:
        return 0
    surplus = task.done - task.need
    g.state.stores.tasks.remove(task)
    unit.damaged[element] -= 1
    if not unit.damaged[element]:
        del unit.damaged[element]
    text = "{unit}: {vehicle} is repaired; on the table its crew may rally."
    g.tell(text, rule="fyow.23.2.1", to=unit.side, unit=number, vehicle=a(in_a_sentence(element_name(element))))
    return surplus


# ------------------------------------------------------------------ base.maint.1: maintenance


@cites("fyow.31.3.1")
def maintenance(g: Fyow) -> None:
    """31.3.1, base.maint.1: each vehicle throws a D6, 1 is out of service today; a Field Park on the board restores D3."""
    g.state.stores.out = {}
    if not g.options["maintenance"]:
        return
    for number in g.alive():
        unit = g.unit(number)
        words: dict[str, Any] = {"by": unit.side, "to": [unit.side], "unit": number}
        out: dict[str, int] = {}
        for element in [e for e in unit.elements if e in AFVS]:
            faces = g.roll(f"{unit.elements[element]}d6", "Vehicles of {unit}", rule="fyow.base.maint.1", **words)
            if faces.count(1):
                out[element] = faces.count(1)
        if out and field_parks(g, number):
            left = g.roll("d3", "The Field Park of {unit}", rule="fyow.base.maint.1", **words)[0]
            for element in list(out):
                mended = min(left, out[element])
                out[element] -= mended
                left -= mended
        out = {element: count for element, count in out.items() if count}
        if out:
            g.state.stores.out[str(number)] = out
            what = listing(number_of(count, element) for element, count in out.items())
            text = "Out of service today with {unit}: {what}."
            g.tell(text, rule="fyow.base.maint.1", to=unit.side, unit=number, what=what)
