"""Chapter 11: the 32 event cards, one by one."""

from __future__ import annotations

import pytest
from napalini_table import Table, table
from test_napalini_cards import fight, hold, op, play
from test_napalini_table import WATER, rows

from grognard.games.napalini.air import sorties, strike
from grognard.games.napalini.card_effects import moments, normal
from grognard.games.napalini.cards.choices import RoundCard
from grognard.games.napalini.combat import cycle, losses, shooting
from grognard.games.napalini.combat.fire import Aim, dice_tally, score_tally
from grognard.games.napalini.command import hq_actions
from grognard.games.napalini.hq import wire_and_radio
from grognard.kernel import DONE, PASS

# ------------------------------------------------------------------ event cards


@pytest.mark.rule("napalini.card.O1E")
def test_O1E_the_feint(quiet):
    t, (_n,), (d,) = fight(quiet, prepared=True)
    play(t, "O1E")
    t.run(cycle.combat(t.g, t.sq("C4")), t.sq("C5"), ..., 0, dice=(4, 1))  # the attacker, still fresh, shoots at the same time
    assert t.g.unit(d).step == 1


@pytest.mark.rule("napalini.11.cards.order")
def test_cards_that_shoot_again_have_their_order(quiet):
    t, (n,), (d,) = fight(quiet, prepared=True)
    play(t, "31E", t.sq("C4"))
    hold(t, "18E", "26E", side=t.two)
    t.g.camp(t.two).hand.append("O2E")
    # prepared volley, attacker; 18E again; both by 31E; then 26E: five hits of the defenders in all are possible
    t.run(cycle.combat(t.g, t.sq("C4")), "18E", "26E", ..., dice=(3, 3, 3, 3, 3, 1))
    told = [event.rule.removeprefix("napalini.") for event in t.match.events]
    again, once_more = told.index("card.18E", told.index("7.cycle") + 2), told.index("card.31E", told.index("7.cycle"))
    assert again < once_more < told.index("card.26E") < told.index("7.result.tie")
    assert t.g.unit(n).step == t.g.unit(d).step == 0


@pytest.mark.rule("napalini.card.14E")
def test_14E_an_exhausted_squadron_is_ready_next_morning_only(quiet):

    t = quiet()
    k, other = t.fly(t.one, "fighter", step=2, ready=False), t.fly(t.one, "fighter", step=1, ready=False)
    op(t)
    play(t, "14E", k, other)
    t.run(sorties.end_of_period(t.g, True))
    assert not t.s.air[k].ready and t.s.air[other].ready
    sorties.make_ready(t.g)
    assert t.s.air[k].ready


@pytest.mark.rule("napalini.card.O4E")
def test_O4E_kampfgruppe(quiet):
    t = quiet()
    n, other = t.put(t.one, "infantry", "C3"), t.put(t.one, "infantry", "D3", formation=7)
    t.put(t.one, "supply_depot", "C3", formation=-1)
    op(t, n)
    play(t, "O4E")
    assert t.g.round.activated == [n, other]  # a depot is never activated


@pytest.mark.rule("napalini.card.O5E")
def test_O5E_ready(quiet):
    t = quiet()
    n = t.put(t.one, "infantry", "C3")
    hold(t, "O5E")
    t.run(moments.command_cards(t.g, t.one), "O5E")
    assert t.g.unit(n).prepared


@pytest.mark.rule("napalini.card.O6E")
def test_O6E_the_scrounger(quiet):
    t = quiet()
    n = t.put(t.one, "militia", "C3", step=1)
    op(t, n)
    play(t, "O6E", n)
    assert t.g.unit(n).step == 0


@pytest.mark.rule("napalini.card.7E")
def test_7E_sing_louder(quiet):
    t = quiet()
    tank, man = t.put(t.one, "light_tanks", "C3", step=2), t.put(t.one, "infantry", "C3", step=1)
    op(t, tank)
    play(t, "7E", tank, tank)
    assert t.g.unit(tank).step == 0 and t.g.unit(tank).quality == "poor" and t.g.unit(man).step == 1


@pytest.mark.rule("napalini.card.8E")
def test_8E_no_surrender(quiet):
    t, (_n,), (a, b) = fight(quiet, defenders=("infantry", "infantry"))
    hold(t, "8E", side=t.two)
    t.run(cycle.result(t.g, _won(t, 1)), "8E", b, t.sq("C5"), ...)
    assert t.g.unit(b).at == t.sq("C4") and t.g.unit(a).at == t.sq("C5") and t.g.contested(t.sq("C4"))


@pytest.mark.rule("napalini.card.8E")
def test_8E_in_a_square_that_falls_without_dice(quiet):
    t, (n,), (a,) = fight(quiet, defenders=("reme",))
    t.put(t.two, "archie", "C4")
    hold(t, "8E", side=t.two)
    t.run(cycle.combat(t.g, t.sq("C4")), "8E", ...)
    assert t.g.unit(a).at == t.sq("C4") and t.g.contested(t.sq("C4")) and t.g.unit(n).where == "table"


def _won(t: Table, hits: int) -> cycle.Fight:
    losses.add_hits(t.g, t.sq("C4"), t.two, hits)
    return cycle.Fight(t.g, t.sq("C4"))


@pytest.mark.rule("napalini.card.9E")
def test_9E_reconnaissance(quiet):
    t = quiet()
    t.put(t.one, "infantry", "C3")
    near = [t.put(t.two, "infantry", sq, revealed=False) for sq in ("C5", "D5", "B5")]
    far = t.put(t.two, "infantry", "F8", revealed=False)
    hold(t, "9E")
    t.run(moments.command_cards(t.g, t.one), "9E", *near)
    assert all(t.g.unit(n).known and not t.g.unit(n).revealed for n in near) and not t.g.unit(far).known
    again = quiet()
    again.put(again.one, "infantry", "C3")
    marker = again.put(again.two, "infantry", "C5", revealed=False)
    hold(again, "9E")
    again.run(moments.recce_card(again.g, again.one), "9E", marker)
    assert again.g.unit(marker).known and again.g.camp(again.one).played == 0


@pytest.mark.rule("napalini.card.10E")
def test_10E_planning(quiet):
    t = quiet()
    hold(t, "10E")
    t.run(moments.command_cards(t.g, t.one), "10E")
    assert t.g.army(0).actions == 2


@pytest.mark.rule("napalini.card.11E")
def test_11E_live_forever(quiet):
    t, (n,), (d,) = fight(quiet, "B")
    play(t, "11E", t.sq("C4"))
    assert int(dice_tally(t.g, Aim(n, t.sq("C4"), (d,), True))) == 3
    flat, (n,), (d,) = fight(quiet)
    assert flat.sq("C4") not in normal.enemy_squares(flat.g, "11E")


@pytest.mark.rule("napalini.card.12E")
def test_12E_surrounded(quiet):
    t = quiet()
    n, other = t.put(t.one, "infantry", "C3"), t.put(t.one, "infantry", "C3")
    foe = t.put(t.two, "infantry", "C4")
    op(t, n)
    play(t, "12E", t.sq("C3"), "dice")
    assert int(dice_tally(t.g, Aim(n, t.sq("C3"), (foe,), False))) == 2
    t2 = quiet()
    n, other = t2.put(t2.one, "infantry", "C3"), t2.put(t2.one, "infantry", "C3")
    op(t2, n)
    play(t2, "12E", t2.sq("C3"), "around", other)
    assert t2.g.all_round(t2.sq("C3"), t2.one)


@pytest.mark.rule("napalini.card.13E")
def test_13E_air_attacks_on_towns(quiet):
    t = quiet(rows(C5="B"))
    t.put(t.two, "infantry", "C5")
    k = t.fly(t.one, "bomber")
    op(t)
    play(t, "13E")
    assert int(strike.attack_score(t.g, k, t.sq("C5"), 0)[1]) == 1


@pytest.mark.rule("napalini.card.14E")
def test_14E_fewer(quiet):
    t = quiet()
    k = t.fly(t.one, "fighter", step=2)
    op(t)
    play(t, "14E", k, k)
    assert t.s.air[k].step == 0 and t.s.air[k].quality == "poor"


@pytest.mark.rule("napalini.card.15E")
def test_15E_everyone_who_can(quiet):
    t = quiet(options={"special_detachments": True})
    t.g.camp(t.one).lost_brandenburgers = 1
    hold(t, "15E")
    t.run(moments.command_cards(t.g, t.one), "15E")
    assert t.g.camp(t.one).lost_brandenburgers == 0 and t.g.camp(t.one).brandenburgers == 0


@pytest.mark.rule("napalini.card.16E")
def test_16E_three_months(quiet):
    t = quiet()
    k = t.fly(t.one, "bomber", step=2, flew=True)
    op(t)
    play(t, "16E", k)
    assert t.s.air[k].step == 1 and not t.s.air[k].flew


@pytest.mark.rule("napalini.card.17E")
def test_17E_signals(quiet):
    t = quiet()
    op(t)
    play(t, "17E")
    assert t.call(wire_and_radio.check, t.g, t.one, False, 2, "", dice=(2,))


@pytest.mark.rule("napalini.card.18E")
def test_18E_un_petty_poo(quiet):
    t, (n,), (d,) = fight(quiet, prepared=True)
    hold(t, "18E", side=t.two)
    # first volley, the attacker's answer, then the second volley with the new firepower
    t.run(cycle.combat(t.g, t.sq("C4")), "18E", ..., dice=(6, 6, 1))
    assert t.g.unit(d).step == 1 and t.g.unit(n).step == 1
    assert losses.hits_on(t.g, t.sq("C4"), t.one) == 1


@pytest.mark.rule("napalini.card.19E")
def test_19E_alone(quiet):
    t = quiet(ground=WATER)
    op(t)
    play(t, "19E", 0, dice=(1,))
    assert not t.s.bridges[0].intact


@pytest.mark.rule("napalini.card.20E")
def test_20E_all_together(quiet):
    t = quiet()
    units = [t.put(t.one, "infantry", "C4", step=2) for _ in range(2)]
    t.put(t.two, "infantry", "C4")
    op(t, *units)
    play(t, "20E", t.sq("C4"))
    assert [t.g.unit(n).step for n in units] == [1, 1]


@pytest.mark.rule("napalini.card.21E")
def test_21E_fixing_the_wire(quiet):
    t = quiet()
    op(t)
    play(t, "21E")
    assert t.call(wire_and_radio.check, t.g, t.one, False, 9, "")


@pytest.mark.rule("napalini.card.23E")
def test_23E_negative_waves(quiet):
    t, (n,), (d,) = fight(quiet)
    hold(t, "23E")
    aim = Aim(n, t.sq("C4"), (d,), True)
    assert t.run(shooting.volley(t.g, t.one, [aim], t.sq("C4")), "23E", dice=(2, 6)) == 1
    assert int(score_tally(t.g, aim)) == 0
    hold(t, "23E")
    assert t.run(shooting.volley(t.g, t.one, [aim], t.sq("C4")), dice=(3,)) == 0  # no 1 or 2: nothing to throw again


@pytest.mark.rule("napalini.card.24E")
def test_24E_sixty_feet_of_bridge(quiet):
    from grognard.games.napalini.table.arteries import bridged

    t = quiet(ground=WATER)
    n = t.put(t.one, "infantry", "B3")
    op(t, n)
    play(t, "24E", t.g.static.edges.edge_named("B3|B4"))
    assert bridged(t.g, t.sq("B3"), t.sq("B4"), "T")


@pytest.mark.rule("napalini.card.26E")
def test_26E_iron_crosses(quiet):
    t, (n,), (_d,) = fight(quiet)
    hold(t, "26E", side=t.two)
    # both miss, then the defender shoots again at 4+ with +1 and wins
    t.run(cycle.combat(t.g, t.sq("C4")), PASS, "26E", ..., dice=(1, 1, 3))
    assert t.g.unit(n).step == 1 and t.g.unit(n).at == t.sq("C3")


@pytest.mark.rule("napalini.card.27E")
def test_27E_logistics(quiet):
    t = quiet()
    op(t)
    play(t, "27E")
    assert t.g.camp(t.one).stockpiles == 5
    t.g.camp(t.one).depot_taken = True
    hold(t, "27E")
    assert normal.playable(t.g, "27E").rule == "napalini.card.27E"


@pytest.mark.rule("napalini.card.28E")
def test_28E_sweat(quiet):
    t = quiet()
    n = t.put(t.one, "infantry", "C3", prepared=True)
    op(t, n)
    play(t, "28E", t.sq("C3"))
    assert t.sq("C3") in t.s.trenches and {o.kind for o in t.s.obstacles} == {"trenches"}


@pytest.mark.rule("napalini.card.29E")
def test_29E_nobody_else(quiet):
    t = quiet()
    n, m = t.put(t.one, "infantry", "C3"), t.put(t.one, "field_artillery", "C3")
    op(t, n)
    play(t, "29E", t.sq("C3"))
    assert t.g.unit(n).prepared and t.g.unit(m).prepared


@pytest.mark.rule("napalini.card.30E")
def test_30E_on_the_beach(quiet):
    t, (n,), (d,) = fight(quiet, prepared=True)
    play(t, "30E", t.sq("C4"))
    assert int(score_tally(t.g, Aim(n, t.sq("C4"), (d,), True))) == 1
    assert int(score_tally(t.g, Aim(d, t.sq("C4"), (n,), False))) == 0


@pytest.mark.rule("napalini.card.31E")
def test_31E_two_kinds_of_people(quiet):
    t, (n,), (d,) = fight(quiet, prepared=True)
    play(t, "31E", t.sq("C4"))
    # prepared defender, attacker, then both once more at the same time
    t.run(cycle.combat(t.g, t.sq("C4")), t.sq("C5"), ..., 0, dice=(1, 1, 6, 1))
    assert t.g.unit(d).step == 1 and t.g.unit(n).at == t.sq("C4")


@pytest.mark.rule("napalini.card.13E", "napalini.7.collateral")
@pytest.mark.parametrize(("played", "die", "marks"), [(True, 5, 1), (True, 4, 0), (False, 5, 0), (False, 6, 1)])
def test_13E_a_five_counts_as_a_six_for_the_houses_too(quiet, played, die, marks):
    t = quiet(rows(C4="B"))
    t.put(t.two, "infantry", "C4")
    k = t.fly(t.one, "bomber")
    op(t)
    if played:
        play(t, "13E")
    t.run(strike.drop(t.g, k, t.sq("C4"), 0), dice=(die, 1, 1))
    assert t.s.damage.get(str(t.sq("C4")), 0) == marks


@pytest.mark.rule("napalini.card.10E")
@pytest.mark.parametrize(("played", "offered"), [(1, True), (2, False)])
def test_10E_is_played_at_the_beginning_of_a_round_too(played, offered):
    """Its star lets it be played outside the normal sequence, not in the Command Phase alone."""
    t = table()
    hold(t, "10E")
    t.g.camp(t.one).played = played
    t.round(t.one, step="actions", success=False, aoo=t.sq("A1"))
    answers = [RoundCard("10E"), DONE] if offered else []
    t.run(hq_actions.hq_actions(t.g), *answers)
    assert t.g.army(0).actions == (2 if offered else 0)


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


@pytest.mark.rule("napalini.card.30E")
@pytest.mark.parametrize(("ready", "plus"), [((True, False), 1), ((False, False), 0), ((True, False, False), 0)])
def test_30E_helps_only_against_a_prepared_square(ready, plus):
    t = table()
    defenders = tuple(t.put(t.two, "infantry", "C4", prepared=yes) for yes in ready)
    n = t.put(t.one, "infantry", "C3")
    t.round(t.one, [n], named=[["30E", str(t.sq("C4"))]])
    assert int(score_tally(t.g, Aim(n, t.sq("C4"), defenders, True))) == plus


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


@pytest.mark.rule("napalini.card.12E")
def test_12E_is_for_the_square_it_names():
    t = table()
    a, b = t.put(t.one, "infantry", "C3"), t.put(t.one, "infantry", "D3")
    foe = t.put(t.two, "infantry", "C4")
    t.round(t.one, [a], step="cards", aoo=t.sq("C3"))
    t.g.army(0).character = "8C"
    play(t, "12E", t.sq("C3"))
    dice = [int(dice_tally(t.g, Aim(n, t.g.unit(n).at, (foe,), False))) for n in (a, b)]
    assert dice == [2, 1]
