"""Chapter 12, engineers and demolitions (12.engineers.*, 12.demolition*)."""

from __future__ import annotations

from typing import Any

from grognard.kernel import Refusal
from grognard.kernel.cite import in_force
from grognard.kernel.game import Procedure

from .comms import by_wire, check
from .context import Napalini
from .state import Bridge, Obstacle, Task
from .tables import OBSTACLES, TASKS

DONE = "done"


def sites(g: Napalini, formation: int) -> list[int]:
    """Squares with one of its FL units that are not contested."""
    side = g.static.formations[formation].side
    squares = {g.unit(n).at for n in g.on_table(side) if g.unit(n).formation == formation and g.fl(n) and not g.dummy(n)}
    return sorted(sq for sq in squares if not g.contested(sq))


def edges_of(g: Napalini, square: int) -> list[int]:
    ways = g.static.ways_round
    return sorted({ways[square, near][0][0] for near in g.grid.adjacent[square] if len(ways[square, near]) == 1})


def task_offers(g: Napalini, formation: int) -> list[Any]:
    """(task, square, edge) for every task that makes sense there (12.engineers.allocate)."""
    if g.army(formation).engineers <= 0:
        return []
    found: list[Any] = []
    for square in sites(g, formation):
        wired = {o.edge for o in g.state.obstacles if o.kind == "wire"}
        mined = {o.edge for o in g.state.obstacles if o.kind == "minefield"}
        for edge in edges_of(g, square):
            bridge = next((b for b in g.state.bridges if b.edge == edge), None)
            if edge in g.static.water:
                if bridge is None:
                    found += [("build-bridge", square, edge), ("ferry", square, edge)]
                elif not bridge.intact:
                    found += [("repair-bridge", square, edge), ("ferry", square, edge)]
                elif not bridge.charges:
                    found.append(("prepare-demolition", square, edge))
            if any(o.edge == edge and OBSTACLES[o.kind]["man_made"] for o in g.state.obstacles):
                found.append(("clear-obstacle", square, edge))
            if edge not in wired:
                found.append(("lay-wire", square, edge))
            if edge not in mined:
                found.append(("lay-mines", square, edge))
        if square not in g.state.trenches and square not in g.state.rubble:
            found.append(("dig-trenches", square, -1))
        if square in g.state.rubble and square not in g.state.reopened:
            found.append(("clear-rubble", square, -1))
    busy = {(t.kind, t.square, t.edge) for t in g.state.tasks}
    return [offer for offer in found if offer not in busy]


def has_orders(g: Napalini, formation: int) -> bool:
    return bool(task_offers(g, formation)) or any(t.formation == formation for t in g.state.tasks)


def allocate(g: Napalini, formation: int) -> Procedure:
    """12.engineers.allocate: any free assets to tasks; tasks may be ended."""
    side = g.static.formations[formation].side
    for _ in range(12):
        running = [("end", k, -1) for k, t in enumerate(g.state.tasks) if t.formation == formation]
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
        )
        if choice == DONE:
            return
        if choice[0] == "end":
            g.state.tasks.pop(choice[1])
            g.army(formation).engineers += 1
            continue
        kind, square, edge = choice
        g.army(formation).engineers -= 1
        if in_force("napalini.12.engineers.allocate"):
            g.state.tasks.append(Task(formation, side, kind, square, edge))
        g.tell(
            "Engineers of {side} start work in {place}: {task}.",
            rule="napalini.12.engineers.allocate",
            side=side,
            place=square,
            task=kind.replace("-", " "),
        )


def task_words(g: Napalini, value: Any) -> str:
    if value[0] == "end":
        task = g.state.tasks[value[1]]
        return f"end {task.kind} in {g.label(task.square)}"
    where = g.label(value[1]) if value[2] < 0 else g.static.edges.edge_label(value[2])
    return f"{value[0].replace('-', ' ')} at {where} ({TASKS[value[0]]} periods)"


def _task_place(g: Napalini, value: Any) -> str:
    if value == DONE:
        return ""
    return g.label(g.state.tasks[value[1]].square if value[0] == "end" else value[1])


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
        if own and not g.contested(task.square) and in_force("napalini.12.engineers.progress"):
            task.work += 1
        if task.kind != "ferry" and task.work >= TASKS[task.kind]:
            finish(g, task)
            g.army(task.formation).engineers += 1
        else:
            left.append(task)
    g.state.tasks = left


def finish(g: Napalini, task: Task) -> None:
    """What a finished task leaves on the map."""
    s, rule = g.state, "napalini.12.engineers.obstacles"
    bridging = task.kind in ("build-bridge", "repair-bridge")
    if not in_force("napalini.12.engineers.bridge" if bridging else rule):
        return
    if task.kind == "build-bridge":
        rule = "napalini.12.engineers.bridge"
        s.bridges.append(Bridge(task.edge, f"Pioneer bridge {g.static.edges.edge_label(task.edge)}"))
    elif task.kind == "repair-bridge":
        rule = "napalini.12.engineers.bridge"
        for bridge in s.bridges:
            if bridge.edge == task.edge:
                bridge.intact = True
    elif task.kind == "prepare-demolition":
        rule = "napalini.12.demolition.prepare"
        for bridge in s.bridges:
            if bridge.edge == task.edge:
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
    words = task.kind.replace("-", " ")
    g.tell("Engineers of {side} finish in {place}: {task}.", rule=rule, side=task.side, place=task.square, task=words)


def entrench(g: Napalini, square: int, side: str) -> None:
    """Trenches with obstacle edges on the front of the units there, all round in all-round defence (3.obstacle.edges)."""
    from .zones import facing_of

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
        if enemy and not g.real_at(bridge.end, bridge.charges) and in_force("napalini.12.demolition.prepare"):
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
    from .hq_orders import payers

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
    if payer == g.camp(side).main or not in_force("napalini.4.hq.reach"):
        return there
    return [n for n in there if g.unit(n).formation == payer]


def order_demolition(g: Napalini, payer: int, k: int) -> Procedure:
    """4.action.demolition: a comms check with a unit at the firing end, then the throw."""
    from .actions import failed, pay

    side, bridge, hq = g.round.side, g.state.bridges[k], g.hq(payer)
    at = g.place(hq)
    best = min(sappers(g, side, payer, bridge), key=lambda n: (not by_wire(g, hq, n), n))
    near = at == bridge.end if not g.fixed(hq) else g.distance(at, bridge.end) <= 2
    if not check(g, side, by_wire(g, hq, best), g.distance(at, bridge.end), f"to {bridge.name}", near):
        failed(g, payer, "demolition")
        return
    pay(g, payer, "demolition")
    if in_force("napalini.4.action.demolition"):
        blow(g, bridge, side, 0, "napalini.12.demolition")
    yield from ()


def blow(g: Napalini, bridge: Bridge, side: str, plus: int, rule: str) -> None:
    """12.demolition: 3+ demolished, 2 nothing, 1 or less the charges are lost."""
    die = g.d6(f"Demolition of {bridge.name}", rule=rule, by=side)
    score = die + plus
    if score >= 3 and in_force("napalini.12.demolition"):
        bridge.intact, bridge.charges, bridge.end = False, "", -1
        g.tell("{bridge} is demolished.", rule=rule, bridge=bridge.name)
    elif score <= 1:
        bridge.charges, bridge.end = "", -1
        g.tell("The charges on {bridge} are lost.", rule=rule, bridge=bridge.name)
    else:
        g.tell("{bridge} stands; the charges stay.", rule=rule, bridge=bridge.name)
