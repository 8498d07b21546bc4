"""Campaigns written by hand: the template plays, mistakes are named; the scenarios of the project hold what they say."""

from __future__ import annotations

import tomllib

import pytest
from fyow_arms import take_three
from fyow_table import at_cards
from typer.testing import CliRunner

from grognard.games.fyow.bench import month
from grognard.games.fyow.campaign import template
from grognard.games.fyow.condition.condition import morale_dice
from grognard.games.fyow.condition.victory import chained, final_points, victory
from grognard.games.fyow.state import RED
from grognard.games.fyow.supply.loads import spaces
from grognard.kernel import Match
from grognard.kernel.refusal import BadData


def written(**changes):
    """The template with some entries changed: board__0__terrain="swamp"."""
    data = tomllib.loads(template("My war"))
    for path, value in changes.items():
        place = data
        *keys, last = [int(key) if key.isdigit() else key for key in path.split("__")]
        for key in keys:
            place = place[key]
        place[last] = value
    return data


def test_the_template_is_a_campaign():
    match = Match.start("fyow", written(), seed=1)
    assert match.decisions and len(match.g.static.boards) == 5


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"campaign__climate": "jungle"}, "campaign.climate: expected one of desert, temperate, winter, got 'jungle'"),
        ({"campaign__start": "June"}, "campaign.start: expected a date"),
        ({"campaign__days": 0}, "campaign.days"),
        ({"board__0__terrain": "swamp"}, r"board\[0\].terrain \(farm\): expected one of .*, got 'swamp'"),
        ({"board__1__id": "farm"}, "expected every board once, got 'farm'"),
        ({"links__0": ["farm", "vilage", "metalled", 5, False]}, "expected a board of the map: .*, got 'vilage'. Did you mean \"village\""),
        ({"links__0": ["farm", "village", "motorway", 5, False]}, "expected a kind of link: .*, got 'motorway'"),
        ({"links__0": ["farm", "village", "metalled", "5", False]}, "expected the cost: a number of Movement Points"),
        ({"sides__british__home": "london"}, "sides.british.home: expected a board of the map: .*, got 'london'"),
        ({"sides__british__nation": "Utopia"}, "expected a nation with a morale class"),
        ({"brigade__0__hq": "b9"}, "expected the id of one of its Battlegroups: .*, got 'b9'"),
        ({"brigade__0__hq": "g1"}, "fights for the other side"),
        ({"unit__0__elements": {"regulr": 10}}, "Did you mean \"regular\""),
        ({"unit__0__moves": "flying"}, r"unit\[0\].moves \(b1\)"),
        ({"unit__0__order": {"kind": "dance"}}, "order.kind .b1.: expected one of .*, got 'dance'"),
        ({"unit__0__elements": {"regular": 5000}}, "the cap is 1500"),
        ({"objectives": {"castle": 3}}, "objectives.castle: there is no such board"),
        ({"control": {"french": ["farm"]}}, "control.french: there is no such side"),
    ],
)
def test_mistakes_are_named(change, says):
    with pytest.raises(BadData, match=says):
        Match.start("fyow", written(**change), seed=1)


def test_links_below_a_table_are_explained():
    data = written()
    data["campaign"]["links"] = data.pop("links")
    with pytest.raises(BadData, match="above the first"):
        Match.start("fyow", data, seed=1)


def test_new_campaign_writes_a_file_that_plays(tmp_path, monkeypatch):
    from grognard.cli.main import app

    monkeypatch.setenv("GROGNARD_SCENARIOS", str(tmp_path))
    done = CliRunner().invoke(app, ["new-campaign", "my-war"])
    assert done.exit_code == 0 and "my-war.toml" in done.output
    assert Match.start("fyow", "my-war", seed=1).decisions
    again = CliRunner().invoke(app, ["new-campaign", "my-war"])
    assert again.exit_code != 0


# ------------------------------------------------------------------ the scenarios of the project


def test_take_three_holds_the_order_of_battle():
    m = take_three()
    points = {unit.id: m.g.value(n) for n, unit in enumerate(m.g.state.units)}
    british = sum(value for n, value in points.items() if n.startswith("b"))
    assert british == 4937 and points["b4"] == 832
    assert m.g.part_value(m.g.state.staff.pools["british"]) == 2 * 229  # the reserve, with the highest command
    trucks = next(unit for unit in m.g.state.units if unit.id == "b1t")
    assert trucks.elements == {"soft_truck": 12} and trucks.wave and m.g.unit(trucks.parent).id == "b1"
    assert sum(value for n, value in points.items() if n.startswith("g")) == 3532
    assert sum(value for n, value in points.items() if n.startswith("f")) == 2334
    assert (points["g1"], points["g2"], points["g1p1"], points["g1f"]) == (329.5, 411, 33.5, 81.5)
    loads = {unit.id: spaces(unit.elements) for unit in m.g.state.units}
    assert (loads["b1"], loads["b2"], loads["b5"], loads["b6"], loads["b7"], loads["b8"]) == (287, 527, 174, 210, 292, 59)
    craft = sum(vessel.capacity for vessel in m.g.state.fleet.vessels)
    assert craft == 1704
    assert [command.original for command in m.g.state.air.commands] == [22, 10]
    assert {unit.id: unit.waits for unit in m.g.state.units if unit.waits} == {"b8": "ba4"}
    assert all(unit.aboard >= 0 for unit in m.g.state.units if unit.id in ("b1", "b2", "b5", "b6", "b7"))


@pytest.mark.rule("fyow.base.victory.1")
def test_take_three_is_won_by_25_points():
    m = take_three()
    assert victory(m.g).winner == "german"
    for name in ("st-peter-port", "la-villiaze", "le-frie-baton"):
        m.g.state.control[m.g.static.number[name]] = "british"
    assert final_points(m.g)["british"] == 24 and victory(m.g).winner == "german"
    n = next(n for n, unit in enumerate(m.g.state.units) if unit.id == "g6")
    m.g.destroy(n, "{unit} is gone.", "fyow.33.10.1")
    assert final_points(m.g)["british"] == 27 and victory(m.g).winner == "british"


def test_the_frontier_and_the_relief_of_tobruk():
    g = Match.start("fyow", "frontier", seed=1).g
    chain = g.static.scenario["victory"]["chain"]
    assert not chained(g, chain)
    g.state.control = ["british"] * g.static.size
    assert chained(g, chain) and final_points(g)["british"] == 24 + 12
    values = {unit.id: g.value(n) for n, unit in enumerate(g.state.units)}
    assert (values["d1"], values["d4"], values["d5"], values["d6"]) == (426, 944, 799, 770)
    assert (values["e1"], values["e3"], values["e4"], values["e5"]) == (805, 437, 559, 440)


def test_the_raate_column_enters_on_16_december():
    from grognard.games.fyow.session.umpire import enter

    g = Match.start("fyow", "raate-road", seed=1).g
    assert (g.date.day, g.date.month) == (8, 12)
    assert sorted(unit.id for unit in g.state.units if unit.waits) == ["s3", "s4", "s5", "s6"]
    g.state.day = 3
    assert g.date.day == 16
    enter(g)
    assert not any(unit.waits for unit in g.state.units)
    values = {unit.id: g.value(n) for n, unit in enumerate(g.state.units)}
    assert (values["n1"], values["n4"], values["n6"], values["s1"], values["s5"], values["s6"]) == (430, 214, 285, 399, 500, 640)


def test_a_day_of_take_three_runs_by_itself():
    match, _ = month(days=1)
    assert match.g.state.day == 1
    landed = [unit.id for unit in match.g.state.units if unit.side == "british" and match.g.static.boards[unit.board].land]
    assert "b5" in landed or "b6" in landed or "b1" in landed


def test_waiting_units_hold_no_card():
    from grognard.games.fyow.sequence import holders_of_cards

    m = take_three()
    b8 = next(n for n, unit in enumerate(m.g.state.units) if unit.id == "b8")
    assert b8 not in holders_of_cards(m.g)
    assert at_cards("b1").decision is not None


@pytest.mark.rule("fyow.6.2.1", "fyow.4.3.2", "fyow.12.3.2")
def test_a_general_over_the_brigades_plans_the_week():
    """Ruling R206: he draws the Weekly Order Card, his rating counts for morale, and he holds no card by day."""
    m = Match.start("fyow", "crusader", seed=1)
    (cards,) = [event.text for event in m.diary("british") if event.rule == "fyow.4.3.2"]
    assert "Cunningham" in cards and "Rommel" in cards and "Coningham" in cards
    assert "Freyberg" not in cards and "Cruewell" not in cards
    assert m.view("british").decision.prompt.startswith("Lt Gen A. Cunningham")
    lost = next(n for n, unit in enumerate(m.g.state.units) if unit.id == "t1")
    m.g.unit(lost).condition = RED
    dice = {}
    for rating in (5, 6, 7):
        m.g.state.generals[0].rating = rating
        dice[rating] = int(morale_dice(m.g, "british"))
    assert dice == {5: 2, 6: 1, 7: 0}
    with pytest.raises(BadData, match=r"general\.french"):
        Match.start("fyow", {**written(), "general": {"french": {"commander": "General X"}}}, seed=1)


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("crusader", {"sea", "rail", "fixed", "mines", "submarine", "militia", "reserve", "general", "harbour"}),
        ("velikiye-luki", {"rail", "river", "bridge", "gliders", "partisans", "militia", "armoured", "reserve", "general", "supply"}),
    ],
)
def test_the_large_campaigns_have_everything_in_them(name, holds):
    m = Match.start("fyow", name, seed=1)
    scenario, static, state = m.g.static.scenario, m.g.static, m.g.state
    found = {"general"} if state.generals else set()
    found |= {kind for kind in static.link_kind if kind in ("sea", "rail", "river")}
    found |= {work.kind for work in state.staff.works} | {vessel.kind for vessel in state.fleet.vessels}
    found |= {unit.kind for unit in state.units} | {"militia" for unit in state.units if unit.militia}
    found |= {train.kind for train in state.rail.trains} | {board.coast for board in static.boards if board.coast}
    found |= {"gliders" for group in state.air.groups if group.gliders} | {"supply" for group in state.air.groups if group.supply}
    found |= {key for key in ("partisans", "reserve") if scenario.get(key)}
    assert holds <= found
    assert {command.side for command in state.air.commands} == set(static.sides)
    assert all(len([b for b in state.brigades if b.side == side]) >= 2 for side in static.sides)
