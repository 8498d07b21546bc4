"""Whole battles: scenarios, generator, bot, odds, secrets."""

from __future__ import annotations

import random
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest
from napalini_table import Table
from test_napalini_table import rows

from grognard.bots import make_bot, play_match
from grognard.games.napalini import GAME
from grognard.games.napalini.combat.fire import hits
from grognard.games.napalini.deployment.generator import as_toml, generate
from grognard.games.napalini.odds.dice import hits_of
from grognard.games.napalini.table.sight import can_spot, observer_spots, seen_by, spots_from, spotted
from grognard.games.napalini.view.reference_pages import PAGES
from grognard.games.napalini.view.scene import build
from grognard.kernel import Match, Misuse

SCENARIOS = ["learning", "novi", "firefly", "winter-line", "blue-danube", "streslau", "iron-gates"]


def play_at_random(match: Match, seed: int, most: int = 6000) -> None:
    rng = random.Random(seed)
    while match.result is None and match.number < most:
        decision = match.decision
        match.choose(decision.sample(rng))
        GAME.check(match.g)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_random_battle_ends(scenario):
    match = Match.start("napalini", scenario, seed="end")
    play_at_random(match, 1)
    assert match.result is not None


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_view_shows_a_hidden_type(scenario):
    """Nothing of an unrevealed enemy marker but side, square, facing and kind."""
    match = Match.start("napalini", scenario, seed="view")
    rng = random.Random(3)
    for _ in range(120):
        if match.result is not None:
            break
        match.choose(match.decision.sample(rng))
        g = match.g
        for side in g.sides:
            shown = {piece.id: piece for piece in build(g, side).pieces}
            for n, unit in enumerate(g.state.units):
                piece = shown.get(f"u{n}")
                if piece is not None and unit.side != side and not unit.revealed and not unit.known:
                    assert piece.hidden and not piece.name and not piece.values and not piece.formation


def test_cards_are_never_lost_or_doubled():
    match = Match.start("napalini", "novi", seed="cards")
    play_at_random(match, 5)
    for camp in match.g.state.camps.values():
        held = [*camp.hand, *camp.deck, *camp.gone]
        assert len(held) == len(set(held)) == 31


def test_the_same_seed_makes_the_same_battle():
    one, two = generate("klopstok", 40, "assault", air=8), generate("klopstok", 40, "assault", air=8)
    assert one == two and generate("other", 40, "assault", air=8) != one
    assert tomllib.loads(as_toml(one)) == one


@pytest.mark.parametrize("seed", range(6))
def test_generated_battles_can_be_played(seed):
    kind = "meeting" if seed % 2 else "assault"
    match = Match.start("napalini", generate(f"g{seed}", 25 + 5 * seed, kind, air=6 * (seed % 3)), seed=f"{seed}")
    play_at_random(match, seed)
    assert match.result is not None


def test_the_staff_beats_chance():
    wins = 0
    for k in range(4):
        match = Match.start("napalini", "learning", seed=f"staff{k}")
        me, other = list(match.g.sides)[:: 1 if k % 2 else -1]
        play_match(match, {me: make_bot(GAME, "staff"), other: make_bot(GAME, "random")}, seed=k)
        assert match.result is not None
        wins += match.result.winner == me
    assert wins >= 3


# ------------------------------------------------------------------ odds


def test_the_authors_arithmetic_on_deductions():
    """A re-roll of hits at 4+ is 25 %, a deduction of 1 is 33 %."""
    g = Table().g
    assert [sum(hits(g, die, *score) for die in range(1, 7)) for score in ((4, 0), (4, -1), (6, -1))] == [3, 2, 0]


def test_hits_of_a_volley_are_exact():
    spread = hits_of([Fraction(1, 2)] * 3)
    assert [float(spread[k]) for k in range(4)] == [0.125, 0.375, 0.375, 0.125]


def results(t: Table, **question) -> dict[str, float]:
    return dict(GAME.odds(t.g, question)[0].outcomes)


def test_odds_of_one_battalion_against_another():
    """One fresh average infantry against another, unprepared on the flat; then one that is prepared in a town."""
    t = Table()
    n, _ = t.put(t.one, "infantry", "C3"), t.put(t.two, "infantry", "C4")
    odds = results(t, square="C4", attackers=[n])
    assert odds == pytest.approx({"attackers win": 0.25, "contested": 0.5, "defenders win": 0.25})
    town = Table(rows(C4="B"))
    n, _ = town.put(town.one, "infantry", "C3"), town.put(town.two, "infantry", "C4", prepared=True)
    assert results(town, square="C4", attackers=[n])["defenders win"] > 0.5


def test_odds_with_a_message_to_the_gun_lie_between():
    """A gun that fires on 4 of 6: two thirds of the odds with it and a third of those without."""
    t = Table(rows(C4="F"))
    n, gun = t.put(t.one, "infantry", "C3", off_wire=True), t.put(t.one, "field_artillery", "C2")
    t.put(t.two, "infantry", "C4")
    with_, without = (results(t, square="C4", attackers=[n], guns=guns)["attackers win"] for guns in ([gun], []))
    thrown = results(t, square="C4", attackers=[n], guns=[gun], messages=True)["attackers win"]
    assert thrown == pytest.approx(2 / 3 * with_ + 1 / 3 * without)  # by radio, two squares: it fails on 1 and 2


def test_odds_with_negative_waves():
    """23E: a single die at 4+ that shows 1 or 2 is thrown again: 1/2 + 1/3 * 1/2."""
    t = Table()
    n = t.put(t.one, "infantry", "C3")
    t.put(t.two, "balloon", "C4")
    foe = t.put(t.two, "infantry", "C4")
    assert dict(GAME.odds(t.g, {"square": "C4", "attackers": [n]})[2].outcomes)["1"] == pytest.approx(1 / 2)
    again = GAME.odds(t.g, {"square": "C4", "attackers": [n], "cards": ["23E attackers"]})
    assert dict(again[2].outcomes)["1"] == pytest.approx(1 / 2 + 1 / 6) and foe >= 0


def test_odds_of_a_square_that_falls_without_dice():
    t = Table()
    n, _ = t.put(t.one, "infantry", "C3"), t.put(t.two, "archie", "C4")
    assert results(t, square="C4", attackers=[n])["attackers win"] == 1


@pytest.mark.parametrize("cards", [["25E"], ["18E", "26E", "23E defenders"]])
def test_cards_that_the_odds_do_not_know_are_a_mistake(cards):
    t = Table()
    n, _ = t.put(t.one, "infantry", "C3"), t.put(t.two, "infantry", "C4")
    with pytest.raises(Misuse, match="cards"):
        results(t, square="C4", attackers=[n], cards=cards)


def test_odds_of_a_question():
    t = Table()
    n = t.put(t.one, "infantry", "C3")
    t.put(t.two, "infantry", "C4")
    view = GAME.odds(t.g, {"square": "C4", "attackers": [n]})[0]
    assert sum(weight for _, weight in view.outcomes) == pytest.approx(1)


def seen_by_somebody(g, target):
    """Every spotter and observer by itself."""
    unit = g.unit(target)
    if unit.where != "table" or unit.at < 0:
        return False
    enemy = g.other(unit.side)
    for n in g.on_table(enemy):
        at, raised = g.unit(n).at, g.unit(n).raised
        if at == unit.at and can_spot(g, n):
            return True
        eyes = raised or can_spot(g, n)
        if at != unit.at and eyes and spots_from(g, at, unit.at, raised, g.unit(n).kind == "river", unit.kind == "river"):
            return True
    return any(plane.side == enemy and observer_spots(g, plane, target) for plane in g.state.air)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_masks_see_what_every_pair_of_eyes_sees(scenario):
    match = Match.start("napalini", scenario, seed="masks")
    rng = random.Random(2)
    for k in range(240):
        if match.result is not None:
            break
        match.choose(match.decision.sample(rng))
        if k % 24:
            continue
        g = match.g
        seen = {side: seen_by(g, g.other(side)) for side in g.sides}
        units = [n for n, unit in enumerate(g.state.units) if unit.where == "table"]
        assert [spotted(g, n, seen[g.unit(n).side]) for n in units] == [seen_by_somebody(g, n) for n in units]


@pytest.mark.parametrize("name", sorted(PAGES))
def test_the_lists_are_as_the_tables_say(name):
    """`python -m grognard.games.napalini.view.reference_pages docs` makes them again."""
    page = Path(__file__).parents[3] / "docs" / name
    assert page.read_text(encoding="utf-8") == PAGES[name]()
    assert name != "napalini-cards.md" or page.read_text(encoding="utf-8").count("`napalini.card.") == 47


def test_losses_are_counted_by_kind():
    t = Table()
    for _ in range(2):
        t.call(t.g.take_out, t.put(t.two, "infantry", "C5"), "out")
    t.call(t.g.take_out, t.put(t.two, "archie", "C5"), "captured")
    t.put(t.two, "infantry", "C5")
    assert GAME.losses(t.g)[t.two] == {"Infantry": 2, "Archie": 1} and GAME.losses(t.g)[t.one] == {}
