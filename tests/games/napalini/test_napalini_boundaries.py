"""Clauses at their boundary that a changed program once got past the tests."""

from __future__ import annotations

import pytest
from napalini_table import Table
from test_napalini_cards import hold, play
from test_napalini_letter_of_the_book import table
from test_napalini_table import rows

from grognard.games.napalini.air import sorties, strike
from grognard.games.napalini.card_effects import moments, normal
from grognard.games.napalini.combat import ambush, artillery, retreat
from grognard.games.napalini.combat.fire import Aim, dice_tally
from grognard.games.napalini.deployment import envelopment
from grognard.games.napalini.movement import transport
from grognard.games.napalini.night import nights
from grognard.games.napalini.state import Hook


@pytest.mark.rule("napalini.card.22E")
def test_a_card_for_infantry_names_no_square_of_those_aboard():
    t = table(ground={"railways": [["C2", "C3"]]})
    train = t.put(t.one, "troop_train", "C3")
    aboard, ashore = t.put(t.one, "infantry", "C3", where="aboard", carrier=train), t.put(t.one, "infantry", "D3")
    t.g.unit(aboard).at = -1
    t.round(t.one, [aboard, ashore])
    assert normal.infantry_squares(t.g) == [t.sq("D3")]


@pytest.mark.rule("napalini.7.dice", "napalini.7.rear-dice")
def test_who_has_no_dice_gets_none_for_the_rear():
    t = Table(ground={"rivers": [["B4", "C4", "D4"]]})
    craft, foe = t.put(t.one, "lct", "C4"), t.put(t.two, "infantry", "C4")
    t.round(t.one, [craft])
    assert int(dice_tally(t.g, Aim(craft, t.sq("C4"), (foe,), True, rear=True))) == 0


@pytest.mark.rule("napalini.7.recce.give-ground", "napalini.3.stack.land")
@pytest.mark.parametrize("friends", [2, 3])
def test_ground_is_given_only_where_there_is_room(friends):
    t = table(rows(C4="W"))
    hidden = t.put(t.two, "infantry", "C4", revealed=False)
    cars = t.put(t.one, "armoured_cars", "C3")
    t.round(t.one)
    t.attack(cars, "C4", "C3")
    for _ in range(friends):
        t.put(t.one, "infantry", "C3")
    answers = ["give ground"] if friends == 2 else []
    t.run(ambush.ambush(t.g, [cars], t.sq("C4")), hidden, 4, *answers, dice=(1, 1, 1))
    assert t.g.unit(cars).at == t.sq("C3" if friends == 2 else "C4")


@pytest.mark.rule("napalini.card.10C", "napalini.3.envelopment.arrival")
def test_the_bouncer_before_an_arrival_throw():
    t = table()
    hold(t, "10C")
    n = t.put(t.one, "infantry", "A1", where="hook")
    t.g.unit(n).at = -1
    t.s.hooks.append(Hook(t.one, "west", "short", [n]))
    t.s.periods = 2
    t.run(moments.before_arrivals(t.g, t.one), "10C")
    t.run(envelopment.hooks(t.g, t.one), t.sq("A2"), 0)  # no die is thrown
    assert t.g.unit(n).at == t.sq("A2")


@pytest.mark.rule("napalini.11.sortie.noon", "napalini.D.table")
@pytest.mark.parametrize(("kind", "step", "dice", "ready"), [("fighter", 0, (), True), ("fighter", 2, (), False), ("zeppelin", 0, (2,), False), ("zeppelin", 0, (3,), True)])
def test_wizard_prang_at_noon(kind, step, dice, ready):
    t = table()
    k = t.fly(t.one, kind, step=step, flew=True)
    t.call(sorties.afternoon, t.g, t.s.air[k], dice=dice)
    assert t.s.air[k].ready == ready


@pytest.mark.rule("napalini.7.retreat")
def test_only_attackers_of_the_same_combat_bar_a_way_out():
    t = Table()
    d = t.put(t.two, "infantry", "C5")
    a, b = t.put(t.one, "infantry", "C4"), t.put(t.one, "infantry", "E5")
    t.put(t.two, "infantry", "E6")
    t.round(t.one)
    t.attack(a, "C5", "C4")
    t.attack(b, "E6", "D6")
    assert t.sq("D6") in retreat.retreat_squares(t.g, d, True) and t.sq("C4") not in retreat.retreat_squares(t.g, d, True)


@pytest.mark.rule("napalini.7.collateral", "napalini.11.aa.distracted-attacker")
@pytest.mark.parametrize(("die", "marks"), [(6, 1), (5, 0)])
def test_a_bare_six_damages_a_town_though_the_crew_was_distracted(die, marks):
    t = table(rows(C4="B"))
    k = t.fly(t.one, "attack", step=1)
    d = t.put(t.two, "infantry", "C4")
    t.round(t.one)
    t.run(strike.drop(t.g, k, t.sq("C4"), 1), dice=(die,))
    assert t.s.damage.get(str(t.sq("C4")), 0) == marks and d >= 0


@pytest.mark.rule("napalini.A.landing-craft", "napalini.6.attack.support")
def test_guns_do_not_land_in_the_face_of_the_enemy():
    t = Table(ground={"rivers": [["A4", "B4", "C4"]]})
    craft = t.put(t.one, "lct", "B4")
    gun = t.put(t.one, "field_artillery", "B4", where="aboard", carrier=craft)
    foot = t.put(t.one, "infantry", "B4", where="aboard", carrier=craft)
    t.put(t.two, "infantry", "B5")
    t.g.unit(gun).at = t.g.unit(foot).at = -1
    t.round(t.one, [craft])
    assert t.sq("B5") in transport.beaches(t.g, craft, foot) and t.sq("B5") not in transport.beaches(t.g, craft, gun)
    assert t.sq("C5") in transport.beaches(t.g, craft, gun)


@pytest.mark.rule("napalini.4.comms.when", "napalini.4.comms.wire")
def test_a_spotter_on_the_wire_is_offered_before_one_on_the_radio():
    t = table()
    gun = t.put(t.one, "heavy_artillery", "C1")
    radio, wire = t.put(t.one, "infantry", "C3", off_wire=True), t.put(t.one, "infantry", "D3")
    t.put(t.two, "infantry", "C5")
    t.put(t.two, "infantry", "D5")
    t.round(t.one, [gun])
    assert [way.by for way in artillery.ways(t.g, gun, t.sq("C5"))][:2] == [wire, radio]


@pytest.mark.rule("napalini.card.12E")
def test_12E_is_for_the_square_it_names():
    t = table()
    a, b = t.put(t.one, "infantry", "C3"), t.put(t.one, "infantry", "D3")
    foe = t.put(t.two, "infantry", "C4")
    t.round(t.one, [a], step="cards", aoo=t.sq("C3"))
    t.g.army(0).character = "8C"
    play(t, "12E", t.sq("C3"))
    dice = [int(dice_tally(t.g, Aim(n, t.g.unit(n).at, (foe,), False))) for n in (a, b)]
    assert dice == [2, 1]


@pytest.mark.rule("napalini.9.aftermath")
@pytest.mark.parametrize(("campaign", "dice"), [(False, ()), (True, (5, 3, 2))])
def test_what_becomes_of_a_captured_depot_matters_in_campaigns_only(campaign, dice):
    t = table(options={"campaign": campaign})
    t.g.camp(t.two).depot_taken, t.g.camp(t.two).stockpiles = True, 3
    t.call(nights.aftermath, t.g, dice=dice)
    assert t.told("evacuated") == campaign


@pytest.mark.rule("napalini.card.7C", "napalini.6.hostile-corner", "napalini.7.retreat")
@pytest.mark.parametrize(("card", "kind", "open_"), [("", "light_tanks", False), ("7C", "light_tanks", True), ("7C", "infantry", False)])
def test_the_fox_leads_motors_and_tracks_over_hostile_corners_in_retreat_too(card, kind, open_):
    t = table()
    n = t.put(t.one, kind, "C4")
    t.put(t.two, "garrison", "C3")
    t.put(t.two, "garrison", "D4")
    t.round(t.one)
    t.g.camp(t.one).period_cards = {card: -1} if card else {}
    assert (t.sq("D3") in retreat.retreat_squares(t.g, n, False)) == open_
