"""base.table.1, intro.2, 15.7: a contact that is not fought on paper, session by session, and its battle report.

A session is four bounds. At the end of each the attacker's player enters what the table brought: losses by element, and at the
last one who holds the board, who goes where and how. The report is checked against what each side has, the other side agrees to
it (or the contact goes back to paper), and it is applied through the same verbs as a paper battle (ruling R139). A linked match
of World War II DBA ends in the same report (linked.py).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from grognard.kernel import Elsewhere, Procedure, Refusal, cites
from grognard.kernel.words import counted, listing

from ..asks import Ask
from ..condition.condition import count_loss
from ..condition.losses import Removal, removal_value, remove
from ..context import CONDITIONS, Fyow
from ..state import DESTROYED, Battle
from ..tables import AFVS, ELEMENTS, number_of
from .forms import STATES, BattleReport, UnitReport, report_form
from .linked import elsewhere
from .paper import LINKED, PAPER, tidy
from .retreat import go_back, into_trouble, ways_out


class Verdict(StrEnum):
    """What the other side says to a report."""

    AGREE = "agree"
    DISPUTE = "dispute"


# ------------------------------------------------------------------ the session's report


@cites("fyow.umpire.3")
def table_session(g: Fyow) -> Procedure:
    """umpire.3, umpire.5: after four bounds play returns to the map; contacts in the order in which they came about."""
    while battle := next_of(g):
        report = yield report_question(g, battle)
        agreed = Verdict.AGREE
        if report.over:
            other = g.enemy(battle.attacker)
            prompt = f"{g.static.boards[battle.board].name}: {report_words(g, report)} Do you agree?"
            words: dict[str, Any] = {"name": Ask.AGREE, "decline": Verdict.DISPUTE, "final": True}
            agreed = yield g.ask(other, prompt, list(Verdict), rule="fyow.base.table.1", **words)
        battle.reported = g.now
        if agreed == Verdict.DISPUTE:
            battle.way, battle.since = PAPER, g.now
            text = "The two sides do not agree about the fight for {board}; it is settled on paper."
            g.tell(text, rule="fyow.base.table.1", board=battle.board)
        else:
            yield from apply(g, battle, report)
        g.checkpoint()


@cites("fyow.umpire.5")
def next_of(g: Fyow) -> Battle | None:
    """umpire.5: the first that came about."""
    waiting = [b for b in g.state.battles if b.way != PAPER and b.reported < g.now]
    waiting.sort(key=lambda b: b.opened)
    return waiting[0] if waiting else None


def report_question(g: Fyow, battle: Battle) -> Any:
    place = g.static.boards[battle.board].name
    prompt = f"{place}: what did four bounds on the table bring? (losses by element; at the end the holder and the retreats)"
    if battle.way == LINKED:
        prompt = f"{place}: what came of the battle on the open table?"
    return g.ask_checked(
        battle.attacker, prompt, name=Ask.REPORT, rule="fyow.base.table.1", shape=BattleReport,
        check=lambda r: check(g, battle, r),
        suggest=lambda: suggestions(g, battle), label=lambda r: report_words(g, r), about={"panel": f"sheet{battle.board}"},
        form=lambda: report_form(g, battle, {n: ways_out(g, battle, n) for n in battle.attackers + battle.defenders}),
        elsewhere=_elsewhere(g, battle),
    )  # fmt: skip


def _elsewhere(g: Fyow, battle: Battle) -> Elsewhere | None:
    return elsewhere(g, battle) if battle.way == LINKED else None


def suggestions(g: Fyow, battle: Battle) -> list[BattleReport]:
    """Plain reports that are always legal: nothing yet; each side held the board without losses."""
    found = [BattleReport(False)] if g.now - battle.opened < 12 else []
    for side in (battle.attacker, g.enemy(battle.attacker)):
        losers = battle.defenders if side == battle.attacker else battle.attackers
        ways = {n: ways_out(g, battle, n) for n in losers}
        away = all(ways.values())
        units = []
        for number in battle.attackers + battle.defenders:
            unit = g.unit(number)
            if number not in losers:
                units.append(UnitReport(unit.id))
            elif away:
                units.append(UnitReport(unit.id, retreats=ways[number][0]))
            else:
                units.append(UnitReport(unit.id, lost=dict(unit.elements)))
        found.append(BattleReport(True, side, units))
    return found


# ------------------------------------------------------------------ judging it


def check(g: Fyow, battle: Battle, report: BattleReport) -> list[Refusal | None]:
    """Everything that is wrong with a report: R139."""
    ids = {g.unit(n).id: n for n in battle.attackers + battle.defenders}
    found: list[Refusal | None] = []
    names = [entry.unit for entry in report.units]
    if len(set(names)) < len(names):
        found.append(Refusal("fyow.base.table.1", "A force is named twice."))
    for entry in report.units:
        if entry.unit not in ids:
            found.append(Refusal("fyow.base.table.1", f"{entry.unit} does not fight here."))
        else:
            found += check_unit(g, battle, ids[entry.unit], entry, report.over)
    works = {work.name: work for work in g.state.staff.works if work.board == battle.board}
    for name, points in report.works.items():
        if name not in works or not 0 <= points <= works[name].points - works[name].damage:
            found.append(Refusal("fyow.base.table.1", f"{name} cannot take {counted(points, 'point')} of damage here."))
    if report.over:
        found += check_end(g, battle, report, ids)
    elif report.holder:
        found.append(Refusal("fyow.base.table.1", "While the game goes on nobody holds the board."))
    return found


def check_unit(g: Fyow, battle: Battle, number: int, entry: UnitReport, over: bool) -> list[Refusal | None]:
    unit = g.unit(number)
    found: list[Refusal | None] = []
    for element, count in entry.lost.items():
        if not 0 <= count <= unit.elements.get(element, 0):
            words = f"{unit.name} has {number_of(unit.elements.get(element, 0), element)} and cannot lose {count}."
            found.append(Refusal("fyow.base.table.1", words, limit=unit.elements.get(element, 0), measured=count))
    for element, count in entry.damaged.items():
        whole = unit.elements.get(element, 0) - unit.damaged.get(element, 0) - entry.lost.get(element, 0)
        if element not in AFVS or not 0 <= count <= whole:
            found.append(Refusal("fyow.33.10.2", f"{unit.name} has not {number_of(count, element)} undamaged."))
    if entry.condition and (entry.condition not in STATES or STATES[entry.condition] < unit.condition):
        words = f"{unit.name} is {CONDITIONS[unit.condition]}; a battle does not make it {entry.condition}."
        found.append(Refusal("fyow.base.sc.3", words))
    if entry.ammunition != -1 and not 0 <= entry.ammunition <= unit.ammunition:
        found.append(Refusal("fyow.base.ammo.1", f"{unit.name} has {unit.ammunition} quarters of its ammunition."))
    if entry.retreats and not over:
        found.append(Refusal("fyow.base.table.1", "Forces leave the board when the game is over."))
    elif entry.retreats and entry.retreats not in ways_out(g, battle, number):
        ways = listing((place_name(g, board) for board in ways_out(g, battle, number)), "or") or "nowhere"
        words = f"{unit.name} cannot retreat to {place_name(g, entry.retreats)}; it may go to {ways}."
        found.append(Refusal("fyow.33.7.3.2", words))
    return found


def place_name(g: Fyow, board: str) -> str:
    return g.static.boards[g.static.number[board]].name if board in g.static.number else "an unknown place"


def check_end(g: Fyow, battle: Battle, report: BattleReport, ids: dict[str, int]) -> list[Refusal | None]:
    if report.holder not in g.static.sides:
        return [Refusal("fyow.base.table.1", "Which side holds the board at the end?")]
    gone = {e.unit for e in report.units if e.retreats} | {e.unit for e in report.units if wiped_out(g, ids, e)}
    found: list[Refusal | None] = []
    for name, number in ids.items():
        if g.unit(number).side != report.holder and name not in gone:
            words = f"{g.unit(number).name} neither retreats nor is destroyed, but the enemy holds the board."
            found.append(Refusal("fyow.base.table.1", words))
    if all(name in gone for name, n in ids.items() if g.unit(n).side == report.holder):
        found.append(Refusal("fyow.base.table.1", "Nobody of the side that holds the board is left on it."))
    return found


def wiped_out(g: Fyow, ids: dict[str, int], entry: UnitReport) -> bool:
    if entry.unit not in ids:
        return False
    elements = g.unit(ids[entry.unit]).elements
    return all(entry.lost.get(e, 0) >= n for e, n in elements.items())


def lost_words(lost: dict[str, int]) -> str:
    """The three largest kinds by name, the rest by number."""
    kinds = sorted((e for e, n in lost.items() if n), key=lambda e: (-lost[e], e))
    words = [f"{lost[e]} {ELEMENTS[e]['name'] if e in ELEMENTS else e}" for e in kinds[:3]]
    if rest := sum(lost[e] for e in kinds[3:]):
        words.append(f"{rest} others")
    return ", ".join(words)


def report_words(g: Fyow, report: BattleReport) -> str:
    if not report.over:
        return "The game goes on."
    names = {u.id: u.name for u in g.state.units}
    losses = [f"{names.get(e.unit, e.unit)} lost {lost_words(e.lost)}" for e in report.units if any(e.lost.values())]
    away = [f"{names.get(e.unit, e.unit)} retreats{' in disarray' if e.disarray else ''}" for e in report.units if e.retreats]
    return f"The {g.static.names.get(report.holder, report.holder)} hold the board. {'; '.join(losses + away)}".strip() + "."


# ------------------------------------------------------------------ carrying it out


def apply(g: Fyow, battle: Battle, report: BattleReport) -> Procedure:
    """R139: in place of 33.7.2.1 to 33.7.3.9; losses count towards the milestone (base.sc.2)."""
    ids = {g.unit(n).id: n for n in battle.attackers + battle.defenders}
    signed = "linked match" if battle.way == LINKED else "table"
    text = "The fight for {board}, by {signed}: {words}"
    g.tell(text, rule="fyow.base.table.1", board=battle.board, signed=signed, words=report_words(g, report))
    for entry in report.units:
        number = ids[entry.unit]
        unit = g.unit(number)
        removal = Removal({e: n for e, n in entry.lost.items() if n}, {e: n for e, n in entry.damaged.items() if n})
        points = removal_value(unit.damaged, removal) // 2
        if removal.lost or removal.damaged:
            g.tell("{unit} loses {points} points on the table.", rule="fyow.base.table.1", unit=number, points=points)
            remove(g, number, removal)
            if unit.condition != DESTROYED:
                count_loss(g, number, points)
        if unit.condition != DESTROYED and entry.condition:
            g.fall_to(number, STATES[entry.condition], "fyow.base.table.1")
        if unit.condition != DESTROYED and entry.ammunition >= 0:
            unit.ammunition = entry.ammunition
        unit.fought = True
    for work in g.state.staff.works:
        if work.board == battle.board and report.works.get(work.name):
            work.damage += report.works[work.name]
    if report.over:
        yield from settle(g, battle, report, ids)
    tidy(g)


def settle(g: Fyow, battle: Battle, report: BattleReport, ids: dict[str, int]) -> Procedure:
    battle.result = "DR" if report.holder == battle.attacker else "AR"
    battle.counted, battle.works, battle.stage, battle.since = True, True, "outcome", g.now
    for number in ids.values():
        g.unit(number).battles += 1
    for entry in report.units:
        number = ids[entry.unit]
        if not entry.retreats or g.unit(number).condition == DESTROYED:
            continue
        battle.disarray = entry.disarray
        go_back(g, number, battle, g.static.graph.links_between(battle.board, g.static.number[entry.retreats])[0])
        yield from into_trouble(g, number)
