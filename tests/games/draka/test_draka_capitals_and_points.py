"""What RP buy and where: capitals that are lost or besieged, fleets, detachments, Persians, a corps that finds no room."""

from __future__ import annotations

import pytest
from draka_situations import draka, front, refused, where

from great_war import _quickly, finish_turn, offered
from grognard.games.pog.asks import Ask

EARLY = {"turn": 7, "level": {"cp": 1, "ap": 1}, "reached": {"cp 1": 3, "ap 1": 4}}


def spending(side, **patch):
    """The question what a side spends RP on; None if it has nothing to spend them on."""
    m = draka(phase="replacements", hands={"cp": [], "ap": []}, **{"join": ["tu"], **EARLY, **patch})
    while m.g.state.phase == "replacements":
        if m.decision.seat == side and m.decision.name == Ask.REPLACE:
            return offered(m)
        _quickly(m)
    return []


@pytest.mark.rule("pog.17.1.3.a", "draka.16.baf.1")
@pytest.mark.parametrize(
    ("side", "nation", "capital", "enemy"),
    [("ap", "fr", "paris", "ge.a1"), ("ap", "br", "london", "ge.a1"), ("cp", "ah", "vienna", "ru.a1"), ("cp", "it", "rome", "fr.a1")],
)
def test_no_biplanes_for_a_nation_whose_capital_is_lost(side, nation, capital, enemy):
    for holder, fit in (("cp" if side == "cp" else "ap", True), ("ap" if side == "cp" else "cp", False)):
        lost = {"control": {capital: holder}, "forts_fallen": ["paris", "rome"], "units": {} if fit else {enemy: capital}}
        assert (("baf", nation) in spending(side, rp={nation: 4}, **lost)) is fit


@pytest.mark.rule("pog.17.1.3.a", "draka.16.int.7")
@pytest.mark.parametrize(("besieged", "fit"), [(False, True), (True, False)])
def test_no_zeppelins_are_rebuilt_while_the_capital_is_besieged(besieged, fit):
    units = {"ge.a1": "paris" if besieged else "melun", "ge.a2": "melun"}
    assert (("zaf", "fr") in spending("ap", rp={"fr": 2}, zaf={"fr": 0}, units=units, control={"melun": "cp"})) is fit


@pytest.mark.rule("pog.17.1.3.a", "draka.err.3.a")
@pytest.mark.parametrize(("london", "fit"), [("ap", True), ("cp", False)])
def test_no_reserve_army_while_london_is_lost(london, fit):
    units = {"br.c#1": "calais"} if fit else {"br.c#1": "calais", "ge.a1": "london"}
    found = spending("ap", rp={"br": 2}, units=units, control={"london": london})
    assert (("create", "br.rad", "br.c#1") in found) is fit


@pytest.mark.rule("draka.cp.tu.2")
@pytest.mark.parametrize(
    ("constantinople", "ankara", "fit"),
    [("ap", "held", True), ("ap", "besieged", True), ("cp", "lost", True), ("ap", "lost", False)],
)
def test_turkey_spends_points_while_the_cp_control_one_capital(constantinople, ankara, fit):
    """A besieged Ankara is still under CP control; what the siege closes is the Reserve Box."""
    units = {"tu.c#1": "mosul reduced", "dr.simba": "konya" if ankara == "held" else "ankara", "dr.jc#1": "konya"}
    held = {"constantinople": constantinople, "konya": "ap", "ankara": "ap" if ankara == "lost" else "cp"}
    fallen = ["ankara"] if ankara == "lost" else []
    found = spending("cp", rp={"tu": 4}, units=units, control=held, forts_fallen=[*fallen, "constantinople"])
    assert ("tu.c#1" in found) is fit and (("baf", "tu") in found) is fit and (("create", "tu.d4", "tu.c#1") in found) is fit


@pytest.mark.rule("pog.13.1.11.a")
@pytest.mark.parametrize(("siege", "fit"), [(False, True), (True, False)])
def test_the_turkish_reserve_box_closes_with_the_last_free_capital(siege, fit):
    units = {"tu.c#1": "reserve", "tu.c#2": "mosul", "dr.simba": "ankara" if siege else "konya", "dr.jc#1": "konya"}
    m = front(active="cp", units=units, control={"constantinople": "ap", "konya": "ap"}, forts_fallen=["constantinople"], **EARLY)
    m.choose(("sr", "cp.12"))
    assert ("tu.c#1" in offered(m)) is fit


@pytest.mark.rule("draka.card.ap.50")
def test_the_mobile_corps_waits_for_room():
    """R103: Basra, Cairo and Alexandria are full; the card is an event all the same, and the corps comes later."""
    full = {f"dr.jc#{n}": place for n, place in zip(range(1, 9), ["basra"] * 3 + ["cairo"] * 3 + ["alexandria"] * 2)}
    full |= {"dr.cfc#1": "alexandria", "ge.a1": "essen"}
    m = front({"ap": ["ap.50"], "cp": []}, units=full, round=7, turn=14, level={"cp": 2, "ap": 2})
    m.choose(("event", "ap.50"))
    assert where(m, "dr.cmc") == "unborn" and m.g.state.due["dr.cmc"] == 14
    while m.g.state.turn == 14:
        _quickly(m)
    assert where(m, "dr.cmc") == "unborn"
    m.choose(("auto", ""))
    while m.decision.seat == "cp":
        m.choose("done")
    for answer in (("die sr", ""), "dr.jc#4", "upper_egypt"):
        m.choose(answer)
    finish_turn(m)
    assert where(m, "dr.cmc") == "cairo" and "dr.cmc" not in m.g.state.due


@pytest.mark.rule("draka.11.3")
@pytest.mark.parametrize(("hamadan", "tabriz", "fit"), [("cp", "ap", True), ("ap", "cp", True), ("ap", "ap", False)])
def test_persians_return_where_the_cp_control_their_homes(hamadan, tabriz, fit):
    """The Draka hold everything between Persia and Anatolia: nothing in the source asks for supply."""
    held = dict.fromkeys(("baghdad", "mosul", "kermanshah", "kirkuk", "dilman", "van", "mardin", "bitlis", "kut"), "ap")
    patch = {"units": {"pe.c1": "eliminated", "tu.c#1": "ankara"}, "control": {**held, "hamadan": hamadan, "tabriz": tabriz}}
    assert ("pe.c1" in spending("cp", rp={"tu": 2}, **patch)) is fit


@pytest.mark.rule("draka.err.7.a")
@pytest.mark.parametrize(
    ("corps", "turn", "level", "events", "fit"),
    [
        ("riga", 8, 2, [], True),
        ("riga reduced", 8, 2, [], False),  # a 1-1-3 corps, so a full one
        ("riga", 7, 2, [], False),
        ("riga", 8, 1, [], False),
        ("riga", 14, 2, ["cp.52"], False),
        ("lodz", 8, 2, [], False),  # no fort
    ],
)
def test_biscoff_takes_a_full_corps_in_an_intact_fort_from_1916_on(corps, turn, level, events, fit):
    found = spending("ap", rp={"ru": 2}, units={"ru.c#1": corps}, turn=turn, level={"cp": 1, "ap": level}, events=events)
    assert (("create", "ru.bisc", "ru.c#1") in found) is fit


@pytest.mark.rule("draka.8.1", "draka.20.1")
@pytest.mark.parametrize(
    ("units", "events", "points", "fit"),
    [
        ({"dr.jc#1": "basra reduced"}, ["ap.17"], 2, True),
        ({"dr.jc#1": "basra"}, [], 2, False),
        ({"dr.jc#1": "basra"}, ["ap.17"], 1, False),
        ({"dr.jc#1": "basra", "dr.simba": "basra"}, ["ap.17"], 2, False),  # one army in the Near East
        ({"dr.jc#1": "cairo", "dr.simba": "cairo"}, ["ap.17"], 2, True),  # two of the Draka in Cairo
        ({"dr.jc#1": "salonika"}, ["ap.17"], 2, False),
        ({"dr.jc#1": "reserve"}, ["ap.17"], 2, False),
    ],
)
def test_kempf_takes_the_place_of_a_janissary_corps(units, events, points, fit):
    found = spending("ap", rp={"dr_j": points}, units=units, events=events, join=["tu", "gr"])
    assert (("create", "dr.kempf", "dr.jc#1") in found) is fit


@pytest.mark.rule("pog.16.5.1.2")
def test_a_half_point_is_told_when_peace_is_refused():
    m = front(active="ap", units={}, vp=9, half=1, turn=6)
    with refused("pog.16.5.1.2", "VP 9 1/2"):
        m.choose(("peace", ""))
