"""Spike: a move on the open table that runs into a minefield and reveals a hidden element.

What it asks of the kernel: a checked decision (a pose, no list), refusals that carry the measured value, the limit and the
nearest legal pose, events in the middle of a move, hidden types behind ids that tell nothing.
"""

from __future__ import annotations

from msgspec import Struct

from grognard.boards.poses import Pose, ahead, rect
from grognard.boards.table_moves import Hop, first_overlap, last_true
from grognard.boards.table_shapes import box, near, overlap
from grognard.kernel import PASS, Context, Game, Refusal, Result, SetUp
from grognard.kernel.scene import BoardPicture, Feature, Marker, Piece, Scene

RED, BLUE = "red", "blue"
OTHER = {RED: BLUE, BLUE: RED}
INCH, WIDTH, DEPTH, TABLE = 2540, 4000, 2000, 60000  # in hundredths of a millimetre
MINES = box(20000, 24000, 32000, 26000)
ALLOWANCE = {"TA": 4 * INCH, "IN": 2 * INCH, "RE": 5 * INCH}
SPOTTING = {"RE": 4 * INCH, "TA": 2 * INCH, "IN": 2 * INCH}


class To(Struct, frozen=True):
    """Where the front is to come to rest."""

    x: int
    y: int
    facing: int

    @property
    def pose(self):
        return Pose(self.x, self.y, self.facing % 36000)


class Element(Struct):
    side: str
    kind: str
    pose: tuple[int, int, int]
    hidden: bool = True
    alive: bool = True

    @property
    def base(self):
        return rect(Pose(*self.pose), WIDTH, DEPTH)


class State(Struct):
    turn: int = 1
    stage: str = "shuffle"
    mover: str = RED
    elements: list[Element] = []
    moved: list[int] = []


class Spike(Context[State, None]):
    def enemies(self, side):
        return [n for n, e in enumerate(self.state.elements) if e.side != side and e.alive]


class DbmsSpike(Game):
    name, title, state, context = "spike-dbms", "Spike: the open table", State, Spike
    built_in = {"learning": {}}

    def set_up(self, scenario, options):
        red = [Element(RED, kind, (20000 + 8000 * n, 34000, 0)) for n, kind in enumerate(("TA", "RE"))]
        blue = [Element(BLUE, kind, (20000 + 8000 * n, 16000, 18000)) for n, kind in enumerate(("IN", "TA"))]
        return SetUp(None, State(elements=red + blue), {RED: "Red", BLUE: "Blue"})

    def play(self, g):
        s = g.state
        if s.stage == "shuffle":  # which of his elements stands where, only the owner knows
            for side in OTHER:
                mine = [e for e in s.elements if e.side == side]
                for element, kind in zip(mine, g.shuffle([e.kind for e in mine], to=[side]), strict=True):
                    element.kind = kind
            s.stage = "move"
        while s.turn <= 3:
            g.checkpoint()
            ready = [n for n, e in enumerate(s.elements) if e.side == s.mover and e.alive and n not in s.moved]
            if ready:
                number = yield g.ask(s.mover, "Move which element?", ready, also=[PASS], rule="dbms.movement.1",
                                     on=lambda n: (f"e{n}", ""))  # fmt: skip
                if number != PASS:
                    s.moved.append(number)
                    yield from move(g, number)
                    continue
            s.turn += s.mover == BLUE
            s.mover, s.moved = OTHER[s.mover], []
        alive = {side: sum(e.alive for e in s.elements if e.side == side) for side in OTHER}
        best = max(alive, key=alive.get)
        return Result(None if alive[RED] == alive[BLUE] else best, "Three turns are over.", "dbms.winning.1", alive)

    def board(self, static):
        mines = [(float(x), float(y)) for x, y in MINES.corners]
        return BoardPicture("table", TABLE, TABLE, "A table", features=[Feature("minefield", mines, True)], unit=WIDTH)

    def scene(self, g, side):
        pieces = []
        for n, e in enumerate(g.state.elements):
            open_ = not e.hidden or side in (e.side, "umpire")
            if e.alive:
                x, y, facing = e.pose
                pieces.append(Piece(f"e{n}", e.side, x=x, y=y, facing=facing / 100, width=WIDTH, depth=DEPTH,
                                    symbol=e.kind if open_ else "", hidden=not open_))  # fmt: skip
        return Scene("", "", None, self.title, turn=f"Turn {g.state.turn}", pieces=pieces,
                     markers=[Marker("mf", "minefield", x=26000, y=25000)])  # fmt: skip

    def redeal(self, then, now, side, rng):
        hidden = [n for n, e in enumerate(now.state.elements) if e.side != side and e.hidden and e.alive]
        kinds = [then.state.elements[n].kind for n in hidden]
        rng.shuffle(kinds)
        for n, kind in zip(hidden, kinds, strict=True):
            then.state.elements[n].kind = kind

    def secrets(self, g, side):
        hidden = [e.kind for e in g.state.elements if e.side != side and e.hidden and e.alive]
        return {"kinds": hidden} if len(set(hidden)) > 1 else {}


def move(g, number):
    """One hop: judged, then walked; what happens on the way stops it."""
    element = g.state.elements[number]

    def suggest():
        start = Pose(*element.pose)
        found = [To(*ahead(start, distance * INCH)) for distance in (0, 1, 2)]
        return [to for to in found if not check_move(g, number, to)]

    to = yield g.ask_checked(element.side, "Where to?", rule="dbms.movement.1", shape=To, about={"piece": f"e{number}"},
                             check=lambda to: check_move(g, number, to), suggest=suggest, secret=False)  # fmt: skip
    yield from walk(g, number, Hop(Pose(*element.pose), to.pose, WIDTH, DEPTH))


def check_move(g, number, to):
    """Every violation, with what was measured, the limit, and the nearest legal pose on the way."""
    element = g.state.elements[number]
    hop = Hop(Pose(*element.pose), to.pose, WIDTH, DEPTH)
    found = []
    limit, used = ALLOWANCE[element.kind], max(hop.corner_moves())
    if used > limit:
        t = last_true(lambda t: max(hop.until(t).corner_moves()) <= limit)
        found.append(Refusal("dbms.movement.1", f"A corner moves {used / 100:.1f} mm; it may move {limit / 100:.1f} mm.",
                             measured=used, limit=limit, fix=list(hop.pose_at(max(t, 0)))))  # fmt: skip
    if any(not 0 <= c <= TABLE for point in rect(to.pose, WIDTH, DEPTH).corners for c in point):
        inside = last_true(lambda t: all(0 <= c <= TABLE for p in rect(hop.pose_at(t), WIDTH, DEPTH).corners for c in p))
        found.append(Refusal("dbms.playing-area.1", "The base would leave the table.", fix=list(hop.pose_at(max(inside, 0)))))
    for other, enemy in enumerate(g.state.elements):
        if other != number and enemy.alive and (t := first_overlap(hop, enemy.base)) is not None:
            found.append(Refusal("dbms.dba.1", f"The way is barred by element {other}.", fix=list(hop.pose_at(max(t - 1, 0)))))
    return found


def walk(g, number, hop):
    """The minefield and the reveals lie where they lie on the way; the first comes first."""
    element = g.state.elements[number]
    events = []
    mine = first_overlap(hop, MINES)
    if mine is not None and not overlap(MINES, element.base):
        events.append((mine, "mine", -1))
    for other in g.enemies(element.side):
        if (t := first_seen(g, number, hop, other)) is not None:
            events.append((t, "seen", other))
    for t, what, other in sorted(events):
        element.pose = tuple(hop.pose_at(t))
        if what == "seen":
            reveal(g, number, other)
        elif not (yield from minefield(g, number)):
            return
    element.pose = tuple(hop.end)
    g.tell("{piece} moves.", rule="dbms.movement.1", piece=f"e{number}")


def first_seen(g, number, hop, other):
    """5 and 6: within 4 inches of a revealed reconnaissance, or 2 of anybody."""
    mover, enemy = g.state.elements[number], g.state.elements[other]
    if not (mover.hidden or enemy.hidden):
        return None
    reach = max(2 * INCH, *(SPOTTING[e.kind] for e in (mover, enemy) if not e.hidden), 0)

    def clear(t):
        return not near(rect(hop.pose_at(t), WIDTH, DEPTH), enemy.base, reach)

    last = last_true(clear, 0, 4096)
    return None if last == 4096 else max(last, 0)


def reveal(g, *numbers):
    for n in numbers:
        if g.state.elements[n].hidden:
            g.state.elements[n].hidden = False
            g.reveal()
            g.tell("{piece} is {arm}.", rule="dbms.hidden-elements.6", piece=f"e{n}", arm=g.state.elements[n].kind)


def minefield(g, number):
    """A combat with the minefield: it reveals, may kill, and its owner may go on or stop."""
    element = g.state.elements[number]
    reveal(g, number)
    ours, theirs = g.roll("2d6", "Minefield", rule="dbms.minefields.1", by=element.side)
    if theirs > ours + 2:
        element.alive = False
        g.tell("{piece} is destroyed in the minefield.", rule="dbms.minefields.1", piece=f"e{number}")
        return False
    answer = yield g.ask(element.side, "Go on through the minefield?", ["on", "stop"], rule="dbms.minefields.1")
    return answer == "on"
