"""The conformance battery: what holds for every game, checked on random matches of any game.

    report = run_battery("nlc", "quatre-bras")
    print(report)
    assert report.ok

It knows no game. A game of your own is run the same way: `run_battery(MyGame(), scenario)`. Each kind of check is a module
and can be run alone: playing (ends, length, positions, secrets kept), restarting (continued = restarted), undoing, forking
(forks and saves), offering (options and refusals), secrecy (non-interference), processes (the same bytes elsewhere), tables
(dice by hand, split sides, finished matches verified), and playthrough (recorded matches as text).
"""

from .battery import look_closely, option_values, options_to_try, run_battery
from .forking import check_forks, check_save
from .offering import check_offers
from .playing import Citations, check_plain, play_at_random, told_too_late
from .playthrough import playthrough, replayed
from .processes import check_processes
from .record import Hand, Recording, Step, play_on, spread
from .report import Budget, Clock, Problem, Report
from .restarting import check_restarts
from .secrecy import Secrecy
from .tables import check_finished, check_tables
from .undoing import check_undo

__all__ = [
    "Budget",
    "Citations",
    "Clock",
    "Hand",
    "Problem",
    "Recording",
    "Report",
    "Secrecy",
    "Step",
    "check_finished",
    "check_forks",
    "check_offers",
    "check_plain",
    "check_processes",
    "check_restarts",
    "check_save",
    "check_tables",
    "check_undo",
    "look_closely",
    "option_values",
    "options_to_try",
    "play_at_random",
    "play_on",
    "playthrough",
    "replayed",
    "run_battery",
    "spread",
    "told_too_late",
]
