"""Imagination: a world that a seat cannot tell from the true one, and that knows no more than the seat."""

from __future__ import annotations

import gc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_games import Charges, Orders
from small_games import SIDES, Counting, Duel

from grognard.kernel import PASS, Bot, Chair, Match, Misuse, Result
from grognard.kernel.battery.told import seen
from grognard.kernel.imagine import CannotImagine

OTHER = {"red": "blue", "blue": "red"}


def duel(choices=0, **how):
    match = Match.start(Duel(), "long", seed="a long secret", **how)
    for n in range(choices):
        decision = match.decision
        match.choose(decision.options[n % len(decision.options)], decision.seat)
    return match


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 40), st.sampled_from(["red", "blue"]), st.integers(0, 10**6), st.sampled_from([1, 3, 8]))
def test_a_seat_cannot_tell_its_worlds_from_the_truth(choices, seat, seed, every):
    match = duel(choices, checkpoint_every=every)
    world = match.imagine(seat, seed=seed)
    assert seen(world, seat) == seen(match, seat)
    assert seen(world, None) == seen(match, None)
    hands = world.g.state.hands
    assert hands[seat] == match.g.state.hands[seat]
    assert sorted([*hands["red"], *hands["blue"], *world.g.state.deck]) == sorted(
        [*match.g.state.hands["red"], *match.g.state.hands["blue"], *match.g.state.deck]
    )


def test_what_is_hidden_is_dealt_again():
    match = duel()
    hands = {tuple(match.imagine("red").g.state.hands["blue"]) for _ in range(40)}
    assert len(hands) > 10


def test_what_was_shown_stays():
    match = duel(4)
    shown = match.g.state.shown["blue"]
    for seed in range(20):
        world = match.imagine("red", seed=seed)
        assert world.g.state.shown["blue"] == shown and not set(shown) & set(world.g.state.hands["blue"])


def test_the_same_seed_imagines_the_same_world():
    match = duel(5)
    assert match.imagine("red", seed=4).g.state == match.imagine("red", seed=4).g.state


def test_imagining_leaves_the_match_alone():
    match = duel(7)
    before, position = (seen(match, "red"), seen(match, "blue"), match.g.state, list(match.log)), match.stream.position
    for _ in range(10):
        world = match.imagine("blue")
        while world.result is None:
            world.choose(world.decision.options[0], world.decision.seat)
    assert (seen(match, "red"), seen(match, "blue"), match.g.state, match.log) == before
    assert match.stream.position == position


def test_a_world_never_has_the_dice_of_the_match():
    match = duel(3)
    world = match.imagine("red")
    assert world.secret is None and world.stream.key != match.stream.key and world.luck.nonces == {}
    dice = set()
    for seed in range(12):
        world = match.imagine(match.decision.seat, seed=seed)
        world.choose(PASS)
        dice.add(tuple(entry[2] for entry in world.log if entry[0] == "r" and entry[1] == "2d6"))
    assert len(dice) > 6


def test_a_world_holds_nothing_of_the_true_match():
    """Whoever has the world cannot reach the match, its secret, or what others chose in secret."""
    match = duel(9)
    world = match.imagine("red")
    reached, waiting = set(), [world]
    while waiting:
        thing = waiting.pop()
        if id(thing) in reached or isinstance(thing, type) or thing is match.prepared or thing is match.game:
            continue
        if type(thing).__name__ in ("module", "function", "builtin_function_or_method", "code"):
            if type(thing).__name__ == "function":
                waiting.extend(cell.cell_contents for cell in thing.__closure__ or ())
            continue
        reached.add(id(thing))
        assert thing is not match and thing is not match.g and thing is not match.g.state, "the truth can be reached"
        assert thing != match.secret and thing != match.stream.key
        waiting.extend(gc.get_referents(thing))
    assert len(reached) > 50


def test_the_past_of_a_world_is_only_what_the_side_knows():
    """What is hidden is not even counted: neither in the log nor in the numbers of choices and diary lines."""
    match = duel(20)
    world = match.imagine("red")
    entries = match.checkpoints.kept[-1].log

    def hidden(entry):
        return (entry[0] == "c" and entry[3] and entry[1] == "blue") or (entry[0] == "r" and entry[3] == ())

    known = [entry for entry in match.log[:entries] if not hidden(entry)]
    assert world.log[: len(known)] == known and len(known) < entries
    assert world.checkpoints.kept[-1].number == sum(entry[0] == "c" for entry in known)
    assert all(event.readable_by("red") for event in world.events)
    assert all(event.after <= world.number for event in world.events)
    assert world.diary("red") == match.diary("red")


def test_the_past_that_is_kept_grows_and_goes_back_with_the_match():
    match = duel(12)
    for _ in range(6):
        match.imagine("red")
        match.choose(match.decision.options[0], match.decision.seat)
        fresh = match.fork()
        assert match.imagine("red", seed=1).log == fresh.imagine("red", seed=1).log
    while match.undo_refused() is None:
        match.undo()
        assert match.imagine("red", seed=1).diary("red") == match.diary("red")
    match.roll_back(3, consent=list(match.seats))
    assert match.imagine("red", seed=1).diary("red") == match.diary("red")
    assert match.imagine("blue", seed=1).diary("blue") == match.diary("blue")


def test_what_another_has_submitted_is_something_else_in_a_world():
    match = Match.start(Orders(), seed="a long secret")
    match.choose([{"unit": 3, "place": "b"}], "blue")
    found = set()
    for seed in range(30):
        world = match.imagine("red", seed=seed)
        assert list(world.decisions) == ["red"]
        world.choose([], "red")
        found.add(tuple(world.g.state.at.items()))
    assert len(found) > 3


def test_what_the_side_itself_has_submitted_stays():
    match = Match.start(Orders(), seed="a long secret")
    match.choose([{"unit": 3, "place": "b"}], "blue")
    world = match.imagine("blue")
    world.choose([], "red")
    assert world.g.state.at[3] == "b"


def test_a_world_can_be_imagined_in_the_middle_of_nested_reactions():
    match = Match.start(Charges(), seed="a long secret")
    for _ in range(3):
        match.choose("charge")
        for seat in SIDES:
            world = match.imagine(seat)
            assert world.g.state == match.g.state and world.decision.prompt == match.decision.prompt
            world.choose(PASS)


def test_a_world_can_be_forked_undone_and_imagined_again():
    match = duel(7)
    seat = match.decision.seat
    world = match.imagine(seat)
    before = seen(world, seat)
    assert seen(world.fork(), seat) == before
    assert seen(world.imagine(seat), seat) == before
    option = world.decision.options[0]
    world.choose(option)
    if world.undo_refused(seat) is None:
        world.undo(seat)
        assert seen(world, seat) == before


def test_after_a_roll_back_and_after_a_correction_worlds_can_be_imagined():
    match = duel(10, umpire=True)
    match.roll_back(6, consent=SIDES)
    for seat in SIDES:
        assert seen(match.imagine(seat), seat) == seen(match, seat)
    for _ in range(5):
        decision = match.decision
        match.choose(decision.options[0], decision.seat)
        for seat in SIDES:
            assert seen(match.imagine(seat), seat) == seen(match, seat)
    while match.checkpoints.rested_at != match.number or match.g.state.bids:
        match.choose(match.decision.options[0], match.decision.seat)
    match.correct({"hits": {"red": 5}}, "counted again")
    for seat in SIDES:
        assert match.imagine(seat).g.state.hits["red"] == 5


def test_straight_after_a_roll_back_a_world_knows_that_nothing_can_be_undone():
    match = Match.start(Counting(), seed="a long secret")
    for _ in range(3):
        match.choose(1)
    match.roll_back(1, consent=SIDES)
    assert not match.view("red").undo and not match.imagine("red").view("red").undo


def test_dice_that_only_the_other_side_saw_are_rolled_anew():
    class Scouts(Duel):
        """Blue's scouts roll in secret and remember it."""

        def play(self, g):
            if not g.state.bids:
                g.state.bids = {"blue": g.d6("Scouting", rule="duel.1", to=["blue"])}
            g.checkpoint()
            yield g.ask("red", "Where?", ["left", "right"], rule="duel.2")
            return Result(None, "Over.", "duel.9")

        def redeal(self, then, now, side, rng):
            if side == "red" and then.state.bids:
                then.state.bids["blue"] = rng.randint(1, 6)

        def scene(self, g, side):
            scene = super().scene(g, side)
            scene.status = [str(g.state.bids)] if side == "blue" else []
            return scene

    match = Match.start(Scouts(), seed="a long secret")
    assert len({match.imagine("red", seed=n).g.state.bids["blue"] for n in range(40)}) == 6
    assert {match.imagine("blue", seed=n).g.state.bids["blue"] for n in range(20)} == {match.g.state.bids["blue"]}
    assert match.diary("red") == [] and len(match.diary("blue")) == 1


def test_draws_that_a_side_saw_are_the_same_things_in_its_worlds():
    class Draws(Duel):
        def play(self, g):
            if g.state.stage == "deal":
                g.state.deck = g.shuffle(list(range(1, 13)))
                g.state.stage = "bid"
            g.checkpoint()
            yield g.ask("red", "Draw?", ["draw"], rule="duel.2")
            drawn = g.draw(g.state.deck, 3, to=["red"])
            g.state.hands = {"red": drawn}
            yield g.ask("red", "Well?", ["well"], rule="duel.3")
            return Result(None, "Over.", "duel.9")

        def redeal(self, then, now, side, rng):
            rng.shuffle(then.state.deck)

    match = Match.start(Draws(), seed="a long secret")
    match.choose("draw")
    for seed in range(20):
        world = match.imagine("red", seed=seed)
        assert world.g.state.hands == match.g.state.hands
    assert len({tuple(match.imagine("blue", seed=seed).g.state.hands["red"]) for seed in range(20)}) > 5


def test_a_world_that_is_impossible_is_said_after_many_tries():
    class Bold(Duel):
        def redeal(self, then, now, side, rng):
            then.state.hands[side] = [99]

    match = Match.start(Bold(), seed=1)
    with pytest.raises(CannotImagine, match="no world like the true one for red"):
        match.imagine("red")


def test_only_a_seat_can_imagine():
    with pytest.raises(Misuse, match="'umpire' cannot imagine anything: expected one of red, blue"):
        duel().imagine("umpire")


def test_a_bot_has_a_chair_and_no_match():
    import random

    class First:
        def choose(self, chair: Chair):
            assert not hasattr(chair, "log") and chair.view().seat == chair.seat
            world = chair.imagine()
            assert world.imagined and chair.diary() == world.diary(chair.seat)
            return chair.decision.options[0]

    bot: Bot = First()
    match = Match.start(Counting(), seed=1)
    chair = Chair(match, "red", random.Random(1))
    assert bot.choose(chair) == 1 and chair.side == "red" and not chair.time_is_up()
