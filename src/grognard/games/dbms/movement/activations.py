"""One activation (dbms.pips.4, R37): what a side may do with its PIPs, what it costs, and doing it.

An activation is a tuple: what, and with whom. Moves and placements then ask for the pose.
"""

from __future__ import annotations

from typing import Any

from grognard.kernel import Procedure, Refusal
from grognard.kernel.scene import Act
from grognard.kernel.words import capital, listing

from ..asks import Activation, AfterChange, Ask, Deed
from ..combat.retreat_and_rout import passes_the_mines, to_its_rear
from ..command.pips import may_pay, move_cost, pay
from ..contact.breaking_off import held_by, may_break_off, may_leave_contact
from ..context import Dbms
from ..hidden import first_reveal, look_around, reveal
from ..state import ASSAULT, BASE, BRIDGE, OFF, TABLE, TerrainPiece
from ..tables import AIR, INFANTRY, PIPS
from ..terrain import bases
from ..terrain.minefields import first_minefield
from ..terrain.whereabouts import way
from . import group_moves
from .air import may_fly, place_air, spots
from .crossing_water import assaults, banks_from_river, bridge_place, crossing_places, may_cross
from .entrenchment import entrench, may_entrench
from .pointing import ghost_of, shown_with
from .suggestions import judged, suggestions
from .tactical_moves import Move, may_move, plan_move
from .telling import goal_words
from .unloading import change_form, may_change_here
from .walk import make_move

ASKS_MORE = (Deed.MOVE, Deed.GROUP, Deed.DIG, Deed.AIR, Deed.REVEAL)  # a question follows, or nothing is spent
MOVES = (Deed.MOVE, Deed.GROUP, Deed.CROSS, Deed.BANK)
WORDS = {
    Deed.MOVE: "Move {}",
    Deed.CHANGE: "Change the form of {}",
    Deed.ENTRENCH: "Entrench {}",
    Deed.CROSS: "{} crosses the river",
    Deed.ASSAULT: "{} assaults across the river",
    Deed.BRIDGE: "{} bridges the river",
    Deed.BANK: "{} leaves the river",
    Deed.AIR: "{} strikes",
    Deed.REVEAL: "Reveal {}",
}


def label_of(g: Dbms, value: Any) -> str:
    if not isinstance(value, Activation):
        return "Pass: no more moves this turn"
    if value.deed == Deed.GROUP and value.members:
        return f"Move the group of {listing(g.name(n) for n in value.members)}"  # who leads it first
    if value.deed == Deed.GROUP:
        return "Move another group"
    if value.deed == Deed.DIG:
        return "Entrench a group (2 PIPs)"
    words = WORDS[value.deed].format(g.name(value.element))
    if value.deed == Deed.MOVE:
        price = price_of(g, value)
        return words if price == 1 else f"{words} ({price} PIPs)"
    return words


def piece_of(value: Any) -> tuple[str, str]:
    return (f"e{value.element}", "") if isinstance(value, Activation) and value.members else ("", "")


def kind_of(value: Any) -> Act:
    if not isinstance(value, Activation):
        return ""
    return "attack" if value.deed in (Deed.AIR, Deed.ASSAULT) else "move" if value.deed in MOVES else "order"


def price_of(g: Dbms, value: Activation) -> int:
    """What it costs at least."""
    if value.deed == Deed.REVEAL:
        return 0
    if value.deed == Deed.DIG:
        return group_moves.digging_cost()
    if value.deed == Deed.ENTRENCH:
        return PIPS["entrench_element"]
    if value.deed == Deed.CHANGE:
        return PIPS["change_form"]
    return int(move_cost(g, value.members, air=value.deed == Deed.AIR)) if value.members else PIPS["move_group"]


def activations(g: Dbms, side: str) -> list[Activation]:
    """Everything that could be thought of; `may_activate` judges."""
    found: list[Activation] = []
    if g.state.pips.get(side, 0) < 1 and not g.options["hidden_elements"]:
        return found
    river = g.ground.river is not None
    for n, element in enumerate(g.state.elements):
        if element.side != side:
            continue
        if element.code in AIR:
            if element.status in (OFF, TABLE):
                found.append(Activation(Deed.AIR, (n,)))
            continue
        if not g.on_table(n):
            continue
        deeds = [Deed.MOVE, Deed.CHANGE, Deed.ENTRENCH]
        if river and element.river:
            deeds.append(Deed.BANK)
        elif river and (element.at_bank or element.code in INFANTRY):
            deeds += [Deed.CROSS, Deed.ASSAULT]
            if element.code == "IE":
                deeds.append(Deed.BRIDGE)
        if element.hidden:
            deeds.append(Deed.REVEAL)
        found += [Activation(deed, (n,)) for deed in deeds]
    for body in group_moves.bodies(g, side):
        found += [Activation(Deed.GROUP, (n, *(m for m in body if m != n))) for n in body]
    found += [Activation(Deed.GROUP), Activation(Deed.DIG)]
    return found


def may_activate(g: Dbms, side: str, value: Activation) -> Refusal | None:
    what = value.deed
    if what == Deed.GROUP:
        if value.members:  # one of the bodies, which could all be moved if they are paid for
            return may_pay(g, side, move_cost(g, value.members))
        return group_moves.may_move_groups(g, side)
    if what == Deed.DIG:
        return group_moves.may_dig_in(g, side)
    n = value.element
    if what == Deed.REVEAL:
        return None
    if what == Deed.AIR:
        somewhere = next(spots(g, n), None)
        return may_fly(g, n) or may_pay(g, side, move_cost(g, [n], air=True)) or _nothing(somewhere, "dbms.air-moves.1")
    if what == Deed.ENTRENCH:
        return may_entrench(g, n) or may_pay(g, side, PIPS["entrench_element"])
    if what == Deed.CHANGE:
        return may_change_here(g, n) or may_pay(g, side, PIPS["change_form"])
    if (refusal := may_move(g, n) or may_pay(g, side, move_cost(g, [n]))) is not None:
        return refusal
    if what == Deed.MOVE:
        return may_be_moved(g, n)
    return may_enter_water(g, n, what)


def may_enter_water(g: Dbms, n: int, what: Deed) -> Refusal | None:
    if what == Deed.BANK:
        return _nothing(banks_from_river(g, n), "dbms.crossing-water.6")
    if what == Deed.ASSAULT:
        return may_cross(g, n) or _nothing(assaults(g, n), "dbms.crossing-water.3")
    if what == Deed.BRIDGE:
        return may_cross(g, n) or _nothing(bridge_place(g, n), "dbms.crossing-water.7")
    return may_cross(g, n) or _nothing(crossing_places(g, n), "dbms.crossing-water.2")


def _nothing(places: Any, rule: str) -> Refusal | None:
    return None if places else Refusal(rule, "There is no place for that.")


def may_be_moved(g: Dbms, n: int) -> Refusal | None:
    """dbms.dba.5: in contact, only if there is a legal way to break off, turn to face or line up."""
    element = g.element(n)
    if element.river == ASSAULT or element.river == BRIDGE:
        return Refusal("dbms.crossing-water.6", f"{g.name(n)} is in the river: it leaves it for a bank.")
    held = held_by(g, n)
    if not held or suggestions(g, n):
        return None
    return may_break_off(g, n) or may_leave_contact(g, n, [])


def activate(g: Dbms, side: str, value: Activation) -> Procedure:
    """Do it. True if it was an activation (a reveal is free and ends nothing)."""
    what = value.deed
    if what == Deed.REVEAL:
        reveal(g, [value.element], "dbms.hidden-elements.7")
        return False
    if what == Deed.GROUP:
        yield from group_moves.move_group(g, side, value.members)
        return True
    if what == Deed.DIG:
        yield from group_moves.dig_in(g, side)
        return True
    n = value.element
    if what == Deed.MOVE:
        yield from move_one(g, side, n)
    elif what == Deed.AIR:
        pay(g, side, move_cost(g, [n], air=True))
        yield from place_air(g, n)
    elif what == Deed.ENTRENCH:
        pay(g, side, PIPS["entrench_element"])
        entrench(g, [n])
    elif what == Deed.CHANGE:
        yield from change_on_the_spot(g, side, n)
    else:
        yield from into_the_water(g, side, n, what)
    look_around(g)
    return True


def move_one(g: Dbms, side: str, n: int) -> Procedure:
    words: dict[Move, str] = {}

    def suggest() -> list[Move]:
        words.update(suggestions(g, n))
        return list(words)

    def check(move: Move) -> list[Refusal | None]:
        cost = move_cost(g, [n], changes=1 if move.change else 0)
        return [*judged(g, n, move), may_pay(g, side, cost)]

    move = yield g.ask_checked(
        side,
        f"Where does {g.name(n)} go?",
        name=Ask.MOVE,
        final=lambda move: meets_something(g, n, move),
        kind="move",
        rule="dbms.tactical-moves.1",
        shape=Move,
        check=check,
        suggest=suggest,
        label=lambda m: goal_words(g, n, m, words.get(m, "to there")),
        about={"piece": f"e{n}", **shown_with(g, side, n)},
        tallies=lambda: [move_cost(g, [n])],
        ghosts=lambda move: [ghost_of(n, plan_move(g, n, move).end)],
    )
    pay(g, side, move_cost(g, [n], changes=1 if move.change else 0))
    yield from make_move(g, n, move)


def meets_something(g: Dbms, n: int, move: Move) -> bool:
    """A minefield or a reveal on the way: then dice fall, or something is shown, before anybody is asked again."""
    path = plan_move(g, n, move).path
    return first_minefield(g, path, ()) is not None or first_reveal(g, n, path) is not None


def change_on_the_spot(g: Dbms, side: str, n: int) -> Procedure:
    """dbms.unloading.2, .3: in place of moving; with the option load_then_move it may move afterwards."""
    pay(g, side, PIPS["change_form"])
    change_form(g, n)
    if not g.options["load_then_move"] or may_pay(g, side, move_cost(g, [n])) is not None or held_by(g, n):
        g.element(n).acted = True
        return
    answer = yield g.ask(
        side,
        f"{g.name(n)} may move in its new form. Move it?",
        list(AfterChange),
        name=Ask.MOVE_AFTER_CHANGE,
        decline=AfterChange.STAY,
        kind="move",
        rule="dbms.unloading.3",
        label={AfterChange.MOVE: "Move it", AfterChange.STAY: "It stays"}.__getitem__,
        about={"piece": f"e{n}"},
    )
    if answer == AfterChange.MOVE:
        yield from move_one(g, side, n)
    g.element(n).acted = True


def into_the_water(g: Dbms, side: str, n: int, what: Deed) -> Procedure:
    """Crossing, assault, bridge, and leaving the river: places that the rules give."""
    element = g.element(n)
    cost = move_cost(g, [n])
    fought: list[TerrainPiece] = []
    if what == Deed.ASSAULT:
        found = assaults(g, n)
        enemy = found[0][0]
        if len(found) > 1:
            enemy = yield g.ask(
                side,
                "Assault whom?",
                [*g.enemies(n), *(e for e, _ in found if e == BASE)],
                may=lambda e: None if e in dict(found) else not_across(g, side, e),
                name=Ask.ASSAULT,
                final=True,
                kind="attack",
                rule="dbms.crossing-water.3",
                label=lambda e: g.seen_name(e, side),
                on=lambda e: ("base" if e == BASE else f"e{e}", ""),
            )
        pay(g, side, cost)
        if not sets_out(g, n, fought):
            return
        g.put(n, dict(found)[enemy])
        element.river = ASSAULT
        element.met = [*element.met, enemy]
        g.tell("{element} assaults {element2} across the river.", rule="dbms.crossing-water.3", element=n, element2=enemy)
    elif what == Deed.BRIDGE:
        pose = bridge_place(g, n)
        assert pose is not None
        pay(g, side, cost)
        if not sets_out(g, n, fought):
            return
        g.put(n, pose)
        element.river = BRIDGE
        g.tell("{element} bridges the river.", rule="dbms.crossing-water.7", element=n)
    else:
        places = banks_from_river(g, n) if what == Deed.BANK else crossing_places(g, n)
        spot = 0
        if len(places) > 1:
            spot = yield g.ask(
                side,
                f"Where does {g.name(n)} come out of the water?",
                list(range(len(places))),
                name=Ask.BANK,
                final=True,
                kind="move",
                rule="dbms.crossing-water.2",
                label=lambda i: way(g.rect(n).middle, g.rect_at(n, places[i]).middle) or "where it is",
                about={"piece": f"e{n}"},
            )
        pay(g, side, cost)
        if not sets_out(g, n, fought):
            return
        went = way(g.rect(n).middle, g.rect_at(n, places[spot]).middle)
        g.put(n, places[spot])
        element.river = ""
        rule = "dbms.crossing-water.6" if what == Deed.BANK else "dbms.crossing-water.2"
        words = "leaves the river" if what == Deed.BANK else "crosses the river"
        g.tell("{element} {words}, {went}.", rule=rule, element=n, words=words, went=went)
    if element.river != BRIDGE:
        passes_the_mines(g, n, to_its_rear(g, n), fought)


def not_across(g: Dbms, side: str, enemy: int) -> Refusal:
    return Refusal("dbms.crossing-water.3", f"{capital(g.seen_name(enemy, side))} does not stand directly across.")


def sets_out(g: Dbms, n: int, fought: list[TerrainPiece]) -> bool:
    """The move has begun: it leaves the base it garrisons, and fights the minefield in which it starts."""
    g.element(n).moves += 1
    bases.leaves(g, n)
    return passes_the_mines(g, n, to_its_rear(g, n), fought)
