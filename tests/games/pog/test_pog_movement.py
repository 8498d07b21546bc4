"""Chapters 10 and 11: stacking, movement, trenches, the Near East; 15.1, 15.2 where forts stop movement."""

from __future__ import annotations

import pytest
from pog_situations import activate, choose, finish_action, front, holder, refused, where

from great_war import offered


def dig(match, unit, die):
    """An army tries to entrench, and the action ends."""
    with match.forced(die):
        match.choose(("entrench", unit))
        if match.g.state.action.kind and match.decision.rule == "pog.9.2.8":
            match.choose("done")
    return match


def walk(match, unit, *spaces, stop=True):
    """Move one unit along these spaces."""
    match.choose(("unit", unit))
    for space in spaces:
        match.choose(("to", space))
    if stop and ("stop", "") in offered(match) and match.decision.rule == "pog.11.1.2":
        match.choose(("stop", ""))
    return match


@pytest.mark.rule("pog.11.1.2", "pog.11.1.5", "pog.11.1.14")
def test_a_space_costs_one_point_and_the_factor_is_the_limit():
    m = front(units={"ge.a1": "koblenz", "ge.c#1": "aachen", "ge.a4": "metz"})
    activate(m, koblenz="move", aachen="move")
    choose(m, ("unit", "ge.a1"), ("to", "sedan"), ("to", "chateau_thierry"))
    assert holder(m, "sedan") == "cp"
    m.choose(("to", "melun"))  # clear or forest, each costs one; the third step is the last
    assert where(m, "ge.a1") == "melun" and m.decision.rule == "pog.9.2.8"


@pytest.mark.rule("pog.11.1.5")
def test_no_step_beyond_the_factor():
    m = front(units={"ge.a1": "sedan", "ge.a4": "metz"}, control={"sedan": "cp"}, events=["cp.08"])
    activate(m, sedan="move")
    choose(m, ("unit", "ge.a1"), ("to", "cambrai"), ("to", "amiens"))
    assert ("to", "rouen") in offered(m)
    m.choose(("to", "rouen"))
    assert m.decision.rule == "pog.8.1.3"  # three points are spent


@pytest.mark.rule("pog.11.1.1", "pog.9.2.8")
def test_why_a_place_is_nobody_to_move():
    m = front(units={"ge.a1": "koblenz", "ge.c#1": "koblenz", "ge.c#2": "koblenz", "ge.a4": "metz", "fr.a1": "sedan"})
    activate(m, koblenz="move")
    for place, why in (("moscow", "No unit of yours is in Moscow"), ("sedan", "No unit of yours"), ("metz", "not activated")):
        with refused("pog.11.1.1", why):
            m.choose(("stack", place))
    walk(m, "ge.c#1", "aachen")
    walk(m, "ge.c#2", "aachen")
    with refused("pog.11.1.1", "no two units in Koblenz"):
        m.choose(("stack", "koblenz"))
    m.choose(("unit", "ge.a1"))


@pytest.mark.rule("pog.14.1.1.3")
def test_a_stack_that_lost_its_supply_meanwhile_stays():
    units = {
        "ge.a1": "liege",
        "ge.c#1": "brussels",
        "ge.c#2": "brussels",
        "fr.a1": "sedan",
        "fr.a2": "cambrai",
        "be.a1": "antwerp",
    }
    m = front(units=units, control={"brussels": "cp"})
    activate(m, liege="move", brussels="move")
    assert ("stack", "brussels") in offered(m)
    walk(m, "ge.a1", "aachen")  # the siege of Liege is lifted
    assert m.decision.rule == "pog.8.1.3"  # nobody is left who could move


@pytest.mark.rule("pog.11.1.3")
def test_no_space_is_skipped():
    m = front(units={"ge.a1": "koblenz"})
    activate(m, koblenz="move")
    m.choose(("unit", "ge.a1"))
    with refused("pog.11.1.3"):
        m.choose(("to", "paris"))


@pytest.mark.rule("pog.11.1.4.a", "pog.11.1.4.b")
def test_dashed_lines_belong_to_the_nations_named():
    m = front(active="ap", units={"br.aus": "london", "fr.c#1": "calais", "br.c#1": "calais"})
    activate(m, london="move", calais="move")
    m.choose(("unit", "br.aus"))
    assert ("to", "calais") in offered(m)  # AUS is British on dashed lines
    choose(m, ("stop", ""), ("unit", "fr.c#1"))
    with refused("pog.11.1.4.a"):
        m.choose(("to", "london"))
    m = front(active="ap", units={"br.ana": "arabia", "br.c#1": "arabia"}, join=["tu"])
    m.choose(("ops", "ap.01"))
    choose(m, ("move", "arabia"), ("unit", "br.ana"))
    assert ("to", "medina") in offered(m)  # its own lines; a British corps has none there
    assert m.g.units.rows[m.g.U["br.c#1"]][m.g.S["arabia"]] == 0


@pytest.mark.rule("pog.11.1.6")
def test_no_move_ends_in_a_space_activated_for_attack():
    m = front(units={"ge.a1": "aachen", "ge.a2": "koblenz", "fr.a5": "sedan"})
    activate(m, aachen="move", koblenz="attack")
    choose(m, ("unit", "ge.a1"), ("to", "koblenz"))
    assert ("stop", "") not in offered(m)
    with refused("pog.11.1.6"):
        m.choose(("stop", ""))
    m.choose(("to", "frankfurt"))


@pytest.mark.rule("pog.11.1.7", "pog.10.1.5")
def test_no_unit_enters_a_space_with_enemy_units():
    m = front(units={"ge.a1": "koblenz", "fr.c#1": "sedan"})
    activate(m, koblenz="move")
    m.choose(("unit", "ge.a1"))
    with refused("pog.11.1.7"):
        m.choose(("to", "sedan"))


@pytest.mark.rule("pog.11.1.8", "pog.15.2.1", "pog.15.1.1", "pog.2.2.1.a")
def test_a_fort_is_entered_only_by_enough_to_besiege_it():
    m = front(units={"ge.c#1": "metz", "ge.c#2": "metz", "ge.a1": "aachen"})
    activate(m, metz="move")
    m.choose(("stack", "metz"))
    with refused("pog.11.1.8", says="3 corps"):
        m.choose(("to", "verdun"))
    m = front(units={"ge.c#1": "metz", "ge.c#2": "metz", "ge.c#3": "metz"})
    activate(m, metz="move")
    choose(m, ("stack", "metz"), ("to", "verdun"))
    assert m.g.besieged >> m.g.S["verdun"] & 1  # three corps for level 3
    assert m.decision.rule == "pog.8.1.3"  # and they stop there
    m = front(units={"ge.a5": "metz reduced"})
    activate(m, metz="move")
    choose(m, ("unit", "ge.a5"), ("to", "verdun"))
    assert m.g.besieged >> m.g.S["verdun"] & 1  # one army, even reduced
    assert holder(m, "verdun") == "ap"


@pytest.mark.rule("pog.15.2.4.a")
def test_corps_from_two_spaces_may_besiege_together_and_then_must():
    m = front(units={"ge.c#1": "metz", "ge.c#2": "strasbourg"}, control={}, trenches={"nancy": 0})
    activate(m, metz="move", strasbourg="move")
    choose(m, ("unit", "ge.c#1"), ("to", "nancy"))
    assert offered(m) == [("unit", "ge.c#2")]
    choose(m, ("unit", "ge.c#2"))
    assert offered(m) == [("to", "nancy")] or ("to", "nancy") in offered(m)
    m.choose(("to", "nancy"))
    assert m.g.besieged >> m.g.S["nancy"] & 1


@pytest.mark.rule("pog.15.1.1")
def test_a_besieged_fort_is_passed_as_if_it_were_not_there():
    m = front(units={"ge.a4": "verdun", "ge.a5": "metz"}, trenches={"verdun": 0})
    activate(m, metz="move")
    choose(m, ("unit", "ge.a5"), ("to", "verdun"), ("to", "bar_le_duc"))
    assert holder(m, "bar_le_duc") == "cp"
    m = front(units={"ge.a5": "metz"}, trenches={"verdun": 0})
    activate(m, metz="move")
    choose(m, ("unit", "ge.a5"), ("to", "verdun"))
    assert m.decision.rule == "pog.8.1.3"


@pytest.mark.rule("pog.15.2.4.a")
def test_a_siege_may_not_be_left_to_too_few():
    m = front(units={"ge.a4": "verdun", "ge.c#1": "verdun", "ge.a5": "metz"})
    activate(m, verdun="move")
    with refused("pog.15.2.4.a"):
        m.choose(("unit", "ge.a4"))
    m.choose(("stack", "verdun"))
    m.choose(("to", "bar_le_duc"))  # all together they may leave
    assert not m.g.besieged


@pytest.mark.rule("pog.11.1.9")
def test_the_coast_is_closed_to_stops_until_race_to_the_sea():
    m = front(units={"ge.a1": "brussels", "ge.a4": "metz"}, control={"brussels": "cp", "liege": "cp"}, forts_fallen=["liege"])
    activate(m, brussels="move")
    choose(m, ("unit", "ge.a1"), ("to", "ostend"))
    with refused("pog.11.1.9"):
        m.choose(("stop", ""))
    choose(m, ("to", "calais"), ("to", "cambrai"))
    assert holder(m, "ostend") == holder(m, "calais") == "cp"  # they take control as they pass
    m = front(
        units={"ge.a1": "brussels"}, control={"brussels": "cp", "liege": "cp"}, forts_fallen=["liege"], ws={"cp": 4, "ap": 0}
    )
    activate(m, brussels="move")
    choose(m, ("unit", "ge.a1"), ("to", "ostend"))
    assert ("stop", "") in offered(m)


@pytest.mark.rule("pog.card.cp.08")
def test_race_to_the_sea_opens_the_coast():
    units = {"ge.a1": "brussels"}
    m = front({"cp": ["cp.08", "cp.12"]}, units=units, control={"brussels": "cp", "liege": "cp"}, forts_fallen=["liege"])
    choose(m, ("event", "cp.08"), ("auto", ""))
    assert m.g.state.removed["cp"] >> 8 & 1
    activate(m, brussels="move")
    choose(m, ("unit", "ge.a1"), ("to", "ostend"))
    assert ("stop", "") in offered(m)


@pytest.mark.rule("pog.11.1.10", "pog.9.5.3.5.b")
def test_beaches_are_closed_without_the_beachhead_and_lost_when_entered():
    m = front(units={"tu.c#1": "gallipoli"}, join=["tu"], turn=5)
    activate(m, gallipoli="move")
    m.choose(("unit", "tu.c#1"))
    with refused("pog.11.1.10"):
        m.choose(("to", "mef1"))
    m = front(units={"tu.c#1": "gallipoli"}, join=["tu"], turn=5, beachhead=215)
    activate(m, gallipoli="move")
    choose(m, ("unit", "tu.c#1"), ("to", "mef1"))
    assert m.g.state.beachhead == -1


@pytest.mark.rule("pog.11.1.11", "pog.3.h")
def test_neutral_nations_are_closed_to_all():
    m = front(units={"ah.c#1": "villach", "ah.a1": "trieste"})
    activate(m, villach="move")
    m.choose(("unit", "ah.c#1"))
    with refused("pog.11.1.11"):
        m.choose(("to", "maggiore"))
    m = front(units={"ah.c#1": "villach"}, join=["it"])
    activate(m, villach="move")
    choose(m, ("unit", "ah.c#1"), ("to", "maggiore"))
    assert holder(m, "maggiore") == "cp"


@pytest.mark.rule("pog.11.1.12.a")
def test_albania_is_open_to_both_sides_and_starts_allied():
    m = front(units={"ah.c#1": "skopje"}, control={"skopje": "cp", "nis": "cp", "belgrade": "cp"}, forts_fallen=["belgrade"])
    assert holder(m, "tirana") == "ap"
    activate(m, skopje="move")
    choose(m, ("unit", "ah.c#1"), ("to", "tirana"))
    assert holder(m, "tirana") == "cp"


@pytest.mark.rule("pog.11.1.13")
def test_persia_is_closed_until_turkey_joins():
    m = front(active="ap", units={"br.c#1": "basra"})
    assert m.g.hooks.may_enter(m.g, m.g.U["br.c#1"], m.g.S["ahwaz"]).rule == "pog.11.1.13"
    m = front(active="ap", units={"br.c#1": "basra"}, join=["tu"])
    activate(m, basra="move")
    choose(m, ("unit", "br.c#1"), ("to", "ahwaz"))
    assert holder(m, "kermanshah") == "cp" and holder(m, "ahwaz") == "ap"


@pytest.mark.rule("pog.11.1.15")
def test_the_ana_holds_a_space_only_while_it_stands_there():
    m = front(active="ap", units={"br.ana": "arabia", "tu.c#1": "aleppo"}, join=["tu"], turn=10, vp=10)
    activate(m, arabia="move")
    choose(m, ("unit", "br.ana"), ("to", "medina"), ("stop", ""))
    assert holder(m, "medina") == "ap" and m.g.state.vp == 9
    finish_action(m)
    choose(m, ("auto", ""))
    finish_action(m)
    m.choose(("auto", ""))
    choose(m, ("move", "medina"), ("unit", "br.ana"), ("to", "arabia"))
    assert holder(m, "medina") == "cp" and m.g.state.vp == 10


@pytest.mark.rule("pog.11.1.16")
def test_the_senussi_convert_spaces_like_any_unit():
    m = front(units={"tu.sn": "libya"}, join=["tu"], turn=6)
    activate(m, libya="move")
    choose(m, ("unit", "tu.sn"), ("to", "alexandria"))
    assert holder(m, "alexandria") == "cp"


@pytest.mark.rule("pog.11.1.17")
def test_the_bef_stays_in_the_west():
    m = front(active="ap", units={"br.bef": "grenoble"}, join=["it"])
    activate(m, grenoble="move")
    m.choose(("unit", "br.bef"))
    with refused("pog.11.1.17"):
        m.choose(("to", "turin"))


@pytest.mark.rule("pog.11.3.1", "pog.2.1.b")
def test_armies_stay_out_of_the_near_east():
    m = front(units={"bu.c#1": "adrianople", "ge.a11": "adrianople"}, join=["tu", "bu"], turn=8)
    activate(m, adrianople="move")
    m.choose(("unit", "ge.a11"))
    with refused("pog.11.3.1"):
        m.choose(("to", "constantinople"))
    choose(m, ("stop", ""), ("unit", "bu.c#1"), ("to", "constantinople"))
    assert where(m, "bu.c#1") == "constantinople"  # corps may


@pytest.mark.rule("pog.11.3.2.a")
def test_one_russian_corps_a_turn_crosses_the_caucasus_gate():
    units = {"ru.c#1": "caucasus", "ru.c#2": "caucasus", "ru.a1": "caucasus"}
    m = front(active="ap", units=units)
    activate(m, caucasus="move")
    m.choose(("unit", "ru.a1"))
    with refused("pog.11.3.1"):
        m.choose(("to", "poti"))
    choose(m, ("stop", ""), ("unit", "ru.c#1"), ("to", "poti"), ("stop", ""))
    assert m.g.state.gate_used
    m.choose(("unit", "ru.c#2"))
    with refused("pog.11.3.2.a"):
        m.choose(("to", "grozny"))


@pytest.mark.rule("pog.11.3.2.b")
def test_after_fall_of_the_tsar_nobody_crosses():
    m = front(active="ap", units={"ru.c#1": "caucasus"}, events=["cp.52"])
    activate(m, caucasus="move")
    m.choose(("unit", "ru.c#1"))
    with refused("pog.11.3.2.b"):
        m.choose(("to", "poti"))


@pytest.mark.rule("pog.10.1.1", "pog.10.1.2", "pog.10.1.4", "pog.10.1.6")
def test_three_units_stop_in_a_space_and_a_fourth_may_pass():
    units = {"ge.c#1": "aachen", "ge.c#2": "koblenz", "ge.c#3": "koblenz", "ah.c#1": "koblenz"}  # nations mix freely
    m = front(units={"ge.c#1": "aachen", "ah.c#1": "koblenz"})
    activate(m, aachen="move")
    choose(m, ("unit", "ge.c#1"), ("to", "koblenz"), ("stop", ""))
    assert where(m, "ge.c#1") == where(m, "ah.c#1") == "koblenz"
    m = front(units=units)
    activate(m, aachen="move")
    choose(m, ("unit", "ge.c#1"), ("to", "koblenz"))
    with refused("pog.10.1.4"):
        m.choose(("stop", ""))
    m.choose(("to", "frankfurt"))
    assert where(m, "ge.c#1") == "frankfurt"


@pytest.mark.rule("pog.10.1.1")
def test_a_step_that_could_only_end_overstacked_is_refused():
    units = {"ge.c#1": "kiel", "ge.c#2": "kiel", "ge.c#3": "kiel", "ge.a1": "bremen"}
    m = front(units=units)
    activate(m, bremen="move")
    choose(m, ("unit", "ge.a1"), ("to", "hannover"), ("to", "bremen"), ("stop", ""))
    units = {"ge.c#1": "kiel", "ge.c#2": "kiel", "ge.c#3": "kiel", "tu.c#1": "hamburg"}
    m = front(units={**units, "ge.a1": "rostock"})
    activate(m, rostock="move")
    choose(m, ("unit", "ge.a1"), ("to", "hamburg"), ("to", "rostock"))
    m.choose(("to", "hamburg"))
    assert where(m, "ge.a1") == "hamburg"
    m = front(units={"ge.c#1": "kiel", "ge.c#2": "kiel", "ge.c#3": "kiel", "ge.a1": "rostock", "ge.a2": "bremen"})
    activate(m, rostock="move")
    choose(m, ("unit", "ge.a1"), ("to", "hamburg"), ("to", "bremen"))
    assert ("to", "hamburg") in offered(m)
    m = front(units={"ge.c#1": "kiel", "ge.c#2": "kiel", "ge.c#3": "kiel", "ge.a1": "rostock", "ge.a2": "hannover"})
    activate(m, hannover="move")
    choose(m, ("unit", "ge.a2"), ("to", "bremen"), ("to", "hamburg"))
    with refused("pog.10.1.1"):
        m.choose(("to", "kiel"))


# ------------------------------------------------------------------ trenches


@pytest.mark.rule("pog.11.2.1.a", "pog.11.2.2")
def test_an_army_digs_when_the_die_is_not_above_its_lf():
    m = front(units={"ge.a1": "koblenz", "ge.a2": "koblenz"})
    activate(m, koblenz="move")
    with refused("pog.11.2.1.a"):
        m.choose(("entrench", "ge.a1"))
    for die, level in ((3, 1), (4, 0)):
        m = front(units={"ge.a1": "koblenz", "ge.a2": "koblenz"}, events=["cp.06"])
        activate(m, koblenz="move")
        m.choose(("entrench", "ge.a1"))
        with refused("pog.11.2.1.a"):
            m.choose(("entrench", "ge.a2"))  # one army in each space
        with m.forced(die):
            m.choose("done")
        assert m.g.trench(m.g.S["koblenz"], "cp") == level


@pytest.mark.rule("pog.11.2.3")
def test_level_two_is_the_highest():
    m = front(units={"ge.a1": "koblenz"}, events=["cp.06"], trenches={"koblenz": 1})
    activate(m, koblenz="move")
    dig(m, "ge.a1", 1)
    assert m.g.trench(m.g.S["koblenz"]) == 2
    m = front(units={"ge.a1": "koblenz"}, events=["cp.06"], trenches={"koblenz": 2})
    activate(m, koblenz="move")
    with refused("pog.11.2.3"):
        m.choose(("entrench", "ge.a1"))


@pytest.mark.rule("pog.11.2.4", "pog.11.2.5")
def test_a_level_1_trench_stays_until_an_enemy_enters():
    m = front(units={"ge.a1": "koblenz"}, trenches={"sedan": 1})
    assert m.g.trench(m.g.S["sedan"], "ap") == 1  # nobody stands there
    activate(m, koblenz="move")
    choose(m, ("unit", "ge.a1"), ("to", "sedan"))
    assert m.g.trench(m.g.S["sedan"]) == 0


@pytest.mark.rule("pog.11.2.6")
def test_a_level_2_trench_is_turned():
    m = front(units={"ge.c#1": "koblenz"}, trenches={"sedan": 2})
    activate(m, koblenz="move")
    choose(m, ("unit", "ge.c#1"), ("to", "sedan"))
    assert m.g.trench(m.g.S["sedan"], "cp") == 1


@pytest.mark.rule("pog.11.2.1.b")
def test_besiegers_may_dig():
    m = front(units={"ge.a4": "verdun", "ge.a5": "metz"}, events=["cp.06"], trenches={"verdun": 0})
    activate(m, verdun="move")
    dig(m, "ge.a4", 2)
    assert m.g.trench(m.g.S["verdun"], "cp") == 1 and holder(m, "verdun") == "ap"


@pytest.mark.rule("pog.11.2.8")
def test_only_armies_dig():
    m = front(units={"ge.c#1": "koblenz"}, events=["cp.06"])
    activate(m, koblenz="move")
    with refused("pog.11.2.8"):
        m.choose(("entrench", "ge.c#1"))


@pytest.mark.rule("pog.14.3.3")
def test_no_digging_out_of_supply():
    from grognard.games.pog.movement.entrenchment import may_entrench

    m = front(units={"ge.a1": "tours", "ge.a4": "metz"}, control={"tours": "cp"}, events=["cp.06"])
    m.choose(("ops", "cp.12"))
    assert may_entrench(m.g, m.g.U["ge.a1"]).rule == "pog.14.3.3"


@pytest.mark.rule("pog.11.2.10")
def test_a_second_try_in_the_next_action_has_minus_one():
    m = front(
        {"cp": ["cp.12", "cp.06"]},
        units={"ge.a1": "koblenz", "fr.a1": "paris"},
        events=["ap.12"],
        trenches={},
        options={"trench_retry": True},
    )
    activate(m, koblenz="move")
    dig(m, "ge.a1", 4)
    assert m.g.trench(m.g.S["koblenz"]) == 0
    m.choose(("auto", ""))
    finish_action(m)
    activate(m, koblenz="move")
    dig(m, "ge.a1", 4)
    assert m.g.trench(m.g.S["koblenz"]) == 1  # 4 - 1 is not above 3


@pytest.mark.rule("pog.15.1.12")
def test_russians_do_not_touch_german_forts_on_turn_1():
    m = front(active="ap", units={"ru.a1": "tannenberg", "ru.a2": "lomza"}, control={"tannenberg": "ap"})
    activate(m, tannenberg="move")
    m.choose(("unit", "ru.a1"))
    with refused("pog.15.1.12"):
        m.choose(("to", "konigsberg"))
    m = front(active="ap", units={"ru.a1": "tannenberg", "ru.a2": "lomza"}, control={"tannenberg": "ap"}, turn=2)
    activate(m, tannenberg="move")
    m.choose(("unit", "ru.a1"))
    assert ("to", "konigsberg") in offered(m)


@pytest.mark.rule("pog.14.1.1.3")
def test_supply_is_checked_again_when_a_unit_starts_to_move():
    m = front(
        units={"ge.a4": "verdun", "ge.a5": "bar_le_duc"}, control={"bar_le_duc": "cp", "sedan": "cp"}, trenches={"verdun": 0}
    )
    activate(m, verdun="move", bar_le_duc="move")
    assert ("unit", "ge.a5") in offered(m)
    choose(m, ("unit", "ge.a4"), ("to", "sedan"), ("stop", ""))
    # the siege that carried its supply is gone
    assert m.decision.rule != "pog.9.2.8" or ("unit", "ge.a5") not in offered(m)
    if m.decision.rule == "pog.9.2.8":
        with refused("pog.14.3.1"):
            m.choose(("unit", "ge.a5"))


@pytest.mark.rule("pog.11.2.2")
@pytest.mark.parametrize(("army", "lf"), [("ge.a1", 3), ("ge.a1 reduced", 3), ("ah.a1", 3)])
def test_digging_succeeds_up_to_the_loss_factor(army, lf):
    name, *state = army.split()
    for die in (1, 2, 3, 4, 5, 6):
        m = front(units={name: " ".join(["essen", *state])}, events=["ap.12"], turn=3)
        lf = m.g.lf(m.g.U[name])
        activate(m, essen="move")
        with m.forced(die):
            m.choose(("entrench", name))
            while m.g.state.action.kind and "done" in offered(m):
                m.choose("done")
        assert m.g.trench(m.g.S["essen"], "cp") == (1 if die <= lf else 0), die
