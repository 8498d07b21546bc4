"""Running procedures: whom they ask now, what was submitted, and how they ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .context import Over, Result
from .decision import Decision, Together
from .hand_roll import NeedRoll
from .log import Entry, Mismatch

if TYPE_CHECKING:
    from .annals import Annals
    from .game import Game
    from .seating import Seating


class Procedures:
    """The procedures of one match as they run."""

    __slots__ = ("annals", "g", "game", "procedure", "result", "seating", "single", "submitted", "together")

    def __init__(self, game: Game, seating: Seating, annals: Annals) -> None:
        self.game = game
        self.seating = seating
        self.annals = annals
        self.g: Any = None
        self.result: Result | None = None
        self.stop()

    def stop(self) -> None:
        self.procedure: Any = None
        self.single: Decision | None = None  # the one decision; None while several seats are asked, or when the match is over
        self.together: dict[str, Decision] = {}
        self.submitted: dict[str, tuple[Any, Entry]] = {}  # what a seat answered while others think, and its entry for the log

    # ---------------------------------------------------------- from question to question

    def launch(self, g: Any, facts: Any = None) -> None:
        """Start the procedures afresh in this position."""
        self.g = g
        if facts is not None:
            g.take_facts(facts)
        self.procedure = self.game.play(g)
        self.send(None)

    def send(self, value: Any) -> None:
        """Run the procedures to the next question, the end, or a roll by hand."""
        if self.together:
            self.together, self.submitted = {}, {}
        try:
            asked = self.procedure.send(value)
        except StopIteration as stop:
            self._finish(stop.value)
        except Over as over:
            self._finish(over.result)
        except NeedRoll as need:
            self.single = self.seating.seat(need.decision)
            self.procedure = None
        else:
            if asked.__class__ is Together:
                self.single = None
                together = {self.seating.seat(_whole(d)).seat: d for d in asked.decisions}
                if len(together) != len(asked.decisions) or not together:
                    raise RuntimeError("asked together: expected one decision for each of several sides")
                self.together, self.submitted = together, {}
            else:
                self.single = self.seating.seat(_whole(asked))

    def _finish(self, result: Any) -> None:
        if not isinstance(result, Result):
            raise RuntimeError(f"the procedure of {self.game.name} ended without a Result")
        self.end(result)

    def end(self, result: Result) -> None:
        self.stop()
        self.result = result

    # ---------------------------------------------------------- who is asked

    @property
    def decisions(self) -> dict[str, Decision]:
        if self.single is not None:
            return {self.single.seat: self.single}
        return {seat: asked for seat, asked in self.together.items() if seat not in self.submitted}

    @property
    def complete(self) -> bool:
        """Whether all who are asked at once have submitted."""
        return len(self.submitted) == len(self.together)

    def submit_again(self, submitted: dict[str, tuple[Any, Entry]]) -> None:
        """What was submitted to the same questions before they were asked anew."""
        for seat, (_, entry) in submitted.items():
            self.submitted[seat] = (self.together[seat].accept(entry[2])[0], entry)

    def all_submitted(self) -> tuple[list[Entry], dict[str, Any]]:
        """The entries of all, and their answers by side."""
        asked = list(self.together.values())
        return [self.submitted[d.seat][1] for d in asked], {d.side: self.submitted[d.seat][0] for d in asked}

    def feed(self, entry: Entry) -> None:
        """A choice of the log, made once more."""
        seat, value, single = entry[1], entry[2], self.single
        if single is not None and (single.seat == seat or self.seating.answers(single, seat)):
            given, _ = single.accept(value)
            self.go_on([entry], given)
            return
        asked = next((d for d in self.together.values() if self.seating.answers(d, seat)), None)
        if single is not None or asked is None or asked.seat in self.submitted:
            raise Mismatch(f"the log has a choice of {seat} where the rules ask somebody else")
        self.submitted[asked.seat] = (asked.accept(value)[0], entry)
        if self.complete:
            self.go_on(*self.all_submitted())

    def go_on(self, entries: list[Entry], given: Any) -> None:
        """Enter the choices, and on to the next question."""
        self.annals.enter(entries)
        self.send(given)

    def reseated(self) -> None:
        """Everybody who is asked now is asked at the seat that commands there since sides were split anew."""
        submitted = {self.together[seat].side: given for seat, given in self.submitted.items()}
        for decision in (*self.together.values(), *([self.single] if self.single is not None else [])):
            decision.seat = decision.side
            self.seating.seat(decision)
        self.together = {decision.seat: decision for decision in self.together.values()}
        self.submitted = {d.seat: submitted[d.side] for d in self.together.values() if d.side in submitted}


def _whole(decision: Decision) -> Decision:
    if decision.form == "options" and not decision.options:  # type: ignore[attr-defined]
        raise RuntimeError(f"an empty decision: {decision.prompt} ({decision.rule})")
    return decision
