"""Small clauses and first squares that mutants could change unnoticed, each at its boundary."""

from __future__ import annotations

import pytest
from napalini_table import Table, scenario
from test_napalini_cards import op
from test_napalini_letter_of_the_book import table
from test_napalini_second_reading import three_armies
from test_napalini_table import WATER, rows

from grognard.games.napalini import GAME
from grognard.games.napalini.air import sorties
from grognard.games.napalini.card_effects import normal
from grognard.games.napalini.cards import hand
from grognard.games.napalini.combat import retreat
from grognard.games.napalini.command import phase, rounds
from grognard.games.napalini.deployment import scenario as reading
from grognard.games.napalini.deployment import setup
from grognard.games.napalini.deployment.choices import Shift
from grognard.games.napalini.engineers import works
from grognard.games.napalini.engineers.choices import Work
from grognard.games.napalini.movement import moves
from grognard.games.napalini.movement.choices import Transit
from grognard.games.napalini.victory import score
from grognard.kernel import Match

# ------------------------------------------------------------------ aircraft


@pytest.mark.rule("napalini.D.table", "napalini.11.sortie.noon")
@pytest.mark.parametrize(("kind", "step", "rough", "need"), [
    ("zeppelin", 1, False, 6), ("zeppelin", 0, True, 4), ("zeppelin", 0, False, 3), ("fighter", 1, False, 3), ("fighter", 0, True, 2),
    ("observation", 1, False, 3), ("attack", 1, False, 4), ("attack", 0, True, 3), ("attack", 0, False, 2), ("bomber", 1, False, 5),
    ("bomber", 0, True, 4), ("skytrain", 0, False, 3),
])  # fmt: skip
@pytest.mark.parametrize("short", [0, 1])
def test_wizard_prang_number_by_number(kind, step, rough, need, short):
    t = table()
    k = t.fly(t.one, kind, flew=True, ready=False, step=step, rough=rough)
    t.run(sorties.end_of_period(t.g, noon=True), dice=(need - short,))
    assert t.s.air[k].ready == (not short)


@pytest.mark.rule("napalini.D.table", "napalini.D.box")
def test_fighters_that_come_home_safe_are_ready_and_the_exhausted_are_not():
    t = table()
    safe, tired = t.fly(t.one, "fighter", flew=True, ready=False), t.fly(t.one, "bomber", flew=True, ready=False, step=2)
    t.run(sorties.end_of_period(t.g, noon=True))
    assert t.s.air[safe].ready and not t.s.air[tired].ready


@pytest.mark.rule("napalini.11.sortie.night")
@pytest.mark.parametrize(("step", "out", "ready"), [(1, False, True), (2, False, False), (1, True, False)])
def test_the_night_makes_ready_what_is_neither_exhausted_nor_destroyed(step, out, ready):
    t = table()
    k = t.fly(t.one, "bomber", step=step, out=out, ready=False)
    t.call(sorties.make_ready, t.g)
    assert t.s.air[k].ready == ready


# ------------------------------------------------------------------ cards


@pytest.mark.rule("napalini.card.28E")
@pytest.mark.parametrize(("kind", "ready", "code", "may"), [
    ("infantry", True, ".", True), ("infantry", False, ".", False), ("field_artillery", True, ".", False),
])  # fmt: skip
def test_trenches_are_dug_where_a_front_line_is_prepared(kind, ready, code, may):
    t = table(rows(C3=code))
    n = t.put(t.one, kind, "C3", prepared=ready)
    op(t, n)
    assert (t.sq("C3") in normal.trench_sites(t.g)) == may
    t.s.rubble.append(t.sq("C3"))
    assert t.sq("C3") not in normal.trench_sites(t.g)


@pytest.mark.rule("napalini.card.11E", "napalini.card.30E")
@pytest.mark.parametrize("card", ["11E", "30E"])
@pytest.mark.parametrize("revealed", [True, False])
def test_a_square_of_hidden_markers_may_be_named_whatever_is_in_it(card, revealed):
    """That it is refused would tell that nobody there is prepared or behind walls."""
    t = table()
    t.put(t.two, "infantry", "C4", revealed=revealed)
    op(t, t.put(t.one, "infantry", "C3"))
    assert (t.sq("C4") in normal.enemy_squares(t.g, card)) == (not revealed)


@pytest.mark.rule("napalini.11.character.once")
def test_of_two_generals_with_one_character_the_first_plays_it():
    t = three_armies()
    for f in (0, 2):
        t.g.army(f).character, t.g.army(f).character_left = "6C", 1
    t.call(hand.spend, t.g, t.one, "6C")
    assert (t.g.army(0).character_left, t.g.army(2).character_left) == (0, 1)
    t.call(hand.spend, t.g, t.one, "6C", 2)
    assert t.g.army(2).character_left == 0


@pytest.mark.rule("napalini.11.character.once", "napalini.card.12C")
@pytest.mark.parametrize(("card", "times"), [("12C", 2), ("6C", 1)])
def test_extra_time_gives_used_characters_back(card, times):
    t = Table(head={"days": 1, "extra_days": 2})
    t.g.army(1).character, t.g.army(1).character_left = card, 0
    assert t.call(score.battle_over, t.g) is None and t.s.extra
    assert t.g.army(1).character_left == times


# ------------------------------------------------------------------ first squares, first units


@pytest.mark.rule("napalini.7.retreat")
def test_beaten_attackers_go_back_to_the_first_square_of_the_table_too():
    t = table()
    n = t.put(t.one, "infantry", "A1")
    t.put(t.two, "infantry", "B2")
    t.round(t.one, [n])
    t.attack(n, "B2", "A1")
    assert retreat.retreat_squares(t.g, n, False) == [t.sq("A1")]


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


@pytest.mark.rule("napalini.5.source-held", "napalini.8.vp.source")
def test_a_source_taken_in_combat_is_held_before_the_next_combat():
    t = table()
    n = t.put(t.one, "infantry", "C7")
    t.put(t.two, "archie", "C8")
    t.put(t.two, "infantry", "A8")
    t.round(t.one, [n], step="combat")
    t.attack(n, "C8", "C7")
    t.run(rounds.combats(t.g), 0)
    assert t.g.camp(t.one).vp["sources"] == 1


@pytest.mark.rule("napalini.3.envelopment.arrival")
@pytest.mark.parametrize(("length", "first"), [("short", 2), ("long", 3)])
def test_hooks_of_a_scenario_come_in_the_period_of_their_length(length, first):
    data = scenario()
    data["formation"][0]["units"] += [{"type": "infantry", "at": "B1", "n": 2}]
    data["formation"][0]["hooks"] = [{"edge": "west", "length": length, "units": [1]}]
    static, state = reading.read(data, {})
    assert state.hooks[0].first == first and state.units[1].where == "hook" and "so" in static.fixed_hooks


@pytest.mark.rule("napalini.A.aurora")
@pytest.mark.parametrize("seed", range(4))
def test_the_plane_of_the_aurora_goes_with_her_wherever_she_stands_in_the_list(seed):
    data = scenario(ground={"rivers": [["B1", "B2", "B3"]]})
    afloat = [{"type": "gunboat", "ship": ship, "at": "B1"} for ship in ("aurora", "balaton", "sms_leitha")]
    data["formation"][0]["units"] = [*afloat, *data["formation"][0]["units"]]
    match = Match.start("napalini", data, seed=f"aurora {seed}", options={"module_cards": "off"})
    g = match.g
    assert [g.unit(plane.carrier).type for plane in g.state.air] == ["aurora"]


# ------------------------------------------------------------------ set-up


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


# ------------------------------------------------------------------ engineers


@pytest.mark.rule("napalini.4.hq.reach", "napalini.12.demolition")
@pytest.mark.parametrize(("payer", "there"), [(0, 2), (2, 0), (2, 2)])
def test_the_main_hq_orders_a_demolition_by_any_unit_another_only_by_its_own(payer, there):
    t = three_armies(ground=WATER)
    bridge = t.s.bridges[0]
    bridge.charges, bridge.end = t.one, t.sq("C3")
    n = t.put(t.one, "infantry", "C3", formation=there)
    assert works.sappers(t.g, t.one, payer, bridge) == ([n] if payer in (0, there) else [])


@pytest.mark.rule("napalini.12.engineers.allocate")
@pytest.mark.parametrize(("rubble", "reopened", "offered"), [
    (False, False, {"dig-trenches"}), (True, False, {"clear-rubble"}), (True, True, set()),
])  # fmt: skip
def test_engineers_dig_in_towns_and_clear_rubble(rubble, reopened, offered):
    t = table(rows(C3="B"))
    t.put(t.one, "infantry", "C3")
    if rubble:
        t.s.rubble.append(t.sq("C3"))
    if reopened:
        t.s.reopened.append(t.sq("C3"))
    kinds = {offer.kind for offer in works.task_offers(t.g, 0) if offer.square == t.sq("C3") and offer.edge is None}
    assert kinds == offered
    assert Work("lay-wire", t.sq("C3"), t.g.static.edges.edge_named("C3|C4")) in works.task_offers(t.g, 0)


# ------------------------------------------------------------------ orders and accounts


@pytest.mark.rule("napalini.6.transit.where")
def test_a_transit_into_an_enemy_zone_is_refused_with_its_rule():
    t = table()
    n = t.put(t.one, "infantry", "C1")
    t.put(t.two, "infantry", "C4")
    t.round(t.one, [n])
    question = next(moves.act(t.g, [n]))
    assert Transit(t.sq("C2")) in question.options
    assert question._judge(Transit(t.sq("C2"))) is None
    assert question._judge(Transit(t.sq("C3"))).rule == "napalini.6.transit.where"


def test_losses_are_counted_by_kind():
    t = Table()
    for _ in range(2):
        t.call(t.g.take_out, t.put(t.two, "infantry", "C5"), "out")
    t.call(t.g.take_out, t.put(t.two, "archie", "C5"), "captured")
    t.put(t.two, "infantry", "C5")
    assert GAME.losses(t.g)[t.two] == {"Infantry": 2, "Archie": 1} and GAME.losses(t.g)[t.one] == {}
