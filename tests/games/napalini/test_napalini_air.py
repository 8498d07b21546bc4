"""Chapter 11: the air war."""

from __future__ import annotations

import pytest
from napalini_table import Table
from test_napalini_table import rows

from grognard.games.napalini.air import flak, interception, observation, sorties, strike, superiority
from grognard.games.napalini.table import sight
from grognard.games.napalini.tables import SORTIE
from grognard.kernel import PASS
from grognard.kernel.state import plain


def sky(**more) -> Table:
    t = Table(**more)
    t.put(t.one, "infantry", "C2")
    t.put(t.two, "infantry", "C7")
    t.round(t.one)
    t.g.army(0).actions = 2
    return t


@pytest.mark.rule("napalini.11.super.commit", "napalini.4.weather.overcast")
def test_committing_fighters_in_overcast():
    t = sky()
    a, b = t.fly(t.one, "fighter"), t.fly(t.one, "fighter")
    t.s.weather = "O"
    t.run(superiority.commit_fighters(t.g, t.one), a, b, dice=(2, 3))
    assert superiority.patrols(t.g, t.one) == [b] and not t.s.air[a].ready


@pytest.mark.rule("napalini.11.super.dogfight", "napalini.11.air.destroyed")
def test_a_dogfight():
    t = sky()
    a, b = t.fly(t.one, "fighter", mission="superiority"), t.fly(t.two, "fighter", mission="superiority")
    t.run(superiority.dogfight(t.g), dice=(6, 6, 6, 1, 1, 1))  # three hits, two losses
    assert t.s.air[b].step == 2 and t.s.air[b].mission == "" and t.s.air[a].step == 0
    superiority.hurt(t.g, b)
    assert t.s.air[b].out and t.g.camp(t.one).eliminated == 3


@pytest.mark.rule("napalini.11.super.count", "napalini.11.super.states")
def test_states_of_the_air():
    def state(mine: list[int], theirs: list[int]) -> tuple[str, str]:
        t = sky()
        for side, steps in ((t.one, mine), (t.two, theirs)):
            for step in steps:
                t.fly(side, "fighter", mission="superiority", step=step)
        return superiority.air_state(t.g, t.one), superiority.air_state(t.g, t.two)

    assert state([0, 0], [0, 1]) == ("parity", "parity")
    assert state([0, 0], [0]) == ("superiority", "inferiority")
    assert state([0, 0], [1, 1]) == ("superiority", "inferiority")  # a worn one counts half
    assert state([1], []) == ("supremacy", "inferiority")


@pytest.mark.rule("napalini.11.super.none", "napalini.11.super.supremacy")
def test_an_empty_sky_lets_missions_pass():
    t = sky()
    k = t.fly(t.one, "attack", mission="strike")
    assert t.run(interception.intercepted(t.g, t.one, k)) is True
    t.fly(t.one, "fighter", mission="superiority")
    assert t.run(interception.intercepted(t.g, t.one, k)) is True


@pytest.mark.rule("napalini.11.super.stay")
def test_fighters_that_had_to_fight_do_not_strafe():
    t = sky()
    a = t.fly(t.one, "fighter", mission="superiority")
    b = t.fly(t.one, "fighter", mission="superiority")
    assert strike.available(t.g, t.one, []) == [a, b]
    assert strike.available(t.g, t.one, [a]) == [b]
    t.s.air[a].fought = t.s.air[b].fought = True
    assert strike.available(t.g, t.one, []) == []


# ------------------------------------------------------------------ interception


@pytest.mark.rule("napalini.11.intercept.choice", "napalini.11.intercept.other", "napalini.11.intercept.self-defence", "napalini.11.intercept.success")
def test_an_attack_plane_at_parity():
    t = sky()
    k = t.fly(t.one, "attack", mission="strike")
    t.fly(t.one, "fighter", mission="superiority")
    enemy = t.fly(t.two, "fighter", mission="superiority")
    assert t.run(interception.intercepted(t.g, t.one, k), PASS) is True
    assert t.run(interception.intercepted(t.g, t.one, k), "intercept", dice=(5, 6)) is True  # SD: one die at the interceptors
    assert t.s.air[enemy].step == 1
    assert t.run(interception.intercepted(t.g, t.one, k), "intercept", dice=(2,)) is False
    assert t.s.air[k].mission == "" and t.s.air[k].rough


@pytest.mark.rule("napalini.11.intercept.balloon", "napalini.11.intercept.fighters")
def test_a_balloon_at_inferiority():
    t = sky()
    balloon = t.put(t.one, "balloon", "C2", raised=True)
    t.fly(t.two, "fighter", mission="superiority")
    assert t.run(interception.intercepted(t.g, t.one, balloon=balloon), "intercept", dice=(2, 1)) is False
    assert not t.g.unit(balloon).raised and t.g.unit(balloon).grounded


@pytest.mark.rule("napalini.11.intercept.losses", "napalini.11.intercept.fighters")
def test_losses_of_a_mission_may_go_to_its_fighters():
    t = sky()
    k = t.fly(t.one, "bomber", mission="strike")
    own = t.fly(t.one, "fighter", mission="superiority")
    t.fly(t.two, "fighter", mission="superiority", quality="good")
    t.fly(t.two, "fighter", mission="superiority", quality="poor", step=1)
    assert interception.team(t.g, t.two) == ("poor", 1)
    assert superiority.air_state(t.g, t.one) == "parity"
    t.run(interception.intercepted(t.g, t.one, k), "intercept", ("plane", own), dice=(1, 6))
    assert t.s.air[own].step == 1 and t.s.air[k].step == 0


# ------------------------------------------------------------------ observers


@pytest.mark.rule("napalini.11.observe.commit", "napalini.11.observe.balloon", "napalini.11.observe")
def test_observers_spot_from_their_squares():
    t = sky()
    balloon = t.put(t.one, "balloon", "C1", revealed=False)
    k = t.fly(t.one, "observation")
    target = t.put(t.two, "infantry", "E8", revealed=False)
    t.run(observation.place_observers(t.g, t.one, False), ("raise", balloon), ("send", k), t.sq("E5"))
    assert t.g.unit(balloon).raised and t.s.air[k].at == t.sq("E5")
    assert sight.observer_spots(t.g, t.s.air[k], target) and sight.spotted(t.g, target)
    t.s.air[k].at = -1
    assert not sight.spotted(t.g, target)


@pytest.mark.rule("napalini.11.observe.balloon", "napalini.4.weather.bad")
def test_balloons_stay_down_in_bad_weather_unless_by_option():
    t = sky()
    t.s.weather = "B"
    t.put(t.one, "balloon", "C1")
    t.run(observation.airpower_phase(t.g))
    brave = sky(options={"balloons_fly_in_bad_weather": True})
    brave.s.weather, brave.s.round = "B", None
    n = brave.put(brave.one, "balloon", "C1")
    brave.run(observation.airpower_phase(brave.g), ("raise", n))
    assert brave.g.unit(n).raised
    plane = brave.fly(brave.one, "observation")
    brave.s.weather = "G"  # then the others fly too
    brave.run(observation.airpower_phase(brave.g), ("send", plane), brave.sq("C4"))
    assert brave.s.air[plane].mission == "observe"


@pytest.mark.rule("napalini.11.high-level", "napalini.11.aa.high-level", "napalini.11.strike.high-level")
def test_high_level():
    t = sky()
    k = t.fly(t.one, "bomber")
    assert t.run(superiority.ask_high(t.g, k), "high level") is True
    t.s.air[k].high = True
    assert int(strike.attack_dice(t.g, k)) == 1
    t.s.air[k].step = 1
    assert int(strike.attack_dice(t.g, k)) == 0
    archie, light = t.put(t.two, "archie", "C7"), t.put(t.two, "light_aa", "C7")
    assert int(flak.aa_tally(t.g, archie, t.sq("C7"), "bomber", True)) == -1
    assert flak.shooters(t.g, t.two, t.sq("C7"), True) == [archie] and light in flak.shooters(t.g, t.two, t.sq("C7"), False)
    t.s.weather = "O"
    assert t.run(superiority.ask_high(t.g, k)) is False


# ------------------------------------------------------------------ flak


@pytest.mark.rule("napalini.11.aa.fire", "napalini.11.aa.result", "napalini.11.barrage-balloons")
def test_archie_at_an_observation_plane_over_balloons():
    t = sky(ground={"features": [{"kind": "barrage_balloons", "square": "C7"}]})
    t.put(t.two, "archie", "C6")
    k = t.fly(t.one, "observation", mission="observe", flew=True)
    t.run(observation.watch(t.g, k, t.sq("C7")), dice=(5,))  # 5 + 1: a hit and abort
    assert t.s.air[k].step == 1 and t.s.air[k].mission == "" and t.s.air[k].rough


@pytest.mark.rule("napalini.11.aa.distracted-observer")
def test_a_distracted_observer_moves_back():
    t = sky()
    t.put(t.two, "archie", "C6")
    k = t.fly(t.one, "observation", mission="observe", flew=True)
    t.run(observation.watch(t.g, k, t.sq("C6")), dice=(5,))
    assert t.g.label(t.s.air[k].at) == "C4"


@pytest.mark.rule("napalini.11.aa.state")
def test_worn_and_exhausted_aa():
    t = sky()
    n = t.put(t.two, "archie", "C6", step=1)
    assert int(flak.aa_tally(t.g, n, t.sq("C6"), "attack", False)) == -1
    t.g.unit(n).step = 2
    result = t.run(flak.fire_at(t.g, t.one, t.sq("C6"), "attack", False), "fire", dice=(6,))
    assert result.hits == 0 and len(result.distracted) == 1
    t.run(flak.fire_at(t.g, t.one, t.sq("C6"), "attack", False))  # one aircraft only


@pytest.mark.rule("napalini.11.aa.hidden")
def test_hidden_aa_need_not_fire():
    t = sky()
    n = t.put(t.two, "archie", "C6", revealed=False)
    t.run(flak.fire_at(t.g, t.one, t.sq("C6"), "attack", False), PASS)
    assert not t.g.unit(n).revealed
    t.run(flak.fire_at(t.g, t.one, t.sq("C6"), "attack", False), n, PASS, dice=(1, 1))
    assert t.g.unit(n).revealed
    more = sky(options={"aa_ambush_die": False})
    m = more.put(more.two, "archie", "C6", revealed=False)
    more.run(flak.fire_at(more.g, more.one, more.sq("C6"), "attack", False), m, PASS, dice=(1,))


@pytest.mark.rule("napalini.11.aa.intrinsic", "napalini.11.aa.cumulative", "napalini.11.aa.distracted-attacker", "napalini.3.obstacle.balloons")
def test_all_air_defences_add_up():
    t = sky(ground={"features": [{"kind": "barrage_balloons", "square": "C6"}]})
    t.put(t.two, "light_aa", "C6")
    t.put(t.two, "gunboat", "C6")
    t.put(t.two, "archie", "C7")
    result = t.run(flak.fire_at(t.g, t.one, t.sq("C6"), "attack", False, attacking=True), dice=(5, 5, 6, 6))
    assert len(result.distracted) == 2 and result.other == 2
    k = t.fly(t.one, "attack")
    _, score = strike.attack_score(t.g, k, t.sq("C6"), 4)
    assert int(score) == -4


# ------------------------------------------------------------------ ground attack


@pytest.mark.rule("napalini.11.strike.dice", "napalini.11.air.table", "napalini.11.strike.worn")
def test_air_attack_dice():
    t = sky()
    k = t.fly(t.one, "bomber")
    d = t.put(t.two, "infantry", "C5", prepared=True)
    assert int(strike.attack_dice(t.g, k)) == 3
    assert strike.attack_score(t.g, k, t.sq("C5"), 0)[0] == 5
    t.g.unit(d).prepared = False
    assert strike.attack_score(t.g, k, t.sq("C5"), 0)[0] == 3
    t.s.air[k].step = 1
    assert int(strike.attack_dice(t.g, k)) == 2


@pytest.mark.rule("napalini.7.armour", "napalini.7.thick-armour")
def test_armour_against_aircraft():
    t = sky()
    t.put(t.two, "light_tanks", "C5")
    t.put(t.two, "heavy_tanks", "D5")
    fighter, attack, bomber = (t.fly(t.one, kind) for kind in ("fighter", "attack", "bomber"))
    scores = [int(strike.attack_score(t.g, k, t.sq("C5"), 0)[1]) for k in (fighter, attack, bomber)]
    assert scores == [-1, 0, 0]
    assert [int(strike.attack_score(t.g, k, t.sq("D5"), 0)[1]) for k in (fighter, attack, bomber)] == [-1, -1, 0]


@pytest.mark.rule("napalini.11.strike.task", "napalini.11.strike.sequence", "napalini.11.home.attackers", "napalini.4.action.air-strike", "napalini.11.strike.hits", "napalini.11.air.ways")
def test_an_air_strike():
    t = sky()
    k = t.fly(t.one, "attack")
    d = t.put(t.two, "infantry", "C4")
    t.run(strike.ground_attack(t.g), (k, "bomb", t.sq("C4")), dice=(3, 1), draws=([d],))
    assert t.g.unit(d).step == 1 and t.s.air[k].mission == "" and not t.s.air[k].ready
    assert t.g.army(0).actions == 1 and "air-strike" in t.g.round.kinds


@pytest.mark.rule("napalini.11.strike.hits")
def test_hits_from_the_air_are_the_first_of_a_combat():
    from grognard.games.napalini.combat.losses import hits_on

    t = sky()
    k = t.fly(t.one, "attack")
    d, other = t.put(t.two, "infantry", "C4"), t.put(t.two, "infantry", "C4")
    n = t.put(t.one, "infantry", "C3")
    t.attack(n, "C4", "C3")
    t.run(strike.drop(t.g, k, t.sq("C4"), 0), d, dice=(3, 3))
    assert t.asked[0].side == t.two and t.g.unit(other).step == 0  # given out by the owner, not at random
    assert hits_on(t.g, t.sq("C4"), t.two) == 2 and t.g.unit(d).step == 1
    apart = sky(options={"air_hits_do_not_decide_combats": True})
    k = apart.fly(apart.one, "attack")
    apart.put(apart.two, "infantry", "C4")
    apart.attack(apart.put(apart.one, "infantry", "C3"), "C4", "C3")
    apart.run(strike.drop(apart.g, k, apart.sq("C4"), 0), dice=(3, 3))
    assert hits_on(apart.g, apart.sq("C4"), apart.two) == 0


@pytest.mark.rule("napalini.3.spot.combat-planes", "napalini.6.transit.column", "napalini.3.spot.targetable")
def test_combat_planes_attack_columns_unspotted():
    t = sky()
    n = t.put(t.two, "infantry", "F6", revealed=False)
    assert not strike.allowed(t.g, t.one, t.sq("F6"))
    t.g.unit(n).column = True
    assert strike.allowed(t.g, t.one, t.sq("F6"))
    bomber = t.fly(t.one, "bomber", mission="observe", at=t.sq("F6"))
    assert not sight.observer_spots(t.g, t.s.air[bomber], n)
    plane = t.fly(t.one, "observation", mission="observe", at=t.sq("F6"))
    assert sight.observer_spots(t.g, t.s.air[plane], n)


@pytest.mark.rule("napalini.11.intercept.order")
def test_the_owner_orders_his_missions():
    t = sky()
    a, b = t.fly(t.one, "attack"), t.fly(t.one, "attack")
    d = t.put(t.two, "infantry", "C4")
    t.run(strike.ground_attack(t.g), (a, "bomb", t.sq("C4")), (b, "bomb", t.sq("C4")), (b, "bomb", t.sq("C4")), dice=(1, 1, 3, 1), draws=([d],))
    assert t.asked[-1].rule == "napalini.11.intercept.order"


# ------------------------------------------------------------------ coming home


@pytest.mark.rule("napalini.11.home.observers", "napalini.11.home.zeppelins")
def test_observers_move_at_the_start_of_a_round():
    t = sky()
    k = t.fly(t.one, "zeppelin", mission="observe", at=t.sq("A1"), flew=True)
    d = t.put(t.two, "infantry", "C4")
    assert ("observer", k, t.sq("C4")) in plain(observation.observer_moves(t.g))
    t.run(observation.move_observer(t.g, k, t.sq("C4")), "bomb", dice=(3, 1, 1, 1), draws=([d],))
    assert t.s.air[k].bombed and t.g.unit(d).step == 1 and observation.observer_moves(t.g) == []


@pytest.mark.rule("napalini.11.aa.intrinsic", "napalini.11.home.zeppelins")
def test_a_zeppelin_that_bombs_from_low_level_meets_intrinsic_aa():
    t = sky()
    k = t.fly(t.one, "zeppelin", mission="observe", at=t.sq("A1"), flew=True)
    t.put(t.two, "light_tanks", "C4")
    # the machine guns distract it: 3s become 2s and miss, a 4 is just enough
    t.run(observation.move_observer(t.g, k, t.sq("C4")), "bomb", dice=(6, 3, 3, 3, 4), draws=([len(t.s.units) - 1],))
    assert t.s.air[k].rough and t.g.unit(len(t.s.units) - 1).step == 1


@pytest.mark.rule("napalini.7.losses.even", "napalini.11.strike.hits")
def test_losses_from_the_air_count_for_even_losses_in_the_combat():
    from grognard.games.napalini.combat import cycle

    t = sky(head={"modules": {"cards": False}})
    k = t.fly(t.one, "attack")
    a, b = t.put(t.two, "infantry", "C4"), t.put(t.two, "infantry", "C4")
    n = t.put(t.one, "light_tanks", "C3")
    t.attack(n, "C4", "C3")
    t.run(strike.drop(t.g, k, t.sq("C4"), 0), a, dice=(3, 1))
    # two hits more: three in all, two losses; the second must go to the other battalion, and nobody is asked
    t.run(cycle.shoot_in_order(t.g, cycle.Fight(t.g, t.sq("C4"))), dice=(6, 6, 1, 1, 1))
    assert t.g.unit(a).step == 1 and t.g.unit(b).step == 1


@pytest.mark.rule("napalini.11.aa.state")
def test_an_exhausted_aa_unit_has_one_target_of_each_action():
    t = sky()
    n = t.put(t.two, "archie", "C6", step=2)
    t.put(t.one, "infantry", "C5")
    t.run(flak.fire_at(t.g, t.one, t.sq("C6"), "zeppelin", False), "fire", dice=(1,))
    assert flak.shooters(t.g, t.two, t.sq("C6"), False) == []
    k = t.fly(t.one, "attack")
    t.run(strike.ground_attack(t.g), (k, "bomb", t.sq("C6")), "fire", dice=(1, 1, 1))
    assert t.g.round.aa_spent == [n]


@pytest.mark.rule("napalini.11.home.zeppelins", "napalini.11.home.fighters", "napalini.D.balloons")
def test_the_end_of_the_morning():
    t = sky()
    z, f = t.fly(t.one, "zeppelin", mission="observe", at=t.sq("C4"), flew=True, high=True), t.fly(t.one, "fighter", mission="superiority", flew=True)
    n = t.put(t.one, "balloon", "C2", raised=True, grounded=True)
    t.run(sorties.end_of_period(t.g, True), "stay")
    assert t.s.air[z].mission == "observe" and t.s.air[f].mission == "" and t.s.air[f].ready
    assert not t.g.unit(n).raised and not t.g.unit(n).grounded
    t.s.weather = "O"
    sorties.noon_weather(t.g)
    assert not t.s.air[z].high
    t.s.weather = "B"
    sorties.noon_weather(t.g)
    assert t.s.air[z].mission == ""


@pytest.mark.rule("napalini.D.table", "napalini.D.box", "napalini.11.sortie.noon")
def test_wizard_prang():
    assert [SORTIE["zeppelin"][box] for box in ("safe", "abort_or_distracted", "worn")] == [3, 4, 6]
    t = sky()
    k = t.fly(t.one, "fighter", flew=True, step=1)
    t.call(sorties.afternoon, t.g, t.s.air[k], dice=(2,))
    assert not t.s.air[k].ready
    t.s.air[k].flew = True
    t.call(sorties.afternoon, t.g, t.s.air[k], dice=(3,))
    assert t.s.air[k].ready
    b = t.fly(t.one, "bomber", flew=True, rough=True)
    t.call(sorties.afternoon, t.g, t.s.air[b], dice=(3,))
    assert not t.s.air[b].ready  # 4+ after an abort
    idle = t.fly(t.one, "bomber", ready=False)
    sorties.afternoon(t.g, t.s.air[idle])
    assert t.s.air[idle].ready


@pytest.mark.rule("napalini.7.collateral")
def test_bombs_damage_towns():
    t = sky(rows=rows(C4="B"))
    k = t.fly(t.one, "bomber")
    t.put(t.two, "infantry", "C4")
    t.run(strike.drop(t.g, k, t.sq("C4"), 0), dice=(6, 6, 1))
    assert t.s.damage[str(t.sq("C4"))] == 2
