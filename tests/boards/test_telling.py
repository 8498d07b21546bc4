"""A diary as prose: what repeats is said once, and every part keeps its rule."""

from __future__ import annotations

from grognard.boards.telling import sentences
from grognard.kernel.scene import EventView


def told(*lines):
    """(rule, text) -> the sentences, rules in brackets"""
    events = [EventView(n, rule, text, piece="") for n, (rule, text) in enumerate(lines)]
    return ["".join(f"{words}[{rule}]" for words, rule in one.parts) for one in sentences(events)]


def test_lines_that_differ_in_the_middle_become_one():
    shells = [("g.1", f"I Battalion loses {n} points to naval guns.") for n in (2, 3, 1)]
    assert told(*shells) == ["I Battalion loses 2, 3 and 1 points to naval guns.[g.1]"]
    orders = [("g.2", "Lindner orders II Battalion: defend, St Sampson."), ("g.2", "Lindner orders III Battalion: move, Forest.")]
    assert told(*orders) == ["Lindner orders II Battalion: defend, St Sampson; III Battalion: move, Forest.[g.2]"]
    ready = [("g.3", "Spitfires: 7 of 9 aircraft operational."), ("g.3", "Hurricanes: 2 of 3 aircraft operational.")]
    assert told(*ready) == ["Spitfires: 7 of 9; Hurricanes: 2 of 3 aircraft operational.[g.3]"]


def test_the_same_line_is_counted():
    assert told(("g.1", "A Ju 88 is shot down."), ("g.1", "A Ju 88 is shot down.")) == ["A Ju 88 is shot down (2 times).[g.1]"]


def test_what_one_force_does_is_one_sentence():
    march = [("g.1", "No. 20 Commando reaches L'Eree."), ("g.2", "No. 20 Commando finds the enemy."), ("g.3", "No. 20 Commando halts.")]
    assert told(*march) == ["No. 20 Commando reaches L'Eree[g.1], finds the enemy[g.2] and halts.[g.3]"]


def test_other_lines_stay_as_they_are():
    lines = [("g.1", "The attack is beaten off."), ("g.2", "The defenders hold."), ("g.1", "Battle at Forest: we attack."), ("g.1", "It rains")]
    assert told(*lines) == ["The attack is beaten off.[g.1]", "The defenders hold.[g.2]", "Battle at Forest: we attack.[g.1]", "It rains.[g.1]"]
