"""Positions as plain data: copying, writing, patching."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from grognard.kernel import BadData, Match
from grognard.kernel.state import copy_state, digest, lasting_digest, merge, patched, plain, read, write


class Leaf(Struct, frozen=True):
    a: int
    b: str = "x"


class Foot(Struct, tag="foot"):
    men: list[int]


class Horse(Struct, tag="horse"):
    men: dict[str, int]


class Move(Struct):
    unit: int
    inside: Move | None = None
    path: list[int] = []


class Whole(Struct):
    n: int = 0
    mask: int = 0
    word: str = ""
    side: Literal["red", "blue"] = "red"
    column: list[int] = []
    names: dict[str, str] = {}
    nested: dict[int, list[int]] = {}
    leaves: list[Leaf] = []
    arms: list[Foot | Horse] = []
    pair: tuple[int, str] = (0, "")
    lists: tuple[list[int], ...] = ()
    maybe: int | None = None
    move: Move | None = None
    rest: Any = None
    deep: list[list[dict[str, list[int]]]] = []


class Old(Struct):
    n: int = 0
    parts: list[Leaf] = []


class NewLeaf(Struct, frozen=True):
    a: int
    b: str = "x"
    c: int = 7


class New(Struct):
    n: int = 0
    parts: list[NewLeaf] = []
    more: dict[str, int] = {}


def example() -> Whole:
    return Whole(
        n=1,
        mask=2**200 + 1,
        column=[1, 2],
        names={"a": "b"},
        nested={3: [4]},
        leaves=[Leaf(1)],
        arms=[Foot([1]), Horse({"x": 2})],
        lists=([1], [2]),
        move=Move(1, Move(2, path=[9])),
        rest={"any": [1, {"thing": (1, 2)}]},
        deep=[[{"a": [1]}]],
    )


def mutable_parts(value):
    """Every list, dict and Struct that can change, by identity."""
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from mutable_parts(part)
    elif isinstance(value, list | tuple):
        if isinstance(value, list):
            yield value
        for part in value:
            yield from mutable_parts(part)
    elif isinstance(value, Struct) and not type(value).__struct_config__.frozen:
        yield value
        for name in value.__struct_fields__:
            yield from mutable_parts(getattr(value, name))


def test_a_copy_is_equal_and_shares_nothing_that_can_change():
    state = example()
    copy = copy_state(state)
    assert copy == state and type(copy) is Whole
    mine = {id(part) for part in mutable_parts(state)}
    assert not mine & {id(part) for part in mutable_parts(copy)}
    assert copy.leaves[0] is state.leaves[0], "what cannot change is shared"


def test_a_state_cannot_hold_what_has_no_order_or_no_plain_form():
    for thing in ({1, 2}, Fraction(1, 2), object(), lambda: None):
        with pytest.raises(TypeError, match="a state cannot hold"):
            copy_state(Whole(rest=thing))


def test_what_is_frozen_must_be_frozen_through_and_through():
    class Icy(Struct, frozen=True):
        parts: list[int]

    with pytest.raises(TypeError, match="is frozen and holds what can change"):
        copy_state(Icy([1]))


def test_writing_and_reading_gives_the_same_state_big_numbers_included():
    state = example()
    state.rest = None
    again = read(msgspec.json.decode(write(state)), Whole, "here")
    assert again == state and again.mask == 2**200 + 1 and again.nested == {3: [4]}
    assert digest(again) == digest(state) and lasting_digest(again) == lasting_digest(state)


def test_reading_names_the_place():
    with pytest.raises(BadData, match=r"save: Expected `int`, got `str` - at `\$.n`"):
        read({"n": "one"}, Whole, "save")


def test_digests_differ_when_anything_does_order_included():
    one, other = Whole(names={"a": "1", "b": "2"}), Whole(names={"b": "2", "a": "1"})
    assert one == other and digest(one) != digest(other), "the order of a dict is behaviour"
    assert len({digest(Whole(n=n)) for n in range(20)}) == 20
    assert lasting_digest(Whole(n=1)) != lasting_digest(Whole(mask=1))


def test_a_lasting_digest_survives_added_fields():
    assert lasting_digest(Old(3, [Leaf(1)])) == lasting_digest(New(3, [NewLeaf(1)]))
    assert lasting_digest(Old(3)) != lasting_digest(New(3, more={"a": 0}))
    assert lasting_digest(Whole(arms=[Foot([])])) != lasting_digest(Whole(arms=[Horse({})]))


def test_plain_values_compare_as_they_stand_in_a_log():
    assert plain([1, [2, (3,)]]) == (1, (2, (3,)))
    assert plain(Leaf(1)) == {"a": 1, "b": "x"}
    assert plain({"a": [1]}) == {"a": (1,)}
    with pytest.raises(TypeError):
        plain(object())


# ------------------------------------------------------------------ patches


def test_a_patch_reaches_into_tables_lists_and_structs():
    state = patched(example(), {"n": 5, "column": {"1": 9}, "names": {"c": "d"}, "move": {"inside": {"unit": 8}}})
    assert (state.n, state.column, state.names) == (5, [1, 9], {"a": "b", "c": "d"})
    assert state.move.inside.unit == 8 and state.move.inside.path == [9] and state.move.unit == 1


def test_a_patch_changes_and_adds_numbered_keys():
    assert patched(example(), {"nested": {"3": [5], "8": [1]}}).nested == {3: [5], 8: [1]}
    assert patched(example(), {"nested": {3: [6]}}).nested == {3: [6]}
    assert patched(Whole(), {"nested": {"-4": [6]}}).nested == {-4: [6]}


@pytest.mark.parametrize(
    ("patch", "says"),
    [
        ({"m": 1}, r"patch.m: no such field; expected one of n, mask"),
        ({"move": {"unti": 1}}, r"patch.move.unti: no such field"),
        ({"move": {"inside": {"unti": 1}}}, r"patch.move.inside.unti"),
        ({"column": {"2": 1}}, r"patch.column.2: expected a number below 2"),
        ({"column": {"-1": 1}}, r"patch.column.-1"),
        ({"column": {"x": 1}}, r"patch.column.x"),
        ({"column": {"²": 1}}, r"patch.column.²"),
        ({"n": "many"}, r"patch: Expected `int`, got `str`"),
        ({"side": "green"}, r"patch: Invalid enum value 'green'"),
        ({"nested": {"x": [1]}}, r"patch: Expected `int`, got `str`"),
        ({"nested": {"--1": [1]}}, r"patch: Expected `int`, got `str`"),
    ],
)
def test_a_wrong_patch_names_the_key(patch, says):
    state = example()
    with pytest.raises(BadData, match=says):
        patched(state, patch)
    assert state == example()


@given(st.dictionaries(st.text(max_size=3), st.integers() | st.dictionaries(st.text(max_size=2), st.integers(), max_size=2)))
def test_an_empty_patch_changes_nothing_and_a_whole_one_everything(base):
    assert merge(base, {}) == base
    assert merge({}, base) == base
    assert merge(base, base) == base


def test_a_situation_is_a_scenario_with_a_patch():
    from small_games import Counting

    match = Match.start(Counting(), seed=1, situation={"total": 20, "turn": 1})
    assert match.decision.seat == "blue" and match.decision.options == [1]
    assert Match.start(Counting(), seed=1).g.state.total == 0, "the scenario itself is as it was"
