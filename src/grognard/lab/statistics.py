"""What many records come to: rates, paired differences, luck, turning points. Plain numbers, no pictures."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import exp, sqrt
from statistics import median

from msgspec import Struct

from grognard.bots.tournament import Score

from .record import Record


def cells_of(records: Iterable[Record]) -> dict[str, list[Record]]:
    """The things compared, in the order of the numbers."""
    found: dict[str, list[Record]] = {}
    for record in sorted(records, key=lambda one: one.number):
        found.setdefault(record.cell, []).append(record)
    return found


def sides_of(records: Sequence[Record]) -> list[str]:
    return list(dict.fromkeys(side for record in records for side in record.sides.values()))


def points_of(record: Record, side: str) -> float:
    """1 for a win, 0.5 for a draw."""
    return 0.5 if record.winner is None else float(record.winner == side)


# ------------------------------------------------------------------ effects of options


class Effect(Struct):
    """A change of one option: what it does to the first side's rate, over the same seeds."""

    option: str
    value: str
    against: str
    pairs: int
    difference: float
    low: float
    high: float


def effects(records: Sequence[Record], side: str) -> list[Effect]:
    """Every varied option: its other values against its first, paired by scenario, other options, seats and seed."""
    values: dict[str, list[str]] = defaultdict(list)
    for record in records:
        for option, value in record.options.items():
            if (words := _words(value)) not in values[option]:
                values[option].append(words)
    found = []
    for option, seen in values.items():
        for value in seen[1:]:
            before, after = _by_pair(records, option, seen[0], side), _by_pair(records, option, value, side)
            differences = [after[key] - before[key] for key in before if key in after]
            if differences:
                middle, half = mean_and_half(differences)
                found.append(Effect(option, value, seen[0], len(differences), middle, middle - half, middle + half))
    return found


def _by_pair(records: Sequence[Record], option: str, value: str, side: str) -> dict[tuple[object, ...], float]:
    found: dict[tuple[object, ...], float] = {}
    for record in records:
        if record.finished and _words(record.options.get(option)) == value:
            others = tuple((key, _words(one)) for key, one in sorted(record.options.items()) if key != option)
            found[record.scenario, others, record.seed, tuple(sorted(record.bots.items()))] = points_of(record, side)
    return found


def _words(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def mean_and_half(values: Sequence[float], z: float = 1.96) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    count = len(values)
    middle = sum(values) / count
    if count < 2:
        return middle, 1.0
    spread = sqrt(sum((value - middle) ** 2 for value in values) / (count - 1))
    return middle, z * max(spread, 1 / count) / sqrt(count)


# ------------------------------------------------------------------ luck


class Luck(Struct):
    """How the first side fared, by how much luckier its dice were."""

    low: float
    high: float
    middle: float
    score: Score


def luck_of(record: Record, side: str) -> float | None:
    """How much luckier a side was than the others, in standard deviations."""
    if side not in record.luck:
        return None
    others = [value for name, value in record.luck.items() if name != side]
    return record.luck[side] - (sum(others) / len(others) if others else 0.0)


def by_luck(records: Sequence[Record], side: str, groups: int = 5) -> list[Luck]:
    """Groups of equal size, the unluckiest first."""
    known = [(luck, record) for record in records if record.finished and (luck := luck_of(record, side)) is not None]
    known.sort(key=lambda one: (one[0], one[1].number))
    found = []
    for number in range(groups):
        part = known[number * len(known) // groups : (number + 1) * len(known) // groups]
        if part:
            score = Score()
            for _, record in part:
                score.count(None if record.winner is None else record.winner == side)
            lucks = [luck for luck, _ in part]
            found.append(Luck(lucks[0], lucks[-1], median(lucks), score))
    return found


def correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Pearson's; 0 where one of the two does not vary."""
    if len(pairs) < 2:
        return 0.0
    xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    sxy = sum((x - mx) * (y - my) for x, y in pairs)
    sxx, syy = sum((x - mx) ** 2 for x in xs), sum((y - my) ** 2 for y in ys)
    return sxy / sqrt(sxx * syy) if sxx > 0 and syy > 0 else 0.0


# ------------------------------------------------------------------ how matches went


def at_share(record: Record, share: float) -> float:
    """The value of the curve when that share of the match was over."""
    wanted = share * max(1, record.choices)
    value = record.curve[0][1]
    for number, seen in record.curve:
        if number > wanted:
            break
        value = seen
    return value


def quantiles(values: Sequence[float]) -> tuple[float, float, float]:
    ordered = sorted(values)
    last = len(ordered) - 1
    return ordered[round(last * 0.25)], ordered[round(last * 0.5)], ordered[round(last * 0.75)]


def turning_point(record: Record) -> tuple[float, float] | None:
    """Where the position swung most towards the winner: share of the match, and by how much."""
    if record.winner is None or len(record.curve) < 2:
        return None
    first = next(iter(record.sides.values()))
    sign = 1 if record.winner == first else -1
    swings = [(sign * (after[1] - before[1]), after[0]) for before, after in zip(record.curve, record.curve[1:])]
    most, at = max(swings, key=lambda one: (one[0], -one[1]))
    return at / max(1, record.choices), most


def decided_at(record: Record) -> float | None:
    """The share of the match after which the later winner was never behind its start again."""
    if record.winner is None or not record.curve:
        return None
    first = next(iter(record.sides.values()))
    sign = 1 if record.winner == first else -1
    start = record.curve[0][1]
    last = 0
    for number, value in record.curve:
        if sign * (value - start) <= 0:
            last = number
    return min(1.0, last / max(1, record.choices))


def mean_losses(records: Sequence[Record]) -> dict[str, dict[str, float]]:
    """Arm -> side -> lost a match, on average."""
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    for record in records:
        for side, arms in record.losses.items():
            for arm, lost in arms.items():
                totals[arm][side] += lost
    return {arm: {side: count / len(records) for side, count in sides.items()} for arm, sides in totals.items()}


def rules_applied(records: Sequence[Record]) -> dict[str, tuple[int, int]]:
    """Rule -> (in how many matches, how often in all)."""
    matches: Counter[str] = Counter()
    times: Counter[str] = Counter()
    for record in records:
        for rule, count in record.rules.items():
            matches[rule] += 1
            times[rule] += count
    return {rule: (matches[rule], times[rule]) for rule in times}


# ------------------------------------------------------------------ balance


class Handicap(Struct):
    """Points for one side that would make a scenario even."""

    amount: float
    low: float
    high: float


def break_even(results: Sequence[tuple[float, int]]) -> float:
    """The margin above which the first side wins, as (margin, 1 | 0 | -1) tell: a game need not be drawn at equal scores.

    It lies where the fewest matches are on the wrong side of it: there at the drawn ones, else at equal scores if they are
    there, else in the middle.
    """
    won, lost = [m for m, result in results if result > 0], [m for m, result in results if result < 0]
    drawn = [m for m, result in results if result == 0]
    places = [float("-inf"), *sorted({*won, *lost}), float("inf")]
    wrong = [sum(m <= low for m in won) + sum(m > low for m in lost) for low in places[:-1]]  # a line just above `low`
    best = [n for n, count in enumerate(wrong) if count == min(wrong)]
    low, high = places[best[0]], places[best[-1] + 1]
    if drawn:
        return min(max(float(median(drawn)), low), high)
    if low <= 0 <= high:
        return 0.0
    return (low + high) / 2 if abs(low) + abs(high) < float("inf") else low if high == float("inf") else high


def even_margin(results: Sequence[tuple[float, int]]) -> Handicap:
    """The shift of the score that would give each side half of these matches: from the median to where it is even."""
    even = break_even(results)
    ordered = sorted(even - margin for margin, _ in results)
    count = len(ordered)
    half = 0.98 * sqrt(count)  # order statistics within 95 % of the median
    low = ordered[max(0, int(count / 2 - half))]
    high = ordered[min(count - 1, int(count / 2 + half))]
    return Handicap(float(median(ordered)), low, high)


def even_value(points: Sequence[tuple[float, float]]) -> Handicap | None:
    """The value of an option at which the first side would win half: logistic regression of (value, 1 | 0.5 | 0).

    None where the results do not depend on the value enough to tell.
    """
    xs = [x for x, _ in points]
    if len(set(xs)) < 2:
        return None
    middle = sum(xs) / len(xs)
    scale = max(abs(x - middle) for x in xs)
    data = [((x - middle) / scale, y) for x, y in points]
    a = b = 0.0
    for _ in range(60):
        ga = gb = haa = hab = hbb = 0.0
        for x, y in data:
            p = 1 / (1 + exp(-max(-30.0, min(30.0, a + b * x))))
            w = p * (1 - p)
            ga, gb = ga + y - p, gb + (y - p) * x
            haa, hab, hbb = haa + w, hab + w * x, hbb + w * x * x
        haa, hbb = haa + 1e-3, hbb + 1e-3  # a little doubt, so that all-won series stay finite
        det = haa * hbb - hab * hab
        da, db = (hbb * ga - hab * gb) / det, (haa * gb - hab * ga) / det
        a, b = a + da, b + db
        if abs(da) + abs(db) < 1e-9:
            break
    error_b = sqrt(haa / det)
    if abs(b) < 1.96 * error_b:
        return None
    root = -a / b
    variance = (hbb - 2 * root * -hab + root * root * haa) / det / (b * b)  # delta method
    half = 1.96 * sqrt(max(0.0, variance))
    return Handicap(*(middle + scale * value for value in (root, root - half, root + half)))
