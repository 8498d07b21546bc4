"""`grognard battle`: a contact of a campaign that is fought elsewhere: its sheet, its linked match, its report."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .errors import complain

if TYPE_CHECKING:
    from grognard.kernel import Match

Campaign = Annotated[Path, typer.Argument(help="A saved campaign in which a battle waits for its report.", metavar="FILE")]


Link = Annotated[str, typer.Option(help="Write the linked match of World War II DBA to this file.", metavar="FILE")]
Result = Annotated[str, typer.Option(help="A linked match that is over: enter its report.", metavar="FILE")]


def battle(
    file: Campaign,
    link: Link = "",
    result: Result = "",
    bots: Annotated[bool, typer.Option("--bots", help="Let bots fight the linked match now, and enter its report.")] = False,
    report: Annotated[str, typer.Option(help="A battle report (JSON) from your table.", metavar="FILE")] = "",
    agree: Annotated[bool, typer.Option("--agree", help="The other side agrees to the report.")] = False,
    dispute: Annotated[bool, typer.Option("--dispute", help="It does not: the contact is settled on paper.")] = False,
    form: Annotated[str, typer.Option("--format", help="Of the battle sheet: md or html.", metavar="F")] = "md",
    out: Annotated[str, typer.Option(help="Write the campaign here; by default over the old file.", metavar="FILE")] = "",
) -> None:
    """Print the battle sheet of a contact fought elsewhere, enter its report, or answer the other side's."""
    from grognard.kernel import Match, Misuse

    if form not in ("md", "html"):
        raise Misuse(f"--format {form}: expected md or html.")
    if agree and dispute:
        raise Misuse("--agree and --dispute: which of them?")
    match = Match.load(file)
    complain(*match.notes)
    if agree or dispute:
        _answer(match, file, agree)
    else:
        waiting = _waiting(match, file)
        if link:
            _link(match, waiting, link)
            return
        value = _report(match, waiting, result, bots, report)
        if value is None:
            _sheet(match, waiting, form)
            return
        match.choose(value)
    Path(out or file).write_bytes(match.save())
    print(f"The report is in: {out or file}")
    if _asks_to_agree(match):
        print(f"The other side is asked: grognard battle {out or file} --agree, or --dispute.")


def _asks_to_agree(match: Match) -> bool:
    return any(decision.name == "agree" for decision in match.decisions.values())


def _waiting(match: Match, file: Path) -> Any:
    """The battle whose report is asked for."""
    from grognard.kernel import Misuse

    if match.game.name != "fyow":
        raise Misuse(f"{file}: a match of {match.game.title}; battles elsewhere belong to Fight Your Own Wars.")
    if _asks_to_agree(match):
        raise Misuse(f"{file}: a report is in, and the other side is asked: grognard battle {file} --agree, or --dispute.")
    found = next((b for b in match.g.state.battles if b.way != "paper" and b.reported < match.g.now), None)
    if found is None or not any(decision.name == "report" for decision in match.decisions.values()):
        raise Misuse(f"{file}: no battle waits for its report.")
    return found


def _answer(match: Match, file: Path, agree: bool) -> None:
    from grognard.kernel import Misuse

    seat = next((seat for seat, decision in match.decisions.items() if decision.name == "agree"), None)
    if seat is None:
        raise Misuse(f"{file}: no report waits for an answer.")
    match.choose("agree" if agree else "dispute", seat=seat)


def _link(match: Match, waiting: Any, link: str) -> None:
    from grognard.games.fyow.battle.linked import start_linked

    Path(link).write_bytes(start_linked(match.g, waiting).save())
    print(f"The linked match is in {link}: play it with `grognard play --continue {link}`, or load it in the browser.")


def _report(match: Match, waiting: Any, result: str, bots: bool, report: str) -> Any:
    """What is entered; None where only the sheet is wanted."""
    from grognard.games.fyow.battle.linked import fought_by_bots, report_of, start_linked
    from grognard.kernel import BadData, Match, Misuse

    if report:
        try:
            return json.loads(Path(report).read_text(encoding="utf-8"))
        except json.JSONDecodeError as error:
            raise BadData(f"{report}:{error.lineno}:{error.colno}: expected JSON, but: {error.msg}") from None
        except UnicodeDecodeError as error:
            raise BadData(f"{report}: expected text in UTF-8, and byte {error.start} is none") from None
    if not (result or bots):
        return None
    fought = Match.load(Path(result)) if result else fought_by_bots(start_linked(match.g, waiting))
    if fought.game.name != "dbms":
        raise Misuse(f"{result}: a match of {fought.game.title}, not the linked match.")
    if fought.result is None:
        raise Misuse(f"{result or 'The linked match'} is not over.")
    return report_of(match.g, waiting, fought)


def _sheet(match: Match, waiting: Any, form: str) -> None:
    from grognard.boards.papers import one_sheet
    from grognard.games.fyow.view.sheets import battle_sheet

    print(one_sheet(battle_sheet(match.g, waiting), form))
