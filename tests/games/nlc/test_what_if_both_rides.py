"""What if both: cavalry that rides, and something else in the same moment."""

from __future__ import annotations

import pytest

from conftest import FR_II, Field
from grognard.games.nlc.army.victory import judge_collapse
from grognard.games.nlc.asks import Ask
from grognard.games.nlc.combat.declare import Pair
from grognard.games.nlc.combat.normal import resolve_combat
from grognard.games.nlc.combat.retreat import retreat
from grognard.games.nlc.command.confidence import _go_back
from grognard.games.nlc.march.exits import _exit, exit_route
from grognard.games.nlc.march.movement import routes
from grognard.games.nlc.march.walk import walk
from grognard.games.nlc.state import Attack
from grognard.games.nlc.turn.action import _charges, _combats
from grognard.games.nlc.values import Ride
from grognard.kernel.context import Over

AT = {"kind": "attack", "target": "quatre-bras"}
ORDERS = {"fr-ii": AT, "fr-glight": AT, "al-merlen": {"kind": "defend", "target": "quatre-bras"}}
LEADERS = {"reille": "0519", "lefebvre-desnouettes": "0820", "ney": "0519"}


def meadow(units, segment="charge", **more) -> Field:
    """The open ground of rows 16 to 22 west of Frasnes."""
    f = Field("quatre-bras", units=units, orders={**ORDERS, **more.pop("orders", {})}, leaders={**LEADERS, **more.pop("leaders", {})}, **more)
    guard = f.g.units[f.u("fr-g-light")].formation
    f.stage(side=0, formations=(FR_II, guard), segment=segment).step = "move" if segment == "move" else ""
    return f


def asked(f: Field, name: Ask, side: str) -> list:
    return [decision for decision in f.asked if decision.name == name and decision.side == side]


@pytest.mark.rule("nlc.7.7.3", "nlc.7.7.10", "nlc.7.4.7")
def test_who_is_charged_does_not_retreat_into_a_hex_that_other_chargers_have_won():
    """7.7: charging cavalry *moves into* the defending hex; its counters wait at home only until it has decided what to do."""
    f = meadow({"fr-2c-pire": "0519", "fr-g-light": "0820", "al-best": {"at": "0619", "step": 1}, "al-kempt": "0719"})
    # Best is ready (1), 5 rolled 12: gone. Kempt is ready (1), 5 rolled 8: one step
    f.drive(
        _charges(f.g), f.u("fr-2c-pire"), Ride((f.h("0619"),)), f.u("fr-g-light"), Ride((f.h("0819"), f.h("0719"))), f.h("0619"),
        f.h("0718"), "stay", dice=(1, 6, 6, 1, 1, 1, 4, 4, 1, 1, 1),
    )
    where = asked(f, Ask.RETREAT_TO, "allied")[0]
    assert f.h("0619") not in where.options and f.h("0620") in where.options
    assert f.at("fr-2c-pire") == "0619"


BEHIND = {"fr-2c-pire": "0519", "al-best": {"at": "0719", "step": 1}, "al-merlen-u": "0721"}  # 2 from 0619, 3 from 0519


@pytest.mark.rule("nlc.7.9.1", "nlc.7.10.5")
@pytest.mark.parametrize(("outcome", "dice"), [("won", (1, 6, 6, 1, 1)), ("lost", (1, 1, 1, 1, 1))])
def test_who_rides_home_through_the_hex_he_came_by_may_be_struck_there(outcome, dice):
    """7.9: *retreat into or through*; 7.10: retreating cavalry. Winners who go home no less than the beaten."""
    f = meadow(BEHIND)
    ride = [f.u("fr-2c-pire"), Ride((f.h("0619"), f.h("0719"))), "pass", "pass"]
    home = ["return"] if outcome == "won" else []
    f.drive(_charges(f.g), *ride, *home, f.u("al-merlen-u"), dice=(*dice, 1, 1, 1, 1, 1))
    assert [f.g.label(f.h("0619")) in decision.prompt for decision in asked(f, Ask.REACT, "allied")] == [True, False, True]
    assert f.told("nlc.7.10.5") and f.at("fr-2c-pire") == "0519"


@pytest.mark.rule("nlc.7.9.1", "nlc.7.8.4")
def test_beaten_pursuers_come_home_through_the_hex_they_had_won():
    """Piré wins 0619, pursues into 0719 and is beaten: Merlen, two hexes from 0619 and three from his home, may strike."""
    units = {"fr-2c-pire": "0519", "al-best": {"at": "0619", "step": 1}, "al-kempt": "0719", "al-merlen-u": "0721"}
    f = meadow(units)
    # Best is ready (1) and gone; Kempt is ready (1): 5 rolled 2: none; 2 rolled 2: none. Merlen sets off (1)
    f.drive(
        _charges(f.g), f.u("fr-2c-pire"), Ride((f.h("0619"),)), "pursue", "pass", f.u("al-merlen-u"),
        dice=(1, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
    )
    last = asked(f, Ask.REACT, "allied")[-1]
    assert "0619" in last.prompt and f.told("nlc.7.10.5")


@pytest.mark.rule("nlc.7.7.2", "nlc.7.9.6")
def test_a_second_charge_does_not_ride_through_cavalry_that_came_to_meet_the_first():
    """7.7: *the intervening hex must be empty.* R176: who has come to stand in it is charged there."""
    f = meadow({"fr-2c-pire": "0519", "fr-g-light": "0620", "al-kempt": "0719", "al-best": "0518", "al-merlen-u": "0617"})
    # Merlen sets off (1), wipes out Piré (12 against 2) and stays; the Guard meets him: 5 rolled 2, 3 rolled 2
    f.drive(
        _charges(f.g), f.u("fr-2c-pire"), Ride((f.h("0619"), f.h("0719"))), f.u("fr-g-light"), Ride((f.h("0619"), f.h("0518"))),
        f.u("al-merlen-u"), "hold", "stay", dice=(1, 6, 6, 1, 1, 1, 1, 1, 1, 1),
    )
    fights = [event.facts for event in f.match.events if event.rule == "nlc.7.7.3"]
    assert [fight["place"] for fight in fights] == [f.h("0619"), f.h("0619")]
    assert fights[-1]["units"] == [f.u("fr-g-light")] and fights[-1]["foes"] == [f.u("al-merlen-u")]


@pytest.mark.rule("nlc.7.7.11", "nlc.7.9.1")
@pytest.mark.parametrize("reacts", [True, False])
def test_who_charges_the_beaten_in_reaction_attacks_nobody_afterwards(reacts):
    """7.7: cavalry cannot *attack* if it has charged this turn; R54: a reaction is a charge."""
    units = {"fr-6-soye": "0619", "al-best": "0620", "fr-2c-pire": "0719", "al-kempt": "0819"}
    f = meadow(units, segment="combat")
    both = [Pair("fr-6-soye", "0620"), Pair("fr-2c-pire", "0819")]
    charge = (1, 1, 1, 1, 1, 1) if reacts else ()
    # Soye 6 rolled 8: 1 hit; Best 3 rolled 2; Best runs (6)
    f.drive(
        _combats(f.g), both, f.h("0620"), "stand", f.h("0621"), f.u("fr-2c-pire") if reacts else "pass", "pass",
        dice=(4, 4, 1, 1, 6, *charge, *(() if reacts else (1, 1, 1, 1))),
    )
    fought = [f.h("0819") == event.facts.get("place") for event in f.match.events if event.rule == "nlc.7.3.1" and "foes" in event.facts]
    assert any(fought) != reacts and f.told("nlc.7.7.11") == reacts


@pytest.mark.rule("nlc.7.7.11", "nlc.7.9.6")
@pytest.mark.parametrize(("then", "ends"), [("stay", "0318"), ("return", "0418")])
def test_a_mover_that_rides_against_a_reaction_moves_no_farther(then, ends):
    """7.9: reaction charges may be met in reaction; 7.7: who has charged cannot move."""
    f = meadow({"fr-2c-pire": "0519", "al-merlen-u": "0218"}, segment="move")
    pire = f.u("fr-2c-pire")
    way = routes(f.g, [pire])[f.h("0516")]
    assert f.g.label(way.path[0]) == "0418" and len(way.path) > 1
    # Merlen sets off (1), Piré too (1); 5 rolled 12, 3 rolled 2: Merlen is gone
    f.drive(walk(f.g, [pire], way), f.u("al-merlen-u"), pire, then, dice=(1, 1, 6, 6, 1, 1))
    assert f.at("fr-2c-pire") == ends


@pytest.mark.rule("nlc.7.9.3", "nlc.6.0.2")
@pytest.mark.parametrize(("shot", "then", "leaves"), [((4, 5, 1, 1, 1), (), False), ((1, 1, 1, 1), ("stop",), False), ((1, 1, 1, 1), ("go on",), True)])
def test_only_who_goes_all_the_way_to_the_edge_leaves_the_map(shot, then, leaves):
    """7.9: *if the enemy units win* they can go on; the beaten, and who stops where he fought, are still here."""
    orders = {"fr-iii": {"kind": "march", "target": "0104"}}
    f = Field("wavre", units={"fr-10-gengoux": "0304", "pr-marwitz": "0202"}, orders=orders, leaders={"vandamme": "0304"})
    f.stage(side=0, formations=(0,))
    gengoux = f.u("fr-10-gengoux")
    route = exit_route(f.g, [gengoux])
    assert route is not None and [f.g.label(hex) for hex in route.path] == ["0204", "0104"]
    # Marwitz sets off (1) by 0103; Gengoux is ready (1); 2 rolled 9 or 2, Gengoux 2 rolled 2; no pursuit (1)
    f.drive(_exit(f.g, [gengoux], route), f.u("pr-marwitz"), f.h("0203"), *then, dice=(1, 1, *shot))
    assert f.g.on_map(gengoux) != leaves and f.told("nlc.6.0.2") == leaves


@pytest.mark.rule("nlc.7.7.6", "nlc.7.4.8")
def test_who_charged_and_stayed_has_a_zone_of_control_when_the_charges_are_over():
    """7.7: charging units exert no ZOC *for this purpose*; Piré stands in the hex he won when Kempt is charged in reaction later."""
    units = {"fr-2c-pire": "0520", "al-best": {"at": "0620", "step": 1}, "al-kempt": "0920", "fr-g-light": "0822"}
    f = meadow(units, leaders={"lefebvre-desnouettes": "0822"})
    f.drive(_charges(f.g), f.u("fr-2c-pire"), Ride((f.h("0620"),)), "done", "stay", dice=(1, 6, 6, 1, 1))
    f.g.stage.segment = "combat"
    # the Guard sets off (1); Kempt is ready (1); 5 rolled 8: a step; he goes on to 0720, next to Piré: another
    f.drive(
        retreat(f.g, 1, [f.u("al-kempt")], [], rule="nlc.7.4.4", voluntary=False),
        f.h("0820"), f.u("fr-g-light"), f.h("0821"), f.h("0720"), "return", dice=(1, 1, 4, 4, 1, 1),
    )
    assert f.told("nlc.7.4.8") and f.at("al-kempt") == "-2"


@pytest.mark.rule("nlc.10.0.2", "nlc.10.0.10")
def test_the_garrison_that_is_left_alone_in_its_chateau_is_charged_no_more():
    """10: two units turn a chateau into clear terrain *until one of them is removed*: here by riding out against the charge."""
    f = meadow({"fr-2c-pire": "1211", "al-bijlandt": "1011", "al-merlen-u": "1011"}, leaders={"reille": "1211"})
    # Merlen sets off (1) and is wiped out: 3 rolled 2, 5 rolled 12
    f.drive(_charges(f.g), f.u("fr-2c-pire"), Ride((f.h("1111"), f.h("1011"))), f.u("al-merlen-u"), dice=(1, 1, 1, 6, 6))
    assert [event.facts["place"] for event in f.match.events if event.rule == "nlc.7.7.3"] == [f.h("1111")]
    assert f.at("fr-2c-pire") == "1211" and f.told("nlc.10.0.2")


@pytest.mark.rule("nlc.20.10.3", "nlc.7.9.6")
@pytest.mark.parametrize(("then", "ends"), [("stay", "0318"), ("return", "0516")])
def test_who_loses_heart_and_rides_against_a_reaction_retreats_from_where_he_is(then, ends):
    f = meadow({"fr-2c-pire": "0519", "al-merlen-u": "0218"}, segment="retreat")
    pire = f.u("fr-2c-pire")
    way = [f.h(label) for label in ("0418", "0517", "0516")]
    # Merlen sets off (1), Piré too (1); 5 rolled 12, 3 rolled 2: Merlen is gone
    f.drive(_go_back(f.g, pire, way), f.u("al-merlen-u"), pire, then, dice=(1, 1, 6, 6, 1, 1))
    assert f.at("fr-2c-pire") == ends


@pytest.mark.rule("nlc.10.0.2", "nlc.7.9.8", "nlc.7.9.6")
@pytest.mark.parametrize(("shot", "rides"), [((6, 6), False), ((1, 1), True)])
def test_a_newcomer_left_alone_in_a_chateau_cannot_be_charged_in_reaction(shot, rides):
    """10: single infantry in a chateau cannot be charged. Merlen, who stood in it, rode out against the reaction and died, or
    came back beaten: then there are two in it, and it is clear terrain.
    """
    units = {"fr-2c-pire": "1211", "al-bijlandt": "0911", "al-merlen-u": "1011"}
    f = meadow(units, leaders={"reille": "1211"}, segment="move")
    bijlandt = f.u("al-bijlandt")
    f.stage(side=1, formations=(f.g.units[bijlandt].formation,))
    # Piré sets off (1), Merlen too (1): 3 rolled 2: none; 5 rolled 12 or 2
    more = (1, 1, 1, 1, 1) if rides else ()
    f.drive(walk(f.g, [bijlandt], routes(f.g, [bijlandt])[f.h("1011")]), f.u("fr-2c-pire"), f.u("al-merlen-u"), dice=(1, 1, 1, 1, *shot, *more))
    assert [f.h("1011") == event.facts["place"] for event in f.match.events if event.rule == "nlc.7.7.3"] == ([False, True] if rides else [False])
    assert f.told("nlc.10.0.2") != rides and f.at("fr-2c-pire") == "1211" and f.at("al-bijlandt") == "1011"


@pytest.mark.rule("nlc.7.3.13", "nlc.7.11.1")
def test_who_slipped_into_a_hex_that_is_attacked_too_is_not_attacked_again():
    """7.11: cavalry *being attacked* may retreat one hex; R149: who came in by retreat takes no part. It was attacked (20.8)."""
    f = meadow({"fr-6-soye": "0619", "al-merlen-u": "0620", "fr-9-jamin": "0721", "al-best": "0621"}, "combat", leaders={"reille": "0721"})
    merlen = f.u("al-merlen-u")
    f.g.state.free_at_dawn |= 1 << merlen
    # Soye finds empty ground; Jamin 4 rolled 2, Best 3 rolled 2
    f.drive(_combats(f.g), [Pair("fr-6-soye", "0620"), Pair("fr-9-jamin", "0621")], "retreat", f.h("0621"), dice=(1, 1, 1, 1))
    assert len(asked(f, Ask.SLIP_AWAY, "allied")) == 1 and f.at("al-merlen-u") == "0621"
    assert f.g.state.was_attacked >> merlen & 1


def sleeping(units, segment: str, side: int) -> Field:
    """A French morning: Ney has not been released (23)."""
    orders = {"al-merlen": {"kind": "attack", "target": "frasnes"}}
    f = meadow(units, segment, options={"french_release": True}, orders=orders, leaders={"merlen": units["al-merlen-u"]})
    f.stage(side=side, formations=(f.g.units[f.u("al-merlen-u")].formation,) if side else (FR_II,), segment=segment).step = ""
    f.g.state.released = 0
    return f


def ney_is_up(f: Field) -> bool:
    return bool(f.g.state.released >> f.l("ney") & 1)


@pytest.mark.rule("nlc.23.0.6", "nlc.7.7.3")
@pytest.mark.parametrize(("home", "by", "wakes"), [("0619", ("0620",), True), ("0620", (), False)])
def test_a_charge_into_a_zone_of_control_wakes_the_commander_though_it_rides_home(home, by, wakes):
    """23: an enemy unit *entering a ZOC*: riding through 0620 is that; who charges out of a zone into its only enemy enters none."""
    f = sleeping({"al-merlen-u": home, "fr-6-soye": "0621"}, "charge", 1)
    # Soye is ready (1); 3 rolled 2, 3 rolled 2
    f.drive(_charges(f.g), f.u("al-merlen-u"), Ride(tuple(f.h(hex) for hex in (*by, "0621"))), dice=(1, 1, 1, 1, 1))
    assert f.told("nlc.7.7.3") and f.at("al-merlen-u") == home and ney_is_up(f) == wakes


@pytest.mark.rule("nlc.23.0.6", "nlc.7.4.7")
@pytest.mark.parametrize(("to", "wakes"), [("0620", True), ("0618", False)])
def test_a_retreat_into_a_zone_of_control_wakes_the_commander(to, wakes):
    f = sleeping({"al-merlen-u": "0619", "fr-6-soye": "0621"}, "combat", 0)
    f.drive(retreat(f.g, 1, [f.u("al-merlen-u")], [], rule="nlc.7.4.4", voluntary=False), f.h(to))
    assert f.at("al-merlen-u") == to and ney_is_up(f) == wakes


@pytest.mark.rule("nlc.11.0.1", "nlc.13.0.3")
@pytest.mark.parametrize(("best", "winner"), [(1, "french"), (0, "allied")])
def test_an_army_breaks_in_the_instant_of_the_fire_before_a_charge_at_those_who_run(best, winner):
    """11: *when the strength of its destroyed units reaches* the level: the Allies fall apart in the fire of their own attack,
    and the charge at Soye, whose death would demoralize the French, comes too late: the fight ends, and the battle with it. If Best has another step, it does not.
    """
    units = {"fr-6-soye": "0619", "al-best": {"at": "0618", "step": best}, "al-kempt": "0618", "al-merlen-u": "0821"}
    f = meadow(units, orders={"al-5": {"kind": "attack", "target": "frasnes"}})
    f.stage(side=1, formations=(f.g.units[f.u("al-best")].formation,), segment="combat")
    soye, both = f.u("fr-6-soye"), [f.u("al-best"), f.u("al-kempt")]
    f.g.state.levels[f.g.units[soye].army] = f.g.units[soye].steps[0]
    f.g.state.collapse[f.g.units[both[0]].army] = f.g.units[both[0]].steps[0]
    # 5 or 7 rolled 7: a hit; 6 rolled 7: a hit. They hold (1), Soye runs (6), Merlen sets off (1): ready (1), 3 rolled 12, 2 rolled 2
    hit = [] if best else [both[0]]
    with pytest.raises(Over) as end:
        f.drive(_fight(f, Attack(f.h("0619"), both)), "stand", "stand", *hit, f.h("0620"), f.u("al-merlen-u"), dice=(3, 4, 3, 4, 1, 6, 1, 1, 6, 6, 1, 1))
    assert end.value.result.winner == winner


def _fight(f: Field, attack: Attack):
    yield from resolve_combat(f.g, attack)
    judge_collapse(f.g)
