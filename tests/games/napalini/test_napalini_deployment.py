"""Chapters 1 and 3: set-ups, battles by points, tactical recce, objectives."""

from __future__ import annotations

import pytest
from napalini_table import MODULES, Table, table

from grognard.games.napalini import GAME
from grognard.games.napalini.asks import Ask
from grognard.games.napalini.deployment import setup
from grognard.games.napalini.deployment.choices import Shift
from grognard.games.napalini.deployment.generator import generate
from grognard.games.napalini.victory import score
from grognard.kernel import Match


@pytest.mark.rule("napalini.8.winner")
@pytest.mark.parametrize(("handicap", "winner"), [(0, "sd"), (2, "sd"), (3, "so")])
def test_points_that_the_attacker_begins_with(handicap, winner):
    """With 2 and 2 points the defender holds out, with 3 and 2 he does not."""
    t = table(options={"attacker_points": handicap})
    t.put(t.one, "infantry", "C3")
    t.put(t.two, "infantry", "C6")
    t.g.camp(t.two).vp["objectives"] = 2
    t.s.day = t.g.static.days
    result = score.battle_over(t.g)
    assert result is not None and result.winner == winner and result.scores[t.one] == handicap


@pytest.mark.rule("napalini.8.winner")
def test_the_result_names_the_winners_points_first():
    t = table()
    t.put(t.one, "infantry", "C3")
    t.put(t.two, "infantry", "C6")
    t.g.camp(t.one).vp["objectives"], t.g.camp(t.two).vp["objectives"] = 2, 7
    t.s.day = t.g.static.days
    result = score.battle_over(t.g)
    assert result is not None and result.winner == t.two and "wins: 7 to 2 VPs" in result.text


def test_a_battle_by_points_is_made_of_its_options():
    wishes = {"battle_seed": "Kaltbach", "battle_points": 24, "battle_kind": "assault", "battle_season": "winter", "battle_breadth": 8}
    match, twin = (Match.start("napalini", "generated", "x", options=wishes) for _ in range(2))
    static = match.g.static
    assert (static.season, static.grid.columns, static.meeting, static.free_setup) == ("winter", 8, False, True)
    assert [unit.type for unit in match.g.state.units] == [unit.type for unit in twin.g.state.units]
    other = Match.start("napalini", "generated", "x", options=wishes | {"battle_seed": "Novi"})
    assert static.terrain != other.g.static.terrain


@pytest.mark.parametrize("side", [0, 1])
def test_both_sides_deploy_in_a_battle_by_points(side):
    match = Match.start("napalini", "generated", "y", options={"module_cards": "off"})
    asked = set()
    while Ask.INSPECT not in asked and match.g.state.stage in ("objectives", "setup"):
        seat, question = next(iter(match.decisions.items()))
        asked.add(question.name if question.name != Ask.REARRANGE else (Ask.REARRANGE, match.seats[seat]))
        match.choose("done" if "done" in question.options else question.options[0], seat)
    assert (Ask.REARRANGE, match.g.sides[side]) in asked


@pytest.mark.rule("napalini.3.deploy.fixed", "napalini.3.hidden.works")
@pytest.mark.parametrize(("wish", "asked"), [("scenario", False), ("free", True), ("prepared", False)])
def test_a_prepared_set_up_may_be_changed_if_the_players_wish_it_forts_apart(wish, asked):
    t = table(options={"deployment": wish})
    foot, fort = t.put(t.two, "infantry", "C5"), t.put(t.two, "po", "D5")
    question = next(setup.place_side(t.g, t.two), None)
    assert (question is not None and question.name == Ask.REARRANGE) == asked
    if question is not None and asked:
        assert Shift(foot) in question.options and Shift(fort) not in question.options


@pytest.mark.parametrize("kind", ["meeting", "assault"])
@pytest.mark.parametrize("armies", [1, 2, 3])
def test_a_battle_by_points_has_the_armies_the_river_and_the_railway_that_were_wished_for(kind, armies):
    wishes = {"battle_points": 60, "battle_kind": kind, "battle_armies": armies, "battle_river": True, "battle_railway": True}
    for seed in range(3):
        g = Match.start("napalini", "generated", "wish", options={"battle_seed": f"wish {seed}", **wishes}).g
        assert g.grid.columns == (8 if armies == 3 else 6)
        for side in g.sides:
            mine = [unit for unit in g.state.units if unit.side == side]
            assert sum(unit.type == "hq" for unit in mine) == len(g.formations(side)) == armies
            assert sum(unit.kind == "river" for unit in mine) == 2 and sum(unit.kind == "rail" for unit in mine) == 1
        GAME.check(g)


def test_battles_that_were_shared_before_stay_the_same():
    plain, wet = generate("Danubia"), generate("Danubia", river=True)
    assert plain["map"] == {"rows": ["....HC", "....S.", "..CHWW", "HBWSH.", "..HW..", "..FH..", "W...WW", "..WHF."],
                            "roads": [[f"B{r}" for r in range(1, 9)]]}  # fmt: skip
    assert "rivers" not in plain["map"] and "rivers" in wet["map"]


@pytest.mark.rule("napalini.1.formation")
@pytest.mark.parametrize("scenario_", ["novi", "firefly", "winter-line", "blue-danube", "streslau", "iron-gates", "generated"])
def test_every_army_of_our_battles_has_four_to_fifteen_combat_units(scenario_):
    match = Match.start("napalini", scenario_, "size")
    assert not [event.text for event in match.diary(None) if "combat units" in event.text]


@pytest.mark.rule("napalini.3.deploy.fixed")
def test_free_deployment_lasts_until_its_owner_is_done():
    t = Table(head={"modules": MODULES, "free_setup": True})
    turns = [("turn", t.sq("A1")), 2] * 45
    t.run(setup.place_side(t.g, t.one), *turns, "done")
    assert t.g.unit(t.g.hq(0)).facing == 2


@pytest.mark.rule("napalini.3.recce.inspect")
def test_who_has_more_recce_than_the_enemy_has_markers_looks_at_all_of_them():
    t = table(options={"no_recce_response": True})
    for unit in t.s.units:
        unit.revealed = True
    foe = t.put(t.two, "infantry", "C6", revealed=False)
    t.s.recce = {t.one: 5, t.two: 0}
    t.g.camp(t.one).hand = []
    t.run(setup.recce(t.g), foe)
    assert t.g.unit(foe).known


@pytest.mark.rule("napalini.1.meeting.setup", "napalini.3.zones")
@pytest.mark.parametrize(("depth", "open_rows"), [(7, {3, 4, 5}), (8, {4, 5})])
def test_objectives_of_a_meeting_engagement_stand_in_the_middle(depth, open_rows):
    t = Table(["......"] * depth, kind="meeting", objective=[])
    t.s.objectives = []
    question = next(setup.objectives(t.g, t.two))
    assert {t.g.static.row(sq) for sq in question.options} == open_rows


@pytest.mark.rule("napalini.3.recce.value")
@pytest.mark.parametrize(("ground", "value"), [({}, 0), ({"rivers": [["B1", "B2"]]}, 1)])
def test_s_boote_count_for_recce_only_where_there_is_a_river(ground, value):
    t = table(ground=ground)
    t.put(t.one, "s_boot", "B1")
    assert setup.recce_value(t.g, t.one) == value
    t.put(t.one, "balloon", "B1")
    t.put(t.one, "armoured_cars", "B1")
    t.fly(t.one, "observation")
    t.fly(t.one, "fighter")
    assert setup.recce_value(t.g, t.one) == value + 3


@pytest.mark.rule("napalini.3.zones")
def test_where_units_are_put_is_nobody_elses_business():
    t = Table(head={"free_setup": True})
    n = t.put(t.two, "infantry", "C6")
    procedure = setup.rearrange(t.g, t.two, None, "napalini.3.deploy.fixed", "Deploy")
    assert next(procedure).secret
    assert procedure.send(Shift(n)).secret
