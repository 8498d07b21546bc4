"""Normal cards (11.cards.when): played by the active side after its Op was activated. What each may name, what it does.

A card for one combat or square is played with that square named (11.cards.nominate); if the combat does not come, it is spent.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel import PASS, Refusal, cites
from grognard.kernel.game import Procedure

from ..asks import Ask
from ..cards import hand
from ..combat.fire import half
from ..context import Napalini
from ..engineers.tasks import blow, edges_of, entrench, put_up
from ..movement.moves import face_or_all_round
from ..state import NOWHERE, Squadron
from ..supply.lines import isolated_units
from ..table.terrain import hard_for, prepared
from ..tables import AIRCRAFT, CARDS, CHARACTERS, EXHAUSTED, FRESH, QUALITIES, WORN

NORMAL = [card for card, row in CARDS.items() if row["timing"] == "normal"]
ROUND_EFFECTS = ("O1E", "13E", "21E", "O5C")
PERIOD_EFFECTS = ("O2C", "7C")
ENEMY_SQUARE = ("O1C", "O4C", "11E", "30E", "31E")


def enemy_squares(g: Napalini, card: str) -> list[int]:
    """Squares of combats (or bombardments) to come; hardness and preparation count only where they can be seen."""
    r = g.round
    found = []
    for square in sorted(g.enemy_squares(r.side)):
        defenders = g.units_at(square, g.other(r.side))
        seen = [n for n in defenders if g.unit(n).revealed]
        known = len(seen) == len(defenders)
        if card == "11E" and known and not any(hard_for(g, n, square) for n in seen):
            continue
        if card in ("30E", "31E") and known and not half(g, seen, lambda n: prepared(g, n)):
            continue
        found.append(square)
    return found


def own_squares(g: Napalini) -> list[int]:
    side = g.round.side
    return sorted({g.unit(n).at for n in g.on_table(side) if not g.dummy(n)})


def repairable(g: Napalini, card: str) -> list[int]:
    """11.cards.repair: units with a loss, supplied or not."""
    side = g.round.side
    served = (
        g.formations(side) if card not in ("6C", "11C", "14C") else hand.reached_formations(g, side, card) or g.formations(side)
    )
    found = []
    for n, unit in enumerate(g.state.units):
        kind = g.type(n)
        if unit.side != side or unit.where not in ("table", "aboard"):
            continue
        if not FRESH < unit.step <= EXHAUSTED or unit.formation not in served or g.dummy(n):
            continue
        if card == "7E" and not (kind.armoured and "fort" not in kind.tags and "fort-aa" not in kind.tags):
            continue
        found.append(n)
    return found


def playable(g: Napalini, card: str) -> Refusal | None:
    """None, or why this normal card cannot be played now."""
    r = g.round
    side = r.side
    if (refusal := hand.may_play(g, side, card)) is not None:
        return refusal
    if card in ENEMY_SQUARE and not enemy_squares(g, card):
        return Refusal(f"napalini.card.{card}", "There is no square to name.")
    for useless, why in USELESS.get(card, ()):
        if useless(g):
            return Refusal(f"napalini.card.{card}", why)
    return None


def patients_of(g: Napalini, side: str, card: str, fixable: list[int]) -> list[int] | None:
    """The generals whose card repairs anything; None where the card is for something else."""
    if card not in ("6C", "11C", "14C") or not fixable:
        return None
    hurt = {g.unit(n).formation for n in fixable}
    return [n for n in hand.generals(g, side, card) if hurt.intersection(hand.commanded(g, side, n))]


def replaceable(g: Napalini) -> bool:
    """11C: a stockpile was spent or destroyed, and there is a depot for another."""
    camp = g.camp(g.round.side)
    return bool(camp.lost_stockpiles) and not camp.depot_taken


def scroungers(g: Napalini) -> list[int]:
    side = g.round.side
    cut_off = isolated_units(g, side)
    worn = [n for n, u in enumerate(g.state.units) if u.side == side and u.where in ("table", "aboard") and u.step == WORN]
    return [n for n in worn if g.type(n).infantry and n not in cut_off]


def hurt_squadrons(g: Napalini) -> list[int]:
    """Squadrons with a loss; destroyed ones too (11.sortie.night: restored by card play)."""
    mine = [(k, p) for k, p in enumerate(g.state.air) if p.side == g.round.side]
    return [k for k, p in mine if (p.carrier < 0 if p.out else p.step)]  # the Aurora's plane is lost with her


def mend_squadron(g: Napalini, plane: Squadron) -> None:
    """One loss less; a destroyed squadron is exhausted again, and its points are deducted as those of a restored one."""
    if plane.out:
        plane.out, plane.step = False, EXHAUSTED
        g.camp(g.other(plane.side)).eliminated -= float(AIRCRAFT[plane.type]["cost"])
        return
    plane.step -= 1


def tired_squares(g: Napalini) -> list[int]:
    return sorted({g.unit(n).at for n in g.on_table(g.round.side) if g.unit(n).step == EXHAUSTED})


def infantry_squares(g: Napalini) -> list[int]:
    r = g.round
    return sorted({g.unit(n).at for n in r.activated if g.type(n).infantry and g.unit(n).where == "table"})


def quiet_squares(g: Napalini) -> list[int]:
    return [sq for sq in own_squares(g) if not g.contested(sq)]


def bridge_sites(g: Napalini) -> list[int]:
    taken = {b.edge for b in g.state.bridges if b.intact}
    side = g.round.side
    found: set[int] = set()
    for square in quiet_squares(g):
        if any(g.fl(n) for n in g.real_at(square, side)):
            found.update(e for e in edges_of(g, square) if e in g.static.water and e not in taken)
    return sorted(found)


def trench_sites(g: Napalini) -> list[int]:
    side = g.round.side
    found = []
    for square in quiet_squares(g):
        fl = [n for n in g.real_at(square, side) if g.fl(n)]
        if fl and all(g.unit(n).prepared for n in fl) and square not in g.state.trenches and square not in g.state.rubble:
            found.append(square)
    return found


# Cards that would do nothing now: when, and the reason
USELESS: dict[str, tuple[tuple[Callable[[Napalini], bool], str], ...]] = {
    "O6E": ((lambda g: not scroungers(g), "There is no supplied worn infantry."),),
    "14C": (
        (lambda g: g.camp(g.round.side).no_momentum < 3, "Only on the third consecutive day without momentum."),
        (
            lambda g: g.camp(g.round.side).depot_taken and not repairable(g, "14C"),
            "The depot is captured, and there is nothing to repair.",
        ),
    ),
    "11C": (
        (
            lambda g: not replaceable(g) and not repairable(g, "11C"),
            "No stockpile can be replaced, and there is nothing to repair.",
        ),
    ),
    "6C": ((lambda g: not repairable(g, "6C"), "There is nothing to repair."),),
    "7E": ((lambda g: not repairable(g, "7E"), "There is nothing to repair."),),
    "14E": ((lambda g: not hurt_squadrons(g), "No squadron has a loss."),),
    "16E": ((lambda g: not hurt_squadrons(g), "No squadron has a loss."),),
    "19E": ((lambda g: not any(b.intact for b in g.state.bridges), "No bridge stands."),),
    "20E": ((lambda g: not tired_squares(g), "No square holds exhausted units."),),
    "22E": (
        (lambda g: not infantry_squares(g), "No infantry is activated."),
        (lambda g: not g.static.water, "There is no major river."),
    ),
    "32E": ((lambda g: not infantry_squares(g), "No infantry is activated."),),
    "24E": ((lambda g: not bridge_sites(g), "There is no place for a bridge."),),
    "27E": ((lambda g: g.camp(g.round.side).depot_taken, "The depot is captured."),),
    "28E": ((lambda g: not trench_sites(g), "No square is ready for trenches."),),
    "29E": ((lambda g: not quiet_squares(g), "Every own square is contested."),),
    "13E": ((lambda g: not g.module("airpower"), "There are no aircraft in this battle."),),
}


def normal_cards(g: Napalini) -> Procedure:
    """4.round.sequence step 4: cards of the active side, at most two in the period."""
    r = g.round
    side = r.side
    while g.module("cards") and hand.under_limit(g, side):
        characters = [c for c in NORMAL if c.endswith("C") and hand.generals(g, side, c)]
        if not g.camp(side).hand and not characters:
            return
        card = yield g.ask(
            side,
            "Play a card for this Op?",
            [*characters, *(c for c in NORMAL if c.endswith("E"))],
            may=lambda c: playable(g, c),
            also=[PASS],
            rule="napalini.11.cards.when",
            label=lambda c: "no card" if c == PASS else hand.read_out(c),
            waiting="cards",
            name=Ask.OP_CARD,
            final=True,
        )
        if card == PASS:
            return
        yield from play(g, card)


def play(g: Napalini, card: str) -> Procedure:
    r, side = g.round, g.round.side
    fixable, served, owner = repairable(g, card), g.formations(side), NOWHERE
    if card in CHARACTERS:
        owner = yield from hand.which_general(g, side, card, patients_of(g, side, card, fixable))
        served = hand.commanded(g, side, owner)
        fixable = [n for n in fixable if g.unit(n).formation in served]
        r.reach[card] = hand.reach(g, side, owner)
        hand.spend(g, side, card, owner)
    else:
        hand.spend(g, side, card)
    if card in ROUND_EFFECTS:
        r.cards.insert(0, card)
    elif card in PERIOD_EFFECTS:
        hand.lasts(g, side, card, owner)
    elif card in ENEMY_SQUARE:
        square = yield from name_square(g, card, enemy_squares(g, card))
        nominate(g, card, square)
    elif card in ("6C", "7E", "11C", "14C"):
        yield from repairs(g, card, fixable)
    elif card == "13C":
        g.camp(side).prize_taker = True
    elif card == "15C":
        yield from bad_lot(g, served)
    elif card == "O4E":
        block = g.grid.block(r.aoo)
        r.activated += [
            n
            for n in g.on_table(side)
            if g.unit(n).at in block and n not in r.activated and g.unit(n).type not in ("hq", "supply_depot")
        ]
    else:
        yield from EFFECTS[card](g)


@cites("napalini.11.cards.nominate")
def nominate(g: Napalini, card: str, square: int) -> None:
    """A card for one combat is played with its square named."""
    g.round.named.append([card, str(square)])


def name_square(g: Napalini, card: str, squares: list[int]) -> Procedure:
    words, rule = f"{hand.title(card)}: which square?", f"napalini.card.{card}"
    square = yield g.which_square(g.round.side, words, squares, rule=rule, name=Ask.CARD_SQUARE, about={"card": card})
    return square


def repairs(g: Napalini, card: str, fixable: list[int]) -> Procedure:
    """6C two losses, 7E two of armour with a drop of quality, 11C one and a stockpile, 14C two and two stockpiles."""
    side = g.round.side
    camp = g.camp(side)
    if card == "11C" and replaceable(g):
        camp.stockpiles += 1
    if card == "14C" and not camp.depot_taken:
        camp.stockpiles += 2
    lowered: list[int] = []
    for _ in range(1 if card == "11C" else 2):
        open_ = [n for n in fixable if g.unit(n).step > FRESH]
        if not open_:
            return
        n = yield g.ask(
            side,
            f"{hand.title(card)}: repair which unit?",
            open_,
            also=[PASS],
            rule="napalini.11.cards.repair",
            label=lambda n: "none" if n == PASS else g.name(n),
            on=lambda n: ("" if n == PASS else f"u{n}", ""),
            name=Ask.REPAIR,
        )
        if n == PASS:
            return
        g.repair(n)
        if card == "7E" and n not in lowered:  # each repaired unit by one level, however often
            g.unit(n).quality = one_level_down(g.unit(n).quality)
            lowered.append(n)


def one_level_down(quality: str) -> str:
    return QUALITIES[max(0, QUALITIES.index(quality) - 1)]


def bad_lot(g: Napalini, served: list[int]) -> Procedure:
    """15C: one formation that the general serves gets a bonus Op this period."""
    words, about = "Which formation gets a bonus Op?", {"card": "15C"}
    f = yield from g.which_formation(
        g.round.side, words, served, rule="napalini.card.15C", name=Ask.CARD_FORMATION, about=about
    )
    g.army(f).bonus += 1


def scrounge(g: Napalini) -> Procedure:
    """O6E: one supplied worn infantry unit becomes fresh."""
    n = yield g.ask(
        g.round.side,
        "Which infantry becomes fresh?",
        scroungers(g),
        rule="napalini.card.O6E",
        label=g.name,
        on=lambda n: (f"u{n}", ""),
        name=Ask.CARD_UNIT,
        about={"card": "O6E"},
    )
    g.unit(n).step = FRESH


def surrounded(g: Napalini) -> Procedure:
    """12E: all-round defence at once, or one die more for defending infantry in the next combat there."""
    side = g.round.side
    square = yield from name_square(g, "12E", own_squares(g))
    fl = [n for n in g.real_at(square, side) if g.fl(n) and g.unit(n).kind == "land"]
    options = ["dice"] + (["around"] if len(fl) >= 2 and not g.contested(square) else [])
    what = "dice"
    if len(options) > 1:
        what = yield g.ask(
            side,
            f"12E in {g.label(square)}: more dice or all-round defence?",
            options,
            rule="napalini.card.12E",
            label=lambda v: "one die more for each infantry" if v == "dice" else "all-round defence",
            name=Ask.SURROUNDED,
        )
    if what == "dice":
        g.camp(side).period_cards["12E"] = square
        return
    back = yield g.ask(side, "Which unit faces back?", fl, rule="napalini.card.12E", label=g.name, name=Ask.FACES_BACK)
    for n in fl:
        g.unit(n).rear = n == back


def fewer(g: Napalini) -> Procedure:
    """14E: two losses of squadrons, of destroyed ones too; each repaired squadron drops a quality level."""
    lowered: list[int] = []
    for _ in range(2):
        open_ = hurt_squadrons(g)
        if not open_:
            return
        k = yield g.ask(
            g.round.side,
            "Repair which squadron?",
            open_,
            also=[PASS],
            rule="napalini.card.14E",
            label=lambda k: _plane(g, k),
            name=Ask.CARD_SQUADRON,
        )
        if k == PASS:
            return
        plane = g.state.air[k]
        plane.resting = plane.resting or plane.step >= EXHAUSTED
        mend_squadron(g, plane)
        if k not in lowered:
            plane.quality = one_level_down(plane.quality)
            lowered.append(k)


def _plane(g: Napalini, k: Any) -> str:
    if k == PASS:
        return "none"
    plane = g.state.air[k]
    return f"{plane.quality} {plane.type}{' (destroyed)' if plane.out else ''}"


def three_months(g: Napalini) -> Procedure:
    """16E: one squadron recovers one step at once; if it was exhausted it is ready for the next period."""
    k = yield g.ask(
        g.round.side,
        "Which squadron recovers?",
        hurt_squadrons(g),
        rule="napalini.card.16E",
        label=lambda k: _plane(g, k),
        name=Ask.CARD_SQUADRON,
    )
    plane = g.state.air[k]
    if plane.step == EXHAUSTED:
        plane.flew = plane.resting = False
    mend_squadron(g, plane)


def signals(g: Napalini) -> Procedure:
    """17E: +1 to all own comms checks for the rest of the battle."""
    g.camp(g.round.side).signals = True
    yield from ()


def alone(g: Napalini) -> Procedure:
    """19E: any one bridge, with +2 to the throw."""
    open_ = [k for k, b in enumerate(g.state.bridges) if b.intact]
    k = yield g.ask(
        g.round.side,
        "Demolish which bridge?",
        open_,
        rule="napalini.card.19E",
        label=lambda k: g.state.bridges[k].name,
        name=Ask.CARD_BRIDGE,
        final=True,
    )
    blow(g, g.state.bridges[k], g.round.side, 2, "napalini.card.19E")


def all_together(g: Napalini) -> Procedure:
    """20E: all exhausted units in one square become worn, contested or isolated or not."""
    square = yield from name_square(g, "20E", tired_squares(g))
    for n in g.real_at(square, g.round.side):
        if g.unit(n).step == EXHAUSTED:
            g.unit(n).step = WORN


def hail_mary(g: Napalini) -> Procedure:
    """22E: the infantry of one square crosses a major river without test."""
    r = g.round
    r.hail_mary = yield from name_square(g, "22E", infantry_squares(g))
    r.carried = [n for n in r.activated if g.unit(n).at == r.hail_mary and g.type(n).infantry]


def bear(g: Napalini) -> Procedure:
    """32E: the infantry of one square has a normal move of two squares."""
    g.round.black_bear = yield from name_square(g, "32E", infantry_squares(g))


def sixty_feet(g: Napalini) -> Procedure:
    """24E: an intact road bridge on one water edge."""
    edge = yield g.ask(
        g.round.side,
        "Where is the bridge?",
        bridge_sites(g),
        rule="napalini.card.24E",
        label=g.static.edges.edge_label,
        name=Ask.CARD_BRIDGE_SITE,
    )
    put_up(g, edge, "Bailey bridge")


def logistics(g: Napalini) -> Procedure:
    """27E: two stockpiles."""
    g.camp(g.round.side).stockpiles += 2
    yield from ()


def sweat(g: Napalini) -> Procedure:
    """28E: a prepared square becomes entrenched."""
    square = yield from name_square(g, "28E", trench_sites(g))
    entrench(g, square, g.round.side)


def nobody_else(g: Napalini) -> Procedure:
    """29E: all units in one square become prepared, perhaps all round."""
    side = g.round.side
    square = yield from name_square(g, "29E", quiet_squares(g))
    for n in g.real_at(square, side):
        g.unit(n).prepared = True
    fl = [n for n in g.real_at(square, side) if g.fl(n) and g.unit(n).kind == "land"]
    if len(fl) >= 2:
        yield from face_or_all_round(g, side, square, g.real_at(square, side), rule="napalini.card.29E")


EFFECTS = {
    "O6E": scrounge,
    "12E": surrounded,
    "14E": fewer,
    "16E": three_months,
    "17E": signals,
    "19E": alone,
    "20E": all_together,
    "22E": hail_mary,
    "24E": sixty_feet,
    "27E": logistics,
    "28E": sweat,
    "29E": nobody_else,
    "32E": bear,
}
