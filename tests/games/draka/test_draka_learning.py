"""The learning scenario: the Near East in 1915, from set-up to its end."""

from __future__ import annotations

import pytest
from draka_situations import finish_turn, holder, where

from grognard.kernel import Match


def learning(seed: int = 1) -> Match:
    return Match.start("draka", "learning", seed=seed)


def test_the_near_east_stands_as_its_ruling_says():
    m = learning()
    g = m.g
    assert g.state.turn == 5 and g.state.level == {"ap": 1, "cp": 1}
    assert where(m, "dr.simba") == "cairo" and where(m, "tu.a2") == "gaza" and where(m, "ge.asia") == "jerusalem"
    assert g.state.zaf == {"dr": 1} and g.state.baf == {"tu": 1}
    assert holder(m, "cairo") == "draka" and holder(m, "gaza") == "cp"


def test_a_passive_match_ends_after_two_turns():
    m = learning()
    assert len(m.g.hand_cards("ap")) == 8  # eight cards at Limited War
    finish_turn(m)
    finish_turn(m)
    assert m.result is not None and "The war is over" in m.result.text


def test_the_scene_shows_fleets_zone_and_draka_control():
    m = learning()
    view = m.view("ap")
    assert any(p.id == "air" for p in view.panels)
    assert any(o.id == "zone" for o in view.overlays)
    assert any(k.id == "draka cairo" for k in view.markers)
    assert {r.id for r in m.game.board(m.g.static).regions} >= {"upper_egypt", "tripoli", "mef5"}


@pytest.mark.parametrize("seed", [1, 2])
def test_bots_play_the_learning_scenario(seed):
    from grognard.bots import make_bot, play_match

    match = learning(seed)
    bots = {"cp": make_bot(match.game, "staff"), "ap": make_bot(match.game, "random")}
    assert play_match(match, bots, seed) is not None


def test_the_track_shows_halves_and_the_bands_in_force():
    m = Match.start("draka", "out-of-africa", seed=1, situation={"half": 1, "events": ["cp.45"]})
    track = next(p for p in m.view(None).panels if p.id == "vp")
    cells = {c.text: c for c in track.cells} if hasattr(track.cells[0], "text") else {c.label: c for c in track.cells}
    assert cells["10 1/2"].current and cells["11"].side == "cp" and cells["9"].side == "ap"


def test_the_rulebook_says_at_a_base_rule_that_the_variant_changes_it():
    from grognard.games.draka.overlay import DATA
    from grognard.kernel.ledger import load_ledger

    ledger = load_ledger(DATA)
    changed = [one for one in ledger.rulings_about("pog.8.1.1") if one.question.startswith("Changed by the Draka Variant")]
    assert len(changed) == 1 and "seven action rounds. (draka.2.2)" in changed[0].answer
    assert [one.id for one in ledger.rulings_about("pog.6.f")].count("draka.R95") == 1  # told once, by the variant
    assert not any("Changed" in one.question for one in ledger.rulings_about("pog.12.2.10"))


def test_a_card_shows_the_replacements_that_it_brings_now():
    def uses(match, card):
        hands = [p for p in match.view(card[:2]).panels if p.kind == "hand"]
        return next(c.uses for p in hands for c in p.cards if c.id == card)

    war = {"turn": 5, "level": {"cp": 1, "ap": 1}}
    m = Match.start(
        "draka", "out-of-africa", seed=1, situation={"start": "actions", "hands": {"ap": ["ap.03"], "cp": ["cp.12"]}, **war}
    )
    assert "RP BR 1, FR 1, RU 2, CF 1, J 2" in uses(m, "ap.03")  # no Italians, but the Draka
    assert "RP AH 2, BU 1, GE 3, TU 1, IT 1" in uses(m, "cp.12")
