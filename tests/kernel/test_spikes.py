"""The five spikes: each can be forked, imagined, saved, undone and replayed at every decision."""

from __future__ import annotations

import random

import pytest
from spikes.dbms_spike import DbmsSpike
from spikes.fyow_spike import FyowSpike
from spikes.napalini_spike import NapaliniSpike
from spikes.nlc_spike import NlcSpike
from spikes.pog_spike import PogSpike

from grognard.kernel import Match, Refused, register
from grognard.kernel.state import digest
from grognard.kernel.verifying import verify

SPIKES = [register(spike()) for spike in (NlcSpike, DbmsSpike, NapaliniSpike, FyowSpike, PogSpike)]


def everything(match: Match) -> tuple:
    return digest(match.g.state), [match.view(seat) for seat in match.seats], match.log, [e.gist() for e in match.events]


def at_every_decision(game, seed):
    """Yields the match at each decision of a random match, then chooses."""
    rng = random.Random(seed)
    match = Match.start(game, seed=seed)
    while match.result is None:
        yield match, rng
        decision = match.decision
        match.choose(decision.sample(rng), decision.seat)
        assert match.number < 2000
    assert verify(match.save()).problems == []


@pytest.mark.parametrize("game", SPIKES, ids=lambda g: g.name)
@pytest.mark.parametrize("seed", range(6))
def test_a_spike_can_be_forked_saved_undone_and_replayed_at_every_decision(game, seed):
    before = None
    for match, _rng in at_every_decision(game, seed):
        now = everything(match)
        assert everything(match.fork()) == now
        assert everything(Match.load(match.save())) == now
        if match.undo_refused() is None:
            last = match.log[-1]
            match.undo()
            if before is not None and not match.procedures.together:
                assert everything(match) == before
            match.choose(last[2], last[1])
            assert everything(match) == now
        before = now
        if match.number % 5 == 0 and not match.procedures.submitted:
            assert everything(match.at(match.number)) == now


@pytest.mark.parametrize("game", SPIKES, ids=lambda g: g.name)
@pytest.mark.parametrize("seed", range(6))
def test_a_spike_can_be_imagined_by_both_seats_at_every_decision(game, seed):
    different = 0
    for match, _rng in at_every_decision(game, seed):
        for seat in match.seats:
            world = match.imagine(seat)
            assert world.view(seat) == match.view(seat)
            assert match.diary(seat) == world.diary(seat)
            side = match.side_of(seat)
            different += game.secrets(world.g, side) != game.secrets(match.g, side)
            assert world.secret is None and world.stream.key != match.stream.key
    assert different > 0


def test_a_refusal_on_the_table_names_the_nearest_legal_pose():
    match = Match.start("spike-dbms", seed=1)
    match.choose(0)
    with pytest.raises(Refused) as refused:
        match.choose({"x": 20000, "y": 1000, "facing": 0})
    assert refused.value.rule == "dbms.movement.1"
    fix = refused.value.facts["fix"]
    assert match.why_not({"x": fix[0], "y": fix[1], "facing": fix[2]}) is None
    kind = match.g.state.elements[0].kind
    assert refused.value.facts["limit"] == {"TA": 4 * 2540, "RE": 5 * 2540}[kind]


def test_a_reaction_charge_is_itself_reacted_to():
    """nlc 7.9.6: Merlen charges Bachelu, Piré charges Merlen; the innermost is fought first."""
    orders = {"french": [{"unit": 0, "kind": "march", "target": 9}], "allied": []}
    match = Match.start("spike-nlc", seed=1, situation={"phase": "french", "orders": orders})
    match.choose(0)
    assert match.decision.seat == "allied" and match.decision.rule == "nlc.7.9.1"
    with match.forced(1):
        match.choose(3)  # Merlen passes his test and goes for Bachelu
    assert match.decision.seat == "french"
    with match.forced(2, 6, 1):  # Piré passes and throws Merlen back, whose charge therefore ends
        match.choose(1)
    texts = [event.text for event in match.diary("french")]
    assert any("Merlen is thrown back" in text for text in texts)
    assert not any("Bachelu is thrown back" in text for text in texts)


def test_card_25e_puts_a_combat_at_the_head_of_the_queue():
    situation = {
        "stage": "combat", "queue": [1, 4], "hands": {"so": ["25E"], "sd": []}, "piles": {"so": [], "sd": []},
        "markers": {"0": {"square": 1}, "3": {"square": 1, "steps": 1}, "4": {"steps": 0}, "5": {"square": 2}},
    }  # fmt: skip
    with pytest.raises(Refused, match="23E"):
        opened_25e(situation).choose("23E", "so")
    match = opened_25e(situation)
    match.choose("pass")
    match.choose(3, "sd")  # the only defender takes the loss, and the square is cleared
    assert match.decision.rule == "napalini.card.25E"
    with match.forced(1, 1):  # the new combat on a2, before the one that waits on a4
        match.choose("25E")
    assert match.g.state.markers[0].square == 1 and match.g.state.markers[5].revealed


def opened_25e(situation):
    """A match in which the defender has missed and the attacker has hit, by the seed."""
    for seed in range(500):
        match = Match.start("spike-napalini", seed=seed, situation=situation)
        if [e.dice for e in match.diary()][:2] and match.diary()[0].dice[0] < 5 <= match.diary()[1].dice[0]:
            return match
    raise AssertionError("no seed found")


def test_the_defender_imagines_in_the_middle_of_an_attack():
    match = Match.start("spike-pog", seed=2)
    while match.decision.seat != "ap":
        match.choose("pass")
    hands = {tuple(match.imagine("ap", seed=n).g.state.hands["cp"]) for n in range(30)}
    assert len(hands) > 5
    assert all(match.imagine("ap", seed=n).g.state.hands["ap"] == match.g.state.hands["ap"] for n in range(5))


def test_a_battle_report_is_checked_as_a_whole():
    groups = {"0": {"board": 1, "engaged": True}, "1": {"board": 1, "engaged": True}}
    match = Match.start("spike-fyow", seed=2, situation={
        "session": 2, "battle": "contact", "since": 1, "way": "table", "pack": [0], "groups": groups})  # fmt: skip
    assert match.decision.form == "checked"
    bad = {"losses": {"KG Stumme": 99, "Nobody": 1}, "holder": "mars"}
    assert len(match.decision.refusals(bad)) == 3
    match.choose({"losses": {"7 Bde": 9}, "holder": "axis"})
    assert match.result is not None and match.result.winner == "axis"
