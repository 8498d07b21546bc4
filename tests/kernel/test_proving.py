"""The plugin that proves rules, and breaking them on purpose: each test runs a pytest of its own on a toy project."""

import json
import subprocess
import sys
import textwrap

import pytest

from grognard.kernel.proof.breaking import BreakReport, break_rule, judge
from grognard.kernel.proof.coverage import games_of
from grognard.kernel.refusal import Misuse

ENGINE = """
from __future__ import annotations

from grognard.kernel import Refusal, Refused, Tally, cite, cites
from grognard.kernel.tables import column

LOSS = column({"1-3": 0, "4-6": 1}, rule="toy.4")
NIGHT = "toy.night"


@cites("toy.1")
def cost(rain):
    return 2 if rain else 1


def tell():
    cite.cite("toy.2")


def may_march(points):
    return Refusal("toy.3", "No points are left.") if points < 1 else None


@cites("toy.5")
def done(turn):
    return turn > 0


def wait():
    while not done(1):
        pass


# one function for each way to break a rule


@cites("toy.answers")
def halves(units):
    return [unit // 2 for unit in units]


@cites("toy.verb")
def spoil(stores):
    stores.clear()


@cites("toy.procedure")
def advance(steps):
    yield steps


def march(points, night=False):
    wrong = []
    if points < 1:
        wrong.append(Refusal("toy.appended", "No points are left."))
    if points > 9:
        raise Refused(Refusal("toy.raised", "So far is nobody."))
    return [*wrong, *([Refusal(NIGHT, "It is dark.")] if night else [])]


def strength(units, hill):
    total = Tally("strength")
    total.add(units, "units")
    if hill:
        total.add(1, "high ground", "toy.term")
    total.add(units, "guns", "toy.factor.whole").times(2, "massed", "toy.factor")
    return total.at_most(9, rule="toy.most").total


def news(said, rain):
    if rain:
        cite.cite("toy.guarded")
        said.append("It rains.")


def early(said, rain):
    if not rain:
        return
    said.append("It rains.")
    cite.cite("toy.after")
"""

HEAD = "import pytest, toy\nfrom grognard.kernel import cite\nrule = pytest.mark.rule\n"


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # the other plugins take longer to load than the tests
    return Project(tmp_path)


class Project:
    """A project with a toy engine, a ledger of toy.1 to toy.6 (toy.6 uncitable) and whatever tests are written."""

    def __init__(self, root):
        self.root = root
        self.put("src/grognard/games/toy/__init__.py", ENGINE)
        self.put("pyproject.toml", '[tool.pytest.ini_options]\ntestpaths = ["tests"]\npythonpath = ["src/grognard/games"]\n')
        rules = [f'[[rule]]\nid = "toy.{n}"\ntitle = "T"\ntext = "T"\nscope = "core"\n' for n in range(1, 7)]
        data = games_of(root).relative_to(root) / "toy" / "data"
        self.put(data / "rules.toml", 'ruleset = "toy"\n' + "".join(rules))
        self.put(data / "uncitable.toml", '[[rule]]\nid = "toy.6"\nreason = "It forbids nothing."\n')

    def put(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def tests(self, text, name="test_toy.py"):
        self.put(f"tests/{name}", HEAD + textwrap.dedent(text))
        return self

    def pytest(self, *words):
        xdist = ["-p", "xdist.plugin"] if "-n" in words else []
        command = [sys.executable, "-m", "pytest", "-q", "-p", "grognard.kernel.proof.proving", "-p", "no:cacheprovider"]
        return subprocess.run([*command, *xdist, *words], cwd=self.root, capture_output=True, text=True, timeout=600).stdout

    @property
    def ledger(self):
        """build/ledger.json, with short names of the tests."""
        path = self.root / "build" / "ledger.json"
        report = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        return {rule: [test.removeprefix("tests/test_toy.py::") for test in tests] for rule, tests in report.items()}


# ------------------------------------------------------------------ proving


EVERY_KIND = """
    pytestmark = rule("toy.2")

    @rule("toy.1", "toy.3")
    def test_cited():
        assert toy.cost(rain=True) == 2

    @rule("toy.3")
    class TestClass:
        def test_method(self):
            assert toy.may_march(0)

    @pytest.mark.parametrize("die", [pytest.param(5, marks=rule("toy.4")), 2])
    def test_parameter(die):
        assert toy.LOSS[die] == die // 4

    @rule("toy.6")
    def test_uncitable():
        toy.tell()
"""

PROVEN = {
    "toy.1": ["test_cited"],
    "toy.2": ["test_uncitable"],
    "toy.3": ["TestClass::test_method"],
    "toy.4": ["test_parameter[5]"],
    "toy.6": ["test_uncitable"],
}


@pytest.mark.parametrize("words", [[], ["-n", "2"], ["-n", "2", "--dist", "loadgroup"]])
def test_a_rule_is_proven_by_a_marked_test_that_passed_while_the_engine_cited_it(project, words):
    output = project.tests(EVERY_KIND).pytest(*words)
    assert "5 passed" in output
    assert project.ledger == PROVEN
    assert "toy.6: It forbids nothing." in output
    assert "never cited" not in output and "in no ledger" not in output


def test_what_failed_was_skipped_or_not_cited_by_the_engine_proves_nothing(project):
    output = project.tests("""
        @rule("toy.1")
        def test_fails():
            assert toy.cost(rain=True) == 7

        @rule("toy.2")
        def test_skips():
            toy.tell()
            pytest.skip("not today")

        @rule("toy.3")
        @pytest.mark.xfail
        def test_expected_to_fail():
            assert toy.may_march(0) is None

        @rule("toy.3")
        @pytest.mark.xfail
        def test_passes_unexpectedly():
            assert toy.may_march(0)

        @rule("toy.4", "toy.99")
        def test_cites_nothing():
            pass

        @rule("toy.5")
        def test_forges_the_citation():
            cite.cite("toy.5")

        @pytest.fixture
        def torn():
            yield
            raise RuntimeError

        @rule("toy.2")
        def test_fails_in_teardown(torn):
            toy.tell()

        @rule("toy.6")
        def test_uncitable_fails():
            assert False
    """).pytest()
    assert project.ledger == {}
    never = output[output.index("marked but never cited by the engine: 3") : output.index("marked but in no ledger: 1")]
    assert "toy.4 (tests/test_toy.py::test_cites_nothing)" in never and "toy.5" in never and "toy.99" in never
    assert "toy.1" not in never and "toy.2" not in never


def test_only_citations_of_the_call_itself_count(project):
    project.tests("""
        @pytest.fixture
        def told():
            toy.tell()

        @rule("toy.2")
        def test_told_before(told):
            pass
    """).pytest()
    assert project.ledger == {}


def test_a_project_without_ledgers_is_told_that_its_marks_are_in_none(project):
    project.tests('@rule("hat.1")\ndef test_hat(): pass')
    assert "marked but in no ledger: 1" in project.pytest()


def test_a_wrong_ledger_does_not_break_the_run(project):
    project.put("src/grognard/games/toy/data/rules.toml", "ruleset = ")
    output = project.tests(EVERY_KIND).pytest()
    assert "5 passed" in output and "a ledger is wrong" in output and "rules.toml: expected TOML" in output
    assert project.ledger["toy.1"] == ["test_cited"]


# ------------------------------------------------------------------ what stays of earlier runs


TWO = """
    @rule("toy.2")
    def test_one():
        toy.tell()

    @rule("toy.2")
    def test_two():
        toy.tell()
"""


def test_a_run_of_a_part_keeps_what_it_did_not_judge(project):
    project.tests(TWO).tests(TWO, "test_other.py").pytest()
    assert project.ledger == {"toy.2": ["tests/test_other.py::test_one", "tests/test_other.py::test_two", "test_one", "test_two"]}
    project.tests(TWO.replace("toy.tell()", "assert False"))
    project.pytest("tests/test_toy.py::test_one")
    assert project.ledger["toy.2"][2:] == ["test_two"]
    project.pytest("-k", "two and not other", "tests/test_toy.py")
    assert project.ledger == {"toy.2": ["tests/test_other.py::test_one", "tests/test_other.py::test_two"]}


@pytest.mark.parametrize("words", [[], ["-n", "2"]])
def test_a_full_run_forgets_tests_that_are_no_more(project, words):
    project.tests(TWO).tests(TWO, "test_other.py").pytest(*words)
    project.tests(TWO.replace("test_two", "test_three"))
    (project.root / "tests" / "test_other.py").unlink()
    project.pytest(*words)
    assert project.ledger == {"toy.2": ["test_one", "test_three"]}


def test_a_deselected_test_keeps_its_proof_in_a_full_run(project):
    project.tests(TWO).pytest()
    project.pytest("-k", "one")
    assert project.ledger == {"toy.2": ["test_one", "test_two"]}


def test_a_run_that_collects_only_or_stops_early_judges_nothing(project):
    project.tests(TWO).pytest()
    project.pytest("--collect-only")
    project.tests("import nothing_of_that_name").pytest()
    assert project.ledger == {"toy.2": ["test_one", "test_two"]}


def test_a_damaged_report_is_replaced(project):
    project.put("build/ledger.json", "{")
    project.tests(TWO).pytest()
    assert project.ledger == {"toy.2": ["test_one", "test_two"]}


# ------------------------------------------------------------------ breaking


def test_rule_selects_the_tests_marked_with_it(project):
    assert "1 passed, 4 deselected" in project.tests(EVERY_KIND).pytest("--rule", "toy.4")


NAME = "tests/test_toy.py::test_{}".format


def test_marked_tests_must_go_red_when_their_rule_is_broken(project):
    project.tests("""
        @pytest.mark.rule("toy.1")
        def test_rain():
            assert toy.cost(rain=True) == 2

        @pytest.mark.rule("toy.1")
        def test_rain_that_cannot_fail():
            assert toy.cost(rain=True)

        @pytest.mark.rule("toy.2")
        def test_tell():
            toy.tell()

        @pytest.mark.rule("toy.3")
        def test_refusal():
            assert toy.may_march(0)

        @pytest.mark.rule("toy.3")
        def test_red_already():
            assert toy.may_march(1)

        @pytest.mark.rule("toy.3")
        def test_that_meets_no_refusal():
            assert not toy.may_march(2)

        @pytest.mark.rule("toy.4")
        def test_table():
            assert toy.LOSS[3] == 0
    """)
    rain, tell, refusal, table, nobody = (break_rule(f"toy.{n}", project.root) for n in (1, 2, 3, 4, 6))
    assert (rain.ways[0].red, rain.blind) == ([NAME("rain")], [NAME("rain_that_cannot_fail")])
    assert rain.verdict == "stays green" and not rain.good and not rain.missed
    assert tell.ways == [] and tell.verdict == "cannot be broken" and tell.good
    assert tell.firm == [f"src/grognard/games/toy/__init__.py:{line_of('toy.2')}"]
    assert (refusal.ways[0].red, refusal.red_already) == ([NAME("refusal")], [NAME("red_already")])
    assert refusal.ways[0].out_of_reach == [NAME("that_meets_no_refusal")]
    assert refusal.ways[0].place == f"src/grognard/games/toy/__init__.py:{line_of('toy.3')}"
    assert refusal.verdict == "goes red" and refusal.good
    assert table.ways[0].red == [NAME("table")] and table.ways[0].how == "tables and terms"
    assert nobody.verdict == "not marked" and not nobody.good
    assert project.ledger == {}


def line_of(text):
    return next(n for n, line in enumerate(ENGINE.splitlines(), 1) if text in line)


WAYS = {  # rule -> how it is broken, what notices it, what does not
    "toy.answers": ("another answer", "toy.halves([4, 2]) == [2, 1]", "toy.halves([4]) is not None"),
    "toy.verb": ("another answer", "not (lambda s: [toy.spoil(s), s][1])([1])", "toy.spoil([1]) is None"),
    "toy.procedure": ("another answer", "list(toy.advance(2)) == [2]", "toy.advance(2)"),
    "toy.appended": ("no refusal", "toy.march(0)", "toy.march(0) is not None"),
    "toy.night": ("no refusal", "toy.march(1, night=True)", "toy.march(1, night=True) is not None"),
    "toy.term": ("no term", "toy.strength(1, hill=True) == 4", "toy.strength(1, hill=True)"),
    "toy.factor": ("no term", "toy.strength(1, hill=False) == 3", "toy.strength(1, hill=False)"),
    "toy.factor.whole": ("no term", "toy.strength(1, hill=False) == 3", "toy.strength(1, hill=False)"),
    "toy.most": ("no term", "toy.strength(4, hill=False) == 9", "toy.strength(4, hill=False)"),
    "toy.guarded": ("condition negated", "not (lambda s: [toy.news(s, False), s][1])([])", "not toy.news([], True)"),
    "toy.after": ("condition negated", "(lambda s: [toy.early(s, True), s][1])([])", "not toy.early([], True)"),
}


@pytest.mark.parametrize("rule", [*WAYS, "toy.raised"])
def test_every_way_to_break_a_rule_is_noticed_by_a_test_that_looks(project, rule):
    how, looks, looks_away = WAYS.get(rule, ("no refusal", "", ""))
    if rule == "toy.raised":
        project.tests(f"""
            from grognard.kernel import Refused

            @rule("{rule}")
            def test_looks():
                with pytest.raises(Refused):
                    toy.march(10)

            @rule("{rule}")
            def test_looks_away():
                try:
                    toy.march(10)
                except Refused:
                    pass
        """)
    else:
        project.tests(f"""
            @rule("{rule}")
            def test_looks():
                assert {looks}

            @rule("{rule}")
            def test_looks_away():
                assert {looks_away}
        """)
    report = break_rule(rule, project.root)
    way = report.ways[0]
    assert way.how.startswith(how) and way.red == [NAME("looks")], report
    assert report.blind == ([NAME("looks_away")] if rule != "toy.procedure" else []), "nobody ran the procedure"


@pytest.mark.parametrize("rule", ["toy.answers", "toy.appended", "toy.term", "toy.guarded", "toy.raised"])
def test_what_no_marked_test_reaches_cannot_be_broken(project, rule):
    """Of each way to break a rule one."""
    project.tests(f"""
        @rule("{rule}")
        def test_nothing():
            pass
    """)
    assert break_rule(rule, project.root).verdict == "cannot be broken"


def test_a_way_that_no_test_notices_is_named(project):
    engine = ENGINE + '''
def may_rest(points, night):
    if points:
        return Refusal("toy.rest", "Not with points left.")
    if night:
        return Refusal("toy.rest", "Not at night.")
'''
    project.put("src/grognard/games/toy/__init__.py", engine)
    project.tests("""
        @rule("toy.rest")
        def test_rest():
            assert toy.may_rest(1, False)
            toy.may_rest(0, True)
    """)
    report = break_rule("toy.rest", project.root)
    assert [way.noticed for way in report.ways] == [True, False] and report.blind == []
    assert report.missed == [report.ways[1]] and report.verdict == "stays green"


def test_a_rule_that_breaks_the_collection_is_red():
    before = {"a": {"test": "a", "passed": True, "met": False}}
    assert judge("x.py:1", "no term", before, {}).red == ["a"]


def test_a_test_that_does_not_end_is_red_and_those_after_it_are_not_judged(project):
    project.tests('@pytest.mark.rule("toy.5")\ndef test_wait(): toy.wait()')
    assert break_rule("toy.5", project.root, timeout=4).ways[0].hung == [NAME("wait")]
    passed = {"passed": True, "met": True}
    way = judge("", "", {"a": passed, "b": passed, "c": passed}, {"a": passed}, ended=False)
    assert (way.green, way.hung, way.not_run) == (["a"], ["b"], ["c"])
    assert BreakReport("toy.5", [judge("", "", {"b": passed}, {}, ended=False)]).verdict == "goes red"


def test_tests_that_cannot_be_run_are_no_verdict(project):
    project.tests('import nothing_of_that_name\n@pytest.mark.rule("toy.1")\ndef test_x(): ...')
    with pytest.raises(Misuse, match=r"could not be run.*pytest --rule toy\.1"):
        break_rule("toy.1", project.root)


def test_a_conftest_that_loads_the_game_gets_it_changed_and_heard(project):
    project.put("tests/games/toy/conftest.py", "import toy\n")
    project.tests('@rule("toy.1")\ndef test_rain(): assert toy.cost(rain=True) == 2', "games/toy/test_toy.py")
    project.pytest("tests/games/toy")
    assert list(project.ledger) == ["toy.1"]
    assert break_rule("toy.1", project.root).verdict == "goes red"
