"""Mutants of a toy game: which there are, which of them its tests notice, and what is kept of that."""

import builtins
import gc
import importlib
import json
import sys
from pathlib import Path
from textwrap import dedent

import msgspec
import pytest

from grognard.kernel.proof.changes import Source
from grognard.kernel.proof.children import CRASHED, in_children, limit
from grognard.kernel.proof.cited import Citations
from grognard.kernel.proof.coverage import coverage, games_of, read_figures, read_report, write_report
from grognard.kernel.proof.footprints import Footprints
from grognard.kernel.proof.live import CannotPut, Live
from grognard.kernel.proof.mutants import is_rule_module, mutants_of
from grognard.kernel.proof.mutation import Mutation, Plan, Tried, equivalents, keep, kept, mutate, wilson
from grognard.kernel.proof.reach import Reach, Reached
from grognard.kernel.refusal import BadData, Misuse


def as_toml(one: Tried, reason: str = "") -> str:
    """The entry for a survivor, to be given a reason."""
    rows = {"function": one.function, "before": one.before, "after": one.after, "reason": reason}
    return "[[mutant]]\n" + "".join(f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in rows.items())


RULES = '''
"""toy.1.1: a docstring of 3 words."""
from grognard.kernel import Refusal, cites

REACH = 2
LIMIT = 6


def _limit():
    return LIMIT + 1


BEYOND = _limit()


@cites("toy.1.1")
def tired(climbed):
    return climbed >= 3


def may_march(points, far):
    if points < 1:
        return Refusal("toy.1.2", f"You have {points + 0} points.")
    if far > REACH:
        return Refusal("toy.1.2", "Too far.")
    return None


def never(far):
    """Nobody calls it."""
    return far > 9


def wait(number):
    while number != 0:
        number -= 1
    return number


def far_off(far):
    return far > BEYOND
'''

TESTS = '''
import pytest
from toy import march

rule = pytest.mark.rule


@rule("toy.1.1")
def test_tired():
    assert march.tired(3) and not march.tired(2)


@rule("toy.1.2")
def test_points():
    assert march.may_march(0, 0) and not march.may_march(5, 0)


def test_far():
    assert march.may_march(1, 9)


def test_wait():
    assert march.wait(3) == 0


def test_far_off():
    assert march.far_off(8) and not march.far_off(7)
'''


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    rules = [f'[[rule]]\nid = "toy.1.{n}"\ntitle = "T"\ntext = "T"\nscope = "core"\n' for n in (1, 2)]
    files = {
        "pyproject.toml": '[tool.pytest.ini_options]\ntestpaths = ["tests"]\npythonpath = ["src/grognard/games"]\n',
        "src/grognard/games/toy/__init__.py": "",
        "src/grognard/games/toy/march.py": RULES,
        "src/grognard/games/toy/bot/staff.py": "def best(a):\n    return max(a) > 3\n",
        "src/grognard/games/toy/data/rules.toml": 'ruleset = "toy"\n' + "".join(rules),
        "tests/games/toy/test_march.py": TESTS,
    }
    for name, text in files.items():
        put(tmp_path / name, text)
    return tmp_path


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def mutants(text: str) -> list[tuple[str, str]]:
    return [(change.kind, change.shown()) for change in mutants_of(Source(Path("x.py"), dedent(text)))]


# ------------------------------------------------------------------ the mutants


@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("a < b", {"a <= b": "boundary"}),
        ("a == b", {"a != b": "comparison"}),
        ("a in b", {"a not in b": "comparison"}),
        ("a + 3", {"a + 4": "constant", "a + 2": "constant"}),
        ("f(True)", {"f(False)": "constant"}),
        ("a and b", {"a or b": "and, or", "a": "condition dropped", "b": "condition dropped"}),
        ("not a", {"a": "not dropped"}),
        ("any(a)", {"all(a)": "any, all, min, max"}),
        ("max(a, b)", {"min(a, b)": "any, all, min, max"}),
        ("[x for x in a if x]", {"[x for x in a]": "condition dropped"}),
        ("t.add(a, 'guns', 'toy.1').halve('far', 'toy.2')", {"t.add(a, 'guns', 'toy.1')": "term dropped"}),
    ],
)
def test_what_a_slip_of_the_pen_may_make(line, kinds):
    found = mutants(f"def f():\n    return {line}\n")
    assert {shown.split("  ->  return ")[1]: kind for kind, shown in found} == kinds


def test_statements_are_dropped_turned_and_swapped():
    found = mutants("""
        def f(g, t):
            t.add(g.n, 'guns', 'toy.1')
            for one in g.all:
                if one:
                    continue
                march(one)
                fire(one)
            if g.over:
                return
            g.tell("Two more", rule="toy.1")
            g.tell(f"{1 + 1} more", rule="toy.1")
            if g.over:
                return
    """)
    assert sorted(kind for kind, _ in found) == ["break, continue", "order", "return dropped", "term dropped"]
    assert ("order", "march(one); fire(one)  ->  fire(one); march(one)") in found


def test_words_types_and_texts_are_left_alone():
    assert mutants('''
        """Three words < 3."""
        from enum import Enum
        class Side(Enum):
            RED = 1
        def f(a: "int < 3", g) -> "1":
            """1 < 2"""
            assert a < 3
            g.tell(f"{a + 1} of {3}", rule="toy.1")
            yield g.ask(label=lambda v: v == 3, on=lambda v: 3)
    ''') == []


def test_a_change_is_put_in_and_taken_out_again():
    source = Source(Path("x.py"), "def f(a):\n    return a < 3 and a != 0\n")
    found = mutants_of(source)
    for change in found:
        scope: dict = {}
        exec(change.code(), scope)
    again = [(change.kind, change.texts()) for change in mutants_of(source)]
    assert [(change.kind, change.texts()) for change in found] == again
    exec(compile(source.tree, "x", "exec"), scope)
    assert scope["f"](2) and not scope["f"](3) and not scope["f"](0)


def test_rule_modules_are_those_that_are_no_bot_picture_or_bench():
    game = Path("games/toy")
    rules = ["march.py", "combat/fire.py", "combat/scenery.py", "oddments.py"]
    others = ["bot.py", "bot_moves.py", "bot/staff.py", "view/scene.py", "scene_services.py", "odds/fight.py", "trial.py", "bench.py"]
    assert [name for name in [*rules, *others] if is_rule_module(game / name, game)] == rules


def test_the_rule_that_is_cited_nearest():
    source = Source(Path("march.py"), RULES)
    cited = Citations(source, ["toy"])
    near = {(change.function, change.line): (cited.of(change.at), cited.nearest(change.at)) for change in mutants_of(source)}
    line = {text: number for number, text in enumerate(RULES.splitlines(), 1)}
    assert near["tired", line["    return climbed >= 3"]] == (["toy.1.1"], "toy.1.1")
    assert near["may_march", line["    if points < 1:"]] == (["toy.1.2"], "toy.1.2"), "the guard of a refusal is its rule's"
    assert near["never", line["    return far > 9"]] == ([], "toy.1.2")


# ------------------------------------------------------------------ tried


def outcomes(found: Mutation) -> dict[str, str]:
    return {f"{one.function}: {one.after}": one.outcome for one in found.tried}


def test_what_the_tests_notice_and_what_not(project):
    found = mutate(project, Plan("toy", sample=1000, at_once=2))
    said = outcomes(found)
    assert len(found.tried) == found.population == len({(one.line, one.key) for one in found.tried})
    assert said["tired: return climbed > 3"] == said["tired: return climbed >= 2"] == "killed"
    assert said["may_march: if points <= 1:"] == "survived", "no test has just one point"
    assert said["may_march: if far >= REACH:"] == "survived"
    assert said["never: return far >= 9"] == "survived"
    assert said["wait: number -= 0"] == "timed out"
    assert said[": LIMIT = 7"] == said["_limit: return LIMIT + 2"] == "killed", "loaded anew, because it ran while loading"
    by = {f"{one.function}: {one.after}": one for one in found.tried}
    assert by["tired: return climbed > 3"].by == "tests/games/toy/test_march.py::test_tired"
    assert by["never: return far >= 9"].reached == 0
    points = by["may_march: if points <= 1:"]
    assert (points.rules, points.near, points.reached) == (["toy.1.2"], "toy.1.2", 2)
    assert points.diff == "if points < 1:  ->  if points <= 1:" and points.file == "src/grognard/games/toy/march.py"
    assert not any("staff" in one.file for one in found.tried)

    # build/ledger.json and the figures of the ledger
    figures = read_figures(project / "build" / "ledger.json")
    assert figures["toy.1.1"]["alive"] == 0 and figures["toy.1.2"]["alive"] >= 2
    write_report(project / "build" / "ledger.json", {"toy.1.1": ["a"], "toy.1.2": ["b"]})
    assert read_figures(project / "build" / "ledger.json") == figures, "a run of the tests lets them be"
    toy = coverage(project)["toy"]
    assert (toy.tested, toy.sampled, toy.alive) == (["toy.1.1", "toy.1.2"], ["toy.1.1", "toy.1.2"], ["toy.1.2"])
    assert toy.proven == ["toy.1.1"], "a rule is proven when no mutant of its lines is alive"

    # judged equivalent, and a test that was missing
    put(games_of(project) / "toy" / "data" / "equivalent.toml", as_toml(by["never: return far >= 9"], "Nobody calls it."))
    tests = project / "tests" / "games" / "toy" / "test_march.py"
    put(tests, TESTS + "\n\ndef test_the_last_point():\n    assert not march.may_march(1, 2)\n")
    alive = [one.key for one in kept(project, "toy") if one.outcome == "survived"]
    again = mutate(project, Plan("toy", again=alive))
    said = outcomes(again)
    assert len(again.tried) == len(alive) and again.judged == len(alive) - 1
    assert said["may_march: if points <= 1:"] == said["may_march: if far >= REACH:"] == "killed"
    assert said["never: return far >= 9"] == "equivalent" and said["never: return far > 10"] == "survived"
    after = {one.key: one.outcome for one in kept(project, "toy")}
    assert len(after) == found.population and after[points.key] == "killed"


def test_a_sample_is_the_same_for_the_same_seed_and_a_module_can_be_chosen(project):
    plans = [Plan("toy", 3, 7), Plan("toy", 3, 7), Plan("toy", 3, 8), Plan("toy", 3, 7, module="combat/")]
    first, same, other, none = ([one.key for one in mutate(project, plan).tried] for plan in plans)
    assert first == same != other and len(first) == 3 and none == []


def test_what_cannot_be_run_is_said(project):
    with pytest.raises(Misuse, match=r"no game 'hat' .* toy"):
        mutate(project, Plan("hat"))
    put(project / "tests/games/toy/test_march.py", "import nothing_of_that_name")
    with pytest.raises(Misuse, match="could not be run"):
        mutate(project, Plan("toy"))


# ------------------------------------------------------------------ what is prepared once

GAME = '''
from functools import cache
from msgspec import Struct
from grognard.kernel import Game, Result, SetUp
from grognard.kernel.game import register


class State(Struct):
    turn: int = 0


@cache
def longest():
    return 3 + 4


def may_rest(turn):
    return turn < 2


class Toy(Game):
    name, title, state, hidden = "toy", "Toy", State, False
    built_in = {"learning": {}}

    def set_up(self, scenario, options):
        return SetUp(longest(), State(), {"red": "Red", "blue": "Blue"})

    def play(self, g):
        g.state.turn += yield g.ask("red", "March or rest?", [1, 2], rule="toy.1.1")
        return Result("red", "Over.", "toy.1.2")


register(Toy())
'''

GAME_TESTS = '''
from grognard.kernel import Match
from toy import game


def test_the_longest_march():
    assert Match.start("toy").number == 0 and game.longest() == 7


def test_rest():
    assert game.may_rest(1) and not game.may_rest(2)
'''


def test_what_all_tests_find_prepared_is_changed_before_it_is_prepared(project):
    """The table is remembered before the first test: its mutants are tried where nothing is remembered yet."""
    put(project / "src/grognard/games/toy/game.py", GAME)
    put(project / "tests/games/toy/test_march.py", GAME_TESTS)
    found = mutate(project, Plan("toy", sample=1000, module="game.py", at_once=2))
    assert found.left_out == []
    said = outcomes(found)
    assert said["longest: return 4 + 4"] == said["longest: return 3 + 3"] == "killed"
    assert said["may_rest: return turn <= 2"] == "killed"
    by = {f"{one.function}: {one.after}": one for one in found.tried}
    assert not by["longest: return 4 + 4"].alone, "it runs when a scenario is begun, not when the module is loaded"


# ------------------------------------------------------------------ the parts


def test_wilsons_interval():
    assert wilson(0, 0) == (0.0, 0.0, 1.0)
    rate, low, high = wilson(90, 100)
    assert rate == 0.9 and 0.82 < low < 0.83 and 0.94 < high < 0.95


def test_an_entry_of_the_equivalent_needs_its_reason(project):
    data = games_of(project) / "toy" / "data"
    put(data / "equivalent.toml", '[[mutant]]\nfunction = "f"\nbefore = "a"\nafter = "b"\n')
    with pytest.raises(BadData, match="mutant 1: expected function, before, after and reason"):
        equivalents(games_of(project) / "toy")


def test_an_entry_is_written_as_it_is_read(project):
    one = Tried("x.py", 1, "f", "boundary", 'a < "é\\n"', "a <= 'b'", "survived", [], "")
    put(games_of(project) / "toy" / "data" / "equivalent.toml", as_toml(one, "It is."))
    assert equivalents(games_of(project) / "toy") == {one.key: "It is."}


def test_what_is_kept_goes_with_its_function(project):
    gone = Tried("src/grognard/games/toy/march.py", 1, "no_more", "boundary", "a", "b", "survived", ["toy.1.1"], "toy.1.1")
    stays = msgspec.structs.replace(gone, function="never")
    keep(project, Mutation("toy", 1, 9, [gone, stays]))
    keep(project, Mutation("toy", 1, 9, []))
    assert [one.function for one in kept(project, "toy")] == ["never"]
    assert read_figures(project / "build/ledger.json") == {"toy.1.1": {"sampled": 1, "alive": 1}}


def test_the_report_of_the_tests_is_read_without_the_mutants(project):
    put(project / "build/ledger.json", json.dumps({"toy.1.1": ["a"], "mutants": {"toy.1.1": {"sampled": 1, "alive": 0}}}))
    assert read_report(project / "build/ledger.json") == {"toy.1.1": ["a"]}


def test_code_is_put_into_closures_methods_and_wrapped_functions(tmp_path):
    text = dedent("""
        from functools import cache

        def outer(n):
            def inner(a):
                return a < 3
            return inner

        class Unit:
            @property
            def small(self):
                return 2 < 3

        held = outer(1)

        @cache
        def few(a):
            return a < 3

        both = (lambda a: a < 3), (lambda a: a < 3)
    """)
    path = tmp_path / "held.py"
    path.write_text(text)
    old = compile(text, str(path), "exec")
    for change in mutants_of(Source(path)):
        if change.kind == "boundary":
            scope: dict = {}
            gc.collect()  # the functions of the last round
            exec(old, scope)
            Live([str(path)]).put(str(path), old, change.code())
            right = [scope["held"](3), scope["few"].__wrapped__(3), scope["both"][0](3), scope["both"][1](3)]
            assert sum(right) == (change.function != "Unit.small"), (change.shown(), right)


def test_code_that_closes_over_less_cannot_be_put_in(tmp_path):
    text = "def outer(n):\n    def inner(a):\n        return a and n\n    return inner\nheld = outer(1)\n"
    path = tmp_path / "held.py"
    path.write_text(text)
    scope: dict = {}
    old = compile(text, str(path), "exec")
    exec(old, scope)
    change = next(one for one in mutants_of(Source(path)) if one.texts()[1] == "return a")
    with pytest.raises(CannotPut):
        Live([str(path)]).put(str(path), old, change.code())


def test_the_lines_that_are_run(tmp_path, monkeypatch):
    path = tmp_path / "marked.py"
    path.write_text(MARKED)
    line = {words: number for number, words in enumerate(MARKED.splitlines(), 1)}
    footprints = Footprints([Source(path)])
    monkeypatch.setattr("sys.meta_path", list(sys.meta_path))
    monkeypatch.syspath_prepend(tmp_path)
    footprints.lay()
    try:
        marked = importlib.import_module("marked")
        assert marked.__doc__ == "What it is." and marked.f.__doc__ == "What it does."
        assert footprints.lines(tmp_path) == {"marked.py": [line["def f(a):"], line['LATER = {"far": lambda a:']]}
        footprints.wipe()
        assert footprints.lines(tmp_path) == {}
        assert marked.f(2) == 2
        assert footprints.lines(tmp_path) == {"marked.py": [line["    if a == 1:"], line["    elif a == 2:"], line["        return 2"]]}
        footprints.wipe()
        assert marked.f(3) == [4, 3] and marked.LATER["far"](4) is True and marked.LATER["far"](3) is False
        assert {line["        -one"], line["    a > 3}"]} < footprints.seen()[str(path)], "a lambda runs later than its line"
    finally:
        del builtins.__footprints__, builtins.__footprint__
        sys.modules.pop("marked", None)


MARKED = '''"""What it is."""
from __future__ import annotations

def f(a):
    """What it does."""
    if a == 1:
        return 1
    elif a == 2:
        return 2
    return sorted([3, 4], key=lambda one: (
        -one
    ))

LATER = {"far": lambda a:
    a > 3}
'''


def test_a_changed_file_drops_the_tests_that_it_concerns():
    reach = Reach({"a": "1", "b": "1"}, {"one": Reached(True, 1, {"a": [1]}), "two": Reached(True, 1, {"b": [1]})})
    assert reach.of("a", [1, 2]) == ["one"] and reach.of("a", [3]) == []
    reach.forget({"a": "2", "b": "1"}, lambda name: {f"test_{name}"})
    assert list(reach.tests) == ["two"]
    reach.forget({"a": "2", "b": "1", "test_two": "9"}, lambda name: {f"test_{name}"})
    assert reach.tests == {}


def test_children_answer_crash_or_are_late():
    def do(job):
        if job == "loops":
            limit(0.2)
            while True:
                pass
        if job == "raises":
            raise RuntimeError
        return {"said": job}

    answers = dict(in_children(["a", "loops", "raises", "b"], do, lambda _: 5.0, 2))
    assert answers == {"a": {"said": "a"}, "loops": None, "raises": CRASHED, "b": {"said": "b"}}
