"""Chat at a match. It is no part of the match: not in its log, not in its save, not in its diary."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select

from grognard.kernel import UMPIRE

from ..house import Person, Rights
from ..schema import chat
from ..store import Store, now
from ..wire_club import ChatLine

SHOWN = 200
KEPT = 2000  # lines of a match; older ones go
SWEPT = 64  # every so many lines of the club the match in which one is said is swept


class Chats:
    def __init__(self, store: Store) -> None:
        self.store = store

    def say(self, id: str, person: Person, seat: str | None, text: str, to: list[str]) -> ChatLine:
        who = f"{person.name} ({seat})" if seat else person.name
        words, made = text.replace("\0", ""), now()

        def job(connection: Connection) -> int:
            values = {"match": id, "made": made, "who": who[:80], "to": msgspec.json.encode(to).decode(), "text": words}
            n: Any = connection.execute(insert(chat).values(values)).inserted_primary_key
            if n[0] % SWEPT == 0:
                _sweep(connection, id)
            self.store.wake(connection, id, "chat", n[0])
            return int(n[0])

        return ChatLine(self.store.submit(job).result(), made, who, words, to)

    def lines(self, id: str, since: int = 0) -> list[ChatLine]:
        with self.store.engine.connect() as connection:
            newest = select(chat).where(chat.c.match == id, chat.c.n > since).order_by(chat.c.n.desc()).limit(SHOWN)
            found = list(connection.execute(newest).mappings())
        return [
            ChatLine(one["n"], one["made"], one["who"], one["text"], msgspec.json.decode(one["to"])) for one in reversed(found)
        ]

    def count(self) -> int:
        with self.store.engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(chat)).scalar() or 0)


def _sweep(connection: Connection, id: str) -> None:
    last = select(chat.c.n).where(chat.c.match == id).order_by(chat.c.n.desc()).offset(KEPT).limit(1)
    if (oldest := connection.execute(last).scalar()) is not None:
        connection.execute(delete(chat).where(chat.c.match == id, chat.c.n <= oldest))


def readable(line: ChatLine, rights: Rights) -> bool:
    """What is for some seats is read by them and by the umpire."""
    return not line.to or rights.umpire or any(seat in line.to for seat in (*rights.seats, UMPIRE if rights.umpire else ""))
