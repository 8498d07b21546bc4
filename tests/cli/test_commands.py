"""The commands that show something: games, rules, maps, versions; errors as one line; honest exit codes."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from grognard import __version__
from grognard.cli.main import app
from grognard.kernel import Broken, Game, Match, Result, SetUp, game_names
from grognard.kernel.scene import Scene


def test_version_and_help(grognard):
    assert grognard("--version").stdout == f"grognard {__version__}\n"
    helped = grognard("--help")
    assert helped.exit_code == 0
    for name in ("play", "games", "map", "rule", "rules", "ledger", "simulate", "replay", "verify", "new-game", "bench"):
        assert f"  {name} " in helped.stdout
        assert grognard(name, "--help").exit_code == 0


def test_the_readme_tells_of_every_command_and_game():
    """And of none that is not there. (`hills` is the game of these tests.)"""
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    commands = {info.name or info.callback.__name__ for info in app.registered_commands}
    commands |= {info.name for info in app.registered_groups}
    assert set(re.findall(r"`grognard ([a-z][a-z-]+)", readme)) == commands
    rows = set(re.findall(r"^\| `([a-z0-9]+)` \|", readme, re.M))
    assert rows == set(game_names()) - {"hills"}


def test_help_comes_at_once(command):
    """The limit is 0.4 s of this processor; waiting for others on a busy machine does not count."""
    resource = pytest.importorskip("resource")
    taken = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert command("--help").returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(taken) < 0.4


def test_help_imports_no_game_no_server_no_kernel():
    code = "import sys, grognard.cli.main; print([m for m in sys.modules if m.startswith(('grognard.', 'rich', 'litestar'))])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert "grognard.kernel" not in loaded and "litestar" not in loaded and "'rich" not in loaded


def test_games(grognard):
    shown = grognard("games")
    assert shown.exit_code == 0
    assert "hills: Hills\n" in shown.stdout
    assert "    learning: Three hills\n" in shown.stdout
    assert "  Options: high_ground\n" in shown.stdout
    assert "  Bots: best, greedy, random, search\n" in shown.stdout


def test_one_game_is_shown_with_all_that_is_known(grognard):
    shown = grognard("games", "hills").stdout
    assert "A quarter of an hour" in shown
    assert "high_ground = yes: High ground" in shown
    assert "[hills.2.5]" in shown


def test_a_users_own_scenarios_are_listed_with_what_is_wrong(grognard, tmp_path):
    own = tmp_path / "scenarios" / "hills"
    own.mkdir(parents=True)
    (own / "mine.toml").write_text('title = "Mine"\nblurb = "My own."\n')
    (own / "worse.toml").write_text("title = 3\n")
    shown = grognard("games", "hills").stdout
    assert "mine: Mine (your own)" in shown
    assert "worse.toml" in shown and "cannot be played" in shown


def test_a_game_that_cannot_be_loaded_does_not_hide_the_others(grognard):
    class Silent(Game):
        name, title = "silent", "Silent"

        @property
        def blurb(self):
            raise RuntimeError("no words")

    sys.modules["grognard.kernel.game"]._REGISTERED["silent"] = Silent()
    shown = grognard("games")
    assert shown.exit_code == 0
    assert "silent: cannot be loaded: RuntimeError: no words" in shown.stdout
    assert "hills: Hills" in shown.stdout


def test_rule_shows_text_example_and_rulings(grognard):
    shown = grognard("rule", "hills.2.4").stdout
    assert shown.startswith("hills.2.4: The throw\n")
    assert "adds the number of its companies" in shown
    assert "Example: Three companies and a 4 make 7." in shown
    assert "Ruling hills.R1 on hills.2.4: What if the defender" in shown
    assert "(optional)" in grognard("rule", "hills.2.5").stdout
    assert "Why: There is nobody" in grognard("rule", "hills.R1").stdout


def test_rules_are_listed_and_searched(grognard):
    assert len(grognard("rules", "hills").stdout.splitlines()) == 11
    found = grognard("rules", "hills", "--search", "THROW die").stdout
    assert found.splitlines()[0] == "hills.2.4: The throw"
    nothing = grognard("rules", "hills", "--search", "submarine")
    assert (nothing.exit_code, nothing.stdout) == (1, "")
    assert "no rule holds 'submarine'" in nothing.stderr


def test_map(grognard, tmp_path):
    made = grognard("map", "hills", "-o", tmp_path / "hills.svg", "--theme", "print")
    assert made.exit_code == 0, made.stderr
    assert (tmp_path / "hills.svg").read_text().startswith("<svg")
    assert grognard("map", "hills", "learning").stdout == "hills-learning.svg\n"


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["simulate", "chess"], 2, "There is no game 'chess'. There are: "),
        (["simulate", "hills", "waterloo"], 2, "hills has no scenario 'waterloo'."),
        (["simulate", "hills", "--bots", "deep"], 2, "Hills has no bot 'deep'."),
        (["simulate", "hills", "-O", "fog=no"], 2, "expected NAME=VALUE with an option of Hills. There are: high_ground."),
        (["simulate", "hills", "-O", "high_ground=maybe"], 1, "option high_ground: expected true or false, got 'maybe'"),
        (["simulate", "hills", "--json", "no/such/folder.json"], 2, "expected a file in a folder that exists"),
        (["rule", "hills.9.9"], 2, "Hills has no rule 'hills.9.9'"),
        (["rule", "nothing"], 2, "expected the id of a rule"),
        (["map", "hills", "--theme", "pink"], 2, "expected one of light"),
        (["verify", "missing.json"], 1, "missing.json: No such file"),
        (["play", "--text"], 2, "Which game? There are: "),
        (["play", "hills", "--text", "--seat", "green"], 2, "There is no seat 'green'. There are: red, blue."),
        (["bench", "nothing"], 2, "Nothing to measure in 'nothing'."),
        (["ledger"], 2, "lies in no copy of the project"),
        (["new-game", "Bad Name"], 2, "expected a word of small letters and digits"),
        (["new-game", "hills"], 2, "There is already a game 'hills'."),
        (["frobnicate"], 2, "No such command 'frobnicate'"),
        (["simulate"], 2, "Missing argument"),
        (["simulate", "hills", "--matches", "0"], 2, "Invalid value for '--matches'"),
    ],
)
def test_an_error_is_a_clear_line_and_an_honest_code(command, words, code, says):
    ended = command(*words)
    assert ended.returncode == code, ended.stderr
    assert says in ended.stderr
    assert "Traceback" not in ended.stderr
    assert ended.stdout == ""


def test_play_opens_the_browser(grognard, monkeypatch, tmp_path):
    from grognard.server import app as server

    called = {}
    monkeypatch.setattr(server, "serve", lambda **how: called.update(how))
    assert grognard("play").exit_code == 0
    assert called == {"port": None, "data": None, "open_browser": True, "wanted": None}
    assert grognard("play", "--no-browser", "--port", "8001", "--data", tmp_path).exit_code == 0
    assert called == {"port": 8001, "data": tmp_path, "open_browser": False, "wanted": None}


def test_play_opens_the_match_that_is_named_or_refuses(grognard, monkeypatch):
    from grognard.server import app as server

    called = {}
    monkeypatch.setattr(server, "serve", lambda **how: called.update(how))
    assert grognard("play", "dbms", "learning", "-O", "turn_limit=9", "--seat", "blue", "--seed", "s").exit_code == 0
    seats = {"red": {"kind": "bot", "bot": "best"}, "blue": {"kind": "me"}}
    wanted = {"game": "dbms", "scenario": "learning", "options": {"turn_limit": 9}, "seats": seats, "seed": "s"}
    assert called.pop("wanted") == wanted
    called.clear()
    for words in (["nosuch"], ["dbms", "nosuch"], ["dbms", "learning", "-O", "nosuch=1"], ["dbms", "learning", "--seat", "green"]):
        assert grognard("play", *words).exit_code == 2
    assert not called


def test_a_running_server_is_asked_for_the_match(monkeypatch, capsys):
    import io

    from grognard.server import opening

    asked, opened = [], []
    monkeypatch.setattr(opening.urllib.request, "urlopen", lambda request, **_: asked.append(request) or io.BytesIO(b'{"id": "abc"}'))
    monkeypatch.setattr(opening.webbrowser, "open", opened.append)
    opening.open_page("http://127.0.0.1:1/", {"game": "dbms"}, True)
    assert opened == ["http://127.0.0.1:1/#/match/abc"] and asked[0].full_url == "http://127.0.0.1:1/api/matches"
    assert "#/match/abc" in capsys.readouterr().out


class Fragile(Game):
    """Its rule breaks at the second choice."""

    name, title, hidden = "fragile", "Fragile", False
    state = dict
    built_in = {"learning": {}}

    def set_up(self, scenario, options):
        return SetUp(None, {}, {"red": "Red"})

    def play(self, g):
        yield g.ask("red", "One?", [1], rule="f.1")
        yield g.ask("red", "Two?", [2], rule="f.1")
        g.state["x"] = 1 // 0
        return Result(None, "never", "f.1")

    def scene(self, g, side):
        return Scene("", "", None, "Fragile")


def test_a_broken_rule_leaves_a_match_that_reproduces_it(grognard, tmp_path):
    sys.modules["grognard.kernel.game"]._REGISTERED["fragile"] = Fragile()
    ended = grognard("simulate", "fragile", "--bots", "random")
    assert ended.exit_code == 1
    assert "A rule broke: ZeroDivisionError" in ended.stderr
    [file] = tmp_path.glob("broken-*.json")
    assert str(file) in ended.stderr
    match = Match.load(file)
    with pytest.raises(Broken):
        match.choose(2)


def test_debug_shows_the_trace(grognard, tmp_path):
    sys.modules["grognard.kernel.game"]._REGISTERED["fragile"] = Fragile()
    assert isinstance(grognard("--debug", "simulate", "fragile", "--bots", "random").exception, Broken)


def test_a_mistake_of_our_own_is_a_line_too(grognard, monkeypatch):
    monkeypatch.setattr("grognard.lab.experiment.series", lambda *a, **k: 1 / 0)
    ended = grognard("simulate", "hills")
    assert ended.exit_code == 1
    assert ended.stderr.startswith("This is a mistake in Grognard: ZeroDivisionError")


def test_a_pipe_that_closes_early_is_no_error_message(command):
    shell = subprocess.run(
        f"{command.script} rules hills | head -1", shell=True, capture_output=True, text=True, timeout=300
    )
    assert shell.stdout == "hills.1.1: Deployment\n"
    assert shell.stderr == ""
