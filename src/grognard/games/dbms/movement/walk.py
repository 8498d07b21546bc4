"""A move carried out: the base goes along its path, and what it meets happens where it meets it (dbms.R112).

At the same point first the reveal, then the minefield; the zones were judged with the path. PIPs are paid before.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from grognard.boards.plane import HALF_CIRCLE, bearing
from grognard.boards.poses import Pose
from grognard.boards.table_moves import END, Hop, Motion, Place, cut_off
from grognard.boards.table_shapes import overlap
from grognard.kernel import Procedure, Refusal

from ..asks import GO_ON_WORDS, Ask, GoOn
from ..combat.advances import advances, pursuers
from ..combat.retreat_and_rout import driven_by_mines, to_its_rear
from ..command.pips import change_price, may_pay, pay
from ..contact.lining_up import matched_edge, touched_enemies
from ..contact.zone_of_control import rest_of
from ..context import Dbms
from ..ground import Area
from ..hidden import blanks, challenge, first_challenge, first_reveal, look_around, reveal
from ..state import OTHER, TerrainPiece
from ..tables import GOOD, WIDTH
from ..terrain import bases
from ..terrain.going import WORSE, stands_in, worst_going
from ..terrain.minefields import fight_minefield, first_minefield
from .suggestions import judged, suggestions
from .tactical_moves import Begun, Move, Plan, corner_sum, plan_move
from .telling import move_words
from .unloading import change_form, changed_pose

AFTER: tuple[Place] = ((10**6, 0),)  # beyond every path


class Way:
    """A move on its way: the plan in force, the path that is left of it, and what it has used so far."""

    def __init__(self, plan: Plan, begun: Begun) -> None:
        self.plan, self.path, self.begun = plan, list(plan.path), begun

    def go_to(self, g: Dbms, n: int, place: Place) -> None:
        self.begun = go_to(g, n, self.path, place, self.begun)
        self.path = beyond(g, n, self.path, place)

    def take(self, plan: Plan) -> None:
        """Another path, and what is to be done at its end (dbms.R34)."""
        self.plan, self.path = plan, list(plan.path)
        self.begun = structs.replace(self.begun, change=self.begun.change or plan.change)

    def stop(self, g: Dbms, n: int) -> None:
        self.path, self.plan.met, self.plan.end = [], [], g.element(n).pose


def make_move(g: Dbms, n: int, move: Move) -> Procedure:
    """Walk the path, meet what there is to meet, and do what was to be done at the end."""
    element = g.element(n)
    plan = plan_move(g, n, move)
    start, before = element.pose, stands_in(g, n)
    if plan.path:
        bases.leaves(g, n)
        element.river = ""
    g.on_the_way = [n]
    last = yield from walk(g, n, Way(plan, Begun((start.x, start.y, start.facing), road=plan.by_road, change=plan.change)))
    g.on_the_way = ()
    element.moves += 1
    if last is None or element.at is None:
        return
    if plan.path:
        words = move_words(g, n, start, before, by_road=last.by_road, met=last.met)
        g.tell("{element} {words}.", rule="dbms.pips.6", element=n, words=words)
    if last.change and len(element.forms) > 1 and changed_pose(g, n, element.pose) is not None:
        change_form(g, n)
        element.acted = True
    if last.garrison is not None and bases.may_garrison(g, n, element.pose) is None:
        bases.garrison(g, n, last.garrison)
    look_around(g)


def walk(g: Dbms, n: int, way: Way) -> Procedure:
    """The plan by which the element came to its end, or where its owner let it stop; None if mines threw it back."""
    element = g.element(n)
    fought: list[TerrainPiece] = []
    watched, challenged = True, False
    while way.path:
        dared = None if challenged else first_challenge(g, n, way.path)
        seen, mined = first_reveal(g, n, way.path) if watched else None, first_minefield(g, way.path, fought)
        if dared is not None and dared < min(one[0] for one in (seen, mined, AFTER) if one is not None):
            way.go_to(g, n, dared)
            challenged = True
            shown = yield from challenge(g, n)
            way.path = with_depth(g, n, way.path)
            if shown and way.path:
                yield from on_or_not(g, n, way)
        elif seen is None and mined is None:
            break
        elif mined is None or (seen is not None and seen[0] <= mined[0]):
            assert seen is not None
            place, numbers, rule = seen
            way.go_to(g, n, place)
            unseen = blanks(g, OTHER[element.side])
            watched = reveal(g, numbers, rule)
            way.path = with_depth(g, n, way.path)
            if way.path and blanks(g, OTHER[element.side]) != unseen:
                yield from on_or_not(g, n, way)
        elif not (yield from through_mines(g, n, way, *mined, fought)):
            return None
    g.put(n, way.plan.end)
    element.met = [*element.met, *way.plan.met]
    return way.plan


def through_mines(g: Dbms, n: int, way: Way, place: Place, area: Area, fought: list[TerrainPiece]) -> Procedure:
    """dbms.terrain-effects.15: the combat with a minefield where the base touches it. False if it went no farther."""
    direction = heading_at(way.path, place)
    way.go_to(g, n, place)
    fought.append(area.piece)
    touching, unseen = pursuers(g, n), blanks(g, OTHER[g.side(n)])
    result = fight_minefield(g, n, area)
    if result not in ("none", "destroyed"):
        g.element(n).met = []
        thrown_back(g, n, None if place == (0, 0) else direction, fought, result)
    if result != "none":
        yield from advances(g, touching)
        return False
    way.path = with_depth(g, n, way.path)
    if way.path and blanks(g, OTHER[g.side(n)]) != unseen:  # shown by the mines, it has seen somebody
        yield from on_or_not(g, n, way)
    elif way.path:
        yield from out_of_mines(g, n, way)
    return True


def out_of_mines(g: Dbms, n: int, way: Way) -> Procedure:
    """dbms.R112: on along the declared path, or no farther."""
    answer = yield g.ask(
        g.side(n),
        f"{g.name(n)} is through the minefield's fire. Go on?",
        [GoOn.ON, GoOn.STOP],
        may=lambda v: may_stop(g, {n: Pose(*way.begun.start)}) if v == GoOn.STOP else None,
        name=Ask.THROUGH_MINES,
        done=GoOn.STOP,
        final=True,  # there may be more on the way
        kind="move",
        rule="dbms.terrain-effects.15",
        label=GO_ON_WORDS.__getitem__,
        about={"piece": f"e{n}"},
    )
    if answer == GoOn.STOP:
        way.stop(g, n)


def on_or_not(g: Dbms, n: int, way: Way) -> Procedure:
    """What becomes of the rest of the way after something was revealed."""
    answer = yield from after_reveal(g, n, way.begun)
    if answer == GoOn.STOP:
        way.stop(g, n)
    elif answer is not None:
        way.take(answer)


def may_stop(g: Dbms, starts: Mapping[int, Pose]) -> Refusal | None:
    """dbms.passing-through.1, dba.3: not on a friend, nor beside an enemy whom it passes; `starts`: who moves, from where."""
    for n in starts:
        for friend in g.ground_elements(g.side(n)):
            if friend not in starts and overlap(g.rect(n), g.solid(friend)):
                why = f"{g.name(n)} is on {g.name(friend)}: it must get completely beyond it."
                return Refusal("dbms.passing-through.1", why)
    pairs = [(n, enemy) for n in starts for enemy in touched_enemies(g, n, g.rect(n))]
    if not pairs or any(matched_edge(g, n, g.rect(n), enemy, g.rect_at(n, starts[n])) is not None for n, enemy in pairs):
        return None
    n, enemy = pairs[0]
    why = f"{g.name(n)} touches {g.seen_name(enemy, g.side(n))} without being lined up with it."
    return Refusal("dbms.dba.3", why)


def no_other_way(g: Dbms, n: int) -> Refusal:
    return Refusal("dbms.hidden-elements.6", f"There is no other way for {g.name(n)} with what is left of its move.")


def go_to(g: Dbms, n: int, path: list[Motion], place: Place, begun: Begun) -> Begun:
    """Put the base at a place of its path and count what it has spent."""
    done = cut_off(path, place)
    _, sums = corner_sum(done, begun)
    going, _ = worst_going(g, n, done)
    worse = going if WORSE[going] > WORSE[begun.going] else begun.going
    g.put(n, path[place[0]].pose_at(place[1]))
    spent = (sums[0], sums[1], sums[2], sums[3])
    return structs.replace(begun, spent=spent, going=worse if worse in (GOOD, "bad") else "bad")


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


def thrown_back(g: Dbms, n: int, direction: int | None, fought: list[TerrainPiece], result: str) -> None:
    """dbms.R102: the way it came, or to its own rear if it began in the field or only turned (direction None)."""
    heading = to_its_rear(g, n) if direction is None else (direction + HALF_CIRCLE) % (2 * HALF_CIRCLE)
    if driven_by_mines(g, n, heading, fought, result):  # the field that beat it does not fight it again
        g.tell("{element} goes back from the minefield.", rule="dbms.terrain-effects.16", element=n)


def after_reveal(g: Dbms, n: int, begun: Begun) -> Procedure:
    """dbms.R34: the mover stops, goes on, or takes a new path with what is left of its allowance."""
    side = g.side(n)
    others = [m for m, _ in suggestions(g, n, begun) if not judged(g, n, m, begun)]

    def may(answer: GoOn) -> Refusal | None:
        if answer == GoOn.STOP:
            return may_stop(g, {n: Pose(*begun.start)})
        return no_other_way(g, n) if answer == GoOn.NEW_PATH and not others else None

    choice = yield g.ask(
        side,
        f"Something is revealed before {g.name(n)}. Go on?",
        list(GoOn),
        may=may,
        name=Ask.GO_ON,
        done=GoOn.STOP,
        final=lambda answer: answer == GoOn.ON,
        kind="move",
        rule="dbms.hidden-elements.6",
        label=GO_ON_WORDS.__getitem__,
        about={"piece": f"e{n}"},
    )
    if choice == GoOn.STOP:
        return GoOn.STOP
    if choice == GoOn.ON:
        return None

    def price(move: Move) -> int:
        return change_price(g, 1) if move.change and not begun.change else 0

    def check(move: Move) -> list[Refusal | None]:
        return [*judged(g, n, move, begun), may_pay(g, side, price(move), "dbms.pips.6")]

    move = yield g.ask_checked(
        side,
        f"A new path for {g.name(n)}.",
        name=Ask.NEW_PATH,
        kind="move",
        rule="dbms.hidden-elements.6",
        shape=Move,
        check=check,
        suggest=lambda: others,
        about={"piece": f"e{n}"},
    )
    pay(g, side, price(move))
    return plan_move(g, n, move, begun)
