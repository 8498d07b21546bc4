"""Dice: every kind of die, fair, checkable, forced, by hand."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_games import Charges, Small, War
from msgspec import Struct
from small_games import Duel

from grognard.kernel import PASS, Match, Misuse, Refused
from grognard.kernel.battery.told import snapshot
from grognard.kernel.dice import AVERAGE, DiceError, Fates, ForcedDice, Stream, commitment, derived, dice_of, mixed_key
from grognard.kernel.hand_roll import HandRoll
from grognard.kernel.verifying import verify

KEY = b"k" * 32


# ------------------------------------------------------------------ kinds of dice


@pytest.mark.parametrize("sides", [3, 4, 6, 8, 10, 12, 20, 100])
def test_every_face_falls_equally_often(sides):
    stream = Stream(KEY)
    count, faces = dice_of(f"d{sides}")
    assert count == 1 and faces == tuple(range(1, sides + 1))
    throws = 400 * sides
    fell = Counter(stream.faces(throws, faces))
    assert set(fell) == set(faces)
    chi = sum((n - 400) ** 2 / 400 for n in fell.values())
    assert chi < sides + 6 * (2 * sides) ** 0.5


def test_average_dice_have_their_faces():
    assert dice_of("davg") == (1, AVERAGE) and dice_of("3davg") == (3, (2, 3, 3, 4, 4, 5))
    fell = Counter(Stream(KEY).faces(6000, AVERAGE))
    assert set(fell) == {2, 3, 4, 5} and fell[3] > 1.7 * fell[2]


@pytest.mark.parametrize("spec", ["", "d", "0d6", "d0", "2d", "six", "-1d6", "d6+1", "1.5d6", " d6", "2D6"])
def test_what_are_no_dice_is_said(spec):
    with pytest.raises(Misuse, match="are no dice"):
        dice_of(spec)


def test_numbers_beyond_a_byte_are_fair_too():
    stream = Stream(KEY)
    found = [stream.below(1000) for _ in range(4000)]
    assert min(found) < 10 and max(found) > 990 and 480 < sum(found) / 4000 < 520
    assert stream.below(1) == 0
    with pytest.raises(Misuse):
        stream.below(0)


@given(st.integers(0, 40))
def test_a_shuffle_is_an_order_and_a_sample_has_no_doubles(count):
    stream = Stream(KEY)
    assert sorted(stream.order(count)) == list(range(count))
    drawn = stream.sample(count // 2, count) if count else ()
    assert len(set(drawn)) == len(drawn) == count // 2


def test_every_order_of_a_shuffle_is_equally_likely():
    stream = Stream(KEY)
    orders = Counter(stream.order(3) for _ in range(6000))
    assert len(orders) == 6 and all(850 < n < 1150 for n in orders.values())


@given(st.integers(0, 5000), st.integers(1, 300))
@settings(max_examples=50)
def test_a_position_in_the_stream_can_be_gone_back_to(position, limit):
    stream = Stream(KEY, position)
    first = [stream.below(limit) for _ in range(5)]
    assert [Stream(KEY, position).below(limit) for _ in range(1)] == first[:1]
    stream.position = position
    assert [stream.below(limit) for _ in range(5)] == first


def test_the_stream_is_the_same_on_every_machine():
    """These numbers are promised: they can be rolled again in a hundred years."""
    key = mixed_key(b"secret", {"red": "r", "blue": "b"})
    assert key.hex() == GOLDEN_KEY
    assert Stream(key).faces(12, range(1, 7)) == GOLDEN_D6
    assert commitment(b"secret") == GOLDEN_COMMITMENT


GOLDEN_KEY = "cdf8abe8bc124768b47765cce2b9eff4583deb348ec2d228fe9db0f57c89f179"
GOLDEN_D6 = (4, 3, 5, 4, 6, 4, 2, 2, 5, 3, 5, 4)
GOLDEN_COMMITMENT = "7f00a92c33f3143d1a35beab0475440be1f066207ce8bf978469bfb6339c2017"


# ------------------------------------------------------------------ keys


def test_nonces_are_mixed_in_without_confusion():
    keys = {
        mixed_key(b"s", {"a": "bc"}),
        mixed_key(b"s", {"ab": "c"}),
        mixed_key(b"s", {"a": "b", "c": ""}),
        mixed_key(b"s", {}),
        mixed_key(b"t", {}),
        mixed_key(b"s", {}, epoch=1),
    }
    assert len(keys) == 6
    assert mixed_key(b"s", {"a": "1", "b": "2"}) == mixed_key(b"s", {"b": "2", "a": "1"})


def test_the_hash_that_is_shown_is_not_the_key():
    assert bytes.fromhex(commitment(b"secret")) != mixed_key(b"secret", {})
    assert derived(KEY, "fork", 1) != derived(KEY, "fork", 2) != KEY


def test_a_nonce_changes_the_dice():
    with_nonce = Match.start(Charges(), seed=1, nonces={"red": "x"})
    without = Match.start(Charges(), seed=1)
    assert with_nonce.stream.key != without.stream.key
    assert with_nonce.secret == without.secret


# ------------------------------------------------------------------ forced dice


def test_forced_dice_fall_as_given():
    match = Match.start(Charges(), seed=1)
    match.choose("charge")
    with match.forced(6, 5):
        match.choose(PASS)
    assert match.diary()[-1].dice == [6, 5] and match.g.state.hits["blue"] == 1


def test_too_few_forced_dice_fail_loudly_and_change_nothing():
    match = Match.start(Charges(), seed=1)
    match.choose("charge")
    before = snapshot(match)
    with pytest.raises(DiceError, match="ran out: 2d6 wants 2, 1 of"), match.forced(6):
        match.choose(PASS)
    assert snapshot(match) == before
    match.choose(PASS)


def test_too_many_forced_dice_fail_loudly():
    match = Match.start(Charges(), seed=1)
    match.choose("charge")
    with pytest.raises(AssertionError, match=r"nobody rolled: \[1\]"), match.forced(6, 5, 1):
        match.choose(PASS)


def test_impossible_forced_dice_fail_loudly():
    match = Match.start(Charges(), seed=1)
    match.choose("charge")
    with pytest.raises(DiceError, match="forced die 7 is no face of 2d6"), match.forced(7, 1):
        match.choose(PASS)
    assert list(ForcedDice([1, 2])) == [1, 2]


class Packs(Struct):
    order: list[str] = []
    hand: list[str] = []


class Cards(Small):
    name, title, state = "cards", "Cards", Packs

    def play(self, g):
        g.checkpoint()
        yield g.ask("red", "Shuffle?", ["yes"], rule="cards.1")
        g.state.order = g.shuffle(["a", "b", "b", "c"], to=None)
        yield g.ask("red", "Draw?", [0, 2, 9], rule="cards.2")
        g.state.hand = g.draw(g.state.order, 2, to=["red"])
        yield g.ask("red", "Over?", ["yes"], rule="cards.3")


def test_draws_and_shuffles_can_be_forced():
    match = Match.start(Cards(), seed=1)
    with match.forced(draws=[["c", "b"]]):
        match.choose("yes")
    assert match.g.state.order == ["c", "b", "a", "b"], "what is not named follows in its order"
    with match.forced(draws=[["b", "b"]]):
        match.choose(2)
    assert match.g.state.hand == ["b", "b"]
    assert snapshot(match) == snapshot(match.at(2))


@pytest.mark.parametrize(
    ("draws", "says"),
    [([["d", "a"]], "is not among"), ([["a", "a"]], "is not among"), ([["a"]], "expected 2 things")],
)
def test_draws_that_cannot_be_fail_loudly(draws, says):
    match = Match.start(Cards(), seed=1)
    match.choose("yes")
    with pytest.raises(DiceError, match=says), match.forced(draws=draws):
        match.choose(2)
    assert match.number == 1


def test_forced_draws_that_nobody_draws_fail_loudly():
    match = Match.start(Cards(), seed=1)
    with pytest.raises(AssertionError, match="nobody drew"), match.forced(draws=[["a"], ["b"]]):
        match.choose("yes")


def test_drawing_more_than_there_is_breaks_the_rule_that_does_it():
    class Greedy(Cards):
        def play(self, g):
            yield g.ask("red", "Draw?", ["yes"], rule="cards.2")
            g.draw(["a"], 2)

    with pytest.raises(Exception, match="draw 2 out of 1"):
        Match.start(Greedy(), seed=1).choose("yes")


# ------------------------------------------------------------------ checking a finished match


def finished(kind=War, **how):
    match = Match.start(kind(), seed="a long secret", nonces={"red": "r", "blue": "b"}, **how)
    while match.result is None:
        match.choose(match.decision.options[-1])
    return match


def test_every_roll_of_a_finished_match_can_be_checked():
    found = verify(finished().save(), War())
    assert found.ok and found.choices == 40 and found.rolls == 8


def test_a_swapped_die_is_found():
    match = finished()
    at = next(n for n, entry in enumerate(match.log) if entry[0] == "r")
    entry = match.log[at]
    match.log[at] = (*entry[:2], (entry[2][0] % 6 + 1,), *entry[3:])
    found = verify(match.save(), War())
    assert not found.ok and "the log has" in found.problems[0]


def test_another_secret_than_the_one_that_was_promised_is_found():
    match = finished()
    file = match.save().replace(match.secret.hex().encode(), b"another secret".hex().encode())
    problems = verify(file, War()).problems
    assert "The secret is not the one whose hash was shown." in problems and len(problems) > 1


def test_other_rules_are_found_by_the_digests():
    from kernel_games import DearWar

    assert any("not the one that was saved" in problem for problem in verify(finished().save(), DearWar()).problems)


def test_hidden_dice_and_draws_are_checked_too():
    assert verify(finished(Duel).save(), Duel()).ok


def test_a_match_whose_first_rest_comes_late_is_no_problem():
    class Late(War):
        def play(self, g):
            g.state.gold = 11
            g.checkpoint()
            return (yield from super().play(g))

    assert verify(finished(Late).save(), Late()).problems == []


def test_a_corrected_match_can_be_checked():
    class Steps(War):
        def play(self, g):
            if g.state.turn == 0:
                g.state.gold += 1
            g.state.gold = min(g.state.gold, 12)
            g.checkpoint()
            return (yield from super().play(g))

    match = Match.start(Steps(), seed="a long secret", umpire=True)
    for _ in range(9):
        match.choose(1)
    match.correct({"gold": 50}, "They forgot the pay chest.")
    for _ in range(9):
        match.choose(1)
    assert verify(match.save(), Steps()).problems == []


# ------------------------------------------------------------------ by hand


def test_dice_by_hand_are_their_throwers_decision():
    match = Match.start(Charges(), seed=1, dice="by hand")
    match.choose("charge")
    match.choose(PASS)
    throw = match.decision
    assert isinstance(throw, HandRoll) and throw.seat == "red" and throw.prompt == "Throw 2d6 and enter the dice"
    assert match.view("blue").waiting == ["Red"] and match.view("red").decision.form == "checked"
    with pytest.raises(Refused, match="Expected 2 dice with faces 1 to 6"):
        match.choose([7, 1])
    with pytest.raises(Refused):
        match.choose([1])
    match.choose([6, 4])
    assert match.g.state.hits == {"red": 0, "blue": 1} and match.diary()[-1].dice == [6, 4]
    assert match.undo_refused() is not None


def test_a_match_by_hand_can_be_forked_saved_replayed_and_verified():
    match = Match.start(Charges(), seed=1, dice="by hand")
    shots = [snapshot(match)]
    while match.result is None:
        decision = match.decision
        match.choose([3, 4] if isinstance(decision, HandRoll) else "charge")
        shots.append(snapshot(match))
        loaded = Match.load(match.save(), game=Charges())
        assert snapshot(loaded) == shots[-1]
        assert snapshot(match.fork()) == shots[-1]
    for number, shot in enumerate(shots):
        assert snapshot(match.at(number)) == shot
    assert verify(match.save(), Charges()).problems == []


def test_who_throws_for_a_split_side():
    match = Match.start(Charges(), seed=1, dice="by hand", seats={"ney": "red", "uxbridge": "blue"})
    match.choose("charge")
    match.choose(PASS)
    assert match.decision.seat == "ney"


def test_dice_that_nobody_throws_are_thrown_by_the_first_side():
    class Weather(War):
        def play(self, g):
            yield g.ask("blue", "On?", ["on"], rule="war.1")
            g.d6("Weather", rule="war.2")
            yield g.ask("blue", "On?", ["on"], rule="war.1")

    match = Match.start(Weather(), seed=1, dice="by hand", seats={"ann": "red", "bob": "blue"})
    match.choose("on")
    assert isinstance(match.decision, HandRoll) and match.decision.seat == "ann"
    match.choose([4])
    assert match.decision.seat == "bob"


def test_a_match_by_hand_can_be_imagined_at_every_decision():
    match = Match.start(Duel(), seed=1, dice="by hand")
    while match.result is None:
        for seat in match.seats:
            world = match.imagine(seat)
            assert world.view(seat) == match.view(seat)
            decision = world.decision
            if isinstance(decision, HandRoll):
                world.choose([1, 2], decision.seat)
        decision = match.decision
        match.choose([6, 1] if isinstance(decision, HandRoll) else decision.options[0], decision.seat)


# ------------------------------------------------------------------ dice by what they are thrown for


def hits_of(answers):
    """The charges of a match with fates, asked so: turn by turn who was hit."""
    match = Match.start(Charges(), "learning", seed=3).fork(seed="one", quiet=True)
    match.luck.fates = Fates(match.stream.key)
    found = []
    for answer in answers:
        turn, before = match.g.state.turn, dict(match.g.state.hits)
        match.choose(answer)
        if match.g.state.turn > turn:
            found.append({side: n - before[side] for side, n in match.g.state.hits.items()})
    return found


def test_fates_fall_alike_where_the_same_is_done():
    """Red charges in the first turn or not: the dice of all later charges are the same."""
    for n in range(8):
        later = [word for k in range(3) for word in (("charge", PASS) if n >> k & 1 else (PASS,))]
        assert hits_of([PASS, *later])[1:] == hits_of(["charge", PASS, *later])[1:]


def test_fates_tell_throws_apart():
    def thrown(fates, what="a.1", by="red", **facts):
        return fates.stream(what, by, facts).faces(12, range(100))

    fates = Fates(KEY)
    kinds = [
        thrown(fates),
        thrown(fates),
        thrown(fates, "a.2"),
        thrown(fates, by="blue"),
        thrown(fates, unit=1),
        thrown(fates, unit=2),
    ]
    fates.heading("Supply", {})
    kinds.append(thrown(fates))
    fates.moment()
    kinds += [thrown(fates), thrown(Fates(b"other" * 8))]
    assert len(set(kinds)) == 9
    assert thrown(Fates(KEY)) == kinds[0] and thrown(Fates(KEY), unit=1) == kinds[4]
    assert thrown(Fates(KEY), thing=object()) == kinds[0], "what looks otherwise on another machine does not count"


def test_fates_are_fair():
    fates = Fates(KEY)
    fell = Counter(fates.stream("a.1", "red", {"unit": n % 7}).faces(1, range(6))[0] for n in range(3000))
    assert sum((n - 500) ** 2 / 500 for n in fell.values()) < 20
