"""The bots: legal in every form of decision, the same for the same seed, and greedy by the game's own word."""

from __future__ import annotations

import random

import pytest
from msgspec import Struct

from grognard.bots import bot_names, make_bot, play_match
from grognard.bots.greedy import GreedyBot
from grognard.bots.play import BotMistake
from grognard.bots.random_bot import RandomBot
from grognard.kernel import Broken, Chair, Game, Match, Misuse, Refusal, Result, SetUp
from grognard.kernel.imagine import CannotImagine
from grognard.kernel.scene import Scene
from kernel.small_games import Counting, Duel

SEATS = ("red", "blue")


def randoms():
    return {seat: RandomBot() for seat in SEATS}


class FormsState(Struct):
    asked: int = 0
    sum: int = 0


class Forms(Game):
    """One decision of each form, and nothing hidden: red is asked for a number, a draft, and both at once."""

    name, title, state, hidden = "forms", "Forms", FormsState, False
    built_in = {"learning": {}}

    def set_up(self, scenario, options):
        return SetUp(None, FormsState(), {"red": "Red", "blue": "Blue"})

    def play(self, g):
        s = g.state
        form = {"shape": int, "check": self.odd, "suggest": lambda: [1, 3, 5]}
        s.sum += yield g.ask_checked("red", "A number", rule="f.1", **form)
        form = {"item": int, "offers": lambda _: [1, 2], "check": self.few, "suggest": lambda: [[], [2, 2]]}
        items = yield g.draft("red", "Numbers", rule="f.2", **form)
        s.sum += sum(items)
        both = yield g.together(*(g.ask(side, "High or low?", ["low", "high"], rule="f.3") for side in SEATS))
        s.sum += 10 * (both["red"] == "high") - 10 * (both["blue"] == "high")
        s.asked = 3
        last = yield g.ask("blue", "The end?", ["end"], rule="f.4")
        return Result("red" if s.sum > 0 else None, last, "f.5")

    def odd(self, number):
        return None if number % 2 else Refusal("f.1", f"{number} is even.")

    def few(self, items):
        return Refusal("f.2", "At most two.") if len(items) > 2 else None

    def scene(self, g, side):
        return Scene("", "", None, "Forms")

    def evaluate(self, g, side):
        return g.state.sum if side == "red" else -g.state.sum


@pytest.mark.parametrize("game", [Counting(), Duel(), Forms()], ids=lambda game: game.name)
@pytest.mark.parametrize("bot", [RandomBot, GreedyBot])
def test_a_match_among_bots_ends_and_is_the_same_for_the_same_seed(game, bot):
    files = []
    for _ in range(2):
        match = Match.start(game, seed=5)
        assert play_match(match, {seat: bot() for seat in SEATS}, seed=5) is match.result is not None
        files.append(match.save())
    assert files[0] == files[1]
    other = Match.start(game, seed=5)
    play_match(other, {seat: RandomBot() for seat in SEATS}, seed=6)
    assert other.save() != files[0] or game.name == "forms"


def test_greedy_takes_what_the_game_calls_best():
    """Counting is won by leaving a multiple of four, which its evaluation says."""
    match = Match.start(Counting(), seed=1)
    result = play_match(match, {"red": GreedyBot(), "blue": RandomBot()}, seed=1)
    assert result.winner == "red"


def test_greedy_chooses_the_best_of_every_form():
    chosen = []
    match = Match.start(Forms(), seed=1)
    bots = {"red": GreedyBot(), "blue": GreedyBot()}
    play_match(match, bots, on_choice=lambda _, seat, value: chosen.append((seat, value)))
    assert chosen[0] == ("red", 5)
    assert sum(chosen[1][1]) == 4
    assert chosen[2:4] == [("red", "high"), ("blue", "high")]
    assert bots["red"].blind == bots["blue"].blind == 0


def test_greedy_beats_random_where_there_is_something_to_see():
    wins = 0
    for seed in range(12):
        side = SEATS[seed % 2]
        bots = {**randoms(), side: GreedyBot()}
        wins += play_match(Match.start(Counting(), seed=seed), bots, seed=seed).winner == side
    assert wins >= 10


def test_greedy_never_sees_the_true_position():
    """All that it evaluates are imagined worlds."""
    seen = []

    class Watched(Duel):
        def evaluate(self, g, side):
            seen.append(g.match.imagined)
            return super().evaluate(g, side)

    play_match(Match.start(Watched(), seed=3), {seat: GreedyBot() for seat in SEATS})
    assert seen and all(seen)


def test_greedy_falls_back_to_chance_and_counts_it(monkeypatch):
    def never(*_):
        raise CannotImagine("no")

    monkeypatch.setattr(Chair, "imagine", never)
    bots = {seat: GreedyBot() for seat in SEATS}
    assert play_match(Match.start(Duel(), seed=3), bots) is not None
    assert bots["red"].blind > 0
    assert bots["red"].blind <= bots["red"].asked


def test_greedy_tries_a_sample_of_many_options():
    tried = []

    class Wide(Counting):
        def play(self, g):
            g.state.total = yield g.ask("red", "Which?", list(range(500)), rule="w.1")
            g.state.turn = 1
            yield g.ask("red", "End?", [0], rule="w.1")
            return Result(None, "end", "w.2")

        def evaluate(self, g, side):
            tried.append(g.state.total)
            return g.state.total

    match = Match.start(Wide(), "long", seed=1)
    value = GreedyBot(worlds=2, width=40).choose(Chair(match, "red", random.Random(1)))
    assert len(tried) == 80 and len(set(tried)) == 40 and value == max(tried)


def test_greedy_stops_after_a_world_when_time_is_up(monkeypatch):
    match = Match.start(Counting(), seed=1)
    chair = Chair(match, "red", random.Random(1), seconds=0.0)
    imagined = []
    monkeypatch.setattr(Chair, "imagine", lambda chair: imagined.append(match.imagine("red")) or imagined[-1])
    assert GreedyBot(worlds=1000).choose(chair) in (1, 2, 3)
    assert len(imagined) == 1


@pytest.mark.parametrize("bot", [RandomBot(), GreedyBot()])
def test_dice_by_hand_are_thrown_fairly(bot):
    match = Match.start(Duel(), seed=2, dice="by hand")
    chosen = []
    play_match(match, dict.fromkeys(SEATS, bot), on_choice=lambda _, seat, value: chosen.append(value))
    throws = [tuple(value) for value in chosen if isinstance(value, list)]
    assert len(throws) == 12
    assert any(a != b for a, b in throws), "not only doubles"
    assert len({face for throw in throws for face in throw}) > 3


def test_a_match_that_does_not_end_is_given_up():
    match = Match.start(Counting(), "long", seed=1)
    assert play_match(match, randoms(), max_choices=100) is None
    assert match.number == 100


def test_every_seat_needs_a_bot():
    with pytest.raises(Misuse, match="No bot sits for blue"):
        play_match(Match.start(Counting(), seed=1), {"red": RandomBot()})


def test_a_bot_that_chooses_what_is_refused_is_named():
    class Cheat:
        def choose(self, chair):
            return 99

    with pytest.raises(BotMistake, match=r"Cheat, for red, chose 99: .*\(small\.1\)"):
        play_match(Match.start(Counting(), seed=1), {"red": Cheat(), "blue": Cheat()})


def test_a_rule_that_breaks_in_an_imagined_world_still_gives_a_file():
    class Fragile(Counting):
        def play(self, g):
            while True:
                yield g.ask("red", "Go?", [1, 2], rule="x.1")
                if g.match.imagined:
                    raise ValueError("only here")

    match = Match.start(Fragile(), seed=1)
    with pytest.raises(Broken, match="imagined by red") as caught:
        play_match(match, {seat: GreedyBot() for seat in SEATS})
    assert caught.value.file and match.number == 0


def test_bots_by_name():
    class Own(Counting):
        def bots(self):
            return {"clever": RandomBot, "dull": RandomBot}

    assert bot_names(Own()) == ["best", "clever", "dull", "greedy", "random", "search"]
    assert isinstance(make_bot(Own(), "best"), RandomBot)
    assert isinstance(make_bot(Counting(), "best"), GreedyBot)
    with pytest.raises(Misuse, match="Counting has no bot 'none'"):
        make_bot(Counting(), "none")
