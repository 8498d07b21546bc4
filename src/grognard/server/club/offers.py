"""What needs everybody's consent: a draw, a roll-back, a house ruling; and resigning, where a side has several seats.

An offer waits on disk until all seats have agreed, one has declined, or who offered took it back. Bots agree to going back
and to house rulings; to a draw only when they do not stand better. A bot that plays for somebody who is away agrees to nothing.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from msgspec import Struct
from sqlalchemy import Connection, delete, insert, select

from grognard.kernel import Match

from .. import wire
from ..schema import offers
from ..store import Store
from ..verbs import Head, house_rule


class Offer(Struct, omit_defaults=True):
    what: str
    by: str
    agreed: list[str]
    text: str = ""
    number: int = 0  # roll-back: choices that stay
    patch: dict[str, Any] = {}
    why: str = ""
    judged: bool = False  # an umpire agreed for somebody
    by_bot: bool = False  # a bot did, for its own seat
    turn: str = ""  # in which it was made

    @property
    def hardly_agreed(self) -> bool:
        """Not by people who play: what comes of it is rated no longer. (To a draw a bot agrees when it stands no better.)"""
        return self.judged or (self.by_bot and self.what in ("roll_back", "correct"))

    def needs(self, match: Head) -> list[str]:
        """Whose consent it takes."""
        if self.what == "resign":
            return [seat for seat, side in match.seats.items() if side == match.seats[self.by]]
        return list(match.seats)

    def missing(self, match: Head) -> list[str]:
        return [seat for seat in self.needs(match) if seat not in self.agreed]

    def lapsed(self, match: Head) -> bool:
        """A draw is offered as things stand in this turn."""
        return self.what == "draw" and self.turn not in ("", match.turn)

    @property
    def mark(self) -> str:
        """By which one knows it again: who agrees says to what. (A draw is a draw.)"""
        if self.what not in ("roll_back", "correct"):
            return ""
        words = msgspec.json.encode([self.what, self.by, self.text, self.number, self.patch, self.why])
        return hashlib.blake2b(words, digest_size=6).hexdigest()

    def told(self) -> wire.Offer:
        return wire.Offer(self.what, self.by, self.agreed, self.text, self.mark)


class Offers:
    def __init__(self, store: Store) -> None:
        self.store = store

    def of(self, id: str) -> dict[str, Offer]:
        with self.store.engine.connect() as connection:
            found = connection.execute(select(offers.c.body).where(offers.c.match == id).order_by(offers.c.what)).scalars()
            made = [msgspec.json.decode(body, type=Offer) for body in found]
        return {offer.what: offer for offer in made}

    def keep(self, id: str, offer: Offer) -> None:
        def job(connection: Connection) -> None:
            connection.execute(delete(offers).where(offers.c.match == id, offers.c.what == offer.what))
            body = msgspec.json.encode(offer).decode()
            connection.execute(insert(offers).values(match=id, what=offer.what, body=body))
            self.store.wake(connection, id, "offers")

        self.store.submit(job).result()

    def drop(self, id: str, what: str) -> None:
        def job(connection: Connection) -> None:
            connection.execute(delete(offers).where(offers.c.match == id, offers.c.what == what))
            self.store.wake(connection, id, "offers")

        self.store.submit(job).result()


def done(match: Match, offer: Offer) -> None:
    """All agree. As a change of the table, where the match is."""
    if offer.what == "draw":
        match.draw([*offer.agreed, *[seat for seat in match.seats if seat not in offer.agreed]])
    elif offer.what == "resign":
        match.resign(match.seats[offer.by], consent=offer.agreed)
    elif offer.what == "roll_back":
        match.roll_back(offer.number, match.seats)
    else:
        house_rule(match, offer.patch, offer.why)
