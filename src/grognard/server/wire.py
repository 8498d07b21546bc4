"""What browser and server say to each other, as types. docs/wire.md is the same in words.

Scenes and their parts are the kernel's (`grognard.kernel.scene`). Whatever a client sends has bounds here: lengths of
text, numbers of items. OpenAPI data and the client's JSDoc types are made from these classes.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from grognard.bots.routes import Route
from grognard.kernel.game import ReferencePage
from grognard.kernel.ledger import Rule, Ruling
from grognard.kernel.scenarios import Option
from grognard.kernel.scene import DecisionView, GhostView, OddsView, OptionView, RefusalView, Scene

from .wire_club import ChatLine, Clock, Terms
from .wire_words import Items, Line, MessageId, Name, Number, Values, Words

SPECTATOR = "-"

# ------------------------------------------------------------------ games


class ScenarioInfo(Struct, omit_defaults=True):
    name: str
    title: str
    blurb: str = ""
    sides: dict[str, str] = {}
    options: dict[str, Any] = {}
    problem: str = ""  # why it cannot be played


class GameInfo(Struct, omit_defaults=True):
    name: str
    title: str
    blurb: str = ""
    scenarios: list[ScenarioInfo] = []
    options: list[Option] = []
    bots: list[str] = []
    hidden: bool = False
    lessons: int = 0  # how many lessons it has
    rules: bool = False
    era: str = ""  # what the first page says about it: data/cover.toml
    length: str = ""
    weight: int = 0  # of its rules, 1 to 5
    cover: str = ""  # the scenario whose map is its picture


class Chapter(Struct, omit_defaults=True):
    name: str
    title: str
    rules: list[str] = []


class Rulebook(Struct, omit_defaults=True):
    title: str
    source: str = ""
    chapters: list[Chapter] = []
    rules: list[Rule] = []
    rulings: list[Ruling] = []
    pages: list[ReferencePage] = []


class RuleAnswer(Struct, omit_defaults=True):
    rule: Rule | None = None
    rulings: list[Ruling] = []
    ruling: Ruling | None = None


class Position(Struct):
    """A position as data, with its shape as JSON schema, to write a patch by."""

    state: Any
    shape: dict[str, Any]


# ------------------------------------------------------------------ matches

Kind = Literal["me", "other", "bot", "open"]  # open: nobody sits there yet (in a club)


class SeatWish(Struct, omit_defaults=True):
    kind: Kind = "me"
    bot: Name = ""


class NewMatch(Struct, omit_defaults=True, forbid_unknown_fields=True):
    game: Name
    scenario: Name = "learning"
    options: Values = {}
    seats: Annotated[dict[Name, SeatWish], Meta(max_length=32)] = {}
    seed: Line | None = None
    dice: Literal["stream", "by hand"] = "stream"
    situation: Values | None = None
    title: Line = ""
    public: bool = False  # in a club: everybody may watch, and sit down where a seat is open
    umpire: bool = False  # in a club: whoever opens it is the umpire
    rated: bool = True
    delay: Annotated[float, Meta(ge=0, le=1440)] = 0.0  # minutes by which watchers see it later
    clock: Clock | None = None
    split: Annotated[dict[Name, Name], Meta(max_length=32)] = {}  # seat -> side, where a side has several seats
    nonces: Annotated[dict[Name, Line], Meta(max_length=32)] = {}  # words of the seats that are mixed into the dice


class SeatInfo(Struct, omit_defaults=True):
    side: str
    name: str
    kind: Kind
    bot: str = ""
    people: list[str] = []  # in a club: who sits there
    left: int | None = None  # seconds on its clock
    away: bool = False  # who asks has left it to the bot that plays there, and may come back


class MatchRow(Struct, omit_defaults=True):
    """A match in a list."""

    id: str
    game: str
    scenario: str
    title: str
    seats: dict[str, SeatInfo]
    created: str  # ISO 8601, UTC
    updated: str
    turn: str = ""
    number: int = 0  # choices of the first person of this screen
    over: str = ""
    waiting: list[str] = []  # the seats that are asked
    marks: list[str] = []
    club: bool = False
    public: bool = False
    owner: str = ""
    mine: bool = False  # this person opened it
    umpires: list[str] = []
    judge: bool = False  # this person is its umpire
    terms: Terms | None = None
    home: str = ""  # the match for which it settles a question

    def __post_init__(self) -> None:
        self.home = self.id.partition("~")[0] if "~" in self.id else ""


class ElsewhereInfo(Struct, omit_defaults=True):
    """A question that may be settled by another match: what is offered, and how far it is."""

    words: str
    title: str
    game: str
    match: str = ""  # its id, when it has begun
    turn: str = ""
    over: str = ""  # its result in words
    answer: str = ""  # what it answers here, in words


class ElsewhereWish(Struct, omit_defaults=True, forbid_unknown_fields=True):
    do: Literal["start", "enter"]
    bots: bool = False  # all seats there are played by bots


class Moment(Struct, omit_defaults=True):
    n: int
    text: str = ""
    rule: str = ""
    place: str = ""
    turn: str = ""


class ReportWish(Struct, omit_defaults=True):
    line: Number | None = None
    words: Words = ""
    seat: Name = ""


class ErrorInfo(Struct, omit_defaults=True):
    what: str
    rule: str = ""
    where: str = ""


class ErrorAnswer(Struct):
    error: ErrorInfo


# ------------------------------------------------------------------ what the client says over the websocket


class Said(Struct, tag_field="do", omit_defaults=True, kw_only=True):
    id: MessageId = None


class Look(Said, tag="look"):
    pass


class Choose(Said, tag="choose", kw_only=True):
    number: Number
    value: Any
    at: Name = ""


class Check(Said, tag="check", kw_only=True):
    value: Any


class DraftItems(Said, tag="draft", kw_only=True):
    items: Items


class Why(Said, tag="why", kw_only=True):
    piece: Name = ""
    place: Name = ""
    value: Any = None


class Hint(Said, tag="hint"):
    """What would my staff do? Nothing is chosen."""


class Try(Said, tag="try", kw_only=True):
    """What may come of this? Tried in imagined worlds; nothing is chosen."""

    value: Any


class Routes(Said, tag="routes"):
    """Where does a chain of this question lead? Nothing is chosen."""


class Undo(Said, tag="undo", kw_only=True):
    turn: bool = False


class Withdraw(Said, tag="withdraw"):
    pass


class Sit(Said, tag="sit", kw_only=True):
    seat: Name


class Stand(Said, tag="stand", kw_only=True):
    rule: Name
    answer: Any
    piece: Name = ""
    place: Name = ""
    below_odds: float | None = None
    until: Name = ""


class StandDown(Said, tag="stand_down", kw_only=True):
    rule: Name | None = None


class RollBack(Said, tag="roll_back", kw_only=True):
    n: Number


class Correct(Said, tag="correct", kw_only=True):
    patch: Values
    why: Annotated[str, Meta(min_length=1, max_length=1000)]


class HandOut(Said, tag="hand_out", kw_only=True):
    """An umpire's line in the diary of these seats alone."""

    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    to: Annotated[list[Name], Meta(min_length=1, max_length=32)]


class Resign(Said, tag="resign"):
    pass


class OfferMade(Said, tag="offer", kw_only=True):
    """A draw, a roll-back to moment n of one's own replay, or a house ruling, offered to the others."""

    what: Literal["draw", "roll_back", "correct"]
    n: Number = 0
    patch: Values = {}
    why: Annotated[str, Meta(max_length=1000)] = ""


class OfferAnswered(Said, tag="answer", kw_only=True):
    what: Literal["draw", "roll_back", "correct", "resign"]
    yes: bool = False
    mark: Annotated[str, Meta(max_length=20)] = ""  # of the offer that was read: another one is not agreed to


class Say(Said, tag="say", kw_only=True):
    """Chat. `to`: seats that may read it (the umpire, and a side among itself)."""

    text: Annotated[str, Meta(min_length=1, max_length=1000)]
    to: Annotated[list[Name], Meta(max_length=32)] = []


class Nonce(Said, tag="nonce", kw_only=True):
    """Words of this seat that are mixed into the dice, before the first roll."""

    words: Line


class AsText(Said, tag="text"):
    pass


class Ping(Said, tag="ping"):
    pass


ClientSays = (
    Look | Choose | Check | DraftItems | Why | Hint | Try | Routes | Undo | Withdraw | Sit | Stand | StandDown | RollBack
    | Correct | HandOut | Resign | OfferMade | OfferAnswered | Say | Nonce | AsText | Ping
)  # fmt: skip

# ------------------------------------------------------------------ what the server says


class Answer(Struct, tag_field="kind", omit_defaults=True, kw_only=True):
    re: int | str | None = None


class Hello(Answer, tag="hello", kw_only=True):
    row: MatchRow
    seat: str | None


class SceneAnswer(Answer, tag="scene", kw_only=True):
    scene: Scene
    at: str
    asked: list[str] = []


class Late(Answer, tag="late", kw_only=True):
    scene: Scene
    at: str
    asked: list[str] = []


Changes = list[tuple[list[str | int], Any]]


class Difference(Answer, tag="difference", kw_only=True):
    number: int
    at: str
    asked: list[str] = []
    changes: Changes = []


class StepAnswer(Answer, tag="step", kw_only=True):
    text: str
    number: int
    at: str
    seat: str = ""
    asked: list[str] = []
    changes: Changes | None = None
    scene: Scene | None = None


class Done(Answer, tag="done"):
    pass


class RefusedAnswer(Answer, tag="refused", kw_only=True):
    refusals: list[RefusalView]


class Checked(Answer, tag="checked", kw_only=True):
    refusals: list[RefusalView] = []
    ghosts: list[GhostView] = []  # where pieces would stand by this value


class DraftAnswer(Answer, tag="draft", kw_only=True):
    decision: DecisionView


class WhyAnswer(Answer, tag="why", kw_only=True):
    refusal: RefusalView | None


class HintAnswer(Answer, tag="hint", kw_only=True):
    """What a bot would choose in this seat, and why."""

    number: int  # of the decision it is about
    value: Any
    choices: list[OptionView] = []  # one option, or the items of a sheet
    reasons: list[str] = []
    others: list[str] = []  # what it thought of besides
    ghosts: list[GhostView] = []


class TrialAnswer(Answer, tag="trial", kw_only=True):
    trials: int = 0
    odds: list[OddsView] = []
    words: str = ""


class RoutesAnswer(Answer, tag="routes", kw_only=True):
    number: int
    routes: list[Route] = []


class Thinking(Answer, tag="thinking", kw_only=True):
    seat: str


class OverAnswer(Answer, tag="over", kw_only=True):
    text: str


class Note(Answer, tag="note", kw_only=True):
    text: str


class Offer(Struct, omit_defaults=True):
    what: str
    by: str  # the seat that offers
    agreed: list[str] = []
    text: str = ""
    mark: str = ""  # to be sent with one's answer


class Offers(Answer, tag="offers", kw_only=True):
    offers: list[Offer] = []


class Chat(Answer, tag="chat", kw_only=True):
    lines: list[ChatLine] = []


class Presence(Answer, tag="present", kw_only=True):
    people: list[str] = []


class RowAnswer(Answer, tag="row", kw_only=True):
    row: MatchRow


class TextAnswer(Answer, tag="text", kw_only=True):
    text: str


class Pong(Answer, tag="pong"):
    pass


class ErrorSaid(Answer, tag="error", kw_only=True):
    what: str


ServerSays = (
    Hello | SceneAnswer | Late | Difference | StepAnswer | Done | RefusedAnswer | Checked | DraftAnswer | WhyAnswer
    | HintAnswer | TrialAnswer | RoutesAnswer | Thinking | OverAnswer | Note | Offers | Chat | Presence | RowAnswer
    | TextAnswer | Pong | ErrorSaid
)  # fmt: skip
