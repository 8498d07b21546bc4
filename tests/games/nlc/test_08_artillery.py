"""Chapter 8: bombardment and line of sight; and 20.14 with 25.6."""

from __future__ import annotations

import pytest

from conftest import ATTACK, FAR, FR_II, Field, led_field, rule_of
from grognard.games.nlc.combat.bombard import bombard_tally, declare_bombardments, may_bombard
from grognard.games.nlc.combat.bombard import resolve_bombardment as resolve
from grognard.games.nlc.combat.strengths import defense_tally
from grognard.games.nlc.ground import CREST, WOODS
from grognard.games.nlc.state import Fire
from grognard.games.nlc.terrain.sight import extended_los, has_los, line, seen, visibility

ORDERS = {"fr-ii": {"kind": "attack", "target": "quatre-bras"}, "al-5": {"kind": "defend", "target": "quatre-bras"}, "al-2nl": {"kind": "defend", "target": "gemioncourt"}}
LEADERS = {"reille": "0513", "ney": "0513"}


def field(units, options=None, orders=None, **more) -> Field:
    return Field(units=units, orders={**ORDERS, **(orders or {})}, leaders=LEADERS, options=options, **more)


@pytest.mark.rule("nlc.8.1.1", "nlc.10.0.2")
def test_who_may_be_bombarded():
    f = field({"fr-ii-foot": "0512", "al-best": "0513", "al-kempt": "0509", "al-bijlandt": "0506"})
    guns = f.u("fr-ii-foot")
    assert may_bombard(f.g, guns, f.h("0513")) is None
    assert rule_of(may_bombard(f.g, guns, f.h("0509"))) == "nlc.8.1.1"
    c = field({"fr-ii-foot": "0507", "al-bijlandt": "0506"})
    assert rule_of(may_bombard(c.g, c.u("fr-ii-foot"), c.h("0506"))) == "nlc.10.0.2"
    t = field({"fr-ii-foot": "0512", "al-best": "frasnes"})
    assert int(bombard_tally(t.g, [t.u("fr-ii-foot")], t.h("frasnes"))) == 1  # 3 x 0.25


@pytest.mark.rule("nlc.8.1.1")
def test_the_example_of_a_town():
    f = field({"fr-ii-foot": "0512", "fr-3c-horse": "0512", "al-best": "frasnes"})
    assert bombard_tally(f.g, [f.u("fr-ii-foot"), f.u("fr-3c-horse")], f.h("frasnes")).sum == 1.25


@pytest.mark.rule("nlc.8.1.2", "nlc.8.1.4", "nlc.8.1.5", "nlc.8.1.6")
def test_the_first_hit_disrupts_and_others_cost_steps():
    f = field({"fr-ii-foot": "0512", "al-best": "0513"})
    f.stage(segment="bombard")
    # strength 3 rolled 11: 2 hits: one disruption, one step; nobody answers, nobody checks
    f.drive(resolve(f.g, Fire(f.h("0513"), [f.u("fr-ii-foot")])), dice=(5, 6))
    assert f.g.disrupted(f.u("al-best")) and f.g.state.step[f.u("al-best")] == 1
    assert f.at("al-best") == "0513" and not f.asked
    rolled = [event for event in f.match.events if event.dice]
    assert len(rolled) == 1, "the target does not fire back, and no morale is checked"


@pytest.mark.rule("nlc.8.1.7", "nlc.3.4.1")
def test_a_second_disruption_has_no_effect():
    f = field({"fr-ii-foot": "0512", "al-best": {"at": "0513", "disrupted": True}})
    f.stage(segment="bombard")
    before = f.g.state.disrupted
    f.drive(resolve(f.g, Fire(f.h("0513"), [f.u("fr-ii-foot")])), dice=(4, 4))
    assert f.g.state.disrupted == before and f.told("nlc.8.1.7")
    assert f.g.state.step[f.u("al-best")] == 0


@pytest.mark.rule("nlc.8.2.2")
def test_guns_that_bombarded_still_fire_on_the_defense():
    from grognard.games.nlc.combat.strengths import defense_tally

    f = field({"al-kempt": "0511", "al-5-art": "0511", "fr-9-jamin": "0512"})
    f.g.state.bombarded |= 1 << f.u("al-5-art")
    assert int(defense_tally(f.g, [f.u("al-kempt"), f.u("al-5-art")], f.h("0511"), [f.u("fr-9-jamin")], False)) == 6


@pytest.mark.rule("nlc.8.3.1")
def test_woods_and_units_block_sight():
    f = field({"fr-ii-foot": "0512", "fr-9-jamin": "0612", "al-best": "0712"})
    a, b = f.h("0512"), f.h("0712")
    assert not has_los(f.g, a, b)
    assert has_los(field({"fr-ii-foot": "0512", "al-best": "0712"}).g, a, b)
    g = field({"fr-ii-foot": "0512"}).g
    woods = [h for h in range(g.grid.size) if g.ground.terrain[h] == WOODS]
    hidden = [(x, y) for w in woods for x in g.grid.adjacent[w] for y in g.grid.adjacent[w] if g.grid.line(x, y).between == (w,)]
    assert hidden and not any(has_los(g, x, y) for x, y in hidden)
    assert rule_of(may_bombard(f.g, f.u("fr-ii-foot"), b)) == "nlc.8.3.1"


@pytest.mark.rule("nlc.8.3.2", "nlc.8.3.4")
def test_crests_block_also_before_the_nose():
    g = field({"fr-ii-foot": "0512"}).g
    side = next(s for s, bits in enumerate(g.ground.sides) if bits & CREST)
    a, b = g.grid.side_hexes[side]
    assert not has_los(g, a, b)
    far = [h for h in g.grid.within(a, 3) if h != a]
    assert all(line(g.static, a, h, False) == line(g.static, h, a, False) for h in far)


@pytest.mark.rule("nlc.8.3.3")
def test_a_line_along_a_hexside_is_blocked_by_both_hexes_only():
    f = field({"fr-ii-foot": "0112"})
    g = f.g
    a = next(h for h in range(g.grid.size) if any(g.grid.line(h, t).along for t in g.grid.within(h, 2) if not line(g.static, h, t, False).blocked and line(g.static, h, t, False).pairs))
    b = next(t for t in g.grid.within(a, 2) if g.grid.line(a, t).along and not line(g.static, a, t, False).blocked and line(g.static, a, t, False).pairs)
    one, two = line(g.static, a, b, False).pairs[0]
    single = field({"fr-9-jamin": g.label(one)})
    assert has_los(single.g, a, b)
    both = field({"fr-9-jamin": g.label(one), "fr-5-campi": g.label(two)})
    assert not has_los(both.g, a, b)


@pytest.mark.rule("nlc.5.3.3", "nlc.8.3.3", "nlc.20.14.1")
@pytest.mark.parametrize(("others", "open_"), [(0, True), (1, True), (2, False)])
def test_who_looks_along_a_hexside_is_hindered_by_units_on_both_sides_of_it_only(others, open_):
    """Jamin looks for Best; beside the hexside between them stand none, one or two brigades."""
    g = field({}).g
    a, b, pair = next(
        (a, b, sight.pairs[0])
        for a in range(g.grid.size) for b in g.grid.within(a, 3)
        if g.grid.distance(a, b) == 2 and not (sight := line(g.static, a, b, True)).blocked and sight.pairs
    )  # fmt: skip
    beside = dict(zip(("al-kempt", "al-pack")[:others], map(g.label, pair)))  # of the other side: they look for nobody of ours
    f = Field(units={"fr-9-jamin": g.label(a), "al-best": g.label(b), **beside}, leaders={"ney": "", "reille": ""})
    assert seen(f.g, 0, b) == open_


@pytest.mark.rule("nlc.20.14.1", "nlc.20.14.2", "nlc.20.14.3")
def test_extended_sight():
    f = Field("la-belle-alliance")
    g = f.g
    assert visibility(g) == 8
    level = {h: g.ground.elevation[h] for h in range(g.grid.size)}
    blocked = 0
    for a in range(0, g.grid.size, 7):
        for b in g.grid.within(a, 4):
            between = g.grid.line(a, b).between
            low, high = sorted((level[a], level[b]))
            if between and any(level[h] >= high and level[h] > low for h in between) and g.grid.distance(a, b) > 1:
                assert not extended_los(g, a, b)
                blocked += 1
    assert blocked
    assert any(extended_los(g, a, b) for a in range(0, g.grid.size, 9) for b in g.grid.within(a, 3) if g.grid.distance(a, b) == 3)
    far = next(h for h in range(g.grid.size) if g.grid.distance(0, h) == 9)
    assert not extended_los(g, 0, far)
    rye = field({"fr-9-jamin": "0512"})
    assert visibility(rye.g) == 4


@pytest.mark.rule("nlc.25.6.1", "nlc.25.6.2", "nlc.25.6.3")
def test_artillery_in_detail():
    from grognard.games.nlc.combat.strengths import defense_tally

    f = field({"fr-ii-foot": "0512", "al-best": "0513", "al-kempt": "0513"}, options={"artillery_detail": True})
    assert bombard_tally(f.g, [f.u("fr-ii-foot")], f.h("0513")).sum == 3.75
    assert int(defense_tally(f.g, [f.u("fr-ii-foot"), f.u("fr-9-jamin")], f.h("0512"), [], False)) == 9  # 3.75 + 5
    far = field({"fr-ii-foot": "0511", "al-best": "0514"}, options={"artillery_detail": True})
    assert far.g.grid.distance(far.h("0511"), far.h("0514")) == 3
    assert int(bombard_tally(far.g, [far.u("fr-ii-foot")], far.h("0514"))) == 1  # 1.5 rounded down


def test_nobody_sees_what_is_too_far():
    f = field({"fr-9-jamin": "0514", "al-best": "0501"})
    assert not seen(f.g, 0, f.h("0501")) and FR_II == 0


# ------------------------------------------------------------------ 8.5, 8.1


@pytest.mark.rule("nlc.8.5.1")
def test_guns_are_not_alone_in_a_crowd_of_which_only_they_fire():
    f = led_field({"fr-9-jamin": "0511", "al-best": "0510", "al-5-art": "0510", "al-2nl-art": "0510"}, ATTACK, leaders=FAR)
    f.stage(segment="combat")
    guns = [f.u("al-5-art"), f.u("al-2nl-art")]
    assert int(defense_tally(f.g, guns, f.h("0510"), [f.u("fr-9-jamin")], False)) == 4
    f.g.put(f.u("al-best"), f.h("0503"))
    assert int(defense_tally(f.g, guns, f.h("0510"), [f.u("fr-9-jamin")], False)) == 2


@pytest.mark.rule("nlc.8.1.1")
@pytest.mark.parametrize(("horse", "final"), [("0501", True), ("0512", False)])
def test_the_last_battery_that_has_a_target_is_laid_for_good(horse, final):
    """The dice fall as soon as no other can be laid, though idle batteries are there."""
    units = {"fr-ii-foot": "0512", "fr-3c-horse": horse, "al-best": "0513"}
    f = led_field(units, ATTACK, leaders={**FAR, "reille": "0512", "kellermann": horse})
    f.stage(segment="bombard")
    first = next(declare_bombardments(f.g, [f.u("fr-ii-foot"), f.u("fr-3c-horse")]))
    assert first.final(first.options[0]) == final
