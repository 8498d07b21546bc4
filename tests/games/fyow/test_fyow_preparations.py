"""Preparations, the calendar's own dates (4.2, 4.6, 4.8), Air and Naval Commands (6.7), and what the column does (2.9)."""

from __future__ import annotations

import pytest
from fyow_arms import air, board, planes, ships, take_three, vessels
from fyow_table import ISLET, VALE, at_cards, link, number, offered, refused, said, unit
from test_fyow_campaigns import written

from grognard.games.fyow import acts
from grognard.games.fyow.air import airborne
from grognard.games.fyow.air import aircraft as flights
from grognard.games.fyow.air import ground_attack as air_ground
from grognard.games.fyow.brigades import groups
from grognard.games.fyow.engineering import jobs
from grognard.games.fyow.partisans import missions as partisans
from grognard.games.fyow.planning.plans import Aim
from grognard.games.fyow.records.map_detail import Work
from grognard.games.fyow.records.services import Cell
from grognard.games.fyow.records.staff import Group
from grognard.games.fyow.sea import landings
from grognard.games.fyow.sea import sailing as naval_moves
from grognard.games.fyow.supply import replenishment
from grognard.kernel import Match
from grognard.kernel.refusal import BadData

# ------------------------------------------------------------------ preparations


@pytest.mark.rule("fyow.prep.8", "fyow.4.2.3")
def test_the_value_of_the_army_is_recorded_once_and_serves_for_good():
    m = at_cards("b1", options={"traits": False, "from_home": True}, day=12)
    replenishment.record_base(m.g)
    whole = sum(m.g.value(n) for n in m.g.alive("british"))
    assert m.g.state.stores.base["british"] == 2 * whole
    unit(m, "b1").elements = {"regular": 10}  # half the army is gone; the figure of the start still serves
    with m.forced(9, 6, 3, 9, 6, 3):
        replenishment.new_month(m.g)
    came = [d for d in m.g.state.stores.deliveries if d.side == "british"]
    assert [d.points for d in came] == [2 * replenishment.from_home(2 * int(whole), 9, 6)]
    assert came[0].points > 2 * replenishment.from_home(replenishment.army_value(m.g, "british"), 9, 6)


@pytest.mark.rule("fyow.prep.9")
def test_partisans_are_thrown_at_the_start_of_the_campaign():
    for on in (True, False):
        m = Match.start("fyow", "take-three", seed=3, options={"partisans": on})
        cells = m.g.state.partisans.cells
        assert bool(cells) is on
        assert all(1 <= cell.members <= 6 and cell.explosives in (0, 1) for cell in cells)
        thrown = [event.rule for event in m.diary("british") if event.rule in ("fyow.34.1.1", "fyow.34.5.2", "fyow.34.6.1")]
        assert bool(thrown) is on


@pytest.mark.rule("fyow.prep.10")
def test_a_d12_names_the_month_if_the_scenario_does_not():
    found = set()
    for seed in range(6):
        m = Match.start("fyow", written(campaign__start=1942), seed=seed)
        assert said(m, "british", "prep.10") and m.g.date.day == 1 and m.g.year == 1942
        assert m.g.month == m.g.state.first_month
        found.add(m.g.month)
    assert len(found) > 2
    m.g.state.day = 12  # and the months run on from there
    assert m.g.month == m.g.state.first_month % 12 + 1
    named = Match.start("fyow", written(campaign__start="1942-10-01"), seed=1)
    assert named.g.month == 10 and not said(named, "british", "prep.10")
    with pytest.raises(BadData, match=r"campaign.climate: expected one of desert, temperate, winter, got 'jungle'"):
        Match.start("fyow", written(campaign__climate="jungle"), seed=1)


@pytest.mark.rule("fyow.20.0.1")
def test_supply_is_counted_in_whole_s_and_is_no_cargo():
    m = at_cards("b1")
    assert all(isinstance(u.stockpile, int) for u in m.g.state.units)
    assert not any("supply" in element or element == "s" for u in m.g.state.units for element in u.elements)
    from grognard.games.fyow.planning.duties import JUDGES, make

    assert JUDGES["give"](m.g, "british", make("b1", "give", "b4", 3), []).rule == "fyow.20.8.1"


# ------------------------------------------------------------------ the start and end of months and weeks


def partisan_match(day):
    m = take_three({"partisans": True}, day=day)
    m.g.state.partisans.cells = [Cell("british", board(m, "forest"), 5, radio=True)]
    return m


@pytest.mark.rule("fyow.4.2.7")
def test_a_sweep_is_held_at_the_start_of_the_week_not_of_the_month():
    m = partisan_match(3)  # the second week
    m.g.state.partisans.cells[0].radio = False
    m.g.state.partisans.sweeps = [[0, number(m, "g5"), 3]]
    with m.forced(2, 2, 5, 1, 1, 1, 1):
        partisans.new_week(m.g)
    assert m.g.state.partisans.cells[0].members == 3 and not m.g.new_month


@pytest.mark.rule("fyow.4.8.3")
def test_partisans_report_every_week():
    m = partisan_match(6)
    with m.forced(5, 4, 10):
        partisans.new_week(m.g)
    assert said(m, "british", "34.12.1") and not m.g.new_month and m.g.day_of_month == 7


@pytest.mark.rule("fyow.4.8.2")
def test_at_the_end_of_a_month_home_and_trade_in_are_noted():
    m = at_cards("b1", options={"traits": False, "from_home": True, "trade_in": True}, day=11)
    replenishment.record_base(m.g)
    unit(m, "b1").elements = {"regular": 40, "light_at_gun": 2}
    unit(m, "b4").elements = {"regular": 40, "medium_at_gun": 2}
    replenishment.month_end(m.g)
    points = str(m.g.state.stores.base["british"] // 2)
    lines = said(m, "british", "4.8.2")
    assert any(points in line for line in lines)
    assert [line for line in lines if "trade in" in line and "1st Royal Wessex" in line]
    off = at_cards("b1", day=11)
    replenishment.month_end(off.g)
    assert not said(off, "british", "4.8.2")


@pytest.mark.rule("fyow.4.6.4")
def test_a_field_park_makes_one_repair_throw_in_a_session():
    forces = {"b1": {"board": VALE, "elements": {"regular": 40, "medium_tank": 2}, "damaged": {"medium_tank": 1}}}
    forces["b4"] = {"board": VALE, "elements": {"regular": 40, "medium_tank": 2, "field_park": 1}, "damaged": {"medium_tank": 1}}
    m = at_cards("b1", "b4", forces=forces)
    with m.forced(3, 4):  # 2D10 of the Field Park
        jobs.repair(m.g, number(m, "b1"))
    with m.forced(2, 2):  # it has thrown: the crew of the other's tank helps itself with 2D6
        jobs.repair(m.g, number(m, "b4"))
    assert [task.done for task in m.g.state.stores.tasks] == [7, 4]
    assert not jobs.field_parks(m.g, number(m, "b4"))
    m.g.state.session += 1
    assert jobs.field_parks(m.g, number(m, "b4")) == [number(m, "b4")]


# ------------------------------------------------------------------ 6.7: Air and Naval Commands


@pytest.mark.rule("fyow.6.7.1")
def test_each_side_has_one_air_and_one_naval_command():
    m = Match.start("fyow", "take-three", seed=1)
    for commands in (m.g.state.air.commands, m.g.state.fleet.commands):
        assert sorted(command.side for command in commands) == ["british", "german"]
        assert all(command.rating in (6, 7) for command in commands)  # with the +1 of a Senior Commander (ruling R157)
    names = [command.commander for command in m.g.state.fleet.commands]
    assert any(names[0] in line for line in said(m, "british", "7.0.1"))
    assert all(name in said(m, "british", "4.3.2")[0] for name in names)  # they hold Weekly Order Cards (10.1.1)


@pytest.mark.rule("fyow.6.7.2")
def test_what_aircraft_are_for():
    import tomllib

    from grognard.games.fyow.tables import DATA

    data = tomllib.loads((DATA / "scenarios" / "take-three.toml").read_text())
    duties = {group["duty"] for group in data["airgroup"]}
    assert duties <= {"patrol", "ground attack", "bombing", "torpedo", "transport", "recce"}
    data["airgroup"][0]["duty"] = "strategic bombing"
    with pytest.raises(BadData, match=r"fyow\.6\.7\.2"):
        Match.start("fyow", data, seed=1)
    m = take_three()  # they bombard a board before an action
    n = next(n for n, g in enumerate(m.g.state.air.groups) if g.side == "british" and g.duty == "bombing")
    flights.take_off(m.g, n, board(m, "forest"))
    before = m.g.value(number(m, "g5"))
    bombs = len(air_ground.bombs_of(m.g, n))
    with m.forced(4, *([4, 4, 1, 6] + [1, 2, 3] * (bombs - 1))):
        air_ground.bomb(m.g, n)
    assert m.g.value(number(m, "g5")) < before


@pytest.mark.rule("fyow.6.7.3")
def test_nothing_happens_on_the_way():
    m = take_three()
    n = air(m, "ba2")
    m.g.state.weather.sky = "fair"
    with m.forced():  # over the AA guns of the whole island
        flights.take_off(m.g, n, board(m, "fort-george"))
    assert all(plane.damage == 0 for plane in planes(m, "ba2"))
    with m.forced(9):
        flights.shift(m.g, n, board(m, "forest"))
    assert all(plane.damage == 0 for plane in planes(m, "ba2")) and m.g.state.air.groups[n].board == board(m, "forest")


@pytest.mark.rule("fyow.9.2.2")
def test_photographs_may_take_their_time():
    for delay in (True, False):
        m = take_three({"signals_delay": delay}, day=1, session=1)
        group = m.g.state.air.groups[air(m, "ba5")]
        group.reports = [[board(m, "forest"), 2, 5]]
        air_ground.reports(m.g)
        if not delay:
            assert said(m, "british", "28.8.6") and not group.reports
            continue
        assert not said(m, "british", "28.8.6")
        with m.forced(2):  # 3+ in the first session
            air_ground.photographs(m.g)
        assert not said(m, "british", "28.8.6")
        m.g.state.session = 2
        with m.forced(1):  # 2+ in the second
            air_ground.photographs(m.g)
        assert not said(m, "british", "28.8.6")
        m.g.state.session = 3
        with m.forced():  # and then by itself
            air_ground.photographs(m.g)
        assert said(m, "british", "28.8.6") and not group.reports
    m.g.state.session, group.reports = 1, [[board(m, "forest"), 2, 3]]
    with m.forced():  # the option is off
        air_ground.photographs(m.g)
    assert group.reports


# ------------------------------------------------------------------ the map


@pytest.mark.rule("fyow.13.6.3")
def test_the_type_of_a_bridge_is_open_until_reconnaissance_comes():
    m = at_cards("b1", forces={"b1": {"order": ["move", ISLET], "recce": 0}})
    bridge = Work(m.g.static.number[ISLET], "the bridge", "bridge", types={"steel": 8, "timber": 3})
    m.g.state.staff.works = [bridge]
    with m.forced(10, 1, 1, 1, 1):
        m.choose(("move", link(m, VALE, ISLET)))
    assert bridge.known == ["british"] and bridge.type == "" and bridge.points == 6
    scouts = at_cards("b1", forces={"b1": {"order": ["move", ISLET], "recce": 10}})
    scouts.g.state.staff.works = [Work(scouts.g.static.number[ISLET], "the bridge", "bridge", types={"steel": 8, "timber": 3})]
    with scouts.forced(10, 1, 1, 1, 1, draws=[["timber"]]):
        scouts.choose(("move", link(scouts, VALE, ISLET)))
    (found,) = scouts.g.state.staff.works
    assert (found.type, found.points) == ("timber", 3) and "timber" in said(scouts, "british", "13.6.3")[0]
    with pytest.raises(BadData, match="work"):
        Match.start("fyow", {**written(), "work": [{"board": "farm", "name": "x", "kind": "tunnel"}]}, seed=1)


@pytest.mark.rule("fyow.13.8.2")
def test_every_coast_has_a_line_to_its_tidal_board():
    m = take_three()
    static = m.g.static
    coasts = [n for n, b in enumerate(static.boards) if b.land and b.coast]
    assert coasts
    for coast in coasts:
        seas = [static.other_end(way, coast) for way in static.graph.links_at(coast, static.landing)]
        assert len(seas) == 1 and not static.boards[seas[0]].land
    b6 = take_three(cards=["b6", "g6"], fleet_at={"fn": "n"})
    shores = [static.boards[static.other_end(act[1], board(m, "n"))].id for act in offered(b6) if act[0] == "land"]
    assert shores and all(static.boards[static.number[name]].sea == "n" for name in shores)


@pytest.mark.rule("fyow.13.8.3", "fyow.13.8.4")
def test_any_number_of_vessels_and_boxes_at_sea():
    m = take_three()
    way = link(m, "os", "w")
    for name in ("bn1", "fw", "fr"):
        n = ships(m, name)
        assert naval_moves.may_sail(m.g, n, way) is None
        with m.forced(10):
            assert naval_moves.sail(m.g, n, way)
        assert (m.g.state.fleet.groups[n].box, m.g.state.fleet.groups[n].area) == (way, False)
    assert len([g for g in m.g.state.fleet.groups if g.board == board(m, "w")]) >= 3
    assert vessels(m, "bn1")


@pytest.mark.rule("fyow.14.13.3")
def test_parachutists_make_no_movement_test():
    m = take_three()
    n = air(m, "ba4")
    flights.take_off(m.g, n, board(m, "st-saviour"))
    with m.forced(1, 2, 3, 4, 4, 5, 6, 1, 1, 1, 1, 1):  # two dice for each platoon, four to look about, and no D10
        list(airborne.drop(m.g, n))
    assert unit(m, "b8").board == board(m, "st-saviour") and unit(m, "b8").moves == 0


@pytest.mark.rule("fyow.18.2.1")
def test_a_landing_in_two_waves():
    m = take_three(cards=["b6", "g6"], fleet_at={"fn": "n"})
    way, b6 = link(m, "n", "lancresse-common"), unit(m, "b6")
    whole = dict(b6.elements)
    foes = [n for n in m.g.alive("german") if m.g.unit(n).board == board(m, "lancresse-common")]
    for foe in foes:
        m.g.unit(foe).board = board(m, "forest")
    m.choose(("wave", way))
    assert m.decision.rule == "fyow.18.2.1"
    with refused("18.2.1", says="no men"):
        m.choose({"elements": {"lmg": 1}})
    first = {e: -(-n // 2) for e, n in whole.items()}
    with m.forced(1, 1, 1, 1, 1):
        m.choose({"elements": first})
    later = m.g.state.units[-1] if m.g.state.units[-1].wave else next(u for u in m.g.state.units if u.wave)
    assert b6.elements == first and b6.board == board(m, "lancresse-common")
    assert later.elements == {e: n - first[e] for e, n in whole.items() if n > first[e]} and later.aboard == ships(m, "fn")
    place = m.g.state.units.index(later)
    assert m.g.combat_value(number(m, "b6")) < sum(m.g.value(n) for n in (number(m, "b6"), place)) / 10  # who is ashore fights
    m.g.state.session += 1
    with m.forced(*[6] * 5):
        for _ in range(3):
            if later.aboard >= 0:
                list(landings.land(m.g, place, way))
    assert b6.elements == whole and later.kind == "merged"  # the second wave has come up


@pytest.mark.rule("fyow.18.2.1")
def test_a_wave_that_does_not_get_ashore_stays_with_its_force():
    m = take_three(cards=["b6", "g6"], fleet_at={"fn": "n"}, weather={"sky": "fair", "wind": "high"})
    whole = dict(unit(m, "b6").elements)
    m.choose(("wave", link(m, "n", "lancresse-common")))
    with m.forced(1):
        m.choose(m.decision.suggestions()[0])
    assert unit(m, "b6").elements == whole and unit(m, "b6").aboard == ships(m, "fn")


# ------------------------------------------------------------------ 2.9: Brigades and their columns


def two_brigades():
    data = written()
    data["brigade"].append({"id": "second", "side": "british", "name": "Second Brigade", "hq": "b9", "commander": "Brig. X"})
    for name, brigade in (("b8", data["brigade"][0]["id"]), ("b9", "second")):
        data["unit"].append(dict(data["unit"][0], id=name, name=f"The {name}", brigade=brigade, commander=f"Col. {name}"))
    return Match.start("fyow", data, seed=1, options={"traits": False})


@pytest.mark.rule("fyow.2.9.4")
def test_the_general_attaches_battlegroups_at_the_start_of_a_week():
    m = two_brigades()
    first = m.g.state.brigades[0].side
    assert first == "british"
    hq = m.g.unit(m.g.state.brigades[0].hq).id
    free = next(u for u in m.g.state.units if u.side == "british" and u.brigade == 0 and u.id != hq)
    aims = list(m.decisions["british"].suggestions()[0])
    move = Aim("attach", free.id, "second")
    for wrong in (Aim("attach", hq, "second"), Aim("attach", free.id, "nowhere"), Aim("attach", "g1", "second")):
        with refused("2.9.4"):
            m.choose([*aims, wrong], "british")
    m.choose([*aims, move], "british")
    m.choose(m.decisions["german"].suggestions()[0], "german")
    assert free.brigade == 2 or m.g.state.brigades[free.brigade].name == "Second Brigade"
    assert said(m, "british", "2.9.4") and not said(m, "german", "2.9.4")


def column(**forces):
    base = {"b1": {"board": VALE}, "b4": {"board": VALE}}
    for name, change in forces.items():
        base[name] = {**base[name], **change}
    m = at_cards("wessex", "g4", forces=base)
    m.g.state.staff.groups = [Group(0, [number(m, "b1"), number(m, "b4")])]
    m.choose(("obvious",))
    return m


@pytest.mark.rule("fyow.2.9.10")
def test_an_attack_from_the_air_does_not_break_the_group():
    m = column()
    b4 = number(m, "b4")
    air_ground.hit_target(m.g, "german", f"u{b4}", 5)
    (group,) = m.g.state.staff.groups
    assert group.members == [number(m, "b1"), b4] and group.struck == [b4]
    assert groups.may_react(m.g, 0, number(m, "b1")).rule == "fyow.2.9.10"
    with m.forced(9):  # 9 is not under 6 + 3: he does not react
        groups.react(m.g, 0, b4)
    assert unit(m, "b4").attitude == "present" and group.struck == []
    groups.struck(m.g, b4)
    with m.forced(1):
        groups.react(m.g, 0, b4)
    assert (unit(m, "b4").attitude, unit(m, "b4").moves) == ("deployed", 1) and m.g.state.staff.groups == [group]


@pytest.mark.rule("fyow.2.9.11")
def test_engineers_in_the_column_work_on_the_card_of_the_senior_command():
    m = at_cards("wessex", "g4", forces={"b1": {"board": VALE}, "b4": {"board": VALE, "engineers": 20}})
    unit(m, "b4").elements = {"regular": 40, "regular_enhanced": 20, "bridging_set": 1}
    m.g.state.staff.works = [Work(m.g.static.number[VALE], "the bridge", "bridge", damage=6, known=["british"])]
    m.g.state.staff.groups = [Group(0, [number(m, "b1"), number(m, "b4")])]
    m.choose(("obvious",))
    b4 = number(m, "b4")
    assert ("work", b4, "bridge", 0) in offered(m)
    with m.forced(5, 5, 5, 5):
        m.choose(("work", b4, "bridge", 0))
    assert m.g.state.stores.tasks[0].done == 20
    with refused("2.9.11"):
        m.choose(("work", b4, "bridge", 0))
    m.choose(("done",))  # the others march; the engineers have done their act
    assert m.decision.rule == "fyow.2.9.5" and "Brigade HQ" not in m.decision.prompt


@pytest.mark.rule("fyow.15.3.3")
def test_engineers_at_work_are_deployed():
    for sappers, attitude in ((20, "deployed"), (0, "present")):
        m = at_cards("b4", forces={"b4": {"engineers": sappers, "attitude": "present"}})
        unit(m, "b4").elements = {"regular": 40, "regular_enhanced": 20}
        m.g.state.staff.works = [Work(unit(m, "b4").board, "the mill", "building", damage=2, known=["british"])]
        parties = jobs.parties(m.g, number(m, "b4"), "structure")
        with m.forced(*[1] * sum(dice for dice, _, _ in parties)):
            jobs.work(m.g, number(m, "b4"), "structure", 0)
        assert unit(m, "b4").attitude == attitude


@pytest.mark.rule("fyow.18.2.1")
def test_the_trucks_of_a_battalion_follow_in_a_later_wave():
    m = take_three(cards=["g6"], fleet_at={"fr": "nw"})
    b1, trucks = unit(m, "b1"), unit(m, "b1t")
    b1.board, b1.aboard, b1.box = board(m, VALE), -1, -1
    for name in [u.id for u in m.g.state.units if u.side == "german" and u.board == board(m, VALE)]:
        unit(m, name).board = board(m, "forest")
    trucks.board, trucks.aboard = board(m, "nw"), ships(m, "fr")
    from grognard.games.fyow.supply.loads import HUBS, hub_of

    dice = [int(die.lower().split("d")[1]) for die in HUBS[hub_of(m.g, b1.board)]]
    with m.forced(10, *dice):  # the landing test; then the beach takes as much as its dice allow
        list(landings.land(m.g, number(m, "b1t"), link(m, "nw", VALE)))
    assert trucks.kind == "merged" and b1.elements["soft_truck"] == 12  # it has its trucks


@pytest.mark.rule("fyow.18.2.1", "fyow.14.13.2", "fyow.13.9.1")
def test_of_a_wave_only_what_is_in_it_counts():
    m = take_three(cards=["b2", "g6"], fleet_at={"fr": "w"})
    cove = link(m, "w", "fort-hommet-and-albecq")
    assert landings.may_land(m.g, number(m, "b2"), acts.Land(cove)).rule == "fyow.14.13.2"  # guns and vehicles
    assert ("wave", cove) in offered(m)  # but the men can go ahead in small boats
    m.choose(("wave", cove))
    with refused("14.13.2"):
        m.choose({"elements": {e: -(-n // 2) for e, n in unit(m, "b2").elements.items()}})
    m = take_three(cards=["b2", "g6"], fleet_at={"fr": "w"})
    beach, b3 = link(m, "w", "vazon-bay"), unit(m, "b3")
    b3.board, b3.aboard = board(m, "vazon-bay"), -1
    b3.elements = {"mmg": (1500 - int(m.g.value(number(m, "b2"))) // 2 - 5) // 5}
    assert landings.may_land(m.g, number(m, "b2"), acts.Land(beach)).rule == "fyow.13.9.1"
    half = landings.Wave({e: n // 2 for e, n in unit(m, "b2").elements.items() if n > 1})
    assert landings.may_be_wave(m.g, number(m, "b2"), acts.LandWave(beach), half) is None
