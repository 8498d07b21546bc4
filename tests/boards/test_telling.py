"""A diary as prose: what repeats is said once, and every part keeps its rule. Lines are compared by structure."""

from __future__ import annotations

from grognard.boards.telling import Line, sentences
from grognard.kernel.diary import Event
from grognard.kernel.tally import Tally


def nowhere(facts):
    """No line leads to a piece or a place."""
    return "", ""


def told(*lines):
    """(rule, template, facts) -> the sentences, rules in brackets"""
    events = [Event(rule, text, facts[0] if facts else {}) for rule, text, *facts in lines]

    def name_of(kind, value):
        return str(value)

    made = [Line(event.view(n, 0, name_of, nowhere), event.parts(name_of)) for n, event in enumerate(events)]
    return ["".join(f"{words}[{rule}]" for words, rule in one.parts) for one in sentences(made)]


def test_lines_that_differ_in_one_slot_become_one():
    shells = [("g.1", "{unit} loses {n} points to naval guns.", {"unit": "I Battalion", "n": n}) for n in (2, 3, 1)]
    assert told(*shells) == ["I Battalion loses 2, 3 and 1 points to naval guns.[g.1]"]


def test_several_slots_stay_together():
    orders = [("II Battalion", "defend, St Sampson"), ("III Battalion", "move, Forest")]
    lines = [("g.2", "{name} orders {unit}: {order}.", {"name": "Lindner", "unit": u, "order": o}) for u, o in orders]
    assert told(*lines) == ["Lindner orders II Battalion: defend, St Sampson; III Battalion: move, Forest.[g.2]"]
    ready = [("Spitfires", 7, 9), ("Hurricanes", 2, 3)]
    lines = [("g.3", "{name}: {n} of {n2} aircraft operational.", {"name": a, "n": n, "n2": m}) for a, n, m in ready]
    assert told(*lines) == ["Spitfires: 7 of 9; Hurricanes: 2 of 3 aircraft operational.[g.3]"]


def test_names_and_lists_are_never_cut():
    """"11 platoons, 41; numbers 1 platoons" was made from words; a list stays whole."""
    seen = [("11 platoons, 41 figures", "numbers"), ("1 platoon, 4 figures", "types infantry, guns")]
    lines = [("g.4", "They report {what}; {kind}.", {"what": what, "kind": kind}) for what, kind in seen]
    assert told(*lines) == ["They report 11 platoons, 41 figures; numbers; 1 platoon, 4 figures; types infantry, guns.[g.4]"]
    lines = [("g.4", "They report 11 platoons, 41 figures."), ("g.4", "They report 1 platoon, 41 figures.")]
    assert told(*lines) == ["They report 11 platoons, 41 figures.[g.4]", "They report 1 platoon, 41 figures.[g.4]"]


def test_a_verb_has_one_subject():
    lines = [("g.5", "{unit} retreats to Forest.", {"unit": unit}) for unit in ("I Battalion", "II Battalion")]
    assert told(*lines) == ["I Battalion retreats to Forest.[g.5]", "II Battalion retreats to Forest.[g.5]"]


def test_the_same_line_is_counted():
    assert told(("g.1", "A Ju 88 is shot down."), ("g.1", "A Ju 88 is shot down.")) == ["A Ju 88 is shot down (2 times).[g.1]"]


def test_what_one_force_does_is_one_sentence():
    march = [("g.1", "{unit} reaches {place}."), ("g.2", "{unit} finds the enemy."), ("g.3", "{unit} halts.")]
    facts = {"unit": "No. 20 Commando", "place": "L'Eree"}
    assert told(*((*line, facts) for line in march)) == ["No. 20 Commando reaches L'Eree[g.1], finds the enemy[g.2] and halts.[g.3]"]
    others = [("g.1", "{unit} halts.", {"unit": "No. 2 Commando"}), ("g.2", "{unit} rests.", {"unit": "No. 20 Commando"})]
    assert told(*others) == ["No. 2 Commando halts.[g.1]", "No. 20 Commando rests.[g.2]"]


def test_other_lines_stay_as_they_are():
    lines = [("g.1", "The attack is beaten off."), ("g.2", "The defenders hold."), ("g.1", "Battle at Forest: we attack."), ("g.1", "It rains")]
    assert told(*lines) == ["The attack is beaten off.[g.1]", "The defenders hold.[g.2]", "Battle at Forest: we attack.[g.1]", "It rains.[g.1]"]


def test_dice_stand_in_their_sentence_with_the_numbers_they_were_thrown_with():
    attack = Tally("TA 3 attacks")
    attack.add(4, "Tank against armour")
    attack.add(-1, "TH 26 supports the defence")

    def thrown(text, dice, *tallies):
        event = Event("g.1", text, {}, "roll", None, 0, dice, 6, tallies)
        return sentences([Line(event.view(1, 0, str, nowhere), event.parts(str))])[0].parts[0][0]

    assert thrown("PIPs of Blue: ", (5,)) == "PIPs of Blue: 5."
    assert thrown("Is Ney hit?", (3, 4)) == "Is Ney hit? 3, 4."
    assert thrown("Partisan cells", (2,)) == "Partisan cells: 2."
    reasons = "Tank against armour +4, TH 26 supports the defence -1"
    assert thrown("TA 3 rolls ", (5,), attack.view()) == f"TA 3 rolls 5; TA 3 attacks 3 ({reasons})."


def test_what_differs_before_a_verb_is_not_joined():
    """"Infantry of Tomainia and Freedonia in D4 is worn" had two subjects and one verb."""
    lines = [("g.1", "Infantry of {side} in {place} is worn.", {"side": side, "place": "D4"}) for side in ("Tomainia", "Freedonia")]
    assert told(*lines) == ["Infantry of Tomainia in D4 is worn.[g.1]", "Infantry of Freedonia in D4 is worn.[g.1]"]
