"""A move carried out: the base goes along its path, and what it meets happens where it meets it (dbms.R112).

At the same point first the reveal, then the minefield; the zones were judged with the path. PIPs are paid before.
"""

from __future__ import annotations

from grognard.boards.plane import HALF_CIRCLE, bearing
from grognard.boards.poses import ahead, shifted
from grognard.boards.table_moves import END, Hop, Motion, Place, cut_off
from grognard.kernel import Procedure

from . import bases
from .context import Dbms
from .going import GOOD, WORSE, worst_going
from .hidden import first_reveal, look_around, reveal
from .loading import change_form, changed_pose
from .minefields import fight_minefield, first_minefield
from .moves import Begun, Move, Plan, corner_sum, plan_move
from .retreat import carried
from .state import BASE, TerrainPiece
from .suggest import judged, suggestions
from .tables import WIDTH
from .zones import rest_of


def make_move(g: Dbms, n: int, move: Move) -> Procedure:
    """Walk the path, meet what there is to meet, and do what was to be done at the end."""
    element = g.element(n)
    plan = plan_move(g, n, move)
    if plan.path:
        bases.leaves(g, n)
        element.river = ""
    whole = yield from walk(g, n, plan)
    element.moves += 1
    if not whole or element.at is None:
        return
    if plan.path:
        g.tell("{element} moves.", rule="dbms.pips.6", element=n)
    if move.change and len(element.forms) > 1 and changed_pose(g, n, element.pose) is not None:
        change_form(g, n)
        element.acted = True
    if move.garrison >= 0 and bases.may_garrison(g, n, element.pose) is None:
        bases.garrison(g, n, move.garrison)
    look_around(g)


def walk(g: Dbms, n: int, plan: Plan) -> Procedure:
    """True if the element came where it wanted to (or where its owner let it stop)."""
    element = g.element(n)
    start = element.pose
    begun = Begun((start.x, start.y, start.facing))
    path = list(plan.path)
    fought: list[TerrainPiece] = []
    watched = True
    while path:
        seen, mined = first_reveal(g, n, path) if watched else None, first_minefield(g, path, fought)
        if seen is None and mined is None:
            break
        if mined is None or (seen is not None and seen[0] <= mined[0]):
            assert seen is not None
            place, numbers, rule = seen
            begun = go_to(g, n, path, place, begun)
            path = beyond(g, n, path, place)
            others = [m for m in numbers if m not in (n, BASE) and g.element(m).hidden]
            watched = reveal(g, numbers, rule)
            path = with_depth(g, n, path)
            if others and path and watched:
                answer = yield from after_reveal(g, n, plan, begun)
                if answer == "stop":
                    path = []
                    plan.met = []
                    plan.end = element.pose
                elif answer is not None:
                    plan = answer
                    path = list(plan.path)
            continue
        place, area = mined
        direction = heading_at(path, place)
        begun = go_to(g, n, path, place, begun)
        path = beyond(g, n, path, place)
        fought.append(area.piece)
        result = fight_minefield(g, n, area)
        if result == "destroyed":
            return False
        if result != "none":
            element.met = []
            thrown_back(g, n, direction, fought, inside=place == (0, 0))
            return False
        path = with_depth(g, n, path)
        if path:
            answer = yield g.ask(
                element.side,
                f"{g.name(n)} is through the minefield's fire. Go on?",
                ["on", "stop"],
                rule="dbms.terrain-effects.15",
                about={"piece": f"e{n}"},
            )
            if answer == "stop":
                path, plan.met, plan.end = [], [], element.pose
    g.put(n, plan.end)
    element.met = [*element.met, *plan.met]
    return True


def go_to(g: Dbms, n: int, path: list[Motion], place: Place, begun: Begun) -> Begun:
    """Put the base at a place of its path and count what it has spent."""
    done = cut_off(path, place)
    _, sums = corner_sum(done, begun)
    going, _ = worst_going(g, n, done)
    worse = going if WORSE[going] > WORSE[begun.going] else begun.going
    g.put(n, path[place[0]].pose_at(place[1]))
    return Begun(begun.start, (sums[0], sums[1], sums[2], sums[3]), worse if worse in (GOOD, "bad") else "bad")


def beyond(g: Dbms, n: int, path: list[Motion], place: Place) -> list[Motion]:
    number, t = place
    rest = [rest_of(path[number], t), *path[number + 1 :]]
    return [motion for motion in rest if motion.turn or max(motion.corner_moves())]


def with_depth(g: Dbms, n: int, path: list[Motion]) -> list[Motion]:
    """A mover that was itself revealed goes on with its true base (dbms.hidden-elements.8)."""
    depth = g.depth(n)
    return [motion if motion.depth == depth else Hop(motion.start, motion.end, WIDTH, depth) for motion in path]


def heading_at(path: list[Motion], place: Place) -> int | None:
    """The direction in which the centre was moving there; None if it only turned."""
    motion = path[place[0]]
    a, b = motion.rect_at(0).middle, motion.rect_at(END).middle
    return None if a == b else bearing(a, b)


def thrown_back(g: Dbms, n: int, direction: int | None, fought: list[TerrainPiece], *, inside: bool) -> None:
    """dbms.R102: one base depth the way it came, or to its own rear if it began in the field or only turned."""
    pose, depth = g.element(n).pose, g.depth(n)
    if inside or direction is None:
        end = ahead(pose, -depth)
    else:
        end = shifted(pose, direction + HALF_CIRCLE, depth)
    if carried(g, n, [Hop(pose, end, WIDTH, depth)], fought):  # the field that beat it does not fight it again
        g.tell("{element} goes back from the minefield.", rule="dbms.terrain-effects.16", element=n)


def after_reveal(g: Dbms, n: int, plan: Plan, begun: Begun) -> Procedure:
    """dbms.R34: the mover stops, goes on, or takes a new path with what is left of its allowance."""
    side = g.side(n)
    choice = yield g.ask(
        side,
        f"Something is revealed before {g.name(n)}. Go on?",
        ["on", "stop", "new path"],
        rule="dbms.hidden-elements.6",
        about={"piece": f"e{n}"},
    )
    if choice == "stop":
        return "stop"
    if choice == "on":
        return None
    move = yield g.ask_checked(
        side,
        f"A new path for {g.name(n)}.",
        rule="dbms.hidden-elements.6",
        shape=Move,
        check=lambda m: judged(g, n, m, begun),
        suggest=lambda: [m for m, _ in suggestions(g, n, begun)] or [Move()],
        about={"piece": f"e{n}"},
    )
    return plan_move(g, n, move, begun)
