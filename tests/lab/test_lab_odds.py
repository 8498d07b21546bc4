"""Odds of every game: exact, equal to the rules fought many times, quick; one command, one page."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from grognard.cli.main import app
from grognard.kernel import Match, Misuse, game, game_names
from grognard.kernel.scene import OddsView
from grognard.kernel.scratch import drive, every_throw, scratch_copy, without_dice
from grognard.lab.odds import chi_square_tail, fit, fits, odds_of
from grognard.lab.situations import asked, load_situation, match_of, situation_names

GAMES = ["dbms", "draka", "fyow", "napalini", "nlc", "pog"]
SITUATIONS = [(name, one) for name in GAMES for one in situation_names(game(name))]
SAMPLES = {("dbms", "largest"): 250}


@pytest.mark.parametrize(("name", "situation"), SITUATIONS)
def test_the_odds_are_those_of_the_rules(name, situation):
    """A sample of the game's own resolution fits the exact distribution. The seeds are fixed, so the test is, too."""
    known = game(name)
    found = fits(known, load_situation(known, situation), SAMPLES.get((name, situation), 800), seed="test")
    assert found, "nothing was compared"
    for one in found:
        assert not one.strange, f"{one.title}: {one.strange} came, and cannot"
        assert one.p > 0.001, f"{one.title}: chi-square {one.chi_square:.1f}, {one.counts}"


@pytest.mark.parametrize(("name", "situation"), SITUATIONS)
def test_distributions_add_up_to_one(name, situation):
    known = game(name)
    for view in odds_of(known, load_situation(known, situation)):
        assert sum(chance for _, chance in view.outcomes) == pytest.approx(1)


def test_every_game_has_a_largest_combat_for_the_bench():
    assert all("largest" in situation_names(game(name)) for name in GAMES)


@pytest.mark.parametrize("policy", ["stand", "retreat"])
def test_the_policy_is_part_of_the_question(policy):
    known = game("nlc")
    one = load_situation(known, "gemioncourt")
    question = asked(one, [f'policy = "{policy}"'])
    results = dict(odds_of(known, one, question)[0].outcomes)
    assert any(word.endswith("retreats") for word in results) == (policy == "retreat")
    assert all(found.p > 0.001 for found in fits(known, one, 400, question, seed="policy"))


def test_a_policy_that_nobody_knows_is_refused():
    known = game("nlc")
    one = load_situation(known, "gemioncourt")
    with pytest.raises(Misuse, match="cheapest"):
        odds_of(known, one, asked(one, ['policy = "brave"']))


def test_a_whole_charge_follows_its_policy():
    """7.8, 7.9: without reactions nobody is met; who pursues loses and gains more than who is only carried away."""
    known = game("nlc")
    one = load_situation(known, "pursuit")

    def reckoned(*changes):
        return [dict(view.outcomes) for view in odds_of(known, one, asked(one, list(changes)))]

    quiet = reckoned('reaction = "none"')
    assert "met on the way" in reckoned()[0] and "met on the way" not in quiet[0]
    clash = dict(odds_of(known, one, {key: one.question[key] for key in ("kind", "units", "target")})[0].outcomes)
    assert quiet[0]["the charge wins"] == pytest.approx(clash["the charge wins"])
    for side in (1, 2):
        held, chased = (
            sum(int(steps) * chance for steps, chance in found[side].items())
            for found in (quiet, reckoned('reaction = "none"', 'pursuit = "pursue"'))
        )
        assert chased > held
    with pytest.raises(Misuse, match="pursue"):
        reckoned('pursuit = "sometimes"')


def test_reckoning_changes_nothing():
    for name, situation in SITUATIONS:
        known = game(name)
        one = load_situation(known, situation)
        match = match_of(known, one)
        before = match.save()
        known.odds(match.g, one.question)
        known.trial(scratch_copy(match.g), one.question)
        assert match.save() == before, name


# ------------------------------------------------------------------ the tools


def test_every_throw_is_counted_once():
    g = Match.start("nlc", "learning", seed=1).g

    def run(twin):
        first = twin.d6(rule="nlc.7.1.1")
        return first, twin.d6(rule="nlc.7.1.1") if first > 3 else 0

    found = list(every_throw(g, run))
    assert sum(chance for chance, _ in found) == 1 and len(found) == 3 + 18
    assert all(chance == (Fraction(1, 6) if second == 0 else Fraction(1, 36)) for chance, (_, second) in found)
    fixed = list(every_throw(g, run, fixed=(6,)))
    assert [found for _, found in fixed] == [(6, face) for face in range(1, 7)]


def test_faces_that_come_to_the_same_stand_for_each_other():
    g = Match.start("nlc", "learning", seed=1).g
    thrown = []

    def run(twin):
        thrown.append(twin.roll("2d6", rule="nlc.7.1.1", by="french"))
        return sum(die >= 5 for die in thrown[-1])

    found = Counter()
    for chance, hits in every_throw(g, run, alike=lambda by, faces: [[1, 2, 3, 4], [5, 6]]):
        found[hits] += chance
    assert len(thrown) == 4 and found == {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}


def test_a_throw_of_several_dice_may_count_by_its_sum():
    g = Match.start("nlc", "learning", seed=1).g
    found = list(every_throw(g, lambda twin: twin.roll("3d6", rule="nlc.7.1.1").total, sums=True))
    assert [total for _, total in found] == list(range(3, 19)) and sum(chance for chance, _ in found) == 1
    assert {total: chance for chance, total in found}[10] == Fraction(27, 216)


def test_too_many_throws_are_a_mistake():
    g = Match.start("nlc", "learning", seed=1).g
    with pytest.raises(LookupError, match="more than 50"):
        list(every_throw(g, lambda twin: twin.roll("4d6", rule="nlc.7.1.1"), most=50))
    with pytest.raises(LookupError):
        without_dice(g).d6(rule="nlc.7.1.1")


def test_beside_the_match_nothing_is_told():
    match = Match.start("nlc", "learning", seed=1)
    told, rolled = len(match.events), match.stream.position
    twin = scratch_copy(match.g, 1)
    twin.tell("Nothing.", rule="nlc.7.1.1")
    assert twin.roll("3d6", rule="nlc.7.1.1") == scratch_copy(match.g, 1).roll("3d6", rule="nlc.7.1.1")
    assert len(match.events) == told and match.stream.position == rolled


def test_a_procedure_is_driven_by_a_policy():
    g = Match.start("nlc", "learning", seed=1).g

    def two():
        first = yield g.ask("french", "?", [1, 2], rule="nlc.7.1.1")
        second = yield g.ask("french", "?", [3, 4], rule="nlc.7.1.1")
        return first, second

    assert drive(two(), lambda decision: decision.options[-1]) == (2, 4)


def test_chi_square_is_that_of_the_tables():
    for value, degrees, p in ((3.841, 1, 0.05), (9.488, 4, 0.05), (18.307, 10, 0.05), (6.635, 1, 0.01), (0.0, 3, 1.0)):
        assert chi_square_tail(value, degrees) == pytest.approx(p, abs=2e-4)


def test_a_wrong_distribution_is_found_out():
    view = OddsView("A die", [(str(face), 1 / 6) for face in range(1, 7)])
    fair = Counter({str(face): 100 for face in range(1, 7)})
    assert fit(view, fair).p == pytest.approx(1)
    loaded = Counter({"1": 60, "2": 100, "3": 100, "4": 100, "5": 100, "6": 140})
    assert fit(view, loaded).p < 0.001
    assert fit(view, Counter({"7": 1, "1": 5})).strange == ["7"]


# ------------------------------------------------------------------ the command


def run(*words):
    return CliRunner().invoke(app, ["odds", *words])


def test_the_command_lists_and_tells_and_writes(tmp_path):
    assert "gemioncourt" in run("nlc").output
    page, picture, data = tmp_path / "odds.html", tmp_path / "odds.svg", tmp_path / "odds.json"
    done = run("nlc", "gemioncourt", "--check", "60", "--html", str(page), "--svg", str(picture), "--json", str(data))
    assert done.exit_code == 0, done.output
    assert re.search(r"both stand +24\.7 %", done.output) and "chi-square" in done.output
    assert "<svg" in page.read_text() and "http" not in page.read_text().replace("http://www.w3.org", "")
    assert picture.read_text().startswith("<svg") and "Steps lost" in data.read_text()


def test_a_file_is_a_situation_too(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text('title = "Ten points"\n[question]\nkind = "fire"\nstrength = 10\n')
    assert "Ten points" in run("nlc", str(file)).output
    file.write_text('title = "x"\nquestion = 3\n')
    assert run("nlc", str(file)).exit_code == 1
    assert run("nlc", "nowhere").exit_code == 2
    assert run("nlc", "gemioncourt", "--ask", "a b").exit_code == 2


def test_all_games_are_looked_at():
    assert set(GAMES) >= {name for name in game_names() if name in ("dbms", "draka", "fyow", "napalini", "nlc", "pog")}


@pytest.mark.parametrize(("name", "situation"), SITUATIONS)
def test_every_distribution_names_a_rule_of_the_ledger(name, situation):
    from grognard.kernel.ledger import load_ledger

    known = game(name)
    for view in odds_of(known, load_situation(known, situation)):
        assert view.rule in load_ledger(game(view.rule.split(".")[0]).data).rules, view.rule


def test_combat_cards_of_pog_count_and_those_that_do_not_fit_are_refused():
    known = game("pog")
    one = load_situation(known, "cards")

    def wins(*cards: str, flank: bool = True) -> float:
        view = odds_of(known, one, {**one.question, "cards": list(cards), "flank": flank})[0]
        return dict(view.outcomes).get("attacker wins", 0.0)

    assert wins("cp.03", "cp.15") > wins("cp.03") > wins() > wins("ap.04")
    assert wins("cp.02") > wins()  # the flank without a throw
    with pytest.raises(Misuse, match="only Italian"):
        wins("cp.43")
    with pytest.raises(Misuse, match="no combat card"):
        wins("cp.06")
    hutier = dict(odds_of(known, one, {**one.question, "cards": ["cp.44"], "flank": False})[0].outcomes)
    assert hutier["attacker wins"] > wins(flank=False)  # the trench is cancelled and the attacker fires first
