"""Decisions in their three forms: options, checked, draft."""

from __future__ import annotations

import random
from enum import StrEnum

import pytest
from kernel_games import Order, Orders, Pose, Table
from small_games import Counting

from grognard.kernel import DONE, PASS, Checked, Choice, Listed, Match, Refusal, Refused, Value
from grognard.kernel.cite import recording
from grognard.kernel.scene import FightSide, FightView, OddsView, OptionView, Piece, Scene


def even(n):
    return None if n % 2 == 0 else Refusal("t.1", f"{n} is odd.")


# ------------------------------------------------------------------ options


def test_one_predicate_gives_the_options_and_the_refusal():
    choice = Choice("red", "Which?", range(5), "t.0", may=even, also=[PASS])
    assert choice.options == [0, 2, 4, PASS]
    assert choice.why_not(3).why == "3 is odd." and choice.why_not(4) is None and choice.why_not(PASS) is None
    assert choice.why_not(9).rule == "t.0" and "none of the choices" in choice.why_not(9).why
    assert choice.form == "options"


def test_what_is_tried_is_named_shortly_in_the_refusal():
    choice = Choice("red", "Which?", [1], "t.0")
    assert len(choice.why_not("x" * 5000).why) < 120


def test_words_are_made_only_when_somebody_looks():
    said = []

    def label(value):
        said.append(value)
        return f"number {value}"

    choice = Choice("red", lambda: said.append("prompt") or "Which?", [1, 2], "t.0", label=label)
    choice.accept(1)
    assert said == []
    view = choice.view(7)
    assert said == ["prompt", 1, 2]
    assert view.prompt == "Which?" and view.number == 7 and [o.label for o in view.options] == ["number 1", "number 2"]


def test_an_option_says_what_it_acts_on():
    on = Choice("red", "Which?", [1], "t.0", on=lambda n: (f"u{n}", "hex"))
    assert on.view(0).options == [OptionView(1, "1", "u1", "hex")]
    show = Choice("red", "Which?", [1], "t.0", show=lambda n: OptionView(n, "march", path=["a", "b"], cost="3"))
    assert show.view(0).options[0].path == ["a", "b"]


def test_why_nothing_can_be_done_with_a_piece():
    choice = Choice("red", "Which?", range(4), "t.0", may=even, on=lambda n: (f"u{n}", "hex" if n < 2 else "wood"))
    assert choice.explain(piece="u3").why == "3 is odd."
    assert choice.explain(piece="u2") is None and choice.explain(place="wood") is None
    assert choice.explain(piece="u2", place="hex") is None and choice.explain(piece="nobody") is None
    assert Choice("red", "Which?", [1], "t.0").explain("u1") is None


def test_what_it_is_about_and_at_stake_is_shown():
    choice = Choice("red", "Which?", [1], "t.0", about={"piece": "ney", "place": "0101"}, stakes="The last turn.",
                    odds=lambda: [OddsView("hit", [("yes", 0.5)])])  # fmt: skip
    view = choice.view(0)
    assert (view.piece, view.place, view.stakes, view.odds[0].title) == ("ney", "0101", "The last turn.", "hit")


def test_tuples_come_back_from_json_as_lists_and_are_the_same_option():
    option = (1, ("a", 2))
    choice = Choice("red", "Which?", [option, DONE], "t.0")
    given, logged = choice.accept([1, ["a", 2]])
    assert given is option and logged is option


def test_a_decision_cites_its_rule_and_a_refusal_its_own():
    with recording((heard := []).append):
        Choice("red", "Which?", [1, 2], "t.0", may=even)
    assert heard[0] == "t.0" and "t.1" in heard


def test_a_checked_value_is_judged_with_measured_facts_and_a_way_out():
    match = Match.start(Table(), seed=1)
    with pytest.raises(Refused) as refused:
        match.choose({"x": 11, "y": 5})
    assert [r.rule for r in refused.value.refusals] == ["table.2", "table.3"]
    assert refused.value.refusals[1].facts == {"limit": 3, "measured": 6, "fix": {"x": 8, "y": 5}}
    match.choose(refused.value.refusals[1].facts["fix"])
    assert match.g.state.at == Pose(8, 5)


def test_a_checked_value_may_come_as_data_or_as_itself_and_is_logged_as_data():
    match = Match.start(Table(), seed=1)
    match.choose(Pose(4, 4))
    match.choose({"x": 4, "y": 5})
    assert [entry[2] for entry in match.log] == [{"x": 4, "y": 4}, {"x": 4, "y": 5}]


@pytest.mark.parametrize("value", [None, 3, "x", {"x": "far"}, {"y": 1}, {"x": 1.5}, []])
def test_a_value_of_another_shape_is_not_understood(value):
    match = Match.start(Table(), seed=1)
    assert match.why_not(value).why.startswith("That is not understood")


def test_suggestions_are_shown_and_sampled():
    checked = Match.start(Table(), seed=1).decision
    assert isinstance(checked, Checked) and checked.suggestions() == [Pose(5, 6), Pose(5, 5)]
    view = checked.view(0)
    assert len(view.options) == 2 and view.form == "checked" and view.shape
    assert checked.sample(random.Random(1)) in checked.suggestions()


# ------------------------------------------------------------------ drafts


def test_a_draft_is_judged_as_a_whole_with_every_violation_named():
    draft = Match.start(Orders(), seed=1).decisions["red"]
    wrong = [{"unit": 1, "place": "a"}, {"unit": 1, "place": "b"}, {"unit": 3, "place": "b"}]
    assert [r.why for r in draft.refusals(wrong)] == [
        "Unit 3 is not yours.",
        "Two orders for one unit.",
        "3 orders; at most 2.",
    ]
    assert draft.refusals([]) == [] and draft.why_not("x").why == "A draft is a list of items."


def test_a_draft_shows_its_items_what_can_be_added_and_what_is_wrong():
    match = Match.start(Orders(), seed=1)
    view = match.view("red", items=[{"unit": 1, "place": "b"}]).decision
    assert [item.label for item in view.items] == ["1 to b"] and view.complete and view.violations == []
    assert {option.piece for option in view.options} == {"2"}
    wrong = match.view("red", items=[{"unit": 4, "place": "b"}]).decision
    assert not wrong.complete and wrong.violations[0].rule == "orders.1"


def test_a_draft_can_be_played_in_small_steps():
    draft = Match.start(Orders(), seed=1).decisions["red"]
    assert ("submit",) in draft.steps([]) and ("add", Order(1, "b")) in draft.steps([])
    one = [Order(1, "b")]
    assert ("remove", 0) in draft.steps(one) and ("add", Order(1, "c")) not in draft.steps(one)
    wrong = [Order(1, "b"), Order(1, "c")]
    assert ("submit",) not in draft.steps(wrong)


def test_random_drafts_are_legal():
    draft = Match.start(Orders(), seed=1).decisions["blue"]
    sizes = set()
    for seed in range(60):
        items = draft.sample(random.Random(seed))
        assert draft.refusals(items) == []
        sizes.add(len(items))
    assert sizes == {0, 1, 2}


def test_drafts_and_what_is_asked_together_are_secret():
    match = Match.start(Orders(), seed=1)
    assert all(decision.secret for decision in match.decisions.values())
    assert not match.g.draft("red", "?", rule="t.0", item=int, offers=list, check=lambda items: None, secret=False).secret


# ------------------------------------------------------------------ decisions that no game may ask


def test_an_empty_decision_is_a_broken_rule():
    class Empty(Counting):
        def play(self, g):
            yield g.ask("red", "Which?", [1], rule="small.1")
            yield g.ask("red", "Which?", [], rule="small.1")

    match = Match.start(Empty(), seed=1)
    with pytest.raises(Exception, match="an empty decision"):
        match.choose(1)
    assert match.decision.options == [1]


def test_one_side_cannot_be_asked_twice_at_once():
    class Twice(Counting):
        def play(self, g):
            yield g.together(*(g.ask("red", "Which?", [1], rule="small.1") for _ in range(2)))

    with pytest.raises(Exception, match="one decision for each"):
        Match.start(Twice(), seed=1)


# ------------------------------------------------------------------ names, flags, typed values


class Show(Value, frozen=True):
    leader: int

    def notation(self):
        return f"show:{self.leader}"


class March(Value, frozen=True):
    to: str
    cost: int


class Word(StrEnum):
    HOLD = "hold"
    RETREAT = "retreat"


def test_a_typed_value_is_chosen_by_itself_or_by_its_notation():
    choice = Choice("red", "Which?", [Show(3), March("1110", 2), Word.HOLD, PASS], "t.0")
    assert choice.accept(Show(3)) == (Show(3), "show:3")
    assert choice.accept("show:3") == (Show(3), "show:3")
    assert choice.accept(["1110", 2]) == (March("1110", 2), ("1110", 2))
    given, logged = choice.accept("hold")
    assert given is Word.HOLD and logged == "hold" and type(logged) is str
    assert choice.why_not("show:3") is None and choice.why_not("show:4") is not None
    assert [one.value for one in choice.view(0).options] == ["show:3", ("1110", 2), "hold", "pass"]


def test_a_judge_hears_the_typed_candidate():
    def may(value):
        return Refusal("t.1", f"{value.leader} is dead.") if value.leader == 2 else None

    choice = Choice("red", "Which?", [Show(1), Show(2)], "t.0", may=may)
    assert choice.options == [Show(1)] and choice.why_not("show:2").why == "2 is dead."
    listed = Listed("red", "Which?", [Show(1)], "t.0", judge=may, candidates=lambda: [Show(1), Show(2)])
    assert listed.why_not("show:2").why == "2 is dead." and listed.why_not("show:1") is None


def test_options_say_what_they_are():
    choice = Choice(
        "red", "Which?", [1, 2, Word.RETREAT, DONE, PASS], "t.0",
        name="fight", decline=(Word.RETREAT, PASS), final=lambda value: value == 2, kind="attack",
    )  # fmt: skip
    view = choice.view(0)
    assert view.name == "fight"
    assert [(one.kind, one.final, one.decline, one.done) for one in view.options] == [
        ("attack", False, False, False),
        ("attack", True, False, False),
        ("", False, True, False),
        ("", False, False, True),
        ("", False, True, False),
    ]
    certain = Choice("red", "Roll?", [1, PASS], "t.0", final=True)
    assert certain.final(1) and not certain.final(PASS)


# ------------------------------------------------------------------ the fight that it is asked in


def test_a_scene_shows_the_fight_of_its_question_and_names_nobody_who_is_hidden():
    match = Match.start(Counting(), "learning", "1")
    sides = [FightSide("red", "Attackers", ["u1"]), FightSide("blue", "Defenders", ["u2", "u3", "u4"])]
    asked = Choice("red", "Stand?", [PASS], "t.0", fight=lambda: FightView("Combat", place="a1", sides=sides))
    pieces = [Piece("u1", "red"), Piece("u2", "blue"), Piece("u3", "blue", hidden=True)]
    scene = Scene("t", "learning", "red", "T", pieces=pieces)
    match.readers.ask(scene, "red", asked, ())
    assert scene.decision is not None and scene.fight is not None
    assert [side.pieces for side in scene.fight.sides] == [["u1"], ["u2"]]
