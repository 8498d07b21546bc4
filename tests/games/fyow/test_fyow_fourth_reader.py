"""What a fourth reader of the source found: each test was red before the rule was mended."""

from __future__ import annotations

import pytest
from fyow_arms import board, take_three, vessels
from fyow_table import COMPANY, ISLET, VALE, at_cards, field, link, number, outcome, planning, refused, said, unit, value, where
from test_fyow_chance_cards import card, with_card
from test_fyow_third_reader import fleets

from grognard.games.fyow.air.ground_attack import rocket_hit
from grognard.games.fyow.battle.combat_table import reading
from grognard.games.fyow.partisans import missions
from grognard.games.fyow.planning.duties import make
from grognard.games.fyow.rail.trains import run_trains
from grognard.games.fyow.records.services import Cell, Delivery, Plane, Train
from grognard.games.fyow.sea import gunnery
from grognard.games.fyow.sea.air_attack import strike
from grognard.games.fyow.sea.vessels import spotting_score
from grognard.games.fyow.supply import convoys
from grognard.games.fyow.supply.replenishment import arrivals
from grognard.games.fyow.supply.routes import company
from grognard.games.fyow.weather import weather

# ------------------------------------------------------------------ 20: supply


@pytest.mark.rule("fyow.20.6.5", "fyow.20.4.1.3")
def test_who_breaks_his_rest_with_the_full_need_has_his_shots_again():
    m = at_cards("b1", "b4", forces={"b1": {"mode": "rest", "stockpile": 4, "ammunition": 1}})
    m.choose(("wake",))
    assert (unit(m, "b1").mode, unit(m, "b1").stockpile, unit(m, "b1").ammunition) == ("active", 0, 4)
    m = at_cards("b1", "b4", forces={"b1": {"mode": "rest", "stockpile": 3, "ammunition": 1}})
    m.choose(("wake",))
    assert (unit(m, "b1").mode, unit(m, "b1").ammunition) == ("rationed", 1)


@pytest.mark.rule("fyow.20.7.2.1", "fyow.20.6.5")
def test_who_breaks_his_rest_takes_back_what_he_had_left_on_the_board():
    m = at_cards("b1", "b4", forces={"b1": {"mode": "rest", "stockpile": 9, "elements": {"regular": 60}}})
    m.g.state.stores.abandoned.append([str(unit(m, "b1").board), "british", str(number(m, "b1")), "carrier", "4", "tracked_carriers"])
    m.choose(("wake",))
    assert unit(m, "b1").elements.get("carrier") == 4 and not m.g.state.stores.abandoned


@pytest.mark.rule("fyow.20.9.1", "fyow.3.8.2")
def test_a_picket_has_no_supply_dice_to_give():
    """20.9: Battlegroups and Fractions share their dice; a Picket is part of its parent and throws none."""
    m = planning(forces={"b1": {"rating": 6, "stockpile": 5}, "b4": {"rating": 6, "board": VALE, "kind": "picket", "parent": 0}})
    with refused("20.9.1"):
        m.choose([make("b4", "share", "b1", 1)], seat="british")


@pytest.mark.rule("fyow.20.11.2")
def test_an_hq_at_rest_loads_no_convoy():
    forces = {"b1": {"mode": "rationed", "stockpile": 0}, "b4": {"stockpile": 9}}
    m = at_cards("b1", forces=forces)
    convoys.send(m.g, number(m, "b4"), number(m, "b1"))
    unit(m, "b4").mode = "rest"
    m.g.state.session = 2
    m.choose(("stay",))
    assert m.g.state.session == 3 and said(m, "british", "20.11.2") and not said(m, "british", "31.4.2")
    assert m.g.state.stores.convoys[0].loaded == 0


@pytest.mark.rule("fyow.20.6.4", "fyow.30.1.1")
def test_a_force_at_rest_does_not_get_on_a_train(monkeypatch):
    """30.1: trains are loaded by the rules of work, which Rest forbids (20.6); militia goes on (20.12)."""
    for militia, loaded in ((False, 0), (True, 20)):
        m = at_cards("b1", "g2", forces={"g2": {"mode": "rest", "militia": militia}})
        monkeypatch.setattr(m.g.static.boards[unit(m, "g2").board], "station", True)
        m.g.state.rail.trains = [Train("t1", "Train 1", "german", unit(m, "g2").board, job=[number(m, "g2"), 1])]
        with m.forced(*([5, 4] if militia else [])):
            run_trains(m.g)
        assert m.g.state.rail.trains[0].loading == loaded


# ------------------------------------------------------------------ 2, 3, 21: forces that part and join


@pytest.mark.rule("fyow.3.4.2")
def test_damaged_tanks_that_leave_with_a_fraction_stay_damaged():
    """33.10.2: an AFV of half its value is damaged until it is repaired (23.1), whoever has it now."""
    own = {"regular": 100, "infantry_tank": 4}
    m = at_cards("b1", "b4", forces={"b1": {"order": ["defend", VALE], "elements": own, "damaged": {"infantry_tank": 3}, "start": 2000}})
    before = m.g.half_value(0)
    m.choose(("form",))
    with m.forced(1):
        m.choose({**COMPANY, "elements": {"infantry_tank": 3}})
    new = len(m.g.state.units) - 1
    assert m.g.unit(new).elements == {"infantry_tank": 3}
    assert (unit(m, "b1").damaged, m.g.unit(new).damaged) == ({"infantry_tank": 1}, {"infantry_tank": 2})
    assert m.g.half_value(0) + m.g.half_value(new) == before


def merged(**stores):
    """b1 and b4 at Vale Church, merged on the card of their Brigade."""
    forces = {"b1": {"board": VALE, "stockpile": 7}, "b4": {"board": VALE, "stockpile": 12, "elements": {"regular": 60}}}
    m = at_cards("wessex", "b1", forces=forces)
    for name, book in stores.items():
        setattr(m.g.state.stores, name, book)
    with m.forced(1):
        m.choose(("merge", 0, 1))
    m.choose("b1")
    assert unit(m, "b4").kind == "merged"
    return m


@pytest.mark.rule("fyow.2.7.4", "fyow.21.2.1")
def test_replacements_on_their_way_come_to_the_force_into_which_theirs_was_merged():
    m = merged(deliveries=[Delivery("british", 1, 34, 0), Delivery("british", -1, 10, 0)])
    arrivals(m.g)
    assert m.g.state.stores.bank == {"u0": 34, "british": 10}


@pytest.mark.rule("fyow.2.7.4")
def test_what_a_trade_in_left_over_goes_with_the_merged_force():
    m = merged(bank={"u1:AFVs": 30, "u0:AFVs": 4, "u1:guns": 6, "u1": 8})
    assert m.g.state.stores.bank == {"u0:AFVs": 34, "u0:guns": 6, "u0": 8}


# ------------------------------------------------------------------ 23: repairs


@pytest.mark.rule("fyow.23.1.5", "fyow.23.1.2")
def test_each_crew_mends_its_own_vehicle_and_no_other():
    """An infantry tank is worth 85, so each needs 43: two crews with 24 and 20 after two sessions have repaired none."""
    forces = {"b4": {"elements": {"regular": 40, "infantry_tank": 2}, "damaged": {"infantry_tank": 2}}}
    m = at_cards("b4", "b4", "b4", "b4", forces=forces)
    with m.forced(6, 6, 5, 5):
        m.choose(("repair",))
    with m.forced(6, 6, 5, 5):
        m.choose(("repair",))
    assert unit(m, "b4").damaged == {"infantry_tank": 2}  # 24 and 20 of 43
    with m.forced(6, 6, 6, 6):
        m.choose(("repair",))
    assert unit(m, "b4").damaged == {"infantry_tank": 2}  # 36 and 32
    with m.forced(4, 3, 1, 1):
        m.choose(("repair",))
    assert unit(m, "b4").damaged == {"infantry_tank": 1}  # 43 and 34


# ------------------------------------------------------------------ 26, 32: the wind of a winter campaign


@pytest.mark.rule("fyow.32.0.1", "fyow.26.3.1")
def test_a_six_and_one_more_is_the_light_wind_of_the_freezing_square(monkeypatch):
    """26.3: 5 or 6 = light wind; the Queen of Spades adds 1, and nothing lies beyond the 6."""
    m = with_card("queen", "spades")
    monkeypatch.setattr(m.g.static, "climate", "winter")
    with m.forced(6):
        assert weather.wind_of(m.g, "freezing") == "light"
    with m.forced(4):
        assert weather.wind_of(m.g, "freezing") == "light"


# ------------------------------------------------------------------ 33, 34


@pytest.mark.rule("fyow.14.4.1")
def test_a_damaged_tank_left_behind_counts_with_the_half_that_was_left_of_it(monkeypatch):
    m, _ = outcome("DR", ["g2"], counted=True)
    force = unit(m, "g2")
    force.elements, force.damaged = {"regular": 100, "medium_tank": 2}, {"medium_tank": 2}
    force.start, force.lost = 4000, 0
    left = m.g.half_value(number(m, "g2")) - 300
    monkeypatch.setattr(m.g.static, "link_v", [True] * len(m.g.static.link_v))
    while m.decision.rule != "fyow.33.7.3.2":
        m.choose(("stay",))
    m.choose(m.decision.options[0])
    assert force.elements == {"regular": 100}
    assert force.lost == left // 2


@pytest.mark.rule("fyow.34.8.5")
def test_a_cell_that_loses_its_last_man_is_gone_with_its_agent():
    """Ruling R143: casualties beyond the members wipe the cell out, removed with radio, explosives and agent."""
    m = take_three({"partisans": True})
    cell = Cell("british", board(m, "forest"), 3, radio=True, explosives=2, agent=0, agent_since=0)
    cell.targets = [[board(m, "forest"), 1]] * 6
    m.g.state.partisans.cells = [cell]
    for force in m.g.on_board(board(m, "forest"), "german"):
        m.g.unit(force).board = board(m, "torteval")
    with m.forced(1, 2, 6):  # the target, the attack, six casualties; nobody is left to throw for the agent
        for _ in missions.card(m.g, 0):
            pass
    assert (cell.members, cell.radio, cell.explosives, cell.agent) == (0, False, 0, -1)


@pytest.mark.rule("fyow.def.21")
def test_three_anti_aircraft_guns_are_a_company():
    """Ruling R12: three vehicles or guns."""
    m = at_cards("b1", forces={"g2": {"elements": {"regular": 10, "light_aa": 3}}, "g4": {"elements": {"regular": 10, "light_aa": 2}}})
    assert company(m.g, number(m, "g2")) and not company(m.g, number(m, "g4"))


# ------------------------------------------------------------------ 4.6.3, 20.6: going to Rest during the day


@pytest.mark.rule("fyow.4.6.3", "fyow.20.6.1", "fyow.20.6.5")
def test_a_force_may_go_to_rest_during_the_day_and_gets_nothing_back():
    """Rulings R48, R55: besides the main act; its 10S are spent, so breaking the rest on the same day costs nothing more."""
    m = at_cards("b1", "b1", forces={"b1": {"stockpile": 3, "ammunition": 2}})
    m.choose(("rest",))
    assert (unit(m, "b1").mode, unit(m, "b1").stockpile) == ("rest", 3)
    with refused("20.6.4"):
        m.choose(("move", link(m, VALE, ISLET)))
    m.choose(("stay",))
    m.choose(("wake",))
    assert (unit(m, "b1").mode, unit(m, "b1").stockpile, unit(m, "b1").ammunition) == ("active", 3, 2)


@pytest.mark.rule("fyow.20.6.2", "fyow.20.6.1")
def test_nobody_rests_before_the_enemy_or_without_6s():
    forces = {"b1": {"board": ISLET, "box": VALE, "edge": VALE}, "g2": {"board": ISLET}}
    m = at_cards("b1", "g2", forces=forces, spotted={"british": ["g2"], "german": ["b1"]})
    with refused("20.6.2"):
        m.choose(("rest",))
    m = at_cards("b1", "g2", forces={"b1": {"mode": "rationed", "stockpile": 0}})
    with refused("20.6.1"):
        m.choose(("rest",))


@pytest.mark.rule("fyow.3.8.2", "fyow.20.6.5")
def test_pickets_rest_and_wake_with_their_parent():
    m = at_cards("b1", "b1", forces={"b1": {"order": ["defend", VALE], "stockpile": 9}})
    with m.forced(9, 1, 1, 1, 1):
        m.choose(("picket", link(m, VALE, ISLET), "platoon"))
    out = m.g.state.units[-1]
    assert (out.kind, out.mode) == ("picket", "active")
    m.choose(("rest",))
    assert out.mode == "rest"
    m.choose(("stay",))
    m.choose(("wake",))
    assert out.mode == "active"


@pytest.mark.parametrize(
    ("patch", "counts"), [({}, True), ({"mode": "rest"}, False), ({"disarray": 1}, False), ({"mode": "rest", "militia": True}, True)]
)
@pytest.mark.rule("fyow.33.7.2.10", "fyow.15.3.5")
def test_who_rests_in_his_works_does_not_man_them(patch, counts):
    """Ruling R172: while Rest lasts the force defends as resting."""
    m, fight = field(defender={"attitude": "fortified", **patch})
    m.choose(("stay",))
    terms = {term.text for term in reading(m.g, fight).shifts.terms}
    assert ("Fortified Defence" in terms) is counts
    assert ("defender at Rest or in Disarray" in terms) is not counts


@pytest.mark.parametrize(("ago", "need"), [(0, 2), (1, 2), (2, 3)])
@pytest.mark.rule("fyow.29.9.5")
def test_a_ship_that_fires_at_the_observer_is_seen_on_his_next_card(ago, need):
    """29.9: -1 for a target that fires at the observer; gunboats at 3+, whoever's card came first in the session."""
    m, one, other = fleets()
    for vessel in m.g.state.fleet.vessels:
        vessel.radar = False
        if vessel.group in (one, other):
            vessel.kind = "gunboat"
    group = m.g.state.fleet.groups[other]
    group.fired, group.aimed = m.g.now - ago, [f"g{one}"]
    assert int(spotting_score(m.g, one, f"g{other}")) == need


# ------------------------------------------------------------------ mends of earlier readers that no test held


@pytest.mark.rule("fyow.33.7.3.18", "fyow.33.7.3.11")
def test_friends_of_those_beaten_off_in_a_second_attack_go_with_them():
    m, fight = outcome("DR2", ["b1", "g4", "g2"])
    friend = unit(m, "b4")
    friend.board, friend.box, friend.edge = fight.board, unit(m, "b1").edge, unit(m, "b1").edge
    value(m, "b1", 200)
    value(m, "g2", 900)
    fight.values = {"0": m.g.half_value(0), "2": m.g.half_value(2)}
    m.g.state.pack = [number(m, name) for name in ("g4", "b1", "b4", "b1", "g2")]
    with m.forced(1, 1, 1, 1):
        m.choose(("stay",))
    with m.forced(1, 1, 1, 1, 1, 1):  # he will; AR2 or worse; losses at once
        m.choose("attack")
    assert fight.repulse == "AR2" and fight.repelled == [number(m, "b1"), number(m, "b4")]
    assert where(m, "b4") == VALE and unit(m, "b4").disarray == 2  # on its own card


@pytest.mark.parametrize(
    ("suit", "sky", "gauge"), [("spades", "light_rain", 7), ("spades", "fair", 2), ("hearts", "light_rain", 5), ("hearts", "fair", 0)]
)
@pytest.mark.rule("fyow.32.0.1", "fyow.25.0.1")
def test_rain_of_the_morning_is_rain_of_the_day_for_the_jacks(suit, sky, gauge):
    """32: if it rains today +2, if it does not -2; the afternoon of the split day is fair. The gauge stands at 4."""
    options = {"traits": False, "chance_cards": True, "half_day_weather": True}
    m = at_cards("g4", options=options, weather={"sky": sky, "gauge": 4, "marker": 9})
    m.g.state.fortune.card, m.g.state.fortune.day, m.g.state.fortune.open = card("jack", suit), m.g.day_of_month, True
    with m.forced(3, 1):  # the marker stays: fair in June; the moon
        m.choose(("stay",))
    assert m.g.state.session == 4 and m.g.state.weather.sky == "fair"
    weather.evening(m.g)
    assert m.g.state.weather.gauge == gauge


@pytest.mark.parametrize(("act", "dice", "patch"), [
    (("reorganise",), (), {"disarray": 1}),
    (("move", None), (1,), {"order": ["move", ISLET], "attitude": "deployed", "calm": 3, "moves_as": "regular_infantry"}),
])  # fmt: skip
@pytest.mark.rule("fyow.15.3.5")
def test_sessions_of_reorganising_and_of_a_march_that_failed_are_no_complete_ones(act, dice, patch):
    m = at_cards("b1", forces={"b1": patch})
    act = act if act[-1] is not None else ("move", link(m, VALE, ISLET))
    with m.forced(*dice):
        m.choose(act)
    assert m.g.state.session == 4 and unit(m, "b1").attitude == "deployed" and unit(m, "b1").calm == 0


@pytest.mark.rule("fyow.15.3.5", "fyow.15.3.3")
def test_nor_is_the_session_in_which_engineers_spread_out_to_work():
    m = at_cards("g4", "b4", forces={"b4": {"engineers": 30, "order": ["stand by", "lancresse-common"]}})
    m.g.state.stores.works[str(unit(m, "b4").board)] = 900
    m.choose(("stay",))
    with m.forced(*[5] * 12):
        m.choose(("work", "works", unit(m, "b4").board))
    assert m.g.state.session == 4 and unit(m, "b4").attitude == "deployed" and unit(m, "b4").calm == 0


@pytest.mark.parametrize(("session", "moonlit", "more"), [(3, False, 0), (1, True, 1), (1, False, 2)])
@pytest.mark.rule("fyow.29.qrg.1", "fyow.29.10.2.1", "fyow.29.10.3.2", "fyow.29.10.6.3")
def test_torpedoes_depth_charges_and_aircraft_are_less_sure_by_night_too(session, moonlit, more):
    """29.10: a torpedo hits on 8+, a depth charge on 5+, a dive bomber on 6+; +1 by moonlight, +2 in the dark, never above 10."""
    m, one, other = fleets(session, moonlit=moonlit)
    firer, target = (m.g.state.fleet.vessels[vessels(m, name)[0]] for name in ("bn1", "gn2"))
    for vessel in m.g.state.fleet.vessels:
        if vessel.group in (one, other) and vessel not in (firer, target):
            vessel.sunk = True
    firer.kind, firer.torpedoes, target.kind = "submarine", 4, "cargo_or_landing_ship"
    aim = f"v{vessels(m, 'gn2')[0]}"
    with m.forced(7 + more, 7 + more):
        gunnery.torpedo(m.g, one, aim)
    assert not target.damage
    m.g.state.fleet.groups[one].used = []
    with m.forced(8 + more, 1, 1):
        gunnery.torpedo(m.g, one, aim)
    assert target.damage == 2
    firer.kind, firer.depth_charges, target.kind, target.damage = "destroyer", 6, "submarine", 0
    with m.forced(4 + more, 5 + more, 6):
        gunnery.depth_charges(m.g, one, aim)
    assert target.damage == 2 and firer.depth_charges == 4
    plane = Plane("Ju 87", 0)
    with m.forced(5 + more):
        assert strike(m.g, plane, "dive_bomber", vessels(m, "gn2")[0], "german") == 0
    with m.forced(6 + more, 6):
        assert strike(m.g, plane, "dive_bomber", vessels(m, "gn2")[0], "german") == 1


@pytest.mark.rule("fyow.33.7.2.4")
def test_somebody_must_attack_and_nobody_by_a_zero():
    m, _ = field()
    m.choose(("stay",))
    assert m.decision.rule == "fyow.33.7.2.4"
    for named in ({}, {"b1": {}}, {"b1": {"regular": 0}}, {"b1": {"radio_set": 0, "lmg": 0}}):
        with refused("33.7.2.4", "nobody is committed"):
            m.choose(named)
    with refused("33.7.2.4"):
        m.choose({"b4": {"regular": 0}})


@pytest.mark.rule("fyow.base.strafe.2")
def test_a_tank_damaged_and_then_destroyed_from_the_air_counts_once():
    """33.10.2: half of its value when it is damaged, the other half when it is gone."""
    tanks = {"regular": 100, "medium_tank": 1}
    m = at_cards("b1", "b4", forces={"g2": {"elements": tanks, "start": 4000, "lost": 0}})
    force, here = unit(m, "g2"), number(m, "g2")
    whole = m.g.half_value(here)
    with m.forced(3):
        rocket_hit(m.g, "british", here, "armour")
    assert force.damaged == {"medium_tank": 1} and force.lost == (whole - m.g.half_value(here)) // 2
    with m.forced(5):
        rocket_hit(m.g, "british", here, "armour")
    assert "medium_tank" not in force.elements and force.lost == (whole - 300) // 2
