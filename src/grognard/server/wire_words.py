"""Bounds of the words and numbers that a client may send."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

Name = Annotated[str, Meta(max_length=80)]
Line = Annotated[str, Meta(max_length=200)]
Words = Annotated[str, Meta(max_length=4000)]
Number = Annotated[int, Meta(ge=0, le=2**31)]
MessageId = Annotated[int, Meta(ge=0, le=2**53)] | Annotated[str, Meta(max_length=64)] | None
Items = Annotated[list[Any], Meta(max_length=500)]
Values = Annotated[dict[Name, Any], Meta(max_length=200)]
