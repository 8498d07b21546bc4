"""What happened, entry by entry, where the far past is packed away: the log and the diary of a match.

Entries are added at the end, and now and then the last ones are taken off; nothing else changes. So the past is kept in packed
pages that copies of a match share, and only what came last lies open in a list. A fork copies the open part and nothing else.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")

PAGE = 128  # entries of a page


class History(Sequence[T], Generic[T]):
    """A list that forgets nothing and weighs little. `append` is the open list's own."""

    __slots__ = ("_pages", "_start", "_tail", "append")
    append: Callable[[T], None]

    def __init__(self, entries: Iterable[T] = ()) -> None:
        self._pages: list[bytes] = []
        self._start = 0  # entries in the pages
        self._tail = list(entries)
        self.append = self._tail.append

    def settle(self) -> None:
        """Pack what has become old. At least one page's worth always lies open."""
        while len(self._tail) >= 2 * PAGE:
            self._pages.append(_packed(self._tail[:PAGE]))
            del self._tail[:PAGE]
            self._start += PAGE

    def upto(self, end: int) -> History[T]:
        """A history of its own with the first `end` entries; what is packed is shared."""
        new: History[T] = History.__new__(History)
        whole = min(end // PAGE, len(self._pages))
        new._pages = self._pages[:whole]
        new._start = whole * PAGE
        new._tail = self._tail[: end - self._start] if end >= self._start else list(self[new._start : end])
        new.append = new._tail.append
        return new

    def cut(self, end: int) -> None:
        """Take off all but the first `end` entries."""
        if end < self._start:
            left = self.upto(end)
            self._pages, self._start, self._tail[:] = left._pages, left._start, left._tail
        else:
            del self._tail[end - self._start :]

    def common(self, other: History[T]) -> int:
        """How many entries both have alike from the beginning."""
        pages = 0
        for mine, others in zip(self._pages, other._pages, strict=False):
            if mine is not others and mine != others:
                break
            pages += 1
        at = pages * PAGE
        for one, two in zip(self[at:], other[at:], strict=False):
            if one is not two and one != two:
                break
            at += 1
        return at

    # ---------------------------------------------------------- as a sequence

    def __len__(self) -> int:
        return self._start + len(self._tail)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> list[T]: ...
    def __getitem__(self, at: int | slice) -> T | list[T]:
        if isinstance(at, slice):
            first, last, step = at.indices(len(self))
            if step == 1 and first >= self._start:
                return self._tail[first - self._start : max(first, last) - self._start]
            return list(self._between(first, last)) if step == 1 else list(self)[at]
        index = at + len(self) if at < 0 else at
        if index >= self._start:
            return self._tail[index - self._start]
        if index < 0:
            raise IndexError(at)
        page: T = _unpacked(self._pages[index // PAGE])[index % PAGE]
        return page

    def __setitem__(self, at: int, entry: T) -> None:
        rest = self[at:]
        self.cut(at)
        self._tail.extend([entry, *rest[1:]])

    def _between(self, first: int, last: int) -> Iterator[T]:
        for number in range(first // PAGE, len(self._pages)):
            if number * PAGE >= last:
                return
            begin = number * PAGE
            yield from _unpacked(self._pages[number])[max(0, first - begin) : last - begin]
        yield from self._tail[max(0, first - self._start) : max(0, last - self._start)]

    def __iter__(self) -> Iterator[T]:
        return self._between(0, len(self))

    def __reversed__(self) -> Iterator[T]:
        yield from reversed(self._tail)
        for page in reversed(self._pages):
            yield from reversed(_unpacked(page))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, History | list):
            return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return repr(list(self))


def _packed(entries: list[Any]) -> bytes:
    return zlib.compress(pickle.dumps(tuple(entries), pickle.HIGHEST_PROTOCOL), 1)


@lru_cache(maxsize=16)
def _unpacked(page: bytes) -> tuple[Any, ...]:
    return pickle.loads(zlib.decompress(page))  # type: ignore[no-any-return]


class Packed:
    """A state that is kept but hardly ever needed."""

    __slots__ = ("_bytes",)

    def __init__(self, state: Any) -> None:
        self._bytes = zlib.compress(pickle.dumps(state, pickle.HIGHEST_PROTOCOL), 1)

    def state(self) -> Any:
        return pickle.loads(zlib.decompress(self._bytes))
