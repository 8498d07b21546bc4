"""What one side does not know of the other: dealt again for imagined worlds, or listed."""

from __future__ import annotations

import random
from typing import Any

from .chance.cards import PACK
from .context import Fyow
from .orders.orders import ideas
from .sea.sailing import aboard
from .state import Order

FEW_CARDS = 5  # the one turned up and four more: a shuffle of two or three often leaves them as they lay


def unseen_air(g: Fyow, side: str) -> list[int]:
    """Enemy air groups that this side has not seen where they are now."""
    seen = g.state.air.seen.get(side, [])
    return [n for n, group in enumerate(g.state.air.groups) if group.side != side and n not in seen]


def unseen_ships(g: Fyow, side: str) -> list[int]:
    seen = g.state.fleet.seen.get(side, [])
    return [n for n, group in enumerate(g.state.fleet.groups) if group.side != side and n not in seen]


def hidden_cells(g: Fyow, side: str) -> list[int]:
    return [n for n, cell in enumerate(g.state.partisans.cells) if cell.side != side and cell.members > 0]


def redeal_services(then: Fyow, now: Fyow, side: str, rng: random.Random) -> None:
    """Where unseen groups are, which aircraft are ready, what the cells are like, and the card of the month."""
    s = then.state
    for number in unseen_air(then, side):
        group = s.air.groups[number]
        if number not in unseen_air(now, side):
            continue
        if group.board >= 0 and number_free(now, number):
            boards = [b for b in range(then.static.size) if not then.on_board(b, side) and not own_air(then, b, side)]
            if boards and not then.on_board(group.board, side) and not own_air(then, group.board, side):
                group.board = rng.choice(boards)
        for plane in s.air.planes:
            if plane.group == number and not plane.aloft and not plane.lost and not plane.damage:
                plane.ready = rng.random() < 0.67
    for number in unseen_ships(then, side):
        if number in unseen_ships(now, side):
            _move_ships(then, number, side, rng)
    for number in hidden_cells(then, side):
        cell = s.partisans.cells[number]
        boards = [n for n, holder in enumerate(then.state.control) if holder == side and then.static.boards[n].land]
        cell.board = rng.choice(boards) if boards else cell.board
        cell.members = rng.randint(1, 6)
    if s.fortune.card >= 0 and not s.fortune.open and not now.state.fortune.open:
        s.fortune.card = rng.randrange(len(PACK))
        later = list(range(then.day_of_month + 1, 13))
        if s.fortune.day > then.day_of_month and later:
            s.fortune.day = rng.choice(later)


def number_free(now: Fyow, number: int) -> bool:
    """Whether the group is not the one whose card is turned up just now."""
    return not now.state.pack or now.state.pack[0] != 1000 + number


def own_air(g: Fyow, board: int, side: str) -> bool:
    """Whether aircraft of the side are over the board: what stands there openly, they would see."""
    return any(group.side == side and group.board == board for group in g.state.air.groups)


def _move_ships(then: Fyow, number: int, side: str, rng: random.Random) -> None:
    group = then.state.fleet.groups[number]
    if group.board < 0 or group.area:
        return
    own = {other.board for other in then.state.fleet.groups if other.side == side}
    seas = [n for n, board in enumerate(then.static.boards) if not board.land and n not in own]
    if group.board in own or not seas:
        return
    group.board = rng.choice(seas)
    group.box = -1
    for troop in aboard(then, number):
        then.state.units[troop].board = group.board


def secrets_of_services(g: Fyow, side: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    groups = unseen_air(g, side)
    planes = [p.ready for p in g.state.air.planes if p.group in groups and not p.aloft and not p.lost and not p.damage]
    if len(planes) > 3:
        found["aircraft"] = planes
    ships = [g.state.fleet.groups[n] for n in unseen_ships(g, side)]
    own = {other.board for other in g.state.fleet.groups if other.side == side}
    away = [group.board for group in ships if group.board >= 0 and not group.area and group.board not in own]
    if away:
        found["ships"] = away
    cells = hidden_cells(g, side)
    if cells:
        found["partisans"] = [(g.state.partisans.cells[n].board, g.state.partisans.cells[n].members) for n in cells]
    if g.state.fortune.card >= 0 and not g.state.fortune.open:
        found["chance card"] = g.state.fortune.card
    return found


def unknown(then: Fyow, now: Fyow, side: str) -> list[int]:
    """Enemy units of which this side knows nothing, then and now: not found, in no battle, on a board of their own."""
    found = []
    for number in then.alive(then.enemy(side)):
        free = True
        for g in (then, now):
            unit = g.unit(number)
            shared = bool(g.on_board(unit.board, side))
            free = free and not g.knows(side, number) and g.battle_of(number) is None and not shared and unit.kind != "fixed"
            free = free and not g.seen_from_the_sea(side, number)
        if free:
            found.append(number)
    return found


def deal_again(then: Fyow, now: Fyow, side: str, rng: random.Random) -> None:
    """The cards still in the pack, where undetected enemies stand, and their orders."""
    s = then.state
    if s.phase == "cards" and (s.day, s.session) == (now.state.day, now.state.session):
        left = now.state.pack[1:]  # cards turned up since then are known
        hidden = [card for card in s.pack if card in left]
        rng.shuffle(hidden)
        s.pack = [card for card in s.pack if card not in left] + hidden
    redeal_services(then, now, side, rng)
    for number in unknown(then, now, side):
        unit = s.units[number]
        if not then.static.boards[unit.board].land or unit.waits or unit.train >= 0:
            continue
        boards = [b for b in then.static.far[unit.board] if not then.on_board(b, side)]
        boards = [b for b in boards if not own_air(then, b, side) and not own_air(now, b, side)]
        unit.board = rng.choice(sorted(boards)) if boards else unit.board
        unit.edge = unit.facing = rng.choice(then.static.land_links(unit.board))
        thought = ideas(then, number)
        unit.order = rng.choice(thought) if thought else Order("defend", unit.board)


def secrets(g: Fyow, side: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    found |= secrets_of_services(g, side)
    hidden = [n for n in unknown(g, g, side) if g.static.boards[g.unit(n).board].land]
    if hidden:
        found["boards"] = [g.unit(n).board for n in hidden]
        found["orders"] = [(g.unit(n).order.kind, g.unit(n).order.objective) for n in hidden]
    if g.state.phase == "cards" and len(g.state.pack) > FEW_CARDS:
        found["pack"] = g.state.pack[1:]
    return found
