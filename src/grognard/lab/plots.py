"""Plots as SVG text (matplotlib): small, the same bytes for the same data, ready to stand in a page."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .extras import need

COLOURS = ("#a8503f", "#3f6a8a", "#7a8a3f", "#8a6d3f", "#6a4a86", "#3f8a7d")  # told apart by most eyes, also in grey
GREY = "#8a8171"


def drawn(draw: Callable[[Any], None], width: float = 7.2, height: float = 3.2, count: int = 1) -> str:
    """One figure. `draw` gets its axes (or a list of them)."""
    need("matplotlib")
    import matplotlib  # heavy, and seldom needed
    from matplotlib.figure import Figure  # heavy, and seldom needed

    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "grognard", "font.size": 9, "font.family": "serif"}):
        figure = Figure(figsize=(width, height), layout="constrained")
        axes = figure.subplots(1, count)
        for one in [axes] if count == 1 else axes:
            one.spines[["top", "right"]].set_visible(False)
        draw(axes)
        raw = io.StringIO()
        figure.savefig(raw, format="svg", metadata={"Date": None, "Creator": None})
    text = raw.getvalue()
    text = text[text.index("<svg") :]
    return re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)


def rates(rows: Sequence[tuple[str, float, float, float, int]]) -> str:
    """(words, rate, low, high, colour): points with their intervals, an even match as a line."""

    def draw(axes: Any) -> None:
        for y, (_, rate, low, high, colour) in enumerate(reversed(rows)):
            axes.plot([low, high], [y, y], color=COLOURS[colour % 6], linewidth=3, alpha=0.45, solid_capstyle="round")
            axes.plot([rate], [y], "o", color=COLOURS[colour % 6])
            axes.annotate(f"{rate:.0%}", (rate, y), xytext=(0, 6), textcoords="offset points", ha="center", fontsize=8)
        axes.axvline(0.5, color=GREY, linewidth=0.8, linestyle="--")
        axes.set_yticks(range(len(rows)), [row[0] for row in reversed(rows)])
        axes.set_xlim(0, 1)
        axes.set_ylim(-0.6, len(rows) - 0.3)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.set_xlabel("won (a draw counts half), with 95 % interval")

    return drawn(draw, height=1.0 + 0.36 * len(rows))


def effects(rows: Sequence[tuple[str, float, float, float]]) -> str:
    """(words, difference, low, high): what a change does to the first side's rate."""

    def draw(axes: Any) -> None:
        for y, (_, middle, low, high) in enumerate(reversed(rows)):
            axes.plot([low, high], [y, y], color=COLOURS[1], linewidth=3, alpha=0.45, solid_capstyle="round")
            axes.plot([middle], [y], "o", color=COLOURS[1])
        axes.axvline(0, color=GREY, linewidth=0.8, linestyle="--")
        axes.set_yticks(range(len(rows)), [row[0] for row in reversed(rows)])
        axes.set_ylim(-0.6, len(rows) - 0.4)
        axes.xaxis.set_major_formatter(lambda value, _: f"{100 * value:+.3g}")
        axes.set_xlabel("percentage points, with 95 % interval")

    return drawn(draw, height=1.0 + 0.36 * len(rows))


def histogram(groups: Mapping[str, Sequence[float]], words: str, bins: int = 20) -> str:
    def draw(axes: Any) -> None:
        low = min(min(values) for values in groups.values())
        high = max(max(values) for values in groups.values())
        edges = [low + (high - low or 1) * n / bins for n in range(bins + 1)]
        for number, (name, values) in enumerate(groups.items()):
            axes.hist(values, edges, histtype="stepfilled", alpha=0.5, color=COLOURS[number % 6], label=name)
        axes.set_xlabel(words)
        axes.set_ylabel("matches")
        if len(groups) > 1:
            axes.legend(frameon=False)

    return drawn(draw, height=2.6)


def grouped_bars(labels: Sequence[str], series: Mapping[str, Sequence[float]], words: str) -> str:
    """Bars side by side: losses by arm."""

    def draw(axes: Any) -> None:
        thick = 0.8 / max(1, len(series))
        for number, (name, values) in enumerate(series.items()):
            at = [y + (number - (len(series) - 1) / 2) * thick for y in range(len(labels))]
            axes.barh(at, values, thick, color=COLOURS[number % 6], label=name)
        axes.set_yticks(range(len(labels)), labels)
        axes.invert_yaxis()
        axes.set_xlabel(words)
        axes.legend(frameon=False)

    return drawn(draw, height=1.0 + 0.2 * len(labels) * max(1, len(series)))


def bands(lines: Mapping[str, Sequence[tuple[float, float, float, float]]], across: str, up: str) -> str:
    """(x, low, middle, high) by name: how positions went, with the middle half of all matches."""

    def draw(axes: Any) -> None:
        for number, (name, points) in enumerate(lines.items()):
            xs = [point[0] for point in points]
            axes.fill_between(
                xs, [point[1] for point in points], [point[3] for point in points], color=COLOURS[number % 6], alpha=0.2
            )
            axes.plot(xs, [point[2] for point in points], color=COLOURS[number % 6], label=name)
        axes.axhline(0, color=GREY, linewidth=0.8, linestyle="--")
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        if len(lines) > 1:
            axes.legend(frameon=False)

    return drawn(draw)


def steps(points: Sequence[tuple[float, float]], across: str, up: str, marks: Mapping[float, str] | None = None) -> str:
    """One line through a match, with marked moments."""

    def draw(axes: Any) -> None:
        axes.plot([x for x, _ in points], [y for _, y in points], color=COLOURS[0])
        axes.axhline(0, color=GREY, linewidth=0.8, linestyle="--")
        for x, words in (marks or {}).items():
            axes.axvline(x, color=COLOURS[1], linewidth=0.8)
            axes.annotate(words, (x, 1), xycoords=("data", "axes fraction"), fontsize=7, rotation=90, va="top", ha="right")
        axes.set_xlabel(across)
        axes.set_ylabel(up)

    return drawn(draw)


def with_intervals(
    lines: Mapping[str, Sequence[tuple[float, float, float, float]]],
    across: str,
    up: str,
    log: bool = False,
    level: float | None = 0.5,
) -> str:
    """(x, rate, low, high) by name: strength against time, wins against luck or handicap."""

    def draw(axes: Any) -> None:
        for number, (name, points) in enumerate(lines.items()):
            xs, ys = [point[0] for point in points], [point[1] for point in points]
            errors = [[p[1] - p[2] for p in points], [p[3] - p[1] for p in points]]
            axes.errorbar(xs, ys, yerr=errors, marker="o", capsize=3, color=COLOURS[number % 6], label=name)
        if level is not None:
            axes.axhline(level, color=GREY, linewidth=0.8, linestyle="--")
        if log:
            axes.set_xscale("log")
        axes.set_ylim(-0.03, 1.03)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.set_xlabel(across)
        axes.set_ylabel(up)
        if len(lines) > 1:
            axes.legend(frameon=False)

    return drawn(draw)
