"""Who fires is revealed and placed as one who is spotted: in close terrain, not moved yet, with the facing its owner likes."""

from __future__ import annotations

import pytest
from napalini_table import Table, table
from test_napalini_table import rows

from grognard.games.napalini.air import flak
from grognard.games.napalini.combat import barrage, bombardment, cycle
from grognard.games.napalini.static import FACINGS
from grognard.kernel import PASS

NORTH, EAST, SOUTH = (FACINGS[letter] for letter in "NES")


def gun_in_town(**fields) -> tuple[Table, int]:
    t = table(rows(C4="B"))
    gun = t.put(t.two, "field_artillery", "C4", revealed=False, **fields)
    t.put(t.one, "infantry", "C3")
    return t, gun


def fire(t: Table, gun: int, *answers) -> None:
    t.round(t.two, [gun])
    t.run(bombardment.bombardment(t.g, t.sq("C3")), (gun, "sees", -1), *answers, dice=(1, 1))


@pytest.mark.rule("napalini.3.spot.alignment", "napalini.3.spot.fire-reveals")
def test_a_gun_that_bombards_out_of_a_town_chooses_its_facing():
    t, gun = gun_in_town()
    fire(t, gun, EAST)
    assert t.g.unit(gun).revealed and t.g.unit(gun).facing == EAST


@pytest.mark.rule("napalini.3.spot.alignment")
@pytest.mark.parametrize("why", ["moved", "open", "revealed"])
def test_a_gun_that_has_moved_or_is_in_the_open_or_known_keeps_its_facing(why):
    t, gun = gun_in_town(moved=why == "moved")
    if why == "open":
        t.g.unit(gun).at = t.sq("D4")
    t.g.unit(gun).revealed = why == "revealed"
    fire(t, gun)
    assert t.g.unit(gun).facing == SOUTH


@pytest.mark.rule("napalini.3.spot.alignment", "napalini.3.facing.same")
@pytest.mark.parametrize(("friend", "fields", "asked"), [
    ("infantry", {"revealed": False}, False),  # its marker stays where it is
    ("trench_mortars", {"revealed": True}, False),
    ("trench_mortars", {"revealed": False}, True),  # the mortars turn with the gun
])  # fmt: skip
def test_those_who_are_not_turned_over_bind_the_gun_beside_them(friend, fields, asked):
    t, gun = gun_in_town()
    other = t.put(t.two, friend, "C4", **fields)
    fire(t, gun, *([NORTH] if asked else []))
    assert t.g.unit(gun).facing == t.g.unit(other).facing == (NORTH if asked else SOUTH)


@pytest.mark.rule("napalini.3.spot.alignment", "napalini.3.spot.fire-reveals")
def test_a_gun_in_support_of_a_combat_chooses_its_facing():
    t = table(rows(C6="F"))
    gun = t.put(t.two, "field_artillery", "C6", revealed=False)
    t.put(t.two, "infantry", "C5")
    enemy = t.put(t.one, "infantry", "C4")
    t.round(t.one, [enemy])
    t.attack(enemy, "C5", "C4")
    t.run(cycle.combat(t.g, t.sq("C5")), (gun, "sees", -1), NORTH, ..., dice=(1, 1, 1, 1))
    assert t.g.unit(gun).facing == NORTH


@pytest.mark.rule("napalini.3.spot.alignment", "napalini.11.barrage")
def test_guns_of_a_barrage_choose_their_facing_before_their_dice():
    t, gun = gun_in_town()
    t.s.round = None
    t.round(t.two, step="actions")
    t.run(barrage.normal_barrage(t.g, 1), ((gun, "sees", -1), t.sq("C3")), EAST, dice=(1, 1))
    assert t.g.unit(gun).facing == EAST


@pytest.mark.rule("napalini.3.spot.alignment", "napalini.11.aa.hidden")
@pytest.mark.parametrize(("code", "asked"), [("B", True), (".", False)])
def test_anti_aircraft_guns_that_open_fire_in_a_town_choose_their_facing(code, asked):
    t = table(rows(C4=code))
    aa = t.put(t.two, "light_aa", "C4", revealed=False)
    t.round(t.one)
    t.run(flak.fire_at(t.g, t.one, t.sq("C4"), "attack", False), aa, *([EAST] if asked else []), PASS, dice=(1, 1))
    assert t.g.unit(aa).facing == (EAST if asked else SOUTH)
