"""`grognard rule` and `rules`: the rulebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .errors import BAD, complain
from .given import GameName, ledger_of

if TYPE_CHECKING:
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
