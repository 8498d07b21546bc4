"""No move, stop, swap or retreat leaves bases on each other, in the water, or a garrison outside its base."""

from __future__ import annotations

import pytest

from games.dbms.conftest import at, battle, box, fight, may_move, offered, refused, state, told
from grognard.boards.plane import MM
from grognard.boards.table_lines import Strip
from grognard.games.dbms.game import GAME
from grognard.games.dbms.tables import RIVER_WIDTH

GE = ("red GE 520 560 0", "blue GE 520 60 180")
BENT = [[0, 260], [200, 260], [330, 340], [430, 340], [609.6, 270]]
BANK = {"elements": {"0": {"at_bank": True}}}


def bank_places():
    """Infantry with its front on the bank, every 20 mm of a river with four bends, on either side."""
    river = Strip([(round(x * MM), round(y * MM)) for x, y in BENT], RIVER_WIDTH)
    for along in range(60 * MM, river.length - 60 * MM, 20 * MM):
        for side in (-1, 1):
            (x, y), out = river.bank(along, side)
            yield x / MM, y / MM, (out / 100 + 180) % 360


@pytest.mark.rule("dbms.crossing-water.2")
def test_who_crosses_comes_out_of_the_water_at_every_bend():
    crossed = 0
    for x, y, facing in bank_places():
        m = battle(f"red IN {x:.2f} {y:.2f} {facing:.2f}", *GE, patch=BANK, terrain=[("river", BENT, {"bridges": [520]})])
        if ("cross", 0) not in offered(m):
            continue
        m.choose(("cross", 0))
        while m.decision.name == "bank":
            m.choose(m.decision.options[crossed % len(m.decision.options)])
        assert at(m, 0) != (x, y, facing)
        GAME.check(m.g)
        assert state(m).elements[0].river == "" and not m.g.ground.river.overlaps(m.g.rect(0))
        crossed += 1
    assert crossed > 40


REVEAL = {"hidden_elements": True}


@pytest.mark.rule("dbms.passing-through.1", "dbms.hidden-elements.6")
def test_nobody_stops_on_a_friend_when_something_is_revealed():
    """The tank passes through infantry; half way it comes within 2 in of a blank."""
    m = battle("red TA 300 400 0", "red IN 300 370 0", "blue IN 300 298 180 hidden", *GE, options=REVEAL)
    m.choose(("move", 0))
    m.choose({"poses": [[30000, 32400, 0]]})
    assert m.decision.name == "go-on"
    assert 330 < at(m, 0)[1] < 370, "it stands on the infantry"
    with refused("dbms.passing-through.1"):
        m.choose("stop")
    GAME.check(m.g)
    m.choose("on")
    GAME.check(m.g)
    assert at(m, 0) == (300, 324, 0)


@pytest.mark.rule("dbms.zone-of-control.2")
def test_breaking_off_obeys_the_zones_of_others():
    """Armoured cars break off from infantry straight back; a second enemy behind them bars that way."""
    free = battle("red RE 300 300 0", "blue IN 300 300 180", *GE)
    assert not may_move(free, 0, (300, 360, 0))
    barred = battle("red RE 300 300 0", "blue IN 300 300 180", "blue IN 370 460 0", *GE)
    assert may_move(barred, 0, (300, 390, 0)) == ["dbms.zone-of-control.2"]
    assert not may_move(barred, 0, (300, 375, 0)), "short of that zone it may"


@pytest.mark.rule("dbms.tactical-moves.1")
def test_after_a_reveal_there_is_no_road_rate_for_who_began_off_the_road():
    road = ("road", [[300, 0], [300, 609.6]])
    m = battle("red RE 340 400 0", "blue IN 300 280 180 hidden", *GE, options=REVEAL, terrain=[road])
    m.choose(("move", 0))
    m.choose({"poses": [[30000, 37000, 0], [30000, 34500, 0]]})
    assert m.decision.name == "go-on"
    m.choose("new path")
    spent = 400 - at(m, 0)[1]
    assert spent > 0
    with refused("dbms.tactical-moves.1"):
        m.choose({"road": -9000})


@pytest.mark.rule("dbms.play-sheet.2")
def test_a_swap_puts_nobody_into_the_river_and_changes_the_form_where_it_must():
    """dbms.R26: a loaded gun takes the place of infantry in the marsh on foot; a tank never."""
    marsh = ("marsh", box(100, 40, 180, 120))
    m = battle("red GE 520 560 0", "blue GE 520 60 180", "blue IN 140 100 180", "blue AT 300 100 180 sf/sw loaded", "blue TA 400 100 180",
               phase="swap", terrain=[marsh], patch={"deployed": ["red", "blue"]})  # fmt: skip
    with refused("dbms.play-sheet.2"):
        m.choose((2, 4))
    m.choose((2, 3))
    assert state(m).elements[3].form == 0 and at(m, 3) == (140, 100, 180)
    river = battle("red GE 520 560 0", "blue GE 520 60 180", "blue IN 140 100 180", "blue TA 400 100 180",
                   phase="swap", patch={"deployed": ["red", "blue"]}, terrain=[("river", [[0, 64], [609.6, 64]], {"bridges": [300]})])  # fmt: skip
    with refused("dbms.play-sheet.2"):
        river.choose((2, 3))


@pytest.mark.rule("dbms.bases.4")
def test_a_garrison_that_crosses_the_river_leaves_the_base():
    base = {"owner": "red", "points": box(260, 313, 340, 353), "garrison": 0}
    m = battle("red IN 300 313 0", *GE, base=base, attacker="blue", patch=BANK, terrain=[("river", [[0, 300], [609.6, 300]], {"bridges": [100]})])
    m.choose(("cross", 0))
    if m.decision.name == "bank":
        m.choose(0)
    assert state(m).fort.garrison == -1
    GAME.check(m.g)


@pytest.mark.rule("dbms.terrain-effects.16")
def test_a_garrison_driven_out_into_a_minefield_fights_it():
    base = {"owner": "blue", "points": box(260, 200, 340, 240), "garrison": 1}
    mines = ("minefield", box(240, 120, 360, 199))
    for options in ({}, {"garrison_driven_out": True}):
        m = battle("red TA 300 240 0", "blue IN 300 230 180", phase="fight", base=base, terrain=[mines], options=options)
        fight(m, 0, 1, 5, 2, more=(6, 1))
        assert any("minefield" in line for line in told(m))


@pytest.mark.rule("dbms.element-chart.12")
def test_loaded_engineers_are_not_attacked_by_minefields():
    mines = ("minefield", box(240, 330, 360, 380))
    m = battle("red IE 300 390 0 sf/sw loaded", *GE, terrain=[mines])
    m.choose(("move", 0))
    with m.forced(1, 6):
        m.choose({"poses": [[30000, 34000, 0]]})
    if m.decision.name == "through-mines":
        m.choose("on")
    assert at(m, 0) == (300, 340, 0)


@pytest.mark.rule("dbms.combat.7")
def test_support_is_told_after_the_attack():
    m = battle("red TA 300 300 0", "red TA 345 300 0", "blue TA 300 220 180", phase="fight")
    fight(m, 0, 2, 3, 3, support=[1])
    lines = told(m)
    assert lines.index("TA 1 attacks TA 3.") < lines.index("TA 2 supports TA 1.")


@pytest.mark.rule("dbms.hidden-elements.7")
def test_hidden_elements_are_revealed_in_combat_too():
    m = battle("red TA 300 300 0", "blue IN 300 220 180 hidden", phase="fight", options=REVEAL, mover="red")
    assert ("reveal", 1) not in offered(m), "not by the enemy"
    m.choose((0, 1))
    assert m.decision.name == "attack" or m.decision.seat == "blue"
    other = battle("red TA 300 500 0 hidden", "blue IN 300 220 180", phase="fight", options=REVEAL)
    other.choose(("reveal", 0))
    assert not state(other).elements[0].hidden
    assert other.decision.seat == "red", "that is no attack: it is still his choice"


def test_a_position_in_the_river_is_found():
    """Dry, on a bridge, bridging it: all fine; else it is said who stands in the water."""
    river = ("river", [[0, 300], [609.6, 300]], {"bridges": [100]})
    for words, river_state, fine in (("red IN 300 313 0", "", True), ("red RE 100 290 0", "", True), ("red IE 300 290 0", "bridge", True),
                                     ("red IN 300 290 0", "", False), ("red RE 130 290 0", "", False)):  # fmt: skip
        m = battle(words, *GE, terrain=[river], patch={"elements": {"0": {"river": river_state}}})
        if fine:
            GAME.check(m.g)
        else:
            with pytest.raises(AssertionError, match="stands in the river"):
                GAME.check(m.g)
