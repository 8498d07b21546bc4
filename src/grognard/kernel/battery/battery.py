"""The whole battery over one scenario.

Random matches are played and recorded, then played again with checks on the way: restarts wherever the rules can be
restarted, and at decisions spread over all kinds of decisions everything else. A problem in one check does not stop others.
"""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Callable, Iterable
from typing import Any

from ..game import Game
from ..game import game as game_named
from ..log import CHANCE
from ..match import Match
from ..scenarios import Option, load_options
from .drawing import check_board
from .forking import check_forks, check_save
from .offering import check_offers
from .playing import PLAY, Citations, check_plain, play_at_random
from .processes import check_processes
from .record import Recording, Step, spread
from .report import Budget, Clock, Pace, Reached, Report
from .restarting import check_restarts
from .secrecy import Secrecy
from .tables import check_finished, check_tables
from .undoing import check_undo

LOOK = 0.55  # when so much of the time is used up, decisions are looked at
ELSEWHERE = 0.1  # so much goes into other processes


def run_battery(
    game: str | Game,
    scenario: str | dict[str, Any] = "learning",
    options: dict[str, Any] | None = None,
    seeds: Iterable[str] = ("battery-1", "battery-2", "battery-3"),
    budget: Budget | None = None,
) -> Report:
    """Every check on random matches of this scenario, one match for each seed."""
    known = game_named(game) if isinstance(game, str) else game
    budget = budget or Budget()
    name = scenario if isinstance(scenario, str) else str(scenario.get("name", "custom"))
    report = Report(known.name, name, options or {})
    began, clock = time.process_time(), Clock(budget.seconds) if budget.seconds else None
    with Citations(known) as citations:
        recordings = _play(known, scenario, options or {}, seeds, budget, report, clock)
        for number, recording in enumerate(recordings):
            _play_again(recording, report, budget, clock, number, len(recordings))
        secrecy = Secrecy(report, budget.worlds)
        for number, recording in enumerate(recordings):
            clock_share = LOOK + (1 - LOOK) * (number + 1) / len(recordings)
            looks = _look(recording, report, budget, clock, secrecy, every=(1, None)[number % 2], share=clock_share)
            report.reached[number].looks = looks
        if recordings:
            secrecy.judge(recordings[0].where(0), known)
            citations.report(report, recordings[0].where(0))
    report.seconds = time.process_time() - began
    return report


def _play(
    game: Game,
    scenario: str | dict[str, Any],
    options: dict[str, Any],
    seeds: Iterable[str],
    budget: Budget,
    report: Report,
    clock: Clock | None,
) -> list[Recording]:
    recordings: list[Recording] = []
    for seed in seeds:
        if recordings and clock is not None and clock.up(0.15):
            report.note(f"time for {len(recordings)} random matches only")
            break
        recording = play_at_random(
            game, scenario, options, seed, report,
            longest=budget.longest, clock=clock, between=budget.between, choices=budget.choices,
        )  # fmt: skip
        recordings.append(recording)
    if recordings and not any(recording.over for recording in recordings):
        report.note("no random match was played to its end")
    recordings = [recording for recording in recordings if recording.steps]
    report.reached = [Reached(len(recording.steps), recording.over) for recording in recordings]
    return recordings


def _play_again(recording: Recording, report: Report, budget: Budget, clock: Clock | None, number: int, of: int) -> None:
    """The checks that go through the whole of a recording by themselves; the first also in other processes."""
    share = PLAY + (LOOK - ELSEWHERE - PLAY) * (number + 1) / of

    def restarts() -> None:
        report.reached[number].restarts = check_restarts(
            recording, report, quota=budget.restarts, most=budget.restarted, follow=budget.follow, clock=clock, share=share
        )

    def tables() -> None:
        check_tables(recording, report)

    def finished() -> None:
        check_finished(recording, report)

    def processes() -> None:
        seconds = budget.seconds * ELSEWHERE / (budget.processes + 1) or None
        report.reached[number].elsewhere = check_processes(
            recording, report, processes=budget.processes, choices=budget.elsewhere, seconds=seconds
        )

    _guard(report, recording, "restarts", restarts)
    if number == 0:
        _guard(report, recording, "board", lambda: check_board(recording, report))
        _guard(report, recording, "tables", tables)
        _guard(report, recording, "ends", finished)
    if number == of - 1 and budget.processes:
        _guard(report, recording, "processes", processes)


def _look(
    recording: Recording,
    report: Report,
    budget: Budget,
    clock: Clock | None,
    secrecy: Secrecy,
    every: int | None,
    share: float,
) -> int:
    """Walk through a recording once more and look closely at some of its decisions: at how many."""
    rng = random.Random(f"look {recording.seed}")
    wanted = spread(recording, budget.samples, rng)
    match = recording.start(checkpoint_every=every)
    pace, passed, looked = Pace(clock, share), 0, 0
    for index, step, _ in recording.walk(match):
        if pace.up():
            break
        if index in wanted:
            if not pace.behind(passed / len(wanted)):
                look_closely(match, step, recording, index, report, secrecy, rng)
                looked += 1
            passed += 1
    if looked < len(wanted):
        report.note(f"time for {looked} of {len(wanted)} decisions of a match, up to choice {match.number}")
    if match.number == len(recording.steps):
        _check_again(match, recording, report)
    return looked


def look_closely(
    match: Match, step: Step, recording: Recording, index: int, report: Report, secrecy: Secrecy, rng: random.Random
) -> None:
    """All checks of one decision. They work on copies: the match is the same afterwards."""
    where = recording.where(index)
    report.done["decisions looked at"] += 1
    checks: list[tuple[str, Callable[[], None]]] = [
        ("plain state", lambda: check_plain(match, where, report)),
        ("offers", lambda: check_offers(match, where, report, rng)),
        ("undo", lambda: check_undo(match, step.seat, step.value, where, report)),
        ("forks", lambda: check_forks(match, where, report)),
        ("saves", lambda: check_save(match, step.seat, step.value, where, report)),
        ("non-interference", lambda: secrecy.check(match, step.seat, step.value, where, rng)),
    ]
    for name, check in checks:
        _guard(report, recording, name, check, index)


def _check_again(match: Match, recording: Recording, report: Report) -> None:
    """Played again, with other checkpoints and looked at on the way, the match ends as it did."""
    again = recording.start()
    for _ in recording.walk(again):
        pass
    dice = [entry[2] for entry in again.log if entry[0] == CHANCE]
    if dice != [entry[2] for entry in match.log if entry[0] == CHANCE] or again.result != match.result:
        where = recording.where(len(recording.steps))
        report.add("forks", where, "looking at a match on its way changed how it went on")


def _guard(report: Report, recording: Recording, check: str, run: Callable[[], None], index: int = 0) -> None:
    """A check that itself falls over has found something."""
    try:
        run()
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        what = f"{type(error).__name__}: {error} ({last.filename.rsplit('/', 1)[-1]}:{last.lineno})"
        report.add(check, recording.where(index), what)


# ------------------------------------------------------------------ options


def option_values(option: Option) -> list[Any]:
    """The values of an option that a run should try, the default left out."""
    values: list[Any] = []
    if option.kind == "bool":
        values = [True, False]
    elif option.kind == "choice":
        values = list(option.choices)
    elif option.kind == "int":
        near = [int(option.default) - 1, int(option.default) + 1]
        ends = [end for end in (option.min, option.max) if end is not None]
        values = sorted({value for value in (*near, *ends) if _fits(option, value)})
    return [value for value in values if value != option.default]


def _fits(option: Option, value: int) -> bool:
    return (option.min is None or value >= option.min) and (option.max is None or value <= option.max)


def options_to_try(game: Game) -> list[dict[str, Any]]:
    """Every option of a game's options.toml once, each value of it."""
    declared = load_options(game.data) if game.data is not None else []
    return [{option.name: value} for option in declared for value in option_values(option)]
