"""Small bar charts of a distribution, as SVG and as text. No library: odds are part of the base."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from grognard.kernel.scene import OddsView

ROW, LABEL, WIDTH = 22, 240, 640


def bars_svg(views: Sequence[OddsView]) -> str:
    """All distributions under each other, to one scale."""
    parts: list[str] = []
    y = 0
    most = max((chance for view in views for _, chance in view.outcomes), default=1.0) or 1.0
    room = WIDTH - LABEL - 70
    for view in views:
        y += 26
        rule = f' <tspan class="rule">{escape(view.rule)}</tspan>' if view.rule else ""
        parts.append(f'<text class="title" x="0" y="{y - 8}">{escape(view.title)}{rule}</text>')
        for word, chance in view.outcomes:
            wide = max(1.0, chance / most * room) if chance else 0
            parts.append(f'<text x="{LABEL - 8}" y="{y + 15}" text-anchor="end">{escape(word)}</text>')
            parts.append(f'<rect x="{LABEL}" y="{y + 3}" width="{wide:.1f}" height="{ROW - 7}" rx="2"/>')
            parts.append(f'<text class="share" x="{LABEL + wide + 6:.1f}" y="{y + 15}">{percent(chance)}</text>')
            y += ROW
        y += 8
    style = (
        "text{font:13px Georgia,serif;fill:currentColor}.title{font-weight:bold}.rule,.share{fill:#8a8171;font-weight:normal}"
        "rect{fill:#a8503f}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}" role="img">'
        f"<style>{style}</style>{''.join(parts)}</svg>"
    )


def bars_text(view: OddsView, width: int = 40) -> list[str]:
    """The same for a terminal; a number stands at every bar, so a screen reader loses nothing."""
    wide = max((len(word) for word, _ in view.outcomes), default=0)
    lines = [f"{view.title} [{view.rule}]" if view.rule else view.title]
    lines += [
        f"  {word:<{wide}}  {percent(chance):>7}  {'#' * round(chance * width)}".rstrip() for word, chance in view.outcomes
    ]
    return lines


def percent(chance: float) -> str:
    shown = 100 * chance
    return f"{shown:.2g} %" if 0 < shown < 0.095 else f"{shown:.1f} %"
