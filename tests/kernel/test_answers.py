"""What stands for a broken rule: another answer, a neighbouring cell, a term that counts nothing."""

from enum import Enum
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.kernel import Match, Misuse, Tally, ending
from grognard.kernel.proof.answers import another_answer, another_cell, change_words, meetings
from grognard.kernel.tables import Column, Table, column, table
from grognard.kernel.tally import Term
from kernel.small_games import Counting


class Side(Enum):
    RED = 1
    BLUE = 2


@pytest.fixture
def broken(monkeypatch):
    """The rule toy.1, until the test ends."""
    for owner, name in ((Table, "__getitem__"), (Column, "__getitem__"), (Tally, "add"), (Term, "times"), (ending, "_check_open")):
        monkeypatch.setattr(owner, name, getattr(owner, name))
    change_words(frozenset(["toy.1"]))


@pytest.mark.parametrize(
    ("answer", "other"),
    [(True, False), (3, 4), (Fraction(1, 2), Fraction(3, 2)), ([1], []), ((1, 2), ()), ({1: 2}, {}), ("a", ""), (None, None)],
)
def test_another_answer(answer, other):
    assert another_answer(answer) == other


def test_another_member_and_nothing_for_other_things():
    assert another_answer(Side.RED) is Side.BLUE and another_answer(Side.BLUE) is Side.RED
    assert another_answer(object()) is None


def test_a_broken_table_gives_a_neighbour_of_another_value(broken):
    fire = table({"1-3": [0, 0, 1], "4-6": [0, 1, 2]}, rule="toy.1", columns=["1", "2", "3"])
    halved = column({"0": 0, "1": 1, "2": 1, "3": 2}, rule="toy.1")
    assert fire[2, 3] == 0 and fire[2, 1] == 1 and fire[5, 3] == 1
    assert [halved[n] for n in range(4)] == [1, 0, 2, 1]
    assert fire.peek(2, 3) == 1, "a look is no rule"
    assert column({"1": 3, "2": 4}, rule="toy.2")[1] == 3


@given(st.lists(st.lists(st.integers(0, 2), min_size=3, max_size=3), min_size=1, max_size=4))
def test_every_cell_of_a_broken_table_differs(grid):
    cells = tuple(tuple(row) for row in grid)
    assert all(another_cell(cells, r, c) != grid[r][c] for r in range(len(grid)) for c in range(3))


def test_a_table_of_one_value_breaks_as_far_as_it_can():
    assert another_cell(((True,),), 0, 0) is False
    assert another_cell((("A",),), 0, 0) == "A"


def test_broken_terms_and_factors_count_nothing_and_are_met(broken):
    before = meetings[0]
    total = Tally("strength")
    total.add(3, "guns", "toy.2").times(2, "massed", "toy.1")
    total.add(5, "horse", "toy.1")
    assert total.total == 3 and meetings[0] == before + 2


def test_a_broken_rule_knows_no_such_end(broken):
    class Ruled(Counting):
        resign_rule, draw_rule = "toy.1", "toy.2"

    match = Match.start(Ruled(), seed=1)
    with pytest.raises(Misuse, match="do not know such an end"):
        match.resign("red")
    match.draw(match.seats)
