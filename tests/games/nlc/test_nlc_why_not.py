"""Why not? Every hex of the map and every own unit has an answer, and the answer and the options are one judgement."""

from __future__ import annotations

import random

import pytest

from conftest import AL_2NL, AL_5, FR_II, Field, quiet_turn, rule_of
from grognard.games.nlc.asks import Ask
from grognard.games.nlc.cavalry.reaction import react_to
from grognard.games.nlc.combat.bombard import ask_bombardment
from grognard.games.nlc.march.segment import _move_units, movement_segment
from grognard.games.nlc.march.where_to import VIA
from grognard.games.nlc.values import Bombardment, mover
from grognard.kernel import Match

LEADERS = {"reille": "0511", "ney": "0511", "picton": "0503"}
UNITS = {"fr-9-jamin": "0511", "fr-9-gauthier": "0512", "fr-5-campi": "0512", "fr-5-husson": "0114", "al-best": "0508", "al-kempt": "0408"}


def asked(unit="fr-9-jamin", kind="attack", **more):
    f = Field(units=UNITS, orders={"fr-ii": {"kind": kind, "target": "quatre-bras"}}, leaders=LEADERS, **more)
    f.stage(formations=(FR_II,))
    return f, next(_move_units(f.g, [f.u(unit)]))


@pytest.mark.rule("nlc.5.0.3", "nlc.5.0.8", "nlc.5.3.1", "nlc.20.2.4")
def test_a_hex_that_cannot_be_reached_says_its_rule():
    f, decision = asked()
    rules = {label: rule_of(decision.explain(place=label)) for label in ("0508", "0512", "0505", "0503", "0101")}
    assert rules["0508"] == "nlc.5.0.3"  # the enemy is there
    assert rules["0512"] == "nlc.5.3.1"  # two friends are
    assert rules["0101"] == "nlc.5.0.8"  # too far
    away = [h for h in f.g.grid.adjacent[f.h("0511")] if rule_of(decision.why_not(h)) == "nlc.20.2.4"]
    assert away  # away from the target of the order
    assert all(decision.explain(place=f.g.label(h)) is None for h in decision.options if isinstance(h, int))


@pytest.mark.rule("nlc.20.2.17", "nlc.20.2.14")
def test_zones_of_control_say_their_rule():
    for kind, rule in (("march", "nlc.20.2.17"), ("delay", "nlc.20.2.14")):
        f, decision = asked(kind=kind)
        zone = f.h("0509")
        assert f.g.zoc_on(zone, 0) and rule_of(decision.why_not(zone)) == rule


@pytest.mark.rule("nlc.4.0.6", "nlc.5.0.6")
def test_a_unit_that_cannot_move_says_its_rule():
    f, _ = asked()
    f.g.state.moved |= 1 << f.u("fr-5-campi")
    units = [f.u(name) for name in ("fr-9-jamin", "fr-9-gauthier", "fr-5-campi")]
    decision = next(movement_segment(f.g, lambda g: units, lambda g: units))
    assert decision.explain(piece="fr-9-jamin") is None
    assert rule_of(decision.explain(piece="fr-5-campi")) == "nlc.5.0.6"
    assert rule_of(decision.explain(piece="fr-5-husson")) == "nlc.4.0.6"


def test_options_and_judges_agree_everywhere():
    """In random play: whatever a movement question offers its judge allows, and whatever it does not offer it refuses."""
    match, rng = Match.start("nlc", "learning", seed=11), random.Random(11)
    looked = 0
    while match.result is None and looked < 60:
        seat, decision = next(iter(match.decisions.items()))
        if decision.rule in ("nlc.5.0.1", "nlc.19.1.2") and decision.about.get("piece") and not decision.about.get("way"):
            looked += 1
            for hex in range(match.g.grid.size):
                offered = hex in decision.options
                assert (decision.why_not(hex) is None) == offered, (decision.prompt, match.g.label(hex), decision.why_not(hex))
        match.choose(decision.sample(rng), seat)
    assert looked > 20


@pytest.mark.rule("nlc.5.0.1", "nlc.7.9.1")
def test_a_dearer_way_can_be_chosen():
    """Piré may go round by another hex; the way that he then takes costs more and leads through it."""
    f = Field(units={"fr-2c-pire": "0511", "al-best": "0101"}, orders={"fr-ii": {"kind": "delay", "target": "frasnes"}},
              leaders={"reille": "0511", "ney": "0511"})
    f.stage(formations=(FR_II,))
    move = _move_units(f.g, [f.u("fr-2c-pire")])
    first = next(move)
    to = f.h("0513")
    plain = first.option(to)
    way = move.send(VIA)
    corners = [hex for hex in way.options if f.g.label(hex) not in plain.path and f.g.grid.distance(hex, to) == 2]
    bend = next(hex for hex in corners if f.g.grid.distance(hex, f.h("0511")) == 2)
    again = move.send(bend)
    longer = again.option(to)
    assert f.g.label(bend) in longer.path and f.g.label(bend) not in plain.path
    assert len(longer.path) > len(plain.path)
    with pytest.raises(StopIteration):
        move.send(to)
    assert f.at("fr-2c-pire") == "0513"


def test_a_click_in_a_real_match_is_answered():
    match = Match.start("nlc", "learning", seed=1)
    quiet_turn(match, "nlc.5.0.1")
    seat, decision = next(iter(match.decisions.items()))
    side = match.g.static.sides.index(seat)
    others = [u for u in match.g.army_units(side) if match.g.units[u].formation not in match.g.stage.formations]
    assert others and all(decision.explain(piece=match.g.units[u].id) is not None for u in others)


@pytest.mark.rule("nlc.7.7.1", "nlc.8.1.1", "nlc.7.3.1", "nlc.7.3.12")
def test_fights_say_why_not():
    from grognard.games.nlc.cavalry.charge import declare_charges
    from grognard.games.nlc.combat.bombard import declare_bombardments as declare
    from grognard.games.nlc.combat.declare import declare_attacks

    units = {"fr-9-jamin": "0512", "fr-2c-pire": "0411", "fr-ii-foot": "0512", "fr-5-husson": "0413", "al-best": "0513", "al-kempt": "0505"}
    f = Field(units=units, orders={"fr-ii": {"kind": "attack", "target": "quatre-bras"}}, leaders=LEADERS)
    f.stage(segment="bombard", formations=(FR_II,))
    guns = [f.u("fr-ii-foot")]
    shot = next(declare(f.g, guns))
    assert rule_of(shot.explain(piece="fr-9-jamin")) == "nlc.8.1.1" and shot.explain(piece="fr-ii-foot") is None
    assert rule_of(shot.explain(place="0505")) == "nlc.8.1.1"  # out of range
    ride = next(declare_charges(f.g, [f.u("fr-2c-pire")]))
    assert rule_of(ride.explain(piece="fr-9-jamin")) == "nlc.7.7.1" and ride.explain(piece="fr-2c-pire") is None
    f.stage(segment="combat", formations=(FR_II,))
    mine = [f.u(name) for name in ("fr-9-jamin", "fr-2c-pire", "fr-ii-foot")]
    attack = next(declare_attacks(f.g, mine))
    assert attack.explain(piece="fr-9-jamin") is None and attack.explain(piece="fr-9-jamin", place="0513") is None
    assert rule_of(attack.explain(piece="fr-9-jamin", place="0505")) == "nlc.7.3.1"
    assert rule_of(attack.explain(piece="fr-5-husson")) == "nlc.7.3.12"
    assert rule_of(attack.explain(place="0505")) == "nlc.7.3.1"


@pytest.mark.rule("nlc.8.1.1")
def test_a_bombardment_that_is_taken_up_again_answers_as_before():
    """After a restart the segment knows the guns without those that are laid already: nobody may notice."""
    f = Field(units={"al-5-art": "0508", "al-2nl-art": "0408", "al-best": "0508", "al-kempt": "0408", "fr-9-jamin": "0510"}, leaders=LEADERS)
    f.stage(side=1, formations=(AL_2NL, AL_5), segment="bombardment")
    one, other = f.u("al-2nl-art"), f.u("al-5-art")
    options = [Bombardment(mover(f.g, [other]), f.h("0510"))]
    before = ask_bombardment(f.g, options, [one, other], [one])
    after = ask_bombardment(f.g, options, [other], [one])
    places = [("", label) for label in f.g.grid.labels] + [("al-2nl-art", ""), ("al-5-art", ""), ("al-2nl-art", "0510")]
    assert [str(before.explain(*at)) for at in places] == [str(after.explain(*at)) for at in places]
    assert "laid on a target" in str(after.explain("al-2nl-art", "0510"))


@pytest.mark.rule("nlc.7.9.1", "nlc.7.9.4")
def test_cavalry_that_cannot_react_says_why():
    units = {"fr-2c-pire": "0512", "fr-11c-lheritier": "0114", "fr-9-jamin": "0513", "al-best": "0511"}
    f = Field(units=units, leaders=LEADERS, phase="chits")
    f.stage(side=1, formations=(AL_5,))
    decision = next(react_to(f.g, 1, [f.u("al-best")], f.h("0511")))
    assert f.u("fr-2c-pire") in decision.options
    assert rule_of(decision.why_not(f.u("fr-11c-lheritier"))) == "nlc.7.9.1"
    assert rule_of(decision.why_not(f.u("fr-9-jamin"))) == "nlc.7.9.1"
    f.g.stage.tests.append((f.u("fr-2c-pire"), f.u("al-best")))
    f.g.put(f.u("fr-11c-lheritier"), f.h("0513"))
    decision = next(react_to(f.g, 1, [f.u("al-best")], f.h("0511")))
    assert rule_of(decision.why_not(f.u("fr-2c-pire"))) == "nlc.7.9.4"


@pytest.mark.rule("nlc.20.11.1")
def test_leaders_who_cannot_try_say_why():
    f = Field(units=UNITS, leaders=LEADERS)
    decision = f.match.decisions["french"]
    assert decision.name == Ask.INITIATIVE
    assert rule_of(decision.why_not(f.l("kellermann"))) == "nlc.20.11.1"
    assert "is not there" in str(decision.why_not(f.l("kellermann")))
