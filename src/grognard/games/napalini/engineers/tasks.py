"""Chapter 12, engineers and demolitions (12.engineers.*, 12.demolition*)."""

from __future__ import annotations

from grognard.kernel import DONE, Refusal, cites
from grognard.kernel.game import Procedure
from grognard.kernel.words import counted

from ..asks import Ask
from ..context import Napalini
from ..hq.choices import Act
from ..hq.spending import failed, pay, payers
from ..hq.wire_and_radio import by_wire, check
from ..state import NOWHERE, Bridge, Obstacle, Task
from ..table.zones import facing_of
from ..tables import OBSTACLES, TASKS
from .choices import EndWork, Work


def sites(g: Napalini, formation: int) -> list[int]:
    """Squares with one of its FL units that are not contested."""
    side = g.static.formations[formation].side
    squares = {g.unit(n).at for n in g.on_table(side) if g.unit(n).formation == formation and g.fl(n) and not g.dummy(n)}
    return sorted(sq for sq in squares if not g.contested(sq))


def edges_of(g: Napalini, square: int) -> list[int]:
    ways = g.static.ways_round
    return sorted({ways[square, near][0][0] for near in g.grid.adjacent[square] if len(ways[square, near]) == 1})


def task_offers(g: Napalini, formation: int) -> list[Work]:
    """Every task that makes sense there (12.engineers.allocate)."""
    if g.army(formation).engineers <= 0:
        return []
    found: list[Work] = []
    for square in sites(g, formation):
        wired = {o.edge for o in g.state.obstacles if o.kind == "wire"}
        mined = {o.edge for o in g.state.obstacles if o.kind == "minefield"}
        for edge in edges_of(g, square):
            bridge = next((b for b in g.state.bridges if b.edge == edge), None)
            if edge in g.static.water:
                if bridge is None:
                    found += [Work("build-bridge", square, edge), Work("ferry", square, edge)]
                elif not bridge.intact:
                    found += [Work("repair-bridge", square, edge), Work("ferry", square, edge)]
                elif not bridge.charges:
                    found.append(Work("prepare-demolition", square, edge))
            if any(o.edge == edge and OBSTACLES[o.kind]["man_made"] for o in g.state.obstacles):
                found.append(Work("clear-obstacle", square, edge))
            if edge not in wired:
                found.append(Work("lay-wire", square, edge))
            if edge not in mined:
                found.append(Work("lay-mines", square, edge))
        if square not in g.state.trenches and square not in g.state.rubble:
            found.append(Work("dig-trenches", square))
        if square in g.state.rubble and square not in g.state.reopened:
            found.append(Work("clear-rubble", square))
    busy = {Work(t.kind, t.square, None if t.edge < 0 else t.edge) for t in g.state.tasks}
    return [offer for offer in found if offer not in busy]


def has_orders(g: Napalini, formation: int) -> bool:
    return bool(task_offers(g, formation)) or any(t.formation == formation for t in g.state.tasks)


def allocate(g: Napalini, formation: int) -> Procedure:
    """12.engineers.allocate: any free assets to tasks; tasks may be ended."""
    side = g.static.formations[formation].side
    while True:
        running = [EndWork(k) for k, t in enumerate(g.state.tasks) if t.formation == formation]
        options = [*task_offers(g, formation), *running]
        if not options:
            return
        choice = yield g.ask(
            side,
            f"Engineers ({g.army(formation).engineers} free): which task?",
            options,
            also=[DONE],
            rule="napalini.12.engineers.allocate",
            label=lambda v: "no more" if v == DONE else task_words(g, v),
            on=lambda v: ("", _task_place(g, v)),
            name=Ask.ENGINEERS,
            kind="order",
        )
        if choice == DONE:
            return
        if isinstance(choice, EndWork):
            g.state.tasks.pop(choice.task)
            g.army(formation).engineers += 1
            continue
        kind, square, edge = choice.kind, choice.square, NOWHERE if choice.edge is None else choice.edge
        g.army(formation).engineers -= 1
        g.state.tasks.append(Task(formation, side, kind, square, edge))
        g.tell(
            "Engineers of {side} start work in {place}: {task}.",
            rule="napalini.12.engineers.allocate",
            side=side,
            place=square,
            task=kind.replace("-", " "),
        )


def task_words(g: Napalini, value: Work | EndWork) -> str:
    if isinstance(value, EndWork):
        task = g.state.tasks[value.task]
        return f"end {task.kind} in {g.label(task.square)}"
    where = g.label(value.square) if value.edge is None else g.static.edges.edge_label(value.edge)
    return f"{value.kind.replace('-', ' ')} at {where} ({counted(TASKS[value.kind], 'period')})"


def _task_place(g: Napalini, value: Work | EndWork | str) -> str:
    if isinstance(value, EndWork):
        return g.label(g.state.tasks[value.task].square)
    return g.label(value.square) if isinstance(value, Work) else ""


def progress(g: Napalini, side: str) -> None:
    """12.engineers.progress: a period of work at each following Command Phase, if an FL unit holds the square."""
    left = []
    for task in g.state.tasks:
        if task.side != side:
            left.append(task)
            continue
        own = [n for n in g.real_at(task.square, side) if g.fl(n)]
        enemy = [n for n in g.real_at(task.square, g.other(side)) if g.fl(n)]
        if not g.real_at(task.square, side):
            if not enemy:
                g.army(task.formation).engineers += 1
            g.tell("The work in {place} is lost.", rule="napalini.12.engineers.progress", place=task.square)
            continue
        if can_work(g, task, own):
            task.work += 1
        if task.kind != "ferry" and task.work >= TASKS[task.kind]:
            finish(g, task)
            g.army(task.formation).engineers += 1
        else:
            left.append(task)
    g.state.tasks = left


@cites("napalini.12.engineers.progress")
def can_work(g: Napalini, task: Task, own: list[int]) -> bool:
    """A period of work counts if an FL unit holds the square."""
    return bool(own) and not g.contested(task.square)


def finish(g: Napalini, task: Task) -> None:
    """What a finished task leaves on the map."""
    s, rule = g.state, "napalini.12.engineers.obstacles"
    if task.kind in ("build-bridge", "repair-bridge"):
        rule = "napalini.12.engineers.bridge"
        put_up(g, task.edge, "Pioneer bridge")
    elif task.kind == "prepare-demolition":
        rule = "napalini.12.demolition.prepare"
        for bridge in s.bridges:
            if bridge.edge == task.edge and bridge.intact and not bridge.charges:
                bridge.charges, bridge.end = task.side, task.square
    elif task.kind == "clear-obstacle":
        s.obstacles = [o for o in s.obstacles if o.edge != task.edge]
    elif task.kind == "lay-wire":
        s.obstacles.append(Obstacle(task.edge, "wire", task.side))
    elif task.kind == "lay-mines":
        s.obstacles.append(Obstacle(task.edge, "minefield", task.side))
    elif task.kind == "dig-trenches":
        entrench(g, task.square, task.side)
    elif task.kind == "clear-rubble":
        s.reopened.append(task.square)
        for n in g.units_at(task.square):
            g.unit(n).trapped = NOWHERE
    words = task.kind.replace("-", " ")
    g.tell("Engineers of {side} finish in {place}: {task}.", rule=rule, side=task.side, place=task.square, task=words)


def put_up(g: Napalini, edge: int, name: str) -> None:
    """A bridge over this edge: the old one again, or a new one; there is never a second."""
    old = next((bridge for bridge in g.state.bridges if bridge.edge == edge), None)
    if old is not None:
        old.intact = True
    else:
        g.state.bridges.append(Bridge(edge, f"{name} {g.static.edges.edge_label(edge)}"))


def entrench(g: Napalini, square: int, side: str) -> None:
    """Trenches with obstacle edges on the front of the units there, all round in all-round defence (3.obstacle.edges)."""
    if square in g.state.trenches:
        return  # dug meanwhile by others
    g.state.trenches.append(square)
    facing = facing_of(g, square, side)
    for near in g.grid.adjacent[square]:
        ways = g.static.ways_round[square, near]
        if len(ways) > 1:
            continue
        front = facing is None or near in g.grid.front(square, facing)
        if front or g.all_round(square, side):
            g.state.obstacles.append(Obstacle(ways[0][0], "trenches", side))


# ------------------------------------------------------------------ demolitions


def keep_charges(g: Napalini) -> None:
    """12.demolition.prepare: charges go when an enemy FL unit is alone in their firing end."""
    for bridge in g.state.bridges:
        if not bridge.charges:
            continue
        enemy = [n for n in g.real_at(bridge.end, g.other(bridge.charges)) if g.fl(n)]
        if enemy and not g.real_at(bridge.end, bridge.charges):
            g.tell("The charges on {bridge} are removed.", rule="napalini.12.demolition.prepare", bridge=bridge.name)
            bridge.charges, bridge.end = "", -1


def may_demolish(g: Napalini, side: str, bridge: Bridge) -> Refusal | None:
    if bridge.charges != side or not bridge.intact:
        return Refusal("napalini.12.demolition", "There are no charges of yours.")
    if not g.real_at(bridge.end, side):
        return Refusal("napalini.12.demolition", f"No unit of yours stands in {g.label(bridge.end)}.")
    return None


def demolitions(g: Napalini, side: str) -> list[tuple[int, int]]:
    """(bridge, paying formation)."""
    found = []
    for k, bridge in enumerate(g.state.bridges):
        if may_demolish(g, side, bridge) is None:
            for f in g.formations(side):
                if f in payers(g, side, f) and sappers(g, side, f, bridge):
                    found.append((k, f))
    return found


def sappers(g: Napalini, side: str, payer: int, bridge: Bridge) -> list[int]:
    """Units at the firing end that this HQ can order (4.hq.reach: the main HQ any, another its own formation)."""
    there = g.real_at(bridge.end, side)
    if payer == g.camp(side).main:
        return there
    return [n for n in there if g.unit(n).formation == payer]


def order_demolition(g: Napalini, payer: int, k: int) -> Procedure:
    """4.action.demolition: a comms check with a unit at the firing end, then the throw."""
    side, bridge, hq = g.round.side, g.state.bridges[k], g.hq(payer)
    at = g.place(hq)
    best = min(sappers(g, side, payer, bridge), key=lambda n: (not by_wire(g, hq, n), n))
    near = at == bridge.end if not g.fixed(hq) else g.distance(at, bridge.end) <= 2
    if not check(g, side, by_wire(g, hq, best), g.distance(at, bridge.end), f"to {bridge.name}", near):
        failed(g, payer, Act.DEMOLITION)
        return
    pay(g, payer, Act.DEMOLITION)
    blow(g, bridge, side, 0, "napalini.12.demolition")
    yield from ()


def blow(g: Napalini, bridge: Bridge, side: str, plus: int, rule: str) -> None:
    """12.demolition: 3+ demolished, 2 nothing, 1 or less the charges are lost."""
    die = g.d6(f"Demolition of {bridge.name}", rule=rule, by=side)
    score = die + plus
    if score >= 3:
        bridge.intact, bridge.charges, bridge.end = False, "", -1
        g.tell("{bridge} is demolished.", rule=rule, bridge=bridge.name)
    elif score <= 1:
        bridge.charges, bridge.end = "", -1
        g.tell("The charges on {bridge} are lost.", rule=rule, bridge=bridge.name)
    else:
        g.tell("{bridge} stands; the charges stay.", rule=rule, bridge=bridge.name)
