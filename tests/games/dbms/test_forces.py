"""Chapters Force Composition and Force Lists."""

import pytest

from games.dbms.conftest import battle
from grognard.games.dbms.setting_up.forces import (
    Pick,
    default_year,
    elements_of,
    force_refusals,
    offers,
    required_picks,
    sample_forces,
)
from grognard.games.dbms.tables import ARMY_LISTS
from grognard.kernel import Match
from grognard.kernel.scenarios import load_options

GB40 = ARMY_LISTS["gb-armor-1939-1940"]
OPTIONS = {"italian_1942_artillery": False, "horse_limbers": False, "fallschirm_airdrop": False}


def rules(found):
    return [refusal.rule for refusal in found if refusal is not None]


def slot_of(army, words):
    return next(i for i, slot in enumerate(army.slots) if slot.printed.startswith(words))


@pytest.mark.rule("dbms.force-composition.1")
@pytest.mark.parametrize("name", list(ARMY_LISTS))
def test_every_list_supplies_a_legal_force(name):
    army = ARMY_LISTS[name]
    samples = sample_forces(army, 0)
    assert samples
    for picks in samples:
        assert len(picks) == 13
        assert rules(force_refusals(army, picks, 0)) == []
    assert rules(force_refusals(army, samples[0][:-1], 0))[-1] == "dbms.force-composition.1"


@pytest.mark.rule("dbms.force-composition.1")
def test_seven_three_and_two_is_refused():
    army = ARMY_LISTS["gb-infantry-1939-1940"]
    picks = required_picks(army)
    division = [p for p in offers(army, picks, 0) if army.slots[p.slot].category == "divisional"]
    support = [p for p in offers(army, picks, 0) if army.slots[p.slot].category == "army"]
    three, two = [division[0]] * 3, support[:2]
    found = force_refusals(army, [*picks, *three, *two], 0)
    assert rules(found) == ["dbms.force-composition.1"]
    four = [*three, next(p for p in division if p.slot != division[0].slot)]
    assert rules(force_refusals(army, [*picks, *four, *two], 0)) == []


@pytest.mark.rule("dbms.force-composition.2")
def test_the_required_must_be_taken():
    picks = sample_forces(GB40, 0)[0]
    tank = slot_of(GB40, "6 TA")
    picks.remove(Pick(tank))
    assert "dbms.force-composition.2" in rules(force_refusals(GB40, picks, 0))
    assert all(sum(s.count for s in army.slots if s.category == "required") == 7 for army in ARMY_LISTS.values())


@pytest.mark.rule("dbms.force-composition.3", "dbms.force-composition.4")
def test_six_of_the_division_and_three_of_the_army_at_most():
    army = ARMY_LISTS["gb-infantry-1939-1940"]
    division = [Pick(i) for i, s in enumerate(army.slots) if s.category == "divisional" for _ in range(s.count)]
    support = [Pick(i) for i, s in enumerate(army.slots) if s.category == "army" for _ in range(s.count)]
    assert "dbms.force-composition.3" in rules(force_refusals(army, [*required_picks(army), *division[:7]], 0))
    assert "dbms.force-composition.4" in rules(force_refusals(army, [*required_picks(army), *division[:2], *support[:4]], 0))


@pytest.mark.rule("dbms.force-composition.5")
def test_multiples_may_be_taken_singly():
    army = ARMY_LISTS["gb-infantry-1939-1940"]
    three = slot_of(army, "3 IN")
    for count in (0, 1, 2, 3):
        found = rules(force_refusals(army, [*required_picks(army), *[Pick(three)] * count], 0))
        assert "dbms.force-composition.5" not in found
    assert "dbms.force-composition.5" in rules(force_refusals(army, [*required_picks(army), *[Pick(three)] * 4], 0))


@pytest.mark.rule("dbms.force-lists.2")
def test_reading_an_entry():
    tank = elements_of(GB40, [Pick(slot_of(GB40, "6 TA"))], "red", OPTIONS)[0]
    assert (tank.code, tank.forms) == ("TA", ("at",))
    bad = force_refusals(GB40, [Pick(99)], 0)
    assert "dbms.force-lists.2" in rules(bad)


@pytest.mark.rule("dbms.force-lists.3")
def test_two_forms():
    truck = elements_of(GB40, [Pick(slot_of(GB40, "2 IN"))], "red", OPTIONS)[0]
    assert truck.forms == ("sf", "sw"), "the second form keeps the target class of the first"
    track = ARMY_LISTS["de-panzer-1943"]
    half = elements_of(track, [Pick(slot_of(track, "1 IN (sf/at"))], "red", OPTIONS)[0]
    assert half.forms == ("sf", "at")
    m = battle("red IN 300 400 0 sf/at", "red GE 520 560 0", "blue GE 520 60 180")
    assert m.g.target(0) == "soft"


@pytest.mark.rule("dbms.force-lists.4")
def test_alternatives_fill_one_place():
    slot = slot_of(GB40, "1 AT (sf/w or sw/sf portee")
    both = [*required_picks(GB40), Pick(slot, 0), Pick(slot, 2)]
    assert "dbms.force-lists.4" in rules(force_refusals(GB40, both, 1940))


@pytest.mark.rule("dbms.force-lists.5")
def test_horse_and_bicycle_use_the_mounted_rates():
    army = ARMY_LISTS["de-infantry-1940-1942"]
    scouts = elements_of(army, [Pick(slot_of(army, "1 RE"))], "red", OPTIONS)[0]
    assert scouts.forms == ("sh",)
    m = battle("red RE 300 400 0 sh", "red GE 520 560 0", "blue GE 520 60 180")
    from grognard.games.dbms.terrain.going import rate

    assert rate(m.g, 0, "good") == 3 * 2540


@pytest.mark.rule("dbms.force-lists.6", "dbms.force-lists.8")
def test_portee_guns_and_their_year():
    slot = slot_of(GB40, "1 AT (sf/w or sw/sf portee")
    assert "dbms.force-lists.8" in rules(force_refusals(GB40, [Pick(slot, 1)], 1939))
    assert "dbms.force-lists.8" not in rules(force_refusals(GB40, [Pick(slot, 1)], 1940))
    gun = elements_of(GB40, [Pick(slot, 1)], "red", OPTIONS)[0]
    assert (gun.forms, gun.portee) == (("sw", "sf"), True)


@pytest.mark.rule("dbms.force-lists.7")
def test_air_dropped_parachutists_have_no_transport():
    army = ARMY_LISTS["de-fallschirmjaeger-1943-1945"]
    picks = sample_forces(army, 0)[0]
    usual = elements_of(army, picks, "red", OPTIONS)
    dropped = elements_of(army, picks, "red", {**OPTIONS, "fallschirm_airdrop": True})
    assert any(len(e.forms) == 2 for e in usual)
    assert all(len(e.forms) == 1 for e in dropped if e.code != "GE")


def test_options_of_the_lists():
    italy = ARMY_LISTS["it-armored-1942-1943"]
    picks = [Pick(i) for i, s in enumerate(italy.slots) if s.category == "divisional" and s.fillings[0].code == "AT"]
    assert elements_of(italy, picks, "red", {**OPTIONS, "italian_1942_artillery": True})[0].code == "AR"
    cavalry = ARMY_LISTS["su-cavalry-1943-1945"]
    guns = [Pick(i) for i, s in enumerate(cavalry.slots) if "horse" in s.fillings[0].note and s.fillings[0].loaded]
    if guns:
        assert elements_of(cavalry, guns, "red", {**OPTIONS, "horse_limbers": True})[0].forms == ("sf", "sh")
    assert default_year(GB40, ARMY_LISTS["de-panzer-1940"], OPTIONS) == 1940
    assert default_year(GB40, ARMY_LISTS["de-panzer-1943"], OPTIONS) == 0


def test_every_ruling_with_an_option_is_a_switch():
    from grognard.games.dbms.tables import DATA, TABLES

    names = {option.name for option in load_options(DATA)}
    assert {option["name"] for option in TABLES["option"]} <= names


@pytest.mark.rule("dbms.force-composition.1")
def test_forces_are_chosen_in_secret():
    m = Match.start("dbms", "quick-battle", seed=2, options={"theatre": "italy_and_sicily"})
    m.choose("it-infantry-1941", "red")
    assert "Italy" not in str(m.view("blue").panels)
    m.choose("gb-infantry-1941-1945", "blue")
    force = m.decisions["red"].suggestions()[0]
    m.choose(force, "red")
    m.choose(m.decisions["blue"].suggestions()[0], "blue")
    assert len(m.g.state.elements) == 26


@pytest.mark.rule("dbms.force-composition.1", "dbms.force-composition.2", "dbms.force-composition.3", "dbms.force-composition.4")
def test_a_draft_shows_how_far_each_limit_is_met():
    lists = {"red_list": "gb-infantry-1939-1940", "blue_list": "de-panzer-1940", "theatre": "western_europe"}
    draft = Match.start("dbms", "quick-battle", seed=7, options=lists).decisions["red"]
    army = ARMY_LISTS["gb-infantry-1939-1940"]
    division = [Pick(i) for i, s in enumerate(army.slots) if s.category == "divisional" for _ in range(s.count)]
    support = [Pick(i) for i, s in enumerate(army.slots) if s.category == "army" for _ in range(s.count)]

    def shown(picks):
        return [(sum_.title, sum_.total) for sum_ in draft.view(0, picks).tallies]

    assert shown([]) == [("Required, of 7", "0"), ("Divisional support, of at most 6", "0"), ("Army support, of at most 3", "0"),
                         ("The force, of 13", "0")]  # fmt: skip
    whole = [*required_picks(army), *division[:3], *support[:3]]
    assert shown(whole) == [("Required, of 7 ✓", "7"), ("Divisional support, of at most 6", "3"), ("Army support, of at most 3 ✓", "3"),
                            ("The force, of 13 ✓", "13")]  # fmt: skip
    assert ("Divisional support, of at most 6 (1 too many)", "7") in shown([*required_picks(army), *division[:7]])
    assert {one.group for one in draft.view(0, required_picks(army)).options} == {"Divisional support", "Army support"}
    assert {one.group for one in draft.view(0, [Pick(0)]).items} == {"Required"}


def test_without_a_common_year_a_list_has_its_own_last_year():
    """The portee of 1940 belongs to the British armour of 1939 to 1940, against Americans of 1942."""
    options = {"red_list": "gb-armor-1939-1940", "blue_list": "us-infantry-1942", "theatre": "western_europe"}
    m = Match.start("dbms", "quick-battle", seed=1, options=options)
    army = ARMY_LISTS["gb-armor-1939-1940"]
    assert m.g.state.year == 0
    assert any(army.slots[pick.slot].fillings[pick.filling].second for pick in m.decisions["red"].offers())
