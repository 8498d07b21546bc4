"""Decisions: what a procedure yields when the rulebook lets a player choose. (Checked values and drafts: drafting.py.)

Three forms. `Choice`: an ordered list of plain values. `Checked`: no list is possible (a pose on the table), so a checker
judges any value. `Draft`: a list of items written in any order, judged as a whole, submitted as one. Whatever a person reads
(labels, prompts, places) is made only when somebody looks. `Together` asks several seats at once.

A decision has a `name`, a member of its game's enum of questions: bots, odds, lessons and clients go by it, never by the rule
that it cites. Its options say what they are besides their value: `decline`, `done`, `final` and a `kind` for the eye.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Literal

from . import cite
from .elsewhere import Elsewhere
from .refusal import Refusal, Refused
from .scene import Act, DecisionView, FightView, OddsView, OptionView, RefusalView
from .state import plain
from .tally import Tally

Judge = Callable[[Any], "Refusal | None"]

PASS = "pass"
DONE = "done"
NOTHING: Any = object()  # no option at all: None may be one
_PLAIN = frozenset((int, str, bool, float, type(None)))


class Decision:
    """Who decides what, and by which rule. See the three forms below."""

    form: ClassVar[Literal["options", "checked", "draft"]]
    __slots__ = (
        "_decline",
        "_done",
        "_final",
        "_kind",
        "_on",
        "_prompt",
        "_show",
        "_stakes",
        "about",
        "elsewhere",
        "fight",
        "label_of",
        "name",
        "odds",
        "rule",
        "seat",
        "secret",
        "side",
        "tallies",
        "waiting",
    )

    def __init__(
        self,
        side: str,
        prompt: str | Callable[[], str],
        rule: str,
        *,
        name: str = "",
        decline: Any = PASS,
        done: Any = DONE,
        final: bool | Callable[[Any], bool] = False,
        kind: Act | Callable[[Any], Act] = "",
        label: Callable[[Any], str] | None = None,
        on: Callable[[Any], tuple[str, str]] | None = None,
        show: Callable[[Any], OptionView] | None = None,
        about: dict[str, Any] | None = None,
        tallies: Callable[[], Sequence[Tally]] | None = None,
        odds: Callable[[], Sequence[OddsView]] | None = None,
        fight: Callable[[], FightView] | None = None,
        stakes: str | Callable[[], str] = "",
        waiting: str = "",
        secret: bool = False,
        elsewhere: Elsewhere | None = None,
    ) -> None:
        self.side = side
        self.seat = side  # the kernel sends it to the seat of that side that commands here
        self._prompt = prompt
        self.rule = rule
        self.name = name
        self._decline = decline
        self._done = done
        self._final = final
        self._kind = kind
        self.label_of = label
        self._on = on
        self._show = show
        self.about = about or {}
        self.tallies = tallies
        self.odds = odds
        self.fight = fight  # the fight that it is asked in: who against whom, for the map
        self._stakes = stakes
        self.waiting = waiting
        self.secret = secret
        self.elsewhere = elsewhere
        if cite.recorder is not None:
            cite.recorder(rule)

    # ---------------------------------------------------------- judging

    def why_not(self, value: Any) -> Refusal | None:
        """None, or the first reason against this value."""
        found = self.refusals(value)
        return found[0] if found else None

    def refusals(self, value: Any) -> list[Refusal]:
        """Everything that is wrong with this value."""
        raise TypeError("a decision has one of three forms")

    def accept(self, value: Any) -> tuple[Any, Any]:
        """The value for the procedure and the value for the log; raises Refused."""
        raise TypeError("a decision has one of three forms")

    def sample(self, rng: random.Random) -> Any:
        """A legal value by chance."""
        raise TypeError("a decision has one of three forms")

    def explain(self, piece: str = "", place: str = "") -> Refusal | None:
        """Why nothing can be done with this piece or place; None if something can, or nothing is known against it."""
        return None

    # ---------------------------------------------------------- what an option is

    def declines(self, value: Any) -> bool:
        """It says no, and nothing is done."""
        return _among(value, self._decline)

    def ends(self, value: Any) -> bool:
        """It ends what one was doing."""
        return _among(value, self._done)

    def final(self, value: Any) -> bool:
        """It cannot be taken back: dice fall or something hidden is shown at once."""
        return self._final(value) if callable(self._final) else self._final and not (self.declines(value) or self.ends(value))

    def kind(self, value: Any) -> Act:
        """What it is for the eye: a move, an attack, fire, transit, an order."""
        return self._kind(value) if callable(self._kind) else "" if self.declines(value) or self.ends(value) else self._kind

    # ---------------------------------------------------------- words

    @property
    def prompt(self) -> str:
        return self._prompt if isinstance(self._prompt, str) else self._prompt()

    @property
    def stakes(self) -> str:
        """A warning: what cannot be undone, what is at stake."""
        return self._stakes if isinstance(self._stakes, str) else self._stakes()

    def label(self, value: Any) -> str:
        """What a person reads for this value."""
        return str(value) if self.label_of is None else self.label_of(value)

    def option(self, value: Any) -> OptionView:
        """One value with what it acts on and what it is."""
        if self._show is None:  # every option of every question comes through here
            piece, place = self._on(value) if self._on else ("", "")
            words = str(value) if self.label_of is None else self.label_of(value)
            decline, done = _among(value, self._decline), _among(value, self._done)
            stops = decline or done
            final = self._final(value) if callable(self._final) else self._final and not stops
            kind = self._kind(value) if callable(self._kind) else "" if stops else self._kind
            written = value if value.__class__ in _PLAIN else plain(value)
            return OptionView(written, words, piece, place, kind, decline, done, final)
        shown = self._show(value)
        shown.value = plain(shown.value)
        shown.decline = shown.decline or self.declines(value)
        shown.done = shown.done or self.ends(value)
        shown.final = shown.final or self.final(value)
        shown.kind = shown.kind or self.kind(value)
        return shown

    def view(self, number: int) -> DecisionView:
        return DecisionView(
            seat=self.seat,
            form=self.form,
            prompt=self.prompt,
            rule=self.rule,
            number=number,
            name=str(self.name),
            piece=str(self.about.get("piece", "")),
            place=str(self.about.get("place", "")),
            way=bool(self.about.get("way", False)),
            every=str(self.about.get("every", "")),
            along=list(self.about.get("along", ())),
            layers=list(self.about.get("layers", ())),
            reach=list(self.about.get("reach", ())),
            tallies=[tally.view() for tally in self.tallies()] if self.tallies else [],
            odds=list(self.odds()) if self.odds else [],
            stakes=self.stakes,
            panel=str(self.about.get("panel", "")),
            help=str(self.about.get("help", "")),
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.seat}: {self.prompt} ({self.rule})>"


class Choice(Decision):
    """An ordered list of plain values. `may` judges candidates: what it does not refuse are the options."""

    form = "options"
    __slots__ = ("_candidates", "_may", "options")

    def __init__(
        self,
        side: str,
        prompt: str | Callable[[], str],
        options: Iterable[Any],
        rule: str,
        *,
        may: Judge | None = None,
        also: Sequence[Any] = (),
        **words: Any,
    ) -> None:
        super().__init__(side, prompt, rule, **words)
        self._may = may
        if may is None:
            self.options: list[Any] = options if type(options) is list and not also else [*options, *also]
            self._candidates: Sequence[Any] = ()
        else:
            self._candidates = list(options)
            self.options = [value for value in self._candidates if may(value) is None]
            self.options.extend(also)

    def refusals(self, value: Any) -> list[Refusal]:
        try:
            value = plain(value)
        except (TypeError, RecursionError):
            return [Refusal(self.rule, "That is not understood.")]
        if self.meant(value) is not NOTHING:
            return []
        if self._may is not None:
            candidate = written_as(value, self._candidates)
            if candidate is not NOTHING and (refusal := self._may(candidate)) is not None:
                return [refusal]
        return [Refusal(self.rule, "That is none of the choices here.")]

    def meant(self, value: Any) -> Any:
        """The option that a value stands for, itself or in its notation; NOTHING if there is none."""
        return written_as(value, self.options)

    def candidates(self) -> Sequence[Any]:
        """All that a person could point at here, offered or not, as far as the question knows."""
        return self._candidates

    def judged(self, value: Any) -> Refusal | None:
        """What the question's own judge has against a candidate."""
        return None if self._may is None else self._may(value)

    def accept(self, value: Any) -> tuple[Any, Any]:
        options = self.options
        if value in options:
            # the option itself, not its equal: 1 == True and 1.0, but the log must have one form
            chosen = options[options.index(value)]
            return chosen, chosen if chosen.__class__ in _PLAIN else plain(chosen)
        try:
            value = plain(value)
        except (TypeError, RecursionError):
            raise Refused(*self.refusals(value)) from None
        chosen = self.meant(value)
        if chosen is NOTHING:
            raise Refused(*self.refusals(value))
        return chosen, plain(chosen)

    def sample(self, rng: random.Random) -> Any:
        return self.options[rng.randrange(len(self.options))]

    def explain(self, piece: str = "", place: str = "") -> Refusal | None:
        if self._may is None:
            return None
        return self._why_untouchable(lambda: self._candidates, self._may, piece, place)

    def _why_untouchable(
        self, candidates: Callable[[], Iterable[Any]], judge: Judge, piece: str, place: str
    ) -> Refusal | None:
        """What the judge has against the first candidate that a touch there could mean; None if a touch means an option."""
        if self._on is None and self._show is None:
            return None

        def touched(value: Any) -> bool:
            if self._on is not None:
                on_piece, on_place = self._on(value)
            else:
                shown = self.option(value)
                on_piece, on_place = shown.piece, shown.place
            return (not piece or on_piece == piece) and (not place or on_place == place)

        if any(touched(value) for value in self.options):
            return None
        for value in candidates():
            if touched(value) and (refusal := judge(value)) is not None:
                return refusal
        return None

    def view(self, number: int) -> DecisionView:
        seen = super().view(number)
        seen.options = [self.option(value) for value in self.options]
        return seen


class Together:
    """Several seats are asked at once, each in secret; the procedure receives {side: value} when all have answered."""

    __slots__ = ("decisions",)

    def __init__(self, *decisions: Decision) -> None:
        self.decisions = decisions
        for decision in decisions:
            decision.secret = True


def written_as(value: Any, typed: Iterable[Any]) -> Any:
    """The one of these that a plain value is the notation of; NOTHING if none is."""
    if isinstance(typed, list) and value in typed:
        return typed[typed.index(value)]
    return next((one for one in typed if one.__class__ not in _PLAIN and plain(one) == value), NOTHING)


def _among(value: Any, given: Any) -> bool:
    """Whether a value is the one given, or one of several."""
    return bool(value == given) or (isinstance(given, list | tuple) and value in given)


__all__ = [
    "DONE",
    "NOTHING",
    "PASS",
    "Choice",
    "Decision",
    "RefusalView",
    "Together",
]
