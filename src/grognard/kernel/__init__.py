"""The kernel: matches, decisions, dice, diary, saves, ledger; the types of scenes, bots and odds. It knows no game."""

from .bot import Bot, Chair, Course
from .cite import cites
from .context import UMPIRE, Context, Over, Result
from .decision import DONE, PASS, Choice, Decision, Together
from .drafting import Checked, Draft
from .elsewhere import Elsewhere
from .game import Game, Procedure, SetUp, game, game_names, register
from .listed import Listed
from .match import Match
from .refusal import BadData, Broken, Misuse, Refusal, Refused
from .standing import Standing
from .tally import Tally
from .values import Value

__all__ = [
    "DONE",
    "PASS",
    "UMPIRE",
    "BadData",
    "Bot",
    "Broken",
    "Chair",
    "Checked",
    "Choice",
    "Context",
    "Course",
    "Decision",
    "Draft",
    "Elsewhere",
    "Game",
    "Listed",
    "Match",
    "Misuse",
    "Over",
    "Procedure",
    "Refusal",
    "Refused",
    "Result",
    "SetUp",
    "Standing",
    "Tally",
    "Together",
    "Value",
    "cites",
    "game",
    "game_names",
    "register",
]
