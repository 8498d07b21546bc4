"""What the commander's staff makes of the railway: who has far to go rides, as near to his goal as the line runs.

Duties of the daily sheet (rail/trains.py). Only from what the side knows.
"""

from __future__ import annotations

from ..context import SESSIONS, Fyow
from ..march.movement import allowance
from ..orders.binding import aim_of
from ..planning.duties import make
from ..planning.plans import Plan
from ..rail.trains import cut, in_order, may_entrain, may_order_train, train_of
from ..records.services import Train
from ..supply.loads import spaces
from ..tables import TABLES
from .appreciation import stays_at_home
from .plans import dangerous

TRAIN = TABLES["train"]

SAVES = 0.5  # days that a ride must spare
HANDLED = 19.25  # load spaces a session, on the average (30.1.1)


def rail_duties(g: Fyow, side: str, sent: dict[int, int]) -> list[Plan]:
    """For each train of the side: its passengers on to where they are wanted, or the one that gains most by it aboard."""
    found: list[Plan] = []
    for train in g.state.rail.trains:
        if train.side == side and train.kind == "train" and not train.job:
            found += passengers(g, train) if train.cargo else boarding(g, side, train, sent)
    return found


def goal_of(g: Fyow, number: int, sent: dict[int, int]) -> int:
    """Where it is to be: where the plan sends it, else the aim of its Brigade."""
    unit = g.unit(number)
    return sent.get(number, aim_of(g, unit.side, unit.brigade)[1])


def best_station(g: Fyow, train: Train, goal: int) -> int:
    """The board with a station nearest to the goal that the train can reach over lines that run, out of the enemy's sight."""
    graph, start = g.static.graph, train.board
    reached, edge = {start}, [start]
    while edge:
        board = edge.pop()
        for link in graph.links_at(board, g.static.rails):
            other = g.static.other_end(link, board)
            held = g.state.known_control[train.side][other] == g.enemy(train.side)
            if other not in reached and not cut(g, link) and not held and not dangerous(g, train.side, other):
                reached.add(other)
                edge.append(other)
    far = g.static.far[goal]
    stations = [board for board in reached if in_order(g, board) and board in far]
    return min(stations, key=lambda board: (far[board], board), default=start)


def boarding(g: Fyow, side: str, train: Train, sent: dict[int, int]) -> list[Plan]:
    """Who stands beside the empty train and is spared most marching by it."""
    best: tuple[float, Plan] | None = None
    for number in g.on_board(train.board, side):
        unit = g.unit(number)
        if unit.kind != "battlegroup" or unit.train >= 0 or stays_at_home(g, number) or g.known_enemies(side, unit.board):
            continue
        goal = goal_of(g, number, sent)
        station = best_station(g, train, goal)
        if unit.board not in g.static.far[goal] or may_entrain(g, side, make(unit.id, "entrain", train.id), []) is not None:
            continue
        spared = days_on_foot(g, number, unit.board, goal) - days_by_rail(g, number, station, goal)
        if spared >= SAVES and (best is None or spared > best[0]):
            best = spared, make(unit.id, "entrain", train.id)
    return [best[1]] if best else []


def days_on_foot(g: Fyow, number: int, start: int, goal: int) -> float:
    return steps(g, start, goal) / max(1, allowance(g.unit(number)))


def days_by_rail(g: Fyow, number: int, station: int, goal: int) -> float:
    """Getting on and off takes longer than the ride: a regiment with its guns is days about it."""
    handling = 2 * float(spaces(g.unit(number).elements)) / HANDLED / SESSIONS
    ride = steps(g, g.unit(number).board, station) / int(TRAIN["max_boards"])
    return handling + ride + days_on_foot(g, number, station, goal)


def steps(g: Fyow, start: int, goal: int) -> int:
    reach = g.static.reach_over_land(start)
    return len(reach.path_to(goal)) - 1 if goal in reach else 0


def passengers(g: Fyow, train: Train) -> list[Plan]:
    """On to the station nearest to their goal; there they get off."""
    number = train.cargo[0]
    goal = goal_of(g, number, {})
    station = best_station(g, train, goal)
    if station == train.board:
        return [make(g.unit(number).id, "detrain", train.id)]
    ride = make(train.id, "train", g.static.boards[station].id)
    return [ride] if may_order_train(g, train.side, ride, []) is None and train_of(g, train.id) >= 0 else []
