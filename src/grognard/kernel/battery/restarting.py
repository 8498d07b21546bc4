"""A continued match is a restarted match, at every checkpoint.

Wherever the rules call `checkpoint()`, the procedures are started afresh from a copy of the state, and what happened since
is fed to them. The match that comes out must be the one that simply went on: the same position, log, diary and views, and
the same again after some more choices with the same dice. A checkpoint that is none is this design's one trap.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

from ..log import Checkpoint
from ..match import Match
from ..rebuilding import resume, same_table
from .record import Recording
from .report import Clock, Pace, Report
from .told import changed, sketch, snapshot

Site = tuple[str, int]  # the file and line that called checkpoint()


class Watched(Match):
    """A match that remembers where the rules could have been restarted."""

    rests: list[tuple[Site, Checkpoint]]
    quota: int
    visits: Counter[Site]

    def __init__(self, *table: Any) -> None:
        super().__init__(*table)
        self.rests, self.quota, self.visits = [], 0, Counter()

    def rest(self) -> None:
        super().rest()
        caller = sys._getframe(2)
        site = (caller.f_code.co_filename, caller.f_lineno)
        self.visits[site] += 1
        if self.luck.recall is None and self._due(site):
            self.rests.append((site, self.checkpoints.here(self.g.state)))

    def _due(self, site: Site) -> bool:
        """The first visits of a place, and then ever more seldom: late in a match things are different."""
        visit = self.visits[site]
        return visit <= self.quota or (visit & (visit - 1)) == 0


class Restarted:
    """A match that was started afresh and is now followed for some choices."""

    def __init__(self, twin: Match, site: Site, where: str, left: int) -> None:
        self.twin = twin
        self.site = f"{Path(site[0]).name}:{site[1]}"
        self.where = where
        self.left = left


def check_restarts(
    recording: Recording,
    report: Report,
    *,
    quota: int = 3,
    most: int | None = None,
    follow: int = 3,
    clock: Clock | None = None,
    share: float = 1.0,
) -> int:
    """Play the recording again and restart it on the way, until this share of the time is used up: how often it was.

    `most`: so many restarts are spread over the match, besides those at a place that is met for the first time.
    """
    match = Watched.start(recording.game, recording.scenario, recording.seed, recording.options, checkpoint_every=1)
    assert isinstance(match, Watched)
    match.quota = quota
    pace, followed = Pace(clock, share), list[Restarted]()
    before = report.done["restarts"]
    for index, step in enumerate(recording.steps):
        gone, made = index / len(recording.steps), report.done["restarts"] - before
        if pace.behind(gone) or (most is not None and made > most * (gone + 0.05)):
            match.rests = [(site, rest) for site, rest in match.rests if match.visits[site] == 1]
        followed = _restart(match, recording.where(index), follow, report, followed)
        followed = [one for one in followed if _choose(one, step.value, step.seat, report)]
        match.choose(step.value, step.seat)
        if followed and not match.procedures.submitted:
            truth = sketch(match)
            followed = [one for one in followed if _still_the_same(one, truth, report) and one.left > 0]
        if pace.up():
            report.note(f"restarts were compared up to choice {index} of {len(recording.steps)}, then the time was up")
            return report.done["restarts"] - before
    _restart(match, recording.where(len(recording.steps)), 0, report, [])
    return report.done["restarts"] - before


def _restart(match: Watched, where: str, follow: int, report: Report, followed: list[Restarted]) -> list[Restarted]:
    """Restart the match at the places that it has just passed."""
    passed, match.rests = match.rests, []
    if not passed or match.procedures.submitted:
        return followed
    truth = sketch(match)
    for site, checkpoint in passed:
        one = Restarted(_fresh(match, checkpoint), site, where, follow)
        report.done["restarts"] += 1
        try:
            resume(one.twin, checkpoint, match.log[checkpoint.log :])
        except Exception as error:
            what = f"the checkpoint at {one.site} is none: started there, {type(error).__name__}: {error}"
            report.add("restarts", where, what)
            continue
        if match.visits[site] <= 2:  # with all that is told, which is dear
            truth = snapshot(match)
        if _still_the_same(one, truth, report):
            followed = [*followed, one]
    report.done["places of checkpoints"] = len(match.visits)
    return followed


def _fresh(match: Match, checkpoint: Checkpoint) -> Match:
    """The table before the procedures are started at a checkpoint, with the same dice."""
    twin = same_table(match)
    twin.annals.take_past(match.annals, checkpoint)
    twin.luck.epoch = checkpoint.epoch
    twin.checkpoints.kept = [checkpoint]
    return twin


def _choose(one: Restarted, value: Any, seat: str, report: Report) -> bool:
    one.left -= 1
    try:
        one.twin.choose(value, seat)
    except Exception as error:
        what = f"started there, {value!r:.60} gives {type(error).__name__}: {error}"
        report.add("restarts", one.where, f"the checkpoint at {one.site} is none: {what}")
        return False
    return True


def _still_the_same(one: Restarted, truth: dict[str, Any], report: Report) -> bool:
    look = snapshot if len(truth) > len(sketch(one.twin)) else sketch
    if what := changed(truth, look(one.twin)):
        report.add("restarts", one.where, f"the checkpoint at {one.site} is none: continued / restarted differ in {what}")
    return not what
