"""The other services in the scene: air and naval groups as pieces, their panels, the calendar, weather and supply."""

from __future__ import annotations

from fractions import Fraction

from grognard.kernel import UMPIRE
from grognard.kernel.scene import Cell, Marker, Panel, Piece
from grognard.kernel.tally import exact
from grognard.kernel.words import capital, counted

from ..air.aircraft import planes, present, strength
from ..context import CONDITIONS, DATES, Fyow
from ..engineering.jobs import JOBS
from ..records.services import AirGroup, NavalGroup
from ..sea.vessels import at_sea, vessels
from ..sea.vessels import strength as hull
from ..supply.bank import banked, key_of
from ..supply.routes import letters
from .sheets import row_of

SYMBOLS = {"patrol": "fighter", "ground attack": "fighter", "bombing": "bomber", "torpedo": "bomber"}
SYMBOLS |= {"transport": "transport-aircraft", "recce": "fighter"}


def shows(g: Fyow, side: str | None, owner: str, seen: bool) -> str:
    """own, seen or nothing. A spectator sees neither: that the enemy has seen a group is not known to its owner."""
    if side in (owner, UMPIRE):
        return "own"
    return "seen" if seen and side == g.enemy(owner) else ""


def pieces(g: Fyow, side: str | None) -> list[Piece]:
    made = []
    for number, group in enumerate(g.state.air.groups):
        sight = shows(g, side, group.side, number in g.state.air.seen.get(g.enemy(group.side), []))
        if group.board >= 0 and sight:
            made.append(air_piece(g, number, group, sight))
    for number, fleet in enumerate(g.state.fleet.groups):
        sight = shows(g, side, fleet.side, number in g.state.fleet.seen.get(g.enemy(fleet.side), []))
        if fleet.board >= 0 and sight:
            made.append(naval_piece(g, number, fleet, sight))
    for number, train in enumerate(g.state.rail.trains):
        if side in (train.side, UMPIRE):
            place = g.static.boards[train.board].id
            made.append(Piece(f"t{number}", train.side, place, symbol="rail", name=train.name, states=[train.kind]))
    return made


def air_piece(g: Fyow, number: int, group: AirGroup, sight: str) -> Piece:
    place = g.static.boards[group.board].id
    count = len(present(g, number))
    facts = {}
    if sight == "own":
        facts = {"mission": group.duty, "sessions flown": str(group.flown), "in the box": "yes" if group.in_box else "no"}
    values = [str(count)]
    symbol = SYMBOLS[group.duty]
    return Piece(f"a{number}", group.side, place, symbol=symbol, name=group.name, values=values, facts=facts)


def naval_piece(g: Fyow, number: int, group: NavalGroup, sight: str) -> Piece:
    place = g.static.boards[group.board].id
    states = ["combat area"] if group.area else []
    facts = {}
    if sight == "own":
        aboard = [g.unit(n).name for n in g.alive(group.side) if g.unit(n).aboard == number]
        facts = {"aboard": ", ".join(aboard)} if aboard else {}
    values = [str(len(at_sea(g, number)))]
    return Piece(f"n{number}", group.side, place, symbol="naval", name=group.name, values=values, states=states, facts=facts)


def panels(g: Fyow, side: str | None) -> list[Panel]:
    made = [calendar(g)]
    for name in g.static.sides:
        if side not in (name, UMPIRE):
            continue
        if any(command.side == name for command in g.state.air.commands):
            made.append(air_panel(g, name))
        if any(group.side == name for group in g.state.fleet.groups):
            made.append(naval_panel(g, name))
        if any(cell.side == name for cell in g.state.partisans.cells):
            made.append(cells_panel(g, name))
        stores = g.state.stores
        due = any(item.side == name for item in stores.deliveries) or any(task.side == name for task in stores.tasks)
        if saved(g, name) or due:
            made.append(stores_panel(g, name))
    return made


def calendar(g: Fyow) -> Panel:
    """1.1.3: the twelve dates of the month."""
    cells = [Cell(str(date or "last"), n == g.day_of_month, rule="fyow.1.1.3") for n, date in enumerate(DATES, 1)]
    return Panel("calendar", f"{g.date:%B %Y}", "track", cells=cells)


def air_panel(g: Fyow, side: str) -> Panel:
    command = next(c for c in g.state.air.commands if c.side == side)
    rows = []
    for number, group in enumerate(g.state.air.groups):
        if group.side != side:
            continue
        own = planes(g, number)
        where = "airfield" if group.board < 0 else g.static.boards[group.board].name
        damage = sum(plane.damage for plane in own)
        ready = sum(plane.ready and not plane.used for plane in own)
        weak = min((strength(g, plane) for plane in own), default=0)
        texts = [group.name, group.duty, where, f"{ready} of {len(own)}", f"X{damage}" if damage else "-", str(weak)]
        rows.append(row_of(tuple(texts)))
    title = f"Air Command: {CONDITIONS[command.condition]}, milestone {command.milestone} of {command.original}"
    title += f", {command.base} base, flying die {command.die or '-'}"
    columns = ["group", "mission", "where", "ready", "damage", "weakest"]
    return Panel(f"air-{side}", title, "sheet", columns=columns, rows=rows, side=side)


def naval_panel(g: Fyow, side: str) -> Panel:
    rows = []
    for number, group in enumerate(g.state.fleet.groups):
        if group.side != side:
            continue
        own = vessels(g, number)
        where = "dock" if group.board < 0 else g.static.boards[group.board].name
        area = "combat area" if group.area else "-"
        hulls = ", ".join(str(hull(vessel)) for vessel in own[:6])
        fit = sum(vessel.fit for vessel in own)
        rows.append([Cell(text) for text in (group.name, where, area, f"{fit} of {len(own)}", hulls)])
    columns = ["group", "where", "area", "operating", "strength"]
    return Panel(f"navy-{side}", "Naval Command", "sheet", columns=columns, rows=rows, side=side)


def cells_panel(g: Fyow, side: str) -> Panel:
    """34.3.1: the log of the cells."""
    rows = []
    for number, cell in enumerate(g.state.partisans.cells):
        if cell.side == side:
            radio = "radio" if cell.radio else "-"
            agent = "agent" if cell.agent >= 0 else "-"
            place = g.static.boards[cell.board].name
            texts = [f"cell {number + 1}", place, str(cell.members), radio, str(cell.explosives), agent]
            rows.append(row_of(tuple(texts)))
    columns = ["cell", "near", "members", "radio", "explosives", "agent"]
    return Panel(f"cells-{side}", "Partisans", "sheet", columns=columns, rows=rows, side=side)


def saved(g: Fyow, side: str) -> dict[str, int]:
    """Half points in the banks of a side, by the name of whoever may spend them (21.4.2.1)."""
    found = {"the HQ": banked(g, side)}
    for number in g.alive(side):
        found[g.unit(number).name] = banked(g, key_of(number))
    return {name: points for name, points in found.items() if points}


def stores_panel(g: Fyow, side: str) -> Panel:
    stores = g.state.stores
    lines = [f"In the bank of {name}: {points_of(half)}" for name, half in saved(g, side).items()]
    due = [d for d in stores.deliveries if d.side == side]
    lines += [f"{points_of(d.points)} in {counted(d.day - g.state.day, 'day')}" for d in due]
    under_way = [task for task in stores.tasks if task.side == side]
    lines += [f"{capital(JOBS.get(task.job, task.job))}: {task.done} of {task.need}" for task in under_way]
    for number, brigade in enumerate(g.state.brigades):
        if brigade.side == side:
            lines.append(f"Route of {brigade.name}: {letters(g, number)}")
    return Panel(f"stores-{side}", "Stores, deliveries and work", "text", lines=lines, side=side)


def points_of(half: int) -> str:
    return "1 point" if half == 2 else f"{exact(Fraction(half, 2))} points"


def markers(g: Fyow, side: str | None) -> list[Marker]:
    """Weather and moon in a corner are status; here cut railway lines, known to both."""
    made = []
    for name in sorted(g.state.rail.cuts):
        board = g.static.graph.links[int(name)].a
        made.append(Marker(f"cut{name}", "damage", g.static.boards[board].id, label="line cut"))
    return made


def status(g: Fyow) -> list[str]:
    w = g.state.weather
    words = []
    if w.low_cloud:
        words.append("low cloud")
    if w.storm == "blowing":
        words.append("sandstorm")
    if g.state.session and g.night:
        words.append("moonlit night" if w.moonlit else "dark night")
    elif w.moon != "dark":
        words.append("moon tonight" if w.moon == "moon" else "some moonlight tonight")
    return words
