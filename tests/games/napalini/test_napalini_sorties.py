"""Chapter 11 and appendix D: coming home and being ready again."""

from __future__ import annotations

import pytest
from napalini_table import scenario, table

from grognard.games.napalini import sequence
from grognard.games.napalini.air import sorties
from grognard.kernel import Match


@pytest.mark.rule("napalini.11.home.zeppelins")
def test_a_zeppelin_may_go_home_at_noon():
    t = table()
    t.s.period, t.s.weather = "morning", "G"
    stays = t.fly(t.one, "zeppelin", mission="observe", at=t.sq("C4"), flew=True)
    goes = t.fly(t.one, "zeppelin", mission="observe", at=t.sq("D4"), flew=True)
    t.run(sequence.end_of_period(t.g), "stay", "go home", dice=(3,))
    assert t.s.air[stays].mission == "observe" and t.s.air[goes].mission == "" and t.s.air[goes].ready
    t.s.period = "afternoon"
    t.run(sequence.end_of_period(t.g))
    assert t.s.air[stays].mission == ""


@pytest.mark.rule("napalini.D.table", "napalini.11.sortie.noon")
@pytest.mark.parametrize(("kind", "step", "rough", "need"), [
    ("zeppelin", 1, False, 6), ("zeppelin", 0, True, 4), ("zeppelin", 0, False, 3), ("fighter", 1, False, 3), ("fighter", 0, True, 2),
    ("observation", 1, False, 3), ("attack", 1, False, 4), ("attack", 0, True, 3), ("attack", 0, False, 2), ("bomber", 1, False, 5),
    ("bomber", 0, True, 4), ("skytrain", 0, False, 3),
])  # fmt: skip
@pytest.mark.parametrize("short", [0, 1])
def test_wizard_prang_number_by_number(kind, step, rough, need, short):
    t = table()
    k = t.fly(t.one, kind, flew=True, ready=False, step=step, rough=rough)
    t.run(sorties.end_of_period(t.g, noon=True), dice=(need - short,))
    assert t.s.air[k].ready == (not short)


@pytest.mark.rule("napalini.D.table", "napalini.D.box")
def test_fighters_that_come_home_safe_are_ready_and_the_exhausted_are_not():
    t = table()
    safe, tired = t.fly(t.one, "fighter", flew=True, ready=False), t.fly(t.one, "bomber", flew=True, ready=False, step=2)
    t.run(sorties.end_of_period(t.g, noon=True))
    assert t.s.air[safe].ready and not t.s.air[tired].ready


@pytest.mark.rule("napalini.11.sortie.night")
@pytest.mark.parametrize(("step", "out", "ready"), [(1, False, True), (2, False, False), (1, True, False)])
def test_the_night_makes_ready_what_is_neither_exhausted_nor_destroyed(step, out, ready):
    t = table()
    k = t.fly(t.one, "bomber", step=step, out=out, ready=False)
    t.call(sorties.make_ready, t.g)
    assert t.s.air[k].ready == ready


@pytest.mark.rule("napalini.A.aurora")
@pytest.mark.parametrize("seed", range(4))
def test_the_plane_of_the_aurora_goes_with_her_wherever_she_stands_in_the_list(seed):
    data = scenario(ground={"rivers": [["B1", "B2", "B3"]]})
    afloat = [{"type": "gunboat", "ship": ship, "at": "B1"} for ship in ("aurora", "balaton", "sms_leitha")]
    data["formation"][0]["units"] = [*afloat, *data["formation"][0]["units"]]
    match = Match.start("napalini", data, seed=f"aurora {seed}", options={"module_cards": "off"})
    g = match.g
    assert [g.unit(plane.carrier).type for plane in g.state.air] == ["aurora"]


@pytest.mark.rule("napalini.11.sortie.noon", "napalini.D.table")
@pytest.mark.parametrize(("kind", "step", "dice", "ready"), [("fighter", 0, (), True), ("fighter", 2, (), False), ("zeppelin", 0, (2,), False), ("zeppelin", 0, (3,), True)])
def test_wizard_prang_at_noon(kind, step, dice, ready):
    t = table()
    k = t.fly(t.one, kind, step=step, flew=True)
    t.call(sorties.afternoon, t.g, t.s.air[k], dice=dice)
    assert t.s.air[k].ready == ready
