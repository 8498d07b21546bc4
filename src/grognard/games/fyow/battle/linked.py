"""A contact fought as a linked match of World War II DBA (`dbms`): the forces converted, and the outcome converted back.

The rule, in short (docs/fyow-club.md has it in words). Points are summed by arm on each side. The side with more points gets
12 elements, the other as many twelfths as it has of them (3 at least); they go to the arms by points, the largest remainders
first; each side has a General besides. Deployed and fortified defenders start entrenched. Afterwards each arm loses the share
of its elements that it lost on that table, less where a few enemies stood there as 3, spread over the Battlegroups; the loser
retreats, in disarray if he lost a third.

Nothing of dbms is imported: a scenario goes out as data, and a finished match of any save comes back through the kernel.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from grognard.kernel import Elsewhere, Match
from grognard.kernel.bot import Chair

from ..context import Fyow
from ..state import Battle
from ..tables import AFVS, ELEMENTS, half_points
from .forms import BattleReport, UnitReport
from .retreat import ways_out

MOST, LEAST = 12, 3
HEAVY = ("infantry_tank", "flame_tank", "heavy_tank", "late_tank", "avre")
LIGHT = ("carrier", "scout_car", "half_track", "light_armoured_car", "heavy_armoured_car", "tankette", "light_tank_mg")
FORMS = {
    "IN": ["sf"], "IH": ["sf"], "TA": ["at"], "TH": ["at"], "RE": ["aw"], "AT": ["sf", "sw"], "AR": ["sf", "sw"],
    "AA": ["sf", "sw"], "GE": ["sw"],
}  # fmt: skip
ORDER = ("IN", "IH", "TA", "TH", "RE", "AT", "AR", "AA")
GROUND = {
    "open": [("gentle_hill", 150, 250)],
    "light": [("woods", 150, 260), ("gentle_hill", 430, 330)],
    "broken": [("woods", 140, 250), ("woods", 440, 320), ("gentle_hill", 300, 380)],
    "rugged": [("steep_hill", 150, 260), ("woods", 440, 330), ("gentle_hill", 300, 400)],
    "dense": [("town", 300, 330), ("woods", 120, 250)],
    "fortified": [("town", 300, 400), ("gentle_hill", 150, 300), ("woods", 470, 300)],
}


def arm_of(element: str) -> str:
    """Which element of World War II DBA an element of the campaign counts as; empty: none."""
    if not half_points(element) or not ELEMENTS[element].get("cv", True):
        return ""
    if ELEMENTS[element].get("figure"):
        return "IN"
    if element in LIGHT:
        return "RE"
    if element in AFVS:
        special = {"sp_gun": "AR", "sp_howitzer": "AR", "sp_aa": "AA"}
        return special.get(element) or ("TH" if element in HEAVY else "TA")
    if "at_gun" in element:
        return "AT"
    if element.endswith("_aa") or element.startswith("aa_"):
        return "AA"
    if element.endswith(("_gun", "_howitzer")) or element in ("rocket_launcher", "heavy_mortar"):
        return "AR"
    return "IH"


def arms(g: Fyow, numbers: list[int]) -> dict[str, int]:
    """Half points by arm."""
    found: dict[str, int] = {}
    for number in numbers:
        for element, count in g.unit(number).elements.items():
            if arm := arm_of(element):
                found[arm] = found.get(arm, 0) + half_points(element) * count
    return {arm: found[arm] for arm in ORDER if arm in found}


def shares(points: dict[str, int], count: int) -> dict[str, int]:
    """So many elements, given to the arms by points, the largest remainders first."""
    whole = max(1, sum(points.values()))
    got = {arm: n * count // whole for arm, n in points.items()}
    rest = sorted(points, key=lambda arm: (-(points[arm] * count % whole), ORDER.index(arm)))
    for arm in rest[: count - sum(got.values())]:
        got[arm] += 1
    return {arm: n for arm, n in got.items() if n}


def conversion(g: Fyow, battle: Battle) -> dict[str, dict[str, int]]:
    """Side of the campaign -> elements by arm."""
    forces = {battle.attacker: arms(g, battle.attackers), g.enemy(battle.attacker): arms(g, battle.defenders)}
    most = max(sum(points.values()) for points in forces.values())
    return {
        side: shares(points, max(LEAST, min(MOST, -(-sum(points.values()) * MOST // max(1, most)))))
        for side, points in forces.items()
    }


def weights(g: Fyow, battle: Battle) -> dict[str, Fraction]:
    """Side -> how much of an element of its table each of its elements is worth: less than 1 for a few that stand as 3.

    What such a side destroys counts by it, so that a picket of ten cannot kill more than ten such men could.
    """
    forces = {battle.attacker: arms(g, battle.attackers), g.enemy(battle.attacker): arms(g, battle.defenders)}
    most = max(1, *(sum(points.values()) for points in forces.values()))
    fair = {side: Fraction(sum(points.values()) * MOST, most) for side, points in forces.items()}
    return {side: min(Fraction(1), points / LEAST) for side, points in fair.items()}


def elsewhere(g: Fyow, battle: Battle) -> Elsewhere:
    """The report's question may be answered by that match: the attackers are red."""
    words = f"{g.static.boards[battle.board].name}: fight it on the open table, as a match of World War II DBA"
    sides = {battle.attacker: "red", g.enemy(battle.attacker): "blue"}
    return Elsewhere(words, "dbms", lambda: linked_scenario(g, battle), sides, lambda match: report_of(g, battle, match))


def linked_scenario(g: Fyow, battle: Battle) -> dict[str, Any]:
    """The battle as scenario data for World War II DBA: red attacks from the north."""
    board = g.static.boards[battle.board]
    forces, defender = conversion(g, battle), g.enemy(battle.attacker)
    dug_in = all(g.unit(n).attitude in ("deployed", "fortified") for n in battle.defenders)
    return {
        "title": f"{board.name}, {g.date.day} {g.date:%B %Y}",
        "blurb": "A contact of a Fight Your Own Wars campaign.",
        "phase": "start",
        "theatre": {"desert": "north_africa", "winter": "eastern_europe"}.get(g.static.climate, "western_europe"),
        "attacker": "red",
        "year": g.year,
        "sides": {"red": g.static.names[battle.attacker], "blue": g.static.names[defender]},
        "edges": {"red": "north", "blue": "south"},
        "options": {"turn_limit": 20},
        "terrain": [_patch(kind, x, y) for kind, x, y in GROUND[board.terrain]],
        "base": {"owner": "blue", "points": [[265, 500], [345, 500], [345, 570], [265, 570]]},
        "elements": _rows("red", forces[battle.attacker], False) + _rows("blue", forces[defender], dug_in),
    }


def _patch(kind: str, x: int, y: int) -> dict[str, Any]:
    corners = [(-45, -10), (-25, -38), (25, -36), (46, 0), (22, 36), (-28, 34)]
    return {"kind": kind, "points": [[x + dx, y + dy] for dx, dy in corners]}


def _rows(side: str, forces: dict[str, int], dug_in: bool) -> list[dict[str, Any]]:
    """In two lines of bases, 46 mm apart, the General behind."""
    codes = [code for code, count in forces.items() for _ in range(count)]
    facing, first, step = (180, 130, -50) if side == "red" else (0, 440, 50)
    rows: list[dict[str, Any]] = []
    for place, code in enumerate(codes):
        line, column = divmod(place, 6)
        at = [175 + 52 * column, first + step * line, facing]
        dig = dug_in and code in ("IN", "IH", "AT")
        rows.append({"side": side, "code": code, "forms": FORMS[code], "at": at, **({"entrenched": True} if dig else {})})
    general = [120, first + step, facing]
    return [*rows, {"side": side, "code": "GE", "forms": FORMS["GE"], "at": general}]


# ------------------------------------------------------------------ the way back


def report_of(g: Fyow, battle: Battle, match: Match) -> BattleReport:
    """The finished linked match as a battle report."""
    lost: dict[str, dict[str, int]] = {"red": {}, "blue": {}}
    for element in match.g.state.elements:
        if element.status == "lost":
            lost[element.side][element.code] = lost[element.side].get(element.code, 0) + 1
    winner = match.result.winner if match.result is not None else None
    defender = g.enemy(battle.attacker)
    holder = battle.attacker if winner == "red" else defender
    start, weight = conversion(g, battle), weights(g, battle)
    units = []
    for colour, side, numbers in (("red", battle.attacker, battle.attackers), ("blue", defender, battle.defenders)):
        gone = {code: min(n, start[side].get(code, 0)) for code, n in lost[colour].items() if start[side].get(code)}
        by = weight[g.enemy(side)]
        share = float(by) * sum(gone.values()) / max(1, sum(start[side].values()))
        parts = {code: by * n / start[side][code] for code, n in gone.items()}
        for number in numbers:
            units.append(_unit_report(g, battle, number, parts, share, side != holder))
    return BattleReport(True, holder, [entry for entry in units if entry is not None])


def _unit_report(
    g: Fyow, battle: Battle, number: int, parts: dict[str, Fraction], share: float, loses: bool
) -> UnitReport:
    """parts: arm -> which part of it is lost; share: of the whole force."""
    unit = g.unit(number)
    lost = {e: int(n * parts.get(arm_of(e), 0)) for e, n in unit.elements.items()}
    lost = {e: n for e, n in lost.items() if n}
    state = "red" if share >= 0.5 else "amber" if share >= 0.25 else ""
    if state and {"amber": 1, "red": 2}[state] < unit.condition:
        state = ""
    ways = ways_out(g, battle, number) if loses else []
    if loses and not ways:
        return UnitReport(unit.id, dict(unit.elements))
    return UnitReport(unit.id, lost, condition=state, retreats=ways[0] if ways else "", disarray=loses and share >= 1 / 3)


def start_linked(g: Fyow, battle: Battle, seed: int | str | bytes | None = None) -> Match:
    return Match.start("dbms", linked_scenario(g, battle), seed=seed)


def fought_by_bots(match: Match, seed: int = 0, most: int = 3000, pick: Callable[[Any], Any] | None = None) -> Match:
    """Both seats by the game's own bot; where it takes too long the match ends undecided and the defender holds."""
    bots = match.game.bots()
    bot = pick(bots) if pick else next(iter(bots.values()))()
    rng = random.Random(seed)
    for _ in range(most):
        if match.result is not None:
            break
        seat = next(iter(match.decisions))
        match.choose(bot.choose(Chair(match, seat, rng)), seat=seat)
    return match
