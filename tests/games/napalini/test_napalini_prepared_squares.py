"""What a prepared square is: for 31E at least half of the defenders, and for aircraft by an option."""

from __future__ import annotations

import pytest
from napalini_table import table
from test_napalini_table import rows

from grognard.games.napalini.air import strike
from grognard.games.napalini.combat import cycle, losses
from grognard.games.napalini.combat.choices import Clash, How, NextFight, Way
from grognard.games.napalini.command import rounds
from grognard.games.napalini.movement.choices import OneUnit, Stance
from grognard.kernel import PASS


@pytest.mark.rule("napalini.card.31E")
@pytest.mark.parametrize(("others", "again"), [(1, True), (2, False)])
def test_31E_a_square_is_prepared_if_half_of_its_defenders_are(others, again):
    """One prepared defender of two makes the square prepared, of three not: then nobody shoots once more."""
    t = table()
    ready = t.put(t.two, "infantry", "C4", prepared=True)
    rest = [t.put(t.two, "infantry", "C4") for _ in range(others)]
    n = t.put(t.one, "infantry", "C3")
    t.round(t.one, [n])
    t.attack(n, "C4", "C3")
    t.g.round.named.append(["31E", str(t.sq("C4"))])
    once = [1] * (1 + len([ready, *rest]))
    t.run(cycle.combat(t.g, t.sq("C4")), ..., dice=tuple(once * 2 if again else once))
    assert t.told("once more") == again


@pytest.mark.rule("napalini.11.strike.dice", "napalini.7.prepared-hard")
@pytest.mark.parametrize(("option", "ready", "code", "hits"), [
    (True, 1, "B", 0), (True, 0, "B", 2), (True, 1, "W", 2), (False, 1, "B", 2),
])  # fmt: skip
def test_hard_targets_protect_from_the_air_only_by_the_option(option, ready, code, hits):
    """A die of 5 hits who is in close terrain; less 1 it does not."""
    t = table(rows(C4=code), options={"hard_targets_protect_from_the_air": option})
    t.put(t.two, "infantry", "C4", prepared=bool(ready))
    t.put(t.two, "infantry", "C4")
    k = t.fly(t.one, "bomber")
    t.round(t.one)
    t.run(strike.drop(t.g, k, t.sq("C4"), 0), dice=(5, 5, 1))
    assert losses.hits_on(t.g, t.sq("C4"), t.two) == hits


@pytest.mark.rule("napalini.6.prepare")
@pytest.mark.parametrize(("before", "fires", "ready"), [(False, True, False), (False, False, True), (True, True, True)])
def test_a_gun_that_fires_in_the_round_does_not_become_prepared_in_it(before, fires, ready):
    t = table()
    gun = t.put(t.one, "field_artillery", "C3", prepared=before)
    t.put(t.two, "infantry", "C5")
    t.round(t.one, [gun], aoo=t.sq("C3"))
    t.run(rounds.move_all(t.g), OneUnit(gun), Stance.PREPARE, 0)
    assert t.g.unit(gun).prepared
    shots = [NextFight(Clash.BOMBARD, t.sq("C5")), Way(gun, How.SEES)] if fires else [PASS]
    t.run(rounds.combats(t.g), *shots, dice=(1, 1) if fires else ())
    assert t.g.unit(gun).prepared == ready
