"""Chapter 11: holding and playing cards, and the fifteen characters."""

from __future__ import annotations

import pytest
from napalini_table import Table, scenario, table
from test_napalini_table import rows

from grognard.games.napalini.card_effects import moments, normal
from grognard.games.napalini.cards import hand
from grognard.games.napalini.cards.choices import RoundCard
from grognard.games.napalini.combat import cycle
from grognard.games.napalini.combat.fire import Aim, dice_tally
from grognard.games.napalini.command import activation
from grognard.games.napalini.deployment import envelopment, setup
from grognard.games.napalini.movement import paths
from grognard.games.napalini.state import Hook
from grognard.games.napalini.tables import CARDS
from grognard.games.napalini.victory import score
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
    t.run(cycle.combat(t.g, t.sq("C4")), "12C", ..., dice=(6, 1, 1, 1))
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


@pytest.mark.rule("napalini.11.event.start")
def test_the_first_card_is_chosen_with_its_effect_in_sight():
    t = table()
    question = next(hand.first_cards(t.g, t.one))
    assert len(question.options) == 31  # 15E needs Brandenburgers
    assert all(CARDS[card]["effect"] in question.label(card) for card in question.options)


@pytest.mark.rule("napalini.card.11E", "napalini.card.30E")
@pytest.mark.parametrize("card", ["11E", "30E"])
@pytest.mark.parametrize("revealed", [True, False])
def test_a_square_of_hidden_markers_may_be_named_whatever_is_in_it(card, revealed):
    """That it is refused would tell that nobody there is prepared or behind walls."""
    t = table()
    t.put(t.two, "infantry", "C4", revealed=revealed)
    op(t, t.put(t.one, "infantry", "C3"))
    assert (t.sq("C4") in normal.enemy_squares(t.g, card)) == (not revealed)
