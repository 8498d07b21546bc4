"""The ledger: what it finds in its files, what it refuses, and that all the ledgers there are load."""

from pathlib import Path

import pytest

from grognard.kernel.ledger import chapter_of, ledgers_in, load_ledger
from grognard.kernel.proof.coverage import (
    coverage,
    games_of,
    ids_cited_in,
    ids_in_data,
    marked_in,
    project_root,
    unknown_citations,
    unknown_marks,
)
from grognard.kernel.refusal import BadData, Misuse

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared" / "rulebooks"

RULES = """
ruleset = "toy"
title = "The Toy"
source = "toy.txt"

[[rule]]
id = "toy.1.1"
title = "A march costs a point"
text = "Every step of a march costs one movement point."
scope = "core"
example = "three steps -> three points"

[[rule]]
id = "toy.1.2"
title = "Rain"
text = "In the rain a march costs two."
scope = "optional"

[[rule]]
id = "toy.notes.1"
title = "Paint"
text = "Paint the march blue."
scope = "note"
"""

RULINGS = """
ruleset = "toy"

[[ruling]]
id = "toy.R1"
about = ["toy.1.1", "toy.1.2"]
question = "Does a road help in the rain?"
answer = "No."
why = "Mud."
option = "dry_roads"
"""


def data(folder: Path, rules: str = RULES, rulings: str = RULINGS, uncitable: str = "", chapters: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("rules.toml", rules), ("rulings.toml", rulings), ("uncitable.toml", uncitable), ("chapters.toml", chapters)):
        if text:
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def refused(folder: Path, **files: str) -> str:
    with pytest.raises(BadData) as caught:
        load_ledger(data(folder, **files))
    return str(caught.value)


# ------------------------------------------------------------------ reading


def test_rules_and_rulings_are_found_by_id(tmp_path):
    toy = load_ledger(data(tmp_path))
    assert (toy.ruleset, toy.title, toy.source) == ("toy", "The Toy", "toy.txt")
    assert toy.rule("toy.1.1").example == "three steps -> three points"
    assert toy.ruling("toy.R1").option == "dry_roads"
    assert [ruling.id for ruling in toy.rulings_about("toy.1.2")] == ["toy.R1"]
    assert toy.rulings_about("toy.notes.1") == []
    assert "toy.1.2" in toy and "toy.R1" in toy and "toy.9" not in toy


def test_an_unknown_id_is_answered_with_the_nearest(tmp_path):
    with pytest.raises(Misuse, match=r'no rule .toy\.1\.3.*Did you mean "toy\.1\.'):
        load_ledger(data(tmp_path)).rule("toy.1.3")


def test_scopes(tmp_path):
    toy = load_ledger(data(tmp_path))
    assert [rule.id for rule in toy.of_scope("optional")] == ["toy.1.2"]
    assert [rule.id for rule in toy.enforceable()] == ["toy.1.1", "toy.1.2"]
    assert len(toy) == 3


def test_search_wants_every_word_and_prefers_titles(tmp_path):
    toy = load_ledger(data(tmp_path))
    assert [rule.id for rule in toy.search("march")] == ["toy.1.1", "toy.1.2", "toy.notes.1"]
    assert [rule.id for rule in toy.search("RAIN march")] == ["toy.1.2"]
    assert [rule.id for rule in toy.search("paint")] == ["toy.notes.1"]
    assert toy.search("cavalry") == []
    assert [ruling.id for ruling in toy.search_rulings("road rain")] == ["toy.R1"]


def test_a_ledger_is_loaded_once_until_its_file_changes(tmp_path):
    first = load_ledger(data(tmp_path))
    assert load_ledger(tmp_path) is first
    (tmp_path / "rules.toml").write_text(RULES.replace("Rain", "Heavy rain"), encoding="utf-8")
    assert load_ledger(tmp_path).rule("toy.1.2").title == "Heavy rain"


def test_rulings_and_uncitable_rules_may_be_missing(tmp_path):
    bare = load_ledger(data(tmp_path, rulings=""))
    assert bare.rulings == {} and bare.uncitable == {}


def test_rules_that_cannot_cite_carry_their_reason(tmp_path):
    toy = load_ledger(data(tmp_path, uncitable='[[rule]]\nid = "toy.1.2"\nreason = "It only allows."\n'))
    assert toy.uncitable == {"toy.1.2": "It only allows."}


# ------------------------------------------------------------------ variants


VARIANT = RULES.replace('"toy', '"hat').replace('ruleset = "hat"', 'ruleset = "hat"\nbase = "toy"')


def test_a_variant_knows_the_rules_of_its_base_and_rules_on_them(tmp_path):
    data(tmp_path / "toy" / "data")
    rulings = RULINGS.replace('"toy', '"hat').replace('["hat.1.1"', '["toy.1.1"')
    hat = load_ledger(data(tmp_path / "hat" / "data", VARIANT, rulings))
    assert hat.rule("toy.1.1").title == "A march costs a point"
    assert "toy.1.1" in hat and "toy.1.1" not in hat.rules
    assert [ruling.id for ruling in hat.rulings_about("toy.1.1")] == ["toy.R1", "hat.R1"]


def test_one_ruleset_is_taken_out_of_a_file_that_holds_two(tmp_path):
    both = VARIANT + RULES[RULES.index("[[rule]]") :]
    folder = data(tmp_path / "hat" / "data", both, RULINGS)
    toy = load_ledger(folder, "toy")
    assert list(toy.rules) == ["toy.1.1", "toy.1.2", "toy.notes.1"] and toy.ruleset == "toy"
    hat = load_ledger(folder, "hat", base=toy)
    assert list(hat.rules) == ["hat.1.1", "hat.1.2", "hat.notes.1"] and hat.rulings == {}
    assert len(load_ledger(folder)) == 6
    with pytest.raises(BadData, match=r"such as cap\.1\.1"):
        load_ledger(folder, "cap")


# ------------------------------------------------------------------ refusing


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('id = "toy.1.2"', 'id = "toy.1.1"', ["rule[1].id", "twice", "toy.1.1"]),
        ('id = "toy.1.2"', 'id = "toi.1.2"', ["rule[1].id", "begins with toy."]),
        ('id = "toy.1.2"', 'id = "toy 1.2"', ["rule[1].id", "such as toy."]),
        ('id = "toy.1.2"', 'id = "toy.R2"', ["rule[1].id", "ruling"]),
        ('scope = "optional"', 'scope = "maybe"', ["rule[1].scope (toy.1.2)", "core, optional, base, note", "'maybe'"]),
        ('scope = "optional"\n', "", ["rule[1].scope (toy.1.2)", "one of core"]),
        ('text = "In the rain a march costs two."', 'text = " "', ["rule[1].text (toy.1.2)", "some words"]),
        ('text = "In the rain a march costs two."', "text = 2", ["rule[1].text (toy.1.2)", "expected text, got 2"]),
        ('title = "Rain"', 'title = "Rain"\nexampel = "x"', ["rule[1].exampel", 'Did you mean "example"?']),
        ('source = "toy.txt"', 'sauce = "toy.txt"', ["sauce", 'Did you mean "source"?']),
        ('ruleset = "toy"', 'ruleset = "The Toy"', ["ruleset", "small letters"]),
        ('ruleset = "toy"', "", ["ruleset"]),
        ('title = "Rain"', "title = Rain", ["expected TOML", "line"]),
    ],
)
def test_a_wrong_rule_is_named_by_file_and_key(tmp_path, old, new, says):
    assert old in RULES
    error = refused(tmp_path, rules=RULES.replace(old, new, 1))
    assert error.startswith(str(tmp_path / "rules.toml"))
    for words in says:
        assert words in error


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('["toy.1.1", "toy.1.2"]', '["toy.1.1", "toy.1.20"]', ["ruling[0].about (toy.R1)", 'Did you mean "toy.1.2"?']),
        ('["toy.1.1", "toy.1.2"]', "[]", ["about", "the ids of the rules"]),
        ('["toy.1.1", "toy.1.2"]', '["toy.1.1", 2]', ["about[1]", "expected `str`"]),
        ('"toy.R1"', '"toy.1"', ["ruling[0].id", "such as toy.R1"]),
        ('answer = "No."', 'answer = ""', ["answer", "some words"]),
        ('why = "Mud."\n', "", ["why", "and there is nothing"]),
    ],
)
def test_a_wrong_ruling_is_named_by_file_and_key(tmp_path, old, new, says):
    assert old in RULINGS
    error = refused(tmp_path, rulings=RULINGS.replace(old, new, 1))
    assert error.startswith(str(tmp_path / "rulings.toml"))
    for words in says:
        assert words in error


def test_chapters_have_names(tmp_path):
    toy = load_ledger(data(tmp_path / "named", chapters='"toy.1" = "Marching"\n'))
    assert toy.chapter("toy.1") == "Marching"
    bare = load_ledger(data(tmp_path / "bare"))
    assert bare.chapter("toy.1") == bare.rule("toy.1.1").title, "a chapter without a name is called by its first rule"
    with pytest.raises(Misuse, match="has no chapter"):
        bare.chapter("toy.9")


@pytest.mark.parametrize("ledger", ledgers_in().values(), ids=lambda ledger: ledger.ruleset)
def test_every_chapter_of_our_games_has_a_name(ledger):
    assert list(ledger.chapters) == list(dict.fromkeys(chapter_of(rule.id) for rule in ledger)), "all, in the rulebook's order"


def test_a_chapter_must_exist_and_have_a_name(tmp_path):
    assert "chapters.toml: toy.9" in refused(tmp_path, chapters='"toy.9" = "Nothing"\n')
    assert "chapters.toml: toy.1" in refused(tmp_path, chapters='"toy.1" = 1\n')


def test_an_uncitable_rule_must_exist_and_have_a_reason(tmp_path):
    assert "uncitable.toml: rule[0].id" in refused(tmp_path, uncitable='[[rule]]\nid = "toy.7"\nreason = "x"\n')
    assert "reason (toy.1.1)" in refused(tmp_path, uncitable='[[rule]]\nid = "toy.1.1"\n')


def test_a_missing_ledger_is_named(tmp_path):
    with pytest.raises(BadData, match=r"rules\.toml: expected this file"):
        load_ledger(tmp_path)


# ------------------------------------------------------------------ the ledgers there are


def test_the_shared_rulebooks_load():
    """Beside the project in CI; a bare clone has none, and then only the project's own are tested, below."""
    for folder in sorted(path.parent for path in SHARED.glob("*/rules.toml")):
        game = folder.name
        base = load_ledger(folder, "pog") if game == "draka" else None
        ledger = load_ledger(folder, game if base else None, base)
        assert len(ledger) > 200 and len(ledger.rulings) > 100
        assert all(rule.id.startswith(f"{game}.") for rule in ledger)


def test_the_projects_own_ledgers_load_and_every_id_cited_or_marked_exists():
    assert unknown_citations(ROOT) == {}
    assert unknown_marks(ROOT) == {}


# ------------------------------------------------------------------ coverage


CODE = '''
"""A docstring names "toy.9.9" and cites nothing."""
from grognard.kernel import Refusal, cites

@cites("toy.1.1")
def march(g):
    """toy.1.1"""
    if g.far:
        g.tell(f"toy.{1}", rule="tyo.1.2")
    return open("toy.toml"), "other.1.1"
'''

TESTS = '''
import pytest
pytestmark = [pytest.mark.rule("toy.1.1")]

@pytest.mark.rule("toy.1.2", "toy.8")
class TestRain:
    def test_rain(self): ...

@pytest.mark.skip
@pytest.mark.rule("toy.1.4")
def test_skipped(): ...

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("toy.1.5"))])
def test_number(n): ...
'''


@pytest.fixture
def project(tmp_path):
    (tmp_path / "src" / "grognard" / "games").mkdir(parents=True)
    game = games_of(tmp_path) / "toy"
    data(game / "data", uncitable='[[rule]]\nid = "toy.1.2"\nreason = "It only allows."\n')
    (game / "data" / "tables.toml").write_text('[[shift]]\nname = "rain"\nrule = "toy.1.3"\n', encoding="utf-8")
    (game / "data" / "options.toml").write_text('[[option]]\nname = "rain"\nrule = "toy.1.2"\n', encoding="utf-8")
    (game / "march.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_toy.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "ledger.json").write_text('{"toy.1.1": ["tests/test_toy.py::test_x"]}', encoding="utf-8")
    (tmp_path / "pyproject.toml").touch()
    return tmp_path


def test_ids_are_found_in_code_but_not_in_docstrings(project):
    places = ids_cited_in(games_of(project), ["toy"])
    assert sorted(places) == ["toy.1.1", "tyo.1.2"]
    assert [place.rsplit("/", 1)[1] for place in places["toy.1.1"]] == ["march.py:5"]


def test_ids_are_found_in_data(project):
    places = ids_in_data(games_of(project))
    assert sorted(places) == ["toy.1.2", "toy.1.3"]
    assert places["toy.1.3"][0].endswith("tables.toml: shift[0].rule")


def test_marks_are_found_on_functions_classes_modules_and_parameters(project):
    assert sorted(marked_in(project / "tests")) == ["toy.1.1", "toy.1.2", "toy.1.5", "toy.8"]


def test_ids_that_do_not_exist_are_found(project):
    assert list(unknown_citations(project)) == ["tyo.1.2", "toy.1.3"]
    assert sorted(unknown_marks(project)) == ["toy.1.5", "toy.8"]


def test_the_figures_of_a_project(project):
    toy = coverage(project)["toy"]
    assert toy.rules == ["toy.1.1", "toy.1.2"]  # the note is left out
    assert (toy.marked, toy.cited, toy.proven) == (["toy.1.1", "toy.1.2"], ["toy.1.1"], ["toy.1.1"])
    assert toy.percent("proven") == 50 and toy.missing("proven") == ["toy.1.2"]
    assert toy.uncitable == {"toy.1.2": "It only allows."}


def test_the_root_is_found_from_below(project):
    assert project_root(games_of(project) / "toy") == project.resolve()
    with pytest.raises(Misuse, match="src/grognard"):
        project_root(Path("/"))
