"""What is dealt again of the enemy: works, depots and HQs among the markers, hooks with edge, length and members."""

from __future__ import annotations

import random
from copy import copy

from napalini_table import Table

from grognard.games.napalini import GAME, redeal
from grognard.games.napalini.card_effects import moments
from grognard.games.napalini.combat.artillery import fortified
from grognard.games.napalini.command import phase
from grognard.games.napalini.movement import moves
from grognard.games.napalini.night import nights
from grognard.kernel import Match
from grognard.kernel.battery import Report, play_at_random
from grognard.kernel.imagine import Dealer


def into_the_rounds(scenario: str, seed: str = "deal") -> Match:
    match = Match.start("napalini", scenario, seed=seed)
    rng = random.Random(1)
    while match.g.state.stage != "rounds":
        match.choose(match.decision.sample(rng))
    return match


def deals(match: Match, side: str, count: int = 30):
    """Worlds dealt from the present state."""
    for k in range(count):
        world = match.fork(seed=k, quiet=True)
        redeal.deal(world.g, match.g, side, random.Random(k))
        yield world.g


def test_works_are_dealt_again_and_stay_where_they_can_be():
    match = into_the_rounds("firefly")
    g = match.g
    forts, types, depots, hqs = fortified(g), set(), set(), set()
    for dealt in deals(match, "so"):
        assert fortified(dealt) == forts
        works = {n: redeal.anchor(dealt, n) for n in range(len(g.state.units)) if g.unit(n).side == "sd"}
        for n, what in works.items():
            if what == "hq" and dealt.unit(n).at >= 0:
                assert dealt.terrain(dealt.unit(n).at) in ("bua", "rubble") or dealt.unit(n).at in g.static.buildings
            if what == "depot":
                depots.add(n)
            if what == "hq":
                hqs.add(n)
            if what and g.unit(n).moved and not redeal.anchor(g, n):
                raise AssertionError("a marker that has moved became something that cannot")
        types.add(tuple(dealt.unit(n).type for n, what in works.items() if what == "fort"))
    assert len(types) > 3 and len(depots) > 1 and len(hqs) > 2


def test_hooks_are_dealt_again_with_edge_length_and_members():
    match = Match.start("napalini", "learning", seed="hooks")
    side = match.decision.side
    for length in ("short", "long"):
        match.choose(("west", length))
        match.choose(next(value for value in match.decision.options if value != "done"))
    other = match.g.other(side)
    found = {
        tuple((hook.edge, hook.length, tuple(hook.units), hook.first) for hook in dealt.state.hooks)
        for dealt in deals(match, other, 40)
    }
    assert len(found) > 4
    assert all(len({hook[:2] for hook in hooks}) == 2 for hooks in found)
    assert all(hook[3] == (2 if hook[1] == "short" else 3) for hooks in found for hook in hooks)


def test_the_guns_of_a_fire_plan_stay_what_they_are():
    """Found by the battery in depth: while the plan was made, the other side could hardly imagine a world."""
    recording = play_at_random(GAME, "novi", {}, "soak 1", Report("napalini", "novi", {}), longest=20_000, choices=40)
    for _, step, match in recording.walk(recording.start()):
        if step.rule == "napalini.11.barrage.fireplan" and match.g.state.laying:
            dealer = Dealer(match, "sd")
            worlds = [dealer.world(bytes([n]) * 32, lambda world: world.view("sd") == match.view("sd")) for n in range(8)]
            assert sum(world is not None for world in worlds) >= 4  # a gun that has gone on a hook may stand on the table in others
            return
    raise AssertionError("no fire plan was made")


def test_an_all_round_defence_is_dealt_with_both_faces():
    t = Table()
    front, back = t.put(t.two, "infantry", "C5", revealed=False), t.put(t.two, "infantry", "C5", revealed=False, rear=True)
    for at in ("A5", "A6", "B6", "E6"):
        t.put(t.two, "dummy", at, revealed=False)
    for seed in range(40):
        then = Table()
        then.s.units[:] = [copy(unit) for unit in t.s.units]
        redeal.deal_kind(then.g, t.g, t.one, "land", random.Random(seed))
        assert then.g.fl(front) and then.g.fl(back)


def test_the_end_of_an_all_round_defence_is_told():
    t = Table()
    front, back = t.put(t.two, "infantry", "C5"), t.put(t.two, "infantry", "C5", rear=True)
    t.g.unit(front).at = t.sq("C6")
    t.g.mend_facing(t.sq("C5"), t.two)
    assert not t.g.unit(back).rear and t.match.events[-1].rule == "napalini.6.all-round.change"


def test_who_turns_is_told_and_who_stays_is_not():
    t = Table()
    both = [t.put(t.two, "infantry", "C5"), t.put(t.two, "infantry", "C5")]
    before = len(t.match.events)
    t.run(moves.face_or_all_round(t.g, t.two, t.sq("C5"), both), 4)
    assert len(t.match.events) == before, "they were asked, and stayed as they were"
    t.run(moves.face_or_all_round(t.g, t.two, t.sq("C5"), both), 2)
    assert [e.rule for e in t.match.events[before:]] == ["napalini.3.facing.change"]


def test_isolation_of_a_unit_on_the_table_is_told_to_both(monkeypatch):
    t = Table()
    seen, hidden = t.put(t.two, "infantry", "C5"), t.put(t.two, "infantry", "D5", revealed=False)
    for cut_off, words in (({seen, hidden}, "is isolated"), (set(), "no longer isolated")):
        before = len(t.match.events)
        monkeypatch.setattr(nights, "isolated_units", lambda *_, **_also: cut_off)
        nights.mark_isolation(t.g, t.two)
        told = t.match.events[before:]
        assert len(told) == 2 and all(words in event.text for event in told)
        assert [event.readable_by(t.one, t.one) for event in told] == [True, False]


def test_an_army_that_becomes_ready_stays_what_it_is_until_its_owner_is_done():
    """Found by the battery in depth: which squares card O5E asks about tells who is there."""
    t = Table()
    both = [t.put(t.two, "infantry", "C5", revealed=False), t.put(t.two, "infantry", "C5", revealed=False)]
    t.run(moments.ready(t.g, t.two), 4)
    assert redeal.pinned(t.g) >= set(both)
    t.run(phase._step(t.g, phase.PHASE[-1], t.two))
    assert not redeal.pinned(t.g) & set(both)
