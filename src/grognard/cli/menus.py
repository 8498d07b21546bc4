"""A decision as a numbered list of lines, for a terminal and a screen reader.

One menu for each form. Options and suggestions are picked by number; a value that is no list can be typed as JSON; a draft is
written in small steps. A menu knows nothing of the match: whoever owns it makes the choice that `pick` or `typed` returns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from grognard.kernel import Decision, Draft
from grognard.kernel.decision import Choice
from grognard.kernel.scene import OptionView
from grognard.kernel.text import cited

SHOWN = 30


class Menu:
    """What is picked by number is the answer."""

    help: tuple[str, ...] = ("a number: choose it", "more, find WORD: when the list is long")

    def __init__(self, decision: Decision) -> None:
        self.decision = decision
        self.wanted = ""  # only entries with this word
        self.start = 0
        self.more_words: Callable[[OptionView], str] = lambda option: ""  # what the map adds to a label: where a move ends

    def values(self) -> Sequence[Any]:
        decision = self.decision
        return decision.options if isinstance(decision, Choice) else decision.suggestions()  # type: ignore[attr-defined]

    def entries(self) -> list[tuple[int, str]]:
        """Number and label of all that fits the word; numbers stay the same whatever is shown."""
        labels = enumerate(map(self.label, self.values()), 1)
        return [(number, label) for number, label in labels if self.wanted in label.lower()]

    def label(self, value: Any) -> str:
        seen = self.decision.option(value)
        extra = [words for words in (seen.cost, self.more_words(seen)) if words]
        return f"{seen.label} ({'; '.join(extra)})" if extra else seen.label

    def lines(self) -> list[str]:
        entries = self.entries()
        shown = entries[self.start : self.start + SHOWN]
        lines = [f"{number}. {label}" for number, label in shown]
        if self.wanted and not entries:
            lines.append(f"Nothing here has {self.wanted!r}.")
        left = len(entries) - self.start - len(shown)
        if left > 0:
            lines.append(f"and {left} more: type `more`, or `find WORD`.")
        return lines

    def number_of(self, what: str) -> int:
        """The number of the first entry with this label, piece or place; 0 if there is none."""
        for number, option in enumerate(map(self.decision.option, self.values()), 1):
            if what.lower() in (option.label.lower(), option.piece.lower(), option.place.lower()):
                return number
        return 0

    def more(self) -> None:
        self.start = self.start + SHOWN if self.start + SHOWN < len(self.entries()) else 0

    def find(self, word: str) -> None:
        self.wanted, self.start = word.lower(), 0

    def pick(self, number: int) -> tuple[Any] | None:
        """The answer as a tuple of one, or None while there is none yet. Raises IndexError."""
        if not 1 <= number <= len(self.values()):
            raise IndexError(number)
        return (self.values()[number - 1],)

    def typed(self, text: str) -> tuple[Any] | None:
        """An answer that is typed; None if it is none."""
        return None


class CheckedMenu(Menu):
    """Suggestions by number, several numbers as a list of them (dice, a point), anything else as JSON."""

    help = (
        "a number: choose that suggestion",
        *Menu.help[1:],
        "numbers such as 3 4, or JSON such as {...}: choose that value",
    )

    def typed(self, text: str) -> tuple[Any] | None:
        parts = text.replace(",", " ").split()
        if len(parts) > 1 and all(re.fullmatch(r"-?\d+", part) for part in parts):
            return ([int(part) for part in parts],)
        return (parsed(text),) if text[:1] in '[{"' else None


class DraftMenu(Menu):
    """Items are added by number, removed, and submitted as one."""

    help = (
        "a number: add it to the draft",
        *Menu.help[1:],
        "remove N: take item N out; clear: take all out; ready N: take ready-made draft N",
        "submit: when nothing is wrong with it",
    )
    decision: Draft

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision)
        self.items: list[Any] = []

    def values(self) -> Sequence[Any]:
        return self.decision.offers(self.items)

    def lines(self) -> list[str]:
        items = [f"  item {number}: {self.label(item)}" for number, item in enumerate(self.items, 1)]
        wrong = [cited(f"  not yet: {refusal.why}", refusal.rule) for refusal in self.decision.refusals(self.items)]
        sums = [f"  {tally.title}: {tally.total}" for tally in self.decision.sums(self.items)]
        end = [] if wrong else ["It may be submitted: type `submit`."]
        ready = [items for items in self.decision.suggestions() if items and not self.items]
        named = [f"ready {n}: {', '.join(map(self.label, draft))}" for n, draft in enumerate(ready[:5], 1)]
        can = ["Can be added:", *super().lines()] if self.values() else []
        if wrong and not can:
            end = ["Nothing more can be added: type `remove` and a number, or `clear`."]
        return ["The draft has:" if items else "The draft is empty.", *items, *sums, *wrong, *can, *named, *end]

    def pick(self, number: int) -> tuple[Any] | None:
        found = super().pick(number)
        assert found is not None
        self.items.append(found[0])
        return None

    def typed(self, text: str) -> tuple[Any] | None:
        word, _, rest = text.partition(" ")
        if word == "submit":
            return (self.items,)
        if word == "clear":
            self.items = []
        elif word in ("remove", "ready") and rest.isdigit():
            self.take(word, int(rest) - 1)
        else:
            raise IndexError(text)
        return None

    def take(self, word: str, index: int) -> None:
        drafts = [items for items in self.decision.suggestions() if items]
        if index < 0:
            raise IndexError(index)
        if word == "remove":
            del self.items[index]
        else:
            self.items = list(drafts[index])


def menu_of(decision: Decision) -> Menu:
    kinds = {"options": Menu, "checked": CheckedMenu, "draft": DraftMenu}
    return kinds[decision.form](decision)


def parsed(text: str) -> Any:
    """JSON, or else the text itself."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
