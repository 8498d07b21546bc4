"""Chapters 3 and 4: phases, chits, coordinated and initial actions; with 23.0.7 and 25.12."""

from __future__ import annotations

import pytest

from conftest import AL_2NL, AL_5, FR_3CAV, FR_II, Field, quiet, quiet_turn
from grognard.games.nlc.turn.action import activated, begin_stage, governed
from grognard.games.nlc.turn.chits import coordinated_action, fill_cup, formations_of, initial_action
from grognard.games.nlc.turn.turn_end import turn_end
from grognard.games.nlc.values import Commander


def start(**more) -> Field:
    return Field(clear=False, **more)


@pytest.mark.rule("nlc.1.0.2")
def test_the_scenario_may_override_base_values():
    assert start().g.static.hq_move == 4


@pytest.mark.rule("nlc.2.1.2", "nlc.3.2.1", "nlc.3.3.1")
def test_one_chit_a_formation_and_one_hq_an_army():
    f = start()
    fill_cup(f.g)
    assert f.g.state.cup == [str(FR_II), str(AL_2NL), str(AL_5)]  # III Cavalry Corps comes on turn 2 (R71)
    assert len(f.g.state.hq_at) == 2 and all(hex >= 0 for hex in f.g.state.hq_at)


@pytest.mark.rule("nlc.4.0.1", "nlc.4.0.3", "nlc.4.0.6", "nlc.4.0.7", "nlc.4.0.8")
def test_a_turn_runs_through_its_parts_in_order():
    m = start(orders={"al-5": {"kind": "reserve"}}).match
    phases: list[str] = []
    stages: list[tuple[str, int, tuple[int, ...]]] = []
    while m.g.state.turn == 1 and m.result is None:
        if not phases or phases[-1] != m.g.state.phase:
            phases.append(m.g.state.phase)
        if m.g.state.stage is not None:
            stage = (m.g.stage.kind, m.g.stage.side, tuple(m.g.stage.formations))
            stages += [stage] if stage not in stages else []
        seat, decision = next(iter(m.decisions.items()))
        m.choose(quiet(decision), seat)
    order = ["command", "chits", "initial", "selection", "reserve", "end"]
    assert [p for p in order if p in phases] == phases
    # one action for each chit, then the Reserve of the French side, then that of the other (4.0.7)
    assert sorted(stages[:2]) == [("chit", 0, (FR_II,)), ("chit", 1, (AL_2NL,))]
    assert stages[2:] == [("reserve", 0, ()), ("reserve", 1, (AL_5,))]
    told = [event.rule for event in m.events]
    parts = ["nlc.4.0.9", "nlc.4.0.2", "nlc.4.0.3", "nlc.4.0.4", "nlc.4.0.6", "nlc.4.0.7", "nlc.4.0.8"]
    assert [told.index(rule) for rule in parts] == sorted(told.index(rule) for rule in parts)


@pytest.mark.rule("nlc.4.0.2", "nlc.20.3.1")
def test_the_steps_of_the_command_phase_and_reorganization_last():
    """Initiative, confidence, (new orders,) compliance; then units are brought back."""
    from grognard.games.nlc.state import Dispatch, Order
    from grognard.games.nlc.static import DEAD
    from grognard.games.nlc.turn.command_phase import command_phase

    f = start(orders={"fr-ii": {"kind": "reserve"}}, leaders={"reille": "0514"})
    g = f.g
    g.state.turn, g.state.done = 3, ["opening", "leaders", "settled", "by choice", "orders"]
    g.state.at[f.u("fr-5-campi")], g.state.dead_turn[f.u("fr-5-campi")] = DEAD, 1
    g.changed()
    g.state.orders[AL_2NL].kind, g.state.orders[AL_2NL].lost_step = "attack", 1
    g.state.dispatches.append(Dispatch(AL_5, f.l("wellington"), [Order(kind="defend", target=[f.h("quatre-bras")])], 3, 3))
    trace: list[str] = []
    first = len(f.match.events)

    def steps() -> None:
        nonlocal first
        trace.extend(event.rule for event in f.match.events[first:])
        first = len(f.match.events)

    procedure = command_phase(g)
    with f.match.forced(1, 6, 6):  # confidence holds; complies
        decision = next(procedure)
        for _ in range(20):
            steps()
            trace.append(decision.rule)
            try:
                decision = procedure.send("done")
            except StopIteration:
                break
    steps()
    wanted = ["nlc.20.11.1", "nlc.20.10.2", "nlc.20.7.2", "nlc.21.0.1"]
    assert [trace.index(rule) for rule in wanted] == sorted(trace.index(rule) for rule in wanted)


@pytest.mark.rule("nlc.4.0.9")
def test_the_turn_track_says_when_it_rains():
    import tomllib

    from grognard.games.nlc.scenario import DATA

    scenario = tomllib.loads((DATA / "scenarios" / "learning.toml").read_text())
    assert not Field(scenario).g.dark
    for turn in scenario["turn"]:
        turn["weather"] = "rain"
    wet = Field(scenario)
    assert wet.g.dark and wet.g.turn.clock == scenario["turn"][0]["start"]


@pytest.mark.rule("nlc.4.4.1", "nlc.4.4.2", "nlc.4.4.3", "nlc.4.4.5")
def test_the_four_segments_of_an_action():
    from grognard.games.nlc.turn.action import formation_action

    units = {"fr-ii-foot": "0513", "fr-2c-pire": "0513", "al-best": "0511"}
    bare = Field(units=units)
    g = bare.g
    beside = next(h for h in g.grid.adjacent[bare.h("0511")] if h != bare.h("0512") and not g.ground.terrain[h])
    f = Field(units={**units, "fr-9-jamin": g.label(beside)}, leaders={"reille": "0513"},
              orders={"fr-ii": {"kind": "attack", "target": "gemioncourt"}}, phase="chits")  # fmt: skip
    begin_stage(f.g, "chit", 0, [FR_II])
    asked, procedure, answer = [], formation_action(f.g), None
    while True:
        try:
            decision = procedure.send(answer)
        except StopIteration:
            break
        asked.append(decision.rule)
        answer = quiet(decision)
    first = [asked.index(rule) for rule in ("nlc.8.1.1", "nlc.7.7.1", "nlc.5.0.1", "nlc.7.3.13")]
    assert first == sorted(first), asked


@pytest.mark.rule("nlc.4.0.8")
def test_disruption_ends_with_the_turn():
    f = Field(units={"fr-9-jamin": {"at": "0511", "disrupted": True}})
    f.drive(turn_end(f.g))
    assert f.g.state.disrupted == 0


@pytest.mark.rule("nlc.4.0.4", "nlc.4.0.10")
def test_reserve_and_chosen_formations_are_not_in_the_cup():
    f = start(orders={"al-5": {"kind": "reserve"}})
    f.g.state.initial = str(FR_II)
    fill_cup(f.g)
    assert f.g.state.cup == [str(AL_2NL)]
    assert AL_5 in f.g.state.reserve
    f.g.state.pair[1] = [AL_2NL, AL_5]
    fill_cup(f.g)
    assert f.g.state.cup == ["pair 1"]


@pytest.mark.rule("nlc.4.0.5", "nlc.4.0.10")
def test_the_initial_action_is_a_whole_action_and_the_formation_acts_once():
    f = start(phase="initial", initial="0", cup=["2"])
    m = f.match
    assert m.g.stage.kind == "initial" and m.g.stage.formations == [FR_II]
    for _ in range(60):
        if m.g.state.stage is None or m.g.stage.kind != "initial":
            break
        seat, decision = next(iter(m.decisions.items()))
        m.choose(quiet(decision), seat)
    assert FR_II in m.g.state.acted
    assert str(FR_II) not in m.g.state.cup


@pytest.mark.rule("nlc.4.1.1", "nlc.4.1.2")
@pytest.mark.parametrize(("roll", "won"), [(1, True), (2, True), (3, False)])
def test_the_coordinated_action_roll(roll, won):
    f = start()
    f.drive(coordinated_action(f.g, 1), *((AL_2NL, AL_5) if won else ()), dice=(roll,))  # Wellington 4
    assert f.g.state.pair[1] == ([AL_2NL, AL_5] if won else [])


@pytest.mark.rule("nlc.4.1.3")
def test_a_pair_is_activated_together():
    f = start()
    f.g.state.pair[1] = [AL_2NL, AL_5]
    begin_stage(f.g, "chit", 1, formations_of(f.g, "pair 1"))
    units = {f.g.units[u].formation for u in activated(f.g)}
    assert units == {AL_2NL, AL_5}
    assert f.told("nlc.4.1.3")


@pytest.mark.rule("nlc.4.1.4", "nlc.20.15.4")
def test_a_side_picks_who_rolls():
    f = Field("ligny", clear=False)
    hex = f.g.label(f.g.static.edge["east"][15])
    f = Field("ligny", clear=False, leaders={"grouchy": hex})
    from grognard.games.nlc.leaders.wings import rollers

    able = rollers(f.g, 0)
    assert [f.g.leader(n).id for n in able] == ["napoleon", "grouchy"]
    procedure = coordinated_action(f.g, 0)
    assert next(procedure).rule == "nlc.4.1.4"


@pytest.mark.rule("nlc.4.2.1", "nlc.4.2.2")
def test_the_initial_action():
    f = start()
    f.drive(initial_action(f.g), str(FR_II), dice=(6, 1))  # 6 + Ney away from his HQ 3 against 1 + 4
    assert f.g.state.initial == str(FR_II)
    g = start()
    g.drive(initial_action(g.g), dice=(5, 2))  # 8 against 6
    assert g.g.state.initial == ""


@pytest.mark.rule("nlc.4.2.1")
@pytest.mark.parametrize("side", [0, 1])
def test_a_side_without_a_commander_adds_nothing_for_the_initial_action(side):
    """R147: it adds 0 to its die. 5 and Wellington's 4 lead a bare 6 by 3; so do 6 and Ney's 3."""
    f = start()
    f.g.state.leader_at[f.l("ney" if side == 0 else "wellington")] = -1
    f.g.changed()
    f.drive(initial_action(f.g), str(AL_5 if side == 0 else FR_II), dice=(6, 5) if side == 0 else (6, 6))
    assert f.told("nlc.4.2.1") and f.g.state.initial == str(AL_5 if side == 0 else FR_II)


@pytest.mark.rule("nlc.4.3.1")
def test_an_oc_moves_once_in_any_stage_of_his_side():
    from grognard.games.nlc.march.who_moves import movable_leaders

    f = start()
    begin_stage(f.g, "chit", 0, [FR_II])
    f.g.stage.segment = "move"
    assert Commander("ney") in movable_leaders(f.g) and Commander("wellington") not in movable_leaders(f.g)
    f.g.state.leaders_moved |= 1 << f.l("ney")
    assert Commander("ney") not in movable_leaders(f.g)


@pytest.mark.rule("nlc.23.0.7")
def test_night_without_chits():
    import tomllib

    from grognard.games.nlc.scenario import DATA

    scenario = tomllib.loads((DATA / "scenarios" / "learning.toml").read_text())
    for turn in scenario["turn"]:
        turn["light"] = "night"
    f = Field(scenario, clear=False, options={"night_without_chits": True})
    quiet_turn(f.match, "nlc.5.0.1")
    assert f.match.g.stage.kind == "night" and f.match.g.stage.formations == [FR_II]
    assert not f.match.g.state.cup


@pytest.mark.rule("nlc.25.12.1")
@pytest.mark.parametrize(("choice", "first"), [("first", 1), ("second", 0)])
def test_play_by_mail_the_higher_total_chooses_its_player_turn(choice, first):
    """Combats won last turn, the OC's rating and a die; a tie is rolled again (R132); no chits; all formations at once."""
    from grognard.games.nlc.orders.ratings import rating
    from grognard.games.nlc.turn.player_turns import player_turns

    f = Field(clear=False, options={"play_by_mail": True})
    ney, wellington = (rating(f.g, f.l(name)) for name in ("ney", "wellington"))
    f.g.state.wins_last = [0, 2 + ney - wellington]
    turns = player_turns(f.g)
    with f.match.forced(5, 3, 4, 3):  # 5 + rating against 3 + rating + 2: a tie; then the Allies have one more
        decision = next(turns)
    assert decision.seat == "allied" and decision.rule == "nlc.25.12.1" and set(decision.options) == {"first", "second"}
    turns.send(decision.accept(choice)[0])
    assert f.g.stage.side == first and not f.g.state.cup
    assert f.g.stage.formations == [[FR_II], [AL_2NL, AL_5]][first]


@pytest.mark.rule("nlc.25.12.1", "nlc.25.12.2")
def test_play_by_mail():
    f = Field(clear=False, options={"play_by_mail": True})
    quiet_turn(f.match, "nlc.5.0.1")
    assert any(event.rule == "nlc.25.12.1" for event in f.match.events)
    assert len(f.match.g.stage.formations) >= 1 and not f.match.g.state.cup
    from grognard.games.nlc.combat.by_mail import may_join

    f.match.g.state.pair[0] = []
    assert may_join(f.match.g, FR_II, FR_3CAV) is not None
    f.match.g.state.pair[0] = [FR_II, FR_3CAV]
    assert may_join(f.match.g, FR_II, FR_3CAV) is None
    assert governed(f.match.g)
