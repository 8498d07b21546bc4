"""Which choices warn that they cannot be taken back."""

from __future__ import annotations

import pytest
from napalini_table import table

from grognard.games.napalini.combat import bombardment
from grognard.games.napalini.combat.choices import Clash, NextFight
from grognard.games.napalini.command import hq_actions, rounds
from grognard.kernel import PASS


def test_a_gun_is_named_without_warning_while_others_wait_and_no_message_is_thrown_for():
    t = table()
    sees, other = t.put(t.one, "field_artillery", "C3"), t.put(t.one, "field_artillery", "D3")
    t.put(t.two, "infantry", "C5")
    t.round(t.one, [sees, other])
    procedure = bombardment.bombardment(t.g, t.sq("C5"))
    question = next(procedure)
    first, last = (next(way for way in question.options if getattr(way, "gun", -1) == gun) for gun in (sees, other))
    assert not question.final(first) and not question.final(PASS)
    assert procedure.send(first).final(last), "nobody is left to name: the dice fall"


def test_a_gun_that_waits_for_a_message_is_named_with_a_warning():
    t = table()
    gun, near = t.put(t.one, "heavy_artillery", "C1"), t.put(t.one, "field_artillery", "C3")
    t.put(t.two, "infantry", "C5")
    t.round(t.one, [gun, near])
    question = next(bombardment.bombardment(t.g, t.sq("C5")))
    assert all(question.final(way) for way in question.options if getattr(way, "gun", -1) == gun)


@pytest.mark.parametrize("guns", [True, False])
def test_a_combat_with_guns_to_name_is_begun_without_warning(guns):
    t = table()
    a, gun = t.put(t.one, "infantry", "C3"), t.put(t.one, "field_artillery", "C3")
    t.put(t.two, "infantry", "C4")
    t.put(t.two, "infantry", "E4")
    b = t.put(t.one, "infantry", "E3")
    t.round(t.one, [a, b, *([gun] if guns else [])])
    t.attack(a, "C4", "C3")
    t.attack(b, "E4", "E3")
    question = next(rounds.combats(t.g))
    assert question.final(NextFight(Clash.COMBAT, t.sq("C4"))) != guns


@pytest.mark.parametrize(("actions", "kind", "warned"), [(1, "prompt", True), (2, "prompt", False), (1, "engineering", False)])
def test_the_last_hq_action_warns_if_the_throw_follows_at_once(actions, kind, warned):
    t = table()
    t.put(t.one, "infantry", "C3")
    t.g.army(0).actions, t.g.army(0).ops, t.g.army(0).character = actions, 2, "8C"
    t.round(t.one, step="actions", aoo=t.sq("C3"))
    question = next(hq_actions.hq_actions(t.g))
    value = next(value for value in question.options if getattr(value, "kind", "") == kind)
    assert question.final(value) == warned
