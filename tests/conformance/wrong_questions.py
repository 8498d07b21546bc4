"""Small games that are wrong in how they end, in what they offer or refuse, in their boards (see wrong_games.py)."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from conformance.wrong_games import Steps, caught_by
from grognard.kernel import Listed, Refusal, Result
from grognard.kernel.scene import BoardPicture, Link, Region, Scene
from kernel.small_games import Counting

# ------------------------------------------------------------------ ends, offers, refusals


@caught_by("ends")
class NeverEnds(Counting):
    def play(self, g):
        while True:
            g.checkpoint()
            yield g.ask("red", "On?", ["on", "and on"], rule="small.1")
            g.state.turn += 1


@caught_by("ends")
class EmptyDecision(Counting):
    def play(self, g):
        yield g.ask("red", "Which?", ["a"], rule="small.1")
        yield g.ask("red", "Which?", [], rule="small.1")


@caught_by("ends")
class Crash(Counting):
    def play(self, g):
        answer = yield g.ask("red", "Which?", [0, 1, 2], rule="small.1")
        yield g.ask("blue", "Which?", [1 // answer], rule="small.1")
        return Result("red", "Over.", "small.2") if answer > 5 else None


@caught_by("positions")
class ImpossiblePosition(Counting):
    def check(self, g):
        assert g.state.total < 10, "the total is ten or more"


class Order(Struct):
    piece: int
    place: str = "a"


@caught_by("offers")
class SuggestsWhatItRefuses(Counting):
    def play(self, g):
        for _ in range(4):
            g.checkpoint()
            yield g.ask_checked(
                "red", "Where?", rule="small.1", shape=Order,
                check=lambda order: Refusal("small.3", "Too far.") if order.piece > 2 else None,
                suggest=lambda: [Order(1), Order(2), Order(3)],
            )  # fmt: skip
        return Result("red", "Over.", "small.2")


@caught_by("offers")
class OptionThatIsNoPlainValue(Counting):
    def play(self, g):
        yield g.ask("red", "Which?", [Order(1), Order(2)], rule="small.1")
        return Result("red", "Over.", "small.2")


@caught_by("offers")
class OptionThatStandsTwice(Counting):
    def play(self, g):
        yield g.ask("red", "Which?", [1, 2, 1], rule="small.1")
        return Result("red", "Over.", "small.2")


@caught_by("offers")
class OptionThatCrashes(Counting):
    def play(self, g):
        answer = yield g.ask("red", "Which?", list(range(8)), rule="small.1")
        g.state.total = 7 // answer
        return Result("red", "Over.", "small.2")


@caught_by("diary")
class FactThatIsAWordOfTell(Counting):
    """`kind` is a word of `tell` itself, so the slot of that name stays empty."""

    def play(self, g):
        for _ in range(4):
            g.checkpoint()
            yield g.ask("red", "Go on?", ["go"], rule="small.1")
            g.tell("An action: {kind}.", rule="small.1", kind="event")
        return Result("red", "Over.", "small.2")


@caught_by("refusals")
class JudgementThatCrashes(Counting):
    """A number nobody offered is looked up without asking whether it is there."""

    def play(self, g):
        places = {1: "woods", 2: "hill"}
        for _ in range(4):
            g.checkpoint()
            yield g.ask_checked(
                "red", "Where?", rule="small.1", shape=Order,
                check=lambda order: None if places[order.piece] else Refusal("small.3", "Nowhere."),
                suggest=lambda: [Order(1), Order(2)],
            )  # fmt: skip
        return Result("red", "Over.", "small.2")


@caught_by("offers")
class LookingChangesThings(Counting):
    def scene(self, g, side):
        g.state.total += 1
        return Scene("", "", None, "Counting")




class Question(StrEnum):
    ADD = "add"


@caught_by("names")
class QuestionWithoutAName(Counting):
    asks = Question

    def play(self, g):
        yield g.ask("red", "Which?", [1, 2], rule="small.1")
        return Result("red", "Over.", "small.2")


@caught_by("final")
class DiceWithoutAWarning(Counting):
    asks = Question

    def play(self, g):
        yield g.ask("red", "Attack?", [1, 2], rule="small.1", name=Question.ADD)
        g.roll("d6", "Attack: ", rule="small.1")
        return Result("red", "Over.", "small.2")


@caught_by("candidates")
class CandidateInLimbo(Counting):
    asks = Question

    def play(self, g):
        yield Listed("red", "Which?", [1, 2], "small.1", judge=lambda value: None, candidates=lambda: [1, 2, 3], name=Question.ADD)
        return Result("red", "Over.", "small.2")


@caught_by("candidates")
class OfferThatItsJudgeRefuses(Counting):
    asks = Question

    def play(self, g):
        never = Refusal("small.3", "No.")
        yield Listed("red", "Which?", [1, 2], "small.1", lambda value: never, lambda: [1, 2], name=Question.ADD)
        return Result("red", "Over.", "small.2")


@caught_by("board")
class BoardOfAnUnknownKind(Steps):
    """The type says `square`; nothing else looks at it before the browser does."""

    def board(self, static):
        return BoardPicture("squares", 10.0, 10.0)


@caught_by("board")
class LinkToNowhere(Steps):
    def board(self, static):
        return BoardPicture("graph", 10.0, 10.0, regions=[Region("a", (1.0, 1.0))], links=[Link("a", "b")])
