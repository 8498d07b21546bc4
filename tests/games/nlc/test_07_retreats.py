"""Chapters 7.4 and 7.5: who chooses first, who runs and who need not, who advances with the stack; la Garde."""

from __future__ import annotations

import pytest
from nlc_fights import fight

from conftest import ATTACK, FAR, Field, led_field
from grognard.boards.masks import mask_of
from grognard.games.nlc.asks import Ask
from grognard.games.nlc.combat.normal import resolve_combat
from grognard.games.nlc.state import Attack

# ------------------------------------------------------------------ 7.4: the order of choice


@pytest.mark.rule("nlc.7.4.2")
def test_guns_that_faced_elsewhere_were_there_all_the_same():
    """7.4: if only one side *had* no artillery, it chooses first. Silent guns (8.4) are guns: then the attacker chooses first."""
    units = {"fr-9-jamin": "0512", "fr-ii-foot": "0512", "fr-5-husson": "0410", "al-kempt": "0511", "al-5-art": "0511"}
    f = led_field(units, ATTACK, leaders=FAR)
    held = [mask_of([f.h("0410")]), mask_of([f.h("0511")])]
    # 8 rolled 7: 1 hit; Kempt alone, 4 rolled 7: 1 hit; Jamin holds on 3, for no gun fires at him; Kempt on 2
    fight(f, "0511", "fr-9-jamin", "fr-ii-foot", answers=("stand", "stand"), dice=(3, 4, 3, 4, 3, 2), held=held)
    assert [d.side for d in f.asked if d.rule == "nlc.7.4.1"] == ["french", "allied"]
    assert f.told("nlc.8.4.1")


# ------------------------------------------------------------------ 7.4: who does not run excuses nobody


HOLDS = "Does {unit} hold?"


def rolled(f: Field, words: str) -> int:
    """How often a die was thrown for this."""
    return sum(event.text == words for event in f.match.events)


@pytest.mark.rule("nlc.7.4.5")
@pytest.mark.parametrize("with_infantry", [False, True])
def test_guns_that_ignore_their_retreat_do_not_excuse_the_enemy(with_infantry):
    """7.4: the second side does not check if the first *retreats*. Attacking foot artillery ignores it: nobody has retreated."""
    attackers = ["fr-ii-foot", "fr-9-jamin"] if with_infantry else ["fr-ii-foot"]
    f = led_field({**dict.fromkeys(attackers, "0511"), "al-best": "0510", "al-5-art": "0510"}, ATTACK, leaders=FAR)
    # one hit each, both stand, the attacker fails; only where nobody ran does the defender roll
    dice = (3, 3, 3, 4, 6) if with_infantry else (5, 4, 3, 4, 6, 1)
    fight(f, "0510", *attackers, dice=dice)
    assert [each.name for each in f.asked[:2]] == [Ask.STAND_OR_RETREAT] * 2
    assert rolled(f, HOLDS) == (1 if with_infantry else 2)
    assert f.at("fr-ii-foot") == "0511" and f.at("fr-9-jamin") != "0511"


@pytest.mark.rule("nlc.7.4.5", "nlc.7.4.9")
def test_who_has_nowhere_to_run_does_not_excuse_the_enemy():
    """7.4.9: they stay and lose a step; so the first side has not retreated, and the second checks."""
    f = led_field({"fr-9-jamin": "0511", "al-best": "0510"}, ATTACK, leaders=FAR)
    ring = ["al-kempt", "al-pack", "al-bijlandt", "al-2nassau", "al-orange-nassau"]
    for unit, hex in zip(ring, [hex for hex in f.g.grid.adjacent[f.h("0511")] if hex != f.h("0510")]):
        f.g.put(f.u(unit), hex)
    fight(f, "0510", "fr-9-jamin", dice=(4, 4, 4, 4, 6, 1))
    assert f.told("nlc.7.4.9") and f.at("fr-9-jamin") == "-2"
    assert rolled(f, HOLDS) == 2


# ------------------------------------------------------------------ 7.4: la Garde


@pytest.mark.rule("nlc.7.4.12")
@pytest.mark.parametrize(("read", "attacking", "recule"), [(True, True, True), (False, True, False), (True, False, False)])
def test_any_guard_infantry_that_is_thrown_back_from_an_attack_shakes_the_french(read, attacking, recule):
    """7.4 excepts the Young Guard from what it does to others; whose repulse is felt it says, too: *any* Guard infantry."""
    base = Field("la-belle-alliance").g
    assert base.on("young_guard_recule"), "the text is the rule, the table the option"
    centre = next(
        hex for hex in range(base.grid.size)
        if len(base.grid.adjacent[hex]) == 6 and all(base.ground.terrain[h] == 0 for h in [hex, *base.grid.adjacent[hex]])
        and all(not base.ground.side(hex, h) for h in base.grid.adjacent[hex])
    )  # fmt: skip
    foe = next(u for u in base.units if u.nation == "british" and base.is_infantry(u.number))
    there = base.grid.adjacent[centre][0]
    f = Field("la-belle-alliance", units={"fr-yg-chartrand": base.label(centre), foe.id: base.label(there)}, options={"young_guard_recule": read})
    guard = f.u("fr-yg-chartrand")
    f.stage(side=0 if attacking else 1, formations=(f.g.units[guard if attacking else foe.number].formation,), segment="combat")
    attack = Attack(there, [guard], True) if attacking else Attack(centre, [foe.number], True)
    hit, miss = (4, 5), (1, 1)
    f.drive(resolve_combat(f.g, attack), "stand", dice=(*(miss + hit if attacking else hit + miss), 6))
    assert f.told("nlc.7.4.4") and f.g.at(guard) != centre, "thrown back"
    assert f.g.state.recule == recule


@pytest.mark.rule("nlc.7.4.12")
@pytest.mark.parametrize("ring", [5, 6])
def test_a_guard_that_cannot_retreat_has_not_retreated(ring):
    """7.4: French morale drops if the Guard retreats involuntarily from an attack; surrounded, it stays and bleeds."""
    base = Field("la-belle-alliance").g
    guard = next(u for u in base.units if "old-guard" in u.tags and base.is_infantry(u.number))
    foes = [u for u in base.units if u.nation == "british" and base.is_infantry(u.number)][:ring]
    centre = next(
        hex for hex in range(base.grid.size)
        if len(base.grid.adjacent[hex]) == 6 and all(base.ground.terrain[h] == 0 for h in [hex, *base.grid.adjacent[hex]])
        and all(not base.ground.side(hex, h) for h in base.grid.adjacent[hex])
    )  # fmt: skip
    around = base.grid.adjacent[centre]
    units = {guard.id: base.label(centre), **{foe.id: base.label(hex) for foe, hex in zip(foes, around)}}
    orders = {"fr-guard": {"kind": "attack", "target": "mont-st-jean"}}
    f = Field("la-belle-alliance", units=units, orders=orders, phase="chits")
    f.stage(formations=(guard.formation,), segment="combat")
    answers = () if ring == 6 else ("stand",)
    f.drive(resolve_combat(f.g, Attack(around[0], [guard.number], True)), *answers, dice=(1, 1, 4, 4, 6))
    assert f.g.state.recule == (ring == 5)


# ------------------------------------------------------------------ 7.5: the whole stack


def stack_of_two(leader: str, second: str, **more) -> Field:
    units = {"fr-9-jamin": "0511", second: "0511", "al-best": {"at": "0510", "step": 1}}
    f = led_field(units, ATTACK, leaders={**FAR, "reille": leader}, **more)
    f.stage(segment="combat", activated=mask_of([f.u("fr-9-jamin"), f.u(second)]))
    return f


@pytest.mark.rule("nlc.7.5.2", "nlc.7.5.3")
@pytest.mark.parametrize(
    ("leader", "second", "barred", "together"),
    [
        ("0511", "fr-5-husson", "", True),  # with Reille
        ("0513", "fr-5-husson", "", False),  # without him, of another division
        ("0513", "fr-9-gauthier", "", True),  # of one division
        ("0511", "fr-ii-foot", "bombarded", False),  # 4.4: can do nothing
        ("0511", "fr-2c-pire", "charged", False),  # 7.7: cannot move
    ],
)
def test_who_stood_by_in_the_attacking_hex_advances_with_the_stack(leader, second, barred, together):
    """7.5: one *attacking* unit advances, but *the whole stack* with a leader or of one division."""
    f = stack_of_two(leader, second)
    if barred:
        setattr(f.g.state, barred, 1 << f.u(second))
    # 5 rolled 7: 1 hit, Best is gone; he answers with 1 rolled 2
    f.drive(resolve_combat(f.g, Attack(f.h("0510"), [f.u("fr-9-jamin")])), dice=(3, 4, 1, 1))
    parties = [set(option.units) for option in next(d for d in f.asked if d.rule == "nlc.7.5.1").options if option != "pass"]
    assert ({f.u("fr-9-jamin"), f.u(second)} in parties) == together
    assert {f.u("fr-9-jamin")} in parties and {f.u(second)} not in parties


@pytest.mark.rule("nlc.7.5.2")
def test_who_is_not_governed_by_the_chit_does_not_advance_with_the_stack():
    f = stack_of_two("0511", "fr-5-husson")
    f.g.stage.activated = mask_of([f.u("fr-9-jamin")])
    f.drive(resolve_combat(f.g, Attack(f.h("0510"), [f.u("fr-9-jamin")])), dice=(3, 4, 1, 1))
    options = next(d for d in f.asked if d.rule == "nlc.7.5.1").options
    assert [set(option.units) for option in options if option != "pass"] == [{f.u("fr-9-jamin")}]
