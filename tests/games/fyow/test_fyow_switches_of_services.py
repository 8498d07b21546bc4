"""Further switches that rulings name: weather, supply, work, aircraft, trains, lost commanders; on and off."""

from __future__ import annotations

import pytest
from fyow_arms import planes, take_three
from fyow_table import at_cards, number, unit

from grognard.games.fyow.air import aircraft as flights
from grognard.games.fyow.air import ground_attack as air_ground
from grognard.games.fyow.command import careers
from grognard.games.fyow.engineering import jobs
from grognard.games.fyow.march import movement
from grognard.games.fyow.planning.duties import make
from grognard.games.fyow.rail import trains
from grognard.games.fyow.records.services import Train
from grognard.games.fyow.state import AMBER, DESTROYED, RED
from grognard.games.fyow.supply import routes
from grognard.games.fyow.weather import weather
from grognard.kernel import Match
from grognard.kernel.refusal import BadData

PLAIN = {"traits": False, "loss_removal_automatic": True}
BOTH = (False, True)


def switched(name, value, *cards, **patch):
    return at_cards(*(cards or ("b1", "g2")), options={**PLAIN, name: value}, **patch)


@pytest.mark.rule("fyow.6.3.1")
def test_commander_losses():
    for on in BOTH:
        m = switched("commander_losses", on)
        brigade = m.g.state.brigades[0]
        brigade.commander, brigade.rating = "Brigadier Old", 7
        unit(m, "b4").condition, brigade.lost = DESTROYED, 0
        with m.forced(*([3] if on else [])):
            careers.replace_lost_commands(m.g)
        assert brigade.hq == number(m, "b1")
        assert (brigade.commander == "Brigadier Old", brigade.rating) == ((False, 6) if on else (True, 7))


@pytest.mark.rule("fyow.20.1.8", "fyow.20.1.10")
def test_supply_route_thresholds():
    for text, kind in (("12/3", "D"), ("1/3", "E"), ("12/1", "A")):
        m = switched("supply_route_thresholds", text)
        hq = m.g.unit(m.g.state.brigades[0].hq)
        home = m.g.static.home["british"]
        near = m.g.static.land_links(home)
        hard = next((n for n in near if m.g.static.link_cost[n] >= 8), near[0])
        hq.board = m.g.static.other_end(hard if kind == "A" else near[0], home)
        m.g.static.link_cost[hard], cost = 8, m.g.static.link_cost[hard]
        m.g.state.control = ["british"] * m.g.static.size
        for other in m.g.alive("german"):
            m.g.unit(other).board = max(m.g.static.far[home], key=m.g.static.far[home].get)
        found = routes.chain_kind(m.g, 0, home, m.g.static.sides["british"])
        m.g.static.link_cost[hard] = cost
        assert kind in found or kind == found
    with pytest.raises(BadData, match="supply_route_thresholds"):
        Match.start("fyow", "learning", seed=1, options={"supply_route_thresholds": "far"})


@pytest.mark.rule("fyow.31.1.1", "fyow.31.1.3", "fyow.20.7.3.2")
def test_slow_rail_repair_and_rationed_work():
    for on in BOTH:
        m = switched("slow_rail_repair", on)
        unit(m, "b1").elements, unit(m, "b1").engineers = {"regular_enhanced": 10}, 10
        assert jobs.parties(m.g, number(m, "b1"), "rail") == [(1 if on else 4, 10, False)]
        assert jobs.parties(m.g, number(m, "b1"), "structure") == [(4, 10, False)]
        m = switched("rationed_work_doubled", on)
        assert jobs.need(m.g, number(m, "b1"), 45) == 45
        unit(m, "b1").mode = "rationed"
        assert jobs.need(m.g, number(m, "b1"), 45) == (90 if on else 68)


@pytest.mark.rule("fyow.25.1.6")
def test_overcast_moon():
    for on in BOTH:
        m = switched("overcast_moon", on, weather={"sky": "fair", "marker": 2})
        for die in (4, 3):
            m.g.state.weather.marker = 2  # overcast in June
            with m.forced(1, *([die] if on else [])):
                weather.the_day(m.g)
            assert m.g.state.weather.sky == "overcast"
            assert m.g.state.weather.moon == ("moon" if on and die >= 4 else "dark")


@pytest.mark.rule("fyow.25.5.4")
def test_overcast_dries():
    for on in BOTH:
        m = switched("overcast_dries", on, weather={"sky": "overcast", "gauge": 4})
        weather.evening(m.g)
        wet = m.g.state.weather.gauge
        assert (wet < 4) is on
        m.g.state.weather.sky = "fair"
        weather.evening(m.g)
        assert m.g.state.weather.gauge < wet


@pytest.mark.rule("fyow.25.4.1")
def test_forecast_literal():
    for literal, after in ((False, {1: 10, 6: 8}), (True, {1: 8, 6: 10})):
        for die, marker in after.items():
            m = at_cards("b1", "g2", options={**PLAIN, "forecast": True, "forecast_literal": literal})
            m.g.state.weather.forecast, m.g.state.weather.forecast_wind = [9, 7, 7], ["none"] * 3
            m.g.static.days, days = 99, m.g.static.days
            with m.forced(die, 3, 3):
                try:
                    weather.forecast_comes(m.g)
                finally:
                    m.g.static.days = days
            assert m.g.state.weather.marker == marker


@pytest.mark.rule("fyow.27.5.2.3")
def test_sandstorm_stops_movement():
    for on in BOTH:
        m = switched("sandstorm_stops_movement", on)
        m.g.state.weather.storm = "blowing"
        unit(m, "b1").order = type(unit(m, "b1").order)("engage", m.g.static.number["lislet"])
        links = m.g.static.land_links(unit(m, "b1").board)
        rules = {no.rule for way in links if (no := movement.may_move(m.g, number(m, "b1"), way))}
        free = [way for way in links if movement.may_move(m.g, number(m, "b1"), way) is None]
        assert (rules == {"fyow.27.5.2.3"}) is on and bool(free) is not on


# ------------------------------------------------------------------ aircraft and trains


@pytest.mark.rule("fyow.28.4.1")
def test_fly_throw_each_session():
    for on in BOTH:
        m = take_three({"fly_throw_each_session": on})
        for command in m.g.state.air.commands:
            command.die = 6
        with m.forced(*([2, 3] if on else [])):
            flights.session(m.g)
        assert [command.die for command in m.g.state.air.commands] == ([2, 3] if on else [6, 6])


@pytest.mark.rule("fyow.28.8.3")
def test_one_he_chart():
    for on, points in ((False, 3), (True, 4)):
        m = take_three({"one_he_chart": on})
        with m.forced(5):
            assert air_ground.bomb_damage(m.g, "medium") == points


@pytest.mark.rule("fyow.28.12.2", "fyow.28.12.5")
def test_air_milestone_cumulative():
    for on, dice in ((False, 0), (True, 2 + 3)):
        m = take_three({"air_milestone_cumulative": on}, day=4)
        command = m.g.state.air.commands[0]
        first, second = planes(m, "ba1")[:2]
        first.lost, second.damage, command.lost = True, 3, 0  # a loss and damages of earlier days
        for plane in m.g.state.air.planes:
            plane.ready, plane.new_damage = True, 0
        before = command.milestone
        with m.forced(*[1] * dice):
            flights.milestone_throw(m.g, command)
        assert before - command.milestone == dice


@pytest.mark.rule("fyow.28.12.3")
def test_air_condition_effects():
    for on in BOTH:
        m = take_three({"air_condition_effects": on})
        command = m.g.state.air.commands[0]
        bombers = next(n for n, g in enumerate(m.g.state.air.groups) if g.side == command.side and g.duty == "bombing")
        command.condition = RED
        assert (flights.may_take_off(m.g, bombers) is None) is not on
        command.condition, m.g.state.air.groups[bombers].sorties = AMBER, 1
        assert (flights.may_prepare_again(m.g, bombers) is None) is not on
        command.condition = 3
        assert flights.may_take_off(m.g, bombers).rule == "fyow.28.12.3"


@pytest.mark.rule("fyow.22.0.1")
def test_train_capacity():
    for spaces, rule in ((240, None), (10, "fyow.22.0.1")):
        m = switched("train_capacity", spaces, forces={"b1": {"elements": {"regular": 40}}})
        m.g.state.rail.trains = [Train("t", "a train", "british", unit(m, "b1").board)]
        no = trains.may_entrain(m.g, "british", make("b1", "entrain", "t"), [])
        assert (no and no.rule) == rule
