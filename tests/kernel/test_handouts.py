"""Lines that an umpire hands to one side or seat: theirs for good, and nobody else can tell that there is one."""

from __future__ import annotations

import random

import msgspec
import pytest
from kernel_games import Charges, Orders
from small_games import Counting, Duel

from grognard.kernel import UMPIRE, Match, Misuse
from grognard.kernel.battery.told import answers, probes, seen, touchable
from grognard.kernel.catching_up import catch_up
from grognard.kernel.replay import walk
from grognard.kernel.verifying import verify

GUNS = "Your scouts hear guns at Planchenoit."


def told(match, seat):
    return [line.text for line in match.diary(seat)]


def played(match, choices, rng):
    for _ in range(choices):
        asked = match.decision
        match.choose(asked.sample(rng), asked.seat)


def test_a_line_is_read_by_its_side_and_the_umpire_alone():
    match = Match.start(Duel(), seed=1, umpire=True)
    match.hand_out(GUNS, ["red"])
    line = match.diary("red")[-1]
    assert (line.text, line.kind, line.rule) == (f"The umpire: {GUNS}", "handed", "")
    assert match.view("red").diary[-1].text.endswith(GUNS) and told(match, UMPIRE)[-1].endswith(GUNS)
    for other in ("blue", None):
        assert b"Planchenoit" not in seen(match, other)
    assert match.log[-1] == ("n", "umpire", ("red",), None, GUNS)


def test_nobody_but_an_umpire_hands_out_and_only_to_seats_while_the_match_is_on():
    match = Match.start(Counting(), seed=1)
    with pytest.raises(Misuse, match="only the umpire of a match that has one"):
        match.hand_out(GUNS, ["red"])
    match = Match.start(Counting(), seed=1, umpire=True)
    for text, to, why in ((GUNS, ["green"], "There is no seat 'green'"), (GUNS, [], "for whom"), ("  ", ["red"], "1 to 2000"),
                          ("x" * 2001, ["red"], "1 to 2000")):  # fmt: skip
        with pytest.raises(Misuse, match=why):
            match.hand_out(text, to)
    with pytest.raises(Misuse, match="'red' may not do this"):
        match.hand_out(GUNS, ["blue"], by="red")
    assert match.log == [] and match.events == []
    match.resign("red")
    with pytest.raises(Misuse, match="everything is open"):
        match.hand_out(GUNS, ["red"])


def test_one_seat_of_a_side():
    seats = {"Ney": "red", "Erlon": "red", "Wellington": "blue"}
    match = Match.start(Counting(), seed=1, umpire=True, seats=seats)
    match.hand_out("For your eyes only.", ["Ney"])
    match.hand_out("To the whole army.", ["Ney", "Erlon"])
    assert told(match, "Ney") == ["The umpire: For your eyes only.", "The umpire: To the whole army."]
    assert told(match, "Erlon") == ["The umpire: To the whole army."] and told(match, "Wellington") == []
    assert [entry[2:4] for entry in match.log] == [(("red",), ("Ney",)), (("red",), None)]
    again = Match.load(match.save(), game=match.game)
    assert [seen(again, seat) for seat in (*seats, UMPIRE)] == [seen(match, seat) for seat in (*seats, UMPIRE)]
    world = match.imagine("Erlon", seed=1)
    assert "eyes only" not in str(world.events) + str(world.log)
    assert "eyes only" in str(match.imagine("Ney", seed=1).events)


@pytest.mark.parametrize("start", range(4))
def test_the_others_cannot_tell(start):
    """Views, diaries, undo, numbers, what tries are answered: the same by the byte with and without the line."""
    with_line, without = (Match.start(Duel(), seed=7, umpire=True) for _ in range(2))
    for n in range(14):
        rng = random.Random(n)
        if n % 4 == start:
            with_line.hand_out(f"{GUNS} ({n})", ["red"])
        asked = with_line.decision
        value = asked.sample(rng)
        for match in (with_line, without):
            match.choose(value, asked.seat)
        for seat in ("blue", None):
            assert seen(with_line, seat) == seen(without, seat)
        assert with_line.save("blue") == without.save("blue")
        assert with_line.undo_refused("blue") == without.undo_refused("blue")
        assert with_line.undo_refused("red") == without.undo_refused("red")
        if "blue" in with_line.decisions:
            values = probes(with_line.decisions["blue"], random.Random(n))
            touched = touchable(with_line, "blue", random.Random(n))
            assert answers(with_line, "blue", values, touched) == answers(without, "blue", values, touched)
    red, blue = seen(with_line, "red"), seen(with_line, "blue")
    assert red.count(b"Planchenoit") >= 3 and b"Planchenoit" not in blue + with_line.save("blue")
    assert b"Planchenoit" in with_line.save("red")


def test_it_stays_through_saves_forks_and_replays_and_verifies():
    match = Match.start(Duel(), seed=3, umpire=True)
    rng = random.Random(3)
    match.hand_out("First.", ["blue"])
    for n in range(9):
        played(match, 1, rng)
        match.hand_out(f"After {n}.", ["red" if n % 2 else "blue"])
    again = Match.load(match.save(), game=match.game)
    for seat in ("red", "blue", None, UMPIRE):
        assert seen(again, seat) == seen(match, seat)
        assert seen(match.fork(), seat) == seen(match, seat)
    assert again.log == match.log
    for step in walk(match):
        if not step.match.procedures.submitted:
            assert seen(step.match, "red") == seen(match.at(step.match.number), "red")
            assert f"After {step.number - 1}." in str(told(step.match, UMPIRE))
    match.resign("red")
    assert verify(match.save(), match.game).ok


def test_undo_and_roll_back_leave_it_and_it_bars_neither():
    match = Match.start(Counting(), seed=1, umpire=True)
    match.choose(1)
    match.choose(2)
    match.hand_out("Now.", ["red"])
    assert match.undo_refused("blue") is None, "a line to Red tells Blue nothing"
    match.undo("blue")
    assert match.g.state.total == 1 and told(match, "red") == ["The umpire: Now."]
    match.choose(3)
    assert Match.load(match.save(), game=match.game).log == match.log
    match.hand_out("Later.", ["blue"])
    match.roll_back(0, match.seats)
    assert told(match, "red") == ["The umpire: Now."] and told(match, "blue") == ["The umpire: Later."]
    assert match.g.state.total == 0 and [entry[0] for entry in match.log] == ["n", "n", "e"]
    again = Match.load(match.save(), game=match.game)
    assert again.log == match.log and told(again, "red") == told(match, "red")
    match.choose(1)
    match.undo()
    assert match.number == 0 and told(match, UMPIRE) == told(again, UMPIRE)


def test_while_the_others_write_orders():
    match = Match.start(Orders(), seed=1, umpire=True)
    match.choose([{"unit": 1, "place": "b"}], "red")
    match.hand_out("He marches.", ["blue"])
    assert "red" in match.procedures.submitted and list(match.decisions) == ["blue"]
    again = Match.load(match.save(), game=match.game)
    assert again.procedures.submitted.keys() == {"red"} and told(again, "blue") == ["The umpire: He marches."]
    match.withdraw("red")
    match.choose([], "red")
    match.choose([], "blue")
    assert told(match, "blue") == ["The umpire: He marches."] and told(match, "red") == []


def test_while_dice_wait_for_a_hand():
    match = Match.start(Charges(), seed=1, umpire=True, dice="by hand")
    match.choose("charge", "red")
    match.choose("pass", "blue") if "pass" in match.decision.options else match.choose(match.decision.options[-1], "blue")
    assert match.decision.form == "checked"
    match.hand_out("Pray.", ["blue"])
    match.choose([3, 3], "red")
    match.hand_out("Thanks.", ["blue"])
    again = Match.load(match.save(), game=match.game)
    assert again.log == match.log and seen(again, "blue") == seen(match, "blue")


def test_another_process_follows():
    here, there = (Match.start(Counting(), seed=1, umpire=True) for _ in range(2))
    here.choose(1)
    here.hand_out("Psst.", ["blue"])
    catch_up(there, here.log, {}, [], [])
    assert there.log == here.log and [seen(there, s) for s in ("red", "blue")] == [seen(here, s) for s in ("red", "blue")]


@pytest.mark.parametrize("n", range(12))
def test_imagined_worlds_have_what_the_seat_was_handed_and_no_more(n):
    """Worlds look the same to their seat, lines of the umpire included, wherever in the log these stand."""
    match = Match.start(Duel(), seed=n, umpire=True)
    rng = random.Random(n)
    for step in range(3 + n):
        if rng.random() < 0.4:
            match.hand_out(f"REDLINE {step}", ["red"])
        if rng.random() < 0.4:
            match.hand_out(f"BLUELINE {step}", ["blue"])
        asked = rng.choice(list(match.decisions.values()))
        match.choose(asked.sample(rng), asked.seat)
    match.hand_out("REDLINE at last", ["red"])
    for seat, other in (("red", "BLUELINE"), ("blue", "REDLINE")):
        world = match.imagine(seat, seed=n)
        assert seen(world, seat) == seen(match, seat)
        assert other not in str(world.events) + str(world.log)
        played(world, 3, random.Random(n))
        fork = world.fork()
        assert other not in msgspec.json.encode(fork.diary(UMPIRE)).decode()
