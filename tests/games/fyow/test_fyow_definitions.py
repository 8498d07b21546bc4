"""Front matter and the rules that say what things are: definitions, dice, preparations, umpire, sections 1, 2, 4, 6, 13, 33."""

from __future__ import annotations

from collections import Counter

import pytest
from fyow_table import (
    ISLET,
    SAMPSON,
    VALE,
    all_in,
    at_cards,
    field,
    fyow,
    give_orders,
    link,
    number,
    offered,
    outcome,
    refused,
    said,
    unit,
    value,
    where,
)

from grognard.games.fyow.battle.combat_table import reading, shifts
from grognard.games.fyow.brigades import groups
from grognard.games.fyow.command import commanders as command
from grognard.games.fyow.condition.condition import milestone, morale_dice
from grognard.games.fyow.forces import fractions
from grognard.games.fyow.march.movement import allowance, may_move, movement
from grognard.games.fyow.orders.order_kinds import may_order
from grognard.games.fyow.records.staff import Group
from grognard.games.fyow.sequence import holders_of_cards, night
from grognard.games.fyow.sequence import session as next_session
from grognard.games.fyow.session import senior
from grognard.games.fyow.state import AMBER, GREEN, Battle, Order
from grognard.games.fyow.static import cap_of
from grognard.games.fyow.tables import ELEMENTS, SHIFT, TABLES, half_points
from grognard.kernel import UMPIRE, Match
from grognard.kernel.dice import dice_of
from grognard.kernel.refusal import BadData

# ------------------------------------------------------------------ definitions


@pytest.mark.rule("fyow.def.1")
def test_forces_are_made_of_elements_of_the_table():
    data = dict(fyow().g.static.scenario)
    data["unit"] = [dict(record) for record in data["unit"]]
    data["unit"][0]["elements"] = {"dragon": 1}
    with pytest.raises(BadData, match="dragon"):
        Match.start("fyow", data, seed=1)


@pytest.mark.rule("fyow.def.2", "fyow.def.3", "fyow.def.5", "fyow.def.6", "fyow.def.7", "fyow.2.1.1", "fyow.2.1.6", "fyow.6.4.1", "fyow.6.6.1")
def test_who_is_who():
    m = fyow()
    for u in m.g.state.units:
        assert u.kind == "battlegroup" and u.commander and 0 <= u.brigade < 2 and u.elements
    for brigade in m.g.state.brigades:
        assert m.g.unit(brigade.hq).side == brigade.side and m.g.unit(brigade.hq).commander != brigade.commander
    new = fractions.split(m.g, 0, {"regular": 40}, "fraction", Order("defend", m.g.unit(0).board))
    assert (m.g.unit(new).parent, m.g.unit(new).chief) == (0, 0) and m.g.unit(new).kind == "fraction"
    assert Group(0, [0, 1]).members == [0, 1]


@pytest.mark.rule("fyow.def.8", "fyow.def.9", "fyow.def.10", "fyow.13.0.1", "fyow.13.3.1", "fyow.13.4.1", "fyow.13.2.1", "fyow.prep.1", "fyow.13.6.2")
def test_boards_links_and_boxes():
    assert TABLES["calendar"]["bounds_per_session"] == 4
    g = fyow().g
    assert {board.terrain for board in g.static.boards if board.land} <= set(SHIFT)
    assert set(SHIFT) == {"open", "light", "broken", "rugged", "dense", "fortified"}
    assert all(cost > 0 for cost in g.static.link_cost) and set(g.static.link_kind) <= {"metalled", "secondary", "track", "landing", "sea"}
    m = at_cards("b1", "b4", forces={"b1": {"board": SAMPSON, "box": ISLET, "edge": ISLET}})
    assert number(m, "b1") in m.g.on_board(m.g.static.number[SAMPSON], "british")  # the box belongs to the board
    assert number(m, "b1") not in m.g.holders(m.g.static.number[SAMPSON], "british")


@pytest.mark.rule("fyow.def.13", "fyow.def.14", "fyow.def.15")
def test_modes_of_supply():
    m = at_cards("b1", "b4", forces={"b1": {"mode": "rest"}})
    assert may_move(m.g, 0, link(m, VALE, ISLET)).rule == "fyow.20.6.4"
    unit(m, "b1").mode, unit(m, "b1").order = "rationed", Order("move", m.g.static.number[ISLET])
    assert int(movement(m.g, 0, link(m, VALE, ISLET))) == 0
    unit(m, "b1").mode = "active"
    assert int(movement(m.g, 0, link(m, VALE, ISLET))) == 1


@pytest.mark.rule("fyow.def.17", "fyow.33.2.3", "fyow.2.8.1", "fyow.2.1.4", "fyow.2.1.5", "fyow.base.cost.1", "fyow.base.cost.2", "fyow.quality.2", "fyow.quality.1")
def test_values():
    m = at_cards("b1", "b4")
    unit(m, "b1").elements = {"regular": 10, "lmg": 1, "soft_truck": 20}
    assert m.g.value(0) == 18 and m.g.combat_value(0) == 1  # a platoon: 15 + 3; trucks are free
    unit(m, "b1").elements = {"regular": 20, "field_park": 1, "bridging_set": 1, "radio_exchange_vehicle": 1}
    assert m.g.value(0) == 30 + 20 + 30 + 10 and m.g.combat_value(0) == 3  # worked out anew
    costs = {grade: half_points(grade) / 2 for grade in ("poor", "poor_enhanced", "regular", "regular_enhanced", "elite", "elite_enhanced")}
    assert list(costs.values()) == [1, 2, 1.5, 3, 2, 4] and half_points("special_character") == 16
    assert (half_points("mmg"), half_points("medium_mortar")) == (10, 30)


@pytest.mark.rule("fyow.def.18", "fyow.prep.5", "fyow.prep.2")
def test_everybody_starts_green_on_a_record_sheet():
    m = fyow()
    assert {u.condition for u in m.g.state.units} == {GREEN} and milestone(m.g, 0) == 169
    sheet = next(p for p in m.view("british").panels if p.id == "records-british")
    assert [row[0].text for row in sheet.rows] == ["1st Royal Wessex", "Brigade HQ Battlegroup"]
    assert {"value", "CV", "condition", "supply", "stockpile", "orders"} <= set(sheet.columns)


@pytest.mark.rule("fyow.def.19", "fyow.def.20", "fyow.1.1.6", "fyow.5.1.1")
def test_the_diary_box_has_the_twelve_dates():
    m = fyow()
    dates = []
    for day in range(12):
        m.g.state.day = day
        dates.append(m.g.date.day)
    assert dates == [1, 3, 6, 8, 11, 14, 16, 19, 22, 24, 27, 30]
    assert m.g.state.stores.deliveries == [] and m.g.state.staff.cards == []


@pytest.mark.rule("fyow.def.11", "fyow.4.5.1", "fyow.prep.12", "fyow.4.5.2")
def test_cards_are_dealt_at_random_and_turned_up_in_their_order():
    packs = set()
    for seed in range(6):
        m = fyow(seed=seed, phase="session", day=0, session=2)
        packs.add(m.g.state.pack[0])
        assert set(m.g.state.pack) <= set(holders_of_cards(m.g))
    assert len(packs) > 1
    m = at_cards("b1", "g4", "b4")
    seats = []
    for _ in range(3):
        seats.append((m.decision.seat, m.g.state.pack[0]))
        m.choose(("stay",))
    assert [card for _, card in seats] == [0, 3, 1]
    list(next_session(m.g))
    assert sorted(m.g.state.pack) == sorted(holders_of_cards(m.g))


# ------------------------------------------------------------------ dice


@pytest.mark.rule("fyow.dice.1", "fyow.dice.2", "fyow.dice.4", "fyow.dice.5")
def test_dice():
    for faces in (3, 4, 6, 8, 10, 12, 20):
        assert sorted(dice_of(f"d{faces}")[1]) == list(range(1, faces + 1))  # a D10's zero is its ten
    assert Counter(dice_of("davg")[1]) == {2: 1, 3: 2, 4: 2, 5: 1}
    m = at_cards("b1", "b4")
    with m.forced(4, 3):
        assert m.g.roll("2d6", "both", rule="fyow.prep.7").total == 7


# ------------------------------------------------------------------ preparations, quality, umpire


@pytest.mark.rule("fyow.prep.4", "fyow.7.0.3")
def test_ratings_are_thrown_unless_the_scenario_sets_them():
    m = fyow(seed=3)
    assert m.g.state.brigades[0].rating == 6 and not any("Harland is" in line for line in said(m, "british", "7.0.1"))
    assert all(u.rating in (5, 6, 7) for u in m.g.state.units)
    assert len(said(m, UMPIRE, "7.0.1")) >= 5  # four BCs and one Senior Commander


@pytest.mark.rule("fyow.quality.3")
def test_nations_read_as_elite_or_poor():
    m = fyow({"nation_quality": True})
    m.g.static.start = m.g.static.start.replace(year=1940)
    assert command.quality_of(m.g, "german") == "elite"
    m.g.static.start = m.g.static.start.replace(year=1942)
    assert command.quality_of(m.g, "german") == "regular"
    with m.forced(2):
        command.rate(m.g, unit(m, "g2"), senior=False, elite=False, poor=True)
    assert unit(m, "g2").rating == 5


@pytest.mark.rule("fyow.umpire.1", "fyow.umpire.2", "fyow.umpire.7")
def test_the_umpire_keeps_the_log_and_corrects_openly():
    m = Match.start("fyow", "learning", seed=1, umpire=True)
    whole, british = m.diary(UMPIRE), m.diary("british")
    assert len(whole) > len(british) and all(event.rule for event in whole)
    m.correct({"morale": {"british": 2, "german": 3}}, "umpire decision: the bridge was blown")
    assert m.g.state.morale["british"] == 2 and any("umpire decision" in event.text for event in m.diary("german"))


@pytest.mark.rule("fyow.umpire.5")
def test_contacts_are_settled_in_the_order_in_which_they_came_about():
    from grognard.games.fyow.battle.report import next_of

    m, fight = field("portinfer")
    fight.way, fight.opened = "table", 3
    m.g.state.battles.append(Battle(1, "german", [3], [1], way="table", opened=2))
    assert next_of(m.g).opened == 2


# ------------------------------------------------------------------ sections 1, 2


@pytest.mark.rule("fyow.1.1.1", "fyow.1.1.2")
def test_three_days_a_week_and_four_weeks_a_month():
    m = fyow()
    weeks, months = [], []
    for day in range(25):
        m.g.state.day = day
        if m.g.new_week:
            weeks.append(day)
        if m.g.new_month:
            months.append((day, m.g.month))
    assert weeks == [0, 3, 6, 9, 12, 15, 18, 21, 24] and months == [(0, 6), (12, 7), (24, 8)]


@pytest.mark.rule("fyow.2.1.3")
def test_the_cap_of_a_battlegroup_by_the_war():
    import datetime

    assert [cap_of(datetime.date(year, 6, 1)) for year in (1940, 1942, 1944)] == [1200, 1500, 1800]
    data = dict(fyow().g.static.scenario)
    data["unit"] = [dict(record) for record in data["unit"]]
    data["unit"][0]["elements"] = {"regular": 1001}
    with pytest.raises(BadData, match="cap is 1500"):
        Match.start("fyow", data, seed=1)


@pytest.mark.rule("fyow.2.3.1", "fyow.14.1.2")
def test_the_slowest_element_sets_the_speed_unless_it_is_carried():
    assert fractions.moves_of({"regular": 60, "medium_tank": 5}) == "regular_infantry"
    assert fractions.moves_of({"medium_tank": 5}) == "afvs"
    assert fractions.moves_of({"regular": 24, "soft_truck": 2}) == "other_trucks"
    assert fractions.moves_of({"regular": 25, "soft_truck": 2}) == "regular_infantry"


@pytest.mark.rule("fyow.2.9.12")
def test_only_land_forces_form_groups():
    m = at_cards("wessex", "b4", forces={"b4": {"board": VALE}})
    assert groups.candidates(m.g, 0) == [0, 1]
    m.g.static.boards[unit(m, "b4").board].terrain, old = "sea", m.g.static.boards[unit(m, "b4").board].terrain
    assert groups.candidates(m.g, 0) == []
    m.g.static.boards[unit(m, "b4").board].terrain = old


@pytest.mark.rule("fyow.3.7.2")
def test_a_fraction_may_stand_with_its_parent_without_being_dissolved():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE]}})
    new = fractions.split(m.g, 0, {"regular": 40}, "fraction", Order("defend", unit(m, "b1").board))
    m.choose(("stay",))
    assert m.g.unit(new).kind == "fraction" and m.g.unit(new).board == unit(m, "b1").board


# ------------------------------------------------------------------ sections 4, 6, 10, 11, 12


@pytest.mark.rule("fyow.4.6.2")
def test_the_card_of_a_senior_command():
    m = at_cards("wessex", "b4", forces={"b1": {"board": "lancresse-common"}})
    assert m.decision.rule == "fyow.4.6.2" and senior.DONE in m.decision.options
    m.choose(("done",))
    assert m.g.state.pack[0] == number(m, "b4")


@pytest.mark.rule("fyow.4.4.6")
def test_routes_and_supply_in_the_morning():
    m = fyow(seed=2)
    while m.g.state.session == 0:
        seat = next(iter(m.decisions))
        m.choose(m.decisions[seat].suggestions()[0], seat=seat)
    assert said(m, "british", "20.0.3") and {u.mode for u in m.g.state.units} <= {"active", "rest", "rationed"}
    assert m.g.state.brigades[0].route.kind == "D"


@pytest.mark.rule("fyow.4.7.1")
def test_the_gauge_at_the_end_of_the_day():
    m = at_cards("b1", weather={"sky": "heavy_rain"})
    list(night(m.g))
    assert m.g.state.weather.gauge == 2


@pytest.mark.rule("fyow.6.1.1", "fyow.6.2.1", "fyow.6.8.2", "fyow.10.0.1", "fyow.6.4.3")
def test_who_plans_when():
    m = fyow(seed=2)
    assert {d.rule for d in m.decisions.values()} == {"fyow.10.1.1"}  # the week, by the highest commands
    for seat in ("british", "german"):
        m.choose(m.decisions[seat].suggestions()[0], seat=seat)
    assert {d.rule for d in m.decisions.values()} == {"fyow.10.2.0.1"}  # the day, by the Senior Commands
    assert unit(m, "b4").elements["bridging_set"] == 1


@pytest.mark.rule("fyow.10.4.1", "fyow.12.0.1")
def test_condition_overrides_orders():
    m = at_cards("b4", "b1", "b4", forces={"b1": {"board": ISLET, "condition": 3, "order": ["stand by", ISLET]}})
    m.g.state.sighted["british"][str(m.g.static.number[SAMPSON])] = m.g.now
    with m.forced(1):
        m.choose(("stay",))  # b1 tries to get away without being asked
    assert said(m, "british", "14.14.2") and m.g.state.pack[0] == number(m, "b4")
    assert may_order(m.g, 0, "defend", unit(m, "b1").board).rule == "fyow.base.sc.6"


@pytest.mark.rule("fyow.11.0.3")
def test_three_options_lie_from_cautious_to_bold():
    from grognard.games.fyow.orders.orders import take_orders
    from grognard.games.fyow.planning.plans import Plan

    m = at_cards("b4", "b1")
    plans = [Plan("b1", "bold", "engage", SAMPSON), Plan("b1", "cautious", "defend", VALE), Plan("b1", "sensible", "move", ISLET)]
    for die, kind in ((2, "defend"), (3, "move"), (9, "engage")):
        with m.forced(die):
            take_orders(m.g, "british", plans)
        assert unit(m, "b1").order.kind == kind


@pytest.mark.rule("fyow.12.2.1")
def test_conditions_and_the_rating_make_the_dice():
    m = at_cards("b1", "b4", forces={"b1": {"condition": AMBER}, "b4": {"condition": 2}})
    for rating, dice in ((5, 3), (6, 1), (7, 0)):
        m.g.state.brigades[0].rating = rating
        assert int(morale_dice(m.g, "british")) == dice


# ------------------------------------------------------------------ sections 13, 14, 15


@pytest.mark.rule("fyow.13.1.1")
def test_a_battlegroup_cannot_deploy_on_a_half_board():
    m = at_cards("b1", "b4", options={"traits": False, "half_boards": True})
    board = m.g.static.boards[unit(m, "b1").board]
    board.half = True
    try:
        way = link(m, VALE, ISLET)
        m.choose(("obvious",)) if ("obvious",) in offered(m) else None
        with refused("13.1.1", "half board"):
            m.choose(("deploy", way))
    finally:
        board.half = False


@pytest.mark.rule("fyow.13.5.1")
def test_there_must_be_a_way():
    m = at_cards("b1", "b4")
    far = m.g.static.far[unit(m, "b1").board]
    gone = m.g.static.number[ISLET]
    cost = far.pop(gone)
    assert may_order(m.g, 0, "move", gone).rule == "fyow.13.5.1"
    far[gone] = cost


@pytest.mark.rule("fyow.15.9.1", "fyow.13.9.1")
def test_two_forces_share_a_board_within_its_capacity():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["move", ISLET]}, "b4": {"board": ISLET}})
    way = link(m, VALE, ISLET)
    value(m, "b1", 600)
    value(m, "b4", 800)
    assert may_move(m.g, 0, way) is None
    value(m, "b4", 905)
    assert may_move(m.g, 0, way).rule == "fyow.13.9.1"


@pytest.mark.rule("fyow.18.1.2", "fyow.14.9.1")
def test_behind_a_unit_that_is_on_the_road_one_can_only_overtake():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["move", ISLET]}, "b4": {"board": VALE, "order": ["move", ISLET]}})
    way = link(m, VALE, ISLET)
    assert int(movement(m.g, 0, way)) == 0
    give_orders(m, "b4", "stand by")
    assert int(movement(m.g, 0, way)) == 1


@pytest.mark.rule("fyow.15.3.2")
def test_present_and_deployed():
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE]}})
    assert unit(m, "b1").attitude == "present" and unit(m, "b1").moves == 0
    m.choose(("deploy", link(m, VALE, ISLET)))
    assert unit(m, "b1").attitude == "deployed" and unit(m, "b1").moves == 1 and allowance(unit(m, "b1")) == 2
    m = at_cards("b1", "b4", forces={"b1": {"board": SAMPSON, "box": ISLET}}, spotted={"british": ["g2"]})
    m.g.state.battles.append(Battle(unit(m, "b1").board, "british", [0], [2], since=m.g.now, opened=m.g.now))
    m.choose(("obvious",)) if ("obvious",) in offered(m) else None
    with refused("15.3.2"):
        m.choose(("deploy", link(m, SAMPSON, ISLET)))


# ------------------------------------------------------------------ section 33


@pytest.mark.rule("fyow.33.1.1", "fyow.33.3.1", "fyow.33.4.1", "fyow.33.4.2", "fyow.33.3.2")
def test_what_decides_a_paper_battle():
    m, fight = field("lislet", defender={"attitude": "present", "attacked_today": 1})
    terms = {t.text: t.amount for t in shifts(m.g, fight).terms}
    assert terms == {"broken ground": -1, "defender not deployed": 1, "second attack today": 1}
    read = reading(m.g, fight)
    assert (read.attack, read.defend) == (67, 47) and read.column == 1 + 1


@pytest.mark.rule("fyow.33.7.0.1", "fyow.33.6.1", "fyow.33.5.1", "fyow.33.7.1.4")
def test_contact_combat_and_outcome_are_three_sessions():
    forces = {
        "b1": {"board": SAMPSON, "box": ISLET, "edge": ISLET, "order": ["engage", SAMPSON]},
        "g2": {"attitude": "present", "order": ["defend", SAMPSON]},
    }
    m = at_cards("b1", "g2", "g4", forces=forces, spotted={"british": ["g2"]})
    with m.forced(1, 1, 6):  # Present: three dice, and the defender finds the attacker at his own card
        m.choose(("assault", number(m, "g2")))
    fight = m.g.state.battles[0]
    assert fight.stage == "contact" and fight.detected
    m.g.state.session += 1
    m.g.state.pack = [m.g.state.pack[0], number(m, "g2"), number(m, "b1"), number(m, "g4")]
    m.choose(("stay",))  # g2's own question of the Contact session; its next card is in the Combat session
    assert fight.acted and m.decision.rule == "fyow.33.7.2.4"
    with m.forced(10):
        all_in(m)
    assert fight.stage == "outcome" and fight.result and not fight.counted


@pytest.mark.rule("fyow.14.14.4")
def test_a_retreat_of_section_33_needs_no_test():
    m, _ = outcome("DR", ["g2", "b4"])
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    with m.forced():
        m.choose(link(m, "portinfer", "la-passee"))
    assert where(m, "g2") == "la-passee"


def test_elements_have_names():
    assert all(entry["name"] for entry in ELEMENTS.values())
