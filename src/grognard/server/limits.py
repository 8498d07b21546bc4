"""Bounds of what is taken in: bytes, nesting, and numbers. What is beyond them is an error that says so, never a traceback."""

from __future__ import annotations

import re
from array import array
from itertools import accumulate
from typing import Any, TypeVar

import msgspec

from grognard.kernel import Misuse

MESSAGE_BYTES = 256 * 1024  # a frame of the websocket, the body of a request
SAVE_BYTES = 32 * 1024 * 1024
MESSAGE_DEPTH = 24
SAVE_DEPTH = 64

NOTHING = "A letter stands in it that is none (U+0000)."
T = TypeVar("T")
_STRINGS = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)  # an open text reaches to the end: linear in any case
_OTHER = bytes(set(range(256)) - set(b"[]{}"))
_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")  # a step down, a step up


_NOTHING = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000|\x00")  # the letter that is none, as JSON writes it, or as it is


def holds_nothing(raw: bytes) -> bool:
    """Whether a letter without a shape stands in it: no honest text has one, and PostgreSQL takes none."""
    return _NOTHING.search(raw) is not None


class TooMuch(Misuse):
    """Input beyond a bound."""


def deeper_than(limit: int, raw: bytes) -> bool:
    """Whether brackets nest deeper in this JSON, whatever stands in its texts. Runs in linear time, also over nonsense."""
    steps = array("b", _STRINGS.sub(b"", raw).translate(_STEPS, _OTHER))
    return max(accumulate(steps), default=0) > limit


def decode(raw: bytes, kind: Any, *, size: int = MESSAGE_BYTES, depth: int = MESSAGE_DEPTH) -> Any:
    """JSON of a client as `kind`; TooMuch beyond the bounds, msgspec's own errors for what does not fit."""
    if len(raw) > size:
        raise TooMuch(f"This is too long: {len(raw)} bytes, at most {size} are taken.")
    if deeper_than(depth, raw):
        raise TooMuch(f"This is nested too deeply: at most {depth} levels are taken.")
    if holds_nothing(raw):
        raise TooMuch(NOTHING)
    try:
        return msgspec.json.decode(raw, type=kind)
    except (RecursionError, UnicodeDecodeError, OverflowError) as error:
        raise msgspec.DecodeError(f"This is no JSON: {type(error).__name__}.") from None
