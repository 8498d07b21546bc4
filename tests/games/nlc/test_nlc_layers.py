"""The layers and counters of the map are remembered by what they follow from: they are what the rules say, at every choice."""

from __future__ import annotations

import random

import pytest

from grognard.boards.masks import mask_of
from grognard.games.nlc.orders.command_range import closed_mask, range_of
from grognard.games.nlc.tables import CONSTANTS
from grognard.games.nlc.terrain.costs import cheapest_table, spread
from grognard.games.nlc.terrain.sight import extended_los, seen, watchers
from grognard.games.nlc.view.layers import labels, sight_mask
from grognard.games.nlc.view.scene import _Eye
from grognard.kernel import Match


def positions(scenario, seed, count, options=None):
    match, rng = Match.start("nlc", scenario, seed=seed, options=options or {}), random.Random(seed)
    for _ in range(count):
        if match.result is not None:
            return
        asked = match.decision
        match.choose(asked.sample(rng), asked.seat)
        yield match.g


@pytest.mark.rule("nlc.20.14.1")
@pytest.mark.parametrize("options", [{}, {"units_do_not_block_extended_los": True}])
def test_what_is_drawn_as_seen_is_what_some_unit_or_leader_sees(options):
    for g in positions("learning", 3, 60, options):
        for side in (0, 1):
            by_line = {hex for hex in range(g.grid.size) if any(extended_los(g, eye, hex) for eye in watchers(g, side))}
            assert sight_mask(g, side) == mask_of(by_line) == mask_of(h for h in range(g.grid.size) if seen(g, side, h))


@pytest.mark.rule("nlc.20.1.2")
def test_what_is_drawn_as_command_range_is_a_search_made_afresh():
    for g in positions("learning", 4, 60):
        for side in (0, 1):
            by_hand = {h for h in range(g.grid.size) if g.enemies_at(h, side) or (g.zoc_on(h, side) and not g.own_at(h, side))}
            assert closed_mask(g, side) == mask_of(by_hand)
        for leader in g.static.leaders:
            at = g.state.leader_at[leader.number]
            if at >= 0:
                shut = closed_mask(g, leader.side)
                fresh = spread(g, [at], cheapest_table(g), 2 * CONSTANTS["command_range_mp"], lambda h, s=shut: bool(s >> h & 1))
                assert range_of(g, leader.number) == mask_of(fresh)


@pytest.mark.rule("nlc.5.4.1")
def test_layers_carry_the_labels_of_their_hexes():
    for g in positions("learning", 5, 20):
        layers = {layer.id: layer for layer in g.match.view("french").overlays}
        for number, side in enumerate(g.static.sides):
            zone = [g.label(hex) for hex in range(g.grid.size) if g.zoc(number) >> hex & 1]
            assert layers[f"zoc-{side}"].regions == zone == labels(g.static, g.zoc(number)) and layers[f"zoc-{side}"].rule == "nlc.5.4.1"


@pytest.mark.rule("nlc.2.2.1")
def test_a_counter_shows_what_it_would_show_made_afresh():
    for g in positions("learning", 6, 120):
        for side in (*g.static.sides, None, "umpire"):
            eye = _Eye(g, side)
            for unit, at in enumerate(g.state.at):
                if at >= 0:
                    assert eye.unit(unit, 0) == eye._counter(unit, 0)
                    assert int(eye.unit(unit, 0).facts["morale"]) >= 1
