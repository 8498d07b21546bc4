"""Sections 10 and 11 on the order board: a row for each formation with the order it has, and each option as verb and place.

Everything here is words and figures for the drafts of the week (week.py) and of the day (orders.py); nothing is decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel.scene import OddsView, OptionView, RowView
from grognard.kernel.tally import exact
from grognard.kernel.words import counted

from ..context import CONDITIONS, Fyow
from ..march.movement import MARCHING, allowance, chance
from ..planning.duties import DUTY, name_of
from ..state import Unit
from .triggers import condition_words

VERBS = {
    "defend": "Defend", "engage": "Engage", "move": "Move to", "move to contact": "Move to contact at",
    "reconnaissance": "Reconnoitre", "support": "Support", "rest": "Rest at", "stand by": "Stand by at", "conceal": "Hide at",
    "attack": "Attack", "hold": "Hold", "strike": "Strike", "cover": "Cover", "search": "Search", "guard": "Guard",
    "mission": "Fly over", "course": "Sail for", "train": "Run to", "bombard": "Fire at", "attend": "Ask me on its card",
    "entrain": "Board", "detrain": "Leave the train", "convoy": "Send a convoy to", "share": "Give supply dice to",
    "buy": "Take in", "trade": "Trade in", "stock": "Put into the reserve", "target": "Make a target of",
    "give": "Give supply to", "escort": "Escort", "call on": "Call on",
}  # fmt: skip


def in_words(g: Fyow, kind: str, board: int) -> str:
    """An order as one says it: Engage L'Islet."""
    place = g.static.boards[board].name if board >= 0 else ""
    return f"{VERBS.get(kind, kind.capitalize())} {place}".strip()


# ------------------------------------------------------------------ the rows


def day_rows(g: Fyow, side: str, numbers: Sequence[int]) -> list[RowView]:
    """Battlegroups first, then aircraft, ships and trains: those of whom the draft of the day can ask something."""
    return [*(force_row(g, n) for n in numbers), *air_rows(g, side), *naval_rows(g, side), *train_rows(g, side)]


def force_row(g: Fyow, number: int) -> RowView:
    unit = g.unit(number)
    row = RowView(unit.id, unit.name, piece=f"u{number}", note=note_of(g, number))
    if unit.order.objective >= 0:
        row.now, row.place = in_words(g, unit.order.kind, unit.order.objective), g.static.boards[unit.order.objective].id
        row.path = way(g, unit.board, unit.order.objective)
    if unit.then:
        row.now += "".join(f"; {condition_words(g, item)}" for item in unit.then)
    if unit.pending is not None:
        row.now += f"; from its next card {in_words(g, unit.pending.kind, unit.pending.objective)}"
    return row


def note_of(g: Fyow, number: int) -> str:
    """Place, strength, supply, morale, and how far it may still go today."""
    unit = g.unit(number)
    where = f"{'in the box of ' if unit.box >= 0 else ''}{g.static.boards[unit.board].name}"
    strength = f"{exact(g.value(number))} points" + (f", {share(g, number)} of its start" if unit.start else "")
    supply = f"{unit.mode.capitalize()}, Stockpile {max(0, unit.stockpile)}S, ammunition {unit.ammunition} of 4"
    left = max(0, allowance(unit) - unit.moves)
    return f"{where}: {strength}; {supply}; {CONDITIONS[unit.condition]}, {attitude(unit)}; {counted(left, 'move')} left"


def share(g: Fyow, number: int) -> str:
    return f"{100 * g.half_value(number) // g.unit(number).start} per cent"


def attitude(unit: Unit) -> str:
    return "in Disarray" if unit.disarray else "hidden" if unit.concealed else unit.attitude.capitalize()


def air_rows(g: Fyow, side: str) -> list[RowView]:
    found = []
    for number, group in enumerate(g.state.air.groups):
        own = [plane for plane in g.state.air.planes if plane.group == number and not plane.lost]
        if group.side != side or not own:
            continue
        board = g.state.staff.missions.get(group.id, -1)
        note = f"{group.duty.capitalize()}: {sum(p.ready for p in own)} of {len(own)} aircraft ready"
        row = RowView(group.id, group.name, piece=f"a{number}", note=note)
        if board >= 0:
            row.now, row.place = in_words(g, "mission", board), g.static.boards[board].id
        found.append(row)
    return found


def naval_rows(g: Fyow, side: str) -> list[RowView]:
    found = []
    for number, group in enumerate(g.state.fleet.groups):
        afloat = [v for v in g.state.fleet.vessels if v.group == number and not v.sunk]
        if group.side != side or not afloat:
            continue
        fit = sum(v.fit and not v.dock for v in afloat)
        where = g.static.boards[group.board].name if group.board >= 0 else "in dock"
        row = RowView(group.id, group.name, piece=f"n{number}", note=f"{where}: {fit} of {len(afloat)} vessels fit")
        course = g.state.staff.courses.get(group.id, -1)
        if course >= 0:
            row.now, row.place = in_words(g, "course", course), g.static.boards[course].id
        found.append(row)
    return found


def train_rows(g: Fyow, side: str) -> list[RowView]:
    found = []
    for train in g.state.rail.trains:
        if train.side == side:
            aboard = ", ".join(g.unit(n).name for n in train.cargo) or "empty"
            row = RowView(train.id, train.name, note=f"{g.static.boards[train.board].name}: {aboard}")
            if train.order >= 0:
                row.now, row.place = in_words(g, "train", train.order), g.static.boards[train.order].id
            found.append(row)
    return found


def week_rows(g: Fyow, commands: dict[str, Any], titles: dict[str, str], keys: dict[str, str]) -> list[RowView]:
    """A row for each command that gets an aim; `keys`: where its aim of last week lies."""
    found = []
    for whom, leader in commands.items():
        aim = g.state.aim.get(keys[whom])
        board = g.static.number[aim[1]] if aim else -1
        row = RowView(whom, titles[whom], note=f"{leader.commander} decides")
        number = next((n for n, b in enumerate(g.state.brigades) if b.name == titles[whom]), -1)
        if number >= 0:
            own = [n for n in g.alive(leader.side) if g.unit(n).brigade == number]
            row.piece = f"u{g.state.brigades[number].hq}"
            row.note = f"{counted(len(own), 'force')}, {sum(g.half_value(n) for n in own) // 2} points; {row.note}"
        if aim:
            row.now, row.place = in_words(g, aim[0], board), aim[1]
        found.append(row)
    return found


# ------------------------------------------------------------------ an option


def way(g: Fyow, start: int, goal: int) -> list[str]:
    """Boards of the cheapest way over land; empty if there is none to go."""
    if start == goal or not g.static.boards[start].land:
        return []
    reach = g.static.reach_over_land(start)
    return [g.static.boards[board].id for board in reach.path_to(goal)] if goal in reach else []


def show_plan(g: Fyow, label: str, item: Any, number: int) -> OptionView:
    """An option of the day as verb and place: by whom, where to, by which way, how far, and the chance of the first step."""
    view = OptionView(item, label, group=name_of(g, item.unit), row=item.unit)
    view.verb = VERBS.get(item.kind, item.kind.capitalize())
    goal = g.static.number.get(item.objective, -1)
    view.place = item.objective if goal >= 0 else ""
    if item.slot == DUTY:
        view.verb = f"{view.verb} {name_of(g, item.objective)}".strip() if goal < 0 else view.verb
        return view
    view.slot = item.slot
    if number < 0 or goal < 0:
        return view
    unit = g.unit(number)
    view.piece, view.kind = f"u{number}", "attack" if item.kind == "engage" else "order"
    view.path = way(g, unit.board, goal)
    if view.path:
        view.cost = counted(len(view.path) - 1, "board")
        if item.kind in MARCHING:
            view.odds = [first_step(g, number, view.path)]
    return view


def first_step(g: Fyow, number: int, path: Sequence[str]) -> OddsView:
    """14.5.2: how likely the Movement Test of the first board is, as the weather and the light stand now."""
    boards = g.static.number
    link = min(g.static.graph.links_between(boards[path[0]], boards[path[1]]), key=lambda n: g.static.link_cost[n])
    tenths = chance(g, number, link)
    words = f"to {g.static.boards[boards[path[1]]].name}"
    return OddsView(words, [("through", tenths / 10), ("stays", 1 - tenths / 10)], "fyow.14.5.2", [1, -1])


def show_aim(g: Fyow, label: str, item: Any, *, attachment: bool) -> OptionView:
    """An option of the week; a Battlegroup that changes its Brigade stands below the board."""
    if attachment:
        return OptionView(item, label, group="Attach")
    view = OptionView(item, label, row=item.whom, verb=VERBS.get(item.kind, item.kind.capitalize()), slot=item.slot)
    view.place = item.objective if item.objective in g.static.number else ""
    view.kind = "attack" if item.kind in ("attack", "strike") else "order"
    return view


def week_in_short(g: Fyow, aims: Sequence[Any]) -> str:
    """A whole week by its first command's options: Attack St Sampson; else hold Vale Church or attack Les Capelles."""
    if not aims:
        return "Nothing new"
    mine = [aim for aim in aims if aim.whom == aims[0].whom]
    first = next((aim for aim in mine if aim.slot == "sensible"), mine[0])
    others = [in_words(g, aim.kind, g.static.number[aim.objective]) for aim in mine if aim is not first]
    others = [words[:1].lower() + words[1:] for words in others]
    words = in_words(g, first.kind, g.static.number[first.objective])
    return f"{words}; else {' or '.join(others)}" if others else words
