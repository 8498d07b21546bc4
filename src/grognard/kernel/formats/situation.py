"""Situations: a scenario, a patch laid over it, and a question about it, in one TOML file."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from .shape import says


class Situation(Struct, forbid_unknown_fields=True):
    """A position that is laid over a scenario: to be played, or to ask the odds of."""

    title: Annotated[str, says("What menus show.", min_length=1)]
    scenario: Annotated[str | dict[str, Any], says("The name of a scenario, or a table with one.")] = "learning"
    blurb: Annotated[str, says("A line or two about it.")] = ""
    seed: Annotated[str | Annotated[int, Meta(ge=0, le=999_999_999)], says("The seed of its dice.")] = 1
    options: Annotated[dict[str, Any], says("Options, as a match takes them.")] = {}
    situation: Annotated[dict[str, Any], says("The patch: words of the game, and fields of its state.")] = {}
    question: Annotated[
        dict[str, Any], says("What the odds are asked, with the policy that both sides follow; a position to play needs none.")
    ] = {}
