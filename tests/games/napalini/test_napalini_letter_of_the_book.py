"""Clauses of the source that the program once read otherwise, each at its boundary."""

from __future__ import annotations

import pytest
from napalini_table import Table, action, refused
from test_napalini_cards import hold, op, play
from test_napalini_table import rows

from grognard.games.napalini import sequence
from grognard.games.napalini.air import flak, strike
from grognard.games.napalini.air.choices import Mission, Sortie
from grognard.games.napalini.card_effects import moments
from grognard.games.napalini.combat import ambush, artillery, barrage, bombardment
from grognard.games.napalini.combat.fire import Aim, score_tally
from grognard.games.napalini.command import hq_actions, rounds
from grognard.games.napalini.deployment import setup
from grognard.games.napalini.movement import paths
from grognard.kernel import PASS

MODULES = {"cards": True, "airpower": True, "barrages": True, "engineering": True, "comms": True, "hidden": True}


def table(rows=None, **more):
    return Table(rows, head={"modules": MODULES}, **more)


@pytest.mark.rule("napalini.3.spot.alignment")
@pytest.mark.parametrize("code", ["B", "F", "C", "M", "W"])
def test_units_that_an_entry_reveals_in_close_terrain_choose_their_facing(code):
    t = table(rows(C4=code))
    n = t.put(t.two, "infantry", "C4", revealed=False)
    enemy = t.put(t.one, "infantry", "C5")
    t.round(t.one)
    t.attack(enemy, "C4", "C5")
    t.run(rounds.spot_all(t.g), 0)
    assert t.g.unit(n).revealed and t.g.unit(n).facing == 0


@pytest.mark.rule("napalini.3.spot.alignment")
@pytest.mark.parametrize(("code", "moved"), [(".", False), ("B", True)])
def test_in_the_open_or_after_a_move_the_facing_stays(code, moved):
    t = table(rows(C4=code))
    n = t.put(t.two, "infantry", "C4", revealed=False, moved=moved)
    enemy = t.put(t.one, "infantry", "C5")
    t.round(t.one)
    t.attack(enemy, "C4", "C5")
    t.run(rounds.spot_all(t.g))
    assert t.g.unit(n).facing == 4


@pytest.mark.rule("napalini.3.spot.alignment", "napalini.3.ambush")
def test_an_ambusher_in_a_town_chooses_its_facing_when_it_is_revealed():
    t = table(rows(C4="B"))
    n = t.put(t.two, "infantry", "C4", revealed=False)
    enemy = t.put(t.one, "infantry", "C5")
    t.round(t.one)
    t.attack(enemy, "C4", "C5")
    t.run(ambush.ambush(t.g, [enemy], t.sq("C4")), n, 2, dice=(1, 1, 1))
    assert t.g.unit(n).facing == 2
    t.run(rounds.spot_all(t.g))  # once


@pytest.mark.rule("napalini.11.barrage.counter")
def test_no_counter_barrage_without_a_gun_that_can_fire():
    t = table()
    t.g.army(1).actions = 1
    t.round(t.one, step="actions")
    with refused("napalini.11.barrage.targets"):
        t.run(barrage.counter(t.g, t.two), 1)
    t.run(barrage.counter(t.g, t.two), PASS)
    assert t.g.camp(t.two).stockpiles == 3 and t.g.army(1).actions == 1
    gun = t.put(t.two, "field_artillery", "C6")
    foe = t.put(t.one, "infantry", "C4")
    t.put(t.two, "infantry", "C5")
    t.run(barrage.counter(t.g, t.two), 1, ((gun, "sees", -1), t.sq("C4")), dice=(1, 1))
    assert t.g.camp(t.two).stockpiles == 2 and t.g.unit(foe).step == 0


@pytest.mark.rule("napalini.card.O4C")
def test_the_gunner_makes_guns_available_again_in_the_same_round():
    t = table()
    gun = t.put(t.one, "field_artillery", "C2")
    t.put(t.two, "infantry", "C4")
    t.put(t.two, "infantry", "D4")
    t.put(t.one, "infantry", "C3")
    t.put(t.one, "infantry", "D3")
    op(t, gun)
    play(t, "O4C", t.sq("C4"))
    t.run(bombardment.bombardment(t.g, t.sq("C4")), (gun, "sees", -1), dice=(1, 1))
    assert artillery.may_fire(t.g, gun, t.sq("D4"), False) is None
    t.run(bombardment.bombardment(t.g, t.sq("C4")), (gun, "sees", -1), dice=(1, 1))  # the card was for one bombardment
    assert artillery.may_fire(t.g, gun, t.sq("D4"), False).rule == "napalini.7.artillery.fired"


@pytest.mark.rule("napalini.11.home.zeppelins")
def test_a_zeppelin_may_go_home_at_noon():
    t = table()
    t.s.period, t.s.weather = "morning", "G"
    stays = t.fly(t.one, "zeppelin", mission="observe", at=t.sq("C4"), flew=True)
    goes = t.fly(t.one, "zeppelin", mission="observe", at=t.sq("D4"), flew=True)
    t.run(sequence.end_of_period(t.g), "stay", "go home", dice=(3,))
    assert t.s.air[stays].mission == "observe" and t.s.air[goes].mission == "" and t.s.air[goes].ready
    t.s.period = "afternoon"
    t.run(sequence.end_of_period(t.g))
    assert t.s.air[stays].mission == ""


@pytest.mark.rule("napalini.4.weather.overcast", "napalini.11.strike.sequence")
@pytest.mark.parametrize(("die", "arrives"), [(2, False), (3, True)])
def test_in_overcast_aircraft_already_up_throw_too_when_they_strike(die, arrives):
    t = table()
    t.s.weather = "O"
    t.round(t.one, step="strike")
    k = t.fly(t.one, "zeppelin", mission="observe", at=t.sq("C5"), flew=True)
    t.put(t.two, "infantry", "C4")
    dice = (die, 1, 1, 1, 1) if arrives else (die,)
    t.run(strike.mission(t.g, Sortie(k, Mission.BOMB, t.sq("C4"))), dice=dice[: 1 + arrives * int(strike.attack_dice(t.g, k))])
    assert t.s.air[k].bombed is False and t.s.air[k].mission == ""
    assert t.told("does not find its way") is not arrives


@pytest.mark.rule("napalini.card.7E")
def test_7E_lowers_a_unit_that_takes_both_repairs_by_one_level():
    t = table()
    tank = t.put(t.one, "light_tanks", "C3", step=2, quality="good")
    op(t, tank)
    play(t, "7E", tank, tank)
    assert t.g.unit(tank).step == 0 and t.g.unit(tank).quality == "average"


@pytest.mark.rule("napalini.card.14E")
def test_14E_lowers_a_squadron_that_takes_both_repairs_by_one_level():
    t = table()
    n = t.put(t.one, "infantry", "C3")
    k, other = t.fly(t.one, "fighter", step=2, quality="good"), t.fly(t.one, "fighter", step=1, quality="good")
    op(t, n)
    play(t, "14E", k, k)
    assert t.s.air[k].step == 0 and t.s.air[k].quality == "average" and t.s.air[other].quality == "good"


def fighting_on():
    t = table()
    mine, theirs = t.put(t.one, "infantry", "C4"), t.put(t.two, "infantry", "C4")
    t.round(t.one, [mine])
    return t, mine, theirs


@pytest.mark.rule("napalini.card.O3E", "napalini.card.O2E")
def test_fireman_and_ghost_come_to_a_combat_that_is_fought_on():
    t, _, _ = fighting_on()
    helper = t.put(t.two, "infantry", "C5")
    hold(t, "O2E", side=t.two)
    t.run(moments.fireman_or_ghost(t.g), "O2E", (helper, t.sq("C4")))
    assert t.g.unit(helper).at == t.sq("C4")
    t, _, _ = fighting_on()
    hold(t, "O3E", side=t.two)
    t.run(moments.fireman_or_ghost(t.g), "O3E")
    assert t.g.round.ghost


@pytest.mark.rule("napalini.11.strike.hits", "napalini.7.losses.first-fl")
def test_bombs_where_own_troops_fight_on_are_given_out_by_the_owner():
    t, _, theirs = fighting_on()
    gun = t.put(t.two, "field_artillery", "C4")
    k = t.fly(t.one, "attack")
    t.run(strike.drop(t.g, k, t.sq("C4"), 0), dice=(3, 1))
    assert t.g.unit(theirs).step == 1 and t.g.unit(gun).where == "table" and not t.g.round.bombs


@pytest.mark.rule("napalini.card.30E")
@pytest.mark.parametrize(("ready", "plus"), [((True, False), 1), ((False, False), 0), ((True, False, False), 0)])
def test_30E_helps_only_against_a_prepared_square(ready, plus):
    t = table()
    defenders = tuple(t.put(t.two, "infantry", "C4", prepared=yes) for yes in ready)
    n = t.put(t.one, "infantry", "C3")
    t.round(t.one, [n], named=[["30E", str(t.sq("C4"))]])
    assert int(score_tally(t.g, Aim(n, t.sq("C4"), defenders, True))) == plus


@pytest.mark.rule("napalini.card.32E")
def test_32E_leaves_the_ordinary_step_into_slow_terrain():
    t = table(rows(C4="F", D4=".", D5="F"))
    n = t.put(t.one, "infantry", "C3")
    op(t, n)
    play(t, "32E", t.sq("C3"))
    ends = set(paths.paths(t.g, n, paths.EnemyView(set(), set())))
    c3, c4, d4, d5, e5 = (t.sq(at) for at in ("C3", "C4", "D4", "D5", "E5"))
    assert (c3, c4) in ends and (c3, d4, e5) not in ends and (c3, d4, t.sq("E4")) in ends
    assert not any(path[-1] == d5 for path in ends) and not any(path[:2] == (c3, c4) and len(path) > 2 for path in ends)


@pytest.mark.rule("napalini.7.cavalry")
@pytest.mark.parametrize(("code", "foot", "plus"), [(".", 1, 1), (".", 2, 0), ("F", 0, 0)])
def test_cavalry_in_the_open_suffers_from_the_air_too(code, foot, plus):
    t = table(rows(C4=code))
    t.put(t.two, "cavalry", "C4")
    for _ in range(foot):
        t.put(t.two, "infantry", "C4")
    k = t.fly(t.one, "bomber")
    assert int(strike.attack_score(t.g, k, t.sq("C4"), 0)[1]) == plus


@pytest.mark.rule("napalini.11.barrage.opening", "napalini.11.barrage.fireplan")
def test_an_opening_barrage_takes_as_many_stockpiles_as_there_are():
    t = table()
    t.g.camp(t.one).stockpiles = 7
    t.g.army(1).actions = 0
    gun, foe = t.put(t.one, "field_artillery", "C2"), t.put(t.two, "infantry", "C4")
    t.put(t.one, "infantry", "C3")
    aim = ((gun, "sees", -1), t.sq("C4"))
    t.run(barrage.opening(t.g), *[0, aim] * 7, dice=(1, 1) * 7)
    assert t.g.camp(t.one).stockpiles == 0 and t.g.unit(foe).step == 0


@pytest.mark.rule("napalini.4.action.air-strike")
def test_the_owner_says_which_hq_pays_for_an_air_strike():
    more = {"id": "three", "side": "so", "name": "Third Army", "engineers": 0, "kind": "reserve",
            "general": {"name": "Gen. Three", "ability": "average", "character": "6C"},
            "units": [{"type": "hq", "mobile": True, "at": "B1", "face": "N"}]}  # fmt: skip
    from napalini_table import scenario

    t = table(formation=[*scenario()["formation"], more])
    t.g.army(0).actions = t.g.army(2).actions = 1
    t.round(t.one, step="strike", formation=2)
    k = t.fly(t.one, "attack")
    d = t.put(t.two, "infantry", "C4")
    t.put(t.one, "infantry", "C3")
    t.run(strike.ground_attack(t.g), (k, "bomb", t.sq("C4")), 2, dice=(3, 1), draws=([d],))
    assert (t.g.army(0).actions, t.g.army(2).actions) == (1, 0)


@pytest.mark.rule("napalini.card.9C")
def test_the_dummies_of_9C_go_to_any_formations():
    more = {"id": "three", "side": "so", "name": "Third Army", "engineers": 0, "kind": "reserve",
            "general": {"name": "Gen. Three", "ability": "average", "character": "9C"},
            "units": [{"type": "hq", "mobile": True, "at": "B1", "face": "N"}]}  # fmt: skip
    from napalini_table import scenario

    t = table(formation=[*scenario()["formation"], more])
    t.run(moments.set_up_cards(t.g, t.one), "9C", 2, 0, 2)
    assert [setup.more_dummies(t.g, t.one, f) for f in (0, 2)] == [1, 2]


@pytest.mark.rule("napalini.3.deploy.fixed")
def test_free_deployment_lasts_until_its_owner_is_done():
    t = Table(head={"modules": MODULES, "free_setup": True})
    turns = [("turn", t.sq("A1")), 2] * 45
    t.run(setup.place_side(t.g, t.one), *turns, "done")
    assert t.g.unit(t.g.hq(0)).facing == 2


@pytest.mark.rule("napalini.4.comms.fail-action")
@pytest.mark.parametrize(("lost", "words", "left"), [(False, "is kept", 1), (True, "is lost", 0)])
def test_the_diary_says_whether_an_action_that_was_not_heard_is_kept(lost, words, left):
    t = table(options={"failed_comms_loses_action": lost})
    t.put(t.one, "infantry", "C3")
    t.g.army(0).actions = 1
    t.round(t.one, step="actions")
    t.g.unit(t.g.hq(0)).off_wire = True
    t.run(hq_actions.execute(t.g, action("independent-square", 0, (0, t.sq("C3")))), dice=(1,))
    assert t.g.army(0).actions == left and t.told(words)


@pytest.mark.rule("napalini.11.aa.hidden", "napalini.7.ambush-dice")
def test_a_hidden_aa_unit_in_the_square_has_the_die_of_an_ambush():
    t = table()
    t.round(t.one)
    n = t.put(t.two, "archie", "C4", revealed=False)
    t.run(flak.fire_at(t.g, t.one, t.sq("C4"), "observation", False), n, PASS, dice=(1, 1))
    near = t.put(t.two, "archie", "D4", revealed=False)
    t.run(flak.fire_at(t.g, t.one, t.sq("C4"), "observation", False), near, PASS, dice=(1, 1))  # one each: no ambush from afar
    plain = table(options={"aa_ambush_die": False})
    plain.round(plain.one)
    n = plain.put(plain.two, "archie", "C4", revealed=False)
    plain.run(flak.fire_at(plain.g, plain.one, plain.sq("C4"), "observation", False), n, PASS, dice=(1,))


