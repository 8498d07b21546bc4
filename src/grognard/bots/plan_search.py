"""Plan search: whole courses of action are played out against each other, not single choices.

At the natural moments of its game (a turn, an action, a week) a commander tells the courses of action that he sees
(`Bot.courses`): the same commander under another main effort or with more or less daring. Each is played on from the same
worlds that the seat can imagine, with the same dice wherever the same is done (`Fates`), by the commanders of both sides; the
enemy answers in turn with each of the first courses that he sees himself. The course that was chosen before stays, until it
is no longer among those that there are, or another is better by more than chance. Between two such moments the commander of
the chosen course plays, and nothing is searched.

What is taken from whom: scripts instead of single moves from portfolio greedy search (Churchill and Buro 2013), scripts with
open choices from puppet search (Barriga and others 2015), worlds from determinized search (Cowling and others 2012), the race
from sequential halving. A budget in plays makes the choice the same for the same seed; a budget in seconds may end at any
time. Nothing is touched of the true match but what the chair gives: its decision, and worlds that it can imagine.
"""

from __future__ import annotations

import random
import time
from math import sqrt
from typing import Any

from grognard.kernel import Bot, Chair, Choice, Course, Decision, Match, Refused
from grognard.kernel.dice import Fates
from grognard.kernel.hand_roll import HandRoll
from grognard.kernel.imagine import CannotImagine

from .making import make_guide
from .random_bot import any_value, thrown
from .search import Near

FEW = 3  # plays of a course before anything is said of it
SURE = 3.0  # standard errors by which a lead ends the race


def courses_of(bot: Bot, chair: Chair) -> list[Course]:
    """The courses that this commander sees now; none if it is no time to think of them, or not his way."""
    seen = getattr(bot, "courses", None)
    return [] if seen is None or isinstance(chair.decision, HandRoll) else seen(chair)


class PlanSearch:
    """`plays` at a natural moment, or `seconds` if given (or the chair's time)."""

    def __init__(
        self,
        plays: int = 30,
        seconds: float = 0.0,
        worlds: int = 6,
        width: int = 6,
        answers: int = 2,
        moments: int = 3,
        horizon: int = 300,
        doubt: float = 1.5,
        hope: float = 0.7,
        matters: float = 0.02,
        premium: float = 0.5,
        guide: str = "best",
        enemy: str = "",
    ) -> None:
        self.plays, self.seconds = plays, seconds
        self.worlds = worlds  # imagined at a moment, at most
        self.width = width  # courses looked at, at most
        self.answers = answers  # of the enemy's courses, at most
        self.moments = moments  # of the game that pass before a position is looked at
        self.horizon = horizon  # choices played on, at most
        self.doubt = doubt  # standard errors by which another course must beat the one that stands
        self.hope = hope  # standard errors that a course may be behind and still race on
        self.matters = matters  # of the widest range of positions seen: less is not worth leaving the course that stands
        self.premium = premium  # what winning adds at the end, in parts of the widest range of positions seen
        self.guide = guide  # the commander, by name
        self.enemy = enemy or guide  # who plays the others where courses are played out
        self.commanders: dict[str, Bot] = {}  # by seat
        self.chosen: dict[str, tuple[str, Bot]] = {}  # by seat: the course that stands, and who holds to it
        self.asked = self.reviews = self.changed = self.played = self.blind = 0
        self.scale = 0.0
        self.verdict = ""  # of the last review, in words

    # ---------------------------------------------------------- choosing

    def choose(self, chair: Chair) -> Any:
        return self.at_work(chair).choose(chair)

    def rank(self, chair: Chair) -> list[Any]:
        """What the commander of the chosen course weighs."""
        bot = self.at_work(chair)
        rank = getattr(bot, "rank", None)
        return list(rank(chair)) if rank is not None else [bot.choose(chair)]

    def reason(self, chair: Chair, value: Any) -> str:
        """The course that stands, how it did in the plays, and what its commander says."""
        words, bot = self.chosen.get(chair.seat, ("", self.commander(chair)))
        reason = getattr(bot, "reason", None)
        own = str(reason(chair, value)) if reason is not None else ""
        return " ".join(one for one in (words and f"{words}.", self.verdict, own) if one)

    def commander(self, chair: Chair) -> Bot:
        if chair.seat not in self.commanders:
            self.commanders[chair.seat] = make_guide(chair.game, self.guide)
        return self.commanders[chair.seat]

    def at_work(self, chair: Chair) -> Bot:
        """Who chooses now: first the courses are looked at again, if it is time for it."""
        self.asked += 1
        try:
            seen = courses_of(self.commander(chair), chair)[: self.width]
            if seen:
                self.review(chair, seen)
        except CannotImagine:
            self.blind += 1
        return self.chosen[chair.seat][1] if chair.seat in self.chosen else self.commander(chair)

    def review(self, chair: Chair, seen: list[Course]) -> None:
        """Play the courses out; the one that stands gives way only to a better one."""
        self.reviews += 1
        standing = self.chosen.get(chair.seat, ("", None))[0]
        first = next((n for n, course in enumerate(seen) if course.words == standing), 0)
        order = [seen[first], *(course for n, course in enumerate(seen) if n != first)]
        best = order[0]
        if len(order) > 1:
            race = Race(self, chair, order)
            best = race.run()
            self.verdict = race.words(best)
        if best.words != standing:
            self.changed += bool(standing)
            self.chosen[chair.seat] = (best.words, best.bot())

    def enough(self, done: int, began: float, chair: Chair) -> bool:
        if chair.time_is_up() or (self.seconds and time.monotonic() - began >= self.seconds):
            return True
        timed = self.seconds or chair.deadline is not None
        return not timed and done >= self.plays


class Held:
    """The enemy's commander in a play: he takes the n-th of the courses that he sees first, and holds to it."""

    def __init__(self, commander: Bot, number: int) -> None:
        self.commander, self.number = commander, number
        self.bot: Bot | None = None

    def choose(self, chair: Chair) -> Any:
        if self.bot is None and self.number and (seen := courses_of(self.commander, chair)):
            course = seen[min(self.number, len(seen) - 1)]
            self.bot = (course.quick or course.bot)()
        return (self.bot or self.commander).choose(chair)


class Race:
    """Courses in the same worlds, round by round; those that fall behind the one that stands are dropped."""

    def __init__(self, bot: PlanSearch, chair: Chair, courses: list[Course]) -> None:
        assert chair.side is not None
        self.bot, self.chair, self.courses, self.side = bot, chair, courses, chair.side
        self.seed = chair.rng.getrandbits(64)
        self.imagined: list[Match] = []
        self.ends: list[list[tuple[float, float]]] = [[] for _ in courses]  # of each play: the position, who won
        self.racing = list(range(len(courses)))

    def run(self) -> Course:
        """The course that is to stand."""
        began, done = time.monotonic(), 0
        while len(self.racing) > 1:
            for number in self.racing:
                if self.bot.enough(done, began, self.chair):
                    return self.best()
                self.ends[number].append(self.play(number, len(self.ends[number])))
                done += 1
                self.bot.played += 1
            self.thin_out()
        return self.best()

    def thin_out(self) -> None:
        """Who is behind by more than chance is out; a lead that is sure ends the race."""
        known = {rival: self.lead(rival) for rival in self.racing if rival}
        if len(self.ends[0]) < FEW:
            return
        self.racing = [0, *(rival for rival, (mean, error) in known.items() if mean + self.bot.hope * error >= 0 and error)]
        if any(mean > SURE * error > 0 for mean, error in known.values()):
            self.racing = [0]

    def best(self) -> Course:
        found = {n: self.lead(n) for n in range(1, len(self.courses)) if len(self.ends[n]) >= FEW}
        sure = {n: mean - self.bot.doubt * error for n, (mean, error) in found.items() if mean >= self.bot.matters}
        winner = max(sure, key=lambda n: sure[n], default=0)
        return self.courses[winner if sure.get(winner, 0.0) > 0 else 0]

    def lead(self, number: int) -> tuple[float, float]:
        """By how much it beats the one that stands, play by play, and the standard error of that."""
        pairs = [self.worth(a) - self.worth(b) for a, b in zip(self.ends[number], self.ends[0])]
        mean = sum(pairs) / max(1, len(pairs))
        spread = sum((one - mean) ** 2 for one in pairs) / max(1, len(pairs) - 1)
        return mean, sqrt(spread / max(1, len(pairs)))

    def worth(self, end: tuple[float, float]) -> float:
        """In parts of the widest range of positions that was seen in the match."""
        position, won = end
        return position / (self.bot.scale or 1.0) + self.bot.premium * won

    # ---------------------------------------------------------- one play

    def play(self, number: int, visit: int) -> tuple[float, float]:
        """Play a course on in the world of this visit: how the position is at the end, and who has won (1 we, -1 they)."""
        world = self.world(visit % self.bot.worlds)
        twin = world.fork(seed=f"{self.seed} {visit}", quiet=True)
        twin.checkpoints.keeps = False
        twin.luck.fates = Fates(twin.stream.key)
        rng = random.Random(f"{self.seed} {visit}")
        bots: dict[str, Bot] = {}
        for seat, side in twin.seats.items():
            if seat == self.chair.seat:
                bots[seat] = (self.courses[number].quick or self.courses[number].bot)()
            else:
                answer = 0 if side == self.side else visit % self.bot.answers
                bots[seat] = Held(make_guide(twin.game, self.bot.enemy), answer)
        self.play_on(twin, bots, rng)
        position = float(twin.game.evaluate(twin.g, self.side))
        self.widen(position)
        winner = None if twin.result is None else twin.result.winner
        return position, 0.0 if winner is None else 1.0 if winner == self.side else -1.0

    def play_on(self, twin: Match, bots: dict[str, Bot], rng: random.Random) -> None:
        """Until enough moments have passed, or it is over."""
        moment, passed = twin.moment_began, 0
        for _ in range(self.bot.horizon):
            if twin.result is not None:
                return
            if twin.moment_began != moment:
                moment, passed = twin.moment_began, passed + 1
                if passed >= self.bot.moments:
                    return
            decision = twin.decision
            twin.choose(chosen(twin, decision, bots[decision.seat], rng), decision.seat)

    def widen(self, position: float) -> None:
        seen = [end[0] for ends in self.ends for end in ends] + [position]
        self.bot.scale = max(self.bot.scale, max(seen) - min(seen))

    def world(self, number: int) -> Match:
        while len(self.imagined) <= number:
            self.imagined.append(self.chair.imagine())
        return self.imagined[number]

    # ---------------------------------------------------------- in words

    def words(self, best: Course) -> str:
        """What the plays said, for who asks why."""
        played = sum(map(len, self.ends))
        if not played:
            return ""
        number = self.courses.index(best)
        if not number:
            return f"Of {len(self.courses)} courses, played out {played} times in all, none did better."
        pairs = list(zip(self.ends[number], self.ends[0]))
        better = sum(self.worth(a) > self.worth(b) for a, b in pairs)
        return f"Played out {len(pairs)} times, it did better than “{self.courses[0].words}” in {better}."


def chosen(twin: Match, decision: Decision, bot: Bot, rng: random.Random) -> Any:
    """What this bot chooses, looking straight into an imagined world."""
    if isinstance(decision, HandRoll):
        return thrown(decision, rng)
    if isinstance(decision, Choice) and len(decision.options) == 1:
        return decision.options[0]
    try:
        value = bot.choose(Near(twin, decision.seat, rng))
    except (CannotImagine, Refused):
        return any_value(decision, rng)
    return value if decision.why_not(value) is None else any_value(decision, rng)
