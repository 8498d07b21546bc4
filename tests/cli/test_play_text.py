"""Playing in the terminal: numbered answers, drafts in small steps, rules, reasons, undo, saves."""

from __future__ import annotations

import os
import signal
import subprocess

import pytest

from grognard.bots.random_bot import RandomBot
from grognard.cli.session import Session
from grognard.cli.words import diary_lines
from grognard.kernel import Game, Match, Refusal, Result, SetUp
from grognard.kernel.scene import EventView, Scene


class Table:
    """A session with typed lines; `heard` is all that was said."""

    def __init__(self, match, lines, mine=("red",)):
        self.lines = iter(lines)
        self.said = []
        self.asked = []
        bots = {seat: RandomBot() for seat in match.seats if seat not in mine}
        self.ended = Session(match, mine, bots, 5, self.read, self.said.append).run()

    def read(self, prompt):
        self.asked.append(prompt)
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        self.said.append(f"> {line}")
        return line

    @property
    def heard(self):
        return "\n".join(self.said)

    def after(self, line, times=1):
        """What was said after a typed line."""
        at = [index for index, said in enumerate(self.said) if said == f"> {line}"][times - 1]
        return self.said[at + 1]


READY = ["ready 1", "submit"]


def hills(seed=3):
    return Match.start("hills", seed=seed)


def test_a_match_is_played_to_its_end_by_numbers_alone():
    match = hills()
    table = Table(match, ["1", "1", "2", "2", "3", "3", "submit", *["1"] * 4])
    assert table.ended and match.result is not None
    assert "The end: " in table.said[-1]


def test_a_draft_is_written_in_small_steps():
    match = hills()
    table = Table(match, ["1", "2", "remove 1", "submit", "clear", "ready 2", "remove 9", "submit"])
    assert "item 1: North Hill (hill)\n  item 2: Middle Hill (hill)\n" in table.after("2")
    assert "item 1: Middle Hill" in table.after("remove 1") and "item 2" not in table.after("remove 1")
    assert table.after("submit") == "No: 5 more to place. [hills.1.3]"
    assert "The draft is empty." in table.after("clear")
    assert "type `submit`" in table.after("ready 2")
    assert "is none of the choices" in table.after("remove 9")
    assert match.g.state.companies["red"] == [4, 2, 0]


def test_rules_and_reasons():
    match = hills()
    lines = ["?", "? hills.2.5", "? hills.9", "why", "ready 2", "submit", "why South Hill", "why North Hill", "why 77"]
    table = Table(match, lines)
    assert table.after("?").startswith("hills.1.1: Deployment\nBoth sides place")
    assert "The defender adds one." in table.after("? hills.2.5")
    assert "no rule 'hills.9'" in table.after("? hills.9")
    assert table.after("why") == "Type `why` and a piece, a place or a value."
    assert table.after("why South Hill") == "You have no company on South Hill. [hills.2.2]"
    assert table.after("why North Hill") == "It can be chosen: it is number 1."
    assert "none of the choices" in table.after("why 77")


def test_what_is_not_understood_is_said_and_changes_nothing():
    match = hills()
    table = Table(match, ["", "help", "hello", "ready 99", *READY, "99", "hello", "list", "board", "diary", "more"])
    assert table.ended is False
    assert "Place 6 companies" in table.after("")
    assert "submit" in table.after("help") and "save FILE" in table.after("help")
    assert "is none of the choices" in table.after("hello") and "is none of the choices" in table.after("ready 99")
    assert "is none of the choices" in table.after("99")
    assert "not understood" in table.after("hello", 2)
    assert "Attack where?" in table.after("list")
    assert "Where things stand" in table.after("board")
    assert "Both sides have set up." in table.after("diary")
    assert match.number == 2


def test_undo_is_refused_with_the_reason():
    table = Table(hills(), [*READY, "undo"])
    assert table.after("undo").startswith("This cannot be undone.")


def test_save_and_go_on(grognard, tmp_path):
    match = hills()
    table = Table(match, [*READY, "save", "save no/such/place", f"save {tmp_path}/m.json", "quit"])
    assert table.after("save") == "Type `save` and a file name."
    assert "no/such" in table.after("save no/such/place")
    assert table.after(f"save {tmp_path}/m.json").startswith(f"Saved in {tmp_path}/m.json")
    assert Match.load(tmp_path / "m.json").save() == match.save()
    ended = grognard("play", "--continue", tmp_path / "m.json", "--bot", "random", typed="1\n" * 9)
    assert ended.exit_code == 0, ended.stderr
    assert "The end: " in ended.stdout


def test_leaving_asks_once_whether_to_save(tmp_path):
    path = tmp_path / "left.json"
    table = Table(hills(), [*READY, "quit", str(path)])
    assert not table.ended and path.exists()
    assert not Table(hills(), ["quit"]).ended, "nothing to save"


def test_two_people_at_one_screen_see_their_own_side():
    table = Table(hills(), [*READY, "", *READY], mine=("red", "blue"))
    assert "You are Red." in table.said[0]
    assert any("You are Blue." in said for said in table.said)
    assert "Blue is asked. Press Enter when nobody else looks: " in table.asked


def test_nothing_of_the_enemy_is_said():
    match = hills()
    table = Table(match, [*READY, "board", "diary"])
    assert "Blue hidden piece" in table.after("board")
    assert "Blue infantry" not in table.heard


class Long(Game):
    """A hundred options, and a value that is no list."""

    name, title, hidden, state = "long", "Long", False, dict
    built_in = {"learning": {}}

    def set_up(self, scenario, options):
        return SetUp(None, {}, {"red": "Red"})

    def play(self, g):
        first = yield g.ask("red", "Which?", list(range(100)), rule="l.1", label=lambda n: f"number {n}", stakes="all")
        pair = yield g.ask_checked(
            "red", "A pair?", rule="l.2", shape=list[int], check=self.check, suggest=lambda: [[1, 2]], label=str
        )
        return Result("red", f"{first} {pair}", "l.3")

    def check(self, pair):
        return None if len(pair) == 2 else Refusal("l.2", f"{len(pair)} is not two.")

    def scene(self, g, side):
        return Scene("", "", None, "Long")


def test_long_lists_come_in_pages_and_can_be_searched():
    match = Match.start(Long(), seed=1)
    table = Table(match, ["more", "more", "more", "more", "find 7", "find zebra", "78", "[1]", "x", "1 2 3", "4, 5"])
    assert "Mind: all" in table.said[1]
    assert "30. number 29\nand 70 more" in table.said[1]
    assert "31. number 30" in table.after("more") and "100. number 99" in table.after("more", 3)
    assert "\n1. number 0" in table.after("more", 4)
    assert "8. number 7" in table.after("find 7") and "78. number 77" in table.after("find 7")
    assert "Nothing here has 'zebra'." in table.after("find zebra")
    assert table.after("[1]") == "No: 1 is not two. [l.2]"
    assert table.after("1 2 3") == "No: 3 is not two. [l.2]"
    assert match.result.text == "77 [4, 5]"


def test_dice_by_hand_are_typed():
    match = Match.start("hills", seed=1, dice="by hand")
    table = Table(match, [*READY, "1", "9", "4"])
    assert "Throw d6 and enter the dice" in table.heard
    assert "none of the choices" in table.after("9")
    assert any(entry[0] == "h" and entry[2] == (4,) for entry in match.log)
    assert any(entry[0] == "h" and entry[1] == "blue" for entry in match.log), "the bot throws its own"


def test_undo_asks_again():
    match = Match.start(Long(), seed=1)
    table = Table(match, ["8", "undo", "9", "undo turn"])
    assert table.after("undo") == table.after("undo turn") == "Undone."
    assert "Which?" in table.said[-1] and match.number == 0


def test_a_match_in_a_process_of_its_own(command):
    ended = command("play", "hills", "--text", "--seed", "5", "--bot", "random", input="ready 1\nsubmit\n" + "1\n" * 4)
    assert ended.returncode == 0, ended.stderr
    assert "The end: " in ended.stdout


def test_the_end_of_the_input_leaves_quietly(command):
    ended = command("play", "hills", "--text", input="ready 1\n")
    assert ended.returncode == 0 and ended.stdout.endswith("Good bye.\n")


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_leaves_with_130(command):
    words = [command.script, "play", "hills", "--text"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen(words, **pipes, text=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    assert process.stdout.readline(), "the match has begun"
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (130, "Stopped.\n")


def test_dice_stand_behind_what_they_were_thrown_for():
    events = [EventView(1, "toy.1", "Low cloud on a 6", dice=[3]), EventView(2, "toy.2", "PIPs of red:", dice=[5, 4])]
    assert diary_lines(events) == ["Low cloud on a 6: 3. [toy.1]", "PIPs of red: 5, 4. [toy.2]"]
