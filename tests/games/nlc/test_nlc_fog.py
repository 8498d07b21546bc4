"""Fog of war: what the log, the diary and imagined worlds tell of units out of sight (5.3.3, R139)."""

from __future__ import annotations

import random

import pytest

from conftest import FR_II, Field
from grognard.games.nlc.bot.staff_officer import quiet
from grognard.games.nlc.march.movement import Route
from grognard.games.nlc.march.segment import _move_units
from grognard.games.nlc.march.walk import walk
from grognard.games.nlc.orders.holders import place_of
from grognard.games.nlc.redeal import _unseen_units, redeal
from grognard.games.nlc.sequence import _start
from grognard.games.nlc.state import Order
from grognard.games.nlc.terrain.costs import way_to
from grognard.games.nlc.terrain.sight import look_around, seen
from grognard.games.nlc.turn.command_phase import _by_choice
from grognard.games.nlc.values import Mover, mover, units_meant
from grognard.kernel import DONE, PASS, Match
from grognard.kernel.state import plain

ORDERS = {"fr-ii": {"kind": "delay", "target": "frasnes"}, "al-5": {"kind": "delay", "target": "quatre-bras"}}
LEADERS = {"reille": "0513", "ney": "0513", "picton": "0503", "wellington": "0503"}
FAR = {"al-kempt": "0301", "al-pack": "0301", "al-best": "0701", "fr-9-jamin": "0513"}


def field(units=None, **more) -> Field:
    return Field(units=units or FAR, orders=ORDERS, leaders=LEADERS, **more)


@pytest.mark.rule("nlc.5.3.3")
def test_the_log_names_a_mover_by_its_hex_alone():
    """Kempt and Pack move alike: the other side cannot tell from the choices which of them went."""
    f = field()
    kempt, pack = f.u("al-kempt"), f.u("al-pack")
    assert {mover(f.g, [kempt]), mover(f.g, [pack])} == {Mover(f.h("0301"), 0), Mover(f.h("0301"), 1)}
    assert units_meant(f.g, Mover(f.h("0301"))) == [kempt, pack]


def numbers(value) -> list[int]:
    if isinstance(value, int) and not isinstance(value, bool):
        return [value]
    return [number for part in value for number in numbers(part)] if isinstance(value, tuple | list) else []


def test_no_open_choice_of_a_move_carries_a_unit():
    """Played at random: in the Movement Segment only hexes of the map and places in a stack stand in the log."""
    match, rng = Match.start("nlc", "learning", seed=3), random.Random(3)
    looked = 0
    while match.result is None:
        seat, decision = next(iter(match.decisions.items()))
        value = decision.sample(rng)
        match.choose(value, seat)
        if decision.rule in ("nlc.5.0.1", "nlc.9.0.1") and not decision.secret:
            looked += 1
            written = plain(value)
            assert isinstance(written, str | int) or written[0] == "enter" or 0 <= written[0] < match.g.grid.size
        if decision.rule in ("nlc.19.1.2", "nlc.19.5.1"):
            assert decision.secret and match.log[-1] is not None
    assert looked > 20


@pytest.mark.rule("nlc.5.3.3")
def test_who_acts_out_of_sight_is_dealt_again():
    """While the 5th Division moves unseen, the French imagine worlds in which other brigades of it made these moves."""
    found = set()
    for seed in range(12):
        match, rng = Match.start("nlc", "learning", seed=5), random.Random(seed)
        for _ in range(160):
            if match.result is not None:
                break
            stage = match.g.state.stage
            if stage is not None and stage.side == 1 and stage.segment == "move" and len(_unseen_units(match.g, match.g, 0)) > 3:
                world = match.imagine("french", seed=seed)
                found.add(tuple(a == b for a, b in zip(match.g.state.at, world.g.state.at)))
            seat, decision = next(iter(match.decisions.items()))
            match.choose(decision.sample(rng), seat)
        if any(not all(same) for same in found):
            return
    raise AssertionError("the units that act were never dealt otherwise")


@pytest.mark.rule("nlc.5.3.3")
def test_what_was_seen_and_has_not_moved_is_remembered():
    f = field({"al-best": "0506", "al-kempt": "0301", "fr-9-jamin": "0507", "fr-2c-pire": "0513"})
    best, kempt = f.u("al-best"), f.u("al-kempt")
    look_around(f.g)
    assert f.g.state.known[0] >> best & 1 and not f.g.state.known[0] >> kempt & 1
    f.stage(formations=(FR_II,))
    f.drive(walk(f.g, [f.u("fr-9-jamin")], Route(8, [f.h(h) for h in ("0508", "0509", "0510", "0511", "0512")], [8])))
    assert not seen(f.g, 0, f.h("0506"))
    assert best not in _unseen_units(f.g, f.g, 0) and kempt in _unseen_units(f.g, f.g, 0)


@pytest.mark.rule("nlc.5.3.3")
def test_track_is_lost_when_a_stack_parts_out_of_sight():
    f = field({"al-best": "0301", "al-kempt": "0301", "al-pack": "0701", "fr-9-jamin": "0513"})
    best, kempt, pack = f.u("al-best"), f.u("al-kempt"), f.u("al-pack")
    f.g.state.known[0] = 1 << best | 1 << kempt | 1 << pack
    f.stage(side=1, formations=(3,))
    f.drive(_move_units(f.g, [pack]), f.h("0702"))
    assert f.g.state.known[0] >> pack & 1  # alone: the eye follows the counter
    f.drive(_move_units(f.g, [kempt]), f.h("0302"))
    assert not f.g.state.known[0] >> kempt & 1 and not f.g.state.known[0] >> best & 1


@pytest.mark.rule("nlc.5.3.3")
def test_the_line_of_a_move_does_not_tell_who_looks_on():
    """Whether a hidden leader sees the mover must not change what its owner reads."""
    lines = []
    for place in ("0503", "0508"):
        f = Field(units={"fr-9-jamin": "0512", "al-best": "0101"}, orders=ORDERS, leaders={**LEADERS, "picton": place})
        f.stage(formations=(FR_II,))
        f.drive(_move_units(f.g, [f.u("fr-9-jamin")]), f.h("0511"))
        lines.append([event.gist() for event in f.match.events if event.readable_by("french")])
    assert lines[0] == lines[1]


@pytest.mark.rule("nlc.5.3.3", "nlc.7.9.1")
def test_a_reaction_to_troops_out_of_sight_does_not_name_them():
    from grognard.games.nlc.cavalry.reaction import react_to

    f = field({"al-kempt": "0511", "fr-2c-pire": "0513", "fr-9-jamin": "0512"})
    f.stage(side=1, formations=(3,))
    for hex in range(f.g.grid.size):
        f.g._seen[0, hex] = hex != f.h("0511")  # as if woods lay between
    question = next(react_to(f.g, 1, [f.u("al-kempt")], f.h("0511")))
    assert question.prompt.startswith("Unseen troops")
    f.g._seen[0, f.h("0511")] = True
    assert next(react_to(f.g, 1, [f.u("al-kempt")], f.h("0511"))).prompt.startswith("Kempt")


def test_a_pause_tells_nothing_of_cavalry_out_of_sight():
    """5.3.3: whoever moves past a stack that he cannot look into waits for an answer, whoever stands there."""
    from grognard.games.nlc.cavalry.paths import paths
    from grognard.games.nlc.cavalry.reaction import might_react, react_to, reactors
    from grognard.games.nlc.terrain.sight import line, seen_openly

    bare = Field(units={}).g
    behind, seen_at = next(
        (a, b) for a in range(bare.grid.size) for b in bare.static.near[a]
        if bare.grid.distance(a, b) == 2 and line(bare.static, a, b, True).blocked and paths(bare, a, b)
    )  # fmt: skip
    asked = []
    away = max(range(bare.grid.size), key=lambda hex: bare.grid.distance(hex, seen_at))
    for who, other in (("fr-9-jamin", "fr-2c-pire"), ("fr-2c-pire", "fr-9-jamin")):  # only the French know who is where
        units = {who: bare.label(behind), other: bare.label(away), "al-best": bare.label(seen_at)}
        f = Field(units=units, leaders={"wellington": bare.label(seen_at)})
        f.stage(side=1, formations=(3,))
        movers = [f.u("al-best")]
        assert not seen_openly(f.g, 1, behind) and might_react(f.g, 0, movers, seen_at, seen_at)
        decision = next(react_to(f.g, 1, movers, seen_at))
        asked.append((decision.side, decision.rule))
        assert decision.options == ["pass", *reactors(f.g, 0, movers, seen_at, seen_at)]
    assert asked == [("french", "nlc.7.9.1")] * 2
    f = Field(units={"fr-9-jamin": bare.label(behind), "al-best": bare.label(seen_at)})  # no cavalry that could be hidden
    f.stage(side=1, formations=(3,))
    assert not might_react(f.g, 0, [f.u("al-best")], seen_at, seen_at)


def test_nothing_is_said_about_a_mover_of_the_other_side():
    f = Field(clear=False, phase="chits")
    from grognard.games.nlc.march.who_moves import ask_mover
    from grognard.games.nlc.turn.action import activated, begin_stage

    begin_stage(f.g, "chit", 0, [0])
    decision = ask_mover(f.g, ["done"], activated(f.g), lambda: None)
    words = {decision.why_not((f.g.at(f.u(name)), 0)).why.split(" ", 1)[1] for name in ("al-bijlandt", "al-2nassau")}
    assert not any(f.g.name(f.u(name)) in text for text in words for name in ("al-bijlandt", "al-2nassau"))


def test_who_is_known_keeps_his_place_in_the_stack_when_worlds_are_dealt():
    """The log names a mover by its hex and its place there: a unit that is seen now must have had that place then."""
    import random

    from grognard.games.nlc.redeal import _deal_stacks

    for seed in range(12):
        f = Field(units={"al-kempt": "0502", "al-pack": "0502", "al-best": "0601", "fr-9-jamin": "0513"})
        g, pack = f.g, f.u("al-pack")
        g.state.known[0] |= 1 << pack
        before = g.units_at(f.h("0502")).index(pack)
        _deal_stacks(g, g, 0, {3}, random.Random(seed))
        g._stacks = None
        assert g.units_at(f.h("0502")).index(pack) == before


def test_where_a_hidden_march_goes_is_dealt_again():
    import random

    from grognard.games.nlc.hidden.marches import plotted_path
    from grognard.games.nlc.redeal import _deal_marches, secrets
    from grognard.games.nlc.state import Hidden

    leaders = {"reille": "0513", "ney": "0513"}
    orders = {"fr-ii": {"kind": "march", "target": "quatre-bras", "since": 1}}
    paths = set()
    for seed in range(8):
        f = Field(units={"fr-9-jamin": "0513", "al-best": "0102"}, leaders=leaders, orders=orders, options={"hidden_movement": True})
        f.g.state.marches.append(Hidden(0, plotted_path(f.g, 0), 4, 1, 0, start=f.h("0513")))
        assert "marches" in secrets(f.g, "allied") and "marches" not in secrets(f.g, "french")
        _deal_marches(f.g, f.g, 1, random.Random(seed))
        paths.add(tuple(f.g.state.marches[0].path))
    assert len(paths) > 3


@pytest.mark.parametrize(("kind", "fixed"), [("defend", True), ("attack", False)])
def test_with_open_orders_a_leader_stays_where_his_order_holds_him(kind, fixed):
    """Dealt elsewhere he would break a Defend that everybody knows (20.2.13): no world would be like the true one."""
    from grognard.games.nlc.redeal import _deal_leaders

    orders = ORDERS | {"al-5": {"kind": kind, "target": "quatre-bras"}}
    f = Field(units=FAR, orders=orders, leaders=LEADERS | {"picton": "0301"}, options={"open_orders": True})
    places = set()
    for seed in range(12):
        _deal_leaders(f.g, f.g, 0, set(), random.Random(seed))
        places.add(f.g.label(f.g.state.leader_at[f.l("picton")]))
    assert places == ({"0301"} if fixed else {"0301", "0701"})


def to_command(match, turn):
    """On by quiet choices until somebody is asked in the Command Phase of a turn."""
    while not (match.g.state.turn == turn and match.decision.rule == "nlc.20.11.1"):
        match.choose(match.decision.suggestions()[0] if match.decision.form == "draft" else quiet(match.decision))


@pytest.mark.rule("nlc.5.3.3")
def test_at_nightfall_nobody_sees_as_far_as_before():
    """Wavre: what was seen in the last light is not seen at night, though nobody has moved."""
    g = Match.start("nlc", "wavre", seed=1).g
    by_day = [hex for hex in range(g.grid.size) if seen(g, 0, hex)]
    g.state.turn = next(n for n, turn in enumerate(g.static.turns, 1) if turn.night)
    _start(g)
    at_night = [hex for hex in range(g.grid.size) if seen(g, 0, hex)]
    g.changed()
    assert at_night == [hex for hex in range(g.grid.size) if seen(g, 0, hex)] and len(at_night) < len(by_day)


@pytest.mark.rule("nlc.20.13.4", "nlc.20.11.1")
def test_what_a_side_settles_before_its_orders_tells_the_other_nothing():
    """A division that may rejoin, or none: Wellington waits with the same words, and Ney's initiative follows at once."""
    waits = set()
    for apart in (False, True):
        match = Match.start("nlc", "quatre-bras", seed=1)
        to_command(match, 2)
        g = match.g
        if apart:
            division = g.units[next(iter(g.units_of(FR_II)))].division
            for unit in g.units_of(FR_II):
                if g.units[unit].division == division:
                    g.state.holder[unit] = g.static.division_holder[FR_II, division]
            g.state.done = [name for name in g.state.done if name != "by choice 0"]
            g.changed()
            assert next(iter(_by_choice(g, 0))).rule == "nlc.20.13.4"
            waits.add(next(iter(_by_choice(g, 0))).waiting)
        else:
            waits.add(match.decision.waiting)
    assert len(waits) == 1


@pytest.mark.rule("nlc.20.11.1")
def test_both_sides_are_asked_at_night_too():
    match = Match.start("nlc", "wavre", seed=1)
    night = next(n for n, turn in enumerate(match.static.turns, 1) if turn.night)
    to_command(match, night)
    sides = []
    while match.decision.rule == "nlc.20.11.1":
        assert match.decision.options == [DONE]
        sides.append(match.decision.seat)
        match.choose(DONE)
    assert sides == list(match.seats)


def test_who_is_imagined_elsewhere_has_not_left_what_he_defends():
    """20.2.13: Prussian leaders out of sight may be imagined far from what they defend; no order must fail by that."""

    def defending():
        g = Field("ligny", clear=False).g
        corps = [f.number for f in g.static.formations if f.side == 1 and g.units_of(f.number)]
        for number in corps:
            hex = place_of(g, number)
            g.state.orders[number] = Order(kind="defend", target=[hex], name=g.place(hex), near=True, lost_step=True)
        return g, corps

    far = 0
    for seed in range(20):
        world, corps = defending()
        redeal(world, defending()[0], world.static.sides[0], random.Random(seed))
        for number in corps:
            order = world.state.orders[number]
            away = way_to(world, order.target, 1).get(place_of(world, number), 1 << 30)
            far += away > 8
            assert not (order.near and away > 8)
    assert far, "somebody is imagined far away"


@pytest.mark.rule("nlc.7.9.1")
def test_who_lets_a_move_go_on_does_not_take_that_back():
    """After it the mover may have come into sight."""
    passed = 0
    for seed in range(12):
        match, rng = Match.start("nlc", "learning", seed=seed), random.Random(seed)
        while match.result is None and passed < 3:
            seat, decision = match.decision.seat, match.decision
            match.choose(PASS if decision.rule == "nlc.7.9.1" else decision.sample(rng), seat)
            if decision.rule == "nlc.7.9.1":
                passed += 1
                assert match.undo_refused(seat) is not None
    assert passed
