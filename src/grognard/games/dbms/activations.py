"""One activation (dbms.pips.4, R37): what a side may do with its PIPs, what it costs, and doing it.

An activation is a tuple: what, and with whom. Moves and placements then ask for the pose.
"""

from __future__ import annotations

from typing import Any

from grognard.boards.poses import ahead
from grognard.boards.table_moves import Hop
from grognard.kernel import Procedure, Refusal

from . import group_moves
from .air import may_fly, place_air, spots
from .context import Dbms
from .entrench import entrench, may_entrench
from .hidden import look_around, reveal
from .lining import held_by
from .loading import change_form, may_change_here
from .minefields import fight_minefield, stands_in_mines
from .moves import Move, may_move, plan_move
from .pips import may_pay, move_cost, pay
from .pointing import ghost_of, shown_with
from .retreat import carried
from .state import ASSAULT, BRIDGE, OFF, TABLE, TerrainPiece
from .suggest import judged, suggestions
from .tables import AIR, INFANTRY, PIPS, WIDTH
from .walk import make_move
from .water import assaults, banks_from_river, bridge_place, crossing_places, may_cross

Value = tuple[Any, ...]

WORDS = {
    "move": "Move {}",
    "change": "Change the form of {}",
    "entrench": "Entrench {}",
    "cross": "{} crosses the river",
    "assault": "{} assaults across the river",
    "bridge": "{} bridges the river",
    "bank": "{} leaves the river",
    "air": "{} strikes",
    "reveal": "Reveal {}",
}


def label_of(g: Dbms, value: Any) -> str:
    if not isinstance(value, tuple):
        return "Pass: no more moves this turn"
    if value[0] == "group" and len(value) > 1:
        return f"Move the group of {group_moves.names_of(g, value[1:])}"
    if value[0] == "group":
        return "Move another group"
    if value[0] == "dig":
        return "Entrench a group (2 PIPs)"
    words = WORDS[value[0]].format(g.name(value[1]))
    if value[0] == "move":
        price = int(move_cost(g, [value[1]]))
        return words if price == 1 else f"{words} ({price} PIPs)"
    return words


def piece_of(value: Any) -> tuple[str, str]:
    return (f"e{value[1]}", "") if isinstance(value, tuple) and len(value) > 1 else ("", "")


def activations(g: Dbms, side: str) -> list[Value]:
    """Everything that could be thought of; `may_activate` judges."""
    found: list[Value] = []
    if g.state.pips.get(side, 0) < 1 and not g.options["hidden_elements"]:
        return found
    river = g.ground.river is not None
    for n, element in enumerate(g.state.elements):
        if element.side != side:
            continue
        if element.code in AIR:
            if element.status in (OFF, TABLE):
                found.append(("air", n))
            continue
        if not g.on_table(n):
            continue
        found.append(("move", n))
        found += [("change", n), ("entrench", n)]
        if river and element.river:
            found.append(("bank", n))
        elif river and (element.at_bank or element.code in INFANTRY):
            found += [("cross", n), ("assault", n)]
            if element.code == "IE":
                found.append(("bridge", n))
        if element.hidden:
            found.append(("reveal", n))
    for body in group_moves.bodies(g, side):
        found += [("group", n, *(m for m in body if m != n)) for n in body]
    found += [("group",), ("dig",)]
    return found


def may_activate(g: Dbms, side: str, value: Value) -> Refusal | None:
    what = value[0]
    if what == "group":
        if len(value) > 1:  # one of the bodies, which could all be moved if they are paid for
            return may_pay(g, side, move_cost(g, value[1:]))
        return group_moves.may_move_groups(g, side)
    if what == "dig":
        return group_moves.may_dig_in(g, side)
    n = value[1]
    if what == "reveal":
        return None
    if what == "air":
        somewhere = next(spots(g, n), None)
        return may_fly(g, n) or may_pay(g, side, move_cost(g, [n], air=True)) or _nothing(somewhere, "dbms.air-moves.1")
    if what == "entrench":
        return may_entrench(g, n) or may_pay(g, side, PIPS["entrench_element"])
    if what == "change":
        return may_change_here(g, n) or may_pay(g, side, PIPS["change_form"])
    if (refusal := may_move(g, n) or may_pay(g, side, move_cost(g, [n]))) is not None:
        return refusal
    if what == "move":
        return may_be_moved(g, n)
    if what == "bank":
        return _nothing(banks_from_river(g, n), "dbms.crossing-water.6")
    if what == "assault":
        return may_cross(g, n) or _nothing(assaults(g, n), "dbms.crossing-water.3")
    if what == "bridge":
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
    from .lining import may_leave_contact
    from .zones import may_break_off

    return may_break_off(g, n) or may_leave_contact(g, n, [])


def activate(g: Dbms, side: str, value: Value) -> Procedure:
    """Do it. True if it was an activation (a reveal is free and ends nothing)."""
    what = value[0]
    if what == "reveal":
        reveal(g, [value[1]], "dbms.hidden-elements.7")
        return False
    if what == "group":
        yield from group_moves.move_group(g, side, value[1:])
        return True
    if what == "dig":
        yield from group_moves.dig_in(g, side)
        return True
    n = value[1]
    if what == "move":
        yield from move_one(g, side, n)
    elif what == "air":
        pay(g, side, move_cost(g, [n], air=True))
        yield from place_air(g, n)
    elif what == "entrench":
        pay(g, side, PIPS["entrench_element"])
        entrench(g, [n])
    elif what == "change":
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
        rule="dbms.tactical-moves.1",
        shape=Move,
        check=check,
        suggest=suggest,
        label=lambda m: words.get(m, "to there"),
        about={"piece": f"e{n}", **shown_with(g, side, n)},
        tallies=lambda: [move_cost(g, [n])],
        ghosts=lambda move: [ghost_of(n, plan_move(g, n, move).end)],
    )
    pay(g, side, move_cost(g, [n], changes=1 if move.change else 0))
    yield from make_move(g, n, move)


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
        ["move", "stay"],
        rule="dbms.unloading.3",
        about={"piece": f"e{n}"},
    )
    if answer == "move":
        yield from move_one(g, side, n)
    g.element(n).acted = True


def into_the_water(g: Dbms, side: str, n: int, what: str) -> Procedure:
    """Crossing, assault, bridge, and leaving the river: places that the rules give."""
    element = g.element(n)
    cost = move_cost(g, [n])
    if what == "assault":
        found = assaults(g, n)
        enemy = found[0][0]
        if len(found) > 1:
            enemy = yield g.ask(
                side,
                "Assault whom?",
                [e for e, _ in found],
                rule="dbms.crossing-water.3",
                label=lambda e: g.seen_name(e, side),
                on=lambda e: (f"e{e}", ""),
            )
        pay(g, side, cost)
        g.put(n, dict(found)[enemy])
        element.river = ASSAULT
        element.met = [*element.met, enemy]
        g.tell("{element} assaults {element2} across the river.", rule="dbms.crossing-water.3", element=n, element2=enemy)
    elif what == "bridge":
        pay(g, side, cost)
        pose = bridge_place(g, n)
        assert pose is not None
        g.put(n, pose)
        element.river = BRIDGE
        g.tell("{element} bridges the river.", rule="dbms.crossing-water.7", element=n)
    else:
        places = banks_from_river(g, n) if what == "bank" else crossing_places(g, n)
        spot = 0
        if len(places) > 1:
            spot = yield g.ask(
                side,
                f"Where does {g.name(n)} come out of the water?",
                list(range(len(places))),
                rule="dbms.crossing-water.2",
                label=lambda i: f"place {i + 1} ({places[i].x / 100:.0f}, {places[i].y / 100:.0f} mm)",
                about={"piece": f"e{n}"},
            )
        pay(g, side, cost)
        g.put(n, places[spot])
        element.river = ""
        rule = "dbms.crossing-water.6" if what == "bank" else "dbms.crossing-water.2"
        g.tell("{element} is on the bank of the river.", rule=rule, element=n)
    element.moves += 1
    if element.at is not None and not element.river:
        lands_in_mines(g, n)


def lands_in_mines(g: Dbms, n: int) -> None:
    """dbms.terrain-effects.15: a crossing that comes out in a minefield fights it; the way back is the river."""
    fought: list[TerrainPiece] = []
    for area in stands_in_mines(g, n):
        fought.append(area.piece)
        result = fight_minefield(g, n, area)
        if result == "destroyed":
            return
        if result != "none":
            pose = g.element(n).pose
            carried(g, n, [Hop(pose, ahead(pose, -g.depth(n)), WIDTH, g.depth(n))], fought)
            return
