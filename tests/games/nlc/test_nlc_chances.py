"""What may come of it stands beside the choices: stand or retreat, reactions, ways of a charge, initiative, compliance."""

from __future__ import annotations

from conftest import FR_II, LEADERS, Field, led_field
from grognard.games.nlc.asks import Ask
from grognard.games.nlc.cavalry.charge import ask_charge
from grognard.games.nlc.cavalry.paths import paths
from grognard.games.nlc.cavalry.reaction import ask_reaction
from grognard.games.nlc.combat.declare import Pair, declare_attacks
from grognard.games.nlc.combat.normal import resolve_combat
from grognard.games.nlc.command.initiative import initiative_words
from grognard.games.nlc.command.sheet import show
from grognard.games.nlc.command.written import Written
from grognard.games.nlc.state import Attack
from grognard.games.nlc.terrain.sight import seen as sees
from grognard.games.nlc.values import Ride

ATTACK = {"fr-ii": {"kind": "attack", "target": "quatre-bras"}, "fr-3cav": {"kind": "attack", "target": "quatre-bras"}}
FAR = {**LEADERS, "reille": "0513", "ney": "0513", "kellermann": "0513"}


def test_stand_or_retreat_says_how_likely_they_hold():
    """Jamin has morale 4, 3 with a step lost: he holds on 1 to 3."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0510"}, ATTACK, leaders=FAR)
    f.stage(segment="combat")
    fight = resolve_combat(f.g, Attack(f.h("0510"), [f.u("fr-9-jamin")]))
    with f.match.forced(1, 1, 4, 4):
        asked = next(fight)
    assert asked.name == Ask.STAND_OR_RETREAT
    labels = [asked.option(value).label for value in asked.options]
    assert any("you hold 50%" in label for label in labels), labels


def test_a_reaction_says_how_likely_they_set_off():
    f = led_field({"fr-2c-pire": "0512", "al-best": "0511"}, ATTACK, leaders=FAR)
    f.stage(side=1, formations=(3,))
    asked = ask_reaction(f.g, 0, [f.u("al-best")], f.h("0511"), [f.u("fr-2c-pire")], [])
    assert any("morale 4: sets off 67%" in asked.option(value).label for value in asked.options)


def test_each_way_of_a_charge_has_its_odds():
    """By the flank of infantry that others hold down the charge is doubled and nobody fires at it."""
    f = led_field({"fr-2c-pire": "0513", "al-best": "0511"}, ATTACK, leaders=FAR)
    target = f.h("0511")
    pin = next(hex for hex in f.g.grid.adjacent[target] if f.g.grid.distance(hex, f.h("0513")) == 2)
    f.g.put(f.u("fr-9-jamin"), pin)
    f.stage(segment="charge")
    ways = [Ride(tuple(path)) for path in paths(f.g, f.h("0513"), target)]
    assert len(ways) > 1
    asked = ask_charge(f.g, f.u("fr-2c-pire"), ways, True)
    wins = [dict(asked.option(way).odds[0].outcomes)["the charge wins"] for way in ways]
    assert len(set(wins)) > 1 and all(0 < chance < 1 for chance in wins)


def test_of_a_hex_that_nobody_sees_no_odds_are_told():
    dark = Field("learning", units={"fr-2c-pire": "0512", "al-best": "0510"}, orders=ATTACK, leaders={"ney": "0513"}, turn=1)
    path = paths(dark.g, dark.h("0512"), dark.h("0510"))[0]
    seen = dark.g.later.ride_odds(dark.g, dark.u("fr-2c-pire"), path)
    assert seen and sees(dark.g, 0, dark.h("0510"))
    hidden = next(hex for hex in range(dark.g.grid.size) if not sees(dark.g, 0, hex) and not dark.g.ground.terrain[hex])
    dark.g.put(dark.u("al-best"), hidden)
    assert not sees(dark.g, 0, hidden)
    assert dark.g.later.ride_odds(dark.g, dark.u("fr-2c-pire"), [hidden]) == []


def test_a_declared_attack_says_who_gives_way():
    """On the sheet of declarations, and again when the next combat is chosen; nothing of a hex that nobody sees."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0510"}, ATTACK, leaders=FAR)
    f.stage(segment="combat", commanded=1 << f.u("fr-9-jamin"))
    sheet = next(declare_attacks(f.g, [f.u("fr-9-jamin")]))
    assert sheet.view(0).odds == []
    [view] = sheet.view(0, [Pair("fr-9-jamin", "0510")]).odds
    assert view.title == "Jamin against 0510" and view.good == [1, 0, -1]
    assert abs(sum(chance for _, chance in view.outcomes) - 1) < 1e-9 and all(chance > 0 for _, chance in view.outcomes)
    [begin] = sheet.view(0).whole
    assert begin.label == "1 unit against 0510"
    hidden = next(hex for hex in range(f.g.grid.size) if not sees(f.g, 0, hex) and not f.g.ground.terrain[hex])
    f.g.put(f.u("al-best"), hidden)
    assert f.g.later.attack_outlook(f.g, [f.u("fr-9-jamin")], hidden) == []


def test_initiative_and_compliance_say_their_chances():
    f = led_field({"fr-9-jamin": "0511", "al-best": "0503"}, ATTACK, leaders=FAR, phase="command")
    assert "rating 2: acts 17%, bad move 28%" in initiative_words(f.g, f.l("reille"))
    item = show(f.g, Written("ney", "fr-ii", "march", "frasnes"))
    assert item.cost.startswith("at once, obeyed ") and "ignored" in item.cost
    assert f.g.state.orders[FR_II].kind == "attack"
