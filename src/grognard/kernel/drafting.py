"""Decisions without a list: a value that a checker judges (`Checked`), and items written in any order (`Draft`)."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from .decision import Decision
from .refusal import Refusal, Refused
from .scene import DecisionView, GhostView, OddsView, OptionView, RowView
from .state import plain
from .tally import Tally

SUBMIT = "submit"


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
    __slots__ = ("_check", "_ghosts", "_offers", "_outlook", "_rows", "_shape", "_suggest", "_sums", "_whole")

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
        rows: Callable[[], Sequence[RowView]] | None = None,
        sums: Callable[[list[Any]], Sequence[Tally]] | None = None,
        outlook: Callable[[list[Any]], Sequence[OddsView]] | None = None,
        **words: Any,
    ) -> None:
        """`ghosts`: where the items stand on the open table, one for each; `whole`: named drafts to begin with.

        `sums`: what the items come to so far, limit by limit; `outlook`: what may come of them.

        `rows`: the formations that it gives orders to, each with the one it has: the draft is shown as a board of orders.
        """
        words.setdefault("secret", True)
        super().__init__(side, prompt, rule, **words)
        self._ghosts = ghosts
        self._whole = whole
        self._rows = rows
        self._sums = sums
        self._outlook = outlook
        self._shape = item
        self._offers = offers
        self._check = check
        self._suggest = suggest or (lambda: [[]])

    def parse(self, items: Any) -> list[Any]:
        if not isinstance(items, list | tuple):
            raise Refused(Refusal(self.rule, "A draft is a list of items."))
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

    def sums(self, items: Any = ()) -> list[Tally]:
        """What these items come to, as far as the game says so."""
        return [] if self._sums is None else list(self._sums(self.parse(items)))

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
        if self._rows is not None:
            seen.rows = list(self._rows())
        if self._sums is not None:
            seen.tallies = [tally.view() for tally in self.sums(items)]
        if self._outlook is not None:
            seen.odds = list(self._outlook(self.parse(items)))
        seen.options = [self.option(item) for item in self.offers(items)]
        found = self.refusals(items)
        seen.violations = [refusal.view() for refusal in found]
        seen.complete = not found
        seen.shape = _schema(self._shape)
        return seen


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
        raise Refused(Refusal(rule, f"That is not understood: {error}.")) from None


@lru_cache(maxsize=200)
def _schema(shape: Any) -> dict[str, Any]:
    return msgspec.json.schema(shape)
