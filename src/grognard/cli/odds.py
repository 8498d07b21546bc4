"""`grognard odds`: what a combat will come to, exactly."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .errors import BAD, complain
from .given import GameName, writable

if TYPE_CHECKING:
    from grognard.kernel import Game
    from grognard.kernel.scene import OddsView
    from grognard.lab.odds import Fit
    from grognard.lab.situations import Situation


def odds(
    name: GameName,
    situation: Annotated[
        str, typer.Argument(help="Name of a situation of that game, or a .toml file.", metavar="[SITUATION]")
    ] = "",
    ask: Annotated[list[str], typer.Option(help="Change the question, as in TOML: 'policy = \"stand\"'.", metavar="X=Y")] = [],  # noqa: B006
    check: Annotated[int, typer.Option(min=0, help="Fight it so often by the rules, too, and compare.", metavar="N")] = 0,
    html: Annotated[Path | None, typer.Option(help="Write a page with charts.", metavar="FILE")] = None,
    svg: Annotated[Path | None, typer.Option(help="Write the charts alone.", metavar="FILE")] = None,
    json: Annotated[Path | None, typer.Option(help="Write the distributions.", metavar="FILE")] = None,
) -> None:
    """Exact odds of a situation: every die, through the decisions of both sides by a stated policy."""
    import msgspec

    from grognard.kernel import game
    from grognard.lab.bars import bars_svg, bars_text
    from grognard.lab.files import write_whole
    from grognard.lab.odds import fits, odds_of
    from grognard.lab.situations import asked, load_situation

    known = game(name)
    if not situation:
        _list(known)
        return
    paths = [writable(path) for path in (html, svg, json)]
    found = load_situation(known, situation)
    question = asked(found, ask)
    views = odds_of(known, found, question)
    print(found.title)
    for view in views:
        print("\n".join(["", *bars_text(view)]))
    compared = fits(known, found, check, question) if check else []
    for fit in compared:
        told = f"chi-square {fit.chi_square:.2f} ({fit.degrees} df), p = {fit.p:.3f}"
        print(f"\n{fit.title}: {fit.samples} fought by the rules, {told}")
    if paths[0]:
        write_whole(paths[0], _page(known, found, question, views, compared))
    if paths[1]:
        write_whole(paths[1], bars_svg(views))
    if paths[2]:
        whole = {"game": name, "title": found.title, "question": question, "odds": views, "checked": compared}
        write_whole(paths[2], msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n")
    if any(fit.p < 1e-4 for fit in compared):
        complain("The rules and the odds do not agree: please report this situation.")
        raise typer.Exit(BAD)


def _list(known: Game) -> None:
    from grognard.lab.situations import load_situation, situation_names

    names = situation_names(known)
    print(f"Situations of {known.title}:" if names else f"{known.title} has no situations of its own; give a .toml file.")
    for name in names:
        one = load_situation(known, name)
        print(f"  {name}: {one.title}\n      {one.blurb}")


def _page(known: Game, found: Situation, question: dict[str, Any], views: list[OddsView], compared: list[Fit]) -> str:
    from grognard.lab.bars import bars_svg, percent
    from grognard.lab.page import figure, page, section, table, words

    parts: list[str] = [words(found.blurb)] if found.blurb else []
    parts.append(section("Odds", figure(bars_svg(views))))
    parts.append(section("Asked", table(["what", "value"], [(key, str(value)) for key, value in question.items()])))
    for fit in compared:
        exact = dict(next(view for view in views if view.title == fit.title).outcomes)
        rows = [
            (word, percent(exact.get(word, 0.0)), percent(n / fit.samples), str(n)) for word, n in sorted(fit.counts.items())
        ]
        told = f"Chi-square {fit.chi_square:.2f} with {fit.degrees} degrees of freedom: p = {fit.p:.3f}."
        parts.append(
            section(
                f"{fit.title}: fought {fit.samples} times by the rules",
                table(["outcome", "exact", "fought", "times"], rows),
                words(told),
            )
        )
    return page(found.title, f"{known.title}: exact odds", parts)
