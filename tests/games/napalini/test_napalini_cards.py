"""Chapter 11: all 47 cards, and the rules of holding and playing them."""

from __future__ import annotations

import pytest
from napalini_table import Table, scenario
from test_napalini_table import WATER, rows

from grognard.games.napalini.air import strike
from grognard.games.napalini.card_effects import moments, normal
from grognard.games.napalini.cards import hand
from grognard.games.napalini.cards.choices import RoundCard
from grognard.games.napalini.combat import cycle, losses, shooting
from grognard.games.napalini.combat.fire import Aim, dice_tally, score_tally
from grognard.games.napalini.command import activation, rounds
from grognard.games.napalini.deployment import envelopment, setup
from grognard.games.napalini.hq import wire_and_radio
from grognard.games.napalini.movement import moves, paths
from grognard.games.napalini.state import Hook
from grognard.games.napalini.victory import score  # fmt: skip
from grognard.kernel import PASS


def hold(t: Table, *held: str, side: str = "") -> None:
    """Event cards into the hand, a character to the general."""
    side = side or t.one
    for card in held:
        if card.endswith("C"):
            army = t.g.army(t.g.formations(side)[0])
            army.character, army.character_left = card, 2 if card == "12C" else 1
        else:
            t.g.camp(side).hand.append(card)


def op(t: Table, *activated: int) -> None:
    t.round(t.one, list(activated), step="cards", aoo=t.sq("C3"))


def play(t: Table, card: str, *answers, dice=(), draws=()) -> None:
    hold(t, card)
    t.run(normal.normal_cards(t.g), card, *answers, *rest(t, card), dice=dice, draws=draws)


def rest(t: Table, card: str):
    """After the card the seat is asked again if it still might play."""
    more = [c for c in t.g.camp(t.one).hand if c != card]
    army = t.g.army(0)
    characters = army.character in normal.NORMAL and (army.character != card or army.character_left > 1)
    return (PASS,) if more or characters else ()


@pytest.fixture
def quiet():
    """A table whose general has a card for set-up only, so that nobody is asked for it."""

    def make(*args, **more) -> Table:
        t = Table(*args, **more)
        hold(t, "8C")
        t.g.army(1).character = "8C"
        return t

    return make


def fight(make, code=".", attackers=("infantry",), defenders=("infantry",), **defence):
    t = make(rows(C4=code))
    theirs = [t.put(t.two, kind, "C4", **defence) for kind in defenders]
    op(t)
    mine = [t.put(t.one, kind, "C3") for kind in attackers]
    for n in mine:
        t.attack(n, "C4", "C3")
    return t, mine, theirs


# ------------------------------------------------------------------ holding and playing


@pytest.mark.rule("napalini.11.event.start", "napalini.11.event.deck", "napalini.card.15E")
def test_first_cards(quiet):
    t = quiet()
    t.run(hand.first_cards(t.g, t.one), "25E", draws=(["27E"],))
    assert t.g.camp(t.one).hand == ["25E", "27E"] and len(t.g.camp(t.one).deck) == 29
    assert "15E" not in hand.deck(t.g)
    assert "15E" in hand.deck(Table(options={"special_detachments": True}).g)
    assert len(hand.deck(Table(options={"special_detachments": True}).g)) == 32


@pytest.mark.rule("napalini.11.event.draw", "napalini.11.event.discard-first", "napalini.11.event.hand")
def test_drawing_cards(quiet):
    t = quiet()
    t.g.camp(t.one).hand, t.g.camp(t.one).deck = ["25E"], ["27E", "28E", "29E"]
    t.run(hand.morning_cards(t.g, t.one), PASS, "28E", draws=(["27E", "28E"],))
    assert t.g.camp(t.one).hand == ["25E", "27E"] and t.g.camp(t.one).gone == ["28E"]
    t.g.camp(t.one).deck = ["29E", "30E", "31E"]
    t.run(hand.morning_cards(t.g, t.one), "25E", "30E", draws=(["29E", "30E", "31E"],))
    assert t.g.camp(t.one).hand == ["27E", "29E", "31E"]
    assert hand.available(t.g, t.one) == []


def test_one_deck_for_both_by_option():
    t = Table(options={"shared_event_deck": True})
    t.g.camp(t.two).hand = ["25E"]
    assert "25E" not in hand.available(t.g, t.one)


@pytest.mark.rule("napalini.11.cards.two", "napalini.11.cards.when")
def test_two_cards_a_period(quiet):
    t = quiet()
    op(t)
    hold(t, "27E", "17E", "21E")
    t.run(normal.normal_cards(t.g), "27E", "17E")
    assert t.g.camp(t.one).played == 2
    assert hand.may_play(t.g, t.one, "21E").rule == "napalini.11.cards.two"


@pytest.mark.rule("napalini.11.character.once", "napalini.11.character.reach", "napalini.4.hq.lost")
def test_character_cards(quiet):
    data = scenario()
    second = dict(data["formation"][0], id="f2", name="Army 2")
    t = Table(formation=[*data["formation"], second])
    t.g.army(2).character = "7C"
    t.g.army(0).character = "8C"
    assert hand.reach(t.g, t.one, 0) == -1 and hand.reach(t.g, t.one, 2) == 2
    assert hand.reached_formations(t.g, t.one, "7C") == [2]
    hand.spend(t.g, t.one, "7C")
    assert not hand.holds(t.g, t.one, "7C")
    t.g.army(2).character_left = 1
    t.g.take_out(t.g.hq(2), "out")
    assert not hand.holds(t.g, t.one, "7C")


@pytest.mark.rule("napalini.11.cards.nominate")
def test_a_card_whose_combat_does_not_come_is_spent(quiet):
    t = quiet()
    t.put(t.two, "infantry", "C5")
    n = t.put(t.one, "infantry", "C4")
    op(t, n)
    t.put(t.two, "infantry", "C5", prepared=True)
    play(t, "30E", t.sq("C5"))
    assert t.g.round.named == [["30E", str(t.sq("C5"))]] and t.g.camp(t.one).hand == []


# ------------------------------------------------------------------ character cards


@pytest.mark.rule("napalini.card.O1C")
def test_O1C_blood_and_guts(quiet):
    t, (n,), (d,) = fight(quiet)
    play(t, "O1C", t.sq("C4"))
    assert int(dice_tally(t.g, Aim(n, t.sq("C4"), (d,), True))) == 2
    assert int(dice_tally(t.g, Aim(d, t.sq("C4"), (n,), False))) == 1


@pytest.mark.rule("napalini.card.O2C")
def test_O2C_the_cheetah(quiet):
    t = quiet()
    tank, car = t.put(t.one, "light_tanks", "C3"), t.put(t.one, "armoured_cars", "C3")
    op(t, tank, car)
    play(t, "O2C")
    assert paths.allowance(t.g, tank) == 3 and paths.allowance(t.g, car) == 2


@pytest.mark.rule("napalini.card.O3C")
def test_O3C_the_grey_eminence(quiet):
    t = quiet()
    hold(t, "O3C")
    t.run(moments.command_cards(t.g, t.one), "O3C")
    assert int(activation.activation_tally(t.g, 0, t.sq("A1"), False)) == 1
    t2 = quiet()
    hold(t2, "O3C")
    t2.round(t2.one, step="actions")
    assert RoundCard("O3C") in moments.round_start_offers(t2.g)
    t2.run(moments.play_at_round_start(t2.g, "O3C"))
    assert int(activation.activation_tally(t2.g, 0, t2.sq("A1"), False)) == 1


@pytest.mark.rule("napalini.card.O4C")
def test_O4C_the_gunner(quiet):
    from grognard.games.napalini.combat.artillery import mark_fired

    t = quiet()
    gun = t.put(t.one, "field_artillery", "C2")
    t.put(t.two, "infantry", "C4")
    op(t, gun)
    play(t, "O4C", t.sq("C4"))
    mark_fired(t.g, gun, t.sq("C4"))
    assert not t.g.unit(gun).fired and gun not in t.g.round.shot


@pytest.mark.rule("napalini.card.O5C")
def test_O5C_the_organizer(quiet):
    t = quiet()
    n = t.put(t.one, "infantry", "C4")
    t.put(t.two, "infantry", "C5")
    op(t, n)
    assert paths.transit_reach(t.g, n, paths.enemy_view(t.g, t.one)) == {}
    play(t, "O5C")
    reach = paths.transit_reach(t.g, n, paths.enemy_view(t.g, t.one))
    assert t.sq("B4") in reach and t.sq("C5") not in reach


@pytest.mark.rule("napalini.card.6C", "napalini.11.cards.repair")
def test_6C_two_losses_repaired(quiet):
    t = quiet()
    n = t.put(t.one, "infantry", "C3", step=2)
    op(t, n)
    play(t, "6C", n, n)
    assert t.g.unit(n).step == 0


@pytest.mark.rule("napalini.card.7C")
def test_7C_the_fox(quiet):
    t = quiet()
    tank, man = t.put(t.one, "light_tanks", "C4"), t.put(t.one, "infantry", "C4")
    t.put(t.two, "infantry", "C5")
    t.put(t.two, "infantry", "D4")
    op(t, tank, man)
    play(t, "7C")
    seen = paths.enemy_view(t.g, t.one)
    assert paths.step_refused(t.g, tank, t.sq("C4"), t.sq("D5"), seen) is None
    assert paths.step_refused(t.g, man, t.sq("C4"), t.sq("D5"), seen).rule == "napalini.6.hostile-corner"


@pytest.mark.rule("napalini.card.8C", "napalini.3.deploy.order")
def test_8C_zhukov(quiet):
    t = quiet()
    t.run(moments.set_up_cards(t.g, t.one), "8C")
    assert t.g.camp(t.one).stockpiles == 5 and t.g.camp(t.one).played == 0


@pytest.mark.rule("napalini.card.9C")
def test_9C_maskirovka(quiet):
    t = quiet()
    hold(t, "9C")
    for _ in range(3):
        t.put(t.one, "infantry", "C2")
    t.run(moments.set_up_cards(t.g, t.one), "9C")
    setup.make_dummies(t.g)
    assert sum(u.type == "dummy" and u.side == t.one for u in t.s.units) == 2 + 3
    hook = Hook(t.one, "west", "short")
    assert t.call(envelopment.throw, t.g, hook, 0, "napalini.3.envelopment.arrival", dice=(3,))


@pytest.mark.rule("napalini.card.10C")
def test_10C_the_bouncer(quiet):
    t = quiet()
    hold(t, "10C")
    short, long = Hook(t.one, "west", "short"), Hook(t.one, "east", "long", first=3)
    t.s.hooks = [short, long]
    t.run(moments.before_arrivals(t.g, t.one), "10C")
    assert envelopment.arrival_number(t.g, short) == 0 and envelopment.arrival_number(t.g, long) == 4
    assert envelopment.first_period(t.g, long) == 2


@pytest.mark.rule("napalini.card.11C")
def test_11C_indomitable(quiet):
    t = quiet()
    n = t.put(t.one, "infantry", "C3", step=1)
    op(t, n)
    t.g.stockpile(t.one, -1)
    play(t, "11C", n)
    assert t.g.camp(t.one).stockpiles == 3 and t.g.unit(n).step == 0


@pytest.mark.rule("napalini.card.12C")
def test_12C_ruthless_on_defence(quiet):
    t, (_n,), (d,) = fight(quiet, "B")
    hold(t, "12C", side=t.two)
    t.g.unit(t.g.hq(1)).at = t.sq("C5")
    t.run(cycle.combat(t.g, t.sq("C4")), "12C", dice=(6, 1, 1, 1))
    assert t.g.unit(d).at == t.sq("C4") and t.g.unit(d).step == 2 and t.g.contested(t.sq("C4"))
    assert t.g.army(1).character_left == 1  # it may be used in two combats


@pytest.mark.rule("napalini.card.13C")
def test_13C_the_prize_taker(quiet):
    t = quiet(rows(C4="B", D5="B"))
    n = t.put(t.two, "infantry", "C4")
    score.note_prize(t.g, t.sq("C4"))
    t.s.units[n].where = "out"
    m = t.put(t.one, "infantry", "C4")
    score.note_prize(t.g, t.sq("C4"))
    t.s.last_held[str(t.sq("D5"))] = t.two  # an objective with an enemy flag does not count
    t.put(t.one, "infantry", "D5")
    score.note_prize(t.g, t.sq("D5"))
    op(t, m)
    play(t, "13C")
    score.prize_points(t.g)
    assert t.g.camp(t.one).vp["cards"] == 1


@pytest.mark.rule("napalini.card.14C")
def test_14C_defeat_into_victory(quiet):
    t = quiet()
    n = t.put(t.one, "infantry", "C3", step=2)
    op(t, n)
    hold(t, "14C")
    t.g.camp(t.one).no_momentum = 2
    assert normal.playable(t.g, "14C").rule == "napalini.card.14C"
    t.g.camp(t.one).no_momentum = 3
    play(t, "14C", n, n)
    assert t.g.camp(t.one).stockpiles == 5 and t.g.unit(n).step == 0


@pytest.mark.rule("napalini.card.15C")
def test_15C_best_of_a_bad_lot(quiet):
    t = quiet()
    op(t)
    play(t, "15C")
    assert t.g.army(0).bonus == 1 and t.g.camp(t.one).stockpiles == 3


# ------------------------------------------------------------------ event cards


@pytest.mark.rule("napalini.card.O1E")
def test_O1E_the_feint(quiet):
    t, (_n,), (d,) = fight(quiet, prepared=True)
    play(t, "O1E")
    t.run(cycle.combat(t.g, t.sq("C4")), t.sq("C5"), ..., 0, dice=(4, 1))  # the attacker, still fresh, shoots at the same time
    assert t.g.unit(d).step == 1


@pytest.mark.rule("napalini.card.O2E")
def test_O2E_the_fireman(quiet):
    t, (_n,), (_d,) = fight(quiet)
    helper = t.put(t.two, "infantry", "C5", prepared=True)
    hold(t, "O2E", side=t.two)
    t.run(moments.fireman_or_ghost(t.g), "O2E", (helper, t.sq("C4")))
    assert t.g.unit(helper).at == t.sq("C4") and not t.g.unit(helper).prepared


@pytest.mark.rule("napalini.11.cards.order")
def test_cards_that_shoot_again_have_their_order(quiet):
    t, (n,), (d,) = fight(quiet, prepared=True)
    play(t, "31E", t.sq("C4"))
    hold(t, "18E", "26E", side=t.two)
    t.g.camp(t.two).hand.append("O2E")
    # prepared volley, attacker; 18E again; both by 31E; then 26E: five hits of the defenders in all are possible
    t.run(cycle.combat(t.g, t.sq("C4")), "18E", "26E", dice=(3, 3, 3, 3, 3, 1))
    told = [event.rule.removeprefix("napalini.") for event in t.match.events]
    again, once_more = told.index("card.18E", told.index("7.cycle") + 2), told.index("card.31E", told.index("7.cycle"))
    assert again < once_more < told.index("card.26E") < told.index("7.result.tie")
    assert t.g.unit(n).step == t.g.unit(d).step == 0


@pytest.mark.rule("napalini.card.14E")
def test_14E_an_exhausted_squadron_is_ready_next_morning_only(quiet):
    from grognard.games.napalini.air import sorties

    t = quiet()
    k, other = t.fly(t.one, "fighter", step=2, ready=False), t.fly(t.one, "fighter", step=1, ready=False)
    op(t)
    play(t, "14E", k, other)
    t.run(sorties.end_of_period(t.g, True))
    assert not t.s.air[k].ready and t.s.air[other].ready
    sorties.make_ready(t.g)
    assert t.s.air[k].ready


@pytest.mark.rule("napalini.card.O3E")
def test_O3E_the_ghost(quiet):
    t, (_n,), (d,) = fight(quiet)
    hold(t, "O3E", side=t.two)
    t.run(moments.fireman_or_ghost(t.g), "O3E")
    t.run(cycle.combat(t.g, t.sq("C4")), d, t.sq("C5"), ..., 0)
    assert t.g.unit(d).at == t.sq("C5") and t.g.unit(d).step == 0


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
    t.run(cycle.combat(t.g, t.sq("C4")), "8E")
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
    t.run(cycle.combat(t.g, t.sq("C4")), "18E", dice=(6, 6, 1))
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


@pytest.mark.rule("napalini.card.22E")
def test_22E_hail_mary(quiet):
    t = quiet(ground=WATER)
    n = t.put(t.one, "infantry", "B3")
    op(t, n)
    play(t, "22E", t.sq("B3"))
    assert paths.step_tests(t.g, n, t.sq("B3"), t.sq("B4")) == []
    t.run(moves.normal_move(t.g, [n], (t.sq("B3"), t.sq("B4"))), 0)


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


@pytest.mark.rule("napalini.card.25E")
def test_25E_toujours_de_l_audace(quiet):
    t, (n,), (_d,) = fight(quiet, defenders=("archie",))
    foe = t.put(t.two, "infantry", "C5")
    t.run(cycle.combat(t.g, t.sq("C4")), 0)
    t.g.round.fought.append(t.sq("C4"))
    hold(t, "25E")
    t.run(rounds.combats(t.g), "25E", t.sq("C5"), dice=(6, 6))
    assert t.g.unit(foe).step == 1 and t.sq("C5") in t.g.round.fought
    assert t.g.unit(n).at == t.sq("C5")


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


@pytest.mark.rule("napalini.card.32E")
def test_32E_black_bear(quiet):
    t = quiet(rows(C5="F"))
    n = t.put(t.one, "infantry", "C3")
    op(t, n)
    play(t, "32E", t.sq("C3"))
    ends = {p[-1] for p in paths.paths(t.g, n, paths.enemy_view(t.g, t.one))}
    assert t.sq("B5") in ends and t.sq("C5") not in ends
