"""`grognard print`: a scenario to print, cut out and play on a real table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .given import GameName, OptionList, ScenarioName, options_of, writable


def print_and_play(
    name: GameName,
    scenario: ScenarioName = "learning",
    option: OptionList = [],  # noqa: B006 - Typer reads it
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file, .html or .pdf; else GAME-SCENARIO-print.html.")
    ] = None,
    no_rules: Annotated[bool, typer.Option("--no-rules", help="Map, counters and tables only.")] = False,
) -> None:
    """Map in tiles, counters front and back, tables, rules with rulings: one file, HTML that any browser prints, or PDF."""
    from grognard.boards.print_and_play import document, tiles
    from grognard.kernel import Match, game
    from grognard.lab.files import write_whole

    known = game(name)
    match = Match.start(known, scenario, 1, options_of(known, option))
    path = writable(output) or Path(f"{name}-{scenario}-print.html")
    page = document(match, not no_rules)
    if path.suffix == ".pdf":
        _as_pdf(page, path)
    else:
        write_whole(path, page)
    columns, rows = tiles(match.board, known.measure) if match.board else (0, 0)
    rest = "counters and tables" if no_rules else "counters, tables and rules"
    how = "" if path.suffix == ".pdf" else " Open it in a browser and print."
    print(f"{path}: the map on {columns} by {rows} sheets of A4, {rest}.{how}")


BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge", "brave-browser")


def _as_pdf(page: str, path: Path) -> None:
    """By a browser of the Chromium family: they all print without a window."""
    import shutil
    import subprocess
    import tempfile

    from grognard.kernel import Misuse

    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        raise Misuse(f"{path}: a PDF needs Chromium, Chrome or Edge. Write an .html file, open it in any browser and print it.")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "page.html"
        source.write_text(page, "utf-8")
        words = ["--headless", "--disable-gpu", "--no-sandbox", f"--user-data-dir={folder}/profile", "--no-pdf-header-footer"]
        command = [browser, *words, f"--print-to-pdf={path.resolve()}", source.as_uri()]
        done = subprocess.run(command, capture_output=True, timeout=300, check=False)
        if done.returncode or not path.is_file():
            raise Misuse(f"{path}: {Path(browser).name} could not print it. Write an .html file and print it yourself.")
