"""Sentences of the source that a second reading found unheeded, each at its boundary."""

from __future__ import annotations

import pytest
from napalini_table import Table, scenario
from test_napalini_letter_of_the_book import table
from test_napalini_table import rows

from grognard.games.napalini import GAME
from grognard.games.napalini.air import flak, strike
from grognard.games.napalini.asks import Ask
from grognard.games.napalini.cards import hand
from grognard.games.napalini.combat import barrage, bombardment, retreat, rubble
from grognard.games.napalini.combat.choices import Clash, NextFight
from grognard.games.napalini.command import hq_actions, rounds
from grognard.games.napalini.deployment import setup
from grognard.games.napalini.deployment.choices import Shift
from grognard.games.napalini.deployment.generator import generate
from grognard.games.napalini.engineers import works
from grognard.games.napalini.movement import moves, paths
from grognard.games.napalini.state import Task
from grognard.games.napalini.tables import CARDS
from grognard.games.napalini.victory import score
from grognard.kernel import PASS, Match

THIRD = {"id": "three", "side": "so", "name": "Third Army", "engineers": 0, "kind": "reserve",
         "general": {"name": "Gen. Three", "ability": "average", "character": "6C"},
         "units": [{"type": "hq", "mobile": True, "at": "B1", "face": "N"}]}  # fmt: skip


def three_armies(**more) -> Table:
    return table(formation=[*scenario()["formation"], THIRD], **more)


# ------------------------------------------------------------------ spotting


@pytest.mark.rule("napalini.3.spot.alignment", "napalini.3.facing.same")
@pytest.mark.parametrize("moved", [True, False])
def test_beside_a_unit_that_has_moved_nobody_chooses_his_facing(moved):
    t = table(rows(C4="B"))
    a = t.put(t.two, "infantry", "C4", revealed=False)
    b = t.put(t.two, "infantry", "C4", revealed=False, moved=moved)
    enemy = t.put(t.one, "infantry", "C5")
    t.round(t.one)
    t.attack(enemy, "C4", "C5")
    t.run(rounds.spot_all(t.g), *([] if moved else [0]))
    assert t.g.unit(a).facing == t.g.unit(b).facing == (4 if moved else 0)


# ------------------------------------------------------------------ air


@pytest.mark.rule("napalini.11.strike.task", "napalini.4.activate.fail")
@pytest.mark.parametrize(("success", "ordered"), [(False, False), (False, True), (True, False)])
def test_a_failed_op_summons_no_air_strike(success, ordered):
    """Ground attack comes in an activation; units that were ordered to act are one."""
    t = table()
    t.put(t.two, "infantry", "C4")
    n = t.put(t.one, "infantry", "C3")
    t.fly(t.one, "attack")
    t.g.army(0).actions = 1
    t.round(t.one, [n] if ordered else [], step="strike", success=success)
    asked = success or ordered
    t.run(strike.ground_attack(t.g), *([PASS] if asked else []))
    assert bool(t.asked) == asked


@pytest.mark.rule("napalini.4.hq.reach", "napalini.4.action.air-strike")
@pytest.mark.parametrize(("active", "payers"), [(0, []), (2, [0, 2])])
def test_a_subordinate_hq_pays_for_strikes_of_its_own_army_only(active, payers):
    t = three_armies()
    t.g.army(0).actions, t.g.army(2).actions = int(bool(payers)), 1
    n = t.put(t.one, "infantry", "C3", formation=active)
    t.put(t.two, "infantry", "C4")
    t.fly(t.one, "attack")
    t.round(t.one, [n], step="strike", formation=active)
    question = next(strike.ground_attack(t.g), None)
    assert (question is not None) == bool(payers)


@pytest.mark.rule("napalini.3.ambush.one", "napalini.7.ambush-dice")
def test_one_hidden_unit_ambushes_in_a_square_in_a_round_aircraft_too():
    t = table(rows(C4="W"))
    for _ in range(2):
        t.put(t.two, "light_aa", "C4", revealed=False)
    first, second = t.g.units_at(t.sq("C4"), t.two)
    t.round(t.one)
    t.run(flak.fire_at(t.g, t.one, t.sq("C4"), "attack", False), first, 4, PASS, dice=(1, 1))  # and its facing
    t.run(flak.fire_at(t.g, t.one, t.sq("C4"), "attack", False), second, PASS, dice=(1, 1))  # one die each


# ------------------------------------------------------------------ rubble


@pytest.mark.rule("napalini.7.rubble.rail-river")
def test_a_train_retreats_out_of_rubble_only_where_it_may_leave():
    t = Table(rows(C4="B"), ground={"railways": [["C3", "C4", "C5"]]})
    train = t.put(t.two, "armoured_train", "C4")
    t.round(t.two, [train])
    t.run(moves.normal_move(t.g, [train], (t.sq("C4"), t.sq("C3"))))
    t.s.rubble.append(t.sq("C4"))
    t.run(moves.normal_move(t.g, [train], (t.sq("C3"), t.sq("C4"))))
    assert retreat.retreat_squares(t.g, train, True) == [t.sq("C3")]
    retreat.step_back(t.g, train, t.sq("C3"))
    assert t.g.unit(train).trapped == -1


@pytest.mark.rule("napalini.7.rubble.rail-river")
def test_a_train_that_retreats_into_rubble_is_bound_to_its_way_back():
    t = Table(rows(C4="B"), ground={"railways": [["C3", "C4", "C5"]]})
    train = t.put(t.two, "armoured_train", "C3")
    t.s.rubble.append(t.sq("C4"))
    t.round(t.one)
    retreat.step_back(t.g, train, t.sq("C4"))
    assert t.g.unit(train).trapped == t.sq("C3")


@pytest.mark.rule("napalini.12.engineers.obstacles", "napalini.7.rubble.rail-river")
def test_when_engineers_have_reopened_the_arteries_trains_go_through():
    t = Table(rows(C4="B"), ground={"railways": [["C2", "C3", "C4", "C5"]]})
    inside, outside = t.put(t.two, "armoured_train", "C4"), t.put(t.two, "armoured_train", "C3")
    rubble.damage(t.g, t.sq("C4"), 3)
    t.round(t.two, [inside, outside])
    works.finish(t.g, Task(1, t.two, "clear-rubble", t.sq("C4"), -1))
    view = paths.enemy_view(t.g, t.two)
    assert {p[-1] for p in paths.paths(t.g, inside, view)} == {t.sq("C3"), t.sq("C2"), t.sq("C5")}
    assert t.sq("C5") in {p[-1] for p in paths.paths(t.g, outside, view)}
    moves.enter(t.g, outside, t.sq("C3"), t.sq("C4"))
    assert t.g.unit(outside).trapped == -1


# ------------------------------------------------------------------ barrages


@pytest.mark.rule("napalini.4.hq.lost", "napalini.11.barrage.counter")
def test_a_lost_hq_orders_no_counter_barrage():
    t = table()
    t.put(t.two, "field_artillery", "C6")
    t.put(t.one, "infantry", "C4")
    t.g.army(1).actions = 1
    t.round(t.one, step="actions")
    assert next(barrage.counter(t.g, t.two), None) is not None
    t.g.take_out(t.g.hq(1), "out")
    assert next(barrage.counter(t.g, t.two), None) is None


@pytest.mark.rule("napalini.4.hq.reach", "napalini.11.barrage.counter")
def test_the_owner_says_which_hq_pays_for_a_counter_barrage():
    t = three_armies()
    t.g.army(0).actions = t.g.army(2).actions = 1
    gun = t.put(t.one, "field_artillery", "C2", formation=2)
    t.put(t.two, "infantry", "C4")
    t.put(t.one, "infantry", "C3")
    t.round(t.two, step="actions")
    t.run(barrage.counter(t.g, t.one), 2, 0, ((gun, "sees", -1), t.sq("C4")), dice=(1, 1))
    assert (t.g.army(0).actions, t.g.army(2).actions) == (0, 1)


# ------------------------------------------------------------------ engineers


@pytest.mark.rule("napalini.12.engineers.allocate")
def test_engineers_get_orders_as_long_as_their_commander_likes():
    t = table()
    t.put(t.one, "infantry", "C3")
    t.g.army(0).engineers = 3
    there_and_back = [("dig-trenches", t.sq("C3"), -1), ("end", 0, -1)] * 7
    t.run(works.allocate(t.g, 0), *there_and_back, "done")
    assert t.g.army(0).engineers == 3


# ------------------------------------------------------------------ Ops one can see


@pytest.mark.rule("napalini.4.activate", "napalini.4.aoo.units", "napalini.4.activate.distance")
def test_the_question_for_the_area_shows_who_would_act_and_the_chance():
    t = table()
    t.put(t.one, "infantry", "C3")
    t.put(t.one, "infantry", "B2")
    t.g.army(0).ops = 2
    t.round(t.one, step="name")
    question = next(rounds.name_op(t.g))
    near, far, empty = (question.option(t.sq(square)) for square in ("C2", "C4", "E7"))
    assert near.label == "C2: 2 infantry would act, 67%; prompted 83%" and near.odds[0].outcomes[0][1] == pytest.approx(4 / 6)
    assert far.label.startswith("C4: infantry would act") and near.tallies[0].total == "0"
    assert near.odds[0].good == [1, -1]  # what the bar shows as good and as bad
    assert "nobody of this formation is here, 50%" in empty.label and empty.tallies[0].total == "-1"


@pytest.mark.rule("napalini.4.activate.guaranteed", "napalini.4.activate.bonus")
@pytest.mark.parametrize(("ops", "bonus"), [(1, 0), (0, 1)])
def test_an_op_that_needs_no_throw_says_so(ops, bonus):
    t = table()
    t.put(t.one, "infantry", "C3")
    t.g.army(0).ops, t.g.army(0).bonus = ops, bonus
    t.round(t.one, step="name")
    view = next(rounds.name_op(t.g)).option(t.sq("C3"))
    assert view.label == "C3: infantry would act, 100%" and not view.odds and not view.final


# ------------------------------------------------------------------ the handicap


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


# ------------------------------------------------------------------ battles by points


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


# ------------------------------------------------------------------ cards are read before they are chosen


@pytest.mark.rule("napalini.11.event.start")
def test_the_first_card_is_chosen_with_its_effect_in_sight():
    t = table()
    question = next(hand.first_cards(t.g, t.one))
    assert len(question.options) == 31  # 15E needs Brandenburgers
    assert all(CARDS[card]["effect"] in question.label(card) for card in question.options)


# ------------------------------------------------------------------ deployment


@pytest.mark.rule("napalini.3.deploy.fixed", "napalini.3.hidden.works")
@pytest.mark.parametrize(("wish", "asked"), [("scenario", False), ("free", True), ("prepared", False)])
def test_a_prepared_set_up_may_be_changed_if_the_players_wish_it_forts_apart(wish, asked):
    t = table(options={"deployment": wish})
    foot, fort = t.put(t.two, "infantry", "C5"), t.put(t.two, "po", "D5")
    question = next(setup.place_side(t.g, t.two), None)
    assert (question is not None and question.name == Ask.REARRANGE) == asked
    if question is not None and asked:
        assert Shift(foot) in question.options and Shift(fort) not in question.options


# ------------------------------------------------------------------ "sure?" only before dice


def test_a_gun_is_named_without_warning_while_others_wait_and_no_message_is_thrown_for():
    t = table()
    sees, other = t.put(t.one, "field_artillery", "C3"), t.put(t.one, "field_artillery", "D3")
    t.put(t.two, "infantry", "C5")
    t.round(t.one, [sees, other])
    procedure = bombardment.bombardment(t.g, t.sq("C5"))
    question = next(procedure)
    first, last = (next(way for way in question.options if getattr(way, "gun", -1) == gun) for gun in (sees, other))
    assert not question.final(first) and not question.final(PASS)
    assert procedure.send(first).final(last), "nobody is left to name: the dice fall"


def test_a_gun_that_waits_for_a_message_is_named_with_a_warning():
    t = table()
    gun, near = t.put(t.one, "heavy_artillery", "C1"), t.put(t.one, "field_artillery", "C3")
    t.put(t.two, "infantry", "C5")
    t.round(t.one, [gun, near])
    question = next(bombardment.bombardment(t.g, t.sq("C5")))
    assert all(question.final(way) for way in question.options if getattr(way, "gun", -1) == gun)


@pytest.mark.parametrize("guns", [True, False])
def test_a_combat_with_guns_to_name_is_begun_without_warning(guns):
    t = table()
    a, gun = t.put(t.one, "infantry", "C3"), t.put(t.one, "field_artillery", "C3")
    t.put(t.two, "infantry", "C4")
    t.put(t.two, "infantry", "E4")
    b = t.put(t.one, "infantry", "E3")
    t.round(t.one, [a, b, *([gun] if guns else [])])
    t.attack(a, "C4", "C3")
    t.attack(b, "E4", "E3")
    question = next(rounds.combats(t.g))
    assert question.final(NextFight(Clash.COMBAT, t.sq("C4"))) != guns


@pytest.mark.parametrize(("actions", "kind", "warned"), [(1, "prompt", True), (2, "prompt", False), (1, "engineering", False)])
def test_the_last_hq_action_warns_if_the_throw_follows_at_once(actions, kind, warned):
    t = table()
    t.put(t.one, "infantry", "C3")
    t.g.army(0).actions, t.g.army(0).ops, t.g.army(0).character = actions, 2, "8C"
    t.round(t.one, step="actions", aoo=t.sq("C3"))
    question = next(hq_actions.hq_actions(t.g))
    value = next(value for value in question.options if getattr(value, "kind", "") == kind)
    assert question.final(value) == warned


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
