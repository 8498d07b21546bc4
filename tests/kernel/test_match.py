"""Matches: starting, deciding, seeing, forking, replaying, seats."""

from __future__ import annotations

import inspect

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_games import Charges, Orders, Table
from small_games import Counting, Duel

from grognard.kernel import PASS, UMPIRE, BadData, Match, Misuse, Refused
from grognard.kernel.battery.told import snapshot
from grognard.kernel.state import digest


def test_a_match_starts_at_its_first_decision():
    match = Match.start(Counting(), seed=1)
    assert list(match.decisions) == ["red"]
    assert match.decision.prompt == "Add how much?" and match.decision.rule == "small.1"
    assert match.result is None and match.number == 0


def test_a_choice_moves_the_match_on_and_the_end_has_a_result():
    match = Match.start(Counting(), scenario={"target": 3}, seed=1)
    match.choose(2)
    assert match.decision.seat == "blue"
    match.choose(1, "blue")
    assert match.decisions == {} and match.result.winner == "blue" and match.result.rule == "small.2"
    with pytest.raises(Misuse, match="over"):
        match.choose(1)
    with pytest.raises(Misuse, match="over"):
        match.choose(1, "red")
    with pytest.raises(Misuse, match="over"):
        match.decision


def test_an_illegal_choice_is_refused_by_its_rule_and_changes_nothing():
    match = Match.start(Counting(), scenario={"target": 2}, seed=1)
    before = snapshot(match)
    with pytest.raises(Refused, match=r"0 and 3 is more than 2. \(small.3\)") as refused:
        match.choose(3)
    assert (refused.value.rule, refused.value.why) == ("small.3", "0 and 3 is more than 2.")
    assert match.why_not(3).rule == "small.3" and match.why_not(1) is None
    assert snapshot(match) == before


@pytest.mark.parametrize("nonsense", [None, "x", [], {}, 1.5, object(), (1,), [[1]], float("nan"), b"1", {"a": {1, 2}}])
def test_nonsense_is_refused_and_never_an_error(nonsense):
    match = Match.start(Counting(), seed=1)
    with pytest.raises(Refused):
        match.choose(nonsense)
    assert match.why_not(nonsense) is not None


def test_a_value_that_nests_without_end_is_refused():
    deep: list = []
    for _ in range(5000):
        deep = [deep]
    for game in (Counting(), Table(), Orders()):
        match = Match.start(game, seed=1)
        with pytest.raises(Refused):
            match.choose(deep)


def test_equal_values_of_other_types_are_logged_as_the_option_itself():
    match = Match.start(Counting(), seed=1)
    match.choose(True)
    match.choose(1.0)
    assert [type(entry[2]) for entry in match.log] == [int, int]


def test_only_the_seat_that_is_asked_can_choose():
    match = Match.start(Counting(), seed=1)
    with pytest.raises(Misuse, match="blue is not asked anything now; waiting for red"):
        match.choose(1, "blue")
    with pytest.raises(Misuse, match="There is no seat 'green'"):
        match.choose(1, "green")
    with pytest.raises(Misuse, match="There is no seat 'green'"):
        match.view("green")


def test_the_same_seed_and_choices_give_the_same_match():
    one, other, third = (Match.start(Charges(), seed=seed) for seed in ("x", "x", "y"))
    for match in (one, other, third):
        while match.result is None:
            match.choose("charge")
    assert snapshot(one) == snapshot(other)
    assert [e[2] for e in one.log if e[0] == "r"] != [e[2] for e in third.log if e[0] == "r"]


def test_a_match_without_a_seed_has_dice_of_its_own():
    assert Match.start(Duel()).secret != Match.start(Duel()).secret


def test_wrong_starts_say_what_is_wrong():
    with pytest.raises(Misuse, match="There is no game 'chess'"):
        Match.start("chess")
    with pytest.raises(Misuse, match=r"no scenario 'nowhere'\. There are: learning, long"):
        Match.start(Counting(), "nowhere")
    with pytest.raises(Misuse, match="expected 'stream' or 'by hand'"):
        Match.start(Counting(), dice="loaded")
    with pytest.raises(Misuse, match="Nobody sits for 'blue'"):
        Match.start(Counting(), seats={"ann": "red"})
    with pytest.raises(Misuse, match="is of side 'green'"):
        Match.start(Counting(), seats={"ann": "red", "bob": "blue", "carl": "green"})
    with pytest.raises(Misuse, match="cannot be called 'umpire'"):
        Match.start(Counting(), seats={"umpire": "red", "bob": "blue"})
    with pytest.raises(BadData, match=r"patch.totl: no such field; expected one of turn, total"):
        Match.start(Counting(), situation={"totl": 3})


# ------------------------------------------------------------------ nested procedures


def test_a_reaction_inside_a_reaction_is_resolved_from_the_inside():
    match = Match.start(Charges(), seed=1)
    for _ in range(3):
        match.choose("charge")
    assert match.g.state.depth == [1, 2, 3]
    assert match.decision.prompt == "Charge at depth 4?" and match.decision.seat == "blue"
    with match.forced(6, 1, 3, 3, 6, 6):
        match.choose(PASS)
    assert match.g.state.hits == {"red": 0, "blue": 2}
    rolls = [event.text for event in match.diary() if event.kind == "roll"]
    assert rolls == ["Charge of red at 3", "Charge of blue at 2", "Charge of red at 1"]


# ------------------------------------------------------------------ several seats


def test_both_sides_are_asked_at_once_and_see_only_that_the_other_thinks():
    match = Match.start(Orders(), seed=1)
    assert list(match.decisions) == ["red", "blue"]
    assert match.view("red").waiting == ["Blue: writing orders"]
    match.choose([{"unit": 3, "place": "a"}], "blue")
    assert list(match.decisions) == ["red"]
    assert match.view("red").decision is not None and match.view("blue").decision is None
    assert b"place" not in msgspec.json.encode(match.view("red").diary)
    with pytest.raises(Misuse, match="blue has already submitted; withdraw it first"):
        match.choose([], "blue")
    match.choose([{"unit": 1, "place": "c"}], "red")
    assert match.g.state.at == {1: "c", 2: "a", 3: "a", 4: "c"}
    assert [event.text for event in match.diary("red")] == ["Unit 1 goes to c.", "Unit 3 goes to a."]


def test_what_was_submitted_can_be_withdrawn_until_all_are_in():
    match = Match.start(Orders(), seed=1)
    match.choose([], "blue")
    match.withdraw("blue")
    assert list(match.decisions) == ["red", "blue"]
    match.choose([{"unit": 4, "place": "b"}], "blue")
    assert match.undo_refused("blue") is None
    match.undo("blue")
    assert list(match.decisions) == ["red", "blue"]
    with pytest.raises(Misuse, match="submitted nothing"):
        match.withdraw("blue")
    match.choose([], "blue")
    match.choose([], "red")
    with pytest.raises(Misuse):
        match.withdraw("blue")


def test_the_order_in_which_seats_answer_does_not_matter():
    one, other = Match.start(Orders(), seed=1), Match.start(Orders(), seed=1)
    red, blue = [{"unit": 1, "place": "b"}], [{"unit": 4, "place": "b"}]
    one.choose(red, "red")
    one.choose(blue, "blue")
    other.choose(blue, "blue")
    other.choose(red, "red")
    assert snapshot(one) == snapshot(other)


def test_a_side_can_be_split_into_seats():
    match = Match.start(Counting(), seed=1, seats={"ney": "red", "reille": "red", "uxbridge": "blue"})
    assert match.decision.seat == "ney"
    match.choose(1, "ney")
    assert match.view("reille").waiting == ["uxbridge (Blue)"]
    assert match.view("ney").number == 1 and match.view("reille").number == 0


def test_a_decision_can_name_the_seat_of_its_side():
    class Named(Counting):
        def play(self, g):
            yield g.ask("red", "Who?", [1, 2], rule="small.1", about={"seat": "reille"})
            yield g.ask("red", "Who?", [1, 2], rule="small.1", about={"seat": "uxbridge"})

    match = Match.start(Named(), seed=1, seats={"red": "red", "reille": "red", "uxbridge": "blue"})
    assert match.decision.seat == "reille"
    match.choose(1)
    assert match.decision.seat == "red"


def test_a_seat_that_is_called_like_another_side_gets_only_its_own_decisions():
    match = Match.start(Counting(), seed=1, seats={"red": "blue", "blue": "red"})
    assert match.decision.side == "red" and match.decision.seat == "blue"


# ------------------------------------------------------------------ numbers that must tell nothing


def test_a_seat_counts_only_its_own_choices():
    match = Match.start(Counting(), seed=1)
    match.choose(1)
    match.choose(2)
    match.choose(3)
    assert [match.view(seat).number for seat in ("red", "blue", None, UMPIRE)] == [2, 1, 0, 3]


def test_the_diary_is_numbered_by_what_its_reader_may_read():
    class Whispers(Counting):
        def play(self, g):
            for n in range(4):
                g.tell("Only Red hears {n}.", rule="small.1", to="red", n=n)
                g.tell("All hear {n}.", rule="small.1", n=n)
                yield g.ask("red", "On?", ["on"], rule="small.1")

    match = Match.start(Whispers(), seed=1)
    match.choose("on")
    assert [(event.number, event.after) for event in match.diary("red")] == [(0, 0), (1, 0), (2, 1), (3, 1)]
    assert [(event.number, event.after) for event in match.diary("blue")] == [(0, 0), (1, 0)]
    assert [event.text for event in match.diary(None)] == ["All hear 0.", "All hear 1."]
    assert len(match.diary(UMPIRE)) == 4
    assert [event.number for event in match.diary("red", last=2)] == [2, 3]
    assert [event.number for event in match.diary("red", since=3)] == [3]


# ------------------------------------------------------------------ forks and replay


def test_a_fork_is_the_same_position_with_dice_of_its_own():
    match = Match.start(Charges(), seed=1)
    match.choose("charge")
    before = snapshot(match)
    fork = match.fork()
    assert digest(fork.g.state) == digest(match.g.state) and fork.secret is None
    assert fork.stream.key != match.stream.key != match.fork().stream.key
    while fork.result is None:
        fork.choose(fork.decision.options[0])
    assert snapshot(match) == before


def test_forks_roll_different_dice_and_forks_with_one_seed_the_same():
    match = Match.start(Charges(), {"turns": 40}, seed=1)

    def dice(fork):
        while fork.result is None:
            fork.choose(PASS if len(fork.g.state.depth) == 1 else "charge")
        return [entry[2] for entry in fork.log if entry[0] == "r"]

    assert dice(match.fork(seed=7)) == dice(match.fork(seed=7)) != dice(match.fork(seed=8))
    assert dice(match.fork()) != dice(match.fork()) != dice(match.at(0))


def test_a_quiet_fork_keeps_no_diary_and_goes_the_same_way():
    match = Match.start(Duel(), seed=1)
    loud, quiet = match.fork(seed=3), match.fork(seed=3, quiet=True)
    for fork in (loud, quiet):
        while fork.result is None:
            fork.choose(fork.decision.options[-1])
    assert quiet.events == [] and loud.events and digest(quiet.g.state) == digest(loud.g.state)


def test_a_quiet_fork_does_not_go_back_further_than_it_remembers():
    match = Match.start(Counting(), "long", seed=1, checkpoint_every=1)
    for _ in range(5):
        match.choose(1)
    fork = match.fork(quiet=True)
    with pytest.raises(Misuse, match="does not remember so far back"):
        fork.undo()
    with pytest.raises(Misuse, match="does not remember so far back"):
        match.imagine("red").at(1)
    assert fork.number == 5


def test_a_fork_takes_with_it_what_others_have_submitted():
    match = Match.start(Orders(), seed=1)
    match.choose([{"unit": 3, "place": "b"}], "blue")
    fork = match.fork()
    fork.choose([], "red")
    assert fork.g.state.at[3] == "b" and list(match.decisions) == ["red"]


def test_every_moment_of_a_match_can_be_looked_at_again():
    match = Match.start(Charges(), seed=4)
    shots = [snapshot(match)]
    while match.result is None:
        match.choose(match.decision.options[len(match.log) % 2])
        shots.append(snapshot(match))
    for number, shot in enumerate(shots):
        assert snapshot(match.at(number)) == shot
    with pytest.raises(Misuse, match=f"expected 0 to {match.number}"):
        match.at(match.number + 1)


def test_old_moments_can_be_looked_at_when_most_checkpoints_are_gone():
    match = Match.start(Counting(), "long", seed=1, checkpoint_every=1)
    for n in range(300):
        match.choose(1 + n % 3)
    assert len(match.checkpoints.kept) < 100
    assert match.at(137).number == 137 and match.at(137).g.state.turn == 137
    assert match.at(0).g.state.total == 0


def test_the_board_travels_by_its_hash():
    match = Match.start(Orders(), seed=1)
    assert match.view("red").board == match.board.hash
    assert Match.start(Counting(), seed=1).board is None


def test_a_match_comes_from_start_or_load_only():
    with pytest.raises(TypeError):
        Match()


# ------------------------------------------------------------------ properties


@settings(max_examples=40, deadline=None)
@given(st.data(), st.sampled_from([Counting, Duel, Charges, Orders, Table]), st.integers(1, 9))
def test_where_copies_are_kept_makes_no_difference(data, kind, every):
    one, other = Match.start(kind(), seed=5), Match.start(kind(), seed=5, checkpoint_every=every)
    rng = data.draw(st.randoms(use_true_random=False))
    for _ in range(12):
        if one.result is not None:
            break
        decision = one.decision
        value = decision.sample(rng)
        one.choose(value, decision.seat)
        other.choose(value, decision.seat)
        assert snapshot(one) == snapshot(other)


@settings(max_examples=60, deadline=None)
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)))  # fmt: skip
def test_whatever_is_tried_is_either_legal_or_refused(value):
    for game in (Counting(), Table(), Orders()):
        match = Match.start(game, seed=1)
        before = digest(match.g.state)
        if match.why_not(value) is None:
            match.choose(value)
        else:
            with pytest.raises(Refused):
                match.choose(value)
            assert digest(match.g.state) == before and match.number == 0


def test_two_games_of_one_name_share_no_scenario():
    class Upside(Counting):
        def set_up(self, scenario, options):
            made = super().set_up(scenario, options)
            made.state.total = 7
            return made

    assert Match.start(Counting(), seed=1).g.state.total == 0
    assert Match.start(Upside(), seed=1).g.state.total == 7


def test_every_name_of_a_match_that_others_use_is_explained():
    public = {name: member for name, member in vars(Match).items() if not name.startswith("_")}
    assert [name for name, member in public.items() if not inspect.getdoc(getattr(member, "__func__", member))] == []
