"""Whose units a general's card serves: all of the command if his is the main HQ, otherwise those of his own army."""

from __future__ import annotations

import pytest
from napalini_table import THIRD, Table, action, scenario, table, three_armies
from test_napalini_cards import hold, op, play
from test_napalini_table import rows

from grognard.games.napalini.card_effects import moments, normal
from grognard.games.napalini.cards import hand
from grognard.games.napalini.combat import artillery, bombardment, cycle, retreat, rubble
from grognard.games.napalini.combat.fire import Aim, dice_tally
from grognard.games.napalini.command import hq_actions, rounds
from grognard.games.napalini.deployment import envelopment, setup
from grognard.games.napalini.movement import paths
from grognard.games.napalini.movement.choices import Move, OneUnit
from grognard.games.napalini.state import Hook, Round
from grognard.games.napalini.victory import score
from grognard.kernel import PASS

FOURTH = THIRD | {"id": "four", "side": "sd", "name": "Fourth Army", "units": [{"type": "hq", "mobile": True, "at": "C6", "face": "S"}]}
MAIN, OTHER = 0, 2


def general(t: Table, formation: int, card: str) -> None:
    for f in range(len(t.s.armies)):
        t.g.army(f).character, t.g.army(f).character_left = "", 0
    t.g.army(formation).character, t.g.army(formation).character_left = card, 2 if card == "12C" else 1


def of_both_armies(t: Table, kind: str, at: str) -> list[int]:
    return [t.put(t.one, kind, at), t.put(t.one, kind, at, formation=OTHER)]


@pytest.mark.rule("napalini.11.character.reach", "napalini.card.O1C")
@pytest.mark.parametrize(("owner", "dice"), [(MAIN, [2, 2]), (OTHER, [1, 2])])
def test_blood_and_guts_of_a_subordinate_is_for_his_own_army(owner, dice):
    t = three_armies()
    general(t, owner, "O1C")
    both = of_both_armies(t, "infantry", "C3")
    enemy = t.put(t.two, "infantry", "C4")
    t.round(t.one, both, formation=OTHER, step="cards")
    t.run(normal.normal_cards(t.g), "O1C", t.sq("C4"))
    for n in both:
        t.attack(n, "C4", "C3")
    assert [int(dice_tally(t.g, Aim(n, t.sq("C4"), (enemy,), True))) for n in both] == dice


@pytest.mark.rule("napalini.11.character.reach", "napalini.card.O4C")
@pytest.mark.parametrize(("owner", "marked"), [(MAIN, [False, False]), (OTHER, [True, False])])
def test_the_gunner_reloads_the_guns_of_his_own_army(owner, marked):
    t = three_armies()
    general(t, owner, "O4C")
    both = of_both_armies(t, "field_artillery", "C3")
    t.put(t.two, "infantry", "C4")
    t.round(t.one, both, formation=OTHER, step="cards")
    t.run(normal.normal_cards(t.g), "O4C", t.sq("C4"))
    ways = [(n, "sees", -1) for n in both]
    t.run(bombardment.bombardment(t.g, t.sq("C4")), *ways, dice=(1, 1, 1, 1))
    assert [t.g.unit(n).fired for n in both] == marked


@pytest.mark.rule("napalini.11.character.reach", "napalini.card.O5C")
@pytest.mark.parametrize(("owner", "free"), [(MAIN, [True, True]), (OTHER, [False, True])])
def test_the_organizer_leads_the_columns_of_his_own_army_past_the_enemy(owner, free):
    t = three_armies()
    general(t, owner, "O5C")
    both = of_both_armies(t, "infantry", "C3")
    t.put(t.two, "infantry", "C4")
    t.round(t.one, both, formation=OTHER, step="cards")
    t.run(normal.normal_cards(t.g), "O5C")
    seen = paths.enemy_view(t.g, t.one)
    assert [bool(paths.transit_reach(t.g, n, seen)) for n in both] == free


# ------------------------------------------------------------------ 12C


def town_lost(owner: int, defender: int, step: int = 0) -> tuple[Table, int]:
    """C5, next to the HQ of the Fourth Army and far from that of the Second, is lost by two hits to none."""
    t = table(rows(C5="B"), formation=[*scenario()["formation"], FOURTH])
    t.g.camp(t.two).main = 1
    general(t, owner, "12C")
    unit = t.put(t.two, "infantry", "C5", formation=defender, step=step)
    enemies = [t.put(t.one, "infantry", "C4") for _ in range(2)]
    t.round(t.one, enemies)
    for n in enemies:
        t.attack(n, "C5", "C4")
    return t, unit


@pytest.mark.rule("napalini.card.12C", "napalini.11.character.reach")
@pytest.mark.parametrize(("owner", "defender", "asked"), [(1, 1, True), (1, 2, True), (2, 2, True), (2, 1, False)])
def test_12C_the_general_of_the_main_hq_has_all_hqs_of_the_command(owner, defender, asked):
    t, unit = town_lost(owner, defender)
    t.run(cycle.combat(t.g, t.sq("C5")), *(["12C", ...] if asked else [..., ..., ...]), dice=(1, 1, 4, 1, 1, 1))
    assert (t.g.unit(unit).at == t.sq("C5")) == asked
    assert t.g.unit(unit).step == 1 + asked


@pytest.mark.rule("napalini.card.12C")
def test_12C_that_takes_the_last_defender_leaves_the_square_to_the_attackers():
    t, unit = town_lost(1, 1, step=1)
    t.run(cycle.combat(t.g, t.sq("C5")), "12C", 0, dice=(1, 1, 4, 1, 1, 1))
    assert t.g.unit(unit).where == "out"
    assert t.g.round.cleared == t.sq("C5") and t.told("holds")


# ------------------------------------------------------------------ repairs


def surrounded(t: Table, at: str) -> None:
    for near in t.g.grid.adjacent[t.sq(at)]:
        t.put(t.two, "infantry", t.g.label(near))


@pytest.mark.rule("napalini.11.cards.repair", "napalini.card.6C", "napalini.card.O6E")
def test_only_the_scrounger_asks_for_supply():
    t = table()
    general(t, MAIN, "6C")
    t.g.camp(t.one).hand = ["O6E"]
    n = t.put(t.one, "infantry", "C5", step=1)
    surrounded(t, "C5")
    t.round(t.one, [n], step="cards")
    assert normal.playable(t.g, "O6E") is not None
    t.run(normal.normal_cards(t.g), "6C", n, PASS)
    assert t.g.unit(n).step == 0


@pytest.mark.rule("napalini.card.14E", "napalini.card.16E", "napalini.11.cards.repair")
@pytest.mark.parametrize(("card", "step"), [("14E", 1), ("16E", 2)])
def test_a_card_brings_back_a_squadron_that_was_destroyed(card, step):
    """One loss is taken back: it is exhausted; the second of 14E makes it worn. Its points are the enemy's no more."""
    t = table()
    general(t, MAIN, "")
    k = t.fly(t.one, "fighter", step=2, out=True)
    t.g.camp(t.two).eliminated = 9.0
    t.g.camp(t.one).hand = [card]
    t.round(t.one, step="cards")
    t.run(normal.normal_cards(t.g), card, *([k, k] if card == "14E" else [k]))
    assert not t.s.air[k].out and t.s.air[k].step == step
    assert t.g.camp(t.two).eliminated == 6.0


@pytest.mark.rule("napalini.card.16E")
def test_the_plane_of_a_lost_ship_is_not_brought_back():
    t = table()
    ship = t.put(t.one, "infantry", "C3", where="captured")
    t.fly(t.one, "observation", out=True, carrier=ship)
    t.g.camp(t.one).hand = ["16E"]
    t.round(t.one, step="cards")
    assert normal.playable(t.g, "16E") is not None


# ------------------------------------------------------------------ bonus Ops, prizes


@pytest.mark.rule("napalini.4.activate.bonus")
@pytest.mark.parametrize(("answer", "dice", "left"), [("now", (), [1, 0]), ("later", (3,), [0, 1])])
def test_a_bonus_op_that_was_kept_may_be_used_before_the_others(answer, dice, left):
    t = table()
    general(t, MAIN, "")
    t.g.army(0).ops = t.g.army(0).bonus = 1
    t.s.round = Round(t.one)
    t.run(rounds.name_op(t.g), t.sq("A2"), answer)
    t.call(rounds.activate, t.g, dice=dice)
    assert [t.g.army(0).ops, t.g.army(0).bonus] == left and t.g.round.success


@pytest.mark.rule("napalini.4.activate.bonus", "napalini.4.action.bonus-op")
def test_who_uses_a_bonus_op_is_not_asked_again_when_he_buys_another():
    t = table()
    general(t, MAIN, "")
    t.g.army(0).ops = t.g.army(0).bonus = t.g.army(0).actions = 1
    t.s.round = Round(t.one)
    t.run(rounds.name_op(t.g), t.sq("A2"), "now")
    t.round(t.one, step="actions", bonus=True)
    t.run(hq_actions.execute(t.g, action("bonus-op", 0, 0)))
    assert t.g.army(0).bonus == 2 and t.g.round.bonus


@pytest.mark.rule("napalini.card.13C")
@pytest.mark.parametrize(("ruined", "prizes"), [(False, 1), (True, 0)])
def test_13C_a_town_in_rubble_is_no_prize(ruined, prizes):
    t = table(rows(C4="B"))
    t.s.last_held[str(t.sq("C4"))] = t.two
    if ruined:
        rubble.damage(t.g, t.sq("C4"), 3)
    t.put(t.one, "infantry", "C4")
    score.note_prizes(t.g)
    t.g.camp(t.one).prize_taker = True
    score.prize_points(t.g)
    assert t.g.camp(t.one).vp["cards"] == prizes


@pytest.mark.rule("napalini.card.13C")
def test_a_town_taken_in_the_first_round_of_the_battle_is_a_prize():
    t = Table(rows(C4="B"))
    n = t.put(t.one, "infantry", "C3")
    t.put(t.two, "archie", "C4")
    t.put(t.two, "infantry", "F8")
    t.g.army(0).ops = 1
    t.g.army(1).ops = 1
    hold(t, "8C")
    t.g.army(1).character = "8C"
    answers = [t.sq("C3"), OneUnit(n), Move(t.sq("C4"), t.sq("C3")), 0]  # the area, who, the attack, the facing
    procedure = rounds.rounds(t.g)
    with pytest.raises(AssertionError, match="nobody answers"):  # the enemy's round follows
        t.run(procedure, *answers)
    t.g.camp(t.one).prize_taker = True
    score.prize_points(t.g)
    assert t.g.unit(n).at == t.sq("C4") and t.g.camp(t.one).vp["cards"] == 1


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


@pytest.mark.rule("napalini.card.9C")
def test_the_dummies_of_9C_go_to_any_formations():
    more = {"id": "three", "side": "so", "name": "Third Army", "engineers": 0, "kind": "reserve",
            "general": {"name": "Gen. Three", "ability": "average", "character": "9C"},
            "units": [{"type": "hq", "mobile": True, "at": "B1", "face": "N"}]}  # fmt: skip
    from napalini_table import scenario

    t = table(formation=[*scenario()["formation"], more])
    t.run(moments.set_up_cards(t.g, t.one), "9C", 2, 0, 2)
    assert [setup.more_dummies(t.g, t.one, f) for f in (0, 2)] == [1, 2]


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


@pytest.mark.rule("napalini.card.10C", "napalini.3.envelopment.arrival")
def test_the_bouncer_before_an_arrival_throw():
    t = table()
    hold(t, "10C")
    n = t.put(t.one, "infantry", "A1", where="hook")
    t.g.unit(n).at = -1
    t.s.hooks.append(Hook(t.one, "west", "short", [n]))
    t.s.periods = 2
    t.run(moments.before_arrivals(t.g, t.one), "10C")
    t.run(envelopment.hooks(t.g, t.one), t.sq("A2"), 0)  # no die is thrown
    assert t.g.unit(n).at == t.sq("A2")


@pytest.mark.rule("napalini.card.7C", "napalini.6.hostile-corner", "napalini.7.retreat")
@pytest.mark.parametrize(("card", "kind", "open_"), [("", "light_tanks", False), ("7C", "light_tanks", True), ("7C", "infantry", False)])
def test_the_fox_leads_motors_and_tracks_over_hostile_corners_in_retreat_too(card, kind, open_):
    t = table()
    n = t.put(t.one, kind, "C4")
    t.put(t.two, "garrison", "C3")
    t.put(t.two, "garrison", "D4")
    t.round(t.one)
    t.g.camp(t.one).period_cards = {card: -1} if card else {}
    assert (t.sq("D3") in retreat.retreat_squares(t.g, n, False)) == open_


@pytest.mark.rule("napalini.card.12C", "napalini.2.flag.vulnerable")
@pytest.mark.parametrize(("step", "where"), [(0, "table"), (2, "out")])
def test_the_loss_of_12C_is_a_step_for_guns_too(step, where):
    """It is a card's, not of fire; the last step is lost like any."""
    t = table(rows(C4="B"))
    t.g.army(1).character, t.g.army(1).character_left = "12C", 2
    t.g.unit(t.g.hq(1)).at = t.sq("C5")
    t.put(t.two, "infantry", "C4")
    gun = t.put(t.two, "field_artillery", "C4", step=step)
    attackers = [t.put(t.one, "infantry", "C3") for _ in range(2)]
    t.round(t.one)
    for n in attackers:
        t.attack(n, "C4", "C3")
    t.run(cycle.combat(t.g, t.sq("C4")), "12C", gun, ..., dice=(4, 1, 1, 1, 1, 1, 1))
    assert t.g.unit(gun).where == where and t.g.unit(gun).step == (1 if where == "table" else 3)
    assert t.g.contested(t.sq("C4"))
