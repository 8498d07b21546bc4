"""Tournaments of people: who enters, which round is played, how it stands. Pairings are pairing.py's; each is a match.

A tournament is one row, changed in one step. Its matches belong to nobody, so that no player has an owner's rights over
another; their results are the club's records. `step` may be called at any time: it does what is due, and nothing twice.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, func, insert, select, update

from grognard.kernel import Misuse

from ..house import NotAllowed, Person
from ..naming import new_id
from ..schema import results, tournaments, users
from ..store import Gone, Store, now
from ..wire_club import Clock, NewTournament, TournamentInfo, TournamentPairing, TournamentRow, TournamentStanding
from .pairing import REPLAYS, Kind, Outcome, Pairing, Round, Standing, again, next_round, standings

MOST = 128  # players
LEAGUE = 24  # in which everybody meets everybody
LEGS = 2
OPEN = 3  # tournaments of one person that are not over
PHASES = ("open", "running", "over")


class Cup(Struct):
    """What the row holds."""

    kind: Kind
    rounds: int  # of a Swiss
    clock: Clock | None = None
    players: list[int] = []
    gone: list[int] = []  # who withdrew while it ran
    played: list[Round] = []
    phase: str = "open"


class Tournaments:
    def __init__(self, store: Store) -> None:
        self.store = store

    # ---------------------------------------------------------- reading

    def rows(self, limit: int = 50) -> list[TournamentRow]:
        """Those that take players first, then those that run, then the past, as far as there is room."""
        newest = select(tournaments).order_by(_over(), tournaments.c.created.desc()).limit(limit)
        with self.store.engine.connect() as connection:
            found = [(one, _read(one["body"])) for one in connection.execute(newest).mappings()]
        rows = [
            TournamentRow(
                one["id"], one["title"], one["game"], one["scenario"], cup.kind, cup.phase, len(cup.players), len(cup.played)
            )
            for one, cup in found
        ]
        return sorted(rows, key=lambda row: PHASES.index(row.phase))

    def info(self, id: str, person: Person | None) -> TournamentInfo:
        with self.store.engine.connect() as connection:
            one = connection.execute(select(tournaments).where(tournaments.c.id == id)).mappings().first()
            if one is None:
                raise Gone("There is no such tournament.")
            cup = _read(one["body"])
            people = users.c.id.in_([*cup.players, one["owner"] or 0])
            names = {row.id: row.name for row in connection.execute(select(users.c.id, users.c.name).where(people))}

        def name(player: int | None) -> str:
            return "" if player is None else names.get(player, "somebody who has left")

        def row(at: Standing) -> TournamentStanding:
            gone = at.player in cup.gone
            return TournamentStanding(name(at.player), at.points, at.strength, at.won, at.drawn, at.lost, gone)

        def pair(pairing: Pairing) -> TournamentPairing:
            return TournamentPairing(name(pairing.first), name(pairing.second), pairing.match, pairing.outcome)

        me = person.id if person is not None else 0
        return TournamentInfo(
            one["id"], one["title"], one["game"], one["scenario"], cup.kind, cup.phase, cup.rounds, cup.clock,
            name(one["owner"]), mine=me == one["owner"], playing=me in cup.players and me not in cup.gone,
            standings=[row(at) for at in standings(cup.players, cup.played)],
            played=[[pair(pairing) for pairing in played] for played in cup.played],
        )  # fmt: skip

    # ---------------------------------------------------------- what people do

    def create(self, by: Person, wish: NewTournament, title: str) -> str:
        """People play it, each on his clock, so that nobody holds up a round: whose time is up loses."""
        id = new_id()
        if wish.kind == "league" and wish.rounds > LEGS:
            raise Misuse("In a league everybody meets everybody once or twice.")
        cup = Cup(wish.kind, wish.rounds, msgspec.structs.replace(wish.clock or Clock(), then="lose"))
        values = {"id": id, "title": title, "game": wish.game, "scenario": wish.scenario, "owner": by.id, "created": now()}

        def job(connection: Connection) -> None:
            mine = select(func.count()).select_from(tournaments).where(tournaments.c.owner == by.id, ~_over())
            if (connection.execute(mine).scalar() or 0) >= OPEN:
                raise Misuse(f"You have opened {OPEN} tournaments that are not over: end one first.")
            connection.execute(insert(tournaments).values(body=_text(cup), **values))

        self.store.submit(job).result()
        return id

    def enter(self, id: str, person: Person) -> None:
        def change(cup: Cup, owner: int | None) -> None:
            if cup.phase != "open":
                raise Misuse("It has begun: nobody new is taken.")
            most = LEAGUE if cup.kind == "league" else MOST
            if len(cup.players) >= most and person.id not in cup.players:
                raise Misuse(f"A {'league' if cup.kind == 'league' else 'tournament'} takes {most} players.")
            if person.id not in cup.players:
                cup.players.append(person.id)

        self._change(id, change)

    def withdraw(self, id: str, person: Person) -> None:
        """Before it begins as if he had never entered; later he is paired no more."""

        def change(cup: Cup, owner: int | None) -> None:
            if person.id not in cup.players or cup.phase == "over":
                raise Misuse("You do not play there.")
            if cup.phase == "open":
                cup.players.remove(person.id)
            elif person.id not in cup.gone:
                cup.gone.append(person.id)

        self._change(id, change)

    def begin(self, id: str, person: Person) -> None:
        def change(cup: Cup, owner: int | None) -> None:
            _of_owner(person, owner)
            if cup.phase != "open":
                raise Misuse("It has begun already.")
            cup.players = [player for player in cup.players if player in self._members(cup.players)]
            if len(cup.players) < 2:
                raise Misuse("A tournament needs two players at least.")
            cup.phase = "running"
            _go_on(cup)

        self._change(id, change)

    def close(self, id: str, person: Person) -> None:
        """It is over, whatever is still played; the standings are those of now."""

        def change(cup: Cup, owner: int | None) -> None:
            _of_owner(person, owner)
            cup.phase = "over"

        self._change(id, change)

    # ---------------------------------------------------------- what is due

    def running(self) -> list[str]:
        with self.store.engine.connect() as connection:
            found = connection.execute(select(tournaments.c.id, tournaments.c.body).where(~_over()))
            return [id for id, body in found if _read(body).phase == "running"]

    def of_match(self, match: str) -> list[str]:
        """The tournaments that wait for this match."""
        with self.store.engine.connect() as connection:
            waits = tournaments.c.body.contains(f'"{match}"', autoescape=True)
            return list(connection.execute(select(tournaments.c.id).where(waits)).scalars())

    def step(self, id: str) -> list[tuple[int, int, Pairing]]:
        """Results come in, the next round is drawn; then the pairings that have no match yet, with round and place."""

        def change(cup: Cup, owner: int | None) -> None:
            if cup.phase != "running" or not cup.played:
                return
            there = self._members(cup.players)
            cup.gone += [player for player in cup.players if player not in there and player not in cup.gone]
            for n, pairing in enumerate(cup.played[-1]):
                if pairing.done:
                    continue
                pairing.outcome = self._outcome(pairing) or _left(pairing, there)
                if pairing.outcome == "drawn" and cup.kind == "knockout":
                    if pairing.replays >= REPLAYS:
                        pairing.outcome = secrets.choice(("first", "second"))
                    else:
                        cup.played[-1][n] = again(pairing)
            if all(pairing.done for pairing in cup.played[-1]):
                _go_on(cup)

        cup = self._change(id, change)
        if cup.phase != "running":
            return []
        last = len(cup.played) - 1
        return [(last, n, one) for n, one in enumerate(cup.played[last]) if not one.done and not one.match]

    def _members(self, players: Sequence[int]) -> set[int]:
        """Those of them who are still in the club."""
        with self.store.engine.connect() as connection:
            return set(connection.execute(select(users.c.id).where(users.c.id.in_(players))).scalars())

    def seated(self, id: str, round: int, place: int, match: str) -> None:
        """This match is that pairing's."""

        def change(cup: Cup, owner: int | None) -> None:
            cup.played[round][place].match = match

        self._change(id, change)

    def _outcome(self, pairing: Pairing) -> Outcome:
        """From the club's records: who of the two has won."""
        if not pairing.match:
            return ""
        with self.store.engine.connect() as connection:
            mine = select(results.c.user, results.c.outcome).where(results.c.match == pairing.match)
            said = {row.user: row.outcome for row in connection.execute(mine)}
        first, second = said.get(pairing.first, ""), said.get(pairing.second or 0, "")
        if "drawn" in (first, second):
            return "drawn"
        if first == "won" or second == "lost":
            return "first"
        return "second" if second == "won" or first == "lost" else ""

    def _change(self, id: str, change: Callable[[Cup, int | None], None]) -> Cup:
        def job(connection: Connection) -> Cup:
            this = tournaments.c.id == id
            found = connection.execute(select(tournaments.c.body, tournaments.c.owner).where(this).with_for_update()).first()
            if found is None:
                raise Gone("There is no such tournament.")
            cup = _read(found[0])
            change(cup, found[1])
            if (body := _text(cup)) != found[0]:
                connection.execute(update(tournaments).where(this).values(body=body))
            return cup

        made: Cup = self.store.submit(job).result()
        return made


def _left(pairing: Pairing, there: set[int]) -> Outcome:
    """Who has left the club has lost."""
    if pairing.first not in there:
        return "second"
    return "first" if pairing.second not in there else ""


def _over() -> Any:
    return tournaments.c.body.contains('"phase":"over"', autoescape=True)


def _of_owner(person: Person, owner: int | None) -> None:
    if person.id != owner:
        raise NotAllowed("Only who opened a tournament does that.")


def _go_on(cup: Cup) -> None:
    """The next round, or the end."""
    there: Sequence[int] = [player for player in cup.players if player not in cup.gone]
    while made := next_round(cup.kind, there, cup.played, cup.rounds, cup.players):
        cup.played.append(made)
        if any(pairing.second is not None for pairing in made):
            return
        if cup.kind != "league":  # there, somebody else may still have somebody to meet
            cup.played.pop()
            break
    cup.phase = "over"


def _read(body: str) -> Cup:
    return msgspec.json.decode(body, type=Cup)


def _text(cup: Cup) -> str:
    return msgspec.json.encode(cup).decode()
