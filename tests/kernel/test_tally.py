"""Numbers that carry their reasons, exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernel_games import strength

from grognard.kernel import Tally
from grognard.kernel.cite import recording
from grognard.kernel.tally import exact, round_half_up

UNITS = [(7, "1st"), (4, "2nd")]


def test_every_term_has_its_words_and_its_rule():
    tally = strength(UNITS, halved=True)
    assert tally.total == 4, "5 1/2 at 75 % is 4 1/8"
    rows = [(row.text, row.amount, row.rule) for row in tally.view().terms]
    assert rows == [
        ("1st", "3 1/2", "small.4"),
        ("  disrupted", "x 1/2", "small.5"),
        ("2nd", "2", "small.4"),
        ("  disrupted", "x 1/2", "small.5"),
        ("75 %", "= 4 1/8", "small.6"),
        ("rounded half up", "= 4", "small.7"),
    ]


def test_thirds_are_exact():
    tally = Tally("losses")
    for _ in range(3):
        tally.add(1, "step").times(Fraction(1, 3), "a third", rule="t.1")
    assert tally.total == 1 and int(tally) == 1


def test_a_broken_number_must_be_rounded_by_its_rule_first():
    tally = Tally("hits")
    tally.add(Fraction(7, 2), "half")
    with pytest.raises(ValueError, match="hits is 3 1/2: round it by its rule first"):
        int(tally)
    assert int(tally.rounded(rule="t.1", how="up")) == 4


@pytest.mark.parametrize(("how", "half", "third", "minus"), [("half up", 3, 2, -2), ("up", 3, 3, -2), ("down", 2, 2, -3)])
def test_rounding(how, half, third, minus):
    def rounded(amount):
        tally = Tally("n")
        tally.add(amount, "n")
        return tally.rounded(rule="t.1", how=how).total

    assert (rounded(Fraction(5, 2)), rounded(Fraction(7, 3)), rounded(Fraction(-5, 2))) == (half, third, minus)
    assert rounded(4) == 4


def test_limits_are_steps_with_a_rule():
    tally = Tally("shift")
    tally.add(9, "guns")
    assert tally.at_most(4, rule="t.2").at_least(2, rule="t.3").total == 4
    assert [(row.text, row.rule) for row in tally.view().terms] == [("guns", ""), ("at most 4", "t.2")]


def test_what_has_no_effect_is_not_cited():
    with recording((heard := []).append):
        tally = Tally("n")
        tally.add(4, "n", "t.1")
        tally.reduced(100, rule="t.2").rounded(rule="t.3").at_most(9, rule="t.4")
    assert heard == ["t.1"]


def test_exact_numbers_as_a_player_writes_them():
    assert [exact(n) for n in (7, Fraction(7, 2), Fraction(-1, 4), 0, Fraction(-9, 4))] == ["7", "3 1/2", "-1/4", "0", "-2 1/4"]


@given(st.fractions(min_value=-1000, max_value=1000, max_denominator=60))
def test_half_up_is_the_nearest_and_upwards_at_a_half(number):
    rounded = round_half_up(number)
    assert abs(rounded - number) <= Fraction(1, 2)
    if abs(rounded - number) == Fraction(1, 2):
        assert rounded > number
