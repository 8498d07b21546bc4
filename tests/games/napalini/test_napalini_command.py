"""Chapters 1 and 4: sides and formations, weather, the Command Phase."""

from __future__ import annotations

import pytest
from napalini_table import Table, scenario, table, three_armies
from test_napalini_table import WATER

from grognard.games.napalini import sequence as day
from grognard.games.napalini import steps as sequence
from grognard.games.napalini.combat import artillery
from grognard.games.napalini.command import activation, phase, rounds
from grognard.games.napalini.deployment import setup
from grognard.games.napalini.engineers import tasks as engineers
from grognard.games.napalini.hq import wire_and_radio
from grognard.games.napalini.movement import paths
from grognard.games.napalini.state import Hook
from grognard.games.napalini.table import sight
from grognard.games.napalini.view import scene
from grognard.kernel import PASS, Match
from grognard.kernel.refusal import BadData

# ------------------------------------------------------------------ chapter 1


@pytest.mark.rule("napalini.1.formation")
def test_a_formation_of_few_units_warns():
    from grognard.games.napalini.deployment.scenario import read

    assert ["napalini.1.formation" in warning for warning in read(scenario(), {})[1].log_warnings] == [True, True]
    match = Match.start("napalini", scenario(), seed="x")
    assert any("4 to 15" in str(e.facts) for e in match.events)
    data = scenario()
    for formation in data["formation"]:
        formation["units"].append({"type": "infantry", "at": "B1" if formation["side"] == "so" else "B7", "n": 3})
        formation["units"].append({"type": "infantry", "at": "C1" if formation["side"] == "so" else "C7"})
    assert read(data, {})[1].log_warnings == []  # four combat units; the HQ is none


@pytest.mark.rule("napalini.1.role", "napalini.1.role.duties", "napalini.8.flag.start", "napalini.8.momentum.start")
def test_the_roles():
    from grognard.games.napalini.deployment.scenario import read

    state = read(scenario(), {})[1]
    assert state.first == "so" and state.flags == ["sd"] * 3 and state.momentum == "so"
    match = Match.start("napalini", scenario(), seed="x")
    g = match.g
    assert g.order == ["so", "sd"]
    assert g.state.flags == ["sd"] * 3 and g.state.momentum == "so"


@pytest.mark.rule("napalini.1.command", "napalini.4.hq.main")
def test_the_field_armys_hq_is_the_main_hq():
    data = scenario()
    reserve = dict(data["formation"][0], id="res", name="Reserve", kind="reserve")
    data["formation"] = [reserve, *data["formation"]]
    from grognard.games.napalini.deployment.scenario import read

    assert read(data, {})[1].camps["so"].main == 1
    t = Table(formation=data["formation"])
    assert t.g.camp(t.one).main == 1
    t.call(phase.hq_actions, t.g, t.one, dice=(6, 6, 6, 6))
    assert (t.g.army(0).actions, t.g.army(1).actions) == (1, 3)


@pytest.mark.rule("napalini.2.hq.one", "napalini.2.trucks", "napalini.2.engineers.number", "napalini.2.table")
def test_what_a_scenario_may_say():
    from grognard.games.napalini.deployment.scenario import read

    data = scenario()
    del data["formation"][0]["engineers"]
    data["formation"][1] = dict(data["formation"][1], kind="reserve")
    del data["formation"][1]["engineers"]
    state = read(data, {})[1]
    assert [army.engineers for army in state.armies] == [3, 2]
    with pytest.raises(BadData, match="trucks"):
        bad = scenario()
        bad["formation"][0]["units"].append({"type": "light_tanks", "at": "B1", "trucks": True})
        read(bad, {})
    with pytest.raises(BadData, match="HQ"):
        bad = scenario()
        bad["formation"][0]["units"] = []
        read(bad, {})
    with pytest.raises(BadData, match="no unit"):
        bad = scenario()
        bad["formation"][0]["units"].append({"type": "elephants", "at": "B1"})
        read(bad, {})


@pytest.mark.rule("napalini.3.hidden.start")
def test_all_ground_units_start_hidden():
    from grognard.games.napalini.deployment.scenario import read

    data = scenario(ground={**WATER, "railways": [["E1", "E2"]]})
    data["formation"][0]["units"] += [{"type": "gunboat", "at": "A4"}, {"type": "armoured_train", "at": "E1"}]
    units = read(data, {})[1].units
    assert {unit.kind for unit in units} == {"land", "rail", "river"} and not any(unit.revealed for unit in units)
    match = Match.start("napalini", "learning", seed="x")
    assert not any(unit.revealed for unit in match.g.state.units)
    shown = Match.start("napalini", "learning", seed="x", options={"module_hidden": "off"})
    assert all(unit.revealed for unit in shown.g.state.units)


@pytest.mark.rule("napalini.1.meeting", "napalini.1.meeting.order", "napalini.1.meeting.setup")
def test_a_meeting_engagement():

    t = Table(kind="meeting")
    assert t.g.static.meeting and t.s.flags == ["", "", ""] and t.s.momentum == ""
    t.s.first = ""
    t.call(setup.first_side, t.g, dice=(3, 3, 2, 5))
    assert t.s.first == "b"
    assert setup.objective_rows(t.g) == (4, 5)
    t.s.momentum = "a"
    day.next_day(t.g)
    assert t.s.first == "a"
    for army in t.s.armies:
        army.ops = 1
    t.s.period, t.s.period_rounds, t.s.last_round = "morning", 1, "a"
    assert rounds.next_side(t.g) == "b"
    t.g.army(1).ops = 0
    assert rounds.next_side(t.g) == "a"
    t.g.army(0).ops = 0
    assert rounds.next_side(t.g) == ""


# ------------------------------------------------------------------ weather


@pytest.mark.rule("napalini.4.weather.morning")
@pytest.mark.parametrize(("season", "table"), [("summer", "BOGGGG"), ("spring", "BBOGGG"), ("autumn", "BBOGGG"), ("winter", "BBBOGG")])
def test_table_4(season, table):
    t = Table(head={"season": season, "first_weather": ""})
    for die, expected in enumerate(table, 1):
        t.s.period, t.s.day, t.s.noon = "morning", 2, 0
        t.call(phase.weather, t.g, dice=(die,))
        assert t.s.weather == expected


@pytest.mark.rule("napalini.4.weather.noon", "napalini.4.weather.next-morning", "napalini.4.weather.noon-unmodified")
def test_noon_weather_and_the_next_morning():
    t = Table(head={"season": "autumn", "first_weather": ""})
    t.s.period, t.s.weather = "afternoon", "G"
    t.call(phase.weather, t.g, dice=(6,))
    assert t.s.weather == "G" and t.s.noon == 1  # it could not improve, but counts
    t.call(phase.weather, t.g, dice=(1,))
    assert t.s.weather == "O" and t.s.noon == -1
    t.call(phase.weather, t.g, dice=(3,))
    assert t.s.weather == "O" and t.s.noon == 0
    t.s.noon, t.s.period = -1, "morning"
    t.call(phase.weather, t.g, dice=(3,))
    assert t.s.weather == "B"  # autumn, 3 with -1


@pytest.mark.rule("napalini.4.weather.good", "napalini.4.weather.overcast", "napalini.4.weather.bad")
def test_the_weather_is_told_with_its_effects():
    t = Table(head={"first_weather": ""})
    t.s.day = 2
    for die in (6, 2, 1):
        t.call(phase.weather, t.g, dice=(die,))
    assert [e.rule for e in t.match.events if e.kind == "event"][-3:] == ["napalini.4.weather.good", "napalini.4.weather.overcast", "napalini.4.weather.bad"]
    from grognard.games.napalini.air import superiority

    assert not superiority.flying(t.g)
    n, seen = t.put(t.one, "cavalry", "C3"), t.put(t.two, "infantry", "C5", revealed=False)
    effects = {}
    for weather in "GOB":
        t.s.weather = weather
        _, check = wire_and_radio.check_tally(t.g, t.one, False, 1)
        effects[weather] = (superiority.flying(t.g), paths.points(t.g, n), sight.spots(t.g, n, seen), int(check))
    assert effects == {"G": (True, 2, True, 0), "O": (True, 2, True, 0), "B": (False, 1, False, -1)}


def visited(t, holder, name, start, steps):
    """The steps of a sequence in the order in which they are run."""
    seen = []

    def note(step):
        def work(g):
            seen.append(step)
            yield from ()

        return work

    setattr(holder, name, start)
    t.run(sequence.in_order(t.g, holder, name, {step: (note(step), following) for step, (_, following) in steps.items()}))
    return seen


@pytest.mark.rule("napalini.4.day")
def test_the_phases_of_a_day():
    t = Table(head={"modules": {"airpower": False}})
    assert visited(t, t.s, "stage", "weather", day.PERIOD) == ["weather", "command", "air", "rounds", "evening"]
    assert visited(t, t.s, "stage", "opening", day.PERIOD)[:2] == ["opening", "rounds"]
    works = {name: getattr(work, "__name__", "") for name, (work, _) in day.PERIOD.items()}
    assert works["command"] == "command_phase" and works["air"] == "airpower" and works["rounds"] == "rounds"
    # only on the first morning spotting and the opening barrage follow the Airpower Phase
    assert t.run(day.airpower(t.g)) == "opening"
    t.s.periods = 2
    assert t.run(day.airpower(t.g)) == "rounds"
    t.put(t.one, "infantry", "C3")
    foe = t.put(t.two, "infantry", "C5", revealed=False)
    gun = t.put(t.one, "field_artillery", "C3")
    t.s.periods, t.s.stage = 1, "opening"
    t.run(day.opening(t.g), 0, ((gun, "sees", -1), t.sq("C5")), PASS, dice=(1, 1))
    assert t.g.unit(foe).revealed  # seen first, then shelled
    lines = [event.rule for event in t.match.events]
    assert lines.index("napalini.3.spot.stays") < lines.index("napalini.11.barrage.opening")


@pytest.mark.rule("napalini.4.round.sequence")
def test_the_steps_of_a_round():
    t = Table()
    r = t.round(t.one)
    order = ["name", "actions", "throw", "move", "spot", "passive", "strike", "combat"]
    assert visited(t, r, "step", "name", rounds.ROUND) == order
    assert rounds.ROUND["cards"][1] == "move"  # after an Op that succeeded cards come between throw and movement
    t.g.army(0).ops, t.g.army(0).succeeded = 2, 1
    r = t.round(t.one, aoo=t.sq("A1"), success=False)
    assert t.call(rounds.activate, t.g, dice=(3,)) == "cards"
    t.g.army(0).ops = 2
    assert t.call(rounds.activate, t.g, dice=(2,)) == "move"
    works = {name: work.__name__ for name, (work, _) in rounds.ROUND.items()}
    assert works == {
        "name": "name_op", "actions": "hq_actions", "throw": "step", "cards": "normal_cards", "move": "move_all",
        "spot": "spot_all", "passive": "fireman_or_ghost", "strike": "ground_attack", "combat": "combats",
    }  # fmt: skip


@pytest.mark.rule("napalini.4.round.sequence")
def test_combats_in_the_order_the_active_player_chooses():
    t = Table(head={"modules": {"cards": False}})
    t.round(t.one)
    for column in "CE":
        t.put(t.two, "infantry", f"{column}4")
        t.attack(t.put(t.one, "infantry", f"{column}3"), f"{column}4", f"{column}3")
    t.run(rounds.combats(t.g), ("combat", t.sq("E4")), ..., ..., dice=(6, 6, 6, 6))
    places = [event.facts["place"] for event in t.match.events if event.rule == "napalini.7.cycle"]
    assert places == [t.sq("E4"), t.sq("C4")]


@pytest.mark.rule("napalini.4.periods", "napalini.4.round.no-noon-check")
def test_winter_has_no_afternoon():
    t = Table()
    t.s.period, t.s.stage = "morning", "evening"
    t.run(day.end_of_period(t.g))
    assert t.s.period == "afternoon" and t.s.stage == "weather"
    assert t.g.camp(t.two).vp["objectives"] == 0
    cold = Table(head={"season": "winter"})
    cold.s.period, cold.s.stage = "morning", "evening"
    cold.run(day.end_of_period(cold.g))
    assert cold.s.stage == "night"


# ------------------------------------------------------------------ the Command Phase


@pytest.mark.rule("napalini.4.reset", "napalini.4.reset.isolated", "napalini.10.katyusha")
def test_reset():
    t = Table()
    gun = t.put(t.one, "field_artillery", "C2", fired=True)
    rockets, others = (t.put(t.one, "katyushas", "C2", fired=True) for _ in range(2))
    cut = t.put(t.one, "field_artillery", "F8", fired=True)
    for square in ("E7", "E8", "F7"):
        t.put(t.two, "infantry", square, "E")
    t.call(phase.reset, t.g, t.one, dice=(4, 3))
    assert not t.g.unit(gun).fired and t.g.unit(cut).fired
    assert not t.g.unit(rockets).fired and t.g.unit(others).fired


@pytest.mark.rule("napalini.4.hq.generate", "napalini.4.hq.ability", "napalini.11.hq-losses")
def test_hq_actions_are_thrown_for():
    t = Table()
    t.call(phase.hq_actions, t.g, t.one, dice=(4, 3, 6))
    assert t.g.army(0).actions == 2
    t.g.unit(t.g.hq(0)).step = 1
    t.call(phase.hq_actions, t.g, t.one, dice=(4, 4, 5))
    assert t.g.army(0).actions == 1  # each needs a natural 5+


@pytest.mark.rule("napalini.4.hq.general", "napalini.4.hq.general.random", "napalini.11.character.one")
def test_generals_without_ability_and_character():
    t = Table()
    t.g.army(0).ability, t.g.army(0).character = "", ""
    t.call(phase.name_general, t.g, t.one, 0, dice=(5,), draws=(["7C"],))
    assert t.g.army(0).ability == "good" and t.g.army(0).character == "7C"
    data = scenario()
    allies = Table(formation=[*data["formation"], dict(data["formation"][0], id="f2", name="Army 2")])
    allies.g.army(0).character, allies.g.army(2).character = "7C", ""
    with pytest.raises(Exception, match="7C"):
        allies.call(phase.name_general, allies.g, allies.one, 2, draws=(["7C"],))  # a general of his nation has it
    allies.g.army(2).character = ""
    allies.call(phase.name_general, allies.g, allies.one, 2, draws=(["12C"],))  # the enemy's general is of another
    assert allies.g.army(2).character == "12C"


@pytest.mark.rule("napalini.4.ops.no-dice", "napalini.4.ops.generate", "napalini.4.ops.momentum")
def test_ops_of_one_formation():
    t = Table()
    t.s.period, t.s.momentum = "morning", t.one
    t.run(phase.ops(t.g, t.one))
    assert t.g.army(0).ops == 3
    t.s.period = "afternoon"
    t.run(phase.ops(t.g, t.one))
    assert t.g.army(0).ops == 2
    cold = Table(head={"season": "winter"})
    cold.s.period, cold.s.momentum = "morning", cold.one
    cold.run(phase.ops(cold.g, cold.one))
    assert cold.g.army(0).ops == 4


@pytest.mark.rule("napalini.4.ops.allocate")
def test_ops_are_divided():
    data = scenario()
    more = [dict(data["formation"][0], id=f"f{k}", name=f"Army {k}") for k in range(2)]
    t = Table(formation=[*data["formation"], *more])
    t.s.momentum = ""
    t.run(phase.ops(t.g, t.one), 0, 0, 2)
    assert [t.g.army(f).ops for f in (0, 2, 3)] == [3, 2, 1]
    assert 0 not in t.asked[2].options  # at most three each


@pytest.mark.rule("napalini.4.command-post")
def test_numbers_are_open_unless_secret():
    t = Table()
    t.g.army(1).ops = 2
    row = scene.build(t.g, t.one).panels[0].rows[1]
    assert row[2].text == "2"
    hidden = Table(options={"secret_ops": True})
    assert scene.build(hidden.g, hidden.one).panels[0].rows[1][2].text == "?"


@pytest.mark.rule("napalini.4.command-phase")
def test_the_command_phase_in_order():
    t = Table(head={"modules": {"cards": False}})
    t.s.stage, t.s.momentum = "command", ""
    gun = t.put(t.one, "field_artillery", "C2", fired=True)
    n = t.put(t.one, "infantry", "C2", where="hook")
    t.s.hooks.append(Hook(t.one, "west", "short", [n]))
    t.s.periods, t.s.period = 2, "afternoon"
    t.run(engineers.allocate(t.g, 0), ("dig-trenches", t.sq("C2"), -1), "done") if engineers.task_offers(t.g, 0) else None
    t.run(phase.command_phase(t.g), t.sq("A1"), 0, dice=(4, 6, 6, 6, 1, 1, 1))
    assert [army.ops for army in t.s.armies] == [2, 2] and [army.actions for army in t.s.armies] == [3, 0]
    assert not t.g.unit(gun).fired and t.g.unit(n).at == t.sq("A1")
    told = [event.rule.removeprefix("napalini.") for event in t.match.events]
    arrival, actions_, ops = (told.index(rule) for rule in ("3.envelopment.placement", "4.hq.generate", "4.ops.allocate"))
    assert arrival < actions_ < ops and phase.PHASE[:3] == ("reset", "tasks", "cards") and phase.PHASE[-1] == "play"
    generated = [event.facts["formation"] for event in t.match.events if event.rule == "napalini.4.hq.generate"]
    assert generated[0] == "First Army" and generated[-1] == "Second Army"  # each step SO first


@pytest.mark.rule("napalini.4.hq.lost")
def test_loss_of_the_main_hq():
    data = scenario()
    second = dict(data["formation"][0], id="f2", name="Army 2")
    t = Table(formation=[*data["formation"], second])
    t.g.take_out(t.g.hq(0), "out")
    t.run(phase.new_main_hq(t.g, t.one))
    assert t.g.camp(t.one).main == 2
    assert int(activation.activation_tally(t.g, 0, t.sq("A1"), False)) == -1


@pytest.mark.rule("napalini.4.hq.lost")
@pytest.mark.parametrize("lost", [False, True])
def test_a_new_main_hq_is_named_only_when_the_old_one_is_lost(lost):
    t = three_armies()
    assert t.g.hq(0) == 0, "the first unit of the list"
    t.g.army(2).character = "8C"
    if lost:
        t.call(t.g.take_out, 0, "captured")
    t.run(phase.new_main_hq(t.g, t.one))
    assert t.g.camp(t.one).main == (2 if lost else 0)


@pytest.mark.rule("napalini.4.comms.when", "napalini.4.comms.wire")
def test_a_spotter_on_the_wire_is_offered_before_one_on_the_radio():
    t = table()
    gun = t.put(t.one, "heavy_artillery", "C1")
    radio, wire = t.put(t.one, "infantry", "C3", off_wire=True), t.put(t.one, "infantry", "D3")
    t.put(t.two, "infantry", "C5")
    t.put(t.two, "infantry", "D5")
    t.round(t.one, [gun])
    assert [way.by for way in artillery.ways(t.g, gun, t.sq("C5"))][:2] == [wire, radio]
