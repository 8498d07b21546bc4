"""Every game that is installed can be played in the terminal by somebody who only reads and types numbers."""

from __future__ import annotations

import importlib.util
import random
import re

import pytest

from grognard.bots.random_bot import RandomBot
from grognard.cli.session import Session
from grognard.kernel import Game, Match, game, game_names


def playable():
    found = []
    for name in game_names():
        if importlib.util.find_spec(f"grognard.games.{name}") is None:
            continue  # toys that other tests register come and go
        try:
            if isinstance(game(name), Game):
                found.append(name)
        except Exception:  # a game that cannot be loaded fails in the battery
            continue
    return found


class Reader:
    """Types what it was offered; leaves when it has typed enough."""

    def __init__(self, lines):
        self.left = lines
        self.rng = random.Random(1)
        self.said = ""
        self.heard = []

    def say(self, text):
        self.said = text
        self.heard.append(text)

    def read(self, prompt):
        self.left -= 1
        if self.left < 0:
            raise EOFError
        if "nobody else looks" in prompt:
            return ""
        if self.left % 7 == 0:
            return self.rng.choice(["board", "diary", "?", "undo", "why 0101", "help", "list"])
        numbers = re.findall(r"^(\d+)\. ", self.said, re.M)
        if "type `submit`" in self.said and (not numbers or self.rng.random() < 0.4):
            return "submit"
        if ready := re.findall(r"^ready (\d+):", self.said, re.M):
            return f"ready {self.rng.choice(ready)}"
        return self.rng.choice(numbers) if numbers else "list"


@pytest.mark.parametrize("name", playable())
def test_a_reader_can_play(name):
    match = Match.start(name, "learning", seed=2)
    mine = [next(iter(match.seats))]
    reader = Reader(120)
    bots = {seat: RandomBot() for seat in match.seats if seat not in mine}
    Session(match, mine, bots, 2, reader.read, reader.say).run()
    assert match.own_number(mine[0]) > 10 or match.result is not None
    assert "not understood" not in "\n".join(reader.heard)


def transcript(name, lines):
    """What a person hears who sits down and types numbers."""
    match = Match.start(name, "learning", seed=2)
    mine = [next(iter(match.seats))]
    reader = Reader(lines)
    reader.rng = random.Random(4)
    bots = {seat: RandomBot() for seat in match.seats if seat not in mine}
    Session(match, mine, bots, 2, reader.read, reader.say).run()
    return reader.heard


@pytest.mark.parametrize("name", playable())
def test_the_opening_is_short_and_says_where_the_forces_stand(name):
    heard = transcript(name, 0)
    opening = "\n".join(heard[:-1])
    assert len(opening.splitlines()) <= 70, opening
    assert "Type `board` for everything" in opening and "Zones of control" not in opening


class Player(Reader):
    """Who only answers, to the end."""

    def read(self, prompt):
        if "nobody else looks" in prompt:
            return ""
        numbers = re.findall(r"^(\d+)\. ", self.said, re.M)
        if "or `clear`" in self.said:
            return "clear"
        if "type `submit`" in self.said and (not numbers or self.rng.random() < 0.6):
            return "submit"
        if ready := re.findall(r"^ready (\d+):", self.said, re.M):
            return f"ready {self.rng.choice(ready)}"
        return self.rng.choice(numbers) if numbers else "list"


@pytest.mark.parametrize("name", ["dbms", "draka", "fyow", "napalini", "nlc", "pog"])
def test_a_whole_match_reads_as_a_transcript(name):
    """From the opening to the end: where one may go is said with its bearing and its ground, and no line speaks to programmers."""
    match = Match.start(name, "learning", seed=2)
    mine = [next(iter(match.seats))]
    player = Player(0)
    assert Session(match, mine, {seat: RandomBot() for seat in match.seats if seat not in mine}, 2, player.read, player.say).run()
    text = re.sub(r"\[[\w.,#-]+\]", "", "\n".join(player.heard))  # without the rules that are cited
    assert "The end: " in text and "not understood" not in text
    assert not re.findall(r"None\b|True\b|False\b|[{}]|_|\b[a-z]{2}\.[a-z]+\d|\.,|,\s*,", text)
    assert not re.findall(r"^\d+\.\s*$", text, re.M), "every choice has words"
    bearings = re.findall(r"^\d+\. .*\d (?:hex(?:es)?|squares?|spaces?|boards?) (?:north|south|east|west)|^\d+\. .* in (?:north|south|east|west)", text, re.M)
    assert len(bearings) > 10, "moves say where to"


@pytest.mark.parametrize(("name", "line"), [
    ("nlc", r"Frasnes \(0413, town, height 15\): HQ Armée du Nord, left wing; nearest enemy at Grand Pierrepont\s+\(0307\), 6 hexes north\."),
    ("pog", r"Mulhouse \(mountains\): GE 7th Army 3-3-3 \(reduced\); nearest enemy at Belfort, 1 space west\."),
    ("fyow", r"Vale Church and Grand Havre \(light, beach, objective\): 1st Royal Wessex"),
])
def test_the_opening_says_the_ground_and_how_far_the_enemy_is(name, line):
    assert re.search(line, "\n".join(transcript(name, 0)))


def test_world_war_two_dba_can_be_played_blind():
    """Inches, edges, bearings and ground; a move says where it ends."""
    text = "\n".join(transcript("dbms", 40))
    assert "The table is 24.0 in by 24.0 in, north is up" in text and "Fir Wood (woods): 6.4 in from the west edge" in text
    assert re.search(r"TA 2: 8\.7 in from the west edge and 5\.5 in from the north edge, facing south,\s+nearest enemy IN 8", text)
    assert not re.search(r"\d{4,}", re.sub(r"\[[^\]]*\]", "", text)), "no hundredths of a millimetre"
    moved = re.findall(r"^(\w+ \d+) moves \d+\.\d in [a-z-]+", text, re.M)
    assert moved and all(re.search(rf"^{name} goes \d+\.\d in [a-z-]+, now ", text, re.M) for name in set(moved))
    assert re.search(r"straight ahead: \d+\.\d in [a-z-]+ \(.*from the \w+ edge", text)
