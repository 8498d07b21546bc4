"""Questions whose options come from masks: the list is made first, and a judge says why anything else is refused.

`Choice` with `may=` judges every candidate; with some hundred spaces and units that is too slow for the hot path. Here the
options are worked out on whole sets, and the judge is asked only when somebody wants to know. The battery compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .decision import NOTHING, Choice, Judge, written_as
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

    def candidates(self) -> Sequence[Any]:
        return list(self._all()) if self._all is not None else ()

    def judged(self, value: Any) -> Refusal | None:
        return None if self._judge is None else self._judge(value)

    def meant(self, value: Any) -> Any:
        """The option itself, or the one that an interchangeable value stands for."""
        option = super().meant(value)
        if option is not NOTHING or self._same is None or self._judge is None:
            return option
        typed = self._typed(value)
        if (key := self._same(typed)) is None or self._judge(typed) is not None:
            return NOTHING
        return next((option for option in self.options if self._same(option) == key), NOTHING)

    def refusals(self, value: Any) -> list[Refusal]:
        value = plain(value)
        if self._judge is not None and super().meant(value) is NOTHING:
            try:
                refusal = self._judge(self._typed(value))
            except (KeyError, IndexError, TypeError, ValueError, AttributeError):
                refusal = None  # a value that no candidate has
            if refusal is not None:
                return [refusal]
        return super().refusals(value)

    def explain(self, piece: str = "", place: str = "") -> Refusal | None:
        if self._judge is None or self._all is None:
            return None
        return self._why_untouchable(self._all, self._judge, piece, place)

    def _typed(self, value: Any) -> Any:
        """The candidate whose notation this is; the value itself where none is."""
        found = written_as(value, self.candidates())
        return value if found is NOTHING else found
