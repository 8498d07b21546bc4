"""Chapters 4, 5 and 6: the day, command, rounds, communications, supply, movement."""

from __future__ import annotations

import pytest
from napalini_table import Table, action, scenario
from test_napalini_table import WATER, labels, rows

from grognard.games.napalini import sequence as day
from grognard.games.napalini import steps as sequence
from grognard.games.napalini.command import activation, hq_actions, hq_orders, phase, rounds
from grognard.games.napalini.engineers import works as engineers
from grognard.games.napalini.hq import spending, wire_and_radio
from grognard.games.napalini.hq.choices import Act
from grognard.games.napalini.movement import moves, orders, paths
from grognard.games.napalini.state import Hook
from grognard.games.napalini.supply import lines as supply
from grognard.games.napalini.table import sight
from grognard.games.napalini.view import scene
from grognard.kernel import PASS, Match
from grognard.kernel.refusal import BadData
from grognard.kernel.state import plain

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
    from grognard.games.napalini.deployment import setup

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
    t.run(rounds.combats(t.g), ("combat", t.sq("E4")), dice=(6, 6, 6, 6))
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


# ------------------------------------------------------------------ rounds and activation


@pytest.mark.rule("napalini.4.round.alternate", "napalini.4.round.end")
def test_so_two_ops_sd_three():
    t = Table()
    t.s.period, t.s.period_rounds, t.s.last_round = "morning", 0, ""
    t.g.army(0).ops, t.g.army(1).ops = 2, 3
    taken = []
    while side := rounds.next_side(t.g):
        taken.append(side)
        t.g.army(0 if side == t.one else 1).ops -= 1
        t.s.last_round, t.s.period_rounds = side, t.s.period_rounds + 1
    assert taken == ["so", "sd", "so", "sd"]
    assert t.g.army(1).ops == 1


def test_the_period_ends_with_the_last_so_op_by_option():
    t = Table(options={"period_ends_with_last_so_op": True})
    t.g.army(0).ops, t.g.army(1).ops = 0, 1
    t.s.period_rounds, t.s.last_round = 3, t.one
    assert rounds.next_side(t.g) == ""


@pytest.mark.rule("napalini.4.round.afternoon")
def test_the_first_round_of_the_afternoon():
    t = Table()
    t.g.army(0).ops = t.g.army(1).ops = 2
    t.s.period, t.s.period_rounds, t.s.last_round = "afternoon", 0, t.one
    assert rounds.next_side(t.g) == t.two and rounds.may_pass(t.g, t.two)
    t.s.last_round = t.two
    assert rounds.next_side(t.g) == t.one and not rounds.may_pass(t.g, t.one)


@pytest.mark.rule("napalini.4.activate", "napalini.4.activate.distance", "napalini.4.action.prompt", "napalini.4.activate.fail")
def test_the_activation_throw():
    t = Table()
    hq = t.g.hq(0)
    t.g.unit(hq).at, t.g.unit(hq).step = t.sq("A1"), 1
    total = activation.activation_tally(t.g, 0, t.sq("A7"), True)
    assert int(total) == -1  # prompted, 6 squares, one loss
    for die, success in ((3, False), (4, True)):
        t.g.army(0).ops, t.g.army(0).succeeded = 2, 1
        r = t.round(t.one, aoo=t.sq("A7"), prompted=True, success=False)
        t.call(rounds.activate, t.g, dice=(die,))
        assert r.success is success and t.g.army(0).ops == 1 and not r.activated
    assert t.told("fails")


@pytest.mark.rule("napalini.4.activate.guaranteed", "napalini.4.activate.bonus")
def test_one_sure_op():
    t = Table()
    army = t.g.army(0)
    army.ops = 1
    r = t.round(t.one, success=False)
    t.call(rounds.activate, t.g)
    assert r.success
    army.ops, army.succeeded = 2, 0
    assert not activation.sure(t.g, 0)
    army.ops, army.tried = 1, 1
    assert activation.sure(t.g, 0)
    army.bonus = 1
    assert not activation.sure(t.g, 0)  # an unused bonus Op is an available Op
    r = t.round(t.one, success=False, bonus=True)
    t.call(rounds.activate, t.g)
    assert r.success and army.bonus == 0 and army.succeeded == 1


@pytest.mark.rule("napalini.4.aoo", "napalini.4.activate.named", "napalini.4.aoo.units", "napalini.4.hq.mobile")
def test_the_area_of_operations():
    t = Table()
    near, far = t.put(t.one, "infantry", "C3"), t.put(t.one, "infantry", "F3")
    t.put(t.two, "infantry", "C5")
    t.g.unit(t.g.hq(0)).at = t.sq("B3")
    t.g.army(0).ops, t.g.army(0).succeeded = 2, 1
    t.round(t.one, success=False, step="name", formation=-1)
    t.run(rounds.name_op(t.g), t.sq("B4"))
    assert t.asked[0].why_not(t.sq("C5")).rule == "napalini.4.aoo"
    t.call(rounds.activate, t.g, dice=(6,))
    assert t.g.round.activated == [near] and far not in t.g.round.activated


# ------------------------------------------------------------------ HQ actions


def staff(count: int = 3, **more) -> Table:
    t = Table(**more)
    t.g.army(0).actions = count
    t.round(t.one, step="actions", aoo=t.sq("B2"))
    return t


@pytest.mark.rule("napalini.4.action.timing", "napalini.4.action.same", "napalini.4.activate.no-hindsight")
def test_no_kind_of_action_twice():
    t = staff()
    t.run(hq_actions.hq_actions(t.g), ("prompt", 0, -1), "done")
    assert t.g.round.prompted and t.g.army(0).actions == 2
    assert spending.may_act(t.g, Act("prompt")).rule == "napalini.4.action.same"
    t.round(t.one, step="throw")
    assert spending.may_act(t.g, Act("prompt")) is not None
    t.round(t.one, step="move")
    assert spending.may_act(t.g, Act("prompt")).rule == "napalini.4.activate.no-hindsight"
    assert spending.may_act(t.g, Act("air-strike")) is None  # tasked after movement


@pytest.mark.rule("napalini.4.hq.reach")
def test_whom_actions_serve():
    data = scenario()
    second = dict(data["formation"][0], id="f2", name="Army 2")
    t = Table(formation=[*data["formation"], second])
    t.g.army(0).actions = t.g.army(2).actions = 1
    assert spending.payers(t.g, t.one, 2) == [0, 2]
    assert spending.payers(t.g, t.one, 0) == [0]


@pytest.mark.rule("napalini.4.action.move-hq", "napalini.4.hq.mobile")
def test_a_mobile_hq_moves_by_transit_and_does_nothing_else():
    t = staff()
    hq = t.g.hq(0)
    t.run(hq_actions.execute(t.g, action("move-hq", 0, (0, t.sq("A4")))), 0)
    assert t.g.unit(hq).at == t.sq("A4") and t.g.army(0).moved_hq
    assert spending.payers(t.g, t.one, 0) == []


@pytest.mark.rule("napalini.4.action.bonus-op", "napalini.9.bonus-op")
def test_a_bonus_op_costs_a_stockpile():
    t = staff()
    t.run(hq_actions.execute(t.g, action("bonus-op", 0, 0)), "now")
    assert t.g.army(0).bonus == 1 and t.g.camp(t.one).stockpiles == 2 and t.g.round.bonus


@pytest.mark.rule("napalini.4.action.independent", "napalini.4.comms.fail-action")
def test_units_outside_the_area():
    t = staff()
    n = t.put(t.one, "infantry", "E6")
    t.run(hq_actions.execute(t.g, action("independent-square", 0, (0, t.sq("E6")))), dice=(1,))
    assert t.g.round.ordered == [] and t.g.army(0).actions == 3
    assert spending.may_act(t.g, Act("independent-square")).rule == "napalini.4.action.same"
    t.g.round.kinds.clear()
    t.run(hq_actions.execute(t.g, action("independent-square", 0, (0, t.sq("E6")))), dice=(2,))
    assert t.g.round.ordered == [t.sq("E6")] and t.g.army(0).actions == 2
    t.g.army(0).ops, t.g.army(0).succeeded = 2, 1
    t.g.round.success = False
    t.call(rounds.activate, t.g, dice=(1,))
    assert t.g.round.activated == [n]


def test_a_failed_message_costs_the_action_by_option():
    t = staff(options={"failed_comms_loses_action": True})
    t.put(t.one, "infantry", "E6")
    t.run(hq_actions.execute(t.g, action("independent-square", 0, (0, t.sq("E6")))), dice=(1,))
    assert t.g.army(0).actions == 2


@pytest.mark.rule("napalini.4.action.wire")
def test_restoring_wire():
    t = staff()
    n = t.put(t.one, "infantry", "C3", off_wire=True)
    assert not wire_and_radio.by_wire(t.g, n)
    t.run(hq_actions.execute(t.g, action("restore-wire", 0, 0)))
    assert wire_and_radio.by_wire(t.g, n)


@pytest.mark.rule("napalini.4.action.map-fire", "napalini.3.speculative.designate")
def test_designating_map_fire():
    t = staff(rows=rows(D5="B"))
    t.run(hq_actions.execute(t.g, action("map-fire", 0, t.sq("D5"))))
    assert t.g.camp(t.one).designated == [t.sq("D5")]


# ------------------------------------------------------------------ comms


@pytest.mark.rule("napalini.4.comms.when", "napalini.4.comms.wire", "napalini.4.comms.radio", "napalini.4.comms.weather")
def test_comms_checks():
    t = Table()
    assert not t.call(wire_and_radio.check, t.g, t.one, True, 5, "", dice=(1,))
    assert t.call(wire_and_radio.check, t.g, t.one, True, 5, "", dice=(2,))
    assert not t.call(wire_and_radio.check, t.g, t.one, False, 2, "", dice=(2,))
    assert t.call(wire_and_radio.check, t.g, t.one, False, 2, "", dice=(3,))
    assert not t.call(wire_and_radio.check, t.g, t.one, False, 3, "", dice=(3,))
    t.s.weather = "B"
    assert not t.call(wire_and_radio.check, t.g, t.one, False, 3, "", dice=(4,))


@pytest.mark.rule("napalini.4.comms.hq-bonus")
def test_a_message_near_a_fixed_hq_cannot_fail():
    t = Table()
    assert t.call(wire_and_radio.check, t.g, t.one, True, 2, "", True)
    t.s.weather = "B"
    assert not t.call(wire_and_radio.check, t.g, t.one, True, 2, "", True, dice=(1,))


@pytest.mark.rule("napalini.4.comms.fail-artillery")
def test_a_gun_without_message_has_not_fired():
    from grognard.games.napalini.combat.artillery import may_fire, message
    from grognard.games.napalini.combat.choices import How, Way

    t = Table()
    gun, spotter = t.put(t.one, "heavy_artillery", "C1"), t.put(t.one, "infantry", "C3", off_wire=True)
    t.put(t.two, "infantry", "C5")
    t.round(t.one, [gun])
    assert not t.call(message, t.g, Way(gun, How.SPOTTER, spotter), t.sq("C5"), dice=(2,))
    assert not t.g.unit(gun).fired
    assert may_fire(t.g, gun, t.sq("C5"), False).rule == "napalini.4.comms.fail-artillery"


@pytest.mark.rule("napalini.11.advanced")
def test_without_the_comms_module_every_check_passes():
    t = Table(options={"module_comms": "off"})
    assert t.call(wire_and_radio.check, t.g, t.one, False, 9, "")


# ------------------------------------------------------------------ supply


@pytest.mark.rule("napalini.5.sources", "napalini.5.line", "napalini.5.isolated", "napalini.5.depots")
def test_supply_lines():
    t = Table()
    n = t.put(t.one, "infantry", "C4")
    assert supply.isolated_units(t.g, t.one) == set()
    for square in ("A2", "C2", "E2"):
        t.put(t.two, "infantry", square)
    assert n in supply.isolated_units(t.g, t.one)  # the zones close rows 2 and 1
    for square in ("C1", "D2", "D3"):
        t.put(t.one, "infantry", square)  # friendly FL units open the zones for a line
    assert n not in supply.isolated_units(t.g, t.one)
    free = Table()
    m = free.put(free.one, "infantry", "C4")
    free.put(free.two, "supply_depot", "C1")
    assert m not in supply.isolated_units(free.g, free.one)  # a depot does not block


@pytest.mark.rule("napalini.1.precedence", "napalini.5.sources")
def test_where_both_rulebooks_speak_napalini_decides():
    """Eisenhower supplies from every square of one's edge, Napalini only where an artery enters it."""
    t = Table()
    n = t.put(t.one, "infantry", "F1")
    for square in ("D2", "D1"):
        t.put(t.two, "infantry", square)  # between it and the road in C1
    assert n in supply.isolated_units(t.g, t.one), "the edge itself feeds nobody"
    assert t.sq("C1") in supply.supplied_squares(t.g, t.one)


@pytest.mark.rule("napalini.5.source-held", "napalini.8.vp.source")
def test_a_source_that_is_fought_over_stays_whose_it_was():
    """R120."""
    t = Table()
    own, enemy = t.put(t.one, "infantry", "C1"), t.put(t.two, "infantry", "C1")
    supply.note_sources(t.g)
    assert not supply.held_by_enemy(t.g, t.sq("C1"), t.one) and t.g.camp(t.two).vp["sources"] == 0
    assert own not in supply.isolated_units(t.g, t.one)
    t.s.units[own].where = "out"
    supply.note_sources(t.g)
    assert supply.held_by_enemy(t.g, t.sq("C1"), t.one) and t.g.camp(t.two).vp["sources"] == 1
    t.s.units[own].where = "table"  # back into it, and the fight goes on
    supply.note_sources(t.g)
    assert supply.held_by_enemy(t.g, t.sq("C1"), t.one) and t.g.camp(t.two).vp["sources"] == 1
    assert own in supply.isolated_units(t.g, t.one)
    t.s.units[enemy].where = "out"
    supply.note_sources(t.g)
    assert not supply.held_by_enemy(t.g, t.sq("C1"), t.one) and t.g.camp(t.two).vp["sources"] == 0


@pytest.mark.rule("napalini.5.edges")
def test_sources_where_arteries_enter():
    from grognard.games.napalini.deployment.scenario import read

    data = scenario(ground={"roads": [["D1", "D2"], ["B7", "B8"]]})
    for side in data["side"]:
        del side["sources"]
    static, _ = read(data, {})
    assert [static.label(sq) for sq in static.sides["so"].sources] == ["D1"]
    assert [static.label(sq) for sq in static.sides["sd"].sources] == ["B8"]


@pytest.mark.rule("napalini.5.source-held", "napalini.8.vp.source")
def test_holding_a_source():
    t = Table()
    n = t.put(t.two, "infantry", "C1")
    supply.note_sources(t.g)
    assert supply.held_by_enemy(t.g, t.sq("C1"), t.one) and t.g.camp(t.two).vp["sources"] == 1
    t.g.unit(n).at = t.sq("C3")
    supply.note_sources(t.g)
    assert supply.held_by_enemy(t.g, t.sq("C1"), t.one)
    own = t.put(t.one, "infantry", "C1")
    supply.note_sources(t.g)
    assert not supply.held_by_enemy(t.g, t.sq("C1"), t.one) and t.g.camp(t.two).vp["sources"] == 0
    t.s.units[own].where = "out"
    t.g.unit(n).at = t.sq("C1")
    supply.note_sources(t.g)
    assert t.g.camp(t.two).vp["sources"] == 0  # not scored again
    t.g.camp(t.two).vp["sources"] = 1  # for another source
    t.g.unit(n).at, t.s.units[own].where = t.sq("C3"), "table"
    supply.note_sources(t.g)
    assert t.g.camp(t.two).vp["sources"] == 1  # nor lost again


# ------------------------------------------------------------------ movement


@pytest.mark.rule("napalini.6.allowance")
def test_allowances():
    t = Table()
    heavy, foot = t.put(t.one, "heavy_artillery", "C3"), t.put(t.one, "infantry", "C3")
    assert paths.allowance(t.g, heavy) == 0 and paths.transit_points(t.g, heavy) == 2
    assert paths.allowance(t.g, foot) == 1
    archie = t.put(t.one, "archie", "C3")
    assert paths.may_transit(t.g, archie, paths.enemy_view(t.g, t.one)).rule == "napalini.6.allowance"


@pytest.mark.rule("napalini.6.transit.bonus", "napalini.2.class.wheeled-horse", "napalini.2.class.wheeled-motor", "napalini.2.class.tracked", "napalini.2.class.foot", "napalini.3.artery.roads")
def test_the_road_bonus():
    t = Table(ground={"roads": [["C1", "C2", "C3", "C4", "C5", "C6", "C7"]]})
    seen = paths.enemy_view(t.g, t.one)
    gun = t.put(t.one, "field_artillery", "C1")
    assert t.sq("C4") in paths.transit_reach(t.g, gun, seen) and t.sq("C5") not in paths.transit_reach(t.g, gun, seen)
    assert t.sq("D4") not in paths.transit_reach(t.g, gun, seen)
    cars, tank, foot = t.put(t.one, "armoured_cars", "C1"), t.put(t.one, "light_tanks", "C1"), t.put(t.one, "infantry", "C1")
    assert t.sq("C6") in paths.transit_reach(t.g, cars, seen) and t.sq("C7") not in paths.transit_reach(t.g, cars, seen)
    assert t.sq("C6") in paths.transit_reach(t.g, tank, seen)
    assert t.sq("C4") not in paths.transit_reach(t.g, foot, seen)


@pytest.mark.rule("napalini.3.artery.highways", "napalini.6.bad-weather.bonus", "napalini.6.transit.weather", "napalini.6.bad-weather")
def test_highways_and_bad_weather():
    road = [[f"{c}{r}" for r in range(1, 9)] for c in "C"]
    t = Table(ground={"highways": road})
    n = t.put(t.one, "infantry", "C1", trucks=True)
    assert paths.road_bonus(t.g, n, True) == 2
    t.s.weather = "B"
    reach = paths.transit_reach(t.g, n, paths.enemy_view(t.g, t.one))
    assert t.sq("C6") in reach and t.sq("C7") not in reach  # 4 - 1 + 2 = 5
    assert paths.road_bonus(t.g, n, False) == 0
    snow = Table(ground={"highways": road}, head={"season": "winter"}, options={"heavy_snow": True})
    snow.s.weather = "B"
    assert paths.road_bonus(snow.g, snow.put(snow.one, "infantry", "C1", trucks=True), True) == 0


@pytest.mark.rule("napalini.6.bad-weather", "napalini.6.bad-weather.one")
def test_slow_movers_in_bad_weather():
    t = Table()
    t.s.weather = "B"
    foot, horse = t.put(t.one, "infantry", "C3"), t.put(t.one, "cavalry", "D3")
    t.round(t.one, [foot, horse])
    assert paths.points(t.g, foot) == 1 and paths.points(t.g, horse) == 1
    assert paths.step_tests(t.g, foot, t.sq("C3"), t.sq("C4")) == ["weather"]
    assert paths.step_tests(t.g, horse, t.sq("D3"), t.sq("D4")) == []
    t.run(moves.normal_move(t.g, [foot], (t.sq("C3"), t.sq("C4"))), dice=(1,))
    assert t.g.unit(foot).at == t.sq("C3") and t.g.unit(foot).step == 0


@pytest.mark.rule("napalini.6.transit", "napalini.6.transit.where", "napalini.6.transit.column")
def test_transit_moves():
    t = Table(ground={"streams": ["C3|C4"]})
    n = t.put(t.one, "infantry", "C3", prepared=True)
    t.round(t.one, [n])
    t.put(t.two, "infantry", "F5")
    seen = paths.enemy_view(t.g, t.one)
    assert paths.transit_refused(t.g, n, t.sq("C3"), t.sq("C4"), seen).rule == "napalini.6.transit.where"
    assert paths.transit_refused(t.g, n, t.sq("E3"), t.sq("E4"), seen).rule == "napalini.6.transit.where"  # a zone
    t.run(moves.transit_move(t.g, n, t.sq("A3")), 0)
    assert t.g.unit(n).column and not t.g.unit(n).prepared and n in t.g.round.transit


@pytest.mark.rule("napalini.6.friction", "napalini.6.friction.loss", "napalini.3.obstacle.minefields")
def test_friction():
    t = Table(ground={"streams": ["C3|C4"], "obstacles": [{"kind": "wire", "edges": ["D3|D4"], "owner": "sd"}, {"kind": "minefield", "edges": ["E3|E4"], "owner": "sd"}]})
    n, m, k = (t.put(t.one, "infantry", sq) for sq in ("C3", "D3", "E3"))
    t.round(t.one, [n, m, k])
    assert not t.call(moves.friction, t.g, n, t.sq("C3"), t.sq("C4"), dice=(1,)) and t.g.unit(n).step == 0
    assert t.call(moves.friction, t.g, n, t.sq("C3"), t.sq("C4"), dice=(3,))
    t.put(t.two, "infantry", "D4")
    assert not t.call(moves.friction, t.g, m, t.sq("D3"), t.sq("D4"), dice=(1,)) and t.g.unit(m).step == 1
    assert not t.call(moves.friction, t.g, k, t.sq("E3"), t.sq("E4"), dice=(1,)) and t.g.unit(k).step == 1
    hard = Table(ground={"streams": ["C3|C4"]}, options={"friction_needs_4": True})
    u = hard.put(hard.one, "infantry", "C3")
    hard.round(hard.one, [u])
    assert not hard.call(moves.friction, hard.g, u, hard.sq("C3"), hard.sq("C4"), dice=(3,))


@pytest.mark.rule("napalini.6.attack", "napalini.6.attack.support")
def test_who_may_attack():
    t = Table()
    t.put(t.two, "infantry", "C4")
    gun, tired = t.put(t.one, "field_artillery", "C3"), t.put(t.one, "infantry", "C3", step=2)
    assert paths.may_attack(t.g, gun, t.sq("C4")).rule == "napalini.6.attack.support"
    assert paths.may_attack(t.g, tired, t.sq("C4")).rule == "napalini.6.attack"
    t.round(t.one, [gun, tired])
    assert t.sq("C4") not in {path[-1] for path in paths.paths(t.g, gun, paths.enemy_view(t.g, t.one))}
    brave = Table(options={"exhausted_may_attack": True})
    n = brave.put(brave.one, "infantry", "C3", step=2)
    assert paths.may_attack(brave.g, n, brave.sq("C4")) is None


@pytest.mark.rule("napalini.6.attack.stacking")
def test_three_attackers_at_most():
    t = Table()
    t.put(t.two, "infantry", "C4")
    inside = [t.put(t.one, "infantry", "C4") for _ in range(3)]
    n = t.put(t.one, "infantry", "C3")
    t.round(t.one, [n, *inside])
    assert orders.attack_room(t.g, [n], t.sq("C4")).rule == "napalini.6.attack.stacking"


@pytest.mark.rule("napalini.6.group")
def test_a_group_moves_together_and_drops_those_that_fail():
    t = Table(ground={"streams": ["C3|C4"]})
    a, b = t.put(t.one, "infantry", "C3"), t.put(t.one, "infantry", "C3")
    t.round(t.one, [a, b])
    members = t.run(moves.next_mover(t.g), ("group", t.sq("C3")), "pass")
    assert members == [a, b]
    t.run(moves.normal_move(t.g, members, (t.sq("C3"), t.sq("C4"))), 0, dice=(3, 2))
    assert t.g.unit(a).at == t.sq("C4") and t.g.unit(b).at == t.sq("C3")


@pytest.mark.rule("napalini.6.prepare", "napalini.6.all-round.place", "napalini.4.aoo.units")
def test_preparing():
    t = Table()
    a, b = t.put(t.one, "infantry", "C3"), t.put(t.one, "infantry", "C3")
    r = t.round(t.one, [a, b])
    t.run(moves.act(t.g, [a]), "prepare", ("around", 0, b))
    assert t.g.unit(a).prepared and t.g.unit(b).rear and t.g.all_round(t.sq("C3"), t.one)
    r.shot.append(b)
    assert orders.may_prepare(t.g, b).rule == "napalini.6.prepare"
    moves.enter(t.g, a, t.sq("C3"), t.sq("C4"))
    assert not t.g.unit(a).prepared


@pytest.mark.rule("napalini.3.facing.same", "napalini.3.facing.change")
def test_newcomers_take_the_facing_of_those_not_activated():
    t = Table()
    host = t.put(t.one, "infantry", "C4", "W")
    n = t.put(t.one, "infantry", "C3")
    t.round(t.one, [n])
    t.run(moves.normal_move(t.g, [n], (t.sq("C3"), t.sq("C4"))))
    assert t.g.unit(n).facing == t.g.unit(host).facing == 6
    m = t.put(t.one, "infantry", "E3")
    t.round(t.one, [m])
    t.run(moves.normal_move(t.g, [m], (t.sq("E3"), t.sq("E4"))), 2)
    assert t.g.unit(m).facing == 2


@pytest.mark.rule("napalini.10.land-battleship")
def test_land_battleships_may_stay():
    t = Table()
    n = t.put(t.one, "land_battleships", "C3")
    t.round(t.one, [n])
    t.run(moves.normal_move(t.g, [n], (t.sq("C3"), t.sq("C4"))), dice=(2,))
    assert t.g.unit(n).at == t.sq("C3")
    t.run(moves.normal_move(t.g, [n], (t.sq("C3"), t.sq("C4"))), 0, dice=(3,))
    assert t.g.unit(n).at == t.sq("C4")


@pytest.mark.rule("napalini.6.river-crossing")
def test_foot_crosses_with_a_test():
    t = Table(ground=WATER)
    n = t.put(t.one, "infantry", "B3")
    t.round(t.one, [n])
    t.run(moves.normal_move(t.g, [n], (t.sq("B3"), t.sq("B4"))), dice=(2,))
    assert t.g.unit(n).at == t.sq("B3")
    t.run(moves.normal_move(t.g, [n], (t.sq("B3"), t.sq("B4"))), 0, dice=(3,))
    assert t.g.unit(n).at == t.sq("B4") and n in t.g.round.crossed
    assert labels(t, [t.g.unit(n).at]) == {"B4"}


@pytest.mark.rule("napalini.2.transport.load")
def test_an_hq_goes_aboard_by_its_hq_action():
    t = staff(ground=WATER)
    hq = t.g.hq(0)
    t.g.unit(hq).at = t.sq("B4")
    ship = t.put(t.one, "troop_transport", "B4")
    t.g.round.aoo = t.sq("B4")
    assert ("move-hq", 0, (0, -1 - ship)) in plain(hq_orders.offers(t.g))
    t.run(hq_actions.execute(t.g, action("move-hq", 0, (0, -1 - ship))))
    assert t.g.unit(hq).where == "aboard" and t.g.place(hq) == t.sq("B4")


@pytest.mark.rule("napalini.9.not-supply")
def test_a_captured_depot_changes_nothing_in_supply():
    t = Table()
    n, depot = t.put(t.one, "infantry", "C4"), t.put(t.one, "supply_depot", "C2", formation=-1)
    t.g.take_out(depot, "captured")
    assert t.g.camp(t.one).depot_taken and n not in supply.isolated_units(t.g, t.one)


@pytest.mark.rule("napalini.11.character.replaced")
def test_replaced_generals_get_characters_not_yet_assigned():
    t = Table(options={"campaign": True})
    t.g.army(0).character = ""
    for number, formation in enumerate(t.g.static.formations):
        assert formation.nation and number < 2
    with pytest.raises(Exception, match="12C"):
        t.call(phase.name_general, t.g, t.one, 0, draws=(["12C"],))  # held by the enemy's general already
    t.g.army(0).character = ""
    t.call(phase.name_general, t.g, t.one, 0, draws=(["7C"],))
    assert t.g.army(0).character == "7C"
