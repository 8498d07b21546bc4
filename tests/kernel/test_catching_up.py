"""A match in one process follows the same match in another."""

from __future__ import annotations

import random

import msgspec
import pytest
from kernel_games import Charges, Orders, Table, War
from small_games import Counting, Duel

from grognard.kernel import Match
from grognard.kernel.battery.told import snapshot
from grognard.kernel.catching_up import catch_up


def over_the_wire(match: Match, kept: int) -> tuple:
    log = [list(entry) for entry in match.log[kept:]]
    submitted = {seat: entry[2] for seat, (_, entry) in match.procedures.submitted.items()}
    return msgspec.json.decode(msgspec.json.encode((log, submitted)))


@pytest.mark.parametrize("kind", [Counting, Duel, Charges, Orders, Table, War])
@pytest.mark.parametrize("dice", ["stream", "by hand"])
def test_a_match_follows_choice_by_choice(kind, dice):
    for seed in range(6):
        rng = random.Random(seed)
        leader = Match.start(kind(), seed=seed, umpire=True, dice=dice)
        follower = Match.load(leader.save(), game=kind())
        for _ in range(40):
            if not leader.decisions:
                break
            kept = len(leader.log)
            seat, asked = rng.choice(list(leader.decisions.items()))
            leader.choose(asked.sample(rng), seat)
            if len(leader.log) < kept:
                continue
            if dice == "by hand" and any(entry[0] == "h" for entry in leader.log[kept:]):
                follower = Match.load(leader.save(), game=kind())  # thrown dice rebuild: load it anew
                continue
            log, submitted = over_the_wire(leader, kept)
            catch_up(follower, log, submitted, leader.standing, leader.marks)
            assert snapshot(follower) == snapshot(leader)
        if leader.decisions:
            kept = len(leader.log)
            leader.draw(leader.seats)
            catch_up(follower, *over_the_wire(leader, kept), leader.standing, leader.marks)
            assert snapshot(follower) == snapshot(leader)


def test_the_leader_goes_on_where_the_follower_stood():
    leader = Match.start(War(), seed=5)
    follower = Match.load(leader.save(), game=War())
    for turn in range(12):
        kept = len(leader.log)
        leader.choose(1)
        catch_up(follower, *over_the_wire(leader, kept), leader.standing, leader.marks)
        leader, follower = follower, leader  # the match moves from one process to the other
        assert snapshot(leader) == snapshot(follower) and leader.stream.position == follower.stream.position, turn


def test_words_of_a_seat_change_the_dice_from_there_on_and_can_be_verified():
    from grognard.kernel.verifying import verify

    plain, mixed = Match.start(War(), seed=1), Match.start(War(), seed=1)
    for match in (plain, mixed):
        for _ in range(4):
            match.choose(1)
    mixed.mix_in("red", "heads I win")
    mixed.mix_in("blue", "tails you lose")
    for match in (plain, mixed):
        while match.number < 30 and match.decisions:
            match.choose(1)
    assert [e[2] for e in plain.log if e[0] == "r"] != [e[2] for e in mixed.log if e[0] == "r"]
    assert verify(mixed.save(), War()).problems == [] and Match.load(mixed.save(), game=War()).notes == []
    mixed.roll_back(10, consent=mixed.seats)
    while mixed.number < 30 and mixed.decisions:
        mixed.choose(1)
    again = Match.load(mixed.save(), game=War())
    assert snapshot(again) == snapshot(mixed) and again.stream.key == mixed.stream.key
    assert verify(mixed.save(), War()).problems == []
    forged = mixed.save().replace(b"heads I win", b"heads I lose")
    assert not verify(forged, War()).ok
