"""Choices as typed values: what a procedure receives, a bot weighs and a label is made of.

An option's value is an id (an int or a str), a member of a `StrEnum`, or a `Value`: a frozen struct with a name for each of its
parts. `notation` is the one way in which it stands in the log, in a save and on the wire; whoever sends that back means it.

    class Show(Value, frozen=True):
        leader: int

        def notation(self) -> str:
            return f"show:{self.leader}"
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from .state import plain


class Value(Struct, frozen=True):
    """A choice with parts. By default it is written as the tuple of its parts."""

    def notation(self) -> Any:
        return tuple(plain(part) for part in msgspec.structs.astuple(self))
