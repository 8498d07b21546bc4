"""What a player reads beside what he can choose: areas, messages, hits, tests, interceptions."""

from __future__ import annotations

import pytest
from napalini_table import Table, action, table

from grognard.games.napalini.air import interception
from grognard.games.napalini.combat import ambush, artillery, barrage
from grognard.games.napalini.command import hq_actions, rounds
from grognard.games.napalini.movement import moves
from grognard.games.napalini.movement.choices import Move
from grognard.kernel import PASS


def odds_of(question, value) -> dict[str, dict[str, float]]:
    """The title of every chart beside an option -> its outcomes."""
    return {view.title: dict(view.outcomes) for view in question.option(value).odds}


@pytest.mark.rule("napalini.4.aoo", "napalini.4.aoo.units")
def test_the_square_of_an_op_shows_its_area_and_who_would_act():
    t = table()
    t.put(t.one, "light_tanks", "C3")
    t.put(t.one, "infantry", "D4")
    t.put(t.one, "infantry", "E4")  # outside
    t.g.army(0).ops = 2
    t.round(t.one, step="name")
    question = next(rounds.name_op(t.g))
    shown = question.option(t.sq("C3"))
    assert sorted(set(shown.path)) == ["B2", "B3", "B4", "C2", "C4", "D2", "D3", "D4"] and shown.path[0] == shown.path[-1]
    assert "light tanks and infantry would act, 67%; prompted 83%" in shown.label
    assert sorted(set(question.option(t.sq("A1")).path)) == ["A2", "B1", "B2"]
    assert "nobody of this formation is here" in question.option(t.sq("A8")).label


@pytest.mark.rule("napalini.4.comms.radio", "napalini.4.comms.hq-bonus")
@pytest.mark.parametrize(("square", "moved", "heard"), [("A1", True, 5 / 6), ("C3", True, 1 / 2), ("B2", True, 2 / 3), ("C3", False, 5 / 6)])
def test_an_order_is_shown_with_the_chance_of_its_message(square, moved, heard):
    t = table()
    t.put(t.one, "infantry", square, off_wire=moved)
    t.g.army(0).actions, t.g.army(0).ops, t.g.army(0).character = 2, 2, "8C"
    t.round(t.one, step="actions", aoo=t.sq("F6"))
    question = next(hq_actions.hq_actions(t.g))
    shown = odds_of(question, action("independent-square", 0, (0, t.sq(square))))
    assert shown["Comms check"]["the order is heard"] == pytest.approx(heard)
    prompt = odds_of(question, action("prompt", 0, None))
    assert prompt["Activation"]["the Op succeeds"] == pytest.approx(2 / 3)  # F6 is far from the HQ
    assert "Without it 50%" in question.option(action("prompt", 0, None)).odds[0].words


@pytest.mark.rule("napalini.7.artillery.conditions", "napalini.4.comms.radio")
@pytest.mark.parametrize("known", [True, False])
def test_a_gun_is_shown_with_its_message_and_its_hits_where_the_target_is_known(known):
    t = table()
    gun = t.put(t.one, "field_artillery", "C1", off_wire=True)
    t.put(t.one, "infantry", "C2")
    t.put(t.two, "infantry", "C3")
    t.put(t.two, "infantry", "C3", revealed=known)
    t.round(t.one, [gun], step="combat")
    question = next(artillery.name_guns(t.g, t.one, t.sq("C3"), False, "Which?", "napalini.7.artillery.conditions", rounds.Ask.GUNS))
    ways = [way for way in question.options if way != PASS]
    shown = odds_of(question, ways[0])
    assert question.option(PASS).label == "no more guns"
    if known:
        assert shown["Fire of field artillery"] == pytest.approx({"no hits": 1 / 4, "1 hit": 1 / 2, "2 hits": 1 / 4})
    else:
        assert "Fire of field artillery" not in shown, "dice and modifiers would tell what is hidden"


@pytest.mark.rule("napalini.11.barrage.simultaneous")
def test_a_target_of_a_barrage_is_shown_with_what_it_promises():
    t = table()
    gun = t.put(t.one, "field_artillery", "C1")
    t.put(t.two, "infantry", "C3")
    question = next(barrage.plan(t.g, t.one, [gun]))
    value = question.options[0]
    assert odds_of(question, value) == {"Fire of field artillery": pytest.approx({"no hits": 1 / 4, "1 hit": 1 / 2, "2 hits": 1 / 4})}
    assert question.option(value).place == "C3" and question.option(PASS).label == "nothing"


@pytest.mark.rule("napalini.3.ambush", "napalini.7.ambush-dice")
@pytest.mark.parametrize("known", [True, False])
def test_an_ambush_is_shown_with_its_hits_if_one_knows_who_comes(known):
    t = table()
    hidden = t.put(t.two, "infantry", "C4", revealed=False)
    n = t.put(t.one, "infantry", "C4", came=t.sq("C3"), revealed=known)
    t.round(t.one, [n])
    question = next(ambush.ambush(t.g, [n], t.sq("C4")))
    shown = odds_of(question, hidden)
    assert shown == ({"Ambush by infantry": pytest.approx({"no hits": 1 / 4, "1 hit": 1 / 2, "2 hits": 1 / 4})} if known else {})


@pytest.mark.rule("napalini.11.intercept.choice", "napalini.11.intercept.other")
def test_an_interception_is_asked_for_with_what_the_table_promises():
    t = table()
    k = t.fly(t.one, "attack", mission="strike")
    for side in (t.one, t.two):
        t.fly(side, "fighter", mission="superiority")
    question = next(interception.intercepted(t.g, t.one, k))
    view = question.odds()[0] if callable(question.odds) else question.odds[0]
    assert dict(view.outcomes) == pytest.approx({"it is turned back": 1 / 3, "it goes on": 2 / 3})
    assert "shoot in 1 cases of 6, theirs or the aircraft themselves in 2" in view.words


@pytest.mark.rule("napalini.6.friction", "napalini.3.obstacle.wire")
@pytest.mark.parametrize(("kind", "tests"), [("infantry", True), ("light_tanks", False)])
def test_a_move_over_an_obstacle_is_shown_with_its_test(kind, tests):
    t = table(ground={"obstacles": [{"kind": "wire", "owner": "sd", "edges": ["C3|C4"]}]})
    n = t.put(t.one, kind, "C3")
    t.round(t.one, [n], aoo=t.sq("C3"))
    question = next(moves.act(t.g, [n]))
    shown = odds_of(question, Move(t.sq("C4"), None))
    assert shown == ({"Friction test of infantry: wire": pytest.approx({"it gets through": 2 / 3, "it is held up": 1 / 3})} if tests else {})


def test_names_that_are_plurals_have_no_article():
    t = Table()
    units = [t.put(t.one, kind, "C3") for kind in ("light_tanks", "infantry", "heavy_tanks", "heavy_tanks", "infantry", "hq")]
    assert t.g.names(units) == "light tanks, 2 infantry, 2 heavy tanks and an HQ"
