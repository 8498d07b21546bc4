"""Whatever is done to a match, in whatever order: it can be rebuilt, saved, forked, imagined and verified."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernel_games import Charges, Orders, Table, War
from small_games import Counting, Duel
from spikes.dbms_spike import DbmsSpike
from spikes.fyow_spike import FyowSpike
from spikes.napalini_spike import NapaliniSpike
from spikes.nlc_spike import NlcSpike
from spikes.pog_spike import PogSpike

from grognard.kernel import UMPIRE, Match, Misuse, Standing
from grognard.kernel.battery.told import seen, sketch, snapshot
from grognard.kernel.log import is_step
from grognard.kernel.verifying import verify

GAMES = [Counting, Duel, Charges, Orders, Table, War]
SPIKES = [NlcSpike, DbmsSpike, NapaliniSpike, FyowSpike, PogSpike]
DEEDS = ["choose"] * 6 + ["undo", "turn", "withdraw", "roll back", "correct", "load", "fork", "stand", "stand down", "end"]


class Life:
    """A match to which things are done."""

    def __init__(self, kind, rng, dice, every):
        self.game, self.rng = kind(), rng
        self.match = Match.start(self.game, seed="a long life", umpire=True, dice=dice, checkpoint_every=every)
        self.corrected = False

    def do(self, deed):
        match, rng = self.match, self.rng
        if deed == "choose" and match.decisions:
            decision = match.decisions[rng.choice(list(match.decisions))]
            match.choose(decision.sample(rng), decision.seat, by=rng.choice([None, None, UMPIRE]))
        elif deed in ("undo", "turn"):
            seat = rng.choice([None, *match.seats])
            if match.undo_refused(seat) is None:
                match.undo(seat, turn=deed == "turn")
        elif deed == "withdraw" and match.procedures.submitted:
            match.withdraw(rng.choice(list(match.procedures.submitted)))
        elif deed == "roll back" and match.number:
            match.roll_back(rng.randrange(match.number), consent=match.seats)
        elif deed == "correct":
            self.correct()
        elif deed == "load":
            self.match = Match.load(match.save(), game=self.game)
            assert self.match.notes == []
        elif deed == "fork":
            before = snapshot(match)
            twin = match.fork()
            for _ in range(4):
                if twin.decisions:
                    twin.choose(twin.decision.sample(rng), twin.decision.seat)
            assert snapshot(match) == before
        elif deed == "stand" and match.decisions:
            decision = match.decisions[rng.choice(list(match.decisions))]
            until = rng.choice(["", "turn"])
            match.stand(Standing(decision.seat, decision.rule, decision.sample(rng), piece="nobody's", until=until))
        elif deed == "end" and match.result is None:
            side = rng.choice([None, *match.prepared.sides])
            match.draw(match.seats) if side is None or len(match.prepared.sides) != 2 else match.resign(side)
        elif deed == "stand down":
            match.stand_down(rng.choice(list(match.seats)))

    def correct(self):
        if self.match.checkpoints.rested_at == self.match.number and not self.match.submitted and isinstance(self.game, Counting | Charges | Table | War):
            try:
                self.match.correct({"turn": 2} if not isinstance(self.game, Table) else {"moves": 1}, "for a change")
            except Misuse as error:
                assert "cannot go on" in str(error)

    def check(self):
        match, rng = self.match, self.rng
        steps = [entry for entry in match.log if is_step(entry)]
        assert match.number == len(steps) == len(match.annals.choosers) == sum(map(len, match.annals.own.values()))
        assert [entry[1] for entry in steps] == match.annals.choosers
        assert bool(match.decisions) != (match.result is not None)
        whole = snapshot(match)
        assert snapshot(Match.load(match.save(), game=self.game)) == whole
        if not match.procedures.submitted:
            assert snapshot(match.at(match.number)) == whole
        number = rng.randint(0, match.number)
        then = match.at(number)
        assert then.number + len(then.procedures.submitted) == number, "what several seats choose at once is submitted one by one"
        if match.result is None:
            for seat in match.seats:
                assert seen(match.imagine(seat), seat) == seen(match, seat)
        assert snapshot(match) == whole


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(GAMES + SPIKES),
    st.lists(st.sampled_from(DEEDS), max_size=30),
    st.randoms(use_true_random=False),
    st.sampled_from(["stream", "stream", "by hand"]),
    st.sampled_from([1, 2, 8]),
)
def test_a_match_survives_whatever_is_done_to_it(kind, deeds, rng, dice, every):
    life = Life(kind, rng, dice, every)
    for deed in deeds:
        life.do(deed)
    life.check()
    assert verify(life.match.save(), life.game).problems == []


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(GAMES), st.randoms(use_true_random=False), st.sampled_from([1, 8]))
def test_two_matches_to_which_the_same_is_done_stay_the_same(kind, rng, every):
    seed = rng.getrandbits(32)
    import random

    one, other = (Life(kind, random.Random(seed), "stream", n) for n in (every, 3))
    picks = random.Random(seed)
    for _ in range(20):
        deed = picks.choice([deed for deed in DEEDS if deed != "correct"])
        one.do(deed)
        other.do(deed)
        assert sketch(one.match) == sketch(other.match)


@pytest.mark.soak
@settings(max_examples=2000, deadline=None)
@given(
    st.sampled_from(GAMES + SPIKES),
    st.lists(st.sampled_from(DEEDS), max_size=60),
    st.randoms(use_true_random=False),
    st.sampled_from(["stream", "by hand"]),
    st.sampled_from([1, 2, 8]),
)
def test_a_match_survives_a_long_life(kind, deeds, rng, dice, every):
    life = Life(kind, rng, dice, every)
    for deed in deeds:
        life.do(deed)
        life.check()
    assert verify(life.match.save(), life.game).problems == []
