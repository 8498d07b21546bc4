"""Chapter 10, with the switch special_detachments: REME, field hospitals, AgitProp, Brandenburgers (10.*)."""

from __future__ import annotations

from grognard.kernel import PASS
from grognard.kernel.decision import Choice
from grognard.kernel.game import Procedure

from ..asks import Ask
from ..combat.losses import give_loss
from ..context import Napalini
from ..engineers.tasks import blow
from ..supply.lines import isolated_units
from ..tables import EXHAUSTED
from .choices import DEEDS, Deed, Sabotage


def night_recovery(g: Napalini, side: str) -> Procedure:
    """10.reme, 10.hospital: each supplied one repairs one unit in its own or an adjacent square."""
    if not g.option("special_detachments"):
        return
    cut_off = isolated_units(g, side)
    for n in g.on_table(side):
        kind = g.unit(n).type
        if kind not in ("reme", "field_hospital") or n in cut_off or g.contested(g.unit(n).at):
            continue
        near = {g.unit(n).at, *g.grid.adjacent[g.unit(n).at]}
        patients = [m for m in g.on_table(side) if g.unit(m).at in near and (mends if kind == "reme" else heals)(g, m)]
        if not patients:
            continue
        rule = "napalini.10.reme" if kind == "reme" else "napalini.10.hospital"
        m = yield g.ask(
            side,
            f"{g.title(n)}: which unit is repaired?",
            patients,
            also=[PASS],
            rule=rule,
            label=lambda m: "none" if m == PASS else g.name(m),
            on=lambda m: ("" if m == PASS else f"u{m}", ""),
            name=Ask.FIELD_REPAIR,
            final=True,
        )
        if m != PASS:
            g.repair(m)
            g.tell("{unit} recovers.", rule=rule, to=None if g.unit(m).revealed else side, unit=g.name(m))


def mends(g: Napalini, n: int) -> bool:
    machine = g.type(n).vehicle or g.unit(n).type in ("aa_88", "truck_gun") or g.unit(n).trucks
    return machine and 0 < g.unit(n).step <= EXHAUSTED


def heals(g: Napalini, n: int) -> bool:
    return g.type(n).foot and g.unit(n).step == EXHAUSTED


def detachments(g: Napalini, side: str) -> Procedure:
    """In a Command Phase: AgitProp once a day, Brandenburgers."""
    if not g.option("special_detachments"):
        return
    camp = g.camp(side)
    if camp.agitprop and camp.agitated != g.state.day:
        yield from agitate(g, side)
    if camp.brandenburgers:
        yield from send_brandenburgers(g, side)


def where(g: Napalini, side: str, prompt: str, squares: list[int], rule: str, name: Ask) -> Choice:
    """A square for a detachment, or none."""
    return g.ask(
        side,
        prompt,
        squares,
        also=[PASS],
        rule=rule,
        label=lambda sq: "nowhere" if sq == PASS else g.label(sq),
        on=lambda sq: ("", "" if sq == PASS else g.label(sq)),
        name=name,
        final=True,
    )


def agitate(g: Napalini, side: str) -> Procedure:
    """10.agitprop: an enemy square within two squares of an own unit; 5-6 a loss, 1 the detachment is lost."""
    camp, enemy = g.camp(side), g.other(side)
    mine = [g.unit(n).at for n in g.on_table(side) if not g.dummy(n)]
    squares = [sq for sq in sorted(g.enemy_squares(side)) if any(g.distance(sq, at) <= 2 for at in mine)]
    if not squares:
        return
    square = yield where(g, side, "AgitProp: agitate in which enemy square?", squares, "napalini.10.agitprop", Ask.AGITPROP)
    if square == PASS:
        return
    camp.agitated = g.state.day
    die = g.d6("AgitProp", rule="napalini.10.agitprop", by=side)
    if die == 1:
        camp.agitprop -= 1
    if die < 5:
        return
    open_ = [n for n in g.real_at(square, enemy) if g.unit(n).quality != "good" and g.unit(n).step < EXHAUSTED]
    if open_:
        words = "AgitProp: which unit takes a loss?"
        victim = yield from g.which_unit(enemy, words, open_, rule="napalini.10.agitprop", name=Ask.LOSS, final=True)
        give_loss(g, victim, fire=False)


def send_brandenburgers(g: Napalini, side: str) -> Procedure:
    """10.brandenburgers: 4-6 one of three effects, 3 nothing, 1-2 lost."""
    camp, enemy = g.camp(side), g.other(side)
    squares = sorted(g.enemy_squares(side))
    words = "Brandenburgers: send them to which enemy square?"
    square = yield where(g, side, words, squares, "napalini.10.brandenburgers", Ask.BRANDENBURGERS)
    if square == PASS:
        return
    die = g.d6("Brandenburgers", rule="napalini.10.brandenburgers", by=side)
    if die <= 2:
        camp.brandenburgers -= 1
        camp.lost_brandenburgers += 1
        g.tell("The Brandenburgers of {side} are lost.", rule="napalini.10.brandenburgers", side=side)
        return
    if die == 3:
        return
    bridges = [k for k, b in enumerate(g.state.bridges) if square in g.static.edge_ends(b.edge)]
    options = [Sabotage(Deed.WIRES)]
    options += [Sabotage(Deed.DISARM, k) for k in bridges if g.state.bridges[k].charges == enemy]
    options += [Sabotage(Deed.BLOW, k) for k in bridges if g.state.bridges[k].intact]
    deed = yield g.ask(
        side,
        "Brandenburgers: what do they do?",
        options,
        rule="napalini.10.brandenburgers",
        label=lambda v: DEEDS[v.deed],
        name=Ask.SABOTAGE,
        final=lambda v: v.deed is Deed.BLOW,
    )
    if deed.bridge is None:
        for f in {g.unit(n).formation for n in g.real_at(square, enemy) if g.unit(n).formation >= 0}:
            g.army(f).radio_only = True
    elif deed.deed is Deed.DISARM:
        g.state.bridges[deed.bridge].charges = ""
    else:
        blow(g, g.state.bridges[deed.bridge], side, 0, "napalini.12.demolition")
