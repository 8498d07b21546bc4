"""Decisions: what a procedure yields when the rulebook lets a player choose.

Three forms. `Choice`: an ordered list of plain values. `Checked`: no list is possible (a pose on the table), so a checker
judges any value. `Draft`: a list of items written in any order, judged as a whole, submitted as one. Whatever a person reads
(labels, prompts, places) is made only when somebody looks. `Together` asks several seats at once.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Literal

import msgspec

from . import cite
from .elsewhere import Elsewhere
from .refusal import Refusal, Refused
from .scene import DecisionView, GhostView, OddsView, OptionView, RefusalView
from .state import plain
from .tally import Tally

Judge = Callable[[Any], "Refusal | None"]
Words = "str | Callable[[], str]"

PASS = "pass"
DONE = "done"
SUBMIT = "submit"


class Decision:
    """Who decides what, and by which rule. See the three forms below."""

    form: ClassVar[Literal["options", "checked", "draft"]]
    __slots__ = (
        "_on",
        "_prompt",
        "_show",
        "about",
        "elsewhere",
        "label_of",
        "odds",
        "rule",
        "seat",
        "secret",
        "side",
        "stakes",
        "tallies",
        "waiting",
    )

    def __init__(
        self,
        side: str,
        prompt: str | Callable[[], str],
        rule: str,
        *,
        label: Callable[[Any], str] | None = None,
        on: Callable[[Any], tuple[str, str]] | None = None,
        show: Callable[[Any], OptionView] | None = None,
        about: dict[str, Any] | None = None,
        tallies: Callable[[], Sequence[Tally]] | None = None,
        odds: Callable[[], Sequence[OddsView]] | None = None,
        stakes: str = "",
        waiting: str = "",
        secret: bool = False,
        elsewhere: Elsewhere | None = None,
    ) -> None:
        self.side = side
        self.seat = side  # the kernel sends it to the seat of that side that commands here
        self._prompt = prompt
        self.rule = rule
        self.label_of = label
        self._on = on
        self._show = show
        self.about = about or {}
        self.tallies = tallies
        self.odds = odds
        self.stakes = stakes
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

    # ---------------------------------------------------------- words

    @property
    def prompt(self) -> str:
        return self._prompt if isinstance(self._prompt, str) else self._prompt()

    def label(self, value: Any) -> str:
        """What a person reads for this value."""
        return str(value) if self.label_of is None else self.label_of(value)

    def option(self, value: Any) -> OptionView:
        """One value with what it acts on."""
        if self._show is not None:
            return self._show(value)
        piece, place = self._on(value) if self._on else ("", "")
        return OptionView(value, self.label(value), piece, place)

    def view(self, number: int) -> DecisionView:
        return DecisionView(
            seat=self.seat,
            form=self.form,
            prompt=self.prompt,
            rule=self.rule,
            number=number,
            piece=str(self.about.get("piece", "")),
            place=str(self.about.get("place", "")),
            along=list(self.about.get("along", ())),
            layers=list(self.about.get("layers", ())),
            reach=list(self.about.get("reach", ())),
            tallies=[tally.view() for tally in self.tallies()] if self.tallies else [],
            odds=list(self.odds()) if self.odds else [],
            stakes=self.stakes,
            panel=str(self.about.get("panel", "")),
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
            return [Refusal(self.rule, "That is not understood.") or _unbreakable(self.rule)]
        if value in self.options:
            return []
        if self._may is not None and value in self._candidates:
            refusal = self._may(value)
            if refusal is not None:
                return [refusal]
        refusal = Refusal(self.rule, f"{_shortly(value)} is none of the choices here.")
        return [refusal] if refusal is not None else [_unbreakable(self.rule)]

    def accept(self, value: Any) -> tuple[Any, Any]:
        options = self.options
        if value in options:
            # the option itself, not its equal: 1 == True and 1.0, but the log must have one form
            chosen = options[options.index(value)]
            return chosen, chosen
        try:
            value = plain(value)
        except (TypeError, RecursionError):
            raise Refused(*self.refusals(value)) from None
        if value in self.options:
            chosen = self.options[self.options.index(value)]
            return chosen, chosen
        raise Refused(*self.refusals(value))

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


class Checked(Decision):
    """A value that is no list: `check` accepts any or says all that is wrong, `suggest` gives legal ones to bots and client."""

    form = "checked"
    __slots__ = ("_check", "_form", "_ghosts", "_shape", "_suggest")

    def __init__(
        self,
        side: str,
        prompt: str | Callable[[], str],
        rule: str,
        *,
        shape: Any,
        check: Callable[[Any], Refusal | Sequence[Refusal] | None],
        suggest: Callable[[], Sequence[Any]],
        form: Callable[[], dict[str, Any]] | None = None,
        ghosts: Callable[[Any], Sequence[GhostView]] | None = None,
        **words: Any,
    ) -> None:
        """`form`: the JSON schema of what can be filled in here and now, where that says more than the shape alone.

        `ghosts`: where pieces would stand by a value, for the hand that drags one of them; also for values that are refused.
        """
        super().__init__(side, prompt, rule, **words)
        self._form = form
        self._ghosts = ghosts
        self._shape = shape
        self._check = check
        self._suggest = suggest

    def parse(self, value: Any) -> Any:
        return _parse(value, self._shape, self.rule)

    def refusals(self, value: Any) -> list[Refusal]:
        try:
            parsed = self.parse(value)
        except Refused as refused:
            return list(refused.refusals)
        return _several(self._check(parsed))

    def accept(self, value: Any) -> tuple[Any, Any]:
        parsed = self.parse(value)
        found = _several(self._check(parsed))
        if found:
            raise Refused(*found)
        return parsed, plain(parsed)

    def ghosts(self, value: Any) -> list[GhostView]:
        """Where pieces would stand by this value, as far as the game says so."""
        if self._ghosts is None:
            return []
        try:
            return list(self._ghosts(self.parse(value)))
        except Refused:
            return []

    def suggestions(self) -> list[Any]:
        """Legal values, at least one."""
        return list(self._suggest())

    def sample(self, rng: random.Random) -> Any:
        suggested = self.suggestions()
        return suggested[rng.randrange(len(suggested))]

    def view(self, number: int) -> DecisionView:
        seen = super().view(number)
        seen.options = [self.option(value) for value in self.suggestions()]
        seen.shape = self._form() if self._form else _schema(self._shape)
        return seen


class Draft(Decision):
    """Items added, changed and removed in any order, judged as a whole, submitted as one choice.

    `offers(items)` lists what could be added to these items; `check(items)` names every violation of the whole; `suggest`
    gives whole legal drafts, at least one (an empty one, where that is legal).
    """

    form = "draft"
    __slots__ = ("_check", "_ghosts", "_offers", "_shape", "_suggest", "_whole")

    def __init__(
        self,
        side: str,
        prompt: str | Callable[[], str],
        rule: str,
        *,
        item: Any,
        offers: Callable[[list[Any]], Iterable[Any]],
        check: Callable[[list[Any]], Refusal | Sequence[Refusal] | None],
        suggest: Callable[[], Sequence[list[Any]]] | None = None,
        ghosts: Callable[[list[Any]], Sequence[GhostView]] | None = None,
        whole: Callable[[], Sequence[tuple[str, list[Any]]]] | None = None,
        **words: Any,
    ) -> None:
        """`ghosts`: where the items stand on the open table, one for each; `whole`: named drafts to begin with."""
        words.setdefault("secret", True)
        super().__init__(side, prompt, rule, **words)
        self._ghosts = ghosts
        self._whole = whole
        self._shape = item
        self._offers = offers
        self._check = check
        self._suggest = suggest or (lambda: [[]])

    def parse(self, items: Any) -> list[Any]:
        if not isinstance(items, list | tuple):
            raise Refused(Refusal(self.rule, "A draft is a list of items.") or _unbreakable(self.rule))
        return [_parse(item, self._shape, self.rule) for item in items]

    def refusals(self, value: Any) -> list[Refusal]:
        try:
            items = self.parse(value)
        except Refused as refused:
            return list(refused.refusals)
        return _several(self._check(items))

    def accept(self, value: Any) -> tuple[Any, Any]:
        items = self.parse(value)
        found = _several(self._check(items))
        if found:
            raise Refused(*found)
        return items, plain(items)

    def offers(self, items: Any = ()) -> list[Any]:
        """What could be added to these items, before the whole is judged."""
        return list(self._offers(self.parse(items)))

    def suggestions(self) -> list[list[Any]]:
        return [list(items) for items in self._suggest()]

    def sample(self, rng: random.Random, steps: int = 12) -> Any:
        """Grown item by item from a suggestion; the last legal state of it."""
        suggested = self.suggestions()
        items = list(suggested[rng.randrange(len(suggested))]) if rng.random() < 0.5 else []
        legal = list(items) if not self.refusals(items) else list(suggested[0])
        for _ in range(rng.randrange(steps)):
            offered = self.offers(items)
            if not offered:
                break
            items.append(offered[rng.randrange(len(offered))])
            if not self.refusals(items):
                legal = list(items)
        return legal

    def steps(self, items: Sequence[Any]) -> list[tuple[Any, ...]]:
        """The draft in small steps, for terminals and bots: add, remove, submit."""
        moves: list[tuple[Any, ...]] = [("add", item) for item in self.offers(items)]
        moves.extend(("remove", index) for index in range(len(items)))
        if not self.refusals(items):
            moves.append((SUBMIT,))
        return moves

    def view(self, number: int, items: Sequence[Any] = ()) -> DecisionView:
        seen = super().view(number)
        seen.items = [self.option(item) for item in self.parse(items)]
        if self._ghosts is not None:
            seen.ghosts = list(self._ghosts(self.parse(items)))
        if self._whole is not None and not items:
            seen.whole = [OptionView(value, label) for label, value in self._whole()]
        seen.options = [self.option(item) for item in self.offers(items)]
        found = self.refusals(items)
        seen.violations = [refusal.view() for refusal in found]
        seen.complete = not found
        seen.shape = _schema(self._shape)
        return seen


class Together:
    """Several seats are asked at once, each in secret; the procedure receives {side: value} when all have answered."""

    __slots__ = ("decisions",)

    def __init__(self, *decisions: Decision) -> None:
        self.decisions = decisions
        for decision in decisions:
            decision.secret = True


def _shortly(value: Any) -> str:
    words = value if isinstance(value, str) else repr(value)
    return words if len(words) <= 60 else words[:57] + "..."


def _several(found: Refusal | Sequence[Refusal | None] | None) -> list[Refusal]:
    if found is None:
        return []
    if isinstance(found, Refusal):
        return [found]
    return [refusal for refusal in found if refusal is not None]


def _parse(value: Any, shape: Any, rule: str) -> Any:
    try:
        return msgspec.convert(msgspec.to_builtins(value), shape, str_keys=True)
    except (msgspec.ValidationError, TypeError, RecursionError) as error:
        raise Refused(Refusal(rule, f"That is not understood: {error}.") or _unbreakable(rule)) from None


def _unbreakable(rule: str) -> Refusal:
    """A malformed value stays refused even while its rule is broken on purpose."""
    refusal = object.__new__(Refusal)
    refusal.rule, refusal.why, refusal.facts = rule, "That is not understood.", {}
    return refusal


@lru_cache(maxsize=200)
def _schema(shape: Any) -> dict[str, Any]:
    return msgspec.json.schema(shape)


__all__ = [
    "DONE",
    "PASS",
    "SUBMIT",
    "Checked",
    "Choice",
    "Decision",
    "Draft",
    "RefusalView",
    "Together",
]
