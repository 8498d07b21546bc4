"""Switches that rulings name: each with its effect on and off."""

from __future__ import annotations

import pytest
from fyow_arms import board, ships, take_three, vessels
from fyow_table import at_cards, field, number, offered, refused, said, unit
from test_fyow_campaigns import written

from grognard.games.fyow import acts
from grognard.games.fyow.battle import combat_table as combat
from grognard.games.fyow.command import careers
from grognard.games.fyow.condition.condition import count_loss, milestone
from grognard.games.fyow.contact.detection import arriving_dice, occupying_dice
from grognard.games.fyow.contact.information import die_of
from grognard.games.fyow.engineering import jobs
from grognard.games.fyow.partisans import battles as partisan_battles
from grognard.games.fyow.partisans import cells
from grognard.games.fyow.partisans import missions as partisans
from grognard.games.fyow.records.services import Cell
from grognard.games.fyow.sea import gunnery as naval_fire
from grognard.games.fyow.session import senior
from grognard.games.fyow.state import AMBER, GREEN, RED, WITHDRAWN
from grognard.kernel import Match
from grognard.kernel.refusal import BadData

PLAIN = {"traits": False, "loss_removal_automatic": True}


def switched(on, name, *cards, value=True, **patch):
    return at_cards(*(cards or ("b1", "g2")), options={**PLAIN, **({name: value} if on else {})}, **patch)


@pytest.mark.rule("fyow.2.1.3")
def test_battlegroup_cap():
    assert switched(False, "battlegroup_cap").g.static.cap == 1500  # 1942
    m = switched(True, "battlegroup_cap", value="1200")
    assert m.g.static.cap == 1200
    heavy = written(unit__0__elements={"regular": 900})  # 1350 points
    assert Match.start("fyow", heavy, seed=1).decisions
    with pytest.raises(BadData, match="the cap is 1200"):
        Match.start("fyow", heavy, seed=1, options={"battlegroup_cap": "1200"})
    assert Match.start("fyow", written(campaign__start="1940-06-01"), seed=1).g.static.cap == 1200


@pytest.mark.rule("fyow.base.sc.1", "fyow.base.sc.2")
def test_milestone_percent():
    for on, points in ((False, 300), (True, 120)):
        m = switched(on, "milestone_percent", value="5/10/20")
        b1 = unit(m, "b1")
        b1.start = 2400
        assert milestone(m.g, number(m, "b1")) == points
        count_loss(m.g, number(m, "b1"), 150)
        assert b1.condition == (AMBER if on else GREEN)
    with pytest.raises(BadData, match="milestone_percent"):
        Match.start("fyow", "learning", seed=1, options={"milestone_percent": "a lot"})


@pytest.mark.rule("fyow.12.4.3")
def test_repair_raises_condition():
    for on in (False, True):
        m = switched(on, "repair_raises_condition")
        m.g.state.morale["british"] = 2
        b1, b4 = unit(m, "b1"), unit(m, "b4")
        b1.condition, b4.condition = RED, AMBER
        with m.forced(6):
            careers.repair(m.g, "british", [number(m, "b1"), number(m, "b4")])
        assert m.g.state.morale["british"] == (2 if on else 3)
        assert (b1.condition, b4.condition) == ((AMBER, AMBER) if on else (RED, AMBER))
    b1.condition = b4.condition = GREEN
    with m.forced():  # nobody to mend: no throw
        careers.repair(m.g, "british", [number(m, "b1")])
    b1.condition = WITHDRAWN
    with m.forced(5):
        careers.repair(m.g, "british", [number(m, "b1")])
    assert b1.condition == WITHDRAWN


@pytest.mark.rule("fyow.15.3.5")
def test_field_works_shift():
    for shift, expected in ((None, -1), (2, -2), (0, 0)):
        m, battle = field("portinfer", defender={"attitude": "fortified"})
        if shift is not None:
            m.g.options["field_works_shift"] = shift
        terms = [int(t.amount) for t in combat.shifts(m.g, battle).terms if t.rule == "fyow.15.3.5"]
        assert sum(terms) == expected
    m.g.options["field_works_shift"] = 3
    dense = next(n for n, b in enumerate(m.g.static.boards) if combat.SHIFT[b.terrain] == -2)
    battle.board = dense
    assert [int(t.amount) for t in combat.shifts(m.g, battle).terms if t.rule == "fyow.15.3.5"] == [-1]  # 3 left at most


@pytest.mark.rule("fyow.33.8.2", "fyow.15.3.6")
def test_disarray_any_session():
    for on in (False, True):
        m = switched(on, "disarray_any_session", session=1, forces={"b1": {"disarray": 2}})
        assert m.g.night
        if not on:
            with refused("33.8.2"):
                m.choose(("reorganise",))
            continue
        m.choose(("reorganise",))
        assert unit(m, "b1").disarray == 1
        unit(m, "b4").disarray = 2
        senior.help_to_rally(m.g, 0)  # he stands with his HQ
        assert unit(m, "b4").disarray == 1


@pytest.mark.rule("fyow.16.0.3")
def test_bright_moon():
    for on, dice in ((False, 3), (True, 4)):
        m = switched(on, "bright_moon", session=1, weather={"sky": "fair", "moonlit": True})
        assert m.g.light == "moon"
        assert int(arriving_dice(m.g, number(m, "b1"))) == dice
        assert int(occupying_dice(m.g, number(m, "b1"), -1)) == dice - 1
        assert int(die_of(m.g, number(m, "b1"))[1]) == 0  # information loses nothing either way (ruling R42)
        m.g.state.weather.moonlit = False
        assert int(arriving_dice(m.g, number(m, "b1"))) == 2


@pytest.mark.rule("fyow.33.7.2.9")
def test_terrain_needs_deployment():
    for on in (False, True):
        for attitude in ("deployed", "present"):
            m, battle = field("portinfer", defender={"attitude": attitude})
            m.g.options["terrain_needs_deployment"] = on
            battle.board = next(n for n, b in enumerate(m.g.static.boards) if combat.SHIFT[b.terrain] == -2)
            terrain = [int(t.amount) for t in combat.shifts(m.g, battle).terms if t.rule == "fyow.33.7.2.9"]
            assert terrain == ([] if on and attitude == "present" else [-2])


@pytest.mark.rule("fyow.33.7.2.10")
def test_rationed_attackers_shift():
    for on in (False, True):
        m, battle = field("portinfer", attacker={"mode": "rationed"})
        m.g.options["rationed_attackers_shift"] = on
        found = [int(t.amount) for t in combat.shifts(m.g, battle).terms if "attacker Rationed" in t.text]
        assert found == ([-2] if on else [])


# ------------------------------------------------------------------ maintenance, small coastal guns


@pytest.mark.rule("fyow.31.3.1", "fyow.base.maint.1")
def test_vehicles_out_of_service_do_not_fight_that_day():
    for on in (False, True):
        m = switched(on, "maintenance")
        unit(m, "b1").elements = {"regular": 40, "infantry_tank": 3}
        for other in ("b4", "g2", "g4"):
            unit(m, other).elements = {"regular": 40}
        whole = m.g.combat_value(number(m, "b1"))
        with m.forced(*((1, 4, 1) if on else ())):
            jobs.maintenance(m.g)
        assert m.g.combat_value(number(m, "b1")) == (whole - 17 if on else whole)  # two tanks of 85 points
        assert m.g.value(number(m, "b1")) == 60 + 255  # they are not lost
        m.g.options["maintenance"] = False
        jobs.maintenance(m.g)  # the next day
        assert m.g.combat_value(number(m, "b1")) == whole


@pytest.mark.rule("fyow.29.10.1.1")
def test_small_coastal_guns():
    for on in (False, True):
        m = take_three({"small_coastal_guns": on}, fleet_at={"bn2": "w"})
        f4 = number(m, "f4")
        m.g.unit(f4).elements = {"field_gun": 1, "regular": 20}
        sea = naval_fire.covers(m.g, f4)[0]
        group = m.g.state.fleet.groups[ships(m, "bn2")]
        group.board, group.area = sea, True
        targets = vessels(m, "bn2")
        if not on:
            with m.forced():
                naval_fire.battery_card(m.g, f4)
                naval_fire.battery_fires(m.g, f4)
            continue
        with m.forced(6):
            naval_fire.battery_card(m.g, f4)
        with m.forced(10, 6, 1):  # two shots a gun, as a trawler; the first hits
            naval_fire.battery_fires(m.g, f4)
        assert sum(m.g.state.fleet.vessels[n].damage for n in targets) == naval_fire.row_of("75mm")[5]
        left = naval_fire.shots_a_day(naval_fire.AS_A_TRAWLER, "75mm") - 2
        m.g.state.session += 1
        with m.forced(*[1] * min(2, left)):  # as many shots as a trawler's gun has for a day
            naval_fire.battery_fires(m.g, f4)
        m.g.state.session += 1
        with m.forced(*[1] * max(0, min(2, left - 2))):
            naval_fire.battery_fires(m.g, f4)


# ------------------------------------------------------------------ partisans who fight; sweeps


def rising(members=7):
    m = take_three({"partisans": True, "loss_removal_automatic": True}, cards=["g6"])
    m.g.state.partisans.cells = [Cell("british", board(m, "forest"), members, radio=True)]
    cell = m.g.state.partisans.cells[0]
    cell.observing = unit(m, "g5").board
    g5 = number(m, "g5")
    m.g.spot("british", g5)
    list(partisan_battles.rise(m.g, 0, cell.observing, [g5]))
    return m, cell, g5


@pytest.mark.rule("fyow.34.11.1")
def test_partisans_fall_upon_the_enemy():
    m, cell, g5 = rising()
    fighters = m.g.unit(cell.fights)
    assert m.g.value(cell.fights) == 21 and m.g.combat_value(cell.fights) == 2
    (battle,) = m.g.state.battles
    assert (battle.attackers, battle.defenders) == ([cell.fights], [g5]) and fighters.order.kind == "engage"
    from grognard.games.fyow.sequence import holders_of_cards

    assert cell.fights in holders_of_cards(m.g)
    assert cell.incident == m.g.state.day  # grounds for a sweep


@pytest.mark.rule("fyow.34.11.1")
def test_the_cell_chooses_between_watching_and_fighting():
    for choice in (partisans.Ambush.WATCH, partisans.Ambush.ATTACK):
        m = take_three({"partisans": True}, cards=["g6"])
        m.g.state.partisans.cells = [Cell("british", board(m, "forest"), 7, radio=True)]
        cell = m.g.state.partisans.cells[0]
        cell.targets = [[unit(m, "g5").board, 0]] * 6
        with m.forced(1):
            asked = partisans.card(m.g, 0)
            assert next(asked).rule == "fyow.34.11.1"
        dice = occupying_dice(m.g, number(m, "g5"), -1) if choice == partisans.Ambush.WATCH else 0
        others = len(m.g.on_board(unit(m, "g5").board, "german")) - 1
        assert others == 0
        with m.forced(6, 1, 1, 1, 1, 1, *([3, *range(1, int(dice) + 1)] if dice else [])), pytest.raises(StopIteration):
            asked.send(choice)
        assert bool(m.g.state.battles) is (choice == partisans.Ambush.ATTACK)


@pytest.mark.rule("fyow.33.8.3", "fyow.34.11.2", "fyow.34.11.3")
def test_beaten_partisans_disperse():
    from grognard.games.fyow.battle.paper import tidy
    from grognard.games.fyow.battle.retreat import retreat

    for disarray in (False, True):
        m, cell, _ = rising()
        (battle,) = m.g.state.battles
        place = cell.fights
        m.g.unit(place).elements["regular_enhanced"] = 4  # three have fallen
        battle.result, battle.counted, battle.beaten, battle.disarray = "AR", True, [place], disarray
        list(retreat(m.g, place, battle))
        tidy(m.g)
        assert (cell.members, cell.fights, cell.dispersed) == (4, -1, disarray)
        assert cell.out == 11 and not cells.can_observe(m.g, cell)
        assert m.g.unit(place).kind == "merged" and not m.g.state.battles


@pytest.mark.rule("fyow.34.11.1")
def test_victorious_partisans_go_home_and_hold_nothing():
    from grognard.games.fyow.battle.paper import tidy

    m, cell, g5 = rising()
    (battle,) = m.g.state.battles
    place, where = cell.fights, battle.board
    holder = m.g.state.control[where]
    battle.result, battle.counted, battle.beaten = "DR", True, []
    m.g.unit(g5).board = board(m, "st-martin")
    tidy(m.g)
    assert cell.members == 7 and cell.fights == -1 and m.g.unit(place).kind == "merged"
    assert m.g.state.control[where] == holder and not said(m, "british", "33.7.3.4")


@pytest.mark.rule("fyow.34.14.3")
def test_the_company_on_a_sweep_is_not_in_the_combat_value():
    m = take_three({"partisans": True})
    g4 = number(m, "g4")
    whole, value = m.g.fighting_half_points(g4), m.g.value(g4)
    m.g.state.partisans.busy[str(g4)] = m.g.state.day + 3
    assert whole - m.g.fighting_half_points(g4) == 30 * 3 and m.g.value(g4) == value  # three platoons of Regulars
    m.g.state.day += 3
    assert m.g.fighting_half_points(g4) == whole


@pytest.mark.rule("fyow.25.0.2")
def test_a_weather_zone_changes_what_is_thrown_on_its_boards():
    m = at_cards("b1", "g2", options={**PLAIN, "weather_zones": True}, weather={"sky": "fair", "marker": 7})
    from grognard.games.fyow.weather.weather import sky_at

    m.g.state.first_month = 11
    here = m.g.static.boards[unit(m, "b1").board]
    try:
        here.zone = next(z for z in range(-5, 6) if z and _murk(m, here, z))
        sky = sky_at(m.g, unit(m, "b1").board)
        assert sky in ("heavy_rain", "fog")
        assert [t.rule for t in arriving_dice(m.g, number(m, "b1")).terms][-1] == "fyow.16.0.4"
        assert [t.rule for t in die_of(m.g, number(m, "b1"))[1].terms] == ["fyow.17.1.5"]
        if sky == "heavy_rain":
            assert int(jobs.weather_on_work(m.g, unit(m, "b1").board)) < 0
        assert int(jobs.weather_on_work(m.g)) == 0
        m.g.options["weather_zones"] = False
        assert int(arriving_dice(m.g, number(m, "b1"))) == 4
    finally:
        here.zone = 0


def _murk(m, here, zone):
    from grognard.games.fyow.weather.weather import sky_at

    here.zone = zone
    return sky_at(m.g, unit(m, "b1").board) in ("heavy_rain", "fog")


@pytest.mark.rule("fyow.29.10.1.1")
def test_a_battery_divides_its_guns_as_its_owner_likes():
    def at_the_guns():
        m = take_three(cards=["g6", "f2", "g5"])
        group = m.g.state.fleet.groups[ships(m, "bn1")]
        group.board, group.area = board(m, "e"), True
        m.g.state.fleet.battery_seen[str(number(m, "f2"))] = [ships(m, "bn1")]
        m.choose(("stay",))
        return m

    m = at_the_guns()
    one, other = vessels(m, "bn1")[:2]
    assert ("shell", one, 4) in offered(m) and ("shell", one, 1) in offered(m)
    with m.forced(9, 6):
        m.choose(("shell", one, 1))
    assert "3 guns" in naval_fire.may_shell(m.g, number(m, "f2"), acts.Shell(other, 4)).why
    with m.forced(9, 6, 1, 1):
        m.choose(("shell", other, 3))
    assert m.g.state.fleet.vessels[one].damage == m.g.state.fleet.vessels[other].damage == naval_fire.row_of("150mm")[5]
    with m.forced():
        m.choose(("stay",))  # every gun has fired
    held = at_the_guns()
    held.choose(("hold fire",))
    with held.forced():
        held.choose(("stay",))
    left_alone = at_the_guns()
    with left_alone.forced(1, 1, 1, 1):  # who gives no order to his guns: they fire at the largest vessel
        left_alone.choose(("stay",))


@pytest.mark.rule("fyow.29.8.4", "fyow.29.17.3")
def test_ships_divide_their_guns_among_spotted_targets():
    from grognard.games.fyow.session import naval_cards as naval_acts

    m = take_three()
    bn1 = ships(m, "bn1")
    group = m.g.state.fleet.groups[bn1]
    group.board, group.area = board(m, "e"), True
    one, other = (f"u{number(m, name)}" for name in ("g8", "f2"))
    group.spotted = [one, other]
    first, second = vessels(m, "bn1")[:2]
    for place in vessels(m, "bn1"):
        vessel = m.g.state.fleet.vessels[place]
        vessel.fit = place in (first, second)
        vessel.guns, vessel.shots = {"150mm": 1}, {"150mm": 5}
    assert acts.Fire(one, f"v{first}") in naval_acts.acts_of(m.g, bn1)
    with m.forced(1):
        naval_acts.do(m.g, bn1, acts.Fire(one, f"v{first}"))
    assert naval_fire.ready(m.g, bn1) == [(second, "150mm")] and naval_fire.may_fire(m.g, bn1, other) is None
    with m.forced(1):
        naval_acts.do(m.g, bn1, acts.Fire(other, "all"))
    assert naval_fire.may_fire(m.g, bn1, other).rule == "fyow.29.17.3"
    m.g.state.session += 1
    assert len(naval_fire.ready(m.g, bn1)) == 2
