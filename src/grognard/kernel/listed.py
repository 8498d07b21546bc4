"""Questions whose options come from masks: the list is made first, and a judge says why anything else is refused.

`Choice` with `may=` judges every candidate; with some hundred spaces and units that is too slow for the hot path. Here the
options are worked out on whole sets, and the judge is asked only when somebody wants to know. A game's tests compare the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .decision import Choice, Judge
from .refusal import Refusal
from .state import plain


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
        if self._judge is None or self._all is None:
            return None
        return self._why_untouchable(self._all, self._judge, piece, place)
