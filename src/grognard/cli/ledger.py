"""`grognard ledger`: how much of the rulebooks the tests prove, and whether they notice when a rule is broken."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .errors import BAD, complain

if TYPE_CHECKING:
    from grognard.kernel.proof.breaking import BreakReport
    from grognard.kernel.proof.coverage import Count, Coverage
    from grognard.kernel.proof.mutation import Mutation, Plan

COUNTS: tuple[Count, ...] = ("marked", "cited", "tested", "proven")


def ledger(
    game: Annotated[str, typer.Argument(help="Only this ruleset, with the rules that are not proven.", metavar="[GAME]")] = "",
    broken: Annotated[str, typer.Option("--break", help="Break this rule: do its tests go red?", metavar="ID")] = "",
    mutate: Annotated[str, typer.Option(help="Change this game's rules a little, many times: what do its tests miss?")] = "",
    sample: Annotated[int, typer.Option(min=1, help="With --mutate: how many changes.")] = 100,
    seed: Annotated[int, typer.Option(help="With --mutate: another seed, another sample.")] = 1,
    module: Annotated[str, typer.Option(help="With --mutate: only modules whose path holds this.")] = "",
    again: Annotated[bool, typer.Option("--again", help="With --mutate: only the changes that survived so far.")] = False,
    json: Annotated[Path | None, typer.Option(help="With --mutate: write everything into this file.", metavar="FILE")] = None,
    root: Annotated[Path | None, typer.Option(help="The project; by default the one that this folder lies in.")] = None,
) -> None:
    """Show how many rules the tests prove (for developers)."""
    from grognard.kernel import Misuse

    try:
        from grognard.kernel.proof import breaking, coverage, mutation
    except ModuleNotFoundError as missing:
        raise Misuse(f"The ledger's figures need {missing.name}: run it in the project, after `make setup`.") from None
    project = coverage.project_root(root)
    if broken:
        _break(breaking.break_rule(broken, project))
    elif mutate:
        plan = mutation.Plan(mutate, sample, seed, module, _alive(project, mutate) if again else [])
        _mutate(project, plan, json)
    else:
        _ledger(game, project)


def _ledger(game: str, project: Path) -> None:
    from grognard.kernel import Misuse
    from grognard.kernel.proof import coverage

    figures = coverage.coverage(project)
    if game and game not in figures:
        raise Misuse(f"There is no ledger {game!r}. There are: {', '.join(figures) or 'none'}.")
    _show_coverage(figures if not game else {game: figures[game]})
    for one in [figures[game]] if game else ():
        _show_missing(one)
    unknown = {"marked": coverage.unknown_marks(project), "cited": coverage.unknown_citations(project)}
    wrong = [f"{id}: {what} in {places[0]}, but in no ledger" for what, ids in unknown.items() for id, places in ids.items()]
    complain(*wrong)
    if wrong:
        raise typer.Exit(BAD)


def _show_coverage(figures: dict[str, Coverage]) -> None:
    """tried: rules of whose lines mutants were tried; alive: those of which one survived. 80 columns are enough."""
    from rich.console import Console
    from rich.table import Table

    table = Table("ruleset", box=None, header_style="bold")
    for head in ("rules", *COUNTS, "tried", "alive"):
        table.add_column(head, justify="right")
    for name, one in figures.items():
        shares = [f"{len(getattr(one, count))} ({one.percent(count):.0f}%)" for count in COUNTS]
        table.add_row(name, str(len(one.rules)), *shares, str(len(one.sampled)), str(len(one.alive)))
    Console(markup=False, highlight=False).print(table if figures else "No ledgers yet.")


def _show_missing(figures: Coverage) -> None:
    for count in COUNTS:
        left = [id for id in figures.missing(count) if count != "cited" or id not in figures.uncitable]
        print("", f"Not {count}: {len(left)}", *(f"  {id}" for id in left), sep="\n")
    if figures.alive:
        alive = [f"  {id}" for id in figures.alive]
        print("", f"Of these tested, but a mutant is alive: {len(alive)}", *alive, sep="\n")


KINDS = {
    "red": "went red",
    "hung": "did not end",
    "green": "stayed green",
    "out_of_reach": "never met it",
    "not_run": "were not run",
}


def _break(report: BreakReport) -> None:
    for way in report.ways:
        print(f"{way.place or 'everywhere'}: {way.how}")
        for kind, said in KINDS.items():
            for test in getattr(way, kind):
                print(f"  {said}: {test}")
        if way.missed:
            print("  NO TEST NOTICED")
    for place in report.firm:
        print(f"{place}: cites it, and nothing there can be broken")
    for test in report.red_already:
        print(f"red before anything was broken: {test}")
    for test in report.blind:
        print(f"proves nothing: {test}")
    print(f"{report.rule}: {report.verdict}")
    if not report.good:
        raise typer.Exit(BAD)


def _alive(project: Path, game: str) -> list[tuple[str, str, str]]:
    from grognard.kernel import Misuse
    from grognard.kernel.proof.mutation import kept

    alive = [one.key for one in kept(project, game) if one.outcome == "survived"]
    if not alive:
        raise Misuse(f"No mutant of {game} has survived so far.")
    return alive


def _mutate(project: Path, plan: Plan, file: Path | None) -> None:
    import msgspec

    from grognard.kernel.proof.mutation import mutate

    found = mutate(project, plan)
    _show_mutation(found)
    if file is not None:
        file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1))
        print(f"Everything is in {file}.")


def _show_mutation(found: Mutation) -> None:
    for one in found.survivors:
        tests = f"{one.ran} of {one.reached} tests" if one.reached else "no test reaches it"
        print(f"{one.file}:{one.line} in {one.function or 'the module'}: {one.kind} [{one.near or 'no rule near'}] ({tests})")
        print(f"  {one.diff}")
    rate, low, high = found.rate()
    killed, late, alive = (found.count(outcome) for outcome in ("killed", "timed out", "survived"))
    words = [f"{killed} killed", f"{late} timed out", f"{alive} survived", f"{found.count('equivalent')} equivalent"]
    print(f"{found.game}: {len(found.tried)} of {found.population} mutants (seed {found.seed}): {', '.join(words)}")
    took = f"{found.seconds:.0f} seconds, {found.processor:.0f} of the processor"
    print(f"noticed: {100 * rate:.0f} % (95 %: {100 * low:.0f} to {100 * high:.0f} %), in {took}")
    if found.left_out:
        print(f"tests left out, because they fail or take long: {len(found.left_out)}")
