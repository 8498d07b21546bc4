"""Questions whose options come from masks: the list is made first, and a judge says why anything else is refused.

The kernel's own `ask(may=..)` judges every candidate; with some hundred spaces and units that is too slow for the hot
path. Here the options are worked out on whole sets, the judge is asked only when somebody wants to know, and a test
compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from grognard.kernel import Choice, Refusal
from grognard.kernel.decision import Judge
from grognard.kernel.state import plain


class Listed(Choice):
    """Options as listed; `judge(value)` gives the refusal for anything else that `candidates()` could name.

    `same(value)` tells what interchangeable values have in common: an identical corps of the stack stands for the one that
    is offered, so that a player may point at any of them.
    """

    __slots__ = ("_all", "_judge", "_same")

    def __init__(
        self,
        side: str,
        prompt: str | Callable[[], str],
        options: list[Any],
        rule: str,
        judge: Judge | None = None,
        candidates: Callable[[], Iterable[Any]] | None = None,
        same: Callable[[Any], Any] | None = None,
        **words: Any,
    ) -> None:
        super().__init__(side, prompt, options, rule, **words)
        self._judge = judge
        self._all = candidates
        self._same = same

    def stands_for(self, value: Any) -> Any:
        """The option that an interchangeable value means; None if there is none."""
        if self._same is None or self._judge is None or (key := self._same(value)) is None:
            return None
        if self._judge(value) is not None:
            return None
        return next((option for option in self.options if self._same(option) == key), None)

    def accept(self, value: Any) -> tuple[Any, Any]:
        if value not in self.options and (option := self.stands_for(plain(value))) is not None:
            return option, option
        return super().accept(value)

    def refusals(self, value: Any) -> list[Refusal]:
        value = plain(value)
        if value not in self.options and self._judge is not None:
            try:
                refusal = self._judge(value)
            except (KeyError, IndexError, TypeError, ValueError):
                refusal = None
            if refusal is not None:
                return [refusal]
            if self.stands_for(value) is not None:
                return []
        return super().refusals(value)

    def explain(self, piece: str = "", place: str = "") -> Refusal | None:
        if self._judge is None or self._all is None or self._on is None:
            return None

        def touched(value: Any) -> bool:
            on_piece, on_place = self._on(value)  # type: ignore[misc]
            return (not piece or on_piece == piece) and (not place or on_place == place)

        if any(touched(value) for value in self.options):
            return None
        for value in self._all():
            if touched(value) and (refusal := self._judge(value)) is not None:
                return refusal
        return None
