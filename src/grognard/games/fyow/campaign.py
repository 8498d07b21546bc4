"""Campaigns written by hand: `template` is what `grognard new-campaign` writes. What a file must hold is in format/."""

from __future__ import annotations

from importlib.resources import files


def template(title: str) -> str:
    """A small complete campaign with a comment to every entry."""
    text = (files("grognard.games.fyow") / "data" / "new-campaign.txt").read_text(encoding="utf-8")
    return text.replace("@TITLE@", title)
