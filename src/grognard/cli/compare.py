"""`grognard compare`: who wins, how often, and what if a rule is on? One command, an answer, a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .given import GameName, OptionList, ScenarioName, options_of, varied
from .simulate import Bots, Cluster, Seed, Vary, Workers, keep_playing

if TYPE_CHECKING:
    from grognard.kernel import Game
    from grognard.lab.record import Record


def compare(
    name: GameName,
    scenario: ScenarioName = "learning",
    rule: Annotated[list[str], typer.Option(help="An optional rule, off and on: 25.2 or nlc.25.2.", metavar="RULE")] = [],  # noqa: B006
    vary: Vary = [],  # noqa: B006 - Typer reads it
    bots: Bots = "best",
    matches: Annotated[int, typer.Option(min=1, help="How many, for each thing compared.", metavar="N")] = 20,
    seed: Seed = "0",
    workers: Workers = 1,
    cluster: Cluster = "",
    out: Annotated[
        Path | None, typer.Option(help="Folder of the results; named after the question by default.", metavar="DIR")
    ] = None,
    option: OptionList = [],  # noqa: B006
) -> None:
    """Who wins a scenario, how often, and what if a rule is on? Answers, and makes a page with pictures."""
    from grognard.kernel import game
    from grognard.lab.experiment import Experiment
    from grognard.lab.files import write_whole
    from grognard.lab.report import answer_lines, answer_picture, report_page
    from grognard.lab.results import load_results

    known = game(name)
    compared = varied(known, vary)
    for one in rule:
        compared |= switches(known, one)
    sitting = [bot.strip() for bot in bots.split(",")]
    swap = len(set(sitting)) > 1
    experiment = Experiment(name, [scenario], sitting, matches, seed, options_of(known, option), compared, swap)
    jobs = experiment.jobs()
    folder = out or Path("-".join([name, scenario, *(one.removeprefix(f"{name}.") for one in rule), *compared]))
    try:
        keep_playing(experiment, jobs, workers, cluster, folder, quiet=True)
    finally:  # stopped by Ctrl-C: an answer from what is done
        records: list[Record] = load_results(folder) if folder.exists() else []
        if records:
            write_whole(folder / "report.html", report_page(records))
            write_whole(folder / "who-wins.svg", answer_picture(records))
            print("\n".join(answer_lines(records)))
            print(f"{folder / 'who-wins.svg'}, {folder / 'report.html'}")


def switches(game: Game, rule: str) -> dict[str, list[Any]]:
    """The option that switches a rule, off and on; raises Misuse that lists the rules that can be switched."""
    from grognard.kernel import Misuse
    from grognard.kernel.scenarios import load_options

    options = [one for one in (load_options(game.data) if game.data else []) if one.kind == "bool"]
    wanted = rule if rule.startswith(f"{game.name}.") else f"{game.name}.{rule}"
    fitting = [one for one in options if one.rule == wanted or one.rule.startswith(f"{wanted}.")]
    if len(fitting) != 1:
        named = ", ".join(f"{one.rule} ({one.name})" for one in fitting or options if one.rule)
        which = "is switched by several options" if fitting else "is switched by no option"
        raise Misuse(f"--rule {rule}: that rule {which}. There are: {named}.")
    return {fitting[0].name: [False, True]}
