"""Ships of Appendix A: how they are named, and what their large guns do to thick armour."""

from __future__ import annotations

import pytest
from napalini_table import MODULES, Table, table
from test_napalini_cards import hold
from test_napalini_table import rows

from grognard.games.napalini import GAME
from grognard.games.napalini.card_effects import moments
from grognard.games.napalini.combat import ambush, bombardment
from grognard.games.napalini.deployment.generator import generate
from grognard.games.napalini.table.sight import spotting
from grognard.games.napalini.tables import CHARACTERS, SHIPS, UNITS
from grognard.kernel import Match

RIVER = {"rivers": [["C1", "C2", "C3", "C4"]]}


def afloat(**more) -> Table:
    return Table(ground=RIVER, head={"modules": MODULES}, **more)


@pytest.mark.rule("napalini.3.spot.stays")
@pytest.mark.parametrize(("kind", "quality", "words"), [
    ("sms_enns", "average", "SMS Enns of {side} in C3 is spotted."),
    ("sms_temes_i", "poor", "SMS Temes (I) (poor) of {side} in C3 is spotted."),
    ("hms_severn", "good", "HMS Severn of {side} in C3 is spotted."),  # always good
    ("hms_severn", "average", "HMS Severn (average) of {side} in C3 is spotted."),
    ("higgins_boats", "average", "Higgins Boats and Daihatsus of {side} in C3 are spotted."),
    ("gunboat", "poor", "Poor gunboat of {side} in C3 is spotted."),
    ("gunboat_generic", "average", "Gunboat of {side} in C3 is spotted."),
])  # fmt: skip
def test_a_ship_is_one_and_has_a_name(kind, quality, words):
    t = afloat()
    t.put(t.two, kind, "C3", quality=quality, revealed=False)
    t.put(t.one, "infantry", "C4")
    t.run(spotting(t.g))
    assert words in [event.text.replace("{unit}", event.facts.get("unit", "")).replace("{place}", "C3") for event in t.match.events]


def test_ships_among_others_have_no_article():
    t = afloat()
    numbers = [t.put(t.one, kind, "C2") for kind in ("sms_enns", "light_tanks", "infantry", "gunboat", "bk_1124")]
    assert t.g.names(numbers) == "SMS Enns, light tanks, infantry, a gunboat and a Bronekater (BK) 1124"


def test_only_ships_are_christened_not_classes():
    assert len(SHIPS) == 34
    assert not any(UNITS[kind].christened for kind in ("s_boot", "lct", "bk_1124", "bk_1124_pvo", "gunboat_generic", "gunboat"))


@pytest.mark.rule("napalini.7.thick-armour")
@pytest.mark.parametrize(("pierce", "step"), [(False, 0), (True, 1)])
def test_large_guns_afloat_deduct_1_at_thick_armour(pierce, step):
    """The source excepts heavy artillery, railway and monster guns; a good ship hits with 3, less 1 with 4."""
    t = afloat(options={"ships_guns_pierce_thick_armour": pierce})
    ship = t.put(t.one, "hms_severn", "C2")
    tanks = t.put(t.two, "heavy_tanks", "C4")
    t.put(t.one, "infantry", "D3")
    t.round(t.one, [ship])
    t.run(bombardment.bombardment(t.g, t.sq("C4")), (ship, "sees", -1), dice=(3, 1, 1), draws=([tanks],) if step else ())
    assert t.g.unit(tanks).step == step


# ------------------------------------------------------------------ battles by points


def test_every_ship_and_every_general_comes_in_some_battle_by_points():
    ships, generals = set(), set()
    for seed in range(60):
        for formation in generate(f"s{seed}", 60, armies=1 + seed % 3, ships=True, generals=True)["formation"]:
            generals.add(formation["general"]["character"])
            fleet = [unit["type"] for unit in formation["units"] if UNITS[unit["type"]].ship]
            assert not fleet or UNITS[fleet[0]].combat  # somebody fights
            ships.update(fleet)
    assert ships == {kind.id for kind in UNITS.values() if kind.ship} and generals == set(CHARACTERS)


@pytest.mark.rule("napalini.3.stack.river", "napalini.A.ships")
@pytest.mark.parametrize("seed", range(8))
def test_a_flotilla_costs_ten_points_at_most_and_no_ship_is_on_both_sides(seed):
    wishes = {"battle_seed": f"fleet {seed}", "battle_points": 45, "battle_ships": True, "battle_generals": True}
    g = Match.start("napalini", "generated", "fleet", options=wishes).g
    named: list[str] = []
    for side in g.sides:
        fleet = [n for n, unit in enumerate(g.state.units) if unit.side == side and unit.kind == "river"]
        assert 1 <= len(fleet) <= 3 and sum(g.type(n).cost for n in fleet) <= 10
        assert any(g.type(n).combat for n in fleet)
        named += [g.type(n).id for n in fleet if g.type(n).christened]
    assert len(named) == len(set(named))
    GAME.check(g)


# ------------------------------------------------------------------ two corners of chapter 7 and Appendix C


@pytest.mark.rule("napalini.7.collateral", "napalini.3.ambush")
@pytest.mark.parametrize(("kind", "die", "marks"), [
    ("heavy_artillery", 6, 1), ("heavy_artillery", 5, 0), ("field_artillery", 6, 0),
])  # fmt: skip
def test_large_munitions_damage_the_town_from_ambush_too(kind, die, marks):
    t = table(rows(C4="B"))
    gun = t.put(t.two, kind, "C4", revealed=False)
    n = t.put(t.one, "infantry", "C3")
    t.round(t.one, [n])
    t.attack(n, "C4", "C3")
    dice = (die, 1, 1) if kind == "heavy_artillery" else (die, 1)
    t.run(ambush.ambush(t.g, [n], t.sq("C4")), gun, 4, dice=dice)
    assert t.s.damage.get(str(t.sq("C4")), 0) == marks


@pytest.mark.rule("napalini.card.25E", "napalini.6.river-crossing")
@pytest.mark.parametrize(("die", "at"), [(3, "C5"), (2, "C4")])
def test_25E_foot_goes_on_over_a_river_with_a_friction_test(die, at):
    t = table(ground={"rivers": [["C3", "C4"]], "water_edges": ["C4|C5", "B4|B5", "D4|D5"]})
    foot, tanks = t.put(t.one, "infantry", "C4"), t.put(t.one, "light_tanks", "C4")
    hold(t, "25E")
    t.round(t.one, [foot, tanks], cleared=t.sq("C4"))
    t.run(moments.audace(t.g), "25E", t.sq("C5"), *([0] if die == 3 else []), "pass", dice=(die,))
    assert t.g.unit(foot).at == t.sq(at)
    assert t.sq("C5") not in t.asked[-1].options  # the tanks need a bridge
