"""The plane of the open table: whole numbers, angles, points and segments.

The one idea: everything is an integer, and no answer depends on the machine. Lengths are hundredths of a millimetre,
angles hundredths of a degree, clockwise from the top of the board (x to the right, y down, as in scenes). Sines come
from a table that is computed here with integers; the machine's library may guess a bearing, but integers decide it.

Squared distances are rounded up to the next whole number, and so are distances. A limit is therefore kept by the number
that is shown exactly when it is kept by the truth: `distance <= limit`, `squared <= limit * limit` never disagree.

Shapes (polygons, overlap, gaps) are in table_shapes.py, lines with a width in table_lines.py, bases in poses.py.
"""

from __future__ import annotations

from math import atan2, isqrt, pi

Point = tuple[int, int]
Segment = tuple[Point, Point]

MM = 100  # units in a millimetre
INCH = 2540
DEGREE = 100  # units in a degree
CIRCLE = 36000
HALF_CIRCLE = 18000
QUARTER = 9000

TOLERANCE = 50  # the only one, 0.5 mm: what a shift of this much parts only touches, and a gap of this much is contact
TOLERANCE2 = TOLERANCE * TOLERANCE

SHIFT = 29  # sines are scaled by 2**29, so that each is one digit of a Python int
ONE = 1 << SHIFT
HALF = 1 << (SHIFT - 1)

_FINE = 128
_PI = 0x3_243F6A88_85A308D3_13198A2E_03707344  # pi * 2**128


# --- angles ---------------------------------------------------------------------------------------------------------


def _smallest_turn() -> tuple[int, int]:
    """Cosine and sine of one hundredth of a degree, scaled by 2**128, by Taylor's series."""
    angle = _PI // HALF_CIRCLE
    sums = [0, 0]
    term, n = 1 << _FINE, 0
    while term:
        sums[n & 1] += -term if n & 2 else term
        n += 1
        term = (term * angle >> _FINE) // n
    return sums[0], sums[1]


def _sine_table() -> tuple[int, ...]:
    """Sines of 0 to 45000 (a circle and a quarter, so that the cosine is the sine a quarter on), scaled by 2**29."""
    step_cos, step_sin = _smallest_turn()
    quarter: list[int] = []
    cos, sin = 1 << _FINE, 0
    down = _FINE - SHIFT
    for _ in range(QUARTER + 1):
        quarter.append((sin + (1 << (down - 1))) >> down)
        cos, sin = (cos * step_cos - sin * step_sin) >> _FINE, (sin * step_cos + cos * step_sin) >> _FINE
    half = quarter + quarter[-2:0:-1]
    return tuple(half + [-value for value in half] + quarter)


SINE = _sine_table()  # SINE[a] is the sine, SINE[a + QUARTER] the cosine, of 0 <= a < CIRCLE


def turn_from(a: int, b: int) -> int:
    """The turn that brings facing a to facing b the short way: positive is clockwise; about turns are +18000."""
    turn = (b - a) % CIRCLE
    return turn - CIRCLE if turn > HALF_CIRCLE else turn


def angle_between(a: int, b: int) -> int:
    """How far apart two facings are, 0 to 18000."""
    turn = (b - a) % CIRCLE
    return CIRCLE - turn if turn > HALF_CIRCLE else turn


def bearing(a: Point, b: Point) -> int:
    """The facing from a to b, the nearest hundredth of a degree (0 if they are one point).

    The library's arc tangent only guesses where to look: which facing is nearest is decided by integers.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    if not dx and not dy:
        return 0
    best = round(atan2(dx, -dy) * (HALF_CIRCLE / pi)) % CIRCLE
    off = _off(dx, dy, best)
    while (other := _off(dx, dy, (best + 1) % CIRCLE)) < off:
        best, off = (best + 1) % CIRCLE, other
    while (other := _off(dx, dy, (best - 1) % CIRCLE)) <= off:
        best, off = (best - 1) % CIRCLE, other
    return best


def _off(dx: int, dy: int, facing: int) -> int:
    """How far the vector points beside the facing (the size of the cross product)."""
    return abs(SINE[facing] * dy + SINE[facing + QUARTER] * dx)


def arc(radius: int, turn: int) -> int:
    """The length of the arc that a point at this radius travels in this turn, rounded up."""
    return -(-radius * abs(turn) * _PI // (HALF_CIRCLE << _FINE))


# --- points ---------------------------------------------------------------------------------------------------------


def root_up(squared: int) -> int:
    """The square root, rounded up."""
    return isqrt(squared - 1) + 1 if squared > 0 else 0


def distance2(a: Point, b: Point) -> int:
    dx, dy = b[0] - a[0], b[1] - a[1]
    return dx * dx + dy * dy


def distance(a: Point, b: Point) -> int:
    """The distance of two points, rounded up."""
    return root_up(distance2(a, b))


def middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0] + 1) >> 1, (a[1] + b[1] + 1) >> 1


def step(p: Point, facing: int, ahead: int, right: int = 0) -> Point:
    """From p, so far ahead and so far to the right for somebody who faces this way. Rounded once."""
    facing %= CIRCLE
    sin, cos = SINE[facing], SINE[facing + QUARTER]
    return p[0] + ((ahead * sin + right * cos + HALF) >> SHIFT), p[1] + ((right * sin - ahead * cos + HALF) >> SHIFT)


def rotate(p: Point, about: Point, turn: int) -> Point:
    """p turned clockwise about a point."""
    turn %= CIRCLE
    sin, cos = SINE[turn], SINE[turn + QUARTER]
    dx, dy = p[0] - about[0], p[1] - about[1]
    return about[0] + ((dx * cos - dy * sin + HALF) >> SHIFT), about[1] + ((dx * sin + dy * cos + HALF) >> SHIFT)


def ahead_and_right(p: Point, facing: int, q: Point) -> tuple[int, int]:
    """Where q is for somebody at p who faces this way: the reverse of `step`."""
    facing %= CIRCLE
    sin, cos = SINE[facing], SINE[facing + QUARTER]
    dx, dy = q[0] - p[0], q[1] - p[1]
    return (dx * sin - dy * cos + HALF) >> SHIFT, (dx * cos + dy * sin + HALF) >> SHIFT


# --- segments -------------------------------------------------------------------------------------------------------


def side_of(p: Point, a: Point, b: Point) -> int:
    """On which side of the line from a to b p lies: positive right, negative left, 0 on it (the cross product)."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def point_segment2(p: Point, a: Point, b: Point) -> int:
    """The squared distance from p to the nearest point of the segment, rounded up."""
    px, py = p
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    ex, ey = px - ax, py - ay
    along = dx * ex + dy * ey
    if along <= 0:
        return ex * ex + ey * ey
    length2 = dx * dx + dy * dy
    if along >= length2:
        ex, ey = px - b[0], py - b[1]
        return ex * ex + ey * ey
    across = dx * ey - dy * ex
    return -(-across * across // length2)


def nearest_on_segment(p: Point, a: Point, b: Point) -> Point:
    """The point of the segment nearest to p, rounded."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = dx * (p[0] - a[0]) + dy * (p[1] - a[1])
    length2 = dx * dx + dy * dy
    if along <= 0:
        return a
    if along >= length2:
        return b
    return a[0] + divide(dx * along, length2), a[1] + divide(dy * along, length2)


def divide(a: int, b: int) -> int:
    """a / b rounded to the nearest whole number (halves up), b positive."""
    return (2 * a + b) // (2 * b)


def segments_meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments a-b and c-d have a point in common, ends included."""
    s, t = side_of(c, a, b), side_of(d, a, b)
    u, v = side_of(a, c, d), side_of(b, c, d)
    if (s > 0 > t or s < 0 < t) and (u > 0 > v or u < 0 < v):
        return True
    return (
        (s == 0 and _in_box(c, a, b))
        or (t == 0 and _in_box(d, a, b))
        or (u == 0 and _in_box(a, c, d))
        or (v == 0 and _in_box(b, c, d))
    )


def _in_box(p: Point, a: Point, b: Point) -> bool:
    """Whether p, which is on the line through a and b, is between them."""
    return min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def crossing_point(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where the segments a-b and c-d cross or touch, rounded; None if they do not, or run along each other."""
    s, t = side_of(a, c, d), side_of(b, c, d)
    if s == t or not segments_meet(a, b, c, d):
        return None
    if s < t:
        s, t = -s, -t
    return a[0] + divide((b[0] - a[0]) * s, s - t), a[1] + divide((b[1] - a[1]) * s, s - t)


def segment_segment2(a: Point, b: Point, c: Point, d: Point) -> int:
    """The squared distance of two segments, rounded up; 0 if they meet."""
    if segments_meet(a, b, c, d):
        return 0
    return min(point_segment2(a, c, d), point_segment2(b, c, d), point_segment2(c, a, b), point_segment2(d, a, b))
