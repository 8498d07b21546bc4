"""Section 33.7.3.8: aircraft and ships that support a side pay for the battle; 29.16: what drowns; 33.7.2.10 after midnight."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, planes, ships, take_three, vessels
from fyow_table import field, number, unit

from grognard.games.fyow.air import aircraft as flights
from grognard.games.fyow.battle import support
from grognard.games.fyow.battle.combat_table import shifts
from grognard.games.fyow.condition.losses import remove_points
from grognard.games.fyow.contact.concealment import wholly
from grognard.games.fyow.state import Battle


def supported(result: str):
    """British aircraft and destroyers with the attackers in Belle Greve Bay, a German patrol with the defenders."""
    m = take_three(fleet_at={"bn1": "e"})
    place = board(m, "belle-greve-bay")
    m.g.state.fleet.groups[ships(m, "bn1")].area = True
    flights.take_off(m.g, air(m, "ba2"), place)
    flights.take_off(m.g, air(m, "ga1"), place)
    battle = Battle(place, "british", [number(m, "b1")], [number(m, "g2")])
    support.note_support(m.g, battle)
    battle.result = result
    return m, battle


@pytest.mark.rule("fyow.33.7.3.8")
@pytest.mark.parametrize(("result", "british", "german"), [("NR", 1, 1), ("AR", 2, 1), ("AR3", 3, 1), ("DR2", 1, 3), ("DR4", 1, 4)])
def test_each_machine_throws_less_what_the_result_says(result, british, german):
    """D6 of 4 each: less 3 after NR and for the winner, 2 for the loser of AR or DR, 1 of 2 and 3, 0 of DR4."""
    m, battle = supported(result)
    hulls = len(vessels(m, "bn1"))
    with m.forced(*[4] * (3 + hulls + 3)):
        support.support_losses(m.g, battle)
    assert {plane.damage for plane in m.g.state.air.planes if plane.group == air(m, "ba2")} == {british}
    assert {plane.damage for plane in m.g.state.air.planes if plane.group == air(m, "ga1")} == {german}
    assert {m.g.state.fleet.vessels[place].damage for place in vessels(m, "bn1")} == {british}
    with m.forced():
        support.support_losses(m.g, battle)  # once


@pytest.mark.rule("fyow.33.7.3.8")
def test_with_dr5_all_machines_of_the_loser_are_lost():
    m, battle = supported("DR5")
    with m.forced(*[1] * (3 + len(vessels(m, "bn1")))):
        support.support_losses(m.g, battle)
    assert not planes(m, "ga1") and len(planes(m, "ba2")) == 3


@pytest.mark.rule("fyow.33.7.3.8")
def test_who_stands_off_or_has_only_come_into_the_box_is_not_in_it():
    m, battle = supported("NR")
    m.g.state.fleet.groups[ships(m, "bn1")].area = False
    m.g.state.air.groups[air(m, "ba2")].in_box = True
    support.note_support(m.g, battle)
    assert battle.support["british"] == [] and len(battle.support["german"]) == 3


@pytest.mark.rule("fyow.29.16.2", "fyow.21.0.1")
def test_of_what_drowns_only_men_come_back():
    m = take_three()
    b1 = number(m, "b1")
    unit(m, "b1").elements = {"regular": 10, "field_gun": 10}
    remove_points(m.g, b1, 200, drowned=True)
    lost = 10 - unit(m, "b1").elements.get("field_gun", 0)
    assert lost and m.g.state.stores.losses.get(str(b1), 0) == 3 * (10 - unit(m, "b1").elements.get("regular", 0))
    m.g.state.stores.losses = {}
    unit(m, "b1").elements = {"regular": 10, "field_gun": 1}
    remove_points(m.g, b1, 50, drowned=True)
    assert unit(m, "b1").condition == 4 and m.g.state.stores.losses == {str(b1): 30}


@pytest.mark.rule("fyow.16.0.7", "fyow.15.4.1")
def test_commandos_with_their_radios_and_charges_can_hide():
    m = take_three()
    b5 = number(m, "b5")
    carried = {"radio_set", "small_charge", "large_charge"}
    unit(m, "b5").concealed = {e: n for e, n in unit(m, "b5").elements.items() if e not in carried}
    assert carried & set(unit(m, "b5").elements) and wholly(m.g, b5)
    unit(m, "b5").elements["carrier"] = 1
    assert not wholly(m.g, b5)


@pytest.mark.rule("fyow.33.7.2.10")
def test_a_second_attack_after_midnight_is_the_first_of_its_day():
    m, fight = field(result="DR", stage="outcome")
    fight.second = True
    unit(m, "g2").attacked_today = 1
    before = int(shifts(m.g, fight))
    unit(m, "g2").attacked_today = 0  # midnight has passed
    assert int(shifts(m.g, fight)) == before - 1
