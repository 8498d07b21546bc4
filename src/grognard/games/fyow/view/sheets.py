"""Order sheets (10.2.1) and the battle sheet that the program prints for a battle at home (base.table.1, ruling R139)."""

from __future__ import annotations

from functools import lru_cache

from grognard.kernel.scene import Cell, Panel

from ..context import CONDITIONS, HOURS, SESSIONS, Fyow
from ..orders.triggers import condition_words
from ..state import DESTROYED, Battle
from ..tables import ELEMENTS
from ..weather.weather import WORDS


@lru_cache(maxsize=4096)
def row_of(texts: tuple[str, ...]) -> list[Cell]:
    """A row of a sheet; scenes share it."""
    return [Cell(text) for text in texts]


def order_sheet(g: Fyow, side: str) -> Panel:
    """10.2.1.1: directive, objective, on contact, commander and chain, what he has with him, and conditions."""
    rows = []
    for unit in g.state.units:
        if unit.side != side or unit.condition == DESTROYED:
            continue
        boards = g.static.boards
        then = "; ".join(condition_words(g, item) for item in unit.then)
        waiting = f"new orders: {unit.pending.kind}, {boards[unit.pending.objective].name}" if unit.pending else ""
        chain = f"{unit.commander} under {g.state.brigades[unit.brigade].commander}"
        on_contact = unit.order.contact if unit.order.kind == "move to contact" else "-"
        order = (unit.name, unit.order.kind, boards[unit.order.objective].name, on_contact)
        rows.append(row_of((*order, chain, then or "-", waiting or "-")))
    columns = ["Battlegroup", "directive", "objective", "on contact", "chain of command", "conditions", "under way"]
    return Panel(f"orders-{side}", "Order sheet", "sheet", columns=columns, rows=rows, side=side)


def battle_sheet(g: Fyow, battle: Battle) -> Panel:
    """R139: ground, weather, light by session, forces with elements, attitudes and edges, and who joins when."""
    board = g.static.boards[battle.board]
    weather = g.state.weather
    sky = WORDS.get(weather.sky, weather.sky)
    night = [f"session {n} ({HOURS[n - 1]:02}:00) {'night' if g.night_in(n) else 'day'}" for n in range(1, SESSIONS + 1)]
    day, session = divmod(battle.opened - 1, SESSIONS)
    lines = [
        f"{board.name}: {board.terrain} ground{f' ({board.text})' if board.text else ''}.",
        f"Weather: {sky}, wind {weather.wind}, gauge {weather.gauge}. Light: {'; '.join(night)}.",
        f"Contact on day {day + 1}, session {session + 1}; four bounds a session.",
    ]
    works = [work.name for work in g.state.staff.works if work.board == battle.board and not work.cleared]
    if works:
        lines.append("On the board: " + ", ".join(works) + ".")
    lines.append("At the end of each session enter the losses; at the last one who holds the board and who retreats where.")
    rows: list[list[Cell]] = []
    for title, numbers in (("Attackers", battle.attackers), ("Defenders", battle.defenders)):
        for number in numbers:
            lines.append(force_line(g, title, number, battle))
            rows += force_rows(g, number)
    columns = ["force", "element", "code", "number", "of them damaged", "lost", "damaged"]
    return Panel(f"sheet{battle.board}", f"Battle sheet: {board.name}", "sheet", lines=lines, columns=columns, rows=rows)


def force_rows(g: Fyow, number: int) -> list[list[Cell]]:
    """An element a row; the last two columns are for the pencil."""
    unit = g.unit(number)
    rows = []
    for element, count in unit.elements.items():
        hurt = unit.damaged.get(element, 0)
        words = [unit.name, ELEMENTS[element]["name"], element, str(count), str(hurt) if hurt else "", "", ""]
        rows.append([Cell(text) for text in words])
    return rows


def force_line(g: Fyow, title: str, number: int, battle: Battle) -> str:
    unit = g.unit(number)
    edge = f", edge towards {g.static.boards[g.static.other_end(unit.edge, battle.board)].name}" if unit.edge >= 0 else ""
    joins = battle.bounds.get(str(number))
    when = "" if joins is None else ", joins at once" if joins == 0 else f", joins after {joins} bounds"
    state = "in disarray" if unit.disarray else "at rest" if unit.mode == "rest" else unit.attitude
    who = f"{title}: {unit.name} ({unit.id}), {unit.commander}"
    worth = f"{g.half_value(number) / 2:g} points, ammunition {unit.ammunition}/4"
    return f"{who}: {CONDITIONS[unit.condition]}, {state}{edge}{when}; {worth}."
