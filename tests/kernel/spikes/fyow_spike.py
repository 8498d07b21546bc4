"""Spike: a battle over three sessions with cards drawn at random, a late arrival, and a result that comes in as a report.

What it asks of the kernel: a small machine across sessions kept in the state (Contact, Combat, Outcome), activation by a
shuffled pack that nobody sees, and one checked decision whose value is a whole battle report, fought elsewhere.
"""

from __future__ import annotations

from msgspec import Struct

from grognard.kernel import PASS, Game, Refusal, Result, SetUp
from grognard.kernel.scene import Cell, Panel, Piece, Scene

AXIS, ALLIES = "axis", "allies"
OTHER = {AXIS: ALLIES, ALLIES: AXIS}


class Group(Struct):
    name: str
    side: str
    value: int
    board: int
    engaged: bool = False


class Report(Struct, frozen=True):
    """What a battle at home brings back: losses by battlegroup, and who holds the board."""

    losses: dict[str, int]
    holder: str
    sessions: int = 1


class State(Struct):
    session: int = 0
    groups: list[Group] = []
    pack: list[int] = []  # who is still to be activated in this session, in the order of the cards
    battle: str = ""  # contact, combat, outcome
    since: int = 0  # the session in which the stage began
    way: str = ""  # paper or table
    loser: str = ""


class FyowSpike(Game):
    name, title, state = "spike-fyow", "Spike: a battle over three sessions", State
    built_in = {"learning": {}}

    def set_up(self, scenario, options):
        groups = [Group("KG Stumme", AXIS, 40, 0), Group("KG Braun", AXIS, 24, -1), Group("7 Bde", ALLIES, 36, 1)]
        return SetUp(None, State(groups=groups), {AXIS: "Axis", ALLIES: "Allies"})

    def play(self, g):
        s = g.state
        while (s.session < 6 or s.pack) and not s.loser:
            if not s.pack:
                s.session += 1
                g.heading("Session {n}.", rule="fyow.4.6", n=s.session)
                s.pack = g.shuffle(list(range(len(s.groups))))
            while s.pack and not s.loser:
                g.checkpoint()
                yield from activate(g, s.pack[0])
                if s.pack:
                    s.pack.pop(0)
        value = {side: sum(p.value for p in s.groups if p.side == side) for side in OTHER}
        winner = OTHER[s.loser] if s.loser else None
        return Result(winner, f"{s.loser or 'Nobody'} retreats.", "fyow.33.7.3.2", value)

    def scene(self, g, side):
        pieces = [Piece(p.name, p.side, f"b{p.board}", name=p.name, values=[str(p.value)]) for p in g.state.groups]
        track = [Cell(stage, stage == g.state.battle) for stage in ("contact", "combat", "outcome")]
        return Scene("", "", None, self.title, turn=f"Session {g.state.session}", pieces=pieces,
                     panels=[Panel("battle", "The battle", "track", cells=track)])  # fmt: skip

    def redeal(self, then, now, side, rng):
        """The order of the cards still in the pack is unknown to everybody; cards turned up since then are known."""
        left = set(now.state.pack[1:]) if now.state.session == then.state.session else set()
        hidden = [n for n in then.state.pack if n in left]
        rng.shuffle(hidden)
        then.state.pack = [n for n in then.state.pack if n not in left] + hidden

    def secrets(self, g, side):
        return {"pack": g.state.pack[1:]} if len(g.state.pack) > 2 else {}

    def check(self, g):
        assert all(group.value >= 0 for group in g.state.groups)


def activate(g, number):
    """33.7: what this battlegroup's card brings depends on the stage of the battle."""
    s, group = g.state, g.state.groups[number]
    g.reveal()
    g.tell("The card of {unit} is turned up.", rule="fyow.4.6", unit=group.name)
    if group.side == AXIS and group.board < 1:
        yield from move_up(g, group)
    elif s.battle == "contact" and s.session > s.since and group.side == AXIS and group.engaged:
        s.battle, s.since = "combat", s.session
        yield from fight(g, group)
    elif s.battle == "combat" and s.session > s.since and group.side == AXIS and group.engaged:
        yield from fight(g, group)


def move_up(g, group):
    """33.7.1.1, 33.7.3.14, 33.7.3.17: contact, joining it, or a late arrival that begins a contact of its own."""
    s = g.state
    go = yield g.ask(group.side, f"{group.name}: move up?", ["move", PASS], rule="fyow.33.7.1.1", on=lambda v: (group.name, ""))
    if go == PASS:
        return
    if g.roll("d10", "Movement test of {unit}", rule="fyow.14.1.1", by=group.side, unit=group.name)[0] < 4:
        return
    group.board = 1 if group.board == 0 else 0
    if group.board < 1:
        return
    group.engaged = True
    if not s.battle:
        s.battle, s.since = "contact", s.session
        s.way = yield g.ask(group.side, "Fight on paper or on the table?", ["paper", "table"], rule="fyow.intro.2")
        g.tell("Contact on board 1.", rule="fyow.33.7.1.1")
    else:
        g.tell("{unit} joins the battle.", rule="fyow.33.7.3.14", unit=group.name)


def fight(g, group):
    """33.7.2: on paper one die on the table of results; on the table a report comes in and is checked."""
    s = g.state
    if s.way == "table":
        report = yield g.ask_checked(group.side, "Enter the result of the battle", rule="fyow.base.table.1", shape=Report,
                                     check=lambda r: check_report(g, r), suggest=lambda: suggestions(g))  # fmt: skip
        apply(g, report)
        return
    ours, theirs = combat_value(g, AXIS), combat_value(g, ALLIES)
    die = g.roll("d10", "Combat", rule="fyow.33.7.2.13", by=AXIS)[0] + (3 if 10 * ours > 13 * theirs else 0)
    if die < 5:
        g.tell("No retreat: the battle goes on.", rule="fyow.33.7.3.1")
        s.since = s.session
    else:
        loser = ALLIES if die >= 7 else AXIS
        apply(g, Report({p.name: p.value // 10 for p in engaged(g)}, OTHER[loser]))


def engaged(g):
    return [p for p in g.state.groups if p.board == 1]


def combat_value(g, side):
    return sum(p.value for p in engaged(g) if p.side == side)


def check_report(g, report):
    """Nobody loses what he did not have; the board has one holder."""
    found = []
    names = {p.name: p for p in engaged(g)}
    for name, loss in report.losses.items():
        if name not in names:
            found.append(Refusal("fyow.base.table.1", f"{name} was not in this battle."))
        elif not 0 <= loss <= names[name].value:
            found.append(Refusal("fyow.base.table.1", f"{name} had {names[name].value} and cannot lose {loss}.",
                                 measured=loss, limit=names[name].value))  # fmt: skip
    if report.holder not in OTHER:
        found.append(Refusal("fyow.base.table.1", f"{report.holder!r} is no side; expected axis or allies."))
    return found


def suggestions(g):
    return [Report({p.name: p.value // part for p in engaged(g)}, holder) for holder in OTHER for part in (4, 10)]


def apply(g, report):
    """One way for paper and table: losses, then the loser retreats."""
    for group in engaged(g):
        group.value -= report.losses.get(group.name, 0)
        g.tell("{unit} loses {n} points.", rule="fyow.33.7.3.5", unit=group.name, n=report.losses.get(group.name, 0))
    g.state.battle, g.state.loser = "outcome", OTHER[report.holder]
    g.tell("{side} retreats.", rule="fyow.33.7.3.2", side=g.state.loser)
