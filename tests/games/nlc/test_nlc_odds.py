"""Exact odds against the author's figures and against the engine; the bot against random choices, and puzzles."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from nlc_fights import answers

from conftest import FR_II, Field
from grognard.games.nlc.bot.staff_officer import StaffOfficer
from grognard.games.nlc.combat.fire import halved
from grognard.games.nlc.combat.normal import resolve_combat as resolve
from grognard.games.nlc.odds.fights import charge_odds, combat_odds, hit_odds
from grognard.games.nlc.state import Attack
from grognard.kernel import Match
from grognard.kernel.bot import Chair

ORDERS = {"fr-ii": {"kind": "attack", "target": "quatre-bras"}, "al-5": {"kind": "defend", "target": "quatre-bras"}}
LEADERS = {"reille": "0513", "ney": "0513", "picton": "0503"}


def field(units, **more) -> Field:
    return Field(units=units, orders=ORDERS, leaders=LEADERS, **more)


@pytest.mark.rule("nlc.7.1.1", "nlc.7.4.3")
def test_the_authors_figures_come_out():
    def after_retreat(g, strength):
        return sum(chance * halved(hits) for hits, chance in hit_odds(g, strength).items())

    g = field({}).g
    assert after_retreat(g, 6) == Fraction(11, 36)
    assert after_retreat(g, 5) == Fraction(7, 36)
    old = field({}, options={"fire_table_2002": True}).g
    assert after_retreat(old, 6) == Fraction(13, 36)
    assert sum(chance * hits for hits, chance in hit_odds(g, 6).items()) == Fraction(37, 36)


def test_the_odds_of_a_combat_are_those_of_the_engine():
    """All 1296 pairs of rolls through the engine, with both sides standing, against the exact distribution of losses."""
    units = {"fr-9-jamin": "0511", "al-kempt": "0512"}
    exact = combat_odds(field(units).g, [field(units).u("fr-9-jamin")], field(units).h("0512"), policy=lambda hits, index: False)
    lost: dict[int, Fraction] = {}
    for a in range(2, 13):
        for b in range(2, 13):
            chance = Fraction((6 - abs(7 - a)) * (6 - abs(7 - b)), 36 * 36)
            f = field(units)
            f.stage(segment="combat")
            dice = (min(6, a - 1), a - min(6, a - 1), min(6, b - 1), b - min(6, b - 1))
            procedure = resolve(f.g, Attack(f.h("0512"), [f.u("fr-9-jamin")]))
            try:
                f.drive(procedure, dice=(*dice, 1, 1))
            except AssertionError:
                pass  # fewer checks than dice laid out
            left = f.g.steps_left(f.u("al-kempt"))
            lost[2 - left] = lost.get(2 - left, Fraction(0)) + chance
    assert lost == exact.lost[1]


def test_the_results_add_up_to_one():
    f = field({"fr-9-jamin": "0511", "fr-ii-foot": "0511", "al-kempt": "0512", "al-5-art": "0512"})
    made = combat_odds(f.g, [f.u("fr-9-jamin"), f.u("fr-ii-foot")], f.h("0512"))
    assert sum(made.results.values()) == 1 and sum(made.lost[0].values()) == 1
    c = field({"fr-2c-pire": "0511", "al-best": "0512"})
    assert abs(sum(p for _, p in charge_odds(c.g, [c.u("fr-2c-pire")], c.h("0512"))[0].outcomes) - 1) < 1e-9
    assert c.match.game.odds(c.g, {"kind": "fire", "strength": 10})[0].outcomes


def play(seed: int, side: str) -> float:
    match, rng, bot = Match.start("nlc", "learning", seed=seed), random.Random(seed), StaffOfficer()
    while match.result is None:
        seat, decision = next(iter(match.decisions.items()))
        match.choose(bot.choose(Chair(match, seat, rng)) if seat == side else decision.sample(rng), seat)
    scores = match.result.scores
    return scores["french"] - scores["allied"]


def test_the_bot_beats_random_play_on_both_sides():
    """The same dice for both: as the French it must come out better for the French than as the Allies."""
    for seed in (1, 2, 3):
        assert play(seed, "french") > play(seed, "allied")


def ask(f: Field, decision, side: int = 0):
    """What the bot would choose of one decision, on the true position (nothing is hidden in these puzzles)."""
    return answers(f.g, side, decision)[0]


def test_puzzle_stand_when_the_enemy_suffers_more():
    f = field({"fr-9-jamin": "0511", "al-kempt": "0512"})
    f.stage(segment="combat")
    procedure = resolve(f.g, Attack(f.h("0512"), [f.u("fr-9-jamin")]))
    with f.match.forced(5, 5, 3, 4):  # 2 hits on Kempt, 1 on Jamin
        decision = next(procedure)
    assert decision.seat == "french" and ask(f, decision) == "stand"


def test_puzzle_go_when_it_saves_more():
    f = field({"fr-9-jamin": "0511", "al-kempt": "0512"})
    f.stage(segment="combat")
    procedure = resolve(f.g, Attack(f.h("0512"), [f.u("fr-9-jamin")]))
    with f.match.forced(1, 1, 6, 6):  # none on Kempt, 2 on Jamin
        decision = next(procedure)
    assert ask(f, decision) == "retreat"


def test_puzzle_do_not_retreat_into_a_zone_of_control():
    from grognard.games.nlc.combat.retreat import retreat

    f = field({"al-best": "0510", "fr-9-jamin": "0511", "fr-9-gauthier": "0610"})
    f.stage(segment="combat")
    decision = next(retreat(f.g, 1, [f.u("al-best")], [f.h("0511")], rule="nlc.7.4.4", voluntary=False))
    choice = ask(f, decision, 1)
    assert not f.g.zoc_on(choice, 1)


def test_puzzle_charge_the_disrupted_and_not_the_steady():
    from grognard.games.nlc.bot.fights import charge_value

    f = field({"fr-11c-lheritier": "0511", "al-best": {"at": "0512", "disrupted": True}, "al-kempt": "0411"})
    assert charge_value(f.g, f.u("fr-11c-lheritier"), f.h("0512")) > 0.55 > charge_value(f.g, f.u("fr-11c-lheritier"), f.h("0411")) - 0.2
    assert FR_II == 0


def test_puzzle_the_guns_take_no_loss_if_infantry_can():
    from grognard.games.nlc.bot.staff_officer import take_loss

    f = field({"fr-9-jamin": "0511", "fr-ii-foot": "0511"})
    assert take_loss(f.g, None, 0, f.u("fr-9-jamin")) > take_loss(f.g, None, 0, f.u("fr-ii-foot"))


def test_puzzle_advance_into_an_objective():
    from grognard.games.nlc.bot.staff_officer import advance_choice
    from grognard.games.nlc.values import Party
    from grognard.kernel import PASS

    f = field({"fr-9-jamin": "0507"})

    class Asked:
        about = {"place": "0506"}

    assert advance_choice(f.g, Asked, 0, Party((f.u("fr-9-jamin"),))) > advance_choice(f.g, Asked, 0, PASS)
