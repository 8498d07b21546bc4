"""Records and ratings: who won what against whom. Ratings are openskill's (Plackett-Luce), one for each game.

Where openskill is not installed (extra `club`), records are kept and ratings stay as they are.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, delete, func, insert, select

from ..schema import ratings, results, users
from ..store import PAGE, Store, now
from ..verbs import Head
from ..wire_club import LadderRow, Profile, Record
from .company import Company


class Ratings:
    def __init__(self, store: Store) -> None:
        self.store = store

    def enter(self, id: str, match: Head, company: Company, deserters: dict[str, list[int]] | None = None) -> None:
        """A match is over: once, however often it is told. `deserters`: who stood up before it was; the loss is theirs, too."""
        if not match.ended:
            return
        sides: dict[str, list[int]] = {}
        for seat, side in match.seats.items():
            sides.setdefault(side, []).extend(user for user in company.people.get(seat, {}))
        for seat, gone in (deserters or {}).items():
            lost = match.side_ever(seat)
            if lost is not None and match.winner is not None and lost != match.winner:
                sides.setdefault(lost, []).extend(gone)
        twice = {user for side in sides for user in sides[side] for other in sides if other != side and user in sides[other]}
        helped = match.winner is not None and match.winner in company.terms.helped
        rated = company.terms.rated and not helped and not twice and sum(bool(people) for people in sides.values()) > 1
        game = match.game

        def outcome(side: str) -> str:
            return "drawn" if match.winner is None else "won" if match.winner == side else "lost"

        def job(connection: Connection) -> None:
            if connection.execute(select(results.c.match).where(results.c.match == id)).first() is not None:
                return
            for side, people in sides.items():
                for user in dict.fromkeys(people):
                    if user not in twice:
                        values = {"match": id, "user": user, "game": game, "side": side, "made": now()}
                        connection.execute(insert(results).values(outcome=outcome(side), **values))
            if rated:
                teams = {side: list(dict.fromkeys(people)) for side, people in sides.items() if people}
                _rate(connection, game, teams, [0 if outcome(side) in ("won", "drawn") else 1 for side in teams])

        self.store.submit(job).result()

    def taken_back(self, id: str) -> None:
        """Rolled back after its end: it is not over. (The rating keeps what it learned; the record does not.)"""
        self.store.submit(lambda connection: connection.execute(delete(results).where(results.c.match == id))).result()

    def ladder(self, game: str, skip: int = 0) -> list[LadderRow]:
        """Who is rated in this game, the best first: what a few matches say counts for less (mu - 3 sigma)."""
        sure = ratings.c.mu - 3 * ratings.c.sigma
        rows = select(users.c.name, ratings.c.mu, ratings.c.sigma, ratings.c.played).join(users, users.c.id == ratings.c.user)
        best = rows.where(ratings.c.game == game, users.c.closed == 0).order_by(sure.desc(), users.c.id)
        with self.store.engine.connect() as connection:
            found = connection.execute(best.limit(PAGE).offset(skip))
            return [LadderRow(name, points(mu, sigma), played) for name, mu, sigma, played in found]

    def profile(self, key: str) -> Profile | None:
        with self.store.engine.connect() as connection:
            found = connection.execute(select(users).where(users.c.key == key, users.c.closed == 0)).mappings().first()
            if found is None:
                return None
            mine = results.c.user == found["id"]
            kinds = (results.c.game, results.c.outcome)
            counts = select(*kinds, func.count()).where(mine).group_by(*kinds)
            records: dict[str, Record] = {}
            for game, outcome, count in connection.execute(counts):
                record = records.setdefault(game, Record(game))
                setattr(record, outcome, count)
                record.played += count
            for one in connection.execute(select(ratings).where(ratings.c.user == found["id"])).mappings():
                record = records.setdefault(one["game"], Record(one["game"]))
                record.rating = points(one["mu"], one["sigma"])
        return Profile(found["name"], found["created"][:10], list(records.values()))


def points(mu: float, sigma: float) -> float:
    return round(1500 + 40 * (mu - 3 * sigma))


def _rate(connection: Connection, game: str, teams: dict[str, list[int]], ranks: list[int]) -> None:
    try:
        from openskill.models import PlackettLuce  # heavy, and an extra
    except ModuleNotFoundError:
        return
    model: Any = PlackettLuce()
    everybody = [user for people in teams.values() for user in people]
    known = {
        one["user"]: one
        for one in connection.execute(
            select(ratings).where(ratings.c.game == game, ratings.c.user.in_(everybody))
        ).mappings()
    }
    before = [
        [model.rating(mu=known[user]["mu"], sigma=known[user]["sigma"]) if user in known else model.rating() for user in people]
        for people in teams.values()
    ]
    for people, after in zip(teams.values(), model.rate(before, ranks=ranks)):
        for user, rating in zip(people, after):
            played = known[user]["played"] + 1 if user in known else 1
            connection.execute(delete(ratings).where(ratings.c.user == user, ratings.c.game == game))
            values = {"user": user, "game": game, "mu": rating.mu, "sigma": rating.sigma, "played": played}
            connection.execute(insert(ratings).values(values))
