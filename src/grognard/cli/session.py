"""A match played in a terminal: plain lines, numbered answers, nothing drawn; fit for a screen reader.

The session reads and prints through two functions that are given to it, so that tests can play. Bots answer for the seats
that nobody here sits in.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.bots.play import answer
from grognard.kernel import Bot, Chair, Match, Misuse, Refused
from grognard.kernel.scene import Scene
from grognard.kernel.text import cited
from grognard.lab.files import write_whole

from .menus import DraftMenu, Menu, menu_of, parsed
from .words import diary_lines, moves_seen, opening, position, question_lines, rule_lines, whereto

HELP = (
    "?: the rule that asks; ? ID: another rule",
    "why WHAT: why a piece, a place or a value cannot be chosen",
    "board: the position; diary: what happened; list: the question again",
    "undo, undo turn; save FILE; quit",
)


OPENING = 8  # lines of the diary that are read to who sits down


class Leave(Exception):
    """The player leaves the table."""


class Session:
    """`mine` are the seats at this screen; `bots` sit in the others."""

    def __init__(
        self,
        match: Match,
        mine: Sequence[str],
        bots: Mapping[str, Bot],
        seed: int | str,
        read: Callable[[str], str] = input,
        say: Callable[[str], None] = print,
    ) -> None:
        self.match = match
        self.mine = list(mine)
        self.bots = bots
        self.chance = {seat: random.Random(f"{seed}/{seat}") for seat in bots}
        self.read = read
        self.say = say
        self.told = dict.fromkeys(match.seats, 0)  # lines of the diary that each seat has heard
        self.seen: dict[str, Scene] = {}  # open tables: how each seat last saw it
        self.last_seat = ""
        self.saved_at = match.number

    def run(self) -> bool:
        """Play to the end (True), or until the player leaves (False)."""
        try:
            while self.match.result is None:
                waiting = [seat for seat in self.match.decisions if seat not in self.mine]
                if waiting:
                    answer(self.match, Chair(self.match, waiting[0], self.chance[waiting[0]]), self.bots[waiting[0]])
                else:
                    self.turn(self.match.decision.seat)
        except Leave:
            return False
        self.tell_news(self.mine[0])
        self.say(position(self.match, self.mine[0]))
        self.say(cited(f"The end: {self.match.result.text}", self.match.result.rule))
        return True

    def turn(self, seat: str) -> None:
        """One decision of a person."""
        if self.last_seat not in ("", seat) and self.match.game.hidden:
            self.ask_line(f"{self.side_name(seat)} is asked. Press Enter when nobody else looks: ")
        self.tell_news(seat)
        if seat != self.last_seat:
            self.say(opening(self.match, seat))
            self.last_seat = seat
        menu = menu_of(self.match.decisions[seat])
        menu.more_words = whereto(self.match, seat)
        self.show(seat, menu)
        while self.match.decisions.get(seat) is menu.decision:
            line = self.ask_line()
            try:
                self.obey(line, seat, menu)
            except Refused as refused:
                for refusal in refused.refusals:
                    self.say(cited(f"No: {refusal.why}", refusal.rule))
            except (Misuse, OSError) as error:
                self.say(str(error))

    def obey(self, line: str, seat: str, menu: Menu) -> None:
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        match word:
            case "":
                self.show(seat, menu)
            case "help":
                self.say("\n".join((*menu.help, *HELP)))
            case "?":
                self.say("\n".join(rule_lines(self.match.game.name, rest or menu.decision.rule)))
            case "why":
                self.why(rest, seat, menu)
            case "board":
                self.say(position(self.match, seat))
            case "diary":
                self.say("\n".join(diary_lines(self.match.diary(seat, last=40))) or "Nothing has happened yet.")
            case "list":
                self.show(seat, menu)
            case "undo":
                self.match.undo(seat, turn=rest == "turn")
                self.say("Undone.")
            case "save":
                self.save(rest)
            case "quit" | "exit" | "q":
                self.leave()
            case "more":
                menu.more()
                self.show(seat, menu)
            case "find":
                menu.find(rest)
                self.show(seat, menu)
            case _:
                self.decide(line, seat, menu)

    def decide(self, line: str, seat: str, menu: Menu) -> None:
        """A line that is no command answers the question, or a step of it."""
        try:
            found = menu.pick(int(line)) if line.isdecimal() else menu.typed(line)
        except IndexError:
            self.say(f"{line!r} is none of the choices. Type `list` to hear them, `help` for what else can be typed.")
            return
        if found is not None:
            self.match.choose(found[0], seat)
        elif isinstance(menu, DraftMenu):
            self.show(seat, menu)
        else:
            self.say(f"{line!r} is not understood. Type a number, or `help`.")

    # ---------------------------------------------------------- telling

    def show(self, seat: str, menu: Menu) -> None:
        view = menu.decision.view(self.match.own_number(seat))
        first, *others = question_lines(view)
        self.say("\n".join([f"{self.side_name(seat)}: {first}", *others, *menu.lines()]))

    def tell_news(self, seat: str) -> None:
        news = diary_lines(self.match.diary(seat, since=self.told[seat]))
        if not self.told[seat] and len(news) > OPENING:
            news = [f"{len(news) - OPENING} lines before: type `diary`.", *news[-OPENING:]]
        self.told[seat] = len(self.match.diary(seat))
        seen = self.match.view(seat) if self.match.game.measure[0] else None
        if seen is not None:
            news += moves_seen(self.match, self.seen.get(seat), seen)
            self.seen[seat] = seen
        if news:
            self.say("\n".join(news))

    def why(self, what: str, seat: str, menu: Menu) -> None:
        """Why this piece or place, or this value, cannot be chosen."""
        if not what:
            raise Misuse("Type `why` and a piece, a place or a value.")
        if number := menu.number_of(what):
            self.say(f"It can be chosen: it is number {number}.")
            return
        match = self.match
        refusal = match.explain(piece=what, seat=seat) or match.explain(place=what, seat=seat)
        if refusal is None:
            value: Any = parsed(what)
            if value == what and menu.decision.form != "options":  # a word, where values are more than words
                raise Misuse(f"Nothing is known about {what!r} here.")
            refusal = match.why_not([*menu.items, value] if isinstance(menu, DraftMenu) else value, seat)
        self.say(cited(refusal.why, refusal.rule) if refusal else "Nothing is known against it.")

    def side_name(self, seat: str) -> str:
        return self.match.prepared.sides.get(self.match.seats.get(seat, seat), seat)

    # ---------------------------------------------------------- the rest

    def save(self, name: str) -> None:
        if not name:
            raise Misuse("Type `save` and a file name.")
        write_whole(Path(name), self.match.save())
        self.saved_at = self.match.number
        self.say(f"Saved in {name}. Go on later with: grognard play --text --continue {name}")

    def leave(self) -> None:
        if self.saved_at != self.match.number:
            name = self.ask_line("Save it first? Type a file name, or nothing to leave without: ")
            if name:
                self.save(name)
        raise Leave

    def ask_line(self, prompt: str = "> ") -> str:
        try:
            return self.read(prompt).strip()
        except EOFError:
            raise Leave from None
