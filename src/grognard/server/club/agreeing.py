"""What a table agrees on: a draw, a roll-back, a house ruling, and whether a side resigns. (Offers on disk: offers.py.)"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.kernel import Misuse

from .. import verbs, wire
from ..house import House, NotAllowed
from ..table import LiveTable
from .limits import Rates
from .offers import Offer, Offers, done

if TYPE_CHECKING:
    from ..hall import Hall
    from ..live import Connection as Line

UMPIRE_AGREED = "its umpire has agreed for somebody"
BOT_AGREED = "a bot has agreed to another position"


class Agreeing(House):
    offers: Offers
    rates: Rates
    hall: Hall

    async def tell_offers(self, table: LiveTable) -> None:
        offers = await asyncio.to_thread(self.offers.of, table.id)
        for watcher in list(table.watchers):
            line: Any = watcher
            mine = self._offers_for(line, table, offers)
            if mine != line.offered:  # who is told nothing new is told nothing: not even that others talk
                line.offered = mine
                line.tell(wire.Offers(offers=mine))

    def _offers_for(self, line: Line, table: LiveTable, offers: dict[str, Offer]) -> list[wire.Offer]:
        """What a person may know of: whether a side thinks of resigning is its own business."""
        rights = line.rights
        if table.late(line.seat) is not None:
            return []

        def concerns(offer: Offer) -> bool:
            return offer.what != "resign" or rights.umpire or not set(rights.seats).isdisjoint(offer.needs(table.head))

        return [offer.told() for offer in offers.values() if concerns(offer)]

    async def _offer(self, line: Line, table: LiveTable, said: wire.OfferMade) -> None:
        rights = line.rights
        if line.person is None or (not rights.seats and not rights.umpire):
            raise NotAllowed("Nobody decides from here.")
        self.rates.take("offer", f"person {line.person.id}")
        by = line.seat if line.seat in rights.seats else rights.seats[0] if rights.seats else next(iter(table.head.seats))
        agreed = list(table.head.seats if rights.umpire else rights.seats)
        offer = Offer(said.what, str(by), agreed, why=said.why, patch=said.patch, judged=rights.umpire)
        if said.what == "draw":
            offer.turn = table.head.turn
        elif said.what == "roll_back":
            async with table.lock:
                offer.number = await line.choices_at(said.n)
                turn = await table.ask(verbs.turn_at, offer.number)
            offer.text = f"Back to {turn}" if turn else "Back to an earlier moment"
        elif said.what == "correct":
            patch = msgspec.json.encode(said.patch).decode()
            offer.text = f"{said.why} {patch if len(patch) <= 1000 else patch[:1000] + ' ...'}"
            if not said.why:
                raise Misuse("Say why: it will stand in the diary.")
        await self._weigh(table, offer)

    async def _resign(self, line: Line, table: LiveTable) -> None:
        seat = line._own()
        await self._weigh(table, Offer("resign", seat, list(line.rights.seats)))

    async def _answer(self, line: Line, table: LiveTable, said: wire.OfferAnswered) -> None:
        rights = line.rights
        offer = (await asyncio.to_thread(self.offers.of, table.id)).get(said.what)
        if offer is None:
            raise Misuse("This is not offered any more.")
        if said.yes and said.mark and said.mark != offer.mark:
            raise Misuse("Meanwhile another offer stands here: read it first.")
        if said.yes and offer.lapsed(table.head):
            await asyncio.to_thread(self.offers.drop, table.id, offer.what)
            await self.tell_offers(table)
            raise Misuse("This was offered in another turn: offer it anew, if you like.")
        mine = set(offer.needs(table.head)) if rights.umpire else set(rights.seats) & set(offer.needs(table.head))
        if not mine:
            raise NotAllowed("This is not yours to answer.")
        if said.yes:
            offer.agreed = list(dict.fromkeys([*offer.agreed, *mine]))
            offer.judged = offer.judged or rights.umpire
            await self._weigh(table, offer)
            return
        await asyncio.to_thread(self.offers.drop, table.id, offer.what)
        taken_back = offer.by in mine
        name = line.person.name if line.person else ""
        note = wire.Note(text=f"{name} {'takes the offer back' if taken_back else 'does not agree'}.")
        for watcher in list(table.watchers):
            other: Any = watcher
            if self._offers_for(other, table, {offer.what: offer}):
                other.tell(note)
        await self.tell_offers(table)

    async def _weigh(self, table: LiveTable, offer: Offer) -> None:
        """Have all agreed? Then it is done; else it waits."""
        async with table.lock:
            if table.head.ended and offer.what in ("draw", "resign"):
                raise Misuse("The match is over.")
            for seat in offer.missing(table.head):
                # a bot that plays for somebody who is away signs nothing
                bots_own = table.row.seats[seat].kind == "bot" and not table.company.people.get(seat)
                if bots_own and await table.ask(verbs.bot_agrees, seat, offer.what):
                    offer.agreed.append(seat)
                    offer.by_bot = True
            if not offer.missing(table.head):
                back = offer.what in ("roll_back", "correct")
                also = self.judged(table, UMPIRE_AGREED if offer.judged else BOT_AGREED) if offer.hardly_agreed else None
                await table.change(offer.what, None, done, offer, back=back, also=also)
                await asyncio.to_thread(self.offers.drop, table.id, offer.what)
                await table.publish(None)
                await table.tidy()
            else:
                await asyncio.to_thread(self.offers.keep, table.id, offer)
        self.hall.bots(table).wake()
        await self.tell_offers(table)
