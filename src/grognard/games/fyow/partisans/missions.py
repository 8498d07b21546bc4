"""Section 34: cells behind the enemy's lines, their missions, agents and radios. Sweeps against them: sweeps.py.

The cells belong to one side and are its secret. Dice for them are seen by that side only, unless the enemy suffers or finds
something. A cell's mission has a day and a session; then it gets a card (`card`). Partisans who fight: battles.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from grognard.kernel import Procedure, Refusal, Tally, cites
from grognard.kernel.words import counted

from ..asks import Ask
from ..chance.cards import effect
from ..contact.detection import in_the_dark, occupying_dice, score_against
from ..contact.information import less_by_weather, look_over, report
from ..context import Fyow
from ..planning.duties import make
from ..records.services import Cell, Finding
from ..supply.routes import company
from ..tables import TABLES
from .battles import rise
from .cells import TABLE, active, agent_goes_home, agent_lost, can_observe, casualties, double_of, helped, throw
from .demolition import difficult, wreck
from .sweeps import order_sweep, sweeps

ATTACK = TABLES["partisan_attack"]
TARGETS, TWICE, DIFFICULT = 6, 2, 3


class Ambush(StrEnum):
    """34.11.1: what partisans who lie in wait do."""

    WATCH = "watch"
    ATTACK = "attack"

FOUND_BY = TABLES["detection"]["occupying"]["finds_partisans_double"]


def friends(g: Fyow) -> str:
    """34.12.1: the side that the partisans help, named by the scenario; else the one that holds less."""
    named = g.static.scenario.get("partisans", {}).get("side")
    if named:
        return str(named)
    return min(g.static.sides, key=lambda side: (sum(1 for holder in g.state.control if holder == side), side))


# ------------------------------------------------------------------ beginnings


@cites("fyow.prep.9", "fyow.34.0.1")
def begin(g: Fyow) -> None:
    """prep.9, 34.1.1: D3 cells or the scenario's number, each with D6 members; explosives, radio, targets, activity."""
    if not g.options["partisans"]:
        return
    side = friends(g)
    named = g.static.scenario.get("partisans", {})
    words: dict[str, Any] = {"by": side, "to": [side]}
    count = named.get("cells") or g.roll(TABLE["cells"].lower(), "Partisan cells", rule="fyow.34.1.1", **words)[0]
    for number in range(count):
        new_cell(g, side, number)
    first_of_month(g, first=True)


def new_cell(g: Fyow, side: str, number: int) -> None:
    boards = g.static.scenario.get("partisans", {}).get("boards")
    held = [n for n, holder in enumerate(g.state.control) if holder == g.enemy(side) and g.static.boards[n].land]
    choice = [g.static.number[name] for name in boards] if boards else held
    if not choice:
        return
    board = choice[number % len(choice)] if boards else g.draw(choice)[0]
    members = g.roll(TABLE["members"].lower(), "Members of a cell", rule="fyow.34.1.1", by=side, to=[side])[0]
    cell = Cell(side, board, members)
    g.state.partisans.cells.append(cell)
    g.tell("A cell of {n} near {board}.", rule="fyow.34.3.1", to=side, n=members, board=board)


@cites("fyow.4.1.2")
def new_season(g: Fyow) -> None:
    """4.1.2, 34.4.1: a double on 2D6 adds a cell."""
    if not g.state.partisans.cells:
        return
    side = g.state.partisans.cells[0].side
    dice = g.roll(TABLE["new_cell_dice"].lower(), "A new cell?", rule="fyow.34.4.1", by=side, to=[side])
    if double_of(dice):
        new_cell(g, side, len(g.state.partisans.cells))


def first_of_month(g: Fyow, *, first: bool = False) -> None:
    """4.2.6: recruits, explosives, radios, agents, targets; the activity once the agents have joined (`agents_join`)."""
    g.state.partisans.to_plan = True
    for number, cell in enumerate(g.state.partisans.cells):
        if cell.members <= 0:
            continue
        if not first:
            recruit(g, cell)
        explosives(g, cell)
        radio(g, cell)
        if not first or active(g, cell):
            agent(g, cell)
            if cell.agent == 0 and cell.agent_since == g.state.day:
                g.state.partisans.arrivals.append(number)
        cell.targets = cell.targets or proposed_targets(g, cell.side)


def agents_join(g: Fyow) -> Procedure:
    """34.15.2: an agent joins any cell that has none, wherever he was thrown for; then the cells plan their month."""
    partisans = g.state.partisans
    if not partisans.to_plan:
        return
    cells = partisans.cells
    for number in partisans.arrivals:
        side = cells[number].side
        free = [n for n, cell in enumerate(cells) if cell.side == side and cell.members > 0 and cell.agent < 0]
        chosen = number
        if free:
            words: dict[str, Any] = {"name": Ask.AGENT, "kind": "order", "final": True, "secret": True}
            words |= {"label": lambda n: cell_words(g, n), "on": lambda n: ("", g.static.boards[cells[n].board].id)}
            prompt = "An agent has come: which cell does he join?"
            chosen = yield g.ask(side, prompt, [number, *free], rule="fyow.34.15.2", **words)
        if chosen != number:
            cells[chosen].agent, cells[chosen].agent_since, cells[chosen].missions = 0, g.state.day, cells[number].missions
            agent_lost(cells[number])
        g.tell("An agent joins the cell near {board}.", rule="fyow.34.15.2", to=side, board=cells[chosen].board)
    partisans.arrivals, partisans.to_plan = [], False
    for cell in cells:
        if cell.members > 0:
            plan(g, cell)


def cell_words(g: Fyow, number: int) -> str:
    cell = g.state.partisans.cells[number]
    what = ", ".join([counted(cell.members, "member"), *(["radio"] if cell.radio else []), f"explosives {cell.explosives}"])
    return f"The cell near {g.static.boards[cell.board].name} ({what})"


@cites("fyow.34.4.3")
def most_members(members: int) -> int:
    """34.4.3: a cell has at most 10 members."""
    return min(members, int(TABLE["max_members"]))


def recruit(g: Fyow, cell: Cell) -> None:
    """34.4.2, 34.4.3: 3D4; a double brings as many recruits as its number; at most 10 members."""
    found = double_of(throw(g, cell, TABLE["recruit_dice"], "Recruits", "fyow.34.4.2"))
    cell.members = most_members(cell.members + found)


@cites("fyow.34.5.3")
def most_explosives(units: int) -> int:
    """34.5.3: a cell holds at most 3 units."""
    return min(units, int(TABLE["max_explosives"]))


def explosives(g: Fyow, cell: Cell) -> None:
    """34.5.2, 34.5.3: one unit by a double on 3D6; at most 3."""
    if double_of(helped(cell, throw(g, cell, TABLE["explosives_dice"], "Explosives", "fyow.34.5.2"))):
        cell.explosives = most_explosives(cell.explosives + 1)


def radio(g: Fyow, cell: Cell) -> None:
    """34.6.1: a double on 3D6, for a cell that has none."""
    if not cell.radio:
        cell.radio = bool(double_of(helped(cell, throw(g, cell, TABLE["radio_dice"], "A radio", "fyow.34.6.1"))))


def agent(g: Fyow, cell: Cell) -> None:
    """34.15.1, 34.15.2: once for each active cell; a double on 2D10 sends one."""
    if active(g, cell) and cell.agent < 0 and double_of(throw(g, cell, TABLE["agent_dice"], "An agent", "fyow.34.15.1")):
        cell.agent, cell.agent_since = 0, g.state.day


# ------------------------------------------------------------------ 34.7: targets


def proposed_targets(g: Fyow, side: str) -> list[list[int]]:
    """34.7.1: six boards behind the enemy's lines, as a staff would choose them: what he holds and what is worth most."""
    held = [n for n, holder in enumerate(g.state.known_control[side]) if holder == g.enemy(side) and g.static.boards[n].land]
    known = {g.unit(n).board for n in g.state.seen[side]}
    held.sort(key=lambda n: (hard(g, side, n), n in known, -g.static.objectives.get(n, 0), n))
    chosen: list[int] = []
    for board in held + held[:TWICE]:
        if len(chosen) < TARGETS and too_many(g, side, [*chosen, board]) is None:
            chosen.append(board)
    return [[board, 1 if place % 2 == 0 else 0] for place, board in enumerate(chosen)]


def hard(g: Fyow, side: str, board: int) -> bool:
    """34.7.2: whether a target there would be difficult, as far as the side knows."""
    return any(company(g, n) for n in g.known_enemies(side, board))


def too_many(g: Fyow, side: str, boards: Sequence[int]) -> Refusal | None:
    """34.7.1: at most two of the targets appear twice, and none more often; 34.7.2: at most three are difficult."""
    more = [board for board in dict.fromkeys(boards) if boards.count(board) > 1]
    if len(more) > TWICE or any(boards.count(board) > 2 for board in more):
        return Refusal("fyow.34.7.1", "At most two targets may appear twice, and none more often.", limit=TWICE)
    difficult_ones = sum(hard(g, side, board) for board in boards)
    if difficult_ones > DIFFICULT:
        words = f"At most {DIFFICULT} targets may be difficult."
        return Refusal("fyow.34.7.2", words, limit=DIFFICULT, measured=difficult_ones)
    return None


def may_target(g: Fyow, side: str, item: Any, items: Sequence[Any]) -> Refusal | None:
    """34.7.1, 34.7.2: at most two boards twice; at most three difficult ones, as far as the side knows."""
    cell = cell_of(g, side, item.unit)
    if cell is None or item.objective not in g.static.number:
        return Refusal("fyow.34.7.1", "A target is a board for a cell of yours.")
    if not g.new_month and g.state.day:
        return Refusal("fyow.34.7.1", "Targets are listed at the start of a month.")
    if item.count not in range(1, 2 * TARGETS + 1):
        return Refusal("fyow.34.7.1", "The count is the place on the list: 1 to 6 to attack, 7 to 12 to observe.")
    board = g.static.number[item.objective]
    boards = [target[0] for target in cell.targets]
    place = (item.count - 1) % TARGETS
    boards[place : place + 1] = [board]
    if refusal := too_many(g, side, boards):
        return refusal
    if board == cell.last:
        return Refusal("fyow.34.10.1", "After a mission the same target is not taken again at once.")
    return None


def set_target(g: Fyow, side: str, item: Any) -> None:
    cell = cell_of(g, side, item.unit)
    if cell is not None:
        place = (item.count - 1) % TARGETS
        cell.targets[place : place + 1] = [[g.static.number[item.objective], 1 if item.count <= TARGETS else 0]]


def cell_of(g: Fyow, side: str, name: str) -> Cell | None:
    number = int(name[4:]) if name.startswith("cell") and name[4:].isdigit() else -1
    cells = g.state.partisans.cells
    return cells[number] if 0 <= number < len(cells) and cells[number].side == side else None


def target_offers(g: Fyow, side: str, items: Sequence[Any]) -> list[Any]:
    if not g.new_month and g.state.day:
        return []
    found = []
    for number, cell in enumerate(g.state.partisans.cells):
        if cell.side == side and cell.members:
            boards = [n for n, board in enumerate(g.static.boards) if board.land and n in g.static.objectives]
            found += [make(f"cell{number}", "target", g.static.boards[b].id, 1) for b in boards]
    return [item for item in found if may_target(g, side, item, items) is None]


# ------------------------------------------------------------------ 34.8, 34.9: missions


@cites("fyow.34.7.3")
def may_plan(g: Fyow, cell: Cell) -> bool:
    """34.7.3: in the very month in which it becomes active."""
    return (active(g, cell) or can_observe(g, cell)) and bool(cell.targets)


@cites("fyow.34.15.4")
def sure_to_act(cell: Cell) -> bool:
    """34.15.4: with an agent a mission takes place this month without the throw."""
    return cell.agent >= 0


def plan(g: Fyow, cell: Cell) -> None:
    """34.7.3, 34.8.1, 34.15.4: a double on 5D6 means action this month; 34.8.2: week by card, day by D3, session by D6."""
    cell.mission = []
    if not may_plan(g, cell):
        return
    if not sure_to_act(cell) and not double_of(throw(g, cell, TABLE["activity_dice"], "Will the cell act?", "fyow.34.8.1")):
        return
    rule = "fyow.34.8.2" if active(g, cell) else "fyow.34.9.1"
    week = g.draw([0, 1, 2, 3], to=[cell.side])[0]
    day = throw(g, cell, "d3", "The day of the mission", rule)[0]
    session = throw(g, cell, "d6", "The session of the mission", rule)[0]
    first = g.state.day - (g.day_of_month - 1)
    cell.mission = [first + 3 * week + day - 1, session]


def holders(g: Fyow) -> list[int]:
    """34.8.2: a cell gets a card in the session of its mission."""
    now = [g.state.day, g.state.session]
    cells = g.state.partisans.cells
    due = [n for n, cell in enumerate(cells) if cell.members > 0 and (cell.mission == now or cell.observing >= 0)]
    due = [n for n in due if cells[n].fights < 0]
    return [] if effect(g, "partisans", "cancel_missions") else due


def card(g: Fyow, number: int) -> Procedure:
    """4.6.7, 34.8.3: a D6 picks the target, and with its mark the kind; a cell without explosives observes."""
    cell = g.state.partisans.cells[number]
    if cell.observing >= 0:
        observe(g, cell)
        return
    die = throw(g, cell, "d6", "Which target?", "fyow.34.8.3")[0]
    place = min(die, len(cell.targets)) - 1
    target = cell.targets[place]
    cell.last = target[0]
    if target[1] and g.state.control[target[0]] == cell.side:
        text = "{board} is in friendly hands: the cell strikes nothing there."
        g.tell(text, rule="fyow.34.7.1", to=cell.side, board=target[0])
    elif target[1] and cell.explosives and active(g, cell):
        attack(g, cell, target[0])
    elif can_observe(g, cell):
        cell.observing = target[0]
        g.tell("The cell lies in wait at {board}.", rule="fyow.34.9.2", to=cell.side, board=target[0])
        prompt = f"The partisans at {g.static.boards[cell.observing].name}: watch the enemy, or fall upon him?"
        words: dict[str, Any] = {"decline": Ambush.WATCH, "final": True, "kind": "attack", "secret": True}
        answer = yield g.ask(cell.side, prompt, list(Ambush), name=Ask.AMBUSH, rule="fyow.34.11.1", **words)
        if answer == Ambush.ATTACK:
            known = watch(g, cell)
            for enemy in known:
                g.spot(cell.side, enemy)
            yield from rise(g, number, cell.observing, known)
        else:
            observe(g, cell)
    after_mission(g, cell, place)


def after_mission(g: Fyow, cell: Cell, place: int) -> None:
    """34.10.1: a new target gets the number that has become free, not the same at once; 34.15.7: a free agent goes home."""
    cell.mission = []
    others = [target[0] for n, target in enumerate(cell.targets) if n != place]
    fresh = [board for board, _ in proposed_targets(g, cell.side) if board != cell.last]
    fresh = sorted((b for b in fresh if too_many(g, cell.side, [*others, b]) is None), key=lambda b: b in others)
    if fresh:
        cell.targets[place] = [fresh[0], cell.targets[place][1]]
    if cell.fights < 0:
        agent_goes_home(g, cell)


def attack(g: Fyow, cell: Cell, board: int) -> str:
    """34.8.4 to 34.8.6: one unit of explosives, a D6 on the table of ordinary or difficult targets."""
    cell.explosives -= 1
    hard = difficult(g, board, cell.side)
    die = g.d6("The cell strikes at {board}", rule="fyow.34.8.4", by=cell.side, to=[cell.side], board=board)
    result = str(ATTACK["difficult" if hard else "ordinary"][str(die)])
    rule = "fyow.34.8.6" if hard else "fyow.34.8.5"
    cell.incident, cell.trouble = g.state.day, board
    if result == "wiped out":
        cell.members, cell.agent = 0, -1
    elif result == "D6 casualties":
        casualties(g, cell, throw(g, cell, "d6", "Casualties", rule)[0])
    elif result != "foiled":
        wreck(g, cell, board, result, hard, die)
    words = {"destroyed": "the target is destroyed", "foiled": "the attack is foiled", "wiped out": "the cell is wiped out"}
    text = words.get(result, "the attack costs members" if "casualties" in result else "damage is done")
    g.tell("Partisans strike at {board}: {news}.", rule=rule, board=board, news=text)
    return result


def watch(g: Fyow, cell: Cell) -> list[int]:
    """34.9.3: its Detection Throw, 6D6 as reconnaissance. Returns the enemies that it has found."""
    board = cell.observing
    eyes = Tally("detection dice")
    eyes.add(TABLES["detection"]["arriving"]["partisans"], "partisans", "fyow.34.9.3")
    count = max(0, int(in_the_dark(g, eyes, board)))
    faces = throw(g, cell, f"{count}d6", "The cell watches", "fyow.34.9.3") if count else ()
    return [n for n in g.on_board(board, g.enemy(cell.side)) if any(face >= score_against(g, n) for face in faces)]


def observe(g: Fyow, cell: Cell) -> None:
    """34.9.3 to 34.9.5: both look; occupiers find partisans by a 4+ double (16.4.4)."""
    board = cell.observing
    found = watch(g, cell)
    if found:
        less = less_by_weather(g, board)
        words: dict[str, Any] = {"by": cell.side, "to": [cell.side], "tallies": [less]}
        die = g.roll("d6", "Pieces of information", rule="fyow.34.9.5", **words)[0]
        gathered = look_over(g, cell.side, board, found, die, less, cell.findings)
        cell.findings = [*cell.findings, *(gathered or [Finding(board, g.now, found[0], "", "")])]
        forces = counted(len(found), "enemy force")
        g.tell("The cell sees {forces} at {board}.", rule="fyow.34.9.5", to=cell.side, forces=forces, board=board)
    for number in g.on_board(board, g.enemy(cell.side)):
        dice = max(0, int(occupying_dice(g, number, -1)))
        looks = g.roll(f"{dice}d6", "{unit} looks about", rule="fyow.16.4.4", to=(), unit=number) if dice else ()
        if double_of(looks) >= FOUND_BY:
            spotted(g, cell, number)
            break
    cell.observing = -1


def told(g: Fyow, cell: Cell) -> list[str]:
    """34.12.3: what the cell has seen is known to its friends from the report on, board by board."""
    lines = []
    for board in dict.fromkeys(one.board for one in cell.findings):
        there = [one for one in cell.findings if one.board == board]
        sighted = g.state.sighted[cell.side]
        sighted[str(board)] = max(sighted.get(str(board), 0), *(one.when for one in there))
        facts = report(g, cell.side, [one for one in there if one.kind]) or ["enemies, no more is known"]
        lines.append(f"{g.static.boards[board].name}: {'; '.join(facts)}")
    return lines


def spotted(g: Fyow, cell: Cell, number: int) -> None:
    """34.9.4: both throw a D6; if the occupier scores higher the cell loses D4 members; it withdraws."""
    unit = g.unit(number)
    theirs = g.d6("{unit} hunts the partisans", rule="fyow.34.9.4", by=unit.side, unit=number)
    ours = g.d6("The partisans slip away", rule="fyow.34.9.4", by=cell.side)
    cell.incident, cell.trouble = g.state.day, cell.observing
    if theirs > ours:
        casualties(g, cell, throw(g, cell, TABLE["spotted_casualties"], "Members lost", "fyow.34.9.4")[0])
    g.tell("{unit} finds partisans at {board}.", rule="fyow.34.9.4", unit=number, board=cell.observing)


# ------------------------------------------------------------------ 34.12, 34.13: the week


@cites("fyow.4.2.7")
def weekly_sweeps(g: Fyow) -> None:
    """4.2.7, ruling R25: sweeps are held at the start of the week."""
    sweeps(g)


@cites("fyow.4.8.3")
def weekly_call(g: Fyow, cell: Cell) -> None:
    """4.8.3, ruling R25: reports and listening-in come every week."""
    if cell.radio and not cell.dispersed:
        call(g, cell)


def new_week(g: Fyow) -> None:
    """34.14, then 34.12: sweeps for the incidents of last week; then each cell calls; 34.11.3: dispersed cells gather.

    Both are weekly (4.2.7 and 4.8.3 only mention them, ruling R25).
    """
    for number, cell in enumerate(g.state.partisans.cells):
        if cell.members > 0 and cell.incident >= 0:
            order_sweep(g, number, cell)
    weekly_sweeps(g)
    for cell in g.state.partisans.cells:
        if cell.members <= 0:
            continue
        if cell.dispersed:
            cell.dispersed = not double_of(throw(g, cell, TABLE["reform_dice"], "The cell gathers", "fyow.34.11.3"))
        weekly_call(g, cell)


def call(g: Fyow, cell: Cell) -> None:
    """34.12.2, 34.12.3, 34.13.1: 5+ on a D10 connects; then a D6, 1 lost; the enemy listens with a D10."""
    if throw(g, cell, "d10", "The cell calls", "fyow.34.12.2")[0] < TABLE["radio_score_d10"]:
        return
    report = throw(g, cell, "d6", "The report", "fyow.34.12.3")[0]
    if report in TABLE["report_lost"]:
        return  # nothing was sent: there is nothing to listen to (34.13)
    news = "; ".join([*cell.learned, *told(g, cell)]) or "nothing new"
    text = "Report of the partisans near {board}: {news}."
    g.tell(text, rule="fyow.34.12.1", to=cell.side, board=cell.board, news=news)
    cell.learned, cell.findings = [], []
    enemy = g.enemy(cell.side)
    listening = g.roll("d10", "Listening in", rule="fyow.34.13.1", by=enemy, to=[enemy])[0]
    if listening <= report:
        cell.incident, cell.trouble = g.state.day, cell.board
        g.tell("A secret radio is pinpointed near {board}.", rule="fyow.34.13.1", to=enemy, board=cell.board)


__all__ = ["Refusal", "begin", "card", "first_of_month", "new_week"]
