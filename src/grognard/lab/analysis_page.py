"""The page of `grognard analyse`: what was found, each thing linked to its place in the match, which stands below."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from grognard.kernel.scene import EventView

from . import plots
from .analysis import Analysis, Moment, turning_points
from .bars import bars_svg
from .page import Part, figure, page, section, table, words


def analysis_page(found: Analysis, file: str) -> str:
    parts = [
        words(found.result),
        _course(found),
        _turning(found),
        _luck(found),
        _combats(found),
        _blunders(found),
        _replay(found, file),
    ]
    return page(f"{found.title}: {found.scenario}", f"A match explained ({file})", [part for part in parts if part])


def named(found: Analysis, seat: str) -> str:
    """A seat as people call it: where it is a whole side, by the side's name."""
    return found.sides.get(seat, seat)


def link(number: int, text: str = "") -> Part:
    return Part(f'<a href="#c{number}">{escape(text or str(number))}</a>')


def lines_of(events: Iterable[EventView]) -> str:
    shown = []
    for event in events:
        dice = f" {', '.join(map(str, event.dice))}." if event.dice else ""
        shown.append(f"{escape(event.text.rstrip())}{dice} <span class=faint>{escape(event.rule)}</span>")
    return "<br>".join(shown)


def _course(found: Analysis) -> Part:
    points = [(0.0, found.start), *((float(moment.number), moment.worth) for moment in found.moments)]
    marks = {float(moment.number): str(moment.number) for moment in turning_points(found)}
    caption = (
        f"How the position looked to {found.sides[found.first]} (the game's own evaluation); marked are the turning points."
    )
    return section("The course", figure(plots.steps(points, "choices", "value", marks), caption, "plot"))


def _turning(found: Analysis) -> Part | str:
    turns = turning_points(found)
    if not turns:
        return ""
    rows = [
        (link(one.number), named(found, one.seat), one.label, f"{one.swing:+.2f}", Part(lines_of(one.told[-4:])))
        for one in turns
    ]
    told = words("The swing is that of the side that chose; dice that fell after its choice are in it.")
    return section("Turning points", table(["choice", "who", "what", "swing", "what came of it"], rows), told)


def _luck(found: Analysis) -> Part | str:
    if not found.luck:
        return ""
    rows = [(found.sides.get(side, side), found.dice.get(side, 0), f"{luck:+.2f}") for side, luck in found.luck.items()]
    extreme = sorted((throw for throw in found.throws if throw.by), key=lambda throw: (-abs(throw.luck), throw.after))[:10]
    throws = [
        (link(throw.after), named(found, throw.by), " ".join(map(str, throw.dice)), f"{throw.luck:+.2f}", throw.rule)
        for throw in sorted(extreme, key=lambda throw: throw.after)
    ]
    return section(
        "Luck", table(["side", "dice", "luck"], rows),
        words("In standard deviations above the mean; whether high dice are good, the rule says. The rarest throws:"),
        table(["choice", "who", "dice", "luck", "rule"], throws),
    )  # fmt: skip


def _combats(found: Analysis) -> Part | str:
    fought = [moment for moment in found.moments if moment.odds]
    if not fought:
        return ""
    parts: list[str] = [words(f"{len(fought)} choices had odds beside them.")]
    for moment in fought:
        told = Part(f"<p>{lines_of(moment.told)}</p>")
        title = f"{moment.number}. {named(found, moment.seat)}: {moment.label}"
        inner = figure(bars_svg(moment.odds)) + told + f"<p>{link(moment.number, 'in the match')}</p>"
        parts.append(Part(f"<details><summary>{escape(title)}</summary>{inner}</details>"))
    return section("Odds, and what came", *parts)


def _blunders(found: Analysis) -> Part | str:
    if not found.looked_at:
        return ""
    told = (
        f"The search bot was asked about the {len(found.looked_at)} choices after which the position fell most, in the "
        "player's chair, with what he knew. Where it clearly prefers something else, it stands here; cost is a share of "
        "the range of positions that it saw."
    )
    rows = [(link(one.number), named(found, one.seat), one.label, one.better, f"{one.cost:.0%}") for one in found.blunders]
    listed = table(["choice", "who", "chose", "rather", "cost"], rows) if rows else words("It would have done the same.")
    return section("Blunders", words(told), listed)


def _replay(found: Analysis, file: str) -> Part:
    command = f"<p>Step through it: <code>grognard replay {escape(file)} --from N</code>, or load the file in the browser.</p>"
    rows = "".join(_line(moment, named(found, moment.seat)) for moment in found.moments)
    return section("The match", Part(command), Part(f"<ol class=replay>{rows}</ol>"))


def _line(moment: Moment, who: str) -> str:
    told = f"<div class=faint>{lines_of(moment.told)}</div>" if moment.told else ""
    asked = f' title="{escape(moment.prompt, quote=True)}"' if moment.prompt else ""
    what = f"<b>{escape(who)}</b>: {escape(moment.label)}{told}"
    return f'<li id="c{moment.number}" value="{moment.number}"{asked}>{what}</li>'
