"""The context `g` that rules receive: the position, the dice, the diary and the questions.

A game derives its own (`class Nlc(Context[NlcState, NlcStatic])`) and adds named verbs that change the state and nouns that
tell derived facts. Rules never reach past it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from . import cite, dice_listener
from .decision import Choice, Judge, Together
from .diary import Event
from .dice import Roll, dice_of
from .drafting import Checked, Draft
from .tally import Tally

if TYPE_CHECKING:
    from .match import Match

StateT = TypeVar("StateT")
StaticT = TypeVar("StaticT")
V = TypeVar("V")

UMPIRE = "umpire"


class Result:
    """How a match ended. `winner` is a side, or None for a draw."""

    __slots__ = ("rule", "scores", "text", "winner")

    def __init__(self, winner: str | None, text: str, rule: str, scores: dict[str, float] | None = None) -> None:
        self.winner = winner
        self.text = text
        self.rule = rule
        self.scores = scores or {}
        cite.cite(rule)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and self.plain() == other.plain()

    def __hash__(self) -> int:
        return hash((self.winner, self.text))

    def plain(self) -> dict[str, Any]:
        return {"winner": self.winner, "text": self.text, "rule": self.rule, "scores": self.scores}

    def __repr__(self) -> str:
        return f"Result({self.winner!r}, {self.text!r})"


class Over(Exception):
    """Raised by a rule that ends the match at once, from however deep."""

    def __init__(self, result: Result) -> None:
        self.result = result


class Context(Generic[StateT, StaticT]):
    """`g`: everything a rule may touch."""

    state: StateT

    def __init__(self, match: Match, static: StaticT, state: StateT, options: dict[str, Any]) -> None:
        self.static = static
        self.state = state
        self.options = options
        self.match = match
        self.prepare()

    def prepare(self) -> None:
        """For a game's own short cuts (caches, references into static data). Called once for each context."""

    def facts(self) -> Any:
        """What was worked out of this very position and holds until it changes: a copy of the position starts with it.

        It is made of the state and nothing else, and the verbs that change the position leave it alone and begin a new one.
        """
        return None

    def take_facts(self, facts: Any) -> None:
        """Begin with what `facts` gave in the same position."""

    # ---------------------------------------------------------- questions

    def ask(
        self,
        side: str,
        prompt: str | Callable[[], str],
        options: Iterable[Any],
        *,
        rule: str,
        may: Judge | None = None,
        also: Sequence[Any] = (),
        **words: Any,
    ) -> Choice:
        """`answer = yield g.ask(...)`: one of a list of values (values.py).

        name    which of the game's questions this is: a member of its enum Ask
        may     judges each of `options`: what it refuses is not offered, and its refusal is what a player hears
        also    options that need no judgement (PASS)
        decline, done: the value or values that say no, or end what one was doing (PASS and DONE do so by themselves)
        final   it cannot be taken back, dice fall or something hidden is shown at once: True, or value -> bool
        kind    what it is for the eye ("move", "attack", "fire", "transit", "order"): a word, or value -> word
        label   value -> words;  on: value -> (piece, place);  show: value -> OptionView, for path, cost and odds
        about   what the question is about: {"piece": .., "place": .., "odds": ..}, which standing answers can name
                (and "along": pieces of the open table that go with the piece, all together like one; "layers": overlays that
                are shown meanwhile; "reach": distances shown around the piece; "panel": a sheet;
                "help": a line for whoever meets the question for the first time)
        tallies, odds: () -> list, shown with the prompt;  stakes: a warning, or () -> it;  waiting: what the others read
        secret  the others must not know the answer: a checkpoint must follow before they are asked
        """
        return Choice(side, prompt, options, rule, may=may, also=also, **words)

    def ask_checked(self, side: str, prompt: str | Callable[[], str], *, rule: str, **form: Any) -> Checked:
        """`pose = yield g.ask_checked(...)`: any value of type `shape` that `check` does not refuse; `suggest` gives some.

        form        () -> the JSON schema of a form to fill in here and now, if it says more than the shape
        ghosts      value -> where pieces would stand by it (GhostView), for the hand that drags
        elsewhere   a match of another game may answer it (elsewhere.py)
        """
        return Checked(side, prompt, rule, **form)

    def draft(self, side: str, prompt: str | Callable[[], str], *, rule: str, **form: Any) -> Draft:
        """`items = yield g.draft(...)`: a list of `item`s, from `offers`, judged as a whole by `check`; secret by default."""
        return Draft(side, prompt, rule, **form)

    def together(self, *decisions: Choice | Checked | Draft) -> Together:
        """`answers = yield g.together(...)`: {side: value}, when all have answered in secret."""
        return Together(*decisions)

    # ---------------------------------------------------------- chance

    def roll(
        self,
        dice: str,
        why: str = "",
        *,
        rule: str,
        by: str | None = None,
        to: Sequence[str] | None = None,
        tallies: Sequence[Tally] = (),
        **facts: Any,
    ) -> Roll:
        """Throw dice ("2d6", "d10", "davg") and write them in the diary. `by` throws them when dice are thrown by hand.

        to      the sides that see them; None: everybody; (): nobody but the umpire
        """
        count, faces = dice_of(dice)
        seen = None if to is None else tuple(to)
        outcome = Roll(self.match.luck.throw(dice, count, faces, seen, by, rule, None, facts))
        if dice_listener.hear is not None:
            dice_listener.hear(by, rule, outcome, faces)
        if cite.recorder is not None:
            cite.recorder(rule)
        annals = self.match.annals
        if annals.keeps_diary:
            words = why or f"{dice}: "
            views = tuple(tally.view() for tally in tallies)
            dice_line = Event(rule, words, facts, "roll", seen, annals.number, tuple(outcome), len(faces), views)
            annals.write(dice_line)
        return outcome

    def d6(self, why: str = "", *, rule: str, **words: Any) -> int:
        return self.roll("d6", why, rule=rule, **words)[0]

    def shuffle(self, things: Sequence[V], *, to: Sequence[str] | None = ()) -> list[V]:
        """The things in a random order, which nobody sees unless `to` says so."""
        order = self.match.luck.throw("shuffle", len(things), None, None if to is None else tuple(to), None, "", things)
        return [things[index] for index in order]

    def draw(self, things: Sequence[V], count: int = 1, *, to: Sequence[str] | None = ()) -> list[V]:
        """`count` of the things at random, in the order drawn. Nothing is taken away from `things`."""
        spec = f"draw {count}"
        picks = self.match.luck.throw(spec, len(things), None, None if to is None else tuple(to), None, "", things)
        return [things[index] for index in picks]

    # ---------------------------------------------------------- diary

    @property
    def keeps_diary(self) -> bool:
        """False in copies that are only played on: what is made for readers alone need not be made."""
        return self.match.annals.keeps_diary

    def tell(
        self,
        text: str,
        *,
        rule: str,
        to: str | Sequence[str] | None = None,
        kind: str = "event",
        tallies: Sequence[Tally] = (),
        **facts: Any,
    ) -> None:
        """A line of the diary: "{unit} retreats to {place}." with unit=.., place=..; `to` limits who may read it."""
        if cite.recorder is not None:
            cite.recorder(rule)
        annals = self.match.annals
        if annals.keeps_diary:
            readers = None if to is None else (to,) if isinstance(to, str) else tuple(to)
            views = tuple(tally.view() for tally in tallies)
            annals.write(Event(rule, text, facts, kind, readers, annals.number, (), 0, views))

    def heading(self, text: str, *, rule: str, **facts: Any) -> None:
        """The start of a turn or phase."""
        fates = self.match.luck.fates
        if fates is not None:
            fates.heading(text, facts)
        self.tell(text, rule=rule, kind="heading", **facts)

    # ---------------------------------------------------------- the flow of the match

    def checkpoint(self) -> None:
        """Here the procedures could be started afresh from the state alone. Costs little; call it wherever that is true."""
        self.match.rest()

    def reveal(self) -> None:
        """Hidden information was shown: nothing before this can be undone."""
        self.match.annals.bar()

    def moment(self, name: str) -> None:
        """A named moment ("turn", "phase", a seat's turn): standing answers end here, and turn undo goes back to it."""
        self.match.moment(name)

    def over(self, winner: str | None, text: str, *, rule: str, scores: dict[str, float] | None = None) -> Over:
        """`raise g.over(...)`: the match ends here."""
        return Over(Result(winner, text, rule, scores))
