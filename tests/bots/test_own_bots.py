"""Bots that somebody else wrote: by module and class, by entry point; and the names that `grognard` exports."""

import sys

import pytest

import grognard
from grognard.bots import making, registry
from grognard.bots.random_bot import RandomBot
from grognard.bots.series import Job, play_job
from grognard.kernel import Match, Misuse, game

CAREFUL = '''
class Careful:
    def __init__(self, patience: int = 1) -> None:
        self.patience = patience

    def choose(self, chair):
        return chair.decision.sample(chair.rng)


class Mute:
    pass


class Clumsy:
    def choose(self, chair):
        return chair.decision.options[len(chair.decision.options) // 0]
'''


@pytest.fixture
def module(tmp_path, monkeypatch):
    (tmp_path / "my_own_bots.py").write_text(CAREFUL)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield "my_own_bots"
    sys.modules.pop("my_own_bots", None)


def test_a_class_of_a_module_sits_down_with_its_settings(module):
    bot = registry.make_bot(game("pog"), f"{module}:Careful:patience=3", own=True)
    assert type(bot).__name__ == "Careful" and bot.patience == 3


@pytest.mark.parametrize(
    ("name", "why"),
    [("my_own_bots:Bold", "has no Bold"), ("no_such_module:Bold", "no module 'no_such_module'"), ("my_own_bots:Mute", "no method choose")],
)
def test_what_is_none_is_refused_with_a_reason(module, name, why):
    with pytest.raises(Misuse, match=why):
        registry.make_bot(game("pog"), name, own=True)


def test_a_bot_that_fails_is_named_with_its_own_line(module, capsys):
    """Its author is told where to look; nobody calls it a mistake in Grognard."""
    from grognard.cli.errors import told

    with pytest.raises(Misuse, match=r"bot my_own_bots:Clumsy failed: ZeroDivisionError: .* \(my_own_bots.py, line 16\)") as caught:
        play_job(Job(0, "pog", "learning", {"ap": "my_own_bots:Clumsy", "cp": "my_own_bots:Clumsy"}, "1"))
    assert told(caught.value) and "mistake in Grognard" not in capsys.readouterr().err


def test_the_server_imports_nothing_that_a_player_names(module):
    with pytest.raises(Misuse, match="has no bot"):
        registry.make_bot(game("pog"), f"{module}:Careful")
    assert module not in sys.modules


def test_installed_packages_bring_bots(monkeypatch):
    monkeypatch.setattr(making, "installed", lambda: {"visitor": RandomBot})
    assert "visitor" in registry.bot_names(game("pog")) and registry.bot_names(game("pog"))[0] == "best"
    assert isinstance(registry.make_bot(game("pog"), "visitor"), RandomBot)


def test_the_package_exports_what_a_program_needs():
    assert all(getattr(grognard, name) is not None for name in grognard.__all__)
    assert grognard.Match.start("pog", seed=1).decision.options
    with pytest.raises(AttributeError):
        grognard.nothing


def test_a_simulated_match_is_kept_as_a_save(tmp_path):
    job = Job(7, "pog", "learning", {"cp": "random", "ap": "random"}, "0/7", max_choices=12, save=str(tmp_path / "kept"))
    play_job(job)
    assert Match.load(tmp_path / "kept" / "pog-learning-7.json").number == 12
