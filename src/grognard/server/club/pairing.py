"""Who plays whom in a tournament: Swiss, knockout and league. Nothing here knows of matches or people, only of numbers.

Swiss: who has as many points meets, nobody meets anybody twice as long as that can be helped, and who is left over rests
(once). The first side goes to who has had it less often. Knockout: strong meets weak as in a bracket, who loses is out, a
draw is played again with the sides changed, twice at most: then the lot decides. League: everybody meets everybody, once or
twice, then with the sides changed; who was to meet somebody who has gone rests, and has the point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

WON, DRAWN, RESTED = 1.0, 0.5, 1.0  # points
REPLAYS = 2  # of a draw in a knockout; after that the lot decides: two who are agreed hold up nobody
TRIES = 20_000  # ways of pairing that are looked at before two may meet again

Kind = Literal["swiss", "knockout", "league"]
Outcome = Literal["", "first", "second", "drawn"]


class Pairing(Struct, omit_defaults=True):
    """Two players, the first on the first side of the scenario; without a second the first rests."""

    first: int
    second: int | None = None
    match: str = ""
    outcome: Outcome = ""
    replays: int = 0  # in a knockout: how often it was drawn before

    @property
    def done(self) -> bool:
        return self.second is None or bool(self.outcome)

    def points(self, player: int) -> float:
        if self.second is None:
            return RESTED if player == self.first else 0.0
        if self.outcome == "drawn":
            return DRAWN if player in (self.first, self.second) else 0.0
        return WON if self.winner == player else 0.0

    @property
    def winner(self) -> int | None:
        if self.second is None:
            return self.first
        return {"first": self.first, "second": self.second}.get(self.outcome)

    @property
    def loser(self) -> int | None:
        return {"first": self.second, "second": self.first}.get(self.outcome)


Round = list[Pairing]


class Standing(Struct):
    """How a player stands. `strength`: the points of those whom he met, which tells players of equal points apart."""

    player: int
    points: float = 0.0
    strength: float = 0.0
    won: int = 0
    drawn: int = 0
    lost: int = 0


def standings(players: Sequence[int], rounds: Sequence[Round]) -> list[Standing]:
    """The best first; of equals who entered first."""
    made = {player: Standing(player) for player in players}
    for pairing in (pairing for played in rounds for pairing in played if pairing.done):
        for player in (pairing.first, pairing.second):
            if player is None or player not in made:
                continue
            mine = made[player]
            mine.points += pairing.points(player)
            mine.won += pairing.second is not None and pairing.winner == player
            mine.lost += pairing.loser == player
            mine.drawn += pairing.outcome == "drawn"
    for pairing in (pairing for played in rounds for pairing in played if pairing.done and pairing.second is not None):
        for player, other in ((pairing.first, pairing.second), (pairing.second, pairing.first)):
            if player in made and other in made:
                made[player].strength += made[other].points
    order = {player: n for n, player in enumerate(players)}
    return sorted(made.values(), key=lambda one: (-one.points, -one.strength, -one.won, order[one.player]))


# ------------------------------------------------------------------ Swiss


def swiss(players: Sequence[int], rounds: Sequence[Round]) -> Round:
    """The next round for those who are still there, in the order of the standings."""
    ranked = [one.player for one in standings(players, rounds)]
    met = {frozenset((one.first, one.second)) for played in rounds for one in played if one.second is not None}
    rested = {one.first for played in rounds for one in played if one.second is None}
    resting: list[int | None] = [None]
    if len(ranked) % 2:
        resting = [*(one for one in reversed(ranked) if one not in rested), *(one for one in reversed(ranked) if one in rested)]
    for avoided in (met, set[frozenset[int]]()):
        tries = [TRIES]  # for all who might rest together: others wait for the disk meanwhile
        for rest in resting:
            playing = [one for one in ranked if one != rest]
            found = next(_paired(playing, avoided, tries), None)
            if found is not None:
                made = [_with_sides(one, two, rounds) for one, two in found]
                return made + ([Pairing(rest)] if rest is not None else [])
    raise AssertionError("an even number of players can always be paired")


def _paired(players: list[int], met: set[frozenset[int]], tries: list[int]) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair them, neighbours first."""
    if not players:
        yield []
        return
    one = players[0]
    for two in players[1:]:
        tries[0] -= 1
        if tries[0] < 0:
            return
        if frozenset((one, two)) not in met:
            rest = [other for other in players[1:] if other != two]
            for others in _paired(rest, met, tries):
                yield [(one, two), *others]


def _with_sides(one: int, two: int, rounds: Sequence[Round]) -> Pairing:
    """The first side goes to who has had it less often; of equals to who is ahead in every other round."""
    had = {player: sum(pairing.first == player and pairing.second is not None for played in rounds for pairing in played)
           for player in (one, two)}  # fmt: skip
    if had[one] == had[two]:
        return Pairing(one, two) if len(rounds) % 2 == 0 else Pairing(two, one)
    return Pairing(one, two) if had[one] < had[two] else Pairing(two, one)


# ------------------------------------------------------------------ knockout


def knockout(players: Sequence[int], rounds: Sequence[Round]) -> Round:
    """The next round of those who are not out; empty when one is left. In the first so many rest that a power of two stays."""
    if not rounds:
        size = 1
        while size < len(players):
            size *= 2
        rest = size - len(players)
        fighting = list(players[rest:])
        half = len(fighting) // 2
        pairs = [Pairing(strong, weak) for strong, weak in zip(fighting[:half], reversed(fighting[half:]), strict=True)]
        return [*(Pairing(one) for one in players[:rest]), *pairs]
    left = [winner for pairing in rounds[-1] if (winner := pairing.winner) is not None and winner in players]
    if len(left) < 2:
        return []
    middle = len(left) // 2
    odd = left[middle : middle + 1] if len(left) % 2 else []  # somebody has gone: who stands in the middle rests
    able = [one for one in left if one not in odd]
    half = len(able) // 2
    pairs = [_with_sides(one, two, rounds) for one, two in zip(able[:half], reversed(able[half:]), strict=True)]
    return [*(Pairing(one) for one in odd), *pairs]


def again(pairing: Pairing) -> Pairing:
    """A draw in a knockout: once more, with the sides changed."""
    assert pairing.second is not None
    return Pairing(pairing.second, pairing.first, replays=pairing.replays + 1)


# ------------------------------------------------------------------ league


def league(everybody: Sequence[int], there: Sequence[int], rounds: Sequence[Round], legs: int) -> Round:
    """The next round on a wheel: one stands still, the others go around him. Empty when all have met so often."""
    ring: list[int | None] = [*everybody, *([None] if len(everybody) % 2 else [])]
    turns = len(ring) - 1
    if len(rounds) >= turns * legs:
        return []
    turn = len(rounds) % turns
    wheel = [ring[0], *ring[1 + turn :], *ring[1 : 1 + turn]]
    made = []
    for one, two in zip(wheel[: len(wheel) // 2], reversed(wheel)):
        present = [player for player in (one, two) if player is not None and player in there]
        if len(present) == 2:
            made.append(_return_match(present[0], present[1], rounds) or _with_sides(present[0], present[1], rounds))
        elif present:
            made.append(Pairing(present[0]))
    return made


def _return_match(one: int, two: int, rounds: Sequence[Round]) -> Pairing | None:
    for pairing in (pairing for played in rounds for pairing in played):
        if {pairing.first, pairing.second} == {one, two}:
            assert pairing.second is not None
            return Pairing(pairing.second, pairing.first)
    return None


def next_round(
    kind: Kind, players: Sequence[int], rounds: Sequence[Round], most: int, everybody: Sequence[int] = ()
) -> Round:
    """Empty when the tournament is over. `everybody`: also those who have gone; a league keeps their places."""
    if kind == "league":
        return league(everybody or players, players, rounds, most)
    if kind == "knockout":
        return knockout(players, rounds)
    return swiss(players, rounds) if len(rounds) < most and len(players) > 1 else []
