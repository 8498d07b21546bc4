"""`grognard rule`, `rules` and `ledger`: the rulebooks, and how much of them the tests prove."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .errors import BAD, complain
from .given import GameName, ledger_of

if TYPE_CHECKING:
    from grognard.kernel.coverage import Coverage
    from grognard.kernel.ledger import Ledger, Ruling


def rule(
    id: Annotated[str, typer.Argument(help="The id of a rule or ruling, such as nlc.7.4.1 or nlc.R7.", metavar="ID")],
) -> None:
    """Show a rule: its text, its example and the rulings on it."""
    ledger = _ledger_with(id)
    if id in ledger.rulings:
        _show_ruling(ledger.ruling(id))
        return
    found = ledger.rule(id)
    scope = "" if found.scope == "core" else f" ({found.scope})"
    print(f"{found.id}: {found.title}{scope}", "", found.text.strip(), sep="\n")
    if found.example:
        print("", f"Example: {found.example.strip()}", sep="\n")
    if reason := ledger.uncitable.get(id):
        print("", f"The umpire never cites it: {reason}", sep="\n")
    for ruling in ledger.rulings_about(id):
        print()
        _show_ruling(ruling)


def rules(
    game: GameName,
    search: Annotated[str, typer.Option("--search", "-s", help="Only rules that hold all these words.", metavar="WORDS")] = "",
) -> None:
    """List or search the rules and rulings of a game."""
    ledger = ledger_of(game)
    found = ledger.search(search) if search else list(ledger)
    rulings = ledger.search_rulings(search) if search else list(ledger.rulings.values())
    for one in found:
        print(f"{one.id}: {one.title}")
    for ruling in rulings:
        print(f"{ruling.id}: {ruling.question.strip()}")
    if not found and not rulings:
        complain(f"{ledger.title}: no rule holds {search!r}.")
        raise typer.Exit(BAD)


def ledger(
    game: Annotated[str, typer.Argument(help="Only this ruleset, with the rules that are not proven.", metavar="[GAME]")] = "",
    broken: Annotated[str, typer.Option("--break", help="Break this rule: do its tests go red?", metavar="ID")] = "",
    root: Annotated[Path | None, typer.Option(help="The project; by default the one that this folder lies in.")] = None,
) -> None:
    """Show how many rules the tests prove (for developers)."""
    from grognard.kernel import Misuse

    try:
        from grognard.kernel import breaking, coverage
    except ModuleNotFoundError as missing:
        raise Misuse(f"The ledger's figures need {missing.name}: run it in the project, after `make setup`.") from None
    project = coverage.project_root(root)
    if broken:
        _break(breaking.break_rule(broken, project))
        return
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


def _ledger_with(id: str) -> Ledger:
    """The ledger of the game that the id begins with; else any that has it (a variant and its base may share one)."""
    from grognard.kernel import Misuse, game_names
    from grognard.kernel.ledger import ledgers_in

    ruleset = id.split(".")[0]
    shared = next((known for known in ledgers_in().values() if id in known), None)
    if shared is not None:
        return shared
    if ruleset in game_names():
        return ledger_of(ruleset)
    raise Misuse(f"{id!r}: expected the id of a rule, such as nlc.7.4.1. Games: {', '.join(game_names()) or 'none'}.")


def _show_ruling(ruling: Ruling) -> None:
    print(f"Ruling {ruling.id} on {', '.join(ruling.about)}: {ruling.question.strip()}")
    print(f"  {ruling.answer.strip()}")
    print(f"  Why: {ruling.why.strip()}")
    if ruling.option:
        print(f"  Option: {ruling.option}")


def _show_coverage(figures: dict[str, Coverage]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("ruleset", box=None, header_style="bold")
    for head in ("rules", "marked", "cited", "proven"):
        table.add_column(head, justify="right")
    for name, one in figures.items():
        shares = [f"{len(getattr(one, count))} ({one.percent(count):.0f} %)" for count in ("marked", "cited", "proven")]
        table.add_row(name, str(len(one.rules)), *shares)
    Console(markup=False, highlight=False).print(table if figures else "No ledgers yet.")


def _show_missing(figures: Coverage) -> None:
    for count in ("marked", "cited", "proven"):
        left = [id for id in figures.missing(count) if count != "cited" or id not in figures.uncitable]
        print("", f"Not {count}: {len(left)}", *(f"  {id}" for id in left), sep="\n")


def _break(report: object) -> None:
    from grognard.kernel.breaking import BreakReport

    assert isinstance(report, BreakReport)
    kinds = ("red", "green", "out_of_reach", "red_already", "hung", "not_run")
    words = ("went red", "stayed green", "never met the rule", "were red before", "did not end", "were not run")
    for kind, said in zip(kinds, words):
        for test in getattr(report, kind):
            print(f"{said}: {test}")
    print(f"{report.rule}: {report.verdict}")
    if not report.good:
        raise typer.Exit(BAD)
